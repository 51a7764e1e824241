// The lanes of expressions, and the loops over them, as text. A number that several lanes share, a sum along
// a row, is computed in the outermost loop in which all that it needs is known.
#pragma once

#include "directive/source.h"
#include "expand/tile_program.h"
#include "nest/ast/source_ranges.h"

#include <functional>
#include <map>

namespace appyl {

struct TileWriting {
  Source source;
  std::set<std::string>& names;  // taken
};

/// Lines of code with their braces.
class Lines {
 public:
  void line(const std::string& text) {
    ++opened.back().statements;
    add(text);
  }
  /// In front of a loop: `#pragma parallel`.
  void directive(const std::string& text) {
    opened.back().beginsWithDirective |= result.size() == opened.back().begin;
    add(text);
  }
  void openIf(const std::string& text) {
    ++opened.back().statements;
    open(text);
  }
  void openLoop(const std::string& text) {
    ++opened.back().loops;
    open(text);
  }
  /// One line needs no braces.
  void close() {
    const Block inside = opened.back();
    opened.pop_back();
    if (llvm::StringRef(result).substr(inside.begin).count('\n') == 1 && !inside.beginsWithDirective)
      result.erase(inside.begin - 3, 2);  // before the end of the line
    else
      add("}");
  }
  int count() const { return static_cast<int>(std::count(result.begin(), result.end(), '\n')); }
  /// Are they one loop, with a directive in front of it, and nothing else?
  bool areOneDirectedLoop() const {
    const Block& all = opened.front();
    return all.beginsWithDirective && all.loops == 1 && all.statements == 0;
  }

  std::string result;

 private:
  struct Block {
    std::size_t begin = 0;
    bool beginsWithDirective = false;
    int loops = 0, statements = 0;  // without those inside of others
  };
  std::vector<Block> opened{Block()};  // the first one is all of them

  void add(const std::string& text) { result += std::string(2 * (opened.size() - 1), ' ') + text + "\n"; }
  void open(const std::string& text) {
    add(text + " {");
    opened.push_back({result.size(), false, 0, 0});
  }
};

/// What stands in front of loops over lanes.
struct LaneDirective {
  bool isParallel = false;  // `#pragma parallel`
  /// ` reduction(+:total)`, of the first loop; where it is not parallel, of loops that a directive asks for.
  std::string reductions;
  std::string block = {};  // of the first loop, which is sequential: ` block(32)`
};

class LaneWriter {
 public:
  LaneWriter(const TileProgram& program, const TileWriting& writing);

  /// A loop that a directive asks for, in place of one over the lanes.
  struct Asked {
    const TensorDimension* dimension = nullptr;
    std::string name;
    std::string first, end;  // where it is a part of the dimension: from here to there
  };
  std::map<int, Asked> asked;  // by axis
  std::string unchecked;       // what a `parallel` of ours says, too
  std::set<int> bounded;       // loops whose number of lanes is wanted at the start of their body
  std::set<std::string> made;  // names of ours
  /// Sums that what they are assigned to adds up: what they have no lanes for adds nothing.
  std::set<const TileExpression*> addedUp;
  std::set<const TileExpression*> once;  // numbers that are computed before all lanes

  /// The expression in the current lane, `a(i, lane) * 2`.
  std::string lane(const TileExpression& expression);
  /// The name of a tile that the program keeps.
  std::string nameOf(int local);
  /// `[i_in][lane]`.
  std::string placeIn(const std::vector<LaneDimension>& dimensions) const;
  /// As source text that means the right type in every instance of a template.
  std::string typeOf(const TileExpression& expression);
  /// Conditions under which a statement does anything, whichever the lane; `condition`: all of them, empty
  /// where there are none.
  std::vector<std::string> guardsOf(const TileExpression& expression) const;
  std::string condition(const std::vector<const TileExpression*>& expressions) const;

