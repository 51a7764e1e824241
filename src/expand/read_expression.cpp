#include "expand/read_expression.h"

#include "expand/array_language.h"
#include "nest/scev/scalar_evolution.h"

namespace appyl {

using namespace clang;

std::nullopt_t TileExpressionReader::refuse(const Stmt* where, std::string why) {
  if (!refusal) refusal = TileRefusal{where, std::move(why)};
  return std::nullopt;
}

/// Are there operands beside an operator, of the program's own, too?
static bool isCompound(const Expr* expression) {
  const auto* conversion =
      dyn_cast<CXXMemberCallExpr>(expression);  // of a class to a number, which is not written
  if (conversion && isa_and_nonnull<CXXConversionDecl>(conversion->getMethodDecl()) &&
      conversion->getExprLoc() == conversion->getImplicitObjectArgument()->getExprLoc())
    return isCompound(strip(conversion->getImplicitObjectArgument()));
  const auto* call = dyn_cast<CXXOperatorCallExpr>(expression);
  const bool isInfix = call && call->getNumArgs() == 2 && call->getOperator() != OO_Call &&
                       call->getOperator() != OO_Subscript && call->getOperator() != OO_Arrow;
  return isInfix || isa<BinaryOperator, CXXRewrittenBinaryOperator, AbstractConditionalOperator>(expression);
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

/// `x.extent(0)`, `x.size()` of one dimension; `static_cast<int>(x.extent(0))` is taken to be the same
/// number, as in `int n = x.extent(0);`.
static const CXXMemberCallExpr* sizeOfView(const Expr* expression, const ASTContext& context) {
  const auto* conversion = dyn_cast<ExplicitCastExpr>(expression);
  if (conversion &&
      (!conversion->getType()->isIntegerType() || context.getTypeSize(conversion->getType()) < 32))
    return nullptr;
  const auto* call = dyn_cast<CXXMemberCallExpr>(conversion ? strip(conversion->getSubExpr()) : expression);
  if (!call || !isViewType(call->getImplicitObjectArgument()->getType())) return nullptr;
  const bool isSize =
      calleeName(call) == "size" && isViewOfOneDimension(call->getImplicitObjectArgument()->getType());
  return isSize || calleeName(call) == "extent" ? call : nullptr;
}

/// The counter in `static_cast<int>(i)`, which is taken to be the same number, likewise.
const Expr* TileExpressionReader::convertedCounter(const Expr* expression) const {
  const auto* conversion = dyn_cast<ExplicitCastExpr>(expression);
  const auto* named = conversion ? dyn_cast<DeclRefExpr>(strip(conversion->getSubExpr())) : nullptr;
  const auto* counter = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  const bool isWide = conversion && conversion->getType()->isSignedIntegerType() &&
                      source.ast.getTypeSize(conversion->getType()) >= 32;
  return counter && isWide && counters.count(counter) ? named : nullptr;
}

Polynomial TileExpressionReader::readNumber(const Expr* expression, bool isPlace) {
  const Expr* written = expression->IgnoreParenImpCasts();
  if (const auto* parameter = dyn_cast<SubstNonTypeTemplateParmExpr>(written); parameter && !scope)
    return Polynomial::symbol(parameter->getParameter()->getNameAsString());
  expression = strip(expression);
  if (const Expr* counter = convertedCounter(expression)) expression = counter;
  if (const Bound* bound = boundTo(expression)) return readBoundNumber(*bound, isPlace);
  const auto* named = dyn_cast<DeclRefExpr>(expression);
  const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  const auto* function = variable ? dyn_cast<FunctionDecl>(variable->getDeclContext()) : nullptr;
  const bool dependsOnTemplate = function && function->isTemplateInstantiation() && !scope;
  if (!dependsOnTemplate && !expression->isValueDependent()) {
    bool mentionsTemplate = false;
    std::function<void(const Stmt*)> look = [&](const Stmt* each) {
      mentionsTemplate |= isa<SubstNonTypeTemplateParmExpr>(each) && !scope;
      for (const Stmt* child : each->children())
        if (child) look(child);
    };
    look(expression);
    Expr::EvalResult result;
    if (!mentionsTemplate && expression->EvaluateAsInt(result, source.ast) &&
        result.Val.getInt().isRepresentableByInt64())
      return Polynomial(result.Val.getInt().getExtValue());
  }
  const auto symbol = [&](const std::string& text) {
    const QualType type = expression->getType().getNonReferenceType();
    const bool isUnsigned = !type->isDependentType() && type->isUnsignedIntegerType();
    if (variable && !scope) {
      note(*variable, isUnsigned, program);
      const bool isLikeOthers = llvm::all_of(program.named[text], [&](const VarDecl* each) {
        return each->getType().getNonReferenceType()->isUnsignedIntegerType() == isUnsigned;
      });
      if (!isLikeOthers)
        refuse(expression, "several variables named '" + text + "', of which one is unsigned");
    }
    if (isUnsigned) {
      if (!variable || scope) program.naturals.insert(text);
      if (source.ast.getTypeSize(type) >= 64) program.wideNaturals.insert(text);
    }
    return Polynomial::symbol(text);
  };
  // A slice's numbers lose their fractions, but as a whole.
  const QualType type = expression->getType().getNonReferenceType();
  if (!type->isDependentType() && type->isFloatingType())
    return symbol("static_cast<std::ptrdiff_t>(" + textHere(expression) + ")");
  if (named && !scope) {
    if (isPlace) remember(expression);
    const std::string name = named->getNameInfo().getAsString();
    const Polynomial result = symbol(name);
    if (variable && variable->isLocalVarDecl() && variable->getInit() && keepsValue(variable) &&
        program.named[name].size() == 1 && program.meanings.try_emplace(name).second)
      program.meanings[name] = readNumber(variable->getInit());
    return result;
  }
  const bool wraps = wrapsAround(expression);
  if (const auto* unary = dyn_cast<UnaryOperator>(expression);
      unary && unary->getOpcode() == UO_Minus && !wraps)
    if (const auto value = multiply(readNumber(unary->getSubExpr(), isPlace), Polynomial(-1))) return *value;
  if (const auto* binary = dyn_cast<BinaryOperator>(expression); binary && !wraps) {
    std::optional<Polynomial> value;
    if (binary->getOpcode() == BO_Add)
      value = add(readNumber(binary->getLHS(), isPlace), readNumber(binary->getRHS(), isPlace));
    else if (binary->getOpcode() == BO_Sub)
      value = subtract(readNumber(binary->getLHS(), isPlace), readNumber(binary->getRHS(), isPlace));
    else if (binary->getOpcode() == BO_Mul)
      value = multiply(readNumber(binary->getLHS(), isPlace), readNumber(binary->getRHS(), isPlace));
    if (value) return *value;
  }
  if (named && isPlace) remember(expression);
  if (const auto* size = sizeOfView(expression, source.ast)) {
    const std::string extent =  // x.size() by its other name
        calleeName(size) == "size" ? textHere(size->getImplicitObjectArgument()) + ".extent(0)"
                                   : textHere(size);
    program.naturals.insert(extent);
    return symbol(extent);
  }
  const std::string text = textHere(expression);
  const bool isOne =
      isa<ArraySubscriptExpr, CallExpr, MemberExpr, DeclRefExpr>(expression) && !isCompound(expression);
  const std::string name = isOne ? text : "(" + text + ")";
  const auto* quotient = scope ? nullptr : dyn_cast<BinaryOperator>(expression);
  if (quotient && (quotient->getOpcode() == BO_Div || quotient->getOpcode() == BO_Rem) &&
      isNatural(readNumber(quotient->getLHS()), program) &&
      isNatural(readNumber(quotient->getRHS()), program))
    program.naturals.insert(name);
  return symbol(name);
}

Polynomial TileExpressionReader::readBoundNumber(const Bound& bound, bool isPlace) {
  const QualType own = strip(bound.value)->getType().getNonReferenceType();
  const bool isSame = bound.type->isIntegerType() && own->isIntegerType() &&
                      bound.type->isSignedIntegerType() == own->isSignedIntegerType() &&
                      source.ast.getTypeSize(own) <= source.ast.getTypeSize(bound.type);
  if (bound.kept || !isSame) {
    refuse(bound.value,
           "'" + textOf(bound.value, source.ast) +
               "', as a place in a function on tiles, is of another type, or computed; give it a name "
               "before the statement");
    return Polynomial::symbol("?");
  }
  const Scope* here = std::exchange(scope, bound.scope);
  const Polynomial result = readNumber(bound.value, isPlace);
  scope = here;
  return result;
}

/// Unsigned numbers of 32 bits, of which a difference, a product, or a sum with a negative one may be another
/// one than the place that it stands for: a place has 64 bits.
bool TileExpressionReader::wrapsAround(const Expr* expression) const {
  const QualType type = expression->getType();
  if (type->isDependentType() || !type->isUnsignedIntegerType() || source.ast.getTypeSize(type) > 32)
    return false;
  const auto* binary = dyn_cast<BinaryOperator>(expression);
  if (!binary || binary->getOpcode() != BO_Add) return true;
  return llvm::any_of(binary->children(), [&](const Stmt* each) {
    const auto* operand = cast<Expr>(each)->IgnoreParenImpCasts();
    Expr::EvalResult result;
    if (!operand->getType()->isSignedIntegerType()) return false;
    return !operand->EvaluateAsInt(result, source.ast) || result.Val.getInt().isNegative();
  });
}

Extent TileExpressionReader::readExtent(const Expr* expression) {
  Expr::EvalResult result;
  const Expr* written = expression->IgnoreParenImpCasts();
  const auto* parameter = dyn_cast<SubstNonTypeTemplateParmExpr>(written);
  const Polynomial value = readNumber(expression);
  const bool isKnown = !expression->isValueDependent() && expression->EvaluateAsInt(result, source.ast);
  if (scope) return {value, print(value), isKnown || value.isConstant(), value.terms.size() < 2};
  if (parameter) return {value, parameter->getParameter()->getNameAsString(), isKnown};
  const std::string text = textOf(strip(expression), source.ast);
  if (!isCompound(strip(expression))) return {value, text, isKnown};
  const auto* binary = dyn_cast<BinaryOperator>(strip(expression));
  const bool isSum = binary && (binary->isMultiplicativeOp() || binary->isAdditiveOp());
  return isSum ? Extent{value, text, isKnown, false} : Extent{value, "(" + text + ")", isKnown};
}

// --- dimensions
// ------------------------------------------------------------------------------------------------------------

int TileExpressionReader::addAxis(Extent size, int loop) {
  if (isConstant(size, 1)) return -1;
  program.axes.push_back({-1, -1, std::move(size), loop, false});
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
  source.diags.report(Diag::ShapesDiffer, at->getExprLoc(), {text(a), text(b)});
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
    program.assumptions.push_back(
        {one.size.value, other.size.value, one.size.text + " == " + other.size.text, at});
  }
  one.isMixed |= other.isMixed || (one.loop >= 0 && other.loop >= 0 && one.loop != other.loop);
  if (one.loop < 0) one.loop = other.loop;
  if (other.size.isConstant) one.size = other.size;
  other.sameAs = first;
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

void TileExpressionReader::rename(TileExpression& expression, int axis, int to) const {
  const auto change = [&](int& each) {
    if (each >= 0 && program.axis(each) == axis) each = to;
  };
  for (LaneDimension& each : expression.dimensions) change(each.axis);
  for (LaneDimension& each : expression.folded) change(each.axis);
  for (TileExpression::Subscript& each : expression.subscripts) change(each.axis);
  for (int& each : expression.localAxes) change(each);
  for (TileExpression& each : expression.operands) rename(each, axis, to);
}

void TileExpressionReader::giveOwn(TileExpression& expression, int axis) {
  TileAxis copy = program.axes[axis];
  copy.copyOf = axis;
  program.axes.push_back(copy);
  rename(expression, axis, static_cast<int>(program.axes.size()) - 1);
}

bool TileExpressionReader::isOfTile(const LocalTile& tile, int axis) const {
  return llvm::any_of(tile.dimensions, [&](const LaneDimension& each) {
    return each.axis >= 0 && program.axis(each.axis) == axis;
  });
}

void TileExpressionReader::separate(const std::vector<LaneDimension>& beside, TileExpression& operand) {
  const std::size_t rank = operand.dimensions.size();
  for (std::size_t k = 0; k < rank; ++k)
    for (std::size_t other = 0; other < beside.size(); ++other) {
      const int axis = program.axis(operand.dimensions[k].axis), fixed = program.axis(beside[other].axis);
      if (axis < 0 || fixed < 0) continue;
      const bool isPartner = beside.size() - other == rank - k;
      const bool areOfOneTile = llvm::any_of(program.locals, [&](const LocalTile& tile) {
        return axis != fixed && isOfTile(tile, axis) && isOfTile(tile, fixed);
      });
      if (isPartner ? areOfOneTile : axis == fixed) giveOwn(operand, axis);
    }
}

void TileExpressionReader::separateFolded(TileExpression& fold) {
  for (const LaneDimension& each : std::vector<LaneDimension>(fold.folded)) {
    const int axis = program.axis(each.axis);
    if (axis >= 0 &&
        llvm::any_of(program.locals, [&](const LocalTile& tile) { return isOfTile(tile, axis); }))
      giveOwn(fold, axis);
  }
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
  giveTypes(result);
  for (TileExpression& operand : result.operands) {
    separate(result.dimensions, operand);
    if (!fit(result.dimensions, operand.dimensions, at)) return std::nullopt;
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

/// The operand of a written conversion `tile<int>(x)` to lanes of another type; null: it is none.
static const Expr* convertedOperand(const Expr* expression, const ASTContext& context) {
  expression = strip(expression);
  const auto* cast = dyn_cast<ExplicitCastExpr>(expression);
  const auto* made = dyn_cast<CXXTemporaryObjectExpr>(expression);
  const Expr* operand = cast                              ? strip(cast->getSubExpr())
                        : made && made->getNumArgs() == 1 ? strip(made->getArg(0))
                                                          : nullptr;
  const auto* inner = cast ? dyn_cast_or_null<CXXConstructExpr>(operand) : nullptr;
  if (inner && !isa<CXXTemporaryObjectExpr>(inner) && inner->getNumArgs() == 1)
    operand = strip(inner->getArg(0));
  return operand && isTileOperand(expression->getType()) && isTileOperand(operand->getType()) &&
                 !context.hasSameUnqualifiedType(laneType(expression->getType()),
                                                 laneType(operand->getType()))
             ? operand
             : nullptr;
}

std::optional<TileExpression> TileExpressionReader::read(const Expr* expression) {
  if (const Expr* operand = convertedOperand(expression, source.ast)) {
    if (bareTile(operand) != operand)
      return refuse(expression, "a conversion of a conversion; name the first");
    auto value = read(operand);
    return value ? std::optional(asType(std::move(*value), strip(expression)->getType(), operand))
                 : std::nullopt;
  }
  expression = bareTile(expression);
  if (depth > 200) return refuse(expression, "an expression that is nested too deeply");
  ++depth;
  auto result = [&]() -> std::optional<TileExpression> {
    if (const Bound* bound = boundTo(expression); bound && !isViewType(bound->type)) return readBound(*bound);
    if (const FunctionDecl* helper = helperOf(expression))
      return readHelper(cast<CallExpr>(expression), helper);
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
    if (const auto* call = dyn_cast<CXXMemberCallExpr>(expression);
        call && isa_and_nonnull<CXXConversionDecl>(call->getMethodDecl()))
      return read(call->getImplicitObjectArgument());  // a bfloat16 as the float that nothing says
    if (const auto* call = dyn_cast<CallExpr>(expression);
        call && languageFunction(call) && !isOfView(languageFunction(call)))
      return readCall(call);
    if (const auto* call = dyn_cast<CallExpr>(expression); call && inTemplate())
      if (auto value = readFunctionOfC(call)) return value;
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
        result.type = typeText(laneType(expression->getType()));
        for (const LaneDimension& each : tile.dimensions) result.localAxes.push_back(each.axis);
        return result;
      }
      if (isViewType(expression->getType())) return readView(expression);
      return refuse(expression,
                    isa<CallExpr>(expression)
                        ? "a function that returns a tile"
                        : "'" + textOf(expression, source.ast) +
                              "' is a tile from elsewhere; declare it where it is used, or keep its "
                              "values in an array");
    }
    return readScalar(expression);
  }();
  --depth;
  if (result) result->isDependent = (scope && scope->isDependent) || mentionsDependent(expression);
  return result;
}

bool TileExpressionReader::mentionsDependent(const Stmt* statement) const {
  if (program.dependent.empty()) return false;
  if (const auto* number = dyn_cast<Expr>(statement);
      number && number->getType()->getAs<SubstTemplateTypeParmType>())
    return true;
  if (const auto* reference = dyn_cast<DeclRefExpr>(statement);
      reference && (program.dependent.count(reference->getNameInfo().getAsString()) ||
                    llvm::any_of(reference->template_arguments(), [](const TemplateArgumentLoc& each) {
                      return each.getArgument().getKind() == TemplateArgument::Type &&
                             each.getArgument().getAsType()->getAs<SubstTemplateTypeParmType>();
                    })))
    return true;
  if (const auto* member = dyn_cast<MemberExpr>(statement);
      member && program.dependent.count(member->getMemberDecl()->getNameAsString()))
    return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt* each) { return each && mentionsDependent(each); });
}

