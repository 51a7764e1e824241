#include "spelling.h"

#include <cctype>
#include <climits>

namespace random_programs {

std::string typeName(Type type, bool inC) {
  static const char* const names[] = {"signed char", "unsigned char", "short",        "unsigned short",
                                      "int",         "unsigned",      "long",         "unsigned long",
                                      "long long",   "std::size_t",   "std::int64_t", "std::ptrdiff_t",
                                      "float",       "double"};
  const std::string name = names[static_cast<int>(type)];
  return inC && name.starts_with("std::") ? name.substr(5) : name;
}

std::string spell(Integer value) {
  if (value < 0) {
    if (value == INT_MIN) return "(-2147483647 - 1)";
    return "-" + spell(-value);
  }
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
  while ((value /= 10) > 0);
  const bool pastSigned = digits.size() > 19 || (digits.size() == 19 && digits > std::to_string(LLONG_MAX));
  return digits + (pastSigned ? "u" : "");
}

// Whether `name` is a word of `text`.
bool mentions(const std::string& text, const std::string& name) {
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !isWord(text[at - 1])) && (end == text.size() || !isWord(text[end]))) return true;
  }
  return false;
}

std::string spellCall(const Value& call, const std::vector<Argument>& arguments, bool inC) {
  std::string name = call.text, list;
  for (const Argument& argument : arguments) list += (list.empty() ? "" : ", ") + argument.alone;
  if (!inC) return name + "(" + list + ")";
  const std::string suffix = call.type == Type::Float ? "f" : "";
  if (name == "halve") return "(" + arguments[0].operand + " / 2)";
  if (name == "Scale{3}.of") return "scaled((struct Scale){3}, " + list + ")";
  if (name == "soften") return name + suffix + "(" + list + ")";
  if (name == "std::abs") return (isFloating(call.type) ? "fabs" + suffix : "abs") + "(" + list + ")";
  if (name == "std::max" || name == "std::min") name = "std::f" + name.substr(5);
  return name.starts_with("std::") ? name.substr(5) + suffix + "(" + list + ")" : name + "(" + list + ")";
}

std::string headers(bool inC, int standard) {
  if (inC)
    return "#include <math.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n"
           "#include \"particle.h\"\n";
  std::string text;
  for (const char* header :
       {"appyl/appyl.hpp", "algorithm", "array", "cmath", "cstddef", "cstdint", "vector"})
    text += "#include <" + std::string(header) + ">\n";
  if (standard >= 20) text += "#include <concepts>\n#include <span>\n";
  return text + "#include \"support.hpp\"\n";
}

std::string callees(bool inC) {
  if (inC)
    return R"(
static inline int twice(int x) { return 2 * x + 1; }
static inline int clamp(int x, int low, int high) {
  if (x < low) return low;
  return x > high ? high : x;
}
static inline double soften(double x) { return x / (1 + x * x); }
static inline float softenf(float x) { return x / (1 + x * x); }
static inline int collatz(int x) {
  int steps = 0;
  for (int n = x < 0 ? -x : x; n > 1 && steps < 20; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}
struct Scale {
  int factor;
};
static inline int scaled(struct Scale scale, int x) { return scale.factor * x; }
)";
  return R"(
inline int twice(int x) { return 2 * x + 1; }
inline int clamp(int x, int low, int high) {
  if (x < low) return low;
  return x > high ? high : x;
}
inline double soften(double x) { return x / (1 + x * x); }
inline float soften(float x) { return x / (1 + x * x); }
template <class T>
T halve(T x) {
  return x / 2;
}
inline int collatz(int x) {
  int steps = 0;
  for (int n = x < 0 ? -x : x; n > 1 && steps < 20; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}
struct Scale {
  int factor;
  int of(int x) const { return factor * x; }
};
)";
}

std::string rareCallees(const std::string& functions) {
  std::string text;
  if (mentions(functions, "digits"))
    text += "static inline int digits(int x) { return x > -10 && x < 10 ? 1 : 1 + digits(x / 10); }\n";
  if (mentions(functions, "halved"))
    text += "inline auto halved(std::floating_point auto x) { return x / 2; }\n";
  if (mentions(functions, "lowered")) text += "inline auto lowered(std::integral auto x) { return x / 2; }\n";
  // Each compiler in its own words; GCC says of many loops that it ignores such a pragma.
  if (mentions(functions, "UNROLLED"))
    text += R"text(#if defined __clang__
#define UNROLLED _Pragma("clang loop unroll_count(2)")
#elif defined __NVCC__
#define UNROLLED _Pragma("unroll 2")
#else
#define UNROLLED
#endif
)text";
  return text;
}

}  // namespace random_programs
