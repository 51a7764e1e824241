#include "tiles/write_program.h"

#include "loops/symbols.h"

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;
using Kind = TileExpression::Kind;

/// Lines of code with their braces.
class Lines {
 public:
  void line(const std::string& text) { result += std::string(2 * depth, ' ') + text + "\n"; }
  void open(const std::string& text) {
    line(text + " {");
    ++depth;
    opened.push_back(result.size());
  }
  /// One line needs no braces.
  void close() {
    --depth;
    const std::size_t begin = opened.back();
    opened.pop_back();
    const llvm::StringRef inside = llvm::StringRef(result).substr(begin);
    const bool isPlain = inside.count('\n') == 1 && !inside.ltrim().starts_with("#");
    if (isPlain)
      result.erase(begin - 3, 2);  // before the end of the line
    else
      line("}");
  }
  int count() const { return static_cast<int>(std::count(result.begin(), result.end(), '\n')); }

  std::string result;

 private:
  int depth = 0;
  std::vector<std::size_t> opened;
};

bool isConstantValue(const Polynomial& value, std::int64_t constant) {
  return value.isConstant() && *value.constant() == constant;
}

class LoopWriter {
 public:
  LoopWriter(const TileProgram& program, const TileWriting& writing) : program(program), writing(writing) {}

  std::optional<TileRefusal> refusal;
  std::set<int> bounded;  // loops whose number of lanes is wanted at the start of their body

  bool isLane(const LaneDimension& dimension) const {
    const int axis = program.axis(dimension.axis);
    if (axis < 0) return false;
    const int loop = program.axes[axis].loop;
    return loop < 0 || program.axes[axis].isMixed || !program.loops[loop].perElement;
  }
  /// A loop that a directive asks for, in place of one over the lanes.
  struct Asked {
    const TensorDimension* dimension = nullptr;
    std::string name;
  };
  std::map<int, Asked> asked;  // by axis
  std::string unchecked;       // what a `parallel` of ours says, too

  // --- lanes
  // ---------------------------------------------------------------------------------------------------------------

  std::string lane(const TileExpression& expression) {
    if (const auto value = values.find(&expression); value != values.end()) return value->second;
    switch (expression.kind) {
      case Kind::Text: {
        std::string text;
        for (std::size_t k = 0; k < expression.pieces.size(); ++k) {
          text += expression.pieces[k];
          if (k == expression.operands.size()) break;
          const std::string operand = lane(expression.operands[k]);
          text += standsAlone(expression, k) ? withoutParentheses(operand) : operand;
        }
        return text;
      }
      case Kind::Element: {
        std::string text = expression.name + "(";
        for (std::size_t k = 0; k < expression.subscripts.size(); ++k) {
          const TileExpression::Subscript& each = expression.subscripts[k];
          text += k ? ", " : "";
          text += each.operand >= 0 ? withoutParentheses(lane(expression.operands[each.operand]))
                                    : print(placeOf(each));
        }
        return text + ")";
      }
      case Kind::Local: {
        const LocalTile& tile = program.locals[expression.local];
        std::string text = tile.name;
        for (std::size_t k = 0; k < expression.localAxes.size(); ++k)
          if (isLane(tile.dimensions[k])) text += "[" + print(laneOf(expression.localAxes[k])) + "]";
        return text;
      }
      case Kind::Place: {
        const std::string text = print(placeOf(expression.subscripts[0]));
        return text.find(' ') == std::string::npos ? text : "(" + text + ")";
      }
      case Kind::Fold: return lane(expression.operands[0]);
    }
    return "";
  }

  /// Does the operand need no parentheses where it stands?
  bool standsAlone(const TileExpression& expression, std::size_t number) const {
    const TileExpression* operand = &expression.operands[number];
    while (operand->kind == Kind::Fold && isPlain(*operand)) operand = &operand->operands[0];
    if (operand->kind == Kind::Fold) return false;
    if (expression.precedence) {
      if (operand->kind == Kind::Place) return expression.precedence == 3;
      if (!operand->precedence || operand->precedence > 2 || expression.precedence > 3) return false;
      return operand->precedence < expression.precedence ||
             (operand->precedence == expression.precedence && number == 0);
    }
    const llvm::StringRef before = expression.pieces[number], behind = expression.pieces[number + 1];
    return (before.ends_with("(") && before.size() > 1 &&
            (behind.starts_with(")") || behind.starts_with(", "))) ||
           (before == ", " && (behind.starts_with(")") || behind.starts_with(", ")));
  }

  /// `x + y` for `(x + y)`.
  static std::string withoutParentheses(std::string text) {
    if (text.size() < 2 || text.front() != '(' || text.back() != ')') return text;
    int depth = 0;
    for (std::size_t k = 0; k + 1 < text.size(); ++k) {
      depth += text[k] == '(';
      depth -= text[k] == ')';
      if (depth == 0) return text;
    }
    return text.substr(1, text.size() - 2);
  }

  // --- loops
  // ---------------------------------------------------------------------------------------------------------------

  /// The lanes of `dimensions`, one loop in another; what `used` folds is found out as far outside as its
  /// lanes allow.
  void loops(Lines& out, const std::vector<LaneDimension>& dimensions,
             const std::vector<const TileExpression*>& used, const std::string& directive,
             const std::function<void()>& innermost) {
    loops(out, dimensions, 0, used, directive, innermost);
  }