TileExpression TileExpressionReader::placeOf(const Expr* number) const {
  TileExpression place;
  place.expr = number;
  place.pieces = {textOf(number, source.ast)};
  place.type = typeText(number->getType());
  place.isDependent = mentionsDependent(number);
  return place;
}

/// Is it the node, or is that a part of it?
static bool mentionsNode(const Stmt* whole, const Stmt* part) {
  return whole && part && (whole == part || llvm::any_of(whole->children(), [&](const Stmt* each) {
                             return mentionsNode(each, part);
                           }));
}

/// Is its type the same in all instances of a template: `static_cast<float>(x)`, `x.extent(0)`, an `int i`?
static bool namesItsType(const Expr* number) {
  number = strip(number);
  const auto* named = dyn_cast<DeclRefExpr>(number);
  const QualType type = named ? named->getDecl()->getType() : number->getType();
  const bool isSaid = named || isa<ExplicitCastExpr, CXXMemberCallExpr>(number);
  return isSaid && !type->getContainedAutoType() && !type->getAs<SubstTemplateTypeParmType>();
}

/// The text of a scalar, with what it takes from tiles between its pieces.
std::optional<TileExpression> TileExpressionReader::readScalar(const Expr* expression) {
  std::vector<TextPart> parts;
  bool good = true;
  std::function<void(const Stmt*)> look = [&](const Stmt* each) {
    if (!each || isa<LambdaExpr>(each)) return;
    const auto* part = dyn_cast<Expr>(each);
    if (part && part != expression) {
      const Expr* bare = bareTile(part);
      const auto* call = dyn_cast<CXXOperatorCallExpr>(bare);
      const bool isElement = call && call->getOperator() == OO_Call && isTile(call->getArg(0)->getType());
      const FunctionDecl* callee = languageFunction(bare);
      const bool isFunction = callee && !call && !isOfView(callee) && !isa<CXXConstructorDecl>(callee);
      if (isElement || isFunction || helperOf(bare)) {
        parts.push_back({bare->getSourceRange(), bare, ""});
        return;
      }
      if (isTile(bare->getType())) good = false;
    }
    for (const Stmt* child : each->children()) look(child);
  };
  look(expression);
  if (!good)
    return refuse(expression, "'" + textOf(expression, source.ast) + "' takes a tile out of its program");
  if (scope) {
    std::vector<TextPart> foreign;
    if (!foreignParts(expression, foreign)) return std::nullopt;
    const std::vector<TextPart> own = parts;
    for (TextPart& each : foreign)
      if (llvm::none_of(own, [&](const TextPart& other) {
            return other.range.fullyContains(each.range) || mentionsNode(other.expr, each.expr);
          }))
        parts.push_back(std::move(each));
    llvm::sort(parts,
               [](const TextPart& a, const TextPart& b) { return a.range.getBegin() < b.range.getBegin(); });
  }
  const SourceManager& sources = source.ast.getSourceManager();
  TileExpression result;
  result.expr = expression;
  result.type = typeText(laneType(expression->getType()));
  result.isWide = namesItsType(expression) && !isSmallFloat(recordOf(expression->getType()));
  const auto range = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(expression->getSourceRange()),
                                              sources, source.ast.getLangOpts());
  // Between other operands it stays one.
  const bool isWhole = !isCompound(expression) && !isa<CStyleCastExpr, LambdaExpr>(expression);
  const std::string open = isWhole ? "" : "(", close = isWhole ? "" : ")";
  if (parts.empty()) {
    result.pieces = {open + textOf(expression, source.ast) + close};
    return result;
  }
  if (range.isInvalid()) return refuse(expression, "a macro cuts the expression apart");
  SourceLocation at = range.getBegin();
  std::string before;
  for (const TextPart& part : parts) {
    const auto inner = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(part.range), sources,
                                                source.ast.getLangOpts());
    if (inner.isInvalid()) return refuse(expression, "a macro cuts the expression apart");
    before += Lexer::getSourceText(CharSourceRange::getCharRange(at, inner.getBegin()), sources,
                                   source.ast.getLangOpts());
    at = inner.getEnd();
    if (!part.expr) {
      before += part.text;
      continue;
    }
    const Bound* bound = boundTo(part.expr);
    auto operand = bound && isViewType(bound->type) ? readName(*bound) : read(part.expr);
    if (!operand) return std::nullopt;
    if (!operand->dimensions.empty()) return refuse(part.expr, "a tile where a number stands");
    if (!bound && isConditional(part.expr, expression) && !isHarmless(part.expr))
      return refuse(part.expr, "a number that is found out only where a condition holds; take it in an 'if'");
    if (!bound && comesBehindEffects(part.expr, expression)) return refuse(part.expr, behindEffects.str());
    result.guards.insert(result.guards.end(), operand->guards.begin(), operand->guards.end());
    if (operand->kind == TileExpression::Kind::Text && operand->operands.empty() && bound) {
      before += operand->pieces[0];
      continue;
    }
    result.pieces.push_back(std::exchange(before, ""));
    result.operands.push_back(std::move(*operand));
  }
  result.pieces.push_back(before + Lexer::getSourceText(CharSourceRange::getCharRange(at, range.getEnd()),
                                                        sources, source.ast.getLangOpts())
                                       .str());
  result.pieces.front() = open + result.pieces.front();
  result.pieces.back() += close;
  return result;
}

