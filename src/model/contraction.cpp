#include "model/contraction_reader.h"

#include "model/purity.h"
#include "nest/ir/leading_dimensions.h"
#include "nest/ir/symbol_names.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"
#include "nest/privatization/updates.h"
#include "nest/scev/scalar_evolution.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace appyl {

using namespace clang;

ContractionReader::ContractionReader(const LoopNest& nest, const Source& source)
    : nest(nest), source(source), root(nest.loops.front().stmt) {
  for (std::size_t k = 0; k < nest.loops.size(); ++k) loopOf[nest.loops[k].stmt] = static_cast<int>(k);
  for (const Access& access : nest.accesses)
    accessOf[access.copiedBy ? access.copiedBy : access.expr] = &access;
  modified = modifiedVariables(root, source.directives);
}

std::optional<Contraction> ContractionReader::run() {
  if (!nest.opaqueEffects.empty() || nest.callsAnnotated || !nest.loops.front().parallel) return std::nullopt;
  if (!followLoops()) return std::nullopt;
  takeMirror();
  if (!readUpdate() || !findTerms() || !assignRoles() || !readEarlier()) return std::nullopt;
  if (!readStart() || !readTail() || !checkRanges() || !checkFurther() || !checkMirror() ||
      !checkElements() || !nothingElse())
    return std::nullopt;
  return std::move(found);
}

const Access* ContractionReader::accessAt(const Expr* expression) const {
  const auto known = accessOf.find(strip(expression));
  return known == accessOf.end() ? nullptr : known->second;
}

// --- the shape of the nest

/// The statements of a loop's body.
std::vector<const Stmt*> ContractionReader::statementsOf(const Stmt* body) const {
  body = source.directives.strip(body);
  const auto* compound = dyn_cast<CompoundStmt>(body);
  if (!compound) return {body};
  if (compound->size() == 1) return statementsOf(compound->body_front());
  std::vector<const Stmt*> statements;
  for (const Stmt* each : compound->body())
    if (const Stmt* statement = source.directives.strip(each); !isa<NullStmt>(statement))
      statements.push_back(statement);
  return statements;
}

/// Follows the last loop of every body, down to the statement without loops.
bool ContractionReader::followLoops() {
  for (int here = 0;;) {
    if (!isCounted(loop(here))) return false;
    ContractionLevel level{here, {}, {}, {}, -1};
    int next = -1;
    std::vector<const Stmt*> statements = statementsOf(loop(here).body);
    takeRow(here, statements);
    for (const Stmt* each : statements) {
      const auto inner = loopOf.find(each);
      if (inner == loopOf.end()) {
        (next < 0 ? level.before : level.after).push_back(each);
        continue;
      }
      if (!level.after.empty()) return false;
      if (next >= 0) level.earlier.push_back(next);
      next = inner->second;
    }
    if (next < 0) {
      if (level.before.empty()) return false;
      update = dyn_cast<Expr>(level.before.back());
      level.before.pop_back();
    }
    path.push_back(std::move(level));
    if (next < 0) return update != nullptr;
    here = next;
  }
}

/// Does the loop count up by 1, between ends known in front of the nest or by an outer counter?
bool ContractionReader::isCounted(const Loop& each) const {
  if (!each.canonical || !each.first || !each.end || each.step != 1 || each.descending || each.isConverted)
    return false;
  if (each.comparison == Comparison::Greater || each.comparison == Comparison::GreaterEqual) return false;
  const QualType type = bare(each.counter->getType());
  return !type->isDependentType() && type->isIntegerType() && source.ast.getTypeSize(type) >= 32;
}

// --- the sum

bool ContractionReader::readUpdate() {
  const auto assignment = asAssignment(update);
  if (!assignment || !assignment->value) return false;
  updated = strip(assignment->target);
  const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(updated));
  if (variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
      !variable->getType().isVolatileQualified()) {
    found.variable = variable;
  } else {
    c = accessAt(updated);
    if (!c) return false;
  }
  found.sum = bare(updated->getType());
  found.update = update;
  if (!isTypeOfSums(found.sum) || !readProducts(update, products)) return false;
  found.scale = products.front().scale;
  found.isNegative = products.front().isNegative;
  return true;
}

