#include "target/alias_guard.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

/// Elements [low, high) of a pointer or C array; the whole of a container.
struct Range {
  Polynomial low, high;
};

/// What a kernel touches through one name.
struct Span {
  std::string base;  // `a`, `this->a`, `image.pixels`
  const ValueDecl* root = nullptr;
  QualType type;
  bool written = false;
  bool isContainer = false;   // with data() and size()
  std::vector<Range> ranges;  // of anything else
};

std::string namedTemplate(QualType type) {
  if (const auto* record = type->getAsCXXRecordDecl())
    return record->isInStdNamespace() && record->getIdentifier() ? record->getName().str() : "";
  const auto* special = type->getAs<TemplateSpecializationType>();  // of a dependent type
  const TemplateDecl* pattern = special ? special->getTemplateName().getAsTemplateDecl() : nullptr;
  return pattern && pattern->isInStdNamespace() ? pattern->getNameAsString() : "";
}

bool ownsElements(QualType type) {
  static const std::set<std::string> owners = {"vector", "array", "basic_string", "valarray", "deque"};
  return type->isArrayType() || owners.count(namedTemplate(type));
}

class GuardWriter {
 public:
  GuardWriter(const Kernel& kernel, const LoopWriter& writer, const ASTContext& context)
      : nest(kernel.nest), writer(writer), context(context) {}

  AliasGuard write() {
    readSpans();
    std::vector<std::string> terms;
    for (std::size_t a = 0; a < spans.size(); ++a)
      for (std::size_t b = a + 1; b < spans.size(); ++b)
        if (mayOverlap(spans[a], spans[b])) {
          if (!readRanges(spans[a]) || !readRanges(spans[b])) return {"", obstacle};
          writePair(spans[a], spans[b], terms);
        }
    std::vector<std::string> all;
    if (!terms.empty())
      for (const Polynomial& sign : signs) all.push_back(comparisonText(sign, writer));
    all.insert(all.end(), terms.begin(), terms.end());
    if (all.size() == 1) return {all.front(), ""};
    for (std::string& term : all)
      if (term.find("||") != std::string::npos) term = "(" + term + ")";
    return {fmt::format("{}", fmt::join(all, " && ")), ""};
  }

 private:
  const LoopNest& nest;
  const LoopWriter& writer;
  const ASTContext& context;
  std::vector<Span> spans;
  std::vector<Polynomial> signs;  // >= 0: what the ends of the ranges rest on
  std::string obstacle;

  bool fail(const std::string& why) {
    obstacle = why;
    return false;
  }

  static std::string baseOf(const Array& array) { return array.name.substr(0, array.name.find("[]")); }

  void readSpans() {
    for (const Access& access : nest.accesses) {
      const Array& array = nest.arrays[access.array];
      const QualType declared = array.declaration->getType();
      if (access.subscripts.empty() || array.isPrivate ||
          (array.scope >= 0 && !declared->isReferenceType() && !declared->isPointerType()))
        continue;
      const std::string base = spelled(array);
      auto known = std::find_if(spans.begin(), spans.end(), [&](const Span& span) {
        return span.root == array.declaration && span.base == base;
      });
      if (known == spans.end()) {
        Span span;
        span.base = base;
        span.root = array.declaration;
        span.type = typeOf(array);
        spans.push_back(span);
        known = spans.end() - 1;
      }
      known->written |= access.writes;
    }
  }

  /// As it can be written in front of the nest.
  std::string spelled(const Array& array) const {
    const auto* variable = dyn_cast<VarDecl>(array.declaration);
    const std::string qualified = array.declaration->getQualifiedNameAsString();
    if (!variable || variable->isLocalVarDeclOrParm() || qualified.find('(') != std::string::npos)
      return baseOf(array);
    return qualified + baseOf(array).substr(array.declaration->getNameAsString().size());
  }

  /// The type of `image.pixels`; null where a part of it cannot be named here.
  QualType typeOf(const Array& array) const {
    const std::string name =
        (isa<FieldDecl>(array.declaration) ? "this->" : "") + array.declaration->getNameAsString();
    llvm::StringRef rest = llvm::StringRef(array.name).substr(name.size());
    rest = rest.take_front(rest.find("[]"));
    QualType type = array.declaration->getType().getNonReferenceType();
    while (!type.isNull() && !rest.empty()) type = memberType(type, rest);
    return type;
  }

