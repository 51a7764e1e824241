// The loops read elements through a function that stops the program where they lie outside of their array: no
// result may depend on those.
#include "print_grid_calls.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "known.h"
#include "spelling.h"

namespace random_programs {
namespace {

std::string join(const std::vector<std::string>& parts, const std::string& between = ", ") {
  std::string result;
  for (std::size_t n = 0; n < parts.size(); ++n) result += (n == 0 ? "" : between) + parts[n];
  return result;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t place = text.find(from); place != std::string::npos;
       place = text.find(from, place + to.size()))
    text.replace(place, from.size(), to);
  return text;
}

constexpr int scalarForms = 6;
// What is mapped over lanes, of one value or two.
std::string mapped(int form, const std::string& type) {
  const std::string one = "[](" + type + " s) { return ",
                    two = "[](" + type + " s, " + type + " t) { return ";
  switch (form % scalarForms) {
    case 0: return one + "s > 0 ? s : 3 - s; }";
    case 1: return one + "s < 2 ? s + 1 : s - 1; }";
    case 2: return one + "s + s; }";
    case 3: return two + "s < t ? s - t : s + t; }";
    case 4: return two + "s > 0 ? s : t; }";
    default: return two + "s + 2 * t; }";
  }
}

class Speller {
 public:
  Speller(const Function& function, const GridCall& call) : function(function), call(call) {}

 protected:
  const Function& function;
  const GridCall& call;
  std::string type = typeName(call.type);
  std::vector<std::string> text;
  int depth = 0;

  void line(const std::string& content) { text.push_back(std::string(2 * depth, ' ') + content); }

  const GridDimension& at(int dimension) const { return call.dimensions[dimension]; }
  // Which of the dimensions that the kernel sees it is.
  static int axisOf(const GridOperand& o, int dimension) {
    int axis = 0;
    for (const GridPlace& p : o.places) {
      if (p.visible() && p.dimension == dimension) return axis;
      axis += p.visible();
    }
    return -1;
  }
  std::string binary(const std::string& left, const std::string& op, const std::string& right) const {
    return "(" + left + " " + op + " " + right + ")";
  }
};

// --- loops
// --------------------------------------------------------------------------------------------------------------

class Loops : public Speller {
 public:
  using Speller::Speller;

  GridText spell() {
    const int before = depth;
    if (!call.batches.empty()) loop("batch", call.batches);
    for (std::size_t p = 0; p < call.counts.size(); ++p) loop("p" + std::to_string(p), call.counts[p]);
    line("[&] {");
    statements(call.kernel);
    line("}();");
    while (depth > before) --depth, line("}");
    return {{}, std::move(text)};
  }

 private:
  using Lanes = std::map<int, std::string>;  // by dimension

  void loop(const std::string& name, const std::string& end) {
    line("for (long " + name + " = 0; " + name + " < " + end + "; ++" + name + ") {");
    ++depth;
  }

  std::string extent(int dimension) const {
    const GridDimension& d = at(dimension);
    return d.block > 0 ? std::to_string(d.block) : d.size;
  }

  // The name of the array, and the place of an element in it.
  std::string place(int operand, const Lanes& lanes, const std::vector<int>& shifts) const {
    const GridOperand& o = call.operands[operand];
    std::vector<std::string> places;
    for (std::size_t n = 0; n < o.places.size(); ++n) {
      const GridPlace& p = o.places[n];
      const std::string block = std::to_string(at(p.dimension).block);
      std::string index;
      switch (p.kind) {
        case GridPlace::Kind::Block:
        case GridPlace::Kind::Sliced: index = "(" + p.number + ") * " + block + " + "; break;
        case GridPlace::Kind::Single:
        case GridPlace::Kind::Program: index = p.number; break;
        default: break;
      }
      if (p.visible()) index += lanes.at(p.dimension);
      if (!shifts.empty() && shifts[n] > 0) index += " + " + std::to_string(shifts[n]);
      if (p.before > 0) index += " - " + std::to_string(p.before);
      places.push_back(index);
    }
    if (o.batchAxis >= 0) places.insert(places.begin() + o.batchAxis, "batch");
    return "appyl::view(" + function.arrays[o.array].name + "), " + join(places);
  }

