// Integer polynomials: arithmetic that never gives a wrong number, and the text that people read.
#include "nest/ir/polynomial.h"

#include <doctest/doctest.h>

#include <limits>

using namespace appyl;

namespace {

Polynomial symbol(const char* name) { return Polynomial::symbol(name); }
Polynomial sum(const Polynomial& a, const Polynomial& b) { return add(a, b).value(); }
Polynomial difference(const Polynomial& a, const Polynomial& b) { return subtract(a, b).value(); }
Polynomial product(const Polynomial& a, const Polynomial& b) { return multiply(a, b).value(); }

const Polynomial i = symbol("i"), j = symbol("j"), n = symbol("n");
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

}  // namespace

TEST_SUITE_BEGIN("nest/polynomial");

TEST_CASE("products before sums before the constant, positive terms first") {
  CHECK(print(Polynomial()) == "0");
  CHECK(print(Polynomial(-3)) == "-3");
  CHECK(print(i) == "i");
  CHECK(print(product(i, -1)) == "-i");
  CHECK(print(sum(sum(1, j), product(n, i))) == "i*n + j + 1");
  CHECK(print(difference(difference(n, i), 1)) == "n - i - 1");
  CHECK(print(difference(product(product(2, i), n), product(3, j))) == "2*i*n - 3*j");
}

TEST_CASE("equal sums are equal however they were made") {
  CHECK(product(sum(i, 1), sum(i, -1)) == difference(product(i, i), 1));
  CHECK(sum(i, j) == sum(j, i));
  CHECK(product(product(i, j), n) == product(n, product(j, i)));
  CHECK(difference(i, i) == Polynomial(0));
  CHECK(product(i, 0) == Polynomial());
}

TEST_CASE("constants") {
  CHECK(Polynomial().constant() == 0);
  CHECK(Polynomial(5).constant() == 5);
  CHECK(!i.constant());
  CHECK(!sum(i, 5).isConstant());
  CHECK(difference(sum(i, 5), i).constant() == 5);
}

TEST_CASE("the coefficient of a symbol is a polynomial in the others") {
  const Polynomial flat = sum(sum(product(i, n), j), 7);
  CHECK(flat.coefficient("i") == n);
  CHECK(flat.coefficient("j") == Polynomial(1));
  CHECK(flat.coefficient("k") == Polynomial(0));
  CHECK(!product(i, i).coefficient("i"));
  CHECK(sum(product(i, n), product(3, i)).coefficient("i") == sum(n, 3));
  CHECK(flat.without("i") == sum(j, 7));
  CHECK(flat.without("n") == sum(j, 7));
}

TEST_CASE("symbols are found by their whole name") {
  const Polynomial flat = sum(product(symbol("row"), n), symbol("ro"));
  CHECK(flat.mentions("row"));
  CHECK(!flat.mentions("r"));
  CHECK(flat.symbols() == std::set<std::string>{"n", "ro", "row"});
}

TEST_CASE("substitution in every power") {
  const Polynomial square = sum(product(i, i), i);
  CHECK(square.substitute("i", sum(j, 1)) == sum(sum(product(j, j), product(3, j)), 2));
  CHECK(square.substitute("k", 5) == square);
  CHECK(sum(i, j).substitute("i", j) == product(2, j));
  // The value may mention the symbol itself.
  CHECK(i.substitute("i", sum(i, 1)) == sum(i, 1));
}

TEST_CASE("evaluation needs every symbol") {
  const Polynomial flat = sum(product(i, n), j);
  CHECK(flat.evaluate({{"i", 2}, {"n", 10}, {"j", -3}}) == 17);
  CHECK(!flat.evaluate({{"i", 2}, {"j", 3}}));
  CHECK(Polynomial(4).evaluate({}) == 4);
}

TEST_CASE("what does not fit is no number at all") {
  CHECK(!add(most, 1));
  CHECK(!multiply(most, 2));
  CHECK(!multiply(least, -1));
  CHECK(!subtract(0, least));
  CHECK(!product(i, most).evaluate({{"i", 2}}));
  CHECK(!sum(product(i, most), 1).evaluate({{"i", 1}}));
  CHECK(print(Polynomial(least)) == "-9223372036854775808");
  CHECK(print(difference(i, most)) == "i - 9223372036854775807");
}

TEST_CASE("a substitution that does not fit is never a smaller polynomial") {
  // Dropping the product that overflows would leave `1`, a wrong subscript.
  const Polynomial large = sum(product(i, most), 1);
  CHECK(large.substitute("i", 2) != Polynomial(1));
}

TEST_SUITE_END();
