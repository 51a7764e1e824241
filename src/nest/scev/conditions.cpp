// Conditions -> constraints: what holds where one is true or false, as a conjunction where it is one, and as
// alternatives where it is not.
#include "nest/scev/scalar_evolution.h"
#include "nest/scev/value_ranges.h"

namespace appyl {

using namespace clang;

/// `i != 0` where i begins at 0: i >= 1; likewise for the last value. The difference is not zero.
static std::optional<Polynomial> withoutAnEnd(const LoopNest& nest, const Polynomial& difference) {
  for (const std::string& name : difference.symbols()) {
    const Symbol& symbol = nest.symbols.at(name);
    const auto factor = difference.coefficient(name);
    const auto sign = factor ? factor->constant() : std::nullopt;
    if (symbol.kind != Symbol::Kind::Counter || !sign || std::abs(*sign) != 1) continue;
    const Loop& loop = nest.loops[symbol.loop];
    const auto excluded = multiply(difference.without(name), Polynomial(-*sign));
    const auto step = Polynomial(loop.descending ? -1 : 1), counter = Polynomial::symbol(name);
    const auto last = !loop.end                      ? std::nullopt
                      : isInclusive(loop.comparison) ? loop.end
                                                     : subtract(*loop.end, step);
    const auto beyond = [&](const Polynomial& towards) {  // (counter - excluded) * towards - 1 >= 0
      const auto distance = subtract(counter, *excluded);
      const auto directed = distance ? multiply(*distance, towards) : std::nullopt;
      return directed ? add(*directed, Polynomial(-1)) : std::nullopt;
    };
    if (excluded && loop.first && *excluded == *loop.first) return beyond(step);
    if (excluded && last && *excluded == *last) return beyond(*multiply(step, Polynomial(-1)));
  }
  return std::nullopt;
}

/// `a < b` of integers; `a`, which is `a != 0`.
struct ScalarEvolution::Compared {
  BinaryOperatorKind op;
  std::optional<Polynomial> left, right;
};

static bool isUnsigned(const Expr* side) {
  return side->getType()->isUnsignedIntegerType() || strip(side)->getType()->isUnsignedIntegerType();
}

// A negative result of unsigned arithmetic is a huge number, also in a wider type of the comparison.
bool ScalarEvolution::mayBeHuge(const Expr* side, const std::optional<Polynomial>& value) const {
  return isUnsigned(side) && value && !takenAsUnsigned(*value, strip(side)->getType());
}

std::optional<ScalarEvolution::Compared> ScalarEvolution::readComparison(const Expr* condition, bool value) {
  const auto parts = asBinary(condition);
  if (parts && BinaryOperator::isComparisonOp(parts->op)) {
    if (!parts->left->getType()->isIntegerType() || !parts->right->getType()->isIntegerType())
      return std::nullopt;
    Compared compared{value ? parts->op : BinaryOperator::negateComparisonOp(parts->op), read(parts->left),
                      read(parts->right)};
    if (mayBeHuge(parts->left, compared.left) || mayBeHuge(parts->right, compared.right)) return std::nullopt;
    return compared;
  }
  const QualType type = condition->getType();
  if (!type->isIntegerType() || hasSideEffects(condition, source.ast)) return std::nullopt;
  auto number = read(condition);
  const auto isElement = [&](const Symbol& symbol) { return symbol.element != nullptr; };
  const bool isKnown =
      number && llvm::all_of(number->symbols(), [&](const std::string& name) {
        const Symbol& symbol = nest.symbols.at(name);
        return isElement(symbol) ||
               (!type->isBooleanType() &&
                (symbol.kind != Symbol::Kind::Opaque || symbol.condition || !symbol.right.terms.empty()));
      });
  if (!isKnown || mayBeHuge(condition, number)) return std::nullopt;
  if (type->isBooleanType()) return Compared{BO_EQ, std::move(number), Polynomial(value ? 1 : 0)};
  return Compared{value ? BO_NE : BO_EQ, std::move(number), Polynomial(0)};
}

/// `(unsigned)x < (unsigned)n`, where x may be negative: one comparison for 0 <= x < n.
struct ScalarEvolution::UnsignedRange {
  Constraint notNegative, below;
  bool holdsInside;  // `>=`: it holds outside
};

std::optional<ScalarEvolution::UnsignedRange> ScalarEvolution::readUnsignedRange(const Expr* condition) {
  auto parts = asBinary(condition);
  if (!parts || !BinaryOperator::isRelationalOp(parts->op)) return std::nullopt;
  if (parts->op == BO_GT || parts->op == BO_LE) {  // `n > x` is `x < n`
    std::swap(parts->left, parts->right);
    parts->op = parts->op == BO_GT ? BO_LT : BO_GE;
  }
  const QualType type = parts->left->getType();
  const Expr* inner = strip(parts->left);
  if (type->isDependentType() || inner->getType()->isDependentType()) return std::nullopt;
  while (const auto* cast = dyn_cast<ExplicitCastExpr>(inner)) {
    if (cast->getSubExpr()->isTypeDependent()) return std::nullopt;
    const bool keepsSign = source.ast.getTypeSize(cast->getType()) >= source.ast.getTypeSize(type);
    if (!cast->getType()->isUnsignedIntegerType() || !keepsSign) break;
    inner = strip(cast->getSubExpr());
  }
  const bool isSigned = inner->getType()->isSignedIntegerType();
  if (!wrapsAround(type) || (!isSigned && !wrapsAround(inner->getType())) ||
      source.ast.getTypeSize(inner->getType()) > source.ast.getTypeSize(type) ||
      (!isSigned && source.ast.getTypeSize(inner->getType()) != source.ast.getTypeSize(type)))
    return std::nullopt;
  const auto value = read(inner), bound = read(parts->right);
  if (!value || !bound || mayBeHuge(parts->right, bound)) return std::nullopt;
  const auto distance = subtract(*bound, *value),
             below = distance ? add(*distance, Polynomial(-1)) : distance;
  if (!below || (!isSigned && !staysApart(*value, *bound, type))) return std::nullopt;
  return UnsignedRange{{*value, false}, {*below, false}, parts->op == BO_LT};
}

/// The initial value of a `const bool` of the nest, if it is still the same; null: no such variable.
const Expr* ScalarEvolution::conditionNamed(const Expr* condition) const {
  const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(condition));
  const bool isCondition = variable && variable->getType()->isBooleanType() && variable->isLocalVarDecl() &&
                           !variable->isStaticLocal() && variable->getInit() && isInner(variable) &&
                           !isHidden(variable) && !isModified(variable) && !isAddressTaken(variable);
  return isCondition && isStable(variable->getInit()) ? variable->getInit() : nullptr;
}

