#include "codegen/kernels/captures.h"

#include "codegen/arrays/array_ranges.h"
#include "codegen/arrays/read_only.h"
#include "codegen/kernels/capturable.h"
#include "codegen/kernels/capture_names.h"
#include "codegen/kernels/device_calls.h"
#include "codegen/kernels/device_values.h"
#include "nest/access/guarded.h"
#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/ast/visible_names.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"
#include "nest/scev/scalar_evolution.h"
#include "support/names.h"

#include <clang/AST/QualTypeNames.h>

#include <clang/AST/ParentMapContext.h>
#include <clang/AST/PrettyPrinter.h>
#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;

class CaptureReader {
 public:
  CaptureReader(const LoopNest& nest, const KernelVariables& variables, LoopWriter& writer,
                const Source& source)
      : nest(nest),
        own(variables.locals),
        tables(variables.tables),
        visible(nest.function, nest.loops.front().stmt, source.directives),
        writer(writer),
        source(source) {
    for (const NamedArray& each : namedArrays(nest, /*exposed=*/true))
      if (each.writes) written.insert(each.root);
    noteNames(nest.function);
    noteOwnNames();
  }

  std::optional<Captures> run(const std::vector<const Expr*>& first, const std::set<const Stmt*>& without) {
    result.edits.resize(1);
    result.tables.resize(1);
    for (const Expr* each : first) read(each);
    skipped = without;
    read(nest.loops.front().stmt);
    readTypes();
    const auto decltypes = decltypesOf(nest.loops.front().stmt, source, [&](const Expr* each) {
      if (isOutside(each) && namedVariable(each)) result.namedInTypes.insert(namedVariable(each));
      return isOutside(each) || isa<CXXThisExpr>(each) || namesCounter(each, nest);
    });
    result.edits.front().insert(result.edits.front().end(), decltypes.begin(), decltypes.end());
    for (TextEdit& edit : keptFunctionNames(nest.loops.front().stmt, source))
      result.edits.front().push_back(std::move(edit));
    result.usings = usingsAround(nest.function->getBody(), nest.loops.front().stmt, source);
    return good ? std::optional(std::move(result)) : std::nullopt;
  }

 private:
  const LoopNest& nest;
  std::set<const ValueDecl*> own;  // of the kernel
  const std::set<const VarDecl*>& tables;
  const VisibleNames visible;
  LoopWriter& writer;
  Source source;
  std::set<const Stmt*> skipped;
  std::set<const Expr*> subscripted;   // what stands before `[`
  std::set<const ValueDecl*> written;  // arrays
  std::vector<const Expr*> readLater;  // what copied declarations begin with
  Captures result;
  bool good = true;
  const CXXRecordDecl* open = classAround(nest.function);  // above which the kernel stands

  // Where the walk is: in the nest, or in a member function that it calls.
  std::size_t scope = 0;                  // index in Captures::edits
  std::map<const Expr*, std::string> newNames;            // of what is captured, where it is mentioned
  std::map<std::size_t, std::set<const Expr*>> expanded;  // by scope: written without macros
  std::string object;                     // in front of members: `g.`; empty: the current object
  const ValueDecl* objectRoot = nullptr;  // its variable
  std::map<const ValueDecl*, ObjectOnHost> given;  // what parameters of the function stand for
  std::vector<const FunctionDecl*> copying;  // around it
  std::set<std::string> names;  // of variables, which hide members of the same name
  std::set<std::string> namesOfCallees;  // of functions that are handed objects
  std::set<std::string> ownNames;        // of the function around the nest
  std::set<const FunctionDecl*> noted;

