#include "nest/ast/ast.h"

#include "nest/ast/evaluated.h"
#include "nest/ast/library_facts.h"

#include <clang/AST/ParentMapContext.h>
#include <llvm/ADT/FoldingSet.h>

#include <llvm/Support/Path.h>

namespace appyl {
namespace {

using namespace clang;

std::optional<BinaryOperatorKind> builtinKind(OverloadedOperatorKind op) {
  switch (op) {
    case OO_Equal: return BO_Assign;
    case OO_PlusEqual: return BO_AddAssign;
    case OO_MinusEqual: return BO_SubAssign;
    case OO_StarEqual: return BO_MulAssign;
    case OO_SlashEqual: return BO_DivAssign;
    case OO_PercentEqual: return BO_RemAssign;
    case OO_AmpEqual: return BO_AndAssign;
    case OO_PipeEqual: return BO_OrAssign;
    case OO_CaretEqual: return BO_XorAssign;
    case OO_LessLessEqual: return BO_ShlAssign;
    case OO_GreaterGreaterEqual: return BO_ShrAssign;
    case OO_Plus: return BO_Add;
    case OO_Minus: return BO_Sub;
    case OO_Star: return BO_Mul;
    case OO_Slash: return BO_Div;
    case OO_Percent: return BO_Rem;
    case OO_Amp: return BO_And;
    case OO_Pipe: return BO_Or;
    case OO_Caret: return BO_Xor;
    case OO_AmpAmp: return BO_LAnd;
    case OO_PipePipe: return BO_LOr;
    case OO_Less: return BO_LT;
    case OO_Greater: return BO_GT;
    case OO_LessEqual: return BO_LE;
    case OO_GreaterEqual: return BO_GE;
    case OO_EqualEqual: return BO_EQ;
    case OO_ExclaimEqual: return BO_NE;
    default: return std::nullopt;
  }
}

/// `x` in `int& r{x}`, `int k{x}`, and, where the type is that of a template, in `T r{x}` and `T r(x)`.
const Expr* onlyInitialiser(const Expr* expression) {
  if (const auto* braced = dyn_cast<InitListExpr>(expression); braced && braced->getNumInits() == 1) {
    const QualType type = braced->getType();
    return braced->isGLValue() || type->isScalarType() || type->isVoidType() || type->isDependentType()
               ? braced->getInit(0)
               : nullptr;
  }
  const auto* listed = dyn_cast<ParenListExpr>(expression);
  return listed && listed->getNumExprs() == 1 ? listed->getExpr(0) : nullptr;
}

}  // namespace

const Expr* strip(const Expr* expression) {
  for (;;) {
    const Expr* inner = expression->IgnoreParenImpCasts();
    if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto* cleanups = dyn_cast<ExprWithCleanups>(inner))
      inner = cleanups->getSubExpr();
    else if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto* substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(inner))
      inner = substituted->getReplacement();
    else if (const Expr* only = onlyInitialiser(inner))
      inner = only;
    if (inner == expression) return inner;
    expression = inner;
  }
}

bool isThis(const Expr* expression) {
  expression = strip(expression);
  if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && unary->getOpcode() == UO_Deref)
    expression = strip(unary->getSubExpr());
  return isa<CXXThisExpr>(expression);
}

void walk(const Stmt* statement, const Directives& directives,
          const std::function<bool(const Stmt*)>& visit) {
  if (!statement) return;
  statement = directives.strip(statement);
  if (!statement || !visit(statement)) return;
  if (const auto* lambda = dyn_cast<LambdaExpr>(statement)) {
    for (const Expr* init : lambda->capture_inits()) walk(init, directives, visit);
    walk(lambda->getBody(), directives, visit);
    return;
  }
  for (const Expr* size : hiddenSizes(statement)) walk(size, directives, visit);
  for (const Stmt* child : statement->children()) walk(child, directives, visit);
}

const ValueDecl* namedVariable(const Expr* expression) {
  const Expr* inner = strip(expression);
  if (const auto* reference = dyn_cast<DeclRefExpr>(inner)) return dyn_cast<VarDecl>(reference->getDecl());
  if (const auto* member = dyn_cast<MemberExpr>(inner)) {
    if (const auto* variable = dyn_cast<VarDecl>(member->getMemberDecl()))
      return variable;  // a static data member
    if (isa<CXXThisExpr>(strip(member->getBase()))) return dyn_cast<FieldDecl>(member->getMemberDecl());
  }
  return nullptr;
}

