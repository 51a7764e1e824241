#include "tiles/read_expression.h"

#include "loops/symbols.h"

#include <llvm/ADT/StringSwitch.h>

namespace appyl {

using namespace clang;

namespace {

const CXXRecordDecl* recordOf(QualType type) {
  return type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
}

bool isNamed(QualType type, llvm::StringRef name) {
  const CXXRecordDecl* record = recordOf(type);
  const auto* space = record ? dyn_cast<NamespaceDecl>(record->getDeclContext()) : nullptr;
  return space && space->getName() == "appyl" && record->getIdentifier() && record->getName() == name;
}

bool isViewType(QualType type) { return isNamed(type, "view"); }

/// Of one lane.
QualType laneType(QualType type) {
  const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(type));
  if (!record || !isTileOperand(type) || record->getTemplateArgs().size() == 0)
    return type.getNonReferenceType().getUnqualifiedType();
  return record->getTemplateArgs()[0].getAsType().getUnqualifiedType();
}

const FunctionDecl* calleeOf(const Expr* expression) {
  const auto* call = dyn_cast<CallExpr>(expression);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && isOfArrayLanguage(callee) ? callee : nullptr;
}

std::string nameOf(const FunctionDecl* callee) {
  return callee && callee->getDeclName().isIdentifier() ? callee->getName().str() : "";
}

const char* spellingOf(OverloadedOperatorKind op) { return getOperatorSpelling(op); }

bool isConstant(const Extent& extent, std::int64_t value) {
  return extent.value.isConstant() && *extent.value.constant() == value;
}

/// What an element-wise function does to the lanes, with `#` for an operand; empty for any other function.
/// Of 2-byte types functions are computed in float.
std::string laneForm(const std::string& name, QualType lane) {
  const bool isUnsigned = !lane.isNull() && lane->isUnsignedIntegerType(),
             isInteger = !lane.isNull() && lane->isIntegerType();
  return llvm::StringSwitch<std::string>(name)
      .Cases("exp", "log", "sqrt", "std::" + name + "(#)")
      .Cases("sin", "cos", "tanh", "std::" + name + "(#)")
      .Case("rsqrt", "1 / std::sqrt(#)")
      .Case("abs", isUnsigned  ? "(+#)"
                   : isInteger ? "std::abs(#)"
                               : "std::fabs(#)")
      .Case("pow", "std::pow(#, #)")
      .Case("fma", "std::fma(#, #, #)")
      .Default("");
}

bool isSmall(llvm::StringRef type) { return type == "appyl::half" || type == "appyl::bfloat16"; }

std::vector<std::string> piecesOf(llvm::StringRef form) {
  llvm::SmallVector<llvm::StringRef> parts;
  form.split(parts, '#');
  std::vector<std::string> pieces;
  for (const llvm::StringRef part : parts) pieces.push_back(part.str());
  return pieces;
}

}  // namespace

bool isTileOperand(QualType type) { return isTile(type) || isViewType(type); }

const Expr* bareTile(const Expr* expression) {
  for (;;) {
    const Expr* inner = strip(expression);
    const auto* made = dyn_cast<CXXConstructExpr>(inner);
    if (made && made->getNumArgs() == 1 && isTileOperand(made->getType()) &&
        isTileOperand(made->getArg(0)->getType()))
      inner = made->getArg(0);
    else if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(inner);
             cast && isTileOperand(cast->getType()) && isTileOperand(cast->getSubExpr()->getType()))
      inner = cast->getSubExpr();
    else if (const auto* call = dyn_cast<CXXMemberCallExpr>(inner);
             call && isa_and_nonnull<CXXConversionDecl>(call->getMethodDecl()) &&
             isTileOperand(call->getType()))
      inner = call->getImplicitObjectArgument();
    if (inner == expression) return inner;
    expression = inner;
  }
}

bool usesTiles(const Stmt* statement) {
  if (!statement) return false;
  if (isa<LambdaExpr>(statement)) return false;
  if (const auto* expression = dyn_cast<Expr>(statement)) {
    const FunctionDecl* callee = calleeOf(expression);
    if (isTile(expression->getType())) return true;
    // `exp(s)` of a scalar is the array language's function, too.
    if (callee && !isOfView(callee) && !isa<CXXConstructorDecl>(callee)) return true;
  }
  if (const auto* declaration = dyn_cast<DeclStmt>(statement))
    for (const Decl* each : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(each); variable && isTile(variable->getType()))
        return true;
  for (const Stmt* child : statement->children())
    if (usesTiles(child)) return true;
  return false;
}

void TileExpressionReader::inFloat(TileExpression& expression, std::size_t operand) {
  expression.pieces[operand] += "static_cast<float>(";
  expression.pieces[operand + 1] = ")" + expression.pieces[operand + 1];
}

std::nullopt_t TileExpressionReader::refuse(const Stmt* where, std::string why) {
  if (!refusal) refusal = TileRefusal{where, std::move(why)};
  return std::nullopt;
}

