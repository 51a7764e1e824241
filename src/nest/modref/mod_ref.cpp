#include "nest/modref/mod_ref.h"

#include "nest/ast/calls.h"
#include "nest/ast/implicit_calls.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/modified_variables.h"
#include "nest/points_to/pointer_capture.h"
#include "nest/points_to/points_to.h"

namespace appyl {
namespace {

using namespace clang;

bool isReferenceTo(const VarDecl* variable) {
  return variable->getType()->isReferenceType() && !variable->getType()->getPointeeType().isConstQualified();
}

/// Calls `visit` for the code that `statement` runs without containing it: visible functions that it calls or
/// hands on, initial values and the like, and what these run.
class HiddenCode {
 public:
  /// `function`: the one that the code belongs to; null: a class. `from`: the place in the statement that
  /// runs it.
  using Visit = std::function<void(const Stmt* code, const FunctionDecl* function, const Expr* from)>;

  HiddenCode(const Directives& directives, Visit visit) : directives(directives), visit(std::move(visit)) {}

  void of(const Stmt* statement) { search(statement, nullptr, nullptr); }

 private:
  const Directives& directives;
  Visit visit;
  std::set<const FunctionDecl*> seen;
  std::set<const Expr*> seenValues;

  void search(const Stmt* part, const FunctionDecl* function, const Expr* outermost) {
    const Expr* place = outermost;
    walk(part, directives, [&](const Stmt* each) {
      // A default argument has no place of its own; the call in front of it has one.
      if (const Expr* own = outermost ? nullptr : placeOf(each); own && own->getBeginLoc().isValid())
        place = own;
      enter(runBy(each), function, place);
      return true;
    });
  }

  void enter(const ImplicitCode& code, const FunctionDecl* function, const Expr* from) {
    for (const ImplicitCode::Value& value : code.values) {
      if (!seenValues.insert(value.expression).second) continue;
      visit(value.expression, function, from);
      search(value.expression, function, from);
    }
    for (const FunctionDecl* each : code.functions) {
      const FunctionDecl* definition = nullptr;
      if (!each->hasBody(definition) || !seen.insert(definition).second) continue;
      visit(definition->getBody(), definition, from);
      search(definition->getBody(), definition, from);
      enter(runBeside(definition), definition, from);
    }
  }

  /// Of a declaration: the initial value of its variable.
  static const Expr* placeOf(const Stmt* part) {
    if (const auto* declaration = dyn_cast<DeclStmt>(part))
      for (const Decl* each : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(each); variable && variable->getInit())
          return variable->getInit();
    return dyn_cast<Expr>(part);
  }
};

/// Uses of `variable` in the code of `function`; a lambda may use its own copy instead.
bool uses(const Stmt* code, const FunctionDecl* function, const ValueDecl* variable,
          const Directives& directives) {
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(function);
  if (method && method->getParent()->isLambda())
    for (const LambdaCapture& capture : method->getParent()->captures())
      if (capture.capturesVariable() && capture.getCapturedVar() == variable &&
          capture.getCaptureKind() == LCK_ByCopy)
        return false;
  bool found = false;
  walk(code, directives, [&](const Stmt* each) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(each))
      found |= reference->getDecl()->getCanonicalDecl() == variable->getCanonicalDecl();
    if (const auto* member = dyn_cast<MemberExpr>(each))
      found |= member->getMemberDecl()->getCanonicalDecl() == variable->getCanonicalDecl();
    return !found;
  });
  return found;
}

/// The names, in a function and of globals, through which a variable can be reached without its own name.
class OtherNames {
 public:
  explicit OtherNames(const ValueDecl* variable, const Directives& directives, int depth = 0)
      : variable(variable), directives(directives), depth(depth) {}

