#include "codegen/cuda/transfers.h"

#include "codegen/arrays/temporaries.h"
#include "codegen/cuda/held_arrays.h"
#include "codegen/cuda/inspector.h"
#include "codegen/kernels/capture_names.h"
#include "codegen/kernels/device_values.h"
#include "model/in_front.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/scev/scalar_evolution.h"
#include "proof/symbols.h"

#include <clang/AST/ParentMapContext.h>
#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

class TransferPlanner {
 public:
  TransferPlanner(const Kernel& kernel, const Captures& captures, LoopWriter& writer, const Source& source,
                  bool isStrict)
      : kernel(kernel),
        nest(kernel.nest),
        captures(captures),
        writer(writer),
        source(source),
        isStrict(isStrict),
        ranges(kernel.nest, /*computed=*/true),
        inspector(kernel.nest, ranges, writer) {
    takeSizesAsPositive();
  }

  std::optional<Transfers> run() {
    for (const Loop& loop : nest.loops)
      if (loop.directive)
        for (const Clause& clause : loop.directive->clauses)
          if (clause.kind == ClauseKind::Device)
            for (const ClauseArgument& argument : clause.arguments)
              result.onDevice.insert(namedVariable(argument.expressions.front()));
    for (const NamedArray& named : namedArrays(nest, /*exposed=*/true))
      if (!isReduced(named) && !plan(named)) return std::nullopt;
    for (const auto& [mention, index] : captures.of) planCopies(*mention, captures.list[index]);
    result.signs = ranges.signs;
    result.inspector = inspector.text();
    return std::move(result);
  }

  std::optional<Transfer> wholeOf(const Capture& capture) {
    const QualType element = elementTypeOf(capture.type, source.ast);
    if (element.isNull() || holdsPointers(element, source.ast)) return std::nullopt;
    NamedArray named;
    named.base = capture.host;
    named.root = capture.root;
    named.type = capture.type;
    Transfer transfer;
    transfer.mode = element.isConstQualified() ? Transfer::Mode::In : Transfer::Mode::InOut;
    transfer.pointer = elementPointer(named.base, named.type);
    return readSize(named, transfer) ? std::optional(transfer) : std::nullopt;
  }

 private:
  const Kernel& kernel;
  const LoopNest& nest;
  const Captures& captures;
  LoopWriter& writer;
  Source source;
  const bool isStrict;
  RangeReader ranges;
  Inspector inspector;
  Transfers result;

  /// The condition that a loop has iterations, or that `length`, their number, is positive.
  struct Condition {
    std::optional<Polynomial> length;  // nullopt: the counter's type changes that number
    const Axis* loop;                  // null: they are not those of one loop

    std::string text() const { return length ? print(*length) : "of loop " + std::to_string(loop->loop); }
  };
  /// The ranges that are touched where all of the conditions hold.
  struct Guarded {
    std::vector<Condition> conditions;
    std::vector<ElementRange> ranges;
  };

  // --- signs
  // -----------------------------------------------------------------------------------------------------

  /// The only parameter in the end of a loop, up to a constant: it is not negative where the loop runs.
  static std::optional<std::string> sizeOf(const Loop& loop) {
    if (!loop.canonical || loop.descending || !loop.first || !loop.end) return std::nullopt;
    const auto first = loop.first->constant();
    std::optional<std::string> size;
    std::int64_t constant = 0;
    for (const auto& [monomial, factor] : loop.end->terms) {
      if (monomial.empty())
        constant = factor;
      else if (monomial.size() == 1 && factor == 1 && !size)
        size = monomial.front();
      else
        return std::nullopt;
    }
    return first && *first + (loop.comparison == Comparison::LessEqual ? 0 : 1) - constant >= 0
               ? size
               : std::nullopt;
  }

  void takeSizesAsPositive() {
    std::set<std::string> positive;
    for (const Loop& loop : nest.loops)
      if (const auto size = sizeOf(loop)) positive.insert(*size);
    // `n <= pitch` was assumed or proved: then the pitch is no less than n.
    for (const Polynomial& condition : kernel.assumedConditions) {
      std::optional<std::string> larger;
      bool good = true;
      for (const auto& [monomial, factor] : condition.terms) {
        if (monomial.size() == 1 && factor > 0)
          larger = larger ? good = false, larger : monomial.front();
        else
          good &= std::all_of(monomial.begin(), monomial.end(),
                              [&](const std::string& name) { return positive.count(name) != 0; });
      }
      if (good && larger) positive.insert(*larger);
    }
    for (const std::string& name : positive) ranges.takeAsPositive(name);
  }

  // --- one array
  // -------------------------------------------------------------------------------------------------

