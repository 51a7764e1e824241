#include "codegen/arrays/reductions.h"

#include "codegen/arrays/array_ranges.h"
#include "codegen/text/size_text.h"
#include "codegen/text/type_text.h"
#include "nest/ast/array_types.h"
#include "nest/privatization/updates.h"
#include "nest/scev/scalar_evolution.h"

#include <clang/AST/ParentMapContext.h>

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;
using Method = ReductionPlan::Method;

bool isClass(QualType type) { return type->isRecordType(); }

/// A type that only a template's arguments decide, and that has no name.
bool hasOpenType(const Reduction& reduction) {
  return reduction.type->isSpecificBuiltinType(BuiltinType::Dependent);
}

/// The statement that consists of `update` alone, so that a pragma can stand before it; null where it is part
/// of something.
bool isWholeStatement(const Expr* update, ASTContext& context) {
  const Stmt* current = update;
  for (;;) {
    const auto parents = context.getParents(*current);
    const Stmt* parent = parents.empty() ? nullptr : parents[0].get<Stmt>();
    if (!parent) return false;
    if (isa<ExprWithCleanups, ParenExpr, ImplicitCastExpr>(parent)) {
      current = parent;
      continue;
    }
    if (const auto* loop = dyn_cast<ForStmt>(parent)) return loop->getBody() == current;
    if (const auto* branch = dyn_cast<IfStmt>(parent))
      return branch->getThen() == current || branch->getElse() == current;
    if (const auto* loop = dyn_cast<WhileStmt>(parent)) return loop->getBody() == current;
    return isa<CompoundStmt, DefaultStmt, CaseStmt, LabelStmt, DoStmt, CXXForRangeStmt, AttributedStmt>(
        parent);
  }
}

/// `x op= e`, `++x`, `x = x op e`, `x = e op x` with an operator that `omp atomic` knows.
bool isAtomicForm(const Expr* update, const Reduction& reduction, const ASTContext& context) {
  const bool knows = reduction.op == ReductionOperator::Sum || reduction.op == ReductionOperator::Product ||
                     reduction.op == ReductionOperator::BitAnd || reduction.op == ReductionOperator::BitOr ||
                     reduction.op == ReductionOperator::BitXor;
  const auto assignment = asAssignment(update);
  if (!knows || !assignment || isClass(reduction.type) || isa<CXXOperatorCallExpr>(strip(update)))
    return false;
  if (assignment->op != BO_Assign) return true;
  const auto parts = asBinary(assignment->value);
  return parts && (sameExpression(parts->left, assignment->target, context) ||
                   sameExpression(parts->right, assignment->target, context));
}

class ReductionPlanner {
 public:
  ReductionPlanner(const Kernel& kernel, LoopWriter& writer, const Source& source)
      : kernel(kernel), writer(writer), source(source) {}

  ReductionPlan plan(const Reduction& reduction) {
    ReductionPlan plan;
    plan.reduction = &reduction;
    plan.variable = reduction.name;
    plan.operatorName = spelling(reduction.op);
    const bool isLocalToProgram =
        reduction.declaration &&
        isDeclaredInside(reduction.declaration, kernel.nest.loops.front().stmt, source.directives);
    if (isLocalToProgram || reduction.loop != 0) {
      plan.method = Method::Inner;
      return plan;
    }
    if (!reduction.companions.empty())
      planPair(plan, reduction);
    else if (reduction.kind == Reduction::Kind::Array)
      planArray(plan, reduction);
    else
      planScalar(plan, reduction);
    return plan;
  }

 private:
  const Kernel& kernel;
  LoopWriter& writer;
  Source source;

  bool isCpp() const { return source.ast.getLangOpts().CPlusPlus; }

