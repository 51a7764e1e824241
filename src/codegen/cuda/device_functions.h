// The program's functions for the device: copies with `__device__`, and calls of them. The host's versions
// stay as they are.
#pragma once

#include "codegen/kernels/operator_instances.h"
#include "codegen/text/edits.h"
#include "codegen/text/nest_text.h"
#include "directive/record.h"
#include "directive/source.h"
#include "nest/ast/ast.h"
#include "nest/ast/call_instances.h"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace appyl {

/// Copies of the program's functions with `__device__`, each made once for a file: right behind the original,
/// those of headers behind the `#include`.
class DeviceFunctions {
 public:
  DeviceFunctions(std::set<std::string>& names, const Macros& macros, const Source& source)
      : names(names), macros(macros), source(source), mainFile(source.ast.getSourceManager().getMainFileID()) {}

  /// Adds the edits that make `call`, which is put in `scope`, call what the device has: copies of several
  /// functions, where a template leaves open which one is meant. False: an error was reported, by `refuse` or
  /// otherwise.
  bool rewriteCall(const clang::CallExpr* call, const clang::DeclContext* scope, std::vector<TextEdit>& edits,
                   llvm::function_ref<void(const std::string& why)> refuse);

  /// The functions that an operator calls in a template's instances become the device's where they stand;
  /// other statements need nothing. False: an error was reported, by `refuse` or otherwise.
  bool makeOperatorCallable(const clang::Stmt* statement,
                            llvm::function_ref<void(const std::string& why)> refuse);

  /// Makes a function, which a template of ours calls by its name, the device's where it stands. False: an
  /// error was reported, by `refuse` or otherwise.
  bool makeCallable(const clang::FunctionDecl* function,
                    llvm::function_ref<void(const std::string& why)> refuse);

  /// `[=](float x)` -> `[=] __host__ __device__(float x)`, for a lambda that a kernel is handed; the call
  /// operator of a class of the file likewise. False: an error was reported.
  bool makeCallable(const clang::CXXRecordDecl* record);

  /// The name of the device's copy of a constant table; nullopt: it cannot be copied.
  std::optional<std::string> copyOf(const clang::VarDecl* table);

  /// Makes a mention of a table that `scope` encloses name the device's copy. False: it cannot.
  bool rewriteTable(const clang::DeclRefExpr* reference, const clang::DeclContext* scope,
                    std::vector<TextEdit>& edits);

  /// Adds the edits that make the methods of a class of a function the device's, in a copy of it. False: an
  /// error was reported.
  bool markMethods(const clang::CXXRecordDecl* local, std::vector<TextEdit>& edits);

  /// The insertions since the last call of this function.
  Edits takeCopies() { return std::exchange(copies, {}); }

  /// The host may use its own version of the function nowhere, now that a kernel calls the copy.
  void allowUnused(const clang::FunctionDecl* definition);

 private:
  std::set<std::string>& names;  // in use
  const Macros& macros;
  Source source;
  const clang::FileID mainFile;
  std::map<const clang::FunctionDecl*, std::string> known;
  std::map<const clang::VarDecl*, std::string> tables;
  std::set<const clang::FunctionDecl*> declared;  // in front of their own kernels
  std::set<unsigned> callable;  // where those that it was asked for begin
  std::set<std::string> own;    // names of copies: overloads share one
  std::set<unsigned> mayBeUnused;  // places of functions
  Edits copies;

  std::shared_ptr<const CallInstances> instances;  // made when they are first asked for
  std::shared_ptr<const OperatorInstances> operators;

  bool isKnown(const clang::CallExpr* call, const std::vector<const clang::FunctionDecl*>& candidates,
               bool needsCopy);

  const std::set<const clang::FunctionDecl*>& instancesOf(const clang::CallExpr* call);

  /// The name of the copy. `from`: the call; `isCalled`: certainly. Empty: an error was reported.
  std::string copyOf(const clang::FunctionDecl* definition, const clang::CallExpr* from, bool isCalled);
  bool declareInFront(const clang::FunctionDecl* definition, const std::string& name);
  void declareEarly(const clang::FunctionDecl* definition, const std::string& name);
  const clang::DeclContext* scopeAt(const clang::Decl* declaration, clang::FileID file) const;
  std::optional<unsigned> behindInclude(clang::FileID file) const;
  bool rewriteBody(const clang::FunctionDecl* definition, std::vector<TextEdit>& edits);
  bool makeAnew(const clang::VarDecl& variable, const clang::Stmt* mention, std::vector<TextEdit>& edits);
  bool makeLambdaCallable(const clang::CXXRecordDecl* lambda, unsigned offset);
  std::optional<unsigned> placeInSource(clang::SourceLocation begin) const;
  std::optional<unsigned> placeOf(const clang::FunctionDecl* declaration) const;
  bool isWholeInMacro(const clang::FunctionDecl* definition) const;
  bool namesPrivateMembers(const clang::FunctionDecl* method) const;
  bool isInSource(const clang::FunctionDecl* function) const;
  bool makeCallable(const clang::FunctionDecl* function);
  std::optional<bool> makeInstancesCallable(const clang::CallExpr* call);
  bool runsOnDevice(const clang::FunctionDecl* function);
  bool rewriteMember(const clang::Expr* expression, std::vector<TextEdit>& edits);
};

}  // namespace appyl
