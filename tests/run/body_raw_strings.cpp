// What looks like a pragma, or like code, in a raw string or a comment of a body stays as it is.
// expect-warning: [appyl-unproved]
#include "print.h"

#include <string_view>
#include <vector>

static void lengths(std::vector<int>& a) {
  const int n = static_cast<int>(a.size());
#pragma parallel
  for (int i = 0; i < n; ++i) {
        /* a comment with
#pragma parallel
           in it */
        constexpr std::string_view text = R"(
#pragma parallel
  for (;;) { }
	# pragma once
)";
        a[i] += static_cast<int>(text.size()) + text[i % 40];
  }
}

int main() {
  for (const int n : sizes) {
    std::vector<int> a(n);
    fill(a.data(), n, 1);
    lengths(a);
    print("lengths", a.data(), n);
  }
}
