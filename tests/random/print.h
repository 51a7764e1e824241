// The text of random functions. A function is spelled twice from the same values, with its directives and
// without.
#pragma once
#include "program.h"

namespace random_programs {

// Of all arrays and parameters those that the function mentions, in the order of its parameters.
struct Parameters {
  explicit Parameters(const Function& function);
  std::vector<const Array*> arrays;
  std::vector<const Symbol*> symbols;
};
std::string signature(const Function& function);
// Declares what holds the array's elements.
std::string memberOf(const Array& array);

// One function; the sequential original has no directives, and loops where others have grid calls.
std::string print(const Function& function, bool withDirectives, bool asCalls = false);

// A source with these functions, with directives or without, and what they include and call; in a namespace,
// or in none where there is no name. `standard` is that of C++.
std::string printSource(const std::vector<Function>& functions, const std::string& nameSpace,
                        const std::vector<bool>& withDirectives, int standard = 20);

// In the namespace `library`, for the end of a source: those functions that have grid calls, with calls that
// nothing translates.
std::string printLibraryCalls(const std::vector<Function>& functions);

}  // namespace random_programs
