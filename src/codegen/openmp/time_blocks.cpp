#include "codegen/openmp/time_blocks.h"

#include "codegen/arrays/alias_guard.h"
#include "codegen/arrays/containers.h"
#include "codegen/openmp/shared_bindings.h"
#include "codegen/openmp/simd.h"
#include "codegen/simd/alignment_peeling.h"
#include "codegen/text/comment.h"
#include "codegen/text/loop_text.h"
#include "codegen/text/nest_text.h"
#include "nest/ast/array_types.h"
#include "nest/ast/library_facts.h"
#include "nest/scev/scalar_evolution.h"
#include "support/names.h"
#include "support/operands.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

using Why = std::string;
constexpr const char* header = "appyl/cpu/time_tiles.hpp";

/// Perfectly nested loops from the root of a nest inwards.
std::vector<int> chainOf(const LoopNest& nest, int root) {
  std::vector<int> chain{root};
  for (std::size_t k = static_cast<std::size_t>(root) + 1; k < nest.loops.size(); ++k) {
    if (nest.loops[k].parent != chain.back() || !nest.loops[k].perfect) break;
    chain.push_back(static_cast<int>(k));
  }
  return chain;
}

bool isParameter(const LoopNest& nest, const std::optional<Polynomial>& value) {
  return value && std::ranges::all_of(value->symbols(), [&](const std::string& name) {
           const auto symbol = nest.symbols.find(name);
           return symbol != nest.symbols.end() && symbol->second.kind == Symbol::Kind::Parameter;
         });
}

Kernel kernelOf(const LoopNest& nest) {
  Kernel kernel;
  kernel.nest = nest;
  return kernel;
}

class Blocking {
 public:
  Blocking(const TimeLoop& loop, const std::vector<Kernel>& kernels, const EmitOptions& options,
           const std::set<std::string>& names, const Source& source)
      : loop(loop),
        nest(loop.nest),
        options(options),
        source(source),
        asKernel(kernelOf(loop.nest)),
        writer(asKernel, source.ast, names) {
    for (const TimeLoop::Part& part : loop.parts)
      if (part.kind == TimeLoop::Kind::Nest)
        for (const Kernel& kernel : kernels)
          if (kernel.nest.loops.front().stmt == part.statement) inside.push_back(&kernel);
  }

  std::variant<TimeBlocks, Why> run() {
    if (auto why = whyNot()) return std::move(*why);
    if (!bindingsFromOutside(root().stmt, source.directives, writer).empty())
      return "it names a structured binding";  // which Clang's threads do not share
    chooseSpace();
    for (;;) {
      auto found = skewTimeSteps(nest, space());
      if (auto* known = std::get_if<TimeSkew>(&found)) {
        skew = std::move(*known);
        break;
      }
      if (dimensions > 1)
        --dimensions;
      else if (!hasEdges)
        hasEdges = true;
      else
        return std::get<Why>(std::move(found));
    }
    if (auto why = rewrite()) return std::move(*why);
    if (auto why = checkSizes()) return std::move(*why);
    return TimeBlocks{compose(), summary(), skew};
  }

 private:
  const TimeLoop& loop;
  const LoopNest& nest;
  const EmitOptions& options;
  Source source;
  Kernel asKernel;  // the whole loop, whose names and types the writer knows
  LoopWriter writer;
  std::vector<const Kernel*> inside;

  std::size_t dimensions = 1;            // of space that are tiled
  std::vector<std::vector<int>> chains;  // of the nests, in their order
  std::size_t main = 0;                  // the nest whose loops are tiled first
  bool hasEdges = false;                 // nests with fewer loops have none over the tiled dimension
  TimeSkew skew;

  FileRange whole;
  std::vector<TextEdit> edits;
  std::map<const ValueDecl*, std::string> own;  // what moves, as a tile calls it
  std::vector<std::string> pointerSetup;
  std::string block = writer.unique(counter() + "_block"), end = writer.unique(counter() + "_end"),
              plan = writer.unique(counter() + "_tiles");
  struct Names {
    std::string tiles, tile, phase;
  };
  std::vector<Names> names;  // per dimension

