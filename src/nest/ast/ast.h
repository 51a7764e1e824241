// Small questions about Clang's AST that several parts of this stage ask.
#pragma once

#include "directive/collect.h"
#include "nest/ir/loop_nest.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <functional>

namespace appyl {

/// Calls `visit` for `statement` and everything below it, in source order, as the program was written
/// (stand-ins of directives are passed over). Where `visit` returns false, it does not go deeper. Bodies of
/// lambdas are entered.
void walk(const clang::Stmt* statement, const Directives& directives,
          const std::function<bool(const clang::Stmt*)>& visit);

/// The variable that an lvalue names, `x` in `x`, `(x)`; null for anything else. Members of the current
/// object are their field.
const clang::ValueDecl* namedVariable(const clang::Expr* expression);

/// The `a` and the `i` of `a[i]` and `i[a]`. Clang's getBase() takes `i` for the array where only a
/// template's arguments decide its type.
const clang::Expr* arrayPart(const clang::ArraySubscriptExpr* element);
const clang::Expr* indexPart(const clang::ArraySubscriptExpr* element);

/// The variable or field that owns the storage: `p` of `p.x.y`, `a` of `a[i].x`.
const clang::ValueDecl* rootVariable(const clang::Expr* expression);

/// Is the expression a part of a number, `__real__ z`, `v.xy` of a vector?
bool isPart(const clang::Expr* expression);

/// The same expression, up to parentheses, implicit casts and `this->`.
bool sameExpression(const clang::Expr* a, const clang::Expr* b, const clang::ASTContext& context);

/// Do elements that are reached through an object of the type belong to something else? Those of a std::span
/// or a view do, also as members; those of a std::vector are its own.
bool refersToOthers(clang::QualType type);

/// A function of the project's array language: of views, blocks, tiles.
bool isOfArrayLanguage(const clang::FunctionDecl* callee);

/// `tile`, `block` and `gathered`: values of several elements at once.
bool isTile(clang::QualType type);

/// A member of the project's own view of an array, which is understood without its body.
bool isOfView(const clang::FunctionDecl* callee);

/// `half` and `bfloat16`, where they are classes here: on a device they are CUDA's own types.
bool isSmallFloat(const clang::CXXRecordDecl* record);

/// The text of a type, where `_Float16` is what `appyl::half` is here: on a device it is another type.
std::string withHalf(std::string type, const clang::ASTContext& context);

/// std::atomic and C's _Atomic: simultaneous updates by several iterations are no conflict.
bool isAtomic(clang::QualType type);

/// The statement is `part`, or `part` stands in it.
bool contains(const clang::Stmt* statement, const clang::Stmt* part, const Directives& directives);

bool mentions(const clang::Stmt* statement, const clang::ValueDecl* variable, const Directives& directives);

/// Is the declaration a part of the statement?
bool isDeclaredInside(const clang::ValueDecl* declaration, const clang::Stmt* statement,
                      const Directives& directives);

/// The value of an integer constant in the type that the expression itself has, its conversions included.
std::optional<llvm::APSInt> convertedConstant(const clang::Expr* expression,
                                              const clang::ASTContext& context);

/// The constant value of an integer expression, of any integer type; nullopt: it has none before the program
/// runs or a template is instantiated, or it needs more than 64 bits.
std::optional<std::int64_t> constantOf(const clang::Expr* expression, const clang::ASTContext& context);

/// Does evaluating the expression change anything, apart from what it calls?
bool hasSideEffects(const clang::Expr* expression, const clang::ASTContext& context);

/// An assignment in any of its forms, overloaded ones (std::complex) too.
struct Assignment {
  const clang::Expr* target = nullptr;
  const clang::Expr* value = nullptr;  // none for ++ and --
  // The operator before `=`; BO_Assign for a plain one; BO_AddAssign/BO_SubAssign for ++ and --.
  clang::BinaryOperatorKind op = clang::BO_Assign;
};
std::optional<Assignment> asAssignment(const clang::Expr* expression);

/// `a < b` and the like, overloaded ones too.
struct BinaryParts {
  const clang::Expr* left = nullptr;
  const clang::Expr* right = nullptr;
  clang::BinaryOperatorKind op = clang::BO_Comma;
};
/// Is the lvalue only loaded?
bool isLoaded(const clang::Expr* lvalue, clang::ASTContext& context);

std::optional<BinaryParts> asBinary(const clang::Expr* expression);

/// Is `expression` a part of a larger expression that takes its value?
bool isValueUsed(const clang::Expr* expression, clang::ASTContext& context);

/// The name of the function that a call names, resolved or (in a template) not yet: `min`, `size`; empty
/// where there is none.
std::string calleeName(const clang::CallExpr* call);

/// The object that a member function is called of, `v` of `v.at(i)` and the implicit `this` of `at(i)`, in
/// templates too; null for operators and all else.
const clang::Expr* objectOf(const clang::CallExpr* call);

/// `(x, y)`; null for all else.
const clang::BinaryOperator* asComma(const clang::Expr* expression);

/// The scalar or object that a local reference is another name of, `t` of `auto& m = t`; null: it is none.
const clang::ValueDecl* referredObject(const clang::ValueDecl* reference);

/// Memory of its own, as plain `new` and `new (std::nothrow)` have it; not in a place that is given.
bool allocates(const clang::CXXNewExpr* made);

/// The places that an lvalue may refer to: s and t of `b ? s : t`, s of `(x = 1, s)` and of
/// `static_cast<int&>(s)`, itself and the arguments that a call takes by reference and may return.
std::vector<const clang::Expr*> placesOf(const clang::Expr* lvalue);
/// The places of a conditional, a comma, an assignment; empty: it is none of these.
std::vector<const clang::Expr*> choicesOf(const clang::Expr* expression);

/// The places that this node of the tree alone exposes to changes other than by a callee: what a constructor
/// takes by reference, members that are references are bound to, and `asm` writes.
std::vector<const clang::Expr*> handedOut(const clang::Stmt* part, const Directives& directives);

/// The library's function takes anything as `T&&` for this parameter and copies what has a name: make_tuple,
/// make_pair, std::plus<>, the new value of std::exchange, what is in std::views. What std::get gives back is
/// its argument's. (std::move lets its argument change, the constructors of others may change it.)
bool onlyCopies(const clang::FunctionDecl* callee, unsigned parameter);

const clang::Expr* strip(const clang::Expr* expression);  // parentheses, implicit nodes

/// `this`, `*this`.
bool isThis(const clang::Expr* expression);

/// The field of that name: the class's own one, or that of the nearest base; null: it has none.
const clang::FieldDecl* fieldNamed(const clang::RecordDecl* record, llvm::StringRef name);

/// `space::x`, by those namespaces that a name can be written with: unnamed ones are left out.
std::string writtenQualified(const clang::NamedDecl* declaration);

}  // namespace appyl
