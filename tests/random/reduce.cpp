// An edit is named by what it does and by the place where it does it, counted in the order of the visits.
// When the edits of a set are made from the last place to the first, and expressions before loops before
// statements, none moves the place of another. So those that were found to keep the failure can be tried
// together.
#include "reduce.h"

#include <algorithm>
#include <utility>

#include "finish.h"
#include "print.h"
#include "rare.h"
#include "simulate.h"
#include "visit.h"

namespace random_programs {
namespace {

enum class Cut {
  ToConstant,
  ToFirstOperand,
  ToLastOperand,
  PlainHeader,
  FromZero,
  FixedEnd,
  PlainCounter,
  PlainDirective,
  NoDirective,
  PlainForm,
  PlainStorage,
  SmallSizes,
  NoRegion,
  NoBranch,
  NoStatement,
  Count
};

struct Edit {
  Cut cut;
  int place;  // from 0
};

// Makes an edit. False where there is no such place, or nothing to cut at it.
class Cutter {
 public:
  Cutter(Function& function, Edit edit) : function(function), cut(edit.cut), left(edit.place) {}

  bool exists = false, changed = false;

  void make() {
    switch (cut) {
      case Cut::ToConstant:
      case Cut::ToFirstOperand:
      case Cut::ToLastOperand:
        eachValue(function.body, [&](Value& v) {
          if (here()) value(v);
        });
        return;
      case Cut::PlainForm:
        if (here()) changed = std::exchange(function.form, Form::Plain) != Form::Plain;
        if (here()) changed = std::exchange(function.ownCallees, false);
        if (here())
          eachValue(function.body, [&](Value& v) { changed = std::exchange(v.inLambda, false) || changed; });
        for (int kind = 0; kind < rareKinds; ++kind)
          if (here()) changed = removeRareForms(function, kind);
        return;
      case Cut::PlainStorage: {
        const Storage plain = function.inC ? Storage::Pointer : Storage::Vector;
        for (Array& array : function.arrays)
          if (here() && array.content == Content::Values && array.storage != plain) {
            array.storage = plain, array.field.clear();
            changed = true;
          }
        return;
      }
      case Cut::SmallSizes:
        for (Symbol& symbol : function.symbols)
          if (here() && symbol.isSize)
            for (long& v : symbol.values) {
              changed = changed || v > 4;
              v = std::min(v, 4L);
            }
        return;
      case Cut::NoRegion:
      case Cut::NoBranch:
      case Cut::NoStatement: statements(function.body); return;
      default:
        eachStatement(function.body, [&](Statement& statement) {
          if (auto* l = std::get_if<Loop>(&statement.form))
            if (here()) loop(*l);
        });
    }
  }

 private:
  Function& function;
  const Cut cut;
  int left;

  bool here() {
    const bool found = left-- == 0;
    exists = exists || found;
    return found;
  }

  void value(Value& v) {
    if (cut == Cut::ToConstant) {
      const char* const text = v.type == Type::Float    ? "1.0f"
                               : v.type == Type::Double ? "1.0"
                               : v.type == Type::Long   ? "1L"
                               : v.type == Type::Int    ? "1"
                                                        : nullptr;
      if (v.kind == Value::Kind::Constant || !text) return;
      Value constant;
      constant.type = v.type, constant.text = text;
      v = constant;
      changed = true;
      return;
    }
    if (v.operands.empty()) return;
    Value operand = cut == Cut::ToFirstOperand ? v.operands.front() : v.operands.back();
    if (operand.type != v.type || (cut == Cut::ToLastOperand && v.operands.size() < 2)) return;
    v = std::move(operand);
    changed = true;
  }

  void loop(Loop& l) {
    Symbol& counter = function.symbols[l.counter];
    const auto is = [](const Affine& form) { return form.terms.empty(); };
    Directive& d = l.directive;
    switch (cut) {
      case Cut::PlainHeader:
        changed = l.descending || l.comparison != Comparison::Less || l.step != 1 || l.stepSymbol >= 0 ||
                  l.spelling != 0 || l.counterOutside;
        l.descending = false, l.comparison = Comparison::Less, l.step = 1, l.stepSymbol = -1, l.spelling = 0;
        l.counterOutside = false;
        break;
      case Cut::FromZero:
        changed = l.first.through >= 0 || !is(l.first.affine) || l.first.affine.constant != 0;
        l.first = {}, l.digits = {};
        break;
      case Cut::FixedEnd:
        changed = l.end.through >= 0 || !is(l.end.affine);
        l.end = {{{}, 3}, -1}, l.digits = {};
        break;
      case Cut::PlainCounter:
        changed = counter.type != Type::Int;
        counter.type = Type::Int;
        break;
      case Cut::PlainDirective:
        changed = d.block || d.spelling != 0 || d.unchecked;
        d.block.reset(), d.spelling = 0, d.unchecked = false;
        break;
      default:
        changed = !d.empty() && d.reductions.empty();
        if (changed) d = {};
    }
  }