std::string TileExpressionReader::typeText(QualType type) const {
  type = type.getNonReferenceType().getUnqualifiedType();
  if (isSmallFloat(recordOf(type))) return "appyl::" + recordOf(type)->getNameAsString();
  PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  return type.getCanonicalType() == context.getPointerDiffType().getCanonicalType()
             ? "std::ptrdiff_t"
             : withHalf(type.getAsString(policy), context);
}

// --- numbers
// ---------------------------------------------------------------------------------------------------------------

void TileExpressionReader::remember(const Expr* number) {
  number = strip(number);
  if (const auto* reference = dyn_cast<DeclRefExpr>(number))
    if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl())) {
      if (counters.count(variable)) understood.insert(reference);
    }
}

Polynomial TileExpressionReader::readNumber(const Expr* expression, bool isPlace) {
  const Expr* written = expression->IgnoreParenImpCasts();
  if (const auto* parameter = dyn_cast<SubstNonTypeTemplateParmExpr>(written))
    return Polynomial::symbol(parameter->getParameter()->getNameAsString());
  expression = strip(expression);
  const auto* named = dyn_cast<DeclRefExpr>(expression);
  const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  const auto* function = variable ? dyn_cast<FunctionDecl>(variable->getDeclContext()) : nullptr;
  const bool dependsOnTemplate = function && function->isTemplateInstantiation();
  if (!dependsOnTemplate && !expression->isValueDependent()) {
    bool mentionsTemplate = false;
    std::function<void(const Stmt*)> look = [&](const Stmt* each) {
      mentionsTemplate |= isa<SubstNonTypeTemplateParmExpr>(each);
      for (const Stmt* child : each->children())
        if (child) look(child);
    };
    look(expression);
    Expr::EvalResult result;
    if (!mentionsTemplate && expression->EvaluateAsInt(result, context) &&
        result.Val.getInt().isRepresentableByInt64())
      return Polynomial(result.Val.getInt().getExtValue());
  }
  if (named) {
    if (isPlace) remember(expression);
    return Polynomial::symbol(named->getNameInfo().getAsString());
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && unary->getOpcode() == UO_Minus)
    if (const auto value = multiply(readNumber(unary->getSubExpr(), isPlace), Polynomial(-1))) return *value;
  if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
    std::optional<Polynomial> value;
    if (binary->getOpcode() == BO_Add)
      value = add(readNumber(binary->getLHS(), isPlace), readNumber(binary->getRHS(), isPlace));
    else if (binary->getOpcode() == BO_Sub)
      value = subtract(readNumber(binary->getLHS(), isPlace), readNumber(binary->getRHS(), isPlace));
    else if (binary->getOpcode() == BO_Mul)
      value = multiply(readNumber(binary->getLHS(), isPlace), readNumber(binary->getRHS(), isPlace));
    if (value) return *value;
  }
  const std::string text = textOf(expression, context);
  const bool isOne = isa<ArraySubscriptExpr, CallExpr, MemberExpr>(expression);
  return Polynomial::symbol(isOne ? text : "(" + text + ")");
}

Extent TileExpressionReader::readExtent(const Expr* expression) {
  Expr::EvalResult result;
  const Expr* written = expression->IgnoreParenImpCasts();
  const auto* parameter = dyn_cast<SubstNonTypeTemplateParmExpr>(written);
  return {readNumber(expression),
          parameter ? parameter->getParameter()->getNameAsString() : textOf(strip(expression), context),
          !expression->isValueDependent() && expression->EvaluateAsInt(result, context)};
}

Polynomial TileExpressionReader::extentOf(const Expr* view, unsigned dimension) {
  return Polynomial::symbol(textOf(view, context) + ".extent(" + std::to_string(dimension) + ")");
}

// --- dimensions
// ------------------------------------------------------------------------------------------------------------

int TileExpressionReader::addAxis(Extent size, int loop) {
  if (isConstant(size, 1)) return -1;
  program.axes.push_back({-1, std::move(size), loop, false});
  return static_cast<int>(program.axes.size()) - 1;
}

std::string TileExpressionReader::sizeOf(const LaneDimension& dimension) const {
  return dimension.axis < 0 ? "1" : program.axes[program.axis(dimension.axis)].size.text;
}

bool TileExpressionReader::shapesDiffer(const Expr* at, const std::vector<LaneDimension>& a,
                                        const std::vector<LaneDimension>& b) {
  const auto text = [&](const std::vector<LaneDimension>& dimensions) {
    std::string result;
    for (const LaneDimension& each : dimensions) result += (result.empty() ? "" : ", ") + sizeOf(each);
    return "(" + result + ")";
  };
  diags.report(Diag::ShapesDiffer, at->getExprLoc(), {text(a), text(b)});
  return false;
}

