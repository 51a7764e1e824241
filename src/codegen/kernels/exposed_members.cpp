#include "codegen/kernels/exposed_members.h"

#include "codegen/arrays/array_ranges.h"
#include "codegen/text/loop_text.h"
#include "codegen/text/type_text.h"
#include "nest/ast/library.h"
#include "nest/scev/scalar_evolution.h"
#include "support/names.h"

#include <llvm/Support/Path.h>

#include <fmt/format.h>

#include <algorithm>

namespace appyl {

using namespace clang;

/// Can `&Grid::cells` be written above the nest's function?
static bool canBePointedTo(const FieldDecl* field) {
  const auto* record = dyn_cast<CXXRecordDecl>(field->getParent());
  return record && !record->isDependentContext() && !record->isLocalClass() && !field->isBitField() &&
         !field->getType()->isReferenceType();
}

static void add(const PrivateMember& member, std::vector<ExposedMember>& members) {
  if (llvm::none_of(members, [&](const ExposedMember& known) { return known.member.text == member.text; }))
    members.push_back({member, ""});
}

bool exposeMembers(const CXXMethodDecl* definition, const std::string& prefix, const LoopNest& nest,
                   const Directives& directives, std::vector<ExposedMember>& members) {
  const llvm::StringRef owner = prefix;
  const std::string object =
      owner.ends_with("->") ? "*" + owner.drop_back(2).str() : owner.drop_back(1).str();
  bool good = true;
  walk(definition->getBody(), directives, [&](const Stmt* each) {
    const auto* member = dyn_cast<MemberExpr>(each);
    if (!member || isa<CXXMethodDecl>(member->getMemberDecl())) return good;
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    const AccessSpecifier access = member->getMemberDecl()->getAccess();
    if (field ? isAccessible(*field, nest) : access == AS_public || access == AS_none) return good;
    good &= field && isa<CXXThisExpr>(strip(member->getBase())) && canBePointedTo(field);
    if (good) add({field, prefix + field->getNameAsString(), object}, members);
    return good;
  });
  return good;
}

const FieldDecl* exposeArrays(const LoopNest& nest, std::vector<ExposedMember>& members) {
  for (const NamedArray& named : namedArrays(nest, /*exposed=*/true))
    for (const PrivateMember& each : privateMembers(named, nest)) {
      if (!canBePointedTo(each.field)) return each.field;
      add(each, members);
    }
  return nullptr;
}

/// `grid` of `src/grid.hpp`, as a part of a name.
static std::string fileName(const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  return identifierOf(
      llvm::sys::path::stem(sources.getFileEntryRefForID(sources.getMainFileID())->getName()));
}

std::string declareExposed(std::vector<ExposedMember>& members, const LoopNest& nest, ExposedTags& known,
                           std::set<std::string>& names, const ASTContext& context) {
  const DeclContext* scope = nest.function->getEnclosingNamespaceContext();
  std::string text;
  for (ExposedMember& each : members) {
    const auto [place, isNew] = known.try_emplace({each.member.field, scope});
    if (isNew) {
      const auto* record = cast<CXXRecordDecl>(each.member.field->getParent());
      std::string tag = record->getNameAsString() + "_" + each.member.field->getNameAsString();
      if (isHeader(context)) tag += "_of_" + fileName(context);  // beside those of who includes it
      while (!names.insert(tag).second) tag += "_";
      place->second = tag;
      text += fmt::format("APPYL_CUDA_PRIVATE_MEMBER({}, &{}::{});\n", tag,
                          typeText(context.getRecordType(record), "", context),
                          each.member.field->getNameAsString());
    }
    each.tag = place->second;
  }
  return text.empty() ? "" : text + "\n";
}

/// Finds `name` as a whole from `from` on: not as a part of another name or of a longer path to it.
static std::size_t findName(const std::string& text, const std::string& name, std::size_t from) {
  for (std::size_t at = text.find(name, from); at != std::string::npos; at = text.find(name, at + 1)) {
    const char before = at > 0 ? text[at - 1] : ' ', after = (text + ' ')[at + name.size()];
    if (!isOfName(before) && before != '.' && before != '>' && !isOfName(after)) return at;
  }
  return std::string::npos;
}

std::string withExposed(std::string text, const std::vector<ExposedMember>& members) {
  // Longer ones first: `g.inner` may be private in `g.inner.cells`.
  std::vector<const ExposedMember*> sorted;
  for (const ExposedMember& each : members) sorted.push_back(&each);
  std::ranges::stable_sort(sorted, std::greater(), [](const auto* each) { return each->member.text.size(); });
  for (const ExposedMember* each : sorted) {
    const std::string call = fmt::format("::appyl::cuda::member<{}>({})", each->tag, each->member.object);
    for (std::size_t at = 0; (at = findName(text, each->member.text, at)) != std::string::npos;) {
      const bool isQuoted = std::ranges::count(text.substr(0, at), '"') % 2 != 0;  // in what messages say
      if (!isQuoted) text.replace(at, each->member.text.size(), call);
      at += isQuoted ? each->member.text.size() : call.size();
    }
  }
  return text;
}

}  // namespace appyl
