// What pieces of code do to a variable, put together: in a row, as alternatives, as loops and calls.
#pragma once

#include "nest/dataflow/definite_assignment.h"

namespace appyl {

/// One piece of code after another.
Flow sequence(const Flow& first, const Flow& second);

/// One of two pieces of code.
Flow either(const Flow& one, const Flow& other);

/// Code that may not run at all.
Flow perhaps(const Flow& flow);

/// A statement after which nothing runs: what holds on the paths through it is vacuous. `how`: the field of
/// Flow for paths that leave by this kind of jump.
Flow jump(bool Flow::* how);

/// Unreachable code: any claim about its writes holds vacuously.
Flow never();

/// A loop's body, seen from behind the loop: its jumps end there. `end`: the code that follows every turn,
/// also the last one; `continue` leads to it.
Flow asLoop(Flow body, const Flow& end);

/// A function's body, seen from behind a call: its returns end there.
Flow asCalled(Flow body);

}  // namespace appyl
