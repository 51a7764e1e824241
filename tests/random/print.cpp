// Spells functions as people write them: flat arrays with their pitches, the forms of loops and directives,
// the updates of reductions. Which spelling is taken stands in the values; nothing is decided here.
#include "print.h"

#include <algorithm>
#include <cctype>
#include <climits>
#include <cstdlib>
#include <functional>
#include <utility>

#include "grid_calls.h"
#include "print_grid_calls.h"
#include "spelling.h"

namespace random_programs {

namespace {

class Printer {
 public:
  Printer(const Function& function, bool withDirectives, bool asCalls = false)
      : function(function), withDirectives(withDirectives), asCalls(withDirectives || asCalls) {}

  static std::string body(const Function& function, bool withDirectives, bool asCalls = false) {
    Printer printer(function, withDirectives, asCalls);
    printer.statements(function.body);
    return printer.macros + printer.text;
  }

  std::string text;
  mutable std::string macros;  // in front of the function
  std::string front;           // functions that it calls

  std::string signature() const { return "void " + function.name + "(" + join(declarations(), ", ") + ")"; }

  // What the function calls, as its own.
  void callees() {
    if (!function.ownCallees) return;
    const std::string plain = body(function, false);
    const std::pair<const char*, const char*> all[] = {
        {"twice", "int two = 2;\n  const auto twice = [two](int x) { return two * x + 1; };"},
        {"clamp",
         "const auto clamp = [](int x, int low, int high) { return x < low ? low : x > high ? high : x; };"},
        {"soften", "const auto soften = [](auto x) { return x / (1 + x * x); };"},
        {"halve", "const auto halve = [](auto x) -> decltype(x) { return x / 2; };"}};
    for (const auto& [name, declaration] : all)
      if (mentions(plain, name)) line(std::string("  ") + declaration);
  }

  void definition() {
    if (function.form == Form::Plain) {
      line(signature() + " {");
      callees();
      statements(function.body);
      line("}");
      return;
    }
    line(signature() + ";");  // what stands behind it is this function's
    std::vector<std::string> names;
    const Parameters used(function);
    for (const Array* array : used.arrays) names.push_back(array->name);
    for (const Symbol* symbol : used.symbols) names.push_back(symbol->name);
    const std::string arguments = join(names, ", ");
    if (function.form == Form::Template) {
      const bool hasElement = !used.arrays.empty();
      templated = hasElement ? used.arrays.front() : nullptr;
      line(std::string("template <") + (hasElement ? "class Element, " : "") + "int width>");
      line("void " + function.name + "_body(" + join(declarations(), ", ") + ") {");
      callees();
      statements(function.body);
      line("}");
      const Array* const array = std::exchange(templated, nullptr);
      line(signature() + " {");
      line("  " + function.name + "_body<" + (array ? elementName(*array) + ", " : "") +
           std::to_string(width) + ">(" + arguments + ");");
    } else {
      line("struct " + function.name + "_object {");
      for (const std::string& declaration : declarations()) line("  " + declaration + ";");
      line("  void run() {");
      ++depth;
      callees();
      statements(function.body);
      --depth;
      line("  }");
      line("};");
      line(signature() + " {");
      line("  " + function.name + "_object object{" + arguments + "};");
      line("  object.run();");
    }
    line("}");
  }

 private:
  const Function& function;
  const bool withDirectives;
  const bool asCalls;  // grid calls, which are loops otherwise
  int gridCalls = 0;
  const Array* templated = nullptr;  // its elements' type is the template's
  int width = 0;                     // ... and so is this size of a block
  int depth = 0;
  mutable std::vector<std::string> replaced;  // what the macros of low precedence stand for

  std::string named(Type type) const { return typeName(type, function.inC); }

  void line(const std::string& content) { text += std::string(2 * depth, ' ') + content + "\n"; }

  static long largest(const Array& array, int dimension) {
    const auto& extents = array.extents[dimension];
    return std::max(1L, *std::max_element(extents.begin(), extents.end()));
  }
  static std::string brackets(const Array& array, int first) {
    std::string result;
    for (int d = first; d < array.rank; ++d) result += "[" + std::to_string(largest(array, d)) + "]";
    return result;
  }

