#include "proof/witness.h"

#include "nest/ir/symbol_names.h"
#include "proof/evaluate.h"
#include "proof/strides.h"
#include "proof/symbols.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace appyl::proving {
namespace {

/// Everything that decides whether and where the access happens.
std::vector<Polynomial> polynomialsOf(const LoopNest& nest, const Access& access) {
  std::vector<Polynomial> result;
  for (const auto& subscript : access.subscripts)
    if (subscript) result.push_back(*subscript);
  for (const Constraint& guard : access.guards) result.push_back(guard.condition);
  for (int around : loopsAround(nest, access.loop)) {
    const Loop& loop = nest.loops[static_cast<std::size_t>(around)];
    for (const auto& bound : {loop.first, loop.end, loop.stepSize})
      if (bound) result.push_back(*bound);
  }
  return result;
}

std::optional<std::vector<std::int64_t>> elementOf(Evaluator& evaluator, const Access& access) {
  std::vector<std::int64_t> element;
  for (const auto& subscript : access.subscripts) {
    const auto index = subscript ? evaluator.value(*subscript) : std::nullopt;
    if (!index) return std::nullopt;
    element.push_back(*index);
  }
  return element;
}

bool happens(Evaluator& evaluator, const Access& access) {
  return std::all_of(access.guards.begin(), access.guards.end(),
                     [&](const Constraint& guard) { return evaluator.holds(guard) == true; });
}

std::optional<std::int64_t> counterOf(const Occurrence& occurrence, int loop) {
  for (const auto& [index, value] : occurrence.counters)
    if (index == loop) return value;
  return std::nullopt;
}

/// The element that the occurrence touches; nullopt when it does not take place.
std::optional<std::vector<std::int64_t>> touched(const LoopNest& nest,
                                                 const std::map<std::string, std::int64_t>& parameters,
                                                 const Occurrence& occurrence) {
  Evaluator evaluator(nest);
  for (const auto& [name, value] : parameters) evaluator.set(name, value);
  for (const auto& [loop, value] : occurrence.counters)
    evaluator.set(nest.loops[static_cast<std::size_t>(loop)].symbol, value);
  const Access& access = nest.accesses[static_cast<std::size_t>(occurrence.access)];
  for (int around : loopsAround(nest, access.loop))
    if (evaluator.iterates(nest.loops[static_cast<std::size_t>(around)]) != true) return std::nullopt;
  return happens(evaluator, access) ? elementOf(evaluator, access) : std::nullopt;
}

/// `(0, 1)`: the program that runs the iteration; nullopt: its place is not known.
std::optional<std::string> placeText(const LoopNest& nest, const Occurrence& occurrence) {
  std::string text;
  for (const ProgramGrid::Axis& axis : nest.programs->axes) {
    const auto isIts = [&](const auto& counter) {
      const Loop& loop = nest.loops[static_cast<std::size_t>(counter.first)];
      return loop.counter && loop.counter->getName() == axis.id;
    };
    const auto counter = std::ranges::find_if(occurrence.counters, isIts);
    if (counter == occurrence.counters.end() || axis.step <= 0) return std::nullopt;
    text += (text.empty() ? "" : ", ") + std::to_string(counter->second / axis.step);
  }
  return "(" + text + ")";
}

/// `program (0, 1) and program (2, 1) both write out[0, 0]`.
std::optional<std::string> ofPrograms(const LoopNest& nest, const Conflict& conflict) {
  const auto one = nest.programs ? placeText(nest, conflict.first) : std::nullopt,
             two = one ? placeText(nest, conflict.second) : std::nullopt;
  if (!two) return std::nullopt;
  const Access& first = nest.accesses[static_cast<std::size_t>(conflict.first.access)];
  const Access& second = nest.accesses[static_cast<std::size_t>(conflict.second.access)];
  const std::string& name = nest.arrays[static_cast<std::size_t>(first.array)].name;
  if (name.find('[') != std::string::npos) return std::nullopt;
  std::string element;
  for (const std::int64_t subscript : conflict.subscripts)
    element += (element.empty() ? "" : ", ") + std::to_string(subscript);
  element = name + "[" + element + "]";
  if (first.writes && second.writes)
    return "program " + *one + " and program " + *two + " both write " + element;
  return "program " + (first.writes ? *two : *one) + " reads " + element + ", which program " +
         (first.writes ? *one : *two) + " writes";
}

std::string sentence(const LoopNest& nest, int loop, const Conflict& conflict) {
  const Access& first = nest.accesses[static_cast<std::size_t>(conflict.first.access)];
  const Access& second = nest.accesses[static_cast<std::size_t>(conflict.second.access)];
  if (const auto told = ofPrograms(nest, conflict)) return *told;
  std::string element = nest.arrays[static_cast<std::size_t>(first.array)].name;
  for (std::int64_t subscript : conflict.subscripts) {
    const std::size_t open = element.find("[]");  // `c[].value`
    if (open == std::string::npos)
      element += "[" + std::to_string(subscript) + "]";
    else
      element.insert(open + 1, std::to_string(subscript));
  }
  const std::string one = iterationText(nest, loop, conflict.first),
                    two = iterationText(nest, loop, conflict.second);
  if (first.writes && second.writes) return "iterations " + one + " and " + two + " both write " + element;
  return "iteration " + (first.writes ? two : one) + " reads " + element + ", which iteration " +
         (first.writes ? one : two) + " writes";
}

/// What may be spent on a rehearsal.
struct Effort {
  long& work;          // in accesses
  int mostIterations;  // of one loop: small sizes are what is tried, and a constant bound may be a million
};

/// The nest run by hand, for one assignment of the parameters.
class Rehearsal {
 public:
  Rehearsal(const LoopNest& nest, int loop, std::vector<int> accesses,
            const std::map<std::string, std::int64_t>& parameters, const std::vector<Constraint>& assumptions,
            Effort effort)
      : nest(nest),
        loop(loop),
        accesses(std::move(accesses)),
        parameters(parameters),
        assumptions(assumptions),
        evaluator(nest),
        effort(effort) {
    for (const auto& [name, value] : parameters) evaluator.set(name, value);
    for (int access : this->accesses)
      for (int around : loopsAround(nest, nest.accesses[static_cast<std::size_t>(access)].loop))
        relevant.insert(around);
  }

