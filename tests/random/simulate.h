// Runs the loops of a function, without its values, to find out which elements it touches. From that come the
// extents of arrays, the pitches of flat ones, and constants that keep subscripts from being negative.
#pragma once
#include "visit.h"

namespace random_programs {

// Sets extents, pitches and counts, and shifts subscripts. Loop headers whose spelling would step out of the
// counter's type are given a plainer one. False where the function runs too long for a test.
bool fitArrays(Function& function);

}  // namespace random_programs
