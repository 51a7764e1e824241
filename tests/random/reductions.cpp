// The values that are reduced give the same result in any order: whole numbers in range, and sums of
// multiples of a power of two.
#include "reductions.h"

#include <algorithm>
#include <cmath>

#include "known.h"

namespace random_programs {
namespace {

Value choose(Value condition, Value yes, Value no) {
  Value v;
  v.kind = Value::Kind::Choose, v.type = yes.type, v.bound = std::max(yes.bound, no.bound);
  v.operands = {std::move(condition), std::move(yes), std::move(no)};
  return v;
}

Value floatingConstant(Type type) {
  Value v;
  v.type = type, v.text = type == Type::Float ? "0.25f" : "0.25", v.bound = 0.25, v.fraction = 2;
  return v;
}

// What a reduction may take in any order without a difference.
Value reducedValue(Scope& scope, const Reduced& r, int spelling) {
  if (isFloating(r.type)) {
    const double largest = r.type == Type::Float ? 24 : 50;
    for (int attempt = 0; attempt < 8; ++attempt) {
      Value v = floatingValue(scope, scope.random.below(3), true);
      if (r.op == "+" && std::log2(v.bound * 40000) + v.fraction > largest) continue;
      if (r.op != "+") v = binary({"+", std::move(v), floatingConstant(r.type)});  // no negative zero
      return v.type == r.type ? v : cast(r.type, std::move(v));
    }
    return floatingConstant(r.type);
  }
  if (r.op == "*") return choose(condition(scope), constant(1), constant(-1));
  if (r.op == "&&" || r.op == "||") return condition(scope);
  if (r.op == "+" && scope.random.chance(15)) return constant(1);
  Value v = within(integerValue(scope, scope.random.below(3)), 1000);
  const bool exactType = spelling % 6 == 0 || r.op == "min" || r.op == "max";
  // Elements and counters, and what is chosen from them, may be of a smaller type than what is computed of them.
  const bool isComputed = v.kind != Value::Kind::Element && v.kind != Value::Kind::Counter &&
                          v.kind != Value::Kind::Choose;
  const bool hasType = v.type == r.type && isComputed;
  return exactType && !hasType ? cast(r.type, std::move(v)) : v;
}
}  // namespace

void addReductions(Scope& scope, std::vector<Statement>& body) {
  const int count = scope.random.pick({1, 1, 1, 2, 3});
  for (int n = 0; n < count; ++n) {
    Reduced r;
    const bool floating = scope.random.chance(35);
    r.op =
        floating
            ? scope.random.pick<const char*>({"+", "+", "+", "min", "max"})
            : scope.random.pick<const char*>({"+", "+", "+", "min", "max", "*", "&", "|", "^", "&&", "||"});
    r.type = floating ? scope.random.pick({Type::Double, Type::Double, Type::Float})
                      : scope.random.pick(
                            {Type::Int, Type::Int, Type::Long, Type::Unsigned, Type::LongLong, Type::Short});
    const bool logical = r.op == "&&" || r.op == "||";
    if (logical || r.op == "*") r.type = scope.random.pick({Type::Int, Type::Long});
    if (scope.random.chance(30) && !(known::logicalArraysAreRefused && logical)) {
      r.type = floating ? Type::Double : r.type == Type::Short ? Type::Int : r.type;
      const int array = addArray(scope, r.type, scope.random.pick({1, 1, 2}));
      Array& a = scope.function.arrays[array];
      r.type = a.type;
      a.written = true;
      scope.reduced.push_back(array);
      r.target.access.array = array;
      if (scope.random.chance(40))
        for (int d = 0; d < a.rank; ++d)
          r.target.access.subscripts.push_back({{{}, scope.random.below(3)}, -1});
    } else {
      r.target.name = scope.fresh("s");
      const int start = r.op == "*" || r.op == "&&" ? 1 : r.op == "&" ? 63 : scope.random.below(4);
      body.push_back({Declare{r.type, r.target.name, constant(start), 0, false}});
    }
    scope.reductions.push_back(r);
  }
}

void addClauses(Scope& scope, Directive& directive) {
  for (const Reduced& r : scope.reductions) {
    const std::string op = scope.random.chance(25) ? "" : r.op;
    Target named = r.target;
    if (named.name.empty() && named.access.subscripts.empty())  // the whole array
      named.name = scope.function.arrays[named.access.array].name;
    const auto same = std::find_if(directive.reductions.begin(), directive.reductions.end(),
                                   [&](const Reduction& other) { return other.op == op; });
    if (same != directive.reductions.end() && scope.random.chance(60))
      same->targets.push_back(named);
    else
      directive.reductions.push_back({op, {named}});
  }
}

void updateReduced(Scope& scope, std::vector<Statement>& body, const Reduced& r) {
  Update update;
  update.target = r.target, update.op = r.op, update.type = r.type, update.spelling = scope.random.below(60);
  Access& access = update.target.access;
  if (r.target.name.empty() && access.subscripts.empty()) {
    for (int d = 0; d < scope.function.arrays[access.array].rank; ++d)
      access.subscripts.push_back({anySubscript(scope), -1});
    if (scope.random.chance(30)) {
      const int places = addArray(scope, Type::Int, 1, Content::Places);
      scope.function.arrays[places].limit = scope.random.between(1, 12);
      access.subscripts[0].through = places;
    }
  }
  update.value = reducedValue(scope, r, update.spelling);
  Statement statement{std::move(update)};
  if (scope.random.chance(25)) statement = {If{condition(scope), {std::move(statement)}, {}}};
  body.push_back(std::move(statement));
}

}  // namespace random_programs
