// What verdicts take for granted, in the user's own names.
#pragma once

#include "proof/proof.h"

#include <string>

namespace appyl::proving {

/// `n <= lda` of lda - n >= 0, `p != q` of (p - q)^2 - 1 >= 0.
std::string assumptionText(const Polynomial& condition);

/// Likewise, without the numbers that tell symbols of one name apart.
std::string assumptionAsWritten(const LoopNest& nest, const Polynomial& condition);

/// Adds the assumption in the user's own names, unless it always holds.
void addAssumption(Proof& proof, const LoopNest& nest, const Polynomial& assumed);

/// Adds these, and what the nest takes as not negative unless the ranges of its loops show it.
void addAssumptions(Proof& proof, const LoopNest& nest, const std::vector<Polynomial>& assumed);

/// The 2 of `m <= 2`; nullopt where only relations of sizes, or their signs, are taken for granted: no run is
/// meant in which `m <= w` fails, but one with m = 3 is.
std::optional<std::int64_t> smallestLimit(const Proof& proof);

}  // namespace appyl::proving
