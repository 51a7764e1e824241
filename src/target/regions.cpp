#include "target/regions.h"

#include "loops/ast.h"
#include "target/source_ranges.h"

#include <llvm/Support/Path.h>

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

/// A number, a truth value, an address: copying it touches no array.
bool isPlain(QualType type) {
  type = type.getNonReferenceType();
  return type->isScalarType() || type->isUndeducedType();
}

class RegionWriter {
 public:
  RegionWriter(const std::vector<Launch>& launches, std::set<std::string>& names,
               const Directives& directives, ASTContext& context)
      : directives(directives), context(context) {
    for (const Launch& launch : launches) all[launch.root] = &launch;
    while (!names.insert(base).second) base += "_";
  }

  void write(const FunctionDecl* function) {
    regionsOfFunction = 0;
    if (const auto* body = dyn_cast_or_null<CompoundStmt>(function->getBody())) writeBlock(body);
  }

  Edits edits;

 private:
  std::map<const Stmt*, const Launch*> all;
  std::string base = "together";  // what regions are called
  int regionsOfFunction = 0;
  const Directives& directives;
  ASTContext& context;

  const Launch* launchAt(const Stmt* statement) const {
    const auto known = all.find(statement);
    return known == all.end() ? nullptr : known->second;
  }

  int launchesIn(const Stmt* statement) const {
    int count = 0;
    walk(statement, directives, [&](const Stmt* each) {
      count += launchAt(each) != nullptr;
      return !launchAt(each);
    });
    return count;
  }

  /// Maximal runs of statements that leave arrays alone; other statements are looked into.
  void writeBlock(const CompoundStmt* block) {
    std::vector<const Stmt*> statements;
    for (const Stmt* each : block->body()) statements.push_back(directives.strip(each));
    for (std::size_t begin = 0; begin < statements.size();) {
      if (!isQuiet(statements[begin])) {
        writeInside(statements[begin++]);
        continue;
      }
      std::size_t end = begin;
      while (end < statements.size() && isQuiet(statements[end])) ++end;
      writeRun({statements.begin() + static_cast<std::ptrdiff_t>(begin),
                statements.begin() + static_cast<std::ptrdiff_t>(end)});
      begin = end;
    }
  }

  void writeInside(const Stmt* statement) {
    if (launchAt(statement)) return;
    if (const auto* block = dyn_cast<CompoundStmt>(statement)) return writeBlock(block);
    if (isa<SwitchStmt, LabelStmt, Expr>(statement)) return;  // a declaration could be jumped over
    for (const Stmt* child : statement->children())
      if (child) writeInside(directives.strip(child));
  }

  void writeRun(std::vector<const Stmt*> run) {
    const auto hasLaunch = [&](const Stmt* each) { return launchesIn(each) > 0; };
    const auto first = std::find_if(run.begin(), run.end(), hasLaunch);
    if (first == run.end()) return;
    const auto last = std::find_if(run.rbegin(), run.rend(), hasLaunch).base();
    int launches = 0;
    bool repeats = false;
    for (auto each = first; each != last; ++each) {
      launches += launchesIn(*each);
      repeats |= launchesIn(*each) > 0 && !launchAt(*each) && isa<ForStmt, WhileStmt, DoStmt>(*each);
    }
    const auto begin = statementRange(*first, directives, context),
               end = statementRange(*(last - 1), directives, context);
    if ((launches < 2 && !repeats) || !begin || !end) return;
    const std::string name = regionsOfFunction++ ? base + std::to_string(regionsOfFunction) : base;
    const SourceManager& sources = context.getSourceManager();
    const std::string file =
        llvm::sys::path::filename(sources.getFileEntryRefForID(sources.getMainFileID())->getName()).str();
    const bool exits = leaves(*(last - 1));
    edits.push_back({begin->begin, 0,
                     fmt::format("appyl::cuda::region {}(\"{}\", {});\n", name, file,
                                 sources.getExpansionLineNumber((*first)->getBeginLoc()))});
    if (!exits) edits.push_back({end->end, 0, fmt::format("\n{}.end();", name)});
  }

  static bool leaves(const Stmt* statement) { return isa<ReturnStmt>(statement); }

  // --- what the host does
  // ------------------------------------------------------------------------------------------

  /// Outside of launches, nothing reads or writes memory that a kernel may have a copy of.
  bool isQuiet(const Stmt* statement) const {
    bool quiet = true;
    walk(statement, directives, [&](const Stmt* each) {
      if (const Launch* launch = launchAt(each)) {
        quiet &= !launch->touchesHost;
        return false;
      }
      quiet = quiet && isQuietNode(each);
      return quiet;
    });
    return quiet;
  }

  bool isQuietNode(const Stmt* statement) const {
    if (const Directive* directive = directives.of(statement);
        directive && directive->find(ClauseKind::Parallel))
      return false;  // it stays on the host
    if (isa<ArraySubscriptExpr, LambdaExpr, CXXNewExpr, CXXDeleteExpr, GotoStmt, LabelStmt, SwitchStmt,
            AsmStmt, CXXTryStmt, CXXForRangeStmt, InitListExpr, CXXThrowExpr, OverloadExpr,
            CXXDependentScopeMemberExpr>(statement))
      return false;
    if (const auto* unary = dyn_cast<UnaryOperator>(statement); unary && unary->getOpcode() == UO_Deref)
      return false;
    if (const auto* member = dyn_cast<MemberExpr>(statement);
        member && isa<FieldDecl>(member->getMemberDecl()))
      return !member->isArrow() || isa<CXXThisExpr>(strip(member->getBase()));
    if (const auto* construct = dyn_cast<CXXConstructExpr>(statement))
      return construct->getConstructor()->isTrivial();
    if (const auto* declaration = dyn_cast<DeclStmt>(statement))
      return llvm::all_of(declaration->decls(), [](const Decl* each) {
        const auto* variable = dyn_cast<VarDecl>(each);
        return !variable || isPlain(variable->getType()) || variable->getType()->isReferenceType();
      });
    if (const auto* call = dyn_cast<CallExpr>(statement)) return isQuietCall(call);
    return true;
  }

  /// Sizes and addresses, swapped names, functions of numbers.
  bool isQuietCall(const CallExpr* call) const {
    const FunctionDecl* callee = call->getDirectCallee();
    if (!callee || !(callee->isInStdNamespace() || callee->getBuiltinID())) return false;
    const std::string name = calleeName(call);
    if (isa<CXXMemberCallExpr>(call))
      return name == "size" || name == "data" || name == "empty" || name == "swap";
    if (isa<CXXOperatorCallExpr>(call)) return false;
    const auto isPointer = [](const Expr* argument) { return argument->getType()->isPointerType(); };
    const auto isNumber = [](const Expr* argument) { return argument->getType()->isArithmeticType(); };
    if (name == "swap") {
      const QualType type = call->getNumArgs() ? call->getArg(0)->getType() : QualType();
      const auto* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
      return llvm::all_of(call->arguments(), isPointer) ||
             (record && record->isInStdNamespace() &&
              (record->getName() == "vector" || record->getName() == "span" ||
               record->getName() == "unique_ptr"));
    }
    return llvm::all_of(call->arguments(), isNumber);
  }
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
