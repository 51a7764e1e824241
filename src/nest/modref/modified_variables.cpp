#include "nest/modref/modified_variables.h"

#include "nest/ast/array_types.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/mod_ref.h"
#include "nest/points_to/pointer_capture.h"

namespace appyl {
namespace {

using namespace clang;

bool bindsToNonConst(QualType parameter) {
  if (const auto* reference = parameter->getAs<ReferenceType>())
    return !reference->getPointeeType().isConstQualified();
  return false;
}

}  // namespace

bool onlyCopies(const FunctionDecl* callee, unsigned parameter) {
  for (const DeclContext* around = callee->getDeclContext(); around; around = around->getParent())
    if (const auto* space = dyn_cast<NamespaceDecl>(around);
        space && space->getName() == "views" && space->getParent()->getParent() &&
        space->getParent()->getParent()->isStdNamespace())
      return true;
  if (const auto* method = dyn_cast<CXXMethodDecl>(callee);
      method && method->getOverloadedOperator() == OO_Call)
    return method->getParent()->isInStdNamespace() && method->getParent()->getIdentifier() &&
           classIs(method->getParent()->getName(), ClassFact::Operator);  // `std::plus<>`
  if (!callee->isInStdNamespace() || !callee->getDeclName().isIdentifier()) return false;
  return functionIs(callee->getName(), Fact::Copies) ||
         (functionIs(callee->getName(), Fact::Exchanges) && parameter == 1);
}

namespace {

/// An argument of std::invoke is unchanged if the invoked function takes it by value or as a constant.
bool staysInvoked(const CallExpr* call, unsigned argument) {
  const FunctionDecl* callee = call->getDirectCallee();
  if (!callee->isInStdNamespace() || !functionIs(calleeName(call), Fact::Invokes)) return false;
  const Expr* invoked = strip(call->getArg(0));
  const CXXRecordDecl* record = invoked->getType()->getAsCXXRecordDecl();
  const CXXMethodDecl* method = nullptr;
  if (record && record->hasDefinition())
    for (const CXXMethodDecl* each : record->methods())
      if (each->getOverloadedOperator() == OO_Call) method = method ? nullptr : each;
  if (argument == 0) return !record || (method && method->isConst());
  QualType type = method ? method->getType() : invoked->getType();
  const auto* member = type->getAs<MemberPointerType>();
  if (member || type->isFunctionPointerType()) type = type->getPointeeType();
  const auto* prototype = type->getAs<FunctionProtoType>();
  if (prototype && member && argument == 1) return prototype->isConst();
  const unsigned parameter = argument - (member ? 2 : 1);
  return prototype && parameter < prototype->getNumParams() &&
         !bindsToNonConst(prototype->getParamType(parameter));
}

/// `v.emplace_back(i)` and `o = i` take `T&&` and make an element of it.
bool takesForElement(const FunctionDecl* callee) {
  const std::string name = callee->getNameAsString();
  if (const auto* method = dyn_cast<CXXMethodDecl>(callee))
    return method->getParent()->isInStdNamespace() && memberIs(name, Fact::MakesElement);
  return callee->isInStdNamespace() && functionIs(name, Fact::MakesElement);
}

/// The addresses among a call's arguments behind which it only reads.
void addOnlyRead(const CallExpr* call, std::set<const Expr*>& addresses) {
  const FunctionDecl* callee = call->getDirectCallee();
  const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee) ? 1 : 0;
  for (unsigned k = shift; callee && k < call->getNumArgs() && k - shift < callee->getNumParams(); ++k)
    if (onlyReadsThrough(call, callee->getParamDecl(k - shift))) addresses.insert(strip(call->getArg(k)));
}

/// `const Field* p = &field;`
void addOnlyRead(const DeclStmt* declaration, std::set<const Expr*>& addresses) {
  for (const Decl* each : declaration->decls()) {
    const auto* pointer = dyn_cast<VarDecl>(each);
    if (pointer && pointer->getInit() && pointer->getType()->isPointerType() &&
        pointer->getType()->getPointeeType().isConstQualified())
      addresses.insert(strip(pointer->getInit()));
  }
}

/// The parameter at which the argument stands; null where the callee is not known, or has none for it.
const ParmVarDecl* parameterOf(const CallExpr* call, unsigned argument) {
  const FunctionDecl* callee = call->getDirectCallee();
  const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee) ? 1 : 0;
  return callee && argument >= shift && argument - shift < callee->getNumParams()
             ? callee->getParamDecl(argument - shift)
             : nullptr;
}

/// What a conversion has made.
bool isTemporary(const Expr* argument) { return isa<MaterializeTemporaryExpr>(argument->IgnoreParens()); }

