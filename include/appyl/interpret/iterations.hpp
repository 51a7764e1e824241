// The programs of a kernel, one after the other, and inside of them the iterations of the annotated loops.
// Iterations are numbered in the order in which they run. Those of one parallel loop may run at the same
// time, whatever is inside of them; so what an earlier iteration did conflicts with the present one where
//
//     first <= its number < current
//
// for some parallel loop that is running, `first` being the loop's first iteration and `current` its present
// one: numbers below `first` are from before the loop, those from `current` on belong to the present
// iteration (the interval test is what SP-bags of Feng and Leiserson, SPAA 1997, come to for loops that run
// in order).
#pragma once

#include <appyl/interpret/findings.hpp>
#include <appyl/interpret/order.hpp>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace appyl::interpret {

/// One dimension of the grid: `count` iterations of the loop over `counter`, `block` at a time; the k-th has
/// the value first + k * step.
struct Axis {
  const char* counter = "";
  unsigned long long count = 0, block = 1;
  long long first = 0, step = 1;
};

/// How a kernel runs; several of them are joined by `|`.
enum Manner : unsigned {
  parallel = 0,
  unchecked = 1,   // conflicts are remarks
  ordered = 2,     // in the order of the source, whatever APPYL_ORDER says
  sequential = 4,  // ... and one iteration waits for the other
  unsuited = 8,    // the sizes or addresses are not as the proof takes them: ordered, conflicts are remarks
};

/// Where a kernel stands in the source.
struct Source {
  const char* file = "";
  const char* kernel = "";
  unsigned manner = parallel;
};

class Programs;

namespace detail {

/// A parallel loop that is running: the grid, or a parallel loop inside a program.
struct Level {
  std::uint64_t first = 0, current = 0;
  std::uintptr_t frame = 0;  // the present iteration's own variables and temporaries lie below on the stack
  const char* counter = "";
  bool isUnchecked = false;
};

/// A sequential loop inside a program, and the iteration of it that runs.
struct Counter {
  const char* name = "";
  long long value = 0;
  bool hasBegun = false;
  const Counter* around = nullptr;
};

/// What is running.
struct State {
  static constexpr std::size_t deepest = 16;

  bool isRunning = false;
  std::uint64_t now = 0;   // the iteration that runs
  std::uint64_t last = 0;  // the newest number
  Level levels[deepest];
  std::size_t depth = 0;    // levels in use
  unsigned sequential = 0;  // kernels inside a program, which run there one iteration after the other
  const Counter* counters = nullptr;  // the innermost sequential loop
  Programs* programs = nullptr;

  void (*touched)(std::uintptr_t address, std::size_t bytes, const Site& at,
                  bool isCertain) = nullptr;  // is told of accesses
  bool asksForNan = false;
  bool isLookedAtClosely = false;              // `asksForNan` or `touched` needs each access
  bool isTainted = false;                      // the iteration has read a number that is not finite
  bool (*isNotFinite)(const void*) = nullptr;  // the last element written, which is looked at later
  const void* written = nullptr;
  Site writtenAt;
  std::string writtenName;

  /// May the iteration, which has used this address, run at the same time as the present one? What lies in
  /// the present one's own part of the stack was another object then.
  bool is_parallel(std::uint64_t number, std::uintptr_t address) const {
    if (number == now || number < levels[0].first) return false;
    const std::size_t level = level_of(number);
    if (level == depth) return false;
    return !isBelow(address, levels[level].frame);
  }

  /// Does the address lie on the stack between the present frame and `frame`?
  [[gnu::noinline]] static bool isBelow(std::uintptr_t address, std::uintptr_t frame) {
    return address < frame && reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < address;
  }

  /// The level of the loop of which it is another iteration; `depth`: of none.
  std::size_t level_of(std::uint64_t number) const {
    for (std::size_t k = 0; k < depth; ++k)
      if (levels[k].first <= number && number < levels[k].current) return k;
    return depth;
  }

  void begin(Level& level) { level.current = now = ++last; }
};

inline State state;

/// Number and counter of each iteration of a running loop so far.
using Values =
    std::vector<std::pair<std::uint64_t, long long>, Untracked<std::pair<std::uint64_t, long long>>>;
inline Values& valuesOf(std::size_t level) {
  static Values* const all = new Values[State::deepest];
  return all[level];
}

inline void lookAtWritten();

/// Calls `body` so that its variables lie below `mark` on the stack, whatever the compiler does.
template <class Body>
[[gnu::noinline]] void runBelow(const void* mark, Body& body) {
  state.levels[state.depth > 0 ? state.depth - 1 : 0].frame = reinterpret_cast<std::uintptr_t>(mark);
  body();
}
template <class Body>
[[gnu::noinline]] void iterate(Body& body) {
  char mark = 0;
  runBelow(&mark, body);
}

}  // namespace detail

