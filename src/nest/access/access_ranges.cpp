// The effects of the library's algorithms on ranges: `std::fill(a + i * m, a + (i + 1) * m, 0)` writes the
// elements between the two pointers. Where the ends of a range are not known, it may touch any element.
#include "nest/access/access_reader.h"
#include "nest/ast/array_types.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"

namespace appyl {

using namespace clang;

namespace {

/// One range of a call: the position of its first argument, and how the call gives its end. `One`: a single
/// element that the call writes, `sincos(x, &s[i], &c[i])`.
struct RangeRule {
  enum Kind { End, Count, Bytes, Same, One } kind = End;
  unsigned first = 0,
           last = 0;  // `last`: the end, the number of elements or bytes; the range that is as long
  Mode mode = Mode::Read;
};

/// The ranges of a function with that many arguments, or with more if `orMore`.
struct RangeRules {
  llvm::StringLiteral function;
  unsigned arguments = 0, size = 0;
  bool orMore = false;
  RangeRule rules[3] = {};
};

/// No constant: where it is reached, a row of library.def does not compile.
void mistakeInRow() {}

/// Takes a row of library.def apart, from left to right.
class RangeNotation {
 public:
  consteval explicit RangeNotation(const char* text) : next(text) {}

  consteval bool take(char each) {
    const bool isIt = *next == each;
    if (isIt) ++next;
    return isIt;
  }
  consteval void expect(bool holds) const {
    if (!holds) mistakeInRow();
  }
  consteval unsigned number() {
    expect(*next >= '0' && *next <= '9');
    return static_cast<unsigned>(*next++ - '0');
  }
  consteval bool atEnd() const { return *next == 0; }

  consteval RangeRule range() {
    RangeRule rule;
    rule.mode = take('r') ? Mode::Read : take('w') ? Mode::Write : Mode::Update;
    expect(rule.mode != Mode::Update || take('u'));
    const bool isOne = take('[');
    expect(isOne || take('('));
    rule.first = number();
    rule.kind = isOne ? RangeRule::One : RangeRule::Same;
    if (!isOne && take(',')) {
      rule.kind = take('+') ? RangeRule::Count : take('*') ? RangeRule::Bytes : RangeRule::End;
      rule.last = number();
    }
    expect(take(isOne ? ']' : ')'));
    return rule;
  }

