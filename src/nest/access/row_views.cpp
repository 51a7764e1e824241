// Views and spans that the nest makes of a part of an array, `std::span row(a + i * m, m)`: other names of
// what they are made of.
#include "nest/access/access_paths.h"
#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

namespace appyl {

using namespace clang;

namespace {

/// `view`, `span`; empty: it is neither.
llvm::StringRef nameOfView(QualType type) {
  const TemplateDecl* name = nullptr;
  const auto* special = type->getAs<TemplateSpecializationType>();
  while (special && special->isTypeAlias())
    special = special->getAliasedType()->getAs<TemplateSpecializationType>();
  if (special)
    name = special->getTemplateName().getAsTemplateDecl();
  else if (const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl()))
    name = record->getSpecializedTemplate();
  const auto* space = name ? dyn_cast<NamespaceDecl>(name->getDeclContext()->getRedeclContext()) : nullptr;
  const bool isSpan = name && name->getName() == "span" && name->isInStdNamespace();
  const bool isView = name && name->getName() == "view" && space && space->getName() == "appyl";
  return isSpan || isView ? name->getName() : "";
}

/// What an object is made of; empty: it is not made here.
std::vector<const Expr*> initialisersOf(const Expr* made) {
  if (const auto* construct = dyn_cast<CXXConstructExpr>(made))
    return {construct->arg_begin(), construct->arg_end()};
  if (const auto* unresolved = dyn_cast<CXXUnresolvedConstructExpr>(made))
    return {unresolved->arg_begin(), unresolved->arg_end()};
  std::vector<const Expr*> parts;
  if (const auto* list = dyn_cast<ParenListExpr>(made))
    for (unsigned k = 0; k < list->getNumExprs(); ++k) parts.push_back(list->getExpr(k));
  return parts;
}

/// A pointer and as many integers as there are dimensions.
bool areOfPointer(const std::vector<const Expr*>& parts) {
  if (parts.size() < 2) return false;
  const Expr* pointer = strip(parts[0]);
  return (pointer->getType()->isPointerType() || pointer->isTypeDependent()) &&
         std::all_of(parts.begin() + 1, parts.end(),
                     [](const Expr* each) { return strip(each)->getType()->isIntegerType(); });
}

bool usesElementsOnly(const Stmt* statement, const VarDecl* variable);

/// `row.begin() + 1` of the variable, which an algorithm is given.
bool isBoundOf(const Expr* expression, const VarDecl* variable) {
  expression = strip(expression);
  while (const auto* copy = dyn_cast<CXXConstructExpr>(expression)) {
    if (copy->getNumArgs() != 1) return false;
    expression = strip(copy->getArg(0));
  }
  if (const auto* sum = dyn_cast<CXXOperatorCallExpr>(expression);
      sum && sum->getNumArgs() == 2 && (sum->getOperator() == OO_Plus || sum->getOperator() == OO_Minus))
    return isBoundOf(sum->getArg(0), variable) && usesElementsOnly(sum->getArg(1), variable);
  const auto* call = dyn_cast<CXXMemberCallExpr>(expression);
  return call && memberIs(calleeName(call), Fact::Bound) && !memberIs(calleeName(call), Fact::Reverse) &&
         namedVariable(call->getImplicitObjectArgument()) == variable;
}

/// `row.first(n)`, `row.last(n)`, `row.subspan(k, n)` of the variable, of which another span is made.
const CXXMemberCallExpr* partOf(const Expr* made, const VarDecl* variable) {
  const auto* call = made ? dyn_cast<CXXMemberCallExpr>(strip(made)) : nullptr;
  const bool isPart = call && memberIs(calleeName(call), Fact::PartOfView) &&
                      namedVariable(call->getImplicitObjectArgument()) == variable;
  return isPart ? call : nullptr;
}

/// Elements `w(i, j)`, `s[i]`, all of them one by one, and extents; nothing that hands the view on.
bool usesElementsOnly(const Stmt* statement, const VarDecl* variable) {
  if (!statement) return true;
  const auto isIt = [&](const Expr* expression) { return namedVariable(expression) == variable; };
  std::vector<const Expr*> indices;
  bool isElement = false;
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(statement);
      call && (call->getOperator() == OO_Call || call->getOperator() == OO_Subscript) &&
      isIt(call->getArg(0))) {
    isElement = true;
    indices.assign(call->arg_begin() + 1, call->arg_end());
  } else if (const auto* call = dyn_cast<CallExpr>(statement);
             call && !isa<CXXMemberCallExpr>(call) && isIt(call->getCallee())) {
    isElement = true;
    indices.assign(call->arg_begin(), call->arg_end());
  } else if (const auto* element = dyn_cast<ArraySubscriptExpr>(statement);
             element && isIt(arrayPart(element))) {
    isElement = true;
    indices = {indexPart(element)};
  }
  if (isElement)
    return !indices.empty() && llvm::all_of(indices, [&](const Expr* index) {
      return strip(index)->getType()->isIntegerType() && usesElementsOnly(index, variable);
    });
  if (const auto* range = dyn_cast<CXXForRangeStmt>(statement); range && isIt(range->getRangeInit()))
    return usesElementsOnly(range->getBody(), variable);
  if (const auto* declaration = dyn_cast<DeclStmt>(statement))
    return llvm::all_of(declaration->decls(), [&](const Decl* each) {
      const auto* declared = dyn_cast<VarDecl>(each);
      const auto* part = declared && nameOfView(declared->getType()) == "span"
                             ? partOf(declared->getInit(), variable)
                             : nullptr;
      if (!part) return !declared || usesElementsOnly(declared->getInit(), variable);
      return llvm::all_of(part->arguments(),
                          [&](const Expr* argument) { return usesElementsOnly(argument, variable); });
    });
  const auto* call = dyn_cast<CallExpr>(statement);
  if (call && isRangeAlgorithm(call))
    return llvm::all_of(call->arguments(), [&](const Expr* each) {
      return isBoundOf(each, variable) || usesElementsOnly(each, variable);
    });
  const auto* method = dyn_cast<CXXMemberCallExpr>(statement);
  const auto* dependent = call ? dyn_cast<CXXDependentScopeMemberExpr>(call->getCallee()) : nullptr;
  const Expr* object = method                                        ? method->getImplicitObjectArgument()
                       : dependent && !dependent->isImplicitAccess() ? dependent->getBase()
                                                                     : nullptr;
  if (object && isIt(object) && (calleeName(call) == "extent" || calleeName(call) == "size"))
    return llvm::all_of(call->arguments(),
                        [&](const Expr* each) { return usesElementsOnly(each, variable); });
  if (const auto* reference = dyn_cast<DeclRefExpr>(statement); reference && reference->getDecl() == variable)
    return false;
  return llvm::all_of(statement->children(),
                      [&](const Stmt* child) { return usesElementsOnly(child, variable); });
}

}  // namespace

