#include "nest/points_to/bindings.h"

#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"
#include "nest/points_to/pointer_capture.h"

namespace appyl {
namespace {

using namespace clang;

/// Visible, and not chosen at run time.
const FunctionDecl* definitionOf(const CallExpr* call) {
  const FunctionDecl* definition = visibleBody(call);
  return definition && !isVirtualCall(call) ? definition : nullptr;
}

const CXXRecordDecl* recordOf(QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType()) type = type->getPointeeType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record ? record->getCanonicalDecl() : nullptr;
}

/// A C array or a std::array has its elements inside itself.
bool holdsItsElements(QualType type) {
  type = type.getNonReferenceType();
  return type->isArrayType() || libraryTemplate(type) == "array";
}

/// The variables, memory and objects that decide which memory an lvalue or a pointer leads to.
class Deciders {
 public:
  explicit Deciders(const Directives& directives) : directives(directives) {}

  std::set<const ValueDecl*> values;       // variables and members: `t` of `u[t]`, `p` of `p->v`
  std::set<const ValueDecl*> memory;       // whose elements do: `next` of `u[next[0]]`
  std::set<const CXXRecordDecl*> objects;  // the current one, if a function without a visible body reads it

  void ofLvalue(const Expr* lvalue) {
    lvalue = strip(lvalue);
    if (isa<DeclRefExpr, CXXThisExpr>(lvalue)) return;  // what a reference is was asked where it was made
    if (const auto* member = dyn_cast<MemberExpr>(lvalue))
      return member->isArrow() ? ofPointer(member->getBase()) : ofLvalue(member->getBase());
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(lvalue)) {
      const Expr* base = strip(arrayPart(element));
      base->getType()->isPointerType() ? ofPointer(base) : ofLvalue(base);
      return ofValue(indexPart(element));
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(lvalue); unary && unary->getOpcode() == UO_Deref)
      return ofPointer(unary->getSubExpr());
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(lvalue)) return ofLvalue(cast->getSubExpr());
    if (const auto* call = dyn_cast<CallExpr>(lvalue)) return ofCall(call);
    ofValue(lvalue);
  }

  void ofPointer(const Expr* pointer) {
    pointer = strip(pointer);
    if (const auto* unary = dyn_cast<UnaryOperator>(pointer); unary && unary->getOpcode() == UO_AddrOf)
      return ofLvalue(unary->getSubExpr());
    if (pointer->getType()->isArrayType()) return ofLvalue(pointer);
    if (const auto sum = asBinary(pointer); sum && isa<BinaryOperator>(pointer)) {
      for (const Expr* side : {sum->left, sum->right}) {
        const QualType type = strip(side)->getType();
        type->isPointerType() || type->isArrayType() ? ofPointer(side) : ofValue(side);
      }
      return;
    }
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(pointer)) return ofPointer(cast->getSubExpr());
    if (const auto* call = dyn_cast<CallExpr>(pointer)) return ofCall(call);
    ofValue(pointer);
  }

 private:
  const Directives& directives;
  std::set<const FunctionDecl*> functions;  // whose bodies have been read

  /// `u[t]`, `u.data()` of the library lead into the object; functions of the user's say where to.
  void ofCall(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const bool isOperator = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee);
    const Expr* object = objectOf(call);
    if (!object && isOperator && call->getNumArgs() > 0) object = call->getArg(0);
    if (!object && !callee && namedVariable(call->getCallee())) object = call->getCallee();
    const FunctionDecl* definition = definitionOf(call);
    if (object) {
      object->getType()->isPointerType() ? ofPointer(object) : ofLvalue(object);
      if (!definition && !holdsItsElements(object->getType())) ofBuffer(object);
    }
    for (unsigned k = isOperator ? 1 : 0; k < call->getNumArgs(); ++k) {
      const Expr* argument = call->getArg(k);
      const QualType type = strip(argument)->getType();
      if (type->isPointerType() || type->isArrayType())
        ofPointer(argument);
      else if (type->isRecordType() && argument->isLValue())
        ofLvalue(argument), ofBuffer(argument);
      else
        ofValue(argument);
    }
    if (definition) ofResults(definition);
  }

  /// A container decides itself where it keeps its elements.
  void ofBuffer(const Expr* object) {
    const Expr* inner = strip(object);
    if (const auto* member = dyn_cast<MemberExpr>(inner)) {
      if (isa<FieldDecl>(member->getMemberDecl())) values.insert(member->getMemberDecl());
    } else if (const ValueDecl* variable = namedVariable(inner)) {
      values.insert(variable);
    } else if (isa<CXXThisExpr>(inner)) {
      if (const CXXRecordDecl* record = recordOf(inner->getType())) objects.insert(record);
    } else if (const ValueDecl* owner = rootVariable(inner)) {
      memory.insert(owner);
    }
  }

  void ofResults(const FunctionDecl* definition) {
    if (!functions.insert(definition).second) return;
    const bool isPointer = definition->getReturnType()->isPointerType();
    const bool isReference = definition->getReturnType()->isReferenceType();
    walk(definition->getBody(), directives, [&](const Stmt* each) {
      const auto* result = dyn_cast<ReturnStmt>(each);
      if (isa<LambdaExpr>(each)) return false;
      if (!result || !result->getRetValue()) return true;
      isPointer     ? ofPointer(result->getRetValue())
      : isReference ? ofLvalue(result->getRetValue())
                    : ofValue(result->getRetValue());
      return false;
    });
  }

  void ofVariable(const VarDecl* variable) {
    const QualType type = variable->getType();
    if (type.isConstQualified() && !type.isVolatileQualified()) return;
    const bool isFirst = values.insert(variable).second;
    if (isFirst && type->isReferenceType() && variable->isLocalVarDecl() && variable->getInit())
      ofValue(variable->getInit());
  }

  void ofValue(const Stmt* value) {
    walk(value, directives, [&](const Stmt* each) {
      if (const auto* reference = dyn_cast<DeclRefExpr>(each))
        if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl())) ofVariable(variable);
      if (const auto* member = dyn_cast<MemberExpr>(each)) {
        const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
        if (!field) return true;
        if (!field->getType().isConstQualified()) values.insert(field);
        const Expr* base = strip(member->getBase());
        for (const auto* outer = dyn_cast<MemberExpr>(base); outer && !member->isArrow();
             outer = dyn_cast<MemberExpr>(base)) {
          member = outer;
          base = strip(outer->getBase());
        }
        if (isa<DeclRefExpr>(base) && !member->isArrow()) return false;
        return ofValue(base), false;
      }
      const auto* unary = dyn_cast<UnaryOperator>(each);
      const auto* call = dyn_cast<CallExpr>(each);
      const auto* access = dyn_cast<CXXOperatorCallExpr>(each);
      const auto* method = dyn_cast<CXXMemberCallExpr>(each);
      if (isa<ArraySubscriptExpr>(each) || (unary && unary->getOpcode() == UO_Deref) ||
          (access && !asBinary(access)) || (method && method->isLValue()))
        if (const ValueDecl* owner = rootVariable(cast<Expr>(each))) memory.insert(owner);
      if (const FunctionDecl* definition = call ? definitionOf(call) : nullptr)
        ofResults(definition);
      else if (method && isa<CXXThisExpr>(strip(method->getImplicitObjectArgument())))
        if (const CXXRecordDecl* record = recordOf(method->getImplicitObjectArgument()->getType()))
          objects.insert(record);
      return !isa<LambdaExpr>(each);
    });
  }
};

}  // namespace

