// The grid/block model of one kernel, in the terms of Pallas: a grid of programs, the sequential loops inside
// a program, and for each array the block that a program (or a step of its innermost loop) touches, with its
// index map. Everything that a target asks about the shape of the work stands here.
#pragma once

#include "model/contraction.h"
#include "nest/ir/loop_nest.h"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace appyl {

inline constexpr std::int64_t lineBytes = 64;  // of a line of the cache

/// How many iterations are taken at a time. `value` 0: known at run time only, `text` says how.
struct BlockSize {
  std::int64_t value = 1;
  std::string text = "1";
  const clang::Expr* expr = nullptr;  // as written in the clause; null for a default
  enum class Origin { Default, Clause, Model, TuningFile } origin = Origin::Default;

  /// By a clause, or, for `block(auto)`, by the model or a tuning file.
  bool isChosen() const { return origin != Origin::Default; }
  bool isAuto() const { return origin == Origin::Model || origin == Origin::TuningFile; }
};

/// A block that the tool chose.
inline BlockSize blockOf(std::int64_t iterations) {
  return {iterations, std::to_string(iterations), nullptr, BlockSize::Origin::Model};
}

/// A number of iterations or of programs.
struct TripCount {
  std::optional<std::int64_t> value;  // nullopt: known at run time only
  std::string text = "1";             // `100`, `n - 2`, `ceildiv(n, 3)`, `trips(p)`
};

/// One dimension of the grid, or one sequential loop of a program. [lower, upper) in steps of `step`; a
/// descending loop has a negative step and counts down from `lower` to above `upper`.
struct Axis {
  std::string var;
  std::string lower, upper;  // as dumps print them; targets ask the loop
  std::int64_t step = 1;  // 0: known at run time only
  BlockSize block;
  int stages = 0;              // by a clause; 0: none
  TripCount programs;          // the number of blocks
  bool parallel = false;       // an inner parallel loop, spread over the program's threads
  bool isIndependent = false;  // a sequential one whose iterations the proof has found independent
  int loop = -1;               // index in LoopNest::loops
};

/// Where a program has what it touches of an array.
enum class Placement { Global, Cache, Shared, Registers };

const char* nameOf(Placement placement);

/// The part of one array that a program touches; one of several where its accesses are not side by side.
struct Block {
  std::string array, type;
  bool reads = false, writes = false;
  int rank = 0;
  enum class Indexing { Blocked, Unblocked, Irregular } indexing = Indexing::Blocked;
  // For each dimension, unless irregular. Names of counters stand for program ids and for block numbers of
  // the loops inside a program.
  std::vector<Polynomial> shape, index;
  std::vector<std::array<Polynomial, 2>> padding;  // low, high
  std::vector<std::optional<Polynomial>> extents;  // of the array; nullopt: not known
  Placement placement = Placement::Global;
  int stages = 1;
  bool perProgram = false;    // the block of a whole program, not of a step of its loops
  int arrayIndex = -1;        // in LoopNest::arrays
  std::vector<int> accesses;  // that touch it, in LoopNest::accesses
};

/// A dimension of the grid that the threads of a CUDA launch take.
struct ThreadDimension {
  int axis = 0;          // index in Kernel::grid
  char letter = 'x';     // threadIdx.x
  unsigned threads = 1;  // of each block along it
  unsigned each = 1;     // iterations of a program that one thread takes; 0: a template parameter decides
};

/// One dimension of a tile. Its element for an access is
///     sum of stride * (iteration number of the loop in its block), over `moves`, + the access's offset.
struct TileDimension {
  struct Move {
    int loop = -1;  // index in LoopNest::loops
    std::int64_t stride =
        0;  // elements per iteration; negative: the last iteration touches the first element
  };
  std::vector<Move> moves;
  Polynomial subscript;     // of the access with the smallest offset, in the array
  std::int64_t spread = 0;  // the largest offset
  Polynomial width;         // of a whole tile, in constants and template parameters
};

struct TileAccess {
  const clang::Expr* element = nullptr;
  std::vector<std::int64_t> offsets;  // per dimension
};

