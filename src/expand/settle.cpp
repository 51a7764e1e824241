#include "expand/settle.h"

#include "support/names.h"
#include "support/operands.h"

#include <algorithm>
#include <set>

namespace appyl {
namespace {

enum class Trust {
  Cautious,  // what reaches ahead of its loop is not taken to lie inside its array
  Usual,
  Inside,  // neither is what inner loops reach decided for each of their steps
  Short,   // arrays may end within slices that begin at the same place in every program
};

enum class MayCheck { No, Yes };  // at run time, in front of the program

class Settler {
 public:
  Settler(TileProgram& program, const ProgramNames& names, Trust trust)
      : program(program), names(names), trust(trust) {}

  bool isContradiction = false;  // what makes it refuse
  bool leavesClips = false;      // to be decided for each block
  bool movesClips = false;       // out of inner loops
  bool endsInSlices = false;     // that begin at the same place in every program

  std::optional<TileRefusal> run() {
    for (TileLoop& loop : program.loops)
      loop.perElement &= isInvariant(loop.lower) && isInvariant(loop.upper);
    findSeenPastEnd();
    for (TileStatement& statement : program.statements) {
      at = statement.stmt;
      here = statement.loop;
      for (auto* part : {&statement.target, &statement.value, &statement.mask})
        if (*part) settle(**part);
      const bool isLocal = statement.target && statement.target->kind == TileExpression::Kind::Local;
      const bool isKept = statement.kind == TileStatement::Kind::Declare || (isLocal && statement.op == "=");
      if (isKept && statement.value) requireEverywhere(*statement.value);
      if (statement.kind != TileStatement::Kind::Assign) continue;
      // What is stored has the lanes that both sides have.
      for (std::size_t k = 0; k < statement.target->dimensions.size(); ++k) {
        LaneDimension both = originalOf(statement.target->dimensions[k]);
        const auto& value = statement.value->dimensions;
        const std::size_t fromEnd = statement.target->dimensions.size() - k;
        if (fromEnd <= value.size() && statement.target->kind == TileExpression::Kind::Element) {
          const LaneDimension other = originalOf(value[value.size() - fromEnd]);
          if (other.isKnown)  // a tile that no step of an inner loop has changed still has all of its lanes
            both.clips.insert(both.clips.end(), other.clips.begin(), other.clips.end());
        }
        if (statement.target->kind == TileExpression::Kind::Element) requireExact(both);
      }
    }
    requireWholeUpdates();
    for (LocalTile& local : program.locals)
      for (LaneDimension& dimension : local.dimensions) {
        settle(dimension);
        for (const Clip& clip : dimension.clips)
          if (names.change(clip.start) || names.change(clip.extent))
            refuse("which lanes of '" + local.name + "' exist depends on what changes while it lives");
      }
    for (const TileAssumption& each : program.assumptions) {
      at = each.where;
      if (isInvariant(each.left) && isInvariant(each.right))
        add({each.text});
      else if (isInvariant(withMeanings(each.left, program)) &&
               isInvariant(withMeanings(each.right, program)))
        add({inNamesOfFront(each.text)});
      else
        refuse("'" + each.text + "' is not certain");
    }
    refuseContradictions();
    for (const Check& each : checks) {
      const bool isImplied = std::any_of(checks.begin(), checks.end(), [&](const Check& other) {
        return &other != &each && implies(other, each);
      });
      if (!isImplied) add(each.relaxed.text.empty() ? ConditionText{each.text} : each.relaxed);
    }
    for (const std::string& each : ends) add({each, /*isChoice=*/true});
    return refusal;
  }

 private:
  TileProgram& program;
  const ProgramNames& names;
  Trust trust;
  const clang::Stmt* at = nullptr;
  int here = -1;  // the innermost loop around
  std::optional<TileRefusal> refusal;

  /// `room` is not negative, or zero.
  struct Check {
    Polynomial room;
    bool equality = false;
    std::string text;
    ConditionText relaxed;  // if there is one, it is checked in place of the text
    Polynomial known = {};  // `room` by what is known of its names
  };
  std::vector<Check> checks;
  std::vector<std::string> ends;  // where several arrays may be the one that ends with the loop
  std::vector<std::pair<const LaneDimension*, LaneDimension>> originals;

