// Ranges that a contraction can have, elements that are met once, and that nothing of the nest is left over.
#include "model/contraction_reader.h"
#include "model/purity.h"
#include "nest/modref/mod_ref.h"
#include "nest/privatization/updates.h"
#include "nest/scev/scalar_evolution.h"

#include <algorithm>

namespace appyl {

using namespace clang;

// --- ranges

bool ContractionReader::checkRanges() {
  for (const ContractionLevel& level : path) {
    const Loop& each = loop(level.loop);
    if (isTerm(found, level.loop) && readEdge(found)) continue;
    if (mentionsIterations(each.lower, nest, source.directives) || assigns(each.lower, source.directives)) {
      if (level.loop != found.columns || !startsAtRow(each)) return false;
      found.region = Contraction::Region::Upper;
    }
    if (mentionsIterations(each.bound, nest, source.directives) || assigns(each.bound, source.directives)) {
      if (level.loop != found.columns || found.region != Contraction::Region::Full || !endsAtRow(each))
        return false;
      found.region = Contraction::Region::Lower;
    }
    for (const auto& end : {each.first, each.end})
      for (const std::string& name : end->symbols())
        if (!isNameable(name) && name != symbol(found.rows)) return false;
  }
  if (!edgeKeepsTerms(found)) return false;
  if (found.region == Contraction::Region::Full) return true;
  if (found.edge && found.region == Contraction::Region::Upper) return false;
  const bool fromZero = loop(found.rows).first == Polynomial(0);
  return fromZero &&
         (found.region == Contraction::Region::Upper || loop(found.columns).first == Polynomial(0));
}

/// Do the terms end or begin at the row or column? They are one loop's then.
bool ContractionReader::readEdge(SumOfProducts& sum) const {
  const Loop& terms = loop(sum.terms.front());
  const bool canBe = sum.terms.size() == 1 && found.columns >= 0 && !row.array && !mirror &&
                     !assigns(terms.lower, source.directives) && !assigns(terms.bound, source.directives);
  if (!canBe) return false;
  for (const int line : {found.rows, found.columns})
    for (const bool isLast : {true, false}) {
      const Polynomial &end = isLast ? *terms.end : *terms.first, &other = isLast ? *terms.first : *terms.end;
      const auto distance = subtract(end, Polynomial::symbol(symbol(line)));  // from the line's counter
      const auto counted = loop(line).first && isLast ? subtract(*loop(line).first, other) : Polynomial();
      if (!distance || !distance->isConstant() || !counted || !counted->isConstant()) continue;
      if (isLast && terms.comparison == Comparison::NotEqual) continue;
      const auto isKnown = [&](const Polynomial& value) {
        return llvm::all_of(value.symbols(), [&](const std::string& name) { return isNameable(name); });
      };
      if (!isKnown(other) || !isKnown(*loop(line).first)) continue;
      const std::int64_t past = terms.comparison == Comparison::LessEqual ? 0 : 1;
      sum.edge = {line == found.rows, isLast,
                  isLast ? *distance->constant() - past + *counted->constant() : 0};
      return true;
    }
  return false;
}

/// The kernels leave no element of C as it is, but where there are no terms at all: is there a term of each?
bool ContractionReader::edgeKeepsTerms(const SumOfProducts& sum) const {
  if (!sum.edge || found.start != Contraction::Start::Element || found.variable) return true;
  if (sum.edge->isLast) return sum.edge->shift >= 0;
  const Loop &terms = loop(sum.terms.front()), &lines = loop(sum.edge->isOfRows ? found.rows : found.columns);
  const auto last = [](const Loop& each) {
    return each.comparison == Comparison::LessEqual ? each.end : subtract(*each.end, 1);
  };
  const auto most = last(terms), line = last(lines);
  const auto first = subtract(*terms.first, Polynomial::symbol(lines.symbol));
  const auto left = most && line && first ? subtract(*most, *line) : std::nullopt;
  return left && left->isConstant() && *left->constant() >= *first->constant();
}

/// C holds what has been summed up until the next sum of products.
bool ContractionReader::checkFurther() {
  if (found.further.empty()) return true;
  if (row.array || found.isInPlace || found.region == Contraction::Region::Upper ||
      !source.ast.hasSameType(bare(c->expr->getType()), found.sum))
    return false;
  if (found.variable && (found.storedBy != BO_Assign || (found.stored && readsElement(found.stored)) ||
                         llvm::any_of(found.tail, [&](const Stmt* each) { return readsElement(each); })))
    return false;
  for (SumOfProducts& sum : found.further) {
    const Loop& each = loop(sum.terms.front());
    const auto isOwn = [&](const Expr* bound, const Polynomial& end) {
      return !mentionsIterations(bound, nest, source.directives) && !assigns(bound, source.directives) &&
             llvm::all_of(end.symbols(), [&](const std::string& name) { return isNameable(name); });
    };
    if (!readEdge(sum) && !(isOwn(each.lower, *each.first) && isOwn(each.bound, *each.end))) return false;
    if (!edgeKeepsTerms(sum)) return false;
  }
  return true;
}

bool ContractionReader::readsElement(const Stmt* part) const {
  bool reads = false;
  walk(part, source.directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    const Access* access = expression ? accessAt(expression) : nullptr;
    reads |= access && access->array == c->array;
    return !reads;
  });
  return reads;
}

