// The arguments of a call that computes a contraction: its sizes, by the bounds of the loops, and its
// matrices, by the places and distances of their elements.
#pragma once

#include "codegen/arrays/array_ranges.h"
#include "codegen/kernels/captures.h"
#include "codegen/text/loop_text.h"
#include "model/kernel.h"

#include <clang/AST/ASTContext.h>

#include <optional>
#include <string>
#include <vector>

namespace appyl {

struct ContractionCall;

/// Inside of a CUDA kernel, with its names and the edits of its text. null: in front of the nest.
struct InKernel {
  const Captures& captures;
  const std::vector<TextEdit>& edits;
  const ContractionCall& inFront;
};

class ContractionOperands {
 public:
  ContractionOperands(const Kernel& kernel, LoopWriter& writer, const clang::ASTContext& context,
                      bool forDevice, const InKernel* inKernel);

 protected:
  const InKernel* inKernel;
  const std::string space;  // of names, with `::`
  const LoopNest& nest;
  const Contraction& contraction;
  LoopWriter& writer;
  const clang::ASTContext& context;
  std::vector<NamedArray> arrays;
  std::vector<int> batches;  // outermost first
  std::vector<int> joined;   // those whose products are one, with all of their rows
  bool good = true;          // nothing was met that cannot be written

  const Loop& loop(int index) const { return nest.loops[index]; }
  std::string written(const clang::Expr* expression) const;
  std::string operandText(const clang::Expr* expression) const;
  bool isZero(const std::optional<Polynomial>& value) const;
  static void add(std::string& sum, const std::string& term, const char* between = " + ");

  // Sizes.
  std::string extent(int index) const;
  std::string rows() const;
  std::string columns() const;
  std::string terms(const SumOfProducts& sum);
  std::string termsToEdge(const SumOfProducts& sum);
  Polynomial firstTerm(const SumOfProducts& sum) const;

  // Matrices. nullopt: what is not known in front of the nest is part of it.

  /// A or B, with all that is special about its terms.
  std::optional<std::string> factor(const SumOfProducts& sum, const Matrix& operand, int rows, int columns,
                                    bool isA);
  /// A vector where there are no columns. `sum`: whose factor it is.
  std::optional<std::string> matrix(const Matrix& operand, int rows, int columns,
                                    const SumOfProducts* sum = nullptr);

 private:
  /// Where the first element of an array is, and the distances of its elements along each dimension.
  struct Storage {
    std::string first;
    std::vector<std::string> strides;
  };

  std::string symbolName(const std::string& symbol);
  std::string text(const Polynomial& value);
  std::string scaled(const Polynomial& value, const std::string& stride);
  std::optional<std::string> extentOf(clang::QualType type) const;
  std::optional<Storage> storageOf(int array, std::size_t rank) const;
  bool goesOn(const Matrix& operand, const Loop& outer, const Loop& inner) const;
  std::optional<std::string> distance(const Matrix& operand, int index);
};

}  // namespace appyl
