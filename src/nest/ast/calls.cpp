#include "nest/ast/calls.h"

#include "nest/ast/array_types.h"
#include "nest/ast/implicit_calls.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/ast/statics.h"

#include <clang/AST/Attr.h>
#include <clang/Basic/Builtins.h>

namespace appyl {
namespace {

using namespace clang;

/// Does anything in the file name `signgam`?
bool isSignRead(const FunctionDecl* callee) {
  const ASTContext& context = callee->getASTContext();
  const auto found = context.getTranslationUnitDecl()->lookup(&context.Idents.get("signgam"));
  return llvm::any_of(found, [](const NamedDecl* each) { return each->isReferenced(); });
}

/// Does the library's function do input or output, or keep state between calls? A method of another class, or
/// a function whose body is in the source, has such a name by chance.
bool keepsHiddenState(const FunctionDecl* callee) {
  if (const auto* method = dyn_cast<CXXMethodDecl>(callee); method && method->getIdentifier()) {
    const CXXRecordDecl* record = method->getParent();
    if (!record->isInStdNamespace() || !record->getIdentifier()) return false;
    return memberIs(method->getName(), Fact::Stateful) || (classIs(record->getName(), ClassFact::Coroutine) &&
                                                           memberIs(method->getName(), Fact::RunsCoroutine));
  }
  const FunctionDecl* definition = nullptr;
  if (isa<CXXMethodDecl>(callee) || (callee->hasBody(definition) && !isOfSystem(definition))) return false;
  if (!callee->getDeclName().isIdentifier()) return false;
  return functionIs(callee->getName(), Fact::Stateful) ||
         (functionIs(callee->getName(), Fact::SetsSign) && isSignRead(callee));
}

/// The global that owns what the expression names, also by the name of a local reference or pointer.
const VarDecl* globalOf(const Expr* place, int depth = 0) {
  const auto* variable = dyn_cast_or_null<VarDecl>(rootVariable(place));
  if (!variable || variable->hasGlobalStorage() || depth > 8)
    return variable && depth <= 8 ? variable : nullptr;
  const QualType type = variable->getType();
  const bool isName = type->isReferenceType() || type->isPointerType();
  return isName && variable->getInit() ? globalOf(variable->getInit(), depth + 1) : nullptr;
}

/// `all.push_back(x)`, `counts[key]` of a map, and methods outside of std without `const`.
bool changesObject(const CallExpr* call, const CXXMethodDecl* method) {
  if (method->isConst() || method->isStatic()) return false;
  if (!method->getParent()->isInStdNamespace()) return true;
  const std::string object = libraryTemplate(method->getASTContext().getRecordType(method->getParent()));
  const bool inserts = method->getOverloadedOperator() == OO_Subscript && classIs(object, ClassFact::Inserts);
  return inserts || !memberIs(calleeName(call), {Fact::LeadsTo, Fact::AtomicLooks});
}

/// Of a function of the library: does it change what it is given there? Algorithms write where an iterator or
/// a pointer leads; those that copy do so where the last one does.
bool libraryChanges(const FunctionDecl* callee, unsigned parameter) {
  const std::string name = callee->getNameAsString();
  const auto leads = [&](unsigned k) {
    const QualType type = callee->getParamDecl(k)->getType();
    return type->isPointerType() ? !type->getPointeeType().isConstQualified() : isIterator(type);
  };
  const QualType type = callee->getParamDecl(parameter)->getType();
  if (type->isLValueReferenceType())
    return !type->getPointeeType().isConstQualified() && functionIs(name, Fact::ChangesReference);
  if (!leads(parameter)) return false;
  if (functionIs(name, Fact::ChangesRange)) return true;
  for (unsigned k = parameter + 1; k < callee->getNumParams(); ++k)
    if (leads(k)) return false;
  return functionIs(name, Fact::CopiesTo);
}

/// A function outside of std may change what it is given by reference or pointer.
bool mayChangeGiven(const FunctionDecl* callee, unsigned parameter) {
  if (callee->isInStdNamespace()) return libraryChanges(callee, parameter);
  const QualType type = callee->getParamDecl(parameter)->getType();
  return (type->isLValueReferenceType() || type->isPointerType()) &&
         !type->getPointeeType().isConstQualified();
}

/// A global that the expression itself changes, as a whole, in part or in something that it holds, or passes
/// to a function that may change it.
const VarDecl* changedGlobal(const Expr* expression) {
  if (const auto assignment = asAssignment(expression)) {
    const auto* named = dyn_cast_or_null<VarDecl>(namedVariable(assignment->target));
    const bool isOwn = named && named->hasLocalStorage() && !named->getType()->isReferenceType();
    return isOwn ? nullptr : globalOf(assignment->target);  // a pointer that moves
  }
  const auto* call = dyn_cast<CallExpr>(expression);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee) return nullptr;
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const unsigned shift = isa<CXXOperatorCallExpr>(call) && method ? 1 : 0;
  const Expr* object = shift ? call->getArg(0) : objectOf(call);
  if (object && method && changesObject(call, method))
    if (const VarDecl* global = globalOf(object)) return global;
  for (unsigned k = shift; k < call->getNumArgs() && k - shift < callee->getNumParams(); ++k) {
    if (const VarDecl* global = mayChangeGiven(callee, k - shift) ? globalOf(call->getArg(k)) : nullptr)
      return global;
  }
  return nullptr;
}

class EffectReader {
 public:
  EffectReader(const Source& source) : source(source) {}

