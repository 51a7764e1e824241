#include "nest/scev/scalar_evolution.h"

#include "nest/ast/calls.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"
#include "nest/scev/value_ranges.h"
#include "support/operands.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/AST/PrettyPrinter.h>
#include <clang/Lex/Lexer.h>
#include <llvm/Support/raw_ostream.h>

namespace appyl {
namespace {

using namespace clang;

bool hasLargeFactor(const Polynomial& value, std::int64_t limit) {
  return llvm::any_of(value.terms, [&](const auto& term) {
    return !term.first.empty() && (term.second > limit || term.second < -limit);
  });
}

std::string oneLine(llvm::StringRef text) {
  std::string result;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  return result;
}

}  // namespace

bool keepsValue(QualType from, QualType to, const ASTContext& context) {
  from = from.getNonReferenceType();
  to = to.getNonReferenceType();
  if (from->isDependentType() || to->isDependentType()) return true;
  if (!from->isIntegralOrEnumerationType() || !to->isIntegralOrEnumerationType() || to->isBooleanType())
    return false;
  return context.getTypeSize(to) >= 32 || context.getTypeSize(to) >= context.getTypeSize(from);
}

bool isBareMacro(const Stmt* statement, const ASTContext& context) {
  const auto* expression = dyn_cast<Expr>(statement);
  if (!expression) return false;
  const Expr* written = expression->IgnoreImplicit();
  const auto* unary = dyn_cast<UnaryOperator>(written);
  const auto* call = dyn_cast<CXXOperatorCallExpr>(written);
  const bool isOperator = isa<BinaryOperator, AbstractConditionalOperator, CStyleCastExpr>(written) ||
                          (unary && !unary->isPostfix()) ||
                          (call && call->getOperator() != OO_Call && call->getOperator() != OO_Subscript);
  const SourceLocation begin = written->getBeginLoc(), end = written->getEndLoc();
  const SourceManager& sources = context.getSourceManager();
  return isOperator && begin.isMacroID() && end.isMacroID() && !sources.isMacroArgExpansion(begin) &&
         sources.getExpansionRange(begin).getAsRange() == sources.getExpansionRange(end).getAsRange();
}

/// `a` of `(a).n`, which a macro makes of its parameter; null: there are no parentheses to be left out.
static const Expr* nameInParentheses(const MemberExpr* member) {
  const Expr* base = member->getBase()->IgnoreImpCasts();
  const Expr* inner = isa<ParenExpr>(base) ? base->IgnoreParenImpCasts() : nullptr;
  return inner && isa<DeclRefExpr, MemberExpr>(inner) ? inner : nullptr;
}

std::string textOf(const Stmt* statement, const ASTContext& context) {
  if (const auto* member = dyn_cast<MemberExpr>(statement); member && !member->hasQualifier())
    if (const Expr* object = nameInParentheses(member))
      return textOf(object, context) + (member->isArrow() ? "->" : ".") +
             member->getMemberDecl()->getNameAsString();
  const SourceManager& sources = context.getSourceManager();
  const CharSourceRange range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(statement->getSourceRange()), sources, context.getLangOpts());
  if (range.isValid()) {
    const std::string text = oneLine(Lexer::getSourceText(range, sources, context.getLangOpts()));
    return isBareMacro(statement, context) ? "(" + text + ")" : text;
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  statement->printPretty(stream, nullptr, context.getPrintingPolicy());
  return oneLine(text);
}

ScalarEvolution::ScalarEvolution(LoopNest& nest, const Stmt* root, const Source& source)
    : nest(nest),
      root(root),
      modified(modifiedVariables(root, source.directives)),
      reassigned(modifiedVariables(nest.function->getBody(), source.directives)),
      source(source),
      addressTaken(appyl::addressTaken(nest.function->getBody(), source.directives)),
      writtenMemory(appyl::writtenMemory(root, source.directives)),
      bound(root, nest.function, source.directives),
      visible(nest.function, root, source.directives) {
  walk(root, source.directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared); variable && !variable->hasExternalStorage())
          declaredInside.insert(variable);
    return true;
  });
  if (const Stmt* loop = outermostLoopAround(root)) advanced = modifiedVariables(loop, source.directives);
}

const Stmt* ScalarEvolution::outermostLoopAround(const Stmt* nest) const {
  const Stmt* found = nullptr;
  for (DynTypedNode at = DynTypedNode::create(*nest);;) {
    const DynTypedNodeList parents = source.ast.getParents(at);
    if (parents.empty() || parents[0].get<TranslationUnitDecl>()) return found;
    at = parents[0];
    const Stmt* statement = at.get<Stmt>();
    if (statement == this->nest.function->getBody()) return found;
    if (statement && isLoop(statement)) found = statement;
  }
}

