#include "nest/dataflow/coverage.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using proving::IntegerSet;

constexpr std::size_t mostWrites = 24;

const std::vector<std::optional<Polynomial>>& subscriptsOf(const Access& access) {
  return access.followed.empty() ? access.subscripts : access.followed;
}

/// The names that the reads and writes of one question have in common: parameters, the counter of the nest, products
/// of these, the counters around the read, the element.
class SharedNames {
 public:
  std::string of(const std::string& symbol) {
    return names.try_emplace(symbol, fmt::format("s{}", names.size())).first->second;
  }
  std::vector<std::string> all() const {
    std::vector<std::string> result;
    for (const auto& [symbol, name] : names) result.push_back(name);
    return result;
  }

 private:
  std::map<std::string, std::string> names;
};

/// The iterations in which an access happens, and the element that it touches, as constraints in isl's notation.
class Occurrences {
 public:
  /// `isWrite`: whatever cannot be expressed makes the set empty; of reads it is left out, which makes the set larger.
  Occurrences(const LoopNest& nest, const Access& access, bool isWrite, SharedNames& shared)
      : nest(nest), access(access), isWrite(isWrite), shared(shared) {}

  /// nullopt: nothing useful can be said.
  std::optional<IntegerSet> set() {
    for (const int loop : loopsAround(nest, access.loop))
      if (!iterate(loop) && isWrite) return std::nullopt;
    if (!addGuards() || !addElement()) return std::nullopt;
    for (const Constraint& each : isWrite ? std::vector<Constraint>() : nest.context)
      if (const auto condition = textOf(each.condition))
        require(*condition + (each.equality ? " = 0" : " >= 0"));
    return result;
  }

  /// The counter of a loop around the access.
  std::string counter(int loop) {
    if (loop == 0) return shared.of(nest.loops.front().symbol);
    return isWrite ? own(fmt::format("w{}", loop)) : shared.of(fmt::format("counter {}", loop));
  }

  void require(const std::string& constraint) { result.constraints.push_back({constraint}); }

  /// The conditions under which it happens hold anyway.
  void takeConditionsAsHeld() { isUnconditional = true; }

 private:
  const LoopNest& nest;
  const Access& access;
  const bool isWrite;
  bool isUnconditional = false;
  SharedNames& shared;
  IntegerSet result;
  std::map<std::string, std::optional<std::string>> known;  // by symbol

  std::string own(const std::string& name) {
    if (std::find(result.variables.begin(), result.variables.end(), name) == result.variables.end())
      result.variables.push_back(name);
    return name;
  }
  std::string fresh() {
    const std::string name = fmt::format("{}{}", isWrite ? "x" : "y", result.variables.size());
    return own(name);
  }
  void requireOne(const std::string& cases) { result.constraints.push_back({cases, /*hasCases=*/true}); }

  bool isCommon(const std::string& name) const {
    const Symbol& symbol = nest.symbols.at(name);
    return symbol.kind == Symbol::Kind::Parameter || (symbol.kind == Symbol::Kind::Counter && symbol.loop == 0);
  }

  std::optional<std::string> textOf(const Polynomial& value) {
    std::string text;
    for (const auto& [monomial, factor] : value.terms) {
      std::optional<std::string> name = std::string();
      if (monomial.size() == 1) {
        name = nameOf(monomial.front());
      } else if (monomial.size() > 1) {
        std::string product;
        for (const std::string& each : monomial) {
          if (!isCommon(each)) return std::nullopt;
          product += each + " * ";
        }
        name = shared.of(product);
      }
      if (!name) return std::nullopt;
      text += fmt::format("{}{}{}", text.empty() ? "" : " + ", factor, name->empty() ? "" : " " + *name);
    }
    return text.empty() ? "0" : "(" + text + ")";
  }

  std::optional<std::string> nameOf(const std::string& symbol) {
    if (const auto found = known.find(symbol); found != known.end()) return found->second;
    known[symbol] = std::nullopt;
    return known[symbol] = define(symbol, nest.symbols.at(symbol));
  }