  /// The type of the first member that `path` names, which is taken off it.
  QualType memberType(QualType type, llvm::StringRef& path) const {
    if (path.consume_front("->"))
      type = type->getPointeeType();
    else if (!path.consume_front("."))
      return {};
    const llvm::StringRef name =
        path.take_while([](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
    path = path.drop_front(name.size());
    const RecordDecl* record = type.isNull() ? nullptr : type->getAsRecordDecl();
    for (const FieldDecl* field : record ? record->fields() : RecordDecl::field_range({}, {}))
      if (field->getName() == name)
        return isAccessible(*field) ? field->getType().getNonReferenceType() : QualType();
    return {};
  }

  bool isAccessible(const FieldDecl& field) const {
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(nest.function);
    return field.getAccess() == AS_public || field.getAccess() == AS_none ||
           (method && method->getParent() == field.getParent());
  }

  bool mayOverlap(const Span& a, const Span& b) const {
    if (!(a.written || b.written) || (a.root == b.root && a.base == b.base)) return false;
    if (a.type.isNull() || b.type.isNull() || !ownsElements(a.type) || !ownsElements(b.type)) return true;
    // Two objects with elements of their own: one of them would have to be the other.
    const bool distinct = !a.root->getType()->isReferenceType() && !b.root->getType()->isReferenceType() &&
                          a.base.find("->", 6) == std::string::npos &&
                          b.base.find("->", 6) == std::string::npos;
    return !distinct && context.hasSameUnqualifiedType(a.type, b.type);
  }

  // --- ranges
  // ---------------------------------------------------------------------------------------------------------------

  bool readRanges(Span& span) {
    if (span.isContainer || !span.ranges.empty()) return true;
    static const std::set<std::string> contiguous = {"vector", "array", "span", "basic_string"};
    if (span.type.isNull()) return fail(fmt::format("'{}' cannot be named in front of the loop", span.base));
    const bool isPointer = span.type->isPointerType() || span.type->isArrayType();
    span.isContainer = contiguous.count(namedTemplate(span.type)) != 0;
    if (!isPointer && !span.isContainer)
      return fail(fmt::format("the addresses of the elements of '{}' are not known", span.base));
    for (const Access& access : nest.accesses) {
      const Array& array = nest.arrays[access.array];
      if (array.declaration != span.root || spelled(array) != span.base) continue;
      if (array.scope >= 0) return fail(fmt::format("'{}' is set in the loop", span.base));
      if (!staysInside(span.type, array))
        return fail(fmt::format("elements of '{}' are reached through pointers in memory", span.base));
      if (span.isContainer) continue;
      Range range;
      if (access.subscripts.empty() || !access.subscripts.front() ||
          !ends(*access.subscripts.front(), access.loop, range))
        return fail(fmt::format("the subscripts of '{}' are not affine", span.base));
      merge(span.ranges, range);
    }
    return true;
  }

  /// Does everything behind the first subscript lie in the element itself?
  bool staysInside(QualType type, const Array& array) const {
    llvm::StringRef path =
        llvm::StringRef(array.name).drop_front(std::min(array.name.size(), array.name.find("[]")));
    std::size_t left = array.extents.size(), subscripted = 0;
    while (!type.isNull() && (left > 0 || !path.empty())) {
      if (!path.empty() && !path.starts_with("[]")) {
        type = memberType(type, path);
        continue;
      }
      if (left == 0) return false;
      path.consume_front("[]");
      --left;
      const bool inside = type->isArrayType() || namedTemplate(type) == "array";
      if (!inside && subscripted > 0) return false;
      ++subscripted;
      if (left == 0 && path.empty()) return true;
      type = elementType(type);
    }
    return !type.isNull();
  }

  QualType elementType(QualType type) const {
    if (type->isPointerType()) return type->getPointeeType();
    if (const ArrayType* array = context.getAsArrayType(type)) return array->getElementType();
    const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    const bool isFirst = record && record->getTemplateArgs().size() > 0 &&
                         record->getTemplateArgs()[0].getKind() == TemplateArgument::Type;
    return isFirst ? record->getTemplateArgs()[0].getAsType() : QualType();
  }

  /// The least and the greatest value of a subscript, the counters replaced from the innermost one outwards.
  bool ends(const Polynomial& subscript, int loop, Range& range) {
    range = {subscript, subscript};
    const std::vector<int> around = loopsAround(nest, loop);
    for (auto each = around.rbegin(); each != around.rend(); ++each)
      if (!replace(nest.loops[*each], range.low, false) || !replace(nest.loops[*each], range.high, true))
        return false;
    const auto pastHigh = add(range.high, Polynomial(1));
    if (!pastHigh) return false;
    range.high = *pastHigh;
    return isInvariant(range.low) && isInvariant(range.high);
  }

  /// Parameters that can be written as they are named.
  bool isInvariant(const Polynomial& value) const {
    for (const std::string& name : value.symbols()) {
      const std::size_t dot = name.rfind('.');
      const bool isNumbered =
          dot != std::string::npos && name.find_first_not_of("0123456789", dot + 1) == std::string::npos;
      if (nest.symbols.at(name).kind != Symbol::Kind::Parameter || isNumbered) return false;
    }
    return true;
  }

  bool replace(const Loop& loop, Polynomial& value, bool greatest) {
    if (!loop.canonical) return true;
    if (!value.mentions(loop.symbol)) return true;
    const auto factor = value.coefficient(loop.symbol);
    if (!factor || !loop.first || !loop.end) return false;
    const bool isInclusive =
        loop.comparison == Comparison::LessEqual || loop.comparison == Comparison::GreaterEqual;
    const auto last = isInclusive ? loop.end : add(*loop.end, Polynomial(loop.descending ? 1 : -1));
    const auto positive = isPositive(*factor);
    if (!last || !positive) return false;
    const bool upper = greatest == *positive;  // the counter's greatest value
    value = value.substitute(loop.symbol, upper != loop.descending ? *last : *loop.first);
    return true;
  }

  /// The sign of a factor; where that depends on parameters it is asked at run time whether it is this one.
  std::optional<bool> isPositive(const Polynomial& factor) {
    if (const auto constant = factor.constant()) return *constant >= 0;
    if (!isInvariant(factor)) return std::nullopt;
    const bool negative = std::all_of(factor.terms.begin(), factor.terms.end(),
                                      [](const auto& term) { return term.second < 0; });
    const bool mixed = !negative && std::any_of(factor.terms.begin(), factor.terms.end(),
                                                [](const auto& term) { return term.second < 0; });
    if (mixed)
      require(factor);
    else
      for (const std::string& name : factor.symbols()) require(Polynomial::symbol(name));
    return !negative;
  }

  void require(const Polynomial& value) {
    for (const std::string& name : value.symbols())
      if (value == Polynomial::symbol(name) && nest.symbols.at(name).isUnsigned) return;
    if (std::find(signs.begin(), signs.end(), value) == signs.end()) signs.push_back(value);
  }

  bool isNeverNegative(const std::string& name) const {
    const Symbol& symbol = nest.symbols.at(name);
    return symbol.isUnsigned || (symbol.value && *symbol.value >= 0) ||
           std::find(signs.begin(), signs.end(), Polynomial::symbol(name)) != signs.end();
  }

  /// `bound` lowered to where it is at most `other` too; false where the two cannot be compared.
  bool lower(Polynomial& bound, const Polynomial& other) const {
    const auto distance = subtract(other, bound);
    if (!distance) return false;
    int above = 0, below = 0;
    std::int64_t constant = 0;
    for (const auto& [monomial, factor] : distance->terms) {
      if (monomial.empty()) {
        constant = factor;
        continue;
      }
      ++(factor > 0 ? above : below);
      if (!std::all_of(monomial.begin(), monomial.end(),
                       [&](const std::string& name) { return isNeverNegative(name); }))
        return false;
    }
    if (above && below) return false;
    const auto lowered = below ? add(other, Polynomial(-std::max<std::int64_t>(constant, 0)))
                               : add(bound, Polynomial(std::min<std::int64_t>(constant, 0)));
    if (lowered) bound = *lowered;
    return lowered.has_value();
  }

  void merge(std::vector<Range>& ranges, const Range& range) const {
    const auto negated = [](const Polynomial& value) { return multiply(value, Polynomial(-1)); };
    for (Range& known : ranges) {
      Polynomial low = known.low;
      auto high = negated(known.high);
      const auto other = negated(range.high);
      if (high && other && lower(low, range.low) && lower(*high, *other))
        if (const auto upper = negated(*high)) {
          known = {low, *upper};
          return;
        }
    }
    ranges.push_back(range);
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
            (product.empty() && monomial.size() == 1 ? parenthesised(name) : writer.cast("long long", name));
      (factor > 0 ? added : taken) += (factor > 0 ? " + " : " - ") + product;
    }
    return span.base + added + taken;
  }

  static std::string parenthesised(const std::string& text) {
    return text.find(' ') == std::string::npos ? text : "(" + text + ")";
  }

  void writePair(const Span& a, const Span& b, std::vector<std::string>& terms) const {
    const auto ends = [&](const Span& span) {
      std::vector<std::pair<std::string, std::string>> texts;
      if (span.isContainer)
        texts.emplace_back(span.base + ".data()", fmt::format("{0}.data() + {0}.size()", span.base));
      for (const Range& range : span.ranges)
        texts.emplace_back(address(span, range.low), address(span, range.high));
      return texts;
    };
    const bool sameType = !elementType(a.type).isNull() && !elementType(b.type).isNull() &&
                          context.hasSameUnqualifiedType(elementType(a.type), elementType(b.type));
    const auto pointer = [&](const std::string& text) {
      return sameType ? text : writer.cast("const void*", text);
    };
    for (const auto& [aBegin, aEnd] : ends(a))
      for (const auto& [bBegin, bEnd] : ends(b))
        terms.push_back(fmt::format("{} <= {} || {} <= {}", pointer(aEnd), pointer(bBegin), pointer(bEnd),
                                    pointer(aBegin)));
  }
};

}  // namespace

AliasGuard guardAgainstOverlap(const Kernel& kernel, const LoopWriter& writer, const ASTContext& context) {
  return GuardWriter(kernel, writer, context).write();
}

std::string comparisonText(const Polynomial& condition, const LoopWriter& writer) {
  std::string left, right;
  for (const auto& [monomial, factor] : condition.terms) {
    std::string product = std::abs(factor) == 1 && !monomial.empty() ? "" : std::to_string(std::abs(factor));
    for (const std::string& name : monomial)
      product += (product.empty() ? "" : " * ") + writer.cast("long long", name);
    std::string& side = factor < 0 ? left : right;
    side += (side.empty() ? "" : " + ") + product;
  }
  return fmt::format("{} <= {}", left.empty() ? "0" : left, right.empty() ? "0" : right);
}

}  // namespace appyl
