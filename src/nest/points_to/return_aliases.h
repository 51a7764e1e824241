// To which memory the pointer or reference that a call returns leads, by the body of the function.
#pragma once

#include "directive/source.h"
#include "nest/points_to/points_to.h"

namespace appyl {

/// What the call returns, where the body is one `return`, or where the call's constants decide which of
/// several: `a` of `if (k == 0) return a; return b;` called with 0. Conditions that the constants decide are
/// passed over in the value, too. Null: that is not certain.
const clang::Expr* certainResult(const clang::CallExpr* call, const clang::FunctionDecl* definition,
                                 unsigned firstArgument);

/// What a parameter of the callee, or a member of its object, is called where the call stands.
std::optional<Name> nameAtCall(const Name& name, const clang::CallExpr* call,
                               const clang::FunctionDecl* callee);

/// What calls hand back beside what they are given. Functions are read once.
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