/// Reads the products of `x += product`, with `updated` for x; or of a sum of several products.
bool ContractionReader::readProducts(const Expr* update, std::vector<Product>& into) {
  const auto assignment = asAssignment(update);
  const Expr* value = assignment->value;
  bool subtracts = assignment->op == BO_SubAssign;
  if (assignment->op == BO_Assign) {  // x = x + product, x = product + x, x = x - product
    std::vector<QualType> types;
    const auto parts = asBinary(uncast(value, types));
    if (!parts || (parts->op != BO_Add && parts->op != BO_Sub)) return false;
    for (const QualType& each : types)
      if (!isSum(each)) return false;
    if (!isSum(strip(value)->getType())) return false;
    const bool left = sameExpression(parts->left, updated, source.ast);
    if (!left && (parts->op == BO_Sub || !sameExpression(parts->right, updated, source.ast))) return false;
    noteElement(left ? parts->left : parts->right);
    value = left ? parts->right : parts->left;
    subtracts = parts->op == BO_Sub;
  } else if (assignment->op != BO_AddAssign && assignment->op != BO_SubAssign) {
    return false;
  } else if (const auto* compound = dyn_cast<CompoundAssignOperator>(update);
             compound && !compound->getComputationResultType().isNull() &&
             !isSum(compound->getComputationResultType())) {
    return false;
  }
  noteElement(assignment->target);
  ProductReader reader(
      found.sum, root, source,
      [&](const Expr* each) { return accessAt(each) && mentionsIterations(each, nest, source.directives); },
      [&](const Expr* each) { return isInvariant(each); });
  std::vector<std::pair<const Expr*, bool>> summands = {{value, subtracts}};
  while (!summands.empty()) {
    const auto [each, isNegative] = summands.back();
    summands.pop_back();
    if (auto read = reader.read(each)) {
      read->isNegative = read->isNegative != isNegative;
      into.push_back(*read);
      continue;
    }
    std::vector<QualType> types;
    const auto parts = asBinary(uncast(each, types));
    if (!parts || (parts->op != BO_Add && parts->op != BO_Sub)) return false;
    for (const QualType& type : types)
      if (!isSum(type)) return false;
    summands.emplace_back(parts->right, isNegative != (parts->op == BO_Sub));
    summands.emplace_back(parts->left, isNegative);
  }
  return true;
}

bool ContractionReader::isSum(QualType type) const {
  return type->isDependentType() || source.ast.hasSameUnqualifiedType(bare(type), found.sum);
}

void ContractionReader::noteElement(const Expr* mention) {
  if (accessAt(mention)) found.elements.push_back(strip(mention));
}

/// Does it contain no counter, no variable of the nest and no element that the nest writes, and can it be
/// computed in front of the loops, where there may be no terms?
bool ContractionReader::isInvariant(const Expr* expression) const {
  return !mayFail(expression, source.directives) &&
         !mentionsIterations(expression, nest, source.directives) && isPure(expression, source) &&
         !mentionsWritten(expression);
}

bool ContractionReader::mentionsWritten(const Stmt* part) const {
  bool written = false;
  walk(part, source.directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    const Access* access = expression ? accessAt(expression) : nullptr;
    if (access)
      for (const Access& other : nest.accesses)
        written |=
            other.writes && nest.arrays[other.array].declaration == nest.arrays[access->array].declaration;
    if (const auto* reference = dyn_cast<DeclRefExpr>(each))
      written |= modified.count(reference->getDecl()) != 0 || reference->getType().isVolatileQualified();
    if (const auto* member = dyn_cast<MemberExpr>(each))
      written |= modified.count(member->getMemberDecl()) != 0;
    return !written;
  });
  return written;
}

// --- which loop does what

