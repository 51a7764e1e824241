#include "nest/privatization/reductions.h"

#include "nest/ast/array_types.h"
#include "nest/modref/mod_ref.h"
#include "nest/privatization/updates.h"
#include "nest/scev/scalar_evolution.h"

#include <clang/Lex/Lexer.h>

namespace appyl {
namespace {

using namespace clang;

bool holdsAll(QualType wide, QualType narrow, const ASTContext& context) {
  if (wide->isDependentType() || narrow->isDependentType()) return true;
  if (wide->isRealFloatingType())
    return narrow->isRealFloatingType() && context.getFloatingTypeOrder(wide, narrow) >= 0;
  if (!wide->isIntegerType() || !narrow->isIntegerType()) return !narrow->isRealFloatingType();
  const bool isUnsigned = wide->isUnsignedIntegerType(), wasUnsigned = narrow->isUnsignedIntegerType();
  const unsigned bits = context.getIntWidth(wide), before = context.getIntWidth(narrow);
  return isUnsigned == wasUnsigned ? bits >= before : wasUnsigned && bits > before;
}

/// Is the conversion of the number to the type exact, up to its sign? For a literal it is taken to be.
bool keepsAll(QualType type, const Expr* value, const ASTContext& context) {
  const QualType from = strip(value)->getType();
  const bool isLiteral = isa<IntegerLiteral, FloatingLiteral>(strip(value));
  if (from->isDependentType() || !from->isArithmeticType() || isLiteral) return true;
  if (!from->isIntegerType())
    return type->isRealFloatingType() && context.getFloatingTypeOrder(type, from) >= 0;
  const unsigned digits = type->isRealFloatingType()
                              ? llvm::APFloat::semanticsPrecision(context.getFloatTypeSemantics(type))
                              : context.getIntWidth(type);
  return context.getIntWidth(from) <= digits;
}

/// Does each step round, so that the order matters? So do updates of an integer in floating-point arithmetic
/// or narrowed at every step, and places that are set with the least of numbers that are rounded.
bool losesPrecision(const Update& update, QualType target, const ASTContext& context) {
  target = target.getNonReferenceType();
  if (target->isDependentType()) return false;
  const auto compared = update.comparison ? asBinary(update.comparison) : std::nullopt;
  if (!update.companions.empty() && compared && target->isArithmeticType())
    return !keepsAll(target, compared->left, context) || !keepsAll(target, compared->right, context);
  if (!target->isIntegerType()) return false;
  const bool isExtreme = update.op == ReductionOperator::Minimum || update.op == ReductionOperator::Maximum;
  // A bool that something is added to forgets how often.
  if (target->isBooleanType() && update.op == ReductionOperator::Sum) return true;
  const FieldDecl* bits = update.target->getSourceBitField();
  const unsigned width = bits && !bits->getBitWidth()->isValueDependent() ? bits->getBitWidthValue(context)
                                                                          : context.getTypeSize(target);
  bool loses = false;
  const auto look = [&](const Expr* value) {
    const QualType type = value ? strip(value)->getType() : QualType();
    if (type.isNull() || type->isDependentType()) return;
    const FieldDecl* other = strip(value)->getSourceBitField();
    const bool isNarrow = other && bits && other->getBitWidthValue(context) <= width;
    loses |= type->isRealFloatingType();
    loses |= isExtreme && type->isIntegerType() && context.getTypeSize(type) > width && !isNarrow &&
             !isa<IntegerLiteral>(strip(value));
  };
  // Of `b ^= x` only the last bit would do what a bool's does.
  const std::function<void(const Expr*)> lookForBits = [&](const Expr* value) {
    const auto both = asBinary(value);
    if (both && both->op == BO_Xor) return lookForBits(both->left), lookForBits(both->right);
    loses |= !strip(value)->getType()->isBooleanType() && !strip(value)->getType()->isDependentType();
  };
  if (const auto* compound = dyn_cast<CompoundAssignOperator>(update.statement))
    loses |= compound->getComputationResultType()->isRealFloatingType();
  if (const auto* expression = dyn_cast<Expr>(update.statement)) {
    const auto assignment = asAssignment(expression);
    if (assignment && target->isBooleanType() && update.op == ReductionOperator::BitXor)
      lookForBits(assignment->value);
    if (assignment && assignment->op == BO_Assign && !isExtreme && !target->isBooleanType())
      look(assignment->value);
    if (assignment && target->isBooleanType() && assignment->op != BO_Assign) look(assignment->value);
    if (assignment && assignment->op == BO_Assign && isExtreme)
      if (const auto* call = dyn_cast<CallExpr>(strip(assignment->value)))
        for (const Expr* argument : call->arguments()) look(argument);
    if (const auto* conditional = assignment && assignment->value
                                      ? dyn_cast<ConditionalOperator>(strip(assignment->value))
                                      : nullptr) {
      look(conditional->getTrueExpr());
      look(conditional->getFalseExpr());
    }
  } else if (compared) {
    look(compared->left);
    look(compared->right);
  }
  return loses;
}

/// `s < a[i]` of an int and an unsigned number, `std::min<int>(s, x)` of a long: the value that stands for
/// "none yet", INT_MIN or LONG_MAX, is another number in the type of the comparison. Null where the minimum
/// or maximum is one of the target's values.
QualType comparedAs(const Update& update, QualType target, const Source& source) {
  QualType other;
  if (update.op != ReductionOperator::Minimum && update.op != ReductionOperator::Maximum) return other;
  walk(update.statement, source.directives, [&](const Stmt* each) {
    const auto* cast = dyn_cast<CastExpr>(each);
    const bool isOfTarget = cast && std::find(update.mentions.begin(), update.mentions.end(), strip(cast)) !=
                                        update.mentions.end();
    const FieldDecl* bits = isOfTarget ? update.target->getSourceBitField() : nullptr;
    if (bits && !bits->getBitWidth()->isValueDependent() && cast->getType()->isIntegerType() &&
        bits->getBitWidthValue(source.ast) < source.ast.getIntWidth(cast->getType()))
      return true;
    if (isOfTarget && cast->getType()->isArithmeticType() && !holdsAll(cast->getType(), target, source.ast))
      other = cast->getType().getUnqualifiedType();
    return true;
  });
  return other;
}

class ReductionReader {
 public:
  ReductionReader(LoopNest& nest, const Source& source) : nest(nest), source(source) {}