  Search run() {
    for (const Constraint& assumption : assumptions)
      if (evaluator.holds(assumption) != true) return {};
    execute(*relevant.begin());
    return {std::move(found), complete && !isRefused && effort.work > 0};
  }

 private:
  using Seen = std::array<std::vector<Occurrence>, 2>;  // per access at most two, of different iterations

  void execute(int index) {
    const Loop& around = nest.loops[static_cast<std::size_t>(index)];
    if (index == loop) seen.clear();
    const auto first = around.first ? evaluator.value(*around.first) : std::nullopt;
    const auto step = evaluator.stepOf(around);
    if (!first || !step) return;
    std::int64_t counter = *first;
    for (int count = 0; !found && !isRefused && effort.work > 0; ++count) {
      --effort.work;
      evaluator.set(around.symbol, counter);
      const auto iterates = evaluator.iterates(around);
      complete &= iterates.has_value() && (iterates == false || count < effort.mostIterations);
      if (iterates != true || count >= effort.mostIterations) return;
      counters.emplace_back(index, counter);
      for (int access : accesses)
        if (nest.accesses[static_cast<std::size_t>(access)].loop == index && !found) touch(access);
      for (int inner : relevant)
        if (nest.loops[static_cast<std::size_t>(inner)].parent == index && !found) execute(inner);
      counters.pop_back();
      if (__builtin_add_overflow(counter, *step, &counter)) return;
    }
  }