  /// Any function of the file may hand out a global.
  void readFile(const DeclContext* scope) {
    for (const Decl* each : scope->decls()) {
      if (isOfSystem(each)) continue;
      const auto* pattern = dyn_cast<TemplateDecl>(each);
      const Decl* declared = pattern && pattern->getTemplatedDecl() ? pattern->getTemplatedDecl() : each;
      const auto* function = dyn_cast<FunctionDecl>(declared);
      if (function && function->doesThisDeclarationHaveABody()) read(function->getBody());
      if (const auto* constructor = dyn_cast<CXXConstructorDecl>(declared))
        for (const CXXCtorInitializer* init : constructor->inits())
          readInitial(init->getAnyMember(), init->getInit());
      if (const auto* field = dyn_cast<FieldDecl>(declared))
        readInitial(field, field->getInClassInitializer());
      if (const auto* inner = dyn_cast<DeclContext>(declared); inner && !function) readFile(inner);
    }
  }

  /// `int& r = s;`, `int* p = &s;`, `p = &s;`, `Log log{s};`, and names of these. A pointer that the nest
  /// itself sets to the variable leads to the iteration's own copy.
  void read(const Stmt* body, const Stmt* nest = nullptr) {
    for (std::size_t before = names.size() + 1; before != names.size();) {
      before = names.size();
      walk(body, directives, [&](const Stmt* each) {
        if (each != nest) readStatement(each);
        return each != nest;
      });
    }
  }

  /// But not those that are declared in the nest, of which each iteration has its own.
  void leaveOut(const Stmt* nest) {
    std::erase_if(names, [&](const ValueDecl* each) { return isDeclaredInside(each, nest, directives); });
  }