  std::string condition(std::string words) const {
    for (std::size_t p = 0; p < call.counts.size(); ++p) {
      const std::string axis = std::to_string(p);
      words = replaced(words, "program_id(" + axis + ")", "p" + axis);
      words = replaced(words, "num_programs(" + axis + ")", "(" + call.counts[p] + ")");
    }
    return words;
  }

  std::string value(const GridValue& v, const Lanes& lanes) const {
    const auto operand = [&](int n) { return value(v.operands[n], lanes); };
    switch (v.kind) {
      case GridValue::Kind::Number: return v.text;
      case GridValue::Kind::Program: return "static_cast<" + type + ">(" + condition(v.text) + ")";
      case GridValue::Kind::Lane: return "static_cast<int>(" + lanes.at(v.dimensions[0]) + ")";
      case GridValue::Kind::Local: {
        std::vector<std::string> places;
        for (const int d : v.dimensions) places.push_back(lanes.at(d));
        return v.text + "(" + join(places) + ")";
      }
      case GridValue::Kind::Read: {
        if (call.operands[v.operand].symbol >= 0)
          return function.symbols[call.operands[v.operand].symbol].name;
        const std::string element = "random_programs::element(" + place(v.operand, lanes, v.shifts) + ")";
        return v.operands.empty() ? element : "(" + operand(0) + " ? " + element + " : " + operand(1) + ")";
      }
      case GridValue::Kind::Binary: return binary(operand(0), v.text, operand(1));
      case GridValue::Kind::Call:
        if (v.text == "abs") return "std::abs(" + operand(0) + ")";
        return std::string(v.text == "minimum" ? "std::min<" : "std::max<") + type + ">(" + operand(0) +
               ", " + operand(1) + ")";
      case GridValue::Kind::Map:
        return mapped(v.spelling, type) + "(" + operand(0) +
               (v.operands.size() > 1 ? ", " + operand(1) : "") + ")";
      case GridValue::Kind::Where: return "(" + operand(0) + " ? " + operand(1) + " : " + operand(2) + ")";
      case GridValue::Kind::Product:
      case GridValue::Kind::Fold: return fold(v, lanes);
    }
    return {};
  }

  std::string fold(const GridValue& v, Lanes lanes) const {
    const std::string k = "k" + std::to_string(v.contracted);
    lanes[v.contracted] = k;
    const bool isProduct = v.kind == GridValue::Kind::Product, isSum = isProduct || v.text == "sum";
    const std::string each = isProduct ? value(v.operands[0], lanes) + " * " + value(v.operands[1], lanes)
                                       : value(v.operands[0], lanes);
    const std::string step = isSum ? "all += each"
                                   : std::string("all = ") + k + " == 0 || each " +
                                         (v.text == "max" ? ">" : "<") + " all ? each : all";
    return "[&] { " + type + " all = 0; for (long " + k + " = 0; " + k + " < " + extent(v.contracted) +
           "; ++" + k + ") { const " + type + " each = " + each + "; " + step + "; } return all; }()";
  }

  void statements(const std::vector<GridStatement>& body) {
    ++depth;
    for (const GridStatement& s : body) statement(s);
    --depth;
  }

  void statement(const GridStatement& s) {
    switch (s.kind) {
      case GridStatement::Kind::Return: line("if (" + condition(s.text) + ") return;"); return;
      case GridStatement::Kind::If:
        line("if (" + condition(s.text) + ") {");
        statements(s.body);
        if (!s.otherwise.empty()) line("} else {"), statements(s.otherwise);
        line("}");
        return;
      case GridStatement::Kind::Local:
      case GridStatement::Kind::Sum: {
        Lanes lanes;
        std::vector<std::string> parameters;
        for (const int d : s.values[0].dimensions) {
          lanes[d] = "l" + std::to_string(d);
          parameters.push_back("[[maybe_unused]] long " + lanes[d]);
        }
        line("[[maybe_unused]] const auto " + s.text + " = [&](" + join(parameters) + ") -> " + type +
             " { return " + value(s.values[0], lanes) + "; };");
        return;
      }
      default: write(s);
    }
  }

