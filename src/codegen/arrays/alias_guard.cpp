#include "codegen/arrays/alias_guard.h"

#include "codegen/arrays/array_ranges.h"
#include "codegen/text/loop_text.h"
#include "model/in_front.h"
#include "nest/ast/array_types.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/modified_variables.h"
#include "support/operands.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

struct Span : NamedArray {
  bool isContainer = false;          // with data() and size(): the whole of it
  bool isReference = false;          // to one number
  std::vector<ElementRange> ranges;  // of anything else
};

bool ownsElements(QualType type) {
  const std::string name = libraryTemplate(type);
  return type->isArrayType() || (classIs(name, ClassFact::Container) && classIs(name, ClassFact::Elements));
}

class GuardWriter {
 public:
  GuardWriter(const Kernel& kernel, const LoopWriter& writer, const Source& source)
      : nest(kernel.nest), writer(writer), source(source), reader(kernel.nest) {}

  AliasGuard write() {
    for (NamedArray& each : namedArrays(nest)) spans.push_back({std::move(each), false, false, {}});
    for (const VarDecl* variable : namedReferences()) spans.push_back(spanOf(variable));
    std::vector<ConditionText> terms;
    for (std::size_t a = 0; a < spans.size(); ++a)
      for (std::size_t b = a + 1; b < spans.size(); ++b)
        if (mayOverlap(spans[a], spans[b])) {
          if (!readRanges(spans[a]) || !readRanges(spans[b])) return {{}, obstacle};
          writePair(spans[a], spans[b], terms);
        }
    std::vector<ConditionText> all;
    if (!terms.empty())
      for (const Polynomial& sign : reader.signs) all.push_back({comparisonText(sign, writer)});
    all.insert(all.end(), terms.begin(), terms.end());
    return {{allOf(all), all.size() == 1 && all.front().isChoice}, ""};
  }

 private:
  const LoopNest& nest;
  const LoopWriter& writer;
  Source source;
  RangeReader reader;
  std::vector<Span> spans;
  std::string obstacle;

  bool fail(const std::string& why) {
    obstacle = why;
    return false;
  }

  /// The numbers from outside that the nest reaches by a reference: `double& s`, in its headers, too.
  std::set<const VarDecl*> namedReferences() const {
    std::set<const VarDecl*> found;
    walk(nest.loops.front().stmt, source.directives, [&](const Stmt* each) {
      const auto* named = dyn_cast<DeclRefExpr>(each);
      const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
      if (variable && variable->getType()->isLValueReferenceType() &&
          variable->getType()->getPointeeType()->isArithmeticType() &&
          !isDeclaredInside(variable, nest.loops.front().stmt, source.directives))
        found.insert(variable);
      return true;
    });
    return found;
  }

  Span spanOf(const VarDecl* variable) const {
    Span span;
    span.base = variable->getNameAsString();
    span.root = variable;
    span.type = variable->getType()->getPointeeType();
    span.reads = span.isReference = true;
    span.writes = modifiedVariables(nest.loops.front().stmt, source.directives).count(variable) != 0;
    return span;
  }

  QualType elementOf(const Span& span) const {
    return span.type.isNull() || span.isReference ? span.type : elementTypeOf(span.type, source.ast);
  }

  /// Could the number that a reference names be an element of the other one?
  bool isOfOneType(const Span& a, const Span& b) const {
    const QualType one = elementOf(a), other = elementOf(b);
    return !one.isNull() && !other.isNull() &&
           source.ast.hasSameUnqualifiedType(source.ast.getBaseElementType(one),
                                             source.ast.getBaseElementType(other));
  }

  bool mayOverlap(const Span& a, const Span& b) const {
    if ((a.isReference || b.isReference) && !isOfOneType(a, b)) return false;
    if (!(a.writes || b.writes) || (a.root == b.root && a.base == b.base)) return false;
    if (a.type.isNull() || b.type.isNull() || !ownsElements(a.type) || !ownsElements(b.type)) return true;
    // Two objects with elements of their own: one of them would have to be the other.
    const bool distinct = !a.root->getType()->isReferenceType() && !b.root->getType()->isReferenceType() &&
                          !a.throughPointer && !b.throughPointer;
    return !distinct && source.ast.hasSameUnqualifiedType(a.type, b.type);
  }

  // --- ranges
  // ---------------------------------------------------------------------------------------------------------------

  bool readRanges(Span& span) {
    if (span.isContainer || span.isReference || !span.ranges.empty()) return true;
    if (span.type.isNull()) return fail(fmt::format("'{}' cannot be named in front of the loop", span.base));
    const bool isPointer = span.type->isPointerType() || span.type->isArrayType();
    span.isContainer = isContiguousContainer(span.type);
    if (!isPointer && !span.isContainer)
      return fail(fmt::format("the addresses of the elements of '{}' are not known", span.base));
    for (const Access* access : span.accesses) {
      const Array& array = nest.arrays[access->array];
      if (array.scope >= 0) return fail(fmt::format("'{}' is set in the loop", span.base));
      if (!liesInside(span, array, nest, source.ast))
        return fail(fmt::format("elements of '{}' are reached through pointers in memory", span.base));
      if (span.isContainer) continue;
      const auto range = reader.rangeOf(*access);
      if (!range) return fail(fmt::format("the subscripts of '{}' are not affine", span.base));
      reader.merge(span.ranges, *range);
    }
    return true;
  }

