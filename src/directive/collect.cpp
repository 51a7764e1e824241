#include "directive/collect.h"
#include "directive/constant_calls.h"
#include "support/source_lines.h"
#include "support/visits.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

namespace appyl {
namespace {

std::string describe(const clang::Stmt* statement) {
  if (llvm::isa<clang::CXXForRangeStmt>(statement)) return "a range-based 'for' loop";
  if (llvm::isa<clang::WhileStmt>(statement)) return "a 'while' loop";
  if (llvm::isa<clang::DoStmt>(statement)) return "a 'do' loop";
  if (llvm::isa<clang::CompoundStmt>(statement)) return "a compound statement";
  if (llvm::isa<clang::DeclStmt>(statement)) return "a declaration";
  if (llvm::isa<clang::NullStmt>(statement)) return "an empty statement";
  if (llvm::isa<clang::ForStmt>(statement)) return "a 'for' loop";
  if (isGridCall(statement)) return "a grid call";
  return llvm::isa<clang::Expr>(statement) ? "an expression statement" : "another statement";
}

const clang::Stmt* withoutAttributes(const clang::Stmt* statement) {
  while (const auto* attributed = llvm::dyn_cast_or_null<clang::AttributedStmt>(statement))
    statement = attributed->getSubStmt();
  return statement;
}

/// `GridCall`, what grid_call() gives.
bool isOfGridCall(clang::QualType type) {
  const auto* record = type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
  const auto* space = record ? llvm::dyn_cast<clang::NamespaceDecl>(record->getDeclContext()) : nullptr;
  return space && space->getName() == "appyl" && record->getIdentifier() && record->getName() == "GridCall";
}

class Collector {
 public:
  Collector(Recorded& recorded, Diagnostics& diags) : recorded(recorded), diags(diags) {}

  Directives result;

  void collect(const std::vector<clang::Decl*>& topLevel) {
    visit(topLevel);
    // The same statements in the instances of templates belong to the same directives.
    for (const auto& directive : result.all) byLocation[directive->location()] = directive.get();
    isPatternDone = true;
    visit(topLevel);
    if (hasLambdas) result.calledInConstants = lambdasInConstants(topLevel);
  }

 private:
  Recorded& recorded;
  Diagnostics& diags;
  const clang::ASTContext* context = nullptr;

  bool isPatternDone = false, hasLambdas = false;
  std::vector<const clang::FunctionDecl*> lambdas;  // around what is scanned
  std::map<clang::SourceLocation, const Directive*> byLocation;

  void visit(const std::vector<clang::Decl*>& topLevel) {
    Visits visits{.withInstances = isPatternDone};
    visits.declaration = [&](const clang::Decl* each) {
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(each)) visit(function);
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(each)) visit(variable);
      return true;
    };
    for (clang::Decl* declaration : topLevel) visitBelow(declaration, visits);
  }

  void visit(const clang::FunctionDecl* function) {
    if (!function->doesThisDeclarationHaveABody() || function->isTemplateInstantiation() != isPatternDone)
      return;
    context = &function->getASTContext();
    if (isPatternDone)
      follow(function->getBody(), function);
    else
      scan(function->getBody(), function);
  }

  /// `const auto f = [](int n) { ... };` of a file or namespace.
  void visit(const clang::VarDecl* variable) {
    const bool isOfFile = variable->getDeclContext()->isFileContext() && !variable->getDescribedVarTemplate();
    if (isPatternDone || !isOfFile || !variable->hasInit() || variable->isTemplated()) return;
    context = &variable->getASTContext();
    scan(variable->getInit(), nullptr);
  }

