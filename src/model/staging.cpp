#include "model/staging.h"

#include "model/dimensions.h"
#include "model/team.h"
#include "model/threads.h"
#include "model/trips.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/ast/canonical.h"
#include "nest/ast/jumps.h"
#include "nest/ir/leading_dimensions.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

constexpr std::int64_t alwaysThere = 48 * 1024;  // bytes that every kernel may have without asking
constexpr std::int64_t fewThreads = 64;          // with less to do, those of a block share the iterations
constexpr std::int64_t shareStep = 32;           // iterations of a share that are loaded at a time

class Stager {
 public:
  /// `index`: of the axis in kernel.loops; -1: the last one of the grid.
  Stager(Kernel& kernel, int index, const Source& source)
      : kernel(kernel),
        nest(kernel.nest),
        axis(index < 0 ? kernel.grid.back() : kernel.loops[index]),
        programs(kernel.grid.begin(), kernel.grid.end() - (index < 0)),
        loop(nest.loops[axis.loop]),
        source(source) {
    staging.axis = index;
    staging.block = axis.block;
    // A share may be gone through in steps of any size.
    if (index < 0 && axis.block.value > shareStep) staging.block = {shareStep, std::to_string(shareStep)};
  }

  Staging run() {
    staging.obstacle = obstacleOfNest();
    if (!staging.obstacle.empty()) return staging;
    for (int array = 0; array < static_cast<int>(nest.arrays.size()); ++array)
      if (isReadOnly(array)) stage(array);
    if (staging.tiles.empty())
      staging.obstacle = "no array that every iteration reads, and none writes, is used again by others";
    return staging;
  }

 private:
  Kernel& kernel;
  const LoopNest& nest;
  const Axis& axis;
  const std::vector<Axis> programs;  // dimensions of the grid whose iterations the threads of a block have
  const Loop& loop;
  Source source;
  Staging staging;

  // --- the nest
  // -----------------------------------------------------------------------------------------------------

  std::string obstacleOfNest() const {
    const int innermost = programs.back().loop;
    const Loop& around = nest.loops[innermost];
    if (kernel.threads.size() != programs.size())
      return "not all dimensions of the grid have threads of their own";
    if (loop.parent != innermost || !isStatementOf(around.body))
      return "it does not stand directly in the innermost loop of the grid";
    for (const Axis& each : programs) {
      if (!isConstant(each.block)) return fmt::format("the block of '{}' is not constant", each.var);
      if (!each.step) return fmt::format("the step of '{}' is not constant", each.var);
    }
    if (!isConstant(axis.block)) return "its block is not constant";
    if (!countsUpByOnes(loop, source.ast)) return "it does not count upwards by ones";
    if (!isUniform(loop.first) || !isUniform(loop.end))
      return "its range is not the same for all iterations of a program";
    if (namesLocal(loop.lower) || namesLocal(loop.bound)) return "its range is computed inside the program";
    for (const Stmt* each : statementsOf(around.body))
      if (each != loop.stmt && leavesIteration(each)) return "'continue' may leave it out";
    for (const PrivateScalar& scalar : nest.privates)
      if (scalar.lastValue && scalar.loop == 0)
        return fmt::format("the last value of '{}' is wanted", scalar.variable->getNameAsString());
    for (const Reduction& reduction : nest.reductions)
      if (!reduction.companions.empty()) return "the place of an extreme value is wanted";
    return "";
  }

  std::vector<const Stmt*> statementsOf(const Stmt* body) const {
    std::vector<const Stmt*> result;
    body = source.directives.strip(body);
    if (const auto* compound = dyn_cast<CompoundStmt>(body))
      for (const Stmt* each : compound->body()) result.push_back(source.directives.strip(each));
    else
      result.push_back(body);
    return result;
  }

  bool isStatementOf(const Stmt* body) const {
    const auto statements = statementsOf(body);
    return std::find(statements.begin(), statements.end(), loop.stmt) != statements.end();
  }

  static bool isConstant(const BlockSize& block) {
    return block.value > 0 || (block.expr && block.expr->isValueDependent());
  }

  bool isUniform(const std::optional<Polynomial>& bound) const {
    if (!bound) return false;
    const auto names = bound->symbols();
    return std::all_of(names.begin(), names.end(),
                       [&](const std::string& name) { return isInvariant(nest, name); });
  }

