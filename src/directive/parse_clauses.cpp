#include "directive/parse_clauses.h"

#include <llvm/ADT/StringSwitch.h>
#include <cstdint>
#include <string>

namespace appyl {
namespace {

bool isOperator(llvm::StringRef op) {
  return llvm::StringSwitch<bool>(op)
      .Cases("+", "*", "min", "max", "&", true)
      .Cases("|", "^", "&&", "||", true)
      .Default(false);
}

/// What to write for a word of OpenMP; null: it is none.
const char* insteadOf(llvm::StringRef word) {
  return llvm::StringSwitch<const char*>(word)
      .Cases("for", "do", "loop", "leave it out, the directive is about the loop below it")
      .Case("collapse", "write '#pragma parallel' in front of the inner loops, too")
      .Cases("shared", "default", "leave it out, what is declared outside of the loop is shared")
      .Cases("firstprivate", "lastprivate",
             "leave it out, or write 'private'; last values are kept where they are read")
      .Case("simd", "leave it out, iterations side by side are found without it")
      .Case("nowait", "leave it out, nothing waits that need not")
      .Cases("target", "teams", "distribute", "leave it out, and translate with '--target=cuda'")
      .Case("map", "write '#pragma data(a)' in front of a block that holds the loops")
      .Default(nullptr);
}

/// A cursor over the tokens of one directive line.
class ClauseParser {
 public:
  ClauseParser(const Tokens& tokens, clang::SourceLocation end, clang::Preprocessor& preprocessor,
               Diagnostics& diags)
      : tokens(tokens), end(end), preprocessor(preprocessor), diags(diags) {}

  std::optional<ParsedClauses> run() {
    if (tokens.empty()) {
      diags.report(Diag::EmptyDirective, end);
      return std::nullopt;
    }
    while (position < tokens.size()) {
      if (!parseClause()) return std::nullopt;
      if (at(clang::tok::comma)) {
        ++position;
        if (position == tokens.size()) return fail(Diag::ExpectedClause, tokens.back().getLocation(), {","});
      }
    }
    return std::move(result);
  }

 private:
  const Tokens& tokens;
  clang::SourceLocation end;
  clang::Preprocessor& preprocessor;
  Diagnostics& diags;
  std::size_t position = 0;
  ParsedClauses result;

  bool at(clang::tok::TokenKind kind) const { return position < tokens.size() && tokens[position].is(kind); }
  std::string spelling(const clang::Token& token) const { return preprocessor.getSpelling(token); }
  clang::SourceLocation here() const {
    return position < tokens.size() ? tokens[position].getLocation() : end;
  }

  std::nullopt_t fail(Diag id, clang::SourceLocation where, std::vector<std::string> arguments) {
    diags.report(id, where, std::move(arguments));
    return std::nullopt;
  }

  void unknownClause(const clang::Token& word) {
    if (const char* advice = insteadOf(spelling(word)))
      return diags.report(Diag::ClauseOfOpenMP, word.getLocation(), {spelling(word), advice});
    std::vector<clang::FixItHint> hints;
    if (const auto near = clauseNear(spelling(word)))
      hints.push_back(clang::FixItHint::CreateReplacement(clang::SourceRange(word.getLocation()),
                                                          appyl::spelling(*near)));
    diags.report(Diag::UnknownClause, word.getLocation(), {spelling(word)}, {}, hints);
  }

  bool parseClause() {
    const clang::Token& word = tokens[position];
    if (!word.getIdentifierInfo()) {
      fail(Diag::ExpectedClause, word.getLocation(), {spelling(word)});
      return false;
    }
    const auto kind = clauseKind(spelling(word));
    if (!kind) {
      unknownClause(word);
      return false;
    }
    Clause clause;
    clause.kind = *kind;
    clause.location = word.getLocation();
    clause.range = clause.location;
    ++position;

    const std::size_t least = factsOf(*kind).least, most = factsOf(*kind).most;
    if (!at(clang::tok::l_paren)) {
      if (least > 0) {
        fail(Diag::ExpectedToken, here(), {"'('", appyl::spelling(*kind)});
        return false;
      }
      result.clauses.push_back(std::move(clause));
      return true;
    }
    if (most == 0) {
      fail(Diag::NoArguments, here(), {appyl::spelling(*kind)});
      return false;
    }
    const clang::SourceLocation open = here();
    ++position;
    std::vector<Tokens> pieces;
    if (!splitArguments(pieces, *kind)) return false;
    clause.range.setEnd(tokens[position - 1].getLocation());
    if (pieces.size() > most) {
      fail(Diag::TooManyArguments, pieces[most].empty() ? open : pieces[most].front().getLocation(),
           {appyl::spelling(*kind), most == 1 ? "one argument" : "two arguments"});
      return false;
    }
    std::string op;
    for (Tokens& piece : pieces) {
      if (piece.empty()) {
        fail(Diag::EmptyArgument, open, {appyl::spelling(*kind)});
        return false;
      }
      if (!parseArgument(clause, piece, op)) return false;
    }
    result.clauses.push_back(std::move(clause));
    return true;
  }

