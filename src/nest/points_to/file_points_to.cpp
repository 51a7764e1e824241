#include "nest/points_to/file_points_to.h"

#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"
#include "nest/points_to/pointer_capture.h"
#include "nest/points_to/swapped_choices.h"
#include "nest/points_to/unseen_swaps.h"

#include <clang/AST/ParentMapContext.h>

#include <tuple>

namespace appyl {
namespace {

using namespace clang;

/// Reads the functions of a file, one at a time.
class PointsToReader : public PointsTo {
 public:
  /// `nest`: the nest in the function that is read; null where the function does not contain the nest.
  PointsToReader(const LoopNest* nest, ReturnAliases& results, Swaps& exchanges, const Source& source)
      : PointsTo(source.ast),
        nest(nest),
        results(results),
        exchanges(exchanges),
        source(source) {}

  /// `read`: what bodies of functions say.
  void readNest(FilePointsTo::Bodies& read) {
    const Stmt* body = nest->function->getBody();
    const auto [known, isNew] = read.try_emplace({body, lambdaAround()});
    if (isNew) {
      readBody(body);
      known->second = {madeOf, swapped};
    } else {
      std::tie(madeOf, swapped) = known->second;
    }
    readCopies();
    moments = exchanges.moments(nest->function->getBody());
    for (const Array& array : nest->arrays)  // `int* p = table;` outside of the function
      if (const auto* variable = dyn_cast_or_null<VarDecl>(array.declaration);
          variable && variable->hasGlobalStorage() && variable->getInit() &&
          leadsElsewhere(variable->getType()))
        addSources({canonical(variable), ""}, variable->getInit());
  }

  /// Other functions matter only for members and globals that they set to something.
  void readOther(const FunctionDecl* function) {
    readBody(function->getBody());
    const std::map<Name, Names> found = madeOf;
    for (const auto& [target, sources] : found) {
      const auto member = fieldOf(target);  // `s.p = s.v.data()` is so of every s
      for (const Name& source : sources) {
        const auto part = source.root == target.root ? fieldOf(source) : source;
        if (member && part) madeOf[*member].insert(*part);
      }
    }
  }

  void readInitials(const CXXConstructorDecl* constructor) {
    for (const CXXCtorInitializer* each : constructor->inits()) {
      if (!each->isWritten()) continue;
      if (each->isAnyMemberInitializer())
        readInitial(each->getAnyMember(), each->getInit());
      else if (const CXXRecordDecl* base =
                   each->getBaseClass() ? each->getBaseClass()->getAsCXXRecordDecl() : nullptr;
               base && base->hasDefinition())
        for (const FieldDecl* field : base->fields()) readInitial(field, each->getInit());
    }
  }

  /// A call of a user's function counts as returning new memory each time: `u(pool.get(n)), v(pool.get(n))`.
  void readInitial(const FieldDecl* field, const Expr* value) {
    if (!field->getType()->isReferenceType() && !leadsElsewhere(field->getType())) return;
    bool isHandedOut = false;
    walk(value, source.directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      isHandedOut |= call && !(call->getDirectCallee() && isOfLibrary(call->getDirectCallee())) &&
                     !(isa<CXXDependentScopeMemberExpr>(strip(call->getCallee())) && call->getNumArgs() == 0);
      return !isHandedOut;
    });
    if (!isHandedOut) addSources({canonical(field), ""}, value);
  }

 private:
  const LoopNest* nest;
  ReturnAliases& results;
  Swaps& exchanges;
  Source source;
  std::set<const Stmt*> rotated;  // assignments that are a part of a rotation
  std::set<const Expr*> chosen;   // values of two that are exchanged

  /// The innermost lambda of the function around the nest, whose parameters are names in the nest.
  const Stmt* lambdaAround() const {
    for (DynTypedNode at = DynTypedNode::create(*nest->loops.front().stmt);;) {
      const DynTypedNodeList parents = context.getParents(at);
      if (parents.empty() || parents[0].get<TranslationUnitDecl>()) return nullptr;
      at = parents[0];
      const Stmt* statement = at.get<Stmt>();
      if (statement == nest->function->getBody()) return nullptr;
      if (statement && isa<LambdaExpr>(statement)) return statement;
    }
  }