bool ContractionReader::startsAtRow(const Loop& each) const {
  return each.first == Polynomial::symbol(symbol(found.rows)) && !each.end->mentions(symbol(found.rows));
}

bool ContractionReader::endsAtRow(const Loop& each) const {
  Polynomial end = Polynomial::symbol(symbol(found.rows));
  if (each.comparison == Comparison::NotEqual) return false;
  if (each.comparison == Comparison::Less) end.terms[{}] = 1;
  return each.end == end;
}

/// No other iteration touches the element across the diagonal of a triangle.
bool ContractionReader::checkMirror() const {
  if (!mirror) return true;
  const std::string &row = symbol(found.rows), &column = symbol(found.columns), other = row + "'";
  if (found.region == Contraction::Region::Full || !isElement(*mirrored) || !isPure(found.mirror, source) ||
      mirror->subscripts.size() != c->subscripts.size())
    return false;
  for (std::size_t d = 0; d < c->subscripts.size(); ++d) {
    const Polynomial across = c->subscripts[d]
                                  ->substitute(row, Polynomial::symbol(other))
                                  .substitute(column, Polynomial::symbol(row))
                                  .substitute(other, Polynomial::symbol(column));
    if (mirror->subscripts[d] != across) return false;
  }
  return true;
}

// --- C's elements

/// The proof is about the parallel loops. The others have to meet different elements, too.
bool ContractionReader::checkElements() const {
  std::vector<int> others;
  bool isInnermost = true;  // of the loops that C goes along
  for (auto level = path.rbegin(); level != path.rend(); ++level) {
    if (isTerm(found, level->loop)) continue;
    if (!loop(level->loop).parallel) {
      others.push_back(level->loop);
      if (!isInnermost) return isDimensionOfItsOwn();
    } else {
      isInnermost = false;
    }
  }
  if (others.empty()) return true;
  if (others.size() > 1) return isDimensionOfItsOwn();
  std::int64_t factor = 0;
  for (const Polynomial& each : found.c.subscripts) {
    const auto own = each.coefficient(symbol(others.front()));
    if (!own || !own->isConstant()) return false;
    if (*own->constant()) factor = *own->constant();
  }
  return factor != 0;
}

