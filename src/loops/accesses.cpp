#include "loops/accesses.h"

#include "loops/calls.h"
#include "loops/canonical.h"
#include "loops/places.h"
#include "loops/updates.h"

namespace appyl {
namespace {

using namespace clang;

enum class Mode { Read, Write, Update };

class AccessReader {
public:
  AccessReader(LoopNest& nest, SymbolReader& symbols, const Directives& directives, ASTContext& context, Diagnostics& diags,
               std::vector<std::string>& paths)
      : nest(nest), symbols(symbols), directives(directives), context(context), diags(diags),
        places(symbols, context), paths(paths) {}

  bool run(const ForStmt* root) {
    readLoop(root, -1, /*perfect=*/false);
    return good;
  }

private:
  LoopNest& nest;
  SymbolReader& symbols;
  const Directives& directives;
  ASTContext& context;
  Diagnostics& diags;
  PlaceReader places;
  std::vector<std::string>& paths;

  bool good = true;
  int loop = -1; // innermost around the walk's position
  std::vector<Constraint> guards;
  bool guardsExact = true;
  std::map<const Expr*, ReductionOperator> updateMentions;
  std::map<std::pair<const ValueDecl*, std::string>, int> arrayIndices;
  std::map<const ValueDecl*, int> scopes; // of variables declared inside the nest
  int lambdaDepth = 0;

  // --- statements -----------------------------------------------------------------------------------------------------------

  void readStatement(const Stmt* statement) {
    if (!statement)
      return;
    statement = directives.strip(statement);
    noteUpdate(statement);
    if (const auto* expression = dyn_cast<Expr>(statement))
      return readExpression(expression, Mode::Read);
    if (const auto* compound = dyn_cast<CompoundStmt>(statement))
      return readCompound(compound);
    if (const auto* branch = dyn_cast<IfStmt>(statement))
      return readIf(branch);
    if (const auto* inner = dyn_cast<ForStmt>(statement))
      return readLoop(inner, loop, isWholeBody(inner));
    if (isa<WhileStmt, DoStmt, CXXForRangeStmt>(statement))
      return readOtherLoop(statement);
    if (const auto* declaration = dyn_cast<DeclStmt>(statement))
      return readDeclaration(declaration);
    if (const auto* choice = dyn_cast<SwitchStmt>(statement)) {
      readStatement(choice->getInit());
      readExpression(choice->getCond(), Mode::Read);
      return guarded({}, false, [&] { readStatement(choice->getBody()); });
    }
    for (const Stmt* child : statement->children())
      readStatement(child);
  }

  template <class Body> void guarded(const std::vector<Constraint>& conditions, bool exact, Body body) {
    const std::size_t count = guards.size();
    const bool wasExact = guardsExact;
    guards.insert(guards.end(), conditions.begin(), conditions.end());
    guardsExact &= exact;
    body();
    guards.resize(count);
    guardsExact = wasExact;
  }

  /// After `if (condition) continue;` the rest of the block runs under the opposite condition.
  void readCompound(const CompoundStmt* compound) {
    const std::size_t count = guards.size();
    const bool wasExact = guardsExact;
    for (const Stmt* each : compound->body()) {
      readStatement(each);
      noteValue(each);
      const Stmt* statement = directives.strip(each);
      const auto* branch = dyn_cast<IfStmt>(statement);
      const bool skips = branch && !branch->getElse() && isContinue(branch->getThen());
      if (skips) {
        const auto conditions = symbols.readCondition(branch->getCond(), false, guardsExact);
        guards.insert(guards.end(), conditions.begin(), conditions.end());
      } else if (leavesIteration(statement)) {
        guardsExact = false;
      }
    }
    guards.resize(count);
    guardsExact = wasExact;
  }