  bool run() {
    bool good = true;
    for (std::size_t k = 0; k < nest.loops.size(); ++k) {
      const Directive* directive = nest.loops[k].directive;
      if (!directive) continue;
      for (const Clause& clause : directive->clauses)
        if (clause.kind == ClauseKind::Reduction)
          for (const ClauseArgument& argument : clause.arguments)
            good &= readOne(static_cast<int>(k), argument);
    }
    return good;
  }

 private:
  LoopNest& nest;
  Source source;

  bool readOne(int loop, const ClauseArgument& argument) {
    Reduction reduction;
    reduction.loop = loop;
    reduction.name = argument.text;
    reduction.named = strip(argument.expressions.front());
    if (!classify(reduction)) return false;
    for (const Reduction& known : nest.reductions)  // named again on an inner loop
      if (known.declaration == reduction.declaration &&
          sameExpression(known.named, reduction.named, source.ast) && isAround(nest, known.loop, loop))
        return true;
    const auto* record = reduction.type->getAsCXXRecordDecl();
    if (reduction.kind == Reduction::Kind::Array && record && !isSubscripted(reduction.declaration)) {
      source.diags.report(Diag::ReductionType, argument.range.getBegin(),
                          {argument.text, reduction.type.getAsString(source.ast.getPrintingPolicy()),
                           argument.op.empty() ? "+" : argument.op},
                          {argument.range});
      return false;
    }
    findReferences(reduction);
    std::optional<ReductionOperator> op = reductionOperator(argument.op);
    std::set<const Expr*> explained;
    if (!readUpdates(reduction, argument, op, explained)) return false;
    if (!op) {
      const SourceLocation where = reduction.references.empty() ? argument.range.getBegin()
                                                                : reduction.references.front()->getBeginLoc();
      source.diags.report(Diag::ReductionNotInferred, where, {argument.text});
      return false;
    }
    reduction.op = *op;
    const bool isNamed =
        reduction.kind == Reduction::Kind::Scalar || reduction.kind == Reduction::Kind::Member;
    const Expr* hidden =
        isNamed && reduction.declaration
            ? indirectUse(reduction.declaration, nest.loops[loop].body, nest.function, source.directives)
            : nullptr;
    if (hidden) {
      source.diags.report(Diag::ReductionOtherUse, hidden->getBeginLoc(),
                          {argument.text, "used", spelling(reduction.op)}, {hidden->getSourceRange()});
      source.diags.report(Diag::ReductionHere, argument.range.getBegin());
      return false;
    }
    if (explained.empty() && reduction.references.empty()) {
      source.diags.report(Diag::ReductionUnused, argument.range.getBegin(), {argument.text},
                          {argument.range});
      return false;
    }
    for (const Expr* reference : reduction.references)
      if (!explained.count(reference)) {
        source.diags.report(
            Diag::ReductionOtherUse, reference->getBeginLoc(),
            {argument.text, isWritten(reduction, reference) ? "written" : "read", spelling(reduction.op)},
            {reference->getSourceRange()});
        source.diags.report(Diag::ReductionHere, argument.range.getBegin());
        return false;
      }
    const auto* scalar = dyn_cast_or_null<VarDecl>(reduction.declaration);
    const bool canAsk =
        reduction.kind == Reduction::Kind::Scalar && scalar && reduction.type->isIntegerType();
    const bool isEach = llvm::all_of(reduction.references, [&](const Expr* reference) {
      return reduction.kind != Reduction::Kind::Array ||
             isReducible(typeOfElement(reference, source.ast), *op);
    });
    if (!isEach || !isReducible(reduction.type, reduction.op) || (takesTruthFor(reduction) && !canAsk)) {
      source.diags.report(
          Diag::ReductionType, argument.range.getBegin(),
          {argument.text, reduction.type.getAsString(source.ast.getPrintingPolicy()), spelling(*op)},
          {argument.range});
      return false;
    }
    reduction.beginsWithNegativeZero = beginsWithNegativeZero(reduction);
    markAccesses(reduction);
    nest.reductions.push_back(std::move(reduction));
    return true;
  }

