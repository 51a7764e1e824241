#include "codegen/text/loop_text.h"

#include "nest/ast/ast.h"
#include "nest/ast/canonical.h"
#include "nest/ast/iterations.h"
#include "nest/ast/library_facts.h"
#include "nest/scev/scalar_evolution.h"

#include "nest/ast/source_ranges.h"
#include "support/names.h"
#include "support/operands.h"

#include <fmt/format.h>

#include <functional>

namespace appyl {
namespace {

using namespace clang;

/// A type that a template decides may have any width.
unsigned widthOf(QualType type, const ASTContext& context) {
  return type->isDependentType() ? 64 : static_cast<unsigned>(context.getTypeSize(type));
}

constexpr const char* wideUnsigned = "unsigned long long";

bool isSimple(llvm::StringRef text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:") ==
         llvm::StringRef::npos;
}

bool isUp(const Loop& loop) { return !loop.descending; }

/// `typeof(n)`, which not all compilers have under one name.
bool isTypeOf(QualType type) { return type->getAs<TypeOfExprType>() || type->getAs<TypeOfType>(); }

bool refersTo(const Stmt* statement, const ValueDecl* variable) {
  if (!statement) return false;
  const auto* reference = dyn_cast<DeclRefExpr>(statement);
  return (reference && reference->getDecl() == variable) ||
         llvm::any_of(statement->children(), [&](const Stmt* child) { return refersTo(child, variable); });
}

}  // namespace

LoopWriter::LoopWriter(const Kernel& kernel, const ASTContext& context, const std::set<std::string>& taken)
    : kernel(kernel), context(context), taken(taken), isCpp(context.getLangOpts().CPlusPlus) {
  const Loop& root = kernel.nest.loops.front();
  if (root.counter && !root.declaresCounter && refersTo(root.lower, root.counter))
    start = unique(root.counter->getNameAsString() + "_start");
}

std::vector<std::string> LoopWriter::startSetup() const {
  if (start.empty()) return {};
  const Expr* lower = kernel.nest.loops.front().lower;
  const std::string type =
      isCpp ? "auto" : strip(lower)->getType().getUnqualifiedType().getAsString(context.getPrintingPolicy());
  return {fmt::format("const {} {} = {};", type, start, written(lower))};
}

bool LoopWriter::startsFromItself(const Loop& loop) const {
  return !start.empty() && &loop == &kernel.nest.loops.front();
}

std::string identifierOf(llvm::StringRef text) {
  text.consume_front("this->");
  std::string name;
  for (const char c : text)
    if (isOfName(c))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

std::string LoopWriter::unique(const std::string& wanted) {
  std::string name = wanted;
  while (taken.count(name) || !own.insert(name).second) name += "_";
  return name;
}

std::string LoopWriter::cast(const std::string& type, const std::string& expression) const {
  return isCpp ? fmt::format("static_cast<{}>({})", type, expression)
               : fmt::format("({}){}", type, asOperand(expression));
}

std::string LoopWriter::counterType(const Loop& loop) const {
  const QualType type = loop.counter->getType().getNonReferenceType().getUnqualifiedType();
  if (type->isUndeducedAutoType() || type->isUndeducedType())
    return fmt::format("decltype({})", lowerText(loop));
  // A type deduced by `auto` may have a name that means nothing here.
  const bool isFound = type->getContainedAutoType() || isTypeOf(type);
  std::string text = (isFound ? type.getCanonicalType() : type).getAsString(context.getPrintingPolicy());
  if (llvm::StringRef(text).starts_with("typeof")) text = "__" + text.insert(6, "__");
  return text;
}

unsigned LoopWriter::bits(const Loop& loop) const {
  const QualType type = loop.counter->getType().getNonReferenceType();
  return widthOf(type, context);
}

std::string LoopWriter::written(const Expr* expression) const {
  const auto whole = rangeOf(expression->getSourceRange(), context);
  std::vector<TextEdit> edits;
  const std::function<void(const Stmt*)> rename = [&](const Stmt* each) {
    const auto* reference = dyn_cast_or_null<DeclRefExpr>(each);
    const auto known = reference ? renamed.find(reference->getDecl()) : renamed.end();
    const auto range = known != renamed.end() ? rangeOf(each->getSourceRange(), context) : std::nullopt;
    if (range) edits.push_back({*range, known->second});
    if (each) llvm::for_each(each->children(), rename);
  };
  rename(expression);
  if (!whole || edits.empty()) return textOf(expression, context);
  const std::string text = editedText(*whole, edits, context);
  return isBareMacro(expression, context) ? "(" + text + ")" : text;
}

/// The expression as text that can stand beside a comparison: `(a ? b : c)`.
std::string LoopWriter::operandText(const Expr* expression) const {
  const Expr* outer = expression->IgnoreImplicit();
  const auto* binary = dyn_cast<BinaryOperator>(outer);
  const bool bindsLoosely = isa<AbstractConditionalOperator>(outer) ||
                            (binary && !binary->isMultiplicativeOp() && !binary->isAdditiveOp());
  return bindsLoosely && !isBareMacro(expression, context) ? "(" + written(expression) + ")"
                                                           : written(expression);
}

std::string LoopWriter::firstText(const Loop& loop) const {
  return startsFromItself(loop) ? start : operandText(loop.lower);
}

/// The counter's first value, which need not be that of the expression.
std::string LoopWriter::lowerText(const Loop& loop) const {
  const std::string text = firstText(loop);
  return keepsFirstValue(loop, context) || strip(loop.lower)->getType()->isDependentType()
             ? text
             : cast(counterType(loop), text);
}

std::string LoopWriter::typeText(QualType type) const {
  return type.getCanonicalType().getUnqualifiedType().getAsString(context.getPrintingPolicy());
}

/// `T i = 0; i < -1`: whether the bound is negative for the comparison depends on T.
bool LoopWriter::mayBeConverted(const Loop& loop) const {
  const auto bound = constantOf(loop.bound, context);
  return loop.counter->getType()->isDependentType() && bound && *bound < 0;
}

/// An enumerator as the number that it is: compilers warn of a choice between one and a number.
std::string LoopWriter::boundText(const Loop& loop) const {
  const QualType type = strip(loop.bound)->getType();
  if (!isCpp || !type->isUnscopedEnumerationType()) return operandText(loop.bound);
  const auto value = constantOf(loop.bound, context);
  const bool isSmall = value && *value >= 0 && *value < 128;
  return cast(isSmall ? counterType(loop)
                      : context.getPromotedIntegerType(type).getAsString(context.getPrintingPolicy()),
              written(loop.bound));
}

/// The first value as the source's comparison sees it: a negative one is large beside an unsigned bound.
std::string LoopWriter::comparedLower(const Loop& loop) const {
  const QualType counter = loop.counter->getType().getNonReferenceType(),
                 lower = strip(loop.lower)->getType(), bound = strip(loop.bound)->getType();
  const auto first = constantOf(loop.lower, context);
  const bool isOfCounter = context.hasSameUnqualifiedType(lower, counter), isLow = first && *first >= 0;
  if (counter->isDependentType() || lower->isDependentType() || bound->isDependentType()) {
    const bool isLowest = first && mayBeConverted(loop);  // to the template's type, before it is compared
    return isOfCounter || (first && !isLowest) ? lowerText(loop) : cast(counterType(loop), firstText(loop));
  }
  // `long i = 0u` is compared as a long.
  const bool losesSign =
      counter->isSignedIntegerType() && lower->isUnsignedIntegerType() && widthOf(lower, context) >= 32;
  if (isLow && !losesSign && keepsFirstValue(loop, context)) return lowerText(loop);
  const bool mixesSigns = counter->isSignedIntegerType() && bound->isUnsignedIntegerType();
  if (mixesSigns && widthOf(bound, context) >= std::max(32u, widthOf(counter, context)))
    return cast(typeText(bound), lowerText(loop));
  if (isOfCounter || (first && !mixesSigns && !losesSign)) return lowerText(loop);
  return cast(counterType(loop), firstText(loop));
}

/// The bound as the source's comparison sees it: a signed bound against an unsigned counter is converted.
std::string LoopWriter::comparedBound(const Loop& loop) const {
  const QualType counter = loop.counter->getType().getNonReferenceType(),
                 bound = strip(loop.bound)->getType();
  const auto last = constantOf(loop.bound, context), own = constantOf(strip(loop.bound), context);
  if (counter->isDependentType() || bound->isDependentType()) return boundText(loop);
  if (last && *last >= 0)  // `-1`, beside an unsigned counter, is the largest number
    return last == own ? boundText(loop) : cast(typeText(loop.bound->getType()), written(loop.bound));
  const bool narrow = widthOf(counter, context) < 32;
  if (!narrow && counter->isUnsignedIntegerType() && bound->isSignedIntegerType() &&
      widthOf(bound, context) <= widthOf(counter, context))
    return cast(counterType(loop), boundText(loop));
  return boundText(loop);
}

std::string LoopWriter::comparison(const Loop& loop) const {
  switch (loop.comparison) {
    case Comparison::Less: return "<";
    case Comparison::LessEqual: return "<=";
    case Comparison::Greater: return ">";
    case Comparison::GreaterEqual: return ">=";
    case Comparison::NotEqual:
      return wrapsCounter(loop.counter->getType(), context) ? "!=" : isUp(loop) ? "<" : ">";
  }
  llvm_unreachable("a comparison");
}

void alsoHolds(std::string& all, const std::string& condition) {
  if (condition.empty()) return;
  all += (all.empty() ? "" : " && ") + condition;
}

bool LoopWriter::cutsBound(const Loop& loop) const {
  const QualType bound = strip(loop.bound)->getType();
  const auto* call = dyn_cast<CallExpr>(strip(loop.bound));
  const std::string name = call ? calleeName(call) : "";
  const bool isCount = (functionIs(name, Fact::Measure) && functionIs(name, Fact::NeverNegative)) ||
                       (memberIs(name, Fact::Measure) && memberIs(name, Fact::NeverNegative));
  if (isCount && !loop.descending) return false;
  return !bound->isDependentType() && !constantOf(loop.bound, context) &&
         widthOf(bound, context) > bits(loop) && (bound->isSignedIntegerType() || loop.descending);
}

bool LoopWriter::keepsHeader(const Loop& loop) const { return isPlain(loop) && !cutsBound(loop); }

bool LoopWriter::keepsForm(const Loop& loop) const {
  return isPlain(loop) &&
         (!cutsBound(loop) || !isInclusive(loop.comparison) || constantOf(loop.lower, context));
}

bool LoopWriter::isPlain(const Loop& loop) const {
  if (loop.isConverted || loop.comparison == Comparison::NotEqual || !loop.step || startsFromItself(loop) ||
      loop.counter->getInitStyle() != VarDecl::CInit)
    return false;
  const QualType type = loop.counter->getType().getNonReferenceType();
  if (type->isDependentType() || bits(loop) < 32) return !type->isDependentType() ? false : *loop.step == 1;
  // OpenMP computes (bound - first + step - 1) / step in the counter's type: that must not overflow where the
  // loop does not.
  if (*loop.step != 1 && *loop.step != -1) return false;
  // GCC takes `i -= 1` of an unsigned counter for a step of 2^32 - 1, and `--i`, too, under
  // schedule(dynamic).
  if (*loop.step == -1 && type->isUnsignedIntegerType()) return false;
  const auto first = constantOf(loop.lower, context), bound = constantOf(loop.bound, context);
  if (first && (*first < 0 || *first > (std::int64_t(1) << 30))) return false;
  if (bound && (*bound < 0 || *bound > (std::int64_t(1) << 30))) return false;
  const QualType boundType = strip(loop.bound)->getType();
  const bool mixesSigns = !bound && boundType->isSignedIntegerType() != type->isSignedIntegerType();
  return !mixesSigns ||
         (type->isSignedIntegerType() && first && widthOf(boundType, context) >= widthOf(type, context));
}

bool LoopWriter::isStrided(const Axis& axis) const {
  const Loop& loop = kernel.nest.loops[axis.loop];
  const QualType type = loop.counter->getType().getNonReferenceType();
  if (type->isDependentType() || !loop.step || loop.comparison == Comparison::NotEqual || loop.isConverted)
    return false;
  const QualType bound = strip(loop.bound)->getType();
  const auto first = constantOf(loop.lower, context), last = constantOf(loop.bound, context);
  const std::int64_t limit = std::int64_t(1) << 31;
  if (axis.block.value > limit || axis.block.value < 0) return false;
  if (bits(loop) <= 32) {
    if (std::abs(*loop.step) > limit) return false;
    // A negative counter against an unsigned bound of its size or wider is a large number.
    const bool wraps = type->isSignedIntegerType() && bound->isUnsignedIntegerType() &&
                       widthOf(bound, context) >= 32 && !(first && *first >= 0);
    return !wraps;
  }
  // 64 bits: the end is safe to step past when the walk starts near zero and moves in small steps.
  const bool sameSigns = bound->isSignedIntegerType() == type->isSignedIntegerType() || (last && *last >= 0);
  if (std::abs(*loop.step) > 1024 || (axis.block.value == 0) || !sameSigns) return false;
  if (isUp(loop)) return first && *first >= 0 && *first < limit;
  return type->isSignedIntegerType() && bound->isSignedIntegerType() && last && *last >= 0;
}

/// The block size as text; a run-time one is evaluated once, and a value below 1 counts as 1.
std::string LoopWriter::blockText(const Axis& axis, LoopText& text, const std::string& type) {
  if (axis.block.value > 0) {
    const bool readable = axis.block.expr && isSimple(axis.block.text) && axis.block.value <= INT32_MAX &&
                          (context.hasSameUnqualifiedType(strip(axis.block.expr)->getType(), context.IntTy) ||
                           type.find("unsigned") != std::string::npos || type == "std::size_t");
    return readable ? axis.block.text : std::to_string(axis.block.value);
  }
  const Loop& loop = kernel.nest.loops[axis.loop];
  const std::string size = unique(loop.counter->getNameAsString() + "_size");
  const std::string value = asOperand(axis.block.text);
  const bool isUnsigned = strip(axis.block.expr)->getType()->isUnsignedIntegerType();
  const std::string largest = "1073741824";
  // Larger than any range that can be run; so that the step over a block cannot overflow.
  const QualType sizeType = strip(axis.block.expr)->getType();
  const bool mayBeLarge = sizeType->isDependentType() || widthOf(sizeType, context) > 32 ||
                          (isUnsigned && widthOf(sizeType, context) == 32);
  std::string chosen = value + " < 1 ? 1 : ";
  chosen += mayBeLarge ? fmt::format("{0} > {1} ? {1} : {0}", value, largest) : value;
  text.setup.push_back(
      fmt::format("const {} {} = {};", type, size, mayBeLarge ? cast(type, chosen) : chosen));
  return size;
}

LoopText LoopWriter::writeStrided(const Axis& axis) {
  const Loop& loop = kernel.nest.loops[axis.loop];
  const std::string name = loop.counter->getNameAsString();
  const bool isWide = bits(loop) > 32, isWidened = widened.count(loop.counter) != 0;
  const std::string type = isWidened ? "long long" : counterType(loop), counter = isWide ? type : "long long";
  const std::string one = isWide ? "1" : "1LL";
  LoopText text;

  std::string bound = comparedBound(loop);
  const QualType boundType = strip(loop.bound)->getType();
  const bool isLiteral = constantOf(loop.bound, context).has_value();
  if (!isWide && !isLiteral && boundType->isUnsignedIntegerType() && widthOf(boundType, context) > 32)
    bound = cast("long long", bound);
  if (isInclusive(loop.comparison))
    bound = fmt::format("{} {} {}", asOperand(bound), isUp(loop) ? "+" : "-", one);
  if (!isSimple(bound)) {
    const std::string hoisted = unique(name + "_bound");
    text.setup.push_back(fmt::format("const {} {} = {};", counter, hoisted, bound));
    bound = hoisted;
  }
  const std::int64_t step = std::abs(*loop.step);
  const std::string block = blockText(axis, text, isWide ? type : "long long");
  std::string stride = step == 1 ? block
                       : axis.block.value > 0 && axis.block.text == block
                           ? fmt::format("{} * {}", step, block)
                           : fmt::format("{} * {}", block, step);
  if (axis.block.value > 0 && !axis.block.expr) stride = std::to_string(axis.block.value * step);
  if (!isWide && step != 1 && axis.block.expr) stride = fmt::format("{}LL * {}", step, block);

  const std::string first = unique(name + "_block"), end = unique(name + "_end");
  text.first = first, text.last = end, text.bound = bound, text.block = axis.block.value;
  text.stride = stride;
  const char sign = isUp(loop) ? '+' : '-';
  const char* compare = isUp(loop) ? "<" : ">";
  text.blockHeader = fmt::format("for ({} {} = {}; {} {} {}; {} {}= {})", counter, first, lowerText(loop),
                                 first, compare, bound, first, sign, stride);
  const std::string endType = bits(loop) < 32 && !isWidened ? "int" : type;
  text.blockTypes = {counter, endType};
  const bool isOfBlocks = isWide || isWidened;  // the block's first is of the counter's type
  std::string least;
  if (isWide && isUp(loop))  // bound - first cannot overflow; first + stride might
    least = fmt::format("{0} - {1} < {2} ? {0} : {1} + {2}", bound, first, stride);
  else
    least = fmt::format("{0} {3} {2} {4} {1} ? {0} {3} {2} : {1}", first, bound, stride, sign, compare);
  text.inBlock.push_back(
      fmt::format("const {} {} = {};", endType, end, isOfBlocks ? least : cast(endType, least)));
  const std::string advance = step == 1 ? fmt::format("{}{}", isUp(loop) ? "++" : "--", name)
                                        : fmt::format("{} {}= {}", name, sign, step);
  const std::string declared = loop.declaresCounter ? type + " " : "";
  text.header = fmt::format("for ({}{} = {}; {} {} {}; {})", declared, name,
                            isOfBlocks ? first : cast(type, first), name, compare, end, advance);
  text.type = type;
  return text;
}

std::string LoopWriter::stepText(const Loop& loop) const {
  if (loop.step) return std::to_string(std::abs(*loop.step));
  const std::string step = written(loop.stepExpr);
  // `i += s` in a loop that counts down: s is negative.
  const auto increment = asAssignment(cast_or_null<ForStmt>(loop.stmt)->getInc());
  const bool adds = increment && increment->op == BO_AddAssign;
  return cast(wideUnsigned, loop.descending && adds ? "-" + asOperand(step) : step);
}

std::string LoopWriter::countExpression(const Loop& loop, const std::string& where) const {
  const auto evaluated = [&](const std::string& count) {
    return where.empty() ? count : fmt::format("{} ? ({}) : 0", where, count);
  };
  if (loop.isConverted && loop.iterations) return evaluated(std::to_string(*loop.iterations) + "ULL");
  const std::string type = counterType(loop);
  const QualType counter = loop.counter->getType().getNonReferenceType();
  const std::string lower = comparedLower(loop);
  const std::string bound = comparedBound(loop);
  const std::string step = stepText(loop);
  const std::string end = mayBeConverted(loop) ? cast(type, bound) : bound;
  const std::string high = cast(wideUnsigned, isUp(loop) ? end : lower),
                    low = cast(wideUnsigned, isUp(loop) ? lower : end);
  const bool lowIsZero =
      isUp(loop) ? constantOf(loop.lower, context) == 0 : constantOf(loop.bound, context) == 0;
  const std::string distance = lowIsZero ? high : fmt::format("{} - {}", high, low);
  if (loop.comparison == Comparison::NotEqual && wrapsCounter(counter, context)) {  // on its way to the bound
    const std::string unsignedType =
        counter->isUnsignedIntegerType() ? type : typeText(context.getCorrespondingUnsignedType(counter));
    const std::string wrapped =
        cast(wideUnsigned,
             cast(unsignedType, isUp(loop) ? fmt::format("{} - {}", asOperand(bound), asOperand(lower))
                                           : fmt::format("{} - {}", asOperand(lower), asOperand(bound))));
    return evaluated(step == "1" ? wrapped : fmt::format("{} / {}", wrapped, step));
  }
  std::string count;
  if (isInclusive(loop.comparison))
    count = step == "1" ? fmt::format("{} + 1", distance) : fmt::format("({}) / {} + 1", distance, step);
  else
    count = step == "1" ? distance : fmt::format("({} - 1) / {} + 1", distance, step);
  // Compilers know that an unsigned bound is not below 0, and warn of a comparison with 0.
  const auto last = constantOf(loop.bound, context);
  const bool isUnsigned =
      counter->isUnsignedIntegerType() || strip(loop.bound)->getType()->isUnsignedIntegerType();
  const bool isNeverEmpty =
      alwaysRuns(loop) || (loop.comparison == Comparison::LessEqual && constantOf(loop.lower, context) == 0 &&
                           isUnsigned && last && *last >= 0);
  if (isNeverEmpty) return evaluated(count);
  std::string runs = where;
  alsoHolds(runs, fmt::format("{} {} {}", lower, comparison(loop), bound));
  return fmt::format("{} ? {} : 0", runs, count);
}

LoopText LoopWriter::writeCounted(const Axis& axis, bool blocked, const std::string& where) {
  const Loop& loop = kernel.nest.loops[axis.loop];
  const std::string name = loop.counter->getNameAsString();
  const std::string type = counterType(loop);
  LoopText text;
  const std::string count = unique(name + "_count"), number = unique(name + "_number");
  text.count = count;
  // Compilers warn of what is compared with, or divided by, a number that they know to be 0.
  const char* constant = isEmpty(loop) ? "" : "const ";
  text.setup.push_back(
      fmt::format("{}{} {} = {};", constant, wideUnsigned, count, countExpression(loop, where)));
  if (blocked) {
    const std::string block = blockText(axis, text, wideUnsigned);
    const std::string first = unique(name + "_first"), last = unique(name + "_last");
    text.first = first, text.last = last;
    text.blockHeader =
        fmt::format("for ({0} {1} = 0; {1} < {2}; {1} += {3})", wideUnsigned, first, count, block);
    text.inBlock.push_back(fmt::format("const {0} {1} = {2} - {3} < {4} ? {2} : {3} + {4};", wideUnsigned,
                                       last, count, first, block));
    text.header = fmt::format("for ({0} {1} = {2}; {1} < {3}; ++{1})", wideUnsigned, number, first, last);
  } else {
    text.header = fmt::format("for ({0} {1} = 0; {1} < {2}; ++{1})", wideUnsigned, number, count);
  }
  std::string distance = number;
  if (!loop.step || std::abs(*loop.step) != 1) {
    distance = fmt::format("{} * {}", number, stepText(loop));
  }
  const bool fromZero = constantOf(loop.lower, context) == 0 && isUp(loop);
  const std::string value = fromZero ? distance
                                     : fmt::format("{} {} {}", cast(wideUnsigned, lowerText(loop)),
                                                   isUp(loop) ? '+' : '-', distance);
  const bool isUsed = refersTo(loop.body, loop.counter);
  const std::string declared =
      loop.declaresCounter ? (isUsed || !isCpp ? "const " : "[[maybe_unused]] const ") + type + " " : "";
  text.inBody.push_back(fmt::format("{}{} = {};", declared, name, cast(type, value)));
  if (loop.declaresCounter && !isUsed && !isCpp) text.inBody.push_back(fmt::format("(void){};", name));
  text.type = type;
  return text;
}

/// A number of the counter's type that is not before the counter's first value.
std::string LoopWriter::nearBound(const Loop& loop) const {
  const std::string bound = comparedBound(loop);
  const std::string empty = isInclusive(loop.comparison)
                                ? std::to_string(*constantOf(loop.lower, context) + (isUp(loop) ? -1 : 1))
                                : lowerText(loop);
  return cast(counterType(loop),
              fmt::format("{} {} {} ? {} : {}", comparedLower(loop), comparison(loop), bound, bound, empty));
}

std::string LoopWriter::boundedHeader(const Loop& loop, const std::string& bound) const {
  const std::string name = loop.counter->getNameAsString();
  return fmt::format("for ({}{} = {}; {} {} {}; {}{})", loop.declaresCounter ? counterType(loop) + " " : "",
                     name, lowerText(loop), name, comparison(loop), bound, isUp(loop) ? "++" : "--", name);
}

std::string LoopWriter::boundedHeader(const Loop& loop) const {
  return keepsForm(loop) ? boundedHeader(loop, nearBound(loop)) : "";
}

std::string LoopWriter::widenedHeader(const Loop& loop) const {
  const auto isSigned = [](const Expr* value) {
    return !value->isTypeDependent() && strip(value)->getType()->isSignedIntegerType();
  };
  if (!widened.count(loop.counter) || !isPlain(loop) || constantOf(loop.lower, context) ||
      !isSigned(loop.lower) || !isSigned(loop.bound))
    return "";
  const std::string name = loop.counter->getNameAsString();
  return fmt::format("for (long long {} = {}; {} {} {}; {}{})", name, lowerText(loop), name, comparison(loop),
                     boundText(loop), isUp(loop) ? "++" : "--", name);
}

LoopText LoopWriter::writeBounded(const Axis& axis) {
  const Loop& loop = kernel.nest.loops[axis.loop];
  if (!isPlain(loop) || !cutsBound(loop) || !keepsForm(loop)) return write(axis, false);
  const std::string bound = unique(loop.counter->getNameAsString() + "_bound");
  LoopText text;
  text.setup.push_back(fmt::format("const {} {} = {};", counterType(loop), bound, nearBound(loop)));
  text.header = boundedHeader(loop, bound);
  noteEnd(loop, text);
  return text;
}

/// By constants: `j = 0; j < 0`.
bool LoopWriter::isEmpty(const Loop& loop) const {
  if (loop.iterations) return *loop.iterations == 0;
  const auto first = constantOf(loop.lower, context), bound = constantOf(loop.bound, context);
  if (!first || !bound) return false;
  switch (loop.comparison) {
    case Comparison::Less: return *first >= *bound;
    case Comparison::LessEqual: return *first > *bound;
    case Comparison::Greater: return *first <= *bound;
    case Comparison::GreaterEqual: return *first < *bound;
    case Comparison::NotEqual: return *first == *bound;
  }
  return false;
}

/// `i = 0; i <= n` of an unsigned n or, compared with it, an unsigned i, and `i = -4; i < n` of a wide i:
/// compilers warn of the comparison.
bool LoopWriter::alwaysRuns(const Loop& loop) const {
  if (loop.isConverted && loop.iterations) return *loop.iterations != 0;
  const QualType counter = loop.counter->getType().getNonReferenceType(),
                 bound = strip(loop.bound)->getType();
  const auto first = constantOf(loop.lower, context);
  const bool isBelow = loop.comparison == Comparison::Less && first && *first < 0,
             isInclusive = loop.comparison == Comparison::LessEqual && first && *first <= 0;
  if (!(isBelow || isInclusive) || counter->isDependentType() || bound->isDependentType() ||
      constantOf(loop.bound, context))
    return false;
  if (*first < 0)
    return counter->isSignedIntegerType() && bound->isUnsignedIntegerType() &&
           widthOf(bound, context) < std::max(32u, widthOf(counter, context)) &&
           keepsFirstValue(loop, context);
  const bool isOfCounter = counter->isUnsignedIntegerType() && widthOf(counter, context) >= 32 &&
                           widthOf(bound, context) <= widthOf(counter, context);
  return isOfCounter || (bound->isUnsignedIntegerType() && widthOf(bound, context) >= 32);
}

LoopText LoopWriter::write(const Axis& axis, bool blocked, const std::string& where) {
  const Loop& loop = kernel.nest.loops[axis.loop];
  LoopText text = blocked && isStrided(axis) ? writeStrided(axis) : writeCounted(axis, blocked, where);
  noteEnd(loop, text);
  return text;
}

std::string LoopWriter::nonEmpty(const Loop& loop) const {
  if (loop.isConverted && isEmpty(loop)) return isCpp ? "false" : "0";
  return alwaysRuns(loop)
             ? ""
             : fmt::format("{} {} {}", comparedLower(loop), comparison(loop), comparedBound(loop));
}

void LoopWriter::noteEnd(const Loop& loop, LoopText& text) const {
  text.nonEmpty = nonEmpty(loop);
  const std::string type = counterType(loop);
  // The first value that fails the comparison.
  std::string steps = countExpression(loop);
  std::string step =
      loop.step ? std::to_string(std::abs(*loop.step)) : cast(wideUnsigned, written(loop.stepExpr));
  const std::string bound = cast(type, comparedBound(loop));
  if (loop.comparison == Comparison::Less && loop.step == 1 && !loop.isConverted)
    text.finalValue = text.nonEmpty.empty()
                          ? bound
                          : fmt::format("{0} ? {1} : {2}", text.nonEmpty, bound, cast(type, lowerText(loop)));
  else
    text.finalValue = cast(type, fmt::format("{} {} ({}){}", cast(wideUnsigned, lowerText(loop)),
                                             isUp(loop) ? '+' : '-', steps, step == "1" ? "" : " * " + step));
}

}  // namespace appyl
