#include "expand/write_program.h"

#include "expand/array_language.h"
#include "expand/own_elements.h"
#include "expand/reduced_elements.h"
#include "nest/scev/scalar_evolution.h"

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;
using Kind = TileExpression::Kind;

bool isSlice(QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == "slice";
}

/// Adds `[[maybe_unused]]` in front of the slices that the program declares: where elements are written out,
/// only their lanes are left.
void markUnusedSlices(const TileProgram& program, const TileWriting& writing, std::vector<TextEdit>& edits) {
  for (const TileLoop& loop : program.loops) {
    if (loop.parent >= 0) continue;
    walk(loop.stmt->getBody(), writing.source.directives, [&](const Stmt* each) {
      const auto* declaration = dyn_cast<DeclStmt>(each);
      const auto* variable = declaration ? dyn_cast<VarDecl>(*declaration->decl_begin()) : nullptr;
      const auto range = variable && isSlice(variable->getType()) && !variable->hasAttr<UnusedAttr>()
                             ? rangeOf(declaration->getSourceRange(), writing.source.ast)
                             : std::nullopt;
      if (range) edits.push_back({{range->begin, range->begin}, "[[maybe_unused]] "});
      return true;
    });
  }
}

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
      if (!write(statement)) return *refusal;
    }
    removeEmptyLines();
    for (std::size_t k = 0; k < program.loops.size(); ++k)
      if (!writeHeader(static_cast<int>(k))) return *refusal;
    if (!program.reductions.empty() && !program.loops.empty() && !writeReductions()) return *refusal;
    nameReducedElements(program, writing, edits);
    markUnusedSlices(program, writing, edits);
    for (const std::string& name : writer.made) writing.names.erase(name);  // the next nest is another scope
    return std::move(edits);
  }

 private:
  const TileProgram& program;
  const TileWriting& writing;
  LaneWriter writer;
  std::optional<TileRefusal> refusal;
  std::vector<TextEdit> edits;

  bool refuse(const Stmt* where, const std::string& why) {
    refusal = TileRefusal{where, why};
    return false;
  }

  /// Removes the lines of statements of which nothing is left.
  void removeEmptyLines() {
    for (const TileStatement& statement : program.statements) {
      if (statement.kind != TileStatement::Kind::Remove) continue;
      const auto range = statementRange(statement.stmt, writing.source);
      for (TextEdit& edit : edits)
        if (range && edit.text.empty() && edit.range == *range)
          edit.range = wholeLines(*range, writing.source.ast);
    }
  }

  bool replace(const TileStatement& statement, Lines& out) {
    const auto range = statementRange(statement.stmt, writing.source);
    if (!range) return refuse(statement.stmt, "a macro cuts the statement apart");
    std::string text = out.result;
    if (!text.empty()) text.pop_back();
    if (statement.isDirectBody && out.count() > 1) text = "{\n" + text + "\n}";
    text = indented(text, range->begin);
    const bool isNext = !edits.empty() && edits.back().range.begin == range->begin &&
                        edits.back().range.end == range->end;  // several tiles in one declaration
    if (isNext)
      edits.back().text += indented("\n", range->begin) + text;
    else
      edits.push_back({*range, text});
    return true;
  }

  /// Indents the text like the code at the offset, except for the first line, which stands there.
  std::string indented(llvm::StringRef text, unsigned offset) const {
    const SourceManager& sources = writing.source.ast.getSourceManager();
    const llvm::StringRef before = sources.getBufferData(sources.getMainFileID()).take_front(offset);
    const llvm::StringRef line = before.substr(before.rfind('\n') + 1);
    const std::string margin = line.take_while([](char c) { return c == ' ' || c == '\t'; }).str();
    const bool isInside = !line.trim().empty();  // a directive wants a line of its own
    return (isInside && text.starts_with("#") ? "\n" + margin : "") + indentedBy(text, margin);
  }

  static std::string indentedBy(llvm::StringRef text, llvm::StringRef margin) {
    std::string result;
    for (const char c : text) {
      result += c;
      if (c == '\n') result += margin;
    }
    return result;
  }

  static LaneDirective parallel() { return {true, ""}; }

  bool write(const TileStatement& statement) {
    Lines out = std::exchange(before, {});
    if (statement.tensor) return writeTensor(statement, out);
    if (statement.kind == TileStatement::Kind::Remove) return replace(statement, out);
    if (statement.kind == TileStatement::Kind::Declare) return declare(statement, out);
    if (statement.kind == TileStatement::Kind::Scalar && !statement.target)
      return writeScalar(statement, out);
    const TileExpression &target = *statement.target, &value = *statement.value;
    if (value.kind == Kind::Fold &&
        (statement.op == value.op + "=" || (value.op == "+" && statement.op == "-=")))
      writer.addedUp.insert(&value);
    const std::vector<LaneDimension> lanes = lanesOf(statement);
    if (value.kind == Kind::Running && beginsLater(lanes, value.dimensions))
      return refuse(statement.stmt, "a 'cumsum' of which only the end is stored");
    std::string held;
    if (const OwnElements own = takeOwnElements(statement, lanes); !own.hazard.empty()) {
      const auto extents = extentsOf(lanes);
      if (!extents || statement.mask || own.movesPlaces) return refuse(statement.stmt, own.hazard);
      held = writer.fresh("held");
      out.line(writer.typeOf(value) + " " + held + *extents + ";");
    }
    const std::vector<const TileExpression*> parts = partsOf(statement);
    for (const TileExpression* part : parts) writer.makeChanges(out, *part);
    const std::string condition = writer.condition(parts);
    if (!condition.empty()) out.openIf("if (" + condition + ")");
    for (const TileExpression* part : parts) writer.findOutOnce(out, *part);
    if (!held.empty())
      writer.loops(out, lanes, {&value}, parallel(), [&] {
        out.line(held + writer.placeIn(lanes) + " = " + LaneWriter::withoutParentheses(writer.lane(value)) +
                 ";");
      });
    const std::vector<const TileExpression*> used =
        held.empty() ? parts : std::vector<const TileExpression*>{&target};
    writer.loops(out, lanes, used, parallel(), [&] {
      out.line(stored(statement, held.empty() ? LaneWriter::withoutParentheses(writer.lane(value))
                                              : held + writer.placeIn(lanes)));
    });
    if (!condition.empty()) out.close();
    return replace(statement, out);
  }

  static std::vector<const TileExpression*> partsOf(const TileStatement& statement) {
    std::vector<const TileExpression*> parts{&*statement.value, &*statement.target};
    if (statement.mask) parts.push_back(&*statement.mask);
    return parts;
  }

  /// One lane of the target takes its value, where the mask is true.
  std::string stored(const TileStatement& statement, const std::string& from) {
    const TileExpression& target = *statement.target;
    const std::string text = writer.update(target, statement.op, from, *statement.value);
    if (!statement.mask) return text;
    return "if (" + LaneWriter::withoutParentheses(writer.lane(*statement.mask)) + ") " + text;
  }

  /// May the first of the lanes that are stored be another one than the first of the value?
  bool beginsLater(const std::vector<LaneDimension>& lanes, const std::vector<LaneDimension>& value) const {
    for (std::size_t k = 0; k < value.size() && k < lanes.size(); ++k)
      for (const Clip& clip : lanes[lanes.size() - 1 - k].clips)
        if (!isNatural(clip.start, program) &&
            llvm::none_of(value[value.size() - 1 - k].clips,
                          [&](const Clip& other) { return other.start == clip.start; }))
          return true;
    return false;
  }

  /// Computes single numbers of what the statement changes before all lanes; returns why others cannot be
  /// computed before.
  OwnElements takeOwnElements(const TileStatement& statement, const std::vector<LaneDimension>& lanes) {
    std::vector<int> order;
    for (const LaneDimension& each : lanes)
      if (writer.isLane(each)) order.push_back(program.axis(each.axis));
    OwnElements own = ownElements(statement, order, program, writing.source.directives);
    writer.once.insert(own.numbers.begin(), own.numbers.end());
    return own;
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

  /// The lanes of the target, if the value and the mask have them, too; a tile that is given a value takes
  /// the lanes of the value.
  std::vector<LaneDimension> lanesOf(const TileStatement& statement) const {
    std::vector<LaneDimension> lanes = statement.target->dimensions;
    const bool becomes = statement.target->kind == Kind::Local && statement.op == "=" &&
                         statement.value->dimensions.size() == lanes.size();
    if (becomes) {
      for (std::size_t k = 0; k < lanes.size(); ++k)
        if (const LaneDimension& other = statement.value->dimensions[k]; other.axis >= 0)
          lanes[k].clips = other.clips, lanes[k].isBounded = other.isBounded;
    } else {
      keepCommon(lanes, statement.value->dimensions);
    }
    if (statement.mask) keepCommon(lanes, statement.mask->dimensions);
    return lanes;
  }

  static void keepCommon(std::vector<LaneDimension>& lanes, const std::vector<LaneDimension>& others) {
    for (std::size_t k = 0; k < others.size() && k < lanes.size(); ++k) {
      LaneDimension& lane = lanes[lanes.size() - 1 - k];
      const LaneDimension& other = others[others.size() - 1 - k];
      if (other.axis < 0) continue;
      lane.isBounded |= other.isBounded;
      for (const Clip& clip : other.clips)
        if (std::find(lane.clips.begin(), lane.clips.end(), clip) == lane.clips.end())
          lane.clips.push_back(clip);
    }
  }

  bool declare(const TileStatement& statement, Lines& out) {
    const LocalTile& tile = program.locals[statement.declares];
    const TileExpression& value = *statement.value;
    std::string extents;
    for (const LaneDimension& each : tile.dimensions) {
      if (!writer.isLane(each)) continue;
      const Extent& size = program.axes[program.axis(each.axis)].size;
      if (!size.isConstant)
        return refuse(statement.stmt, "the extent '" + size.text + "' of " +
                                          (tile.name.empty() ? "a tile that the statement needs as a whole"
                                                             : "tile '" + tile.name + "'") +
                                          " is no constant; make it constexpr or a template parameter");
      extents += "[" + size.text + "]";
    }
    writer.makeChanges(out, value);
    const std::string condition = writer.condition({&value});
    const bool isNamed = tile.declaration != nullptr;
    const std::string type = tile.type.empty() || !isNamed ? writer.typeOf(value) : tile.type,
                      name = writer.nameOf(statement.declares);
    if (extents.empty() && condition.empty()) {
      writer.loops(out, {}, {&value}, {}, [&] {
        out.line(type + " " + name + " = " + LaneWriter::withoutParentheses(writer.lane(value)) + ";");
      });
      return isNamed ? replace(statement, out) : goesBefore(out);
    }
    out.line(type + " " + name + extents + (extents.empty() ? "{};" : ";"));
    if (!condition.empty()) out.openIf("if (" + condition + ")");
    TileExpression target;
    target.kind = Kind::Local;
    target.local = statement.declares;
    for (const LaneDimension& each : tile.dimensions) target.localAxes.push_back(each.axis);
    writer.loops(out, value.dimensions, {&value}, value.inOrder ? LaneDirective() : parallel(), [&] {
      out.line(writer.lane(target) + " = " + LaneWriter::withoutParentheses(writer.lane(value)) + ";");
    });
    if (!condition.empty()) out.close();
    return isNamed ? replace(statement, out) : goesBefore(out);
  }

  /// What the next statement begins with.
  bool goesBefore(const Lines& out) {
    before = out;
    return true;
  }
  Lines before;

  bool writeScalar(const TileStatement& statement, Lines& out) {
    const TileExpression& value = *statement.value;
    if (!writer.guardsOf(value).empty())
      return refuse(statement.stmt, "a number from a block that may not exist");
    // The text of a number is computed once, where it stands.
    const llvm::ArrayRef<TileExpression> parts =
        value.kind == Kind::Text ? llvm::ArrayRef(value.operands) : llvm::ArrayRef(value);
    for (const TileExpression& each : parts) writer.makeChanges(out, each);
    for (const TileExpression& each : parts) writer.folds(out, each);
    const auto whole = statementRange(statement.stmt, writing.source);
    const auto part = rangeOf(statement.replaced->getSourceRange(), writing.source.ast);
    if (!whole || !part) return refuse(statement.stmt, "a macro cuts the statement apart");
    const bool wrap = statement.isDirectBody && out.count() > 0;
    if (out.count() > 0)
      edits.push_back(
          {{whole->begin, whole->begin}, indented((wrap ? "{\n" : "") + out.result, whole->begin)});
    edits.push_back({*part, LaneWriter::withoutParentheses(writer.lane(value))});
    if (wrap) edits.push_back({{whole->end, whole->end}, "\n}"});
    return true;
  }

  // --- par_dim, seq_dim
  // -----------------------------------------------------------------------------------------------------------------

  /// A letter that nothing in the function is called.
  std::string counterName(const TileStatement& statement) {
    std::set<std::string> taken;
    walk(statement.tensor->function->getBody(), writing.source.directives, [&](const Stmt* each) {
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

  /// Sums of unsigned numbers wrap around, whatever they are added to then.
  static bool wrapsBefore(const TileExpression& value, const TileExpression& target) {
    const QualType from = laneType(value.expr->getType()), to = laneType(target.expr->getType());
    return from->isUnsignedIntegerType() && from.getCanonicalType() != to.getCanonicalType();
  }

  bool writeTensor(const TileStatement& statement, Lines& out) {
    counters.clear();
    const TileExpression& value = *statement.value;
    for (const TensorDimension& each : statement.dimensions)
      writer.asked[program.axis(each.axis)] = {&each, counterName(statement), "", ""};
    const bool hasLanes = statement.target && !statement.target->dimensions.empty();
    const bool isSum =
        value.op == "+" && (statement.op == "=" || statement.op == "+=" || statement.op == "-=");
    const bool isSmall =
        statement.target && (program.mayBeSmall(*statement.target) || (program.widens && value.isDependent));
    const bool addsUp = isSum && foldsParallel(value) && !isSmall &&  // these are added up in float first
                        !(statement.target && wrapsBefore(value, *statement.target));
    for (const auto* part : {&statement.value, &statement.mask})
      if (*part && needsOrder(**part))
        return refuse(statement.stmt,
                      "a parallel dimension along which a place is looked for or a 'cumsum' runs; make it "
                      "'seq_dim'");
    if (!statement.target) {
      writer.folds(out, value);
      const auto whole = statementRange(statement.stmt, writing.source);
      const auto part = rangeOf(statement.replaced->getSourceRange(), writing.source.ast);
      const llvm::StringRef text = writing.source.ast.getSourceManager().getBufferData(
          writing.source.ast.getSourceManager().getMainFileID());
      if (!whole || !part) return refuse(statement.stmt, "a macro cuts the statement apart");
      out.line(text.substr(whole->begin, part->begin - whole->begin).str() +
               LaneWriter::withoutParentheses(writer.lane(value)) +
               text.substr(part->end, whole->end - part->end).str());
      return replaceTensor(statement, out);
    }
    const std::string hazard = takeOwnElements(statement, lanesOf(statement)).hazard;
    if (!hazard.empty()) return refuse(statement.stmt, hazard);
    const TileExpression& target = *statement.target;
    std::vector<LaneDimension> lanes = inOrder(statement, lanesOf(statement));
    const bool addsEach = addsUp && value.kind == Kind::Fold && value.type == target.type &&
                          value.operands[0].type == target.type;
    if (addsEach) writer.addedUp.insert(&value);
    const std::vector<const TileExpression*> parts = partsOf(statement);
    for (const TileExpression* part : parts) writer.makeChanges(out, *part);
    const std::string condition = writer.condition(parts);
    if (!condition.empty()) out.openIf("if (" + condition + ")");
    for (const TileExpression* part : parts) writer.findOutOnce(out, *part);
    if (hasLanes && addsUp) {
      if (statement.mask)
        return refuse(statement.stmt,
                      "a parallel dimension that is summed under the mask of a 'store'; make it 'seq_dim'");
      if (statement.op == "=")
        writer.loops(out, lanes, {}, {}, [&] { out.line(writer.lane(target) + " = 0;"); });
      writer.loops(out, lanes, {}, {}, [&] {
        if (addsEach)
          addEach(out, statement);
        else
          addPart(out, statement, statement.dimensions.begin());
      });
    } else {
      LaneDirective clauses;  // an update that several lanes may make of one element
      if (program.loops.empty())
        for (const std::string& each : program.reductions) clauses.reductions += " reduction(" + each + ")";
      writer.loops(out, lanes, parts, clauses,
                   [&] { out.line(stored(statement, LaneWriter::withoutParentheses(writer.lane(value)))); });
    }
    if (!condition.empty()) out.close();
    return replaceTensor(statement, out);
  }

  /// Does it combine lanes along a parallel dimension?
  bool foldsParallel(const TileExpression& fold) const {
    return llvm::any_of(fold.folded, [&](const LaneDimension& each) {
      const auto wanted = writer.asked.find(program.axis(each.axis));
      return wanted != writer.asked.end() && wanted->second.dimension->parallel;
    });
  }

  /// argmin, argmax, cumsum along a parallel dimension
  bool needsOrder(const TileExpression& expression) const {
    const bool isOrdered = expression.kind == Kind::Running || expression.op.starts_with("arg");
    return (isOrdered && foldsParallel(expression)) ||
           llvm::any_of(expression.operands, [&](const TileExpression& each) { return needsOrder(each); });
  }

  /// Programs along the summed dimensions add to the target itself, which is of their type.
  void addEach(Lines& out, const TileStatement& statement) {
    const TileExpression &target = *statement.target, &operand = statement.value->operands[0];
    writer.loops(out, inOrder(statement, statement.value->folded), {&operand},
                 {false, " reduction(+:" + target.name + ")"}, [&] {
                   out.line(writer.update(target, statement.op == "-=" ? "-=" : "+=",
                                          LaneWriter::withoutParentheses(writer.lane(operand)), operand));
                 });
  }

  /// Programs along the summed dimensions: each adds up its part, then adds that to the target.
  void addPart(Lines& out, const TileStatement& statement,
               std::vector<TensorDimension>::const_iterator next) {
    const TileExpression &target = *statement.target, &value = *statement.value;
    const auto isSummed = [&](const TensorDimension& each) {
      return each.parallel && llvm::any_of(value.folded, [&](const LaneDimension& folded) {
               return program.axis(folded.axis) == program.axis(each.axis);
             });
    };
    next = std::find_if(next, statement.dimensions.end(), isSummed);
    if (next == statement.dimensions.end()) {
      writer.folds(out, value);
      out.line(writer.update(target, statement.op == "-=" ? "-=" : "+=",
                             LaneWriter::withoutParentheses(writer.lane(value)), value));
      return;
    }
    LaneWriter::Asked& asked = writer.asked[program.axis(next->axis)];
    const std::string first = writer.fresh(asked.name + "_first"), end = writer.fresh(asked.name + "_end"),
                      block = next->block.empty() ? "1" : next->block, type = next->counterType;
    out.directive("#pragma parallel" + writer.unchecked + " reduction(+:" + target.name + ")");
    out.openLoop("for (" + type + " " + first + " = " + print(next->lower) + "; " + first + " < " +
                 next->upper.text + "; " + first + " += " + block + ")");
    out.line("const " + type + " " + end + " = " + first + " + std::min<" + type + ">(" + block + ", " +
             next->upper.text + " - " + first + ");");
    asked.first = first, asked.end = end;
    addPart(out, statement, next + 1);
    out.close();
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
    const auto range = statementRange(statement.stmt, writing.source);
    if (!range) return refuse(statement.stmt, "a macro cuts the statement apart");
    for (const SourceRange line : statement.tensor->lines) {
      const auto directive = directiveRange(line, writing.source.ast);
      if (!directive) return refuse(statement.stmt, "a macro cuts the directive apart");
      edits.push_back({*directive, ""});
    }
    std::string text = out.result;
    if (!text.empty()) text.pop_back();
    const bool isGuarded = program.loops.empty() && !program.checks.empty();  // braces stand around it
    if (isGuarded)
      text = "  " + indentedBy(text, "  ");
    else if (!out.areOneDirectedLoop())
      text = "{\n" + text + "\n}";
    edits.push_back({*range, indented(text, range->begin)});
    return true;
  }

  // --- loops over blocks
  // ----------------------------------------------------------------------------------------------------------------

  bool writeHeader(int number) {
    const TileLoop& loop = program.loops[number];
    if (writer.bounded.count(number)) return writeLaneCount(number);
    if (!loop.perElement) return true;
    const auto increment = rangeOf(loop.stmt->getInc()->getSourceRange(), writing.source.ast);
    const auto whole = statementRange(loop.stmt, writing.source);
    if (!increment || !whole) return refuse(loop.stmt, "a macro cuts the loop apart");
    edits.push_back({*increment, "++" + loop.counter->getNameAsString()});
    const std::string block = "block(" + loop.step.text + ")";
    if (!loop.directive) {
      edits.push_back({{whole->begin, whole->begin}, indented("#pragma " + block + "\n", whole->begin)});
      return true;
    }
    // Behind the clauses that there are.
    const auto& clauses = loop.directive->clauses;
    const auto last = rangeOf(clauses.back().range, writing.source.ast);
    if (!last) return refuse(loop.stmt, "a macro cuts the directive apart");
    edits.push_back({{last->end, last->end}, " " + block});
    return true;
  }

  bool writeReductions() {
    const Directive* directive = program.loops.empty() ? nullptr : program.loops[0].directive;
    const auto last = directive ? rangeOf(directive->clauses.back().range, writing.source.ast) : std::nullopt;
    if (!last) return refuse(program.statements.front().stmt, "an atomic update outside of a loop");
    std::string text;
    for (const std::string& each : program.reductions) text += " reduction(" + each + ")";
    edits.push_back({{last->end, last->end}, text});
    return true;
  }

  /// Parallel loops that are the whole body of another one stay so: one grid.
  const ForStmt* innermostNest(const ForStmt* loop) const {
    for (;;) {
      const Stmt* body = writing.source.directives.strip(loop->getBody());
      while (const auto* compound = dyn_cast<CompoundStmt>(body)) {
        if (compound->size() != 1) return loop;
        body = writing.source.directives.strip(compound->body_front());
      }
      const auto* inner = dyn_cast<ForStmt>(body);
      const Directive* directive = inner ? writing.source.directives.of(inner) : nullptr;
      if (!directive || !directive->find(ClauseKind::Parallel)) return loop;
      loop = inner;
    }
  }

  bool writeLaneCount(int number) {
    const TileLoop& loop = program.loops[number];
    const std::string counter = loop.counter->getNameAsString(), name = writer.laneCount(number);
    PrintingPolicy policy = writing.source.ast.getPrintingPolicy();
    const QualType counterType = loop.counter->getType().getUnqualifiedType();
    const std::string type =
        counterType->isUnsignedIntegerType() ? "std::ptrdiff_t" : counterType.getAsString(policy);
    const std::string rest = print(subtract(loop.upper, Polynomial::symbol(counter)).value_or(Polynomial()));
    const std::string line =
        "const " + type + " " + name + " = std::min<" + type + ">(" + loop.step.text + ", " + rest + ");\n";
    const Stmt* body = writing.source.directives.strip(innermostNest(loop.stmt)->getBody());
    if (const auto* compound = dyn_cast<CompoundStmt>(body)) {
      const auto brace =
          rangeOf(SourceRange(compound->getLBracLoc(), compound->getLBracLoc()), writing.source.ast);
      if (!brace) return refuse(loop.stmt, "a macro cuts the loop apart");
      edits.push_back({{brace->end, brace->end}, "\n" + line});
      return true;
    }
    const auto range = statementRange(body, writing.source);
    if (!range) return refuse(loop.stmt, "a macro cuts the loop apart");
    unsigned begin = range->begin;
    if (const Directive* directive = writing.source.directives.of(body))
      if (const auto lineRange = directiveRange(directive->lines.front(), writing.source.ast))
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
