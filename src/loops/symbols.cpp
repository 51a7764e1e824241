#include "loops/symbols.h"

#include <clang/AST/PrettyPrinter.h>
#include <clang/Lex/Lexer.h>
#include <llvm/Support/raw_ostream.h>

namespace appyl {
namespace {

using namespace clang;

/// Unsigned products are taken not to wrap around, unless a constant makes that likely.
bool isLikelyToWrap(const BinaryOperator* binary, const Polynomial& left, const Polynomial& right,
                    const ASTContext& context) {
  const bool isProduct = binary->getOpcode() == BO_Mul, isShift = binary->getOpcode() == BO_Shl;
  if ((!isProduct && !isShift) || !binary->getType()->isUnsignedIntegerType()) return false;
  if (left.isConstant() && right.isConstant()) return false;
  const unsigned half = context.getTypeSize(binary->getType()) <= 32 ? 16 : 32;
  const auto shift = right.constant();
  if (isShift) return shift && *shift >= half;
  const std::int64_t limit = (std::int64_t(1) << half) - 1;
  for (const auto& side : {left.constant(), right.constant()})
    if (side && (*side > limit || *side < -limit)) return true;
  return false;
}

/// A difference, which in unsigned arithmetic may be a huge number.
bool mayBeNegative(const Polynomial& value) {
  return llvm::any_of(value.terms, [](const auto& term) { return term.second < 0; });
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

std::string textOf(const Stmt* statement, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const CharSourceRange range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(statement->getSourceRange()), sources, context.getLangOpts());
  if (range.isValid()) return oneLine(Lexer::getSourceText(range, sources, context.getLangOpts()));
  std::string text;
  llvm::raw_string_ostream stream(text);
  statement->printPretty(stream, nullptr, context.getPrintingPolicy());
  return oneLine(text);
}

SymbolReader::SymbolReader(LoopNest& nest, const Stmt* root, const Directives& directives,
                           const ASTContext& context)
    : nest(nest),
      root(root),
      modified(modifiedVariables(root, directives)),
      reassigned(modifiedVariables(nest.function->getBody(), directives)),
      directives(directives),
      context(context) {
  walk(root, directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared)) declaredInside.insert(variable);
    return true;
  });
}

std::string SymbolReader::addLane(const Polynomial& size) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Opaque;
  symbol.operand = size;
  symbol.isLane = true;
  return uniqueName("lane", symbol);
}

void SymbolReader::bind(const ValueDecl* parameter, const std::optional<Polynomial>& value) {
  if (value) {
    bindings[parameter] = *value;
    return;
  }
  Symbol symbol;
  symbol.kind = Symbol::Kind::Opaque;
  bindings[parameter] = Polynomial::symbol(uniqueName(parameter->getNameAsString(), symbol));
}

void SymbolReader::assign(const ValueDecl* variable, const Expr* value) {
  bindings.erase(variable);
  if (!keepsValue(strip(value)->getType(), variable->getType(), context)) return;
  if (const auto polynomial = read(value)) bindings[variable] = *polynomial;
}

std::string SymbolReader::uniqueName(const std::string& wanted, const Symbol& symbol) {
  std::string name = wanted;
  for (int k = 2; nest.symbols.count(name); ++k) name = wanted + "." + std::to_string(k);
  nest.symbols[name] = symbol;
  return name;
}

std::string SymbolReader::addCounter(const VarDecl* counter, int loop) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Counter;
  symbol.loop = loop;
  return names[counter] = uniqueName(counter->getNameAsString(), symbol);
}

bool SymbolReader::isReassigned(const Expr* expression) const {
  bool found = false;
  walk(expression, directives, [&](const Stmt* each) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(each))
      found |= reassigned.count(reference->getDecl()) != 0;
    if (const auto* member = dyn_cast<MemberExpr>(each))
      found |= reassigned.count(member->getMemberDecl()) != 0;
    return !found;
  });
  return found;
}

void SymbolReader::leaveLoop(const VarDecl* counter) { names.erase(counter); }

