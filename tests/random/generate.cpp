// Functions grow from the outside: sizes, nests with host code between them, loops, statements, expressions.
// Each statement that writes takes an array whose subscripts tell all iterations of the parallel loops around
// apart (`Tie`).
#include "generate.h"

#include <algorithm>
#include <climits>
#include <cmath>

#include "known.h"
#include "mistakes.h"
#include "scope.h"
#include "simulate.h"

namespace random_programs {
namespace {

bool contains(const std::vector<int>& set, int element) {
  return std::find(set.begin(), set.end(), element) != set.end();
}

// A variable that a nest reduces. `level` is the number of loops outside of its clause.
struct Reduced {
  Target target;
  std::string op;
  Type type = Type::Int;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) {
    scope.random.state = mix(seed);
    scope.function.seed = seed;
    scope.function.name = "f" + std::to_string(seed);
  }

  Function function() {
    scope.unsignedCounters = random.chance(20);
    scope.longCounters = random.chance(30);
    maximalDepth = random.pick({1, 1, 1, 2, 2, 2, 2, 3, 3, 4});
    scope.function.hostOnly = random.chance(8);
    addSizes();
    std::vector<Statement> body;
    const int nests = random.pick({1, 1, 2, 2, 3});
    for (int n = 0; n < nests; ++n) {
      if (n > 0 && random.chance(35)) hostCode(body);
      nest(body);
    }
    scope.function.body = std::move(body);
    dropUnused(scope.function.body);
    addShapes();
    if (random.chance(10)) addDataRegion();
    return std::move(scope.function);
  }

 private:
  Scope scope;
  Random& random = scope.random;
  int maximalDepth = 1;
  std::vector<Reduced> reduced;
  std::array<int, 2> results = {-1, -1};  // arrays for scalar results, integers and floating ones
  int resultCount = 0;

  // --- sizes and names
  // ------------------------------------------------------------------------------------------------

  Type sizeType() {
    if (scope.unsignedCounters)
      return scope.longCounters ? random.pick({Type::Size, Type::UnsignedLong}) : Type::Unsigned;
    return scope.longCounters ? random.pick({Type::Long, Type::Int, Type::LongLong}) : Type::Int;
  }

  void addSizes() {
    static constexpr int largest[] = {0, 280, 40, 14, 7};
    const int most = largest[maximalDepth];
    const int count = random.between(1, 3);
    for (int s = 0; s < count; ++s) {
      const long usual = random.between(most / 2, most), edge = random.pick({0, 1, 1, 2, 3, 5});
      const int symbol = addParameter(scope, "n", sizeType(),
                                      {usual, edge, random.chance(50) ? usual : random.between(4, most)});
      scope.function.symbols[symbol].isSize = true;
    }
  }

  int anySize() {
    std::vector<int> sizes;
    for (std::size_t s = 0; s < scope.function.symbols.size(); ++s)
      if (scope.function.symbols[s].isSize) sizes.push_back(static_cast<int>(s));
    return random.pick(sizes);
  }

  Type counterType(bool small) {
    if (scope.unsignedCounters) {
      if (random.chance(10)) return small ? Type::UnsignedChar : Type::UnsignedShort;
      return scope.longCounters ? random.pick({Type::Size, Type::UnsignedLong}) : Type::Unsigned;
    }
    if (random.chance(10)) return small ? Type::SignedChar : Type::Short;
    return random.pick(
        {Type::Int, Type::Int, Type::Int, Type::Long, Type::LongLong, Type::Int64, Type::Difference});
  }

  // --- loops
  // ----------------------------------------------------------------------------------------------------------