  // The parameters as they are declared, members where they are that.
  std::vector<std::string> declarations() const {
    const Parameters used(function);
    const std::string plain = body(function, false, asCalls);
    std::vector<std::string> result;
    const auto add = [&](const std::string& name, const std::string& declaration) {
      result.push_back((function.inC || mentions(plain, name) ? "" : "[[maybe_unused]] ") + declaration);
    };
    for (const Array* array : used.arrays) add(array->name, parameter(*array));
    for (const Symbol* symbol : used.symbols) add(symbol->name, named(symbol->type) + " " + symbol->name);
    return result;
  }
  static std::string join(const std::vector<std::string>& parts, const std::string& between) {
    std::string result;
    for (const std::string& part : parts) result += (result.empty() ? "" : between) + part;
    return result;
  }

  static std::string elementName(const Array& array, bool inC = false) {
    if (array.storage == Storage::Structs) return inC ? "struct Particle" : "Particle";
    return typeName(array.type, inC);
  }

  std::string parameter(const Array& array) const {
    const std::string element = &array == templated ? "Element" : elementName(array, function.inC);
    const std::string constant = array.written ? "" : "const ";
    const std::string name = array.name;
    switch (array.storage) {
      case Storage::Pointer:
      case Storage::Structs: return constant + element + "* " + name;
      case Storage::PointerToArray: return constant + element + " (*" + name + ")" + brackets(array, 1);
      case Storage::CArray:
        return constant + element + (function.inC ? " " + name : " (&" + name + ")") + brackets(array, 0);
      case Storage::Vector: return constant + "std::vector<" + element + ">& " + name;
      case Storage::Span: return "std::span<" + constant + element + "> " + name;
      case Storage::VectorOfVectors: return constant + "std::vector<std::vector<" + element + ">>& " + name;
      case Storage::View:
        return "appyl::view<" + constant + element + ", " + std::to_string(array.rank) + "> " + name;
      case Storage::StdArray: return constant + standardArray(array, 0, element) + "& " + name;
    }
    return {};
  }

 public:
  static std::string standardArray(const Array& array, int dimension, const std::string& element) {
    if (dimension == array.rank) return element;
    return "std::array<" + standardArray(array, dimension + 1, element) + ", " +
           std::to_string(largest(array, dimension)) + ">";
  }
  // The declaration of the array's memory in the driver.
  static std::string member(const Array& array) {
    const std::string element = elementName(array);
    switch (array.storage) {
      case Storage::PointerToArray:
        return element + " " + array.name + "[" + std::to_string(largest(array, 0)) + "]" +
               brackets(array, 1);
      case Storage::CArray: return element + " " + array.name + brackets(array, 0);
      case Storage::VectorOfVectors: return "std::vector<std::vector<" + element + ">> " + array.name;
      case Storage::StdArray: return standardArray(array, 0, elementName(array)) + " " + array.name;
      default: return "std::vector<" + element + "> " + array.name;
    }
  }

 private:
  // The macro that stands for this, which is in no parentheses.
  std::string macro(const std::string& replacement) const {
    const auto known = std::find(replaced.begin(), replaced.end(), replacement);
    const std::string name = function.name + "_W" + std::to_string(known - replaced.begin());
    if (known == replaced.end()) {
      replaced.push_back(replacement);
      macros += "#define " + name + " " + replacement + "\n";
    }
    return name;
  }

  // --- expressions
  // ----------------------------------------------------------------------------------------------------