  void write(const GridStatement& s) {
    Lanes lanes;
    const int before = depth;
    for (const GridPlace& p : call.operands[s.operand].places) {
      if (!p.visible()) continue;
      const std::string l = "l" + std::to_string(p.dimension);
      if (p.dimension == s.window) {
        line("for (long " + l + " = " + std::to_string(s.first) + "; " + l + " < " +
             std::to_string(s.first + s.length) + "; ++" + l + ") {");
        ++depth;
      } else {
        loop(l, extent(p.dimension));
      }
      lanes[p.dimension] = l;
    }
    const std::string target = place(s.operand, lanes, {});
    const bool isMasked = s.kind == GridStatement::Kind::Store;
    line("if (random_programs::isInside(" + target + ")) {");
    const std::string op = isMasked ? "=" : s.kind == GridStatement::Kind::Atomic ? "+=" : s.text;
    const std::string assignment =
        "random_programs::element(" + target + ") " + op + " " + value(s.values[0], lanes) + ";";
    line("  " + (isMasked ? "if (" + value(s.values[1], lanes) + ") " + assignment : assignment));
    line("}");
    while (depth > before) --depth, line("}");
  }
};

// --- calls
// --------------------------------------------------------------------------------------------------------------

class Call : public Speller {
 public:
  Call(const Function& function, const GridCall& call, int number, bool withDirective)
      : Speller(function, call),
        name(function.name + "_blocks" + std::to_string(number)),
        withDirective(withDirective) {}

  GridText spell() {
    if (call.form == KernelForm::Template) type = "T";
    ++depth;
    statements(call.kernel);
    --depth;
    std::vector<std::string> body;
    std::swap(body, text);
    const std::string kernel = spellKernel(body);
    type = typeName(call.type);
    return {std::move(front), invoke(kernel)};
  }

 private:
  const std::string name;
  const bool withDirective;
  std::vector<std::string> front;
  int helpers = 0;

  struct Window {
    std::string first, length;
  };
  std::map<int, Window> windows;            // by dimension
  std::map<int, std::string> elementLanes;  // in loops over elements

  // --- values

  std::string subscript(const GridPlace& p, int shift, int spelling) const {
    const GridDimension& d = at(p.dimension);
    const std::string block = std::to_string(d.block), moved = std::to_string(shift);
    const auto window = windows.find(p.dimension);
    if (p.kind == GridPlace::Kind::Sliced) {
      const std::string first = "ds(program_id(" + p.number.substr(1) + ") * " + block;
      return window == windows.end()
                 ? first + ", " + block + ")"
                 : first + " + " + window->second.first + ", " + window->second.length + ")";
    }
    if (window != windows.end()) {
      const std::string first = window->second.first + (shift > 0 ? " + " + moved : "");
      return (spelling % 3 == 0 ? "slice(" : "ds(") + first + ", " + window->second.length + ")";
    }
    const std::string size = d.block > 0 ? block : d.size;
    if (p.halo > 0)
      return shift == 0 && spelling % 3 == 0 ? "slice(" + size + ")" : "ds(" + moved + ", " + size + ")";
    if (!d.constant || spelling % 10 < 7) return "appyl::all";
    return spelling % 10 == 7 ? "slice(" + size + ")" : "ds(0, " + size + ")";
  }

  std::string subscripts(const GridOperand& o, const std::vector<int>& shifts, int spelling) const {
    std::vector<std::string> parts;
    for (std::size_t n = 0; n < o.places.size(); ++n)
      if (o.places[n].visible())
        parts.push_back(subscript(o.places[n], shifts.empty() ? 0 : shifts[n], spelling / (n + 1)));
    return join(parts);
  }