  /// Where the code uses one of the names. A number beside the reference, `log.count`, is no use.
  const Expr* usedIn(const Stmt* code) const {
    const Expr* use = nullptr;
    walk(code, directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      if (!expression || use) return !use;
      if (const auto* member = dyn_cast<MemberExpr>(expression); member && isNumber(member)) return false;
      const ValueDecl* named = namedVariable(expression);
      if (const auto* reference = dyn_cast<DeclRefExpr>(expression))  // x of `auto& [x, y] = point;`
        if (const auto* part = dyn_cast<BindingDecl>(reference->getDecl())) named = part->getDecomposedDecl();
      if (const auto* member = dyn_cast<MemberExpr>(expression); member && !named)
        named = member->getMemberDecl();
      if (named && isOne(named)) use = expression;
      return !use;
    });
    return use;
  }

 private:
  const ValueDecl* variable;
  const Directives& directives;
  int depth;  // of the calls that are looked into
  std::set<const ValueDecl*> names;

  static bool isNumber(const MemberExpr* member) {
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    return field && field->getType()->isArithmeticType() && !member->isArrow() &&
           isa<DeclRefExpr>(strip(member->getBase()));
  }

  bool isOne(const ValueDecl* named) const {
    if (names.count(named)) return true;
    const auto* global = dyn_cast<VarDecl>(named);
    return global && global != variable && global->hasGlobalStorage() && global->getInit() &&
           mayLead(global->getType()) && leads(global->getInit());
  }

  static bool mayLead(QualType type) { return type->isReferenceType() || leadsElsewhere(type); }

  void readInitial(const FieldDecl* field, const Expr* value) {
    if (field && value && mayLead(field->getType()) && leads(value)) names.insert(field);
  }

  void readStatement(const Stmt* statement) {
    if (const auto* declaration = dyn_cast<DeclStmt>(statement))
      for (const Decl* declared : declaration->decls())
        if (const auto* other = dyn_cast<VarDecl>(declared); other && other != variable && other->getInit() &&
                                                             mayLead(other->getType()) &&
                                                             leads(other->getInit()))
          names.insert(other);
    const auto* expression = dyn_cast<Expr>(statement);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    if (assignment && assignment->value && mayLead(assignment->target->getType()) && leads(assignment->value))
      add(assignment->target);
    // `all.push_back(&s)`
    const auto* call = dyn_cast<CallExpr>(statement);
    if (const Expr* object = call ? objectOf(call) : nullptr;
        object && llvm::any_of(call->arguments(),
                               [&](const Expr* each) { return mayLead(each->getType()) && leads(each); }))
      add(object);
    if (call) readCallee(call);
  }

  /// `watch(&s)`, which does `watched = p;`; `link(log, s)`, which does `log.p = &s;`.
  void readCallee(const CallExpr* call) {
    const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
    if (!callee || isOfLibrary(callee) || !callee->hasBody(definition) || depth > 3) return;
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee) ? 1 : 0;
    for (unsigned k = 0; k < definition->getNumParams() && k + shift < call->getNumArgs(); ++k) {
      const ParmVarDecl* parameter = definition->getParamDecl(k);
      if (!mayLead(parameter->getType()) || !leads(call->getArg(k + shift))) continue;
      OtherNames inner(parameter, directives, depth + 1);
      inner.read(definition->getBody());
      for (const ValueDecl* each : inner.names) addOutside(each, call, shift);
    }
  }

  /// Adds what a name inside the called function is outside of it: an argument, a global, the object.
  void addOutside(const ValueDecl* name, const CallExpr* call, unsigned shift) {
    const auto* parameter = dyn_cast<ParmVarDecl>(name);
    const auto* other = dyn_cast<VarDecl>(name);
    const Expr* object = shift ? call->getArg(0) : objectOf(call);
    if (parameter && parameter->getFunctionScopeIndex() + shift < call->getNumArgs())
      add(call->getArg(parameter->getFunctionScopeIndex() + shift));
    else if (other && other->hasGlobalStorage() && other != variable)
      names.insert(other);
    else if (isa<FieldDecl>(name) && object)
      add(object);
  }

  void add(const Expr* target) {
    if (const ValueDecl* root = rootVariable(target); root && root != variable) names.insert(root);
  }

  /// May the value refer to the variable? Not a value computed from it: `s + 1`, `*p`, a copy of an object.
  bool leads(const Expr* value) const {
    bool found = false;
    walk(value, directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      if (!expression || found) return !found;
      const auto* loaded = dyn_cast<ImplicitCastExpr>(expression);
      if (loaded && loaded->getCastKind() == CK_LValueToRValue && !mayLead(loaded->getType())) return false;
      const auto* made = dyn_cast<CXXConstructExpr>(expression);
      if (made && made->getConstructor()->isCopyOrMoveConstructor() && made->getNumArgs() == 1 &&
          namedVariable(made->getArg(0)) == variable)
        return false;
      if (const auto* lambda = dyn_cast<LambdaExpr>(expression)) return found = captures(lambda), false;
      const auto* named = dyn_cast<DeclRefExpr>(expression);
      const auto* member = dyn_cast<MemberExpr>(expression);
      const ValueDecl* declared = named ? named->getDecl() : member ? member->getMemberDecl() : nullptr;
      found |= declared && (declared == variable || names.count(declared) != 0);
      return !found;
    });
    return found;
  }

  bool captures(const LambdaExpr* lambda) const {
    return llvm::any_of(lambda->captures(), [&](const LambdaCapture& capture) {
      if (!capture.capturesVariable()) return false;
      if (lambda->isInitCapture(&capture)) {  // `[&r = s]`
        const auto* own = dyn_cast<VarDecl>(capture.getCapturedVar());
        return own && own->getInit() && mayLead(own->getType()) && leads(own->getInit());
      }
      return (names.count(capture.getCapturedVar()) ||
              (capture.getCaptureKind() == LCK_ByRef && capture.getCapturedVar() == variable));
    });
  }
};

}  // namespace

namespace {

/// The members that lead to a place, innermost first, and its variable: f and g of `g.f[i]`. The members of a
/// union are one.
std::vector<const ValueDecl*> ownersOf(const Expr* place) {
  const ValueDecl* root = rootVariable(place);
  std::vector<const ValueDecl*> owners;
  if (!root) return owners;
  for (const Expr* inner = strip(place); namedVariable(inner) != root;) {
    const auto* member = dyn_cast<MemberExpr>(inner);
    const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    if (field && field->getParent()->isUnion())
      owners.clear();
    else if (field)
      owners.push_back(field);
    const Expr* next = nullptr;
    for (const Stmt* child : inner->children())
      if (const auto* part = dyn_cast_or_null<Expr>(child); part && !next && rootVariable(part) == root)
        next = strip(part);
    if (!next) break;
    inner = next;
  }
  owners.push_back(root);
  return owners;
}

}  // namespace