  void readBody(const Stmt* body) {
    walk(body, source.directives, [&](const Stmt* each) {
      if (const auto* compound = dyn_cast<CompoundStmt>(each)) readRotations(compound), readChoices(compound);
      return true;
    });
    walk(body, source.directives, [&](const Stmt* each) {
      if (conditionOfAssertion(each)) return false;
      for (const auto& [one, other] : exchanges.thatMatter(each, body)) exchange(one, other);
      if (const auto placed = placedPointer(each)) addSources(placed->first, placed->second);
      readTie(each);
      if (const auto ends = endsOfArray(each)) {
        madeOf[ends->first].insert(ends->second);
        madeOf[ends->second].insert(ends->first);
      }
      readSetter(each);
      for (const auto& [name, value] : givenToLambdas(each, body, source.directives)) readGiven(name, value);
      readOtherName(each);
      readClosure(each);
      readHolders(each);
      for (const auto& [target, value] : assignmentsOf(each))
        if (!rotated.count(each) && !chosen.count(strip(value))) {
          addSources(target, value);
          if (const auto* list = dyn_cast<InitListExpr>(strip(value))) readMembers(target, list);
        }
      return true;
    });
    exchangeBehindNames();
  }

  void addSources(const Name& target, const Expr* value) {
    const Names sources = sourcesOf(target, value);
    madeOf[target].insert(sources.begin(), sources.end());
  }

  /// `T* p = value`, `p = value`, `auto [p, q] = value`.
  std::vector<std::pair<Name, const Expr*>> assignmentsOf(const Stmt* statement) const {
    std::vector<std::pair<Name, const Expr*>> found;
    if (const auto* declaration = dyn_cast<DeclStmt>(statement))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared); variable && variable->getInit()) {
          if (leadsElsewhere(variable->getType()) || variable->getType()->isReferenceType() ||
              isAddress(variable))
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
    if (assignment && assignment->op == BO_Assign && leadsElsewhere(assignment->target->getType())) {
      std::set<const Expr*> places;
      addPlaces(assignment->target, places);
      for (const Expr* place : places)
        if (const auto target = nameOf(place)) found.emplace_back(*target, assignment->value);
    }
    return found;
  }

  /// p and q of `c ? p : q`, also by the name of a reference to them.
  static void addPlaces(const Expr* lvalue, std::set<const Expr*>& places) {
    for (const Expr* place : placesOf(lvalue)) {
      if (!places.insert(place).second) continue;
      const auto* named = dyn_cast<DeclRefExpr>(place);
      const auto* reference = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
      if (reference && reference->getType()->isReferenceType() && !isa<ParmVarDecl>(reference) &&
          reference->getInit())
        addPlaces(reference->getInit(), places);
    }
  }

  /// `Holder g{p}`, which refers to p itself: what g's member is set to, p is set to.
  void readHolders(const Stmt* statement) {
    const auto* declaration = dyn_cast<DeclStmt>(statement);
    if (!declaration) return;
    for (const Decl* declared : declaration->decls()) {
      const auto* holder = dyn_cast<VarDecl>(declared);
      if (!holder || !holder->getInit()) continue;
      walk(holder->getInit(), source.directives, [&](const Stmt* each) {
        for (const Expr* value : handedOut(each, source.directives))
          for (const Expr* place : placesOf(value))
            if (const auto held = nameOf(place); held && leadsElsewhere(place->getType()))
              madeOf[*held].insert({canonical(holder), ""});
        return true;
      });
    }
  }

  /// An integer that holds one: `auto at = reinterpret_cast<std::uintptr_t>(a);`.
  bool isAddress(const VarDecl* variable) const {
    bool found = false;
    if (variable->getType()->isIntegerType() && variable->hasLocalStorage() && variable->getInit())
      walk(variable->getInit(), source.directives, [&](const Stmt* each) {
        const auto* cast = dyn_cast<CastExpr>(each);
        const auto* other =
            isa<DeclRefExpr>(each) ? dyn_cast<VarDecl>(dyn_cast<DeclRefExpr>(each)->getDecl()) : nullptr;
        found |= (cast && cast->getCastKind() == CK_PointerToIntegral) ||
                 (other && other != variable && madeOf.count({canonical(other), ""}) &&
                  other->getType()->isIntegerType());
        return !found;
      });
    return found;
  }

