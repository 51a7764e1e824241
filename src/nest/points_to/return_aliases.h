// To which memory the pointer or reference that a call returns leads, by the body of the function.
#pragma once

#include "directive/source.h"
#include "nest/points_to/points_to.h"

namespace appyl {

/// What the call returns, if the body is one `return`, or if the call's constants decide between several: `a`
/// of `if (k == 0) return a; return b;` called with 0. Conditions inside the value that the constants decide
/// are resolved, too. Null: not certain.
const clang::Expr* certainResult(const clang::CallExpr* call, const clang::FunctionDecl* definition,
                                 unsigned firstArgument);

/// The name at the call of a parameter of the callee, or of a member of its object.
std::optional<Name> nameAtCall(const Name& name, const clang::CallExpr* call,
                               const clang::FunctionDecl* callee);

/// What calls return besides their arguments. Each function is read once.
class ReturnAliases {
 public:
  ReturnAliases(const Source& source) : source(source) {}

  /// Members and globals that the call may return a pointer to. Without a visible body, the same call returns
  /// the same memory each time, unless the function's name says that it makes something new.
  Names of(const clang::CallExpr* call);

  struct Given {
    Names names;
    bool isNew = false;  // each call hands out another part: `used += n`
  };

 private:
  Source source;
  std::map<const clang::FunctionDecl*, Given> known;
};

}  // namespace appyl