/// The constraints that both branches imply: `n <= m` of `n % 8 == 0 ? n <= m : m == n`.
std::vector<Constraint> ScalarEvolution::holdEitherWay(const ConditionalOperator& choice) {
  std::vector<Constraint> found;
  const Conjunction no = readCondition(choice.getFalseExpr(), true),
                    yes = readCondition(choice.getTrueExpr(), true);
  for (const Constraint& one : yes.constraints)
    if (llvm::any_of(no.constraints, [&](const Constraint& each) {
          const bool isSame = each.condition == one.condition ||
                              (each.equality && multiply(each.condition, Polynomial(-1)) == one.condition);
          return isSame && each.inUnsigned == one.inUnsigned && (each.equality || !one.equality);
        }))
      found.push_back(one);
  return found;
}

/// A condition that is compared with false or true: `(!s) != 0`, `(a < b) == true`. `isSame`: it holds where
/// the comparison does.
struct ComparedCondition {
  const Expr* condition = nullptr;
  bool isSame = true;
};
static std::optional<ComparedCondition> comparedCondition(const Expr* comparison, const ASTContext& context) {
  const auto* binary = dyn_cast<BinaryOperator>(comparison);
  if (!binary || !binary->isEqualityOp()) return std::nullopt;
  for (const auto& [condition, constant] :
       {std::pair(binary->getLHS(), binary->getRHS()), std::pair(binary->getRHS(), binary->getLHS())}) {
    const Expr* bare = strip(condition);
    const auto* negation = dyn_cast<UnaryOperator>(bare);
    const auto* compared = dyn_cast<BinaryOperator>(bare);
    Expr::EvalResult value;
    const bool isCondition = (negation && negation->getOpcode() == UO_LNot) ||
                             (compared && (compared->isComparisonOp() || compared->isLogicalOp()));
    if (!isCondition || constant->isValueDependent() || !constant->EvaluateAsInt(value, context)) continue;
    const llvm::APSInt number = value.Val.getInt();
    if (number == 0 || number == 1)
      return ComparedCondition{bare, (number == 1) == (binary->getOpcode() == BO_EQ)};
  }
  return std::nullopt;
}