  const Loop& root() const { return nest.loops.front(); }
  const Loop& loopAt(int index) const { return nest.loops[static_cast<std::size_t>(index)]; }
  std::string counter() const { return root().counter->getNameAsString(); }

  std::optional<Why> whyNot() const {
    if (!source.ast.getLangOpts().CPlusPlus) return "the tiles need C++";
    if (options.aliasGuard) return "whether arrays overlap is asked in front of each nest";
    const bool isUnsigned = root().counter->getType()->isUnsignedIntegerType();
    if (!isComparedPlainly(root()) || (isUnsigned && !root().first->constant()))
      return "its counter and its bounds are of different types";
    const auto nests = std::ranges::count_if(
        loop.parts, [](const TimeLoop::Part& part) { return part.kind == TimeLoop::Kind::Nest; });
    if (nests == 0 || inside.size() != static_cast<std::size_t>(nests)) return "a nest in it is no kernel";
    for (const Kernel* kernel : inside) {
      const std::string& name = kernel->name;
      if (!kernel->isProvedAsWritten()) return name + " is not proved independent";
      if (kernel->contraction) return name + " is a contraction";
      if (!kernel->nest.reductions.empty()) return name + " has a reduction";
      for (const Array& each : kernel->nest.arrays)
        if (each.isPrivate && each.scope < 0)
          return "each iteration of " + name + " has a '" + each.name + "' of its own";
      if (!kernel->nest.privates.empty())
        return name + " gives '" + kernel->nest.privates.front().variable->getNameAsString() + "' values";
      for (const Loop& each : kernel->nest.loops)
        if (each.canonical && !each.declaresCounter)
          return "the counter '" + each.symbol + "' is declared outside of its loop";
      if (kernel->nest.callsAnnotated) return name + " calls annotated functions";
    }
    return std::nullopt;
  }

  // --- which dimensions

  /// The innermost loop of a nest stays whole for its lanes, if there is another one.
  void chooseSpace() {
    for (const TimeLoop::Part& part : loop.parts)
      if (part.kind == TimeLoop::Kind::Nest) chains.push_back(chainOf(nest, part.loop));
    std::size_t depth = 0;
    for (std::size_t k = 0; k < chains.size(); ++k)
      if (chains[k].size() > depth) depth = chains[k].size(), main = k;
    dimensions = std::clamp<std::size_t>(depth - 1, 1, 2);
    while (dimensions > 1 && !std::ranges::all_of(chains, [&](const auto& chain) {
             return chain.size() == depth && canTile(chain[dimensions - 1]);
           }))
      --dimensions;
  }

  /// Is the counter compared as the number that it is, for all bounds?
  bool isComparedPlainly(const Loop& each) const {
    const QualType type = each.counter->getType().getNonReferenceType();
    const QualType lower = strip(each.lower)->getType(), bound = strip(each.bound)->getType();
    if (each.isConverted) return false;
    if (type->isDependentType() || lower->isDependentType() || bound->isDependentType()) return false;
    const auto first = each.first->constant(), end = each.end->constant();
    const bool isSigned = type->isSignedIntegerType(), isLow = first && *first >= 0 && *first <= INT8_MAX;
    const auto fits = [&](QualType other) {
      return other->isIntegerType() && other->isSignedIntegerType() == isSigned &&
             source.ast.getTypeSize(other) <= source.ast.getTypeSize(type);
    };
    if (!isLow && !fits(lower)) return false;
    if (isSigned) return bound->isSignedIntegerType() || (isLow && end && *end >= 0);
    return fits(bound) || (end && *end >= 0);
  }

  bool canTile(int index) const {
    const Loop& each = loopAt(index);
    return each.canonical && each.parallel && each.step == 1 &&
           (each.comparison == Comparison::Less || each.comparison == Comparison::LessEqual) &&
           !each.boundOnLeft && isParameter(nest, each.first) && isParameter(nest, each.end) &&
           isComparedPlainly(each);
  }

