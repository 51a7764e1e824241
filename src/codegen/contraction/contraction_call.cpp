#include "codegen/contraction/contraction_call.h"

#include "codegen/contraction/contraction_operands.h"
#include "codegen/contraction/joined_rows.h"
#include "model/purity.h"
#include "nest/ast/source_ranges.h"
#include "nest/scev/scalar_evolution.h"
#include "support/operands.h"

#include <clang/Lex/Lexer.h>

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;
using Start = Contraction::Start;

class CallWriter : ContractionOperands {
 public:
  CallWriter(const Kernel& kernel, LoopWriter& writer, const Source& source, bool forDevice,
             const InKernel* inKernel)
      : ContractionOperands(kernel, writer, source.ast, forDevice, inKernel), source(source) {
    const auto isNamed = [&](const Stmt* part, int index) { return mentions(part, index); };
    for (std::size_t k = joinedBatches(contraction, nest, arrays, isNamed); k > 0; --k) {
      joined.insert(joined.begin(), batches.back());
      batches.pop_back();
    }
  }

  std::optional<ContractionCall> write() {
    if (!context.getLangOpts().CPlusPlus17 || hasPreprocessorLines()) return std::nullopt;
    if (inKernel && typeName() == "auto") return std::nullopt;
    const auto c = matrix(contraction.c, contraction.rows, contraction.columns);
    const std::string start = startText(), tail = tailText();
    const auto sizes = sizesOf(contraction);
    std::string call;
    for (std::size_t k = 0; k <= contraction.further.size(); ++k) {
      const SumOfProducts& sum = k == 0 ? contraction : contraction.further[k - 1];
      const bool isLast = k == contraction.further.size();
      const auto a = factor(sum, sum.a, contraction.rows, sum.terms.back(), /*isA=*/true),
                 b = factor(sum, sum.b, sum.terms.back(), contraction.columns, /*isA=*/false);
      if (!a || !b || !c || !good) return std::nullopt;
      if (k > 0) call += "\n";
      call += callText(sum, *a, *b, *c, k == 0 ? start : space + "from_c", isLast ? tail : "");
    }
    call = inKernel ? inSpreadBatches(call) : inBatches(call);
    if (!contraction.further.empty() && batches.empty()) call = "{\n" + call + "\n}";
    return good ? std::optional(ContractionCall{call, sizes, batchCounts(), typeName(), false, "", ""})
                : std::nullopt;
  }

 private:
  Source source;

  std::string callText(const SumOfProducts& sum, const std::string& a, const std::string& b,
                       const std::string& c, const std::string& start, const std::string& tail) {
    const std::string shares =
        inKernel && !inKernel->inFront.shares.empty() ? inKernel->inFront.shares + ", " : "";
    std::string call =
        space + functionName() +
        fmt::format("({}{}, {}{}, {}, {}, {}", shares, sizesOf(sum), scale(sum), a, b, c, start);
    const bool isTriangle = contraction.region != Contraction::Region::Full;
    if (!tail.empty() || isTriangle)
      call += ", " + (tail.empty() ? space + (inKernel ? "as_it_is()" : "as_it_is") : tail);
    if (isTriangle)
      call += ", " + space + (inKernel ? "part" : "region") +
              (contraction.region == Contraction::Region::Lower ? "::lower" : "::upper");
    return call + ");";
  }

  std::string sizesOf(const SumOfProducts& sum) {
    return fmt::format("{{{}{}, {}}}", rows(), isVector() ? "" : ", " + columns(), terms(sum));
  }

  bool isVector() const { return contraction.columns < 0; }

  std::string functionName() const {
    if (inKernel) return fmt::format("contract_in_grid<{}, {}>", inKernel->inFront.sum, inKernel->inFront.tiles);
    return (contraction.isInPlace ? "contract_in_place" : "contract") + sumType();
  }

  /// `#if` and the like inside the nest choose between nests, of which the compiler has seen only one.
  bool hasPreprocessorLines() const {
    const auto range = statementRange(nest.loops.front().stmt, source);
    if (!range) return true;
    const std::string text = editedText(*range, {}, context);
    for (llvm::StringRef rest = text; !rest.empty();) {
      const auto [line, next] = rest.split('\n');
      llvm::StringRef word = line.ltrim();
      if (word.consume_front("#") && !word.ltrim().starts_with("pragma")) return true;
      rest = next;
    }
    return false;
  }

