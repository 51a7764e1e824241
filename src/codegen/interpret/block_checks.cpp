#include "codegen/interpret/block_checks.h"

#include "codegen/arrays/named_arrays.h"
#include "codegen/text/loop_text.h"
#include "model/blocks.h"
#include "nest/ast/ast.h"
#include "nest/ir/symbol_names.h"

#include <clang/AST/ExprCXX.h>

#include <fmt/format.h>
#include <algorithm>
#include <map>

namespace appyl {
namespace {

using namespace clang;

class BlockChecks {
 public:
  BlockChecks(const Kernel& kernel, const CheckNames& called, const Source& source)
      : kernel(kernel),
        nest(kernel.nest),
        programs(called.programs),
        space(called.space),
        place(called.place),
        numbers(called.numbers),
        source(source),
        axes(indexAxes(kernel)) {
    for (const Axis* axis : axes)
      if (!isOfGrid(*axis)) {
        const std::string name = identifierOf(axis->var);
        loopNames[axis] = {called.unique(name + "_value"), called.unique(name + "_id")};
      }
  }

  std::vector<std::string> run() {
    std::vector<std::string> lines;
    bool any = false;
    for (const Block& block : kernel.blocks) {
      if (!isNameable(block)) continue;
      const auto check = block.indexing == Block::Indexing::Irregular ? std::nullopt : checkOf(block);
      any |= check.has_value();
      lines.push_back(check ? *check
                            : fmt::format("{}::expect_anything({}, {});", space, programs, baseOf(block)));
    }
    if (!any) lines.clear();
    return lines;
  }

 private:
  const Kernel& kernel;
  const LoopNest& nest;
  const std::string &programs, &space, &place, &numbers;
  Source source;
  const std::vector<const Axis*> axes;

  /// Of a loop over the blocks of an axis inside the program.
  struct LoopNames {
    std::string value, id;
  };
  std::map<const Axis*, LoopNames> loopNames;

  /// `options` of `options[].years`.
  static std::string baseOf(const Block& block) { return block.array.substr(0, block.array.find("[]")); }

  /// Is it the name of something outside of the nest, not `(i ? a : b)`, that the function may use?
  bool isNameable(const Block& block) const {
    const Array& array = nest.arrays[block.arrayIndex];
    return !isDeclaredInside(array.declaration, nest.loops.front().stmt, source.directives) &&
           block.array.find_first_of("() ,+*?") == std::string::npos && privateMembers(array, nest).empty();
  }

  // --- values
  // ----------------------------------------------------------------------------------------------------------------

  enum class Names { Values, Ids };  // what the counters of loops stand for

  /// A value in 64 bits; nullopt where it is known inside the body only.
  std::optional<std::string> textOf(const Polynomial& value, Names names) const {
    std::string sum;
    for (const auto& [monomial, factor] : value.terms) {
      std::string product = fmt::format("{}LL", factor);
      for (const std::string& name : monomial) {
        const auto text = textOf(name, names);
        if (!text) return std::nullopt;
        product += " * " + *text;
      }
      sum += (sum.empty() ? "" : " + ") + product;
    }
    return sum.empty() ? "0LL" : sum;
  }

  std::optional<std::string> textOf(const std::string& name, Names names) const {
    const auto known = nest.symbols.find(name);
    if (known == nest.symbols.end())  // a block's size
      return fmt::format("static_cast<long long>({}::block_of({}))", space, name);
    const Symbol& symbol = known->second;
    const auto both = [&](const char* format) -> std::optional<std::string> {
      const auto left = textOf(symbol.operand, names), right = textOf(symbol.right, names);
      if (!left || !right) return std::nullopt;
      return fmt::format(fmt::runtime(format), *left, *right);
    };
    const auto one = [&](char operation) -> std::optional<std::string> {
      const auto left = textOf(symbol.operand, names);
      if (!left) return std::nullopt;
      return fmt::format("(({}) {} {})", *left, operation, symbol.divisor);
    };
    switch (symbol.kind) {
      case Symbol::Kind::Counter: return counterText(name, names);
      case Symbol::Kind::Parameter:
        if (symbol.value) return fmt::format("{}LL", *symbol.value);
        if (isNumbered(name, symbol)) return std::nullopt;
        return fmt::format("static_cast<long long>({})", name);
      case Symbol::Kind::Quotient: return one('/');
      case Symbol::Kind::Remainder: return one('%');
      case Symbol::Kind::Minimum: return both("std::min<long long>({}, {})");
      case Symbol::Kind::Maximum: return both("std::max<long long>({}, {})");
      case Symbol::Kind::Opaque: return std::nullopt;
    }
    llvm_unreachable("a symbol");
  }

