// One table has a row for each option: its name, its value, its line of the help, and what it sets. As with
// Clang's own tools, an option may begin with one dash or two, and its value follows after '=' or as the next
// argument.
#include "options.h"

#include "targets.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <functional>
#include <map>

namespace appyl {
namespace {

using llvm::Error;
using llvm::StringRef;

template <class... Parts>
Error usage(const Parts&... parts) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  (stream << ... << parts);
  return llvm::createStringError(text);
}

std::string spelled(StringRef name) {
  return (name.size() == 1 || name == "Rappyl" ? "-" : "--") + name.str();
}

Error notInThisVersion(const std::string& option) {
  return usage("this version does not have '", option, "' yet");
}

struct Row {
  StringRef name;
  StringRef value;  // how the help calls the value; empty: a flag
  StringRef help;   // empty: an option that this version does not have
  bool mayRepeat = false;
  std::function<Error(StringRef)> set;
};

/// A value that is one of a few words. Those in `later` belong to the language of the command line, but not
/// to this version.
template <class Value>
Error choose(StringRef option, StringRef word, llvm::ArrayRef<std::pair<StringRef, Value>> choices,
             Value& chosen, std::initializer_list<StringRef> later = {}) {
  std::string known;
  for (const auto& [name, value] : choices) {
    if (word == name) {
      chosen = value;
      return Error::success();
    }
    known += (known.empty() ? "" : ", ") + name.str();
  }
  if (llvm::is_contained(later, word)) return notInThisVersion((option + "=" + word).str());
  return usage("'", option, "' takes one of ", known, ", not '", word, "'");
}

template <class Integer>
Error positive(StringRef option, StringRef word, Integer& number) {
  Integer parsed = 0;
  if (word.getAsInteger(10, parsed) || parsed < 1)
    return usage("'", option, "' takes a positive integer, not '", word, "'");
  number = parsed;
  return Error::success();
}

std::vector<Row> optionTable(CommandLine& line) {
  Options& options = line.options;
  CompilationSettings& compilation = line.compilation;
  auto flag = [](bool& target) {
    return [&target](StringRef) {
      target = true;
      return Error::success();
    };
  };
  auto text = [](std::optional<std::string>& target) {
    return [&target](StringRef word) {
      target = word.str();
      return Error::success();
    };
  };
  auto list = [](std::vector<std::string>& target) {
    return [&target](StringRef word) {
      target.push_back(word.str());
      return Error::success();
    };
  };
  static const std::string targetHelp = "what to generate: " + targetNames();
  return {
      {"target", "TARGET", targetHelp, false,
       [&](StringRef word) {
         std::vector<std::pair<StringRef, const Target*>> choices;
         for (const Target* each : targets()) choices.emplace_back(each->name, each);
         return choose<const Target*>("--target", word, choices, options.target);
       }},
      {"o", "FILE", "where to write the translation (default: standard output)", false, text(line.output)},
      {"output-dir", "DIR", "write x.omp.cpp for each source x.cpp into this directory", false,
       text(line.outputDir)},
      {"check", "FILE|DIR",
       "compare with what -o or --output-dir would write: a diff and status 1 where it differs", false,
       text(line.check)},
      {"emit", "WHAT", "code (default), or model: the grid/block model as JSON", false,
       [&](StringRef word) {
         return choose("--emit", word, {{"code", Emit::Code}, {"model", Emit::Model}}, options.emit,
                       {"report"});
       }},
      {"explain", "", "print the model as text on standard error", false, flag(options.explain)},
      {"dump", "STAGE", "print a stage on standard error: directives, tiles, loops, model, proof, or times",
       false,
       [&](StringRef word) {
         return choose("--dump", word,
                       {{"directives", DumpStage::Directives},
                        {"tiles", DumpStage::Tiles},
                        {"loops", DumpStage::Loops},
                        {"model", DumpStage::Model},
                        {"proof", DumpStage::Proof},
                        {"times", DumpStage::Times}},
                       options.dump);
       }},
      {"legality", "MODE", "check (default), strict: what cannot be decided is an error, off", false,
       [&](StringRef word) {
         return choose(
             "--legality", word,
             {{"check", LegalityMode::Check}, {"strict", LegalityMode::Strict}, {"off", LegalityMode::Off}},
             options.legality);
       }},
      {"Rappyl", "", "add remarks: what was privatised, chosen, proved", false, flag(options.remarks)},
      {"block-size", "N", "the default of 'block' (128)", false,
       [&](StringRef word) { return positive("--block-size", word, options.blockSize); }},
      {"tune", "", "time several sizes for each 'block(auto)' with --run, and keep the fastest", false,
       flag(line.tunes)},
      {"run", "COMMAND", "the command that --tune times; {} stands for the translated file", false,
       text(line.tuneCommand)},
      {"tune-file", "FILE",
       "where --tune keeps and translations find sizes (appyl-tune.json beside the source)", false,
       text(line.tuneFile)},
      {"fp", "MODE", "strict: keep every order of floating-point operations, no FMA contraction", false,
       [&](StringRef word) {
         return choose("--fp", word, {{"strict", true}}, options.strictFloat);
       }},
      {"fast-math", "MODE", "tf32: allow TF32 tensor cores for products of floats on CUDA", false,
       [&](StringRef word) {
         return choose("--fast-math", word, {{"tf32", true}}, options.allowsTf32);
       }},
      {"deterministic", "", "reductions in a fixed order: the same bits for every thread count and run",
       false, flag(options.deterministic)},
      {"alias-guard", "", "check at run time that arrays do not overlap, and run sequentially if they do",
       false, flag(options.aliasGuard)},
      {"check-model", "", "interpret: compare the elements that programs touch with the model's blocks",
       false, flag(options.checksModel)},
      {"cuda-arch", "ARCH", "the GPU whose shared memory is to be assumed (sm_80)", false,
       [&](StringRef word) -> Error {
         const auto architecture = architectureOf(word.str());
         if (!architecture)
           return usage("unknown architecture '", word, "' of '--cuda-arch'; write sm_80 or the like");
         options.architecture = *architecture;
         return Error::success();
       }},
      {"appyl-compat", "", "report what the original APPyL does not accept", false,
       flag(options.appylCompat)},
      {"line-directives", "", "add #line directives to the generated code", false,
       flag(options.lineDirectives)},
      {"depfile", "FILE", "write Make-style dependencies of the output", false, text(line.depfile)},
      {"j", "N", "translate N sources at the same time", false,
       [&](StringRef word) { return positive("-j", word, line.jobs); }},
      {"p", "DIR", "read compile_commands.json from this build directory", false, text(compilation.buildDir)},
      {"extra-arg", "ARG", "append an argument to the compiler's", true, list(compilation.extraArguments)},
      {"extra-arg-before", "ARG", "prepend an argument to the compiler's", true,
       list(compilation.extraArgumentsBefore)},
      {"query-driver", "GLOB", "compilers of compile_commands.json that may be asked for their include paths",
       true, list(compilation.queryDrivers)},
      {"help", "", "print this text", false, flag(line.help)},
      {"version", "", "print the version", false, flag(line.version)},
      {"diagnostics-format", "FORMAT", "", false, {}},
  };
}

Error unknown(StringRef argument, const std::vector<Row>& table) {
  const StringRef name = argument.ltrim('-').split('=').first;
  const Row* nearest = nullptr;
  unsigned best = 3;  // more than two mistakes in a word are no typing error
  for (const Row& row : table) {
    const unsigned distance = name.edit_distance(row.name, true, best);
    if (distance < best && row.name.size() > 2) {
      best = distance;
      nearest = &row;
    }
  }
  if (nearest) return usage("unknown option '", argument, "'; did you mean '", spelled(nearest->name), "'?");
  return usage("unknown option '", argument, "'; --help lists the options");
}

Error contradictionsOfTuning(const CommandLine& line) {
  if (!line.tunes) return line.tuneCommand ? usage("'--run' needs '--tune'") : Error::success();
  const std::pair<StringRef, bool> writers[] = {{"-o", line.output.has_value()},
                                                {"--output-dir", line.outputDir.has_value()},
                                                {"--check", line.check.has_value()},
                                                {"--depfile", line.depfile.has_value()}};
  for (const auto& [name, isGiven] : writers)
    if (isGiven) return usage("'--tune' and '", name, "' exclude each other");
  if (!line.tuneCommand) return usage("'--tune' needs '--run', a command with {} for the translated file");
  if (line.tuneCommand->find("{}") == std::string::npos)
    return usage("'--run' has no {}, which stands for the translated file");
  if (line.options.emit != Emit::Code) return usage("'--tune' needs '--emit=code'");
  if (line.options.target->checksAccesses)
    return usage("'--tune' needs '--target=openmp' or '--target=cuda'");
  return Error::success();
}

Error contradictions(const CommandLine& line) {
  if (Error error = contradictionsOfTuning(line)) return error;
  const std::pair<StringRef, bool> destinations[] = {{"-o", line.output.has_value()},
                                                     {"--output-dir", line.outputDir.has_value()},
                                                     {"--check", line.check.has_value()}};
  StringRef given;
  for (const auto& [name, isGiven] : destinations) {
    if (!isGiven) continue;
    if (!given.empty()) return usage("'", given, "' and '", name, "' exclude each other");
    given = name;
  }
  if (line.sources.empty()) return usage("no source is given; --help lists the options");
  if (line.sources.size() > 1 && line.output)
    return usage("several sources need '--output-dir' instead of '-o'");
  if (line.options.allowsTf32 && line.options.strictFloat)
    return usage("'--fast-math' and '--fp=strict' exclude each other");
  if (line.options.checksModel && !line.options.target->checksAccesses)
    return usage("'--check-model' needs '--target=interpret'");
  if (line.sources.size() > 1 && given.empty() && !line.tunes)
    return usage("several sources need '--output-dir'");
  if (line.depfile && (given.empty() || line.output == "-"))
    return usage("'--depfile' needs a file that depends on the source; give '-o' or '--output-dir'");
  return Error::success();
}

}  // namespace

