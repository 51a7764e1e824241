// Chosen when the values of all bounds are known, for what C converts where it compares depends on them. The
// choices come from a stream of their own: the functions of a seed stay the same when a form is added here.
#include "rare.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <utility>

#include "known.h"
#include "random.h"
#include "visit.h"

namespace random_programs {
namespace {

bool isSmall(Integer value) { return value > -1000 && value < 1000; }

// Whether the name that a value or a target spells is this one, or an element of it.
bool isNamed(const std::string& text, const std::string& name) {
  return text.starts_with(name) && (text.size() == name.size() || text[name.size()] == '[');
}

// Each place where a scalar or a local array is named.
void eachName(std::vector<Statement>& body, const std::function<void(std::string&)>& visit) {
  eachStatement(body, [&](Statement& statement) {
    std::visit(Overloaded{[&](Assign& s) { visit(s.target.name); }, [&](Declare& s) { visit(s.name); },
                          [&](Update& s) { visit(s.target.name); }, [&](While& s) { visit(s.name); },
                          [&](Loop& s) {
                            for (Reduction& reduction : s.directive.reductions)
                              for (Target& target : reduction.targets) visit(target.name);
                            for (std::string& name : s.directive.privates) visit(name);
                            if (s.directive.block) visit(*s.directive.block);
                          },
                          [](auto&) {}},
               statement.form);
  });
  eachValue(body, [&](Value& v) {
    if (v.kind == Value::Kind::Name) visit(v.text);
  });
}

void eachLoop(std::vector<Statement>& body, const std::function<void(Loop&)>& visit) {
  eachStatement(body, [&](Statement& statement) {
    if (auto* loop = std::get_if<Loop>(&statement.form)) visit(*loop);
  });
}

class Dresser {
 public:
  explicit Dresser(Function& function) : function(function) {}

  void dress() {
    if (hasRefusedMembers())
      eachLoop(function.body, [](Loop& loop) { loop.first.chosenBy = loop.end.chosenBy = -1; });
    if (random.chance(20)) names();
    if (random.chance(25)) macros();
    if (random.chance(20)) blocks();
    if (random.chance(30)) constants();
    if (random.chance(30)) heads();
    if (random.chance(25)) conditionals();
    if (random.chance(25)) callees();
    if (random.chance(25)) members();
    if (random.chance(50)) types(function.body, {});
    if (random.chance(15) && !function.inC) constantExpressions();
  }

 private:
  Function& function;
  Random random{mix(function.seed ^ 0x72617265)};

  // --- names that CUDA and its programs have themselves

  void names() {
    std::vector<std::string> own, parameters;
    eachStatement(function.body, [&](Statement& statement) {
      if (const auto* s = std::get_if<Declare>(&statement.form)) own.push_back(s->name);
      if (const auto* s = std::get_if<While>(&statement.form)) own.push_back(s->name);
    });
    for (const Array& array : function.arrays) parameters.push_back(array.name);
    for (const Symbol& symbol : function.symbols)
      if (symbol.parameter) parameters.push_back(symbol.name);
    std::vector<std::string> words = {"threads", "half", "block", "grid", "lane", "warp", "stream", "shared"};
    renameSome(parameters, words);
    // A parameter of these names would pass for one that `std::min` uses.
    words.push_back("min"), words.push_back("max");
    renameSome(own, words);
  }

  void renameSome(std::vector<std::string>& names, std::vector<std::string>& words) {
    for (int count = random.between(1, 3); count > 0 && !words.empty() && !names.empty(); --count) {
      const int from = random.below(static_cast<int>(names.size()));
      const int to = random.below(static_cast<int>(words.size()));
      rename(names[from], words[to]);
      names.erase(names.begin() + from), words.erase(words.begin() + to);
    }
  }

