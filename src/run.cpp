#include "run.h"

#include "support/compilation.h"
#include "support/memory.h"
#include "translate.h"
#include "tune.h"
#include "tune_file.h"
#include "writeback/output_file.h"
#include "writeback/unified_diff.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/raw_ostream.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <mutex>
#include <thread>

namespace appyl {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr int done = 0, refused = 1, failed = 2;

void printError(const llvm::Twine& text) { llvm::errs() << "appyl-translate: error: " << text << '\n'; }

struct Job {
  std::string source;
  std::string output;      // empty: standard output
  std::string unreadable;  // why the source cannot be read; empty: it can
  std::string tuneFile;    // that is read for it; empty: none
  TunedBlocks tuned;       // what it says
  clang::tooling::CompileCommand command;
};

struct Result {
  Translation translation;
  std::string diagnostics;
  bool finished = false;
};

std::string translationOf(const std::string& source, const Target& target) {
  const bool keepsExtension =
      path::extension(source).starts_with(".h") || llvm::StringRef(target.extension).empty();
  return keepsExtension ? translatedName(source, target.infix) : replacedExtension(source, target.extension);
}

std::string outputOf(const CommandLine& line, const std::string& source) {
  if (line.output) return *line.output == "-" ? "" : *line.output;
  std::string folder;
  if (line.outputDir) {
    folder = *line.outputDir;
  } else if (line.check) {
    if (line.sources.size() == 1 && !fs::is_directory(*line.check) &&
        !llvm::StringRef(*line.check).ends_with("/"))
      return *line.check;
    folder = *line.check;
  } else {
    return "";
  }
  llvm::SmallString<256> output(folder);
  path::append(output, line.options.emit == Emit::Model ? replacedExtension(source, ".model.json")
                                                        : translationOf(source, *line.options.target));
  return output.str().str();
}

/// One spelling for all spellings of a file, so that `./x` and `x` are found to be the same.
std::string identity(const std::string& name) {
  llvm::SmallString<256> real;
  if (!fs::real_path(name, real)) return real.str().str();
  real = name;
  fs::make_absolute(real);
  path::remove_dots(real, /*remove_dot_dot=*/true);
  return real.str().str();
}

/// False, with a message, where two results would go to one file, or a result over a source.
bool outputsAreDistinct(const CommandLine& line, const std::vector<Job>& jobs) {
  std::map<std::string, std::string> sources, outputs;  // by identity
  for (const Job& job : jobs) sources.emplace(identity(job.source), job.source);
  for (const Job& job : jobs) {
    if (job.output.empty()) continue;
    const std::string output = identity(job.output);
    if (auto source = sources.find(output); source != sources.end() && !line.check) {
      printError("'" + job.output + "' would replace the source '" + source->second + "'");
      return false;
    }
    const auto [other, isFirst] = outputs.emplace(output, job.source);
    if (!isFirst) {
      printError("'" + other->second + "' and '" + job.source + "' would both go to '" + job.output + "'");
      return false;
    }
  }
  for (const Job& job : jobs)
    if (!job.tuneFile.empty() && outputs.count(identity(job.tuneFile)) && !line.check) {
      printError("the translation would replace '" + job.tuneFile + "'");
      return false;
    }
  if (line.depfile) {
    const std::string depfile = identity(*line.depfile);
    if (sources.count(depfile) || outputs.count(depfile)) {
      printError("'--depfile' would replace '" + *line.depfile + "'");
      return false;
    }
  }
  return true;
}

/// Translates all jobs, `threads` at a time, and hands the results over in the order of the jobs.
template <class Deliver>
void translateAll(const Options& options, const std::vector<Job>& jobs, unsigned threads, Deliver deliver) {
  std::vector<Result> results(jobs.size());
  std::mutex mutex;
  std::condition_variable changed;
  std::atomic<size_t> next = 0;
  size_t finished = 0;

  auto work = [&] {
    for (size_t i = next++; i < jobs.size(); i = next++) {
      Result result;
      if (jobs[i].unreadable.empty()) {
        llvm::raw_string_ostream diagnostics(result.diagnostics);
        diagnostics.enable_colors(options.colour);
        Options own = options;
        own.tuned = jobs[i].tuned;
        own.tuneFile = jobs[i].tuneFile;
        result.translation = translate(own, jobs[i].command, jobs[i].source, diagnostics);
        if (!own.tuneFile.empty()) result.translation.dependencies.push_back(own.tuneFile);
      }
      result.finished = true;
      std::lock_guard lock(mutex);
      results[i] = std::move(result);
      ++finished;
      changed.notify_one();
    }
  };
  if (std::min<size_t>(threads, jobs.size()) <= 1) growHeapInLargeSteps();
  std::vector<std::thread> workers;
  for (size_t i = 0; i < std::min<size_t>(threads, jobs.size()); ++i) workers.emplace_back(work);

  const bool showProgress = jobs.size() > 1 && llvm::sys::Process::StandardErrIsDisplayed();
  auto clearProgress = [&] {
    if (showProgress) llvm::errs() << "\r\033[K";
  };
  std::unique_lock lock(mutex);
  for (size_t i = 0; i < jobs.size(); ++i) {
    while (!results[i].finished) {
      if (showProgress) {
        clearProgress();
        llvm::errs() << '[' << finished + 1 << '/' << jobs.size() << "] " << jobs[i].source;
      }
      changed.wait(lock);
    }
    Result result = std::move(results[i]);
    lock.unlock();
    clearProgress();
    deliver(jobs[i], result);
    lock.lock();
  }
  lock.unlock();
  for (std::thread& worker : workers) worker.join();
}

int writeToStandardOutput(llvm::StringRef text) {
  llvm::raw_fd_ostream& out = llvm::outs();
  out << text;
  out.flush();
  if (!out.has_error()) return done;
  printError("cannot write to standard output: " + out.error().message());
  out.clear_error();  // reported; otherwise it ends the program
  return failed;
}

int compare(const std::string& output, llvm::StringRef text) {
  std::string reason;
  const std::optional<std::string> present = readWhole(output, reason);
  if (!present && !reason.empty()) {
    printError("cannot read '" + output + "': " + reason);
    return failed;
  }
  if (present == text) return done;
  const std::string name = path::relative_path(output).str();
  const std::string diff =
      unifiedDiff(present.value_or(""), text, present ? "a/" + name : "/dev/null", "b/" + name);
  return std::max(refused, writeToStandardOutput(diff));
}

int write(const CommandLine& line, const std::string& output, llvm::StringRef text) {
  if (output.empty()) return writeToStandardOutput(text);
  if (line.outputDir)
    if (std::error_code error =
            fs::create_directories(*line.outputDir, /*IgnoreExisting=*/true, fs::all_all)) {
      printError("cannot create '" + *line.outputDir + "': " + error.message());
      return failed;
    }
  const std::optional<std::string> reason = writeIfChanged(output, text);
  if (!reason) return done;
  printError("cannot write '" + output + "': " + *reason);
  return failed;
}

/// The blocks that were measured for each source. False, with a message, where a file cannot be read. Only
/// the source's own folder is looked into, so that a translation does not depend on where it is run.
bool readTuneFiles(const CommandLine& line, std::vector<Job>& jobs) {
  for (Job& job : jobs) {
    const std::string name = line.tuneFile.value_or(tuneFileBeside(job.source));
    auto file = readTuneFile(name);
    if (!file) {
      printError(llvm::toString(file.takeError()));
      return false;
    }
    if (!*file && line.tuneFile) {
      printError("cannot read '" + name + "': no such file");
      return false;
    }
    if (!*file) continue;
    job.tuneFile = name;
    job.tuned = blocksOf(**file, job.source, *line.options.target);
  }
  return true;
}

/// Measures the blocks of one source, and keeps them in its tuning file.
int tuneSource(const CommandLine& line, const Options& options, const Job& job) {
  const std::string name = line.tuneFile.value_or(tuneFileBeside(job.source));
  auto file = readTuneFile(name);
  if (!file) {
    printError(llvm::toString(file.takeError()));
    return failed;
  }
  auto loops =
      tune({options, job.command, job.source, translationOf(job.source, *options.target), *line.tuneCommand},
           llvm::errs());
  if (!loops) {
    if (const std::string why = llvm::toString(loops.takeError()); !why.empty()) printError(why);
    return refused;
  }
  if (loops->empty()) {
    llvm::errs() << "appyl-translate: remark: '" << job.source
                 << "' has no loop with 'block(auto)'; nothing is tuned\n";
    return done;
  }
  TunedBlocks blocks;
  for (const TunedLoop& each : *loops) {
    llvm::errs() << print(each) << '\n';
    blocks[each.kernel][each.loop] = each.chosen;
  }
  const TuneFile present = file->value_or(TuneFile());
  const auto reason = writeIfChanged(name, print(withBlocks(present, job.source, *options.target, blocks)));
  if (!reason) return done;
  printError("cannot write '" + name + "': " + *reason);
  return failed;
}

/// Stops at the first failure: a command that fails, or is interrupted, is no better with the next source.
int tuneAll(const CommandLine& line, const Options& options, const std::vector<Job>& jobs) {
  for (const Job& job : jobs) {
    if (!job.unreadable.empty()) {
      printError("cannot read '" + job.source + "': " + job.unreadable);
      return failed;
    }
    if (const int status = tuneSource(line, options, job); status != done) return status;
  }
  return done;
}

void tellDropped(const std::string& source, const std::vector<std::string>& arguments) {
  if (arguments.empty()) return;
  llvm::errs() << "appyl-translate: remark: compiler arguments that are not passed on for '" << source
               << "': " << llvm::join(arguments, " ") << '\n';
}

}  // namespace

