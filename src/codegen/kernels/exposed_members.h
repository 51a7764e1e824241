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

/// Adds the private members that a method, called with `prefix` (`g.`), uses. False: no pointer to one of
/// them can be made.
bool exposeMembers(const clang::CXXMethodDecl* definition, const std::string& prefix, const LoopNest& nest,
                   const Directives& directives, std::vector<ExposedMember>& members);

/// Adds the private members on the way to the nest's arrays that pointers lead to. Returns one to which no
/// pointer can be made, or null.
const clang::FieldDecl* exposeArrays(const LoopNest& nest, std::vector<ExposedMember>& members);

/// The tags of a file, by member and by the scope in which they are declared.
using ExposedTags = std::map<std::pair<const clang::FieldDecl*, const clang::DeclContext*>, std::string>;

/// The declarations, in front of the kernel, of members that are not yet in `known`; sets their tags. `names`
/// are in use.
std::string declareExposed(std::vector<ExposedMember>& members, const LoopNest& nest, ExposedTags& known,
                           std::set<std::string>& names, const clang::ASTContext& context);

/// `g.cells` -> `appyl::cuda::member<Grid_cells>(g)`, everywhere in generated host code.
std::string withExposed(std::string text, const std::vector<ExposedMember>& members);

}  // namespace appyl