/// The programs of one kernel:
///
///     Programs programs({"x.cpp", "saxpy_kernel0"}, {{"i", n, 128}});
///     while (programs.next()) {
///       const int i = programs.value<int>(0);
///
/// Inside another program it runs in order, as a part of it.
class Programs {
 public:
  Programs(const Source& where, std::initializer_list<Axis> dimensionsOfGrid)
      : source(where), axes(dimensionsOfGrid), isInside(detail::state.isRunning) {
    const bool isOrdered = isInside || (source.manner & (ordered | sequential | unsuited));
    if (!isOrdered) order = order_from_environment();
    for (Axis& axis : axes) {
      const unsigned long long whole = std::max(1ULL, axis.count);
      isCutShort |= axis.block > whole;
      axis.block = std::max(1ULL, std::min(axis.block, whole));
      // In row-major order programs of one row follow one another.
      const bool isWhole = order.kind == Order::Kind::RowMajor && &axis == &axes.back() &&
                           std::all_of(extents.begin(), extents.end(), [](auto each) { return each == 1; });
      isInRows |= isWhole;
      extents.push_back(isOrdered || isWhole ? whole : axis.block);
      sizes.push_back((axis.count + extents.back() - 1) / extents.back());
      count *= sizes.back();
    }
    dimensions.resize(axes.size());
    if (!dimensions.empty()) innermost = &dimensions.back();
    detail::State& state = detail::state;
    if (isInside) {
      ++state.sequential;
      return;
    }
    if (order.kind == Order::Kind::Shuffled) shuffled = permutation<std::uint64_t>(order, count);
    Memory::get().renewed = [](std::uintptr_t begin, std::size_t bytes) {
      detail::shadow.clear(begin, (bytes + 15) / 16 * 16);
    };
    state.isLookedAtClosely = state.asksForNan = Findings::get().asksForNan;
    state.isRunning = true;
    state.programs = this;
    detail::shadow.shrink();
    state.depth = source.manner & sequential ? 0 : 1;
    state.sequential = source.manner & sequential ? 1 : 0;
    detail::Level& grid = state.levels[0];
    grid.first = state.last + 1;
    grid.current = grid.first;
    grid.frame = 0;
    grid.isUnchecked = source.manner & (unchecked | unsuited);
    detail::valuesOf(0).clear();
  }
  Programs(const Programs&) = delete;

  ~Programs() {
    if (!isOver) finish();
  }

  /// Goes on to the next iteration; false: there is none.
  [[gnu::always_inline]] bool next() {
    detail::State& state = detail::state;
    if (state.isLookedAtClosely) lookAtWhatIsOver();
    const bool goesOn = program > 0 && innermost && ++innermost->now < innermost->end;
    if (!goesOn && !nextRow()) return false;
    if (isInside) return true;
    state.begin(state.levels[0]);
    if (isNested) noteNumber();
    return true;
  }

  /// Runs the present iteration, all of whose variables and temporaries are its own.
  template <class Body>
  void iterate(Body&& body) {
    if (isInside) return body();
    detail::iterate(body);
  }

  /// Runs the present iteration and those that follow it in its row: `body(each, value of the last axis)`,
  /// where `each` stands for what is done with accesses (see rows.hpp).
  template <class T, class Body>
  void row(const Body& body);

  bool is_inside() const { return isInside; }
  bool is_nested() const { return isNested; }
  unsigned long long left_in_row() const { return innermost->end - innermost->now - 1; }
  long long step_of_row() const { return axes.back().step; }
  template <class T>
  T value_in_row() const {
    return value<T>(axes.size() - 1);
  }
  /// Passes over iterations of the row, all of which have run.
  void skip(unsigned long long iterations) {
    innermost->now += iterations;
    if (isInside) return;
    detail::state.last += iterations;
    detail::state.levels[0].current = detail::state.now = detail::state.last;
  }

  template <class T>
  T value(std::size_t axis) const {
    return static_cast<T>(static_cast<unsigned long long>(axes[axis].first) +
                          dimensions[axis].now * static_cast<unsigned long long>(axes[axis].step));
  }

