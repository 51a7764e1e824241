#include "model/own_iterations.h"

#include "model/staging.h"
#include "model/team.h"
#include "nest/ast/jumps.h"

#include <algorithm>
#include <set>

namespace appyl {
namespace {

using namespace clang;

constexpr std::int64_t bytesInFlight = 32,
                       mostIterationsPerThread = 8;   // of a thread: bytes on their way, iterations
constexpr std::int64_t unrolled = 32;                 // steps of inner loops, as they are written out

/// `do { ... } while (false)`, as macros have it, runs once.
bool runsAgain(const Stmt* statement, const ASTContext& context) {
  const auto* once = dyn_cast<DoStmt>(statement);
  bool goesOn = true;
  if (once && !once->getCond()->isValueDependent() &&
      once->getCond()->EvaluateAsBooleanCondition(goesOn, context))
    return goesOn;
  return isLoop(statement);
}

/// Is there a loop in a function that it calls, or in a call too deep to be looked into?
bool callsLoops(const Stmt* part, const Source& source, int depth = 0) {
  bool found = false;
  walk(part, source.directives, [&](const Stmt* each) {
    found = found || isa<GotoStmt, IndirectGotoStmt, LabelStmt>(each) ||
            (depth > 0 && runsAgain(each, source.ast));
    const auto* call = dyn_cast<CallExpr>(each);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    const Stmt* body = callee && !isOfArrayLanguage(callee) ? callee->getBody() : nullptr;
    found = found || (body && (depth > 4 || callsLoops(body, source, depth + 1)));
    return !found;
  });
  return found;
}

/// `continue` of the loop itself: it would have to leave only the iteration.
bool continues(const Stmt* body) {
  if (!body || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(body)) return false;
  return isa<ContinueStmt, ReturnStmt>(body) ||
         llvm::any_of(body->children(), [](const Stmt* child) { return continues(child); });
}

/// What one iteration loads that its neighbours along `x` do not: one element of each array, as far as is
/// known.
std::int64_t bytesOfIteration(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  std::set<int> arrays;
  for (const ThreadDimension& dimension : kernel.threads) {
    if (dimension.letter != 'x') continue;
    const std::string& counter = nest.loops[kernel.grid[dimension.axis].loop].symbol;
    const auto moves = [&](const std::optional<Polynomial>& subscript) {
      const auto factor = subscript ? subscript->coefficient(counter) : std::nullopt;
      return !factor || !factor->terms.empty();
    };
    for (const Access& access : nest.accesses)
      if (access.reads && nest.arrays[access.array].scope < 0 && !nest.arrays[access.array].isPrivate &&
          llvm::any_of(access.subscripts, moves))
        arrays.insert(access.array);
  }
  std::int64_t bytes = 0;
  for (const int array : arrays) bytes += std::max<std::int64_t>(nest.arrays[array].elementBytes, 4);
  return bytes;
}

/// Does one iteration write where another may read? Then its stores keep the loads of the next one waiting.
bool writesWhatOthersRead(const LoopNest& nest) {
  return llvm::any_of(nest.accesses, [&](const Access& written) {
    return written.writes && written.reduction < 0 && llvm::any_of(nest.accesses, [&](const Access& read) {
             return read.reads && read.array == written.array && read.subscripts != written.subscripts;
           });
  });
}

/// Does an access walk down the rows with `x`, so that each thread of a warp reads a line of its own?
bool walksDown(const Kernel& kernel, const std::string& x) {
  return llvm::any_of(kernel.nest.accesses, [&](const Access& access) {
    const auto& subscripts = access.subscripts;
    return llvm::any_of(subscripts, [&](const std::optional<Polynomial>& subscript) {
      const auto stride = subscript ? subscript->coefficient(x) : std::nullopt;
      const bool isSide = stride && &subscript == &subscripts.back() && stride->constant() &&
                          std::abs(*stride->constant()) <= 1;
      return stride && !stride->terms.empty() && !isSide;
    });
  });
}

/// The shape of a block whose threads take several rows. Fewer rows of threads share as much at their
/// borders; where lines are walked down, a square of threads leaves less of each in the cache unread.
void reshape(Kernel& kernel) {
  const auto byLetter = [&](char letter) {
    return llvm::find_if(kernel.threads, [&](const auto& each) { return each.letter == letter; });
  };
  const auto x = byLetter('x'), y = byLetter('y');
  if (x->threads == 32 && y->threads == 8 &&
      walksDown(kernel, kernel.nest.loops[kernel.grid[x->axis].loop].symbol))
    x->threads = y->threads = 16;
  else
    y->threads = std::max(1u, y->threads / 2);
}

}  // namespace

bool hasShortLoops(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  std::int64_t steps = 1;
  for (std::size_t k = kernel.grid.size(); k < nest.loops.size(); ++k) {
    const Loop& loop = nest.loops[k];
    const auto length =
        loop.canonical && loop.first && loop.end ? subtract(*loop.end, *loop.first) : std::nullopt;
    const auto distance = length ? length->constant() : std::nullopt;
    if (!distance || !loop.step) return false;
    steps *= std::max<std::int64_t>(
        1, (std::abs(*distance) + isInclusive(loop.comparison)) / std::abs(*loop.step));
    if (steps > unrolled) return false;
  }
  return true;
}

void giveSeveralIterations(Kernel& kernel, const Source& source) {
  const LoopNest& nest = kernel.nest;
  if (kernel.threads.empty() || kernel.threads.size() != kernel.grid.size() || stagingOf(kernel) ||
      teamOf(kernel) || !nest.opaqueEffects.empty() || nest.callsAnnotated)
    return;
  const auto isOutside = [](const PrivateScalar& scalar) { return scalar.lastValue || scalar.firstValue; };
  const auto isOwn = [&](const Axis& axis) { return nest.loops[axis.loop].declaresCounter; };
  const Stmt* body = nest.loops[kernel.grid.back().loop].body;
  if (llvm::any_of(nest.privates, isOutside) || !llvm::all_of(kernel.grid, isOwn) || !hasShortLoops(kernel) ||
      callsLoops(body, source) || continues(body) || writesWhatOthersRead(nest))
    return;
  const std::int64_t bytes = bytesOfIteration(kernel);
  std::int64_t each = 1;
  while (bytes > 0 && 2 * each * bytes <= bytesInFlight && each < mostIterationsPerThread) each *= 2;
  const auto slow =
      llvm::find_if(kernel.threads, [](const ThreadDimension& dimension) { return dimension.letter != 'x'; });
  ThreadDimension& chosen = slow == kernel.threads.end() ? kernel.threads.front() : *slow;
  chosen.each = static_cast<unsigned>(each);
  if (each > 1 && kernel.threads.size() > 1) reshape(kernel);
}

}  // namespace appyl
