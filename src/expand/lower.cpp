#include "expand/lower.h"

#include "expand/array_language.h"
#include "expand/known_masks.h"
#include "expand/left_to_host.h"
#include "expand/read_in_place.h"
#include "expand/read_program.h"
#include "expand/settle.h"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <map>

namespace appyl {
namespace {

using namespace clang;

bool isTensor(const Directive& directive) {
  return directive.find(ClauseKind::ParDim) || directive.find(ClauseKind::SeqDim);
}

/// Outermost annotated loops and statements; a loop around parallel nests that is not parallel itself is
/// none.
std::vector<const Directive*> outermost(const Directives& directives) {
  std::vector<const Directive*> roots;
  std::set<const Stmt*> inside;
  for (const auto& directive : directives.all) {
    if (inside.count(directive->statement)) continue;
    const auto* loop = dyn_cast<ForStmt>(directive->statement);
    if (!loop && !isTensor(*directive)) continue;
    bool hasParallel = false;
    if (loop)
      walk(loop->getBody(), directives, [&](const Stmt* each) {
        const Directive* inner = directives.of(each);
        hasParallel |= inner && (inner->find(ClauseKind::Parallel) || isTensor(*inner));
        return true;
      });
    if (loop && !directive->find(ClauseKind::Parallel) && hasParallel) continue;
    roots.push_back(directive.get());
    if (loop)
      walk(loop->getBody(), directives, [&](const Stmt* each) {
        if (directives.of(each)) inside.insert(each);
        return true;
      });
  }
  return roots;
}

/// The statement itself, or where it stands in a template, the same one in each instance.
std::vector<const Stmt*> instancesOf(const Directive& directive, const Directives& directives) {
  if (!directive.function->isDependentContext()) return {directive.statement};
  std::vector<const Stmt*> statements;
  if (const auto found = directives.instances.find(&directive); found != directives.instances.end())
    for (const auto& instance : found->second) statements.push_back(instance->statement);
  return statements;
}

/// The text of a program for runs in which the conditions of the versions in front of it fail.
struct Otherwise {
  std::vector<ConditionText> checks;  // its own
  std::string text;
  bool isAsWritten = false, isAnnotated = false;
  unsigned line = 0, firstLine = 0;  // of the program, and of the first one of its directives
  std::string tells = {};            // a statement in front of it

  bool operator==(const Otherwise&) const = default;
};

/// Replaces a part of the source: the other versions, and the text behind them.
struct Change {
  FileRange range;
  std::string text;
  std::vector<Otherwise> otherwise = {};

  bool operator==(const Change& other) const {
    return range.begin == other.range.begin && range.end == other.range.end && text == other.text &&
           otherwise == other.otherwise;
  }
};

std::string indented(llvm::StringRef text, const std::string& margin) {
  std::string result;
  for (auto [line, rest] = text.split('\n'); !line.empty() || !rest.empty();
       std::tie(line, rest) = rest.split('\n'))
    result += (line.empty() ? "" : margin + line.str()) + "\n";
  return result;
}

class Lowering {
 public:
  Lowering(const Source& source, const LowerOptions& options, std::set<std::string>& names)
      : source(source),
        options(options),
        names(names),
        text(source.ast.getSourceManager().getBufferData(source.ast.getSourceManager().getMainFileID())) {}

  std::optional<SourceText> run() {
    for (const Directive* root : outermost(source.directives)) lower(*root);
    if (changes.empty()) return std::nullopt;
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& a, const Change& b) { return a.range.begin < b.range.begin; });
    return apply();
  }

 private:
  Source source;
  const LowerOptions& options;
  std::set<std::string>& names;
  llvm::StringRef text;
  std::vector<Change> changes;
  bool widens = false;  // see TileProgram
  Copies copies = Copies::Kept;