  // A loop with a random range and header, without directive and body.
  Loop header(bool sequential) {
    Loop loop;
    Random& r = random;
    Symbol counter;
    static const char* const letters[] = {"i", "j", "k", "l", "p", "q", "r", "s", "u", "v"};
    counter.name = letters[std::min<std::size_t>(scope.levels.size(), 9)];
    Level level;
    bool small = false;

    std::vector<int> outer;  // counters that bounds may use
    for (const Level& l : scope.levels)
      if (!l.atLimit && l.origin >= 0 && (scope.inNest)) outer.push_back(l.counter);
    const int shape = r.below(100);
    if (shape < 6 && maximalDepth <= 2 && scope.inNest) {
      atLimit(loop, counter, level);
    } else if (shape < 20 && !outer.empty()) {  // a triangle
      const int i = r.pick(outer);
      switch (r.below(4)) {
        case 0: loop.end.affine = {{{1, i}}, 1}; break;
        case 1: loop.end.affine = {{{1, i}}, 0}; break;
        case 2: loop.first.affine = {{{1, i}}, 0}, loop.end.affine = {{{1, anySize()}}, 0}; break;
        default: loop.first.affine = {{{1, i}}, 1}, loop.end.affine = {{{1, anySize()}}, 0};
      }
    } else if (shape < 26 && !outer.empty() && sequential &&
               !scope.unsignedCounters) {  // as long as data say
      const int i = r.pick(outer);
      if (r.chance(60)) {
        const int starts = addArray(scope, Type::Int, 1, Content::RowStarts);
        loop.first = {{{{1, i}}, 0}, starts};
        loop.end = {{{{1, i}}, 1}, starts};
      } else {
        const int lengths =
            addArray(scope, r.pick({Type::Int, Type::Short, Type::UnsignedChar}), 1, Content::Places);
        scope.function.arrays[lengths].limit = r.between(1, 9);
        loop.end = {{{{1, i}}, 0}, lengths};
      }
    } else if (shape < 34) {  // constants
      const int first = r.below(4);
      loop.first.affine.constant = first;
      loop.end.affine.constant = first + r.pick({scope.unsignedCounters ? 1 : 0, 1, 1, 2, 3, 4, 4, 8, 10});
      small = true;
    } else {
      const int from = r.chance(60)                              ? 0
                       : !scope.unsignedCounters && r.chance(20) ? -r.between(1, 3)
                                                                 : r.between(1, 4);
      loop.first.affine.constant = from;
      loop.end.affine = {{{1, anySize()}}, 0};
      if (r.chance(25))
        loop.end.affine.constant = scope.unsignedCounters ? r.between(1, 2) : r.between(-3, 2);
      if (from < 0) level.origin = -1;
    }
    if (!level.atLimit) counter.type = counterType(small);
    if (r.chance(20)) loop.step = r.between(2, 5);
    if (r.chance(6) && scope.inNest)
      loop.stepSymbol =
          addParameter(scope, "step", sizeType(), {r.between(1, 4), r.between(1, 2), r.between(1, 9)});
    loop.descending = r.chance(18);
    loop.comparison = r.pick(
        {Comparison::Less, Comparison::Less, Comparison::Less, Comparison::LessEqual, Comparison::Unequal});
    if (known::unequalStepsDoNotCompile && loop.stepSymbol >= 0) loop.comparison = Comparison::Less;
    loop.spelling = r.below(60);
    loop.counterOutside = scope.inNest && r.chance(6);
    scope.function.symbols.push_back(counter);
    loop.counter = static_cast<int>(scope.function.symbols.size()) - 1;
    level.counter = loop.counter;
    scope.levels.push_back(level);
    return loop;
  }

  // A range at the end of the counter's type.
  void atLimit(Loop& loop, Symbol& counter, Level& level) {
    const int length = random.between(1, maximalDepth == 1 ? 200 : 20);
    struct Limit {
      Type type;
      Integer low, high;
    };
    static const std::vector<Limit> ofSigned = {
        {Type::Int, INT_MIN, INT_MAX}, {Type::Long, INT_MIN, LONG_MAX}, {Type::Short, SHRT_MIN, SHRT_MAX}};
    static const std::vector<Limit> ofUnsigned = {{Type::Unsigned, 0, UINT_MAX},
                                                  {Type::UnsignedShort, 0, USHRT_MAX}};
    static const std::vector<Limit> ofSizes = {{Type::Size, 0, static_cast<Integer>(ULONG_MAX)},
                                               {Type::UnsignedShort, 0, USHRT_MAX}};
    const Limit limit = random.pick(!scope.unsignedCounters ? ofSigned
                                    : scope.longCounters    ? ofSizes
                                                            : ofUnsigned);
    counter.type = limit.type;
    const bool above = limit.low == 0 || random.chance(60);
    const Integer first = above ? limit.high - length : limit.low;
    loop.first.affine.constant = first;
    loop.end.affine.constant = first + length;
    level.atLimit = true, level.origin = first;
    scope.function.mayBeUnproved = true;
  }