  /// Does the nest use only one element of the array, which the grid reduces?
  bool isReduced(const NamedArray& named) const {
    return std::all_of(named.accesses.begin(), named.accesses.end(), [&](const Access* access) {
      return access->reduction >= 0 && nest.reductions[access->reduction].loop == 0 &&
             nest.reductions[access->reduction].kind != Reduction::Kind::Array;
    });
  }

  static bool isReducedArray(const NamedArray& named) {
    return std::any_of(named.accesses.begin(), named.accesses.end(),
                       [](const Access* access) { return access->reduction >= 0; });
  }

  std::optional<ElementRange> rangeOf(const Access& access) {
    return access.wholeArray ? std::nullopt : ranges.rangeOf(access);
  }
  /// Do conditions decide that the access happens, of which its range says nothing: on values, on digits of
  /// an index (`t % width > 0`)?
  bool hasOtherConditions(const Access& access) const {
    const auto isOther = [&](const Constraint& guard) {
      return llvm::any_of(guard.condition.symbols(), [&](const std::string& name) {
        const Symbol::Kind kind = ranges.symbol(name).kind;
        return kind != Symbol::Kind::Parameter && kind != Symbol::Kind::Counter;
      });
    };
    return !access.guardsExact || llvm::any_of(access.guards, isOther);
  }
  /// Is the lowest subscript negative, as `-1` and `-s`, with such conditions? They may well keep it from
  /// being negative.
  bool isDoubtful(const Access& access, const ElementRange& range) const {
    return !range.low.terms.empty() && hasOtherConditions(access) &&
           std::ranges::all_of(range.low.terms, [](const auto& term) { return term.second < 0; });
  }
  /// May such conditions keep the access inside the array, as one of `x[t + 1]`, behind its end without them?
  bool mayOvershoot(const Access& access) const {
    if (access.subscripts.empty() || !access.subscripts.front() || !hasOtherConditions(access)) return false;
    return llvm::any_of(access.subscripts.front()->terms, [&](const auto& term) {
      return term.second > 0 && llvm::all_of(term.first, [&](const std::string& name) {
               return ranges.symbol(name).kind == Symbol::Kind::Parameter;
             });
    });
  }
  std::optional<ElementRange> knownRange(const Access& access) {
    const auto range = rangeOf(access);
    return range && (isDoubtful(access, *range) || mayBeEmptyUnseen(access)) ? std::nullopt : range;
  }
  /// Does a loop that only counts, and that no condition in front of the nest can ask whether it is empty,
  /// decide the range?
  bool mayBeEmptyUnseen(const Access& access) const {
    return llvm::any_of(loopsAround(nest, access.loop), [&](int loop) {
      const auto length = nest.loops[loop].counted ? lengthOf(nest.loops[loop]) : Polynomial(1);
      return !length || !isOfParameters(*length);
    });
  }
  std::string whyUnknown(const Access& access) {
    if (!access.why.empty()) return access.why;
    return rangeOf(access) ? "only a condition on values may keep its subscripts from being negative"
                           : "its subscripts are not affine";
  }

  /// The accesses through the kernel's own copy of a view are not known: they may touch all of the view.
  void planCopies(const Expr& mention, const Capture& capture) {
    if (capture.kind != Capture::Kind::View || result.onDevice.count(capture.root)) return;
    const Stmt* each = &mention;
    for (;;) {
      const auto parents = source.ast.getParents(*each);
      each = parents.empty() ? nullptr : parents[0].get<Stmt>();
      if (!isa_and_nonnull<ImplicitCastExpr, ParenExpr, AbstractConditionalOperator>(each)) break;
    }
    const auto* copy = dyn_cast_or_null<CXXConstructExpr>(each);
    if (!copy || !isView(copy->getType())) return;
    const Transfer::Mode mode = elementTypeOf(copy->getType(), source.ast).isConstQualified()
                                    ? Transfer::Mode::In
                                    : Transfer::Mode::InOut;
    const std::string pointer = capture.host + ".data()";
    const auto known =
        llvm::find_if(result.list, [&](const Transfer& other) { return other.pointer == pointer; });
    if (known == result.list.end())
      result.list.push_back(
          {mode, pointer, "0", fmt::format("::appyl::cuda::span_of({})", capture.host), ""});
    else if (mode == Transfer::Mode::InOut || known->mode == Transfer::Mode::Out)
      known->mode = Transfer::Mode::InOut;
  }

  /// The capture through which the kernel reaches the array; -1: none. A small array is passed by value,
  /// unless a pointer leads into it. `reaching`: all captures that lead to its elements.
  int captureFor(const NamedArray& named, const std::set<int>& reaching) const {
    const auto isValue = [&](int each) { return captures.list[each].kind == Capture::Kind::Value; };
    const auto pointer = llvm::find_if_not(reaching, isValue);
    const int own = captureOf(named, captures);
    if (pointer != reaching.end() && (own < 0 || isValue(own))) return *pointer;
    return own < 0 && !reaching.empty() ? *reaching.begin() : own;
  }

