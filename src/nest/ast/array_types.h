// What the types of arrays say: containers, views and pointers, also where only a template's arguments
// decide.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace appyl {

/// `vector` for a std::vector, of whatever elements; empty for anything that is no template of the library.
std::string libraryTemplate(clang::QualType type);

/// std::complex, or a reference to one.
bool isComplex(clang::QualType type);

/// std::vector, std::array, std::span, std::string: with data() and size().
bool isContiguousContainer(clang::QualType type);

/// std::unique_ptr<T[]>: with get(), and no size.
bool ownsArray(clang::QualType type);

/// One of the library's containers, and what changes it as a whole: `push_back`, not `at` or `size`.
bool isContainer(clang::QualType type);
bool changesContainer(const clang::CXXMethodDecl* method);

/// With `*` and `++`, as the iterators of the library have them; no pointer.
bool isIterator(clang::QualType type);

/// What a pointer, a reference or an iterator leads to; null for anything else.
clang::QualType pointeeOf(clang::QualType type);

/// `a[i]` of an object of the type is an element, or a stand-in for one as std::vector<bool> has them.
bool hasSubscripts(clang::QualType type);

/// `a[i]`, `v[i]`, `x(i, j)`, and in templates what may be one, in its parts.
struct ElementParts {
  const clang::Expr* array = nullptr;
  std::vector<const clang::Expr*> indices;
};
/// nullopt for anything else.
std::optional<ElementParts> elementParts(const clang::Expr* expression);

/// The project's own view of an array.
bool isView(clang::QualType type);

/// Of a pointer, array, container or view.
clang::QualType elementTypeOf(clang::QualType type, const clang::ASTContext& context);

/// The type of an element as it is written, `a[i].x` or `a(i, j)`: without reference, `const` and `volatile`.
/// In a template the type of `a` gives it where the type of the expression does not.
clang::QualType typeOfElement(const clang::Expr* element, const clang::ASTContext& context);

/// `v` of `v.data()`, where a template leaves the type of the container's elements open; null for anything
/// else.
const clang::Expr* openData(const clang::Expr* expression, const clang::ASTContext& context);

/// How many elements a C array or a std::array has; nullopt for all else.
std::optional<std::int64_t> lengthOf(clang::QualType type, const clang::ASTContext& context);

/// A container, or a class of the program's that is asked for its elements as one, `f.data()`.
bool hasData(clang::QualType type);

/// What points to the elements of an object with that name: `x.data()`, `x.get()`, or the name itself.
std::string elementPointer(const std::string& name, clang::QualType type);

/// A pointer or an array, also of what a template leaves open, as far as `v.data() + i` says it.
bool isPointerOrArray(const clang::Expr* expression, const clang::ASTContext& context);

}  // namespace appyl