  void rename(const std::string& from, const std::string& to) {
    eachName(function.body, [&](std::string& name) {
      if (isNamed(name, from)) name.replace(0, from.size(), to);
    });
    for (Array& array : function.arrays)
      if (array.name == from) array.name = to;
    for (Symbol& symbol : function.symbols)
      if (symbol.parameter && symbol.name == from) symbol.name = to;
  }

  // --- macros

  bool hasRefusedMembers() const { return known::membersInMacrosAreRefused && function.form == Form::Method; }

  void macros() {
    const auto form = [&](Index& index, int percent) {
      const auto& terms = index.affine.terms;
      if (terms.empty() || !isSmall(index.affine.constant) || !random.chance(percent)) return;
      const bool hasParameter = std::any_of(terms.begin(), terms.end(), [&](const Term& term) {
        return function.symbols[term.symbol].parameter;
      });
      if (!hasParameter || !hasRefusedMembers()) index.affine.macro = random.between(1, 60);
    };
    eachAccess(function.body, [&](Access& access) {
      for (Index& subscript : access.subscripts) form(subscript, 15);
    });
    eachLoop(function.body, [&](Loop& loop) { form(loop.first, 20), form(loop.end, 30); });
  }

  void blocks() {
    std::vector<std::string> sizes;
    for (const Symbol& symbol : function.symbols)
      if (symbol.isSize) sizes.push_back(symbol.name);
    eachLoop(function.body, [&](Loop& loop) {
      Directive& directive = loop.directive;
      const bool isNumber = directive.block && !directive.block->empty() &&
                            std::isdigit(static_cast<unsigned char>((*directive.block)[0]));
      if (!isNumber || !random.chance(60)) return;
      const std::string low = std::to_string(random.between(1, 4)),
                        high = std::to_string(random.between(5, 40));
      switch (random.below(3)) {
        case 0: directive.block = "2 * MACRO", directive.blockMacro = high + " - " + low; break;
        case 1: directive.block = high + " - MACRO", directive.blockMacro = low + " - 1"; break;
        default:
          if (!directive.parallel) return;  // what is cut into blocks without it has constant ones
          directive.block = "MACRO";
          directive.blockMacro = random.pick(sizes) + " > 4 ? " + high + " : " + low;
      }
    });
  }

  // --- heads of loops

  // Whether the head compares numbers only that are the same in an unsigned type.
  static bool staysPositive(const Loop& loop) {
    for (const Index* index : {&loop.first, &loop.end})
      if (index->through >= 0 || index->chosenBy >= 0 || !index->affine.terms.empty()) return false;
    const Integer first = loop.first.affine.constant, end = loop.end.affine.constant;
    if (!isSmall(end) || !isSmall(first) || loop.stepSymbol >= 0 || end < 1) return false;
    const Integer trips = end > first ? (end - first + loop.step - 1) / loop.step : 0;
    return loop.descending ? first >= 1 && end - 1 - trips * loop.step >= 0 : first >= 0;
  }

  Digits anyDigits(bool isPositive) {
    return isPositive ? random.pick({Digits::Unsigned, Digits::Long, Digits::Hexadecimal, Digits::Character,
                                     Digits::SizeOf})
                      : random.pick({Digits::Long, Digits::Hexadecimal, Digits::Character});
  }

  void constants() {
    eachLoop(function.body, [&](Loop& loop) {
      // What begins a loop, and the step, is converted to the counter's type, whatever it was.
      const bool isPositive = staysPositive(loop);
      if (random.chance(40)) loop.digits.first = anyDigits(true);
      if (random.chance(30)) loop.digits.first = Digits::Negative;
      if (random.chance(50)) loop.digits.bound = anyDigits(isPositive);
      const bool isLong = loop.digits.bound == Digits::Long || loop.digits.bound == Digits::SizeOf;
      if (isLong && known::longBoundsAreWarnedOf && isUnsigned(function.symbols[loop.counter].type))
        loop.digits.bound = Digits::Plain;
      if (random.chance(40)) loop.digits.step = anyDigits(true);
    });
  }

