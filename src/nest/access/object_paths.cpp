// Objects that the nest makes, `Row r{a + i * m, m};`: what their members point to, and which numbers they
// are.
#include "nest/access/access_paths.h"
#include "nest/ast/array_types.h"
#include "nest/ast/library.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

namespace appyl {

using namespace clang;

/// The list or the call, of a constructor or a function, that makes an object.
static const Expr* makerOf(const Expr* value) {
  for (;;) {
    const Expr* inner = value->IgnoreParenImpCasts();
    if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto* cleanups = dyn_cast<ExprWithCleanups>(inner))
      inner = cleanups->getSubExpr();
    else if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(inner))
      inner = cast->getSubExpr();
    if (inner == value) return inner;
    value = inner;
  }
}

/// `{p}` of a member.
static const Expr* onlyValue(const Expr* value) {
  const auto* list = dyn_cast<InitListExpr>(value->IgnoreParenImpCasts());
  return list && list->getNumInits() == 1 ? list->getInit(0) : value;
}

/// Made of parameters and numbers by arithmetic alone.
static bool isPlain(const Stmt* value) {
  const auto* reference = dyn_cast<DeclRefExpr>(value);
  const auto* binary = dyn_cast<BinaryOperator>(value);
  const auto* unary = dyn_cast<UnaryOperator>(value);
  const bool good = (reference && isa<ParmVarDecl>(reference->getDecl())) ||
                    (binary && !binary->isAssignmentOp()) || (unary && unary->isArithmeticOp()) ||
                    isa<CastExpr, ParenExpr, InitListExpr, IntegerLiteral, FloatingLiteral,
                        CXXNullPtrLiteralExpr, CXXBoolLiteralExpr>(value);
  return good && llvm::all_of(value->children(), isPlain);
}

/// A constructor that sets its members to what it computes from its parameters, and does nothing else; null:
/// it is none.
static const CXXConstructorDecl* plainConstructor(const CXXConstructExpr* made) {
  const FunctionDecl* definition = nullptr;
  const auto* body =
      made->getConstructor()->hasBody(definition) ? dyn_cast<CompoundStmt>(definition->getBody()) : nullptr;
  if (!body || !body->body_empty()) return nullptr;
  const auto* constructor = cast<CXXConstructorDecl>(definition);
  const bool setsOnly = llvm::all_of(constructor->inits(), [&](const CXXCtorInitializer* each) {
    return each->isMemberInitializer() && each->getMember()->getType()->isScalarType() &&
           isPlain(each->getInit());
  });
  return setsOnly ? constructor : nullptr;
}

std::optional<std::vector<const Expr*>> PlaceReader::declareObject(const VarDecl* variable) {
  std::erase_if(members, [&](const auto& known) { return known.first.first == variable; });
  symbols.forgetMembers(variable);
  const CXXRecordDecl* record = variable->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isLambda() || record->isUnion() || isOfSystem(record) ||
      !variable->hasLocalStorage() || !variable->getInit() || symbols.isModified(variable) ||
      symbols.isAddressTaken(variable))
    return std::nullopt;
  return readMembers(variable, variable->getInit());
}

void PlaceReader::setMember(const VarDecl* owner, const FieldDecl* field, const Expr* value) {
  const QualType type = field->getType();
  if (symbols.isModified(field) || field->isBitField() || type.isVolatileQualified()) return;
  if (type->isIntegerType())
    if (const auto number = symbols.readAs(value, type)) symbols.bindMember(owner, field, *number);
  const auto place = type->isPointerType() ? readPointer(value) : std::nullopt;
  if (place) members[{owner, field}] = handedOver(*place);
}

std::optional<std::vector<const Expr*>> PlaceReader::readMembers(const VarDecl* owner, const Expr* value) {
  const Expr* made = makerOf(value);
  std::vector<const Expr*> parts;
  if (const auto* list = dyn_cast<InitListExpr>(made)) {
    const InitListExpr* filled = list->isSemanticForm() ? list : list->getSemanticForm();
    const auto* record = made->getType()->getAsCXXRecordDecl();
    const auto isOwnValue = [](const Expr* value) {
      return isa<CXXDefaultInitExpr>(value->IgnoreParenImpCasts());
    };
    if (!filled || !record || record->getNumBases() > 0 || llvm::any_of(filled->inits(), isOwnValue) ||
        llvm::any_of(record->fields(), [](const FieldDecl* field) { return field->isBitField(); }))
      return std::nullopt;
    for (const FieldDecl* field : record->fields())
      if (field->getFieldIndex() < filled->getNumInits()) {
        parts.push_back(onlyValue(filled->getInit(field->getFieldIndex())));
        setMember(owner, field, parts.back());
      }
  } else if (const auto* construct = dyn_cast<CXXConstructExpr>(made)) {
    if (construct->getConstructor()->isCopyOrMoveConstructor()) {
      const auto* source = dyn_cast_or_null<VarDecl>(namedVariable(construct->getArg(0)));
      if (!source) return readMembers(owner, construct->getArg(0));
      if (construct->getConstructor()->isTrivial()) copyMembers(owner, source);
      return std::nullopt;
    }
    const CXXConstructorDecl* constructor = plainConstructor(construct);
    if (!constructor || depth > 8) return std::nullopt;
    parts.assign(construct->arg_begin(), construct->arg_end());
    for (unsigned k = 0; k < constructor->getNumParams() && k < parts.size(); ++k)
      bind(constructor->getParamDecl(k), parts[k]);
    ++depth;
    for (const CXXCtorInitializer* each : constructor->inits())
      setMember(owner, each->getMember(), onlyValue(each->getInit()));
    --depth;
  } else if (const auto* call = dyn_cast<CallExpr>(made)) {
    const FunctionDecl* callee = call->getDirectCallee();
    const bool isOperator = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee);
    inlined(call, callee, isOperator ? 1 : 0, [&](const Expr* result) {
      readMembers(owner, result);
      return std::optional<AccessPath>();
    });
    return std::nullopt;
  } else {
    return std::nullopt;
  }
  // A pointer that the object stores is not followed here; only its subscripts are read.
  std::vector<const Expr*> read;
  for (const Expr* part : parts) {
    const auto place = isPointerOrArray(part, context) ? readPointer(part) : std::nullopt;
    if (place && place->readInside.empty())
      read.insert(read.end(), place->indices.begin(), place->indices.end());
    else
      read.push_back(part);
  }
  return read;
}

void PlaceReader::copyMembers(const VarDecl* owner, const VarDecl* source) {
  for (const auto& [member, place] : std::map(members))
    if (member.first == source) members[{owner, member.second}] = place;
  symbols.copyMembers(owner, source);
}

const AccessPath* PlaceReader::pointerOfObject(const Expr* expression) const {
  const auto* member = dyn_cast<MemberExpr>(expression);
  const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field) return nullptr;
  const bool isOfCurrent = isThis(member->getBase());
  const bool isWhole = isOfCurrent && current && current->path.empty() && current->subscripts.empty();
  const ValueDecl* owner = isWhole                            ? current->root
                           : isOfCurrent || member->isArrow() ? nullptr
                                                              : namedVariable(member->getBase());
  const auto known = members.find({owner, field});
  return known == members.end() ? nullptr : &known->second;
}

}  // namespace appyl
