#include "nest/modref/opaque_effects.h"
#include "nest/ast/array_types.h"

#include "nest/ast/calls.h"
#include "nest/ast/evaluated.h"
#include "nest/ast/implicit_calls.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/points_to/pointer_capture.h"
#include "nest/privatization/updates.h"
#include "nest/scev/scalar_evolution.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <tuple>

namespace appyl {
namespace {

using namespace clang;

class OpaqueEffects {
 public:
  OpaqueEffects(LoopNest& nest, const Source& source)
      : nest(nest), body(nest.loops.front().stmt), source(source) {}

  /// Rounding, the flags of exceptions and `errno`, which the function sets for the nest or looks at behind
  /// it: each thread has its own.
  void checkThreadState() {
    if (!nest.function) return;
    const SourceManager& sources = source.ast.getSourceManager();
    bool callsLibrary = false;
    walk(body, source.directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
      callsLibrary |= callee && !isa<CXXMethodDecl>(callee) && !isOurs(callee) && !isOfArrayLanguage(callee);
      return true;
    });
    for (const CallExpr* call : callsAboutThread(nest.function->getBody())) {
      const bool isErrno = functionIs(calleeName(call), Fact::Errno);
      const bool isAfter = sources.isBeforeInTranslationUnit(body->getEndLoc(), call->getBeginLoc());
      if (contains(body, call, source.directives) || (isErrno && !(isAfter && callsLibrary))) continue;
      note(isErrno ? "each thread has its own 'errno'" : "'" + calleeName(call) + "' is about one thread",
           nullptr);
    }
  }