  void lower(const Directive& root) {
    const std::vector<const Stmt*> instances = instancesOf(root, source.directives);
    widens = root.function->isDependentContext() &&
             llvm::any_of(instances, [&](const Stmt* each) { return computesInWider(each); });
    if (instances.empty() && isTensor(root))
      return leave(root, {root.statement, "the template has no instance in this file"});
    // What one instance reads where it is another one may have to convert.
    copies = options.forCuda ? Copies::Kept : Copies::InPlace;
    bool isSame = lowerAll(root, instances);
    if (!isSame && copies == Copies::InPlace) {
      copies = Copies::Kept;
      isSame = lowerAll(root, instances);
    }
    if (!isSame) leave(root, {root.statement, "instances of the template want different loops"});
  }

  /// False: the instances do not agree.
  bool lowerAll(const Directive& root, const std::vector<const Stmt*>& instances) {
    std::vector<Change> first;
    std::set<std::string> taken;
    for (const Stmt* instance : instances) {
      auto written = lowerInstance(root, instance, taken);
      if (!written) return true;
      if (instance == instances.front())
        first = std::move(*written);
      else if (first != *written)
        return false;
    }
    if (!instances.empty()) names = taken;
    changes.insert(changes.end(), first.begin(), first.end());
    return true;
  }

  /// Tiles of 2-byte types, or a `dot` that adds up in another type than that of its factors.
  bool computesInWider(const Stmt* statement) const {
    bool found = false;
    walk(statement, source.directives, [&](const Stmt* each) {
      if (const auto* expression = dyn_cast<Expr>(each); expression && isTileOperand(expression->getType())) {
        const QualType lane = laneType(expression->getType());
        found |= lane->isFloat16Type() || isSmallFloat(recordOf(lane));
      }
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* callee = call ? languageFunction(call) : nullptr;
      if (!callee || (nameOf(callee) != "dot" && nameOf(callee) != "matmul")) return !found;
      for (const Expr* factor : call->arguments())
        found |= !source.ast.hasSameUnqualifiedType(laneType(bareTile(factor)->getType()),
                                                    laneType(call->getType()));
      return !found;
    });
    return found;
  }

