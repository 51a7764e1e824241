#include "codegen/cuda/regions.h"

#include "codegen/cuda/host_code.h"
#include "codegen/text/whole_file.h"
#include "nest/ast/ast.h"
#include "nest/ast/source_ranges.h"
#include "support/source_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

class RegionWriter {
 public:
  RegionWriter(const std::vector<Launch>& launches, std::set<std::string>& names, const Source& source)
      : host(launches, source.directives), names(names), source(source) {
    while (!names.insert(base).second) base += "_";
  }

  void write(const FunctionDecl* function) {
    regionsOfFunction = 0;
    if (const auto* body = dyn_cast_or_null<CompoundStmt>(function->getBody())) writeBlock(body);
  }

  Edits edits;

 private:
  HostCode host;
  std::string base = "together";  // what regions are called
  int regionsOfFunction = 0;
  std::set<std::string>& names;
  Source source;

  /// Maximal runs of statements that leave arrays alone; other statements are looked into.
  void writeBlock(const CompoundStmt* block) {
    std::vector<const Stmt*> statements;
    for (const Stmt* each : block->body()) statements.push_back(source.directives.strip(each));
    for (std::size_t begin = 0; begin < statements.size();) {
      if (!host.isQuiet(statements[begin])) {
        writeInside(statements[begin++]);
        continue;
      }
      std::size_t end = begin;
      while (end < statements.size() && host.isQuiet(statements[end])) ++end;
      writeRun({statements.begin() + static_cast<std::ptrdiff_t>(begin),
                statements.begin() + static_cast<std::ptrdiff_t>(end)});
      begin = end;
    }
  }

  void writeInside(const Stmt* statement) {
    if (host.launchAt(statement)) return;
    if (const auto* block = dyn_cast<CompoundStmt>(statement)) return writeBlock(block);
    if (isa<SwitchStmt, LabelStmt, Expr>(statement)) return;  // a declaration could be jumped over
    for (const Stmt* child : statement->children())
      if (child) writeInside(source.directives.strip(child));
  }

  void writeRun(std::vector<const Stmt*> run) {
    const auto hasLaunch = [&](const Stmt* each) { return host.launchesIn(each) > 0; };
    const auto first = std::find_if(run.begin(), run.end(), hasLaunch);
    if (first == run.end()) return;
    const auto last = std::find_if(run.rbegin(), run.rend(), hasLaunch).base();
    int launches = 0;
    bool repeats = false;
    for (auto each = first; each != last; ++each) {
      launches += host.launchesIn(*each);
      repeats |=
          host.launchesIn(*each) > 0 && !host.launchAt(*each) && isa<ForStmt, WhileStmt, DoStmt>(*each);
    }
    const auto begin = statementRange(*first, source), end = statementRange(*(last - 1), source);
    if ((launches < 2 && !repeats) || !begin || !end) return;
    const std::string name = regionsOfFunction++ ? base + std::to_string(regionsOfFunction) : base;
    const SourceManager& sources = source.ast.getSourceManager();
    const std::string file = fileNameInLiteral(sources);
    const bool exits = leaves(*(last - 1));
    edits.push_back({begin->begin, 0,
                     fmt::format("::appyl::cuda::region {}(\"{}\", {});\n", name, file,
                                 lineOf((*first)->getBeginLoc(), sources))});
    if (!exits) edits.push_back({end->end, 0, fmt::format("\n{}.end();", name)});
    for (auto each = first; each != last; ++each) writeTurns(*each, file);
  }

  void writeTurns(const Stmt* statement, const std::string& file) {
    walk(statement, source.directives, [&](const Stmt* each) {
      const auto* branch = dyn_cast<IfStmt>(each);
      const CompoundStmt* body = branch ? host.hostPart(branch) : nullptr;
      if (!body || isInDataRegion(branch)) return true;
      const auto begin = statementRange(source.directives.strip(body->body_front()), source),
                 close = rangeOf(body->getRBracLoc(), source.ast);
      if (!begin || !close) return true;
      std::string name = "turn";
      while (!names.insert(name).second) name += "_";
      edits.push_back({begin->begin, 0,
                       fmt::format("::appyl::cuda::host_turn {}(\"{}\", {});\n", name, file,
                                   lineOf(body->getBeginLoc(), source.ast.getSourceManager()))});
      edits.push_back({close->begin, 0, fmt::format("{}.end();\n", name)});
      return true;
    });
  }

  /// There the host's turns are marked already.
  bool isInDataRegion(const Stmt* statement) const {
    return llvm::any_of(source.directives.all, [&](const auto& directive) {
      if (!directive->find(ClauseKind::Data)) return false;
      bool found = false;
      walk(directive->statement, source.directives,
           [&](const Stmt* each) { return !(found |= each == statement); });
      return found;
    });
  }

  static bool leaves(const Stmt* statement) { return isa<ReturnStmt>(statement); }
};

}  // namespace

Edits regionsAround(const std::vector<Launch>& launches, std::set<std::string>& names, const Source& source) {
  RegionWriter writer(launches, names, source);
  std::vector<const FunctionDecl*> functions;
  for (const Launch& launch : launches)
    if (std::find(functions.begin(), functions.end(), launch.function) == functions.end())
      functions.push_back(launch.function);
  for (const FunctionDecl* function : functions) writer.write(function);
  return std::move(writer.edits);
}

}  // namespace appyl
