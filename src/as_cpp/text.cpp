#include "as_cpp/text.h"

#include "as_cpp/as_cpp.h"
#include "support/names.h"

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

/// May a cast stand in front of it without parentheses?
bool bindsAsOperand(const Expr* expression) {
  return isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, CharacterLiteral, StringLiteral, CallExpr,
             ParenExpr, MemberExpr, ArraySubscriptExpr, UnaryOperator, CStyleCastExpr,
             UnaryExprOrTypeTraitExpr, CompoundLiteralExpr, PredefinedExpr>(expression->IgnoreImpCasts());
}

}  // namespace

CppEdits::CppEdits(const ASTContext& context, std::vector<NotCpp>& obstacles)
    : context(context),
      sources(context.getSourceManager()),
      text(sources.getBufferData(sources.getMainFileID())),
      obstacles(obstacles) {
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    for (end = begin; end < text.size() && isOfName(text[end]);) ++end;
    if (end > begin) names.insert(text.slice(begin, end).str());
  }
}

std::string CppEdits::unusedName(std::string wanted) {
  while (!names.insert(wanted).second) wanted += "_";
  return wanted;
}

void CppEdits::refuse(SourceLocation where, const std::string& what) { obstacles.push_back({where, what}); }

void CppEdits::add(const FileRange& range, Kind kind, const std::string& other) {
  if (!known.insert({range.begin, range.end, kind, other}).second) return;
  all.push_back({range, kind, kind == Closing ? -count : count, other});
  ++count;
}

std::optional<FileRange> CppEdits::placeOf(SourceRange part) const {
  if (const auto range = rangeOf(part, context)) return range;
  const SourceLocation begin = part.getBegin(), end = part.getEnd();
  if (!sources.isMacroBodyExpansion(begin) || !sources.isMacroBodyExpansion(end) ||
      sources.getFileID(begin) != sources.getFileID(end))
    return std::nullopt;
  const SourceLocation first = sources.getSpellingLoc(begin), last = sources.getSpellingLoc(end);
  if (!sources.isWrittenInMainFile(first) || !sources.isWrittenInMainFile(last)) return std::nullopt;
  return FileRange{offsetOf(first),
                   offsetOf(Lexer::getLocForEndOfToken(last, 0, sources, context.getLangOpts()))};
}

void CppEdits::surround(SourceRange part, const std::string& open, const std::string& close, bool isHeard) {
  const SourceLocation begin = part.getBegin(), spelling = sources.getSpellingLoc(begin);
  const auto place = placeOf(part);
  if (!place) {
    const SourceLocation where = sources.getExpansionLoc(begin);
    if (sources.isInSystemHeader(spelling) || (isHeard && !sources.isWrittenInMainFile(where))) return;
    const bool isInHeader = !sources.isWrittenInMainFile(where);
    return refuse(where, isInHeader
                             ? "the output is C++, to which this means something else than to C"
                             : "the output is C++, in which '" + open +
                                   "' has to be written in front of a part of what this macro stands for; "
                                   "write it there");
  }
  // An edit that one use of a macro needs in the macro's body applies to all of its uses.
  if (begin.isMacroID() && !rangeOf(part, context)) {
    const auto [before, isNew] = inMacros.try_emplace(place->begin, open);
    if (!isNew && before->second != open)
      return refuse(sources.getExpansionLoc(begin), "the output is C++, in which this macro needs '" +
                                                        before->second + "' for one of its uses, and '" +
                                                        open + "' for this one");
  }
  add({place->begin, place->begin}, Opening, open);
  if (!close.empty()) add({place->end, place->end}, Closing, close);
}

void CppEdits::cast(const Expr* expression, QualType type, bool isHeard) {
  const SourceRange range = expression->getSourceRange();
  const bool isOfMacro =
      (range.getBegin().isMacroID() || range.getEnd().isMacroID()) && rangeOf(range, context);
  const bool encloses = isOfMacro || !bindsAsOperand(expression);
  const std::string written = "(" + declared(type.getUnqualifiedType()) + ")";
  surround(range, written + (encloses ? "(" : ""), encloses ? ")" : "", isHeard);
}

void CppEdits::insert(unsigned offset, const std::string& added) { add({offset, offset}, Opening, added); }

void CppEdits::replace(const FileRange& range, const std::string& other) {
  std::erase_if(all, [&](const Change& each) {
    const bool isInside = range.begin <= each.range.begin && each.range.end <= range.end &&
                          range.begin < each.range.end && each.range.begin < range.end;
    if (isInside) known.erase({each.range.begin, each.range.end, each.kind, each.text});
    return isInside;
  });
  const auto lines = text.slice(range.begin, range.end).count('\n');
  const auto kept = static_cast<std::size_t>(std::count(other.begin(), other.end(), '\n'));
  add(range, Replacing, other + std::string(lines > kept ? lines - kept : 0, '\n'));
}

bool CppEdits::changes(const FileRange& range) const {
  return std::any_of(all.begin(), all.end(), [&](const Change& each) {
    return range.begin <= each.range.begin && each.range.end <= range.end;
  });
}

std::string CppEdits::edited(const FileRange& range) const {
  std::vector<const Change*> inside;
  for (const Change& each : all)
    if (range.begin <= each.range.begin && each.range.end <= range.end &&
        // What ends or begins an expression beside this one.
        !(each.kind == Closing && each.range.end == range.begin) &&
        !(each.kind != Closing && each.range.begin == range.end))
      inside.push_back(&each);
  std::sort(inside.begin(), inside.end(), [](const Change* one, const Change* other) {
    return std::tuple(one->range.begin, one->kind, one->order) <
           std::tuple(other->range.begin, other->kind, other->order);
  });
  std::string result;
  unsigned at = range.begin;
  for (const Change* each : inside) {
    if (each->range.begin < at) continue;  // in what has been replaced
    result += text.slice(at, each->range.begin);
    result += each->text;
    at = each->range.end;
  }
  return result + text.slice(at, range.end).str();
}

std::string CppEdits::declared(QualType type, const std::string& name) const {
  std::string result, written = name;
  llvm::raw_string_ostream stream(written);
  written.clear();
  type.print(stream, context.getPrintingPolicy(), name);
  stream.flush();
  bool isTag = false;
  for (std::size_t begin = 0; begin < written.size();) {
    std::size_t end = begin;
    while (end < written.size() && isOfName(written[end])) ++end;
    const std::string word = written.substr(begin, end - begin);
    const auto& names = isTag && renamedTags.count(word) ? renamedTags : renamed;
    const auto other = names.find(word);
    result += other == names.end() ? word : other->second;
    if (!word.empty()) isTag = word == "struct" || word == "union" || word == "enum";
    if (end < written.size()) result += written[end];
    begin = end + 1;
  }
  return result;
}

}  // namespace appyl