  void planScalar(ReductionPlan& plan, const Reduction& reduction) {
    const std::string type = typeText(reduction, source.ast);
    if (ownAddition(reduction.type)) {
      const std::string name = writer.unique(identifierOf(type) + "_sum");
      plan.declare.push_back(fmt::format(
          "#pragma omp declare reduction({0} : {1} : omp_out += omp_in) initializer(omp_priv = {1}{{}})",
          name, type));
      plan.operatorName = name;
    } else if (isClass(reduction.type)) {  // std::complex
      const std::string name =
          writer.unique(reduction.op == ReductionOperator::Sum ? "complex_sum" : "complex_product");
      plan.declare.push_back(fmt::format(
          "#pragma omp declare reduction({} : {} : omp_out {}= omp_in) initializer(omp_priv = {}({}))", name,
          type, spelling(reduction.op), type, reduction.op == ReductionOperator::Sum ? 0 : 1));
      plan.operatorName = name;
    }
    // Clang combines a `long double` by a library call that is not always linked.
    if (isExtreme(reduction) || reduction.type->isSpecificBuiltinType(BuiltinType::LongDouble) ||
        reduction.type->isDependentType())
      return planOwn(plan, reduction, type);
    const bool isQualified =
        reduction.name.find("::") != std::string::npos || !isa_and_nonnull<DeclRefExpr>(reduction.named);
    if (reduction.kind == Reduction::Kind::Scalar && !isQualified) return;
    plan.method = Method::Local;
    plan.variable = writer.unique(identifierOf(reduction.name) +
                                  (reduction.op == ReductionOperator::Sum ? "_sum" : "_reduced"));
    plan.setup.push_back(fmt::format("{} {} = {};", isCpp() ? "auto" : type, plan.variable, reduction.name));
    plan.finish.push_back(fmt::format("{} = {};", reduction.name, plan.variable));
  }

  void planOwn(ReductionPlan& plan, const Reduction& reduction, const std::string& type) {
    plan.method = Method::Own;
    plan.variable = writer.unique(identifierOf(reduction.name) + "_own");
    const std::string initial = initialText(reduction, reduction.name);
    plan.open = {fmt::format("{} {} = {};", type, plan.variable, initial)};
    if (hasOpenType(reduction)) {
      plan.open = {fmt::format("auto {} = {};", plan.variable, reduction.name)};
      if (initial != reduction.name) plan.open.push_back(fmt::format("{} = {};", plan.variable, initial));
    }
    plan.combine = {combineText(reduction, reduction.name, plan.variable)};
  }

  /// The value and where it stood: of equal ones the first iteration's (`<`) or the last one's (`<=`).
  void planPair(ReductionPlan& plan, const Reduction& reduction) {
    plan.method = Method::Pair;
    const std::string best = reduction.name, base = identifierOf(best);
    const std::string type = typeText(reduction, source.ast);
    const Loop& loop = kernel.nest.loops[reduction.loop];
    const std::string found = writer.unique(base + "_found"), where = writer.unique(base + "_iteration");
    const std::string ownFound = writer.unique(base + "_own_found"),
                      ownWhere = writer.unique(base + "_own_iteration");
    plan.variable = writer.unique(base + "_own");
    plan.needsUtility = needsUtility(reduction, source.ast);
    plan.setup = {fmt::format("int {} = 0;", found), fmt::format("long long {} = 0;", where)};
    plan.open = {fmt::format("{} {} = {};", type, plan.variable, best)};
    for (const Companion& each : reduction.companions) {
      plan.ownCompanions.push_back(writer.unique(identifierOf(each.name) + "_own"));
      plan.open.push_back(fmt::format("{} {} = {};", each.type.getAsString(source.ast.getPrintingPolicy()),
                                      plan.ownCompanions.back(), each.name));
    }
    plan.open.push_back(fmt::format("int {} = 0;", ownFound));
    plan.open.push_back(fmt::format("long long {} = 0;", ownWhere));
    plan.onUpdate = fmt::format("{} = {}; {} = 1;", ownWhere, loop.counter->getNameAsString(), ownFound);
    const char* better = reduction.op == ReductionOperator::Minimum ? "<" : ">";
    const char* earlier = reduction.strict == !loop.descending ? "<" : ">";
    plan.combine = {fmt::format("if ({0} && (!{1} || {2} {3} {4} || ({2} == {4} && {5} {6} {7}))) {{",
                                ownFound, found, plan.variable, better, best, ownWhere, earlier, where),
                    fmt::format("{} = {};", best, plan.variable)};
    for (std::size_t k = 0; k < plan.ownCompanions.size(); ++k)
      plan.combine.push_back(fmt::format("{} = {};", reduction.companions[k].name, plan.ownCompanions[k]));
    for (const std::string& line : {fmt::format("{} = {};", where, ownWhere), fmt::format("{} = 1;", found)})
      plan.combine.push_back(line);
    plan.combine.push_back("}");
  }

