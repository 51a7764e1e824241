#include "expand/block_loops.h"

#include "expand/array_language.h"
#include "nest/ast/ast.h"
#include "nest/ast/calls.h"
#include "nest/modref/modified_variables.h"

#include <set>

namespace appyl {

using namespace clang;

std::optional<std::pair<const Expr*, const Expr*>> asBlockCount(const Expr* count,
                                                                const ASTContext& context) {
  count = strip(count);
  const auto* named = dyn_cast<DeclRefExpr>(count);
  const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (variable && variable->getType().isConstQualified() && variable->getInit())
    return asBlockCount(variable->getInit(), context);
  if (const auto* call = dyn_cast<CallExpr>(count);
      call && calleeName(call) == "cdiv" && call->getNumArgs() == 2)
    return {{call->getArg(0), call->getArg(1)}};
  const auto* quotient = dyn_cast<BinaryOperator>(count);
  if (!quotient || quotient->getOpcode() != BO_Div) return std::nullopt;
  const auto* less = dyn_cast<BinaryOperator>(strip(quotient->getLHS()));
  const auto* more = less && less->getOpcode() == BO_Sub && constantOf(less->getRHS(), context) == 1
                         ? dyn_cast<BinaryOperator>(strip(less->getLHS()))
                         : nullptr;
  if (!more || more->getOpcode() != BO_Add || !sameExpression(more->getRHS(), quotient->getRHS(), context))
    return std::nullopt;
  return {{more->getLHS(), quotient->getRHS()}};
}

namespace {

class BlockLoops {
 public:
  explicit BlockLoops(const Source& source) : source(source) {}

  std::vector<TextEdit> run() {
    std::set<const ForStmt*> seen;
    for (const auto& directive : source.directives.all)
      if (directive->statement && usesTiles(directive->statement))
        walk(directive->statement, source.directives, [&](const Stmt* each) {
          if (const auto* loop = dyn_cast<ForStmt>(each); loop && seen.insert(loop).second)
            rewrite(*loop, *directive->function);
          return true;
        });
    return std::move(edits);
  }

 private:
  const Source source;
  std::vector<TextEdit> edits;

  void rewrite(const ForStmt& loop, const FunctionDecl& function) {
    const VarDecl* counter = counterOf(loop);
    const auto* condition = dyn_cast_or_null<BinaryOperator>(loop.getCond());
    const Directive* directive = source.directives.of(&loop);
    if (!counter || !condition || condition->getOpcode() != BO_LT ||
        namedVariable(condition->getLHS()) != counter || !stepsByOne(loop.getInc(), counter) ||
        (directive && directive->find(ClauseKind::Block)))
      return;
    const auto count = asBlockCount(condition->getRHS(), source.ast);
    const auto size = count ? constantOf(count->second, source.ast) : std::nullopt;
    if (!size || *size <= 0 || !isSettled(condition->getRHS(), function)) return;
    const auto products = productsOf(loop, *counter, *size);
    const auto end = rangeOf(condition->getRHS()->getSourceRange(), source.ast),
               step = rangeOf(loop.getInc()->getSourceRange(), source.ast);
    const std::string elements = writtenText(count->first, source.ast),
                      block = writtenText(count->second, source.ast);
    if (products.empty() || !end || !step || elements.empty() || block.empty()) return;
    const std::string name = counter->getNameAsString();
    edits.push_back({*end, elements});
    edits.push_back({*step, name + " += " + block});
    for (const FileRange& each : products) edits.push_back({each, name});
  }

  /// Of `int k = 0`, which the body does not change.
  const VarDecl* counterOf(const ForStmt& loop) const {
    const auto* init = dyn_cast_or_null<DeclStmt>(loop.getInit());
    const auto* counter = init && init->isSingleDecl() ? dyn_cast<VarDecl>(init->getSingleDecl()) : nullptr;
    const bool isGood = counter && counter->getInit() && counter->getType()->isIntegerType() &&
                        constantOf(counter->getInit(), source.ast) == 0 && loop.getBody() && loop.getInc() &&
                        !modifiedVariables(loop.getBody(), source.directives).count(counter);
    return isGood ? counter : nullptr;
  }

  static bool stepsByOne(const Expr* step, const VarDecl* counter) {
    const auto* unary = dyn_cast<UnaryOperator>(step->IgnoreParens());
    return unary && unary->isIncrementOp() && namedVariable(unary->getSubExpr()) == counter;
  }

  /// Is the number of blocks the same wherever it is asked for in the function?
  bool isSettled(const Expr* count, const FunctionDecl& function) const {
    const auto changed = modifiedVariables(function.getBody(), source.directives);
    bool isSame = true;
    walk(count, source.directives, [&](const Stmt* each) {
      const auto* named = dyn_cast<DeclRefExpr>(each);
      const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
      if (variable)
        isSame &= variable->isLocalVarDeclOrParm() && !variable->getType()->isReferenceType() &&
                  !changed.count(variable);
      if (variable && variable->getInit() && variable->getType().isConstQualified())
        isSame &= constantOf(named, source.ast) || isSettled(variable->getInit(), function);
      isSame &= !isa<MemberExpr>(each) || isa<CXXMethodDecl>(cast<MemberExpr>(each)->getMemberDecl());
      const auto* called = dyn_cast<CallExpr>(each);
      isSame &= !called || calleeName(called) == "cdiv" || calleeName(called) == "extent";
      isSame &= !isa<ArraySubscriptExpr>(each) &&
                !(isa<UnaryOperator>(each) && cast<UnaryOperator>(each)->getOpcode() == UO_Deref);
      return isSame;
    });
    return isSame;
  }

  /// All uses of the counter in the body, which are its products with the size; empty where there are others.
  std::vector<FileRange> productsOf(const ForStmt& loop, const VarDecl& counter, std::int64_t size) const {
    std::vector<FileRange> products;
    bool isGood = true;
    walk(loop.getBody(), source.directives, [&](const Stmt* each) {
      if (const auto* product = dyn_cast<BinaryOperator>(each);
          product && product->getOpcode() == BO_Mul && product->getType()->isIntegerType()) {
        const auto isCounter = [&](const Expr* factor) { return namedVariable(strip(factor)) == &counter; };
        const auto isSize = [&](const Expr* factor) { return constantOf(factor, source.ast) == size; };
        if ((isCounter(product->getLHS()) && isSize(product->getRHS())) ||
            (isCounter(product->getRHS()) && isSize(product->getLHS()))) {
          const auto range = rangeOf(product->getSourceRange(), source.ast);
          isGood &= range.has_value();
          if (range) products.push_back(*range);
          return false;
        }
      }
      const auto* named = dyn_cast<DeclRefExpr>(each);
      isGood &= !named || named->getDecl() != &counter;
      return isGood;
    });
    return isGood ? products : std::vector<FileRange>();
  }
};

}  // namespace

std::vector<TextEdit> loopsOverBlocks(const Source& source) { return BlockLoops(source).run(); }

}  // namespace appyl
