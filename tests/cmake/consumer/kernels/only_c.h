#define ONLY_C 0
