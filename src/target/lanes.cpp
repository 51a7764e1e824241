#include "target/lanes.h"

#include "loops/ast.h"
#include "loops/source_ranges.h"

#include <algorithm>

namespace appyl {

using namespace clang;

/// A call that may set errno stays behind its condition, and with it the loop as it is.
static bool rootsUnderCondition(const Stmt* statement, const Directives& directives, bool isConditional) {
  if (!statement) return false;
  statement = directives.strip(statement);
  const auto* call = dyn_cast<CallExpr>(statement);
  if (isConditional && call && (calleeName(call) == "sqrt" || calleeName(call) == "sqrtf")) return true;
  const auto* binary = dyn_cast<BinaryOperator>(statement);
  const bool chooses =
      isa<IfStmt, AbstractConditionalOperator>(statement) || (binary && binary->isLogicalOp());
  return llvm::any_of(statement->children(), [&](const Stmt* child) {
    return rootsUnderCondition(child, directives, isConditional || chooses);
  });
}

/// `std::min(std::max(x, low), high)`: of places, not of values. Clang does not vectorise that, and says so.
static bool choosesTwice(const CallExpr* call) {
  const auto chooses = [](const Expr* each) {
    const auto* inner = dyn_cast<CallExpr>(strip(each));
    return inner && inner->isGLValue() && (calleeName(inner) == "min" || calleeName(inner) == "max");
  };
  return chooses(call) && llvm::any_of(call->arguments(), chooses);
}

bool isSimdBody(const Stmt* body, const Directives& directives) {
  static const std::set<std::string> vectorised = {
      "sqrt", "sqrtf", "fabs", "fabsf",      "abs",  "fma",   "fmaf", "fmin", "fmax", "fminf", "fmaxf",
      "min",  "max",   "size", "operator[]", "data", "floor", "ceil", "real", "imag", "norm"};
  bool simd = true;
  walk(body, directives, [&](const Stmt* each) {
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, GotoStmt, LabelStmt, CXXTryStmt,
            LambdaExpr, CXXNewExpr>(each))
      simd = false;
    if (isa<ContinueStmt>(each)) simd = false;
    if (const auto* call = dyn_cast<CallExpr>(each)) {
      const bool isOperator =
          isa<CXXOperatorCallExpr>(call) || (call->isTypeDependent() && namedVariable(call->getCallee()));
      simd &= (vectorised.count(calleeName(call)) != 0 || isOperator) && !choosesTwice(call);
    }
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared))
          simd &= variable->getType()->isDependentType() || variable->getType()->isScalarType() ||
                  variable->getType()->isReferenceType();
    return simd;
  });
  return simd && !rootsUnderCondition(body, directives, false);
}

bool hasForeignSimd(const Loop& loop, const Directives& directives, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const llvm::StringRef buffer = sources.getBufferData(sources.getMainFileID());
  const auto range = statementRange(loop.stmt, directives, context);
  if (!range) return true;
  const llvm::StringRef before = buffer.take_front(range->begin).rtrim();
  const llvm::StringRef line = before.substr(before.rfind('\n') + 1).trim();
  return line.starts_with("#") && line.contains("omp");
}

bool isAround(const LoopNest& nest, int outer, int loop) {
  for (; loop >= 0; loop = nest.loops[loop].parent)
    if (loop == outer) return true;
  return false;
}

bool isInnermost(const LoopNest& nest, int loop) {
  return std::none_of(nest.loops.begin(), nest.loops.end(),
                      [&](const Loop& each) { return each.parent == loop; });
}

bool writtenInside(const LoopNest& nest, const Reduction& reduction, int loop, const Directives& directives) {
  for (const Expr* reference : reduction.references) {
    bool inside = false;
    walk(nest.loops[loop].body, directives, [&](const Stmt* each) {
      inside |= each == reference;
      return !inside;
    });
    if (inside) return true;
  }
  return false;
}

}  // namespace appyl
