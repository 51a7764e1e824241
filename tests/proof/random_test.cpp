// Random nests, each decided by the proof and by counting out small sizes: what is called independent never
// meets, and a conflict is one.
#include "nest_builder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <random>
#include <set>

using namespace appyl;
using namespace appyl::test;

namespace {

using Values = std::map<std::string, std::int64_t>;

/// The meaning of a nest, written down once more, and without the proof's own evaluation.
class Counted {
 public:
  Counted(const LoopNest& nest, const Values& sizes) : nest(nest), values(sizes) {}

  std::int64_t value(const Polynomial& polynomial) const {
    std::int64_t sum = 0;
    for (const auto& [monomial, factor] : polynomial.terms) {
      std::int64_t product = factor;
      for (const std::string& name : monomial) product *= valueOf(name);
      sum += product;
    }
    return sum;
  }

  bool holds(const std::vector<Assumption>& assumptions) const {
    for (const Assumption& each : assumptions)
      if (value(each.condition) < 0) return false;
    return true;
  }

  /// Do two iterations of the loop, with those around it the same, touch one element that one of them writes?
  bool meets(int loop) {
    wanted = loop;
    found = false;
    run(0);
    return found;
  }

  /// Does the occurrence take place, and where?
  std::optional<std::vector<std::int64_t>> elementOf(const Occurrence& occurrence) {
    const Access& access = nest.accesses[static_cast<std::size_t>(occurrence.access)];
    std::optional<std::vector<std::int64_t>> element;
    walk(0, [&](int index) {
      if (index != access.loop || !happens(access)) return;
      for (const auto& [around, counter] : occurrence.counters)
        if (values.at(nest.loops[static_cast<std::size_t>(around)].symbol) != counter) return;
      element = subscripts(access);
    });
    return element;
  }

 private:
  const LoopNest& nest;
  Values values;
  int wanted = -1;
  bool found = false;
  struct Touch {
    std::int64_t iteration;
    bool writes;
  };
  std::map<std::pair<int, std::vector<std::int64_t>>, std::vector<Touch>> touched;

  std::int64_t valueOf(const std::string& name) const {
    if (const auto known = values.find(name); known != values.end()) return known->second;
    const Symbol& symbol = nest.symbols.at(name);
    const std::int64_t left = value(symbol.operand), right = value(symbol.right);
    switch (symbol.kind) {
      case Symbol::Kind::Quotient: return left / symbol.divisor;
      case Symbol::Kind::Remainder: return left % symbol.divisor;
      case Symbol::Kind::Minimum: return std::min(left, right);
      case Symbol::Kind::Maximum: return std::max(left, right);
      default: throw std::logic_error(name);
    }
  }

  bool happens(const Access& access) const {
    for (const Constraint& guard : access.guards) {
      const std::int64_t condition = value(guard.condition);
      if (guard.equality ? condition != 0 : condition < 0) return false;
    }
    return true;
  }

  std::vector<std::int64_t> subscripts(const Access& access) const {
    std::vector<std::int64_t> result;
    for (const auto& subscript : access.subscripts) result.push_back(value(*subscript));
    return result;
  }

  template <class Visit>
  void walk(int index, Visit visit) {
    const Loop& loop = nest.loops[static_cast<std::size_t>(index)];
    const std::int64_t end = value(*loop.end);
    std::int64_t counter = value(*loop.first);
    const auto goesOn = [&] {
      switch (loop.comparison) {
        case Comparison::Less: return counter < end;
        case Comparison::LessEqual: return counter <= end;
        case Comparison::Greater: return counter > end;
        case Comparison::GreaterEqual: return counter >= end;
        case Comparison::NotEqual: break;
      }
      return counter != end;
    };
    for (; goesOn(); counter += *loop.step) {
      values[loop.symbol] = counter;
      visit(index);
      for (std::size_t inner = 0; inner < nest.loops.size(); ++inner)
        if (nest.loops[inner].parent == index) walk(static_cast<int>(inner), visit);
    }
    values.erase(loop.symbol);
  }

