#include "as_cpp/as_cpp.h"

#include "support/visits.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Lex/Lexer.h>

namespace appyl {
namespace {

using namespace clang;

/// In C++ a tag is a type's name by itself, and hides others.
class TagWriter {
 public:
  explicit TagWriter(CppEdits& edits) : edits(edits) {}

  void write(const std::vector<Decl*>& declarations) {
    Visits visits;
    visits.declaration = [this](Decl* each) {
      if (const auto* tag = dyn_cast<TagDecl>(each))
        tags.push_back(tag);
      else if (const auto* named = dyn_cast<NamedDecl>(each);
               named && !isa<FieldDecl>(named) && named->getIdentifier() &&
               named->getDeclContext()->getRedeclContext()->isTranslationUnit())
        ordinary[named->getName().str()].push_back(named);
      return true;
    };
    for (Decl* each : declarations) visitBelow(each, visits);
    std::set<std::string> hiding;
    for (const TagDecl* tag : tags)
      if (tag->getIdentifier() && edits.isInMain(tag->getLocation()) && hides(tag))
        hiding.insert(tag->getName().str());
    for (const std::string& name : hiding) rename(name);
  }

 private:
  CppEdits& edits;
  std::vector<const TagDecl*> tags;
  std::map<std::string, std::vector<const NamedDecl*>> ordinary;  // the file's other names

  bool hides(const TagDecl* tag) const {
    const auto others = ordinary.find(tag->getName().str());
    const bool isLocal = !tag->getDeclContext()->getRedeclContext()->isTranslationUnit();
    return others != ordinary.end() && llvm::any_of(others->second, [&](const NamedDecl* other) {
             const auto* type = dyn_cast<TypedefNameDecl>(other);
             const TagDecl* same = type ? type->getUnderlyingType()->getAsTagDecl() : nullptr;
             return (!same || same->getCanonicalDecl() != tag->getCanonicalDecl()) && (isLocal || type);
           });
  }

  void rename(const std::string& name) {
    for (const TagDecl* tag : tags)
      if (tag->getIdentifier() && tag->getName() == name && !edits.isInMain(tag->getLocation())) return;
    const std::string other = edits.unusedName(name + "_");
    Lexer lexer(SourceLocation(), edits.context.getLangOpts(), edits.text.begin(), edits.text.begin(),
                edits.text.end());
    bool isTag = false;
    for (Token token;;) {
      const bool isLast = lexer.LexFromRawLexer(token);
      if (isLast || token.is(tok::eof)) break;
      const llvm::StringRef word = token.is(tok::raw_identifier) ? token.getRawIdentifier() : "";
      const auto offset = static_cast<unsigned>(word.data() - edits.text.data());
      if (isTag && word == name) edits.replace({offset, offset + static_cast<unsigned>(word.size())}, other);
      isTag = word == "struct" || word == "union" || word == "enum";
    }
    edits.renamedTags[name] = other;
  }
};

class DeclarationWriter {
 public:
  explicit DeclarationWriter(CppEdits& edits) : edits(edits), sources(edits.sources) {}

  void write(const std::vector<Decl*>& declarations) {
    Visits visits;
    visits.declaration = [this](Decl* each) { return collect(each), true; };
    visits.typeAsWritten = [this](TypeLoc each) { return collectUse(each), true; };
    visits.statement = [this](Stmt* each) {
      if (const auto* named = dyn_cast<DeclRefExpr>(each))
        if (const auto* constant = dyn_cast<EnumConstantDecl>(named->getDecl()))
          usesOf[cast<TagDecl>(constant->getDeclContext())].push_back(named->getLocation());
      return true;
    };
    for (Decl* each : declarations) visitBelow(each, visits);
    for (const FunctionDecl* each : functions) writePrototype(each);
    for (const auto& [first, all] : variables) defineOnce(all);
    for (const FunctionDecl* each : functions)
      if (each->doesThisDeclarationHaveABody()) {
        scope.clear();
        targets.clear();
        jumps.clear();
        split.clear();
        readScopes(each->getBody());
        splitDeclarations();
      }
    for (auto each = nested.rbegin(); each != nested.rend(); ++each) moveOut(*each);
  }