  /// The value of a loop's counter has a name only inside the loops over its blocks.
  std::optional<std::string> counterText(const std::string& name, Names names) const {
    const Axis* axis = axisOf(name);
    if (!axis) return std::nullopt;
    const auto number = std::find(axes.begin(), axes.end(), axis) - axes.begin();
    if (names == Names::Ids) return fmt::format("{}[{}]", numbers, number);
    return fmt::format("static_cast<long long>({})", isOfGrid(*axis)
                                                         ? nest.loops[axis->loop].counter->getNameAsString()
                                                         : loopNames.at(axis).value);
  }

  /// The axis of a counter in the grid or in a loop with blocks of its own; null for other counters.
  const Axis* axisOf(const std::string& counter) const {
    const auto axis = std::find_if(
        axes.begin(), axes.end(), [&](const Axis* each) { return nest.loops[each->loop].symbol == counter; });
    return axis == axes.end() ? nullptr : *axis;
  }

  bool isOfGrid(const Axis& axis) const { return isOfGrid(axis.loop); }
  bool isOfGrid(int loop) const {
    return std::any_of(kernel.grid.begin(), kernel.grid.end(),
                       [&](const Axis& each) { return each.loop == loop; });
  }

  // --- loops inside the program
  // ----------------------------------------------------------------------------------------------

  using Loops = std::vector<const Axis*>;

  static bool contains(const Loops& loops, const Axis* axis) {
    return std::find(loops.begin(), loops.end(), axis) != loops.end();
  }

  /// The loops whose block numbers the index map mentions, and those that their ranges depend on; outermost
  /// first.
  Loops loopsOf(const Block& block) const {
    std::set<std::string> wanted;
    for (const Polynomial& each : block.index) collectCounters(each, wanted);
    Loops result;
    for (const Axis* axis : axes)
      if (!isOfGrid(*axis) && wanted.count(nest.loops[axis->loop].symbol)) result.push_back(axis);
    return result;
  }

  /// Adds the counters that the value mentions, and those that their ranges depend on.
  void collectCounters(const Polynomial& value, std::set<std::string>& counters) const {
    for (const std::string& name : value.symbols()) {
      const auto symbol = nest.symbols.find(name);
      if (symbol == nest.symbols.end()) continue;
      collectCounters(symbol->second.operand, counters);
      collectCounters(symbol->second.right, counters);
      if (symbol->second.kind == Symbol::Kind::Counter && counters.insert(name).second)
        collectCounters(nest.loops[symbol->second.loop], counters);
    }
  }
  void collectCounters(const Loop& loop, std::set<std::string>& counters) const {
    if (loop.first) collectCounters(*loop.first, counters);
    if (loop.end) collectCounters(*loop.end, counters);
  }

  struct Range {
    std::string first, end;
  };
  std::optional<Range> rangeOf(const Loop& loop) const {
    const auto first = loop.first ? textOf(*loop.first, Names::Values) : std::nullopt;
    const auto end = loop.end ? textOf(*loop.end, Names::Values) : std::nullopt;
    return first && end ? std::optional(Range{*first, *end}) : std::nullopt;
  }

  struct BlockLoop {
    std::string header;   // over the blocks of a loop
    std::string isWhole;  // has the block all its iterations?
  };
  std::optional<BlockLoop> loopOver(const Axis& axis) const {
    const Loop& loop = nest.loops[axis.loop];
    const auto range = rangeOf(loop);
    if (!range || !axis.step) return std::nullopt;
    const std::string size = axis.block.value > 0 ? std::to_string(axis.block.value)
                                                  : fmt::format("static_cast<long long>({}::block_of({}))",
                                                                space, axis.block.text);
    const auto& [value, id] = loopNames.at(&axis);
    const std::string goesOn = ahead(loop, range->end);
    return BlockLoop{fmt::format("for (long long {0} = {1}, {2} = 0; {0} {3}; {0} += {4} * {5}, ++{2})",
                                 value, range->first, id, goesOn, axis.step, size),
                     size == "1" ? "" : fmt::format("{} + {} * ({} - 1) {}", value, axis.step, size, goesOn)};
  }

  /// Behind the counter: `< n`.
  static std::string ahead(const Loop& loop, const std::string& end) {
    return fmt::format("{}{} {}", loop.descending ? ">" : "<", isInclusive(loop.comparison) ? "=" : "", end);
  }

  /// Do the blocks of the program's iterations differ?
  bool dependsOnIteration(const Loops& loops) const {
    std::set<std::string> counters;
    for (const Axis* axis : loops) collectCounters(nest.loops[axis->loop], counters);
    return std::any_of(kernel.grid.begin(), kernel.grid.end(),
                       [&](const Axis& axis) { return counters.count(nest.loops[axis.loop].symbol) != 0; });
  }

  // --- arrays
  // ----------------------------------------------------------------------------------------------------------------

  const Access& firstAccess(const Block& block) const { return nest.accesses[block.accesses.front()]; }