  void heads() {
    eachLoop(function.body, [&](Loop& loop) {
      if (random.chance(25)) loop.conditionalHead = random.between(1, 3);
      if (random.chance(25)) loop.comment = random.between(1, 2);
      bool isAnnotated = !loop.directive.empty();
      eachLoop(loop.body, [&](Loop& inner) { isAnnotated = isAnnotated || !inner.directive.empty(); });
      eachStatement(loop.body, [&](Statement& statement) {
        isAnnotated = isAnnotated || std::holds_alternative<TileNest>(statement.form);
      });
      if (!isAnnotated && random.chance(60)) loop.unrolled = true;
    });
  }

  void conditionals() {
    eachStatement(function.body, [&](Statement& statement) {
      if (random.chance(20)) statement.conditional = random.between(1, 5);
    });
  }

  // --- what loops call and declare

  void callees() {
    eachValue(function.body, [&](Value& v) {
      if (v.kind != Value::Kind::Call || !random.chance(70)) return;
      if (v.text == "collatz") v.text = "digits";
      if (v.text == "halve" && !function.inC) v.text = isFloating(v.type) ? "halved" : "lowered";
    });
  }

  // Sums of an iteration in members that have few bits. What is added is below 1000, as often as the
  // simulation allows.
  void members() {
    std::vector<std::string> reduced, sums;
    eachLoop(function.body, [&](Loop& loop) {
      for (const Reduction& reduction : loop.directive.reductions)
        for (const Target& target : reduction.targets) reduced.push_back(target.name);
      eachBody(loop.body, [&](std::vector<Statement>& body) {
        // What loops of their own leave in it would be passed on as an object without a type's name.
        bool isPassedOn = false;
        eachLoop(body, [&](Loop& inner) { isPassedOn = isPassedOn || inner.directive.parallel; });
        if (isPassedOn) return;
        for (const Statement& statement : body) {
          const auto* s = std::get_if<Declare>(&statement.form);
          if (s && s->type == Type::Int && s->length == 0 && !s->constant && s->value &&
              s->value->kind == Value::Kind::Constant &&
              std::find(sums.begin(), sums.end(), s->name) == sums.end())
            sums.push_back(s->name);
        }
      });
    });
    for (const std::string& name : sums) {
      if (std::find(reduced.begin(), reduced.end(), name) != reduced.end() || !random.chance(50)) continue;
      eachName(function.body, [&](std::string& place) {
        if (place == name) place = name + ".sum";
      });
    }
  }

  // A number that a lambda computes while the program is compiled.
  void constantExpressions() {
    std::vector<Loop*> nests;
    eachLoop(function.body, [&](Loop& loop) { nests.push_back(&loop); });
    if (nests.empty()) return;
    Loop& nest = *random.pick(nests);
    std::vector<Value*> places;
    eachValue(nest.body, [&](Value& v) {
      if (v.kind == Value::Kind::Constant && v.type == Type::Int) places.push_back(&v);
    });
    if (places.empty()) return;
    Value& place = *random.pick(places);
    const int number = std::stoi(place.text);
    Value lambda;
    lambda.text = "[](int x) { return x - 3; }(" + std::to_string(number + 3) + ")";
    lambda.bound = place.bound;
    if (random.chance(30)) lambda.text = place.text;
    const std::string name = "fixed" + std::to_string(nest.counter);
    place.kind = Value::Kind::Name, place.text = name;
    Declare declare{Type::Int, name, std::move(lambda), 0, false};
    declare.typeAs = random.pick<const char*>({"constexpr int", "constexpr auto"});
    nest.body.insert(nest.body.begin(), {std::move(declare)});
  }