  /// From after `(` to after the matching `)`: the arguments between top-level commas.
  bool splitArguments(std::vector<Tokens>& pieces, ClauseKind kind) {
    int depth = 0;
    pieces.emplace_back();
    for (; position < tokens.size(); ++position) {
      const clang::Token& token = tokens[position];
      if (token.isOneOf(clang::tok::l_paren, clang::tok::l_square, clang::tok::l_brace)) ++depth;
      if (token.isOneOf(clang::tok::r_paren, clang::tok::r_square, clang::tok::r_brace) && depth-- == 0) {
        if (token.isNot(clang::tok::r_paren)) break;
        ++position;
        return true;
      }
      if (depth == 0 && token.is(clang::tok::comma))
        pieces.emplace_back();
      else
        pieces.back().push_back(token);
    }
    fail(Diag::ExpectedToken, here(), {"')'", appyl::spelling(kind)});
    return false;
  }

  bool parseArgument(Clause& clause, Tokens& piece, std::string& op) {
    ClauseArgument argument;
    argument.range = {piece.front().getLocation(), piece.back().getLocation()};
    std::vector<Tokens> expressions;
    switch (factsOf(clause.kind).form) {
      case ArgumentForm::SizeOrAuto:
        if (piece.size() == 1 && piece[0].is(clang::tok::kw_auto)) {
          clause.isAuto = true;
          return true;
        }
        expressions.push_back(piece);
        break;
      case ArgumentForm::Reduced:
        if (!takeOperator(piece, op)) return false;
        argument.op = op;
        argument.range.setBegin(piece.front().getLocation());
        expressions.push_back(piece);
        break;
      case ArgumentForm::Extents:
      case ArgumentForm::MayExtents:
        if (!splitExtents(clause.kind, piece, expressions)) return false;
        break;
      case ArgumentForm::Range:
        splitColons(piece, expressions);
        if (expressions.size() < 2 || expressions.size() > 3 || expressions[1].empty() ||
            expressions.back().empty()) {
          fail(Diag::ExpectedToken, piece.front().getLocation(),
               {"'[lo]:hi[:block]'", appyl::spelling(clause.kind)});
          return false;
        }
        break;
      case ArgumentForm::WordFirst:
        if (!clause.arguments.empty())
          expressions.push_back(piece);
        else if (!isOneOf(piece, clause.kind))
          return false;
        break;
      case ArgumentForm::Expression: expressions.push_back(piece);
    }
    for (const clang::Token& token : piece)
      argument.text += (token.hasLeadingSpace() && !argument.text.empty() ? " " : "") + spelling(token);
    clause.arguments.push_back(std::move(argument));
    result.expressions.push_back(std::move(expressions));
    return true;
  }

  bool isOneOf(const Tokens& piece, ClauseKind kind) {
    llvm::SmallVector<llvm::StringRef> words;
    llvm::StringRef(factsOf(kind).words).split(words, ' ');
    if (piece.size() == 1 && llvm::is_contained(words, spelling(piece.front()))) return true;
    std::string list;
    for (const llvm::StringRef& word : words)
      list += (&word == words.begin() ? "'" : &word + 1 == words.end() ? " or '" : ", '") + word.str() + "'";
    fail(Diag::ExpectedToken, piece.front().getLocation(), {list, appyl::spelling(kind)});
    return false;
  }

  /// `+:s`: the operator holds for the names after it too.
  bool takeOperator(Tokens& piece, std::string& op) {
    std::size_t colon = 0;
    while (colon < piece.size() && piece[colon].isNot(clang::tok::colon)) ++colon;
    if (colon == piece.size()) {
      if (piece.size() == 1 && !piece[0].getIdentifierInfo()) {
        fail(Diag::ExpectedToken, piece[0].getLocation(), {"a variable", "reduction"});
        return false;
      }
      return true;
    }
    std::string text;
    for (std::size_t k = 0; k < colon; ++k) text += spelling(piece[k]);
    if (!isOperator(text)) {
      fail(Diag::BadOperator, piece.front().getLocation(), {text});
      return false;
    }
    if (colon + 1 == piece.size()) {
      fail(Diag::EmptyArgument, piece[colon].getLocation(), {"reduction"});
      return false;
    }
    op = text;
    piece.erase(piece.begin(), piece.begin() + colon + 1);
    return true;
  }