  CallEffect read(const FunctionDecl* callee) {
    if (!visited.insert(callee->getCanonicalDecl()).second) return {};
    if (keepsHiddenState(callee))
      return {false, "'" + callee->getNameAsString() + "' does input or output or keeps state between calls"};
    if (const auto* method = dyn_cast<CXXMethodDecl>(callee);
        method && method->getParent()->isInStdNamespace() && method->getParent()->getIdentifier() &&
        method->isOverloadedOperator()) {
      const llvm::StringRef object = method->getParent()->getName();
      if (classIs(object, ClassFact::Function))
        return {false, "a call through a 'std::function' is not followed"};
      if (classIs(object, ClassFact::Coroutine) && method->getOverloadedOperator() == OO_Call)
        return {false, "what a coroutine does next is not followed"};
      if (classIs(object, ClassFact::MemberFunction))
        return {false, "a call through a 'std::mem_fn' is not followed"};
    }
    if (callee->getBuiltinID() || callee->isInStdNamespace() || isOfArrayLanguage(callee)) return {};
    const FunctionDecl* definition = nullptr;
    if (!callee->hasBody(definition)) {
      const FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
      if (!pattern || !pattern->hasBody(definition)) {
        if (callee->isImplicit() || callee->isDefaulted() || callee->hasAttr<ConstAttr>() ||
            callee->hasAttr<PureAttr>())
          return {};
        // A system header's bodies are skipped; what has no state of its own is taken at its word.
        if (isOfSystem(callee)) return {};
        return {false, "the definition of '" + callee->getNameAsString() + "' is not visible"};
      }
    }
    CallEffect effect = read(definition->getBody(), definition->getNameAsString());
    merge(effect, read(runBeside(definition)));
    return effect;
  }

  /// `name`: that of the function that the statement belongs to.
  CallEffect read(const Stmt* statement, const std::string& name) {
    CallEffect effect;
    walk(statement, source.directives, [&](const Stmt* each) {
      effect.runsAnnotatedLoops |= source.directives.of(each) != nullptr;
      merge(effect, read(runBy(each)));
      if (const VarDecl* shared = effect.unknown.empty() ? staticIn(each) : nullptr)
        effect.unknown = "all iterations share the static '" + shared->getNameAsString() + "'";
      const auto* expression = dyn_cast<Expr>(each);
      if (!expression) return true;
      if (const VarDecl* changed = effect.unknown.empty() ? changedBy(expression, name) : nullptr)
        effect.unknown = "'" + name + "' changes '" + changed->getNameAsString() + "'";
      if (const auto* call = dyn_cast<CallExpr>(expression)) {
        if (isVirtualCall(call) && effect.unknown.empty())
          effect.unknown = "'" + name + "' makes a virtual call";
        if (!call->getDirectCallee() && !call->isTypeDependent() && effect.unknown.empty() &&
            !isa<CXXPseudoDestructorExpr>(strip(call->getCallee())))
          effect.unknown = "'" + name + "' makes a call through a pointer";
      }
      return true;
    });
    return effect;
  }

 private:
  Source source;
  std::set<const FunctionDecl*> visited;
  std::set<const Expr*> visitedValues;

