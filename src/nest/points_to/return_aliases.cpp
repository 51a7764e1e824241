#include "nest/points_to/return_aliases.h"

#include "nest/ast/calls.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/points_to/pointer_capture.h"
#include "nest/scev/scalar_evolution.h"

#include <array>

namespace appyl {
namespace {

using namespace clang;

/// Follows the statements of a function, given the constants among the arguments of a call.
class Followed {
 public:
  Followed(const CallExpr* call, const FunctionDecl* definition, unsigned firstArgument)
      : definition(definition),
        arguments(call->arg_begin() + firstArgument, call->arg_end()),
        context(definition->getASTContext()) {
    for (const ParmVarDecl* parameter : definition->parameters())
      isOpen |=
          parameter->getType()->isReferenceType() && parameter->getType()->getPointeeType()->isScalarType();
  }

  const Expr* result() {
    const auto end = follow(definition->getBody());
    return end.kind == End::Returns ? chosen(end.value) : nullptr;
  }

 private:
  struct End {
    enum Kind { GoesOn, Returns, Breaks, Unknown } kind = GoesOn;
    const Expr* value = nullptr;
  };

  const FunctionDecl* definition;
  llvm::SmallVector<const Expr*> arguments;
  ASTContext& context;
  bool isOpen = false;  // a number that is given by its name

  std::optional<llvm::APSInt> valueOf(const Expr* expression) const {
    APValue value;
    if (isOpen || expression->isValueDependent() || expression->isTypeDependent() ||
        !expression->getType()->isIntegralOrEnumerationType() ||
        llvm::any_of(arguments, [](const Expr* each) { return each->isValueDependent(); }) ||
        !expression->EvaluateWithSubstitution(value, context, definition, arguments) || !value.isInt())
      return std::nullopt;
    return value.getInt();
  }

  /// `a` of `k == 0 ? a : b`
  const Expr* chosen(const Expr* value) const {
    while (const auto* choice = dyn_cast_or_null<ConditionalOperator>(value ? strip(value) : nullptr)) {
      const auto holds = valueOf(choice->getCond());
      value = !holds ? nullptr : *holds != 0 ? choice->getTrueExpr() : choice->getFalseExpr();
    }
    return value;
  }

  End follow(const Stmt* statement) const {
    if (!statement || isa<NullStmt>(statement)) return {};
    if (const auto* result = dyn_cast<ReturnStmt>(statement)) return {End::Returns, result->getRetValue()};
    if (isa<BreakStmt>(statement)) return {End::Breaks};
    if (const auto* label = dyn_cast<SwitchCase>(statement)) return follow(label->getSubStmt());
    if (const auto* compound = dyn_cast<CompoundStmt>(statement))
      return followRow({compound->body_begin(), compound->body_end()});
    if (const auto* branch = dyn_cast<IfStmt>(statement)) {
      const auto holds =
          branch->getInit() || branch->getConditionVariable() ? std::nullopt : valueOf(branch->getCond());
      return holds ? follow(*holds != 0 ? branch->getThen() : branch->getElse()) : End{End::Unknown};
    }
    if (const auto* choice = dyn_cast<SwitchStmt>(statement)) return followSwitch(choice);
    const auto* expression = dyn_cast<Expr>(statement);
    return {expression && !expression->HasSideEffects(context) ? End::GoesOn : End::Unknown};
  }

  End followRow(llvm::ArrayRef<const Stmt*> row) const {
    for (const Stmt* each : row)
      if (const End end = follow(each); end.kind != End::GoesOn) return end;
    return {};
  }