  std::string read(const GridValue& v) {
    const GridOperand& o = call.operands[v.operand];
    if (!elementLanes.empty()) return readElement(v);
    const std::string places = subscripts(o, v.shifts, v.spelling);
    std::string result;
    if (places.empty())
      result = v.spelling % 2 == 0 ? "load(" + o.name + ")" : o.name + "()";
    else if (!v.operands.empty())
      result = "load(" + o.name + ", std::tuple(" + places + "), " + value(v.operands[0]) + ", " +
               value(v.operands[1]) + ")";
    else if (v.spelling % 9 == 0)
      result = "load(" + o.name + ", std::tuple(" + places + "))";
    else
      result = o.name + "(" + places + ")";
    return v.transposed ? "transpose(" + result + ")" : result;
  }

  std::string readElement(const GridValue& v) {
    const GridOperand& o = call.operands[v.operand];
    std::vector<std::string> parts;
    for (std::size_t n = 0; n < o.places.size(); ++n) {
      const GridPlace& p = o.places[n];
      if (!p.visible()) continue;
      std::string index = elementLanes.at(p.dimension);
      if (p.kind == GridPlace::Kind::Sliced)
        index = "program_id(" + p.number.substr(1) + ") * " + std::to_string(at(p.dimension).block) + " + " +
                index;
      if (v.shifts[n] > 0) index += " + " + std::to_string(v.shifts[n]);
      parts.push_back(index);
    }
    const std::string element = parts.empty() ? o.name + "()" : o.name + "(" + join(parts) + ")";
    return v.operands.empty()
               ? element
               : "(" + value(v.operands[0]) + " ? " + element + " : " + value(v.operands[1]) + ")";
  }

  std::string value(const GridValue& v) {
    const bool isElement = !elementLanes.empty();
    const auto operand = [&](int n) { return value(v.operands[n]); };
    switch (v.kind) {
      case GridValue::Kind::Number:
      case GridValue::Kind::Local: return v.text;
      case GridValue::Kind::Program: return "static_cast<" + type + ">(" + v.text + ")";
      case GridValue::Kind::Lane:
        return isElement ? elementLanes.at(v.dimensions[0])
                         : "arange<int>(" + std::to_string(at(v.dimensions[0]).block) + ")";
      case GridValue::Kind::Read: return read(v);
      case GridValue::Kind::Binary: {
        const std::string left = operand(0);
        return binary(left, v.text, operand(1));
      }
      case GridValue::Kind::Call: {
        const std::string first = operand(0);
        return (v.text == "abs" ? "appyl::abs(" : v.text + "(") + first +
               (v.operands.size() > 1 ? ", " + operand(1) : "") + ")";
      }
      case GridValue::Kind::Map: {
        std::string list = operand(0);
        if (v.operands.size() > 1) list += ", " + operand(1);
        return isElement || v.dimensions.empty() ? mapped(v.spelling, type) + "(" + list + ")"
                                                 : "map(" + mapped(v.spelling, type) + ", " + list + ")";
      }
      case GridValue::Kind::Where: {
        const std::string condition = operand(0), first = operand(1), second = operand(2);
        return isElement ? "(" + condition + " ? " + first + " : " + second + ")"
                         : "where(" + condition + ", " + first + ", " + second + ")";
      }
      case GridValue::Kind::Product: {
        const std::string left = operand(0);
        return "dot(" + left + ", " + operand(1) + ")";
      }
      case GridValue::Kind::Fold: {
        if (isElement) return foldElements(v);
        const std::string each = operand(0);
        return v.text + "(" + each + (v.dimensions.empty() ? "" : ", " + std::to_string(v.axis)) + ")";
      }
    }
    return {};
  }

