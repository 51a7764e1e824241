// Texts of expressions that become parts of others. The one place that knows whether a text needs
// parentheses.
#pragma once

#include <string>
#include <string_view>

namespace appyl {

/// Keeps the text its meaning beside any operator? A name, a number, a call, a subscript, a member, something
/// in parentheses, or one of these behind signs: `n`, `v.size()`, `-x[i + 1]`, `static_cast<long>(n)`; not
/// `a+b`.
bool isOperand(std::string_view text);

/// As an operand of any operator: in parentheses where it is none by itself.
std::string asOperand(const std::string& text);

}  // namespace appyl
