#include "expand/grid_calls.h"

#include "expand/array_language.h"
#include "expand/left_to_host.h"
#include "expand/write_grid_call.h"
#include "nest/ast/source_ranges.h"
#include "support/names.h"
#include "support/source_lines.h"

#include <clang/AST/StmtCXX.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace appyl {
namespace {

using namespace clang;

/// Replaces a part of the source; `line`: of the text, where it stands elsewhere in the file.
struct Piece {
  std::string text;
  unsigned line = 0;
};
struct Replacement {
  FileRange range;
  std::vector<Piece> pieces;
};

class GridCallExpansion {
 public:
  GridCallExpansion(const Source& source, bool forDevice, const GridObstacles& obstacles,
                    std::optional<FilePlace> only = std::nullopt)
      : source(source),
        forDevice(forDevice),
        obstacles(obstacles),
        only(std::move(only)),
        text(source.ast.getSourceManager().getBufferData(source.ast.getSourceManager().getMainFileID())),
        names(identifiersOf(text)) {}

  std::optional<ExpandedGridCalls> run() {
    for (const auto& directive : source.directives.all)
      if (!isa<ForStmt, CXXForRangeStmt>(directive->statement) && isGridCall(directive->statement))
        expand(*directive);
    if (replacements.empty()) return std::nullopt;
    for (const auto& [function, calls] : expanded) removeUnused(function, calls);
    markFunctions();
    std::stable_sort(
        replacements.begin(), replacements.end(),
        [](const Replacement& a, const Replacement& b) { return a.range.begin < b.range.begin; });
    return ExpandedGridCalls{apply(), std::move(programs)};
  }

 private:
  /// A call that has become loops.
  struct Expanded {
    const Stmt* statement = nullptr;
    std::string loops;  // their text
  };

  Source source;
  const bool forDevice;
  const GridObstacles& obstacles;
  const std::optional<FilePlace> only;
  llvm::StringRef text;
  std::set<std::string> names;
  std::vector<Replacement> replacements;
  ProgramGrids programs;
  std::map<const FunctionDecl*, std::vector<Expanded>> expanded;
  std::set<const FunctionDecl*> functions;  // kernels and index maps

  void expand(const Directive& directive) {
    const FilePlace place = placeInFile(directive.location(), source.ast.getSourceManager());
    if (only && place != *only) return;
    if (const auto known = obstacles.find(place); known != obstacles.end())
      return leave(directive, {directive.statement, known->second});
    const auto whole = statementRange(directive.statement, source);
    if (!whole) return leave(directive, {directive.statement, "a macro cuts it apart"});
    const std::string margin(columnOf(whole->begin), ' ');
    std::vector<const Stmt*> instances;
    if (!directive.function->isDependentContext())
      instances = {directive.statement};
    else if (const auto found = source.directives.instances.find(&directive);
             found != source.directives.instances.end())
      for (const auto& instance : found->second) instances.push_back(instance->statement);
    if (instances.empty())
      return leave(directive, {directive.statement, "the template has no instance in this file"});

    const VisibleNames visible(directive.function, directive.statement, source.directives);
    std::optional<GridCallText> written;
    Expanded made{directive.statement, ""};
    for (const Stmt* instance : instances) {
      const unsigned errors = source.diags.errorCount();
      auto call = readGridCall(instance, visible, source);
      if (source.diags.errorCount() > errors) return;
      if (const auto* refusal = std::get_if<TileRefusal>(&call)) return leave(directive, *refusal);
      auto next = writeGridCall(std::get<GridCall>(call), visible, names, margin, source);
      if (source.diags.errorCount() > errors) return;
      if (const auto* refusal = std::get_if<TileRefusal>(&next)) return leave(directive, *refusal);
      if (written && !written->isLike(std::get<GridCallText>(next)))
        return leave(directive, {directive.statement, "instances of the template want different loops"});
      written = std::move(std::get<GridCallText>(next));
      for (const FunctionDecl* each : std::get<GridCall>(call).functions)
        functions.insert(each->getCanonicalDecl());
    }
    for (const FunctionDecl* each : written->inPlace) functions.insert(each->getCanonicalDecl());
    programs[place] = written->programs;
    replace(directive, *whole, *written, margin);
    made.loops = written->loops + written->body;
    for (const auto* texts : {&written->names, &written->inFront})
      for (const std::string& each : *texts) made.loops += each;
    if (written->conditions.empty()) expanded[directive.function].push_back(std::move(made));
  }