  /// Few elements: each thread has its own array. An unknown number, or an unsuitable array: atomic updates,
  /// or `critical` where there are none.
  void planArray(ReductionPlan& plan, const Reduction& reduction) {
    if (canPrivatise(reduction) && privatise(plan, reduction)) return;
    bool atomic = true;
    for (const Expr* update : reduction.updates)
      atomic &= isAtomicForm(update, reduction, source.ast) && isWholeStatement(update, source.ast);
    plan.method = atomic && !reduction.updates.empty() ? Method::Atomic : Method::Critical;
  }

  /// `a[i]`, or `v(i, j)` of a view.
  static bool isElement(const CXXOperatorCallExpr* call) {
    return call->getOperator() == OO_Subscript ||
           (call->getOperator() == OO_Call && isView(call->getArg(0)->getType()));
  }

  /// The body must name the array by its variable, so that it can be renamed.
  bool canPrivatise(const Reduction& reduction) const {
    if (!isa<VarDecl>(reduction.declaration) || reduction.array < 0 || reduction.type->isDependentType())
      return false;
    for (const Expr* reference : reduction.references) {
      const Expr* inner = strip(reference);
      while (!namedVariable(inner)) {
        if (const auto* element = dyn_cast<ArraySubscriptExpr>(inner))
          inner = strip(arrayPart(element));
        else if (const auto* call = dyn_cast<CXXOperatorCallExpr>(inner); call && isElement(call))
          inner = strip(call->getArg(0));
        else
          return false;
      }
      if (namedVariable(inner) != reduction.declaration || !rangeOf(inner->getSourceRange(), source.ast))
        return false;
    }
    return true;
  }

  bool privatise(ReductionPlan& plan, const Reduction& reduction) {
    const Array& array = kernel.nest.arrays[reduction.array];
    const QualType type = reduction.declaration->getType().getNonReferenceType();
    const std::string element = typeText(reduction, source.ast),
                      name = reduction.declaration->getNameAsString();
    std::int64_t elements = 1;
    bool constant = true;
    for (const auto& extent : array.extents) {
      const auto value = extent ? extent->constant() : std::nullopt;
      constant &= value && *value > 0 && !__builtin_mul_overflow(elements, *value, &elements);
    }
    const std::string own = writer.unique(name + "_own"), k = writer.unique(name + "_index");
    if (constant && type->isConstantArrayType() &&
        elements * std::max<std::int64_t>(array.elementBytes, 1) <= 32768) {
      std::string extents, zeros;
      for (const auto& extent : array.extents) extents += fmt::format("[{}]", *extent->constant());
      for (std::size_t d = 1; d < array.extents.size(); ++d) zeros += "[0]";
      const auto at = [&](const std::string& array) {
        return zeros.empty() ? fmt::format("{}[{}]", array, k)
                             : fmt::format("(&{}{}[0])[{}]", array, zeros, k);
      };
      const std::string header = fmt::format("for (int {0} = 0; {0} < {1}; ++{0})", k, elements);
      plan.needsUtility = needsUtility(reduction, source.ast);
      plan.open = {fmt::format("{} {}{};", element, own, extents),
                   fmt::format("{} {} = {};", header, at(own), initialText(reduction, at(name)))};
      plan.combine = {fmt::format("{} {}", header, combineText(reduction, at(name), at(own)))};
      plan.method = Method::Privatise;
      plan.variable = own;
      return true;
    }
    if (isContainer(type)) return privatiseContainer(plan, reduction, type, own);
    if (isView(type)) return privatiseView(plan, reduction, own);
    const std::string size = sizeText(reduction, type, array);
    if (size.empty() || array.extents.size() != 1) return false;
    const std::string count = writer.unique(name + "_size");
    plan.needsUtility = needsUtility(reduction, source.ast);
    plan.setup.push_back(fmt::format("const unsigned long long {} = {};", count, size));
    if (isCpp()) {
      plan.open.push_back(fmt::format("{0}* {1} = new {0}[{2}];", element, own, count));
      plan.close.push_back(fmt::format("delete[] {};", own));
    } else {
      plan.open.push_back(
          fmt::format("{0}* {1} = ({0}*)__builtin_malloc(({2} + 1) * sizeof({0}));", element, own, count));
      plan.close.push_back(fmt::format("__builtin_free({});", own));
    }
    const std::string header = fmt::format("for (unsigned long long {0} = 0; {0} < {1}; ++{0})", k, count);
    const std::string mine = fmt::format("{}[{}]", own, k), shared = fmt::format("{}[{}]", name, k);
    plan.open.push_back(fmt::format("{} {} = {};", header, mine, initialText(reduction, shared)));
    plan.combine = {fmt::format("{} {}", header, combineText(reduction, shared, mine))};
    return takeCopies(plan, name, own, count);
  }

