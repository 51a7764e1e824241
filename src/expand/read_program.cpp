#include "expand/read_program.h"

#include "expand/array_language.h"
#include "expand/loops_by_element.h"
#include "expand/match_dimensions.h"
#include "expand/stable_names.h"
#include "nest/ast/canonical.h"
#include "nest/modref/modified_variables.h"
#include "nest/scev/scalar_evolution.h"

#include <llvm/ADT/StringSwitch.h>

namespace appyl {
namespace {

using namespace clang;

/// The clips of tiles that are given values with different lanes.
using ChangingTiles = std::map<const VarDecl*, std::vector<std::vector<Clip>>>;

class TileProgramReader {
 public:
  TileProgramReader(const Source& source, const FunctionDecl* pattern, std::int64_t blockSize, bool widens,
                    const std::set<std::string>& dependent, ChangingTiles changing = {})
      : source(source), expressions(program, source), blockSize(blockSize), changing(std::move(changing)) {
    program.dependent = dependent;
    program.widens = widens;
    expressions.function = pattern;
  }

  ChangingTiles changingTiles() const {
    ChangingTiles result;
    for (const LocalTile& local : program.locals) {
      if (llvm::all_of(local.dimensions, [](const LaneDimension& each) { return each.isKnown; })) continue;
      if (local.declaration)
        for (const LaneDimension& each : local.dimensions) result[local.declaration].push_back(each.clips);
    }
    return result;
  }

  ReadTiles read(const Stmt* whole) {
    root = expressions.root = whole;
    const unsigned errors = source.diags.errorCount();
    const bool good = read(root, true);
    return finish(good, errors);
  }

 private:
  Source source;
  TileProgram program;
  TileExpressionReader expressions;
  std::int64_t blockSize;
  ChangingTiles changing;
  int loop = -1;  // the innermost around
  const Stmt* root = nullptr;

  ReadTiles finish(bool good, unsigned errors) {
    if (good && !expressions.refusal && program.statements.empty()) return std::monostate();
    if (good && !expressions.refusal)
      expressions.refusal = checkNames(root, expressions.moved, source.directives);
    if (source.diags.errorCount() > errors) return std::monostate();
    if (expressions.refusal) return *expressions.refusal;
    if (!good) return std::monostate();
    findReductions();
    removeLambdas();
    for (const Expr* each : expressions.numbers) expressions.understood.erase(each);
    findLoopsByElement(program, expressions.understood, source.directives);
    return std::move(program);
  }

  bool refuse(const Stmt* where, const std::string& why) {
    expressions.refuse(where, why);
    return false;
  }

  // --- statements
  // -----------------------------------------------------------------------------------------------------------