  // A sum that is right just as long as the macro in it has no parentheses: `2 * W - n + 3`, where W stands
  // for `n + 1` or `n - 1`.
  std::string affineByMacro(const Affine& form) const {
    const auto place = form.terms.begin() + form.macro % static_cast<int>(form.terms.size());
    const Symbol& symbol = function.symbols[place->symbol];
    const long sign = form.macro % 2 == 0 || isUnsigned(symbol.type) ? 1 : -1,
               added = sign * (form.macro % 3 + 1);
    const std::string name =
        macro(symbol.name + (added < 0 ? " - " : " + ") + std::to_string(std::abs(added)));
    Affine rest{form.terms, form.constant - added};
    const auto others = rest.terms.begin() + (place - form.terms.begin());
    const long factor = place->factor == 1 ? 2 : place->factor;
    if (place->factor == 1)
      others->factor = -1;
    else
      rest.terms.erase(others);
    if (factor < 0)
      return affine(rest) + " - " + (factor == -1 ? name : std::to_string(-factor) + " * " + name);
    const std::string product = std::to_string(factor) + " * " + name;
    if (rest.terms.empty() && rest.constant == 0) return product;
    const std::string added_ = affine(rest);
    return product + (added_[0] == '-' ? " - " + added_.substr(1) : " + " + added_);
  }

  std::string affine(const Affine& form) const {
    if (form.macro > 0 && !form.terms.empty()) return affineByMacro(form);
    std::string result;
    for (const Term& term : form.terms) {
      const std::string name = function.symbols[term.symbol].name;
      const long factor = term.factor < 0 ? -term.factor : term.factor;
      const std::string product = factor == 1 ? name : std::to_string(factor) + " * " + name;
      if (result.empty())
        result = term.factor < 0 ? "-" + product : product;
      else
        result += (term.factor < 0 ? " - " : " + ") + product;
    }
    if (result.empty()) return spell(form.constant);
    if (form.constant > 0) result += " + " + spell(form.constant);
    if (form.constant < 0) result += " - " + spell(-form.constant);
    return result;
  }

  std::string index(const Index& index, long offset = 0) const {
    if (index.through < 0) {
      Affine form = index.affine;
      form.constant += offset;
      if (index.chosenBy < 0) return affine(form);
      return macro(function.symbols[index.chosenBy].name + " < 1000000 ? " + affine(form) + " : 3");
    }
    std::string result = access({index.through, {{index.affine, -1}}});
    if (offset != 0) result += offset < 0 ? " - " + std::to_string(-offset) : " + " + std::to_string(offset);
    return result;
  }

  // In parentheses where it is more than a name, a number or an access.
  std::string factor(const Index& subscript) const {
    const std::string spelled = index(subscript);
    return spelled.find(' ') == std::string::npos || subscript.through >= 0 ? spelled : "(" + spelled + ")";
  }

  // Added to the place of a row. A counter near the limit of its type must lose its offset first.
  std::string summand(const Index& subscript) const {
    const Integer constant = subscript.affine.constant;
    return constant > 1000000 || constant < -1000000 ? factor(subscript) : index(subscript);
  }

  std::string access(const Access& access) const {
    const Array& array = function.arrays[access.array];
    std::string result = array.name;
    if (array.flat()) {
      std::string place = index(access.subscripts[0]);
      for (int d = 1; d < array.rank; ++d) {
        const std::string rows = d > 1 || place.find(' ') != std::string::npos ? "(" + place + ")" : place;
        place = rows + " * " + factor({array.pitches[d - 1], -1}) + " + " + summand(access.subscripts[d]);
      }
      result += "[" + place + "]";
    } else if (array.storage == Storage::View) {
      std::string places;
      for (const Index& subscript : access.subscripts)
        places += (places.empty() ? "" : ", ") + index(subscript);
      result += "(" + places + ")";
    } else {
      for (const Index& subscript : access.subscripts) result += "[" + index(subscript) + "]";
    }
    return array.storage == Storage::Structs ? result + "." + array.field : result;
  }

  std::string target(const Target& target) const {
    return target.name.empty() ? access(target.access) : target.name;
  }

  std::string converted(Type type, const std::string& x) const {
    return function.inC ? "(" + named(type) + ")(" + x + ")" : "static_cast<" + named(type) + ">(" + x + ")";
  }

