// Arrays that the callers of a function hold on the device.
#pragma once

#include "directive/source.h"

namespace appyl {

/// Does every call of the parameter's function that is in sight, one at least, happen inside a `data` region that
/// says how much of the argument it holds? Calls from other files are not known: a launch asks again when it runs.
bool isHeldByCallers(const clang::ParmVarDecl* parameter, const Source& source);

}  // namespace appyl
