// Loops whose body is handed over as a function of the counter and of what is to be done with accesses:
//
//     programs.row<int>([&](const auto& each, const int i) {
//       each.write({3, 31, "y"}, y, i) = a * each.read({3, 42, "x"}, x, i);
//     });
//
// Two iterations are checked one by one and looked at; where that tells what the next ones do, and there is
// nothing to be told of these, they are recorded all at once and run as they were written.
#pragma once

#include <appyl/interpret/strands.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace appyl::interpret {

namespace detail {

/// Checks each access by itself.
struct OneByOne {
  template <Mode mode, class Base, class... Indices>
  [[gnu::always_inline]] static decltype(auto) access(const Site& at, Base&& base,
                                                      const Indices&... indices) {
    return detail::access<mode>(at, std::forward<Base>(base), indices...);
  }
  template <Mode mode, class Base, class... Indices>
  [[gnu::always_inline]] static decltype(auto) call(const Site& at, Base&& base, const Indices&... indices) {
    return accessByCall<mode>(at, std::forward<Base>(base), indices...);
  }
};

/// Checks each access by itself, and notes it as a strand.
struct Noted {
  Strands& strands;

  template <Mode mode, class Base, class... Indices>
  decltype(auto) access(const Site& at, Base&& base, const Indices&... indices) const {
    strands.note<mode>(at, base, indices...);
    return detail::access<mode>(at, std::forward<Base>(base), indices...);
  }
  template <Mode mode, class Base, class... Indices>
  decltype(auto) call(const Site& at, Base&& base, const Indices&... indices) const {
    strands.noteCall<mode>(at, base, indices...);
    return accessByCall<mode>(at, std::forward<Base>(base), indices...);
  }
};

/// Checks nothing.
struct Unasked {
  template <Mode mode, class Base>
  [[gnu::always_inline]] static constexpr decltype(auto) access(const Site&, Base&& base) {
    return static_cast<Base&&>(base);
  }
  template <Mode mode, class Base, class Index, class... More>
  [[gnu::always_inline]] static constexpr decltype(auto) access(const Site& at, Base&& base,
                                                                const Index& index, const More&... more) {
    if constexpr (sizeof...(More) == 0)
      return base[index];
    else
      return access<mode>(at, base[index], more...);
  }
  template <Mode mode, class Base, class... Indices>
  [[gnu::always_inline]] static constexpr decltype(auto) call(const Site&, Base&& base,
                                                              const Indices&... indices) {
    return base(indices...);
  }
};

/// What the body of a row calls.
template <class Kind>
struct Accesses : Kind {
#define APPYL_ACCESS(name, mode)                                                                             \
  template <class Base, class... Indices>                                                                    \
  [[gnu::always_inline]] decltype(auto) name(const Site& at, Base&& base, const Indices&... indices) const { \
    return this->template access<Mode::mode>(at, std::forward<Base>(base), indices...);                      \
  }                                                                                                          \
  template <class Base, class... Indices>                                                                    \
  [[gnu::always_inline]] decltype(auto) name##_at(const Site& at, Base&& base, const Indices&... indices)    \
      const {                                                                                                \
    return this->template call<Mode::mode>(at, std::forward<Base>(base), indices...);                        \
  }
  APPYL_ACCESS(touch, Touch)
  APPYL_ACCESS(read, Read)
  APPYL_ACCESS(write, Write)
  APPYL_ACCESS(update, Update)
  APPYL_ACCESS(combine, Combine)
  APPYL_ACCESS(combine_inside, CombineInside)
#undef APPYL_ACCESS
};

/// How many iterations are recorded at once, and how many are checked one by one before that is tried again.
struct Stretch {
  static constexpr std::uint64_t shortest = 32, longest = 1 << 16;
  std::uint64_t most = longest, pause = 0;

