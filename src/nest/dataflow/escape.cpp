#include "nest/dataflow/escape.h"

#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/points_to/pointer_capture.h"

#include <clang/AST/ParentMapContext.h>

namespace appyl {
namespace {

using namespace clang;

class Holder {
 public:
  Holder(const VarDecl* variable, const Stmt* nest, const FunctionDecl* function, const Source& source)
      : variable(variable), nest(nest), function(function), source(source) {}

  bool find() {
    bool found = false;
    walk(function->getBody(), source.directives, [&](const Stmt* each) {
      if (each == nest) return false;
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* other = dyn_cast<VarDecl>(declared)) found |= isOtherName(other);
      if (const auto* expression = dyn_cast<Expr>(each)) found |= holds(expression);
      return !found;
    });
    return found;
  }

 private:
  const VarDecl* variable;
  const Stmt* nest;
  const FunctionDecl* function;
  Source source;

  bool names(const Expr* expression) const { return expression && namedVariable(expression) == variable; }

  /// `auto& r = f ? t : u;`, but not `auto& r = t;`, which is followed.
  bool isOtherName(const VarDecl* other) const {
    if (!other->getType()->isReferenceType() || !other->getInit()) return false;
    const Expr* value = strip(other->getInit());
    return (!referredObject(other) || isa<DecompositionDecl>(other)) && value->isGLValue() &&
           !isa<ArraySubscriptExpr>(value) && !isa<CallExpr>(value) &&
           mentions(value, variable, source.directives);
  }

  /// `p.m` of p itself, behind no pointer.
  bool isPartOfIt(const Expr* lvalue) const {
    lvalue = strip(lvalue);
    for (const auto* member = dyn_cast<MemberExpr>(lvalue); member && !member->isArrow();
         member = dyn_cast<MemberExpr>(lvalue))
      lvalue = strip(member->getBase());
    return names(lvalue);
  }

  bool holds(const Expr* expression) {
    if (const auto* unary = dyn_cast<UnaryOperator>(expression);
        unary && unary->getOpcode() == UO_AddrOf && isPartOfIt(unary->getSubExpr()))
      return isKept(unary);
    if (const auto* lambda = dyn_cast<LambdaExpr>(expression)) return captures(lambda) && isKept(lambda);
    if (const auto* list = dyn_cast<InitListExpr>(expression))
      return fillsReference(list->getType(), list->inits());
    if (const auto* list = dyn_cast<CXXParenListInitExpr>(expression))
      return fillsReference(list->getType(), list->getInitExprs());
    if (!isa<CallExpr, CXXConstructExpr>(expression)) return false;
    return takesReference(expression);
  }

  bool captures(const LambdaExpr* lambda) const {
    return llvm::any_of(lambda->captures(), [&](const LambdaCapture& capture) {
      return capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef &&
             capture.getCapturedVar() == variable;
    });
  }

  /// May a pointer to the variable, or a lambda that holds one, outlive this expression?
  bool isKept(const Expr* pointer) {
    const Expr* inner = pointer;
    for (;;) {
      const auto parents = source.ast.getParents(*inner);
      const auto* outer = parents.empty() ? nullptr : parents[0].get<Expr>();
      if (!outer) {
        const auto* named = parents.empty() ? nullptr : parents[0].get<VarDecl>();
        return !named || !isOnlyCalled(named, pointer);
      }
      if (const auto* unary = dyn_cast<UnaryOperator>(outer)) return unary->getOpcode() != UO_Deref;
      if (const auto* call = dyn_cast<CXXOperatorCallExpr>(outer);  // `[&]() -> int& { return t; }()`
          call && call->getOperator() == OO_Call && call->getArg(0) == inner)
        return leadsElsewhere(call->getType()) || (call->isGLValue() && !isLoaded(call, source.ast));
      if (isa<CallExpr, CXXConstructExpr>(outer) && !isa<CXXConstructExpr>(inner)) {
        const auto* made = dyn_cast<CXXConstructExpr>(outer);
        const bool isCopy = made && made->getConstructor()->isCopyOrMoveConstructor();
        // std::function, a thread
        if (made && !isCopy && isOfLibrary(made->getConstructor()) &&
            strip(pointer)->getType()->isRecordType())
          return true;
        if (!isCopy) return keeps(outer, inner);
      } else if (!isa<CastExpr, ParenExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr, ExprWithCleanups,
                      CXXConstructExpr>(outer)) {
        return true;
      }
      inner = outer;
    }
  }

  /// A lambda with a name that stands nowhere but in front of its arguments.
  bool isOnlyCalled(const VarDecl* named, const Expr* value) const {
    const auto* lambda = dyn_cast<LambdaExpr>(value);
    if (!lambda || leadsElsewhere(lambda->getCallOperator()->getReturnType()) ||
        lambda->getCallOperator()->getReturnType()->isReferenceType())
      return false;
    std::set<const Expr*> called;
    bool only = true;
    walk(function->getBody(), source.directives, [&](const Stmt* each) {
      if (const auto* call = dyn_cast<CXXOperatorCallExpr>(each); call && call->getOperator() == OO_Call)
        called.insert(strip(call->getArg(0)));
      if (const auto* open = dyn_cast<CallExpr>(each)) called.insert(strip(open->getCallee()));
      if (const auto* reference = dyn_cast<DeclRefExpr>(each); reference && reference->getDecl() == named)
        only &= called.count(reference) != 0;
      return only;
    });
    return only;
  }

