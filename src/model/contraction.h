// Products of matrices and their relatives, by what a nest computes and not by how it is written: every
// element of C is a start plus the sum over one loop of products of an element of A and an element of B, and
// what becomes of the sum. The nest's loops and accesses come in; which loop plays which part comes out.
#pragma once

#include "directive/source.h"
#include "nest/ir/loop_nest.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>

namespace appyl {

struct Directives;
struct Kernel;

/// A, B or C: an array with a subscript for each of its dimensions, of the counters and what no iteration
/// changes. A mentions the counters of the rows and of the terms, B those of the columns and of the terms, C
/// those of the rows and columns, and each the counters of the batches.
struct Matrix {
  int array = -1;  // index in LoopNest::arrays
  std::vector<Polynomial> subscripts;
};

/// Elements have no terms beyond a diagonal. Counted from the first term, row and column, A has term p of row
/// i for p <= i + shift, or for p >= i; B likewise by the columns.
struct TermsEdge {
  bool isOfRows = true;  // else of the columns
  bool isLast = true;    // p <= i + shift; else p >= i
  std::int64_t shift = 0;

  bool operator==(const TermsEdge&) const = default;
};

/// The sum, over the terms of one loop or of several, of scale * a * b.
struct SumOfProducts {
  Matrix a, b;
  std::vector<int> terms;  // indices in LoopNest::loops, outermost first: one at least
  std::optional<TermsEdge> edge;
  const clang::Expr* scale = nullptr;  // no iteration changes it
  bool isNegative = false;             // the products are subtracted
};

/// for each row, column and batch:  c = tail(start + the sum of products + further ones)
///
/// Where B and C are vectors there are no columns.
struct Contraction : SumOfProducts {
  Matrix c;
  int rows = -1, columns = -1;  // indices in LoopNest::loops
  std::vector<int> batches;     // the other loops, outermost first

  // Added to the same elements. C holds the sums in between: it has their type, and no tail asks for what it
  // held before.
  std::vector<SumOfProducts> further;

  enum class Region { Full, Lower, Upper } region = Region::Full;  // j <= i, j >= i

  // Row i of A and row i of C may overlap, and no others: A's is read before C's is written.
  bool isInPlace = false;

  // Of a template whose instances are not known: it is one where this parameter stands for a type that the
  // kernels calculate with; null: always.
  const clang::TemplateTypeParmDecl* onlyFor = nullptr;

  clang::QualType sum;       // what products and sums are computed in
  bool isOfNumbers = false;  // these, and all elements, are some that a device calculates with
  const clang::VarDecl* variable = nullptr;  // that the source sums up in; null: C's element itself

  enum class Start { Zero, Element, Value } start = Start::Zero;
  const clang::Expr* startValue = nullptr;  // of which an element of C may be a part
  bool scalesElement = false;               // `c *= startValue`
  // The loops whose counters stand for the column in there and in `stored`.
  int startColumns = -1, storeColumns = -1;

  std::vector<const clang::Stmt*> tail;                   // what happens to the variable before it is stored
  const clang::Expr* stored = nullptr;                    // the value that C's element gets; null: the sum
  clang::BinaryOperatorKind storedBy = clang::BO_Assign;  // or BO_AddAssign, ...: combined with the element
  const clang::Expr* mirror = nullptr;  // of a triangle: the element across the diagonal, which gets the same

  const clang::Expr* update = nullptr;       // `s += a[i][k] * b[k][j]`
  std::vector<const clang::Expr*> elements;  // every mention of C's element in the nest
};

/// nullopt where the nest is anything else, or where the sums could come out different by more than the
/// rounding of a reassociated sum. `instances`: of the template around, in which types are known.
std::optional<Contraction> recogniseContraction(const Kernel& kernel, const std::vector<LoopNest>& instances,
                                                const Source& source);

inline bool isTerm(const SumOfProducts& sum, int loop) {
  return std::find(sum.terms.begin(), sum.terms.end(), loop) != sum.terms.end();
}

/// `c[i][j] += alpha * a[i][k] * b[k][j], summed over k`
std::string print(const Contraction& contraction, const LoopNest& nest);

}  // namespace appyl
