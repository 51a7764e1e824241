#include "nest/ast/part_of_object.h"

#include "nest/ast/array_types.h"

namespace appyl {
namespace {

using namespace clang;

/// The variable that an expression is a member of, and the fields on the way there.
std::optional<Part> chainOf(const Expr* expression, int depth = 0) {
  if (depth > 20) return std::nullopt;
  expression = strip(expression);
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) {
    const ValueDecl* declaration = reference->getDecl();
    const auto* variable = dyn_cast<VarDecl>(declaration);
    if (variable && variable->getType()->isReferenceType() && variable->getInit() &&
        !isa<ParmVarDecl>(variable))
      if (const auto chain = chainOf(variable->getInit(), depth + 1)) return chain;
    if (const auto* binding = dyn_cast<BindingDecl>(declaration); binding && binding->getBinding())
      return chainOf(binding->getBinding(), depth + 1);
    return Part{declaration, {}};
  }
  if (const ValueDecl* variable = namedVariable(expression)) return Part{variable, {}};  // `this->x`
  const auto* member = dyn_cast<MemberExpr>(expression);
  const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field || member->isArrow()) return std::nullopt;
  auto chain = chainOf(member->getBase()->IgnoreParenImpCasts(), depth + 1);
  if (chain) chain->path.push_back(field);
  return chain;
}

bool isPrefix(const std::vector<const FieldDecl*>& prefix, const std::vector<const FieldDecl*>& path) {
  return prefix.size() <= path.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
}

constexpr std::size_t mostParts = 64;

/// Adds the parts of a class; false: the class consists of more than these.
bool addParts(const RecordDecl* record, const Part& object, std::vector<Part>& parts) {
  record = record->getDefinition();
  if (!record || record->isUnion() || record->isDependentContext()) return false;
  if (const auto* derived = dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier& base : derived->bases()) {
      const CXXRecordDecl* inherited = base.getType()->getAsCXXRecordDecl();
      if (base.isVirtual() || !inherited || !addParts(inherited, object, parts)) return false;
    }
  for (const FieldDecl* field : record->fields()) {
    Part part = object;
    part.path.push_back(field);
    const QualType type = field->getType();
    if (type->isReferenceType() || parts.size() > mostParts) return false;
    const RecordDecl* inner = type->getAsRecordDecl();
    const bool isOfLibrary = inner && inner->isInStdNamespace() && libraryTemplate(type) != "pair";
    if (!inner || isOfLibrary)
      parts.push_back(part);
    else if (!addParts(inner, part, parts))
      return false;
  }
  return true;
}

}  // namespace

std::optional<Relation> relationOf(const Expr* expression, const Part& part) {
  const auto chain = chainOf(expression);
  if (!chain || chain->variable->getCanonicalDecl() != part.variable->getCanonicalDecl()) return std::nullopt;
  Relation relation;
  relation.holds = isPrefix(chain->path, part.path);
  relation.isInside = !relation.holds && isPrefix(part.path, chain->path);
  return relation;
}

std::optional<Part> insideObject(const Expr* object, const Part& part) {
  object = strip(object);
  if (const auto* unary = dyn_cast<UnaryOperator>(object); unary && unary->getOpcode() == UO_Deref)
    object = strip(unary->getSubExpr());
  if (const auto* field = dyn_cast<FieldDecl>(part.variable); field && isa<CXXThisExpr>(object)) {
    Part inside = part;
    inside.path.insert(inside.path.begin(), field);
    return inside;
  }
  const auto relation = relationOf(object, part);
  if (!relation || !relation->holds) return std::nullopt;
  const std::size_t length = chainOf(object)->path.size();
  return Part{part.variable, {part.path.begin() + static_cast<std::ptrdiff_t>(length), part.path.end()}};
}

std::vector<Part> partsOf(const ValueDecl* variable) {
  const QualType type = variable->getType().getNonReferenceType();
  const RecordDecl* record = type->getAsRecordDecl();
  if (!record || isView(type) || isTile(type)) return {};
  const Part whole{variable, {}};
  if (record->isInStdNamespace() && libraryTemplate(type) != "pair")
    return libraryTemplate(type) == "array" ? std::vector<Part>() : std::vector{whole};
  std::vector<Part> parts;
  const bool isKnown = !record->isLambda() && !type->isDependentType();
  return isKnown && addParts(record, whole, parts) ? parts : std::vector<Part>();
}

bool isOnePart(const ValueDecl* variable) {
  const QualType type = variable->getType().getNonReferenceType();
  const RecordDecl* record = type->getAsRecordDecl();
  const auto* ofCpp = dyn_cast_or_null<CXXRecordDecl>(record);
  const bool isOfProgram = record && !record->isInStdNamespace() && !record->isLambda() && !isView(type) &&
                           !isTile(type) && !type->isDependentType();
  return isOfProgram && partsOf(variable).empty() && !(ofCpp && ofCpp->isEmpty());
}

std::string nameOf(const Part& part) {
  std::string name = part.variable->getNameAsString();
  for (const FieldDecl* field : part.path) name += "." + field->getNameAsString();
  return name;
}

}  // namespace appyl
