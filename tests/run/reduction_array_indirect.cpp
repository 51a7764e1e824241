// Histograms and scatters: the element to update is read from memory or computed from data.
#include "print.h"
#include <algorithm>
#include <vector>

static void histogram(const unsigned char* image, int n, unsigned* bins) {
#pragma parallel shape(bins[256]) reduction(+ : bins)
  for (int i = 0; i < n; ++i) bins[image[i]]++;
}

static void localHistogram(const unsigned char* image, int n) {
  int bins[16] = {};
#pragma parallel block(64) reduction(bins)
  for (int i = 0; i < n; ++i) ++bins[image[i] / 16];
  print("local", bins, 16);
}

static void scatterAdd(const int* at, const double* x, double* y, int n) {
#pragma parallel shape(y[23]) reduction(+ : y)
  for (int i = 0; i < n; ++i) y[at[i]] += x[i];
}

static void scatterMax(const int* at, const int* x, int* y, int n) {
#pragma parallel shape(y[23]) block reduction(max : y)
  for (int i = 0; i < n; ++i) y[at[i]] = std::max(y[at[i]], x[i]);
}

static void scatterMin(const int* at, const float* x, float* y, int n) {
#pragma parallel shape(y[23]) reduction(min : y)
  for (int i = 0; i < n; ++i)
    if (x[i] < y[at[i]]) y[at[i]] = x[i];
}

static void scatterBits(const int* at, unsigned* y, int n) {
#pragma parallel shape(y[23]) reduction(| : y)
  for (int i = 0; i < n; ++i) y[at[i]] |= 1u << (i % 32);
}

static void ofVector(const std::vector<int>& at, std::vector<long>& count) {
#pragma parallel reduction(+ : count)
  for (std::size_t i = 0; i < at.size(); ++i) {
    const int bin = at[i] % 7;
    count[bin] += at[i];
    count[(bin + 1) % 7] -= 1;
  }
}

// Two ends of an edge receive opposite contributions.
static void edges(const int* from, const int* to, const double* flow, double* node, int n) {
#pragma parallel shape(node[23]) reduction(+ : node)
  for (int e = 0; e < n; ++e) {
    node[from[e]] -= flow[e];
    node[to[e]] += flow[e];
  }
}

int main() {
  for (int n : {0, 1, 129, 5000}) {
    std::vector<unsigned char> image(n);
    fill(image.data(), n, 1);
    unsigned bins[256] = {};
    histogram(image.data(), n, bins);
    print("bins", bins, 256);
    localHistogram(image.data(), n);
    std::vector<int> at(n), to(n), x(n);
    for (int i = 0; i < n; ++i) at[i] = (i * 37 + i / 5) % 23, to[i] = (i * 11) % 23;
    fill(x.data(), n, 2);
    std::vector<double> d(n), y(23);
    fill(d.data(), n, 3);
    scatterAdd(at.data(), d.data(), y.data(), n);
    edges(at.data(), to.data(), d.data(), y.data(), n);
    print("add", y.data(), y.size());
    std::vector<int> most(23, -1000);
    scatterMax(at.data(), x.data(), most.data(), n);
    print("max", most.data(), most.size());
    std::vector<float> f(n), least(23, 1000.0f);
    fill(f.data(), n, 4);
    scatterMin(at.data(), f.data(), least.data(), n);
    print("min", least.data(), least.size());
    std::vector<unsigned> bits(23);
    scatterBits(at.data(), bits.data(), n);
    print("bits", bits.data(), bits.size());
    std::vector<long> count(7);
    ofVector(at, count);
    print("count", count.data(), count.size());
  }
}
