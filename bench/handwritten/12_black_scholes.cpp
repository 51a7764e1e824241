// The program of the sample of the same name, with the directives that an OpenMP user writes by hand in place
// of the annotations. Everything else is kept, so that both differ in their directives only.
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
#pragma omp parallel for
  for (std::size_t i = 0; i < options.size(); ++i) prices[i] = blackScholes(options[i], market);
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
