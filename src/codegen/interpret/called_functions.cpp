#include "codegen/interpret/called_functions.h"

#include "codegen/interpret/checked_accesses.h"
#include "codegen/kernels/device_calls.h"
#include "nest/ast/array_types.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/points_to/pointer_capture.h"
#include "support/visits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace appyl {
namespace {

using namespace clang;

bool isInMainFile(const FunctionDecl* function, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  return function->getBody() &&
         sources.isInMainFile(sources.getExpansionLoc(function->getBody()->getBeginLoc()));
}

bool isIterator(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && record->isInStdNamespace() &&
         std::any_of(record->decls_begin(), record->decls_end(), [](const Decl* each) {
           const auto* alias = dyn_cast<TypedefNameDecl>(each);
           return alias && alias->getName() == "iterator_category";
         });
}

/// Can a function reach elements, other than the object itself, through an argument of this type?
bool reachesElements(QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType())
    return !type->isFunctionPointerType() &&
           !(type->getPointeeType()->isCharType() && type->getPointeeType().isConstQualified());
  return type->isArrayType() || isContainer(type) || isIterator(type) ||
         (type->isRecordType() && refersToOthers(type));
}

/// The variable that owns the elements that an argument leads to: `t` of `t.begin() + 2`, `&t[1]`, `t`.
const VarDecl* ownerOf(const Expr* expression) {
  for (int depth = 0; expression && depth < 32; ++depth) {
    expression = strip(expression);
    const auto* made = dyn_cast<CXXConstructExpr>(expression);
    const auto* member = dyn_cast<MemberExpr>(expression);
    const auto* method = dyn_cast<CXXMemberCallExpr>(expression);
    const auto* call = dyn_cast<CallExpr>(expression);
    if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
      expression = reachesElements(binary->getLHS()->getType()) ? binary->getLHS() : binary->getRHS();
    } else if (const auto* unary = dyn_cast<UnaryOperator>(expression)) {
      expression = unary->getSubExpr();
    } else if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expression)) {
      expression = arrayPart(subscript);
    } else if (made && made->getNumArgs() == 1) {
      expression = made->getArg(0);
    } else if (method) {
      expression = method->getImplicitObjectArgument();
    } else if (member && !member->isArrow()) {
      expression = member->getBase();
    } else if (call && call->getNumArgs() > 0) {
      expression = call->getArg(0);
    } else {
      const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(expression));
      const QualType type = variable ? variable->getType() : QualType();
      const bool isOwner = variable && !type->isReferenceType() && !type->isPointerType() &&
                           !isIterator(type) && !refersToOthers(type);
      if (!variable || isOwner) return variable;
      if (!variable->hasLocalStorage() || isa<ParmVarDecl>(variable)) return nullptr;
      expression = variable->getInit();  // `float* row = t;`
    }
  }
  return nullptr;
}

bool overrides(const CXXMethodDecl* method, const CXXMethodDecl* base) {
  return method->getCanonicalDecl() == base ||
         std::any_of(method->begin_overridden_methods(), method->end_overridden_methods(),
                     [&](const CXXMethodDecl* each) { return overrides(each, base); });
}

/// The functions of the source that a call of a virtual one may run.
std::vector<const FunctionDecl*> overriders(const CXXMethodDecl* method, const ASTContext& context) {
  std::vector<const FunctionDecl*> found;
  Visits visits;
  visits.declaration = [&](const Decl* each) {
    const auto* other = dyn_cast<CXXMethodDecl>(each);
    const FunctionDecl* definition = nullptr;
    if (other && other->isThisDeclarationADefinition() && overrides(other, method->getCanonicalDecl()) &&
        other->hasBody(definition))
      found.push_back(definition);
    return true;
  };
  visitBelow(context.getTranslationUnitDecl(), visits);
  return found;
}

