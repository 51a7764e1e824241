#include "nest/read_loop_nest.h"

#include "nest/access/access_recorder.h"
#include "nest/access/accesses.h"
#include "nest/access/strided_views.h"
#include "nest/ast/foreign_pragmas.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/dataflow/escape.h"
#include "nest/dataflow/preconditions.h"
#include "nest/ir/leading_dimensions.h"
#include "nest/modref/opaque_effects.h"
#include "nest/points_to/aliases.h"
#include "nest/privatization/copy_in.h"
#include "nest/privatization/private_arrays.h"
#include "nest/privatization/reductions.h"
#include "nest/privatization/scalars.h"
#include "nest/privatization/updates.h"
#include "support/source_lines.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/Lex/Lexer.h>

namespace appyl {
namespace {

using namespace clang;

/// `Grid::step` -> `Grid_step`: an identifier for the names of its kernels.
std::string identifierOf(const FunctionDecl* function) {
  std::string text;
  for (const DeclContext* scope = function->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* record = dyn_cast<CXXRecordDecl>(scope); record && record->getIdentifier())
      text = record->getNameAsString() + "_" + text;
  const bool isNamed = function->getDeclName().isIdentifier();
  text += isNamed                             ? function->getNameAsString()
          : isa<CXXConstructorDecl>(function) ? "constructor"
          : isa<CXXDestructorDecl>(function)  ? "destructor"
                                              : "operator";
  return text;
}

/// Statements that would leave an annotated loop.
class ExitChecker {
 public:
  ExitChecker(const FunctionDecl* function, const Source& source)
      : function(function), directives(source.directives), diags(source.diags) {}

  bool check(const ForStmt* root) {
    noteLabels(root, root);
    walk(function->getBody(), directives, [&](const Stmt* each) {
      hasHandler |= isa<CXXTryStmt>(each) && contains(each, root, directives);
      return !hasHandler;
    });
    visit(root->getBody(), {root, root});
    return good;
  }

 private:
  const FunctionDecl* function;
  const Directives& directives;
  Diagnostics& diags;
  std::map<const LabelDecl*, const Stmt*> labels;  // the innermost annotated loop around each
  bool hasHandler = false;                         // around the loop
  bool good = true;

  struct Place {
    const Stmt* annotated;  // the innermost annotated loop around
    const Stmt* breaks;     // what a `break` here would leave; null inside a lambda
    bool isCaught = false;  // an exception
    bool isUnderCondition = false;
  };

  void noteLabels(const Stmt* statement, const Stmt* annotated) {
    if (!statement) return;
    statement = directives.strip(statement);
    if (const auto* label = dyn_cast<LabelStmt>(statement)) labels[label->getDecl()] = annotated;
    if (isa<ForStmt>(statement) && directives.of(statement)) annotated = statement;
    for (const Stmt* child : statement->children()) noteLabels(child, annotated);
  }
  bool leaves(const GotoStmt* jump, const Stmt* annotated) const {
    const auto label = labels.find(jump->getLabel());
    return label == labels.end() || label->second != annotated;
  }

  /// `if (x[i] < 0) throw std::domain_error("negative");` means that the program fails: an exception of the
  /// library's, or of a class made of one, for which the function has no handler.
  bool isFailure(const CXXThrowExpr* thrown, const Place& place) const {
    const Expr* value = thrown->getSubExpr();
    const CXXRecordDecl* record = value ? value->getType()->getAsCXXRecordDecl() : nullptr;
    if (!record || !record->hasDefinition() || hasHandler || !place.isUnderCondition) return false;
    const auto isOther = [](const CXXRecordDecl* each) {
      return !each->isInStdNamespace() || each->getName() != "exception";
    };
    return !isOther(record) || !record->forallBases(isOther);
  }

  /// An exception that leaves a function of the program, for which there is a handler around the loop.
  const Stmt* thrownBy(const FunctionDecl* function, int depth) const {
    const FunctionDecl* definition = nullptr;
    if (!function || depth > 8 || isOfLibrary(function) || !function->hasBody(definition)) return nullptr;
    const Stmt* found = nullptr;
    walk(definition->getBody(), directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      if (!found && isa<CXXThrowExpr>(each)) found = each;
      if (!found && call) found = thrownBy(call->getDirectCallee(), depth + 1);
      return !found && !isa<LambdaExpr, CXXTryStmt>(each);
    });
    return found;
  }

