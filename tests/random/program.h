// What a random program is made of: functions of parameters, arrays, loops with their directives, and
// statements. These are plain values. The generator builds them, `simulate` finds out which elements they
// touch, the printer spells them with and without directives, planted mistakes and the reducer change them.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace random_programs {

using Integer = __int128;  // holds the values of every counter type, and sums of a few of them

// Each function is called with this many sets of sizes.
inline constexpr int callCount = 3;

enum class Type {
  SignedChar,
  UnsignedChar,
  Short,
  UnsignedShort,
  Int,
  Unsigned,
  Long,
  UnsignedLong,
  LongLong,
  Size,
  Int64,
  Difference,
  Float,
  Double
};

// A name that stands for an integer: a parameter with a value for each call, or a counter.
struct Symbol {
  std::string name;
  Type type = Type::Int;
  bool parameter = false;
  bool isSize = false;    // a bound of loops
  bool isOffset = false;  // in subscripts only
  std::array<long, callCount> values{};
};

// constant + the sum of factor * symbol
struct Term {
  long factor = 1;
  int symbol = 0;
};
struct Affine {
  std::vector<Term> terms;
  Integer constant = 0;
  int macro = 0;  // positive: a term and a part of the constant come from a macro without parentheses
};

// An affine integer, or the element of a rank-1 integer array at that place.
struct Index {
  Affine affine;
  int through = -1;   // the array, by its number in the function
  int chosenBy = -1;  // as a bound: one of two values by a condition on this size, which always holds
};

enum class Storage {
  Pointer,
  PointerToArray,
  CArray,
  Vector,
  StdArray,
  Span,
  VectorOfVectors,
  Structs,
  View
};
// What the elements hold before the call.
enum class Content {
  Values,       // small numbers, exact in binary
  Places,       // numbers in [0, limit)
  Permutation,  // each of the numbers below the extent once
  RowStarts     // ascending, from support.hpp
};

enum class PitchChoice { Own, Constant, Size };

// `extents` and `pitches` come from the simulation. Flat storages have `pitches` for all dimensions but the
// first.
struct Array {
  std::string name;
  Type type = Type::Int;
  Storage storage = Storage::Pointer;
  Content content = Content::Values;
  int rank = 1;
  int limit = 1;
  bool written = false;
  std::string field;  // of Structs
  PitchChoice pitchChoice = PitchChoice::Own;
  Type pitchType = Type::Int;
  int slack = 0;  // by which a pitch of its own is too large
  std::vector<std::array<long, callCount>> extents;
  std::vector<std::array<long, callCount>> spans;  // were all loops to go in steps of 1
  std::vector<Affine> pitches;
  std::array<long, callCount> elements{};
  int countSymbol = -1;  // a parameter with the number of elements, for `shape`

  bool flat() const {
    return storage == Storage::Pointer || storage == Storage::Vector || storage == Storage::Span ||
           storage == Storage::Structs;
  }
};

struct Access {
  int array = 0;
  std::vector<Index> subscripts;
};

// An expression. `bound` and `fraction` (binary digits after the point) keep sums exact and integers in
// range.
struct Value {
  enum class Kind { Constant, Element, Counter, Name, Binary, Call, Choose, Cast };
  Kind kind = Kind::Constant;
  Type type = Type::Int;
  std::string text;  // constant, name, operator, function
  int symbol = -1;
  std::optional<Access> access;
  std::vector<Value> operands;
  double bound = 0;
  int fraction = 0;
  bool inLambda = false;  // `[&] { return x + 1; }()`
};

struct Target {
  std::string name;  // a scalar where not empty
  Access access;
};

struct Statement;

struct Assign {
  Target target;
  std::string op = "=";
  Value value;
};

// `type name = value;`, or `type name[length];` without a value. `object.member` declares a structure whose
// member has few bits.
struct Declare {
  Type type = Type::Int;
  std::string name;
  std::optional<Value> value;
  int length = 0;
  bool constant = false;
  std::string typeAs = {};  // other words for the type
};