  /// A nest with fewer loops than the others may handle an edge: it has one row of the loops that it lacks.
  bool isEdge(std::size_t k) const { return hasEdges && chains[k].size() < chains[main].size(); }

  std::vector<SpaceLoops> space() const {
    std::vector<SpaceLoops> result;
    for (std::size_t k = 0; k < chains.size(); ++k) {
      SpaceLoops each{chains[k].front(), {}};
      for (std::size_t d = 0; d < dimensions; ++d) each.loops.push_back(isEdge(k) ? -1 : chains[k][d]);
      result.push_back(std::move(each));
    }
    return result;
  }

  // --- text

  /// Is every name in the expression known in front of the loop, too?
  bool isKnownInFront(const Expr* value) const {
    bool known = true;
    walk(value, source.directives, [&](const Stmt* each) {
      if (const auto* reference = dyn_cast<DeclRefExpr>(each))
        known &= !isDeclaredInside(reference->getDecl(), root().stmt, source.directives);
      return known;
    });
    return known;
  }

  static bool isSum(const std::string& text) {
    return std::ranges::all_of(text,
                               [](char c) { return isOfName(c) || llvm::StringRef("+-* ").contains(c); });
  }

  std::string lowerOf(const Loop& each) const { return writtenText(each.lower, source.ast); }
  std::string upperOf(const Loop& each) const {
    const std::string bound = writtenText(each.bound, source.ast);
    return each.comparison == Comparison::LessEqual ? asOperand(bound) + " + 1" : bound;
  }

  /// `2 * (t - t_block) + 1`
  std::string moved(std::int64_t slope, std::int64_t inset) const {
    if (slope == 0) return std::to_string(inset);
    std::string text = fmt::format("{} - {}", counter(), block);
    if (slope > 1) text = fmt::format("{} * ({})", slope, text);
    return inset == 0 ? text : fmt::format("{} + {}", text, inset);
  }

  std::optional<Why> rewrite() {
    const Why cut = "a macro cuts it apart";
    const auto range = statementRange(root().stmt, source);
    if (!range) return cut;
    whole = *range;
    for (std::size_t k = 0; k < chains.size(); ++k)
      if (!isEdge(k))
        for (std::size_t d = 0; d < dimensions; ++d)
          if (!canTile(chains[k][d]))
            return fmt::format(
                "the loop over '{}' does not count up by one between bounds of its own type that stay the "
                "same",
                loopAt(chains[k][d]).symbol);
    for (std::size_t d = 0; d < dimensions; ++d) {
      const Loop& each = loopAt(chains[main][d]);
      if (!isKnownInFront(each.lower) || !isKnownInFront(each.bound))
        return fmt::format("the bounds of '{}' are declared in the loop", each.symbol);
      const std::string name = each.counter->getNameAsString();
      names.push_back(
          {writer.unique(name + "_tiles"), writer.unique(name + "_tile"), writer.unique(name + "_phase")});
    }
    for (const Directive* directive : directivesInside(nest, source.directives))
      for (const SourceRange line : directive->lines)
        if (const auto at = directiveRange(line, source.ast);
            at && at->begin >= whole.begin && at->end <= whole.end)
          edits.push_back({*at, ""});
    if (!renameMoving()) return cut;
    pointToElements();
    for (std::size_t k = 0; k < chains.size(); ++k)
      if (!rewriteNest(k)) return cut;
    return std::nullopt;
  }

