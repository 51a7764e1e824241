#include "codegen/interpret/target.h"

#include "codegen/interpret/called_functions.h"
#include "codegen/interpret/interpret.h"
#include "codegen/text/whole_file.h"

#include <fmt/format.h>

namespace appyl {
namespace {

bool isReplaced(const Fallback& fallback, const Edits& edits) {
  return llvm::any_of(edits, [&](const Edit& edit) {
    return fallback.offset <= edit.offset && edit.offset < fallback.end && edit.length > 0;
  });
}

class InterpretedSourceFile : public FileEmitter {
 public:
  explicit InterpretedSourceFile(const EmittedFile& file)
      : file(file),
        interpreted{fileNameInLiteral(file.source.ast.getSourceManager()), headersOf(file.text), file.names} {
  }

  std::optional<Edits> emit(const Kernel& kernel, const Source& source) override {
    return emitInterpreted(kernel, file.options, interpreted, source);
  }

  void finish(const std::vector<Kernel>& kernels, Edits& edits) override {
    if (kernels.empty() || file.source.diags.hasErrors()) return;
    const Edits completed = completeInterpreted(interpreted, file.topLevel, file.source);
    for (const Fallback& fallback : file.text.fallbacks)
      if (!isReplaced(fallback, edits)) edits.push_back(tellUnwatched(fallback));
    edits.insert(edits.begin(), completed.begin(), completed.end());
    needs.headers.insert(file.options.checksModel ? "appyl/interpret/blocks.hpp"
                                                  : "appyl/interpret/interpret.hpp");
    if (interpreted.replacesNew) needs.macros.insert("APPYL_INTERPRET_OWN_NEW");
  }

 private:
  const EmittedFile file;
  InterpretedFile interpreted;

  /// The code there runs without checks; the generated code says so when it runs.
  Edit tellUnwatched(const Fallback& fallback) const {
    const llvm::StringRef rest = llvm::StringRef(file.text.text).drop_front(fallback.offset);
    const std::string margin(rest.size() - rest.ltrim(' ').size(), ' ');
    return {fallback.offset, 0,
            fmt::format("{}::appyl::interpret::unwatched(\"{}\", {});\n", margin, interpreted.name,
                        fallback.line)};
  }
};

/// Those in which functions stand that kernels call, and that touch elements.
std::set<clang::FileID> headersOfCalled(const Source& source) {
  std::set<clang::FileID> headers;
  for (const auto& directive : source.directives.all)
    if (directive->statement) collectHeaders(directive->statement, source, headers);
  return headers;
}

}  // namespace

const Target interpretTarget{.name = "interpret",
                             .infix = ".interp",
                             .extension = ".interp.cpp",
                             .writesCpp = true,
                             .checksAccesses = true,
                             .keepsPrograms = true,
                             .headersToEdit = headersOfCalled,
                             .mostHeaders = 15,  // which a place in the records can tell apart
                             .open = [](const EmittedFile& file) -> std::unique_ptr<FileEmitter> {
                               return std::make_unique<InterpretedSourceFile>(file);
                             }};

}  // namespace appyl