  void replace(const Directive& directive, FileRange whole, const GridCallText& written,
               const std::string& margin) {
    const SourceManager& sources = source.ast.getSourceManager();
    GridCallText loops = written;
    std::string behind = margin + "}";
    std::string front, open = margin;
    const auto openBlock = [&](const std::string& header, const std::string& otherwise) {
      front += open + header + "{\n";
      open += "  ";
      for (std::string* each : {&loops.loops, &loops.body, &behind}) *each = shifted(*each);
      behind += "\n" + margin + "}" + otherwise;
    };
    if (!written.conditions.empty()) {
      std::string call = margin + text.slice(whole.begin, whole.end).str();
      if (forDevice)
        call = margin +
               tellRunsOnHost(directive.statement, "blocks end elsewhere than their arrays", source) + "\n" +
               call;
      openBlock(fmt::format("if ({}) ", fmt::join(written.conditions, " && ")),
                " else {  // blocks that end elsewhere\n" + shifted(call) + "\n" + margin + "}");
    } else if (!written.inFront.empty()) {
      openBlock("", "");
    }
    for (const std::string& each : written.inFront) front += open + each + "\n";
    if (!written.names.empty()) {
      const bool isBlock = !front.empty() && written.conditions.empty();
      std::string names;
      for (const std::string& each : written.names) names += margin + "  " + each + "\n";
      if (isBlock) {
        front.insert(front.find('\n') + 1, names);
      } else {
        front = margin + "{\n" + names + shifted(front);
        for (std::string* each : {&loops.loops, &loops.body, &behind}) *each = shifted(*each);
        behind += "\n" + margin + "}";
      }
    }
    if (!front.empty()) {
      unsigned begin = whole.begin;
      for (const SourceRange line : directive.lines)
        if (const auto range = directiveRange(line, source.ast)) begin = std::min(begin, range->begin);
      replacements.push_back({{begin, begin}, {{front}}});
    }
    if (const auto range = directiveRange(directive.lines.front(), source.ast);
        range && !written.clause.empty()) {
      const auto end =
          range->begin + static_cast<unsigned>(text.slice(range->begin, range->end).rtrim().size());
      replacements.push_back({{end, end}, {{written.clause}}});
    }
    const unsigned line = sources.getExpansionLineNumber(directive.statement->getBeginLoc());
    replacements.push_back({whole, {{loops.loops}, {loops.body, loops.bodyLine}, {behind, line}}});
  }

  /// One level further to the right, but for what the preprocessor reads.
  static std::string shifted(llvm::StringRef lines) {
    std::string result;
    for (auto [line, rest] = lines.split('\n'); !line.empty() || !rest.empty();
         std::tie(line, rest) = rest.split('\n'))
      result += (line.trim().empty() || line.starts_with("#") ? "" : "  ") + line.str() +
                (rest.empty() && !lines.ends_with("\n") ? "" : "\n");
    return result;
  }

  void leave(const Directive& directive, const TileRefusal& refusal) {
    const SourceLocation at = refusal.where ? refusal.where->getBeginLoc() : directive.location();
    source.diags.report(forDevice ? Diag::GridNotTaken : Diag::GridLeft, at, {refusal.why});
    for (const SourceRange line : directive.lines)
      if (const auto range = directiveRange(line, source.ast)) replacements.push_back({*range, {}});
  }

  // --- what is not used any more
  // ----------------------------------------------------------------------------------------------------

  /// Takes out variables that only the expanded calls used: kernels, specs, numbers of programs.
  void removeUnused(const FunctionDecl* function, const std::vector<Expanded>& calls) {
    std::set<const Stmt*> gone;
    std::string loops;
    std::set<const VarDecl*> candidates;
    const auto use = [&](const Stmt* part) {
      walk(part, source.directives, [&](const Stmt* each) {
        const auto* named = dyn_cast<DeclRefExpr>(each);
        const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
        if (variable && variable->isLocalVarDecl() && variable->getInit()) candidates.insert(variable);
        return true;
      });
    };
    for (const Expanded& each : calls) {
      gone.insert(each.statement);
      loops += each.loops + "\n";
      use(each.statement);
    }
    for (bool changed = true; changed;) {
      changed = false;
      std::map<const DeclStmt*, unsigned> unused;
      std::set<const VarDecl*> used;
      walk(function->getBody(), source.directives, [&](const Stmt* each) {
        if (gone.count(each)) return false;
        if (const auto* named = dyn_cast<DeclRefExpr>(each))
          if (const auto* variable = dyn_cast<VarDecl>(named->getDecl())) used.insert(variable);
        return true;
      });
      walk(function->getBody(), source.directives, [&](const Stmt* each) {
        const auto* declaration = dyn_cast<DeclStmt>(each);
        if (gone.count(each) || !declaration) return !gone.count(each);
        const bool isUnused = llvm::all_of(declaration->decls(), [&](const Decl* declared) {
          const auto* variable = dyn_cast<VarDecl>(declared);
          return variable && candidates.count(variable) && !used.count(variable) &&
                 !holdsWord(loops, variable->getName()) && isWithoutEffect(variable);
        });
        if (!isUnused) return true;
        gone.insert(declaration);
        for (const Decl* declared : declaration->decls()) use(cast<VarDecl>(declared)->getInit());
        if (const auto range = statementRange(declaration, source))
          replacements.push_back({wholeLines(*range, source.ast), {}});
        return !(changed = true);
      });
    }
    markUnused(function, gone, loops, candidates);
  }

