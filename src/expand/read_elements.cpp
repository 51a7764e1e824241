// Views and their blocks: `a`, `a(i, slice(j, B))`, `a(t, j)`, and the elements of tiles that a program
// keeps.
#include "expand/array_language.h"
#include "expand/read_expression.h"
#include "nest/modref/modified_variables.h"
#include "nest/scev/scalar_evolution.h"

namespace appyl {

using namespace clang;

Polynomial TileExpressionReader::extentOf(const std::string& view, unsigned dimension) {
  const std::string extent = view + ".extent(" + std::to_string(dimension) + ")";
  program.naturals.insert(extent);
  return Polynomial::symbol(extent);
}

/// The view that a name of a function's parameter stands for, as the program names it.
const Expr* TileExpressionReader::viewItself(const Expr* view, const Scope*& around) const {
  const Scope* inside = scope;
  for (;;) {
    const auto* reference = inside ? dyn_cast<DeclRefExpr>(bareTile(view)) : nullptr;
    const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    const auto found = variable ? inside->bound.find(variable) : decltype(inside->bound.end())();
    if (!variable || found == inside->bound.end()) break;
    view = found->second.value;
    inside = found->second.scope;
  }
  around = inside;
  return bareTile(view);
}

/// The name and the variable of a view, or why it has none.
bool TileExpressionReader::nameView(TileExpression& element, const Expr* view) {
  const Scope* around = nullptr;
  view = viewItself(view, around);
  const Scope* here = std::exchange(scope, around);
  element.name = textHere(view);
  scope = here;
  element.root = rootVariable(view);
  if (element.root && !hasSideEffects(view, source.ast)) return true;
  return refuse(view, "'" + textOf(view, source.ast) + "' is no variable"), false;
}

std::optional<TileExpression> TileExpressionReader::readName(const Bound& bound) {
  const Scope* here = std::exchange(scope, bound.scope);
  TileExpression named, result;
  const bool good = nameView(named, bound.value);
  scope = here;
  if (!good) return std::nullopt;
  result.expr = bound.value;
  result.pieces = {named.name};
  return result;
}

/// A whole view.
std::optional<TileExpression> TileExpressionReader::readView(const Expr* view) {
  TileExpression result;
  result.kind = TileExpression::Kind::Element;
  result.expr = view;
  result.type = typeText(laneType(view->getType()));
  if (!nameView(result, view)) return std::nullopt;
  const auto* record = cast<ClassTemplateSpecializationDecl>(recordOf(view->getType()));
  const auto rank = static_cast<unsigned>(record->getTemplateArgs()[1].getAsIntegral().getZExtValue());
  for (unsigned d = 0; d < rank; ++d) {
    const Polynomial size = extentOf(result.name, d);
    const int axis = addAxis({size, print(size)});
    result.subscripts.push_back({Polynomial(0), axis, -1});
    result.dimensions.push_back({axis, {}, true});
  }
  return result;
}

bool TileExpressionReader::readSlice(TileExpression& element, const Expr* index, const Polynomial& extent) {
  const Expr* bare = strip(index);
  const Scope* here = scope;
  if (const auto* made = dyn_cast<CXXConstructExpr>(bare);
      made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor())
    bare = strip(made->getArg(0));
  const Bound* bound = boundTo(bare);
  const FunctionDecl* helper = helperOf(bare);
  if (bound || helper) {  // of a function of the program
    const Expr* value = bound ? bound->value : enter(cast<CallExpr>(bare), helper);
    if (bound) scope = bound->scope;
    const bool good = value && readSlice(element, value, extent);
    scope = here;
    return good;
  }
  if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(bare)) bare = strip(cast->getSubExpr());
  const auto* named = dyn_cast<DeclRefExpr>(bare);
  const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (variable && variable->isLocalVarDecl() && variable->getInit() && keepsValue(variable)) {
    bare = strip(variable->getInit());
    const bool isInside = isDeclaredInside(variable, root, source.directives);
    const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
    moved.push_back({bare, isInside || !function ? root : function->getBody()});
  }
  if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(bare)) bare = strip(cast->getSubExpr());
  const auto* made = dyn_cast<CXXConstructExpr>(bare);
  if (made && made->getConstructor()->isCopyOrMoveConstructor())
    made = dyn_cast<CXXConstructExpr>(strip(made->getArg(0)));
  if (!made || made->getNumArgs() == 0 || made->getConstructor()->isCopyOrMoveConstructor())
    return refuse(index, "'" + textOf(index, source.ast) +
                             "' is a slice that changes, or from elsewhere; name it where it is used"),
           false;
  if (changesPlaces(made)) return false;
  const Polynomial start = made->getNumArgs() == 2 ? readNumber(made->getArg(0), true) : Polynomial(0);
  const Extent size = readExtent(made->getArg(made->getNumArgs() - 1));
  if (size.value.isConstant() && *size.value.constant() < 0)
    return refuse(index, "a slice of a negative number of elements"), false;
  // Do the lanes lie between the steps of a loop around?
  int loop = -1;
  for (const auto& [counter, number] : counters) {
    const TileLoop& each = program.loops[number];
    const auto factor = start.coefficient(counter->getNameAsString());
    if (each.steps && each.step.value == size.value && factor && *factor == Polynomial(1)) loop = number;
  }
  const int axis = addAxis(size, loop);
  const Clip clip{start, extent, size};
  element.subscripts.push_back({start, axis, -1});
  element.dimensions.push_back({axis, {}, true});
  if (axis < 0)
    element.guards.push_back(clip);
  else
    element.dimensions.back().clips.push_back(clip);
  return true;
}

