#include "codegen/cuda/cuda_launch.h"

#include "codegen/cuda/cuda_kernel.h"
#include "codegen/cuda/cuda_team.h"
#include "codegen/cuda/cuda_tiles.h"
#include "codegen/text/unused_names.h"
#include "codegen/text/whole_file.h"
#include "model/in_front.h"
#include "nest/ast/visible_names.h"
#include "nest/scev/scalar_evolution.h"

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;
using DeviceMethod = CudaReduction::Method;

class LaunchWriter {
 public:
  LaunchWriter(const CudaSetting& setting, const CudaPlan& plan)
      : setting(setting),
        kernel(setting.kernel),
        nest(setting.kernel.nest),
        writer(setting.writer),
        source(setting.source),
        plan(plan) {}

  std::string write() { return launchText(); }

 private:
  const CudaSetting& setting;
  const Kernel& kernel;
  const LoopNest& nest;
  LoopWriter& writer;
  Source source;
  const CudaPlan& plan;
  const std::string dim3 =
      writer.unique("dim3") == "dim3" ? "dim3" : "::appyl::cuda::extents";  // a name of the source's, maybe

  std::string gridText() const {
    std::string grid;
    if (plan.contraction)
      return fmt::format(
          "const auto {0} = ::appyl::cuda::contraction_{6}<{1}>({2});\n"
          "::appyl::cuda::launch_contraction<{1}>({3}{4}, {3}{5}, {0}",
          plan.grid, plan.contraction->sum,
          plan.contraction->sizes +
              (plan.contraction->batches.empty() ? "" : ", " + plan.contraction->batches),
          kernel.name, templateTexts(nest, plan, source.ast, "large").second,
          templateTexts(nest, plan, source.ast, "small").second,
          plan.contraction->shares.empty() ? "blocks" : "shares");
    if (plan.isSingle)
      return fmt::format("const {3} {0}(1);\n::appyl::cuda::launch({1}{2}, {0}, {3}(1), 0", plan.grid,
                         kernel.name, templateTexts(nest, plan, source.ast).second, dim3);
    const bool reduces =
        std::any_of(plan.reductions.begin(), plan.reductions.end(), [](const CudaReduction& each) {
          return each.method == DeviceMethod::Grid || each.method == DeviceMethod::Pair ||
                 each.method == DeviceMethod::Shared;
        });
    for (const char letter : {'x', 'y', 'z'})
      for (const ThreadLoop& each : plan.loops) {
        if (each.dimension->letter != letter) continue;
        const std::string count = each.isCounted ? each.text.count : hostCount(*each.loop);
        const std::string limit = letter != 'x'                       ? ", 65535"
                                  : reduces && plan.loops.size() == 1 ? ", 1024"
                                                                      : "";
        grid += (grid.empty() ? "" : ", ") + fmt::format("::appyl::cuda::blocks({}, {}{})", count,
                                                         plan.staged
                                                             ? kernel.grid[each.dimension->axis].block.text
                                                             : std::to_string(perBlock(*each.dimension)),
                                                         limit);
      }
    const std::string block = blockText(setting, plan);
    if (reduces && plan.loops.size() > 1)
      grid = fmt::format("::appyl::cuda::at_most(1024, {}({}))", dim3, grid);
    if (plan.staged && !plan.staged->share.empty())
      grid = fmt::format("::appyl::cuda::in_shares({}({}), {}, {})", dim3, grid,
                         hostCount(*plan.staged->loop.loop), plan.staged->staging->block.text);
    if (!plan.rows.empty())
      grid = fmt::format("::appyl::cuda::with_workspaces({}, {}, {}({}))", rowBytes(), threadsOfBlock(), dim3,
                         grid);
    return fmt::format("const {0} {1}({2});\n::appyl::cuda::launch({3}{4}, {1}, {0}({5}), {6}", dim3,
                       plan.grid, grid, kernel.name, templateTexts(nest, plan, source.ast).second, block,
                       sharedText());
  }

