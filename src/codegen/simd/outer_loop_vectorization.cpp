#include "codegen/simd/outer_loop_vectorization.h"

#include "codegen/simd/lanes.h"
#include "nest/ast/array_types.h"
#include "nest/dataflow/definite_assignment.h"
#include "nest/modref/modified_variables.h"
#include "nest/privatization/copy_in.h"
#include "nest/privatization/scalars.h"
#include "nest/scev/scalar_evolution.h"

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

class VectorizationSearch {
 public:
  VectorizationSearch(const Kernel& kernel, const Source& source)
      : kernel(kernel), nest(kernel.nest), lanes(kernel.grid.back().loop), source(source) {}

  std::optional<OuterLoopVectorization> run() {
    const Loop& loop = nest.loops[lanes];
    const auto* body = dyn_cast<CompoundStmt>(source.directives.strip(loop.body));
    const bool isPlain = kernel.launches && kernel.isProvedAsWritten() && nest.reductions.empty() &&
                         loop.canonical && loop.step == 1 && !isReference(loop.counter);
    if (!isPlain || !keepsPrivates()) return std::nullopt;
    if (body)
      strips.statements.assign(body->body_begin(), body->body_end());
    else
      strips.statements = {loop.body};
    for (const Stmt* each : strips.statements)
      if (!isTaken(source.directives.strip(each))) return std::nullopt;
    for (std::size_t k = kernel.grid.size(); k < nest.loops.size(); ++k)
      if (!isTaken(nest.loops[k])) return std::nullopt;
    const auto columns = walksColumns();
    if (sharesNames(loop.stmt) || !columns || (!*columns && !isChained())) return std::nullopt;
    strips.piece = kernel.grid.back();
    const std::int64_t least = strips.guards.empty() ? 16 : 64;
    const bool isGiven = strips.piece.block.value >= least && strips.piece.block.value <= 1024;
    if (!isGiven && (*columns || kernel.grid.size() > 1))
      strips.piece.block = blockOf(256);
    else if (!isGiven)  // one dimension of moderate length must feed all threads
      strips.piece.block = blockOf(128);
    return strips;
  }

 private:
  const Kernel& kernel;
  const LoopNest& nest;
  const int lanes;
  Source source;
  OuterLoopVectorization strips;

  static bool isReference(const VarDecl* variable) { return variable->getType()->isReferenceType(); }

  std::optional<std::int64_t> stride(const Polynomial& subscript, int loop) const {
    const auto factor = subscript.coefficient(nest.loops[loop].symbol);
    return factor ? factor->constant() : std::nullopt;
  }

  /// Do the inner loops go along rows, or from row to row, of what neighbouring iterations have side by side?
  /// Or do conditions keep these loops from being vectorised? nullopt: lanes would have to gather.
  std::optional<bool> walksColumns() const {
    bool any = false;
    for (const Access& access : nest.accesses) {
      if (std::any_of(kernel.grid.begin(), kernel.grid.end(),
                      [&](const Axis& axis) { return axis.loop == access.loop; }))
        continue;
      if (access.wholeArray || nest.arrays[access.array].scope >= 0) return std::nullopt;
      if (!access.writes && staysInPlace(access)) continue;
      bool isBeside = false, changesRow = false;
      for (const auto& subscript : access.subscripts) {
        const bool isLast = &subscript == &access.subscripts.back();
        if (!subscript) return std::nullopt;
        const auto step = stride(*subscript, lanes), inner = stride(*subscript, access.loop);
        if (!step || (*step != 0 && (*step != 1 || !isLast))) return std::nullopt;
        isBeside |= *step == 1;
        changesRow |= !inner || (*inner != 0 && !isLast) || hasOpaque(*subscript) || !strips.guards.empty();
      }
      any |= isBeside && changesRow;
    }
    return any;
  }

  /// Is it the same element in all steps of the inner loops?
  bool staysInPlace(const Access& access) const {
    return llvm::all_of(access.subscripts, [&](const auto& subscript) {
      if (!subscript || hasOpaque(*subscript)) return false;
      for (int loop = access.loop; loop != lanes && loop >= 0; loop = nest.loops[loop].parent)
        if (subscript->mentions(nest.loops[loop].symbol)) return false;
      return true;
    });
  }