bool isOfWritten(const Expr* expression, const std::set<const ValueDecl*>& written) {
  return llvm::any_of(ownersOf(expression), [&](const ValueDecl* each) { return written.count(each) != 0; });
}

std::set<const ValueDecl*> writtenMemory(const Stmt* statement, const Directives& directives) {
  std::set<const ValueDecl*> written;
  const auto add = [&](const Expr* place) {
    const std::vector<const ValueDecl*> owners = ownersOf(place);
    if (!owners.empty()) written.insert(owners.front());
  };
  walk(statement, directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    if (!expression) return true;
    if (const auto assignment = asAssignment(expression)) add(assignment->target);
    const auto* call = dyn_cast<CallExpr>(expression);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!call) return true;
    if (const Expr* object = objectOf(call))
      if (const auto* called = dyn_cast_or_null<CXXMethodDecl>(call->getCalleeDecl());
          called && !called->isConst() && !memberIs(calleeName(call), Fact::OfAnyArray))
        add(object);
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee) ? 1 : 0;
    for (unsigned k = shift; k < call->getNumArgs(); ++k) {
      const bool isKnown = callee && k - shift < callee->getNumParams();
      const QualType type = isKnown ? callee->getParamDecl(k - shift)->getType() : call->getArg(k)->getType();
      const bool isConst =
          (type->isPointerType() || type->isReferenceType()) && type->getPointeeType().isConstQualified();
      if (!isConst && !type->isArithmeticType() && !type->isEnumeralType()) add(call->getArg(k));
    }
    return true;
  });
  return written;
}

namespace {

/// `v` as a whole is handed out: by a reference, an address, a return.
bool handsOutMembers(const FunctionDecl* definition, const Directives& directives,
                     std::set<const ValueDecl*>& handedOut) {
  const QualType result = definition->getReturnType();
  const bool refers = result->isReferenceType() || result->isPointerType();
  const auto isMember = [](const Expr* value) {
    const auto* member = value ? dyn_cast<MemberExpr>(strip(value)) : nullptr;
    return member && isa<FieldDecl>(member->getMemberDecl());
  };
  bool found = false;
  walk(definition->getBody(), directives, [&](const Stmt* each) {
    if (const auto* returned = dyn_cast<ReturnStmt>(each); returned && refers && returned->getRetValue()) {
      const Expr* value = strip(returned->getRetValue());
      if (result->isReferenceType() && isMember(value) && value->getType()->isRecordType())
        handedOut.insert(cast<MemberExpr>(value)->getMemberDecl());
      else
        found |= isa<ConditionalOperator>(value) || (result->isReferenceType() && isMember(value));
    }
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* other = dyn_cast<VarDecl>(declared))
          found |= isReferenceTo(other) && isMember(other->getInit());
    found |= isa<LambdaExpr>(each);
    return !found;
  });
  return found;
}

/// `this` of what stands for the object: `this`, `*this`.
const CXXThisExpr* thisOf(const Expr* object) {
  object = strip(object);
  if (const auto* unary = dyn_cast<UnaryOperator>(object); unary && unary->getOpcode() == UO_Deref)
    object = strip(unary->getSubExpr());
  return dyn_cast<CXXThisExpr>(object);
}

