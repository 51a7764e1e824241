// Objects that calls in a nest hand over to functions without a name for them: what functions return, what is
// made for the call.
#pragma once

#include "nest/ir/loop_nest.h"

namespace appyl {

struct Directives;

/// Does a parameter of a function that the nest calls stand for such objects, and otherwise for those only
/// that have names of their own?
bool namesTemporaries(const clang::ValueDecl* named, const LoopNest& nest, const Directives& directives);

}  // namespace appyl
