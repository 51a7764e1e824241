#include "codegen/cuda/device_declarations.h"

#include "codegen/text/type_text.h"
#include "nest/scev/scalar_evolution.h"

#include <clang/AST/DeclTemplate.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace appyl {

using namespace clang;

namespace {

/// A word for each operator: `operator+` -> `plus`.
std::string wordFor(const FunctionDecl* function) {
  if (function->getDeclName().isIdentifier()) return function->getNameAsString();
  const std::string name = function->getNameAsString();
  std::string word = "operator";
  for (const char c : llvm::StringRef(name).drop_front(8)) {
    static const std::map<char, std::string> words = {
        {'+', "plus"},   {'-', "minus"}, {'*', "times"},      {'/', "over"}, {'%', "modulo"},
        {'=', "equals"}, {'<', "less"},  {'>', "greater"},    {'!', "not"},  {'&', "and"},
        {'|', "or"},     {'^', "xor"},   {'~', "complement"}, {'[', "at"},   {'(', "call"}};
    if (const auto known = words.find(c); known != words.end()) word += "_" + known->second;
  }
  return word;
}

const CXXMethodDecl* asMember(const FunctionDecl* function) {
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  return method && !method->isStatic() ? method : nullptr;
}

/// `N::` and `M::` of N::M::Q::f, in which a copy of it stands; namespaces that say nothing to
/// those outside are left out.
std::vector<const NamespaceDecl*> namespacesOf(const Decl* declaration, bool all) {
  std::vector<const NamespaceDecl*> result;
  for (const DeclContext* scope = declaration->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* space = dyn_cast<NamespaceDecl>(scope);
        space && (all || !(space->isAnonymousNamespace() || space->isInline())))
      result.insert(result.begin(), space);
  return result;
}

}  // namespace

/// `A_B_` of a member of A::B.
static std::string classesOf(const Decl* declaration) {
  std::string result;
  for (const auto* each = dyn_cast<CXXRecordDecl>(declaration->getDeclContext()); each;
       each = dyn_cast<CXXRecordDecl>(each->getDeclContext()))
    result = each->getNameAsString() + "_" + result;
  return result;
}

std::string nameOfCopy(const FunctionDecl* function) {
  return (isa<CXXMethodDecl>(function) ? classesOf(function) : "") + wordFor(function) + "_device";
}

std::string nameOfCopy(const VarDecl* table) {
  return classesOf(table) + table->getNameAsString() + "_device";
}

std::string spacesOfCopy(const Decl* declaration) {
  std::string spaces;
  for (const NamespaceDecl* space : namespacesOf(declaration, /*all=*/false))
    spaces += space->getNameAsString() + "::";
  return spaces;
}

bool qualify(const DeclRefExpr* reference, std::vector<TextEdit>& edits, const ASTContext& context) {
  const ValueDecl* named = reference->getDecl();
  const DeclContext* scope = named->getDeclContext();
  if (const auto* list = dyn_cast<EnumDecl>(scope)) scope = list->getDeclContext();
  const auto* record = dyn_cast<CXXRecordDecl>(scope);
  if (!record || reference->hasQualifier() || !isa<EnumConstantDecl, VarDecl>(named)) return true;
  const auto range = rangeOf(reference->getSourceRange(), context);
  if (!range || (named->getAccess() != AS_public && named->getAccess() != AS_none)) return false;
  edits.push_back(
      {{range->begin, range->begin}, typeText(context.getRecordType(record), "", context) + "::"});
  return true;
}

bool qualifyAll(const Stmt* statement, std::vector<TextEdit>& edits, const ASTContext& context) {
  const auto* reference = dyn_cast<DeclRefExpr>(statement);
  return (!reference || qualify(reference, edits, context)) &&
         llvm::all_of(statement->children(),
                      [&](const Stmt* each) { return qualifyAll(each, edits, context); });
}

std::optional<std::string> parametersOf(const FunctionDecl* function, const ASTContext& context) {
  std::vector<std::string> result;
  if (const CXXMethodDecl* method = asMember(function)) {
    const QualType object = context.getRecordType(method->getParent());
    result.push_back(typeText(context.getLValueReferenceType(method->isConst() ? object.withConst() : object),
                              "self", context));
  }
  for (const ParmVarDecl* parameter : function->parameters()) {
    const auto whole = rangeOf(parameter->getSourceRange(), context);
    if (!whole) return std::nullopt;
    if (!isa<CXXMethodDecl>(function)) {
      result.push_back(editedText(*whole, {}, context));
      continue;
    }
    std::string text = typeText(parameter->getType(), parameter->getNameAsString(), context);
    if (parameter->hasDefaultArg() && !parameter->hasInheritedDefaultArg()) {
      std::vector<TextEdit> edits;
      const auto initial = rangeOf(parameter->getDefaultArgRange(), context);
      if (!initial || !qualifyAll(parameter->getDefaultArg(), edits, context)) return std::nullopt;
      text += " = " + editedText(*initial, edits, context);
    }
    result.push_back(text);
  }
  return fmt::format("{}", fmt::join(result, ", "));
}

