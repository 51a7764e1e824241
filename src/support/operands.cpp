#include "support/operands.h"

#include "support/names.h"

namespace appyl {
namespace {

/// Behind the bracket that closes the one at `at`; npos: none does.
std::size_t pastGroup(std::string_view text, std::size_t at, std::string_view open, std::string_view close) {
  int depth = 0;
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == '\\') ++at;
      if (c == quote) quote = 0;
      continue;
    }
    const bool isSeparator = c == '\'' && at > 0 && isOfName(text[at - 1]);  // 1'000
    if ((c == '"' || c == '\'') && !isSeparator) quote = c;
    depth += open.find(c) != std::string_view::npos;
    depth -= close.find(c) != std::string_view::npos;
    if (depth == 0) return at + 1;
  }
  return std::string_view::npos;
}

}  // namespace

bool isOperand(std::string_view text) {
  std::size_t at = text.find_first_not_of("+-!~*&");
  if (at == std::string_view::npos) return false;
  for (bool isAfterName = false; at < text.size();) {
    const char c = text[at];
    if (isOfName(c) || c == '.' || c == ':' || (c == '\'' && isAfterName)) {
      isAfterName = isOfName(c);
      ++at;
    } else if (c == '(' || c == '[' || c == '{') {
      at = pastGroup(text, at, "([{", ")]}");
      if (at == std::string_view::npos) return false;
      isAfterName = false;
    } else if (text.substr(at, 2) == "->") {
      at += 2;
    } else if (c == '<' && isAfterName) {  // arguments of a template, in front of a call or a member
      at = pastGroup(text, at, "(<", ")>");
      if (at == std::string_view::npos || at == text.size() || (text[at] != '(' && text[at] != ':'))
        return false;
      isAfterName = false;
    } else {
      return false;
    }
  }
  return true;
}

std::string asOperand(const std::string& text) { return isOperand(text) ? text : "(" + text + ")"; }

}  // namespace appyl