  Names sourcesOf(const Name& target, const Expr* value) {
    Names sources;
    walk(value, source.directives, [&](const Stmt* each) {
      if (const auto* cast = dyn_cast<ImplicitCastExpr>(each);
          cast && cast->getCastKind() == CK_LValueToRValue && cast->getType()->isArithmeticType()) {
        if (const auto* number = dyn_cast_or_null<VarDecl>(namedVariable(cast)); number && isAddress(number))
          sources.insert({canonical(number), ""});
        return false;  // a number
      }
      if (isa<CXXThisExpr>(each)) {
        sources.insert(Name());  // this object or a pointer to it is copied
        return false;
      }
      if (const auto own = memberBehindCall(each)) sources.insert(*own);
      // The whole object can be reached from the address of one of its members.
      if (const auto* address = dyn_cast<UnaryOperator>(each);
          address && address->getOpcode() == UO_AddrOf && isa<MemberExpr>(strip(address->getSubExpr())))
        if (const auto name = nameOf(address->getSubExpr()); name && name->root != target.root) {
          sources.insert({name->root, ""});
          return false;
        }
      const auto* part = dyn_cast<Expr>(each);
      const auto* object = dyn_cast<DeclRefExpr>(each);
      const auto* record = object ? object->getType()->getAsCXXRecordDecl() : nullptr;
      if (record && record->hasDefinition() && record->isEmpty()) return false;  // `new (std::nothrow) T[n]`
      if (const auto* call = dyn_cast<CallExpr>(each)) {
        if (const auto single = call->getNumArgs() == 0 ? nameOf(call) : std::nullopt;
            single && isa<FunctionDecl>(single->root))
          sources.insert(*single);
        for (const VarDecl* kept : staticsBehind(call, source.directives)) sources.insert({canonical(kept), ""});
        sources.merge(results.of(call));
      }
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

  static const ValueDecl* declared(const Expr* part) {
    if (const auto* member = dyn_cast<MemberExpr>(part)) return member->getMemberDecl();
    return cast<DeclRefExpr>(part)->getDecl();
  }

  /// `F f{a, b}`: each member gets its own source.
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

  /// `std::tie(p, n) = value`; `std::tie(u, v) = std::make_tuple(v, u)` swaps.
  void readTie(const Stmt* statement) {
    const auto* expression = dyn_cast<Expr>(statement);
    const auto assignment =
        expression && strip(expression) == expression ? asAssignment(expression) : std::nullopt;
    const auto* tied = assignment ? dyn_cast<CallExpr>(strip(assignment->target)) : nullptr;
    if (!tied || !functionIs(calleeName(tied), Fact::Ties) || !assignment->value) return;
    const Expr* value = strip(assignment->value);
    while (isa<CXXConstructExpr>(value) && cast<CXXConstructExpr>(value)->getNumArgs() == 1)
      value = strip(cast<CXXConstructExpr>(value)->getArg(0));
    const auto* made = dyn_cast<CallExpr>(value);
    const bool isEach = made && llvm::StringRef(calleeName(made)).starts_with("make_") &&
                        made->getNumArgs() == tied->getNumArgs();
    Names targets, sources;
    for (const Expr* each : tied->arguments())
      if (const auto name = nameOf(each)) targets.insert(*name);
    for (unsigned k = 0; isEach && k < made->getNumArgs(); ++k)
      if (const auto name = nameOf(made->getArg(k))) sources.insert(*name);
    if (isEach && targets == sources) {
      for (const Name& each : targets) exchange(*targets.begin(), each);
      return;
    }
    for (unsigned k = 0; k < tied->getNumArgs(); ++k)
      if (const auto target = nameOf(tied->getArg(k)); target && leadsElsewhere(tied->getArg(k)->getType()))
        addSources(*target, isEach ? made->getArg(k) : value);
  }

  /// `auto f = make(p);`, a lambda that has captured what `make` was given.
  void readClosure(const Stmt* statement) {
    if (const auto* lambda = dyn_cast<LambdaExpr>(statement))
      for (const LambdaCapture& capture : lambda->captures())
        if (capture.capturesVariable() && lambda->isInitCapture(&capture))
          if (const auto* own = dyn_cast<VarDecl>(capture.getCapturedVar()); own && own->getInit())
            addSources({canonical(own), ""}, own->getInit());
    const auto* made = dyn_cast<CallExpr>(statement);
    const FunctionDecl* callee = made ? made->getDirectCallee() : nullptr;
    const CXXRecordDecl* record =
        made ? made->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    const bool isOfLambda = method && method->getParent()->isLambda();
    // Arguments that other functions pass to lambdas do not reach the nest.
    if (callee && nest && ((record && record->isLambda()) || (isOfLambda && !holdsNest(callee))))
      readParameters(made, callee, isOfLambda ? 1 : 0);
  }

  /// The captures of a lambda may keep its arguments.
  void readParameters(const CallExpr* call, const FunctionDecl* callee, unsigned shift) {
    const FunctionDecl* definition = nullptr;
    if (!callee->hasBody(definition)) return;
    for (unsigned k = 0; k < definition->getNumParams() && k + shift < call->getNumArgs(); ++k)
      readGiven(definition->getParamDecl(k), call->getArg(k + shift));
  }
  void readGiven(const ParmVarDecl* parameter, const Expr* value) {
    if (!leadsElsewhere(parameter->getType())) return;
    addSources({canonical(parameter), ""}, value);
    if (const auto set = setThrough(parameter, value)) madeOf[*set].insert({canonical(parameter), ""});
  }

  /// Is the nest in the function? Then the function's parameters are names in the nest.
  bool holdsNest(const FunctionDecl* function) const {
    bool found = false;
    walk(function->getBody(), source.directives, [&](const Stmt* each) {
      found |= each == nest->loops.front().stmt;
      return !found;
    });
    return found;
  }

  /// `allocate(&p, a)`, `all.push_back(a)`, `std::fill(all.begin(), all.end(), a)`, `give(f, a)` may make the
  /// one lead to the other.
  void readSetter(const Stmt* statement) {
    const auto* call = dyn_cast<CallExpr>(statement);
    if (!call || isa<CXXOperatorCallExpr>(call) || functionIs(calleeName(call), Fact::Swaps)) return;
    if (functionIs(calleeName(call), Fact::Exchanges) && call->getNumArgs() == 2)
      if (const auto target = nameOf(call->getArg(0)); target && leadsElsewhere(call->getArg(0)->getType()))
        addSources(*target, call->getArg(1));
    if (const auto copied = copiedObjects(call))
      if (const auto target = nameOf(copied->first)) addSources(*target, copied->second);
    const FunctionDecl* callee = call->getDirectCallee();
    Names set;
    if (const auto object = objectThatKeeps(call)) set.insert(*object);
    std::vector<const Expr*> given;
    for (unsigned k = 0; k < call->getNumArgs(); ++k) {
      const Expr* argument = call->getArg(k);
      if (const auto name = setBy(argument, callee, k); name && !isLookedAt(callee, k)) set.insert(*name);
      if (const auto name = setsUnseen(call, k) ? nameOf(argument) : std::nullopt) set.insert(*name);
      if (functionIs(calleeName(call), Fact::Invokes) && argument->isLValue() &&
          argument->getType()->isRecordType() && leadsElsewhere(argument->getType()))
        if (const auto name = nameOf(argument)) set.insert(*name);
      const bool isCopied =
          addressedPointer(argument) && isLookedAt(callee, k);  // `memcpy(&p, &a, sizeof p)`
      if ((isCopied || mayLead(argument)) && mayKeep(call, k) && !setsUnseen(call, k))
        given.push_back(argument);
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

  /// Not if the function visibly keeps no pointer, or only exchanges pointers that are passed by name.
  bool mayKeep(const CallExpr* call, unsigned index) const {
    const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
    if (!callee || isOfLibrary(callee) || isVirtualCall(call) || !callee->hasBody(definition) ||
        index >= definition->getNumParams())
      return true;
    const ParmVarDecl* parameter = definition->getParamDecl(index);
    const QualType type = parameter->getType();
    const bool isExchanged = type->isLValueReferenceType() && type->getPointeeType()->isPointerType() &&
                             modifiedVariables(definition->getBody(), source.directives).count(parameter);
    return !isExchanged && PointerCapture(source.directives).keepsArgument(call, callee, index);
  }

  /// The object of a method that may put pointers into it. In a template only its name is known.
  std::optional<Name> objectThatKeeps(const CallExpr* call) const {
    if (const auto* open = dyn_cast<CXXDependentScopeMemberExpr>(call->getCallee()))
      return !open->isImplicitAccess() && leadsElsewhere(open->getBaseType()) ? nameOf(open->getBase())
                                                                              : std::nullopt;
    const auto* called = dyn_cast<CXXMemberCallExpr>(call);
    const CXXMethodDecl* method = called ? called->getMethodDecl() : nullptr;
    const bool isByPointer = called && !method;  // `(s.*set)(p)`
    const bool mayBe =
        isByPointer || (method && !method->isConst() && (isOfLibrary(method) || method->hasBody()));
    if (!mayBe || called->isTypeDependent()) return std::nullopt;
    const Expr* object = called->getImplicitObjectArgument();
    const QualType type = object->getType();
    return leadsElsewhere(type->isPointerType() ? type->getPointeeType() : type) ? nameOf(object)
                                                                                 : std::nullopt;
  }

  /// What the callee may set through the argument with that number, if it has pointers. For a function
  /// without a visible body only the address of a pointer shows this.
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
    const auto plain = [&](std::size_t k) { return plainAssignment(source.directives.strip(all[k])); };
    for (std::size_t first = 0; first < all.size(); ++first) {
      const auto saved = plain(first);
      if (!saved) continue;
      std::vector<Name> round{saved->second};
      std::size_t k = first + 1;
      for (; k < all.size(); ++k) {
        const auto next = plain(k);
        if (!next || next->first != round.back()) break;
        if (next->second == saved->first) {
          for (std::size_t each = first + 1; each <= k; ++each) rotated.insert(source.directives.strip(all[each]));
          for (const Name& name : round) exchange(round.front(), name);
          break;
        }
        round.push_back(next->second);
      }
    }
  }

  /// Reads the choices as if each pointer had begun as one of the two, and they had been exchanged since.
  void readChoices(const CompoundStmt* compound) {
    for (const auto& [first, second] : exchangedChoices(compound, source)) {
      for (const Choice& each : {first, second}) {
        for (const Expr* value : each.values) chosen.insert(strip(value));
        addSources(each.target, beginsAsNo(first) ? each.no : each.yes);
      }
      exchange(first.target, second.target);
    }
  }

  /// Also by their other names.
  void touchExchanged(const Stmt* statement, std::multiset<const ValueDecl*>& touched) const {
    walk(statement, source.directives, [&](const Stmt* each) {
      for (const auto& [one, other] : exchanges.of(each)) touched.insert({one.root, other.root});
      return true;
    });
  }

  /// `const double *u = now, *v = w.data();`
  std::vector<std::pair<Name, Name>> copiesIn(const Stmt* statement) const {
    std::vector<std::pair<Name, Name>> found;
    for (const auto& [target, value] : assignmentsOf(statement))
      if (const auto source = nameOf(value);
          source && (isa<DeclRefExpr, MemberExpr>(strip(value)) || isBeginning(value)))
        found.emplace_back(target, *source);
    return found;
  }

  /// `const double* u = now;` in front of the nest, after which both stay what they are.
  void readCopies() {
    const std::set<const ValueDecl*>& held = addressTaken(nest->function->getBody(), source.directives);
    const Stmt* child = nest->loops.front().stmt;
    std::set<const ValueDecl*> changed = modifiedVariables(child, source.directives);
    std::multiset<const ValueDecl*> touched = mentionedIn(child, source.directives);  // not only to pick elements
    const auto stays = [&](const Name& name) {
      return isa<VarDecl>(name.root) && cast<VarDecl>(name.root)->hasLocalStorage() && name.path.empty() &&
             !held.count(name.root) && !changed.count(name.root);
    };
    const auto isStill = [&](const Expr* index) {
      return isOfVariables(index) && llvm::all_of(mentionedIn(index, source.directives), [&](const ValueDecl* each) {
               return stays({each, ""});
             });
    };
    for (;;) {
      const auto parents = context.getParents(*child);
      const Stmt* parent = parents.empty() ? nullptr : parents[0].get<Stmt>();
      const bool isStandIn = parent && source.directives.strip(parent) != parent;
      if (!parent || isa<LambdaExpr, LabelStmt>(parent) || (isa<SwitchStmt>(parent) && !isStandIn)) return;
      if (const auto* compound = dyn_cast<CompoundStmt>(parent)) {
        const std::vector<const Stmt*> all(compound->body_begin(), compound->body_end());
        std::size_t k = static_cast<std::size_t>(std::find(all.begin(), all.end(), child) - all.begin());
        while (k-- > 0) {
          const Stmt* statement = source.directives.strip(all[k]);
          if (isa<LabelStmt, SwitchCase>(statement)) return;
          for (const auto& [name, source] : copiesIn(statement))
            if (stays(name) && stays(source)) copies.insert({name, source});
          std::multiset<const ValueDecl*> used = mentionedIn(statement, source.directives);
          for (const auto& [name, value] : assignmentsOf(statement))
            if (const auto element = pickedElement(value)) {
              if (stays(name) && stays({element->array, ""}) && !touched.count(element->array) &&
                  isStill(element->index))
                picked.insert({name, *element});
              // `auto& [x, y] = p[k]` mentions p once for all of its parts.
              if (const auto mention = used.find(element->array); mention != used.end()) used.erase(mention);
            }
          touched.insert(used.begin(), used.end());
          touchExchanged(statement, touched);
          for (const ValueDecl* each : modifiedVariables(statement, source.directives)) changed.insert(each);
          for (const auto& [target, value] : assignmentsOf(statement)) changed.insert(target.root);
        }
      } else {
        for (const ValueDecl* each : modifiedVariables(parent, source.directives)) changed.insert(each);
        for (const ValueDecl* each : mentionedIn(parent, source.directives)) touched.insert(each);
        touchExchanged(parent, touched);
      }
      child = parent;
    }
  }
};

}  // namespace

PointsTo FilePointsTo::of(const LoopNest& nest) {
  PointsToReader origins(&nest, results, exchanges, source);
  origins.readNest(bodies);
  origins.function = nest.function;
  if (!mayBeSetByOthers(nest)) return origins;
  if (!isRead) read(source.ast.getTranslationUnitDecl());
  isRead = true;
  origins.others = &facts;
  return origins;
}

/// Members and globals keep what constructors, setters and friends have pointed them at.
void FilePointsTo::read(const DeclContext* scope) {
  for (const Decl* each : scope->decls()) {
    if (isOfSystem(each)) continue;
    const auto* pattern = dyn_cast<TemplateDecl>(each);
    const Decl* declaration = pattern && pattern->getTemplatedDecl() ? pattern->getTemplatedDecl() : each;
    if (const auto* several = dyn_cast<ClassTemplateDecl>(each))  // an instance has members of its own
      for (const CXXRecordDecl* one : several->specializations()) read(one);
    const auto* function = dyn_cast<FunctionDecl>(declaration);
    if (function && !isOfArrayLanguage(function) && function->doesThisDeclarationHaveABody())
      readFunction(function);
    if (const auto* field = dyn_cast<FieldDecl>(declaration); field && field->getInClassInitializer()) {
      PointsToReader reader(nullptr, results, exchanges, source);
      reader.readInitial(field, field->getInClassInitializer());
      facts.add(reader, nullptr);
    }
    if (const auto* inner = dyn_cast<DeclContext>(declaration)) read(inner);
  }
}

void FilePointsTo::readFunction(const FunctionDecl* function) {
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(function)) {
    PointsToReader initials(nullptr, results, exchanges, source);
    initials.readInitials(constructor);
    facts.add(initials, nullptr);
  }
  PointsToReader reader(nullptr, results, exchanges, source);
  reader.readOther(function);
  facts.add(reader, function);
}

}  // namespace appyl
