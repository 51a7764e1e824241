#include "model/team_memory.h"

#include "model/team.h"
#include "nest/ast/ast.h"

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

std::set<const Stmt*> partsOf(const Stmt* statement, const Directives& directives) {
  std::set<const Stmt*> parts;
  walk(statement, directives, [&](const Stmt* each) { return parts.insert(each), true; });
  return parts;
}

/// The loops of a pair are inside one another: the outer one is the statement of both.
const Stmt* statementOf(const SpreadLoop& each, const LoopNest& nest) {
  const Loop& loop = nest.loops[each.loop];
  return each.letter == 'x' ? nest.loops[loop.parent].stmt : loop.stmt;
}

std::vector<const SpreadLoop*> loopsOf(const Stmt* statement, const Team& team, const LoopNest& nest) {
  std::vector<const SpreadLoop*> result;
  for (const SpreadLoop& each : team.loops)
    if (statementOf(each, nest) == statement) result.push_back(&each);
  return result;
}

/// Thread t takes iterations t, t + threads, ... of both.
bool sameThreads(const SpreadLoop& a, const SpreadLoop& b, const LoopNest& nest) {
  const Loop &first = nest.loops[a.loop], &second = nest.loops[b.loop];
  return a.letter == b.letter && first.step == second.step && first.first && first.first == second.first;
}

/// Of a variable of a template: the same one in each instance, null where it is not found.
std::vector<const VarDecl*> instancesOf(const VarDecl* variable, const LoopNest& nest,
                                        const Directives& directives) {
  std::vector<const VarDecl*> result;
  for (const Stmt* instance : instancesOf(nest, directives)) {
    result.push_back(nullptr);
    walk(instance, directives, [&](const Stmt* each) {
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (declared->getLocation() == variable->getLocation()) result.back() = dyn_cast<VarDecl>(declared);
      return !result.back();
    });
  }
  return result;
}

