// random-programs TOOL INCLUDE_DIR SUPPORT_DIR SCRATCH_DIR [--seed N] [--count N] [--seconds N] [--target T]
// [--batch N]
//                 [--jobs N] [--mistakes N] [--reduce N] [--keep 1] [--sanitize N] [--nvcc N] [--cxx17 N]
//                 [--grid-calls PERCENT] [--print SEED] [--print-mistaken SEED]
//
// Tries the functions of the seeds N, N + 1, ... on every target. Ends with the seeds that failed, and status
// 1 where there are any. `--mistakes` tries as many functions with a planted mistake: each must be refused,
// warned of, or caught by the interpreter, unless it does no harm. `--reduce` cuts down the first N that
// failed. `--keep 1` leaves the programs of all batches in SCRATCH_DIR, not only of those with failures.
// `--nvcc N` compiles each N-th batch of CUDA with nvcc as well. `--sanitize N` runs each N-th batch of
// CUDA's emulation under sanitizers (8; 1: all of them, 0: none). `--cxx17 N` has each N-th batch of C++ in
// C++17 (4; 1: all of them, 0: none). `--grid-calls` says of how many functions in a hundred the loops are
// grid calls (12); what `--print` shows depends on it, where it stands in front.
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "batch.h"
#include "driver.h"
#include "generate.h"
#include "known.h"
#include "print.h"
#include "rare.h"
#include "reduce.h"

namespace {

using namespace random_programs;
using Clock = std::chrono::steady_clock;

struct Options {
  Tools tools;
  std::filesystem::path scratch;
  std::uint64_t seed = 1;
  int count = 200, seconds = 0, batch = 100, jobs = 2, mistakes = 0, reduce = 0, keep = 0, sanitize = 8,
      nvcc = 0, cxx17 = 4, gridCalls = 12;
  std::vector<std::string> targets = {"openmp", "cuda", "interpret"};
};

class Campaign {
 public:
  explicit Campaign(const Options& options) : options(options) {}

  int run() {
    std::vector<std::thread> workers;
    for (int job = 0; job < options.jobs; ++job) workers.emplace_back([this] { work(), workMistakes(); });
    for (std::thread& worker : workers) worker.join();
    summary();
    for (std::size_t f = 0; f < firstFailures.size() && static_cast<int>(f) < options.reduce; ++f)
      cutDown(firstFailures[f]);
    return failures.empty() ? 0 : 1;
  }

 private:
  const Options& options;
  const Clock::time_point start = Clock::now();
  std::atomic<int> next = 0, nextMistakes = 0;
  std::mutex lock;
  int functions = 0, planted = 0;
  std::map<std::string, std::map<std::string, int>> counts;  // target, outcome
  std::map<std::uint64_t, std::string> failures;
  struct Failure {
    Function function;
    std::string target;
    Tools tools;
    Result result;
  };
  std::vector<Failure> firstFailures;

  // Prints what remains of a function where everything is left out without which it still fails.
  void cutDown(const Failure& failure) {
    Tools tools = failure.tools;
    tools.lenient = failure.result.outcome != Outcome::Uncompilable;
    const Function smallest = reduce(failure.function, [&](const std::vector<Function>& candidates) {
      std::vector<bool> fails(candidates.size(), false);
      std::vector<Function> compiled = candidates;
      const std::filesystem::path folder = options.scratch / "reduced";
      prepareBatch(compiled, tools, folder);
      const std::vector<Result> results = runBatch(compiled, failure.target, tools, folder);
      for (std::size_t f = 0; f < compiled.size(); ++f)
        fails[std::stoul(compiled[f].name.substr(1))] = sameFailure(results[f], failure.result);
      std::fprintf(stderr, "%zu smaller ones tried\n", compiled.size());
      return fails;
    });
    std::printf("// %s on %s: %s: %s\n%s", failure.function.name.c_str(), failure.target.c_str(),
                name(failure.result.outcome), failure.result.detail.c_str(), printTest(smallest).c_str());
  }