bool TileExpressionReader::align(LaneDimension& a, const LaneDimension& b, const Expr* at) {
  if (b.axis < 0) return true;
  if (a.axis < 0) {
    a = b;
    return true;
  }
  const int first = program.axis(a.axis), second = program.axis(b.axis);
  for (const Clip& clip : b.clips)
    if (std::find(a.clips.begin(), a.clips.end(), clip) == a.clips.end()) a.clips.push_back(clip);
  a.isKnown &= b.isKnown;
  if (first == second) return true;
  TileAxis &one = program.axes[first], &other = program.axes[second];
  if (one.size.value != other.size.value) {
    if (one.size.value.isConstant() && other.size.value.isConstant()) return false;
    conditions.insert(one.size.text + " == " + other.size.text);
  }
  one.isMixed |= other.isMixed || (one.loop >= 0 && other.loop >= 0 && one.loop != other.loop);
  if (one.loop < 0) one.loop = other.loop;
  if (other.size.isConstant) one.size = other.size;
  other.sameAs = first;
  (void)at;
  return true;
}

bool TileExpressionReader::fit(std::vector<LaneDimension>& a, const std::vector<LaneDimension>& b,
                               const Expr* at) {
  const std::vector<LaneDimension> before = a;
  if (b.size() > a.size()) a.insert(a.begin(), b.size() - a.size(), LaneDimension());
  for (std::size_t k = 0; k < b.size(); ++k)
    if (!align(a[a.size() - b.size() + k], b[k], at)) return shapesDiffer(at, before, b);
  return true;
}

// --- expressions
// ------------------------------------------------------------------------------------------------------------

std::optional<TileExpression> TileExpressionReader::combine(const Expr* at, std::vector<std::string> pieces,
                                                            std::vector<TileExpression> operands) {
  TileExpression result;
  result.expr = at;
  result.pieces = std::move(pieces);
  result.operands = std::move(operands);
  result.type = typeText(laneType(at->getType()));
  for (const TileExpression& operand : result.operands) {
    if (!fit(result.dimensions, operand.dimensions, at)) return std::nullopt;
    for (std::size_t a = 0; a < result.dimensions.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (result.dimensions[a].axis >= 0 &&
            program.axis(result.dimensions[a].axis) == program.axis(result.dimensions[b].axis))
          return refuse(at, "two dimensions that go along the same lanes");
    result.guards.insert(result.guards.end(), operand.guards.begin(), operand.guards.end());
  }
  return result;
}

std::optional<TileExpression> TileExpressionReader::combine(const Expr* at, std::vector<std::string> pieces,
                                                            const std::vector<const Expr*>& operands) {
  std::vector<TileExpression> read_;
  for (const Expr* each : operands) {
    auto operand = read(each);
    if (!operand) return std::nullopt;
    read_.push_back(std::move(*operand));
  }
  return combine(at, std::move(pieces), std::move(read_));
}

std::optional<TileExpression> TileExpressionReader::read(const Expr* expression) {
  expression = bareTile(expression);
  if (depth > 200) return refuse(expression, "an expression that is nested too deeply");
  ++depth;
  auto result = [&]() -> std::optional<TileExpression> {
    if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression)) {
      if (call->getOperator() == OO_Call && isTileOperand(call->getArg(0)->getType())) {
        const bool isScalar = !isTileOperand(call->getType());
        if (isScalar && isViewType(call->getArg(0)->getType())) return readScalar(expression);
        return readElement(call);
      }
      if (call->getOperator() == OO_Call && isTileOperand(call->getType()))
        return refuse(expression, "a function that returns a tile");
      if (isTileOperand(call->getType())) return readOperator(call);
    }
    if (const auto* call = dyn_cast<CallExpr>(expression);
        call && calleeOf(call) && !isOfView(calleeOf(call)))
      return readCall(call);
    if (isTileOperand(expression->getType())) {
      const auto* reference = dyn_cast<DeclRefExpr>(expression);
      const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      if (const auto alias = aliases.find(variable); variable && alias != aliases.end())
        return read(alias->second);
      if (const auto local = locals.find(variable); variable && local != locals.end()) {
        TileExpression result;
        result.kind = TileExpression::Kind::Local;
        result.local = local->second;
        result.expr = expression;
        const LocalTile& tile = program.locals[local->second];
        result.dimensions = tile.dimensions;
        result.type = tile.type;
        for (const LaneDimension& each : tile.dimensions) result.localAxes.push_back(each.axis);
        return result;
      }
      if (isViewType(expression->getType())) return readView(expression);
      return refuse(expression, isa<CallExpr>(expression)
                                    ? "a function that returns a tile"
                                    : "'" + textOf(expression, context) + "' is a tile from elsewhere");
    }
    return readScalar(expression);
  }();
  --depth;
  if (result) result->isDependent = mentionsDependent(expression);
  return result;
}

bool TileExpressionReader::mentionsDependent(const Stmt* statement) const {
  if (program.dependent.empty()) return false;
  if (const auto* reference = dyn_cast<DeclRefExpr>(statement);
      reference && program.dependent.count(reference->getNameInfo().getAsString()))
    return true;
  if (const auto* member = dyn_cast<MemberExpr>(statement);
      member && program.dependent.count(member->getMemberDecl()->getNameAsString()))
    return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt* each) { return each && mentionsDependent(each); });
}

