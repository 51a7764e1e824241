// A nest of loops whose statements work on tiles, as a grammar: what each statement computes in one lane, and
// which lanes it has. Lanes that several expressions go through together are one axis: those that an operator
// aligns, a sum goes along, an assignment matches.
#pragma once

#include "nest/ast/ast.h"
#include "nest/ir/polynomial.h"
#include "support/condition_text.h"

#include <clang/Basic/OperatorKinds.h>
#include <llvm/ADT/StringRef.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace appyl {

/// A number of lanes or a place in an array: as a polynomial of names of the source, and as it was written.
struct Extent {
  Polynomial value;
  std::string text;
  bool isConstant = false;  // known when the program is compiled
  bool isOne = true;        // the text is a factor as it stands

  std::string factor() const { return isOne ? text : "(" + text + ")"; }
};

/// Lane l of a dimension is element start + l of an array of `extent` elements; it exists where that does.
struct Clip {
  Polynomial start, extent;
  Extent size;  // of the slice
  bool operator==(const Clip& other) const { return start == other.start && extent == other.extent; }
};

/// One dimension of an expression.
struct LaneDimension {
  int axis = -1;  // in TileProgram::axes; -1: a single lane, which is repeated where others have more
  std::vector<Clip> clips;  // all of them hold
  bool isKnown = true;      // false: each of them may hold or not, depending on where in the program one is
  bool isBounded = false;   // the lanes are those before the end of the axis' loop; once that is settled
};

/// What a lane of a tile is computed from.
struct TileExpression {
  enum class Kind {
    Text,     // `pieces`, with the operands' lanes between them
    Element,  // of the view `name`, at `subscripts`
    Local,    // of the local tile `local`
    Place,    // the number `subscripts[0]` plus the lane: arange(B) + i
    Fold,     // `operands[0]` combined by `op` along `folded`
    Running,  // cumsum: the same, up to each lane; the whole value of a statement or of a tile in front of it
  } kind = Kind::Text;
  std::vector<LaneDimension> dimensions;  // outermost first; none for a scalar
  std::string type;                       // of one lane, as source text
  bool isDependent = false;               // ... in this instance of a template
  bool isWide = false;                    // in no instance one of the 2-byte types
  /// What the text is of, where that may be another type than `type`: a place is counted in what its names
  /// and loops are of and has the value, if not the type; of a plain `0` not even that is certain.
  enum class TextType { Own, SignedPlace, UnsignedPlace, Plain } textType = TextType::Own;
  std::string written = {};  // `type` as the source says it there: T of zeros<T>(B)
  std::string castTo = {};   // of a place: what its text is converted to
  std::vector<TileExpression> operands;
  std::vector<Clip> guards;  // it exists where these do, whichever the lane

  std::vector<std::string> pieces;
  // Of an operator with two operands: 1 for `*`, 2 for `+`, 3 for a comparison, 4 for others.
  int precedence = 0;
  // What the text does to operands that stand in it as they are: an operator between two of them, or a choice
  // by the first one, `a ? b : c`.
  clang::OverloadedOperatorKind infix = clang::OO_None;
  bool isChoice = false;
  bool isRounded = false;  // to a half, by the first piece
  bool isZero = false;     // a lane of `zeros`, whose text is a plain `0`

  struct Subscript {
    Polynomial start;
    int axis = -1;                          // start + lane
    int operand = -1;                       // the operand's value, for a gather
    std::optional<Polynomial> number = {};  // the value of a single place's text
  };
  std::string name;
  std::vector<Subscript> subscripts;
  const clang::ValueDecl* root = nullptr;  // the variable that the view is, or is in

  int local = -1;
  std::vector<int> localAxes;        // of each of its stored dimensions, as used here
  bool isReshaped = false;           // these are other dimensions, through which its lanes go in their order
  std::vector<LaneDimension> whole;  // dimensions of what it is made of, all of whose lanes have to exist

  std::string op;  // + * min max argmin argmax
  std::vector<LaneDimension> folded;

  const clang::Expr* expr = nullptr;
  bool inOrder = false;  // each lane changes what the next one reads
};

/// Lanes that go together.
struct TileAxis {
  int sameAs = -1;  // in place of this one
  int copyOf = -1;  // lanes of the same tile, at another place of an expression
  Extent size;
  int loop = -1;         // the loop whose steps the lanes lie between: i of slice(i, B)
  bool isMixed = false;  // several such loops meet in it, or single lanes of it are named
};

