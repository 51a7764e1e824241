#include "nest/ast/array_types.h"

#include "nest/ast/calls.h"

#include "nest/ast/ast.h"
#include "nest/ast/library_facts.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

namespace appyl {

using namespace clang;

namespace {

/// The specialisation that a dependent type names; for an alias such as `mat<T>`, the one that it stands for.
const TemplateSpecializationType* specialisationOf(QualType type) {
  const auto* special = type->getAs<TemplateSpecializationType>();
  while (special && special->isTypeAlias())
    special = special->getAliasedType()->getAs<TemplateSpecializationType>();
  return special;
}

}  // namespace

std::optional<ElementParts> elementParts(const Expr* expression) {
  expression = strip(expression);
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expression))
    return ElementParts{strip(arrayPart(subscript)), {indexPart(subscript)}};
  const auto* call = dyn_cast<CallExpr>(expression);
  if (!call) return std::nullopt;
  if (const auto* operation = dyn_cast<CXXOperatorCallExpr>(call)) {
    const bool isElement = operation->getOperator() == OO_Subscript || operation->getOperator() == OO_Call;
    return isElement
               ? std::optional(ElementParts{strip(call->getArg(0)), {call->arg_begin() + 1, call->arg_end()}})
               : std::nullopt;
  }
  const bool mayBeElement = !isa<CXXMemberCallExpr>(call) && call->isTypeDependent() && !openLambda(call);
  return mayBeElement
             ? std::optional(ElementParts{strip(call->getCallee()), {call->arg_begin(), call->arg_end()}})
             : std::nullopt;
}

/// What `a[i]` and `a(i, j)` take an element of; null for anything else.
static const Expr* arrayOf(const Expr* element) {
  const auto parts = elementParts(element);
  return parts ? parts->array : nullptr;
}

/// The first argument of a class template, where it is a type.
static QualType firstArgument(QualType type) {
  if (const auto* special = specialisationOf(type); special && type->isDependentType()) {
    const auto arguments = special->template_arguments();
    return !arguments.empty() && arguments[0].getKind() == TemplateArgument::Type ? arguments[0].getAsType()
                                                                                  : QualType();
  }
  const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  const bool isFirst = record && record->getTemplateArgs().size() > 0 &&
                       record->getTemplateArgs()[0].getKind() == TemplateArgument::Type;
  return isFirst ? record->getTemplateArgs()[0].getAsType() : QualType();
}

std::string libraryTemplate(QualType type) {
  if (const auto* record = type->getAsCXXRecordDecl())
    return record->isInStdNamespace() && record->getIdentifier() ? record->getName().str() : "";
  const auto* special = specialisationOf(type);
  const TemplateDecl* pattern = special ? special->getTemplateName().getAsTemplateDecl() : nullptr;
  return pattern && pattern->isInStdNamespace() ? pattern->getNameAsString() : "";
}

bool isComplex(QualType type) {
  return classIs(libraryTemplate(type.getNonReferenceType()), ClassFact::Complex);
}

bool isContiguousContainer(QualType type) { return classIs(libraryTemplate(type), ClassFact::Contiguous); }

bool ownsArray(QualType type) {
  const bool isOwner = classIs(libraryTemplate(type), ClassFact::Unique);
  const QualType element = isOwner ? firstArgument(type) : QualType();
  return !element.isNull() && element->isArrayType();
}

bool isIterator(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  const auto has = [&](OverloadedOperatorKind wanted) {
    return llvm::any_of(record->methods(),
                        [&](const CXXMethodDecl* each) { return each->getOverloadedOperator() == wanted; });
  };
  return record && record->hasDefinition() && has(OO_Star) && has(OO_PlusPlus);
}

QualType pointeeOf(QualType type) {
  if (type->isPointerType() || type->isReferenceType()) return type->getPointeeType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  for (const CXXMethodDecl* method :
       record && record->hasDefinition() ? record->methods() : CXXRecordDecl::method_range({}, {}))
    if (method->getOverloadedOperator() == OO_Star) return method->getReturnType().getNonReferenceType();
  return {};
}