/// What a statement, with all that it runs, may change.
struct Bindings::Changes {
  std::set<const ValueDecl*> variables;    // and members, of any object
  std::set<const ValueDecl*> buffers;      // containers that may keep their elements elsewhere now
  std::set<const ValueDecl*> memory;       // see writtenMemory
  std::set<const CXXRecordDecl*> objects;  // their types: some object as a whole
  std::set<const Type*> indirect;          // types of what is changed by `*p`, by a reference
  bool runsUnknown = false;                // code that is not visible

  void add(const Stmt* code, const Directives& directives) {
    variables.merge(modifiedVariables(code, directives));
    memory.merge(writtenMemory(code, directives));
    walk(code, directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      if (!expression) return true;
      if (const auto assignment = asAssignment(expression)) addTarget(assignment->target);
      if (const auto* cast = dyn_cast<ExplicitCastExpr>(each); cast && cast->isXValue())
        addTarget(cast->getSubExpr());
      if (const auto* call = dyn_cast<CallExpr>(each)) addCall(call);
      return true;
    });
  }

 private:
  void addObject(QualType type, int depth = 0) {
    type = type.getNonReferenceType();
    while (const ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (!record || depth > 8 || !objects.insert(record->getCanonicalDecl()).second) return;
    if (!record->hasDefinition() || record->isInStdNamespace()) return;
    for (const FieldDecl* field : record->fields()) addObject(field->getType(), depth + 1);
    for (const CXXBaseSpecifier& base : record->bases()) addObject(base.getType(), depth + 1);
  }

  void addTarget(const Expr* target) {
    target = strip(target);
    const QualType type = target->getType().getNonReferenceType();
    const ValueDecl* named = namedVariable(target);
    if (const auto* member = dyn_cast<MemberExpr>(target); member && !named) named = member->getMemberDecl();
    if (named) buffers.insert(named);
    const bool isOther = !named || named->getType()->isReferenceType();
    const auto* unary = dyn_cast<UnaryOperator>(target);
    if (isOther && ((unary && unary->getOpcode() == UO_Deref) || named))
      indirect.insert(type.getCanonicalType().getUnqualifiedType().getTypePtr());
    const bool isPlain = named && !isOther && isContainer(type);  // known by its own name
    if (type->isRecordType() && !isPlain) addObject(type);
  }

  void addCall(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const auto* method = dyn_cast<CXXMemberCallExpr>(call);
    const CXXMethodDecl* called = method ? method->getMethodDecl() : nullptr;
    const FunctionDecl* definition = definitionOf(call);
    const bool isLibrary = callee && isOfLibrary(callee);
    runsUnknown |=
        !definition && (!isLibrary || classIs(libraryTemplate(callObject(call)), ClassFact::Function));
    if (definition) return;
    if (called && !called->isConst() && !called->isStatic()) {
      const Expr* object = method->getImplicitObjectArgument();
      if (!isLibrary)
        addObject(object->getType()->isPointerType() ? object->getType()->getPointeeType()
                                                     : object->getType());
      else if (changesContainer(called))
        addTarget(object);
    }
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee) ? 1 : 0;
    for (unsigned k = shift; callee && k < call->getNumArgs(); ++k) {
      const QualType type = k - shift < callee->getNumParams() ? callee->getParamDecl(k - shift)->getType()
                                                               : call->getArg(k)->getType();
      if (!(type->isReferenceType() || type->isPointerType()) || type->getPointeeType().isConstQualified())
        continue;
      if (type->isPointerType())
        addObject(type->getPointeeType()),
            indirect.insert(type->getPointeeType().getCanonicalType().getUnqualifiedType().getTypePtr());
      else if (!isLibrary || call->getArg(k)->getType()->isRecordType())
        addTarget(call->getArg(k));
    }
  }

  static QualType callObject(const CallExpr* call) {
    return isa<CXXOperatorCallExpr>(call) && call->getNumArgs() > 0 ? strip(call->getArg(0))->getType()
                                                                    : call->getType();
  }
};

