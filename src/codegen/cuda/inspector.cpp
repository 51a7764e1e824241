#include "codegen/cuda/inspector.h"

#include "codegen/text/size_text.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/ir/symbol_names.h"
#include "support/operands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace appyl {

using namespace clang;

/// The elements are of types that one object can have; memory is no double here and an index there.
static bool mayShareMemory(const Access& one, const Access& other) {
  const auto typeOf = [](const Access& access) {
    return access.expr ? access.expr->getType().getNonReferenceType().getCanonicalType() : QualType();
  };
  const QualType first = typeOf(one), second = typeOf(other);
  return first.isNull() || second.isNull() || !second->isRealFloatingType() || !first->isIntegerType() ||
         first->isAnyCharacterType();
}

/// The load of an index array whose value the symbol is; null: it is no such value, or the nest may change the
/// array.
const Access* Inspector::loadOf(const Symbol& symbol) const {
  if (symbol.kind != Symbol::Kind::Opaque || !symbol.element) return nullptr;
  const auto found = llvm::find_if(nest.accesses, [&](const Access& each) {
    return each.reads && !each.writes && each.expr && strip(each.expr) == strip(symbol.element);
  });
  if (found == nest.accesses.end()) return nullptr;
  const Array& array = nest.arrays[found->array];
  const bool isWritten = llvm::any_of(nest.accesses, [&](const Access& each) {
    const Array& other = nest.arrays[each.array];
    const bool isSame = other.declaration == array.declaration && other.name == array.name;
    return each.writes && (isSame || (!nest.opaqueEffects.empty() && mayShareMemory(*found, each)));
  });
  const bool isPlain = !isWritten && array.scope < 0 && !array.isPrivate && !found->wholeArray &&
                       !found->throughMemory && found->part.empty() && found->subscripts.size() == 1 &&
                       found->subscripts.front();
  return isPlain ? &*found : nullptr;
}

/// The index array, if `x[i]` is its element wherever the host names it.
const NamedArray* Inspector::arrayOf(const Access& load) const {
  const auto found =
      llvm::find_if(arrays, [&](const NamedArray& each) { return llvm::is_contained(each.accesses, &load); });
  if (found == arrays.end() || found->type.isNull()) return nullptr;
  const bool isIndexed =
      found->type->isPointerType() || found->type->isArrayType() || isContiguousContainer(found->type);
  return isIndexed ? &*found : nullptr;
}

/// Adds the loops whose counters decide the symbol's value; false: it is no value that the host can compute.
bool Inspector::addCountersOf(const std::string& name, std::set<int>& found) const {
  const Symbol& symbol = ranges.symbol(name);
  switch (symbol.kind) {
    case Symbol::Kind::Parameter: return true;
    case Symbol::Kind::Counter: return found.insert(symbol.loop), true;
    case Symbol::Kind::Opaque: {
      if (dividesBySize(symbol) || symbol.condition)
        return addCounters(symbol.operand, found, true) && addCounters(symbol.right, found, true) &&
               (!symbol.condition || addCounters(*symbol.condition, found, true));
      const Access* load = loadOf(symbol);
      return load && arrayOf(*load) && addCounters(*load->subscripts.front(), found, true);
    }
    default: return addCounters(symbol.operand, found, true) && addCounters(symbol.right, found, true);
  }
}

/// `isDirect`: those of the counters that the value itself is made of, too.
bool Inspector::addCounters(const Polynomial& value, std::set<int>& found, bool isDirect) const {
  return llvm::all_of(value.symbols(), [&](const std::string& name) {
    return (!isDirect && ranges.symbol(name).kind == Symbol::Kind::Counter) || addCountersOf(name, found);
  });
}

bool Inspector::isRepeatable(const Loop& loop) const {
  return loop.canonical && loop.first && loop.end && !loop.isConverted && (loop.step || loop.stepSize);
}

