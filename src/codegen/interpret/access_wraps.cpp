#include "codegen/interpret/access_wraps.h"

#include <clang/AST/ExprCXX.h>

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

const char* wordFor(AccessMode mode) {
  switch (mode) {
    case AccessMode::Touch: return "touch";
    case AccessMode::Read: return "read";
    case AccessMode::Write: return "write";
    case AccessMode::Update: return "update";
    case AccessMode::Combine: return "combine";
    case AccessMode::CombineInside: return "combine_inside";
  }
  llvm_unreachable("a mode");
}

/// What happens to an element that is used in both ways.
AccessMode both(AccessMode a, AccessMode b) {
  if (a == b || b == AccessMode::Touch) return a;
  if (a == AccessMode::Touch) return b;
  return AccessMode::Update;
}

/// On one line, as a string literal.
std::string literal(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c))) {
      if (result.back() != ' ') result += ' ';
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

/// Variables, numbers and expressions of these: their text means the same everywhere.
bool isPlain(const Expr* expression) {
  const Expr* inner = expression->IgnoreParenImpCasts();
  if (const auto* reference = dyn_cast<DeclRefExpr>(inner))
    return isa<VarDecl, EnumConstantDecl, NonTypeTemplateParmDecl>(reference->getDecl());
  if (const auto* member = dyn_cast<MemberExpr>(inner))
    return isa<FieldDecl>(member->getMemberDecl()) &&
           (member->isImplicitAccess() || isPlain(member->getBase()));
  if (const auto* binary = dyn_cast<BinaryOperator>(inner))
    return (binary->isAdditiveOp() || binary->isMultiplicativeOp() || binary->isBitwiseOp() ||
            binary->isShiftOp()) &&
           isPlain(binary->getLHS()) && isPlain(binary->getRHS());
  if (const auto* unary = dyn_cast<UnaryOperator>(inner))
    return (unary->getOpcode() == UO_Minus || unary->getOpcode() == UO_Plus ||
            unary->getOpcode() == UO_Not) &&
           isPlain(unary->getSubExpr());
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(inner))
    return cast->getType()->isIntegerType() && isPlain(cast->getSubExpr());
  return isa<IntegerLiteral, CXXThisExpr>(inner);
}

std::string printed(const Expr* expression, const ASTContext& context) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  expression->IgnoreImpCasts()->printPretty(stream, nullptr, PrintingPolicy(context.getLangOpts()));
  return text;
}

}  // namespace

bool AccessWraps::spelledOut(const FileRange& whole, const Expr* base,
                             const std::vector<const Expr*>& indices, Wrap& wrap) const {
  bool isPlainToo = isPlain(base);
  for (const Expr* index : indices) isPlainToo = isPlainToo && isPlain(index);
  for (const auto& [key, inner] : wraps)
    isPlainToo = isPlainToo && !(whole.begin <= key.first && ~key.second <= whole.end &&
                                 key != std::make_pair(whole.begin, ~whole.end));
  if (!isPlainToo) return false;
  std::string text = printed(base, context);
  for (const Expr* index : indices) text += ", " + printed(index, context);
  wrap.pieces = {{whole, text + wrap.end}};
  return true;
}

void AccessWraps::add(const FileRange& range, Wrap wrap) {
  const auto key = std::make_pair(range.begin, ~range.end);
  const auto [known, isNew] = wraps.try_emplace(key, wrap);
  if (!isNew) known->second.mode = both(known->second.mode, wrap.mode);
}

std::string AccessWraps::siteOf(SourceLocation location, const std::string& name) const {
  const SourcePlace place = placeOf(context.getSourceManager().getExpansionLoc(location));
  return fmt::format("{{{}, {}, {}{}}}", place.line, place.column, literal(name),
                     place.header.empty() ? "" : ", " + literal(place.header));
}

/// `[` and `][` become commas, the last bracket becomes the end of the call.
bool AccessWraps::between(const FileRange& whole, const Expr* base, const std::vector<const Expr*>& indices,
                          Wrap& wrap) const {
  const auto first = rangeOf(base->getSourceRange(), context);
  if (!first || first->begin < whole.begin || first->end > whole.end) return false;
  if (first->begin > whole.begin)
    wrap.pieces.push_back({{whole.begin, first->begin}, ""});  // `*(` of `*(p + i)`
  unsigned at = first->end;
  for (const Expr* index : indices) {
    const auto range = rangeOf(index->getSourceRange(), context);
    if (!range || range->begin <= at || range->end >= whole.end) return false;
    wrap.pieces.push_back({{at, range->begin}, ", "});
    at = range->end;
  }
  wrap.pieces.push_back({{at, whole.end}, wrap.end});
  return true;
}

std::string AccessWraps::nameOf(const Expr* base) const {
  const std::string text = writtenText(base, context);
  return isa<BinaryOperator>(base->IgnoreImpCasts()) ? "(" + text + ")" : text;
}

bool AccessWraps::subscript(const Expr* expression, const Expr* base, const std::vector<const Expr*>& indices,
                            AccessMode mode) {
  const auto range = rangeOf(expression->getSourceRange(), context);
  const std::string name = nameOf(base);
  Wrap wrap{mode, "", siteOf(expression->getBeginLoc(), name), {}};
  if (!range) return false;
  if (!between(*range, base, indices, wrap) && !spelledOut(*range, base, indices, wrap))
    return whole(expression, name, mode) && false;  // whether it lies inside of the array is not looked at
  add(*range, std::move(wrap));
  return true;
}