 private:
  CppEdits& edits;
  const SourceManager& sources;
  std::vector<const FunctionDecl*> functions;
  std::map<const VarDecl*, std::vector<const VarDecl*>> variables;  // of the file, by their first declaration
  std::vector<const TagDecl*> nested;                               // defined in a structure
  std::map<const TagDecl*, std::vector<SourceLocation>> usesOf;

  unsigned offsetOf(SourceLocation where) const { return edits.offsetOf(where); }
  unsigned endOf(SourceLocation token) const {
    return offsetOf(Lexer::getLocForEndOfToken(token, 0, sources, edits.context.getLangOpts()));
  }

  void collect(const Decl* declaration) {
    if (const auto* tag = dyn_cast<TagDecl>(declaration)) {
      if (tag->isThisDeclarationADefinition() && isa<RecordDecl>(tag->getLexicalDeclContext()) &&
          edits.isInMain(tag->getBeginLoc()))
        nested.push_back(tag);
      if (const auto* record = dyn_cast<RecordDecl>(tag)) checkMembers(record);
    }
    if (const auto* named = dyn_cast<NamedDecl>(declaration);
        named && !isa<TagDecl, FieldDecl>(named) && named->getIdentifier())
      addType(named);
    if (const auto* function = dyn_cast<FunctionDecl>(declaration)) functions.push_back(function);
    const auto* variable = dyn_cast<VarDecl>(declaration);
    if (variable && variable->isFileVarDecl() && !variable->isStaticDataMember())
      variables[variable->getCanonicalDecl()].push_back(variable);
    if (const auto* parameter = dyn_cast<ParmVarDecl>(declaration)) writeParameter(parameter);
  }

  void collectUse(TypeLoc type) {
    if (const auto tag = type.getAs<TagTypeLoc>())
      if (const TagDecl* definition = tag.getDecl()->getDefinition())
        usesOf[definition].push_back(tag.getNameLoc());
  }

  // --- functions -----------------------------------------------------------------------------------------

  /// `main() {`, `static count;`
  void addType(const NamedDecl* named) {
    const auto* declared = dyn_cast<DeclaratorDecl>(named);
    if (!declared || !declared->getTypeSourceInfo() || !edits.isInMain(declared->getLocation())) return;
    TypeLoc type = declared->getTypeSourceInfo()->getTypeLoc();
    for (TypeLoc next = type; next; next = next.getNextTypeLoc()) type = next;
    const auto simple = type.getAs<BuiltinTypeLoc>();
    if (simple && simple.getBuiltinLoc().isInvalid() &&
        simple.getType()->isSpecificBuiltinType(BuiltinType::Int))
      edits.insert(offsetOf(declared->getLocation()), "int ");
  }

  /// `double f(n, a) int n; double *a; {`, and `double f();` of a function that has parameters.
  void writePrototype(const FunctionDecl* function) {
    const auto* info = function->getTypeSourceInfo();
    const auto type = info ? info->getTypeLoc().IgnoreParens().getAs<FunctionTypeLoc>() : FunctionTypeLoc();
    if (!type || !edits.isInMain(type.getLParenLoc())) return;
    const FunctionDecl* whole = nullptr;
    for (const FunctionDecl* each : function->redecls())
      if (each->getNumParams() > 0) whole = each;
    // The parameters of an old-style definition are declared behind it.
    const bool isOld =
        whole == function && function->doesThisDeclarationHaveABody() &&
        sources.isBeforeInTranslationUnit(type.getRParenLoc(), whole->getParamDecl(0)->getBeginLoc());
    if (!whole || (!isOld && function->getNumParams() > 0)) return;
    std::string parameters;
    for (const ParmVarDecl* each : whole->parameters())
      parameters +=
          (parameters.empty() ? "" : ", ") + edits.declared(each->getType(), each->getNameAsString());
    const unsigned begin = endOf(type.getLParenLoc());
    if (isOld)
      edits.replace({begin, offsetOf(function->getBody()->getBeginLoc())}, parameters + ") ");
    else if (isa<FunctionNoProtoType>(type.getType()))
      edits.replace({begin, offsetOf(type.getRParenLoc())}, parameters);
  }

