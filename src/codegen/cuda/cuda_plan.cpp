#include "codegen/cuda/cuda_plan.h"

#include "codegen/arrays/reductions.h"
#include "codegen/cuda/cuda_staging.h"
#include "codegen/cuda/endings.h"
#include "codegen/cuda/float16.h"
#include "codegen/cuda/held_arrays.h"
#include "codegen/kernels/capture_names.h"
#include "codegen/kernels/device_calls.h"
#include "codegen/kernels/device_values.h"
#include "codegen/text/nest_text.h"
#include "model/staging.h"
#include "model/team.h"
#include "nest/ast/array_types.h"
#include "nest/ast/jumps.h"
#include "nest/privatization/copy_in.h"
#include "nest/privatization/reductions.h"
#include "nest/privatization/scalars.h"
#include "nest/scev/scalar_evolution.h"

#include <clang/AST/ParentMapContext.h>

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;
using DeviceMethod = CudaReduction::Method;

class KernelPlanner {
 public:
  KernelPlanner(const CudaSetting& setting, const EmitOptions& options, bool mayContract, CudaPlan& plan)
      : kernel(setting.kernel),
        nest(setting.kernel.nest),
        writer(setting.writer),
        source(setting.source),
        options(options),
        mayContract(mayContract),
        tables(setting.tables),
        plan(plan) {}

  bool run() {
    if (isInGenericLambda())
      return refuse(nest.loops.front().stmt->getBeginLoc(),
                    "a loop in a generic lambda has no kernel; write a function template");
    plan.endings = endingsIn(nest.loops.front().stmt, source.directives);
    plan.device = writer.unique("device");
    plan.grid = writer.unique("grid");
    if (mayContract && isDeviceContraction())
      plan.contraction = contractionCall(kernel, writer, source, /*forDevice=*/true);
    if (plan.contraction) {
      chooseSumOnDevice(*plan.contraction, kernel, options.allowsTf32, source.ast);
      plan.contraction->tiles = writer.unique("Tiles");
      if (plan.contraction->batches.empty() && !isShort(kernel.contraction->terms.front(), 1024))
        plan.contraction->shares = writer.unique("shares");
    }
    return plan.contraction ? planContraction() : planLoops();
  }

 private:
  const Kernel& kernel;
  const LoopNest& nest;
  LoopWriter& writer;
  Source source;
  const EmitOptions& options;
  const bool mayContract;
  const std::set<const VarDecl*>& tables;
  CudaPlan& plan;

  /// A kernel's parameters cannot name the types that only the calls of a generic lambda determine.
  bool isInGenericLambda() const {
    const Stmt* around = nest.loops.front().stmt;
    while (around) {
      const auto parents = source.ast.getParents(*around);
      if (parents.empty()) return false;
      const auto* method = parents[0].get<CXXMethodDecl>();
      around = parents[0].get<Stmt>();
      const auto* lambda = dyn_cast_or_null<LambdaExpr>(around);
      if ((method && method->getParent()->isGenericLambda()) || (lambda && lambda->isGenericLambda()))
        return true;
    }
    return false;
  }

  /// A contraction for which appyl/cuda/ has a kernel, and whose source neither says how it is staged nor
  /// spreads the terms: a thread of that kernel adds up all terms, which is too few threads where the result
  /// is small.
  bool isDeviceContraction() const {
    if (!kernel.contraction) return false;
    const Contraction& found = *kernel.contraction;
    const auto isOwn = [](const Loop& loop) { return loop.declaresCounter; };
    const auto isRead = [](const PrivateScalar& scalar) { return scalar.lastValue; };
    const auto isGiven = [&](const Staging& staging) { return stagedAxis(kernel, staging).stages > 0; };
    // A batch of tiny products is better off with a thread for each element.
    const auto isTiny = [&](int loop) { return loop >= 0 && isShort(loop, 32); };
    const auto isHalf = [&](const Access& access) {
      return access.expr && isReplacedFloat16(access.expr->getType(), source.ast);
    };
    if (llvm::any_of(nest.accesses, isHalf)) return false;
    if (!found.batches.empty() && (isTiny(found.rows) || isTiny(found.columns))) return false;
    const auto isParallel = [&](int loop) { return nest.loops[loop].parallel; };
    return found.columns >= 0 && found.terms.size() == 1 && !found.edge && found.further.empty() &&
           !found.isInPlace && llvm::all_of(found.batches, isParallel) &&
           !nest.loops[found.terms.front()].parallel && llvm::all_of(nest.loops, isOwn) &&
           llvm::none_of(nest.privates, isRead) && llvm::none_of(kernel.stagings, isGiven) &&
           found.isOfNumbers;
  }

