#include "loops/aliases.h"

#include "loops/changes.h"

#include <clang/AST/ParentMapContext.h>

#include <array>
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

/// May somebody else's memory be reached through an object of the type?
bool leadsElsewhere(QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType()) return true;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return false;
  if (record->isInStdNamespace()) {
    const llvm::StringRef name = record->getIdentifier() ? record->getName() : "";
    return name == "pair" || name == "tuple" ||
           llvm::any_of(std::array{"span", "view", "reference_wrapper", "_ptr", "iterator"},
                        [&](const char* word) { return name.contains(word); });
  }
  return llvm::any_of(record->fields(),
                      [](const FieldDecl* field) { return field->getType()->isPointerType(); });
}

class AliasReader {
 public:
  AliasReader(const LoopNest& nest, const Directives& directives, ASTContext& context)
      : nest(nest), directives(directives), context(context) {
    walk(nest.function->getBody(), directives, [&](const Stmt* each) {
      if (const auto* compound = dyn_cast<CompoundStmt>(each)) readRotations(compound);
      return true;
    });
    walk(nest.function->getBody(), directives, [&](const Stmt* each) {
      readSwap(each);
      readSetter(each);
      for (const auto& [target, value] : assignmentsOf(each))
        if (!rotated.count(each)) {
          const Names sources = sourcesOf(target, value);
          madeOf[target].insert(sources.begin(), sources.end());
          if (const auto* list = dyn_cast<InitListExpr>(strip(value))) readMembers(target, list);
        }
      return true;
    });
    readCopies();
    for (const Array& array : nest.arrays)  // `int* const p = table;` outside of the function
      if (const auto* variable = dyn_cast_or_null<VarDecl>(array.declaration);
          variable && variable->hasGlobalStorage() && variable->getType().isConstQualified() &&
          variable->getInit() && leadsElsewhere(variable->getType())) {
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

  /// Of `*this`: the field with what is behind it in the path.
  static std::optional<Name> memberOfThis(const Name& part, const std::string& path) {
    const CXXRecordDecl* record = part.root->getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition()) return std::nullopt;
    for (const FieldDecl* field : record->fields())
      if (isPartOf(path, "." + field->getNameAsString()))
        return Name{canonical(field), path.substr(1 + field->getName().size())};
    return std::nullopt;
  }

  static const ValueDecl* declared(const Expr* part) {
    if (const auto* member = dyn_cast<MemberExpr>(part)) return member->getMemberDecl();
    return cast<DeclRefExpr>(part)->getDecl();
  }

  /// `F f{a, b}`: each member has its own.
  void readMembers(const Name& target, const InitListExpr* list) {
    const CXXRecordDecl* record = list->getType()->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || record->getNumBases() > 0) return;
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
    if (!call || call->getNumArgs() != 2) return;
    const std::string callee = calleeName(call);
    const auto a = nameOf(call->getArg(0)), b = nameOf(call->getArg(1));
    if (callee == "swap" && a && b) exchange(*a, *b);
  }

  /// `allocate(&p, a)` may give `p` what it was given.
  void readSetter(const Stmt* statement) {
    const auto* call = dyn_cast<CallExpr>(statement);
    if (!call) return;
    std::vector<Name> set;
    std::vector<const Expr*> given;
    for (const Expr* argument : call->arguments()) {
      const auto* address = dyn_cast<UnaryOperator>(strip(argument));
      const bool isSet =
          address && address->getOpcode() == UO_AddrOf && address->getSubExpr()->getType()->isPointerType();
      const auto name = isSet ? nameOf(address->getSubExpr()) : std::nullopt;
      if (name)
        set.push_back(*name);
      else if (leadsElsewhere(argument->getType()))
        given.push_back(argument);
    }
    for (const Name& target : set)
      for (const Expr* value : given) {
        const Names sources = sourcesOf(target, value);
        madeOf[target].insert(sources.begin(), sources.end());
      }
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
    for (const auto& [target, sources] : madeOf) {
      if (target.root != name.root || !isPartOf(name.path, target.path)) continue;
      const std::string rest = name.path.substr(target.path.size());
      for (const Name& source : sources) {
        if (!source.root) {
          if (const auto member = memberOfThis(name, rest)) steps.insert(*member);
          continue;
        }
        const bool isObject = source.root->getType().getNonReferenceType()->isRecordType();
        steps.insert(isObject ? Name{source.root, source.path + rest} : source);
      }
    }
    return steps;
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
