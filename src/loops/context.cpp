#include "loops/context.h"

#include "loops/canonical.h"
#include "loops/jumps.h"

#include <clang/AST/ParentMapContext.h>

namespace appyl {
namespace {

using namespace clang;

class ContextReader {
 public:
  ContextReader(SymbolReader& symbols, const Directives& directives, ASTContext& context)
      : symbols(symbols), directives(directives), context(context) {}

  std::vector<Constraint> read(const Stmt* root) {
    std::vector<const Stmt*> around{root};  // innermost first
    for (;;) {
      const auto parents = context.getParents(*around.back());
      const Stmt* parent = parents.empty() ? nullptr : parents[0].get<Stmt>();
      if (!parent || isa<LambdaExpr>(parent)) break;
      around.push_back(parent);
    }
    bool hasLabels = false;  // that somebody may jump to
    walk(around.back(), directives, [&](const Stmt* each) { return !(hasLabels |= isa<LabelStmt>(each)); });
    if (hasLabels) return {};
    // Outermost first: a loop's counter is known before the conditions inside it are read.
    for (std::size_t k = around.size() - 1; k > 0; --k) {
      const Stmt *parent = around[k], *child = around[k - 1];
      if (const auto* compound = dyn_cast<CompoundStmt>(parent))
        readBefore(compound, child);
      else if (const auto* branch = dyn_cast<IfStmt>(parent); branch && child != branch->getCond())
        require(branch->getCond(), child == branch->getThen());
      else if (const auto* loop = dyn_cast<ForStmt>(parent); loop && child == loop->getBody())
        readLoop(loop);
    }
    return std::move(found);
  }

 private:
  SymbolReader& symbols;
  const Directives& directives;
  ASTContext& context;
  std::set<const ValueDecl*> counters;  // of the loops around
  std::vector<Constraint> found;

  void require(const Expr* condition, bool value) {
    bool exact = true;
    if (!symbols.isSettled(condition, counters)) return;
    for (Constraint& each : symbols.readCondition(condition, value, exact)) add(std::move(each));
  }

  void add(Constraint constraint) {
    if (symbols.isOfParameters(constraint.condition)) found.push_back(std::move(constraint));
  }

  void readLoop(const ForStmt* statement) {
    const auto loop = readCanonicalLoop(statement, directives, context, nullptr);
    const auto parts = loop ? asBinary(statement->getCond()) : std::nullopt;
    if (!parts || !loop->step) return;
    counters.insert(loop->counter);
    require(statement->getCond(), true);
    const Expr* counter = namedVariable(parts->left) == loop->counter ? parts->left : parts->right;
    const auto value = symbols.read(counter);
    const auto first = symbols.isSettled(loop->lower, counters)
                           ? symbols.readAs(loop->lower, loop->counter->getType())
                           : std::nullopt;
    const auto distance = !value || !first   ? std::nullopt
                          : loop->descending ? subtract(*first, *value)
                                             : subtract(*value, *first);
    if (distance) add({*distance, false});
  }

  /// `if (m < n) return;` and `assert(m >= n);` in front of the nest.
  void readBefore(const CompoundStmt* compound, const Stmt* child) {
    for (const Stmt* each : compound->body()) {
      if (each == child) return;
      each = directives.strip(each);
      if (const auto* branch = dyn_cast<IfStmt>(each);
          branch && !branch->getElse() && !branch->hasInitStorage() && !branch->hasVarStorage() &&
          alwaysLeaves(branch->getThen()))
        require(branch->getCond(), false);
      if (const Expr* asserted = conditionOfAssertion(each)) require(asserted, true);
    }
  }

  static bool doesNotReturn(const Expr* expression) {
    const auto* call = dyn_cast<CallExpr>(strip(expression));
    return call && call->getDirectCallee() && call->getDirectCallee()->isNoReturn();
  }

  static bool alwaysLeaves(const Stmt* statement) {
    if (const auto* compound = dyn_cast<CompoundStmt>(statement))
      return !compound->body_empty() && alwaysLeaves(compound->body_back());
    if (const auto* expression = dyn_cast<Expr>(statement))
      return isa<CXXThrowExpr>(strip(expression)) || doesNotReturn(expression);
    return isa<ReturnStmt, ContinueStmt, BreakStmt>(statement);
  }
};

}  // namespace

std::vector<Constraint> readContext(const Stmt* root, SymbolReader& symbols, const Directives& directives,
                                    ASTContext& context) {
  return ContextReader(symbols, directives, context).read(root);
}

}  // namespace appyl
