#include "expand/counted_loops.h"

#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/ast/library_facts.h"
#include "nest/ast/source_ranges.h"
#include "nest/modref/modified_variables.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;
using llvm::StringRef;

class CountedLoops {
 public:
  CountedLoops(const Source& source, const std::set<std::string>& names, InnerLoops inner, Versions versions)
      : source(source), names(names), inner(inner), versions(versions) {}

  std::optional<std::vector<TextEdit>> run() {
    bool good = true;
    for (const auto& directive : source.directives.all) {
      const auto choice = choiceBefore(*directive, good);
      if (choice) edits.push_back(choice->end);  // around what is declared in front of the loop
      if (inner == InnerLoops::Counted) rewriteInner(*directive);
      if (const auto* range = dyn_cast<CXXForRangeStmt>(directive->statement))
        good &= rewriteRange(*directive, range);
      else if (const auto* loop = dyn_cast<ForStmt>(directive->statement))
        rewriteHead(*directive, loop);
      if (choice) edits.insert(edits.end(), {choice->begin, choice->clause});
    }
    return good ? std::optional(std::move(edits)) : std::nullopt;
  }

 private:
  Source source;
  const std::set<std::string>& names;
  const InnerLoops inner;
  const Versions versions;
  std::set<std::pair<const FunctionDecl*, std::string>> indices;
  std::set<const CXXForRangeStmt*> rewritten;  // without a directive
  std::vector<TextEdit> edits;

  /// `x_index` for the x of `for (float& x : v)`, with a number where the function has one already.
  std::string indexOf(const VarDecl& variable, const FunctionDecl* function) {
    const std::string own = (variable.getIdentifier() ? variable.getNameAsString() + "_" : "") + "index";
    std::string name = own;
    for (int k = 2; names.count(name) || !indices.insert({function, name}).second; ++k)
      name = own + std::to_string(k);
    return name;
  }

  // --- the clause 'if'
  // ------------------------------------------------------------------------------------------------

  struct Choice {
    TextEdit begin, clause, end;
  };
  /// `if (condition) {` in front of the directive, and behind the loop the same loop without its directives.
  std::optional<Choice> choiceBefore(const Directive& directive, bool& good) {
    const Clause* clause = versions == Versions::Chosen ? directive.find(ClauseKind::If) : nullptr;
    if (!clause) return std::nullopt;
    const auto line = directiveRange(directive.lines.front(), source.ast);
    const auto text = rangeOf(clause->range, source.ast);
    const auto whole = statementRange(directive.statement, source);
    bool hasLabels = false;
    walk(directive.statement, source.directives,
         [&](const Stmt* each) { return !(hasLabels |= isa<LabelStmt>(each)); });
    if (!line || !text || !whole || hasLabels) {
      source.diags.report(
          Diag::Unsupported, clause->location,
          {hasLabels ? "the clause 'if' for a loop with labels, which would stand there twice"
                     : "the clause 'if' in a directive or for a loop that a macro cuts apart"});
      good = false;
      return std::nullopt;
    }
    std::vector<TextEdit> removals;
    for (const auto& each : source.directives.all)
      for (const SourceRange inside : each->lines)
        if (const auto range = directiveRange(inside, source.ast);
            range && whole->begin <= range->begin && range->end <= whole->end)
          removals.push_back({*range, ""});
    const std::string margin(columnOf(directive.statement), ' ');
    return Choice{{{line->begin, line->begin}, margin + "if (" + clause->arguments.front().text + ") {\n"},
                  {*text, ""},
                  {{whole->end, whole->end},
                   "\n" + margin + "} else {\n" + margin + "  " +
                       indented(editedText(*whole, removals, source.ast)) + "\n" + margin + "}"}};
  }

  /// Indents all lines but the first by two more columns, which would change a raw string.
  static std::string indented(const std::string& text) {
    if (StringRef(text).contains("R\"")) return text;
    std::string result;
    for (const char c : text) result += c == '\n' ? std::string("\n  ") : std::string(1, c);
    return result;
  }

  unsigned columnOf(const Stmt* statement) const {
    const SourceManager& sources = source.ast.getSourceManager();
    return sources.getSpellingColumnNumber(sources.getExpansionLoc(statement->getBeginLoc())) - 1;
  }

  // --- range-based loops
  // ------------------------------------------------------------------------------------------------

