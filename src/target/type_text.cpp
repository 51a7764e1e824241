#include "target/type_text.h"

#include "loops/ast.h"

#include <clang/AST/QualTypeNames.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace appyl {
namespace {

using namespace clang;

/// Finds names in a type that mean nothing above the function.
class LocalNames : public RecursiveASTVisitor<LocalNames> {
 public:
  bool ofFunction = false, ofClass = false, records = false;

  bool VisitTypedefType(TypedefType* type) {
    const DeclContext* scope = type->getDecl()->getDeclContext();
    ofFunction |= scope->isFunctionOrMethod();
    ofClass |= scope->isRecord();
    return true;
  }
  bool VisitSizeOfPackExpr(SizeOfPackExpr*) { return ofFunction = true; }  // of the template that returned it
  bool VisitTagType(TagType* type) {
    records |= type->getDecl()->getDeclContext()->isFunctionOrMethod();
    ofClass |= type->getDecl()->getDeclContext()->isRecord();
    return true;
  }
};

LocalNames localNames(QualType type) {
  LocalNames names;
  names.TraverseType(type);
  return names;
}

}  // namespace

std::string typeText(QualType type, const std::string& name, const ASTContext& context) {
  const LocalNames names = localNames(type);
  if (names.ofFunction) type = type.getCanonicalType();
  if (names.ofClass && !type->isDependentType()) type = TypeName::getFullyQualifiedType(type, context);
  std::string text = name;
  PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressScope = false;
  type.getAsStringInternal(text, policy);
  return withHalf(text, context);
}

bool namesLocalRecord(QualType type) { return localNames(type).records; }

const CXXRecordDecl* classAround(const FunctionDecl* function) {
  const CXXRecordDecl* result = nullptr;
  for (const DeclContext* scope = function->getLexicalDeclContext(); scope; scope = scope->getLexicalParent())
    if (const auto* record = dyn_cast<CXXRecordDecl>(scope)) result = record;
  return result;
}

namespace {

/// Finds names of a class in a type.
class NamesOf : public RecursiveASTVisitor<NamesOf> {
 public:
  explicit NamesOf(const CXXRecordDecl* record) : record(record) {}
  bool found = false;

  bool VisitTagType(TagType* type) {
    found |= record->Encloses(type->getDecl());
    return !found;
  }
  bool VisitTypedefType(TypedefType* type) {
    found |= record->Encloses(type->getDecl()->getDeclContext());
    return !found;
  }

 private:
  const CXXRecordDecl* record;
};

bool namesAnyOf(QualType type, const CXXRecordDecl* record) {
  NamesOf names(record);
  if (record && !type.isNull()) names.TraverseType(type);
  return names.found;
}

}  // namespace

bool namesTypeOf(QualType type, const CXXRecordDecl* record) {
  return !type.isNull() && namesAnyOf(type.getCanonicalType(), record);
}

QualType withoutNamesOf(QualType type, const CXXRecordDecl* record) {
  return namesAnyOf(type, record) ? type.getCanonicalType() : type;
}

}  // namespace appyl
