#include "codegen/text/cut_conditionals.h"

#include "nest/ast/jumps.h"
#include "nest/ast/source_ranges.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <set>

namespace appyl {
namespace {

using namespace clang;

/// The directives from an `#if` to its `#endif`, each by its lines.
using Conditional = std::vector<FileRange>;

class ConditionalReader {
 public:
  ConditionalReader(llvm::StringRef text, const LangOptions& language)
      : text(text), lexer(SourceLocation(), language, text.begin(), text.begin(), text.end()) {
    lexer.SetCommentRetentionState(true);  // a comment may reach beyond the directive's line
  }

  std::vector<Conditional> read() {
    next();
    while (token.isNot(tok::eof)) {
      if (token.isNot(tok::hash) || !token.isAtStartOfLine()) {
        next();
        continue;
      }
      const unsigned begin = static_cast<unsigned>(text.take_front(offset()).rfind('\n') + 1);
      next();
      const bool isWord = token.is(tok::raw_identifier) && !token.isAtStartOfLine();
      const std::string word = isWord ? token.getRawIdentifier().str() : "";
      unsigned end = offset();
      for (; token.isNot(tok::eof) && !token.isAtStartOfLine(); next()) end = offset() + token.getLength();
      end = static_cast<unsigned>(std::min(text.find('\n', end), text.size() - 1) + 1);
      note(word, {begin, end});
    }
    return std::move(done);
  }

 private:
  const llvm::StringRef text;
  Lexer lexer;
  Token token;
  std::vector<Conditional> open, done;

  void next() { lexer.LexFromRawLexer(token); }
  unsigned offset() const {
    return static_cast<unsigned>(lexer.getBufferLocation() - text.begin()) - token.getLength();
  }

  void note(llvm::StringRef word, const FileRange& lines) {
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      open.push_back({lines});
    } else if (word.starts_with("el") && !open.empty()) {
      open.back().push_back(lines);
    } else if (word == "endif" && !open.empty()) {
      open.back().push_back(lines);
      done.push_back(std::move(open.back()));
      open.pop_back();
    }
  }
};

/// What is rewritten, as ranges of the main file.
class RewrittenRanges {
 public:
  RewrittenRanges(bool ofLoops, const Source& source)
      : ofLoops(ofLoops), source(source), sources(source.ast.getSourceManager()) {}

  std::vector<FileRange> ranges;

  void read(const Stmt* statement) {
    if (statement)
      statement = source.directives.strip(statement);  // an `#if` may be around a directive alone
    if (!statement) return;
    const bool isLoop = appyl::isLoop(statement);
    if (!ofLoops || isLoop || isBody) add(statement->getSourceRange());
    isBody = false;
    for (const Stmt* each : statement->children()) {
      isBody = isLoop && !isa_and_nonnull<Expr>(each);
      read(each);
    }
    if (ofLoops) return;
    if (const auto* call = dyn_cast<CallExpr>(statement)) readCalled(call->getDirectCallee());
    if (const auto* made = dyn_cast<CXXConstructExpr>(statement)) readCalled(made->getConstructor());
  }

 private:
  const bool ofLoops;
  Source source;
  const SourceManager& sources;
  bool isBody = false;
  std::set<const FunctionDecl*> called;

  void add(SourceRange range) {
    const SourceLocation begin = sources.getExpansionLoc(range.getBegin()),
                         end = Lexer::getLocForEndOfToken(sources.getExpansionRange(range.getEnd()).getEnd(),
                                                          0, sources, source.ast.getLangOpts());
    if (begin.isValid() && end.isValid() && sources.isInMainFile(begin) && sources.isInMainFile(end))
      ranges.push_back({sources.getFileOffset(begin), sources.getFileOffset(end)});
  }

  void readCalled(const FunctionDecl* callee) {
    const FunctionDecl* definition = nullptr;
    const FunctionDecl* pattern = callee ? callee->getTemplateInstantiationPattern() : nullptr;
    if (!callee || !(pattern ? pattern : callee)->hasBody(definition) || !called.insert(definition).second ||
        !sources.isInMainFile(sources.getExpansionLoc(definition->getLocation())))
      return;
    add(definition->getSourceRange());
    read(definition->getBody());
  }
};

bool cuts(const FileRange& range, const Conditional& conditional) {
  const auto inside = std::count_if(conditional.begin(), conditional.end(), [&](const FileRange& line) {
    return range.begin <= line.begin && line.end <= range.end;
  });
  return inside > 0 && inside < static_cast<long>(conditional.size());
}

}  // namespace

std::optional<SourceText> withoutCutConditionals(const Recorded& recorded, const Source& source,
                                                 bool ofLoops) {
  const SourceManager& sources = source.ast.getSourceManager();
  const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  RewrittenRanges rewritten(ofLoops, source);
  for (const auto& each : source.directives.all) rewritten.read(each->statement);
  if (source.directives.all.empty() || !text.contains("#")) return std::nullopt;
  std::vector<FileRange> removed;
  for (const Conditional& each : ConditionalReader(text, source.ast.getLangOpts()).read()) {
    if (llvm::none_of(rewritten.ranges, [&](const FileRange& range) { return cuts(range, each); })) continue;
    for (std::size_t k = 0; k < each.size(); ++k) {
      const auto isSkipped = [&](const std::pair<unsigned, unsigned>& skipped) {
        return skipped.first < each[k].end && each[k].begin < skipped.second &&
               each[k + 1].begin < skipped.second && skipped.first >= each.front().begin;
      };
      const bool goesOn = k + 1 < each.size();
      removed.push_back({each[k].begin, goesOn && llvm::any_of(recorded.skipped, isSkipped)
                                            ? each[k + 1].begin
                                            : each[k].end});
    }
  }
  if (removed.empty()) return std::nullopt;
  SourceText result;
  unsigned number = 1;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (llvm::none_of(removed, [&](const FileRange& each) { return each.begin <= at && at < each.end; })) {
      result.text += text.slice(at, end);
      result.lines.push_back(number);
    }
    at = end;
  }
  result.lines.push_back(number);
  return result;
}

}  // namespace appyl