  void follow(const clang::Stmt* statement, const clang::FunctionDecl* function) {
    if (!statement) return;
    if (recordOf(statement)) {
      auto directive = read(statement, function);
      const clang::Stmt* behindAll = directive->statement;
      const auto pattern = byLocation.find(directive->location());
      if (pattern != byLocation.end() && behindAll) {
        result.byStatement[behindAll] = directive.get();
        result.instances[pattern->second].push_back(std::move(directive));
      }
      return follow(behindAll, function);
    }
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement))
      return follow(lambda->getBody(), function);
    for (const clang::Stmt* child : statement->children()) follow(child, function);
  }

  const RecordedDirective* recordOf(const clang::Stmt* statement) const {
    if (!statement || !llvm::isa<clang::SwitchStmt, clang::WhileStmt>(statement)) return nullptr;
    const auto found = recorded.directives.find(statement->getBeginLoc());
    return found == recorded.directives.end() ? nullptr : &found->second;
  }

  static const clang::Expr* condition(const clang::Stmt* standIn) {
    if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(standIn)) return loop->getCond();
    return llvm::cast<clang::SwitchStmt>(standIn)->getCond();
  }

  static const clang::Stmt* behind(const clang::Stmt* standIn) {
    if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(standIn))
      return withoutAttributes(loop->getBody());
    const auto* label = llvm::dyn_cast<clang::DefaultStmt>(llvm::cast<clang::SwitchStmt>(standIn)->getBody());
    return label ? withoutAttributes(label->getSubStmt()) : nullptr;
  }

  void scan(const clang::Stmt* statement, const clang::FunctionDecl* function) {
    if (!statement) return;
    if (recordOf(statement)) {
      scan(attach(statement, function), function);
      return;
    }
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement)) {
      for (const clang::Expr* init : lambda->capture_inits()) scan(init, function);
      lambdas.push_back(lambda->getCallOperator());
      scan(lambda->getBody(), function ? function : lambda->getCallOperator());
      lambdas.pop_back();
      return;
    }
    for (const clang::Stmt* child : statement->children()) scan(child, function);
  }

  /// Reads the directive and notes its statement, which is returned.
  const clang::Stmt* attach(const clang::Stmt* standIn, const clang::FunctionDecl* function) {
    auto directive = read(standIn, function);
    const clang::Stmt* statement = directive->statement;
    if (statement && isConsistent(*directive) && standsRight(*directive)) {
      result.byStatement[statement] = directive.get();
      result.all.push_back(std::move(directive));
    } else if (statement) {
      result.refused.push_back(statement);
    }
    return statement;
  }

  /// Makes one directive of the stand-in and of those directly behind it.
  std::unique_ptr<Directive> read(const clang::Stmt* standIn, const clang::FunctionDecl* function) {
    auto directive = std::make_unique<Directive>();
    directive->function = function;
    directive->lambdas = lambdas;
    hasLambdas |= !lambdas.empty();
    std::vector<const clang::Stmt*> standIns;
    const clang::Stmt* statement = standIn;
    while (const RecordedDirective* record = recordOf(statement)) {
      standIns.push_back(statement);
      const auto& lines = record->directive.lines;
      directive->lines.insert(directive->lines.end(), lines.begin(), lines.end());
      for (Clause& clause : clausesOf(*record, condition(statement)))
        directive->clauses.push_back(std::move(clause));
      statement = behind(statement);
    }
    for (const clang::Stmt* each : standIns) result.standIns[each] = statement;
    directive->statement = statement;
    return directive;
  }

  /// The expressions of `(void)(e1), (void)(e2), 0`, the last one first; groups of them in parentheses count
  /// as what they hold.
  static void takeExpressions(const clang::Expr* list, std::vector<const clang::Expr*>& expressions) {
    const auto take = [&](const clang::Expr* part) {
      if (const auto* cast = llvm::dyn_cast<clang::CStyleCastExpr>(part))
        expressions.push_back(cast->getSubExprAsWritten()->IgnoreParens());
      else if (const auto* group = llvm::dyn_cast<clang::ParenExpr>(part))
        takeExpressions(group->getSubExpr(), expressions);
    };
    const clang::Expr* rest = list->IgnoreImplicit();
    while (const auto* comma = llvm::dyn_cast<clang::BinaryOperator>(rest)) {
      take(comma->getRHS()->IgnoreImplicit());
      rest = comma->getLHS()->IgnoreImplicit();
    }
    take(rest);
  }

  /// Distributes e1, e2 of the condition to the arguments that they belong to.
  static std::vector<Clause> clausesOf(const RecordedDirective& record, const clang::Expr* condition) {
    std::vector<const clang::Expr*> expressions;
    takeExpressions(condition, expressions);
    std::reverse(expressions.begin(), expressions.end());
    std::vector<Clause> clauses = record.directive.clauses;
    std::size_t next = 0, argumentIndex = 0;
    for (Clause& clause : clauses)
      for (ClauseArgument& argument : clause.arguments)
        for (const bool present : record.present[argumentIndex++])
          argument.expressions.push_back(present && next < expressions.size() ? expressions[next++]
                                                                              : nullptr);
    return clauses;
  }

  bool isConsistent(const Directive& directive) {
    bool consistent = true;
    const auto contradict = [&](Diag id, clang::SourceLocation here, clang::SourceLocation other,
                                std::vector<std::string> arguments) {
      diags.report(id, here, std::move(arguments));
      diags.report(Diag::PreviousClause, other);
      consistent = false;
    };
    for (const Clause& clause : directive.clauses)
      for (const ClauseArgument& argument : clause.arguments) consistent &= checkArgument(clause, argument);
    compareSingle(directive, contradict);
    compareExtents(directive, contradict);
    compareNames(directive, contradict);
    return consistent;
  }

  /// Adds what a clause says; what several clauses say equally is kept once. `other` is called with each
  /// earlier one that differs.
  template <class Said, class Other>
  static void addTo(std::vector<Said>& earlier, Said said, Other other) {
    if (llvm::is_contained(earlier, said)) return;
    for (const Said& each : earlier) other(each);
    earlier.push_back(std::move(said));
  }

  /// Clauses that say one thing of the loop: `block(8) block(16)`.
  template <class Contradict>
  static void compareSingle(const Directive& directive, Contradict contradict) {
    struct Said {
      const Clause* clause;
      std::string text;
      bool operator==(const Said& other) const { return text == other.text; }
    };
    std::map<ClauseKind, std::vector<Said>> known;
    for (const Clause& clause : directive.clauses) {
      if (const auto& facts = factsOf(clause.kind); facts.most != 1 && facts.form != ArgumentForm::WordFirst)
        continue;
      addTo(known[clause.kind], Said{&clause, text(clause)}, [&](const Said& earlier) {
        contradict(Diag::ContradictingClauses, clause.location, earlier.clause->location,
                   {spelling(clause.kind)});
      });
    }
  }

  template <class Contradict>
  static void compareNames(const Directive& directive, Contradict contradict) {
    struct Said {
      const ClauseArgument* argument;
      ClauseKind kind;
      bool operator==(const Said& other) const {
        return kind == other.kind && argument->op == other.argument->op;
      }
    };
    std::map<llvm::StringRef, std::vector<Said>> known;
    for (const Clause& clause : directive.clauses) {
      if (clause.kind != ClauseKind::Reduction && clause.kind != ClauseKind::Private) continue;
      for (const ClauseArgument& argument : clause.arguments)
        addTo(known[argument.text], Said{&argument, clause.kind}, [&](const Said& earlier) {
          const Diag id =
              clause.kind != earlier.kind ? Diag::PrivateAndReduction : Diag::ContradictingReduction;
          contradict(id, argument.range.getBegin(), earlier.argument->range.getBegin(), {argument.text});
        });
    }
  }

  /// `shape(c[n]) shape(c[k])`. A clause in front of the function holds only where the loop's own clauses say
  /// nothing.
  template <class Contradict>
  void compareExtents(const Directive& directive, Contradict contradict) const {
    struct Said {
      const ClauseArgument* argument;
      bool operator==(const Said& other) const { return argument->text == other.argument->text; }
    };
    std::map<std::tuple<ClauseKind, bool, std::string>, std::vector<Said>> known;
    for (const Clause& clause : directive.clauses) {
      if (clause.kind != ClauseKind::Shape && clause.kind != ClauseKind::Data) continue;
      const bool isOfFunction =
          context->getSourceManager().isBeforeInTranslationUnit(clause.location, directive.location());
      for (const ClauseArgument& argument : clause.arguments)
        addTo(known[{clause.kind, isOfFunction, textOfName(argument)}], Said{&argument},
              [&](const Said& earlier) {
                contradict(Diag::ContradictingClauses, argument.range.getBegin(),
                           earlier.argument->range.getBegin(), {spelling(clause.kind)});
              });
    }
  }

  /// Numbers of elements: they may be evaluated anywhere and any number of times.
  bool areExtents(const Clause& clause, const ClauseArgument& argument) {
    const auto refuse = [&](const std::string& what) {
      diags.report(Diag::BadExtent, argument.range.getBegin(), {argument.text, spelling(clause.kind), what},
                   {argument.range});
      return false;
    };
    for (const clang::Expr* extent : llvm::ArrayRef(argument.expressions).drop_front()) {
      if (!extent || extent->isTypeDependent() || extent->isValueDependent()) continue;
      // A call may have side effects, which is left to the user.
      if (extent->HasSideEffects(*context, /*IncludePossibleEffects=*/false))
        return refuse("has side effects");
      if (extent->getType()->isFloatingType() || extent->getType()->isPointerType())
        return refuse("is no integer");
      clang::Expr::EvalResult value;
      if (extent->EvaluateAsInt(value, *context) && value.Val.getInt().isNegative())
        return refuse("is negative");
    }
    return true;
  }

  /// The array that `shape`, `device` or `data` names.
  bool namesArray(const Clause& clause, const ClauseArgument& argument) {
    const clang::Expr* named = argument.expressions.empty() ? nullptr : argument.expressions.front();
    const clang::QualType type = named ? named->getType().getNonReferenceType() : clang::QualType();
    if (!named) return true;
    if (type->isDependentType() || type->isPointerType() || type->isArrayType() || type->isRecordType())
      return areExtents(clause, argument);
    diags.report(Diag::NotAnArray, argument.range.getBegin(), {textOfName(argument), spelling(clause.kind)},
                 {argument.range});
    return false;
  }

  /// Has the value no side effect? The sequential program, which ignores the clause, does not evaluate it.
  bool hasNoEffect(const Clause& clause, const ClauseArgument& argument) {
    const clang::Expr* value = argument.expressions.empty() ? nullptr : argument.expressions.front();
    if (!value || !value->HasSideEffects(*context, /*IncludePossibleEffects=*/false)) return true;
    diags.report(Diag::InvalidExpression, argument.range.getBegin(),
                 {"'" + argument.text + "' in clause '" + spelling(clause.kind) + "' has a side effect"},
                 {argument.range});
    return false;
  }

  /// A number of iterations or of threads.
  bool isCount(const Clause& clause, const ClauseArgument& argument) {
    const clang::Expr* count = argument.expressions.empty() ? nullptr : argument.expressions.front();
    if (!count || count->isTypeDependent()) return true;
    std::string why;
    clang::Expr::EvalResult value;
    if (!count->getType()->isIntegralOrUnscopedEnumerationType())
      why = "is no integer";
    else if (!count->isValueDependent() && count->EvaluateAsInt(value, *context) &&
             !value.Val.getInt().isStrictlyPositive())
      why = "is not positive";
    if (why.empty()) return true;
    diags.report(Diag::InvalidExpression, argument.range.getBegin(),
                 {"'" + argument.text + "' in clause '" + spelling(clause.kind) + "' " + why},
                 {argument.range});
    return false;
  }

  bool checkArgument(const Clause& clause, const ClauseArgument& argument) {
    switch (factsOf(clause.kind).value) {
      case ArgumentValue::Any: return true;
      case ArgumentValue::Array: return namesArray(clause, argument);
      case ArgumentValue::Condition: return hasNoEffect(clause, argument);
      case ArgumentValue::Count: return hasNoEffect(clause, argument) && isCount(clause, argument);
      case ArgumentValue::Variable: return namesVariable(clause, argument, false);
      case ArgumentValue::Place: return namesVariable(clause, argument, true);
    }
    llvm_unreachable("a value of the list");
  }

  /// A variable, or, with `orPlace`, a member or an element too.
  bool namesVariable(const Clause& clause, const ClauseArgument& argument, bool orPlace) {
    const clang::Expr* named = argument.expressions.empty() ? nullptr : argument.expressions.front();
    if (!named) return false;  // Clang has said why
    named = named->IgnoreParenImpCasts();
    const bool isName = llvm::isa<clang::DeclRefExpr>(named) &&
                        llvm::isa<clang::VarDecl>(llvm::cast<clang::DeclRefExpr>(named)->getDecl());
    const bool isPlace = llvm::isa<clang::MemberExpr, clang::ArraySubscriptExpr, clang::CXXOperatorCallExpr,
                                   clang::CXXDependentScopeMemberExpr, clang::UnaryOperator>(named);
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(named);
    const bool isOwnMember = clause.kind == ClauseKind::Private && member && member->isImplicitAccess() &&
                             !member->getType()->isScalarType();  // see expand/own_workspaces.h
    const bool isOpenElement = llvm::isa<clang::CallExpr>(named) && named->isTypeDependent();  // `x(0)`
    if (isName || isOwnMember ||
        ((isPlace || isOpenElement) && (named->isLValue() || named->isTypeDependent()) && orPlace))
      return true;
    diags.report(Diag::NotAVariable, argument.range.getBegin(), {argument.text, spelling(clause.kind)},
                 {argument.range});
    return false;
  }

  /// `a` of `a[M][K]`.
  static std::string textOfName(const ClauseArgument& argument) {
    return llvm::StringRef(argument.text).take_until([](char each) { return each == '['; }).trim().str();
  }

  static std::string text(const Clause& clause) {
    std::string result = clause.isAuto ? "auto" : "";
    for (const ClauseArgument& argument : clause.arguments) result += argument.text + ",";
    return result;
  }

  bool standsRight(const Directive& directive) {
    const clang::SourceLocation where = directive.clauses.front().location;
    const clang::Stmt* statement = directive.statement;
    const char* word = spelling(directive.clauses.front().kind);
    const auto refuse = [&](Diag id, std::vector<std::string> arguments) {
      diags.report(id, where, std::move(arguments));
      diags.report(Diag::FoundHere, statement->getBeginLoc());
      return false;
    };
    const auto refuseOthers = [&](std::initializer_list<ClauseKind> own) {
      for (const Clause& clause : directive.clauses)
        if (!llvm::is_contained(own, clause.kind)) {
          diags.report(Diag::NotBeforeLoop, clause.location, {spelling(clause.kind), describe(statement)});
          diags.report(Diag::FoundHere, statement->getBeginLoc());
          return false;
        }
      return true;
    };
    if (directive.find(ClauseKind::Data))
      return llvm::isa<clang::CompoundStmt>(statement) ? refuseOthers({ClauseKind::Data})
                                                       : refuse(Diag::NotBeforeBlock, {describe(statement)});
    if (directive.find(ClauseKind::ParDim) || directive.find(ClauseKind::SeqDim))
      return llvm::isa<clang::Expr>(statement)
                 ? refuseOthers({ClauseKind::ParDim, ClauseKind::SeqDim})
                 : refuse(Diag::NotBeforeExpression, {word, describe(statement)});
    if (const Clause* stages = directive.find(ClauseKind::Stages);
        stages && directive.find(ClauseKind::Parallel)) {
      diags.report(Diag::StagesOnParallel, stages->location);
      return false;
    }
    if (directive.find(ClauseKind::Parallel) && isGridCall(statement))
      return refuseOthers({ClauseKind::Parallel, ClauseKind::Unchecked, ClauseKind::Shape, ClauseKind::Device,
                           ClauseKind::Schedule, ClauseKind::NumThreads});
    return llvm::isa<clang::ForStmt, clang::CXXForRangeStmt>(statement) ||
           refuse(Diag::NotBeforeLoop, {word, describe(statement)});
  }
};

}  // namespace

