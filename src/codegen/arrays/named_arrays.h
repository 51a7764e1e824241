// The arrays of a nest by the names that they have in front of it.
#pragma once

#include "model/kernel.h"

#include <clang/AST/ASTContext.h>

#include <string>
#include <vector>

namespace appyl {

/// One name through which elements are reached, as it is written in front of the nest.
struct NamedArray {
  std::string base;  // `a`, `this->a`, `image.pixels`
  const clang::ValueDecl* root = nullptr;
  bool throughPointer = false;  // behind the root: `p->a`
  clang::QualType type;  // null where it cannot be named there
  bool reads = false, writes = false;
  std::vector<const Access*> accesses;
};

/// May the nest's function name the member?
bool isAccessible(const clang::FieldDecl& field, const LoopNest& nest);

/// The arrays from outside the nest. `exposed`: private members can be named, too.
std::vector<NamedArray> namedArrays(const LoopNest& nest, bool exposed = false);

/// Does everything behind the first subscript lie in the element itself, not behind a pointer?
bool liesInside(const NamedArray& named, const Array& array, const LoopNest& nest,
                const clang::ASTContext& context);

/// A member on the way to an array that the nest's function may not name.
struct PrivateMember {
  const clang::FieldDecl* field = nullptr;
  std::string text;    // by which it would be named: `g.cells`
  std::string object;  // that has it: `g`, `*g`
};
std::vector<PrivateMember> privateMembers(const Array& array, const LoopNest& nest);
inline std::vector<PrivateMember> privateMembers(const NamedArray& named, const LoopNest& nest) {
  return privateMembers(nest.arrays[named.accesses.front()->array], nest);
}

}  // namespace appyl