  // In a loop in front of the statement.
  std::string foldElements(const GridValue& v) {
    const std::string k = "k" + std::to_string(v.contracted), all = "all" + std::to_string(v.contracted);
    const auto outer = elementLanes;
    elementLanes[v.contracted] = "0";
    const bool isSum = v.text == "sum";
    line(type + " " + all + " = " + (isSum ? "0" : value(v.operands[0])) + ";");
    elementLanes[v.contracted] = k;
    const std::string each = value(v.operands[0]);
    line("for (int " + k + " = " + (isSum ? "0" : "1") + "; " + k + " < " + lengthOf(v) + "; ++" + k + ")");
    if (isSum)
      line("  " + all + " += " + each + ";");
    else if (v.spelling % 2 == 0)
      line("  " + all + " = " + (v.text == "max" ? "maximum(" : "minimum(") + all + ", " + each + ");");
    else
      line("  if (" + each + (v.text == "max" ? " > " : " < ") + all + ") " + all + " = " + each + ";");
    elementLanes = outer;
    return all;
  }
  // Of the dimension that is added up.
  std::string lengthOf(const GridValue& v) const {
    const GridDimension& d = at(v.contracted);
    if (d.constant && v.spelling % 3 == 0) return d.size;
    return lengthIn(v.operands[0], v.contracted);
  }
  std::string lengthIn(const GridValue& v, int dimension) const {
    if (v.kind != GridValue::Kind::Read) return lengthIn(v.operands[0], dimension);
    const GridOperand& o = call.operands[v.operand];
    return o.name + ".extent(" + std::to_string(axisOf(o, dimension)) + ")";
  }

  // --- statements

  void statements(const std::vector<GridStatement>& body) {
    ++depth;
    for (const GridStatement& s : body) statement(s);
    --depth;
  }

  void statement(const GridStatement& s) {
    switch (s.kind) {
      case GridStatement::Kind::Return:
        line("if (" + s.text + ")" + (s.spelling % 2 == 0 ? " return;" : " { return; }"));
        return;
      case GridStatement::Kind::If:
        line("if (" + s.text + ") {");
        statements(s.body);
        if (!s.otherwise.empty()) line("} else {"), statements(s.otherwise);
        line("}");
        return;
      case GridStatement::Kind::Local: {
        const std::string v = value(s.values[0]);
        const std::string rank = std::to_string(s.values[0].dimensions.size());
        line("[[maybe_unused]] " +
             (s.values[0].dimensions.empty() ? "const " + type
              : s.spelling < 3               ? "const auto"
                                             : "tile<" + type + ", " + rank + ">") +
             " " + s.text + " = " + v + ";");
        return;
      }
      case GridStatement::Kind::Sum: addUp(s); return;
      case GridStatement::Kind::Elements: elements(s); return;
      default:
        if (s.helper)
          helper(s);
        else
          assign(s);
    }
  }

  // The sum in a tile, over parts of the dimension.
  void addUp(const GridStatement& s) {
    const GridValue& v = s.values[0];
    std::vector<std::string> sizes;
    for (const int d : v.dimensions)
      sizes.push_back(at(d).block > 0 ? std::to_string(at(d).block) : at(d).size);
    if (sizes.empty())
      line(type + " " + s.text + " = 0;");
    else
      line("tile<" + type + ", " + std::to_string(sizes.size()) + "> " + s.text + " = zeros<" + type + ">(" +
           join(sizes) + ");");
    const std::string k = "k" + std::to_string(v.contracted), step = std::to_string(s.step);
    windows[v.contracted] = {k, step};
    line("for (int " + k + " = 0; " + k + " < " + lengthOf(v) + "; " + k + " += " + step + ")");
    line("  " + s.text + " += " + value(v) + ";");
    windows.clear();
  }