  /// The lanes of `dimensions`, one loop in another; folds in `used` are computed as far outside as their
  /// lanes allow. `directive` stands before each loop, one with reductions before the first.
  void loops(Lines& out, const std::vector<LaneDimension>& dimensions,
             const std::vector<const TileExpression*>& used, const LaneDirective& directive,
             const std::function<void()>& innermost);
  /// Computes, once for all lanes, the numbers in the expression whose computation has side effects.
  void makeChanges(Lines& out, const TileExpression& expression);
  /// Computes those of `once` that are in the expression.
  void findOutOnce(Lines& out, const TileExpression& expression);
  /// Computes the folds in the expression, where all lanes that these need are known.
  void folds(Lines& out, const TileExpression& expression);

  /// Has the dimension a loop of its own? Otherwise it is a single lane, or the loop around goes along it.
  bool isLane(const LaneDimension& dimension) const;
  /// `i_size`: how many lanes the step of the loop has.
  std::string laneCount(int loop);
  std::string fresh(const std::string& wanted);

  /// `to op= from;` of a target and a value. What has 2 bytes is computed in float beside another type, a
  /// bfloat16 always.
  std::string update(const TileExpression& target, const std::string& op, const std::string& from,
                     const TileExpression& value);
  /// `x + y` for `(x + y)`.
  static std::string withoutParentheses(std::string text);

 private:
  const TileProgram& program;
  const TileWriting& writing;
  const std::set<std::string> naturalCounters;          // names that are never negative
  std::map<int, Polynomial> bound;                      // the lane where one is, by axis
  std::map<const TileExpression*, std::string> values;  // what has been computed, by name
  std::map<int, std::string> counts;                    // of lanes, by loop
  std::map<int, std::string> unnamed;                   // what tiles without a declaration are called

  struct Bounds {
    std::string first, end;
  };
  /// What `loops` is asked for.
  struct LaneLoops {
    const std::vector<LaneDimension>& dimensions;
    const std::vector<const TileExpression*>& used;
    LaneDirective directive;
    const std::function<void()>& innermost;
  };

  static std::string update(const std::string& to, const std::string& type, const std::string& op,
                            const std::string& from, const std::string& ofValue);
  std::string addUp(const TileExpression& fold, const std::string& name, const std::string& type);

  bool isType = false;  // what is written is never computed: any lane will do

  std::string anyLane(const TileExpression& expression);
  Polynomial laneOf(int axis) const;
  Polynomial placeOf(const TileExpression::Subscript& subscript) const;
  std::string placeInOrder(const TileExpression& reshaped) const;
  bool standsAlone(const TileExpression& expression, std::size_t number) const;
  bool mayBeNegative(const Polynomial& value) const;
  static bool isFoundOutOnce(const TileExpression& expression);
  bool isPlain(const TileExpression& fold) const;
  std::vector<std::string> guardsInside(const TileExpression& fold) const;
  void addGuards(std::vector<std::string>& conditions, const std::vector<Clip>& guards,
                 const std::vector<LaneDimension>& dimensions) const;
  void addGuard(std::vector<std::string>& conditions, const Polynomial& place,
                const Polynomial& extent) const;
  bool allBound(const TileExpression& expression) const;
  bool allBoundExcept(const TileExpression& expression, const std::vector<LaneDimension>& folded) const;
  Bounds boundsOf(Lines& out, const LaneDimension& dimension);
  void loops(Lines& out, const LaneLoops& lanes, std::size_t number);
  void running(Lines& out, const LaneLoops& lanes, const TileExpression& expression);
  void askedLoop(Lines& out, const Asked& wanted, const LaneLoops& lanes, std::size_t number);
  void inside(Lines& out, int axis, const Polynomial& lane, const std::function<void()>& body);
  bool goesAlongRows(const TileExpression& fold) const;
  void findOut(Lines& out, const TileExpression& number);
  bool isMatrixProduct(const TileExpression& fold) const;
  void fold(Lines& out, const TileExpression& expression);
  static std::string identityOf(const TileExpression& fold, const std::string& type);
};

}  // namespace appyl
