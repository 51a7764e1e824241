// Everything below a piece of the program, types and their parts included. Clang's class template for it
// costs each source that makes an instance of it several seconds; here it is made once.
#pragma once

#include <clang/AST/DeclBase.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/TypeLoc.h>

#include <functional>

namespace appyl {

/// The functions that are called for each node, from the outside inwards; nodes of a kind without a function
/// are passed over. Where one returns false, the whole walk ends.
struct Visits {
  std::function<bool(clang::Decl*)> declaration = nullptr;
  std::function<bool(clang::Stmt*)> statement = nullptr;
  std::function<bool(clang::Type*)> type = nullptr;             // what is meant
  std::function<bool(clang::TypeLoc)> typeAsWritten = nullptr;  // where it stands
  bool withInstances = false;                                   // those of templates
  bool withImplicitCode = false;                                // the `==` of `a != b`
};

void visitBelow(clang::Decl* declaration, const Visits& visits);
void visitBelow(const clang::Stmt* statement, const Visits& visits);
void visitBelow(clang::QualType type, const Visits& visits);

/// A statement or expression that lies inside more than `limit` others; null where there is none.
const clang::Stmt* nestedDeeperThan(unsigned limit, llvm::ArrayRef<clang::Decl*> declarations);

/// A reference that is initialised with itself, `int& r = r;`, or such a pointer; null where there is none.
/// To follow what such names stand for would never end.
const clang::VarDecl* beginsAsItself(llvm::ArrayRef<clang::Decl*> declarations);

}  // namespace appyl
