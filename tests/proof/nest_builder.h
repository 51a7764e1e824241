// Loop nests for the tests of the proof, written as one reads them:
//
//     nest().parallel("i", "1", "i < n").write("a[i]").read("a[i - 1]")
//
// Names that are no counters are parameters; `i / 2`, `i % 2`, `min(a, b)` and `max(a, b)` mean what they
// mean in C++, and `idx[i]` inside a subscript is a value of which nothing is known.
#pragma once

#include "nest/ir/leading_dimensions.h"
#include "proof/proof.h"

#include <cctype>
#include <stdexcept>
#include <string>
#include <vector>

namespace appyl::test {

class NestBuilder {
 public:
  /// `condition` is `counter op bound`. Loops nest until end().
  NestBuilder& parallel(const std::string& counter, const std::string& first, const std::string& condition,
                        std::int64_t step = 1) {
    return open(counter, first, condition, step, true);
  }
  NestBuilder& loop(const std::string& counter, const std::string& first, const std::string& condition,
                    std::int64_t step = 1) {
    return open(counter, first, condition, step, false);
  }
  /// The innermost open loop goes on by a value of run time.
  NestBuilder& by(const std::string& step) {
    const Polynomial size = polynomial(step);
    Loop& loop = nest.loops[static_cast<std::size_t>(current)];
    loop.step.reset();
    loop.stepSize = size;
    return *this;
  }
  /// `while (...)`
  NestBuilder& wild() {
    Loop loop;
    loop.parent = current;
    current = static_cast<int>(nest.loops.size());
    nest.loops.push_back(loop);
    return *this;
  }
  NestBuilder& end() {
    current = nest.loops[static_cast<std::size_t>(current)].parent;
    return *this;
  }

  /// Guards of the accesses that follow, until always().
  NestBuilder& when(const std::string& condition) {
    addGuard(condition);
    return *this;
  }
  NestBuilder& sometimes() {
    exact = false;
    return *this;
  }
  NestBuilder& always() {
    guards.clear();
    exact = true;
    return *this;
  }

  NestBuilder& write(const std::string& element) { return access(element, false, true); }
  NestBuilder& read(const std::string& element) { return access(element, true, false); }
  NestBuilder& update(const std::string& element, int reduction = -1) {
    access(element, true, true);
    nest.accesses.back().reduction = reduction;
    return *this;
  }
  NestBuilder& anywhere(const std::string& array) {
    access(array, true, true);
    nest.accesses.back().wholeArray = true;
    return *this;
  }
  NestBuilder& writeUnknown(const std::string& array) {
    access(array + "[0]", false, true);
    nest.accesses.back().subscripts[0] = std::nullopt;
    return *this;
  }

  /// `s` is combined over the innermost open loop.
  NestBuilder& reduction(const std::string& name) {
    Reduction reduction;
    reduction.loop = current;
    reduction.name = name;
    nest.reductions.push_back(reduction);
    return *this;
  }
  NestBuilder& local(const std::string& array) {  // in the body of the innermost open loop
    nest.arrays[arrayNamed(array)].scope = current;
    return *this;
  }
  NestBuilder& extents(const std::string& array, const std::vector<std::string>& sizes) {
    auto& extents = nest.arrays[arrayNamed(array)].extents;
    for (const std::string& size : sizes) extents.push_back(polynomial(size));
    return *this;
  }
  NestBuilder& constant(const std::string& parameter, std::int64_t value) {
    nest.symbols[parameter].value = value;
    return *this;
  }
  NestBuilder& nonNegative(const std::string& parameter) {
    nest.symbols[parameter].isUnsigned = true;
    return *this;
  }
  NestBuilder& calls(const std::string& function) {
    nest.addOpaqueEffect(function, nullptr);
    return *this;
  }

  operator const LoopNest&() const { return nest; }

 private:
  NestBuilder& open(const std::string& counter, const std::string& first, const std::string& condition,
                    std::int64_t step, bool parallel) {
    Loop loop;
    loop.parent = current;
    loop.canonical = true;
    loop.parallel = parallel;
    loop.symbol = counter;
    loop.step = step;
    loop.descending = step < 0;
    loop.first = bound(first);
    text = condition;
    at = 0;
    if (name() != counter) throw std::invalid_argument(condition);
    const std::string op = comparison();
    loop.comparison = op == "<"    ? Comparison::Less
                      : op == "<=" ? Comparison::LessEqual
                      : op == ">"  ? Comparison::Greater
                      : op == ">=" ? Comparison::GreaterEqual
                                   : Comparison::NotEqual;
    loop.end = bound(condition.substr(at));
    current = static_cast<int>(nest.loops.size());
    nest.loops.push_back(loop);
    Symbol& symbol = nest.symbols[counter];
    symbol.kind = Symbol::Kind::Counter;
    symbol.loop = current;
    return *this;
  }

  std::optional<Polynomial> bound(const std::string& source) {
    if (source.find('?') != std::string::npos) return std::nullopt;
    return polynomial(source);
  }

