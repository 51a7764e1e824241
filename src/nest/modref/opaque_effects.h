// What a nest may change in ways that the analysis does not follow: lvalues that are no names, members or
// elements, references that objects hold, the methods of an unknown class, assembly.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Adds these effects to LoopNest::opaqueEffects.
void noteOpaqueEffects(LoopNest& nest, const Source& source);

}  // namespace appyl