  void elements(const GridStatement& s) {
    const GridOperand& o = call.operands[s.operand];
    const int before = depth;
    std::vector<std::string> places;
    int axis = 0;
    for (const GridPlace& p : o.places) {
      if (!p.visible()) continue;
      const GridDimension& d = at(p.dimension);
      const std::string r = "r" + std::to_string(axis);
      const std::string end = d.constant && s.spelling % 3 == 0
                                  ? (d.block > 0 ? std::to_string(d.block) : d.size)
                                  : o.name + ".extent(" + std::to_string(axis) + ")";
      line("for (int " + r + " = 0; " + r + " < " + end + "; ++" + r + ") {");
      ++depth, ++axis;
      elementLanes[p.dimension] = r;
      places.push_back(r);
    }
    if (places.empty()) elementLanes[-1] = "";
    const std::string v = value(s.values[0]);
    line(o.name + "(" + join(places) + ") " + s.text + " " + v + ";");
    elementLanes.clear();
    while (depth > before) --depth, line("}");
  }

  void assign(const GridStatement& s) {
    const GridOperand& o = call.operands[s.operand];
    if (s.window >= 0) windows[s.window] = {std::to_string(s.first), std::to_string(s.length)};
    const std::string v = value(s.values[0]), places = subscripts(o, {}, s.spelling);
    windows.clear();
    if (s.kind == GridStatement::Kind::Atomic) {
      line("atomic_add(" + o.name + "(" + places + "), " + v + ");");
    } else if (s.kind == GridStatement::Kind::Store) {
      const std::string mask = value(s.values[1]);
      if (s.spelling % 2 == 0)
        line("store(" + o.name + ", std::tuple(" + places + "), " + v + ", " + mask + ");");
      else
        line("store(" + o.name + "(" + places + "), " + v + ", " + mask + ");");
    } else if (s.text == "=" && places.empty() && s.spelling % 2 == 0) {
      line("store(" + o.name + ", " + v + ");");
    } else if (s.text == "=" && !places.empty() && s.spelling % 7 == 0) {
      line("store(" + o.name + ", std::tuple(" + places + "), " + v + ");");
    } else {
      line(o.name + "(" + places + ") " + s.text + " " + v + ";");
    }
  }

  void helper(const GridStatement& s) {
    std::vector<int> operands = {s.operand};
    collect(s.values[0], operands);
    std::vector<std::string> parameters, arguments;
    for (const int o : operands)
      parameters.push_back(parameter(o)), arguments.push_back(call.operands[o].name);
    const std::string called = name + "_part" + std::to_string(helpers++);
    std::vector<std::string> outer;
    std::swap(outer, text);
    const int outerDepth = std::exchange(depth, 1);
    assign(s);
    depth = outerDepth;
    std::swap(outer, text);
    if (type == "T") front.push_back("template <class T>");
    front.push_back("static void " + called + "(" + join(parameters) + ") {");
    front.insert(front.end(), outer.begin(), outer.end());
    front.push_back("}");
    line(called + "(" + join(arguments) + ");");
  }
  static void collect(const GridValue& v, std::vector<int>& operands) {
    if (v.operand >= 0 && !contains(operands, v.operand)) operands.push_back(v.operand);
    for (const GridValue& each : v.operands) collect(each, operands);
  }

  // --- kernels, specs, and the call

  std::string parameter(int operand) const {
    const GridOperand& o = call.operands[operand];
    const auto rank =
        std::count_if(o.places.begin(), o.places.end(), [](const GridPlace& p) { return p.visible(); });
    return "ref<" + std::string(o.written ? "" : "const ") + type + ", " + std::to_string(rank) + "> " +
           o.name;
  }

