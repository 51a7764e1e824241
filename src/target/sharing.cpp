#include "target/sharing.h"

#include "loops/around.h"
#include "loops/ast.h"
#include "loops/scalars.h"

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

/// Arrays and objects that only the clause names.
std::string namedPrivates(const LoopNest& nest, const Texts& texts, int loop,
                          const std::vector<std::string>& own, const std::vector<std::string>& last) {
  std::string text;
  const Directive* directive = nest.loops[loop].directive;
  if (!directive) return text;
  for (const Clause& clause : directive->clauses)
    if (clause.kind == ClauseKind::Private)
      for (const ClauseArgument& argument : clause.arguments) {
        const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(argument.expressions.front()));
        const std::string name = variable ? variable->getNameAsString() : "";
        if (!variable || std::count(own.begin(), own.end(), name) ||
            std::count(last.begin(), last.end(), name) || isRewrittenCounter(nest, texts, variable) ||
            isArrayOnlyRead(nest, variable))
          continue;
        // A container keeps its size, and what no iteration writes keeps its value.
        const bool keeps = variable->getType().getNonReferenceType()->isRecordType() ||
                           (variable->getType()->isScalarType() && hasValueBefore(variable, nest));
        text += fmt::format(" {}({})", keeps ? "firstprivate" : "private", name);
      }
  return text;
}

}  // namespace

std::string privateClauses(const LoopNest& nest, const Texts& texts, int loop, bool construct,
                           const std::set<const VarDecl*>& joined) {
  std::vector<std::string> own, first, last;
  for (const PrivateScalar& scalar : nest.privates) {
    if (scalar.loop != loop || joined.count(scalar.variable) ||
        isRewrittenCounter(nest, texts, scalar.variable))
      continue;
    const std::string name = scalar.variable->getNameAsString();
    const bool keeps = hasNoDefault(scalar.variable) ||
                       (hasValueBefore(scalar.variable, nest) && (scalar.lastValue || scalar.firstValue));
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
  return text + namedPrivates(nest, texts, loop, own, last);
}

}  // namespace appyl