  bool namesLocal(const Expr* bound) const {
    bool any = false;
    walk(bound, source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      any |= reference && isDeclaredInside(reference->getDecl(), nest.loops.front().stmt, source.directives);
      return !any;
    });
    return any;
  }

  // --- arrays
  // -------------------------------------------------------------------------------------------------------

  bool isReadOnly(int index) const {
    const Array& array = nest.arrays[index];
    if (array.scope >= 0 || array.isPrivate) return false;
    return std::none_of(nest.accesses.begin(), nest.accesses.end(), [&](const Access& access) {
      const bool isSame = nest.arrays[access.array].declaration == array.declaration;
      return isSame && (access.writes || access.wholeArray || access.reduction >= 0);
    });
  }

  /// Accesses that differ by constants only share a tile.
  void stage(int array) {
    const Dimensions dimensions = dimensionsOf(nest, array);
    struct Group {
      std::vector<Polynomial> key;
      std::vector<std::pair<const Expr*, std::vector<Polynomial>>> accesses;
    };
    std::vector<Group> groups;
    std::size_t k = 0;
    for (const Access& access : nest.accesses) {
      if (access.array != array) continue;
      const auto& subscripts = dimensions.accesses[k++];
      if (!subscripts || !isCertain(access) || !isPlainElement(access)) continue;
      std::vector<Polynomial> key = *subscripts;
      for (Polynomial& each : key) each.terms.erase(Monomial());
      auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.key == key; });
      if (group == groups.end()) group = groups.insert(groups.end(), {key, {}});
      group->accesses.emplace_back(access.expr, *subscripts);
    }
    for (const Group& group : groups) {
      Tile tile;
      tile.array = array;
      tile.strides = dimensions.strides;
      bool good = true;
      for (std::size_t d = 0; d < group.key.size() && good; ++d) {
        std::int64_t least = INT64_MAX, greatest = INT64_MIN;
        for (const auto& [element, subscripts] : group.accesses) {
          const std::int64_t offset = offsetOf(subscripts[d]);
          least = std::min(least, offset);
          greatest = std::max(greatest, offset);
        }
        const auto sum = add(group.key[d], Polynomial(least));
        good = sum && greatest - least < 4096;
        if (good) {
          tile.dimensions.push_back({{}, *sum, greatest - least, {}});
          good = readMoves(tile.dimensions.back());
        }
      }
      if (!good || tile.dimensions.size() > 4 || !isWorthwhile(tile)) continue;
      for (const auto& [element, subscripts] : group.accesses) {
        tile.accesses.push_back({element, {}});
        for (std::size_t d = 0; d < subscripts.size(); ++d)
          tile.accesses.back().offsets.push_back(offsetOf(subscripts[d]) -
                                                 offsetOf(tile.dimensions[d].subscript));
      }
      tile.isPadded = isWalkedDown(tile);
      staging.tiles.push_back(tile);
    }
  }

  static std::int64_t offsetOf(const Polynomial& subscript) {
    const auto constant = subscript.terms.find({});
    return constant == subscript.terms.end() ? 0 : constant->second;
  }

  /// Does every iteration of the loop read it? Then loading a tile touches nothing that the nest does not.
  bool isCertain(const Access& access) const {
    if (!access.guards.empty() || !access.guardsExact) return false;
    const std::vector<int> around = loopsAround(nest, access.loop);
    const auto own = std::find(around.begin(), around.end(), axis.loop);
    if (own == around.end()) return false;
    return std::all_of(own + 1, around.end(), [&](int inner) { return constantTrips(inner) > 0; });
  }

  /// The constant number of iterations; 0: it is not constant, or the step is not one.
  std::int64_t constantTrips(int inner) const {
    const Loop& each = nest.loops[inner];
    if (!each.canonical || !countsUpByOnes(each, source.ast) ||
        mayEndEarly(source.directives.strip(each.body)))
      return 0;
    const auto first = each.first ? each.first->constant() : std::nullopt,
               last = lastOf(each) ? lastOf(each)->constant() : std::nullopt;
    return first && last ? std::max<std::int64_t>(0, *last - *first + 1) : 0;
  }

  /// Is it written in the nest itself, not in a function or lambda that it calls, maybe for several objects?
  bool isWrittenHere(const Expr* element) const {
    bool isFound = false;
    walk(loop.stmt, source.directives, [&](const Stmt* each) {
      isFound |= each == element;
      return !isFound && !isa<LambdaExpr>(each);
    });
    return isFound;
  }

  /// `x[i][j].v`: subscripts of a variable or member from outside the nest, of a type that shared memory can
  /// hold.
  bool isPlainElement(const Access& access) const {
    if (access.expr->getType().isVolatileQualified()) return false;
    const QualType type = typeOfElement(access.expr, source.ast);
    if (type.isVolatileQualified() || type->isPointerType() || type->isArrayType()) return false;
    if (!type->isDependentType()) {
      const auto* record = type->getAsCXXRecordDecl();
      if (!type.isTriviallyCopyableType(source.ast) || (record && !record->hasTrivialDefaultConstructor()))
        return false;
    }
    std::size_t subscripts = 0;
    const Expr* base = strip(access.expr);
    while (true) {
      const auto* element = dyn_cast<ArraySubscriptExpr>(base);
      const auto* call = dyn_cast<CXXOperatorCallExpr>(base);
      const auto* member = dyn_cast<MemberExpr>(base);
      const auto* dependent = call || member ? nullptr : dyn_cast<CallExpr>(base);
      const bool isOfOurs = call && call->getOperator() == OO_Call && isOfView(call->getDirectCallee());
      if (element || isOfOurs || (call && call->getOperator() == OO_Subscript)) {
        subscripts += isOfOurs ? call->getNumArgs() - 1 : 1;
        base = strip(element ? arrayPart(element) : call->getArg(0));
      } else if (dependent && isView(dependent->getCallee()->getType().getNonReferenceType())) {
        subscripts += dependent->getNumArgs();
        base = strip(dependent->getCallee());
      } else if (member && !member->isArrow() && subscripts < access.subscripts.size()) {
        base = strip(member->getBase());
      } else {
        break;
      }
    }
    const bool isNamed = isa<DeclRefExpr>(base) || isa<MemberExpr>(base);
    const ValueDecl* root = isNamed ? rootVariable(base) : nullptr;
    return root && subscripts == access.subscripts.size() && isWrittenHere(access.expr) &&
           !isDeclaredInside(root, nest.loops.front().stmt, source.directives);
  }

  // --- one dimension of a tile
  // --------------------------------------------------------------------------------------

  const Axis* gridAxis(int loopIndex) const {
    for (const Axis& each : programs)
      if (each.loop == loopIndex) return &each;
    return nullptr;
  }

  static Polynomial sizeOf(const BlockSize& block) {
    return block.value > 0 ? Polynomial(block.value) : Polynomial::symbol("(" + block.text + ")");
  }

  bool readMoves(TileDimension& dimension) const {
    dimension.width = Polynomial(dimension.spread + 1);
    for (const std::string& name : dimension.subscript.symbols()) {
      const Symbol& symbol = nest.symbols.at(name);
      if (symbol.kind == Symbol::Kind::Parameter || pitchOf(nest, name)) continue;
      if (symbol.kind != Symbol::Kind::Counter) return false;
      const auto factor = dimension.subscript.coefficient(name);
      const auto constant = factor ? factor->constant() : std::nullopt;
      const Axis* grid = gridAxis(symbol.loop);
      const std::int64_t trips = grid || symbol.loop == axis.loop ? 0 : constantTrips(symbol.loop);
      if (!constant || (!grid && symbol.loop != axis.loop && trips == 0)) return false;
      const Polynomial iterations = trips ? Polynomial(trips) : sizeOf(grid ? grid->block : staging.block);
      const std::int64_t stride = *constant * (grid ? grid->step : 1);
      const auto span = multiply(*subtract(iterations, Polynomial(1)), Polynomial(std::abs(stride)));
      const auto width = span ? add(dimension.width, *span) : std::nullopt;
      if (!width || std::abs(stride) > 64) return false;
      dimension.width = *width;
      dimension.moves.push_back({symbol.loop, stride});
    }
    return true;
  }

  bool isWorthwhile(const Tile& tile) const {
    std::vector<int> loops;
    bool overlaps = false;
    for (const TileDimension& dimension : tile.dimensions) {
      overlaps |= dimension.moves.size() > 1;
      for (const auto& move : dimension.moves) loops.push_back(move.loop);
    }
    std::sort(loops.begin(), loops.end());
    const bool isUnique = std::adjacent_find(loops.begin(), loops.end()) == loops.end();
    const auto moves = [&](int each) { return std::binary_search(loops.begin(), loops.end(), each); };
    if (!isUnique || !moves(axis.loop)) return false;
    return overlaps || std::any_of(programs.begin(), programs.end(), [&](const Axis& each) {
             return each.block.value != 1 && !moves(each.loop);
           });
  }

  /// Do neighbouring threads read the tile's rows rather than its columns?
  bool isWalkedDown(const Tile& tile) const {
    for (const ThreadDimension& each : kernel.threads)
      if (each.letter == 'x')
        for (std::size_t d = 0; d + 1 < tile.dimensions.size(); ++d)
          for (const auto& move : tile.dimensions[d].moves)
            if (move.loop == kernel.grid[each.axis].loop) return true;
    return false;
  }
};