std::optional<PlaceReader::View> PlaceReader::readView(const Expr* made, QualType type) {
  made = strip(made);
  if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(made)) made = strip(cast->getSubExpr());
  if (const View* known = viewNamed(made)) return *known;
  const bool isSpan = nameOfView(type) == "span";
  const auto* call = dyn_cast<CallExpr>(made);
  if (const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr; callee && !isOfSystem(callee)) {
    std::optional<View> view;
    const bool isOperator = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee);
    auto base = inlined(call, callee, isOperator ? 1 : 0, [&](const Expr* result) {
      view = readView(result, type);
      return view ? std::optional(view->base) : std::nullopt;
    });
    if (!base) return std::nullopt;
    view->base = std::move(*base);
    return view;
  }
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(made)) {
    const std::string name = calleeName(method);
    const Expr* object = method->getImplicitObjectArgument();
    if (!memberIs(name, Fact::PartOfView) || libraryTemplate(object->getType()) != "span" ||
        call->getNumArgs() == 0)
      return std::nullopt;
    auto view = readElements(object);
    if (!view) return std::nullopt;
    const bool isSub = name == "subspan";
    const Expr* count = !isSub ? call->getArg(0) : call->getNumArgs() > 1 ? call->getArg(1) : nullptr;
    if (name == "last") {
      if (!view->extents.front()) return std::nullopt;
      std::optional<Polynomial>& last = view->base.subscripts.back();
      last = last ? add(*last, *view->extents.front()) : std::nullopt;
    }
    if (name != "first") offset(view->base, call->getArg(0), name == "last");
    view->extents = {count && !isa<CXXDefaultArgExpr>(count)
                         ? symbols.readAs(count, context.getPointerDiffType())
                         : std::nullopt};
    if (count && !isa<CXXDefaultArgExpr>(count)) view->base.indices.push_back(count);
    return view;
  }
  const std::vector<const Expr*> parts = initialisersOf(made);
  if (isSpan && parts.size() == 1) return readElements(parts[0]);
  if (!areOfPointer(parts)) return std::nullopt;
  View view;
  const auto base = readPointer(parts[0]);
  if (!base || base->throughMemory) return std::nullopt;
  view.base = *base;
  for (std::size_t k = 1; k < parts.size(); ++k) {
    view.extents.push_back(symbols.readAs(parts[k], context.getPointerDiffType()));
    view.base.indices.push_back(parts[k]);
  }
  return view;
}

