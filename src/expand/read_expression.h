// Expressions of the array language -> TileExpression. Calls are known by what they resolve to, not by how
// they are spelled; sizes and places become polynomials of the source's names.
#pragma once

#include "directive/source.h"
#include "expand/stable_names.h"

#include <map>
#include <memory>
#include <set>

namespace appyl {

class TileExpressionReader {
 public:
  TileExpressionReader(TileProgram& program, const Source& source) : program(program), source(source) {}

  /// nullopt: it is no expression that can be taken apart (`refusal` says why), or an error was reported.
  std::optional<TileExpression> read(const clang::Expr* expression);
  /// Two values of one lane, `x, y` of a call.
  std::optional<TileExpression> readPair(const clang::Expr* first, const clang::Expr* second);
  /// An integer: always a polynomial, of which a part that is none is a symbol of its own.
  /// `isPlace`: counters in it say where lanes begin.
  Polynomial readNumber(const clang::Expr* expression, bool isPlace = false);
  Extent readExtent(const clang::Expr* expression);

  /// Gives both one axis where each has more than one lane; an error where their sizes differ.
  bool align(LaneDimension& a, const LaneDimension& b, const clang::Expr* at);
  /// The dimensions of `b` aligned with the last ones of `a`.
  bool fit(std::vector<LaneDimension>& a, const std::vector<LaneDimension>& b, const clang::Expr* at);
  /// Gives the operand axes of its own where one of them is another dimension of `beside` than the one that
  /// it will be aligned with, `x[:, None] - x[None, :]`, or both are dimensions of one tile, `sum(x, 0) +
  /// sum(x, 1)`.
  void separate(const std::vector<LaneDimension>& beside, TileExpression& operand);
  bool shapesDiffer(const clang::Expr* at, const std::vector<LaneDimension>& a,
                    const std::vector<LaneDimension>& b);
  int addAxis(Extent size, int loop = -1);
  std::string sizeOf(const LaneDimension& dimension) const;
  /// As source text: `appyl::half` whatever that is here.
  std::string typeText(clang::QualType type) const;

  /// A number or an element that takes a value, as it is written.
  TileExpression placeOf(const clang::Expr* number) const;

  std::nullopt_t refuse(const clang::Stmt* where, std::string why);
  /// The operand is computed in float where another type asks for that.
  static void inFloat(TileExpression& expression, std::size_t operand);
  /// Does an operand's type depend on a template of which some instance computes with 2-byte types?
  bool isOpen(const TileExpression& expression) const;
  /// The operands from `first` on as the array language computes with them, in all instances alike: a
  /// bfloat16 in float, and of 2-byte types what stands beside another type.
  void inAnyInstance(TileExpression& expression, std::size_t first = 0) const;

  /// The value as text that a target of this type takes as one of its own: what is assigned.
  static void giveTypeFor(TileExpression& value, const TileExpression& target, const std::string& op);
  /// The value as text of its own type, where it stands alone.
  static void giveTypeAlone(TileExpression& value);

  std::optional<TileRefusal> refusal;
  std::map<const clang::VarDecl*, int> locals;
  std::map<const clang::VarDecl*, const clang::Expr*> aliases;  // `auto b = c(slice(i, B));`
  std::map<const clang::VarDecl*, int> counters;                // of TileProgram::loops, those around
  std::set<const clang::Expr*> understood;                      // mentions of counters in the places of lanes
  std::vector<MovedExpression> moved;
  const clang::Stmt* root = nullptr;              // what is read
  const clang::FunctionDecl* function = nullptr;  // around it, as it was written
  const clang::Expr* wholeValue = nullptr;        // of the statement
  bool keepsValues = true;                        // may what is needed several times be a value of its own?
  std::set<const clang::DeclRefExpr*> inlined;    // lambdas that were read in place of their calls
  std::set<const clang::Expr*> numbers;           // mentions of variables that are more than places
  std::vector<std::pair<int, TileExpression>>
      before;  // locals without a name that it needs, and their values

 private:
  TileProgram& program;
  Source source;
  int depth = 0;

  /// What a parameter or a local of a function of the program stands for.
  struct Scope;
  struct Bound {
    const clang::Expr* value = nullptr;
    const Scope* scope = nullptr;  // in which it is read; null: the program itself
    clang::QualType type;
    std::optional<TileExpression> kept;
  };
  struct Scope {
    std::map<const clang::VarDecl*, Bound> bound;
    bool isDependent = false;  // on the instance of a template in which it is called
  };
  std::vector<std::unique_ptr<Scope>> scopes;
  const Scope* scope = nullptr;  // of the function that is read; null: the program itself

  /// A part of a text, and the expression or the other text that stands for it.
  struct TextPart {
    clang::SourceRange range;
    const clang::Expr* expr = nullptr;
    std::string text;
  };

