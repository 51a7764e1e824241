// Where a statement stands whose accesses are to be checked.
#pragma once

#include "codegen/interpret/access_wraps.h"
#include "codegen/interpret/call_modes.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace appyl {

/// What the checks need to know about the code around the statement.
struct AccessSetting {
  std::string space;                                    // the name of the namespace `appyl::interpret` there
  std::vector<std::pair<FileRange, std::string>> rows;  // bodies with a parameter for accesses, and its name
  std::set<const clang::ValueDecl*> shared;  // scalars and structs that iterations may read or change
  std::set<const clang::ValueDecl*> own;     // of which each iteration has its own
  std::map<const clang::Expr*, AccessMode> combined;      // the mentions in the updates of reductions
  std::set<const clang::FunctionDecl*> known;             // functions with checks of their own
  std::function<std::string(const std::string&)> unique;  // a name that nothing uses
  std::function<SourcePlace(clang::SourceLocation)> placeOf;
};

/// The prefix of the calls that stand for accesses at a place of the file: `check::` or `each.`
std::string callerAt(const AccessSetting& setting, unsigned place);

}  // namespace appyl
