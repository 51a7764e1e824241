#include "codegen/cuda/float16.h"

#include "codegen/cuda/cuda_names.h"
#include "codegen/cuda/small_floats.h"
#include "nest/ast/ast.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace appyl {
namespace {

using namespace clang;

/// Where the program, not the library, writes `_Float16`, and the bodies of the functions of the source.
class MentionFinder : public RecursiveASTVisitor<MentionFinder> {
 public:
  explicit MentionFinder(const SourceManager& sources) : sources(sources) {}

  std::vector<SourceLocation> mentions;
  std::vector<const Stmt*> bodies;

  bool VisitBuiltinTypeLoc(BuiltinTypeLoc type) {
    if (type.getType()->isFloat16Type() && !sources.isInSystemHeader(type.getBeginLoc()))
      mentions.push_back(type.getBeginLoc());
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl* function) {
    if (function->doesThisDeclarationHaveABody() && sources.isInMainFile(function->getLocation()))
      bodies.push_back(function->getBody());
    return true;
  }

 private:
  const SourceManager& sources;
};

}  // namespace

bool isReplacedFloat16(QualType type, const ASTContext& context) {
  return !type.isNull() && type.getNonReferenceType()->isFloat16Type() &&
         withHalf("_Float16", context) == "_Float16";
}

Edits replaceFloat16(const Edits& kernels, const Source& source) {
  const SourceManager& sources = source.ast.getSourceManager();
  if (!isReplacedFloat16(source.ast.Float16Ty, source.ast)) return {};
  MentionFinder finder(sources);
  finder.TraverseDecl(source.ast.getTranslationUnitDecl());
  std::optional<unsigned> first;
  for (const SourceLocation mention : finder.mentions)
    if (const auto line = lineOfMainFile(mention, sources); line && (!first || *line < *first)) first = line;
  if (!first) return {};
  Edits edits{{*first, 0, "#define _Float16 ::appyl::cuda::float16\n"}};
  for (const Stmt* body : finder.bodies) {
    std::vector<TextEdit> conversions;
    convertSmallFloats(
        body, [](const Expr*) { return false; }, conversions, source);
    for (const TextEdit& each : conversions) {
      const bool isInKernel = llvm::any_of(kernels, [&](const Edit& kernel) {
        return kernel.offset < each.range.end && each.range.begin < kernel.offset + kernel.length;
      });
      if (!isInKernel) edits.push_back({each.range.begin, each.range.end - each.range.begin, each.text});
    }
  }
  return edits;
}

}  // namespace appyl
