#include "nest/ast/library_facts.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringMap.h>

#include <bitset>

namespace appyl {
namespace {

using Facts = std::bitset<128>;

template <typename Each>
Facts setOf(std::initializer_list<Each> facts) {
  Facts result;
  for (const Each each : facts) result.set(static_cast<std::size_t>(each));
  return result;
}

using Table = llvm::StringMap<Facts>;

const Table& functions() {
  using enum Fact;
  static const Table table = [] {
    Table made;
#define LIBRARY_FUNCTION(name, ...) made.insert({#name, setOf<Fact>({__VA_ARGS__})});
#define LIBRARY_MATH(name, ...)             \
  for (const char* ending : {"", "f", "l"}) \
    made.insert({std::string(#name) + ending, setOf<Fact>({__VA_ARGS__})});
#include "support/library.def"
    return made;
  }();
  return table;
}

const Table& members() {
  using enum Fact;
  static const Table table = {
#define LIBRARY_MEMBER(name, ...) {#name, setOf<Fact>({__VA_ARGS__})},
#include "support/library.def"
  };
  return table;
}

const Table& classes() {
  using enum ClassFact;
  static const Table table = {
#define LIBRARY_CLASS(name, ...) {#name, setOf<ClassFact>({__VA_ARGS__})},
#include "support/library.def"
  };
  return table;
}

template <typename Each>
bool hasAny(const Table& table, llvm::StringRef name, std::initializer_list<Each> facts) {
  const auto row = table.find(name);
  return row != table.end() && (row->second & setOf(facts)).any();
}

/// Of facts, or of class facts: both have one for each operator, except that no class is a minimum.
template <typename Each>
std::optional<ReductionOperator> operatorIn(const Table& table, llvm::StringRef name) {
  using Op = ReductionOperator;
  static const std::pair<Each, Op> operators[] = {{Each::Sum, Op::Sum},       {Each::Product, Op::Product},
                                                  {Each::BitAnd, Op::BitAnd}, {Each::BitOr, Op::BitOr},
                                                  {Each::BitXor, Op::BitXor}, {Each::And, Op::And},
                                                  {Each::Or, Op::Or}};
  for (const auto& [fact, op] : operators)
    if (hasAny<Each>(table, name, {fact})) return op;
  if constexpr (std::is_same_v<Each, Fact>) {
    if (hasAny(table, name, {Fact::Minimum})) return Op::Minimum;
    if (hasAny(table, name, {Fact::Maximum})) return Op::Maximum;
  }
  return std::nullopt;
}

llvm::StringRef withoutBuiltin(llvm::StringRef name) {
  name.consume_front("__builtin_");
  return name;
}

}  // namespace

bool functionIs(llvm::StringRef name, std::initializer_list<Fact> facts) {
  return hasAny(functions(), withoutBuiltin(name), facts);
}
bool memberIs(llvm::StringRef name, std::initializer_list<Fact> facts) {
  return hasAny(members(), name, facts);
}
bool classIs(llvm::StringRef name, std::initializer_list<ClassFact> facts) {
  return hasAny(classes(), name, facts);
}

bool isStandard(const clang::FunctionDecl* callee, std::initializer_list<Fact> facts) {
  return callee && callee->isInStdNamespace() && callee->getDeclName().isIdentifier() &&
         functionIs(callee->getName(), facts);
}

std::optional<ReductionOperator> operatorOfFunction(llvm::StringRef name) {
  return operatorIn<Fact>(functions(), withoutBuiltin(name));
}
std::optional<ReductionOperator> operatorOfMember(llvm::StringRef name) {
  return operatorIn<Fact>(members(), name);
}
std::optional<ReductionOperator> operatorOfClass(llvm::StringRef name) {
  return operatorIn<ClassFact>(classes(), name);
}

}  // namespace appyl