std::int64_t roundedUp(std::int64_t bytes) { return (bytes + 15) / 16 * 16; }

/// The stages of the clause, or as many as fit.
int stagesOf(const Kernel& kernel, Staging staging, const Axis& axis) {
  if (axis.stages > 0) return axis.stages;
  staging.stages = 2;
  const auto bytes = sharedBytes(kernel, staging);
  return !bytes || *bytes <= alwaysThere ? 2 : 1;
}

void place(Kernel& kernel, Staging staging) {
  kernel.cost.sharedBytes = sharedBytes(kernel, staging).value_or(0);
  for (const Tile& tile : staging.tiles)
    for (Block& block : kernel.blocks) {
      const bool isStaged = llvm::any_of(block.accesses, [&](int access) {
        return llvm::any_of(tile.accesses, [&](const TileAccess& each) {
          return each.element == kernel.nest.accesses[access].expr;
        });
      });
      if (!isStaged) continue;
      block.placement = Placement::Shared;
      block.stages = staging.stages;
    }
  kernel.stagings.push_back(std::move(staging));
}

/// Is the innermost dimension of the grid, in blocks, nothing but a sum into an element that the others
/// choose: `c[i][j] += a[i][k] * b[k][j]`?
bool endsInSum(const Kernel& kernel, bool strictFloat, const Source& source) {
  const LoopNest& nest = kernel.nest;
  const Axis& axis = kernel.grid.back();
  if (programDimensions(kernel) + 1 != kernel.grid.size() || nest.reductions.size() != 1 ||
      axis.block.value == 1 || !axis.block.isChosen())
    return false;
  const Reduction& sum = nest.reductions.front();
  const bool isExact = !sum.type->isDependentType() && sum.type->isIntegralOrEnumerationType();
  if (sum.op != ReductionOperator::Sum || sum.array < 0 || nest.arrays[sum.array].scope >= 0 ||
      sum.references.empty() || (!sum.type->isDependentType() && !sum.type->isArithmeticType()) ||
      (strictFloat && !isExact))
    return false;
  std::int64_t threads = 1;  // that one program would have; 0: template parameters decide
  for (std::size_t k = 0; k + 1 < kernel.grid.size(); ++k)
    threads *= std::clamp<std::int64_t>(kernel.grid[k].block.value, 0, 1024);
  if (threads > 0 && threads < fewThreads) return false;
  return std::all_of(sum.references.begin(), sum.references.end(), [&](const Expr* each) {
    bool isChosenInside = false;
    walk(each, source.directives, [&](const Stmt* part) {
      const auto* reference = dyn_cast<DeclRefExpr>(part);
      isChosenInside |=
          reference && isDeclaredInside(reference->getDecl(), nest.loops[axis.loop].stmt, source.directives);
      return !isChosenInside;
    });
    return !isChosenInside && sameExpression(each, sum.references.front(), source.ast);
  });
}

}  // namespace

