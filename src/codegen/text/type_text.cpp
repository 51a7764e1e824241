#include "codegen/text/type_text.h"

#include "nest/ast/ast.h"
#include "support/names.h"
#include "support/visits.h"

#include <clang/AST/QualTypeNames.h>

#include <tuple>

namespace appyl {
namespace {

using namespace clang;

/// Whether a type names something that means nothing above the function.
struct LocalNames {
  bool ofFunction = false, ofClass = false, records = false;
};

LocalNames localNames(QualType type) {
  LocalNames names;
  Visits visits;
  visits.type = [&](const Type* each) {
    if (const auto* name = dyn_cast<TypedefType>(each)) {
      names.ofFunction |= name->getDecl()->getDeclContext()->isFunctionOrMethod();
      names.ofClass |= name->getDecl()->getDeclContext()->isRecord();
    }
    if (const auto* tag = dyn_cast<TagType>(each)) {
      names.records |= tag->getDecl()->getDeclContext()->isFunctionOrMethod();
      names.ofClass |= tag->getDecl()->getDeclContext()->isRecord();
    }
    return true;
  };
  // A `sizeof...` of the template whose type it is.
  visits.statement = [&](const Stmt* each) { return names.ofFunction |= isa<SizeOfPackExpr>(each), true; };
  visitBelow(type, visits);
  return names;
}

}  // namespace

namespace {

/// `std::size_t`; null: the file has none.
QualType inStd(const char* name, ASTContext& context) {
  for (const NamedDecl* space : context.getTranslationUnitDecl()->lookup(&context.Idents.get("std")))
    if (const auto* std = dyn_cast<NamespaceDecl>(space))
      for (const NamedDecl* found : std->lookup(&context.Idents.get(name)))
        if (const auto* type = dyn_cast<TypedefNameDecl>(found->getUnderlyingDecl()))
          return context.getElaboratedType(ElaboratedTypeKeyword::None,
                                           NestedNameSpecifier::Create(context, nullptr, std),
                                           context.getTypedefType(type));
  return {};
}

/// The library's types of sizes and distances, whichever of its classes defines them.
QualType sizeOf(const TypedefNameDecl* name, ASTContext& context) {
  const QualType type = context.getTypeDeclType(name);
  const QualType size = context.getSizeType(), distance = context.getPointerDiffType();
  for (const auto& [wanted, inClass, meaning] :
       {std::tuple("size_t", "size_type", size), std::tuple("ptrdiff_t", "difference_type", distance)})
    if ((name->getName() == wanted || name->getName() == inClass) && context.hasSameType(type, meaning))
      return inStd(wanted, context);
  return {};
}

/// `std::int32_t`: it means the same everywhere.
bool isQualified(const ElaboratedType* type) {
  const NestedNameSpecifier* qualifier = type->getQualifier();
  return qualifier && qualifier->getKind() == NestedNameSpecifier::Namespace && !qualifier->getPrefix() &&
         qualifier->getAsNamespace()->getParent()->getRedeclContext()->isTranslationUnit();
}

/// The type by names that mean the same above the function. `isDeduced`: no such type is written there, and
/// its names are those that the initial value's type has where that is declared.
QualType nameable(QualType type, bool isDeduced, ASTContext& context) {
  const Qualifiers qualifiers = type.getLocalQualifiers();
  const auto qualified = [&](QualType plain) { return context.getQualifiedType(plain, qualifiers); };
  const Type* plain = type.getTypePtr();
  if (isa<AutoType, DecltypeType, TypeOfType, TypeOfExprType, UnaryTransformType, SubstTemplateTypeParmType,
          DeducedTemplateSpecializationType>(plain)) {
    const QualType meaning = plain->getLocallyUnqualifiedSingleStepDesugaredType();
    return meaning.getTypePtr() == plain ? type : qualified(nameable(meaning, true, context));
  }
  if (const auto* pointer = dyn_cast<PointerType>(plain))
    return qualified(context.getPointerType(nameable(pointer->getPointeeType(), isDeduced, context)));
  if (const auto* reference = dyn_cast<LValueReferenceType>(plain))
    return context.getLValueReferenceType(nameable(reference->getPointeeTypeAsWritten(), isDeduced, context));
  if (const auto* array = dyn_cast<ConstantArrayType>(plain))
    return qualified(context.getConstantArrayType(
        nameable(array->getElementType(), isDeduced, context), array->getSize(), array->getSizeExpr(),
        array->getSizeModifier(), array->getIndexTypeCVRQualifiers()));
  if (!isDeduced || isa<BuiltinType>(plain)) return type;
  if (const auto* elaborated = dyn_cast<ElaboratedType>(plain))
    return isQualified(elaborated) ? type : qualified(nameable(elaborated->getNamedType(), true, context));
  if (const auto* named = dyn_cast<TypedefType>(plain)) {
    if (const QualType size = sizeOf(named->getDecl(), context); !size.isNull()) return qualified(size);
    const bool isOpen = named->getDecl()->getDeclContext()->getRedeclContext()->isFileContext();
    return isOpen && !named->getDecl()->getName().starts_with("_")
               ? TypeName::getFullyQualifiedType(type, context)
               : qualified(nameable(named->desugar(), true, context));
  }
  return type.getCanonicalType();
}

/// A template's type without the names that its function or class gives to parts of it: `real` -> `T`,
/// `Tr::type` -> `typename Traits<T>::type`.
QualType withoutAliases(QualType type, ASTContext& context) {
  const Qualifiers qualifiers = type.getLocalQualifiers();
  const auto qualified = [&](QualType plain) { return context.getQualifiedType(plain, qualifiers); };
  const auto inside = [&](QualType part) { return withoutAliases(part, context); };
  const Type* plain = type.getTypePtr();
  if (const auto* named = dyn_cast<TypedefType>(plain)) {
    const DeclContext* scope = named->getDecl()->getDeclContext();
    return scope->isFunctionOrMethod() || scope->isRecord() ? qualified(inside(named->desugar())) : type;
  }
  if (const auto* elaborated = dyn_cast<ElaboratedType>(plain)) {
    const QualType before = elaborated->getNamedType(), named = inside(before);
    if (named == before) return type;
    return qualified(
        isa<TemplateSpecializationType>(before)
            ? context.getElaboratedType(elaborated->getKeyword(), elaborated->getQualifier(), named)
            : named);
  }
  if (const auto* pointer = dyn_cast<PointerType>(plain))
    return qualified(context.getPointerType(inside(pointer->getPointeeType())));
  if (const auto* reference = dyn_cast<LValueReferenceType>(plain))
    return context.getLValueReferenceType(inside(reference->getPointeeTypeAsWritten()));
  if (const auto* array = dyn_cast<ConstantArrayType>(plain))
    return qualified(context.getConstantArrayType(inside(array->getElementType()), array->getSize(),
                                                  array->getSizeExpr(), array->getSizeModifier(),
                                                  array->getIndexTypeCVRQualifiers()));
  if (const auto* instance = dyn_cast<TemplateSpecializationType>(plain)) {
    std::vector<TemplateArgument> arguments = instance->template_arguments().vec();
    bool isSame = true;
    for (TemplateArgument& each : arguments)
      if (each.getKind() == TemplateArgument::Type && inside(each.getAsType()) != each.getAsType()) {
        each = TemplateArgument(inside(each.getAsType()));
        isSame = false;
      }
    if (isSame) return type;
    return qualified(context.getTemplateSpecializationType(instance->getTemplateName(), arguments,
                                                           instance->getCanonicalTypeInternal()));
  }
  if (const auto* member = dyn_cast<DependentNameType>(plain))
    if (const Type* of = member->getQualifier()->getAsType())
      return qualified(context.getDependentNameType(
          ElaboratedTypeKeyword::Typename,
          NestedNameSpecifier::Create(context, nullptr, false, inside(QualType(of, 0)).getTypePtr()),
          member->getIdentifier()));
  return type;
}

/// Is something deduced inside of a type, as in `std::array<decltype(x), 3>`?
bool isDeduced(QualType type) {
  bool found = false;
  Visits visits;
  visits.type = [&](const Type* each) {
    const auto* deduced = dyn_cast<AutoType>(each);
    return !(found |= isa<DecltypeType>(each) || (deduced && deduced->isDeduced()));
  };
  visitBelow(type, visits);
  return found;
}

}  // namespace

bool namesParameters(const FunctionDecl* pattern) {
  const FunctionDecl* definition = nullptr;
  if (!pattern->hasBody(definition)) return false;
  bool found = false;
  Visits visits;
  visits.typeAsWritten = [&](TypeLoc each) {
    return !(found |= !each.getAs<TemplateTypeParmTypeLoc>().isNull());
  };
  visits.statement = [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    return !(found |= reference && isa<NonTypeTemplateParmDecl>(reference->getDecl()));
  };
  visitBelow(definition->getBody(), visits);
  return found;
}

QualType typeOutside(QualType type, const ASTContext& context) {
  return type->isDependentType() ? type : nameable(type, true, const_cast<ASTContext&>(context));
}

std::string typeText(QualType type, const std::string& name, const ASTContext& context) {
  if (!type->isDependentType()) {
    type = nameable(type, false, const_cast<ASTContext&>(context));
    if (isDeduced(type)) type = type.getCanonicalType();
  }
  const LocalNames names = localNames(type);
  if (type->isDependentType() && (names.ofFunction || names.ofClass))
    type = withoutAliases(type, const_cast<ASTContext&>(context));
  else if (names.ofFunction)
    type = type.getCanonicalType();
  if (names.ofClass && !type->isDependentType()) type = TypeName::getFullyQualifiedType(type, context);
  std::string text = name;
  PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressScope = false;
  policy.SuppressUnwrittenScope = true;
  policy.Restrict = false;  // C's word is none of C++
  type.getAsStringInternal(text, policy);
  return withHalf(text, context);
}

/// Where the word `auto` stands.
static std::size_t placeOfAuto(const std::string& text) {
  const auto belongs = [&](std::size_t at) { return at < text.size() && isOfName(text[at]); };
  std::size_t at = text.find("auto");
  while (at != std::string::npos && ((at > 0 && belongs(at - 1)) || belongs(at + 4)))
    at = text.find("auto", at + 4);
  return at;
}

bool isOpen(QualType type) {
  // A parameter of a template that is not written (`auto x`) has this name, too.
  return !type.isNull() && (type->isDependentType() || type->isUndeducedType()) &&
         placeOfAuto(type.getAsString()) != std::string::npos;
}

/// Where its constraint begins: `const std::same_as<int> auto`.
static std::size_t placeOfConstraint(llvm::StringRef text, std::size_t ofAuto) {
  const llvm::StringRef before = text.take_front(ofAuto).rtrim(' ');
  std::size_t at = before.size();
  int depth = 0;
  for (; at > 0; --at) {
    const char c = before[at - 1];
    depth += (c == '>') - (c == '<');
    if (depth == 0 && c != '<' && !isOfName(c) && c != ':') break;
  }
  const llvm::StringRef constraint = before.substr(at);
  return constraint == "const" || constraint == "volatile" || constraint == "__restrict" ? ofAuto : at;
}

std::string withOpenType(const std::string& text, const std::string& name) {
  const std::size_t at = name.empty() ? std::string::npos : placeOfAuto(text);
  return at == std::string::npos ? text
                                 : text.substr(0, placeOfConstraint(text, at)) + name + text.substr(at + 4);
}

bool hasNoName(QualType type) {
  while (!type.isNull() && type->isArrayType()) type = QualType(type->getArrayElementTypeNoTypeQual(), 0);
  const TagDecl* tag = type.isNull() ? nullptr : type->getAsTagDecl();
  const auto* record = dyn_cast_or_null<CXXRecordDecl>(tag);
  return tag && !tag->getIdentifier() && !tag->getTypedefNameForAnonDecl() && !(record && record->isLambda());
}

bool namesLocalRecord(QualType type) { return localNames(type).records; }

const CXXRecordDecl* classAround(const FunctionDecl* function) {
  const CXXRecordDecl* result = nullptr;
  for (const DeclContext* scope = function->getLexicalDeclContext(); scope; scope = scope->getLexicalParent())
    if (const auto* record = dyn_cast<CXXRecordDecl>(scope)) result = record;
  return result;
}

namespace {

bool namesAnyOf(QualType type, const CXXRecordDecl* record) {
  if (!record || type.isNull()) return false;
  bool found = false;
  Visits visits;
  visits.type = [&](const Type* each) {
    if (const auto* tag = dyn_cast<TagType>(each)) found |= record->Encloses(tag->getDecl());
    if (const auto* name = dyn_cast<TypedefType>(each))
      found |= record->Encloses(name->getDecl()->getDeclContext());
    return !found;
  };
  visitBelow(type, visits);
  return found;
}

}  // namespace

bool namesTypeOf(QualType type, const CXXRecordDecl* record) {
  return !type.isNull() && namesAnyOf(type.getCanonicalType(), record);
}

QualType withoutNamesOf(QualType type, const CXXRecordDecl* record) {
  return namesAnyOf(type, record) && !type->isDependentType() ? type.getCanonicalType() : type;
}

}  // namespace appyl