std::string ScalarEvolution::addLane(const Polynomial& size) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Opaque;
  symbol.operand = size;
  symbol.isLane = true;
  return uniqueName("lane", symbol);
}

void ScalarEvolution::bind(const ValueDecl* parameter, const std::optional<Polynomial>& value) {
  if (value) {
    bindings[parameter] = *value;
    return;
  }
  Symbol symbol;
  symbol.kind = Symbol::Kind::Opaque;
  bindings[parameter] = Polynomial::symbol(uniqueName(parameter->getNameAsString(), symbol));
}

void ScalarEvolution::assign(const ValueDecl* variable, const Expr* value) {
  const auto polynomial = addressTaken.count(variable) ? std::nullopt : readAs(value, variable->getType());
  forget(variable);
  if (!polynomial) return;
  bindings[variable] = *polynomial;
  assigned.insert(variable);
}

void ScalarEvolution::forgetAssigned() {
  for (const ValueDecl* each : assigned) bindings.erase(each);
  assigned.clear();
}

std::optional<Polynomial> ScalarEvolution::valueOf(const ValueDecl* variable) const {
  const auto known = bindings.find(variable);
  return known == bindings.end() ? std::nullopt : std::optional(known->second);
}

void ScalarEvolution::setValue(const ValueDecl* variable, const Polynomial& value) {
  bindings[variable] = value;
  assigned.insert(variable);
}

void ScalarEvolution::declare(const VarDecl* variable) {
  forget(variable);
  const QualType type = variable->getType();
  if (type->isArrayType()) return declareTable(variable);
  if (!variable->getInit() || !type->isIntegerType() || variable->isStaticLocal()) return;
  if (isModified(variable)) return assign(variable, variable->getInit());
  const auto value = readAs(variable->getInit(), type);
  bind(variable, value);
}

std::optional<Polynomial> ScalarEvolution::readAs(const Expr* expression, QualType type) {
  const QualType from = strip(expression)->getType();
  auto value = read(expression);
  if (!value || from->isDependentType() || type->isDependentType()) return value;
  if (const auto constant = value->constant(); constant && !type->isBooleanType()) {
    const unsigned bits = static_cast<unsigned>(source.ast.getTypeSize(type)) - type->isSignedIntegerType();
    const bool fits =
        bits >= 63 || (*constant < std::int64_t(1) << bits &&
                       *constant >= (type->isSignedIntegerType() ? -(std::int64_t(1) << bits) : 0));
    if (fits) return value;
  }
  if (!keepsValue(from, type, source.ast)) return std::nullopt;
  const auto before = source.ast.getTypeSize(from.getNonReferenceType()),
             after = source.ast.getTypeSize(type);
  if (before > after && (hasLargeFactor(*value, 0xffff) || hasLargeStep(*value, 0xffff))) return std::nullopt;
  // A negative result of unsigned arithmetic is a huge number, which a wider type keeps.
  const bool isWidened = before < after && wrapsAround(from);
  if (isWidened && !takenAsUnsigned(*value, from)) return std::nullopt;
  const bool isProduct = llvm::any_of(value->terms, [](const auto& term) { return term.first.size() > 1; });
  const bool isNarrowed = isProduct && greatestOf(type, source.ast) < greatestOf(from, source.ast);
  return isNarrowed && !takenToFit(*value, type) ? std::nullopt : value;
}

/// Does the value contain the counter of a loop whose step is larger than `limit`?
bool ScalarEvolution::hasLargeStep(const Polynomial& value, std::int64_t limit) const {
  return llvm::any_of(value.symbols(), [&](const std::string& name) {
    const Symbol& symbol = nest.symbols.at(name);
    if (symbol.kind != Symbol::Kind::Counter || symbol.loop < 0) return false;
    const auto& step = nest.loops[static_cast<std::size_t>(symbol.loop)].step;
    return step && (*step > limit || *step < -limit);
  });
}

std::string ScalarEvolution::uniqueName(const SymbolName& wanted, const Symbol& symbol) {
  return addSymbol(nest, wanted, symbol, [](const Symbol&) { return false; });
}

std::string ScalarEvolution::addCounter(const VarDecl* counter, int loop, bool counted) {
  Symbol symbol;
  symbol.kind = counted ? Symbol::Kind::Opaque : Symbol::Kind::Counter;
  symbol.loop = loop;
  symbol.isUnsigned = counter->getType().getNonReferenceType()->isUnsignedIntegerType();
  symbol.most = greatestOf(counter->getType(), source.ast);
  return names[counter] = uniqueName(counter->getNameAsString(), symbol);
}