  /// Is it known to have fewer iterations?
  bool isShort(int index, std::int64_t count) const {
    const Loop& loop = nest.loops[index];
    const auto length = loop.first && loop.end ? subtract(*loop.end, *loop.first) : std::nullopt;
    return length && length->isConstant() && *length->constant() < count;
  }

  /// The call names what the source names: all of its variables that the functions of a sum do not have.
  bool planContraction() {
    for (const Loop& loop : nest.loops) plan.locals.insert(loop.counter);
    for (const PrivateScalar& scalar : nest.privates) plan.locals.insert(scalar.variable);
    if (!checkCalls() || !readNames({})) return false;
    guardArrays();
    return true;
  }

  bool planLoops() {
    chooseThreadLoops();
    plan.reductions = planCudaReductions(kernel, plan.device, plan.grid, writer, source);
    if (options.strictFloat &&
        reducesInexactly({DeviceMethod::Grid, DeviceMethod::Shared, DeviceMethod::Atomic})) {
      plan.sequential = "--fp=strict keeps the order of a floating-point reduction";
      return true;
    }
    plan.isSingle = options.deterministic && reducesInexactly({DeviceMethod::Shared, DeviceMethod::Atomic});
    if (!checkCalls() || !checkReductions() || !readPrivates()) return false;
    if (!readNames(boundsInKernel())) return false;
    stage();
    if (!plan.isSingle && !plan.staged) copyReducedArrays();
    nameArrays();
    guardArrays();
    if (!plan.isSingle && plan.rows.empty()) plan.team = teamOf(kernel);
    if (kernel.team && !plan.team)
      source.diags.report(
          Diag::RemarkSequential, nest.loops[innerParallelLoops(kernel).front()].stmt->getBeginLoc(),
          {"the loop runs inside one thread of each program: " +
           (plan.isSingle ? "--deterministic keeps the order of its updates" : kernel.team->obstacle)});
    return true;
  }

  bool readNames(const std::vector<const Expr*>& first) {
    auto captures = readCaptures(nest, {plan.locals, tables}, first, rewrittenParts(plan), writer, source);
    if (!captures) return false;
    plan.captures = std::move(*captures);
    if (const FieldDecl* hidden = exposeArrays(nest, plan.captures.exposed))
      return refuse(
          nest.loops.front().stmt->getBeginLoc(),
          fmt::format("'{}', which the loop goes through, is private where it stands, and cannot be "
                      "pointed to from there; make it public, or pass its elements",
                      hidden->getQualifiedNameAsString()));
    auto transfers = planTransfers(kernel, plan.captures, writer, source, options.wantsExtents);
    if (!transfers) return false;
    plan.transfers = std::move(*transfers);
    return areArraysFollowed();
  }

  /// `(c ? a : b)[i]`, `pick(a, b)[i]`: which array is touched is not visible.
  bool areArraysFollowed() {
    const std::vector<NamedArray> arrays = namedArrays(nest, /*exposed=*/true);
    std::set<int> followed;
    for (const NamedArray& each : arrays) {
      followed.merge(capturesOf(each, arrays, plan.captures, source.ast));
      if (const int own = captureOf(each, plan.captures); own >= 0) followed.insert(own);
    }
    for (const auto& [mention, index] : plan.captures.of) {
      const Capture& capture = plan.captures.list[index];
      const bool isArray = capture.kind == Capture::Kind::Pointer || capture.kind == Capture::Kind::Array ||
                           capture.kind == Capture::Kind::Container;
      if (isArray && !followed.count(index) && !isOnlyCompared(mention) && !isKnownElsewhere(capture) &&
          !takeWhereItLies(capture, mention))
        return false;
    }
    return true;
  }

  /// An array that a clause puts on the device, or whose unknown extent was reported.
  bool isKnownElsewhere(const Capture& capture) const {
    const auto isIt = [&](const auto& each) { return each.pointer == capture.host; };
    return plan.transfers.onDevice.count(capture.root) || llvm::any_of(plan.transfers.unknown, isIt);
  }