  End followSwitch(const SwitchStmt* choice) const {
    const auto* body = dyn_cast<CompoundStmt>(choice->getBody());
    const auto value =
        choice->getInit() || choice->getConditionVariable() ? std::nullopt : valueOf(choice->getCond());
    if (!body || !value) return {End::Unknown};
    const SwitchCase* taken = nullptr;
    for (const SwitchCase* each = choice->getSwitchCaseList(); each; each = each->getNextSwitchCase())
      if (const auto* label = dyn_cast<CaseStmt>(each)) {
        if (label->caseStmtIsGNURange() || label->getLHS()->isValueDependent()) return {End::Unknown};
        if (llvm::APSInt::isSameValue(label->getLHS()->EvaluateKnownConstInt(context), *value)) taken = each;
      } else if (!taken) {
        taken = each;  // `default`; the list is reversed: a matching `case` may come before or after it
      }
    if (!taken) return {};
    // Runs from the statement with that label on; several labels may be nested.
    const llvm::ArrayRef<Stmt*> all(const_cast<Stmt**>(body->body_begin()), body->size());
    for (std::size_t k = 0; k < all.size(); ++k)
      for (const Stmt* inner = all[k]; inner && isa<SwitchCase>(inner);
           inner = cast<SwitchCase>(inner)->getSubStmt())
        if (inner == taken) {
          const std::vector<const Stmt*> rest(all.begin() + static_cast<std::ptrdiff_t>(k), all.end());
          const End end = followRow(rest);
          return end.kind == End::Breaks ? End{} : end;
        }
    return {End::Unknown};
  }
};

/// Collects what a function may hand out.
class Collector {
 public:
  explicit Collector(const Directives& directives) : directives(directives) {}

  ReturnAliases::Given of(const FunctionDecl* definition) {
    ofFunction(definition, {}, 0);
    return {found, isNew};
  }

 private:
  const Directives& directives;
  Names found;
  bool isNew = false;
  std::set<std::pair<const FunctionDecl*, Name>> seen;

  /// `object`: the member that it is called for.
  void ofFunction(const FunctionDecl* definition, const std::optional<Name>& object, int depth) {
    if (depth > 4 || !seen.emplace(definition, object.value_or(Name())).second) return;
    std::set<const VarDecl*> locals;  // from which the result is made
    std::set<const ValueDecl*> numbers;
    Names names;
    const auto add = [&](const Stmt* value) {
      walk(value, directives,
           [&](const Stmt* each) { return addPart(each, names, locals, numbers, depth); });
    };
    walk(definition->getBody(), directives, [&](const Stmt* each) {
      const auto* result = dyn_cast<ReturnStmt>(each);
      if (result) add(result->getRetValue());
      return !result && !isa<LambdaExpr>(each);
    });
    for (std::size_t before = locals.size() + 1; before != locals.size();) {
      before = locals.size();
      for (const VarDecl* local : std::set<const VarDecl*>(locals))
        if (local->getInit()) add(local->getInit());
      walk(definition->getBody(), directives, [&](const Stmt* each) {
        const auto* expression = dyn_cast<Expr>(each);
        const auto assignment = expression ? asAssignment(expression) : std::nullopt;
        if (assignment && assignment->value)
          if (const auto* local = dyn_cast_or_null<VarDecl>(namedVariable(assignment->target));
              local && locals.count(local))
            add(assignment->value);
        return true;
      });
    }
    isNew |= givesNewOnes(definition, numbers);
    for (const Name& each : names)
      if (isa<FieldDecl>(each.root) && object)
        found.insert({object->root, object->path + "." + each.root->getNameAsString() + each.path});
      else
        found.insert(each);
  }

  /// `return pool + (used += n) - n;`: the number that selects the place only grows, and never wraps around.
  bool givesNewOnes(const FunctionDecl* definition, const std::set<const ValueDecl*>& numbers) const {
    bool grows = false, goesRound = false;
    walk(definition->getBody(), directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      const auto assignment =
          expression && strip(expression) == expression ? asAssignment(expression) : std::nullopt;
      const ValueDecl* target = assignment ? namedVariable(assignment->target) : nullptr;
      const auto* variable = dyn_cast_or_null<VarDecl>(target);
      if (target && numbers.count(target) && !(variable && variable->hasLocalStorage())) {
        const bool isSum = assignment->op == BO_AddAssign || assignment->op == BO_SubAssign;
        (isSum ? grows : goesRound) = true;
      }
      const auto* binary = dyn_cast<BinaryOperator>(each);
      goesRound |= binary && (binary->getOpcode() == BO_Rem || binary->getOpcode() == BO_And ||
                              binary->getOpcode() == BO_Xor);
      return true;
    });
    return grows && !goesRound;
  }