/// The text of a scalar, with what it takes from tiles between its pieces.
std::optional<TileExpression> TileExpressionReader::readScalar(const Expr* expression) {
  std::vector<const Expr*> parts;
  bool good = true;
  std::function<void(const Stmt*)> look = [&](const Stmt* each) {
    if (!each || isa<LambdaExpr>(each)) return;
    const auto* part = dyn_cast<Expr>(each);
    if (part && part != expression) {
      const Expr* bare = bareTile(part);
      const auto* call = dyn_cast<CXXOperatorCallExpr>(bare);
      const bool isElement = call && call->getOperator() == OO_Call && isTile(call->getArg(0)->getType());
      const FunctionDecl* callee = calleeOf(bare);
      const bool isFunction = callee && !call && !isOfView(callee) && !isa<CXXConstructorDecl>(callee);
      if (isElement || isFunction) {
        parts.push_back(bare);
        return;
      }
      if (isTile(bare->getType())) good = false;
    }
    for (const Stmt* child : each->children()) look(child);
  };
  look(expression);
  if (!good)
    return refuse(expression, "'" + textOf(expression, context) + "' takes a tile out of its program");
  const SourceManager& sources = context.getSourceManager();
  TileExpression result;
  result.expr = expression;
  result.type = typeText(laneType(expression->getType()));
  const auto range = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(expression->getSourceRange()),
                                              sources, context.getLangOpts());
  // Between other operands it stays one.
  const bool isWhole =
      !isa<BinaryOperator, AbstractConditionalOperator, CStyleCastExpr, LambdaExpr>(expression);
  const std::string open = isWhole ? "" : "(", close = isWhole ? "" : ")";
  if (parts.empty()) {
    result.pieces = {open + textOf(expression, context) + close};
    return result;
  }
  if (range.isInvalid()) return refuse(expression, "a macro cuts the expression apart");
  SourceLocation at = range.getBegin();
  for (const Expr* part : parts) {
    const auto inner = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(part->getSourceRange()),
                                                sources, context.getLangOpts());
    if (inner.isInvalid()) return refuse(part, "a macro cuts the expression apart");
    result.pieces.push_back(Lexer::getSourceText(CharSourceRange::getCharRange(at, inner.getBegin()), sources,
                                                 context.getLangOpts())
                                .str());
    at = inner.getEnd();
    auto operand = read(part);
    if (!operand) return std::nullopt;
    if (!operand->dimensions.empty()) return refuse(part, "a tile where a number stands");
    result.guards.insert(result.guards.end(), operand->guards.begin(), operand->guards.end());
    result.operands.push_back(std::move(*operand));
  }
  result.pieces.push_back(
      Lexer::getSourceText(CharSourceRange::getCharRange(at, range.getEnd()), sources, context.getLangOpts())
          .str());
  result.pieces.front() = open + result.pieces.front();
  result.pieces.back() += close;
  return result;
}

/// A whole view.
std::optional<TileExpression> TileExpressionReader::readView(const Expr* view) {
  TileExpression result;
  result.kind = TileExpression::Kind::Element;
  result.expr = view;
  result.name = textOf(view, context);
  result.root = rootVariable(view);
  result.type = typeText(laneType(view->getType()));
  if (!result.root) return refuse(view, "'" + result.name + "' is no variable");
  const auto* record = cast<ClassTemplateSpecializationDecl>(recordOf(view->getType()));
  const auto rank = static_cast<unsigned>(record->getTemplateArgs()[1].getAsIntegral().getZExtValue());
  for (unsigned d = 0; d < rank; ++d) {
    const Polynomial size = extentOf(view, d);
    const int axis = addAxis({size, print(size)});
    result.subscripts.push_back({Polynomial(0), axis, -1});
    result.dimensions.push_back({axis, {}, true});
  }
  return result;
}