/// Adds the statements that run in `from` up to the nest's end; false: not known. `from` contains the nest.
bool Bindings::addWay(const Stmt* from, std::vector<const Stmt*>& way) const {
  from = directives.strip(from);
  if (from == root || isLoop(from)) {
    way.push_back(from);
    return true;
  }
  if (isa<LambdaExpr>(from)) return false;
  for (const Stmt* child : from->children()) {
    if (!child) continue;
    if (contains(child, root, directives)) return addWay(child, way);
    way.push_back(directives.strip(child));
  }
  return false;
}

/// From the declaration of the name to the end of the nest; all of the function where that is not known.
std::vector<const Stmt*> Bindings::wayFrom(const VarDecl* name) const {
  const Stmt* body = function->getBody();
  const CompoundStmt* scope = nullptr;
  const auto declares = [&](const Stmt* each) {
    const auto* declaration = dyn_cast<DeclStmt>(directives.strip(each));
    return declaration && llvm::is_contained(declaration->decls(), name);
  };
  bool hasLabels = false;
  walk(body, directives, [&](const Stmt* each) {
    const auto* compound = dyn_cast<CompoundStmt>(each);
    if (compound && llvm::any_of(compound->body(), declares)) scope = compound;
    hasLabels |= isa<LabelStmt>(each);
    return true;
  });
  std::vector<const Stmt*> way;
  bool isBetween = false;
  if (scope && !hasLabels)
    for (const Stmt* each : scope->body()) {
      isBetween |= declares(each);
      if (!isBetween) continue;
      if (contains(each, root, directives)) return addWay(each, way) ? way : std::vector{body};
      way.push_back(directives.strip(each));
    }
  return {body};
}

