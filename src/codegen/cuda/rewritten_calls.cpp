#include "codegen/cuda/rewritten_calls.h"

#include "codegen/cuda/device_declarations.h"
#include "codegen/text/nest_text.h"
#include "nest/ast/ast.h"
#include "nest/ast/library.h"
#include "nest/scev/scalar_evolution.h"

#include <clang/Lex/Lexer.h>

#include <fmt/format.h>

namespace appyl {

using namespace clang;

std::vector<TextEdit> argumentCasts(const CallExpr* call, const ASTContext& context) {
  const FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !isOfLibrary(callee) || callee->isInStdNamespace() || callee->isTemplateInstantiation() ||
      isa<CXXMethodDecl>(callee) || isa<CXXOperatorCallExpr>(call))
    return {};
  std::vector<TextEdit> edits;
  for (unsigned k = 0; k < call->getNumArgs() && k < callee->getNumParams(); ++k) {
    const QualType wanted = callee->getParamDecl(k)->getType(), given = strip(call->getArg(k))->getType();
    const auto range = rangeOf(call->getArg(k)->getSourceRange(), context);
    if (!range || !wanted->isArithmeticType() || !given->isArithmeticType() ||
        context.hasSameUnqualifiedType(wanted.getCanonicalType(), given.getCanonicalType()))
      continue;
    edits.push_back({{range->begin, range->begin},
                     fmt::format("static_cast<{}>(",
                                 wanted.getUnqualifiedType().getAsString(context.getPrintingPolicy()))});
    edits.push_back({{range->end, range->end}, ")"});
  }
  return edits;
}

/// The edit that replaces `f`, `N::f`, `Q::f` of a static member, or a name from a using-declaration, in
/// `scope`.
static TextEdit renamed(const DeclRefExpr* reference, const FileRange& written, const std::string& name,
                        const DeclContext* scope, const ASTContext& context) {
  const auto* callee = dyn_cast<FunctionDecl>(reference->getDecl());
  const bool isMember = isa<CXXMethodDecl>(reference->getDecl()) && reference->hasQualifier();
  const bool isElsewhere =
      callee && !reference->hasQualifier() && !callee->getEnclosingNamespaceContext()->Encloses(scope);
  if (!callee || !(isMember || isElsewhere || isa<UsingShadowDecl>(reference->getFoundDecl())))
    return {written, name};
  const auto qualifier = rangeOf(reference->getQualifierLoc().getSourceRange(), context);
  return {{qualifier && reference->hasQualifier() ? qualifier->begin : written.begin, written.end},
          spacesOfCopy(callee) + name};
}

namespace {

/// The text around a call of `==` or `<=>` through which the source's `a != b` or `a < b` is computed.
struct OperatorForm {
  std::string before, after;
};

/// For an operator with two operands; in `0 == a` these change places.
OperatorForm formOf(const CXXOperatorCallExpr* op, const std::string& name, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const bool isReversed =
      sources.isBeforeInTranslationUnit(op->getArg(1)->getBeginLoc(), op->getArg(0)->getBeginLoc());
  const std::string called =
      isReversed ? "[](const auto &left, const auto &right) { return " + name + "(right, left); }" : name;
  const std::string written = Lexer::getSourceText(CharSourceRange::getTokenRange(op->getOperatorLoc()),
                                                   sources, context.getLangOpts())
                                  .str();
  if (op->getOperator() == OO_EqualEqual && (written == "!=" || written == "not_eq"))
    return {"!" + called + "(", ")"};
  if (op->getOperator() == OO_Spaceship && written != "<=>")
    return isReversed ? OperatorForm{"(0 " + written + " " + called + "(", "))"}
                      : OperatorForm{"(" + called + "(", ") " + written + " 0)"};
  return {called + "(", ")"};
}

}  // namespace

