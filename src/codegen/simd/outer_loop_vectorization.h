// Iterations beside each other whose inner loops walk down columns: `for j: for i: sum += a[i][j]`. A strip
// of them takes each step of the inner loops together, along the rows, and keeps what each iteration knows in
// arrays:
//
//     float sum[256];
//     for (j in the strip) sum[j - first] = 0;
//     for (i ...)
//       for (j in the strip) sum[j - first] += a[i][j];
//
// Each iteration does what it did in the same order; that they take turns is what `parallel` says.
#pragma once

#include "codegen/simd/lane_guards.h"
#include "directive/source.h"
#include "model/kernel.h"
#include "nest/ast/source_ranges.h"

namespace appyl {

struct OuterLoopVectorization {
  std::vector<const clang::VarDecl*> kept;     // numbers that each iteration has for itself
  std::vector<const clang::VarDecl*> outside;  // those of them that are declared in front of the nest
  std::vector<const clang::Stmt*> statements;  // of the body, in their order
  Axis piece;  // the grid's last dimension, as many iterations at once as a strip has
  std::map<const clang::Stmt*, LaneGuard> guards;  // of inner loops
  std::set<const clang::Stmt*> gathering;          // inner loops that find their rows by a value in memory
  std::map<const clang::Stmt*, std::vector<std::string>> own;  // of each lane in one step of an inner loop
};

/// nullopt where the nest has another form, or nothing is won.
std::optional<OuterLoopVectorization> outerLoopVectorization(const Kernel& kernel, const Source& source);

/// The edits of the body: `header` goes through one strip, from `text.first` on.
std::optional<std::vector<TextEdit>> stripEdits(const OuterLoopVectorization& strips, const Kernel& kernel,
                                                const std::string& header, const GuardText& text,
                                                const Source& source);

/// In place of the loop's header: `float sum[256];`, below the header over blocks where the strips go
/// `inBlocks`.
std::string stripHead(const OuterLoopVectorization& strips, const LoopText& text, bool inBlocks,
                      clang::ASTContext& context);

}  // namespace appyl