  // `operand` is whether the expression stands beside an operator.
  std::string value(const Value& v, bool operand = false) const {
    const auto enclosed = [&](const std::string& spelled) { return operand ? "(" + spelled + ")" : spelled; };
    switch (v.kind) {
      case Value::Kind::Constant: return operand && v.text[0] == '-' ? "(" + v.text + ")" : v.text;
      case Value::Kind::Name: return v.text;
      case Value::Kind::Element: return access(*v.access);
      case Value::Kind::Counter: {
        const Symbol& counter = function.symbols[v.symbol];
        if (v.text.empty()) return counter.name;
        return converted(Type::Int, counter.name + " % " + v.text);
      }
      case Value::Kind::Binary:
        if (v.inLambda)
          return "[&] { return " + value(v.operands[0], true) + " " + v.text + " " +
                 value(v.operands[1], true) + "; }()";
        return enclosed(value(v.operands[0], true) + " " + v.text + " " + value(v.operands[1], true));
      case Value::Kind::Choose:
        return enclosed(value(v.operands[0], true) + " ? " + value(v.operands[1], true) + " : " +
                        value(v.operands[2], true));
      case Value::Kind::Cast: return converted(v.type, value(v.operands[0]));
      case Value::Kind::Call: {
        std::vector<Argument> arguments;
        for (const Value& argument : v.operands)
          arguments.push_back({value(argument), value(argument, true)});
        return spellCall(v, arguments, function.inC);
      }
    }
    return {};
  }

  std::string update(const Update& u) const {
    const std::string v = target(u.target), x = value(u.value), operand = value(u.value, true);
    const auto spelled = [&](std::vector<std::string> forms) {
      return forms[u.spelling % forms.size()] + ";";
    };
    if (u.op == "min" || u.op == "max") {
      const std::string less = u.op == "min" ? " < " : " > ", more = u.op == "min" ? " > " : " < ";
      const std::string type = named(u.type);
      std::vector<std::string> forms = {"if (" + operand + less + v + ") " + v + " = " + x,
                                        v + " = " + operand + less + v + " ? " + operand + " : " + v,
                                        "if (" + v + more + operand + ") " + v + " = " + x,
                                        v + " = " + v + more + operand + " ? " + operand + " : " + v};
      if (!function.inC) {
        forms.insert(forms.begin(), v + " = std::" + u.op + "(" + v + ", " + x + ")");
        forms.insert(forms.begin() + 3, v + " = std::" + u.op + "<" + type + ">(" + x + ", " + v + ")");
      } else if (isFloating(u.type)) {
        const std::string suffix = u.type == Type::Float ? "f" : "";
        forms.push_back(v + " = f" + u.op + suffix + "(" + v + ", " + x + ")");
      }
      return spelled(forms);
    }
    if (u.op == "&&" || u.op == "||")
      return spelled(
          {v + " = " + v + " " + u.op + " " + operand, v + " = " + operand + " " + u.op + " " + v});
    std::vector<std::string> forms = {v + " " + u.op + "= " + x, v + " = " + v + " " + u.op + " " + operand,
                                      v + " = " + operand + " " + u.op + " " + v};
    if (u.op == "+") {
      forms.push_back(v + " -= " + x);
      if (u.value.kind == Value::Kind::Constant)
        forms = {"++" + v, v + "++", v + " += 1", "--" + v, v + " -= 1"};
    }
    return spelled(forms);
  }

  // --- statements
  // -----------------------------------------------------------------------------------------------------

  // Whether the preprocessor takes the first part, or the one behind `#else`.
  std::string conditional(int kind) const {
    static const char* const conditions[] = {"#if 1", "#ifndef NEVER", "#ifdef NEVER", "#if 0"};
    return conditions[kind % 4];
  }
  static bool takesFirst(int kind) { return kind % 4 < 2; }

  void statements(const std::vector<Statement>& body) {
    ++depth;
    for (const Statement& statement : body) {
      const int kind = statement.conditional;
      if (kind > 0) line(conditional(kind));
      if (kind > 0 && !takesFirst(kind)) line("return;"), line("#else");
      std::visit(
          Overloaded{
              [&](const Assign& s) { line(target(s.target) + " " + s.op + " " + value(s.value) + ";"); },
              [&](const Declare& s) { declare(s); }, [&](const If& s) { condition(s); },
              [&](const Update& s) { line(update(s)); },
              [&](const Leave& s) {
                line("if (" + value(s.condition) + ") " + (s.leaveLoop ? "break;" : "continue;"));
              },
              [&](const While& s) { whileLoop(s); }, [&](const Loop& s) { loop(s); },
              [&](const DataRegion& s) { data(s); }, [&](const TileNest& s) { tiles(s); },
              [&](const GridCall& s) { gridCall(s); }},
          statement.form);
      if (kind > 0 && takesFirst(kind) && kind != 4) line("#else"), line("return;");
      if (kind > 0) line("#endif");
    }
    --depth;
  }

