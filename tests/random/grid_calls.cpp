// The arrays of a call have dimensions in common, so that an element of an output needs elements of the
// inputs that have the same place: where the output has an element, the inputs have those. Every dimension
// that is cut by the places of programs is one of each output, so that no two programs write one element.
// Sums are exact, and no floating number that is stored is a zero, which could have either sign.
#include "grid_calls.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "known.h"

namespace random_programs {
namespace {

using Numbers = std::array<long, callCount>;

Numbers plus(Numbers numbers, long more) {
  for (long& each : numbers) each += more;
  return numbers;
}
long largest(const Numbers& numbers) { return *std::max_element(numbers.begin(), numbers.end()); }

class GridGenerator {
 public:
  explicit GridGenerator(Scope& scope) : scope(scope), random(scope.random) {}

  GridCall call() {
    result.type = random.pick({Type::Int, Type::Int, Type::Long, Type::Double, Type::Double, Type::Float});
    result.spelling = random.below(1000);
    if (random.chance(12)) {
      const long usual = random.between(1, 4);
      batch = {usual, random.pick({0L, 1L, 2L}), random.between(1, 3)};
      result.batches = scope.function.symbols[addParameter(scope, "n", Type::Int, batch)].name;
      result.batchCounts = batch;
    }
    makeDimensions();
    makeGrid();
    const int count = random.pick({1, 1, 1, 1, 2, 2, 3});
    for (int n = 0; n < count; ++n) outputs.push_back(output());
    if (random.chance(7)) leave(result.kernel);
    for (const int o : outputs) fill(o, result.kernel);
    dropUnused();
    if (!usesParameters && random.chance(45))
      result.form = random.pick({KernelForm::Function, KernelForm::Template, KernelForm::Object});
    else if (random.chance(40))
      result.form = KernelForm::Named;
    order();
    dress();
    return std::move(result);
  }

 private:
  Scope& scope;
  Random& random;
  GridCall result;
  Numbers batch{};
  std::vector<int> own, cut, outputs;  // dimensions of outputs; those of them that programs share out
  bool usesParameters = false;         // the kernel does
  int locals = 0;
  struct Held {
    std::string name;
    std::vector<int> dimensions;
  };
  std::vector<Held> held;  // tiles that may be read

  GridDimension& at(int dimension) { return result.dimensions[dimension]; }

  // --- dimensions and programs

  int dimension(bool isCut, bool single, int most) {
    GridDimension d;
    d.constant = random.chance(isCut ? 20 : 55);
    const int usual = random.between(most / 2 + 1, most);
    if (isCut) d.block = single ? 1 : random.pick({1, 2, 3, 4, 4, 5, 7, 8, 8, 16});
    if (d.block == 1 && !single && known::blocksOfOneAreRefused) d.block = 6;
    d.exact = isCut && random.chance(25);
    d.elements = {usual, random.pick({0, 1, 1, 2, 3, 5}), random.between(1, most)};
    if (d.constant || !isCut) d.elements[1] = std::max(1L, d.elements[1]);
    if (d.constant) d.elements = {usual, usual, usual};
    if (d.exact)
      for (long& each : d.elements) each = (each + d.block - 1) / d.block * d.block;
    if (d.constant)
      d.size = std::to_string(d.elements[0]);
    else
      d.size =
          scope.function
              .symbols[addParameter(scope, "n", random.pick({Type::Int, Type::Int, Type::Long}), d.elements)]
              .name;
    d.constant = d.constant || isCut;
    if (isCut && random.chance(15)) d.slack = random.between(1, 3);
    result.dimensions.push_back(d);
    return static_cast<int>(result.dimensions.size()) - 1;
  }

  void makeDimensions() {
    const int rank = random.pick({0, 1, 1, 1, 2, 2, 2, 2, 3});
    static constexpr int most[] = {0, 90, 20, 9};
    for (int d = 0; d < rank; ++d) {
      const int kind = random.below(100);
      const int number = dimension(kind < 75, kind >= 55, most[rank]);
      own.push_back(number);
      if (kind < 75) cut.push_back(number);
      if (kind >= 55 && kind < 75) singles.push_back(number);
    }
  }
  std::vector<int> singles;

