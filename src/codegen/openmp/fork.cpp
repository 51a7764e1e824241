#include "codegen/openmp/fork.h"

#include "codegen/kernels/device_calls.h"
#include "nest/ast/calls.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/modified_variables.h"

namespace appyl {
namespace {

using namespace clang;

class ForkReader {
 public:
  ForkReader(const std::vector<Kernel>& kernels, const Source& source) : source(source) {
    for (const Kernel& each : kernels) byRoot[each.nest.loops.front().stmt] = &each;
  }

  std::vector<Fork> run() {
    std::set<const FunctionDecl*> functions;
    for (const auto& [root, kernel] : byRoot)
      if (const FunctionDecl* function = kernel->nest.function; functions.insert(function).second)
        search(function->getBody());
    return std::move(forks);
  }

 private:
  Source source;
  std::map<const Stmt*, const Kernel*> byRoot;
  std::vector<Fork> forks;

  // Of the loop that is being looked at.
  Fork fork;
  std::set<const ValueDecl*> modified, own;     // own: declared in it
  std::map<const ValueDecl*, QualType> shared;  // what is read of memory that other names may lead to, too
  std::set<const FunctionDecl*> called;
  bool callsUnseen = false;

  /// What the functions change that are called in it.
  void noteCalled(const Stmt* statement) {
    walk(statement, source.directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      const auto* made = dyn_cast<CXXConstructExpr>(each);
      const FunctionDecl* callee = call   ? call->getDirectCallee()
                                   : made ? static_cast<const FunctionDecl*>(made->getConstructor())
                                          : nullptr;
      const FunctionDecl* definition = nullptr;
      if (call && !callee) callsUnseen = true;
      if (!callee || isOfLibrary(callee) || callee->isImplicit() || callee->isDefaulted()) return true;
      if (!callee->hasBody(definition)) return callsUnseen = true;
      if (!called.insert(definition).second) return true;
      modified.merge(modifiedVariables(definition->getBody(), source.directives));
      noteCalled(definition->getBody());
      return true;
    });
  }

  /// Does no nest store a number of the type, which may be the one that all threads read? An object or a byte
  /// may be any memory.
  bool staysSame(QualType type) const {
    type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
    return !callsUnseen && llvm::all_of(fork.kernels, [&](const Kernel* kernel) {
      return llvm::all_of(kernel->nest.accesses, [&](const Access& access) {
        if (!access.writes) return true;
        const QualType stored = access.expr ? access.expr->getType().getNonReferenceType() : QualType();
        return !stored.isNull() && !stored->isDependentType() && stored->isArithmeticType() &&
               !stored->isAnyCharacterType() && type->isArithmeticType() &&
               (stored->isRealFloatingType() != type->isRealFloatingType() ||
                source.ast.getTypeSize(stored) != source.ast.getTypeSize(type));
      });
    });
  }

  /// May something else than its name lead to the local variable?
  bool isReachedElsewhere(const VarDecl* variable) const {
    const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
    bool found = !function || !function->getBody();
    if (found) return true;
    walk(function->getBody(), source.directives, [&](const Stmt* each) {
      const auto names = [&](const Expr* expression) {
        return expression && namedVariable(expression) == variable;
      };
      if (const auto* unary = dyn_cast<UnaryOperator>(each))
        found |= unary->getOpcode() == UO_AddrOf && names(unary->getSubExpr());
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* other = dyn_cast<VarDecl>(declared))
            found |= other->getType()->isReferenceType() && names(other->getInit());
      if (const auto* lambda = dyn_cast<LambdaExpr>(each))
        for (const LambdaCapture& capture : lambda->captures())
          found |= capture.capturesVariable() && capture.getCapturedVar() == variable &&
                   capture.getCaptureKind() == LCK_ByRef;
      const auto* call = dyn_cast<CallExpr>(each);
      if (const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
          call && !(callee && isOfLibrary(callee)))
        found |= llvm::any_of(call->arguments(),
                              [&](const Expr* each) { return each->isLValue() && names(each); });
      return !found;
    });
    return found;
  }