  void touch(int index) {
    --effort.work;
    const Access& access = nest.accesses[static_cast<std::size_t>(index)];
    const auto element = elementOf(evaluator, access);
    complete &= element.has_value() &&
                std::all_of(access.guards.begin(), access.guards.end(),
                            [&](const Constraint& guard) { return evaluator.holds(guard).has_value(); });
    if (!element || !happens(evaluator, access)) return;
    const Occurrence now{index, counters};
    Seen& before = seen[*element];
    const std::size_t mine = index == accesses.front() ? 0 : 1, its = accesses.size() - 1 - mine;
    for (const Occurrence& other : before[its])
      if (!found && !isRefused && counterOf(other, loop) != counterOf(now, loop)) {
        found = checkedConflict(nest, loop, parameters, other, now, assumptions);
        isRefused = !found;  // an assertion fails, for these parameters, whichever iterations meet
      }
    std::vector<Occurrence>& same = before[mine];
    const bool known = std::any_of(same.begin(), same.end(), [&](const Occurrence& other) {
      return counterOf(other, loop) == counterOf(now, loop);
    });
    if (!known && same.size() < 2) same.push_back(now);
  }

  const LoopNest& nest;
  int loop;
  std::vector<int> accesses;
  const std::map<std::string, std::int64_t>& parameters;
  const std::vector<Constraint>& assumptions;
  Evaluator evaluator;
  Effort effort;
  bool complete = true;  // every iteration was looked at
  bool isRefused = false;
  std::set<int> relevant;
  std::vector<std::pair<int, std::int64_t>> counters;
  std::map<std::vector<std::int64_t>, Seen> seen;
  std::optional<Conflict> found;
};

}  // namespace

static std::vector<int> bothOf(int first, int second) {
  return first == second ? std::vector{first} : std::vector{first, second};
}

/// The parameters on which the accesses, the assumptions and what is asserted depend.
static std::vector<std::string> sizesOf(const LoopNest& nest, const std::vector<int>& accesses,
                                        const std::vector<Constraint>& assumptions) {
  std::vector<Polynomial> polynomials;
  for (int access : accesses)
    for (Polynomial& polynomial : polynomialsOf(nest, nest.accesses[static_cast<std::size_t>(access)]))
      polynomials.push_back(std::move(polynomial));
  for (const Constraint& assumption : assumptions) polynomials.push_back(assumption.condition);
  for (const Assertion& assertion : nest.assertions)
    for (const std::vector<Constraint>& all : assertion.cases)
      for (const Constraint& each : all) polynomials.push_back(each.condition);
  return parametersOf(nest, polynomials);
}

/// What to do about `i ^ s`.
static std::string bitsHint(const LoopNest& nest, const Polynomial& value) {
  const std::set<std::string> names = allSymbols(nest, value);
  const bool flipsBits = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const Symbol& symbol = symbolOf(nest, name);
    return isOpaque(symbol) && symbol.flipsBits;
  });
  return flipsBits ? "; '^' is followed where one side is a constant power of two, and "
                     "'unchecked' vouches for what a run-time one does"
                   : "";
}

std::optional<Unknown> whyInexact(const LoopNest& nest, int index) {
  const Access& access = nest.accesses[static_cast<std::size_t>(index)];
  const Array& array = nest.arrays[static_cast<std::size_t>(access.array)];
  const std::string quoted = "'" + array.name + "'";
  if (access.wholeArray) return Unknown{"any element of " + quoted + " may be touched", index};
  for (const auto& subscript : access.subscripts) {
    if (!subscript && access.throughMemory) return Unknown{quoted + " is reached by " + access.why, index};
    if (!subscript) return Unknown{"a subscript of " + quoted + " is not affine", index};
    const std::set<std::string> names = subscript->symbols();
    if (std::any_of(names.begin(), names.end(),
                    [&](const auto& name) { return symbolOf(nest, name).isLane; }))
      return Unknown{"blocks of " + quoted + " may overlap", index};
    if (mentionsOpaque(nest, *subscript))
      return Unknown{"subscript '" + printAsWritten(nest, *subscript) + "' of " + quoted + " is not affine" +
                         bitsHint(nest, *subscript),
                     index};
  }
  if (!array.extents.empty() && access.subscripts.size() != array.extents.size())
    return Unknown{"which elements of " + quoted + " are touched is not known", index};
  for (int around : loopsAround(nest, access.loop)) {
    const Loop& loop = nest.loops[static_cast<std::size_t>(around)];
    if (!loop.canonical) return Unknown{"a loop around the access to " + quoted + " is not canonical", index};
    if (!loop.first || !loop.end || (!loop.step && !loop.stepSize) || mentionsOpaque(nest, *loop.first) ||
        mentionsOpaque(nest, *loop.end))
      return Unknown{"the range of '" + writtenName(nest, loop.symbol) + "' is not affine, and " + quoted +
                         " is accessed in it",
                     index};
  }
  for (const Constraint& guard : access.guards)
    for (const std::string& name : allSymbols(nest, guard.condition))
      if (isOpaque(symbolOf(nest, name)))
        return Unknown{"the condition under which " + quoted + " is accessed depends on '" +
                           writtenName(nest, name) + "', which is not affine" +
                           bitsHint(nest, Polynomial::symbol(name)),
                       index};
  if (!access.guardsExact && !access.why.empty()) return Unknown{access.why, index};
  if (!access.guardsExact)
    return Unknown{"the condition under which " + quoted + " is accessed is not affine", index};
  return std::nullopt;
}