  /// After `row = a + i * m;` the variable means that, until something changes it again.
  void noteValue(const Stmt* statement) {
    forgetChanged(statement);
    const auto* expression = dyn_cast<Expr>(directives.strip(statement));
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    const auto* variable = assignment && assignment->op == BO_Assign ? dyn_cast_or_null<VarDecl>(namedVariable(assignment->target)) : nullptr;
    if (!variable || variable->hasGlobalStorage())
      return;
    if (variable->getType()->isIntegerType())
      symbols.assign(variable, assignment->value);
    else if (variable->getType()->isPointerType())
      places.assign(variable, assignment->value);
  }

  void forgetChanged(const Stmt* statement) {
    for (const ValueDecl* variable : modifiedVariables(statement, directives)) {
      symbols.forget(variable);
      places.forget(variable);
    }
  }

  static bool isContinue(const Stmt* statement) {
    if (const auto* compound = dyn_cast<CompoundStmt>(statement); compound && compound->size() == 1)
      statement = compound->body_front();
    return isa<ContinueStmt>(statement);
  }

  static bool leavesIteration(const Stmt* statement) {
    if (isa<ContinueStmt, BreakStmt, GotoStmt>(statement))
      return true;
    if (isa<Expr, DeclStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement))
      return false;
    return llvm::any_of(statement->children(), [](const Stmt* child) { return child && leavesIteration(child); });
  }

  void readIf(const IfStmt* branch) {
    readStatement(branch->getInit());
    readStatement(branch->getConditionVariableDeclStmt());
    readExpression(branch->getCond(), Mode::Read);
    bool exact = true;
    const auto holds = symbols.readCondition(branch->getCond(), true, exact);
    guarded(holds, exact, [&] { readStatement(branch->getThen()); });
    exact = true;
    const auto fails = symbols.readCondition(branch->getCond(), false, exact);
    if (branch->getElse())
      guarded(fails, exact, [&] { readStatement(branch->getElse()); });
  }

  void readDeclaration(const DeclStmt* declaration) {
    for (const Decl* declared : declaration->decls()) {
      const auto* variable = dyn_cast<VarDecl>(declared);
      if (!variable)
        continue;
      if (!variable->isStaticLocal())
        scopes[variable] = loop;
      const Expr* init = variable->getInit();
      if (!init)
        continue;
      // An alias of an element is no access to it; its subscripts are.
      const bool isReference = variable->getType()->isReferenceType();
      const auto alias = isReference ? places.readLvalue(init) : variable->getType()->isPointerType() ? places.readPointer(init) : std::nullopt;
      if (alias && (isReference || !symbols.isModified(variable))) {
        for (const Expr* index : alias->indices)
          readExpression(index, Mode::Read);
        continue;
      }
      if (alias) // a pointer that moves: what it points to may be anything in there
        recordWhole(*alias, Mode::Update, init, "the pointer '" + variable->getNameAsString() + "' moves");
      readExpression(init, Mode::Read);
    }
  }

  // --- loops ----------------------------------------------------------------------------------------------------------------

  /// Is `inner` all that the body of the current loop does?
  bool isWholeBody(const Stmt* inner) const {
    if (loop < 0)
      return false;
    const Stmt* body = directives.strip(nest.loops[loop].body);
    while (const auto* compound = dyn_cast<CompoundStmt>(body)) {
      if (compound->size() != 1)
        return false;
      body = directives.strip(compound->body_front());
    }
    return body == inner;
  }