/// Arguments of a call through a function pointer that are passed by references to non-constants.
std::vector<const Expr*> givenByPointer(const CallExpr* call) {
  const QualType type = call->getCallee()->getType();
  const auto* function = !call->getDirectCallee() && type->isPointerType()
                             ? type->getPointeeType()->getAs<FunctionProtoType>()
                             : nullptr;
  std::vector<const Expr*> given;
  for (unsigned k = 0; function && k < call->getNumArgs() && k < function->getNumParams(); ++k)
    if (bindsToNonConst(function->getParamType(k)) && !isTemporary(call->getArg(k)))
      given.push_back(call->getArg(k));
  return given;
}

/// A function of the user's that takes the parameter by reference, and neither changes it nor keeps it.
bool onlyReads(const FunctionDecl* callee, unsigned parameter, const Directives& directives) {
  thread_local std::set<const FunctionDecl*> asked;
  const FunctionDecl* definition = nullptr;
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (isOfLibrary(callee) || isOfArrayLanguage(callee) || (method && method->isVirtual()) ||
      !callee->hasBody(definition) || parameter >= definition->getNumParams() || asked.size() > 4 ||
      !asked.insert(definition).second)
    return false;
  const ParmVarDecl* own = definition->getParamDecl(parameter);
  const auto changes = [&](const Stmt* code) { return modifiedVariables(code, directives).count(own) != 0; };
  bool reads = !changes(definition->getBody()) && !addressTaken(definition->getBody(), directives).count(own);
  const auto* constructor = dyn_cast<CXXConstructorDecl>(definition);
  if (constructor && constructor->isInheritingConstructor()) return asked.erase(definition), false;
  if (constructor)
    for (const CXXCtorInitializer* init : constructor->inits()) {
      const QualType type =
          init->getAnyMember() ? init->getAnyMember()->getType() : QualType(init->getBaseClass(), 0);
      reads &= !changes(init->getInit()) && !((type->isReferenceType() || leadsElsewhere(type)) &&
                                              mentions(init->getInit(), own, directives));
    }
  asked.erase(definition);
  return reads;
}

/// `const_cast<int&>(x) = 1` of a parameter that is a reference to a constant.
bool castsConstAway(const FunctionDecl* callee, unsigned parameter, const Directives& directives) {
  thread_local std::set<const FunctionDecl*> asked;
  const FunctionDecl* definition = nullptr;
  if (isOfLibrary(callee) || isOfArrayLanguage(callee) || !callee->hasBody(definition) ||
      parameter >= definition->getNumParams())
    return false;
  if (asked.size() > 4 || !asked.insert(definition).second) return true;  // if unknown, assumed to do so
  bool casts = false;
  walk(definition->getBody(), directives, [&](const Stmt* each) {
    const auto* cast = dyn_cast<ExplicitCastExpr>(each);
    casts |= cast && cast->isGLValue() && !cast->getType().isConstQualified();
    return !casts;
  });
  const bool changes =
      casts &&
      modifiedVariables(definition->getBody(), directives).count(definition->getParamDecl(parameter));
  asked.erase(definition);
  return changes;
}

/// Does the callee leave an argument unchanged that it takes by a reference to a non-constant?
bool leavesAlone(const CallExpr* call, unsigned argument, const Directives& directives) {
  const FunctionDecl* callee = call->getDirectCallee();
  const unsigned parameter = parameterOf(call, argument)->getFunctionScopeIndex();
  return onlyCopies(callee, parameter) || staysInvoked(call, argument) || takesForElement(callee) ||
         onlyReads(callee, parameter, directives);
}

/// `std::pair<int, int>(i, k)` copies what it is given; a pair of references does not. A span leads to the
/// elements of a container, not to the container.
void addConstructed(const CXXConstructExpr* made, const Directives& directives,
                    std::vector<const Expr*>& places) {
  const CXXConstructorDecl* constructor = made->getConstructor();
  const bool copies =
      constructor->isCopyOrMoveConstructor() || libraryTemplate(made->getType()) == "span" ||
      (isOfLibrary(constructor) && constructor->getPrimaryTemplate() && !leadsElsewhere(made->getType()));
  for (unsigned k = 0; !copies && k < made->getNumArgs() && k < constructor->getNumParams(); ++k)
    if (bindsToNonConst(constructor->getParamDecl(k)->getType()) && !isTemporary(made->getArg(k)) &&
        !onlyReads(constructor, k, directives))
      places.push_back(made->getArg(k));
}

