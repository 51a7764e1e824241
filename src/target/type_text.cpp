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

}  // namespace appyl