  void readLoop(const ForStmt* statement, int parent, bool perfect) {
    const Directive* directive = lambdaDepth ? nullptr : directives.of(statement);
    const bool annotated = directive != nullptr;
    auto canonical = readCanonicalLoop(statement, directives, context, annotated ? &diags : nullptr);
    if (!canonical) {
      good &= !annotated;
      return readOtherLoop(statement);
    }
    canonical->parent = parent;
    canonical->directive = directive;
    canonical->parallel = directive && directive->find(ClauseKind::Parallel);
    canonical->perfect = perfect;
    canonical->first = symbols.read(canonical->lower);
    canonical->end = symbols.read(canonical->bound);
    readExpression(canonical->lower, Mode::Read);
    readExpression(canonical->bound, Mode::Read);
    if (canonical->stepExpr)
      readExpression(canonical->stepExpr, Mode::Read);
    const int index = static_cast<int>(nest.loops.size());
    canonical->symbol = symbols.addCounter(canonical->counter, index);
    if (canonical->declaresCounter)
      scopes[canonical->counter] = index;
    nest.loops.push_back(*canonical);
    forgetChanged(statement);
    inside(index, [&] { readStatement(statement->getBody()); });
    symbols.leaveLoop(canonical->counter);
  }

  void readOtherLoop(const Stmt* statement) {
    Loop other;
    other.stmt = statement;
    other.parent = loop;
    const int index = static_cast<int>(nest.loops.size());
    if (const auto* plain = dyn_cast<ForStmt>(statement)) {
      other.body = plain->getBody();
      readStatement(plain->getInit());
    } else if (const auto* range = dyn_cast<CXXForRangeStmt>(statement)) {
      other.body = range->getBody();
    } else if (const auto* whileLoop = dyn_cast<WhileStmt>(statement)) {
      other.body = whileLoop->getBody();
    } else {
      other.body = cast<DoStmt>(statement)->getBody();
    }
    nest.loops.push_back(other);
    forgetChanged(statement);
    inside(index, [&] {
      guarded({}, false, [&] {
        if (const auto* range = dyn_cast<CXXForRangeStmt>(statement)) {
          readRange(range, index);
          return;
        }
        for (const Stmt* child : statement->children())
          if (!isa<ForStmt>(statement) || child != cast<ForStmt>(statement)->getInit())
            readStatement(child);
      });
    });
  }

  /// `for (auto& x : v)`: every element of v may be touched.
  void readRange(const CXXForRangeStmt* range, int index) {
    const VarDecl* variable = range->getLoopVariable();
    scopes[variable] = index;
    const QualType type = variable->getType();
    const bool writes = type->isReferenceType() && !type->getPointeeType().isConstQualified();
    if (auto place = places.readLvalue(range->getRangeInit())) {
      place->subscripts.push_back(std::nullopt);
      place->path += "[]";
      recordWhole(*place, writes ? Mode::Update : Mode::Read, range->getRangeInit(), "a range-based 'for' over '" + textOf(range->getRangeInit(), context) + "'");
    } else {
      readExpression(range->getRangeInit(), Mode::Read);
    }
    readStatement(range->getBody());
  }

  template <class Body> void inside(int index, Body body) {
    const int outer = loop;
    loop = index;
    body();
    loop = outer;
  }

  // --- expressions ----------------------------------------------------------------------------------------------------------

  void noteUpdate(const Stmt* statement) {
    if (const auto update = asUpdate(statement, context, directives))
      for (const Expr* mention : update->mentions)
        updateMentions.emplace(mention, update->op); // an `if` before the assignment inside it
  }

