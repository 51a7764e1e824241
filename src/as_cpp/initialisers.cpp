#include "as_cpp/as_cpp.h"

#include "support/visits.h"

#include <clang/AST/Expr.h>
#include <clang/AST/ParentMapContext.h>

namespace appyl {
namespace {

using namespace clang;

/// Elements that are written out, at most.
constexpr unsigned mostElements = 4096;

class DesignatorWriter {
 public:
  explicit DesignatorWriter(CppEdits& edits) : edits(edits), context(edits.context) {}

  void write(const InitListExpr* list) {
    const InitListExpr* written = list->getSyntacticForm();
    if (!written || !needsRewriting(written, list->getType())) return;
    const auto place = edits.placeOf(list->getSourceRange());
    const auto text = place ? positional(list) : std::nullopt;
    if (!text)
      return edits.refuse(edits.sources.getExpansionLoc(list->getBeginLoc()),
                          "the output is C++, in which designators have to be in the members' order; "
                          "write the initialisers in order");
    edits.replace(*place, *text);
  }

 private:
  CppEdits& edits;
  const ASTContext& context;
  unsigned count = 0;

  /// C++ accepts `.a = 1, .b = 2` if it names all members, in their order.
  bool needsRewriting(const InitListExpr* written, QualType type) const {
    const auto* record = type->getAsRecordDecl();
    unsigned designated = 0, last = 0;
    bool isInOrder = record != nullptr;
    for (const Expr* each : written->inits()) {
      if (const auto* inner = dyn_cast<InitListExpr>(each); inner && hasDesignators(inner)) isInOrder = false;
      const auto* designator = dyn_cast<DesignatedInitExpr>(each);
      if (!designator) continue;
      ++designated;
      const auto* only = designator->size() == 1 ? designator->getDesignator(0) : nullptr;
      const FieldDecl* field = only && only->isFieldDesignator() ? only->getFieldDecl() : nullptr;
      const bool isNext = field && field->getParent() == (record ? record->getDefinition() : nullptr) &&
                          (designated == 1 || field->getFieldIndex() == last + 1) &&
                          only->getDotLoc().isValid();
      isInOrder &= isNext;
      if (field) last = field->getFieldIndex();
    }
    if (designated == 0) return false;
    const auto fields =
        record ? static_cast<unsigned>(std::distance(record->field_begin(), record->field_end())) : 0;
    const bool isWhole = record && (record->isUnion() || designated == fields);
    return !isInOrder || !isWhole || designated != written->getNumInits();
  }

  bool hasDesignators(const InitListExpr* list) const {
    const InitListExpr* written = list->isSyntacticForm() ? list : list->getSyntacticForm();
    return written &&
           llvm::any_of(written->inits(), [](const Expr* each) { return isa<DesignatedInitExpr>(each); });
  }

  /// `{first, second, ...}` of all members or elements.
  std::optional<std::string> positional(const InitListExpr* list) {
    std::string text;
    bool good = true;
    const auto put = [&](const Expr* value, QualType type) {
      const auto written = good && ++count <= mostElements ? element(value, type) : std::nullopt;
      good &= written.has_value();
      if (good) text += (text.empty() ? "" : ", ") + *written;
    };
    const auto* record = list->getType()->getAsRecordDecl();
    if (record && record->isUnion()) {
      const FieldDecl* field = list->getInitializedFieldInUnion();
      if (!field) return "{}";
      put(list->getInit(0), field->getType());
      const bool isFirst = field == *record->getDefinition()->field_begin();
      return good ? std::optional("{" + (isFirst ? "" : "." + field->getNameAsString() + " = ") + text + "}")
                  : std::nullopt;
    }
    if (record) {
      unsigned k = 0;
      for (const FieldDecl* field : record->getDefinition()->fields())
        if (!field->isUnnamedBitField())
          put(k < list->getNumInits() ? list->getInit(k++) : nullptr, field->getType());
    } else if (const auto* array = context.getAsArrayType(list->getType())) {
      for (unsigned k = 0; good && k < list->getNumInits(); ++k) {
        const Expr* value = list->getInit(k);
        put(value ? value : list->getArrayFiller(), array->getElementType());
      }
    } else {
      return std::nullopt;
    }
    return good ? std::optional("{" + text + "}") : std::nullopt;
  }