bool SymbolReader::isHidden(const ValueDecl* variable) const {
  const auto* local = dyn_cast<VarDecl>(variable);
  if (!local || local->hasGlobalStorage()) return false;
  const auto* function = dyn_cast<FunctionDecl>(local->getDeclContext());
  const Stmt* body = function ? function->getBody() : nullptr;
  if (!body) return false;
  const SourceManager& sources = context.getSourceManager();
  const auto place = [&](SourceLocation location) { return sources.getExpansionLoc(location); };
  return !sources.isPointWithin(place(root->getBeginLoc()), place(body->getBeginLoc()),
                                place(body->getEndLoc()));
}

bool SymbolReader::isChangedInItsFunction(const ValueDecl* variable) const {
  const DeclContext* function = variable->getDeclContext();
  auto known = changedIn.find(function);
  if (known == changedIn.end())
    known =
        changedIn.emplace(function, modifiedVariables(cast<FunctionDecl>(function)->getBody(), directives))
            .first;
  return known->second.count(variable) != 0;
}

bool SymbolReader::isModified(const ValueDecl* variable) const {
  return modified.count(variable) || (isHidden(variable) && isChangedInItsFunction(variable));
}

bool SymbolReader::isReassigned(const ValueDecl* variable) const {
  return reassigned.count(variable) || (isHidden(variable) && isChangedInItsFunction(variable));
}

/// Does the expression's text mean the same in front of the loop?
bool SymbolReader::isNameable(const Expr* expression) const {
  bool nameable = true;
  walk(expression, directives, [&](const Stmt* each) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(each)) nameable &= !isHidden(reference->getDecl());
    if (isa<CXXThisExpr>(each)) nameable &= !object;
    return nameable;
  });
  return nameable;
}

bool SymbolReader::isInvariant(const Expr* expression) const {
  bool invariant = true;
  walk(expression, directives, [&](const Stmt* each) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(each)) {
      const ValueDecl* variable = reference->getDecl();
      const auto known = names.find(variable);
      const bool isCounter =
          known != names.end() && nest.symbols.at(known->second).kind == Symbol::Kind::Counter;
      invariant &= !modified.count(variable) && !isCounter && !declaredInside.count(variable) &&
                   !bindings.count(variable);
    }
    if (const auto* member = dyn_cast<MemberExpr>(each))
      invariant &= !modified.count(member->getMemberDecl());
    if (isa<ArraySubscriptExpr>(each)) invariant = false;  // the element may be written
    if (const auto* call = dyn_cast<CallExpr>(each)) {
      static const std::set<std::string> sizes = {"size",  "extent", "rank", "stride",
                                                  "ssize", "min",    "max",  "length"};
      invariant &= sizes.count(calleeName(call)) != 0;
    }
    return invariant;
  });
  return invariant;
}

/// A symbol named by its text; the same text is the same symbol as long as it is a parameter.
Polynomial SymbolReader::symbolFor(const Expr* expression, Symbol::Kind kind) {
  if (kind == Symbol::Kind::Parameter && !isNameable(expression)) kind = Symbol::Kind::Opaque;
  const std::string text = textOf(expression, context);
  const auto known = nest.symbols.find(text);
  if (known != nest.symbols.end() && known->second.kind == kind) return Polynomial::symbol(text);
  Symbol symbol;
  symbol.kind = kind;
  symbol.isUnsigned = expression->getType()->isUnsignedIntegerType();
  return Polynomial::symbol(uniqueName(text, symbol));
}

/// What a const member function without parameters returns, where that is all it does.
const Expr* returnedBy(const CXXMethodDecl* method, const ASTContext& context) {
  const FunctionDecl* definition = nullptr;
  if (!method || !method->isConst() || method->isVirtual() || method->getNumParams() != 0 ||
      !method->getReturnType()->isIntegerType() || !method->hasBody(definition) ||
      context.getSourceManager().isInSystemHeader(method->getLocation()))
    return nullptr;
  const auto* body = dyn_cast<CompoundStmt>(definition->getBody());
  const auto* result = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  const Expr* value = result ? result->getRetValue() : nullptr;
  return value && keepsValue(strip(value)->getType(), method->getReturnType(), context) ? value : nullptr;
}

