#ifndef SIGNAL_WINDOW_H
#define SIGNAL_WINDOW_H
#ifdef __cplusplus
extern "C" {
#endif

/* w[i] of a triangular window with n points, n > 1. */
void signal_window(int n, double *w);

#ifdef __cplusplus
}
#endif
#endif