  void run(int root) {
    std::vector<std::int64_t> outer;
    touched.clear();
    const std::vector<int> around = loopsAround(nest, wanted);
    walk(root, [&](int index) {
      for (const Access& access : nest.accesses) {
        if (access.loop != index || !happens(access)) continue;
        const std::vector<int> own = loopsAround(nest, index);
        if (std::find(own.begin(), own.end(), wanted) == own.end()) continue;
        std::vector<std::int64_t> fixed;
        for (int each : around)
          if (each != wanted) fixed.push_back(values.at(nest.loops[static_cast<std::size_t>(each)].symbol));
        if (fixed != outer) {
          outer = fixed;
          touched.clear();
        }
        const std::int64_t iteration = values.at(nest.loops[static_cast<std::size_t>(wanted)].symbol);
        auto& touches = touched[{access.array, subscripts(access)}];
        for (const Touch& other : touches)
          if (other.iteration != iteration && (other.writes || access.writes)) found = true;
        touches.push_back({iteration, access.writes});
      }
    });
  }
};

class Random {
 public:
  explicit Random(unsigned seed) : engine(seed) {}
  int below(int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  const char* one(std::initializer_list<const char*> of) {
    return of.begin()[below(static_cast<int>(of.size()))];
  }

 private:
  std::mt19937 engine;
};

/// Loops i, j, k over the sizes n, m, l; accesses to a and b.
class Writer {
 public:
  explicit Writer(unsigned seed) : random(seed) {}

  NestBuilder nest(std::string& text) {
    NestBuilder builder;
    const int depth = 1 + random.below(3);
    const bool flat = random.chance(45);
    rank = depth > 1 ? 2 : 1;
    row = random.one({"n", "m", "l", "ld", "(n + 1)", "4"});
    for (int level = 0; level < depth; ++level) {
      open(builder, level, text);
      if (level + 1 < depth && random.chance(15)) access(builder, flat, text);
    }
    for (int count = 1 + random.below(3); count > 0; --count) access(builder, flat, text);
    return builder;
  }

 private:
  Random random;
  std::vector<std::string> counters;
  int rank = 1;     // of a
  std::string row;  // the length of the rows of flat arrays

  std::string size() { return random.one({"n", "m", "l"}); }
  std::string number(int low, int high) { return std::to_string(low + random.below(high - low + 1)); }

  void open(NestBuilder& builder, int level, std::string& text) {
    const std::string counter(1, "ijk"[level]), own(1, "nml"[level]);
    std::string first = "0", bound = own;
    if (random.chance(20)) first = number(1, 3);
    if (!counters.empty() && random.chance(25)) first = counters.back() + (random.chance(50) ? " + 1" : "");
    if (random.chance(15)) bound = own + (random.chance(50) ? " - " : " + ") + number(1, 2);
    if (!counters.empty() && random.chance(15))
      bound = counters.back() + (random.chance(50) ? "" : " + " + own);
    if (random.chance(8)) bound = own + " / 2";
    if (random.chance(8)) bound = number(3, 7);
    if (random.chance(6)) bound = "min(" + own + ", " + number(3, 5) + ")";
    std::int64_t step = random.chance(20) ? 2 + random.below(2) : 1;
    std::string condition = counter + (random.chance(15) ? " <= " : " < ") + bound;
    if (random.chance(12)) {  // downwards
      std::swap(first, bound);
      condition = counter + (random.chance(50) ? " >= " : " > ") + bound;
      step = -step;
    }
    const bool parallel = level == 0 || random.chance(50);
    text +=
        (parallel ? "parallel " : "loop ") + first + "; " + condition + "; " + std::to_string(step) + "\n";
    parallel ? builder.parallel(counter, first, condition, step)
             : builder.loop(counter, first, condition, step);
    counters.push_back(counter);
  }

  std::string anyCounter() {
    return counters[static_cast<std::size_t>(random.below(static_cast<int>(counters.size())))];
  }

  std::string affine() {
    std::string result = random.chance(25) ? number(2, 3) + "*" + anyCounter() : anyCounter();
    if (random.chance(25)) result += (random.chance(50) ? " + " : " - ") + anyCounter();
    if (random.chance(12))
      result = random.one({"n", "m"}) + std::string(" - ") + number(0, 1) + " - " + anyCounter();
    if (random.chance(12)) result += std::string(" + ") + size();
    if (random.chance(40)) result += (random.chance(50) ? " + " : " - ") + number(1, 2);
    if (random.chance(8)) result = "(" + result + ") / " + number(2, 3);
    if (random.chance(8)) result = "(" + result + ") % " + number(2, 4);
    if (random.chance(4)) result = "min(" + result + ", " + size() + ")";
    if (random.chance(3)) result = "max(" + result + ", " + number(0, 2) + ")";
    if (random.chance(4)) result = number(0, 2);
    return result;
  }