/// Finds the loops along which C does not move.
bool ContractionReader::findTerms() {
  if (!c && !findStore()) return false;
  if (row.array ? !readRow() : !isRegular(*c)) return false;
  if (!row.array) found.c = operand(*c);
  if (!isTypeOfElements(bare(c->expr->getType()))) return false;
  for (const ContractionLevel& level : path)
    if (!goesAlong(level.loop)) found.terms.push_back(level.loop);
  constexpr std::size_t most = 4;  // that the kernels count
  if (found.terms.empty() || found.terms.size() > most || found.terms.front() == 0) return false;
  return found.terms.size() == 1 || (termsAreInnermost() && !row.array);
}

bool ContractionReader::termsAreInnermost() const {
  return levelOf(found.terms.front()) + found.terms.size() == path.size();
}

bool ContractionReader::goesAlong(int index) const {
  return std::any_of(found.c.subscripts.begin(), found.c.subscripts.end(),
                     [&](const Polynomial& each) { return each.mentions(symbol(index)); });
}

/// What stands behind the loops over the terms: the innermost statements behind a loop.
std::vector<const Stmt*>* ContractionReader::behindTerms() {
  const auto level = std::find_if(path.rbegin(), path.rend(),
                                  [](const ContractionLevel& each) { return !each.after.empty(); });
  return level == path.rend() ? nullptr : &level->after;
}

/// Where the variable ends up: the last statement behind the loops over the terms.
bool ContractionReader::findStore() {
  const std::vector<const Stmt*>* statements = behindTerms();
  if (!statements) return false;
  const auto* last = dyn_cast<Expr>(statements->back());
  const auto assignment = last ? asAssignment(last) : std::nullopt;
  if (!assignment || !assignment->value) return false;
  c = accessAt(assignment->target);
  return c != nullptr;
}

bool ContractionReader::isRegular(const Access& access) const {
  if (access.expr->getType().isVolatileQualified() || access.subscripts.empty() || access.wholeArray ||
      access.throughMemory || access.atomic || nest.arrays[access.array].scope >= 0 ||
      nest.arrays[access.array].isPrivate)
    return false;
  return std::all_of(access.subscripts.begin(), access.subscripts.end(),
                     [&](const auto& each) { return each && isAffine(*each); });
}

/// A sum of counters times values that no iteration changes.
bool ContractionReader::isAffine(const Polynomial& value) const {
  for (const auto& [monomial, factor] : withoutPitches(nest, value).terms) {
    int counters = 0;
    for (const std::string& name : monomial)
      if (nest.symbols.at(name).kind == Symbol::Kind::Counter)
        ++counters;
      else if (!isNameable(name))
        return false;
    if (counters > 1) return false;
  }
  return true;
}

/// A parameter whose text means the same in front of the nest.
bool ContractionReader::isNameable(const std::string& name) const {
  const auto known = nest.symbols.find(name);
  return known != nest.symbols.end() && known->second.kind == Symbol::Kind::Parameter &&
         !isNumbered(name, known->second);
}

bool ContractionReader::mentions(const Access& access, int index) const {
  return std::any_of(access.subscripts.begin(), access.subscripts.end(),
                     [&](const auto& each) { return each->mentions(symbol(index)); });
}

bool ContractionReader::assignRoles() {
  const Product& product = products.front();
  const Access *first = accessAt(product.elements[0]), *second = accessAt(product.elements[1]);
  if (!isRegular(*first) || !isRegular(*second)) return false;
  for (const int each : found.terms)
    if (!mentions(*first, each) || !mentions(*second, each)) return false;
  // Of the loops along which only one of the factors moves, the innermost ones are rows and columns.
  int ofFirst = -1, ofSecond = -1;
  for (const ContractionLevel& level : path) {
    if (isTerm(found, level.loop)) continue;
    const bool inFirst = mentions(*first, level.loop), inSecond = mentions(*second, level.loop);
    if (inFirst && !inSecond) ofFirst = level.loop;
    if (inSecond && !inFirst) ofSecond = level.loop;
  }
  if (ofFirst < 0 && ofSecond < 0) return false;
  const bool isVector = ofFirst < 0 || ofSecond < 0, swaps = isVector ? ofFirst < 0 : ofSecond < ofFirst;
  found.rows = swaps ? ofSecond : ofFirst;
  if (!isVector) found.columns = swaps ? ofFirst : ofSecond;
  a = swaps ? second : first;
  b = swaps ? first : second;
  for (const ContractionLevel& level : path)
    if (level.loop != found.rows && level.loop != found.columns && !isTerm(found, level.loop)) {
      if (!loop(level.loop).declaresCounter) return false;
      found.batches.push_back(level.loop);
    }
  found.a = operand(*a), found.b = operand(*b);
  found.storeColumns = found.columns;
  for (std::size_t k = 1; k < products.size(); ++k)
    if (found.terms.size() > 1 || !readFurther(products[k], found.terms.front())) return false;
  if (isVector) return !row.array && isMatrixForVector();
  return !row.array || checkRow();
}

