#include "directive/record.h"

#include "directive/parse_clauses.h"
#include "support/names.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <llvm/ADT/StringSwitch.h>

namespace appyl {
namespace {

/// The first token after `location` that is neither comment nor preprocessor directive, in the file's raw
/// text. Where a conditional continues with `#else`, its other branches are skipped; where a new one begins,
/// only the preprocessor knows what follows: nullopt.
std::optional<clang::Token> nextCodeToken(clang::SourceLocation location,
                                          const clang::Preprocessor& preprocessor) {
  const clang::SourceManager& sources = preprocessor.getSourceManager();
  const auto [file, offset] = sources.getDecomposedLoc(location);
  const llvm::StringRef buffer = sources.getBufferData(file);
  clang::Lexer lexer(sources.getLocForStartOfFile(file), preprocessor.getLangOpts(), buffer.begin(),
                     buffer.begin() + offset, buffer.end());
  const auto spelling = [&](const clang::Token& token) {
    return clang::Lexer::getSpelling(token, sources, preprocessor.getLangOpts());
  };
  clang::Token token;
  lexer.LexFromRawLexer(token);
  int skipping = 0;  // inside branches that were not taken
  while (token.isNot(clang::tok::eof)) {
    if (token.is(clang::tok::hash) && token.isAtStartOfLine()) {
      lexer.LexFromRawLexer(token);
      const std::string word = token.isAtStartOfLine() ? "" : spelling(token);
      if (!skipping && llvm::StringRef(word).starts_with("if")) return std::nullopt;
      if (skipping ? llvm::StringRef(word).starts_with("if") : (word == "else" || word == "elif"))
        ++skipping;
      else if (skipping && word == "endif")
        --skipping;
      while (token.isNot(clang::tok::eof) && !token.isAtStartOfLine()) lexer.LexFromRawLexer(token);
      continue;
    }
    if (token.is(clang::tok::raw_identifier) && token.getRawIdentifier() == "_Pragma") {
      for (int k = 0; k < 3; ++k)  // ( "..." )
        lexer.LexFromRawLexer(token);
      lexer.LexFromRawLexer(token);
      continue;
    }
    if (!skipping) break;
    lexer.LexFromRawLexer(token);
  }
  return token;
}

/// The body of the function that is declared from `offset` on; {0, 0} where it has none.
std::pair<unsigned, unsigned> bodyFrom(unsigned offset, const clang::Preprocessor& preprocessor) {
  const clang::SourceManager& sources = preprocessor.getSourceManager();
  const clang::FileID file = sources.getMainFileID();
  const llvm::StringRef buffer = sources.getBufferData(file);
  clang::Lexer lexer(sources.getLocForStartOfFile(file), preprocessor.getLangOpts(), buffer.begin(),
                     buffer.begin() + offset, buffer.end());
  int braces = 0;
  unsigned begin = 0;
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
    if (token.is(clang::tok::semi) && braces == 0) return {0, 0};
    if (token.is(clang::tok::l_brace) && braces++ == 0) begin = sources.getFileOffset(token.getLocation());
    if (token.is(clang::tok::r_brace) && --braces == 0)
      return {begin, sources.getFileOffset(token.getLocation())};
  }
  return {0, 0};
}

/// How a message names what stands where a loop should.
std::string describe(const clang::Token& token, const clang::Preprocessor& preprocessor) {
  if (token.is(clang::tok::eof)) return "the end of the file";
  if (token.is(clang::tok::r_brace)) return "the end of a block";
  if (token.is(clang::tok::l_brace)) return "a compound statement";
  if (token.is(clang::tok::semi)) return "an empty statement";
  const std::string text =
      clang::Lexer::getSpelling(token, preprocessor.getSourceManager(), preprocessor.getLangOpts());
  return llvm::StringSwitch<std::string>(text)
      .Cases("while", "do", "a '" + text + "' loop")
      .Cases("if", "switch", "a '" + text + "' statement")
      .Cases("return", "break", "continue", "goto", "a '" + text + "' statement")
      .Cases("int", "float", "double", "char", "bool", "long", "short", "unsigned", "signed", "a declaration")
      .Cases("void", "auto", "const", "constexpr", "static", "struct", "class", "enum", "template",
             "a declaration")
      .Cases("using", "typedef", "namespace", "inline", "extern", "union", "a declaration")
      .Default("'" + text + "'");
}

const char* firstSpelling(const std::vector<Clause>& clauses) { return spelling(clauses.front().kind); }

/// A clause may name private members, as `shape(mesh.cells[n])` does for a loop that reaches them through a
/// member function: Clang checks no access as long as it parses what stands for a directive.
class AccessInClauses {
 public:
  explicit AccessInClauses(clang::Preprocessor& preprocessor)
      : language(const_cast<clang::LangOptions&>(preprocessor.getLangOpts())),
        isChecked(language.AccessControl) {
    preprocessor.setTokenWatcher([this](const clang::Token&) {
      if (remaining > 0 && --remaining == 0) language.AccessControl = isChecked;
    });
  }

