#include "codegen/kernels/capturable.h"

#include "codegen/kernels/device_values.h"
#include "codegen/text/type_text.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/ast/library.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"

#include <fmt/format.h>

namespace appyl {

using namespace clang;

std::string wholeContainerRefusal(const std::string& host) {
  return fmt::format("'{}' is used as a whole; on the device only its elements are known", host);
}

std::string whyNotByElements(QualType type, const std::string& host, const ASTContext& context) {
  const QualType element = elementTypeOf(type, context);
  if (!element.isNull() && !element->isDependentType() && !element.isTriviallyCopyableType(context))
    return fmt::format(
        "the elements of '{}' have type '{}', which cannot be copied to the device byte by byte", host,
        element.getAsString(context.getPrintingPolicy()));
  if (libraryTemplate(type) == "vector" && !element.isNull() && element->isBooleanType())
    return fmt::format("'{}' is a std::vector<bool>, whose elements have no address; use std::vector<char>",
                       host);
  return "";
}

static std::string whyNotOfInstance(QualType value, const std::string& host, const ASTContext& context) {
  const std::string name = value.getAsString(context.getPrintingPolicy());
  if (const std::string number = hostOnlyNumber(value, context); !number.empty())
    return fmt::format("'{}' is a {} where the template is used, which the device does not have", host,
                       number);
  if (holdsPointers(value, context) || (isLambda(value) && capturesReferences(value)))
    return fmt::format(
        "'{}' is of type '{}' where the template is used, which holds pointers or references "
        "to what is the host's",
        host, name);
  if (!value->isDependentType() && !isCopiedBytewise(value, context))
    return fmt::format(
        "'{}' is of type '{}' where the template is used, which cannot be copied to the device "
        "byte by byte",
        host, name);
  return "";
}

std::string whyNotByValue(QualType type, const std::string& host, bool isSubscripted,
                          const FunctionDecl* function, const ASTContext& context) {
  if (type->isDependentType() && isSubscripted)
    return fmt::format(
        "what '{}' is, is not known before the template is instantiated; declare it as a pointer, "
        "a std::span or a std::vector of the template's type",
        host);
  if (namesLocalRecord(type))
    return fmt::format(
        "'{}' has a type of the function's own, which a kernel cannot name; declare the type "
        "outside",
        host);
  if (const std::string number = hostOnlyNumber(type, context); !number.empty())
    return fmt::format("'{}' is a {}, which the device does not have", host, number);
  if (hasNoName(type))
    return fmt::format("'{}' has a type without a name, which a kernel cannot be handed; name the type",
                       host);
  if (!type->isDependentType() && !isCopiedBytewise(type, context))
    return fmt::format("'{}' has type '{}', which cannot be copied to the device byte by byte", host,
                       type.getAsString(context.getPrintingPolicy()));
  if ((type->isRecordType() || type->isDependentType()) && holdsPointers(type, context))
    return fmt::format("'{}' is used as a whole and holds pointers, which are the host's; use its members",
                       host);
  for (const QualType each : instantiationsOf(type, function))
    if (std::string why = whyNotOfInstance(each.getNonReferenceType(), host, context); !why.empty())
      return why;
  return "";
}

std::string whyNotSameLater(const VarDecl& variable, const FunctionDecl* function,
                            const Directives& directives) {
  const auto* lambda = dyn_cast_or_null<LambdaExpr>(variable.getInit() ? strip(variable.getInit()) : nullptr);
  if (!lambda) return "it is not made where it is declared";
  if (mayChangeItsCopies(lambda, directives)) return "it changes its captures";
  const std::set<const ValueDecl*> changed = modifiedVariables(function->getBody(), directives);
  const auto mentionsChanged = [&](const Stmt* statement) {
    return llvm::any_of(changed,
                        [&](const ValueDecl* each) { return mentions(statement, each, directives); });
  };
  for (const LambdaCapture& capture : lambda->captures()) {
    const auto* captured = capture.capturesVariable() ? dyn_cast<VarDecl>(capture.getCapturedVar()) : nullptr;
    const bool mayDiffer =
        captured && capture.getCaptureKind() == LCK_ByCopy &&
        (lambda->isInitCapture(&capture) ? !captured->getInit() || mentionsChanged(captured->getInit())
                                         : changed.count(captured) != 0);
    if (mayDiffer)
      return fmt::format("its copy of '{}' may differ from what that is when the kernel starts",
                         captured->getNameAsString());
  }
  return "";
}

}  // namespace appyl