  std::string spellKernel(const std::vector<std::string>& body) {
    std::vector<std::string> parameters, captures;
    const std::string all = join(body, "\n");
    for (std::size_t o = 0; o < call.operands.size(); ++o)
      parameters.push_back((mentions(all, call.operands[o].name) ? "" : "[[maybe_unused]] ") +
                           parameter(static_cast<int>(o)));
    const std::string list = "(" + join(parameters) + ") ";
    const auto define = [&](const std::string& head, const std::string& end) {
      front.push_back(head);
      front.insert(front.end(), body.begin(), body.end());
      front.push_back(end);
    };
    switch (call.form) {
      case KernelForm::Function: define("static void " + name + list + "{", "}"); return name;
      case KernelForm::Template:
        front.push_back("template <class T>");
        define("void " + name + list + "{", "}");
        return name + "<" + typeName(call.type) + ">";
      case KernelForm::Object:
        front.push_back("struct " + name + " {");
        define("  void operator()" + list + "const {", "  }");
        front.push_back("};");
        return name + "{}";
      default: break;
    }
    for (const Symbol& symbol : function.symbols)
      if (symbol.parameter && mentions(all, symbol.name)) captures.push_back(symbol.name);
    const std::string capture = call.spelling % 3 == 0 ? "=" : join(captures);
    std::string lambda = "[" + capture + "]" + list + "{\n";
    for (const std::string& each : body) lambda += "    " + each + "\n";
    return lambda + "    }";
  }

  bool mentionsParameter(const std::string& words) const {
    return std::any_of(function.symbols.begin(), function.symbols.end(), [&](const Symbol& symbol) {
      return symbol.parameter && mentions(words, symbol.name);
    });
  }

  std::string spec(const GridOperand& o) const {
    if (!o.shaped) return "BlockSpec{}";
    std::vector<std::string> sizes, numbers;
    const Array* const array = o.array >= 0 ? &function.arrays[o.array] : nullptr;
    for (std::size_t n = 0; n < o.places.size(); ++n) {
      const GridPlace& p = o.places[n];
      const GridDimension& d = at(p.dimension);
      const std::string extent =
          array->storage == Storage::View
              ? array->name + ".extent(" +
                    std::to_string(n + (o.batchAxis >= 0 && static_cast<int>(n) >= o.batchAxis)) + ")"
              : array->name + ".size()";
      const int size = d.block + p.halo;
      switch (p.kind) {
        case GridPlace::Kind::Block:
          sizes.push_back(std::to_string(size));
          numbers.push_back(!o.counted             ? p.number
                            : p.number.size() == 2 ? p.number + " * " + std::to_string(d.block)
                                                   : "(" + p.number + ") * " + std::to_string(d.block));
          break;
        case GridPlace::Kind::First: sizes.push_back(std::to_string(d.block)), numbers.push_back("0"); break;
        case GridPlace::Kind::Whole:
          sizes.push_back(d.constant ? d.size : extent);
          numbers.push_back("0");
          break;
        case GridPlace::Kind::Sliced: sizes.push_back(extent), numbers.push_back("0"); break;
        default: sizes.push_back("squeezed"), numbers.push_back(p.number);
      }
    }
    std::string result = "BlockSpec{{" + join(sizes) + "}";
    if (o.mapped) result += ", " + map(numbers, o.spelling);
    if (o.counted) {
      if (!o.mapped) result += ", {}";
      std::vector<std::string> padding;
      for (const GridPlace& p : o.places)
        padding.push_back("{" + std::to_string(p.before) + ", " + std::to_string(p.behind) + "}");
      const bool isPadded = std::any_of(o.places.begin(), o.places.end(),
                                        [](const GridPlace& p) { return p.before + p.behind > 0; });
      result += isPadded || o.spelling % 4 == 0 ? ", Unblocked{{" + join(padding) + "}}" : ", Unblocked{}";
    }
    return result + "}";
  }