  bool keeps(const Expr* call, const Expr* given) {
    const auto* made = dyn_cast<CXXConstructExpr>(call);
    const auto* called = dyn_cast<CallExpr>(call);
    const FunctionDecl* callee = made ? made->getConstructor() : called->getDirectCallee();
    const unsigned count = made ? made->getNumArgs() : called->getNumArgs();
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee) ? 1 : 0;
    for (unsigned k = 0; k < count; ++k) {
      if ((made ? made->getArg(k) : called->getArg(k)) != given) continue;
      return k >= shift && PointerCapture(source.directives).keepsArgument(call, callee, k - shift);
    }
    return false;  // it is what is called
  }

  /// `Log log{t};` of a struct with an `int&`.
  bool fillsReference(QualType type, llvm::ArrayRef<const Expr*> values) const {
    const auto* record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition()) return false;
    unsigned k = record->getNumBases();
    for (const FieldDecl* field : record->fields()) {
      if (k >= values.size()) return false;
      if (field->getType()->isReferenceType() && names(values[k])) return true;
      ++k;
    }
    return false;
  }

  /// A method that uses `this` for more than access to its members.
  bool keepsItself(const FunctionDecl* method) const {
    const FunctionDecl* definition = nullptr;
    if (!method->hasBody(definition)) return false;
    std::set<const Stmt*> bases;
    bool found = false;
    walk(definition->getBody(), source.directives, [&](const Stmt* each) {
      if (const auto* member = dyn_cast<MemberExpr>(each)) bases.insert(strip(member->getBase()));
      found |= isa<CXXThisExpr>(each) && !bases.count(each);
      return !found;
    });
    return found;
  }

  /// Does the call bind the variable to a reference parameter, and may it keep that reference?
  bool takesReference(const Expr* call) {
    const auto* made = dyn_cast<CXXConstructExpr>(call);
    const auto* called = dyn_cast<CallExpr>(call);
    const FunctionDecl* callee = made ? made->getConstructor() : called->getDirectCallee();
    if (!callee) return false;
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee) ? 1 : 0;
    const unsigned count = made ? made->getNumArgs() : called->getNumArgs();
    // `v.self()`, `v[0]`, `v.view()` of the user's own classes.
    const Expr* object = shift ? called->getArg(0) : called ? objectOf(called) : nullptr;
    const QualType result = callee->getReturnType();
    const bool isGivenOn = (result->isReferenceType() || leadsElsewhere(result)) &&
                           isValueUsed(call, source.ast) &&
                           !(call->isGLValue() && isLoaded(call, source.ast));
    if (object && isPartOfIt(object) && !isOfLibrary(callee) && (isGivenOn || keepsItself(callee)))
      return true;
    for (unsigned k = shift; k < count && k - shift < callee->getNumParams(); ++k)
      if (callee->getParamDecl(k - shift)->getType()->isReferenceType() &&
          isPartOfIt(made ? made->getArg(k) : called->getArg(k)) && mayKeepReference(call, callee, k - shift))
        return true;
    return false;
  }

  /// Its result refers to the argument and is not merely loaded, or the callee stores the reference.
  bool mayKeepReference(const Expr* call, const FunctionDecl* callee, unsigned index) const {
    if (mayReferTo(call, callee, index) && !(call->isGLValue() && isLoaded(call, source.ast))) return true;
    if (isa<CXXConstructorDecl>(callee)) return false;
    const bool isConst = callee->getParamDecl(index)->getType()->getPointeeType().isConstQualified();
    return (!isConst || callee->hasBody()) && !isOfLibrary(callee) &&
           PointerCapture(source.directives).keepsArgument(call, callee, index);
  }
};

/// The variables that the expression sets: `t = 1`, `t.x = 1`, `std::cin >> t`, `scanf("%d", &t)`.
void noteGiven(const Expr* expression, std::set<const ValueDecl*>& given) {
  if (const auto assignment = asAssignment(expression)) {
    given.insert(rootVariable(assignment->target));
  } else if (const auto* unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() == UO_AddrOf) given.insert(rootVariable(unary->getSubExpr()));
  } else if (const auto* call = dyn_cast<CallExpr>(expression)) {
    for (const Expr* argument : call->arguments())
      if (argument->isLValue()) given.insert(rootVariable(argument));
  }
}

/// Goes through what may run before the nest.
class BeforeNest {
 public:
  std::set<const ValueDecl*> given;

  BeforeNest(const Stmt* body, const Stmt* nest) : nest(nest) {
    findAround(body);
    read(body, /*isRepeated=*/false);
  }