  void declare(const Declare& s) {
    const std::size_t member = s.name.find('.');
    if (member != std::string::npos)
      line("struct { int " + s.name.substr(member + 1) + " : 28; int rest : 4; } " +
           s.name.substr(0, member) + " = {" + value(*s.value) + ", 0};");
    else if (s.length > 0)
      line(named(s.type) + " " + s.name + "[" + std::to_string(s.length) +
           (function.inC ? "] = {0};" : "] = {};"));
    else
      line((s.constant ? "const " : "") + (s.typeAs.empty() ? named(s.type) : s.typeAs) + " " + s.name +
           (s.value ? " = " + value(*s.value) : "") + ";");
  }

  void condition(const If& s) {
    line("if (" + value(s.condition) + ") {");
    statements(s.body);
    if (!s.otherwise.empty()) {
      line("} else {");
      statements(s.otherwise);
    }
    line("}");
  }

  void whileLoop(const While& s) {
    line("int " + s.name + " = " + value(s.start) + ";");
    line("while (" + s.name + " > 0) {");
    statements(s.body);
    line("  " + s.name + " /= 2;");
    line("}");
  }

  // The subscript of a dimension: `slice(i, 16)` or `i` in loops, `slice(n)` under a pragma.
  std::string tileSubscript(const TileNest& nest, int dimension) const {
    const TileDimension& d = nest.dimensions[dimension];
    if (nest.tensor) return "slice(" + function.symbols[d.size].name + ")";
    const std::string i = function.symbols[d.counter].name;
    return d.block == 1 ? i : "slice(" + i + ", " + std::to_string(d.block) + ")";
  }
  std::string tileOperand(const TileNest& nest, const TileOperand& operand) const {
    std::string places;
    for (std::size_t d = 0; d < operand.dimensions.size(); ++d) {
      const std::string place = tileSubscript(nest, operand.dimensions[d]);
      places += (d == 0 ? "" : ", ") + (d == 0 && operand.through >= 0
                                            ? function.arrays[operand.through].name + "(" + place + ")"
                                            : place);
    }
    return function.arrays[operand.array].name + "(" + (places.empty() ? "0" : places) + ")";
  }
  std::string tileValue(const TileNest& nest, const TileValue& v) const {
    const auto operand = [&](int n) { return tileValue(nest, v.operands[n]); };
    switch (v.kind) {
      case TileValue::Kind::Number: return v.text[0] == '-' ? "(" + v.text + ")" : v.text;
      case TileValue::Kind::Operand: return tileOperand(nest, v.operand);
      case TileValue::Kind::Binary: return "(" + operand(0) + " " + v.text + " " + operand(1) + ")";
      case TileValue::Kind::Call:
        return v.text + "(" + operand(0) + (v.operands.size() > 1 ? ", " + operand(1) : "") + ")";
      case TileValue::Kind::Product: return "dot(" + operand(0) + ", " + operand(1) + ")";
      case TileValue::Kind::Sum: {
        // Subscripts that are no slices have dropped their dimensions.
        int axis = v.axis;
        for (int d = 0; d < v.axis && !nest.tensor; ++d)
          axis -= nest.dimensions[nest.target.dimensions[d]].block == 1;
        return "sum(" + operand(0) + (v.axis < 0 || sumsToNumber(nest) ? "" : ", " + std::to_string(axis)) +
               ")";
      }
    }
    return {};
  }
  // Whether nothing remains of the target's dimensions.
  bool sumsToNumber(const TileNest& nest) const {
    return !nest.tensor && std::all_of(nest.target.dimensions.begin(), nest.target.dimensions.end(),
                                       [&](int d) { return nest.dimensions[d].block == 1; });
  }