  /// Is each step of an inner loop a floating-point operation on the result of the step before? Compilers
  /// keep the order of these, and vectorise neither loop.
  bool isChained() const {
    return llvm::any_of(nest.loops, [&](const Loop& loop) {
      if (!isAround(nest, lanes, static_cast<int>(&loop - nest.loops.data())) ||
          loop.stmt == nest.loops[lanes].stmt)
        return false;
      const auto modified = modifiedVariables(loop.body, source.directives);
      return llvm::any_of(strips.kept, [&](const VarDecl* each) {
        return each->getType()->isFloatingType() && modified.count(each);
      });
    });
  }

  bool hasOpaque(const Polynomial& subscript) const {
    const std::set<std::string> symbols = subscript.symbols();
    return std::any_of(symbols.begin(), symbols.end(), [&](const std::string& name) {
      return nest.symbols.at(name).kind == Symbol::Kind::Opaque;
    });
  }

  /// Private numbers of each iteration that are declared in front of the nest: `private(dx, dy)`.
  bool keepsPrivates() {
    std::set<const VarDecl*> taken;
    for (const PrivateScalar& scalar : nest.privates) {
      const VarDecl* variable = scalar.variable;
      if (scalar.lastValue || !variable->getType()->isScalarType()) return false;
      if (!taken.insert(variable).second || isOnlyCounter(variable)) continue;
      if (const Stmt* loop = onlyUserOf(variable))
        strips.own[loop].push_back(variable->getNameAsString());
      else if (isOfIterations(variable) && isNumber(variable))
        strips.kept.push_back(variable), strips.outside.push_back(variable);
      else
        return false;
    }
    return llvm::all_of(namedByClauses(nest, 0, /*construct=*/true),
                        [&](const VarDecl* named) { return taken.count(named) != 0; });
  }

  /// Is it mentioned only in loops that count by it?
  bool isOnlyCounter(const VarDecl* variable) const {
    bool counts = false, isFree = true;
    walk(nest.loops.front().stmt, source.directives, [&](const Stmt* each) {
      if (llvm::any_of(nest.loops,
                       [&](const Loop& loop) { return loop.stmt == each && loop.counter == variable; }))
        return !(counts = true);
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      isFree &= !reference || reference->getDecl() != variable;
      return isFree;
    });
    return counts && isFree;
  }

  /// Does each iteration write the variable before it reads it, and does no other code use the variable?
  bool isOfIterations(const VarDecl* variable) const {
    const Stmt* body = nest.loops[lanes].body;
    return mentionsOf(variable, body) == mentionsOf(variable, nest.loops.front().stmt) &&
           !flowOf(body, variable, source).firstRead;
  }

