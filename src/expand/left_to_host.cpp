#include "expand/left_to_host.h"

#include "expand/array_language.h"
#include "nest/ast/ast.h"
#include "support/source_lines.h"

#include <clang/Lex/Lexer.h>
#include <llvm/Support/Path.h>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace appyl {
namespace {

using namespace clang;

/// `x`, `x->y` or `this->x`, which have no effect, and a name outside of the program; empty for others.
std::string nameOutside(const Expr* array, SourceRange program, const SourceManager& sources) {
  array = array->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(array)) return "this";
  if (const auto* member = dyn_cast<MemberExpr>(array)) {
    const std::string base = nameOutside(member->getBase(), program, sources);
    return base.empty()
               ? ""
               : base + (member->isArrow() ? "->" : ".") + member->getMemberDecl()->getNameAsString();
  }
  const auto* named = dyn_cast<DeclRefExpr>(array);
  const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (!variable) return "";
  const SourceLocation declared = variable->getLocation();
  const bool isInside = !sources.isBeforeInTranslationUnit(declared, program.getBegin()) &&
                        !sources.isBeforeInTranslationUnit(program.getEnd(), declared);
  return isInside ? "" : variable->getNameAsString();
}

/// What may lie in device memory: the pointers and views that the program names.
std::vector<std::string> arraysOfOthers(const Stmt* program, const Source& source) {
  std::vector<std::string> names;
  walk(program, source.directives, [&](const Stmt* each) {
    const auto* array = dyn_cast<Expr>(each);
    if (!array || !isa<DeclRefExpr, MemberExpr>(array) || array->getType().isNull()) return true;
    const QualType type = array->getType().getNonReferenceType();
    if (!type->isPointerType() || type->isFunctionPointerType())
      if (!isViewType(type)) return true;
    const std::string name = nameOutside(array, program->getSourceRange(), source.ast.getSourceManager());
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    return true;
  });
  return names;
}

}  // namespace

std::string tellRunsOnHost(const Stmt* program, llvm::StringRef why, const Source& source) {
  const auto [file, line] = placeInFile(program->getBeginLoc(), source.ast.getSourceManager());
  std::string arguments;
  for (const std::string& each : arraysOfOthers(program, source)) arguments += ", " + each;
  return fmt::format("::appyl::runs_on_host(\"{}\", {}, \"{}\"{});",
                     Lexer::Stringify(llvm::sys::path::filename(file)), line, why.str(), arguments);
}

}  // namespace appyl
