#include "nest/points_to/pointer_capture.h"

#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <array>

namespace appyl {
namespace {

using namespace clang;

class Leading {
 public:
  bool of(QualType type) {
    if (type->isReferenceType()) return true;
    while (const ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
    if (type->isPointerType()) return true;
    if (const CXXRecordDecl* record = type->getAsCXXRecordDecl())
      return record->hasDefinition() && seen.insert(record).second && ofRecord(record->getDefinition());
    const auto* special = type->getAs<TemplateSpecializationType>();
    const auto* pattern =
        special ? dyn_cast_or_null<ClassTemplateDecl>(special->getTemplateName().getAsTemplateDecl())
                : nullptr;
    if (!pattern) return false;
    if (pattern->isInStdNamespace())
      return isNamedSo(pattern->getName()) || ofAny(special->template_arguments());
    const CXXRecordDecl* record = pattern->getTemplatedDecl();
    return record->hasDefinition() && seen.insert(record).second && ofRecord(record->getDefinition());
  }

 private:
  std::set<const CXXRecordDecl*> seen;  // a tree has trees as children

  static bool isNamedSo(llvm::StringRef name) {
    return classIs(name, ClassFact::Leads) ||
           llvm::any_of(std::array{"span", "view", "_ptr", "iterator"},
                        [&](const char* word) { return name.contains(word); });
  }

  bool ofAny(llvm::ArrayRef<TemplateArgument> arguments) {
    return llvm::any_of(arguments, [&](const TemplateArgument& each) {
      return each.getKind() == TemplateArgument::Type   ? of(each.getAsType())
             : each.getKind() == TemplateArgument::Pack ? ofAny(each.getPackAsArray())
                                                        : false;
    });
  }

  bool ofRecord(const CXXRecordDecl* record) {
    if (record->isInStdNamespace()) {
      const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record);
      return (record->getIdentifier() && isNamedSo(record->getName())) ||
             (special && ofAny(special->getTemplateArgs().asArray()));
    }
    return llvm::any_of(record->fields(), [&](const FieldDecl* field) { return of(field->getType()); }) ||
           llvm::any_of(record->bases(), [&](const CXXBaseSpecifier& base) { return of(base.getType()); });
  }
};

}  // namespace

bool leadsElsewhere(QualType type) { return Leading().of(type.getNonReferenceType()); }

bool onlyReadsThrough(const CallExpr* call, const ParmVarDecl* parameter) {
  const QualType type = parameter ? parameter->getType() : QualType();
  if (type.isNull() || !type->isPointerType() || !type->getPointeeType().isConstQualified()) return false;
  const QualType result = call->getType();
  return (call->isPRValue() && (result->isVoidType() || !leadsElsewhere(result))) ||
         functionIs(calleeName(call), Fact::GivesTarget);
}

bool mayReferTo(QualType given, const FunctionDecl* callee, unsigned parameter) {
  const ASTContext& context = callee->getASTContext();
  const QualType type = callee->getParamDecl(parameter)->getType();
  const bool isName = given->isReferenceType() || given->isPointerType();
  if (!type->isReferenceType() || (onlyCopies(callee, parameter) && !isName)) return false;
  const QualType target = type->getPointeeType();
  if (isName && isOfLibrary(callee)) {  // not the stream of `stream >> n`
    const QualType other = given->getPointeeType();
    const bool isGet = callee->getDeclName().isIdentifier() && functionIs(callee->getName(), Fact::Gets);
    return context.hasSameUnqualifiedType(other, target) || other->isVoidType() || isGet;
  }
  if (isName) {
    const CXXRecordDecl* record = given->getPointeeType()->getAsCXXRecordDecl();
    return !(record && record->isInStdNamespace() && classIs(record->getName(), ClassFact::Stream));
  }
  return leadsElsewhere(given);
}

bool mayReferTo(const Expr* call, const FunctionDecl* callee, unsigned parameter) {
  if (isa<CXXConstructorDecl>(callee)) return mayReferTo(call->getType(), callee, parameter);
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const bool isOfObject = method && !method->isStatic() && !method->isConst() && isOfLibrary(method);
  return mayReferTo(callee->getReturnType(), callee, parameter) ||
         (isOfObject &&
          mayReferTo(callee->getASTContext().getRecordType(method->getParent()), callee, parameter));
}

bool isOwnMemory(const ValueDecl* root, llvm::StringRef path, const ASTContext& context) {
  if (isa<BindingDecl>(root)) return false;  // a part of something else
  QualType type = root->getType();
  llvm::SmallVector<llvm::StringRef> members;
  path.split(members, '.', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef member : members) {
    while (type->isArrayType() || isContiguousContainer(type)) {
      if (libraryTemplate(type) == "span") return false;
      type = elementTypeOf(type, context);
    }
    const FieldDecl* field =
        type->isReferenceType() ? nullptr : fieldNamed(type->getAsCXXRecordDecl(), member);
    if (!field) return false;
    type = field->getType();
  }
  return !type->isReferenceType() && !type->isDependentType() && !leadsElsewhere(type);
}

bool PointerCapture::mayKeep(const Expr* call, const ValueDecl* array) {
  const auto* made = dyn_cast<CXXConstructExpr>(call);
  const auto* called = dyn_cast<CallExpr>(call);
  if (!made && !called) return false;
  const FunctionDecl* callee = made ? made->getConstructor() : called->getDirectCallee();
  const auto arguments = made ? llvm::ArrayRef(made->getArgs(), made->getNumArgs())
                              : llvm::ArrayRef(called->getArgs(), called->getNumArgs());
  const unsigned shift =
      called && isa<CXXOperatorCallExpr>(called) && isa_and_nonnull<CXXMethodDecl>(callee) ? 1 : 0;
  for (unsigned k = shift; k < arguments.size(); ++k)
    if (leadsTo(arguments[k], callee, k - shift, array) && keepsArgument(call, callee, k - shift))
      return true;
  return false;
}

/// Is the argument the array or a pointer into it, not the value of an element?
bool PointerCapture::leadsTo(const Expr* argument, const FunctionDecl* callee, unsigned index,
                             const ValueDecl* array) const {
  const QualType type = strip(argument)->getType();
  const bool isOurs = callee && !isOfLibrary(callee) && index < callee->getNumParams();
  const QualType parameter = isOurs ? callee->getParamDecl(index)->getType() : QualType();
  const bool isByName =
      isOurs && parameter->isLValueReferenceType() && !parameter->getPointeeType().isConstQualified();
  return (isByName || !type->isArithmeticType()) && mentions(argument, array, directives);
}

/// Functions of the library keep no pointer, but its objects may.
bool PointerCapture::keepsArgument(const Expr* call, const FunctionDecl* callee, unsigned index) {
  if (!callee) return true;
  if (isa<CXXConstructorDecl>(callee)) return refersToOthers(call->getType());
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (isOfLibrary(callee))
    return method && !method->isStatic() &&
           refersToOthers(callee->getASTContext().getRecordType(method->getParent()));
  const auto* made = dyn_cast<CallExpr>(call);
  const FunctionDecl* definition = nullptr;
  if ((made && isVirtualCall(made)) || !callee->hasBody(definition) || index >= definition->getNumParams())
    return true;
  return keeps(definition->getBody(), definition->getParamDecl(index));
}

/// Does the body keep the pointer, or a pointer that is made from it?
bool PointerCapture::keeps(const Stmt* body, const VarDecl* variable) {
  if (!seen.insert(variable).second) return false;
  bool found = false;
  walk(body, directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* other = dyn_cast<VarDecl>(declared);
            other && other->getInit() && leadsElsewhere(other->getType()))
          found |= leadsTo(other->getInit(), nullptr, 0, variable) && keeps(body, other);
    const auto* expression = dyn_cast<Expr>(each);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    if (assignment && assignment->value && namedVariable(assignment->target) != variable)
      found |= leadsTo(assignment->value, nullptr, 0, variable);
    if (expression) found |= mayKeep(expression, variable);
    return !found;
  });
  return found;
}

/// `x` of `&x`, and of `(char*)&x`.
static const Expr* addressed(const Expr* argument) {
  const auto* address = dyn_cast<UnaryOperator>(argument->IgnoreParenCasts());
  return address && address->getOpcode() == UO_AddrOf ? address->getSubExpr() : nullptr;
}

const Expr* addressedPointer(const Expr* argument) {
  const Expr* object = addressed(argument);
  return object && object->getType()->isPointerType() ? object : nullptr;
}

bool isLookedAt(const FunctionDecl* callee, unsigned index) {
  const QualType type =
      callee && index < callee->getNumParams() ? callee->getParamDecl(index)->getType() : QualType();
  return !type.isNull() && type->isPointerType() && type->getPointeeType().isConstQualified();
}

std::optional<std::pair<const Expr*, const Expr*>> copiedObjects(const CallExpr* call) {
  if (call->getNumArgs() != 3 || !functionIs(calleeName(call), Fact::CopiesBytes)) return std::nullopt;
  const Expr *to = addressed(call->getArg(0)), *from = addressed(call->getArg(1));
  if (!to || !from || !leadsElsewhere(to->getType())) return std::nullopt;
  return std::pair(to, from);
}

}  // namespace appyl