  /// An expression whose elements an index can take, a name or a member of one, and their number.
  struct Elements {
    std::string array, count;
    std::string type = "std::size_t";  // of the index
  };
  std::optional<Elements> elementsOf(const Expr* range) const {
    const Expr* array = range ? strip(range) : nullptr;
    if (!array || !isPlace(array) || !rangeOf(array->getSourceRange(), source.ast)) return std::nullopt;
    const QualType type = array->getType().getNonReferenceType();
    const std::string text = writtenText(array, source.ast);
    if (const auto* constant = source.ast.getAsConstantArrayType(type))
      return Elements{text, std::to_string(constant->getSize().getZExtValue()),
                      constant->getSize().getActiveBits() < 32 ? "int" : "long long"};
    const bool isOfBits = libraryTemplate(type) == "vector" && !elementTypeOf(type, source.ast).isNull() &&
                          elementTypeOf(type, source.ast)->isBooleanType();
    if (isContiguousContainer(type) && !isOfBits) return Elements{text, text + ".size()"};
    return std::nullopt;
  }

  static std::string headOf(const Elements& elements, const std::string& index) {
    return fmt::format("for ({2} {0} = 0; {0} < {1}; ++{0})", index, elements.count, elements.type);
  }

  /// `v`, `grid.cells`, `this->cells`
  static bool isPlace(const Expr* expression) {
    if (const auto* member = dyn_cast<MemberExpr>(expression))
      return isa<CXXThisExpr>(strip(member->getBase())) || isPlace(strip(member->getBase()));
    return isa<DeclRefExpr>(expression);
  }

  bool rewriteRange(const Directive& directive, const CXXForRangeStmt* loop) {
    if (rewriteRange(loop, directive.function)) return true;
    const Clause& first = directive.clauses.front();
    source.diags.report(Diag::NotBeforeLoop, first.location,
                        {spelling(first.kind), "a range-based 'for' loop over what has no index"});
    source.diags.report(Diag::FoundHere, loop->getBeginLoc());
    return false;
  }

  /// Those without a directive over arrays from outside: a kernel knows their elements, and not their ends.
  void rewriteInner(const Directive& directive) {
    walk(directive.statement, source.directives, [&](const Stmt* each) {
      const auto* loop = dyn_cast<CXXForRangeStmt>(each);
      if (!loop || source.directives.of(loop) || !rewritten.insert(loop).second) return true;
      const ValueDecl* root = loop->getRangeInit() ? rootVariable(strip(loop->getRangeInit())) : nullptr;
      if (root && !isDeclaredInside(root, directive.statement, source.directives))
        rewriteRange(loop, directive.function);
      return true;
    });
  }

  bool rewriteRange(const CXXForRangeStmt* loop, const FunctionDecl* function) {
    const auto elements = loop->getInit() ? std::nullopt : elementsOf(loop->getRangeInit());
    const auto variable = rangeOf(loop->getLoopVariable()->getSourceRange(), source.ast);
    const auto colon = rangeOf({loop->getColonLoc(), loop->getColonLoc()}, source.ast);
    const auto body = statementRange(loop->getBody(), source);
    const auto head = rangeOf({loop->getForLoc(), loop->getRParenLoc()}, source.ast);
    if (!elements || !variable || !colon || !body || !head) return false;
    const ValueDecl* root = rootVariable(strip(loop->getRangeInit()));
    if (root && root->getDeclName() == loop->getLoopVariable()->getDeclName()) return false;  // `auto& v : v`
    // What is declared is written up to the colon; a structured binding ends behind its last name.
    const std::string declared =
        StringRef(editedPart({variable->begin, colon->begin}, {}, source.ast)).trim().str();
    const std::string index = indexOf(*loop->getLoopVariable(), function);
    edits.push_back({*head, headOf(*elements, index)});
    const std::string element = fmt::format("{} = {}[{}];", declared, elements->array, index);
    if (isa<CompoundStmt>(source.directives.strip(loop->getBody()))) {
      edits.push_back({{body->begin, body->begin + 1}, "{ " + element});
    } else {
      edits.push_back({{body->begin, body->begin}, "{ " + element + " "});
      edits.push_back({{body->end, body->end}, " }"});
    }
    return true;
  }

  // --- heads of 'for'
  // ------------------------------------------------------------------------------------------------

  void rewriteHead(const Directive& directive, const ForStmt* loop) {
    const auto* declaration = dyn_cast_or_null<DeclStmt>(loop->getInit());
    if (declaration && rewriteIterator(directive, *declaration, loop)) return;
    if (declaration && !declaration->isSingleDecl()) rewriteDeclarations(directive, *declaration, loop);
    if (declaration && declaration->isSingleDecl()) rewriteEmptyBraces(*declaration);
    if (loop->getCond()) rewriteNegation(loop->getCond());
  }

