// What a call may do beyond its arguments: nothing, run annotated loops, or something that cannot be seen.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

struct CallEffect {
  bool runsAnnotatedLoops = false;
  std::string unknown;  // why its effect on memory is not known; empty where it is
};

/// The effect of the callee's body and of everything that it calls. Memory reached through arguments is left
/// to the caller.
CallEffect effectOf(const clang::FunctionDecl* callee, const Source& source);

/// The effect of a part of the function `name`.
CallEffect effectOf(const clang::Stmt* part, const std::string& name, const Source& source);

/// The declaration that has the function's body, of a template the pattern; null: it is the library's, or not
/// visible.
const clang::FunctionDecl* bodyOf(const clang::FunctionDecl* callee);

/// What the call runs, where it is neither the library's nor the array language's: the instance itself, not
/// the template's pattern.
const clang::FunctionDecl* visibleBody(const clang::CallExpr* call);

/// Is it `min` or `max`: of the library, or a function of the user's that does just that?
std::optional<ReductionOperator> extremeOf(const clang::CallExpr* call);

/// What the call of a lambda runs, where a template leaves open what the call is; null for any other call.
const clang::CXXMethodDecl* openLambda(const clang::CallExpr* call);

/// `o(i, j)`, `o.at(i, j)` of several, where `o` is of the class template that the call stands in: the
/// template's member function that is meant; null: it is something else, or that is open.
const clang::CXXMethodDecl* openMember(const clang::CallExpr* call);

/// One of the library's algorithms on ranges whose reads and writes are known.
bool isRangeAlgorithm(const clang::CallExpr* call);

/// Does it call what a std::function holds, in a template that leaves its type open?
bool callsOpenFunctionObject(const clang::CallExpr* call);

/// Does the object decide at run time which method it calls?
bool isVirtualCall(const clang::CallExpr* call);

}  // namespace appyl
