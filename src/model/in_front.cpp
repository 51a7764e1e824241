#include "model/in_front.h"

#include "model/trips.h"
#include "nest/ast/ast.h"

#include <algorithm>
#include <set>

namespace appyl {
namespace {

using namespace clang;

/// Finds expressions that may be evaluated only where control reaches them.
class PartialSearch {
 public:
  /// `known`: pointers that have been followed before.
  explicit PartialSearch(std::set<const ValueDecl*> known) : known(std::move(known)) {}

  bool finds(const Stmt* statement) {
    if (!statement) return false;
    if (const Expr* pointer = followedBy(statement))
      if (!isa<CXXThisExpr>(pointer) && !known.count(namedVariable(pointer))) return true;
    const auto* binary = dyn_cast<BinaryOperator>(statement);
    const bool divides = binary && binary->isMultiplicativeOp() && binary->getOpcode() != BO_Mul;
    if ((divides && !isNumber(binary->getRHS())) || isa<ArraySubscriptExpr>(statement)) return true;
    if (const auto* call = dyn_cast<CallExpr>(statement); call && finds(call)) return true;
    return llvm::any_of(statement->children(), [&](const Stmt* child) { return finds(child); });
  }

  static std::set<const ValueDecl*> pointersIn(const Stmt* statement) {
    std::set<const ValueDecl*> found;
    if (!statement) return found;
    if (const Expr* pointer = followedBy(statement))
      if (const ValueDecl* variable = namedVariable(pointer)) found.insert(variable);
    for (const Stmt* child : statement->children()) found.merge(pointersIn(child));
    return found;
  }

 private:
  std::set<const ValueDecl*> known;
  std::set<const FunctionDecl*> seen;

  static const Expr* followedBy(const Stmt* statement) {
    const auto* unary = dyn_cast<UnaryOperator>(statement);
    const auto* member = dyn_cast<MemberExpr>(statement);
    return unary && unary->getOpcode() == UO_Deref ? strip(unary->getSubExpr())
           : member && member->isArrow()           ? strip(member->getBase())
                                                   : nullptr;
  }

  static bool isNumber(const Expr* divisor) {
    const auto* literal = dyn_cast<IntegerLiteral>(strip(divisor));
    return literal && literal->getValue() != 0;
  }

  /// The effect of a call is known where the function's body is visible.
  bool finds(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const FunctionDecl* definition = nullptr;
    if (calleeName(call) == "size" || (callee && isOfArrayLanguage(callee))) return false;
    if (!callee || !callee->hasBody(definition)) return true;
    return seen.insert(definition).second && finds(definition->getBody());
  }
};

std::vector<const Expr*> rangeOf(const Loop& loop) { return {loop.lower, loop.bound, loop.stepExpr}; }

/// Also what is computed from such values, `*p / 2`.
bool mayBePartial(const LoopNest& nest, const std::string& name) {
  const auto known = nest.symbols.find(name);
  if (known == nest.symbols.end()) return false;
  const Symbol& symbol = known->second;
  if (symbol.kind == Symbol::Kind::Parameter) return symbol.isPartial;
  if (symbol.kind == Symbol::Kind::Counter || symbol.kind == Symbol::Kind::Opaque) return false;
  const auto isPartial = [&](const Polynomial& value) {
    return llvm::any_of(value.symbols(), [&](const std::string& part) { return mayBePartial(nest, part); });
  };
  return isPartial(symbol.operand) || isPartial(symbol.right);
}

bool mentions(const std::optional<Polynomial>& value, const std::string& name) {
  return value && value->mentions(name);
}

bool mentions(const Loop& loop, const std::string& name) {
  return mentions(loop.first, name) || mentions(loop.end, name) || mentions(loop.stepSize, name);
}

/// The loops around the outermost place where the value is used; nullopt: it is used in front of all.
std::optional<std::vector<int>> loopsAroundUse(const LoopNest& nest, const std::string& name) {
  std::optional<std::vector<int>> found;
  const auto use = [&](int around) {
    const std::vector<int> loops = around < 0 ? std::vector<int>() : loopsAround(nest, around);
    if (!found || loops.size() < found->size()) found = loops;
  };
  for (const Loop& loop : nest.loops)
    if (mentions(loop, name)) use(loop.parent);
  for (const Access& access : nest.accesses)
    if (std::any_of(access.subscripts.begin(), access.subscripts.end(),
                    [&](const auto& subscript) { return mentions(subscript, name); }))
      use(access.loop);
  return found && found->empty() ? std::nullopt : found;
}

bool isInFront(const LoopNest& nest, const Loop& loop) { return loop.canonical && hasFixedRange(nest, loop); }

}  // namespace

bool hasFixedRange(const LoopNest& nest, const Loop& loop) {
  const auto isKnown = [&](const std::optional<Polynomial>& value) {
    if (!value) return false;
    const auto names = value->symbols();
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return nest.symbols.at(name).kind == Symbol::Kind::Parameter;
    });
  };
  return isKnown(loop.first) && isKnown(loop.end);
}

bool needsIterations(const LoopNest& nest, int loop) {
  std::set<const ValueDecl*> known;
  for (const Expr* part : rangeOf(nest.loops.front())) known.merge(PartialSearch::pointersIn(part));
  PartialSearch search(std::move(known));
  const std::vector<const Expr*> range = rangeOf(nest.loops[static_cast<std::size_t>(loop)]);
  return loop > 0 &&
         std::any_of(range.begin(), range.end(), [&](const Expr* part) { return search.finds(part); });
}

std::size_t dimensionsInFront(const Kernel& kernel, llvm::function_ref<bool(std::size_t)> isInFront) {
  for (std::size_t k = kernel.grid.size(); k-- > 1;)
    if (isInFront(k) && needsIterations(kernel.nest, kernel.grid[k].loop)) return k;
  return 0;
}

std::vector<int> loopsInFrontOf(const Kernel& kernel, const Polynomial& condition) {
  const LoopNest& nest = kernel.nest;
  std::vector<int> longest;
  for (const std::string& name : condition.symbols()) {
    if (!mayBePartial(nest, name)) continue;
    const auto around = loopsAroundUse(nest, name);
    if (around && around->size() > longest.size()) longest = *around;
  }
  std::erase_if(longest,
                [&](int loop) { return !isInFront(nest, nest.loops[static_cast<std::size_t>(loop)]); });
  return longest;
}

}  // namespace appyl