  /// The place of the iteration in the order of the source.
  unsigned long long number() const {
    unsigned long long result = 0;
    for (std::size_t d = 0; d < axes.size(); ++d) result = result * axes[d].count + dimensions[d].now;
    return result;
  }

  /// Is it the last one in the order of the source?
  bool is_last() const {
    for (std::size_t k = 0; k < axes.size(); ++k)
      if (dimensions[k].now + 1 != axes[k].count) return false;
    return true;
  }

  const char* file() const { return source.file; }
  bool is_unsuited() const { return source.manner & unsuited; }
  const char* kernel() const { return source.kernel; }

  /// Where the program stands in the grid.
  std::ptrdiff_t id(std::size_t axis) const {
    return static_cast<std::ptrdiff_t>(dimensions[axis].now / axes[axis].block);
  }
  /// Is it the first iteration of its program?
  bool begins_program() const {
    for (std::size_t d = 0; d < axes.size(); ++d)
      if (dimensions[d].now % axes[d].block != 0) return false;
    return true;
  }
  /// Has the program as many iterations as its block, along each axis?
  bool is_complete() const {
    if (isCutShort) return false;
    for (std::size_t d = 0; d < axes.size(); ++d)
      if (axes[d].count - dimensions[d].now / axes[d].block * axes[d].block < axes[d].block) return false;
    return true;
  }
  /// Accesses are told to `touched` until the kernel is over, the end of each program to `conclude`. False
  /// where the programs are not those of the grid.
  bool observe(decltype(detail::State::touched) touched, void (*conclude)()) {
    if (isInside || extents.empty() || (source.manner & (ordered | sequential | unsuited))) return false;
    detail::state.touched = touched;
    detail::state.isLookedAtClosely = true;
    concluded = conclude;
    return true;
  }

  /// From here on iterations have more than one number each.
  void nest() {
    if (std::exchange(isNested, true)) return;
    const detail::Level& grid = detail::state.levels[0];
    for (std::uint64_t number = grid.first; number <= grid.current; ++number)
      detail::valuesOf(0).push_back({number, 0});
  }

