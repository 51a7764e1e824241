// What the generator leaves out, because the translator is known to get it wrong or to refuse it: other
// mistakes would not be seen beside it. A flag and its use are removed when the cause is.
#pragma once
#include <array>
#include <cstdint>

namespace random_programs::known {

// Arrays of numbers have no reduction by && and ||, which would make 0 or 1 of elements that no iteration
// updates.
inline constexpr bool logicalArraysAreRefused = true;
// A diagonal of a flat array, a[i * pitch + i], is not proved, since the pitch might be 0.
inline constexpr bool diagonalsAreUnproved = true;
// Clang finds no vectors for some `simd` loops, such as those in which `std::min` chooses between elements,
// and warns of it.
inline constexpr bool someLanesAreNotTaken = true;
// Counters that are declared outside of their loop are unused on the device.
inline constexpr bool outerCountersAreUnused = true;
// A member in a macro is refused for CUDA, whose kernels give it another name.
inline constexpr bool membersInMacrosAreRefused = true;
// A row of a flat array whose length is one of two values by a condition, of which one depends on a counter, is
// not taken to stay below the pitch: a race for a small pitch is an error.
inline constexpr bool choicesOfCountersAreRefused = true;
// Clang warns of an OpenMP loop whose unsigned counter is compared with a number of a longer type.
inline constexpr bool longBoundsAreWarnedOf = true;

// The blocks of programs whose inner loops are empty begin outside of their arrays, as do those of
// a[(i + 1) * pitch + i], whose rows are taken to have pitch + 1 elements and a column -1. Nothing is wrong
// with what is translated; `--target model` shows it.
inline constexpr bool modelBlocksLieOutside = true;

// A tile that is computed from blocks of one element, or a sum over such a part of a dimension, is refused for
// CUDA.
inline constexpr bool blocksOfOneAreRefused = true;
// A masked load of a block that may stick out is refused for CUDA, where the mask says nothing about the array's
// end.
inline constexpr bool masksOfPartsAreRefused = true;

// Functions that are translated wrongly or refused wrongly, and are left out until that is mended.
inline constexpr std::array<std::uint64_t, 0> failing = {};

}  // namespace random_programs::known