  /// `double a[n]`, `double a[restrict static 4]`
  void writeParameter(const ParmVarDecl* parameter) {
    const auto* info = parameter->getTypeSourceInfo();
    const auto array = info ? info->getTypeLoc().IgnoreParens().getAs<ArrayTypeLoc>() : ArrayTypeLoc();
    if (parameter->getType().getCanonicalType()->isVariablyModifiedType()) {
      if (edits.isInMain(parameter->getLocation()))
        edits.refuse(parameter->getLocation(),
                     "'" + parameter->getNameAsString() +
                         "' has a variable length, which C++ does not have for parameters; "
                         "make it a pointer to its elements");
      return;
    }
    if (!array || !edits.isInMain(array.getLBracketLoc())) return;
    const ArrayType* type = array.getTypePtr();
    const Qualifiers qualifiers = type->getIndexTypeQualifiers();
    if (isa<ConstantArrayType, IncompleteArrayType>(type) &&
        type->getSizeModifier() == ArraySizeModifier::Normal && qualifiers.empty())
      return;
    const unsigned begin = offsetOf(array.getLBracketLoc()), end = endOf(array.getRBracketLoc());
    if (qualifiers.empty()) return edits.replace({begin, end}, "[]");
    const bool hasRows = type->getElementType()->isArrayType();
    const bool isNamed =
        edits.isInMain(parameter->getLocation()) && offsetOf(parameter->getLocation()) < begin;
    edits.insert(isNamed ? offsetOf(parameter->getLocation()) : begin,
                 (hasRows ? "(*" : "*") + qualifiers.getAsString() + " ");
    edits.replace({begin, end}, hasRows ? ")" : "");
  }

  // --- variables of the file -------------------------------------------------------------------------------

  /// C takes several definitions without a value as one.
  void defineOnce(const std::vector<const VarDecl*>& all) {
    std::vector<const VarDecl*> definitions;
    for (const VarDecl* each : all)
      if (each->isThisDeclarationADefinition() != VarDecl::DeclarationOnly &&
          edits.isInMain(each->getLocation()))
        definitions.push_back(each);
    if (definitions.size() < 2) return;
    const VarDecl* whole = definitions.front();
    for (const VarDecl* each : definitions)
      if (each->getInit() ||
          (!whole->getInit() && whole->getType()->isIncompleteType() && !each->getType()->isIncompleteType()))
        whole = each;
    const bool isInternal = whole->getFormalLinkage() == Linkage::Internal;
    for (const VarDecl* each : definitions) {
      if (each == whole) continue;
      const bool isLater = sources.isBeforeInTranslationUnit(whole->getLocation(), each->getLocation());
      const auto range = wholeDeclaration(each);
      if (!range) continue;
      if (!isInternal)
        edits.insert(range->begin, "extern ");
      else if (isLater || !isNeeded(each, whole))
        edits.replace(*range, "");
      else
        edits.refuse(each->getLocation(), "the output is C++, which has no definition of '" +
                                              each->getNameAsString() +
                                              "' before the one that gives it its value");
    }
  }