  // How many blocks the programs have; the last one may remain.
  std::string countOf(GridDimension& d) {
    const bool isRest = d.block > 1 && random.chance(10);
    for (int c = 0; c < callCount; ++c)
      d.counts[c] = isRest ? d.elements[c] / d.block : (d.elements[c] + d.block - 1) / d.block;
    const std::string block = std::to_string(d.block);
    if (d.block == 1) return d.size;
    if (isRest) return d.size + " / " + block;
    if (random.chance(20)) return "(" + d.size + " + " + std::to_string(d.block - 1) + ") / " + block;
    return "cdiv(" + d.size + ", " + block + ")";
  }

  static bool isNumber(const std::string& size) {
    return std::isdigit(static_cast<unsigned char>(size[0])) != 0;
  }

  void makeGrid() {
    std::vector<int> shuffled = cut;
    if (random.chance(40))
      for (int n = static_cast<int>(shuffled.size()) - 1; n > 0; --n)
        std::swap(shuffled[n], shuffled[random.below(n + 1)]);
    bool isUnitary = random.chance(15) && shuffled.size() < 3;  // one dimension more, of one program
    for (std::size_t n = 0; n < shuffled.size(); ++n) {
      if (isUnitary && random.chance(40)) result.counts.push_back("1"), isUnitary = false;
      GridDimension& d = at(shuffled[n]);
      const std::string place = "p" + std::to_string(result.counts.size());
      const std::string count = countOf(d);
      // Two dimensions by the quotient and the remainder of one place.
      if (n + 1 < shuffled.size() && random.chance(10)) {
        GridDimension& e = at(shuffled[n + 1]);
        const std::string other = countOf(e);
        if (*std::min_element(e.counts.begin(), e.counts.end()) > 0) {
          d.number = place + " / (" + other + ")", e.number = place + " % (" + other + ")";
          d.last = "(" + count + ") - 1", e.last = "(" + other + ") - 1";
          result.counts.push_back("(" + count + ") * (" + other + ")");
          scope.function.mayBeUnproved = result.unchecked = true;
          ++n;
          continue;
        }
      }
      d.last = count + " - 1";
      // One dimension by two places.
      if (largest(d.counts) == d.counts[1] && d.counts[0] % 2 == 0 && d.counts[0] == d.counts[2] &&
          d.counts[0] == d.counts[1] && result.counts.size() < 2 && random.chance(50)) {
        d.number = "2 * " + place + " + p" + std::to_string(result.counts.size() + 1);
        result.counts.push_back(std::to_string(d.counts[0] / 2));
        result.counts.push_back("2");
        continue;
      }
      const bool isReversed = random.chance(10);
      d.number = isReversed ? count + " - 1 - " + place : place;
      if (isReversed && !isNumber(d.size)) scope.function.mayBeUnproved = true;
      result.counts.push_back(count);
    }
    if (isUnitary) result.counts.push_back("1");
  }

  // --- arrays

  GridPlace place(int dimension, bool written) {
    const GridDimension& d = at(dimension);
    GridPlace p;
    p.dimension = dimension;
    p.extent = d.elements;
    if (d.number.empty()) return p;
    p.number = d.number;
    p.kind = contains(singles, dimension) ? GridPlace::Kind::Single : GridPlace::Kind::Block;
    if (written) {
      p.extent = plus(p.extent, random.chance(60) ? 0 : random.between(0, d.slack));
      return p;
    }
    p.extent = plus(p.extent, d.slack + (random.chance(85) ? 0 : random.between(1, 4)));
    const bool isPlain = p.kind == GridPlace::Kind::Block;
    // Any block will do where none sticks out.
    if (d.exact && random.chance(30)) {
      const bool isWhole = std::all_of(d.counts.begin(), d.counts.end(), [&](long n) { return n > 0; });
      if (isWhole && random.chance(50))
        p.number = "(" + d.number + " + 1) % (" + d.last + " + 1)";
      else if (random.chance(50))
        p.number = "(" + d.number + ") / 2";
      else
        p.number = d.last + " - (" + d.number + ")";
      if (d.slack == 0) return p;
      p.number = d.number;
    } else if (isPlain && random.chance(8)) {
      p.kind = GridPlace::Kind::First, p.number = "0";
      p.extent = {};
      p.extent = plus(p.extent, d.block + random.below(3));
    } else if (isPlain && random.chance(12)) {
      p.halo = random.between(1, 3);
      p.extent = plus(p.extent, p.halo);
    }
    return p;
  }