int run(const CommandLine& line) {
  auto compilations = Compilations::load(line.compilation);
  if (!compilations) {
    printError(llvm::toString(compilations.takeError()));
    return failed;
  }

  std::vector<Job> jobs;
  for (const std::string& source : line.sources) {
    Job job;
    job.source = source;
    job.output = outputOf(line, source);
    if (auto file = llvm::MemoryBuffer::getFile(source, false, false); !file) {
      job.unreadable = file.getError().message();
    } else {
      auto compilation = compilations->commandFor(source);
      if (!compilation) {
        printError(llvm::toString(compilation.takeError()));
        return failed;
      }
      job.command = std::move(compilation->command);
      if (line.options.remarks) tellDropped(source, compilation->dropped);
    }
    jobs.push_back(std::move(job));
  }
  Options options = line.options;
  options.colour = llvm::sys::Process::StandardErrHasColors() && !std::getenv("NO_COLOR");
  if (line.tunes) return tuneAll(line, options, jobs);
  if (!readTuneFiles(line, jobs) || !outputsAreDistinct(line, jobs)) return failed;

  int status = done;
  std::string rules;
  translateAll(options, jobs, line.jobs, [&](const Job& job, const Result& result) {
    if (!job.unreadable.empty()) {
      printError("cannot read '" + job.source + "': " + job.unreadable);
      status = failed;
      return;
    }
    llvm::errs() << result.diagnostics << result.translation.explanation;
    if (!result.translation.ok) {
      status = std::max(status, refused);
      return;
    }
    const std::string& text = result.translation.text;
    const int outcome = line.check ? compare(job.output, text) : write(line, job.output, text);
    status = std::max(status, outcome);
    if (outcome != failed && line.depfile)
      rules += dependencyRule(job.output, result.translation.dependencies);
  });
  if (!rules.empty()) status = std::max(status, write(line, *line.depfile, rules));
  return status;
}

}  // namespace appyl