bool AccessWraps::call(const Expr* expression, const Expr* base, const std::vector<const Expr*>& indices,
                       AccessMode mode) {
  const auto range = rangeOf(expression->getSourceRange(), context);
  const std::string name = writtenText(base, context);
  Wrap wrap{mode, "_at", siteOf(expression->getBeginLoc(), name), {}};
  if (!range || indices.empty()) return whole(expression, name, mode);
  if (!between(*range, base, indices, wrap) && !spelledOut(*range, base, indices, wrap))
    return whole(expression, name, mode) && false;
  add(*range, std::move(wrap));
  return true;
}

bool AccessWraps::part(const Expr* expression, const Expr* base, const std::vector<const Expr*>& indices,
                       AccessMode mode, bool isMasked) {
  const auto range = rangeOf(expression->getSourceRange(), context);
  Wrap wrap{mode,
            isMasked ? "_masked" : "_part",
            siteOf(expression->getBeginLoc(), writtenText(base, context)),
            {}};
  if (!range || !between(*range, base, indices, wrap)) return false;
  add(*range, std::move(wrap));
  return true;
}

bool AccessWraps::named(const Expr* part, AccessMode mode, bool isMasked) {
  const auto range = rangeOf(part->getSourceRange(), context);
  if (!range) return false;
  Wrap wrap{
      mode, isMasked ? "_masked" : "_part", siteOf(part->getBeginLoc(), writtenText(part, context)), {}};
  wrap.pieces.push_back({{range->end, range->end}, ")"});
  add(*range, std::move(wrap));
  return true;
}

bool AccessWraps::dereference(const UnaryOperator* expression, AccessMode mode) {
  const auto range = rangeOf(expression->getSourceRange(), context);
  const auto operand = rangeOf(expression->getSubExpr()->getSourceRange(), context);
  const auto* step = dyn_cast<UnaryOperator>(expression->getSubExpr()->IgnoreParenImpCasts());
  const bool isStep = step && step->isIncrementDecrementOp();  // `*p++`: `p[0]`
  const std::string name = writtenText(isStep ? step->getSubExpr() : expression->getSubExpr(), context);
  if (!range || !operand || operand->begin <= range->begin || operand->end != range->end)
    return whole(expression, writtenText(expression, context), mode);
  Wrap wrap{mode, "", siteOf(expression->getBeginLoc(), name), {}};
  wrap.pieces.push_back({{range->begin, operand->begin}, ""});
  wrap.pieces.push_back({{range->end, range->end}, ", 0)"});
  add(*range, std::move(wrap));
  return true;
}

bool AccessWraps::arrow(const Expr* base, SourceLocation arrow) {
  const auto operand = rangeOf(base->getSourceRange(), context);
  const auto token = rangeOf(SourceRange(arrow), context);
  if (!operand || !token || token->begin < operand->end) return false;
  Wrap wrap{AccessMode::Touch, "", siteOf(base->getBeginLoc(), writtenText(base, context)), {}};
  wrap.pieces.push_back({{operand->end, token->end}, ", 0)."});
  add({operand->begin, token->end}, std::move(wrap));
  return true;
}

bool AccessWraps::bytes(const MemberExpr* member, AccessMode mode, std::int64_t offset, std::int64_t count) {
  const auto object = rangeOf(member->getBase()->getSourceRange(), context);
  const auto token = rangeOf(SourceRange(member->getOperatorLoc()), context);
  if (!object || !token || token->begin < object->end) return false;
  Wrap wrap{mode, "_bytes", siteOf(member->getBeginLoc(), writtenText(member, context)), {}};
  wrap.pieces.push_back({{object->end, token->end}, fmt::format(", {}, {}).", offset, count)});
  add({object->begin, token->end}, std::move(wrap));
  return true;
}

bool AccessWraps::anyCall(const Expr* expression, const Expr* base, const std::vector<const Expr*>& indices,
                          AccessMode mode) {
  const auto range = rangeOf(expression->getSourceRange(), context);
  Wrap wrap{mode, "_call", siteOf(expression->getBeginLoc(), writtenText(base, context)), {}};
  if (!range || !between(*range, base, indices, wrap)) return result(expression, mode);
  add(*range, std::move(wrap));
  return true;
}

bool AccessWraps::result(const Expr* call, AccessMode mode) {
  return whole(call, writtenText(call, context), mode, "_result");
}

bool AccessWraps::whole(const Expr* expression, const std::string& name, AccessMode mode) {
  return whole(expression, name, mode, "");
}

bool AccessWraps::whole(const Expr* expression, const std::string& name, AccessMode mode,
                        const std::string& suffix) {
  const auto range = rangeOf(expression->getSourceRange(), context);
  if (!range) return false;
  Wrap wrap{mode, suffix, siteOf(expression->getBeginLoc(), name), {}};
  wrap.pieces.push_back({{range->end, range->end}, ")"});
  add(*range, std::move(wrap));
  return true;
}

std::vector<TextEdit> AccessWraps::edits() const {
  std::vector<TextEdit> result;
  // Outer calls open first and, at the same place, close last.
  for (const auto& [key, wrap] : wraps)
    result.push_back(
        {{key.first, key.first},
         fmt::format("{}{}{}({}, ", caller(key.first), wordFor(wrap.mode), wrap.suffix, wrap.site)});
  for (auto wrap = wraps.rbegin(); wrap != wraps.rend(); ++wrap)
    for (const TextEdit& piece : wrap->second.pieces) result.push_back(piece);
  // At one place, closing text comes before opening text.
  std::stable_sort(result.begin(), result.end(),
                   [](const TextEdit& a, const TextEdit& b) { return a.range.begin < b.range.begin; });
  return result;
}

}  // namespace appyl
