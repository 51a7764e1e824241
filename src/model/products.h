// The product in a sum of products: `alpha * a[i][k] * b[k][j]` in whatever order and through whatever
// casts, as two elements of arrays and what they are multiplied by.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

#include <map>

namespace appyl {

struct Product {
  std::vector<const clang::Expr*> elements;  // expressions of accesses, as LoopNest::accesses has them: two
  const clang::Expr* scale = nullptr;        // no iteration changes it
  bool isNegative = false;
};

/// The sums that a nest of products may be computed in: whatever is not as wide could lose digits that the
/// source keeps, or keep digits that it loses.
bool isTypeOfSums(clang::QualType type);

/// Without parentheses, casts and conversions; `types`: what it is converted to, the innermost first.
const clang::Expr* uncast(const clang::Expr* expression, std::vector<clang::QualType>& types);

/// The types of elements that can be converted to a sum's, and back.
bool isTypeOfElements(clang::QualType type);

class ProductReader {
 public:
  /// `isElement`: is the expression an access? `isInvariant`: does no iteration change its value?
  ProductReader(clang::QualType sum, const clang::Stmt* root, const Source& source,
                std::function<bool(const clang::Expr*)> isElement,
                std::function<bool(const clang::Expr*)> isInvariant);

  /// nullopt where it is no such product, or where one of its parts is not computed in the type of the sum.
  std::optional<Product> read(const clang::Expr* expression);

  /// Converted to the sum's type on the way, with no other type in between that could change it.
  bool convertsToSum(clang::QualType from, const std::vector<clang::QualType>& types) const;

 private:
  clang::QualType sum;
  const clang::Stmt* root;
  Source source;
  std::function<bool(const clang::Expr*)> isElement, isInvariant;
  std::set<const clang::ValueDecl*> modified;
  Product product;

  bool isSum(clang::QualType type) const;
  bool readPart(const clang::Expr* expression);
};

}  // namespace appyl