  void check(const Polynomial& room, const std::string& text, bool equality = false,
             const ConditionText& relaxed = {}) {
    for (const Check& known : checks)
      if (known.room == room && known.equality == equality) return;
    checks.push_back({room, equality, text, relaxed, withMeanings(room, program)});
  }

  static bool implies(const Check& stronger, const Check& weaker) {
    if (weaker.equality) return false;
    const auto difference = minus(weaker.room, stronger.room).constant();
    return difference && (*difference > 0 || (*difference == 0 && stronger.equality));
  }

  /// Two numbers that are not negative, or zero, together: never where they add up to less than nothing.
  static bool exclude(const Check& one, const Check& other) {
    const auto total = appyl::add(one.known, other.known).value_or(Polynomial::symbol("?")).constant(),
               difference = minus(one.known, other.known).constant();
    if (total && (*total < 0 || (*total > 0 && one.equality && other.equality))) return true;
    return difference && ((*difference < 0 && other.equality) || (*difference > 0 && one.equality));
  }

  /// A check that no array satisfies is useless: the loops would never run.
  void refuseContradictions() {
    for (const Check& one : checks)
      for (const Check& other : checks) {
        if (!exclude(one, other)) continue;
        at = nullptr;
        isContradiction = true;
        return refuse(&one == &other ? "'" + one.text + "' never holds"
                                     : "'" + one.text + "' and '" + other.text + "' never hold together");
      }
  }

  void add(const ConditionText& condition) {
    if (std::find(program.checks.begin(), program.checks.end(), condition) == program.checks.end())
      program.checks.push_back(condition);
  }

  bool isInvariant(const Polynomial& value) const {
    return !names.change(value) &&
           llvm::none_of(names.declared, [&](const std::string& name) { return mentionsName(value, name); });
  }

  /// The condition in front of the program, where names of its constants stand for what they were given.
  std::string inNamesOfFront(std::string text) const {
    constexpr int mostSteps = 4;
    for (int step = 0; step < mostSteps; ++step)
      for (const auto& [name, meaning] : program.meanings)
        text = replaceWord(text, name, asOperand(print(meaning)));
    return text;
  }

  static Polynomial minus(const Polynomial& a, const Polynomial& b) {
    return subtract(a, b).value_or(Polynomial::symbol("?"));
  }
  static bool isUsable(const Polynomial& value) { return !value.mentions("?"); }

  const TileLoop* loopOf(const LaneDimension& dimension) const {
    const int axis = program.axis(dimension.axis);
    if (axis < 0 || program.axes[axis].isMixed || program.axes[axis].loop < 0) return nullptr;
    const TileLoop& loop = program.loops[program.axes[axis].loop];
    return isInvariant(loop.lower) && isInvariant(loop.upper) ? &loop : nullptr;
  }

  /// Of a clip whose slice starts at the loop's counter plus an offset: how much further than the loop the
  /// array goes.
  std::optional<Polynomial> room(const Clip& clip, const TileLoop& loop) const {
    const auto offset = subtract(clip.start, Polynomial::symbol(loop.counter->getNameAsString()));
    if (!offset || !isInvariant(*offset) || !isInvariant(clip.extent)) return std::nullopt;
    const Polynomial first = minus(loop.lower, minus(Polynomial(0), *offset));
    if (isNegative(first)) return std::nullopt;
    return minus(minus(clip.extent, *offset), loop.upper);
  }

  /// Does the clip hold for all lanes, or for those before the loop's end? Then it is dropped.
  bool isDropped(const Clip& clip, LaneDimension& dimension) {
    const TileLoop* loop = loopOf(dimension);
    if (loop && (endsWith(clip, *loop) || (trust == Trust::Inside && endsInside(clip, *loop)))) {
      dimension.isBounded = true;
      return true;
    }
    const bool isCertain = isInside(clip);
    leavesClips |= !isCertain;
    return isCertain;
  }