std::string ScalarEvolution::addTurn(const VarDecl* variable, int loop) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Opaque;
  symbol.loop = loop;
  return uniqueName(variable->getNameAsString(), symbol);
}

void ScalarEvolution::leaveLoop(const VarDecl* counter) { names.erase(counter); }

std::vector<const Decl*> ScalarEvolution::declarationsIn(const Expr* expression) const {
  std::vector<const Decl*> declarations;
  walk(expression, source.directives, [&](const Stmt* each) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(each))
      declarations.push_back(reference->getDecl()->getCanonicalDecl());
    if (const auto* member = dyn_cast<MemberExpr>(each))
      declarations.push_back(member->getMemberDecl()->getCanonicalDecl());
    return true;
  });
  return declarations;
}

/// May it be computed only where control comes to it? `n / m`, `*p`, `s->n`, `a[k]`; a product may overflow.
static bool isPartial(const Expr* expression, const Directives& directives) {
  const auto isThis = [](const Expr* base) { return isa<CXXThisExpr>(strip(base)); };
  bool found = false;
  walk(expression, directives, [&](const Stmt* each) {
    const auto* binary = dyn_cast<BinaryOperator>(each);
    const auto* unary = dyn_cast<UnaryOperator>(each);
    const auto* call = dyn_cast<CXXOperatorCallExpr>(each);
    const auto* member = dyn_cast<MemberExpr>(each);
    const auto* dependent = dyn_cast<CXXDependentScopeMemberExpr>(each);
    const auto* overloaded = dyn_cast<UnresolvedMemberExpr>(each);
    found |= isa<ArraySubscriptExpr>(each) || (binary && binary->isMultiplicativeOp()) ||
             (unary && unary->getOpcode() == UO_Deref && !isThis(unary->getSubExpr())) ||
             (call && call->getOperator() == OO_Subscript) ||
             (member && member->isArrow() && !isThis(member->getBase())) ||
             (dependent && !dependent->isImplicitAccess() && dependent->isArrow() &&
              !isThis(dependent->getBase())) ||
             (overloaded && !overloaded->isImplicitAccess() && overloaded->isArrow() &&
              !isThis(overloaded->getBase()));
    return !found;
  });
  return found;
}

/// `i ^ s`, `(i ^ s) + 1`; not `a[i ^ s]`, of which more than that is not known.
static bool flipsBits(const Expr* expression, const Directives& directives) {
  bool found = false;
  walk(expression, directives, [&](const Stmt* each) {
    const auto* binary = dyn_cast<BinaryOperator>(each);
    const auto* call = dyn_cast<CXXOperatorCallExpr>(each);
    found |= (binary && binary->getOpcode() == BO_Xor) || (call && call->getOperator() == OO_Caret);
    return !found && !isa<ArraySubscriptExpr, CallExpr>(each);
  });
  return found;
}

/// A symbol named by its text; the same text is the same symbol where its value cannot have changed in
/// between.
Polynomial ScalarEvolution::symbolFor(const Expr* expression, Symbol::Kind kind) {
  if (kind == Symbol::Kind::Parameter && !isNameable(expression)) kind = Symbol::Kind::Opaque;
  const std::string text =
      kind == Symbol::Kind::Parameter ? nameInFront(expression) : textOf(expression, source.ast);
  if (text.empty()) {  // an argument that a function has by default
    Symbol unnamed;
    return Polynomial::symbol(uniqueName("(default)", (unnamed.kind = Symbol::Kind::Opaque, unnamed)));
  }
  // The same text means something else where another function, or another scope, has such names.
  const std::vector<const Decl*> meaning = declarationsIn(expression);
  const auto known = nest.symbols.find(text);
  const auto meant = meanings.find(text);
  const bool isSame = meant == meanings.end() || meant->second == meaning;
  if (known != nest.symbols.end() && known->second.kind == kind && isSame &&
      (kind == Symbol::Kind::Parameter || isStable(expression)))
    return Polynomial::symbol(text);
  meanings.emplace(text, meaning);
  Symbol symbol;
  symbol.kind = kind;
  symbol.isUnsigned = expression->getType()->isUnsignedIntegerType();
  symbol.most = greatestOf(expression->getType(), source.ast);
  const auto* unary = dyn_cast<UnaryOperator>(expression);
  if (kind == Symbol::Kind::Opaque && isa<ArraySubscriptExpr, CXXOperatorCallExpr>(expression))
    symbol.element = expression;
  symbol.flipsBits = flipsBits(expression, source.directives);
  symbol.isPartial = kind == Symbol::Kind::Parameter && isPartial(expression, source.directives);
  symbol.isComputed = isa<BinaryOperator, AbstractConditionalOperator, ExplicitCastExpr>(expression) ||
                      (unary && (unary->getOpcode() == UO_LNot || unary->getOpcode() == UO_Not));
  return Polynomial::symbol(uniqueName(text, symbol));
}