  int mentionsOf(const VarDecl* variable, const Stmt* statement) const {
    int count = 0;
    walk(statement, source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      count += reference && reference->getDecl() == variable;
      return true;
    });
    return count;
  }

  /// The inner loop that alone uses the variable, and writes it in each iteration before it reads it.
  const Stmt* onlyUserOf(const VarDecl* variable) const {
    for (std::size_t k = 0; k < nest.loops.size(); ++k) {
      const Stmt* body = nest.loops[k].body;
      if (static_cast<int>(k) != lanes && isInnermost(nest, static_cast<int>(k)) &&
          mentionsOf(variable, body) == mentionsOf(variable, nest.loops.front().stmt) &&
          !flowOf(body, variable, source).firstRead)
        return nest.loops[k].stmt;
    }
    return nullptr;
  }

  /// Is it a declaration of numbers, a loop, or a statement that runs as lanes?
  bool isTaken(const Stmt* statement) {
    if (const auto* declaration = dyn_cast<DeclStmt>(statement))
      return llvm::all_of(declaration->decls(), [&](const Decl* each) {
        const auto* variable = dyn_cast<VarDecl>(each);
        return variable && isKept(variable, declaration->isSingleDecl());
      });
    if (isa<ForStmt>(statement)) {
      return std::any_of(nest.loops.begin(), nest.loops.end(),
                         [&](const Loop& loop) { return loop.stmt == statement && loop.parent == lanes; });
    }
    return isa<Expr, IfStmt>(statement) && !source.directives.of(statement) &&
           isSimdBody(statement, source.directives);
  }

  bool isNumber(const VarDecl* variable) const {
    return variable->isLocalVarDeclOrParm() && !variable->isStaticLocal() &&
           variable->getType()->isArithmeticType() && !variable->getType().isVolatileQualified() &&
           !variable->getType()->isDependentType() && !variable->getLocation().isMacroID() &&
           !variable->hasAttrs() && !variable->isUsableInConstantExpressions(source.ast);
  }

  bool isKept(const VarDecl* variable, bool isSingle) {
    if (!isNumber(variable)) return false;
    const Expr* init = variable->getInit();
    if (init ? variable->getInitStyle() != VarDecl::CInit || !isSimdBody(init, source.directives) : !isSingle)
      return false;
    strips.kept.push_back(variable);
    return true;
  }

  /// Is it a loop in the body, or one that is all that another such loop does?
  bool isTaken(const Loop& loop) {
    const auto* statement = dyn_cast<ForStmt>(loop.stmt);
    if (!statement || !loop.canonical || loop.directive ||
        (!loop.declaresCounter && !isOnlyCounter(loop.counter)) || hasForeignSimd(loop, source) ||
        leavesOrMoves(statement->getBody(), loop.counter))
      return false;
    const bool isOutermost = loop.parent == lanes;
    if (!isOutermost && (!loop.perfect || loop.parent < static_cast<int>(kernel.grid.size()))) return false;
    const auto varies = [&](const Stmt* part) { return isOfIteration(part); };
    const auto number = static_cast<int>(&loop - nest.loops.data());
    if (isInnermost(nest, number)) {
      const auto guard = laneGuard(statement->getBody(), nest.loops[lanes].counter, varies, source);
      if (guard) strips.guards.emplace(statement, *guard);
      if (guard && strips.own.count(statement)) return false;
      if (findsRows(number)) strips.gathering.insert(statement);
      const Stmt* body = guard ? guard->statement->getThen() : statement->getBody();
      if (!isSimdBody(body, source.directives) || (areShort(number) && !guard)) return false;
    }
    for (const Stmt* part :
         {static_cast<const Stmt*>(statement->getInit()), static_cast<const Stmt*>(statement->getCond()),
          static_cast<const Stmt*>(statement->getInc())})
      if (!part || isOfIteration(part)) return false;
    return !isOutermost || llvm::any_of(strips.statements, [&](const Stmt* each) {
      return source.directives.strip(each) == statement;
    });
  }

  /// `b[column[p] * n + j]`, by a pointer of the function's own. Behind a fence views would be read anew.
  bool findsRows(int loop) const {
    return llvm::any_of(nest.accesses, [&](const Access& access) {
      const ValueDecl* array = nest.arrays[access.array].declaration;
      const QualType type = array ? array->getType().getNonReferenceType() : QualType();
      const bool isByPointer = array && (type->isPointerType() || isContiguousContainer(type));
      return access.loop == loop && isByPointer &&
             llvm::any_of(access.subscripts,
                          [&](const auto& subscript) { return subscript && hasOpaque(*subscript); });
    });
  }

  /// Does another variable have the name of a kept one, whose declaration now comes first of all?
  bool sharesNames(const Stmt* whole) const {
    std::map<DeclarationName, const VarDecl*> kept;
    for (const VarDecl* each : strips.kept)
      if (kept.emplace(each->getDeclName(), each).first->second != each) return true;
    bool found = false;
    walk(whole, source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto same = reference ? kept.find(reference->getNameInfo().getName()) : kept.end();
      return !(found |= same != kept.end() && same->second != reference->getDecl());
    });
    return found;
  }

  /// `break`, or a change of the counter.
  bool leavesOrMoves(const Stmt* body, const VarDecl* counter) const {
    bool found = modifiedVariables(body, source.directives).count(counter) != 0;
    walk(body, source.directives,
         [&](const Stmt* each) { return !(found |= isa<BreakStmt, ReturnStmt>(each)); });
    return found;
  }

  /// Compilers unroll the inner loops, and go through the iterations as lanes by themselves.
  bool areShort(int innermost) const {
    constexpr std::int64_t unrolled = 32;  // steps of all of them together; 49 are too many for GCC 12
    std::int64_t steps = 1;
    for (int loop = innermost; loop != lanes && steps <= unrolled; loop = nest.loops[loop].parent) {
      const auto first = nest.loops[loop].first ? nest.loops[loop].first->constant() : std::nullopt,
                 end = nest.loops[loop].end ? nest.loops[loop].end->constant() : std::nullopt;
      if (!first || !end || std::abs(*end - *first) > 16) return false;
      steps *= std::abs(*end - *first);
    }
    return steps <= unrolled;
  }

  /// Does the header's value differ between iterations of the strip?
  bool isOfIteration(const Stmt* header) const {
    bool found = false;
    walk(header, source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      found |= variable && (variable == nest.loops[lanes].counter ||
                            std::find(strips.kept.begin(), strips.kept.end(), variable) != strips.kept.end());
      return !found;
    });
    return found;
  }
};

}  // namespace

