#include "target/cuda_types.h"

#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>

namespace appyl {

using namespace clang;

/// `dim3`, `float4` and the like.
static bool isNameOfCuda(llvm::StringRef name) {
  static constexpr const char* vectors[] = {"char", "uchar", "short",    "ushort",    "int",   "uint",
                                            "long", "ulong", "longlong", "ulonglong", "float", "double"};
  if (name == "dim3") return true;
  return !name.empty() && name.back() >= '1' && name.back() <= '4' &&
         llvm::is_contained(vectors, name.drop_back());
}

void reportTypesOfCuda(const ASTContext& context, Diagnostics& diags) {
  const SourceManager& sources = context.getSourceManager();
  const auto report = [&](const DeclContext* where, const auto& self) -> void {
    for (const Decl* each : where->decls()) {
      const auto* space = dyn_cast<NamespaceDecl>(each);
      if (const auto* linkage = dyn_cast<LinkageSpecDecl>(each)) self(linkage, self);
      if (space && (space->isAnonymousNamespace() || space->isInline())) self(space, self);
      const auto* type = dyn_cast<TypeDecl>(each);
      const SourceLocation at = each->getLocation();
      const bool isOwn = type && !sources.isInSystemHeader(at) &&
                         !sources.getFilename(sources.getSpellingLoc(at)).ends_with("vector_types.h");
      if (isOwn && isNameOfCuda(type->getName()))
        diags.report(Diag::Unsupported, at,
                     {"CUDA defines a type '" + type->getName().str() +
                      "' in each file; give this one another name, or put it into a namespace"});
    }
  };
  report(context.getTranslationUnitDecl(), report);
}

}  // namespace appyl
