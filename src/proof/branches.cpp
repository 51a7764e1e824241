#include "proof/branches.h"

#include "nest/ast/jumps.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

namespace appyl::proving {
namespace {

using namespace clang;

template <class... Jumps>
bool contains(const Stmt* statement) {
  return statement && (isa<Jumps...>(statement) || llvm::any_of(statement->children(), contains<Jumps...>));
}

class BranchReader {
 public:
  std::map<const Stmt*, Branches> found;
  bool isFollowed = true;  // all jumps lead past whole statements

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
    } else if (const auto* row = dyn_cast<CompoundStmt>(statement)) {
      readRow(row);
    } else if (const auto* choice = dyn_cast<SwitchStmt>(statement)) {
      readSwitch(choice);
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

  /// A statement that some paths leave by a jump, so that they skip the code behind it.
  struct Leaving {
    const Stmt* by = nullptr;            // what stands for it among the branches
    std::set<const LabelDecl*> targets;  // further down, where they go on
    bool forGood = false;
  };

  void readIn(const Stmt* around, bool holds, const Stmt* statement) {
    here.emplace_back(around, holds);
    read(statement);
    here.pop_back();
  }

  /// One statement after the other. `if (c) goto x; a; x: b;` is `if (!c) { a; } b;`: what stands between is
  /// under a condition of its own.
  void readRow(const CompoundStmt* row) {
    std::vector<Leaving> open;
    std::set<const LabelDecl*> seen, isPassedBySome;
    for (const Stmt* each : row->body()) {
      const Jumps jumps = jumpsOf(each);
      const std::set<const LabelDecl*> inFront = labelsInFront(each);
      for (const LabelDecl* label : jumps.labels)
        isFollowed &= inFront.count(label) || isReachedOnlyFrom(label, each);
      for (Leaving& leaving : open)
        for (const LabelDecl* label : inFront) leaving.targets.erase(label);
      std::erase_if(open, [](const Leaving& one) { return !one.forGood && one.targets.empty(); });
      if (!open.empty()) isPassedBySome.insert(inFront.begin(), inFront.end());
      const std::size_t depth = here.size();
      for (const Leaving& leaving : open) here.emplace_back(leaving.by, false);
      read(each);
      here.resize(depth);
      seen.insert(jumps.labels.begin(), jumps.labels.end());
      Leaving leaving{leftBy(each, jumps), {}, jumps.leaves};
      for (const LabelDecl* target : jumps.targets) {
        if (!seen.count(target)) leaving.targets.insert(target);
        isFollowed &= !isPassedBySome.count(target);  // back to what these have left out
      }
      if (leaving.forGood || !leaving.targets.empty()) open.push_back(std::move(leaving));
    }
  }

  /// Behind `if (c) { a; continue; }` it is as in its `else`.
  static const Stmt* leftBy(const Stmt* statement, const Jumps& jumps) {
    const auto* branch = dyn_cast<IfStmt>(statement);
    return branch && !branch->getElse() && isJump(branch->getThen()) ? branch : jumps.first;
  }

  static std::set<const LabelDecl*> labelsInFront(const Stmt* statement) {
    std::set<const LabelDecl*> labels;
    while (const auto* label = dyn_cast<LabelStmt>(statement)) {
      labels.insert(label->getDecl());
      statement = label->getSubStmt();
    }
    return labels;
  }

  /// Labels and statements of a `switch`, in one row.
  static std::vector<const Stmt*> piecesOf(const SwitchStmt* choice) {
    std::vector<const Stmt*> pieces{choice->getBody()}, row;
    if (const auto* body = dyn_cast<CompoundStmt>(choice->getBody()))
      pieces.assign(body->body_begin(), body->body_end());
    for (const Stmt* piece : pieces) {
      while (const auto* label = dyn_cast<SwitchCase>(piece)) {
        row.push_back(label);
        piece = label->getSubStmt();
      }
      row.push_back(piece);
    }
    return row;
  }

  /// `break;`, also as the last of a block.
  static bool isJump(const Stmt* piece) {
    const auto* block = dyn_cast<CompoundStmt>(piece);
    return block ? !block->body_empty() && isJump(block->body_back())
                 : isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(piece);
  }

  /// Does an arm begin here: a label that control does not fall through to, or the first label of all?
  static bool beginsArm(const std::vector<const Stmt*>& row, std::size_t at) {
    return isa<SwitchCase>(row[at]) &&
           (at == 0 || isJump(row[at - 1]) ||
            std::none_of(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(at),
                         llvm::IsaPred<SwitchCase>));
  }

  /// `case 1: a; break; case 2: b; break; default: c;` is `if (1) { a; } else if (2) { b; } else { c; }`.
  void readSwitch(const SwitchStmt* choice) {
    read(choice->getInit());
    read(choice->getConditionVariableDeclStmt());
    read(choice->getCond());
    const std::vector<const Stmt*> row = piecesOf(choice);
    const bool hasDefault = llvm::any_of(row, llvm::IsaPred<DefaultStmt>);
    std::size_t last = 0;  // of the arms' beginnings
    for (std::size_t at = 0; at < row.size(); ++at)
      if (beginsArm(row, at)) last = at;
    const Branches outer = here;
    Branches arm, leaving;
    for (std::size_t at = 0; at < row.size(); ++at) {
      if (isa<SwitchCase>(row[at])) leaving.clear();
      if (beginsArm(row, at)) {
        if (!arm.empty()) arm.back().second = false;
        arm.emplace_back(row[at], true);
      }
      if (isa<SwitchCase>(row[at])) continue;
      here.insert(here.end(), arm.begin(), arm.end());
      if (arm.empty()) here.emplace_back(choice, false);  // in front of all labels
      const bool isInLast = !arm.empty() && arm.back().first == row[last];
      if (isInLast && hasDefault) here.pop_back();
      for (const Stmt* label : laterLabels(row, at)) here.emplace_back(label, false);
      here.insert(here.end(), leaving.begin(), leaving.end());
      read(row[at]);
      here = outer;
      noteLeaving(row[at], leaving);
    }
  }

  /// Labels behind `at` at which some paths enter the same arm, the last one first.
  static std::vector<const Stmt*> laterLabels(const std::vector<const Stmt*>& row, std::size_t at) {
    std::vector<const Stmt*> labels;
    for (std::size_t k = at + 1; k < row.size() && !beginsArm(row, k); ++k)
      if (isa<SwitchCase>(row[k])) labels.insert(labels.begin(), row[k]);
    return labels;
  }

  void noteLeaving(const Stmt* piece, Branches& leaving) {
    const Jumps jumps = jumpsOf(piece);
    isFollowed &= !jumps.hasCase;
    for (const LabelDecl* label : jumps.labels) isFollowed &= isReachedOnlyFrom(label, piece);
    const bool jumpsAway =
        llvm::any_of(jumps.targets, [&](const LabelDecl* each) { return !jumps.labels.count(each); });
    if (jumps.leaves || jumpsAway) leaving.emplace_back(leftBy(piece, jumps), false);
  }
};

}  // namespace

std::optional<std::map<const Stmt*, Branches>> branchesIn(const Stmt* statement) {
  BranchReader reader;
  reader.read(statement);
  if (!reader.isFollowed || contains<IndirectGotoStmt>(statement)) return std::nullopt;
  return std::move(reader.found);
}

Branches behindLoops(Branches place, bool runsAll) {
  const auto isRun = [&](const std::pair<const Stmt*, bool>& around) {
    return around.second && isLoop(around.first) &&
           (!runsAll || !contains<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(around.first));
  };
  while (!place.empty() && isRun(place.back())) place.pop_back();
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

bool hasOwnCondition(const Branches& place, const Branches& other) {
  return std::any_of(place.begin(), place.end(), [&](const auto& each) {
    const bool isTurn = each.second && isLoop(each.first);
    return !isTurn && std::find(other.begin(), other.end(), each) == other.end();
  });
}

}  // namespace appyl::proving
