#include "loops/aliases.h"

#include "loops/array_types.h"
#include "loops/changes.h"
#include "loops/ownership.h"

#include <clang/AST/ParentMapContext.h>

#include <tuple>

namespace appyl {
namespace {

using namespace clang;

/// A variable or a member of one: `f`, `.x`.
struct Name {
  const ValueDecl* root = nullptr;
  std::string path;
  auto operator<=>(const Name&) const = default;
};
using Names = std::set<Name>;

bool isPartOf(const std::string& part, const std::string& whole) {
  return part == whole || llvm::StringRef(part).starts_with(whole + ".");
}

bool overlap(const Name& a, const Name& b) {
  return a.root == b.root && (isPartOf(a.path, b.path) || isPartOf(b.path, a.path));
}

bool overlap(const Names& a, const Names& b) {
  return llvm::any_of(a, [&](const Name& one) {
    return llvm::any_of(b, [&](const Name& other) { return overlap(one, other); });
  });
}

const ValueDecl* canonical(const ValueDecl* declaration) {
  return cast<ValueDecl>(declaration->getCanonicalDecl());
}

/// `p` of `p[k]`, `*p`, `p.at(k)`, `p.begin()`, `std::get<0>(p)`, as the library's classes have them.
const Expr* objectOfElement(const Expr* element) {
  const auto* call = dyn_cast<CallExpr>(element);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !isOfLibrary(callee)) return nullptr;
  const bool leads = call->isLValue() || call->getType()->isPointerType() || isIterator(call->getType());
  if (!leads) return nullptr;
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(call)) return method->getImplicitObjectArgument();
  const bool isOfObject = isa<CXXOperatorCallExpr>(call) || calleeName(call) == "get";
  return isOfObject && call->getNumArgs() > 0 ? call->getArg(0) : nullptr;
}

/// Elements are their array; nullopt for what has no name.
std::optional<Name> nameOf(const Expr* lvalue) {
  lvalue = strip(lvalue);
  if (const auto* reference = dyn_cast<DeclRefExpr>(lvalue);
      reference && isa<BindingDecl>(reference->getDecl()))
    return Name{reference->getDecl(), ""};
  if (const ValueDecl* variable = namedVariable(lvalue)) return Name{canonical(variable), ""};
  if (const auto* member = dyn_cast<MemberExpr>(lvalue)) {
    auto owner = nameOf(member->getBase());
    if (owner) owner->path += "." + member->getMemberDecl()->getNameAsString();
    return owner;
  }
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(lvalue)) return nameOf(arrayPart(element));
  if (const Expr* object = objectOfElement(lvalue)) return nameOf(object);
  if (const auto* unary = dyn_cast<UnaryOperator>(lvalue); unary && unary->getOpcode() == UO_Deref)
    return nameOf(unary->getSubExpr());
  return std::nullopt;
}

/// ... of an array of the nest: `f.x`, `this->u`, `p[].x`.
Name nameOf(const Array& array) {
  llvm::StringRef rest = array.name;
  rest.consume_front("this->");
  rest.consume_front(array.declaration->getName());
  Name name{canonical(array.declaration), ""};
  for (std::size_t k = 0; k < rest.size(); ++k)
    if (rest[k] == '-')
      name.path += '.', ++k;
    else if (rest[k] != '[' && rest[k] != ']')
      name.path += rest[k];
  return name;
}

