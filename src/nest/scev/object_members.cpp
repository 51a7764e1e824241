// The members of objects whose methods are walked through, as the loop's function would name them.
#include "nest/ast/calls.h"
#include "nest/ast/library.h"
#include "nest/scev/scalar_evolution.h"

namespace appyl {

using namespace clang;

/// What a const member function without parameters returns, where that is all it does.
static const Expr* returnedBy(const CXXMethodDecl* method, const ASTContext& context) {
  const FunctionDecl* definition = nullptr;
  if (!method || !method->isConst() || method->isVirtual() || method->getNumParams() != 0 ||
      !method->getReturnType()->isIntegerType() || isOfSystem(method))
    return nullptr;
  // Of a class template the methods that nobody calls have a body in the template only.
  const FunctionDecl* pattern = method->getTemplateInstantiationPattern();
  if (!method->hasBody(definition) && !(pattern && pattern->hasBody(definition))) return nullptr;
  const auto* body = dyn_cast<CompoundStmt>(definition->getBody());
  const auto* result = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  const Expr* value = result ? result->getRetValue() : nullptr;
  return value && keepsValue(strip(value)->getType(), method->getReturnType(), context) ? value : nullptr;
}

std::string ScalarEvolution::nameOutside(const FieldDecl* field) const {
  const auto* method = dyn_cast<CXXMethodDecl>(nest.function);
  const bool isFriendly =
      method && method->getParent()->getCanonicalDecl() == field->getParent()->getCanonicalDecl();
  if (isFriendly || field->getAccess() == AS_public || field->getAccess() == AS_none)
    return field->getNameAsString();
  const auto* record = dyn_cast<CXXRecordDecl>(field->getParent());
  if (!record) return "";
  for (const CXXMethodDecl* getter : record->methods())
    if (const Expr* value = getter->getAccess() == AS_public ? returnedBy(getter, source.ast) : nullptr)
      if (const ValueDecl* returned = namedVariable(value);
          isa_and_nonnull<FieldDecl>(returned) && returned->getDeclName() == field->getDeclName())
        return getter->getNameAsString() + "()";
  return "";
}

SymbolName ScalarEvolution::visibleName(const ValueDecl* variable) const {
  const std::string name = variable->getNameAsString();
  if (!isa<FieldDecl>(variable)) {
    const std::string written = visible.nameOf(variable);
    if (!written.empty()) return written;
    return isInner(variable) ? SymbolName(name) : SymbolName(name + ".2", name);
  }
  const auto isIt = [&](const Decl* each) {
    const auto* other = dyn_cast<VarDecl>(each);
    return other && other->getNameAsString() == name;
  };
  bool isHidden = llvm::any_of(nest.function->decls(), isIt);
  walk(nest.function->getBody(), source.directives, [&](const Stmt* each) {
    if (const auto* lambda = dyn_cast<LambdaExpr>(each))
      isHidden |= llvm::any_of(lambda->getCallOperator()->decls(), isIt);
    return !isHidden;
  });
  // A member of a base that is hidden by a member of the class.
  const auto* method = dyn_cast<CXXMethodDecl>(nest.function);
  const auto* owner = dyn_cast<CXXRecordDecl>(cast<FieldDecl>(variable)->getParent());
  if (method && owner && owner->getCanonicalDecl() != method->getParent()->getCanonicalDecl() &&
      !method->getParent()->lookup(variable->getDeclName()).empty())
    return "this->" + owner->getNameAsString() + "::" + name;
  return (isHidden ? "this->" : "") + name;
}

/// A member of the object that is being walked through.
std::optional<Polynomial> ScalarEvolution::readMember(const Expr* expression, const ValueDecl* field) {
  if (const auto known = members.find({object->ofNest, field}); known != members.end()) return known->second;
  const auto isModified = [&](const ValueDecl* part) { return modified.count(part) != 0; };
  if (object->name.empty() || isModified(field) || llvm::any_of(object->parts, isModified))
    return symbolFor(expression, Symbol::Kind::Opaque);
  const std::string member = nameOutside(cast<FieldDecl>(field));
  // A member that code in front of the nest cannot name gets a number.
  const std::string plain = field->getNameAsString();
  const SymbolName wanted =
      object->name + (member.empty() ? SymbolName(plain + ".2", plain) : SymbolName(member));
  // Two objects of one name may be hidden from there.
  std::vector<const ValueDecl*> path = object->parts;
  path.push_back(field);
  if (const auto known = memberNames.find(path); known != memberNames.end())
    return Polynomial::symbol(known->second);
  const auto known = nest.symbols.find(wanted.name);
  if (known != nest.symbols.end() && known->second.kind == Symbol::Kind::Parameter &&
      !isNumbered(wanted.name, known->second))
    return Polynomial::symbol(wanted.name);
  Symbol symbol;
  symbol.isUnsigned = field->getType()->isUnsignedIntegerType();
  symbol.most = greatestOf(field->getType(), source.ast);
  symbol.isPartial = object->isPointedTo;
  return Polynomial::symbol(memberNames[path] = uniqueName(wanted, symbol));
}

/// What a name that was bound means, or a member of that object; nullopt: the expression is none.
std::optional<std::optional<ScalarEvolution::Object>> ScalarEvolution::boundObject(
    const Expr* expression) const {
  expression = strip(expression);
  if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && unary->getOpcode() == UO_Deref)
    return boundObject(unary->getSubExpr());
  if (isa<CXXThisExpr>(expression)) {
    if (!object) return std::nullopt;
    return std::optional<std::optional<Object>>(std::in_place, object);
  }
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) {
    const auto known = boundObjects.find(reference->getDecl());
    if (known == boundObjects.end()) return std::nullopt;
    return std::optional<std::optional<Object>>(std::in_place, known->second);
  }
  const auto* member = dyn_cast<MemberExpr>(expression);
  const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  const auto around = field ? boundObject(member->getBase()) : std::nullopt;
  if (!around || field->getType()->isReferenceType()) return std::nullopt;
  const std::string name = nameOutside(field);
  const bool isPointer = field->getType()->isPointerType();
  Object part{name + (isPointer ? "->" : "."), {field}, nullptr, isPointer};
  if (!*around) return part;
  const bool isNamed = !(*around)->name.empty() && !name.empty();
  part.name = isNamed ? (*around)->name + part.name : SymbolName();
  part.parts.insert(part.parts.begin(), (*around)->parts.begin(), (*around)->parts.end());
  part.isPointedTo |= (*around)->isPointedTo;
  return part;
}