/// Is the called function known only at run time?
bool isDispatched(const CallExpr* call, const ASTContext& context) {
  const auto* onObject = dyn_cast_or_null<CXXMemberCallExpr>(call);
  const CXXMethodDecl* method = onObject ? onObject->getMethodDecl() : nullptr;
  const auto* member = onObject ? dyn_cast<MemberExpr>(strip(onObject->getCallee())) : nullptr;
  if (!method || !member || !method->isVirtual() || !member->performsVirtualDispatch(context.getLangOpts()))
    return false;
  if (method->hasAttr<FinalAttr>() || method->getParent()->hasAttr<FinalAttr>()) return false;
  const ValueDecl* object = member->isArrow() ? nullptr : namedVariable(member->getBase());
  return !object || object->getType()->isReferenceType();
}

/// Is every function that the call may run in the source?
bool hasAllOverriders(const CallExpr* call, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const CXXMethodDecl* method = cast<CXXMemberCallExpr>(call)->getMethodDecl();
  return sources.isInMainFile(sources.getExpansionLoc(method->getParent()->getLocation()));
}

/// The instances of templates in the user's files, by the function as it is written.
using Instances = std::map<const FunctionDecl*, std::vector<const FunctionDecl*>>;

Instances instancesIn(const ASTContext& context) {
  Instances found;
  Visits visits{.withInstances = true};
  visits.declaration = [&](const Decl* each) {
    const auto* function = dyn_cast<FunctionDecl>(each);
    const FunctionDecl* pattern = function ? function->getTemplateInstantiationPattern() : nullptr;
    const FunctionDecl* definition = nullptr;
    if (pattern && function->doesThisDeclarationHaveABody() && pattern->hasBody(definition))
      found[definition].push_back(function);
    return true;
  };
  visitUsersCode(context, visits);
  return found;
}

class Collector {
 public:
  Collector(const Source& source, const std::set<const ValueDecl*>& own,
            std::vector<const FunctionDecl*>& functions, UnwatchedCalls& told, Diagnostics* diags)
      : source(source), own(own), functions(functions), told(told), diags(diags) {}

  /// `function`: whose body the statement is; null for a nest. A template's instances show what is called.
  void collect(const Stmt* statement, const FunctionDecl* function) {
    collectFrom(statement, function);
    if (!function) {
      for (const auto& [directive, instances] : source.directives.instances)
        if (directive->statement == statement)
          for (const auto& instance : instances) collectFrom(instance->statement, nullptr);
    } else {
      for (const FunctionDecl* each : instancesOf(function)) collectFrom(each->getBody(), each);
    }
  }

 private:
  Source source;
  const std::set<const ValueDecl*>& own;
  std::vector<const FunctionDecl*>& functions;
  UnwatchedCalls& told;
  Diagnostics* diags;  // null: nothing is reported
  std::set<FileID> headers;  // of the functions that are called
  std::optional<Instances> templates;

  std::vector<const FunctionDecl*> instancesOf(const FunctionDecl* function) {
    if (!function->isTemplated()) return {};
    if (!templates) templates = instancesIn(source.ast);
    return (*templates)[function];
  }