/// How code outside the class names the field: itself, or a public function that returns it; empty: in no
/// way.
std::string nameFromOutside(const FieldDecl* field, const FunctionDecl* from, const ASTContext& context) {
  const auto* method = dyn_cast<CXXMethodDecl>(from);
  const bool isFriendly =
      method && method->getParent()->getCanonicalDecl() == field->getParent()->getCanonicalDecl();
  if (isFriendly || field->getAccess() == AS_public || field->getAccess() == AS_none)
    return field->getNameAsString();
  const auto* record = dyn_cast<CXXRecordDecl>(field->getParent());
  if (!record) return "";
  for (const CXXMethodDecl* getter : record->methods())
    if (const Expr* value = getter->getAccess() == AS_public ? returnedBy(getter, context) : nullptr)
      if (namedVariable(value) == field) return getter->getNameAsString() + "()";
  return "";
}

/// A member of the object that is being walked through.
std::optional<Polynomial> SymbolReader::readMember(const Expr* expression, const ValueDecl* field) {
  const std::string member = nameFromOutside(cast<FieldDecl>(field), nest.function, context);
  if (object->text.empty() || member.empty() || modified.count(field) || modified.count(object->root))
    return symbolFor(expression, Symbol::Kind::Opaque);
  const std::string name = object->text + member;
  const auto known = nest.symbols.find(name);
  if (known != nest.symbols.end() && known->second.kind == Symbol::Kind::Parameter)
    return Polynomial::symbol(name);
  Symbol symbol;
  symbol.isUnsigned = field->getType()->isUnsignedIntegerType();
  return Polynomial::symbol(uniqueName(name, symbol));
}

bool SymbolReader::holdsOpaque(const Polynomial& value) const {
  for (const std::string& name : value.symbols()) {
    const Symbol& symbol = nest.symbols.at(name);
    if (symbol.kind == Symbol::Kind::Opaque || holdsOpaque(symbol.operand) || holdsOpaque(symbol.right))
      return true;
  }
  return false;
}

std::optional<Polynomial> SymbolReader::readVariable(const Expr* expression, const ValueDecl* variable) {
  if (const auto bound = bindings.find(variable); bound != bindings.end()) return bound->second;
  if (isa<FieldDecl>(variable) && object) return readMember(expression, variable);
  if (const auto known = names.find(variable); known != names.end()) return Polynomial::symbol(known->second);
  const auto* local = dyn_cast<VarDecl>(variable);
  const bool inner = isInner(variable);
  if (isModified(variable)) return symbolFor(expression, Symbol::Kind::Opaque);
  // Outside the nest a variable has its initial value only if nobody ever gives it another one.
  const bool isSetOnce = inner || !reassigned.count(variable);
  if (local && isSetOnce && local->isLocalVarDecl() && local->getInit() && !local->isStaticLocal() &&
      depth < 20 && local->getType().getNonReferenceType()->isIntegerType() &&
      keepsValue(strip(local->getInit())->getType(), local->getType(), context)) {
    // Set once: its value is that of its initialiser, which inside the nest may depend on counters.
    ++depth;
    const auto value = read(local->getInit());
    --depth;
    // `plane = ny * nx` outside the nest is what it stands for, as long as nobody changes any of the three.
    const bool isProduct = value && value->symbols().size() > 1 && !reassigned.count(variable) &&
                           !isReassigned(local->getInit());
    const auto depends = [&] {
      for (const std::string& name : value->symbols())
        if (nest.symbols.at(name).kind != Symbol::Kind::Parameter) return true;
      return false;
    };
    if (value && (value->isConstant() || inner || ((isProduct || depends()) && !holdsOpaque(*value))))
      return value;
  }
  if (inner) return symbolFor(expression, Symbol::Kind::Opaque);
  Symbol symbol;
  symbol.isUnsigned = variable->getType()->isUnsignedIntegerType();
  return Polynomial::symbol(names[variable] = uniqueName(variable->getNameAsString(), symbol));
}

std::optional<Polynomial> SymbolReader::readMinMax(const Expr* whole, const Expr* left, const Expr* right,
                                                   bool minimum) {
  const auto a = read(left), b = read(right);
  if (!a || !b) return std::nullopt;
  Symbol symbol;
  symbol.kind = minimum ? Symbol::Kind::Minimum : Symbol::Kind::Maximum;
  symbol.operand = *a;
  symbol.right = *b;
  return Polynomial::symbol(uniqueName(textOf(whole, context), symbol));
}