  /// Each thread has `own` if there are no more elements, or rows, than iterations (`count`): otherwise
  /// filling and adding up copies would cost more than the loop.
  bool takeCopies(ReductionPlan& plan, const std::string& name, const std::string& own,
                  const std::string& count) {
    plan.condition = writer.unique(name + "_fits");
    plan.setup.push_back(fmt::format("const {} {} = {} <= ({});", isCpp() ? "bool" : "int", plan.condition,
                                     count, writer.countExpression(kernel.nest.loops.front())));
    plan.method = Method::Privatise;
    plan.variable = own;
    return true;
  }

  /// std::vector and std::array, also of each other, down to the numbers.
  static bool isContainer(QualType type) {
    const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    if (!record || !record->isInStdNamespace() ||
        (record->getName() != "vector" && record->getName() != "array"))
      return false;
    const QualType element = record->getTemplateArgs()[0].getAsType();
    return element->isArithmeticType() ? !element->isBooleanType() : isContainer(element);
  }

  /// A copy of the container for each thread, filled with what changes nothing.
  bool privatiseContainer(ReductionPlan& plan, const Reduction& reduction, QualType type,
                          const std::string& own) {
    const std::size_t rank = kernel.nest.arrays[reduction.array].extents.size();
    const std::string name = reduction.declaration->getNameAsString();
    std::string loops, mine = own, shared = name;
    for (std::size_t d = 0; d < rank; ++d) {
      const std::string k =
          writer.unique(name + "_" + std::string(1, static_cast<char>('i' + std::min<std::size_t>(d, 10))));
      loops += fmt::format("for (unsigned long long {0} = 0; {0} < {1}.size(); ++{0}) ", k, shared);
      mine += "[" + k + "]";
      shared += "[" + k + "]";
    }
    const std::string typeName = appyl::typeText(type.getUnqualifiedType(), "", source.ast);
    const std::string initial = initialText(reduction, shared);
    const bool isFlatVector =
        rank == 1 && initial == "0" && type->getAsCXXRecordDecl()->getName() == "vector";
    if (isFlatVector) {
      plan.open = {fmt::format("{} {}({}.size());", typeName, own, name)};
    } else {
      plan.open = {fmt::format("{} {} = {};", typeName, own, name)};
      if (initial != shared) plan.open.push_back(fmt::format("{}{} = {};", loops, mine, initial));
    }
    plan.combine = {loops + combineText(reduction, shared, mine)};
    return takeCopies(plan, name, own, name + ".size()");
  }

