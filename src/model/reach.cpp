#include "model/reach.h"

#include "model/trips.h"

#include <algorithm>

namespace appyl {
namespace {

class Reach {
 public:
  Reach(const LoopNest& nest, const Access& access)
      : nest(nest), access(access), around(loopsAround(nest, access.loop)) {}

  std::vector<int> run() {
    bool known = !access.wholeArray;
    for (const auto& subscript : access.subscripts) known &= subscript && read(*subscript);
    if (!known && (access.wholeArray || !readSource(access.expr, 0)))
      found.insert(around.begin(), around.end());  // what decides is not known: any loop may
    // The range of a loop whose beginning depends on data changes with the loops by which that data is looked
    // up.
    for (auto loop = around.rbegin(); loop != around.rend(); ++loop) {
      const Loop& each = nest.loops[*loop];
      if (!found.count(*loop) || !each.canonical || (each.first && isKnown(*each.first))) continue;
      readSource(each.lower, 0);
      readSource(each.bound, 0);
    }
    return {found.begin(), found.end()};
  }

 private:
  const LoopNest& nest;
  const Access& access;
  const std::vector<int> around;
  std::set<int> found;

  bool isKnown(const Polynomial& value) const {
    const std::set<std::string> names = value.symbols();
    return std::none_of(names.begin(), names.end(), [&](const std::string& name) {
      return nest.symbols.at(name).kind == Symbol::Kind::Opaque;
    });
  }

  /// false where it depends on data.
  bool read(const Polynomial& value) {
    bool known = true;
    for (const std::string& name : value.symbols()) {
      const Symbol& symbol = nest.symbols.at(name);
      known &= symbol.kind != Symbol::Kind::Opaque;
      if (symbol.kind == Symbol::Kind::Counter) found.insert(symbol.loop);
      known &= read(symbol.operand) && read(symbol.right);
    }
    return known;
  }

  /// The counters that an expression mentions, also by way of local variables: `const int col = cols[p];`.
  bool readSource(const clang::Stmt* source, int depth) {
    if (!source) return false;
    bool any = false;
    if (const auto* reference = clang::dyn_cast<clang::DeclRefExpr>(source)) {
      for (const int loop : around)
        if (nest.loops[loop].canonical && nest.loops[loop].counter == reference->getDecl()) {
          found.insert(loop);
          return true;
        }
      const auto* local = clang::dyn_cast<clang::VarDecl>(reference->getDecl());
      return local && local->isLocalVarDecl() && depth < 8 && readSource(local->getInit(), depth + 1);
    }
    for (const clang::Stmt* child : source->children()) any |= readSource(child, depth);
    return any;
  }
};

}  // namespace

std::vector<int> loopsThatMove(const LoopNest& nest, const Access& access) {
  return Reach(nest, access).run();
}

bool movesWith(const Kernel& kernel, const Block& block, const Axis& axis) {
  return std::any_of(block.accesses.begin(), block.accesses.end(), [&](int access) {
    const std::vector<int> loops = loopsThatMove(kernel.nest, kernel.nest.accesses[access]);
    return std::find(loops.begin(), loops.end(), axis.loop) != loops.end();
  });
}

}  // namespace appyl