  GridOperand operand(const std::vector<int>& visible, bool written) {
    GridOperand o;
    o.written = written;
    o.spelling = random.below(1000);
    for (const int d : visible) o.places.push_back(place(d, written));
    for (const int d : singles)
      if (written || random.chance(70)) {
        const int before = random.below(static_cast<int>(o.places.size()) + 1);
        o.places.insert(o.places.begin() + before, place(d, written));
      }
    return o;
  }

  // Gives it an array, when its places are known.
  int add(GridOperand o) {
    const bool isNumber = o.places.empty() && !o.written && result.batches.empty();
    o.counted = std::any_of(o.places.begin(), o.places.end(),
                            [](const GridPlace& p) { return p.halo + p.before + p.behind > 0; }) ||
                random.chance(12);
    if (isNumber) {
      if (isFloating(result.type)) {
        o.array = addArray(1, false);
        addUnit(o);
      } else {
        const int value = random.between(-9, 9);
        o.symbol = addParameter(scope, "m", result.type, {value, value + 1, value + 3});
      }
    } else {
      if (o.places.empty()) addUnit(o);
      if (!result.batches.empty() && (o.written || random.chance(65)))
        o.batchAxis = o.written ? 0 : random.below(static_cast<int>(o.places.size()) + 1);
      o.array = addArray(static_cast<int>(o.places.size()) + (o.batchAxis >= 0), o.written);
    }
    result.operands.push_back(std::move(o));
    return static_cast<int>(result.operands.size()) - 1;
  }
  // An array of one element, of which the kernel sees a number.
  void addUnit(GridOperand& o) {
    if (unit < 0) {
      GridDimension d;
      d.size = "1", d.elements = {1, 1, 1}, d.counts = {1, 1, 1}, d.constant = true, d.block = 1;
      d.last = "0";
      result.dimensions.push_back(d);
      unit = static_cast<int>(result.dimensions.size()) - 1;
    }
    GridPlace p;
    p.dimension = unit, p.kind = GridPlace::Kind::Single, p.number = "0", p.extent = {1, 1, 1};
    o.places.push_back(p);
  }
  int unit = -1;

  int addArray(int rank, bool written) {
    const int number = random_programs::addArray(scope, result.type, rank);
    Array& a = scope.function.arrays[number];
    a.type = result.type, a.field.clear(), a.written = written;
    a.storage = rank == 1 && random.chance(35) ? Storage::Vector : Storage::View;
    return number;
  }

  std::vector<int> visible(const GridOperand& o) const {
    std::vector<int> dimensions;
    for (const GridPlace& p : o.places)
      if (p.visible()) dimensions.push_back(p.dimension);
    return dimensions;
  }

  int output() {
    std::vector<int> dimensions, blocks;
    for (const int d : own)
      if (!contains(singles, d) && (contains(cut, d) || outputs.empty() || random.chance(70)))
        dimensions.push_back(d);
    for (const int d : dimensions)
      if (at(d).number.size() == 2 && at(d).block > 1 && (at(d).exact || !known::masksOfPartsAreRefused))
        blocks.push_back(d);
    if (random.chance(20)) std::reverse(dimensions.begin(), dimensions.end());
    if (blocks.empty() || !random.chance(25)) return add(operand(dimensions, true));
    // One number for each block of a dimension; or all blocks together.
    const int over = random.pick(blocks);
    std::erase(dimensions, over);
    GridOperand o = operand(dimensions, true);
    o.summed = !dimensions.empty() && random.chance(40);
    if (!o.summed) {
      GridPlace p;
      p.dimension = over, p.kind = GridPlace::Kind::Program, p.number = at(over).number,
      p.extent = at(over).counts;
      p.extent = plus(p.extent, random.chance(80) ? 0 : 2);
      o.places.insert(o.places.begin() + random.below(static_cast<int>(o.places.size()) + 1), p);
    }
    const int number = add(std::move(o));
    folded[number] = over;
    return number;
  }
  std::map<int, int> folded;  // of outputs: a dimension that they have one number of for each block

  // --- values

