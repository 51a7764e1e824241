#include "nest/points_to/unseen_swaps.h"

#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/points_to/pointer_capture.h"

#include <clang/AST/Attr.h>

namespace appyl {
namespace {

using namespace clang;

bool ownsMemoryOf(QualType type, int depth) {
  const CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || depth > 8) return false;
  if (libraryTemplate(type) == "array")
    return ownsMemoryOf(elementTypeOf(type, record->getASTContext()), depth + 1);
  if (record->isInStdNamespace()) return true;
  const auto owns = [&](QualType part) {
    return ownsMemoryOf(QualType(part->getBaseElementTypeUnsafe(), 0), depth + 1);
  };
  return llvm::any_of(record->bases(), [&](const CXXBaseSpecifier& base) { return owns(base.getType()); }) ||
         llvm::any_of(record->fields(), [&](const FieldDecl* field) { return owns(field->getType()); });
}

const CXXRecordDecl* definitionOfClass(QualType type) {
  const CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  return record && record->hasDefinition() ? record->getDefinition() : nullptr;
}

/// `s.a` and `s.b` of an object s, also of a part of it.
void addParts(const Name& whole, QualType type, std::vector<Name>& parts, int depth = 0) {
  if (type.isNull() || depth > 4) return;
  type = QualType(type.getNonReferenceType()->getBaseElementTypeUnsafe(), 0);
  const CXXRecordDecl* record = definitionOfClass(type);
  if (!record || record->isInStdNamespace()) {
    const bool leads = type->isPointerType() && !type->getPointeeType()->isFunctionType();
    if (leads || ownsMemory(type)) parts.push_back(whole);
    return;
  }
  if (record->isLambda() || record->isUnion()) return;
  const bool isThis = !whole.root;
  for (const FieldDecl* field : record->fields())
    if (!field->getType()->isReferenceType())
      addParts(
          isThis ? Name{canonical(field), ""} : Name{whole.root, whole.path + "." + field->getNameAsString()},
          field->getType(), parts, depth + 1);
  for (const CXXBaseSpecifier& base : record->bases()) addParts(whole, base.getType(), parts, depth + 1);
}

/// A function, a lambda, an object with `operator()`, a pointer to a method.
bool isCallable(const Expr* given) {
  const QualType type = strip(given)->getType().getNonReferenceType();
  if (type->isFunctionType() || type->isFunctionPointerType() || type->isMemberFunctionPointerType())
    return true;
  const CXXRecordDecl* record = definitionOfClass(type);
  return record && (record->isLambda() || llvm::any_of(record->methods(), [](const CXXMethodDecl* each) {
                      return each->getOverloadedOperator() == OO_Call;
                    }));
}

/// The arguments of a call, and the types of the parameters that take them.
struct Given {
  std::vector<const Expr*> arguments;
  std::vector<QualType> types;
  bool onlyElements = false;  // of containers that are ranges to an algorithm
};

Given givenTo(const FunctionDecl* callee, llvm::ArrayRef<const Expr*> arguments) {
  Given given{arguments.vec(), {}};
  for (const ParmVarDecl* each : callee->parameters()) given.types.push_back(each->getType());
  return given;
}

/// nullopt: the callee is visible, or its effects are known.
std::optional<Given> givenUnseenTo(const Expr* expression) {
  if (const auto* made = dyn_cast<CXXConstructExpr>(expression)) {  // `std::thread worker(run, std::ref(s))`
    const llvm::ArrayRef<const Expr*> arguments(made->getArgs(), made->getNumArgs());
    const bool isRun = classIs(libraryTemplate(made->getType()), ClassFact::Thread);
    return isRun ? std::optional(givenTo(made->getConstructor(), arguments)) : std::nullopt;
  }
  const auto* call = dyn_cast<CallExpr>(expression);
  if (!call || call->isTypeDependent()) return std::nullopt;
  llvm::ArrayRef<const Expr*> arguments(call->getArgs(), call->getNumArgs());
  const FunctionDecl* callee = call->getDirectCallee();
  if (!callee) {
    const QualType type = call->getCallee()->getType();
    const auto* function =
        type->isPointerType() ? type->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
    if (!function) return std::nullopt;
    return Given{arguments.vec(), function->getParamTypes().vec()};
  }
  if (isOfArrayLanguage(callee)) return std::nullopt;
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (isa<CXXOperatorCallExpr>(call) && method) arguments = arguments.drop_front();
  if (!isOfLibrary(callee)) {
    const bool onlyReads = callee->hasAttr<PureAttr>() || callee->hasAttr<ConstAttr>();
    const bool isFollowed = (callee->hasBody() || callee->isDefaulted()) && !isVirtualCall(call);
    if (isFollowed || onlyReads) return std::nullopt;
    return givenTo(callee, arguments);
  }
  const bool isCalled = method && method->getOverloadedOperator() == OO_Call;
  const auto* space = isCalled ? dyn_cast<NamespaceDecl>(method->getParent()->getDeclContext()) : nullptr;
  const bool isAlgorithm = space && space->getName() == "ranges";
  if (!(isCalled && !isAlgorithm) && llvm::none_of(arguments, isCallable)) return std::nullopt;
  Given given = givenTo(callee, arguments);
  given.onlyElements = isAlgorithm;
  return given;
}

/// It is not known what `(s.*method)()`, a virtual method and a method of another file do.
bool isUnseen(const CXXMemberCallExpr* call) {
  const CXXMethodDecl* method = call->getMethodDecl();
  if (!method) return !call->isTypeDependent();
  if (method->isConst() || method->isStatic() || isOfLibrary(method) || isOfArrayLanguage(method))
    return false;
  return isVirtualCall(call) || (!method->hasBody() && !method->isDefaulted());
}

/// `std::ref(s)`, `std::tie(s, t)`: the objects in it.
void addHeld(const Expr* argument, const Directives& directives, const auto& add) {
  walk(argument, directives, [&](const Stmt* each) {
    const auto* named = dyn_cast<Expr>(each);
    if (!named || !isa<DeclRefExpr, MemberExpr>(named) || !named->isLValue()) return true;
    add(named, named->getType());
    return false;
  });
}

}  // namespace