/// All elements of a container, an array, a span.
std::optional<PlaceReader::View> PlaceReader::readElements(const Expr* object) {
  const QualType type = strip(object)->getType().getNonReferenceType();
  if (libraryTemplate(type) == "span")
    if (auto view = readView(object, type)) return view;
  if (!isContiguousContainer(type) && !type->isConstantArrayType()) return std::nullopt;
  auto place = readLvalue(object);
  if (!place || !place->subscripts.empty() || place->throughMemory) return std::nullopt;
  place->subscripts.push_back(Polynomial(0));
  place->path += "[]";
  return View{std::move(*place), {std::nullopt}};
}

std::optional<std::vector<const Expr*>> PlaceReader::declareView(const VarDecl* variable) {
  views.erase(variable);
  const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  if (nameOfView(variable->getType()).empty() || !variable->getInit() || !function ||
      !variable->isLocalVarDecl() || symbols.isModified(variable) ||
      !usesElementsOnly(function->getBody(), variable))
    return std::nullopt;
  auto view = readView(variable->getInit(), variable->getType());
  if (!view) return std::nullopt;
  std::vector<const Expr*> read = std::exchange(view->base.indices, {});
  if (view->extents.size() == 1) symbols.setSize(variable, view->extents.front());
  views[variable] = std::move(*view);
  return read;
}

void PlaceReader::bindView(const ParmVarDecl* parameter, const Expr* argument) {
  views.erase(parameter);
  const auto* function = cast<FunctionDecl>(parameter->getDeclContext());
  if (nameOfView(parameter->getType()).empty() || !usesElementsOnly(function->getBody(), parameter)) return;
  auto view = readView(argument, parameter->getType());
  if (!view) return;
  if (view->extents.size() == 1) symbols.setSize(parameter, view->extents.front());
  views[parameter] = std::move(*view);
}

const PlaceReader::View* PlaceReader::viewNamed(const Expr* object) const {
  const auto known = views.find(namedVariable(object));
  return known == views.end() ? nullptr : &known->second;
}

std::optional<AccessPath> PlaceReader::boundOfView(const Expr* object, bool isEnd) const {
  const View* view = viewNamed(object);
  if (!view || view->extents.size() != 1) return std::nullopt;
  AccessPath place = view->base;
  std::optional<Polynomial>& last = place.subscripts.back();
  if (const auto& count = view->extents.front(); isEnd)
    last = last && count ? add(*last, *count) : std::nullopt;
  return place;
}

bool PlaceReader::leadsIntoView(const Expr* expression) const {
  expression = strip(expression);
  if (viewNamed(expression)) return true;
  if (const auto* copy = dyn_cast<CXXConstructExpr>(expression))
    return copy->getNumArgs() == 1 && leadsIntoView(copy->getArg(0));
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(expression))
    return (isIterator(call->getType()) || !nameOfView(call->getType()).empty()) &&
           leadsIntoView(call->getImplicitObjectArgument());
  const auto* call = dyn_cast<CXXOperatorCallExpr>(expression);
  return call && isIterator(call->getType()) && call->getNumArgs() > 0 && leadsIntoView(call->getArg(0));
}

std::optional<AccessPath> PlaceReader::elementsOfView(const Expr* range) {
  auto view = readView(range, strip(range)->getType());
  if (!view || view->extents.size() != 1) return std::nullopt;
  std::optional<Polynomial>& last = view->base.subscripts.back();
  const auto& count = view->extents.front();
  last = last && count ? add(*last, Polynomial::symbol(symbols.addLane(*count))) : std::nullopt;
  if (!last && view->base.why.empty()) view->base.why = "an element of '" + textOf(range, context) + "'";
  return std::move(view->base);
}

std::optional<AccessPath> PlaceReader::elementOfView(const Expr* object,
                                                     llvm::ArrayRef<const Expr*> indices) {
  const bool isMade = isa<CallExpr>(strip(object)) && libraryTemplate(object->getType()) == "span";
  const View* known = viewNamed(object);
  const auto view = known    ? std::optional(*known)
                    : isMade ? readView(object, strip(object)->getType())
                             : std::nullopt;
  if (!view || view->extents.size() != indices.size()) return std::nullopt;
  AccessPath place = view->base;
  std::optional<Polynomial> number = Polynomial();
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const auto index = symbols.readUnwrapped(indices[k]);
    const auto& extent = view->extents[k];
    number = number && k > 0 ? (extent ? multiply(*number, *extent) : std::nullopt) : number;
    number = number && index ? add(*number, *index) : std::nullopt;
    place.indices.push_back(indices[k]);
  }
  std::optional<Polynomial>& last = place.subscripts.back();
  last = last && number ? add(*last, *number) : std::nullopt;
  if (!last && place.why.empty()) place.why = "an element of '" + textOf(object, context) + "'";
  return place;
}

}  // namespace appyl