  bool takeWhereItLies(const Capture& capture, const Expr* mention) {
    if (auto whole = transferWhole(kernel, plan.captures, capture, writer, source)) {
      plan.transfers.list.push_back(std::move(*whole));
      return true;
    }
    const auto* parameter = dyn_cast_or_null<ParmVarDecl>(capture.root);
    const bool isHeld =
        parameter && capture.host == parameter->getName() && isHeldByCallers(parameter, source);
    if (!isHeld)
      source.diags.report(options.wantsExtents ? Diag::ExtentUnknownStrict : Diag::ExtentUnknown,
                          mention->getBeginLoc(),
                          {capture.host, "the loop reaches it by a pointer that is chosen or moves"});
    plan.transfers.unknown.push_back({capture.host, pointerOf(capture),
                                      !elementTypeOf(capture.type, source.ast).isConstQualified()});
    return isHeld || !options.wantsExtents;
  }

  /// `if (p)`, `p == q`
  bool isOnlyCompared(const Expr* mention) const {
    const auto parents = source.ast.getParents(*mention);
    const auto* parent = parents.empty() ? nullptr : parents[0].get<Expr>();
    if (const auto* cast = dyn_cast_or_null<CastExpr>(parent))
      return cast->getCastKind() == CK_PointerToBoolean || isOnlyCompared(cast);
    if (isa_and_nonnull<ParenExpr>(parent)) return isOnlyCompared(parent);
    const auto* binary = dyn_cast_or_null<BinaryOperator>(parent);
    return (binary && binary->isComparisonOp()) || isa_and_nonnull<UnaryExprOrTypeTraitExpr>(parent);
  }

  void guardArrays() {
    if (options.aliasGuard) plan.guard = guardAgainstOverlap(kernel, writer, source);
    if (!plan.guard.obstacle.empty())
      plan.sequential = "whether arrays overlap is not known, since " + plan.guard.obstacle;
  }

  bool refuse(SourceLocation where, const std::string& text) {
    source.diags.report(Diag::Unsupported, where, {text});
    return false;
  }

  void stage() {
    std::string why;
    // The third dimension of the launch tells the shares.
    const bool mayShare = sharedSum(kernel) && plan.loops.size() < 3 &&
                          !(options.deterministic && reducesInexactly({DeviceMethod::Share}));
    if (stagingOf(kernel) && !plan.isSingle)
      plan.staged = planStaging({kernel, writer, source}, plan, mayShare, why);
    if (!plan.staged)
      for (CudaReduction& each : plan.reductions)
        if (each.method == DeviceMethod::Share) each.method = DeviceMethod::Inner;
    for (const Staging& staging : kernel.stagings) {
      const std::string& obstacle = staging.obstacle.empty() ? why : staging.obstacle;
      if (obstacle.empty()) continue;
      const Axis& axis = stagedAxis(kernel, staging);
      source.diags.report(Diag::RemarkNotStaged, nest.loops[axis.loop].stmt->getBeginLoc(),
                          {axis.var, obstacle});
    }
  }

  /// Puts the arrays' names into the lines in which blocks add up their results.
  void nameArrays() {
    for (CudaReduction& each : plan.reductions) {
      const int capture =
          each.array.empty() ? -1 : captureOf(each.reduction->references.front(), plan.captures);
      for (auto* lines : {&each.open, &each.close})
        for (std::string& line : *lines)
          if (const std::size_t at = capture < 0 ? std::string::npos : line.find(each.array);
              at != std::string::npos)
            line.replace(at, each.array.size(), plan.captures.list[capture].name);
    }
  }