  void access(NestBuilder& builder, bool flat, std::string& text) {
    builder.always();
    if (random.chance(18)) {
      const std::string guard = anyCounter() + random.one({" < ", " >= ", " == ", " <= "}) +
                                (random.chance(50)   ? size()
                                 : random.chance(50) ? number(0, 3)
                                                     : anyCounter());
      builder.when(guard);
      text += "  when " + guard;
    }
    std::string element = random.chance(75) ? "a" : "b";
    if (flat) {
      std::string offset = random.chance(30) ? (random.chance(50) ? " + " : " - ") + number(1, 2) : "";
      if (random.chance(6)) offset += " + " + row;
      element += "[" + (random.chance(80) ? anyCounter() : "(" + affine() + ")") + "*" + row + " + " +
                 anyCounter() + offset + "]";
    } else {
      element += "[" + affine() + "]";
      if (rank > 1 && element[0] == 'a') element += "[" + affine() + "]";
    }
    const int kind = random.below(3);
    text += "  " + std::string(kind == 0 ? "write " : kind == 1 ? "read " : "update ") + element + "\n";
    if (kind == 0) builder.write(element);
    if (kind == 1) builder.read(element);
    if (kind == 2) builder.update(element);
  }
};

/// What is wrong with the verdicts on the nest; empty: nothing.
std::string wrongIn(const LoopNest& nest, const Proof& proof) {
  std::vector<std::string> sizes;
  for (const auto& [name, symbol] : nest.symbols)
    if (symbol.kind == Symbol::Kind::Parameter) sizes.push_back(name);
  for (const LoopProof& loop : proof.loops) {
    if (const auto* conflict = std::get_if<Conflict>(&loop.verdict)) {
      Values values = conflict->parameters;
      for (const std::string& size : sizes) values.emplace(size, 0);
      const auto first = Counted(nest, values).elementOf(conflict->first),
                 second = Counted(nest, values).elementOf(conflict->second);
      if (!first || first != second || *first != conflict->subscripts)
        return "no conflict: " + conflict->sentence;
    }
    if (!std::holds_alternative<Independent>(loop.verdict)) continue;
    Values values;
    for (const std::string& size : sizes) values[size] = -2;
    const std::int64_t most = sizes.size() > 3 ? 3 : 5;
    for (bool more = true; more;) {
      Counted counted(nest, values);
      if (counted.holds(proof.assumptions) && counted.meets(loop.loop)) {
        std::string text =
            "two iterations of " + nest.loops[static_cast<std::size_t>(loop.loop)].symbol + " meet for";
        for (const auto& [name, value] : values) text += " " + name + " = " + std::to_string(value);
        return text;
      }
      more = false;
      for (auto& [name, value] : values) {
        more = value < most;
        value = more ? value + 1 : -2;
        if (more) break;
      }
    }
  }
  return "";
}

}  // namespace

TEST_SUITE_BEGIN("proof/random");

TEST_CASE("the verdicts on random nests are what counting out says") {
  const char* count = std::getenv("APPYL_RANDOM_NESTS");
  const char* first = std::getenv("APPYL_RANDOM_SEED");
  const unsigned from = first ? static_cast<unsigned>(std::atoi(first)) : 1;
  const unsigned to = from + (count ? static_cast<unsigned>(std::atoi(count)) : 250);
  int independent = 0, conflict = 0, unknown = 0;
  for (unsigned seed = from; seed < to; ++seed) {
    std::string text;
    LoopNest nest = Writer(seed).nest(text);
    nameLeadingDimensions(nest);
    const Proof proof = prove(nest);
    for (const LoopProof& loop : proof.loops) {
      independent += std::holds_alternative<Independent>(loop.verdict);
      conflict += std::holds_alternative<Conflict>(loop.verdict);
      if (const auto* why = std::get_if<Unknown>(&loop.verdict)) {
        ++unknown;
        if (count) MESSAGE("undecided, seed " << seed << ": " << why->why << "\n" << text);
      }
    }
    const std::string wrong = wrongIn(nest, proof);
    CHECK_MESSAGE(wrong.empty(), "seed " << seed << ": " << wrong << "\n" << text << print(proof, nest));
  }
  MESSAGE(independent << " independent, " << conflict << " conflicts, " << unknown << " undecided");
  CHECK(independent > static_cast<int>(to - from) / 10);
  CHECK(conflict > static_cast<int>(to - from) / 10);
}

TEST_SUITE_END();