  void folds(Lines& out, const TileExpression& expression) {
    if (values.count(&expression)) return;
    if (expression.kind == Kind::Text && expression.operands.empty() && isFoundOutOnce(expression)) {
      const std::string once = fresh("value");
      out.line("const auto " + once + " = " + withoutParentheses(expression.pieces[0]) + ";");
      values[&expression] = once;
      return;
    }
    if (expression.kind == Kind::Fold && !isPlain(expression)) {
      if (allBound(expression)) fold(out, expression);
      return;
    }
    for (const TileExpression& each : expression.operands) folds(out, each);
  }

  /// `to op= from;`. What has 2 bytes is computed in float beside another type, a bfloat16 always.
  static std::string update(const std::string& to, const std::string& type, const std::string& op,
                            const std::string& from, const std::string& ofValue) {
    const auto isSmall = [](const std::string& each) {
      return each == "appyl::half" || each == "appyl::bfloat16";
    };
    const auto inFloat = [&](const std::string& text, const std::string& each) {
      return isSmall(each) ? "static_cast<float>(" + text + ")" : text;
    };
    if (op == "max" || op == "min") return to + " = std::" + op + "<" + type + ">(" + to + ", " + from + ");";
    const bool isNative = !isSmall(type) && !isSmall(ofValue);
    if (op == "=" || isNative || (type == ofValue && type == "appyl::half"))
      return to + " " + op + " " + from + ";";
    if (!isSmall(type)) return to + " " + op + " " + inFloat(from, ofValue) + ";";
    const std::string value =
        from.find(' ') == std::string::npos || isSmall(ofValue) ? from : "(" + from + ")";
    return to + " = " + inFloat(to, type) + " " + op.substr(0, op.size() - 1) + " " +
           inFloat(value, ofValue) + ";";
  }

  /// As source text that means the right type in every instance of a template.
  std::string typeOf(const TileExpression& expression) {
    if (!expression.isDependent) return expression.type;
    if (expression.kind == Kind::Fold) {
      if (expression.op.starts_with("arg")) return expression.type;
      const std::string operand = lane(expression.operands[0]);
      return "std::decay_t<decltype(" +
             (expression.op == "+" || expression.op == "*" ? operand + " + " + operand
                                                           : withoutParentheses(operand)) +
             ")>";
    }
    return "std::decay_t<decltype(" + withoutParentheses(lane(expression)) + ")>";
  }

  /// `[i_in][lane]`.
  std::string placeIn(const std::vector<LaneDimension>& dimensions) const {
    std::string text;
    for (const LaneDimension& each : dimensions)
      if (isLane(each)) text += "[" + print(laneOf(each.axis)) + "]";
    return text;
  }

  /// Conditions under which a statement does anything, whichever the lane.
  std::vector<std::string> guardsOf(const TileExpression& expression) const {
    std::vector<std::string> conditions;
    const auto add = [&](const Polynomial& place, const Polynomial& extent) {
      if (mayBeNegative(place)) conditions.push_back("0 <= " + print(place));
      conditions.push_back(print(place) + " < " + print(extent));
    };
    for (const Clip& clip : expression.guards) add(clip.start, clip.extent);
    for (const LaneDimension& each : expression.dimensions)
      if (each.axis >= 0 && !isLane(each))
        for (const Clip& clip : each.clips) add(placeOf({clip.start, each.axis, -1}), clip.extent);
    return conditions;
  }

  std::string condition(const std::vector<const TileExpression*>& expressions) const {
    std::vector<std::string> all;
    for (const TileExpression* expression : expressions)
      for (const std::string& each : guardsOf(*expression))
        if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
    std::string text;
    for (const std::string& each : all) text += (text.empty() ? "" : " && ") + each;
    return text;
  }

  std::string fresh(const std::string& wanted) {
    std::string name = wanted;
    for (int k = 2; !writing.names.insert(name).second; ++k) name = wanted + std::to_string(k);
    made.insert(name);
    return name;
  }
  std::set<std::string> made;  // names of ours

  /// What `Kind::Fold` assigns to directly: it has no lanes of its own.
  bool isPlain(const TileExpression& fold) const {
    return std::none_of(fold.folded.begin(), fold.folded.end(),
                        [&](const LaneDimension& each) { return isLane(each); }) &&
           fold.op.size() == 1;
  }

 private:
  const TileProgram& program;
  const TileWriting& writing;
  std::map<int, Polynomial> bound;
  std::map<const TileExpression*, std::string> values;  // of folds that have been found out

  Polynomial laneOf(int axis) const {
    axis = program.axis(axis);
    const auto found = axis < 0 ? bound.end() : bound.find(axis);
    return found == bound.end() ? Polynomial(0) : found->second;
  }
  Polynomial placeOf(const TileExpression::Subscript& subscript) const {
    return add(subscript.start, laneOf(subscript.axis)).value_or(Polynomial::symbol("?"));
  }

  /// Counters begin at zero, most of them.
  bool mayBeNegative(const Polynomial& value) const {
    for (const auto& [factors, factor] : value.terms) {
      if (factor < 0) return true;
      for (const std::string& each : factors) {
        const bool isCounter = llvm::any_of(program.loops, [&](const TileLoop& loop) {
          return loop.counter && loop.counter->getNameAsString() == each && loop.lower.isConstant() &&
                 *loop.lower.constant() >= 0 && loop.goesUp;
        });
        if (!isCounter && each.find(".extent(") == std::string::npos) return true;
      }
    }
    return false;
  }

