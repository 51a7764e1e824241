// The text of a directive: `parallel block(N) reduction(+:s)`, and whatever else can stand there.
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string words = appyl::fuzz::textOf(data, size);
  for (char& each : words)
    if (each == '\n' || each == '\r' || each == '\0' || each == '\\') each = ' ';
  appyl::fuzz::translateEverywhere(
      "void f(int n, int m, float* a, const float* x, float s, int* c) {\n#pragma " + words +
      "\n  for (int i = 0; i < n; ++i) {\n    s += x[i];\n    a[i] = x[i] + m;\n  }\n  c[0] = s;\n}\n");
  return 0;
}