/// `Guard g{s}`, `Guard g(s)`: members that are references.
void addBound(QualType type, llvm::ArrayRef<const Expr*> values, std::vector<const Expr*>& places) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return;
  unsigned k = record->getNumBases();
  for (const FieldDecl* field : record->fields()) {
    if (k >= values.size()) return;
    const Expr* value = values[k++];
    if (value && bindsToNonConst(field->getType()) && !isTemporary(value)) places.push_back(value);
  }
}

}  // namespace

std::vector<const Expr*> handedOut(const Stmt* part, const Directives& directives) {
  std::vector<const Expr*> places;
  if (const auto* made = dyn_cast<CXXConstructExpr>(part)) addConstructed(made, directives, places);
  const auto* braced = dyn_cast<InitListExpr>(part);
  const InitListExpr* list = braced && !braced->isSemanticForm() ? braced->getSemanticForm() : braced;
  if (list) addBound(list->getType(), list->inits(), places);
  if (const auto* given = dyn_cast<CXXParenListInitExpr>(part))
    addBound(given->getType(), given->getInitExprs(), places);
  if (const auto* assembly = dyn_cast<GCCAsmStmt>(part))
    for (unsigned k = 0; k < assembly->getNumOutputs(); ++k) places.push_back(assembly->getOutputExpr(k));
  return places;
}

/// `int& pick(int&, int&)`, std::max. The index of an element access is not given back.
static bool mayGiveBack(const FunctionDecl* callee, const ParmVarDecl* parameter) {
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
  const bool isOfObject = method && !method->isStatic() && !method->getParent()->isLambda();
  return parameter && parameter->getType()->isReferenceType() && !isOfArrayLanguage(callee) &&
         (!isOfObject || (bindsToNonConst(parameter->getType()) && !isOfLibrary(callee)));
}

std::vector<const Expr*> placesOf(const Expr* lvalue) {
  const Expr* inner = strip(lvalue);
  std::vector<const Expr*> places;
  const auto add = [&](const Expr* other) {
    for (const Expr* each : placesOf(other)) places.push_back(each);
  };
  if (const auto* choice = dyn_cast<AbstractConditionalOperator>(inner)) {
    add(choice->getTrueExpr());
    add(choice->getFalseExpr());
  } else if (const auto* value = dyn_cast<OpaqueValueExpr>(inner); value && value->getSourceExpr()) {
    add(value->getSourceExpr());
  } else if (const BinaryOperator* comma = asComma(inner)) {
    add(comma->getRHS());
  } else if (const auto* binary = dyn_cast<BinaryOperator>(inner); binary && binary->isAssignmentOp()) {
    add(binary->getLHS());
  } else if (const auto* unary = dyn_cast<UnaryOperator>(inner); unary && unary->isIncrementDecrementOp()) {
    add(unary->getSubExpr());
  } else if (const auto* cast = dyn_cast<ExplicitCastExpr>(inner); cast && cast->isGLValue()) {
    add(cast->getSubExpr());
  } else if (const auto* call = dyn_cast<CallExpr>(inner); call && call->isGLValue()) {
    places.push_back(inner);
    for (unsigned k = 0; k < call->getNumArgs(); ++k)
      if (mayGiveBack(call->getDirectCallee(), parameterOf(call, k))) add(call->getArg(k));
  } else {
    places.push_back(inner);
  }
  return places;
}

std::vector<const Expr*> choicesOf(const Expr* expression) {
  const Expr* inner = strip(expression);
  if (const auto assignment = asAssignment(inner); assignment && inner->isGLValue())
    return {assignment->target};
  const auto* binary = dyn_cast<BinaryOperator>(inner);
  const bool isChoice = isa<AbstractConditionalOperator, OpaqueValueExpr>(inner) || asComma(inner) ||
                        (binary && binary->isAssignmentOp());
  return isChoice ? placesOf(inner) : std::vector<const Expr*>();
}

