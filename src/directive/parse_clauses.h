// The text of one directive line, token by token -> its clauses. The expressions inside are not parsed here:
// each is handed back as a run of tokens for Clang's parser.
#pragma once

#include "directive/directive.h"
#include "support/diagnostics.h"

#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/Token.h>

#include <optional>
#include <vector>

namespace appyl {

using Tokens = std::vector<clang::Token>;

struct ParsedClauses {
  std::vector<Clause> clauses;
  std::vector<std::vector<Tokens>>
      expressions;  // per argument of all clauses, in order; an empty run where one is missing (`:M`)
};

std::optional<ClauseKind> clauseKind(llvm::StringRef word);
/// The one that `word` was meant to be, if it is a misspelt one.
std::optional<ClauseKind> clauseNear(llvm::StringRef word);

/// `tokens` are those after `#pragma` (and after `appyl`). nullopt when an error was reported.
std::optional<ParsedClauses> parseClauses(const Tokens& tokens, clang::SourceLocation end,
                                          clang::Preprocessor& preprocessor, Diagnostics& diags);

}  // namespace appyl