  void tiles(const TileNest& nest) {
    const std::string target = tileOperand(nest, nest.target), value = tileValue(nest, nest.value);
    if (nest.tensor) {
      std::string par, seq;
      for (const TileDimension& d : nest.dimensions) {
        std::string& list = d.contracted && !nest.target.dimensions.empty() ? seq : par;
        list += (list.empty() ? ":" : ", :") + function.symbols[d.size].name +
                (d.block == 1 ? "" : ":" + std::to_string(d.block));
      }
      if (withDirectives) line("#pragma par_dim(" + par + ")" + (seq.empty() ? "" : " seq_dim(" + seq + ")"));
      line(target + " " + nest.op + " " + value + ";");
      return;
    }
    const int before = depth;
    for (const TileDimension& d : nest.dimensions) {
      if (d.contracted && nest.throughTile) {
        const TileDimension &rows = nest.dimensions[0], &columns = nest.dimensions[1];
        const std::string type = named(nest.type);
        line("tile<" + type + ", 2> acc = zeros<" + type + ">(" + std::to_string(rows.block) + ", " +
             std::to_string(columns.block) + ");");
      }
      const bool whole = nest.target.dimensions.empty();
      if (withDirectives && whole)
        line("#pragma parallel reduction(" + function.arrays[nest.target.array].name + ")");
      else if (withDirectives && !d.contracted)
        line("#pragma parallel");
      const std::string i = function.symbols[d.counter].name;
      line("for (int " + i + " = 0; " + i + " < " + function.symbols[d.size].name + "; " + i +
           " += " + std::to_string(d.block) + ") {");
      ++depth;
    }
    line((nest.throughTile ? "acc += " : target + " " + nest.op + " ") + value + ";");
    while (depth > before) {
      --depth;
      line("}");
      if (nest.throughTile && depth == before + 2) line(target + " " + nest.op + " acc;");
    }
  }

  void gridCall(const GridCall& s) {
    const GridText spelled =
        asCalls ? spellGridCall(function, s, gridCalls++, withDirectives) : spellGridLoops(function, s);
    for (const std::string& each : spelled.front) front += each + "\n";
    for (const std::string& each : spelled.lines) line(each);
  }

  void data(const DataRegion& s) {
    if (withDirectives) {
      std::string names;
      for (int array : s.arrays) {
        const Array& a = function.arrays[array];
        names += (names.empty() ? "" : ", ") + a.name;
        if (a.countSymbol >= 0) names += "[0:" + function.symbols[a.countSymbol].name + "]";
      }
      line("#pragma data(" + names + ")");
    }
    line("{");
    statements(s.body);
    line("}");
  }

  // The first number is the template's.
  std::string blockSize(const Directive& d) {
    std::string text = *d.block;
    if (!d.blockMacro.empty()) return text.replace(text.find("MACRO"), 5, macro(d.blockMacro));
    if (function.form != Form::Template || !std::isdigit(static_cast<unsigned char>(text[0]))) return text;
    if (width == 0) width = std::stoi(text);
    return std::to_string(width) == text ? "width" : text;
  }

  void directive(const Directive& d) {
    std::vector<std::string> clauses;
    if (d.parallel) clauses.push_back("parallel");
    if (d.block) clauses.push_back(d.block->empty() ? "block" : "block(" + blockSize(d) + ")");
    for (const Reduction& reduction : d.reductions) {
      std::string names;
      for (const Target& t : reduction.targets) names += (names.empty() ? "" : ", ") + reduced(t);
      clauses.push_back("reduction(" + (reduction.op.empty() ? "" : reduction.op + " : ") + names + ")");
    }
    if (d.unchecked) clauses.push_back("unchecked");
    for (const std::string& name : d.privates) clauses.push_back("private(" + name + ")");
    for (int array : d.shapes)
      clauses.push_back("shape(" + function.arrays[array].name + "[" +
                        function.symbols[function.arrays[array].countSymbol].name + "])");
    const std::string start = d.spelling % 3 == 1 ? "#pragma appyl " : "#pragma ";
    if (d.spelling / 3 % 4 == 3) {
      for (const std::string& clause : clauses) line(start + clause);
      return;
    }
    std::string joined;
    for (const std::string& clause : clauses)
      joined += (joined.empty() ? "" : d.spelling / 3 % 4 == 2 ? ", " : " ") + clause;
    line(start + joined);
  }

