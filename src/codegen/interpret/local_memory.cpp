#include "codegen/interpret/local_memory.h"

#include "codegen/arrays/array_ranges.h"
#include "codegen/arrays/element_types.h"
#include "nest/ast/array_types.h"
#include "nest/ast/library_facts.h"
#include "support/visits.h"

#include <clang/Lex/Lexer.h>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace appyl {
namespace {

using namespace clang;

/// Is the variable declared without a value?
bool isEmpty(const VarDecl* variable, const ASTContext& context) {
  const QualType type = variable->getType();
  if (variable->hasGlobalStorage() || isa<ParmVarDecl>(variable) || type.isConstQualified() ||
      type->isDependentType() || !type.isTrivialType(context))
    return false;
  const Expr* init = variable->getInit();
  const auto* made = init ? dyn_cast<CXXConstructExpr>(init->IgnoreImplicit()) : nullptr;
  return !init || (made && made->getNumArgs() == 0 && !made->requiresZeroInitialization() &&
                   !made->isListInitialization());
}

std::string startText(const VarDecl* variable, const std::string& space, const ASTContext& context,
                      bool isWatched) {
  if (!isEmpty(variable, context)) return "";
  return fmt::format(", {}::Start::{}", space, isWatched ? "Watched" : "Empty");
}

class MemoryFinder {
 public:
  std::vector<TextEdit> edits;

  MemoryFinder(const std::vector<FileRange>& rewritten, const std::string& space,
               const std::function<std::string(const std::string&)>& unique, const ASTContext& context)
      : rewritten(rewritten), space(space), unique(unique), context(context) {}

  void find(Decl* declaration) {
    Visits visits;
    visits.statement = [&](const Stmt* each) {
      if (const auto* reference = dyn_cast<DeclRefExpr>(each)) addAllocator(reference);
      if (const auto* compound = dyn_cast<CompoundStmt>(each)) addLocals(compound);
      return true;
    };
    visits.declaration = [&](const Decl* each) {
      if (const auto* variable = dyn_cast<VarDecl>(each)) addGlobal(variable);
      return true;
    };
    visitBelow(declaration, visits);
  }

 private:
  const std::vector<FileRange>& rewritten;
  const std::string& space;
  const std::function<std::string(const std::string&)>& unique;
  const ASTContext& context;
  std::set<unsigned> replaced;  // where names of allocating functions begin

  bool isOutside(const FileRange& range) const {
    return std::none_of(rewritten.begin(), rewritten.end(), [&](const FileRange& each) {
      return each.begin < range.end && range.begin < each.end;
    });
  }

  static bool isWatched(const VarDecl* variable) {
    const QualType type = variable->getType();
    const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
    if (function && function->isConstexpr()) return false;  // whose variables have no destructors
    return variable->getType()->isArrayType() && !type->isVariablyModifiedType() &&
           !variable->isConstexpr() && !type.isConstQualified() && !variable->isStaticLocal() &&
           variable->getTLSKind() == VarDecl::TLS_None && variable->getIdentifier();
  }

  void addAllocator(const DeclRefExpr* reference) {
    // The instances of a template contain it once more.
    if (const auto edit = allocatorEdit(reference, context);
        edit && isOutside(edit->range) && replaced.insert(edit->range.begin).second)
      edits.push_back(*edit);
  }

  void addLocals(const CompoundStmt* compound) {
    for (const Stmt* each : compound->body())
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        if (const auto range = rangeOf(declaration->getSourceRange(), context)) {
          std::string text;
          for (const Decl* declared : declaration->decls())
            if (const auto* variable = dyn_cast<VarDecl>(declared); variable && isWatched(variable))
              text += localText(variable, space, unique, context);
          add(*range, text);
        }
  }

