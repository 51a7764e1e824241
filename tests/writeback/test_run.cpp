// What a run over several sources leaves behind: exit status, files, and nothing else. The sources that
// succeed here have no directive, so that these tests are about the run and not about the translation.
#include "run.h"

#include "writeback/output_file.h"

#include <doctest/doctest.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

using namespace appyl;
namespace fs = llvm::sys::fs;

namespace {

struct SourceFolder {
  llvm::SmallString<128> path;
  SourceFolder() {
    fs::createUniqueDirectory("appyl-test", path);
    write("good.cpp", "int good;\n");
    write("other.c", "int other;\n");
    write("bad.cpp", "#pragma parallel\nint bad;\n");
  }
  ~SourceFolder() { fs::remove_directories(path); }

  std::string operator/(const std::string& name) const { return (path + "/" + name).str(); }
  bool has(const std::string& name) const { return fs::exists(*this / name); }
  void write(const std::string& name, const std::string& text) const {
    std::error_code error;
    llvm::raw_fd_ostream(*this / name, error) << text;
  }
  std::string read(const std::string& name) const {
    std::string reason;
    return readWhole(*this / name, reason).value_or("(none)");
  }
};

int status(std::vector<std::string> arguments) {
  arguments.push_back("--");
  auto line = parseCommandLine(arguments);
  if (!line) FAIL(llvm::toString(line.takeError()));
  return run(*line);
}

}  // namespace

TEST_CASE("each good source is written, and the highest status wins") {
  SourceFolder folder;
  CHECK(status({"--output-dir", folder / "out", folder / "good.cpp", folder / "bad.cpp"}) == 1);
  CHECK(folder.read("out/good.omp.cpp").find("int good;\n") != std::string::npos);
  CHECK(!folder.has("out/bad.omp.cpp"));
  CHECK(status({"--output-dir", folder / "out", folder / "none.cpp", folder / "bad.cpp",
                folder / "other.c"}) == 2);
  CHECK(folder.has("out/other.omp.c"));
}

TEST_CASE("an error leaves no trace") {
  SourceFolder folder;
  CHECK(status({"--output-dir", folder / "out", "--depfile", folder / "x.d", folder / "bad.cpp"}) == 1);
  CHECK(!folder.has("out"));
  CHECK(!folder.has("x.d"));
  folder.write("old.cpp", "old\n");
  CHECK(status({"-o", folder / "old.cpp", folder / "bad.cpp"}) == 1);
  CHECK(folder.read("old.cpp") == "old\n");
}

TEST_CASE("results that would go to one file are refused before anything is written") {
  SourceFolder folder;
  fs::create_directory(folder / "sub");
  folder.write("sub/good.cpp", "int same;\n");
  CHECK(status({"--output-dir", folder / "out", folder / "other.c", folder / "good.cpp",
                folder / "sub/good.cpp"}) == 2);
  CHECK(!folder.has("out"));
  CHECK(status({"--output-dir", folder / "out", folder / "good.cpp", folder / "./good.cpp"}) == 2);
  CHECK(status({"--check", folder / "out", folder / "good.cpp", folder / "sub/good.cpp"}) == 2);
}

TEST_CASE("a source is never replaced") {
  SourceFolder folder;
  CHECK(status({"-o", folder / "./good.cpp", folder / "good.cpp"}) == 2);
  folder.write("good.omp.cpp", "int mine;\n");
  CHECK(status({"--output-dir", folder / "", folder / "good.cpp", folder / "good.omp.cpp"}) == 2);
  CHECK(folder.read("good.omp.cpp") == "int mine;\n");
  CHECK(status({"-o", folder / "x", "--depfile", folder / "good.cpp", folder / "good.cpp"}) == 2);
}

TEST_CASE("--check finds what -o or --output-dir would write, and writes nothing") {
  SourceFolder folder;
  CHECK(status({"--check", folder / "x.cpp", folder / "good.cpp"}) == 1);
  CHECK(!folder.has("x.cpp"));
  CHECK(status({"-o", folder / "x.cpp", folder / "good.cpp"}) == 0);
  CHECK(status({"--check", folder / "x.cpp", folder / "good.cpp"}) == 0);
  folder.write("x.cpp", "int other;\n");
  CHECK(status({"--check", folder / "x.cpp", folder / "good.cpp"}) == 1);
  CHECK(folder.read("x.cpp") == "int other;\n");

  CHECK(status({"--output-dir", folder / "out", folder / "good.cpp", folder / "other.c"}) == 0);
  CHECK(status({"--check", folder / "out", folder / "good.cpp", folder / "other.c"}) == 0);
  CHECK(status({"--check", folder / "out", folder / "good.cpp", folder / "bad.cpp"}) == 1);
  CHECK(status({"--check", folder / "none/", folder / "good.cpp"}) == 1);
  CHECK(!folder.has("none"));
}

TEST_CASE("the dependency file names the output and its source") {
  SourceFolder folder;
  CHECK(status({"-o", folder / "x.cpp", "--depfile", folder / "x.d", folder / "good.cpp"}) == 0);
  CHECK(folder.read("x.d").find((folder / "x.cpp") + ": \\\n  " + (folder / "good.cpp")) == 0);
}

TEST_CASE("what cannot be written is status 2") {
  SourceFolder folder;
  CHECK(status({"-o", folder / "no/x.cpp", folder / "good.cpp"}) == 2);
  CHECK(status({"--output-dir", folder / "good.cpp", folder / "good.cpp"}) == 2);
  CHECK(status({folder / "none.cpp"}) == 2);
  CHECK(status({folder.path.str().str()}) == 2);
}

TEST_CASE("many sources at the same time give what one after the other gives") {
  SourceFolder folder;
  std::vector<std::string> arguments = {"-j4", "--output-dir", folder / "out"};
  for (int i = 0; i < 20; ++i) {
    const std::string name = "x" + std::to_string(i) + ".cpp";
    folder.write(name, "int x" + std::to_string(i) + ";\n");
    arguments.push_back(folder / name);
  }
  CHECK(status(arguments) == 0);
  arguments[0] = "-j1";
  arguments[1] = "--check";
  CHECK(status(arguments) == 0);
  CHECK(folder.read("out/x19.omp.cpp").find("int x19;\n") != std::string::npos);
}