  std::optional<std::string> define(const std::string& name, const Symbol& symbol) {
    if (symbol.kind == Symbol::Kind::Counter)
      return isAround(nest, symbol.loop, access.loop) ? std::optional(counter(symbol.loop)) : std::nullopt;
    if (symbol.kind == Symbol::Kind::Parameter) {
      const std::string variable = shared.of(name);
      if (symbol.value) require(fmt::format("{} = {}", variable, *symbol.value));
      if (symbol.isUnsigned && !symbol.value) require(variable + " >= 0");
      return variable;
    }
    if (symbol.kind == Symbol::Kind::Opaque && !symbol.isLane && !symbol.condition) return std::nullopt;
    const auto left = textOf(symbol.operand), right = textOf(symbol.right);
    if (!left || !right) return std::nullopt;
    const std::string value = fresh();
    switch (symbol.kind) {
      case Symbol::Kind::Minimum:
      case Symbol::Kind::Maximum: {
        const char* order = symbol.kind == Symbol::Kind::Minimum ? "<=" : ">=";
        requireOne(fmt::format("({0} = {1} and {1} {3} {2}) or ({0} = {2} and {2} {3} {1})", value, *left, *right,
                               order));
        break;
      }
      case Symbol::Kind::Quotient:
        divide(*left, symbol.divisor, value);
        break;
      case Symbol::Kind::Remainder: {
        const std::string quotient = fresh();
        divide(*left, symbol.divisor, quotient);
        require(fmt::format("{} = {} - {} {}", value, *left, symbol.divisor, quotient));
        break;
      }
      default:
        if (symbol.isLane) {
          require(fmt::format("0 <= {0} and {0} < {1}", value, *left));
        } else {
          const auto condition = textOf(*symbol.condition);
          if (!condition) return std::nullopt;
          requireOne(fmt::format("({0} >= 0 and {1} = {2}) or ({0} <= -1 and {1} = {3})", *condition, value, *left,
                                 *right));
        }
    }
    return value;
  }

  /// As C++ rounds, towards zero.
  void divide(const std::string& operand, std::int64_t divisor, const std::string& quotient) {
    requireOne(fmt::format("({0} >= 0 and {1} {2} <= {0} and {0} <= {1} {2} + {3}) or "
                           "({0} <= -1 and {0} <= {1} {2} and {1} {2} <= {0} + {3})",
                           operand, divisor, quotient, divisor - 1));
  }

  /// The values of the loop's counter; false: they cannot be expressed.
  bool iterate(int index) {
    const Loop& loop = nest.loops[static_cast<std::size_t>(index)];
    if (index == 0) return true;  // the same in all
    if (!loop.canonical || loop.counted || loop.isConverted || !loop.first || !loop.end || !loop.step ||
        *loop.step == 0 || (loop.comparison == Comparison::NotEqual && std::abs(*loop.step) != 1))
      return false;
    const auto first = textOf(*loop.first), end = textOf(*loop.end);
    if (!first || !end) return false;
    const std::string value = counter(index);
    const char* before = isInclusive(loop.comparison) ? "<=" : "<";
    const bool isUp = *loop.step > 0;
    require(isUp ? fmt::format("{1} <= {0} and {0} {3} {2}", value, *first, *end, before)
                 : fmt::format("{2} {3} {0} and {0} <= {1}", value, *first, *end, before));
    if (std::abs(*loop.step) > 1)
      require(fmt::format("{} = {} + {} {}", value, *first, *loop.step, fresh()));
    return true;
  }

  std::optional<std::string> textOf(const Constraint& constraint) {
    const auto condition = constraint.inUnsigned ? std::nullopt : textOf(constraint.condition);
    return condition ? std::optional(*condition + (constraint.equality ? " = 0" : " >= 0")) : std::nullopt;
  }

  bool addGuards() {
    if (isUnconditional) return true;
    if (isWrite && !access.guardsExact && access.cases.empty()) return false;
    for (const Constraint& guard : access.guards) {
      const auto condition = textOf(guard);
      if (!condition && isWrite) return false;
      if (condition) require(*condition);
    }
    std::vector<std::string> cases;
    for (const std::vector<Constraint>& each : access.cases) {
      std::string all = "0 = 0";
      for (const Constraint& constraint : each) {
        const auto condition = textOf(constraint);
        if (!condition) return !isWrite;
        all += " and " + *condition;
      }
      cases.push_back("(" + all + ")");
    }
    if (!cases.empty()) requireOne(fmt::format("{}", fmt::join(cases, " or ")));
    return true;
  }

