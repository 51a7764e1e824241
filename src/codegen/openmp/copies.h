// What the threads get copies of, because compilers could not tell that the nest leaves it alone. LLVM shares
// names by their addresses, keeps the bounds of a loop that a construct distributes in memory, and reads all
// of this again after each store that may change it according to its type, which prevents vectorisation.
#pragma once

#include "codegen/arrays/containers.h"
#include "directive/source.h"
#include "nest/ir/loop_nest.h"

#include <clang/AST/ASTContext.h>

#include <string>
#include <vector>

namespace appyl {

struct Directives;

/// Does the nest store bytes, which may be a part of any object?
bool storesBytes(const LoopNest& nest, const clang::ASTContext& context);

/// May stores change the bound of the construct that distributes the loop?
bool mayChangeBound(const LoopNest& nest, int loop, const clang::ASTContext& context);

/// Does GCC (12) fail to see that the iterations of a loop which the construct distributes are independent?
/// It compares the addresses of ten pairs of arrays at most, and does not vectorise loops whose unsigned
/// counter begins or reaches elsewhere.
bool hidesIndependence(const LoopNest& nest, int loop, const clang::ASTContext& context);

/// Do the types of all stored numbers show, also to Clang, what the stores leave alone: no members of unions,
/// no enumerations?
bool arePlainStores(const LoopNest& nest, const clang::ASTContext& context);

/// Are all stored elements reached through names that can be copied?
bool areReachedByCopies(const LoopNest& nest, const Directives& directives);

/// Why threads need copies of more than numbers.
struct CopyReasons {
  /// Stores may change the bound of the loop that the construct distributes.
  bool keepsBound = false;
  /// Lanes read under a condition: what is shared LLVM then reads in places that it makes no lanes of.
  bool lanesChoose = false;
};

/// Names for `firstprivate`: of numbers that say which elements the nest means and how far its inner loops
/// go, where stores may change them; of what leads to elements that are stored, where the bound is at
/// stake; of everything, where characters are stored or lanes choose. All of it is only read, and by its name
/// alone. `pointers` lead to the elements of containers.
std::vector<std::string> copiesInThreads(const LoopNest& nest, CopyReasons reasons,
                                         const ElementPointers& pointers, const Source& source);

}  // namespace appyl
