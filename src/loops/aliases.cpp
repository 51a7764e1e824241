#include "loops/aliases.h"

namespace appyl {
namespace {

using namespace clang;

/// A reference to one element, which has no subscript to be an access by.
struct ScalarReference {
  Name name;
  std::string text;
  const Expr* expression = nullptr;
  bool isModified = false;
};

bool refersToScalar(const ValueDecl* declaration) {
  if (const auto* part = dyn_cast<BindingDecl>(declaration)) {
    const VarDecl* holding = part->getHoldingVar();
    return holding && refersToScalar(holding);
  }
  const QualType type = declaration->getType();
  return type->isReferenceType() && type->getPointeeType()->isScalarType();
}

/// Those in front of the nest that no place could be made of: `double& q = a.front();`.
std::vector<ScalarReference> scalarReferences(const LoopNest& nest, const Directives& directives) {
  const Stmt* root = nest.loops.front().stmt;
  const std::set<const ValueDecl*> modified = modifiedVariables(root, directives);
  std::set<const Expr*> followed;
  for (const Access& access : nest.accesses)
    if (access.expr) followed.insert(strip(access.expr));
  std::vector<ScalarReference> found;
  walk(root, directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    if (!expression || strip(expression) != expression || !isa<DeclRefExpr, MemberExpr>(expression))
      return true;
    const auto* reference = dyn_cast<DeclRefExpr>(expression);
    const ValueDecl* declaration =
        reference ? reference->getDecl() : cast<MemberExpr>(expression)->getMemberDecl();
    if (!refersToScalar(declaration) || referredObject(declaration) || followed.count(expression) ||
        isDeclaredInside(declaration, root, directives))
      return true;
    if (const auto name = nameOf(expression))
      found.push_back({*name, declaration->getNameAsString(), expression, modified.count(declaration) != 0});
    return true;
  });
  return found;
}

void note(LoopNest& nest, const std::string& first, const std::string& second, const Expr* where) {
  nest.unknownCalls.push_back("'" + first + "' and '" + second + "' may be the same memory");
  if (!nest.unknownCallAt) nest.unknownCallAt = where;
}

/// Is an element of an array that another iteration writes, or the other way round?
bool noteScalars(LoopNest& nest, const Origins& aliases, const Directives& directives) {
  for (const ScalarReference& reference : scalarReferences(nest, directives))
    for (const Access& access : nest.accesses) {
      const Array& array = nest.arrays[access.array];
      if ((!access.writes && !reference.isModified) || array.scope >= 0 || !array.declaration ||
          !aliases.mayBeOne(nameOf(array), reference.name))
        continue;
      note(nest, reference.text, array.name, reference.expression);
      return true;
    }
  return false;
}

/// The member that an access touches, or whose elements it touches: `v` of `t[i].v` and `t[i].v[k]`.
/// `inside`: how many subscripts stand behind it.
const FieldDecl* fieldOf(const Expr* expression, std::size_t& inside) {
  inside = 0;
  for (expression = strip(expression); expression;) {
    if (const auto* member = dyn_cast<MemberExpr>(expression))
      return dyn_cast<FieldDecl>(member->getMemberDecl());
    const auto* element = dyn_cast<ArraySubscriptExpr>(expression);
    const auto* call = dyn_cast<CXXOperatorCallExpr>(expression);
    if (!element && !(call && call->getOperator() == OO_Subscript)) return nullptr;
    expression = strip(element ? arrayPart(element) : call->getArg(0));
    ++inside;
  }
  return nullptr;
}

/// `p->v` of `for (T* p : t[i].others)`, `e.to->v` of `for (const auto& e : t[i].edges)`, and what such an
/// element is taken apart to: a pointer from memory leads there.
bool comesFromRange(const Access& access, const Array& array) {
  const ValueDecl* declared = array.declaration;
  if (const auto* binding = dyn_cast_or_null<BindingDecl>(declared)) declared = binding->getDecomposedDecl();
  const auto* variable = dyn_cast_or_null<VarDecl>(declared);
  return variable && variable->isCXXForRangeDecl() && array.scope >= 0 &&
         (!access.subscripts.empty() || variable->getType().getNonReferenceType()->isPointerType());
}

/// Touches what a pointer leads to as the only one there: `*p`, `p[0]`, a member that is a reference. Where
/// it is counted through (`row[k]`), it is taken for an array of its own.
bool isSingle(const Expr* expression) {
  expression = strip(expression);
  if (const auto* dereferenced = dyn_cast<UnaryOperator>(expression))
    return dereferenced->getOpcode() == UO_Deref;
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(expression)) {
    const auto* index = dyn_cast<IntegerLiteral>(strip(element->getIdx()));
    return index && index->getValue().isZero() &&
           element->getBase()->IgnoreParenImpCasts()->getType()->isPointerType();
  }
  const auto* member = dyn_cast<MemberExpr>(expression);
  return member && member->getMemberDecl()->getType()->isReferenceType();
}

