#include "tiles/lower.h"

#include "tiles/array_language.h"
#include "tiles/known_masks.h"
#include "tiles/read_in_place.h"
#include "tiles/read_program.h"
#include "tiles/settle.h"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <map>

namespace appyl {
namespace {

using namespace clang;

constexpr llvm::StringLiteral elsewhere = "} else {  // slices that end elsewhere\n";

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

class Lowering {
 public:
  Lowering(const Directives& directives, const LowerOptions& options, std::set<std::string>& names,
           const ASTContext& context, Diagnostics& diags)
      : directives(directives),
        options(options),
        names(names),
        context(context),
        diags(diags),
        source(context.getSourceManager().getBufferData(context.getSourceManager().getMainFileID())) {}

  std::optional<LoweredSource> run() {
    for (const Directive* root : outermost(directives)) lower(*root);
    if (edits.empty()) return std::nullopt;
    std::stable_sort(edits.begin(), edits.end(),
                     [](const TextEdit& a, const TextEdit& b) { return a.range.begin < b.range.begin; });
    return apply();
  }

 private:
  const Directives& directives;
  const LowerOptions& options;
  std::set<std::string>& names;
  const ASTContext& context;
  Diagnostics& diags;
  llvm::StringRef source;
  std::vector<TextEdit> edits;
  bool widens = false;  // see TileProgram
  bool readsInPlace = false;
  struct Guarded {
    unsigned line = 0, firstLine = 0;  // of the program, and of the first one of its directives
    bool isAnnotated = false;
  };
  std::map<unsigned, Guarded> guarded;  // programs with a fallback, by where they end

  void lower(const Directive& root) {
    const std::vector<const Stmt*> instances = instancesOf(root, directives);
    widens = root.function->isDependentContext() &&
             llvm::any_of(instances, [&](const Stmt* each) { return computesInWider(each); });
    if (instances.empty() && isTensor(root))
      return leave(root, {root.statement, "the template has no instance in this file"});
    // What one instance reads where it is another one may have to convert.
    readsInPlace = !options.forCuda;
    bool isSame = lowerAll(root, instances);
    if (!isSame && readsInPlace) {
      readsInPlace = false;
      isSame = lowerAll(root, instances);
    }
    if (!isSame) leave(root, {root.statement, "instances of the template want different loops"});
  }

  /// False: the instances do not agree.
  bool lowerAll(const Directive& root, const std::vector<const Stmt*>& instances) {
    std::vector<TextEdit> first;
    std::set<std::string> taken;
    for (const Stmt* instance : instances) {
      taken = names;
      auto written = lowerInstance(root, instance, taken);
      if (!written) return true;
      const auto isSame = [](const TextEdit& a, const TextEdit& b) {
        return a.range.begin == b.range.begin && a.range.end == b.range.end && a.text == b.text;
      };
      if (instance == instances.front())
        first = std::move(*written);
      else if (!std::equal(first.begin(), first.end(), written->begin(), written->end(), isSame))
        return false;
    }
    if (!instances.empty()) names = taken;
    edits.insert(edits.end(), first.begin(), first.end());
    return true;
  }

  /// Tiles of 2-byte types, or a `dot` that adds up in another type than that of its factors.
  bool computesInWider(const Stmt* statement) const {
    bool found = false;
    walk(statement, directives, [&](const Stmt* each) {
      if (const auto* expression = dyn_cast<Expr>(each); expression && isTileOperand(expression->getType()))
        found |= isSmallFloat(recordOf(laneType(expression->getType())));
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* callee = call ? languageFunction(call) : nullptr;
      if (!callee || (nameOf(callee) != "dot" && nameOf(callee) != "matmul")) return !found;
      for (const Expr* factor : call->arguments())
        found |=
            !context.hasSameUnqualifiedType(laneType(bareTile(factor)->getType()), laneType(call->getType()));
      return !found;
    });
    return found;
  }

  void leave(const Directive& root, const TileRefusal& refusal) {
    const bool isError = options.forCuda || isTensor(root);
    const SourceLocation at = refusal.where ? refusal.where->getBeginLoc() : root.location();
    diags.report(isError ? Diag::TilesNotTaken : Diag::TilesLeft, at, {refusal.why});
  }

  std::optional<std::vector<TextEdit>> lowerInstance(const Directive& root, const Stmt* statement,
                                                     std::set<std::string>& taken) {
    ReadTiles read =
        readTiles(statement, root.function, options.blockSize, widens, directives, context, diags);
    if (const auto* refusal = std::get_if<TileRefusal>(&read)) return leave(root, *refusal), std::nullopt;
    auto* program = std::get_if<TileProgram>(&read);
    if (!program || program->statements.empty()) return std::nullopt;
    if (const auto refusal = settleLanes(*program, namesOf(statement, directives)))
      return leave(root, *refusal), std::nullopt;
    dropKnownMasks(*program);
    if (readsInPlace) readInPlace(*program, directives);
    auto written = writeTileLoops(*program, {directives, context, taken});
    if (const auto* refusal = std::get_if<TileRefusal>(&written)) return leave(root, *refusal), std::nullopt;
    auto& result = std::get<std::vector<TextEdit>>(written);
    std::stable_sort(result.begin(), result.end(),
                     [](const TextEdit& a, const TextEdit& b) { return a.range.begin < b.range.begin; });
    const auto whole = statementRange(statement, directives, context);
    if (!whole) return leave(root, {statement, "a macro cuts the loop apart"}), std::nullopt;
    if (!program->checks.empty()) guard(root, *whole, program->checks, result);
    return result;
  }

