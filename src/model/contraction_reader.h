// The steps of recognising a contraction in a nest, in the order of their sections; see contraction.h.
#pragma once

#include "directive/source.h"
#include "model/contraction.h"
#include "model/products.h"

#include <map>
#include <set>

namespace appyl {

/// One loop on the way to the sum, and what its body does around the next one.
struct ContractionLevel {
  int loop = -1;
  std::vector<const clang::Stmt*> before, after;
  std::vector<int> earlier;  // loops of their own in front of the next one
  int startLoop = -1;        // the one of them that sets what is summed up in
};

/// An array of an iteration's own, and the loop that stores its sums.
struct SumRow {
  const clang::VarDecl* array = nullptr;  // null: there is none
  int loop = -1;                          // that declares it
  int storeLoop = -1;
  const Access* store = nullptr;  // of C
  const clang::Expr* value = nullptr;
};

inline clang::QualType bare(clang::QualType type) { return type.getNonReferenceType().getUnqualifiedType(); }

class ContractionReader {
 public:
  ContractionReader(const LoopNest& nest, const Source& source);

  /// nullopt: it is none.
  std::optional<Contraction> run();

 private:
  const LoopNest& nest;
  Source source;
  const clang::Stmt* root;
  std::map<const clang::Stmt*, int> loopOf;
  std::map<const clang::Expr*, const Access*> accessOf;
  std::set<const clang::ValueDecl*> modified;
  std::vector<ContractionLevel> path;
  const clang::Expr* update = nullptr;
  const clang::Expr* updated = nullptr;  // its target
  std::vector<Product> products;
  std::vector<const clang::Expr*> earlierUpdates;  // of the loops in front
  // `c` is what the source sums up in: an element of C, or of the row.
  const Access *a = nullptr, *b = nullptr, *c = nullptr, *mirror = nullptr, *mirrored = nullptr;
  SumRow row;
  bool hasStart = false;
  std::set<const clang::ValueDecl*> locals;  // of the tail
  Contraction found;

  const Loop& loop(int index) const { return nest.loops[index]; }
  const std::string& symbol(int index) const { return nest.loops[index].symbol; }
  const Access* accessAt(const clang::Expr* expression) const;

  // The shape of the nest.
  std::vector<const clang::Stmt*> statementsOf(const clang::Stmt* body) const;
  bool followLoops();
  bool isCounted(const Loop& each) const;

  // A row of sums.
  void takeRow(int here, std::vector<const clang::Stmt*>& statements);
  bool readRow();
  bool checkRow();
  bool readStartOfRow();
  bool readTailOfRow();

  // The sum.
  bool readUpdate();
  bool readProducts(const clang::Expr* update, std::vector<Product>& into);
  bool readEarlier();
  bool isEarlierSum(int index);
  bool isSum(clang::QualType type) const;
  void noteElement(const clang::Expr* mention);
  bool isInvariant(const clang::Expr* expression) const;
  bool mentionsWritten(const clang::Stmt* part) const;

  // Which loop does what.
  bool findTerms();
  bool termsAreInnermost() const;
  std::vector<const clang::Stmt*>* behindTerms();
  bool findStore();
  bool isRegular(const Access& access) const;
  bool isAffine(const Polynomial& value) const;
  bool isNameable(const std::string& name) const;
  bool mentions(const Access& access, int index) const;
  bool goesAlong(int index) const;
  bool assignRoles();
  bool readFurther(const Product& product, int terms);
  bool isMatrixForVector() const;
  Matrix operand(const Access& access) const;

  // What the sum starts at, and what becomes of it.
  std::size_t levelOf(int index) const;
  bool readStart();
  bool isSameRange(const Loop& one, const Loop& other) const;
  bool readStartFrom(const clang::Stmt* statement, bool mayStart);
  bool readStartValue(const clang::Expr* value);
  bool isZero(const clang::Expr* value) const;
  bool readTail();
  void takeMirror();
  bool isElement(const Access& access) const;
  bool isInert(const clang::Stmt* statement) const;
  bool isFragment(const clang::Stmt* part);

  // Ranges.
  bool checkRanges();
  bool readEdge(SumOfProducts& sum) const;
  bool edgeKeepsTerms(const SumOfProducts& sum) const;
  bool checkFurther();
  bool readsElement(const clang::Stmt* part) const;
  bool startsAtRow(const Loop& each) const;
  bool endsAtRow(const Loop& each) const;
  bool checkMirror() const;

  // C's elements.
  bool checkElements() const;
  bool isDimensionOfItsOwn() const;

  // The rest.
  bool nothingElse() const;
  bool namesBinding() const;
  bool hasOnlyKnownUses() const;
  bool mentionsVariableInProduct(const clang::Expr* update) const;
};

}  // namespace appyl