  /// `for (auto it = v.begin(); it != v.end(); ++it)`, where `it` is used as `*it` and `it->` only.
  bool rewriteIterator(const Directive& directive, const DeclStmt& declaration, const ForStmt* loop) {
    const auto* iterator =
        declaration.isSingleDecl() ? dyn_cast<VarDecl>(declaration.getSingleDecl()) : nullptr;
    if (!iterator || !iterator->getInit() || !loop->getCond() || !loop->getInc()) return false;
    const Expr* first = containerOf(iterator->getInit(), false);
    const auto condition = comparison(loop->getCond());
    if (!first || !condition || namedVariable(condition->first) != iterator) return false;
    const Expr* last = containerOf(condition->second, true);
    const auto elements = elementsOf(first);
    if (!last || !elements || writtenText(strip(last), source.ast) != elements->array) return false;
    const auto head = rangeOf({loop->getForLoc(), loop->getRParenLoc()}, source.ast);
    if (!head || !isIncrement(loop->getInc(), iterator)) return false;

    const std::string index = indexOf(*iterator, directive.function);
    std::vector<TextEdit> uses;
    std::set<const Stmt*> known;
    bool good = true;
    walk(loop->getBody(), source.directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CXXOperatorCallExpr>(each);
      const bool isUse = call && call->getNumArgs() == 1 && namedVariable(call->getArg(0)) == iterator &&
                         (call->getOperator() == OO_Star || call->getOperator() == OO_Arrow);
      if (isUse) {
        known.insert(strip(call->getArg(0)));
        const bool isArrow = call->getOperator() == OO_Arrow;
        const auto range = rangeOf(
            isArrow ? SourceRange(call->getBeginLoc(), call->getOperatorLoc()) : call->getSourceRange(),
            source.ast);
        if (range)
          uses.push_back({*range, fmt::format("{}[{}]{}", elements->array, index, isArrow ? "." : "")});
        good &= range.has_value();
      }
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      good &= !reference || reference->getDecl() != iterator || known.count(reference);
      return good;
    });
    if (!good) return false;
    edits.insert(edits.end(), uses.begin(), uses.end());
    edits.push_back({*head, headOf(*elements, index)});
    return true;
  }

  /// `v` of `v.begin()`, `std::begin(v)`, or of `v.end()`; null for anything else.
  static const Expr* containerOf(const Expr* expression, bool isLast) {
    const auto* call = dyn_cast<CallExpr>(strip(expression));
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || !callee->getIdentifier()) return nullptr;
    const auto* method = dyn_cast<CXXMemberCallExpr>(call);
    const auto is = [&](Fact fact) {
      return method ? memberIs(callee->getName(), fact) : functionIs(callee->getName(), fact);
    };
    if (!is(Fact::Bound) || is(Fact::Reverse) || is(Fact::Last) != isLast) return nullptr;
    if (method) return call->getNumArgs() == 0 ? method->getImplicitObjectArgument() : nullptr;
    return callee->isInStdNamespace() && call->getNumArgs() == 1 ? call->getArg(0) : nullptr;
  }

  /// Both sides of `it != end`, `it < end`, also where C++20 writes `!(it == end)` for the first.
  static std::optional<std::pair<const Expr*, const Expr*>> comparison(const Expr* condition) {
    const Expr* inner = condition->IgnoreParenImpCasts();
    if (const auto* rewritten = dyn_cast<CXXRewrittenBinaryOperator>(inner)) {
      const auto parts = rewritten->getDecomposedForm();
      if (parts.Opcode != BO_NE && parts.Opcode != BO_LT) return std::nullopt;
      return std::pair(parts.LHS, parts.RHS);
    }
    const auto* call = dyn_cast<CXXOperatorCallExpr>(inner);
    if (!call || call->getNumArgs() != 2 ||
        (call->getOperator() != OO_ExclaimEqual && call->getOperator() != OO_Less))
      return std::nullopt;
    return std::pair(call->getArg(0), call->getArg(1));
  }

  static bool isIncrement(const Expr* expression, const VarDecl* iterator) {
    const auto* call = dyn_cast<CXXOperatorCallExpr>(strip(expression));
    return call && call->getOperator() == OO_PlusPlus && namedVariable(call->getArg(0)) == iterator;
  }

  /// `int i = 0, n = f()`: what the loop does not change is declared in front of it.
  void rewriteDeclarations(const Directive& directive, const DeclStmt& declaration, const ForStmt* loop) {
    const VarDecl* counter = nullptr;
    std::string others;
    std::set<const ValueDecl*> changed = modifiedVariables(loop->getBody(), source.directives);
    if (loop->getInc()) changed.merge(modifiedVariables(loop->getInc(), source.directives));
    if (loop->getCond()) changed.merge(modifiedVariables(loop->getCond(), source.directives));
    for (const Decl* each : declaration.decls()) {
      const auto* variable = dyn_cast<VarDecl>(each);
      if (!variable || !variable->getInit() || variable->getType()->isArrayType() ||
          variable->getType()->isReferenceType())
        return;
      if (changed.count(variable)) {
        if (counter) return;
        counter = variable;
        continue;
      }
      // One that is computed from the counter, or that a clause means otherwise.
      if ((counter && mentions(variable->getInit(), counter, source.directives)) ||
          isInClause(directive, *variable))
        return;
      others += declarationText(*variable) + "; ";
    }
    const auto init = rangeOf(declaration.getSourceRange(), source.ast);
    const auto whole = statementRange(loop, source);
    const auto line = directiveRange(directive.lines.front(), source.ast);
    if (!counter || others.empty() || !init || !whole || !line) return;
    const std::string head = declarationText(*counter);
    edits.push_back({*init, head + (StringRef(editedPart(*init, {}, source.ast)).ends_with(";") ? ";" : "")});
    edits.push_back({{line->begin, line->begin},
                     std::string(columnOf(loop), ' ') + "{ " + StringRef(others).rtrim().str() + "\n"});
    edits.push_back({{whole->end, whole->end}, " }"});
  }

  /// `T name = value`, where an empty list is 0.
  std::string declarationText(const VarDecl& variable) const {
    std::string text = variable.getNameAsString();
    variable.getType().getAsStringInternal(text, source.ast.getPrintingPolicy());
    return text + " = " + (isEmptyList(variable) ? "0" : writtenText(variable.getInit(), source.ast));
  }

  static bool isEmptyList(const VarDecl& variable) {
    const Expr* init = variable.getInit()->IgnoreImplicit();
    const auto* list = dyn_cast<InitListExpr>(init);
    return variable.getInitStyle() == VarDecl::ListInit &&
           (list ? list->getNumInits() == 0 : isa<ImplicitValueInitExpr>(init));
  }

  static bool isInClause(const Directive& directive, const VarDecl& variable) {
    const std::string name = variable.getNameAsString();
    return llvm::any_of(directive.clauses, [&](const Clause& clause) {
      return llvm::any_of(clause.arguments, [&](const ClauseArgument& argument) {
        return StringRef(argument.text).contains(name);
      });
    });
  }

  /// `std::size_t i{}` begins at 0.
  void rewriteEmptyBraces(const DeclStmt& declaration) {
    const auto* counter = dyn_cast<VarDecl>(declaration.getSingleDecl());
    if (!counter || !counter->getInit() || !counter->getType()->isIntegerType() || !isEmptyList(*counter))
      return;
    if (const auto braces = rangeOf(counter->getInit()->getSourceRange(), source.ast))
      edits.push_back({*braces, " = 0"});
  }

  /// `!(i >= n)` is `i < n`.
  void rewriteNegation(const Expr* condition) {
    const auto* negation = dyn_cast<UnaryOperator>(condition->IgnoreParenImpCasts());
    if (!negation || negation->getOpcode() != UO_LNot) return;
    const auto* compared = dyn_cast<BinaryOperator>(negation->getSubExpr()->IgnoreParenImpCasts());
    if (!compared || !compared->isComparisonOp() || compared->getOpcode() == BO_Cmp) return;
    const bool areIntegers = compared->getLHS()->getType()->isIntegerType() &&
                             compared->getRHS()->getType()->isIntegerType();  // others may be no numbers
    const auto range = rangeOf(condition->getSourceRange(), source.ast);
    if (!areIntegers || !range) return;
    edits.push_back(
        {*range,
         fmt::format(
             "{} {} {}", writtenText(compared->getLHS(), source.ast),
             BinaryOperator::getOpcodeStr(BinaryOperator::negateComparisonOp(compared->getOpcode())).str(),
             writtenText(compared->getRHS(), source.ast))});
  }
};

}  // namespace

std::optional<std::vector<TextEdit>> countedLoops(const Source& source, const std::set<std::string>& names,
                                                  InnerLoops inner, Versions versions) {
  return CountedLoops(source, names, inner, versions).run();
}

}  // namespace appyl
