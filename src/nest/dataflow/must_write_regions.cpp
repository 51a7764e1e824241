#include "nest/dataflow/must_write_regions.h"

#include "nest/scev/value_ranges.h"

#include <algorithm>

namespace appyl {
namespace {

using Subscripts = std::vector<std::optional<Polynomial>>;

const Subscripts& subscriptsOf(const Access& access) {
  return access.followed.empty() ? access.subscripts : access.followed;
}

/// The values of a counter in increasing order, whatever its direction. nullopt: the counter does not take
/// consecutive values.
std::optional<Span> valuesOf(const Loop& loop) {
  const bool isInclusive = appyl::isInclusive(loop.comparison);
  if (!loop.canonical || !loop.first || !loop.end || loop.comparison == Comparison::NotEqual ||
      loop.step != (loop.descending ? -1 : 1))
    return std::nullopt;
  const auto first = loop.descending && !isInclusive ? add(*loop.end, 1)
                     : loop.descending               ? loop.end
                                                     : loop.first;
  const auto end = loop.descending ? add(*loop.first, 1) : isInclusive ? add(*loop.end, 1) : loop.end;
  return first && end ? std::optional(Span{*first, *end}) : std::nullopt;
}

/// What runs through all of its values: counters of loops, the lanes of a range.
using Runners = std::map<std::string, Span>;

bool mentionsAny(const Polynomial& value, const Runners& runners) {
  return std::any_of(runners.begin(), runners.end(),
                     [&](const auto& each) { return value.mentions(each.first); });
}

/// The values of the subscript while the runners in it take all theirs: of `k`, `n - k`, and `3 * k + l` with
/// an l below 3. These runners are removed from `runners`.
std::optional<Span> spanOf(Polynomial subscript, Runners& runners) {
  Polynomial width(1);
  bool isFirst = true;
  for (auto each = runners.begin(); each != runners.end();) {
    const auto factor = subscript.coefficient(each->first);
    const auto down = multiply(width, Polynomial(-1));
    const bool isDown = down && factor == *down;
    if (!factor || (*factor != width && !isDown) || !subscript.mentions(each->first)) {
      ++each;
      continue;
    }
    const Span values = each->second;
    const auto last = subtract(values.end, 1);
    const auto size = subtract(values.end, values.first),
               low = isDown && last ? multiply(*down, *last) : multiply(width, values.first);
    // If there are several runners, none may be empty.
    if (!size || !low ||
        (!isFirst &&
         (!size->constant() || !width.constant() || *size->constant() < 1 || *width.constant() < 1)))
      return std::nullopt;
    isFirst = false;
    const auto base = add(subscript.without(each->first), *low), next = multiply(width, *size);
    if (!base || !next) return std::nullopt;
    subscript = *base;
    width = *next;
    runners.erase(each);
    each = runners.begin();
  }
  const auto end = add(subscript, width);
  return end ? std::optional(Span{subscript, *end}) : std::nullopt;
}

void addLanes(const LoopNest& nest, const Polynomial& subscript, Runners& runners) {
  for (const std::string& name : subscript.symbols())
    if (const auto found = nest.symbols.find(name); found != nest.symbols.end() && found->second.isLane)
      runners[name] = {Polynomial(0), found->second.operand};
}

bool dependsOnOpaque(const LoopNest& nest, const Polynomial& value) {
  const std::set<std::string> names = value.symbols();
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const Symbol::Kind kind = nest.symbols.at(name).kind;
    return kind != Symbol::Kind::Counter && kind != Symbol::Kind::Parameter;
  });
}

std::optional<Box> boxOf(const LoopNest& nest, const Access& write, Runners runners) {
  if (!write.followed.empty() && !write.overwrites) return std::nullopt;
  Box box;
  Runners all = runners;
  for (const auto& subscript : subscriptsOf(write)) {
    if (!subscript) return std::nullopt;
    addLanes(nest, *subscript, runners);
    addLanes(nest, *subscript, all);
    const auto span = spanOf(*subscript, runners);
    if (!span) return std::nullopt;
    box.push_back(*span);
  }
  const bool isPlain = std::all_of(box.begin(), box.end(), [&](const Span& each) {
    return !mentionsAny(each.first, all) && !mentionsAny(each.end, all) &&
           !dependsOnOpaque(nest, each.first) && !dependsOnOpaque(nest, each.end);
  });
  return isPlain && runners.empty() ? std::optional(box) : std::nullopt;
}

/// The counters of the loops around the write that are inside `around`; nullopt: some loop is not followed.
std::optional<Runners> runnersIn(const LoopNest& nest, const Access& write, int around) {
  Runners runners;
  for (int loop = write.loop; loop >= 0 && loop != around;
       loop = nest.loops[static_cast<std::size_t>(loop)].parent) {
    const Loop& counted = nest.loops[static_cast<std::size_t>(loop)];
    const auto values = valuesOf(counted);
    if (!values) return std::nullopt;
    runners[counted.symbol] = *values;
  }
  return runners;
}