/// Outside the nest the value is the same wherever it is asked for, so it is kept.
std::optional<Polynomial> ScalarEvolution::initialOf(const VarDecl* local, bool isInner) {
  if (const auto known = initials.find(local); known != initials.end()) return known->second;
  ++depth;
  auto value = readAs(local->getInit(), local->getType().getNonReferenceType());
  --depth;
  if (!isInner) initials[local] = value;
  return value;
}

std::optional<Polynomial> ScalarEvolution::readVariable(const Expr* expression, const ValueDecl* variable) {
  if (const auto bound = bindings.find(variable); bound != bindings.end()) return bound->second;
  if (isa<FieldDecl>(variable) && object) return readMember(expression, variable);
  if (const auto known = names.find(variable); known != names.end()) return Polynomial::symbol(known->second);
  const auto* local = dyn_cast<VarDecl>(variable);
  const bool inner = isInner(variable);
  const bool isAlias = local && local->getType()->isReferenceType();
  if (isModified(variable) || (isAlias && inner && !isStable(expression)))
    return symbolFor(expression, Symbol::Kind::Opaque);
  std::optional<Polynomial> initial;
  const bool isWide = greatestOf(variable->getType(), source.ast) == INT64_MAX;
  // Outside the nest a variable has its initial value only if no code ever gives it another one.
  const bool isSetOnce = inner || !reassigned.count(variable);
  if (local && isSetOnce && local->isLocalVarDecl() && local->getInit() && !local->isStaticLocal() &&
      !local->isCXXForRangeDecl() && depth < 20 && local->getType().getNonReferenceType()->isIntegerType()) {
    // Set once: its value is that of its initialiser, which inside the nest may depend on counters.
    const auto value = initialOf(local, inner);
    // Outside the nest `plane = ny * nx` is that product, as long as none of the three changes.
    const bool isSame =
        inner || isSettled(local->getInit()) || isSettled(local->getInit(), settledSince(local));
    const bool isProduct = value && value->symbols().size() > 1 && !reassigned.count(variable) && isSame;
    const auto depends = [&] {
      for (const std::string& name : value->symbols())
        if (nest.symbols.at(name).kind != Symbol::Kind::Parameter) return true;
      return false;
    };
    if (value &&
        (value->isConstant() || inner || ((isProduct || (isSame && depends())) && !holdsOpaque(*value))))
      return value;
    const bool keepsSign = isWide || !wrapsAround(variable->getType());
    if (value && !inner && !holdsOpaque(*value) && isSame && (keepsSign || takenAsNonNegative(nest, *value)))
      initial = value;
  }
  if (inner) return symbolFor(expression, Symbol::Kind::Opaque);
  Symbol symbol;
  // `const size_t q = -2 * m;` may be a huge number, which stands for the negative one in sums and products
  // of its type.
  symbol.isUnsigned =
      variable->getType()->isUnsignedIntegerType() && (!initial || !isWide || hasNoSign(nest, *initial));
  symbol.most = greatestOf(variable->getType(), source.ast);
  symbol.isComputed = local && !initial && isComputed(local);
  symbol.isAdvanced = symbol.isComputed && advanced.count(variable);
  symbol.isReassigned = reassigned.count(variable) != 0;
  const auto own = Polynomial::symbol(names[variable] = uniqueName(visibleName(variable), symbol));
  const auto difference = initial ? subtract(own, *initial) : std::nullopt;
  if (difference) nest.context.push_back({*difference, true});  // `const int m = n + 3;`
  return own;
}

/// Is the variable set from other values of the function in a way that is not followed? A variable that a
/// loop counts is not: it begins somewhere, and small values are among its own.
bool ScalarEvolution::isComputed(const VarDecl* variable) const {
  if (isa<ParmVarDecl>(variable)) return reassigned.count(variable) != 0;
  if (!variable->isLocalVarDecl()) return false;
  bool isOfLoop = false, computes = reassigned.count(variable) != 0;
  walk(nest.function->getBody(), source.directives, [&](const Stmt* each) {
    const auto* loop = dyn_cast<ForStmt>(each);
    const auto* init = loop ? dyn_cast_or_null<DeclStmt>(loop->getInit()) : nullptr;
    isOfLoop |= init && llvm::is_contained(init->decls(), variable) && loop->getCond() &&
                mentions(loop->getCond(), variable, source.directives);
    return !isOfLoop;
  });
  if (variable->getInit())
    walk(variable->getInit(), source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      computes |= reference && isa<VarDecl>(reference->getDecl()) && reference->getType()->isIntegerType() &&
                  !reference->getType().isConstQualified();
      return !computes;
    });
  return computes && !isOfLoop;
}

