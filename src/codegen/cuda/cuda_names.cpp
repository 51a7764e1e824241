#include "codegen/cuda/cuda_names.h"

#include "nest/ast/source_ranges.h"
#include "support/names.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/Regex.h>

#include <map>

namespace appyl {
namespace {

using namespace clang;

/// `dim3`, `float4` and the like.
bool isTypeOfCuda(llvm::StringRef name) {
  static constexpr const char* vectors[] = {"char", "uchar", "short",    "ushort",    "int",   "uint",
                                            "long", "ulong", "longlong", "ulonglong", "float", "double"};
  if (name == "dim3") return true;
  return !name.empty() && name.back() >= '1' && name.back() <= '4' &&
         llvm::is_contained(vectors, name.drop_back());
}

/// Functions of the device that each file has without an include.
bool isFunctionOfCuda(llvm::StringRef name) {
  static const llvm::StringSet<> plain = {
      "rsqrt",         "rsqrtf",     "sinpi",       "sinpif",        "cospi",          "cospif",
      "sincospi",      "sincospif",  "rhypot",      "rhypotf",       "norm3d",         "norm3df",
      "rnorm3d",       "rnorm3df",   "norm4d",      "norm4df",       "rnorm4d",        "rnorm4df",
      "normf",         "rnorm",      "rnormf",      "rcbrt",         "rcbrtf",         "erfinv",
      "erfinvf",       "erfcinv",    "erfcinvf",    "erfcx",         "erfcxf",         "normcdf",
      "normcdff",      "normcdfinv", "normcdfinvf", "fdividef",      "llmin",          "llmax",
      "ullmin",        "ullmax",     "umin",        "umax",          "clock64",        "exp10",
      "exp10f",        "sincos",     "sincosf",     "cyl_bessel_i0", "cyl_bessel_i0f", "cyl_bessel_i1",
      "cyl_bessel_i1f"};
  static const llvm::StringSet<> intrinsics = {
      "__clz",       "__clzll",    "__popc",       "__popcll",    "__ffs",    "__ffsll",    "__brev",
      "__brevll",    "__mul24",    "__umul24",     "__mulhi",     "__umulhi", "__mul64hi",  "__umul64hi",
      "__sad",       "__usad",     "__hadd",       "__rhadd",     "__uhadd",  "__urhadd",   "__byte_perm",
      "__saturatef", "__fdividef", "__sinf",       "__cosf",      "__tanf",   "__tanhf",    "__expf",
      "__exp10f",    "__logf",     "__log2f",      "__log10f",    "__powf",   "__sincosf",  "__trap",
      "__brkpt",     "__fns",      "__activemask", "__nanosleep", "__dp4a",   "__frsqrt_rn"};
  static const llvm::Regex families(
      "^(atomic(Add|Sub|Exch|Min|Max|Inc|Dec|CAS|And|Or|Xor)(_block|_system)?"
      "|__[fd](add|sub|mul|div|ma|maf|rcp|sqrt)_r[nzud]"
      "|__(float|double|int|uint|ll|longlong|ull|ulonglong|half|hiloint)(2|_as_).*"
      "|__(shfl|match|reduce|ballot|any|all)(_.*)?|__(ld|st)(g|ca|cg|cs|lu|cv|wb|wt)|__funnelshift_.*"
      "|__sync(threads|warp).*|__threadfence.*|__dp2a_.*"
      "|make_(u?(char|short|int|long|longlong)|float|double)[1-4])$");
  return plain.contains(name) || intrinsics.contains(name) || families.match(name);
}

/// `int max(int, int)`, which CUDA has beside the library's templates.
bool isExtremeOfCuda(const FunctionDecl* function) {
  const auto isNumber = [](const ParmVarDecl* each) {
    const auto* type = each->getType().getCanonicalType()->getAs<BuiltinType>();
    return type && (type->isInteger() || type->isFloatingPoint());
  };
  return (function->getName() == "min" || function->getName() == "max") && function->getNumParams() == 2 &&
         llvm::all_of(function->parameters(), isNumber);
}

bool isDefined(const FunctionDecl* function) {
  const FunctionDecl* definition = nullptr;
  return function->hasBody(definition);
}

bool isNameOfCuda(const NamedDecl* declaration) {
  if (!declaration->getDeclName().isIdentifier() || declaration->getName().empty()) return false;
  const llvm::StringRef name = declaration->getName();
  if (isTypeOfCuda(name)) return true;
  const auto* function = dyn_cast<FunctionDecl>(declaration);
  return function && isDefined(function) && (isFunctionOfCuda(name) || isExtremeOfCuda(function));
}

class Renamer {
 public:
  Renamer(const ASTContext& context, std::set<std::string>& names, Diagnostics& diags)
      : sources(context.getSourceManager()),
        language(context.getLangOpts()),
        text(sources.getBufferData(sources.getMainFileID())),
        names(names),
        diags(diags) {}