  bool read(const Stmt* statement, bool isDirectBody) {
    if (!statement) return true;
    statement = source.directives.strip(statement);
    if (const auto* directive = source.directives.of(statement);
        directive && (directive->find(ClauseKind::ParDim) || directive->find(ClauseKind::SeqDim)))
      return readTensor(directive, cast<Expr>(statement), isDirectBody);
    if (const auto* compound = dyn_cast<CompoundStmt>(statement)) {
      for (const Stmt* each : compound->body())
        if (!read(each, false)) return false;
      return true;
    }
    if (const auto* nested = dyn_cast<ForStmt>(statement)) return readFor(nested);
    if (const auto* branch = dyn_cast<IfStmt>(statement)) {
      if (usesTiles(branch->getInit()) || usesTiles(branch->getConditionVariableDeclStmt()))
        return refuse(branch, "tiles in a declaration inside 'if (...)'");
      if (usesTiles(branch->getCond()) && !readScalars(branch, branch->getCond(), isDirectBody)) return false;
      return read(branch->getThen(), true) && read(branch->getElse(), true);
    }
    if (const auto* declaration = dyn_cast<DeclStmt>(statement); declaration && declaration->isSingleDecl())
      if (const auto* variable = dyn_cast<VarDecl>(declaration->getSingleDecl());
          variable && recordOf(variable->getType()) && recordOf(variable->getType())->isLambda())
        lambdas.push_back({declaration, variable, loop});
    if (!usesTiles(statement)) return true;
    if (const auto* whileLoop = dyn_cast<WhileStmt>(statement)) {
      if (usesTiles(whileLoop->getCond()))
        return refuse(whileLoop->getCond(),
                      "tiles in the condition of a loop; keep the number in a variable of its own");
      return read(whileLoop->getBody(), true);
    }
    if (const auto* doLoop = dyn_cast<DoStmt>(statement)) {
      if (usesTiles(doLoop->getCond()))
        return refuse(doLoop->getCond(),
                      "tiles in the condition of a loop; keep the number in a variable of its own");
      return read(doLoop->getBody(), true);
    }
    if (const auto* rangeLoop = dyn_cast<CXXForRangeStmt>(statement)) {
      if (usesTiles(rangeLoop->getInit()) || usesTiles(rangeLoop->getRangeInit()))
        return refuse(rangeLoop, "tiles in the header of a loop");
      return read(rangeLoop->getBody(), true);
    }
    if (const auto* choice = dyn_cast<SwitchStmt>(statement)) {
      if (usesTiles(choice->getInit()) || usesTiles(choice->getCond()))
        return refuse(choice, "tiles in the head of a 'switch'");
      if (const auto* body =
              dyn_cast<CompoundStmt>(choice->getBody()))  // no label jumps past what we declare
        return llvm::all_of(body->body(), [&](const Stmt* each) { return read(each, true); });
      return read(choice->getBody(), true);
    }
    if (const auto* label = dyn_cast<SwitchCase>(statement)) return read(label->getSubStmt(), true);
    if (const auto* declaration = dyn_cast<DeclStmt>(statement)) return readDeclaration(declaration);
    if (const auto* expression = dyn_cast<Expr>(statement)) return readExpression(expression, isDirectBody);
    return refuse(statement, "a statement of this kind with tiles inside");
  }

  bool readFor(const ForStmt* statement) {
    TileLoop next;
    next.stmt = statement;
    next.directive = source.directives.of(statement);
    next.parent = loop;
    if (usesTiles(statement->getInit()) || usesTiles(statement->getCond()) || usesTiles(statement->getInc()))
      return refuse(statement, "tiles in the header of a loop");
    const auto canonical = readCanonicalLoop(statement, source, nullptr);
    if (canonical) {
      next.counter = canonical->counter;
      next.lower = expressions.readNumber(canonical->lower);
      next.upper = expressions.readNumber(canonical->bound);
      next.goesUp = !canonical->descending;
      const bool isUsual = !canonical->descending && canonical->comparison == Comparison::Less &&
                           !canonical->boundOnLeft && canonical->declaresCounter;
      const bool stepsUp = isUsual && canonical->stepExpr;
      next.countsOnes = isUsual && !canonical->stepExpr;
      if (stepsUp) next.step = expressions.readExtent(canonical->stepExpr);
      next.steps = stepsUp && isa<CompoundAssignOperator>(statement->getInc()->IgnoreParenImpCasts());
    }
    const bool neverNegative =
        next.goesUp && isNatural(next.lower, program) &&
        (!canonical->stepExpr || isNatural(expressions.readNumber(canonical->stepExpr), program));
    const std::string name = next.counter ? next.counter->getNameAsString() : "";
    if (next.counter) note(*next.counter, neverNegative, program);
    const bool isLikeOthers = program.naturals.count(name) != 0;
    if (neverNegative) program.naturals.insert(name);
    const int index = static_cast<int>(program.loops.size());
    program.loops.push_back(next);
    const int outer = std::exchange(loop, index);
    if (next.counter) expressions.counters[next.counter] = index;
    const bool good = read(statement->getBody(), true);
    if (next.counter) expressions.counters.erase(next.counter);
    if (!isLikeOthers) program.naturals.erase(name);
    loop = outer;
    return good;
  }