  /// For so many tokens, which come next.
  void allow(std::size_t tokens) {
    remaining = tokens;
    language.AccessControl = false;
  }

 private:
  clang::LangOptions& language;
  const bool isChecked;
  std::size_t remaining = 0;
};

class DirectiveHandler : public clang::PragmaHandler {
 public:
  DirectiveHandler(llvm::StringRef word, Recorded& recorded, Diagnostics& diags,
                   std::shared_ptr<AccessInClauses> access)
      : PragmaHandler(word), recorded(recorded), diags(diags), access(std::move(access)) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token& word) override {
    Tokens tokens;
    if (getName() != "appyl") tokens.push_back(word);
    clang::Token token;
    clang::SourceLocation last = word.getLocation();
    for (preprocessor.Lex(token); token.isNot(clang::tok::eod); preprocessor.Lex(token)) {
      tokens.push_back(token);
      last = token.getLocation();
    }
    const clang::SourceLocation end = token.getLocation();
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    if (!sources.isInMainFile(sources.getExpansionLoc(introducer.Loc))) {
      if (!sources.isInSystemHeader(introducer.Loc)) recorded.inHeaders.push_back(word.getLocation());
      return;
    }
    auto parsed = parseClauses(tokens, tokens.empty() ? word.getLocation() : end, preprocessor, diags);
    if (!parsed) return;

    RecordedDirective record;
    record.directive.lines = {clang::SourceRange(introducer.Loc, last)};
    record.directive.clauses = std::move(parsed->clauses);
    if (introducer.Kind == clang::PIK_HashPragma &&
        !standsRight(record, word, end, preprocessor, parsed->expressions))
      return;
    if (!has(record, ClauseKind::Data)) addThoseOfFunction(introducer.Loc, record, *parsed, sources);
    inject(preprocessor, word.getLocation(), std::move(record), parsed->expressions);
  }

 private:
  Recorded& recorded;
  Diagnostics& diags;
  std::shared_ptr<AccessInClauses> access;

  static bool has(const RecordedDirective& record, ClauseKind kind) {
    return record.directive.find(kind) != nullptr;
  }

  /// `shape` and `device` of the function in whose body the directive stands.
  void addThoseOfFunction(clang::SourceLocation location, RecordedDirective& record, ParsedClauses& parsed,
                          const clang::SourceManager& sources) const {
    const unsigned offset = sources.getFileOffset(sources.getExpansionLoc(location));
    for (const FunctionDirective& each : recorded.functionDirectives) {
      if (offset < each.begin || offset >= each.end) continue;
      record.directive.clauses.insert(record.directive.clauses.end(), each.clauses.begin(),
                                      each.clauses.end());
      parsed.expressions.insert(parsed.expressions.end(), each.expressions.begin(), each.expressions.end());
    }
  }