  /// A number that takes a call, or changes something.
  static bool isFoundOutOnce(const TileExpression& expression) {
    const std::function<bool(const Stmt*)> look = [&](const Stmt* each) {
      if (isa<LambdaExpr>(each)) return false;
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
      const bool isPlainCall =
          call && !isa<CXXOperatorCallExpr>(call) && !(callee && isOfArrayLanguage(callee));
      const auto* whole = dyn_cast<Expr>(each);
      if (isPlainCall || (whole && asAssignment(whole))) return true;
      return llvm::any_of(each->children(), [&](const Stmt* child) { return child && look(child); });
    };
    return expression.dimensions.empty() && expression.expr && look(expression.expr);
  }

  bool allBound(const TileExpression& expression) const {
    for (const LaneDimension& each : expression.dimensions)
      if (isLane(each) && !bound.count(program.axis(each.axis))) return false;
    return std::all_of(expression.operands.begin(), expression.operands.end(),
                       [&](const TileExpression& each) { return allBoundExcept(each, expression.folded); });
  }
  bool allBoundExcept(const TileExpression& expression, const std::vector<LaneDimension>& folded) const {
    const auto isFolded = [&](int axis) {
      return std::any_of(folded.begin(), folded.end(),
                         [&](const LaneDimension& each) { return program.axis(each.axis) == axis; });
    };
    for (const LaneDimension& each : expression.dimensions)
      if (isLane(each) && !bound.count(program.axis(each.axis)) && !isFolded(program.axis(each.axis)))
        return false;
    return true;
  }

  std::string typeOfCounter(const Expr*, const Extent& size) const {
    return size.value.isConstant() ? "int" : "std::ptrdiff_t";
  }

  struct Bounds {
    std::string first, end;
  };

  /// [first, end) of the lanes; the lines that find them out go before.
  Bounds boundsOf(Lines& out, const LaneDimension& dimension) {
    const TileAxis& axis = program.axes[program.axis(dimension.axis)];
    Bounds bounds{"0", axis.size.text};
    if (dimension.isBounded) {
      bounded.insert(axis.loop);
      bounds.end = laneCount(axis.loop);
    }
    if (dimension.clips.empty()) return bounds;
    std::string first = "0", end = bounds.end;
    const auto among = [](const char* function, const std::string& a, const std::string& b) {
      return std::string(function) + "<std::ptrdiff_t>(" + a + ", " + b + ")";
    };
    for (const Clip& clip : dimension.clips) {
      const Polynomial before = multiply(clip.start, Polynomial(-1)).value_or(Polynomial::symbol("?"));
      if (mayBeNegative(clip.start)) first = among("std::max", first, print(before));
      end =
          among("std::min", end, print(subtract(clip.extent, clip.start).value_or(Polynomial::symbol("?"))));
    }
    if (first != "0") {
      bounds.first = fresh("first");
      out.line("const std::ptrdiff_t " + bounds.first + " = " + first + ";");
    }
    bounds.end = fresh("end");
    out.line("const std::ptrdiff_t " + bounds.end + " = " + end + ";");
    return bounds;
  }

 public:
  std::string laneCount(int loop) {
    std::string& name = counts[loop];
    if (name.empty()) name = fresh(program.loops[loop].counter->getNameAsString() + "_size");
    return name;
  }
  std::map<int, std::string> counts;

 private:
  void loops(Lines& out, const std::vector<LaneDimension>& dimensions, std::size_t number,
             const std::vector<const TileExpression*>& used, const std::string& directive,
             const std::function<void()>& innermost) {
    for (const TileExpression* each : used) folds(out, *each);
    while (number < dimensions.size() && !isLane(dimensions[number])) ++number;
    if (number == dimensions.size()) {
      innermost();
      return;
    }
    const LaneDimension& dimension = dimensions[number];
    const int axis = program.axis(dimension.axis);
    if (const auto wanted = asked.find(axis); wanted != asked.end())
      return askedLoop(out, wanted->second, dimensions, number, used, directive, innermost);
    const Bounds bounds = boundsOf(out, dimension);
    const int loop = program.axes[axis].loop;
    const std::string name = fresh(loop >= 0 && !program.axes[axis].isMixed
                                       ? program.loops[loop].counter->getNameAsString() + "_in"
                                       : "lane");
    const bool isInt = (program.axes[axis].size.isConstant || program.axes[axis].size.value.isConstant()) &&
                       dimension.clips.empty();
    if (!directive.empty()) out.line(directive);
    out.open("for (" + std::string(isInt ? "int " : "std::ptrdiff_t ") + name + " = " + bounds.first + "; " +
             name + " < " + bounds.end + "; ++" + name + ")");
    inside(out, axis, Polynomial::symbol(name), [&] {
      const bool isReduction = directive.find("reduction") != std::string::npos;
      loops(out, dimensions, number + 1, used, isReduction ? "" : directive, innermost);
    });
  }

