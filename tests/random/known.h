// What the generator leaves out, because the translator is known to get it wrong: other mistakes would not be
// seen beside it. A flag is set to false when its mistake is repaired.
#pragma once
#include <cstddef>

namespace random_programs::known {

// Transfers to the device, and blocks of the model, reach past the last element that a step or an inner loop
// touches. Arrays have spare elements and rows for them.
inline constexpr bool transfersReachTooFar = true;
inline constexpr std::size_t spareElements = transfersReachTooFar ? 600 : 0;
inline constexpr int spareRows = transfersReachTooFar ? 8 : 0;
// On the device the extents of arrays are not known where a step is.
inline constexpr bool stepsHideExtents = true;
// A diagonal of a flat array, a[i * pitch + i], is refused, since the pitch might be 0.
inline constexpr bool diagonalsAreRefused = true;
// Unsigned counters that descend under schedule(dynamic) are counted wrongly by GCC.
inline constexpr bool unsignedCountdownsAreMiscounted = true;
// Counted outer loops of perfect nests get a `collapse` that does not compile.
inline constexpr bool countedNestsDoNotCompile = true;
// Reductions by && and || make 0 or 1 of what no iteration updates.
inline constexpr bool logicalReductionsNormalise = true;
// Counters that are declared outside of their loop are unused on the device.
inline constexpr bool outerCountersAreUnused = true;

}  // namespace random_programs::known