  /// The program as it was written where a check fails.
  void guard(const Directive& root, FileRange whole, const std::vector<std::string>& checks,
             std::vector<TextEdit>& result) {
    FileRange range = whole;
    std::vector<TextEdit> withoutDirectives;
    bool isAnnotated = options.keepsDirectives;
    const auto drop = [&](const Directive& directive) {
      isAnnotated &= isa<ForStmt>(directives.strip(directive.statement));
      for (const SourceRange line : directive.lines)
        if (const auto lineRange = directiveRange(line, context)) {
          range.begin = std::min(range.begin, lineRange->begin);
          withoutDirectives.push_back({*lineRange, ""});
        }
    };
    drop(root);
    for (const auto& each : directives.all)
      if (each.get() != &root && each->function == root.function) {
        const auto at = directiveRange(each->lines.front(), context);
        if (at && at->begin >= whole.begin && at->end <= whole.end) drop(*each);
      }
    if (isAnnotated) withoutDirectives.clear();
    if (options.forCuda)
      for (const TextEdit& edit : qualifiedAll(root.statement, directives, context))
        withoutDirectives.push_back(edit);
    const std::string margin(columnOf(whole.begin), ' ');
    std::string condition;
    for (const std::string& each : checks) {
      const std::string term = each.find("||") != std::string::npos ? "(" + each + ")" : each;
      const bool breaks = condition.size() - (condition.rfind('\n') + 1) + term.size() > 90;
      condition +=
          condition.empty() ? term : " &&" + (breaks ? "\n" + margin + "    " : std::string(" ")) + term;
    }
    const std::string original = editedText(range, withoutDirectives, context);
    std::string indented;
    for (std::size_t begin = 0; begin < original.size();) {
      const std::size_t end = std::min(original.find('\n', begin), original.size());
      if (end > begin) indented += "  " + original.substr(begin, end - begin);
      indented += "\n";
      begin = end + 1;
    }
    result.insert(result.begin(), {{range.begin, range.begin}, margin + "if (" + condition + ") {\n"});
    result.push_back({{whole.end, whole.end},
                      "\n" + margin + elsewhere.str() + (isAnnotated ? "\n" : "") + indented + margin + "}"});
    guarded[whole.end] = {lineOf(whole.begin), lineOf(range.begin), isAnnotated};
  }

  unsigned lineOf(unsigned offset) const {
    return 1 + static_cast<unsigned>(source.take_front(offset).count('\n'));
  }

  unsigned columnOf(unsigned offset) const {
    const std::size_t newline = source.rfind('\n', offset);
    const unsigned begin = newline == llvm::StringRef::npos ? 0 : static_cast<unsigned>(newline) + 1;
    unsigned column = 0;
    while (begin + column < offset && source[begin + column] == ' ') ++column;
    return column;
  }

  LoweredSource apply() const {
    LoweredSource result;
    result.lines.push_back(1);
    unsigned at = 0, line = 1;
    const auto put = [&](llvm::StringRef text, bool isOriginal) {
      for (const char c : text) {
        result.text += c;
        if (c != '\n') continue;
        if (isOriginal) ++line;
        result.lines.push_back(line);
      }
    };
    for (const TextEdit& edit : edits) {
      put(source.slice(at, edit.range.begin), true);
      const auto program = guarded.find(edit.range.begin);
      const std::size_t other = edit.text.find(elsewhere.str());
      if (program != guarded.end() && other != std::string::npos) {
        const std::size_t begin = other + elsewhere.size() + (program->second.isAnnotated ? 1 : 0);
        put(llvm::StringRef(edit.text).take_front(begin), false);
        const auto offset = static_cast<unsigned>(result.text.size());
        const unsigned lineBehind = line;
        line = program->second.firstLine;
        result.lines.back() = line;
        put(llvm::StringRef(edit.text).drop_front(begin), program->second.isAnnotated);
        line = lineBehind;
        result.fallbacks.push_back({offset, static_cast<unsigned>(result.text.size()), program->second.line,
                                    program->second.isAnnotated});
      } else {
        put(edit.text, false);
      }
      line += static_cast<unsigned>(source.slice(edit.range.begin, edit.range.end).count('\n'));
      if (!result.text.empty() && result.text.back() == '\n') result.lines.back() = line;
      at = edit.range.end;
    }
    put(source.substr(at), true);
    return result;
  }
};

}  // namespace

std::optional<LoweredSource> lowerTiles(const Directives& directives, const LowerOptions& options,
                                        std::set<std::string>& names, const ASTContext& context,
                                        Diagnostics& diags) {
  return Lowering(directives, options, names, context, diags).run();
}

}  // namespace appyl