  bool isFlat(const Block& block) const {
    return block.rank > static_cast<int>(nest.arrays[block.arrayIndex].extents.size());
  }

  /// The element at a place: `a[at[0]][at[1]]`, `a(at[0], at[1])`, `a[at[0] * n + at[1]]`, `p[at[0]].x`.
  std::string elementText(const Block& block, const std::vector<std::string>& extents) const {
    std::vector<std::string> subscripts;
    for (int d = 0; d < block.rank; ++d) subscripts.push_back(fmt::format("{}[{}]", place, d));
    if (isFlat(block)) {
      std::string flat = subscripts.front();
      for (int d = 1; d < block.rank; ++d)
        flat = fmt::format("({}) * ({}) + {}", flat, extents[d], subscripts[d]);
      subscripts = {flat};
    }
    const bool isCall = isCalled(firstAccess(block).expr);
    std::string text = block.array;
    std::size_t used = 0, hole = 0;
    while (used < subscripts.size() && (hole = text.find("[]", hole)) != std::string::npos)
      text.replace(hole, 2, isCall ? "(" + subscripts[used] + ")" : "[" + subscripts[used] + "]"), ++used;
    subscripts.erase(subscripts.begin(), subscripts.begin() + static_cast<std::ptrdiff_t>(used));
    if (subscripts.empty()) return text;
    return isCall ? fmt::format("{}({})", text, fmt::join(subscripts, ", "))
                  : fmt::format("{}[{}]", text, fmt::join(subscripts, "]["));
  }

  /// `a(i)`, `a(i).x`: elements of a view.
  static bool isCalled(const Expr* access) {
    const Expr* inner = strip(access);
    if (const auto* member = dyn_cast<MemberExpr>(inner); member && !member->isImplicitAccess())
      return isCalled(member->getBase());
    if (const auto* operation = dyn_cast<CXXOperatorCallExpr>(inner))
      return operation->getOperator() == OO_Call;
    return isa<CallExpr>(inner) && inner->isTypeDependent();
  }

  // --- checks
  // ----------------------------------------------------------------------------------------------------------------

  /// Adds the conditions for the loop around an access to have all iterations of its block; false: not known.
  bool addConditions(const Loop& loop, const Loops& loops, std::set<std::string>& conditions) const {
    const auto range = loop.canonical ? rangeOf(loop) : std::nullopt;
    std::set<std::string> counters;
    collectCounters(loop, counters);
    const bool hasNames = std::all_of(counters.begin(), counters.end(), [&](const std::string& counter) {
      const Axis* axis = axisOf(counter);
      return axis && (isOfGrid(*axis) || contains(loops, axis));
    });
    if (!range || !hasNames) return false;
    conditions.insert(range->first + " " + ahead(loop, range->end));
    for (const std::string& name : loop.end->symbols())  // `min(B, n - i)` lanes
      if (const Symbol& lanes = nest.symbols.at(name); lanes.kind == Symbol::Kind::Minimum)
        for (const Polynomial* all : {&lanes.operand, &lanes.right})
          if (all->constant())
            conditions.insert(fmt::format("{} == {}", *textOf(name, Names::Values), *all->constant()));
    return true;
  }

  /// The condition under which a program with all of its iterations touches all of the block; `loops` go
  /// through the block's parts.
  std::string completeness(const Block& block, const Loops& loops) const {
    std::set<std::string> conditions;
    for (const int number : block.accesses) {
      const Access& access = nest.accesses[number];
      if (!access.guards.empty() || !access.guardsExact || access.wholeArray) return "false";
      for (const int around : loopsAround(nest, access.loop)) {
        const bool isWalked =
            std::any_of(loops.begin(), loops.end(), [&](const Axis* axis) { return axis->loop == around; });
        const Loop& loop = nest.loops[around];
        if (!isOfGrid(around) && (!loop.step || std::abs(*loop.step) != 1))
          return "false";  // it leaves some out
        if (!isWalked && !isOfGrid(around) && !addConditions(nest.loops[around], loops, conditions))
          return "false";
      }
    }
    for (const Axis* axis : loops)
      if (const auto loop = loopOver(*axis); loop && !loop->isWhole.empty()) conditions.insert(loop->isWhole);
    return conditions.empty() ? "true" : fmt::format("{}", fmt::join(conditions, " && "));
  }

