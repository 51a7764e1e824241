// How an expression is related to a part of an object, `t.x`: t and t.x hold the part, t.x.re is inside it,
// t.y is neither.
#pragma once

#include "nest/dataflow/definite_assignment.h"

namespace appyl {

struct Relation {
  bool holds = false;     // the part, or an object that has it
  bool isInside = false;  // a piece of the part
};

/// nullopt: the expression names nothing of the variable. References that are set once are followed.
std::optional<Relation> relationOf(const clang::Expr* expression, const Part& part);

/// The part as the object's own: of `t.a.x`, in the object t.a, the field x. `this` is the object of a part
/// of the current one. nullopt: the object does not hold the part.
std::optional<Part> insideObject(const clang::Expr* object, const Part& part);

/// Of a class: its members that are no classes, those of bases and members too; empty where that is not all
/// there is to it. An array is one part.
std::vector<Part> partsOf(const clang::ValueDecl* variable);

/// A class whose parts are not told apart: it has unions, references or too many members.
bool isOnePart(const clang::ValueDecl* variable);

/// `t.a.x`
std::string nameOf(const Part& part);

}  // namespace appyl
