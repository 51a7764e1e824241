#include "nest/points_to/aliases.h"

#include "nest/ast/array_types.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/ast/source_ranges.h"
#include "nest/modref/modified_variables.h"

namespace appyl {
namespace {

using namespace clang;

/// A reference to one element: it has no subscript, so that it is no access.
struct ScalarReference {
  Name name;
  std::string text;
  const Expr* expression = nullptr;
  bool isModified = false;
};

/// What a `std::reference_wrapper` refers to; null for other types.
QualType referredType(QualType type) {
  const auto* wrapper = classIs(libraryTemplate(type), ClassFact::Wrapper)
                            ? dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl())
                            : nullptr;
  return wrapper ? wrapper->getTemplateArgs()[0].getAsType() : QualType();
}

bool refersToScalar(const ValueDecl* declaration) {
  if (const auto* part = dyn_cast<BindingDecl>(declaration)) {
    const VarDecl* holding = part->getHoldingVar();
    return holding && refersToScalar(holding);
  }
  const QualType type = declaration->getType(), wrapped = referredType(type.getNonReferenceType());
  return (type->isReferenceType() && type->getPointeeType()->isScalarType()) ||
         (!wrapped.isNull() && wrapped->isScalarType());
}

/// The references made in front of the nest whose place is not known: `double& q = a.front();`.
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
  nest.opaqueEffects.push_back(
      {"'" + first + "' and '" + second + "' may be the same memory", where, Obstacle::Kind::SharedMemory});
}