class ArrayPlacer {
 public:
  ArrayPlacer(Team& team, const Kernel& kernel, const Stmt* body, const Source& source)
      : team(team), nest(kernel.nest), source(source), inBody(partsOf(body, source.directives)) {
    for (const SpreadLoop& each : team.loops)
      for (const Stmt* part : partsOf(statementOf(each, nest), source.directives)) spreadAround[part] = &each;
    for (const Stmt* each : inBody) {
      if (const auto* lambda = dyn_cast<LambdaExpr>(each))  // happens where it is called
        for (const Stmt* part : partsOf(lambda->getBody(), source.directives)) inLambda.insert(part);
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* variable = dyn_cast<VarDecl>(declared)) declarations[variable] = declaration;
    }
  }

  std::string run() {
    std::set<const ValueDecl*> written;
    for (const Access& access : nest.accesses)
      if (access.writes) written.insert(nest.arrays[access.array].declaration);
    for (const Access& access : nest.accesses) {
      const Array& array = nest.arrays[access.array];
      if ((!inBody.count(access.expr) || inLambda.count(access.expr)) && written.count(array.declaration) &&
          !isLocal(array))
        return "a function that it calls uses memory that the program changes";
      const auto* variable = dyn_cast_or_null<VarDecl>(array.declaration);
      if (!access.writes || !isLocal(array) || !spreadAround.count(access.expr)) continue;
      if (isOfSpreadLoop(variable) || (access.subscripts.empty() && !access.wholeArray)) continue;
      if (!isArrayOfProgram(variable, array))
        return fmt::format("several threads would fill '{}'", array.name);
      if (team.own.count(variable)) continue;
      if (isOwn(variable))
        team.own.insert(variable);
      else if (canShare(variable))
        team.shared.insert(variable);
      else
        return fmt::format("several threads would fill '{}'", array.name);
    }
    for (const auto& [variable, declaration] : declarations)
      if (const std::string why = placeTogether(declaration); !why.empty()) return why;
    for (SpreadLoop& each : team.loops) each.own = ownIn(each);
    return "";
  }

 private:
  Team& team;
  const LoopNest& nest;
  Source source;
  std::set<const Stmt*> inBody, inLambda;
  std::map<const Stmt*, const SpreadLoop*> spreadAround;
  std::map<const VarDecl*, const DeclStmt*> declarations;

  /// An array of the program's own.
  bool isLocal(const Array& array) const {
    const auto* variable = dyn_cast_or_null<VarDecl>(array.declaration);
    return array.scope >= 0 || array.isPrivate ||
           std::any_of(nest.privates.begin(), nest.privates.end(),
                       [&](const PrivateScalar& each) { return each.variable == variable; });
  }

  bool isOfSpreadLoop(const VarDecl* variable) const {
    return std::any_of(team.loops.begin(), team.loops.end(), [&](const SpreadLoop& loop) {
      return isDeclaredInside(variable, statementOf(loop, nest), source.directives);
    });
  }

  bool isArrayOfProgram(const VarDecl* variable, const Array& array) const {
    return variable && array.scope >= 0 && declarations.count(variable) &&
           (variable->getType()->isConstantArrayType() || variable->getType()->isDependentSizedArrayType());
  }

  /// Variables in shared memory have no constructors. Of a type that depends on a template the instances say.
  bool canShare(const VarDecl* variable) const {
    if (variable->hasInit()) return false;
    const QualType element = source.ast.getBaseElementType(variable->getType());
    if (!element->isDependentType()) return element.isTrivialType(source.ast);
    const auto instances = instancesOf(variable, nest, source.directives);
    return !instances.empty() && llvm::all_of(instances, [&](const VarDecl* each) {
      return each && source.ast.getBaseElementType(each->getType()).isTrivialType(source.ast);
    });
  }

  /// What one statement declares is kept in one place.
  std::string placeTogether(const DeclStmt* declaration) {
    std::size_t own = 0, shared = 0, all = 0;
    for (const Decl* each : declaration->decls()) {
      own += team.own.count(dyn_cast<VarDecl>(each));
      shared += team.shared.count(dyn_cast<VarDecl>(each));
      ++all;
    }
    if (own + shared == 0 || own == all || shared == all) return "";
    for (const Decl* each : declaration->decls()) {
      const auto* variable = dyn_cast<VarDecl>(each);
      if (!team.shared.count(variable) && (!team.own.count(variable) || !canShare(variable)))
        return fmt::format("'{}' is declared together with arrays that several threads touch",
                           cast<NamedDecl>(each)->getNameAsString());
      team.own.erase(variable);
      team.shared.insert(variable);
    }
    return "";
  }

  bool isEmptyInitialiser(const VarDecl* variable) const {
    if (!variable->hasInit()) return true;
    const auto* list = dyn_cast<InitListExpr>(variable->getInit()->IgnoreImplicit());
    if (list && list->getSyntacticForm()) list = list->getSyntacticForm();
    return list && list->getNumInits() == 0;
  }

  /// Are all its uses elements whose subscripts are the counters of the spread loops around them?
  bool isOwn(const VarDecl* variable) const {
    if (!isEmptyInitialiser(variable)) return false;
    std::set<const Stmt*> mentions;
    for (const Access& access : nest.accesses) {
      if (nest.arrays[access.array].declaration != variable) continue;
      const auto around = spreadAround.find(access.expr);
      if (around == spreadAround.end() || inLambda.count(access.expr) || access.throughMemory ||
          access.wholeArray || access.expr->getBeginLoc().isMacroID() || access.expr->getEndLoc().isMacroID())
        return false;
      const auto loops = loopsOf(statementOf(*around->second, nest), team, nest);
      if (loops.size() != access.subscripts.size() || loops.size() != extentsInText(variable).size() ||
          loops.size() != indicesOf(access.expr, variable).size())
        return false;
      for (std::size_t k = 0; k < loops.size(); ++k) {
        const Loop& loop = nest.loops[loops[k]->loop];
        const bool isWhole = loop.first && loop.first->isConstant() && *loop.first->constant() == 0 &&
                             loop.step == 1 && access.subscripts[k] == Polynomial::symbol(loop.symbol);
        if (!isWhole) return false;
      }
      walk(access.expr, source.directives, [&](const Stmt* each) { return mentions.insert(each), true; });
    }
    for (const Stmt* each : inBody) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      if (reference && reference->getDecl() == variable && !mentions.count(reference)) return false;
    }
    // The variable shows the ranges of the loops: each loop has an access that every iteration makes.
    for (const SpreadLoop& each : team.loops)
      if (const Stmt* statement = statementOf(each, nest);
          usesIn(variable, statement) && !isAlwaysUsed(variable, statement))
        return false;
    return !mentions.empty();
  }

  bool usesIn(const VarDecl* variable, const Stmt* statement) const {
    bool uses = false;
    walk(statement, source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      uses |= reference && reference->getDecl() == variable;
      return !uses;
    });
    return uses;
  }

  /// Is it used in a plain statement of the body, before anything leaves the body?
  bool isAlwaysUsed(const VarDecl* variable, const Stmt* statement) const {
    const Stmt* body = nullptr;
    for (const SpreadLoop* each : loopsOf(statement, team, nest))
      body = source.directives.strip(nest.loops[each->loop].body);
    std::vector<const Stmt*> statements{body};
    if (const auto* compound = dyn_cast<CompoundStmt>(body))
      statements.assign(compound->body_begin(), compound->body_end());
    for (const Stmt* each : statements) {
      each = source.directives.strip(each);
      const auto* branch = dyn_cast_or_null<IfStmt>(each);
      const Stmt* always = branch ? branch->getCond() : each;
      if (isa_and_nonnull<Expr, DeclStmt>(always) && usesAlways(variable, always)) return true;
      if (each && leaves(each)) return false;
    }
    return false;
  }

  bool usesAlways(const VarDecl* variable, const Stmt* part) const {
    if (!part || isa<LambdaExpr>(part)) return false;
    if (const auto* reference = dyn_cast<DeclRefExpr>(part)) return reference->getDecl() == variable;
    if (const auto* choice = dyn_cast<ConditionalOperator>(part))
      return usesAlways(variable, choice->getCond());
    if (const auto* both = dyn_cast<BinaryOperator>(part); both && both->isLogicalOp())
      return usesAlways(variable, both->getLHS());
    return llvm::any_of(part->children(), [&](const Stmt* child) { return usesAlways(variable, child); });
  }

  const VarDecl* ownIn(const SpreadLoop& loop) const {
    for (const VarDecl* variable : sorted(team.own))
      if (usesIn(variable, statementOf(loop, nest))) return variable;
    return nullptr;
  }

  static std::vector<const VarDecl*> sorted(const std::set<const VarDecl*>& variables) {
    std::vector<const VarDecl*> result(variables.begin(), variables.end());
    std::sort(result.begin(), result.end(),
              [](const VarDecl* a, const VarDecl* b) { return a->getLocation() < b->getLocation(); });
    return result;
  }
};