bool areOfOneType(const Expr* first, const Expr* second) {
  return first->getType()->isScalarType() && first->getType().getCanonicalType().getUnqualifiedType() ==
                                                 second->getType().getCanonicalType().getUnqualifiedType();
}

/// `t[i].v = t[i].parent->v + 1`, `t[i].v = *t[i].source`: records that point at each other. A pointer in
/// memory may lead to any record of those that the iterations write, or to its member.
bool noteRecords(LoopNest& nest) {
  for (const Access& write : nest.accesses) {
    std::size_t inside = 0;
    const FieldDecl* field = write.expr && write.writes ? fieldOf(write.expr, inside) : nullptr;
    if (!field || write.subscripts.size() <= inside || nest.arrays[write.array].scope >= 0) continue;
    for (const Access& other : nest.accesses) {
      const Array& read = nest.arrays[other.array];
      const bool isFromMemory = other.throughMemory || comesFromRange(other, read);
      const FieldDecl* same = other.expr ? fieldOf(other.expr, inside) : nullptr;
      const bool meets = same && same->getCanonicalDecl() == field->getCanonicalDecl();
      if (other.array != write.array && isFromMemory &&
          (meets || (other.expr && isSingle(other.expr) && areOfOneType(other.expr, write.expr)))) {
        note(nest, nest.arrays[other.array].name, nest.arrays[write.array].name, other.expr);
        return true;
      }
    }
  }
  return false;
}

/// `b.data()[k]` of a class that is no library's.
bool isBehindOwnCall(const Expr* element) {
  const Expr* inner = strip(element);
  while (const auto* subscript = dyn_cast_or_null<ArraySubscriptExpr>(inner))
    inner = strip(arrayPart(subscript));
  const auto* call = dyn_cast_or_null<CallExpr>(inner);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && !callee->getASTContext().getSourceManager().isInSystemHeader(callee->getLocation());
}

/// `b.data()[k]` beside `b.x[k]`: the call may lead to the member.
bool mayLeadToMember(const Array& object, const Access& access, const Array& member) {
  const Name whole = nameOf(object), part = nameOf(member);
  return whole.root == part.root && whole.path != part.path && isPartOf(part.path, whole.path) &&
         object.elementType == member.elementType && access.expr && isBehindOwnCall(access.expr);
}

}  // namespace

void noteAliases(LoopNest& nest, FileOrigins& file, const Directives& directives) {
  const Origins aliases = file.of(nest);
  if (noteScalars(nest, aliases, directives) || noteRecords(nest)) return;
  for (const Access& write : nest.accesses)
    for (const Access& other : nest.accesses) {
      const Array &first = nest.arrays[write.array], &second = nest.arrays[other.array];
      if (!write.writes || write.array == other.array || first.scope >= 0 || second.scope >= 0 ||
          !first.declaration || !second.declaration ||
          !(aliases.mayBeOne(nameOf(first), nameOf(second)) || mayLeadToMember(first, write, second) ||
            mayLeadToMember(second, other, first)))
        continue;
      return note(nest, first.name, second.name, write.expr);
    }
}

}  // namespace appyl