  bool readTensor(const Directive* directive, const Expr* statement, bool isDirectBody) {
    const std::size_t before = program.statements.size();
    expressions.keepsValues = false;
    if (!usesTiles(statement)) {
      source.diags.report(Diag::NotBeforeExpression, directive->location(),
                          {spelling(directive->clauses.front().kind), "an expression without tiles"});
      return false;
    }
    if (directive->find(ClauseKind::Reduction)) {
      source.diags.report(Diag::NotBeforeLoop, directive->location(),
                          {spelling(ClauseKind::Reduction), "an expression statement"});
      return false;
    }
    const bool good = readExpression(statement, isDirectBody);
    expressions.keepsValues = true;
    if (!good) return false;
    if (program.statements.size() != before + 1)
      return refuse(statement, "an expression of another kind, or with a 'cumsum' or 'reshape' inside");
    TileStatement& next = program.statements.back();
    next.tensor = directive;
    return matchDimensions(program, next, expressions, blockSize, source.ast, source.diags);
  }

  TileStatement& add(const Stmt* statement, TileStatement::Kind kind, bool isDirectBody) {
    for (auto& [local, value] : std::exchange(expressions.before, {})) {
      TileStatement& kept = add(statement, TileStatement::Kind::Declare, isDirectBody);
      kept.declares = local;
      kept.value = std::move(value);
    }
    TileStatement next;
    next.kind = kind;
    next.stmt = statement;
    next.loop = loop;
    next.isDirectBody = isDirectBody;
    program.statements.push_back(std::move(next));
    return program.statements.back();
  }

  /// A statement that takes only numbers from tiles.
  bool readScalars(const Stmt* statement, const Expr* part, bool isDirectBody) {
    auto value = expressions.read(part);
    return value && addScalars(statement, part, std::move(*value), isDirectBody);
  }
  bool addScalars(const Stmt* statement, const Expr* part, std::optional<TileExpression> value,
                  bool isDirectBody) {
    if (!value->dimensions.empty()) return refuse(part, "a tile where a number stands");
    TileStatement& next = add(statement, TileStatement::Kind::Scalar, isDirectBody);
    next.replaced = part;
    next.value = std::move(value);
    return true;
  }

  bool readDeclaration(const DeclStmt* declaration) {
    const auto isStatic = [](const Decl* each) {
      return isa<VarDecl>(each) && cast<VarDecl>(each)->isStaticLocal();
    };
    if (llvm::any_of(declaration->decls(), isStatic))
      return refuse(declaration, "tiles in a 'static' variable");
    const auto isNumber = [](const Decl* each) {
      const auto* variable = dyn_cast<VarDecl>(each);
      return variable && variable->getInit() && !isTile(variable->getType());
    };
    if (llvm::all_of(declaration->decls(), isNumber)) {
      for (const Decl* each : declaration->decls())
        if (const Expr* init = cast<VarDecl>(each)->getInit(); usesTiles(init)) {
          if (needsEarlier(init, declaration)) return refuse(init, behindEffects.str());
          if (!readScalars(declaration, init, false)) return false;
        }
      return true;
    }
    return llvm::all_of(declaration->decls(), [&](const Decl* each) {
      const auto* variable = dyn_cast<VarDecl>(each);
      if (!variable || !variable->getInit() || !isTile(variable->getType()))
        return refuse(declaration, "a tile declared together with something else");
      return readTile(declaration, variable);
    });
  }

  /// Does it need an earlier variable of the declaration, or something that such a variable's value changes?
  bool needsEarlier(const Expr* init, const DeclStmt* declaration) const {
    bool needs = false;
    for (const Decl* each : declaration->decls()) {
      const auto* variable = cast<VarDecl>(each);
      if (variable->getInit() == init) break;
      needs |= mayChangeSomething(variable->getInit());
      walk(init, source.directives, [&](const Stmt* part) {
        const auto* reference = dyn_cast<DeclRefExpr>(part);
        return !(needs |= reference && reference->getDecl() == variable);
      });
    }
    return needs;
  }