bool TileExpressionReader::readSubscript(TileExpression& element, const Expr* index, int dimension) {
  const Expr* bare = strip(index);
  const auto* view = cast<CXXOperatorCallExpr>(element.expr)->getArg(0);
  const Polynomial extent = extentOf(view, dimension);
  if (isNamed(bare->getType(), "all_t")) {
    const int axis = addAxis({extent, print(extent)});
    element.subscripts.push_back({Polynomial(0), axis, -1});
    element.dimensions.push_back({axis, {}, true});
    return true;
  }
  if (isNamed(bare->getType(), "slice")) {
    if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(bare)) bare = strip(cast->getSubExpr());
    const auto* named = dyn_cast<DeclRefExpr>(bare);
    const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
    if (variable && variable->getType().isConstQualified() && variable->isLocalVarDecl() &&
        variable->getInit())
      bare = strip(variable->getInit());
    if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(bare)) bare = strip(cast->getSubExpr());
    const auto* made = dyn_cast<CXXConstructExpr>(bare);
    if (made && made->getConstructor()->isCopyOrMoveConstructor())
      made = dyn_cast<CXXConstructExpr>(strip(made->getArg(0)));
    if (!made || made->getNumArgs() == 0 || made->getConstructor()->isCopyOrMoveConstructor())
      return refuse(index, "'" + textOf(index, context) + "' is a slice from elsewhere"), false;
    const Polynomial start = made->getNumArgs() == 2 ? readNumber(made->getArg(0), true) : Polynomial(0);
    const Extent size = readExtent(made->getArg(made->getNumArgs() - 1));
    if (size.value.isConstant() && *size.value.constant() < 0)
      return refuse(index, "a slice of a negative number of elements"), false;
    // Lanes between the steps of a loop around?
    int loop = -1;
    for (const auto& [counter, number] : counters) {
      const TileLoop& each = program.loops[number];
      const auto factor = start.coefficient(counter->getNameAsString());
      if (each.steps && each.step.value == size.value && factor && *factor == Polynomial(1)) loop = number;
    }
    const int axis = addAxis(size, loop);
    const Clip clip{start, extent, size};
    element.subscripts.push_back({start, axis, -1});
    element.dimensions.push_back({axis, {}, true});
    if (axis < 0)
      element.guards.push_back(clip);
    else
      element.dimensions.back().clips.push_back(clip);
    return true;
  }
  if (isTileOperand(bare->getType())) {
    auto operand = read(index);
    if (!operand) return false;
    element.subscripts.push_back({Polynomial(0), -1, static_cast<int>(element.operands.size())});
    element.guards.insert(element.guards.end(), operand->guards.begin(), operand->guards.end());
    element.operands.push_back(std::move(*operand));
    return true;
  }
  auto operand = read(index);
  if (!operand) return false;
  if (operand->operands.empty() && operand->kind == TileExpression::Kind::Text) {
    element.subscripts.push_back({Polynomial::symbol(operand->pieces[0]), -1, -1});
    return true;
  }
  element.subscripts.push_back({Polynomial(0), -1, static_cast<int>(element.operands.size())});
  element.operands.push_back(std::move(*operand));
  return true;
}

/// As in NumPy: the index tiles' dimensions stand where they stand, if they and integers are neighbours;
/// otherwise they come first.
bool TileExpressionReader::placeGather(TileExpression& element, const std::vector<const Expr*>& indices) {
  std::vector<LaneDimension> common;
  for (const TileExpression& operand : element.operands)
    if (!fit(common, operand.dimensions, element.expr)) return false;
  std::size_t runs = 0, before = 0;
  bool previous = true;
  std::vector<bool> isSlice;
  for (const Expr* each : indices) {
    const QualType type = strip(each)->getType();
    isSlice.push_back(isNamed(type, "slice") || isNamed(type, "all_t"));
    if (!isSlice.back() && previous) ++runs;
    previous = isSlice.back();
  }
  if (runs <= 1)
    while (before < isSlice.size() && isSlice[before]) ++before;
  element.dimensions.insert(element.dimensions.begin() + before, common.begin(), common.end());
  return true;
}

std::optional<TileExpression> TileExpressionReader::readElement(const CXXOperatorCallExpr* call) {
  const Expr* object = bareTile(call->getArg(0));
  TileExpression element;
  element.expr = call;
  if (isTile(object->getType())) {  // t(i, j), of a local tile or a block
    auto whole = read(object);
    if (!whole) return std::nullopt;
    if (whole->kind != TileExpression::Kind::Local) return refuse(call, "an element of a block");
    TileExpression result;
    result.expr = call;
    result.type = whole->type;
    result.pieces = {program.locals[whole->local].name};
    for (unsigned k = 1; k < call->getNumArgs(); ++k) {
      auto index = readScalar(call->getArg(k)->IgnoreParenImpCasts());
      if (!index) return std::nullopt;
      if (!index->operands.empty())
        return refuse(call->getArg(k), "an element whose place is taken from tiles");
      if (whole->localAxes[k - 1] >= 0) result.pieces[0] += "[" + index->pieces[0] + "]";
      if (whole->localAxes[k - 1] >= 0) program.axes[program.axis(whole->localAxes[k - 1])].isMixed = true;
    }
    return result;
  }
  element.kind = TileExpression::Kind::Element;
  element.name = textOf(object, context);
  element.root = rootVariable(object);
  element.type = typeText(laneType(object->getType()));
  if (!element.root || hasSideEffects(object, context))
    return refuse(call, "'" + element.name + "' is no variable");
  if (call->getNumArgs() == 1) return readView(object);
  std::vector<const Expr*> indices;
  bool gathers = false;
  for (unsigned k = 1; k < call->getNumArgs(); ++k) {
    if (!readSubscript(element, call->getArg(k), static_cast<int>(k) - 1)) return std::nullopt;
    indices.push_back(call->getArg(k));
    gathers |= isTileOperand(strip(call->getArg(k))->getType());
  }
  if (gathers && !placeGather(element, indices)) return std::nullopt;
  return element;
}