bool isGridCall(const clang::Stmt* statement) {
  const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
  const auto* call =
      expression ? llvm::dyn_cast<clang::CallExpr>(expression->IgnoreImplicit()->IgnoreParens()) : nullptr;
  if (!call) return false;
  if (const auto* made = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call))
    return made->getOperator() == clang::OO_Call && isOfGridCall(made->getArg(0)->getType());
  // In a template only its instances tell.
  return call->isTypeDependent() && (llvm::isa<clang::CallExpr>(call->getCallee()->IgnoreParenImpCasts()) ||
                                     call->getCallee()->isTypeDependent());
}

const clang::Stmt* Directives::strip(const clang::Stmt* statement) const {
  statement = withoutAttributes(statement);
  const auto found = standIns.find(statement);
  return found == standIns.end() ? statement : found->second;
}

Directives collectDirectives(Recorded& recorded, const std::vector<clang::Decl*>& topLevel,
                             Diagnostics& diags) {
  if (!topLevel.empty()) absorbLoopPragmas(recorded, topLevel.front()->getASTContext().getSourceManager());
  Collector collector(recorded, diags);
  collector.collect(topLevel);
  return std::move(collector.result);
}

std::string print(const Directive& directive, const clang::SourceManager& sources) {
  std::string text = std::to_string(lineOf(directive.location(), sources)) + ":";
  for (const Clause& clause : directive.clauses) {
    text += std::string(" ") + spelling(clause.kind);
    if (clause.isAuto) text += "(auto)";
    if (clause.arguments.empty()) continue;
    text += "(";
    for (const ClauseArgument& argument : clause.arguments) {
      if (&argument != &clause.arguments.front()) text += ", ";
      text += (argument.op.empty() ? "" : argument.op + ":") + argument.text;
    }
    text += ")";
  }
  return text + " before line " + std::to_string(lineOf(directive.statement->getBeginLoc(), sources)) + "\n";
}

}  // namespace appyl