  /// Is the variable named between the two?
  bool isNeeded(const VarDecl* first, const VarDecl* definition) const {
    const llvm::StringRef between =
        edits.text.slice(endOf(first->getEndLoc()), offsetOf(definition->getLocation()));
    const std::string name = first->getNameAsString();
    for (std::size_t at = between.find(name); at != llvm::StringRef::npos; at = between.find(name, at + 1)) {
      const bool begins = at == 0 || !isAsciiIdentifierContinue(between[at - 1]);
      const std::size_t end = at + name.size();
      if (begins && (end >= between.size() || !isAsciiIdentifierContinue(between[end]))) return true;
    }
    return false;
  }

  /// The range with its semicolon, if nothing else is declared with it.
  std::optional<FileRange> wholeDeclaration(const VarDecl* variable) const {
    const auto next = Lexer::findNextToken(variable->getEndLoc(), sources, edits.context.getLangOpts());
    const auto range = rangeOf(variable->getSourceRange(), edits.context);
    const auto* stated = next && next->is(tok::semi) ? &*next : nullptr;
    if (!range || !stated) return std::nullopt;
    for (const auto& [first, all] : variables)
      for (const VarDecl* each : all)
        if (each != variable && each->getBeginLoc() == variable->getBeginLoc()) return std::nullopt;
    return FileRange{range->begin, endOf(stated->getLocation())};
  }

  // --- jumps
  // -------------------------------------------------------------------------------------------------

  struct Jump {
    std::vector<const DeclStmt*> from;
    const LabelDecl* label;
  };
  std::vector<const DeclStmt*> scope;  // that have initialised variables, outermost first
  std::map<const LabelDecl*, std::vector<const DeclStmt*>> targets;
  std::vector<Jump> jumps;
  std::set<const DeclStmt*> split;

  void readScopes(const Stmt* statement) {
    if (!statement) return;
    if (const auto* label = dyn_cast<LabelStmt>(statement)) targets[label->getDecl()] = scope;
    if (const auto* jump = dyn_cast<GotoStmt>(statement)) jumps.push_back({scope, jump->getLabel()});
    if (const auto* declared = dyn_cast<DeclStmt>(statement)) scope.push_back(declared);
    const std::size_t outside = scope.size();
    if (const auto* choice = dyn_cast<SwitchStmt>(statement)) {
      const std::vector<const DeclStmt*> before = scope;
      choices.push_back(&before);
      readScopes(choice->getBody());
      choices.pop_back();
      scope.resize(outside);
      return;
    }
    if (isa<SwitchCase>(statement) && !choices.empty()) skip(*choices.back(), scope);
    for (const Stmt* child : statement->children()) {
      readScopes(child);
      // Statements of a block see what those before them declare.
      if (!isa<CompoundStmt>(statement))
        scope.resize(std::max(outside, isa<LabelStmt, SwitchCase>(statement) ? scope.size() : outside));
    }
    if (isa<CompoundStmt, ForStmt, WhileStmt, IfStmt, DoStmt>(statement)) scope.resize(outside);
  }
  std::vector<const std::vector<const DeclStmt*>*> choices;  // what stood in front of the switches around

  void skip(const std::vector<const DeclStmt*>& from, const std::vector<const DeclStmt*>& to) {
    for (const DeclStmt* each : to)
      if (!llvm::is_contained(from, each)) split.insert(each);
  }

  /// `int k = 5;` that a jump passes becomes `int k; k = 5;`.
  void splitDeclarations() {
    for (const Jump& jump : jumps)
      if (const auto target = targets.find(jump.label); target != targets.end())
        skip(jump.from, target->second);
    for (const DeclStmt* each : split) {
      const auto* variable = each->isSingleDecl() ? dyn_cast<VarDecl>(each->getSingleDecl()) : nullptr;
      const Expr* value = variable ? variable->getInit() : nullptr;
      if (!value || !variable->hasLocalStorage() || !variable->getType()->isScalarType() ||
          variable->getType().isConstQualified() || variable->getLocation().isMacroID())
        continue;
      const auto place = edits.placeOf(value->getSourceRange());
      const std::size_t sign = place ? edits.text.take_front(place->begin).rfind('=') : llvm::StringRef::npos;
      if (sign == llvm::StringRef::npos || sign < offsetOf(variable->getLocation())) continue;
      const std::string name =
          edits.edited({offsetOf(variable->getLocation()), endOf(variable->getLocation())});
      edits.insert(static_cast<unsigned>(sign), "; " + name + " ");
    }
  }