bool ownsMemory(QualType type) { return ownsMemoryOf(type, 0); }

std::vector<Name> exchangeableParts(const Name& whole, QualType type) {
  std::vector<Name> parts;
  addParts(whole, type, parts);
  return parts;
}

std::vector<GivenObject> givenUnseen(const Expr* call, const Directives& directives) {
  std::vector<GivenObject> found;
  const auto add = [&](const Expr* object, QualType type) {
    if (!type.isNull() && !type.isConstQualified() && !type->isFunctionType())
      found.push_back({object, type});
  };
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(call); method && isUnseen(method)) {
    const Expr* object = method->getImplicitObjectArgument();
    add(object, object->getType()->isPointerType() ? object->getType()->getPointeeType() : object->getType());
  }
  const auto given = givenUnseenTo(call);
  for (std::size_t k = 0; given && k < given->arguments.size() && k < given->types.size(); ++k) {
    const QualType type = given->types[k];
    const Expr* argument = given->arguments[k];
    const QualType referred = type->isReferenceType() ? type->getPointeeType() : type;
    if (isCallable(argument)) continue;
    if (type->isPointerType() || type->isLValueReferenceType()) {
      const QualType target = type->getPointeeType();
      const bool isRange = given->onlyElements && isContainer(target) && !target.isConstQualified();
      add(argument, isRange ? elementTypeOf(target, definitionOfClass(target)->getASTContext()) : target);
    } else if (isIterator(referred)) {
      add(argument, pointeeOf(referred));
    } else if (leadsElsewhere(referred) && definitionOfClass(referred) &&
               definitionOfClass(referred)->isInStdNamespace()) {
      addHeld(argument, directives, add);
    }
  }
  return found;
}

bool setsUnseen(const CallExpr* call, unsigned argument) {
  const FunctionDecl* callee = call->getDirectCallee();
  if (isa<CXXOperatorCallExpr>(call) || (callee && isOfLibrary(callee))) return false;
  const auto given = givenUnseenTo(call);
  if (!given || argument >= given->types.size()) return false;
  const QualType type = given->types[argument];
  return type->isLValueReferenceType() && type->getPointeeType()->isPointerType() &&
         !type->getPointeeType().isConstQualified();
}

std::optional<Name> setThrough(const ParmVarDecl* parameter, const Expr* given) {
  const QualType type = parameter->getType();
  const bool refers = type->isPointerType() || type->isLValueReferenceType();
  const QualType target = refers ? type->getPointeeType() : QualType();
  if (!refers || target.isConstQualified() || !leadsElsewhere(target)) return std::nullopt;
  const auto* address = dyn_cast<UnaryOperator>(strip(given));
  return nameOf(address && address->getOpcode() == UO_AddrOf ? address->getSubExpr() : given);
}

std::vector<std::pair<const ParmVarDecl*, const Expr*>> givenToLambdas(const Stmt* statement,
                                                                       const Stmt* body,
                                                                       const Directives& directives) {
  std::vector<std::pair<const ParmVarDecl*, const Expr*>> found;
  const auto* call = dyn_cast<CallExpr>(statement);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  const auto given = callee && isOfLibrary(callee) ? givenUnseenTo(call) : std::nullopt;
  if (!given) return found;
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const bool isCalled = method && method->getOverloadedOperator() == OO_Call && !given->onlyElements;
  const auto leads = [](const Expr* each) {
    return !isCallable(each) && leadsElsewhere(strip(each)->getType());
  };
  walk(llvm::any_of(given->arguments, leads) ? body : nullptr, directives, [&](const Stmt* each) {
    const auto* lambda = dyn_cast<LambdaExpr>(each);
    const CXXMethodDecl* called = lambda ? lambda->getCallOperator() : nullptr;
    if (!called || (isCalled && called->getNumParams() != given->arguments.size())) return true;
    for (const ParmVarDecl* parameter : called->parameters())
      for (std::size_t k = 0; k < given->arguments.size(); ++k)
        if (leadsElsewhere(parameter->getType()) && leads(given->arguments[k]) &&
            (!isCalled || k == parameter->getFunctionScopeIndex()))
          found.emplace_back(parameter, given->arguments[k]);
    return true;
  });
  return found;
}

}  // namespace appyl