bool isContainer(QualType type) {
  return classIs(libraryTemplate(type.getNonReferenceType()), ClassFact::Container);
}

bool changesContainer(const CXXMethodDecl* method) {
  if (method->isStatic() || method->isConst() || method->isOverloadedOperator()) return false;
  if (!isContainer(method->getASTContext().getRecordType(method->getParent()))) return false;
  return !method->getDeclName().isIdentifier() ||
         !memberIs(method->getName(), {Fact::Bound, Fact::Data, Fact::Element});
}

bool hasSubscripts(QualType type) {
  return isView(type) || classIs(libraryTemplate(type), ClassFact::Subscripts);
}

bool isView(QualType type) {
  const auto isOurs = [](const NamedDecl* declaration) {
    const auto* space = declaration ? dyn_cast<NamespaceDecl>(declaration->getDeclContext()) : nullptr;
    return space && space->getName() == "appyl" && declaration->getIdentifier() &&
           declaration->getName() == "view";
  };
  if (const auto* record = type->getAsCXXRecordDecl()) return isOurs(record);
  const auto* special = specialisationOf(type);
  return special && isOurs(special->getTemplateName().getAsTemplateDecl());
}

QualType elementTypeOf(QualType type, const ASTContext& context) {
  if (type->isPointerType()) return type->getPointeeType();
  if (const ArrayType* array = context.getAsArrayType(type)) return array->getElementType();
  const QualType first = firstArgument(type);
  return ownsArray(type) ? context.getAsArrayType(first)->getElementType() : first;
}

QualType typeOfElement(const Expr* element, const ASTContext& context) {
  element = strip(element);
  QualType type = element->getType().getNonReferenceType();
  const Expr* array = type->isSpecificBuiltinType(BuiltinType::Dependent) ? arrayOf(element) : nullptr;
  if (const QualType known = array ? elementTypeOf(typeOfElement(array, context), context) : QualType();
      !known.isNull())
    type = known.getNonReferenceType();
  return type.getUnqualifiedType();
}

const Expr* openData(const Expr* expression, const ASTContext& context) {
  const auto* call = dyn_cast<CallExpr>(strip(expression));
  const auto* member = call ? dyn_cast<CXXDependentScopeMemberExpr>(strip(call->getCallee())) : nullptr;
  const bool isData = member && !member->isImplicitAccess() && !member->isArrow() &&
                      member->getMember().getAsString() == "data" && call->getNumArgs() == 0;
  return isData && isContiguousContainer(typeOfElement(member->getBase(), context)) ? member->getBase()
                                                                                    : nullptr;
}

bool isPointerOrArray(const Expr* expression, const ASTContext& context) {
  const QualType type = expression->getType();
  const auto sum = expression->isTypeDependent() ? asBinary(expression) : std::nullopt;
  return type->isPointerType() || type->isArrayType() || openData(expression, context) ||
         (sum && (isPointerOrArray(sum->left, context) || isPointerOrArray(sum->right, context)));
}

std::optional<std::int64_t> lengthOf(QualType type, const ASTContext& context) {
  if (const auto* array = context.getAsConstantArrayType(type))
    return static_cast<std::int64_t>(array->getSize().getZExtValue());
  const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || libraryTemplate(type) != "array") return std::nullopt;
  return record->getTemplateArgs()[1].getAsIntegral().getExtValue();
}

bool hasData(QualType type) {
  if (type.isNull() || isView(type)) return false;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return isContiguousContainer(type) ||
         (record && record->hasDefinition() && llvm::any_of(record->methods(), [](const CXXMethodDecl* each) {
            return each->getIdentifier() && each->getName() == "data" && each->getNumParams() == 0;
          }));
}

std::string elementPointer(const std::string& name, QualType type) {
  if (type.isNull()) return name;
  return ownsArray(type) ? name + ".get()" : hasData(type) || isView(type) ? name + ".data()" : name;
}

}  // namespace appyl
