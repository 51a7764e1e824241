#include "codegen/simd/lanes.h"

#include "nest/ast/ast.h"
#include "nest/ast/library_facts.h"
#include "nest/ast/source_ranges.h"
#include "nest/modref/modified_variables.h"

#include <algorithm>
#include <map>
#include <set>

namespace appyl {

using namespace clang;

static bool isRoot(const Stmt* statement) {
  const auto* call = dyn_cast<CallExpr>(statement);
  return call && call->getNumArgs() == 1 && functionIs(calleeName(call), Fact::Lanes) &&
         functionIs(calleeName(call), Fact::SetsErrno);
}

/// A call that may set errno stays under its condition, so the loop is not vectorised.
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

/// `std::min(std::max(x, low), high)`, `c ? std::min(x, y) : std::max(x, y)`, `c ? std::max(x, y + 1) : x`:
/// choices between places, not between values. Clang does not vectorise these, and warns.
static bool choosesTwice(const Stmt* statement) {
  const auto extreme = [](const Expr* each) {
    const auto* call = dyn_cast<CallExpr>(strip(each));
    const bool isOne =
        call && call->isGLValue() && functionIs(calleeName(call), {Fact::Minimum, Fact::Maximum});
    return isOne ? call : nullptr;
  };
  const auto isOfTemporary = [&](const Expr* each) {
    const CallExpr* call = extreme(each);
    return call && llvm::any_of(call->arguments(),
                                [](const Expr* argument) { return isa<MaterializeTemporaryExpr>(argument); });
  };
  if (const auto* choice = dyn_cast<ConditionalOperator>(statement)) {
    const Expr *first = choice->getTrueExpr(), *second = choice->getFalseExpr();
    return choice->isGLValue() &&
           ((extreme(first) && extreme(second)) || isOfTemporary(first) || isOfTemporary(second));
  }
  const auto* call = dyn_cast<CallExpr>(statement);
  return call && extreme(call) && llvm::any_of(call->arguments(), [&](const Expr* each) {
           const auto* choice = dyn_cast<ConditionalOperator>(strip(each));
           return extreme(each) || (choice && choice->isGLValue());
         });
}

bool isSimdBody(const Stmt* body, const Directives& directives) {
  bool simd = true;
  walk(body, directives, [&](const Stmt* each) {
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, GotoStmt, LabelStmt, CXXTryStmt,
            LambdaExpr, CXXNewExpr>(each))
      simd = false;
    if (isa<ContinueStmt>(each)) simd = false;
    if (const auto* call = dyn_cast<CallExpr>(each)) {
      const bool isOperator =
          isa<CXXOperatorCallExpr>(call) || (call->isTypeDependent() && namedVariable(call->getCallee()));
      const std::string name = calleeName(call);
      const bool isWide =
          call->getType().getNonReferenceType()->isSpecificBuiltinType(BuiltinType::LongDouble);
      simd &= isOperator || (!isWide && (functionIs(name, Fact::Lanes) || memberIs(name, Fact::Lanes)));
    }
    simd &= !choosesTwice(each);
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared))
          simd &= variable->getType()->isDependentType() || variable->getType()->isScalarType() ||
                  variable->getType()->isReferenceType();
    return simd;
  });
  return simd && !rootsUnderCondition(body, directives, false);
}

namespace {

/// Expressions of which compilers see that they are not negative.
class NeverNegative {
 public:
  NeverNegative(const Stmt* part, const Source& source)
      : part(part), source(source), modified(modifiedVariables(part, source.directives)) {}

  bool holdsFor(const Expr* number) const {
    if (number->isValueDependent() || number->isTypeDependent()) return false;
    Expr::EvalResult value;
    if (number->EvaluateAsRValue(value, source.ast) && !value.HasSideEffects)
      return value.Val.isFloat() ? !value.Val.getFloat().isNegative()
                                 : value.Val.isInt() && !value.Val.getInt().isNegative();
    if (const auto* conversion = dyn_cast<CastExpr>(number->IgnoreParens()))
      return conversion->getCastKind() == CK_IntegralToFloating
                 ? conversion->getSubExpr()->getType()->isUnsignedIntegerType()
                 : holdsFor(conversion->getSubExpr());
    number = strip(number);
    if (const auto* binary = dyn_cast<BinaryOperator>(number)) {
      const Expr *left = binary->getLHS(), *right = binary->getRHS();
      const bool isSquare = binary->getOpcode() == BO_Mul && sameExpression(left, right, source.ast);
      if (isSquare && !hasSideEffects(left, source.ast)) return true;
      const bool keepsSign = binary->getOpcode() == BO_Mul || binary->getOpcode() == BO_Add;
      return keepsSign && holdsFor(left) && holdsFor(right);
    }
    if (const auto* call = dyn_cast<CallExpr>(number)) {
      const std::string name = calleeName(call);
      return isRoot(call) || functionIs(name, Fact::Absolute) ||
             (functionIs(name, Fact::Maximum) && call->getNumArgs() == 2 &&
              llvm::any_of(call->arguments(), [&](const Expr* each) { return holdsFor(each); }));
    }
    const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(number));
    return variable && variable->getInit() && isDeclaredInside(variable, part, source.directives) &&
           !modified.count(variable) && holdsFor(variable->getInit());
  }

