// Parts of views, as programs on tiles name them that are left to the library: `read_part({9, 12, "a"}, a, i,
// slice(n))` stands for `a(i, slice(n))` of which all elements are read that exist, `read_part({9, 12,
// "row"}, row)` for a part that has a name. A part that is assigned to records the elements that are written
// when that happens, since the right side may lack some; `read_masked` and `write_masked` record an element
// when `load` and `store` come to it.
#pragma once

#include <appyl/interpret/access.hpp>

#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace appyl {

template <class T, std::size_t Rank>
class tile;
template <class T, std::size_t Rank>
class gathered;
namespace detail {
template <class X>
struct operand;
}

namespace interpret {

namespace detail {

template <class Part>
struct is_gathered : std::false_type {};
template <class T, std::size_t Rank>
struct is_gathered<gathered<T, Rank>> : std::true_type {};

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

/// How messages name the elements of a part: by their place in the view, `a[3][4]`.
template <class View>
struct NamesOfView {
  Site at;
  View view;

  template <class Lane, class T>
  ElementName<View::rank> operator()(const Lane&, const T& element) const {
    ElementName<View::rank> name{at.name, {}};
    auto left = static_cast<long long>(__builtin_addressof(element) - view.data());
    for (std::size_t d = 0; d < View::rank; ++d) {
      const auto step = static_cast<long long>(view.stride(d));
      name.indices[d] = step == 0 ? 0 : left / step;
      left -= name.indices[d] * step;
    }
    return name;
  }
};

/// Names the elements of a part that has a name by their place in the part.
template <std::size_t rank>
struct NamesOfPart {
  Site at;

  template <class Lane, class T>
  ElementName<rank> operator()(const Lane& lane, const T&) const {
    ElementName<rank> name{at.name, {}};
    for (std::size_t d = 0; d < rank; ++d) name.indices[d] = static_cast<long long>(lane[d]);
    return name;
  }
};

inline void reportMisplaced(const Site& at, const std::out_of_range& problem) {
  Findings::get().report(state.programs->file(), "out-of-bounds", at,
                         joined(at.name, ": ", problem.what(), ending(placeHere())));
}

/// Lanes that index tiles send out of the array are told and taken out of the part: they are not read, and
/// what is written to them is lost.
template <class Part, class Wanted>
Part withoutMisplaced(const Site& at, const Part& part, const Wanted& isWanted) {
  if constexpr (!is_gathered<Part>::value) {
    return part;
  } else {
    using Pointer = decltype(__builtin_addressof(part.at(part.shape())));
    Pointer first = nullptr;
    bool isComplete = true;
    tile<std::ptrdiff_t, Part::rank> places(part.shape());
    forEachLane(part.lanes().shape, [&](const auto& lane) {
      try {
        if (!part.has(lane) || !isWanted(lane)) return places.remove(lane);
        const Pointer element = __builtin_addressof(part.at(lane));
        if (!first) first = element;
        places.at(lane) = element - first;
      } catch (const std::out_of_range& problem) {
        reportMisplaced(at, problem);
        places.remove(lane);
        isComplete = false;
      }
    });
    return isComplete ? part : Part(first, std::move(places), {});
  }
}

template <Mode mode, class Part, class Names, class Wanted>
Part recordPart(const Part& given, const Names& names, const Wanted& isWanted) {
  if (!state.isRunning) return given;
  Part part = withoutMisplaced(names.at, given, isWanted);
  forEachLane(part.lanes().shape, [&](const auto& lane) {
    if (!part.has(lane) || !isWanted(lane)) return;
    auto& element = part.at(lane);
    recordElement<mode>(names.at, element, [&] { return names(lane, element); });
  });
  return part;
}

/// A part that is assigned to, or whose elements are recorded when they are asked for.
template <Mode mode, class Part, class Names>
class Watched : public Part {
 public:
  using part_type = Part;

  Watched(const Part& part, const Names& names) : Part(part), names(names) {}
  Watched(const Watched&) = default;

  template <class Lane>
  auto& at(const Lane& lane) const {
    try {
      auto& element = Part::at(lane);
      if (state.isRunning) recordElement<mode>(names.at, element, [&] { return names(lane, element); });
      return element;
    } catch (const std::out_of_range& problem) {
      if (!state.isRunning) throw;
      reportMisplaced(names.at, problem);
      return nowhere<std::remove_reference_t<decltype(Part::at(lane))>>();
    }
  }

