#include "expand/read_in_place.h"

#include "expand/array_language.h"

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;
using Kind = TileExpression::Kind;

class Copies {
 public:
  Copies(TileProgram& program, const Directives& directives) : program(program), directives(directives) {}

  void take() {
    for (std::size_t k = 0; k < program.statements.size(); ++k)
      if (isCopy(program.statements[k]) && isReadBeforeStores(k)) replace(program.statements[k]);
  }

 private:
  TileProgram& program;
  const Directives& directives;

  /// Is it a slice whose last dimension lies in memory as the tile would, and is any of it an array?
  bool isCopy(const TileStatement& statement) const {
    const auto* declaration = dyn_cast_or_null<DeclStmt>(statement.stmt);
    if (statement.kind != TileStatement::Kind::Declare || !declaration || !declaration->isSingleDecl() ||
        !statement.value || statement.mask)
      return false;
    const LocalTile& local = program.locals[statement.declares];
    const TileExpression& value = *statement.value;
    if (!local.declaration || local.always.empty() || value.kind != Kind::Element ||
        !isOfType(value, local) || !value.operands.empty() || !value.guards.empty() ||
        value.subscripts.empty() || value.subscripts.back().axis < 0 ||
        isPerElement(value.subscripts.back().axis))
      return false;
    const auto exists = [](const LaneDimension& each) { return each.isKnown && each.clips.empty(); };
    return std::all_of(value.dimensions.begin(), value.dimensions.end(), exists) &&
           std::all_of(local.dimensions.begin(), local.dimensions.end(), exists);
  }

  static bool isOfType(const TileExpression& slice, const LocalTile& local) {
    const QualType element = laneType(slice.expr->getType()), kept = laneType(local.declaration->getType());
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

  /// From the copy to the last statement that uses it there are declarations, and changes of other tiles.
  bool changesNothing(std::size_t number, std::size_t last, const CompoundStmt& body) const {
    bool isBetween = false;
    for (const Stmt* each : body.body()) {
      const Stmt* statement = directives.strip(each);
      if (isBetween && !isHarmless(statement)) return false;
      isBetween |= statement == directives.strip(program.statements[number].stmt);
      if (statement == directives.strip(program.statements[last].stmt)) return isBetween;
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
    TileExpression element = *copy.value;
    const LocalTile& local = program.locals[copy.declares];
    for (TileExpression::Subscript& each : element.subscripts)
      for (std::size_t k = 0; each.axis >= 0 && k < local.dimensions.size(); ++k)
        if (program.axis(local.dimensions[k].axis) == program.axis(each.axis)) {
          each.axis = expression.localAxes[k];
          break;
        }
    element.dimensions = expression.dimensions;
    element.type = expression.type;
    element.isDependent = expression.isDependent;
    expression = std::move(element);
  }
};

}  // namespace

void readInPlace(TileProgram& program, const Directives& directives) { Copies(program, directives).take(); }

}  // namespace appyl
