#include "codegen/simd/row_pointers.h"

#include "codegen/text/nest_text.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/modref/modified_variables.h"
#include "nest/scev/scalar_evolution.h"

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;

/// The view of `x(i, j)`, where it has a name and the indices are numbers.
const VarDecl* viewOf(const ElementParts& element) {
  const auto* reference = dyn_cast<DeclRefExpr>(element.array);
  const auto* view = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  const bool areNumbers = llvm::all_of(element.indices, [](const Expr* each) {
    const QualType type = strip(each)->getType();
    return !type->isDependentType() && type->isIntegerType();
  });
  return view && areNumbers && isView(reference->getType().getNonReferenceType()) ? view : nullptr;
}

}  // namespace

bool isFixed(const Expr* index, const std::set<const ValueDecl*>& changed, const Directives& directives) {
  bool fixed = true;
  walk(index, directives, [&](const Stmt* each) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(each)) {
      const QualType type = reference->getDecl()->getType();
      fixed &=
          !changed.count(reference->getDecl()) && !type->isReferenceType() && !type.isVolatileQualified();
    } else if (const auto* binary = dyn_cast<BinaryOperator>(each)) {
      fixed &= binary->isAdditiveOp() || binary->getOpcode() == BO_Mul;
    } else {
      fixed &=
          isa<IntegerLiteral, CastExpr, ParenExpr, MaterializeTemporaryExpr, SubstNonTypeTemplateParmExpr>(
              each);
    }
    return fixed;
  });
  return fixed;
}

RowPointers rowPointers(const LoopNest& nest, int loop, LoopWriter& writer, const Source& source) {
  const Loop& lanes = nest.loops[loop];
  std::set<const ValueDecl*> changed = modifiedVariables(lanes.stmt, source.directives);
  changed.insert(lanes.counter);
  walk(lanes.body, source.directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* one : declaration->decls())
        if (const auto* variable = dyn_cast<ValueDecl>(one)) changed.insert(variable);
    return true;
  });
  std::set<const ValueDecl*> combined;  // threads may have others of them
  for (const Reduction& each : nest.reductions) combined.insert(each.declaration);
  RowPointers rows;
  if (!statementRange(lanes.stmt, source) || !statementRange(lanes.body, source)) return rows;
  std::map<std::string, std::string> names;  // of pointers, by what they point to
  std::set<std::string> conditions;
  std::set<const Expr*> seen;
  for (const Access& access : nest.accesses) {
    if (access.loop != loop || !access.expr || access.subscripts.empty() ||
        !seen.insert(strip(access.expr)).second)
      continue;
    const auto element = elementParts(access.expr);
    const VarDecl* owner = element ? viewOf(*element) : nullptr;
    if (!owner || changed.count(owner) || combined.count(owner) ||
        element->indices.size() != access.subscripts.size())
      continue;
    const auto& last = access.subscripts.back();
    const auto step = last ? last->coefficient(lanes.symbol) : std::nullopt;
    const llvm::ArrayRef<const Expr*> outer = llvm::ArrayRef(element->indices).drop_back();
    if (!step || *step != Polynomial(1) ||
        !llvm::all_of(outer, [&](const Expr* each) { return isFixed(each, changed, source.directives); }))
      continue;
    const auto whole = rangeOf(access.expr->getSourceRange(), source.ast),
               index = rangeOf(element->indices.back()->getSourceRange(), source.ast);
    if (!whole || !index) continue;
    const std::string view = owner->getNameAsString();
    std::string place = view + ".data()";
    for (std::size_t d = 0; d < outer.size(); ++d) {
      const std::string text = textOf(outer[d], source.ast);
      if (text != "0")
        place +=
            fmt::format(" + {} * {}.stride({})",
                        isa<DeclRefExpr, IntegerLiteral>(strip(outer[d])) ? text : "(" + text + ")", view, d);
    }
    const std::string condition = fmt::format("{}.stride({}) == 1", view, outer.size());
    if (conditions.insert(condition).second) alsoHolds(rows.condition, condition);
    std::string& name = names[place];
    if (name.empty()) {
      name = writer.unique(view + "_row");
      rows.declarations.push_back(fmt::format("auto* const {} = {};", name, place));
    }
    rows.edits.push_back({{whole->begin, index->begin}, name + "["});
    rows.edits.push_back({{index->end, whole->end}, "]"});
  }
  return rows;
}

std::string opening(const RowPointers& rows) {
  return fmt::format("if ({}) {{\n{}\n", rows.condition, fmt::join(rows.declarations, "\n"));
}

void finishRows(const RowPointers& rows, const Stmt* loop, const std::string& plain,
                std::vector<TextEdit>& inner, const Source& source) {
  const FileRange range = *statementRange(loop, source);
  for (const TextEdit& edit : rows.edits) {
    std::erase_if(inner, [&](const TextEdit& other) {
      return other.range.begin < other.range.end && isInside(other.range, {edit.range});
    });
    inner.push_back(edit);
  }
  inner.push_back(
      {{range.end, range.end}, fmt::format("\n}} else {{\n{} {}\n}}{}", rows.header, plain, rows.close)});
}

}  // namespace appyl