llvm::Expected<CommandLine> parseCommandLine(const std::vector<std::string>& arguments) {
  CommandLine line;
  const std::vector<Row> table = optionTable(line);
  std::map<StringRef, std::string> given;

  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  if (separator != arguments.end()) line.compilation.fixed.emplace(separator + 1, arguments.end());

  for (auto argument = arguments.begin(); argument != separator; ++argument) {
    StringRef word = *argument;
    if (!word.starts_with("-")) {
      line.sources.push_back(word.str());
      continue;
    }
    if (word == "-") return usage("'-' is not a source; name a file");
    auto [name, value] = word.drop_front(word.starts_with("--") ? 2 : 1).split('=');
    bool hasValue = word.contains('=');
    unsigned attached = 0;
    if (word.size() > 2 && word[1] == 'j' &&
        !word.drop_front(2).getAsInteger(10, attached)) {  // -j8, as make has it
      name = "j";
      value = word.drop_front(2);
      hasValue = true;
    }

    const auto row = llvm::find_if(table, [&](const Row& row) { return row.name == name; });
    if (row == table.end()) return unknown(word, table);
    if (row->help.empty()) return notInThisVersion(spelled(row->name));
    if (row->value.empty() && hasValue) return usage("'", spelled(row->name), "' takes no value");
    if (!row->value.empty() && !hasValue) {
      if (argument + 1 == separator) return usage("'", spelled(row->name), "' needs a value: ", row->value);
      value = *++argument;
    }
    if (!row->value.empty() && value.empty())
      return usage("'", spelled(row->name), "' needs a value: ", row->value);

    const auto [previous, isFirst] = given.try_emplace(row->name, value.str());
    if (!isFirst && !row->mayRepeat && previous->second != value)
      return usage("'", spelled(row->name), "' is given twice: '", previous->second, "' and '", value, "'");
    if (Error error = row->set(value)) return error;
  }

  if (!line.help && !line.version)
    if (Error error = contradictions(line)) return error;
  return line;
}

std::string helpText() {
  std::string text =
      "usage: appyl-translate [options] <source>... [-- <compiler arguments>]\n\n"
      "Translates the loops that #pragma parallel, block, reduction, ... annotate.\n\noptions:\n";
  CommandLine unused;
  for (const Row& row : optionTable(unused)) {
    if (row.help.empty()) continue;
    const bool isShort = row.name.size() == 1;
    std::string option = "  " + spelled(row.name);
    if (!row.value.empty()) option += (isShort ? " " : "=") + row.value.str();
    option.resize(std::max<size_t>(option.size() + 2, 26), ' ');
    text += option + row.help.str() + "\n";
  }
  return text +
         "\nexit status: 0 done; 1 an error in the source, or --check found a difference; 2 wrong usage or "
         "an unreadable file\n";
}

}  // namespace appyl