  /// `double s = -0.0;`: adding +0.0 makes it +0.0, and partial sums begin with +0.0.
  bool beginsWithNegativeZero(const Reduction& reduction) const {
    const auto* variable = dyn_cast_or_null<VarDecl>(reduction.declaration);
    Expr::EvalResult value;
    return reduction.op == ReductionOperator::Sum && variable && variable->getInit() &&
           reduction.type->isRealFloatingType() && !variable->getInit()->isValueDependent() &&
           variable->getInit()->EvaluateAsRValue(value, source.ast) && value.Val.isFloat() &&
           value.Val.getFloat().isNegZero();
  }

  bool classify(Reduction& reduction) {
    const Expr* named = reduction.named;
    reduction.type = typeOfElement(named, source.ast);
    if (const ValueDecl* variable = namedVariable(named)) {
      reduction.declaration = variable;
      const QualType type = reduction.type;
      const bool isArray = type->isArrayType() || type->isPointerType() ||
                           (type->isRecordType() && !isComplex(type) && !isAdded(variable)) ||
                           (!isAdded(variable) && usedAsArray(variable));
      reduction.kind = isArray                    ? Reduction::Kind::Array
                       : isa<FieldDecl>(variable) ? Reduction::Kind::Member
                                                  : Reduction::Kind::Scalar;
    } else {
      reduction.declaration = rootVariable(named);
      const QualType type = reduction.type;
      const bool isArray = isa<MemberExpr>(named) &&
                           (type->isArrayType() || type->isPointerType() || isContiguousContainer(type));
      reduction.kind = isArray ? Reduction::Kind::Array : Reduction::Kind::Element;
    }
    return reduction.declaration != nullptr || named->isTypeDependent();
  }