  static GridValue number(const std::string& text) {
    GridValue v;
    v.text = text;
    return v;
  }
  GridValue anyNumber() {
    if (random.chance(20) && !result.counts.empty()) {
      GridValue v;
      v.kind = GridValue::Kind::Program;
      v.text = random.chance(80) ? "program_id(" : "num_programs(";
      v.text += std::to_string(random.below(static_cast<int>(result.counts.size()))) + ")";
      return v;
    }
    if (random.chance(15)) {
      usesParameters = true;
      const int value = random.between(-4, 6);
      return number(scope.function
                        .symbols[addParameter(scope, "m", isFloating(result.type) ? Type::Int : result.type,
                                              {value, value + 1, value + 2})]
                        .name);
    }
    return number(isFloating(result.type) ? random.pick<const char*>({"2", "0.5f", "1.5f", "(-3)"})
                                          : random.pick<const char*>({"2", "3", "(-3)"}));
  }

  GridValue join(const std::string& op, GridValue left, GridValue right) {
    GridValue v;
    v.kind = op.size() <= 2 ? GridValue::Kind::Binary : GridValue::Kind::Call;
    v.text = op;
    v.dimensions = left.dimensions.size() >= right.dimensions.size() ? left.dimensions : right.dimensions;
    v.operands = {std::move(left), std::move(right)};
    return v;
  }

  GridValue readOf(int operand) {
    const GridOperand& o = result.operands[operand];
    GridValue v;
    v.kind = GridValue::Kind::Read, v.operand = operand;
    v.dimensions = visible(o);
    v.spelling = random.below(1000);
    for (const GridPlace& p : o.places) v.shifts.push_back(random.between(0, p.halo));
    return v;
  }

  // An input with these dimensions, an old one or a new one.
  GridValue read(const std::vector<int>& dimensions) {
    std::vector<int> fitting;
    for (std::size_t o = 0; o < result.operands.size(); ++o)
      if (!result.operands[o].written && !result.operands[o].padded &&
          visible(result.operands[o]) == dimensions)
        fitting.push_back(static_cast<int>(o));
    if (!fitting.empty() && (random.chance(40) || result.operands.size() > 6))
      return readOf(random.pick(fitting));
    GridOperand o = operand(dimensions, false);
    if (random.chance(10)) slice(o);
    return readOf(add(std::move(o)));
  }
  // The array as a whole, of which the kernel takes what else would be its block. No slice is clipped, so
  // that it has as many lanes as a block.
  void slice(GridOperand& o) {
    for (GridPlace& p : o.places)
      if (p.kind == GridPlace::Kind::Block && at(p.dimension).exact && p.halo == 0 && p.number.size() == 2)
        p.kind = GridPlace::Kind::Sliced;
  }

  GridValue leaf(const std::vector<int>& dimensions, bool whole) {
    if (!whole && random.chance(25)) return anyNumber();
    std::vector<const Held*> fitting;
    for (const Held& h : held)
      if (h.dimensions == dimensions) fitting.push_back(&h);
    if (!fitting.empty() && !windowed && random.chance(60)) {
      GridValue v;
      v.kind = GridValue::Kind::Local;
      const Held& h = *random.pick(fitting);
      v.text = h.name, v.dimensions = h.dimensions;
      return v;
    }
    if (!whole && dimensions.size() == 1 && at(dimensions[0]).block > 0 && !windowed && random.chance(12))
      return lane(dimensions[0]);
    if (dimensions.size() == 2 && !windowed && random.chance(12)) {
      GridValue v = read({dimensions[1], dimensions[0]});
      v.transposed = true, v.dimensions = dimensions;
      return v;
    }
    if (!whole && dimensions.size() > 1 && random.chance(25))
      return read({dimensions.begin() + 1, dimensions.end()});
    if (dimensions.size() == 1 && at(dimensions[0]).block > 1 && at(dimensions[0]).number.size() == 2 &&
        !windowed && !known::masksOfPartsAreRefused && random.chance(10))
      return readPadded(dimensions[0]);
    GridValue v = read(dimensions);
    if (dimensions.size() == 1 && at(dimensions[0]).block > 1 && !windowed && random.chance(15) &&
        !known::masksOfPartsAreRefused)
      mask(v);
    return v;
  }
  bool windowed = false;