  bool readTile(const DeclStmt* declaration, const VarDecl* variable) {
    const auto* record = variable->getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (record->getName() != "tile") {
      expressions.aliases[variable] = variable->getInit();
      expressions.moved.push_back({variable->getInit(), root});
      if (refersElsewhere(variable)) return refuse(declaration, "a reference to a block");
      add(declaration, TileStatement::Kind::Remove, false);
      return true;
    }
    if (refersElsewhere(variable)) return refuse(declaration, "a reference to a tile");
    expressions.wholeValue = bareTile(variable->getInit());
    auto value = expressions.read(variable->getInit());
    if (!value) return false;
    const bool isFixed = !isGivenValues(variable);
    if (value->kind == TileExpression::Kind::Place && isFixed && !hasElementsTaken(variable) &&
        source.ast.hasSameUnqualifiedType(laneType(variable->getType()),
                                          laneType(variable->getInit()->getType()))) {
      expressions.aliases[variable] = variable->getInit();  // numbers in a row: a name for places
      expressions.moved.push_back({variable->getInit(), root});
      add(declaration, TileStatement::Kind::Remove, false);
      return true;
    }
    LocalTile local;
    local.declaration = variable;
    local.name = variable->getNameAsString();
    const auto& arguments = cast<ClassTemplateSpecializationDecl>(record)->getTemplateArgs();
    local.type = writtenType(variable);
    if (local.type.empty() && !value->isDependent)
      local.type = expressions.typeText(arguments[0].getAsType());
    TileExpression own;
    own.type = expressions.typeText(arguments[0].getAsType());
    TileExpressionReader::giveTypeFor(*value, own, "=");
    for (LaneDimension& each : value->dimensions) local.dimensions.push_back(each);
    if (local.dimensions.size() != arguments[1].getAsIntegral().getZExtValue())
      return refuse(declaration, "a tile without a shape");
    if (const auto known = changing.find(variable); known != changing.end())
      for (std::size_t k = 0; k < local.dimensions.size(); ++k)
        local.dimensions[k].clips = known->second[k], local.dimensions[k].isKnown = false;
    if (isFixed) local.always.push_back(*value);
    const int index = static_cast<int>(program.locals.size());
    program.locals.push_back(local);
    expressions.locals[variable] = index;
    TileStatement& next = add(declaration, TileStatement::Kind::Declare, false);
    next.declares = index;
    next.value = std::move(value);
    return true;
  }

  /// `const auto& t = x + y` is a value like `auto t = x + y`.
  static bool refersElsewhere(const VarDecl* variable) {
    const Expr* value = variable->getInit()->IgnoreImplicit();
    const QualType type = variable->getType();
    return type->isReferenceType() &&
           (!type->getPointeeType().isConstQualified() || value->isLValue() || value->isXValue());
  }

  bool isGivenValues(const VarDecl* tile) {
    if (tile->getType().isConstQualified()) return false;
    if (!given) given = modifiedVariables(root, source.directives);
    return given->count(tile) != 0;
  }
  std::optional<std::set<const ValueDecl*>> given;

  /// `t(3)`
  bool hasElementsTaken(const VarDecl* tile) const {
    bool any = false;
    walk(root, source.directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CXXOperatorCallExpr>(each);
      any |= call && call->getOperator() == OO_Call && namedVariable(call->getArg(0)) == tile;
      return !any;
    });
    return any;
  }

  /// `T` of `tile<T, 2>`; empty for `auto`.
  std::string writtenType(const VarDecl* variable) const {
    if (!variable->getTypeSourceInfo()) return "";
    TypeLoc type = variable->getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
    if (const auto elaborated = type.getAs<ElaboratedTypeLoc>()) type = elaborated.getNamedTypeLoc();
    const auto special = type.getAs<TemplateSpecializationTypeLoc>();
    if (!special || special.getNumArgs() == 0) return "";
    return Lexer::getSourceText(CharSourceRange::getTokenRange(special.getArgLoc(0).getSourceRange()),
                                source.ast.getSourceManager(), source.ast.getLangOpts())
        .str();
  }