/// A product added to the same elements: one factor moves along the rows, the other along the columns.
bool ContractionReader::readFurther(const Product& product, int terms) {
  const Access *first = accessAt(product.elements[0]), *second = accessAt(product.elements[1]);
  if (found.columns < 0 || !isRegular(*first) || !isRegular(*second)) return false;
  if (mentions(*second, found.rows)) std::swap(first, second);
  if (!mentions(*first, found.rows) || mentions(*first, found.columns) || !mentions(*second, found.columns) ||
      mentions(*second, found.rows) || !mentions(*first, terms) || !mentions(*second, terms))
    return false;
  found.further.push_back(
      {operand(*first), operand(*second), {terms}, std::nullopt, product.scale, product.isNegative});
  return true;
}

/// The loops in front of the next one on the way: further sums, or the one that sets what is summed up in.
bool ContractionReader::readEarlier() {
  for (ContractionLevel& level : path) {
    const bool isOuter = found.terms.size() == 1 && termsAreInnermost() && !row.array &&
                         &level == &path[levelOf(found.terms.front()) - 1];
    for (const int each : level.earlier)
      if (!isOuter || !isEarlierSum(each)) {
        if (level.startLoop >= 0) return false;
        level.startLoop = each;
      }
  }
  return true;
}

bool ContractionReader::isEarlierSum(int index) {
  if (!isCounted(loop(index))) return false;
  const std::vector<const Stmt*> body = statementsOf(loop(index).body);
  const auto* statement = body.size() == 1 ? dyn_cast<Expr>(body.front()) : nullptr;
  const auto assignment = statement ? asAssignment(statement) : std::nullopt;
  if (!assignment || !assignment->value || !sameExpression(assignment->target, updated, source.ast))
    return false;
  std::vector<Product> earlier;
  if (!readProducts(statement, earlier)) return false;
  for (const Product& each : earlier)
    if (!readFurther(each, index)) return false;
  earlierUpdates.push_back(statement);
  return true;
}

/// Its rows are long and have no elements in common, as the windows of a convolution have: loops do as well
/// there.
bool ContractionReader::isMatrixForVector() const {
  constexpr std::int64_t unrolled = 16;  // terms
  if (found.terms.size() > 1) return false;
  const Loop& each = loop(found.terms.front());
  const auto distance = subtract(*each.end, *each.first);
  const auto last = distance ? distance->constant() : std::nullopt;
  const std::int64_t terms = last ? *last + (each.comparison == Comparison::LessEqual ? 1 : 0)
                                  : std::numeric_limits<std::int64_t>::max();
  if (terms <= unrolled) return false;
  return std::none_of(found.a.subscripts.begin(), found.a.subscripts.end(), [&](const Polynomial& subscript) {
    const auto ofRow = subscript.coefficient(symbol(found.rows)),
               ofTerm = subscript.coefficient(symbol(found.terms.front()));
    const auto row = ofRow ? ofRow->constant() : std::nullopt,
               term = ofTerm ? ofTerm->constant() : std::nullopt;
    return row && term && *row != 0 && *term != 0 && std::abs(*row) / std::abs(*term) < terms;
  });
}

Matrix ContractionReader::operand(const Access& access) const {
  Matrix result{access.array, {}};
  for (const auto& each : access.subscripts) result.subscripts.push_back(withoutPitches(nest, *each));
  return result;
}

}  // namespace appyl