  /// Of one thread.
  std::string rowBytes() const {
    std::vector<std::string> bytes;
    for (const ThreadRow& each : plan.rows)
      bytes.push_back(
          fmt::format("{}.size() * sizeof({})", each.variable->getNameAsString(),
                      typeText(elementTypeOf(each.variable->getType(), source.ast).getUnqualifiedType(), "",
                               source.ast)));
    return fmt::format("{}", fmt::join(bytes, " + "));
  }

  unsigned threadsOfBlock() const {
    unsigned threads = 1;
    for (const ThreadLoop& each : plan.loops) threads *= each.dimension->threads;
    return threads;
  }

  unsigned perBlock(const ThreadDimension& dimension) const {
    return plan.team ? TeamText(*plan.team, setting).perBlock(dimension.letter)
                     : dimension.threads * iterationsTogether(plan, kernel, dimension);
  }

  std::string sharedText() const {
    if (plan.staged) return TileWriter(setting, plan, {}).bytesText();
    std::string text;
    for (const CudaReduction& each : plan.reductions)
      if (!each.sharedBytes.empty()) text += (text.empty() ? "" : " + ") + each.sharedBytes;
    return text.empty() ? "0" : text;
  }

  std::string hostCount(const Loop& loop) const {
    const auto trips = loop.first && loop.end ? subtract(*loop.end, *loop.first) : std::nullopt;
    return trips ? sizeText(*trips, RangeReader(nest)) : writer.countExpression(loop);
  }