  // --- factor, start and tail ---

  std::string scale(const SumOfProducts& sum) const {
    if (!sum.scale) return sum.isNegative ? "-1 * " : "";
    return (sum.isNegative ? "-" : "") + operandText(sum.scale) + " * ";
  }

  QualType writtenElementType() const {
    return contraction.elements.front()->getType().getNonReferenceType().getUnqualifiedType();
  }
  QualType elementType() const { return writtenElementType().getCanonicalType(); }

  /// In templates, canonical types have no names, and the type of a call has no name at all.
  std::string elementTypeName() const {
    if (!elementType()->isDependentType()) return nameOf(elementType());
    return isa<TemplateTypeParmType>(elementType()) ? nameOf(writtenElementType()) : "auto";
  }

  /// A type that the kernel would choose by itself need not be written.
  std::string sumType() const {
    const QualType element = elementType(), sum = contraction.sum.getCanonicalType();
    const bool isSame = context.hasSameUnqualifiedType(element, sum);
    const auto* record = element->getAsCXXRecordDecl();
    const bool isSmall = (record && isSmallFloat(record)) && sum->isSpecificBuiltinType(BuiltinType::Float);
    const bool isShort = element->isIntegerType() && !element->isDependentType() &&
                         context.getTypeSize(element) < context.getTypeSize(context.IntTy) &&
                         sum->isSpecificBuiltinType(BuiltinType::Int);
    return isSame || isSmall || isShort ? "" : "<" + typeName() + ">";
  }

  std::string typeName() const {
    if (!contraction.variable) return elementTypeName();
    const QualType type = contraction.sum.getUnqualifiedType();
    return (type->getContainedAutoType() ? type.getCanonicalType() : type)
        .getAsString(context.getPrintingPolicy());
  }

