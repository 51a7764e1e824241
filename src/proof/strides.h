// Flat indices as the multi-dimensional ones they stand for. `(i*m + j)*k + l` has the strides m*k, k and 1;
// where 0 <= j < m and 0 <= l < k, two such indices are equal exactly when their i, j and l are, and those
// are affine.
//
//     i*lda + j     strides lda, 1     parts i | j     needs 0 <= j < lda: by j < n, if n <= lda
//
// A part that cannot be shown to stay within its stride may still be meant to: `n <= lda` is then recorded as
// an assumption.
#pragma once

#include "nest/ir/loop_nest.h"
#include "proof/relation.h"
#include "support/integer_set.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace appyl::proving {

/// factor * product of uniform symbols; each stride of a list divides the one before it, the last is 1.
struct Stride {
  std::int64_t factor = 1;
  Monomial sizes;

  bool operator==(const Stride&) const = default;
};
using Strides = std::vector<Stride>;

/// One way to read a dimension of an array.
struct Reading {
  Polynomial
      offset;  // that all accesses share (`a[offset + i*n + j]`), set aside before the strides are looked for
  Strides strides;
  bool negated =
      false;            // all accesses count down, as in `a[n - 1 - (i*m + j)]`: what is read is the negative
  bool isLate = false;  // worth trying where nothing else helps, and without assumptions
  std::set<std::string> selectors;  // `t % 2` of `buf[t % 2*n + i]`: no size although nothing changes it

  bool operator==(const Reading&) const = default;
};

struct Layout {
  std::vector<Reading> readings;  // worth trying, the one with the fewest assumptions first
  bool comparable =
      true;  // false where sizes do not divide each other (`a[i*s + j*t]`): either may be the outer one
};
Layout layoutOf(const LoopNest& nest, int array, std::size_t dimension);

/// It mentions `t % m`, as a symbol of its own.
bool mentionsRemainder(const LoopNest& nest, const Polynomial& subscript);

/// `(i + color) % 2` is not negative where i + color is not: what that takes of the quotients and remainders
/// that decide where the part lies.
std::vector<Constraint> signsOf(const LoopNest& nest, const Access& access, const Polynomial& part);

/// Such signs under which the two accesses, as written in the dimensions given, never meet in two iterations
/// of the loop.
std::optional<std::vector<Constraint>> apartBySigns(const LoopNest& nest, int loop,
                                                    const std::pair<const Access*, const Access*>& accesses,
                                                    bool areSame, const std::vector<std::size_t>& dimensions,
                                                    Solver& solver);

/// Has each loop around the access, under the conditions, still two iterations in which it happens, if it has
/// two at all? `m <= 2` is no size of a run that goes from 1 to m - 1.
bool leaveRoom(const LoopNest& nest, const Access& access, const std::vector<Constraint>& conditions,
               Solver& solver);

/// The same for every loop of the nest.
bool leaveRoomEverywhere(const LoopNest& nest, const std::vector<Constraint>& conditions, Solver& solver);

struct Split {
  Parts parts;                          // one per stride, outermost first
  std::vector<Constraint> assumptions;  // under which every part but the outermost stays within its stride
};

/// nullopt when a part certainly leaves its stride, or its position is not known.
std::optional<Split> splitSubscript(const LoopNest& nest, const Access& access, std::size_t dimension,
                                    const Reading& reading, Solver& solver);

/// The sizes that the access multiplies by, which are taken to be at least 1.
std::vector<Constraint> positiveSizes(const LoopNest& nest, const Access& access);

}  // namespace appyl::proving
