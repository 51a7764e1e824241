#include "expand/match_dimensions.h"

#include "nest/scev/scalar_evolution.h"

#include <map>

namespace appyl {
namespace {

using namespace clang;

struct Candidate {
  int axis = -1;
  std::vector<Polynomial> firsts, ends;  // of the slices along it
  bool isFolded = false;
};

class Matcher {
 public:
  Matcher(const TileProgram& program, TileStatement& statement) : program(program) {
    if (statement.target)
      for (const LaneDimension& each : statement.target->dimensions) add(each.axis, false);
    addFolded(*statement.value);
    if (statement.mask) addFolded(*statement.mask);
    for (const auto* part : {&statement.target, &statement.value, &statement.mask})
      if (*part) note(**part);
  }

  std::vector<Candidate> candidates;  // the result's, then those that are summed

 private:
  const TileProgram& program;

  void add(int axis, bool isFolded) {
    axis = program.axis(axis);
    if (axis >= 0 && !find(axis)) candidates.push_back({axis, {}, {}, isFolded});
  }

  Candidate* find(int axis) {
    for (Candidate& each : candidates)
      if (each.axis == axis) return &each;
    return nullptr;
  }

  void addFolded(const TileExpression& expression) {
    for (const LaneDimension& each : expression.folded) add(each.axis, true);
    for (const TileExpression& each : expression.operands) addFolded(each);
  }

  void note(const TileExpression& expression) {
    for (const LaneDimension& each : expression.dimensions) note(each);
    for (const TileExpression& each : expression.operands) note(each);
  }

  void note(const LaneDimension& dimension) {
    Candidate* candidate = find(program.axis(dimension.axis));
    if (!candidate) return;
    for (const Clip& clip : dimension.clips) {
      candidate->firsts.push_back(clip.start);
      candidate->ends.push_back(appyl::add(clip.start, clip.size.value).value_or(Polynomial::symbol("?")));
    }
    if (!dimension.clips.empty()) return;
    candidate->firsts.push_back(Polynomial(0));
    candidate->ends.push_back(program.axes[candidate->axis].size.value);
  }
};

std::string listed(const std::vector<Candidate>& candidates) {
  std::set<std::string> bounds;
  std::string text;
  for (const Candidate& candidate : candidates)
    for (const Polynomial& end : candidate.ends)
      if (bounds.insert(print(end)).second) text += (text.empty() ? "'" : ", '") + print(end) + "'";
  return text.empty() ? "none" : text;
}

}  // namespace

bool matchDimensions(const TileProgram& program, TileStatement& statement, TileExpressionReader& numbers,
                     std::int64_t blockSize, const ASTContext& context, Diagnostics& diags) {
  const std::vector<Candidate> candidates = Matcher(program, statement).candidates;
  std::map<int, std::string> taken;  // by what
  for (const ClauseKind kind : {ClauseKind::ParDim, ClauseKind::SeqDim})
    for (const Clause& clause : statement.tensor->clauses) {
      if (clause.kind != kind) continue;
      for (const ClauseArgument& argument : clause.arguments) {
        const Expr *lower = argument.expressions[0], *upper = argument.expressions[1],
                   *block = argument.expressions.size() > 2 ? argument.expressions[2] : nullptr;
        TensorDimension next;
        next.parallel = kind == ClauseKind::ParDim;
        next.upper = numbers.readExtent(upper);
        if (lower) next.lower = numbers.readNumber(lower);
        std::vector<const Candidate*> found;
        bool beginsElsewhere = false;
        std::string taker;
        for (const Candidate& candidate : candidates) {
          bool ends = false, begins = false;
          for (std::size_t k = 0; k < candidate.ends.size(); ++k) {
            if (candidate.ends[k] != next.upper.value) continue;
            ends = true;
            begins |= candidate.firsts[k] == next.lower;
          }
          if (const auto other = taken.find(candidate.axis); other != taken.end()) {
            if (ends) taker = other->second;
            continue;
          }
          beginsElsewhere |= ends && !begins;
          if (begins) found.push_back(&candidate);
        }
        if (found.empty() && !beginsElsewhere && !taker.empty()) {
          diags.report(Diag::DimensionTaken, argument.range.getBegin(), {argument.text, taker});
          return false;
        }
        if (found.empty()) {
          diags.report(beginsElsewhere ? Diag::DimensionBegin : Diag::DimensionUnknown,
                       argument.range.getBegin(),
                       {argument.text, beginsElsewhere ? print(next.lower) : listed(candidates)});
          return false;
        }
        if (found.size() > 1 && found[0]->isFolded) {
          diags.report(Diag::DimensionAmbiguous, argument.range.getBegin(), {argument.text});
          return false;
        }
        next.axis = found[0]->axis;
        taken[next.axis] = argument.text;
        const QualType type = upper->getType().getNonReferenceType().getUnqualifiedType();
        next.counterType =
            numbers.typeText(type->isDependentType() || !type->isIntegerType() ? context.IntTy : type);
        if (block) {
          const Extent size = numbers.readExtent(block);
          if (const auto constant = size.value.constant(); constant && *constant <= 0) {
            diags.report(Diag::BlockNotPositive, argument.range.getBegin(),
                         {textOf(block, context), std::to_string(*constant)});
            return false;
          }
          next.block = size.value == Polynomial(1) ? "" : textOf(block, context);
        } else if (!next.parallel) {
          next.block = std::to_string(blockSize);
        }
        statement.dimensions.push_back(std::move(next));
      }
    }
  return true;
}

}  // namespace appyl
