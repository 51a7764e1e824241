#include "codegen/simd/lane_guards.h"

#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/scev/scalar_evolution.h"

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;

/// A constant of so few bits that sums of several such constants fit into 64.
std::optional<std::int64_t> narrowConstantOf(const Expr* value, const ASTContext& context) {
  const auto constant = constantOf(value, context);
  const bool isNarrow = constant && *constant > -(1LL << 48) && *constant < 1LL << 48;
  return isNarrow ? constant : std::nullopt;
}

class GuardReader {
 public:
  GuardReader(const VarDecl* lane, const std::function<bool(const Stmt*)>& varies, const ASTContext& context)
      : lane(lane), varies(varies), context(context) {}

  std::optional<LaneGuard> read(const IfStmt* statement) {
    guard.statement = statement;
    if (statement->getElse() || statement->getInit() || statement->getConditionVariable() ||
        statement->isConstexpr() || !take(statement->getCond()) || guard.bounds.empty())
      return std::nullopt;
    return guard;
  }

 private:
  const VarDecl* lane;
  const std::function<bool(const Stmt*)>& varies;
  const ASTContext& context;
  LaneGuard guard;

  bool take(const Expr* condition) {
    const auto* binary = dyn_cast<BinaryOperator>(strip(condition));
    if (!binary) return false;
    if (binary->getOpcode() == BO_LAnd) return take(binary->getLHS()) && take(binary->getRHS());
    if (!varies(binary)) {
      guard.around.push_back(binary);
      return binary->isComparisonOp() && isPlain(binary->getLHS()) && isPlain(binary->getRHS());
    }
    if (!binary->isRelationalOp()) return false;
    const bool isLeft = varies(binary->getLHS());
    const Expr *side = isLeft ? binary->getLHS() : binary->getRHS(),
               *limit = isLeft ? binary->getRHS() : binary->getLHS();
    const bool isLess = binary->getOpcode() == BO_LT || binary->getOpcode() == BO_LE;
    const bool isStrict = binary->getOpcode() == BO_LT || binary->getOpcode() == BO_GT;
    LaneGuard::Bound bound;
    bound.isLower = isLess != isLeft;
    bound.limit = strip(limit);
    bound.beyond = bound.isLower == isStrict ? 1 : 0;
    if (varies(limit) || !isBounded(limit) || !takeSum(side, bound)) return false;
    guard.bounds.push_back(bound);
    return true;
  }

  /// `j`, `j + r - 1`
  bool takeSum(const Expr* side, LaneGuard::Bound& bound) {
    if (!isSigned(side)) return false;
    side = strip(side);
    if (!isSigned(side)) return false;
    if (namedVariable(side) == lane) return true;
    const auto* sum = dyn_cast<BinaryOperator>(side);
    if (!sum || !sum->isAdditiveOp()) return false;
    const bool isLeft = varies(sum->getLHS());
    const Expr* offset = strip(isLeft ? sum->getRHS() : sum->getLHS());
    if ((!isLeft && sum->getOpcode() == BO_Sub) || varies(offset) || !isOffset(offset)) return false;
    bound.offsets.emplace_back(offset, sum->getOpcode() == BO_Add);
    return takeSum(isLeft ? sum->getLHS() : sum->getRHS(), bound);
  }

  bool isSigned(const Expr* value) const {
    const QualType type = value->getType();
    return !type->isDependentType() && type->isSignedIntegerType();
  }
  bool isNarrow(const Expr* value) const { return context.getTypeSize(value->getType()) <= 32; }

  /// Is the limit so far from the ends of 64 bits that no offset leads there? 32 bits, constants, sizes.
  bool isBounded(const Expr* limit) const {
    if (!isSigned(limit)) return false;
    limit = strip(limit);
    return isOffset(limit) || (isPlain(limit) && isSigned(limit) && isa<CXXMemberCallExpr>(limit));
  }
  bool isOffset(const Expr* offset) const {
    if (!isSigned(offset)) return false;
    return narrowConstantOf(offset, context) || (isPlain(offset) && isNarrow(offset));
  }