  /// Arrays of numbers that are copied to the device from their first element on.
  void copyReducedArrays() {
    std::map<const CudaReduction*, CopiedArray> arrays;
    for (const CudaReduction& each : plan.reductions) {
      const Array* array = each.reduction->array < 0 ? nullptr : &nest.arrays[each.reduction->array];
      if (each.method != DeviceMethod::Atomic || !array || array->name.find('[') != std::string::npos ||
          each.reduction->type->isDependentType() || !each.reduction->type->isArithmeticType() ||
          each.reduction->references.empty())
        continue;
      const int index = captureOf(each.reduction->references.front(), plan.captures);
      if (index < 0 || plan.transfers.origins.count(index)) continue;
      const Capture& capture = plan.captures.list[index];
      const std::string type = typeOfCopied(*each.reduction, capture, array->extents.size());
      const std::string pointer = pointerOf(capture);
      std::vector<const Transfer*> found;
      for (const Transfer& transfer : plan.transfers.list)
        if (sameObject(transfer.pointer, pointer)) found.push_back(&transfer);
      if (type.empty() || found.size() != 1 || found.front()->first != "0") continue;
      const auto& [last, condition] = std::tie(found.front()->last, found.front()->condition);
      arrays[&each] = {condition.empty() ? last : fmt::format("{} ? {} : 0", condition, last), type};
    }
    copyIntoBlocks(plan.reductions, arrays, writer);
  }

  /// The type of an element of the array itself: a number, or an array of numbers; empty for all else.
  std::string typeOfCopied(const Reduction& reduction, const Capture& capture, std::size_t rank) const {
    if (rank == 1) return typeText(reduction, source.ast);
    const bool hasElements = capture.kind != Capture::Kind::Value && capture.kind != Capture::Kind::View;
    const QualType element = hasElements ? elementTypeOf(capture.type, source.ast) : QualType();
    QualType number = element;
    for (; rank > 1 && !number.isNull() && lengthOf(number, source.ast); --rank)
      number = elementTypeOf(number, source.ast);
    const bool isNumber = rank == 1 && !number.isNull() && !element->isDependentType() &&
                          source.ast.hasSameUnqualifiedType(number, reduction.type);
    return isNumber ? typeText(element.getUnqualifiedType(), "", source.ast) : "";
  }

  bool reducesInexactly(const std::set<DeviceMethod>& methods) const {
    return std::any_of(plan.reductions.begin(), plan.reductions.end(), [&](const CudaReduction& each) {
      return methods.count(each.method) && dependsOnOrder(*each.reduction, options.strictFloat);
    });
  }

  void chooseThreadLoops() {
    for (const ThreadDimension& dimension : kernel.threads) {
      const Axis& axis = kernel.grid[dimension.axis];
      ThreadLoop each;
      each.loop = &nest.loops[axis.loop];
      each.dimension = &dimension;
      each.text = writer.write(axis, false);
      each.isCounted = !keepsCounter(*each.loop);
      plan.locals.insert(each.loop->counter);
      plan.loops.push_back(each);
    }
    for (const Axis& axis : kernel.grid)
      if (nest.loops[axis.loop].declaresCounter) plan.locals.insert(nest.loops[axis.loop].counter);
  }

  /// `for (long long i_at = thread_x(); i_at < n; i_at += threads_x())` is exact: no sum of it overflows.
  bool keepsCounter(const Loop& loop) const {
    if (loop.step != 1 || loop.comparison != Comparison::Less || loop.boundOnLeft || loop.isConverted)
      return false;
    const QualType type = loop.counter->getType().getNonReferenceType();
    const QualType bound = strip(loop.bound)->getType();
    if (type->isDependentType() || type->isUndeducedType() || bound->isDependentType() ||
        !bound->isIntegerType())
      return false;
    const bool isCounterUnsigned = type->isUnsignedIntegerType(),
               isBoundUnsigned = bound->isUnsignedIntegerType();
    const bool mixesSigns =
        isCounterUnsigned != isBoundUnsigned && !strip(loop.bound)->isIntegerConstantExpr(source.ast);
    // An unsigned counter compared with a negative bound runs on; a wide unsigned bound is cut by no one.
    if (mixesSigns && !(!isCounterUnsigned && source.ast.getTypeSize(bound) <= 64)) return false;
    const auto lower = constantOf(loop.lower, source.ast);
    return lower && *lower >= 0 && *lower < (std::int64_t(1) << 30) &&
           rangeOf(loop.bound->getSourceRange(), source.ast) && !hasCalls(loop.bound);
  }

