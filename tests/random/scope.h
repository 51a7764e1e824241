// What is visible at the place where the generator works: loops around it, names with what is known of their
// values, and how each array may be used there, so that iterations stay independent.
#pragma once
#include "program.h"
#include "random.h"

namespace random_programs {

// A loop around the current place.
struct Level {
  int counter = 0;
  bool parallel = false;
  bool atLimit = false;  // its values are near the limits of the counter's type; `origin` is one of them
  Integer origin = 0;
};

// A scalar that may be read.
struct Name {
  std::string text;
  Type type = Type::Int;
  double bound = 0;
  int fraction = 0;
};

// An array that the nest writes. Each parallel counter around a write has a dimension whose subscript tells
// its values apart, the same one in every access in that loop; the other dimensions are free. So two
// iterations never meet.
struct Tie {
  int array = 0;
  std::vector<int> counters;      // per dimension, or -1
  std::vector<Index> subscripts;  // of the dimensions with a counter
  std::vector<int> residues;      // with a stride s, any of s neighbours belongs to the iteration
};

// A variable that a nest reduces: a scalar, an element, or a whole array.
struct Reduced {
  Target target;
  std::string op;
  Type type = Type::Int;
};

struct Scope {
  Random random;
  Function function;
  std::vector<Level> levels;
  std::vector<Name> names;
  std::vector<Tie> ties;
  std::vector<int> readOnly;  // arrays that the nest has read, and must not write any more
  std::vector<int> reduced;   // arrays that the nest reduces, and must not use otherwise
  std::vector<int> results;   // arrays for scalar results
  std::vector<Reduced> reductions;
  std::optional<Name> temporary;  // a scalar from outside of the nest
  bool temporaryWritten = false, lastValue = false;
  int maximalDepth = 1;
  bool unsignedCounters = false;
  bool longCounters = false;
  bool inNest = false;
  bool timeLoop = false;
  int nextName = 0;

  std::string fresh(const std::string& prefix) { return prefix + std::to_string(nextName++); }
};

// A new array with random storage, fit for `rank` dimensions.
int addArray(Scope& scope, Type type, int rank, Content content = Content::Values);
int addParameter(Scope& scope, const std::string& prefix, Type type, std::array<long, callCount> values);

// Whether the tied array may be read here, and written; an access that stays in the iterations around.
bool readable(const Scope& scope, const Tie& tie);
bool writable(const Scope& scope, const Tie& tie);
Access tiedAccess(Scope& scope, const Tie& tie);

// An element of an array that may be read here.
Value readElement(Scope& scope, bool floating);
// A subscript of the counters here, in range by what the simulation does later.
Affine anySubscript(Scope& scope);

// A random expression; an integer one has at most `bound`, and a floating one is exact in sums where that is
// asked for.
Value integerValue(Scope& scope, int depth);
Value floatingValue(Scope& scope, int depth, bool exact);
Value condition(Scope& scope);
// `value` brought below `bound` by a remainder where it is larger.
Value within(Value value, double bound);
Value constant(int value);
Value cast(Type type, Value value);

// Chosen in this order: arguments of a call would be chosen in an order of the compiler's.
struct Binary {
  std::string op;
  Value left, right;
};
Value binary(Binary operation);

}  // namespace random_programs
