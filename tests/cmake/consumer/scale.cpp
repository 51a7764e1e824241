// Needs a header of its own folder, one of an include path with a space, and definitions of its target.
#include "factor.h"

#include <settings.h>

#include <string_view>
#include <vector>

static_assert(__cplusplus >= 202002L);
static_assert(std::string_view(NAME) == "a name");

void scale(std::vector<int>& values) {
#pragma parallel block
  for (int i = 0; i < static_cast<int>(values.size()); ++i) values[i] = values[i] * FACTOR + (SETTING << SHIFT);
}
