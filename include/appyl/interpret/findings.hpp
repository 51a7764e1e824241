// What is found while programs are interpreted, told on standard error like a compiler's diagnostics. A place
// in the source is told once; a program with findings ends with status 3 after the kernel that had them,
// unless APPYL_ON_ERROR=continue.
#pragma once

#include <appyl/interpret/shadow.hpp>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace appyl::interpret {

namespace detail {

/// Texts and numbers one behind the other. (GCC 12 warns about `"(" + std::string`.)
template <class... Parts>
std::string joined(const Parts&... parts) {
  std::string text;
  const auto add = [&](const auto& part) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(part)>>)
      text += std::to_string(part);
    else
      text += part;
  };
  (add(parts), ...);
  return text;
}

}  // namespace detail

class Findings {
 public:
  /// The same ones as long as the program runs.
  static Findings& get() {
    static Findings* const findings = new Findings;
    return *findings;
  }

  bool continues = false;   // APPYL_ON_ERROR=continue
  bool asksForNan = false;  // APPYL_CHECK=nan

  /// Has it been told of this pair of places?
  bool is_told(const char* file, const char* name, const Site& at, std::uint32_t other = 0) const {
    return told.count({file, name, at.packed(), other}) != 0;
  }

  /// `file:line:column: error: message [appyl-name]`, and a note at another place, once for each pair of
  /// places. A remark does not count.
  void report(const char* file, const char* name, const Site& at, const std::string& message,
              std::uint32_t other = 0, const std::string& note = "", bool isRemark = false) {
    if (!told.insert({file, name, at.packed(), other}).second) return;
    if (!isRemark) ++count;
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%u:%u: %s: %s [appyl-%s]\n", at.header ? at.header : file, at.line, at.column,
                 isRemark ? "remark" : "error", message.c_str(), name);
    if (!note.empty())
      std::fprintf(stderr, "%s:%u:%u: note: %s\n", Site::header_of(other) ? Site::header_of(other) : file,
                   Site::line_of(other), Site::column_of(other), note.c_str());
  }

  /// After each kernel.
  void conclude() {
    if (count > 0 && !continues) end();
  }

  /// Where the program cannot go on.
  [[noreturn]] void end() {
    tellCount();
    std::exit(3);
  }

 private:
  unsigned long long count = 0;
  bool isCounted = false;
  std::set<std::tuple<std::string_view, std::string_view, std::uint32_t, std::uint32_t>> told;  // of literals

  Findings() {
    readVariable("APPYL_ON_ERROR", "continue", continues);
    readVariable("APPYL_CHECK", "nan", asksForNan);
    if (continues) std::atexit([] { get().tellCount(); });
  }

  static void readVariable(const char* variable, const char* word, bool& target) {
    const char* const value = std::getenv(variable);
    if (!value || !*value) return;
    target = std::string(value) == word;
    if (target) return;
    std::fprintf(stderr, "%s is '%s'; it is '%s' or not set\n", variable, value, word);
    std::exit(2);
  }

  void tellCount() {
    if (count == 0 || isCounted) return;
    isCounted = true;
    std::fprintf(stderr, "%llu findings\n", count);
  }
};

/// A program on slices that runs as it was written, since the loops that would be checked do not suit its
/// arrays.
inline void unwatched(const char* file, unsigned line) {
  Findings::get().report(file, "unwatched", Site{line, 1, ""},
                         "the slices end elsewhere than the loop does; what they touch is not checked", 0, "",
                         /*isRemark=*/true);
}

}  // namespace appyl::interpret
