// Whole programs. They are changed line by line and word by word, by a grammar of what loops and directives
// are made of, as most changes of single bytes leave nothing that compiles.
#include "fuzz.h"

#include <algorithm>
#include <random>
#include <sstream>
#include <vector>

namespace {

using Lines = std::vector<std::string>;

struct Mutator {
  std::minstd_rand random;

  std::size_t below(std::size_t count) { return count == 0 ? 0 : random() % count; }
  template <std::size_t N>
  std::string one(const char* const (&choices)[N]) {
    return choices[below(N)];
  }

  std::string name() {
    static constexpr const char* names[] = {"a", "b", "x", "c", "n", "m", "i", "j",
                                            "k", "s", "t", "p", "v", "S", "f", "g"};
    return one(names);
  }
  std::string constant() {
    static constexpr const char* constants[] = {"0",
                                                "1",
                                                "2",
                                                "7",
                                                "-1",
                                                "64",
                                                "4294967295u",
                                                "2147483647",
                                                "0x7fffffffffffffff",
                                                "1e300",
                                                "0.5f",
                                                "'c'",
                                                "true",
                                                "nullptr",
                                                "sizeof(a)",
                                                "N"};
    return one(constants);
  }
  std::string expression(int depth = 0) {
    static constexpr const char* operators[] = {"+", "-", "*",  "/",  "%",  "<<", ">>", "&", "|",
                                                "^", "<", "<=", "==", "!=", "&&", "||", ","};
    static constexpr const char* signs[] = {"-", "!", "~", "*", "&", "++", "--", "+"};
    if (depth > 3) return below(2) ? name() : constant();
    switch (below(9)) {
      case 0: return constant();
      case 1: return expression(depth + 1) + " " + one(operators) + " " + expression(depth + 1);
      case 2: return one(signs) + expression(depth + 1);
      case 3: return "(" + expression(depth + 1) + ")";
      case 4: return name() + "[" + expression(depth + 1) + "]";
      case 5: return expression(depth + 1) + " ? " + expression(depth + 1) + " : " + expression(depth + 1);
      case 6: return name() + "(" + expression(depth + 1) + ")";
      case 7: return name() + (below(2) ? "." : "->") + name();
      default: return name();
    }
  }
  std::string directive() {
    static constexpr const char* operators[] = {"+", "*",  "min", "max",    "&",     "|",
                                                "^", "&&", "||",  "argmin", "argmax"};
    std::string text = "#pragma ";
    for (std::size_t count = 1 + below(4); count > 0; --count) {
      switch (below(11)) {
        case 0: text += "parallel "; break;
        case 1: text += "block(" + (below(3) ? constant() : expression()) + ") "; break;
        case 2: text += "block(auto) "; break;
        case 3: text += "block "; break;
        case 4: text += "reduction(" + one(operators) + ":" + name() + ") "; break;
        case 5: text += "private(" + name() + ") "; break;
        case 6: text += "shape(" + name() + "[" + expression() + "]) "; break;
        case 7: text += "data(" + name() + "[" + expression() + ":" + expression() + "]) "; break;
        case 8: text += "unchecked "; break;
        case 9: text += "device "; break;
        default: text += name() + " ";
      }
    }
    return text;
  }
  std::string statement() {
    static constexpr const char* assignments[] = {" = ", " += ", " *= ", " |= ", " <<= "};
    static constexpr const char* types[] = {"int ",           "float ", "double ",  "const int ",
                                            "unsigned char ", "long ",  "auto ",    "int* ",
                                            "auto& ",         "S ",     "float*& ", "static int "};
    switch (below(12)) {
      case 0:
      case 1: return directive();
      case 2:
        return "for (int " + name() + " = " + expression() + "; " + expression() + "; ++" + name() + ")";
      case 3: return "for (int i = 0; i < n; ++i) {";
      case 4: return "if (" + expression() + ") {";
      case 5: return "}";
      case 6: return one(types) + name() + " = " + expression() + ";";
      case 7: return "while (" + expression() + ")";
      case 8: return below(2) ? "break;" : "continue;";
      case 9: return "auto " + name() + " = [&](int k) { return " + expression() + "; };";
      default: return name() + "[" + expression() + "]" + one(assignments) + expression() + ";";
    }
  }

  void change(Lines& lines) {
    const std::size_t at = below(lines.size());
    switch (below(6)) {
      case 0: lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at)); break;
      case 1: lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), statement()); break;
      case 2: lines[at] = statement(); break;
      case 3: std::swap(lines[at], lines[below(lines.size())]); break;
      default: changeWord(lines[at]);
    }
  }

  /// A name, a number or a parenthesised expression becomes another one.
  void changeWord(std::string& line) {
    std::vector<std::pair<std::size_t, std::size_t>> words;
    for (std::size_t at = 0; at < line.size();) {
      const auto isOfWord = [&](std::size_t k) {
        return std::isalnum(static_cast<unsigned char>(line[k])) || line[k] == '_';
      };
      std::size_t end = at;
      while (end < line.size() && isOfWord(end)) ++end;
      if (end > at) words.emplace_back(at, end - at);
      at = std::max(end, at + 1);
    }
    if (words.empty()) return;
    const auto [begin, length] = words[below(words.size())];
    line.replace(begin, length, below(4) ? (below(2) ? name() : constant()) : "(" + expression() + ")");
  }
};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  Mutator mutator{std::minstd_rand(seed)};
  Lines lines;
  std::istringstream input(appyl::fuzz::textOf(data, size));
  for (std::string line; std::getline(input, line);) lines.push_back(line);
  if (lines.empty()) lines.emplace_back();
  for (std::size_t count = 1 + mutator.below(3); count > 0; --count)
    if (!lines.empty()) mutator.change(lines);
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  size = std::min(text.size(), most);
  std::copy_n(text.begin(), size, data);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  appyl::fuzz::translateEverywhere(appyl::fuzz::textOf(data, size));
  return 0;
}
