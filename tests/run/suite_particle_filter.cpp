// flags: -std=c++20
// Bootstrap particle filter that follows an object in noisy two-dimensional frames, after Rodinia's particlefilter.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static const double PI = 3.1415926535897932;
static const long M = 2147483647L;
static const int A = 1103515245;
static const int C = 12345;

// One generator per particle.
static double randu(int* seed, int index) {
  const long num = (long)A * seed[index] + C;
  seed[index] = (int)(num % M);
  return std::fabs(seed[index] / (double)M);
}

static double randn(int* seed, int index) {
  const double u = randu(seed, index);
  const double v = randu(seed, index);
  return std::sqrt(-2 * std::log(u + 1e-300)) * std::cos(2 * PI * v);
}

static double roundDouble(double value) {
  const int whole = (int)value;
  return value - whole < .5 ? whole : whole + 1;
}

struct Video {
  int width, height, frames;
  std::vector<unsigned char> pixels;
  unsigned char& at(int x, int y, int t) { return pixels[((std::size_t)t * height + y) * width + x]; }
  const unsigned char& at(int x, int y, int t) const { return pixels[((std::size_t)t * height + y) * width + x]; }
};

static void synthesize(Video& video, int* seed) {
  for (int t = 0; t < video.frames; t++) {
    const int cx = video.width / 2 + 2 * t, cy = video.height / 2 - t;
#pragma parallel
    for (int y = 0; y < video.height; y++)
#pragma parallel
      for (int x = 0; x < video.width; x++) {
        const int d = (x - cx) * (x - cx) + (y - cy) * (y - cy);
        video.at(x, y, t) = d <= 25 ? 228 : 100;
      }
    // noise: a generator for each row
#pragma parallel
    for (int y = 0; y < video.height; y++)
      for (int x = 0; x < video.width; x++) {
        const double v = video.at(x, y, t) + 5 * randn(seed, y);
        video.at(x, y, t) = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v);
      }
  }
}

static int strelDisk(int radius, std::vector<int>& dx, std::vector<int>& dy) {
  for (int y = -radius; y <= radius; y++)
    for (int x = -radius; x <= radius; x++)
      if (x * x + y * y < radius * radius) {
        dx.push_back(x);
        dy.push_back(y);
      }
  return (int)dx.size();
}

// First place with CDF[place] >= value.
static int findIndex(const double* CDF, int length, double value) {
  int low = 0, high = length - 1;
  while (low < high) {
    int middle = (low + high) >> 1;
    if (CDF[middle] >= value)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static void particleFilter(const Video& video, int* seed, int Nparticles) {
  std::vector<int> dx, dy;
  const int countOnes = strelDisk(5, dx, dy);
  double xe = roundDouble(video.width / 2.0), ye = roundDouble(video.height / 2.0);

  double* arrayX = new double[Nparticles];
  double* arrayY = new double[Nparticles];
  double* xj = new double[Nparticles];
  double* yj = new double[Nparticles];
  double* weights = new double[Nparticles];
  double* likelihood = new double[Nparticles];
  double* CDF = new double[Nparticles];
  double* u = new double[Nparticles];
  int* ind = new int[(std::size_t)countOnes * Nparticles];

  int i;
#pragma parallel
  for (i = 0; i < Nparticles; i++) {
    weights[i] = 1.0 / Nparticles;
    arrayX[i] = xe;
    arrayY[i] = ye;
  }

  for (int k = 1; k < video.frames; k++) {
    // motion model
#pragma parallel
    for (i = 0; i < Nparticles; i++) {
      arrayX[i] += 1 + 5 * randn(seed, i);
      arrayY[i] += -2 + 2 * randn(seed, i);
    }
    // likelihood
    const int max_size = video.width * video.height;
#pragma parallel
    for (i = 0; i < Nparticles; i++) {
      for (int y = 0; y < countOnes; y++) {
        const int px = (int)roundDouble(arrayX[i]) + dx[y];
        const int py = (int)roundDouble(arrayY[i]) + dy[y];
        int& where = ind[i * countOnes + y];
        where = std::abs(py * video.width + px);
        if (where >= max_size) where = 0;
      }
      const unsigned char* frame = &video.pixels[(std::size_t)k * max_size];
      likelihood[i] = 0;
      for (int y = 0; y < countOnes; y++) {
        const double pixel = frame[ind[i * countOnes + y]];
        likelihood[i] += ((pixel - 100) * (pixel - 100) - (pixel - 228) * (pixel - 228)) / 50.0;
      }
      likelihood[i] = likelihood[i] / countOnes;
    }
    // weights, normalised
    double best = -1e300;
#pragma parallel reduction(max:best)
    for (i = 0; i < Nparticles; i++)
      if (likelihood[i] > best) best = likelihood[i];
    double sumWeights = 0;
#pragma parallel reduction(+:sumWeights)
    for (i = 0; i < Nparticles; i++) {
      weights[i] = weights[i] * std::exp(likelihood[i] - best);
      sumWeights += weights[i];
    }
#pragma parallel
    for (i = 0; i < Nparticles; i++) weights[i] = weights[i] / sumWeights;
    // estimate
    xe = ye = 0;
#pragma parallel reduction(+:xe, ye)
    for (i = 0; i < Nparticles; i++) {
      xe += arrayX[i] * weights[i];
      ye += arrayY[i] * weights[i];
    }
    printf("frame %d: x %.8f y %.8f\n", k, xe, ye);
    // cumulative sum, resampling
    CDF[0] = weights[0];
    for (i = 1; i < Nparticles; i++) CDF[i] = weights[i] + CDF[i - 1];
    const double u1 = (1.0 / Nparticles) * randu(seed, 0);
#pragma parallel
    for (i = 0; i < Nparticles; i++) u[i] = u1 + i / (double)Nparticles;
    int j;
#pragma parallel private(j)
    for (j = 0; j < Nparticles; j++) {
      i = findIndex(CDF, Nparticles, u[j]);
      xj[j] = arrayX[i];
      yj[j] = arrayY[i];
    }
#pragma parallel
    for (i = 0; i < Nparticles; i++) {
      arrayX[i] = xj[i];
      arrayY[i] = yj[i];
      weights[i] = 1 / ((double)Nparticles);
    }
  }
  double variance = 0;
#pragma parallel reduction(+:variance)
  for (i = 0; i < Nparticles; i++) variance += (arrayX[i] - xe) * (arrayX[i] - xe) + (arrayY[i] - ye) * (arrayY[i] - ye);
  printf("spread %.8e\n", variance / Nparticles);
  delete[] arrayX; delete[] arrayY; delete[] xj; delete[] yj;
  delete[] weights; delete[] likelihood; delete[] CDF; delete[] u; delete[] ind;
}

int main(int argc, char** argv) {
  const int Nparticles = argc > 1 ? std::atoi(argv[1]) : 1500;
  Video video{96, 80, 7, {}};
  video.pixels.assign((std::size_t)96 * 80 * 7, 0);
  int* seed = (int*)malloc(sizeof(int) * Nparticles);
  for (int i = 0; i < Nparticles; i++) seed[i] = 20 * i + 17;
  synthesize(video, seed);
  particleFilter(video, seed, Nparticles);
  long sum = 0;
#pragma parallel reduction(+:sum)
  for (std::size_t k = 0; k < video.pixels.size(); ++k) sum += video.pixels[k] * (long)(k % 13);
  printf("pixels %ld\n", sum);
  free(seed);
  return 0;
}