std::optional<TileExpression> TileExpressionReader::readOperator(const CXXOperatorCallExpr* call) {
  const OverloadedOperatorKind op = call->getOperator();
  if (!calleeOf(call)) return refuse(call, "an operator of somebody else's on tiles");
  if (call->getNumArgs() == 1) {
    auto result =
        combine(call, {std::string("(") + spellingOf(op), ")"}, std::vector<const Expr*>{call->getArg(0)});
    if (result && result->operands[0].type == "appyl::bfloat16") inFloat(*result, 0);
    return result;
  }
  if (call->isAssignmentOp()) return refuse(call, "an assignment inside an expression");
  auto left = read(call->getArg(0)), right = left ? read(call->getArg(1)) : std::nullopt;
  if (!left || !right) return std::nullopt;
  // arange(B) + i is a place.
  for (TileExpression* place : {&*left, &*right}) {
    const TileExpression& other = place == &*left ? *right : *left;
    const Expr* scalar = strip(place == &*left ? call->getArg(1) : call->getArg(0));
    const bool isPlus = op == OO_Plus || (op == OO_Minus && place == &*left);
    if (place->kind != TileExpression::Kind::Place || !isPlus || !scalar->getType()->isIntegerType() ||
        !other.operands.empty())
      continue;
    const auto start = op == OO_Plus ? add(place->subscripts[0].start, readNumber(scalar, true))
                                     : subtract(place->subscripts[0].start, readNumber(scalar, true));
    if (!start) break;
    TileExpression moved = *place;
    moved.subscripts[0].start = *start;
    moved.type = typeText(laneType(call->getType()));
    moved.expr = call;
    return moved;
  }
  auto result = combine(call, {"(", std::string(" ") + spellingOf(op) + " ", ")"},
                        std::vector<TileExpression>{std::move(*left), std::move(*right)});
  if (!result) return std::nullopt;
  result->precedence = op == OO_Star || op == OO_Slash || op == OO_Percent ? 1
                       : op == OO_Plus || op == OO_Minus                   ? 2
                       : call->isComparisonOp()                            ? 3
                                                                           : 4;
  const bool differ = result->operands[0].type != result->operands[1].type;
  for (std::size_t k = 0; k < 2; ++k)
    if (const std::string& type = result->operands[k].type;
        type == "appyl::bfloat16" || (differ && isSmall(type)))
      inFloat(*result, k);
  return result;
}

std::optional<TileExpression> TileExpressionReader::readCall(const CallExpr* call) {
  const std::string name = nameOf(calleeOf(call));
  const std::vector<const Expr*> arguments(call->arg_begin(), call->arg_end());
  if (name == "zeros" || name == "full" || name == "arange") return readMade(call, name);
  if (name == "sum" || name == "prod" || name == "min" || name == "max" || name == "argmin" ||
      name == "argmax")
    return readFold(call, name);
  if (name == "dot" || name == "matmul") return readDot(call);
  if (name == "transpose") return readTransposed(call);
  if (name == "reshape") return readReshaped(call);
  if (name == "load") return readLoad(call);
  const QualType first = arguments.empty() ? QualType() : laneType(bareTile(arguments[0])->getType());
  if (const std::string form = laneForm(name, first); !form.empty()) {
    auto result = combine(call, piecesOf(form), arguments);
    if (!result) return std::nullopt;
    for (std::size_t k = 0; k < result->operands.size(); ++k)
      if (isSmall(result->operands[k].type)) inFloat(*result, k);
    if (name == "rsqrt") result->pieces.front() = "(" + result->pieces.front(), result->pieces.back() += ")";
    return result;
  }
  if (name == "where") {
    auto result = combine(call, {"(", " ? ", " : ", ")"}, arguments);
    if (!result) return std::nullopt;
    const std::string &a = result->operands[1].type, &b = result->operands[2].type;
    if (a != b && (a + b).find("appyl::") != std::string::npos)  // either becomes the other
      result->pieces = {"(", " ? static_cast<" + result->type + ">(",
                        ") : static_cast<" + result->type + ">(", "))"};
    return result;
  }
  if (name == "minimum" || name == "maximum") {
    auto result = combine(call, {"", "", ""}, arguments);
    if (!result) return std::nullopt;
    // Of equals, and beside NaN, the first: std::min and std::max want one type.
    const std::string type =
        result->operands[0].type == result->operands[1].type ? "" : "<" + result->type + ">";
    result->pieces = {(name == "minimum" ? "std::min" : "std::max") + type + "(", ", ", ")"};
    return result;
  }
  if (name == "cast") {
    const auto* reference = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    if (!reference || reference->getNumTemplateArgs() == 0) return refuse(call, "'cast' of an unknown type");
    const SourceManager& sources = context.getSourceManager();
    const std::string type =
        Lexer::getSourceText(CharSourceRange::getTokenRange(reference->getTemplateArgs()[0].getSourceRange()),
                             sources, context.getLangOpts())
            .str();
    return combine(call, {"static_cast<" + type + ">(", ")"}, arguments);
  }
  if (name == "map") {
    std::vector<std::string> pieces{textOf(arguments[0], context) + "("};
    for (std::size_t k = 2; k < arguments.size(); ++k) pieces.push_back(", ");
    pieces.push_back(")");
    if (isa<LambdaExpr>(strip(arguments[0]))) pieces[0] = "(" + textOf(arguments[0], context) + ")(";
    return combine(call, std::move(pieces), std::vector<const Expr*>(arguments.begin() + 1, arguments.end()));
  }
  return refuse(call, "'" + (name.empty() ? textOf(call, context) : name) + "' is not taken apart");
}