std::vector<std::string> decidingParameters(const LoopNest& nest, const std::vector<int>& accesses) {
  const auto isOfContext = [&](const Constraint& guard) {
    return std::any_of(nest.context.begin(), nest.context.end(),
                       [&](const Constraint& known) { return known.condition == guard.condition; });
  };
  std::vector<Polynomial> polynomials, tied;
  for (int index : accesses) {
    Access access = nest.accesses[static_cast<std::size_t>(index)];
    std::erase_if(access.guards, isOfContext);
    for (Polynomial& each : polynomialsOf(nest, access)) polynomials.push_back(std::move(each));
  }
  for (const Constraint& known : nest.context) tied.push_back(known.condition);
  std::vector<std::string> names = parametersOf(nest, polynomials);
  for (bool grows = true; grows;) {
    grows = false;
    for (const Polynomial& each : tied) {
      const std::vector<std::string> own = parametersOf(nest, {each});
      const auto isKnown = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
      };
      if (std::none_of(own.begin(), own.end(), isKnown) || std::all_of(own.begin(), own.end(), isKnown))
        continue;
      for (const std::string& name : own)
        if (!isKnown(name)) names.push_back(name);
      grows = true;
    }
  }
  return names;
}

bool dividesBySize(const LoopNest& nest, const std::vector<int>& accesses) {
  for (int access : accesses)
    for (const Polynomial& each : polynomialsOf(nest, nest.accesses[static_cast<std::size_t>(access)]))
      for (const std::string& name : allSymbols(nest, each))
        if (dividesBySize(symbolOf(nest, name))) return true;
  return false;
}

bool dependsOnComputed(const LoopNest& nest, int one, int other) {
  const std::vector<std::string> names = decidingParameters(nest, {one, other});
  return std::ranges::any_of(names, [&](const std::string& name) {
    const Symbol& symbol = symbolOf(nest, name);
    return symbol.isAdvanced || (symbol.isComputed && names.size() > 1);
  });
}

std::optional<Unknown> whyNotClaimed(const LoopNest& nest, int one, int other) {
  const auto accessAt = [&](int access) -> const Access& {
    return nest.accesses[static_cast<std::size_t>(access)];
  };
  const std::string element =
      "an element of '" + nest.arrays[static_cast<std::size_t>(accessAt(one).array)].name + "'";
  if (dependsOnComputed(nest, one, other))
    for (const std::string& name : decidingParameters(nest, {one, other}))
      if (symbolOf(nest, name).isComputed)
        return Unknown{
            "iterations may meet at " + element + ", depending on '" + writtenName(nest, name) +
                "', of which it is not known how it depends on others; an 'assert' in front of the "
                "loop can say it",
            accessAt(one).writes ? one : other};
  const auto isAsserted = [](const Constraint& guard) { return guard.asserted; };
  for (int access : {one, other})
    if (std::any_of(accessAt(access).guards.begin(), accessAt(access).guards.end(), isAsserted))
      return Unknown{"iterations may meet at " + element + " where an assertion holds", access};
  return std::nullopt;
}

