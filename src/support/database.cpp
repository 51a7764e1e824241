#include "support/database.h"

#include "support/json_text.h"

#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/StringSaver.h>

#include <string>

namespace appyl {
namespace {

/// Does the command begin with a compiler? Not if it is empty, or begins with a file of arguments.
bool hasCompiler(llvm::StringRef command) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char*> words;
  llvm::cl::TokenizeGNUCommandLine(command, saver, words);
  return !words.empty() && !llvm::StringRef(words.front()).starts_with("@");
}

/// What is wrong with an entry; nothing: "".
const char* mistakeOf(const llvm::json::Value& entry) {
  const llvm::json::Object* object = entry.getAsObject();
  if (!object) return "is no object";
  if (!object->getString("file")) return "has no \"file\"";
  if (!object->getString("directory")) return "has no \"directory\"";
  if (const llvm::json::Value* given = object->get("arguments")) {
    const llvm::json::Array* arguments = given->getAsArray();
    if (!arguments) return "has \"arguments\" that are no array of strings";
    for (const llvm::json::Value& word : *arguments)
      if (!word.getAsString()) return "has \"arguments\" that are no array of strings";
    // Clang takes a single argument as a whole command.
    const bool isGood = arguments->size() == 1
                            ? hasCompiler(*arguments->front().getAsString())
                            : arguments->size() > 1 && !arguments->front().getAsString()->starts_with("@");
    return isGood ? "" : "has \"arguments\" without a compiler";
  }
  const auto command = object->getString("command");
  if (!command) return "has neither \"arguments\" nor a \"command\"";
  return hasCompiler(*command) ? "" : "has a \"command\" without a compiler";
}

}  // namespace

llvm::Error checkDatabase(llvm::StringRef text) {
  // Names of files need not be UTF-8, which is no matter here.
  auto parsed = parseJson(llvm::json::isUTF8(text) ? text : llvm::StringRef(llvm::json::fixUTF8(text)));
  if (!parsed) return parsed.takeError();
  const llvm::json::Array* entries = parsed->getAsArray();
  if (!entries) return llvm::createStringError("1: a database is an array of commands");
  for (std::size_t k = 0; k < entries->size(); ++k)
    if (const llvm::StringRef mistake = mistakeOf((*entries)[k]); !mistake.empty())
      return llvm::createStringError("command " + std::to_string(k + 1) + " " + mistake.str());
  return llvm::Error::success();
}

}  // namespace appyl