  /// Checks what follows before the parser does: the parser's own message would speak of a `switch` that the
  /// user did not write.
  bool standsRight(RecordedDirective& record, const clang::Token& word, clang::SourceLocation end,
                   clang::Preprocessor& preprocessor, const std::vector<std::vector<Tokens>>& expressions) {
    const std::optional<clang::Token> following = nextCodeToken(end, preprocessor);
    if (!following) return true;  // what it is is seen in the AST
    const clang::Token& next = *following;
    const bool isIdentifier = next.is(clang::tok::raw_identifier);
    if (isIdentifier) {
      const clang::IdentifierInfo* name = preprocessor.getIdentifierInfo(next.getRawIdentifier());
      if (name->hasMacroDefinition()) return true;  // what it expands to is seen in the AST
    }
    const bool isFor = isIdentifier && next.getRawIdentifier() == "for";
    const std::vector<Clause>& clauses = record.directive.clauses;
    const auto refuse = [&](Diag id, std::vector<std::string> arguments) {
      diags.report(id, word.getLocation(), std::move(arguments));
      if (next.isNot(clang::tok::eof)) diags.report(Diag::FoundHere, next.getLocation());
      return false;
    };
    if (has(record, ClauseKind::Data)) {
      if (next.is(clang::tok::l_brace)) return true;
      return refuse(Diag::NotBeforeBlock, {describe(next, preprocessor)});
    }
    if (has(record, ClauseKind::ParDim) || has(record, ClauseKind::SeqDim)) {
      const std::string found = describe(next, preprocessor);
      if (!isFor && (isIdentifier || next.isOneOf(clang::tok::l_paren, clang::tok::star)) &&
          found.front() == '\'')
        return true;
      return refuse(Diag::NotBeforeExpression, {firstSpelling(clauses), isFor ? "a 'for' loop" : found});
    }
    if (isFor) return true;
    // `grid_call(...)`, or what it was given a name as; which of them it is is seen in the AST.
    if (has(record, ClauseKind::Parallel) && knowsGridCalls(preprocessor) &&
        (isIdentifier || next.is(clang::tok::coloncolon)) && describe(next, preprocessor).front() == '\'')
      return true;
    const bool forFunctionsToo = std::all_of(clauses.begin(), clauses.end(), [](const Clause& clause) {
      return clause.kind == ClauseKind::Shape || clause.kind == ClauseKind::Device;
    });
    if (forFunctionsToo && isIdentifier) {
      const clang::SourceManager& sources = preprocessor.getSourceManager();
      const auto [begin, close] = bodyFrom(sources.getFileOffset(sources.getExpansionLoc(end)), preprocessor);
      recorded.functionDirectives.push_back(
          {record.directive.lines.front(), begin, close, clauses, expressions});
      return false;
    }
    return refuse(Diag::NotBeforeLoop, {firstSpelling(clauses), describe(next, preprocessor)});
  }

  /// Has the file named `grid_call` so far, or a header of it?
  static bool knowsGridCalls(const clang::Preprocessor& preprocessor) {
    const clang::IdentifierTable& known = preprocessor.getIdentifierTable();
    return known.find("grid_call") != known.end();
  }

  bool isBehindHint(clang::SourceLocation location, const clang::SourceManager& sources) const {
    if (recorded.loopHint.isInvalid() || location.isMacroID()) return false;
    const unsigned hint = sources.getSpellingLineNumber(recorded.loopHint),
                   here = sources.getSpellingLineNumber(location);
    return hint < here && here - hint < 4;
  }

