// Prices of European options by the formula of Black and Scholes. The loop calls ordinary functions, which in
// turn call the mathematical functions of the standard library: any function whose definition the translator
// sees may be called from a parallel loop. `block(auto)` leaves the size of the blocks to the translator.
//
// run: --check 0
// run: --check 1
// run: --check 127
// run: --check 128
// run: --check 129
// run: --check 1000
#include <appyl/interpret/interpret.hpp>
#include "sample.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

struct Option {
  double spot, strike, years;
};

struct Price {
  double call, put;
};

struct Market {
  double rate, volatility;
};

double normalDistribution(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

Price blackScholes(const Option& option, const Market& market) {
  const double deviation = ::appyl::interpret::read({33, 28, "market.volatility"}, market.volatility) *
                           std::sqrt(::appyl::interpret::read({33, 58, "option.years"}, option.years));
  const double drift = (::appyl::interpret::read({34, 25, "market.rate"}, market.rate) +
                        0.5 * ::appyl::interpret::read({34, 45, "market.volatility"}, market.volatility) *
                            ::appyl::interpret::read({34, 65, "market.volatility"}, market.volatility)) *
                       ::appyl::interpret::read({34, 86, "option.years"}, option.years);
  const double d1 = (std::log(::appyl::interpret::read({35, 31, "option.spot"}, option.spot) /
                              ::appyl::interpret::read({35, 45, "option.strike"}, option.strike)) +
                     drift) /
                    deviation;
  const double d2 = d1 - deviation;
  const double discounted = ::appyl::interpret::read({37, 29, "option.strike"}, option.strike) *
                            std::exp(-::appyl::interpret::read({37, 55, "market.rate"}, market.rate) *
                                     ::appyl::interpret::read({37, 69, "option.years"}, option.years));
  return {::appyl::interpret::read({38, 11, "option.spot"}, option.spot) * normalDistribution(d1) -
              discounted * normalDistribution(d2),
          discounted * normalDistribution(-d2) -
              ::appyl::interpret::read({39, 50, "option.spot"}, option.spot) * normalDistribution(-d1)};
}

void priceAll(const std::vector<Option>& options, Market market, std::vector<Price>& prices) {
  // priceAll_kernel0: a grid of ceildiv(options.size(), 256) programs, blocks of 256 of i.
  // Reads options[].years (256), options[].spot (256), options[].strike (256); writes prices
  //   (256).
  // Proved independent.
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count =
        0 < options.size() ? static_cast<unsigned long long>(options.size()) : 0;
    check_::Programs programs({"12_black_scholes.cpp", "priceAll_kernel0"}, {{"i", i_count, 256}});
    while (programs.next())
      programs.iterate([&] {
        const std::size_t i = programs.value<std::size_t>(0);
        check_::write({44, 52, "prices"}, prices, i) =
            blackScholes(check_::touch({44, 77, "options"}, options, i), market);
      });
  }
}

void priceAllSequential(const std::vector<Option>& options, Market market, std::vector<Price>& prices) {
  for (std::size_t i = 0; i < options.size(); ++i) prices[i] = blackScholes(options[i], market);
}

std::vector<double> flat(const std::vector<Price>& prices) {
  std::vector<double> values;
  for (const Price& price : prices) {
    values.push_back(price.call);
    values.push_back(price.put);
  }
  return values;
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"n", 2'000'000}});
  const auto n = static_cast<std::size_t>(program.size(0));
  const Market market{0.03, 0.25};

  sample::Random random;
  std::vector<Option> options(n);
  for (Option& option : options) option = {20 + 80 * random(), 20 + 80 * random(), 0.1 + 3 * random()};
  std::vector<Price> expected(n), actual(n);
  program.kernel(
      "black-scholes", [&] { priceAllSequential(options, market, expected); },
      [&] { priceAll(options, market, actual); }, [&] { return sample::same(flat(expected), flat(actual)); });
  return program.status();
}
