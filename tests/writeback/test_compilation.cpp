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
    auto compilation = compilations->commandFor(source);
    if (!compilation) return llvm::toString(compilation.takeError());
    return llvm::join(compilation->command.CommandLine, " ") + " ";
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

TEST_CASE("inputs, outputs, dependencies and plugins go") {
  CHECK(kept({"-c", "-o", "x.o", "-MD", "-MT", "x.o", "-MF", "x.d", "-Wp,-MD,y.d", "-pedantic",
              "-fdiagnostics-color=always", "-fplugin=p.so", "-save-temps", "-lm", "-Lfolder", "x.cpp"}) ==
        "");
}

TEST_CASE("what Clang knows, and is in no list, is not passed on") {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"-Xclang", "-dependency-file", "-Xclang", "victim", "-Xclang", "-MT", "-Xclang", "text"},
           {"-Xclang", "-stats-file=victim"},
           {"-Xclang", "-o", "-Xclang", "victim"},
           {"-Xclang", "-load", "-Xclang", "p.so", "-Xclang", "-plugin", "-Xclang", "name"},
           {"-Xclang", "-include-pch", "-Xclang", "x.pch"},
           {"-Xpreprocessor", "-dependency-file", "-Xpreprocessor", "victim"},
           {"-Wp,-MD,victim", "-Wp,-MMD,victim", "-MJvictim", "-MJ", "victim"},
           {"-mllvm", "-load=p.so", "-mllvm=-info-output-file=victim"},
           {"-fpass-plugin=p.so", "-fplugin=p.so", "-fplugin-arg-p-x"},
           {"-fmodules", "-fmodules-cache-path=victim", "-fcxx-modules", "-fmodule-output=victim"},
           {"-ftime-trace=victim", "-fproc-stat-report=victim", "-save-stats", "-fstack-usage",
            "-gsplit-dwarf"},
           {"-fprofile-generate=victim", "-fcoverage-mapping", "--coverage", "-ftest-coverage"},
           {"-fsave-optimization-record", "-foptimization-record-file=victim", "-fdump-record-layouts"},
           {"-fcrash-diagnostics-dir=victim", "-gen-reproducer=always", "-serialize-diagnostics", "victim"},
           {"--serialize-diagnostics", "victim", "-emit-ast", "-emit-pch", "-emit-llvm", "-S", "-E", "-H"},
           {"-index-header-map", "-fdepfile-entry=x", "-dD", "-v", "-###", "--version", "-print-search-dirs"},
           {"--config", "victim", "--config=victim", "--config-user-dir=victim", "-specs=victim"},
           {"--driver-mode=cl", "-working-directory", "victim", "-ivfsoverlay", "victim"},
           {"-extract-api", "--analyze", "--analyzer-output", "html", "-ccc-gcc-name", "evil",
            "-fuse-ld=evil"},
           {"-Xarch_host", "-fplugin=p.so", "-Xassembler", "evil", "-Xlinker", "evil", "-Wa,evil",
            "-Wl,evil"},
           {"-objcmt-migrate-all", "-verify", "-rewrite-objc", "-ftime-report", "-fno-integrated-cc1"}})
    CHECK(kept(arguments) == "");
  const std::vector<std::string> dropped =
      argumentsForClang({"-o", "x.o", "-Xclang", "-stats-file=s", "-fplugin=p.so", "-DA", "-c", "x.cpp"}, "/")
          .dropped;
  CHECK(llvm::join(dropped, " ") == "-o x.o -stats-file=s -fplugin=p.so");
}

TEST_CASE("what is handed on to parts of the compiler is read as well") {
  CHECK(kept({"-Xclang", "-include-pch", "-Xclang", "/b/x.pch", "-Xclang", "-include", "-Xclang", "/b/x.h",
              "-Wp,-DA,-UB", "-Xpreprocessor", "-DC"}) == "-include /b/x.h -D A -U B -D C");
  CHECK(argumentsForClang({"-Xpreprocessor", "-fopenmp"}, "/").openmp);
}

TEST_CASE("what is no error, or one, is said by the user") {
  CHECK(kept({"-Wall", "-Werror=vla", "-Wno-error=implicit-function-declaration", "-Wno-narrowing", "-w"}) ==
        "-Wall -Werror=vla -Wno-error=implicit-function-declaration -Wno-narrowing -w");
}