/// A symbol that is computed from others. If its value is the same all over the nest, it may have to be
/// checked in front of it; a text that means something else there gets a number, which no code can name.
Polynomial ScalarEvolution::derived(const Expr* whole, const Symbol& symbol) {
  return derived(whole, isUniform(symbol) ? nameInFront(whole) : textOf(whole, source.ast), symbol);
}

Polynomial ScalarEvolution::derived(const Expr* whole, const SymbolName& wanted, const Symbol& symbol) {
  if (stepsTo(nest, symbol) > mostSteps)
    return symbolFor(whole, isInvariant(whole) ? Symbol::Kind::Parameter : Symbol::Kind::Opaque);
  const bool needsNumber = isUniform(symbol) && !isNameable(whole);
  const auto isSame = [&](const Symbol& known) {
    return known.kind == symbol.kind && known.operand == symbol.operand && known.right == symbol.right &&
           known.divisor == symbol.divisor && known.condition == symbol.condition;
  };
  return Polynomial::symbol(addSymbol(nest, wanted, symbol, isSame, needsNumber ? 2 : 1));
}

std::optional<Polynomial> ScalarEvolution::readMinMax(const Expr* whole, const Expr* left, const Expr* right,
                                                      bool minimum) {
  const auto* call = dyn_cast<CallExpr>(whole);
  const auto a = call ? readGiven(call, 0) : read(left), b = call ? readGiven(call, 1) : read(right);
  if (!a || !b) return std::nullopt;
  if (whole->getType()->isUnsignedIntegerType() &&
      !(takenAsUnsigned(*a, whole->getType()) && takenAsUnsigned(*b, whole->getType())))
    return symbolFor(whole, isInvariant(whole) ? Symbol::Kind::Parameter : Symbol::Kind::Opaque);
  Symbol symbol;
  symbol.kind = minimum ? Symbol::Kind::Minimum : Symbol::Kind::Maximum;
  symbol.operand = *a;
  symbol.right = *b;
  return derived(whole, symbol);
}

/// `t / m` and `t % m` where m is no constant: all that is known of the quotient q is that the remainder is t
/// - m * q, so that `t / m * m + t % m` is t again.
std::optional<Polynomial> ScalarEvolution::readByParameter(const BinaryOperator* binary,
                                                           const Polynomial& by) {
  const bool isRemainder = binary->getOpcode() == BO_Rem;
  const auto operand = read(binary->getLHS());
  const bool isUnsigned = binary->getType()->isUnsignedIntegerType();
  if ((!isRemainder && binary->getOpcode() != BO_Div) || !operand || by.isConstant() || !isOfParameters(by) ||
      isInvariant(binary) ||
      (isUnsigned &&
       !(takenAsUnsigned(*operand, binary->getType()) && takenAsUnsigned(by, binary->getType()))))
    return std::nullopt;
  if (by.terms.size() == 1)
    if (const auto exact = dividedBy(*operand, *by.terms.begin())) return isRemainder ? Polynomial() : *exact;
  // t % (a * b) / a is t / a - b * (t / (a * b)), whatever the signs, and t % (a * b) % a is t % a.
  if (const auto digits = by.terms.size() == 1 ? remainderRead(*operand, *by.terms.begin()) : std::nullopt) {
    const Polynomial low = quotientOf(digits->of, by, isUnsigned);
    const auto result = subtract(low, digits->higher);
    const auto whole = isRemainder ? multiply(low, by) : std::nullopt;
    return isRemainder ? (whole ? subtract(digits->of, *whole) : std::nullopt) : result;
  }
  const Polynomial name = quotientOf(*operand, by, isUnsigned);
  const auto whole = isRemainder ? multiply(name, by) : std::nullopt;
  if (!isRemainder) return name;
  return whole ? subtract(*operand, *whole) : std::nullopt;
}