bool isSame(const Span& one, const Span& other) { return one.first == other.first && one.end == other.end; }

/// The two as one box, where `low` ends in one dimension as `high` begins.
std::optional<Box> joined(const Box& low, const Box& high) {
  Box both = low;
  int differences = 0;
  for (std::size_t d = 0; d < low.size(); ++d) {
    if (isSame(low[d], high[d])) continue;
    if (++differences > 1 || low[d].end != high[d].first) return std::nullopt;
    both[d].end = high[d].end;
  }
  return differences == 1 ? std::optional(both) : std::nullopt;
}

/// The least and greatest of a subscript, over the lanes in it.
std::optional<Polynomial> endOfLanes(const LoopNest& nest, Polynomial value, bool greatest) {
  for (const std::string& name : value.symbols()) {
    const Symbol& symbol = nest.symbols.at(name);
    if (!symbol.isLane) continue;
    const auto factor = value.coefficient(name);
    if (!factor || !factor->constant()) return std::nullopt;
    const auto last = subtract(symbol.operand, 1);
    if (!last) return std::nullopt;
    value = value.substitute(name, (*factor->constant() > 0) == greatest ? *last : Polynomial(0));
  }
  return value;
}

/// Does it follow from the loops around, whose ranges are not empty in their bodies: 0 < m where j < m?
bool followsFromLoops(const LoopNest& nest, const Polynomial& value, int inside) {
  for (const int around : loopsAround(nest, inside)) {
    const auto values = valuesOf(nest.loops[static_cast<std::size_t>(around)]);
    const auto length = values ? subtract(values->end, values->first) : std::nullopt;
    const auto rest = length ? subtract(value, *length) : std::nullopt;
    const auto constant = rest ? rest->constant() : std::nullopt;
    if (constant && *constant >= -1) return true;
  }
  return false;
}

}  // namespace

std::optional<Box> boxOf(const LoopNest& nest, const Access& write, int around) {
  const auto runners = runnersIn(nest, write, around);
  return runners ? boxOf(nest, write, *runners) : std::nullopt;
}

std::optional<Box> boxOfTurnsBefore(const LoopNest& nest, const Access& write, int loop) {
  auto runners = runnersIn(nest, write, loop);
  const Loop& counted = nest.loops[static_cast<std::size_t>(loop)];
  const auto values = valuesOf(counted);
  if (!runners || !values) return std::nullopt;
  // The counter gets another name, because the ends mention its value in the present turn.
  const Polynomial present = Polynomial::symbol(counted.symbol);
  const auto next = add(present, 1);
  const std::string before = counted.symbol + " before";
  if (!next) return std::nullopt;
  Access renamed = write;
  for (Subscripts* subscripts : {&renamed.subscripts, &renamed.followed})
    for (auto& subscript : *subscripts)
      if (subscript) subscript = subscript->substitute(counted.symbol, Polynomial::symbol(before));
  for (const auto& [name, each] : *runners)
    if (each.first.mentions(counted.symbol) || each.end.mentions(counted.symbol)) return std::nullopt;
  (*runners)[before] = counted.descending ? Span{*next, values->end} : Span{values->first, present};
  return boxOf(nest, renamed, *runners);
}

std::vector<Box> merged(std::vector<Box> boxes) {
  for (std::size_t one = 0; one < boxes.size(); ++one)
    for (std::size_t other = 0; other < boxes.size(); ++other)
      if (const auto both = one == other ? std::nullopt : joined(boxes[one], boxes[other])) {
        boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(std::max(one, other)));
        boxes[std::min(one, other)] = *both;
        return merged(std::move(boxes));
      }
  return boxes;
}

bool contains(const LoopNest& nest, const Box& box, const Access& access) {
  const Subscripts& subscripts = subscriptsOf(access);
  if (subscripts.size() != box.size() || (access.wholeArray && access.followed.empty())) return false;
  for (std::size_t d = 0; d < box.size(); ++d) {
    const auto least = subscripts[d] ? endOfLanes(nest, *subscripts[d], false) : std::nullopt;
    const auto greatest = subscripts[d] ? endOfLanes(nest, *subscripts[d], true) : std::nullopt;
    const auto above = least ? subtract(*least, box[d].first) : std::nullopt;
    const auto below = greatest ? subtract(box[d].end, *greatest) : std::nullopt;
    const auto left = below ? subtract(*below, 1) : std::nullopt;
    const bool isFromStart = box[d].first == Polynomial(0);  // no read has a smaller subscript
    const auto holds = [&](const Polynomial& value) {
      return isNeverNegative(nest, value, access.loop) || followsFromLoops(nest, value, access.loop);
    };
    if (!above || !left || (!isFromStart && !holds(*above)) || !holds(*left)) return false;
  }
  return true;
}

bool isWhole(const Box& box, const Array& array) {
  for (std::size_t d = 0; d < box.size(); ++d)
    if (box[d].first != Polynomial(0) || !array.extents[d] || box[d].end != *array.extents[d]) return false;
  return box.size() == array.extents.size();
}

}  // namespace appyl