  int seconds() const {
    return static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start).count());
  }

  void work() {
    for (;;) {
      const int number = next++;
      const int first = number * options.batch;
      if (options.seconds > 0 ? seconds() >= options.seconds : first >= options.count) return;
      const int size = options.seconds > 0 ? options.batch : std::min(options.batch, options.count - first);
      batch(number, options.seed + first, size);
    }
  }

  void workMistakes() {
    for (;;) {
      const int first = nextMistakes++ * options.batch;
      if (first >= options.mistakes) return;
      mistaken(options.seed + first, std::min(options.batch, options.mistakes - first));
    }
  }

  void report(const std::vector<Broken>& broken) {
    const std::lock_guard<std::mutex> guard(lock);
    for (const Broken& b : broken) {
      std::printf("%s does not compile without directives: %s\n", b.function.c_str(), b.message.c_str());
      failures[std::stoull(b.function.substr(1))] = "the generator's mistake";
    }
  }

  // What becomes of functions with a planted mistake.
  void mistaken(std::uint64_t seed, int size) {
    std::vector<Function> all;
    for (int f = 0; f < size; ++f) all.push_back(generateMistaken(seed + f));
    const std::filesystem::path folder = options.scratch / ("mistakes" + std::to_string(seed));
    report(prepareBatch(all, options.tools, folder));
    const std::vector<Result> openmp = runBatch(all, "openmp", options.tools, folder);
    const std::vector<Result> interpreted = runBatch(all, "interpret", options.tools, folder);
    const std::lock_guard<std::mutex> guard(lock);
    bool missed = false;
    for (std::size_t f = 0; f < all.size(); ++f) {
      const bool found = interpreted[f].outcome == Outcome::Finding;
      const bool outside = interpreted[f].detail.find("[appyl-out-of-bounds]") != std::string::npos;
      const char* outcome =
          openmp[f].outcome == Outcome::Refused      ? "refused"
          : openmp[f].warned                         ? "warned"
          : found && (outside || all[f].exactArrays) ? "caught"
          : all[f].exactArrays                       ? "harmless"
          : found || openmp[f].outcome != Outcome::Same || interpreted[f].outcome != Outcome::Same
              ? "MISSED"
              : "harmless";
      ++counts["mistake, " + all[f].mistake][outcome];
      if (outcome != std::string("MISSED")) continue;
      missed = true;
      std::printf("%s %s MISSED: openmp %s %s; interpret %s %s\n", all[f].name.c_str(),
                  all[f].mistake.c_str(), name(openmp[f].outcome), openmp[f].detail.c_str(),
                  name(interpreted[f].outcome), interpreted[f].detail.c_str());
      failures[all[f].seed] += "mistake missed; ";
    }
    if (!missed) std::filesystem::remove_all(folder);
    planted += size;
    std::fprintf(stderr, "%d mistakes in %d s, %zu failed\n", planted, seconds(), failures.size());
  }

  static std::string nvcc() {
    const char* const named = std::getenv("NVCC");
    return named ? named : "nvcc";
  }

  // A program is in C or in C++.
  void batch(int number, std::uint64_t seed, int size) {
    std::vector<Function> all, inC;
    for (int f = 0; f < size; ++f)
      if (std::find(std::begin(known::failing), std::end(known::failing), seed + f) ==
          std::end(known::failing)) {
        Function function = generate(seed + f, options.gridCalls);
        (function.inC ? inC : all).push_back(std::move(function));
      }
    const std::string folder = "batch" + std::to_string(seed);
    if (!all.empty()) program(number, std::move(all), options.scratch / folder);
    if (!inC.empty()) program(number, std::move(inC), options.scratch / (folder + "c"));
    const std::lock_guard<std::mutex> guard(lock);
    functions += size;
    std::fprintf(stderr, "%d functions in %d s, %zu failed\n", functions, seconds(), failures.size());
  }

  void program(int number, std::vector<Function> all, const std::filesystem::path& folder) {
    Tools tools = options.tools;
    tools.secondCompiler = number % 4 == 1;
    if (options.nvcc > 0 && number % options.nvcc == 0) tools.nvcc = nvcc();
    tools.sanitize = options.sanitize > 0 && number % options.sanitize == 2 % options.sanitize;
    if (options.cxx17 > 0 && number % options.cxx17 == 3 % options.cxx17 && !all.front().inC) {
      tools.standard = 17;
      for (Function& function : all) makeFitForCxx17(function);
    }
    report(prepareBatch(all, tools, folder));
    for (std::string target : options.targets) {
      if (target == "interpret" && number % 4 == 0 && !known::modelBlocksLieOutside)
        target = "model";  // which does the same and more
      const std::vector<Result> results = runBatch(all, target, tools, folder);
      const std::lock_guard<std::mutex> guard(lock);
      for (std::size_t f = 0; f < all.size(); ++f) {
        if (target == "cuda" && all[f].hostOnly) continue;
        ++counts[target][name(results[f].outcome)];
        if (results[f].outcome == Outcome::Same) continue;
        std::printf("%s %s %s: %s\n", all[f].name.c_str(), target.c_str(), name(results[f].outcome),
                    results[f].detail.c_str());
        if (results[f].outcome == Outcome::Unproved) continue;
        failures[all[f].seed] += target + " " + name(results[f].outcome) + "; ";
        firstFailures.push_back({all[f], target, tools, results[f]});
      }
    }
    const std::lock_guard<std::mutex> guard(lock);
    const bool isClean =
        std::none_of(all.begin(), all.end(), [&](const Function& f) { return failures.count(f.seed) != 0; });
    if (isClean && !options.keep) std::filesystem::remove_all(folder);
  }

  void summary() const {
    for (const auto& [target, outcomes] : counts) {
      std::printf("%s:", target.c_str());
      for (const auto& [outcome, count] : outcomes) std::printf(" %d %s", count, outcome.c_str());
      std::printf("\n");
    }
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    std::printf("%d functions and %d mistakes in %d s, with %ld s of processor time\n", functions, planted,
                seconds(), used.ru_utime.tv_sec + used.ru_stime.tv_sec);
    if (failures.empty()) return;
    std::printf("failed:");
    for (const auto& [seed, what] : failures) std::printf(" %llu", static_cast<unsigned long long>(seed));
    std::printf("\n");
  }
};

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  Options options;
  if (argc < 5) {
    std::fprintf(
        stderr,
        "usage: random-programs TOOL INCLUDE_DIR SUPPORT_DIR SCRATCH_DIR [--seed N] [--count N] [--seconds "
        "N]\n"
        "    [--target openmp|cuda|interpret|model] [--batch N] [--jobs N] [--mistakes N] [--reduce N]\n"
        "    [--keep 1] [--sanitize N] [--nvcc N] [--cxx17 N] [--grid-calls PERCENT] [--print SEED] "
        "[--print-mistaken SEED]\n"
        "Each N-th program is run under sanitizers, compiled with nvcc, and in C++17, as the options say.\n");
    return 2;
  }
  options.tools.translator = std::filesystem::absolute(argv[1]);
  options.tools.include = std::filesystem::absolute(argv[2]);
  options.tools.support = std::filesystem::absolute(argv[3]);
  options.scratch = std::filesystem::absolute(argv[4]);
  for (int a = 5; a + 1 < argc; a += 2) {
    const std::string option = argv[a], value = argv[a + 1];
    if (option == "--seed")
      options.seed = std::stoull(value);
    else if (option == "--count")
      options.count = std::stoi(value);
    else if (option == "--seconds")
      options.seconds = std::stoi(value);
    else if (option == "--batch")
      options.batch = std::stoi(value);
    else if (option == "--jobs")
      options.jobs = std::stoi(value);
    else if (option == "--mistakes")
      options.mistakes = std::stoi(value);
    else if (option == "--reduce")
      options.reduce = std::stoi(value);
    else if (option == "--keep")
      options.keep = std::stoi(value);
    else if (option == "--sanitize")
      options.sanitize = std::stoi(value);
    else if (option == "--nvcc")
      options.nvcc = std::stoi(value);
    else if (option == "--cxx17")
      options.cxx17 = std::stoi(value);
    else if (option == "--grid-calls")
      options.gridCalls = std::stoi(value);
    else if (option == "--target")
      options.targets = {value};
    else if (option == "--print" || option == "--print-mistaken") {
      const std::uint64_t seed = std::stoull(value);
      const Function function =
          option == "--print" ? generate(seed, options.gridCalls) : generateMistaken(seed);
      std::printf("%s", printSource({function}, function.inC ? "" : "translated", {true}).c_str());
      return 0;
    }
  }
  if (options.nvcc > 0 && std::system("${NVCC:-nvcc} --version >/dev/null 2>&1") != 0) {
    std::fprintf(stderr, "there is no nvcc; name it by NVCC\n");
    return 2;
  }
  return Campaign(options).run();
}
