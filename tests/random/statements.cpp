// Each statement that writes takes an array whose subscripts tell all iterations of the parallel loops around
// apart (`Tie`).
#include "statements.h"

#include <algorithm>

#include "loops.h"
#include "reductions.h"

namespace random_programs {
namespace {

const Tie& addTie(Scope& scope, int array) {
  const int rank = scope.function.arrays[array].rank;
  Tie tie{array, std::vector<int>(rank, -1), std::vector<Index>(rank), std::vector<int>(rank, 1)};
  std::vector<int> dimensions;
  for (int d = 0; d < rank; ++d) dimensions.push_back(d);
  if (scope.random.chance(30))
    for (int d = rank - 1; d > 0; --d) std::swap(dimensions[d], dimensions[scope.random.below(d + 1)]);
  std::size_t next = 0;
  int tiedBefore = -1;
  for (const Level& level : scope.levels) {
    if (!level.parallel) continue;
    const int d = dimensions[next++];
    tie.counters[d] = level.counter;
    Affine& form = tie.subscripts[d].affine;
    form.terms = {{1, level.counter}};
    const int shape = scope.random.below(100);
    if (level.atLimit) {
      form.constant = -level.origin;
    } else if (shape < 10) {
      form.terms[0].factor = tie.residues[d] = scope.random.between(2, 3);
    } else if (shape < 18) {
      form = {{{1, anySize(scope)}, {-1, level.counter}}, -1};
    } else if (shape < 23 && tiedBefore >= 0) {
      form.terms.push_back({1, tiedBefore});
    } else if (shape < 28 && level.origin >= 0) {
      tie.subscripts[d].through = addArray(scope, Type::Int, 1, Content::Permutation);
      scope.function.mayBeUnproved = true;
    } else if (shape < 45) {
      form.constant = scope.random.between(-2, 3);
    } else if (shape < 55) {
      form.terms.push_back({1, anyOffset(scope)});
    }
    if (!level.atLimit) tiedBefore = level.counter;
  }
  scope.ties.push_back(std::move(tie));
  return scope.ties.back();
}

const Tie& tieFor(Scope& scope, bool floating) {
  Function& function = scope.function;
  std::vector<const Tie*> known;
  for (const Tie& tie : scope.ties)
    if (isFloating(function.arrays[tie.array].type) == floating && writable(scope, tie))
      known.push_back(&tie);
  if (!known.empty() && scope.random.chance(50)) return *scope.random.pick(known);

  int parallel = 0, loops = static_cast<int>(scope.levels.size());
  for (const Level& level : scope.levels) parallel += level.parallel;
  std::vector<int> free;
  for (std::size_t a = 0; a < function.arrays.size(); ++a) {
    const int number = static_cast<int>(a);
    const Array& array = function.arrays[a];
    const bool tied = std::any_of(scope.ties.begin(), scope.ties.end(),
                                  [&](const Tie& tie) { return tie.array == number; });
    if (array.content == Content::Values && isFloating(array.type) == floating && array.rank >= parallel &&
        !tied && !contains(scope.readOnly, number) && !contains(scope.reduced, number) &&
        !contains(scope.results, number))
      free.push_back(number);
  }
  int array = -1;
  if (!free.empty() && scope.random.chance(60)) {
    array = scope.random.pick(free);
  } else {
    const Type type =
        floating
            ? scope.random.pick({Type::Double, Type::Double, Type::Float})
            : scope.random.pick({Type::Int, Type::Int, Type::Int, Type::Long, Type::Short, Type::UnsignedChar,
                                 Type::Unsigned, Type::UnsignedLong, Type::Int64, Type::SignedChar});
    const int more = loops > parallel || scope.random.chance(15) ? scope.random.below(2) : 0;
    array = addArray(scope, type, std::clamp(parallel + more, 1, 4));
  }
  function.arrays[array].written = true;
  return addTie(scope, array);
}

void assign(Scope& scope, std::vector<Statement>& body, Value value) {
  const Tie& tie = tieFor(scope, isFloating(value.type));
  const Array& array = scope.function.arrays[tie.array];
  Assign assignment;
  assignment.target.access = tiedAccess(scope, tie);
  assignment.op = scope.random.chance(65) ? "=" : scope.random.pick<const char*>({"+=", "-="});
  if (!isFloating(array.type)) {
    value = within(std::move(value), 1000);
    if (scope.random.chance(15)) assignment.op = scope.random.pick<const char*>({"^=", "|=", "&="});
    if (array.type == Type::Unsigned || array.type == Type::UnsignedLong)
      if (scope.random.chance(15)) assignment.op = "*=";
  }
  assignment.value = std::move(value);
  body.push_back({std::move(assignment)});
}

// So that no compiler finds a variable unused.
void use(Scope& scope, std::vector<Statement>& body, const Name& name) {
  if (scope.random.chance(20)) {
    Value v;
    v.kind = Value::Kind::Name, v.text = name.text, v.type = name.type, v.bound = name.bound,
    v.fraction = name.fraction;
    assign(scope, body, std::move(v));
  }
}

// A sum over an inner loop, that may be parallel, and what it is good for.
void accumulate(Scope& scope, std::vector<Statement>& body) {
  const bool floating = scope.random.chance(50);
  const bool parallel = scope.levels.size() < 3 && scope.random.chance(25);
  Reduced r{{scope.fresh("s"), {}}, "+", floating ? Type::Double : Type::Int};
  if (scope.random.chance(25)) r.op = scope.random.pick<const char*>({"min", "max"});
  body.push_back({Declare{r.type, r.target.name, constant(scope.random.below(2)), 0, false}});
  Loop loop = header(scope, !parallel);
  scope.levels.back().parallel = parallel;
  const std::size_t visible = scope.names.size();
  if (parallel) {
    loop.directive.parallel = true;
    loop.directive.reductions = {{scope.random.chance(25) ? "" : r.op, {r.target}}};
    if (scope.random.chance(30)) loop.directive.block = block(scope);
  } else if (scope.random.chance(30)) {
    loop.body.push_back({Leave{condition(scope), scope.random.chance(50)}});
  }
  if (scope.random.chance(25)) declareScalar(scope, loop.body);
  updateReduced(scope, loop.body, r);
  scope.names.resize(visible);
  scope.levels.pop_back();
  body.push_back({std::move(loop)});
  const Name sum{r.target.name, r.type, 1e8, 99};
  scope.names.push_back(sum);
  Value v;
  v.kind = Value::Kind::Name, v.text = sum.text, v.type = sum.type, v.bound = sum.bound, v.fraction = 99;
  assign(scope, body, std::move(v));
  scope.names.pop_back();
}

// A few elements of the iteration's own, filled and then used.
void localArray(Scope& scope, std::vector<Statement>& body) {
  const bool floating = scope.random.chance(50);
  const int length = scope.random.between(2, 6);
  const Type type = floating ? Type::Double : Type::Int;
  const std::string name = scope.fresh("own");
  body.push_back({Declare{type, name, {}, length, false}});
  Loop loop = header(scope, true);
  loop.first = {{{}, 0}, -1}, loop.end = {{{}, length}, -1};
  loop.step = 1, loop.stepSymbol = -1;
  scope.levels.back().atLimit = false;
  scope.function.symbols[loop.counter].type = scope.unsignedCounters ? Type::Unsigned : Type::Int;
  Assign fill{{name + "[" + scope.function.symbols[loop.counter].name + "]", {}},
              "=",
              floating ? floatingValue(scope, 2, false) : within(integerValue(scope, 2), 1000)};
  loop.body.push_back({std::move(fill)});
  scope.levels.pop_back();
  body.push_back({std::move(loop)});
  const auto element = [&] {
    Value v;
    v.kind = Value::Kind::Name, v.text = name + "[" + std::to_string(scope.random.below(length)) + "]",
    v.type = type;
    v.bound = 1000, v.fraction = 99;
    return v;
  };
  assign(scope, body, binary({"+", element(), element()}));
}

void countDown(Scope& scope, std::vector<Statement>& body) {
  const Name sum{scope.fresh("s"), Type::Int, 1e6, 0};
  body.push_back({Declare{sum.type, sum.text, constant(0), 0, false}});
  While loop{scope.fresh("w"), within(integerValue(scope, 2), 1000), {}};
  const std::size_t visible = scope.names.size();
  scope.names.push_back({loop.name, Type::Int, 1000, 0});
  if (scope.random.chance(40))
    loop.body.push_back({If{condition(scope), {{Assign{{sum.text, {}}, "+=", constant(7)}}}, {}}});
  loop.body.push_back({Assign{
      {sum.text, {}}, scope.random.pick<const char*>({"+=", "^="}), within(integerValue(scope, 1), 1000)}});
  scope.names.resize(visible);
  loop.start = cast(Type::Int, std::move(loop.start));
  body.push_back({std::move(loop)});
  Value v;
  v.kind = Value::Kind::Name, v.text = sum.text, v.type = sum.type, v.bound = sum.bound;
  assign(scope, body, std::move(v));
}

}  // namespace

void declareScalar(Scope& scope, std::vector<Statement>& body) {
  const bool floating = scope.random.chance(45);
  Value v = floating ? floatingValue(scope, 2, false) : within(integerValue(scope, 2), 1000);
  const Type type = floating ? v.type : v.type == Type::Long ? Type::Long : Type::Int;
  const Name name{scope.fresh("t"), type, v.bound, v.fraction};
  body.push_back({Declare{type, name.text, std::move(v), 0, scope.random.chance(60)}});
  scope.names.push_back(name);
  use(scope, body, name);
}

void writeTemporary(Scope& scope, std::vector<Statement>& body, bool outermost) {
  scope.temporaryWritten = true;
  Value v = isFloating(scope.temporary->type) ? floatingValue(scope, 2, false)
                                              : within(integerValue(scope, 2), 1000);
  scope.temporary->bound = v.bound;
  body.push_back({Assign{{scope.temporary->text, {}}, "=", std::move(v)}});
  scope.names.push_back(*scope.temporary);
  scope.lastValue = outermost && scope.random.chance(60);
  use(scope, body, *scope.temporary);
}

void write(Scope& scope, std::vector<Statement>& body) {
  const bool floating = scope.random.chance(50);
  assign(scope, body, floating ? floatingValue(scope, 3, false) : integerValue(scope, 3));
}

void statement(Scope& scope, std::vector<Statement>& body) {
  const int shape = scope.random.below(100);
  if (shape < 55) return write(scope, body);
  if (shape < 68) {
    If branch{condition(scope), {}, {}};
    write(scope, branch.body);
    if (scope.random.chance(40)) write(scope, branch.otherwise);
    body.push_back({std::move(branch)});
  } else if (shape < 86) {
    accumulate(scope, body);
  } else if (shape < 92) {
    localArray(scope, body);
  } else {
    countDown(scope, body);
  }
}

}  // namespace random_programs