/// The loops around the assertion on whose counters it depends whether it holds.
static std::vector<int> decidingLoops(const LoopNest& nest, const Assertion& assertion) {
  std::set<std::string> names;
  const auto add = [&](const Polynomial& polynomial) { names.merge(allSymbols(nest, polynomial)); };
  for (const Constraint& guard : assertion.guards) add(guard.condition);
  for (const std::vector<Constraint>& all : assertion.cases)
    for (const Constraint& each : all) add(each.condition);
  std::vector<int> around = loopsAround(nest, assertion.loop), deciding;
  for (std::size_t k = around.size(); k-- > 0;) {  // bounds speak of loops further out
    const Loop& loop = nest.loops[static_cast<std::size_t>(around[k])];
    if (!names.contains(loop.symbol)) continue;
    deciding.insert(deciding.begin(), around[k]);
    for (const auto* bound : {&loop.first, &loop.end, &loop.stepSize})
      if (*bound) add(**bound);
  }
  return deciding;
}

/// Does the assertion hold each time that the run reaches it? Otherwise the run ends there.
static bool holdsThroughout(const LoopNest& nest, const std::map<std::string, std::int64_t>& parameters,
                            const Assertion& assertion) {
  Evaluator evaluator(nest);
  for (const auto& [name, value] : parameters) evaluator.set(name, value);
  const auto holds = [&](const Constraint& each) { return evaluator.holds(each) == true; };
  const auto isSpared = [&](const Constraint& guard) { return evaluator.holds(guard) == false; };
  const std::vector<int> around = decidingLoops(nest, assertion);
  int work = 4'096;
  const std::function<bool(std::size_t)> run = [&](std::size_t depth) {
    if (depth == around.size())
      return std::any_of(assertion.guards.begin(), assertion.guards.end(), isSpared) ||
             std::any_of(assertion.cases.begin(), assertion.cases.end(),
                         [&](const auto& all) { return std::all_of(all.begin(), all.end(), holds); });
    const Loop& loop = nest.loops[static_cast<std::size_t>(around[depth])];
    const auto first = loop.first ? evaluator.value(*loop.first) : std::nullopt;
    const auto step = evaluator.stepOf(loop);
    if (!first || !step) return false;
    for (std::int64_t counter = *first;; counter += *step) {
      evaluator.set(loop.symbol, counter);
      const auto iterates = evaluator.iterates(loop);
      if (!iterates || --work < 0) return false;
      if (!*iterates) return true;
      if (!run(depth + 1)) return false;
    }
  };
  return run(0);
}

static bool assertionsHold(const LoopNest& nest, const std::map<std::string, std::int64_t>& parameters) {
  return std::all_of(nest.assertions.begin(), nest.assertions.end(), [&](const Assertion& assertion) {
    return holdsThroughout(nest, parameters, assertion);
  });
}

/// Values that the parameters' types have, and for which the nest was read right.
static bool areOrdinary(const LoopNest& nest, const std::map<std::string, std::int64_t>& parameters) {
  Evaluator evaluator(nest);
  for (const auto& [name, value] : parameters) {
    if (value > symbolOf(nest, name).most) return false;
    evaluator.set(name, value);
  }
  const auto isMet = [&](const Polynomial& value) { return evaluator.value(value).value_or(0) >= 0; };
  return std::ranges::all_of(nest.takenAsNonNegative, isMet) && std::ranges::all_of(nest.takenToHold, isMet);
}

