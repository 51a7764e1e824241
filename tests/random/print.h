// The text of random programs. A function is spelled twice from the same values, with its directives and
// without; the driver calls both versions on equal data and compares what they leave.
#pragma once
#include "program.h"

namespace random_programs {

// One function; the sequential original has no directives.
std::string print(const Function& function, bool withDirectives);

// A source with these functions in a namespace, with directives or without, and what they include and call.
std::string printSource(const std::vector<Function>& functions, const std::string& nameSpace,
                        const std::vector<bool>& withDirectives);

// The program that compares `original` with `translated`: `driver [first [end]]` runs the functions of these
// places in the list, says `begin` and `end` with the name of each, and `differs` where the two differ.
std::string printDriver(const std::vector<Function>& functions);

}  // namespace random_programs