  static TileExpression converted(TileExpression value, const std::string& type, const std::string& written);
  /// The type of lanes that zeros<T>, full<T>, arange<T> make.
  void sayType(TileExpression& made, const clang::CallExpr* call) const;
  /// As text of its own type: always; where the operands beside it ask for it.
  static void giveType(TileExpression& value);
  void giveTypes(TileExpression& expression) const;
  bool isCountedUnsigned(const TileExpression& place) const;
  const clang::Expr* convertedCounter(const clang::Expr* expression) const;
  void compareUnsigned(TileExpression& comparison, const clang::CXXOperatorCallExpr& call) const;
  /// What is computed of places is counted as they are, so that its text may be of another type, too.
  static void keepPlaceType(TileExpression& result, std::size_t first = 0);
  static void wrap(TileExpression& expression, std::size_t operand, const std::string& open);
  static void roundToHalf(TileExpression& expression);
  const Bound* boundTo(const clang::Expr* expression) const;
  std::optional<TileExpression> readBound(const Bound& bound);
  TileExpression asType(TileExpression value, clang::QualType type, const clang::Expr* from) const;
  void banCounters(const clang::Expr* number);
  bool bind(Scope& inside, const clang::VarDecl* variable, const clang::Expr* value, const Scope* outside,
            const clang::Stmt* body);
  bool seeCaptures(const clang::CallExpr* call, const clang::CXXRecordDecl* lambda);
  int timesDeclared(const std::string& name) const;
  const clang::Expr* enter(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  std::optional<TileExpression> readHelper(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  bool foreignParts(const clang::Expr* expression, std::vector<TextPart>& parts);
  std::string textHere(const clang::Expr* expression);
  Polynomial readBoundNumber(const Bound& bound, bool isPlace);
  const clang::Expr* viewItself(const clang::Expr* view, const Scope*& around) const;
  bool nameView(TileExpression& element, const clang::Expr* view);
  Polynomial extentOf(const std::string& view, unsigned dimension);
  std::optional<TileExpression> readName(const Bound& bound);
  std::optional<TileExpression> readScalar(const clang::Expr* expression);
  std::optional<TileExpression> readElement(const clang::CXXOperatorCallExpr* call);
  std::optional<TileExpression> elementOf(TileExpression block, const clang::CXXOperatorCallExpr* call);
  bool keepsValue(const clang::VarDecl* variable) const;
  bool changesPlaces(const clang::Expr* index);
  bool readSubscript(TileExpression& element, const clang::Expr* index, int dimension);
  bool readSlice(TileExpression& element, const clang::Expr* index, const Polynomial& extent);
  bool placeGather(TileExpression& element, const std::vector<const clang::Expr*>& indices);
  std::optional<TileExpression> readView(const clang::Expr* view);
  bool movesPlace(const TileExpression& place, const clang::Expr* number, bool isTaken,
                  clang::QualType type) const;
  TileExpression::TextType placeType(clang::QualType type, bool isDependent) const;
  bool inTemplate() const { return function && function->isDependentContext(); }
  bool fills(TileExpression& other, const TileExpression& block, const clang::Expr* written);
  std::optional<TileExpression> readOperator(const clang::CXXOperatorCallExpr* call);
  std::optional<TileExpression> readCall(const clang::CallExpr* call);
  std::optional<TileExpression> readFunctionOfC(const clang::CallExpr* call);
  std::optional<TileExpression> readLaneFunction(const clang::CallExpr* call, const std::string& name,
                                                 const std::string& form);
  std::optional<TileExpression> readWhere(const clang::CallExpr* call);
  std::optional<TileExpression> readExtreme(const clang::CallExpr* call, const std::string& name);
  std::optional<TileExpression> readCast(const clang::CallExpr* call);
  std::optional<TileExpression> readMap(const clang::CallExpr* call);
  std::optional<TileExpression> readAtomic(const clang::CallExpr* call, const std::string& name);
  std::optional<TileExpression> combine(const clang::Expr* at, std::vector<std::string> pieces,
                                        std::vector<TileExpression> operands);
  std::optional<TileExpression> combine(const clang::Expr* at, std::vector<std::string> pieces,
                                        const std::vector<const clang::Expr*>& operands);
  std::optional<TileExpression> readMade(const clang::CallExpr* call, const std::string& name);
  std::optional<TileExpression> readFold(const clang::CallExpr* call, const std::string& name);
  std::optional<std::size_t> readAxis(const clang::Expr* argument,
                                      const std::vector<LaneDimension>& dimensions);
  /// What a tile is that never gets another value.
  const TileExpression& known(const TileExpression& expression);
  std::optional<TileExpression> readRunning(const clang::CallExpr* call);
  std::optional<TileExpression> readDot(const clang::CallExpr* call);
  std::optional<TileExpression> readTransposed(const clang::CallExpr* call);
  std::optional<TileExpression> readReshaped(const clang::CallExpr* call);
  std::optional<TileExpression> inOtherShape(TileExpression operand, const clang::CallExpr* call);
  /// The value as a tile of its own, which is whole before the statement computes anything.
  std::optional<TileExpression> keep(TileExpression value, const clang::Expr* at);
  std::optional<TileExpression> keepNumber(TileExpression value);
  std::optional<TileExpression> readLoad(const clang::CallExpr* call);

  bool isConditional(const clang::Expr* part, const clang::Expr* whole) const;
  bool isHarmless(const clang::Expr* expression) const;
  bool wrapsAround(const clang::Expr* expression) const;
  void separateFactors(const TileExpression& a, TileExpression& b);
  void giveOwn(TileExpression& expression, int axis);
  bool isOfTile(const LocalTile& tile, int axis) const;
  /// What is folded is used up: the lanes of a tile that is kept are not those of its sum.
  void separateFolded(TileExpression& fold);
  void rename(TileExpression& expression, int axis, int to) const;
  bool mentionsDependent(const clang::Stmt* statement) const;
  void remember(const clang::Expr* number);
};

}  // namespace appyl
