#include "target/lanes.h"

#include "loops/ast.h"
#include "loops/source_ranges.h"

#include <algorithm>

namespace appyl {

using namespace clang;

static bool isRoot(const Stmt* statement) {
  const auto* call = dyn_cast<CallExpr>(statement);
  return call && (calleeName(call) == "sqrt" || calleeName(call) == "sqrtf");
}

/// A call that may set errno stays behind its condition, and with it the loop as it is.
static bool rootsUnderCondition(const Stmt* statement, const Directives& directives, bool isConditional) {
  if (!statement) return false;
  statement = directives.strip(statement);
  if (isConditional && isRoot(statement)) return true;
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

/// As far as LLVM finds out: sums and products of squares and of what is not negative, either.
static bool isNeverNegative(const Expr* value, const Stmt* body, const Directives& directives,
                            const ASTContext& context) {
  const auto isNever = [&](const Expr* each) { return isNeverNegative(each, body, directives, context); };
  value = value->IgnoreParenImpCasts();
  if (value->isValueDependent()) return false;
  Expr::EvalResult result;
  if (value->EvaluateAsRValue(result, context) && result.Val.isFloat())
    return !result.Val.getFloat().isNegative();
  if (result.Val.isInt()) return !result.Val.getInt().isNegative();
  if (value->getType()->isUnsignedIntegerType()) return true;
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(value)) return isNever(cast->getSubExpr());
  if (const auto* call = dyn_cast<CallExpr>(value)) {
    static const std::set<std::string> positive = {"fabs", "fabsf", "abs", "norm", "exp", "sqrt"};
    return positive.count(calleeName(call)) != 0;
  }
  if (const auto* reference = dyn_cast<DeclRefExpr>(value)) {
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    return variable && variable->hasInit() && isDeclaredInside(variable, body, directives) &&
           !modifiedVariables(body, directives).count(variable) && isNever(variable->getInit());
  }
  const auto* binary = dyn_cast<BinaryOperator>(value);
  if (!binary || (binary->getOpcode() != BO_Add && binary->getOpcode() != BO_Mul)) return false;
  const bool isSquare =
      binary->getOpcode() == BO_Mul && sameExpression(binary->getLHS(), binary->getRHS(), context);
  return isSquare || (isNever(binary->getLHS()) && isNever(binary->getRHS()));
}

bool mayRootNegative(const Stmt* body, const Directives& directives, const ASTContext& context) {
  bool found = false;
  walk(body, directives, [&](const Stmt* each) {
    const auto* call = isRoot(each) ? cast<CallExpr>(each) : nullptr;
    found |= call && call->getNumArgs() == 1 && !isNeverNegative(call->getArg(0), body, directives, context);
    return !found;
  });
  return found;
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