struct If {
  Value condition;
  std::vector<Statement> body, otherwise;
};

// One update of a reduction, in one of the spellings of its operator.
struct Update {
  Target target;
  std::string op;
  int spelling = 0;
  Value value;
  Type type = Type::Int;
};

// `if (condition) break;` or `continue`
struct Leave {
  Value condition;
  bool leaveLoop = true;
};

// `name` counts down from `value` by halves or differences: a loop that is not counted.
struct While {
  std::string name;
  Value start;
  std::vector<Statement> body;
};

struct Reduction {
  std::string op;  // empty: inferred
  std::vector<Target> targets;
};

struct Directive {
  bool parallel = false;
  std::optional<std::string> block;  // empty text: the default size
  std::string blockMacro;            // what `MACRO` in it stands for
  std::vector<Reduction> reductions;
  bool unchecked = false;
  std::vector<std::string> privates;
  std::vector<int> shapes;  // arrays
  int spelling = 0;         // namespaced, commas, several lines

  bool empty() const { return !parallel && !block && reductions.empty(); }
};

// How a constant of a loop's head is written, which tells the type in which C computes with it.
enum class Digits { Plain, Unsigned, Long, Hexadecimal, Character, SizeOf, Negative };
struct HeadDigits {
  Digits first = Digits::Plain, bound = Digits::Plain, step = Digits::Plain;
};

enum class Comparison { Less, LessEqual, Unequal };  // and its mirror image where the loop descends

// The values first, first + step, ... of [first, end), or the same from end - 1 downwards.
struct Loop {
  int counter = 0;
  Index first, end;
  long step = 1;
  int stepSymbol = -1;  // instead of `step`
  bool descending = false;
  Comparison comparison = Comparison::Less;
  int spelling = 0;  // of the comparison and the step
  bool counterOutside = false;
  HeadDigits digits;
  int conditionalHead = 0;  // positive: one of two heads, which the preprocessor chooses
  bool unrolled = false;    // by a macro that is a pragma
  int comment = 0;          // positive: a long one, above the directive or behind it
  Directive directive;
  std::vector<Statement> body;
};

// Host code that keeps arrays on the device.
struct DataRegion {
  std::vector<int> arrays;
  std::vector<Statement> body;
};

// A dimension that a statement on tiles runs through, in steps of its block.
struct TileDimension {
  int size = 0;       // a parameter
  int counter = 0;    // of the loop, where there is one
  int block = 1;      // 1: its subscript is the counter
  bool named = true;  // in a clause
  bool contracted = false;
};

// Some of the dimensions of a view. What its first subscript goes through is an index tile.
struct TileOperand {
  int array = 0;
  std::vector<int> dimensions;
  int through = -1;
};

// Values with the shape of the target, or what is added up to it.
struct TileValue {
  enum class Kind { Number, Operand, Binary, Call, Sum, Product };
  Kind kind = Kind::Number;
  std::string text;  // number, operator, function
  TileOperand operand;
  std::vector<TileValue> operands;
  int axis = -1;  // of a sum; -1: over all
};

// One statement on tiles, in loops or under a tensor pragma.
struct TileNest {
  std::vector<TileDimension> dimensions;
  bool tensor = false;
  bool throughTile = false;  // the sum is held in a tile of the program
  TileOperand target;        // without dimensions: the element 0
  Type type = Type::Double;
  std::string op = "=";
  TileValue value;
};

// A dimension that arrays of a grid call have in common. A program has one block of it, or all of it.
struct GridDimension {
  std::string size;                        // a parameter, or a number
  std::array<long, callCount> elements{};  // how many that is
  int block = 0;                           // the elements of a block; 0: all
  bool constant = false;                   // all blocks have a size that is known
  bool exact = false;                      // no block sticks out
  std::string number, last;                // the program's block, by its place p0, p1, ...; of all of them
  std::array<long, callCount> counts{};    // how many blocks there are
  int slack = 0;                           // arrays that are read have so many more at least
};