std::optional<Polynomial> SymbolReader::readQuotient(const BinaryOperator* binary) {
  const auto operand = read(binary->getLHS()), divisor = read(binary->getRHS());
  const auto constant = divisor ? divisor->constant() : std::nullopt;
  const bool isUnsigned = binary->getType()->isUnsignedIntegerType();
  if (!operand || !constant || *constant <= 0 || (isUnsigned && mayBeNegative(*operand)))
    return symbolFor(binary, isInvariant(binary) ? Symbol::Kind::Parameter : Symbol::Kind::Opaque);
  Symbol symbol;
  symbol.kind = binary->getOpcode() == BO_Div ? Symbol::Kind::Quotient : Symbol::Kind::Remainder;
  symbol.operand = *operand;
  symbol.divisor = *constant;
  const std::string text = textOf(binary, context);
  if (const auto known = nest.symbols.find(text);
      known != nest.symbols.end() && known->second.kind == symbol.kind &&
      known->second.operand == symbol.operand && known->second.divisor == symbol.divisor)
    return Polynomial::symbol(text);
  return Polynomial::symbol(uniqueName(text, symbol));
}

/// `m.rows()`, whose body is `return r;`, is `m.r`.
std::optional<Polynomial> SymbolReader::readGetter(const CXXMemberCallExpr* call) {
  const Expr* value = returnedBy(call->getMethodDecl(), context);
  if (!value || depth > 5) return std::nullopt;
  const Expr* owner = strip(call->getImplicitObjectArgument());
  std::optional<Object> next = object;
  if (!isa<CXXThisExpr>(owner)) {
    const ValueDecl* variable = namedVariable(owner);
    if (!variable || isInner(variable) || (isa<FieldDecl>(variable) && object)) return std::nullopt;
    next = Object{variable->getNameAsString() + (owner->getType()->isPointerType() ? "->" : "."), variable};
  }
  const auto outer = enter(std::move(next));
  ++depth;
  auto result = read(value);
  --depth;
  enter(outer);
  return result;
}

std::optional<Polynomial> SymbolReader::readCall(const CallExpr* call) {
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(call))
    if (const auto value = readGetter(member)) return value;
  const std::string name = calleeName(call);
  if ((name == "min" || name == "max") && call->getNumArgs() == 2)
    return readMinMax(call, call->getArg(0), call->getArg(1), name == "min");
  if (isa<CXXOperatorCallExpr>(call) || !isInvariant(call)) return symbolFor(call, Symbol::Kind::Opaque);
  return symbolFor(call, Symbol::Kind::Parameter);
}