std::optional<Conflict> checkedConflict(const LoopNest& nest, int loop,
                                        const std::map<std::string, std::int64_t>& parameters,
                                        const Occurrence& one, const Occurrence& other,
                                        const std::vector<Constraint>& assumptions) {
  const auto element = touched(nest, parameters, one), same = touched(nest, parameters, other);
  const auto mine = counterOf(one, loop), its = counterOf(other, loop);
  if (!element || element != same || !mine || !its || *mine == *its) return std::nullopt;
  for (int around : loopsAround(nest, loop))
    if (around != loop && counterOf(one, around) != counterOf(other, around)) return std::nullopt;
  const auto accessOf = [&](const Occurrence& occurrence) -> const Access& {
    return nest.accesses[static_cast<std::size_t>(occurrence.access)];
  };
  if (accessOf(one).array != accessOf(other).array || (!accessOf(one).writes && !accessOf(other).writes))
    return std::nullopt;
  if (!assertionsHold(nest, parameters) || !areOrdinary(nest, parameters)) return std::nullopt;
  Evaluator evaluator(nest);
  for (const auto& [name, value] : parameters) evaluator.set(name, value);
  for (const Constraint& assumption : assumptions)
    if (evaluator.holds(assumption) != true) return std::nullopt;
  const Loop& iterated = nest.loops[static_cast<std::size_t>(loop)];
  const bool descends = iterated.step ? *iterated.step < 0 : iterated.descending;
  const bool inOrder = (*mine < *its) == !descends;
  Conflict conflict{parameters, inOrder ? one : other, inOrder ? other : one, *element, {}};
  conflict.sentence = sentence(nest, loop, conflict);
  return conflict;
}

Search searchSmallSizes(const LoopNest& nest, int loop, int first, int second,
                        const std::vector<Constraint>& assumptions, long& work) {
  const std::vector<int> accesses = bothOf(first, second);
  const std::vector<std::string> names = sizesOf(nest, accesses, assumptions);

  // All sizes up to 1 before any of 2, and so on: the first that is found is among the smallest.
  constexpr std::int64_t largest = 5;
  for (std::int64_t most = names.empty() ? largest : 0; most <= largest; ++most) {
    std::vector<std::int64_t> sizes(names.size(), 0);
    for (bool more = true; more && work > 0;) {
      --work;
      if (names.empty() || std::find(sizes.begin(), sizes.end(), most) != sizes.end()) {
        std::map<std::string, std::int64_t> parameters;
        for (std::size_t k = 0; k < names.size(); ++k) parameters[names[k]] = sizes[k];
        const Effort effort{.work = work, .mostIterations = names.empty() ? 1 << 16 : 64};
        Search search = Rehearsal(nest, loop, accesses, parameters, assumptions, effort).run();
        search.complete &= names.empty();
        if (search.found || search.complete) return search;
      }
      more = false;
      for (std::size_t k = names.size(); k-- > 0 && !more;) {
        more = sizes[k] < most;
        sizes[k] = more ? sizes[k] + 1 : 0;
      }
    }
  }
  return {};
}

/// Each loop around the access that begins and ends at values known beforehand runs at least twice.
static bool runsTwice(const LoopNest& nest, int access,
                      const std::map<std::string, std::int64_t>& parameters) {
  Evaluator evaluator(nest);
  for (const auto& [name, value] : parameters) evaluator.set(name, value);
  for (int around : loopsAround(nest, nest.accesses[static_cast<std::size_t>(access)].loop)) {
    const Loop& loop = nest.loops[static_cast<std::size_t>(around)];
    const auto first = loop.first ? evaluator.value(*loop.first) : std::nullopt;
    const auto step = evaluator.stepOf(loop);
    if (!first || !step) continue;
    evaluator.set(loop.symbol, *first + *step);
    if (evaluator.iterates(loop) == false) return false;
    evaluator.set(loop.symbol, *first);
  }
  return true;
}

/// What is tied to the strides, the nz of `const int sy = nz;`, has the value that these give it.
static void followStrides(const LoopNest& nest, const std::set<std::string>& strides,
                          std::map<std::string, std::int64_t>& parameters) {
  for (const Constraint& equation : nest.context) {
    if (!equation.equality) continue;
    for (const auto& [monomial, factor] : equation.condition.terms) {
      if (monomial.size() != 1 || std::abs(factor) != 1 || strides.count(monomial.front()) ||
          !parameters.count(monomial.front()))
        continue;
      Evaluator evaluator(nest);
      for (const auto& [name, value] : parameters) evaluator.set(name, value);
      const auto rest = evaluator.value(equation.condition.without(monomial.front()));
      if (rest && -factor * *rest > 0) parameters[monomial.front()] = -factor * *rest;
      break;
    }
  }
}