/// May such a reference be an element of an array, with one of the two being written?
bool noteScalars(LoopNest& nest, const PointsTo& aliases, const Directives& directives) {
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

/// What the clauses of the nest reduce.
std::vector<const Expr*> reducedIn(const LoopNest& nest) {
  std::vector<const Expr*> reduced;
  for (const Loop& loop : nest.loops)
    for (const Clause& clause : loop.directive ? loop.directive->clauses : std::vector<Clause>())
      if (clause.kind == ClauseKind::Reduction)
        for (const ClauseArgument& argument : clause.arguments)
          reduced.push_back(argument.expressions.front());
  return reduced;
}

/// Is a member, under another name of its object, what the nest reduces? `q.sum` of `S& q = self()`.
bool noteReductions(LoopNest& nest, const PointsTo& aliases, const Directives& directives) {
  const std::vector<const Expr*> reduced = reducedIn(nest);
  bool found = false;
  walk(nest.loops.front().stmt, directives, [&](const Stmt* each) {
    const auto* member = dyn_cast<MemberExpr>(each);
    const auto name = member && member->getType()->isArithmeticType() ? nameOf(member) : std::nullopt;
    for (const Expr* sum : reduced) {
      const auto own = name && !found ? nameOf(sum) : std::nullopt;
      if (!own || *own == *name || !aliases.mayBeOne(*own, *name)) continue;
      note(nest, writtenText(sum, nest.function->getASTContext()),
           writtenText(member, nest.function->getASTContext()), member);
      found = true;
    }
    return !found;
  });
  return found;
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

/// `p->v` of `for (T* p : t[i].others)`, `e.to->v` of `for (const auto& e : t[i].edges)`, and structured
/// bindings of such an element: a pointer from memory leads there.
bool comesFromRange(const Access& access, const Array& array) {
  const ValueDecl* declared = array.declaration;
  if (const auto* binding = dyn_cast_or_null<BindingDecl>(declared)) declared = binding->getDecomposedDecl();
  const auto* variable = dyn_cast_or_null<VarDecl>(declared);
  return variable && variable->isCXXForRangeDecl() && array.scope >= 0 &&
         (!access.subscripts.empty() || variable->getType().getNonReferenceType()->isPointerType());
}

/// Accesses the one object that a pointer points to: `*p`, `p[0]`, a member that is a reference. A pointer
/// that is indexed (`row[k]`) is taken for an array of its own.
bool isSingle(const Expr* expression) {
  expression = strip(expression);
  if (const auto* named = dyn_cast<DeclRefExpr>(expression)) {  // `const double& x = *p;`
    const auto* variable = dyn_cast<VarDecl>(named->getDecl());
    const bool isAlias = variable && variable->getType()->isReferenceType() && variable->getInit();
    return isAlias && isSingle(variable->getInit());
  }
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

bool areOfOneType(QualType first, QualType second) {
  return first->isScalarType() &&
         first.getCanonicalType().getUnqualifiedType() == second.getCanonicalType().getUnqualifiedType();
}

bool mentionsType(const Expr* expression, llvm::StringRef type, const Directives& directives) {
  bool found = false;
  walk(expression, directives, [&](const Stmt* each) {
    const auto* part = dyn_cast<Expr>(each);
    found |= part && libraryTemplate(part->getType()) == type;
    return !found;
  });
  return found;
}

/// `link.get()` of a `std::reference_wrapper`; r of `for (T& r : t[i].links)`, where `links` has such
/// wrappers or is a span.
bool refersElsewhere(const Expr* record, const Directives& directives) {
  record = strip(record);
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(record))
    return !referredType(call->getImplicitObjectArgument()->getType()).isNull();
  const auto* named = dyn_cast<DeclRefExpr>(record);
  const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (!variable || !variable->isCXXForRangeDecl() || !variable->getInit()) return false;
  bool isSpan = false;  // that a record has, by the range's own variables
  const std::function<void(const Expr*)> follow = [&](const Expr* expression) {
    walk(expression, directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* made = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      const auto* member = made && made->isImplicit() && made->getInit()
                               ? dyn_cast<MemberExpr>(strip(made->getInit()))
                               : nullptr;
      isSpan |= member && !isa<CXXThisExpr>(strip(member->getBase())) &&
                libraryTemplate(member->getType()) == "span";
      if (made && made->isImplicit() && made->getInit()) follow(made->getInit());
      return true;
    });
  };
  follow(variable->getInit());
  return isSpan || mentionsType(variable->getInit(), "reference_wrapper", directives);
}

/// The members that the nest uses of records to which references in memory lead.
std::map<const FieldDecl*, const Expr*> usedElsewhere(const LoopNest& nest, const Directives& directives) {
  std::map<const FieldDecl*, const Expr*> found;
  walk(nest.loops.front().stmt, directives, [&](const Stmt* each) {
    const auto* member = dyn_cast<MemberExpr>(each);
    const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    if (field && refersElsewhere(member->getBase(), directives))
      found.emplace(field->getCanonicalDecl(), member);
    return true;
  });
  return found;
}

/// `t[i].v = t[i].parent->v + 1`, `t[i].v = *t[i].source`: records that point at each other. A pointer in
/// memory may lead to any record of those that the iterations write, or to its member.
bool noteRecords(LoopNest& nest, const Directives& directives) {
  const std::map<const FieldDecl*, const Expr*> elsewhere = usedElsewhere(nest, directives);
  for (const Access& write : nest.accesses) {
    std::size_t inside = 0;
    const FieldDecl* field = write.expr && write.writes ? fieldOf(write.expr, inside) : nullptr;
    if (!field || write.subscripts.size() <= inside || nest.arrays[write.array].scope >= 0) continue;
    if (const auto used = elsewhere.find(field->getCanonicalDecl()); used != elsewhere.end()) {
      note(nest, writtenText(used->second, nest.function->getASTContext()), nest.arrays[write.array].name,
           used->second);
      return true;
    }
    for (const Access& other : nest.accesses) {
      if (!other.expr || other.array == write.array) continue;
      const FieldDecl* same = fieldOf(other.expr, inside);
      const QualType written = write.expr->getType(), referred = referredType(other.expr->getType());
      const bool isFromMemory = other.throughMemory || comesFromRange(other, nest.arrays[other.array]);
      const bool meets = (same && same->getCanonicalDecl() == field->getCanonicalDecl()) ||
                         (isSingle(other.expr) && areOfOneType(other.expr->getType(), written));
      if ((isFromMemory && meets) || (!referred.isNull() && areOfOneType(referred, written))) {
        note(nest, nest.arrays[other.array].name, nest.arrays[write.array].name, other.expr);
        return true;
      }
    }
  }
  return false;
}

/// `p->m->x[i] = q->m->x[i + 1]`: what two objects share by their pointers.
bool noteShared(LoopNest& nest) {
  std::size_t inside = 0;
  for (const Access& write : nest.accesses)
    for (const Access& other : nest.accesses) {
      const Array &first = nest.arrays[write.array], &second = nest.arrays[other.array];
      if (!write.writes || !write.expr || !other.expr || first.declaration == second.declaration ||
          !(write.behindMember || other.behindMember))
        continue;
      const FieldDecl *field = fieldOf(write.expr, inside), *same = fieldOf(other.expr, inside);
      if (!field || !same || field->getCanonicalDecl() != same->getCanonicalDecl()) continue;
      note(nest, second.name, first.name, other.expr);
      return true;
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
  return callee && !isOfSystem(callee);
}

/// `b.data()[k]` beside `b.x[k]`: the call may lead to the member.
bool mayLeadToMember(const Array& object, const Access& access, const Array& member) {
  const Name whole = nameOf(object), part = nameOf(member);
  return whole.root == part.root && whole.path != part.path && isPartOf(part.path, whole.path) &&
         object.elementType == member.elementType && access.expr && isBehindOwnCall(access.expr);
}

/// `a(i, j)`
bool hasSeveralIndices(const Expr* element) {
  const auto* call = dyn_cast_or_null<CallExpr>(element ? strip(element) : nullptr);
  const bool isOperator = call && isa<CXXOperatorCallExpr>(call);
  return call && !isa<CXXMemberCallExpr>(call) && call->getNumArgs() > (isOperator ? 2u : 1u);
}

/// `a.data()[k]` beside `a(i, j)`: the strides of the view say which elements are the same.
bool areOfOneView(const Access& one, const Array& first, const Access& other, const Array& second) {
  return first.declaration == second.declaration && first.name == second.name &&
         hasSeveralIndices(one.expr) != hasSeveralIndices(other.expr);
}

/// The first of all accesses that are alike in everything that matters for aliases.
std::vector<const Access*> differentAccesses(const LoopNest& nest) {
  std::set<std::tuple<int, bool, bool, bool>> seen;
  std::vector<const Access*> different;
  for (const Access& each : nest.accesses)
    if (seen.insert({each.array, each.writes, each.expr && isBehindOwnCall(each.expr),
                     hasSeveralIndices(each.expr)})
            .second)
      different.push_back(&each);
  return different;
}

}  // namespace

/// `a[].x` and `a[].y`: wherever a points to, different members of the elements of one array.
static bool areMembersOfOneArray(const Array& first, const Array& second) {
  const auto memberOf = [](const Array& array) {
    llvm::StringRef rest = array.name;
    rest.consume_front(array.declaration->getName());
    return rest.consume_front("[].") && rest.find_first_of(".[->") == llvm::StringRef::npos ? rest : "";
  };
  return first.declaration == second.declaration && !memberOf(first).empty() && !memberOf(second).empty() &&
         memberOf(first) != memberOf(second);
}

void noteAliases(LoopNest& nest, FilePointsTo& file, const Directives& directives) {
  const PointsTo aliases = file.of(nest);
  if (noteScalars(nest, aliases, directives) || noteReductions(nest, aliases, directives) ||
      noteRecords(nest, directives) || noteShared(nest))
    return;
  const std::vector<const Access*> accesses = differentAccesses(nest);
  for (const Access* each : accesses)
    for (const Access* another : accesses) {
      const Access &write = *each, &other = *another;
      const Array &first = nest.arrays[write.array], &second = nest.arrays[other.array];
      if (!write.writes || write.array == other.array || first.scope >= 0 || second.scope >= 0 ||
          !first.declaration || !second.declaration || areMembersOfOneArray(first, second) ||
          !(aliases.mayBeOne(nameOf(first), nameOf(second)) || mayLeadToMember(first, write, second) ||
            mayLeadToMember(second, other, first) || areOfOneView(write, first, other, second)))
        continue;
      if (!areOfOneView(write, first, other, second)) return note(nest, first.name, second.name, write.expr);
      nest.addOpaqueEffect("elements of '" + first.name + "' by its pointer may be those by its indices",
                           write.expr);
      return;
    }
}

}  // namespace appyl
