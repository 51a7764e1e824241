// Arguments of calls: pointers, ranges, objects passed by reference. The called function may touch the memory
// that they lead to.
#include "nest/access/access_reader.h"
#include "nest/ast/array_types.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/mod_ref.h"

#include <clang/AST/ParentMapContext.h>

namespace appyl {

using namespace clang;

/// Are the elements constant through the object? A span's element type says so, not a `const` of the span.
static bool givesConst(const Expr* object, const ASTContext& context) {
  QualType type = strip(object)->getType();
  if (type->isPointerType()) type = type->getPointeeType();
  if (libraryTemplate(type) == "span") type = elementTypeOf(type, context);
  return type.isConstQualified();
}

static bool isFunctionObjectsArgument(const Expr* argument, ASTContext& context) {
  for (const Stmt* child = argument;;) {
    const auto parents = context.getParents(*child);
    const auto* parent = parents.empty() ? nullptr : parents[0].get<Expr>();
    if (!parent || !isa<ImplicitCastExpr, ParenExpr>(parent))
      return isa_and_nonnull<CXXOperatorCallExpr>(parent) &&
             cast<CXXOperatorCallExpr>(parent)->getOperator() == OO_Call;
    child = parent;
  }
}

/// `v.begin() + i` or `v` itself for a function that cannot be walked through: any element of `v` may be
/// touched.
bool AccessReader::readRange(const Expr* argument, QualType parameter) {
  const Expr* object = nullptr;
  std::string name;
  const auto gives = [&](Fact fact) { return memberIs(name, fact) || functionIs(name, fact); };
  walk(argument, source.directives, [&](const Stmt* each) {
    if (const auto* call = dyn_cast<CallExpr>(each); call && !object) {
      name = calleeName(call);
      if (gives(Fact::Bound))
        object = isa<CXXMemberCallExpr>(call) ? cast<CXXMemberCallExpr>(call)->getImplicitObjectArgument()
                 : call->getNumArgs() == 1    ? call->getArg(0)
                                              : nullptr;
    }
    return !object;
  });
  const auto* record = argument->getType()->getAsCXXRecordDecl();
  const std::string library = record && record->isInStdNamespace() ? record->getNameAsString() : "";
  const bool isContainer = !object && namedVariable(argument) && classIs(library, ClassFact::Elements) &&
                           classIs(library, {ClassFact::Container, ClassFact::Contiguous});
  if (isContainer) object = argument;
  auto place = object ? places.readObject(object) : std::nullopt;
  const bool isOfThis = object && isThis(object);  // `begin()` of a class that is a vector
  if (!place && object && (isa<MemberExpr>(strip(object)) || isOfThis || !choicesOf(object).empty()))
    unknownCall("what '" + textOf(isOfThis ? argument : object, source.ast) + "' refers to is not known",
                object);
  if (!place) return false;
  const bool isOnlyRead = !parameter.isNull() &&
                          !(parameter->isReferenceType() && !parameter->getPointeeType().isConstQualified());
  // A constant span that an algorithm of std::ranges, a function object, gets: its elements may still change.
  const bool isSpan =
      libraryTemplate(strip(object)->getType()) == "span" && isFunctionObjectsArgument(argument, source.ast);
  const bool isConst = (isContainer && isOnlyRead && !isSpan) || gives(Fact::Constant) ||
                       givesConst(object, source.ast) || onlyLooks;
  place->subscripts.push_back(std::nullopt);
  place->path += "[]";
  recorder.recordWhole(*place, isConst ? Mode::Read : Mode::Update, object,
                       "'" + textOf(argument, source.ast) + "' is passed to a function", here);
  return true;
}

/// `s.c_str()`, `v.rbegin()`: a pointer or iterator to the elements of an object of the library.
bool AccessReader::readPointerOfObject(const Expr* pointer, bool isConst) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(pointer->IgnoreParenCasts());
  if (!call || !isOfLibrary(call->getMethodDecl())) return false;
  auto place = places.readObject(call->getImplicitObjectArgument());
  if (!place) return false;
  readIndices(*place);
  place->subscripts.push_back(std::nullopt);
  place->path += "[]";
  recorder.recordWhole(*place, isConst ? Mode::Read : Mode::Update, call,
                       "'" + textOf(pointer, source.ast) + "' is passed to a function", here);
  return true;
}

/// A pointer whose target is not known: a call's result, `(c ? a : b).p`. Not null, a string literal, the
/// address of a named object, new memory.
static bool mayLeadAnywhere(const Expr* pointer, ASTContext& context) {
  const Expr* inner = pointer->IgnoreParenCasts();
  if (inner->getType()->isPointerType() && inner->getType()->getPointeeType()->isFunctionType()) return false;
  if (pointer->isNullPointerConstant(context, Expr::NPC_ValueDependentIsNull)) return false;
  const auto* unary = dyn_cast<UnaryOperator>(inner);
  return !isa<StringLiteral, PredefinedExpr, CXXThisExpr, CXXNewExpr, GNUNullExpr, IntegerLiteral,
              DeclRefExpr, LambdaExpr>(inner) &&
         !(unary && unary->getOpcode() == UO_AddrOf);
}