  void inject(clang::Preprocessor& preprocessor, clang::SourceLocation location, RecordedDirective record,
              const std::vector<std::vector<Tokens>>& expressions) {
    Tokens stream;
    const auto put = [&](clang::tok::TokenKind kind, clang::SourceLocation where,
                         const char* text = nullptr) {
      clang::Token token;
      token.startToken();
      token.setKind(kind);
      token.setLocation(where);
      if (text) {
        token.setLength(std::strlen(text));
        if (kind == clang::tok::numeric_constant)
          token.setLiteralData(text);
        else
          token.setIdentifierInfo(preprocessor.getIdentifierInfo(text));
      } else {
        token.setLength(1);
      }
      stream.push_back(token);
    };
    const bool behindHint = isBehindHint(location, preprocessor.getSourceManager());
    if (behindHint)
      put(clang::tok::kw_while, location, "while");
    else
      put(clang::tok::kw_switch, location, "switch");
    put(clang::tok::l_paren, location);
    // In groups, since a row of commas is nested as deeply as it is long.
    constexpr std::size_t groupSize = 256;
    std::size_t inGroup = 0;
    const auto endGroup = [&] {
      if (std::exchange(inGroup, 0) == 0) return;
      put(clang::tok::numeric_constant, location, "0");
      put(clang::tok::r_paren, location);
      put(clang::tok::comma, location);
    };
    for (const std::vector<Tokens>& argument : expressions) {
      record.present.emplace_back();
      for (const Tokens& expression : argument) {
        record.present.back().push_back(!expression.empty());
        if (expression.empty()) continue;
        const clang::SourceLocation first = expression.front().getLocation();
        if (inGroup++ == 0) put(clang::tok::l_paren, location);
        put(clang::tok::l_paren, first);
        put(clang::tok::kw_void, first, "void");
        put(clang::tok::r_paren, first);
        put(clang::tok::l_paren, first);
        stream.insert(stream.end(), expression.begin(), expression.end());
        put(clang::tok::r_paren, expression.back().getLocation());
        put(clang::tok::comma, expression.back().getLocation());
        if (inGroup == groupSize) endGroup();
      }
    }
    endGroup();
    put(clang::tok::numeric_constant, location, "0");
    put(clang::tok::r_paren, location);
    if (!behindHint) {
      put(clang::tok::kw_default, location, "default");
      put(clang::tok::colon, location);
    }
    recorded.directives[location] = std::move(record);

    auto tokens = std::make_unique<clang::Token[]>(stream.size());
    std::copy(stream.begin(), stream.end(), tokens.get());
    access->allow(stream.size());
    preprocessor.EnterTokenStream(std::move(tokens), stream.size(), /*DisableMacroExpansion=*/true,
                                  /*IsReinject=*/false);
  }
};

/// Sees every pragma before its handler does: remembers the foreign ones and warns about misspelled clauses.
/// Remembers macros.
class ForeignPragmas : public clang::PPCallbacks {
 public:
  ForeignPragmas(clang::Preprocessor& preprocessor, Recorded& recorded, Diagnostics& diags)
      : preprocessor(preprocessor), recorded(recorded), diags(diags) {}

  /// `_Pragma("omp critical")`, in a macro too.
  void noteOperator(clang::SourceLocation location) {
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    const auto [file, offset] = sources.getDecomposedLoc(sources.getSpellingLoc(location));
    llvm::StringRef text = sources.getBufferData(file).substr(offset);
    if (!text.consume_front("_Pragma")) return;
    text = text.ltrim(" \t(").take_until([](char c) { return c == '\n'; });
    if (!text.consume_front("\"")) return;
    text = text.take_until([](char c) { return c == '"'; }).trim();
    const clang::SourceLocation place = sources.getExpansionLoc(location);
    if (sources.isInMainFile(place) && (text.starts_with("omp ") || text.starts_with("acc ")))
      recorded.foreignPragmas.push_back({place, text.str()});
  }

  void PragmaDirective(clang::SourceLocation location, clang::PragmaIntroducerKind kind) override {
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    if (kind == clang::PIK__Pragma) return noteOperator(location);
    if (kind != clang::PIK_HashPragma || !sources.isInMainFile(location) || location.isMacroID()) return;
    const auto [file, offset] = sources.getDecomposedLoc(location);
    llvm::StringRef text = sources.getBufferData(file).substr(offset);
    text = text.take_until([](char c) { return c == '\n' || c == '\r'; });
    text = text.ltrim("# \t");
    if (!text.consume_front("pragma")) return;
    text = text.trim();
    const llvm::StringRef word = text.take_while(isOfName);
    if (word.empty() || word == "appyl" || clauseKind(word)) return;
    recorded.foreignPragmas.push_back({location, text.str()});
    if (word == "unroll" || word == "nounroll" || text.starts_with("GCC unroll") ||
        text.starts_with("clang loop"))
      recorded.loopHint = location;
    warnAboutNearMiss(word,
                      location.getLocWithOffset(word.data() - sources.getBufferData(file).data() - offset));
  }