class BarrierPlacer {
 public:
  BarrierPlacer(Team& team, const Kernel& kernel, const Directives& directives)
      : team(team), kernel(kernel), nest(kernel.nest) {
    for (const SpreadLoop& each : team.loops) {
      const Stmt* statement = statementOf(each, nest);
      if (!parts.count(statement)) parts[statement] = partsOf(statement, directives);
    }
  }

  /// The next program uses the same shared memory again.
  void run(const TeamFlow& program) {
    Pending pending;
    visit(program.bodies.front(), pending);
    if (program.leaves) addAll(program.bodies.front(), pending);
    Pending again;
    for (const auto& [step, isEarlier] : pending) again[step] = true;
    visit(program.bodies.front(), again);
  }

 private:
  using Pending =
      std::map<const TeamStep*, bool>;  // done since the last barrier; true: by an earlier program

  Team& team;
  const Kernel& kernel;
  const LoopNest& nest;
  std::map<const Stmt*, std::set<const Stmt*>> parts;

  void visit(const std::vector<TeamFlow>& flows, Pending& pending) {
    for (const TeamFlow& flow : flows) visit(flow, pending);
  }

  void visit(const TeamFlow& flow, Pending& pending) {
    if (flow.kind == TeamFlow::Kind::Step) return take(flow.step, pending);
    const Pending before = pending;
    for (int pass = 0; pass < (flow.kind == TeamFlow::Kind::Loop ? 2 : 1); ++pass) {
      const Pending first = pending;
      for (const auto& body : flow.bodies) {
        Pending inside = first;
        visit(body, inside);
        if (flow.leaves) addAll(body, inside);
        pending.insert(inside.begin(), inside.end());
      }
    }
    pending.insert(before.begin(), before.end());
  }