  /// Without a capture: a constant or callable that the kernel has of its own; otherwise it is out of reach.
  bool planUncaptured(const NamedArray& named) {
    const bool isValue = std::any_of(captures.list.begin(), captures.list.end(), [&](const Capture& each) {
      return each.root == named.root && each.kind == Capture::Kind::Value;
    });
    const bool isOwn =
        ((isValue || isConstantTable(named.root)) && !named.writes) ||
        std::find(captures.copied.begin(), captures.copied.end(), named.root) != captures.copied.end();
    return isOwn || (!named.writes && namesTemporaries(named.root, nest, source.directives)) ||
           isReadByHost(named) ||
           refuse(Diag::Unsupported, *named.accesses.front(),
                  fmt::format("elements of '{}' are reached in a way that a kernel cannot follow; name "
                              "the array in the loop",
                              named.base));
  }

  bool plan(const NamedArray& named) {
    const std::set<int> reaching =
        capturesOf(named, namedArrays(nest, /*exposed=*/true), captures, source.ast);
    const int capture = captureFor(named, reaching);
    if (capture < 0) return planUncaptured(named);
    const Capture& captured = captures.list[capture];
    if (captured.kind == Capture::Kind::Value || result.onDevice.count(named.root)) return true;
    if (const QualType element = elementTypeOf(captured.type, source.ast);
        holdsPointers(element, source.ast)) {
      auto rows = rowsOf(named, element);
      if (!rows) return follow(named, captured.host, captured.type);
      result.rows.push_back(std::move(*rows));
      return true;
    }
    if (!named.type.isNull() && isView(named.type)) {
      result.list.push_back({named.writes ? Transfer::Mode::InOut : Transfer::Mode::In,
                             named.base + ".data()", "0",
                             fmt::format("::appyl::cuda::span_of({})", named.base), ""});
      return true;
    }
    for (const Access* access : named.accesses)
      if (nest.arrays[access->array].scope >= 0 ||
          !liesInside(named, nest.arrays[access->array], nest, source.ast))
        return follow(named, named.base, named.type);
    for (const int each : reaching)
      if (!sameObject(captures.list[each].host, named.base))
        result.origins[each] = elementPointer(named.base, named.type);
    return planElements(named);
  }

  /// The ranges of the accesses, by the conditions under which they are touched: ranges that empty inner
  /// loops do not touch are kept apart, since their elements may not exist.
  struct Touched {
    std::map<std::string, Guarded> byCondition;
    bool areAllKnown = true;
  };
  Touched touchedBy(const NamedArray& named) {
    Touched touched;
    for (const Access* access : named.accesses) {
      if (neverHappens(*access)) continue;
      const auto range = knownRange(*access);
      touched.areAllKnown &= range.has_value();
      if (!range) continue;
      std::vector<Condition> conditions = conditionsOf(*access);
      std::string key;
      for (const Condition& each : conditions) key += each.text() + "; ";
      Guarded& guarded = touched.byCondition[key];
      guarded.conditions = std::move(conditions);
      ranges.merge(guarded.ranges, *range);
    }
    for (auto& [condition, guarded] : touched.byCondition)
      if (!condition.empty())
        std::erase_if(guarded.ranges, [&](const ElementRange& range) {
          const std::vector<ElementRange>& always = touched.byCondition[""].ranges;
          std::vector<ElementRange> together = always;
          ranges.merge(together, range);
          return together == always;
        });
    return touched;
  }

