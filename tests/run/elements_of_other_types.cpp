// Memory by pointers to other types than its elements have: bytes as structs, floats as bits, vectors of four, what came
// through `const void*`.
#include "print.h"
#include <cstddef>
#include <cstring>
#include <vector>

struct Triple {
  float x, y, z;
};
struct Four {
  unsigned values[4];
};
struct Mixed {
  short first;
  char second[2];
  int third;
};

static void asTriples(const unsigned char* in, unsigned char* out, int n) {
#pragma parallel
  for (int p = 0; p < n; p++) reinterpret_cast<Triple*>(out)[p] = reinterpret_cast<const Triple*>(in)[p];
}

template <class T>
void asOnes(const unsigned char* in, unsigned char* out, int n) {
#ifdef ON_DEVICE  // for all types at once, no number of elements is known
#pragma parallel shape(in[n * sizeof(T)], out[n * sizeof(T)])
#else
#pragma parallel
#endif
  for (int p = 0; p < n; p++) reinterpret_cast<T*>(out)[p] = reinterpret_cast<const T*>(in)[p];
}

// The bytes of one number are another one's.
static void negate(unsigned* bits, int n) {
#pragma parallel
  for (int p = 0; p < n; p++) ((int*)bits)[p] = -((int*)bits)[p];
}

static void members(unsigned char* bytes, int n) {
#pragma parallel
  for (int p = 0; p < n; ++p) {
    Mixed* m = reinterpret_cast<Mixed*>(bytes) + p;
    m->third = m->first + m->second[1];
    reinterpret_cast<Mixed*>(bytes)[p].second[0] = 3;
  }
}

static void fours(unsigned* x, int n) {
#pragma parallel
  for (int p = 0; p < n; ++p)
    for (int k = 0; k < 4; ++k) reinterpret_cast<Four*>(x)[p].values[k] += x[4 * p + (k + 1) % 4] % 7;
}

static void hash(const void* key, int length, void* out) {
  const unsigned char* bytes = (const unsigned char*)key;
  unsigned h = 5381;
  for (int i = 0; i < length; ++i) h = h * 33 + bytes[i];
  ((unsigned*)out)[0] = h;
  ((unsigned*)out)[1] = ~h;
}

static void hashes(const unsigned char* keys, const int* start, unsigned* out, int n) {
#pragma parallel
  for (int p = 0; p < n; p++) hash(keys + start[p], start[p + 1] - start[p], out + 2 * p);
}

template <typename T, int V>
struct alignas(sizeof(T) * V) Packed {
  T v[V];
};

template <typename T, int V>
void copyPacked(const T* in, T* out, std::size_t n, unsigned teams) {
#pragma parallel
  for (unsigned b = 0; b < teams; b++) {
#pragma parallel
    for (int t = 0; t < 8; t++) {
      auto index = static_cast<std::size_t>(b) * 8 * V + t * V;
      auto remaining = n - index;
      if (index < n && remaining < V) {
        for (auto i = index; i < n; i++) out[i] = in[i];
      } else if (index < n) {
        *reinterpret_cast<Packed<T, V>*>(out + index) = *reinterpret_cast<const Packed<T, V>*>(in + index);
      }
    }
  }
}

int main() {
  for (int n : {0, 1, 3, 64, 1001}) {
    std::vector<unsigned char> in(12 * n), out(12 * n);
    for (std::size_t k = 0; k < in.size(); ++k) in[k] = static_cast<unsigned char>(k * 7 % 61);
    asTriples(in.data(), out.data(), n);
    std::vector<int> shown(3 * n);
    if (n) std::memcpy(shown.data(), out.data(), out.size());
    print("triples", shown.data(), shown.size());
    asOnes<short>(in.data(), out.data(), 3 * n);
    asOnes<Triple>(in.data(), out.data(), n / 2);
    if (n) std::memcpy(shown.data(), out.data(), out.size());
    print("ones", shown.data(), shown.size());
    std::vector<unsigned> x(4 * n);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<unsigned>(k * 11 % 97);
    negate(x.data(), n);
    print("bits", reinterpret_cast<int*>(x.data()), x.size());
    members(in.data(), n);
    if (n) std::memcpy(shown.data(), in.data(), in.size());
    print("members", shown.data(), shown.size());
    fours(x.data(), n);
    print("fours", reinterpret_cast<int*>(x.data()), x.size());
    std::vector<int> start(n + 1);
    for (int k = 0; k <= n; ++k) start[k] = k * 12 - k % 3;
    std::vector<unsigned> hashed(2 * n);
    hashes(in.data(), start.data(), hashed.data(), n);
    print("hashes", reinterpret_cast<int*>(hashed.data()), hashed.size());
    std::vector<float> from(4 * n), to(4 * n);
    fillFraction(from.data(), from.size(), 1);
    copyPacked<float, 4>(from.data(), to.data(), from.size(), static_cast<unsigned>((from.size() + 31) / 32));
    print("packed", to.data(), to.size());
  }
}