/// The object's numbers are only read, and the object itself is passed nowhere.
bool usesMembersPlainly(const FunctionDecl* definition, const Directives& directives,
                        const std::function<bool(const CXXMethodDecl*)>& isHarmless) {
  std::set<const Stmt*> loaded, bases;
  bool plain = true;
  walk(definition->getBody(), directives, [&](const Stmt* each) {
    if (const auto* cast = dyn_cast<ImplicitCastExpr>(each); cast && cast->getCastKind() == CK_LValueToRValue)
      loaded.insert(cast->getSubExpr()->IgnoreParens());
    const auto* member = dyn_cast<MemberExpr>(each);
    if (const CXXThisExpr* object = member ? thisOf(member->getBase()) : nullptr) {
      bases.insert(object);
      const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
      const auto* method = dyn_cast<CXXMethodDecl>(member->getMemberDecl());
      plain &= !field || !field->getType()->isScalarType() || loaded.count(member);
      plain &= !method || method->isStatic() || isHarmless(method);
    }
    const auto* call = dyn_cast<CXXOperatorCallExpr>(each);  // `(*this)(i, j)`
    if (const CXXThisExpr* object = call && call->getNumArgs() > 0 ? thisOf(call->getArg(0)) : nullptr) {
      const auto* method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
      bases.insert(object);
      plain &= method && isHarmless(method);
    }
    plain &= !isa<CXXThisExpr>(each) || bases.count(each);
    return plain;
  });
  return plain;
}

bool changesMembers(const CXXMethodDecl* method, const Directives& directives,
                    std::set<const ValueDecl*>& handedOut, int depth) {
  const FunctionDecl* definition = nullptr;
  if (method->isConst() || method->isStatic()) return false;
  if (method->isVirtual() || !method->hasBody(definition) || definition->isDefaulted() ||
      definition->isTemplated() || depth > 4)
    return true;
  const std::set<const ValueDecl*> modified = modifiedVariables(definition->getBody(), directives);
  if (llvm::any_of(modified, [](const ValueDecl* each) { return isa<FieldDecl>(each); })) return true;
  return handsOutMembers(definition, directives, handedOut) ||
         !usesMembersPlainly(definition, directives, [&](const CXXMethodDecl* called) {
           return !changesMembers(called, directives, handedOut, depth + 1);
         });
}

}  // namespace

bool changesMembers(const CXXMethodDecl* method, const Directives& directives,
                    std::set<const ValueDecl*>& handedOut) {
  // To find what a body modifies, the methods that it calls are asked, maybe this one again.
  thread_local std::set<const CXXMethodDecl*> asked;
  if (!asked.insert(method).second) return true;
  const bool changes = changesMembers(method, directives, handedOut, 0);
  asked.erase(method);
  return changes;
}

/// Arguments taken by a reference through which they may be changed later: `std::tie(t)`, `keep(t)`.
static std::vector<const Expr*> referredBy(const Expr* expression, const Directives& directives) {
  const auto* call = dyn_cast<CallExpr>(expression);
  const auto* made = dyn_cast<CXXConstructExpr>(expression);
  const FunctionDecl* callee = call ? call->getDirectCallee() : made ? made->getConstructor() : nullptr;
  std::vector<const Expr*> places;
  if (!callee) return places;
  const unsigned shift = isa<CXXOperatorCallExpr>(expression) && isa<CXXMethodDecl>(callee) ? 1 : 0;
  const unsigned count = call ? call->getNumArgs() : made->getNumArgs();
  for (unsigned k = shift; k < count && k - shift < callee->getNumParams(); ++k) {
    const QualType type = callee->getParamDecl(k - shift)->getType();
    const Expr* argument = call ? call->getArg(k) : made->getArg(k);
    if (!type->isReferenceType() || type->getPointeeType().isConstQualified() || !argument->isGLValue())
      continue;
    if (mayReferTo(expression, callee, k - shift) ||
        (!made && !isOfLibrary(callee) &&
         PointerCapture(directives).keepsArgument(expression, callee, k - shift)))
      places.push_back(argument);
  }
  return places;
}

