#include "nest/scev/lengths.h"

#include "nest/ast/array_types.h"
#include "nest/ast/library_facts.h"

namespace appyl {
namespace {

using namespace clang;

/// Of an initialiser, without what the compiler has put around it.
const Expr* initialiserOf(const VarDecl* variable) {
  const Expr* value = variable->getInit();
  while (value) {
    const Expr* inner = strip(value);
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(inner)) inner = cast->getSubExpr();
    if (inner == value) break;
    value = inner;
  }
  return value;
}

bool isCounted(QualType type) { return classIs(libraryTemplate(type), ClassFact::Counted); }

/// How many elements `std::vector<T> v(n)` has.
const Expr* countOf(const CXXConstructExpr* made) {
  const CXXConstructorDecl* constructor = made->getConstructor();
  const bool isLinear = libraryTemplate(made->getType()) != "valarray";
  if (made->getNumArgs() == 0 || constructor->isCopyOrMoveConstructor()) return nullptr;
  const auto isGiven = [](const Expr* argument) { return !isa<CXXDefaultArgExpr>(argument); };
  const auto given = llvm::count_if(made->arguments(), isGiven);
  if (given > 2 || (given > 1 && !isLinear)) return nullptr;
  if (!constructor->getParamDecl(0)->getType()->isUnsignedIntegerType()) return nullptr;
  return made->getArg(0);
}

/// The number of bytes that `malloc(b)`, `calloc(k, b)`, `aligned_alloc(a, b)` give; null: it is no such
/// call.
std::optional<std::vector<const Expr*>> bytesOf(const CallExpr* call) {
  const std::string name = calleeName(call);
  if (name == "malloc" && call->getNumArgs() == 1) return {{call->getArg(0)}};
  if (name == "calloc" && call->getNumArgs() == 2) return {{call->getArg(0), call->getArg(1)}};
  if (name == "aligned_alloc" && call->getNumArgs() == 2) return {{call->getArg(1)}};
  return std::nullopt;
}

/// The number of elements that `new T[n]`, `malloc(n * sizeof(T))` and the like give.
std::optional<Polynomial> allocated(const Expr* value, std::int64_t bytes, ScalarEvolution& symbols,
                                    const std::function<bool(const Expr*)>& isStill) {
  if (const auto* made = dyn_cast<CXXNewExpr>(value)) {
    const auto size = made->isArray() ? made->getArraySize() : std::nullopt;
    const bool isPlain = made->getNumPlacementArgs() == 0 && !made->getAllocatedType()->isArrayType();
    return size && *size && isPlain && isStill(*size) ? symbols.read(*size) : std::nullopt;
  }
  const auto* call = dyn_cast<CallExpr>(value);
  const auto factors = call ? bytesOf(call) : std::nullopt;
  if (!factors || bytes <= 0 || !llvm::all_of(*factors, isStill)) return std::nullopt;
  std::optional<Polynomial> size(1);
  for (const Expr* each : *factors) {
    const auto factor = symbols.read(each);
    size = size && factor ? multiply(*size, *factor) : std::nullopt;
  }
  if (!size) return std::nullopt;
  for (auto& [monomial, factor] : size->terms) {
    if (factor % bytes != 0) return std::nullopt;
    factor /= bytes;
  }
  return size;
}

/// The object whose element it is.
const Expr* containerOf(const Expr* element) {
  element = strip(element);
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(element))
    return call->getOperator() == OO_Subscript || call->getOperator() == OO_Call ? strip(call->getArg(0))
                                                                                 : nullptr;
  const auto* call = dyn_cast<CXXMemberCallExpr>(element);
  return call && calleeName(call) == "at" ? strip(call->getImplicitObjectArgument()) : nullptr;
}

}  // namespace

/// Is the variable passed to an object that may change it: `Grower g(v);`?
bool LengthReader::isHandedToObject(const VarDecl* variable) const {
  bool found = false;
  walk(nest.function->getBody(), source.directives, [&](const Stmt* each) {
    if (const auto* made = dyn_cast<CXXConstructExpr>(each); made && !made->getConstructor()->isVariadic())
      for (unsigned k = 0; k < std::min(made->getNumArgs(), made->getConstructor()->getNumParams()); ++k) {
        const QualType type = made->getConstructor()->getParamDecl(k)->getType();
        found |= type->isReferenceType() && !type->getPointeeType().isConstQualified() &&
                 namedVariable(made->getArg(k)) == variable;
      }
    if (const auto* list = dyn_cast<InitListExpr>(each))
      for (const Expr* part : list->inits())
        found |= part && part->isLValue() && namedVariable(part) == variable;
    return !found;
  });
  return found;
}

