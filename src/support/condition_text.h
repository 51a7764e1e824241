// Conditions of generated code, of which several have to hold together.
#pragma once

#include <cstddef>
#include <string>

namespace appyl {

struct ConditionText {
  std::string text;
  bool isChoice = false;  // `a || b`, `a ? b : c`: beside others that have to hold, it stands in parentheses

  bool operator==(const ConditionText&) const = default;
};

/// As one of `count` conditions with `&&` between them.
inline std::string oneOf(const ConditionText& condition, std::size_t count) {
  return condition.isChoice && count > 1 ? "(" + condition.text + ")" : condition.text;
}

}  // namespace appyl