  /// Each thread has a view of memory of its own.
  bool privatiseView(ReductionPlan& plan, const Reduction& reduction, const std::string& own) {
    const std::size_t rank = kernel.nest.arrays[reduction.array].extents.size();
    const std::string name = reduction.declaration->getNameAsString(),
                      element = typeText(reduction, source.ast), count = writer.unique(name + "_size"),
                      memory = writer.unique(name + "_memory");
    std::string loops, indices, extents, size;
    for (std::size_t d = 0; d < rank; ++d) {
      const std::string k = writer.unique(name + "_" + std::string(1, static_cast<char>('i' + d)));
      const std::string extent = fmt::format("{}.extent({})", name, d);
      loops += fmt::format("for (long long {0} = 0; {0} < {1}; ++{0}) ", k, extent);
      indices += (d == 0 ? "" : ", ") + k;
      extents += ", " + extent;
      size += (d == 0 ? "" : " * ") + extent;
    }
    const std::string mine = fmt::format("{}({})", own, indices),
                      shared = fmt::format("{}({})", name, indices);
    plan.needsUtility = needsUtility(reduction, source.ast);
    plan.setup.push_back(fmt::format("const unsigned long long {} = {};", count, size));
    plan.open = {fmt::format("{0}* {1} = new {0}[{2}];", element, memory, count),
                 fmt::format("::appyl::view<{}, {}> {}({}{});", element, rank, own, memory, extents),
                 fmt::format("{}{} = {};", loops, mine, initialText(reduction, shared))};
    plan.combine = {loops + combineText(reduction, shared, mine)};
    plan.close = {fmt::format("delete[] {};", memory)};
    return takeCopies(plan, name, own, count);
  }

  /// The number of elements of a one-dimensional array, where something gives it.
  std::string sizeText(const Reduction& reduction, QualType type, const Array& array) const {
    if (const auto* record = type->getAsCXXRecordDecl(); record && record->isInStdNamespace())
      return reduction.declaration->getNameAsString() + ".size()";
    if (array.extents.size() != 1) return "";
    if (const auto constant = array.extents[0] ? array.extents[0]->constant() : std::nullopt)
      return std::to_string(*constant);
    const std::string shape = shapeText(reduction);
    return shape.empty() && type->isPointerType() ? lengthText(array) : shape;
  }

  /// By the `new T[n]` or `malloc(n * sizeof(T))` that the pointer was set to.
  std::string lengthText(const Array& array) const {
    const RangeReader ranges(kernel.nest);
    const auto isKnown = [&](const std::string& name) {
      return ranges.isKnown(name) && ranges.symbol(name).kind == Symbol::Kind::Parameter;
    };
    for (const Length& length : array.lengths)
      if (length.dimension == 0 && llvm::all_of(length.count.symbols(), isKnown))
        return fmt::format("(unsigned long long)({})", appyl::sizeText(length.count, ranges));
    return "";
  }

  /// What `shape` says at one of the loops.
  std::string shapeText(const Reduction& reduction) const {
    std::string size;
    for (const Loop& loop : kernel.nest.loops)
      if (loop.directive)
        for (const Clause& clause : loop.directive->clauses)
          if (clause.kind == ClauseKind::Shape)
            for (const ClauseArgument& argument : clause.arguments)
              if (argument.expressions.front() &&
                  namedVariable(argument.expressions.front()) == reduction.declaration)
                for (std::size_t d = 1; d < argument.expressions.size(); ++d)
                  size += (size.empty() ? "" : " * ") +
                          ("(unsigned long long)(" + textOf(argument.expressions[d], source.ast) + ")");
    return size;
  }
};

/// Where the variable is named inside the lvalue `a[i][j]`.
const Expr* baseOf(const Expr* lvalue) {
  const Expr* inner = strip(lvalue);
  while (!namedVariable(inner)) {
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(inner))
      inner = strip(arrayPart(element));
    else
      inner = strip(cast<CXXOperatorCallExpr>(inner)->getArg(0));
  }
  return inner;
}

}  // namespace

/// Is its type, which only a template's arguments decide, named by those of the parts of the expression?
static bool isNamedByParts(const Expr* expression, const ASTContext& context) {
  expression = strip(expression);
  const auto* member = dyn_cast<CXXDependentScopeMemberExpr>(expression);
  return typeOfElement(expression, context)->isSpecificBuiltinType(BuiltinType::Dependent) &&
         ((member && !member->isImplicitAccess()) || isa<ArraySubscriptExpr, CallExpr>(expression));
}

bool needsUtility(const Reduction& reduction, const ASTContext& context) {
  return hasOpenType(reduction) && isNamedByParts(reduction.named, context);
}

