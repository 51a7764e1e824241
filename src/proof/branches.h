// Where a place stands among the branches of `if` and the like: what both branches do is done behind them.
#pragma once

#include <clang/AST/Stmt.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace appyl::proving {

/// The branches and loops around, outermost first, each with whether the place is where its condition holds.
using Branches = std::vector<std::pair<const clang::Stmt*, bool>>;

/// Of every expression in the statement.
std::map<const clang::Stmt*, Branches> branchesIn(const clang::Stmt* statement);

/// The place itself, for whoever knows that the loops right around it run: another turn takes other branches.
Branches behindLoops(Branches place);

/// Has whoever comes to `place` come through one of these?
bool passesOneOf(std::set<Branches> passed, const Branches& place);

}  // namespace appyl::proving