std::optional<TileExpression> TileExpressionReader::readMade(const CallExpr* call, const std::string& name) {
  TileExpression result;
  result.expr = call;
  result.type = typeText(laneType(call->getType()));
  if (name == "arange") {
    result.kind = TileExpression::Kind::Place;
    const int axis = addAxis(readExtent(call->getArg(0)));
    result.subscripts.push_back({Polynomial(0), axis, -1});
    result.dimensions.push_back({axis, {}, true});
    return result;
  }
  unsigned first = 0;
  if (name == "full") {
    auto value = readScalar(call->getArg(0)->IgnoreParenImpCasts());
    if (!value) return std::nullopt;
    result.pieces = {"", ""};
    result.operands.push_back(std::move(*value));
    first = 1;
  } else {
    result.pieces = {"0"};
  }
  for (unsigned k = first; k < call->getNumArgs(); ++k)
    result.dimensions.push_back({addAxis(readExtent(call->getArg(k))), {}, true});
  return result;
}

std::optional<TileExpression> TileExpressionReader::readFold(const CallExpr* call, const std::string& name) {
  auto operand = read(call->getArg(0));
  if (!operand) return std::nullopt;
  TileExpression result;
  result.kind = TileExpression::Kind::Fold;
  result.expr = call;
  result.type = typeText(laneType(call->getType()));
  result.op = name == "sum" ? "+" : name == "prod" ? "*" : name;
  result.guards = operand->guards;
  std::vector<LaneDimension> rest;
  if (call->getNumArgs() == 2) {
    Expr::EvalResult axis;
    if (!call->getArg(1)->EvaluateAsInt(axis, context))
      return refuse(call->getArg(1), "an axis that is no constant");
    const std::int64_t along = axis.Val.getInt().getExtValue();
    if (along < 0 || along >= static_cast<std::int64_t>(operand->dimensions.size())) {
      std::string shape;
      for (const LaneDimension& each : operand->dimensions)
        shape += (shape.empty() ? "" : ", ") + sizeOf(each);
      diags.report(Diag::AxisOutOfRange, call->getArg(1)->getExprLoc(),
                   {std::to_string(along), "(" + shape + ")", std::to_string(operand->dimensions.size())});
      return std::nullopt;
    }
    rest = operand->dimensions;
    result.folded.push_back(rest[along]);
    rest.erase(rest.begin() + along);
  } else {
    result.folded = operand->dimensions;
  }
  result.dimensions = rest;
  result.operands.push_back(std::move(*operand));
  return result;
}

/// The sum over the products of matrices' rows and columns; the dimensions in front of the last two are
/// broadcast.
std::optional<TileExpression> TileExpressionReader::readDot(const CallExpr* call) {
  auto a = read(call->getArg(0)), b = a ? read(call->getArg(1)) : std::nullopt;
  if (!a || !b) return std::nullopt;
  std::vector<LaneDimension> inA = a->dimensions, inB = b->dimensions;
  if (inA.empty() || inB.empty()) return refuse(call, "'dot' of a number");
  TileExpression result;
  result.kind = TileExpression::Kind::Fold;
  result.expr = call;
  result.op = "+";
  result.type = typeText(laneType(call->getType()));
  LaneDimension along = inA.back();
  const std::size_t at = inB.size() == 1 ? 0 : inB.size() - 2;
  if ((along.axis < 0) != (inB[at].axis < 0)) return shapesDiffer(call, inA, inB), std::nullopt;
  if (!align(along, inB[at], call)) return shapesDiffer(call, inA, inB), std::nullopt;
  result.folded = {along};
  const std::size_t batchA = inA.size() > 1 ? inA.size() - 2 : 0,
                    batchB = inB.size() > 1 ? inB.size() - 2 : 0;
  std::vector<LaneDimension> outer(inA.begin(), inA.begin() + batchA);
  if (!fit(outer, std::vector<LaneDimension>(inB.begin(), inB.begin() + batchB), call)) return std::nullopt;
  result.dimensions = outer;
  if (inA.size() > 1) result.dimensions.push_back(inA[inA.size() - 2]);
  if (inB.size() > 1) result.dimensions.push_back(inB.back());
  TileExpression product;
  product.expr = call;
  product.type = result.type;
  const auto factor = [&](const TileExpression& operand) {
    return operand.type == result.type
               ? std::pair<std::string, std::string>("", "")
               : std::pair<std::string, std::string>("static_cast<" + result.type + ">(", ")");
  };
  const auto first = factor(*a), second = factor(*b);
  if ((!first.first.empty() || !second.first.empty()) && mentionsDependent(call))
    return refuse(call, "a 'dot' of types that only an instance of the template knows");
  product.isDependent = mentionsDependent(call);
  product.precedence = 1;
  product.pieces = {first.first, first.second + " * " + second.first, second.second};
  for (TileExpression* each : {&*a, &*b}) {
    result.guards.insert(result.guards.end(), each->guards.begin(), each->guards.end());
    product.operands.push_back(std::move(*each));
  }
  result.operands.push_back(std::move(product));
  return result;
}