  bool addElement() {
    const Array& array = nest.arrays[static_cast<std::size_t>(access.array)];
    const bool isAny = access.wholeArray && access.followed.empty();
    const auto& subscripts = subscriptsOf(access);
    if (isWrite && (isAny || (!access.followed.empty() && !access.overwrites))) return false;
    const bool isPointer = array.declaration->getType().getNonReferenceType()->isPointerType();
    for (std::size_t d = 0; d < array.extents.size(); ++d) {
      const std::string element = shared.of(fmt::format("element {}", d));
      const auto text = !isAny && d < subscripts.size() && subscripts[d] ? textOf(*subscripts[d]) : std::nullopt;
      if (!text && isWrite) return false;
      if (text) require(element + " = " + *text);
      if (isWrite) continue;
      const auto extent = array.extents[d] ? textOf(*array.extents[d]) : std::nullopt;
      if (extent) require(element + " < " + *extent);
      for (const Length& length : array.lengths)  // `std::vector<double> w(n)`
        if (const auto count = length.dimension == d ? textOf(length.count) : std::nullopt)
          require(element + " < " + *count);
      if (!isPointer) require(element + " >= 0");
    }
    return true;
  }
};

bool isCounted(const Loop& loop) { return loop.canonical && !loop.parallel; }

}  // namespace

bool isWrittenBefore(const LoopNest& nest, std::size_t read,
                     const std::function<bool(const Access& write)>& mayCount,
                     const std::function<bool(const Access& write, const Access& read)>& happensWith,
                     proving::Solver& solver) {
  const Access& access = nest.accesses[read];
  SharedNames shared;
  const auto reads = Occurrences(nest, access, /*isWrite=*/false, shared).set();
  if (!reads) return false;
  const std::vector<int> around = loopsAround(nest, access.loop);
  std::vector<IntegerSet> writes;
  for (std::size_t k = 0; k < nest.accesses.size(); ++k) {
    const Access& write = nest.accesses[k];
    if (write.array != access.array || !write.writes || !mayCount(write)) continue;
    std::vector<int> common;
    for (const int loop : around)
      if (loop != 0 && isAround(nest, loop, write.loop)) common.push_back(loop);
    // In an earlier turn of a loop around both, or in the same turn of all of them and further up.
    for (std::size_t last = 0; last <= common.size(); ++last) {
      const bool isSameTurn = last == common.size();
      if (isSameTurn ? k >= read : !isCounted(nest.loops[static_cast<std::size_t>(common[last])])) continue;
      Occurrences written(nest, write, /*isWrite=*/true, shared), reading(nest, access, /*isWrite=*/false, shared);
      if (isSameTurn && happensWith(write, access)) written.takeConditionsAsHeld();
      auto set = written.set();
      if (!set) continue;
      const auto relate = [&](int loop, const char* order) {
        set->constraints.push_back({fmt::format("{} {} {}", written.counter(loop), order, reading.counter(loop))});
      };
      for (std::size_t outer = 0; outer < last; ++outer)
        if (nest.loops[static_cast<std::size_t>(common[outer])].canonical) relate(common[outer], "=");
      if (!isSameTurn)
        relate(common[last], nest.loops[static_cast<std::size_t>(common[last])].descending ? ">" : "<");
      writes.push_back(std::move(*set));
      if (writes.size() > mostWrites) return false;
    }
  }
  return !writes.empty() && solver.isCovered(*reads, writes, shared.all()).value_or(false);
}

bool isWrittenWhole(const LoopNest& nest, int array, const std::function<bool(const Access& write)>& mayCount,
                    proving::Solver& solver) {
  const auto& extents = nest.arrays[static_cast<std::size_t>(array)].extents;
  if (!llvm::all_of(extents, [](const auto& each) { return each.has_value(); })) return false;
  SharedNames shared;
  Access whole;
  whole.array = array;
  whole.wholeArray = true;
  const auto all = Occurrences(nest, whole, /*isWrite=*/false, shared).set();
  std::vector<IntegerSet> writes;
  for (const Access& write : nest.accesses)
    if (write.array == array && write.writes && mayCount(write) && writes.size() < mostWrites)
      if (auto set = Occurrences(nest, write, /*isWrite=*/true, shared).set()) writes.push_back(std::move(*set));
  return all && !writes.empty() && solver.isCovered(*all, writes, shared.all()).value_or(false);
}

}  // namespace appyl