  void inside(Lines& out, int axis, const Polynomial& lane, const std::function<void()>& body) {
    bound[axis] = lane;
    const auto known = values;
    body();
    values = known;
    bound.erase(axis);
    if (lane.terms.size() == 1 && lane.terms.begin()->first.size() == 1)
      writing.names.erase(made.erase(lane.terms.begin()->first[0]) ? lane.terms.begin()->first[0] : "");
    out.close();
  }

  void askedLoop(Lines& out, const Asked& wanted, const std::vector<LaneDimension>& dimensions,
                 std::size_t number, const std::vector<const TileExpression*>& used,
                 const std::string& directive, const std::function<void()>& innermost) {
    const TensorDimension& dimension = *wanted.dimension;
    const std::size_t reduction = directive.find(" reduction");
    std::string clauses;
    if (dimension.parallel) clauses = " parallel" + unchecked;
    if (!dimension.block.empty()) clauses += " block(" + dimension.block + ")";
    if (dimension.parallel && reduction != std::string::npos) clauses += directive.substr(reduction);
    if (!clauses.empty()) out.line("#pragma" + clauses);
    out.open("for (" + dimension.counterType + " " + wanted.name + " = " + print(dimension.lower) + "; " +
             wanted.name + " < " + dimension.upper.text + "; ++" + wanted.name + ")");
    const Polynomial lane = subtract(Polynomial::symbol(wanted.name), dimension.lower).value_or(Polynomial());
    inside(out, program.axis(dimension.axis), lane,
           [&] { loops(out, dimensions, number + 1, used, directive, innermost); });
  }

  static std::string nameOfFold(const std::string& op) {
    return op == "+"     ? "total"
           : op == "*"   ? "product"
           : op == "min" ? "least"
           : op == "max" ? "greatest"
                         : "place";
  }

  /// Where `min` and `max` begin.
  static std::string identityOf(const TileExpression& fold, const std::string& type) {
    const bool isLeast = fold.op == "max";
    if (fold.isDependent)
      return std::string("appyl::detail::") + (isLeast ? "least<" : "greatest<") + type + ">()";
    const bool isSmall = type == "appyl::half" || type == "appyl::bfloat16";
    const bool isReal = isSmall || type == "float" || type == "double" || type == "long double";
    const std::string limits = "std::numeric_limits<" + (isSmall ? "float" : type) + ">::";
    if (isReal) return (isLeast ? "-" : "") + limits + "infinity()";
    return limits + (isLeast ? "lowest()" : "max()");
  }

  void fold(Lines& out, const TileExpression& expression) {
    const std::string& op = expression.op;
    const TileExpression& operand = expression.operands[0];
    const std::string name = fresh(nameOfFold(op)), type = typeOf(expression), ofLane = typeOf(operand);
    // Outside of all lanes the threads of a program share them.
    const bool isOutside = bound.empty() && type != "appyl::half" && type != "appyl::bfloat16";
    if (op == "argmin" || op == "argmax") {
      const std::string best = fresh(op == "argmin" ? "least" : "greatest");
      out.line("std::ptrdiff_t " + name + " = -1;");
      out.line(ofLane + " " + best + "{};");
      loops(out, expression.folded, {&operand}, "", [&] {
        const std::string value = fresh("value");
        out.line("const " + ofLane + " " + value + " = " + withoutParentheses(lane(operand)) + ";");
        out.open("if (" + name + " < 0 || " + (op == "argmin" ? value + " < " + best : best + " < " + value) +
                 ")");
        out.line(best + " = " + value + ";");
        std::string place;
        for (const LaneDimension& each : expression.folded) {
          if (each.axis < 0) continue;
          const std::string at = print(laneOf(each.axis));
          place = place.empty()
                      ? at
                      : "(" + place + ") * " + program.axes[program.axis(each.axis)].size.text + " + " + at;
        }
        out.line(name + " = " + (place.empty() ? "0" : place) + ";");
        out.close();
      });
    } else if (op == "min" || op == "max") {
      const std::string identity = identityOf(expression, type);
      out.line(type + " " + name + " = " + identity + ";");
      loops(out, expression.folded, {&operand},
            isOutside ? "#pragma parallel" + unchecked + " reduction(" + op + ":" + name + ")" : "", [&] {
              std::string value = withoutParentheses(lane(operand));
              if (operand.kind != Kind::Element && operand.kind != Kind::Local) {
                const std::string once = fresh("value");
                out.line("const " + type + " " + once + " = " + value + ";");
                value = once;
              }
              out.line("if (" + (op == "min" ? value + " < " + name : name + " < " + value) + ") " + name +
                       " = " + value + ";");
            });
    } else {
      out.line(type + " " + name + " = " + (op == "+" ? "0" : "1") + ";");
      loops(out, expression.folded, {&operand},
            isOutside ? "#pragma parallel" + unchecked + " reduction(" + op + ":" + name + ")" : "",
            [&] { out.line(update(name, type, op + "=", withoutParentheses(lane(operand)), operand.type)); });
    }
    values[&expression] = name;
  }
};

// --- statements
// ------------------------------------------------------------------------------------------------------------------

class ProgramWriter {
 public:
  ProgramWriter(const TileProgram& program, const TileWriting& writing)
      : program(program), writing(writing), writer(program, writing) {
    if (!program.loops.empty() && program.loops[0].directive &&
        program.loops[0].directive->find(ClauseKind::Unchecked))
      writer.unchecked = " unchecked";
  }