  void statements(std::vector<Statement>& body) {
    for (std::size_t s = 0; s < body.size(); ++s) {
      const bool found = here();
      std::vector<Statement>* inner = nullptr;
      if (auto* branch = std::get_if<If>(&body[s].form)) inner = &branch->body;
      if (auto* region = std::get_if<DataRegion>(&body[s].form)) inner = &region->body;
      const bool fits = cut == Cut::NoStatement ? !std::get_if<Declare>(&body[s].form)
                        : cut == Cut::NoBranch  ? std::get_if<If>(&body[s].form) != nullptr
                                                : std::get_if<DataRegion>(&body[s].form) != nullptr;
      if (found && fits) {
        std::vector<Statement> kept;
        if (cut != Cut::NoStatement) kept = *inner;
        body.erase(body.begin() + static_cast<std::ptrdiff_t>(s));
        body.insert(body.begin() + static_cast<std::ptrdiff_t>(s), kept.begin(), kept.end());
        changed = true;
      }
      if (left < 0) return;
      if (auto* l = std::get_if<Loop>(&body[s].form)) statements(l->body);
      if (auto* w = std::get_if<While>(&body[s].form)) statements(w->body);
      if (inner) statements(*inner);
      if (auto* branch = std::get_if<If>(&body[s].form)) statements(branch->otherwise);
      if (left < 0) return;
    }
  }
};

// Clauses that name what no update reduces any more.
void dropClauses(Function& function) {
  std::vector<std::string> updated;
  eachStatement(function.body, [&](Statement& statement) {
    if (const auto* update = std::get_if<Update>(&statement.form))
      updated.push_back(update->target.name.empty() ? function.arrays[update->target.access.array].name
                                                    : update->target.name);
  });
  eachStatement(function.body, [&](Statement& statement) {
    auto* loop = std::get_if<Loop>(&statement.form);
    if (!loop) return;
    for (Reduction& reduction : loop->directive.reductions)
      std::erase_if(reduction.targets, [&](const Target& target) {
        const std::string& name =
            target.name.empty() ? function.arrays[target.access.array].name : target.name;
        return std::find(updated.begin(), updated.end(), name) == updated.end();
      });
    std::erase_if(loop->directive.reductions, [](const Reduction& r) { return r.targets.empty(); });
    std::erase_if(loop->directive.shapes, [&](int array) {
      return function.arrays[array].storage != Storage::Pointer &&
             function.arrays[array].storage != Storage::Structs;
    });
  });
  eachStatement(function.body, [&](Statement& statement) {
    if (auto* region = std::get_if<DataRegion>(&statement.form))
      std::erase_if(region->arrays,
                    [&](int array) { return function.arrays[array].storage == Storage::View; });
  });
}

std::optional<Function> with(Function function, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return a.cut != b.cut ? a.cut < b.cut : a.place > b.place; });
  for (const Edit& edit : edits) Cutter(function, edit).make();
  eachBody(function.body, [](std::vector<Statement>& body) {  // what became empty
    std::erase_if(body, [](const Statement& statement) {
      const auto* branch = std::get_if<If>(&statement.form);
      return branch && branch->body.empty() && branch->otherwise.empty();
    });
  });
  dropUnused(function.body);
  dropClauses(function);
  if (!fitArrays(function)) return {};
  return function;
}

std::vector<Edit> allEdits(const Function& function) {
  std::vector<Edit> edits;
  for (int cut = 0; cut < static_cast<int>(Cut::Count); ++cut)
    for (int place = 0;; ++place) {
      Function copy = function;
      const Edit edit{static_cast<Cut>(cut), place};
      Cutter cutter(copy, edit);
      cutter.make();
      if (!cutter.exists) break;
      if (cutter.changed) edits.push_back(edit);
    }
  std::reverse(edits.begin(), edits.end());  // the large cuts first
  return edits;
}

std::size_t size(const Function& function) { return print(function, true).size(); }

constexpr std::size_t atOnce = 60;

// Each set of edits that keeps the failure, with what it leaves.
struct Success {
  std::vector<Edit> edits;
  Function function;
};

}  // namespace

Function reduce(const Function& start,
                const std::function<std::vector<bool>(const std::vector<Function>&)>& fails) {
  Function best = start;
  const auto attempt = [&](const std::vector<std::vector<Edit>>& sets) {
    std::vector<Success> tried, result;
    for (const std::vector<Edit>& set : sets)
      if (std::optional<Function> f = with(best, set)) {
        f->name = "f" + std::to_string(tried.size());
        tried.push_back({set, std::move(*f)});
      }
    std::vector<Function> functions;
    for (const Success& t : tried) functions.push_back(t.function);
    const std::vector<bool> failed = fails(functions);
    for (std::size_t t = 0; t < tried.size(); ++t)
      if (failed[t]) result.push_back(tried[t]);
    return result;
  };

  for (std::size_t skipped = 0;;) {
    const std::vector<Edit> edits = allEdits(best);
    if (skipped >= edits.size()) break;
    std::vector<std::vector<Edit>> single;
    for (std::size_t e = skipped; e < edits.size() && single.size() < atOnce; ++e)
      single.push_back({edits[e]});
    std::vector<Success> good = attempt(single);
    if (good.empty()) {
      skipped += single.size();
      continue;
    }
    // Together, by halves, quarters, and so on.
    std::vector<std::vector<Edit>> sets;
    for (std::size_t length = good.size(); length > 1; length /= 2)
      for (std::size_t first = 0; first + length <= good.size(); first += length) {
        std::vector<Edit> set;
        for (std::size_t g = first; g < first + length; ++g) set.push_back(good[g].edits[0]);
        sets.push_back(set);
      }
    for (Success& s : attempt(sets)) good.push_back(std::move(s));
    const auto smallest = std::min_element(good.begin(), good.end(), [](const Success& a, const Success& b) {
      return size(a.function) < size(b.function);
    });
    best = std::move(smallest->function);
  }
  best.name = start.name;
  return best;
}

}  // namespace random_programs