static std::set<const ValueDecl*> findHeld(const Stmt* body, const Directives& directives) {
  std::set<const ValueDecl*> held;
  const auto hold = [&](const Expr* value) {
    for (const Expr* place : placesOf(value))
      if (const ValueDecl* variable = namedVariable(place)) held.insert(variable);
  };
  walk(body, directives, [&](const Stmt* each) {
    if (const auto* lambda = dyn_cast<LambdaExpr>(each))
      for (const LambdaCapture& capture : lambda->captures())
        if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef) {
          held.insert(capture.getCapturedVar());
          const auto* own = dyn_cast<VarDecl>(capture.getCapturedVar());
          if (own && own->isInitCapture() && own->getInit()) hold(own->getInit());  // `[&r = t]`
        }
    if (const auto* unary = dyn_cast<UnaryOperator>(each); unary && unary->getOpcode() == UO_AddrOf)
      hold(unary->getSubExpr());
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* other = dyn_cast<VarDecl>(declared);
            other && other->getInit() && isReferenceTo(other) &&
            !other->isImplicit())  // the range of a loop is named by nobody
          hold(other->getInit());
    for (const Expr* place : handedOut(each, directives)) hold(place);
    if (const auto* expression = dyn_cast<Expr>(each))
      for (const Expr* place : referredBy(expression, directives)) hold(place);
    return true;
  });
  return held;
}

const std::set<const ValueDecl*>& addressTaken(const Stmt* body, const Directives& directives) {
  const auto known = directives.found.find(body);
  if (known != directives.found.end() && known->second.held) return *known->second.held;
  std::set<const ValueDecl*> held = findHeld(body, directives);
  return *(directives.found[body].held = std::move(held));
}

bool changesOthers(const Stmt* statement, const Directives& directives) {
  const auto changes = [&](const Stmt* part, const FunctionDecl* function) {
    bool found = false;
    walk(part, directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      const auto assignment = expression ? asAssignment(expression) : std::nullopt;
      if (!assignment) return !found;
      const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(assignment->target));
      const bool isOwn = function && variable && variable->hasLocalStorage() &&
                         !variable->getType()->isReferenceType() && variable->getDeclContext() == function;
      found |= !isOwn;
      return !found;
    });
    return found;
  };
  bool found = changes(statement, nullptr);
  HiddenCode(directives, [&](const Stmt* code, const FunctionDecl* callee, const Expr*) {
    found |= !(callee && isOfSystem(callee)) && changes(code, callee);
  }).of(statement);
  return found;
}

void forHiddenCode(const Stmt* statement, const Directives& directives,
                   const std::function<void(const Stmt* code)>& visit) {
  HiddenCode(directives, [&](const Stmt* code, const FunctionDecl*, const Expr*) {
    visit(code);
  }).of(statement);
}

/// `*this`; `this`; a local name of it.
static bool leadsToThis(const Expr* object) {
  const Expr* inner = strip(object);
  if (const auto* unary = dyn_cast<UnaryOperator>(inner); unary && unary->getOpcode() == UO_Deref)
    inner = strip(unary->getSubExpr());
  if (isa<CXXThisExpr>(inner)) return true;
  const auto* reference = dyn_cast<DeclRefExpr>(inner);
  const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && (variable->getType()->isReferenceType() || variable->getType()->isPointerType()) &&
         variable->hasLocalStorage() && variable->getInit() && variable->getInit() != object &&
         leadsToThis(variable->getInit());
}

/// `self.s`, `this->*m`, `[s, t] = *this`, a copy of `*this`.
static bool usesByOtherName(const Expr* expression, const FieldDecl* field) {
  if (const auto* member = dyn_cast<MemberExpr>(expression))
    return member->getMemberDecl() == field && namedVariable(member) != field &&
           leadsToThis(member->getBase());
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) {
    const auto* part = dyn_cast<BindingDecl>(reference->getDecl());
    const auto* member =
        part && part->getBinding() ? dyn_cast<MemberExpr>(strip(part->getBinding())) : nullptr;
    const auto* whole = part ? dyn_cast_or_null<VarDecl>(part->getDecomposedDecl()) : nullptr;
    return member && member->getMemberDecl() == field && whole && whole->getType()->isReferenceType() &&
           whole->getInit() && leadsToThis(whole->getInit());
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(expression); binary && binary->isPtrMemOp())
    return leadsToThis(binary->getLHS()) && binary->getType().getCanonicalType().getUnqualifiedType() ==
                                                field->getType().getCanonicalType().getUnqualifiedType();
  const auto* made = dyn_cast<CXXConstructExpr>(expression);
  return made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor() &&
         made->getArg(0)->getType()->isRecordType() && leadsToThis(made->getArg(0));
}

