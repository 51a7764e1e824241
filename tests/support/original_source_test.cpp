#include "support/original_source.h"

#include <doctest/doctest.h>

#include <utility>

using appyl::OriginalSource;

namespace {

/// Of what stands at `line` and `column` of the text that is read: line and column in the original.
struct Sources {
  clang::SourceManagerForFile file;
  OriginalSource original;

  Sources(const std::string& text, const std::string& original, std::vector<unsigned> lines)
      : file("x.cpp", text), original(original, std::move(lines), file.get()) {}

  std::pair<unsigned, unsigned> placeOf(unsigned line, unsigned column) {
    return where(original.placeOf(at(line, column)));
  }
  clang::SourceLocation at(unsigned line, unsigned column) {
    return file.get().translateLineCol(file.get().getMainFileID(), line, column);
  }
  std::pair<unsigned, unsigned> where(clang::SourceLocation place) {
    const clang::PresumedLoc presumed = file.get().getPresumedLoc(place);
    return {presumed.getLine(), presumed.getColumn()};
  }
};

}  // namespace

TEST_CASE("places of loops are told as the statements that they were made of") {
  const std::string original =
      "int n;\n"
      "#pragma parallel\n"
      "  for (int i = 0; i < n; i += 8) yy = 1, y(slice(i, 8)) = x;\n"
      "int m;\n";
  const std::string loops =
      "int n;\n"
      "#pragma parallel block(8)\n"
      "  for (int i = 0; i < n; ++i)\n"
      "    y(i) = x(i);\n"
      "    // new\n"
      "int m;\n";
  Sources sources(loops, original, {1, 2, 3, 3, 3, 4});
  CHECK(sources.placeOf(4, 5) == std::pair(3u, 42u));   // the word y, not a part of another one
  CHECK(sources.placeOf(3, 19) == std::pair(3u, 12u));  // i, where it stands first
  CHECK(sources.placeOf(5, 8) == std::pair(3u, 3u));    // no such word: where the line begins
  CHECK(sources.original.placeOf(sources.at(1, 5)) == sources.at(1, 5));  // as the user wrote it
  CHECK(sources.original.placeOf(sources.at(6, 5)) == sources.at(6, 5));
  CHECK(sources.where(sources.original.endOfDirective(sources.at(2, 20))) == std::pair(2u, 17u));
  CHECK(sources.original.endOfDirective(sources.at(4, 5)).isInvalid());
}