  /// Are the bounds of the loop the same for all threads?
  bool beginsAlike(const Stmt* root) {
    const auto* loop = dyn_cast<ForStmt>(root);
    bool isSame = loop != nullptr;
    for (const Stmt* part : loop ? std::vector<const Stmt*>{loop->getInit(), loop->getCond(), loop->getInc()}
                                 : std::vector<const Stmt*>())
      if (part)
        walk(part, source.directives, [&](const Stmt* each) {
          const auto* call = dyn_cast<CallExpr>(each);
          const auto* named = dyn_cast<DeclRefExpr>(each);
          const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
          const bool isSize = isa<CXXMemberCallExpr>(each) && memberIs(calleeName(call), Fact::Measure);
          isSame &= !(variable && variable->getTLSKind() != VarDecl::TLS_None) &&
                    (!call || isSize || isOfNumbers(call) || isa<CXXOperatorCallExpr>(call));
          return isSame;
        });
    return isSame;
  }

  void search(const Stmt* body) {
    walk(body, source.directives, [&](const Stmt* each) {
      if (isa<LambdaExpr>(each) || byRoot.count(each)) return false;
      const auto* loop = dyn_cast<ForStmt>(each);
      if (!loop || source.directives.of(loop)) return true;
      fork = Fork{loop, {}, {}}, own.clear(), shared.clear();
      modified = modifiedVariables(loop, source.directives);
      called.clear(), callsUnseen = false;
      noteCalled(loop);
      const auto begins = [&](const Kernel* each) { return beginsAlike(each->nest.loops.front().stmt); };
      if (!isRunAlike(loop) || fork.kernels.empty() || !llvm::all_of(fork.kernels, begins) ||
          !llvm::all_of(shared, [&](const auto& each) { return staysSame(each.second); }))
        return true;
      forks.push_back(std::move(fork));
      return false;
    });
  }

  /// Do all threads run the statement in the same way, so that they come to the same kernels?
  bool isRunAlike(const Stmt* statement) {
    if (!statement) return true;
    statement = source.directives.strip(statement);
    if (const auto kernel = byRoot.find(statement); kernel != byRoot.end()) {
      fork.kernels.push_back(kernel->second);
      for (const Loop& each : kernel->second->nest.loops)
        if (each.canonical && !each.declaresCounter && isSetByLoops(each.counter))
          fork.unread.insert(each.counter);
      return true;
    }
    if (isa<NullStmt>(statement)) return true;
    if (const auto* declaration = dyn_cast<DeclStmt>(statement)) return declaresAlike(declaration);
    if (const auto* block = dyn_cast<CompoundStmt>(statement))
      return llvm::all_of(block->body(), [&](const Stmt* each) { return isRunAlike(each); });
    if (const auto* branch = dyn_cast<IfStmt>(statement))
      return !branch->getInit() && !branch->getConditionVariable() && isAlike(branch->getCond()) &&
             isRunAlike(branch->getThen()) && isRunAlike(branch->getElse());
    const auto* loop = dyn_cast<ForStmt>(statement);
    if (!loop || source.directives.of(loop)) return false;
    // Its counter is each thread's own, and changed by its head only.
    const VarDecl* counter = counterOf(loop);
    if (!counter || !loop->getCond() || !isAlike(loop->getCond()) || loop->getConditionVariable() ||
        !loop->getInc() || !advances(loop->getInc(), counter) ||
        modifiedVariables(loop->getBody(), source.directives).count(counter))
      return false;
    const std::size_t before = fork.kernels.size();
    return isRunAlike(loop->getBody()) && fork.kernels.size() > before;
  }

  /// The counter that the loop declares, or sets: `int k; ... for (k = 0; ...)`. Null: it is none that each
  /// thread can have of its own.
  const VarDecl* counterOf(const ForStmt* loop) {
    if (const auto* start = dyn_cast_or_null<DeclStmt>(loop->getInit()))
      return start->isSingleDecl() && declaresAlike(start) ? dyn_cast<VarDecl>(start->getSingleDecl())
                                                           : nullptr;
    const auto* start = dyn_cast_or_null<Expr>(loop->getInit());
    const auto set = start ? asAssignment(start) : std::nullopt;
    const auto* counter = set ? dyn_cast_or_null<VarDecl>(namedVariable(set->target)) : nullptr;
    if (!counter || set->op != BO_Assign || !counter->isLocalVarDecl() || !counter->hasLocalStorage() ||
        !counter->getType()->isIntegerType() || counter->getType().isVolatileQualified() ||
        !isAlike(set->value) || !isSetByLoops(counter))
      return nullptr;
    own.insert(counter);
    fork.counters.insert(counter->getNameAsString());
    return counter;
  }

