// Names of results, Make's syntax, and files that are only touched when their content changes.
#include "writeback/output_file.h"

#include <doctest/doctest.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>

#include <cstdlib>

using namespace appyl;
namespace fs = llvm::sys::fs;

namespace {

struct Folder {
  llvm::SmallString<128> path;
  Folder() { fs::createUniqueDirectory("appyl-test", path); }
  ~Folder() { fs::remove_directories(path); }
  std::string operator/(const char* name) const { return (path + "/" + name).str(); }
};

std::string content(const std::string& name) {
  std::string reason;
  return readWhole(name, reason).value_or("(none)");
}

}  // namespace

TEST_CASE("the result is named like the source, without its folder") {
  CHECK(translatedName("dir/x.cpp", ".omp") == "x.omp.cpp");
  CHECK(translatedName("x.c", ".omp") == "x.omp.c");
  CHECK(translatedName("../include/grid.v2.hpp", ".omp") == "grid.v2.omp.hpp");
  CHECK(translatedName("noextension", ".omp") == "noextension.omp");
  CHECK(replacedExtension("dir/x.cpp", ".model.json") == "x.model.json");
}

TEST_CASE("names in a dependency file are escaped for Make") {
  CHECK(dependencyRule("x.omp.cpp", {"x.cpp", "a b.h", "c#.h", "d$e.h", "f\\ g.h"}) ==
        "x.omp.cpp: \\\n  x.cpp \\\n  a\\ b.h \\\n  c\\#.h \\\n  d$$e.h \\\n  f\\\\\\ g.h\n");
  CHECK(dependencyRule("my out.cpp", {}) == "my\\ out.cpp:\n");
}

TEST_CASE("an unchanged file is not written again") {
  Folder folder;
  const std::string name = folder / "x";
  REQUIRE(!writeIfChanged(name, "one\n"));
  fs::file_status first, second, third;
  fs::status(name, first);
  REQUIRE(!writeIfChanged(name, "one\n"));
  fs::status(name, second);
  CHECK(first.getUniqueID() == second.getUniqueID());
  CHECK(first.getLastModificationTime() == second.getLastModificationTime());
  REQUIRE(!writeIfChanged(name, "two\n"));
  fs::status(name, third);
  CHECK(content(name) == "two\n");
  CHECK(third.getUniqueID() !=
        first.getUniqueID());  // another file has taken its place: nobody has seen half of one
}

TEST_CASE("permissions stay, and a symbolic link stays one") {
  Folder folder;
  REQUIRE(!writeIfChanged(folder / "x", "one\n"));
  fs::setPermissions(folder / "x", fs::owner_read | fs::owner_write | fs::owner_exe);
  REQUIRE(!fs::create_link(folder / "x", folder / "link"));
  REQUIRE(!writeIfChanged(folder / "link", "two\n"));
  CHECK(fs::is_symlink_file(folder / "link"));
  CHECK(content(folder / "x") == "two\n");
  CHECK(fs::getPermissions(folder / "x").get() == (fs::owner_read | fs::owner_write | fs::owner_exe));
}

TEST_CASE("what cannot be written is said in the system's words, and nothing is left behind") {
  Folder folder;
  CHECK(writeIfChanged(folder / "no/x", "one\n") == "No such file or directory");
  CHECK(writeIfChanged(folder.path.str().str(), "one\n") == "Is a directory");
  CHECK(writeIfChanged("/dev/null", "one\n") == std::nullopt);
  std::error_code error;
  CHECK(fs::directory_iterator(folder.path, error) == fs::directory_iterator());
}

TEST_CASE("a missing file has no reason, an unreadable one has") {
  Folder folder;
  std::string reason = "old";
  CHECK(!readWhole(folder / "x", reason));
  CHECK(reason == "");
  CHECK(!readWhole(folder.path.str().str(), reason));
  CHECK(reason == "Is a directory");
}