const Expr* arrayPart(const ArraySubscriptExpr* element) {
  const QualType right = element->getRHS()->getType();
  return right->isPointerType() || right->isArrayType() ? element->getRHS() : element->getLHS();
}
const Expr* indexPart(const ArraySubscriptExpr* element) {
  return arrayPart(element) == element->getLHS() ? element->getRHS() : element->getLHS();
}

bool isPart(const Expr* expression) {
  const auto* unary = dyn_cast<UnaryOperator>(expression);
  return isa<ExtVectorElementExpr>(expression) ||
         (unary && (unary->getOpcode() == UO_Real || unary->getOpcode() == UO_Imag));
}

const ValueDecl* rootVariable(const Expr* expression) {
  for (const Expr* inner = strip(expression);;) {
    if (const ValueDecl* named = namedVariable(inner)) return named;
    if (const auto* member = dyn_cast<MemberExpr>(inner))
      inner = strip(member->getBase());
    else if (const auto* open = dyn_cast<CXXDependentScopeMemberExpr>(inner);
             open && !open->isImplicitAccess())
      inner = strip(open->getBase());
    else if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(inner))
      inner = strip(arrayPart(subscript));
    else if (const auto* unary = dyn_cast<UnaryOperator>(inner);
             unary && (unary->getOpcode() == UO_Deref || unary->getOpcode() == UO_AddrOf || isPart(unary)))
      inner = strip(unary->getSubExpr());
    else if (const auto* lanes = dyn_cast<ExtVectorElementExpr>(inner))
      inner = strip(lanes->getBase());
    else if (const auto* call = dyn_cast<CXXOperatorCallExpr>(inner);
             call && (call->getOperator() == OO_Subscript || call->getOperator() == OO_Call ||
                      call->getOperator() == OO_Star))
      inner = strip(call->getArg(0));
    else if (const auto* method = dyn_cast<CXXMemberCallExpr>(inner))
      inner = strip(method->getImplicitObjectArgument());
    else if (const auto* dependent = dyn_cast<CallExpr>(inner);
             dependent && dependent->isTypeDependent() && namedVariable(dependent->getCallee()))
      inner = strip(dependent->getCallee());
    else if (const auto* binary = dyn_cast<BinaryOperator>(inner);
             binary && binary->isAdditiveOp() && binary->getType()->isPointerType())
      inner = strip(binary->getLHS()->getType()->isPointerType() ? binary->getLHS() : binary->getRHS());
    else
      return nullptr;
  }
}

bool sameExpression(const Expr* a, const Expr* b, const ASTContext& context) {
  a = strip(a);
  b = strip(b);
  const ValueDecl* left = namedVariable(a);
  if (left || namedVariable(b)) return left == namedVariable(b);
  // A profile contains implicit casts, so profiles are compared only where the tests below do not cover the
  // node: for leaves, parts of a vector, the type of a constructor.
  const bool isToldBelow = isa<BinaryOperator, UnaryOperator, ExplicitCastExpr, MemberExpr, CallExpr,
                               CXXDependentScopeMemberExpr, ArraySubscriptExpr, ConditionalOperator>(a);
  std::vector<const Stmt*> leftChildren, rightChildren;
  for (const Stmt* child : a->children()) leftChildren.push_back(child);
  for (const Stmt* child : b->children()) rightChildren.push_back(child);
  if (!isToldBelow || (leftChildren.empty() && rightChildren.empty())) {
    llvm::FoldingSetNodeID leftId, rightId;
    a->Profile(leftId, context, /*Canonical=*/true);
    b->Profile(rightId, context, /*Canonical=*/true);
    return leftId == rightId;
  }
  if (a->getStmtClass() != b->getStmtClass() || leftChildren.size() != rightChildren.size()) return false;
  if (const auto* binary = dyn_cast<BinaryOperator>(a);
      binary && binary->getOpcode() != cast<BinaryOperator>(b)->getOpcode())
    return false;
  if (const auto* unary = dyn_cast<UnaryOperator>(a);
      unary && unary->getOpcode() != cast<UnaryOperator>(b)->getOpcode())
    return false;
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(a);
      cast && !context.hasSameType(cast->getType(), llvm::cast<ExplicitCastExpr>(b)->getType()))
    return false;
  if (const auto* member = dyn_cast<MemberExpr>(a);
      member && member->getMemberDecl() != cast<MemberExpr>(b)->getMemberDecl())
    return false;
  if (const auto* open = dyn_cast<CXXDependentScopeMemberExpr>(a);
      open && open->getMember() != cast<CXXDependentScopeMemberExpr>(b)->getMember())
    return false;
  for (std::size_t k = 0; k < leftChildren.size(); ++k) {
    const auto* left = dyn_cast_or_null<Expr>(leftChildren[k]);
    const auto* right = dyn_cast_or_null<Expr>(rightChildren[k]);
    if (!left || !right || !sameExpression(left, right, context)) return false;
  }
  return true;
}

