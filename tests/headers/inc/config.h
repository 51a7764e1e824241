#ifndef CONFIG_H
#define CONFIG_H
#define SCALE 0.5
static inline int lineHere(void) { return __LINE__; }
#endif