 private:
  const char* next;
};

consteval RangeRules rulesIn(llvm::StringLiteral function, const char* arguments, const char* ranges) {
  RangeRules made{function};
  RangeNotation count(arguments), notation(ranges);
  made.arguments = count.number();
  made.orMore = count.take('+');
  count.expect(count.atEnd());
  do {
    const RangeRule rule = notation.range();
    notation.expect(made.size < std::size(made.rules));
    notation.expect(rule.first < made.arguments && rule.last < made.arguments);
    notation.expect(rule.kind != RangeRule::Same || made.size > 0);
    made.rules[made.size++] = rule;
  } while (notation.take(' '));
  notation.expect(notation.atEnd());
  return made;
}

llvm::ArrayRef<RangeRule> rulesOf(llvm::StringRef function, unsigned arguments) {
  static constexpr RangeRules table[] = {
#define LIBRARY_RANGES(name, arguments, ranges) rulesIn(#name, arguments, ranges),
#include "support/library.def"
  };
  for (const RangeRules& each : table)
    if (each.function == function &&
        (each.arguments == arguments || (each.orMore && each.arguments < arguments)))
      return llvm::ArrayRef(each.rules, each.size);
  return {};
}

}  // namespace

/// The `a` of `std::begin(a)`, `std::end(a)`; null: it is none.
static const Expr* endedArray(const Expr* iterator, bool isEnd) {
  const auto* call = dyn_cast<CallExpr>(iterator);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  const std::string name = callee ? calleeName(call) : "";
  const bool isIt = callee && callee->isInStdNamespace() && !isa<CXXMethodDecl>(callee) &&
                    call->getNumArgs() == 1 && functionIs(name, Fact::Bound) &&
                    !functionIs(name, Fact::Reverse) && functionIs(name, Fact::Last) == isEnd;
  return isIt && strip(call->getArg(0))->getType()->isConstantArrayType() ? call->getArg(0) : nullptr;
}

bool isRangeAlgorithm(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  return callee && !isa<CXXMethodDecl>(callee) && isOfLibrary(callee) &&
         !rulesOf(calleeName(call), call->getNumArgs()).empty();
}

/// An iterator of the function that stays where it began.
bool AccessReader::staysInPlace(const VarDecl* iterator) const {
  return iterator && iterator->isLocalVarDecl() && iterator->getInit() &&
         !iterator->getType()->isReferenceType() && !symbols.isReassigned(iterator) &&
         (symbols.isInner(iterator) || !symbols.isReassigned(iterator->getInit()));
}

/// Does the iterator only ever go on, `++it`, `it += 2`?
bool AccessReader::stepsOnly(const VarDecl* iterator) const {
  const auto* function = dyn_cast<FunctionDecl>(iterator->getDeclContext());
  if (!function || !iterator->isLocalVarDecl() || symbols.isAddressTaken(iterator)) return false;
  bool steps = true;
  walk(function->getBody(), source.directives, [&](const Stmt* each) {
    const auto* call = dyn_cast<CallExpr>(each);
    if (!call) return steps;
    const auto* operation = dyn_cast<CXXOperatorCallExpr>(each);
    static const std::set<OverloadedOperatorKind> allowed = {
        OO_PlusPlus,  OO_MinusMinus,   OO_PlusEqual,  OO_MinusEqual,   OO_Star,
        OO_Arrow,     OO_Plus,         OO_Minus,      OO_Less,         OO_Greater,
        OO_LessEqual, OO_GreaterEqual, OO_EqualEqual, OO_ExclaimEqual, OO_Subscript};
    for (const Expr* argument : call->arguments())
      if (namedVariable(strip(argument)) == iterator)
        steps &= operation && allowed.count(operation->getOperator());
    return steps;
  });
  return steps;
}

/// The element that a pointer or an iterator of a container leads to, `a + i`, `v.begin() + i`.
std::optional<AccessPath> AccessReader::placeAt(const Expr* iterator) {
  iterator = strip(iterator);
  if (const Expr* array = endedArray(iterator, /*isEnd=*/false)) return placeAt(array);
  if (const Expr* array = endedArray(iterator, /*isEnd=*/true)) {
    auto place = placeAt(array);
    const auto length = lengthOf(strip(array)->getType(), source.ast);
    if (!place || !place->subscripts.back()) return std::nullopt;
    place->subscripts.back() = add(*place->subscripts.back(), Polynomial(*length));
    return place;
  }
  if (iterator->getType()->isPointerType() || iterator->getType()->isArrayType())
    return places.readPointer(iterator);
  while (const auto* copy = dyn_cast<CXXConstructExpr>(iterator)) {  // a const_iterator of an iterator
    const Expr* from = copy->getNumArgs() > 0 ? strip(copy->getArg(0)) : nullptr;
    if (!from || !(isa<CXXConstructExpr, CXXMemberCallExpr, CXXOperatorCallExpr>(from) ||
                   (isa<DeclRefExpr>(from) && isIterator(from->getType()))))
      return std::nullopt;
    iterator = from;
  }
  if (const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(iterator));
      isIterator(iterator->getType()) && staysInPlace(variable)) {
    if (symbols.isInner(variable)) return places.placeOf(variable);
    return symbols.isBoundStill(variable) ? placeAt(variable->getInit()) : std::nullopt;
  }
  if (const auto* sum = dyn_cast<CXXOperatorCallExpr>(iterator);
      sum && sum->getNumArgs() == 2 && (sum->getOperator() == OO_Plus || sum->getOperator() == OO_Minus) &&
      strip(sum->getArg(1))->getType()->isIntegerType()) {
    auto place = placeAt(sum->getArg(0));
    auto moved = place ? symbols.readUnwrapped(sum->getArg(1)) : std::nullopt;
    if (moved && sum->getOperator() == OO_Minus) moved = multiply(*moved, Polynomial(-1));
    if (!moved || !place->subscripts.back()) return std::nullopt;
    place->subscripts.back() = add(*place->subscripts.back(), *moved);
    place->indices.push_back(sum->getArg(1));
    return place;
  }
  const auto* call = dyn_cast<CXXMemberCallExpr>(iterator);
  const Expr* object = call ? call->getImplicitObjectArgument() : nullptr;
  QualType container = object ? strip(object)->getType().getNonReferenceType() : QualType();
  if (object && container->isPointerType()) container = container->getPointeeType();
  // The elements of a vector<bool> share bytes.
  const bool isPlain =
      object && isContiguousContainer(container) &&
      !(libraryTemplate(container) == "vector" && elementTypeOf(container, source.ast)->isBooleanType());
  const std::string name = isPlain ? calleeName(call) : "";
  if (!memberIs(name, Fact::Bound) || memberIs(name, Fact::Reverse)) return std::nullopt;
  const bool isEnd = memberIs(name, Fact::Last);
  if (auto place = places.boundOfView(object, isEnd)) return place;
  const auto offset = isEnd ? lengthOf(container, source.ast) : 0;
  if (!offset) return std::nullopt;
  auto place = places.readObject(object);
  if (!place) return std::nullopt;
  place->subscripts.push_back(Polynomial(*offset));
  place->path += "[]";
  return place;
}