std::optional<Architecture> architectureOf(const std::string& name) {
  static const std::map<std::string, int> kibibytes = {
      {"sm_50", 48},   {"sm_52", 48},   {"sm_53", 48},   {"sm_60", 48},  {"sm_61", 48},
      {"sm_62", 48},   {"sm_70", 96},   {"sm_72", 96},   {"sm_75", 64},  {"sm_80", 163},
      {"sm_86", 99},   {"sm_87", 163},  {"sm_89", 99},   {"sm_90", 227}, {"sm_100", 227},
      {"sm_101", 227}, {"sm_103", 227}, {"sm_110", 227}, {"sm_120", 99}, {"sm_121", 99}};
  std::string base = name;
  if (!base.empty() && (base.back() == 'a' || base.back() == 'f')) base.pop_back();
  const auto found = kibibytes.find(base);
  return found == kibibytes.end() ? std::nullopt
                                  : std::optional(Architecture{name, found->second * std::int64_t(1024)});
}

std::optional<std::int64_t> sharedBytes(const Kernel& kernel, const Staging& staging) {
  constexpr std::int64_t tooMany = std::int64_t(1) << 48;
  std::int64_t bytes = 0;
  for (const Tile& tile : staging.tiles) {
    std::int64_t own = kernel.nest.arrays[tile.array].elementBytes * staging.stages;
    for (const TileDimension& dimension : tile.dimensions) {
      const auto width = dimension.width.constant();
      if (!width || own == 0) return std::nullopt;
      const bool isLast = &dimension == &tile.dimensions.back();
      if (__builtin_mul_overflow(own, *width + (isLast && tile.isPadded ? 1 : 0), &own)) own = tooMany;
      own = std::min(own, tooMany);
    }
    bytes += roundedUp(own);
  }
  return bytes;
}

