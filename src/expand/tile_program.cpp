#include "expand/tile_program.h"

#include "support/names.h"

#include <llvm/ADT/STLExtras.h>

namespace appyl {

bool mentionsName(const Polynomial& value, llvm::StringRef name) {
  return llvm::any_of(value.symbols(), [&](const std::string& symbol) { return holdsWord(symbol, name); });
}

bool isNatural(const Polynomial& value, const TileProgram& program) {
  return llvm::all_of(value.terms, [&](const auto& term) {
    return term.second > 0 && llvm::all_of(term.first, [&](const std::string& name) {
             return program.naturals.count(name) != 0;
           });
  });
}

Polynomial withMeanings(Polynomial value, const TileProgram& program) {
  constexpr int mostSteps = 4;  // names that stand for names
  for (int step = 0; step < mostSteps; ++step)
    for (const auto& [name, meaning] : program.meanings) value = value.substitute(name, meaning);
  return value;
}

void note(const clang::VarDecl& variable, bool isNatural, TileProgram& program) {
  const std::string name = variable.getNameAsString();
  auto& known = program.named[name];
  if (!known.insert(&variable).second) return;
  if (known.size() > 1) program.meanings.erase(name);
  if (!isNatural)
    program.naturals.erase(name);
  else if (known.size() == 1)
    program.naturals.insert(name);
}

std::string placeText(const Polynomial& value, const TileProgram& program) {
  const bool isWide =
      llvm::any_of(program.wideNaturals, [&](const std::string& name) { return value.mentions(name); });
  return isWide ? "static_cast<std::ptrdiff_t>(" + print(value) + ")" : print(value);
}

}  // namespace appyl
