// Clang's own table of options decides what Clang knows; unknown options of other compilers fall out with it,
// and so does an unknown option's separate value, which the table takes for an input.
#include "support/compiler_arguments.h"

#include <clang/Driver/Options.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/GlobPattern.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/StringSaver.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <optional>

namespace appyl {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
namespace options = clang::driver::options;
using llvm::StringRef;
using llvm::opt::Arg;

std::string absolute(StringRef name, StringRef directory) {
  llvm::SmallString<256> result(name);
  fs::make_absolute(directory, result);
  path::remove_dots(result, /*remove_dot_dot=*/false);
  return result.str().str();
}

/// nvcc's ways to hand arguments on, which hold what matters: -Xcompiler a,b and --options-file.
std::vector<std::string> unwrapped(const std::vector<std::string>& arguments, StringRef directory) {
  std::vector<std::string> result;
  for (size_t i = 0; i < arguments.size(); ++i) {
    auto valueOf = [&](std::initializer_list<StringRef> names) -> std::optional<StringRef> {
      const auto [name, value] = StringRef(arguments[i]).split('=');
      for (StringRef known : names)
        if (name == known)
          return arguments[i].find('=') != std::string::npos || i + 1 == arguments.size() ? value
                                                                                          : arguments[++i];
      return std::nullopt;
    };
    if (auto handedOn = valueOf({"-Xcompiler", "--compiler-options"})) {
      for (StringRef one : llvm::split(*handedOn, ','))
        if (!one.empty()) result.push_back(one.str());
    } else if (auto file = valueOf({"-optf", "--options-file"})) {
      auto content = llvm::MemoryBuffer::getFile(absolute(*file, directory));
      if (!content) continue;
      llvm::BumpPtrAllocator memory;
      llvm::StringSaver saver(memory);
      llvm::SmallVector<const char*> words;
      llvm::cl::TokenizeGNUCommandLine((*content)->getBuffer(), saver, words);
      result.insert(result.end(), words.begin(), words.end());
    } else if (StringRef(arguments[i]).starts_with("-isystem=")) {
      result.push_back("-isystem");
      result.push_back(arguments[i].substr(9));
    } else if (arguments[i] == "-G" || arguments[i] == "-dc") {
      // nvcc's flags; for Clang the first would swallow the next argument.
    } else {
      result.push_back(arguments[i]);
    }
  }
  return result;
}

bool isForgotten(const Arg& arg) {
  switch (arg.getOption().getID()) {
    case options::OPT_INPUT:
    case options::OPT_UNKNOWN:
    case options::OPT__DASH_DASH:
    // What to do and where to put it.
    case options::OPT_o:
    case options::OPT_c:
    case options::OPT_S:
    case options::OPT_E:
    case options::OPT_v:
    case options::OPT__HASH_HASH_HASH:
    case options::OPT_emit_llvm:
    case options::OPT_save_temps_EQ:
    case options::OPT__serialize_diags:
    case options::OPT_ftime_trace:
    case options::OPT_ftime_trace_EQ:
    case options::OPT_Wp_COMMA:
    case options::OPT_resource_dir:
    case options::OPT_config:
    // A precompiled header of another compiler; CMake also includes its source.
    case options::OPT_include_pch:
    case options::OPT_fplugin_EQ:
    case options::OPT_fplugin_arg:
    case options::OPT_fpass_plugin_EQ:
    // Processors by names that only GCC knows; nothing depends on the tuning.
    case options::OPT_mtune_EQ:
    case options::OPT_fopenmp:
    case options::OPT_fopenmp_EQ:
    case options::OPT_fno_openmp:
    case options::OPT_fopenmp_simd:
    case options::OPT_fopenmp_targets_EQ:
    case options::OPT_fsanitize_EQ:
    case options::OPT_arch: return true;
    default: break;
  }
  const llvm::opt::Option& option = arg.getOption();
  for (unsigned group :
       {options::OPT_M_Group, options::OPT_W_Group, options::OPT_R_Group, options::OPT_d_Group,
        options::OPT_pedantic_Group, options::OPT_Link_Group, options::OPT_Action_Group})
    if (option.matches(group)) return true;
  const StringRef name = option.getName();
  return name.starts_with("fdiagnostics") || name.starts_with("fprofile") || name.starts_with("fmodule") ||
         name.starts_with("flto") || name.starts_with("fcolor-diagnostics");
}

bool namesPath(const Arg& arg) {
  const llvm::opt::Option& option = arg.getOption();
  return option.matches(options::OPT_IncludePath_Group) || option.matches(options::OPT_include) ||
         option.matches(options::OPT_imacros) || option.matches(options::OPT__sysroot_EQ) ||
         option.matches(options::OPT_gcc_toolchain) || option.matches(options::OPT_B);
}

/// Arguments for Clang's inner compiler that load something built for another version of it.
bool loadsSomething(StringRef inner) {
  return inner == "-include-pch" || inner == "-load" || inner == "-plugin" || inner == "-add-plugin" ||
         inner.starts_with("-plugin-arg-");
}

}  // namespace

