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
  RegionWriter(const std::vector<Launch>& launches, std::set<std::string>& names,
               const Directives& directives, ASTContext& context)
      : host(launches, directives), names(names), directives(directives), context(context) {
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
  const Directives& directives;
  ASTContext& context;

  /// Maximal runs of statements that leave arrays alone; other statements are looked into.
  void writeBlock(const CompoundStmt* block) {
    std::vector<const Stmt*> statements;
    for (const Stmt* each : block->body()) statements.push_back(directives.strip(each));
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
      if (child) writeInside(directives.strip(child));
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
    const auto begin = statementRange(*first, directives, context),
               end = statementRange(*(last - 1), directives, context);
    if ((launches < 2 && !repeats) || !begin || !end) return;
    const std::string name = regionsOfFunction++ ? base + std::to_string(regionsOfFunction) : base;
    const SourceManager& sources = context.getSourceManager();
    const std::string file = fileNameInLiteral(sources);
    const bool exits = leaves(*(last - 1));
    edits.push_back({begin->begin, 0,
                     fmt::format("::appyl::cuda::region {}(\"{}\", {});\n", name, file,
                                 lineOf((*first)->getBeginLoc(), sources))});
    if (!exits) edits.push_back({end->end, 0, fmt::format("\n{}.end();", name)});
    for (auto each = first; each != last; ++each) writeTurns(*each, file);
  }

  void writeTurns(const Stmt* statement, const std::string& file) {
    walk(statement, directives, [&](const Stmt* each) {
      const auto* branch = dyn_cast<IfStmt>(each);
      const CompoundStmt* body = branch ? host.hostPart(branch) : nullptr;
      if (!body || isInDataRegion(branch)) return true;
      const auto begin = statementRange(directives.strip(body->body_front()), directives, context),
                 close = rangeOf(body->getRBracLoc(), context);
      if (!begin || !close) return true;
      std::string name = "turn";
      while (!names.insert(name).second) name += "_";
      edits.push_back({begin->begin, 0,
                       fmt::format("::appyl::cuda::host_turn {}(\"{}\", {});\n", name, file,
                                   lineOf(body->getBeginLoc(), context.getSourceManager()))});
      edits.push_back({close->begin, 0, fmt::format("{}.end();\n", name)});
      return true;
    });
  }

  /// There the host's turns are marked already.
  bool isInDataRegion(const Stmt* statement) const {
    return llvm::any_of(directives.all, [&](const auto& directive) {
      if (!directive->find(ClauseKind::Data)) return false;
      bool found = false;
      walk(directive->statement, directives, [&](const Stmt* each) { return !(found |= each == statement); });
      return found;
    });
  }

  static bool leaves(const Stmt* statement) { return isa<ReturnStmt>(statement); }
};

}  // namespace

Edits regionsAround(const std::vector<Launch>& launches, std::set<std::string>& names,
                    const Directives& directives, ASTContext& context) {
  RegionWriter writer(launches, names, directives, context);
  std::vector<const FunctionDecl*> functions;
  for (const Launch& launch : launches)
    if (std::find(functions.begin(), functions.end(), launch.function) == functions.end())
      functions.push_back(launch.function);
  for (const FunctionDecl* function : functions) writer.write(function);
  return std::move(writer.edits);
}

}  // namespace appyl