/// `a && b` that holds, or `a || b` that does not.
static const BinaryOperator* asConjunction(const Expr* condition, bool value) {
  const auto* binary = dyn_cast<BinaryOperator>(condition);
  return binary && binary->getOpcode() == (value ? BO_LAnd : BO_LOr) ? binary : nullptr;
}

/// Without names, negations and comparisons with true or false around it.
ScalarEvolution::BareCondition ScalarEvolution::bareCondition(const Expr* condition, bool value) const {
  condition = strip(condition);
  if (const Expr* named = conditionNamed(condition)) return bareCondition(named, value);
  if (const auto compared = comparedCondition(condition, source.ast))
    return bareCondition(compared->condition, value == compared->isSame);
  if (const auto* negation = dyn_cast<UnaryOperator>(condition); negation && negation->getOpcode() == UO_LNot)
    return bareCondition(negation->getSubExpr(), !value);
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(condition); cast && cast->getType()->isBooleanType())
    return bareCondition(cast->getSubExpr(), value);
  return {condition, value};
}

Conjunction ScalarEvolution::readCondition(const Expr* written, bool sought) {
  const auto [condition, value] = bareCondition(written, sought);
  if (const BinaryOperator* conjunction = asConjunction(condition, value)) {
    Conjunction all;
    for (const Expr* operand : operandsOf(conjunction)) {
      Conjunction part = readCondition(operand, value);
      all.isExact &= part.isExact;
      for (Constraint& each : part.constraints) all.constraints.push_back(std::move(each));
    }
    return all;
  }
  bool constant = false;
  if (!condition->isValueDependent() && condition->EvaluateAsBooleanCondition(constant, source.ast)) {
    if (constant == value) return {};
    return {{{Polynomial(-1), false}}};  // never
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(condition); choice && value)
    return {holdEitherWay(*choice), false};
  const auto compared = readComparison(condition, value);
  if (!compared) {
    const auto range = readUnsignedRange(condition);
    if (range && range->holdsInside == value) return {{range->notNegative, range->below}};
    return {{}, false};
  }
  const auto& [op, left, right] = *compared;
  const auto difference = left && right ? subtract(*right, *left) : std::nullopt;  // right - left
  const auto negated = difference ? multiply(*difference, Polynomial(-1)) : std::nullopt;
  if (!difference || !negated || op == BO_NE) {
    const auto inside = difference && op == BO_NE ? withoutAnEnd(nest, *difference) : std::nullopt;
    if (inside) return {{{*inside, false}}};
    return {{}, false};
  }
  Constraint constraint{op == BO_GE || op == BO_GT ? *negated : *difference};
  if (op == BO_LT || op == BO_GT) constraint.condition = *add(constraint.condition, Polynomial(-1));
  constraint.equality = op == BO_EQ;
  const auto parts = asBinary(condition);
  constraint.inUnsigned =
      isUnsigned(condition) || (parts && (isUnsigned(parts->left) || isUnsigned(parts->right)));
  return {{constraint}};
}

/// Below 0, or not below the bound.
static std::optional<Cases> outside(const Constraint& notNegative, const Constraint& below) {
  Cases cases;
  for (const Constraint& each : {notNegative, below}) {
    const auto negated = multiply(each.condition, Polynomial(-1)),
               beyond = negated ? add(*negated, Polynomial(-1)) : std::nullopt;
    if (!beyond) return std::nullopt;
    cases.push_back({{*beyond, false}});
  }
  return cases;
}

/// Does it matter not whether a case is looked at where one in front of it holds?
bool ScalarEvolution::mayBeReordered(const Cases& cases) const {
  const auto isLoaded = [&](const std::string& name) { return nest.symbols.at(name).element != nullptr; };
  return cases.size() < 2 || llvm::none_of(cases, [&](const std::vector<Constraint>& all) {
           return llvm::any_of(
               all, [&](const Constraint& each) { return llvm::any_of(each.condition.symbols(), isLoaded); });
         });
}

