// What the command line means, and the one line that a wrong one is answered with.
#include "options.h"

#include <doctest/doctest.h>

using namespace appyl;

namespace {

CommandLine parsed(const std::vector<std::string>& arguments) {
  auto line = parseCommandLine(arguments);
  if (!line) FAIL(llvm::toString(line.takeError()));
  return *line;
}

std::string refusal(const std::vector<std::string>& arguments) {
  auto line = parseCommandLine(arguments);
  return line ? "(accepted)" : llvm::toString(line.takeError());
}

}  // namespace

TEST_CASE("options have one dash or two, and their value after '=' or as the next argument") {
  CHECK(parsed({"--block-size=64", "x.cpp"}).options.blockSize == 64);
  CHECK(parsed({"-block-size", "64", "x.cpp"}).options.blockSize == 64);
  CHECK(parsed({"x.cpp", "-j8"}).jobs == 8);
  CHECK(parsed({"x.cpp", "-j", "8"}).jobs == 8);
  CHECK(parsed({"x.cpp", "--extra-arg=-DX=1", "--extra-arg", "-Iinc"}).compilation.extraArguments ==
        std::vector<std::string>{"-DX=1", "-Iinc"});
}

TEST_CASE("what stands after -- is the compiler's") {
  const CommandLine line = parsed({"-Rappyl", "x.cpp", "--", "-Rappyl", "-o", "x.o"});
  CHECK(line.options.remarks);
  CHECK(line.sources == std::vector<std::string>{"x.cpp"});
  CHECK(line.compilation.fixed == std::vector<std::string>{"-Rappyl", "-o", "x.o"});
  CHECK(!line.output);
  CHECK(!parsed({"x.cpp"}).compilation.fixed);
  CHECK(parsed({"x.cpp", "--"}).compilation.fixed == std::vector<std::string>());
}

TEST_CASE("an unknown option is named, with the one that was probably meant") {
  CHECK(refusal({"--depfiel=x", "x.cpp"}) == "unknown option '--depfiel=x'; did you mean '--depfile'?");
  CHECK(refusal({"--colour", "x.cpp"}) == "unknown option '--colour'; --help lists the options");
}

TEST_CASE("values are checked") {
  CHECK(refusal({"--block-size=0", "x.cpp"}) == "'--block-size' takes a positive integer, not '0'");
  CHECK(refusal({"--block-size=4k", "x.cpp"}) == "'--block-size' takes a positive integer, not '4k'");
  CHECK(refusal({"--block-size=99999999999999999999", "x.cpp"}) ==
        "'--block-size' takes a positive integer, not '99999999999999999999'");
  CHECK(refusal({"-j0", "x.cpp"}) == "'-j' takes a positive integer, not '0'");
  CHECK(refusal({"x.cpp", "-o"}) == "'-o' needs a value: FILE");
  CHECK(refusal({"x.cpp", "--check="}) == "'--check' needs a value: FILE|DIR");
  CHECK(refusal({"--explain=yes", "x.cpp"}) == "'--explain' takes no value");
  CHECK(refusal({"--legality=maybe", "x.cpp"}) ==
        "'--legality' takes one of check, strict, off, not 'maybe'");
  CHECK(refusal({"--cuda-arch=sm_12", "x.cpp"}) ==
        "unknown architecture 'sm_12' of '--cuda-arch'; write sm_80 or the like");
  CHECK(refusal({"--cuda-arch=sm_90a", "x.cpp"}) == "(accepted)");
}

TEST_CASE("what this version does not have is refused, not ignored") {
  CHECK(refusal({"--emit=report", "x.cpp"}) == "this version does not have '--emit=report' yet");
  CHECK(refusal({"--diagnostics-format", "x.cpp"}) ==
        "this version does not have '--diagnostics-format' yet");
}

TEST_CASE("contradictions are refused") {
  CHECK(refusal({"-o", "a", "-o", "b", "x.cpp"}) == "'-o' is given twice: 'a' and 'b'");
  CHECK(refusal({"-o", "a", "-o", "a", "x.cpp"}) == "(accepted)");
  CHECK(refusal({"-o", "a", "--output-dir=b", "x.cpp"}) == "'-o' and '--output-dir' exclude each other");
  CHECK(refusal({"-o", "a", "--check=b", "x.cpp"}) == "'-o' and '--check' exclude each other");
}

TEST_CASE("tuning needs a command, and writes no translation") {
  const CommandLine line = parsed({"--tune", "--run", "make T={} && ./t", "x.cpp", "y.cpp"});
  CHECK(line.tunes);
  CHECK(line.tuneCommand == "make T={} && ./t");
  CHECK(!line.tuneFile);
  CHECK(parsed({"--tune-file=t.json", "x.cpp"}).tuneFile == "t.json");
  CHECK(refusal({"--tune", "x.cpp"}) == "'--tune' needs '--run', a command with {} for the translated file");
  CHECK(refusal({"--run=make {}", "x.cpp"}) == "'--run' needs '--tune'");
  CHECK(refusal({"--tune", "--run=make", "x.cpp"}) ==
        "'--run' has no {}, which stands for the translated file");
  const auto tuning = [](std::vector<std::string> more) {
    more.insert(more.end(), {"--tune", "--run=make {}", "x.cpp"});
    return refusal(more);
  };
  CHECK(tuning({}) == "(accepted)");
  CHECK(tuning({"-o", "a"}) == "'--tune' and '-o' exclude each other");
  CHECK(tuning({"--output-dir=a"}) == "'--tune' and '--output-dir' exclude each other");
  CHECK(tuning({"--check=a"}) == "'--tune' and '--check' exclude each other");
  CHECK(tuning({"--depfile=a"}) == "'--tune' and '--depfile' exclude each other");
  CHECK(tuning({"--emit=model"}) == "'--tune' needs '--emit=code'");
  CHECK(tuning({"--target=interpret"}) == "'--tune' needs '--target=openmp' or '--target=cuda'");
  CHECK(refusal({"--tune", "--run=make {}"}) == "no source is given; --help lists the options");
}

TEST_CASE("sources are files, and several need a folder") {
  CHECK(refusal({}) == "no source is given; --help lists the options");
  CHECK(refusal({"-"}) == "'-' is not a source; name a file");
  CHECK(refusal({"x.cpp", "y.cpp"}) == "several sources need '--output-dir'");
  CHECK(refusal({"-o", "a", "x.cpp", "y.cpp"}) == "several sources need '--output-dir' instead of '-o'");
  CHECK(refusal({"--depfile=x.d", "x.cpp"}) ==
        "'--depfile' needs a file that depends on the source; give '-o' or '--output-dir'");
  CHECK(refusal({"--fast-math=tf32", "--fp=strict", "x.cpp"}) ==
        "'--fast-math' and '--fp=strict' exclude each other");
  CHECK(refusal({"--fast-math=all", "x.cpp"}) == "'--fast-math' takes one of tf32, not 'all'");
}

TEST_CASE("help and version need no source") {
  CHECK(parsed({"--help"}).help);
  CHECK(parsed({"--version"}).version);
  CHECK(helpText().find("  --output-dir=DIR ") != std::string::npos);
  CHECK(helpText().find("--diagnostics-format") == std::string::npos);
}
