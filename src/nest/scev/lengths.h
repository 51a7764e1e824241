// How many elements an array certainly has where its type does not say so: from its initial size, a `shape`
// clause, or `v.size()` in a nest that uses it. Only the search for indices that are certainly outside uses
// this.
#pragma once

#include "directive/source.h"
#include "nest/access/access_paths.h"

namespace appyl {

class LengthReader {
 public:
  LengthReader(const LoopNest& nest, ScalarEvolution& symbols, const Source& source)
      : nest(nest), symbols(symbols), source(source) {}

  /// The lengths of an array at its first access.
  std::vector<Length> lengthsOf(const AccessPath& place) const;

  /// `v.size()` and `a.extent(1)` of an array whose size the nest asks for; called when all of the nest is
  /// read. `element`: an access to the array.
  void addSizes(const LoopNest& nest, Array& array, const clang::Expr* element) const;

  /// The expression still has the value with which the variable was declared.
  bool isStill(const clang::VarDecl* variable, const clang::Expr* size) const;

 private:
  const LoopNest& nest;
  ScalarEvolution& symbols;
  Source source;

  bool isHandedToObject(const clang::VarDecl* variable) const;
  std::optional<Polynomial> made(const AccessPath& place) const;
  std::optional<Polynomial> shaped(const AccessPath& place) const;
};

}  // namespace appyl