  /// Adds run-time checks, in front of the loop, of what the proofs assume.
  std::optional<Why> checkSizes() {
    const auto add = [](auto& all, const auto& one) {
      if (std::ranges::find(all, one) == all.end()) all.push_back(one);
    };
    std::vector<const Polynomial*> conditions;
    for (const Kernel* kernel : inside) {
      for (const Polynomial& each : kernel->assumedConditions) conditions.push_back(&each);
      for (const std::string& each : kernel->assumptions) add(granted, each);
      for (const ConditionText& each : assumptionTexts(*kernel, writer)) add(checks, each);
      for (const Loop& each : kernel->nest.loops)
        if (!kernel->assumptions.empty() && each.canonical &&
            (!isKnownInFront(each.lower) || !isKnownInFront(each.bound)))
          return kernel->name + " needs " + kernel->assumptions.front();
    }
    for (const Assumption& each : skew.assumptions) {
      conditions.push_back(&each.condition);
      add(granted, each.text);
      add(checks, ConditionText{comparisonText(each.condition, writer)});
    }
    for (const Polynomial* each : conditions)
      if (!isParameter(nest, *each) || !isNamedInFront(*each)) return "it needs " + granted.front();
    return std::nullopt;
  }
  std::vector<std::string> granted;
  std::vector<ConditionText> checks;