bool refersToOthers(QualType type) {
  type = type.getNonReferenceType();
  while (const ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
  if (type->isAnyPointerType()) return true;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record)
    if (const auto* special = type->getAs<TemplateSpecializationType>())
      if (const auto* described =
              dyn_cast_or_null<ClassTemplateDecl>(special->getTemplateName().getAsTemplateDecl()))
        record = described->getTemplatedDecl();
  if (!record || !record->hasDefinition() || record->isLambda()) return false;
  const llvm::StringRef name =
      record->getIdentifier() ? record->getName() : "";  // `typedef struct { ... } Level;`
  const auto* space = dyn_cast<NamespaceDecl>(record->getDeclContext());
  if (space && space->getName() == "appyl") return name != "tile" && !isSmallFloat(record);
  if (record->isInStdNamespace()) {
    for (const char* word : {"span", "view", "reference", "shared_ptr", "weak_ptr"})
      if (name.contains(word)) return true;
    const auto* known = dyn_cast<ClassTemplateSpecializationDecl>(record);
    return known && llvm::any_of(known->getTemplateArgs().asArray(), [](const TemplateArgument& argument) {
             return argument.getKind() == TemplateArgument::Type &&
                    (argument.getAsType()->isReferenceType() || refersToOthers(argument.getAsType()));
           });
  }
  return llvm::any_of(record->getDefinition()->fields(),
                      [](const FieldDecl* field) {
                        return field->getType()->isReferenceType() || refersToOthers(field->getType());
                      }) ||
         llvm::any_of(record->getDefinition()->bases(),
                      [](const CXXBaseSpecifier& base) { return refersToOthers(base.getType()); });
}

bool isOfArrayLanguage(const FunctionDecl* callee) {
  const SourceManager& sources = callee->getASTContext().getSourceManager();
  const llvm::StringRef file = sources.getFilename(sources.getExpansionLoc(callee->getLocation()));
  if (llvm::sys::path::filename(llvm::sys::path::parent_path(file)) != "appyl") return false;
  for (const DeclContext* scope = callee->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* space = dyn_cast<NamespaceDecl>(scope); space && space->getName() == "appyl") return true;
  return false;
}

bool isTile(QualType type) {
  const auto* record = type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
  const auto* space = record ? dyn_cast<NamespaceDecl>(record->getDeclContext()) : nullptr;
  return space && space->getName() == "appyl" && record->getIdentifier() &&
         (record->getName() == "tile" || record->getName() == "block" || record->getName() == "gathered");
}

bool isOfView(const FunctionDecl* callee) {
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
  const CXXRecordDecl* record = method ? method->getParent() : nullptr;
  const auto* space = record ? dyn_cast<NamespaceDecl>(record->getDeclContext()) : nullptr;
  return space && space->getName() == "appyl" && record->getIdentifier() && record->getName() == "view";
}

bool isSmallFloat(const CXXRecordDecl* record) {
  const auto* space = record ? dyn_cast<NamespaceDecl>(record->getDeclContext()) : nullptr;
  return space && space->getName() == "appyl" && record->getIdentifier() &&
         (record->getName() == "half" || record->getName() == "bfloat16");
}

std::string withHalf(std::string type, const ASTContext& context) {
  const std::size_t at = type.find("_Float16");
  if (at == std::string::npos) return type;
  const auto spaces = context.getTranslationUnitDecl()->lookup(&context.Idents.get("appyl"));
  for (const NamedDecl* space : spaces)
    if (const auto* found = dyn_cast<NamespaceDecl>(space);
        found && !found->lookup(&context.Idents.get("half")).empty())
      return withHalf(type.replace(at, 8, "::appyl::half"), context);
  return type;
}

bool isAtomic(QualType type) {
  type = type.getNonReferenceType();
  const auto* record = type->getAsCXXRecordDecl();
  const bool isStandard = record && record->isInStdNamespace() && record->getIdentifier() &&
                          classIs(record->getName(), ClassFact::Atomic);
  return type->isAtomicType() || isStandard;
}

