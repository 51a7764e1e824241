#include "codegen/simd/scalar_replacement.h"

#include "codegen/simd/row_pointers.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/modref/modified_variables.h"
#include "nest/scev/scalar_evolution.h"

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;

/// The assignment that is all that the loop does: it reads before it writes, even in a loop of one iteration.
std::optional<Assignment> onlyAssignment(const Loop& loop, const Directives& directives) {
  const Stmt* body = directives.strip(loop.body);
  if (const auto* compound = dyn_cast<CompoundStmt>(body); compound && compound->size() == 1)
    body = directives.strip(compound->body_front());
  const auto* expression = dyn_cast<Expr>(body);
  return expression ? asAssignment(expression) : std::nullopt;
}

/// Do the statements in front of the loop in the body around it assign the element?
bool isAssignedBefore(const Expr* element, const Loop& around, const Loop& loop, const Source& source) {
  const auto* compound = dyn_cast<CompoundStmt>(source.directives.strip(around.body));
  if (!compound) return false;
  bool isAssigned = false;
  for (const Stmt* each : compound->body()) {
    const Stmt* statement = source.directives.strip(each);
    if (statement == loop.stmt) return isAssigned;
    const auto* expression = dyn_cast<Expr>(statement);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    isAssigned |= assignment && sameExpression(assignment->target, element, source.ast);
  }
  return false;
}

/// Is it the same element in all iterations, of an array that has a name?
bool stays(const Expr* element, const VarDecl* counter, const std::set<const ValueDecl*>& changed,
           const Directives& directives) {
  element = strip(element);
  if (const auto* reference = dyn_cast<DeclRefExpr>(element)) return !changed.count(reference->getDecl());
  const auto parts = elementParts(element);
  return parts &&
         llvm::all_of(parts->indices,
                      [&](const Expr* each) {
                        return isFixed(each, changed, directives) && !mentions(each, counter, directives);
                      }) &&
         stays(parts->array, counter, changed, directives);
}

bool hasLabels(const Stmt* body, const Directives& directives) {
  bool found = false;
  walk(body, directives, [&](const Stmt* each) {
    found |= isa<LabelStmt, SwitchCase>(each);
    return !found;
  });
  return found;
}

}  // namespace

KeptElements keptElements(const LoopNest& nest, int loop, LoopWriter& writer, const Source& source) {
  const Loop& lanes = nest.loops[loop];
  const auto assignment = onlyAssignment(lanes, source.directives);
  if (lanes.parent < 0 || !assignment) return {};
  const Loop& around = nest.loops[lanes.parent];
  if (hasLabels(around.body, source.directives)) return {};  // which would be jumped to past a declaration
  const std::set<const ValueDecl*> changed = modifiedVariables(around.body, source.directives);
  KeptElements kept;
  std::vector<std::pair<const Expr*, std::string>> names;
  for (const Access& access : nest.accesses) {
    const Expr* const element = access.expr;
    if (access.loop != loop || !element || access.writes || access.copiedBy || !access.part.empty() ||
        !contains(lanes.body, element, source.directives) || !element->getType()->isArithmeticType() ||
        element->getType().isVolatileQualified())
      continue;
    const auto range = rangeOf(element->getSourceRange(), source.ast);
    if (!range || !stays(element, lanes.counter, changed, source.directives) ||
        !isAssignedBefore(element, around, lanes, source))
      continue;
    auto known = llvm::find_if(
        names, [&](const auto& each) { return sameExpression(each.first, element, source.ast); });
    if (known == names.end()) {
      const std::string name = writer.unique(rootVariable(element)->getNameAsString() + "_kept");
      const QualType type = element->getType().getUnqualifiedType();
      kept.declarations += fmt::format(
          "const {} {} = {};\n",
          source.ast.getLangOpts().CPlusPlus ? "auto" : type.getAsString(source.ast.getPrintingPolicy()),
          name, textOf(element, source.ast));
      known = names.insert(names.end(), {element, name});
    }
    kept.edits.push_back({*range, known->second});
  }
  return kept;
}

}  // namespace appyl