  /// In the nest and in all that it calls.
  void run() {
    std::set<const Stmt*> ending;  // what ends the program meets no other iteration
    walk(body, source.directives, [&](const Stmt* each) {
      if (ending.count(each)) return false;
      if (const auto* branch = dyn_cast<IfStmt>(each))
        for (const Stmt* last : endingBranches(branch)) ending.insert(last);
      if (const auto* assembly = dyn_cast<GCCAsmStmt>(each))
        note("what 'asm' does is not followed",
             assembly->getNumOutputs() > 0 ? assembly->getOutputExpr(0) : nullptr);
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* variable = dyn_cast<VarDecl>(declared); variable && variable->getInit())
            if (isa<InitListExpr, ParenListExpr>(variable->getInit()) &&
                variable->getType()->isDependentType())
              checkObject(variable->getType(), variable->getInit());
      checkImplicit(each);
      const auto* expression = dyn_cast<Expr>(each);
      if (!expression) return true;
      if (const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(expression));
          variable && variable->getTLSKind() != VarDecl::TLS_None &&
          !variable->getType().isConstQualified() && !isOfIteration(variable))
        note("each thread has its own '" + variable->getNameAsString() + "'", expression);
      if (const auto assignment = asAssignment(expression)) checkWrite(assignment->target);
      if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && unary->getOpcode() == UO_AddrOf)
        checkWrite(unary->getSubExpr());
      if (isa<InitListExpr, CXXConstructExpr>(expression)) checkObject(expression->getType(), expression);
      if (const auto* call = dyn_cast<CallExpr>(expression)) checkCall(call);
      return true;
    });
  }

 private:
  /// Each iteration writes the variable before reading it, so no other iteration's value is seen.
  bool isOfIteration(const VarDecl* variable) const {
    return llvm::any_of(nest.privates, [&](const PrivateScalar& each) { return each.variable == variable; });
  }

  LoopNest& nest;
  const Stmt* body;                        // that is read: the nest, or a function's
  const FunctionDecl* function = nullptr;  // whose body it is
  const Expr* reachedBy = nullptr;         // the call of it in the nest
  std::set<const FunctionDecl*> read;
  std::set<const CXXRecordDecl*> checkedTypes;
  Source source;

  void note(const std::string& why, const Expr* where) {
    nest.addOpaqueEffect(why, reachedBy ? reachedBy : where);
  }

  /// `auto bit = flags[i]; bit = true;`
  static bool isBit(QualType type) {
    const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    if (!record || !record->getIdentifier()) return false;
    const std::string name = record->getNameAsString();
    if (const auto* outer = dyn_cast<CXXRecordDecl>(record->getDeclContext()))
      return outer->isInStdNamespace() && classIs(outer->getNameAsString() + "::" + name, ClassFact::Bit);
    return record->isInStdNamespace() && classIs(name, ClassFact::Bit);
  }

  const std::vector<const CallExpr*>& callsAboutThread(const Stmt* function) const {
    auto& known = source.directives.found[function].aboutThread;
    if (known) return *known;
    known.emplace();
    walk(function, source.directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
      if (callee && !isOurs(callee) && functionIs(calleeName(call), {Fact::Errno, Fact::FloatState}))
        known->push_back(call);
      return true;
    });
    return *known;
  }

  void checkBit(const Expr* lvalue) {
    const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(lvalue));
    if (isa<MemberExpr>(strip(lvalue)) && isBit(strip(lvalue)->getType()))
      note("'" + textOf(strip(lvalue), source.ast) + "' is a bit whose neighbours share a byte",
           strip(lvalue));
    if (!variable || !isBit(variable->getType())) return;
    const bool isOfOwn = variable->isLocalVarDecl() && !variable->isCXXForRangeDecl() &&
                         isDeclaredInside(variable, body, source.directives) && variable->getInit() &&
                         isOwn(variable->getInit());
    if (!isOfOwn)
      note("'" + variable->getNameAsString() + "' is a bit whose neighbours share a byte", strip(lvalue));
  }

  void checkWrite(const Expr* lvalue) {
    checkBit(lvalue);
    if (isObscure(lvalue))
      note("'" + textOf(strip(lvalue), source.ast) + "' is reached in a way that is not followed",
           strip(lvalue));
  }

  void checkCall(const CallExpr* made) {
    const FunctionDecl* callee = made->getDirectCallee();
    const unsigned shift = isa<CXXOperatorCallExpr>(made) && isa_and_nonnull<CXXMethodDecl>(callee);
    for (unsigned k = shift; callee && k < made->getNumArgs() && k - shift < callee->getNumParams(); ++k) {
      const QualType type = callee->getParamDecl(k - shift)->getType();
      if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified())
        checkWrite(made->getArg(k));
    }
    if (callee && !isOurs(callee) && functionIs(calleeName(made), Fact::Swaps))
      for (const Expr* argument : made->arguments())
        if (isBit(strip(argument)->getType()))
          note("'" + textOf(argument, source.ast) + "' is a bit whose neighbours share a byte", made);
    const FunctionDecl* definition = nullptr;
    const bool isTrivial = isa_and_nonnull<CXXMethodDecl>(callee) && callee->isTrivial();  // copies
    if (isOurs(callee) && callee->hasAttr<PureAttr>() && !callee->hasBody()) checkPure(callee, made);
    if (!isOurs(callee) || isTrivial || !callee->hasBody(definition) || !read.insert(definition).second)
      return;
    const auto outer = std::make_tuple(body, function, reachedBy);
    std::tie(body, function) = std::make_tuple(definition->getBody(), definition);
    if (!reachedBy) reachedBy = made;
    for (const ParmVarDecl* parameter : definition->parameters())
      for (const Expr* size : sizesIn(parameter->getOriginalType()))
        checkEffect(size, parameter->getNameAsString(), made);
    run();
    std::tie(body, function, reachedBy) = outer;
  }

  /// `v[i]`, `v.begin()`, `*p`, `++at` run none of the elements' own functions.
  static bool findsElement(const FunctionDecl* callee) {
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    if (!method)  // `at != end`
      return callee->isOverloadedOperator() &&
             llvm::all_of(callee->parameters(),
                          [](const ParmVarDecl* each) { return isIterator(each->getType()); });
    const QualType type = method->getASTContext().getRecordType(method->getParent());
    const bool isKnown = classIs(libraryTemplate(type), {ClassFact::Contiguous, ClassFact::Pointer});
    if (!isKnown && !isIterator(type)) return false;
    const OverloadedOperatorKind op = method->getOverloadedOperator();
    if (!method->getDeclName().isIdentifier())
      return op == OO_Subscript || op == OO_Star || op == OO_Arrow || op == OO_PlusPlus;
    // A function that returns a copy of the allocator runs the allocator's copy constructor.
    return memberIs(method->getName(), {Fact::Bound, Fact::Data, Fact::Element}) ||
           (memberIs(method->getName(), Fact::Size) && method->getReturnType()->isArithmeticType());
  }

  /// The library makes, copies, compares and destroys objects of the user's types by their own operators.
  void checkTypesOf(const Expr* made) {
    const auto* call = dyn_cast<CallExpr>(made);
    const auto* object = dyn_cast<CXXConstructExpr>(made);
    const FunctionDecl* callee = call ? call->getDirectCallee() : object ? object->getConstructor() : nullptr;
    if (!callee || isOurs(callee) || findsElement(callee)) return;
    checkType(made->getType(), made);
    if (const auto* method = dyn_cast<CXXMemberCallExpr>(made))
      checkType(method->getImplicitObjectArgument()->getType(), made);
    for (unsigned k = 0; k < (call ? call->getNumArgs() : object->getNumArgs()); ++k)
      checkType((call ? call->getArg(k) : object->getArg(k))->getType(), made);
  }

  /// The type, and the types that it consists of or is a template of: `T*`, `std::vector<T>::iterator`.
  void checkType(QualType type, const Expr* where) {
    while (type->isPointerType() || type->isReferenceType()) type = type->getPointeeType();
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (!record || !checkedTypes.insert(record->getCanonicalDecl()).second) return;
    const ImplicitCode code = runForObjects(type);
    for (const FunctionDecl* each : code.functions) {
      checkEffect(each, where);
      checkConstants(each, where);
    }
    for (const ImplicitCode::Value& each : code.values) checkEffect(each.expression, each.of, where);
  }

  /// Changes of arguments that are passed as `const`: by `mutable` members, by a cast.
  void checkConstants(const FunctionDecl* function, const Expr* where) {
    const FunctionDecl* definition = nullptr;
    if (!isOurs(function) || !function->hasBody(definition)) return;
    const auto check = [&](const Stmt* part) {
      walk(part, source.directives, [&](const Stmt* each) {
        const auto* expression = dyn_cast<Expr>(each);
        const auto assignment = expression ? asAssignment(expression) : std::nullopt;
        const auto* call = dyn_cast<CXXMemberCallExpr>(each);
        const bool changes = call && call->getMethodDecl() && !call->getMethodDecl()->isConst();
        const Expr* target = assignment ? assignment->target
                             : changes  ? call->getImplicitObjectArgument()
                                        : nullptr;
        if (target && isOfConstant(target, isa<CXXConstructorDecl>(definition)))
          note("'" + function->getNameAsString() + "' changes '" + textOf(strip(target), source.ast) + "'",
               where);
        return true;
      });
    };
    check(definition->getBody());
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(definition))
      for (const CXXCtorInitializer* each : constructor->inits()) check(each->getInit());
  }

  static bool isOfConstant(const Expr* target, bool ownsThis) {
    if (isAtomic(strip(target)->getType())) return false;
    bool isReleased = false;
    for (const Expr* inner = strip(target); inner;) {
      const auto* member = dyn_cast<MemberExpr>(inner);
      const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
      const auto* cast = dyn_cast<ExplicitCastExpr>(inner);
      const auto* parts = dyn_cast<ArraySubscriptExpr>(inner);
      const auto* element = dyn_cast<CXXOperatorCallExpr>(inner);
      isReleased |= (field && field->isMutable()) || (cast && isa<CXXConstCastExpr>(cast));
      if (isa<CXXThisExpr>(inner)) return isReleased && !ownsThis;
      const auto* named = dyn_cast<DeclRefExpr>(inner);
      const auto* local = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
      if (local && local->isLocalVarDecl() && !leadsElsewhere(local->getType()) &&
          !local->getType()->isReferenceType())
        return false;
      inner = member                                              ? strip(member->getBase())
              : cast                                              ? strip(cast->getSubExpr())
              : parts                                             ? strip(arrayPart(parts))
              : element && element->getOperator() == OO_Subscript ? strip(element->getArg(0))
                                                                  : nullptr;
    }
    return isReleased;
  }

  /// `__attribute__((pure))` promises that the function writes nothing; it may still read.
  void checkPure(const FunctionDecl* callee, const CallExpr* made) {
    const bool isMethod = isa<CXXMethodDecl>(callee) && !cast<CXXMethodDecl>(callee)->isStatic();
    const auto mayRead = [&](const ValueDecl* place) {
      const auto* variable = dyn_cast_or_null<VarDecl>(place);
      return (variable && variable->hasGlobalStorage()) || (isMethod && isa_and_nonnull<FieldDecl>(place));
    };
    for (const Access& access : nest.accesses)
      if (access.writes && mayRead(nest.arrays[access.array].declaration))
        return note("'" + callee->getNameAsString() + "' may read '" + nest.arrays[access.array].name +
                        "', which the loop writes",
                    made);
  }

  // --- what runs without being written
  // -------------------------------------------------------------------------------------------------

  bool isOurs(const FunctionDecl* function) const {
    return function && !function->isInStdNamespace() && !isOfArrayLanguage(function) && !isOfSystem(function);
  }

  void checkEffect(const FunctionDecl* hidden, const Expr* where) {
    if (!isOurs(hidden)) return;
    const CallEffect effect = effectOf(hidden, source);
    if (!effect.unknown.empty()) note(effect.unknown, where);
  }
  void checkEffect(const Stmt* part, const std::string& name, const Expr* where) {
    if (!part) return;
    const CallEffect effect = effectOf(part, name, source);
    if (!effect.unknown.empty()) note(effect.unknown, where);
  }

  /// Constructors, defaults of arguments and members, the iterators of a loop over a range, what is handed to
  /// the library to be called.
  void checkImplicit(const Stmt* each) {
    if (const auto* expression = dyn_cast<Expr>(each); isa<CallExpr, CXXConstructExpr>(each))
      checkTypesOf(expression);
    if (const auto* made = dyn_cast<CXXConstructExpr>(each)) {
      const CXXConstructorDecl* constructor = made->getConstructor();
      checkEffect(constructor, made);
      checkConstants(constructor, made);
      if (isOurs(constructor) && writesElsewhere(constructor))
        note("what the constructor of '" + constructor->getNameAsString() + "' does is not followed", made);
      for (unsigned k = 0; isOurs(constructor) && k < made->getNumArgs() && k < constructor->getNumParams();
           ++k) {
        const QualType type = constructor->getParamDecl(k)->getType();
        if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified() &&
            !isOwn(made->getArg(k)))
          note(
              "'" + textOf(made->getArg(k), source.ast) + "' is handed to a constructor that is not followed",
              made);
      }
    }
    if (const auto* made = dyn_cast<CXXBindTemporaryExpr>(each)) checkDestructors(made->getType(), made);
    if (const auto* destroyed = dyn_cast<CXXDeleteExpr>(each); destroyed && !destroyed->isTypeDependent())
      checkDestructors(destroyed->getDestroyedType(), destroyed);
    if (const auto* declaration = dyn_cast<DeclStmt>(each)) checkBindings(declaration);
    const auto* call = dyn_cast<CallExpr>(each);
    checkTie(call);
    const auto* object = dyn_cast<CXXConstructExpr>(each);
    const unsigned arguments = call ? call->getNumArgs() : object ? object->getNumArgs() : 0;
    for (unsigned k = 0; k < arguments; ++k)
      if (const auto* given = dyn_cast<CXXDefaultArgExpr>(call ? call->getArg(k) : object->getArg(k)))
        checkEffect(given->getExpr(), given->getParam()->getNameAsString(), cast<Expr>(each));
    if (call && isa_and_nonnull<CXXMethodDecl>(call->getDirectCallee()) &&
        call->getDirectCallee()->isDefaulted())
      checkEffect(call->getDirectCallee(), call);
    if (const auto* given = dyn_cast<CXXDefaultInitExpr>(each)) {
      checkEffect(given->getExpr(), given->getField()->getNameAsString(), given);
      if (writesElsewhere(given->getExpr(), {}))
        note("what the initial value of '" + given->getField()->getNameAsString() + "' does is not followed",
             given);
    }
    if (const auto* range = dyn_cast<CXXForRangeStmt>(each)) {
      const Stmt* const parts[] = {range->getBeginStmt(), range->getEndStmt(), range->getCond(),
                                   range->getInc(), range->getLoopVarStmt()};
      for (const Stmt* part : parts) checkEffect(part, "begin", range->getRangeInit());
    }
    if (call && call->getDirectCallee() && !isOurs(call->getDirectCallee()))
      for (const Expr* argument : call->arguments())
        if (const CXXRecordDecl* record = argument->getType()->getAsCXXRecordDecl();
            record && record->hasDefinition() && !record->isLambda())
          for (const CXXMethodDecl* method : record->methods())
            if (method->getOverloadedOperator() == OO_Call) checkEffect(method, argument);
    if (const auto* assigned = dyn_cast<CXXOperatorCallExpr>(each);
        assigned && assigned->isAssignmentOp() && isPartOfValarray(assigned->getArg(0)->getType()))
      note("what '" + textOf(assigned->getArg(0), source.ast) + "' refers to is not known", assigned);
    if (const auto* made = dyn_cast<CXXNewExpr>(each)) checkEffect(made->getOperatorNew(), made);
    if (const auto* destroyed = dyn_cast<CXXDeleteExpr>(each))
      checkEffect(destroyed->getOperatorDelete(), destroyed);
  }

  /// `std::apply(f, std::tie(n))`: who is given the tuple may change n.
  void checkTie(const CallExpr* call) {
    if (!call || !call->getDirectCallee() || isOurs(call->getDirectCallee()) ||
        !functionIs(calleeName(call), Fact::Ties))
      return;
    for (const Expr* argument : call->arguments())
      if (const ValueDecl* variable = namedVariable(argument);
          variable && variable->getType()->isScalarType() && !isOwn(variable) &&
          !argument->getType().isConstQualified())
        note("what '" + textOf(call, source.ast) + "' refers to is not known", call);
  }

  /// `a[std::slice(0, 4, 1)]`: to assign to it changes a.
  static bool isPartOfValarray(QualType type) {
    return classIs(libraryTemplate(type), ClassFact::PartOfValarray);
  }

  /// Does it write through a pointer member of the object, unless the object has allocated that memory?
  bool writesElsewhere(const Stmt* part, const std::set<const ValueDecl*>& allocated) const {
    bool found = false;
    walk(part, source.directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      const auto assignment = expression ? asAssignment(expression) : std::nullopt;
      if (!assignment) return !found;
      const Expr* target = strip(assignment->target);
      const auto* field = dyn_cast_or_null<FieldDecl>(rootVariable(target));
      found |= field && target != nullptr && namedVariable(target) != field &&
               field->getType()->isPointerType() && !allocated.count(field);
      return !found;
    });
    return found;
  }

  bool writesElsewhere(const CXXConstructorDecl* constructor) const {
    const FunctionDecl* definition = nullptr;
    if (!constructor->isUserProvided() || !constructor->hasBody(definition)) return false;
    std::set<const ValueDecl*> allocated;
    const auto noteAllocation = [&](const ValueDecl* field, const Expr* value) {
      const auto* call = value ? dyn_cast<CallExpr>(value->IgnoreParenCasts()) : nullptr;
      const bool isAllocated = call && functionIs(calleeName(call), Fact::Allocates);
      if (field && value && (isAllocated || isa<CXXNewExpr>(value->IgnoreParenCasts())))
        allocated.insert(field);
    };
    const auto inits = cast<CXXConstructorDecl>(definition)->inits();
    for (const CXXCtorInitializer* each : inits) noteAllocation(each->getMember(), each->getInit());
    walk(definition->getBody(), source.directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      if (const auto assignment = expression ? asAssignment(expression) : std::nullopt)
        noteAllocation(namedVariable(assignment->target), assignment->value);
      return true;
    });
    return writesElsewhere(definition->getBody(), allocated) ||
           llvm::any_of(inits, [&](const CXXCtorInitializer* each) {
             return writesElsewhere(each->getInit(), allocated);
           });
  }

  void checkDestructors(QualType type, const Expr* where) {
    if (doesAtEnd(type))
      note("what the destructor of '" + textOf(where, source.ast) + "' does is not followed", where);
  }

  /// `auto [x, y] = point;` by a `get` that the user has written.
  void checkBindings(const DeclStmt* declaration) {
    for (const Decl* each : declaration->decls())
      if (const auto* parts = dyn_cast<DecompositionDecl>(each); parts && parts->getInit())
        for (const ImplicitCode::Value& value : runBy(declaration).values)
          checkEffect(value.expression, value.of, parts->getInit());
  }

  // --- objects that hold references
  // -------------------------------------------------------------------------------------------------

  static const CXXRecordDecl* recordOf(QualType type) {
    if (const CXXRecordDecl* record = type->getAsCXXRecordDecl()) return record;
    const auto* specialised = type->getAs<TemplateSpecializationType>();
    const TemplateDecl* pattern = specialised ? specialised->getTemplateName().getAsTemplateDecl() : nullptr;
    return pattern ? dyn_cast_or_null<CXXRecordDecl>(pattern->getTemplatedDecl()) : nullptr;
  }

  static bool anyRefers(llvm::ArrayRef<TemplateArgument> arguments) {
    return llvm::any_of(arguments, [](const TemplateArgument& each) {
      if (each.getKind() == TemplateArgument::Pack) return anyRefers(each.getPackAsArray());
      const QualType own = each.getKind() == TemplateArgument::Type ? each.getAsType() : QualType();
      return !own.isNull() && own->isLValueReferenceType() && !own->getPointeeType().isConstQualified();
    });
  }

  /// May something else be changed through the object's members? (Lambdas are read with their captures.)
  static bool holdsReference(QualType type) {
    const CXXRecordDecl* record = recordOf(type);
    record = record ? record->getDefinition() : nullptr;
    if (const auto* several = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
        several && several->isInStdNamespace() && classIs(several->getName(), ClassFact::Tuple))
      return anyRefers(several->getTemplateArgs().asArray());
    if (!record || record->isLambda() || record->isInStdNamespace()) return false;
    for (const FieldDecl* field : record->fields()) {
      const QualType own = field->getType();
      if (own->isReferenceType() ? !own->getPointeeType().isConstQualified() : holdsReference(own))
        return true;
    }
    return std::any_of(record->bases_begin(), record->bases_end(),
                       [](const CXXBaseSpecifier& base) { return holdsReference(base.getType()); });
  }

  /// Is the object made with references to what is not the iteration's own?
  void checkObject(QualType type, const Expr* made) {
    if (!holdsReference(type)) return;
    bool isOfOwn = true;
    walk(made, source.directives, [&](const Stmt* each) {
      if (const auto* reference = dyn_cast<DeclRefExpr>(each))
        if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl()))
          isOfOwn &= isOwn(variable) && !leadsElsewhere(variable->getType());
      isOfOwn &= !isa<CXXThisExpr>(each);
      return true;
    });
    if (!isOfOwn)
      note("what the references in '" + textOf(made, source.ast) + "' name is not followed", made);
  }

  // --- lvalues
  // ----------------------------------------------------------------------------------------------------------------

  /// Declared in the nest, or in the function whose body is read.
  bool isOwn(const ValueDecl* variable) const {
    return variable && !variable->getType()->isReferenceType() &&
           (isDeclaredInside(variable, body, source.directives) ||
            (function && isa<ParmVarDecl>(variable) && variable->getDeclContext() == function));
  }

  /// A part of an own variable that is not behind a pointer: not `*p`, `s[0]` of a span.
  bool isOwn(const Expr* lvalue) const {
    const ValueDecl* root = lvalue ? rootVariable(lvalue) : nullptr;
    if (!isOwn(root)) return false;
    const Expr* inner = strip(lvalue);
    for (const auto* member = dyn_cast<MemberExpr>(inner); member && !member->isArrow();
         member = dyn_cast<MemberExpr>(inner))
      inner = strip(member->getBase());
    return namedVariable(inner) == root || !leadsElsewhere(root->getType());
  }

  /// `std::ref(v)` as a reference, `std::ref(v).get()`
  static bool isOfWrapper(const CXXMemberCallExpr* call) {
    const Expr* object = call->getImplicitObjectArgument();
    return call->isLValue() && object && classIs(libraryTemplate(object->getType()), ClassFact::Wrapper);
  }
  /// The v of such an expression.
  static const Expr* wrapped(const CXXMemberCallExpr* call) {
    const auto* made = dyn_cast<CallExpr>(strip(call->getImplicitObjectArgument()));
    return made && made->getNumArgs() == 1 ? made->getArg(0) : nullptr;
  }

  bool isObscure(const Expr* lvalue) const {
    const Expr* inner = strip(lvalue);
    if (const auto* choice = dyn_cast<AbstractConditionalOperator>(inner))
      return !isOwn(choice->getTrueExpr()) || !isOwn(choice->getFalseExpr());
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(inner))
      return cast->isGLValue() && !isOwn(cast->getSubExpr());
    if (const auto* call = dyn_cast<CXXMemberCallExpr>(inner); call && isOfWrapper(call))
      return !isOwn(wrapped(call));
    if (const auto* member = dyn_cast<MemberExpr>(inner); member && !member->isArrow())
      return isObscure(member->getBase());
    if (const auto* comma = dyn_cast<BinaryOperator>(inner); comma && comma->getOpcode() == BO_Comma)
      return isObscure(comma->getRHS());
    if (const auto* member = dyn_cast<BinaryOperator>(inner); member && member->isPtrMemOp())
      return member->getOpcode() == BO_PtrMemI || !isOwn(member->getLHS());
    const auto* reference = dyn_cast<DeclRefExpr>(inner);
    if (!reference) return false;
    if (const auto* binding = dyn_cast<BindingDecl>(reference->getDecl())) return isObscure(binding);
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    if (!variable || !variable->isLocalVarDecl() || !variable->getInit() ||
        !variable->getType()->isReferenceType())
      return false;
    const Expr* init = strip(variable->getInit());
    if (variable->isCXXForRangeDecl()) {  // `*it`
      const auto* unary = dyn_cast<UnaryOperator>(init);
      const auto* call = dyn_cast<CXXOperatorCallExpr>(init);
      return !(unary && unary->getOpcode() == UO_Deref) && !(call && call->getOperator() == OO_Star);
    }
    return isObscure(init);
  }

  bool isObscure(const BindingDecl* binding) const {
    const auto* whole = dyn_cast_or_null<VarDecl>(binding->getDecomposedDecl());
    if (!whole || !whole->getType()->isReferenceType())
      return !whole || !isDeclaredInside(whole, body, source.directives) ||
             binding->getType()->isReferenceType();
    if (!whole->getInit()) return true;
    // The members of an element are an access like any other, unless a `get`, which is not followed, returns
    // them.
    const bool isGotten =
        binding->getHoldingVar() && libraryTemplate(whole->getType().getNonReferenceType()) != "array";
    return !isOwn(whole->getInit()) && (isGotten || !isElement(whole->getInit()));
  }

  static bool isElement(const Expr* lvalue) {
    const Expr* inner = strip(lvalue);
    if (const auto* member = dyn_cast<MemberExpr>(inner))
      return member->isArrow() || isElement(member->getBase());
    if (const auto* unary = dyn_cast<UnaryOperator>(inner)) return unary->getOpcode() == UO_Deref;
    if (const auto* call = dyn_cast<CXXOperatorCallExpr>(inner))
      return call->getOperator() == OO_Subscript || call->getOperator() == OO_Star;
    const auto* reference = dyn_cast<DeclRefExpr>(inner);
    const auto* alias = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (alias && alias->isLocalVarDecl() && alias->getType()->isReferenceType())
      return alias->isCXXForRangeDecl() || (alias->getInit() && isElement(alias->getInit()));
    return isa<ArraySubscriptExpr>(inner);
  }
};

}  // namespace

void noteOpaqueEffects(LoopNest& nest, const Source& source) {
  OpaqueEffects unfollowed(nest, source);
  unfollowed.run();
  unfollowed.checkThreadState();
}

}  // namespace appyl
