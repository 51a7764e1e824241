#include "codegen/cuda/data_regions.h"

#include "codegen/cuda/host_code.h"
#include "codegen/kernels/device_calls.h"
#include "codegen/text/size_text.h"
#include "codegen/text/whole_file.h"
#include "nest/ast/array_types.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/source_ranges.h"
#include "nest/scev/scalar_evolution.h"
#include "support/source_lines.h"

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;

class DataWriter {
 public:
  DataWriter(const std::vector<Launch>& launches, std::set<std::string>& names, const Source& source)
      : host(launches, source.directives), names(names), source(source) {}

  bool write(const Directive& directive, const CompoundStmt* block) {
    const auto open = rangeOf(block->getLBracLoc(), source.ast),
               close = rangeOf(block->getRBracLoc(), source.ast);
    std::string holds;
    const std::string name = unique("kept");
    for (const Clause& clause : directive.clauses)
      if (clause.kind == ClauseKind::Data)
        for (const ClauseArgument& argument : clause.arguments)
          if (!readArgument(argument, name, holds)) return false;
    reportOpaqueCalls(directive, block);
    Edits turns;
    if (!open || !close || !writeTurns(block, turns)) {
      source.diags.report(Diag::DataLeftOut, obstacle ? obstacle->getBeginLoc() : block->getBeginLoc());
      return true;
    }
    edits.push_back(
        {open->end, 0,
         fmt::format("\n::appyl::cuda::data {}(\"{}\", {});\n{}", name, fileName(), lineOf(block), holds)});
    edits.insert(edits.end(), turns.begin(), turns.end());
    edits.push_back({close->begin, 0, fmt::format("{}.end();\n", name)});
    return true;
  }

  Edits edits;

 private:
  HostCode host;
  std::set<std::string>& names;
  Source source;
  const Stmt* obstacle = nullptr;

  std::string unique(std::string name) {
    while (!names.insert(name).second) name += "_";
    return name;
  }

  unsigned lineOf(const Stmt* statement) const {
    return appyl::lineOf(statement->getBeginLoc(), source.ast.getSourceManager());
  }

  std::string fileName() const { return fileNameInLiteral(source.ast.getSourceManager()); }

