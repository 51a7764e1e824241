#include "codegen/interpret/checked_accesses.h"

#include "codegen/arrays/array_ranges.h"
#include "codegen/arrays/element_types.h"
#include "codegen/interpret/call_modes.h"
#include "codegen/interpret/local_memory.h"
#include "codegen/kernels/device_calls.h"
#include "nest/ast/array_types.h"
#include "nest/ast/library_facts.h"

#include <clang/Lex/Lexer.h>

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

/// The prefix of the calls that stand for accesses at a place of the file: `check::` or `each.`
std::string callerAt(const AccessSetting& setting, unsigned place) {
  for (const auto& [body, name] : setting.rows)
    if (body.begin <= place && place < body.end) return name + ".";
  return setting.space + "::";
}

class Reader {
 public:
  Reader(const AccessSetting& setting, const Source& source)
      : setting(setting),
        source(source),
        wraps([&setting](unsigned place) { return callerAt(setting, place); }, setting.placeOf, source.ast) {}

  CheckedAccesses run(const Stmt* statement) {
    whole = statement;
    discarded = discardedCalls(whole, source.directives);
    visit(statement);
    return finish();
  }

  CheckedAccesses run(const FunctionDecl* function) {
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(function))
      for (const CXXCtorInitializer* initialiser : constructor->inits())
        if (initialiser->isWritten()) {
          const FieldDecl* member = initialiser->getAnyMember();
          const bool refers = member && member->getType()->isReferenceType();
          visit(initialiser->getInit(), refers ? AccessMode::Touch : AccessMode::Read);
        }
    returnsReference = isLvalueReference(function);
    isConstexpr = function->isConstexpr();
    whole = function->getBody();
    discarded = discardedCalls(whole, source.directives);
    mayReturnNothing = isVoidOrDeduced(function);
    visit(whole);
    const auto parameters = function->parameters();
    // The parameters may have addresses where other objects were before.
    noteParameters(function->getBody(), {parameters.begin(), parameters.end()},
                   isa<CXXConstructorDecl>(function) ? fmt::format(" {}::renew(*this);", setting.space) : "");
    return finish();
  }

 private:
  CheckedAccesses finish() {
    CheckedAccesses result;
    result.edits = wraps.edits();
    result.missed = std::move(missed);
    result.unaddressed = std::move(unaddressed);
    for (const TextEdit& edit : others) result.edits.push_back(edit);
    for (const Declared& each : declared)
      if (hasPlace(each.variable))
        result.edits.push_back({{each.end, each.end}, textFor(each.variable, each.isCrossed)});
    std::set<const VarDecl*> told;
    for (const Declared& each : declared) told.insert(each.variable);
    result.hasUntold = hasUntoldMemory(whole, told, needsPlace, source.directives);
    result.addressed = std::move(needsPlace);
    return result;
  }

  const AccessSetting& setting;
  Source source;
  AccessWraps wraps;
  const Stmt* whole = nullptr;
  std::set<const DeclRefExpr*> subscripted;  // mentions of arrays whose elements are checked there
  std::set<const Expr*> expectedParts;
  std::vector<const Expr*> missed;
  std::set<unsigned> macros;  // where they stand
  std::vector<const MemberExpr*> unaddressed;
  std::vector<TextEdit> others;
  struct Declared {
    const VarDecl* variable = nullptr;
    unsigned end = 0;  // of the declaration
    bool isCrossed = false;
  };
  std::vector<Declared> declared;
  bool isCrossed = false;  // jumps to labels pass declarations by, which must not have a value then
  std::set<const ValueDecl*> needsPlace;  // variables with an address that others had before
  bool returnsReference = false;          // the function that is walked through
  bool mayReturnNothing = false;          // ... whose results are those of other calls
  std::set<const Expr*> discarded;        // calls that may have no result
  const Expr* given = nullptr;            // the argument of a call that is walked through
  bool isConstexpr = false;               // ... in which variables have no destructors

  /// Must the interpreter be told that the variable begins to live? Not for elements that the library
  /// allocates, which are blocks of their own.
  bool hasPlace(const VarDecl* variable) const {
    const QualType type = variable->getType();
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    return needsPlace.count(variable) && !type->isReferenceType() && !(record && record->isLambda()) &&
           !isView(type) && !isAllocated(type);
  }

  std::string textFor(const VarDecl* variable, bool isPassedBy = false) const {
    return isPassedBy || isConstexpr
               ? renewalText(variable, setting.space, source.ast)
               : localText(variable, setting.space, setting.unique, source.ast,
                           isAlwaysSubscripted(variable, whole, subscripted, source.directives));
  }

  /// Records the use of the elements of `a(i, slice(n))`, or of a name for it.
  void notePart(const Expr* expression, PartUse use) {
    if (use.mode == AccessMode::Touch) return;
    if (const CXXOperatorCallExpr* part = partOfView(expression))
      note(
          wraps.part(part, part->getArg(0), {part->arg_begin() + 1, part->arg_end()}, use.mode, use.isMasked),
          part);
    else if (const DeclRefExpr* name = namedPart(expression))
      note(wraps.named(name, use.mode, use.isMasked), name);
  }

  /// In a template: all elements of the expression are used if it names several.
  void expectPart(const Expr* expression) {
    if (const auto* list = dyn_cast<ParenListExpr>(expression); list && list->getNumExprs() == 1)
      expression = list->getExpr(0);
    expectedParts.insert(expression->IgnoreParenImpCasts());
  }

  void note(bool isWritten, const Expr* expression) {
    if (isWritten) return;
    const SourceLocation where = source.ast.getSourceManager().getExpansionLoc(expression->getBeginLoc());
    if (macros.insert(source.ast.getSourceManager().getFileOffset(where)).second)
      missed.push_back(expression);
  }

  // --- statements -----------------------------------------------------------------------------------------

  void visit(const Stmt* statement) {
    if (!statement) return;
    statement = source.directives.strip(statement);
    if (const auto* expression = dyn_cast<Expr>(statement)) return visit(expression, AccessMode::Read);
    if (const auto* declaration = dyn_cast<DeclStmt>(statement)) return visitDeclaration(declaration);
    if (const auto* range = dyn_cast<CXXForRangeStmt>(statement)) return visitRange(range);
    if (const auto* jump = dyn_cast<ReturnStmt>(statement)) {
      if (!jump->getRetValue()) return;
      if (mayReturnNothing) discarded.insert(jump->getRetValue()->IgnoreImplicit()->IgnoreParenImpCasts());
      return visit(jump->getRetValue(), returnsReference ? AccessMode::Touch : AccessMode::Read);
    }
    if (const auto* branch = dyn_cast<IfStmt>(statement); branch && branch->isConstexpr()) {
      visit(branch->getInit());
      visit(branch->getThen());
      return visit(branch->getElse());
    }
    const bool declares = isa<CompoundStmt, SwitchCase, LabelStmt>(statement);
    const auto* compound = dyn_cast<CompoundStmt>(statement);
    const bool wasCrossed = isCrossed;
    isCrossed |=
        isa<SwitchStmt>(statement) ||
        (compound && llvm::any_of(compound->body(), [](const Stmt* each) { return isa<LabelStmt>(each); }));
    for (const Stmt* child : statement->children()) {
      if (isa<SwitchCase>(statement) && child != cast<SwitchCase>(statement)->getSubStmt()) continue;
      visit(child);
      const Stmt* plain = child && declares ? source.directives.strip(child) : nullptr;
      if (const auto* declaration = dyn_cast_or_null<DeclStmt>(plain)) notePlaces(declaration);
    }
    isCrossed = wasCrossed;
  }

  void visitDeclaration(const DeclStmt* declaration) {
    for (const Decl* each : declaration->decls()) {
      const auto* variable = dyn_cast<VarDecl>(each);
      if (!variable || !variable->getInit() || variable->isConstexpr()) continue;
      const bool isReference = variable->getType()->isReferenceType();
      if (isDependentTile(variable->getType())) expectPart(variable->getInit());
      visit(variable->getInit(), isReference ? AccessMode::Touch : AccessMode::Read);
      if (const auto* part = partOfView(variable->getInit()); part && isPartOfView(variable->getType()))
        wraps.part(part, part->getArg(0), {part->arg_begin() + 1, part->arg_end()}, AccessMode::Touch);
    }
  }

  void notePlaces(const DeclStmt* declaration) {
    const auto range = rangeOf(declaration->getSourceRange(), source.ast);
    if (!range) return;
    for (const Decl* each : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(each);
          variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType()) {
        declared.push_back({variable, range->end, isCrossed});
        if (isArrayVariable(variable) || setting.shared.count(variable)) needsPlace.insert(variable);
      }
  }

  /// Adds text at the beginning of the body. `first`: other text that comes first there.
  void noteParameters(const Stmt* body, const std::vector<const ParmVarDecl*>& parameters,
                      const std::string& first = "") {
    const auto* compound = dyn_cast<CompoundStmt>(body);
    const auto range = compound ? rangeOf(SourceRange(compound->getLBracLoc()), source.ast) : std::nullopt;
    std::string text = first;
    for (const ParmVarDecl* parameter : parameters)
      if (hasPlace(parameter)) text += textFor(parameter);
    if (range && !text.empty()) others.push_back({{range->end, range->end}, text});
  }

  /// `for (float x : row)` reads all of the row.
  void visitRange(const CXXForRangeStmt* range) {
    visit(range->getInit());
    const Expr* over = range->getRangeInit();
    visit(over, AccessMode::Touch);
    visit(range->getBody());
    const bool byValue = !range->getLoopVariable()->getType()->isReferenceType();
    const ValueDecl* root = rootVariable(over);
    const auto whole = statementRange(range, source);
    const auto text = rangeOf(over->getSourceRange(), source.ast);
    if (!byValue || !root || !whole || !text || hasSideEffects(over, source.ast)) return;
    others.push_back({{whole->begin, whole->begin},
                      fmt::format("{{ {}::read_all({}, {}); ", setting.space,
                                  wraps.siteOf(over->getBeginLoc(), writtenText(over, source.ast)),
                                  writtenText(over, source.ast))});
    others.push_back({{whole->end, whole->end}, " }"});
  }

  // --- expressions ----------------------------------------------------------------------------------------
  void visit(const Expr* expression, AccessMode mode) {
    if (!expression) return;
    if (const auto update = setting.combined.find(strip(expression));
        update != setting.combined.end() && mode != AccessMode::Touch)
      mode = update->second;
    if (const auto* cast = dyn_cast<CastExpr>(expression)) return visitCast(cast, mode);
    if (const auto* inner = dyn_cast<ParenExpr>(expression)) return visit(inner->getSubExpr(), mode);
    if (const auto* inner = dyn_cast<MaterializeTemporaryExpr>(expression)) {
      const auto* element = dyn_cast<CXXOperatorCallExpr>(strip(inner->getSubExpr()));
      const bool standsForElement = element && isElementBySubscript(element);  // of a std::vector<bool>
      return visit(inner->getSubExpr(), standsForElement ? mode : AccessMode::Read);
    }
    if (const auto* inner = dyn_cast<FullExpr>(expression)) return visit(inner->getSubExpr(), mode);
    if (const auto* inner = dyn_cast<CXXBindTemporaryExpr>(expression))
      return visit(inner->getSubExpr(), mode);
    if (const auto* inner = dyn_cast<SubstNonTypeTemplateParmExpr>(expression))
      return visit(inner->getReplacement(), mode);
    if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr, CXXDefaultArgExpr, CXXDefaultInitExpr>(
            expression))
      return;
    if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) return visitName(reference, mode);
    if (const auto* member = dyn_cast<MemberExpr>(expression)) return visitMember(member, mode);
    if (const auto* member = dyn_cast<CXXDependentScopeMemberExpr>(expression))
      return visitDependentMember(member, mode);
    if (isa<ArraySubscriptExpr>(expression)) return visitSubscript(expression, mode);
    if (const auto* unary = dyn_cast<UnaryOperator>(expression)) return visitUnary(unary, mode);
    if (const auto* binary = dyn_cast<BinaryOperator>(expression)) return visitBinary(binary, mode);
    if (const auto* choice = dyn_cast<ConditionalOperator>(expression)) {
      visit(choice->getCond(), AccessMode::Read);
      visit(choice->getTrueExpr(), mode);
      return visit(choice->getFalseExpr(), mode);
    }
    if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression)) return visitOperator(call, mode);
    if (const auto* call = dyn_cast<CallExpr>(expression)) return visitCall(call, mode);
    if (const auto* made = dyn_cast<CXXConstructExpr>(expression)) {
      for (unsigned k = 0; k < made->getNumArgs(); ++k) {
        visit(made->getArg(k), modeOfArgument(made->getConstructor(), k, /*refers=*/true, setting.known));
        if (isOfArrayLanguage(made->getConstructor())) notePart(made->getArg(k), {AccessMode::Read});
      }
      return;
    }
    if (const auto* lambda = dyn_cast<LambdaExpr>(expression)) return visitLambda(lambda);
    for (const Stmt* child : expression->children()) visit(child);
  }

  void visitCast(const CastExpr* cast, AccessMode mode) {
    if (cast->getCastKind() == CK_LValueToRValue) return visit(cast->getSubExpr(), AccessMode::Read);
    if (cast->getCastKind() == CK_ArrayToPointerDecay) return visit(cast->getSubExpr(), AccessMode::Touch);
    if (cast->getCastKind() == CK_ToVoid) return visit(cast->getSubExpr(), AccessMode::Touch);
    visit(cast->getSubExpr(), mode);
  }

  void visitLambda(const LambdaExpr* lambda) {
    for (const LambdaCapture& capture : lambda->captures())
      if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef)
        needsPlace.insert(capture.getCapturedVar());
    const bool outer = returnsReference, outerMayReturnNothing = mayReturnNothing;
    returnsReference = isLvalueReference(lambda->getCallOperator());
    mayReturnNothing = isVoidOrDeduced(lambda->getCallOperator());
    visit(lambda->getBody());
    const auto parameters = lambda->getCallOperator()->parameters();
    noteParameters(lambda->getBody(), {parameters.begin(), parameters.end()});
    returnsReference = outer;
    mayReturnNothing = outerMayReturnNothing;
  }

  void visitName(const DeclRefExpr* reference, AccessMode mode) {
    const ValueDecl* variable = reference->getDecl();
    if (mode == AccessMode::Touch) needsPlace.insert(variable);
    if (const auto edit = allocatorEdit(reference, source.ast)) others.push_back(*edit);
    if (!isa<VarDecl, BindingDecl>(variable) || mode == AccessMode::Touch || setting.own.count(variable))
      return;
    const auto* binding = dyn_cast<BindingDecl>(variable);
    const auto* decomposed = binding ? dyn_cast<VarDecl>(binding->getDecomposedDecl()) : nullptr;
    const bool refers =
        variable->getType()->isReferenceType() || (decomposed && decomposed->getType()->isReferenceType());
    // A NaN that arises in a sum of the nest is reported, too.
    const bool isInside = std::any_of(declared.begin(), declared.end(),
                                      [&](const Declared& each) { return each.variable == variable; });
    const bool isSum = mode == AccessMode::Combine && !isInside &&
                       (variable->getType()->isFloatingType() || variable->getType()->isDependentType() ||
                        isComplex(variable->getType()));
    const bool isChanged = (mode == AccessMode::Write || mode == AccessMode::Update) &&
                           setting.shared.count(variable) && isContainer(variable->getType());
    const bool isNamed = refers || isSum || setting.shared.count(variable);
    if (!isChanged && !(isNamed && isRecorded(variable->getType()))) return;
    note(given == reference ? wraps.result(reference, mode)
                            : wraps.whole(reference, variable->getNameAsString(), mode),
         reference);
  }

  bool isShared(const MemberExpr* member) const {
    const ValueDecl* named = namedVariable(member);
    const ValueDecl* root = named ? named : rootVariable(member);
    return root && setting.shared.count(root) && !isReached(member);
  }

  void visitBase(const Expr* base, bool isArrow, SourceLocation arrow) {
    if (!isArrow) return visit(base, AccessMode::Touch);
    visit(base, AccessMode::Read);
    const QualType type = base->getType();
    const bool isThis = isa<CXXThisExpr>(base->IgnoreParenImpCasts());
    if (!isThis && !type.isNull() && type->isPointerType() && arrow.isValid()) wraps.arrow(base, arrow);
  }

  void visitMember(const MemberExpr* member, AccessMode mode) {
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    const bool isImplicit = member->isImplicitAccess(), isUsed = mode != AccessMode::Touch,
               isElement =
                   field && isUsed && isRecorded(field->getType()) && (isReached(member) || isShared(member));
    const auto bytes = isElement && !isAddressable(field) ? bytesOf(member, source.ast) : std::nullopt;
    const bool hasBytes = bytes && !isImplicit && wraps.bytes(member, mode, bytes->first, bytes->second);
    if (!isImplicit)
      visitBase(member->getBase(), member->isArrow(), hasBytes ? SourceLocation() : member->getOperatorLoc());
    if (const ValueDecl* root = isUsed ? nullptr : storageOf(member)) needsPlace.insert(root);
    if (!isElement || hasBytes) return;
    if (!isAddressable(field)) {
      const bool isKnown = std::any_of(unaddressed.begin(), unaddressed.end(), [&](const MemberExpr* each) {
        return each->getMemberDecl() == field;
      });
      if (!isKnown && mode != AccessMode::Read) unaddressed.push_back(member);
      return;
    }
    note(wraps.whole(member, writtenText(member, source.ast), mode), member);
  }

  void visitDependentMember(const CXXDependentScopeMemberExpr* member, AccessMode mode) {
    if (member->isImplicitAccess()) return;
    visitBase(member->getBase(), member->isArrow(), member->getOperatorLoc());
    if (mode != AccessMode::Touch && isReached(member))
      note(wraps.whole(member, writtenText(member, source.ast), mode), member);
  }

  /// All subscripts of `a[i][j]` together.
  void visitSubscript(const Expr* whole, AccessMode mode) {
    std::vector<const Expr*> indices;
    const Expr* base = whole;
    for (;;) {
      const Expr* inner = base->IgnoreParenImpCasts();
      if (inner != base && base != whole && isa<ParenExpr>(base->IgnoreImpCasts())) break;
      const auto* subscript = dyn_cast<ArraySubscriptExpr>(inner);
      const auto* call = dyn_cast<CXXOperatorCallExpr>(inner);
      if (subscript) {
        if (arrayPart(subscript) != subscript->getLHS()) break;  // `2[a]`
        indices.insert(indices.begin(), subscript->getRHS());
        base = subscript->getLHS();
      } else if (call && isElementBySubscript(call)) {
        indices.insert(indices.begin(), call->getArg(1));
        base = call->getArg(0);
      } else {
        break;
      }
    }
    base = base->IgnoreImpCasts();
    if (indices.empty()) {
      for (const Stmt* child : whole->children()) visit(child);
      return note(wraps.whole(whole->IgnoreParenImpCasts(), writtenText(whole, source.ast), mode), whole);
    }
    visit(base, base->getType()->isPointerType() && base->isGLValue() ? AccessMode::Read : AccessMode::Touch);
    for (const Expr* index : indices) visit(index, AccessMode::Read);
    if (const ValueDecl* root = storageOf(base)) needsPlace.insert(root);
    const bool isWritten = wraps.subscript(whole->IgnoreParenImpCasts(), base, indices, mode);
    const auto* array = dyn_cast<DeclRefExpr>(base->IgnoreParenImpCasts());
    if (isWritten && array && mode != AccessMode::Touch && whole->getType()->isScalarType())
      subscripted.insert(array);
    note(isWritten, whole);
  }

  void visitUnary(const UnaryOperator* unary, AccessMode mode) {
    if (unary->isIncrementDecrementOp()) return visit(unary->getSubExpr(), updateOf(unary->getSubExpr()));
    if (unary->getOpcode() == UO_AddrOf) return visitPlace(unary->getSubExpr());
    if (unary->isGLValue() && (unary->getOpcode() == UO_Real || unary->getOpcode() == UO_Imag)) {
      visit(unary->getSubExpr(), AccessMode::Touch);
      return note(wraps.whole(unary, writtenText(unary, source.ast), mode), unary);
    }
    const auto* sum = dyn_cast<BinaryOperator>(unary->getSubExpr()->IgnoreParenImpCasts());
    const bool isElement = unary->getOpcode() == UO_Deref && sum && sum->getOpcode() == BO_Add &&
                           sum->getLHS()->getType()->isPointerType();
    if (isElement) {
      visit(sum->getLHS(), AccessMode::Read);
      visit(sum->getRHS(), AccessMode::Read);
      return note(wraps.subscript(unary, sum->getLHS(), {sum->getRHS()}, mode), unary);
    }
    visit(unary->getSubExpr(), AccessMode::Read);
    if (unary->getOpcode() != UO_Deref || unary->getType()->isFunctionType()) return;
    if (isa<CXXThisExpr>(unary->getSubExpr()->IgnoreParenImpCasts())) return;
    note(wraps.dereference(unary, mode), unary);
  }

  /// `&a[n]` may point behind the last element: accesses are checked where the pointer is used.
  void visitPlace(const Expr* lvalue) {
    const Expr* inner = lvalue->IgnoreParenImpCasts();
    const auto* call = dyn_cast<CXXOperatorCallExpr>(inner);
    const auto* unary = dyn_cast<UnaryOperator>(inner);
    const bool isSubscript = isa<ArraySubscriptExpr>(inner) || (call && call->getOperator() == OO_Subscript);
    if (const ValueDecl* root = storageOf(inner)) needsPlace.insert(root);
    if (!isSubscript && !(unary && unary->getOpcode() == UO_Deref)) return visit(lvalue, AccessMode::Touch);
    unsigned operand = 0;
    for (const Stmt* child : inner->children()) {
      const bool isCallee = call && operand == 0;  // the operator itself
      const bool isBase = operand++ == (call ? 1u : 0u);
      const auto* expression = dyn_cast_or_null<Expr>(child);
      if (!isCallee && expression) visit(expression, isBase && !unary ? AccessMode::Touch : AccessMode::Read);
    }
  }

  AccessMode updateOf(const Expr* target) const {
    const auto update = setting.combined.find(strip(target));
    return update == setting.combined.end() ? AccessMode::Update : update->second;
  }

  void visitBinary(const BinaryOperator* binary, AccessMode mode) {
    if (binary->isTypeDependent() && !binary->isPtrMemOp() && binary->getOpcode() != BO_Comma) {
      expectPart(binary->getLHS());
      expectPart(binary->getRHS());
    }
    if (binary->isAssignmentOp()) {
      const bool isPlain = binary->getOpcode() == BO_Assign;
      visit(binary->getLHS(), isPlain ? AccessMode::Write : updateOf(binary->getLHS()));
      noteChanged(binary->getLHS(), binary);
      return visit(binary->getRHS(), AccessMode::Read);
    }
    visit(binary->getLHS(), binary->getOpcode() == BO_PtrMemD ? AccessMode::Touch : AccessMode::Read);
    visit(binary->getRHS(), binary->getOpcode() == BO_Comma ? mode : AccessMode::Read);
    if (binary->isPtrMemOp() && mode != AccessMode::Touch && isRecorded(binary->getType()))
      note(wraps.whole(binary, writtenText(binary, source.ast), mode), binary);
  }

  void visitOperator(const CXXOperatorCallExpr* call, AccessMode mode) {
    const Expr* object = call->getArg(0);
    const OverloadedOperatorKind kind = call->getOperator();
    const auto* callee = dyn_cast_or_null<FunctionDecl>(call->getCalleeDecl());
    if (isElementBySubscript(call)) return visitSubscript(call, mode);
    if (call->isTypeDependent() && call->isInfixBinaryOp())
      for (const Expr* operand : call->arguments()) expectPart(operand);
    const bool isOfArray = isArrayLike(object->getType()) || isPartOfView(object->getType());
    if (kind == OO_Call && isOfArray && (call->isGLValue() || call->isTypeDependent())) {
      std::vector<const Expr*> indices(call->arg_begin() + 1, call->arg_end());
      visit(object, AccessMode::Touch);
      for (const Expr* index : indices) visit(index, AccessMode::Read);
      return note(wraps.call(call, object, indices, mode), call);
    }
    if (call->isAssignmentOp()) {
      const AccessMode change = kind == OO_Equal ? AccessMode::Write : updateOf(object);
      visit(object, change);
      noteChanged(object, call);
      if (callee && isOfArrayLanguage(callee)) notePart(object, {change});
      for (unsigned k = 1; k < call->getNumArgs(); ++k) {
        visit(call->getArg(k), AccessMode::Read);
        if (callee && isOfArrayLanguage(callee)) notePart(call->getArg(k), {AccessMode::Read});
      }
      return;
    }
    if (kind == OO_PlusPlus || kind == OO_MinusMinus) return visit(object, AccessMode::Update);
    visitArguments(call, callee);
    if ((kind == OO_Subscript || kind == OO_Call || kind == OO_Star) && mode != AccessMode::Touch &&
        isLvalueReference(callee) && isRecorded(call->getType()))
      note(wraps.whole(call, writtenText(call, source.ast), mode), call);
  }

  /// A call in a template whose callee only the instances know. `byNumbers`: all arguments are integers.
  void noteCall(const CallExpr* call, AccessMode mode, bool byNumbers) {
    for (const Expr* argument : call->arguments())  // which may be handed on as references
      if (const VarDecl* variable = variableGiven(argument)) needsPlace.insert(variable);
    if (mode == AccessMode::Touch) return;
    if (mode == AccessMode::Read && (discarded.count(call) || !mayReadElement(call, byNumbers))) return;
    const std::vector<const Expr*> indices(call->arg_begin(), call->arg_end());
    note(byNumbers && !indices.empty()
             ? wraps.anyCall(call, call->getCallee()->IgnoreImpCasts(), indices, mode)
             : wraps.result(call, mode),
         call);
  }

  /// An argument of a call whose callee only the instances know: an object may be passed on by reference, and
  /// is not read here.
  void visitGiven(const Expr* argument) {
    given = argument->IgnoreParenImpCasts();
    visit(argument, AccessMode::Read);
    given = nullptr;
  }

  void visitArguments(const CallExpr* call, const FunctionDecl* callee) {
    const bool keeps = isStandard(callee, Fact::Unread);
    const bool isAtomicCall = callee && isOfArrayLanguage(callee) && callee->getDeclName().isIdentifier() &&
                              callee->getName().starts_with("atomic_");
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    const unsigned hidden = isa<CXXOperatorCallExpr>(call) && method && !method->isStatic() ? 1 : 0;
    for (unsigned k = 0; k < call->getNumArgs(); ++k) {
      AccessMode mode = k < hidden ? modeOfObject(method, setting.known)
                                   : modeOfArgument(callee, k - hidden, keeps, setting.known);
      if (keeps) mode = AccessMode::Touch;
      if (isAtomicCall && k == 0) mode = AccessMode::Combine;
      if (k < hidden) noteObject(call->getArg(k), method);
      callee || !call->isTypeDependent() ? visit(call->getArg(k), mode) : visitGiven(call->getArg(k));
      if (callee && isOfArrayLanguage(callee) && k >= hidden)
        notePart(call->getArg(k), useOfPart(callee, k, call->getNumArgs()));
    }
  }

  /// The method may return the address of a part of the object.
  void noteObject(const Expr* object, const CXXMethodDecl* method) {
    const QualType result = method->getReturnType();
    const ValueDecl* root =
        result->isReferenceType() || result->isPointerType() ? storageOf(object) : nullptr;
    if (root) needsPlace.insert(root);
  }

  /// An operator of the program gets the object's address; in a template, so may that of a class.
  void noteChanged(const Expr* object, const Expr* change) {
    const FunctionDecl* definition = definitionOf(change);
    const auto* special = object->getType()->getAs<TemplateSpecializationType>();
    const bool isOpen = change->isTypeDependent() && special && !special->isTypeAlias();
    const bool isOfProgram = isOpen || (definition && setting.known.count(definition));
    if (const ValueDecl* root = isOfProgram ? storageOf(object) : nullptr) needsPlace.insert(root);
  }

  void visitCall(const CallExpr* call, AccessMode mode) {
    const FunctionDecl* callee = calleeOf(call);
    const Expr* function = call->getCallee()->IgnoreParenImpCasts();
    const auto* named = dyn_cast<DeclRefExpr>(function);
    const auto* member = dyn_cast<MemberExpr>(function);
    const ValueDecl* called = named ? named->getDecl() : member ? member->getMemberDecl() : nullptr;
    if (call->isTypeDependent() &&
        (isa_and_nonnull<VarDecl, FieldDecl>(called) || !(called || isNamed(function)))) {
      // `c(i, j)` in a template: a view, or something that is called.
      std::vector<const Expr*> indices(call->arg_begin(), call->arg_end());
      if (!called) visit(function, AccessMode::Touch);
      for (const Expr* index : indices) visitGiven(index);
      const bool isElement =
          llvm::all_of(indices, [](const Expr* each) { return each->getType()->isIntegerType(); });
      if (!called || !isView(called->getType().getNonReferenceType())) return noteCall(call, mode, isElement);
      const bool isPart = expectedParts.count(call) && mode != AccessMode::Touch && !isElement;
      note((isPart && wraps.part(call, function, indices, mode)) || wraps.call(call, function, indices, mode),
           call);
      return;
    }
    if (member) {
      const auto* method = dyn_cast<CXXMethodDecl>(member->getMemberDecl());
      if (!member->isImplicitAccess()) {
        if (!member->isArrow() && method) {
          noteObject(member->getBase(), method);
          visit(member->getBase(), modeOfObject(method, setting.known));
          if (isa<CXXConversionDecl>(method) && isOfArrayLanguage(method))
            notePart(member->getBase(), {AccessMode::Read});
        } else
          visitBase(member->getBase(), member->isArrow(), member->getOperatorLoc());
      }
    } else if (const auto* dependent = dyn_cast<CXXDependentScopeMemberExpr>(function)) {
      if (!dependent->isImplicitAccess())
        visitBase(dependent->getBase(), dependent->isArrow(), dependent->getOperatorLoc());
    } else {
      visit(call->getCallee(), AccessMode::Touch);
    }
    visitArguments(call, callee);
    if (call->isTypeDependent() && !callee && !isOfLibrary(call)) return noteCall(call, mode, false);
    if (mode != AccessMode::Touch && mayNameElement(call, callee) && isLvalueReference(callee) &&
        isRecorded(call->getType()))
      note(wraps.whole(call, writtenText(call, source.ast), mode), call);
  }
};

}  // namespace

CheckedAccesses checkAccesses(const Stmt* statement, const AccessSetting& setting, const Source& source) {
  return Reader(setting, source).run(statement);
}

CheckedAccesses checkAccesses(const FunctionDecl* function, const AccessSetting& setting,
                              const Source& source) {
  return Reader(setting, source).run(function);
}

}  // namespace appyl
