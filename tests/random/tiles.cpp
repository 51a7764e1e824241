// Each dimension has a size of its own, so that no clause is ambiguous. Sums are exact: they add products of
// two elements at most.
#include "tiles.h"

#include "loops.h"

namespace random_programs {
namespace {

constexpr int most[] = {0, 150, 24, 10, 6};

class TileGenerator {
 public:
  explicit TileGenerator(Scope& scope) : scope(scope), random(scope.random) {}

  TileNest nest() {
    result.tensor = random.chance(45);
    result.type = random.pick({Type::Float, Type::Double, Type::Double, Type::Int, Type::Long});
    const int shape = random.below(100);
    if (shape < 40) {
      elementwise();
    } else if (shape < 55) {
      sumOverAxis();
    } else if (shape < 65) {
      sumOfAll();
    } else if (shape < 90) {
      product();
    } else {
      gather();
    }
    return std::move(result);
  }

 private:
  Scope& scope;
  Random& random;
  TileNest result;

  int dimension(int rank, bool contracted = false) {
    TileDimension d;
    const int largest = most[rank];
    d.size = addParameter(
        scope, "m", Type::Int,
        {random.between(largest / 2, largest), random.pick({0, 1, 1, 2, 3, 5}), random.between(1, largest)});
    d.block = random.pick({2, 4, 8, 16, 32});
    if (!contracted && random.chance(rank == 1 ? 0 : 25)) d.block = 1;
    d.contracted = contracted;
    static const char* const letters[] = {"i", "j", "k", "l"};
    Symbol counter;
    counter.name = letters[result.dimensions.size()];
    scope.function.symbols.push_back(counter);
    d.counter = static_cast<int>(scope.function.symbols.size()) - 1;
    result.dimensions.push_back(d);
    return static_cast<int>(result.dimensions.size()) - 1;
  }

  std::vector<int> dimensions(int rank) {
    std::vector<int> all;
    for (int d = 0; d < rank; ++d) all.push_back(dimension(rank));
    return all;
  }

  int array(Type type, int rank, bool written, Content content = Content::Values) {
    const int number = addArray(scope, type, rank, content);
    Array& a = scope.function.arrays[number];
    a.type = type, a.storage = Storage::View, a.field.clear();
    a.written = written;
    return number;
  }

  TileOperand operand(const std::vector<int>& dimensions) {
    return {array(result.type, static_cast<int>(dimensions.size()), false), dimensions, -1};
  }
  TileValue read(const std::vector<int>& dimensions) {
    TileValue v;
    v.kind = TileValue::Kind::Operand, v.operand = operand(dimensions);
    return v;
  }
  TileValue number() {
    TileValue v;
    v.text = isFloating(result.type) ? random.pick<const char*>({"2", "0.5f", "1.5f", "-3"})
                                     : random.pick<const char*>({"2", "3", "-3"});
    return v;
  }
  TileValue join(const std::string& op, TileValue left, TileValue right) {
    TileValue v;
    v.kind = op.size() == 1 ? TileValue::Kind::Binary : TileValue::Kind::Call;
    v.text = op;
    v.operands = {std::move(left), std::move(right)};
    return v;
  }

  // All dimensions, or the last ones, which are broadcast over the others. What a tile is made of has no
  // fewer where `whole` asks for it.
  TileValue value(const std::vector<int>& dimensions, int depth, bool whole) {
    if (depth == 0) {
      if (!whole && random.chance(20)) return number();
      std::vector<int> some = dimensions;
      if (!whole && some.size() > 1 && random.chance(25)) some.erase(some.begin());
      return read(some);
    }
    if (random.chance(10)) {
      TileValue v;
      v.kind = TileValue::Kind::Call, v.text = "abs";
      v.operands = {value(dimensions, depth - 1, true)};
      return v;
    }
    const char* const op = random.pick<const char*>({"+", "-", "*", "+", "minimum", "maximum"});
    TileValue left = value(dimensions, depth - 1, true);
    TileValue right = value(dimensions, depth - 1, false);
    if (left.kind == TileValue::Kind::Binary && op[0] == '*')
      return join("+", std::move(left), std::move(right));
    return join(op, std::move(left), std::move(right));
  }

  void elementwise() {
    const std::vector<int> all = dimensions(random.pick({1, 1, 2, 2, 3}));
    result.op = random.pick<const char*>({"=", "=", "+=", "-="});
    result.target = {array(result.type, static_cast<int>(all.size()), true), all, -1};
    result.value = value(all, random.between(0, 2), true);
  }

  // Of at most two factors.
  TileValue summand(const std::vector<int>& dimensions) {
    if (random.chance(50)) return read(dimensions);
    const char* const op = random.pick<const char*>({"*", "+", "maximum"});
    TileValue left = read(dimensions), right = read(dimensions);
    return join(op, std::move(left), std::move(right));
  }

  void sumOverAxis() {
    std::vector<int> all = dimensions(random.pick({1, 2}));
    result.target = {array(result.type, static_cast<int>(all.size()), true), all, -1};
    const int axis = random.below(static_cast<int>(all.size()) + 1);
    all.insert(all.begin() + axis, dimension(2, true));
    result.value.kind = TileValue::Kind::Sum, result.value.axis = axis;
    result.value.operands = {summand(all)};
    result.op = result.tensor && random.chance(50) ? "=" : "+=";
  }

  void sumOfAll() {
    const std::vector<int> all = {dimension(1, true)};
    result.target = {array(result.type, 1, true), {}, -1};
    result.value.kind = TileValue::Kind::Sum;
    result.value.operands = {summand(all)};
    result.op = result.tensor && random.chance(50) ? "=" : "+=";
  }

  void product() {
    const int i = dimension(3), j = dimension(3), k = dimension(3, true);
    // A product has rank 2.
    for (const int d : {i, j})
      if (result.dimensions[d].block == 1) result.dimensions[d].block = 4;
    result.target = {array(result.type, 2, true), {i, j}, -1};
    result.value.kind = TileValue::Kind::Product;
    result.value.operands = {read({i, k}), read({k, j})};
    result.throughTile = !result.tensor && random.chance(50);
    result.op = result.throughTile || (result.tensor && random.chance(70)) ? "=" : "+=";
  }

  void gather() {
    const std::vector<int> all = dimensions(random.pick({1, 2}));
    result.target = {array(result.type, static_cast<int>(all.size()), true), all, -1};
    result.value = read(all);
    result.value.operand.through = array(Type::Int, 1, false, Content::Places);
    scope.function.arrays[result.value.operand.through].limit = random.between(1, 12);
    scope.function.mayBeUnproved = true;
  }
};

}  // namespace

TileNest tileNest(Scope& scope) { return TileGenerator(scope).nest(); }

}  // namespace random_programs