  /// Is it mentioned, other than in C's element, which gets another name?
  bool mentions(const Stmt* part, int counter) const {
    return counter >= 0 && mentions(part, loop(counter).counter);
  }
  bool mentions(const Stmt* part, const VarDecl* variable) const {
    bool found = false;
    walk(part, source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      found |= reference && reference->getDecl() == variable;
      return !found && !isElement(each);
    });
    return found;
  }

  bool isElement(const Stmt* part) const {
    const auto* expression = dyn_cast<Expr>(part);
    const auto& elements = contraction.elements;
    return expression && std::find(elements.begin(), elements.end(), strip(expression)) != elements.end();
  }

  /// The text of a part, with the element of C under another name.
  struct PartText {
    std::string text;
    bool namesElement = false;
  };
  PartText copied(const Expr* part) { return copied(part, rangeOf(part->getSourceRange(), context)); }
  PartText copiedStatement(const Stmt* part) { return copied(part, statementRange(part, source)); }

  /// Clears `good` where macros cut the part apart.
  PartText copied(const Stmt* part, const std::optional<FileRange>& whole) {
    bool namesElement = false;
    std::vector<TextEdit> edits;
    const Stmt* converted = nullptr;  // by the source
    walk(part, source.directives, [&](const Stmt* each) {
      if (const auto* cast = dyn_cast<ExplicitCastExpr>(each)) converted = strip(cast->getSubExpr());
      if (!isElement(each)) return true;
      const Expr* element = strip(cast<Expr>(each));
      const auto range = rangeOf(element->getSourceRange(), context);
      good &= range.has_value();
      if (range) edits.push_back({*range, element == converted ? elementName() : elementMention()});
      namesElement = true;
      return false;
    });
    good &= whole.has_value();
    if (!whole) return {"", namesElement};
    if (inKernel)
      for (const TextEdit& edit : inKernel->edits)
        if (whole->begin <= edit.range.begin && edit.range.end <= whole->end && !isInside(edit.range, edits))
          edits.push_back(edit);
    return {editedText(*whole, edits, context), namesElement};
  }
  static bool isInside(const FileRange& range, const std::vector<TextEdit>& edits) {
    return std::any_of(edits.begin(), edits.end(), [&](const TextEdit& edit) {
      return edit.range.begin <= range.begin && range.end <= edit.range.end;
    });
  }

  /// The parameter `int i`, and in `body` what gives it its value in the source; without a name where nothing
  /// uses it.
  std::string parameter(int index, bool isWanted, std::string& body) const {
    if (index < 0) return "int";
    const Loop& each = loop(index);
    const std::string type = writer.counterType(each);
    if (!isWanted) return type;
    const std::string name = each.counter->getNameAsString();
    const bool fromRow = contraction.region == Contraction::Region::Upper &&
                         (index == contraction.startColumns || index == contraction.storeColumns);
    if (!fromRow && !isZero(each.first)) body = fmt::format("{} += {};\n", name, written(each.lower)) + body;
    return type + " " + name;
  }

  /// The device calculates in no type of two bytes: such an element is converted.
  std::string elementMention() {
    const QualType type = elementType();
    const bool isSmall = type->isFloat16Type() || isSmallFloat(type->getAsCXXRecordDecl());
    return inKernel && isSmall ? "static_cast<float>(" + elementName() + ")" : elementName();
  }

  /// What C's element is called in functions of it.
  const std::string& elementName() {
    if (name.empty()) name = writer.unique(contraction.variable ? "element" : "sum");
    return name;
  }
  std::string name;

  std::string startText() {
    switch (contraction.start) {
      case Start::Zero: return space + (inKernel ? "from_zero()" : "from_zero");
      case Start::Element: return space + (inKernel ? "from_c()" : "from_c");
      case Start::Value: break;
    }
    const Expr* start = contraction.startValue;
    const auto [value, namesElement] = copied(start);
    if (contraction.scalesElement) return fmt::format("{}from_c_times({})", space, value);
    const bool ofRow = mentions(start, contraction.rows),
               ofColumn = mentions(start, contraction.startColumns);
    if (!ofRow && !ofColumn && !namesElement && !mayFail(start, source.directives))
      return fmt::format("{}from_value({})", space, value);
    std::string body;
    const std::string row = parameter(contraction.rows, ofRow, body),
                      column = parameter(contraction.startColumns, ofColumn, body);
    return fmt::format("[&]({}{}, {}) {{ {}return {}; }}",
                       namesElement ? fmt::format("{} {}, ", elementTypeName(), elementName()) : "", row,
                       column, body, value);
  }

  std::string nameOf(QualType type) const { return typeText(type.getUnqualifiedType(), "", context); }

  static const char* spellingOf(BinaryOperatorKind op) {
    switch (op) {
      case BO_AddAssign: return "+";
      case BO_SubAssign: return "-";
      case BO_MulAssign: return "*";
      default: return "/";
    }
  }

  std::string tailText() {
    if (!contraction.stored && !contraction.mirror) return "";
    // Where the source sums up in the element itself, the element is the sum.
    bool namesElement = false, ofRow = false, ofColumn = false, namesSum = false;
    std::string body;
    const auto look = [&](const Stmt* part) {
      ofRow |= mentions(part, contraction.rows);
      ofColumn |= mentions(part, contraction.storeColumns);
      namesSum |= contraction.variable && mentions(part, contraction.variable);
    };
    for (const Stmt* each : contraction.tail) {
      look(each);
      const PartText copy = copiedStatement(each);
      body += copy.text + "\n";
      namesElement |= copy.namesElement;
    }
    std::string value;
    if (contraction.stored) {
      look(contraction.stored);
      const PartText copy = copied(contraction.stored);
      value = copy.text;
      namesElement |= copy.namesElement;
    } else if (contraction.variable) {
      namesSum = true;
      value = contraction.variable->getNameAsString();
    } else {
      namesElement = true;
      value = elementName();
    }
    if (contraction.storedBy != BO_Assign) {
      namesElement = true;
      value =
          fmt::format("{} {} {}", elementName(), spellingOf(contraction.storedBy),
                      isa<BinaryOperator, AbstractConditionalOperator>(contraction.stored->IgnoreImplicit())
                          ? "(" + value + ")"
                          : value);
    }
    if (contraction.mirror) {
      ofRow = ofColumn = true;
      const std::string stored = writer.unique("value");
      body += fmt::format("const {0} {1} = {2};\n{3} = {1};\n", elementTypeName(), stored, value,
                          written(contraction.mirror));
      value = stored;
    }
    const std::string row = parameter(contraction.rows, ofRow, body),
                      column = parameter(contraction.storeColumns, ofColumn, body);
    body += fmt::format("return {};", value);
    std::string parameters;
    if (contraction.variable) {
      parameters = typeName() + (namesSum ? " " + contraction.variable->getNameAsString() : "");
      if (namesElement) parameters += fmt::format(", {} {}", elementTypeName(), elementName());
    } else {
      parameters = typeName() + (namesElement ? " " + elementName() : "");
    }
    return fmt::format("[&]({}, {}, {}) {{ {} }}", parameters, row, column, body);
  }

  // --- batches ---

  /// The batches' loops that the device spreads: two at most, whose ranges depend on no other.
  std::size_t spreadBatches() const {
    const auto isOfOuter = [&](const Expr* bound) { return mentions(bound, loop(batches[0]).counter); };
    const bool isBox =
        batches.size() > 1 && !isOfOuter(loop(batches[1]).lower) && !isOfOuter(loop(batches[1]).bound);
    return isBox ? 2 : std::min<std::size_t>(batches.size(), 1);
  }

  std::string batchCounts() const {
    std::string counts;
    for (std::size_t k = 0; k < spreadBatches(); ++k) add(counts, extent(batches[k]), ", ");
    return counts;
  }

  /// The products of a batch on the device: along z and y of the grid; other loops stand as they are.
  std::string inSpreadBatches(std::string text) {
    for (std::size_t k = batches.size(); k-- > 0;) {
      const Loop& each = loop(batches[k]);
      if (k >= spreadBatches()) {
        const auto header = headerRange(cast<ForStmt>(each.stmt), context);
        good &= header.has_value();
        if (header)
          text = editedText(*header, editsIn(*header, inKernel->edits), context) + " {\n" + text + "\n}";
        continue;
      }
      const std::string name = each.counter->getNameAsString(), at = writer.unique(name + "_at"),
                        type = writer.counterType(each),
                        first = isZero(each.first) ? "" : operandText(each.lower) + " + ";
      const QualType bound = strip(each.bound)->getType();
      const bool isSigned = bound->isSignedIntegerType() || !isZero(each.first);
      const std::string count = extent(batches[k]);
      text = fmt::format(
          "for (long long {0} = blockIdx.{1}; {0} < {2}; {0} += gridDim.{1}) {{\nconst {3} {4} = "
          "static_cast<{3}>({5}{0});\n{6}\n}}",
          at, k == 0 ? "z" : "y", isSigned ? count : writer.cast("long long", count), type, name, first,
          text);
    }
    return text;
  }

  /// The products of a batch: the outermost loop is shared out, those inside it stand as they are.
  std::string inBatches(std::string call) {
    for (std::size_t k = batches.size(); k-- > 1;) {
      const auto header = headerRange(cast<ForStmt>(loop(batches[k]).stmt), context);
      good &= header.has_value();
      if (header) call = editedText(*header, {}, context) + " {\n" + call + "\n}";
    }
    if (batches.empty()) return call;
    if (!good) return "";
    std::string body, work;
    const std::string counter = parameter(batches.front(), true, body);
    std::vector<std::string> counts = {rows()};
    for (const int each : contraction.terms)
      counts.push_back(contraction.edge ? termsToEdge(contraction) : extent(each));
    for (const std::string& count : counts)
      work += (work.empty() ? writer.cast("double", count) : " * " + asOperand(count));
    if (!isVector()) work += " * " + asOperand(columns());
    for (std::size_t k = 1; k < batches.size(); ++k) work += " * " + asOperand(extent(batches[k]));
    return fmt::format("::appyl::cpu::for_each_in_batch({}, {}, [&]({}) {{\n{}{}\n}});",
                       extent(batches.front()), work, counter, body, call);
  }
};

}  // namespace

std::optional<ContractionCall> contractionCall(const Kernel& kernel, LoopWriter& writer, const Source& source,
                                               bool forDevice) {
  return CallWriter(kernel, writer, source, forDevice, nullptr).write();
}

std::optional<ContractionCall> contractionCall(const Kernel& kernel, LoopWriter& writer, const Source& source,
                                               const Captures& captures, const std::vector<TextEdit>& edits,
                                               const ContractionCall& inFront) {
  const InKernel inKernel{captures, edits, inFront};
  return CallWriter(kernel, writer, source, /*forDevice=*/true, &inKernel).write();
}

}  // namespace appyl