  /// Does a complete program touch every element of the block? This is not certain for accesses that are
  /// shifted against each other, as in a stencil, for strides, and for diagonals.
  bool isFilled(const Block& block) const {
    const Access& first = firstAccess(block);
    const bool isAlone = std::all_of(nest.accesses.begin(), nest.accesses.end(), [&](const Access& access) {
      return access.array != block.arrayIndex || access.subscripts == first.subscripts;
    });
    std::set<std::string> used;
    for (const auto& subscript : first.subscripts)
      for (const std::string& name : subscript ? subscript->symbols() : std::set<std::string>{}) {
        const auto symbol = nest.symbols.find(name);
        const bool isCounter = symbol != nest.symbols.end() && symbol->second.kind == Symbol::Kind::Counter;
        if (!isCounter) continue;
        const auto factor = subscript->coefficient(name);
        const auto constant = factor ? factor->constant() : std::nullopt;
        if (!used.insert(name).second || !factor || (constant && std::abs(*constant) != 1)) return false;
      }
    return isAlone;
  }

  /// The extents of the array, outermost first; nullopt where those of its rows are not known.
  std::optional<std::vector<std::string>> extentsOf(const Block& block) const {
    const bool flat = isFlat(block), asks = isCalled(firstAccess(block).expr);
    std::vector<std::string> extents;
    std::string row;  // elements of the dimensions behind the first one
    for (int d = block.rank; d-- > 0;) {
      const auto known = block.extents[d] ? textOf(*block.extents[d], Names::Values) : std::nullopt;
      if (d > 0 && !known && (flat || !asks)) return std::nullopt;
      const std::string asked = flat ? fmt::format("{}::rows_of({}, {})", space, baseOf(block), row)
                                     : fmt::format("{}::extent_of({}, {})", space, baseOf(block), d);
      extents.insert(extents.begin(), known.value_or(asked));
      row += (row.empty() ? "(" : " * (") + extents.front() + ")";
    }
    return extents;
  }

  /// The spec: the block's shape, its index map, its mode.
  struct Spec {
    std::vector<std::string> shape, index, padding;
  };
  std::optional<Spec> specOf(const Block& block) const {
    Spec spec;
    for (int d = 0; d < block.rank; ++d) {
      const auto size = textOf(block.shape[d], Names::Values), at = textOf(block.index[d], Names::Ids),
                 low = textOf(block.padding[d][0], Names::Values),
                 high = textOf(block.padding[d][1], Names::Values);
      if (!size || !at || !low || !high) return std::nullopt;
      spec.shape.push_back(*size);
      spec.index.push_back(*at);
      spec.padding.push_back(fmt::format("{{{}, {}}}", *low, *high));
    }
    return spec;
  }

  /// nullopt where a part of it cannot be written in front of the iteration.
  std::optional<std::string> checkOf(const Block& block) const {
    const auto extents = extentsOf(block);
    const auto spec = specOf(block);
    if (!extents || !spec) return std::nullopt;
    const Loops loops = loopsOf(block);
    std::string line = dependsOnIteration(loops) ? "" : fmt::format("if ({}.begins_program()) ", programs);
    for (const Axis* axis : loops) {
      const auto loop = loopOver(*axis);
      if (!loop) return std::nullopt;
      line += loop->header + " ";
    }
    std::vector<std::string> ids;
    for (const Axis* axis : axes)
      ids.push_back(isOfGrid(*axis)         ? fmt::format("{}.id({})", programs, ids.size())
                    : contains(loops, axis) ? loopNames.at(axis).id
                                            : "0");
    const bool isBlocked = block.indexing == Block::Indexing::Blocked;
    const SourceManager& sources = source.ast.getSourceManager();
    const SourceLocation where = sources.getExpansionLoc(firstAccess(block).expr->getBeginLoc());
    using namespace fmt::literals;
    return line +
           fmt::format(
               "{space}::expect_block({programs}, {{{line}, {column}, \"{array}\"}}, {{{extents}}}, "
               "{{{shape}}}, [&]([[maybe_unused]] const ::appyl::indices& {numbers}) "
               "{{ return ::appyl::indices{{{index}}}; }}, {mode}, {{{ids}}}, {complete}, {filled}, "
               "[&](const ::appyl::indices& {place}) -> decltype(auto) {{ return ({element}); }});",
               "space"_a = space, "programs"_a = programs, "array"_a = block.array,
               "line"_a = sources.getSpellingLineNumber(where),
               "column"_a = sources.getSpellingColumnNumber(where), "extents"_a = fmt::join(*extents, ", "),
               "shape"_a = fmt::join(spec->shape, ", "), "numbers"_a = numbers,
               "index"_a = fmt::join(spec->index, ", "),
               "mode"_a = isBlocked
                              ? "::appyl::Blocked{}"
                              : fmt::format("::appyl::Unblocked{{{{{}}}}}", fmt::join(spec->padding, ", ")),
               "ids"_a = fmt::join(ids, ", "), "complete"_a = completeness(block, loops),
               "filled"_a = isFilled(block), "place"_a = place, "element"_a = elementText(block, *extents));
  }
};

}  // namespace

std::vector<std::string> blockChecks(const Kernel& kernel, const CheckNames& names, const Source& source) {
  return BlockChecks(kernel, names, source).run();
}

}  // namespace appyl