std::string declarationText(const FunctionDecl* function, const std::string& name,
                            const std::string& parameters, const ASTContext& context) {
  const auto* type = function->getType()->getAs<FunctionProtoType>();
  // Behind the parameters a `decltype` that names them may stay as it is.
  const QualType returned = function->getReturnType();
  const std::string result = type && type->hasTrailingReturn() && isa<DecltypeType>(returned)
                                 ? returned.getAsString(context.getPrintingPolicy())
                                 : typeText(returned, "", context);
  return type && type->hasTrailingReturn()
             ? fmt::format("static __device__ auto {}({}) -> {}", name, parameters, result)
             : fmt::format("static __device__ {} {}({})", result, name, parameters);
}

static const Decl* outermost(const FunctionDecl* function) {
  const Decl* result = function;
  for (const DeclContext* scope = function->getLexicalDeclContext(); scope;
       scope = scope->getLexicalParent()) {
    const auto* linkage = dyn_cast<LinkageSpecDecl>(scope);
    if (scope->isRecord() || scope->isFunctionOrMethod() || (linkage && !linkage->hasBraces()))
      result = cast<Decl>(scope);
  }
  if (const auto* inner = dyn_cast<FunctionDecl>(result))
    if (const auto* described = inner->getDescribedFunctionTemplate();
        described &&
        described->getTemplateParameters()->getTemplateLoc().isValid())  // none of `auto f(auto x)`
      return described;
  if (const auto* record = dyn_cast<CXXRecordDecl>(result))
    if (const auto* described = record->getDescribedClassTemplate()) return described;
  return result;
}

unsigned placeInFront(const FunctionDecl* function, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  const Decl* whole = outermost(function);
  const auto offsetOf = [&](SourceLocation place) {
    return sources.getFileOffset(sources.getExpansionLoc(place));
  };
  unsigned at = offsetOf(whole->getBeginLoc());
  // The template header of a member that is defined outside its class.
  if (const auto* outer = dyn_cast<FunctionDecl>(whole))
    for (unsigned k = 0; k < outer->getNumTemplateParameterLists(); ++k)
      at = std::min(at, offsetOf(outer->getTemplateParameterList(k)->getTemplateLoc()));
  // `[[maybe_unused]]`, which stands in front of all else.
  for (const Attr* each : whole->attrs())
    if (each->getLocation().isValid() && !each->isImplicit() &&
        sources.isInMainFile(sources.getExpansionLoc(each->getLocation())) &&
        offsetOf(each->getLocation()) < at)
      at = static_cast<unsigned>(text.take_front(offsetOf(each->getLocation())).rtrim("[( \t").size());
  const unsigned start = static_cast<unsigned>(text.substr(0, at).rfind('\n') + 1);  // npos + 1 is 0
  const llvm::StringRef before = text.slice(start, at).rtrim();
  if (before.ends_with("}") || before.ends_with("{") || before.ends_with(";")) return at;
  at = start;
  while (at > 0) {
    const std::size_t line = text.substr(0, at - 1).rfind('\n') + 1;
    const llvm::StringRef above = text.slice(line, at).trim();
    if (!above.starts_with("//") && !above.starts_with("#pragma")) break;
    at = static_cast<unsigned>(line);
  }
  return at;
}

unsigned behindClasses(const Decl* declaration, unsigned end, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  for (const DeclContext* scope = declaration->getLexicalDeclContext(); scope->isRecord();
       scope = scope->getLexicalParent())
    if (const auto outer = rangeOf(cast<Decl>(scope)->getSourceRange(), context))
      end = static_cast<unsigned>(text.find(';', outer->end)) + 1;
  return end;
}

std::string inNamespaceOf(const Decl* declaration, const DeclContext* around, const std::string& text) {
  std::string open, close;
  for (const NamespaceDecl* space : namespacesOf(declaration, /*all=*/true))
    if (!space->Encloses(around)) {
      open +=
          fmt::format("{}namespace {} {{\n", space->isInline() ? "inline " : "", space->getNameAsString());
      close += "\n}";
    }
  return open + text + close;
}

}  // namespace appyl
