#include "nest/dataflow/preconditions.h"

#include "nest/ast/array_types.h"
#include "nest/ast/canonical.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"
#include "nest/points_to/pointer_capture.h"

#include <clang/AST/ParentMapContext.h>

namespace appyl {
namespace {

using namespace clang;

class PreconditionReader {
 public:
  PreconditionReader(ScalarEvolution& symbols, const Source& source) : symbols(symbols), source(source) {}

  std::vector<Constraint> read(const Stmt* root) {
    around = {root};
    for (;;) {
      const auto parents = source.ast.getParents(*around.back());
      const Stmt* parent = parents.empty() ? nullptr : parents[0].get<Stmt>();
      if (!parent || isa<LambdaExpr>(parent)) break;
      around.push_back(parent);
    }
    if (hasLabels(around.back())) return {};
    // Outermost first: a loop's counter is known before the conditions inside it are read.
    for (std::size_t k = around.size() - 1; k > 0; --k) {
      const Stmt *parent = around[k], *child = around[k - 1];
      level = k - 1;
      if (hasCaseOfOther(child)) continue;  // jumped to
      if (const auto* compound = dyn_cast<CompoundStmt>(parent))
        readBefore(compound, child);
      else if (const auto* branch = dyn_cast<IfStmt>(parent); branch && child != branch->getCond())
        require(branch->getCond(), child == branch->getThen(), unchangedSince(branch->getCond()));
      else if (const auto* loop = dyn_cast<ForStmt>(parent); loop && child == loop->getBody())
        readLoop(loop);
      else if (const auto* loop = dyn_cast<WhileStmt>(parent);
               loop && child == loop->getBody() && !loop->hasVarStorage())
        require(loop->getCond(), true, unchangedSince(loop->getCond()));
    }
    return std::move(found);
  }

 private:
  ScalarEvolution& symbols;
  Source source;
  std::vector<const Stmt*> around;      // innermost first
  std::size_t level = 0;                // of `around`: the part with the nest, of what is being read
  std::set<const ValueDecl*> counters;  // of the loops around
  std::vector<Constraint> found;

  /// Does the body have labels, to which other code may jump?
  bool hasLabels(const Stmt* body) const {
    auto& known = source.directives.found[body].hasLabels;
    if (!known) {
      known = false;
      walk(body, source.directives, [&](const Stmt* each) { return !(*known |= isa<LabelStmt>(each)); });
    }
    return *known;
  }

  /// `unchanged`: variables that the function changes, but not between here and the nest.
  void require(const Expr* condition, bool value, std::set<const ValueDecl*> unchanged = {}) {
    unchanged.insert(counters.begin(), counters.end());
    if (!symbols.isSettled(condition, unchanged)) return;
    Conjunction required = symbols.readCondition(condition, value);
    for (Constraint& each : required.constraints) add(std::move(each));
  }

  /// What runs between the beginning of the part with the nest, at `level`, and the nest.
  std::vector<const Stmt*> partsInFront() const {
    std::vector<const Stmt*> parts;
    const auto note = [&](const Stmt* part) {
      if (part) parts.push_back(part);
    };
    for (std::size_t k = level; k > 0; --k) {
      if (const auto* branch = dyn_cast<IfStmt>(around[k]); branch && around[k - 1] != branch->getCond()) {
        note(branch->getInit());
        note(branch->getCond());
        continue;
      }
      const auto* compound = dyn_cast<CompoundStmt>(around[k]);
      if (!compound) note(around[k]);  // a loop, of which other iterations were before
      if (compound)
        for (const Stmt* each : compound->body()) {
          if (each == around[k - 1]) break;
          note(each);
        }
    }
    return parts;
  }

  /// Numbers in the expression, local variables and members of the current object, that keep their values
  /// from its evaluation to the nest. `before`: statements that run first.
  std::set<const ValueDecl*> unchangedSince(const Expr* expression,
                                            std::vector<const Stmt*> before = {}) const {
    std::set<const ValueDecl*> unchanged, changed;
    for (const Stmt* part : partsInFront()) before.push_back(part);
    for (const Stmt* part : before) changed.merge(modifiedVariables(part, source.directives));
    const bool staysInMemory =
        std::ranges::none_of(before, [&](const Stmt* part) { return mayChangeMemory(part); });
    const auto isKept = [&](const ValueDecl* number) {
      return number->getType()->isIntegerType() && !number->getType().isVolatileQualified() &&
             !changed.count(number);
    };
    walk(expression, source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      if (variable && variable->hasLocalStorage() && isKept(variable) &&
          (staysInMemory || !symbols.isAddressTaken(variable)))
        unchanged.insert(variable);
      const auto* member = dyn_cast<MemberExpr>(each);
      if (staysInMemory && member && isa<CXXThisExpr>(strip(member->getBase())) &&
          isKept(member->getMemberDecl()))
        unchanged.insert(member->getMemberDecl());
      return true;
    });
    return unchanged;
  }