  std::optional<std::string> block() {
    if (random.chance(20)) return "";
    if (random.chance(70)) return std::to_string(random.pick({1, 2, 3, 4, 7, 8, 16, 32, 64, 128, 1000}));
    const int size =
        addParameter(scope, "size", random.pick({Type::Int, Type::Int, Type::Long}),
                     {random.pick({1, 5, 32}), random.pick({0, -3, 4}), random.pick({2, 16, 100000})});
    return scope.function.symbols[size].name;
  }

  // --- nests
  // ----------------------------------------------------------------------------------------------------------

  void nest(std::vector<Statement>& body) {
    scope.ties.clear(), scope.readOnly.clear(), scope.reduced.clear(), reduced.clear();
    const std::size_t visible = scope.names.size();
    if (random.chance(10)) {  // a time loop around it
      Loop time = header(true);
      time.first.affine = {}, time.first.through = -1, time.end = {{{}, random.between(1, 4)}, -1};
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
    const int depth = random.between(1, maximalDepth);
    const int parallel = random.chance(60) ? depth : random.between(1, depth);
    if (random.chance(40)) addReductions(body);
    std::vector<Statement> outside;  // scalars that the nest uses
    temporary.reset();
    if (random.chance(15)) {
      const Type type = random.pick({Type::Int, Type::Double, Type::Float, Type::Long});
      Declare declare{type, scope.fresh("t"), constant(random.below(5)), 0, false};
      temporary = Name{declare.name, type, 1000, 99};
      body.push_back({std::move(declare)});
    }
    temporaryWritten = lastValue = false;
    Statement loop{annotatedLoop(depth - 1, parallel - 1, true, random.chance(55))};
    body.push_back(std::move(loop));
    scope.inNest = false;
    for (const Reduced& r : reduced)
      if (!r.target.name.empty()) keep(body, r.target.name, r.type);
    if (temporary && lastValue) keep(body, temporary->text, temporary->type);
    reduced.clear();
    temporary.reset();
  }

  std::optional<Name> temporary;  // a scalar from outside of the nest
  bool temporaryWritten = false, lastValue = false;

  // `results[k] = name;`
  void keep(std::vector<Statement>& body, const std::string& name, Type type) {
    int& array = results[isFloating(type)];
    if (array < 0) {
      array = addArray(scope, isFloating(type) ? Type::Double : Type::LongLong, 1);
      Array& out = scope.function.arrays[array];
      out.storage = Storage::Pointer, out.name = scope.fresh("out"), out.written = true, out.field.clear();
      out.type = isFloating(type) ? Type::Double : Type::LongLong;
    }
    Value v;
    v.kind = Value::Kind::Name, v.text = name, v.type = type;
    body.push_back({Assign{{"", {array, {{{{}, resultCount++}, -1}}}}, "=", v}});
  }

  Loop annotatedLoop(int depthLeft, int parallelLeft, bool outermost, bool perfect) {
    Loop loop = header(false);
    scope.levels.back().parallel = true;
    loop.directive.parallel = true;
    loop.directive.spelling = random.below(12);
    if (random.chance(40)) loop.directive.block = block();
    if (outermost) addClauses(loop.directive);
    loop.body = nestBody(depthLeft, parallelLeft, perfect, outermost);
    for (const Tie& tie : scope.ties)
      for (const Index& subscript : tie.subscripts)
        if (subscript.through >= 0) loop.directive.unchecked = true;
    scope.levels.pop_back();
    return loop;
  }

  Loop sequentialLoop(int depthLeft) {
    Loop loop = header(true);
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
    if (random.chance(30)) declareScalar(body);
    if (temporary && !temporaryWritten && (innermost || random.chance(40))) writeTemporary(body, outermost);
    if (innermost) {
      const int count = random.pick({1, 1, 1, 2, 2, 3});
      for (int n = 0; n < count; ++n) statement(body);
    } else {
      if (random.chance(50)) statement(body);
      if (parallelLeft > 0)
        body.push_back({annotatedLoop(depthLeft - 1, parallelLeft - 1, false, false)});
      else
        body.push_back({sequentialLoop(depthLeft - 1)});
      if (random.chance(40)) statement(body);
    }
    if (innermost)
      for (const Reduced& r : reduced) updateReduced(body, r);
    scope.names.resize(visible);
    return body;
  }

  // --- reductions
  // -----------------------------------------------------------------------------------------------------

  void addReductions(std::vector<Statement>& body) {
    const int count = random.pick({1, 1, 1, 2, 3});
    for (int n = 0; n < count; ++n) {
      Reduced r;
      const bool floating = random.chance(35);
      r.op = floating
                 ? random.pick<const char*>({"+", "+", "+", "min", "max"})
                 : random.pick<const char*>({"+", "+", "+", "min", "max", "*", "&", "|", "^", "&&", "||"});
      r.type =
          floating
              ? random.pick({Type::Double, Type::Double, Type::Float})
              : random.pick({Type::Int, Type::Int, Type::Long, Type::Unsigned, Type::LongLong, Type::Short});
      const bool logical = r.op == "&&" || r.op == "||";
      if (logical || r.op == "*") r.type = random.pick({Type::Int, Type::Long});
      if (random.chance(30) && !(known::logicalArraysAreRefused && logical)) {
        r.type = floating ? Type::Double : r.type == Type::Short ? Type::Int : r.type;
        const int array = addArray(scope, r.type, random.pick({1, 1, 2}));
        Array& a = scope.function.arrays[array];
        r.type = a.type;
        a.written = true;
        scope.reduced.push_back(array);
        r.target.access.array = array;
        if (random.chance(40))
          for (int d = 0; d < a.rank; ++d) r.target.access.subscripts.push_back({{{}, random.below(3)}, -1});
      } else {
        r.target.name = scope.fresh("s");
        const int start = r.op == "*" || r.op == "&&" ? 1 : r.op == "&" ? 63 : random.below(4);
        body.push_back({Declare{r.type, r.target.name, constant(start), 0, false}});
      }
      reduced.push_back(r);
    }
  }

  void addClauses(Directive& directive) {
    for (const Reduced& r : reduced) {
      const std::string op = random.chance(25) ? "" : r.op;
      Target named = r.target;
      if (named.name.empty() && named.access.subscripts.empty())  // the whole array
        named.name = scope.function.arrays[named.access.array].name;
      const auto same = std::find_if(directive.reductions.begin(), directive.reductions.end(),
                                     [&](const Reduction& other) { return other.op == op; });
      if (same != directive.reductions.end() && random.chance(60))
        same->targets.push_back(named);
      else
        directive.reductions.push_back({op, {named}});
    }
  }

  void updateReduced(std::vector<Statement>& body, const Reduced& r) {
    Update update;
    update.target = r.target, update.op = r.op, update.type = r.type, update.spelling = random.below(60);
    Access& access = update.target.access;
    if (r.target.name.empty() && access.subscripts.empty()) {
      for (int d = 0; d < scope.function.arrays[access.array].rank; ++d)
        access.subscripts.push_back({anySubscript(scope), -1});
      if (random.chance(30)) {
        const int places = addArray(scope, Type::Int, 1, Content::Places);
        scope.function.arrays[places].limit = random.between(1, 12);
        access.subscripts[0].through = places;
      }
    }
    update.value = reducedValue(r, update.spelling);
    Statement statement{std::move(update)};
    if (random.chance(25)) statement = {If{condition(scope), {std::move(statement)}, {}}};
    body.push_back(std::move(statement));
  }

  Value choose(Value condition, Value yes, Value no) {
    Value v;
    v.kind = Value::Kind::Choose, v.type = yes.type, v.bound = std::max(yes.bound, no.bound);
    v.operands = {std::move(condition), std::move(yes), std::move(no)};
    return v;
  }

  // What a reduction may take in any order without a difference.
  Value reducedValue(const Reduced& r, int spelling) {
    if (isFloating(r.type)) {
      const double largest = r.type == Type::Float ? 24 : 50;
      for (int attempt = 0; attempt < 8; ++attempt) {
        Value v = floatingValue(scope, random.below(3), true);
        if (r.op == "+" && std::log2(v.bound * 40000) + v.fraction > largest) continue;
        if (r.op != "+") v = binary("+", std::move(v), floatingConstant(r.type));  // no negative zero
        return v.type == r.type ? v : cast(r.type, std::move(v));
      }
      return floatingConstant(r.type);
    }
    if (r.op == "*") return choose(condition(scope), constant(1), constant(-1));
    if (r.op == "&&" || r.op == "||") return condition(scope);
    if (r.op == "+" && random.chance(15)) return constant(1);
    Value v = within(integerValue(scope, random.below(3)), 1000);
    const bool exactType = spelling % 6 == 0 || r.op == "min" || r.op == "max";
    return exactType && v.type != r.type ? cast(r.type, std::move(v)) : v;
  }
  Value floatingConstant(Type type) {
    Value v;
    v.type = type, v.text = type == Type::Float ? "0.25f" : "0.25", v.bound = 0.25, v.fraction = 2;
    return v;
  }

  // --- statements
  // -----------------------------------------------------------------------------------------------------

  void declareScalar(std::vector<Statement>& body) {
    const bool floating = random.chance(45);
    Value v = floating ? floatingValue(scope, 2, false) : within(integerValue(scope, 2), 1000);
    const Type type = floating ? v.type : v.type == Type::Long ? Type::Long : Type::Int;
    const Name name{scope.fresh("t"), type, v.bound, v.fraction};
    body.push_back({Declare{type, name.text, std::move(v), 0, random.chance(60)}});
    scope.names.push_back(name);
    use(body, name);
  }

  // So that no compiler finds a variable unused.
  void use(std::vector<Statement>& body, const Name& name) {
    if (random.chance(20)) {
      Value v;
      v.kind = Value::Kind::Name, v.text = name.text, v.type = name.type, v.bound = name.bound,
      v.fraction = name.fraction;
      assign(body, std::move(v));
    }
  }

  void writeTemporary(std::vector<Statement>& body, bool outermost) {
    temporaryWritten = true;
    Value v =
        isFloating(temporary->type) ? floatingValue(scope, 2, false) : within(integerValue(scope, 2), 1000);
    temporary->bound = v.bound;
    body.push_back({Assign{{temporary->text, {}}, "=", std::move(v)}});
    scope.names.push_back(*temporary);
    lastValue = outermost && random.chance(60);
    use(body, *temporary);
  }

  void statement(std::vector<Statement>& body) {
    const int shape = random.below(100);
    if (shape < 55) return write(body);
    if (shape < 68) {
      If branch{condition(scope), {}, {}};
      write(branch.body);
      if (random.chance(40)) write(branch.otherwise);
      body.push_back({std::move(branch)});
    } else if (shape < 86) {
      accumulate(body);
    } else if (shape < 92) {
      localArray(body);
    } else {
      countDown(body);
    }
  }

  // An assignment to an element that belongs to the iteration.
  void write(std::vector<Statement>& body) {
    const bool floating = random.chance(50);
    assign(body, floating ? floatingValue(scope, 3, false) : integerValue(scope, 3));
  }

  void assign(std::vector<Statement>& body, Value value) {
    const Tie& tie = tieFor(isFloating(value.type));
    const Array& array = scope.function.arrays[tie.array];
    Assign assignment;
    assignment.target.access = tiedAccess(scope, tie);
    assignment.op = random.chance(65) ? "=" : random.pick<const char*>({"+=", "-="});
    if (!isFloating(array.type)) {
      value = within(std::move(value), 1000);
      if (random.chance(15)) assignment.op = random.pick<const char*>({"^=", "|=", "&="});
      if (array.type == Type::Unsigned || array.type == Type::UnsignedLong)
        if (random.chance(15)) assignment.op = "*=";
    }
    assignment.value = std::move(value);
    body.push_back({std::move(assignment)});
  }

  const Tie& tieFor(bool floating) {
    Function& function = scope.function;
    std::vector<const Tie*> known;
    for (const Tie& tie : scope.ties)
      if (isFloating(function.arrays[tie.array].type) == floating && writable(scope, tie))
        known.push_back(&tie);
    if (!known.empty() && random.chance(50)) return *random.pick(known);

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
          number != results[0] && number != results[1])
        free.push_back(number);
    }
    int array = -1;
    if (!free.empty() && random.chance(60)) {
      array = random.pick(free);
    } else {
      const Type type =
          floating
              ? random.pick({Type::Double, Type::Double, Type::Float})
              : random.pick({Type::Int, Type::Int, Type::Int, Type::Long, Type::Short, Type::UnsignedChar,
                             Type::Unsigned, Type::UnsignedLong, Type::Int64, Type::SignedChar});
      const int more = loops > parallel || random.chance(15) ? random.below(2) : 0;
      array = addArray(scope, type, std::clamp(parallel + more, 1, 4));
    }
    function.arrays[array].written = true;
    return addTie(array);
  }

