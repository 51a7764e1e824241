// Functions grow from the outside: sizes, nests with host code between them, loops, statements, expressions.
#include "generate.h"

#include <algorithm>

#include "finish.h"
#include "grid_calls.h"
#include "loops.h"
#include "mistakes.h"
#include "rare.h"
#include "reductions.h"
#include "simulate.h"
#include "statements.h"
#include "tiles.h"

namespace random_programs {
namespace {

class Generator {
 public:
  explicit Generator(std::uint64_t seed, bool inC = false) {
    scope.function.inC = inC;
    scope.random.state = mix(seed);
    scope.function.seed = seed;
    scope.function.name = "f" + std::to_string(seed);
  }

  Function gridFunction() {
    const int calls = random.pick({1, 1, 1, 2});
    for (int n = 0; n < calls; ++n) scope.function.body.push_back({gridCall(scope)});
    return std::move(scope.function);
  }

  Function function() {
    scope.unsignedCounters = random.chance(20);
    scope.longCounters = random.chance(30);
    scope.maximalDepth = random.pick({1, 1, 1, 2, 2, 2, 2, 3, 3, 4});
    scope.function.hostOnly = random.chance(8) && !scope.function.inC;
    addSizes(scope);
    std::vector<Statement> body;
    const int nests = random.pick({1, 1, 2, 2, 3});
    for (int n = 0; n < nests; ++n) {
      if (n > 0 && random.chance(35)) hostCode(body);
      if (random.chance(15) && !scope.function.inC)
        body.push_back({tileNest(scope)});
      else
        nest(body);
    }
    scope.function.body = std::move(body);
    dropUnused(scope.function.body);
    addShapes(scope);
    if (random.chance(10)) addDataRegion(scope);
    return std::move(scope.function);
  }

 private:
  Scope scope;
  Random& random = scope.random;
  std::array<int, 2> results = {-1, -1};  // arrays for scalar results, integers and floating ones
  int resultCount = 0;

  void nest(std::vector<Statement>& body) {
    scope.ties.clear(), scope.readOnly.clear(), scope.reduced.clear(), scope.reductions.clear();
    const std::size_t visible = scope.names.size();
    if (random.chance(10)) {  // a time loop around it
      Loop time = header(scope, true);
      time.first = {}, time.end = {{{}, random.between(1, 4)}, -1};
      time.stepSymbol = -1;
      annotatedNest(time.body);
      scope.levels.pop_back();
      body.push_back({std::move(time)});
    } else {
      annotatedNest(body);
    }
    scope.names.resize(std::min(visible, scope.names.size()));
  }

  void annotatedNest(std::vector<Statement>& body) {
    scope.inNest = true;
    const int depth = random.between(1, scope.maximalDepth);
    const int parallel = random.chance(60) ? depth : random.between(1, depth);
    if (random.chance(40)) addReductions(scope, body);
    scope.temporary.reset();
    if (random.chance(15)) {
      const Type type = random.pick({Type::Int, Type::Double, Type::Float, Type::Long});
      Declare declare{type, scope.fresh("t"), constant(random.below(5)), 0, false};
      scope.temporary = Name{declare.name, type, 1000, 99};
      body.push_back({std::move(declare)});
    }
    scope.temporaryWritten = scope.lastValue = false;
    Statement loop{annotatedLoop(depth - 1, parallel - 1, true, random.chance(55))};
    body.push_back(std::move(loop));
    scope.inNest = false;
    for (const Reduced& r : scope.reductions)
      if (!r.target.name.empty()) keep(body, r.target.name, r.type);
    if (scope.temporary && scope.lastValue) keep(body, scope.temporary->text, scope.temporary->type);
    scope.reductions.clear();
    scope.temporary.reset();
  }

  // `results[k] = name;`
  void keep(std::vector<Statement>& body, const std::string& name, Type type) {
    int& array = results[isFloating(type)];
    if (array < 0) {
      array = addArray(scope, isFloating(type) ? Type::Double : Type::LongLong, 1);
      Array& out = scope.function.arrays[array];
      out.storage = Storage::Pointer, out.name = scope.fresh("out"), out.written = true, out.field.clear();
      out.type = isFloating(type) ? Type::Double : Type::LongLong;
      scope.results.push_back(array);
    }
    Value v;
    v.kind = Value::Kind::Name, v.text = name, v.type = type;
    body.push_back({Assign{{"", {array, {{{{}, resultCount++}, -1}}}}, "=", v}});
  }