  bool planElements(const NamedArray& named) {
    const auto [byCondition, areAllKnown] = touchedBy(named);
    Transfer transfer;
    transfer.pointer = elementPointer(named.base, named.type);
    std::vector<ElementRange> touched;
    for (const auto& [condition, each] : byCondition)
      touched.insert(touched.end(), each.ranges.begin(), each.ranges.end());
    transfer.mode = !named.writes                                              ? Transfer::Mode::In
                    : areAllKnown && !named.reads && isCovered(named, touched) ? Transfer::Mode::Out
                                                                               : Transfer::Mode::InOut;
    const bool hasSize = isContiguousContainer(named.type) ||
                         (!named.type.isNull() && source.ast.getAsConstantArrayType(named.type));
    const bool exact = std::all_of(named.accesses.begin(), named.accesses.end(), [](const Access* access) {
      return access->guards.empty() && access->guardsExact;
    });
    Transfer shaped;
    const bool mayBeLess = mayTouchLess(named) && (hasSize || readShape(named, shaped));
    if (mayBeLess && transfer.mode == Transfer::Mode::Out) transfer.mode = Transfer::Mode::InOut;
    // Ranges of conditional accesses may be too large, unless an unconditional write covers them; blocks that
    // have copies of an array add up all of its elements.
    const bool isWritten = transfer.mode == Transfer::Mode::Out;
    if (!areAllKnown || mayBeLess || (hasSize && ((!exact && !isWritten) || isReducedArray(named))))
      return wholeOf(named, transfer);
    if (Transfer exactly = transfer;
        llvm::any_of(named.accesses, [&](const Access* each) { return mayOvershoot(*each); }) &&
        (readShape(named, exactly) || readAllocation(named, exactly) || inspect(named, exactly))) {
      result.list.push_back(exactly);
      return true;
    }
    for (const auto& [condition, each] : byCondition)
      for (const ElementRange& range : each.ranges) {
        transfer.first = sizeText(range.low, ranges), transfer.last = sizeText(range.high, ranges);
        const bool isWhole = transfer.first == "0" && transfer.last == named.base + ".size()";
        std::vector<Condition> conditions = each.conditions;
        std::erase_if(conditions,
                      [&](const Condition& one) { return one.length && isEmptyWith(range, *one.length); });
        transfer.condition = isWhole && transfer.mode != Transfer::Mode::Out ? "" : textOf(conditions);
        result.list.push_back(transfer);
      }
    return true;
  }

  /// A local array of the host that only bounds of the grid use, which are evaluated before the launch.
  bool isReadByHost(const NamedArray& named) const {
    const auto* variable = dyn_cast_or_null<VarDecl>(named.root);
    return variable && variable->isLocalVarDecl() && !named.writes &&
           std::all_of(named.accesses.begin(), named.accesses.end(), [&](const Access* access) {
             return llvm::any_of(kernel.grid, [&](const Axis& axis) {
               const auto* loop = cast<ForStmt>(nest.loops[axis.loop].stmt);
               return (loop->getInit() && contains(loop->getInit(), access->expr, source.directives)) ||
                      (loop->getCond() && contains(loop->getCond(), access->expr, source.directives));
             });
           });
  }

  bool refuse(Diag id, const Access& access, const std::string& text) {
    source.diags.report(id, access.expr->getBeginLoc(), {text}, {access.expr->getSourceRange()});
    return false;
  }

  /// The size of the array by its type or a clause.
  bool readSize(const NamedArray& named, Transfer& transfer) {
    transfer.first = "0";
    if (isContiguousContainer(named.type)) {
      transfer.last = named.base + ".size()";
      return true;
    }
    if (const auto* array = dyn_cast_or_null<ConstantArrayType>(
            named.type.isNull() ? nullptr : source.ast.getAsArrayType(named.type))) {
      transfer.last = std::to_string(array->getSize().getZExtValue());
      return true;
    }
    return readShape(named, transfer);
  }

  bool wholeOf(const NamedArray& named, Transfer transfer) {
    if (!readSize(named, transfer) && !readAllocation(named, transfer) && !inspect(named, transfer)) {
      const auto unknown = std::find_if(named.accesses.begin(), named.accesses.end(),
                                        [&](const Access* each) { return !knownRange(*each); });
      result.unknown.push_back({named.base, transfer.pointer, transfer.mode != Transfer::Mode::In});
      const auto* parameter = dyn_cast<ParmVarDecl>(named.root);
      if (parameter && named.base == parameter->getName() && isHeldByCallers(parameter, source)) return true;
      source.diags.report(isStrict ? Diag::ExtentUnknownStrict : Diag::ExtentUnknown,
                          (*unknown)->expr->getBeginLoc(), {named.base, whyUnknown(**unknown)},
                          {(*unknown)->expr->getSourceRange()});
      return !isStrict;
    }
    result.list.push_back(transfer);
    return true;
  }

  /// The one range that holds both.
  bool widen(std::optional<ElementRange>& all, const std::optional<ElementRange>& range) const {
    if (!range) return false;
    std::vector<ElementRange> together;
    if (all) together.push_back(*all);
    ranges.merge(together, *range);
    all = together.front();
    return together.size() == 1;
  }

