#include "nest/ast/source_ranges.h"

#include "nest/scev/scalar_evolution.h"
#include "support/names.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

std::optional<unsigned> offsetOf(SourceLocation location, const SourceManager& sources) {
  const auto [file, offset] = sources.getDecomposedLoc(location);
  return file == sources.getMainFileID() ? std::optional(offset) : std::nullopt;
}

/// After `location`'s token, past the next token if it is a semicolon.
std::optional<unsigned> pastSemicolon(SourceLocation location, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const SourceLocation last = sources.getExpansionRange(location).getEnd();
  const auto next = Lexer::findNextToken(last, sources, context.getLangOpts());
  if (next && next->is(tok::semi)) return offsetOf(next->getEndLoc(), sources);
  return std::nullopt;
}

std::optional<unsigned> endOf(const Stmt* statement, const Source& source) {
  statement = source.directives.strip(statement);
  const SourceManager& sources = source.ast.getSourceManager();
  const auto pastLastToken = [&](SourceLocation location) {
    return offsetOf(Lexer::getLocForEndOfToken(sources.getExpansionRange(location).getEnd(), 0, sources,
                                               source.ast.getLangOpts()),
                    sources);
  };
  if (const auto* loop = dyn_cast<ForStmt>(statement)) return endOf(loop->getBody(), source);
  if (const auto* loop = dyn_cast<WhileStmt>(statement)) return endOf(loop->getBody(), source);
  if (const auto* loop = dyn_cast<CXXForRangeStmt>(statement)) return endOf(loop->getBody(), source);
  if (const auto* branch = dyn_cast<IfStmt>(statement))
    return endOf(branch->getElse() ? branch->getElse() : branch->getThen(), source);
  if (const auto* choice = dyn_cast<SwitchStmt>(statement)) return endOf(choice->getBody(), source);
  if (const auto* label = dyn_cast<LabelStmt>(statement)) return endOf(label->getSubStmt(), source);
  if (isa<CompoundStmt, DeclStmt, NullStmt, CXXTryStmt>(statement))
    return pastLastToken(statement->getEndLoc());
  // The semicolon may have come from the same macro.
  const auto end = pastSemicolon(statement->getEndLoc(), source.ast);
  return end                                  ? end
         : statement->getEndLoc().isMacroID() ? pastLastToken(statement->getEndLoc())
                                              : std::nullopt;
}

}  // namespace

std::optional<FileRange> rangeOf(SourceRange range, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const CharSourceRange file =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range), sources, context.getLangOpts());
  if (file.isInvalid()) return std::nullopt;
  const auto begin = offsetOf(file.getBegin(), sources), end = offsetOf(file.getEnd(), sources);
  return begin && end ? std::optional(FileRange{*begin, *end}) : std::nullopt;
}

std::optional<FileRange> statementRange(const Stmt* statement, const Source& source) {
  statement = source.directives.strip(statement);
  const SourceManager& sources = source.ast.getSourceManager();
  const auto begin = offsetOf(sources.getExpansionLoc(statement->getBeginLoc()), sources);
  const auto end = endOf(statement, source);
  return begin && end && *begin < *end ? std::optional(FileRange{*begin, *end}) : std::nullopt;
}

unsigned inFrontOfPragmas(unsigned at, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  for (;;) {
    const llvm::StringRef before = text.take_front(at);
    const std::size_t start = before.rfind('\n') + 1;  // of the line, on which nothing else stands
    if (start == 0 || !before.substr(start).trim().empty()) return at;
    const std::size_t previous = before.take_front(start - 1).rfind('\n') + 1;
    const llvm::StringRef line = before.slice(previous, start - 1).trim();
    const auto known = context.Idents.find(line.take_until([](char c) { return c == '('; }));
    const bool isMacro = known != context.Idents.end() && known->second->hadMacroDefinition();
    llvm::StringRef directive = line;
    const bool isPragma = directive.consume_front("#") && directive.ltrim().starts_with("pragma");
    if (!isMacro && !isPragma && !line.starts_with("_Pragma")) return at;
    at = static_cast<unsigned>(previous +
                               (before.substr(previous).size() - before.substr(previous).ltrim().size()));
  }
}

std::optional<FileRange> headerRange(const ForStmt* loop, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const SourceLocation begin = sources.getExpansionLoc(loop->getForLoc());
  const SourceLocation last = sources.getExpansionRange(loop->getRParenLoc()).getEnd();
  const SourceLocation body = sources.getExpansionLoc(loop->getBody()->getBeginLoc());
  const auto from = offsetOf(begin, sources);
  const auto to = offsetOf(Lexer::getLocForEndOfToken(last, 0, sources, context.getLangOpts()), sources);
  const auto bodyAt = offsetOf(body, sources);
  // A macro that holds the header and a part of the body cannot be split.
  if (!from || !to || !bodyAt || *bodyAt < *to) return std::nullopt;
  return FileRange{*from, *to};
}

