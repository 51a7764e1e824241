// A loop nest as the tool understands it: one outermost annotated loop with everything inside it, read off
// Clang's AST into plain values. Pointers into the AST are borrowed; they give a place in the source and its
// text, never its meaning: that is in the fields beside them.
#pragma once

#include "directive/directive.h"
#include "nest/ir/polynomial.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/FoldingSet.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace appyl {

/// What a symbol of a Polynomial stands for.
struct Symbol {
  enum class Kind {
    Counter,    // of loops[loop]
    Parameter,  // a value that no iteration of the nest changes
    Quotient,   // operand / divisor as C++ rounds (towards zero), divisor > 0
    Remainder,  // operand % divisor as C++ does (sign of the operand), divisor > 0
    Minimum,    // of left and right
    Maximum,
    Opaque,  // anything else that the nest may change: an element of an array, a scalar computed in the body;
             // of some of these the proof knows more (`isLane`, `condition`, a quotient by a run-time size)
  };
  Kind kind = Kind::Parameter;
  std::string written;  // what the source writes for it; see symbol_names.h. Empty: its name
  int loop = -1;        // Counter; Opaque, of a loop that is `counted`
  // Quotient, Remainder, Minimum, Maximum (`operand` is the left one); Opaque, of a division by a size that
  // is known at run time only: operand / right.
  Polynomial operand, right;
  std::int64_t divisor = 0;             // Quotient, Remainder
  std::optional<std::int64_t> value;    // Parameter: where it is a compile-time constant
  bool isUnsigned = false;              // of a variable whose type has no negative values
  std::int64_t most = INT64_MAX;        // of its type
  bool isLane = false;                  // Opaque: all of 0, 1, ... below `operand`, the lanes of a slice
  bool isRemainder = false;             // Opaque, of a division: operand % right
  bool isComputed = false;              // Parameter: computed from others in a way that is not followed
  bool isAdvanced = false;              // ... again and again: it has some values only
  bool isReassigned = false;            // Parameter: it changes between runs of the nest, a counter around it
  bool flipsBits = false;               // computed by `^`
  bool isPartial = false;               // Parameter: to be computed only where control comes to it, `*p`
  std::optional<Polynomial> condition;  // Opaque: `operand` where this is >= 0, else `right`
  const clang::Expr* element = nullptr;  // Opaque: the element of an array that has this value
};

/// Is it `t / m` or `t % m`, where m is no constant?
inline bool dividesBySize(const Symbol& symbol) {
  return symbol.kind == Symbol::Kind::Opaque && !symbol.isLane && !symbol.condition &&
         !symbol.right.terms.empty();
}

enum class Comparison { Less, LessEqual, Greater, GreaterEqual, NotEqual };

/// Does the loop run for the bound itself, too?
inline bool isInclusive(Comparison comparison) {
  return comparison == Comparison::LessEqual || comparison == Comparison::GreaterEqual;
}

/// One canonical loop `for (T i = lower; i < bound; i += step)`, or a loop that is not canonical (`canonical`
/// false; only `stmt`, `parent` and `body` are set then), which the nest runs sequentially as it is. If such
/// a loop counts all the same, `for (i = b; i < b + 4 && i < n; ++i)`, the proof may know more (`counted`):
/// symbol, comparison, first, end and step are those of its first condition on the counter, and the symbol is
/// Opaque to the other stages.
struct Loop {
  const clang::Stmt* stmt = nullptr;
  const clang::Stmt* body = nullptr;
  int parent = -1;  // index in LoopNest::loops of the loop around it; -1 for the root
  bool canonical = false, counted = false;
  const Directive* directive = nullptr;  // none for an ordinary loop
  bool parallel = false;
  bool perfect = false;  // it is all that the body of its parent does

  const clang::VarDecl* counter = nullptr;
  bool declaresCounter = false;        // `for (int i = ...`; otherwise the counter outlives the loop
  std::string symbol;                  // the counter's name in polynomials, unique in the nest
  const clang::Expr* lower = nullptr;  // the initial value (the upper end of a descending loop)
  const clang::Expr* bound = nullptr;
  Comparison comparison = Comparison::Less;
  bool boundOnLeft = false;               // `n > i`
  const clang::Expr* stepExpr = nullptr;  // none for ++ and --
  bool descending = false;
  bool subtracts = false;                // `i -= s`
  std::optional<std::int64_t> step;      // signed, where constant (`i -= 2`: -2)
  // In plain integers the header does not say which iterations there are: a constant is another number in the
  // type that the condition compares in, `i < -1` of an unsigned i, or the counter wraps around.
  bool isConverted = false;
  std::optional<std::uint64_t> iterations;  // ... their number, where the header has constants only
  std::optional<Polynomial> stepSize;    // where it is none: s, which is positive, of `i += s` and `i -= s`
  std::optional<Polynomial> first, end;  // `lower` and `bound`; nullopt where they are no polynomial
  std::optional<Polynomial> converted;  // what `lower` is before the counter's type may change it: no `first`
};