  // An input whose blocks begin in front of it, and end behind it.
  GridValue readPadded(int dimension) {
    GridOperand o = operand({dimension}, false);
    o.padded = true;
    for (GridPlace& p : o.places)
      if (p.visible()) {
        p.kind = GridPlace::Kind::Block, p.number = at(dimension).number, p.extent = at(dimension).elements;
        p.before = random.between(0, 2), p.behind = random.between(0, 2),
        p.halo = random.between(0, p.before + 1);
      }
    GridValue v = readOf(add(std::move(o)));
    const GridOperand& added = result.operands[v.operand];
    int moved = 0;
    for (std::size_t n = 0; n < added.places.size(); ++n)
      if (added.places[n].visible()) moved = v.shifts[n] - added.places[n].before;
    const auto isBelow = [&](const std::string& left, const std::string& right) {
      return join(left,
                  moved == 0 ? elementNumber(dimension)
                             : join("+", elementNumber(dimension), number("(" + std::to_string(moved) + ")")),
                  number(right));
    };
    v.operands = {join("&", isBelow(">=", "0"), isBelow("<", sizeInKernel(dimension))), zero()};
    return v;
  }
  GridValue zero() { return number(isFloating(result.type) ? "0.0f" : "0"); }

  // The place in its dimension that a lane stands for.
  GridValue elementNumber(int dimension) {
    const GridDimension& d = at(dimension);
    GridValue first;
    first.kind = GridValue::Kind::Program;
    first.text = "program_id(" + d.number.substr(1) + ") * " + std::to_string(d.block);
    return join("+", lane(dimension), std::move(first));
  }
  std::string sizeInKernel(int dimension) {
    const std::string& size = at(dimension).size;
    usesParameters = usesParameters || !std::isdigit(static_cast<unsigned char>(size[0]));
    return size;
  }

  // The sum over a block, without what sticks out.
  GridValue foldBlock(const std::vector<int>& dimensions, int over) {
    std::vector<int> all = dimensions;
    all.push_back(over);
    GridValue v;
    v.kind = GridValue::Kind::Fold, v.text = "sum", v.dimensions = dimensions;
    v.axis = static_cast<int>(dimensions.size()), v.contracted = over;
    GridValue each = readAligned(all, over);
    if (!at(over).exact || (random.chance(20) && !known::masksOfPartsAreRefused))
      each.operands = {join("<", elementNumber(over), number(sizeInKernel(over))), zero()};
    v.operands = {std::move(each)};
    return v;
  }
  // All blocks of `over` where the sum needs them.
  GridValue readAligned(const std::vector<int>& dimensions, int over) {
    GridOperand o = operand(dimensions, false);
    for (GridPlace& p : o.places)
      if (p.dimension == over)
        p = {over, GridPlace::Kind::Block, at(over).number, at(over).elements, 0, 0, 0};
    return readOf(add(std::move(o)));
  }

  // The number of a lane in its block.
  GridValue lane(int dimension) {
    GridValue v;
    v.kind = GridValue::Kind::Lane, v.dimensions = {dimension};
    return v;
  }
  void mask(GridValue& v) {
    v.operands = {
        join("<", lane(v.dimensions[0]), number(std::to_string(random.below(at(v.dimensions[0]).block + 2)))),
        number(isFloating(result.type) ? "0.5f" : "7")};
  }

  GridValue value(const std::vector<int>& dimensions, int depth, bool whole) {
    if (depth == 0) return leaf(dimensions, whole);
    const int kind = random.below(100);
    GridValue left = value(dimensions, depth - 1, true);
    if (kind < 8) {
      GridValue v;
      v.kind = GridValue::Kind::Call, v.text = "abs", v.dimensions = dimensions;
      v.operands = {std::move(left)};
      return v;
    }
    if (kind < 18) {
      GridValue v;
      v.kind = GridValue::Kind::Map, v.dimensions = dimensions;
      v.spelling = random.below(6);
      v.operands = {std::move(left)};
      if (v.spelling >= 3) v.operands.push_back(value(dimensions, depth - 1, true));
      return v;
    }
    if (kind < 26) {
      GridValue v;
      v.kind = GridValue::Kind::Where, v.dimensions = dimensions;
      const char* const op = random.pick<const char*>({"<", ">", "<=", "==", "!="});
      GridValue condition = join(op, std::move(left), leaf(dimensions, false));
      GridValue first = value(dimensions, depth - 1, true);
      v.operands = {std::move(condition), std::move(first), leaf(dimensions, false)};
      return v;
    }
    const char* const op = random.pick<const char*>({"+", "-", "*", "+", "minimum", "maximum"});
    GridValue right = value(dimensions, depth - 1, false);
    const bool isTwoFactors = left.kind == GridValue::Kind::Binary || right.kind == GridValue::Kind::Binary ||
                              depth > 1 || left.kind == GridValue::Kind::Local ||
                              right.kind == GridValue::Kind::Local;
    // A program's place is of another type than the elements.
    const bool isOfOneType = right.kind != GridValue::Kind::Number && right.kind != GridValue::Kind::Lane;
    if (op[0] == '*' && isTwoFactors) return join("+", std::move(left), std::move(right));
    if (op[0] == 'm' && !isOfOneType) return join("-", std::move(left), std::move(right));
    return join(op, std::move(left), std::move(right));
  }