/// A tile that a program keeps: one that it declares, or a value that a statement needs as a whole before it
/// computes anything, without declaration and name.
struct LocalTile {
  const clang::VarDecl* declaration = nullptr;
  std::string name, type;
  std::vector<LaneDimension> dimensions;
  std::vector<TileExpression> always;  // what it is, where it is never given another value
};

struct TileLoop {
  const clang::ForStmt* stmt = nullptr;
  const clang::VarDecl* counter = nullptr;
  const Directive* directive = nullptr;
  int parent = -1;
  Polynomial lower, upper;
  Extent step;
  bool goesUp = false;
  bool steps = false;       // `for (i = lo; i < hi; i += step)`: lanes may lie between its steps
  bool countsOnes = false;  // `for (i = lo; i < hi; ++i)`
  bool perElement = false;  // decided: it is written with a step of 1, and its lanes are its iterations
};

/// One dimension of `par_dim` or `seq_dim`, matched with an axis of its statement.
struct TensorDimension {
  int axis = -1;
  Polynomial lower;
  Extent upper;
  std::string block;        // as source text; empty: one element at a time
  std::string counterType;  // of the loop that it becomes
  bool parallel = false;
};

struct TileStatement {
  enum class Kind { Declare, Assign, Scalar, Remove } kind = Kind::Scalar;
  const clang::Stmt* stmt = nullptr;      // what is replaced
  const clang::Expr* replaced = nullptr;  // Scalar: only this part of it
  int loop = -1;                          // the innermost around it
  bool isDirectBody = false;              // no braces around it
  std::optional<TileExpression> target;   // Element or Local; Assign only
  std::string op = "=";                   // `max` and `min`, too
  std::optional<TileExpression> value;
  std::optional<TileExpression> mask;        // store(c(...), x, mask)
  int declares = -1;                         // local; one without declaration is part of the next statement
  const clang::ValueDecl* atomic = nullptr;  // the array, of an update that other programs may make, too
  const Directive* tensor = nullptr;         // `par_dim`, `seq_dim` before it
  std::vector<TensorDimension> dimensions;   // ... in the order of the clauses, `par_dim` first
};

/// What has to hold of two numbers, or the program means something else.
struct TileAssumption {
  Polynomial left, right;
  std::string text;
  const clang::Expr* where = nullptr;
};

/// One outermost annotated loop, or one annotated statement.
struct TileProgram {
  std::vector<TileLoop> loops;  // in source order
  std::vector<TileAxis> axes;
  std::vector<LocalTile> locals;
  std::vector<TileStatement> statements;
  std::vector<std::string> reductions;  // of its atomic updates, for the outermost loop: `+:hits`
  std::set<std::string> naturals;       // names and numbers that are never negative
  std::set<std::string> wideNaturals;   // ... with 64 bits: what is computed of them is never negative either
  std::map<std::string, std::set<const clang::VarDecl*>> named;
  std::map<std::string, Polynomial>
      meanings;                     // what names of constants were given: n of `const int n = x.extent(0)`
  std::set<std::string> dependent;  // names whose types are those of an instance of a template
  bool widens = false;              // some instance computes with 2-byte types, or adds up in wider ones

  /// Is a lane of it, in some instance of the template, a half or a bfloat16?
  bool mayBeSmall(const TileExpression& expression) const {
    return !expression.isWide && ((widens && expression.isDependent) || expression.type == "::appyl::half" ||
                                  expression.type == "::appyl::bfloat16");
  }
  std::vector<TileAssumption> assumptions;  // of the reading; those that are not certain become checks
  std::vector<ConditionText> checks;        // conditions at run time under which all this holds

  int axis(int index) const {  // its representative
    while (index >= 0 && axes[index].sameAs >= 0) index = axes[index].sameAs;
    return index;
  }
};

/// Does the name stand in the number, or in a part of it that is no polynomial?
bool mentionsName(const Polynomial& value, llvm::StringRef name);

/// Never negative, whatever its names stand for?
bool isNatural(const Polynomial& value, const TileProgram& program);
/// The number, with what the names of constants were given in their place.
Polynomial withMeanings(Polynomial value, const TileProgram& program);
/// Notes a variable that the program names, and whether it is never negative. Polynomials name variables of
/// one name alike: what holds of one of several is forgotten where it does not hold of all.
void note(const clang::VarDecl& variable, bool isNatural, TileProgram& program);
/// As source text with a sign: a place may be negative although what it is computed of is not.
std::string placeText(const Polynomial& value, const TileProgram& program);

/// Why a program is left as it is.
struct TileRefusal {
  const clang::Stmt* where = nullptr;
  std::string why;
};

}  // namespace appyl
