#include "model/team.h"

#include "model/staging.h"
#include "model/team_memory.h"
#include "model/trips.h"
#include "nest/ast/ast.h"
#include "nest/ast/canonical.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/modified_variables.h"
#include "nest/privatization/reductions.h"
#include "nest/privatization/updates.h"

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

constexpr unsigned warp = 32, threads = 128;
constexpr std::int64_t staticLimit = 40 * 1024;  // beside it there is room for what reductions need
constexpr std::int64_t warpRange = 256;          // a warp goes through that many iterations in a few steps

class TeamBuilder {
 public:
  TeamBuilder(const Kernel& kernel, bool strictFloat, const Source& source)
      : kernel(kernel),
        nest(kernel.nest),
        strictFloat(strictFloat),
        source(source),
        root(nest.loops.front().stmt) {}

  Team run() {
    const int program = kernel.grid[programDimensions(kernel) - 1].loop;
    for (const int loop : innerParallelLoops(kernel))
      if (!spread(loop)) return team;
    if (!checkNest() || !readReductions()) return team;
    chooseThreads();
    const Stmt* body = source.directives.strip(nest.loops[program].body);
    team.obstacle = placeArrays(team, kernel, body, source);
    const auto bytesOf = [&] { return sharedBytes(team, nest, source); };
    if (team.warps && bytesOf() > staticLimit) team.warps = 0, team.x = threads;
    if (const std::int64_t bytes = bytesOf(); team.obstacle.empty() && bytes > staticLimit)
      fail(fmt::format("its arrays would take {} bytes of shared memory, of which there are {}", bytes,
                       staticLimit));
    TeamFlow flow{TeamFlow::Kind::Loop, {}, {{}}, leaves(body)};
    if (!team.obstacle.empty() || !visit(body, flow.bodies.front()) || !checkConditions(flow)) return team;
    placeBarriers(team, kernel, flow, source.directives);
    return team;
  }

 private:
  const Kernel& kernel;
  const LoopNest& nest;
  const bool strictFloat;
  Source source;
  const Stmt* root;
  Team team;

  std::set<const Expr*> ownUpdates;  // of reductions that the threads of the block combine

  bool fail(const std::string& why) {
    team.obstacle = why;
    return false;
  }

  // --- which loops
  // ------------------------------------------------------------------------------------------------

  bool canSpread(const Loop& loop) const {
    return loop.step && *loop.step > 0 && !loop.boundOnLeft && !loop.isConverted &&
           loop.comparison != Comparison::NotEqual && loop.declaresCounter && isNarrow(loop);
  }

  /// Numbers of its iterations are exact as 64-bit integers.
  bool isNarrow(const Loop& loop) const {
    const QualType type = loop.counter->getType().getNonReferenceType();
    if (type->isDependentType() || type->isUndeducedType() || !keepsFirstValue(loop, source.ast))
      return false;
    const bool startsLow = constantOf(loop.lower, source.ast).value_or(-1) >= 0;
    bool isSigned = !type->isUnsignedIntegerType(), isUnsigned = type->isUnsignedIntegerType();
    for (const Expr* each : {loop.lower, loop.bound}) {
      const QualType operand = strip(each)->getType();
      if (operand->isDependentType() || !operand->isIntegerType()) return false;
      isSigned &= !operand->isUnsignedIntegerType();
      isUnsigned &= operand->isUnsignedIntegerType();
    }
    return isSigned || isUnsigned ||
           (startsLow &&
            (!type->isUnsignedIntegerType() || strip(loop.bound)->getType()->isUnsignedIntegerType() ||
             strip(loop.bound)->isIntegerConstantExpr(source.ast)));
  }

  bool reducesAt(int loop) const {
    return std::any_of(nest.reductions.begin(), nest.reductions.end(),
                       [&](const Reduction& each) { return each.loop == loop; });
  }

  bool spread(int index) {
    const Loop& loop = nest.loops[index];
    if (!loop.canonical || !canSpread(loop))
      return fail(fmt::format("the range of '{}' is not simple", loop.counter->getNameAsString()));
    const int inner = index + 1;
    const bool hasInner = inner < static_cast<int>(nest.loops.size()) && nest.loops[inner].parent == index &&
                          nest.loops[inner].perfect && nest.loops[inner].parallel &&
                          nest.loops[inner].canonical && canSpread(nest.loops[inner]) && !reducesAt(inner);
    if (!hasInner) {
      team.loops.push_back({index, '-'});
    } else {
      team.loops.push_back({index, 'y'});
      team.loops.push_back({inner, 'x'});
    }
    return true;
  }

