#include "writeback/output_file.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

namespace appyl {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::optional<std::string> writeDirectly(llvm::StringRef name, llvm::StringRef content) {
  std::error_code error;
  llvm::raw_fd_ostream file(name, error, fs::CD_OpenExisting);
  if (error) return error.message();
  file << content;
  file.close();
  if (!file.has_error()) return std::nullopt;
  std::string reason = file.error().message();
  file.clear_error();  // otherwise the destructor ends the program
  return reason;
}

/// Make takes a blank for the end of a name, '#' for a comment and '$' for a variable.
std::string escapedForMake(llvm::StringRef name) {
  std::string escaped;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == ' ' || c == '\t') {
      // Backslashes before an escaped blank stand for half as many.
      for (size_t j = i; j > 0 && name[j - 1] == '\\'; --j) escaped += '\\';
      escaped += '\\';
    } else if (c == '#') {
      escaped += '\\';
    } else if (c == '$') {
      escaped += '$';
    }
    escaped += c;
  }
  return escaped;
}

}  // namespace

std::string translatedName(llvm::StringRef source, llvm::StringRef infix) {
  return (path::stem(source) + infix + path::extension(source)).str();
}

std::string replacedExtension(llvm::StringRef source, llvm::StringRef extension) {
  return (path::stem(source) + extension).str();
}

std::optional<std::string> readWhole(const std::string& name, std::string& reason) {
  reason.clear();
  auto buffer = llvm::MemoryBuffer::getFile(name, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (buffer) return (*buffer)->getBuffer().str();
  if (buffer.getError() != std::errc::no_such_file_or_directory) reason = buffer.getError().message();
  return std::nullopt;
}

std::optional<std::string> writeIfChanged(const std::string& name, llvm::StringRef content) {
  llvm::SmallString<256> target(name);
  fs::file_status status;
  if (!fs::status(name, status)) {
    if (fs::is_directory(status)) return std::make_error_code(std::errc::is_a_directory).message();
    if (!fs::is_regular_file(status)) return writeDirectly(name, content);
    std::string ignored;
    if (readWhole(name, ignored) == content) return std::nullopt;
    if (fs::real_path(name, target)) target = name;
  }
  // In the same folder, because a rename is atomic only within one file system.
  auto temporary = fs::TempFile::create(target + ".%%%%%%.tmp");
  if (!temporary) return llvm::toString(temporary.takeError());
  llvm::raw_fd_ostream file(temporary->FD, /*shouldClose=*/false);
  file << content;
  file.flush();
  if (file.has_error()) {
    std::string reason = file.error().message();
    file.clear_error();
    llvm::consumeError(temporary->discard());
    return reason;
  }
  if (fs::exists(status)) (void)fs::setPermissions(temporary->FD, status.permissions());
  if (llvm::Error error = temporary->keep(target)) {
    llvm::consumeError(temporary->discard());
    return llvm::toString(std::move(error));
  }
  return std::nullopt;
}

std::string dependencyRule(const std::string& target, const std::vector<std::string>& dependencies) {
  std::string rule = escapedForMake(target) + ":";
  for (const std::string& dependency : dependencies) rule += " \\\n  " + escapedForMake(dependency);
  return rule + "\n";
}

}  // namespace appyl