  std::optional<std::string> element(const Expr* value, QualType type) {
    if (!value || isa<ImplicitValueInitExpr>(value)) {
      if (type->isEnumeralType()) return "(" + edits.declared(type.getUnqualifiedType()) + ")0";
      return type->isScalarType() ? "0" : "{}";
    }
    if (const auto* inner = dyn_cast<InitListExpr>(value->IgnoreImpCasts())) {
      const bool isWritten = inner->getLBraceLoc().isValid() && !hasDesignators(inner);
      if (!isWritten) return positional(inner);
    }
    const auto place = edits.placeOf(value->getSourceRange());
    if (!place) return std::nullopt;
    const std::string text = edits.edited(*place);
    return llvm::StringRef(text).contains("\n#") ? std::nullopt : std::optional(text);
  }
};

/// In C, a literal `(int[]){1, 2}`, or one whose address is taken, is an object of its block, not of its
/// expression.
class LiteralWriter {
 public:
  explicit LiteralWriter(CppEdits& edits) : edits(edits), context(const_cast<ASTContext&>(edits.context)) {}

  void write(const CompoundLiteralExpr* literal) {
    if (isOnlyValue(literal)) return;
    const auto place = rangeOf(literal->getSourceRange(), edits.context),
               value = rangeOf(literal->getInitializer()->getSourceRange(), edits.context);
    const auto anchor = beginOfStatement(literal);
    if (!place || !value || !anchor)
      return edits.refuse(
          edits.sources.getExpansionLoc(literal->getBeginLoc()),
          "the output is C++, in which this object lives no longer than the expression that it is "
          "in; make it a variable");
    const std::string name = edits.unusedName("literal");
    std::string text = edits.edited(*value);
    std::replace(text.begin(), text.end(), '\n', ' ');
    edits.insert(*anchor, (literal->isFileScope() ? "static " : "") +
                              edits.declared(literal->getType(), name) + " = " + text + "; ");
    edits.replace(*place, name);
  }

 private:
  CppEdits& edits;
  ASTContext& context;

  template <class Node>
  const Stmt* parentOf(const Node& node) const {
    const DynTypedNodeList parents = context.getParents(node);
    return parents.empty() ? nullptr : parents[0].template get<Stmt>();
  }

  bool isOnlyValue(const CompoundLiteralExpr* literal) const {
    const Stmt* at = parentOf(*literal);
    while (at && isa<ParenExpr, MemberExpr>(at)) at = parentOf(*at);
    const auto* loaded = dyn_cast_or_null<ImplicitCastExpr>(at);
    return ((loaded && loaded->getCastKind() == CK_LValueToRValue) || dyn_cast_or_null<InitListExpr>(at)) &&
           !literal->getType()->isArrayType();
  }

  /// The beginning of the block's statement, or the file's declaration, that evaluates the literal once.
  std::optional<unsigned> beginOfStatement(const CompoundLiteralExpr* literal) const {
    DynTypedNode at = DynTypedNode::create(*literal);
    for (;;) {
      const DynTypedNodeList parents = context.getParents(at);
      if (parents.empty()) return std::nullopt;
      const DynTypedNode parent = parents[0];
      const auto *statement = at.get<Stmt>(), *outer = parent.get<Stmt>();
      if (const auto* variable = parent.get<VarDecl>(); variable && variable->isFileVarDecl())
        return offsetIn(variable->getBeginLoc());
      if (outer && isa<CompoundStmt>(outer) && statement) {
        const auto* declared = dyn_cast<DeclStmt>(statement);
        return offsetIn(declared ? (*declared->decl_begin())->getBeginLoc() : statement->getBeginLoc());
      }
      const auto* branch = dyn_cast_or_null<IfStmt>(outer);
      const auto* binary = dyn_cast_or_null<BinaryOperator>(outer);
      const bool isOnce = !outer || (branch && branch->getCond() == statement) ||
                          (isa<Expr>(outer) && !isa<AbstractConditionalOperator, StmtExpr>(outer) &&
                           !(binary && (binary->isLogicalOp() || binary->isCommaOp()))) ||
                          isa<DeclStmt, ReturnStmt>(outer);
      if (!isOnce) return std::nullopt;
      at = parent;
    }
  }

  std::optional<unsigned> offsetIn(SourceLocation where) const {
    return edits.isInMain(where) ? std::optional(edits.offsetOf(where)) : std::nullopt;
  }
};

}  // namespace

void writeInitialisers(const std::vector<Decl*>& declarations, CppEdits& edits) {
  std::vector<const InitListExpr*> lists;
  std::vector<const CompoundLiteralExpr*> literals;
  Visits visits;
  visits.withImplicitCode = true;
  visits.statement = [&](Stmt* each) {
    if (const auto* list = dyn_cast<InitListExpr>(each); list && list->isSemanticForm())
      lists.push_back(list);
    if (const auto* literal = dyn_cast<CompoundLiteralExpr>(each)) literals.push_back(literal);
    return true;
  };
  for (Decl* each : declarations) visitBelow(each, visits);
  DesignatorWriter writer(edits);
  for (auto list = lists.rbegin(); list != lists.rend(); ++list) writer.write(*list);
  LiteralWriter literalWriter(edits);
  for (auto literal = literals.rbegin(); literal != literals.rend(); ++literal) literalWriter.write(*literal);
}

}  // namespace appyl
