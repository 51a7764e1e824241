#include "tune.h"

#include "writeback/output_file.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/Signals.h>

#include <fmt/format.h>
#include <algorithm>
#include <atomic>
#include <chrono>

namespace appyl {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::Error;
using llvm::StringRef;

constexpr int rounds = 3;
constexpr double worthIt = 0.98;  // of the model's time; what is nearer may be chance

std::atomic<bool> isInterrupted = false;

/// A folder that is gone again at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() { failure = fs::createUniqueDirectory("appyl-tune", folder); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    if (!failure) fs::remove_directories(folder);
  }

  std::error_code failure;

  std::string operator/(const std::string& name) const {
    llvm::SmallString<256> file(folder);
    path::append(file, name);
    return file.str().str();
  }

 private:
  llvm::SmallString<256> folder;
};

std::string quotedForShell(StringRef word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string filledIn(StringRef command, const std::string& file) {
  std::string filled;
  for (std::size_t at = command.find("{}"); at != StringRef::npos; at = command.find("{}")) {
    filled += command.take_front(at).str() + quotedForShell(file);
    command = command.drop_front(at + 2);
  }
  return filled + command.str();
}

class Tuner {
 public:
  Tuner(const TuneJob& job, const std::vector<AutoBlock>& blocks, const TemporaryFolder& folder)
      : job(job), folder(folder), steps(blocks.size()) {
    for (const AutoBlock& each : blocks) best[each.kernel][each.loop] = each.size;
  }

  llvm::Expected<TunedLoop> tuneLoop(const AutoBlock& block) {
    TunedLoop loop{block.kernel, block.loop, block.size, block.size, {}};
    ++step;
    std::vector<Trial> trials;
    for (const std::int64_t size : candidatesAround(block.size)) {
      auto file = translateWith(block, size);
      if (!file) return file.takeError();
      loop.candidates.push_back({size, std::nullopt});
      if (!file->empty()) trials.push_back({loop.candidates.size() - 1, *file, {}});
    }
    if (Error error = measure(loop, trials)) return std::move(error);
    for (const Trial& trial : trials) loop.candidates[trial.candidate].seconds = medianOf(trial.seconds);
    loop.chosen = fastest(loop);
    best[block.kernel][block.loop] = loop.chosen;
    return loop;
  }

 private:
  struct Trial {
    std::size_t candidate;
    std::string file;
    std::vector<double> seconds;
  };

  const TuneJob& job;
  const TemporaryFolder& folder;
  TunedBlocks best;  // so far
  std::size_t steps, step = 0;

  static double medianOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  }

  /// The file; empty where that size is refused.
  llvm::Expected<std::string> translateWith(const AutoBlock& block, std::int64_t size) {
    Options options = job.options;
    options.tuned = best;
    options.tuned[block.kernel][block.loop] = size;
    options.explain = options.remarks = false;  // have been told for the model's choice
    options.dump = DumpStage::None;
    llvm::raw_null_ostream nobody;
    const Translation translation = translate(options, job.command, job.source, nobody);
    if (!translation.ok) return std::string();
    const std::string own = folder / fmt::format("{}_{}", step, size);
    if (const std::error_code error = fs::create_directory(own))
      return llvm::createStringError("cannot create '" + own + "': " + error.message());
    llvm::SmallString<256> file(own);
    path::append(file, job.name);
    if (const auto reason = writeIfChanged(file.str().str(), translation.text))
      return llvm::createStringError("cannot write '" + file.str().str() + "': " + *reason);
    return file.str().str();
  }

  /// All candidates in each round, so that what slows the machine down for a while slows all of them down.
  Error measure(const TunedLoop& loop, std::vector<Trial>& trials) {
    const bool showsProgress = llvm::sys::Process::StandardErrIsDisplayed();
    for (int round = 0; round < rounds; ++round)
      for (Trial& trial : trials) {
        if (showsProgress)
          llvm::errs() << "\r\033[K"
                       << fmt::format("[{}/{}] {} {}: {}, run {} of {}", step, steps, loop.kernel, loop.loop,
                                      loop.candidates[trial.candidate].size, round + 1, rounds);
        auto seconds = run(trial.file);
        if (showsProgress) llvm::errs() << "\r\033[K";
        if (!seconds) return seconds.takeError();
        trial.seconds.push_back(*seconds);
      }
    return Error::success();
  }

  llvm::Expected<double> run(const std::string& file) {
    const std::string command = filledIn(job.run, file), output = folder / "output";
    const std::optional<StringRef> redirects[] = {StringRef(), StringRef(output), StringRef(output)};
    std::string reason;
    const auto start = std::chrono::steady_clock::now();
    const int status =
        llvm::sys::ExecuteAndWait("/bin/sh", {"/bin/sh", "-c", command}, std::nullopt, redirects,
                                  /*SecondsToWait=*/0, /*MemoryLimit=*/0, &reason);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (isInterrupted) return llvm::createStringError("interrupted");
    if (status == 0) return taken.count();
    std::string ignored;
    const std::string text = readWhole(output, ignored).value_or("");
    const std::string how = status > 0 ? fmt::format("ended with status {}", status) : "failed: " + reason;
    return llvm::createStringError("the command of '--run' " + how + ": " + command +
                                   (text.empty() ? "" : "\n" + StringRef(text).rtrim().str()));
  }
};

}  // namespace