  /// `program (3), i = 100`: of an iteration that has run since the kernel began.
  struct Place {
    std::string program, iteration;
  };
  Place place_of(std::uint64_t number) const {
    std::uint64_t steps = number - detail::state.levels[0].first;
    if (isNested) {
      const auto& values = detail::valuesOf(0);
      const auto next = std::upper_bound(values.begin(), values.end(), std::make_pair(number, ~0ULL >> 1),
                                         [](const auto& a, const auto& b) { return a.first < b.first; });
      steps = static_cast<std::uint64_t>(next - values.begin()) - 1;
    }
    // Programs at the end of the grid are smaller: they are counted one by one.
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::vector<unsigned long long> ids = idsOf(programAt(k));
      std::uint64_t size = 1;
      for (std::size_t d = 0; d < axes.size(); ++d) size *= end(ids, d) - ids[d] * extents[d];
      if (steps >= size) {
        steps -= size;
        continue;
      }
      std::vector<unsigned long long> at(axes.size());
      for (std::size_t d = axes.size(); d-- > 0;) {
        const unsigned long long extent = end(ids, d) - ids[d] * extents[d];
        at[d] = ids[d] * extents[d] + steps % extent;
        steps /= extent;
      }
      return describe(at);
    }
    return {};
  }
  Place here() const {
    std::vector<unsigned long long> at;
    for (const Dimension& each : dimensions) at.push_back(each.now);
    return describe(at);
  }

 private:
  Source source;
  std::vector<Axis> axes;
  bool isInside;
  std::vector<unsigned long long> extents;  // iterations of a program along each axis; all, in source order
  std::vector<std::uint64_t> sizes;         // programs along each axis
  std::uint64_t count = 1;                  // programs
  std::uint64_t program = 0;                // how many have been entered
  Order order;
  std::vector<std::uint64_t> shuffled;

  /// Iterations [begin, end) of the present program along an axis, and the one that runs.
  struct Dimension {
    unsigned long long begin = 0, end = 0, now = 0;
  };
  std::vector<Dimension> dimensions;
  Dimension* innermost = nullptr;  // null: there are no axes
  bool isOver = false, isNested = false;
  bool isCutShort = false;        // a block is larger than all iterations
  bool isInRows = false;          // all programs along the last axis follow one another
  void (*concluded)() = nullptr;  // is told that a program is over

  std::uint64_t programAt(std::uint64_t k) const {
    return isInside || order.kind == Order::Kind::RowMajor ? k
           : order.kind == Order::Kind::Reversed           ? count - 1 - k
                                                           : shuffled[k];
  }

  std::vector<unsigned long long> idsOf(std::uint64_t program) const {
    std::vector<unsigned long long> ids(axes.size());
    for (std::size_t d = axes.size(); d-- > 0; program /= sizes[d]) ids[d] = program % sizes[d];
    return ids;
  }

  unsigned long long end(const std::vector<unsigned long long>& ids, std::size_t d) const {
    return std::min(axes[d].count, (ids[d] + 1) * extents[d]);
  }

  /// Before the next iteration.
  [[gnu::noinline]] void lookAtWhatIsOver() {
    if (isInside) return;
    if (detail::state.asksForNan) detail::lookAtWritten();
    detail::state.isTainted = false;
    if (concluded && isInRows && isLastOfProgram()) concluded();
  }

  bool isLastOfProgram() const {
    const unsigned long long next = innermost->now + 1;
    return next == innermost->end || next % axes.back().block == 0;
  }

  [[gnu::noinline]] void noteNumber() { detail::valuesOf(0).push_back({detail::state.now, 0}); }

  [[gnu::noinline]] bool nextRow() {
    for (std::size_t d = dimensions.size(); program > 0 && d-- > 0;) {
      Dimension& each = dimensions[d];
      if (each.now < each.end && (d + 1 == dimensions.size() || ++each.now < each.end)) return true;
      each.now = each.begin;
    }
    if (program == count) return finish(), false;
    if (concluded && !isInRows) concluded();
    std::uint64_t rest = programAt(program++);
    for (std::size_t d = dimensions.size(); d-- > 0;) {
      const std::uint64_t id = d == 0 ? rest : rest % sizes[d];
      if (d > 0) rest /= sizes[d];
      const unsigned long long begin = id * extents[d];
      dimensions[d] = {begin, std::min(axes[d].count, begin + extents[d]), begin};
    }
    return true;
  }

  Place describe(const std::vector<unsigned long long>& at) const {
    Place place;
    for (std::size_t d = 0; d < axes.size(); ++d) {
      place.program += detail::joined(d ? ", " : "", at[d] / axes[d].block);
      const auto value = static_cast<long long>(static_cast<unsigned long long>(axes[d].first) +
                                                at[d] * static_cast<unsigned long long>(axes[d].step));
      place.iteration += detail::joined(d ? ", " : "", axes[d].counter, " = ", value);
    }
    place.program = detail::joined("program (", place.program, ")");
    return place;
  }

  void finish() {
    if (std::exchange(isOver, true)) return;
    detail::State& state = detail::state;
    if (isInside) {
      --state.sequential;
      return;
    }
    detail::lookAtWritten();
    if (concluded && !isInRows) concluded();
    state.touched = nullptr;
    state.isLookedAtClosely = false;
    state.isRunning = false;
    state.depth = 0;
    state.sequential = 0;
    state.programs = nullptr;
    Findings::get().conclude();
  }
};

/// A parallel loop inside a program; its iterations run in order:
///
///     ParallelLoop j_loop("j");
///     for (int j = 0; j < n; ++j) {
///       j_loop.begin(j);
class ParallelLoop {
 public:
  explicit ParallelLoop(const char* counter, bool isUnchecked = false) {
    detail::State& state = detail::state;
    isCounted = state.isRunning && state.sequential == 0 && state.depth < state.deepest;
    if (!isCounted) return;
    if (state.depth == 1) state.programs->nest();
    depth = state.depth++;
    detail::Level& level = state.levels[depth];
    level.first = level.current = state.last + 1;
    level.frame = 0;
    level.counter = counter;
    level.isUnchecked = isUnchecked || state.programs->is_unsuited();
    detail::valuesOf(depth).clear();
  }
  ParallelLoop(const ParallelLoop&) = delete;

  ~ParallelLoop() {
    if (!isCounted) return;
    detail::State& state = detail::state;
    if (state.asksForNan) detail::lookAtWritten();
    state.depth = depth;
    state.now = state.levels[depth - 1].current;
  }

  template <class T>
  void begin(T value) {
    if (!isCounted) return;
    detail::State& state = detail::state;
    if (state.asksForNan) detail::lookAtWritten();
    state.begin(state.levels[depth]);
    detail::valuesOf(depth).push_back({state.now, static_cast<long long>(value)});
  }

  /// Runs the iteration that has begun, all of whose variables and temporaries are its own.
  template <class Body>
  void iterate(Body&& body) {
    if (!isCounted) return body();
    detail::iterate(body);
  }

