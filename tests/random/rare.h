// Rarer ways to write what a function has. None changes what it computes.
#pragma once
#include "program.h"

namespace random_programs {

// Gives a function whose arrays fit some of these forms.
void addRareForms(Function& function);

// Takes the forms of one kind away, counted from 0. False where there are none.
inline constexpr int rareKinds = 5;
bool removeRareForms(Function& function, int kind);

// Replaces what C++17 does not have.
void makeFitForCxx17(Function& function);

}  // namespace random_programs