  Watched& operator=(const Watched& source) {
    recorded(source) = static_cast<const Part&>(source);
    return *this;
  }
#define APPYL_ASSIGN(op)                        \
  template <class Source>                       \
  Watched& operator op(const Source & source) { \
    recorded(source) op source;                 \
    return *this;                               \
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
  Names names;

  template <class Source>
  Part recorded(const Source& source) const {
    return recordPart<mode>(static_cast<const Part&>(*this), names,
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

/// A part of the same shape that has no elements.
template <class View, class... Indices>
auto nothingOf(const View& view, const Indices&... indices) {
  const auto inside = [](auto index) {
    if constexpr (std::is_integral_v<decltype(index)>) index = 0;
    return index;
  };
  const auto part = view(inside(indices)...);
  using Part = std::decay_t<decltype(part)>;
  if constexpr (is_gathered<Part>::value) {
    tile<std::ptrdiff_t, Part::rank> places(part.shape());
    forEachLane(part.shape(), [&](const auto& lane) { places.remove(lane); });
    return Part(view.data(), std::move(places), {});
  } else {
    auto lanes = part.lanes();
    lanes.first = lanes.last = {};
    return Part(view.data(), 0, {}, lanes);
  }
}

template <Mode mode, class Part, class Names>
auto watch(const Part& part, const Names& names) {
  if constexpr (mode == Mode::Write || mode == Mode::Update || mode == Mode::CombineInside)
    return Watched<mode, Part, Names>(part, names);
  else if constexpr (mode == Mode::Touch)
    return part;
  else
    return recordPart<mode>(part, names, [](const auto&) { return true; });
}

/// `base(index, ...)`, or `base` itself, which is one.
template <class Base, class... Indices>
auto partOf(const Site& at, const Base& base, const Indices&... indices) {
  if constexpr (sizeof...(Indices) == 0)
    return base;
  else
    return !state.isRunning || hasIntegersInside(at, base, indices...) ? base(indices...)
                                                                       : nothingOf(base, indices...);
}
template <std::size_t indices, class Base, class Part>
auto namesOf(const Site& at, const Base& base, const Part&) {
  if constexpr (indices == 0)
    return NamesOfPart<Part::rank>{at};
  else
    return NamesOfView<Base>{at, base};
}

template <class Base, class... Indices>
constexpr bool isPart() {
  if constexpr (sizeof...(Indices) == 0)
    return has_lanes<Base>::value;
  else
    return has_lanes<decltype(std::declval<Base&>()(std::declval<const Indices&>()...))>::value;
}

}  // namespace detail

// In a template it may be an element after all.
#define APPYL_PART(name, mode)                                                                     \
  template <class Base, class... Indices>                                                          \
  decltype(auto) name##_part(const Site& at, Base&& base, const Indices&... indices) {             \
    using Array = std::decay_t<Base>;                                                              \
    if constexpr (detail::isPart<Array, Indices...>()) {                                           \
      const auto part = detail::partOf(at, base, indices...);                                      \
      return detail::watch<Mode::mode>(part, detail::namesOf<sizeof...(Indices)>(at, base, part)); \
    } else {                                                                                       \
      return detail::accessByCall<Mode::mode>(at, std::forward<Base>(base), indices...);           \
    }                                                                                              \
  }
APPYL_PART(touch, Touch)
APPYL_PART(read, Read)
APPYL_PART(write, Write)
APPYL_PART(update, Update)
APPYL_PART(combine, Combine)
APPYL_PART(combine_inside, CombineInside)
#undef APPYL_PART

// Elements that a mask leaves out are not looked at.
#define APPYL_MASKED(name, mode)                                                                            \
  template <class Base, class... Indices>                                                                   \
  auto name##_masked(const Site& at, Base&& base, const Indices&... indices) {                              \
    const auto part = detail::partOf(at, base, indices...);                                                 \
    const auto names = detail::namesOf<sizeof...(Indices)>(at, base, part);                                 \
    return detail::Watched<Mode::mode, std::decay_t<decltype(part)>, std::decay_t<decltype(names)>>(part,   \
                                                                                                    names); \
  }
APPYL_MASKED(read, Read)
APPYL_MASKED(write, Write)
#undef APPYL_MASKED

}  // namespace interpret

namespace detail {

template <interpret::Mode mode, class Part, class Names>
struct operand<interpret::detail::Watched<mode, Part, Names>> : operand<Part> {};

}  // namespace detail

}  // namespace appyl