std::optional<std::string> Inspector::symbolText(const std::string& name) {
  const Symbol& symbol = ranges.symbol(name);
  const auto textOf = [&](const Polynomial& value) -> std::optional<std::string> {
    const auto written = inText(value);
    return written ? std::optional(asOperand(sizeText(*written, ranges))) : std::nullopt;
  };
  if (symbol.kind == Symbol::Kind::Counter) {
    std::string& counter = counters[symbol.loop];
    if (counter.empty()) counter = writer.unique("any_" + writtenName(nest, name));
    return counter;
  }
  if (symbol.kind == Symbol::Kind::Parameter) {
    if (!ranges.isKnown(name)) return std::nullopt;
    values.insert(name);
    return name;
  }
  if (const Access* load = loadOf(symbol)) {
    const NamedArray* array = arrayOf(*load);
    const auto subscript = inText(*load->subscripts.front());
    if (!array || !subscript) return std::nullopt;
    indices.insert(elementPointer(array->base, array->type));
    return fmt::format("{}[{}]", array->base, sizeText(*subscript, ranges));
  }
  if (symbol.kind == Symbol::Kind::Opaque && symbol.condition) {  // `i % 2 ? k + 1 : k`
    const auto condition = inText(*symbol.condition), yes = inText(symbol.operand), no = inText(symbol.right);
    if (!condition || !yes || !no) return std::nullopt;
    return fmt::format("({} >= 0 ? {} : {})", sizeText(*condition, ranges), sizeText(*yes, ranges),
                       sizeText(*no, ranges));
  }
  const auto left = textOf(symbol.operand),
             right = symbol.divisor > 0 ? std::optional(std::to_string(symbol.divisor)) : textOf(symbol.right);
  if (!left || !right) return std::nullopt;
  // The program may divide under a condition only.
  const auto divided = [&](const char* op, const char* function) {
    return symbol.divisor > 0 ? fmt::format("({} {} {})", *left, op, *right)
                              : fmt::format("::appyl::cuda::{}({}, {})", function, *left, *right);
  };
  if (dividesBySize(symbol)) return symbol.isRemainder ? divided("%", "remainder") : divided("/", "quotient");
  switch (symbol.kind) {
    case Symbol::Kind::Quotient: return divided("/", "quotient");
    case Symbol::Kind::Remainder: return divided("%", "remainder");
    case Symbol::Kind::Minimum: return fmt::format("std::min<long long>({}, {})", *left, *right);
    case Symbol::Kind::Maximum: return fmt::format("std::max<long long>({}, {})", *left, *right);
    default: return std::nullopt;
  }
}

/// The value in the names that the host's loops have for its parts.
std::optional<Polynomial> Inspector::inText(const Polynomial& value) {
  Polynomial result = value;
  for (const std::string& name : value.symbols()) {
    const auto text = symbolText(name);
    if (!text) return std::nullopt;
    if (*text != name) result = result.substitute(name, Polynomial::symbol(*text));
  }
  return result;
}

/// Is the loop's range of constants, and not empty?
static bool runsAnyway(const Loop& loop) {
  const auto trips = loop.descending ? subtract(*loop.first, *loop.end) : subtract(*loop.end, *loop.first);
  return trips && trips->constant().value_or(0) > 0;
}

std::optional<std::string> Inspector::nonEmpty(const Loop& loop) {
  const auto first = inText(*loop.first), end = inText(*loop.end);
  if (!first || !end) return std::nullopt;
  const char* comparison = isInclusive(loop.comparison)                    ? "<="
                           : loop.comparison == Comparison::NotEqual ? "!="
                                                                     : "<";
  const auto [low, high] = loop.descending ? std::pair(*end, *first) : std::pair(*first, *end);
  return fmt::format("{} {} {}", sizeText(low, ranges), comparison, sizeText(high, ranges));
}

