// Pragmas that belong to others, in a header of the user.
#pragma once
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
inline int ignored(int unused) { return 1; }
#pragma GCC diagnostic pop