/// The object that a method of a variable, or of the current object, is called for; nullopt: no such object.
std::optional<std::optional<ScalarEvolution::Object>> ScalarEvolution::ownerOf(
    const CXXMemberCallExpr* call) const {
  const Expr* owner = strip(call->getImplicitObjectArgument());
  if (isa<CXXThisExpr>(owner)) return object;
  if (auto meant = boundObject(owner)) return meant;
  const ValueDecl* variable = namedVariable(owner);
  if (!variable || isInner(variable) || (isa<FieldDecl>(variable) && object)) return std::nullopt;
  const bool isPointer = owner->getType()->isPointerType();
  return Object{visibleName(variable) + (isPointer ? "->" : "."), {variable}, nullptr, isPointer};
}

/// `m.rows()`, whose body is `return r;`, is `m.r`.
std::optional<Polynomial> ScalarEvolution::readGetter(const CXXMemberCallExpr* call) {
  const Expr* value = returnedBy(call->getMethodDecl(), source.ast);
  if (!value || depth > 5) return std::nullopt;
  auto next = ownerOf(call);
  if (!next) return std::nullopt;
  const auto outer = enter(std::move(*next));
  ++depth;
  auto result = read(value);
  --depth;
  enter(outer);
  // Its calls and memory reads have no name here; one symbol would stand for those of all objects.
  return result && !holdsOpaque(*result) ? result : std::nullopt;
}

}  // namespace appyl