std::optional<TileExpression> TileExpressionReader::readTransposed(const CallExpr* call) {
  auto operand = read(call->getArg(0));
  if (operand) std::reverse(operand->dimensions.begin(), operand->dimensions.end());
  return operand;
}

/// Dimensions of one lane come and go; any other change of shape would tear lanes from their axes.
std::optional<TileExpression> TileExpressionReader::readReshaped(const CallExpr* call) {
  auto operand = read(call->getArg(0));
  if (!operand) return std::nullopt;
  std::vector<LaneDimension> kept;
  for (const LaneDimension& each : operand->dimensions)
    if (each.axis >= 0) kept.push_back(each);
  std::vector<LaneDimension> result;
  std::size_t next = 0;
  for (unsigned k = 1; k < call->getNumArgs(); ++k) {
    const Extent size = readExtent(call->getArg(k));
    if (isConstant(size, 1)) {
      result.push_back({});
      continue;
    }
    if (next == kept.size()) return refuse(call, "a 'reshape' that changes more than dimensions of one lane");
    LaneDimension made{addAxis(size), {}, true};
    if (program.axes[program.axis(kept[next].axis)].size.value != size.value)
      return refuse(call, "a 'reshape' that changes more than dimensions of one lane");
    align(kept[next], made, call);
    result.push_back(kept[next++]);
  }
  if (next != kept.size()) return refuse(call, "a 'reshape' that changes more than dimensions of one lane");
  operand->dimensions = result;
  return operand;
}

/// load(block, mask, other): a lane whose mask is true is inside the array where the mask says so itself, as
/// `arange(B) + i < n` does.
std::optional<TileExpression> TileExpressionReader::readLoad(const CallExpr* call) {
  auto block = read(call->getArg(0));
  if (!block || call->getNumArgs() == 1) return block;
  auto mask = read(call->getArg(1));
  if (!mask) return std::nullopt;
  std::optional<TileExpression> other;
  if (call->getNumArgs() > 2 && !isa<CXXDefaultArgExpr>(call->getArg(2))) {
    other = read(call->getArg(2));
    if (!other) return std::nullopt;
  } else {
    other.emplace();
    other->pieces = {"0"};
    other->type = block->type;
    other->expr = call;
  }
  // Places that the mask bounds: `p + lane < n`.
  std::vector<std::pair<const TileExpression*, Polynomial>> bounds;
  std::function<void(const TileExpression&)> look = [&](const TileExpression& each) {
    if (each.kind == TileExpression::Kind::Local && !program.locals[each.local].always.empty())
      return look(program.locals[each.local].always.front());
    if (each.kind != TileExpression::Kind::Text || each.operands.size() != 2) return;
    const std::string op = each.pieces[1];
    if (op == " && " || op == " & ") {
      look(each.operands[0]);
      look(each.operands[1]);
    } else if (op == " < " && each.operands[0].kind == TileExpression::Kind::Place &&
               each.operands[1].operands.empty() && each.operands[1].dimensions.empty()) {
      bounds.push_back({&each.operands[0], readNumber(each.operands[1].expr)});
    }
  };
  look(*mask);
  std::vector<LaneDimension> dimensions = block->dimensions;
  if (!fit(dimensions, mask->dimensions, call)) return std::nullopt;
  for (LaneDimension& dimension : block->dimensions) {
    for (const Clip& clip : dimension.clips) {
      bool isBounded = false;
      for (const auto& [place, end] : bounds) {
        if (program.axis(place->dimensions[0].axis) != program.axis(dimension.axis) ||
            place->subscripts[0].start != clip.start)
          continue;
        isBounded = true;
        if (end != clip.extent) conditions.insert(print(end) + " <= " + print(clip.extent));
      }
      if (!isBounded)
        return refuse(call, "a masked 'load' of which the mask does not say that its lanes are inside '" +
                                block->name + "'");
      if (clip.start.isConstant()
              ? *clip.start.constant() < 0
              : dimension.axis >= 0 && program.axes[program.axis(dimension.axis)].loop < 0)
        return refuse(call, "a masked 'load' that may begin before '" + block->name + "'");
    }
    dimension.clips.clear();
  }
  std::vector<TileExpression> operands;
  operands.push_back(std::move(*mask));
  operands.push_back(std::move(*block));
  operands.push_back(std::move(*other));
  return combine(call, {"(", " ? ", " : ", ")"}, std::move(operands));
}

}  // namespace appyl