  /// Rows of numbers behind pointers that the nest only reads, where all accesses are to known parts of known
  /// rows; nullopt: they are not.
  std::optional<RowTransfer> rowsOf(const NamedArray& named, QualType pointer) {
    const QualType element = pointer->isPointerType() ? pointer->getPointeeType() : QualType();
    if (element.isNull() || element->isDependentType() || element->isFunctionType() ||
        element->isVoidType() || holdsPointers(element, source.ast) ||
        !element.isTriviallyCopyableType(source.ast))
      return std::nullopt;
    const auto isCertain = [&](const Access* access) {
      return access->guardsExact && access->guards.empty() && ranges.domainOf(*access).exact;
    };
    // What happens under a condition has to stay within what is touched anyway.
    std::vector<const Access*> accesses = named.accesses;
    std::stable_partition(accesses.begin(), accesses.end(), isCertain);
    std::optional<ElementRange> rows, columns;
    bool writes = false;
    for (const Access* access : accesses) {
      if (neverHappens(*access)) continue;
      const bool isRow = access->ofRows.size() == 2;
      const auto& subscripts = isRow ? access->ofRows : access->subscripts;
      if (access->wholeArray || (!isRow && (subscripts.size() != 1 || access->writes))) return std::nullopt;
      const auto rowsBefore = rows, columnsBefore = columns;
      const auto rangeAlong = [&](std::size_t dimension) -> std::optional<ElementRange> {
        if (!subscripts[dimension]) return std::nullopt;
        Access alone = *access;
        alone.throughMemory = false;
        alone.subscripts = {subscripts[dimension]};
        return ranges.rangeOf(alone);
      };
      writes |= access->writes;
      if (!widen(rows, rangeAlong(0)) || (isRow && !widen(columns, rangeAlong(1)))) return std::nullopt;
      if (!isCertain(access) && !(rows == rowsBefore && columns == columnsBefore)) return std::nullopt;
    }
    if (!rows || !columns) return std::nullopt;
    const auto text = [&](const Polynomial& end) { return sizeText(end, ranges); };
    return RowTransfer{elementPointer(named.base, named.type),
                       text(rows->low),
                       text(rows->high),
                       text(columns->low),
                       text(columns->high),
                       writes};
  }

  /// The pointers in the array lead to memory of the host, and nothing says which of it to copy.
  bool follow(const NamedArray& named, const std::string& host, QualType type) {
    const auto isIt = [&](const UnknownExtent& each) { return each.name == host; };
    if (llvm::any_of(result.followed, isIt)) return true;
    const Access& first = *named.accesses.front();
    source.diags.report(isStrict ? Diag::PointersFollowedStrict : Diag::PointersFollowed,
                        first.expr->getBeginLoc(), {host}, {first.expr->getSourceRange()});
    result.followed.push_back({host, type.isNull() ? host : elementPointer(host, type), named.writes});
    return !isStrict;
  }

  /// By the `new T[n]` or `malloc(n * sizeof(T))` that the pointer was set to.
  bool readAllocation(const NamedArray& named, Transfer& transfer) const {
    const Array& array = nest.arrays[named.accesses.front()->array];
    for (const Length& length : array.lengths)
      if (length.dimension == 0 && isOfParameters(length.count) && !named.type.isNull() &&
          named.type->isPointerType()) {
        transfer.last = sizeText(length.count, ranges);
        return true;
      }
    return false;
  }

  /// By loops of the host over the index arrays.
  bool inspect(const NamedArray& named, Transfer& transfer) {
    std::vector<const Access*> happening;
    for (const Access* access : named.accesses)
      if (!neverHappens(*access)) happening.push_back(access);
    const auto range = inspector.rangeOf(transfer.pointer, happening);
    if (range) transfer.first = *range + ".first()", transfer.last = *range + ".last()";
    return range.has_value();
  }

  /// By `shape` at one of the loops, or by a `data` region around them.
  bool readShape(const NamedArray& named, Transfer& transfer) {
    std::vector<std::pair<const Directive*, ClauseKind>> places;
    for (const Loop& loop : nest.loops)
      if (loop.directive) places.emplace_back(loop.directive, ClauseKind::Shape);
    const Stmt* root = nest.loops.front().stmt;
    for (const auto& directive : source.directives.all)
      if (directive->function == nest.function && directive->find(ClauseKind::Data) &&
          contains(directive->statement, root, source.directives))
        places.emplace_back(directive.get(), ClauseKind::Data);
    for (const auto& [directive, kind] : places)
      for (const Clause& clause : directive->clauses)
        if (clause.kind == kind)
          for (const ClauseArgument& argument : clause.arguments)
            if (givesExtent(argument, kind, named)) {
              const ExtentText extent = extentOf(argument, named.type, source.ast);
              transfer.first = extent.first, transfer.last = extent.last;
              for (std::size_t k = 1; k < argument.expressions.size(); ++k)
                result.readsHost |= argument.expressions[k] && mayReadElement(argument.expressions[k]);
              return true;
            }
    return false;
  }

