// flags: -std=c++20
/* Event-based lookup of macroscopic cross sections on a unionized energy grid, as XSBench does. */
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

typedef struct {
  double energy;
  double total_xs, elastic_xs, absorption_xs, fission_xs, nu_fission_xs;
} NuclideGridPoint;

typedef struct {
  int n_isotopes, n_gridpoints, lookups, n_mats;
} Inputs;

typedef struct {
  int* num_nucs;               // nuclides in each material
  double* concs;               // [material][max_num_nucs]
  int* mats;                   // [material][max_num_nucs]
  double* unionized_energy;    // sorted
  int* index_grid;             // [unionized point][isotope]
  NuclideGridPoint* nuclide_grid;  // [isotope][gridpoint], sorted by energy
  int max_num_nucs;
  long length_unionized;
} SimulationData;

#define STARTING_SEED 1070ULL

static double LCG_random_double(uint64_t* seed) {
  const uint64_t m = 9223372036854775808ULL;  // 2^63
  const uint64_t a = 2806196910506780709ULL, c = 1ULL;
  *seed = (a * (*seed) + c) % m;
  return (double)(*seed) / (double)m;
}

static uint64_t fast_forward_LCG(uint64_t seed, uint64_t n) {
  const uint64_t m = 9223372036854775808ULL;
  uint64_t a = 2806196910506780709ULL, c = 1ULL, a_new = 1, c_new = 0;
  n = n % m;
  while (n > 0) {
    if (n & 1) {
      a_new *= a;
      c_new = c_new * a + c;
    }
    c *= (a + 1);
    a *= a;
    n >>= 1;
  }
  return (a_new * seed + c_new) % m;
}

static long grid_search(long n, double quarry, const double* A) {
  long lower = 0, upper = n - 1;
  while (upper - lower > 1) {
    const long mid = lower + (upper - lower) / 2;
    if (A[mid] > quarry)
      upper = mid;
    else
      lower = mid;
  }
  return lower;
}

static int pick_mat(uint64_t* seed, int n_mats) {
  const double roll = LCG_random_double(seed);
  double running = 0.0;
  for (int i = 0; i < n_mats; i++) {
    running += 1.0 / n_mats;
    if (roll < running) return i;
  }
  return 0;
}

static void calculate_micro_xs(double p_energy, int nuc, const Inputs& in, const int* index_row,
                               const NuclideGridPoint* nuclide_grid, double* xs_vector) {
  int at = index_row[nuc];
  if (at > in.n_gridpoints - 2) at = in.n_gridpoints - 2;
  const NuclideGridPoint* low = &nuclide_grid[nuc * in.n_gridpoints + at];
  const NuclideGridPoint* high = low + 1;
  const double f = (high->energy - p_energy) / (high->energy - low->energy);
  xs_vector[0] = high->total_xs - f * (high->total_xs - low->total_xs);
  xs_vector[1] = high->elastic_xs - f * (high->elastic_xs - low->elastic_xs);
  xs_vector[2] = high->absorption_xs - f * (high->absorption_xs - low->absorption_xs);
  xs_vector[3] = high->fission_xs - f * (high->fission_xs - low->fission_xs);
  xs_vector[4] = high->nu_fission_xs - f * (high->nu_fission_xs - low->nu_fission_xs);
}

