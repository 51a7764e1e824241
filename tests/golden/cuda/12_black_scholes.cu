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
#include <appyl/cuda/cuda.hpp>
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

// normalDistribution for the device.
static __device__ double normalDistribution_device(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

Price blackScholes(const Option& option, const Market& market) {
  const double deviation = market.volatility * std::sqrt(option.years);
  const double drift = (market.rate + 0.5 * market.volatility * market.volatility) * option.years;
  const double d1 = (std::log(option.spot / option.strike) + drift) / deviation;
  const double d2 = d1 - deviation;
  const double discounted = option.strike * std::exp(-market.rate * option.years);
  return {option.spot * normalDistribution(d1) - discounted * normalDistribution(d2),
          discounted * normalDistribution(-d2) - option.spot * normalDistribution(-d1)};
}

// blackScholes for the device.
static __device__ Price blackScholes_device(const Option& option, const Market& market) {
  const double deviation = market.volatility * std::sqrt(option.years);
  const double drift = (market.rate + 0.5 * market.volatility * market.volatility) * option.years;
  const double d1 = (std::log(option.spot / option.strike) + drift) / deviation;
  const double d2 = d1 - deviation;
  const double discounted = option.strike * std::exp(-market.rate * option.years);
  return {option.spot * normalDistribution_device(d1) - discounted * normalDistribution_device(d2),
          discounted * normalDistribution_device(-d2) - option.spot * normalDistribution_device(-d1)};
}

// priceAll_kernel0: a grid of ceildiv(options.size(), 128) programs, blocks of 128 of i.
// Reads options[].years (128), options[].spot (128), options[].strike (128); writes prices
//   (128).
// Proved independent.
// Each block has 128 threads, x along i.
static __global__ void priceAll_kernel0(std::size_t options_size, Price* prices, const Option* options,
                                        Market market) {
  for (std::size_t i = ::appyl::cuda::thread_x(); i < options_size; i += ::appyl::cuda::threads_x())
    prices[i] = blackScholes_device(options[i], market);
}

void priceAll(const std::vector<Option>& options, Market market, std::vector<Price>& prices) {
  if (0 < options.size()) {
    ::appyl::cuda::loop device("12_black_scholes.cpp", 44, "priceAll_kernel0");
    device.in(options.data(), 0, options.size());
    device.out(prices.data(), 0, options.size());
    const dim3 grid(::appyl::cuda::blocks(options.size(), 128));
    ::appyl::cuda::launch(priceAll_kernel0, grid, dim3(128), 0, options.size(), device.at(prices.data()),
                          device.at(options.data()), market);
    device.finish();
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
