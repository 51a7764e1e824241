#include "model/loop_order.h"

#include "model/in_front.h"
#include "model/trips.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace appyl {
namespace {

constexpr std::int64_t few = 16;  // iterations, within which no line of the cache is lost again

/// How far an access moves with one iteration: the place of the subscript from behind, then how many sizes
/// the stride is a product of, then its elements.
using Distance = std::tuple<std::ptrdiff_t, std::size_t, std::int64_t>;

/// nullopt: it stays, or its way is not known.
std::optional<Distance> distanceAlong(const Kernel& kernel, const Access& access, std::size_t dimension) {
  const std::string& counter = kernel.nest.loops[kernel.grid[dimension].loop].symbol;
  for (auto subscript = access.subscripts.begin(); subscript != access.subscripts.end(); ++subscript) {
    const auto stride = *subscript ? (*subscript)->coefficient(counter) : std::nullopt;
    if (!stride) return std::nullopt;
    if (stride->terms.empty()) continue;
    std::size_t sizes = 0;
    for (const auto& [factors, number] : stride->terms) sizes = std::max(sizes, factors.size());
    return Distance{access.subscripts.end() - subscript, sizes, std::abs(stride->constant().value_or(0))};
  }
  return std::nullopt;
}

/// Does it move within a line of the cache?
bool isNear(const Kernel& kernel, const Access& access, const Distance& distance) {
  const auto& [place, sizes, elements] = distance;
  const std::int64_t bytes = std::max<std::int64_t>(kernel.nest.arrays[access.array].elementBytes, 1);
  return place == 1 && sizes == 0 && elements < lineBytes / bytes;
}

bool isOfGrid(const Kernel& kernel, const Access& access) {
  return kernel.nest.arrays[access.array].scope < 0 && !access.subscripts.empty();
}

/// Do the accesses move farther with `a` than with `b`, in sum?
bool isFarther(const Kernel& kernel, std::size_t a, std::size_t b) {
  int votes = 0;
  for (const Access& access : kernel.nest.accesses) {
    if (!isOfGrid(kernel, access)) continue;
    const auto withA = distanceAlong(kernel, access, a), withB = distanceAlong(kernel, access, b);
    if (!withA || !withB || *withA == *withB) continue;
    votes += (*withA > *withB ? 1 : -1) * (access.writes ? 2 : 1);
  }
  return votes > 0;
}

bool hasFewIterations(const Kernel& kernel, const Axis& axis) {
  const Loop& loop = kernel.nest.loops[axis.loop];
  const auto first = loop.first ? loop.first->constant() : std::nullopt,
             end = loop.end ? loop.end->constant() : std::nullopt;
  return first && end && std::abs(*end - *first) <= few;
}

/// Is there nothing but the body inside of the grid, and may its iterations take any order?
bool isFree(const Kernel& kernel) {
  return kernel.launches && kernel.grid.size() > 1 && kernel.nest.loops.size() == kernel.grid.size() &&
         kernel.nest.reductions.empty() &&
         std::none_of(kernel.grid.begin(), kernel.grid.end(), [&](const Axis& axis) {
           return hasFewIterations(kernel, axis) || needsIterations(kernel.nest, axis.loop);
         });
}

}  // namespace

std::vector<std::size_t> walkingOrder(const Kernel& kernel) {
  std::vector<std::size_t> written(kernel.grid.size());
  std::iota(written.begin(), written.end(), 0);
  if (!isFree(kernel)) return written;
  std::vector<std::size_t> order = written;
  for (std::size_t end = order.size(); end > 1; --end)
    for (std::size_t k = 0; k + 1 < end; ++k)
      if (isFarther(kernel, order[k + 1], order[k])) std::swap(order[k], order[k + 1]);
  return order.back() == written.back() ? written : order;
}

void tileCrossedRows(Kernel& kernel) {
  const auto hasBlock = [](const Axis& axis) { return axis.block.isChosen(); };
  if (!isFree(kernel) || std::any_of(kernel.grid.begin(), kernel.grid.end(), hasBlock)) return;
  const std::vector<std::size_t> order = walkingOrder(kernel);
  const bool crosses =
      std::any_of(kernel.nest.accesses.begin(), kernel.nest.accesses.end(), [&](const Access& access) {
        if (!isOfGrid(kernel, access)) return false;
        const auto inner = distanceAlong(kernel, access, order.back());
        return inner && !isNear(kernel, access, *inner) &&
               std::any_of(order.begin(), order.end() - 1, [&](std::size_t outer) {
                 const auto distance = distanceAlong(kernel, access, outer);
                 return distance && isNear(kernel, access, *distance);
               });
      });
  if (!crosses) return;
  for (Axis& axis : kernel.grid) axis.block.origin = BlockSize::Origin::Model;
}

}  // namespace appyl