  bool addPart(const Stmt* part, Names& names, std::set<const VarDecl*>& locals,
               std::set<const ValueDecl*>& numbers, int depth) {
    if (isa<LambdaExpr>(part)) return false;
    if (const auto* choice = dyn_cast<AbstractConditionalOperator>(part)) {
      const auto again = [&](const Stmt* each) { return addPart(each, names, locals, numbers, depth); };
      walk(choice->getTrueExpr(), directives, again);
      walk(choice->getFalseExpr(), directives, again);
      return false;
    }
    const auto* call = dyn_cast<CallExpr>(part);
    const Expr* of = call ? objectOf(call) : nullptr;
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr, *definition = nullptr;
    if (callee && !isOfLibrary(callee) && !isVirtualCall(call) && callee->hasBody(definition)) {
      const auto object = of ? nameOf(of) : std::nullopt;
      const bool isOwn = !of || isa<CXXThisExpr>(strip(of));
      if (isOwn || (object && isa<FieldDecl>(object->root)))
        ofFunction(definition, isOwn ? std::nullopt : object, depth + 1);
      if (of) {
        for (const Expr* argument : call->arguments())
          walk(argument, directives,
               [&](const Stmt* each) { return addPart(each, names, locals, numbers, depth); });
        return false;
      }
    }
    const auto* expression = dyn_cast<Expr>(part);
    const auto* reference = dyn_cast<DeclRefExpr>(part);
    const auto* member = dyn_cast<MemberExpr>(part);
    if (!expression || strip(expression) != expression || (!reference && !member)) return true;
    const ValueDecl* declared = reference ? reference->getDecl() : member->getMemberDecl();
    if (isa<FunctionDecl>(declared)) return true;
    const auto* variable = dyn_cast<VarDecl>(declared);
    const bool isScalar = declared->getType()->isScalarType();
    if (isScalar) numbers.insert(declared);
    if (expression->getType()->isArithmeticType()) return false;
    if (variable && variable->hasLocalStorage()) {
      if (!isa<ParmVarDecl>(variable)) locals.insert(variable);
      return true;
    }
    const auto name = nameOf(expression);
    if (!name) return true;
    const auto* root = dyn_cast<VarDecl>(name->root);
    if (root && root->hasLocalStorage()) {
      if (!isa<ParmVarDecl>(root)) locals.insert(root);
    } else if (root || isa<FieldDecl>(name->root)) {
      names.insert(*name);
    }
    return false;
  }
};

}  // namespace

const Expr* certainResult(const CallExpr* call, const FunctionDecl* definition, unsigned firstArgument) {
  const auto* body = dyn_cast_or_null<CompoundStmt>(definition->getBody());
  if (!body) return nullptr;
  const auto* only = body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  const Expr* value = only ? only->getRetValue() : nullptr;
  if (value && !isa<ConditionalOperator>(strip(value))) return value;
  return Followed(call, definition, firstArgument).result();
}

/// `this`, `*this`, and `self` of `auto& self = *this;`.
static bool isCurrentObject(const Expr* object) {
  const Expr* inner = strip(object);
  if (const auto* unary = dyn_cast<UnaryOperator>(inner); unary && unary->getOpcode() == UO_Deref)
    inner = strip(unary->getSubExpr());
  const auto* local = dyn_cast_or_null<VarDecl>(namedVariable(inner));
  const bool isOther = local && local->isLocalVarDecl() && local->getInit() && local->getInit() != object &&
                       (local->getType()->isReferenceType() || local->getType()->isPointerType());
  return isa<CXXThisExpr>(inner) || (isOther && isCurrentObject(local->getInit()));
}

