// Everything that is run is a command line in the batch's folder; what it printed tells which functions are
// concerned.
#include "batch.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "driver.h"
#include "grid_calls.h"
#include "known.h"
#include "print.h"

namespace random_programs {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

// The exit status of a command in the folder; 124 where it takes too long.
int execute(const fs::path& folder, int seconds, const std::string& command,
            const std::string& environment = "") {
  const std::string line = "cd '" + folder.string() + "' && " + environment + " timeout " +
                           std::to_string(seconds) + " " + command + " </dev/null";
  const int status = std::system(line.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool areInC(const std::vector<Function>& functions) { return !functions.empty() && functions.front().inC; }

// Random values compare with what they can never be, and signed numbers with unsigned ones; and where an array's size is
// known, GCC supposes that a loop over a run-time size goes past it.
std::string flags(const Tools& tools, bool inC, bool isCompiledAsC = false, int standard = 20) {
  return (isCompiledAsC ? " -std=c11" : " -std=c++" + std::to_string(standard)) +
         std::string(
             " -ffp-contract=off -Wall -Wextra -Werror -Wno-type-limits "
             "-Wno-tautological-compare -Wno-bool-operation -Wno-sign-compare -Wno-xor-used-as-pow "
             "-Wno-unknown-warning-option -Wno-aggressive-loop-optimizations ") +
         (known::outerCountersAreUnused ? "-Wno-unused-variable " : "") +
         (known::someLanesAreNotTaken ? "-Wno-pass-failed " : "") + (tools.lenient ? "-Wno-unused " : "") +
         (inC ? "-Wno-unused-function -Wno-unused-parameter " : "");  // C has no [[maybe_unused]]
}

// Without those checks that the address sanitizer makes as well, for they double what there is to compile.
std::string sanitizers(const Tools& tools) {
  return tools.sanitize ? " -g1 -fsanitize=address,undefined -fno-sanitize=null,object-size,vptr "
                          "-fno-sanitize-recover=all"
                        : "";
}

std::string headers(const Tools& tools) {
  return " -I'" + tools.include.string() + "' -I'" + tools.support.string() + "' ";
}

class Batch {
 public:
  Batch(const std::vector<Function>& functions, const std::string& target, const Tools& tools,
        const fs::path& folder)
      : functions(functions),
        target(target),
        tools(tools),
        folder(folder),
        inC(areInC(functions)),
        results(functions.size()),
        annotated(functions.size(), true) {
    for (std::size_t f = 0; f < functions.size(); ++f)
      if ((target == "cuda" && functions[f].hostOnly) || (target != "interpret" && functions[f].exactArrays))
        annotated[f] = false;
  }

  std::vector<Result> run() {
    while (!translate() || !compile())
      if (isHopeless) return results;
    for (const std::string& setting : settings()) execute(setting);
    return results;
  }

 private:
  const std::vector<Function>& functions;
  const std::string target;
  const Tools& tools;
  const fs::path folder;
  const bool inC;
  std::vector<Result> results;
  std::vector<bool> annotated;  // the others are compiled as they are
  bool isHopeless = false;      // one does not compile as it is
  std::vector<int> firstLines;

  void fail(std::size_t f, Outcome outcome, const std::string& detail) {
    if (results[f].outcome == Outcome::Same || results[f].outcome == Outcome::Unproved)
      results[f] = {outcome, detail, results[f].warned};
  }

  bool givesC() const { return inC && target == "openmp"; }
  std::string source() const { return "translated_" + target + (inC ? ".c" : ".cpp"); }
  std::string generated() const {
    return "translated_" + target +
           (target == "openmp" ? inC ? ".omp.c" : ".omp.cpp"
            : target == "cuda" ? ".cu"
                               : ".interp.cpp");
  }
  std::string translation(const std::string& options, const std::string& to, const std::string& log) const {
    return "'" + tools.translator.string() + "' " + options + " -o " + to + " " + source() + " -- " +
           (inC ? "-std=c11" : "-std=c++" + std::to_string(tools.standard)) + headers(tools) + ">" + log +
           " 2>&1";
  }

  // --- translating
  // ----------------------------------------------------------------------------------------------------

  void writeSource() {
    std::ofstream(folder / source()) << printSource(functions, inC ? "" : "translated", annotated,
                                                    tools.standard);
    firstLines.assign(functions.size(), 0);
    const std::vector<std::string> text = lines(contents(folder / source()));
    for (std::size_t f = 0, n = 0; n < text.size() && f < functions.size(); ++n)
      if (text[n].starts_with("void " + functions[f].name + "(")) firstLines[f++] = static_cast<int>(n) + 1;
  }

  std::size_t functionAt(int line) const {
    const auto next = std::upper_bound(firstLines.begin(), firstLines.end(), line);
    return next == firstLines.begin() ? 0 : next - firstLines.begin() - 1;
  }

  // False where functions had to be left out, so that it has to be done again.
  bool translate() {
    writeSource();
    const std::string options = target == "model" ? "--target=interpret --check-model" : "--target=" + target;
    const int status =
        random_programs::execute(folder, 300, translation(options, generated(), "translate.log"));
    bool again = false;
    static const std::regex diagnostic(R"(^translated_\w+\.c(?:pp)?:(\d+):\d+: (error|warning): (.*)$)");
    for (const std::string& line : lines(contents(folder / "translate.log"))) {
      std::smatch match;
      if (!std::regex_match(line, match, diagnostic)) continue;
      const std::size_t f = functionAt(std::stoi(match[1]));
      if (match[2] == "error") {
        fail(f, Outcome::Refused, match[3]);
        again = again || annotated[f];
        annotated[f] = false;
        // A proved conflict of a planted mistake is a warning for the interpreter, which shows it.
      } else if (target == "interpret" && !functions[f].mistake.empty()) {
        continue;
      } else if (line.find("a NaN takes the place of") !=
                 std::string::npos) {  // there is none among the data
        continue;
      } else if (line.find("[appyl-unproved]") == std::string::npos || !functions[f].mayBeUnproved) {
        results[f].warned = true;
        fail(f, Outcome::Unproved, match[3]);
      }
    }
    if (status != 0 && !again)
      again = leaveOutCulprits(Outcome::Refused, "status " + std::to_string(status), [&] {
        return random_programs::execute(folder, 60, translation(options, "single.out", "single.log")) == 0;
      });
    return !again;
  }

  // Finds the functions without which a step works, by halves, where its failure names none.
  template <class Works>
  bool leaveOutCulprits(Outcome outcome, const std::string& detail, const Works& works) {
    std::vector<std::size_t> all;
    for (std::size_t f = 0; f < functions.size(); ++f)
      if (annotated[f]) all.push_back(f);
    std::vector<bool> remaining = annotated;
    findCulprits(all, works, [&](std::size_t f, const std::string& how) {
      remaining[f] = false;
      fail(f, outcome, detail + how);
    });
    annotated = remaining;
    return true;
  }

  template <class Works, class Blame>
  bool findCulprits(const std::vector<std::size_t>& group, const Works& works, const Blame& blame) {
    annotated.assign(functions.size(), false);
    for (std::size_t f : group) annotated[f] = true;
    writeSource();
    if (group.empty() || works()) return false;
    if (group.size() == 1) {
      blame(group[0], "");
      return true;
    }
    const auto middle = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
    const bool first = findCulprits({group.begin(), middle}, works, blame);
    const bool second = findCulprits({middle, group.end()}, works, blame);
    if (!first && !second)
      for (std::size_t f : group) blame(f, ", only together with others");
    return true;
  }

  // --- compiling
  // ------------------------------------------------------------------------------------------------------

  // Which of the compilers. Inline functions are shared in a program, and the two lay out closures in
  // different ways, so the original is compiled by the same one.
  bool usesGnu() const {
    return target == "openmp" ? !tools.secondCompiler
                              : target == "cuda" && (tools.sanitize || tools.secondCompiler);
  }
  std::string compiler() const {
    const std::string clang = givesC() ? "clang-19" : "clang++-19", gnu = givesC() ? "gcc" : "g++";
    if (target == "openmp")
      return (tools.secondCompiler ? clang + " -gline-tables-only -O2" : gnu + " -O1") + " -fopenmp";
    if (target != "cuda") return clang + " -O0";
    // Shared arrays are of a thread there, and an index that begins far from 0 reaches them only by their
    // address.
    const std::string emulation = " -fPIC -x c++ -include appyl/cuda/emulation.hpp";
    if (tools.sanitize) return gnu + " -O0" + sanitizers(tools) + emulation;
    return (tools.secondCompiler ? gnu + " -O1" : clang + " -O0") + emulation;
  }

  // With NVIDIA's compiler, for what it says: nothing of it is run. What the numbers stand for (what is not
  // used, or never come to) the other compilers tell better.
  int compileForDevice() const {
    return random_programs::execute(
        folder, 600,
        "'" + tools.nvcc +
            "' -std=c++20 --extended-lambda --expt-relaxed-constexpr -arch=sm_80 --Werror all-warnings "
            "-diag-suppress 177,186,68,550,128 -ptx -o device.ptx " +
            headers(tools) + generated() + " >compile.log 2>&1");
  }

  // Leaves out the functions that the errors name; false where they name none.
  bool leaveOutNamed() {
    static const std::regex named(R"(\bf(\d+)(_kernel\d+|_\w+)?\b)");
    bool again = false;
    std::string current;
    for (const std::string& line : lines(contents(folder / "compile.log"))) {
      std::smatch match;
      if (line.find("error: ") == std::string::npos && line.find("error #") == std::string::npos) {
        if (std::regex_search(line, match, named)) current = match[1];
        continue;
      }
      // GCC names the function before its errors; the text around the line tells it for the others.
      const std::string seed = functionNear(line, current);
      for (std::size_t f = 0; f < functions.size(); ++f) {
        if (functions[f].name != "f" + seed) continue;
        isHopeless = isHopeless || (!annotated[f] && !again);
        fail(f, Outcome::Uncompilable, line.substr(line.find("error")));
        if (annotated[f]) annotated[f] = false, again = true;
      }
    }
    if (isHopeless)
      for (std::size_t f = 0; f < functions.size(); ++f)
        fail(f, Outcome::Uncompilable, "with a function that does not compile as it is written");
    return again || isHopeless;
  }

  bool compile() {
    const int standard = target == "openmp" ? tools.standard : 20;  // the others have that for their code
    // An array that a kernel gets and does not use is in no loop.
    const bool withGridCalls = std::any_of(functions.begin(), functions.end(), hasGridCalls);
    const std::string options = compiler() + flags(tools, inC, givesC(), standard) +
                                (withGridCalls ? "-Wno-unused-parameter " : "") +
                                (compiler().starts_with("clang") ? "-ferror-limit=0" : "") + headers(tools);
    const auto compileGenerated = [&](const std::string& log) {
      return random_programs::execute(
          folder, 300, options + " -c -o " + target + ".o " + generated() + " >" + log + " 2>&1");
    };
    const auto works = [&](int status, const auto& again) {
      if (status == 0) return true;
      if (!leaveOutNamed())
        leaveOutCulprits(Outcome::Uncompilable, "status " + std::to_string(status),
                         [&] { return translate() && again() == 0; });
      return false;
    };
    const auto forDevice = [&] { return target == "cuda" && !tools.nvcc.empty() ? compileForDevice() : 0; };
    if (!works(compileGenerated("compile.log"), [&] { return compileGenerated("single.log"); }) ||
        !works(forDevice(), forDevice))
      return false;
    const std::string name = usesGnu() ? "g++" : "clang++-19";
    const std::string original = usesGnu() ? "original_gnu.o" : "original.o";
    const std::string checks = usesGnu() ? sanitizers(tools) : "";
    if (!fs::exists(folder / original))
      random_programs::execute(folder, 300,
                               name + " -O0" + checks + flags(tools, inC) + headers(tools) +
                                   "-c original.cpp -o " + original + " >original.log 2>&1");
    const int linked = random_programs::execute(
        folder, 120,
        name + " -fuse-ld=lld -o " + target + checks + (target == "openmp" ? " -fopenmp " : " ") + target +
            ".o " + original + (givesC() ? " driver_c.o " : " driver.o ") +
            (target == "cuda" ? "-lboost_context " : "") + ">link.log 2>&1");
    if (linked != 0)
      for (std::size_t f = 0; f < functions.size(); ++f)
        if (annotated[f])
          fail(f, Outcome::Uncompilable, "linking: " + contents(folder / "link.log").substr(0, 300));
    return true;
  }

  // The function whose code stands at the line of an error in generated code.
  std::string functionNear(const std::string& error, const std::string& otherwise) const {
    static const std::regex place(R"(^[^:(]*translated_\w+\.[\w.]+[:(](\d+)[:)])");
    static const std::regex definition(R"(\bf(\d+)(?:_kernel\d+)?\()");
    std::smatch match;
    if (!std::regex_search(error, match, place)) return otherwise;
    const std::vector<std::string> text = lines(contents(folder / generated()));
    for (int n = std::min(std::stoi(match[1]), static_cast<int>(text.size())) - 1; n >= 0; --n) {
      std::smatch found;
      if (!text[n].empty() && text[n][0] != ' ' && std::regex_search(text[n], found, definition))
        return found[1];
    }
    return otherwise;
  }

  // --- running
  // --------------------------------------------------------------------------------------------------------

  std::vector<std::string> settings() const {
    if (target == "openmp")  // threads that wait leave the cores to other programs
      return {"OMP_WAIT_POLICY=passive OMP_NUM_THREADS=1", "OMP_WAIT_POLICY=passive OMP_NUM_THREADS=2",
              "OMP_WAIT_POLICY=passive OMP_NUM_THREADS=3"};
    std::vector<std::string> result;
    for (const char* order : {"row_major", "reversed", "shuffled:7"})
      result.push_back(std::string(target == "interpret" ? "APPYL_RANGES=1 " : "") +
                       "APPYL_ON_ERROR=continue ASAN_OPTIONS=detect_stack_use_after_return=0 APPYL_ORDER=" +
                       std::string(order));
    return result;
  }

  void execute(const std::string& setting) {
    std::map<std::string, std::size_t> places;
    for (std::size_t f = 0; f < functions.size(); ++f) places[functions[f].name] = f;
    for (std::size_t first = 0; first < functions.size();) {
      const int status = random_programs::execute(
          folder, 200,
          "./" + target + " " + std::to_string(first) + " >" + target + ".out 2>" + target + ".err", setting);
      const std::vector<std::string> messages = lines(contents(folder / (target + ".err")));
      findings(messages, setting);
      std::string begun;
      for (const std::string& line : lines(contents(folder / (target + ".out")))) {
        std::istringstream words(line);
        std::string what, function;
        words >> what >> function;
        if (what == "begin") begun = function;
        if (what == "end") begun.clear();
        if (what == "differs" && places.count(function))
          fail(places[function], Outcome::Differs, setting + ": " + line);
      }
      if (begun.empty()) return;
      std::string detail = setting + ": status " + std::to_string(status);
      for (const std::string& message : messages)
        if (message.find("rror") != std::string::npos) {
          detail += ", " + message;
          break;
        }
      fail(places[begun], Outcome::Crash, detail);
      first = places[begun] + 1;
    }
  }

  // What the interpreter tells; the line is that of the source.
  void findings(const std::vector<std::string>& messages, const std::string& setting) {
    if (target != "interpret" && target != "model") return;
    static const std::regex finding(R"(^[^:]*:(\d+):\d+: error: (.*)$)");
    std::smatch match;
    for (const std::string& message : messages)
      if (std::regex_match(message, match, finding))
        fail(functionAt(std::stoi(match[1])), Outcome::Finding, setting + ": " + std::string(match[2]));
  }
};

}  // namespace

const char* name(Outcome outcome) {
  static const char* const names[] = {"same",    "refused", "unproved", "uncompilable",
                                      "differs", "crash",   "finding"};
  return names[static_cast<int>(outcome)];
}

std::vector<Result> runBatch(const std::vector<Function>& functions, const std::string& target,
                             const Tools& tools, const fs::path& folder) {
  return Batch(functions, target, tools, folder).run();
}

std::vector<Broken> prepareBatch(std::vector<Function>& functions, const Tools& tools,
                                 const fs::path& folder) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  const std::string options = flags(tools, areInC(functions)) + headers(tools) + "-c ";
  const std::string compiler = "clang++-19 -O0 -ferror-limit=0" + options;
  std::vector<Broken> broken;
  while (!functions.empty()) {
    std::ofstream(folder / "original.cpp")
        << printSource(functions, "original", std::vector<bool>(functions.size(), false))
        << printLibraryCalls(functions);
    std::ofstream(folder / "driver.cpp") << printDriver(functions);
    if (execute(folder, 300, compiler + "original.cpp >original.log 2>&1") == 0 &&
        execute(folder, 300, compiler + "driver.cpp >>original.log 2>&1") == 0 &&
        (!areInC(functions) ||
         execute(folder, 300, compiler + "-DIN_C driver.cpp -o driver_c.o >>original.log 2>&1") == 0))
      break;
    const std::vector<std::string> source = lines(contents(folder / "original.cpp"));
    static const std::regex place(R"(^original\.cpp:(\d+):\d+: error: (.*)$)");
    static const std::regex definition(R"(^void (f\d+)\()");
    const std::size_t before = functions.size();
    for (const std::string& line : lines(contents(folder / "original.log"))) {
      std::smatch match, found;
      if (!std::regex_match(line, match, place)) continue;
      int n = std::stoi(match[1]) - 1;
      while (n > 0 && !std::regex_search(source[n], found, definition)) --n;
      const std::string function = found.empty() ? "" : found[1].str();
      if (std::erase_if(functions, [&](const Function& f) { return f.name == function; }) > 0)
        broken.push_back({function, match[2]});
    }
    if (functions.size() == before) {  // nothing is known of where it is
      for (const Function& f : functions)
        broken.push_back({f.name, contents(folder / "original.log").substr(0, 300)});
      functions.clear();
    }
  }
  return broken;
}

bool sameFailure(const Result& a, const Result& b) {
  const auto core = [](std::string text) {
    static const std::regex names("('[^']*'|\u2018[^\u2019]*\u2019|\\d+)");
    const std::size_t tag = text.find("[appyl-");
    return tag != std::string::npos ? text.substr(tag) : std::regex_replace(text, names, "");
  };
  if (a.outcome != b.outcome) return false;
  return a.outcome == Outcome::Differs || a.outcome == Outcome::Crash || core(a.detail) == core(b.detail);
}

}  // namespace random_programs