  const Tie& addTie(int array) {
    const int rank = scope.function.arrays[array].rank;
    Tie tie{array, std::vector<int>(rank, -1), std::vector<Index>(rank), std::vector<int>(rank, 1)};
    std::vector<int> dimensions;
    for (int d = 0; d < rank; ++d) dimensions.push_back(d);
    if (random.chance(30))
      for (int d = rank - 1; d > 0; --d) std::swap(dimensions[d], dimensions[random.below(d + 1)]);
    std::size_t next = 0;
    int tiedBefore = -1;
    for (const Level& level : scope.levels) {
      if (!level.parallel) continue;
      const int d = dimensions[next++];
      tie.counters[d] = level.counter;
      Affine& form = tie.subscripts[d].affine;
      form.terms = {{1, level.counter}};
      const int shape = random.below(100);
      if (level.atLimit) {
        form.constant = -level.origin;
      } else if (shape < 10) {
        form.terms[0].factor = tie.residues[d] = random.between(2, 3);
      } else if (shape < 18) {
        form = {{{1, anySize()}, {-1, level.counter}}, -1};
      } else if (shape < 23 && tiedBefore >= 0) {
        form.terms.push_back({1, tiedBefore});
      } else if (shape < 28 && level.origin >= 0) {
        tie.subscripts[d].through = addArray(scope, Type::Int, 1, Content::Permutation);
        scope.function.mayBeUnproved = true;
      } else if (shape < 45) {
        form.constant = random.between(-2, 3);
      }
      if (!level.atLimit) tiedBefore = level.counter;
    }
    scope.ties.push_back(std::move(tie));
    return scope.ties.back();
  }

