// The run over the sources of one command: read, translate (several at a time), and write or compare in the
// sources' order.
#pragma once

#include "options.h"

namespace appyl {

/// The exit status: 0 done; 1 an error in a source or a difference; 2 wrong usage, or a file that cannot be
/// read or written.
int run(const CommandLine& commandLine);

}  // namespace appyl