  /// The slice starts somewhere else in each step of inner loops: of all these places, the first and the
  /// last.
  bool endsInside(const Clip& clip, const TileLoop& loop) {
    Clip first = clip, last = clip;
    for (int number = here; number >= 0 && &program.loops[number] != &loop;
         number = program.loops[number].parent)
      if (!takeFarthest(first.start, program.loops[number], false) ||
          !takeFarthest(last.start, program.loops[number], true))
        return false;
    if (first.start == last.start || !endsWith(first, loop) || !endsWith(last, loop)) return false;
    return movesClips = true;
  }

  /// Puts the first or the last value in place of the loop's counter, so that `place` is the least or the
  /// greatest that it becomes in the loop.
  static bool takeFarthest(Polynomial& place, const TileLoop& loop, bool isGreatest) {
    const std::string counter = loop.counter ? loop.counter->getNameAsString() : "";
    if (counter.empty() || !mentionsName(place, counter)) return true;
    const auto factor = place.coefficient(counter);
    if (!factor || !factor->isConstant() || !loop.goesUp || !isShort(loop)) return false;
    const bool takesLast = (*factor->constant() > 0) == isGreatest;
    place = place.substitute(counter, takesLast ? minus(loop.upper, Polynomial(1)) : loop.lower);
    return true;
  }

  static bool isNegative(const Polynomial& value) { return value.isConstant() && *value.constant() < 0; }

  static bool isShort(const TileLoop& loop) {
    constexpr std::int64_t few = 16;
    const auto steps = minus(loop.upper, loop.lower).constant();
    return steps && *steps <= few;
  }

  bool endsWith(const Clip& clip, const TileLoop& loop) {
    const auto left = room(clip, loop);
    if (!left || !isUsable(*left) || isNegative(*left)) return false;
    const auto first = subtract(clip.start, Polynomial::symbol(loop.counter->getNameAsString()));
    const auto begin = appyl::add(*first, loop.lower);
    if (!begin || isNegative(*begin)) return false;
    if (trust == Trust::Cautious && !left->isConstant() && *first != Polynomial(0)) return false;
    if (!isNatural(*begin, program)) check(*begin, "0 <= " + placeText(*begin, program));
    if (!left->isConstant())
      check(*left,
            placeText(minus(loop.upper, minus(Polynomial(), *first)), program) + " <= " + print(clip.extent));
    return true;
  }

  /// Of fewer lanes than this a thread keeps its own in registers, and their number wants to be constant.
  static constexpr std::int64_t manyLanes = 32;

  bool isInside(const Clip& clip) {
    if (!isInvariant(clip.start) || !isInvariant(clip.extent) || !isInvariant(clip.size.value)) return false;
    const auto end = appyl::add(clip.start, clip.size.value);
    if (!end) return false;
    const Polynomial left = minus(clip.extent, *end);
    if (!isUsable(left) || isNegative(left) || isNegative(clip.start)) return false;
    if (trust == Trust::Short && !left.isConstant() && clip.size.value.constant().value_or(0) >= manyLanes) {
      endsInSlices = true;
      return false;
    }
    if (!isNatural(clip.start, program)) check(clip.start, "0 <= " + placeText(clip.start, program));
    if (!left.isConstant())
      check(left,
            (end->isConstant() && clip.start == Polynomial(0) ? clip.size.text : placeText(*end, program)) +
                " <= " + print(clip.extent));
    return true;
  }

  void settle(LaneDimension& dimension) {
    originals.push_back({&dimension, dimension});
    std::vector<Clip> left;
    for (const Clip& clip : dimension.clips)
      if (!isDropped(clip, dimension)) left.push_back(clip);
    dimension.clips = left;
    const TileLoop* loop = dimension.isBounded && !dimension.isKnown ? loopOf(dimension) : nullptr;
    if (loop && !loop->perElement && left.empty()) {
      // Which of its values it has does not matter where nothing sees those behind the end, or all are whole.
      if (seesPastEnd(*loop)) addDivides(*loop), dimension.isBounded = false;
      dimension.isKnown = true;
    }
    if (!dimension.isKnown && !left.empty())
      refuse("which lanes of a tile exist changes with the blocks that it was made of");
    if (left.empty() && !dimension.isBounded) dimension.isKnown = true;  // all of them
  }