/// The type of an element or member that only a template's arguments decide, by types that have names:
/// `decltype(std::declval<E&>().count)`.
static std::string openTypeText(const Expr* expression, const ASTContext& context) {
  expression = strip(expression);
  const QualType type = typeOfElement(expression, context);
  if (!type->isSpecificBuiltinType(BuiltinType::Dependent)) return appyl::typeText(type, "", context);
  const auto of = [&](const Expr* part) { return "std::declval<" + openTypeText(part, context) + "&>()"; };
  if (const auto* member = dyn_cast<CXXDependentScopeMemberExpr>(expression);
      member && !member->isImplicitAccess())
    return fmt::format("decltype({}{}{})", of(member->getBase()), member->isArrow() ? "->" : ".",
                       member->getMember().getAsString());
  std::string element;
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expression)) {
    element = of(arrayPart(subscript)) + "[0]";
  } else if (const auto* op = dyn_cast<CXXOperatorCallExpr>(expression);
             op && op->getOperator() == OO_Subscript) {
    element = of(op->getArg(0)) + "[0]";
  } else if (const auto* call = dyn_cast<CallExpr>(expression)) {
    const bool isOperator = isa<CXXOperatorCallExpr>(call);
    const unsigned count = call->getNumArgs() - (isOperator ? 1 : 0);
    std::string indices;
    for (unsigned k = 0; k < count; ++k) indices += k == 0 ? "0" : ", 0";
    element = fmt::format("{}({})", of(isOperator ? call->getArg(0) : call->getCallee()), indices);
  } else {
    return fmt::format("std::remove_reference_t<decltype({})>", textOf(expression, context));
  }
  return fmt::format("std::remove_reference_t<decltype({})>", element);
}

std::string typeText(const Reduction& reduction, const ASTContext& context) {
  return typeText(reduction, reduction.named, context);
}

std::string typeText(const Reduction& reduction, const Expr* target, const ASTContext& context) {
  if (hasOpenType(reduction)) return openTypeText(target, context);
  if (const ValueDecl* variable = namedVariable(target); variable && isOpen(reduction.type)) {
    const std::string type = "decltype(" + variable->getNameAsString() + ")";  // of `auto s = T(0)`
    return variable->getType()->isReferenceType() ? "std::remove_reference_t<" + type + ">" : type;
  }
  // A built-in type by its own name: the name by which a template calls it (`value_type`) may mean nothing
  // outside.
  const QualType type = reduction.type.getUnqualifiedType();
  const QualType canonical = type.getCanonicalType().getUnqualifiedType();
  return appyl::typeText(canonical->isBuiltinType() ? canonical : type, "", context);
}

bool isExtreme(const Reduction& reduction) {
  const bool isMinMax =
      reduction.op == ReductionOperator::Minimum || reduction.op == ReductionOperator::Maximum;
  return isMinMax && !reduction.type->isIntegerType();
}

std::string initialText(const Reduction& reduction, const std::string& element) {
  switch (reduction.op) {
    case ReductionOperator::Sum: return ownAddition(reduction.type) ? "{}" : "0";
    case ReductionOperator::BitXor: return "0";
    case ReductionOperator::Product: return "1";
    default: return element;
  }
}

/// `std::fmin`, where nothing else updates the variable.
static std::string callOfNumbers(const Reduction& reduction) {
  const auto assignment = reduction.passesOverNaN && !reduction.updates.empty()
                              ? asAssignment(reduction.updates.front())
                              : std::nullopt;
  const auto* call = assignment ? dyn_cast<CallExpr>(strip(assignment->value)) : nullptr;
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee) return "";
  return (callee->isInStdNamespace() ? "std::" : "") + calleeName(call);
}

std::string combineText(const Reduction& reduction, const std::string& target, const std::string& value) {
  if (const std::string call = callOfNumbers(reduction); !call.empty())
    return fmt::format("{0} = {1}({0}, {2});", target, call, value);
  const std::string orNone =
      isExtreme(reduction) && reduction.passesOverNaN ? fmt::format(" || {0} != {0}", target) : "";
  switch (reduction.op) {
    case ReductionOperator::Minimum:
      return fmt::format("if ({1} < {0}{2}) {0} = {1};", target, value, orNone);
    case ReductionOperator::Maximum:
      return fmt::format("if ({0} < {1}{2}) {0} = {1};", target, value, orNone);
    case ReductionOperator::And:
    case ReductionOperator::Or:
      return fmt::format("{0} = {0} {2} {1};", target, value, spelling(reduction.op));
    default: return fmt::format("{} {}= {};", target, spelling(reduction.op), value);
  }
}