class AliasReader {
 public:
  AliasReader(const LoopNest& nest, const Directives& directives, ASTContext& context)
      : nest(nest), directives(directives), context(context) {
    readBody(nest.function->getBody());
    const bool maybeByOthers = llvm::any_of(nest.arrays, [](const Array& array) {
      const ValueDecl* root = array.declaration;
      const auto* variable = dyn_cast_or_null<VarDecl>(root);
      const bool isLasting = isa_and_nonnull<FieldDecl>(root) || (variable && variable->hasGlobalStorage());
      return root && (isLasting || array.name != root->getName());
    });
    if (maybeByOthers) readOthers(context.getTranslationUnitDecl());
    readCopies();
    for (const Array& array : nest.arrays)  // `int* p = table;` outside of the function
      if (const auto* variable = dyn_cast_or_null<VarDecl>(array.declaration);
          variable && variable->hasGlobalStorage() && variable->getInit() &&
          leadsElsewhere(variable->getType())) {
        const Name name{canonical(variable), ""};
        const Names sources = sourcesOf(name, variable->getInit());
        madeOf[name].insert(sources.begin(), sources.end());
      }
  }

  /// Swapped names keep distinct what they began as.
  bool mayBeOne(const Name& first, const Name& second) const {
    if (overlap(first, second)) return false;  // parts of one variable are compared elsewhere
    const Name a = current(first), b = current(second);
    if (overlap(a, b)) return true;
    if (!isSwappedWith(a, b)) return overlap(reach(a), reach(b));
    return overlap(beginnings(a), beginnings(b));
  }

 private:
  const LoopNest& nest;
  const Directives& directives;
  ASTContext& context;
  std::map<Name, Names> madeOf, swapped;
  std::map<Name, Name> copies;    // where the nest stands, plain copies of what has not changed since
  std::set<const Stmt*> rotated;  // assignments that are a part of a rotation

  void readBody(const Stmt* body) {
    walk(body, directives, [&](const Stmt* each) {
      if (const auto* compound = dyn_cast<CompoundStmt>(each)) readRotations(compound);
      return true;
    });
    walk(body, directives, [&](const Stmt* each) {
      readSwap(each);
      readSetter(each);
      readOtherName(each);
      for (const auto& [target, value] : assignmentsOf(each))
        if (!rotated.count(each)) {
          addSources(target, value);
          if (const auto* list = dyn_cast<InitListExpr>(strip(value))) readMembers(target, list);
        }
      return true;
    });
  }

  void addSources(const Name& target, const Expr* value) {
    const Names sources = sourcesOf(target, value);
    madeOf[target].insert(sources.begin(), sources.end());
  }

  // --- what other functions of the source have set
  // -------------------------------------------------------------------------------------------------

  /// Members and globals keep what constructors, setters and friends have pointed them at.
  void readOthers(const DeclContext* scope) {
    for (const Decl* each : scope->decls()) {
      if (context.getSourceManager().isInSystemHeader(each->getLocation())) continue;
      const auto* pattern = dyn_cast<TemplateDecl>(each);
      const Decl* declaration = pattern && pattern->getTemplatedDecl() ? pattern->getTemplatedDecl() : each;
      const auto* function = dyn_cast<FunctionDecl>(declaration);
      if (function && !isOfArrayLanguage(function) && function->doesThisDeclarationHaveABody())
        readOther(function);
      if (const auto* field = dyn_cast<FieldDecl>(declaration); field && field->getInClassInitializer())
        readInitial(field, field->getInClassInitializer());
      if (const auto* inner = dyn_cast<DeclContext>(declaration)) readOthers(inner);
    }
  }