  bool readExpression(const Expr* expression, bool isDirectBody) {
    const Expr* bare = strip(expression);
    if (const auto* call = dyn_cast<CXXOperatorCallExpr>(bare); call && call->isAssignmentOp()) {
      if (isTile(bareTile(call->getArg(0))->getType())) {
        const std::string op = getOperatorSpelling(call->getOperator());
        return readAssignment(expression, {.to = call->getArg(0), .op = op, .from = call->getArg(1)},
                              isDirectBody);
      }
    }
    if (const auto* call = dyn_cast<CallExpr>(bare)) {
      const FunctionDecl* callee = call->getDirectCallee();
      const std::string name = callee && isOfArrayLanguage(callee) ? calleeName(call) : "";
      if (name == "store" && call->getNumArgs() >= 2)
        return readAssignment(expression,
                              {.to = call->getArg(0),
                               .from = call->getArg(1),
                               .mask = call->getNumArgs() > 2 ? call->getArg(2) : nullptr},
                              isDirectBody);
      if (llvm::StringRef(name).starts_with("atomic_"))
        return readAtomic(expression, call, name, isDirectBody);
    }
    if (auto assignment = asAssignment(bare); assignment && assignment->value) {
      assignment->value = withoutConversion(assignment->value);
      // An element or a number takes a fold: `b(0) += sum(a(slice(i, B)))`.
      if (!usesTiles(assignment->target)) {
        auto value = expressions.read(assignment->value);
        if (!value) return false;
        if (value->kind != TileExpression::Kind::Fold)
          return addScalars(expression, assignment->value, std::move(value), isDirectBody);
        if (!value->dimensions.empty()) return refuse(expression, "a tile where a number stands");
        TileStatement& next = add(expression, TileStatement::Kind::Scalar, isDirectBody);
        next.replaced = assignment->value;
        next.op = BinaryOperator::getOpcodeStr(assignment->op).str();
        next.value = std::move(value);
        next.target = expressions.placeOf(assignment->target);
        return true;
      }
      return readElementAssignment(expression, *assignment, isDirectBody);
    }
    if (const auto* unused = dyn_cast<ExplicitCastExpr>(bare); unused && unused->getType()->isVoidType())
      if (const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(unused->getSubExpr()))) {
        if (!expressions.aliases.count(variable)) return true;  // of a tile that is kept it stays
        if (isDirectBody) return refuse(expression, "a block that is only named");
        add(expression, TileStatement::Kind::Remove, false);
        return true;
      }
    if (expression->getType()->isVoidType() || !isTile(expression->getType()))
      return refuse(expression, "'" + textOf(expression, source.ast) + "' is not taken apart");
    return refuse(expression, "a tile that nothing takes");
  }

  /// `t(3) = x;` of a tile that the program keeps.
  bool readElementAssignment(const Expr* statement, const Assignment& assignment, bool isDirectBody) {
    const auto* element = dyn_cast<CXXOperatorCallExpr>(strip(assignment.target));
    const VarDecl* tile = element && element->getOperator() == OO_Call
                              ? dyn_cast_or_null<VarDecl>(namedVariable(element->getArg(0)))
                              : nullptr;
    const auto local = expressions.locals.find(tile);
    if (!tile || local == expressions.locals.end())
      return refuse(statement, "'" + textOf(assignment.target, source.ast) + "' is assigned");
    std::vector<LaneDimension> whole;  // which element it is is found out when the program runs
    for (const LaneDimension& each : program.locals[local->second].dimensions) {
      if (!each.isKnown)
        return refuse(statement, "an element that is assigned of a tile of which some lanes may not exist");
      if (!each.clips.empty()) whole.push_back(each);
    }
    auto target = expressions.read(assignment.target);
    auto value = target ? expressions.read(assignment.value) : std::nullopt;
    if (!value) return false;
    if (!value->dimensions.empty() || !value->guards.empty())
      return refuse(statement, "a tile where a number stands");
    value->whole.insert(value->whole.end(), whole.begin(), whole.end());
    TileStatement& next = add(statement, TileStatement::Kind::Scalar, isDirectBody);
    next.replaced = assignment.value;
    next.op = BinaryOperator::getOpcodeStr(assignment.op).str();
    next.target = std::move(target);
    next.value = std::move(value);
    return true;
  }