/// `of % (a * b)` where a is the divisor: `higher` is b * (of / (a * b)).
std::optional<ScalarEvolution::Digits> ScalarEvolution::remainderRead(
    const Polynomial& value, const std::pair<const Monomial, std::int64_t>& divisor) const {
  for (const std::string& name : value.symbols()) {
    const Symbol& symbol = nest.symbols.at(name);
    if (symbol.kind != Symbol::Kind::Opaque || symbol.isLane || symbol.right.terms.empty()) continue;
    const auto taken = multiply(symbol.right, Polynomial::symbol(name));
    const auto factor = dividedBy(symbol.right, divisor);
    const auto higher = factor ? multiply(*factor, Polynomial::symbol(name)) : std::nullopt;
    if (taken && higher && subtract(symbol.operand, *taken) == value) return Digits{symbol.operand, *higher};
  }
  return std::nullopt;
}

/// A symbol for operand / by.
Polynomial ScalarEvolution::quotientOf(const Polynomial& operand, const Polynomial& by, bool isUnsigned) {
  Symbol quotient;
  quotient.kind = Symbol::Kind::Opaque;
  quotient.operand = operand;
  quotient.right = by;
  quotient.isUnsigned = isUnsigned;
  // t / m / k is t / (m * k).
  if (const std::set<std::string> names = operand.symbols();
      names.size() == 1 && operand == Polynomial::symbol(*names.begin()))
    if (const Symbol& inner = nest.symbols.at(*names.begin());
        inner.kind == Symbol::Kind::Opaque && !inner.isLane && !inner.right.terms.empty()) {
      if (const auto product = multiply(inner.right, by)) {
        quotient.operand = inner.operand;
        quotient.right = *product;
      }
    }
  const auto isSame = [&](const Symbol& known) {
    return known.kind == quotient.kind && known.operand == quotient.operand && known.right == quotient.right;
  };
  const std::string name = addSymbol(
      nest, operandFor(nest, quotient.operand) + " / " + operandFor(nest, quotient.right), quotient, isSame);
  nest.symbols.at(name).isUnsigned = isUnsigned;
  return Polynomial::symbol(name);
}

/// `operand / divisor` or `operand % divisor`.
std::optional<Polynomial> ScalarEvolution::readQuotient(const BinaryOperator* binary, Symbol::Kind kind,
                                                        std::optional<std::int64_t> divisor) {
  const auto operand = read(binary->getLHS());
  const bool isDivision = binary->getOpcode() == BO_Div || binary->getOpcode() == BO_Rem;
  const bool needsSign = binary->getType()->isUnsignedIntegerType() || !isDivision;
  if (!operand || !divisor || *divisor <= 0 || (needsSign && !takenAsUnsigned(*operand, binary->getType())))
    return symbolFor(binary, isInvariant(binary) ? Symbol::Kind::Parameter : Symbol::Kind::Opaque);
  Symbol symbol;
  symbol.kind = kind;
  symbol.operand = *operand;
  symbol.divisor = *divisor;
  return derived(binary, symbol);
}

/// `i / 2`, `i % 4`, and of what is not negative `i >> 1`, `i & 3`; nullopt for another operator.
std::optional<Polynomial> ScalarEvolution::readDivision(const BinaryOperator* binary) {
  const auto opcode = binary->getOpcode();
  if (opcode != BO_Div && opcode != BO_Rem && opcode != BO_Shr && opcode != BO_And) return std::nullopt;
  if (const auto* left = dyn_cast<BinaryOperator>(strip(binary->getLHS()));
      opcode == BO_Shr && left && left->getOpcode() == BO_Shl) {  // `(i << 8) >> 8` extends a sign
    const auto shifted = read(left);
    if (!shifted || !takenToFit(*shifted, left->getType())) return symbolFor(binary, Symbol::Kind::Opaque);
  }
  const auto right = read(binary->getRHS());
  auto divisor = right ? right->constant() : std::nullopt;
  if (opcode == BO_Shr)
    divisor =
        divisor && *divisor >= 0 && *divisor < 31 ? std::optional(std::int64_t(1) << *divisor) : std::nullopt;
  if (opcode == BO_And) {
    const bool isMask = divisor && *divisor > 0 && *divisor < INT32_MAX && (*divisor & (*divisor + 1)) == 0;
    divisor = isMask ? std::optional(*divisor + 1) : std::nullopt;
  }
  const bool isQuotient = opcode == BO_Div || opcode == BO_Shr;
  if (right && !divisor)
    if (auto value = readByParameter(binary, *right)) return value;
  return readQuotient(binary, isQuotient ? Symbol::Kind::Quotient : Symbol::Kind::Remainder, divisor);
}