  /// Is the variable used nowhere but in loops that begin by setting it?
  bool isSetByLoops(const ValueDecl* counter) const {
    const auto* function = dyn_cast<FunctionDecl>(counter->getDeclContext());
    const std::function<bool(const Stmt*)> isSet = [&](const Stmt* part) {
      if (!part) return true;
      if (const auto* loop = dyn_cast<ForStmt>(part)) {
        const auto* start = dyn_cast_or_null<Expr>(loop->getInit());
        const auto set = start ? asAssignment(start) : std::nullopt;
        if (set && set->op == BO_Assign && namedVariable(set->target) == counter &&
            !mentions(set->value, counter, source.directives))
          return true;
      }
      const auto* reference = dyn_cast<DeclRefExpr>(part);
      if (reference && reference->getDecl() == counter) return false;
      return llvm::all_of(part->children(), isSet);
    };
    return function && isSet(function->getBody());
  }

  bool declaresAlike(const DeclStmt* declaration) {
    return llvm::all_of(declaration->decls(), [&](const Decl* each) {
      const auto* variable = dyn_cast<VarDecl>(each);
      const bool isNumber =
          variable && variable->hasLocalStorage() && variable->getType()->isArithmeticType() &&
          !variable->getType().isVolatileQualified() && variable->getInit() && isAlike(variable->getInit());
      if (!isNumber) return false;
      own.insert(variable);
      fork.declared.insert(variable->getNameAsString());
      return true;
    });
  }

  /// `++k`, `k += 2`, `k = k * 2`
  bool advances(const Expr* step, const VarDecl* counter) {
    const auto assignment = asAssignment(strip(step));
    if (!assignment || namedVariable(assignment->target) != counter) return false;
    return !assignment->value || isAlike(assignment->value);
  }

  /// Has it the same value for all threads, and no effect? It reads variables that nothing in the loop
  /// changes, or of which each thread has its own, but no elements of arrays.
  bool isAlike(const Expr* expression) {
    if (hasSideEffects(expression, source.ast)) return false;
    bool isSame = true;
    walk(expression, source.directives, [&](const Stmt* each) {
      const auto* unary = dyn_cast<UnaryOperator>(each);
      isSame &= !isa<ArraySubscriptExpr, LambdaExpr, StmtExpr, CXXDependentScopeMemberExpr>(each) &&
                !(unary && unary->getOpcode() == UO_Deref);
      if (const auto* call = dyn_cast<CallExpr>(each)) isSame &= isOfNumbers(call);
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* member = dyn_cast<MemberExpr>(each);
      const ValueDecl* named = reference ? reference->getDecl() : member ? member->getMemberDecl() : nullptr;
      if (const auto* variable = dyn_cast_or_null<VarDecl>(named); variable && !own.count(variable)) {
        isSame &= !modified.count(variable) && variable->getTLSKind() == VarDecl::TLS_None &&
                  !variable->getType().isVolatileQualified();
        const bool isPlain = variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
                             !isReachedElsewhere(variable);
        if (!isPlain && !variable->getType().isConstQualified() &&
            variable->getType().getNonReferenceType()->isArithmeticType())
          shared[variable] = variable->getType();
      } else if (isa_and_nonnull<FieldDecl>(named)) {
        isSame &= !modified.count(named) && !named->getType().isVolatileQualified();
        shared[named] = named->getType();
      } else if (named && !isa<VarDecl>(named)) {
        isSame &= isa<FunctionDecl, EnumConstantDecl, NonTypeTemplateParmDecl>(named);
      }
      return isSame;
    });
    return isSame;
  }

  /// `std::min(a, b)`, `field.nx()`
  bool isOfNumbers(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    if (method)
      for (const FieldDecl* each : method->getParent()->fields()) shared[each] = each->getType();
    if (method)
      return method->isConst() && call->getNumArgs() == 0 && returnsMember(*method, source.directives) &&
             llvm::none_of(method->getParent()->fields(),
                           [&](const FieldDecl* each) { return modified.count(each) != 0; });
    return callee && isOfLibrary(callee) && callee->getDeclName().isIdentifier() &&
           functionIs(callee->getName(), Fact::Pure) && llvm::all_of(call->arguments(), [](const Expr* each) {
             return each->getType().getNonReferenceType()->isArithmeticType();
           });
  }
};

}  // namespace

std::vector<Fork> forksOf(const std::vector<Kernel>& kernels, const Source& source) {
  return ForkReader(kernels, source).run();
}

}  // namespace appyl
