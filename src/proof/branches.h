// Where a place stands among the branches of `if`, `switch` and the like, and behind which jumps: what all
// branches do is done behind them.
#pragma once

#include <clang/AST/Stmt.h>

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace appyl::proving {

/// The branches and loops around, outermost first, each with whether the place is where its condition holds;
/// a jump that may be taken in front of the place counts as a condition that does not.
using Branches = std::vector<std::pair<const clang::Stmt*, bool>>;

/// Of every expression in the statement; nullopt where a jump leads into the middle of something.
std::optional<std::map<const clang::Stmt*, Branches>> branchesIn(const clang::Stmt* statement);

/// The place without the loops right around it that are known to run: other turns of these take other
/// branches. `runsAll`: the place in all of their turns, not in the first one.
Branches behindLoops(Branches place, bool runsAll);

/// Do all paths to `place` come through one of `passed`?
bool passesOneOf(std::set<Branches> passed, const Branches& place);

/// Does `place` stand under a condition that `other` does not stand under?
bool hasOwnCondition(const Branches& place, const Branches& other);

}  // namespace appyl::proving