  void readExpression(const Expr* expression, Mode mode) {
    if (!expression)
      return;
    expression = strip(expression);
    noteUpdate(expression);
    if (const auto assignment = asAssignment(expression)) {
      if (assignment->value)
        readExpression(assignment->value, Mode::Read);
      return readExpression(assignment->target, assignment->op == BO_Assign ? Mode::Write : Mode::Update);
    }
    if (const auto place = places.readLvalue(expression); place && (!place->subscripts.empty() || !place->path.empty())) {
      record(*place, mode, expression);
      for (const Expr* index : place->indices)
        readExpression(index, Mode::Read);
      return;
    }
    if (const auto* call = dyn_cast<CallExpr>(expression))
      return readCall(call);
    if (const auto* construct = dyn_cast<CXXConstructExpr>(expression)) {
      for (unsigned k = 0; k < construct->getNumArgs(); ++k) {
        const unsigned parameters = construct->getConstructor()->getNumParams();
        readArgument(construct->getArg(k), k < parameters ? construct->getConstructor()->getParamDecl(k)->getType() : QualType(), true);
      }
      return;
    }
    if (isa<LambdaExpr, UnaryExprOrTypeTraitExpr>(expression))
      return; // read where it is called
    if (const auto* conditional = dyn_cast<AbstractConditionalOperator>(expression)) {
      readExpression(conditional->getCond(), Mode::Read);
      guarded({}, false, [&] {
        readExpression(conditional->getTrueExpr(), mode);
        readExpression(conditional->getFalseExpr(), mode);
      });
      return;
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(expression); binary && binary->isLogicalOp()) {
      readExpression(binary->getLHS(), Mode::Read);
      guarded({}, false, [&] { readExpression(binary->getRHS(), Mode::Read); });
      return;
    }
    if (isa<UnaryOperator>(expression) && cast<UnaryOperator>(expression)->getOpcode() == UO_AddrOf)
      if (auto place = places.readPointer(expression))
        return recordWhole(*place, Mode::Update, expression, "the address '" + textOf(expression, context) + "' is passed on");
    for (const Stmt* child : expression->children())
      if (const auto* part = dyn_cast_or_null<Expr>(child))
        readExpression(part, Mode::Read);
  }

  void readCall(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (const auto* method = dyn_cast<CXXMemberCallExpr>(call))
      readObject(method);
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee) ? 1 : 0;
    for (unsigned k = shift; k < call->getNumArgs(); ++k) {
      const bool hasParameter = callee && k - shift < callee->getNumParams();
      readArgument(call->getArg(k), hasParameter ? callee->getParamDecl(k - shift)->getType() : QualType(), callee != nullptr);
    }
    if (!callee) {
      if (!call->isTypeDependent() && !call->isValueDependent())
        unknownCall("a call through '" + textOf(call->getCallee(), context) + "' is not followed", call);
      return;
    }
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    if (method && method->getParent()->isLambda())
      return readLambdaBody(call, method);
    const CallEffect effect = effectOf(callee, directives, context);
    nest.callsAnnotated |= effect.runsAnnotatedLoops;
    if (!effect.unknown.empty())
      unknownCall(effect.unknown, call);
  }

  void unknownCall(const std::string& why, const Expr* call) {
    if (!nest.unknownCallAt)
      nest.unknownCallAt = call;
    if (std::find(nest.unknownCalls.begin(), nest.unknownCalls.end(), why) == nest.unknownCalls.end())
      nest.unknownCalls.push_back(why);
  }

  void readLambdaBody(const CallExpr* call, const CXXMethodDecl* method) {
    if (lambdaDepth > 4 || !method->getBody())
      return unknownCall("a lambda calls itself", call);
    for (unsigned k = 0; k < method->getNumParams() && k + 1 < call->getNumArgs(); ++k)
      symbols.bind(method->getParamDecl(k), symbols.read(call->getArg(k + 1)));
    for (const ParmVarDecl* parameter : method->parameters())
      scopes[parameter] = loop;
    ++lambdaDepth;
    guarded({}, false, [&] { readStatement(method->getBody()); });
    --lambdaDepth;
  }

  /// The object of a member call: a const method reads it, another one may change it.
  void readObject(const CXXMemberCallExpr* call) {
    const CXXMethodDecl* method = call->getMethodDecl();
    const Expr* object = call->getImplicitObjectArgument();
    if (isa<CXXThisExpr>(strip(object))) {
      if (method && !method->isConst() && !method->isStatic())
        if (const auto modified = firstChangedField(method); !modified.empty())
          unknownCall("'" + method->getNameAsString() + "' changes '" + modified + "'", call);
      return;
    }
    const auto place = places.readLvalue(object);
    const std::string name = calleeName(call);
    static const std::set<std::string> harmless = {"size", "extent", "data", "begin", "end", "at", "front", "back", "empty", "stride", "real", "imag"};
    const bool changes = method && !method->isConst() && !method->isStatic() && !harmless.count(name);
    if (!place)
      return readExpression(object, Mode::Read);
    if (!place->subscripts.empty()) {
      record(*place, changes ? Mode::Update : Mode::Read, strip(object));
      for (const Expr* index : place->indices)
        readExpression(index, Mode::Read);
    } else if (changes) {
      Place whole = *place;
      whole.subscripts.push_back(std::nullopt);
      whole.path += "[]";
      recordWhole(whole, Mode::Update, object, "'" + name + "' may change '" + textOf(object, context) + "'");
    }
  }