static std::set<const ValueDecl*> findModified(const Stmt* statement, const Directives& directives) {
  std::set<const ValueDecl*> modified;
  std::set<const Expr*> onlyRead;
  const auto changeOne = [&](const Expr* place) {
    // An element of `a` is not `a`; a member of `s` is both the member and `s`.
    while (true) {
      if (const ValueDecl* named = namedVariable(place)) {
        modified.insert(named);
        return;
      }
      const auto* named = dyn_cast<DeclRefExpr>(place);
      if (const auto* part = named ? dyn_cast<BindingDecl>(named->getDecl()) : nullptr) {
        // `auto& [x, y] = p; x = 1;` changes the member of p.
        const auto* whole = dyn_cast_or_null<VarDecl>(part->getDecomposedDecl());
        if (!whole || !whole->getType()->isReferenceType() || !whole->getInit()) return;
        modified.insert(part);
        if (const auto* member = dyn_cast_or_null<MemberExpr>(part->getBinding()))
          modified.insert(member->getMemberDecl());
        place = strip(whole->getInit());
        continue;
      }
      if (isPart(place)) {
        const auto* unary = dyn_cast<UnaryOperator>(place);
        place = strip(unary ? unary->getSubExpr() : cast<ExtVectorElementExpr>(place)->getBase());
        continue;
      }
      if (const auto* byPointer = dyn_cast<BinaryOperator>(place);
          byPointer && byPointer->getOpcode() == BO_PtrMemD) {
        place = strip(byPointer->getLHS());  // `s.*p`
        continue;
      }
      const auto* member = dyn_cast<MemberExpr>(place);
      if (!member) return;
      modified.insert(member->getMemberDecl());
      place = strip(member->getBase());
      if (member->isArrow()) return;
    }
  };
  const auto change = [&](const Expr* place) {
    for (const Expr* each : placesOf(place)) changeOne(each);
  };
  walk(statement, directives, [&](const Stmt* each) {
    for (const Expr* place : handedOut(each, directives)) change(place);
    if (const auto* declaration = dyn_cast<DeclStmt>(each)) addOnlyRead(declaration, onlyRead);
    const auto* expression = dyn_cast<Expr>(each);
    if (!expression) return true;
    if (const auto* call = dyn_cast<CallExpr>(expression)) addOnlyRead(call, onlyRead);
    if (isa<BinaryOperator, UnaryOperator, CXXOperatorCallExpr>(expression)) {
      if (const auto assignment = asAssignment(expression))
        change(assignment->target);
      else if (const auto* unary = dyn_cast<UnaryOperator>(expression);
               unary && unary->getOpcode() == UO_AddrOf && !onlyRead.count(unary))
        change(unary->getSubExpr());
    }
    // `static_cast<T&&>(a)`: the code that gets it may take what is in it.
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(expression); cast && cast->isXValue())
      change(cast->getSubExpr());
    const auto* called = dyn_cast<CallExpr>(expression);
    if (const Expr* object = called ? objectOf(called) : nullptr) {
      const auto* callee = dyn_cast_or_null<CXXMethodDecl>(called->getCalleeDecl());
      std::set<const ValueDecl*> handedOut;
      const bool isByPointer = isa<CXXMemberCallExpr>(called) && !callee && !called->isTypeDependent();
      if (isByPointer ||
          (callee && !memberIs(callee->getNameAsString(), {Fact::OfAnyArray, Fact::FillsElements}) &&
           changesMembers(callee, directives, handedOut)))
        change(object);
      modified.insert(handedOut.begin(), handedOut.end());
    }
    if (called)
      for (const Expr* argument : givenByPointer(called)) change(argument);
    if (const auto* call = dyn_cast<CallExpr>(expression))
      for (unsigned k = 0; k < call->getNumArgs(); ++k)
        if (const ParmVarDecl* parameter = parameterOf(call, k);
            parameter && parameter->getType()->isReferenceType() && !isTemporary(call->getArg(k)) &&
            (bindsToNonConst(parameter->getType())
                 ? !leavesAlone(call, k, directives)
                 : castsConstAway(call->getDirectCallee(), parameter->getFunctionScopeIndex(), directives)))
          change(call->getArg(k));
    return true;
  });
  // `auto& m = t; m = 1;` changes t.
  for (std::size_t before = 0; before != modified.size();) {
    before = modified.size();
    for (const ValueDecl* each : std::set<const ValueDecl*>(modified)) {
      const auto* reference = dyn_cast<VarDecl>(each);
      if (reference && reference->getType()->isReferenceType() && reference->getInit() &&
          !isa<ParmVarDecl>(reference))
        change(reference->getInit());
    }
  }
  return modified;
}

std::set<const ValueDecl*> modifiedVariables(const Stmt* statement, const Directives& directives) {
  statement = directives.strip(statement);
  // What branches and blocks change is the union of what their parts change; each part is asked for once per
  // statement around it.
  if (!statement || isa<Expr>(statement)) return findModified(statement, directives);
  const auto known = directives.found.find(statement);
  if (known != directives.found.end() && known->second.modified) return *known->second.modified;
  std::set<const ValueDecl*> modified;
  if (!isa<IfStmt, CompoundStmt>(statement))
    modified = findModified(statement, directives);
  else
    for (const Stmt* child : statement->children())
      if (child) modified.merge(modifiedVariables(child, directives));
  return *(directives.found[statement].modified = std::move(modified));
}

}  // namespace appyl