  void Endif(clang::SourceLocation end, clang::SourceLocation begin) override {
    recorded.conditionals.emplace_back(begin, end);
  }

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation goesOn) override {
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    if (!sources.isInMainFile(range.getBegin())) return;
    recorded.skipped.emplace_back(sources.getFileOffset(range.getBegin()), sources.getFileOffset(goesOn));
    const auto [file, begin] = sources.getDecomposedLoc(range.getBegin());
    const llvm::StringRef all = sources.getBufferData(file);
    const std::size_t end = sources.getFileOffset(range.getEnd());
    for (std::size_t at = all.find('\n', begin); at != llvm::StringRef::npos && at < end;
         at = all.find('\n', at)) {
      const llvm::StringRef line = all.substr(++at).take_until([](char c) { return c == '\n'; });
      llvm::StringRef text = line.ltrim(" \t");
      const std::size_t first = at + (line.size() - text.size());
      if (!text.consume_front("#")) continue;
      text = text.ltrim(" \t");
      if (!text.consume_front("pragma")) continue;
      const llvm::StringRef word = text.ltrim(" \t").take_while(isOfName);
      if (word != "appyl" && !clauseKind(word)) continue;
      const clang::SourceLocation place = sources.getLocForStartOfFile(file).getLocWithOffset(first);
      recorded.skippedDirectives.emplace_back(place, place);
      diags.report(Diag::RemarkSkipped, place);
    }
  }

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    note(recorded.macros.uses, name);
  }
  void Ifdef(clang::SourceLocation, const clang::Token& name, const clang::MacroDefinition&) override {
    note(recorded.macros.uses, name);
  }
  void Ifndef(clang::SourceLocation, const clang::Token& name, const clang::MacroDefinition&) override {
    note(recorded.macros.uses, name);
  }
  void Defined(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange) override {
    note(recorded.macros.uses, name);
  }
  void MacroDefined(const clang::Token& name, const clang::MacroDirective*) override {
    note(recorded.macros.changes, name);
  }
  void MacroUndefined(const clang::Token& name, const clang::MacroDefinition&,
                      const clang::MacroDirective*) override {
    note(recorded.macros.changes, name);
  }

 private:
  clang::Preprocessor& preprocessor;
  Recorded& recorded;
  Diagnostics& diags;

  void note(std::vector<Macros::Event>& events, const clang::Token& name) {
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    const clang::SourceLocation at = sources.getExpansionLoc(name.getLocation());
    if (!sources.isInSystemHeader(at)) events.push_back({at, name.getIdentifierInfo()});
  }

  void warnAboutNearMiss(llvm::StringRef word, clang::SourceLocation location) {
    const auto near = clauseNear(word);
    if (!near) return;
    const llvm::StringRef ours = spelling(*near);
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    const auto [file, offset] = sources.getDecomposedLoc(location);
    const std::size_t line = sources.getBufferData(file).find('\n', offset);
    if (line == llvm::StringRef::npos) return;
    const auto next = nextCodeToken(sources.getLocForStartOfFile(file).getLocWithOffset(line), preprocessor);
    if (next && next->is(clang::tok::raw_identifier) && next->getRawIdentifier() == "for")
      diags.report(Diag::NearMiss, location, {word.str(), ours.str()}, {},
                   {clang::FixItHint::CreateReplacement(clang::SourceRange(location), ours)});
  }
};

}  // namespace

