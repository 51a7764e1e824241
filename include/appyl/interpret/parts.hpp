// Parts of views, as programs on tiles name them that are left to the library: `read_part({9, 12, "a"}, a, i,
// slice(n))` stands for `a(i, slice(n))` of which all elements are read that exist. A part that is assigned
// to records the elements that are written when that happens, since the right side may lack some.
#pragma once

#include <appyl/interpret/access.hpp>

#include <cstddef>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

namespace appyl::interpret {

namespace detail {

/// A block of a view, the elements that index tiles name, a tile: its lanes may lack some.
template <class Part, class = void>
struct has_lanes : std::false_type {};
template <class Part>
struct has_lanes<Part,
                 std::void_t<decltype(std::declval<const Part&>().lanes().shape),
                             decltype(std::declval<const Part&>().at(std::declval<const Part&>().shape()))>>
    : std::true_type {};

template <class Lane, class Visit>
void forEachLane(const Lane& shape, const Visit& visit) {
  for (const auto each : shape)
    if (each <= 0) return;
  Lane lane{};
  for (;;) {
    visit(static_cast<const Lane&>(lane));
    std::size_t d = shape.size();
    while (d > 0 && ++lane[d - 1] == shape[d - 1]) lane[--d] = 0;
    if (d == 0) return;
  }
}

/// Has the right side this lane of the left one? It is repeated along dimensions of one element.
template <class Source, class Lane>
bool hasLane(const Source& source, [[maybe_unused]] const Lane& lane) {
  if constexpr (has_lanes<Source>::value) {
    auto own = source.lanes().shape;
    if (own.size() > lane.size()) return false;
    for (std::size_t d = 0; d != own.size(); ++d)
      own[d] = own[d] == 1 ? 0 : lane[lane.size() - own.size() + d];
    return source.has(own);
  } else {
    return true;
  }
}

/// `a[3][4]`: the element of the view at that address.
template <class View, class T>
ElementName<View::rank> placeInView(const Site& at, const View& view, const T& element) {
  ElementName<View::rank> name{at.name, {}};
  auto left = static_cast<long long>(__builtin_addressof(element) - view.data());
  for (std::size_t d = 0; d < View::rank; ++d) {
    const auto step = static_cast<long long>(view.stride(d));
    name.indices[d] = step == 0 ? 0 : left / step;
    left -= name.indices[d] * step;
  }
  return name;
}

template <Mode mode, class View, class Part, class Wanted>
void recordPart(const Site& at, const View& view, const Part& part, const Wanted& isWanted) {
  if (!state.isRunning) return;
  try {
    forEachLane(part.lanes().shape, [&](const auto& lane) {
      if (!part.has(lane) || !isWanted(lane)) return;
      auto& element = part.at(lane);
      recordElement<mode>(at, element, [&] { return placeInView(at, view, element); });
    });
  } catch (const std::out_of_range& outside) {
    Findings::get().report(state.programs->file(), "out-of-bounds", at,
                           joined(at.name, ": ", outside.what(), ending(placeHere())));
    Findings::get().end();
  }
}

/// A part that is assigned to.
template <Mode mode, class View, class Part>
class Target : public Part {
 public:
  Target(const Site& at, const View& view, const Part& part) : Part(part), at(at), view(view) {}
  Target(const Target&) = default;

  Target& operator=(const Target& source) {
    record(source);
    Part::operator=(source);
    return *this;
  }
#define APPYL_ASSIGN(op)                       \
  template <class Source>                      \
  Target& operator op(const Source & source) { \
    record(source);                            \
    Part::operator op(source);                 \
    return *this;                              \
  }
  APPYL_ASSIGN(=)
  APPYL_ASSIGN(+=)
  APPYL_ASSIGN(-=)
  APPYL_ASSIGN(*=)
  APPYL_ASSIGN(/=)
  APPYL_ASSIGN(%=)
  APPYL_ASSIGN(&=)
  APPYL_ASSIGN(|=)
  APPYL_ASSIGN(^=)
#undef APPYL_ASSIGN

 private:
  Site at;
  View view;

  template <class Source>
  void record(const Source& source) const {
    recordPart<mode>(at, view, static_cast<const Part&>(*this),
                     [&](const auto& lane) { return hasLane(source, lane); });
  }
};

/// Are the indices that are integers inside?
template <class View, class... Indices>
bool hasIntegersInside(const Site& at, const View& view, const Indices&... indices) {
  std::size_t dimension = 0;
  bool good = true;
  const auto check = [&](const auto& index) {
    if constexpr (std::is_integral_v<std::decay_t<decltype(index)>>) {
      const Range range{true, 0, static_cast<long long>(view.extent(dimension))};
      if (!range.holds(static_cast<long long>(index)) && good) {
        reportOutside(at, joined("index ", static_cast<long long>(index), " of ", at.name), range,
                      joined(" in dimension ", dimension));
        good = false;
      }
    }
    ++dimension;
  };
  (check(indices), ...);
  return good;
}

template <class Index, class = void>
struct is_slice : std::false_type {};
template <class Index>
struct is_slice<Index,
                std::void_t<decltype(std::declval<Index&>().start), decltype(std::declval<Index&>().size)>>
    : std::true_type {};

/// A part of the same shape that has no elements.
template <class View, class... Indices>
auto nothingOf(const View& view, const Indices&... indices) {
  if constexpr (!(is_slice<Indices>::value || ...)) Findings::get().end();
  std::size_t dimension = 0;
  const auto moved = [&](auto index) {
    if constexpr (std::is_integral_v<decltype(index)>)
      index = 0;
    else if constexpr (is_slice<decltype(index)>::value)
      index.start = view.extent(dimension);
    ++dimension;
    return index;
  };
  const std::tuple<Indices...> all{moved(indices)...};  // in their order
  return std::apply(view, all);
}

template <Mode mode, class View, class... Indices>
auto part(const Site& at, const View& view, const Indices&... indices) {
  const bool isInside = !state.isRunning || hasIntegersInside(at, view, indices...);
  auto part = isInside ? view(indices...) : nothingOf(view, indices...);
  if constexpr (mode == Mode::Write || mode == Mode::Update || mode == Mode::CombineInside) {
    return Target<mode, View, decltype(part)>(at, view, part);
  } else {
    recordPart<mode>(at, view, part, [](const auto&) { return true; });
    return part;
  }
}

}  // namespace detail

// In a template it may be an element after all.
#define APPYL_PART(name, mode)                                                           \
  template <class Base, class... Indices>                                                \
  decltype(auto) name##_part(const Site& at, Base&& base, const Indices&... indices) {   \
    if constexpr (detail::has_lanes<decltype(base(indices...))>::value)                  \
      return detail::part<Mode::mode>(at, base, indices...);                             \
    else                                                                                 \
      return detail::accessByCall<Mode::mode>(at, std::forward<Base>(base), indices...); \
  }
APPYL_PART(read, Read)
APPYL_PART(write, Write)
APPYL_PART(update, Update)
APPYL_PART(combine, Combine)
APPYL_PART(combine_inside, CombineInside)
#undef APPYL_PART

}  // namespace appyl::interpret