  LaneDimension originalOf(const LaneDimension& dimension) const {
    for (const auto& [settled, original] : originals)
      if (settled == &dimension) return original;
    return dimension;
  }

  void settle(TileExpression& expression) {
    for (LaneDimension& each : expression.dimensions) settle(each);
    for (LaneDimension& each : expression.folded) {
      const LaneDimension original = each;
      settle(each);
      requireExact(original);
      if (!each.isKnown) refuse("a sum along lanes of which some may not exist");
    }
    for (const LaneDimension& each : expression.whole) requireWhole(each);
    llvm::erase_if(expression.guards, [&](const Clip& clip) {
      LaneDimension single;
      return isInsideAlways(clip, MayCheck::No) || isDropped(clip, single);
    });
    for (TileExpression& each : expression.operands) settle(each);
  }

  /// Of what a tile is made of: it exists in every step of the loops around.
  void requireEverywhere(TileExpression& value) {
    for (const Clip& clip : value.guards)
      if (!isInsideAlways(clip)) return refuse("a tile that does not exist everywhere");
    value.guards.clear();
  }

  /// All lanes exist, in every step of the loop.
  void requireWhole(const LaneDimension& dimension) {
    if (!dimension.isKnown)
      return refuse("lanes of which some may not exist, in a 'reshape' or under a mask");
    for (const Clip& clip : dimension.clips) {
      const TileLoop* loop = loopOf(dimension);
      if (loop && endsWith(clip, *loop))
        addDivides(*loop);
      else if (!isInside(clip) && !isInsideAlways(clip))
        refuse("lanes of which some may not exist, in a 'reshape' or under a mask");
    }
  }

  void addDivides(const TileLoop& loop) {
    if (const auto condition = divides(loop))
      add({*condition});
    else
      refuse("whether all blocks of '" + loop.counter->getNameAsString() + "' are whole is found out inside");
  }

  /// The condition for the loop's blocks to be whole; nullopt: their size is declared inside the program.
  std::optional<std::string> divides(const TileLoop& loop) const {
    const bool isKnownInFront = llvm::none_of(
        names.declared, [&](const std::string& name) { return holdsWord(loop.step.text, name); });
    const auto size = loop.step.value.constant();
    if (!isKnownInFront && !size) return std::nullopt;
    return asOperand(print(minus(loop.upper, loop.lower))) + " % " +
           (isKnownInFront ? loop.step.factor() : std::to_string(*size)) + " == 0";
  }

  /// Likewise, if longer arrays do not matter then.
  std::optional<std::string> endsWhole(const TileLoop& loop) const {
    const bool isKnown = minus(loop.upper, loop.lower).isConstant();
    return loop.step.isConstant && !isKnown ? divides(loop) : std::nullopt;
  }

  /// In the first steps of the loops around and in the last ones, which are whole: x(slice(2 * i, 64)).
  bool isInsideAlways(const Clip& clip, MayCheck mayCheck = MayCheck::Yes) {
    Polynomial least = clip.start, most = clip.start;
    std::vector<const TileLoop*> around;
    for (int number = here; number >= 0; number = program.loops[number].parent) {
      const TileLoop& loop = program.loops[number];
      const std::string counter = loop.counter ? loop.counter->getNameAsString() : "";
      if (counter.empty() || !mentionsName(clip.start, counter)) continue;
      const auto factor = clip.start.coefficient(counter);
      if (!factor || !factor->isConstant() || !(loop.steps || loop.countsOnes) || !isInvariant(loop.lower) ||
          !isInvariant(loop.upper))
        return false;
      const Polynomial last = minus(loop.upper, loop.steps ? loop.step.value : Polynomial(1));
      const bool isRising = *factor->constant() > 0;
      least = least.substitute(counter, isRising ? loop.lower : last);
      most = most.substitute(counter, isRising ? last : loop.lower);
      if (loop.steps) around.push_back(&loop);
    }
    const auto end = appyl::add(most, clip.size.value);
    const Polynomial left = end ? minus(clip.extent, *end) : Polynomial::symbol("?");
    if (!isUsable(left) || !isUsable(least) || !isInvariant(left) || !isInvariant(least)) return false;
    if (isNegative(least) || isNegative(left)) return false;
    const bool isCertain = around.empty() && isNatural(least, program) && left.isConstant();
    if (isCertain || mayCheck == MayCheck::No) return isCertain;
    for (const TileLoop* loop : around) addDivides(*loop);
    if (!isNatural(least, program)) check(least, "0 <= " + placeText(least, program));
    if (!left.isConstant()) check(left, placeText(*end, program) + " <= " + print(clip.extent));
    return true;
  }