  bool isNamedInFront(const Polynomial& condition) const {
    bool known = true;
    walk(root().stmt, source.directives, [&](const Stmt* each) {
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* one : declaration->decls())
          if (const auto* variable = dyn_cast<VarDecl>(one))
            for (const std::string& name : condition.symbols())
              known &= !holdsWord(name, variable->getNameAsString());
      return known;
    });
    return known;
  }

  bool rewriteNest(std::size_t k) {
    const auto range = statementRange(loopAt(chains[k].front()).stmt, source);
    if (!range) return false;
    const auto ends = [&](std::size_t d) {
      const Skew::Nest& inset = skew.dimensions[d].nests[k];
      return fmt::format("{}, {}, {}, {}", names[d].phase, names[d].tile,
                         moved(skew.dimensions[d].slopeBelow, inset.below),
                         moved(skew.dimensions[d].slopeAbove, inset.above));
    };
    if (isEdge(k)) {
      const std::string row = std::to_string(skew.dimensions[0].nests[k].row.value_or(0));
      edits.push_back({{range->begin, range->begin},
                       fmt::format("\nif ({}.has({}, {})) {{\n", names[0].tiles, ends(0), row)});
      edits.push_back({{range->end, range->end}, "\n}"});
    } else {
      std::string declarations;
      for (std::size_t d = 0; d < dimensions; ++d) {
        const Loop& each = loopAt(chains[k][d]);
        const auto at = headerRange(cast<ForStmt>(each.stmt), source.ast);
        if (!at) return false;
        const std::string name = each.counter->getNameAsString(), rows = rowsName(name),
                          type = writer.counterType(each);
        declarations += fmt::format("const auto {} = {}.of<{}>({}, {}, {});\n", rows, names[d].tiles, type,
                                    ends(d), lowerOf(each), upperOf(each));
        edits.push_back({*at, rowHeader(each, rows)});
      }
      edits.push_back({{range->begin, range->begin}, "\n" + declarations});
    }
    return addLanes(*inside[k]);
  }

  /// `i_rows`, `i_rows2`, ...
  std::string rowsName(const std::string& counterName) {
    const int number = ++rowsOf[counterName];
    return writer.unique(counterName + "_rows" + (number > 1 ? std::to_string(number) : ""));
  }
  std::map<std::string, int> rowsOf;

  bool addLanes(const Kernel& kernel) {
    OpenMPPlan sequential;
    sequential.parallel = false;
    for (const auto* axes : {&kernel.grid, &kernel.loops})
      for (const Axis& axis : *axes) {
        const auto lanes = simdPragma(kernel, sequential, options, {}, axis, source);
        if (!lanes) continue;
        const Loop& each = kernel.nest.loops[static_cast<std::size_t>(axis.loop)];
        const auto range = statementRange(each.stmt, source);
        const auto at = headerRange(cast<ForStmt>(each.stmt), source.ast);
        if (!range || !at) return false;
        const bool isTiled = llvm::any_of(edits, [&](const TextEdit& edit) { return edit.range == *at; });
        const std::string parts = isTiled ? "" : loopOverParts(kernel, each);
        if (!parts.empty()) {
          edits.push_back({*at, rowHeader(each, partName(each))});
        } else if (!isTiled && writer.cutsBound(each)) {
          const std::string header = writer.boundedHeader(each);
          if (header.empty()) continue;
          edits.push_back({*at, header});
        }
        edits.push_back({{range->begin, range->begin}, "\n" + parts + lanes->text + "\n"});
      }
    return true;
  }

  /// `for (int i = i_rows.first; i < i_rows.end; ++i)`
  std::string rowHeader(const Loop& each, const std::string& rows) const {
    return fmt::format("for ({0} {1} = {2}.first; {1} < {2}.end; ++{1})", writer.counterType(each),
                       each.counter->getNameAsString(), rows);
  }

  /// A loop over the parts of a row, if one of them can begin at a cache line; empty: none can.
  std::string loopOverParts(const Kernel& kernel, const Loop& row) {
    const bool countsUp = row.canonical && row.step == 1 && !row.boundOnLeft && isComparedPlainly(row) &&
                          (row.comparison == Comparison::Less || row.comparison == Comparison::LessEqual);
    if (!countsUp) return "";
    const auto index = static_cast<int>(&row - kernel.nest.loops.data());
    const RowText text{.type = writer.counterType(row), .lower = lowerOf(row), .upper = upperOf(row)};
    const std::string parts = partsAtLines(kernel, index, text, edits, source);
    return parts.empty() ? "" : fmt::format("for (const auto {} : {})\n", partName(row), parts);
  }

  std::string partName(const Loop& row) {
    std::string& name = partOf[row.counter->getNameAsString()];
    if (name.empty()) name = writer.unique(row.counter->getNameAsString() + "_part");
    return name;
  }
  std::map<std::string, std::string> partOf;

  bool renameMoving() {
    for (const ValueDecl* each : loop.moving) {
      own[each] = writer.unique(each->getNameAsString() + "_own");
      for (const Expr* mention : mentionsOf(each, root().stmt, source.directives)) {
        const auto range = rangeOf(mention->getSourceRange(), source.ast);
        if (!range) return false;
        edits.push_back({*range, own[each]});
      }
    }
    return true;
  }

  void pointToElements() {
    std::set<int> roots;
    for (const auto& chain : chains) roots.insert(chain.front());
    for (const ContainerPointer& pointer : containerPointers(nest, roots, true, source)) {
      if (own.count(pointer.container)) continue;
      const std::string name = writer.unique(pointer.container->getNameAsString() + "_data");
      for (const FileRange& mention : pointer.mentions) edits.push_back({mention, name});
      if (!pointer.mentions.empty())
        pointerSetup.push_back(fmt::format("auto* const {} = {}.data();\n", name, pointer.text));
    }
  }

  /// `this->now`, where it is written so: `now` may be another one's name.
  std::string nameInFront(const ValueDecl* variable) const {
    std::string name = variable->getNameAsString();
    for (const Expr* mention : mentionsOf(variable, root().stmt, source.directives))
      if (const std::string text = writtenText(mention, source.ast); text.size() > name.size()) name = text;
    return name;
  }

  /// `double*` or what leads to the elements of a container, as a copy of it.
  std::string copyOf(const ValueDecl* variable) const {
    const QualType type = variable->getType().getNonReferenceType();
    const std::string name = nameInFront(variable), container = libraryTemplate(type);
    if (type->isPointerType()) return fmt::format("auto* {} = {};\n", own.at(variable), name);
    if (classIs(container, ClassFact::View)) return fmt::format("auto {} = {};\n", own.at(variable), name);
    return fmt::format("auto* {} = {}.{}();\n", own.at(variable), name,
                       classIs(container, ClassFact::Unique) ? "get" : "data");
  }

  std::string textOf(const TimeLoop::Part& part, bool isOwn) const {
    const auto range = statementRange(part.statement, source);
    return !range ? "" : isOwn ? editedPart(*range, edits, source.ast) : editedText(*range, {}, source.ast);
  }

  /// What one step of a tile does; pointers are swapped as pointers, whatever they belong to.
  std::string body() const {
    const Stmt* statement = source.directives.strip(cast<ForStmt>(root().stmt)->getBody());
    std::vector<TextEdit> all = edits;
    for (const TimeLoop::Part& part : loop.parts) {
      if (part.kind != TimeLoop::Kind::Exchange) continue;
      const auto* expression = dyn_cast<Expr>(part.statement);
      const auto* call = dyn_cast<CallExpr>(strip(expression));
      const auto range = rangeOf(part.statement->getSourceRange(), source.ast);
      if (!call || !range) continue;
      std::erase_if(all, [&](const TextEdit& edit) { return isInside(edit.range, {*range}); });
      const auto* method = dyn_cast<CXXMemberCallExpr>(call);
      const Expr* first = method ? method->getImplicitObjectArgument() : call->getArg(0);
      const Expr* second = call->getArg(method ? 0 : 1);
      all.push_back({*range, fmt::format("std::swap({}, {})", nameOf(first), nameOf(second))});
    }
    const auto range = statementRange(statement, source);
    const std::string text = range ? editedPart(*range, all, source.ast) : "";
    return isa<CompoundStmt>(statement) ? text : "{\n" + text + "\n}";
  }

  std::string nameOf(const Expr* variable) const {
    const ValueDecl* declaration = namedVariable(variable);
    const auto known = own.find(declaration);
    return known != own.end() ? known->second : declaration->getNameAsString();
  }

  /// The exchanges of one step, and the declarations that they need, in their order.
  std::string exchanges() const {
    std::string text;
    for (auto part = loop.parts.rbegin(); part != loop.parts.rend(); ++part) {
      bool isNeeded = part->kind == TimeLoop::Kind::Exchange;
      if (part->kind == TimeLoop::Kind::Declaration)
        for (const Decl* each : cast<DeclStmt>(part->statement)->decls())
          isNeeded |= holdsWord(text, cast<VarDecl>(each)->getNameAsString());
      if (isNeeded) text = textOf(*part, false) + "\n" + text;
    }
    return text;
  }

  std::string steps() const {
    const Clause* clause = loop.directive->find(ClauseKind::Block);
    if (clause->isAuto) return "16";
    return clause->arguments.empty() ? "128" : clause->arguments.front().text;
  }

  /// Bytes of one row of the tiled dimensions, of all arrays.
  std::string bytes() const {
    std::int64_t cell = 0;
    for (const Array& array : nest.arrays)
      if (!array.isPrivate && array.scope < 0) cell += array.elementBytes > 0 ? array.elementBytes : 8;
    std::string text = fmt::format("{}.", cell);
    for (std::size_t k = dimensions; k < chains[main].size(); ++k) {
      const Loop& each = loopAt(chains[main][k]);
      if (!each.canonical || !isParameter(nest, each.first) || !isParameter(nest, each.end) ||
          !isKnownInFront(each.lower) || !isKnownInFront(each.bound))
        continue;
      const auto extent = subtract(*each.end, *each.first);
      const std::string lower = lowerOf(each), upper = upperOf(each);
      text += extent && extent->constant() ? fmt::format(" * {}", std::abs(*extent->constant()))
              : lower == "0"               ? " * " + asOperand(upper)
              : isSum(upper)               ? fmt::format(" * ({} - {})", upper, asOperand(lower))
                                           : fmt::format(" * ({} - {})", asOperand(upper), asOperand(lower));
    }
    return text;
  }

  std::string summary() const {
    std::vector<std::string> spaces, ends;
    for (std::size_t d = 0; d < dimensions; ++d) {
      const std::string& name = loopAt(chains[main][d]).symbol;
      spaces.push_back(name);
      ends.push_back(
          fmt::format("{} and {} of {}", skew.dimensions[d].slopeBelow, skew.dimensions[d].slopeAbove, name));
    }
    return fmt::format(
        "{}: up to {} of {} at a stretch, over tiles of {}; their ends move in by {} with each step, and "
        "what is left between two tiles follows. Proved independent{}.",
        nest.functionName, steps(), root().symbol, fmt::join(spaces, " and "), fmt::join(ends, " and by "),
        granted.empty() ? "" : fmt::format(", given {}", fmt::join(granted, ", ")));
  }

  /// `T name = from;`, where a `std::ptrdiff_t` becomes the time loop's counter.
  std::string declared(const std::string& name, const std::string& from) const {
    const std::string type = writer.counterType(root());
    const QualType counterType = root().counter->getType();
    const bool isSame = !counterType->isDependentType() && counterType->isSignedIntegerType() &&
                        source.ast.getTypeSize(counterType) == 64;
    return fmt::format("{} {} = {}", type, name,
                       isSame ? from : fmt::format("static_cast<{}>({})", type, from));
  }

  Edit compose() {
    const std::string name = counter();
    std::string text;
    if (!checks.empty())
      text = fmt::format("const bool {0} = {1};\nif (!{0}) {{\n{2}\n}} else {{\n",
                         writer.unique("sizes_hold"), allOf(checks), originalNest(whole, nest, source));
    text += fmt::format("const auto {} = ::appyl::cpu::plan_time_tiles({}, {}", plan, steps(), bytes());
    for (std::size_t d = 0; d < dimensions; ++d) {
      const Loop& each = loopAt(chains[main][d]);
      std::int64_t inset = 0;
      for (const Skew::Nest& one : skew.dimensions[d].nests) inset = std::max(inset, one.below + one.above);
      text += fmt::format(", ::appyl::cpu::dimension({}, {}, {}, {})", lowerOf(each), upperOf(each),
                          skew.dimensions[d].slopeBelow + skew.dimensions[d].slopeAbove, inset);
    }
    text += ");\n";
    for (std::size_t d = 0; d < dimensions; ++d)
      text += fmt::format("const auto {} = {}.along[{}];\n", names[d].tiles, plan, d);
    for (const std::string& line : pointerSetup) text += line;
    text += fmt::format("for (std::ptrdiff_t {0} = {1}; {0} < {2}; {0} += {3}.steps) {{\n", block,
                        lowerOf(root()), bound(), plan);
    text += "const " +
            declared(end, fmt::format("std::min<std::ptrdiff_t>({} + {}.steps, {})", block, plan, bound())) +
            ";\n";
    for (const Names& each : names)
      text += fmt::format("for (int {0} = 0; {0} < {1}.phases; ++{0}) {{\n", each.phase, each.tiles);
    text +=
        fmt::format("#pragma omp parallel for{} schedule(static)\n", dimensions > 1 ? " collapse(2)" : "");
    for (const Names& each : names)
      text += fmt::format("for (std::ptrdiff_t {0} = 0; {0} < {1}.count - {2}; ++{0})\n", each.tile,
                          each.tiles, each.phase);
    text += "{\n";
    for (const ValueDecl* each : loop.moving) text += copyOf(each);
    const std::string eachStep =
        fmt::format("for ({}; {} < {}; ++{})", declared(name, block), name, end, name);
    text += eachStep + " " + body() + "\n}\n";
    for (std::size_t d = 0; d < dimensions; ++d) text += "}\n";
    if (const std::string exchanged = exchanges(); !exchanged.empty())
      text += eachStep + " {\n" + exchanged + "}\n";
    if (!checks.empty()) text += "}\n";
    return {whole.begin, whole.end - whole.begin, commentText(summary()) + "{\n" + text + "}\n}"};
  }

  std::string bound() const {
    const std::string text = upperOf(root());
    return root().bound->getType()->isUnsignedIntegerType()
               ? fmt::format("static_cast<std::ptrdiff_t>({})", text)
               : text;
  }
};

}  // namespace

std::variant<TimeBlocks, std::string> blockTimeSteps(const TimeLoop& loop, const std::vector<Kernel>& kernels,
                                                     const EmitOptions& options,
                                                     const std::set<std::string>& names, FileNeeds& needs,
                                                     const Source& source) {
  auto result = Blocking(loop, kernels, options, names, source).run();
  if (std::holds_alternative<TimeBlocks>(result)) needs.headers.insert(header);
  return result;
}

}  // namespace appyl