  /// Does the part write an integer somewhere in memory, or call a function that is not looked into?
  bool mayChangeMemory(const Stmt* part) const {
    bool found = false;
    walk(part, source.directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      found |= isa<AsmStmt>(each);
      if (const auto* declaration = dyn_cast<DeclStmt>(each))  // what is destroyed somewhere in between
        for (const Decl* declared : declaration->decls())
          if (const auto* variable = dyn_cast<VarDecl>(declared))
            found |= variable->getType()->isRecordType() && !isPlainContainer(variable->getType());
      if (!expression) return !found;
      if (const auto assignment = asAssignment(expression)) {
        const auto* local = dyn_cast_or_null<VarDecl>(namedVariable(assignment->target));
        const bool isOwn = local && local->hasLocalStorage() && !local->getType()->isReferenceType() &&
                           (local->getType()->isScalarType() || isPlainContainer(local->getType()));
        found |= !isOwn && !assignment->target->getType()->isFloatingType();
      }
      if (const auto* made = dyn_cast<CXXConstructExpr>(expression))
        found |= !isPlainContainer(made->getType());
      if (const auto* call = dyn_cast<CallExpr>(expression)) found |= !isPlainCallOfLibrary(call);
      found |= isa<CXXDeleteExpr, AtomicExpr, CXXDefaultInitExpr>(expression);
      return !found;
    });
    return found;
  }

