// From what other compilers are told to what Clang's parser is told.
#include "support/compilation.h"
#include "support/compiler_arguments.h"

#include <doctest/doctest.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

using namespace appyl;
namespace fs = llvm::sys::fs;

namespace {

std::string kept(const std::vector<std::string>& arguments, llvm::StringRef directory = "") {
  llvm::SmallString<128> current;
  fs::current_path(current);
  return llvm::join(
      argumentsForClang(arguments, directory.empty() ? llvm::StringRef(current) : directory).arguments, " ");
}

struct Project {
  llvm::SmallString<128> path;
  Project(const std::string& command) {
    fs::createUniqueDirectory("appyl-test", path);
    std::error_code error;
    fs::create_directory(path + "/build");
    llvm::raw_fd_ostream(path.str().str() + "/x.cpp", error) << "int x;\n";
    llvm::raw_fd_ostream(path.str().str() + "/build/compile_commands.json", error)
        << "[{\"directory\": \"" << path << "/build\", \"command\": \"" << command
        << "\", \"file\": \"../x.cpp\"}]";
  }
  ~Project() { fs::remove_directories(path); }

  std::string commandFor(CompilationSettings settings, const std::string& source) const {
    auto compilations = Compilations::load(settings);
    if (!compilations) return llvm::toString(compilations.takeError());
    return llvm::join(compilations->commandFor(source).CommandLine, " ") + " ";
  }
};

bool has(const std::string& command, const std::string& words) {
  return command.find(" " + words + " ") != std::string::npos;
}

}  // namespace

TEST_CASE("includes, definitions and the language's own options stay") {
  CHECK(kept({"-Iinc", "-isystem", "sys", "-DA=1", "-UB", "-std=c++17", "-O2", "-fno-exceptions",
              "-pthread"}) == "-I inc -isystem sys -D A=1 -U B -std=c++17 -O2 -fno-exceptions -pthread");
}

TEST_CASE("inputs, outputs, dependencies, warnings and plugins go") {
  CHECK(kept({"-c",
              "-o",
              "x.o",
              "-MD",
              "-MT",
              "x.o",
              "-MF",
              "x.d",
              "-Wp,-MD,y.d",
              "-Wall",
              "-Werror=vla",
              "-pedantic",
              "-fdiagnostics-color=always",
              "-fplugin=p.so",
              "-Xclang",
              "-include-pch",
              "-Xclang",
              "x.pch",
              "-save-temps",
              "-lm",
              "-Lfolder",
              "x.cpp"}) == "");
}

TEST_CASE("what only GCC or nvcc knows goes, with its value") {
  CHECK(kept({"-fconcepts", "-fno-canonical-system-headers", "-fmodule-mapper=m", "-fopt-info-vec",
              "-fanalyzer", "-DA"}) == "-D A");
  CHECK(kept({"--expt-relaxed-constexpr", "-gencode", "arch=compute_80,code=sm_80", "-ccbin", "g++", "-G",
              "-Xcompiler", "-fPIC,-Wall", "-Xcompiler=-fno-exceptions", "-rdc=true", "-isystem=sys"}) ==
        "-fPIC -fno-exceptions -isystem sys");
}

TEST_CASE("OpenMP is asked for, but not parsed") {
  for (const char* option : {"-fopenmp", "-fopenmp=libgomp", "-qopenmp", "-Xcompiler=-fopenmp"}) {
    const ClangArguments arguments = argumentsForClang({option}, "/");
    CHECK(arguments.openmp);
    CHECK(arguments.arguments.empty());
  }
  CHECK(!argumentsForClang({"-fopenmp-simd"}, "/").openmp);
}

TEST_CASE("folders are those of the command's directory") {
  CHECK(kept({"-I../inc", "-isystem", "/abs", "--sysroot=root", "-include", "no/such.h"}, "/build/dir") ==
        "-I /build/dir/../inc -isystem /abs --sysroot=/build/dir/root -include no/such.h");
}

