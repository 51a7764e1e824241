// What the functions, members and classes of the standard libraries do, by their names: the rows of
// support/library.def. That a declaration is of a library, `isOfLibrary` and `libraryTemplate` say.
#pragma once

#include "nest/ir/loop_nest.h"

#include <clang/AST/Decl.h>
#include <llvm/ADT/StringRef.h>

#include <initializer_list>
#include <optional>

namespace appyl {

/// Of functions and members; what each means stands in library.def.
enum class Fact {
#define LIBRARY_FACT(fact, meaning) fact,
#include "support/library.def"
};

enum class ClassFact {
#define LIBRARY_CLASS_FACT(fact, meaning) fact,
#include "support/library.def"
};

/// Has the function with that name one of the facts? `name`: without `std::`, with or without `__builtin_`.
bool functionIs(llvm::StringRef name, std::initializer_list<Fact> facts);

/// Likewise for a member function, of whichever class of the library.
bool memberIs(llvm::StringRef name, std::initializer_list<Fact> facts);

/// Is it a function of namespace std that has one of the facts? Null: no.
bool isStandard(const clang::FunctionDecl* callee, std::initializer_list<Fact> facts);

/// Likewise for a class or class template, by the name that `libraryTemplate` gives.
bool classIs(llvm::StringRef name, std::initializer_list<ClassFact> facts);

inline bool functionIs(llvm::StringRef name, Fact fact) { return functionIs(name, {fact}); }
inline bool isStandard(const clang::FunctionDecl* callee, Fact fact) { return isStandard(callee, {fact}); }
inline bool memberIs(llvm::StringRef name, Fact fact) { return memberIs(name, {fact}); }
inline bool classIs(llvm::StringRef name, ClassFact fact) { return classIs(name, {fact}); }

/// By which operator it combines values: `max`, `fetch_add`, `std::plus`.
std::optional<ReductionOperator> operatorOfFunction(llvm::StringRef name);
std::optional<ReductionOperator> operatorOfMember(llvm::StringRef name);
std::optional<ReductionOperator> operatorOfClass(llvm::StringRef name);

}  // namespace appyl