  void refuse(const Stmt* exit, const char* word, const Stmt* loop) {
    diags.report(Diag::LoopExit, exit->getBeginLoc(), {word});
    diags.report(Diag::AnnotatedLoopHere, loop->getBeginLoc());
    good = false;
  }

  void visit(const Stmt* statement, Place place) {
    if (!statement) return;
    statement = directives.strip(statement);
    if (isa<LambdaExpr>(statement)) return;  // its own `return`s are its own
    if (isa<ReturnStmt>(statement)) return refuse(statement, "return", place.annotated);
    if (const auto* jump = dyn_cast<GotoStmt>(statement); jump && leaves(jump, place.annotated))
      return refuse(statement, "goto", place.annotated);
    if (isa<BreakStmt>(statement) && place.breaks == place.annotated)
      return refuse(statement, "break", place.annotated);
    if (const auto* thrown = dyn_cast<CXXThrowExpr>(statement);
        thrown && !place.isCaught && !isFailure(thrown, place))
      return refuse(statement, "throw", place.annotated);
    if (isa<CoreturnStmt>(statement)) return refuse(statement, "co_return", place.annotated);
    if (isa<CoyieldExpr>(statement)) return refuse(statement, "co_yield", place.annotated);
    if (isa<CoawaitExpr, DependentCoawaitExpr>(statement))
      return refuse(statement, "co_await", place.annotated);
    if (const auto* attempt = dyn_cast<CXXTryStmt>(statement)) {
      for (unsigned k = 0; k < attempt->getNumHandlers(); ++k)
        visit(attempt->getHandler(k)->getHandlerBlock(), place);
      place.isCaught = true;
      return visit(attempt->getTryBlock(), place);
    }
    const bool isLoop = appyl::isLoop(statement);
    if (isLoop || isa<SwitchStmt>(statement)) place.breaks = statement;
    if (isLoop && directives.of(statement)) place.annotated = statement;
    if (const auto* call = dyn_cast<CallExpr>(statement); call && hasHandler && !place.isCaught)
      if (const Stmt* thrown = thrownBy(call->getDirectCallee(), 0)) refuse(thrown, "throw", place.annotated);
    place.isUnderCondition |= isa<IfStmt, SwitchStmt, AbstractConditionalOperator>(statement);
    for (const Stmt* child : statement->children()) visit(child, place);
  }
};

/// Does the pragma open a region, up to the end of a statement or block, that several threads run?
bool opensRegion(const ForeignPragma& pragma) {
  static const std::set<llvm::StringRef> ones = {"parallel", "teams",    "target",    "kernels",
                                                 "task",     "taskloop", "sections",  "section",
                                                 "for",      "loop",     "distribute"};
  const auto words = wordsOf(pragma);
  const bool isData = words.size() > 2 && (words[2] == "data" || words[2] == "update" ||
                                           words[2] == "enter" || words[2] == "exit");
  return !words.empty() && ones.count(words[1]) && !isData;
}

/// Are there pragmas of other models of parallelism in the loop, at it, or in front of a region around it?
bool hasForeignPragma(const Directive& root, const Recorded& recorded, const Directives& directives,
                      const SourceManager& sources, Diagnostics& diags) {
  const Stmt* loop = root.statement;
  const Stmt* body = root.function->getBody();
  const SourceLocation begin = sources.getExpansionLoc(loop->getBeginLoc()),
                       end = sources.getExpansionLoc(loop->getEndLoc()),
                       bodyBegin = sources.getExpansionLoc(body->getBeginLoc());
  bool found = false;
  for (const ForeignPragma& pragma : recorded.foreignPragmas) {
    const auto words = wordsOf(pragma);
    if (words.empty() || sources.isBeforeInTranslationUnit(pragma.location, bodyBegin) ||
        sources.isBeforeInTranslationUnit(end, pragma.location))
      continue;
    const bool isInside = !sources.isBeforeInTranslationUnit(pragma.location, begin);
    if (words[1] == "simd") continue;
    const Stmt* behind = isInside ? nullptr : statementBehind(pragma.location, body, directives, sources);
    const bool isBeside = behind == loop;
    if (!isInside && !isBeside && !(opensRegion(pragma) && behind && contains(behind, loop, directives)))
      continue;
    if (isInside)
      diags.report(Diag::ForeignPragma, pragma.location, {pragma.text});
    else if (isBeside)
      diags.report(Diag::ForeignPragmaBeside, pragma.location, {pragma.text});
    else
      diags.report(Diag::ForeignRegion, pragma.location, {pragma.text});
    found = true;
  }
  return found;
}

/// `p->x` beside `p[i].x` is `p[0].x`.
void unifyObjects(LoopNest& nest, std::vector<std::string>& paths) {
  const auto startsWith = [&](std::size_t array, const char* word) {
    return llvm::StringRef(paths[array]).starts_with(word);
  };
  for (std::size_t object = 0; object < nest.arrays.size(); ++object) {
    bool isElement = false;
    for (std::size_t other = 0; other < nest.arrays.size(); ++other)
      isElement |= startsWith(object, "->") && startsWith(other, "[]") &&
                   nest.arrays[other].declaration == nest.arrays[object].declaration;
    if (!isElement) continue;
    paths[object] = "[]." + paths[object].substr(2);
    Array& array = nest.arrays[object];
    array.name = arrayName(array.declaration, paths[object]);
    array.extents.insert(array.extents.begin(), std::nullopt);
    int target = static_cast<int>(object);
    for (std::size_t other = 0; other < nest.arrays.size(); ++other)
      if (other != object && nest.arrays[other].declaration == array.declaration &&
          paths[other] == paths[object])
        target = static_cast<int>(other);
    for (Access& access : nest.accesses)
      if (access.array == static_cast<int>(object)) {
        access.subscripts.insert(access.subscripts.begin(), Polynomial(0));
        access.array = target;
      }
  }
}

/// A struct's member and the struct as a whole are the same memory: accesses to `a[i].x` become accesses to
/// `a[i]` where both occur.
bool isPathInside(llvm::StringRef path, llvm::StringRef whole) {
  return path.consume_front(whole) && (path.empty() || path.front() == '.' || path.front() == '[');
}

/// The arrays of which the bound reads elements.
std::set<int> arraysIn(const Expr* bound, const LoopNest& nest, const Directives& directives) {
  std::set<const Stmt*> parts;
  walk(bound, directives, [&](const Stmt* each) {
    parts.insert(each);
    return true;
  });
  std::set<int> arrays;
  for (const Access& access : nest.accesses)
    if (parts.count(access.expr)) arrays.insert(access.array);
  return arrays;
}

/// `i < a[0]` in a loop that writes `a`: the bound may change while the loop runs.
bool boundsStay(const LoopNest& nest, const std::vector<std::string>& paths, const Directives& directives,
                Diagnostics& diags) {
  bool stay = true;
  for (std::size_t k = 0; k < nest.loops.size(); ++k) {
    const Loop& loop = nest.loops[k];
    if (!loop.directive || !loop.canonical) continue;
    const std::set<int> read = arraysIn(loop.bound, nest, directives);
    for (const Access& access : nest.accesses) {
      const std::vector<int> around = loopsAround(nest, access.loop);
      const bool inside = std::find(around.begin(), around.end(), static_cast<int>(k)) != around.end();
      const ValueDecl* array = nest.arrays[access.array].declaration;
      const bool isSame = llvm::any_of(read, [&](int other) {
        return nest.arrays[other].declaration == array && (isPathInside(paths[access.array], paths[other]) ||
                                                           isPathInside(paths[other], paths[access.array]));
      });
      if (!stay || !inside || !access.writes || !isSame) continue;
      diags.report(Diag::LoopBoundChanged, access.expr->getBeginLoc(),
                   {nest.arrays[access.array].name, "bound"});
      stay = false;
    }
  }
  return stay;
}

void mergeNestedArrays(LoopNest& nest, const std::vector<std::string>& paths) {
  std::set<std::size_t> pointers;  // members; what they point to is no part of them
  for (const Access& access : nest.accesses)
    if (access.expr && access.expr->getType()->isPointerType() && !paths[access.array].ends_with("[]"))
      pointers.insert(access.array);
  for (Access& access : nest.accesses) {
    for (std::size_t whole = 0; whole < nest.arrays.size(); ++whole) {
      const bool isPart = static_cast<int>(whole) != access.array && !pointers.count(whole) &&
                          nest.arrays[whole].declaration == nest.arrays[access.array].declaration &&
                          isPathInside(paths[access.array], paths[whole]);
      if (!isPart) continue;
      access.part = paths[access.array].substr(paths[whole].size()) + access.part;
      access.array = static_cast<int>(whole);
      access.subscripts.resize(nest.arrays[whole].extents.size());
    }
  }
}

}  // namespace