bool mayChangeItsCopies(const LambdaExpr* lambda, const Directives& directives) {
  if (lambda->getCallOperator()->isConst()) return false;
  const std::set<const ValueDecl*> changed = modifiedVariables(lambda->getBody(), directives);
  return llvm::any_of(lambda->captures(), [&](const LambdaCapture& capture) {
    if (!capture.capturesVariable() || capture.getCaptureKind() != LCK_ByCopy) return false;
    const ValueDecl* copy = capture.getCapturedVar();
    return !copy->getType()->isScalarType() || changed.count(copy) != 0;
  });
}

std::set<const ValueDecl*> modifiedByLambdas(const Stmt* code, const Stmt* nest,
                                             const Directives& directives) {
  std::set<const DeclContext*> ofNest, called;
  walk(nest, directives, [&](const Stmt* each) {
    if (const auto* lambda = dyn_cast<LambdaExpr>(each)) ofNest.insert(lambda->getLambdaClass());
    return true;
  });
  std::set<const ValueDecl*> result;
  const std::function<void(const Stmt*)> look = [&](const Stmt* part) {
    walk(part, directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
      if (!callee || !callee->getBody() || !ofNest.count(callee->getParent()) ||
          !called.insert(callee).second)
        return true;
      result.merge(modifiedVariables(callee->getBody(), directives));
      look(callee->getBody());
      return true;
    });
  };
  look(code);
  std::erase_if(result, [&](const ValueDecl* each) { return called.count(each->getDeclContext()) != 0; });
  return result;
}

/// A call of the function by itself has local variables of its own.
static bool isOfAnotherCall(const ValueDecl* variable, const FunctionDecl* function) {
  const auto* local = dyn_cast<VarDecl>(variable);
  return function && local && local->hasLocalStorage() && local->getDeclContext()->Equals(function);
}

const Expr* indirectUse(const ValueDecl* variable, const Stmt* nest, const FunctionDecl* function,
                        const Directives& directives) {
  std::set<const DeclContext*> lambdas;  // of the nest: their bodies are parts of it
  walk(nest, directives, [&](const Stmt* each) {
    if (const auto* lambda = dyn_cast<LambdaExpr>(each)) lambdas.insert(lambda->getLambdaClass());
    return true;
  });
  OtherNames names(variable, directives);
  const auto* local = dyn_cast<VarDecl>(variable);
  const auto mentions = [&](const Stmt* code) {
    return mentionedIn(code, directives).count(cast<ValueDecl>(variable->getCanonicalDecl()));
  };
  // A variable that the code around the nest never mentions has no other name there.
  if (!local || !local->hasLocalStorage() || mentions(function->getBody()) > mentions(nest))
    names.read(function->getBody(), nest);
  if (const auto* global = dyn_cast<VarDecl>(variable); global && global->hasGlobalStorage())
    names.readFile(global->getASTContext().getTranslationUnitDecl());
  names.leaveOut(nest);
  const Expr* use = nullptr;
  HiddenCode(directives, [&](const Stmt* code, const FunctionDecl* callee, const Expr* from) {
    const bool isPart = callee && lambdas.count(callee->getDeclContext());
    if (!use && !isPart && !isOfAnotherCall(variable, callee) &&
        (uses(code, callee, variable, directives) || names.usedIn(code)))
      use = from;
  }).of(nest);
  if (const auto* field = dyn_cast<FieldDecl>(variable))
    walk(nest, directives, [&](const Stmt* each) {
      if (const auto* expression = dyn_cast<Expr>(each); expression && !use)
        if (usesByOtherName(expression, field)) use = expression;
      return !use;
    });
  return use ? use : names.usedIn(nest);
}

}  // namespace appyl
