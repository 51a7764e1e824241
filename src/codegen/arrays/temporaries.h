// Objects that calls in a nest hand over to functions without a name for them: what functions return, what is
// made for the call.
#pragma once

#include "nest/ir/loop_nest.h"

namespace appyl {

struct Directives;

/// Is it a parameter, of a function that the nest calls, that stands for such objects, and besides them only
/// for objects that have names of their own?
bool namesTemporaries(const clang::ValueDecl* named, const LoopNest& nest, const Directives& directives);

}  // namespace appyl