namespace {

/// What a function of integers returns, where that is all it does: `int at(int i, int j) { return i * n + j;
/// }`. A lambda's copies are what they were made of only where that never changes.
const Expr* returnedOfIntegers(const CallExpr* call, const ASTContext& context,
                               const std::function<bool(const ValueDecl*)>& isSame) {
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  if (!callee || callee->isInStdNamespace() || isOfArrayLanguage(callee) || isVirtualCall(call) ||
      isOfSystem(callee) || !callee->hasBody(definition) || !callee->getReturnType()->isIntegerType() ||
      definition->getNumParams() == 0)
    return nullptr;
  for (const ParmVarDecl* parameter : definition->parameters()) {
    const QualType type = parameter->getType();
    if (!type.getNonReferenceType()->isIntegerType() ||
        (type->isReferenceType() && !type->getPointeeType().isConstQualified()))
      return nullptr;
  }
  const auto* method = dyn_cast<CXXMethodDecl>(definition);
  if (method && method->getParent()->isLambda())
    for (const LambdaCapture& capture : method->getParent()->captures())
      if (capture.getCaptureKind() == LCK_StarThis ||
          (capture.capturesVariable() &&
           (capture.getCapturedVar()->isInitCapture() ||
            (capture.getCaptureKind() == LCK_ByCopy && !isSame(capture.getCapturedVar())))))
        return nullptr;
  const auto* body = dyn_cast<CompoundStmt>(definition->getBody());
  const auto* result = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  const Expr* value = result ? result->getRetValue() : nullptr;
  return value && !hasSideEffects(value, context) ? value : nullptr;
}

}  // namespace

std::optional<Polynomial> ScalarEvolution::readIndexFunction(const CallExpr* call) {
  const auto isSame = [&](const ValueDecl* captured) {
    return !isReassigned(captured) || isCounter(captured);
  };
  const Expr* value = depth > 5 ? nullptr : returnedOfIntegers(call, source.ast, isSame);
  if (!value) return std::nullopt;
  const auto* method = dyn_cast<CXXMemberCallExpr>(call);
  auto owner = method ? ownerOf(method) : std::optional(object);
  const FunctionDecl* callee = call->getDirectCallee();
  const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee) ? 1 : 0;
  const bool isLambda = shift && cast<CXXMethodDecl>(callee)->getParent()->isLambda();
  const FunctionDecl* definition = callee->getDefinition();
  if (!owner || !definition || (shift && !isLambda) ||
      call->getNumArgs() != definition->getNumParams() + shift)
    return std::nullopt;
  std::vector<Polynomial> arguments;
  for (unsigned k = 0; k < definition->getNumParams(); ++k) {
    const auto argument = readAs(call->getArg(k + shift), definition->getParamDecl(k)->getType());
    if (!argument) return std::nullopt;
    arguments.push_back(*argument);
  }
  const auto outerBindings = bindings;
  for (unsigned k = 0; k < arguments.size(); ++k) bindings[definition->getParamDecl(k)] = arguments[k];
  const auto outer = enter(std::move(*owner));
  ++depth;
  auto result = readAs(value, definition->getReturnType());
  --depth;
  enter(outer);
  bindings = outerBindings;
  // Values that the function reads from memory have no name here that the user wrote.
  const bool isPlain =
      result && llvm::all_of(result->symbols(), [&](const std::string& name) {
        const auto isGiven = [&](const Polynomial& argument) { return argument.mentions(name); };
        return !holdsOpaque(Polynomial::symbol(name)) || llvm::any_of(arguments, isGiven);
      });
  return isPlain ? result : std::nullopt;
}

std::optional<Polynomial> ScalarEvolution::readCall(const CallExpr* call) {
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(call)) {
    const auto known = sizes.find(namedVariable(member->getImplicitObjectArgument()));
    if (known != sizes.end() && known->second && calleeName(member) == "size") return known->second;
    if (const auto value = readGetter(member)) return value;
  }
  if (const auto value = readIndexFunction(call)) return value;
  if (const auto extreme = extremeOf(call); extreme && call->getNumArgs() == 2)
    return readMinMax(call, call->getArg(0), call->getArg(1), *extreme == ReductionOperator::Minimum);
  if (const auto value = readAbsolute(call)) return value;
  if (const auto value = readClamp(call)) return value;
  if (const auto value = readBlockCount(call)) return value;
  if (!isInvariant(call)) return symbolFor(call, Symbol::Kind::Opaque);
  return symbolFor(call, Symbol::Kind::Parameter);
}

/// An unsigned operand of fewer bits has wrapped around before it is widened to the type of `whole`.
std::optional<Polynomial> ScalarEvolution::readOperand(const Expr* operand, const BinaryOperator* whole) {
  const QualType type = strip(operand)->getType().getNonReferenceType();
  const bool isWidened = wrapsAround(type) && whole->getType()->isIntegerType() &&
                         greatestOf(type, source.ast) < greatestOf(whole->getType(), source.ast);
  return isWidened ? readAs(operand, whole->getType()) : read(operand);
}

