#include "support/integer_set.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>

namespace appyl::proving {
namespace {

// An ordinary question takes a few thousand operations, about a millisecond. Later ones get fewer, and so do
// those after a question that was given up, which keeps the whole of a nest near a second at worst.
constexpr int questionsPerSolver = 400;

unsigned long operationsFor(int asked, int givenUp) {
  const unsigned long most = asked < 50 ? 40'000 : asked < 150 ? 12'000 : 6'000;
  return std::max(most >> std::min(2 * givenUp, 16), 1'000UL);
}

struct Free {
  void operator()(isl_set* set) const { isl_set_free(set); }
  void operator()(isl_point* point) const { isl_point_free(point); }
  void operator()(isl_val* value) const { isl_val_free(value); }
};
using Set = std::unique_ptr<isl_set, Free>;
using Point = std::unique_ptr<isl_point, Free>;
using Value = std::unique_ptr<isl_val, Free>;

Set read(isl_ctx* context, const IntegerSet& set) {
  std::string text = "{ [";
  for (const std::string& variable : set.variables) text += (text.back() == '[' ? "" : ",") + variable;
  text += "]";
  const char* separator = " : ";
  for (const ConstraintText& constraint : set.constraints) {
    text += separator + ("(" + constraint.text + ")");
    separator = " and ";
  }
  return Set(isl_set_read_from_str(context, (text + " }").c_str()));
}

}  // namespace

void Solver::Release::operator()(isl_ctx* context) const { isl_ctx_free(context); }

Solver::Solver() : context(isl_ctx_alloc()) {
  isl_options_set_on_error(context.get(), ISL_ON_ERROR_CONTINUE);
}

bool Solver::isExhausted() const { return asked >= questionsPerSolver; }

bool Solver::startQuestion() {
  if (isExhausted()) return false;
  isl_ctx_reset_operations(context.get());
  isl_ctx_reset_error(context.get());
  isl_ctx_set_max_operations(context.get(), operationsFor(asked, givenUp));
  ++asked;
  return true;
}

/// Without the constraints that have cases, each of which multiplies those of the whole.
static IntegerSet plainPartOf(const IntegerSet& set) {
  IntegerSet plain{set.variables, {}};
  for (const ConstraintText& constraint : set.constraints)
    if (!constraint.hasCases) plain.constraints.push_back(constraint);
  return plain;
}

std::optional<bool> Solver::isEmpty(const IntegerSet& set) {
  const auto [answer, isNew] = known.try_emplace(set);
  if (isNew) answer->second = askIsEmpty(set);
  return answer->second;
}

std::optional<bool> Solver::askIsEmpty(const IntegerSet& set) {
  if (!startQuestion()) return std::nullopt;
  if (const IntegerSet plain = plainPartOf(set); plain.constraints.size() < set.constraints.size()) {
    if (isl_set_is_empty(read(context.get(), plain).get()) == isl_bool_true) return true;
    isl_ctx_reset_operations(context.get());
  }
  const Set points = read(context.get(), set);
  const isl_bool empty = isl_set_is_empty(points.get());
  if (empty == isl_bool_error) {
    ++givenUp;
    return std::nullopt;
  }
  return empty == isl_bool_true;
}

/// What the constraints say of `kept`, of which each is among the variables; those beside them are whatever
/// fits.
static Set projected(isl_ctx* context, const IntegerSet& set, const std::vector<std::string>& kept) {
  std::vector<std::string> variables = kept;
  for (const std::string& variable : set.variables)
    if (std::find(kept.begin(), kept.end(), variable) == kept.end()) variables.push_back(variable);
  return Set(isl_set_project_out(read(context, {variables, set.constraints}).release(), isl_dim_set,
                                 static_cast<unsigned>(kept.size()),
                                 static_cast<unsigned>(variables.size() - kept.size())));
}

std::optional<bool> Solver::always(const IntegerSet& whole, const IntegerSet& part,
                                   const std::vector<std::string>& kept) {
  return isCovered({part.variables, whole.constraints}, {part}, kept);
}

std::optional<bool> Solver::isCovered(const IntegerSet& part, const std::vector<IntegerSet>& others,
                                      const std::vector<std::string>& kept) {
  if (!startQuestion()) return std::nullopt;
  const Set inner = projected(context.get(), part, kept);
  Set outer;
  for (const IntegerSet& each : others) {
    Set one = projected(context.get(), each, kept);
    outer = outer ? Set(isl_set_union(outer.release(), one.release())) : std::move(one);
  }
  const isl_bool isInside =
      outer ? isl_set_is_subset(inner.get(), outer.get()) : isl_set_is_empty(inner.get());
  if (isInside == isl_bool_error) {
    ++givenUp;
    return std::nullopt;
  }
  return isInside == isl_bool_true;
}

std::optional<std::map<std::string, std::int64_t>> Solver::smallestPoint(const IntegerSet& set) {
  if (!startQuestion()) return std::nullopt;
  Set points = read(context.get(), set);
  if (Set first{isl_set_lexmin(isl_set_copy(points.get()))})
    points = std::move(first);
  else {
    ++givenUp;
    isl_ctx_reset_operations(context.get());
  }
  const Point point(isl_set_sample_point(points.release()));
  if (!point || isl_point_is_void(point.get()) != isl_bool_false) return std::nullopt;
  std::map<std::string, std::int64_t> values;
  for (std::size_t k = 0; k < set.variables.size(); ++k) {
    const Value value(isl_point_get_coordinate_val(point.get(), isl_dim_set, static_cast<int>(k)));
    if (!value || isl_val_is_int(value.get()) != isl_bool_true ||
        isl_val_n_abs_num_chunks(value.get(), 8) > 1)
      return std::nullopt;
    values[set.variables[k]] = isl_val_get_num_si(value.get());
  }
  return values;
}

}  // namespace appyl::proving