  /// `to op from;` of a tile.
  struct TileAssignment {
    const Expr* to = nullptr;
    std::string op = "=";
    const Expr* from = nullptr;
    const Expr* second = nullptr;  // makes a pair of values with `from`
    const Expr* mask = nullptr;    // the lanes that take a value; null: all
  };

  bool readAssignment(const Expr* statement, const TileAssignment& assignment, bool isDirectBody) {
    const auto& [to, op, from, second, mask] = assignment;
    auto target = expressions.read(to);
    expressions.wholeValue = mask || second ? nullptr : bareTile(from);
    auto value = !target  ? std::nullopt
                 : second ? expressions.readPair(from, second)
                          : expressions.read(from);
    if (!target || !value) return false;
    if (!second) TileExpressionReader::giveTypeFor(*value, *target, op);
    if (target->kind == TileExpression::Kind::Local && op == "=") {
      // The tile becomes another one: its lanes are those of the value.
      LocalTile& local = program.locals[target->local];
      if (value->dimensions.empty()) return refuse(statement, "'" + local.name + "' takes a number");
      for (std::size_t k = 0; k < local.dimensions.size() && k < value->dimensions.size(); ++k) {
        LaneDimension& own = local.dimensions[k];
        if ((own.axis < 0) != (value->dimensions[k].axis < 0)) {
          expressions.shapesDiffer(statement, local.dimensions, value->dimensions);
          return false;
        }
        if (own.clips == value->dimensions[k].clips && value->dimensions[k].isKnown) continue;
        own.isKnown = false;
        for (const Clip& clip : value->dimensions[k].clips)
          if (llvm::find(own.clips, clip) == own.clips.end()) own.clips.push_back(clip);
      }
    }
    if (target->kind != TileExpression::Kind::Element && target->kind != TileExpression::Kind::Local)
      return refuse(statement, "'" + textOf(to, source.ast) + "' is assigned");
    const std::vector<LaneDimension> own = target->dimensions;
    std::vector<LaneDimension> both = own;
    expressions.separate(own, *value);
    if (!expressions.fit(both, value->dimensions, statement)) return false;
    bool grew = both.size() > own.size();
    for (std::size_t k = 0; k < own.size() && !grew; ++k) grew = own[k].axis < 0 && both[k].axis >= 0;
    if (grew) {
      expressions.shapesDiffer(statement, own, value->dimensions);
      return false;
    }
    std::optional<TileExpression> where;
    if (mask) {
      where = expressions.read(mask);
      if (!where) return false;
      TileExpressionReader::giveTypeAlone(*where);
      std::vector<LaneDimension> masked = own;
      expressions.separate(own, *where);
      if (!expressions.fit(masked, where->dimensions, mask)) return false;
    }
    TileStatement& next = add(statement, TileStatement::Kind::Assign, isDirectBody);
    next.op = op;
    next.mask = std::move(where);
    next.target = std::move(target);
    next.value = std::move(value);
    return true;
  }

  /// An update of memory that other programs update, too, is a reduction.
  bool readAtomic(const Expr* statement, const CallExpr* call, const std::string& name, bool isDirectBody) {
    const std::string op = llvm::StringSwitch<std::string>(name)
                               .Case("atomic_add", "+")
                               .Case("atomic_max", "max")
                               .Case("atomic_min", "min")
                               .Case("atomic_and", "&")
                               .Case("atomic_or", "|")
                               .Case("atomic_xor", "^")
                               .Default("");
    const Expr* desired = name == "atomic_cas" ? call->getArg(2) : nullptr;
    if (desired && !isTile(bareTile(call->getArg(0))->getType()))
      return readScalars(statement, call, isDirectBody);
    const ValueDecl* root = rootVariable(bareTile(call->getArg(0)));
    if (isTile(bareTile(call->getArg(0))->getType())) {
      if (!readAssignment(statement, {.to = call->getArg(0), .from = call->getArg(1), .second = desired},
                          isDirectBody))
        return false;
    } else {
      auto value = expressions.read(call->getArg(1));
      if (!value) return false;
      if (!value->dimensions.empty() || !value->guards.empty())
        return refuse(statement, "a tile where a number stands");
      TileExpression target;
      target.expr = call->getArg(0);
      target.pieces = {textOf(call->getArg(0), source.ast)};
      target.type = expressions.typeText(call->getArg(0)->getType());
      TileStatement& next = add(statement, TileStatement::Kind::Assign, isDirectBody);
      next.target = std::move(target);
      next.value = std::move(value);
    }
    TileStatement& next = program.statements.back();
    if (!root || !next.target->guards.empty())
      return refuse(statement, "an update of something that is no variable");
    next.op = op.empty() ? "::appyl::" + name : op.size() == 1 ? op + "=" : op;
    next.atomic = root;
    return true;
  }