/// `(char*)a + 8 * i`: the resulting pointer may point to any element of `a`.
bool AccessReader::readCastPointer(const Expr* pointer, bool isConst) {
  bool found = false;
  walk(pointer, source.directives, [&](const Stmt* each) {
    const auto* part = dyn_cast<Expr>(each);
    if (part && isa<CallExpr, LambdaExpr, ArraySubscriptExpr>(part)) return false;
    const bool isName = part && strip(part) == part && isa<DeclRefExpr, MemberExpr>(part) &&
                        (part->getType()->isPointerType() || part->getType()->isArrayType());
    const auto place = isName ? places.readPointer(part) : std::nullopt;
    if (!place) return true;
    recorder.recordWhole(*place, isConst ? Mode::Read : Mode::Update, part,
                         "'" + textOf(pointer, source.ast) + "' is passed to a function", here);
    found = true;
    return false;
  });
  if (found)
    walk(pointer, source.directives, [&](const Stmt* each) {
      const auto* element = dyn_cast<ArraySubscriptExpr>(each);
      if (element) readExpression(element, Mode::Read);
      return !element;
    });
  return found;
}

/// `new (a + i) T(x)` writes an element where `a` has elements of that type; otherwise any part of `a`.
void AccessReader::readPlacement(const CXXNewExpr* made) {
  const Expr* where = made->getPlacementArg(0)->IgnoreParenCasts();
  const auto place = where->getType()->isPointerType() ? places.readPointer(where) : std::nullopt;
  const bool isElement =
      place && !made->isArray() && place->subscripts.back() &&
      source.ast.hasSameUnqualifiedType(where->getType()->getPointeeType(), made->getAllocatedType());
  if (!isElement) return readArgument(made->getPlacementArg(0), QualType());
  readIndices(*place);
  recorder.record(*place, Mode::Update, where, here);
}

/// `set(*this, x[i])`, `memcpy(this, ...)`: a function that may change the object changes its members, which
/// the analyses know by their own names.
void AccessReader::noteThisGiven(const Expr* argument, QualType parameter) {
  const bool refers = !parameter.isNull() && (parameter->isPointerType() || parameter->isReferenceType());
  const bool mayChange = parameter.isNull() || (refers && !parameter->getPointeeType().isConstQualified());
  if (mayChange && isThis(argument)) noteWholeObject(places.currentObject(), argument);
}

/// An argument of a function that cannot be walked through.
void AccessReader::readArgument(const Expr* argument, QualType parameter) {
  const Expr* inner = strip(argument);
  const QualType type = inner->getType();
  noteThisGiven(inner, parameter);
  const bool isGiven = parameter.isNull() || parameter->isPointerType() || parameter->isReferenceType();
  if (const auto choices = choicesOf(inner); isGiven && !choices.empty()) {
    for (const Expr* each : choices) readArgument(each, parameter);
    return readExpression(inner, Mode::Read);
  }
  if (type->isRecordType() && readRange(inner, parameter)) return;
  if (isPointerOrArray(inner, source.ast) && !isa<StringLiteral>(inner)) {
    const QualType target = parameter.isNull() ? type : parameter;
    const bool isConst = target->isPointerType() && target->getPointeeType().isConstQualified();
    if (const auto place = places.readPointer(inner)) {
      readIndices(*place);
      return recorder.recordWhole(*place, isConst ? Mode::Read : Mode::Update, inner,
                                  "'" + textOf(inner, source.ast) + "' is passed to a function", here);
    }
    if (const auto* address = dyn_cast<UnaryOperator>(inner); address && address->getOpcode() == UO_AddrOf) {
      const Expr* object = strip(address->getSubExpr());
      if (const auto place = places.readLvalue(object); place && !place->subscripts.empty())
        recorder.record(*place, isConst ? Mode::Read : Mode::Update, object, here);
      else if (!place)
        readExpression(object, isConst ? Mode::Read : Mode::Update);
      return;  // a scalar: its own analysis follows it
    }
    if (readCastPointer(inner, isConst) || readPointerOfObject(inner, isConst)) return;
    if (mayLeadAnywhere(inner, source.ast))
      unknownCall("what '" + textOf(inner, source.ast) + "' refers to is not known", inner);
  }
  const bool isReference = !parameter.isNull() && parameter->isLValueReferenceType() &&
                           !parameter->getPointeeType().isConstQualified();
  const auto place = isReference ? places.readLvalue(inner) : std::nullopt;
  if (isReference && !place && isa<MemberExpr>(inner))
    unknownCall("what '" + textOf(inner, source.ast) + "' refers to is not known", inner);
  if (place && !place->subscripts.empty()) {
    recorder.record(*place, Mode::Update, inner, here);
    readIndices(*place);
    return;
  }
  if (place && namedVariable(inner) && !type->isScalarType() && !type->isDependentType()) {
    AccessPath whole = *place;
    whole.subscripts.push_back(std::nullopt);
    whole.path += "[]";
    return recorder.recordWhole(whole, Mode::Update, inner,
                                "'" + textOf(inner, source.ast) + "' is passed by reference", here);
  }
  if (const auto* variable = namedVariable(inner); variable && type->isRecordType() && mayBeResized(inner))
    if (auto whole = places.readLvalue(inner); whole && whole->subscripts.empty() && whole->path.empty()) {
      whole->subscripts.push_back(std::nullopt);
      whole->path += "[]";
      return recorder.recordWhole(*whole, Mode::Read, inner,
                                  "'" + textOf(inner, source.ast) + "' is passed to a function", here);
    }
  readExpression(argument, isReference && isa<CallExpr>(inner) ? Mode::Update : Mode::Read);
}

}  // namespace appyl