/// Is there a directive with an error in the loop, or around it?
static bool belongsToRefused(const Stmt* loop, const Source& source) {
  const SourceManager& sources = source.ast.getSourceManager();
  const auto contains = [&](const Stmt* outer, const Stmt* inner) {
    const SourceLocation at = sources.getExpansionLoc(inner->getBeginLoc());
    return sources.isPointWithin(at, sources.getExpansionLoc(outer->getBeginLoc()),
                                 sources.getExpansionLoc(outer->getEndLoc()));
  };
  return llvm::any_of(source.directives.refused,
                      [&](const Stmt* each) { return contains(loop, each) || contains(each, loop); });
}

/// `stages` and `unchecked` where nothing is that they could apply to.
static void reportIdleClauses(const Directives& directives, Diagnostics& diags) {
  std::set<const Stmt*> inside;  // annotated loops inside a parallel one
  for (const auto& directive : directives.all)
    if (const auto* loop = dyn_cast<ForStmt>(directive->statement);
        loop && directive->find(ClauseKind::Parallel))
      walk(loop->getBody(), directives, [&](const Stmt* each) {
        if (directives.of(each)) inside.insert(each);
        return true;
      });
  for (const auto& directive : directives.all) {
    if (!isa<ForStmt>(directive->statement) || directive->find(ClauseKind::Parallel)) continue;
    if (const Clause* stages = directive->find(ClauseKind::Stages);
        stages && !inside.count(directive->statement))
      diags.report(Diag::StagesOutside, stages->location);
    if (const Clause* unchecked = directive->find(ClauseKind::Unchecked))
      diags.report(Diag::UncheckedAlone, unchecked->location);
  }
}