  /// May a kernel have a copy of what the size is read from: `rows[n]`, `*count`, `p->n`, something that a
  /// function or a reference leads to?
  bool mayReadElement(const Expr* size) const {
    const auto isThis = [](const Expr* base) { return isa<CXXThisExpr>(strip(base)); };
    bool found = false;
    walk(size, source.directives, [&](const Stmt* each) {
      const auto* unary = dyn_cast<UnaryOperator>(each);
      const auto* member = dyn_cast<MemberExpr>(each);
      const auto* dependent = dyn_cast<CXXDependentScopeMemberExpr>(each);
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const ValueDecl* named = reference ? reference->getDecl() : nullptr;
      found |= isa<ArraySubscriptExpr, CallExpr, CXXConstructExpr, OverloadExpr>(each) ||
               (unary && unary->getOpcode() == UO_Deref && !isThis(unary->getSubExpr())) ||
               (member && member->isArrow() && !isThis(member->getBase())) ||
               (dependent && !dependent->isImplicitAccess() && dependent->isArrow() &&
                !isThis(dependent->getBase())) ||
               (named && !isa<ParmVarDecl>(named) && named->getType()->isReferenceType());
      return !found;
    });
    return found;
  }

  bool givesExtent(const ClauseArgument& argument, ClauseKind kind, const NamedArray& named) const {
    const Expr* array = argument.expressions.front();
    if (!array || (kind != ClauseKind::Shape && argument.expressions.size() == 1)) return false;
    const bool isMember = isa<MemberExpr>(strip(array)) && !namedVariable(array);
    return isMember ? rootVariable(strip(array)) == named.root &&
                          sameObject(writtenText(strip(array), source.ast), named.base)
                    : namedVariable(array) == named.root;
  }

  // --- what is written for sure
  // ------------------------------------------------------------------------------------

  bool isCovered(const NamedArray& named, const std::vector<ElementRange>& touched) {
    return touched.size() == 1 &&
           std::any_of(named.accesses.begin(), named.accesses.end(), [&](const Access* access) {
             const auto range = ranges.rangeOf(*access);
             return range && *range == touched.front() && isDense(named, *access);
           });
  }

  /// Does the access write each element between its ends?
  bool isDense(const NamedArray& named, const Access& access) const {
    const Array& array = nest.arrays[access.array];
    const std::string path = array.name.substr(
        array.name.find("[]") == std::string::npos ? array.name.size() : array.name.find("[]"));
    if (!access.guards.empty() || !access.guardsExact || access.wholeArray ||
        path.find('.') != std::string::npos || named.type.isNull())
      return false;
    for (const auto& subscript : access.subscripts)  // `i % n` may take some values only
      for (const std::string& name : subscript ? subscript->symbols() : std::set<std::string>())
        if (const Symbol::Kind kind = ranges.symbol(name).kind;
            kind != Symbol::Kind::Counter && kind != Symbol::Kind::Parameter)
          return false;
    std::vector<const Loop*> around;
    for (const int loop : loopsAround(nest, access.loop)) {
      if (!nest.loops[loop].canonical || !runsWhereItMatters(loop, access)) return false;
      around.push_back(&nest.loops[loop]);
    }
    std::vector<const Loop*> counted;
    for (std::size_t d = 1; d < access.subscripts.size(); ++d) {
      const Loop* loop = coveringLoop(access.subscripts[d], array.extents[d], around);
      if (!loop || std::count(counted.begin(), counted.end(), loop) ||
          access.subscripts.front()->mentions(loop->symbol))
        return false;  // a diagonal
      counted.push_back(loop);
    }
    // `i * n + j`: j takes n values, then i moves by n.
    const auto mentionsCounter = [&](const Polynomial& value) {
      return std::any_of(around.begin(), around.end(),
                         [&](const Loop* loop) { return value.mentions(loop->symbol); });
    };
    Polynomial left = *access.subscripts.front(), width(1);
    for (std::size_t turn = around.size(); turn > 0; --turn) {
      const auto next = std::find_if(around.rbegin(), around.rend(), [&](const Loop* loop) {
        const auto factor = left.coefficient(loop->symbol);
        const auto negated = factor ? multiply(*factor, Polynomial(-1)) : std::nullopt;
        return factor && !factor->terms.empty() && (*factor == width || negated == width);
      });
      if (next == around.rend()) break;
      const Loop& loop = **next;
      const auto trips = tripsOf(loop);
      const auto wider = trips ? multiply(width, *trips) : std::nullopt;
      if (!wider) return false;
      // In `j * n + i` with j >= i, not every row has as many elements as i has values.
      const bool isCutOff = std::any_of(counted.begin(), counted.end(), [&](const Loop* inner) {
        return loop.first->mentions(inner->symbol) || loop.end->mentions(inner->symbol);
      });
      if (isCutOff) return false;
      counted.push_back(&loop);
      // Rows of growing length share an end: the longest one contains the others. Rows of one length follow
      // each other as their first elements do.
      if (mentionsCounter(*trips))
        return (!mentionsCounter(*loop.first) || !mentionsCounter(*loop.end)) &&
               !mentionsCounter(left.without(loop.symbol));
      left = left.substitute(loop.symbol, *loop.first);
      width = *wider;
    }
    return !mentionsCounter(left);
  }