  std::string map(std::vector<std::string> numbers, int spelling) const {
    bool isIdentity = numbers.size() == call.counts.size() && !numbers.empty();
    for (std::size_t n = 0; n < numbers.size(); ++n)
      isIdentity = isIdentity && numbers[n] == "p" + std::to_string(n);
    if (isIdentity && spelling % 3 == 0) return "[](auto... place) { return std::array{place...}; }";
    std::string list = join(numbers);
    const bool isWide = mentionsParameter(list);
    std::vector<std::string> parameters;
    static const char* const letters[] = {"i", "j", "k"};
    for (std::size_t p = 0; p < call.counts.size(); ++p) {
      const std::string place = "p" + std::to_string(p), letter = spelling % 5 == 0 ? place : letters[p];
      parameters.push_back(mentions(list, place) ? "int " + letter : "int");
      list = replaced(list, place, letter);
    }
    const std::string head = std::string(isWide ? "[=](" : "[](") + join(parameters) + ") { return ";
    if (numbers.size() == 1 && spelling % 4 != 0) return head + list + "; }";
    if (isWide || spelling % 7 == 0)
      return head + (spelling % 2 == 0 ? "std::make_tuple(" : "std::tuple(") + list + "); }";
    if (numbers.size() == 2 && spelling % 7 == 1) return head + "std::pair(" + list + "); }";
    return head + "std::array{" + list + "}; }";
  }

  std::vector<std::string> invoke(std::string kernel) {
    if (call.form == KernelForm::Named) {
      line("const auto " + name + " = " + kernel + ";");
      kernel = name;
    }
    std::vector<std::string> inputs, outputs, arguments, axes;
    bool areWhole = call.counts.empty();
    int number = 0;
    for (const GridOperand& o : call.operands) {
      std::string how = spec(o);
      areWhole = areWhole && !o.shaped;
      if (call.spelling % 4 == 1 && o.shaped) {
        const std::string named = name + "_spec" + std::to_string(number++);
        line("const " + how.insert(how.find('{'), " " + named) + ";");
        how = named;
      }
      (o.written ? outputs : inputs).push_back(how);
      arguments.push_back(o.array >= 0 ? function.arrays[o.array].name : function.symbols[o.symbol].name);
      if (!o.written) axes.push_back(o.batchAxis >= 0 ? std::to_string(o.batchAxis) : "std::nullopt");
    }
    const std::string grid =
        call.counts.size() == 1 && call.spelling % 5 == 0 ? call.counts[0] : "{" + join(call.counts) + "}";
    std::string how = grid + ", {" + join(inputs) + "}, {" + join(outputs) + "}";
    if (call.spelling / 5 % 3 == 0) how = "{" + how + "}";
    std::string called = areWhole && outputs.size() == 1 && call.spelling % 2 == 0
                             ? "grid_call(" + kernel + ")"
                             : "grid_call(" + kernel + ", " + how + ")";
    if (!call.batches.empty()) {
      const bool areFirst =
          std::all_of(axes.begin(), axes.end(), [](const std::string& axis) { return axis == "0"; });
      const bool isOne = axes.size() == 1 && std::isdigit(static_cast<unsigned char>(axes[0][0]));
      called = "vmap(" + called +
               (areFirst ? call.spelling % 2 == 0 ? ", 0)" : ")"
                : isOne  ? ", " + axes[0] + ")"
                         : ", {" + join(axes) + "})");
    }
    if (call.spelling / 15 % 5 == 0) {
      line("const auto " + name + "_call = " + called + ";");
      called = name + "_call";
    }
    if (withDirective) line(std::string("#pragma parallel") + (call.unchecked ? " unchecked" : ""));
    line(called + "(" + join(arguments) + ");");
    return std::move(text);
  }
};

}  // namespace

GridText spellGridCall(const Function& function, const GridCall& call, int number, bool withDirective) {
  return Call(function, call, number, withDirective).spell();
}
GridText spellGridLoops(const Function& function, const GridCall& call) {
  return Loops(function, call).spell();
}

std::string gridCallees() {
  return R"(
using appyl::arange, appyl::atomic_add, appyl::BlockSpec, appyl::cdiv, appyl::dot, appyl::ds, appyl::grid_call, appyl::load, appyl::map,
    appyl::max, appyl::min, appyl::num_programs, appyl::program_id, appyl::ref, appyl::squeezed, appyl::store, appyl::sum,
    appyl::transpose, appyl::Unblocked, appyl::vmap, appyl::where;
)";
}

}  // namespace random_programs
