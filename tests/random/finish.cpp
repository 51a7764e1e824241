// Clauses and regions that depend on all of a function.
#include "finish.h"

#include <algorithm>
#include <climits>
#include <functional>

#include "loops.h"
#include "visit.h"

namespace random_programs {
namespace {

void collectUnknown(const Scope& scope, const std::vector<Statement>& body, std::vector<int>& unknown);

// Counters whose range is not known before the nest.
void collectUnknown(const Scope& scope, const Loop& loop, std::vector<int>& unknown) {
  const Type type = scope.function.symbols[loop.counter].type;
  const bool wide = type == Type::Long || type == Type::Size;
  const bool large = loop.first.affine.constant > INT_MAX / 2 || loop.first.affine.constant < INT_MIN / 2;
  // The sign of a step that is known at run time only tells nothing of a loop that runs until `!=`.
  const bool anyDirection = loop.comparison == Comparison::Unequal && loop.stepSymbol >= 0;
  // What is larger than a narrow counter wraps around where the loop begins with it.
  const bool isNarrow = type == Type::SignedChar || type == Type::UnsignedChar || type == Type::Short ||
                        type == Type::UnsignedShort;
  const bool mayWrap = isNarrow && !(loop.descending ? loop.end : loop.first).affine.terms.empty();
  bool known =
      !mayWrap && loop.first.through < 0 && loop.end.through < 0 && !(wide && large) && !anyDirection;
  known = known && loop.first.chosenBy < 0 && loop.end.chosenBy < 0;
  for (const Term& term : loop.end.affine.terms) known = known && !contains(unknown, term.symbol);
  for (const Term& term : loop.first.affine.terms) known = known && !contains(unknown, term.symbol);
  if (!known) unknown.push_back(loop.counter);
  collectUnknown(scope, loop.body, unknown);
}
void collectUnknown(const Scope& scope, const std::vector<Statement>& body, std::vector<int>& unknown) {
  for (const Statement& statement : body) {
    if (const auto* loop = std::get_if<Loop>(&statement.form)) collectUnknown(scope, *loop, unknown);
    if (const auto* branch = std::get_if<If>(&statement.form)) {
      collectUnknown(scope, branch->body, unknown);
      collectUnknown(scope, branch->otherwise, unknown);
    }
  }
}

void count(Scope& scope, Array& array) {
  if (array.countSymbol >= 0) return;
  array.countSymbol = addParameter(scope, "count", sizeType(scope), {});
  Symbol& symbol = scope.function.symbols[array.countSymbol];
  symbol.name = "count_" + array.name;
}

void addShape(Scope& scope, int number, std::vector<int>& shapes) {
  Array& array = scope.function.arrays[number];
  const bool isNested = array.storage == Storage::PointerToArray || array.storage == Storage::CArray;
  if (isNested) array.storage = scope.function.inC ? Storage::Pointer : Storage::CArray;
  if ((array.storage != Storage::Pointer && array.storage != Storage::Structs) || contains(shapes, number))
    return;
  shapes.push_back(number);
  count(scope, array);
}
// What happens under conditions on values only, which may be what keeps a subscript from being negative.
void eachConditionalAccess(std::vector<Statement>& body, const std::function<void(Access&)>& visit) {
  eachStatement(body, [&](Statement& statement) {
    if (auto* branch = std::get_if<If>(&statement.form))
      eachAccess(branch->body, visit), eachAccess(branch->otherwise, visit);
    if (auto* loop = std::get_if<While>(&statement.form)) eachAccess(loop->body, visit);
    if (auto* loop = std::get_if<Loop>(&statement.form))
      for (const Statement& each : loop->body)
        if (std::holds_alternative<Leave>(each.form)) eachAccess(loop->body, visit);
  });
  eachValue(body, [&](Value& v) {
    if (v.kind != Value::Kind::Choose) return;
    std::vector<Statement> chosen = {{Assign{{}, "=", v.operands[1]}}, {Assign{{}, "=", v.operands[2]}}};
    eachValue(chosen, [&](Value& inner) {
      if (inner.access) visit(*inner.access);
    });
  });
}

std::vector<int> shapesOf(Scope& scope, Loop& nest) {
  std::vector<int> unknown;  // counters whose range is not known before the nest
  collectUnknown(scope, nest, unknown);
  std::vector<int> result;
  const auto inspect = [&](Access& access) {
    for (const Index& subscript : access.subscripts) {
      bool needed = subscript.through >= 0;
      for (const Term& term : subscript.affine.terms) needed = needed || contains(unknown, term.symbol);
      if (needed) addShape(scope, access.array, result);
      if (needed && subscript.through >= 0) addShape(scope, subscript.through, result);
    }
  };
  std::vector<Statement> body = nest.body;
  eachAccess(body, inspect);
  eachStatement(body, [&](Statement& statement) {  // ... and of elements that are ends of loops
    if (const auto* loop = std::get_if<Loop>(&statement.form))
      for (const Index* end : {&loop->first, &loop->end})
        for (const Term& term : end->affine.terms)
          if (end->through >= 0 && contains(unknown, term.symbol)) addShape(scope, end->through, result);
  });
  eachConditionalAccess(body, [&](Access& access) {
    for (const Index& subscript : access.subscripts)
      if (subscript.affine.constant < 0) addShape(scope, access.array, result);
  });
  for (const Reduction& reduction : nest.directive.reductions)
    for (const Target& target : reduction.targets)
      for (std::size_t a = 0; a < scope.function.arrays.size(); ++a)
        if (scope.function.arrays[a].name == target.name) addShape(scope, static_cast<int>(a), result);
  return result;
}

void shapes(Scope& scope, std::vector<Statement>& body) {
  for (Statement& statement : body) {
    if (auto* loop = std::get_if<Loop>(&statement.form)) {
      if (loop->directive.parallel)
        loop->directive.shapes = shapesOf(scope, *loop);
      else
        shapes(scope, loop->body);
    }
  }
}

}  // namespace

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

void addShapes(Scope& scope) { shapes(scope, scope.function.body); }

void varyForms(Function& function) {
  if (function.inC) return;
  Random random{mix(function.seed ^ 0x466f726d)};
  const int form = random.below(100);
  function.form = form < 12 ? Form::Template : form < 26 ? Form::Method : Form::Plain;
  function.ownCallees = random.chance(15);
  if (!random.chance(15)) return;
  eachValue(function.body,
            [&](Value& v) { v.inLambda = v.kind == Value::Kind::Binary && random.chance(25); });
  // Two closures are never equal, and a minimum spells its operand twice.
  eachStatement(function.body, [](Statement& statement) {
    const auto* update = std::get_if<Update>(&statement.form);
    if (!update || (update->op != "min" && update->op != "max")) return;
    std::vector<Statement> alone = {statement};
    eachValue(alone, [](Value& v) { v.inLambda = false; });
    statement = alone.front();
  });
}

void addDataRegion(Scope& scope) {
  DataRegion region;
  for (std::size_t a = 0; a < scope.function.arrays.size(); ++a) {
    Array& array = scope.function.arrays[a];
    if (array.content != Content::Values || scope.random.chance(30)) continue;
    if (array.storage == Storage::Pointer)
      count(scope, array);
    else if (array.storage != Storage::Vector && array.storage != Storage::Span)
      continue;
    region.arrays.push_back(static_cast<int>(a));
  }
  if (region.arrays.empty()) return;
  region.body = std::move(scope.function.body);
  scope.function.body = {{std::move(region)}};
}

}  // namespace random_programs