bool contains(const Stmt* statement, const Stmt* part, const Directives& directives) {
  bool found = false;
  walk(statement, directives, [&](const Stmt* each) { return !(found |= each == part); });
  return found;
}

bool mentions(const Stmt* statement, const ValueDecl* variable, const Directives& directives) {
  bool found = false;
  walk(statement, directives, [&](const Stmt* each) {
    if (const auto* expression = dyn_cast<Expr>(each)) found |= namedVariable(expression) == variable;
    return !found;
  });
  return found;
}

bool isDeclaredInside(const ValueDecl* declaration, const Stmt* statement, const Directives& directives) {
  bool inside = false;
  walk(statement, directives, [&](const Stmt* each) {
    if (const auto* declared = dyn_cast<DeclStmt>(each))
      for (const Decl* one : declared->decls()) inside |= one == declaration;
    if (const auto* lambda = dyn_cast<LambdaExpr>(each))
      for (const LambdaCapture& capture : lambda->captures())  // `[x = value]` is born with the lambda
        inside |= capture.capturesVariable() && capture.getCapturedVar() == declaration &&
                  lambda->isInitCapture(&capture) && capture.getCaptureKind() == LCK_ByCopy;
    return !inside;
  });
  return inside;
}

std::optional<llvm::APSInt> convertedConstant(const Expr* expression, const ASTContext& context) {
  Expr::EvalResult value;
  if (!expression || expression->isValueDependent() || !expression->EvaluateAsInt(value, context))
    return std::nullopt;
  return value.Val.getInt();
}

std::optional<std::int64_t> constantOf(const Expr* expression, const ASTContext& context) {
  const auto value = convertedConstant(expression, context);
  return value ? value->tryExtValue() : std::nullopt;
}

bool hasSideEffects(const Expr* expression, const ASTContext& context) {
  return expression->HasSideEffects(context, /*IncludePossibleEffects=*/false);
}

std::optional<Assignment> asAssignment(const Expr* expression) {
  expression = strip(expression);
  if (const auto* binary = dyn_cast<BinaryOperator>(expression); binary && binary->isAssignmentOp())
    return Assignment{binary->getLHS(), binary->getRHS(), binary->getOpcode()};
  if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && unary->isIncrementDecrementOp())
    return Assignment{unary->getSubExpr(), nullptr, unary->isIncrementOp() ? BO_AddAssign : BO_SubAssign};
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression)) {
    if (call->getOperator() == OO_PlusPlus || call->getOperator() == OO_MinusMinus)
      return Assignment{call->getArg(0), nullptr,
                        call->getOperator() == OO_PlusPlus ? BO_AddAssign : BO_SubAssign};
    const auto kind = builtinKind(call->getOperator());
    if (kind && BinaryOperator::isAssignmentOp(*kind) && call->getNumArgs() == 2)
      return Assignment{call->getArg(0), call->getArg(1), *kind};
  }
  return std::nullopt;
}

bool isLoaded(const Expr* lvalue, ASTContext& context) {
  for (;;) {
    const auto parents = context.getParents(*lvalue);
    const auto* parent = parents.empty() ? nullptr : parents[0].get<Expr>();
    const auto* cast = dyn_cast_or_null<ImplicitCastExpr>(parent);
    if (cast && cast->getCastKind() == CK_LValueToRValue) return true;
    if (!cast && !isa_and_nonnull<ParenExpr>(parent)) return false;
    lvalue = parent;
  }
}

std::optional<BinaryParts> asBinary(const Expr* expression) {
  expression = strip(expression);
  if (const auto* binary = dyn_cast<BinaryOperator>(expression))
    return BinaryParts{binary->getLHS(), binary->getRHS(), binary->getOpcode()};
  if (const auto* rewritten = dyn_cast<CXXRewrittenBinaryOperator>(expression))
    return BinaryParts{rewritten->getLHS(), rewritten->getRHS(), rewritten->getOperator()};
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression); call && call->getNumArgs() == 2)
    if (const auto kind = builtinKind(call->getOperator()); kind && !BinaryOperator::isAssignmentOp(*kind))
      return BinaryParts{call->getArg(0), call->getArg(1), *kind};
  return std::nullopt;
}

