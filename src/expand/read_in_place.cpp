#include "expand/read_in_place.h"

#include "expand/array_language.h"

#include <algorithm>
#include <utility>

namespace appyl {
namespace {

using namespace clang;
using Kind = TileExpression::Kind;

class TilesInPlace {
 public:
  TilesInPlace(TileProgram& program, const Directives& directives, Copies copies)
      : program(program), directives(directives), copies(copies) {}

  void take() {
    for (std::size_t k = 0; k < program.statements.size(); ++k) {
      if (!isTaken(program.statements[k]) || !isReadBeforeStores(k)) continue;
      std::vector<TileStatement> numbers;
      keepNumbers(*program.statements[k].value, program.statements[k], numbers);
      replace(program.statements[k]);
      program.statements.insert(program.statements.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                                numbers.begin(), numbers.end());
    }
  }

 private:
  TileProgram& program;
  const Directives& directives;
  const Copies copies;

  bool isTaken(const TileStatement& statement) const {
    const auto* declaration = dyn_cast_or_null<DeclStmt>(statement.stmt);
    if (statement.kind != TileStatement::Kind::Declare || !declaration || !declaration->isSingleDecl() ||
        !statement.value || statement.mask)
      return false;
    const LocalTile& local = program.locals[statement.declares];
    const TileExpression& value = *statement.value;
    if (!local.declaration || local.always.empty() || !isOfType(value, local)) return false;
    const auto exists = [](const LaneDimension& each) { return each.isKnown && each.clips.empty(); };
    if (!std::all_of(value.dimensions.begin(), value.dimensions.end(), exists) ||
        !std::all_of(local.dimensions.begin(), local.dimensions.end(), exists))
      return false;
    constexpr std::size_t mostParts = 64;  // each use becomes as long as that
    if (copies == Copies::InPlace) return hasConstantExtents(local) && isSlice(value);
    return !hasConstantExtents(local) && isRepeatable(value) && partsOf(value) <= mostParts;
  }

  static std::size_t partsOf(const TileExpression& value) {
    std::size_t parts = 1;
    for (const TileExpression& each : value.operands) parts += partsOf(each);
    return parts;
  }

  /// Is it a slice whose last dimension lies in memory as the tile would, and is any of it an array?
  bool isSlice(const TileExpression& value) const {
    return value.kind == Kind::Element && value.operands.empty() && value.guards.empty() &&
           !value.subscripts.empty() && value.subscripts.back().axis >= 0 &&
           !isPerElement(value.subscripts.back().axis);
  }

  bool hasConstantExtents(const LocalTile& local) const {
    return llvm::all_of(local.dimensions, [&](const LaneDimension& each) {
      const int axis = program.axis(each.axis);
      return axis < 0 || isPerElement(axis) || program.axes[axis].size.isConstant;
    });
  }

  /// Is it computed lane for lane, from arrays and from what stays as it is?
  bool isRepeatable(const TileExpression& value) const {
    if (value.kind == Kind::Local && program.locals[value.local].always.empty()) return false;
    if (value.kind == Kind::Running || value.isReshaped || !value.whole.empty() || !value.guards.empty())
      return false;
    if (value.kind == Kind::Text && value.expr && mayChangeSomething(value.expr)) return false;
    return llvm::all_of(value.operands, [&](const TileExpression& each) { return isRepeatable(each); });
  }

  static bool isOfType(const TileExpression& value, const LocalTile& local) {
    const Expr* of = value.expr ? value.expr : bareTile(local.declaration->getInit());
    const QualType element = laneType(of->getType()), kept = laneType(local.declaration->getType());
    return !element.isNull() && !kept.isNull() &&
           element.getCanonicalType().getUnqualifiedType() == kept.getCanonicalType().getUnqualifiedType();
  }

  bool isPerElement(int axis) const {
    const TileAxis& lanes = program.axes[program.axis(axis)];
    return !lanes.isMixed && lanes.loop >= 0 && program.loops[lanes.loop].perElement;
  }

  bool isReadBeforeStores(std::size_t number) const {
    const TileStatement& copy = program.statements[number];
    std::set<const Expr*> uses;
    std::size_t last = number;
    for (std::size_t k = 0; k < program.statements.size(); ++k) {
      const TileStatement& each = program.statements[k];
      std::set<const Expr*> here;
      for (const auto* part : {&each.target, &each.value, &each.mask})
        if (*part && !findUses(**part, copy, nullptr, here)) return false;
      if (here.empty()) continue;
      if (k < number || each.loop != copy.loop) return false;
      uses.insert(here.begin(), here.end());
      last = k;
    }
    const auto* body =
        copy.loop < 0 ? nullptr : dyn_cast<CompoundStmt>(program.loops[copy.loop].stmt->getBody());
    return body && last > number && areAll(uses, copy, *body) && changesNothing(number, last, *body);
  }

