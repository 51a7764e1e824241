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
void addNamed(DataSharing& sharing, const LoopNest& nest, const Texts& texts, int loop, bool construct) {
  const DataSharing scalars = sharing;
  for (const VarDecl* variable : namedByClauses(nest, loop, construct)) {
    const std::string name = variable->getNameAsString();
    const bool isScalar = llvm::is_contained(scalars.privates, name) ||
                          llvm::is_contained(scalars.firstprivates, name) ||
                          llvm::is_contained(scalars.lastprivates, name);
    if (variable->getTLSKind() != VarDecl::TLS_None || isScalar ||
        isRewrittenCounter(nest, texts, variable) || isArrayOnlyRead(nest, variable))
      continue;
    (copiesInNamed(nest, variable) ? sharing.firstprivates : sharing.privates).push_back(name);
  }
}

}  // namespace

DataSharing dataSharing(const LoopNest& nest, const Texts& texts, int loop, bool construct,
                        const std::set<const VarDecl*>& joined) {
  DataSharing sharing;
  for (const PrivateScalar& scalar : nest.privates) {
    const bool isOfThread = scalar.variable->getTLSKind() != VarDecl::TLS_None;  // which no clause may name
    if (scalar.loop != loop || joined.count(scalar.variable) || isOfThread ||
        isRewrittenCounter(nest, texts, scalar.variable))
      continue;
    const std::string name = scalar.variable->getNameAsString();
    if (scalar.lastValue) sharing.lastprivates.push_back(name);
    if (copiesIn(nest, scalar))
      sharing.firstprivates.push_back(name);
    else if (!scalar.lastValue)
      sharing.privates.push_back(name);
  }
  for (const auto& [index, pieces] : texts) {
    const Loop& counted = nest.loops[index];
    const bool inBody =
        !pieces.inBody.empty() && index == loop;  // a SIMD loop's own counter, computed in its body
    if (!counted.declaresCounter && (construct || inBody))
      sharing.privates.push_back(counted.counter->getNameAsString());
  }
  addNamed(sharing, nest, texts, loop, construct);
  return sharing;
}

std::string print(const DataSharing& sharing) {
  std::string text;
  const auto add = [&](const char* clause, const std::vector<std::string>& names) {
    if (!names.empty()) text += fmt::format(" {}({})", clause, fmt::join(names, ", "));
  };
  add("private", sharing.privates);
  add("firstprivate", sharing.firstprivates);
  add("lastprivate", sharing.lastprivates);
  return text;
}

}  // namespace appyl