  /// Contains no access to memory that an earlier part of the condition might prevent.
  bool isPlain(const Expr* value) const {
    value = strip(value);
    if (value->isTypeDependent() || value->getBeginLoc().isMacroID()) return false;
    if (narrowConstantOf(value, context)) return true;
    if (const auto* reference = dyn_cast<DeclRefExpr>(value)) {
      const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
      return isa<EnumConstantDecl>(reference->getDecl()) ||
             (variable && !variable->getType()->isReferenceType() && variable->getType()->isIntegerType() &&
              !variable->getType().isVolatileQualified());
    }
    if (const auto* member = dyn_cast<MemberExpr>(value)) {
      const Expr* object = strip(member->getBase());
      const bool isHere = isa<CXXThisExpr>(object) || (isa<DeclRefExpr>(object) && !member->isArrow());
      return isHere && isa<FieldDecl>(member->getMemberDecl()) && member->getType()->isIntegerType() &&
             !member->getType().isVolatileQualified();
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(value))
      return (binary->isAdditiveOp() || binary->getOpcode() == BO_Mul) && isPlain(binary->getLHS()) &&
             isPlain(binary->getRHS());
    const auto* call = dyn_cast<CXXMemberCallExpr>(value);
    return call && isView(call->getImplicitObjectArgument()->getType().getNonReferenceType()) &&
           namedVariable(call->getImplicitObjectArgument()) && calleeName(call) == "extent" &&
           call->getNumArgs() == 1 && isa<IntegerLiteral>(strip(call->getArg(0)));
  }
};

/// `n - r`, computed in 64 bits.
std::string boundText(const LaneGuard::Bound& bound, const ASTContext& context) {
  const auto operand = [&](const Expr* value) {
    const std::string text = textOf(value, context);
    return isa<BinaryOperator>(value) ? "(" + text + ")" : text;
  };
  std::int64_t constant = bound.beyond;
  std::string text;
  const auto append = [&](const Expr* value, bool isAdded) {
    if (const auto known = narrowConstantOf(value, context))
      constant += (isAdded ? 1 : -1) * *known;
    else
      text += (isAdded ? " + " : " - ") + operand(value);
  };
  append(bound.limit, true);
  for (const auto& [offset, isAdded] : bound.offsets) append(offset, !isAdded);
  const bool isWide =
      !narrowConstantOf(bound.limit, context) && context.getTypeSize(bound.limit->getType()) > 32;
  const bool isOne = text.starts_with(" + ") && llvm::StringRef(text).count(' ') == 2;
  return constant == 0 && (isWide || isOne) ? text.substr(3) : fmt::format("{}LL{}", constant, text);
}

}  // namespace

std::optional<LaneGuard> laneGuard(const Stmt* body, const VarDecl* lane,
                                   const std::function<bool(const Stmt*)>& varies, const Source& source) {
  body = source.directives.strip(body);
  if (const auto* compound = dyn_cast<CompoundStmt>(body); compound && compound->size() == 1)
    body = source.directives.strip(compound->body_front());
  const auto* branch = dyn_cast<IfStmt>(body);
  const QualType type = lane->getType();
  if (!branch || type->isDependentType() || !type->isSignedIntegerType() || source.ast.getTypeSize(type) < 32)
    return std::nullopt;
  return GuardReader(lane, varies, source.ast).read(branch);
}

GuardText guardText(const Loop& loop, const LoopText& strip, LoopWriter& writer) {
  const std::string name = loop.counter->getNameAsString();
  return {strip.type,
          writer.unique(name + "_from"),
          writer.unique(name + "_to"),
          strip.first,
          strip.last,
          [&writer, type = strip.type](const std::string& value) {
            return type == "long long" ? value : writer.cast(type, value);
          }};
}

std::string guardedEnds(const LaneGuard& guard, const GuardText& text, const ASTContext& context) {
  std::string lines =
      fmt::format("{} {} = {}, {} = {};\n", text.type, text.from, text.cast(text.first), text.to, text.last);
  for (const bool isLower : {true, false})
    for (const LaneGuard::Bound& bound : guard.bounds) {
      if (bound.isLower != isLower) continue;
      const std::string end = boundText(bound, context);
      lines += isLower ? fmt::format("if ({0} < {1}) {0} = {1} < {2} ? {3} : {2};\n", text.from, end, text.to,
                                     text.cast(end))
                       : fmt::format("if ({1} < {0}) {0} = {2} < {1} ? {3} : {2};\n", text.to, end, text.from,
                                     text.cast(end));
    }
  return lines;
}

}  // namespace appyl