static void calculate_macro_xs(double p_energy, int mat, const Inputs& in, long length_unionized, int max_num_nucs,
 const double* unionized_energy, const int* num_nucs, const int* mats, const double* concs, const int* index_grid,
 const NuclideGridPoint* nuclide_grid, double* macro) {
  const long idx = grid_search(length_unionized, p_energy, unionized_energy);
  double micro[5];
  for (int k = 0; k < 5; k++) macro[k] = 0;
  for (int j = 0; j < num_nucs[mat]; j++) {
    const int nuc = mats[mat * max_num_nucs + j];
    const double conc = concs[mat * max_num_nucs + j];
    calculate_micro_xs(p_energy, nuc, in, &index_grid[idx * in.n_isotopes], nuclide_grid, micro);
    for (int k = 0; k < 5; k++) macro[k] += micro[k] * conc;
  }
}

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static SimulationData grid_init(const Inputs& in) {
  SimulationData SD;
  uint64_t seed = 42;
  const int ni = in.n_isotopes, ng = in.n_gridpoints;
  SD.nuclide_grid = (NuclideGridPoint*)malloc(ni * ng * sizeof(NuclideGridPoint));
  double* e = (double*)malloc(ng * sizeof(double));
  for (int n = 0; n < ni; n++) {
    for (int g = 0; g < ng; g++) e[g] = LCG_random_double(&seed);
    qsort(e, ng, sizeof(double), compare);
    for (int g = 0; g < ng; g++) {
      NuclideGridPoint* p = &SD.nuclide_grid[n * ng + g];
      p->energy = e[g];
      p->total_xs = LCG_random_double(&seed);
      p->elastic_xs = LCG_random_double(&seed);
      p->absorption_xs = LCG_random_double(&seed);
      p->fission_xs = LCG_random_double(&seed);
      p->nu_fission_xs = LCG_random_double(&seed);
    }
  }
  free(e);
  SD.length_unionized = (long)ni * ng;
  SD.unionized_energy = (double*)malloc(SD.length_unionized * sizeof(double));
#pragma parallel
  for (long k = 0; k < SD.length_unionized; k++) SD.unionized_energy[k] = SD.nuclide_grid[k].energy;
  qsort(SD.unionized_energy, SD.length_unionized, sizeof(double), compare);
  SD.index_grid = (int*)malloc(SD.length_unionized * ni * sizeof(int));
#pragma parallel shape(SD.nuclide_grid[ni * ng])
  for (long k = 0; k < SD.length_unionized; k++)
    for (int n = 0; n < ni; n++) {
      int low = 0, high = ng;
      while (low < high) {
        const int mid = (low + high) / 2;
        if (SD.nuclide_grid[n * ng + mid].energy <= SD.unionized_energy[k]) low = mid + 1;
        else high = mid;
      }
      SD.index_grid[k * ni + n] = low > 0 ? low - 1 : 0;
    }
  SD.max_num_nucs = ni;
  SD.num_nucs = (int*)malloc(in.n_mats * sizeof(int));
  SD.mats = (int*)calloc(in.n_mats * ni, sizeof(int));
  SD.concs = (double*)calloc(in.n_mats * ni, sizeof(double));
  for (int m = 0; m < in.n_mats; m++) {
    SD.num_nucs[m] = 3 + (5 * m) % (ni - 3);
    for (int j = 0; j < SD.num_nucs[m]; j++) {
      SD.mats[m * ni + j] = (3 * m + 7 * j) % ni;
      SD.concs[m * ni + j] = LCG_random_double(&seed);
    }
  }
  return SD;
}

static unsigned long long run_event_based_simulation(const Inputs& in, const SimulationData& SD, double* largest) {
  unsigned long long verification = 0;
  double most = 0.0;
#pragma parallel reduction(+:verification) reduction(max:most) \
    shape(SD.unionized_energy[SD.length_unionized], SD.index_grid[SD.length_unionized * in.n_isotopes], \
          SD.nuclide_grid[(long)in.n_isotopes * in.n_gridpoints], SD.num_nucs[in.n_mats], \
          SD.mats[in.n_mats * SD.max_num_nucs], SD.concs[in.n_mats * SD.max_num_nucs])
  for (int i = 0; i < in.lookups; i++) {
    uint64_t seed = fast_forward_LCG(STARTING_SEED, 2 * (uint64_t)i);
    const double p_energy = LCG_random_double(&seed);
    const int mat = pick_mat(&seed, in.n_mats);
    double macro_xs_vector[5];
    calculate_macro_xs(p_energy, mat, in, SD.length_unionized, SD.max_num_nucs, SD.unionized_energy, SD.num_nucs, SD.mats, SD.concs, SD.index_grid, SD.nuclide_grid, macro_xs_vector);
    double max = -1.0;
    int max_idx = 0;
    for (int j = 0; j < 5; j++)
      if (macro_xs_vector[j] > max) {
        max = macro_xs_vector[j];
        max_idx = j;
      }
    verification += max_idx + 1;
    if (max > most) most = max;
  }
  *largest = most;
  return verification;
}

int main(int argc, char** argv) {
  const Inputs in = {16, 200, argc > 1 ? atoi(argv[1]) : 20000, 12};
  SimulationData SD = grid_init(in);
  double largest = 0;
  const unsigned long long sum = run_event_based_simulation(in, SD, &largest);
  printf("verification %llu\nlargest %.10e\n", sum, largest);
  long total = 0;
#pragma parallel reduction(+:total)
  for (long k = 0; k < SD.length_unionized * in.n_isotopes; k++) total += SD.index_grid[k];
  printf("index sum %ld\n", total);
  free(SD.num_nucs); free(SD.concs); free(SD.mats);
  free(SD.unionized_energy); free(SD.index_grid); free(SD.nuclide_grid);
  return 0;
}