 private:
  bool isCounted = false;
  std::size_t depth = 0;
};

/// A sequential loop inside a program, which findings name.
class SequentialLoop {
 public:
  explicit SequentialLoop(const char* name) : counter{name, 0, false, detail::state.counters} {
    detail::state.counters = &counter;
  }
  SequentialLoop(const SequentialLoop&) = delete;
  ~SequentialLoop() {
    if (detail::state.asksForNan) detail::lookAtWritten();
    detail::state.counters = counter.around;
  }

  template <class T>
  void begin(T value) {
    if (detail::state.asksForNan) detail::lookAtWritten();
    counter.value = static_cast<long long>(value);
    counter.hasBegun = true;
  }

  /// All of its iterations: `body(each, counter)`.
  template <class T, class Body>
  void row(T first, unsigned long long count, long long step, const Body& body);

 private:
  detail::Counter counter;
};

/// Each iteration has its own `x`; that of the last one is what is left behind.
template <class T>
class LastValue {
 public:
  LastValue(const Programs& programs, T& own, T& outside) : programs(programs), own(own), outside(outside) {}
  LastValue(const LastValue&) = delete;
  ~LastValue() {
    if (programs.is_last()) assign(outside, own);
  }

 private:
  const Programs& programs;
  T &own, &outside;

  template <class Element>
  static void assign(Element& to, Element& from) {
    to = std::move(from);
  }
  template <class Element, std::size_t size>
  static void assign(Element (&to)[size], Element (&from)[size]) {
    for (std::size_t k = 0; k < size; ++k) assign(to[k], from[k]);
  }
};

/// What the iterations add to an object by the `+=` of its class: in the source's order, when all are done,
/// for what the operator does to the object is no iteration's doing.
template <class Sum>
class Sums {
 public:
  explicit Sums(Sum& sum) : sum(sum) {}
  Sums(const Sums&) = delete;
  ~Sums() {
    for (const auto& [number, part] : parts) sum += part;
  }
  void take(const Sum& own, unsigned long long number) { parts.emplace(number, own); }

 private:
  Sum& sum;
  std::map<unsigned long long, Sum> parts;
};

/// What one iteration has added up, which the sums are told at its end.
template <class Sum>
class Addend {
 public:
  Addend(Sums<Sum>& sums, const Programs& programs, const Sum& own)
      : sums(sums), programs(programs), own(own) {}
  Addend(const Addend&) = delete;
  ~Addend() { sums.take(own, programs.number()); }

 private:
  Sums<Sum>& sums;
  const Programs& programs;
  const Sum& own;
};

/// The best value of all iterations with the places where it was found, whatever the order: of equal ones the
/// first of the source wins, or the last.
template <class Value, class... Places>
class Winner {
 public:
  Winner(Value& value, bool isMinimum, bool firstWins, Places&... places)
      : value(value),
        places(places...),
        start(value),
        startPlaces(places...),
        isMinimum(isMinimum),
        firstWins(firstWins) {}
  Winner(const Winner&) = delete;

  const Value& start_value() const { return start; }
  const std::tuple<Places...>& start_places() const { return startPlaces; }

  /// What one iteration has made of its own copies.
  void take(const Value& own, const std::tuple<const Places&...>& ownPlaces, unsigned long long number) {
    if (own == start && ownPlaces == startPlaces) return;
    const bool isBetter = isMinimum ? own < value : value < own;
    const bool isEqual = own == value;
    const bool isAhead = !isTaken || (firstWins ? number < best : number > best);
    if (!isBetter && !(isEqual && isAhead)) return;
    value = own;
    places = ownPlaces;
    best = number;
    isTaken = true;
  }

 private:
  Value& value;
  std::tuple<Places&...> places;
  const Value start;
  const std::tuple<Places...> startPlaces;
  bool isMinimum, firstWins;
  bool isTaken = false;
  unsigned long long best = 0;
};

/// What one iteration has made of its own copies, which the winner is told at its end.
template <class Value, class... Places>
class Candidate {
 public:
  Candidate(Winner<Value, Places...>& winner, const Programs& programs, const Value& value,
            const Places&... places)
      : winner(winner), programs(programs), value(value), places(places...) {}
  Candidate(const Candidate&) = delete;
  ~Candidate() { winner.take(value, places, programs.number()); }

 private:
  Winner<Value, Places...>& winner;
  const Programs& programs;
  const Value& value;
  const std::tuple<const Places&...> places;
};

}  // namespace appyl::interpret
