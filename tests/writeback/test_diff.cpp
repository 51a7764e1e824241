// The diff that `--check` prints, compared with what `diff -u` prints for the same texts.
#include "writeback/unified_diff.h"

#include <doctest/doctest.h>

using appyl::unifiedDiff;

static std::string diff(const char* before, const char* after) {
  return unifiedDiff(before, after, "a/x", "b/x");
}

TEST_CASE("equal texts have no diff") {
  CHECK(diff("", "") == "");
  CHECK(diff("a\nb\n", "a\nb\n") == "");
}

TEST_CASE("a changed line stands between three lines of context") {
  CHECK(diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n") ==
        "--- a/x\n+++ b/x\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST_CASE("changes whose contexts touch share a hunk, others do not") {
  CHECK(diff("a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n") ==
        "--- a/x\n+++ b/x\n@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
  CHECK(diff("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n") ==
        "--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

TEST_CASE("a text that appears or disappears has an empty range at line 0") {
  CHECK(diff("", "a\nb\n") == "--- a/x\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  CHECK(diff("a\n", "") == "--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n");
}

TEST_CASE("a missing newline at the end is a difference and is said") {
  CHECK(diff("a\nb", "a\nb\n") ==
        "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
  CHECK(diff("a\nb", "A\nb") ==
        "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n");
}

TEST_CASE("line ends are part of the lines") {
  CHECK(diff("a\r\n", "a\n") == "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+a\n");
}

TEST_CASE("the script is a shortest one") {
  // The classic example of Myers' paper: ABCABBA to CBABAC takes five steps.
  const std::string text = diff("A\nB\nC\nA\nB\nB\nA\n", "C\nB\nA\nB\nA\nC\n");
  const std::string body = text.substr(text.find("@@\n") + 3);
  int steps = 0;
  for (size_t line = 0; line < body.size(); line = body.find('\n', line) + 1) steps += body[line] != ' ';
  CHECK(steps == 5);
}

TEST_CASE("texts that have little in common are replaced as a whole") {
  std::string before = "same\n", after = "same\n";
  for (int i = 0; i < 5000; ++i) {
    before += "old " + std::to_string(i) + "\n";
    after += "new " + std::to_string(i) + "\n";
  }
  CHECK(unifiedDiff(before, after, "a/x", "b/x").find("@@ -1,5001 +1,5001 @@\n same\n-old 0\n-old 1\n") !=
        std::string::npos);
}
