// Batches of products whose rows go on where those of the product before end: one product, unless something
// asks for the row's or the batch's number, or the rows of a batch are apart. Sizes may be negative.
#include <cstdio>
#include <vector>

template <class T>
static std::vector<T> numbers(std::size_t count, int range) {
  std::vector<T> result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = static_cast<T>(static_cast<int>(i * 7 % 23) % range - range / 2);
  return result;
}

template <class T>
static void print(const char* name, const T* values, std::size_t count) {
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += static_cast<double>(values[k]) * static_cast<double>(k % 11 + 1);
  std::printf("%s %.6f\n", name, sum);
}

static void linear(int count, int len, int n, int k, const float* x, const float* w, const float* bias, float* y) {
#pragma parallel
  for (int z = 0; z < count; ++z)
#pragma parallel
    for (int i = 0; i < len; ++i)
#pragma parallel
      for (int j = 0; j < n; ++j) {
        float s = bias[j];
        for (int p = 0; p < k; ++p) s += x[(z * len + i) * k + p] * w[p * n + j];
        y[(z * len + i) * n + j] = s > 0 ? s : 0;
      }
}
static void byrow(int count, int len, int n, int k, const float* x, const float* w, const float* bias, float* y) {
#pragma parallel
  for (int z = 0; z < count; ++z)
#pragma parallel
    for (int i = 0; i < len; ++i)
#pragma parallel
      for (int j = 0; j < n; ++j) {
        float s = bias[i];
        for (int p = 0; p < k; ++p) s += x[(z * len + i) * k + p] * w[p * n + j];
        y[(z * len + i) * n + j] = s;
      }
}
static void pitch(int count, int len, int n, int k, const float* x, const float* w, float* y) {
#pragma parallel
  for (int z = 0; z < count; ++z)
#pragma parallel
    for (int i = 0; i < len; ++i)
#pragma parallel
      for (int j = 0; j < n; ++j) {
        float s = 0;
        for (int p = 0; p < k; ++p) s += x[(z * (len + 1) + i) * k + p] * w[p * n + j];
        y[(z * len + i) * n + j] = s;
      }
}
static void four(const double (*x)[3][5][8], const double (*w)[8], double (*y)[3][5][8], int count) {
#pragma parallel
  for (int z = 1; z < count; ++z)
#pragma parallel
   for (int h = 0; h < 3; ++h)
#pragma parallel
    for (int i = 0; i < 5; ++i)
#pragma parallel
      for (int j = 0; j < 8; ++j)
        for (int p = 0; p < 8; ++p) y[z][h][i][j] += x[z][h][i][p] * w[j][p];
}

// Of each batch other rows: no product of all.
static void fewer(int count, int n, int k, const float* x, const float* w, float* y) {
#pragma parallel
  for (int z = 0; z < count; ++z)
#pragma parallel
    for (int i = 0; i <= z; ++i)
#pragma parallel
      for (int j = 0; j < n; ++j) {
        float s = 0;
        for (int p = 0; p < k; ++p) s += x[(z * 20 + i) * k + p] * w[p * n + j];
        y[(z * 20 + i) * n + j] = s;
      }
}

// Rows of A are replaced by those of C.
static void inPlace(double (*a)[6][9], const double (*b)[9], int count) {
#pragma parallel
  for (int z = 0; z < count; ++z)
#pragma parallel
    for (int i = 0; i < 6; ++i) {
      double sum[9];
      for (int j = 0; j < 9; ++j) {
        sum[j] = 0;
        for (int p = 0; p < 9; ++p) sum[j] += a[z][i][p] * b[p][j];
      }
      for (int j = 0; j < 9; ++j) a[z][i][j] = sum[j];
    }
}

int main() {
  const std::size_t most = 1 << 16;
  const auto x = numbers<float>(most, 9), w = numbers<float>(most, 5);
  const auto a = numbers<double>(most, 9), b = numbers<double>(most, 5);
  std::vector<float> y = numbers<float>(most, 7);
  std::vector<double> c = numbers<double>(most, 7);
  const int sizes[][2] = {{0, 3}, {3, 0}, {-2, -3}, {1, 1}, {3, 17}, {5, 40}, {-1, 4}};
  for (const auto& size : sizes)
    for (const int n : {1, 30})
      for (const int k : {0, 7, 33}) {
        const int count = size[0], len = size[1];
        linear(count, len, n, k, x.data(), w.data(), w.data() + 5, y.data());
        print("linear", y.data(), most);
        byrow(count, len, n, k, x.data(), w.data(), w.data() + 5, y.data());
        print("by row", y.data(), most);
        pitch(count, len, n, k, x.data(), w.data(), y.data());
        print("pitch", y.data(), most);
        fewer(count, n, k, x.data(), w.data(), y.data());
        print("fewer", y.data(), most);
        four(reinterpret_cast<const double(*)[3][5][8]>(a.data()), reinterpret_cast<const double(*)[8]>(b.data()),
             reinterpret_cast<double(*)[3][5][8]>(c.data()), count);
        print("four", c.data(), most);
        inPlace(reinterpret_cast<double(*)[6][9]>(c.data()), reinterpret_cast<const double(*)[9]>(b.data()), count);
        for (double& value : c) value = static_cast<double>(static_cast<long long>(value) % 7);
        print("in place", c.data(), most);
      }
}