  // --- tags
  // --------------------------------------------------------------------------------------------------

  const RecordDecl* outermost(const TagDecl* tag) const {
    const auto* record = dyn_cast<RecordDecl>(tag->getLexicalDeclContext());
    while (record && isa<RecordDecl>(record->getLexicalDeclContext()))
      record = cast<RecordDecl>(record->getLexicalDeclContext());
    return record;
  }

  /// A type defined in a structure can be named outside of the structure in C: it is moved in front.
  void moveOut(const TagDecl* tag) {
    const RecordDecl* around = outermost(tag);
    const auto range = rangeOf(tag->getSourceRange(), edits.context),
               all = rangeOf(around->getSourceRange(), edits.context);
    const bool isUsed = llvm::any_of(usesOf[tag], [&](SourceLocation use) {
      const SourceLocation where = sources.getExpansionLoc(use);
      return !all || !edits.isInMain(where) || offsetOf(where) < all->begin || all->end <= offsetOf(where);
    });
    if (!isUsed || !range || !all) return;
    const unsigned anchor = beginOfStatement(all->begin);
    std::string text = edits.edited(*range), name = edits.declared(edits.context.getTagDeclType(tag));
    if (!tag->getIdentifier()) {
      const std::string made =
          edits.unusedName((around->getIdentifier() ? around->getNameAsString() : "kind") + "_");
      name = tag->getKindName().str() + " " + made;
      const std::size_t brace = text.find('{');
      if (brace == std::string::npos) return;
      text.insert(brace, made + " ");
    }
    const llvm::StringRef written = text;
    if (written.contains("//") || written.contains("\n#"))
      return edits.refuse(tag->getBeginLoc(),
                          "the output is C++, in which '" + tag->getNameAsString() +
                              "' is only known in the structure around it; define it in front");
    std::replace(text.begin(), text.end(), '\n', ' ');
    edits.replace(*range, name);
    edits.insert(anchor, text + "; ");
  }

  /// The beginning of the declaration of which this is a part.
  unsigned beginOfStatement(unsigned offset) const {
    llvm::StringRef before = edits.text.take_front(offset);
    for (;;) {
      before = before.rtrim();
      const llvm::StringRef word = before.take_back(
          before.size() -
          (before.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") + 1));
      if (word != "typedef" && word != "static" && word != "const" && word != "extern" && word != "volatile")
        break;
      before = before.drop_back(word.size());
      offset = static_cast<unsigned>(before.size());
    }
    return offset;
  }

  /// `vec vec;`: the name of a type may not become that of a member.
  void checkMembers(const RecordDecl* record) {
    if (!record->isThisDeclarationADefinition() || !edits.isInMain(record->getBeginLoc())) return;
    for (const FieldDecl* field : record->fields())
      for (const FieldDecl* other : record->fields()) {
        const auto* type = other->getType()->getPointeeOrArrayElementType()->getAs<TypedefType>();
        const auto* named = type ? type : other->getType()->getAs<TypedefType>();
        if (named && field->getIdentifier() && named->getDecl()->getName() == field->getName())
          return edits.refuse(field->getLocation(),
                              "the output is C++, in which the member '" + field->getNameAsString() +
                                  "' cannot have the name of a type that the structure uses");
      }
  }
};

}  // namespace

void writeTags(const std::vector<Decl*>& declarations, CppEdits& edits) {
  TagWriter(edits).write(declarations);
}

void writeDeclarations(const std::vector<Decl*>& declarations, CppEdits& edits) {
  DeclarationWriter(edits).write(declarations);
}

}  // namespace appyl
