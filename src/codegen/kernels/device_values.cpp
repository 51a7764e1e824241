#include "codegen/kernels/device_values.h"

#include "codegen/text/type_text.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/ast/library_facts.h"
#include "support/visits.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>

namespace appyl {

using namespace clang;

namespace {

class NamedInside : public RecursiveASTVisitor<NamedInside> {
 public:
  NamedLocals found;

  bool VisitTypedefTypeLoc(TypedefTypeLoc type) { return add(type.getTypedefNameDecl()); }
  bool VisitTagTypeLoc(TagTypeLoc type) { return add(type.getDecl()); }
  bool TraverseElaboratedTypeLoc(ElaboratedTypeLoc type) {
    return type.getQualifierLoc() || TraverseTypeLoc(type.getNamedTypeLoc());
  }
  /// In `A::B::f` only A is found by an unqualified lookup.
  bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc qualifier) {
    while (qualifier && qualifier.getPrefix()) qualifier = qualifier.getPrefix();
    return RecursiveASTVisitor::TraverseNestedNameSpecifierLoc(qualifier);
  }
  bool VisitDeclRefExpr(DeclRefExpr* reference) {
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    if (around && variable && variable->isLocalVarDecl() && isConstant(*variable) &&
        !around->Encloses(variable->getDeclContext()))
      found.constants.insert(variable);
    const auto* enumerator = dyn_cast<EnumConstantDecl>(reference->getDecl());
    return !enumerator || reference->hasQualifier() || add(cast<EnumDecl>(enumerator->getDeclContext()));
  }
  bool TraverseCXXRecordDecl(CXXRecordDecl* record) {
    const CXXRecordDecl* outer = std::exchange(around, around ? around : record);
    const bool goesOn = RecursiveASTVisitor::TraverseCXXRecordDecl(record);
    around = outer;
    return goesOn;
  }

 private:
  const CXXRecordDecl* around = nullptr;  // the outermost class whose declaration is being read

  bool add(const TypeDecl* type) {
    const DeclContext* scope = type->getDeclContext();
    const auto* record = dyn_cast<CXXRecordDecl>(type);
    const bool isLambda = record && record->isLambda();
    const bool isNamed = type->getIdentifier() || (isa<EnumDecl>(type) && scope->isFunctionOrMethod());
    if (around && around->Encloses(scope)) return true;  // goes along with it
    if ((scope->isFunctionOrMethod() || scope->isRecord()) && !isLambda && isNamed &&
        std::find(found.types.begin(), found.types.end(), type) == found.types.end())
      found.types.push_back(type);
    return true;
  }
};

}  // namespace

std::string hostOnlyNumber(QualType type, const ASTContext& context) {
  const auto* number = type.isNull() ? nullptr : type.getCanonicalType()->getAs<BuiltinType>();
  if (!number) return "";
  switch (number->getKind()) {
    case BuiltinType::LongDouble:
    case BuiltinType::Float128:
    case BuiltinType::Ibm128:
    case BuiltinType::BFloat16: return number->getName(context.getPrintingPolicy()).str();
    default: return "";
  }
}

bool isLambda(QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isLambda();
}

bool holdsLambda(const VarDecl& variable) {
  const bool isOpen = variable.getType()->getContainedAutoType() && variable.getInit();
  return isLambda(variable.getType()) || (isOpen && isa<LambdaExpr>(strip(variable.getInit())));
}

bool isWrittenHere(const VarDecl& variable, const ASTContext& context) {
  const auto* lambda = dyn_cast_or_null<LambdaExpr>(variable.getInit() ? strip(variable.getInit()) : nullptr);
  return lambda && lambda->capture_size() == 0 &&
         context.getSourceManager().isInMainFile(lambda->getBeginLoc()) &&
         rangeOf(lambda->getSourceRange(), context);
}

