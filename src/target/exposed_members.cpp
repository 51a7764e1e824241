#include "target/exposed_members.h"

#include "loops/symbols.h"
#include "target/array_ranges.h"
#include "target/type_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {

using namespace clang;

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
    const auto* record = field ? dyn_cast<CXXRecordDecl>(field->getParent()) : nullptr;
    good &= record && isa<CXXThisExpr>(strip(member->getBase())) && !record->isDependentContext() &&
            !record->isLocalClass() && !field->isBitField() && !field->getType()->isReferenceType();
    if (!good) return false;
    const std::string text = prefix + field->getNameAsString();
    if (llvm::none_of(members, [&](const ExposedMember& known) { return known.text == text; }))
      members.push_back({field, text, object, ""});
    return true;
  });
  return good;
}

std::string declareExposed(std::vector<ExposedMember>& members, const LoopNest& nest, ExposedTags& known,
                           std::set<std::string>& names, const ASTContext& context) {
  const DeclContext* scope = nest.function->getEnclosingNamespaceContext();
  std::string text;
  for (ExposedMember& each : members) {
    const auto [place, isNew] = known.try_emplace({each.field, scope});
    if (isNew) {
      const auto* record = cast<CXXRecordDecl>(each.field->getParent());
      std::string tag = record->getNameAsString() + "_" + each.field->getNameAsString();
      while (!names.insert(tag).second) tag += "_";
      place->second = tag;
      text +=
          fmt::format("APPYL_CUDA_PRIVATE_MEMBER({}, &{}::{});\n", tag,
                      typeText(context.getRecordType(record), "", context), each.field->getNameAsString());
    }
    each.tag = place->second;
  }
  return text.empty() ? "" : text + "\n";
}

/// Where `name` stands as a whole from `from` on: not as a part of another name or of a longer path to it.
static std::size_t findName(const std::string& text, const std::string& name, std::size_t from) {
  const auto belongs = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = text.find(name, from); at != std::string::npos; at = text.find(name, at + 1)) {
    const char before = at > 0 ? text[at - 1] : ' ', after = (text + ' ')[at + name.size()];
    if (!belongs(before) && before != '.' && before != '>' && !belongs(after)) return at;
  }
  return std::string::npos;
}

std::string withExposed(std::string text, const std::vector<ExposedMember>& members) {
  // Longer ones first: `g.inner` may be private in `g.inner.cells`.
  std::vector<const ExposedMember*> sorted;
  for (const ExposedMember& each : members) sorted.push_back(&each);
  std::ranges::stable_sort(sorted, std::greater(), [](const auto* each) { return each->text.size(); });
  for (const ExposedMember* each : sorted) {
    const std::string call = fmt::format("appyl::cuda::member<{}>({})", each->tag, each->object);
    for (std::size_t at = 0; (at = findName(text, each->text, at)) != std::string::npos; at += call.size())
      text.replace(at, each->text.size(), call);
  }
  return text;
}

}  // namespace appyl
