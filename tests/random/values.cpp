// Expressions. Their bounds are known, so that nothing overflows; read-only floating data are small multiples
// of 1/4, so that sums are exact in any order; nothing is infinite or not a number.
#include <algorithm>
#include <cmath>

#include "known.h"
#include "loops.h"
#include "scope.h"

namespace random_programs {
namespace {

Value named(const Name& name) {
  Value v;
  v.kind = Value::Kind::Name;
  v.type = name.type, v.text = name.text, v.bound = name.bound, v.fraction = name.fraction;
  return v;
}

Value call(const std::string& function, Type type, double bound, std::vector<Value> arguments) {
  Value v;
  v.kind = Value::Kind::Call;
  v.type = type, v.text = function, v.bound = bound, v.fraction = isFloating(type) ? 99 : 0;
  v.operands = std::move(arguments);
  return v;
}

Type wider(Type a, Type b) {
  if (a == Type::Double || b == Type::Double) return Type::Double;
  if (a == Type::Float || b == Type::Float) return Type::Float;
  return a == Type::Long || b == Type::Long ? Type::Long : Type::Int;
}

Value real(Scope& scope, Type type) {
  const int quarters = scope.random.between(-12, 12);
  Value v;
  v.type = type;
  v.text = std::to_string(quarters / 4.0);
  v.text.erase(v.text.find_last_not_of('0') + 1);
  if (v.text.back() == '.') v.text += '0';
  if (type == Type::Float) v.text += "f";
  v.bound = 3, v.fraction = 2;
  return v;
}

const Tie* tieOf(const Scope& scope, int array) {
  for (const Tie& tie : scope.ties)
    if (tie.array == array) return &tie;
  return nullptr;
}

bool inScope(const Scope& scope, int counter) {
  for (const Level& level : scope.levels)
    if (level.counter == counter) return true;
  return false;
}

}  // namespace

bool readable(const Scope& scope, const Tie& tie) {
  for (std::size_t d = 0; d < tie.counters.size(); ++d) {
    if (tie.counters[d] < 0 || !inScope(scope, tie.counters[d])) continue;
    for (const Term& term : tie.subscripts[d].affine.terms)
      if (!scope.function.symbols[term.symbol].parameter && !inScope(scope, term.symbol)) return false;
  }
  return true;
}

bool writable(const Scope& scope, const Tie& tie) {
  for (const Level& level : scope.levels)
    if (level.parallel && !contains(tie.counters, level.counter)) return false;
  return readable(scope, tie);
}

Access tiedAccess(Scope& scope, const Tie& tie) {
  Access access{tie.array, {}};
  for (std::size_t d = 0; d < tie.counters.size(); ++d) {
    if (tie.counters[d] >= 0 && inScope(scope, tie.counters[d])) {
      Index subscript = tie.subscripts[d];
      if (tie.residues[d] > 1) subscript.affine.constant += scope.random.below(tie.residues[d]);
      access.subscripts.push_back(subscript);
    } else {
      Affine free = anySubscript(scope);
      if (known::diagonalsAreUnproved && scope.function.arrays[tie.array].flat())
        std::erase_if(free.terms, [&](const Term& term) { return contains(tie.counters, term.symbol); });
      if (free.terms.empty()) free.constant = scope.random.below(3);
      access.subscripts.push_back({free, -1});
    }
  }
  return access;
}

namespace {

Value element(Scope& scope, Access access) {
  const Array& array = scope.function.arrays[access.array];
  const bool ownWrites = tieOf(scope, access.array) != nullptr;
  if (!ownWrites && scope.inNest && !contains(scope.readOnly, access.array))
    scope.readOnly.push_back(access.array);
  Value v;
  v.kind = Value::Kind::Element;
  v.access = std::move(access);
  v.type = array.type;
  if (isFloating(array.type)) {
    v.bound = array.written ? 1e6 : realBound;
    v.fraction = array.written ? 99 : realFraction;
    // What a loop computes from itself must not grow.
    if (ownWrites) return call("halve", array.type, v.bound, {std::move(v)});
    return v;
  }
  v.bound = array.written ? 1e9 : 2 * integerBound;
  const bool large = array.type == Type::Unsigned || array.type == Type::UnsignedLong ||
                     array.type == Type::Size || array.type == Type::LongLong || array.type == Type::Int64 ||
                     array.type == Type::Difference;
  if (array.written) v = within(std::move(v), 64);
  if (large) v = cast(Type::Int, std::move(v));
  if (v.type != Type::Long) v.type = Type::Int;
  return v;
}

}  // namespace

Value constant(int value) {
  Value v;
  v.text = std::to_string(value), v.bound = std::abs(value);
  return v;
}

Value cast(Type type, Value value) {
  Value v;
  v.kind = Value::Kind::Cast;
  v.type = type, v.bound = value.bound, v.fraction = value.fraction;
  v.operands = {std::move(value)};
  return v;
}

Value binary(Binary operation) {
  auto& [op, left, right] = operation;
  Value v;
  v.kind = Value::Kind::Binary;
  v.type = wider(left.type, right.type), v.text = op;
  v.fraction = std::max(left.fraction, right.fraction);
  v.bound = left.bound + right.bound;
  if (op == "*")
    v.bound = left.bound * right.bound, v.fraction = std::min(99, left.fraction + right.fraction);
  if (op == "%") v.bound = right.bound;
  if (op == "/") v.bound = left.bound;
  if (op == "&" || op == "|" || op == "^") v.bound = 2 * std::max(left.bound, right.bound);
  if (op == "<" || op == ">" || op == "==" || op == "!=" || op == "<=" || op == ">=" || op == "&&" ||
      op == "||")
    v.type = Type::Int, v.bound = 1, v.fraction = 0;
  v.operands = {std::move(left), std::move(right)};
  return v;
}

Value within(Value value, double bound) {
  if (value.bound <= bound) return value;
  const Type type = value.type;
  Value v = binary({"%", std::move(value), constant(static_cast<int>(bound) - 1)});
  v.type = type == Type::Long ? Type::Long : type;
  return v;
}

int addParameter(Scope& scope, const std::string& prefix, Type type, std::array<long, callCount> values) {
  Symbol symbol;
  symbol.name = scope.fresh(prefix);
  symbol.type = type, symbol.parameter = true, symbol.values = values;
  scope.function.symbols.push_back(symbol);
  return static_cast<int>(scope.function.symbols.size()) - 1;
}

namespace {

std::vector<Storage> storagesOfC(int rank, Content content) {
  if (content != Content::Values) return {Storage::Pointer};
  if (rank == 1) return {Storage::Pointer, Storage::Pointer, Storage::CArray, Storage::Structs};
  return {Storage::Pointer, Storage::PointerToArray, Storage::CArray};
}

}  // namespace

int addArray(Scope& scope, Type type, int rank, Content content) {
  Random& random = scope.random;
  Array array;
  array.name = scope.fresh(
      content == Content::Values ? random.pick<const char*>({"a", "b", "c", "x", "y", "grid"}) : "at");
  array.type = type, array.rank = rank, array.content = content;
  const auto storages =
      scope.function.inC           ? storagesOfC(rank, content)
      : content != Content::Values ? std::vector{Storage::Pointer, Storage::Vector, Storage::Span}
      : rank == 1 ? std::vector{Storage::Pointer, Storage::Pointer, Storage::Pointer, Storage::CArray,
                                Storage::Vector,  Storage::Vector,  Storage::Span,    Storage::StdArray,
                                Storage::Structs, Storage::View}
      : rank == 2 ? std::vector{Storage::Pointer,
                                Storage::Pointer,
                                Storage::PointerToArray,
                                Storage::CArray,
                                Storage::Vector,
                                Storage::Span,
                                Storage::StdArray,
                                Storage::View,
                                scope.function.hostOnly ? Storage::VectorOfVectors : Storage::Pointer}
                  : std::vector{Storage::Pointer, Storage::PointerToArray, Storage::CArray, Storage::Vector,
                                Storage::View};
  array.storage = random.pick(storages);
  if (array.storage == Storage::Structs) {
    if (isFloating(type))
      array.type = Type::Double, array.field = random.pick<const char*>({"x", "y"});
    else
      array.type = Type::Int, array.field = random.pick<const char*>({"kind", "hits"});
  }
  array.pitchChoice =
      random.pick({PitchChoice::Own, PitchChoice::Constant, PitchChoice::Size, PitchChoice::Size});
  array.pitchType = scope.unsignedCounters ? (scope.longCounters ? Type::Size : Type::Unsigned)
                    : scope.longCounters   ? random.pick({Type::Long, Type::Int})
                                           : Type::Int;
  array.slack = random.chance(70) ? 0 : random.between(1, 5);
  scope.function.arrays.push_back(array);
  return static_cast<int>(scope.function.arrays.size()) - 1;
}

Affine anySubscript(Scope& scope) {
  Random& random = scope.random;
  Affine form;
  form.constant = random.chance(50) ? 0 : random.between(-2, 3);
  if (scope.levels.empty() || random.chance(6)) {
    form.constant = random.below(3);
    return form;
  }
  const Level& level = random.pick(scope.levels);
  if (level.atLimit) return {{{1, level.counter}}, random.below(3) - level.origin};
  const int shape = random.below(12);
  if (shape == 0) {
    form.terms = {{random.between(2, 3), level.counter}};
  } else if (shape == 1) {
    form.terms = {{-1, level.counter}};
    std::vector<int> sizes;
    for (std::size_t s = 0; s < scope.function.symbols.size(); ++s)
      if (scope.function.symbols[s].isSize) sizes.push_back(static_cast<int>(s));
    form.terms.insert(form.terms.begin(), {1, random.pick(sizes)});
    form.constant = -1;
  } else if (shape == 2) {
    const Level& other = random.pick(scope.levels);
    form.terms = {{1, level.counter}};
    if (!other.atLimit && other.counter != level.counter) form.terms.push_back({1, other.counter});
  } else {
    form.terms = {{1, level.counter}};
    if (shape == 3) form.terms.push_back({1, anyOffset(scope)});
  }
  return form;
}

Value readElement(Scope& scope, bool floating) {
  Random& random = scope.random;
  Function& function = scope.function;
  std::vector<int> candidates;
  for (std::size_t a = 0; a < function.arrays.size(); ++a) {
    const Array& array = function.arrays[a];
    const Tie* tie = tieOf(scope, static_cast<int>(a));
    if (array.content != Content::Values || isFloating(array.type) != floating) continue;
    if (contains(scope.reduced, static_cast<int>(a)) || (tie && !readable(scope, *tie))) continue;
    candidates.push_back(static_cast<int>(a));
    if (tie) candidates.push_back(static_cast<int>(a));
  }
  int array = -1;
  if (candidates.empty() || (function.arrays.size() < 6 && random.chance(35))) {
    const Type type =
        floating ? random.pick({Type::Double, Type::Double, Type::Float})
                 : random.pick({Type::Int, Type::Int, Type::Int, Type::Long, Type::Short, Type::UnsignedChar,
                                Type::SignedChar, Type::Unsigned, Type::Int64, Type::UnsignedShort});
    array = addArray(scope, type, random.pick({1, 1, 2, 2, 3}));
  } else {
    array = random.pick(candidates);
  }
  if (const Tie* tie = tieOf(scope, array)) return element(scope, tiedAccess(scope, *tie));
  Access access{array, {}};
  for (int d = 0; d < function.arrays[array].rank; ++d)
    access.subscripts.push_back({anySubscript(scope), -1});
  if (!function.arrays[array].written && scope.inNest && random.chance(4)) {
    const int places = addArray(scope, Type::Int, 1, Content::Places);
    function.arrays[places].limit = random.between(1, 20);
    access.subscripts[random.below(static_cast<int>(access.subscripts.size()))].through = places;
  }
  return element(scope, std::move(access));
}

Value integerValue(Scope& scope, int depth) {
  Random& random = scope.random;
  if (depth == 0 || random.chance(25)) {
    std::vector<const Name*> names;
    for (const Name& name : scope.names)
      if (!isFloating(name.type)) names.push_back(&name);
    const int leaf = random.below(10);
    if (leaf < 2) return constant(random.between(-9, 9));
    if (leaf < 4 && !names.empty()) return named(*random.pick(names));
    if (leaf < 6 && !scope.levels.empty()) {
      const Level& level = random.pick(scope.levels);
      Value v;
      v.kind = Value::Kind::Counter;
      v.symbol = level.counter;
      const Type type = scope.function.symbols[level.counter].type;
      const bool plain = !level.atLimit && !isUnsigned(type) && type != Type::LongLong &&
                         type != Type::Int64 && type != Type::Difference;
      if (!plain) v.text = "50";
      v.bound = plain ? 1000 : 50;
      if (plain && type == Type::Long) v.type = Type::Long;
      return v;
    }
    return readElement(scope, false);
  }
  const int shape = random.below(20);
  if (shape < 9)
    return within(binary({random.pick<const char*>({"+", "-", "+"}), integerValue(scope, depth - 1),
                          integerValue(scope, depth - 1)}),
                  1e6);
  if (shape < 12)
    return binary(
        {"*", within(integerValue(scope, depth - 1), 1000), within(integerValue(scope, depth - 1), 1000)});
  if (shape < 14)
    return binary({random.pick<const char*>({"&", "|", "^"}), integerValue(scope, depth - 1),
                   integerValue(scope, depth - 1)});
  if (shape < 15) return binary({"%", integerValue(scope, depth - 1), constant(random.between(2, 40))});
  if (shape < 16) return binary({"/", integerValue(scope, depth - 1), constant(random.between(2, 9))});
  if (shape < 17) {
    Value v;
    v.kind = Value::Kind::Choose;
    v.operands = {condition(scope), integerValue(scope, depth - 1), integerValue(scope, depth - 1)};
    v.type = wider(v.operands[1].type, v.operands[2].type);
    v.bound = std::max(v.operands[1].bound, v.operands[2].bound);
    return v;
  }
  Value x = cast(Type::Int, within(integerValue(scope, depth - 1), 1000));
  switch (random.below(6)) {
    case 0: return call("twice", Type::Int, 2 * x.bound + 1, {x});
    case 1: return call("clamp", Type::Int, 20, {x, constant(-20), constant(15)});
    case 2: return call("halve", Type::Int, x.bound, {x});
    case 3: return call("collatz", Type::Int, 20, {x});
    case 4: return call("std::abs", Type::Int, x.bound, {x});
    default: return call("Scale{3}.of", Type::Int, 3 * x.bound, {x});
  }
}

Value floatingValue(Scope& scope, int depth, bool exact) {
  Random& random = scope.random;
  if (depth == 0 || random.chance(25)) {
    std::vector<const Name*> names;
    for (const Name& name : scope.names)
      if (isFloating(name.type) && (!exact || name.fraction < 99)) names.push_back(&name);
    if (random.chance(20)) return real(scope, random.pick({Type::Double, Type::Float}));
    if (!names.empty() && random.chance(40)) return named(*random.pick(names));
    for (int attempt = 0; attempt < 5; ++attempt) {
      Value v = readElement(scope, true);
      if (!exact || v.fraction < 99) return v;
    }
    return real(scope, Type::Double);
  }
  const int shape = random.below(20);
  if (exact || shape < 12) {
    const char* op = random.pick<const char*>({"+", "-", "*", "*"});
    Value left = floatingValue(scope, depth - 1, exact), right = floatingValue(scope, depth - 1, exact);
    if (op[0] == '*' && left.bound * right.bound > 1e5) op = "+";
    return binary({op, std::move(left), std::move(right)});
  }
  Value x = floatingValue(scope, depth - 1, false);
  const Type type = x.type;
  if (shape < 14) return call("soften", type, 1, {std::move(x)});
  if (shape < 15)
    return call("std::sqrt", type, std::sqrt(x.bound) + 1, {call("std::abs", type, x.bound, {x})});
  if (shape < 16) return call("halve", type, x.bound, {std::move(x)});
  if (shape < 17) {
    const Type to = random.pick({Type::Float, Type::Double});
    return cast(to, integerValue(scope, depth - 1));
  }
  if (shape < 18) {
    Value y = floatingValue(scope, depth - 1, false);
    if (y.type != type) y = cast(type, std::move(y));
    const char* function = random.pick<const char*>({"std::max", "std::min", "std::fmax"});
    // Which of two zeros fmax returns is the compiler's choice.
    if (function == std::string("std::fmax"))
      y = binary({"+", call("std::abs", type, y.bound, {y}), cast(type, constant(1))});
    const double bound = std::max(x.bound, y.bound);
    return call(function, type, bound, {std::move(x), std::move(y)});
  }
  Value v;
  v.kind = Value::Kind::Choose;
  v.operands = {condition(scope), std::move(x), floatingValue(scope, depth - 1, false)};
  v.type = wider(v.operands[1].type, v.operands[2].type);
  v.bound = std::max(v.operands[1].bound, v.operands[2].bound);
  v.fraction = std::max(v.operands[1].fraction, v.operands[2].fraction);
  return v;
}

Value condition(Scope& scope) {
  Random& random = scope.random;
  if (random.chance(25))
    return binary(
        {random.pick<const char*>({"<", ">"}), floatingValue(scope, 1, false), real(scope, Type::Double)});
  const char* op = random.pick<const char*>({"<", ">", "<=", ">=", "==", "!="});
  if (random.chance(40))
    return binary({op[1] == '=' ? "!=" : "==",
                   binary({"%", integerValue(scope, 1), constant(random.between(2, 3))}), constant(0)});
  return binary({op, integerValue(scope, 1), constant(random.between(-5, 30))});
}

}  // namespace random_programs