bool isConstant(const VarDecl& variable) {
  if (variable.isConstexpr()) return true;
  const QualType type = variable.getType();
  return type.isConstQualified() && type->isIntegralOrEnumerationType() && variable.getInit() &&
         (variable.getInit()->isValueDependent() ||
          variable.mightBeUsableInConstantExpressions(variable.getASTContext())) &&
         !variable.getInit()->isValueDependent() &&
         variable.getInit()->isCXX11ConstantExpr(variable.getASTContext());
}

bool isConstantTable(const ValueDecl* value) {
  const auto* variable = dyn_cast_or_null<VarDecl>(value);
  if (!variable || !variable->hasGlobalStorage()) return false;
  const QualType type = variable->getType();
  const VarDecl* definition = nullptr;
  return !type->isDependentType() && variable->getAnyInitializer(definition) &&
         !definition->getInit()->isValueDependent() &&
         (type->isConstantArrayType() || libraryTemplate(type) == "array") &&
         variable->getASTContext().getBaseElementType(type).isConstQualified() &&
         definition->hasConstantInitialization();
}

/// The class of `Matrix<T>` in a template, as it is written.
static const CXXRecordDecl* writtenClass(QualType type) {
  const auto* named = type->isDependentType() ? type->getAs<TemplateSpecializationType>() : nullptr;
  const auto* pattern =
      named ? dyn_cast_or_null<ClassTemplateDecl>(named->getTemplateName().getAsTemplateDecl()) : nullptr;
  return pattern ? pattern->getTemplatedDecl() : nullptr;
}

bool holdsPointers(QualType type, const ASTContext& context) {
  if (type.isNull()) return false;
  type = context.getBaseElementType(type);
  const CXXRecordDecl* written = writtenClass(type);
  if (written && written->isInStdNamespace())
    return !classIs(written->getName(), ClassFact::Plain) ||
           llvm::any_of(type->getAs<TemplateSpecializationType>()->template_arguments(),
                        [&](const TemplateArgument& each) {
                          return each.getKind() == TemplateArgument::Type &&
                                 holdsPointers(each.getAsType(), context);
                        });
  const RecordDecl* record = written ? written : type->getAsRecordDecl();
  return type->isAnyPointerType() || type->isReferenceType() || (record && holdsPointers(record, context));
}

bool holdsPointers(const RecordDecl* record, const ASTContext& context) {
  const auto holds = [&](QualType type) { return holdsPointers(type, context); };
  if (!record->getDefinition()) return false;
  for (const FieldDecl* field : record->getDefinition()->fields())
    if (holds(field->getType())) return true;
  if (const auto* derived = dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier& base : derived->getDefinition()->bases())
      if (holds(base.getType())) return true;
  return false;
}

bool capturesReferences(QualType lambda) {
  return llvm::any_of(lambda->getAsCXXRecordDecl()->captures(), [](const LambdaCapture& each) {
    return each.getCaptureKind() == LCK_ByRef || each.getCaptureKind() == LCK_This;
  });
}

bool isCopiedBytewise(QualType type, const ASTContext& context) {
  const auto* record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition()
             ? record->hasTrivialCopyConstructor() && record->hasTrivialDestructor() && !isAtomic(type)
             : type.isTriviallyCopyableType(context);
}

/// The specialisations of a member template belong to the instances of the class template around it.
static std::vector<const FunctionDecl*> specializationsOf(FunctionTemplateDecl* pattern) {
  std::vector<const FunctionDecl*> result(pattern->spec_begin(), pattern->spec_end());
  const auto* record = dyn_cast<CXXRecordDecl>(pattern->getDeclContext());
  ClassTemplateDecl* around = record ? record->getDescribedClassTemplate() : nullptr;
  if (!around) return result;
  for (ClassTemplateSpecializationDecl* each : around->specializations())
    for (Decl* member : each->decls())
      if (auto* own = dyn_cast<FunctionTemplateDecl>(member);
          own && own->getInstantiatedFromMemberTemplate() == pattern)
        result.insert(result.end(), own->spec_begin(), own->spec_end());
  return result;
}

