// Calls inside a kernel: which functions the device has, which have to be copied for it, and which it cannot
// run.
#pragma once

#include "nest/ast/ast.h"

#include <string>
#include <vector>

namespace appyl {

struct DeviceCall {
  enum class Kind {
    AsIs,    // the device has it: CUDA's library, constexpr functions
    Copy,    // a function of the program, visible: a copy is made
    Refuse,  // [appyl-host-call]
  } kind = Kind::AsIs;
  const clang::FunctionDecl* definition = nullptr;  // Copy: the one with the body, the template's own
  std::string why;                                  // Refuse
};

/// What messages call it: constructors by their class.
std::string nameInMessages(const clang::FunctionDecl* function);

/// Does the method only compute with members: no elements of arrays, which a loop may change, and no further
/// calls?
bool returnsMember(const clang::CXXMethodDecl& method, const Directives& directives);

DeviceCall onDevice(const clang::FunctionDecl* callee);

/// Why a function, or one that it calls, has no correct device code for complex numbers; empty where it has.
/// nvcc generates no code at all for what uses the compiler's complex numbers, without a message;
/// appyl/cuda/complex.hpp has replacements for the most important functions.
std::string complexRefusal(const clang::FunctionDecl* callee);

/// What the device cannot do: allocation, exceptions, static variables. Empty where there is nothing.
std::string hostOnly(const clang::Stmt* statement, const clang::ASTContext& context);

/// The functions that a call may mean: in templates more than one, where the function is overloaded.
std::vector<const clang::FunctionDecl*> candidatesOf(const clang::CallExpr* call);

/// The function that a call names, in templates the only candidate; null where that is not known.
const clang::FunctionDecl* calleeOf(const clang::CallExpr* call);

}  // namespace appyl
