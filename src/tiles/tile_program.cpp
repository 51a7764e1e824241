#include "tiles/tile_program.h"

namespace appyl {

bool mentionsName(const Polynomial& value, llvm::StringRef name) {
  const auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (const std::string& symbol : value.symbols()) {
    const llvm::StringRef text = symbol;
    for (std::size_t at = text.find(name); at != llvm::StringRef::npos; at = text.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if ((at == 0 || !isPart(text[at - 1])) && (end == text.size() || !isPart(text[end]))) return true;
    }
  }
  return false;
}

}  // namespace appyl
