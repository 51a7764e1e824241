#include "codegen/arrays/sharing.h"

#include "codegen/simd/lanes.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/privatization/copy_in.h"
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
    text += fmt::format(" {}({})", copiesInNamed(nest, variable) ? "firstprivate" : "private", name);
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
    if (scalar.lastValue) last.push_back(name);
    if (copiesIn(nest, scalar))
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