  void collectFrom(const Stmt* statement, const FunctionDecl* function) {
    std::set<const Stmt*> ending;  // branches that end the program: no iteration sees their effects
    walk(statement, source.directives, [&](const Stmt* each) {
      if (ending.count(each)) return false;
      if (const auto* branch = dyn_cast<IfStmt>(each))
        for (const Stmt* last : endingBranches(branch)) ending.insert(last);
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* one : declaration->decls())
          if (const auto* variable = dyn_cast<VarDecl>(one)) take(destructorOf(variable->getType()), each);
      if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(each))
        take(destructorOf(bound->getType()), each);
      const auto* expression = dyn_cast<Expr>(each);
      if (!expression) return true;
      const auto* call = dyn_cast<CallExpr>(expression);
      const bool isVirtual = isDispatched(call, source.ast);
      for (const FunctionDecl* definition : candidates(expression))  // one warning of a call is enough
        if (!isVirtual || !diags || isInMainFile(definition, source.ast)) take(definition, each);
      if (isVirtual)
        for (const FunctionDecl* definition :
             overriders(cast<CXXMemberCallExpr>(call)->getMethodDecl(), source.ast))
          take(definition, each);
      tellOfOthers(expression, statement, function);
      return true;
    });
  }

 public:
  const std::set<FileID>& calledHeaders() const { return headers; }

 private:
  static const FunctionDecl* destructorOf(QualType type) {
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    const CXXDestructorDecl* destructor =
        record && record->hasDefinition() ? record->getDestructor() : nullptr;
    if (!destructor || record->isInStdNamespace()) return nullptr;
    const FunctionDecl* pattern = destructor->getTemplateInstantiationPattern();
    const FunctionDecl* definition = nullptr;
    return (pattern ? pattern : destructor)->hasBody(definition) ? definition : nullptr;
  }

  /// The functions that the expression may call: in a template, any of the overloads.
  /// `using Base::Base;` makes a constructor that has no text.
  static bool isInherited(const FunctionDecl* function) {
    const auto* constructor = dyn_cast<CXXConstructorDecl>(function);
    return constructor && constructor->isInheritingConstructor();
  }

  static std::vector<const FunctionDecl*> candidates(const Expr* expression) {
    if (const FunctionDecl* definition = definitionOf(expression)) return {definition};
    const auto* call = dyn_cast<CallExpr>(expression);
    const auto* lookup = call ? dyn_cast<OverloadExpr>(call->getCallee()->IgnoreParenImpCasts()) : nullptr;
    std::vector<const FunctionDecl*> result;
    if (lookup && !isa<CXXOperatorCallExpr>(call))
      for (const NamedDecl* each : lookup->decls()) {
        const auto* pattern = dyn_cast<FunctionTemplateDecl>(each->getUnderlyingDecl());
        const auto* function =
            pattern ? pattern->getTemplatedDecl() : dyn_cast<FunctionDecl>(each->getUnderlyingDecl());
        const FunctionDecl* definition = nullptr;
        if (function && !function->isInStdNamespace() && function->hasBody(definition))
          result.push_back(definition);
      }
    return result;
  }

  void take(const FunctionDecl* definition, const Stmt* from) {
    if (!definition || definition->isDefaulted() || isInherited(definition) ||
        isOfArrayLanguage(definition) || definition->isConsteval())
      return;
    if (!isInMainFile(definition, source.ast)) {
      std::set<const FunctionDecl*> seen;
      if (isOfLibrary(definition) || !touchesElements(definition, seen)) return;
      const SourceManager& sources = source.ast.getSourceManager();
      headers.insert(sources.getFileID(sources.getExpansionLoc(definition->getLocation())));
      if (diags)
        return tell({definition, 0}, from->getBeginLoc(), definition->getNameAsString(),
                    "it is defined in another file");
    }
    if (std::find(functions.begin(), functions.end(), definition) != functions.end()) return;
    functions.push_back(definition);
    collect(definition->getBody(), definition);
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(definition))
      for (const CXXCtorInitializer* initialiser : constructor->inits())
        if (initialiser->isWritten()) collect(initialiser->getInit(), definition);
  }

  void tell(const std::pair<const FunctionDecl*, unsigned>& key, SourceLocation where,
            const std::string& name, const std::string& why) {
    if (diags && told.insert(key).second)
      diags->report(Diag::InsideNotChecked, where, {name, why});
  }

  /// Does the function touch anything that its caller cannot see from the arguments?
  bool touchesElements(const FunctionDecl* definition, std::set<const FunctionDecl*>& seen) {
    if (!seen.insert(definition).second) return false;
    bool found = touchesElements(definition->getBody(), definition, seen);
    for (const FunctionDecl* each : instancesOf(definition))
      found = found || touchesElements(each->getBody(), each, seen);
    return found;
  }

  bool touchesElements(const Stmt* body, const FunctionDecl* definition,
                       std::set<const FunctionDecl*>& seen) {
    bool found = false;
    walk(body, source.directives, [&](const Stmt* each) {
      const auto* unary = dyn_cast<UnaryOperator>(each);
      const auto* member = dyn_cast<MemberExpr>(each);
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* global = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      const auto* call = dyn_cast<CXXOperatorCallExpr>(each);
      found |= isa<ArraySubscriptExpr>(each);
      found |= unary && unary->getOpcode() == UO_Deref && !isa<CXXThisExpr>(strip(unary->getSubExpr()));
      found |= member && member->isArrow() && !isa<CXXThisExpr>(strip(member->getBase()));
      found |= global && global->hasGlobalStorage() && !global->getType().isConstQualified();
      found |= call && (call->getOperator() == OO_Subscript || call->getOperator() == OO_Star ||
                        call->getOperator() == OO_Arrow);
      const auto* expression = dyn_cast<Expr>(each);
      if (found || !expression) return !found;
      for (const FunctionDecl* called : candidates(expression))
        if (!isOfLibrary(called)) found |= touchesElements(called, seen);
      found |= !reasonNotToWatch(expression, nullptr, definition).empty();
      return !found;
    });
    return found;
  }

  bool isOwn(const Expr* argument, const Stmt* statement, const FunctionDecl* function) const {
    const VarDecl* owner = ownerOf(argument);
    const auto isSame = [&](const ValueDecl* each) { return each->getLocation() == owner->getLocation(); };
    if (owner && std::any_of(own.begin(), own.end(), isSame)) return true;  // in an instance, too
    if (!owner || !owner->hasLocalStorage()) return false;
    if (function)
      return owner->getDeclContext() == function || isDeclaredInside(owner, statement, source.directives);
    return isDeclaredInside(owner, statement, source.directives);
  }

  /// Tells of functions without a visible body and of the library's, which may touch their arguments.
  void tellOfOthers(const Expr* expression, const Stmt* statement, const FunctionDecl* function) {
    if (const auto* made = dyn_cast<CXXNewExpr>(expression); made && made->getNumPlacementArgs() == 1)
      if (const Expr* place = made->getPlacementArg(0); !isOwn(place, statement, function))
        return tellCall(expression, "new", "the object is made in memory that is there already");
    const std::string why = reasonNotToWatch(expression, statement, function);
    if (why.empty()) return;
    const auto* call = dyn_cast<CallExpr>(expression);
    const auto* made = dyn_cast<CXXConstructExpr>(expression);
    std::string name = call ? calleeName(call) : made->getConstructor()->getParent()->getNameAsString();
    if (call && (name.empty() || isa<CXXOperatorCallExpr>(call)))
      name = writtenText(isa<CXXOperatorCallExpr>(call) ? call->getArg(0) : call->getCallee(), source.ast);
    tellCall(expression, name, why);
  }

  void tellCall(const Expr* expression, const std::string& name, const std::string& why) {
    const SourceManager& sources = source.ast.getSourceManager();
    const SourceLocation where = sources.getExpansionLoc(expression->getBeginLoc());
    tell({nullptr, sources.getFileOffset(where)}, where, name, why);
  }

  std::string reasonNotToWatch(const Expr* expression, const Stmt* statement,
                               const FunctionDecl* function) const {
    const auto* call = dyn_cast<CallExpr>(expression);
    const auto* made = dyn_cast<CXXConstructExpr>(expression);
    const FunctionDecl* callee = call ? calleeOf(call) : made ? made->getConstructor() : nullptr;
    if (!callee) return call ? reasonOfPointer(call, statement, function) : "";
    if (isOfArrayLanguage(callee) || callee->isImplicit() || callee->isDeleted()) return "";
    if (isDispatched(call, source.ast))
      return hasAllOverriders(call, source.ast) ? "" : "it is virtual and may be defined elsewhere";
    if (!isOfLibrary(callee)) {
      if (definitionOf(expression) || callee->isDefaulted()) return "";
      return handsOut(expression, statement, function) || isa<CXXMethodDecl>(callee)
                 ? "its definition is not visible"
                 : "";
    }
    if (made) return reasonOfCopy(made, statement, function);
    if (isa<CXXOperatorCallExpr>(call))
      return !isOwn(call->getArg(0), statement, function) &&
                     classIs(libraryTemplate(call->getArg(0)->getType()), ClassFact::Function)
                 ? "it is a function of the library"
                 : "";
    return touches(call, callee, statement, function) ? "it is a function of the library" : "";
  }

  /// `&x` of a scalar, behind which the call only reads: no element.
  static bool isVariableRead(const CallExpr* call, unsigned number) {
    const FunctionDecl* callee = call->getDirectCallee();
    const auto* address = dyn_cast<UnaryOperator>(call->getArg(number)->IgnoreParenImpCasts());
    const ValueDecl* variable =
        address && address->getOpcode() == UO_AddrOf && callee && !isa<CXXMethodDecl>(callee)
            ? namedVariable(address->getSubExpr())
            : nullptr;
    return variable && variable->getType()->isScalarType() && number < callee->getNumParams() &&
           onlyReadsThrough(call, callee->getParamDecl(number));
  }

  /// Is there an argument that leads to elements which are not the iteration's own?
  bool handsOut(const Expr* expression, const Stmt* statement, const FunctionDecl* function) const {
    const auto* call = dyn_cast<CallExpr>(expression);
    const auto* made = dyn_cast<CXXConstructExpr>(expression);
    const unsigned count = call ? call->getNumArgs() : made->getNumArgs();
    for (unsigned k = 0; k < count; ++k) {
      const Expr* argument = call ? call->getArg(k) : made->getArg(k);
      const Expr* plain = argument->IgnoreParenImpCasts();
      if (plain->isNullPointerConstant(source.ast,
                                       Expr::NPC_ValueDependentIsNotNull))
        continue;
      if (call && isVariableRead(call, k)) continue;
      if (!isa<StringLiteral>(plain) && reachesElements(argument->getType()) &&
          !isOwn(argument, statement, function))
        return true;
    }
    return false;
  }

  /// Does the function only hand on what it is given, or measure it, or free it?
  static bool isNeutral(const FunctionDecl* callee) {
    const std::string name = callee->getDeclName().isIdentifier() ? callee->getNameAsString() : "";
    const bool onlyFrees = functionIs(name, Fact::Frees) && callee->getReturnType()->isVoidType();
    return onlyFrees || functionIs(name, {Fact::Unread, Fact::LeadsTo, Fact::Size, Fact::Steps, Fact::Refers,
                                          Fact::Copies});
  }

  bool touches(const CallExpr* call, const FunctionDecl* callee, const Stmt* statement,
               const FunctionDecl* function) const {
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    if (!method || method->isStatic()) return !isNeutral(callee) && handsOut(call, statement, function);
    const auto* onObject = dyn_cast<CXXMemberCallExpr>(call);
    return onObject && changesContainer(method) &&
           !isOwn(onObject->getImplicitObjectArgument(), statement, function);
  }

  /// A container that is made of elements reads them.
  std::string reasonOfCopy(const CXXConstructExpr* made, const Stmt* statement,
                           const FunctionDecl* function) const {
    const bool reads = isContainer(made->getType()) && made->getNumArgs() > 0 &&
                       !made->getConstructor()->isMoveConstructor() && !made->isListInitialization();
    const bool isOfTemporary = reads && made->getArg(0)->IgnoreParenImpCasts()->isPRValue() &&
                               !reachesElements(made->getArg(0)->getType());
    return reads && !isOfTemporary && handsOut(made, statement, function)
               ? "it is copied by a function of the library"
               : "";
  }

  std::string reasonOfPointer(const CallExpr* call, const Stmt* statement,
                              const FunctionDecl* function) const {
    const Expr* target = call->getCallee()->IgnoreParenImpCasts();
    const bool isPointer = call->getCallee()->getType()->isFunctionPointerType() &&
                           !isa<OverloadExpr>(target) && !call->isTypeDependent();
    return isPointer && handsOut(call, statement, function) ? "it is called by its address" : "";
  }
};

}  // namespace

void collectCalled(const Stmt* statement, const Source& source, const std::set<const ValueDecl*>& own,
                   std::vector<const FunctionDecl*>& functions, UnwatchedCalls& told) {
  Collector(source, own, functions, told, &source.diags).collect(statement, nullptr);
}

void collectHeaders(const Stmt* statement, const Source& source, std::set<FileID>& headers) {
  std::vector<const FunctionDecl*> functions;
  UnwatchedCalls told;
  const std::set<const ValueDecl*> own;
  Collector collector(source, own, functions, told, nullptr);
  collector.collect(statement, nullptr);
  headers.insert(collector.calledHeaders().begin(), collector.calledHeaders().end());
}

}  // namespace appyl
