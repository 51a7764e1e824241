#include "tune_file.h"

#include "support/json_text.h"
#include "writeback/output_file.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

namespace appyl {
namespace {

using llvm::Error;
using llvm::StringRef;

constexpr std::int64_t largest = std::int64_t(1) << 30;  // iterations of a block

/// Reads the parsed file, and knows where in its text that stands.
class Reader {
 public:
  Reader(const std::string& path, StringRef text) : path(path), text(text) {}

  llvm::Expected<TuneFile> read() {
    auto value = parseJson(text);
    if (!value) return llvm::createStringError(path + ":" + llvm::toString(value.takeError()));
    const llvm::json::Object* top = value->getAsObject();
    if (!top) return refuse(0, "a tuning file is a JSON object");
    TuneFile file;
    if (top->getInteger("version") != 1)
      return refuse(placeOf("version", 0), "the \"version\" of the file is not 1");
    for (const auto& [name, content] : *top) {
      const StringRef member = name;
      if (member == "version") continue;
      const std::size_t place = placeOf(member, 0);
      if (member != "kernels" && member != "cuda_kernels")
        return refuse(place, "unknown member \"" + member + "\"; known are version, kernels, cuda_kernels");
      if (Error error = readKernels(content, place, member == "kernels" ? file.kernels : file.cudaKernels))
        return std::move(error);
    }
    return file;
  }

 private:
  const std::string& path;
  StringRef text;

  Error readKernels(const llvm::json::Value& value, std::size_t place, TunedBlocks& kernels) {
    const llvm::json::Object* object = value.getAsObject();
    if (!object) return refuse(place, "expected an object of kernels");
    for (const auto& [name, loops] : *object) {
      const StringRef kernel = name;
      const std::size_t at = placeOf(kernel, place);
      if (!kernel.contains(':')) return refuse(at, "\"" + kernel + "\" has not the form \"source:kernel\"");
      if (!loops.getAsObject()) return refuse(at, "expected an object of loops and their blocks");
      for (const auto& [loop, size] : *loops.getAsObject()) {
        const auto number = size.getAsInteger();
        if (!number || *number < 1 || *number > largest)
          return refuse(placeOf(loop, at), "the block of \"" + StringRef(loop) +
                                               "\" is no number of iterations from 1 to " +
                                               llvm::Twine(largest));
        kernels[kernel.str()][StringRef(loop).str()] = *number;
      }
    }
    return Error::success();
  }

  /// Of a member's name behind `from`; `from` itself where it is written in another way.
  std::size_t placeOf(StringRef member, std::size_t from) const {
    const std::size_t found = text.find(("\"" + member + "\"").str(), from);
    return found == StringRef::npos ? from : found;
  }

  Error refuse(std::size_t place, const llvm::Twine& what) const {
    const std::size_t line = 1 + text.take_front(place).count('\n');
    return llvm::createStringError(path + ":" + std::to_string(line) + ": " + what.str());
  }
};

std::string prefixOf(const std::string& source) { return (llvm::sys::path::filename(source) + ":").str(); }

void write(llvm::json::OStream& json, const TunedBlocks& kernels) {
  for (const auto& [kernel, loops] : kernels)
    json.attributeObject(kernel, [&, &loops = loops] {
      for (const auto& [loop, size] : loops) json.attribute(loop, size);
    });
}

}  // namespace

std::string tuneFileBeside(const std::string& source) {
  llvm::SmallString<256> file(llvm::sys::path::parent_path(source));
  llvm::sys::path::append(file, "appyl-tune.json");
  return file.str().str();
}

llvm::Expected<std::optional<TuneFile>> readTuneFile(const std::string& path) {
  std::string reason;
  const std::optional<std::string> text = readWhole(path, reason);
  if (!text && !reason.empty()) return llvm::createStringError("cannot read '" + path + "': " + reason);
  if (!text) return std::nullopt;
  auto file = Reader(path, *text).read();
  if (!file) return file.takeError();
  return std::move(*file);
}

std::string print(const TuneFile& file) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attribute("version", 1);
    json.attributeObject("kernels", [&] { write(json, file.kernels); });
    if (!file.cudaKernels.empty())
      json.attributeObject("cuda_kernels", [&] { write(json, file.cudaKernels); });
  });
  stream << "\n";
  return text;
}

TunedBlocks blocksOf(const TuneFile& file, const std::string& source, const Target& target) {
  TunedBlocks blocks;
  const std::string prefix = prefixOf(source);
  for (const auto& [name, loops] : target.isDevice ? file.cudaKernels : file.kernels)
    if (StringRef(name).starts_with(prefix)) blocks[name.substr(prefix.size())] = loops;
  return blocks;
}

TuneFile withBlocks(TuneFile file, const std::string& source, const Target& target,
                    const TunedBlocks& blocks) {
  const std::string prefix = prefixOf(source);
  TunedBlocks& kernels = target.isDevice ? file.cudaKernels : file.kernels;
  std::erase_if(kernels, [&](const auto& entry) { return StringRef(entry.first).starts_with(prefix); });
  for (const auto& [kernel, loops] : blocks) kernels[prefix + kernel] = loops;
  return file;
}

}  // namespace appyl
