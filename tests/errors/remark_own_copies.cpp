// options: -Rappyl
// prints: each thread has its own copy of 'counts'
// prints: the updates of 'sums' are atomic
void f(const int* at, int n, int* counts, long* sums) {
#pragma parallel reduction(+ : counts) shape(counts[16])
  for (int i = 0; i < n; ++i) counts[at[i]] += 1;
#pragma parallel reduction(+ : sums)
  for (int i = 0; i < n; ++i) sums[at[i]] += i;
}
