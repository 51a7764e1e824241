// How symbols of a nest are named. A name is what the source writes for the value, `n`, `i / 2`; where
// another symbol has that name, or where it means something else in front of the nest, a number follows that
// no code can have: `n.2`. Symbol::written is the name without numbers, for messages, and says where there
// are some.
#pragma once

#include "nest/ir/loop_nest.h"

#include <functional>
#include <string>
#include <utility>

namespace appyl {

/// A symbol's name and what is written for it: `n.2 / m` and `n / m`.
struct SymbolName {
  std::string name, written;

  SymbolName() = default;
  SymbolName(const std::string& text) : name(text), written(text) {}
  SymbolName(const char* text) : name(text), written(text) {}
  SymbolName(std::string name, std::string written) : name(std::move(name)), written(std::move(written)) {}

  bool empty() const { return name.empty(); }
  friend SymbolName operator+(const SymbolName& left, const SymbolName& right) {
    return {left.name + right.name, left.written + right.written};
  }
};

/// `n.2`, `size.2.rows`, `n.2 / m`: no code can name the symbol.
bool isNumbered(const std::string& name, const Symbol& symbol);

/// Likewise of a symbol of the nest; false of one that the nest does not have.
bool isNumbered(const LoopNest& nest, const std::string& name);

/// `n` of `n.2`
std::string writtenName(const LoopNest& nest, const std::string& name);
std::string printAsWritten(const LoopNest& nest, const Polynomial& polynomial);

/// The name of a symbol that stands for the value of the polynomial.
SymbolName nameFor(const LoopNest& nest, const Polynomial& value);

/// ... where it is an operand of another name's.
SymbolName operandFor(const LoopNest& nest, const Polynomial& value);

/// Adds the symbol under that name, or with the first number from `number` on that is free; one that
/// `isSame` is not added again. Returns the name.
std::string addSymbol(LoopNest& nest, const SymbolName& wanted, Symbol symbol,
                      const std::function<bool(const Symbol&)>& isSame, int number = 1);

}  // namespace appyl
