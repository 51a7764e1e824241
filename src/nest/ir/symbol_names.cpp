#include "nest/ir/symbol_names.h"

#include "support/operands.h"

namespace appyl {

bool isNumbered(const std::string& name, const Symbol& symbol) {
  return !symbol.written.empty() && symbol.written != name;
}

bool isNumbered(const LoopNest& nest, const std::string& name) {
  const auto known = nest.symbols.find(name);
  return known != nest.symbols.end() && isNumbered(name, known->second);
}

std::string writtenName(const LoopNest& nest, const std::string& name) {
  return isNumbered(nest, name) ? nest.symbols.at(name).written : name;
}

std::string printAsWritten(const LoopNest& nest, const Polynomial& polynomial) {
  return print(polynomial, [&](const std::string& name) { return writtenName(nest, name); });
}

SymbolName nameFor(const LoopNest& nest, const Polynomial& value) {
  return {print(value), printAsWritten(nest, value)};
}

SymbolName operandFor(const LoopNest& nest, const Polynomial& value) {
  const SymbolName whole = nameFor(nest, value);
  return {asOperand(whole.name), asOperand(whole.written)};
}

std::string addSymbol(LoopNest& nest, const SymbolName& wanted, Symbol symbol,
                      const std::function<bool(const Symbol&)>& isSame, int number) {
  symbol.written = wanted.written;
  for (;; ++number) {
    const std::string name = number == 1 ? wanted.name : wanted.name + "." + std::to_string(number);
    const auto [place, isNew] = nest.symbols.try_emplace(name, symbol);
    if (isNew || isSame(place->second)) return name;
  }
}

}  // namespace appyl