  // What a kernel adds up: a dimension that all programs have whole.
  int contracted() {
    std::vector<int> known;
    for (std::size_t d = 0; d < result.dimensions.size(); ++d)
      if (!contains(own, static_cast<int>(d)) && static_cast<int>(d) != unit)
        known.push_back(static_cast<int>(d));
    if (!known.empty() && random.chance(50)) return random.pick(known);
    return dimension(false, false, random.pick({4, 9, 20}));
  }
  GridValue fold(const std::vector<int>& dimensions) {
    std::vector<int> all = dimensions;
    GridValue v;
    v.kind = GridValue::Kind::Fold, v.dimensions = dimensions;
    v.text = random.pick<const char*>({"sum", "sum", "max", "min"});
    v.axis = random.below(static_cast<int>(all.size()) + 1);
    v.contracted = contracted();
    all.insert(all.begin() + v.axis, v.contracted);
    GridValue left = read(all);
    v.operands = {random.chance(60) ? std::move(left)
                                    : join(random.pick<const char*>({"*", "+"}), left, read(all))};
    return v;
  }
  GridValue product(const std::vector<int>& dimensions) {
    GridValue v;
    v.kind = GridValue::Kind::Product, v.dimensions = dimensions;
    v.contracted = contracted();
    GridValue left = read({dimensions[0], v.contracted});
    v.operands = {std::move(left), read({v.contracted, dimensions[1]})};
    return v;
  }
  bool isProduct(const std::vector<int>& dimensions) const { return dimensions.size() == 2; }
  bool areKnown(const std::vector<int>& dimensions) {
    return std::all_of(dimensions.begin(), dimensions.end(), [&](int d) { return at(d).constant; });
  }

  // No zero, where zeros have signs.
  GridValue stored(GridValue v) {
    if (!isFloating(result.type) || (v.kind == GridValue::Kind::Read && v.operands.empty())) return v;
    return join("+", std::move(v), number("100.25f"));
  }

  // --- statements

  std::string program() {
    const std::string axis = std::to_string(random.below(static_cast<int>(result.counts.size())));
    const std::string id = "program_id(" + axis + ")", count = "num_programs(" + axis + ")";
    switch (random.below(5)) {
      case 0: return id + " % 2 == 0";
      case 1: return id + " < " + std::to_string(random.between(1, 3));
      case 2: return id + " == " + count + " - 1";
      case 3: return id + " > 0 && " + id + " < " + count + " - 1";
      default: return id + " == 0 || " + count + " < 3";
    }
  }

  void leave(std::vector<GridStatement>& body) {
    if (result.counts.empty()) return;
    GridStatement s;
    s.kind = GridStatement::Kind::Return, s.text = program(), s.spelling = random.below(2);
    body.push_back(std::move(s));
  }

  // A name for a tile, or for a number.
  void hold(const std::vector<int>& dimensions, std::vector<GridStatement>& body) {
    GridStatement s;
    s.kind = GridStatement::Kind::Local;
    s.text = "t" + std::to_string(locals++);
    s.spelling = random.below(10);
    if (random.chance(30)) {
      s.values = {fold({})};
      body.push_back(std::move(s));
      held.push_back({body.back().text, {}});
      return;
    }
    if (!areKnown(dimensions)) return;
    s.values = {value(dimensions, random.below(2), true)};
    held.push_back({s.text, dimensions});
    body.push_back(std::move(s));
  }