  std::variant<std::vector<TextEdit>, TileRefusal> run() {
    for (const TileStatement& statement : program.statements) {
      if (!write(statement)) return *writer.refusal;
    }
    for (std::size_t k = 0; k < program.loops.size(); ++k)
      if (!writeHeader(static_cast<int>(k))) return *writer.refusal;
    if (!program.reductions.empty() && !writeReductions()) return *writer.refusal;
    for (const std::string& name : writer.made) writing.names.erase(name);  // the next nest is another scope
    return std::move(edits);
  }

 private:
  const TileProgram& program;
  const TileWriting& writing;
  LoopWriter writer;
  std::vector<TextEdit> edits;

  bool refuse(const Stmt* where, const std::string& why) {
    writer.refusal = TileRefusal{where, why};
    return false;
  }

  bool replace(const TileStatement& statement, Lines& out) {
    const auto range = statementRange(statement.stmt, writing.directives, writing.context);
    if (!range) return refuse(statement.stmt, "a macro cuts the statement apart");
    std::string text = out.result;
    if (!text.empty()) text.pop_back();
    if (statement.isDirectBody && out.count() > 1) text = "{\n" + text + "\n}";
    edits.push_back({*range, indented(text, range->begin)});
    return true;
  }

  /// As far in as what stands at the offset, except for the first line, which stands there.
  std::string indented(llvm::StringRef text, unsigned offset) const {
    const SourceManager& sources = writing.context.getSourceManager();
    const llvm::StringRef before = sources.getBufferData(sources.getMainFileID()).take_front(offset);
    const llvm::StringRef line = before.substr(before.rfind('\n') + 1);
    const std::string margin = line.take_while([](char c) { return c == ' ' || c == '\t'; }).str();
    std::string result;
    for (const char c : text) {
      result += c;
      if (c == '\n') result += margin;
    }
    return result;
  }

  std::string parallel() const { return "#pragma parallel" + writer.unchecked; }

  bool write(const TileStatement& statement) {
    Lines out;
    if (statement.tensor) return writeTensor(statement, out);
    if (statement.kind == TileStatement::Kind::Remove) return replace(statement, out);
    if (statement.kind == TileStatement::Kind::Declare) return declare(statement, out);
    if (statement.kind == TileStatement::Kind::Scalar && !statement.target)
      return writeScalar(statement, out);
    const TileExpression &target = *statement.target, &value = *statement.value;
    const std::vector<LaneDimension> lanes = lanesOf(statement);
    std::string held;
    if (const std::string hazard = hazardOf(statement); !hazard.empty()) {
      const auto extents = extentsOf(lanes);
      if (!extents || statement.mask) return refuse(statement.stmt, hazard);
      held = writer.fresh("held");
      out.line(writer.typeOf(value) + " " + held + *extents + ";");
    }
    std::vector<const TileExpression*> parts{&value, &target};
    if (statement.mask) parts.push_back(&*statement.mask);
    const std::string condition = writer.condition(parts);
    if (!condition.empty()) out.open("if (" + condition + ")");
    if (!held.empty())
      writer.loops(out, lanes, {&value}, parallel(), [&] {
        out.line(held + writer.placeIn(lanes) + " = " + LoopWriter::withoutParentheses(writer.lane(value)) +
                 ";");
      });
    const std::vector<const TileExpression*> used =
        held.empty() ? parts : std::vector<const TileExpression*>{&target};
    writer.loops(out, lanes, used, parallel(), [&] {
      const std::string from = held.empty() ? LoopWriter::withoutParentheses(writer.lane(value))
                                            : held + writer.placeIn(lanes),
                        to = writer.lane(target);
      const std::string text = LoopWriter::update(to, writer.typeOf(target), statement.op, from, value.type);
      if (statement.mask)
        out.line("if (" + LoopWriter::withoutParentheses(writer.lane(*statement.mask)) + ") " + text);
      else
        out.line(text);
    });
    if (!condition.empty()) out.close();
    return replace(statement, out);
  }

  /// `[8][16]`; nullopt where a size is known at run time only.
  std::optional<std::string> extentsOf(const std::vector<LaneDimension>& lanes) const {
    std::string extents;
    for (const LaneDimension& each : lanes) {
      if (!writer.isLane(each)) continue;
      const Extent& size = program.axes[program.axis(each.axis)].size;
      if (!size.isConstant) return std::nullopt;
      extents += "[" + size.text + "]";
    }
    return extents;
  }

  /// Those of the target, where the value has them too; a tile that is given a value takes its lanes.
  std::vector<LaneDimension> lanesOf(const TileStatement& statement) const {
    std::vector<LaneDimension> lanes = statement.target->dimensions;
    const std::vector<LaneDimension>& value = statement.value->dimensions;
    const bool becomes =
        statement.target->kind == Kind::Local && statement.op == "=" && value.size() == lanes.size();
    for (std::size_t k = 0; k < value.size() && k < lanes.size(); ++k) {
      LaneDimension& lane = lanes[lanes.size() - 1 - k];
      const LaneDimension& other = value[value.size() - 1 - k];
      if (other.axis < 0) continue;
      if (becomes) {
        lane.clips = other.clips;
        lane.isBounded = other.isBounded;
        continue;
      }
      lane.isBounded |= other.isBounded;
      for (const Clip& clip : other.clips)
        if (std::find(lane.clips.begin(), lane.clips.end(), clip) == lane.clips.end())
          lane.clips.push_back(clip);
    }
    return lanes;
  }