std::optional<OuterLoopVectorization> outerLoopVectorization(const Kernel& kernel, const Source& source) {
  return VectorizationSearch(kernel, source).run();
}

std::string stripHead(const OuterLoopVectorization& strips, const LoopText& text, bool inBlocks,
                      ASTContext& context) {
  PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  std::string head = inBlocks ? text.blockHeader + " {\n" : "{\n";
  for (const std::string& line : text.inBlock)
    if (inBlocks) head += line + "\n";
  for (const VarDecl* each : strips.kept) {
    QualType type = each->getType().getUnqualifiedType();
    if (type->getContainedAutoType()) type = type.getCanonicalType();
    head += fmt::format("{} {}[{}];\n", type.getAsString(policy), each->getNameAsString(),
                        strips.piece.block.text);
  }
  return head;
}

/// Does the body stand on the next line?
static bool standsBelow(FileRange header, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  return sources.getBufferData(sources.getMainFileID())
      .drop_front(header.end)
      .ltrim(" \t\r")
      .starts_with("\n");
}

/// The innermost of loops that contain nothing else.
static const ForStmt* innermost(const ForStmt* statement, const LoopNest& nest) {
  for (const Loop& loop : nest.loops) {
    const int around = loop.parent;
    if (around >= 0 && nest.loops[around].stmt == statement && isa<ForStmt>(loop.stmt))
      return innermost(cast<ForStmt>(loop.stmt), nest);
  }
  return statement;
}

/// GCC interleaves two turns of a loop around a single one ("unroll and jam"), and then loads one by one what
/// the second turn finds through a value in memory: 2 to 4 times slower with version 12. It moves no turn
/// across a fence, which costs no instruction.
static const char* const oneTurnAtATime =
    "\n__atomic_signal_fence(__ATOMIC_RELAXED);  // one turn at a time: GCC loses the lanes of two";

static std::string lanesPragma(const Stmt* part, const std::string& clauses, const Source& source) {
  return defeatsLanes(part, source) ? "" : "#pragma omp simd" + clauses + "\n";
}

/// Where an inner loop stands.
struct InnerRanges {
  FileRange head, whole;
};

/// The condition becomes the ends of the loop over the strip.
static bool narrow(const LaneGuard& guard, const InnerRanges& inner, const std::string& counter,
                   const GuardText& text, const Source& source, std::vector<TextEdit>& edits) {
  const auto then = statementRange(guard.statement->getThen(), source);
  const auto hasDirective = [&](unsigned begin, unsigned end) {  // `#if` around the condition
    const SourceManager& sources = source.ast.getSourceManager();
    return sources.getBufferData(sources.getMainFileID()).slice(begin, end).contains('#');
  };
  if (!then || hasDirective(inner.head.end, then->begin) || hasDirective(then->end, inner.whole.end))
    return false;
  std::string around;
  for (const Expr* each : guard.around) alsoHolds(around, textOf(each, source.ast));
  const std::string open = fmt::format(
      " {{\n{}{}{}for ({} {} = {}; {} < {}; ++{})\n", around.empty() ? "" : "if (" + around + ") {\n",
      guardedEnds(guard, text, source.ast), lanesPragma(guard.statement->getThen(), "", source), text.type,
      counter, text.from, counter, text.to, counter);
  edits.push_back({{inner.head.end, then->begin}, open});
  edits.push_back({{then->end, inner.whole.end}, around.empty() ? "\n}\n" : "\n}\n}\n"});
  return true;
}