/// What a program keeps of one array in shared memory while it works on one block of a sequential loop.
struct Tile {
  int array = -1;  // index in LoopNest::arrays
  std::vector<TileDimension> dimensions;
  std::vector<Monomial> strides;  // of the dimensions in a flat array; empty: each is a subscript of its own
  std::vector<TileAccess> accesses;
  bool isPadded = false;  // rows are one element longer, so that a warp that walks down meets all banks
};

/// A blocked sequential loop directly inside the innermost dimension of the grid: a CUDA block runs a whole
/// program, whose threads load the tiles of one block of the loop together before they work on it. Or that
/// innermost dimension itself, where a sum over it goes to one element for all of its iterations: then each
/// CUDA block adds up a share of them.
struct Staging {
  int axis = -1;    // index in Kernel::loops; -1: the last one of Kernel::grid
  BlockSize block;  // iterations that are loaded at a time
  int stages = 1;
  std::vector<Tile> tiles;
  std::string obstacle;  // why nothing is staged; empty: tiles are
};

/// An inner parallel loop whose iterations the threads of a CUDA block take.
struct SpreadLoop {
  int loop = -1;      // index in LoopNest::loops
  char letter = '-';  // threadIdx.x, threadIdx.y; '-': the number of the thread among those of its program
  const clang::VarDecl* own = nullptr;  // an array of which each thread keeps what its iterations use
};

/// The threads that run one program together: a CUDA block, or one of its warps. What stands outside of the
/// spread loops and only computes values of the program, each thread does for itself.
struct Team {
  std::vector<SpreadLoop> loops;
  unsigned x = 128, y = 1;  // threads of a program
  unsigned warps = 0;       // how many warps of a CUDA block run a program each; 0: the block does
  std::set<const clang::Stmt*> single;     // statements that one thread runs for all
  std::set<const clang::Stmt*> waits;      // statements before which the threads wait for each other
  std::set<const clang::VarDecl*> shared;  // arrays of the program whose elements several threads touch
  std::set<const clang::VarDecl*> own;     // arrays of which each thread keeps the elements of its iterations
  std::string obstacle;                    // why there is no team; empty: there is one
};

/// The order in which the programs of a grid start. Grouped, `group` rows of programs go along together,
/// column by column, so that programs which run at a time share both their rows and their columns:
///
///     row-major    0 1 2 3      grouped by 2    0 2 4 6
///                  4 5 6 7                      1 3 5 7
///                  8 9 . .                      8 9 . .
struct ProgramOrder {
  std::int64_t group = 0;            // rows; 0: row-major
  int rows = -1, columns = -1;       // when grouped: indices in Kernel::grid
  std::int64_t wave = 0;             // so many programs ...
  std::string loads, rowMajorLoads;  // ... load so many blocks, this way and in row-major order
};

struct Cost {
  std::string flops = "0", bytes = "0";  // of the whole kernel; symbolic where sizes are not constant
  double arithmeticIntensity = 0;        // flops per byte that the innermost blocked loop streams
  std::int64_t sharedBytes = 0, threads = 1;
};

/// Whether the iterations of the annotated loops are independent.
enum class Legality { Proved, Unproved, Unchecked };

const char* nameOf(Legality legality);

struct Kernel {
  std::string name, function;
  unsigned line = 0;
  std::vector<Axis> grid;
  std::vector<Axis> loops;  // sequential loops and inner parallel loops, outermost first
  std::vector<Block> blocks;
  std::vector<ThreadDimension> threads;  // for CUDA
  std::vector<Staging> stagings;         // for CUDA: of the blocked sequential loops
  std::optional<Team> team;              // for CUDA: where there are parallel loops inside a program
  Cost cost;
  ProgramOrder order;
  Legality legality = Legality::Unproved;
  std::string unprovedReason;                 // why nothing could be decided, for people
  std::vector<std::string> assumptions;       // size relations that the proof takes for granted: `n <= ldc`
  std::vector<Polynomial> assumedConditions;  // the same, >= 0
  LoopNest nest;
  std::optional<Contraction> contraction;  // where the nest is one
  bool hasIndependentLanes = true;         // iterations of its innermost parallel loop may run as SIMD lanes
  bool launches = true;  // false: a blocked loop without `parallel`, which is strip-mined where it stands

  /// Proved by its own accesses, which are all that there are, and not by those of a template's instances.
  bool isProvedAsWritten() const { return legality == Legality::Proved && nest.opaqueEffects.empty(); }
};

}  // namespace appyl