  /// Does it say itself which lanes there are?
  bool masksLanes(const Stmt* statement) const {
    bool found = false;
    walk(statement, source.directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* callee = call ? languageFunction(call) : nullptr;
      found |= callee && (nameOf(callee) == "load" || nameOf(callee) == "store");
      return !found;
    });
    return found;
  }

  void leave(const Directive& root, const TileRefusal& refusal) {
    const bool isError = options.forCuda || isTensor(root);
    const SourceLocation at = refusal.where ? refusal.where->getBeginLoc() : root.location();
    source.diags.report(isError ? Diag::TilesNotTaken : Diag::TilesLeft, at, {refusal.why});
  }

  /// `taken`: the names that are taken with those of the loops that are written.
  std::optional<std::vector<Change>> lowerInstance(const Directive& root, const Stmt* statement,
                                                   std::set<std::string>& taken) {
    ReadTiles read = readTiles(statement, root.function, options.blockSize, widens, source);
    if (const auto* refusal = std::get_if<TileRefusal>(&read)) return leave(root, *refusal), std::nullopt;
    auto* program = std::get_if<TileProgram>(&read);
    if (!program || program->statements.empty()) return std::nullopt;
    const auto whole = statementRange(statement, source);
    const ProgramNames known = namesOf(statement, source.directives);
    taken = names;
    auto inside = options.takesInside ? settledInside(*program, known) : std::nullopt;
    auto forShort =
        options.forCuda && masksLanes(statement) ? settledForShort(*program, known) : std::nullopt;
    if (const auto refusal = settleLanes(*program, known)) return leave(root, *refusal), std::nullopt;
    if (forShort && forShort->checks.size() < program->checks.size()) {
      std::set<std::string> takenShort = names;
      if (TileProgram trial = *forShort;
          std::holds_alternative<std::vector<TextEdit>>(write(trial, takenShort)))
        *program = std::move(*forShort);
    }
    auto written = write(*program, taken);
    if (const auto* refusal = std::get_if<TileRefusal>(&written)) return leave(root, *refusal), std::nullopt;
    if (!whole) return leave(root, {statement, "a macro cuts the loop apart"}), std::nullopt;

    auto loops = std::get<std::vector<TextEdit>>(std::move(written));
    std::vector<ConditionText> checks = program->checks;
    std::vector<Otherwise> otherwise;
    const WithDirectives around = withDirectives(root, *whole);
    if (inside) {
      std::set<std::string> takenInside = names;
      written = write(*inside, takenInside);
      if (auto* faster = std::get_if<std::vector<TextEdit>>(&written)) {
        taken.insert(takenInside.begin(), takenInside.end());
        otherwise.push_back(
            {checks, textWith(around, loops), false, true, lineOf(whole->begin), firstLineOf(around)});
        loops = std::move(*faster);
        checks = inside->checks;
      }
    }
    if (!program->checks.empty()) otherwise.push_back(asWritten(root, *whole, around));
    return inConditions(checks, loops, std::move(otherwise), *whole, around);
  }

  std::variant<std::vector<TextEdit>, TileRefusal> write(TileProgram& program, std::set<std::string>& taken) {
    dropKnownMasks(program);
    if (options.forCuda || copies == Copies::InPlace) readInPlace(program, source.directives, copies);
    auto written = writeTileLoops(program, {source, taken});
    if (auto* edits = std::get_if<std::vector<TextEdit>>(&written))
      std::stable_sort(edits->begin(), edits->end(),
                       [](const TextEdit& a, const TextEdit& b) { return a.range.begin < b.range.begin; });
    return written;
  }

  struct WithDirectives {
    FileRange range;
    std::vector<TextEdit> without;  // taken away: the directives
    bool isOfLoops = true;          // all of them
    std::vector<FileRange>
        apart;  // those in front, where lines for the preprocessor stand behind them: `#endif`
  };

  WithDirectives withDirectives(const Directive& root, FileRange whole) const {
    WithDirectives result{whole, {}, true, {}};
    const auto take = [&](const Directive& directive) {
      result.isOfLoops &= isa<ForStmt>(source.directives.strip(directive.statement));
      for (const SourceRange line : directive.lines)
        if (const auto lineRange = directiveRange(line, source.ast)) {
          result.range.begin = std::min(result.range.begin, lineRange->begin);
          result.without.push_back({*lineRange, ""});
        }
    };
    take(root);
    for (const auto& each : source.directives.all)
      if (each.get() != &root && each->function == root.function) {
        const auto at = directiveRange(each->lines.front(), source.ast);
        if (at && at->begin >= whole.begin && at->end <= whole.end) take(*each);
      }
    setApart(result, whole);
    return result;
  }

  /// Conditions then stand behind those lines, and the directives for a second time behind the conditions.
  void setApart(WithDirectives& around, FileRange whole) const {
    const FileRange lines{around.range.begin, whole.begin};
    std::vector<TextEdit> edits;
    for (const TextEdit& each : around.without)
      if (isInside(each.range, {lines})) edits.push_back(each), around.apart.push_back(each.range);
    if (editedText(lines, edits, source.ast).find('#') == std::string::npos) return around.apart.clear();
    const unsigned margin = columnOf(whole.begin);
    if (lineStart(whole.begin) + margin == whole.begin) whole.begin -= margin;
    around.range = whole;
  }

  std::string directivesApart(const WithDirectives& around, const std::vector<TextEdit>& edits) const {
    std::string text;
    for (const FileRange& each : around.apart) text += editedPart(each, edits, source.ast);
    return text;
  }

  std::string textWith(const WithDirectives& around, const std::vector<TextEdit>& edits) const {
    return directivesApart(around, edits) + editedPart(around.range, edits, source.ast);
  }

  unsigned firstLineOf(const WithDirectives& around) const {
    return lineOf(around.range.begin) - static_cast<unsigned>(around.apart.size());
  }

  /// The program as it was written.
  Otherwise asWritten(const Directive& root, FileRange whole, const WithDirectives& around) const {
    const bool isAnnotated = options.keepsDirectives && around.isOfLoops;
    std::vector<TextEdit> edits = isAnnotated ? std::vector<TextEdit>() : around.without;
    if (options.forCuda)
      for (const TextEdit& edit : qualifiedAll(root.statement, source)) edits.push_back(edit);
    return {
        {},
        textWith(around, edits),
        true,
        isAnnotated,
        lineOf(whole.begin),
        isAnnotated ? firstLineOf(around) : lineOf(around.range.begin),
        options.forCuda ? tellRunsOnHost(root.statement, "slices end elsewhere than its loops", source) : ""};
  }

  std::vector<Change> inConditions(const std::vector<ConditionText>& checks,
                                   const std::vector<TextEdit>& loops, std::vector<Otherwise> otherwise,
                                   FileRange whole, const WithDirectives& around) const {
    std::vector<Change> result;
    const std::string margin(columnOf(whole.begin), ' ');
    if (!checks.empty())
      result.push_back(
          {{around.range.begin, around.range.begin},
           margin + "if (" + conditionOf(checks, margin) + ") {\n" + directivesApart(around, loops)});
    const bool moves = !checks.empty() && !around.apart.empty();
    if (moves)
      for (const FileRange& each : around.apart) result.push_back({each, ""});
    for (const TextEdit& edit : loops)
      if (!moves || !isInside(edit.range, around.apart)) result.push_back({edit.range, edit.text});
    if (!checks.empty()) result.push_back({{whole.end, whole.end}, margin + "}", std::move(otherwise)});
    return result;
  }

  static std::string conditionOf(const std::vector<ConditionText>& checks, const std::string& margin) {
    std::string condition;
    for (const ConditionText& each : checks) {
      const std::string term = oneOf(each, checks.size());
      const bool breaks = condition.size() - (condition.rfind('\n') + 1) + term.size() > 90;
      condition +=
          condition.empty() ? term : " &&" + (breaks ? "\n" + margin + "    " : std::string(" ")) + term;
    }
    return condition;
  }

  unsigned lineOf(unsigned offset) const {
    return 1 + static_cast<unsigned>(text.take_front(offset).count('\n'));
  }

  unsigned lineStart(unsigned offset) const {
    const std::size_t newline = text.take_front(offset).rfind('\n');
    return newline == llvm::StringRef::npos ? 0 : static_cast<unsigned>(newline) + 1;
  }

  unsigned columnOf(unsigned offset) const {
    const unsigned begin = lineStart(offset);
    unsigned column = 0;
    while (begin + column < offset && text[begin + column] == ' ') ++column;
    return column;
  }

  SourceText apply() const {
    MappedText result;
    unsigned at = 0;
    for (const Change& change : changes) {
      result.put(text.slice(at, change.range.begin), true);
      if (!change.otherwise.empty()) result.put("\n", false);
      const unsigned lineBehind = result.line;
      for (const Otherwise& each : change.otherwise) {
        const std::string margin = change.text.substr(0, change.text.find('}'));
        result.put(margin +
                       (each.checks.empty() ? "} else {"
                                            : "} else if (" + conditionOf(each.checks, margin) + ") {") +
                       (each.isAsWritten ? "  // slices that end elsewhere\n"
                                         : "  // slices that end within their steps\n"),
                   false);
        if (each.isAsWritten && each.isAnnotated) result.put("\n", false);
        const auto offset = static_cast<unsigned>(result.made.text.size());
        if (!each.tells.empty()) result.put(margin + options.indentation() + each.tells + "\n", false);
        result.line = each.firstLine;
        result.made.lines.back() = result.line;
        result.put(indented(each.text, options.indentation()), each.isAsWritten && each.isAnnotated);
        result.made.fallbacks.push_back(
            {offset, static_cast<unsigned>(result.made.text.size()), each.line, each.isAnnotated});
      }
      result.line = lineBehind;
      result.put(change.text, false);
      result.skip(text.slice(change.range.begin, change.range.end));
      at = change.range.end;
    }
    result.put(text.substr(at), true);
    return std::move(result.made);
  }
};

}  // namespace

std::optional<SourceText> lowerTiles(const Source& source, const LowerOptions& options,
                                     std::set<std::string>& names) {
  return Lowering(source, options, names).run();
}

}  // namespace appyl