/// Is the part of the expression evaluated only where another part says so?
bool TileExpressionReader::isConditional(const Expr* part, const Expr* whole) const {
  const auto contains = [&](const Stmt* statement) {
    bool found = false;
    walk(statement, source.directives, [&](const Stmt* each) { return !(found |= each == part); });
    return found;
  };
  bool isConditional = false;
  walk(whole, source.directives, [&](const Stmt* each) {
    if (const auto* choice = dyn_cast<AbstractConditionalOperator>(each))
      isConditional |= contains(choice->getTrueExpr()) || contains(choice->getFalseExpr());
    if (const auto* logical = dyn_cast<BinaryOperator>(each); logical && logical->isLogicalOp())
      isConditional |= contains(logical->getRHS());
    return true;
  });
  return isConditional;
}

/// Does it do nothing but compute, whatever the values of its variables? Slices are inside of their arrays.
bool TileExpressionReader::isHarmless(const Expr* expression) const {
  bool good = !mayHaveEffects(expression);
  walk(expression, source.directives, [&](const Stmt* each) {
    const auto* part = dyn_cast<Expr>(each);
    const auto* binary = dyn_cast<BinaryOperator>(each);
    const auto* unary = dyn_cast<UnaryOperator>(each);
    const auto* call = dyn_cast<CXXOperatorCallExpr>(each);
    const bool divides = (binary && (binary->getOpcode() == BO_Div || binary->getOpcode() == BO_Rem)) ||
                         (call && (call->getOperator() == OO_Slash || call->getOperator() == OO_Percent));
    good &= !isa<ArraySubscriptExpr>(each) && !(unary && unary->getOpcode() == UO_Deref) &&
            !(divides && laneType(part->getType())->isIntegerType());
    if (call && call->getOperator() == OO_Call)
      for (unsigned k = 1; k < call->getNumArgs(); ++k) {
        const QualType type = strip(call->getArg(k))->getType();
        good &=
            isNamed(type, "slice") || isNamed(type, "all_t") || call->getArg(k)->isEvaluatable(source.ast);
      }
    if (const auto* reference = dyn_cast<DeclRefExpr>(each))
      if (const auto alias = aliases.find(dyn_cast<VarDecl>(reference->getDecl())); alias != aliases.end())
        good &= isHarmless(alias->second);
    return good;
  });
  return good;
}

}  // namespace appyl