  bool hasCalls(const Expr* expression) const {
    bool calls = false;
    walk(expression, source.directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CXXMemberCallExpr>(each);
      if (call && call->getNumArgs() == 0) return false;  // `x.size()` is asked on the host
      calls |= isa<CallExpr, CXXConstructExpr, LambdaExpr>(each);
      return !calls;
    });
    return calls;
  }

  bool isWide(const Loop& loop) const {
    return source.ast.getTypeSize(loop.counter->getType().getNonReferenceType()) > 32;
  }

  std::vector<const Expr*> boundsInKernel() const {
    std::vector<const Expr*> bounds;
    for (const ThreadLoop& each : plan.loops)
      if (!each.isCounted) bounds.insert(bounds.end(), {each.loop->lower, each.loop->bound});
    return bounds;
  }

  /// Checks for code that the device cannot run at all, before anything is reported about its data.
  bool checkCalls() {
    bool good = true;
    walk(nest.loops.front().stmt, source.directives, [&](const Stmt* each) {
      if (llvm::is_contained(plan.endings, each)) return false;
      if (const auto* expression = dyn_cast<Expr>(each); good && expression && isTile(expression->getType()))
        return good = refuse(
                   expression->getBeginLoc(),
                   "tiles are not translated to CUDA in this version; write the loops over their elements");
      std::string why = hostOnly(each, source.ast);
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
      if (why.empty() && callee && (!isa<CXXMethodDecl>(callee) || callee->isOverloadedOperator()) &&
          !isSubscript(call))
        why = onDevice(callee).why;
      else if (why.empty() && callee)
        why = complexRefusal(callee);
      if (good && !why.empty()) {
        source.diags.report(Diag::HostCall, each->getBeginLoc(), {why});
        good = false;
      }
      return good;
    });
    return good && checkInstances();
  }

  /// Operators of complex numbers that a template's arguments choose.
  bool checkInstances() {
    FunctionTemplateDecl* described = nest.function->getDescribedFunctionTemplate();
    if (!described) return true;
    const SourceLocation begin = nest.loops.front().stmt->getBeginLoc(),
                         end = nest.loops.front().stmt->getEndLoc();
    for (const FunctionDecl* instance : described->specializations()) {
      bool good = true;
      if (!instance->hasBody()) continue;
      walk(instance->getBody(), source.directives, [&](const Stmt* each) {
        const auto* call = dyn_cast<CallExpr>(each);
        const auto* construct = dyn_cast<CXXConstructExpr>(each);
        const FunctionDecl* callee = call        ? call->getDirectCallee()
                                     : construct ? construct->getConstructor()
                                                 : nullptr;
        const bool isInside = source.ast.getSourceManager().isPointWithin(each->getBeginLoc(), begin, end);
        if (const std::string why = callee && isInside ? complexRefusal(callee) : ""; good && !why.empty()) {
          source.diags.report(Diag::HostCall, each->getBeginLoc(), {why});
          good = false;
        }
        return good;
      });
      if (!good) return false;
    }
    return true;
  }

  static bool isSubscript(const CallExpr* call) {
    const auto* op = dyn_cast<CXXOperatorCallExpr>(call);
    return op && (op->getOperator() == OO_Subscript || op->getOperator() == OO_Call);
  }

  bool checkReductions() {
    for (const CudaReduction& each : plan.reductions) {
      const QualType type = each.reduction->type;
      const SourceLocation where = each.reduction->named ? each.reduction->named->getBeginLoc()
                                                         : nest.loops.front().stmt->getBeginLoc();
      if (each.method != DeviceMethod::Inner && !type->isDependentType() && type->isRecordType() &&
          !isComplex(type) && !(ownAddition(type) && type.isTriviallyCopyableType(source.ast)))
        return refuse(where, fmt::format("a reduction of the type '{}' is not supported on CUDA",
                                         type.getAsString(source.ast.getPrintingPolicy())));
      const bool hasAddress = each.method != DeviceMethod::Inner;
      if (hasAddress && llvm::any_of(each.reduction->references, [](const Expr* reference) {
            return reference->getObjectKind() == OK_BitField;
          }))
        return refuse(where, fmt::format("'{}' is a bit-field, which has no address for the device's sum; "
                                         "reduce a variable, and assign it behind the loop",
                                         each.reduction->name));
      if (hasAddress && llvm::any_of(each.reduction->references, [](const Expr* reference) {
            return reference->getType().isVolatileQualified();
          }))
        return refuse(where, fmt::format("'{}' is volatile, of which the device has no reduction; reduce a "
                                         "plain variable, and assign it behind the loop",
                                         each.reduction->name));
      const bool isAtomic = each.method == DeviceMethod::Atomic || each.method == DeviceMethod::Shared;
      if (isAtomic && !type->isDependentType() && source.ast.getTypeSizeInChars(type).getQuantity() > 8)
        return refuse(where,
                      fmt::format("'{}' is reduced by atomic updates, of which the device has none for "
                                  "the {} bytes of the type '{}'; reduce its parts",
                                  each.reduction->name, source.ast.getTypeSizeInChars(type).getQuantity(),
                                  type.getCanonicalType().getAsString(source.ast.getPrintingPolicy())));
      std::vector<QualType> types = instantiationsOf(type, nest.function);
      types.push_back(type);
      for (const QualType one : types)
        if (const std::string number =
                isReplacedFloat16(one, source.ast) ? "_Float16" : hostOnlyNumber(one, source.ast);
            !number.empty())
          return refuse(
              where, fmt::format("'{}' is a {}{}, which the device does not have", each.reduction->name,
                                 number, type->isDependentType() ? " in an instance of the template" : ""));
    }
    return true;
  }

  /// A vector that the loop uses by its elements and their number alone; false: it is none.
  bool addRow(const VarDecl* variable, bool keepsLast) {
    const QualType type = variable->getType();
    if (isRow(plan, variable)) return true;
    if (libraryTemplate(type) != "vector" || plan.isSingle) return false;
    const QualType element = elementTypeOf(type, source.ast);
    if (element.isNull() || element->isBooleanType() ||
        (!element->isDependentType() && !element.isTriviallyCopyableType(source.ast)))
      return false;
    int mentions = 0, elements = 0, pieces = 0;
    walk(nest.loops.front().stmt, source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* subscript = dyn_cast<CXXOperatorCallExpr>(each);
      const auto* call = dyn_cast<CXXMemberCallExpr>(each);
      const auto* range = dyn_cast<CXXForRangeStmt>(each);
      mentions += reference && reference->getDecl() == variable;
      const auto* open = dyn_cast<ArraySubscriptExpr>(each);  // in a template
      elements += (subscript && subscript->getOperator() == OO_Subscript &&
                   namedVariable(subscript->getArg(0)) == variable) ||
                  (open && namedVariable(arrayPart(open)) == variable);
      if (call && namedVariable(call->getImplicitObjectArgument()) == variable) {
        static const std::set<std::string> ofElements = {"at", "front", "back", "size", "empty"},
                                           ofPieces = {"data", "begin", "end", "cbegin", "cend"};
        elements += static_cast<int>(ofElements.count(calleeName(call)));
        pieces += static_cast<int>(ofPieces.count(calleeName(call)));
      }
      pieces += range && namedVariable(strip(range->getRangeInit())) == variable;
      return true;
    });
    if (mentions != elements + pieces) return false;
    const std::string name = variable->getNameAsString();
    plan.rows.push_back({variable, pieces > 0, writer.unique(name + "_rows"),
                         keepsLast ? writer.unique(name + "_last") : ""});
    return true;
  }

  /// Variables from outside of which each thread has its own.
  bool readPrivates() {
    for (const PrivateScalar& scalar : nest.privates) {
      if (isThreadCounter(plan, scalar.variable)) continue;
      addPrivate(scalar.variable);
      if (addRow(scalar.variable, scalar.lastValue)) continue;
      const QualType type = scalar.variable->getType().getNonReferenceType();
      const bool isArray = type->isArrayType();  // of which the last iteration writes all
      const bool keeps = copiesIn(nest, scalar);
      if (keeps) plan.withValue.insert(scalar.variable);
      if (!scalar.lastValue || scalar.loop != 0) continue;
      if ((isArray && keeps) || type->isPointerType())
        return refuse(
            nest.loops.front().stmt->getBeginLoc(),
            fmt::format("'{}', of which the last iteration's value is read after the loop, {}; keep "
                        "what is needed in a number",
                        scalar.variable->getNameAsString(),
                        isArray ? "is an array that not every iteration may write as a whole"
                                : "would point to the device's memory"));
      plan.kept.push_back(&scalar);
      plan.last[scalar.variable] = writer.unique(scalar.variable->getNameAsString() + "_last");
    }
    for (const Loop& loop : nest.loops) {
      if (loop.canonical && !loop.declaresCounter && !isThreadCounter(plan, loop.counter) &&
          !isOfCalledFunction(loop.counter) &&
          !isDeclaredInside(loop.counter, nest.loops.front().stmt, source.directives))
        addPrivate(loop.counter);
    }
    for (const VarDecl* variable : namedByClauses(nest, 0, /*inside=*/true)) {
      if (isThreadCounter(plan, variable) || isArrayOnlyRead(nest, variable)) continue;
      if (!plan.locals.count(variable) && addRow(variable, /*keepsLast=*/false)) {
        addPrivate(variable);
        continue;
      }
      if (!plan.locals.count(variable) && copiesInNamed(nest, variable)) plan.withValue.insert(variable);
      addPrivate(variable);
    }
    for (const VarDecl* variable : plan.privates) {
      const QualType type = variable->getType().getNonReferenceType();
      const bool isHanded = plan.withValue.count(variable) || plan.last.count(variable);
      if (hasNoName(type) || (isHanded && namesLocalRecord(type)))
        return refuse(nest.loops.front().stmt->getBeginLoc(),
                      fmt::format("'{}' has a type {}, which a kernel cannot name; declare the type outside",
                                  variable->getNameAsString(),
                                  hasNoName(type) ? "without a name" : "of the function's own"));
      if (!isRow(plan, variable) && (!type->isDependentType() || isContiguousContainer(type)) &&
          !type.isTriviallyCopyableType(source.ast))
        return refuse(nest.loops.front().stmt->getBeginLoc(),
                      fmt::format("each thread would need its own '{}', which allocates memory",
                                  variable->getNameAsString()));
    }
    return true;
  }
  /// A local variable of a function that the nest calls, which is none of the kernel's.
  bool isOfCalledFunction(const VarDecl* variable) const {
    const DeclContext* scope = variable->getDeclContext();
    return variable->isLocalVarDeclOrParm() && !nest.function->Encloses(scope) &&
           !scope->Encloses(nest.function);
  }
  void addPrivate(const VarDecl* variable) {
    if (plan.locals.insert(variable).second) plan.privates.push_back(variable);
  }
};

}  // namespace

