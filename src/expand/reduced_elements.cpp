#include "expand/reduced_elements.h"

#include "nest/scev/scalar_evolution.h"

namespace appyl {

using namespace clang;

/// The element with constant subscripts, where the nest uses no other one of the view.
static const Expr* onlyElement(const ValueDecl* view, const TileProgram& program,
                               const TileWriting& writing) {
  const Expr* element = nullptr;
  std::size_t uses = 0, targets = 0;
  walk(program.loops[0].stmt, writing.source.directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    uses += reference && reference->getDecl()->getNameAsString() == view->getNameAsString();
    return true;
  });
  for (const TileStatement& statement : program.statements) {
    const auto* call =
        statement.target ? dyn_cast_or_null<CXXOperatorCallExpr>(statement.target->expr) : nullptr;
    if (!call || statement.kind != TileStatement::Kind::Scalar) continue;
    const ValueDecl* root = rootVariable(call);
    bool isConstant = root && root->getNameAsString() == view->getNameAsString();
    for (unsigned k = 1; k < call->getNumArgs(); ++k)
      isConstant &= call->getArg(k)->isEvaluatable(writing.source.ast);
    if (!isConstant || (element && !sameExpression(element, call, writing.source.ast))) continue;
    element = call;
    ++targets;
  }
  return uses == targets ? element : nullptr;
}

bool isReduced(const TileExpression& target, const TileProgram& program) {
  const ValueDecl* root = target.expr ? rootVariable(target.expr) : nullptr;
  const auto isNamed = [&](const ClauseArgument& argument) {
    return llvm::any_of(argument.expressions, [&](const Expr* each) {
      const ValueDecl* named = each ? rootVariable(each) : nullptr;
      return root && named && named->getNameAsString() == root->getNameAsString();
    });
  };
  return llvm::any_of(program.loops, [&](const TileLoop& loop) {
    return loop.directive && llvm::any_of(loop.directive->clauses, [&](const Clause& clause) {
             return clause.kind == ClauseKind::Reduction && llvm::any_of(clause.arguments, isNamed);
           });
  });
}

void nameReducedElements(const TileProgram& program, const TileWriting& writing,
                         std::vector<TextEdit>& edits) {
  const Directive* directive = program.loops.empty() ? nullptr : program.loops[0].directive;
  if (!directive) return;
  for (const Clause& clause : directive->clauses)
    for (const ClauseArgument& argument : clause.arguments) {
      if (clause.kind != ClauseKind::Reduction || argument.expressions.empty() || !argument.expressions[0])
        continue;
      const ValueDecl* named = namedVariable(strip(argument.expressions[0]));
      const Expr* element = named ? onlyElement(named, program, writing) : nullptr;
      const auto range = element ? rangeOf(argument.range, writing.source.ast) : std::nullopt;
      if (range && argument.text == named->getNameAsString())
        edits.push_back({*range, textOf(element, writing.source.ast)});
    }
}

}  // namespace appyl