// What a program has of one dimension of an array.
struct GridPlace {
  enum class Kind {
    Block,
    Whole,
    Single,  // one element, which the kernel does not see
    First,   // the first block for all programs
    Sliced,  // all, of which the kernel takes its block
    Program  // one element for each program, which the kernel does not see
  };
  int dimension = 0;
  Kind kind = Kind::Whole;
  std::string number;                    // of the block
  std::array<long, callCount> extent{};  // of the array
  int halo = 0, before = 0, behind = 0;  // more elements of a block; padding of the array
  bool visible() const { return kind != Kind::Single && kind != Kind::Program; }
};

struct GridOperand {
  int array = -1, symbol = -1;  // or a number
  std::string name;             // in the kernel
  bool written = false;
  std::vector<GridPlace> places;
  bool shaped = true, mapped = true, counted = false;  // counted: the map counts elements
  int batchAxis = -1;
  bool summed = false;  // programs meet in it, and add to it
  bool padded = false;  // what is read of it needs a mask
  int spelling = 0;
};

// A value of a kernel, with one lane for each of the places of blocks in `dimensions`.
struct GridValue {
  enum class Kind { Number, Read, Local, Lane, Program, Binary, Call, Map, Where, Fold, Product };
  Kind kind = Kind::Number;
  std::string text;  // number, name, operator, function
  std::vector<int> dimensions;
  int operand = -1;
  std::vector<int> shifts;  // of what is read, per place
  bool transposed = false;
  int spelling = 0;
  int contracted = -1, axis = 0;    // of a fold over a dimension, or of a product
  std::vector<GridValue> operands;  // of what is read: a mask, and the value where it is false
};

struct GridStatement {
  enum class Kind { Assign, Store, Elements, Local, Sum, If, Return, Atomic };
  Kind kind = Kind::Assign;
  int operand = -1;
  std::string text;  // operator, name, condition
  std::vector<GridValue> values;
  int window = -1, first = 0, length = 0;  // only so many lanes of a dimension
  int step = 0;                            // of the loop that adds up
  int spelling = 0;
  bool helper = false;  // in a function that gets the refs
  std::vector<GridStatement> body, otherwise;
};

enum class KernelForm { Lambda, Named, Function, Template, Object };

struct GridCall {
  Type type = Type::Int;
  std::vector<GridDimension> dimensions;
  std::vector<std::string> counts;  // of the grid
  std::vector<GridOperand> operands;
  std::vector<GridStatement> kernel;
  KernelForm form = KernelForm::Lambda;
  std::string batches;  // how many, where the call is over a batch
  std::array<long, callCount> batchCounts{};
  bool unchecked = false;
  int spelling = 0;
};

struct Statement {
  std::variant<Assign, Declare, If, Update, Leave, While, Loop, DataRegion, TileNest, GridCall> form;
  int conditional = 0;  // positive: in a conditional of the preprocessor
};

// Where the loops stand: in the function itself, in a template, or in a member function of an object that has
// the parameters as members. The function calls those.
enum class Form { Plain, Template, Method };

struct Function {
  std::uint64_t seed = 0;
  std::string name;
  bool inC = false;  // and not in C++: as plain functions of pointers and C arrays
  Form form = Form::Plain;
  bool ownCallees = false;  // what it calls are its own lambdas
  std::vector<Symbol> symbols;
  std::vector<Array> arrays;
  std::vector<Statement> body;
  bool hostOnly = false;       // has what the device cannot have
  bool mayBeUnproved = false;  // has something that is not affine
  std::string mistake;         // what was planted
  bool exactArrays = false;    // the translated version gets no element more than the right function touches
};

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

inline bool contains(const std::vector<int>& set, int element) {
  return std::find(set.begin(), set.end(), element) != set.end();
}

inline bool isFloating(Type type) { return type == Type::Float || type == Type::Double; }
inline bool isUnsigned(Type type) {
  return type == Type::UnsignedChar || type == Type::UnsignedShort || type == Type::Unsigned ||
         type == Type::UnsignedLong || type == Type::Size;
}

}  // namespace random_programs
