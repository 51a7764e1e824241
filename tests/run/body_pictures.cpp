// Bytes and numbers of the counter's type are stored: what says which elements are meant, and how many, is copied for
// the threads where that leaves everything as it was.
// flags: -std=c++20
#include "print.h"

#include <appyl/appyl.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

using Byte = unsigned char;

struct Picture {
  int width, height;
  Byte* bytes;
};

struct Table {
  Byte entries[16];
  int used;
};

struct Camera {
  Picture picture;
  int gain = 3;
  std::vector<int> sums;
  int* counts;

  void expose(const Byte* in) {
    const int n = picture.width * picture.height;
#pragma parallel
    for (int i = 0; i < n; ++i) picture.bytes[i] = static_cast<Byte>(in[i] * gain);
#pragma parallel
    for (int i = 0; i < n; ++i) sums[i] = in[i] + gain;
#pragma parallel block(16)
    for (int i = 0; i < n; ++i) counts[i] = sums[i] - gain;
  }
};

static void soften(const Picture& from, Picture to) {
#pragma parallel
  for (int i = 1; i < from.height - 1; ++i)
    for (int j = 1; j < from.width - 1; ++j) {
      int sum = 0;
      for (int p = -1; p <= 1; ++p)
        for (int q = -1; q <= 1; ++q) sum += from.bytes[(i + p) * from.width + j + q];
      to.bytes[i * to.width + j] = static_cast<Byte>(sum / 9);
    }
}

// The table's own elements are stored, so that the threads have one table.
static Table tabulate(int n, Byte step) {
  Table table{};
#pragma parallel
  for (int i = 0; i < n; ++i) table.entries[i] = static_cast<Byte>(step * i + table.used);
  table.used = n;
  return table;
}

static void pick(const Table& table, std::span<const Byte> in, std::span<Byte> out) {
#pragma parallel
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = table.entries[in[i] % 16];
}

static void count(appyl::view<const Byte, 2> in, const appyl::view<std::int8_t, 2>& out, const int& level) {
#pragma parallel
  for (int i = 0; i < in.extent(0); ++i)
#pragma parallel
    for (int j = 0; j < in.extent(1); ++j) out(i, j) = static_cast<std::int8_t>(in(i, j) > level ? 1 : -1);
}

template <class T>
static void scale(int n, T factor, const T* in, T* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) out[i] = static_cast<T>(factor * in[i]);
}

static void clear(std::vector<std::byte>& bytes, std::byte value, bool all) {
  const std::size_t n = bytes.size();
#pragma parallel block(32)
  for (std::size_t i = 0; i < n; ++i)
    if (all || i % 2 == 0) bytes[i] = value;
}

static void live(int n, const Byte* now, Byte* next) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
#pragma parallel
    for (int j = 1; j < n - 1; ++j) {
      int around = -now[i * n + j];
      for (int p = -1; p <= 1; ++p)
        for (int q = -1; q <= 1; ++q) around += now[(i + p) * n + j + q];
      next[i * n + j] = around == 3 || (around == 2 && now[i * n + j]);
    }
}

static void push(unsigned n, float step, float* x, float* y, float* z, const float* u, const float* v, const float* w,
                 int* moves) {
#pragma parallel
  for (unsigned i = 1; i < n; ++i) {
    x[i] += step * u[i - 1];
    y[i] += step * v[i];
    z[i] += step * w[i];
    moves[i] += 1;
  }
}

static int copies = 0;
static void advance(int n, Byte* to, int start) {
  int at = start;
  Byte* const first = to;
#pragma parallel private(at)
  for (int i = 0; i < n; ++i) {
    at = i + start;
    first[at] = static_cast<Byte>(at);
  }
  copies += at == start;
}

int main() {
  for (int n : {0, 1, 3, 7, 40}) {
    const int m = n * n;
    std::vector<Byte> in(m), out(m), more(m);
    for (int i = 0; i < m; ++i) in[i] = static_cast<Byte>(37 * i + 11);
    std::vector<int> counts(m);
    Camera camera{{n, n, out.data()}, 3, std::vector<int>(m), counts.data()};
    camera.expose(in.data());
    print("exposed", out.data(), out.size());
    print("sums", camera.sums.data(), camera.sums.size());
    print("counts", counts.data(), counts.size());
    soften({n, n, in.data()}, {n, n, out.data()});
    print("softened", out.data(), out.size());
    const Table table = tabulate(n % 17, 5);
    print("table", table.entries, 16);
    pick(table, in, more);
    print("picked", more.data(), more.size());
    std::vector<std::int8_t> signs(m);
    count(appyl::view<const Byte, 2>(in.data(), n, n), appyl::view<std::int8_t, 2>(signs.data(), n, n), n);
    print("signs", signs.data(), signs.size());
    scale<Byte>(m, 3, in.data(), out.data());
    print("scaled", out.data(), out.size());
    scale<int>(m, 3, camera.sums.data(), counts.data());
    print("scaled", counts.data(), counts.size());
    std::vector<std::byte> bytes(m);
    clear(bytes, std::byte{7}, false);
    for (int i = 0; i < m; ++i) counts[i] = static_cast<int>(bytes[i]);
    print("cleared", counts.data(), counts.size());
    for (int i = 0; i < m; ++i) in[i] %= 2;
    live(n, in.data(), out.data());
    print("lives", out.data(), out.size());
    std::vector<float> x(m), y(m), z(m), u(m, 1.5f), v(m, 2.5f), w(m, 3);
    push(static_cast<unsigned>(m), 0.5f, x.data(), y.data(), z.data(), u.data(), v.data(), w.data(), counts.data());
    print("x", x.data(), x.size());
    print("z", z.data(), z.size());
    print("moves", counts.data(), counts.size());
    advance(m / 2, out.data(), m / 3);
    print("advanced", out.data(), out.size());
  }
  print("copies", &copies, 1);
}