 private:
  const Stmt* nest;
  std::set<const Stmt*> around;  // what the nest lies in, and the nest

  bool findAround(const Stmt* part) {
    const bool isInside = part && (part == nest || llvm::any_of(part->children(), [&](const Stmt* child) {
                                     return findAround(child);
                                   }));
    if (isInside) around.insert(part);
    return isInside;
  }

  void read(const Stmt* part, bool isRepeated) {
    if (!part || part == nest) return;
    const bool isLoop = appyl::isLoop(part);
    isRepeated = isRepeated || (isLoop && around.count(part));
    if (const auto* expression = dyn_cast<Expr>(part)) noteGiven(expression, given);
    for (const Stmt* child : part->children()) {
      read(child, isRepeated);
      if (around.count(child) && !isRepeated) return;  // the rest comes behind it
    }
  }
};

}  // namespace

std::set<const ValueDecl*> givenValueBefore(const Stmt* nest, const FunctionDecl* function) {
  return std::move(BeforeNest(function->getBody(), nest).given);
}

bool hasValueBefore(const VarDecl* variable, const LoopNest& nest) {
  return !variable->isLocalVarDecl() || variable->getInit() || variable->isStaticLocal() ||
         nest.given.count(variable);
}

bool isHeldAfter(const VarDecl* variable, const Stmt* nest, const FunctionDecl* function,
                 const Source& source) {
  return Holder(variable, nest, function, source).find();
}

bool hasNamesBeside(const VarDecl* reference, const FunctionDecl* function, const Directives& directives) {
  if (!reference->getType()->isReferenceType() || !reference->getInit() || isa<ParmVarDecl>(reference) ||
      referredObject(reference))
    return false;
  std::set<const ValueDecl*> sources;
  bool found = false;
  const auto noteSources = [&](const Stmt* part, bool isCallee) {
    walk(part, directives, [&](const Stmt* each) {
      const auto* named = dyn_cast<DeclRefExpr>(each);
      const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
      const bool isGlobal = variable && variable->hasGlobalStorage();
      found |= isGlobal ? !variable->getType().isConstQualified() : isa<CXXThisExpr>(each) && !isCallee;
      if (variable && !isGlobal && !isCallee) sources.insert(variable);
      return true;
    });
  };
  noteSources(reference->getInit(), false);
  walk(reference->getInit(), directives, [&](const Stmt* each) {
    const auto* call = dyn_cast<CallExpr>(each);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr, *definition = nullptr;
    if (callee && !isOfLibrary(callee) && callee->hasBody(definition))
      noteSources(definition->getBody(), true);
    return true;
  });
  std::map<const ValueDecl*, int> mentions;
  walk(function->getBody(), directives, [&](const Stmt* each) {
    if (const auto* named = dyn_cast<DeclRefExpr>(each)) ++mentions[named->getDecl()];
    return true;
  });
  return found || llvm::any_of(sources, [&](const ValueDecl* each) {
           return (each->getType()->isRecordType() || each->getType()->isScalarType()) &&
                  mentions.count(each) && mentions.at(each) > 1;
         });
}

bool hasOtherName(const VarDecl* array, const LoopNest& nest, const Directives& directives) {
  const auto leads = [&](const Expr* target, QualType type, const Expr* value) {
    const bool isOther = type->isPointerType() || type->isReferenceType() || refersToOthers(type);
    return isOther && value && (!target || namedVariable(target) != array) &&
           mentions(value, array, directives);
  };
  bool found = false;
  PointerCapture kept(directives);
  walk(nest.function->getBody(), directives, [&](const Stmt* each) {
    if (each == nest.loops.front().stmt) return false;
    if (const auto* given = dyn_cast<Expr>(each)) found |= kept.mayKeep(given, array);
    if (const auto* call = dyn_cast<CallExpr>(each); call && call->getNumArgs() > 0)  // whatever holds it
      found |= functionIs(calleeName(call), Fact::Refers) && !functionIs(calleeName(call), Fact::Ties) &&
               mentions(call->getArg(0), array, directives);
    // The names that a range-based loop makes are gone behind it.
    if (const auto* range = dyn_cast<CXXForRangeStmt>(each))
      found |= contains(range, nest.loops.front().stmt, directives) &&
               mentions(range->getRangeInit(), array, directives);
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* other = dyn_cast<VarDecl>(declared); other && other != array && !other->isImplicit())
          found |= leads(nullptr, other->getType(), other->getInit());
    const auto* expression = dyn_cast<Expr>(each);
    if (const auto assignment = expression ? asAssignment(expression) : std::nullopt;
        assignment && assignment->op == BO_Assign)
      found |= leads(assignment->target, assignment->target->getType(), assignment->value);
    if (const auto* lambda = dyn_cast<LambdaExpr>(each))
      for (const LambdaCapture& capture : lambda->captures())
        found |= capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef &&
                 capture.getCapturedVar() == array;
    return !found;
  });
  return found;
}

}  // namespace appyl
