#include "codegen/kernels/capture_names.h"

#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/ir/leading_dimensions.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {

using namespace clang;

std::string nameInKernel(const LoopNest& nest, const std::string& symbol, const Captures& captures) {
  if (const auto sum = pitchOf(nest, symbol)) {
    Polynomial named = *sum;
    for (const std::string& parameter : sum->symbols()) {
      const std::string name = nameInKernel(nest, parameter, captures);
      if (name.empty()) return "";
      // A temporary name, since another symbol may already have the final one.
      named = named.substitute(parameter, Polynomial::symbol("?" + name));
    }
    std::string text = print(named);
    text.erase(std::remove(text.begin(), text.end(), '?'), text.end());
    return "(" + text + ")";
  }
  const auto stands = [&](const Capture& capture) {
    return capture.kind == Capture::Kind::Value &&
           (capture.host == symbol || capture.value == symbol || capture.name == symbol);
  };
  // A variable hides the member of the same name, which is `this->n` then.
  for (const bool isMember : {false, true})
    for (const Capture& capture : captures.list)
      if (isa_and_nonnull<FieldDecl>(capture.root) == isMember &&
          (stands(capture) ||
           (isMember && capture.kind == Capture::Kind::Value &&
            llvm::StringRef(symbol).starts_with("this->") && sameObject(capture.host, symbol))))
        return capture.name;
  return "";
}

bool sameObject(const std::string& a, const std::string& b) {
  const auto plain = [](llvm::StringRef name) {
    name.consume_front("this->");
    return name;
  };
  return plain(a) == plain(b);
}

std::string pointerOf(const Capture& capture) {
  return capture.kind == Capture::Kind::Container ? elementPointer(capture.host, capture.type) : capture.host;
}

int captureOf(const NamedArray& array, const Captures& captures) {
  for (std::size_t k = 0; k < captures.list.size(); ++k)
    if (captures.list[k].root == array.root && captures.list[k].kind != Capture::Kind::Value &&
        sameObject(captures.list[k].host, array.base))
      return static_cast<int>(k);
  for (const Access* access : array.accesses)
    if (const int capture = captureOf(access->expr, captures); capture >= 0) return capture;
  return -1;
}

int captureOf(const Expr* lvalue, const Captures& captures) {
  for (const Expr* inner = strip(lvalue);;) {
    const auto known = captures.of.find(inner);
    if (known != captures.of.end()) return known->second;
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(inner)) {
      inner = strip(arrayPart(element));
    } else if (const auto* call = dyn_cast<CXXOperatorCallExpr>(inner); call && call->getNumArgs() > 0) {
      inner = strip(call->getArg(0));
    } else if (const auto* member = dyn_cast<MemberExpr>(inner)) {
      inner = strip(member->getBase());
    } else if (const auto* call = dyn_cast<CXXMemberCallExpr>(inner)) {
      inner = strip(call->getImplicitObjectArgument());
    } else if (const auto* unary = dyn_cast<UnaryOperator>(inner);
               unary && (unary->getOpcode() == UO_Deref || unary->getOpcode() == UO_AddrOf)) {
      inner = strip(unary->getSubExpr());
    } else if (const auto* binary = dyn_cast<BinaryOperator>(inner); binary && binary->isAdditiveOp()) {
      inner = strip(binary->getLHS()->getType()->isPointerType() || binary->getLHS()->getType()->isArrayType()
                        ? binary->getLHS()
                        : binary->getRHS());
    } else {
      return -1;
    }
  }
}

/// What the pointer or the container is made of: `q` -> `&a[0] + 5` -> `a`; null: nothing that has a name.
static const Expr* madeOf(const Expr* expression) {
  expression = strip(expression);
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) {
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    const bool leads = variable && variable->isLocalVarDecl() && variable->getInit() &&
                       (variable->getType()->isReferenceType() || variable->getType()->isPointerType());
    return leads ? variable->getInit() : nullptr;
  }
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(expression)) return arrayPart(element);
  if (const auto* member = dyn_cast<MemberExpr>(expression)) return member->getBase();
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression))
    return call->getNumArgs() > 0 ? call->getArg(0) : nullptr;
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(expression)) return call->getImplicitObjectArgument();
  if (const auto* call = dyn_cast<CallExpr>(expression))  // std::data(a), std::as_const(a)
    return call->getNumArgs() == 1 ? call->getArg(0) : nullptr;
  if (const auto* unary = dyn_cast<UnaryOperator>(expression)) return unary->getSubExpr();
  if (const auto* binary = dyn_cast<BinaryOperator>(expression); binary && binary->isAdditiveOp())
    return binary->getLHS()->getType()->isPointerType() || binary->getLHS()->getType()->isArrayType()
               ? binary->getLHS()
               : binary->getRHS();
  return nullptr;
}

std::set<int> capturesOf(const NamedArray& array, const std::vector<NamedArray>& all,
                         const Captures& captures, const ASTContext& context) {
  std::set<int> result;
  const auto isNamed = [&](const Capture& capture) {
    return std::any_of(all.begin(), all.end(), [&](const NamedArray& each) {
      return each.root == capture.root && sameObject(each.base, capture.host);
    });
  };
  if (const int own = captureOf(array, captures); own >= 0) result.insert(own);
  // In a function that is called for several objects, each access is recorded once only, for one of them.
  for (const Access* access : array.accesses)
    if (const int each = captureOf(access->expr, captures); each >= 0 && !isNamed(captures.list[each]))
      result.insert(each);
  for (const auto& [mention, index] : captures.of) {
    const Capture& capture = captures.list[index];
    if (capture.kind == Capture::Kind::Value || isNamed(capture)) continue;
    // A pointer may be made of itself.
    std::set<const Expr*> seen;
    for (const Expr* part = mention; part && seen.insert(part).second; part = madeOf(part))
      if (rootVariable(strip(part)) == array.root &&
          sameObject(writtenText(strip(part), context), array.base))
        result.insert(index);
  }
  return result;
}

std::string parameterText(const Capture& capture, bool isWritten, const ASTContext& context) {
  if (capture.type.isNull()) return "std::size_t " + capture.name;
  switch (capture.kind) {
    case Capture::Kind::Value:
      // The `F` of a parameter `F&& f` is a reference where an lvalue is passed.
      if (capture.root && capture.openType.empty() && capture.type->getAs<TemplateTypeParmType>() &&
          capture.root->getType()->isRValueReferenceType())
        return fmt::format("std::remove_reference_t<{}> {}", typeText(capture.type, "", context),
                           capture.name);
      [[fallthrough]];
    case Capture::Kind::View:
    case Capture::Kind::Pointer: {
      const std::string text = withOpenType(typeText(capture.type, capture.name, context), capture.openType);
      // `auto* p` may point to constants.
      const bool isOpenPointer = capture.kind == Capture::Kind::Pointer && !capture.openType.empty();
      return isOpenPointer && !isWritten && text.rfind("const ", 0) != 0 ? "const " + text : text;
    }
    case Capture::Kind::Array: {
      QualType element = context.getAsArrayType(capture.type)->getElementType();
      return typeText(context.getPointerType(element), capture.name, context);
    }
    case Capture::Kind::Container: {
      const QualType element = elementTypeOf(capture.type, context),
                     kept = isWritten && !capture.isConst ? element : element.withConst();
      return capture.asksBounds
                 ? fmt::format("::appyl::cuda::span<{}> {}", typeText(kept, "", context), capture.name)
                 : typeText(context.getPointerType(kept), capture.name, context);
    }
  }
  llvm_unreachable("a kind");
}

}  // namespace appyl