  /// Reports calls of functions without a visible body that get one of the arrays.
  void reportOpaqueCalls(const Directive& directive, const CompoundStmt* block) {
    std::set<const ValueDecl*> arrays;
    for (const Clause& clause : directive.clauses)
      for (const ClauseArgument& argument : clause.arguments)
        if (clause.kind == ClauseKind::Data && argument.expressions.front())
          arrays.insert(rootVariable(argument.expressions.front()));
    walk(block, source.directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
      if (!callee || isOfLibrary(callee) || isOfView(callee) || isOfArrayLanguage(callee) ||
          callee->isImplicit() || callee->isDefaulted())
        return each == block || !source.directives.of(each);  // of the calls in a kernel more is asked
      const FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
      if ((pattern ? pattern : callee)->hasBody()) return true;
      for (const Expr* argument : call->arguments())
        if (const ValueDecl* array = handedOver(argument, arrays)) {
          source.diags.report(Diag::DataOpaqueCall, call->getBeginLoc(),
                              {nameInMessages(callee), array->getNameAsString()});
          break;
        }
      return true;
    });
  }

  /// The array that the argument passes, or into which it is an address; null for a value.
  const ValueDecl* handedOver(const Expr* argument, const std::set<const ValueDecl*>& arrays) const {
    const ValueDecl* found = nullptr;
    if (!argument->isGLValue() && argument->getType()->isScalarType() &&
        !argument->getType()->isPointerType())
      return nullptr;
    walk(argument, source.directives, [&](const Stmt* each) {
      const auto* part = dyn_cast<Expr>(each);
      const ValueDecl* named = part ? namedVariable(part) : nullptr;
      if (named && arrays.count(named)) found = named;
      return !found;
    });
    return found;
  }

  /// `kept.hold(a, 0, n);`
  bool readArgument(const ClauseArgument& argument, const std::string& name, std::string& holds) {
    const Expr* array = argument.expressions.front();
    if (!array) return true;
    const QualType type = array->getType().getNonReferenceType();
    const std::string text = textOf(array, source.ast);
    const auto* constant = source.ast.getAsConstantArrayType(type);
    if (isContiguousContainer(type)) {
      holds += fmt::format("{0}.hold({1}.data(), 0, {1}.size());\n", name, text);
    } else if (isView(type) && argument.expressions.size() == 1) {
      holds += fmt::format("{0}.hold({1}.data(), 0, ::appyl::cuda::span_of({1}));\n", name, text);
    } else if (argument.expressions.size() > 1) {
      const ExtentText extent = extentOf(argument, type, source.ast);
      holds += fmt::format("{}.hold({}, {}, {});\n", name, text, extent.first, extent.last);
    } else if (constant) {
      holds += fmt::format("{}.hold({}, 0, {});\n", name, text, constant->getSize().getZExtValue());
    } else {
      source.diags.report(Diag::DataExtentUnknown, argument.range.getBegin(), {text}, {argument.range});
      return false;
    }
    return true;
  }

  /// Marks the host's turns, in which it touches arrays between launches. False: a statement is both.
  bool writeTurns(const Stmt* statement, Edits& turns) {
    if (const auto* block = dyn_cast<CompoundStmt>(statement)) {
      for (const Stmt* each : block->body())
        if (!writeTurn(source.directives.strip(each), /*inBlock=*/true, turns)) return false;
      return true;
    }
    return writeTurn(statement, /*inBlock=*/false, turns);
  }

  bool writeTurn(const Stmt* statement, bool inBlock, Edits& turns) {
    if (host.isQuietWithCalls(statement)) return true;
    if (host.mayLaunch(statement)) return writeInside(statement, turns);
    const auto range = statementRange(statement, source);
    if (!range || isa<LabelStmt, SwitchCase>(statement)) return fails(statement);
    const std::string name = unique("turn");
    const std::string begin =
        fmt::format("::appyl::cuda::host_turn {}(\"{}\", {});\n", name, fileName(), lineOf(statement));
    const bool isLoop = appyl::isLoop(statement);
    turns.push_back({isLoop ? inFrontOfPragmas(range->begin, source.ast) : range->begin, 0,
                     inBlock ? begin : "{\n" + begin});
    const std::string end = isa<ReturnStmt>(statement) ? "" : fmt::format("\n{}.end();", name);
    if (!inBlock || !end.empty()) turns.push_back({range->end, 0, inBlock ? end : end + "\n}"});
    return true;
  }

  /// Looks into loops and branches whose own parts leave arrays alone.
  bool writeInside(const Stmt* statement, Edits& turns) {
    std::vector<const Stmt*> bodies;
    if (const auto* loop = dyn_cast<ForStmt>(statement)) bodies = {loop->getBody()};
    if (const auto* loop = dyn_cast<WhileStmt>(statement)) bodies = {loop->getBody()};
    if (const auto* loop = dyn_cast<DoStmt>(statement)) bodies = {loop->getBody()};
    if (const auto* branch = dyn_cast<IfStmt>(statement)) bodies = {branch->getThen(), branch->getElse()};
    if (const auto* block = dyn_cast<CompoundStmt>(statement)) return writeTurns(block, turns);
    if (bodies.empty()) return fails(statement);
    for (const Stmt* child : statement->children()) {
      const bool isBody = std::find(bodies.begin(), bodies.end(), child) != bodies.end();
      if (child && !isBody && !host.isQuietWithCalls(child)) return fails(statement);
    }
    for (const Stmt* body : bodies)
      if (body && !writeTurns(source.directives.strip(body), turns)) return false;
    return true;
  }

  bool fails(const Stmt* statement) {
    obstacle = statement;
    return false;
  }
};

}  // namespace

std::optional<Edits> dataRegions(const std::vector<Launch>& launches, std::set<std::string>& names,
                                 const Source& source) {
  DataWriter writer(launches, names, source);
  for (const auto& directive : source.directives.all)
    if (directive->find(ClauseKind::Data))
      if (const auto* block = dyn_cast_or_null<CompoundStmt>(source.directives.strip(directive->statement)))
        if (!writer.write(*directive, block)) return std::nullopt;
  return std::move(writer.edits);
}

}  // namespace appyl