  // A sum over an inner loop, that may be parallel, and what it is good for.
  void accumulate(std::vector<Statement>& body) {
    const bool floating = random.chance(50);
    const bool parallel = scope.levels.size() < 3 && random.chance(25);
    Reduced r{{scope.fresh("s"), {}}, "+", floating ? Type::Double : Type::Int};
    if (random.chance(25)) r.op = random.pick<const char*>({"min", "max"});
    body.push_back({Declare{r.type, r.target.name, constant(random.below(2)), 0, false}});
    Loop loop = header(!parallel);
    scope.levels.back().parallel = parallel;
    const std::size_t visible = scope.names.size();
    if (parallel) {
      loop.directive.parallel = true;
      loop.directive.reductions = {{random.chance(25) ? "" : r.op, {r.target}}};
      if (random.chance(30)) loop.directive.block = block();
    } else if (random.chance(30)) {
      loop.body.push_back({Leave{condition(scope), random.chance(50)}});
    }
    if (random.chance(25)) declareScalar(loop.body);
    updateReduced(loop.body, r);
    scope.names.resize(visible);
    scope.levels.pop_back();
    body.push_back({std::move(loop)});
    const Name sum{r.target.name, r.type, 1e8, 99};
    scope.names.push_back(sum);
    Value v;
    v.kind = Value::Kind::Name, v.text = sum.text, v.type = sum.type, v.bound = sum.bound, v.fraction = 99;
    assign(body, std::move(v));
    scope.names.pop_back();
  }