  /// Ranges that are known to be short are for warps; a block has several of them.
  void chooseThreads() {
    bool isShort = true, isPair = false;
    for (const SpreadLoop& each : team.loops) {
      const Loop& loop = nest.loops[each.loop];
      const auto first = loop.first ? loop.first->constant() : std::nullopt,
                 known = lastOf(loop) ? greatest(*lastOf(loop)) : std::nullopt,
                 last = known ? known : greatestBound(loop);
      isShort &= first && last && (*last - *first) / *loop.step < warpRange;
      isPair |= each.letter != '-';
    }
    team.warps = isShort && !isPair ? threads / warp : 0;
    team.x = team.warps || isPair ? warp : threads;
    team.y = isPair ? threads / warp : 1;
  }

  /// Where template parameters decide, the greatest bound in all instances.
  std::optional<std::int64_t> greatestBound(const Loop& loop) const {
    std::optional<std::int64_t> result;
    for (const Stmt* instance : instancesOf(nest, source.directives)) {
      std::optional<std::int64_t> bound;
      walk(instance, source.directives, [&](const Stmt* each) {
        const auto* same = dyn_cast<ForStmt>(each);
        if (!same || same->getForLoc() != cast<ForStmt>(loop.stmt)->getForLoc()) return true;
        const auto condition = same->getCond() ? asBinary(same->getCond()) : std::nullopt;
        if (condition) bound = constantOf(condition->right, source.ast);
        return false;
      });
      if (!bound) return std::nullopt;
      result = std::max(result.value_or(*bound), *bound);
    }
    return result;
  }

  /// A bound from above, where constants say one: 31 for min(32, n - j) - 1.
  std::optional<std::int64_t> greatest(const Polynomial& value) const {
    std::int64_t sum = 0;
    for (const auto& [factors, factor] : value.terms) {
      if (factors.empty()) {
        sum += factor;
        continue;
      }
      const auto symbol = factors.size() == 1 ? nest.symbols.find(factors[0]) : nest.symbols.end();
      if (factor != 1 || symbol == nest.symbols.end() || symbol->second.kind != Symbol::Kind::Minimum)
        return std::nullopt;
      const auto left = greatest(symbol->second.operand), right = greatest(symbol->second.right);
      if (!left && !right) return std::nullopt;
      sum += left && right ? std::min(*left, *right) : left ? *left : *right;
    }
    return sum;
  }

  // --- the nest as a whole
  // -----------------------------------------------------------------------------------------

  bool checkNest() {
    if (stagingOf(kernel)) return fail("its tiles are staged");
    if (!nest.opaqueEffects.empty()) return fail(nest.opaqueEffects.front().why);
    for (const PrivateScalar& scalar : nest.privates)
      if (scalar.lastValue && (scalar.loop == 0 || isSpreadOrInside(scalar.loop)))
        return fail(fmt::format("the last value of '{}' is wanted", scalar.variable->getNameAsString()));
    for (const PrivateScalar& scalar : nest.privates)
      if (scalar.firstValue)
        return fail(fmt::format("'{}' may keep its value", scalar.variable->getNameAsString()));
    return true;
  }

  bool isSpreadOrInside(int loop) const {
    for (const int each : loopsAround(nest, loop))
      for (const SpreadLoop& spread : team.loops)
        if (spread.loop == each) return true;
    return false;
  }

  const Stmt* spreadStatement(const SpreadLoop& each) const { return nest.loops[each.loop].stmt; }

  bool isSpread(const Stmt* statement) const {
    return std::any_of(team.loops.begin(), team.loops.end(), [&](const SpreadLoop& each) {
      return each.letter != 'x' && spreadStatement(each) == statement;
    });
  }

  bool holdsSpread(const Stmt* statement) const {
    bool holds = false;
    walk(statement, source.directives, [&](const Stmt* each) {
      holds |= isSpread(each);
      return !holds;
    });
    return holds;
  }

  /// Reductions that end with a spread loop are combined over the block.
  bool readReductions() {
    for (const Reduction& reduction : nest.reductions) {
      const auto spread = std::find_if(team.loops.begin(), team.loops.end(),
                                       [&](const SpreadLoop& each) { return each.loop == reduction.loop; });
      if (spread == team.loops.end()) {
        if (!reduction.companions.empty() && reduction.loop == 0 && isInSpread(reduction.pairStatement))
          return fail("the place of an extreme value is wanted");
        continue;
      }
      if (strictFloat && dependsOnOrder(reduction, strictFloat))
        return fail("--fp=strict keeps the order of a floating-point reduction");
      if (!reduction.companions.empty()) return fail("the place of an extreme value is wanted");
      if (reduction.references.empty()) return fail("a reduction is not updated");
      if (!reduction.type->isDependentType() && !reduction.type->isArithmeticType())
        return fail(fmt::format("'{}' is no number", reduction.name));
      if (reduction.kind == Reduction::Kind::Member)
        return fail(fmt::format("'{}' is a member", reduction.name));
      for (const Expr* reference : reduction.references) {
        if (!sameExpression(reference, reduction.references.front(), source.ast) ||
            namesDeclaredIn(reference, nest.loops[reduction.loop].stmt))
          return fail(fmt::format("the elements of '{}' differ", reduction.name));
        ownUpdates.insert(reference);
      }
    }
    return true;
  }