std::optional<std::vector<TextEdit>> onUpdateEdits(const Reduction& pair, const std::string& onUpdate,
                                                   const Source& source) {
  const Stmt* update = cast<IfStmt>(pair.pairStatement)->getThen();
  if (const auto* body = dyn_cast<CompoundStmt>(update)) {
    const auto brace = rangeOf(body->getLBracLoc(), source.ast);
    return brace ? std::optional<std::vector<TextEdit>>({{{brace->end, brace->end}, " " + onUpdate}})
                 : std::nullopt;
  }
  const auto range = statementRange(update, source);
  if (!range) return std::nullopt;
  return {{{{range->begin, range->begin}, "{\n" + onUpdate + " "}, {{range->end, range->end}, "\n}"}}};
}

std::vector<ReductionPlan> planReductions(const Kernel& kernel, LoopWriter& writer, const Source& source) {
  ReductionPlanner planner(kernel, writer, source);
  std::vector<ReductionPlan> plans;
  for (const Reduction& reduction : kernel.nest.reductions) plans.push_back(planner.plan(reduction));
  return plans;
}

std::optional<std::vector<TextEdit>> bodyEdits(const ReductionPlan& plan, const Kernel& kernel,
                                               const Source& source, SourceLocation& where) {
  std::vector<TextEdit> edits;
  const Reduction& reduction = *plan.reduction;
  const auto rename = [&](const Expr* mention, const std::string& name) {
    const auto range = rangeOf(mention->getSourceRange(), source.ast);
    where = mention->getBeginLoc();
    if (range) edits.push_back({*range, name});
    return range.has_value();
  };
  const auto before = [&](const Stmt* statement, const std::string& line) {
    const auto range = statementRange(statement, source);
    where = statement->getBeginLoc();
    if (range) edits.push_back({{range->begin, range->begin}, "\n" + line + "\n"});
    return range.has_value();
  };
  switch (plan.method) {
    case Method::Clause:
    case Method::Inner: return edits;
    case Method::Local:
    case Method::Own:
      for (const Expr* reference : reduction.references)
        if (!rename(reference, plan.variable)) return std::nullopt;
      return edits;
    case Method::Pair: {
      for (const Expr* reference : reduction.references)
        if (!rename(reference, plan.variable)) return std::nullopt;
      for (std::size_t k = 0; k < plan.ownCompanions.size(); ++k)
        for (const Expr* reference : reduction.companions[k].references)
          if (!rename(reference, plan.ownCompanions[k])) return std::nullopt;
      where = reduction.pairStatement->getBeginLoc();
      const auto further = onUpdateEdits(reduction, plan.onUpdate, source);
      if (!further) return std::nullopt;
      edits.insert(edits.end(), further->begin(), further->end());
      return edits;
    }
    case Method::Privatise:
      for (const Expr* reference : reduction.references)
        if (!rename(baseOf(reference), plan.variable)) return std::nullopt;
      return edits;
    case Method::Atomic:
      for (const Expr* update : reduction.updates)
        if (!before(update, "#pragma omp atomic")) return std::nullopt;
      return edits;
    case Method::Critical: {
      std::set<const Stmt*> statements;
      bool good = true;
      walk(kernel.nest.loops[reduction.loop].stmt, source.directives, [&](const Stmt* each) {
        const auto update = asUpdate(each, source);
        const bool ours = update && std::find(reduction.references.begin(), reduction.references.end(),
                                              update->target) != reduction.references.end();
        if (ours && good) {
          const auto* expression = dyn_cast<Expr>(each);
          good = (!expression || isWholeStatement(expression, source.ast)) &&
                 before(each, "#pragma omp critical");
          where = each->getBeginLoc();
        }
        return !ours;
      });
      return good ? std::optional(edits) : std::nullopt;
    }
  }
  llvm_unreachable("a method");
}

}  // namespace appyl