  /// Outside of a function, accesses tell which elements change; only assignments to globals count here.
  static const VarDecl* changedBy(const Expr* expression, const std::string& name) {
    if (!name.empty()) return changedGlobal(expression);
    const auto assignment = asAssignment(expression);
    const auto* variable =
        assignment ? dyn_cast_or_null<VarDecl>(namedVariable(assignment->target)) : nullptr;
    return variable && variable->hasGlobalStorage() ? variable : nullptr;
  }

  /// A static variable whose value is that of the first call.
  const VarDecl* staticIn(const Stmt* part) const {
    const auto isLocal = [](const VarDecl* each) { return each->hasLocalStorage(); };
    if (const auto* declaration = dyn_cast<DeclStmt>(part))
      for (const Decl* each : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(each);
            variable && keepsFirstValue(variable, source, isLocal, true))
          return variable;
    return nullptr;
  }

  CallEffect read(const ImplicitCode& code) {
    CallEffect effect;
    for (const FunctionDecl* each : code.functions) merge(effect, read(each));
    for (const ImplicitCode::Value& each : code.values)
      if (visitedValues.insert(each.expression).second) merge(effect, read(each.expression, each.of));
    return effect;
  }

  static void merge(CallEffect& effect, const CallEffect& other) {
    effect.runsAnnotatedLoops |= other.runsAnnotatedLoops;
    if (effect.unknown.empty()) effect.unknown = other.unknown;
  }
};

}  // namespace

CallEffect effectOf(const FunctionDecl* callee, const Source& source) {
  return EffectReader(source).read(callee);
}

CallEffect effectOf(const Stmt* part, const std::string& name, const Source& source) {
  return EffectReader(source).read(part, name);
}

/// `return a < b ? a : b;` of the parameters a and b.
static std::optional<ReductionOperator> extremeByBody(const FunctionDecl* callee) {
  const FunctionDecl* definition = nullptr;
  if (callee->getNumParams() != 2 || isa<CXXMethodDecl>(callee) || !callee->hasBody(definition))
    return std::nullopt;
  const auto* body = dyn_cast<CompoundStmt>(definition->getBody());
  const auto* result = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  const auto* choice =
      result && result->getRetValue() ? dyn_cast<ConditionalOperator>(strip(result->getRetValue())) : nullptr;
  const auto parts = choice ? asBinary(choice->getCond()) : std::nullopt;
  if (!parts || !BinaryOperator::isRelationalOp(parts->op)) return std::nullopt;
  const ValueDecl *a = definition->getParamDecl(0), *b = definition->getParamDecl(1);
  const auto isOfResult = [&](const ValueDecl* each) {
    return callee->getASTContext().hasSameUnqualifiedType(each->getType().getNonReferenceType(),
                                                          definition->getReturnType().getNonReferenceType());
  };
  if (!isOfResult(a) || !isOfResult(b)) return std::nullopt;
  const ValueDecl *left = namedVariable(parts->left), *right = namedVariable(parts->right);
  const ValueDecl *first = namedVariable(choice->getTrueExpr()),
                  *second = namedVariable(choice->getFalseExpr());
  const bool areBoth = (left == a && right == b) || (left == b && right == a);
  const bool isSame = first == left && second == right, isSwapped = first == right && second == left;
  if (!areBoth || (!isSame && !isSwapped)) return std::nullopt;
  const bool less = parts->op == BO_LT || parts->op == BO_LE;
  return less == isSame ? ReductionOperator::Minimum : ReductionOperator::Maximum;
}

std::optional<ReductionOperator> extremeOf(const CallExpr* call) {
  const std::string name = calleeName(call);
  const FunctionDecl* callee = call->getDirectCallee();
  const auto* lookup = dyn_cast<OverloadExpr>(strip(call->getCallee()));
  const bool isOfLibrary = callee   ? callee->isInStdNamespace() || callee->getBuiltinID()
                           : lookup ? lookup->getNumDecls() > 0 &&
                                          llvm::all_of(lookup->decls(),
                                                       [](const NamedDecl* each) {
                                                         return each->getUnderlyingDecl()->isInStdNamespace();
                                                       })
                                    : false;
  if (callee && !isOfLibrary) return extremeByBody(callee);
  if (!isOfLibrary) return std::nullopt;
  if (functionIs(name, Fact::Minimum)) return ReductionOperator::Minimum;
  if (functionIs(name, Fact::Maximum)) return ReductionOperator::Maximum;
  return std::nullopt;
}

