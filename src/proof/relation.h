// One or two accesses of a nest as a system of constraints over the values of their symbols: where they
// happen, and when they meet. The two instances see the same parameters and the same values of the loops
// around the one in question; everything else is each one's own.
#pragma once

#include "nest/ir/loop_nest.h"
#include "support/integer_set.h"

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace appyl::proving {

/// An affine subscript list, outermost first: one per dimension, or more where a flat index was split.
using Parts = std::vector<Polynomial>;

class Relation {
 public:
  /// `loop`: the one whose iterations the instances belong to; -1 where there is only one instance.
  Relation(const LoopNest& nest, int loop);

  /// Constrains the symbols of instance `instance` (1 or 2) to the iterations in which `access` happens.
  void happens(const Access& access, int instance);
  void require(const Constraint& constraint, int instance);
  /// The loop's counter has a value that the loop takes.
  void iterates(int loop, int instance);
  /// Two subscripts name the same element.
  void meets(const Parts& first, const Parts& second);
  /// The instances belong to different iterations of the loop; to an earlier and a later one where `ordered`.
  void differs(bool ordered);
  /// The part leaves [0, size), at its upper or its lower end.
  void leaves(const Polynomial& part, const Polynomial& size, bool upper, int instance);
  /// The first instance's value is that far above the second's, or below.
  void exceeds(const Polynomial& first, const Polynomial& second, const Polynomial& size, bool above);
  /// A condition on variables in isl's notation.
  void constrain(std::string condition) { constraints.push_back({std::move(condition)}); }
  /// Several of these, of which one holds: `v1 > v2 or v2 > v1`.
  void constrainByCases(std::string cases) { constraints.push_back({std::move(cases), /*hasCases=*/true}); }
  /// Sizes below zero are possible values but no examples.
  void parametersNotNegative();

  /// False where a product of symbols stands for any number: an empty system is a proof all the same.
  bool isExact() const { return exact; }

  /// Does some constraint so far mention a symbol that all instances share?
  bool mentions(const std::string& sharedSymbol) const { return variables.contains(sharedSymbol); }

  /// Names that `affine` has given to values that are not affine: products of the loop's counter, one per
  /// instance (empty where there is none), by what multiplies it; and quotients by the same divisor.
  using Products = std::array<std::string, 2>;
  struct Quotient {
    std::string name, operand;
  };
  const std::map<Monomial, Products>& productsOfCounter() const { return products; }
  const std::map<std::string, std::vector<Quotient>>& quotients() const { return divided; }
  /// From here on only what is said of their names is known of quotients.
  void forgetDivisions() { divisions.clear(); }
  std::string affine(const Polynomial& polynomial, int instance);

  /// Variables in the order in which small values read best: the sum of the parameters, each of them, the
  /// counters.
  IntegerSet system() const;
  /// The variables of parameters.
  std::vector<std::string> parameters() const;
  const std::string& variableOf(const std::string& symbol, int instance);

 private:
  struct Variable {
    std::string name;
    int order = 0;
  };
  bool isShared(const std::string& symbol) const;
  std::optional<Monomial> multiplierIn(const Monomial& product) const;
  std::string variable(const std::string& key, int order);
  void define(const std::string& symbol, const std::string& name, int instance);
  void defineChoice(const Symbol& meaning, const std::string& name, int instance);
  bool isNeverNegative(const Polynomial& polynomial) const;
  void defineDivision(const Symbol& meaning, const std::string& symbol, const std::string& name,
                      int instance);
  void bounds(const std::string& counter, const char* relation, const Polynomial& bound, Symbol::Kind both,
              int instance);

  const LoopNest& nest;
  int loop;
  std::set<int> outer;  // loops around `loop`
  std::map<std::string, Variable>
      variables;  // by symbol, prefixed by the instance where it is each one's own
  std::vector<ConstraintText> constraints;
  std::set<std::string> iterated;
  std::map<Monomial, Products> products;
  std::map<std::string, std::vector<Quotient>> divided;
  std::vector<std::string> divisions;  // cases that define quotients by sizes
  bool exact = true;
};

}  // namespace appyl::proving
