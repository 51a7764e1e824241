#include "nest/time_loop.h"

#include "nest/ast/array_types.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/mod_ref.h"
#include "nest/read_loop_nest.h"

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

using Why = std::string;

/// Types whose elements are reached by a pointer that can be copied: `double*`, std::vector, std::span.
bool canMove(QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType()) return true;
  const std::string name = libraryTemplate(type);
  return classIs(name, ClassFact::OnHeap) && classIs(name, {ClassFact::Contiguous, ClassFact::Unique}) &&
         !type->isDependentType();
}

/// `this->now` of a base class that only a template's arguments decide.
bool mayName(const Stmt* part, const ValueDecl* variable) {
  const auto* open = dyn_cast<CXXDependentScopeMemberExpr>(part);
  return open && open->getMember() == variable->getDeclName();
}

const ValueDecl* movingVariable(const Expr* expression) {
  const ValueDecl* variable = namedVariable(expression);
  return variable && canMove(variable->getType()) ? variable : nullptr;
}

/// A function of std; if a template's arguments decide which one, by its qualified name.
bool isOfStd(const CallExpr* call) {
  if (const FunctionDecl* callee = call->getDirectCallee()) return callee->isInStdNamespace();
  const auto* named = dyn_cast<UnresolvedLookupExpr>(call->getCallee()->IgnoreParens());
  const NestedNameSpecifier* scope = named ? named->getQualifier() : nullptr;
  return scope && scope->getAsNamespace() && scope->getAsNamespace()->isStdNamespace();
}

/// `std::swap(a, b)`, `a.swap(b)`, `a = b` of pointers.
std::optional<std::pair<const ValueDecl*, const ValueDecl*>> exchanged(const Stmt* statement) {
  const auto* expression = dyn_cast<Expr>(statement);
  if (!expression) return std::nullopt;
  expression = strip(expression);
  const Expr *one = nullptr, *other = nullptr;
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(expression)) {
    if (memberIs(calleeName(call), Fact::Swaps) && call->getNumArgs() == 1)
      one = call->getImplicitObjectArgument(), other = call->getArg(0);
  } else if (const auto* call = dyn_cast<CallExpr>(expression)) {
    if (isOfStd(call) && functionIs(calleeName(call), Fact::Swaps) && call->getNumArgs() == 2)
      one = call->getArg(0), other = call->getArg(1);
  } else if (const auto* assignment = dyn_cast<BinaryOperator>(expression)) {
    if (assignment->getOpcode() == BO_Assign && assignment->getType()->isPointerType())
      one = assignment->getLHS(), other = assignment->getRHS();
  }
  const ValueDecl* first = one ? movingVariable(one) : nullptr;
  const ValueDecl* second = other ? movingVariable(other) : nullptr;
  return first && second ? std::optional(std::pair(first, second)) : std::nullopt;
}

class Reader {
 public:
  Reader(const Directive& directive, const Source& source)
      : statement(cast<ForStmt>(directive.statement)), source(source) {
    loop.directive = &directive;
  }

  std::variant<TimeLoop, Why> run(std::optional<LoopNest> nest) {
    if (!nest) return "its body is not understood as a whole";
    loop.nest = std::move(*nest);
    const Loop& root = loop.nest.loops.front();
    if (!root.canonical || root.step != 1 || !root.declaresCounter || !root.first || !root.end)
      return "it does not count up by one from and to values that are known in front of it";
    if (!loop.nest.reductions.empty()) return "there is a reduction in it";
    if (!loop.nest.privates.empty())
      return "'" + loop.nest.privates.front().variable->getNameAsString() + "' is declared outside of it";
    if (auto why = readParts()) return std::move(*why);
    if (auto why = checkMoving()) return std::move(*why);
    mergeMoving();
    return std::move(loop);
  }

 private:
  const ForStmt* statement;
  Source source;
  TimeLoop loop;
  std::set<const ValueDecl*> exchanging;  // all that exchanges name

  std::optional<Why> readParts() {
    std::vector<const Stmt*> statements;
    if (const auto* body = dyn_cast<CompoundStmt>(source.directives.strip(statement->getBody())))
      statements.assign(body->body_begin(), body->body_end());
    else
      statements.push_back(statement->getBody());
    for (const Stmt* each : statements) {
      each = source.directives.strip(each);
      if (isa<NullStmt>(each)) continue;
      if (!readNest(each) && !readDeclaration(each) && !readExchange(each)) {
        const SourceManager& sources = source.ast.getSourceManager();
        return "line " + std::to_string(sources.getSpellingLineNumber(each->getBeginLoc())) +
               " is neither a parallel loop nor an exchange of arrays";
      }
    }
    return std::nullopt;
  }

  bool readNest(const Stmt* each) {
    const Directive* directive = source.directives.of(each);
    if (!isa<ForStmt>(each) || !directive || !directive->find(ClauseKind::Parallel)) return false;
    for (std::size_t k = 0; k < loop.nest.loops.size(); ++k)
      if (loop.nest.loops[k].stmt == each) {
        loop.parts.push_back({TimeLoop::Kind::Nest, each, static_cast<int>(k)});
        return true;
      }
    return false;
  }

  /// Declarations of values without side effects, which serve the step alone.
  bool readDeclaration(const Stmt* each) {
    const auto* declaration = dyn_cast<DeclStmt>(each);
    if (!declaration) return false;
    for (const Decl* one : declaration->decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      if (!variable || !variable->hasLocalStorage() || !variable->getInit() ||
          !isValue(variable->getType()) || changesSomething(variable->getInit()))
        return false;
      if (const ValueDecl* source = movingVariable(variable->getInit()))
        exchanging.insert({variable, source});
    }
    loop.parts.push_back({TimeLoop::Kind::Declaration, each});
    return true;
  }