const Macros::Event* Macros::changedBetween(clang::SourceRange text, clang::SourceLocation place,
                                            const clang::SourceManager& sources) const {
  const clang::SourceLocation begin = sources.getExpansionLoc(text.getBegin()),
                              end = sources.getExpansionRange(text.getEnd()).getEnd();
  const auto isBefore = [&](clang::SourceLocation a, clang::SourceLocation b) {
    return sources.isBeforeInTranslationUnit(a, b);
  };
  for (const Event& use : uses) {
    if (isBefore(use.at, begin) || isBefore(end, use.at)) continue;
    // A copy of the text defines the macro as the text does.
    if (std::any_of(changes.begin(), changes.end(), [&](const Event& change) {
          return change.name == use.name && isBefore(begin, change.at) && isBefore(change.at, use.at);
        }))
      continue;
    const auto [first, last] = std::minmax(use.at, place, isBefore);
    if (std::any_of(changes.begin(), changes.end(), [&](const Event& change) {
          return change.name == use.name && isBefore(first, change.at) && isBefore(change.at, last);
        }))
      return &use;
  }
  return nullptr;
}

bool Recorded::isInDirective(clang::SourceLocation location, const clang::SourceManager& sources) const {
  const clang::SourceLocation place = sources.getExpansionLoc(location);
  const auto holds = [&](clang::SourceRange line) {
    const clang::SourceLocation begin = sources.getExpansionLoc(line.getBegin());
    const clang::SourceLocation end = sources.getExpansionRange(line.getEnd()).getEnd();
    return !sources.isBeforeInTranslationUnit(place, begin) && !sources.isBeforeInTranslationUnit(end, place);
  };
  for (const auto& [key, record] : directives)
    if (holds(record.directive.lines.front())) return true;
  return std::any_of(functionDirectives.begin(), functionDirectives.end(),
                     [&](const FunctionDirective& each) { return holds(each.line); });
}

static bool isLoopPragma(llvm::StringRef text) {
  const bool isSimd = text.starts_with("omp") && text.drop_front(3).ltrim().starts_with("simd");
  return isSimd || text.starts_with("GCC ivdep") || text.starts_with("GCC unroll") ||
         text.starts_with("clang loop") || text.starts_with("unroll") || text.starts_with("nounroll") ||
         text.starts_with("ivdep");
}

void absorbLoopPragmas(Recorded& recorded, const clang::SourceManager& sources) {
  const auto lineOf = [&](clang::SourceLocation place) { return sources.getExpansionLineNumber(place); };
  std::map<unsigned, RecordedDirective*> claimed;  // lines
  for (auto& [location, record] : recorded.directives)
    for (const clang::SourceLocation end :
         {record.directive.location(), record.directive.lines.front().getEnd()})
      claimed[lineOf(end)] = &record;
  for (bool grows = true; grows;) {
    grows = false;
    for (const ForeignPragma& pragma : recorded.foreignPragmas) {
      const unsigned line = lineOf(pragma.location);
      if (!isLoopPragma(pragma.text) || claimed.count(line)) continue;
      for (const unsigned beside : {line - 1, line + 1})
        if (const auto known = claimed.find(beside); known != claimed.end() && !claimed.count(line)) {
          known->second->directive.lines.emplace_back(pragma.location);
          claimed[line] = known->second;
          grows = true;
        }
    }
  }
}

void recordDirectives(clang::Preprocessor& preprocessor, Recorded& recorded, Diagnostics& diags) {
  // The preprocessor owns the handlers.
  const auto access = std::make_shared<AccessInClauses>(preprocessor);
  preprocessor.AddPragmaHandler(new DirectiveHandler("appyl", recorded, diags, access));
  for (const ClauseFacts& each : clauseFacts)
    if (each.role == ClauseRole::Meaning)
      preprocessor.AddPragmaHandler(new DirectiveHandler(each.word, recorded, diags, access));
  preprocessor.addPPCallbacks(std::make_unique<ForeignPragmas>(preprocessor, recorded, diags));
}

}  // namespace appyl