  bool declare(const TileStatement& statement, Lines& out) {
    const LocalTile& tile = program.locals[statement.declares];
    const TileExpression& value = *statement.value;
    std::string extents;
    for (const LaneDimension& each : tile.dimensions) {
      if (!writer.isLane(each)) continue;
      const Extent& size = program.axes[program.axis(each.axis)].size;
      if (!size.isConstant)
        return refuse(statement.stmt, "the extent '" + size.text + "' of tile '" + tile.name +
                                          "' is no constant; make it constexpr or a template parameter");
      extents += "[" + size.text + "]";
    }
    const std::string condition = writer.condition({&value});
    const std::string type = tile.type.empty() ? writer.typeOf(value) : tile.type;
    if (extents.empty() && condition.empty()) {
      writer.loops(out, {}, {&value}, "", [&] {
        out.line(type + " " + tile.name + " = " + LoopWriter::withoutParentheses(writer.lane(value)) + ";");
      });
      return replace(statement, out);
    }
    out.line(type + " " + tile.name + extents + (extents.empty() ? "{};" : ";"));
    if (!condition.empty()) out.open("if (" + condition + ")");
    TileExpression target;
    target.kind = Kind::Local;
    target.local = statement.declares;
    for (const LaneDimension& each : tile.dimensions) target.localAxes.push_back(each.axis);
    writer.loops(out, value.dimensions, {&value}, parallel(), [&] {
      out.line(writer.lane(target) + " = " + LoopWriter::withoutParentheses(writer.lane(value)) + ";");
    });
    if (!condition.empty()) out.close();
    return replace(statement, out);
  }

  bool writeScalar(const TileStatement& statement, Lines& out) {
    const TileExpression& value = *statement.value;
    if (!writer.guardsOf(value).empty())
      return refuse(statement.stmt, "a number from a block that may not exist");
    writer.folds(out, value);
    const auto whole = statementRange(statement.stmt, writing.directives, writing.context);
    const auto part = rangeOf(statement.replaced->getSourceRange(), writing.context);
    if (!whole || !part) return refuse(statement.stmt, "a macro cuts the statement apart");
    const bool wrap = statement.isDirectBody && out.count() > 0;
    if (out.count() > 0)
      edits.push_back(
          {{whole->begin, whole->begin}, indented((wrap ? "{\n" : "") + out.result, whole->begin)});
    edits.push_back({*part, LoopWriter::withoutParentheses(writer.lane(value))});
    if (wrap) edits.push_back({{whole->end, whole->end}, "\n}"});
    return true;
  }

  // --- par_dim, seq_dim
  // -----------------------------------------------------------------------------------------------------------------

