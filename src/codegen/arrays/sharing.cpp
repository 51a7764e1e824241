#include "codegen/arrays/sharing.h"

#include "codegen/simd/lanes.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/dataflow/escape.h"
#include "nest/privatization/scalars.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;
using Texts = std::map<int, LoopText>;

bool isRewrittenCounter(const LoopNest& nest, const Texts& texts, const VarDecl* variable) {
  for (const auto& [loop, text] : texts)
    if (nest.loops[loop].counter == variable) return true;
  return false;
}

/// A private copy of it can only be made of the one in front of the loop.
bool hasNoDefault(const VarDecl* variable) {
  const auto* record = variable->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->hasDefaultConstructor();
}

/// A loop sets it before anybody asks for it: an iteration that comes to none of them needs no value of it.
bool isSetByLoops(const LoopNest& nest, const PrivateScalar& scalar) {
  return !scalar.byClause && nest.opaqueEffects.empty() &&
         llvm::any_of(nest.loops, [&](const Loop& loop) { return loop.counter == scalar.variable; });
}

}  // namespace

bool isDeclaredIn(const Loop& loop, const VarDecl* variable) {
  return variable->getASTContext().getSourceManager().isBeforeInTranslationUnit(loop.stmt->getBeginLoc(),
                                                                                variable->getLocation());
}

bool beginsAsOutside(const LoopNest& nest, const VarDecl* variable) {
  const QualType type = variable->getType().getNonReferenceType();
  const bool mayBeObject = type->isRecordType() || (type->isDependentType() && !type->isArrayType());
  return mayBeObject || (type->isScalarType() && hasValueBefore(variable, nest));
}

std::vector<const VarDecl*> namedByClauses(const LoopNest& nest, int loop, bool inside) {
  std::vector<const VarDecl*> named;
  for (std::size_t k = 0; k < nest.loops.size(); ++k) {
    const Directive* directive = nest.loops[k].directive;
    if (!directive || (inside ? !isAround(nest, loop, static_cast<int>(k)) : static_cast<int>(k) != loop))
      continue;
    for (const Clause& clause : directive->clauses)
      if (clause.kind == ClauseKind::Private)
        for (const ClauseArgument& argument : clause.arguments) {
          const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(argument.expressions.front()));
          if (variable && !isDeclaredIn(nest.loops[loop], variable) &&
              std::ranges::find(named, variable) == named.end())
            named.push_back(variable);
        }
  }
  return named;
}

namespace {

/// Arrays and objects that only clauses name. The threads have those of the loops inside the construct.
std::string namedPrivates(const LoopNest& nest, const Texts& texts, int loop, bool construct,
                          const std::vector<std::string>& own, const std::vector<std::string>& last) {
  std::string text;
  for (const VarDecl* variable : namedByClauses(nest, loop, construct)) {
    const std::string name = variable->getNameAsString();
    if (variable->getTLSKind() != VarDecl::TLS_None || std::count(own.begin(), own.end(), name) ||
        std::count(last.begin(), last.end(), name) || isRewrittenCounter(nest, texts, variable) ||
        isArrayOnlyRead(nest, variable))
      continue;
    text += fmt::format(" {}({})", beginsAsOutside(nest, variable) ? "firstprivate" : "private", name);
  }
  return text;
}

}  // namespace

std::string privateClauses(const LoopNest& nest, const Texts& texts, int loop, bool construct,
                           const std::set<const VarDecl*>& joined) {
  std::vector<std::string> own, first, last;
  for (const PrivateScalar& scalar : nest.privates) {
    const bool isOfThread = scalar.variable->getTLSKind() != VarDecl::TLS_None;  // which no clause may name
    if (scalar.loop != loop || joined.count(scalar.variable) || isOfThread ||
        isRewrittenCounter(nest, texts, scalar.variable))
      continue;
    const std::string name = scalar.variable->getNameAsString();
    const bool keeps = hasNoDefault(scalar.variable) ||
                       (hasValueBefore(scalar.variable, nest) &&
                        (scalar.lastValue || (scalar.firstValue && !isSetByLoops(nest, scalar))));
    if (scalar.lastValue) last.push_back(name);
    if (keeps)
      first.push_back(name);
    else if (!scalar.lastValue)
      own.push_back(name);
  }
  for (const auto& [index, pieces] : texts) {
    const Loop& counted = nest.loops[index];
    const bool inBody =
        !pieces.inBody.empty() && index == loop;  // a SIMD loop's own counter, computed in its body
    if (!counted.declaresCounter && (construct || inBody)) own.push_back(counted.counter->getNameAsString());
  }
  std::string text;
  if (!own.empty()) text += fmt::format(" private({})", fmt::join(own, ", "));
  if (!first.empty()) text += fmt::format(" firstprivate({})", fmt::join(first, ", "));
  if (!last.empty()) text += fmt::format(" lastprivate({})", fmt::join(last, ", "));
  own.insert(own.end(), first.begin(), first.end());
  return text + namedPrivates(nest, texts, loop, construct, own, last);
}

}  // namespace appyl