  std::string firstChangedField(const CXXMethodDecl* method) {
    const FunctionDecl* definition = nullptr;
    if (!method->hasBody(definition))
      return "";
    for (const ValueDecl* variable : modifiedVariables(definition->getBody(), directives))
      if (isa<FieldDecl>(variable))
        return variable->getNameAsString();
    return "";
  }

  void readArgument(const Expr* argument, QualType parameter, bool known) {
    const Expr* inner = strip(argument);
    const QualType type = inner->getType();
    const bool isPointer = type->isPointerType() || type->isArrayType();
    if (isPointer && !isa<StringLiteral>(inner)) {
      const QualType target = parameter.isNull() ? type : parameter;
      const bool isConst = target->isPointerType() && target->getPointeeType().isConstQualified();
      if (const auto place = places.readPointer(inner)) {
        for (const Expr* index : place->indices)
          readExpression(index, Mode::Read);
        return recordWhole(*place, isConst ? Mode::Read : Mode::Update, inner, "'" + textOf(inner, context) + "' is passed to a function");
      }
      if (const auto* address = dyn_cast<UnaryOperator>(inner); address && address->getOpcode() == UO_AddrOf) {
        const Expr* object = strip(address->getSubExpr());
        if (const auto place = places.readLvalue(object); place && !place->subscripts.empty())
          record(*place, isConst ? Mode::Read : Mode::Update, object);
        return; // a scalar: its own analysis follows it
      }
    }
    const bool isReference = !parameter.isNull() && parameter->isLValueReferenceType() && !parameter->getPointeeType().isConstQualified();
    const auto place = isReference ? places.readLvalue(inner) : std::nullopt;
    if (place && !place->subscripts.empty()) {
      record(*place, Mode::Update, inner);
      for (const Expr* index : place->indices)
        readExpression(index, Mode::Read);
      return;
    }
    if (place && namedVariable(inner) && !type->isScalarType() && !type->isDependentType()) {
      Place whole = *place;
      whole.subscripts.push_back(std::nullopt);
      whole.path += "[]";
      return recordWhole(whole, Mode::Update, inner, "'" + textOf(inner, context) + "' is passed by reference");
    }
    (void)known;
    readExpression(argument, Mode::Read);
  }

  // --- arrays ---------------------------------------------------------------------------------------------------------------

  void record(const Place& place, Mode mode, const Expr* expression) {
    Access access;
    access.array = arrayOf(place, expression);
    access.reads = mode != Mode::Write;
    access.writes = mode != Mode::Read;
    access.subscripts = place.subscripts;
    access.expr = expression;
    access.loop = loop;
    access.guards = guards;
    access.guardsExact = guardsExact;
    access.why = place.why;
    if (place.throughMemory) // rows that a table of pointers points to may be the same
      access.subscripts.assign(access.subscripts.size(), std::nullopt);
    const Array& array = nest.arrays[access.array];
    if (access.subscripts.size() != array.extents.size()) {
      access.subscripts.resize(array.extents.size());
      access.why = access.why.empty() ? "a part of '" + array.name + "' is used as a whole" : access.why;
      access.wholeArray = true;
    }
    if (const auto update = updateMentions.find(expression); update != updateMentions.end())
      access.update = update->second;
    nest.accesses.push_back(std::move(access));
  }