  /// A local tile may have lanes past the end of the loop. What is assigned to these lanes is computed only
  /// where the arrays end with the loop; otherwise a later statement would miss it: `t += a(slice(i, B));` in
  /// front of `sum(t)`.
  void requireWholeUpdates() {
    for (const TileStatement& statement : program.statements) {
      if (statement.kind != TileStatement::Kind::Assign ||
          statement.target->kind != TileExpression::Kind::Local)
        continue;
      at = statement.stmt;
      const std::vector<int>& axes = statement.target->localAxes;
      for (const LaneDimension& each : statement.value->dimensions)
        for (std::size_t k = 0; k < axes.size(); ++k)
          if (program.axis(each.axis) == program.axis(axes[k]) &&
              seenPastEnd.count({statement.target->local, k}))
            requireExact(originalOf(each));
    }
  }

  std::set<std::pair<int, std::size_t>> seenPastEnd;  // locals, and which of their dimensions

  void findSeenPastEnd() {
    std::size_t before;
    do {
      before = seenPastEnd.size();
      for (const TileStatement& statement : program.statements) {
        std::set<int> ending;  // axes
        if (statement.target && statement.target->kind == TileExpression::Kind::Element)
          addEnding(statement.target->dimensions, ending);
        if (statement.target && statement.target->kind == TileExpression::Kind::Local)
          addUnseen(statement.target->local, statement.target->localAxes, ending);
        if (statement.declares >= 0) addUnseen(statement.declares, axesOf(statement.declares), ending);
        for (const auto* part : {&statement.target, &statement.value, &statement.mask})
          if (*part) findSeenIn(**part, ending, part == &statement.target);
      }
      for (std::size_t local = 0; local < program.locals.size(); ++local)
        for (const TileExpression& value : program.locals[local].always) {
          std::set<int> ending;
          addUnseen(static_cast<int>(local), axesOf(static_cast<int>(local)), ending);
          findSeenIn(value, ending);
        }
    } while (seenPastEnd.size() != before);
  }

  /// Does anything see lanes of a tile between the steps of the loop that are behind its end?
  bool seesPastEnd(const TileLoop& loop) const {
    return llvm::any_of(seenPastEnd, [&](const auto& seen) {
      const int axis = program.axis(program.locals[seen.first].dimensions[seen.second].axis);
      return axis >= 0 && program.axes[axis].loop >= 0 && &program.loops[program.axes[axis].loop] == &loop;
    });
  }

  std::vector<int> axesOf(int local) const {
    std::vector<int> axes;
    for (const LaneDimension& each : program.locals[local].dimensions) axes.push_back(each.axis);
    return axes;
  }

  /// The dimensions whose lanes `requireExact` ends with their loop.
  void addEnding(const std::vector<LaneDimension>& dimensions, std::set<int>& ending) const {
    for (const LaneDimension& each : dimensions) {
      const LaneDimension original = originalOf(each);
      const TileLoop* loop = original.isKnown ? loopOf(original) : nullptr;
      if (loop && llvm::any_of(original.clips, [&](const Clip& clip) { return roomToEnd(clip, *loop); }))
        ending.insert(program.axis(each.axis));
    }
  }

  void addUnseen(int local, const std::vector<int>& axes, std::set<int>& ending) const {
    for (std::size_t k = 0; k < axes.size(); ++k)
      if (!seenPastEnd.count({local, k})) ending.insert(program.axis(axes[k]));
  }

