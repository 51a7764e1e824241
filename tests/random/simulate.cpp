// Both branches of a condition are taken, and no loop is left early, so that what is found covers every run.
#include "simulate.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "support.hpp"

namespace random_programs {
namespace {

struct Interval {
  Integer low = 1, high = 0;
  bool empty() const { return low > high; }
  void add(Integer value) {
    if (empty())
      low = high = value;
    else
      low = std::min(low, value), high = std::max(high, value);
  }
};

template <class T>
Interval limitsOf() {
  return {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
}
Interval limits(Type type) {
  switch (type) {
    case Type::SignedChar: return limitsOf<signed char>();
    case Type::UnsignedChar: return limitsOf<unsigned char>();
    case Type::Short: return limitsOf<short>();
    case Type::UnsignedShort: return limitsOf<unsigned short>();
    case Type::Int: return limitsOf<int>();
    case Type::Unsigned: return limitsOf<unsigned>();
    case Type::UnsignedLong:
    case Type::Size: return limitsOf<unsigned long>();
    default: return limitsOf<long>();
  }
}

bool hasFixedExtents(const Array& array) {
  return !array.flat() && array.storage != Storage::View && array.storage != Storage::VectorOfVectors;
}

class Simulation {
 public:
  explicit Simulation(Function& function) : function(function), values(function.symbols.size()) {
    for (const Array& array : function.arrays) touched.emplace_back(array.rank);
    spanned = touched;
  }

  // Per array, dimension, call; `spanned`: as far as the bounds of the loops reach, whatever their steps.
  std::vector<std::vector<std::array<Interval, callCount>>> touched, spanned;
  bool loopsChanged = false, tooLong = false;

  void run(int call) {
    this->call = call;
    for (std::size_t s = 0; s < values.size(); ++s) values[s] = function.symbols[s].values[call];
    work = 0;
    statements(function.body);
  }

 private:
  Function& function;
  std::vector<Integer> values;
  int call = 0;
  long work = 0;
  bool isUnreached = false;    // in a loop that has no iterations
  bool isSteppedOver = false;  // in an iteration that the step of a loop leaves out
  bool isInRange = false;      // ... although what is copied to a device goes as far as the loop's bound

  Integer evaluate(const Affine& form) const {
    Integer result = form.constant;
    for (const Term& term : form.terms) result += term.factor * values[term.symbol];
    return result;
  }
  // As the bound of a loop; an element that is not known counts with its largest value.
  Integer evaluate(const Index& index) {
    const Integer place = evaluate(index.affine);
    if (index.through < 0) return place;
    touched[index.through][0][call].add(place);
    const Array& array = function.arrays[index.through];
    return array.content == Content::RowStarts ? rowStart(static_cast<int>(place)) : array.limit;
  }

  // Nothing but subscripts tells how many rows it has.
  bool hasOpenLength(const Array& array) const {
    return array.flat() || array.storage == Storage::PointerToArray ||
           (function.inC && array.storage == Storage::CArray);
  }

  void access(const Access& access) {
    ++work;
    for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
      const Index& subscript = access.subscripts[d];
      const Integer place = evaluate(subscript.affine);
      Interval& range = touched[access.array][d][call];
      if (subscript.through < 0) spanned[access.array][d][call].add(place);
      if (isSteppedOver && !(isInRange && hasOpenLength(function.arrays[access.array]))) continue;
      if (isUnreached) {
        if (subscript.through < 0 && (place < 0 || hasFixedExtents(function.arrays[access.array])))
          range.add(place);
        if (subscript.through >= 0 && place < 0) touched[subscript.through][0][call].add(place);
        continue;
      }
      if (subscript.through < 0) {
        range.add(place);
        continue;
      }
      touched[subscript.through][0][call].add(place);
      range.add(0);
      if (function.arrays[subscript.through].content == Content::Places)
        range.add(function.arrays[subscript.through].limit - 1);
    }
  }
  void value(const Value& v) {
    if (v.access) access(*v.access);
    for (const Value& operand : v.operands) value(operand);
  }
  void target(const Target& t) {
    if (t.name.empty()) access(t.access);
  }

  void statements(std::vector<Statement>& body) {
    for (Statement& statement : body) {
      if (tooLong) return;
      std::visit(Overloaded{[&](Assign& s) { target(s.target), value(s.value); },
                            [&](Declare& s) {
                              if (s.value) value(*s.value);
                            },
                            [&](If& s) { value(s.condition), statements(s.body), statements(s.otherwise); },
                            [&](Update& s) { target(s.target), value(s.value); },
                            [&](Leave& s) { value(s.condition); },
                            [&](While& s) { value(s.start), statements(s.body); }, [&](Loop& s) { loop(s); },
                            [&](DataRegion& s) { statements(s.body); }, [&](TileNest& s) { tiles(s); },
                            [&](GridCall& s) { gridCall(s); }},
                 statement.form);
    }
  }

  void tiles(TileNest& nest) {
    tileOperand(nest, nest.target);
    if (nest.target.dimensions.empty()) touched[nest.target.array][0][call].add(0);
    tileValue(nest, nest.value);
  }
  void tileValue(const TileNest& nest, const TileValue& v) {
    if (v.kind == TileValue::Kind::Operand) tileOperand(nest, v.operand);
    for (const TileValue& each : v.operands) tileValue(nest, each);
  }
  void tileOperand(const TileNest& nest, const TileOperand& operand) {
    for (std::size_t d = 0; d < operand.dimensions.size(); ++d) {
      const Integer size = values[nest.dimensions[operand.dimensions[d]].size];
      const bool isIndirect = d == 0 && operand.through >= 0;
      Interval& range = touched[isIndirect ? operand.through : operand.array][isIndirect ? 0 : d][call];
      if (size > 0) range.add(0), range.add(size - 1);
      if (isIndirect) touched[operand.array][0][call].add(function.arrays[operand.through].limit - 1);
    }
  }

  // The arrays have the extents that were chosen with the call.
  void gridCall(const GridCall& s) {
    for (const GridOperand& o : s.operands) {
      if (o.array < 0) continue;
      std::vector<std::array<long, callCount>> extents;
      for (const GridPlace& p : o.places) extents.push_back(p.extent);
      if (o.batchAxis >= 0) extents.insert(extents.begin() + o.batchAxis, s.batchCounts);
      for (std::size_t d = 0; d < extents.size(); ++d) {
        Interval& range = touched[o.array][d][call];
        if (extents[d][call] > 0) range.add(0), range.add(extents[d][call] - 1);
      }
    }
  }

  void loop(Loop& l) {
    if ((isUnreached || isSteppedOver) && (l.first.through >= 0 || l.end.through >= 0)) return;
    const Integer first = evaluate(l.first), end = evaluate(l.end);
    Integer step = l.stepSymbol >= 0 ? values[l.stepSymbol] : l.step;
    if (!headerIsRight(l, first, end, step)) return;
    // Where an element that is smaller than `limit` begins a loop that counts down, it comes by other numbers.
    if (l.descending && l.first.through < 0 && l.end.through >= 0) step = 1;
    const Integer trips = end > first ? (end - first + step - 1) / step : 0;
    for (const Reduction& reduction : l.directive.reductions)
      for (const Target& t : reduction.targets) target(t);
    // An index outside of a declared extent, or a negative one, is a mistake even where nothing comes by.
    // Nobody knows in front of the nest which rows of elements are empty, nor which loops that begin with
    // what has to be converted to a narrow type.
    const auto& start = (l.descending ? l.end : l.first).affine.terms;
    const bool startVaries = std::any_of(start.begin(), start.end(), [&](const Term& term) {
      return !function.symbols[term.symbol].parameter;
    });
    const bool isNarrow = limits(function.symbols[l.counter].type).high < limits(Type::Int).high;
    const bool isEmptyRow =
        trips == 0 && (l.first.through >= 0 || l.end.through >= 0 || (isNarrow && startVaries));
    const bool outer = std::exchange(isUnreached, isUnreached || (trips == 0 && !isEmptyRow));
    const bool wasOver = std::exchange(isSteppedOver, isSteppedOver || isEmptyRow),
               wasIn = std::exchange(isInRange, isInRange || isEmptyRow);
    for (Integer n = 0; n < std::max<Integer>(trips, 1) && !tooLong; ++n) {
      values[l.counter] = l.descending ? end - 1 - n * step : first + n * step;
      if (++work > 40000) tooLong = true;
      statements(l.body);
    }
    isUnreached = outer, isSteppedOver = wasOver, isInRange = wasIn;
    if (trips == 0 || step == 1) return;
    const bool mayWrap = l.stepSymbol >= 0 && isNarrow;  // where the step is added
    const bool wasSteppedOver = std::exchange(isSteppedOver, true),
               wasInRange = std::exchange(isInRange, isInRange || startVaries || mayWrap);
    values[l.counter] = l.descending ? first : end - 1;
    statements(l.body);
    isSteppedOver = wasSteppedOver, isInRange = wasInRange;
  }

  // Whether no value that the header computes leaves the counter's type, and the loop ends. Makes it plainer
  // otherwise.
  bool headerIsRight(Loop& l, Integer first, Integer end, Integer step) {
    const Interval range = limits(function.symbols[l.counter].type);
    const bool isUnsignedCounter = isUnsigned(function.symbols[l.counter].type);
    const Integer trips = end > first ? (end - first + step - 1) / step : 0;
    const auto plainer = [&] {
      loopsChanged = true;
      if (l.comparison == Comparison::Unequal || (l.comparison == Comparison::LessEqual && !l.descending)) {
        l.comparison = Comparison::Less;
      } else if (step != 1) {
        l.step = 1, l.stepSymbol = -1;
      } else if (l.descending) {
        l.descending = false;
        l.comparison = Comparison::Less;
      }
      return false;
    };
    const bool isOfElements = l.first.through >= 0 || l.end.through >= 0;  // whatever those are
    if (l.comparison == Comparison::Unequal &&
        (end < first || (end - first) % step != 0 || (isOfElements && step != 1)))
      return plainer();
    if (trips > 0 && (l.descending ? end - 1 - trips * step < range.low : first + trips * step > range.high))
      return plainer();
    if (l.descending) {
      if (isUnsignedCounter && (end < 1 || first < 1)) return plainer();
      if (l.comparison != Comparison::LessEqual && first - 1 < range.low) return plainer();
    } else if (isUnsignedCounter && l.comparison == Comparison::LessEqual && end < 1) {
      return plainer();
    }
    return true;
  }
};

// The pitch of dimension `d`: a size of the function that is large enough, a constant, or a parameter of its
// own.
Affine pitch(Function& function, Array& array, int d) {
  const auto &extents = array.extents[d], &spans = array.spans[d];
  const bool isTouched = std::any_of(extents.begin(), extents.end(), [](long extent) { return extent > 0; });
  if (array.pitchChoice == PitchChoice::Size)
    for (std::size_t s = 0; s < function.symbols.size(); ++s) {
      const Symbol& symbol = function.symbols[s];
      bool fits = symbol.parameter && symbol.isSize && isTouched;  // nothing fits what nothing has touched
      for (int call = 0; call < callCount; ++call) fits = fits && symbol.values[call] >= spans[call];
      if (fits) return {{{1, static_cast<int>(s)}}, 0};
    }
  // A constant would not hold the rows of all sizes, which matters where they are written.
  if (array.pitchChoice == PitchChoice::Constant && !array.written)
    return {{}, std::max(1L, *std::max_element(extents.begin(), extents.end()))};
  const std::string name = "pitch_" + array.name + std::to_string(d);
  auto known = std::find_if(function.symbols.begin(), function.symbols.end(),
                            [&](const Symbol& symbol) { return symbol.name == name; });
  if (known == function.symbols.end())  // the reducer fits what had been fitted before
    known = function.symbols.insert(known, {name, array.pitchType, true, false, {}});
  for (int call = 0; call < callCount; ++call)
    known->values[call] = std::max(1L, extents[call]) + array.slack;
  return {{{1, static_cast<int>(known - function.symbols.begin())}}, 0};
}

void setCounts(Function& function, Array& array) {
  for (int call = 0; call < callCount; ++call) {
    Integer product = 1, last = 0;
    bool none = false;
    for (int d = 0; d < array.rank; ++d) {
      const long extent = array.extents[d][call];
      none = none || extent == 0;
      product *= extent;
      if (d == 0) {
        last = extent - 1;
      } else {
        const Affine& by = array.pitches.empty() ? Affine{{}, extent} : array.pitches[d - 1];
        last = last * (by.terms.empty() ? by.constant : function.symbols[by.terms[0].symbol].values[call]) +
               extent - 1;
      }
    }
    array.elements[call] = static_cast<long>(array.storage == Storage::View ? product : none ? 0 : last + 1);
    if (array.countSymbol >= 0) function.symbols[array.countSymbol].values[call] = array.elements[call];
  }
}

// Where nothing in a nest counts the rows of a flat array, they are taken for rows by their numbers, as in
// x[p + i] beside x[2 * p + i]; x[i] and x[p + i] are p elements apart, whatever p is.
void nameRows(Function& function) {
  const auto number = [](const Access& access, int d) -> std::optional<Integer> {
    const Index& row = access.subscripts[d];
    return row.through < 0 && row.affine.terms.empty() ? std::optional(row.affine.constant) : std::nullopt;
  };
  for (std::size_t a = 0; a < function.arrays.size(); ++a)
    for (int d = 0; function.arrays[a].flat() && d + 1 < function.arrays[a].rank; ++d) {
      std::set<Integer> rows;
      const auto eachOfArray = [&](auto&& visit) {
        eachAccess(function.body, [&](Access& access) {
          if (access.array == static_cast<int>(a)) visit(access);
        });
      };
      eachOfArray([&](const Access& access) {
        if (const auto row = number(access, d)) rows.insert(*row);
      });
      if (rows.size() < 2 || *rows.begin() > 0) continue;
      eachOfArray([&](Access& access) { access.subscripts[d].affine.constant += 1 - *rows.begin(); });
    }
}

}  // namespace

bool fitArrays(Function& function) {
  nameRows(function);
  std::optional<Simulation> simulation;
  for (int attempt = 0; attempt < 40; ++attempt) {
    simulation.emplace(function);
    for (int call = 0; call < callCount; ++call) simulation->run(call);
    if (simulation->tooLong) return false;
    if (!simulation->loopsChanged) break;
  }
  if (simulation->loopsChanged) return false;

  // No subscript is negative.
  std::vector<std::vector<Integer>> shift(function.arrays.size());
  for (std::size_t a = 0; a < function.arrays.size(); ++a) {
    Array& array = function.arrays[a];
    array.extents.assign(array.rank, {});
    array.spans = array.extents;
    array.pitches.clear();
    for (int d = 0; d < array.rank; ++d) {
      Integer low = 0;
      for (const Interval& range : simulation->touched[a][d])
        if (!range.empty()) low = std::min(low, range.low);
      shift[a].push_back(-low);
      for (int call = 0; call < callCount; ++call) {
        const Interval& range = simulation->touched[a][d][call];
        const Integer extent = range.empty() ? 0 : range.high - low + 1;
        if (extent > 2000000) return false;
        array.extents[d][call] = static_cast<long>(extent);
        const Interval& span = simulation->spanned[a][d][call];
        array.spans[d][call] = static_cast<long>(std::max(extent, span.empty() ? 0 : span.high - low + 1));
      }
    }
  }
  const auto move = [&](Access& access) {
    for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
      Index& subscript = access.subscripts[d];
      subscript.affine.constant +=
          subscript.through < 0 ? shift[access.array][d] : shift[subscript.through][0];
    }
  };
  eachAccess(function.body, move);