/// Refuses a place whose value may change between evaluations: it is evaluated once for each lane.
bool TileExpressionReader::changesPlaces(const Expr* index) {
  if (!mayChangeSomething(index)) return false;
  refuse(index, "'" + textOf(index, source.ast) +
                    "' changes something, as a place; give it a name before the statement");
  return true;
}

/// Is it never given another value in its function?
bool TileExpressionReader::keepsValue(const VarDecl* variable) const {
  if (variable->getType().isConstQualified()) return true;
  const auto* around = dyn_cast<FunctionDecl>(variable->getDeclContext());
  return around && around->getBody() &&
         !modifiedVariables(around->getBody(), source.directives).count(variable);
}

bool TileExpressionReader::readSubscript(TileExpression& element, const Expr* index, int dimension) {
  const Expr* bare = strip(index);
  const Polynomial extent = extentOf(element.name, dimension);
  if (isNamed(bare->getType(), "all_t")) {
    const int axis = addAxis({extent, print(extent)});
    element.subscripts.push_back({Polynomial(0), axis, -1});
    element.dimensions.push_back({axis, {}, true});
    return true;
  }
  if (isNamed(bare->getType(), "slice")) return readSlice(element, index, extent);
  if (isTileOperand(bare->getType())) {
    auto operand = read(index);
    if (!operand) return false;
    if (operand->textType == TileExpression::TextType::Plain) giveType(*operand);
    element.subscripts.push_back({Polynomial(0), -1, static_cast<int>(element.operands.size())});
    element.guards.insert(element.guards.end(), operand->guards.begin(), operand->guards.end());
    element.operands.push_back(std::move(*operand));
    return true;
  }
  if (changesPlaces(index)) return false;
  auto operand = read(index);
  if (!operand) return false;
  if (operand->operands.empty() && operand->kind == TileExpression::Kind::Text) {
    element.subscripts.push_back({Polynomial::symbol(operand->pieces[0]), -1, -1, readNumber(index)});
    return true;
  }
  element.subscripts.push_back({Polynomial(0), -1, static_cast<int>(element.operands.size())});
  element.operands.push_back(std::move(*operand));
  return true;
}

