// What a kernel touches through each name, as ranges of elements in terms of values that are known in front
// of the nest: the arrays with their accesses come in, [low, high) for each comes out.
#pragma once

#include "codegen/arrays/named_arrays.h"
#include "model/kernel.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

/// Elements [low, high) of a pointer or C array, by its first subscript.
struct ElementRange {
  Polynomial low, high;

  bool operator==(const ElementRange&) const = default;
};

/// The iterations in which an access happens, as far as they can be told in front of the nest.
struct AccessDomain {
  struct Values {
    Polynomial low, high;
  };
  std::map<int, Values> counters;      // by loop, of parameters and the counters of loops around it
  std::vector<Polynomial> conditions;  // >= 0 where it happens at all, besides what each loop asks for itself
  bool exact = true;                   // false: it may happen in fewer iterations, or in none
};

/// Finds the ranges of accesses. What it takes for granted about the signs of parameters is collected.
class RangeReader {
 public:
  /// `computed`: ends may be quotients, remainders, minima and maxima of parameters too.
  explicit RangeReader(const LoopNest& nest, bool computed = false) : nest(nest), computes(computed) {}

  std::vector<Polynomial> signs;  // >= 0 where the ranges are right

  /// Where all iterations of the loops around the access touch it. nullopt: the subscript is not affine.
  std::optional<ElementRange> rangeOf(const Access& access);

  /// A loop that runs, or a condition that holds, in some iterations only narrows the loops around the
  /// access.
  AccessDomain domainOf(const Access& access);

  /// Adds a range to those known: one range where the two can be compared. Returns which one it is in.
  std::size_t merge(std::vector<ElementRange>& ranges, const ElementRange& range) const;

  /// A parameter that is known not to be negative: from here on its sign is not asked for.
  void takeAsPositive(const std::string& name) { positive.insert(name); }

  /// A parameter, or a variable of the function, that is a pointer.
  bool isPointer(const std::string& name) const;

  /// A symbol of an end.
  const Symbol& symbol(const std::string& name) const;

  /// A parameter that can be written as it is named, or something that is computed from such.
  bool isKnown(const std::string& name) const;

 private:
  const LoopNest& nest;
  bool computes;
  std::set<std::string> positive;
  std::map<std::string, Symbol> own;  // symbols that ends are made of and that the nest does not have

  struct GuardedSum {
    Polynomial sum, scale, least;  // of counters; what it is multiplied by; what it is at least
    Polynomial rest;               // of the value
  };

  /// By its type: what `const size_t pitch = n;` is made of counts as a size, too.
  bool isUnsigned(const std::string& name) const;
  std::optional<Polynomial> withRemainder(const Polynomial& value, const std::string& quotient,
                                          const Polynomial& dividend, const Polynomial& divisor);
  Polynomial withRemainders(Polynomial value);
  bool isMonotone(const Polynomial& value) const;
  bool sharesCounters(const std::string& name, const Polynomial& value, const Access& access);
  bool areDigits(const Symbol& one, const Symbol& other, const Access& access);
  void addCounters(const Polynomial& value, std::set<std::string>& found) const;
  bool bound(Polynomial& value, const Access& access, bool greatest);
  std::string counterIn(const Monomial& product) const;
  std::optional<GuardedSum> guardedSum(const Polynomial& value, const Access& access, bool greatest);
  Polynomial greaterOf(const Polynomial& one, const Polynomial& other, const Access& access);
  Polynomial lesserOf(const Polynomial& one, const Polynomial& other, const Access& access);
  bool holdOrRequire(const std::vector<Polynomial>& conditions, const Access& access);
  std::optional<Polynomial> endOfQuotient(const Symbol& symbol, const Access& access, bool greatest);
  std::optional<Polynomial> endOfRemainder(const Symbol& symbol, const Access& access, bool greatest);
  bool endOfBranch(Polynomial& value, const Polynomial& condition, const Access& access, bool greatest);
  std::optional<Polynomial> endOfChoice(const Symbol& symbol, const Access& access, bool greatest);
  bool holdsWhereRun(const Polynomial& value, const Access& access) const;
  bool resolve(Polynomial& value, const Access& access, bool greatest);
  std::optional<Polynomial> boundOf(const Symbol& symbol, const Access& access, bool greatest);
  std::optional<Polynomial> computed(Symbol::Kind kind, const Polynomial& left, const Polynomial& right);
  bool includes(const Polynomial& whole, const Polynomial& part, Symbol::Kind kind) const;
  static std::optional<Polynomial> beforeEnd(const Loop& loop);
  std::optional<Polynomial> firstOf(const Loop& loop);
  std::optional<Polynomial> onLattice(const Loop& loop, const Polynomial& first, const Polynomial& last);
  std::optional<Polynomial> beginningOnLattice(const Loop& loop, const Polynomial& first,
                                               const Polynomial& start);
  std::optional<Polynomial> lastReached(const Loop& loop, const Polynomial& first, const Polynomial& last);
  bool replace(const Loop& loop, const AccessDomain& domain, Polynomial& value, bool greatest);
  bool isSolvable(const Polynomial& condition) const;
  bool split(const Polynomial& condition, std::vector<Polynomial>& parts) const;
  Polynomial tightest(const std::vector<Polynomial>& bounds, bool upper);
  bool isInvariant(const Polynomial& value) const;
  std::optional<bool> isPositive(const Polynomial& factor);
  void require(const Polynomial& value);
  bool isNeverNegative(const std::string& name) const;
  bool lower(Polynomial& bound, const Polynomial& other) const;
};

}  // namespace appyl