std::vector<const Directive*> rootDirectives(const Source& source) {
  reportIdleClauses(source.directives, source.diags);
  std::vector<const Directive*> roots;
  std::set<const Stmt*> inside;  // annotated loops that belong to an earlier root
  for (const auto& directive : source.directives.all) {
    const auto* loop = dyn_cast<ForStmt>(directive->statement);
    if (!loop || inside.count(loop) || belongsToRefused(loop, source)) continue;
    bool isParallel = directive->find(ClauseKind::Parallel), containsParallel = false;
    walk(loop->getBody(), source.directives, [&](const Stmt* each) {
      const Directive* inner = source.directives.of(each);
      containsParallel |= inner && inner->find(ClauseKind::Parallel);
      return true;
    });
    if (!isParallel && containsParallel) {
      if (const Clause* reduction = directive->find(ClauseKind::Reduction))
        source.diags.report(Diag::ReductionNeedsParallel, reduction->location);
      continue;
    }
    if (!isParallel) {
      if (const Clause* reduction = directive->find(ClauseKind::Reduction)) {
        source.diags.report(Diag::ReductionNeedsParallel, reduction->location);
        continue;
      }
    }
    walk(loop->getBody(), source.directives, [&](const Stmt* each) {
      if (source.directives.of(each)) inside.insert(each);
      return true;
    });
    roots.push_back(directive.get());
  }
  (void)source.ast;
  return roots;
}

