// Conditions that say which iterations of a strip take part in a step: `if (0 <= j + r && j + r < n)` for the
// neighbours of a point at an edge. Without them compilers vectorise the step, so they become the ends of the
// loop over the strip, which is the same for every strip:
//
//     int j_from = j_first, j_to = j_last;
//     if (j_from < 0LL - r) j_from = ...;
//     if (n - r < j_to) j_to = ...;
//     for (int j = j_from; j < j_to; ++j) sum[j - j_first] += x[j + r];
#pragma once

#include "codegen/text/loop_text.h"
#include "directive/source.h"

#include <functional>

namespace appyl {

struct LaneGuard {
  struct Bound {
    bool isLower = false;  // of the first iteration that takes part; otherwise one past the last
    const clang::Expr* limit = nullptr;
    std::vector<std::pair<const clang::Expr*, bool>> offsets;  // true: is added
    int beyond = 0;
  };
  const clang::IfStmt* statement = nullptr;
  std::vector<const clang::Expr*> around;  // that hold for the whole strip, or not at all
  std::vector<Bound> bounds;
};

/// Of a body that is one `if` with such a condition. `varies`: is it another value in each iteration of the
/// strip? nullopt: it is something else, or the ends might overflow where the condition does not.
std::optional<LaneGuard> laneGuard(const clang::Stmt* body, const clang::VarDecl* lane,
                                   const std::function<bool(const clang::Stmt*)>& varies,
                                   const Source& source);

/// The strip's ends, and names for those of the loop over it.
struct GuardText {
  std::string type, from, to, first, last;
  std::function<std::string(const std::string&)> cast;  // to the counter's type
};

GuardText guardText(const Loop& loop, const LoopText& strip, LoopWriter& writer);

/// Declares and narrows the ends: lines in front of the loop from `from` to `to`.
std::string guardedEnds(const LaneGuard& guard, const GuardText& text, const clang::ASTContext& context);

}  // namespace appyl
