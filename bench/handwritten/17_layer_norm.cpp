// The program of the sample of the same name, its products and sums as plain loops, with the directives that
// an OpenMP user writes by hand.
#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

template <class Real>
void layerNorm(const Real* in, const Real* gain, const Real* bias, Real* out, int rows, int width) {
#pragma omp parallel for
  for (int i = 0; i < rows; ++i) {
    const Real* x = in + static_cast<std::size_t>(i) * width;
    Real* y = out + static_cast<std::size_t>(i) * width;
    Real mean = 0, variance = 0;
    for (int j = 0; j < width; ++j) mean += x[j];
    mean /= width;
    for (int j = 0; j < width; ++j) variance += (x[j] - mean) * (x[j] - mean);
    const Real scale = 1 / std::sqrt(variance / width + Real(1e-5));
    for (int j = 0; j < width; ++j) y[j] = (x[j] - mean) * scale * gain[j] + bias[j];
  }
}

template <class Real>
void softmax(const Real* in, Real* out, int rows, int width) {
#pragma omp parallel for
  for (int i = 0; i < rows; ++i) {
    const Real* x = in + static_cast<std::size_t>(i) * width;
    Real* y = out + static_cast<std::size_t>(i) * width;
    const Real largest = *std::max_element(x, x + width);
    Real total = 0;
    for (int j = 0; j < width; ++j) total += y[j] = std::exp(x[j] - largest);
    for (int j = 0; j < width; ++j) y[j] /= total;
  }
}

template <class Real>
void layerNormSequential(const Real* x, const Real* gain, const Real* bias, Real* y, int rows, int width) {
  for (int i = 0; i < rows; ++i, x += width, y += width) {
    Real mean = 0, variance = 0;
    for (int j = 0; j < width; ++j) mean += x[j];
    mean /= width;
    for (int j = 0; j < width; ++j) variance += (x[j] - mean) * (x[j] - mean);
    const Real scale = 1 / std::sqrt(variance / width + Real(1e-5));
    for (int j = 0; j < width; ++j) y[j] = (x[j] - mean) * scale * gain[j] + bias[j];
  }
}

template <class Real>
void softmaxSequential(const Real* x, Real* y, int rows, int width) {
  for (int i = 0; i < rows; ++i, x += width, y += width) {
    const Real largest = *std::max_element(x, x + width);
    Real total = 0;
    for (int j = 0; j < width; ++j) total += y[j] = std::exp(x[j] - largest);
    for (int j = 0; j < width; ++j) y[j] /= total;
  }
}

template <class Real>
void compare(sample::Program& program, const char* norm, const char* soft) {
  constexpr int width = 256;
  const int rows = static_cast<int>(program.size(0));
  const auto size = static_cast<std::size_t>(rows) * width;
  sample::Random random;
  const std::vector<Real> x = random.vector<Real>(size, -2, 2), gain = random.vector<Real>(width),
                          bias = random.vector<Real>(width);
  std::vector<Real> expected(size), actual(size);
  program.kernel(
      norm, [&] { layerNormSequential(x.data(), gain.data(), bias.data(), expected.data(), rows, width); },
      [&] { layerNorm(x.data(), gain.data(), bias.data(), actual.data(), rows, width); },
      [&] { return sample::reduced(expected, actual, width); });
  program.kernel(
      soft, [&] { softmaxSequential(x.data(), expected.data(), rows, width); },
      [&] { softmax(x.data(), actual.data(), rows, width); },
      [&] { return sample::reduced(expected, actual, width); });
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"rows", 20'000}});
  compare<float>(program, "norm-float", "softmax-float");
  compare<double>(program, "norm-double", "softmax-double");
  return program.status();
}