  bool isInSpread(const Stmt* statement) const {
    bool found = false;
    for (const SpreadLoop& each : team.loops)
      walk(spreadStatement(each), source.directives, [&](const Stmt* inner) {
        found |= inner == statement;
        return !found;
      });
    return found;
  }

  bool namesDeclaredIn(const Expr* expression, const Stmt* statement) const {
    bool names = false;
    walk(expression, source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      names |= reference && isDeclaredInside(reference->getDecl(), statement, source.directives);
      return !names;
    });
    return names;
  }

  // --- memory
  // ------------------------------------------------------------------------------------------------------

  /// An array of the program's own is each thread's own, unless several threads touch it.
  bool isLocal(const Array& array) const {
    const auto* variable = dyn_cast_or_null<VarDecl>(array.declaration);
    return (array.scope >= 0 || array.isPrivate || isPrivate(variable)) && !team.shared.count(variable);
  }
  bool isPrivate(const VarDecl* variable) const {
    return std::any_of(nest.privates.begin(), nest.privates.end(),
                       [&](const PrivateScalar& each) { return each.variable == variable; });
  }

  TeamStep touchedBy(const Stmt* statement) const {
    TeamStep step;
    step.statement = statement;
    std::set<const Stmt*> inside;
    walk(statement, source.directives, [&](const Stmt* each) { return inside.insert(each), true; });
    for (const Access& access : nest.accesses) {
      const Array& array = nest.arrays[access.array];
      if (!inside.count(access.expr) || isLocal(array)) continue;
      if (access.reads) step.reads.insert(array.declaration);
      if (access.writes) step.writes.insert(array.declaration);
    }
    return step;
  }

  static void add(std::vector<TeamFlow>& flow, TeamStep step, TeamStep::By by) {
    step.by = by;
    flow.push_back({TeamFlow::Kind::Step, std::move(step), {}, false});
  }

  /// Does the whole block combine a number here, for all its threads?
  bool meets(const Stmt* spread) const {
    bool any = false, all = team.warps == 0;
    for (const Reduction& reduction : nest.reductions)
      for (const SpreadLoop& each : team.loops)
        if (each.loop == reduction.loop && spreadStatement(each) == spread) {
          any = true;
          all &= reduction.kind == Reduction::Kind::Scalar;
        }
    return any && all;
  }

  /// Does it update the grid's reductions, or do output, which must happen once?
  bool actsOutside(const Stmt* statement) const {
    bool acts = false;
    std::set<const Expr*> updates;
    for (const Reduction& reduction : nest.reductions)
      if (reduction.loop == 0 || reduction.kind != Reduction::Kind::Scalar)
        for (const Expr* reference : reduction.references)
          if (!ownUpdates.count(reference)) updates.insert(reference);
    walk(statement, source.directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      acts |= expression && updates.count(expression);
      if (const auto* call = dyn_cast<CallExpr>(each)) acts |= prints(call->getDirectCallee(), 0);
      return !acts;
    });
    return acts;
  }

  bool prints(const FunctionDecl* callee, int depth) const {
    if (!callee || depth > 8) return depth > 8;
    if (const auto* name = callee->getIdentifier();
        name && (name->getName().contains("printf") || functionIs(name->getName(), Fact::Prints)))
      return true;
    const FunctionDecl* definition = nullptr;
    if (!callee->hasBody(definition) || isOfSystem(definition)) return false;
    bool any = false;
    walk(definition->getBody(), source.directives, [&](const Stmt* each) {
      if (const auto* call = dyn_cast<CallExpr>(each)) any |= prints(call->getDirectCallee(), depth + 1);
      return !any;
    });
    return any;
  }

  // --- statements
  // --------------------------------------------------------------------------------------------------

  bool visit(const Stmt* statement, std::vector<TeamFlow>& flow) {
    statement = source.directives.strip(statement);
    if (!statement || isa<NullStmt>(statement)) return true;
    TeamStep step = touchedBy(statement);
    if (isSpread(statement)) {
      step.meets = meets(statement);
      add(flow, std::move(step), TeamStep::By::Spread);
      return true;
    }
    if (!holdsSpread(statement)) {
      if (step.writes.empty() && !actsOutside(statement)) {
        if (!step.reads.empty()) add(flow, std::move(step), TeamStep::By::Each);
        return true;
      }
      if (canBeSingle(statement)) {
        if (holdsLongLoop(statement)) return fail("a sequential loop of the program changes memory");
        team.single.insert(statement);
        add(flow, std::move(step), TeamStep::By::One);
        return true;
      }
    }
    if (const auto* compound = dyn_cast<CompoundStmt>(statement)) {
      for (const Stmt* each : compound->body())
        if (!visit(each, flow)) return false;
      return true;
    }
    const bool isLoop = appyl::isLoop(statement);
    if (!isLoop && !isa<IfStmt>(statement))
      return fail("a statement both changes memory and computes values of the program");
    TeamFlow part{isLoop ? TeamFlow::Kind::Loop : TeamFlow::Kind::Branch, {}, {}, false};
    for (const Stmt* child : statement->children()) {
      if (!child) continue;
      if (isBody(statement, child)) {
        part.leaves |= isLoop && leaves(child);
        if (!visit(child, part.bodies.emplace_back())) return false;
        continue;
      }
      const TeamStep condition = touchedBy(child);
      if (!condition.writes.empty() || actsOutside(child)) return fail("a condition changes memory");
      conditions.push_back(condition);
    }
    flow.push_back(std::move(part));
    return true;
  }
  std::vector<TeamStep> conditions;

  /// Threads that ask later would get another answer.
  bool checkConditions(const TeamFlow& flow) {
    for (const TeamStep& condition : conditions)
      for (const ValueDecl* array : flow.step.writes)
        if (condition.reads.count(array)) return fail("a condition reads what the program changes");
    for (const auto& body : flow.bodies)
      for (const TeamFlow& each : body)
        if (!checkConditions(each)) return false;
    return true;
  }

  static bool isBody(const Stmt* statement, const Stmt* child) {
    if (const auto* loop = dyn_cast<ForStmt>(statement)) return loop->getBody() == child;
    if (const auto* loop = dyn_cast<WhileStmt>(statement)) return loop->getBody() == child;
    if (const auto* loop = dyn_cast<DoStmt>(statement)) return loop->getBody() == child;
    if (const auto* loop = dyn_cast<CXXForRangeStmt>(statement)) return loop->getBody() == child;
    const auto* branch = cast<IfStmt>(statement);
    return branch->getThen() == child || branch->getElse() == child;
  }

  /// Does no other statement need a variable of the nest that this statement changes?
  bool canBeSingle(const Stmt* statement) const {
    if (isa<DeclStmt>(statement) || leaves(statement)) return false;
    for (const ValueDecl* variable : modifiedVariables(statement, source.directives)) {
      if (isDeclaredInside(variable, statement, source.directives) || !isa<VarDecl>(variable)) continue;
      const Reduction* reduction = reductionCovering(nest, variable, 0);
      if (reduction && reduction->loop == 0) continue;
      const auto* local = cast<VarDecl>(variable);
      if (!local->isLocalVarDeclOrParm() && !local->hasGlobalStorage()) continue;
      if (isDeclaredInside(local, root, source.directives) || isPrivate(local)) return false;
    }
    return true;
  }

  bool holdsLongLoop(const Stmt* statement) const {
    bool holds = false;
    walk(statement, source.directives, [&](const Stmt* each) {
      if (!isLoop(each)) return !holds;
      const auto loop = std::find_if(nest.loops.begin(), nest.loops.end(),
                                     [&](const Loop& known) { return known.stmt == each; });
      const bool isShort = loop != nest.loops.end() && loop->canonical && loop->first && loop->end &&
                           loop->first->constant() && loop->end->constant();
      holds |= !isShort;
      return !holds;
    });
    return holds;
  }
};

}  // namespace

std::size_t programDimensions(const Kernel& kernel) {
  for (std::size_t k = 1; k < kernel.grid.size(); ++k)
    for (const Reduction& reduction : kernel.nest.reductions)
      if (reduction.loop == kernel.grid[k].loop) return k;
  return kernel.grid.size();
}

std::vector<int> innerParallelLoops(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  const int program = kernel.grid[programDimensions(kernel) - 1].loop;
  std::vector<int> result;
  for (int k = program + 1; k < static_cast<int>(nest.loops.size()); ++k) {
    if (!nest.loops[k].parallel) continue;
    const std::vector<int> around = loopsAround(nest, k);
    const bool isInner = std::any_of(around.begin(), around.end() - 1,
                                     [&](int each) { return each > program && nest.loops[each].parallel; });
    if (!isInner) result.push_back(k);
  }
  return result;
}

void formTeam(Kernel& kernel, bool strictFloat, const Source& source) {
  if (!innerParallelLoops(kernel).empty() && !sharedSum(kernel))
    kernel.team = TeamBuilder(kernel, strictFloat, source).run();
}

const Team* teamOf(const Kernel& kernel) {
  return kernel.team && kernel.team->obstacle.empty() ? &*kernel.team : nullptr;
}

}  // namespace appyl
