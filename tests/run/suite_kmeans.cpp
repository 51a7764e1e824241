// flags: -std=c++20
/* k-means clustering with rows behind pointers, after Rodinia / NU-MineBench. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SQR(x) ((x) * (x))

/* A matrix in one piece of memory, with a pointer to each row. */
static float** alloc_rows(int rows, int cols) {
  float** m = (float**)malloc(rows * sizeof(float*));
  m[0] = (float*)calloc((size_t)rows * cols, sizeof(float));
  for (int i = 1; i < rows; i++) m[i] = m[i - 1] + cols;
  return m;
}

static void free_rows(float** m) {
  free(m[0]);
  free(m);
}

static float euclid_dist_2(const float* pt1, const float* pt2, int numdims) {
  float ans = 0.0f;
  for (int i = 0; i < numdims; i++) ans += (pt1[i] - pt2[i]) * (pt1[i] - pt2[i]);
  return ans;
}

static int find_nearest_point(float* pt, int nfeatures, float** pts, int npts, float* distance) {
  int index = 0;
  float min_dist = FLT_MAX;
  for (int i = 0; i < npts; i++) {
    const float dist = euclid_dist_2(pt, pts[i], nfeatures);
    if (dist < min_dist) {
      min_dist = dist;
      index = i;
    }
  }
  *distance = min_dist;
  return index;
}

static void normalise(float** feature, int npoints, int nfeatures) {
  /* each row is memory of its own */
#pragma parallel unchecked
  for (int j = 0; j < nfeatures; j++) {
    float low = FLT_MAX, high = -FLT_MAX;
    for (int i = 0; i < npoints; i++) {
      if (feature[i][j] < low) low = feature[i][j];
      if (feature[i][j] > high) high = feature[i][j];
    }
    const float scale = high > low ? 1.0f / (high - low) : 0.0f;
    for (int i = 0; i < npoints; i++) feature[i][j] = (feature[i][j] - low) * scale;
  }
}

static float** kmeans_clustering(float** feature, int nfeatures, int npoints, int nclusters, float threshold,
                                 int* membership, float* nearest, int* iterations) {
  float** clusters = alloc_rows(nclusters, nfeatures);
  double* new_centers = (double*)malloc(sizeof(double) * nclusters * nfeatures);
  int* new_centers_len = (int*)malloc(sizeof(int) * nclusters);

  for (int i = 0; i < nclusters; i++) {
    const int n = (int)((long)i * npoints / nclusters);
    memcpy(clusters[i], feature[n], nfeatures * sizeof(float));
  }
#pragma parallel
  for (int i = 0; i < npoints; i++) membership[i] = -1;

  int delta, loop = 0;
  do {
    delta = 0;
#pragma parallel
    for (int k = 0; k < nclusters * nfeatures; k++) new_centers[k] = 0.0;
    memset(new_centers_len, 0, sizeof(int) * nclusters);

    /* assignment */
#pragma parallel reduction(+:delta)
    for (int i = 0; i < npoints; i++) {
      const int index = find_nearest_point(feature[i], nfeatures, clusters, nclusters, &nearest[i]);
      if (membership[i] != index) delta += 1;
      membership[i] = index;
    }

    /* sums of the members */
#pragma parallel reduction(+:new_centers, new_centers_len)
    for (int i = 0; i < npoints; i++) {
      const int index = membership[i];
      new_centers_len[index]++;
      for (int j = 0; j < nfeatures; j++) new_centers[index * nfeatures + j] += feature[i][j];
    }

    /* centres */
#pragma parallel unchecked
    for (int i = 0; i < nclusters; i++)
      for (int j = 0; j < nfeatures; j++)
        clusters[i][j] = new_centers_len[i] > 0 ? (float)(new_centers[i * nfeatures + j] / new_centers_len[i]) : clusters[i][j];
  } while (delta > threshold * npoints && loop++ < 30);

  *iterations = loop;
  free(new_centers);
  free(new_centers_len);
  return clusters;
}

/* Mean distance of each cluster's members to their centre. */
static void spread_of(const int* membership, const float* nearest, int npoints, int nclusters, double* spread) {
  double members[7] = {};
  for (int c = 0; c < nclusters; c++) spread[c] = 0.0;
#pragma parallel reduction(+:spread, members) shape(spread[7])
  for (int i = 0; i < npoints; i++) {
    spread[membership[i]] += sqrt(nearest[i]);
    members[membership[i]] += 1;
  }
  for (int c = 0; c < nclusters; c++) spread[c] = members[c] > 0 ? spread[c] / members[c] : 0.0;
}

int main(int argc, char** argv) {
  const int npoints = argc > 1 ? atoi(argv[1]) : 3000;
  const int nfeatures = 12, nclusters = 7;
  float** feature = alloc_rows(npoints, nfeatures);
  unsigned state = 12345u;
  for (int i = 0; i < npoints; i++)
    for (int j = 0; j < nfeatures; j++) {
      state = state * 1103515245u + 12345u;
      feature[i][j] = (float)((state >> 16) & 0x7fff) / 32768.0f + (float)((i * 5) % 7) * ((j + i) % 3) * 0.4f;
    }
  normalise(feature, npoints, nfeatures);

  int* membership = (int*)malloc(npoints * sizeof(int));
  float* nearest = (float*)malloc(npoints * sizeof(float));
  int iterations = 0;
  float** clusters = kmeans_clustering(feature, nfeatures, npoints, nclusters, 0.001f, membership, nearest, &iterations);

  double spread[7];
  spread_of(membership, nearest, npoints, nclusters, spread);

  double error = 0.0;
  float farthest = 0.0f;
  long check = 0;
#pragma parallel reduction(+:error, check) reduction(max:farthest)
  for (int i = 0; i < npoints; i++) {
    error += nearest[i];
    check += (long)membership[i] * (i % 17);
    farthest = fmaxf(farthest, nearest[i]);
  }
  printf("iterations %d\n", iterations);
  printf("error %.6e farthest %.5e\n", error, farthest);
  printf("membership %ld\n", check);
  for (int c = 0; c < nclusters; c++) printf("spread %d %.6f\n", c, spread[c]);
  free_rows(feature);
  free_rows(clusters);
  free(membership);
  free(nearest);
  return 0;
}