  /// A letter that nothing in the function is called.
  std::string counterName(const TileStatement& statement) {
    std::set<std::string> taken;
    walk(statement.tensor->function->getBody(), writing.directives, [&](const Stmt* each) {
      if (const auto* reference = dyn_cast<DeclRefExpr>(each))
        taken.insert(reference->getNameInfo().getAsString());
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* variable = dyn_cast<VarDecl>(declared)) taken.insert(variable->getNameAsString());
      return true;
    });
    for (const ParmVarDecl* each : statement.tensor->function->parameters())
      taken.insert(each->getNameAsString());
    for (const char* each : {"i", "j", "k", "l", "m", "n"})
      if (!taken.count(each) && counters.insert(each).second) return each;
    return writer.fresh("index");
  }
  std::set<std::string> counters;

  bool writeTensor(const TileStatement& statement, Lines& out) {
    counters.clear();
    const TileExpression& value = *statement.value;
    for (const TensorDimension& each : statement.dimensions)
      writer.asked[program.axis(each.axis)] = {&each, counterName(statement)};
    const bool hasLanes = statement.target && !statement.target->dimensions.empty();
    const bool addsUp = llvm::any_of(value.folded, [&](const LaneDimension& each) {
      const auto wanted = writer.asked.find(program.axis(each.axis));
      return wanted != writer.asked.end() && wanted->second.dimension->parallel;
    });
    if (!statement.target) {
      writer.folds(out, value);
      const auto whole = statementRange(statement.stmt, writing.directives, writing.context);
      const auto part = rangeOf(statement.replaced->getSourceRange(), writing.context);
      const llvm::StringRef text = writing.context.getSourceManager().getBufferData(
          writing.context.getSourceManager().getMainFileID());
      if (!whole || !part) return refuse(statement.stmt, "a macro cuts the statement apart");
      out.line(text.substr(whole->begin, part->begin - whole->begin).str() +
               LoopWriter::withoutParentheses(writer.lane(value)) +
               text.substr(part->end, whole->end - part->end).str());
      return replaceTensor(statement, out);
    }
    const std::string hazard = hazardOf(statement);
    if (!hazard.empty()) return refuse(statement.stmt, hazard);
    const TileExpression& target = *statement.target;
    std::vector<LaneDimension> lanes = inOrder(statement, lanesOf(statement));
    const auto condition = writer.condition({&value, &target});
    if (!condition.empty()) out.open("if (" + condition + ")");
    if (hasLanes && addsUp) {
      if (value.op != "+" || (statement.op != "=" && statement.op != "+=" && statement.op != "-="))
        return refuse(statement.stmt, "a parallel dimension that is combined by something else than a sum");
      if (statement.op == "=")
        writer.loops(out, lanes, {}, "", [&] { out.line(writer.lane(target) + " = 0;"); });
      lanes.insert(lanes.end(), value.folded.begin(), value.folded.end());
      const std::string op = statement.op == "-=" ? "-=" : "+=";
      writer.loops(out, lanes, {&value.operands[0]}, " reduction(+:" + target.name + ")", [&] {
        out.line(writer.lane(target) + " " + op + " " +
                 LoopWriter::withoutParentheses(writer.lane(value.operands[0])) + ";");
      });
    } else {
      writer.loops(out, lanes, {&value, &target}, "", [&] {
        out.line(LoopWriter::update(writer.lane(target), target.type, statement.op,
                                    LoopWriter::withoutParentheses(writer.lane(value)), value.type));
      });
    }
    if (!condition.empty()) out.close();
    return replaceTensor(statement, out);
  }

  /// Listed dimensions in their order, then the others.
  std::vector<LaneDimension> inOrder(const TileStatement& statement,
                                     const std::vector<LaneDimension>& lanes) const {
    std::vector<LaneDimension> result;
    const auto isListed = [&](const LaneDimension& lane) {
      return llvm::any_of(statement.dimensions, [&](const TensorDimension& each) {
        return program.axis(each.axis) == program.axis(lane.axis);
      });
    };
    for (const TensorDimension& each : statement.dimensions)
      for (const LaneDimension& lane : lanes)
        if (lane.axis >= 0 && program.axis(lane.axis) == program.axis(each.axis)) result.push_back(lane);
    for (const LaneDimension& lane : lanes)
      if (lane.axis < 0 || !isListed(lane)) result.push_back(lane);
    return result;
  }

  bool replaceTensor(const TileStatement& statement, Lines& out) {
    writer.asked.clear();
    const auto range = statementRange(statement.stmt, writing.directives, writing.context);
    if (!range) return refuse(statement.stmt, "a macro cuts the statement apart");
    for (const SourceRange line : statement.tensor->lines) {
      const auto directive = directiveRange(line, writing.context);
      if (!directive) return refuse(statement.stmt, "a macro cuts the directive apart");
      edits.push_back({*directive, ""});
    }
    std::string text = out.result;
    if (!text.empty()) text.pop_back();
    const bool isOneLoop = llvm::StringRef(text).starts_with("#pragma") && isSingle(text);
    edits.push_back({*range, indented(isOneLoop ? text : "{\n" + text + "\n}", range->begin)});
    return true;
  }

  /// Does one loop begin at the margin?
  static bool isSingle(llvm::StringRef text) {
    int loops = 0, others = 0;
    llvm::SmallVector<llvm::StringRef> lines;
    text.split(lines, '\n');
    for (const llvm::StringRef line : lines) {
      if (line.starts_with("for ("))
        ++loops;
      else if (!line.starts_with(" ") && !line.starts_with("}") && !line.starts_with("#"))
        ++others;
    }
    return loops == 1 && others == 0;
  }

  // --- a value is whole before anything is stored
  // -------------------------------------------------------------------------------------------------------------

  /// Does the value need an element of the target that an earlier lane may have changed?
  std::string hazardOf(const TileStatement& statement) const {
    const TileExpression& target = *statement.target;
    std::vector<int> order;  // of the loops
    for (const LaneDimension& each : lanesOf(statement))
      if (writer.isLane(each)) order.push_back(program.axis(each.axis));
    bool good = true;
    const auto isLaneAxis = [&](int axis) {
      return std::find(order.begin(), order.end(), axis) != order.end();
    };
    const std::function<void(const TileExpression&, std::size_t)> look = [&](const TileExpression& each,
                                                                             std::size_t level) {
      std::size_t inside = level;
      if (each.kind == Kind::Fold) {  // found out in the outermost loop that has its lanes
        std::size_t needed = 0;
        for (const LaneDimension& dimension : each.dimensions) {
          const auto at = std::find(order.begin(), order.end(), program.axis(dimension.axis));
          if (at != order.end()) needed = std::max<std::size_t>(needed, at - order.begin() + 1);
        }
        inside = std::min(level, needed);
      }
      const std::set<int> open(order.begin(), order.begin() + inside);
      if (each.kind == Kind::Local && target.kind == Kind::Local && each.local == target.local)
        for (std::size_t k = 0; k < each.localAxes.size(); ++k) {
          const int own = program.axis(target.localAxes[k]), other = program.axis(each.localAxes[k]);
          good &= own == other || !(open.count(own) || open.count(other));
        }
      if (each.kind == Kind::Element && target.kind == Kind::Element && each.root == target.root) {
        bool isApart = false,
             isSame = each.name == target.name && each.subscripts.size() == target.subscripts.size();
        for (std::size_t k = 0; k < each.subscripts.size() && isSame; ++k) {
          const auto &own = target.subscripts[k], &other = each.subscripts[k];
          const auto difference = subtract(own.start, other.start);
          const int ownAxis = program.axis(own.axis), otherAxis = program.axis(other.axis);
          if (own.operand >= 0 || other.operand >= 0 || !difference) {
            isSame = false;
          } else if (!isLaneAxis(ownAxis) && !isLaneAxis(otherAxis)) {
            isApart |=
                ownAxis < 0 && otherAxis < 0 && difference->isConstant() && !isConstantValue(*difference, 0);
            isSame &= isConstantValue(*difference, 0) || isApart;
          } else if (ownAxis != otherAxis || !isConstantValue(*difference, 0)) {
            isSame &= !open.count(ownAxis) && !open.count(otherAxis);
          }
        }
        good &= isSame || isApart;
      }
      if (each.kind == Kind::Text && target.root && each.operands.empty() && each.expr && !order.empty() &&
          isa<Expr>(each.expr) && mentions(each.expr, target.root, writing.directives))
        good = false;
      for (const TileExpression& operand : each.operands) look(operand, inside);
    };
    look(*statement.value, order.size());
    if (statement.mask) look(*statement.mask, order.size());
    for (const TileExpression& operand : target.operands) look(operand, order.size());
    const std::string name = target.kind == Kind::Local ? program.locals[target.local].name : target.name;
    return good ? "" : "it needs elements of '" + name + "' that it changes itself";
  }

  // --- loops over blocks
  // ----------------------------------------------------------------------------------------------------------------

  bool writeHeader(int number) {
    const TileLoop& loop = program.loops[number];
    if (writer.bounded.count(number)) return writeLaneCount(number);
    if (!loop.perElement) return true;
    const auto increment = rangeOf(loop.stmt->getInc()->getSourceRange(), writing.context);
    const auto whole = statementRange(loop.stmt, writing.directives, writing.context);
    if (!increment || !whole) return refuse(loop.stmt, "a macro cuts the loop apart");
    edits.push_back({*increment, "++" + loop.counter->getNameAsString()});
    const std::string block = "block(" + loop.step.text + ")";
    if (!loop.directive) {
      edits.push_back({{whole->begin, whole->begin}, indented("#pragma " + block + "\n", whole->begin)});
      return true;
    }
    // Behind the clauses that there are.
    const auto& clauses = loop.directive->clauses;
    const auto last = rangeOf(clauses.back().range, writing.context);
    if (!last) return refuse(loop.stmt, "a macro cuts the directive apart");
    edits.push_back({{last->end, last->end}, " " + block});
    return true;
  }

  bool writeReductions() {
    const Directive* directive = program.loops.empty() ? nullptr : program.loops[0].directive;
    const auto last = directive ? rangeOf(directive->clauses.back().range, writing.context) : std::nullopt;
    if (!last) return refuse(program.statements.front().stmt, "an atomic update outside of a loop");
    std::string text;
    for (const std::string& each : program.reductions) text += " reduction(" + each + ")";
    edits.push_back({{last->end, last->end}, text});
    return true;
  }

  /// Parallel loops that are the whole body of another one stay so: one grid.
  const ForStmt* innermostNest(const ForStmt* loop) const {
    for (;;) {
      const Stmt* body = writing.directives.strip(loop->getBody());
      while (const auto* compound = dyn_cast<CompoundStmt>(body)) {
        if (compound->size() != 1) return loop;
        body = writing.directives.strip(compound->body_front());
      }
      const auto* inner = dyn_cast<ForStmt>(body);
      const Directive* directive = inner ? writing.directives.of(inner) : nullptr;
      if (!directive || !directive->find(ClauseKind::Parallel)) return loop;
      loop = inner;
    }
  }

  bool writeLaneCount(int number) {
    const TileLoop& loop = program.loops[number];
    const std::string counter = loop.counter->getNameAsString(), name = writer.laneCount(number);
    PrintingPolicy policy = writing.context.getPrintingPolicy();
    const std::string type = loop.counter->getType().getUnqualifiedType().getAsString(policy);
    const std::string rest = print(subtract(loop.upper, Polynomial::symbol(counter)).value_or(Polynomial()));
    const std::string line =
        "const " + type + " " + name + " = std::min<" + type + ">(" + loop.step.text + ", " + rest + ");\n";
    const Stmt* body = writing.directives.strip(innermostNest(loop.stmt)->getBody());
    if (const auto* compound = dyn_cast<CompoundStmt>(body)) {
      const auto brace =
          rangeOf(SourceRange(compound->getLBracLoc(), compound->getLBracLoc()), writing.context);
      if (!brace) return refuse(loop.stmt, "a macro cuts the loop apart");
      edits.push_back({{brace->end, brace->end}, "\n" + line});
      return true;
    }
    const auto range = statementRange(body, writing.directives, writing.context);
    if (!range) return refuse(loop.stmt, "a macro cuts the loop apart");
    unsigned begin = range->begin;
    if (const Directive* directive = writing.directives.of(body))
      if (const auto lineRange = directiveRange(directive->lines.front(), writing.context))
        begin = lineRange->begin;
    edits.insert(edits.begin(), {{begin, begin}, "{\n" + line});
    edits.push_back({{range->end, range->end}, "\n}"});
    return true;
  }
};

}  // namespace

std::variant<std::vector<TextEdit>, TileRefusal> writeTileLoops(const TileProgram& program,
                                                                const TileWriting& writing) {
  return ProgramWriter(program, writing).run();
}

}  // namespace appyl