  /// A loop whose counter is in no subscript writes the same elements in each turn, and none if it is empty.
  bool runsWhereItMatters(int loop, const Access& access) const {
    const Loop& around = nest.loops[loop];
    const bool counts = std::any_of(access.subscripts.begin(), access.subscripts.end(),
                                    [&](const auto& each) { return each && each->mentions(around.symbol); });
    const bool isLaunched = std::any_of(kernel.grid.begin(), kernel.grid.end(),
                                        [&](const Axis& axis) { return axis.loop == loop; });
    const auto trips = tripsOf(around);
    return counts || isLaunched || (trips && trips->constant().value_or(0) > 0);
  }

  /// The number of iterations of a loop whose step is one.
  static std::optional<Polynomial> tripsOf(const Loop& loop) {
    if (!loop.step || std::abs(*loop.step) != 1 || !loop.first || !loop.end ||
        loop.comparison == Comparison::NotEqual)
      return std::nullopt;
    const auto distance =
        loop.descending ? subtract(*loop.first, *loop.end) : subtract(*loop.end, *loop.first);
    return distance && isInclusive(loop.comparison) ? add(*distance, Polynomial(1)) : distance;
  }

  /// The loop whose counter the subscript is, where it takes all of the dimension's values.
  static const Loop* coveringLoop(const std::optional<Polynomial>& subscript,
                                  const std::optional<Polynomial>& extent,
                                  const std::vector<const Loop*>& around) {
    if (!subscript || !extent) return nullptr;
    const auto found = std::find_if(around.begin(), around.end(), [&](const Loop* loop) {
      return *subscript == Polynomial::symbol(loop->symbol) && tripsOf(*loop) == extent && loop->first &&
             loop->first->constant() == 0;
    });
    return found == around.end() ? nullptr : *found;
  }

  // --- conditions
  // --------------------------------------------------------------------------------------------------

  /// The number of iterations for a step of one: positive exactly where the loop runs.
  static std::optional<Polynomial> lengthOf(const Loop& loop) {
    if (!loop.canonical || !loop.first || !loop.end) return std::nullopt;
    const auto distance =
        loop.descending ? subtract(*loop.first, *loop.end) : subtract(*loop.end, *loop.first);
    return distance && isInclusive(loop.comparison) ? add(*distance, Polynomial(1)) : distance;
  }

  /// In a loop whose ends are constants, and that is empty.
  bool neverHappens(const Access& access) const {
    const std::vector<int> around = loopsAround(nest, access.loop);
    return std::any_of(around.begin(), around.end(), [&](int loop) {
      const auto length = lengthOf(nest.loops[loop]);
      const std::int64_t trips = length ? length->constant().value_or(1) : 1;
      return trips == 0 || (trips < 0 && nest.loops[loop].comparison != Comparison::NotEqual);
    });
  }

  std::string textOf(const std::vector<Condition>& conditions) {
    std::string text;
    for (const Condition& each : conditions) {
      // For partial ranges only the polynomials are certainly defined here.
      const bool isPartial = each.loop && each.length && needsIterations(nest, each.loop->loop);
      alsoHolds(text, each.loop && !isPartial ? writer.write(*each.loop, false).nonEmpty
                                              : conditionText(*each.length));
    }
    return text;
  }

  /// Loops inside a program that may be empty, and conditions that may never hold: in these cases the access
  /// touches nothing, whatever its range.
  std::vector<Condition> conditionsOf(const Access& access) {
    const std::vector<int> around = loopsAround(nest, access.loop);
    std::vector<Condition> all;
    for (const Axis& axis : kernel.loops) {
      const Loop& loop = nest.loops[axis.loop];
      const auto length = lengthOf(loop);
      const bool mayBeEmpty = length ? !length->constant() && !runsWithTheGrid(*length) : loop.canonical;
      if (!mayBeEmpty || !llvm::is_contained(around, axis.loop)) continue;
      // The text of a loop in a called function has that function's names.
      if (!contains(nest.loops.front().stmt, loop.stmt, source.directives)) {
        if (length && isOfParameters(*length)) all.push_back({length, nullptr});
      } else if (isKnownBefore(loop.lower) && isKnownBefore(loop.bound)) {
        all.push_back({length, &axis});
      }
    }
    for (const int loop : around) {
      const auto length = nest.loops[loop].counted ? lengthOf(nest.loops[loop]) : std::nullopt;
      if (length && !length->constant() && !runsWithTheGrid(*length)) all.push_back({length, nullptr});
    }
    for (const Polynomial& condition : ranges.domainOf(access).conditions) {
      const auto length = add(condition, Polynomial(1));
      const auto isLength = [&](const Condition& each) { return each.length == *length; };
      if (length && !runsWithTheGrid(*length) && std::none_of(all.begin(), all.end(), isLength))
        all.push_back({*length, nullptr});
    }
    return all;
  }

