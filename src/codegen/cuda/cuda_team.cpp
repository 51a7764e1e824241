#include "codegen/cuda/cuda_team.h"

#include "codegen/arrays/reductions.h"
#include "model/team_memory.h"
#include "nest/ast/ast.h"
#include "support/operands.h"

#include <fmt/format.h>
#include <algorithm>

namespace appyl {

using namespace clang;

unsigned TeamText::count(char letter) const {
  return letter == 'x' ? team.x : letter == 'y' ? team.y : team.x * team.y;
}

std::string TeamText::thread(char letter) const {
  if (letter != '-') return fmt::format("threadIdx.{}", letter);
  return team.warps ? "threadIdx.x" : "::appyl::cuda::thread_number()";
}

std::string TeamText::threads(char letter) const {
  if (letter != '-') return fmt::format("blockDim.{}", letter);
  return team.warps ? "blockDim.x" : "::appyl::cuda::threads_per_block()";
}

std::string TeamText::first() const { return thread('-') + " == 0"; }

std::string TeamText::program(char letter) const {
  if (perBlock(letter) == 1) return fmt::format("blockIdx.{}", letter);
  return fmt::format("blockIdx.x * {}LL + threadIdx.y", team.warps);
}

std::string TeamText::programs(char letter) const {
  return perBlock(letter) == 1 ? fmt::format("gridDim.{}", letter)
                               : fmt::format("gridDim.x * {}LL", team.warps);
}

std::string TeamText::blockSize() const {
  const unsigned rows = team.warps ? team.warps : team.y;
  return rows == 1 ? std::to_string(team.x) : fmt::format("{}, {}", team.x, rows);
}

std::string TeamText::combine(const CudaReduction& each, const std::string& target) const {
  const std::string op = operatorType(*each.reduction) + "()", by = team.warps ? "warp" : "block";
  if (each.reduction->kind == Reduction::Kind::Scalar)
    return fmt::format("{0} = {1}({0}, ::appyl::cuda::{3}_reduce_for_all({1}, {2}));\n", target, op, each.own,
                       by);
  return fmt::format(
      "{2} = ::appyl::cuda::{4}_reduce({1}, {2});\n"
      "if ({3}) {0} = {1}({0}, {2});\n",
      target, op, each.own, first(), by);
}

/// How many elements of a dimension are one thread's.
std::string TeamText::ownExtent(const Expr* extent, char letter) const {
  const std::int64_t threads = count(letter);
  if (const auto size = constantOf(extent, setting.source.ast))
    return std::to_string((*size + threads - 1) / threads);
  return fmt::format("({} + {}) / {}", asOperand(writtenText(extent, setting.source.ast)), threads - 1, threads);
}

std::vector<TextEdit> TeamText::declaration(const DeclStmt* statement) const {
  std::vector<TextEdit> edits;
  std::string names;
  bool isShared = false;
  for (const Decl* each : statement->decls()) {
    const auto* variable = dyn_cast<VarDecl>(each);
    if (team.own.count(variable)) {
      const std::vector<const Expr*> extents = extentsInText(variable);
      for (std::size_t k = 0; k < extents.size(); ++k)
        if (const auto place = rangeOf(extents[k]->getSourceRange(), setting.source.ast))
          edits.push_back({*place, ownExtent(extents[k], extents.size() == 1 ? '-' : k == 0 ? 'y' : 'x')});
      // GCC does not see that a thread reads only what it has written.
      if (const auto end = rangeOf(SourceRange(variable->getEndLoc()), setting.source.ast);
          end && !variable->hasInit())
        edits.push_back({{end->end, end->end}, " = {}"});
    }
    if (!team.shared.count(variable)) continue;
    isShared = true;
    const auto place = rangeOf(SourceRange(variable->getLocation()), setting.source.ast);
    if (!team.warps || !place) continue;
    const std::string name = variable->getNameAsString(), all = setting.writer.unique(name + "_warps");
    edits.push_back({*place, fmt::format("{}[{}]", all, team.warps)});
    names += fmt::format("\nauto& {} = {}[threadIdx.y];", name, all);
  }
  const auto range = statementRange(statement, setting.source);
  if (!isShared || !range) return edits;
  edits.insert(edits.begin(), {{range->begin, range->begin}, "__shared__ "});
  if (!names.empty()) edits.push_back({{range->end, range->end}, names});
  return edits;
}

std::vector<TextEdit> TeamText::ownElements(const std::map<int, std::string>& counters) const {
  std::vector<TextEdit> edits;
  for (const Access& access : nest.accesses) {
    const auto* variable = dyn_cast_or_null<VarDecl>(nest.arrays[access.array].declaration);
    if (!variable || !team.own.count(variable)) continue;
    const std::vector<const Expr*> indices = indicesOf(access.expr, variable);
    const auto loops = spreadLoopsAround(access.expr, team, nest, setting.source.directives);
    for (std::size_t k = 0; k < indices.size(); ++k)
      if (const auto range = rangeOf(indices[k]->getSourceRange(), setting.source.ast))
        edits.push_back({*range, counters.at(loops[k]->loop)});
  }
  return edits;
}

std::pair<std::string, std::string> TeamText::ownLoop(const SpreadLoop& loop, const std::string& own,
                                                      const std::string& counterType,
                                                      const std::string& bound) const {
  const Loop& known = nest.loops[loop.loop];
  const std::vector<const Expr*> extents = extentsInText(loop.own);
  const Expr* extent = extents[loop.letter == 'x' ? 1 : 0];
  const std::int64_t threads = count(loop.letter);
  const auto size = constantOf(extent, setting.source.ast), end = constantOf(known.bound, setting.source.ast);
  const bool isFull =
      size && end && size == end && *size % threads == 0 && known.comparison == Comparison::Less;
  const std::string counter = known.counter->getNameAsString();
  std::string begin;
  if (!isFull || isMentioned(known))
    begin = fmt::format("const {0} {1} = static_cast<{0}>({2} + {3} * {4});", counterType, counter,
                        thread(loop.letter), own, threads);
  if (!isFull)
    begin += fmt::format("\nif ({} {} {}) break;", counter, known.comparison == Comparison::Less ? ">=" : ">",
                         bound);
  return {
      fmt::format("APPYL_UNROLL\nfor (int {0} = 0; {0} < {1}; ++{0})", own, ownExtent(extent, loop.letter)),
      begin};
}

/// Is the counter mentioned other than in subscripts of the arrays that the threads keep?
bool TeamText::isMentioned(const Loop& loop) const {
  std::set<const Stmt*> subscripts;
  for (const Access& access : nest.accesses)
    if (const auto* variable = dyn_cast_or_null<VarDecl>(nest.arrays[access.array].declaration);
        variable && team.own.count(variable))
      for (const Expr* each : indicesOf(access.expr, variable)) subscripts.insert(strip(each));
  bool mentions = false;
  walk(loop.body, setting.source.directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    mentions |= reference && reference->getDecl() == loop.counter && !subscripts.count(reference);
    return !mentions;
  });
  return mentions;
}

std::string TeamText::names(const std::set<const VarDecl*>& variables) const {
  std::vector<const VarDecl*> sorted(variables.begin(), variables.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const VarDecl* a, const VarDecl* b) { return a->getLocation() < b->getLocation(); });
  std::vector<std::string> result;
  for (const VarDecl* each : sorted) result.push_back(each->getNameAsString());
  return fmt::format("{}", fmt::join(result, ", "));
}

std::string TeamText::describe() const {
  std::vector<std::string> parts;
  for (const SpreadLoop& each : team.loops) parts.push_back(nest.loops[each.loop].symbol);
  std::string text =
      team.warps
          ? fmt::format("Each program is run by a warp, {} of a block, whose threads share", team.warps)
          : fmt::format("Each program is run by a block of {} threads, which share", team.x * team.y);
  text += fmt::format(" the iterations of {}", fmt::join(parts, ", "));
  if (!team.own.empty()) text += "; " + names(team.own) + " in their registers";
  if (!team.shared.empty())
    text += (team.own.empty() ? "; " : ", ") + names(team.shared) + " in shared memory";
  return text + ".";
}

}  // namespace appyl