  /// An object to which others are added as wholes.
  bool isAdded(const ValueDecl* variable) const {
    return ownAddition(variable->getType()) && !isSubscripted(variable);
  }

  /// Does the nest name its elements, or is it an object with operators of its own?
  bool isSubscripted(const ValueDecl* variable) const {
    return llvm::any_of(nest.accesses, [&](const Access& access) {
      const Expr* element = strip(access.expr);
      while (const auto* member = dyn_cast<MemberExpr>(element)) element = strip(member->getBase());
      return nest.arrays[access.array].declaration == variable && isa<ArraySubscriptExpr, CallExpr>(element);
    });
  }

  /// In a template the type may not say it: `sum[k] += ...` does.
  bool usedAsArray(const ValueDecl* variable) const {
    return llvm::any_of(nest.accesses, [&](const Access& access) {
      const Array& array = nest.arrays[access.array];
      return array.declaration == variable && !array.extents.empty();
    });
  }

  /// `o.sum[i][j]` of `o.sum`, also where that is a reference to an array.
  bool isOfNamed(const Expr* element, const Reduction& reduction) const {
    for (element = strip(element); element; element = strip(element)) {
      if (sameExpression(element, reduction.named, source.ast)) return true;
      const auto* call = dyn_cast<CXXOperatorCallExpr>(element);
      if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(element))
        element = arrayPart(subscript);
      else if (call && call->getOperator() == OO_Subscript)
        element = call->getArg(0);
      else
        return false;
    }
    return false;
  }

  void findReferences(Reduction& reduction) {
    const bool isArray = reduction.kind == Reduction::Kind::Array;
    if (isArray || reduction.kind == Reduction::Kind::Element) {
      for (const Access& access : nest.accesses) {
        const bool isOfRoot = nest.arrays[access.array].declaration == reduction.declaration;
        const bool isIt = isArray ? isOfNamed(access.expr, reduction) ||
                                        (isOfRoot && namedVariable(reduction.named) != nullptr)
                                  : isOfRoot && sameExpression(access.expr, reduction.named, source.ast);
        if (!isAround(nest, reduction.loop, access.loop) || !isIt) continue;
        reduction.array = access.array;
        reduction.references.push_back(access.expr);
        reduction.type = isArray ? typeOfElement(access.expr, source.ast) : reduction.type;
      }
      return;
    }
    walk(nest.loops[reduction.loop].stmt, source.directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      if (!expression || strip(expression) != expression ||
          namedVariable(expression) != reduction.declaration)
        return true;
      reduction.references.push_back(expression);
      return false;
    });
  }

  bool isWritten(const Reduction& reduction, const Expr* reference) const {
    bool written = false;
    walk(nest.loops[reduction.loop].stmt, source.directives, [&](const Stmt* each) {
      if (const auto* expression = dyn_cast<Expr>(each))
        if (const auto assignment = asAssignment(expression))
          written |= strip(assignment->target) == reference;
      return true;
    });
    return written;
  }