std::optional<Name> nameAtCall(const Name& name, const CallExpr* call, const FunctionDecl* callee) {
  const bool isOperator = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee);
  const Expr* given = nullptr;
  std::string path = name.path;
  if (isa<FieldDecl>(name.root)) {
    given = isOperator ? call->getArg(0) : objectOf(call);
    path = "." + name.root->getNameAsString() + path;
  } else if (const auto* parameter = dyn_cast<ParmVarDecl>(name.root)) {
    const unsigned index = parameter->getFunctionScopeIndex() + (isOperator ? 1 : 0);
    if (index < call->getNumArgs() && parameter->getDeclContext() == callee) given = call->getArg(index);
  }
  if (!given) return std::nullopt;
  const Expr* inner = strip(given);
  while (isa<CXXConstructExpr>(inner) && cast<CXXConstructExpr>(inner)->getNumArgs() == 1)
    inner = strip(cast<CXXConstructExpr>(inner)->getArg(0));
  if (const auto* moved = dyn_cast<CallExpr>(inner); moved && functionIs(calleeName(moved), Fact::Moves))
    inner = moved->getArg(0);
  // `self().now()`: of one class they are taken for one object.
  const auto recordOf = [](const Expr* object) {
    const QualType type = strip(object)->getType();
    return (type->isPointerType() ? type->getPointeeType() : type)->getAsCXXRecordDecl();
  };
  for (const auto* outer = dyn_cast<CXXMemberCallExpr>(inner);
       outer && recordOf(inner) == recordOf(outer->getImplicitObjectArgument());
       outer = dyn_cast<CXXMemberCallExpr>(inner))
    inner = strip(outer->getImplicitObjectArgument());
  if (isCurrentObject(inner)) return name;
  auto outer = nameOf(inner);
  if (outer) outer->path += path;
  return outer;
}

/// Decided by its name or `__attribute__((malloc))`.
static bool makesNewOnes(const FunctionDecl* callee) {
  const std::string name = llvm::StringRef(callee->getNameAsString()).lower();
  return callee->hasAttr<RestrictAttr>() ||
         llvm::any_of(
             std::array{"alloc", "new", "create", "make", "made", "clone", "acquire", "take", "next", "pop"},
             [&](const char* word) { return llvm::StringRef(name).contains(word); });
}

Names ReturnAliases::of(const CallExpr* call) {
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  if (!callee || isOfLibrary(callee) || isOfArrayLanguage(callee)) return {};
  const QualType type = callee->getReturnType();
  const bool leads = type->isPointerType() || type->isLValueReferenceType();
  if (!callee->hasBody(definition) || isVirtualCall(call)) {
    if (!leads || call->getNumArgs() == 0 || makesNewOnes(callee)) return {};
    return {{canonical(callee), "(" + textOf(call, source.ast) + ")"}};
  }
  auto found = known.find(definition);
  if (found == known.end()) {
    Given given;
    if (leads || leadsElsewhere(type)) given = Collector(source.directives).of(definition);
    found = known.emplace(definition, std::move(given)).first;
  }
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const bool isOfLambda = method && method->getParent()->isLambda();
  Names names;
  // A part of its own: of all that is there, but of nothing else that is handed out.
  const std::string part =
      found->second.isNew ? ".(" + std::to_string(call->getBeginLoc().getRawEncoding()) + ")" : "";
  for (const Name& each : found->second.names) {
    const bool isOwn = !isa<FieldDecl>(each.root) || isOfLambda;
    if (const auto name = isOwn ? std::optional(each) : nameAtCall(each, call, definition))
      names.insert({name->root, name->path + part});
  }
  return names;
}

}  // namespace appyl