  /// Collects mentions. False: a mention is not used lane for lane, or its lanes are gone through repeatedly.
  bool findUses(const TileExpression& expression, const TileStatement& copy, const TileExpression* fold,
                std::set<const Expr*>& uses) const {
    const LocalTile& local = program.locals[copy.declares];
    if (expression.kind == Kind::Running) fold = &expression;
    if (expression.kind == Kind::Fold) fold = &expression;
    if (expression.kind == Kind::Local && expression.local == copy.declares) {
      const std::size_t around = fold ? lanes(fold->folded) + lanes(fold->dimensions) : 0;
      if (expression.isReshaped || !expression.whole.empty() || around > lanes(local.dimensions))
        return false;
      uses.insert(expression.expr);
    }
    return std::all_of(expression.operands.begin(), expression.operands.end(),
                       [&](const TileExpression& each) { return findUses(each, copy, fold, uses); });
  }

  /// How many of the dimensions are gone through.
  static std::size_t lanes(const std::vector<LaneDimension>& dimensions) {
    return static_cast<std::size_t>(std::count_if(dimensions.begin(), dimensions.end(),
                                                  [](const LaneDimension& each) { return each.axis >= 0; }));
  }

  /// Is the tile named nowhere else?
  bool areAll(const std::set<const Expr*>& uses, const TileStatement& copy, const Stmt& body) const {
    bool good = true;
    walk(&body, directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      if (reference && reference->getDecl() == program.locals[copy.declares].declaration)
        good &= uses.count(reference) != 0;
      return good;
    });
    return good;
  }

  /// From the tile to the last statement that uses it there are declarations, and changes of other tiles:
  /// what is stored to another view may be what the tile is made of. The last one reads before it stores.
  bool changesNothing(std::size_t number, std::size_t last, const CompoundStmt& body) const {
    const TileStatement& copy = program.statements[number];
    const bool mayStoreLast = !hasConstantExtents(program.locals[copy.declares]);
    bool isBetween = false;
    for (const Stmt* each : body.body()) {
      const Stmt* statement = directives.strip(each);
      const bool isLast = statement == directives.strip(program.statements[last].stmt);
      if (isBetween && !(isLast && mayStoreLast) && !isHarmless(statement)) return false;
      isBetween |= statement == directives.strip(copy.stmt);
      if (isLast) return isBetween;
    }
    return false;
  }

  bool isHarmless(const Stmt* statement) const {
    if (const auto* declaration = dyn_cast<DeclStmt>(statement))
      return llvm::all_of(declaration->decls(), [](const Decl* each) {
        const auto* variable = dyn_cast<VarDecl>(each);
        return !variable || !variable->getInit() || !mayHaveEffects(variable->getInit());
      });
    return std::any_of(program.statements.begin(), program.statements.end(), [&](const TileStatement& each) {
      return each.kind == TileStatement::Kind::Assign && each.target->kind == Kind::Local && !each.atomic &&
             directives.strip(each.stmt) == statement;
    });
  }

  /// Single numbers that the tile is made of, such as the greatest of a row, are computed once, in its place.
  void keepNumbers(TileExpression& value, const TileStatement& copy, std::vector<TileStatement>& numbers) {
    if (value.kind == Kind::Fold && value.dimensions.empty()) {
      TileStatement number;
      number.kind = TileStatement::Kind::Declare;
      number.stmt = copy.stmt;
      number.loop = copy.loop;
      number.declares = static_cast<int>(program.locals.size());
      LocalTile local;
      local.type = value.type;
      program.locals.push_back(local);
      TileExpression named;
      named.kind = Kind::Local;
      named.local = number.declares;
      named.expr = value.expr;
      named.type = value.type;
      named.isDependent = value.isDependent;
      number.value = std::exchange(value, std::move(named));
      numbers.push_back(std::move(number));
      return;
    }
    for (TileExpression& each : value.operands) keepNumbers(each, copy, numbers);
  }

  void replace(TileStatement& copy) {
    for (TileStatement& each : program.statements)
      for (auto* part : {&each.target, &each.value, &each.mask})
        if (*part) replace(**part, copy);
    copy.kind = TileStatement::Kind::Remove;
  }

  void replace(TileExpression& expression, const TileStatement& copy) const {
    if (expression.kind != Kind::Local || expression.local != copy.declares) {
      for (TileExpression& each : expression.operands) replace(each, copy);
      return;
    }
    TileExpression value = *copy.value;
    std::map<int, int> axes;
    const LocalTile& local = program.locals[copy.declares];
    for (std::size_t k = 0; k < local.dimensions.size(); ++k)
      if (local.dimensions[k].axis >= 0)
        axes.emplace(program.axis(local.dimensions[k].axis), expression.localAxes[k]);
    moveTo(axes, value);
    value.dimensions = expression.dimensions;
    value.type = expression.type;
    value.isDependent = expression.isDependent;
    expression = std::move(value);
  }

  /// What goes along one of the axes goes along another one in its place.
  void moveTo(const std::map<int, int>& axes, TileExpression& value) const {
    const auto move = [&](int& axis) {
      if (const auto found = axes.find(program.axis(axis)); axis >= 0 && found != axes.end())
        axis = found->second;
    };
    for (LaneDimension& each : value.dimensions) move(each.axis);
    for (TileExpression::Subscript& each : value.subscripts) move(each.axis);
    for (int& each : value.localAxes) move(each);
    for (TileExpression& each : value.operands) moveTo(axes, each);
  }
};

}  // namespace

void readInPlace(TileProgram& program, const Directives& directives, Copies copies) {
  TilesInPlace(program, directives, copies).take();
}

}  // namespace appyl