  /// In a template any type may be one of a value.
  static bool isValue(QualType type) { return type->isScalarType() || type->isDependentType(); }

  bool changesSomething(const Expr* value) const {
    bool calls = false;
    walk(value, source.directives, [&](const Stmt* part) {
      calls |= isa<CallExpr, CXXConstructExpr, LambdaExpr, CXXNewExpr>(part);
      return true;
    });
    return calls || hasSideEffects(value, source.ast);
  }

  bool readExchange(const Stmt* each) {
    const auto both = exchanged(each);
    if (!both) return false;
    exchanging.insert({both->first, both->second});
    const bool isAssignment = isa<BinaryOperator>(strip(cast<Expr>(each)));
    for (const ValueDecl* changed : {both->first, isAssignment ? both->first : both->second})
      if (!isDeclaredInside(changed, statement, source.directives) &&
          std::find(loop.moving.begin(), loop.moving.end(), changed) == loop.moving.end())
        loop.moving.push_back(changed);
    loop.parts.push_back({TimeLoop::Kind::Exchange, each});
    return true;
  }

  /// Copies are to replace these variables: no other code may access them.
  std::optional<Why> checkMoving() const {
    for (const ValueDecl* each : loop.moving) {
      const std::string name = "'" + each->getNameAsString() + "'";
      const auto* variable = dyn_cast<VarDecl>(each);
      if (variable ? !variable->hasLocalStorage() : !isa<FieldDecl>(each)) return name + " is global";
      if (indirectUse(each, statement, loop.nest.function, source.directives))
        return name + " is reached by other names than its own";
      const bool isPointer = each->getType().getNonReferenceType()->isPointerType();
      std::size_t mentioned = 0, understood = 0;
      walk(statement, source.directives, [&](const Stmt* part) {
        const auto* expression = dyn_cast<Expr>(part);
        if (!expression) return true;
        const auto* member = dyn_cast<MemberExpr>(expression);
        const auto* reference = dyn_cast<DeclRefExpr>(expression);
        mentioned += (member && member->getMemberDecl() == each) ||
                     (reference && reference->getDecl() == each) || mayName(part, each);
        const bool mayBeElement = isa<ArraySubscriptExpr, CXXOperatorCallExpr>(expression);
        const auto element = mayBeElement ? elementParts(expression) : std::nullopt;
        understood += element && namedVariable(element->array) == each;
        return true;
      });
      for (const TimeLoop::Part& part : loop.parts)
        if (const auto both =
                part.kind == TimeLoop::Kind::Exchange ? exchanged(part.statement) : std::nullopt)
          understood += (both->first == each) + (both->second == each);
      if (isPointer ? mentioned != mentionsOf(each, statement, source.directives).size()
                    : mentioned != understood)
        return name + " is used for more than its elements";
    }
    return std::nullopt;
  }

  /// Makes one array of them: in some step each may be any other. The effects of exchanges are known.
  void mergeMoving() {
    LoopNest& nest = loop.nest;
    std::erase_if(nest.accesses, [&](const Access& access) {
      return std::any_of(loop.parts.begin(), loop.parts.end(), [&](const TimeLoop::Part& part) {
        return part.kind == TimeLoop::Kind::Exchange &&
               contains(part.statement, access.expr, source.directives);
      });
    });
    int first = -1;
    for (std::size_t k = 0; k < nest.arrays.size(); ++k) {
      if (!exchanging.count(nest.arrays[k].declaration)) continue;
      if (first < 0) first = static_cast<int>(k);
      for (Access& access : nest.accesses)
        if (access.array == static_cast<int>(k)) access.array = first;
    }
  }
};

}  // namespace

std::vector<const Directive*> timeLoops(const Directives& directives) {
  std::vector<const Directive*> loops;
  std::set<const Stmt*> inside;
  for (const auto& directive : directives.all) {
    const auto* loop = dyn_cast<ForStmt>(directive->statement);
    if (!loop || directive->find(ClauseKind::Parallel)) {
      if (loop) walk(loop, directives, [&](const Stmt* each) { return inside.insert(each), true; });
      continue;
    }
    bool containsParallel = false;
    walk(loop->getBody(), directives, [&](const Stmt* each) {
      const Directive* inner = directives.of(each);
      containsParallel |= inner && inner->find(ClauseKind::Parallel);
      return true;
    });
    if (containsParallel && directive->find(ClauseKind::Block) && !inside.count(loop))
      loops.push_back(directive.get());
  }
  return loops;
}

std::vector<const Expr*> mentionsOf(const ValueDecl* variable, const Stmt* loop,
                                    const Directives& directives) {
  std::vector<const Expr*> mentions;
  walk(loop, directives, [&](const Stmt* each) {
    if (isa<DeclRefExpr, MemberExpr>(each) && namedVariable(cast<Expr>(each)) == variable)
      mentions.push_back(cast<Expr>(each));
    return true;
  });
  return mentions;
}

std::variant<TimeLoop, std::string> readTimeLoop(const Directive& directive, const Recorded& recorded,
                                                 const Source& source, FilePointsTo& origins) {
  return Reader(directive, source).run(readLoopNest(directive, recorded, source, origins));
}

}  // namespace appyl