  static void append(std::string& text, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) text += line + "\n";
  }

  std::string transferText(const Transfer& transfer) const {
    const char* name = transfer.mode == Transfer::Mode::In    ? "in"
                       : transfer.mode == Transfer::Mode::Out ? "out"
                                                              : "inout";
    const std::string call = fmt::format("{}.{}({}, {}, {});\n", plan.device, name, transfer.pointer,
                                         transfer.first, transfer.last);
    return transfer.condition.empty() ? call : fmt::format("if ({}) {}", transfer.condition, call);
  }

  std::string fileName() const { return fileNameInLiteral(source.ast.getSourceManager()); }

  std::string launchText() {
    std::string text = plan.transfers.inspector;
    text += fmt::format("::appyl::cuda::loop {}(\"{}\", {}, \"{}\");\n", plan.device, fileName(), kernel.line,
                        kernel.name);
    for (const CudaReduction& each : plan.reductions) append(text, each.setup);
    for (const Transfer& transfer : plan.transfers.list) text += transferText(transfer);
    for (const RowTransfer& each : plan.transfers.rows)
      text += fmt::format("{}.{}_rows({}, {}, {}, {}, {});\n", plan.device, each.writes ? "inout" : "in",
                          each.pointer, each.first, each.last, each.low, each.high);
    for (const UnknownExtent& each : plan.transfers.unknown)
      text +=
          fmt::format("{}.{}_in_place({});\n", plan.device, each.writes ? "writes" : "reads", each.pointer);
    for (const UnknownExtent& each : plan.transfers.followed)
      text += fmt::format("{}.follows_pointers({});\n", plan.device, each.pointer);
    for (const ThreadRow& each : plan.rows)
      if (const std::string name = each.variable->getNameAsString(); !each.last.empty())
        text += fmt::format("{0}.inout({1}.data(), 0, {1}.size());\n", plan.device, name);
    for (const PrivateScalar* scalar : plan.kept)
      text += fmt::format("{}.result(&{});\n", plan.device, scalar->variable->getNameAsString());
    for (const CudaReduction& each : plan.reductions) append(text, each.transfers);
    text += unused() + gridText();
    for (const KernelParameter& each : kernelParameters(setting, plan)) text += ", " + each.argument;
    text += fmt::format(");\n{}.finish();\n", plan.device);
    for (const CudaReduction& each : plan.reductions) append(text, each.finish);
    return around(text);
  }

  /// Variables that nothing but the kernel's copy of them used.
  std::string unused() const {
    std::set<const ValueDecl*> candidates(plan.privates.begin(), plan.privates.end());
    candidates.insert(plan.captures.copied.begin(), plan.captures.copied.end());
    for (const ThreadLoop& each : plan.loops) candidates.insert(each.loop->counter);
    std::set<const ValueDecl*> named = namedInEndings();  // parameters, too
    for (const VarDecl* name : clauseNames(kernel, source.directives)) named.insert(name);
    named.insert(plan.captures.namedInTypes.begin(), plan.captures.namedInTypes.end());
    candidates.insert(named.begin(), named.end());
    std::set<const ValueDecl*> used;
    const Stmt* root = nest.loops.front().stmt;
    walk(nest.function->getBody(), source.directives, [&](const Stmt* each) {
      if (const auto* reference = dyn_cast<DeclRefExpr>(each)) used.insert(reference->getDecl());
      const Directive* directive = source.directives.of(each);
      return each != root && !(directive && directive->find(ClauseKind::Parallel));
    });
    for (const KernelParameter& each : kernelParameters(setting, plan))
      for (const ValueDecl* candidate : candidates)
        if (each.argument == candidate->getNameAsString()) used.insert(candidate);
    std::vector<std::string> names;
    std::string text;
    for (const TypeDecl* type : plan.captures.types)
      if (type->getDeclContext()->isFunctionOrMethod() && isa<TypedefNameDecl>(type) &&
          !isNamedElsewhere(type))
        text += fmt::format("(void){}{{}};\n", type->getNameAsString());
    const VisibleNames visible(nest.function, root, source.directives);
    for (const VarDecl* variable : inOrder(candidates))
      if ((variable->isLocalVarDecl() || variable->getFormalLinkage() == Linkage::Internal ||
           (isa<ParmVarDecl>(variable) && named.count(variable))) &&
          !used.count(variable) && !variable->hasAttr<UnusedAttr>() && isDeclaredOutside(variable)) {
        const std::string name = visible.nameOf(variable);
        if (variable->getType()->isVariablyModifiedType())  // which is no template's argument
          text += fmt::format("(void){};\n", name);
        else if (!name.empty())
          names.push_back(name);
      }
    if (!names.empty()) text += fmt::format("::appyl::cuda::unused({});\n", fmt::join(names, ", "));
    return text;
  }

  /// The names in statements that end the program: the kernel, which stops there, does not contain them.
  std::set<const ValueDecl*> namedInEndings() const {
    std::set<const ValueDecl*> named;
    for (const Stmt* ending : plan.endings)
      walk(ending, source.directives, [&](const Stmt* each) {
        if (const auto* reference = dyn_cast<DeclRefExpr>(each)) named.insert(reference->getDecl());
        return true;
      });
    return named;
  }

  /// Is the type named, by its spelling, outside of the nest and its own declaration?
  bool isNamedElsewhere(const TypeDecl* type) const {
    const auto range = rangeOf(nest.function->getBody()->getSourceRange(), source.ast);
    if (!range) return true;
    const std::string text = editedText(*range, {{plan.whole, ""}}, source.ast),
                      name = type->getNameAsString();
    const std::size_t first = text.find(name);
    return first == std::string::npos || text.find(name, first + name.size()) != std::string::npos;
  }

  bool isDeclaredOutside(const VarDecl* variable) const {
    const SourceManager& sources = source.ast.getSourceManager();
    const auto [file, offset] = sources.getDecomposedExpansionLoc(variable->getLocation());
    return file == sources.getMainFileID() && !(plan.whole.begin <= offset && offset < plan.whole.end);
  }

  static std::vector<const VarDecl*> inOrder(const std::set<const ValueDecl*>& variables) {
    std::vector<const VarDecl*> result;
    for (const ValueDecl* each : variables)
      if (const auto* variable = dyn_cast<VarDecl>(each)) result.push_back(variable);
    std::sort(result.begin(), result.end(), [](const VarDecl* a, const VarDecl* b) {
      return a->getLocation().getRawEncoding() < b->getLocation().getRawEncoding();
    });
    return result;
  }

  /// A counter declared outside the loop keeps the value with which the sequential loop ends.
  std::string finalValues(const std::vector<std::string>& nonEmpty) {
    std::string text, runs;
    for (std::size_t k = 0; k < kernel.grid.size(); ++k) {
      const Loop& loop = nest.loops[kernel.grid[k].loop];
      const bool wanted =
          k == 0 || std::any_of(nest.privates.begin(), nest.privates.end(), [&](const auto& scalar) {
            return scalar.variable == loop.counter && scalar.loop == 0 && scalar.lastValue;
          });
      // The kernel tells those of inner loops that no dimension of the grid stands for.
      if (!loop.declaresCounter && wanted && (k == 0 || isThreadCounter(plan, loop.counter)))
        text += (runs.empty() ? "" : "if (" + runs + ") ") +
                fmt::format("{} = {};\n", loop.counter->getNameAsString(),
                            writer.write(kernel.grid[k], false).finalValue);
      alsoHolds(runs, nonEmpty[k]);
    }
    return text;
  }

  /// What stands in front of the launch: the iterations' numbers, and the conditions under which it happens.
  std::string around(const std::string& launch) {
    std::string setup, inside, after;
    std::vector<std::string> nonEmpty;
    append(setup, writer.startSetup());
    const bool isPartial = dimensionsInFront(kernel, [](std::size_t) { return true; }) > 0;
    for (const ThreadLoop& each : plan.loops)
      if (each.isCounted) append(isPartial ? inside : setup, each.text.setup);
    for (const Axis& axis : kernel.grid) nonEmpty.push_back(writer.write(axis, false).nonEmpty);
    after = finalValues(nonEmpty);
    std::vector<ConditionText> wanted = assumptionTexts(kernel, writer);
    for (const Polynomial& sign : plan.transfers.signs) wanted.push_back({comparisonText(sign, writer)});
    for (const UnknownExtent& each : plan.transfers.unknown)
      wanted.push_back({fmt::format("::appyl::cuda::reaches({}, \"{}\", \"{}\", {})", each.pointer, each.name,
                                    fileName(), kernel.line)});
    for (const UnknownExtent& each : plan.transfers.followed)
      wanted.push_back({fmt::format("::appyl::cuda::reaches_rows({}, \"{}\", \"{}\", {})", each.pointer,
                                    each.name, fileName(), kernel.line)});
    if (const std::string& apart = plan.guard.apart.text; !apart.empty())
      wanted.push_back({"(" + apart + ")"});
    std::string ranAtAll;
    for (const std::string& each : nonEmpty) alsoHolds(ranAtAll, each);
    const std::string runs =
        (ranAtAll.empty() ? "" : "if (" + ranAtAll + ") ") + "{\n" + inside + launch + "}\n";
    if (wanted.empty())
      return withExposed(setup.empty() && after.empty() && !standsAlone(plan.whole, source.ast)
                             ? runs.substr(0, runs.size() - 1)
                             : "{\n" + setup + runs + after + "}",
                         plan.captures.exposed);
    return fmt::format(
        "if (!({0})) {{\n::appyl::cuda::host_turn {1}(\"{2}\", {3});\n{4}\n{1}.end();\n}} else {{\n{5}}}",
        withExposed(allOf(wanted), plan.captures.exposed), writer.unique("turn"), fileName(), kernel.line,
        originalNest(plan.whole, nest, source, /*forCuda=*/true),
        withExposed(setup + runs + after, plan.captures.exposed));
  }
};

}  // namespace

std::string launchText(const CudaSetting& setting, const CudaPlan& plan) {
  return LaunchWriter(setting, plan).write();
}

}  // namespace appyl