std::string print(const TunedLoop& loop) {
  double unit = 0;
  for (const Candidate& each : loop.candidates)
    if (each.size == loop.byModel && each.seconds) unit = *each.seconds;
  std::vector<std::string> times;
  for (const Candidate& each : loop.candidates)
    times.push_back(each.seconds && unit > 0 ? fmt::format("{}: {:.2f}", each.size, *each.seconds / unit)
                                             : fmt::format("{}: refused", each.size));
  return fmt::format("{} {}: {} ({})", loop.kernel, loop.loop, loop.chosen, fmt::join(times, ", "));
}

std::vector<std::int64_t> candidatesAround(std::int64_t byModel) {
  constexpr std::size_t count = 5;
  std::int64_t size = byModel;
  for (std::size_t k = 0; k < count / 2 && size % 2 == 0; ++k) size /= 2;
  std::vector<std::int64_t> sizes;
  for (; sizes.size() < count && size <= std::max<std::int64_t>(byModel, 1 << 20); size *= 2)
    sizes.push_back(size);
  return sizes;
}

std::int64_t fastest(const TunedLoop& loop) {
  const Candidate* best = nullptr;
  const Candidate* byModel = nullptr;
  for (const Candidate& each : loop.candidates) {
    if (!each.seconds) continue;
    if (!best || *each.seconds < *best->seconds) best = &each;
    if (each.size == loop.byModel) byModel = &each;
  }
  const bool isBetter = best && (!byModel || *best->seconds < worthIt * *byModel->seconds);
  return isBetter ? best->size : loop.byModel;
}

llvm::Expected<std::vector<TunedLoop>> tune(const TuneJob& job, llvm::raw_ostream& diagnostics) {
  const Translation first = translate(job.options, job.command, job.source, diagnostics);
  diagnostics << first.explanation;
  if (!first.ok) return llvm::createStringError("");
  std::vector<TunedLoop> loops;
  if (first.autoBlocks.empty()) return loops;
  const TemporaryFolder folder;
  if (folder.failure)
    return llvm::createStringError("cannot create a temporary folder: " + folder.failure.message());
  llvm::sys::SetInterruptFunction([] { isInterrupted = true; });  // the folder is to go first
  Tuner tuner(job, first.autoBlocks, folder);
  for (const AutoBlock& block : first.autoBlocks) {
    auto loop = tuner.tuneLoop(block);
    if (!loop) return loop.takeError();
    loops.push_back(std::move(*loop));
  }
  return loops;
}

}  // namespace appyl