/// Values of sizes: 2 to 5 of each, or 2 and 3 of many; then the strides far apart, in any order.
static std::vector<std::map<std::string, std::int64_t>> sizesToTry(const LoopNest& nest,
                                                                   const std::vector<std::string>& names,
                                                                   const std::set<std::string>& strides) {
  std::vector<std::map<std::string, std::int64_t>> result;
  const std::size_t choices = names.size() > 4 ? 2 : 4;  // of each: at most 256 altogether
  std::size_t combinations = 1;
  for (std::size_t k = 0; k < names.size(); ++k) combinations *= choices;
  for (std::size_t number = 0; number < combinations; ++number) {
    std::map<std::string, std::int64_t>& parameters = result.emplace_back();
    std::size_t rest = number;
    for (const std::string& name : names) {
      parameters[name] = 2 + static_cast<std::int64_t>(rest % choices);
      rest /= choices;
    }
  }
  constexpr std::size_t mostStrides = 4;
  if (strides.size() < 2 || strides.size() > mostStrides) return result;
  std::vector<std::string> order(strides.begin(), strides.end());
  do {
    std::map<std::string, std::int64_t>& parameters = result.emplace_back();
    for (const std::string& name : names) parameters[name] = 2;
    std::int64_t stride = 1;
    for (const std::string& name : order) parameters[name] = stride *= 4;
    followStrides(nest, strides, parameters);
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

std::optional<Conflict> conflictForAllSizes(const LoopNest& nest, int loop, int first, int second,
                                            const std::vector<Constraint>& assumptions, long& work) {
  const std::vector<int> accesses = bothOf(first, second);
  const std::vector<std::string> names = sizesOf(nest, accesses, assumptions);
  constexpr std::size_t mostNames = 8;
  if (names.empty() || names.size() > mostNames) return std::nullopt;
  std::set<std::string> strides;
  for (const int access : accesses)
    for (const Constraint& each : positiveSizes(nest, nest.accesses[static_cast<std::size_t>(access)]))
      for (const std::string& name : each.condition.symbols())
        if (std::find(names.begin(), names.end(), name) != names.end()) strides.insert(name);
  std::optional<Conflict> smallest;
  for (const std::map<std::string, std::int64_t>& parameters : sizesToTry(nest, names, strides)) {
    Evaluator evaluator(nest);
    for (const auto& [name, value] : parameters) evaluator.set(name, value);
    const bool isAdmissible =
        std::all_of(assumptions.begin(), assumptions.end(),
                    [&](const Constraint& each) { return evaluator.holds(each) == true; }) &&
        std::none_of(nest.context.begin(), nest.context.end(),
                     [&](const Constraint& each) { return evaluator.holds(each) == false; });
    if (!isAdmissible || !runsTwice(nest, first, parameters) || !runsTwice(nest, second, parameters))
      continue;
    Search search =
        Rehearsal(nest, loop, accesses, parameters, assumptions, {.work = work, .mostIterations = 64}).run();
    if (!search.found) return std::nullopt;
    if (!smallest) smallest = std::move(search.found);
  }
  return smallest;
}

std::string iterationText(const LoopNest& nest, int loop, const Occurrence& occurrence) {
  const std::vector<int> around = loopsAround(nest, loop);
  std::string text;
  int count = 0;
  for (const auto& [index, value] : occurrence.counters) {
    const Loop& each = nest.loops[static_cast<std::size_t>(index)];
    if (!each.parallel && std::find(around.begin(), around.end(), index) == around.end()) continue;
    text += (count++ ? ", " : "") + writtenName(nest, each.symbol) + " = " + std::to_string(value);
  }
  return count > 1 ? "(" + text + ")" : text;
}

}  // namespace appyl::proving
