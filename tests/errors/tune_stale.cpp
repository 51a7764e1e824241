// Entries of a tuning file that fit no kernel or no loop any more.
// warning@1: [appyl-tune] 'tests/errors/tune_stale.json' has blocks for a kernel 'gone_kernel0', which is not here
// options: --tune-file tests/errors/tune_stale.json

void scale(float* a, float* b, int n) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i) a[i] = 2 * a[i];
#pragma parallel block(64)
  for (int j = 0; j < n; ++j) b[j] = 2 * b[j];  // warning: [appyl-tune] the loop over 'j' in 'scale_kernel1'
}

// warning@7: [appyl-tune] has a block for the loop over 'k' in 'scale_kernel0', where no loop over 'k' has 'block(auto)'
