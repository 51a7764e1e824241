// Kernels that are loops over the elements of their block: those that become loops over the array, and others, whose
// elements depend on one another, or need their places.
// flags: -std=c++20 -Iinclude
// run: 0
// run: 1
// run: 16
// run: 37
#include <appyl/grid.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;
constexpr int B = 8;
using Matrix = view<const float, 2>;
using Result = view<float, 2>;
const auto place = [](int i, int j) { return std::array{i, j}; };
const auto row = [](int i) { return std::array{i, 0}; };

void blur(Matrix in, Result out) {
#pragma parallel
  grid_call([](ref<const float, 2> x, ref<float, 2> y) {
    for (int i = 0; i < B; ++i)
      for (int j = 0; j < B; ++j) {
        const float across = x(i, j + 1) + x(i + 1, j) + x(i + 1, j + 1);
        y(i, j) = across + x(i + 1, 2 + j) + x(i + 2, j + 1);
      }
  }, {cdiv(out.extent(0), B), cdiv(out.extent(1), B)},
            {BlockSpec{{B + 2, B + 2}, [](int i, int j) { return std::array{i * B, j * B}; }, Unblocked{}}},
            {BlockSpec{{B, B}, place}})(in, out);
}
template <class T, int N>
void product(view<const T, 2> x, view<const T, 2> y, view<T, 2> out) {
#pragma parallel
  grid_call([](ref<const T, 2> a, ref<const T, 2> b, ref<T, 2> c) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        T sum = 0;
        for (int k = 0; k < a.extent(1); ++k) sum += a(i, k) * b(k, j);
        c(i, j) = sum;
      }
  }, {cdiv(out.extent(0), N), cdiv(out.extent(1), N)},
            {BlockSpec{{N, x.extent(1)}, [](int i, int) { return std::array{i, 0}; }},
             BlockSpec{{y.extent(0), N}, [](int, int j) { return std::array{0, j}; }}},
            {BlockSpec{{N, N}, [](int i, int j) { return std::array{i, j}; }}})(x, y, out);
}
void columnsFirst(Matrix x, Result out) {
#pragma parallel
  grid_call([](ref<const float, 2> a, ref<float, 2> b) {
    for (int j = 0; j < B; ++j)
      for (int i = 0; i < B; ++i)
        if (a(i, j) > 3) b(i, j) += a(i, j) * 2;
  }, {cdiv(out.extent(0), B), cdiv(out.extent(1), B)}, {BlockSpec{{B, B}, place}}, {BlockSpec{{B, B}, place}})(x, out);
}
// Each element is made of the one before it, within the block.
void running(view<const float> x, view<float> out) {
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<float, 1> b) {
    for (int i = 0; i < B; ++i) b(i) = a(i) + (i > 0 ? b(i - 1) : 0.0f);
  }, {cdiv(out.extent(0), B)}, {BlockSpec{{B}, [](int i) { return i; }}}, {BlockSpec{{B}, [](int i) { return i; }}})(x, out);
}
// The place in the block is a number, too.
void numbered(view<const float> x, view<float> out) {
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<float, 1> b) {
    for (int i = 0; i < B; ++i) b(i) = a(i) * static_cast<float>(i);
  }, {cdiv(out.extent(0), B)}, {BlockSpec{{B}, [](int i) { return i; }}}, {BlockSpec{{B}, [](int i) { return i; }}})(x, out);
}
// The array is the input and the output: what a program reads behind an element it has not written yet.
void inPlace(view<float> x) {
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<float, 1> b) {
    for (int i = 0; i < B; ++i) b(i) = a(i) + 1;
  }, {cdiv(x.extent(0), B)}, {BlockSpec{{B}, [](int i) { return i; }}}, {BlockSpec{{B}, [](int i) { return i; }}})(x, x);
}
// A row for each element; two outputs, of which one has another block.
void rows(view<const int> ids, Matrix table, Result out) {
#pragma parallel
  grid_call([](ref<const int, 1> id, ref<const float, 2> t, ref<float, 2> b) {
    for (int i = 0; i < B; ++i) b(i, appyl::all) = t(id(i), appyl::all);
  }, {cdiv(out.extent(0), B)}, {BlockSpec{{B}, [](int i) { return i; }}, BlockSpec{}},
            {BlockSpec{{B, out.extent(1)}, row}})(ids, table, out);
}
void sumAndCopy(view<const float> x, view<float> out, view<float> sums) {
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<float, 1> b, ref<float, 1> s) {
    for (int i = 0; i < B; ++i) {
      b(i) = a(i);
      s(0) += a(i);
    }
  }, {x.extent(0) / B}, {BlockSpec{{B}, [](int i) { return i; }}},
            {BlockSpec{{B}, [](int i) { return i; }}, BlockSpec{{1}, [](int i) { return i; }}})(x, out, sums);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 37, m = n / 2 + 1;
  std::vector<float> x((n + 2) * (m + 2)), o(n * m), a(n * m), b(m * m), v(n), w(n), sums(n / B + 1);
  std::vector<int> ids(n);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 11);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 7);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 5);
  for (int i = 0; i < n; ++i) v[i] = static_cast<float>(i % 9), ids[i] = i * 7 % n;
  const auto tell = [](const char* what, const std::vector<float>& of) {
    double total = 0;
    for (std::size_t i = 0; i < of.size(); ++i) total += static_cast<double>(i % 13 + 1) * of[i];
    std::printf("%s %.1f\n", what, total);
  };
  blur(Matrix(x.data(), n + 2, m + 2), Result(o.data(), n, m)), tell("blur", o);
  product<float, B>(Matrix(a.data(), n, m), Matrix(b.data(), m, m), Result(o.data(), n, m)), tell("product", o);
  columnsFirst(Matrix(a.data(), n, m), Result(o.data(), n, m)), tell("columns first", o);
  running(v, w), tell("running", w);
  numbered(v, w), tell("numbered", w);
  sumAndCopy(v, w, sums), tell("sums", sums), tell("copy", w);
  rows(ids, Matrix(a.data(), n, m), Result(o.data(), n, m)), tell("rows", o);
  inPlace(v), tell("in place", v);
}