  Loop annotatedLoop(int depthLeft, int parallelLeft, bool outermost, bool perfect) {
    Loop loop = header(scope, false);
    scope.levels.back().parallel = true;
    loop.directive.parallel = true;
    loop.directive.spelling = random.below(12);
    if (random.chance(40)) loop.directive.block = block(scope);
    if (outermost) addClauses(scope, loop.directive);
    loop.body = nestBody(depthLeft, parallelLeft, perfect, outermost);
    for (const Tie& tie : scope.ties)
      for (const Index& subscript : tie.subscripts)
        if (subscript.through >= 0) loop.directive.unchecked = true;
    scope.levels.pop_back();
    return loop;
  }

  Loop sequentialLoop(int depthLeft) {
    Loop loop = header(scope, true);
    if (random.chance(15) && loop.stepSymbol < 0 && loop.first.through < 0 && loop.end.through < 0) {
      loop.directive.block = std::to_string(random.pick({1, 2, 4, 8, 16, 32}));
      loop.directive.spelling = random.below(12);
    }
    loop.body = nestBody(depthLeft, 0, random.chance(50), false);
    scope.levels.pop_back();
    return loop;
  }

  std::vector<Statement> nestBody(int depthLeft, int parallelLeft, bool perfect, bool outermost) {
    std::vector<Statement> body;
    const std::size_t visible = scope.names.size();
    const bool innermost = depthLeft == 0;
    if (!innermost && perfect && parallelLeft > 0) {
      body.push_back({annotatedLoop(depthLeft - 1, parallelLeft - 1, false, perfect)});
      return body;
    }
    if (random.chance(30)) declareScalar(scope, body);
    if (scope.temporary && !scope.temporaryWritten && (innermost || random.chance(40)))
      writeTemporary(scope, body, outermost);
    if (innermost) {
      const int count = random.pick({1, 1, 1, 2, 2, 3});
      for (int n = 0; n < count; ++n) statement(scope, body);
    } else {
      if (random.chance(50)) statement(scope, body);
      if (parallelLeft > 0)
        body.push_back({annotatedLoop(depthLeft - 1, parallelLeft - 1, false, false)});
      else
        body.push_back({sequentialLoop(depthLeft - 1)});
      if (random.chance(40)) statement(scope, body);
    }
    if (innermost)
      for (const Reduced& r : scope.reductions) updateReduced(scope, body, r);
    scope.names.resize(visible);
    return body;
  }

  // A sequential loop or a statement between nests.
  void hostCode(std::vector<Statement>& body) {
    scope.ties.clear(), scope.readOnly.clear(), scope.reduced.clear();
    if (random.chance(50)) return write(scope, body);
    Loop loop = header(scope, true);
    write(scope, loop.body);
    scope.levels.pop_back();
    body.push_back({std::move(loop)});
  }
};

Function generateGridCalls(std::uint64_t seed) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    Function function = Generator(seed + (attempt << 40)).gridFunction();
    function.seed = seed;
    function.name = "f" + std::to_string(seed);
    if (!fitArrays(function)) continue;
    return function;
  }
}

}  // namespace

Function generate(std::uint64_t seed, int gridCalls) {
  if (Random{mix(seed ^ 0x67726964)}.chance(gridCalls)) return generateGridCalls(seed);
  const bool inC = seed / 50 % 4 == 3;  // functions in a row, so that few programs have both
  for (std::uint64_t attempt = 0;; ++attempt) {
    Function function = Generator(seed + (attempt << 40), inC).function();
    function.seed = seed;
    function.name = "f" + std::to_string(seed);
    if (!fitArrays(function)) continue;
    varyForms(function);
    addRareForms(function);
    return function;
  }
}

Function generateMistaken(std::uint64_t seed) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    Function function = Generator(seed + (attempt << 40)).function();
    function.seed = seed;
    function.name = "f" + std::to_string(seed);
    if (function.mayBeUnproved || function.hostOnly) continue;
    const int kind = static_cast<int>(seed % (mistakeKinds + 1));
    if (kind < mistakeKinds && !plant(function, kind, seed + attempt)) continue;
    if (!fitArrays(function)) continue;
    if (kind == mistakeKinds && !plantTooLong(function, seed + attempt)) continue;
    return function;
  }
}

}  // namespace random_programs
