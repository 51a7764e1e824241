// Functions of the caller's as arguments of templates: lambdas and function objects.
// run: 10
#include <cstdio>
#include <cstdlib>
#include <vector>
template <class F>
void apply(int n, float* x, F f) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = f(x[i], i);
}
template <class F, class T>
T fold(int n, const T* x, T start, F&& act) {
  T sum = start;
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += act(x[i]);
  return sum;
}
struct Scale {
  float by;
  float operator()(float v, int i) const { return v * by + i; }
};
// Of a class template, too.
template <class T>
struct Field {
  std::vector<T> data;
  template <class F>
  void apply(F f) {
    const int n = static_cast<int>(data.size());
#pragma parallel
    for (int i = 0; i < n; ++i) data[i] = f(data[i], i);
  }
};
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 5;
  std::vector<float> x(n, 2.0f);
  const float s = 1.5f * n;
  apply(n, x.data(), [=](float v, int i) { return v * s - i; });
  apply(n, x.data(), [](float v, int) mutable { return v + 3; });
  apply(n, x.data(), [](float v, int i) -> float {
    int t[2] = {i, 1};
    return v + t[i % 2];
  });
  Field<float> field{x};
  field.apply([](float v, int i) { return v * i; });
  for (const float v : field.data) std::printf("%g ", v);
  auto square = [s](double v) { return v * v + s; };
  std::vector<double> y(n, 0.5);
  std::printf("%g\n", fold(n, y.data(), 1.0, square));
  std::printf("%g\n", fold(n, y.data(), 1.0, [](double v) { return v + 1; }));
  apply(n, x.data(), Scale{0.25f});
  double t = 0;
  for (float v : x) t += v;
  std::printf("%g\n", t);
}