std::optional<std::vector<TextEdit>> stripEdits(const OuterLoopVectorization& strips, const Kernel& kernel,
                                                const std::string& header, const GuardText& text,
                                                const Source& source) {
  const Loop& loop = kernel.nest.loops[kernel.grid.back().loop];
  const std::string counter = loop.counter->getNameAsString(),
                    place = fmt::format("[{} - {}]", counter, text.first);
  std::vector<TextEdit> edits;
  if (const auto* body = dyn_cast<CompoundStmt>(source.directives.strip(loop.body)))
    for (const SourceLocation brace : {body->getLBracLoc(), body->getRBracLoc()}) {
      const auto range = rangeOf(SourceRange(brace), source.ast);
      if (!range) return std::nullopt;
      edits.push_back({*range, ""});
    }
  std::vector<FileRange> together;  // statements between two inner loops
  bool areLanes = true;
  const auto close = [&] {
    if (together.empty()) return;
    const bool isOne = together.size() == 1;
    edits.push_back({{together.front().begin, together.front().begin},
                     (areLanes ? "\n#pragma omp simd\n" : "\n") + header + (isOne ? "\n" : " {\n")});
    edits.push_back({{together.back().end, together.back().end}, isOne ? "\n" : "\n}\n"});
    together.clear();
    areLanes = true;
  };
  for (const Stmt* each : strips.statements) {
    const Stmt* statement = source.directives.strip(each);
    const auto range = statementRange(each, source);
    if (!range) return std::nullopt;
    if (const auto* outer = dyn_cast<ForStmt>(statement)) {
      close();
      const auto* inner = innermost(outer, kernel.nest);
      const auto head = headerRange(inner, source.ast), whole = statementRange(inner, source);
      if (!head || !whole) return std::nullopt;
      const auto guard = strips.guards.find(inner);
      if (guard == strips.guards.end()) {
        const auto own = strips.own.find(inner);
        const std::string clause =
            own == strips.own.end() ? "" : fmt::format(" private({})", fmt::join(own->second, ", "));
        edits.push_back({{head->end, head->end},
                         fmt::format(" {{{}\n{}{}{}", strips.gathering.count(inner) ? oneTurnAtATime : "",
                                     lanesPragma(inner->getBody(), clause, source), header,
                                     standsBelow(*head, source.ast) ? "" : "\n")});
        edits.push_back({{whole->end, whole->end}, "\n}\n"});
      } else if (!narrow(guard->second, {.head = *head, .whole = *whole}, counter, text, source, edits)) {
        return std::nullopt;
      }
      continue;
    }
    const auto* declaration = dyn_cast<DeclStmt>(statement);
    if (declaration && declaration->isSingleDecl() &&
        !cast<VarDecl>(declaration->getSingleDecl())->getInit()) {
      edits.push_back({*range, ""});
      continue;
    }
    together.push_back(*range);
    areLanes &= !defeatsLanes(statement, source);
    if (!declaration) continue;
    SourceLocation from = declaration->getBeginLoc();  // of the type, in front of the first name
    for (const Decl* declared : declaration->decls()) {
      const auto* variable = cast<VarDecl>(declared);
      const SourceLocation name = variable->getLocation();
      const auto written = rangeOf(SourceRange(from.isValid() ? from : name, name), source.ast);
      if (!written) return std::nullopt;
      edits.push_back({*written, variable->getNameAsString() + place});
      from = SourceLocation();
    }
  }
  close();
  bool good = true;
  for (const Stmt* statement : strips.statements)
    walk(statement, source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      if (!variable || std::find(strips.kept.begin(), strips.kept.end(), variable) == strips.kept.end())
        return true;
      const auto range = rangeOf(reference->getSourceRange(), source.ast);
      good &= range.has_value();
      if (range) edits.push_back({{range->end, range->end}, place});
      return true;
    });
  return good ? std::optional(edits) : std::nullopt;
}

}  // namespace appyl