/// condition >= 0, or == 0 where `equality`: what is known to hold where an access happens.
struct Constraint {
  Polynomial condition;
  bool equality = false;
  bool asserted = false;    // by `assert(condition)`: a run in which it fails anywhere ends there
  bool inUnsigned = false;  // `k >= 2u`: it says so of what is not negative
};

/// Of several sets of constraints at least one holds; in each of them all.
using Cases = std::vector<std::vector<Constraint>>;

/// A condition on the way to a place: a case is looked at only where those in front of it fail.
struct BranchCondition {
  Cases cases;
  int loop = -1;  // the innermost loop around
};

/// All the conditions under which control comes to a place, in the order in which the program decides them.
using PathCondition = std::vector<BranchCondition>;

/// `assert(condition)` somewhere in the nest, or in what it calls: a run in which it fails ends there.
struct Assertion {
  int loop = -1;                   // the innermost loop around
  std::vector<Constraint> guards;  // without which it is not come to
  Cases cases;                     // in which it holds; none: that is not known
};

/// How many elements a dimension has, where that number does not change while the nest runs.
struct Length {
  std::size_t dimension = 0;
  Polynomial count;
};

/// One subscripted object: a pointer, array, container or view, named by its declaration (and member path).
struct Array {
  std::string name;  // as written: `x`, `this->x`, `p.pos`
  const clang::ValueDecl* declaration = nullptr;
  std::string elementType;
  std::int64_t elementBytes = 0;  // 0 where unknown (a dependent type)
  std::vector<std::optional<Polynomial>>
      extents;                  // outermost first; nullopt where unknown; its size is the rank
  std::vector<Length> lengths;  // what else is known of them: `v.size()`, the n of `std::vector<int> v(n)`
  int scope = -1;  // the loop in whose body it is declared: each iteration has its own; -1: outside the nest
  bool isPrivate = false;  // each iteration has its own
  bool isOwn = false;      // parts of what is declared, behind no pointer or view
};

enum class ReductionOperator { Sum, Product, Minimum, Maximum, BitAnd, BitOr, BitXor, And, Or };

const char* spelling(ReductionOperator op);  // `+`, `min`, ...
std::optional<ReductionOperator> reductionOperator(const std::string& spelling);

/// What an atomic update is given, where that is the same in every iteration.
struct AtomicOperand {
  std::optional<Polynomial> value;  // a whole number
  llvm::FoldingSetNodeID constant;  // anything else: its identity

  bool operator==(const AtomicOperand&) const = default;
};

/// One access to an element of an array (or to a sub-object of it).
struct Access {
  int array = -1;
  bool reads = false, writes = false;
  bool atomic = false;  // undivided, whatever other iterations do so, too
  // What an atomic one does, `atomic_exchange` with 1: those that do the same may come in any order ...
  std::string atomicFunction;
  std::vector<AtomicOperand> atomicOperands;
  bool showsOrder = false;  // ... unless what it finds or leaves there tells which came first
  std::vector<std::optional<Polynomial>> subscripts;  // one per dimension; nullopt where it is no polynomial
  /// The subscripts, where a pointer or an index moves on (`*p++`): only the proof follows it; for all other
  /// stages the access may touch any element.
  std::vector<std::optional<Polynomial>> followed;
  bool overwrites = false;  // what is `followed` is written, and not read
  const clang::Expr* expr = nullptr;
  const clang::Expr* calledBy = nullptr;      // the call in the nest that `expr` is in a function of, or null
  const clang::CallExpr* copiedBy = nullptr;  // `m(i, j)`, whose body gives the value of the element `expr`
  int loop = -1;                              // the innermost loop of the nest around it
  std::vector<Constraint> guards;             // conditions under which it happens ...
  bool guardsExact = true;  // ... all of them: false where some condition could not be expressed
  Cases cases;              // what makes the guards exact after all: `i != k`, `i < 2 || i > 5`
  std::optional<PathCondition> path;  // guards and cases as the program decides them; nullopt: not known
  int reduction = -1;       // index in LoopNest::reductions when it is an update of one
  std::optional<ReductionOperator> update;  // it has the form of a reduction's update, declared or not
  std::size_t rows = 0;  // how many of the first subscripts stand behind the array itself, and stay in it
  bool behindMember = false;   // `p->m->x[i]`: the object is reached by a pointer that is a member itself
  bool throughMemory = false;  // a pointer, view or reference was loaded to get there; `why` says it
  /// Then no subscript is set, since two such pointers may lead to one row: what they would be otherwise.
  std::vector<std::optional<Polynomial>> ofRows;
  std::string part;            // of the element: `.x`, `.x[]`, `[back]`, `[]` for any; empty: all of it
  bool wholeArray = false;     // handed to something that may touch any element
  bool keepsElements = false;  // ... and leaves those that are there as they are: `v.resize(n)`
  bool certain = false;        // handed over wherever the guards hold, whichever elements are touched then
  std::string why;             // subscripts that are no polynomial: what stands in the way, for people
};