  /// A container of numbers: nothing of the user's runs where it begins, changes and ends.
  static bool isPlainContainer(QualType type) {
    type = type.getNonReferenceType();
    const auto* record = type->getAsCXXRecordDecl();
    if (!record || !isContainer(type) || leadsElsewhere(type)) return false;
    const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record);
    return special && llvm::all_of(special->getTemplateArgs().asArray(), [](const TemplateArgument& each) {
             return each.getKind() != TemplateArgument::Type || each.getAsType()->isScalarType() ||
                    !each.getAsType()->getAsCXXRecordDecl() ||
                    each.getAsType()->getAsCXXRecordDecl()->isInStdNamespace();
           });
  }

  /// A pointer or a reference through which it may write an integer other than a named local variable.
  static bool takesOther(const CallExpr* call, const FunctionDecl* callee) {
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee) ? 1 : 0;
    for (unsigned k = shift; k < call->getNumArgs(); ++k) {
      const bool isNamed = k - shift < callee->getNumParams();
      const QualType type = isNamed ? callee->getParamDecl(k - shift)->getType() : call->getArg(k)->getType();
      if (!type->isPointerType() && !type->isReferenceType()) continue;
      const QualType target = type->getPointeeType();
      if (target.isConstQualified() || target->isFloatingType() || target->isFunctionType()) continue;
      const auto* local = dyn_cast_or_null<VarDecl>(namedVariable(call->getArg(k)));
      const bool isOwn = type->isReferenceType() && local && local->hasLocalStorage() &&
                         !local->getType()->isReferenceType();
      const bool isStream = target->isRecordType() && !isOwn && type->isLValueReferenceType() &&
                            llvm::StringRef(target.getAsString()).contains("stream");
      if (!isOwn && !isStream) return true;
    }
    return false;
  }

  /// A library function that gets neither the current object nor anything that it could call.
  static bool isPlainCallOfLibrary(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    const bool isOfOther = method && !method->isStatic() && !method->isConst() &&
                           !isPlainContainer(method->getASTContext().getRecordType(method->getParent()));
    if (!callee || isOfOther || takesOther(call, callee)) return false;
    return isOfLibrary(callee) && callee->getOverloadedOperator() != OO_Call &&
           llvm::none_of(call->arguments(), [](const Expr* argument) {
             const QualType type = argument->getType().getNonReferenceType();
             const CXXRecordDecl* record = type->getAsCXXRecordDecl();
             const auto* unary = dyn_cast<UnaryOperator>(strip(argument));
             return (record &&
                     (!record->isInStdNamespace() || classIs(libraryTemplate(type), ClassFact::Function))) ||
                    type->isFunctionType() || type->isFunctionPointerType() || type->isMemberPointerType() ||
                    isa<CXXThisExpr>(strip(unary ? unary->getSubExpr() : argument));
           });
  }

  /// `case 1:` of a switch statement around.
  bool hasCaseOfOther(const Stmt* part) const {
    bool found = false;
    walk(part, source.directives, [&](const Stmt* each) {
      found |= isa<SwitchCase>(each);
      return !found && !isa<SwitchStmt>(each);
    });
    return found;
  }

  void add(Constraint constraint) {
    if (symbols.isOfParameters(constraint.condition)) found.push_back(std::move(constraint));
  }

  void readLoop(const ForStmt* statement) {
    const auto loop = readCanonicalLoop(statement, source, nullptr);
    const auto parts = loop ? asBinary(statement->getCond()) : std::nullopt;
    if (!parts || !loop->step) return readOtherLoop(statement);
    counters.insert(loop->counter);
    require(statement->getCond(), true);
    const Expr* counter = namedVariable(parts->left) == loop->counter ? parts->left : parts->right;
    const auto value = symbols.read(counter);
    const auto first = symbols.isSettled(loop->lower, counters)
                           ? symbols.readAs(loop->lower, loop->counter->getType())
                           : std::nullopt;
    const auto distance = !value || !first   ? std::nullopt
                          : loop->descending ? subtract(*first, *value)
                                             : subtract(*value, *first);
    if (distance) add({*distance, false});
    if (const std::int64_t step = std::abs(*loop->step); distance && step > 1)
      add({symbols.remainder(*distance, step), true});
  }

  /// `for (int w = 1; w < n; w *= 2)`, and `for (int w = n / 2; w > 0; w /= 2)`, where w is never more than
  /// at first.
  void readOtherLoop(const ForStmt* statement) {
    const auto* init = dyn_cast_or_null<DeclStmt>(statement->getInit());
    const auto* counter = init && init->isSingleDecl() ? dyn_cast<VarDecl>(init->getSingleDecl()) : nullptr;
    if (!statement->getCond() || statement->getConditionVariable()) return;
    const std::set<const ValueDecl*> unchanged = unchangedSince(statement->getCond());
    require(statement->getCond(), true, unchanged);
    const auto parts = asBinary(statement->getCond());
    const auto* shrinks = dyn_cast_or_null<CompoundAssignOperator>(statement->getInc());
    if (!counter || !counter->getInit() || !parts || !shrinks || namedVariable(parts->left) != counter ||
        namedVariable(shrinks->getLHS()) != counter || !unchanged.count(counter) ||
        modifiedVariables(statement->getBody(), source.directives).count(counter))
      return;
    const auto least = symbols.read(parts->right), divisor = symbols.read(shrinks->getRHS());
    const bool isPositive =
        (parts->op == BO_GT || parts->op == BO_GE) && least && least->constant().value_or(-1) >= 0;
    const bool isSmaller = (shrinks->getOpcode() == BO_DivAssign || shrinks->getOpcode() == BO_ShrAssign) &&
                           divisor && divisor->constant().value_or(0) >= 1;
    if (!isPositive || !isSmaller || !symbols.isSettled(counter->getInit(), counters)) return;
    const auto first = symbols.readAs(counter->getInit(), counter->getType()),
               value = symbols.read(parts->left);
    const auto distance = first && value ? subtract(*first, *value) : std::nullopt;
    if (distance) add({*distance, false});
  }

  /// `if (m < n) return;` and `assert(m >= n);` in front of the nest.
  void readBefore(const CompoundStmt* compound, const Stmt* child) {
    const auto end = std::find(compound->body_begin(), compound->body_end(), child);
    for (auto each = compound->body_begin(); each != end; ++each) {
      const Stmt* statement = source.directives.strip(*each);
      const auto* branch = dyn_cast<IfStmt>(statement);
      const bool leaves = branch && !branch->getElse() && !branch->hasInitStorage() &&
                          !branch->hasVarStorage() && alwaysLeaves(branch->getThen());
      const Expr* asserted = conditionOfAssertion(statement);
      if (!leaves && !asserted) continue;
      const std::vector<const Stmt*> after(std::next(each), end);
      if (std::ranges::any_of(after, [&](const Stmt* part) { return hasCaseOfOther(part); })) continue;
      if (leaves) require(branch->getCond(), false, unchangedSince(branch->getCond(), after));
      if (asserted) require(asserted, true, unchangedSince(asserted, after));
    }
  }

  static bool doesNotReturn(const Expr* expression) {
    const auto* call = dyn_cast<CallExpr>(strip(expression));
    return call && call->getDirectCallee() && call->getDirectCallee()->isNoReturn();
  }

  static bool alwaysLeaves(const Stmt* statement) {
    if (const auto* compound = dyn_cast<CompoundStmt>(statement))
      return !compound->body_empty() && alwaysLeaves(compound->body_back());
    if (const auto* expression = dyn_cast<Expr>(statement))
      return isa<CXXThrowExpr>(strip(expression)) || doesNotReturn(expression);
    return isa<ReturnStmt, ContinueStmt, BreakStmt>(statement);
  }
};

}  // namespace

std::vector<Constraint> readPreconditions(const Stmt* root, ScalarEvolution& symbols, const Source& source) {
  return PreconditionReader(symbols, source).read(root);
}

}  // namespace appyl
