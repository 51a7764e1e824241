// A call of a kernel for each program of a grid, `grid_call(kernel, {grid, in_specs, out_specs})(x, y, out)`,
// as what it says: how many programs there are, which block of each array one of them gets, what it does with
// these.
#pragma once

#include "expand/tile_program.h"
#include "nest/ast/visible_names.h"

#include <clang/AST/ExprCXX.h>

#include <string>
#include <variant>
#include <vector>

namespace appyl {

/// One dimension of the grid.
struct GridAxis {
  const clang::Expr* count = nullptr;  // how many programs; null: as many as a batch has arrays
  std::string text;                    // of the count
  std::string id;                      // the name of a program's place along it
  bool isSettled =
      false;  // a constant that stands for the count is what its initialiser would be at the call
};

/// One dimension of the block that each program gets of an array.
struct BlockDimension {
  enum class Kind { Size, Squeezed, Whole } kind = Kind::Whole;
  const clang::Expr* size = nullptr;  // Kind::Size
  std::string place = "0";            // the index map's value, in terms of the ids
  int axis = -1;                      // ... which is just the id along this axis of the grid
  int scaledAxis = -1;                // ... or which is that id times `scale`
  std::string scale = {};
  std::string before, behind;  // so many elements of padding; empty: none
};

struct BlockedArray {
  const clang::Expr* argument = nullptr;
  std::string name;       // how the loops name it
  bool isNumber = false;  // of no dimension
  bool isOutput = false;
  bool isBlocked = true;  // the index map counts blocks, not elements
  std::vector<BlockDimension> dimensions;
};

/// What one program does.
struct GridKernel {
  const clang::FunctionDecl* function = nullptr;  // an instance, where the kernel is a template
  std::vector<std::string> names;     // declarations of what it was made with: `const auto k = 128;`
  std::vector<std::string> declared;  // the names alone
  std::map<const clang::ValueDecl*, std::int64_t> constants;  // of these
};

struct GridCall {
  std::vector<GridAxis> axes;        // the first ones of `vmap`, which the kernel does not see
  std::size_t batches = 0;           // how many these are
  std::vector<BlockedArray> arrays;  // as the kernel's parameters: inputs first
  GridKernel kernel;
  std::vector<const clang::VarDecl*> parts;  // variables that hold parts of the call, such as a BlockSpec
  std::vector<const clang::FunctionDecl*> functions;  // that are its kernel or index maps by their names
};

/// `statement` is the call as it is to be read, in an instance where it stands in a template; `visible` what
/// names mean where it was written.
std::variant<GridCall, TileRefusal> readGridCall(const clang::Stmt* statement, const VisibleNames& visible,
                                                 const Source& source);

}  // namespace appyl