std::optional<Polynomial> SymbolReader::read(const Expr* expression) {
  expression = strip(expression);
  if (!expression->isValueDependent() && !expression->isTypeDependent() &&
      expression->getType()->isIntegralOrEnumerationType()) {
    Expr::EvalResult value;
    if (expression->EvaluateAsInt(value, context)) {
      if (const auto constant = value.Val.getInt().tryExtValue()) return Polynomial(*constant);
      return symbolFor(expression, Symbol::Kind::Opaque);  // beyond 2^63, where sums and products wrap around
    }
  }
  if (expression->getType()->isFloatingType())
    return symbolFor(expression, isInvariant(expression) ? Symbol::Kind::Parameter : Symbol::Kind::Opaque);
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(expression)) {
    if (keepsValue(strip(cast->getSubExpr())->getType(), cast->getType(), context))
      return read(cast->getSubExpr());
    return symbolFor(expression, isInvariant(expression) ? Symbol::Kind::Parameter : Symbol::Kind::Opaque);
  }
  if (const ValueDecl* variable = namedVariable(expression)) return readVariable(expression, variable);
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression))  // a template parameter, an enumerator
    return readVariable(expression, reference->getDecl());
  if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
    if (binary->getOpcode() == BO_Div || binary->getOpcode() == BO_Rem) return readQuotient(binary);
    if (binary->getOpcode() == BO_Add || binary->getOpcode() == BO_Sub || binary->getOpcode() == BO_Mul ||
        binary->getOpcode() == BO_Shl) {
      const auto left = read(binary->getLHS()), right = read(binary->getRHS());
      if (!left || !right) return std::nullopt;
      if (isLikelyToWrap(binary, *left, *right, context))
        return symbolFor(binary, isInvariant(binary) ? Symbol::Kind::Parameter : Symbol::Kind::Opaque);
      switch (binary->getOpcode()) {
        case BO_Add: return add(*left, *right);
        case BO_Sub: return subtract(*left, *right);
        case BO_Mul: return multiply(*left, *right);
        default: break;
      }
      const auto shift = right->constant();
      if (shift && *shift >= 0 && *shift < 62) return multiply(*left, Polynomial(std::int64_t(1) << *shift));
    }
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() == UO_Minus || unary->getOpcode() == UO_Plus) {
      const auto operand = read(unary->getSubExpr());
      return operand && unary->getOpcode() == UO_Minus ? multiply(*operand, Polynomial(-1)) : operand;
    }
  }
  if (const auto* conditional = dyn_cast<ConditionalOperator>(expression)) {
    const auto parts = asBinary(conditional->getCond());
    if (parts && BinaryOperator::isRelationalOp(parts->op)) {
      const bool less = parts->op == BO_LT || parts->op == BO_LE;
      const auto same = [&](const Expr* a, const Expr* b) { return sameExpression(a, b, context); };
      if (same(parts->left, conditional->getTrueExpr()) && same(parts->right, conditional->getFalseExpr()))
        return readMinMax(conditional, parts->left, parts->right, less);
      if (same(parts->right, conditional->getTrueExpr()) && same(parts->left, conditional->getFalseExpr()))
        return readMinMax(conditional, parts->left, parts->right, !less);
    }
  }
  if (const auto* call = dyn_cast<CallExpr>(expression)) return readCall(call);
  return symbolFor(expression, isInvariant(expression) ? Symbol::Kind::Parameter : Symbol::Kind::Opaque);
}

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
    const bool isInclusive =
        loop.comparison == Comparison::LessEqual || loop.comparison == Comparison::GreaterEqual;
    const auto last = !loop.end ? std::nullopt : isInclusive ? loop.end : subtract(*loop.end, step);
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

std::vector<Constraint> SymbolReader::readCondition(const Expr* condition, bool value, bool& exact) {
  condition = strip(condition);
  if (const auto* negation = dyn_cast<UnaryOperator>(condition); negation && negation->getOpcode() == UO_LNot)
    return readCondition(negation->getSubExpr(), !value, exact);
  const auto parts = asBinary(condition);
  if (!parts) {
    exact = false;
    return {};
  }
  const bool conjunction = (parts->op == BO_LAnd && value) || (parts->op == BO_LOr && !value);
  if (conjunction) {
    std::vector<Constraint> both = readCondition(parts->left, value, exact);
    for (Constraint& each : readCondition(parts->right, value, exact)) both.push_back(std::move(each));
    return both;
  }
  if (!BinaryOperator::isComparisonOp(parts->op) || !parts->left->getType()->isIntegerType() ||
      !parts->right->getType()->isIntegerType()) {
    exact = false;
    return {};
  }
  const auto left = read(parts->left), right = read(parts->right);
  BinaryOperatorKind op = value ? parts->op : BinaryOperator::negateComparisonOp(parts->op);
  const auto difference = left && right ? subtract(*right, *left) : std::nullopt;  // right - left
  const auto negated = difference ? multiply(*difference, Polynomial(-1)) : std::nullopt;
  if (!difference || !negated || op == BO_NE) {
    const auto inside = difference && op == BO_NE ? withoutAnEnd(nest, *difference) : std::nullopt;
    if (inside) return {{*inside, false}};
    exact = false;
    return {};
  }
  switch (op) {
    case BO_LE: return {{*difference, false}};
    case BO_GE: return {{*negated, false}};
    case BO_LT: return {{*add(*difference, Polynomial(-1)), false}};
    case BO_GT: return {{*add(*negated, Polynomial(-1)), false}};
    default: return {{*difference, true}};
  }
}

}  // namespace appyl