  NestBuilder& access(const std::string& element, bool reads, bool writes) {
    Access access;
    text = element;
    at = 0;
    access.array = static_cast<int>(arrayNamed(name()));
    while (skip("[")) {
      access.subscripts.push_back(sum());
      if (!skip("]")) throw std::invalid_argument(element);
    }
    access.reads = reads;
    access.writes = writes;
    access.loop = current;
    access.guards = guards;
    access.guardsExact = exact;
    nest.accesses.push_back(access);
    return *this;
  }

  std::size_t arrayNamed(const std::string& array) {
    for (std::size_t k = 0; k < nest.arrays.size(); ++k)
      if (nest.arrays[k].name == array) return k;
    nest.arrays.emplace_back();
    nest.arrays.back().name = array;
    return nest.arrays.size() - 1;
  }

  void addGuard(const std::string& condition) {
    text = condition;
    at = 0;
    const Polynomial left = sum();
    const std::string op = comparison();
    const Polynomial right = sum();
    const bool greater = op[0] == '>';
    Polynomial difference = greater ? *subtract(left, right) : *subtract(right, left);
    if (op == "<" || op == ">") difference = *add(difference, Polynomial(-1));
    guards.push_back({difference, op == "=="});
  }

  // The reader of expressions.
  Polynomial polynomial(const std::string& source) {
    text = source;
    at = 0;
    const Polynomial result = sum();
    if (at != text.size()) throw std::invalid_argument(source);
    return result;
  }
  void space() {
    while (at < text.size() && text[at] == ' ') ++at;
  }
  bool skip(const std::string& token) {
    space();
    if (text.compare(at, token.size(), token) != 0) return false;
    at += token.size();
    return true;
  }
  std::string name() {
    space();
    const std::size_t from = at;
    while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_')) ++at;
    const std::string result = text.substr(from, at - from);
    space();
    return result;
  }
  std::string comparison() {
    for (const char* op : {"<=", ">=", "==", "!=", "<", ">"})
      if (skip(op)) return op;
    throw std::invalid_argument(text);
  }
  Polynomial sum() {
    Polynomial result = skip("-") ? *subtract(Polynomial(), product()) : product();
    for (;;) {
      if (skip("+"))
        result = *add(result, product());
      else if (skip("-"))
        result = *subtract(result, product());
      else
        return result;
      space();
    }
  }
  Polynomial product() {
    Polynomial result = factor();
    for (;;) {
      if (skip("*"))
        result = *multiply(result, factor());
      else if (skip("/"))
        result = derived(Symbol::Kind::Quotient, result, {}, factor().constant().value());
      else if (skip("%"))
        result = derived(Symbol::Kind::Remainder, result, {}, factor().constant().value());
      else
        return result;
    }
  }
  Polynomial factor() {
    if (skip("(")) {
      const Polynomial result = sum();
      if (!skip(")")) throw std::invalid_argument(text);
      return result;
    }
    const std::string word = name();
    if (word.empty()) throw std::invalid_argument(text);
    if (std::isdigit(static_cast<unsigned char>(word[0]))) return Polynomial(std::stoll(word));
    if ((word == "min" || word == "max") && skip("(")) {
      const Polynomial left = sum();
      skip(",");
      const Polynomial right = sum();
      skip(")");
      return derived(word == "min" ? Symbol::Kind::Minimum : Symbol::Kind::Maximum, left, right, 0);
    }
    if (skip("[")) {
      const std::string opaque = word + "[" + print(sum()) + "]";
      skip("]");
      nest.symbols[opaque].kind = Symbol::Kind::Opaque;
      return Polynomial::symbol(opaque);
    }
    nest.symbols[word];  // a parameter, where it is not yet something else
    return Polynomial::symbol(word);
  }
  Polynomial derived(Symbol::Kind kind, const Polynomial& left, const Polynomial& right,
                     std::int64_t divisor) {
    const char* op = kind == Symbol::Kind::Quotient ? " / " : kind == Symbol::Kind::Remainder ? " % " : ", ";
    std::string key =
        "(" + print(left) + ")" + op + (divisor ? std::to_string(divisor) : "(" + print(right) + ")");
    if (!divisor) key = (kind == Symbol::Kind::Minimum ? "min(" : "max(") + key + ")";
    Symbol& symbol = nest.symbols[key];
    symbol.kind = kind;
    symbol.operand = left;
    symbol.right = right;
    symbol.divisor = divisor;
    return Polynomial::symbol(key);
  }

  LoopNest nest;
  int current = -1;
  std::vector<Constraint> guards;
  bool exact = true;
  std::string text;
  std::size_t at = 0;
};

inline NestBuilder nest() { return NestBuilder(); }

/// What `--dump=proof` says of it.
inline std::string proofOf(LoopNest nest) {
  nameLeadingDimensions(nest);
  return print(prove(nest), nest);
}

}  // namespace appyl::test
