#include "expand/unused_slices.h"

namespace appyl {
namespace {

using namespace clang;

bool isSlice(QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == "slice";
}

}  // namespace

void markUnusedSlices(const TileProgram& program, const TileWriting& writing, std::vector<TextEdit>& edits) {
  for (const TileLoop& loop : program.loops) {
    if (loop.parent >= 0) continue;
    walk(loop.stmt->getBody(), writing.source.directives, [&](const Stmt* each) {
      const auto* declaration = dyn_cast<DeclStmt>(each);
      const auto* variable = declaration ? dyn_cast<VarDecl>(*declaration->decl_begin()) : nullptr;
      const auto range = variable && isSlice(variable->getType()) && !variable->hasAttr<UnusedAttr>()
                             ? rangeOf(declaration->getSourceRange(), writing.source.ast)
                             : std::nullopt;
      if (range) edits.push_back({{range->begin, range->begin}, "[[maybe_unused]] "});
      return true;
    });
  }
}

}  // namespace appyl
