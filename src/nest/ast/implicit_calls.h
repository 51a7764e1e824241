// What runs without a call that names it: constructors and destructors, initial values of members, defaults
// of arguments, `get` of structured bindings, functions that are handed on by name, and what the library
// makes of the user's types.
#pragma once

#include "nest/ast/ast.h"

namespace appyl {

/// Code that a statement runs and that is not in its subtree.
struct ImplicitCode {
  /// What a member, an argument or a part of a binding begins with.
  struct Value {
    const clang::Expr* expression = nullptr;
    std::string of;  // its name
  };
  std::vector<const clang::FunctionDecl*> functions;
  std::vector<Value> values;
};

/// Of this node of the tree alone; the call that it may be is among them.
ImplicitCode runBy(const clang::Stmt* part);

/// Beside the body of a function: a constructor's initialisers, the destructors of members and bases, sizes
/// in the types of parameters.
ImplicitCode runBeside(const clang::FunctionDecl* definition);

/// What the library may run for objects of the type: constructors, destructors and operators that the user
/// has written for it, for what it consists of and for what it is a template of.
ImplicitCode runForObjects(clang::QualType type);

/// `__attribute__((cleanup(f)))` calls it where the variable's life ends.
const clang::FunctionDecl* cleanupOf(const clang::VarDecl* variable);

/// The destructors that run at the end of an object of the type and that a user has written, also those of
/// its members, bases and elements.
std::vector<const clang::CXXDestructorDecl*> destructorsOf(clang::QualType type);

/// Is there such a destructor that is not known to do nothing?
bool doesAtEnd(clang::QualType type);

}  // namespace appyl