  void succeed() {
    most = std::min(longest, most * 2);
    pause = 0;
  }
  void fail() {
    if (most == shortest) pause = std::min(longest, 2 * std::max(pause, shortest));
    most = std::max(shortest, most / 8);
  }
};

/// Iterations without checks.
template <class T, class Body>
[[gnu::noinline, gnu::flatten]] void runUnasked(T first, long long step, std::uint64_t count,
                                                const Body& body) {
  const Accesses<Unasked> unasked{};
  if (step == 1) {
    const T last = static_cast<T>(first + static_cast<T>(count - 1));
    for (T i = first; i < last; ++i) body(unasked, i);
    return body(unasked, last);
  }
  for (std::uint64_t k = 0; k < count; ++k)
    body(unasked, static_cast<T>(static_cast<std::uint64_t>(first) + k * static_cast<std::uint64_t>(step)));
}

/// Runs the present iteration and all that follow it in its row. `Row` tells the counter and how many are
/// left, and goes on to the next one.
template <class Row, class Body>
void runRow(Row row, const Body& body) {
  const auto oneByOne = [&](std::uint64_t count) {
    for (; count > 0; --count) {
      row.next();
      body(Accesses<OneByOne>{}, row.value());
    }
  };
  const auto look = [&](bool atSecond) {
    strandsOfRow.look(atSecond);
    body(Accesses<Noted>{{strandsOfRow}}, row.value());
  };
  Stretch stretch;
  bool isSuited = row.is_plain();
  for (bool isFirst = true; isFirst || row.left() > 0; isFirst = false) {
    if (!isFirst) row.next();
    if (!isSuited || row.left() < Stretch::shortest) {
      body(Accesses<OneByOne>{}, row.value());
      return oneByOne(row.left());
    }
    look(/*atSecond=*/false);
    row.next();
    look(/*atSecond=*/true);
    isSuited = strandsOfRow.is_suited();
    const std::uint64_t count = std::min<std::uint64_t>(row.left(), stretch.most);
    if (strandsOfRow.record(count, row.number() + row.number_step(), row.number_step())) {
      row.next();
      runUnasked(row.value(), row.step(), count, body);
      row.skip(count - 1);
      stretch.succeed();
    } else {
      stretch.fail();
      oneByOne(std::min<std::uint64_t>(row.left(), stretch.pause));
    }
  }
}

/// The rest of the programs' innermost row.
template <class T>
class RowOfPrograms {
 public:
  explicit RowOfPrograms(Programs& programs) : programs(programs) {}

  bool is_plain() const { return !state.isLookedAtClosely && !programs.is_nested(); }
  std::uint64_t left() const { return programs.left_in_row(); }
  void next() { programs.next(); }
  void skip(std::uint64_t count) { programs.skip(count); }
  T value() const { return programs.value_in_row<T>(); }
  long long step() const { return programs.step_of_row(); }
  std::uint64_t number() const { return state.now; }
  std::uint64_t number_step() const { return programs.is_inside() ? 0 : 1; }

 private:
  Programs& programs;
};

/// A sequential loop inside of one iteration.
template <class T>
class RowOfLoop {
 public:
  RowOfLoop(SequentialLoop& loop, T first, unsigned long long count, long long step)
      : loop(loop), first(first), count(count), stride(step) {
    loop.begin(value());
  }

  bool is_plain() const { return state.isRunning && !state.isLookedAtClosely; }
  std::uint64_t left() const { return count - 1 - at; }
  void next() {
    ++at;
    loop.begin(value());
  }
  void skip(std::uint64_t more) {
    at += more;
    loop.begin(value());
  }
  T value() const {
    return static_cast<T>(static_cast<unsigned long long>(first) +
                          at * static_cast<unsigned long long>(stride));
  }
  long long step() const { return stride; }
  static std::uint64_t number() { return state.now; }
  static std::uint64_t number_step() { return 0; }

 private:
  SequentialLoop& loop;
  T first;
  unsigned long long count, at = 0;
  long long stride;
};

}  // namespace detail

template <class T, class Body>
void Programs::row(const Body& body) {
  detail::runRow(detail::RowOfPrograms<T>(*this), body);
}

template <class T, class Body>
void SequentialLoop::row(T first, unsigned long long count, long long step, const Body& body) {
  if (count > 0) detail::runRow(detail::RowOfLoop<T>(*this, first, count, step), body);
}

}  // namespace appyl::interpret
