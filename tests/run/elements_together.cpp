// Several elements at a time by a cast, flat indices taken apart and put together, indices that an inner loop moves on:
// what each iteration touches is known.
#include "print.h"
#include <vector>

struct Pair {
  float x, y;
};
struct Four {
  double a, b, c, d;
};

static void pairs(int n, const float* g, float* p) {
#pragma parallel
  for (int i = 0; i < n / 2; ++i) {
    const Pair a = reinterpret_cast<const Pair*>(g)[i];
    Pair b = reinterpret_cast<Pair*>(p)[i];
    b.x += a.x;
    b.y += a.y * 2;
    reinterpret_cast<Pair*>(p)[i] = b;
  }
}

// Members one by one, from an offset, backwards.
static void members(int n, const double* from, double* to) {
#pragma parallel
  for (int i = 0; i < n / 4; ++i) {
    const Four* q = reinterpret_cast<const Four*>(from) + (n / 4 - 1 - i);
    reinterpret_cast<Four*>(to)[i].b = q->d + q->a;
    reinterpret_cast<Four*>(to)[i].c = (*q).c;
  }
}

static void flat(int b, int n, int m, const int* length, const float* in, float* out) {
#pragma parallel
  for (int at = 0; at < b * n * m; ++at) {
    const int k = at % m;
    const int j = (at - k) / m % n;
    const int i = (at - m * j - k) / (n * m);
    out[n * m * i + m * j + k] = k >= length[j] ? 0 : in[at];
  }
}

// The ends of `index + index / size` are met at once.
static void gates(int n, int size, const float* from, float* to) {
#pragma parallel
  for (int index = 0; index < n * size; ++index) {
    const int row = index / size, gate = index % size + 3 * row * size;
    float sum = 0;
    for (int k = 0; k < 3; ++k) sum += from[k * size + gate];
    to[index] = sum;
  }
}

static void planes(int nx, int ny, int nz, const float* in, float* out) {
#pragma parallel
  for (int j = 0; j < ny; ++j)
#pragma parallel
    for (int i = 0; i < nx; ++i) {
      const int plane = nx * ny;
      int c = i + j * nx;
      for (int k = 0; k < nz; ++k, c += plane) out[c] = 0.5f * in[c];
    }
}

static void bands(int n, int reach, long* slot) {
  const int width = 4 * reach + 1;
#pragma parallel
  for (int row = 0; row < n; ++row) {
    int at = row * width;
    slot[at] = row;
    for (int r = 1; r <= reach; r++, at += 4) {
      slot[at + 1] = row + r;
      slot[at + 2] = row - r;
      slot[at + 3] = row + 2 * r;
      slot[at + 4] = row - 2 * r;
    }
  }
}

int main() {
  for (int n : sizes) {
    std::vector<float> g(n), p(n);
    fill(g.data(), g.size(), 1);
    fill(p.data(), p.size(), 2);
    pairs(n, g.data(), p.data());
    print("pairs", p.data(), p.size());
    std::vector<double> from(n), to(n);
    fill(from.data(), from.size(), 3);
    fill(to.data(), to.size(), 4);
    members(n, from.data(), to.data());
    print("members", to.data(), to.size());
    for (int m : {1, 5}) {
      std::vector<int> length(n);
      for (int k = 0; k < n; ++k) length[k] = k % 5;
      std::vector<float> in(3 * n * m), out(3 * n * m);
      fill(in.data(), in.size(), 5);
      flat(3, n, m, length.data(), in.data(), out.data());
      print("flat", out.data(), out.size());
      std::vector<float> sums(n * m);
      gates(n, m, in.data(), sums.data());
      print("gates", sums.data(), sums.size());
      planes(m, n, 3, in.data(), out.data());
      print("planes", out.data(), out.size());
      planes(m, n, 0, nullptr, nullptr);
    }
    for (int reach : {0, 3}) {
      std::vector<long> slot(n * (4 * reach + 1));
      bands(n, reach, slot.data());
      print("bands", slot.data(), slot.size());
    }
  }
}