std::vector<QualType> instantiationsOf(QualType type, const FunctionDecl* function) {
  const auto* parameter = type.getNonReferenceType()->getAs<TemplateTypeParmType>();
  FunctionTemplateDecl* described = function->getDescribedFunctionTemplate();
  std::vector<QualType> result;
  if (!parameter || !described || parameter->getDepth() != described->getTemplateParameters()->getDepth())
    return result;
  for (const FunctionDecl* each : specializationsOf(described)) {
    const TemplateArgumentList* arguments = each->getTemplateSpecializationArgs();
    if (!arguments || parameter->getIndex() >= arguments->size()) continue;
    const TemplateArgument& argument = arguments->get(parameter->getIndex());
    if (argument.getKind() == TemplateArgument::Type) result.push_back(argument.getAsType());
  }
  return result;
}

NamedLocals namedLocals(const Stmt* statement) {
  NamedInside named;
  named.TraverseStmt(const_cast<Stmt*>(statement));
  return named.found;
}

NamedLocals namedLocals(const Decl* declaration) {
  NamedInside named;
  named.TraverseDecl(const_cast<Decl*>(declaration));
  return named.found;
}

std::vector<const Decl*> usingsAround(const Stmt* body, const Stmt* part, const Source& source) {
  const SourceManager& sources = source.ast.getSourceManager();
  const auto at = [&](SourceLocation location) { return sources.getExpansionLoc(location); };
  std::vector<const Decl*> found;
  walk(body, source.directives, [&](const Stmt* each) {
    const bool isAround =
        sources.isPointWithin(at(part->getBeginLoc()), at(each->getBeginLoc()), at(each->getEndLoc()));
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (isa<UsingDecl, UsingDirectiveDecl, UsingEnumDecl, NamespaceAliasDecl>(declared))
          found.push_back(declared);
    return each != part && (isAround || isa<DeclStmt>(each));
  });
  return found;
}

std::vector<TextEdit> decltypesOf(const Stmt* statement, const Source& source,
                                  llvm::function_ref<bool(const Expr*)> isReplaced) {
  std::vector<std::pair<TypeLoc, const Expr*>> types;
  Visits visits;
  visits.typeAsWritten = [&](TypeLoc each) {
    if (const auto type = each.getAs<DecltypeTypeLoc>()) types.emplace_back(type, type.getUnderlyingExpr());
    if (const auto type = each.getAs<TypeOfExprTypeLoc>()) types.emplace_back(type, type.getUnderlyingExpr());
    return true;
  };
  visitBelow(statement, visits);
  std::vector<TextEdit> edits;
  for (const auto& [each, of] : types) {
    const QualType type = each.getType();
    bool isNeeded = false;
    walk(of, source.directives, [&](const Stmt* part) {
      const auto* expression = dyn_cast<Expr>(part);
      return !(isNeeded |= expression && isReplaced(expression));
    });
    const auto range = rangeOf(each.getSourceRange(), source.ast);
    if (range && isNeeded && !type->isDependentType() && !namesLocalRecord(type.getCanonicalType()))
      edits.push_back({*range, typeText(type, "", source.ast)});
  }
  return edits;
}

bool namesCounter(const Expr* expression, const LoopNest& nest) {
  const ValueDecl* named = namedVariable(expression);
  return named && llvm::any_of(nest.loops, [&](const Loop& each) { return each.counter == named; });
}

const Expr* changedPart(const Stmt* statement) {
  if (const auto* binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
    return binary->getLHS();
  if (const auto* unary = dyn_cast<UnaryOperator>(statement); unary && unary->isIncrementDecrementOp())
    return unary->getSubExpr();
  const auto* call = dyn_cast<CXXOperatorCallExpr>(statement);
  return call && (call->isAssignmentOp() || call->getOperator() == OO_PlusPlus ||
                  call->getOperator() == OO_MinusMinus)
             ? call->getArg(0)
             : nullptr;
}

}  // namespace appyl