/// Behind the comments that follow, which may go on in further lines.
static unsigned endOfDirective(llvm::StringRef buffer, std::size_t at) {
  bool isLineComment = false;
  for (; at < buffer.size(); ++at) {
    const llvm::StringRef rest = buffer.substr(at);
    if (rest.starts_with("\n") && !buffer.take_front(at).rtrim("\r").ends_with("\\")) break;
    isLineComment |= rest.starts_with("//");
    if (isLineComment || !rest.starts_with("/*")) continue;
    const std::size_t end = rest.find("*/", 2);
    at += end == llvm::StringRef::npos ? rest.size() - 1 : end + 1;
  }
  return static_cast<unsigned>(std::min(at, buffer.size()));
}

std::optional<FileRange> directiveRange(SourceRange line, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const SourceLocation first = sources.getExpansionLoc(line.getBegin());
  const SourceLocation last = sources.getExpansionRange(line.getEnd()).getEnd();
  const auto begin = offsetOf(first, sources);
  const auto end = offsetOf(Lexer::getLocForEndOfToken(last, 0, sources, context.getLangOpts()), sources);
  if (!begin || !end) return std::nullopt;
  const llvm::StringRef buffer = sources.getBufferData(sources.getMainFileID());
  FileRange range{*begin, *end};
  if (buffer[range.begin] != '#') return range;
  range.end = endOfDirective(buffer, range.end);
  return wholeLines(range, context);
}

FileRange wholeLines(FileRange range, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const llvm::StringRef buffer = sources.getBufferData(sources.getMainFileID());
  const std::size_t begin = buffer.take_front(range.begin).rtrim(" \t").size();
  const std::size_t end =
      range.end +
      buffer.drop_front(range.end).take_while([](char c) { return c == ' ' || c == '\t'; }).size();
  if ((begin > 0 && buffer[begin - 1] != '\n') || (end < buffer.size() && buffer[end] != '\n')) return range;
  return {static_cast<unsigned>(begin), static_cast<unsigned>(std::min(end + 1, buffer.size()))};
}

std::string writtenText(const Expr* expression, const ASTContext& context) {
  return textOf(expression, context);
}

std::string editedText(const FileRange& whole, std::vector<TextEdit> edits, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const llvm::StringRef buffer = sources.getBufferData(sources.getMainFileID());
  std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) {
    if (a.range.begin != b.range.begin) return a.range.begin < b.range.begin;
    return (a.range.end == a.range.begin) > (b.range.end == b.range.begin);  // insertions first
  });
  std::string text;
  unsigned at = whole.begin;
  const TextEdit* last = nullptr;
  for (const TextEdit& edit : edits) {
    // A macro that uses its argument twice has it in two places of the tree.
    const bool isKnown = last && last->range == edit.range && last->text == edit.text;
    if (isKnown && edit.range.begin < edit.range.end) continue;
    last = &edit;
    text += buffer.slice(at, edit.range.begin);
    // `return*this` -> `return self`
    const bool isReplaced = edit.range.begin < edit.range.end || edit.text.find("::") != std::string::npos;
    if (isReplaced && !text.empty() && !edit.text.empty() && isOfName(text.back()) &&
        isOfName(edit.text.front()) && !isOfName(buffer[edit.range.begin]))
      text += ' ';
    const bool atLineStart = text.empty() || llvm::StringRef(text).rtrim(" \t").ends_with("\n");
    text += atLineStart && !edit.text.empty() && edit.text.front() == '\n' ? edit.text.substr(1) : edit.text;
    at = edit.range.end;
  }
  return text + buffer.slice(at, whole.end).str();
}

bool isInside(const FileRange& range, const std::vector<FileRange>& others) {
  return llvm::any_of(
      others, [&](const FileRange& other) { return other.begin <= range.begin && range.end <= other.end; });
}

bool coveredByEdit(const FileRange& range, const std::vector<TextEdit>& edits) {
  return llvm::any_of(edits, [&](const TextEdit& edit) {
    return isInside(range, {edit.range}) && edit.range.begin < edit.range.end;
  });
}

std::vector<TextEdit> editsIn(const FileRange& range, const std::vector<TextEdit>& edits) {
  std::vector<TextEdit> inside;
  for (const TextEdit& edit : edits)
    if (isInside(edit.range, {range})) inside.push_back(edit);
  return inside;
}

std::string editedPart(const FileRange& range, const std::vector<TextEdit>& edits,
                       const ASTContext& context) {
  return editedText(range, editsIn(range, edits), context);
}

std::vector<TextEdit> qualifiedAll(const Stmt* statement, const Source& source) {
  std::vector<TextEdit> edits;
  walk(statement, source.directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    if (!reference || reference->hasQualifier() ||
        reference->getDecl()->getQualifiedNameAsString() != "appyl::all")
      return true;
    if (const auto range = rangeOf(reference->getSourceRange(), source.ast))
      edits.push_back({*range, "::appyl::all"});
    return true;
  });
  return edits;
}

std::vector<TextEdit> keptFunctionNames(const Stmt* statement, const Source& source) {
  std::vector<TextEdit> edits;
  walk(statement, source.directives, [&](const Stmt* each) {
    const auto* named = dyn_cast<PredefinedExpr>(each);
    const StringLiteral* name = named ? named->getFunctionName() : nullptr;
    if (const auto range = name ? rangeOf(named->getSourceRange(), source.ast) : std::nullopt)
      edits.push_back({*range, "\"" + name->getString().str() + "\""});
    return true;
  });
  return edits;
}

}  // namespace appyl
