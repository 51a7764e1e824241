// What the edits have produced is formatted; everything else keeps its bytes. The sources lie in a folder
// that has no
// `.clang-format` above it, unless a test says otherwise.
#include "writeback/style.h"
#include "writeback/write_back.h"

#include <doctest/doctest.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

using namespace appyl;

namespace {

/// Replaces each `find` (once, in order) by `with`.
Edits replacing(const std::string& source,
                std::initializer_list<std::pair<std::string, std::string>> replacements) {
  Edits edits;
  size_t from = 0;
  for (const auto& [find, with] : replacements) {
    const size_t at = source.find(find, from);
    REQUIRE(at != std::string::npos);
    edits.push_back({unsigned(at), unsigned(find.size()), with});
    from = at + find.size();
  }
  return edits;
}

std::string rewritten(const std::string& source,
                      std::initializer_list<std::pair<std::string, std::string>> replacements,
                      const std::string& path = "/nowhere/x.cpp") {
  return writeBack(source, replacing(source, replacements), path, source);
}

}  // namespace

TEST_CASE("edits are applied in order, insertions at one place too") {
  CHECK(applyEdits("abcdef", {{0, 0, "<"}, {0, 0, ">"}, {2, 2, "CD!"}, {6, 0, "."}}) == "<>abCD!ef.");
  CHECK(applyEdits("abc", {}) == "abc");
}

TEST_CASE("a removal that leaves nothing on its line takes the line along") {
  CHECK(applyEdits("a\n  #pragma x\nb\n", {{4, 9, ""}}) == "a\nb\n");
  CHECK(applyEdits("a\n  #pragma x  // why\nb\n", {{4, 9, ""}}) == "a\n    // why\nb\n");
  CHECK(applyEdits("a\r\n  #pragma x\r\nb\r\n", {{5, 9, ""}}) == "a\r\nb\r\n");
  CHECK(applyEdits("a\n  #pragma x", {{4, 9, ""}}) == "a\n  ");
}

TEST_CASE("a pragma stands where its loop stands") {
  CHECK(rewritten("void f(int n, float* a) {\n"
                  "  if (n > 0) {\n"
                  "    #pragma parallel\n"
                  "    for (int i = 0; i < n; ++i) a[i]   =   1;\n"
                  "  }\n"
                  "}\n",
                  {{"#pragma parallel", "#pragma omp parallel for"}}) ==
        "void f(int n, float* a) {\n"
        "  if (n > 0) {\n"
        "    #pragma omp parallel for\n"
        "    for (int i = 0; i < n; ++i) a[i]   =   1;\n"
        "  }\n"
        "}\n");
}

TEST_CASE("nested generated loops are indented with their pragmas, between two of them too") {
  const std::string source = "void f(int n, float *a) {\n  LOOP\n  g( a );\n}\n";
  CHECK(rewritten(source, {{"LOOP",
                            "// grid: n programs\n#pragma omp parallel for schedule(static)\nfor (long b = "
                            "0; b < n; b += 128)\n"
                            "#pragma GCC ivdep\n#pragma omp simd\nfor (long "
                            "i=b;i<std::min<long>(b+128,n);++i){\na[i] = 1; }"}}) ==
        "void f(int n, float *a) {\n"
        "  // grid: n programs\n"
        "  #pragma omp parallel for schedule(static)\n"
        "  for (long b = 0; b < n; b += 128)\n"
        "    #pragma GCC ivdep\n"
        "    #pragma omp simd\n"
        "    for (long i = b; i < std::min<long>(b + 128, n); ++i) {\n"
        "      a[i] = 1;\n"
        "    }\n"
        "  g( a );\n"
        "}\n");
}

TEST_CASE("a pragma that continues on more lines keeps its shape") {
  CHECK(rewritten("void f() {\n  LOOP\n}\n",
                  {{"LOOP", "{\n#pragma omp parallel for \\\n    reduction(+ : s)\nfor (;;) g();\n}"}}) ==
        "void f() {\n"
        "  {\n"
        "    #pragma omp parallel for \\\n"
        "        reduction(+ : s)\n"
        "    for (;;)\n"
        "      g();\n"
        "  }\n"
        "}\n");
}

TEST_CASE("badly formatted lines around an edit keep their bytes") {
  const std::string before = "int   x ;   // one\n\n\n\n  int longer =  2;// two\n#define F(x)   x\n";
  const std::string after = "\n  }  }   \n\tint y;\n";
  CHECK(rewritten(before + "HERE" + after, {{"HERE", "int   z;"}}) == before + "  int z;" + after);
  CHECK(rewritten("void f() {\n  g( );  \t\n\n\nHERE\n\n\n\n  g( );\n}\n", {{"HERE", "int   z;"}}) ==
        "void f() {\n  g( );  \t\n\n\n  int z;\n\n\n\n  g( );\n}\n");
}

TEST_CASE("line ends, a byte order mark and a missing last newline stay") {
  CHECK(rewritten("\xEF\xBB\xBFint a ;\r\nvoid f() {\r\n  LOOP\r\n}",
                  {{"LOOP", "#pragma omp simd\nfor (;;)\n{ g();\n}"}}) ==
        "\xEF\xBB\xBFint a ;\r\nvoid f() {\r\n  #pragma omp simd\r\n  for (;;) {\r\n    g();\r\n  }\r\n}");
}