std::optional<std::string> Inspector::header(int index) {
  const Loop& loop = nest.loops[index];
  const auto counter = symbolText(loop.symbol);
  const auto first = inText(*loop.first), end = inText(*loop.end),
             step = inText(loop.step ? Polynomial(std::abs(*loop.step)) : *loop.stepSize);
  if (!counter || !first || !end || !step) return std::nullopt;
  const std::string comparison =
      loop.comparison == Comparison::NotEqual
          ? "!="
          : std::string(loop.descending ? ">" : "<") + (isInclusive(loop.comparison) ? "=" : "");
  const char sign = loop.descending ? '-' : '+';
  const std::string advance = step->constant() == 1
                                  ? fmt::format("{0}{0}{1}", sign, *counter)
                                  : fmt::format("{} {}= {}", *counter, sign, sizeText(*step, ranges));
  return fmt::format("for (long long {0} = {1}; {0} {2} {3}; {4})", *counter, sizeText(*first, ranges),
                     comparison, sizeText(*end, ranges), advance);
}

/// All of them hold; what is subtracted stands on the other side: `n - i - 1 >= 0` is `i < n`.
std::optional<std::string> Inspector::conditionText(const std::vector<Constraint>& all) {
  std::vector<std::string> parts;
  for (const Constraint& each : all) {
    const auto value = inText(each.condition);
    if (!value) return std::nullopt;
    const bool isStrict = !each.equality && value->terms.count({}) && value->terms.at({}) == -1;
    Polynomial added, taken;
    for (const auto& [monomial, factor] : value->terms) {
      if (monomial.empty() && isStrict) continue;
      (factor > 0 ? added : taken).terms[monomial] = std::abs(factor);
    }
    const bool isTurned = added.isConstant();  // `x < 3`, not `3 > x`
    const char* comparison = each.equality ? "=="
                             : isStrict    ? (isTurned ? "<" : ">")
                             : isTurned    ? "<="
                                           : ">=";
    const Polynomial &left = isTurned ? taken : added, &right = isTurned ? added : taken;
    parts.push_back(fmt::format("{} {} {}", sizeText(left, ranges), comparison, sizeText(right, ranges)));
  }
  return fmt::to_string(fmt::join(parts, " && "));
}

std::optional<std::string> Inspector::conditionText(const Cases& cases) {
  std::vector<std::string> parts;
  for (const std::vector<Constraint>& all : cases) {
    const auto condition = conditionText(all);
    if (!condition) return std::nullopt;
    parts.push_back(all.size() == 1 || cases.size() == 1 ? *condition : fmt::format("({})", *condition));
  }
  return fmt::to_string(fmt::join(parts, " || "));
}

/// The headers around the access, and the elements that it touches inside them. A counter that is only added,
/// in a loop of its own range, takes its first and its last value instead of all.
std::optional<std::vector<std::string>> Inspector::pathTo(const Access& access,
                                                          std::vector<Polynomial>& touched) {
  const Polynomial& value = *access.subscripts.front();
  std::set<int> walked, added;
  if (!addCounters(value, walked, /*isDirect=*/false)) return std::nullopt;
  for (const BranchCondition& branch : *access.path)
    for (const std::vector<Constraint>& all : branch.cases)
      for (const Constraint& each : all)
        if (!addCounters(each.condition, walked, true)) return std::nullopt;
  for (const std::string& name : value.symbols()) {
    if (ranges.symbol(name).kind != Symbol::Kind::Counter) continue;
    const Loop& loop = nest.loops[ranges.symbol(name).loop];
    const auto factor = value.coefficient(name);
    const bool isAlone = factor && (loop.step == 1 || loop.step == -1) &&
                         loop.comparison != Comparison::NotEqual &&
                         llvm::all_of(factor->symbols(), [&](const std::string& each) {
                           return ranges.symbol(each).kind == Symbol::Kind::Parameter;
                         });
    (isAlone ? added : walked).insert(ranges.symbol(name).loop);
  }
  const std::vector<int> around = loopsAround(nest, access.loop);
  for (const int each : around) {
    const Loop& loop = nest.loops[each];
    if (!isRepeatable(loop) || !addCounters(*loop.first, walked, true) ||
        !addCounters(*loop.end, walked, true) ||
        (loop.stepSize && !addCounters(*loop.stepSize, walked, true)))
      return std::nullopt;
  }
  std::vector<std::string> path;
  const auto addConditions = [&](int loop) {
    return llvm::all_of(*access.path, [&](const BranchCondition& branch) {
      if (branch.loop != loop || llvm::any_of(branch.cases, [](const auto& all) { return all.empty(); }))
        return true;
      const auto condition = conditionText(branch.cases);
      if (condition) path.push_back(fmt::format("if ({})", *condition));
      return condition.has_value();
    });
  };
  touched = {value};
  for (const int each : around) {
    const Loop& loop = nest.loops[each];
    const auto line = walked.count(each) ? header(each) : nonEmpty(loop);
    if (!line) return std::nullopt;
    if (walked.count(each))
      path.push_back(*line);
    else if (!runsAnyway(loop))
      path.push_back(fmt::format("if ({})", *line));
    if (!addConditions(each)) return std::nullopt;
    if (walked.count(each) || !added.count(each)) continue;
    const auto last = add(*loop.end, Polynomial(isInclusive(loop.comparison) ? 0 : loop.descending ? 1 : -1));
    if (!last) return std::nullopt;
    std::vector<Polynomial> ends;
    for (const Polynomial& element : touched)
      for (const Polynomial& end : {*loop.first, *last}) ends.push_back(element.substitute(loop.symbol, end));
    touched = std::move(ends);
  }
  return path;
}