/// The container in an iterator's initial value: `v` of `v.begin() + 1`.
static const Expr* rangeOf(const Expr* value) {
  value = strip(value);
  while (const auto* copy = dyn_cast<CXXConstructExpr>(value)) {
    if (copy->getNumArgs() != 1) return nullptr;
    value = strip(copy->getArg(0));
  }
  if (const auto* sum = dyn_cast<CXXOperatorCallExpr>(value);
      sum && sum->getNumArgs() == 2 && (sum->getOperator() == OO_Plus || sum->getOperator() == OO_Minus))
    return rangeOf(sum->getArg(0));
  const auto* call = dyn_cast<CXXMemberCallExpr>(value);
  return call && memberIs(calleeName(call), Fact::Bound) ? call->getImplicitObjectArgument() : nullptr;
}

/// Arguments that are iterators: one that is never moved leads to some element of its container; where others
/// lead is not known.
void AccessReader::readIterators(const Expr* argument) {
  walk(argument, source.directives, [&](const Stmt* each) {
    const auto* part = dyn_cast<Expr>(each);
    if (!part || isa<LambdaExpr>(part)) return !part;
    if (!isa<DeclRefExpr, MemberExpr>(part) || !isIterator(part->getType())) return true;
    const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(part));
    const Expr* object = staysInPlace(variable) ? rangeOf(variable->getInit()) : nullptr;
    auto place = object ? places.readObject(object) : std::nullopt;
    if (!place) {
      unknownCall("what '" + textOf(part, source.ast) + "' refers to is not known", part);
      return false;
    }
    place->subscripts.push_back(std::nullopt);
    place->path += "[]";
    recorder.recordWhole(*place, Mode::Update, part,
                         "'" + textOf(part, source.ast) + "' is passed to a function", here);
    return false;
  });
}

/// How many elements lie between two places.
static std::optional<Polynomial> distanceOf(const AccessPath& first, const AccessPath& last) {
  const std::size_t rank = first.subscripts.size();
  if (first.root != last.root || first.path != last.path || rank == 0 || last.subscripts.size() != rank ||
      !std::equal(first.subscripts.begin(), first.subscripts.end() - 1, last.subscripts.begin()))
    return std::nullopt;
  const auto &from = first.subscripts.back(), &to = last.subscripts.back();
  return from && to ? subtract(*to, *from) : std::nullopt;
}

/// As many elements of the place as there are bytes.
static std::optional<Polynomial> elementsIn(std::optional<Polynomial> bytes, QualType element,
                                            const ASTContext& context) {
  if (!bytes || element.isNull() || element->isDependentType() || element->isIncompleteType())
    return std::nullopt;
  const std::int64_t size = context.getTypeSizeInChars(element).getQuantity();
  for (auto& [monomial, factor] : bytes->terms) {
    if (size == 0 || factor % size != 0) return std::nullopt;
    factor /= size;
  }
  return bytes;
}

/// Are the range's elements trivially copyable, so that moving them only copies?
static bool movesByCopy(QualType iterator, const ASTContext& context) {
  if (iterator->isPointerType() || iterator->isArrayType())
    return elementTypeOf(iterator, context).isTriviallyCopyableType(context);
  const CXXRecordDecl* record = iterator->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return false;
  return llvm::any_of(record->methods(), [&](const CXXMethodDecl* method) {
    return method->getOverloadedOperator() == OO_Star &&
           method->getReturnType().getNonReferenceType().isTriviallyCopyableType(context);
  });
}

/// `&s.x`, from which an algorithm goes on to the next member.
static bool isMemberAddress(const Expr* iterator) {
  const auto* address = dyn_cast<UnaryOperator>(strip(iterator));
  return address && address->getOpcode() == UO_AddrOf && isa<MemberExpr>(strip(address->getSubExpr()));
}

