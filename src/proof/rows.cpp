#include "proof/rows.h"

#include "proof/relation.h"
#include "proof/symbols.h"

#include <algorithm>

namespace appyl::proving {
namespace {

bool isUniformBeside(const LoopNest& nest, const Polynomial& value, const std::string& counter) {
  const std::set<std::string> names = value.symbols();
  return std::all_of(names.begin(), names.end(),
                     [&](const std::string& name) { return name == counter || isUniform(nest, name); });
}

/// f(i + 1) - f(i)
std::optional<Polynomial> growth(const Polynomial& value, const std::string& counter) {
  const auto next = replace(value, counter, *add(Polynomial::symbol(counter), Polynomial(1)));
  return next ? subtract(*next, value) : std::nullopt;
}

/// i*i + b*i + c is the product of two neighbours, and so never negative and always even.
bool isProductOfNeighbours(const Polynomial& value, const std::string& counter) {
  std::int64_t square = 0, factor = 0, constant = 0;
  for (const auto& [monomial, coefficient] : value.terms) {
    if (!std::all_of(monomial.begin(), monomial.end(), [&](const auto& name) { return name == counter; }))
      return false;
    if (monomial.size() > 2 || std::abs(coefficient) > 1'000'000) return false;
    (monomial.size() == 2 ? square : monomial.size() == 1 ? factor : constant) = coefficient;
  }
  return square == 1 && factor % 2 != 0 && 4 * constant == factor * factor - 1;
}

/// Half of such a product, `i*(i + 1)/2`.
bool isTriangle(const LoopNest& nest, const std::string& name, const std::string& counter) {
  const Symbol& symbol = symbolOf(nest, name);
  return symbol.kind == Symbol::Kind::Quotient && symbol.divisor == 2 &&
         isProductOfNeighbours(symbol.operand, counter);
}

/// The terms that make up f: squares, products of the counter with sizes, triangles.
Polynomial beginOfRow(const LoopNest& nest, const Polynomial& subscript, const std::string& counter) {
  Polynomial begin;
  for (const auto& [monomial, factor] : subscript.terms) {
    const bool isSize = std::all_of(monomial.begin(), monomial.end(), [&](const std::string& name) {
      return name == counter || isUniform(nest, name);
    });
    const bool mentions = std::find(monomial.begin(), monomial.end(), counter) != monomial.end();
    const bool isTriangular = monomial.size() == 1 && isTriangle(nest, monomial.front(), counter);
    if (isTriangular || (isSize && mentions && monomial.size() > 1)) begin.terms[monomial] = factor;
  }
  return begin;
}

/// How long row i is; nullopt where that is not affine.
std::optional<Polynomial> lengthOfRow(const LoopNest& nest, const Polynomial& begin,
                                      const std::string& counter) {
  Polynomial plain, length;
  for (const auto& [monomial, factor] : begin.terms) {
    if (monomial.size() != 1) {
      plain.terms[monomial] = factor;
      continue;
    }
    auto twice = growth(symbolOf(nest, monomial.front()).operand, counter);
    if (!twice) return std::nullopt;
    for (auto& [name, value] : twice->terms) value /= 2;  // 2*i + b + 1, where b is odd
    const auto own = multiply(*twice, Polynomial(factor));
    const auto sum = own ? add(length, *own) : std::nullopt;
    if (!sum) return std::nullopt;
    length = *sum;
  }
  const auto more = growth(plain, counter);
  auto sum = more ? add(length, *more) : std::nullopt;
  const bool isAffine = sum && isUniformBeside(nest, *sum, counter) &&
                        std::all_of(sum->terms.begin(), sum->terms.end(),
                                    [](const auto& term) { return term.first.size() <= 1; });
  return isAffine ? sum : std::nullopt;
}

/// Of every iteration of `access` what is added to the begin of its row lies in [0, length).
bool staysInRow(const LoopNest& nest, const Access& access, const Polynomial& inside,
                const Polynomial& length, Solver& solver) {
  for (const bool upper : {true, false}) {
    Relation relation(nest, -1);
    relation.happens(access, 1);
    relation.leaves(inside, length, upper, 1);
    if (solver.isEmpty(relation.system()) != true) return false;
  }
  return true;
}

/// Rows follow each other: none between the first and the last has a negative length.
bool rowsFollow(const LoopNest& nest, int loop, const Polynomial& length,
                const std::vector<Constraint>& guards, Solver& solver) {
  Relation relation(nest, -1);
  const Range range = rangeOf(nest.loops[static_cast<std::size_t>(loop)]);
  if (!range.least || !range.greatest) return false;
  const Polynomial counter = Polynomial::symbol(nest.loops[static_cast<std::size_t>(loop)].symbol);
  const auto above = subtract(counter, *range.least), below = subtract(*range.greatest, counter);
  if (!above || !below) return false;
  relation.require({*above, false}, 1);
  relation.require({*below, false}, 1);
  for (const Constraint& guard : guards) relation.require(guard, 1);
  relation.leaves(length, Polynomial(), false, 1);
  return solver.isEmpty(relation.system()) == true;
}

/// What holds of sizes alone, wherever in the nest.
std::vector<Constraint> ofSizes(const LoopNest& nest) {
  std::vector<Constraint> result;
  for (const Constraint& each : nest.context)
    if (isUniformBeside(nest, each.condition, "")) result.push_back(each);
  return result;
}

}  // namespace

bool areGrowingRows(const LoopNest& nest, int loop, const Access& first, const Access& second,
                    std::size_t dimension, Solver& solver) {
  const std::string& counter = nest.loops[static_cast<std::size_t>(loop)].symbol;
  const Polynomial &one = *first.subscripts[dimension], &other = *second.subscripts[dimension];
  if (solver.isExhausted()) return false;
  const Polynomial begin = beginOfRow(nest, one, counter);
  if (begin.terms.empty() || begin != beginOfRow(nest, other, counter)) return false;
  // The counter itself may belong to either: `i*n - i*(i + 1)/2 + j` with j from i is `... + i` and `j - i`.
  for (const std::int64_t share : {0, 1, -1}) {
    const auto moved = multiply(Polynomial::symbol(counter), Polynomial(share));
    const auto length = lengthOfRow(nest, begin, counter);
    const auto whole = length ? add(*length, Polynomial(share)) : std::nullopt;
    if (!moved || !whole) return false;
    const auto inside = [&](const Polynomial& subscript) {
      const auto rest = subtract(subscript, begin);
      return rest ? subtract(*rest, *moved) : std::nullopt;
    };
    const auto a = inside(one), b = inside(other);
    if (a && b && staysInRow(nest, first, *a, *whole, solver) &&
        (&first == &second || staysInRow(nest, second, *b, *whole, solver)) &&
        rowsFollow(nest, loop, *whole, ofSizes(nest), solver))
      return true;
  }
  return false;
}

}  // namespace appyl::proving
