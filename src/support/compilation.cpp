#include "support/compilation.h"

#include "support/compiler_arguments.h"
#include "support/database.h"

#include <clang/Driver/Types.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/TargetSelect.h>

namespace appyl {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using clang::tooling::CompilationDatabase;
using clang::tooling::CompileCommand;
using llvm::StringRef;

/// The folder that the tool is installed in, if it is.
llvm::SmallString<256> installPrefix() {
  static int here;
  const std::string executable = fs::getMainExecutable(nullptr, &here);
  return path::parent_path(path::parent_path(executable));
}

/// The folder that the build has found, or the one beside the executable once both are installed elsewhere.
llvm::Expected<std::string> findResourceDir() {
  llvm::SmallString<256> beside = installPrefix();
  path::append(beside, "lib", "appyl", "clang");
  for (StringRef folder : {StringRef(APPYL_RESOURCE_DIR), StringRef(beside)})
    if (fs::exists(folder + "/include/stddef.h")) return folder.str();
  return llvm::createStringError("Clang's own headers are neither in '" APPYL_RESOURCE_DIR "' nor in '" +
                                 beside.str() + "'");
}

/// Where `appyl/appyl.hpp` stands: beside the installed tool, or in the source tree; empty where it is gone.
std::string findHeaders() {
  llvm::SmallString<256> beside = installPrefix();
  path::append(beside, "include");
  for (StringRef folder : {StringRef(beside), StringRef(APPYL_HEADERS)})
    if (fs::exists(folder + "/appyl/appyl.hpp")) return folder.str();
  return "";
}

bool isC(const std::string& source, StringRef language, StringRef compiler) {
  if (!language.empty()) return language == "c";
  const StringRef extension = path::extension(source);
  // A C++ compiler takes a file x.c for C++.
  return extension == ".c" && !compiler.contains("++") && !compiler.contains("cxx");
}

/// The named header stands only in GCC's own folder, where Clang's OpenMP runtime is not installed. That
/// folder also holds GCC's versions of Clang's own headers, so it is only added for sources that want the
/// one, and after everything else.
bool needsGccOmp(const std::string& source, const std::string& resourceDir, bool openmp) {
  if (fs::exists(resourceDir + "/include/omp.h")) return false;
  if (openmp) return true;
  auto file = llvm::MemoryBuffer::getFile(source);
  return file && (*file)->getBuffer().contains("omp.h");
}

bool isIn(const char* name, StringRef folder) {
  llvm::SmallString<256> file(folder);
  path::append(file, name);
  return fs::exists(file);
}

constexpr const char* databaseName = "compile_commands.json";
constexpr const char* flagsName = "compile_flags.txt";

/// The database of a folder that has one.
llvm::Expected<std::unique_ptr<CompilationDatabase>> databaseIn(StringRef folder) {
  const std::string file = folder.str() + "/" + databaseName;
  const auto refuse = [&](const llvm::Twine& why) {
    return llvm::createStringError("cannot read '" + file + "': " + why.str());
  };
  if (isIn(databaseName, folder)) {
    auto text = llvm::MemoryBuffer::getFile(file);
    if (!text) return refuse(text.getError().message());
    if (auto error = checkDatabase((*text)->getBuffer())) return refuse(llvm::toString(std::move(error)));
  }
  std::string reason;
  auto database = CompilationDatabase::loadFromDirectory(folder, reason);
  if (database) return database;
  // One line for each kind of database that was tried.
  return refuse(StringRef(reason).split("json-compilation-database: ").second.split('\n').first);
}

}  // namespace

std::string gccOmpFolder() {
  std::string best;
  unsigned bestVersion = 0;
  std::error_code error;
  for (fs::directory_iterator triple("/usr/lib/gcc", error), end; !error && triple != end;
       triple.increment(error)) {
    std::error_code inner;
    for (fs::directory_iterator version(triple->path(), inner); !inner && version != end;
         version.increment(inner)) {
      unsigned number = 0;
      if (path::filename(version->path()).split('.').first.getAsInteger(10, number) || number <= bestVersion)
        continue;
      if (!fs::exists(version->path() + "/include/omp.h")) continue;
      bestVersion = number;
      best = version->path() + "/include";
    }
  }
  return best;
}

llvm::Expected<Compilations> Compilations::load(const CompilationSettings& settings) {
  Compilations compilations;
  compilations.settings = settings;
  auto resourceDir = findResourceDir();
  if (!resourceDir) return resourceDir.takeError();
  compilations.resourceDir = *resourceDir;
  compilations.headers = findHeaders();

  if (settings.buildDir && !settings.fixed) {
    if (!isIn(databaseName, *settings.buildDir) && !isIn(flagsName, *settings.buildDir))
      return llvm::createStringError("there is no compile_commands.json in '" + *settings.buildDir + "'");
    auto database = databaseIn(*settings.buildDir);
    if (!database) return database.takeError();
    compilations.database = std::move(*database);
    if (isIn(databaseName, *settings.buildDir) && compilations.database->getAllFiles().empty())
      return llvm::createStringError("'" + *settings.buildDir + "/compile_commands.json' holds no commands");
  }
  // Names of cross compilers (aarch64-linux-gnu-g++) are recognised by the targets that are registered.
  llvm::InitializeAllTargetInfos();
  return compilations;
}

