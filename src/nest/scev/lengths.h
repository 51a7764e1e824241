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

  /// Of an array as it is met for the first time.
  std::vector<Length> lengthsOf(const AccessPath& place) const;

  /// `v.size()` and `a.extent(1)`, of an array that the nest asks for its size; once all of the nest is read.
  /// `element`: an access to it.
  void addSizes(const LoopNest& nest, Array& array, const clang::Expr* element) const;

  /// The size with which the variable was declared is what the expression says here.
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
