// Calls inside a kernel: which functions the device has, which have to be copied for it, and which it cannot
// run. The host's versions stay as they are.
#pragma once

#include "loops/ast.h"
#include "support/diagnostics.h"
#include "target/edits.h"
#include "target/nest_text.h"

#include <set>
#include <string>

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

DeviceCall onDevice(const clang::FunctionDecl* callee, const clang::ASTContext& context);

/// Why a function, or one that it calls, has no right code on the device for complex numbers; empty where it
/// has. nvcc makes none at all of what uses the compiler's complex numbers, without a word;
/// appyl/cuda/complex.hpp has the most important again.
std::string complexRefusal(const clang::FunctionDecl* callee);

/// What the device cannot do: allocation, exceptions, static variables. Empty where there is nothing.
std::string hostOnly(const clang::Stmt* statement, const clang::ASTContext& context);

/// The function that a call names, in templates the only candidate; null where that is not known.
const clang::FunctionDecl* calleeOf(const clang::CallExpr* call);

/// Copies of the program's functions with `__device__`, each made once for a file, right behind the original.
class DeviceFunctions {
 public:
  DeviceFunctions(std::set<std::string>& names, const Directives& directives, clang::ASTContext& context,
                  Diagnostics& diags)
      : names(names), directives(directives), context(context), diags(diags) {}

  /// Adds the edits that make `call` one of what the device has, which may be copies of several functions
  /// where a template leaves open which of them it means. False: an error was reported, by `refuse` or
  /// otherwise.
  bool rewriteCall(const clang::CallExpr* call, std::vector<TextEdit>& edits,
                   llvm::function_ref<void(const std::string& why)> refuse);

  /// `[=](float x)` -> `[=] __host__ __device__(float x)`, for a lambda that a kernel is handed; the call
  /// operator of a class of the file likewise. False: an error was reported.
  bool makeCallable(const clang::CXXRecordDecl* record);

  /// The insertions since the last time that this was asked.
  Edits takeCopies() { return std::exchange(copies, {}); }

 private:
  std::set<std::string>& names;  // in use
  const Directives& directives;
  clang::ASTContext& context;
  Diagnostics& diags;
  std::map<const clang::FunctionDecl*, std::string> known;
  std::set<unsigned> callable;  // where those that it was asked for begin
  std::set<std::string> own;    // names of copies: overloads share one
  Edits copies;

  /// The name of the copy; `from` is the call. Empty: an error was reported.
  std::string copyOf(const clang::FunctionDecl* definition, const clang::CallExpr* from);
  void declareEarly(const clang::FunctionDecl* definition, const std::string& name);
  bool rewriteBody(const clang::FunctionDecl* definition, std::vector<TextEdit>& edits);
  bool makeLambdaCallable(const clang::CXXRecordDecl* lambda, unsigned offset);
  bool rewriteMember(const clang::Expr* expression, std::vector<TextEdit>& edits);
};

}  // namespace appyl
