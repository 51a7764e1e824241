#include "expand/own_workspaces.h"

#include "expand/normal_forms.h"
#include "nest/ast/array_types.h"
#include "nest/ast/library.h"
#include "nest/ast/source_ranges.h"
#include "nest/privatization/private_arrays.h"
#include "nest/read_loop_nest.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

/// `work_` of the object whose function the expression stands in; null: it is something else.
const FieldDecl* ownMember(const Expr* expression) {
  const auto* member = dyn_cast_or_null<MemberExpr>(expression ? strip(expression) : nullptr);
  return member && member->isImplicitAccess() ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
}

bool isArrayOrVector(QualType type) {
  const std::string library = libraryTemplate(type);
  return (type->isConstantArrayType() || library == "array" || library == "vector") &&
         !type.isConstQualified() && !type.isVolatileQualified();
}

class WorkspaceFinder {
 public:
  WorkspaceFinder(const Directive& root, const Recorded& recorded, const Source& source,
                  FilePointsTo& pointsTo)
      : root(root), recorded(recorded), source(source), pointsTo(pointsTo) {}

  /// In front of the loop and behind it.
  std::vector<TextEdit> edits() {
    const auto* loop = dyn_cast<ForStmt>(root.statement);
    if (!loop || !isa<CXXMethodDecl>(root.function) || !root.lambdas.empty() ||
        !root.find(ClauseKind::Parallel))
      return {};
    const std::vector<const FieldDecl*> asked = named(), found = filled();
    std::vector<std::string> before, behind;
    for (const FieldDecl* each : asked) declare(each, /*isAsked=*/true, before, behind);
    for (const FieldDecl* each : found)
      if (!llvm::is_contained(asked, each)) declare(each, /*isAsked=*/false, before, behind);
    const auto whole = before.empty() ? std::nullopt : statementRange(loop, source);
    const SourceManager& sources = source.ast.getSourceManager();
    const SourceLocation line = root.lines.front().getBegin();
    if (!whole || sources.getFileID(line) != sources.getMainFileID()) return {};
    const unsigned at = sources.getFileOffset(line);
    const std::string indent(sources.getExpansionColumnNumber(loop->getBeginLoc()) - 1, ' ');
    const auto lines = [&](const std::vector<std::string>& all) {
      std::string text;
      for (const std::string& each : all) text += "\n" + indent + "  " + each;
      return text;
    };
    const unsigned column = sources.getSpellingColumnNumber(line) - 1;
    const std::string brace(indent.size() > column ? indent.size() - column : 0, ' ');
    return {{{at, at}, brace + "{" + lines(before) + "\n" + indent + "  "},
            {{whole->end, whole->end}, lines(behind) + "\n" + indent + "}"}};
  }

 private:
  const Directive& root;
  const Recorded& recorded;
  const Source& source;
  FilePointsTo& pointsTo;

  /// By the clause `private`.
  std::vector<const FieldDecl*> named() const {
    std::vector<const FieldDecl*> members;
    for (const Clause& clause : root.clauses)
      for (const ClauseArgument& argument : clause.arguments)
        if (clause.kind == ClauseKind::Private && !argument.expressions.empty())
          if (const FieldDecl* member = ownMember(argument.expressions.front())) members.push_back(member);
    return members;
  }

  /// Members of which elements are written, and only by this name: a copy of that name serves all of them.
  std::vector<const FieldDecl*> filled() const {
    std::map<const FieldDecl*, bool> plain;
    walk(root.statement, source.directives, [&](const Stmt* each) {
      const auto* member = dyn_cast<MemberExpr>(each);
      const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
      if (field && isArrayOrVector(field->getType()))
        plain.try_emplace(field->getCanonicalDecl(), true).first->second &= member->isImplicitAccess();
      return !isa<LambdaExpr>(each);
    });
    std::erase_if(plain, [&](const auto& each) { return !each.second || hasOtherName(each.first); });
    if (plain.empty() || mentionsObject()) return {};
    const Diagnostics::Silence trial(source.diags);
    const auto nest = readLoopNest(root, recorded, source, pointsTo);
    std::vector<const FieldDecl*> result;
    if (!nest) return result;
    for (const FieldDecl* each : memberWorkspaces(*nest, source))
      if (plain.count(each->getCanonicalDecl())) result.push_back(each);
    return result;
  }