  void findSeenIn(const TileExpression& expression, std::set<int> ending, bool isTarget = false) {
    addEnding(expression.folded, ending);
    if (expression.kind == TileExpression::Kind::Local && !isTarget)
      for (std::size_t k = 0; k < program.locals[expression.local].dimensions.size(); ++k)
        if (expression.isReshaped || k >= expression.localAxes.size() ||
            !ending.count(program.axis(expression.localAxes[k])))
          seenPastEnd.insert({expression.local, k});
    for (const TileExpression& each : expression.operands) findSeenIn(each, ending);
  }

  /// How much further than the loop the array goes. nullopt: that is decided for each block.
  std::optional<Polynomial> roomToEnd(const Clip& clip, const TileLoop& loop) const {
    const auto left = room(clip, loop);
    if (!left || !isUsable(*left)) return std::nullopt;
    const bool isAhead = clip.start != Polynomial::symbol(loop.counter->getNameAsString());
    return trust == Trust::Cautious && !left->isConstant() && isAhead ? std::nullopt : left;
  }

  /// The lanes end where the loop ends, and not later.
  void requireExact(const LaneDimension& dimension) {
    const TileLoop* loop = loopOf(dimension);
    if (!loop || dimension.clips.empty()) return;
    // The first one is that of what is stored; the one that reaches farthest ahead ends first.
    struct End {
      Polynomial room;
      std::string isThere, isNotBefore;
    };
    std::vector<End> candidates;
    std::int64_t farthest = 0;
    for (const Clip& clip : dimension.clips) {
      const auto left = roomToEnd(clip, *loop);
      if (!left) continue;
      if (left->isConstant() && *left->constant() <= 0) return;  // it does
      const auto offset = subtract(clip.start, Polynomial::symbol(loop->counter->getNameAsString()));
      const std::int64_t ahead = offset->constant().value_or(0);
      const std::string end = placeText(minus(loop->upper, minus(Polynomial(), *offset)), program);
      const End next{*left, print(clip.extent) + " == " + end, end + " <= " + print(clip.extent)};
      if (candidates.empty())
        candidates.push_back(next);
      else if (ahead > farthest)
        candidates.resize(1), candidates.push_back(next);
      farthest =
          candidates.size() == 1 && &clip == &dimension.clips.front() ? ahead : std::max(farthest, ahead);
    }
    if (candidates.empty()) {  // a sum of shifted slices goes on past the end of the loop
      program.loops[program.axes[program.axis(dimension.axis)].loop].perElement = false;
      leavesClips = true;
    }
    const auto whole = endsWhole(*loop);
    if (candidates.size() == 1)
      check(candidates[0].room, candidates[0].isThere, /*equality=*/true,
            whole ? ConditionText{*whole + " ? " + candidates[0].isNotBefore + " : " + candidates[0].isThere,
                                  /*isChoice=*/true}
                  : ConditionText());
    else if (!candidates.empty())
      ends.push_back((whole ? *whole + " || " : "") + candidates[0].isThere + " || " + candidates[1].isThere);
  }

  void refuse(const std::string& why) {
    if (!refusal) refusal = TileRefusal{at, why};
  }
};

}  // namespace

std::optional<TileRefusal> settleLanes(TileProgram& program, const ProgramNames& names) {
  TileProgram cautious = program;
  Settler settler(program, names, Trust::Usual);
  auto refusal = settler.run();
  if (!refusal || !settler.isContradiction) return refusal;
  program = std::move(cautious);
  return Settler(program, names, Trust::Cautious).run();
}

std::optional<TileProgram> settledInside(TileProgram program, const ProgramNames& names) {
  Settler settler(program, names, Trust::Inside);
  if (settler.run() || !settler.movesClips || settler.leavesClips) return std::nullopt;
  return program;
}

std::optional<TileProgram> settledForShort(TileProgram program, const ProgramNames& names) {
  Settler settler(program, names, Trust::Short);
  if (settler.run() || !settler.endsInSlices) return std::nullopt;
  return program;
}

}  // namespace appyl
