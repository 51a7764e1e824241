// Recognises the update of a reduction in every spelling of the language: `v op= x`, `v = v op x`, `v =
// std::min(v, x)`, `if (x < v) v = x;`, ... and with places, `if (x < best) { best = x; at = i; }`.
// Conditions beside the comparison, `if (i != k && x < v)`, leave out iterations.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

struct Update {
  ReductionOperator op = ReductionOperator::Sum;
  const clang::Expr* target = nullptr;       // the lvalue
  const clang::Stmt* statement = nullptr;    // the whole of it: an expression or an `if`
  const clang::Expr* comparison = nullptr;   // of a minimum by `if` or `?:`, with the target
  std::vector<const clang::Expr*> mentions;  // of the target, all inside `statement`
  std::vector<const clang::Expr*> companions;  // the places that are set along
  bool strict = true;          // `<` or `>`: the first of equals wins
  bool passesOverNaN = false;  // by `fmin` or `fmax` alone, which take any number for what is none
  bool takesNaN = false;       // ... and leave what was there before: `std::min(x, v)`, `v < x ? v : x`
  bool takesNaNInCall = false;  // in a call, where the arguments may change places
};

/// `statement` as an update of whatever it assigns; nullopt when it has none of the forms.
std::optional<Update> asUpdate(const clang::Stmt* statement, const Source& source);

/// `b.at`, `p->at`, `b.inner.at`, where b and p are variables.
bool isMemberOfVariable(const clang::Expr* expression);

/// `found = 1;` under `reduction(||:found)`, `ok = 0;` under `&&`, of integers.
std::optional<Update> asFlag(const clang::Stmt* statement, ReductionOperator op,
                             const clang::ASTContext& context);

/// `sum += x` by the `operator+=` of a class of the user's, ownAddition().
std::optional<Update> asOwnAddition(const clang::Stmt* statement, const Source& source);

/// The `operator+=` that adds one object of a class of the user's to another, a member or beside the class;
/// null: the type has none, T{} is no value of it, or its objects refer to others' memory, to which it adds.
const clang::FunctionDecl* ownAddition(clang::QualType type);

}  // namespace appyl
