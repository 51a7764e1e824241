// Private members of objects from outside, which a launch hands to its kernel: appyl/cuda/private_member.hpp
// has them.
#pragma once

#include "codegen/arrays/named_arrays.h"
#include "nest/ast/ast.h"
#include "nest/ir/loop_nest.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace appyl {

struct ExposedMember {
  PrivateMember member;
  std::string tag;  // `Grid_cells`
};

/// Adds the private members that a method which is called with `prefix`, `g.`, uses. False: one of them
/// cannot be pointed to.
bool exposeMembers(const clang::CXXMethodDecl* definition, const std::string& prefix, const LoopNest& nest,
                   const Directives& directives, std::vector<ExposedMember>& members);

/// Adds those on the way to the nest's arrays, which pointers lead to. The one that cannot be pointed to, or
/// null.
const clang::FieldDecl* exposeArrays(const LoopNest& nest, std::vector<ExposedMember>& members);

/// The tags of a file, by member and by the scope in which they are declared.
using ExposedTags = std::map<std::pair<const clang::FieldDecl*, const clang::DeclContext*>, std::string>;

/// The declarations in front of the kernel of those that are not yet in `known`, and the tags. `names` are in
/// use.
std::string declareExposed(std::vector<ExposedMember>& members, const LoopNest& nest, ExposedTags& known,
                           std::set<std::string>& names, const clang::ASTContext& context);

/// `g.cells` -> `appyl::cuda::member<Grid_cells>(g)`, wherever generated code of the host has it.
std::string withExposed(std::string text, const std::vector<ExposedMember>& members);

}  // namespace appyl