std::optional<std::string> Inspector::rangeOf(const std::string& pointer,
                                              const std::vector<const Access*>& accesses) {
  const auto isAlias = [](const Obstacle& each) { return each.kind == Obstacle::Kind::SharedMemory; };
  if (!llvm::all_of(nest.opaqueEffects, isAlias)) return std::nullopt;
  const auto known = variables.find(pointer);
  std::string variable = known != variables.end() ? known->second : "";
  Node all = loops;
  const std::set<std::string> indicesBefore = indices, valuesBefore = values;
  const auto giveUp = [&] { return indices = indicesBefore, values = valuesBefore, std::nullopt; };
  if (variable.empty()) variable = writer.unique(identifierOf(pointer) + "_range");
  for (const Access* access : accesses) {
    if (access->subscripts.empty() || !access->subscripts.front() || access->wholeArray ||
        access->throughMemory || !access->path)
      return giveUp();
    std::vector<Polynomial> touched;
    const auto path = pathTo(*access, touched);
    if (!path) return giveUp();
    Node* at = &all;
    for (const std::string& each : *path) {
      if (at->children.empty() || at->children.back().header != each) at->children.push_back({each, {}});
      at = &at->children.back();
    }
    for (const Polynomial& element : touched) {
      const auto text = inText(element);
      if (!text) return giveUp();
      const std::string statement = fmt::format("{}.add({});", variable, sizeText(*text, ranges));
      if (llvm::none_of(at->children, [&](const Node& each) { return each.header == statement; }))
        at->children.push_back({statement, {}});
    }
  }
  loops = std::move(all);
  variables[pointer] = variable;
  return variable;
}

std::string Inspector::text() const {
  if (variables.empty()) return "";
  std::vector<std::string> declared, addresses;
  for (const auto& [pointer, variable] : variables) {
    declared.push_back(fmt::format("{}({})", variable, pointer));
    addresses.push_back("&" + variable);
  }
  const std::function<std::string(const Node&)> body = [&](const Node& node) {
    std::string inside;
    for (const Node& each : node.children)
      inside += each.header + (each.children.empty() ? "\n"
                               : each.children.size() == 1
                                   ? "\n" + body(each)
                                   : " {\n" + body(each) + "}\n");
    return inside;
  };
  return fmt::format(
      "::appyl::cuda::index_range {};\n::appyl::cuda::inspect({{{}}}, std::tuple({}), std::tuple({}), [&] "
      "{{\n{}}});\n",
      fmt::join(declared, ", "), fmt::join(addresses, ", "), fmt::join(indices, ", "),
      fmt::join(values, ", "), body(loops));
}

}  // namespace appyl