bool LengthReader::isStill(const VarDecl* variable, const Expr* size) const {
  if (symbols.isInner(variable)) return !symbols.isHidden(variable) && symbols.isStable(size);
  return symbols.isSettled(size) || symbols.isSettled(size, symbols.settledSince(variable));
}

std::optional<Polynomial> LengthReader::made(const AccessPath& place) const {
  const auto* variable = dyn_cast<VarDecl>(place.root);
  if (!variable || !variable->isLocalVarDecl() || !variable->hasLocalStorage() || !variable->getInit() ||
      symbols.isModified(variable) || symbols.isAddressTaken(variable) || symbols.isHidden(variable) ||
      (symbols.isReassigned(variable) && !symbols.settledSince(variable).count(variable)) ||
      isHandedToObject(variable))
    return std::nullopt;
  const Expr* value = initialiserOf(variable);
  if (variable->getType()->isPointerType() && !symbols.isReassigned(variable)) {
    const QualType element = variable->getType()->getPointeeType();
    const bool isComplete = !element->isDependentType() && !element->isIncompleteType();
    return allocated(value, isComplete ? source.ast.getTypeSizeInChars(element).getQuantity() : 0, symbols,
                     [&](const Expr* size) { return isStill(variable, size); });
  }
  const auto* object = dyn_cast_or_null<CXXConstructExpr>(value);
  const Expr* count = object && isCounted(variable->getType()) ? countOf(object) : nullptr;
  return count && isStill(variable, count) ? symbols.read(count) : std::nullopt;
}

/// The length that `shape(a[n])`, `shape(a[0:n])` gives; for a flat pointer the product of all its extents.
std::optional<Polynomial> LengthReader::shaped(const AccessPath& place) const {
  for (const Loop& loop : nest.loops)
    for (const Clause& clause : loop.directive ? loop.directive->clauses : std::vector<Clause>())
      for (const ClauseArgument& argument : clause.arguments) {
        const auto& parts = argument.expressions;
        if (clause.kind != ClauseKind::Shape || parts.size() < 2 || !parts.front() ||
            namedVariable(parts.front()) != place.root)
          continue;
        if (!place.root->getType()->isPointerType() || place.root->getType()->getPointeeType()->isArrayType())
          return std::nullopt;
        std::optional<Polynomial> count(1);
        const bool isRange = argument.text.find(':') != std::string::npos;
        for (std::size_t k = isRange ? parts.size() - 1 : 1; k < parts.size(); ++k) {
          const auto size = parts[k] && symbols.isInvariant(parts[k]) ? symbols.read(parts[k]) : std::nullopt;
          count = size && count ? multiply(*count, *size) : std::nullopt;
        }
        return count;
      }
  return std::nullopt;
}

std::vector<Length> LengthReader::lengthsOf(const AccessPath& place) const {
  std::vector<Length> lengths;
  if (!llvm::StringRef(place.path).starts_with("[]") || place.throughMemory) return lengths;
  for (const auto& count : {made(place), shaped(place)})
    if (count && symbols.isOfCounters(*count)) lengths.push_back({0, *count});
  return lengths;
}

void LengthReader::addSizes(const LoopNest& nest, Array& array, const Expr* element) const {
  const Expr* container = containerOf(element);
  const std::size_t rank = array.extents.size();
  // Also for `s.v[i]`, if no other dimension is in front of it. In a called function the name may be that of
  // another object.
  const ValueDecl* root = container ? rootVariable(container) : nullptr;
  if (!root || root->getCanonicalDecl() != array.declaration->getCanonicalDecl()) return;
  if (array.scope >= 0 || rank == 0 || symbols.isAddressTaken(array.declaration) ||
      array.name.find("[]") != std::string::npos)
    return;
  const auto add = [&](const std::string& asked, std::size_t dimension) {
    const std::string text = textOf(container, source.ast) + "." + asked;
    const auto symbol = nest.symbols.find(text);
    if (symbol != nest.symbols.end() && symbol->second.kind == Symbol::Kind::Parameter)
      array.lengths.push_back({dimension, Polynomial::symbol(text)});
  };
  const QualType type = container->getType().getNonReferenceType();
  if (isCounted(type) || libraryTemplate(type) == "span" || (isView(type) && rank == 1)) add("size()", 0);
  for (std::size_t k = 0; isView(type) && k < rank; ++k) add("extent(" + std::to_string(k) + ")", k);
}

}  // namespace appyl