  GridValue anyValue(const std::vector<int>& dimensions) {
    const int kind = random.below(100);
    if (kind < 20) return fold(dimensions);
    if (kind < 35 && isProduct(dimensions)) return product(dimensions);
    return value(dimensions, random.between(0, 2), true);
  }

  // Writes all elements of the program's block, or some.
  void fill(int target, std::vector<GridStatement>& body, int depth = 0) {
    const std::vector<int> dimensions = visible(result.operands[target]);
    const std::size_t visibleBefore = held.size();
    if (random.chance(25)) hold(dimensions, body);
    const int kind = random.below(100);
    GridStatement s;
    s.operand = target;
    const auto over = folded.find(target);
    if (over != folded.end() && (result.operands[target].summed || random.chance(60))) {
      GridValue v = random.chance(70) || dimensions.empty() ? foldBlock(dimensions, over->second)
                                                            : value(dimensions, 1, true);
      if (result.operands[target].summed) s.kind = GridStatement::Kind::Atomic;
      s.text = "=";
      s.spelling = random.below(1000);
      s.values = {stored(std::move(v))};
      body.push_back(std::move(s));
      held.resize(visibleBefore);
      return;
    }
    s.text = random.pick<const char*>({"=", "=", "=", "+=", "-="});
    s.spelling = random.below(1000);
    if (kind < 14 && depth < 2 && !result.counts.empty()) {
      s.kind = GridStatement::Kind::If, s.text = program();
      fill(target, s.body, depth + 1);
      if (random.chance(60)) fill(target, s.otherwise, depth + 1);
    } else if (kind < 32) {
      s.kind = GridStatement::Kind::Elements;
      s.values = {stored(random.chance(30) ? fold(dimensions) : plain(dimensions))};
    } else if (kind < 46 && areKnown(dimensions)) {  // adds up in a tile
      GridStatement sum;
      sum.kind = GridStatement::Kind::Sum;
      sum.text = "t" + std::to_string(locals++);
      GridValue v = isProduct(dimensions) && random.chance(70) ? product(dimensions) : fold(dimensions);
      v.text = v.kind == GridValue::Kind::Fold ? "sum" : "";
      sum.step = random.pick({known::blocksOfOneAreRefused ? 3 : 1, 2, 4, 4, 8});
      sum.spelling = random.below(1000);
      sum.values = {std::move(v)};
      GridValue local;
      local.kind = GridValue::Kind::Local, local.text = sum.text, local.dimensions = dimensions;
      body.push_back(std::move(sum));
      if (random.chance(40)) {
        GridValue mapped;
        mapped.kind = GridValue::Kind::Map, mapped.dimensions = dimensions, mapped.spelling = random.below(3);
        mapped.operands = {std::move(local)};
        local = std::move(mapped);
      }
      s.values = {stored(std::move(local))};
    } else if (kind < 56 && dimensions.size() == 1 && at(dimensions[0]).block > 1) {
      s.kind = GridStatement::Kind::Store;
      s.values = {stored(anyValue(dimensions))};
      GridValue mask = random.chance(50) ? lane(dimensions[0]) : read(dimensions);
      s.values.push_back(join(random.pick<const char*>({"<", ">", "!="}), std::move(mask),
                              number(std::to_string(random.below(6)))));
    } else {
      if (!dimensions.empty() && random.chance(12)) {
        const int d = random.pick(dimensions), block = at(d).block;
        if (block > 1) {
          s.window = d, s.first = random.below(block), s.length = random.between(1, block - s.first);
          windowed = true;
        }
      }
      s.values = {stored(anyValue(dimensions))};
      windowed = false;
      s.helper = s.window < 0 && !usesLocals(s.values[0]) && random.chance(12);
    }
    body.push_back(std::move(s));
    held.resize(visibleBefore);
  }
  // Without what has no name for one element.
  GridValue plain(const std::vector<int>& dimensions) {
    std::vector<Held> none;
    std::swap(none, held);
    GridValue v = value(dimensions, random.between(0, 2), true);
    std::swap(none, held);
    return v;
  }
  static bool usesLocals(const GridValue& v) {
    return v.kind == GridValue::Kind::Local || v.kind == GridValue::Kind::Program ||
           (v.kind == GridValue::Kind::Number && std::isalpha(static_cast<unsigned char>(v.text[0]))) ||
           std::any_of(v.operands.begin(), v.operands.end(), usesLocals);
  }