/// As in NumPy: the index tiles' dimensions stand where they stand, if they and integers are neighbours;
/// otherwise they come first.
bool TileExpressionReader::placeGather(TileExpression& element, const std::vector<const Expr*>& indices) {
  std::vector<LaneDimension> common;
  for (TileExpression& operand : element.operands) {
    separate(common, operand);
    if (!fit(common, operand.dimensions, element.expr)) return false;
  }
  std::size_t runs = 0, before = 0;
  bool previous = true;
  std::vector<bool> isSlice;
  for (const Expr* each : indices) {
    const QualType type = strip(each)->getType();
    isSlice.push_back(isNamed(type, "slice") || isNamed(type, "all_t"));
    if (!isSlice.back() && previous) ++runs;
    previous = isSlice.back();
  }
  if (runs <= 1)
    while (before < isSlice.size() && isSlice[before]) ++before;
  element.dimensions.insert(element.dimensions.begin() + before, common.begin(), common.end());
  return true;
}

/// `b(2)` of a block `x(i, slice(j, 8))` is the view's element x(i, j + 2), be it inside of the view or not.
std::optional<TileExpression> TileExpressionReader::elementOf(TileExpression block,
                                                              const CXXOperatorCallExpr* call) {
  unsigned next = 1;
  for (TileExpression::Subscript& each : block.subscripts) {
    if (each.operand >= 0 && !block.operands[each.operand].dimensions.empty())
      return refuse(call, "an element of what index tiles name");
    if (each.operand >= 0 || each.number || next >= call->getNumArgs()) continue;
    const Expr* index = call->getArg(next++);
    if (usesTiles(index)) return refuse(index, "an element whose place is taken from tiles");
    if (changesPlaces(index)) return std::nullopt;
    const auto place = add(each.start, readNumber(index));
    if (!place) return refuse(index, "a place that cannot be computed");
    each = {*place, -1, -1, *place};
  }
  block.dimensions.clear();
  block.guards.clear();
  block.expr = call;
  return block;
}

std::optional<TileExpression> TileExpressionReader::readElement(const CXXOperatorCallExpr* call) {
  const Expr* object = bareTile(call->getArg(0));
  TileExpression element;
  element.expr = call;
  if (isTile(object->getType())) {  // t(i, j), of a local tile or a block
    auto whole = read(object);
    if (!whole) return std::nullopt;
    if (whole->kind == TileExpression::Kind::Element) return elementOf(std::move(*whole), call);
    if (whole->kind != TileExpression::Kind::Local || program.locals[whole->local].name.empty())
      return refuse(call, "an element of a block");
    TileExpression result;
    result.expr = call;
    result.type = whole->type;
    result.pieces = {program.locals[whole->local].name};
    for (unsigned k = 1; k < call->getNumArgs(); ++k) {
      auto index = readScalar(call->getArg(k)->IgnoreParenImpCasts());
      if (!index) return std::nullopt;
      if (!index->operands.empty())
        return refuse(call->getArg(k), "an element whose place is taken from tiles");
      if (whole->localAxes[k - 1] >= 0) result.pieces[0] += "[" + index->pieces[0] + "]";
      if (whole->localAxes[k - 1] >= 0) program.axes[program.axis(whole->localAxes[k - 1])].isMixed = true;
    }
    return result;
  }
  element.kind = TileExpression::Kind::Element;
  element.type = typeText(laneType(object->getType()));
  if (!nameView(element, object)) return std::nullopt;
  if (call->getNumArgs() == 1) return readView(object);
  std::vector<const Expr*> indices;
  bool gathers = false;
  for (unsigned k = 1; k < call->getNumArgs(); ++k) {
    if (!readSubscript(element, call->getArg(k), static_cast<int>(k) - 1)) return std::nullopt;
    indices.push_back(call->getArg(k));
    gathers |= isTileOperand(strip(call->getArg(k))->getType());
  }
  if (gathers && !placeGather(element, indices)) return std::nullopt;
  return element;
}

}  // namespace appyl
