#include "nest/dataflow/liveness.h"

#include "nest/dataflow/data_flow_paths.h"

#include <clang/AST/ParentMapContext.h>

namespace appyl {
namespace {

using namespace clang;

/// Some jump leads to a label, maybe backwards.
bool hasGoto(const Stmt* body, const Directives& directives) {
  bool found = false;
  walk(body, directives, [&](const Stmt* each) {
    found |= isa<GotoStmt, IndirectGotoStmt>(each);
    return !found;
  });
  return found;
}

/// The statement around it, of an initialiser that of its variable.
const Stmt* parentOf(const Stmt* statement, ASTContext& context) {
  auto parents = context.getParents(*statement);
  if (parents.empty()) return nullptr;
  if (const auto* variable = parents[0].get<VarDecl>(); variable && isa<Expr>(statement))
    parents = context.getParents(*variable);
  return parents.empty() ? nullptr : parents[0].get<Stmt>();
}

}  // namespace

Flow flowAfter(const Stmt* statement, const ValueDecl* variable, const FunctionDecl* function,
               const Source& source, const std::set<const Stmt*>& others) {
  Flow flow;
  CertainLoops certain;
  certain.ignored = others;
  certain.ignored.insert(statement);
  const bool jumps = hasGoto(function->getBody(), source.directives);
  const auto append = [&](const Stmt* next) {
    flow = sequence(flow, flowOf(next, variable, source, certain));
    flow.mustWrite &= !jumps;
  };
  // Paths that have left by a jump up to here have passed no write behind the jump.
  const auto land = [&](bool fromContinue) {
    flow.mustWrite &= flow.mustWriteAtBreak && (!fromContinue || flow.mustWriteAtContinue);
    flow.mustWriteAtBreak = true;
    flow.mustWriteAtContinue |= fromContinue;
  };
  const auto appendPerhaps = [&](const Stmt* next) {
    flow = sequence(flow, perhaps(flowOf(next, variable, source, certain)));
  };
  const Stmt* current = statement;
  while (current && current != function->getBody()) {
    const Stmt* parent = parentOf(current, source.ast);
    if (!parent) break;      // a lambda's operator: what follows its call is not followed
    if (isa<Expr>(current))  // `({ ... }) + t`
      appendPerhaps(parent);
    else if (const auto* compound = dyn_cast<CompoundStmt>(parent)) {
      auto next = std::find(compound->body_begin(), compound->body_end(), current);
      while (next != compound->body_end() && ++next != compound->body_end()) append(*next);
    } else if (const auto* loop = dyn_cast<ForStmt>(parent); loop && current == loop->getBody()) {
      land(true);
      append(loop->getInc());
      append(loop->getCond());
      appendPerhaps(loop->getBody());
    } else if (isa<WhileStmt, DoStmt, CXXForRangeStmt>(parent)) {
      land(true);
      for (const Stmt* child : parent->children()) appendPerhaps(child);
    } else if (isa<SwitchStmt>(parent)) {
      land(false);
    } else if (const auto* attempt = dyn_cast<CXXTryStmt>(parent);
               attempt && current == attempt->getTryBlock()) {
      flow.mustWrite = false;  // a throw may come before the write
      for (unsigned k = 0; k < attempt->getNumHandlers(); ++k)
        appendPerhaps(attempt->getHandler(k)->getHandlerBlock());
    }
    current = parent;
  }
  if (jumps) appendPerhaps(function->getBody());  // a jump may lead to code in front of the statement
  return flow;
}

}  // namespace appyl
