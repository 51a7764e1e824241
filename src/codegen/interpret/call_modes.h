// What calls do to the elements that they are handed: functions by their parameters, those of the array
// language to the parts of views, `a(i, slice(n))` or `a(t, j)`, that programs on tiles name which are left
// to the library.
#pragma once

#include "codegen/interpret/access_wraps.h"

#include <clang/AST/ExprCXX.h>

#include <set>

namespace appyl {

/// The function of the program that is called there, with its body: the template's own. Null: there is none.
const clang::FunctionDecl* definitionOf(const clang::Expr* call);

/// What a call does with an argument; `refers`: a reference argument is only stored. `known`: functions with
/// checks of their own.
AccessMode modeOfArgument(const clang::FunctionDecl* callee, unsigned index, bool refers,
                          const std::set<const clang::FunctionDecl*>& known);
/// What a call of a method does with the method's object.
AccessMode modeOfObject(const clang::CXXMethodDecl* method,
                        const std::set<const clang::FunctionDecl*>& known);

/// The call that cuts a part out of a view. Null: the expression is another one.
const clang::CXXOperatorCallExpr* partOfView(const clang::Expr* expression);

/// The mention of a variable that stands for a part of a view. Null: the expression is another one.
const clang::DeclRefExpr* namedPart(const clang::Expr* expression);

/// A part of a view: what is written to it is written to the view.
bool isPartOfView(clang::QualType type);

/// In a template, where `a(i, j)` may be a part, too: a variable of this type takes all of its elements.
bool isDependentTile(clang::QualType type);

/// What is done to the elements of a part. Touch: nothing yet, since the part is kept for later.
struct PartUse {
  AccessMode mode = AccessMode::Touch;
  bool isMasked = false;  // only some elements are used: each is recorded when it is accessed
};

/// What a function of the array language does with a part that is its argument.
PartUse useOfPart(const clang::FunctionDecl* callee, unsigned argument, unsigned arguments);

/// Calls whose result, if there is any, is not used.
std::set<const clang::Expr*> discardedCalls(const clang::Stmt* whole, const Directives& directives);
bool isVoidOrDeduced(const clang::FunctionDecl* function);

/// In a template, a function or a method that is called by its name, and not an object.
bool isNamed(const clang::Expr* function);
/// Does the call name functions of the library alone?
bool isOfLibrary(const clang::CallExpr* call);
/// A variable that the called function may get by reference.
const clang::VarDecl* variableGiven(const clang::Expr* argument);

/// Is what the call returns an element of something, if it is a reference?
bool mayNameElement(const clang::CallExpr* call, const clang::FunctionDecl* callee);

/// May a call in a template, whose callee only the instances know, name an element that is read? Not a call
/// of a function by its name, nor of a method without arguments, or of one that returns a size. `byNumbers`:
/// an object is called, and all arguments are integers.
bool mayReadElement(const clang::CallExpr* call, bool byNumbers);

}  // namespace appyl
