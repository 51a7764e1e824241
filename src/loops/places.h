// An lvalue -> the array it is an element of, and its subscripts. Looks through pointer arithmetic, `&a[i * n]`, local pointers
// and references that are set once, containers, and functions and lambdas whose body is one `return`.
#pragma once

#include "loops/symbols.h"

namespace appyl {

struct Place {
  const clang::ValueDecl* root = nullptr; // the variable or field
  std::string path;                       // `[].x` for a[i].x, `.data[]` for s.data[i]; empty for a plain `a[i]`
  std::vector<std::optional<Polynomial>> subscripts;
  std::vector<const clang::Expr*> indices; // the expressions in the subscripts, to be read for their own accesses
  std::string why;                         // a subscript that is no polynomial, or a pointer from memory: what it is
  bool throughMemory = false;              // a pointer that was itself loaded from an array
};

class PlaceReader {
public:
  PlaceReader(SymbolReader& symbols, const clang::ASTContext& context) : symbols(symbols), context(context) {}

  std::optional<Place> readLvalue(const clang::Expr* expression);
  /// What a pointer points to: the last subscript is its offset there.
  std::optional<Place> readPointer(const clang::Expr* expression);

  /// From here on `pointer`, which the nest changes, points to what `value` does; until `forget`.
  void assign(const clang::ValueDecl* pointer, const clang::Expr* value);
  void forget(const clang::ValueDecl* pointer) { pointers.erase(pointer); }

private:
  SymbolReader& symbols;
  const clang::ASTContext& context;
  std::map<const clang::ValueDecl*, Place> pointers; // assigned in the nest
  int depth = 0;

  void subscript(Place& place, const clang::Expr* index);
  void offset(Place& place, const clang::Expr* index, bool negative);
  std::optional<Place> inlined(const clang::CallExpr* call, const clang::FunctionDecl* callee, unsigned firstArgument);
};

} // namespace appyl
