#include "nest/ast/implicit_calls.h"

#include "nest/ast/calls.h"
#include "nest/ast/evaluated.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"

#include <clang/AST/Attr.h>

namespace appyl {
namespace {

using namespace clang;

const CXXRecordDecl* completeRecord(QualType type) {
  if (type.isNull()) return nullptr;
  const CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record && record->hasDefinition() ? record->getDefinition() : nullptr;
}

/// `std::hash<Key>`, too, where the user has specialised it.
bool isOfUser(const CXXRecordDecl* record) {
  const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record);
  const bool isOwn = special && special->isExplicitSpecialization();
  return !record->isLambda() && (!record->isInStdNamespace() || isOwn) && !isOfSystem(record);
}

/// What a container asks an allocator for.
bool allocates(const CXXMethodDecl* method) { return memberIs(method->getNameAsString(), Fact::OfAllocator); }

bool isOfUser(const FunctionDecl* function) { return !function->isInStdNamespace() && !isOfSystem(function); }

/// `int id = next();`; where no code has used it yet in an instance of a template: as the template has it.
const Expr* initialValueOf(const FieldDecl* field) {
  if (!field->hasInClassInitializer()) return nullptr;
  if (const Expr* value = field->getInClassInitializer()) return value;
  const auto* record = dyn_cast<CXXRecordDecl>(field->getParent());
  const CXXRecordDecl* pattern = record ? record->getTemplateInstantiationPattern() : nullptr;
  if (!pattern) return nullptr;
  for (const FieldDecl* each : pattern->fields())
    if (each->getFieldIndex() == field->getFieldIndex()) return each->getInClassInitializer();
  return nullptr;
}

class ObjectsReader {
 public:
  explicit ObjectsReader(ImplicitCode& code) : code(code) {}

  /// Pointers, references and the arguments of templates count: `T*`, `std::vector<T>::iterator`.
  void read(QualType type) {
    while (type->isPointerType() || type->isReferenceType()) type = type->getPointeeType();
    readRecord(completeRecord(type));
  }

 private:
  ImplicitCode& code;
  std::set<const CXXRecordDecl*> seen;

  void readRecord(const CXXRecordDecl* record) {
    if (!record || !seen.insert(record).second) return;
    if (const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record))
      readArguments(special->getTemplateArgs().asArray());
    if (!isOfUser(record)) return;
    for (const CXXMethodDecl* method : record->methods())
      if (method->isUserProvided() && (isa<CXXConstructorDecl, CXXDestructorDecl>(method) ||
                                       method->isOverloadedOperator() || allocates(method)))
        code.functions.push_back(method);
    for (const FieldDecl* field : record->fields()) {
      if (const Expr* value = initialValueOf(field)) code.values.push_back({value, field->getNameAsString()});
      readRecord(completeRecord(field->getType()));
    }
    for (const CXXBaseSpecifier& base : record->bases()) readRecord(completeRecord(base.getType()));
  }

  void readArguments(llvm::ArrayRef<TemplateArgument> arguments) {
    for (const TemplateArgument& each : arguments)
      if (each.getKind() == TemplateArgument::Type)
        read(each.getAsType());
      else if (each.getKind() == TemplateArgument::Pack)
        readArguments(each.getPackAsArray());
  }
};

void addDestructors(QualType type, std::set<const CXXRecordDecl*>& seen,
                    std::vector<const CXXDestructorDecl*>& found) {
  const CXXRecordDecl* record = completeRecord(type);
  // A lambda has what it copies as members.
  if (!record || !(record->isLambda() || isOfUser(record)) || !seen.insert(record).second) return;
  if (const CXXDestructorDecl* own = record->getDestructor(); own && own->isUserProvided())
    found.push_back(own);
  for (const FieldDecl* field : record->fields()) addDestructors(field->getType(), seen, found);
  for (const CXXBaseSpecifier& base : record->bases()) addDestructors(base.getType(), seen, found);
}

void addEndOf(QualType type, ImplicitCode& code) {
  for (const CXXDestructorDecl* each : destructorsOf(type)) code.functions.push_back(each);
}

/// A class whose objects are called: `operator()` of a comparison, of a lambda.
void addCalled(QualType type, ImplicitCode& code) {
  if (const CXXRecordDecl* record = completeRecord(type.getNonReferenceType()))
    for (const CXXMethodDecl* method : record->methods())
      if (method->getOverloadedOperator() == OO_Call) code.functions.push_back(method);
}