std::optional<PathCondition> ScalarEvolution::readPath(const Expr* written, bool sought) {
  const auto [condition, value] = bareCondition(written, sought);
  PathCondition path;
  const BinaryOperator* conjunction = asConjunction(condition, value);
  for (const Expr* operand : conjunction ? operandsOf(conjunction) : std::vector{condition}) {
    if (conjunction) {
      const auto part = readPath(operand, value);
      if (!part || path.size() + part->size() > mostConditions) return std::nullopt;
      path.insert(path.end(), part->begin(), part->end());
    } else {
      auto cases = readCases(operand, value);
      if (!cases) return std::nullopt;
      path.push_back({std::move(*cases)});
    }
  }
  return path;
}

std::optional<Cases> ScalarEvolution::readCases(const Expr* written, bool sought) {
  const auto [condition, value] = bareCondition(written, sought);
  if (const auto* logical = dyn_cast<BinaryOperator>(condition); logical && logical->isLogicalOp()) {
    const bool isConjunct = asConjunction(condition, value);
    Cases cases;
    if (isConjunct) cases.emplace_back();
    for (const Expr* operand : operandsOf(logical)) {
      auto next = readCases(operand, value);
      if (!next) return std::nullopt;
      if (isConjunct) {
        auto joined = mayBeReordered(cases) ? both(std::move(cases), *next) : std::nullopt;
        if (!joined) return std::nullopt;
        cases = std::move(*joined);
      } else {
        cases.insert(cases.end(), next->begin(), next->end());
        if (cases.size() > mostCases) return std::nullopt;
      }
    }
    return cases;
  }
  Conjunction conjunction = readCondition(condition, value);
  if (conjunction.isExact) return Cases{std::move(conjunction.constraints)};
  if (const auto* choice = dyn_cast<ConditionalOperator>(condition)) {
    const auto chosen = readCases(choice->getCond(), true), other = readCases(choice->getCond(), false),
               yes = readCases(choice->getTrueExpr(), value), no = readCases(choice->getFalseExpr(), value);
    const bool isGood = chosen && other && mayBeReordered(*chosen) && mayBeReordered(*other);
    auto first = isGood && yes ? both(*chosen, *yes) : std::nullopt;
    const auto second = isGood && no ? both(*other, *no) : std::nullopt;
    if (!first || !second) return std::nullopt;
    first->insert(first->end(), second->begin(), second->end());
    return first->size() <= mostCases ? first : std::nullopt;
  }
  const auto compared = readComparison(condition, value);
  if (!compared)
    if (const auto range = readUnsignedRange(condition); range && range->holdsInside != value)
      return outside(range->notNegative, range->below);
  if (!compared || compared->op != BO_NE) return std::nullopt;
  const auto& [op, left, right] = *compared;
  const auto difference = left && right ? subtract(*right, *left) : std::nullopt;
  const auto negated = difference ? multiply(*difference, Polynomial(-1)) : std::nullopt;
  const auto more = difference ? add(*difference, Polynomial(-1)) : std::nullopt,
             less = negated ? add(*negated, Polynomial(-1)) : std::nullopt;
  if (!more || !less) return std::nullopt;
  return Cases{{{*more, false}}, {{*less, false}}};
}

std::vector<const Expr*> operandsOf(const BinaryOperator* logical) {
  std::vector<const Expr*> operands;
  const Expr* first = logical;
  for (const BinaryOperator* each = logical; each && each->getOpcode() == logical->getOpcode();
       each = dyn_cast<BinaryOperator>(strip(first))) {
    operands.push_back(each->getRHS());
    first = each->getLHS();
  }
  operands.push_back(first);
  std::reverse(operands.begin(), operands.end());
  return operands;
}

std::optional<Cases> casesOf(const PathCondition& path) {
  std::optional<Cases> all = Cases{{}};
  for (const BranchCondition& each : path)
    if (all) all = both(std::move(*all), each.cases);
  return all;
}

std::optional<Cases> both(Cases one, const Cases& other) {
  if (other.size() == 1) {
    for (auto& each : one) each.insert(each.end(), other.front().begin(), other.front().end());
    return one;
  }
  Cases result;
  for (const auto& first : one)
    for (const auto& second : other) {
      result.push_back(first);
      result.back().insert(result.back().end(), second.begin(), second.end());
      if (result.size() > mostCases) return std::nullopt;
    }
  return result;
}

}  // namespace appyl
