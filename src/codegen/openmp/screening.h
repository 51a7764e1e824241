// Minima and maxima, which few iterations change. A block of iterations is looked through in lanes first;
// only where one of them would change a result does the block run as it is written:
//
//     int improves = 0;
//     #pragma omp simd reduction(|:improves)
//     for (i of the block) improves |= x[i] < best;
//     if (improves)
//       for (i of the block)
//         if (x[i] < best) { best = x[i]; at = i; }
//
// If no iteration would change the results from before the block, the block changes none of them, and they
// are the same for the next block. So all bits are those of the loop as it is written. Sums beside them are
// added up in the first loop.
#pragma once

#include "directive/source.h"
#include "model/kernel.h"
#include "nest/ast/source_ranges.h"

namespace appyl {

struct LoopText;
struct OpenMPSetting;

struct Screening {
  /// The condition for an update to change its variable: `condition` has the value `holds` or, without a
  /// condition, `left comparison right` has it.
  struct Test {
    const clang::Expr* condition = nullptr;
    const clang::Expr *left = nullptr, *right = nullptr;
    const char* comparison = "<";
    bool holds = true;
    std::string type;  // to which the operands are converted, where one has another
  };
  Axis piece;                                    // of the innermost loop, a block's iterations at once
  std::vector<const clang::Stmt*> declarations;  // of its body, that the first loop needs
  std::vector<const clang::Stmt*> sums;
  std::vector<Test> tests;
  std::vector<const clang::Stmt*> removed;  // from the body as it is written, for the second loop
};

/// nullopt where the innermost loop does something else, or may not run as lanes.
std::optional<Screening> screeningOf(const OpenMPSetting& setting);

/// Adds the two loops that replace the innermost one to the edits of the nest. `text`: that loop in blocks.
/// `improves`: a new name.
void screenLoop(const OpenMPSetting& setting, LoopText& text, const std::string& improves,
                std::vector<TextEdit>& edits);

}  // namespace appyl