  // Whether the type of the expression is just the one that is noted.
  static bool hasExactType(const Value& v) {
    switch (v.kind) {
      case Value::Kind::Binary: {
        static const std::vector<std::string> arithmetic = {"+", "-", "*", "/", "%", "&", "|", "^"};
        return std::find(arithmetic.begin(), arithmetic.end(), v.text) != arithmetic.end();
      }
      case Value::Kind::Cast:
      case Value::Kind::Call: return true;
      case Value::Kind::Element:
      case Value::Kind::Choose: return isFloating(v.type);
      default: return false;
    }
  }

  void types(std::vector<Statement>& body, const std::vector<int>& counters) {
    for (Statement& statement : body)
      std::visit(Overloaded{[&](Declare& s) { type(s, counters); },
                            [&](If& s) { types(s.body, counters), types(s.otherwise, counters); },
                            [&](While& s) { types(s.body, counters); },
                            [&](DataRegion& s) { types(s.body, counters); },
                            [&](Loop& s) {
                              std::vector<int> inside = counters;
                              inside.push_back(s.counter);
                              types(s.body, inside);
                            },
                            [](auto&) {}},
                 statement.form);
  }

  void type(Declare& s, const std::vector<int>& counters) {
    const bool isMember = s.name.find('.') != std::string::npos;
    if (s.length > 0 || isMember || !s.typeAs.empty() || counters.empty() || !random.chance(75)) return;
    std::vector<std::string> same;
    for (int counter : counters)
      if (function.symbols[counter].type == s.type) same.push_back(function.symbols[counter].name);
    for (const Symbol& symbol : function.symbols)
      if (symbol.isSize && symbol.type == s.type) same.push_back(symbol.name);
    if (!same.empty() && random.chance(60))
      s.typeAs = (function.inC || random.chance(40) ? "__typeof__(" : "decltype(") + random.pick(same) + ")";
    else if (s.value && !function.inC && hasExactType(*s.value))
      s.typeAs = "auto";
  }
};

}  // namespace

void addRareForms(Function& function) { Dresser(function).dress(); }

bool removeRareForms(Function& function, int kind) {
  bool changed = false;
  const auto remove = [&](auto& form) {
    using Form = std::decay_t<decltype(form)>;
    changed = changed || form != Form{};
    form = {};
  };
  switch (kind) {
    case 0:
      eachAccess(function.body, [&](Access& access) {
        for (Index& subscript : access.subscripts) remove(subscript.affine.macro);
      });
      eachLoop(function.body, [&](Loop& loop) {
        remove(loop.first.affine.macro), remove(loop.end.affine.macro);
        if (loop.directive.blockMacro.empty()) return;
        loop.directive.block = "4";
        remove(loop.directive.blockMacro);
      });
      break;
    case 1:
      eachLoop(function.body, [&](Loop& loop) {
        for (Index* index : {&loop.first, &loop.end})
          changed = std::exchange(index->chosenBy, -1) >= 0 || changed;
      });
      break;
    case 2:
      eachLoop(function.body, [&](Loop& loop) {
        for (Digits* digits : {&loop.digits.first, &loop.digits.bound, &loop.digits.step}) remove(*digits);
      });
      break;
    case 3:
      eachStatement(function.body, [&](Statement& statement) { remove(statement.conditional); });
      eachLoop(function.body, [&](Loop& loop) {
        remove(loop.conditionalHead), remove(loop.unrolled), remove(loop.comment);
      });
      break;
    default:
      eachStatement(function.body, [&](Statement& statement) {
        if (auto* declare = std::get_if<Declare>(&statement.form)) remove(declare->typeAs);
      });
      eachName(function.body, [&](std::string& name) {
        const std::size_t member = name.find(".sum");
        if (member == std::string::npos) return;
        name.erase(member);
        changed = true;
      });
  }
  return changed;
}

void makeFitForCxx17(Function& function) {
  for (Array& array : function.arrays)
    if (array.storage == Storage::Span) array.storage = Storage::Vector;
  eachValue(function.body, [](Value& v) {
    if (v.kind == Value::Kind::Call && (v.text == "halved" || v.text == "lowered")) v.text = "halve";
  });
}

}  // namespace random_programs