  /// Others that only the calls used, in declarations with something that is still used.
  void markUnused(const FunctionDecl* function, const std::set<const Stmt*>& gone, const std::string& loops,
                  const std::set<const VarDecl*>& candidates) {
    std::set<const VarDecl*> used;
    walk(function->getBody(), source.directives, [&](const Stmt* each) {
      if (const auto* named = dyn_cast<DeclRefExpr>(each); named && !gone.count(each))
        if (const auto* variable = dyn_cast<VarDecl>(named->getDecl())) used.insert(variable);
      return !gone.count(each);
    });
    walk(function->getBody(), source.directives, [&](const Stmt* each) {
      if (gone.count(each)) return false;
      const auto* declaration = dyn_cast<DeclStmt>(each);
      const auto isUnused = [&](const Decl* declared) {
        const auto* variable = dyn_cast<VarDecl>(declared);
        return variable && candidates.count(variable) && !used.count(variable) &&
               !holdsWord(loops, variable->getName()) && !variable->hasAttr<UnusedAttr>();
      };
      if (declaration && llvm::any_of(declaration->decls(), isUnused))
        if (const auto range = statementRange(declaration, source))
          replacements.push_back({{range->begin, range->begin}, {{"[[maybe_unused]] "}}});
      return true;
    });
  }

  /// Functions of the file that may be called by nothing now.
  void markFunctions() {
    for (const FunctionDecl* function : functions)
      if (function->getFormalLinkage() == Linkage::Internal && !function->isTemplateInstantiation() &&
          !function->isTemplated() && !function->hasAttr<UnusedAttr>())
        if (const auto range = rangeOf(function->getSourceRange(), source.ast))
          replacements.push_back({{range->begin, range->begin}, {{"[[maybe_unused]] "}}});
  }

  bool isWithoutEffect(const VarDecl* variable) const {
    const CXXRecordDecl* record = recordOf(variable->getType());
    if (record && record->isLambda()) return true;
    for (const char* part : {"BlockSpec", "GridSpec", "Grid", "GridCall", "IndexMap", "view"})
      if (isNamed(variable->getType(), part)) return true;
    return !mayChangeSomething(variable->getInit());
  }

  // ---

  unsigned columnOf(unsigned offset) const {
    const std::size_t newline = text.take_front(offset).rfind('\n');
    const auto begin = newline == llvm::StringRef::npos ? 0 : static_cast<unsigned>(newline) + 1;
    unsigned column = 0;
    while (begin + column < offset && text[begin + column] == ' ') ++column;
    return column;
  }

  SourceText apply() const {
    MappedText result;
    unsigned at = 0;
    for (const Replacement& change : replacements) {
      if (change.range.begin < at) continue;  // inside of what is gone
      result.put(text.slice(at, change.range.begin), true);
      const unsigned line = result.line;
      for (const Piece& piece : change.pieces) {
        if (piece.line > 0) result.line = piece.line;
        if (result.made.text.empty() || result.made.text.back() == '\n')
          result.made.lines.back() = result.line;
        result.put(piece.text, piece.line > 0);
      }
      result.line = line;
      result.skip(text.slice(change.range.begin, change.range.end));
      at = change.range.end;
    }
    result.put(text.substr(at), true);
    return std::move(result.made);
  }
};

}  // namespace

std::optional<ExpandedGridCalls> expandGridCalls(const Source& source, bool forDevice,
                                                 const GridObstacles& obstacles) {
  return GridCallExpansion(source, forDevice, obstacles).run();
}

std::optional<ExpandedGridCalls> expandGridCall(const Source& source, const FilePlace& call) {
  return GridCallExpansion(source, /*forDevice=*/false, {}, call).run();
}

}  // namespace appyl
