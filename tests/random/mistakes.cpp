// A mistake is planted in the outermost annotated loops. What is broken is chosen among all places that have
// such a thing.
#include "mistakes.h"

#include <algorithm>

#include "random.h"
#include "visit.h"

namespace random_programs {
namespace {

struct Nest {
  std::vector<Statement>* around = nullptr;
  std::size_t place = 0;
  Loop& loop() const { return std::get<Loop>((*around)[place].form); }
};

std::vector<Nest> nests(std::vector<Statement>& body) {
  std::vector<Nest> result;
  for (std::size_t s = 0; s < body.size(); ++s) {
    if (auto* loop = std::get_if<Loop>(&body[s].form)) {
      if (loop->directive.parallel) {
        result.push_back({&body, s});
      } else {
        const auto inner = nests(loop->body);
        result.insert(result.end(), inner.begin(), inner.end());
      }
    } else if (auto* region = std::get_if<DataRegion>(&body[s].form)) {
      const auto inner = nests(region->body);
      result.insert(result.end(), inner.begin(), inner.end());
    }
  }
  return result;
}

std::vector<int> parallelCounters(Loop& nest) {
  std::vector<int> counters = {nest.counter};
  eachStatement(nest.body, [&](Statement& statement) {
    if (auto* loop = std::get_if<Loop>(&statement.form))
      if (loop->directive.parallel) counters.push_back(loop->counter);
  });
  return counters;
}

bool usesAny(const Index& subscript, const std::vector<int>& counters) {
  return std::any_of(subscript.affine.terms.begin(), subscript.affine.terms.end(),
                     [&](const Term& term) { return contains(counters, term.symbol); });
}

std::vector<int> assigned(Loop& nest) {
  std::vector<int> arrays;
  eachStatement(nest.body, [&](Statement& statement) {
    if (auto* assign = std::get_if<Assign>(&statement.form))
      if (assign->target.name.empty()) arrays.push_back(assign->target.access.array);
  });
  return arrays;
}

// A read of what the nest writes, in the row or column of another iteration: a neighbour, or one that a new parameter
// says.
bool offset(Function& function, Loop& nest, Random& random, bool byParameter) {
  const std::vector<int> arrays = assigned(nest), counters = parallelCounters(nest);
  std::vector<Index*> places;
  eachValue(nest.body, [&](Value& v) {
    if (v.access && contains(arrays, v.access->array))
      for (Index& subscript : v.access->subscripts)
        if (usesAny(subscript, counters)) places.push_back(&subscript);
  });
  if (places.empty()) return false;
  Affine& subscript = random.pick(places)->affine;
  const long distance = std::max(1L, std::abs(subscript.terms[0].factor));
  if (byParameter) {
    Symbol shift;
    shift.name = "shift", shift.parameter = true, shift.type = function.symbols[subscript.terms[0].symbol].type;
    for (long& value : shift.values) value = random.between(1, 3);
    function.symbols.push_back(shift);
    subscript.terms.push_back({distance, static_cast<int>(function.symbols.size()) - 1});
  } else {
    subscript.constant += random.pick({-1, 1}) * distance;
  }
  return true;
}

// A write whose subscript lacks a counter, or has it without its stride.
bool subscript(Loop& nest, Random& random, bool wholeTerm) {
  const std::vector<int> counters = parallelCounters(nest);
  std::vector<Index*> places;
  eachStatement(nest.body, [&](Statement& statement) {
    if (auto* assign = std::get_if<Assign>(&statement.form))
      if (assign->target.name.empty())
        for (Index& index : assign->target.access.subscripts)
          if (usesAny(index, counters) && index.through < 0 &&
              (wholeTerm || index.affine.terms[0].factor > 1))
            places.push_back(&index);
  });
  if (places.empty()) return false;
  Index& broken = *random.pick(places);
  if (wholeTerm) {
    std::erase_if(broken.affine.terms, [&](const Term& term) { return contains(counters, term.symbol); });
    if (broken.affine.constant > 1000000 || broken.affine.constant < -1000000) broken.affine.constant = 0;
  } else {
    broken.affine.terms[0].factor = 1;
  }
  return true;
}

bool reduction(Loop& nest, Random& random, bool missing) {
  std::vector<Directive*> places;
  if (!nest.directive.reductions.empty()) places.push_back(&nest.directive);
  eachStatement(nest.body, [&](Statement& statement) {
    if (auto* loop = std::get_if<Loop>(&statement.form))
      if (!loop->directive.reductions.empty()) places.push_back(&loop->directive);
  });
  if (places.empty()) return false;
  std::vector<Reduction>& reductions = random.pick(places)->reductions;
  const int chosen = random.below(static_cast<int>(reductions.size()));
  if (missing)
    reductions.erase(reductions.begin() + chosen);
  else
    reductions[chosen].op = reductions[chosen].op == "+" ? "*" : "+";
  return true;
}

// A scalar that each iteration starts anew is started once, before the nest.
bool shared(const Nest& nest, Random& random) {
  std::vector<std::pair<std::vector<Statement>*, std::size_t>> places;
  eachBody(nest.loop().body, [&](std::vector<Statement>& body) {
    for (std::size_t s = 0; s < body.size(); ++s)
      if (const auto* declare = std::get_if<Declare>(&body[s].form))
        if (declare->value && declare->value->kind == Value::Kind::Constant && !declare->constant)
          places.push_back({&body, s});
  });
  if (places.empty()) return false;
  const auto [body, place] = random.pick(places);
  Statement declaration = (*body)[place];
  body->erase(body->begin() + static_cast<std::ptrdiff_t>(place));
  nest.around->insert(nest.around->begin() + static_cast<std::ptrdiff_t>(nest.place), std::move(declaration));
  return true;
}

}  // namespace

bool plant(Function& function, int kind, std::uint64_t seed) {
  Random random{mix(seed)};
  const std::vector<Nest> all = nests(function.body);
  if (all.empty()) return false;
  const int first = random.below(static_cast<int>(all.size()));
  for (std::size_t n = 0; n < all.size(); ++n) {
    const Nest nest = all[(first + n) % all.size()];
    static const char* const names[] = {"offset",          "missing term",     "missing reduction",
                                        "wrong reduction", "shared temporary", "wrong stride",
                                        "offset from outside"};
    function.mistake = names[kind];
    switch (kind) {
      case 0:
      case 6:
        if (offset(function, nest.loop(), random, kind == 6)) return true;
        break;
      case 1:
        if (subscript(nest.loop(), random, true)) return true;
        break;
      case 2:
        if (reduction(nest.loop(), random, true)) return true;
        break;
      case 3:
        if (reduction(nest.loop(), random, false)) return true;
        break;
      case 4:
        if (shared(nest, random)) return true;
        break;
      default:
        if (subscript(nest.loop(), random, false)) return true;
    }
  }
  return false;
}

bool plantTooLong(Function& function, std::uint64_t seed) {
  Random random{mix(seed)};
  const std::vector<Nest> all = nests(function.body);
  if (all.empty()) return false;
  Loop& loop = random.pick(all).loop();
  if (loop.end.through >= 0 || loop.end.affine.constant > 1000000 || loop.end.affine.constant < -1000000)
    return false;
  if (loop.comparison == Comparison::Unequal && (loop.step != 1 || loop.stepSymbol >= 0))
    return false;  // it would never meet its end
  for (Array& array : function.arrays)
    if (!array.flat()) return false;
  ++loop.end.affine.constant;
  function.mistake = "too long";
  function.exactArrays = true;
  return true;
}

}  // namespace random_programs