const Bindings::Changes& Bindings::changesOf(const Stmt* statement) {
  auto& found = changes[statement];
  if (!found) {
    auto all = std::make_shared<Changes>();
    all->add(statement, directives);
    forHiddenCode(statement, directives, [&](const Stmt* code) { all->add(code, directives); });
    found = all;
  }
  return *found;
}

bool Bindings::isStill(const VarDecl* name) {
  if (const auto found = known.find(name); found != known.end()) return found->second;
  known[name] = true;  // `auto& r = r;`
  Deciders deciders(directives);
  name->getType()->isReferenceType() ? deciders.ofLvalue(name->getInit())
                                     : deciders.ofPointer(name->getInit());
  if (deciders.values.empty() && deciders.memory.empty() && deciders.objects.empty()) return true;
  if (name->hasGlobalStorage()) return known[name] = false;
  const std::set<const ValueDecl*>& held = addressTaken(function->getBody(), directives);
  const std::set<const ValueDecl*> modified = modifiedVariables(function->getBody(), directives);
  const auto isChanged = [&](const ValueDecl* decider, const Changes& by) {
    const QualType type = decider->getType().getNonReferenceType();
    const auto* field = dyn_cast<FieldDecl>(decider);
    const auto* variable = dyn_cast<VarDecl>(decider);
    if (isContainer(type))
      return by.buffers.count(decider) || by.objects.count(recordOf(type)) ||
             (variable && variable->hasGlobalStorage() && by.runsUnknown);
    if (by.variables.count(decider)) return true;
    if (field)
      return by.objects.count(recordOf(field->getASTContext().getRecordType(field->getParent()))) != 0;
    const bool isGlobal = variable && variable->hasGlobalStorage();
    const bool isShown = isGlobal || decider->getType()->isReferenceType() || held.count(decider);
    return isShown && (by.indirect.count(type.getCanonicalType().getUnqualifiedType().getTypePtr()) ||
                       (by.runsUnknown &&
                        (isGlobal || decider->getType()->isReferenceType() || modified.count(decider))));
  };
  const auto isStillAfter = [&](const Stmt* each) {
    const Changes& by = changesOf(each);
    return llvm::none_of(deciders.values, [&](const ValueDecl* one) { return isChanged(one, by); }) &&
           llvm::none_of(deciders.memory, [&](const ValueDecl* one) { return by.memory.count(one) != 0; }) &&
           llvm::none_of(deciders.objects,
                         [&](const CXXRecordDecl* one) { return by.objects.count(one) != 0; });
  };
  return known[name] = llvm::all_of(wayFrom(name), isStillAfter);
}

}  // namespace appyl