bool ContractionReader::isDimensionOfItsOwn() const {
  std::set<int> met;
  for (const Polynomial& each : found.c.subscripts) {
    int counters = 0;
    for (const ContractionLevel& level : path) {
      const auto own = each.coefficient(symbol(level.loop));
      if (!own || own->terms.empty()) continue;
      if (!own->isConstant() || !met.insert(level.loop).second) return false;
      ++counters;
    }
    if (counters > 1) return false;
  }
  return met.size() + found.terms.size() == path.size();
}

// --- the rest

/// Nothing of the nest is left over: what it writes is C, what it changes is the sum.
bool ContractionReader::nothingElse() const {
  std::set<const Expr*> mine(found.elements.begin(), found.elements.end());
  const auto mention = [](const Access& access) -> const Expr* {
    return access.copiedBy ? access.copiedBy : access.expr;
  };
  if (mirror) mine.insert({mention(*mirror), mention(*mirrored)});
  if (row.array) mine.insert(mention(*row.store));
  if (found.isInPlace) mine.insert(mention(*a));
  const ValueDecl* target = nest.arrays[found.c.array].declaration;
  for (const Access& access : nest.accesses) {
    const ValueDecl* array = nest.arrays[access.array].declaration;
    const bool isNumberBeside =  // `c.rows` of `c.data[i * c.columns + j]`
        !access.writes && access.subscripts.empty() && access.array != found.c.array;
    if (isNumberBeside) continue;
    if ((access.writes || array == target || array == row.array) && !mine.count(mention(access)))
      return false;
  }
  std::set<const ValueDecl*> counters;
  for (const Loop& each : nest.loops) counters.insert(each.counter);
  for (const ValueDecl* each : modified)
    if (each != found.variable && !counters.count(each) && each != target &&
        !isDeclaredInside(each, root, source.directives))
      return false;
  for (const PrivateScalar& scalar : nest.privates) {
    const bool isOutermost = scalar.variable == nest.loops.front().counter;
    if (!isOutermost && scalar.lastValue) return false;
  }
  for (const Reduction& reduction : nest.reductions)
    if (reduction.op != ReductionOperator::Sum ||
        !(reduction.array == c->array ||
          (reduction.declaration == found.variable && isTerm(found, reduction.loop))))
      return false;
  return !namesBinding() && (!found.variable || hasOnlyKnownUses());
}

/// Functions cannot capture structured bindings in every C++ that has them.
bool ContractionReader::namesBinding() const {
  bool found = false;
  walk(root, source.directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    found |= reference && isa<BindingDecl>(reference->getDecl());
    return !found;
  });
  return found;
}

/// The variable is mentioned in the update, in the start and in the tail, and by no other name.
bool ContractionReader::hasOnlyKnownUses() const {
  if (!isDeclaredInside(found.variable, root, source.directives) &&
      indirectUse(found.variable, root, nest.function, source.directives))
    return false;
  std::size_t all = 0, known = 0;
  const auto count = [&](const Stmt* part, std::size_t& number) {
    walk(part, source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      number += reference && reference->getDecl() == found.variable;
      return true;
    });
  };
  count(root, all);
  const ContractionLevel& outer = path[levelOf(found.terms.front()) - 1];
  count(update, known);
  for (const Expr* each : earlierUpdates) count(each, known);
  for (const Stmt* each : outer.before) count(each, known);
  for (const Stmt* each : outer.after) count(each, known);
  std::size_t inStart = 0;
  if (found.startValue) count(found.startValue, inStart);
  return all == known && inStart == 0 && !mentionsVariableInProduct(update) &&
         llvm::none_of(earlierUpdates, [&](const Expr* each) { return mentionsVariableInProduct(each); });
}

bool ContractionReader::mentionsVariableInProduct(const Expr* update) const {
  std::size_t number = 0;
  walk(update, source.directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    number += reference && reference->getDecl() == found.variable;
    return true;
  });
  const auto assignment = asAssignment(update);
  return number != (assignment->op == BO_Assign ? 2u : 1u);
}

}  // namespace appyl