std::vector<TextEdit> callInstead(const CallExpr* call, const std::string& name, const DeclContext* scope,
                                  const ASTContext& context) {
  const auto insertion = [](unsigned at, const std::string& text) { return TextEdit{{at, at}, text}; };
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(call)) {
    const auto* callee = dyn_cast<MemberExpr>(strip(member->getCallee()));
    const auto whole = rangeOf(call->getSourceRange(), context);
    const auto written = callee ? rangeOf(callee->getSourceRange(), context) : std::nullopt;
    const bool isOwn = callee && isa<CXXThisExpr>(strip(callee->getBase()));  // `f()`, `this->f()`
    const auto object =
        callee && !isOwn ? rangeOf(callee->getBase()->getSourceRange(), context) : std::nullopt;
    if (!whole || !written || (!isOwn && !object)) return {};
    const SourceManager& sources = context.getSourceManager();
    const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    const std::size_t open = text.find('(', written->end);
    const bool isGivenMore = call->getNumArgs() > 0 && !isa<CXXDefaultArgExpr>(call->getArg(0));
    const std::string separator = isGivenMore ? ", " : "";
    if (!object)
      return {TextEdit{{written->begin, static_cast<unsigned>(open + 1)}, name + "(self" + separator}};
    return {insertion(object->begin, name + "(" + (callee->isArrow() ? "*" : "")),
            TextEdit{{object->end, static_cast<unsigned>(open + 1)}, separator}};
  }
  if (const auto* op = dyn_cast<CXXOperatorCallExpr>(call)) {
    const auto whole = rangeOf(call->getSourceRange(), context),
               first = rangeOf(op->getArg(0)->getSourceRange(), context),
               second =
                   op->getNumArgs() > 1 ? rangeOf(op->getArg(1)->getSourceRange(), context) : std::nullopt;
    const bool isInfix = op->getNumArgs() == 2 && op->getOperator() != OO_Subscript &&
                         op->getOperator() != OO_Call && op->getOperator() != OO_PlusPlus &&
                         op->getOperator() != OO_MinusMinus;
    if (!first || (!whole && !isInfix)) return {};
    if (op->getNumArgs() == 1 && op->getOperator() == OO_Call)
      return {insertion(first->begin, name + "("), TextEdit{{first->end, whole->end}, ")"}};
    if (op->getNumArgs() == 1)
      return {TextEdit{{whole->begin, first->begin}, name + "("}, insertion(first->end, ")")};
    if (op->getOperator() == OO_PlusPlus || op->getOperator() == OO_MinusMinus)  // `a++`
      return {insertion(first->begin, name + "("), TextEdit{{first->end, whole->end}, ", 0)"}};
    if (!second) return {};
    if (isInfix) {
      const OperatorForm form = formOf(op, name, context);
      const FileRange &left = first->begin < second->begin ? *first : *second,
                      &right = first->begin < second->begin ? *second : *first;
      return {insertion(left.begin, form.before), TextEdit{{left.end, right.begin}, ", "},
              insertion(right.end, form.after)};
    }

    if (op->getOperator() != OO_Subscript && op->getOperator() != OO_Call) return {};
    return {insertion(first->begin, name + "("), TextEdit{{first->end, second->begin}, ", "},
            TextEdit{{whole->end - 1, whole->end}, ")"}};
  }
  if (isa<UserDefinedLiteral>(call)) return {};  // its name is a part of the number
  const auto* callee = strip(call->getCallee());
  SourceLocation where;
  if (const auto* reference = dyn_cast<DeclRefExpr>(callee)) where = reference->getNameInfo().getLoc();
  if (const auto* lookup = dyn_cast<UnresolvedLookupExpr>(callee)) where = lookup->getNameLoc();
  const auto range = where.isValid() ? rangeOf(SourceRange(where), context) : std::nullopt;
  if (!range) return {};
  const auto* reference = dyn_cast<DeclRefExpr>(callee);
  return {reference ? renamed(reference, *range, name, scope, context) : TextEdit{*range, name}};
}

}  // namespace appyl