std::optional<Polynomial> ScalarEvolution::read(const Expr* expression) {
  expression = strip(expression);
  if (!expression->isValueDependent() && !expression->isTypeDependent() &&
      expression->getType()->isIntegralOrEnumerationType()) {
    Expr::EvalResult value;
    if (expression->EvaluateAsInt(value, source.ast)) {
      if (const auto constant = value.Val.getInt().tryExtValue()) return Polynomial(*constant);
      return symbolFor(expression, Symbol::Kind::Opaque);  // beyond 2^63, where sums and products wrap around
    }
  }
  if (expression->getType()->isFloatingType())
    return symbolFor(expression, isInvariant(expression) ? Symbol::Kind::Parameter : Symbol::Kind::Opaque);
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(expression)) {
    if (const auto value = readAs(cast->getSubExpr(), cast->getType())) return value;
    return symbolFor(expression, isInvariant(expression) ? Symbol::Kind::Parameter : Symbol::Kind::Opaque);
  }
  if (const ValueDecl* variable = namedVariable(expression)) return readVariable(expression, variable);
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression))  // a template parameter, an enumerator
    return readVariable(expression, reference->getDecl());
  if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
    if (const auto value = readBitwise(binary)) return value;
    if (const auto value = readDivision(binary)) return value;
    if (binary->getOpcode() == BO_Add || binary->getOpcode() == BO_Sub || binary->getOpcode() == BO_Mul ||
        binary->getOpcode() == BO_Shl) {
      const auto left = readOperand(binary->getLHS(), binary), right = readOperand(binary->getRHS(), binary);
      if (!left || !right) return std::nullopt;
      if (mayWrap(binary, *left, *right))
        return symbolFor(binary, isInvariant(binary) ? Symbol::Kind::Parameter : Symbol::Kind::Opaque);
      switch (binary->getOpcode()) {
        case BO_Add: return wrapped(add(*left, *right), binary->getType());
        case BO_Sub: return wrapped(subtract(*left, *right), binary->getType());
        case BO_Mul: return multiply(*left, *right);
        default: break;
      }
      const auto shift = right->constant();
      if (shift && *shift >= 0 && *shift < 62) return multiply(*left, Polynomial(std::int64_t(1) << *shift));
    }
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->isIncrementDecrementOp())
      if (const auto value =
              namedVariable(unary->getSubExpr()) ? valueOf(namedVariable(unary->getSubExpr())) : std::nullopt)
        return unary->isPostfix() ? value : add(*value, Polynomial(unary->isIncrementOp() ? 1 : -1));
    if (const auto value = readNegation(unary)) return value;
    if (unary->getOpcode() == UO_Minus || unary->getOpcode() == UO_Plus) {
      const auto operand = read(unary->getSubExpr());
      return operand && unary->getOpcode() == UO_Minus ? multiply(*operand, Polynomial(-1)) : operand;
    }
  }
  if (const auto* conditional = dyn_cast<ConditionalOperator>(expression)) {
    const auto parts = asBinary(conditional->getCond());
    if (parts && BinaryOperator::isRelationalOp(parts->op)) {
      const bool less = parts->op == BO_LT || parts->op == BO_LE;
      const auto same = [&](const Expr* a, const Expr* b) { return sameExpression(a, b, source.ast); };
      if (same(parts->left, conditional->getTrueExpr()) && same(parts->right, conditional->getFalseExpr()))
        return readMinMax(conditional, parts->left, parts->right, less);
      if (same(parts->right, conditional->getTrueExpr()) && same(parts->left, conditional->getFalseExpr()))
        return readMinMax(conditional, parts->left, parts->right, !less);
    }
    if (const auto value = readConditional(conditional)) return value;
  }
  if (const auto* call = dyn_cast<CallExpr>(expression)) return readCall(call);
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(expression))
    if (const auto value = readElement(element)) return value;
  if (const auto* member = dyn_cast<MemberExpr>(expression);
      member && isa<FieldDecl>(member->getMemberDecl()))
    if (auto owner = boundObject(member->getBase())) {
      const auto outer = enter(std::move(*owner));
      auto value = readVariable(expression, member->getMemberDecl());
      enter(outer);
      return value;
    }
  if (const auto* member = dyn_cast<MemberExpr>(expression); member && !member->isArrow())
    if (const auto known = members.find({namedVariable(member->getBase()), member->getMemberDecl()});
        known != members.end())
      return known->second;
  return symbolFor(expression, isInvariant(expression) ? Symbol::Kind::Parameter : Symbol::Kind::Opaque);
}

}  // namespace appyl
