#include "nest/dataflow/invariant_ranges.h"

#include "nest/ast/calls.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"

namespace appyl {

using namespace clang;

namespace {

/// `*v`, `s->n` where elements of v or s are written, or of what a local v was made of: `v = k + 1`.
bool isOfVarying(const Expr* access, const Varying& varying, const Directives& directives) {
  if (isOfWritten(access, varying.memory)) return true;
  const auto* pointer = dyn_cast_or_null<VarDecl>(rootVariable(access));
  if (!pointer || !pointer->isLocalVarDecl() || !pointer->getType()->isPointerType()) return false;
  const auto* function = dyn_cast_or_null<FunctionDecl>(pointer->getDeclContext());
  const bool isSetOnce =
      function && pointer->getInit() && !modifiedVariables(function->getBody(), directives).count(pointer);
  return !isSetOnce || isOfVarying(pointer->getInit(), varying, directives);
}

bool isBehindPointer(const Expr* part) {
  const auto* unary = dyn_cast<UnaryOperator>(part);
  const auto* member = dyn_cast<MemberExpr>(part);
  return (unary && unary->getOpcode() == UO_Deref) ||
         (member && member->isArrow() && !isa<CXXThisExpr>(strip(member->getBase())));
}

}  // namespace

bool isInvariant(const Stmt* statement, const Varying& varying, const Directives& directives) {
  bool invariant = true;
  walk(statement, directives, [&](const Stmt* each) {
    if (const auto* part = dyn_cast<Expr>(each))
      invariant &= !part->getType().isVolatileQualified() &&
                   !(isBehindPointer(part) && isOfVarying(part, varying, directives));
    if (const auto* reference = dyn_cast<DeclRefExpr>(each))
      invariant &= !varying.names.count(reference->getDecl());
    if (const auto* member = dyn_cast<MemberExpr>(each))
      invariant &= !varying.names.count(member->getMemberDecl());
    const auto* call = dyn_cast<CallExpr>(each);
    const bool isHarmless =
        call && functionIs(calleeName(call), {Fact::Measure, Fact::Minimum, Fact::Maximum});
    if (isa<ArraySubscriptExpr>(each) || (call && !isHarmless)) invariant = false;
    return invariant;
  });
  return invariant;
}

std::optional<LoopRange> rangeOf(const ForStmt* loop) {
  const auto condition = loop->getCond() ? asBinary(loop->getCond()) : std::nullopt;
  const auto* init = dyn_cast_or_null<DeclStmt>(loop->getInit());
  const auto* declared = init && init->isSingleDecl() ? dyn_cast<VarDecl>(init->getSingleDecl()) : nullptr;
  const auto assigned =
      isa_and_nonnull<Expr>(loop->getInit()) ? asAssignment(cast<Expr>(loop->getInit())) : std::nullopt;
  const Expr* lower = declared ? declared->getInit() : assigned ? assigned->value : nullptr;
  const ValueDecl* counter = declared ? declared : assigned ? namedVariable(assigned->target) : nullptr;
  if (!condition || !lower || !counter || namedVariable(condition->left) != counter) return std::nullopt;
  return LoopRange{lower, condition->op, condition->right};
}

bool isInvariant(const LoopRange& range, const Varying& varying, const Directives& directives) {
  return isInvariant(range.lower, varying, directives) && isInvariant(range.bound, varying, directives);
}

bool isAlike(const IfStmt* branch, const Varying& varying, const Directives& directives) {
  return !branch->getElse() && !branch->hasInitStorage() && !branch->hasVarStorage() &&
         modifiedVariables(branch->getCond(), directives).empty() &&
         isInvariant(branch->getCond(), varying, directives);
}

namespace {

class WriteReader {
 public:
  WriteReader(const Part& part, const Varying& varying, const Source& source)
      : variable(part.variable), path(part.path), varying(varying), source(source) {}

  bool areAlike(const Stmt* body) {
    read(body);
    return std::ranges::all_of(found, [&](const Ranges& each) {
      return std::ranges::equal(each, found.front(),
                                [&](const LoopRange& a, const LoopRange& b) { return isWithin(a, b); });
    });
  }

 private:
  using Ranges = std::vector<LoopRange>;
  const ValueDecl* variable;
  const std::vector<const FieldDecl*>& path;  // to a part of it
  const Varying& varying;
  Source source;
  Ranges around;              // of the loops around the current place, and conditions, as `bound` alone
  std::vector<Ranges> found;  // ... around each write

  /// Does `other` have an iteration wherever `range` has one?
  bool isWithin(const LoopRange& range, const LoopRange& other) const {
    if (range.comparison != other.comparison || !sameExpression(range.bound, other.bound, source.ast))
      return false;
    if (!range.lower || !other.lower) return range.lower == other.lower;
    if (sameExpression(range.lower, other.lower, source.ast)) return true;
    const bool ascends = range.comparison == BO_LT || range.comparison == BO_LE;
    const auto lower = constantOf(range.lower, source.ast), least = constantOf(other.lower, source.ast);
    return ascends && lower && least && *lower >= *least;
  }

  bool assigns(const Stmt* statement) const {
    const auto* expression = dyn_cast_or_null<Expr>(statement);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    return assignment && assignment->op == BO_Assign && namedVariable(assignment->target) == variable;
  }

  /// `s.x = 1` is no write of `s.y`, `s = t` is.
  bool writes(const Stmt* statement) const {
    const std::set<const ValueDecl*> modified = modifiedVariables(statement, source.directives);
    const auto isModified = [&](const ValueDecl* each) { return modified.count(each) != 0; };
    if (path.empty()) return isModified(variable);
    if (llvm::any_of(path, isModified)) return true;
    if (!isModified(variable)) return false;
    int names = 0, members = 0;
    walk(statement, source.directives, [&](const Stmt* each) {
      const auto* named = dyn_cast<DeclRefExpr>(each);
      const auto* member = dyn_cast<MemberExpr>(each);
      names += named && named->getDecl() == variable;
      members += member && namedVariable(member->getBase()) == variable;
      return true;
    });
    return members == 0 || names != members;
  }

  void read(const Stmt* statement) {
    statement = statement ? source.directives.strip(statement) : nullptr;
    if (!statement) return;
    const auto* loop = dyn_cast<ForStmt>(statement);
    const auto* branch = dyn_cast<IfStmt>(statement);
    const auto range = loop ? rangeOf(loop) : std::nullopt;
    if (branch && isAlike(branch, varying, source.directives)) {
      around.push_back({nullptr, BO_NE, branch->getCond()});
      read(branch->getThen());
      around.pop_back();
    } else if (range && isInvariant(*range, varying, source.directives)) {
      read(loop->getInit());
      around.push_back(*range);
      read(loop->getBody());
      read(loop->getInc());
      around.pop_back();
    } else if (const auto* row = dyn_cast<CompoundStmt>(statement)) {
      for (const Stmt* each : row->body()) {
        read(each);
        if (assigns(source.directives.strip(each)))
          break;  // whatever else is written there, this is written before
      }
    } else if (isa<Expr, DeclStmt>(statement)) {
      if (writes(statement)) found.push_back(around);
    } else {
      for (const Stmt* child : statement->children()) read(child);
    }
  }
};

}  // namespace

bool isWrittenAlike(const Stmt* body, const Part& part, const Varying& varying, const Source& source) {
  return WriteReader(part, varying, source).areAlike(body);
}

}  // namespace appyl
