#include "codegen/arrays/named_arrays.h"

#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "support/names.h"

#include <algorithm>

namespace appyl {

using namespace clang;

namespace {

std::string baseOf(const Array& array) { return array.name.substr(0, array.name.find("[]")); }

/// Does something nearer to the nest have the variable's name, too?
bool isHidden(const VarDecl* global, const LoopNest& nest) {
  const auto hasItsName = [&](const Decl* each) {
    const auto* named = dyn_cast<NamedDecl>(each);
    return named && named != global && named->getDeclName() == global->getDeclName();
  };
  const auto* method = dyn_cast<CXXMethodDecl>(nest.function);
  if (method && llvm::any_of(method->getParent()->fields(), hasItsName)) return true;
  return llvm::any_of(nest.function->decls(), hasItsName);
}

/// The array's name, as it can be written in front of the nest.
std::string spelled(const Array& array, const LoopNest& nest) {
  const auto* variable = dyn_cast<VarDecl>(array.declaration);
  const std::string qualified = writtenQualified(array.declaration);
  if (!variable || variable->isLocalVarDeclOrParm() || qualified.find('(') != std::string::npos)
    return baseOf(array);
  return (isHidden(variable, nest) ? "::" : "") + qualified +
         baseOf(array).substr(array.declaration->getNameAsString().size());
}

/// The first member that `path` names, of what has the type; it is taken off the path. Null: there is none.
const FieldDecl* nextMember(QualType type, llvm::StringRef& path) {
  if (path.consume_front("->"))
    type = type->getPointeeType();
  else if (!path.consume_front("."))
    return nullptr;
  const llvm::StringRef name = path.take_while(isOfName);
  path = path.drop_front(name.size());
  return fieldNamed(type.isNull() ? nullptr : type->getAsRecordDecl(), name);
}

QualType memberType(QualType type, llvm::StringRef& path, const LoopNest& nest, bool exposed = false) {
  const FieldDecl* field = nextMember(type, path);
  return field && (exposed || isAccessible(*field, nest)) ? field->getType().getNonReferenceType()
                                                          : QualType();
}

/// `image`, `this->grid`, with which the array's name begins.
std::string rootText(const Array& array) {
  return (isa<FieldDecl>(array.declaration) ? "this->" : "") + array.declaration->getNameAsString();
}

/// Does a pointer other than `this` lead to the array: `p->a`?
bool isThroughPointer(const Array& array) {
  const std::string base = baseOf(array);
  return base.find("->", std::min(rootText(array).size(), base.size())) != std::string::npos;
}

/// The type of `image.pixels`; null where a part of it cannot be named here.
QualType typeOf(const Array& array, const LoopNest& nest, bool exposed) {
  llvm::StringRef rest = llvm::StringRef(array.name).substr(rootText(array).size());
  rest = rest.take_front(rest.find("[]"));
  QualType type = array.declaration->getType().getNonReferenceType();
  while (!type.isNull() && !rest.empty()) type = memberType(type, rest, nest, exposed);
  return type;
}

}  // namespace

bool isAccessible(const FieldDecl& field, const LoopNest& nest) {
  if (field.getAccess() == AS_public || field.getAccess() == AS_none) return true;
  // Members, classes inside the class, and friends that are defined there.
  for (const DeclContext* scope = nest.function->getLexicalDeclContext(); scope;
       scope = scope->getLexicalParent())
    if (scope->Equals(field.getParent())) return true;
  const auto* method = dyn_cast<CXXMethodDecl>(nest.function);
  return method && method->getParent() == field.getParent();
}

std::vector<NamedArray> namedArrays(const LoopNest& nest, bool exposed) {
  std::vector<NamedArray> result;
  for (const Access& access : nest.accesses) {
    const Array& array = nest.arrays[access.array];
    const QualType declared = array.declaration->getType();
    if (access.subscripts.empty() || array.isPrivate ||
        (array.scope >= 0 && !declared->isReferenceType() && !declared->isPointerType()))
      continue;
    const std::string base = spelled(array, nest);
    auto known = std::find_if(result.begin(), result.end(), [&](const NamedArray& each) {
      return each.root == array.declaration && each.base == base;
    });
    if (known == result.end())
      known = result.insert(
          known,
          {base, array.declaration, isThroughPointer(array), typeOf(array, nest, exposed), false, false, {}});
    known->reads |= access.reads;
    known->writes |= access.writes;
    known->accesses.push_back(&access);
  }
  return result;
}

/// The members on the way to the array that the nest's function may not name.
std::vector<PrivateMember> privateMembers(const Array& array, const LoopNest& nest) {
  const std::string base = baseOf(array);
  llvm::StringRef rest = llvm::StringRef(base).substr(rootText(array).size());
  std::vector<PrivateMember> result;
  // Of a base of the class, whose functions the class calls.
  const auto* own = dyn_cast<FieldDecl>(array.declaration);
  if (own && !isAccessible(*own, nest)) result.push_back({own, rootText(array), "*this"});
  QualType type = array.declaration->getType().getNonReferenceType();
  while (!type.isNull() && !rest.empty()) {
    const std::string object = base.substr(0, base.size() - rest.size());
    const std::string target = rest.starts_with("->") ? "*" + object : object;
    const FieldDecl* field = nextMember(type, rest);
    if (field && !isAccessible(*field, nest))
      result.push_back({field, base.substr(0, base.size() - rest.size()), target});
    type = field ? field->getType().getNonReferenceType() : QualType();
  }
  return result;
}

bool liesInside(const NamedArray& named, const Array& array, const LoopNest& nest,
                const ASTContext& context) {
  QualType type = named.type;
  llvm::StringRef path =
      llvm::StringRef(array.name).drop_front(std::min(array.name.size(), array.name.find("[]")));
  std::size_t left = array.extents.size(), subscripted = 0;
  while (!type.isNull() && (left > 0 || !path.empty())) {
    // Bit-fields and the members of a union share what lies in the element.
    if (path.starts_with(".(")) return path.find("[]") == llvm::StringRef::npos;
    if (!path.empty() && !path.starts_with("[]")) {
      if (type->isDependentType()) return path.find("[]") == llvm::StringRef::npos;
      type = memberType(type, path, nest, /*exposed=*/true);
      continue;
    }
    if (left == 0) return false;
    path.consume_front("[]");
    --left;
    const bool inside = type->isArrayType() || libraryTemplate(type) == "array";
    if (!inside && subscripted > 0) return false;
    ++subscripted;
    if (left == 0 && path.empty()) return true;
    type = elementTypeOf(type, context);
  }
  return !type.isNull();
}

}  // namespace appyl