  void readOther(const FunctionDecl* function) {
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(function))
      for (const CXXCtorInitializer* each : constructor->inits()) {
        if (!each->isWritten()) continue;
        if (each->isAnyMemberInitializer())
          readInitial(each->getAnyMember(), each->getInit());
        else if (const CXXRecordDecl* base =
                     each->getBaseClass() ? each->getBaseClass()->getAsCXXRecordDecl() : nullptr;
                 base && base->hasDefinition())
          for (const FieldDecl* field : base->fields()) readInitial(field, each->getInit());
      }
    if (function == nest.function) return;
    const std::map<Name, Names> before = std::exchange(madeOf, {});
    readBody(function->getBody());
    std::map<Name, Names> found = std::exchange(madeOf, before);
    for (auto& [target, sources] : found) {
      madeOf[target].insert(sources.begin(), sources.end());
      const auto member = fieldOf(target);  // `s.p = s.v.data()` is so of every s
      for (const Name& source : sources) {
        const auto part = source.root == target.root ? fieldOf(source) : source;
        if (member && part) madeOf[*member].insert(*part);
      }
    }
  }

  /// What somebody else hands out is taken to be something new each time: `u(pool.get(n)), v(pool.get(n))`.
  void readInitial(const FieldDecl* field, const Expr* value) {
    if (!field->getType()->isReferenceType() && !leadsElsewhere(field->getType())) return;
    bool isHandedOut = false;
    walk(value, directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      isHandedOut |= call && !(call->getDirectCallee() && isOfLibrary(call->getDirectCallee())) &&
                     !(isa<CXXDependentScopeMemberExpr>(strip(call->getCallee())) && call->getNumArgs() == 0);
      return !isHandedOut;
    });
    if (!isHandedOut) addSources({canonical(field), ""}, value);
  }

  /// Of an object that a pointer leads to, or that is an element.
  static QualType objectTypeOf(QualType type, const ASTContext& context) {
    for (;;) {
      type = type.getNonReferenceType();
      if (type->isPointerType())
        type = type->getPointeeType();
      else if (type->isArrayType() || isContiguousContainer(type))
        type = elementTypeOf(type, context);
      else
        return type;
    }
  }

  /// Of `s.p`, where s is any object of its class.
  std::optional<Name> fieldOf(const Name& name) const {
    if (!name.root || isa<FieldDecl>(name.root) || name.path.empty()) return std::nullopt;
    return fieldOf(name.root->getType(), name.path);
  }
  std::optional<Name> fieldOf(QualType type, const std::string& path) const {
    const CXXRecordDecl* record = objectTypeOf(type, context)->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition()) return std::nullopt;
    for (const FieldDecl* field : record->fields())
      if (isPartOf(path, "." + field->getNameAsString()))
        return Name{canonical(field), path.substr(1 + field->getName().size())};
    for (const CXXBaseSpecifier& base : record->bases())
      if (const auto found = fieldOf(base.getType(), path)) return found;
    return std::nullopt;
  }

  /// `T* p = value`, `p = value`, `auto [p, q] = value`.
  std::vector<std::pair<Name, const Expr*>> assignmentsOf(const Stmt* statement) const {
    std::vector<std::pair<Name, const Expr*>> found;
    if (const auto* declaration = dyn_cast<DeclStmt>(statement))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared); variable && variable->getInit()) {
          if (leadsElsewhere(variable->getType()) || variable->getType()->isReferenceType())
            found.emplace_back(Name{canonical(variable), ""}, variable->getInit());
          if (const auto* parts = dyn_cast<DecompositionDecl>(variable))
            for (const BindingDecl* part : parts->bindings()) {
              found.emplace_back(Name{part, ""}, variable->getInit());
              if (part->getHoldingVar())
                found.emplace_back(Name{part->getHoldingVar(), ""}, variable->getInit());
            }
        }
    const auto* expression = dyn_cast<Expr>(statement);
    const auto assignment =
        expression && strip(expression) == expression ? asAssignment(expression) : std::nullopt;
    if (assignment && assignment->op == BO_Assign && leadsElsewhere(assignment->target->getType()))
      if (const auto target = nameOf(assignment->target)) found.emplace_back(*target, assignment->value);
    return found;
  }

  Names sourcesOf(const Name& target, const Expr* value) const {
    Names sources;
    walk(value, directives, [&](const Stmt* each) {
      if (const auto* cast = dyn_cast<ImplicitCastExpr>(each);
          cast && cast->getCastKind() == CK_LValueToRValue && cast->getType()->isArithmeticType())
        return false;  // a number
      if (isa<CXXThisExpr>(each)) {
        if (isObject(value)) sources.insert(Name());  // a copy of this one
        return false;
      }
      // From the address of a member all of its object can be reached.
      if (const auto* address = dyn_cast<UnaryOperator>(each);
          address && address->getOpcode() == UO_AddrOf && isa<MemberExpr>(strip(address->getSubExpr())))
        if (const auto name = nameOf(address->getSubExpr()); name && name->root != target.root) {
          sources.insert({name->root, ""});
          return false;
        }
      const auto* part = dyn_cast<Expr>(each);
      if (!part || strip(part) != part || !(isa<MemberExpr, DeclRefExpr>(part)) ||
          isa<FunctionDecl>(declared(part)))
        return true;
      const auto name = nameOf(part);
      if (part->getType()->isArithmeticType() || !name || *name == target) return !name;
      sources.insert(*name);
      return false;
    });
    return sources;
  }

  /// `*this`, a copy of it.
  static bool isObject(const Expr* value) {
    value = strip(value);
    while (const auto* made = dyn_cast<CXXConstructExpr>(value)) {
      if (made->getNumArgs() != 1) return false;
      value = strip(made->getArg(0));
    }
    const auto* unary = dyn_cast<UnaryOperator>(value);
    return unary && unary->getOpcode() == UO_Deref && isa<CXXThisExpr>(strip(unary->getSubExpr()));
  }

  static const ValueDecl* declared(const Expr* part) {
    if (const auto* member = dyn_cast<MemberExpr>(part)) return member->getMemberDecl();
    return cast<DeclRefExpr>(part)->getDecl();
  }

  /// `F f{a, b}`: each member has its own.
  void readMembers(const Name& target, const InitListExpr* list) {
    const CXXRecordDecl* record = list->getType()->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || record->getNumBases() > 0 || record->isInStdNamespace())
      return;
    madeOf[target].clear();
    unsigned k = 0;
    for (const FieldDecl* field : record->fields()) {
      if (k >= list->getNumInits()) break;
      const Name member{target.root, target.path + "." + field->getNameAsString()};
      madeOf[member] = sourcesOf(member, list->getInit(k++));
    }
  }

  void readSwap(const Stmt* statement) {
    const auto* call = dyn_cast<CallExpr>(statement);
    if (!call || calleeName(call) != "swap") return;
    std::vector<const Expr*> both(call->arg_begin(), call->arg_end());
    if (const auto* method = dyn_cast<CXXMemberCallExpr>(call))
      both.push_back(method->getImplicitObjectArgument());
    if (both.size() != 2) return;
    const auto a = nameOf(both[0]), b = nameOf(both[1]);
    if (a && b) exchange(*a, *b);
  }

  /// `allocate(&p, a)`, `all.push_back(a)`, `std::fill(all.begin(), all.end(), a)`, `give(f, a)` may make the
  /// one lead to the other.
  void readSetter(const Stmt* statement) {
    const auto* call = dyn_cast<CallExpr>(statement);
    if (!call || isa<CXXOperatorCallExpr>(call) || calleeName(call) == "swap") return;
    const FunctionDecl* callee = call->getDirectCallee();
    Names set;
    if (const auto object = objectThatKeeps(call)) set.insert(*object);
    std::vector<const Expr*> given;
    for (unsigned k = 0; k < call->getNumArgs(); ++k) {
      const Expr* argument = call->getArg(k);
      if (const auto name = setBy(argument, callee, k)) set.insert(*name);
      if (mayLead(argument) && mayKeep(call, k)) given.push_back(argument);
    }
    for (const Name& target : set)
      for (const Expr* value : given) {
        const Names sources = sourcesOf(target, value);
        madeOf[target].insert(sources.begin(), sources.end());
      }
  }

  /// An address, a view, an array or an object that has one; not the address of a pointer, which is set.
  static bool mayLead(const Expr* argument) {
    const bool isObject = argument->isLValue() && argument->getType()->isRecordType();
    return !addressedPointer(argument) && (isObject || leadsElsewhere(strip(argument)->getType()));
  }

  /// `p` of `&p`
  static const Expr* addressedPointer(const Expr* argument) {
    const auto* address = dyn_cast<UnaryOperator>(strip(argument));
    const bool isIt =
        address && address->getOpcode() == UO_AddrOf && address->getSubExpr()->getType()->isPointerType();
    return isIt ? address->getSubExpr() : nullptr;
  }

  /// Not where the function is seen to leave it alone, or to exchange pointers that it is given by name.
  bool mayKeep(const CallExpr* call, unsigned index) const {
    const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
    if (!callee || isOfLibrary(callee) || !callee->hasBody(definition) || index >= definition->getNumParams())
      return true;
    const ParmVarDecl* parameter = definition->getParamDecl(index);
    const QualType type = parameter->getType();
    const bool isExchanged = type->isLValueReferenceType() && type->getPointeeType()->isPointerType() &&
                             modifiedVariables(definition->getBody(), directives).count(parameter);
    return !isExchanged && KeptPointer(directives).keepsArgument(call, callee, index);
  }

  /// The object of a method that may put pointers into it. In a template only its name is known.
  std::optional<Name> objectThatKeeps(const CallExpr* call) const {
    if (const auto* open = dyn_cast<CXXDependentScopeMemberExpr>(call->getCallee()))
      return !open->isImplicitAccess() && leadsElsewhere(open->getBaseType()) ? nameOf(open->getBase())
                                                                              : std::nullopt;
    const auto* called = dyn_cast<CXXMemberCallExpr>(call);
    const CXXMethodDecl* method = called ? called->getMethodDecl() : nullptr;
    if (!method || method->isConst() || !(isOfLibrary(method) || method->hasBody())) return std::nullopt;
    const Expr* object = called->getImplicitObjectArgument();
    const QualType type = object->getType();
    return leadsElsewhere(type->isPointerType() ? type->getPointeeType() : type) ? nameOf(object)
                                                                                 : std::nullopt;
  }

  /// What the callee may change by its argument of that number, where that has pointers. Of a function that
  /// is not visible only the address of a pointer says so.
  std::optional<Name> setBy(const Expr* argument, const FunctionDecl* callee, unsigned index) const {
    if (const Expr* pointer = addressedPointer(argument)) return nameOf(pointer);
    if (!callee || index >= callee->getNumParams() || !(isOfLibrary(callee) || callee->hasBody()))
      return std::nullopt;
    const QualType type = callee->getParamDecl(index)->getType();
    // The functions of the library that take references look at them or pass them on.
    const bool isChanged =
        type->isPointerType() ||
        (isOfLibrary(callee) ? isIterator(type) && !type->isReferenceType() : type->isLValueReferenceType());
    const QualType pointee = isChanged ? pointeeOf(type) : QualType();
    if (pointee.isNull() || pointee.isConstQualified() || !leadsElsewhere(pointee)) return std::nullopt;
    const auto* address = dyn_cast<UnaryOperator>(strip(argument));
    return nameOf(address && address->getOpcode() == UO_AddrOf ? address->getSubExpr() : argument);
  }

  /// ... of a pointer, a reference or an iterator.
  static QualType pointeeOf(QualType type) {
    if (type->isPointerType() || type->isReferenceType()) return type->getPointeeType();
    for (const CXXMethodDecl* method : type->getAsCXXRecordDecl()->methods())
      if (method->getOverloadedOperator() == OO_Star) return method->getReturnType().getNonReferenceType();
    return QualType();
  }

  /// What is changed by its other name: `F& f = g;`, `F* f = &g;`, `for (int*& q : all)`.
  void readOtherName(const Stmt* statement) {
    const auto* loop = dyn_cast<CXXForRangeStmt>(statement);
    const auto add = [&](const VarDecl* other, const Expr* of) {
      const QualType type = other->getType();
      const bool refers = type->isReferenceType() || type->isPointerType();
      if (!refers || type->getPointeeType().isConstQualified() || !leadsElsewhere(type->getPointeeType()))
        return;
      const auto* address = dyn_cast<UnaryOperator>(strip(of));
      const bool isAddress = address && address->getOpcode() == UO_AddrOf;
      const auto name = nameOf(isAddress ? address->getSubExpr() : of);
      if (!name) return;
      madeOf[*name].insert({canonical(other), ""});
      if (loop) madeOf[{canonical(other), ""}].insert(*name);
    };
    if (loop) add(loop->getLoopVariable(), loop->getRangeInit());
    const auto* declaration = dyn_cast<DeclStmt>(statement);
    if (!declaration || loop) return;
    for (const Decl* declared : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(declared); variable && variable->getInit())
        add(variable, variable->getInit());
  }

  void exchange(const Name& a, const Name& b) {
    swapped[a].insert(b);
    swapped[b].insert(a);
  }

  /// `p = q`, and nothing else.
  std::optional<std::pair<Name, Name>> plainAssignment(const Stmt* statement) const {
    const auto found = assignmentsOf(statement);
    const auto value = found.size() == 1 ? nameOf(found[0].second) : std::nullopt;
    if (!value || !isa<DeclRefExpr, MemberExpr>(strip(found[0].second))) return std::nullopt;
    return std::pair(found[0].first, *value);
  }

  /// `t = a; a = b; b = c; c = t;`
  void readRotations(const CompoundStmt* compound) {
    const std::vector<const Stmt*> all(compound->body_begin(), compound->body_end());
    const auto plain = [&](std::size_t k) { return plainAssignment(directives.strip(all[k])); };
    for (std::size_t first = 0; first < all.size(); ++first) {
      const auto saved = plain(first);
      if (!saved) continue;
      std::vector<Name> round{saved->second};
      std::size_t k = first + 1;
      for (; k < all.size(); ++k) {
        const auto next = plain(k);
        if (!next || next->first != round.back()) break;
        if (next->second == saved->first) {
          for (std::size_t each = first + 1; each <= k; ++each) rotated.insert(directives.strip(all[each]));
          for (const Name& name : round) exchange(round.front(), name);
          break;
        }
        round.push_back(next->second);
      }
    }
  }

  /// `const double* u = now;` in front of the nest, after which both stay what they are.
  void readCopies() {
    const std::set<const ValueDecl*> held = heldElsewhere(nest.function->getBody(), directives);
    const Stmt* child = nest.loops.front().stmt;
    std::set<const ValueDecl*> changed = modifiedVariables(child, directives);
    const auto stays = [&](const Name& name) {
      return isa<VarDecl>(name.root) && cast<VarDecl>(name.root)->hasLocalStorage() && name.path.empty() &&
             !held.count(name.root) && !changed.count(name.root);
    };
    for (;;) {
      const auto parents = context.getParents(*child);
      const Stmt* parent = parents.empty() ? nullptr : parents[0].get<Stmt>();
      const bool isStandIn = parent && directives.strip(parent) != parent;
      if (!parent || isa<LambdaExpr, LabelStmt>(parent) || (isa<SwitchStmt>(parent) && !isStandIn)) return;
      if (const auto* compound = dyn_cast<CompoundStmt>(parent)) {
        const std::vector<const Stmt*> all(compound->body_begin(), compound->body_end());
        std::size_t k = static_cast<std::size_t>(std::find(all.begin(), all.end(), child) - all.begin());
        while (k-- > 0) {
          const Stmt* statement = directives.strip(all[k]);
          if (isa<LabelStmt, SwitchCase>(statement)) return;
          const auto copy = plainAssignment(statement);
          if (copy && stays(copy->first) && stays(copy->second)) copies.insert(*copy);
          for (const ValueDecl* each : modifiedVariables(statement, directives)) changed.insert(each);
          for (const auto& [target, value] : assignmentsOf(statement)) changed.insert(target.root);
        }
      } else {
        for (const ValueDecl* each : modifiedVariables(parent, directives)) changed.insert(each);
      }
      child = parent;
    }
  }

  Name current(Name name) const {
    for (int steps = 0; steps < 20; ++steps) {
      const auto copy = copies.find(name);
      if (copy == copies.end()) break;
      name = copy->second;
    }
    return name;
  }

  bool isSwappedWith(const Name& a, const Name& b) const {
    Names seen{a};
    std::vector<Name> open{a};
    while (!open.empty()) {
      const Name name = open.back();
      open.pop_back();
      if (const auto found = swapped.find(name); found != swapped.end())
        for (const Name& each : found->second)
          if (seen.insert(each).second) open.push_back(each);
    }
    return seen.count(b) != 0;
  }

  /// What it may have been made of, one step back: of `g.x` after `g = f` it is `f.x`.
  Names stepsFrom(const Name& name) const {
    Names steps;
    if (!name.root || isOwnMemory(name.root, name.path, context)) return steps;
    for (const auto& [target, sources] : madeOf) {
      const bool isPart = isPartOf(name.path, target.path);
      if (target.root != name.root || !(isPart || isPartOf(target.path, name.path))) continue;
      const std::string rest = isPart ? name.path.substr(target.path.size()) : "";
      for (const Name& source : sources) {
        if (!source.root) {
          if (const auto member = fieldOf(name.root->getType(), rest)) steps.insert(*member);
          continue;
        }
        const bool isObject = source.root->getType().getNonReferenceType()->isRecordType();
        steps.insert(isObject ? Name{source.root, source.path + rest} : source);
      }
    }
    addMembersSteps(name, steps);
    return steps;
  }

  /// Of `s.p` where its class points `p` at `v`: `s.v`.
  void addMembersSteps(const Name& name, Names& steps) const {
    std::string object;
    auto field = fieldOf(name.root->getType(), name.path);
    while (field) {
      for (const auto& [target, sources] : madeOf) {
        if (target.root != field->root || !overlap(target, *field)) continue;
        for (const Name& source : sources)
          if (isa_and_nonnull<FieldDecl>(source.root))
            steps.insert({name.root, object + "." + source.root->getNameAsString() + source.path});
          else if (const auto* variable = dyn_cast_or_null<VarDecl>(source.root);
                   variable && variable->hasGlobalStorage())
            steps.insert(source);
      }
      object += "." + field->root->getNameAsString();
      field = fieldOf(field->root->getType(), field->path);
    }
  }

  Names reach(const Name& from) const {
    Names seen{from};
    std::vector<Name> open{from};
    while (!open.empty() && seen.size() < 1000) {
      const Name name = open.back();
      open.pop_back();
      Names next = stepsFrom(name);
      if (const auto found = swapped.find(name); found != swapped.end())
        next.insert(found->second.begin(), found->second.end());
      for (const Name& each : next)
        if (seen.insert(each).second) open.push_back(each);
    }
    return seen;
  }

  Names beginnings(const Name& name) const {
    Names all{name};
    for (const Name& each : stepsFrom(name)) {
      const Names further = reach(each);
      all.insert(further.begin(), further.end());
    }
    return all;
  }
};

}  // namespace

void noteAliases(LoopNest& nest, const Directives& directives, ASTContext& context) {
  const AliasReader aliases(nest, directives, context);
  for (const Access& write : nest.accesses)
    for (const Access& other : nest.accesses) {
      const Array &first = nest.arrays[write.array], &second = nest.arrays[other.array];
      if (!write.writes || write.array == other.array || first.scope >= 0 || second.scope >= 0 ||
          !first.declaration || !second.declaration || !aliases.mayBeOne(nameOf(first), nameOf(second)))
        continue;
      nest.unknownCalls.push_back("'" + first.name + "' and '" + second.name + "' may be the same memory");
      if (!nest.unknownCallAt) nest.unknownCallAt = write.expr;
      return;
    }
}

}  // namespace appyl