  void addAll(const std::vector<TeamFlow>& flows, Pending& pending) const {
    for (const TeamFlow& flow : flows) {
      if (flow.kind == TeamFlow::Kind::Step) pending.insert({&flow.step, false});
      for (const auto& body : flow.bodies) addAll(body, pending);
    }
  }

  void take(const TeamStep& step, Pending& pending) {
    for (const auto& [other, isEarlier] : pending)
      if (meet(*other, step, isEarlier)) team.waits.insert(step.statement);
    if (team.waits.count(step.statement)) pending.clear();
    pending[&step] = false;
    if (step.meets) pending.clear();
  }

  /// Does one of them write what another thread touches in the other one?
  bool meet(const TeamStep& a, const TeamStep& b, bool isEarlierProgram) const {
    const auto collide = [&](const std::set<const ValueDecl*>& written, const TeamStep& other) {
      return std::any_of(written.begin(), written.end(), [&](const ValueDecl* array) {
        const auto* variable = dyn_cast_or_null<VarDecl>(array);
        if (variable && team.own.count(variable)) return false;
        if (isEarlierProgram && !(variable && team.shared.count(variable))) return false;
        return (other.reads.count(array) || other.writes.count(array)) && !isOwnElement(a, b, array);
      });
    };
    return collide(a.writes, b) || collide(b.writes, a);
  }

  /// Does each thread touch the same elements in both, which no other one does?
  bool isOwnElement(const TeamStep& a, const TeamStep& b, const ValueDecl* array) const {
    using By = TeamStep::By;
    if (a.by == By::One && b.by == By::One) return true;
    if (a.by != By::Spread || b.by != By::Spread) return false;
    const auto ofA = loopsOf(a.statement, team, nest), ofB = loopsOf(b.statement, team, nest);
    if (ofA.size() != ofB.size()) return false;
    for (std::size_t k = 0; k < ofA.size(); ++k)
      if (!sameThreads(*ofA[k], *ofB[k], nest)) return false;
    std::optional<std::vector<Polynomial>> common;
    for (const auto& [step, loops] : {std::pair(&a, &ofA), std::pair(&b, &ofB)})
      for (const Access& access : nest.accesses) {
        if (nest.arrays[access.array].declaration != array || !parts.at(step->statement).count(access.expr))
          continue;
        const auto place = placeOf(access, *loops, ofA);
        if (!place || (common && *common != *place)) return false;
        common = place;
      }
    return common.has_value();
  }

  /// The subscripts, with the counters of `as` for those of `loops`; nullopt where two iterations may mean
  /// one element, or an iteration does not mean the same one at all times.
  std::optional<std::vector<Polynomial>> placeOf(const Access& access,
                                                 const std::vector<const SpreadLoop*>& loops,
                                                 const std::vector<const SpreadLoop*>& as) const {
    if (access.wholeArray || access.throughMemory || access.subscripts.empty()) return std::nullopt;
    std::vector<Polynomial> place;
    std::set<std::size_t> decided;
    for (const auto& subscript : access.subscripts) {
      if (!subscript) return std::nullopt;
      Polynomial value = *subscript;
      std::vector<std::size_t> mentioned;
      for (std::size_t k = 0; k < loops.size(); ++k) {
        const std::string& counter = nest.loops[loops[k]->loop].symbol;
        const auto factor = value.coefficient(counter);
        if (!factor || !factor->isConstant()) return std::nullopt;
        if (!factor->terms.empty()) mentioned.push_back(k);
        value = value.substitute(counter, Polynomial::symbol(nest.loops[as[k]->loop].symbol + "@"));
      }
      for (const std::string& symbol : value.symbols())
        if (symbol.back() != '@' && !isOfProgram(symbol)) return std::nullopt;
      if (mentioned.size() == 1) decided.insert(mentioned.front());
      place.push_back(value);
    }
    return decided.size() == loops.size() ? std::optional(place) : std::nullopt;
  }