  /// `double* p = line;` in a function of the class: the loop might use it.
  bool hasOtherName(const FieldDecl* field) const {
    bool found = false;
    const auto leads = [&](QualType type, const Expr* value) {
      if (!value || !(type->isPointerType() || type->isReferenceType() || refersToOthers(type))) return;
      walk(value, source.directives, [&](const Stmt* each) {
        const auto* member = dyn_cast<MemberExpr>(each);
        found |= member && member->getMemberDecl()->getCanonicalDecl() == field->getCanonicalDecl();
        return !found;
      });
    };
    const auto look = [&](const Stmt* each) {
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* variable = dyn_cast<VarDecl>(declared); variable && !variable->isImplicit())
            leads(variable->getType(), variable->getInit());
      const auto* expression = dyn_cast<Expr>(each);
      if (const auto assignment = expression ? asAssignment(expression) : std::nullopt)
        leads(assignment->target->getType(), assignment->value);
      return !found && each != root.statement;
    };
    walk(root.function->getBody(), source.directives, look);
    for (const CXXMethodDecl* method : cast<CXXRecordDecl>(field->getParent())->methods()) {
      const FunctionDecl* definition = nullptr;
      if (method->isImplicit() || !method->hasBody(definition)) continue;
      walk(definition->getBody(), source.directives, look);
      if (const auto* constructor = dyn_cast<CXXConstructorDecl>(definition))
        for (const CXXCtorInitializer* each : constructor->inits())
          if (each->getAnyMember()) leads(each->getAnyMember()->getType(), each->getInit());
    }
    return found;
  }

  /// The object as a whole, or a function of it, may lead to the member by another way; so may a lambda.
  bool mentionsObject() const {
    bool mentions = false;
    walk(root.statement, source.directives, [&](const Stmt* each) {
      const auto* object = dyn_cast<CXXThisExpr>(each);
      const auto* call = dyn_cast<CXXMemberCallExpr>(each);
      mentions |= (object && !object->isImplicit()) || isa<LambdaExpr>(each) ||
                  (call && isThis(call->getImplicitObjectArgument()));
      return !mentions;
    });
    return mentions;
  }

  void declare(const FieldDecl* member, bool isAsked, std::vector<std::string>& before,
               std::vector<std::string>& behind) const {
    const std::string name = member->getNameAsString(), own = "this->" + name;
    const auto* array = source.ast.getAsConstantArrayType(member->getType());
    // In a template what `auto` and `decltype` stand for is open.
    const bool isOpen = member->getType()->isDependentType();
    std::string declaration = name;
    if (isOpen) member->getType().getAsStringInternal(declaration, source.ast.getPrintingPolicy());
    if (!array) {
      before.push_back(fmt::format("{} = {};", isOpen ? declaration : "auto " + name, own));
      if (!isAsked) behind.push_back(fmt::format("{} = {};", own, name));
      return;
    }
    before.push_back(isOpen ? declaration + ";" : fmt::format("decltype({}) {};", own, name));
    if (isAsked) return;
    std::string loops, element;
    QualType type = member->getType();
    for (int k = 0; const auto* part = source.ast.getAsConstantArrayType(type);
         ++k, type = part->getElementType()) {
      const std::string counter = fmt::format("{}_{}", name, "ijkl"[std::min(k, 3)]);
      loops += fmt::format("for (unsigned long {0} = 0; {0} < {1}; ++{0}) ", counter,
                           part->getSize().getZExtValue());
      element += "[" + counter + "]";
    }
    before.push_back(fmt::format("{}{}{} = {}{};", loops, name, element, own, element));
    behind.push_back(fmt::format("{}{}{} = {}{};", loops, own, element, name, element));
  }
};

/// Of other loops than these a clause cannot name a member.
void refuseMembers(const Directive& directive, Diagnostics& diags) {
  for (const Clause& clause : directive.clauses)
    for (const ClauseArgument& argument : clause.arguments)
      if (clause.kind == ClauseKind::Private && !argument.expressions.empty() &&
          ownMember(argument.expressions.front()))
        diags.report(Diag::NotAVariable, argument.range.getBegin(), {argument.text, spelling(clause.kind)},
                     {argument.range});
}

}  // namespace

std::optional<SourceText> withOwnWorkspaces(const Source& source, const Recorded& recorded) {
  FilePointsTo pointsTo(source);
  std::vector<TextEdit> edits;
  const std::vector<const Directive*> roots = rootDirectives(source);
  for (const auto& directive : source.directives.all) {
    const bool isRoot = llvm::is_contained(roots, directive.get());
    auto made =
        isRoot ? WorkspaceFinder(*directive, recorded, source, pointsTo).edits() : std::vector<TextEdit>();
    if (made.empty()) refuseMembers(*directive, source.diags);
    edits.insert(edits.end(), made.begin(), made.end());
  }
  if (edits.empty()) return std::nullopt;
  std::stable_sort(edits.begin(), edits.end(),
                   [](const TextEdit& a, const TextEdit& b) { return a.range.begin < b.range.begin; });
  const SourceManager& sources = source.ast.getSourceManager();
  return edited(sources.getBufferData(sources.getMainFileID()), edits);
}

}  // namespace appyl