  Edits run(const ASTContext& context) {
    read(context.getTranslationUnitDecl());
    Edits edits;
    for (const auto& [name, place] : firsts) {
      std::string own = name + "_own";
      while (!names.insert(own).second) own += "_";
      edits.push_back({place, 0, "#define " + name + " " + own + "\n"});
    }
    return edits;
  }

 private:
  const SourceManager& sources;
  const LangOptions& language;
  const llvm::StringRef text;
  std::set<std::string>& names;
  Diagnostics& diags;
  std::map<std::string, unsigned> firsts;  // the line in front of which a name is renamed

  void read(const DeclContext* scope) {
    for (const Decl* each : scope->decls()) {
      const auto* space = dyn_cast<NamespaceDecl>(each);
      if (const auto* linkage = dyn_cast<LinkageSpecDecl>(each)) read(linkage);
      if (space && (space->isAnonymousNamespace() || space->isInline())) read(space);
      const auto* declaration = dyn_cast<NamedDecl>(each);
      const SourceLocation at = each->getLocation();
      if (!declaration || at.isInvalid() || sources.isInSystemHeader(at) || !isNameOfCuda(declaration) ||
          isOfCuda(sources.getFilename(sources.getSpellingLoc(at))))
        continue;
      rename(declaration);
    }
  }

  static bool isOfCuda(llvm::StringRef file) {
    return file.ends_with("vector_types.h") || file.contains("appyl/cuda/") || file.contains("/crt/");
  }

  void rename(const NamedDecl* declaration) {
    const std::string name = declaration->getNameAsString();
    const std::optional<unsigned> place = lineOfMainFile(declaration->getBeginLoc(), sources);
    const auto known = firsts.find(name);
    if (known != firsts.end() && place && known->second <= *place) return;
    if (place && !meansElse(name, *place)) {
      firsts[name] = *place;
      return;
    }
    diags.report(Diag::Unsupported, declaration->getLocation(),
                 {std::string("CUDA defines a ") + (isa<FunctionDecl>(declaration) ? "function" : "type") +
                  " '" + name + "' in each file; give this one another name, or put it into a namespace"});
  }

  /// Does the source use the name for something of another scope behind `from`: `std::max`, `limits.max()`?
  /// All other uses of the name are renamed alike.
  bool meansElse(llvm::StringRef name, unsigned from) const {
    if (name != "min" && name != "max") return false;
    Lexer lexer(sources.getLocForStartOfFile(sources.getMainFileID()), language, text.begin(),
                text.begin() + from, text.end());
    Token token;
    for (tok::TokenKind before = tok::unknown;; before = token.getKind()) {
      const bool isLast = lexer.LexFromRawLexer(token);
      const bool isIncluding =
          token.is(tok::raw_identifier) && before == tok::hash && token.getRawIdentifier() == "include";
      if (isIncluding || (token.is(tok::raw_identifier) && token.getRawIdentifier() == name &&
                          (before == tok::coloncolon || before == tok::period || before == tok::arrow)))
        return true;
      if (isLast || token.is(tok::eof)) return false;
    }
  }
};

/// Where the main file says `all` and means `appyl::all`.
class AllFinder : public RecursiveASTVisitor<AllFinder> {
 public:
  std::vector<const DeclRefExpr*> mentions;

  bool VisitDeclRefExpr(const DeclRefExpr* reference) {
    if (!reference->hasQualifier() && reference->getDecl()->getQualifiedNameAsString() == "appyl::all")
      mentions.push_back(reference);
    return true;
  }
};

}  // namespace

Edits qualifyThoseOfLibrary(const Edits& kernels, const Source& source) {
  AllFinder finder;
  finder.TraverseAST(source.ast);
  std::map<unsigned, unsigned> places;  // once each, though a lambda is visited twice
  for (const DeclRefExpr* each : finder.mentions)
    if (const auto range = rangeOf(each->getSourceRange(), source.ast))
      places[range->begin] = range->end - range->begin;
  Edits edits;
  for (const auto& [begin, length] : places) {
    const unsigned end = begin + length;
    const bool isInKernel = llvm::any_of(kernels, [&](const Edit& kernel) {
      return kernel.offset < end && begin < kernel.offset + kernel.length;
    });
    if (!isInKernel) edits.push_back({begin, length, "::appyl::all"});
  }
  return edits;
}

std::optional<unsigned> lineOfMainFile(SourceLocation place, const SourceManager& sources) {
  place = sources.getExpansionLoc(place);
  FileID file = sources.getFileID(place);
  for (; file != sources.getMainFileID(); file = sources.getFileID(place)) {
    place = sources.getIncludeLoc(file);
    if (place.isInvalid()) return std::nullopt;
  }
  const llvm::StringRef before = sources.getBufferData(file).take_front(sources.getFileOffset(place));
  return static_cast<unsigned>(before.rfind('\n') + 1);
}

Edits renameThoseOfCuda(const ASTContext& context, std::set<std::string>& names, Diagnostics& diags) {
  return Renamer(context, names, diags).run(context);
}

}  // namespace appyl