  bool readUpdates(Reduction& reduction, const ClauseArgument& argument, std::optional<ReductionOperator>& op,
                   std::set<const Expr*>& explained) {
    const std::set<const Expr*> references(reduction.references.begin(), reduction.references.end());
    bool good = true, byOthers = false;
    const Stmt* alone = nullptr;  // the first update that takes no companion along
    walk(nest.loops[reduction.loop].stmt, source.directives, [&](const Stmt* each) {
      auto update = asUpdate(each, source);
      if (!update && op) update = asFlag(each, *op, source.ast);
      if (!update) update = asOwnAddition(each, source);
      if (!update || !references.count(update->target) || !good) return true;
      const auto* whole = dyn_cast<Expr>(each);
      if (whole && isValueUsed(whole, source.ast)) return true;  // `b[n++]`: more than an update
      // The members of an array's elements have types of their own.
      const QualType type = reduction.kind == Reduction::Kind::Array
                                ? typeOfElement(update->target, source.ast)
                                : reduction.type;
      const QualType compared = comparedAs(*update, type.getNonReferenceType(), source);
      if (!compared.isNull() || losesPrecision(*update, type, source.ast)) {
        reportConversion(*update, each, argument, type, compared);
        good = false;
        return false;
      }
      if (op && *op != update->op && !isLogical(*op, update->op, type)) {
        source.diags.report(Diag::ReductionOperatorDiffers, update->target->getBeginLoc(),
                            {argument.text, spelling(update->op), spelling(*op)}, {each->getSourceRange()});
        source.diags.report(Diag::ReductionHere, argument.range.getBegin());
        good = false;
        return false;
      }
      if (!op) op = update->op;
      byOthers |= !update->passesOverNaN;
      if (update->takesNaN && type->isRealFloatingType() && !source.ast.getLangOpts().FiniteMathOnly) {
        reduction.takesNaN = true;
        if (update->takesNaNInCall) reduction.takesNaNIn = update->target;
      }
      if (const auto* expression = dyn_cast<Expr>(each)) reduction.updates.push_back(expression);
      explained.insert(update->mentions.begin(), update->mentions.end());
      if (!update->companions.empty())
        good = readCompanions(reduction, argument, *update, each);
      else if (!alone)
        alone = each;
      // The pieces of `if (x < v) v = x;` are explained; what stands in x may hold updates of other
      // variables.
      return !isa<IfStmt>(each);
    });
    reduction.passesOverNaN = !byOthers;
    return good && (reduction.companions.empty() || !alone || refuseTwoPlaces(argument, alone));
  }

  bool refuseTwoPlaces(const ClauseArgument& argument, const Stmt* statement) const {
    source.diags.report(Diag::Unsupported, statement->getBeginLoc(),
                        {"'" + argument.text + "' and its companion are updated at two places"},
                        {statement->getSourceRange()});
    return false;
  }

  void reportConversion(const Update& update, const Stmt* statement, const ClauseArgument& argument,
                        QualType type, QualType compared) const {
    const auto text = [&](QualType each) {
      return each.getNonReferenceType().getUnqualifiedType().getAsString(source.ast.getPrintingPolicy());
    };
    const SourceLocation where = update.target->getBeginLoc();
    if (compared.isNull())
      source.diags.report(Diag::ReductionConverts, where, {argument.text, text(type)},
                          {statement->getSourceRange()});
    else
      source.diags.report(Diag::ReductionCompares, where, {argument.text, text(compared), text(type)},
                          {statement->getSourceRange()});
  }

  bool readCompanions(Reduction& reduction, const ClauseArgument& argument, const Update& update,
                      const Stmt* statement) {
    const auto refuse = [&](const std::string& why) {
      source.diags.report(Diag::Unsupported, statement->getBeginLoc(), {why}, {statement->getSourceRange()});
      return false;
    };
    if (!reduction.companions.empty()) return refuseTwoPlaces(argument, statement);
    const bool isOfVariable =
        reduction.kind == Reduction::Kind::Scalar || isMemberOfVariable(reduction.named);
    reduction.pairStatement = statement;
    reduction.strict = update.strict;
    for (const Expr* place : update.companions) {
      Companion companion{place,
                          namedVariable(place),
                          textOf(place, source.ast),
                          place->getType().getNonReferenceType().getUnqualifiedType(),
                          {}};
      if (!isOfVariable || isa_and_nonnull<FieldDecl>(companion.declaration))
        return refuse("the pair of '" + argument.text + "' and '" + companion.name +
                      "' is reduced for local variables and their members only");
      if (!companion.declaration) companion.declaration = rootVariable(place);
      bool alone = true;
      walk(nest.loops[reduction.loop].stmt, source.directives, [&](const Stmt* each) {
        const auto* expression = dyn_cast<Expr>(each);
        if (!expression || strip(expression) != expression || !sameExpression(expression, place, source.ast))
          return true;
        companion.references.push_back(expression);
        alone &= expression == place;
        return false;
      });
      // A reference to the place leads to the variable in front of the loop, not to the iteration's copy.
      const bool isHidden =
          namedVariable(place) && indirectUse(companion.declaration, nest.loops[reduction.loop].body,
                                              nest.function, source.directives);
      if (!alone || isHidden)
        return refuse("'" + companion.name + "' goes with '" + argument.text +
                      "' and is used elsewhere in the loop");
      reduction.companions.push_back(std::move(companion));
    }
    return true;
  }