std::set<unsigned> rangesLookedAt(const FunctionDecl* callee, unsigned arguments) {
  std::set<unsigned> found;
  if (isa<CXXMethodDecl>(callee) || !isOfLibrary(callee) || !callee->getDeclName().isIdentifier())
    return found;
  for (const RangeRule& rule : rulesOf(callee->getNameAsString(), arguments)) {
    if (rule.mode != Mode::Read) return {};
    found.insert(rule.first);
    if (rule.kind == RangeRule::End) found.insert(rule.last);
  }
  return found;
}

/// false: the call is none of these, or the ends of a range are not known.
bool AccessReader::readAlgorithm(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  if (!callee || isa<CXXMethodDecl>(callee) || !isOfLibrary(callee)) return false;
  std::vector<RangeRule> rules = rulesOf(calleeName(call), call->getNumArgs()).vec();
  if (rules.size() == 2 && functionIs(calleeName(call), Fact::Moves) &&
      !movesByCopy(strip(call->getArg(0))->getType(), source.ast))
    rules.front().mode = Mode::Update;
  for (const RangeRule& rule : rules)
    if (rule.kind != RangeRule::One && isMemberAddress(call->getArg(rule.first)))
      unknownCall("what '" + textOf(call->getArg(rule.first), source.ast) + "' goes on to is not known",
                  call);
  struct Range {
    AccessPath place;
    Polynomial count;
  };
  std::vector<Range> ranges;
  std::set<unsigned> ends;
  for (const RangeRule& rule : rules) {
    auto place = placeAt(call->getArg(rule.first));
    std::optional<Polynomial> count;
    ends.insert(rule.first);
    if (rule.kind == RangeRule::One) {
      count = Polynomial(1);
    } else if (rule.kind == RangeRule::Same) {
      count = ranges.front().count;
    } else if (rule.kind == RangeRule::End) {
      const auto last = place ? placeAt(call->getArg(rule.last)) : std::nullopt;
      count = last ? distanceOf(*place, *last) : std::nullopt;
      ends.insert(rule.last);
    } else {
      count = symbols.read(call->getArg(rule.last));
      const QualType type = strip(call->getArg(rule.first))->getType();
      if (rule.kind == RangeRule::Bytes)
        count = elementsIn(count, elementTypeOf(type, source.ast), source.ast);
    }
    if (!place || !count || place->throughMemory || place->subscripts.empty() || !place->subscripts.back())
      return false;
    ranges.push_back({std::move(*place), std::move(*count)});
  }
  if (ranges.empty()) return false;
  for (unsigned k = 0; k < call->getNumArgs(); ++k)
    if (!ends.count(k))
      readArgument(call->getArg(k),
                   k < callee->getNumParams() ? callee->getParamDecl(k)->getType() : QualType());
  for (std::size_t k = 0; k < rules.size(); ++k) {
    AccessPath& place = ranges[k].place;
    readIndices(place);
    const Expr* start = strip(call->getArg(rules[k].first));
    if (rules[k].kind == RangeRule::One) {
      const auto* address = dyn_cast<UnaryOperator>(start);
      recorder.record(place, rules[k].mode, address ? strip(address->getSubExpr()) : start, here);
      continue;
    }
    const auto element = Polynomial::symbol(symbols.addLane(ranges[k].count));
    place.subscripts.back() = add(*place.subscripts.back(), element);
    place.moves = true;  // to all but the proof it may be anywhere
    place.why = "'" + textOf(call->getArg(rules[k].first), source.ast) + "' is passed to a function";
    if (place.subscripts.back()) recorder.record(place, rules[k].mode, start, here);
  }
  for (const Expr* argument : call->arguments()) readGiven(argument, call);
  return true;
}

/// `w.fill(0)` of a std::array.
bool AccessReader::readFill(const CallExpr* call) {
  const auto* method = dyn_cast<CXXMemberCallExpr>(call);
  const bool fills = method && memberIs(calleeName(call), Fact::FillsElements);
  const Expr* object = fills ? method->getImplicitObjectArgument() : nullptr;
  const auto count = object && !strip(object)->getType()->isPointerType() && call->getNumArgs() == 1
                         ? lengthOf(strip(object)->getType(), source.ast)
                         : std::nullopt;
  auto place = count ? places.readObject(object) : std::nullopt;
  if (!place || place->throughMemory) return false;
  readArgument(call->getArg(0), method->getMethodDecl()->getParamDecl(0)->getType());
  place->subscripts.push_back(Polynomial::symbol(symbols.addLane(Polynomial(*count))));
  place->path += "[]";
  place->moves = true;
  place->why = "'" + textOf(object, source.ast) + "' is filled";
  recorder.record(*place, Mode::Write, strip(object), here);
  return true;
}

}  // namespace appyl