  void noteOwnNames() {
    const auto add = [&](const ValueDecl* variable) { ownNames.insert(variable->getNameAsString()); };
    for (const ParmVarDecl* each : nest.function->parameters()) add(each);
    walk(nest.function->getBody(), source.directives, [&](const Stmt* each) {
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* variable = dyn_cast<VarDecl>(declared)) {
            add(variable);
            if (const auto* parts = dyn_cast<DecompositionDecl>(variable))
              for (const BindingDecl* part : parts->bindings()) add(part);
          }
      return true;
    });
  }

  /// A name of the file or a namespace that a copied function uses, and that means something else at the
  /// loop; empty: there is none.
  std::string hiddenName(const FunctionDecl* definition) const {
    const auto isHidden = [&](const NamedDecl* named) {
      const DeclContext* home = named->getDeclContext()->getRedeclContext();
      if (home->isFunctionOrMethod() || !named->getDeclName().isIdentifier()) return false;
      if (ownNames.count(named->getNameAsString())) return true;
      for (const DeclContext* each = nest.function->getDeclContext();
           each && !each->getRedeclContext()->Equals(home); each = each->getParent())
        if (!each->isTranslationUnit() && !each->Encloses(home) && !each->isTransparentContext() &&
            !each->lookup(named->getDeclName()).empty())
          return true;
      return false;
    };
    std::string found;
    const auto look = [&](const NamedDecl* named) {
      if (found.empty() && named && isHidden(named)) found = named->getNameAsString();
    };
    walk(definition->getBody(), source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      if (reference && !reference->hasQualifier() && !isa<CXXMethodDecl>(reference->getDecl()))
        look(reference->getDecl());
      const auto* cast = dyn_cast<ExplicitCastExpr>(each);
      std::vector<QualType> types;
      if (cast) types.push_back(cast->getTypeAsWritten());
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* variable = dyn_cast<VarDecl>(declared)) types.push_back(variable->getType());
      for (QualType type : types) {
        while (type->isAnyPointerType() || type->isReferenceType()) type = type->getPointeeType();
        if (const auto* alias = type->getAs<TypedefType>())
          look(alias->getDecl());
        else
          look(type->getAsTagDecl());
      }
      return found.empty();
    });
    return found;
  }

  static bool isHandedObject(const ParmVarDecl* parameter) {
    const auto* function = dyn_cast<FunctionDecl>(parameter->getDeclContext());
    return !(function && isOfArrayLanguage(function)) && !parameter->getType()->getPointeeType().isNull() &&
           parameter->getType()->getPointeeType()->isRecordType();
  }

  /// Of the function, and of the functions with objects that it calls.
  void noteNames(const FunctionDecl* function) {
    const FunctionDecl* definition = nullptr;
    if (!function->hasBody(definition) || !noted.insert(definition).second) return;
    const bool isHanded = function != nest.function && llvm::any_of(definition->parameters(), isHandedObject);
    std::set<std::string> outer;
    if (isHanded) outer = std::exchange(names, {});
    for (const ParmVarDecl* each : definition->parameters())
      if (!isHanded || !isHandedObject(each)) names.insert(each->getNameAsString());
    walk(definition->getBody(), source.directives, [&](const Stmt* each) {
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* variable = dyn_cast<VarDecl>(declared)) names.insert(variable->getNameAsString());
      if (const auto* lambda = dyn_cast<LambdaExpr>(each))
        for (const ParmVarDecl* parameter : lambda->getCallOperator()->parameters())
          names.insert(parameter->getNameAsString());
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* method = call ? dyn_cast_or_null<CXXMethodDecl>(call->getCalleeDecl()) : nullptr;
      if (call && !method) method = openMember(call);
      if (!method && call && call->getDirectCallee() &&
          llvm::any_of(call->getDirectCallee()->parameters(), isHandedObject))
        method = call->getDirectCallee();
      if (method && !isOfSystem(method)) noteNames(method);
      return true;
    });
    if (!isHanded) return;
    namesOfCallees.insert(names.begin(), names.end());
    names.insert(outer.begin(), outer.end());
  }

  /// Reads the types of the function that the nest names, and what their declarations and constants name.
  void readTypes() {
    readLocals(namedLocals(nest.loops.front().stmt));
    for (std::size_t types = 0, constants = 0, methods = 0; good;) {
      for (; methods < result.methods.size(); ++methods)
        readLocals(namedLocals(result.methods[methods].definition->getBody()));
      for (; constants < result.copied.size(); ++constants)
        if (result.copied[constants]->isLocalVarDecl()) readLocals(namedLocals(result.copied[constants]));
      if (types == result.types.size()) break;
      const TypeDecl* type = result.types[types++];
      if (type->getDeclContext()->isFunctionOrMethod()) readLocals(namedLocals(type));
    }
  }

  void readLocals(const NamedLocals& locals) {
    const Stmt* loop = nest.loops.front().stmt;
    const SourceManager& sources = source.ast.getSourceManager();
    const auto at = [&](SourceLocation place) { return sources.getExpansionLoc(place); };
    for (const TypeDecl* type : locals.types) {
      const bool isInside =
          sources.isPointWithin(at(type->getLocation()), at(loop->getBeginLoc()), at(loop->getEndLoc()));
      const DeclContext* scope = type->getDeclContext();
      const bool isOfMethod = scope->isFunctionOrMethod() && !scope->Encloses(nest.function);
      if (isInside || isOfMethod || llvm::is_contained(result.types, type)) continue;
      result.types.push_back(type);
      if (namesTypeOf(source.ast.getTypeDeclType(type), open))
        refuseOpen(loop->getBeginLoc(), type->getNameAsString(), "is");
    }
    for (const VarDecl* constant : locals.constants)
      if (!own.count(constant)) copy(constant);
    for (; !readLater.empty() && good; readLater.erase(readLater.begin())) read(readLater.front());
  }

  void refuseOpen(SourceLocation where, const std::string& name, const char* how) {
    refuse(
        Diag::Unsupported, where,
        fmt::format("'{}' {} a type of the class that the loop is in, which a kernel above that class cannot "
                    "name; define the function outside of the class",
                    name, how));
  }

  bool refuse(Diag id, SourceLocation where, const std::string& text) {
    if (good) source.diags.report(id, where, {text});
    return good = false;
  }

  void read(const Stmt* statement) {
    walk(statement, source.directives, [&](const Stmt* each) { return good && visit(each); });
  }

  bool visit(const Stmt* each) {
    const auto* whole = dyn_cast<Expr>(each);
    if (skipped.count(each) || (whole && skipped.count(strip(whole)))) return false;
    if (const auto* declaration = dyn_cast<DeclStmt>(each); declaration && isOtherName(declaration))
      return false;
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls()) {
        if (const auto* decomposition = dyn_cast<DecompositionDecl>(declared))
          own.insert(decomposition->bindings().begin(), decomposition->bindings().end());
        if (const auto* value = dyn_cast<ValueDecl>(declared)) own.insert(value);
        if (const auto* variable = dyn_cast<VarDecl>(declared);
            variable && !variable->getType()->isReferenceType() && isOfOpen(variable->getType()))
          refuseOpen(variable->getLocation(), variable->getNameAsString(), "has");
      }
    if (const auto* range = dyn_cast<CXXForRangeStmt>(each)) {
      own.insert(range->getLoopVariable());
      const Expr* container = strip(range->getRangeInit());
      const QualType type = container->getType().getNonReferenceType();
      if (isContiguousContainer(type) && isOutside(container) && !isSmall(type, rootOf(container)))
        captureWithBounds(container);
    }
    if (const auto* lambda = dyn_cast<LambdaExpr>(each)) return visitLambda(lambda);
    if (const auto* trait = dyn_cast<UnaryExprOrTypeTraitExpr>(each)) return visitTrait(trait);
    if (const auto* call = dyn_cast<CXXOperatorCallExpr>(each); call && call->getOperator() == OO_Subscript)
      subscripted.insert(strip(call->getArg(0)));
    if (const Expr* changed = changedPart(each); changed && isOfOpenClass(changed))
      return refuse(
          Diag::Unsupported, changed->getBeginLoc(),
          "what this changes is not known before the template is instantiated; a kernel would change its own "
          "copy");
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(each))
      subscripted.insert(strip(arrayPart(element)));
    if (const auto* call = dyn_cast<CallExpr>(each)) return visitCall(call);
    const auto* expression = whole ? strip(whole) : nullptr;
    if (const auto* reference = dyn_cast_or_null<DeclRefExpr>(expression);
        reference && (!reference->hasQualifier() || open) && isOfClass(reference->getDecl()))
      return qualify(reference);
    if (expression && isCopiedGlobal(expression))
      return rename(expression, cast<DeclRefExpr>(expression)->getDecl()->getNameAsString()), false;
    if (!expression || !isOutside(expression)) {
      if (isa<CXXThisExpr>(each))
        refuse(Diag::Unsupported, each->getBeginLoc(),
               "the object itself ('this') is not available on the device; only its members are");
      return good;
    }
    if (const auto known = result.of.find(expression);
        known != result.of.end() && result.list[known->second].asksBounds)
      return false;
    capture(expression);
    const auto known = result.of.find(expression);
    if (good && !whole->getType().isNull() && whole->getType()->isArrayType() &&
        !subscripted.count(expression) && known != result.of.end() &&
        result.list[known->second].kind == Capture::Kind::Array)
      renameWhole(expression, result.list[known->second]);
    return false;
  }

  /// `const auto& d = field.d;`: the kernel has the elements of field.d, and no such reference.
  bool isOtherName(const DeclStmt* declaration) {
    const auto* variable =
        declaration->isSingleDecl() ? dyn_cast<VarDecl>(declaration->getSingleDecl()) : nullptr;
    if (!variable || variable->isImplicit() || variable->isCXXForRangeDecl() ||
        !variable->hasLocalStorage() || !variable->getInit() || isa<DecompositionDecl>(variable))
      return false;
    const auto object = objectFor(variable->getType(), variable->getInit());
    const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
    const auto range = rangeOf(declaration->getSourceRange(), source.ast);
    if (!object || !range || !function ||
        (!variable->getType()->isReferenceType() &&
         modifiedVariables(function->getBody(), source.directives).count(variable)))
      return false;
    given[variable] = *object;
    result.edits[scope].push_back({*range, ""});
    return true;
  }

  /// `for (float x : a)`: what becomes no pointer in the source is an array in the kernel, too.
  void renameWhole(const Expr* mention, const Capture& array) {
    std::vector<TextEdit>& edits = result.edits[scope];
    const auto range = rangeOf(mention->getSourceRange(), source.ast);
    if (range && !edits.empty() && edits.back().range == *range) edits.pop_back();  // its name
    rename(mention,
           fmt::format("reinterpret_cast<{}>(*{})",
                       typeText(source.ast.getLValueReferenceType(array.type), "", source.ast), array.name));
  }

  /// A class that is defined in the loop's body, and so is copied with it.
  bool isOfNest(const CXXRecordDecl* record) const {
    const Stmt* loop = nest.loops.front().stmt;
    const SourceManager& sources = source.ast.getSourceManager();
    const auto at = [&](SourceLocation place) { return sources.getExpansionLoc(place); };
    return record->getDeclContext()->isFunctionOrMethod() &&
           sources.isPointWithin(at(record->getLocation()), at(loop->getBeginLoc()), at(loop->getEndLoc()));
  }

  /// The class that the loop is in, or one inside it.
  bool isOfOpen(QualType type) const {
    if (const CXXRecordDecl* record = open ? type->getAsCXXRecordDecl() : nullptr; record && isOfNest(record))
      return llvm::any_of(record->fields(), [&](const FieldDecl* each) { return isOfOpen(each->getType()); });
    return open && (type->getAsCXXRecordDecl() == open || namesTypeOf(type, open));
  }

  /// A member of a variable from outside; only a template's arguments decide the variable's class.
  bool isOfOpenClass(const Expr* part) const {
    bool isMember = false;
    for (part = strip(part);;) {
      if (const auto* element = dyn_cast<ArraySubscriptExpr>(part)) {
        part = strip(arrayPart(element));
      } else if (const auto* member = dyn_cast<CXXDependentScopeMemberExpr>(part);
                 member && !member->isImplicitAccess()) {
        isMember = true;
        part = strip(member->getBase());
      } else {
        const auto* reference = dyn_cast<DeclRefExpr>(part);
        const QualType type = reference ? reference->getType().getNonReferenceType() : QualType();
        return isMember && reference && isOutside(reference) && !type->isPointerType() &&
               !isContiguousContainer(type);
      }
    }
  }

  /// `sizeof x` of an array, which is a pointer in the kernel.
  bool visitTrait(const UnaryExprOrTypeTraitExpr* trait) {
    if (trait->isArgumentType()) return false;
    const QualType type = trait->getArgumentExpr()->getType();
    Expr::EvalResult value;
    if (!type->isArrayType() && !isContiguousContainer(type)) return !type->isDependentType();
    if (trait->isValueDependent() || !trait->EvaluateAsInt(value, source.ast))
      return refuse(Diag::Unsupported, trait->getBeginLoc(),
                    "the size of this object is not known before the template is instantiated");
    rename(trait, llvm::toString(value.Val.getInt(), 10) + "ul");
    return false;
  }

  /// Implicit captures are not written anywhere, so only explicit ones are read here.
  bool visitLambda(const LambdaExpr* lambda) {
    for (const ParmVarDecl* parameter : lambda->getCallOperator()->parameters()) own.insert(parameter);
    auto init = lambda->capture_init_begin();
    for (const LambdaCapture& capture : lambda->captures()) {
      if (capture.isExplicit() && *init) read(*init);
      if (lambda->isInitCapture(&capture)) own.insert(capture.getCapturedVar());
      ++init;
    }
    read(lambda->getBody());
    return false;
  }

  /// A static constant or an enumerator of a class: the kernel stands outside of the class.
  static bool isOfClass(const ValueDecl* declaration) {
    const auto* variable = dyn_cast<VarDecl>(declaration);
    const DeclContext* scope = declaration->getDeclContext();
    if (isa<EnumConstantDecl>(declaration)) return scope->getParent()->isRecord();
    return variable && variable->isStaticDataMember() && isConstant(*variable) && !holdsLambda(*variable);
  }

  bool qualify(const DeclRefExpr* reference) {
    const ValueDecl* declaration = reference->getDecl();
    const QualType type = declaration->getType();
    if (type->isArrayType() || isContiguousContainer(type)) return capture(reference), false;
    const bool isPublic = declaration->getAccess() == AS_public || declaration->getAccess() == AS_none;
    Expr::EvalResult value;
    const bool isAbove = !open || !open->Encloses(declaration->getDeclContext());
    if (isPublic && isAbove && !declaration->getDeclContext()->isDependentContext()) {
      rename(reference, writtenQualified(declaration));
    } else if (!reference->isValueDependent() && reference->getType()->isIntegralOrEnumerationType() &&
               reference->EvaluateAsInt(value, source.ast)) {
      rename(reference, llvm::toString(value.Val.getInt(), 10));
    } else {
      captureValue(reference, declaration, writtenText(reference, source.ast), reference->getType());
    }
    return false;
  }

  /// `x.size()` and getters are asked on the host; `x.data()` is the pointer.
  bool visitCall(const CallExpr* call) {
    const Expr* object = nullptr;
    if (const auto* member = dyn_cast<MemberExpr>(strip(call->getCallee()))) {
      object = member->getBase();
    } else if (const auto* dependent = dyn_cast<CXXDependentScopeMemberExpr>(strip(call->getCallee()));
               dependent && !dependent->isImplicitAccess()) {
      object = dependent->getBase();
    }
    const auto* known = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    const auto* op = dyn_cast<CXXOperatorCallExpr>(call);
    // Other operators and conversions are functions of objects that are passed as a whole.
    if (isa_and_nonnull<CXXConversionDecl>(known) ||
        (op && op->getOperator() != OO_Subscript && op->getOperator() != OO_Call))
      return true;
    if (op && known) object = call->getArg(0);
    const bool isOpen = openMember(call) != nullptr;
    if (isOpen && !objectOf(call)) return visitMethod(call, nullptr);
    if (isOpen) object = objectOf(call);
    // A copy of a static function would stand below the class, and the kernel above it.
    if (known && known->isStatic() && open && open->Encloses(known->getParent()))
      return visitMethod(call, nullptr);
    const FunctionDecl* function = object ? nullptr : call->getDirectCallee();
    if (function && !known &&
        (readsGlobalArrays(function) || (!givenBy(call).empty() && isVisibleHere(function))))
      return visitMethod(call, nullptr);
    if (!object) return true;
    const auto* pointed = dyn_cast<UnaryOperator>(strip(object));
    if (pointed && pointed->getOpcode() == UO_Deref && isOutside(pointed->getSubExpr()))
      object = pointed->getSubExpr();
    if (!isOutside(object) && !isThis(object)) return true;
    if (asksBounds(call, object)) {
      captureWithBounds(object);
      // An iterator into what may be changed may serve to change it.
      if (!known->isConst() && result.of.count(strip(object)))
        result.writable.insert(result.of[strip(object)]);
      result.calls.insert(call);
      for (const Expr* each : call->arguments()) read(each);
      return false;
    }
    if (call->getNumArgs() > 0 || op || isOpen) return visitMethod(call, object);
    const std::string name = calleeName(call);
    const QualType type = strip(object)->getType().getNonReferenceType();
    const bool isContiguous = isContiguousContainer(type);
    if (ownsArray(type) ? name == "get" : isContiguous && memberIs(name, Fact::Data)) {
      add(call, rootOf(object), hostText(object), Capture::Kind::Container, type);
      return false;
    }
    const QualType value = call->getType().getNonReferenceType();
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(call->getCalleeDecl());
    const bool isSize = isContiguous && memberIs(name, Fact::Size) && value->isArithmeticType();
    const bool isGetter = method && method->isConst() && value->isArithmeticType() && !call->isLValue() &&
                          returnsMember(*method, source.directives);
    if (!isSize && !isGetter) return visitMethod(call, object);
    add(call, rootOf(object), hostText(call), Capture::Kind::Value,
        isSize && name == "size" ? QualType() : value);
    return false;
  }

  /// `v.at(i)`, `v.back()`, `v.begin()`
  bool asksBounds(const CallExpr* call, const Expr* object) const {
    static const std::set<std::string> names = {"at", "front", "back", "begin", "end", "cbegin", "cend"};
    const QualType type = strip(object)->getType().getNonReferenceType();
    return isa<CXXMemberCallExpr>(call) && isContiguousContainer(type) &&
           isOfLibrary(call->getDirectCallee()) && names.count(calleeName(call)) &&
           !isSmall(type, rootOf(object));
  }

  /// The container comes as its elements and their number.
  void captureWithBounds(const Expr* container) {
    container = strip(container);
    add(container, rootOf(container), hostText(container), Capture::Kind::Container,
        container->getType().getNonReferenceType());
    if (const auto known = result.of.find(container); known != result.of.end())
      result.list[known->second].asksBounds = true;
  }

  /// Its names mean the same in the kernel: of another namespace it names functions only, whose calls are
  /// rewritten.
  bool isVisibleHere(const FunctionDecl* function) const {
    const auto isHere = [&](const Decl* declaration) {
      const DeclContext* space = declaration->getDeclContext()->getEnclosingNamespaceContext();
      return declaration->getDeclContext()->isFunctionOrMethod() || declaration->isInStdNamespace() ||
             space->Encloses(nest.function);
    };
    const auto isKnown = [&](QualType type) {
      while (type->isAnyPointerType() || type->isReferenceType()) type = type->getPointeeType();
      const auto* named = type->getAs<TypedefType>();
      const TagDecl* record = type->getAsTagDecl();
      return named ? isHere(named->getDecl()) : !record || isHere(record);
    };
    if (function->isOverloadedOperator()) return false;
    if (isHere(function)) return true;
    const FunctionDecl* definition = nullptr;
    function->hasBody(definition);
    bool isVisible = isKnown(definition->getReturnType()) &&
                     llvm::all_of(definition->parameters(), [&](const ParmVarDecl* each) {
                       return isHandedObject(each) || isKnown(each->getType());
                     });
    walk(definition->getBody(), source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      if (reference && !isa<FunctionDecl>(reference->getDecl())) isVisible &= isHere(reference->getDecl());
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* variable = dyn_cast<VarDecl>(declared)) isVisible &= isKnown(variable->getType());
      if (const auto* expression = dyn_cast<Expr>(each);
          isa<ExplicitCastExpr, CXXTemporaryObjectExpr, InitListExpr>(each))
        isVisible &= isKnown(expression->getType());
      return isVisible && !isa<UnaryExprOrTypeTraitExpr>(each);
    });
    return isVisible;
  }

  /// The parameters that stand for objects from outside, where the kernel is handed their pointers and
  /// elements.
  std::map<const ValueDecl*, ObjectOnHost> givenBy(const CallExpr* call) const {
    std::map<const ValueDecl*, ObjectOnHost> result;
    const FunctionDecl* definition = nullptr;
    if (!call->getDirectCallee() || !call->getDirectCallee()->hasBody(definition)) return result;
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(definition) ? 1 : 0;
    std::optional<std::set<const ValueDecl*>> changed;
    for (unsigned k = shift; k < call->getNumArgs() && k - shift < definition->getNumParams(); ++k) {
      const ParmVarDecl* parameter = definition->getParamDecl(k - shift);
      const auto object = objectFor(parameter->getType(), call->getArg(k));
      if (!object) continue;
      if (!changed) changed = modifiedVariables(definition->getBody(), source.directives);
      if (!changed->count(parameter) || parameter->getType()->isReferenceType()) result[parameter] = *object;
    }
    return result;
  }

  /// What a variable of the type stands for, a reference, pointer or view, or a copy: an object from outside
  /// whose bytes alone mean nothing to the device. nullopt: it is a value of its own.
  std::optional<ObjectOnHost> objectFor(QualType type, const Expr* initial) const {
    const bool isPointer = type->isPointerType();
    const QualType object = isPointer || type->isReferenceType() ? type->getPointeeType() : type;
    initial = strip(initial);
    while (const auto* made = dyn_cast<CXXConstructExpr>(initial)) {  // a copy, or a std::span of a vector
      if (isPointer || type->isReferenceType() || made->getNumArgs() != 1) return std::nullopt;
      if (!made->getConstructor()->isCopyOrMoveConstructor() && libraryTemplate(object) != "span")
        return std::nullopt;
      initial = strip(made->getArg(0));
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(initial);
        unary && unary->getOpcode() == (isPointer ? UO_AddrOf : UO_Deref))
      initial = strip(unary->getSubExpr());
    if (isThis(initial) && object != type) return thisOnHost();
    const bool isByValue = object == type && !object.isTriviallyCopyableType(source.ast);
    if (!object->isRecordType() || object->isUnionType() || isLambda(object) || isByValue ||
        !isOutside(initial) || isView(object) || isSmall(object, rootOf(initial)))
      return std::nullopt;
    const bool isOfBytes = !holdsPointers(object, source.ast) && isCopiedBytewise(object, source.ast);
    if (isOfBytes && !isContiguousContainer(object)) return std::nullopt;
    return ObjectOnHost{hostText(initial), isPointerOnHost(initial), rootOf(initial)};
  }

  /// The object whose function the expression `this` stands in.
  ObjectOnHost thisOnHost() const {
    llvm::StringRef name = object;
    const bool isPointer = name.empty() || name.consume_back("->");
    name.consume_back(".");
    return {name.empty() ? "this" : name.str(), isPointer, objectRoot};
  }

  /// The function reads elements of a global array that is no constant, so the host has to pass the array to
  /// the kernel. It changes no other global: in a kernel it would change a copy.
  bool readsGlobalArrays(const FunctionDecl* callee) {
    const FunctionDecl* definition = nullptr;
    if (!callee || isOfSystem(callee) || callee->isOverloadedOperator() || !callee->hasBody(definition) ||
        !seen.insert(definition).second)
      return false;
    bool reads = false, changes = false;
    walk(definition->getBody(), source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      if (variable && variable->hasGlobalStorage() && !isConstant(*variable) && !isConstantTable(variable)) {
        const bool isReachable =
            variable->isFileVarDecl() && variable->getDeclContext()->isTranslationUnit() &&
            variable->getTLSKind() == VarDecl::TLS_None && !names.count(variable->getNameAsString());
        reads |= isReachable && (variable->getType()->isArrayType() || variable->getType()->isPointerType());
        changes |=
            !isReachable || modifiedVariables(definition->getBody(), source.directives).count(variable);
      }
      if (const auto* call = dyn_cast<CallExpr>(each)) reads |= readsGlobalArrays(call->getDirectCallee());
      return true;
    });
    seen.erase(definition);
    return reads && !changes;
  }
  std::set<const FunctionDecl*> seen;  // around the one that is looked at

  /// A member function of the program, called for the object `called` from outside; null: for the current
  /// object, or a static function. Or a function of no class, see readsGlobalArrays.
  bool visitMethod(const CallExpr* call, const Expr* called) {
    const auto* method = dyn_cast_or_null<FunctionDecl>(call->getCalleeDecl());
    if (!method) method = openMember(call);
    const auto* member = dyn_cast_or_null<CXXMethodDecl>(method);
    const FunctionDecl* body = nullptr;
    if (!method || method->isImplicit() || method->isDefaulted() || isOfSystem(method)) return true;
    if (member && ((member->isStatic() && called) || member->getParent()->isLambda())) return true;
    if (called && isView(called->getType().getNonReferenceType())) return true;
    const FunctionDecl* pattern = method->getTemplateInstantiationPattern();
    const bool isOpen = nest.function->isDependentContext();  // the kernel has the template's parameters, too
    if (!(pattern && isOpen ? pattern : method)->hasBody(body)) return true;
    const bool isCurrent = !called || isThis(called);
    if (!isCurrent && method->isConstexpr() && !holdsPointers(member->getParent(), source.ast)) return true;
    const auto range = rangeOf(call->getSourceRange(), source.ast),
               name = rangeOf(calledName(call), source.ast);
    if (member && member->isVirtual())
      return refuse(Diag::HostCall, call->getBeginLoc(),
                    fmt::format("'{}' is virtual; the device cannot find out which function is meant",
                                method->getNameAsString()));
    const bool isWritten = [&] {
      const OffsetsIn inItsFile(body->getBody()->getBeginLoc(), source.ast);
      return rangeOf(body->getBody()->getSourceRange(), source.ast).has_value();
    }();
    const auto refuseCopy = [&] {
      return refuse(
          Diag::HostCall, call->getBeginLoc(),
          fmt::format("'{}' cannot be copied for the device: it comes from a macro, or calls itself",
                      method->getNameAsString()));
    };
    if (!range || !name || !isWritten || llvm::is_contained(copying, body)) return refuseCopy();
    if (pattern && !isOpen && namesParameters(pattern))
      return refuse(Diag::HostCall, call->getBeginLoc(),
                    fmt::format("'{}' names its template's parameters, which a kernel outside does not have",
                                method->getNameAsString()));
    if (const std::string hidden = hiddenName(body); !hidden.empty())
      return refuse(
          Diag::Unsupported, call->getBeginLoc(),
          fmt::format(
              "'{}', which '{}' uses, is hidden by another declaration where the loop stands, so that "
              "the function cannot be copied there; give one of the two another name",
              hidden, method->getNameAsString()));
    const auto objects = givenBy(call);
    std::vector<const Expr*> dropped;
    for (unsigned k = 0; k < call->getNumArgs(); ++k)
      if (k < body->getNumParams() && !isa<CXXOperatorCallExpr>(call) && objects.count(body->getParamDecl(k)))
        dropped.push_back(call->getArg(k));
    if (dropped.size() != objects.size() || !dropArguments(call, dropped)) return refuseCopy();
    copying.push_back(body);
    const std::string copy = copyMethod(body, called, call);
    copying.pop_back();
    const bool isSubscript =
        isa<CXXOperatorCallExpr>(call) && cast<CXXOperatorCallExpr>(call)->getOperator() == OO_Subscript;
    std::vector<TextEdit>& edits = result.edits[scope];
    edits.push_back(isSubscript ? TextEdit{{name->begin, name->end + 1}, copy + "("} : TextEdit{*name, copy});
    if (isSubscript) edits.push_back({{range->end - 1, range->end}, ")"});
    result.calls.insert(call);
    for (unsigned k = isa<CXXOperatorCallExpr>(call) ? 1 : 0; k < call->getNumArgs(); ++k)
      if (!llvm::is_contained(dropped, call->getArg(k))) read(call->getArg(k));
    return false;
  }

  /// Takes the arguments out of the call's text, with the commas behind them, or in front of the last ones;
  /// false: they cannot be found in it.
  bool dropArguments(const CallExpr* call, const std::vector<const Expr*>& dropped) {
    std::vector<const Expr*> written;
    for (const Expr* each : call->arguments())
      if (!isa<CXXDefaultArgExpr>(each)) written.push_back(each);
    const auto isDropped = [&](std::size_t k) { return llvm::is_contained(dropped, written[k]); };
    for (std::size_t k = 0; k < written.size(); ++k) {
      if (!isDropped(k)) continue;
      const std::size_t first = k;
      while (k + 1 < written.size() && isDropped(k + 1)) ++k;
      const bool isLast = k + 1 == written.size();
      const auto begin = isLast && first > 0 ? rangeOf(written[first - 1]->getSourceRange(), source.ast)
                                             : rangeOf(written[first]->getSourceRange(), source.ast),
                 end = rangeOf(written[isLast ? k : k + 1]->getSourceRange(), source.ast);
      if (!begin || !end) return false;
      result.edits[scope].push_back(
          {{isLast && first > 0 ? begin->end : begin->begin, isLast ? end->end : end->begin}, ""});
    }
    return true;
  }

  /// The text in front of the arguments: `g.at`, `m` of `m(i, j)`.
  static SourceRange calledName(const CallExpr* call) {
    if (const auto* op = dyn_cast<CXXOperatorCallExpr>(call)) return op->getArg(0)->getSourceRange();
    return call->getCallee()->getSourceRange();
  }

  std::string copyMethod(const FunctionDecl* definition, const Expr* called, const CallExpr* call) {
    const auto* member = dyn_cast<CXXMethodDecl>(definition);
    const bool isCurrent = !called || isThis(called), isOwn = called && hostText(called) == "this";
    const std::string prefix = !member     ? ""
                               : isCurrent ? object
                               : isOwn     ? ""
                                           : hostText(called) + (isPointerOnHost(called) ? "->" : ".");
    const auto objects = givenBy(call);
    for (const CopiedMethod& each : result.methods)
      if (each.definition == definition && each.object == prefix && each.given == objects) return each.name;
    const std::string plainName =
        definition->getDeclName().isIdentifier() ? definition->getNameAsString() : "element";
    std::string wanted = identifierOf(prefix) + (prefix.empty() ? "" : "_") + plainName;
    for (const ParmVarDecl* parameter : definition->parameters())
      if (objects.count(parameter)) wanted += "_" + identifierOf(objects.at(parameter).host);
    const std::string name = writer.unique(wanted + (prefix.empty() && objects.empty() ? "_" : ""));
    result.methods.push_back({definition, prefix, objects, name});
    const std::size_t index = result.methods.size() - 1;
    result.edits.emplace_back();
    result.tables.emplace_back();
    const auto outerScope = std::exchange(scope, index + 1);
    const auto outerRoot = std::exchange(objectRoot, isCurrent ? objectRoot : rootOf(called));
    const auto outerObject = std::exchange(object, prefix);
    const auto outerGiven = std::exchange(given, objects);
    for (const ParmVarDecl* parameter : definition->parameters())
      if (objects.count(parameter))
        own.erase(parameter);
      else
        own.insert(parameter);
    if (!prefix.empty() && !exposeMembers(member, prefix, nest, source.directives, result.exposed))
      refuse(Diag::HostCall, call->getBeginLoc(),
             fmt::format("'{}' uses private members of '{}' in a way that a kernel cannot; make them public, "
                         "or pass what it needs",
                         definition->getNameAsString(), identifierOf(prefix)));
    const OffsetsIn inItsFile(definition->getBody()->getBeginLoc(), source.ast);
    read(definition->getBody());
    walk(definition->getBody(), source.directives, [&](const Stmt* each) {  // which mean nothing in a kernel
      if (const Directive* directive = source.directives.of(each))
        for (const SourceRange line : directive->lines)
          if (const auto range = directiveRange(line, source.ast))
            result.edits[scope].push_back({*range, ""});
      return true;
    });
    scope = outerScope, object = outerObject, objectRoot = outerRoot, given = outerGiven;
    result.methodOrder.push_back(index);
    return name;
  }

  /// The parameter of the copied function that stands for the object the expression is a member of; null:
  /// none.
  const ValueDecl* givenIn(const Expr* expression) const {
    const ValueDecl* root = rootVariable(strip(expression));
    return given.count(root) ? root : nullptr;
  }

  /// Is the object reached by a pointer in front of the nest, whatever it is in a function that is handed it?
  bool isPointerOnHost(const Expr* object) const {
    const ValueDecl* named = namedVariable(strip(object));
    return given.count(named) ? given.at(named).isPointer : strip(object)->getType()->isPointerType();
  }

  /// As it is written in front of the nest.
  std::string hostText(const Expr* expression) const {
    std::string text = writtenText(expression, source.ast);
    const auto* reference = dyn_cast<DeclRefExpr>(strip(expression));
    if (reference && scope > 0 && !reference->hasQualifier() && reference->getDecl()->isCXXClassMember() &&
        isa<VarDecl>(reference->getDecl()))
      return writtenQualified(reference->getDecl());  // a static member, from outside of its class
    if (const ValueDecl* root = rootVariable(strip(expression)); root && !given.count(root))
      if (llvm::StringRef rest = text; rest.consume_front("(*" + root->getNameAsString() + ")."))
        text = root->getNameAsString() + "->" + rest.str();
    if (const ValueDecl* parameter = givenIn(expression)) {
      const ObjectOnHost& meant = given.at(parameter);
      llvm::StringRef rest = text;
      if (!rest.consume_front("(*" + parameter->getNameAsString() + ")"))
        rest.consume_front(parameter->getName());
      const bool isMember = rest.consume_front("->") || rest.consume_front(".");
      return meant.host + (isMember ? (meant.isPointer ? "->" : ".") : "") + rest.str();
    }
    const auto* call = dyn_cast<CXXMemberCallExpr>(strip(expression));
    const ValueDecl* root = rootVariable(strip(expression));
    const bool isHidden = isa_and_nonnull<FieldDecl>(root) && names.count(root->getNameAsString()) &&
                          text.rfind("this->", 0) != 0;
    if (object.empty()) return (isHidden ? "this->" : "") + text;
    if (call && call->getNumArgs() == 0 && isThis(call->getImplicitObjectArgument()))
      return object + calleeName(call) + "()";
    if (!isa_and_nonnull<FieldDecl>(root)) return text;
    return object + (text.rfind("this->", 0) == 0 ? text.substr(6) : text);
  }

  /// `u` of `level.u[i]`; null: it is no member.
  static const ValueDecl* memberOfRoot(const Expr* expression) {
    const ValueDecl* root = rootVariable(strip(expression));
    const ValueDecl* found = nullptr;
    for (const Stmt* part = expression; part;
         part = part->child_begin() == part->child_end() ? nullptr : *part->child_begin())
      if (const auto* member = dyn_cast<MemberExpr>(part);
          member && rootVariable(strip(member->getBase())) == root)
        found = member->getMemberDecl();
    return found;
  }

  const ValueDecl* rootOf(const Expr* expression) const {
    if (const ValueDecl* parameter = givenIn(expression)) {
      const bool isOwn = given.at(parameter).host == "this";
      return isOwn ? memberOfRoot(expression) : given.at(parameter).root;
    }
    const ValueDecl* root = rootVariable(strip(expression));
    const bool isOfObject = isa_and_nonnull<FieldDecl>(root) || isThis(expression);
    return !object.empty() && isOfObject ? objectRoot : root;
  }

  /// A variable that the nest does not declare, or a member of one or of the current object.
  bool isOutside(const Expr* expression) const {
    expression = strip(expression);
    if (const auto* member = dyn_cast<MemberExpr>(expression)) {
      if (!isa<FieldDecl>(member->getMemberDecl())) return isa<VarDecl>(member->getMemberDecl());
      const Expr* base = strip(member->getBase());
      const auto* pointed = dyn_cast<UnaryOperator>(base);
      if (pointed && pointed->getOpcode() == UO_Deref && namedVariable(pointed->getSubExpr()))
        base = strip(pointed->getSubExpr());
      return isa<CXXThisExpr>(base) || isOutside(base);
    }
    const auto* reference = dyn_cast<DeclRefExpr>(expression);
    return reference && isa<VarDecl, BindingDecl>(reference->getDecl()) && !own.count(reference->getDecl());
  }

  void capture(const Expr* expression) {
    const auto* reference = dyn_cast<DeclRefExpr>(expression);
    const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    const bool isLocal = variable && variable->isLocalVarDecl();
    if (tables.count(variable)) return result.tables[scope].push_back(reference);
    if (variable && isLocal && holdsLambda(*variable) && !isSameLater(*variable)) return;
    if (variable && (isConstant(*variable) || holdsLambda(*variable))) {
      const QualType type = variable->getType();
      if (isLocal) return copy(variable);
      if (holdsLambda(*variable)) return copyGlobal(variable, expression);
      if (isConstant(*variable) && (type->isArithmeticType() || type->isEnumeralType())) {
        if (reference->isNonOdrUse() != NOUR_None) return;
        copy(variable);
        return rename(expression, variable->getNameAsString());
      }
    }
    const QualType type = expression->getType().getNonReferenceType();
    const ValueDecl* root = rootOf(expression);
    const std::string host = hostText(expression);
    if (variable && !isLocal && isOfRanges(*variable))
      refuse(Diag::HostCall, expression->getBeginLoc(),
             fmt::format("'{}' is an object of the host's library, which the device does not have", host));
    else if (variable && variable->isParameterPack())
      refuse(Diag::Unsupported, expression->getBeginLoc(),
             fmt::format("'{}' is a parameter pack, which cannot be handed to a kernel", host));
    else if (type->isFunctionPointerType() || type->isMemberPointerType())
      refuse(Diag::HostCall, expression->getBeginLoc(),
             fmt::format("'{}' points to a function of the host", host));
    else if ((type->isPointerType() || type->isArrayType()) && holdsObjects(elementTypeOf(type, source.ast)))
      refuse(Diag::Unsupported, expression->getBeginLoc(), whyNotByElements(type, host, source.ast));
    else if (type->isPointerType())
      add(expression, root, host, Capture::Kind::Pointer, type);
    else if (type->isArrayType())
      add(expression, root, host, Capture::Kind::Array, type);
    else if (isView(type))
      add(expression, root, host, Capture::Kind::View, type);
    else if (ownsArray(type) || (isContiguousContainer(type) && !isSmall(type, root)))
      captureContainer(expression, root, host, type);
    else
      captureValue(expression, root, host, type);
  }

  /// Containers and the like, whose functions run on the host only.
  bool holdsObjects(QualType element) const {
    return holdsPointers(element, source.ast) && !element.isTriviallyCopyableType(source.ast);
  }

  /// A constant or lambda of a file or class that the kernel has of its own.
  bool isCopiedGlobal(const Expr* expression) const {
    const auto* reference = dyn_cast<DeclRefExpr>(expression);
    const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    return variable && !variable->isLocalVarDeclOrParm() && llvm::is_contained(result.copied, variable);
  }

  /// `std::views::iota`, `std::ranges::max`
  static bool isOfRanges(const VarDecl& variable) {
    const auto* space = dyn_cast<NamespaceDecl>(variable.getDeclContext());
    for (; space; space = dyn_cast<NamespaceDecl>(space->getParent()))
      if (space->getName() == "ranges" && space->isInStdNamespace()) return true;
    return false;
  }

  /// A lambda of a file or class exists on the host only: the kernel makes the same one.
  void copyGlobal(const VarDecl* variable, const Expr* mention) {
    if (!isWrittenHere(*variable, source.ast))
      refuse(Diag::Unsupported, mention->getBeginLoc(),
             fmt::format("the lambda '{}' is not written out in this file, or has captures, so that a kernel "
                         "cannot have the same one; write a function",
                         variable->getNameAsString()));
    copy(variable);
    rename(mention, variable->getNameAsString());
  }

  /// Would a lambda that is made in the kernel be the one that was made on the host?
  bool isSameLater(const VarDecl& variable) {
    const std::string why = whyNotSameLater(variable, nest.function, source.directives);
    return why.empty() ||
           refuse(Diag::Unsupported, variable.getLocation(),
                  fmt::format("'{}' cannot be copied for the device: {}", variable.getNameAsString(), why));
  }

  /// A std::array that is only read goes along by value.
  bool isSmall(QualType type, const ValueDecl* root) const {
    return libraryTemplate(type) == "array" && !mayBeWritten(root, type) && !type->isDependentType() &&
           source.ast.getTypeSizeInChars(type).getQuantity() <= 256;
  }

  bool mayBeWritten(const ValueDecl* root, QualType type) const {
    // A reference may be another name for an array that is written.
    const bool isAlias = root && root->getType()->isReferenceType() && !type.isConstQualified();
    return written.count(root) || (isAlias && !written.empty());
  }

  void captureContainer(const Expr* expression, const ValueDecl* root, const std::string& host,
                        QualType type) {
    const std::string why = subscripted.count(strip(expression)) ? whyNotByElements(type, host, source.ast)
                                                                 : wholeContainerRefusal(host);
    if (why.empty())
      add(expression, root, host, Capture::Kind::Container, type);
    else
      refuse(Diag::Unsupported, expression->getBeginLoc(), why);
  }

  void captureValue(const Expr* expression, const ValueDecl* root, const std::string& host, QualType type) {
    const std::string why =
        whyNotByValue(type, host, subscripted.count(strip(expression)), nest.function, source.ast);
    if (why.empty())
      add(expression, root, host, Capture::Kind::Value, type);
    else
      refuse(Diag::Unsupported, expression->getBeginLoc(), why);
  }

  /// `n` for a macro that stands for it, `#define SIZE n`: as a parameter's name the macro would be `n`
  /// again.
  static std::string withoutMacro(const Expr* mention, const std::string& written) {
    const auto* named = dyn_cast<DeclRefExpr>(strip(mention));
    const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
    const bool isOfMacro = variable && variable->isLocalVarDeclOrParm() && named->getBeginLoc().isMacroID();
    return isOfMacro ? variable->getNameAsString() : written;
  }

  void add(const Expr* mention, const ValueDecl* root, const std::string& written, Capture::Kind kind,
           QualType type) {
    const std::string host = withoutMacro(mention, written);
    if (const auto* local = dyn_cast_or_null<VarDecl>(root);
        local && local->isLocalVarDeclOrParm() && visible.isHidden(local))
      refuse(Diag::Unsupported, mention->getBeginLoc(),
             fmt::format("'{}' is hidden by another declaration where the loop stands, so that it cannot be "
                         "handed to a kernel; give one of the two another name",
                         local->getNameAsString()));
    QualType element =
        type.isNull() || kind == Capture::Kind::Value ? QualType() : elementTypeOf(type, source.ast);
    while (!element.isNull() && element->isArrayType()) element = elementTypeOf(element, source.ast);
    if (const std::string number = hostOnlyNumber(element, source.ast); !number.empty())
      refuse(Diag::Unsupported, mention->getBeginLoc(),
             fmt::format("the elements of '{}' are {}s, which the device does not have", host, number));
    if (hasNoName(element))
      refuse(Diag::Unsupported, mention->getBeginLoc(),
             fmt::format("the elements of '{}' have a type without a name, which a kernel cannot be handed; "
                         "name the type",
                         host));
    const QualType part = element.isNull() ? type : element;
    if (namesTypeOf(part, open))
      refuseOpen(mention->getBeginLoc(), host, part == type ? "has" : "has elements of");
    if (kind != Capture::Kind::Value && !part.isNull() && !isLambda(part) &&
        namesLocalRecord(part.getCanonicalType()))
      refuse(Diag::Unsupported, mention->getBeginLoc(),
             fmt::format("'{}' has elements of a type of the function, which a kernel above the function "
                         "cannot name; define the type outside of it",
                         host));
    auto known = std::find_if(result.list.begin(), result.list.end(), [&](const Capture& each) {
      return each.root == root && sameObject(each.host, host);
    });
    if (known == result.list.end()) {
      Capture capture;
      capture.kind = kind;
      capture.root = root;
      capture.host = capture.value = host;
      // An array's qualifiers belong to its elements; those of an object decide which functions are called.
      const bool keepsQualifiers = type.isNull() || kind == Capture::Kind::Array ||
                                   (kind == Capture::Kind::Value && type->isRecordType());
      capture.type = keepsQualifiers ? type : type.getUnqualifiedType();
      capture.type = withoutNamesOf(capture.type, open);
      const auto* member = dyn_cast<MemberExpr>(strip(mention));
      const bool isOfOther = member && !isa<CXXThisExpr>(strip(member->getBase()));
      if (!capture.type.isNull() && (isOfOther || isOfOtherSpace(root)))
        capture.type = typeOutside(capture.type, source.ast);
      capture.name = nameFor(mention, host);
      if (isOpen(capture.type)) capture.openType = writer.unique(capture.name + "_type");
      if (kind == Capture::Kind::Value && !type.isNull() && type->isArithmeticType() && object.empty() &&
          !givenIn(mention))
        capture.value = textInFront(mention, nest.loops.front().stmt, source);
      known = result.list.insert(known, capture);
    } else if (known->value != host && !givenIn(mention) &&
               textInFront(mention, nest.loops.front().stmt, source) == host)
      known->value = host;  // it is used under no condition, too
    known->isConst &= kind == Capture::Kind::Container && hasConstElements(type);
    const int index = static_cast<int>(known - result.list.begin());
    result.of[strip(mention)] = index;  // of a method that is copied for several objects: the last one's
    if (givesWritableElement(mention, source.ast)) result.writable.insert(index);
    rename(mention, known->name);
  }

  bool hasConstElements(QualType container) const {
    const std::string library = libraryTemplate(container);
    return elementTypeOf(container, source.ast).isConstQualified() ||
           (container.isConstQualified() && (library == "vector" || library == "array"));
  }

  /// Is the variable declared in a namespace that does not contain the kernel?
  bool isOfOtherSpace(const ValueDecl* root) const {
    const auto* variable = dyn_cast_or_null<VarDecl>(root);
    return variable && variable->isFileVarDecl() &&
           !variable->getDeclContext()->getEnclosingNamespaceContext()->Encloses(nest.function);
  }

  void rename(const Expr* mention, const std::string& name) {
    newNames[strip(mention)] = name;
    const auto* member = dyn_cast<MemberExpr>(strip(mention));
    const bool isPlain =
        member && member->isImplicitAccess() && member->getMemberDecl()->getNameAsString() == name;
    const auto range = rangeOf(mention->getSourceRange(), source.ast);
    if (isPlain || writtenText(mention, source.ast) == name) {
    } else if (range)
      result.edits[scope].push_back({*range, name});
    else if (const Expr* whole = wholeMacroAround(mention))
      expanded[scope].insert(whole);
    else
      refuse(Diag::Unsupported, mention->getBeginLoc(),
             fmt::format("'{}' inside a macro cannot be rewritten for a kernel",
                         writtenText(mention, source.ast)));
    for (const Expr* whole : expanded[scope]) writeOut(whole);
  }

  /// The smallest expression around what a macro says that is a part of the user's text, `ROW(level, i)`, and
  /// that Clang can print; null: there is none.
  const Expr* wholeMacroAround(const Expr* mention) const {
    const Expr* whole = mention;
    while (whole && !rangeOf(whole->getSourceRange(), source.ast)) {
      const auto parents = source.ast.getParents(*whole);
      whole = parents.size() == 1 ? parents[0].get<Expr>() : nullptr;
    }
    bool isPlain = whole != nullptr;
    walk(whole, source.directives, [&](const Stmt* each) {
      isPlain &= !isa<LambdaExpr, StmtExpr>(each) && (!isa<CallExpr>(each) || isa<CXXOperatorCallExpr>(each));
      return isPlain;
    });
    return isPlain ? whole : nullptr;
  }

  /// The expression without its macros, in which everything has its name in the kernel.
  void writeOut(const Expr* whole) {
    struct Names : PrinterHelper {
      const std::map<const Expr*, std::string>& known;
      explicit Names(const std::map<const Expr*, std::string>& known) : known(known) {}
      bool handledStmt(Stmt* part, llvm::raw_ostream& out) override {
        const auto* expression = dyn_cast<Expr>(part);
        const auto name = expression ? known.find(strip(expression)) : known.end();
        if (name != known.end()) out << name->second;
        return name != known.end();
      }
    } names(newNames);
    TextEdit edit{*rangeOf(whole->getSourceRange(), source.ast), ""};
    llvm::raw_string_ostream text(edit.text);
    whole->printPretty(text, &names, source.ast.getPrintingPolicy());
    std::vector<TextEdit>& edits = result.edits[scope];
    std::erase_if(edits, [&](const TextEdit& other) { return isInside(other.range, {edit.range}); });
    edits.push_back(edit);
  }

  std::string nameFor(const Expr* mention, const std::string& host) {
    llvm::StringRef own = host;
    own.consume_front("this->");
    const bool isName = llvm::all_of(own, isOfName);
    const ValueDecl* named = namedVariable(mention);
    const bool isMacro = isName && mention->getBeginLoc().isMacroID() && !isa<CallExpr>(mention) &&
                         (!named || named->getNameAsString() != own);
    const std::string wanted = isMacro  ? own.str() + "_value"
                               : isName ? own.str()
                                        : identifierOf(host);  // `n_` keeps its underscore
    const bool isTaken = std::any_of(result.list.begin(), result.list.end(),
                                     [&](const Capture& each) { return each.name == wanted; });
    const bool isHidden =
        isa_and_nonnull<FieldDecl>(rootVariable(strip(mention))) && names.count(wanted) != 0;
    const QualType type = strip(mention)->getType().getNonReferenceType();
    const bool isHiddenInCallee =
        namesOfCallees.count(wanted) != 0 &&
        ((type->isRecordType() && !isView(type)) || isa<MemberExpr>(strip(mention)));
    const bool isPlain =
        sameObject(host, wanted) && !isMacro && !isa<CallExpr>(mention) && !isHidden && !isHiddenInCallee;
    return isPlain && !isTaken ? wanted : writer.unique(wanted);
  }

  void copy(const VarDecl* variable) {
    if (std::find(result.copied.begin(), result.copied.end(), variable) != result.copied.end()) return;
    result.copied.push_back(variable);
    own.insert(variable);
    if (variable->getInit() && (variable->isLocalVarDecl() || holdsLambda(*variable)))
      readLater.push_back(variable->getInit());
  }
};

}  // namespace

std::optional<Captures> readCaptures(const LoopNest& nest, const KernelVariables& variables,
                                     const std::vector<const Expr*>& first,
                                     const std::set<const Stmt*>& skipped, LoopWriter& writer,
                                     const Source& source) {
  return CaptureReader(nest, variables, writer, source).run(first, skipped);
}

}  // namespace appyl