  // As a clause names it: whole arrays by their name, elements with constant subscripts as they are.
  std::string reduced(const Target& t) const {
    if (!t.name.empty()) return t.name;
    for (const Index& subscript : t.access.subscripts)
      if (subscript.through >= 0 || !subscript.affine.terms.empty())
        return function.arrays[t.access.array].name;
    return function.arrays[t.access.array].storage == Storage::View ? function.arrays[t.access.array].name
                                                                    : access(t.access);
  }

  // The largest numbers of an unsigned type as people write them: `-1`, `-2`.
  std::string asConverted(Type type, const std::string& bound) const {
    const std::size_t end = bound.find_first_not_of("0123456789");
    const bool isNumber = end > 0 && (end == std::string::npos || bound.substr(end) == "u");
    if (!isNumber || (type != Type::Unsigned && type != Type::Size && type != Type::UnsignedLong))
      return bound;
    const auto value = std::strtoull(bound.c_str(), nullptr, 10),
               most = type == Type::Unsigned ? UINT_MAX : ULLONG_MAX;
    return most - value < 1000 ? "-" + std::to_string(most - value + 1) : bound;
  }

  // A number in other digits, or of another type; other bounds as they are.
  static std::string inDigits(Digits digits, const std::string& text) {
    const bool isNegative = text[0] == '-';
    if (text.find_first_not_of("0123456789", isNegative ? 1 : 0) != std::string::npos) return text;
    const auto value = std::strtoull(text.c_str() + isNegative, nullptr, 10);
    if (digits == Digits::Long) return text + "L";
    if (isNegative) return text;
    char spelled[40];
    switch (digits) {
      case Digits::Unsigned: return text + "u";
      case Digits::Hexadecimal: std::snprintf(spelled, sizeof spelled, "0x%llx", value); return spelled;
      case Digits::Character:
        if (value >= 100) return text;
        std::snprintf(spelled, sizeof spelled, "'\\%llo'", value);
        return spelled;
      case Digits::SizeOf:
        return value == 1   ? "sizeof(char)"
               : value == 2 ? "sizeof(short)"
               : value == 4 ? "sizeof(float)"
               : value == 8 ? "sizeof(double)"
                            : text;
      default: return text;
    }
  }

  void comment() {
    line(
        "// What stands here is longer than a line of code, as is what people write above a loop of which "
        "they fear "
        "that nobody else understands it.");
  }