  // A few elements of the iteration's own, filled and then used.
  void localArray(std::vector<Statement>& body) {
    const bool floating = random.chance(50);
    const int length = random.between(2, 6);
    const Type type = floating ? Type::Double : Type::Int;
    const std::string name = scope.fresh("own");
    body.push_back({Declare{type, name, {}, length, false}});
    Loop loop = header(true);
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
      v.kind = Value::Kind::Name, v.text = name + "[" + std::to_string(random.below(length)) + "]",
      v.type = type;
      v.bound = 1000, v.fraction = 99;
      return v;
    };
    assign(body, binary("+", element(), element()));
  }

  void countDown(std::vector<Statement>& body) {
    const Name sum{scope.fresh("s"), Type::Int, 1e6, 0};
    body.push_back({Declare{sum.type, sum.text, constant(0), 0, false}});
    While loop{scope.fresh("w"), within(integerValue(scope, 2), 1000), {}};
    const std::size_t visible = scope.names.size();
    scope.names.push_back({loop.name, Type::Int, 1000, 0});
    if (random.chance(40))
      loop.body.push_back({If{condition(scope), {{Assign{{sum.text, {}}, "+=", constant(7)}}}, {}}});
    loop.body.push_back({Assign{
        {sum.text, {}}, random.pick<const char*>({"+=", "^="}), within(integerValue(scope, 1), 1000)}});
    scope.names.resize(visible);
    loop.start = cast(Type::Int, std::move(loop.start));
    body.push_back({std::move(loop)});
    Value v;
    v.kind = Value::Kind::Name, v.text = sum.text, v.type = sum.type, v.bound = sum.bound;
    assign(body, std::move(v));
  }

  // A sequential loop or a statement between nests.
  void hostCode(std::vector<Statement>& body) {
    scope.ties.clear(), scope.readOnly.clear(), scope.reduced.clear();
    if (random.chance(50)) return write(body);
    Loop loop = header(true);
    write(loop.body);
    scope.levels.pop_back();
    body.push_back({std::move(loop)});
  }

  // --- what is known at the end
  // ---------------------------------------------------------------------------------------

  // Scalars that nothing reads, which compilers would warn of.
  void dropUnused(std::vector<Statement>& body) {
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<std::string> read;
      eachValue(body, [&](Value& v) {
        if (v.kind == Value::Kind::Name) read.push_back(v.text.substr(0, v.text.find('[')));
      });
      eachStatement(body, [&](Statement& statement) {
        if (auto* update = std::get_if<Update>(&statement.form)) read.push_back(update->target.name);
      });
      const auto unused = [&](const std::string& name) {
        return !name.empty() &&
               std::find(read.begin(), read.end(), name.substr(0, name.find('['))) == read.end();
      };
      eachBody(body, [&](std::vector<Statement>& statements) {
        changed |= std::erase_if(statements, [&](const Statement& statement) {
                     if (const auto* declare = std::get_if<Declare>(&statement.form))
                       return unused(declare->name);
                     if (const auto* assign = std::get_if<Assign>(&statement.form))
                       return unused(assign->target.name);
                     return false;
                   }) > 0;
      });
    }
  }

  // The number of elements of pointers, where subscripts don't tell it.
  void addShapes() { shapes(scope.function.body); }
  void shapes(std::vector<Statement>& body) {
    for (Statement& statement : body) {
      if (auto* loop = std::get_if<Loop>(&statement.form)) {
        if (loop->directive.parallel)
          loop->directive.shapes = shapesOf(*loop);
        else
          shapes(loop->body);
      }
    }
  }

  std::vector<int> shapesOf(Loop& nest) {
    std::vector<int> unknown;  // counters whose range is not known before the nest
    collectUnknown(nest, unknown);
    std::vector<int> result;
    const auto inspect = [&](Access& access) {
      for (const Index& subscript : access.subscripts) {
        bool needed = subscript.through >= 0;
        for (const Term& term : subscript.affine.terms) needed = needed || contains(unknown, term.symbol);
        if (needed) addShape(access.array, result);
        if (needed && subscript.through >= 0) addShape(subscript.through, result);
      }
    };
    std::vector<Statement> body = nest.body;
    eachAccess(body, inspect);
    for (const Reduction& reduction : nest.directive.reductions)
      for (const Target& target : reduction.targets)
        for (std::size_t a = 0; a < scope.function.arrays.size(); ++a)
          if (scope.function.arrays[a].name == target.name) addShape(static_cast<int>(a), result);
    return result;
  }

  void addShape(int number, std::vector<int>& shapes) {
    Array& array = scope.function.arrays[number];
    if (array.storage == Storage::PointerToArray) array.storage = Storage::CArray;
    if ((array.storage != Storage::Pointer && array.storage != Storage::Structs) || contains(shapes, number))
      return;
    shapes.push_back(number);
    count(array);
  }
  void count(Array& array) {
    if (array.countSymbol >= 0) return;
    array.countSymbol = addParameter(scope, "count", sizeType(), {});
    Symbol& symbol = scope.function.symbols[array.countSymbol];
    symbol.name = "count_" + array.name;
  }

  void collectUnknown(const Loop& loop, std::vector<int>& unknown) {
    const Type type = scope.function.symbols[loop.counter].type;
    const bool wide = type == Type::Long || type == Type::Size;
    const bool large = loop.first.affine.constant > INT_MAX / 2 || loop.first.affine.constant < INT_MIN / 2;
    bool known = loop.first.through < 0 && loop.end.through < 0 && !(wide && large);
    for (const Term& term : loop.end.affine.terms) known = known && !contains(unknown, term.symbol);
    for (const Term& term : loop.first.affine.terms) known = known && !contains(unknown, term.symbol);
    if (!known) unknown.push_back(loop.counter);
    collectUnknown(loop.body, unknown);
  }
  void collectUnknown(const std::vector<Statement>& body, std::vector<int>& unknown) {
    for (const Statement& statement : body) {
      if (const auto* loop = std::get_if<Loop>(&statement.form)) collectUnknown(*loop, unknown);
      if (const auto* branch = std::get_if<If>(&statement.form)) {
        collectUnknown(branch->body, unknown);
        collectUnknown(branch->otherwise, unknown);
      }
    }
  }

  // Everything after the declarations, which stay visible.
  void addDataRegion() {
    DataRegion region;
    for (std::size_t a = 0; a < scope.function.arrays.size(); ++a) {
      Array& array = scope.function.arrays[a];
      if (array.content != Content::Values || random.chance(30)) continue;
      if (array.storage == Storage::Pointer)
        count(array);
      else if (array.storage != Storage::Vector && array.storage != Storage::Span)
        continue;
      region.arrays.push_back(static_cast<int>(a));
    }
    if (region.arrays.empty()) return;
    region.body = std::move(scope.function.body);
    scope.function.body = {{std::move(region)}};
  }
};

}  // namespace

Function generate(std::uint64_t seed) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    Function function = Generator(seed + (attempt << 40)).function();
    function.seed = seed;
    function.name = "f" + std::to_string(seed);
    if (fitArrays(function)) return function;
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
