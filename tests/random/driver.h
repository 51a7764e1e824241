// The programs that call random functions.
#pragma once
#include "program.h"

namespace random_programs {

// Compares `original` with `translated`: `driver [first [end]]` calls both versions of the functions of these
// places in the list on equal data, says `begin` and `end` with the name of each, and `differs` where they
// leave different elements.
std::string printDriver(const std::vector<Function>& functions);

// A program of its own with the function and its directives, that prints what its arrays hold after each
// call.
std::string printTest(const Function& function);

}  // namespace random_programs