TEST_CASE("without a style, indentation and braces are those of the text") {
  CHECK(rewritten("void f() {\n    if (a) {\n        g();\n    }\n    LOOP\n}\n",
                  {{"LOOP", "for (;;) {\ng();\n}"}}) ==
        "void f() {\n    if (a) {\n        g();\n    }\n    for (;;) {\n        g();\n    }\n}\n");
  CHECK(rewritten("void f() {\n\tif (a) {\n\t\tg();\n\t}\n\tLOOP\n}\n", {{"LOOP", "for (;;) {\ng();\n}"}}) ==
        "void f() {\n\tif (a) {\n\t\tg();\n\t}\n\tfor (;;) {\n\t\tg();\n\t}\n}\n");
  CHECK(rewritten("void f()\n{\n  g();\n  LOOP\n}\n", {{"LOOP", "for (;;) {\ng();\n}"}}) ==
        "void f()\n{\n  g();\n  for (;;)\n  {\n    g();\n  }\n}\n");
  CHECK(rewritten("void f(float* a) {\n  for (;;) g(a);\n  if (a) g(a);\n  LOOP\n}\n",
                  {{"LOOP", "for (;;) { const float * p; if (p) g(p);\nfor(;;)\ng(p); }"}}) ==
        "void f(float* a) {\n  for (;;) g(a);\n  if (a) g(a);\n  for (;;) {\n    const float* p;\n    if (p) "
        "g(p);\n    for (;;) g(p);\n  }\n}\n");
}

TEST_CASE("the project's style holds, but adds and removes nothing") {
  llvm::SmallString<128> folder;
  llvm::sys::fs::createUniqueDirectory("appyl-test", folder);
  std::error_code error;
  llvm::raw_fd_ostream(folder.str().str() + "/.clang-format", error)
      << "BasedOnStyle: LLVM\nIndentWidth: 3\nInsertBraces: true\nIndentPPDirectives: "
         "BeforeHash\nSortIncludes: CaseSensitive\n";
  CHECK(rewritten("#include \"b.h\"\n#include \"a.h\"\nvoid f() {\n  LOOP\n}\n",
                  {{"LOOP", "{\n#pragma omp simd\nfor (;;) g();\n}"}}, folder.str().str() + "/sub/x.cpp") ==
        "#include \"b.h\"\n#include \"a.h\"\nvoid f() {\n   {\n      #pragma omp simd\n      for (;;)\n      "
        "   g();\n   }\n}\n");
  llvm::sys::fs::remove_directories(folder);
}

TEST_CASE("formatting what is formatted changes nothing") {
  const std::string source = "void f(int n, float *a) {\n  LOOP\n}\n";
  const Edits edits = replacing(source, {{"LOOP",
                                          "#pragma omp parallel for reduction(+ : sum) if (n > 1000) "
                                          "num_threads(4) schedule(static) collapse(2) default(none)\n"
                                          "for (int i = 0; i < n; ++i) { if (a[i] > 0) sum += a[i] * "
                                          "veryLongFunctionName(a[i], a[i + 1], a[i + 2], a[i + 3], n); }"}});
  std::vector<TextRange> produced;
  applyEdits(source, edits, &produced);
  const std::string once = writeBack(source, edits, "/nowhere/x.cpp", source);
  CHECK(formatParts(once, {{0, once.size()}}, styleFor(source, "/nowhere/x.cpp")) == once);
}

TEST_CASE("a file with very many edits is formatted like one with few") {
  std::string source = "void f(int n) {\n", expected = source;
  for (int i = 0; i < 300; ++i) {
    source += "  int  a" + std::to_string(i) + ";\n  LOOP\n";
    expected += "  int  a" + std::to_string(i) + ";\n  for (;;)\n    g();\n";
  }
  Edits edits;
  for (size_t at = source.find("LOOP"); at != std::string::npos; at = source.find("LOOP", at + 1))
    edits.push_back({unsigned(at), 4, "for(;;) g();"});
  CHECK(writeBack(source + "}\n", edits, "/nowhere/x.cpp", source) == expected + "}\n");
}

TEST_CASE("a pragma after a comment stays a line of its own") {
  CHECK(rewritten("void f() {\n  LOOP\n}\n",
                  {{"LOOP",
                    "g();  // one\n        // two\n        #pragma omp simd\nfor(;;) g();\n// three\n#pragma "
                    "omp simd\nfor(;;) g();"}}) ==
        "void f() {\n  g(); // one\n       // two\n  #pragma omp simd\n  for (;;)\n    g();\n  // three\n  "
        "#pragma omp simd\n"
        "  for (;;)\n    g();\n}\n");
}

TEST_CASE("a pragma that does not fit is continued before a clause") {
  CHECK(rewritten("void f() {\n  LOOP\n}\n",
                  {{"LOOP",
                    "#pragma omp parallel for reduction(+ : sum_of_squares, sum_of_cubes) reduction(max : "
                    "largest_of_all) schedule(static)\nfor(;;) g();"}}) ==
        "void f() {\n  #pragma omp parallel for reduction(+ : sum_of_squares, sum_of_cubes) \\\n"
        "      reduction(max : largest_of_all) schedule(static)\n  for (;;)\n    g();\n}\n");
}

TEST_CASE("where the source switches the formatter off, generated code stays as the target wrote it") {
  CHECK(rewritten("void f() {\n  // clang-format off\n  LOOP\n}\n",
                  {{"LOOP", "#pragma omp parallel\n  #pragma omp simd\n  for(;;)g();"}}) ==
        "void f() {\n  // clang-format off\n  #pragma omp parallel\n  #pragma omp simd\n  for(;;)g();\n}\n");
}
