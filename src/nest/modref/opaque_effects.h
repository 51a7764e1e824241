// What a nest may change in ways that nobody follows: lvalues that are no names, members or elements,
// references that objects hold, the methods of an unknown class, assembly.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Adds it to LoopNest::opaqueEffects.
void noteOpaqueEffects(LoopNest& nest, const Source& source);

}  // namespace appyl