  // --- text
  // -----------------------------------------------------------------------------------------------------------------

  std::string address(const Span& span, const Polynomial& offset) const {
    std::string added, taken;
    for (const auto& [monomial, factor] : offset.terms) {
      const std::int64_t size = std::abs(factor);
      std::string product = size == 1 && !monomial.empty() ? "" : std::to_string(size);
      for (const std::string& name : monomial)
        product +=
            (product.empty() ? "" : " * ") +
            (product.empty() && monomial.size() == 1 ? asOperand(name) : writer.cast("long long", name));
      (factor > 0 ? added : taken) += (factor > 0 ? " + " : " - ") + product;
    }
    return span.base + added + taken;
  }

  void writePair(const Span& a, const Span& b, std::vector<ConditionText>& terms) const {
    const auto ends = [&](const Span& span) {
      std::vector<std::pair<std::string, std::string>> texts;
      if (span.isReference) texts.emplace_back("&" + span.base, fmt::format("&{} + 1", span.base));
      if (span.isContainer)
        texts.emplace_back(span.base + ".data()", fmt::format("{0}.data() + {0}.size()", span.base));
      for (const ElementRange& range : span.ranges)
        texts.emplace_back(address(span, range.low), address(span, range.high));
      return texts;
    };
    const bool sameType = !elementOf(a).isNull() && !elementOf(b).isNull() &&
                          source.ast.hasSameUnqualifiedType(elementOf(a), elementOf(b));
    const auto pointer = [&](const std::string& text) {
      return sameType ? text : writer.cast("const void*", text);
    };
    for (const auto& [aBegin, aEnd] : ends(a))
      for (const auto& [bBegin, bEnd] : ends(b))
        terms.push_back({fmt::format("{} <= {} || {} <= {}", pointer(aEnd), pointer(bBegin), pointer(bEnd),
                                     pointer(aBegin)),
                         /*isChoice=*/true});
  }
};

}  // namespace

AliasGuard guardAgainstOverlap(const Kernel& kernel, const LoopWriter& writer, const Source& source) {
  return GuardWriter(kernel, writer, source).write();
}

std::string comparisonText(const Polynomial& condition, const LoopWriter& writer) {
  // Whether a product of sizes exceeds 32 bits is tested in double where it may exceed 64 bits, too.
  const bool isOfRange = llvm::any_of(
      condition.terms, [](const auto& term) { return term.first.empty() && term.second >= INT32_MAX; });
  const std::string wide = isOfRange ? "double" : "long long";
  const auto addTo = [&](std::string& side, const Monomial& monomial, std::int64_t factor) {
    constexpr std::int64_t exact = std::int64_t(1) << 53;  // compilers warn of greater ones beside a double
    const std::string number = std::to_string(factor);
    std::string product = factor == 1 && !monomial.empty() ? ""
                          : isOfRange && factor > exact    ? writer.cast(wide, number)
                                                           : number;
    for (const std::string& name : monomial)
      product += (product.empty() ? "" : " * ") + writer.cast(wide, name);
    side += (side.empty() ? "" : " + ") + product;
  };
  std::string left, right;
  const auto compared = [&](const std::string& by) {
    return fmt::format("{} {} {}", left.empty() ? "0" : left, by, right.empty() ? "0" : right);
  };
  if (const auto sides = sidesOfUnequal(condition)) {
    for (const auto& [monomial, factor] : sides->first.terms) addTo(left, monomial, factor);
    for (const auto& [monomial, factor] : sides->second.terms) addTo(right, monomial, factor);
    return compared("!=");
  }
  for (const auto& [monomial, factor] : condition.terms)
    addTo(factor < 0 ? left : right, monomial, std::abs(factor));
  return compared("<=");
}

std::string allOf(const std::vector<ConditionText>& conditions) {
  std::string all;
  for (const ConditionText& each : conditions) alsoHolds(all, oneOf(each, conditions.size()));
  return all;
}

std::vector<ConditionText> assumptionTexts(const Kernel& kernel, const LoopWriter& writer) {
  std::vector<ConditionText> texts;
  for (const Polynomial& condition : kernel.assumedConditions) {
    std::string runs;
    for (const int loop : loopsInFrontOf(kernel, condition))
      alsoHolds(runs, writer.nonEmpty(kernel.nest.loops[static_cast<std::size_t>(loop)]));
    const std::string text = comparisonText(condition, writer);
    texts.push_back(runs.empty() ? ConditionText{text}
                                 : ConditionText{fmt::format("!({}) || {}", runs, text), /*isChoice=*/true});
  }
  return texts;
}

}  // namespace appyl
