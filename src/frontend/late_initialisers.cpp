#include "frontend/late_initialisers.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

namespace appyl {
namespace {

using namespace clang;

class LateInitialisers {
 public:
  LateInitialisers(const Directives& directives, ASTContext& context)
      : directives(directives), context(context) {}

  void run(Stmt* body) {
    count(body);
    if (!hasLabels) rewriteBelow(body);
  }

 private:
  const Directives& directives;
  ASTContext& context;
  llvm::DenseMap<const VarDecl*, unsigned> mentions, loads;
  bool hasLabels = false;  // a jump may leave an assignment out

  void count(const Stmt* part) {
    if (!part) return;
    if (const Stmt* written = directives.standIns.lookup(part)) return count(written);
    hasLabels |= isa<LabelStmt, SwitchCase>(part);
    if (const auto* named = dyn_cast<DeclRefExpr>(part))
      if (const auto* variable = dyn_cast<VarDecl>(named->getDecl())) ++mentions[variable];
    if (const auto* cast = dyn_cast<ImplicitCastExpr>(part); cast && cast->getCastKind() == CK_LValueToRValue)
      if (const auto* named = dyn_cast<DeclRefExpr>(cast->getSubExpr()->IgnoreParens()))
        if (const auto* variable = dyn_cast<VarDecl>(named->getDecl())) ++loads[variable];
    if (const auto* lambda = dyn_cast<LambdaExpr>(part)) count(lambda->getBody());
    for (const Stmt* child : part->children()) count(child);
  }

  /// A number or pointer without a value.
  static bool isOpen(const VarDecl* variable) {
    const QualType type = variable->getType();
    return variable->hasLocalStorage() && variable->isLocalVarDecl() && !variable->getInit() &&
           (type->isArithmeticType() || type->isPointerType()) && !type.isVolatileQualified() &&
           !type->isDependentType();
  }

  void rewriteBelow(Stmt* part) {
    if (!part || directives.of(part) || directives.standIns.count(part)) return;
    if (auto* block = dyn_cast<CompoundStmt>(part)) rewrite(block);
    for (Stmt* child : part->children()) rewriteBelow(child);
  }

  void rewrite(CompoundStmt* block) {
    llvm::DenseMap<const VarDecl*, Stmt**> open;  // and where it is declared
    for (auto place = block->body_begin(); place != block->body_end(); ++place) {
      if (const auto* declaration = dyn_cast<DeclStmt>(*place)) {
        for (const Decl* each : declaration->decls())
          if (const auto* variable = dyn_cast<VarDecl>(each); variable && isOpen(variable))
            open[variable] = place;
        continue;
      }
      const auto* assignment = dyn_cast<BinaryOperator>(*place);
      if (!assignment || assignment->getOpcode() != BO_Assign) continue;
      const auto* named = dyn_cast<DeclRefExpr>(assignment->getLHS()->IgnoreParens());
      auto* variable = named ? dyn_cast<VarDecl>(const_cast<ValueDecl*>(named->getDecl())) : nullptr;
      const auto declared = variable ? open.find(variable) : open.end();
      // All other mentions read it.
      if (declared == open.end() || mentions.lookup(variable) != loads.lookup(variable) + 1 ||
          mentionsItself(assignment->getRHS(), variable))
        continue;
      takeOut(declared->second, variable);
      variable->setInit(assignment->getRHS());
      *place = new (context) DeclStmt(DeclGroupRef(variable), assignment->getBeginLoc(),
                                      endOfStatement(assignment->getEndLoc()));
      open.erase(declared);
    }
  }

  static bool mentionsItself(const Stmt* part, const VarDecl* variable) {
    const auto* named = part ? dyn_cast<DeclRefExpr>(part) : nullptr;
    return (named && named->getDecl() == variable) ||
           (part && llvm::any_of(part->children(),
                                 [&](const Stmt* child) { return mentionsItself(child, variable); }));
  }

  void takeOut(Stmt** place, const VarDecl* variable) {
    auto* declaration = cast<DeclStmt>(*place);
    llvm::SmallVector<Decl*, 4> others;
    for (Decl* each : declaration->decls())
      if (each != variable) others.push_back(each);
    *place = others.empty() ? static_cast<Stmt*>(new (context) NullStmt(declaration->getBeginLoc()))
                            : new (context)
                                  DeclStmt(DeclGroupRef::Create(context, others.data(), others.size()),
                                           declaration->getBeginLoc(), declaration->getEndLoc());
  }

  SourceLocation endOfStatement(SourceLocation last) const {
    const auto next = Lexer::findNextToken(last, context.getSourceManager(), context.getLangOpts());
    return next && next->is(tok::semi) ? next->getLocation() : last;
  }
};

}  // namespace

void declareWhereAssigned(const Directives& directives, ASTContext& context) {
  llvm::DenseSet<const FunctionDecl*> functions;
  const auto look = [&](const Directive& directive) {
    if (directive.function && functions.insert(directive.function).second && directive.function->hasBody())
      LateInitialisers(directives, context).run(directive.function->getBody());
  };
  for (const auto& each : directives.all) look(*each);
  for (const auto& [pattern, instances] : directives.instances)
    for (const auto& each : instances) look(*each);
}

}  // namespace appyl
