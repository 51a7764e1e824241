#include "proof/branches.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

namespace appyl::proving {
namespace {

using namespace clang;

bool isLoop(const Stmt* statement) { return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement); }

/// Something in it may go on elsewhere than behind itself.
template <class... Jumps>
bool contains(const Stmt* statement) {
  return statement && (isa<Jumps...>(statement) || llvm::any_of(statement->children(), contains<Jumps...>));
}

class BranchReader {
 public:
  std::map<const Stmt*, Branches> found;

  void read(const Stmt* statement) {
    if (!statement) return;
    if (isa<Expr>(statement)) found.emplace(statement, here);
    const auto* binary = dyn_cast<BinaryOperator>(statement);
    if (const auto* branch = dyn_cast<IfStmt>(statement)) {
      for (const Stmt* first : {branch->getInit(), static_cast<const Stmt*>(branch->getCond())}) read(first);
      read(branch->getConditionVariableDeclStmt());
      readIn(branch, true, branch->getThen());
      readIn(branch, false, branch->getElse());
    } else if (const auto* choice = dyn_cast<ConditionalOperator>(statement)) {
      read(choice->getCond());
      readIn(choice, true, choice->getTrueExpr());
      readIn(choice, false, choice->getFalseExpr());
    } else if (binary && binary->isLogicalOp()) {
      read(binary->getLHS());
      readIn(binary, true, binary->getRHS());
    } else {
      const bool mayBeLeftOut = isa<SwitchCase, LambdaExpr, CXXTryStmt>(statement) || isLoop(statement);
      for (const Stmt* child : statement->children())
        if (mayBeLeftOut)
          readIn(statement, true, child);
        else
          read(child);
    }
  }

 private:
  Branches here;

  void readIn(const Stmt* around, bool holds, const Stmt* statement) {
    here.emplace_back(around, holds);
    read(statement);
    here.pop_back();
  }
};

}  // namespace

std::map<const Stmt*, Branches> branchesIn(const Stmt* statement) {
  BranchReader reader;
  if (!contains<GotoStmt, IndirectGotoStmt>(statement)) reader.read(statement);
  return std::move(reader.found);
}

Branches behindLoops(Branches place) {
  const auto runsAll = [](const Stmt* around) {
    return isLoop(around) && !contains<BreakStmt, ContinueStmt, ReturnStmt>(around);
  };
  while (!place.empty() && runsAll(place.back().first)) place.pop_back();
  return place;
}

bool passesOneOf(std::set<Branches> passed, const Branches& place) {
  std::vector<Branches> open(passed.begin(), passed.end());
  while (!open.empty()) {
    Branches each = open.back();
    open.pop_back();
    if (each.size() <= place.size() && std::equal(each.begin(), each.end(), place.begin())) return true;
    if (each.empty()) continue;
    Branches other = each;
    other.back().second = !other.back().second;
    each.pop_back();
    if (passed.count(other) && passed.insert(each).second) open.push_back(each);  // by either of the two
  }
  return false;
}

}  // namespace appyl::proving