/// `if (x < best) { best = x; at = i; }`: a place that is set with the winner, a variable or a member of one.
struct Companion {
  const clang::Expr* place = nullptr;             // as it is written first
  const clang::ValueDecl* declaration = nullptr;  // the variable, or the one whose member it is
  std::string name;                               // `at`, `b.at`
  clang::QualType type;
  std::vector<const clang::Expr*> references;  // every mention inside the nest
};

/// `variable` is combined over the iterations of loops[loop] and of every parallel loop inside it.
struct Reduction {
  ReductionOperator op = ReductionOperator::Sum;
  int loop = -1;
  std::string name;                    // as written in the clause
  const clang::Expr* named = nullptr;  // the expression in the clause
  const clang::ValueDecl* declaration = nullptr;
  clang::QualType type;  // of one element
  enum class Kind {
    Scalar,
    Member,
    Element,
    Array
  } kind = Kind::Scalar;                       // `s`, `this->s`, `b[0]`, `centers`
  int array = -1;                              // Element and Array: index in LoopNest::arrays
  std::vector<const clang::Expr*> updates;     // the whole update expressions or statements' expressions
  std::vector<const clang::Expr*> references;  // every mention of the variable inside the nest
  std::vector<Companion> companions;
  const clang::Stmt* pairStatement = nullptr;  // which sets them
  bool strict = true;          // the first of equals wins; otherwise the last
  bool passesOverNaN = false;  // by `fmin` or `fmax` alone, which take any number for what is none
  bool takesNaN = false;       // a NaN takes the place of the minimum, so that the order of iterations shows
  const clang::Expr* takesNaNIn = nullptr;  // ... by an update whose arguments could change places
  bool beginsWithNegativeZero = false;      // and partial sums with +0.0
};

/// A scalar from outside the nest that the nest writes, and what becomes of it.
struct PrivateScalar {
  const clang::VarDecl* variable = nullptr;
  int loop = -1;            // the loop whose iterations each have their own
  bool lastValue = false;   // read after the loop: it gets the last iteration's value
  bool firstValue = false;  // some iteration may not write it, and so keep the value from before the loop
  bool byClause = false;
};

/// What is not known, `the definition of 'f' is not visible`, and the expression that it is about; null where
/// it is about none in particular.
struct Obstacle {
  enum class Kind { Effect, SharedMemory };  // the latter: two arrays may be one
  std::string why;
  const clang::Expr* at = nullptr;
  Kind kind = Kind::Effect;
};

/// The programs of a grid call, as which the loops of its grid were written.
struct ProgramGrid {
  struct Axis {
    std::string id;         // the loop's counter
    std::int64_t step = 1;  // how much it counts from program to program
  };
  std::vector<Axis> axes;
};

struct LoopNest {
  const clang::FunctionDecl* function = nullptr;  // the outermost named function around it
  std::string functionName;  // an identifier made of it: `matmul`, `Grid_step`, `operator_call`
  std::vector<Loop> loops;   // in source order; loops[0] is the root
  std::vector<Array> arrays;
  std::vector<Access> accesses;  // in source order
  std::vector<Reduction> reductions;
  std::vector<PrivateScalar> privates;
  std::set<const clang::ValueDecl*> given;  // variables that have a value in front of the nest
  std::map<std::string, Symbol> symbols;
  std::vector<Assertion> assertions;
  std::vector<Constraint> context;             // what holds in front of the nest, of parameters
  std::vector<Polynomial> takenAsNonNegative;  // what was read as sizes are: `(i + n) & 7`, `(unsigned)n`
  std::vector<Polynomial> takenToHold;         // >= 0 where strides of views cover what they enclose, and
                                               // where 32 bits hold what is computed in them
  std::optional<ProgramGrid> programs;         // the loops were a grid call
  bool isFallback = false;  // the program as it was written, beside the loops that it has become
  bool callsAnnotated = false;                 // a function with annotated loops is called from it
  std::vector<Obstacle> opaqueEffects;         // on memory: of calls, of pointers that may lead anywhere

  void addOpaqueEffect(std::string why, const clang::Expr* at) {
    opaqueEffects.push_back({std::move(why), at, Obstacle::Kind::Effect});
  }
};

/// Loops from the root to `loop`, outermost first, `loop` included.
std::vector<int> loopsAround(const LoopNest& nest, int loop);

/// `loop` is `outer` or stands inside it.
bool isAround(const LoopNest& nest, int outer, int loop);

/// The user answers for the loop, or for one around it: `unchecked`.
bool isUnchecked(const LoopNest& nest, int loop);

/// As messages call them: `the iterations of 'i'`, `the programs of the grid call`.
std::string iterationsAsTold(const LoopNest& nest, const std::string& counter);

/// For `--dump=loops`.
std::string print(const LoopNest& nest, const clang::SourceManager& sources);

}  // namespace appyl