  // Names that nothing reads.
  void dropUnused() {
    for (bool changed = true; changed;) {
      std::vector<std::string> read;
      collect(result.kernel, read);
      changed = drop(result.kernel, read);
    }
  }
  static void collect(const GridValue& v, std::vector<std::string>& read) {
    if (v.kind == GridValue::Kind::Local) read.push_back(v.text);
    for (const GridValue& each : v.operands) collect(each, read);
  }
  static void collect(const std::vector<GridStatement>& body, std::vector<std::string>& read) {
    for (const GridStatement& s : body) {
      for (const GridValue& v : s.values) collect(v, read);
      collect(s.body, read), collect(s.otherwise, read);
    }
  }
  static bool drop(std::vector<GridStatement>& body, const std::vector<std::string>& read) {
    bool changed = std::erase_if(body, [&](const GridStatement& s) {
                     return s.kind == GridStatement::Kind::Local &&
                            std::find(read.begin(), read.end(), s.text) == read.end();
                   }) > 0;
    for (GridStatement& s : body) {
      changed = drop(s.body, read) || changed;
      changed = drop(s.otherwise, read) || changed;
    }
    return changed;
  }

  // --- the order of the operands, and how the specs are written

  static void renumber(GridValue& v, const std::vector<int>& places) {
    if (v.operand >= 0) v.operand = places[v.operand];
    for (GridValue& each : v.operands) renumber(each, places);
  }
  static void renumber(std::vector<GridStatement>& body, const std::vector<int>& places) {
    for (GridStatement& s : body) {
      if (s.operand >= 0) s.operand = places[s.operand];
      for (GridValue& v : s.values) renumber(v, places);
      renumber(s.body, places), renumber(s.otherwise, places);
    }
  }

  // The inputs come first.
  void order() {
    std::vector<int> places(result.operands.size());
    std::vector<GridOperand> ordered;
    for (const bool written : {false, true})
      for (std::size_t o = 0; o < result.operands.size(); ++o)
        if (result.operands[o].written == written) {
          places[o] = static_cast<int>(ordered.size());
          ordered.push_back(std::move(result.operands[o]));
        }
    result.operands = std::move(ordered);
    renumber(result.kernel, places);
  }

  void dress() {
    static const char* const inputs[] = {"u", "v", "w", "x", "y", "z", "g", "h"};
    static const char* const written[] = {"o", "q", "r"};
    int in = 0, out = 0;
    for (GridOperand& o : result.operands)
      o.name = o.written ? written[out++] : in < 8 ? inputs[in++] : "u" + std::to_string(in++);
    for (GridOperand& o : result.operands) {
      bool isWhole = true, isFirst = true, isPlain = true;
      for (GridPlace& p : o.places) {
        isWhole = isWhole && (p.kind == GridPlace::Kind::Whole || p.kind == GridPlace::Kind::Sliced);
        isFirst = isFirst && (p.kind == GridPlace::Kind::Whole || p.kind == GridPlace::Kind::Sliced ||
                              p.kind == GridPlace::Kind::First || p.number == "0");
        isPlain = isPlain && p.halo + p.before + p.behind == 0;
      }
      o.counted = o.counted && o.symbol < 0;
      if (isPlain && isFirst && random.chance(50)) o.mapped = false;
      if (isWhole && isPlain && (o.places.empty() || random.chance(60)))
        o.shaped = o.mapped = o.counted = false;
    }
    // Names of the caller's that mean something else in the kernel.
    if (random.chance(20) && result.operands.size() > 1)
      for (std::size_t o = 0; o < result.operands.size(); ++o) {
        const GridOperand& next = result.operands[(o + 1) % result.operands.size()];
        if (next.array >= 0) result.operands[o].name = scope.function.arrays[next.array].name;
      }
  }
};

}  // namespace

GridCall gridCall(Scope& scope) { return GridGenerator(scope).call(); }

bool hasGridCalls(const Function& function) {
  return std::any_of(function.body.begin(), function.body.end(), [](const Statement& statement) {
    return std::holds_alternative<GridCall>(statement.form);
  });
}

}  // namespace random_programs