  void addGlobal(const VarDecl* variable) {
    const bool isGlobal = variable->isFileVarDecl() && !variable->isStaticDataMember() &&
                          variable->isThisDeclarationADefinition() == VarDecl::Definition &&
                          !variable->getDescribedVarTemplate();
    if (!isGlobal || !isWatched(variable)) return;
    const SourceManager& sources = context.getSourceManager();
    const auto next = Lexer::findNextToken(variable->getEndLoc(), sources, context.getLangOpts());
    if (!next || !next->is(tok::semi)) return;  // one of several in a declaration
    if (const auto range = rangeOf(SourceRange(variable->getBeginLoc(), next->getLocation()), context))
      add(*range, localText(variable, space, unique, context));
  }

  void add(const FileRange& declaration, const std::string& text) {
    if (!text.empty() && isOutside(declaration)) edits.push_back({{declaration.end, declaration.end}, text});
  }
};

}  // namespace

bool isArrayVariable(const VarDecl* variable) {
  return variable->getType()->isArrayType() || libraryTemplate(variable->getType()) == "array";
}

bool isAlwaysSubscripted(const VarDecl* variable, const Stmt* whole,
                         const std::set<const DeclRefExpr*>& subscripted, const Directives& directives) {
  bool isUnseen = false;
  walk(whole, directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    isUnseen |= reference && reference->getDecl() == variable && !subscripted.count(reference);
    return !isUnseen;
  });
  return !isUnseen;
}

std::string localText(const VarDecl* variable, const std::string& space,
                      const std::function<std::string(const std::string&)>& unique, const ASTContext& context,
                      bool isWatched) {
  const std::string name = variable->getNameAsString();
  return name.empty()
             ? ""
             : fmt::format(" [[maybe_unused]] {}const {}::Local {}({}{});",
                           variable->isFileVarDecl() ? "static " : "", space, unique(name + "_local"), name,
                           startText(variable, space, context, isWatched));
}

std::string renewalText(const VarDecl* variable, const std::string& space, const ASTContext& context) {
  const std::string name = variable->getNameAsString();
  return name.empty()
             ? ""
             : fmt::format(" {}::renew({}{});", space, name, startText(variable, space, context, false));
}

std::optional<TextEdit> allocatorEdit(const DeclRefExpr* reference, const ASTContext& context) {
  const auto* function = dyn_cast<FunctionDecl>(reference->getDecl());
  if (!function || !function->getDeclName().isIdentifier() ||
      !functionIs(function->getName(), Fact::Watched) ||
      !(function->isExternC() || function->isInStdNamespace()))
    return std::nullopt;
  const auto range = rangeOf(reference->getSourceRange(), context);
  if (!range) return std::nullopt;
  llvm::StringRef name = function->getName();
  name.consume_front("__builtin_");
  return TextEdit{*range, "::appyl::interpret::" + name.str()};
}

std::vector<TextEdit> watchMemory(const std::vector<Decl*>& topLevel, const std::vector<FileRange>& rewritten,
                                  const std::string& space,
                                  const std::function<std::string(const std::string&)>& unique,
                                  const ASTContext& context) {
  MemoryFinder finder(rewritten, space, unique, context);
  for (Decl* declaration : topLevel) finder.find(declaration);
  return std::move(finder.edits);
}

bool hasUntoldMemory(const Stmt* whole, const std::set<const VarDecl*>& told,
                     const std::set<const ValueDecl*>& needsPlace, const Directives& directives) {
  bool found = false;
  walk(whole, directives, [&](const Stmt* each) {
    if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(each))
      found |= holdsElements(temporary->getType());
    if (isa<CXXUnresolvedConstructExpr>(each)) found = true;
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* one : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(one);
            variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
            (isa<DecompositionDecl>(variable) || !told.count(variable)))
          found |= holdsElements(variable->getType()) || needsPlace.count(variable);
    if (const auto* lambda = dyn_cast<LambdaExpr>(each))
      for (const LambdaCapture& capture : lambda->captures())
        if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByCopy)
          found |= holdsElements(capture.getCapturedVar()->getType()) ||
                   (lambda->isMutable() && lambda->isInitCapture(&capture));
    return !found;
  });
  return found;
}

}  // namespace appyl
