// Which parallel loops of a nest may run in any order. A LoopNest comes in; for each of its parallel loops
// comes out whether two of its iterations can touch one element that one of them writes, with the sizes that
// this takes for granted. "Independent" is a proof, a Conflict is two concrete iterations that were checked
// by evaluating the subscripts, and everything between is Unknown with the reason.
#pragma once

#include "nest/ir/loop_nest.h"

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace appyl {

/// No two iterations touch one element that one of them writes.
struct Independent {};

/// They do only in updates of these reductions.
struct Reduced {
  std::vector<int> reductions;  // indices in LoopNest::reductions
};

/// One access as it happens in one iteration.
struct Occurrence {
  int access = -1;  // index in LoopNest::accesses
  std::vector<std::pair<int, std::int64_t>>
      counters;  // loop and value, for the loops around the access, outermost first
};

/// Two iterations of one loop, in the order in which they run sequentially, that touch the same element.
/// A pair of accesses that both read and write (`a[0] += x[i]`) is named only where no other pair conflicts
/// on that array.
struct Conflict {
  std::map<std::string, std::int64_t> parameters;  // the smallest sizes found for which it happens
  Occurrence first, second;
  std::vector<std::int64_t> subscripts;  // of the element
  std::string sentence;                  // `iteration i = 4 reads a[3], which iteration i = 3 writes`
};

struct Unknown {
  std::string why;  // `subscript 'idx[i]' of 'a' is not affine`
  int access = -1;  // where; -1 where it is no single access
  int effect = -1;  // ... but this one of LoopNest::opaqueEffects
};

using Verdict = std::variant<Independent, Reduced, Conflict, Unknown>;

struct LoopProof {
  int loop = -1;  // a parallel loop of the nest
  Verdict verdict;
  std::vector<Conflict> moreConflicts;  // on further arrays, where the verdict is a Conflict
  std::vector<Unknown> moreUnknown;     // what else is open, where it is Unknown
};

inline bool isOpen(const LoopProof& loop) { return std::holds_alternative<Unknown>(loop.verdict); }
inline bool isConflict(const LoopProof& loop) { return std::holds_alternative<Conflict>(loop.verdict); }

/// A size relation that the verdicts take for granted: `c[i * ldc + j]` needs `n <= ldc`.
struct Assumption {
  Polynomial condition;  // >= 0, over values that the nest does not change
  std::string text;      // `n <= ldc`
};

/// An index that certainly lies outside its array, in an iteration that certainly runs; with sizes, an
/// example of what happens for all of them for which the access happens at all.
struct OutOfBounds {
  std::map<std::string, std::int64_t> parameters;
  Occurrence where;
  int dimension = 0;
  std::int64_t index = 0, extent = 0;
};

struct Proof {
  std::vector<LoopProof> loops;  // one per parallel loop, in the nest's order
  std::vector<Assumption> assumptions;
  std::vector<OutOfBounds> outOfBounds;  // the first one of each access and dimension

  const Verdict* verdictOf(int loop) const;
};

/// Decides every parallel loop of the nest in bounded work. Looks at no AST.
Proof prove(const LoopNest& nest);

/// For `--dump=proof`.
std::string print(const Proof& proof, const LoopNest& nest);

}  // namespace appyl