const Staging* stagingOf(const Kernel& kernel) {
  for (const Staging& each : kernel.stagings)
    if (each.obstacle.empty()) return &each;
  return nullptr;
}

const Axis& stagedAxis(const Kernel& kernel, const Staging& staging) {
  return staging.axis < 0 ? kernel.grid.back() : kernel.loops[staging.axis];
}

const Reduction* sharedSum(const Kernel& kernel) {
  const Staging* staging = stagingOf(kernel);
  return staging && staging->axis < 0 ? &kernel.nest.reductions.front() : nullptr;
}

bool countsUpByOnes(const Loop& loop, const ASTContext& context) {
  if (loop.step != 1 || loop.comparison == Comparison::NotEqual || loop.boundOnLeft || loop.isConverted)
    return false;
  const QualType type = loop.counter->getType().getNonReferenceType();
  const QualType lower = strip(loop.lower)->getType(), bound = strip(loop.bound)->getType();
  for (const QualType each : {type, lower, bound})
    if (each->isDependentType() || each->isUndeducedType() || !each->isIntegerType()) return false;
  if (!keepsFirstValue(loop, context)) return false;
  if (!type->isUnsignedIntegerType() && !lower->isUnsignedIntegerType() && !bound->isUnsignedIntegerType())
    return true;
  const auto value = constantOf(loop.lower, context);
  // An unsigned counter runs on to a negative bound.
  return value && *value >= 0 &&
         (!type->isUnsignedIntegerType() || bound->isUnsignedIntegerType() ||
          strip(loop.bound)->isIntegerConstantExpr(context));
}

bool stageTiles(Kernel& kernel, const Architecture& architecture, bool strictFloat, const Source& source) {
  if (endsInSum(kernel, strictFloat, source)) {
    Staging staging = Stager(kernel, -1, source).run();
    staging.stages = stagesOf(kernel, staging, kernel.grid.back());
    // Without tiles the threads of a block share the iterations in another way.
    if (staging.obstacle.empty() && sharedBytes(kernel, staging).value_or(0) <= alwaysThere)
      place(kernel, std::move(staging));
  }
  for (int k = 0; k < static_cast<int>(kernel.loops.size()); ++k) {
    const Axis& axis = kernel.loops[k];
    if (!axis.block.isChosen() || axis.parallel) continue;
    Staging staging = Stager(kernel, k, source).run();
    if (stagingOf(kernel) && staging.obstacle.empty())
      staging.obstacle = "another loop of the program is staged already";
    if (staging.obstacle.empty()) {
      staging.stages = stagesOf(kernel, staging, axis);
      const std::int64_t bytes = sharedBytes(kernel, staging).value_or(0);
      if (bytes > architecture.sharedBytes) {
        source.diags.report(Diag::SharedMemory,
                            kernel.nest.loops[axis.loop].directive->find(ClauseKind::Block)->location,
                            {axis.var, std::to_string(bytes),
                             staging.stages == 1 ? "one stage" : fmt::format("{} stages", staging.stages),
                             architecture.name, std::to_string(architecture.sharedBytes)});
        return false;
      }
      place(kernel, std::move(staging));
    } else {
      kernel.stagings.push_back(std::move(staging));
    }
  }
  return true;
}

}  // namespace appyl