std::optional<CudaPlan> planCuda(const CudaSetting& setting, const EmitOptions& options, bool mayContract) {
  CudaPlan plan;
  const Stmt* root = setting.kernel.nest.loops.front().stmt;
  const auto range = statementRange(root, setting.source);
  if (!range) return macroCut(root->getBeginLoc(), setting.source);
  plan.whole = *range;
  if (!setting.kernel.launches) return plan;
  return KernelPlanner(setting, options, mayContract, plan).run() ? std::optional(std::move(plan))
                                                                  : std::nullopt;
}

std::set<const Stmt*> rewrittenParts(const CudaPlan& plan) {
  std::set<const Stmt*> result;
  for (const ThreadLoop& each : plan.loops) {
    const auto* statement = cast<ForStmt>(each.loop->stmt);
    result.insert({statement->getInit(), statement->getCond(), statement->getInc()});
  }
  for (const CudaReduction& each : plan.reductions)
    if (each.method == DeviceMethod::Grid || each.method == DeviceMethod::Pair) {
      for (const Expr* reference : each.reduction->references) result.insert({reference, strip(reference)});
      for (const Companion& companion : each.reduction->companions)
        for (const Expr* reference : companion.references) result.insert({reference, strip(reference)});
    }
  result.insert(plan.endings.begin(), plan.endings.end());
  result.erase(nullptr);
  return result;
}

bool isRow(const CudaPlan& plan, const ValueDecl* variable) {
  return llvm::any_of(plan.rows, [&](const ThreadRow& each) { return each.variable == variable; });
}

unsigned iterationsTogether(const CudaPlan& plan, const Kernel& kernel, const ThreadDimension& dimension) {
  return plan.isSingle || stagingOf(kernel) || plan.team || !plan.rows.empty() ? 1 : dimension.each;
}

bool isThreadCounter(const CudaPlan& plan, const VarDecl* variable) {
  return std::any_of(plan.loops.begin(), plan.loops.end(),
                     [&](const ThreadLoop& each) { return each.loop->counter == variable; });
}

}  // namespace appyl
