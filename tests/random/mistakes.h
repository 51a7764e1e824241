// Breaks one thing in a function that was right, of the things that people break.
#pragma once
#include "program.h"

namespace random_programs {

// The kinds of mistakes; `kind` counts them from 0.
inline constexpr int mistakeKinds = 7;

// False where the function has no place for a mistake of this kind. To be called before arrays are fitted, so
// that what the broken function touches exists, but `plantTooLong` after it.
bool plant(Function& function, int kind, std::uint64_t seed);
bool plantTooLong(Function& function, std::uint64_t seed);

}  // namespace random_programs