llvm::Expected<const CompilationDatabase*> Compilations::databaseAbove(const std::string& source) {
  for (StringRef folder = path::parent_path(source); !folder.empty(); folder = path::parent_path(folder)) {
    if (!isIn(databaseName, folder) && !isIn(flagsName, folder)) continue;
    auto known = databasesByFolder.find(folder.str());
    if (known == databasesByFolder.end()) {
      auto database = databaseIn(folder);
      if (!database) return database.takeError();
      known = databasesByFolder.emplace(folder.str(), std::move(*database)).first;
    }
    return known->second.get();
  }
  return nullptr;
}

llvm::Expected<CompileCommand> Compilations::recordedCommand(const std::string& source) {
  const CompilationDatabase* from = database.get();
  const std::string absolute = clang::tooling::getAbsolutePath(source);
  if (!from && !settings.fixed) {
    auto above = databaseAbove(absolute);
    if (!above) return above.takeError();
    from = *above;
  }
  if (from) {
    auto commands = from->getCompileCommands(absolute);
    // A database that merely lies above the source says nothing about files that it does not list.
    const bool isGuess = !database && !commands.empty() && !commands.front().Heuristic.empty();
    if (!commands.empty() && !isGuess) return commands.front();
  }

  CompileCommand command;
  command.CommandLine = {""};  // no compiler: nothing is known of it
  if (settings.fixed) llvm::append_range(command.CommandLine, *settings.fixed);
  return command;
}

llvm::Expected<Compilation> Compilations::commandFor(const std::string& source) {
  auto found = recordedCommand(source);
  if (!found) return found.takeError();
  const CompileCommand& recorded = *found;
  const std::string compiler = recorded.CommandLine.front();
  llvm::SmallString<256> current;
  fs::current_path(current);
  const std::string directory = recorded.Directory.empty() ? current.str().str() : recorded.Directory;

  std::vector<std::string> given = settings.extraArgumentsBefore;
  given.insert(given.end(), recorded.CommandLine.begin() + 1, recorded.CommandLine.end());
  ClangArguments adjusted = argumentsForClang(given, directory);
  // What the user adds on our own command line is relative to where the command runs.
  ClangArguments extra = argumentsForClang(settings.extraArguments, current);
  llvm::append_range(adjusted.arguments, extra.arguments);
  llvm::append_range(adjusted.dropped, extra.dropped);
  adjusted.openmp |= extra.openmp;
  adjusted.hasStandard |= extra.hasStandard;
  if (!extra.language.empty()) adjusted.language = extra.language;

  const bool c = isC(source, adjusted.language, path::filename(compiler));
  CompileCommand command;
  command.Directory = current.str().str();
  command.Filename = source;
  // A configuration file of the user's Clang would make the result depend on the machine.
  command.CommandLine = {c ? "clang" : "clang++", "--no-default-config", "-resource-dir=" + resourceDir};
  llvm::append_range(command.CommandLine, adjusted.arguments);
  // Behind the user's folders: another version of the headers that they name comes first.
  if (!headers.empty()) command.CommandLine.push_back("-I" + headers);
  if (!adjusted.hasStandard && compiler.empty())
    command.CommandLine.push_back(c ? "-std=gnu11" : "-std=gnu++20");
  if (adjusted.openmp) command.CommandLine.push_back("-D_OPENMP=201511");
  if (!compiler.empty())
    if (const auto program = queriedProgram(compiler, directory, settings.queryDrivers))
      llvm::append_range(command.CommandLine, queriedArguments(*program, c ? "c" : "c++"));
  if (needsGccOmp(source, resourceDir, adjusted.openmp))
    // Clang's __malloc__ attribute takes no arguments, which that header gives it.
    if (const std::string folder = gccOmpFolder(); !folder.empty())
      llvm::append_range(command.CommandLine,
                         std::vector<std::string>{"-idirafter", folder, "-D__malloc__(x)="});
  llvm::append_range(command.CommandLine, std::vector<std::string>{"-Qunused-arguments", "-fsyntax-only",
                                                                   "-w", "-x", c ? "c" : "c++", source});
  return Compilation{std::move(command), std::move(adjusted.dropped)};
}

const std::vector<std::string>& Compilations::queriedArguments(const std::string& program,
                                                               const std::string& language) {
  const auto [entry, isNew] = queries.try_emplace(language + " " + program);
  if (isNew) entry->second = askDriver(program, language);
  return entry->second;
}

}  // namespace appyl
