// What the function around a nest does with a variable of which each iteration has its own: who has given it
// a value before, and who may still read it afterwards by another name.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Has it a value when the nest begins? A variable that nobody has given one cannot be copied in without a
/// warning of the compiler's.
bool hasValueBefore(const clang::VarDecl* variable, const LoopNest& nest);

/// What statements of the function that may run before the nest give a value.
std::set<const clang::ValueDecl*> givenValueBefore(const clang::Stmt* nest,
                                                   const clang::FunctionDecl* function);

/// Does a pointer to it, an object with a reference, a lambda that is made outside of `nest` still lead to it
/// when the nest has ended? Plain references to it and lambdas that are called directly do not count: the
/// data flow follows these.
bool isHeldAfter(const clang::VarDecl* variable, const clang::Stmt* nest, const clang::FunctionDecl* function,
                 const Source& source);

/// The reference, which is not just `auto& r = t;`, was made of something that the function knows by another
/// name, too, or that others can reach: `auto& r = f(t);`, `auto& r = (g(), t);`.
bool hasNamesBeside(const clang::VarDecl* reference, const clang::FunctionDecl* function,
                    const Directives& directives);

/// A pointer, a reference or a view that somebody has made of the array in front of the nest still leads to
/// the one that is there.
bool hasOtherName(const clang::VarDecl* array, const LoopNest& nest, const Directives& directives);

}  // namespace appyl