  void splitColons(const Tokens& piece, std::vector<Tokens>& parts) {
    int depth = 0, choices = 0;  // `?` without their `:`
    parts.emplace_back();
    for (const clang::Token& token : piece) {
      depth += token.isOneOf(clang::tok::l_paren, clang::tok::l_square);
      depth -= token.isOneOf(clang::tok::r_paren, clang::tok::r_square);
      choices += depth == 0 && token.is(clang::tok::question);
      const bool isColon = depth == 0 && token.is(clang::tok::colon);
      if (isColon && choices == 0) {
        parts.emplace_back();
      } else {
        choices -= isColon;
        parts.back().push_back(token);
      }
    }
  }

  /// `a[M][K]`, `b[0:N]`: the name, then what stands between each pair of brackets.
  bool splitExtents(ClauseKind kind, const Tokens& piece, std::vector<Tokens>& expressions) {
    expressions.emplace_back();
    int depth = 0, choices = 0, ends = 0;  // `?` without their `:`; the `:` between first and last
    for (std::size_t k = 0; k < piece.size(); ++k) {
      const clang::Token& token = piece[k];
      if (token.is(clang::tok::l_square) && depth++ == 0) {
        expressions.emplace_back();
        choices = ends = 0;
        continue;
      }
      choices += token.is(clang::tok::question);
      if (token.is(clang::tok::r_square) && --depth == 0) {
        if (expressions.back().empty()) {
          fail(Diag::EmptyArgument, token.getLocation(), {appyl::spelling(kind)});
          return false;
        }
        continue;
      }
      if (depth == 0 && expressions.size() > 1) {
        fail(Diag::ExpectedToken, token.getLocation(), {"'['", appyl::spelling(kind)});
        return false;
      }
      const bool isEnd = depth == 1 && token.is(clang::tok::colon) && choices == 0;
      if (isEnd && ++ends > 1) {
        fail(Diag::ExpectedToken, token.getLocation(), {"']'", appyl::spelling(kind)});
        return false;
      }
      choices -= !isEnd && token.is(clang::tok::colon) && choices > 0;
      if (isEnd)
        expressions.emplace_back();
      else
        expressions.back().push_back(token);
    }
    if (factsOf(kind).form == ArgumentForm::Extents && expressions.size() == 1) {
      fail(Diag::ExpectedToken, piece.back().getLocation(),
           {"'[extent]' after the name", appyl::spelling(kind)});
      return false;
    }
    return true;
  }
};

constexpr std::size_t none = 0, many = SIZE_MAX;

}  // namespace

const std::vector<ClauseFacts> clauseFacts = {
#define CLAUSE(kind, word, least, most, form, value, role, words) \
  {word, least, most, ArgumentForm::form, ArgumentValue::value, ClauseRole::role, words},
#include "directive/clauses.def"
};

std::optional<ClauseKind> clauseKind(llvm::StringRef word) {
  for (std::size_t k = 0; k < clauseFacts.size(); ++k)
    if (word == clauseFacts[k].word) return static_cast<ClauseKind>(k);
  return std::nullopt;
}

std::optional<ClauseKind> clauseNear(llvm::StringRef word) {
  if (word.size() < 4) return std::nullopt;
  for (std::size_t k = 0; k < clauseFacts.size(); ++k) {
    const llvm::StringRef ours = clauseFacts[k].word;
    if (word.lower() == ours || word.edit_distance(ours, true, 2) <= (ours.size() > 5 ? 2u : 1u))
      return static_cast<ClauseKind>(k);
  }
  return std::nullopt;
}

const char* spelling(ClauseKind kind) { return factsOf(kind).word; }

const Clause* Directive::find(ClauseKind kind) const {
  for (const Clause& clause : clauses)
    if (clause.kind == kind) return &clause;
  return nullptr;
}

std::optional<ParsedClauses> parseClauses(const Tokens& tokens, clang::SourceLocation end,
                                          clang::Preprocessor& preprocessor, Diagnostics& diags) {
  return ClauseParser(tokens, end, preprocessor, diags).run();
}

}  // namespace appyl
