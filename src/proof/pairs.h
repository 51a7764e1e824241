// Two accesses to one array, before the proof asks where they meet: whether that would matter, and whether
// the answer is already known.
#pragma once

#include "proof/proof.h"

namespace appyl::proving {

/// Have two accesses to one element a part of it in common?
enum class Overlap { None, Possible, Certain };
Overlap overlapOf(const Access& one, const Access& other);

/// Does what is found out about one access hold for the other?
bool isAlike(const Access& a, const Access& b);

/// Do they happen in the same iterations and at the same elements, whatever they do there?
bool areInOnePlace(const Access& a, const Access& b);

/// Atomic updates whose order cannot be observed.
bool commute(const Access& one, const Access& other);

/// What depends on the order of two atomic updates that meet and do not commute.
Unknown whyOrdered(const LoopNest& nest, int one, int other);

}  // namespace appyl::proving