  void recordWhole(const Place& place, Mode mode, const Expr* expression, const std::string& why) {
    Access access;
    access.array = arrayOf(place, expression);
    access.reads = true;
    access.writes = mode != Mode::Read;
    access.subscripts.resize(nest.arrays[access.array].extents.size());
    access.expr = expression;
    access.loop = loop;
    access.guards = guards;
    access.guardsExact = false;
    access.wholeArray = true;
    access.why = why;
    // `for (int& h : p[i].history)` stays inside p[i].
    const bool isOneRow = !place.subscripts.back() && place.subscripts.size() == access.subscripts.size() && !place.throughMemory;
    if (isOneRow) {
      access.subscripts = place.subscripts;
      access.wholeArray = place.subscripts.size() == 1;
    }
    nest.accesses.push_back(std::move(access));
  }

  int arrayOf(const Place& place, const Expr* expression) {
    const auto key = std::make_pair(place.root, place.path);
    if (const auto known = arrayIndices.find(key); known != arrayIndices.end())
      return known->second;
    Array array;
    array.declaration = place.root;
    std::string path = place.path;
    while (llvm::StringRef(path).ends_with("[]"))
      path.resize(path.size() - 2);
    array.name = (isa<FieldDecl>(place.root) ? "this->" : "") + place.root->getNameAsString() + path;
    const QualType type = expression->getType().getNonReferenceType().getUnqualifiedType();
    array.elementType = type.getAsString(context.getPrintingPolicy());
    if (!type->isDependentType() && !type->isIncompleteType() && !type->isArrayType())
      array.elementBytes = context.getTypeSizeInChars(type).getQuantity();
    array.extents = extentsOf(place);
    if (const auto scope = scopes.find(place.root); scope != scopes.end())
      array.scope = scope->second;
    const int index = static_cast<int>(nest.arrays.size());
    nest.arrays.push_back(array);
    paths.push_back(place.path);
    return arrayIndices[key] = index;
  }

  /// As many as there are subscripts; those that the declared type gives are known.
  std::vector<std::optional<Polynomial>> extentsOf(const Place& place) {
    std::vector<std::optional<Polynomial>> extents;
    if (place.path == std::string(place.path.size(), '[') || place.path.find('.') != std::string::npos || place.path.find('>') != std::string::npos)
      return std::vector<std::optional<Polynomial>>(place.subscripts.size());
    QualType type = place.root->getType().getNonReferenceType();
    for (std::size_t k = 0; k < place.subscripts.size(); ++k) {
      extents.emplace_back();
      if (type->isDependentType())
        continue;
      if (const ArrayType* array = context.getAsArrayType(type)) {
        if (const auto* constant = dyn_cast<ConstantArrayType>(array))
          extents.back() = Polynomial(constant->getSize().getSExtValue());
        else if (const auto* variable = dyn_cast<VariableArrayType>(array); variable && variable->getSizeExpr())
          extents.back() = symbols.read(variable->getSizeExpr());
        type = array->getElementType();
      } else if (type->isPointerType()) {
        type = type->getPointeeType();
      } else if (const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl())) {
        const TemplateArgumentList& arguments = record->getTemplateArgs();
        if (record->isInStdNamespace() && record->getName() == "array" && arguments.size() == 2)
          extents.back() = Polynomial(arguments[1].getAsIntegral().getSExtValue());
        if (record->isInStdNamespace() && arguments.size() > 0 && arguments[0].getKind() == TemplateArgument::Type)
          type = arguments[0].getAsType();
      }
    }
    return extents;
  }
};

} // namespace

bool readAccesses(LoopNest& nest, const ForStmt* root, SymbolReader& symbols, const Directives& directives, ASTContext& context,
                  Diagnostics& diags, std::vector<std::string>& paths) {
  return AccessReader(nest, symbols, directives, context, diags, paths).run(root);
}

} // namespace appyl
