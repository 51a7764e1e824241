// What a kernel needs from the function around its nest: each variable, member and container that the nest
// names becomes a parameter of the kernel, by which the nest's text goes on. Constants and lambdas of the
// function are copied as they stand.
#pragma once

#include "codegen/arrays/array_ranges.h"
#include "codegen/kernels/exposed_members.h"
#include "codegen/text/loop_text.h"
#include "codegen/text/nest_text.h"
#include "codegen/text/type_text.h"
#include "directive/source.h"
#include "nest/ir/loop_nest.h"

#include <map>

namespace appyl {

/// One parameter of the kernel.
struct Capture {
  enum class Kind {
    Value,      // passed by value
    Pointer,    // a pointer that is subscripted: the device's in its place
    Array,      // a C array: a pointer to its elements
    Container,  // a std::vector, std::span, std::unique_ptr<T[]>: a pointer to its elements
    View,       // an appyl::view: one of the device's elements
  } kind = Kind::Value;
  const clang::ValueDecl* root = nullptr;  // the variable; the member of the current object
  std::string host;                        // in front of the nest: `n`, `this->rows`, `grid.u`, `x.size()`
  std::string value;                       // ... where the nest may not come to ask for it: `(p ? p->n : 0)`
  std::string name;                        // in the kernel
  clang::QualType type;                    // of `host`, without reference; null: std::size_t
  bool isConst = true;                     // of a container: by none of its names the elements can be changed
  bool asksBounds = false;                 // of a container: `v.at(i)`, `v.back()`, `for (double x : v)`
  std::string openType;  // what the kernel's template calls the `auto` in it, which its arguments decide
};

/// An object from outside that a function is handed by reference or pointer.
struct ObjectOnHost {
  std::string host;  // in front of the nest: `grid`, `p`
  bool isPointer = false;
  const clang::ValueDecl* root = nullptr;  // its variable

  bool operator==(const ObjectOnHost&) const = default;
};

/// A member function of an object from outside, a function that is handed one, or one that reads the host's
/// global arrays: it becomes a lambda in the kernel, which uses the kernel's parameters.
struct CopiedMethod {
  const clang::FunctionDecl* definition = nullptr;
  std::string object;  // in front of its members: `g.`; empty: the current object, or none
  std::map<const clang::ValueDecl*, ObjectOnHost> given;  // what parameters stand for, which the lambda lacks
  std::string name;                                       // of the lambda
};

struct Captures {
  std::vector<Capture> list;                  // in the order of their first mention
  std::map<const clang::Expr*, int> of;       // a mention -> index in `list`
  std::set<int> writable;                     // of which a mention gives an element that may be changed
  std::vector<const clang::VarDecl*> copied;  // constants and lambdas: declared again in the kernel
  std::vector<const clang::TypeDecl*> types;  // of the function or its class, named in the nest
  std::set<const clang::ValueDecl*> namedInTypes;  // used only in `decltype(n)`
  std::vector<const clang::Decl*> usings;     // `using namespace` and the like of the function
  std::vector<CopiedMethod> methods;
  std::vector<ExposedMember> exposed;        // that the methods use
  std::vector<std::size_t> methodOrder;      // each behind those that it calls
  std::vector<std::vector<TextEdit>> edits;  // names in the nest; then in each method
  std::set<const clang::CallExpr*> calls;    // that these edits have rewritten
  /// Mentions of constant tables, which are to name the device's copies: in the nest; then in each method.
  std::vector<std::vector<const clang::DeclRefExpr*>> tables;
};

/// Variables of which the kernel has its own.
struct KernelVariables {
  std::set<const clang::ValueDecl*> locals;  // that it declares
  std::set<const clang::VarDecl*> tables;    // constants, of which the device has copies
};

/// `first`: expressions that the kernel needs besides
/// the nest's text. `skipped`: parts of the nest whose text is replaced. nullopt: an error was reported.
std::optional<Captures> readCaptures(const LoopNest& nest, const KernelVariables& variables,
                                     const std::vector<const clang::Expr*>& first,
                                     const std::set<const clang::Stmt*>& skipped, LoopWriter& writer,
                                     const Source& source);

}  // namespace appyl
