// What is captured, by the names and expressions that ask for it, and as parameters.
#pragma once

#include "codegen/kernels/captures.h"

#include <set>
#include <string>
#include <vector>

namespace appyl {

/// The host's pointer to the elements of an array: `x`, `x.data()`, `x.get()`.
std::string pointerOf(const Capture& capture);

/// The capture whose elements an lvalue names: that of `x` for `x[i].v[3]`; -1: none.
int captureOf(const clang::Expr* lvalue, const Captures& captures);

/// ... that stands for an array: by its name, otherwise by what its accesses mention; -1: none.
int captureOf(const NamedArray& array, const Captures& captures);

/// All captures by which elements of the array are reached: its own, and other names that were given to it in
/// front of the nest, `q` of `int* q = &a[0] + 5;`. `all`: those that have accesses of their own are none.
std::set<int> capturesOf(const NamedArray& array, const std::vector<NamedArray>& all,
                         const Captures& captures, const clang::ASTContext& context);

/// A parameter of the nest or a pitch, which its subscripts name, as the kernel writes it; empty: the kernel
/// does not have it.
std::string nameInKernel(const LoopNest& nest, const std::string& symbol, const Captures& captures);

/// The same member or variable, whether `this->` is written or not.
bool sameObject(const std::string& a, const std::string& b);

/// The declaration of a parameter: `const float* x`, `double (*a)[3]`.
std::string parameterText(const Capture& capture, bool isWritten, const clang::ASTContext& context);

}  // namespace appyl
