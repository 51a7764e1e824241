#include "expand/tile_program.h"

#include "support/names.h"

#include <llvm/ADT/STLExtras.h>

namespace appyl {

bool mentionsName(const Polynomial& value, llvm::StringRef name) {
  for (const std::string& symbol : value.symbols()) {
    const llvm::StringRef text = symbol;
    for (std::size_t at = text.find(name); at != llvm::StringRef::npos; at = text.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if ((at == 0 || !isOfName(text[at - 1])) && (end == text.size() || !isOfName(text[end]))) return true;
    }
  }
  return false;
}

bool isNatural(const Polynomial& value, const TileProgram& program) {
  return llvm::all_of(value.terms, [&](const auto& term) {
    return term.second > 0 && llvm::all_of(term.first, [&](const std::string& name) {
             return name.find(".extent(") != std::string::npos || program.naturals.count(name);
           });
  });
}

std::string placeText(const Polynomial& value, const TileProgram& program) {
  const bool isWide =
      llvm::any_of(program.wideNaturals, [&](const std::string& name) { return value.mentions(name); });
  return isWide ? "static_cast<std::ptrdiff_t>(" + print(value) + ")" : print(value);
}

}  // namespace appyl
