#include "support/json_text.h"

#include <algorithm>
#include <string>

namespace appyl {
namespace {

constexpr int deepest = 100;

/// Where the brackets are too deep; npos where they nowhere are.
std::size_t tooDeep(llvm::StringRef text) {
  int depth = 0;
  bool inString = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char each = text[at];
    if (inString && each == '\\') ++at;
    if (each == '"') inString = !inString;
    if (inString) continue;
    if (each == ']' || each == '}') --depth;
    if ((each == '[' || each == '{') && ++depth > deepest) return at;
  }
  return llvm::StringRef::npos;
}

llvm::Error refuse(std::size_t line, const llvm::Twine& why) {
  return llvm::createStringError(std::to_string(line) + ": no JSON: " + why.str());
}

/// `[3:14, byte=40]: Expected , or }` names its place first.
llvm::Error atParserError(llvm::StringRef error) {
  llvm::StringRef rest = error;
  unsigned line = 1;
  if (!rest.consume_front("[") || rest.consumeInteger(10, line)) return refuse(1, error);
  return refuse(line, rest.substr(std::min(rest.find("]: "), rest.size())).drop_front(3));
}

}  // namespace

llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text) {
  if (const std::size_t at = tooDeep(text); at != llvm::StringRef::npos)
    return refuse(1 + text.take_front(at).count('\n'),
                  "brackets are more than " + llvm::Twine(deepest) + " deep");
  auto value = llvm::json::parse(text);
  if (!value) return atParserError(llvm::toString(value.takeError()));
  return value;
}

}  // namespace appyl