 private:
  const Stmt* part;
  Source source;
  std::set<const ValueDecl*> modified;
};

}  // namespace

/// Does it take a square root of a value that may be negative? Such a call may set errno.
static bool takesRoots(const Stmt* part, const Source& source) {
  std::optional<NeverNegative> neverNegative;
  bool takes = false;
  walk(part, source.directives, [&](const Stmt* each) {
    if (!isRoot(each)) return !takes;
    if (!neverNegative) neverNegative.emplace(part, source);
    takes |= !neverNegative->holdsFor(cast<CallExpr>(each)->getArg(0));
    return !takes;
  });
  return takes;
}

/// Does it compare a number with several constants? Clang makes a `switch` of `s == 3 || (s == 2 &&
/// alive[i])`.
static bool switches(const Stmt* part, const Source& source) {
  std::map<const Expr*, std::set<std::string>> cases;  // the constants by number; `0` for `!s`
  bool found = false;
  const auto note = [&](const Expr* number, const std::string& constant) {
    const auto known = llvm::find_if(
        cases, [&](const auto& each) { return sameExpression(each.first, number, source.ast); });
    std::set<std::string>& constants = known == cases.end() ? cases[number] : known->second;
    constants.insert(constant);
    found |= constants.size() > 1;
  };
  const auto constantOf = [&](const Expr* number) -> std::optional<std::string> {
    if (const auto* named = dyn_cast<DeclRefExpr>(strip(number));
        named && isa<NonTypeTemplateParmDecl>(named->getDecl()))
      return named->getDecl()->getNameAsString();
    Expr::EvalResult value;
    if (number->isValueDependent() || !number->EvaluateAsInt(value, source.ast)) return std::nullopt;
    return llvm::toString(value.Val.getInt(), 10);
  };
  walk(part, source.directives, [&](const Stmt* each) {
    const auto* unary = dyn_cast<UnaryOperator>(each);
    if (unary && unary->getOpcode() == UO_LNot) {
      const Expr* number = strip(unary->getSubExpr());
      if (number->getType()->isIntegerType() && !number->getType()->isBooleanType()) note(number, "0");
    }
    if (const auto* comparison = dyn_cast<BinaryOperator>(each); comparison && comparison->isEqualityOp()) {
      const Expr *left = comparison->getLHS(), *right = comparison->getRHS();
      if (const auto constant = constantOf(right))
        note(left, *constant);
      else if (const auto other = constantOf(left))
        note(right, *other);
    }
    return !found;
  });
  return found;
}

bool defeatsLanes(const Stmt* part, const Source& source) {
  return takesRoots(part, source) || switches(part, source);
}

bool hasConditions(const Stmt* part, const Directives& directives) {
  bool found = false;
  walk(part, directives, [&](const Stmt* each) {
    found |= isa<IfStmt, AbstractConditionalOperator>(each);
    return !found;
  });
  return found;
}

bool isDoubtful(const Stmt* part, const Directives& directives) {
  bool found = false;
  const auto doesMore = [&](const Stmt* branch) {
    bool more = false;
    walk(branch, directives, [&](const Stmt* each) {
      more |= isa<CallExpr, ArraySubscriptExpr, CXXDependentScopeMemberExpr>(each);
      return !more;
    });
    return more;
  };
  walk(part, directives, [&](const Stmt* each) {
    const auto* choice = dyn_cast<AbstractConditionalOperator>(each);
    found |= isa<IfStmt>(each) ||
             (choice && (doesMore(choice->getTrueExpr()) || doesMore(choice->getFalseExpr())));
    return !found;
  });
  return found;
}

bool isLight(const Stmt* body, const Directives& directives) {
  constexpr int many = 12;
  int operations = 0;
  walk(body, directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    if (!expression || !expression->getType()->isFloatingType()) return true;
    const auto* binary = dyn_cast<BinaryOperator>(each);
    const auto* cast = dyn_cast<CastExpr>(each);
    const bool divides = binary && (binary->getOpcode() == BO_Div || binary->getOpcode() == BO_DivAssign),
               converts = cast && cast->getCastKind() != CK_LValueToRValue &&
                          cast->getCastKind() != CK_NoOp &&
                          !isa<FloatingLiteral, IntegerLiteral>(strip(cast)),
               computes = isa<CallExpr>(each) && expression->isPRValue();
    if (divides || converts || computes)
      operations += many;
    else if (binary && binary->getOpcode() != BO_Assign)
      ++operations;
    return true;
  });
  return operations > 0 && operations < many && !hasConditions(body, directives);
}

bool hasForeignSimd(const Loop& loop, const Source& source) {
  const SourceManager& sources = source.ast.getSourceManager();
  const llvm::StringRef buffer = sources.getBufferData(sources.getMainFileID());
  const auto range = statementRange(loop.stmt, source);
  if (!range) return true;
  const llvm::StringRef before = buffer.take_front(range->begin).rtrim();
  const llvm::StringRef line = before.substr(before.rfind('\n') + 1).trim();
  return line.starts_with("#") && line.contains("omp");
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