  /// Has the symbol one value in all of the program?
  bool isOfProgram(const std::string& name) const {
    const auto found = nest.symbols.find(name);
    if (found == nest.symbols.end()) return false;
    if (found->second.kind == Symbol::Kind::Parameter) return true;
    if (found->second.kind != Symbol::Kind::Counter) return false;
    for (std::size_t k = 0; k < programDimensions(kernel); ++k)
      if (kernel.grid[k].loop == found->second.loop) return true;
    return false;
  }
};

}  // namespace

std::string placeArrays(Team& team, const Kernel& kernel, const Stmt* body, const Source& source) {
  return ArrayPlacer(team, kernel, body, source).run();
}

std::vector<const Stmt*> instancesOf(const LoopNest& nest, const Directives& directives) {
  std::vector<const Stmt*> result;
  const auto found = directives.instances.find(nest.loops.front().directive);
  if (found != directives.instances.end())
    for (const auto& instance : found->second) result.push_back(instance->statement);
  return result;
}

std::int64_t sharedBytes(const Team& team, const LoopNest& nest, const Source& source) {
  const auto bytesOf = [&](const VarDecl* variable) -> std::int64_t {
    return variable ? source.ast.getTypeSizeInChars(variable->getType()).getQuantity() : 0;
  };
  std::int64_t bytes = 0;
  for (const VarDecl* each : team.shared) {
    std::int64_t most = each->getType()->isDependentType() ? 0 : bytesOf(each);
    if (each->getType()->isDependentType())
      for (const VarDecl* instance : instancesOf(each, nest, source.directives))
        most = std::max(most, bytesOf(instance));
    bytes += most;
  }
  return bytes * std::max(1u, team.warps);
}

void placeBarriers(Team& team, const Kernel& kernel, const TeamFlow& program, const Directives& directives) {
  BarrierPlacer(team, kernel, directives).run(program);
}

bool leaves(const Stmt* statement) {
  if (isa<ContinueStmt, BreakStmt>(statement)) return true;
  if (isa<Expr, DeclStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement)) return false;
  return llvm::any_of(statement->children(), [](const Stmt* child) { return child && leaves(child); });
}

std::vector<const Expr*> extentsInText(const VarDecl* array) {
  std::vector<const Expr*> extents;
  const TypeSourceInfo* info = array->getTypeSourceInfo();
  if (!info) return extents;
  for (auto each = info->getTypeLoc().getAs<ArrayTypeLoc>(); each;
       each = each.getElementLoc().getAs<ArrayTypeLoc>()) {
    if (!each.getSizeExpr()) return {};
    extents.push_back(each.getSizeExpr());
  }
  return extents;
}

std::vector<const Expr*> indicesOf(const Expr* element, const VarDecl* array) {
  std::vector<const Expr*> indices;
  const Expr* base = strip(element);
  while (const auto* subscript = dyn_cast<ArraySubscriptExpr>(base)) {
    indices.insert(indices.begin(), indexPart(subscript));
    base = strip(arrayPart(subscript));
  }
  const auto* reference = dyn_cast<DeclRefExpr>(base);
  return reference && reference->getDecl() == array ? indices : std::vector<const Expr*>{};
}

std::vector<const SpreadLoop*> spreadLoopsAround(const Stmt* statement, const Team& team,
                                                 const LoopNest& nest, const Directives& directives) {
  for (const SpreadLoop& each : team.loops) {
    const Stmt* loop = statementOf(each, nest);
    if (partsOf(loop, directives).count(statement)) return loopsOf(loop, team, nest);
  }
  return {};
}

}  // namespace appyl