  // Compilers look at constant subscripts even where no iteration comes by.
  eachAccess(function.body, [&](Access& access) {
    Array& array = function.arrays[access.array];
    for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
      const Index& subscript = access.subscripts[d];
      if (!hasFixedExtents(array) || subscript.through >= 0 || !subscript.affine.terms.empty()) continue;
      for (long& extent : array.extents[d])
        extent = std::max(extent, static_cast<long>(subscript.affine.constant) + 1);
    }
  });

  // What is reached through a permutation is as long as it.
  eachAccess(function.body, [&](Access& access) {
    for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
      const int through = access.subscripts[d].through;
      if (through < 0 || function.arrays[through].content != Content::Permutation) continue;
      for (int call = 0; call < callCount; ++call) {
        long& extent = function.arrays[access.array].extents[d][call];
        extent = std::max(extent, function.arrays[through].extents[0][call]);
        long& span = function.arrays[access.array].spans[d][call];
        span = std::max(span, extent);
      }
    }
  });
  for (Array& array : function.arrays) {
    if (array.flat())
      for (int d = 1; d < array.rank; ++d) array.pitches.push_back(pitch(function, array, d));
    setCounts(function, array);
    if (*std::max_element(array.elements.begin(), array.elements.end()) > 200000) return false;
  }
  return true;
}

}  // namespace random_programs
