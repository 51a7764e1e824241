#include "codegen/contraction/contraction_call.h"
#include "nest/ast/ast.h"

namespace appyl {

using namespace clang;

/// null: not known.
static QualType elementType(const Matrix& matrix, const LoopNest& nest) {
  for (const Access& access : nest.accesses)
    if (access.array == matrix.array)
      return access.expr->getType().getNonReferenceType().getCanonicalType().getUnqualifiedType();
  return {};
}

void chooseSumOnDevice(ContractionCall& call, const Kernel& kernel, bool allowsTf32,
                       const ASTContext& context) {
  const Contraction& contraction = *kernel.contraction;
  const QualType a = elementType(contraction.a, kernel.nest), b = elementType(contraction.b, kernel.nest),
                 c = elementType(contraction.c, kernel.nest), sum = contraction.sum.getCanonicalType();
  const auto isSmall = [](QualType type) {
    return type->isFloat16Type() || isSmallFloat(type->getAsCXXRecordDecl());
  };
  const bool isFloat = sum->isSpecificBuiltinType(BuiltinType::Float);
  const bool alike = context.hasSameType(a, b);
  if (isFloat && !contraction.variable && isSmall(c)) call.sum = "float";
  if (isFloat && alike && isSmall(a)) call.sum = "::appyl::cuda::half_products";
  if (isFloat && allowsTf32 && alike && a->isSpecificBuiltinType(BuiltinType::Float))
    call.sum = "::appyl::cuda::tf32", call.onTensorCores = true;
  call.onTensorCores |=
      alike &&
      (isFloat ? isSmall(a) : sum->isSpecificBuiltinType(BuiltinType::Double) && context.hasSameType(a, sum));
}

}  // namespace appyl