TEST_CASE("what only GCC or nvcc knows goes, with its value") {
  CHECK(kept({"-fconcepts", "-fno-canonical-system-headers", "-fmodule-mapper=m", "-fopt-info-vec",
              "-fanalyzer", "-DA"}) == "-D A");
  CHECK(kept({"--expt-relaxed-constexpr", "-gencode", "arch=compute_80,code=sm_80", "-ccbin", "g++", "-G",
              "-Xcompiler", "-fPIC,-Wall", "-Xcompiler=-fno-exceptions", "-rdc=true", "-isystem=sys"}) ==
        "-fPIC -Wall -fno-exceptions -isystem sys");
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

TEST_CASE("a database that is none is an error, with -p and without") {
  Project project("g++");
  const std::string folder = project.path.str().str(), file = folder + "/compile_commands.json";
  fs::create_directories(folder + "/deeper");
  const std::string entry = "\"directory\": \"/\", \"file\": \"x.cpp\"";
  for (const auto& [text, mistake] : std::vector<std::pair<std::string, std::string>>{
           {"", "1: no JSON: Unexpected EOF"},
           {"garbage", "1: no JSON: Invalid JSON value"},
           {"{}", "1: a database is an array of commands"},
           {"[\n{" + entry + ", \"command\": \"g++ -c x.cpp\"}, {", "2: no JSON: Expected object key"},
           {"[" + std::string(100'000, '['), "1: no JSON: brackets are more than 100 deep"},
           {"[7]", "command 1 is no object"},
           {"[{\"directory\": \"/\", \"command\": \"g++\"}]", "command 1 has no \"file\""},
           {"[{\"file\": \"x.cpp\", \"command\": \"g++\"}]", "command 1 has no \"directory\""},
           {"[{" + entry + "}]", "command 1 has neither \"arguments\" nor a \"command\""},
           {"[{" + entry + ", \"command\": \" \"}]", "command 1 has a \"command\" without a compiler"},
           {"[{" + entry + ", \"arguments\": 3}]",
            "command 1 has \"arguments\" that are no array of strings"},
           {"[{" + entry + ", \"arguments\": []}]", "command 1 has \"arguments\" without a compiler"},
           {"[{" + entry + ", \"arguments\": [\"\"]}]", "command 1 has \"arguments\" without a compiler"},
           {"[{" + entry + ", \"arguments\": [\"@x\"]}]",
            "command 1 has \"arguments\" without a compiler"}}) {
    std::error_code error;
    llvm::raw_fd_ostream(file, error) << text;
    const std::string message = "cannot read '" + file + "': " + mistake;
    CompilationSettings settings;
    CHECK(project.commandFor(settings, folder + "/x.cpp") == message);
    CHECK(project.commandFor(settings, folder + "/deeper/x.cpp") == message);
    settings.buildDir = folder;
    CHECK(project.commandFor(settings, folder + "/x.cpp") == message);
    settings = {};
    settings.fixed.emplace();
    CHECK(has(project.commandFor(settings, folder + "/x.cpp"), "-std=gnu++20"));
  }
}

TEST_CASE("a compiler is asked where a glob allows its path") {
  const auto isQueried = [](llvm::StringRef compiler, const std::vector<std::string>& globs,
                            llvm::StringRef directory = "/usr/lib") {
    return queriedProgram(compiler, directory, globs).has_value();
  };
  CHECK(isQueried("/usr/bin/mpicxx", {"/usr/bin/mpi*"}));
  CHECK(isQueried("no_such_compiler", {"/none", "/x/*,*compiler"}));
  CHECK(!isQueried("/usr/bin/g++", {"/usr/bin/mpi*"}));
  CHECK(!isQueried("/usr/bin/g++", {}));
  CHECK(!isQueried("/usr/bin/g++", {"g++", "*"}));
  CHECK(!isQueried("/usr/bin/sub/evil", {"/usr/bin/*", "/*"}));
  CHECK(isQueried("/usr/bin/sub/good", {"/usr/**/good"}));
  CHECK(isQueried("/usr/bin/good", {"/usr/bin/**/good"}));
  CHECK(!isQueried("/usr/bin/../../tmp/evil", {"/usr/bin/*", "/usr/bin/../../*", "/usr/**"}));
  CHECK(isQueried("/tmp/../usr/bin/good", {"/usr/bin/*"}));
  CHECK(isQueried("../bin/good", {"/usr/bin/*"}));
  CHECK(!isQueried("../../tmp/evil", {"/usr/bin/*"}));
  CHECK(*queriedProgram("../bin/good", "/usr/lib", {"/usr/bin/*"}) == "/usr/bin/good");
}

TEST_CASE("folders of a compiler's path are what their links stand for") {
  const Project project("g++");
  const std::string folder = project.path.str().str();
  fs::create_directories(folder + "/allowed");
  fs::create_directories(folder + "/others/bin");
  fs::create_link(folder + "/others/bin", folder + "/allowed/link");
  const std::vector<std::string> globs = {folder + "/allowed/*", folder + "/allowed/*/*"};
  CHECK(queriedProgram(folder + "/allowed/compiler", "/", globs));
  CHECK(!queriedProgram(folder + "/allowed/link/compiler", "/", globs));
  CHECK(!queriedProgram(folder + "/allowed/link/../compiler", "/", globs));
  CHECK(queriedProgram(folder + "/allowed/link/compiler", "/", {folder + "/allowed/link/*"}));
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