/// A lambda's call operator is `constexpr` for Clang already where nothing forbids it.
static bool isWrittenConstexpr(const FunctionDecl* function, const ASTContext& context) {
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  if (!function->isConstexprSpecified() || !method || !method->getParent()->isLambda())
    return function->isConstexprSpecified();
  const SourceManager& sources = context.getSourceManager();
  const SourceLocation begin = sources.getExpansionLoc(method->getParent()->getBeginLoc());
  const unsigned end = sources.getFileOffset(sources.getExpansionLoc(function->getBody()->getBeginLoc()));
  const FileID file = sources.getFileID(begin);
  const llvm::StringRef text = sources.getBufferData(file);
  Lexer lexer(sources.getLocForStartOfFile(file), context.getLangOpts(), text.begin(),
              text.begin() + sources.getFileOffset(begin), text.end());
  for (Token token; !lexer.LexFromRawLexer(token) && sources.getFileOffset(token.getLocation()) < end;)
    if (token.is(tok::raw_identifier) &&
        (token.getRawIdentifier() == "constexpr" || token.getRawIdentifier() == "consteval"))
      return true;
  return false;
}

/// Do the function and its lambdas around the loop run after compilation? False: an error was reported.
static bool runsAfterCompilation(const Directive& root, const Source& source) {
  std::vector<const FunctionDecl*> around = root.lambdas;
  if (!llvm::is_contained(around, root.function)) around.push_back(root.function);
  for (const FunctionDecl* each : around) {
    if (each->isConsteval() || isWrittenConstexpr(each, source.ast)) {
      source.diags.report(Diag::InConstexpr, root.location(),
                          {each->getNameAsString(), each->isConsteval() ? "consteval" : "constexpr"});
      return false;
    }
    if (source.directives.calledInConstants.count(each)) {
      source.diags.report(Diag::InConstantExpression, root.location());
      return false;
    }
  }
  return true;
}

std::optional<LoopNest> readLoopNest(const Directive& root, const Recorded& recorded, const Source& source,
                                     FilePointsTo& origins) {
  const auto* loop = cast<ForStmt>(root.statement);
  LoopNest nest;
  nest.function = root.function;
  nest.functionName = identifierOf(root.function);
  if (!ExitChecker(root.function, source).check(loop) ||
      hasForeignPragma(root, recorded, source.directives, source.ast.getSourceManager(), source.diags))
    return std::nullopt;
  if (!runsAfterCompilation(root, source)) return std::nullopt;
  ScalarEvolution symbols(nest, loop, source);
  std::vector<std::string> paths;
  if (!readAccesses(nest, loop, symbols, source, paths)) return std::nullopt;
  if (!boundsStay(nest, paths, source.directives, source.diags)) return std::nullopt;
  for (Constraint& each : readPreconditions(loop, symbols, source)) nest.context.push_back(std::move(each));
  nest.given = givenValueBefore(nest.loops.front().stmt, nest.function);
  noteAliases(nest, origins, source.directives);
  noteStridedViews(nest, symbols, source);
  unifyObjects(nest, paths);
  mergeNestedArrays(nest, paths);
  if (!readReductions(nest, source)) return std::nullopt;
  if (!readScalars(nest, source)) return std::nullopt;
  if (!findPrivateArrays(nest, source) || !checkCopies(nest, source)) return std::nullopt;
  noteOpaqueEffects(nest, source);
  nameLeadingDimensions(nest);
  return nest;
}

std::vector<LoopNest> readInstances(const Directive& root, const Recorded& recorded, const Source& source,
                                    FilePointsTo& origins) {
  std::vector<LoopNest> nests;
  const auto instances = source.directives.instances.find(&root);
  if (instances == source.directives.instances.end()) return nests;
  const Diagnostics::OnlyErrors quiet(source.diags);
  for (const auto& instance : instances->second) {
    auto nest =
        isa<ForStmt>(instance->statement) ? readLoopNest(*instance, recorded, source, origins) : std::nullopt;
    if (!nest) return {};  // some alone decide nothing
    nests.push_back(std::move(*nest));
  }
  return nests;
}

}  // namespace appyl
