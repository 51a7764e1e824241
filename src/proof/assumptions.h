// What verdicts take for granted, in the user's own names.
#pragma once

#include "proof/proof.h"

#include <string>

namespace appyl::proving {

/// `n <= lda` of lda - n >= 0, `p != q` of (p - q)^2 - 1 >= 0.
std::string assumptionText(const Polynomial& condition);

/// In the user's own names; what always holds is none.
void addAssumption(Proof& proof, const LoopNest& nest, const Polynomial& assumed);

/// These, and what the nest takes as not negative where the ranges of its loops do not say so.
void addAssumptions(Proof& proof, const LoopNest& nest, const std::vector<Polynomial>& assumed);

/// The 2 of `m <= 2`, and nothing where only relations of sizes, or their signs, are taken for granted: where
/// `m <= w` fails no run is meant, but one with m = 3 is.
std::optional<std::int64_t> smallestLimit(const Proof& proof);

}  // namespace appyl::proving