  /// `found |= x` of a bool is what the clause calls `||`.
  static bool isLogical(ReductionOperator declared, ReductionOperator written, QualType type) {
    using Op = ReductionOperator;
    return type->isBooleanType() &&
           ((declared == Op::Or && written == Op::BitOr) || (declared == Op::And && written == Op::BitAnd));
  }

  void markAccesses(const Reduction& reduction) {
    const int index = static_cast<int>(nest.reductions.size());
    std::set<const Expr*> references(reduction.references.begin(), reduction.references.end());
    for (const Companion& each : reduction.companions)
      references.insert(each.references.begin(), each.references.end());
    const std::set<const Expr*> updates(reduction.updates.begin(), reduction.updates.end());
    for (Access& access : nest.accesses) {
      // Accesses to the object's members inside the user's operator.
      const bool isOfOperator = access.calledBy && updates.count(access.calledBy) &&
                                nest.arrays[access.array].declaration == reduction.declaration;
      if (isOfOperator || references.count(access.expr)) access.reduction = index;
    }
  }
};

}  // namespace

std::vector<FixItHint> clauseFixIt(const Directive& directive, const std::string& text,
                                   const Source& source) {
  const SourceLocation end = directive.lines.back().getEnd();
  if (!end.isFileID()) return {};
  const SourceLocation behind =
      Lexer::getLocForEndOfToken(end, 0, source.ast.getSourceManager(), source.ast.getLangOpts());
  return {FixItHint::CreateInsertion(behind, text)};
}

bool isReducible(QualType type, ReductionOperator op) {
  using Op = ReductionOperator;
  if (type->isDependentType()) return true;
  if (isComplex(type) || type->isAnyComplexType()) return op == Op::Sum || op == Op::Product;
  if (ownAddition(type)) return op == Op::Sum;
  if (op == Op::BitAnd || op == Op::BitOr || op == Op::BitXor)
    return type->isIntegralOrUnscopedEnumerationType();
  return type->isArithmeticType();
}

bool isInexact(const Reduction& reduction) {
  const bool reassociates =
      reduction.op == ReductionOperator::Sum || reduction.op == ReductionOperator::Product;
  return reassociates && !reduction.type->isIntegerType();
}

bool dependsOnOrder(const Reduction& reduction, bool strictFloat) {
  return isInexact(reduction) || (strictFloat && reduction.takesNaN);
}

void warnWhereOrderShows(const LoopNest& nest, Diagnostics& diags) {
  for (const Reduction& reduction : nest.reductions) {
    if (reduction.takesNaNIn)
      diags.report(Diag::ReductionTakesNaN, reduction.takesNaNIn->getBeginLoc(), {reduction.name});
    if (reduction.beginsWithNegativeZero)
      diags.report(Diag::ReductionOfNegativeZeros, reduction.named->getBeginLoc(), {reduction.name});
  }
}

bool readReductions(LoopNest& nest, const Source& source) { return ReductionReader(nest, source).run(); }

bool takesTruthFor(const Reduction& reduction) {
  const bool isLogical = reduction.op == ReductionOperator::And || reduction.op == ReductionOperator::Or;
  return isLogical && !reduction.type->isBooleanType() && !reduction.type->isDependentType();
}

const Reduction* reductionCovering(const LoopNest& nest, const ValueDecl* variable, int loop) {
  for (const Reduction& reduction : nest.reductions) {
    const bool goesAlong = llvm::any_of(
        reduction.companions, [&](const Companion& each) { return namedVariable(each.place) == variable; });
    if (reduction.declaration != variable && !goesAlong) continue;
    if (isAround(nest, reduction.loop, loop)) return &reduction;
  }
  return nullptr;
}

}  // namespace appyl