bool isValueUsed(const Expr* expression, ASTContext& context) {
  const Stmt* current = expression;
  for (;;) {
    const auto parents = context.getParents(*current);
    if (parents.empty()) return false;
    const Stmt* parent = parents[0].get<Stmt>();
    if (!parent) return parents[0].get<VarDecl>() || parents[0].get<TypeLoc>();  // `int w[++k]`
    if (isa<ReturnStmt>(parent)) return true;
    if (const auto* loop = dyn_cast<ForStmt>(parent)) return loop->getCond() == current;
    if (const auto* branch = dyn_cast<IfStmt>(parent)) return branch->getCond() == current;
    if (const auto* loop = dyn_cast<WhileStmt>(parent)) return loop->getCond() == current;
    if (const auto* choice = dyn_cast<SwitchStmt>(parent)) return choice->getCond() == current;
    const auto* cast = dyn_cast<ExplicitCastExpr>(parent);
    const auto* comma = dyn_cast<BinaryOperator>(parent);
    const bool passes = isa<ParenExpr, ExprWithCleanups>(parent) || (cast && cast->getType()->isVoidType()) ||
                        (comma && comma->getOpcode() == BO_Comma &&
                         (comma->getLHS() == current || !isValueUsed(comma, context)));
    if (!passes && isa<Expr>(parent)) return true;
    if (!passes) return false;
    if (comma) return false;
    current = parent;
  }
}

const Expr* objectOf(const CallExpr* call) {
  if (const auto* known = dyn_cast<CXXMemberCallExpr>(call)) return known->getImplicitObjectArgument();
  const Expr* callee = call->getCallee()->IgnoreParenImpCasts();
  if (const auto* lookup = dyn_cast<UnresolvedMemberExpr>(callee))
    return lookup->isImplicitAccess() ? nullptr : lookup->getBase();
  if (const auto* member = dyn_cast<MemberExpr>(callee))
    if (const auto* method = dyn_cast<CXXMethodDecl>(member->getMemberDecl()))
      return method->isStatic() ? nullptr : member->getBase();
  const bool isObject = !isa<CXXOperatorCallExpr>(call) && !call->getDirectCallee() && callee->isGLValue() &&
                        callee->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return isObject ? callee : nullptr;
}

std::string calleeName(const CallExpr* call) {
  if (const FunctionDecl* callee = call->getDirectCallee()) return callee->getNameAsString();
  const Expr* callee = strip(call->getCallee());
  if (const auto* lookup = dyn_cast<OverloadExpr>(callee)) return lookup->getName().getAsString();
  if (const auto* member = dyn_cast<CXXDependentScopeMemberExpr>(callee))
    return member->getMember().getAsString();
  if (const auto* dependent = dyn_cast<DependentScopeDeclRefExpr>(callee))
    return dependent->getDeclName().getAsString();
  return "";
}

const BinaryOperator* asComma(const Expr* expression) {
  const auto* binary = dyn_cast<BinaryOperator>(strip(expression));
  return binary && binary->getOpcode() == BO_Comma ? binary : nullptr;
}

const ValueDecl* referredObject(const ValueDecl* reference) {
  const auto* variable = dyn_cast<VarDecl>(reference);
  if (!variable || !variable->isLocalVarDecl() || !variable->getType()->isReferenceType() ||
      !variable->getInit())
    return nullptr;
  const Expr* init = variable->getInit();
  while (const BinaryOperator* comma = asComma(init)) init = comma->getRHS();
  const ValueDecl* named = namedVariable(init);
  if (!named) return nullptr;
  const QualType type = named->getType().getNonReferenceType();
  const bool isObject = type->isScalarType() || type->isRecordType() || type->isTemplateTypeParmType();
  return isObject ? named : nullptr;
}

bool allocates(const CXXNewExpr* made) {
  return llvm::all_of(made->placement_arguments(), [](const Expr* each) {
    const CXXRecordDecl* record = each->getType()->getAsCXXRecordDecl();
    return record && record->isInStdNamespace() && classIs(record->getName(), ClassFact::Tag);
  });
}

const FieldDecl* fieldNamed(const RecordDecl* record, llvm::StringRef name) {
  if (!record || !(record = record->getDefinition())) return nullptr;
  for (const FieldDecl* field : record->fields())
    if (field->getName() == name) return field;
  if (const auto* derived = dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier& base : derived->bases())
      if (const FieldDecl* field = fieldNamed(base.getType()->getAsRecordDecl(), name)) return field;
  return nullptr;
}

std::string writtenQualified(const NamedDecl* declaration) {
  PrintingPolicy policy = declaration->getASTContext().getPrintingPolicy();
  policy.SuppressUnwrittenScope = true;
  std::string text;
  llvm::raw_string_ostream stream(text);
  declaration->printQualifiedName(stream, policy);
  return text;
}

}  // namespace appyl
