#include "model/products.h"

#include "nest/modref/modified_variables.h"

namespace appyl {
namespace {

using namespace clang;

bool isSmallFloat(QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  return type->isHalfType() || type->isFloat16Type() || type->isBFloat16Type() ||
         (record && appyl::isSmallFloat(record));
}

bool isPlain(QualType type) { return !type.isNull() && !type.isVolatileQualified() && !type->isAtomicType(); }

/// Does every value of one type have the same value in the other?
bool keepsEveryValue(QualType from, QualType to, const ASTContext& context) {
  if (context.hasSameUnqualifiedType(from, to)) return true;
  if (isSmallFloat(from)) return to->isRealFloatingType();
  if (from->isRealFloatingType() && to->isRealFloatingType())
    return context.getFloatingTypeOrder(to, from) >= 0;
  if (!from->isIntegerType() || !to->isIntegerType()) return false;
  const bool isWider = context.getTypeSize(to) > context.getTypeSize(from);
  return to->isSignedIntegerType() == from->isSignedIntegerType()
             ? context.getTypeSize(to) >= context.getTypeSize(from)
             : isWider && to->isSignedIntegerType();
}

QualType valueType(QualType type) { return type.getNonReferenceType().getUnqualifiedType(); }

}  // namespace

bool isTypeOfSums(QualType type) {
  if (!isPlain(type)) return false;
  const auto* builtin = type->getAs<BuiltinType>();
  return type->isDependentType() ||
         (builtin && (builtin->getKind() == BuiltinType::Float || builtin->getKind() == BuiltinType::Double ||
                      builtin->getKind() == BuiltinType::Int || builtin->getKind() == BuiltinType::UInt));
}

bool isTypeOfElements(QualType type) {
  if (!isPlain(type)) return false;
  if (type->isDependentType() || isSmallFloat(type)) return true;
  return type->isBuiltinType() && (type->isIntegerType() || type->isRealFloatingType()) &&
         !type->isBooleanType() && !type->isSpecificBuiltinType(BuiltinType::LongDouble);
}

const Expr* uncast(const Expr* expression, std::vector<QualType>& types) {
  for (;;) {
    const Expr* inner = strip(expression);
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(inner)) {
      inner = cast->getSubExpr();
    } else if (const auto* conversion = dyn_cast<CXXMemberCallExpr>(inner);
               conversion && isa_and_nonnull<CXXConversionDecl>(conversion->getMethodDecl()) &&
               isSmallFloat(valueType(conversion->getImplicitObjectArgument()->getType()))) {
      inner = conversion->getImplicitObjectArgument();
    } else if (const auto* made = dyn_cast<CXXConstructExpr>(inner);
               made && made->getNumArgs() == 1 && isSmallFloat(valueType(made->getType()))) {
      inner = made->getArg(0);
    } else if (const auto* open = dyn_cast<CXXUnresolvedConstructExpr>(inner);
               open && open->getNumArgs() == 1) {
      inner = open->getArg(0);
    } else {
      inner = nullptr;
    }
    // The casts that Clang inserts stand around the expression that `strip` leaves.
    std::vector<QualType> outer;
    for (const Expr* each = expression; each != strip(expression);) {
      if (isa<ImplicitCastExpr>(each)) outer.push_back(valueType(each->getType()));
      const Expr* next = isa<ImplicitCastExpr>(each) ? cast<ImplicitCastExpr>(each)->getSubExpr()
                         : isa<ParenExpr>(each)      ? cast<ParenExpr>(each)->getSubExpr()
                                                     : strip(expression);
      each = next;
    }
    if (!inner) {
      types.insert(types.begin(), outer.rbegin(), outer.rend());
      return strip(expression);
    }
    outer.push_back(valueType(strip(expression)->getType()));
    types.insert(types.begin(), outer.rbegin(), outer.rend());
    expression = inner;
  }
}

ProductReader::ProductReader(QualType sum, const Stmt* root, const Source& source,
                             std::function<bool(const Expr*)> isElement,
                             std::function<bool(const Expr*)> isInvariant)
    : sum(valueType(sum)),
      root(root),
      source(source),
      isElement(std::move(isElement)),
      isInvariant(std::move(isInvariant)),
      modified(modifiedVariables(root, source.directives)) {}

bool ProductReader::isSum(QualType type) const {
  return type->isDependentType() || source.ast.hasSameUnqualifiedType(valueType(type), sum);
}

bool ProductReader::convertsToSum(QualType from, const std::vector<QualType>& types) const {
  from = valueType(from);
  if (!isTypeOfElements(from)) return false;
  for (const QualType& each : types)
    if (each->isDependentType()) return true;  // its instances are looked at
  if (from->isDependentType()) return true;
  QualType now = from;
  for (std::size_t k = 0; k < types.size(); ++k) {
    const bool isLast = k + 1 == types.size();
    if (!isLast && !keepsEveryValue(now, types[k], source.ast) && !isSum(types[k])) return false;
    now = types[k];
  }
  return isSum(now);
}

std::optional<Product> ProductReader::read(const Expr* expression) {
  product = {};
  const Expr* whole = strip(expression);
  const auto parts = asBinary(whole);
  if (!parts || parts->op != BO_Mul) return std::nullopt;
  if (!readPart(expression) || product.elements.size() != 2) return std::nullopt;
  return product;
}

bool ProductReader::readPart(const Expr* expression) {
  std::vector<QualType> types;
  const Expr* inner = uncast(expression, types);
  if (isElement(inner)) {
    product.elements.push_back(inner);
    return convertsToSum(inner->getType(), types);
  }
  if (isInvariant(inner)) {
    const QualType type = valueType(strip(expression)->getType());
    if (product.scale || !(type->isDependentType() || type->isArithmeticType())) return false;
    product.scale = strip(expression);
    return true;
  }
  // What is left is computed: in the sum's type, and not converted to another one any more.
  for (const QualType& each : types)
    if (!isSum(each)) return false;
  if (!isSum(inner->getType())) return false;
  if (const auto* unary = dyn_cast<UnaryOperator>(inner); unary && unary->getOpcode() == UO_Minus) {
    product.isNegative = !product.isNegative;
    return readPart(unary->getSubExpr());
  }
  if (const auto parts = asBinary(inner); parts && parts->op == BO_Mul)
    return readPart(parts->left) && readPart(parts->right);
  // `const float x = alpha * a[i][k];` in front of the innermost loop.
  const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(inner));
  if (!variable || !variable->isLocalVarDecl() || !variable->getInit() || modified.count(variable) ||
      !isDeclaredInside(variable, root, source.directives) || variable->getType()->isReferenceType())
    return false;
  return isSum(variable->getType()) && readPart(variable->getInit());
}

}  // namespace appyl