void addCall(const FunctionDecl* callee, const Expr* call, llvm::ArrayRef<const Expr*> arguments,
             ImplicitCode& code) {
  if (!callee) return;
  code.functions.push_back(callee);
  if (isOfUser(callee) || isOfArrayLanguage(callee)) return;
  ObjectsReader objects(code);
  objects.read(call->getType());
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(call))
    objects.read(method->getImplicitObjectArgument()->getType());
  for (const Expr* each : arguments) {
    objects.read(each->getType());
    addCalled(each->getType(), code);
  }
}

void addDeclared(const DeclStmt* declaration, ImplicitCode& code) {
  for (const Decl* each : declaration->decls()) {
    const auto* variable = dyn_cast<VarDecl>(each);
    if (!variable) continue;
    if (variable->hasLocalStorage()) addEndOf(variable->getType(), code);
    if (const FunctionDecl* last = cleanupOf(variable)) code.functions.push_back(last);
    if (const auto* parts = dyn_cast<DecompositionDecl>(variable))
      for (const BindingDecl* part : parts->bindings())
        if (const VarDecl* held = part->getHoldingVar(); held && held->getInit())
          code.values.push_back({held->getInit(), part->getNameAsString()});
  }
}

}  // namespace

const FunctionDecl* cleanupOf(const VarDecl* variable) {
  const auto* attribute = variable->getAttr<CleanupAttr>();
  return attribute ? attribute->getFunctionDecl() : nullptr;
}

std::vector<const CXXDestructorDecl*> destructorsOf(QualType type) {
  std::set<const CXXRecordDecl*> seen;
  std::vector<const CXXDestructorDecl*> found;
  addDestructors(type, seen, found);
  return found;
}

bool doesAtEnd(QualType type) {
  return llvm::any_of(destructorsOf(type), [](const CXXDestructorDecl* each) {
    const FunctionDecl* definition = nullptr;
    const auto* body = each->hasBody(definition) ? dyn_cast<CompoundStmt>(definition->getBody()) : nullptr;
    return !body || !body->body_empty();
  });
}

ImplicitCode runForObjects(QualType type) {
  ImplicitCode code;
  ObjectsReader(code).read(type);
  return code;
}

ImplicitCode runBy(const Stmt* part) {
  ImplicitCode code;
  if (const auto* call = dyn_cast<CallExpr>(part))
    addCall(call->getDirectCallee(), call, llvm::ArrayRef(call->getArgs(), call->getNumArgs()), code);
  if (const auto* made = dyn_cast<CXXConstructExpr>(part))
    addCall(made->getConstructor(), made, llvm::ArrayRef(made->getArgs(), made->getNumArgs()), code);
  if (const auto* made = dyn_cast<CXXInheritedCtorInitExpr>(part))
    code.functions.push_back(made->getConstructor());
  if (const auto* made = dyn_cast<CXXNewExpr>(part); made && made->getOperatorNew())
    code.functions.push_back(made->getOperatorNew());
  if (const auto* named = dyn_cast<DeclRefExpr>(part))
    if (const auto* function = dyn_cast<FunctionDecl>(named->getDecl())) code.functions.push_back(function);
  if (const auto* given = dyn_cast<CXXDefaultArgExpr>(part))
    code.values.push_back({given->getExpr(), given->getParam()->getNameAsString()});
  if (const auto* given = dyn_cast<CXXDefaultInitExpr>(part); given && given->getExpr())
    code.values.push_back({given->getExpr(), given->getField()->getNameAsString()});
  if (const auto* temporary = dyn_cast<CXXBindTemporaryExpr>(part)) addEndOf(temporary->getType(), code);
  if (const auto* destroyed = dyn_cast<CXXDeleteExpr>(part); destroyed && !destroyed->isTypeDependent())
    addEndOf(destroyed->getDestroyedType(), code);
  if (const auto* destroyed = dyn_cast<CXXDeleteExpr>(part); destroyed && destroyed->getOperatorDelete())
    code.functions.push_back(destroyed->getOperatorDelete());
  if (const auto* declaration = dyn_cast<DeclStmt>(part)) addDeclared(declaration, code);
  return code;
}

ImplicitCode runBeside(const FunctionDecl* definition) {
  ImplicitCode code;
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer* each : constructor->inits())
      if (each->getInit()) code.values.push_back({each->getInit(), constructor->getNameAsString()});
  for (const ParmVarDecl* parameter : definition->parameters())
    for (const Expr* size : sizesIn(parameter->getOriginalType()))
      code.values.push_back({size, parameter->getNameAsString()});
  if (const auto* destructor = dyn_cast<CXXDestructorDecl>(definition))
    addEndOf(destructor->getASTContext().getRecordType(destructor->getParent()), code);
  return code;
}

}  // namespace appyl