ClangArguments argumentsForClang(const std::vector<std::string>& given, StringRef directory) {
  const std::vector<std::string> all = unwrapped(given, directory);
  std::vector<const char*> words;
  for (const std::string& word : all) {
    if (word == "--") break;  // only inputs follow
    words.push_back(word.c_str());
  }
  unsigned missingIndex = 0, missingCount = 0;
  const llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      words, missingIndex, missingCount, llvm::opt::Visibility(options::ClangOption));

  llvm::SmallString<256> current;
  fs::current_path(current);
  const bool elsewhere = directory != current;
  ClangArguments result;
  bool skipInner = false;
  for (const Arg* arg : parsed) {
    const llvm::opt::Option& option = arg->getOption();
    if (option.matches(options::OPT_fopenmp) || option.matches(options::OPT_fopenmp_EQ)) result.openmp = true;
    if (option.matches(options::OPT_fno_openmp)) result.openmp = false;
    if (option.matches(options::OPT_std_EQ)) result.hasStandard = true;
    if (option.matches(options::OPT_x)) {
      StringRef language = arg->getValue();
      language.consume_back("-header");
      result.language = language == "c" ? "c" : "c++";
      continue;
    }
    if (isForgotten(*arg)) continue;
    if (option.matches(options::OPT_Xclang)) {
      const bool isValue = std::exchange(skipInner, !skipInner && loadsSomething(arg->getValue()));
      if (isValue || skipInner) continue;
    }
    if (elsewhere && namesPath(*arg) && arg->getNumValues() == 1 &&
        !StringRef(arg->getValue()).starts_with("=")) {
      const std::string place = absolute(arg->getValue(), directory);
      // A forced include is looked for in the include folders too.
      const bool searched = option.matches(options::OPT_include) || option.matches(options::OPT_imacros);
      if (!searched || fs::exists(place)) {
        const std::string spelling = arg->getSpelling().str();
        if (option.getRenderStyle() == llvm::opt::Option::RenderJoinedStyle) {
          result.arguments.push_back(spelling + place);
        } else {
          result.arguments.push_back(spelling);
          result.arguments.push_back(place);
        }
        continue;
      }
    }
    llvm::opt::ArgStringList rendered;
    arg->render(parsed, rendered);
    result.arguments.insert(result.arguments.end(), rendered.begin(), rendered.end());
  }
  // -qopenmp (Intel's) is unknown to Clang.
  for (const char* word : words)
    if (StringRef(word) == "-qopenmp") result.openmp = true;
  return result;
}

bool isQueried(StringRef compiler, const std::vector<std::string>& globs) {
  const auto found = llvm::sys::findProgramByName(compiler);
  for (StringRef list : globs)
    for (StringRef glob : llvm::split(list, ',')) {
      auto pattern = llvm::GlobPattern::create(glob);
      if (!pattern) {
        llvm::consumeError(pattern.takeError());
        continue;
      }
      if (pattern->match(compiler) || (found && pattern->match(*found))) return true;
    }
  return false;
}

std::vector<std::string> askDriver(const std::string& compiler, const std::string& language) {
  auto failure = [&](llvm::Twine why) {
    llvm::errs() << "appyl-translate: warning: cannot ask '" << compiler << "' for its include paths: " << why
                 << '\n';
    return std::vector<std::string>();
  };
  const auto program = llvm::sys::findProgramByName(compiler);
  if (!program) return failure(program.getError().message());
  llvm::SmallString<128> report;
  if (std::error_code error = fs::createTemporaryFile("appyl-driver", "txt", report))
    return failure(error.message());
  llvm::FileRemover remover(report);

  // The report is translated where the user's language is not English.
  ::setenv("LC_ALL", "C", /*overwrite=*/1);
  const StringRef arguments[] = {compiler, "-E", "-v", "-x", language, "/dev/null"};
  const std::optional<StringRef> redirects[] = {StringRef(""), StringRef(""), StringRef(report)};
  std::string why;
  if (llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, redirects, /*SecondsToWait=*/20, 0, &why))
    return failure(why.empty() ? "it fails" : why);
  auto text = llvm::MemoryBuffer::getFile(report);
  if (!text) return failure(text.getError().message());

  std::vector<std::string> result;
  auto add = [&](StringRef folder) {
    // The compiler's own headers are for itself; Clang has its own versions of them.
    if ((folder.contains("/gcc/") || folder.contains("/clang/")) && fs::exists(folder + "/stddef.h")) return;
    result.push_back("-isystem");
    result.push_back(absolute(folder, "/"));
  };
  bool inList = false;
  for (StringRef line : llvm::split((*text)->getBuffer(), '\n')) {
    line = line.rtrim();
    if (line.starts_with("#include <...>")) {
      inList = true;
    } else if (line.starts_with("End of search list")) {
      inList = false;
    } else if (inList) {
      add(line.trim());
    } else if (line.consume_front("Target: ")) {
      result.push_back("--target=" + line.str());
    } else if (line.consume_front("#$ INCLUDES=")) {  // nvcc's: "-I/opt/cuda/include"
      for (StringRef word : llvm::split(line, ' '))
        if (word = word.trim("\" "); word.consume_front("-I") && !word.empty()) add(word.trim("\""));
    }
  }
  return result;
}

}  // namespace appyl
