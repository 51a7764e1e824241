// Clang's own table of options decides what Clang knows; unknown options of other compilers fall out with it,
// and so does an unknown option's separate value, which the table takes for an input. Of what Clang knows, a
// list says what is passed on.
#include "support/compiler_arguments.h"

#include <clang/Driver/Options.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
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

/// Between single quotes a backslash stands for itself, as in a shell; LLVM's tokenizer takes it for an
/// escape there, too.
std::string withPlainQuotes(StringRef text) {
  std::string result;
  char quote = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == quote)
      quote = 0;
    else if (!quote && (c == '"' || c == '\''))
      quote = c;
    else if (c == '\\' && quote == '\'')
      result += '\\';
    else if (c == '\\' && k + 1 < text.size())
      result += text[k++];
    result += text[k];
  }
  return result;
}

/// The arguments inside those that hand them on: nvcc's -Xcompiler a,b and --options-file, and what is meant
/// for the preprocessor or Clang's inner compiler, where forced headers and definitions may be found.
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
    if (StringRef list = arguments[i]; list.consume_front("-Wp,")) {
      for (StringRef one : llvm::split(list, ',')) result.push_back(one.str());
    } else if (auto inner = valueOf({"-Xclang", "-Xpreprocessor"})) {
      result.push_back(inner->str());
    } else if (auto handedOn = valueOf({"-Xcompiler", "--compiler-options"})) {
      for (StringRef one : llvm::split(*handedOn, ','))
        if (!one.empty()) result.push_back(one.str());
    } else if (auto file = valueOf({"-optf", "--options-file"})) {
      auto content = llvm::MemoryBuffer::getFile(absolute(*file, directory));
      if (!content) continue;
      llvm::BumpPtrAllocator memory;
      llvm::StringSaver saver(memory);
      llvm::SmallVector<const char*> words;
      llvm::cl::TokenizeGNUCommandLine(saver.save(withPlainQuotes((*content)->getBuffer())), saver, words);
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

/// The options that decide how a source is read, by Clang's names without `no-`: headers, definitions, the
/// language, the target. Nothing else is passed on, so that no other option, of a later Clang either, can
/// write a file or load code.
bool isPassedOn(const Arg& arg) {
  static const llvm::StringSet<> names = {
      // Headers and definitions.
      "D", "U", "undef", "I", "I-", "F", "nostdinc", "nostdinc++", "nostdlibinc", "nobuiltininc", "include",
      "imacros", "iquote", "isystem", "isystem-after", "idirafter", "iprefix", "iwithprefix",
      "iwithprefixbefore", "iwithsysroot", "iframework", "iframeworkwithsysroot", "isysroot",
      "sysroot=", "cxx-isystem", "stdlib++-isystem", "stdlib=", "gcc-toolchain=", "gcc-install-dir=", "B",
      // The language.
      "std=", "ansi", "trigraphs", "traditional-cpp", "pthread", "faccess-control", "faligned-allocation",
      "faligned-new=", "faltivec", "fasm", "fasm-blocks", "fblocks", "fborland-extensions",
      "fbracket-depth=", "fbuiltin", "fbuiltin-", "fc++-static-destructors", "fchar8_t", "fcommon",
      "fconstexpr-depth=", "fconstexpr-steps=", "fcoro-aligned-allocation", "fcoroutines", "fcxx-exceptions",
      "fdeclspec", "fdelayed-template-parsing", "fdigraphs", "fdollars-in-identifiers",
      "fdouble-square-bracket-attributes", "fenable-matrix", "fexceptions",
      "fexec-charset=", "fexperimental-library", "fextended-identifiers", "ffixed-point", "ffor-scope",
      "fforce-enable-int128", "ffreestanding", "fgnu-inline-asm", "fgnu-keywords", "fgnu89-inline",
      "fgnuc-version=", "fhosted", "finput-charset=", "fknr-functions", "flax-vector-conversions",
      "flax-vector-conversions=", "fmax-type-align=", "fms-compatibility",
      "fms-compatibility-version=", "fms-extensions", "fmsc-version=", "fnew-alignment=", "foperator-names",
      "fpack-struct", "fpack-struct=", "fpascal-strings", "fraw-string-literals",
      "frelaxed-template-template-args", "frtti", "frtti-data", "fshort-enums", "fshort-wchar",
      "fsigned-bitfields", "fsigned-char", "fsized-deallocation", "fstrict-enums",
      "fstrict-flex-arrays=", "ftemplate-depth=", "fthreadsafe-statics", "ftrigraphs", "funsigned-bitfields",
      "funsigned-char", "fvisibility=", "fvisibility-inlines-hidden", "fvisibility-ms-compat", "fwrapv",
      "fwritable-strings", "fxor-operator", "fzvector",
      // What arithmetic means, and what macros tell of the code that is generated.
      "fapprox-func", "fassociative-math", "fcomplex-arithmetic=", "fexcess-precision=", "ffast-math",
      "ffinite-math-only", "ffp-contract=", "ffp-eval-method=", "ffp-model=", "fhonor-infinities",
      "fhonor-nans", "fmath-errno", "freciprocal-math", "frounding-math", "fsignaling-math", "fsigned-zeros",
      "ftrapping-math", "ftrapv", "funsafe-math-optimizations", "fPIC", "fpic", "fPIE", "fpie",
      "fstack-protector", "fstack-protector-all", "fstack-protector-strong",
      // The target.
      "target=", "target", "w"};
  const llvm::opt::Option& option = arg.getOption();
  // Processors by names that only GCC knows; nothing depends on the tuning.
  if (option.matches(options::OPT_mtune_EQ)) return false;
  if (option.matches(options::OPT_driver_mode))
    return llvm::is_contained({StringRef("gcc"), StringRef("g++")}, StringRef(arg.getValue()));
  for (const unsigned group : {options::OPT_O_Group, options::OPT_W_Group, options::OPT_m_Group})
    if (option.matches(group)) return true;
  std::string name = option.getName().str();
  if (StringRef(name).starts_with("fno-")) name.erase(1, 3);
  return names.contains(name);
}

/// Is the argument's meaning known without it, or does it not concern a translation?
bool isUnderstood(const Arg& arg) {
  switch (arg.getOption().getID()) {
    case options::OPT_fopenmp:
    case options::OPT_fopenmp_EQ:
    case options::OPT_fno_openmp:
    case options::OPT_c: return true;
    default: return arg.getOption().matches(options::OPT_pedantic_Group);
  }
}

bool namesPath(const Arg& arg) {
  const llvm::opt::Option& option = arg.getOption();
  return option.matches(options::OPT_IncludePath_Group) || option.matches(options::OPT_include) ||
         option.matches(options::OPT_imacros) || option.matches(options::OPT__sysroot_EQ) ||
         option.matches(options::OPT_gcc_toolchain) || option.matches(options::OPT_B);
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
    if (!isPassedOn(*arg)) {
      if (!option.matches(options::OPT_INPUT) && !isUnderstood(*arg))
        result.dropped.push_back(arg->getAsString(parsed));
      continue;
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

namespace {

/// The folder's path without links and `..`.
std::string realFolder(StringRef folder) {
  llvm::SmallString<256> real;
  if (!fs::real_path(folder, real)) return real.str().str();
  real = folder;  // there is none
  path::remove_dots(real, /*remove_dot_dot=*/true);
  return real.str().str();
}

/// The program's path without links and `..`, except for the last name, since compilers are called by links.
std::string resolved(StringRef program, StringRef directory) {
  const std::string whole = absolute(program, directory);
  llvm::SmallString<256> result(realFolder(path::parent_path(whole)));
  path::append(result, path::filename(whole));
  return result.str().str();
}

/// Name by name: `*` is within a folder, `**` any number of folders.
bool matchesGlob(llvm::ArrayRef<StringRef> names, llvm::ArrayRef<StringRef> glob) {
  for (; !glob.empty(); glob = glob.drop_front(), names = names.drop_front()) {
    if (glob.front() == "**") {
      for (std::size_t count = 0; count <= names.size(); ++count)
        if (matchesGlob(names.drop_front(count), glob.drop_front())) return true;
      return false;
    }
    if (names.empty()) return false;
    auto pattern = llvm::GlobPattern::create(glob.front());
    if (!pattern) {
      llvm::consumeError(pattern.takeError());
      return false;
    }
    if (!pattern->match(names.front())) return false;
  }
  return names.empty();
}

/// The glob, with the folders in front of its first wildcard resolved as those of programs are.
std::string resolvedGlob(StringRef glob) {
  llvm::SmallString<256> current;
  fs::current_path(current);
  const std::string whole = absolute(glob, current);
  const std::size_t end = StringRef(whole).substr(0, StringRef(whole).find_first_of("*?[{\\")).rfind('/');
  return (StringRef(realFolder(StringRef(whole).take_front(end + 1))).rtrim('/') + whole.substr(end)).str();
}

}  // namespace

std::optional<std::string> queriedProgram(StringRef compiler, StringRef directory,
                                          const std::vector<std::string>& globs) {
  std::string program = compiler.str();
  if (compiler.contains('/'))
    program = resolved(compiler, directory);
  else if (const auto found = llvm::sys::findProgramByName(compiler))
    program = resolved(*found, directory);
  for (StringRef list : globs)
    for (StringRef glob : llvm::split(list, ',')) {
      // A glob of a mere name is for compilers that are named so, and found by PATH.
      if (!glob.contains('/') && compiler.contains('/')) continue;
      llvm::SmallVector<StringRef> names, parts;
      const std::string pattern = glob.contains('/') ? resolvedGlob(glob) : glob.str();
      StringRef(glob.contains('/') ? StringRef(program) : compiler).split(names, '/');
      StringRef(pattern).split(parts, '/');
      if (matchesGlob(names, parts)) return program;
    }
  return std::nullopt;
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