  struct Lambda {
    const DeclStmt* stmt = nullptr;
    const VarDecl* variable = nullptr;
    int loop = -1;
  };
  std::vector<Lambda> lambdas;

  /// Removes lambdas all of whose calls have been read in place.
  void removeLambdas() {
    for (const Lambda& each : lambdas) {
      bool isCalled = false, isUsed = false;
      walk(root, source.directives, [&](const Stmt* part) {
        const auto* reference = dyn_cast<DeclRefExpr>(part);
        if (!reference || reference->getDecl() != each.variable) return true;
        (expressions.inlined.count(reference) ? isCalled : isUsed) = true;
        return true;
      });
      if (!isCalled || isUsed) continue;
      const int outer = std::exchange(loop, each.loop);
      add(each.stmt, TileStatement::Kind::Remove, false);
      loop = outer;
    }
  }

  /// Atomic updates by one operator of an array that is not used in any other way are a reduction; others
  /// stay atomic.
  void findReductions() {
    static const std::map<std::string, std::string> functions = {
        {"+=", "add"}, {"max", "max"}, {"min", "min"}, {"&=", "and"}, {"|=", "or"}, {"^=", "xor"}};
    for (TileStatement& statement : program.statements) {
      const auto function = functions.find(statement.op);
      if (!statement.atomic || function == functions.end()) continue;
      std::ptrdiff_t uses = 0;
      walk(root, source.directives, [&](const Stmt* each) {
        const auto* reference = dyn_cast<DeclRefExpr>(each);
        uses += reference && reference->getDecl() == statement.atomic;
        return true;
      });
      const auto updates = llvm::count_if(program.statements, [&](const TileStatement& other) {
        return other.atomic == statement.atomic && other.op == statement.op;
      });
      const std::string op = statement.op.size() == 2 ? statement.op.substr(0, 1) : statement.op;
      const std::string clause = op + ":" + statement.atomic->getNameAsString();
      if (uses != updates)
        statement.op = "::appyl::atomic_" + function->second;
      else if (llvm::find(program.reductions, clause) == program.reductions.end())
        program.reductions.push_back(clause);
    }
  }
};

}  // namespace

/// Variables and members of the function whose types depend on template parameters.
static std::set<std::string> dependentNames(const FunctionDecl* function, const Directives& directives) {
  std::set<std::string> names;
  if (!function->isDependentContext()) return names;
  for (const ParmVarDecl* each : function->parameters())
    if (each->getType()->isDependentType()) names.insert(each->getNameAsString());
  if (const auto* method = dyn_cast<CXXMethodDecl>(function))
    for (const FieldDecl* each : method->getParent()->fields())
      if (each->getType()->isDependentType()) names.insert(each->getNameAsString());
  walk(function->getBody(), directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared);
            variable && variable->getType()->isDependentType())
          names.insert(variable->getNameAsString());
    return true;
  });
  return names;
}

ReadTiles readTiles(const Stmt* root, const FunctionDecl* pattern, std::int64_t blockSize, bool widens,
                    const Source& source) {
  const std::set<std::string> dependent = dependentNames(pattern, source.directives);
  TileProgramReader first(source, pattern, blockSize, widens, dependent);
  ReadTiles result = first.read(root);
  const ChangingTiles changing = first.changingTiles();
  if (!std::holds_alternative<TileProgram>(result) || changing.empty()) return result;
  return TileProgramReader(source, pattern, blockSize, widens, dependent, changing).read(root);
}

}  // namespace appyl