  bool isOfParameters(const Polynomial& value) const {
    return std::ranges::all_of(value.terms, [&](const auto& term) {
      return std::ranges::all_of(term.first, [&](const std::string& name) {
        return ranges.symbol(name).kind == Symbol::Kind::Parameter;
      });
    });
  }

  /// Is the length positive whenever a loop of the grid runs, because it is at least that loop's length?
  bool runsWithTheGrid(const Polynomial& length) const {
    return std::any_of(kernel.grid.begin(), kernel.grid.end(), [&](const Axis& outer) {
      const auto other = lengthOf(nest.loops[outer.loop]);
      const auto more = other ? subtract(length, *other) : std::nullopt;
      return more && more->constant().value_or(-1) >= 0;
    });
  }

  /// `length > 0`, with everything added: `m < n`.
  std::string conditionText(const Polynomial& length) const {
    Polynomial less, more;
    for (const auto& [monomial, factor] : length.terms)
      (factor < 0 ? less : more).terms[monomial] = std::abs(factor);
    const auto constant = more.terms.find({});
    const bool isStrict = constant == more.terms.end();
    if (!isStrict && --constant->second == 0) more.terms.erase(constant);
    return fmt::format("{} {} {}", sizeText(less, ranges), isStrict ? "<" : "<=", sizeText(more, ranges));
  }

  /// Loops inside a program of which it is not known in front of the nest whether they run at all, and loops
  /// whose end is not known.
  bool mayTouchLess(const NamedArray& named) {
    return std::any_of(named.accesses.begin(), named.accesses.end(), [&](const Access* access) {
      return knownRange(*access) && !ranges.domainOf(*access).exact;
    });
  }

  /// Is the range empty where the loop is, its width being a multiple of the loop's length?
  bool isEmptyWith(const ElementRange& range, const Polynomial& length) const {
    const auto width = subtract(range.high, range.low);
    if (!width || width->terms.empty()) return width.has_value();
    const auto isMultiple = [&](const auto& term) {
      for (const auto& [monomial, factor] : length.terms) {
        std::vector<std::string> rest = term.first;
        for (const std::string& name : monomial)
          if (const auto at = std::find(rest.begin(), rest.end(), name); at != rest.end()) rest.erase(at);
        Polynomial multiplier;
        multiplier.terms[rest] = term.second / factor;
        const auto product = multiply(length, multiplier);
        if (term.second / factor > 0 && product && *product == *width) return true;
      }
      return false;
    };
    if (std::any_of(width->terms.begin(), width->terms.end(), isMultiple)) return true;
    const auto& [only, factor] = *length.terms.begin();
    return length.terms.size() == 1 && factor > 0 &&
           std::all_of(width->terms.begin(), width->terms.end(), [&](const auto& term) {
             return term.second > 0 && std::count(term.first.begin(), term.first.end(), only.front());
           });
  }

  /// Is the expression made of what is declared outside of the nest?
  bool isKnownBefore(const Expr* end) const {
    std::vector<const Stmt*> rest{end};
    while (!rest.empty()) {
      const Stmt* each = rest.back();
      rest.pop_back();
      if (!each) continue;
      if (isa<ArraySubscriptExpr>(each)) return false;
      if (const auto* named = dyn_cast<DeclRefExpr>(each)) {
        if (isDeclaredInside(named->getDecl(), nest.loops.front().stmt, source.directives)) return false;
        const bool isCounter = std::any_of(nest.loops.begin(), nest.loops.end(), [&](const Loop& loop) {
          return loop.counter == named->getDecl();
        });
        if (isCounter) return false;
      }
      rest.insert(rest.end(), each->child_begin(), each->child_end());
    }
    return true;
  }
  // --------------------------------------------------------------------------------------------------------
};

}  // namespace

std::optional<Transfer> transferWhole(const Kernel& kernel, const Captures& captures, const Capture& capture,
                                      LoopWriter& writer, const Source& source) {
  return TransferPlanner(kernel, captures, writer, source, false).wholeOf(capture);
}

std::optional<Transfers> planTransfers(const Kernel& kernel, const Captures& captures, LoopWriter& writer,
                                       const Source& source, bool isStrict) {
  // Here elements that a moving index reaches (`c += plane`) have a range, too, and loops that only count
  // have ends.
  Kernel followed = kernel;
  followed.nest = proving::withCounted(proving::withFollowed(kernel.nest));
  return TransferPlanner(followed, captures, writer, source, isStrict).run();
}

}  // namespace appyl
