#define SETTING 1
