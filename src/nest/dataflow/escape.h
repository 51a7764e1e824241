// What the function around a nest does with a variable of which each iteration has its own: which code gives
// it a value before, and which may still read it afterwards by another name (escape).
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Has the variable a value when the nest begins? Compilers warn of a copy-in of a variable without a value.
bool hasValueBefore(const clang::VarDecl* variable, const LoopNest& nest);

/// The variables to which statements of the function that may run before the nest give a value.
std::set<const clang::ValueDecl*> givenValueBefore(const clang::Stmt* nest,
                                                   const clang::FunctionDecl* function);

/// May the variable be read through a pointer to it, an object with a reference, or a lambda made outside of
/// `nest`, when the nest has ended? Plain references to it and lambdas that are called directly do not count:
/// the data-flow analysis follows these.
bool isHeldAfter(const clang::VarDecl* variable, const clang::Stmt* nest, const clang::FunctionDecl* function,
                 const Source& source);

/// The reference, which is not just `auto& r = t;`, was made from something that the function also knows by
/// another name, or that other code can reach: `auto& r = f(t);`, `auto& r = (g(), t);`.
bool hasNamesBeside(const clang::VarDecl* reference, const clang::FunctionDecl* function,
                    const Directives& directives);

/// Has the function made a pointer, a reference or a view of the array in front of the nest? It still leads
/// to the original array, not to a copy.
bool hasOtherName(const clang::VarDecl* array, const LoopNest& nest, const Directives& directives);

}  // namespace appyl
