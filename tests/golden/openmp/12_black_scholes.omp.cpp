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
  const double deviation = market.volatility * std::sqrt(option.years);
  const double drift = (market.rate + 0.5 * market.volatility * market.volatility) * option.years;
  const double d1 = (std::log(option.spot / option.strike) + drift) / deviation;
  const double d2 = d1 - deviation;
  const double discounted = option.strike * std::exp(-market.rate * option.years);
  return {option.spot * normalDistribution(d1) - discounted * normalDistribution(d2),
          discounted * normalDistribution(-d2) - option.spot * normalDistribution(-d1)};
}

void priceAll(const std::vector<Option>& options, Market market, std::vector<Price>& prices) {
  // priceAll_kernel0: a grid of ceildiv(options.size(), 256) programs, blocks of 256 of i.
  // Reads options[].years (256), options[].spot (256), options[].strike (256); writes prices
  //   (256).
  // Proved independent.
  {
    const std::size_t i_bound = options.size();
    #pragma omp parallel for schedule(static)
    for (std::size_t i_block = 0; i_block < i_bound; i_block += 256) {
      const std::size_t i_end = i_bound - i_block < 256 ? i_bound : i_block + 256;
      for (std::size_t i = i_block; i < i_end; ++i) prices[i] = blackScholes(options[i], market);
    }
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