const CXXMethodDecl* openLambda(const CallExpr* call) {
  if (call->getDirectCallee()) return nullptr;
  const Expr* called = call->getCallee()->IgnoreParenImpCasts();
  if (const auto* named = dyn_cast<DeclRefExpr>(called))
    if (const auto* variable = dyn_cast<VarDecl>(named->getDecl());
        variable && variable->getInit() && variable->getType()->getContainedAutoType())  // no std::function
      called = variable->getInit()->IgnoreParenImpCasts();
  const auto* lambda = dyn_cast<LambdaExpr>(called);
  return lambda ? lambda->getCallOperator() : nullptr;
}

/// What a call of a member of the template's own class may mean. `o(i, j)` names its operator.
static std::vector<const NamedDecl*> membersCalled(const CallExpr* call, bool& isConstant) {
  const Expr* callee = call->getCallee()->IgnoreParenImpCasts();
  const auto* lookup = dyn_cast<UnresolvedMemberExpr>(callee);
  QualType type = lookup ? lookup->getBaseType() : callee->getType().getNonReferenceType();
  if (type->isPointerType()) type = type->getPointeeType();
  isConstant = type.isConstQualified();
  if (lookup) return {lookup->decls_begin(), lookup->decls_end()};
  const CXXRecordDecl* record = callee->isGLValue() ? type->getAsCXXRecordDecl() : nullptr;
  if (!record || !record->isDependentContext() || record->isLambda() || !record->hasDefinition()) return {};
  const auto found = record->lookup(record->getASTContext().DeclarationNames.getCXXOperatorName(OO_Call));
  return {found.begin(), found.end()};
}

const CXXMethodDecl* openMember(const CallExpr* call) {
  if (call->getDirectCallee()) return nullptr;
  bool isConstant = false;
  const CXXMethodDecl* best = nullptr;
  for (const NamedDecl* each : membersCalled(call, isConstant)) {
    const auto* method = dyn_cast<CXXMethodDecl>(each->getUnderlyingDecl());
    if (!method || method->isVirtual()) return nullptr;  // a template
    if (call->getNumArgs() < method->getMinRequiredArguments() ||
        call->getNumArgs() > method->getNumParams() ||
        (isConstant && !method->isConst() && !method->isStatic()))
      continue;
    if (!best) {
      best = method;
      continue;
    }
    // The same function for constant objects and for others.
    const ASTContext& context = method->getASTContext();
    const bool isPair = best->isConst() != method->isConst() &&
                        llvm::equal(best->parameters(), method->parameters(),
                                    [&](const ParmVarDecl* one, const ParmVarDecl* other) {
                                      return context.hasSameType(one->getType(), other->getType());
                                    });
    if (!isPair) return nullptr;
    if (!method->isConst()) best = method;
  }
  return best;
}

bool callsOpenFunctionObject(const CallExpr* call) {
  return !call->getDirectCallee() &&
         classIs(libraryTemplate(call->getCallee()->getType()), ClassFact::Function);
}

const FunctionDecl* bodyOf(const FunctionDecl* callee) {
  if (callee->isInStdNamespace() || callee->getBuiltinID()) return nullptr;
  const FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  const FunctionDecl* definition = nullptr;
  return (pattern ? pattern : callee)->hasBody(definition) ? definition : nullptr;
}

const FunctionDecl* visibleBody(const CallExpr* call) {
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  return callee && !isOfLibrary(callee) && !isOfArrayLanguage(callee) && callee->hasBody(definition)
             ? definition
             : nullptr;
}

bool isVirtualCall(const CallExpr* call) {
  if (const auto* method =
          isa<CXXOperatorCallExpr>(call) ? dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee()) : nullptr)
    return method->isVirtual() && !method->getDevirtualizedMethod(call->getArg(0), /*IsAppleKext=*/false);
  const auto* member = dyn_cast<MemberExpr>(strip(call->getCallee()));
  const auto* method = member ? dyn_cast<CXXMethodDecl>(member->getMemberDecl()) : nullptr;
  return method && method->isVirtual() && !member->hasQualifier() &&
         !method->getDevirtualizedMethod(member->getBase(), /*IsAppleKext=*/false);
}

}  // namespace appyl
