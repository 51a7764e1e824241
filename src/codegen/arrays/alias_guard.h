// `--alias-guard`: distinct names are taken not to overlap; this tests at run time whether that holds. Input:
// a kernel. Output: the condition under which the addresses that it touches lie apart, made of the subscripts
// at the ends of the loops' ranges and of containers' data() and size().
#pragma once

#include "codegen/text/loop_text.h"
#include "directive/source.h"
#include "support/condition_text.h"

namespace appyl {

struct AliasGuard {
  ConditionText apart;   // `a + n <= b || b + n <= a`; empty: no two arrays of the kernel can overlap
  std::string obstacle;  // why there is none although they may: `the subscripts of 'a' are not affine`
};

AliasGuard guardAgainstOverlap(const Kernel& kernel, const LoopWriter& writer, const Source& source);

/// The polynomials' comparison `condition >= 0` in 64-bit arithmetic, both sides positive: `(long long)n <=
/// (long long)pitch`.
std::string comparisonText(const Polynomial& condition, const LoopWriter& writer);

/// All of the conditions, as one.
std::string allOf(const std::vector<ConditionText>& conditions);

/// The proof's assumptions as comparisons. Each also holds where the loops do not run in which the program
/// evaluates it.
std::vector<ConditionText> assumptionTexts(const Kernel& kernel, const LoopWriter& writer);

}  // namespace appyl