TEST_CASE("without a database the language is C++20, or C11 for .c") {
  Project project("g++");
  CompilationSettings settings;
  settings.fixed.emplace();
  CHECK(has(project.commandFor(settings, "x.cpp"), "-std=gnu++20"));
  CHECK(has(project.commandFor(settings, "x.cpp"), "-x c++ x.cpp"));
  CHECK(has(project.commandFor(settings, "x.c"), "-std=gnu11"));
  CHECK(has(project.commandFor(settings, "x.c"), "-x c x.c"));
  CHECK(has(project.commandFor(settings, "x.h"), "-x c++ x.h"));
  settings.fixed = {"-std=c++17", "-fopenmp"};
  CHECK(!has(project.commandFor(settings, "x.cpp"), "-std=gnu++20"));
  CHECK(has(project.commandFor(settings, "x.cpp"), "-D_OPENMP=201511"));
  settings.fixed = {"-x", "c"};
  CHECK(has(project.commandFor(settings, "x.h"), "-std=gnu11"));
}

TEST_CASE("the database decides where there is one, and the command line adds to it") {
  Project project("/usr/bin/ccache /usr/bin/g++ -I../inc -DA -c ../x.cpp -o x.o");
  const std::string folder = project.path.str().str(), source = folder + "/x.cpp";
  CompilationSettings settings;
  settings.buildDir = folder + "/build";
  settings.extraArguments = {"-DLAST"};
  settings.extraArgumentsBefore = {"-DFIRST"};
  const std::string command = project.commandFor(settings, source);
  CHECK(has(command, "-D FIRST --driver-mode=g++ -I " + folder + "/build/../inc -D A -D LAST"));
  CHECK(!has(command, "-std=gnu++20"));
  CHECK(has(command, "-fsyntax-only -w -x c++ " + source));

  // It is also found in a folder above the source.
  fs::rename(folder + "/build/compile_commands.json", folder + "/compile_commands.json");
  CHECK(has(project.commandFor({}, source), "-D A"));
  settings.fixed.emplace();
  CHECK(!has(project.commandFor(settings, source), "-D A"));
}

TEST_CASE("a database that is not there, or says nothing, is an error only when it was asked for") {
  Project project("g++");
  const std::string folder = project.path.str().str();
  CompilationSettings settings;
  settings.buildDir = folder;
  CHECK(project.commandFor(settings, "x.cpp") == "there is no compile_commands.json in '" + folder + "'");
  std::error_code error;
  llvm::raw_fd_ostream(folder + "/compile_commands.json", error) << "[]";
  CHECK(project.commandFor(settings, "x.cpp") == "'" + folder + "/compile_commands.json' holds no commands");
  settings.buildDir.reset();
  CHECK(has(project.commandFor(settings, folder + "/x.cpp"), "-std=gnu++20"));
}

TEST_CASE("a compiler is asked where a glob allows it") {
  CHECK(isQueried("/usr/bin/mpicxx", {"/usr/bin/mpi*"}));
  CHECK(isQueried("nvcc", {"/none", "/x/*,*nvcc"}));
  CHECK(!isQueried("/usr/bin/g++", {"/usr/bin/mpi*"}));
  CHECK(!isQueried("/usr/bin/g++", {}));
}

TEST_CASE("a compiler's include folders are taken, without its own headers") {
  Project project("g++");
  const std::string folder = project.path.str().str(), compiler = folder + "/wrapper";
  fs::create_directories(folder + "/lib/gcc/include");
  std::error_code error;
  llvm::raw_fd_ostream(folder + "/lib/gcc/include/stddef.h", error) << "\n";
  llvm::raw_fd_ostream(compiler, error)
      << "#!/bin/sh\ncat >&2 <<END\nTarget: riscv64-linux-gnu\n"
         "#include \"...\" search starts here:\n#include <...> search starts here:\n"
         " /opt/mpi/include\n " +
             folder + "/lib/gcc/include\n /usr/include\nEnd of search list.\nEND\n";
  fs::setPermissions(compiler, fs::all_all);
  CHECK(llvm::join(askDriver(compiler, "c++"), " ") ==
        "--target=riscv64-linux-gnu -isystem /opt/mpi/include -isystem /usr/include");
}
