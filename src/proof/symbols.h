// What the proof needs to know of a nest's symbols: which ones every iteration sees alike, which ones say
// nothing, and between which polynomials a value lies.
#pragma once

#include "nest/ir/loop_nest.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace appyl::proving {

/// Every polynomial of the nest.
void forEachPolynomial(LoopNest& nest, const std::function<void(Polynomial&)>& visit);

/// The nest with one access for each case of those that have some; `origins`: per access the one it was.
LoopNest withCases(const LoopNest& nest, std::vector<int>& origins);

/// The nest with what holds in front of it as a condition of each access.
LoopNest withContext(LoopNest nest);

/// The nest with compile-time constants in place of the parameters that have one, folded through quotients
/// and minima.
LoopNest withConstants(const LoopNest& nest);

/// The nest with one symbol for all that are computed in the same way, and the halves of products of
/// neighbours, `i*(i + 1)/2` and `(i*i - i)/2`, as the first of them and what is affine beside it.
LoopNest withTriangles(const LoopNest& nest);

/// The nest with `t % m` as a symbol of its own in subscripts in which it is t - m * (t / m); nullopt where
/// there is none.
std::optional<LoopNest> withRemainders(const LoopNest& nest);

/// The nest with what variables in front of it are set to in their place, `n * n` for the `plane` of `const
/// int plane = n
/// * n;`; nullopt where there is none.
std::optional<LoopNest> withDefinitions(const LoopNest& nest);

/// The nest with pointers that move followed.
LoopNest withFollowed(LoopNest nest);

/// The nest with the loops that count although they are not canonical as canonical ones.
LoopNest withCounted(LoopNest nest);

/// The nest with the iterations of loops whose step is a value of run time numbered one by one: `i` becomes
/// `first + s * i`, and an inner `for (k = i; k < i + s; ++k)` goes from 0 to s, as does `for (k = t * s; k <
/// (t + 1) * s; ++k)`. What is independent there is so in the nest. nullopt where there is no such loop.
std::optional<LoopNest> countedInSteps(const LoopNest& nest);

/// A name that the nest does not know is opaque: nothing is known of it.
const Symbol& symbolOf(const LoopNest& nest, const std::string& name);

/// Nothing is known of its value, but for what its type may hold.
bool isOpaque(const Symbol& symbol);

/// It is the value of a type such as a byte's: from 0 to `most`.
bool isBoundByType(const Symbol& symbol);

/// The polynomials that a derived symbol is computed from; none for the others.
std::vector<const Polynomial*> operandsOf(const Symbol& symbol);

/// The polynomial's symbols with those that they are computed from.
std::set<std::string> allSymbols(const LoopNest& nest, const Polynomial& polynomial);

bool mentionsOpaque(const LoopNest& nest, const Polynomial& polynomial);

/// No iteration of the nest changes it: a parameter, or computed from parameters only.
bool isUniform(const LoopNest& nest, const std::string& symbol);

/// A parameter that a loop goes up to or begins at, wherever the others around it stand: the n of `i < n`,
/// not the k of `i <= j + k`.
bool isExtent(const LoopNest& nest, const std::string& symbol);

/// The loop's bounds as the proof can use them; absent ones are unknown.
struct Range {
  std::optional<Polynomial> least, greatest;  // of the counter, both included
};
Range rangeOf(const Loop& loop);

/// Polynomials over uniform symbols that are never below (`upper`) or never above the given one wherever
/// `access` happens. Each is a bound of its own; none where a term has no known bound.
std::vector<Polynomial> uniformBounds(const LoopNest& nest, const Access& access,
                                      const Polynomial& polynomial, bool upper);

/// `polynomial` with `value` for `symbol`; nullopt when a coefficient overflows.
std::optional<Polynomial> replace(const Polynomial& polynomial, const std::string& symbol,
                                  const Polynomial& value);

/// The access's guards that may be combined with its subscripts. A guard over an opaque symbol speaks of the
/// symbol's value where the condition stands, which the body may have changed since.
std::vector<Constraint> usableGuards(const LoopNest& nest, const Access& access);

}  // namespace appyl::proving
