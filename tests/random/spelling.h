// Words and numbers in C++ and in C.
#pragma once
#include "program.h"

namespace random_programs {

std::string typeName(Type type, bool inC = false);
std::string spell(Integer value);

// Whether `name` is a word of `text`.
bool mentions(const std::string& text, const std::string& name);

// A call with these arguments, which are spelled as operands too.
struct Argument {
  std::string alone, operand;
};
std::string spellCall(const Value& call, const std::vector<Argument>& arguments, bool inC);

// What the functions include and call.
std::string headers(bool inC, int standard);
std::string callees(bool inC);
// More of it, as far as the text of the functions needs it.
std::string rareCallees(const std::string& functions);

}  // namespace random_programs