  void loop(const Loop& l) {
    const Symbol& counter = function.symbols[l.counter];
    const std::string i = counter.name;
    if (l.counterOutside) line(named(counter.type) + " " + i + ";");
    if (l.comment == 1) comment();
    if (withDirectives && !l.directive.empty()) directive(l.directive);
    if (l.comment == 2) comment();
    if (l.unrolled) line("UNROLLED");
    std::string first = l.descending ? index(l.end, -1) : index(l.first), bound, less, more;
    switch (l.comparison) {
      case Comparison::Less:
        bound = l.descending ? index(l.first, -1) : index(l.end);
        less = l.descending ? ">" : "<", more = l.descending ? "<" : ">";
        break;
      case Comparison::LessEqual:
        bound = l.descending ? index(l.first) : index(l.end, -1);
        less = l.descending ? ">=" : "<=", more = l.descending ? "<=" : ">=";
        break;
      case Comparison::Unequal: bound = l.descending ? index(l.first, -1) : index(l.end); less = more = "!=";
    }
    if (l.digits.first == Digits::Negative)
      first = asConverted(counter.type, first);
    else
      first = inDigits(l.digits.first, first);
    const std::string converted = asConverted(counter.type, bound);
    bound = converted == bound ? inDigits(l.digits.bound, bound) : converted;
    if ((l.descending ? l.first : l.end).chosenBy >= 0) bound = "(" + bound + ")";
    if (depth <= 1 && l.spelling % 7 == 3) {  // by macros, without parentheses
      const std::string prefix = function.name + "_" + i + std::to_string(text.size());
      macros += "#define " + prefix + "_first " + first + "\n#define " + prefix + "_bound " + bound + "\n";
      first = prefix + "_first", bound = prefix + "_bound";
    }
    const std::string compared =
        l.spelling % 5 == 4 ? bound + " " + more + " " + i : i + " " + less + " " + bound;
    const std::string sign = l.descending ? "-" : "+";
    const std::string by = l.stepSymbol >= 0 ? function.symbols[l.stepSymbol].name
                           : l.step == 1     ? "1"
                                             : inDigits(l.digits.step, std::to_string(l.step));
    std::string step;
    if (by == "1" && l.spelling / 5 % 4 < 3)
      step = l.spelling / 5 % 4 == 2 ? i + sign + sign : sign + sign + i;
    else
      step = l.spelling / 20 % 3 == 2 ? i + " = " + i + " " + sign + " " + by : i + " " + sign + "= " + by;
    const auto head = [&](const std::string& condition) {
      line("for (" + (l.counterOutside ? "" : named(counter.type) + " ") + i + " = " + first + "; " +
           condition + "; " + step + ") {");
    };
    const int kind = l.conditionalHead;
    if (kind > 0) line(conditional(kind));
    head(kind > 0 && !takesFirst(kind) ? i + " < 1" : compared);
    if (kind > 0) {
      line("#else");
      head(takesFirst(kind) ? i + " < 1" : compared);
      line("#endif");
    }
    statements(l.body);
    line("}");
  }
};

}  // namespace

Parameters::Parameters(const Function& function) {
  const std::string body = Printer::body(function, true) + Printer::body(function, false);
  for (const Array& array : function.arrays)
    if (mentions(body, array.name)) arrays.push_back(&array);
  for (const Symbol& symbol : function.symbols)
    if (symbol.parameter && mentions(body, symbol.name)) symbols.push_back(&symbol);
}

std::string memberOf(const Array& array) { return Printer::member(array); }
std::string signature(const Function& function) { return Printer(function, false).signature(); }

std::string print(const Function& function, bool withDirectives, bool asCalls) {
  Printer printer(function, withDirectives, asCalls);
  printer.definition();
  // What stands behind the declaration is this function's.
  const std::string front = printer.front.empty() ? "" : printer.signature() + ";\n" + printer.front;
  return printer.macros + front + printer.text;
}

namespace {

std::string opening(const std::string& nameSpace, bool inC, bool withGridCalls) {
  std::string text = nameSpace.empty() ? "" : "\nnamespace " + nameSpace + " {\n";
  if (!inC)
    text +=
        "using random_programs::Particle;\n"
        "using appyl::slice, appyl::tile, appyl::zeros, appyl::minimum, appyl::maximum, std::abs;\n";
  return withGridCalls ? text + gridCallees() : text;
}

}  // namespace

std::string printSource(const std::vector<Function>& functions, const std::string& nameSpace,
                        const std::vector<bool>& withDirectives, int standard) {
  const bool inC = !functions.empty() && functions.front().inC;
  const bool withGridCalls = std::any_of(functions.begin(), functions.end(), hasGridCalls);
  std::string text = headers(inC, standard);
  if (withGridCalls) text += "#include <appyl/grid.hpp>\n#include <optional>\n#include <tuple>\n";
  text += opening(nameSpace, inC, withGridCalls);
  std::string all;
  for (std::size_t f = 0; f < functions.size(); ++f) all += "\n" + print(functions[f], withDirectives[f]);
  text += callees(inC) + rareCallees(all) + all;
  return nameSpace.empty() ? text : text + "\n}  // namespace " + nameSpace + "\n";
}

std::string printLibraryCalls(const std::vector<Function>& functions) {
  std::string all;
  for (const Function& function : functions)
    if (hasGridCalls(function)) all += "\n" + print(function, false, true);
  return all.empty() ? "" : opening("library", false, true) + all + "\n}  // namespace library\n";
}

}  // namespace random_programs
