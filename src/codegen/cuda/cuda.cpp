#include "codegen/cuda/cuda.h"

#include "codegen/arrays/element_types.h"
#include "codegen/cuda/cuda_body.h"
#include "codegen/cuda/cuda_kernel.h"
#include "codegen/cuda/cuda_launch.h"
#include "codegen/cuda/device_declarations.h"
#include "codegen/kernels/device_values.h"
#include "codegen/text/comment.h"
#include "codegen/text/nest_text.h"
#include "codegen/text/whole_file.h"
#include "nest/ast/array_types.h"
#include "nest/scev/scalar_evolution.h"

#include <clang/Lex/Lexer.h>
#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

/// The nest as it was, without its directives.
Edits remainsOnHost(const CudaSetting& setting, const CudaPlan& plan) {
  const LoopNest& nest = setting.kernel.nest;
  const SourceLocation where = nest.loops.front().stmt->getBeginLoc();
  std::string comment;
  if (plan.sequential.empty()) {
    setting.source.diags.report(
        Diag::RemarkSequentialBlock, where,
        {"'block' on a loop without 'parallel' around or inside it; the loop stays on the host"});
  } else {
    setting.source.diags.report(Diag::RemarkSequential, where,
                                {"the loop stays sequential: " + plan.sequential});
    comment = kernelComment(setting.kernel, "Sequential, on the host: " + plan.sequential + ".");
  }
  return {Edit{plan.whole.begin, plan.whole.end - plan.whole.begin,
               comment + originalNest(plan.whole, nest, setting.source, /*forCuda=*/true)}};
}

/// An array or container of containers, whose elements no copy of bytes brings to the device.
struct Rows {
  std::string array;
  QualType type;  // of an element
  const Expr* at = nullptr;
};

QualType containerIn(QualType type, const ASTContext& context) {
  if (type.isNull()) return {};  // of a list in a template
  type = type.getNonReferenceType();
  const bool hasElements =
      type->isPointerType() || type->isArrayType() || isContiguousContainer(type) || ownsArray(type);
  const QualType element = hasElements ? elementTypeOf(type, context) : QualType();
  const bool isContainer = !element.isNull() && (libraryTemplate(element) == "vector" || ownsArray(element));
  return isContainer ? element.getUnqualifiedType() : QualType();
}

std::optional<Rows> rowsOfContainers(const LoopNest& nest, const Source& source) {
  for (const Access& access : nest.accesses) {
    const Array& array = nest.arrays[access.array];
    if (array.scope >= 0) continue;
    if (array.declaration)
      if (const QualType type = containerIn(array.declaration->getType(), source.ast); !type.isNull())
        return Rows{array.declaration->getNameAsString(), type, access.expr};
    std::optional<Rows> found;
    walk(access.expr, source.directives, [&](const Stmt* each) {
      if (const auto* part = dyn_cast<Expr>(each))
        if (const QualType type = containerIn(part->getType(), source.ast); !type.isNull())
          found = Rows{textOf(part, source.ast), type, part};
      return !found;
    });
    if (found) return found;
  }
  return std::nullopt;
}

/// Leaves the nest on the host, and says so. nullopt: that is an error.
std::optional<Edits> runOnHost(const CudaSetting& setting, const EmitOptions& options, const Rows& rows) {
  const Source& source = setting.source;
  const Kernel& kernel = setting.kernel;
  const std::string& name = rows.array;
  source.diags.report(options.wantsExtents ? Diag::RowsOnHostStrict : Diag::RowsOnHost,
                      rows.at->getBeginLoc(), {name, rows.type.getAsString(source.ast.getPrintingPolicy())},
                      {rows.at->getSourceRange()});
  if (options.wantsExtents) return std::nullopt;
  const FileRange whole = *statementRange(kernel.nest.loops.front().stmt, source);
  const std::string file = fileNameInLiteral(source.ast.getSourceManager()),
                    turn = setting.writer.unique("turn");
  return Edits{
      {whole.begin, whole.end - whole.begin,
       kernelComment(kernel, "On the host: the elements of " + name + " are objects.") +
           fmt::format("{{\n::appyl::cuda::host_turn {0}(\"{1}\", {2});\n"
                       "::appyl::cuda::tell_fallback(\"{1}\", {2}, \"the elements of '{3}' are objects\");\n"
                       "{4}\n{0}.end();\n}}",
                       turn, file, kernel.line, Lexer::Stringify(name),
                       originalNest(whole, kernel.nest, source, /*forCuda=*/true))}};
}

/// Lambdas and function objects that the template is used with.
bool makeCallable(const Captures& captures, const LoopNest& nest, DeviceFunctions& functions) {
  bool good = true;
  for (const Capture& capture : captures.list)
    if (!capture.type.isNull())
      for (const QualType each : instantiationsOf(capture.type, nest.function))
        if (const CXXRecordDecl* record = each.getNonReferenceType()->getAsCXXRecordDecl())
          good = functions.makeCallable(record) && good;
  return good;
}

/// Do the macros in the kernel's text mean the same where the kernel stands? Otherwise an error was reported.
bool hasItsMacros(const LoopNest& nest, const Captures& captures, const Macros& macros,
                  const ASTContext& context, Diagnostics& diags) {
  const SourceManager& sources = context.getSourceManager();
  const SourceLocation place = sources.getLocForStartOfFile(sources.getMainFileID())
                                   .getLocWithOffset(placeInFront(nest.function, context));
  std::vector<SourceRange> texts = {nest.loops.front().stmt->getSourceRange()};
  for (const CopiedMethod& each : captures.methods)
    texts.push_back(each.definition->getBody()->getSourceRange());
  for (const SourceRange text : texts)
    if (const auto* macro = macros.changedBetween(text, place, sources)) {
      diags.report(Diag::Unsupported, macro->at,
                   {"the macro '" + macro->name->getName().str() +
                    "' is something else, or nothing, where the kernel stands, which is in front of the "
                    "function or class; define it above, or make it a constant"});
      return false;
    }
  return true;
}

/// The constant tables that the nest reads and that the device can have copies of. Tiles and products load
/// what they are handed.
std::set<const VarDecl*> constantTables(const Kernel& kernel, DeviceFunctions& functions,
                                        const ASTContext& context) {
  std::set<const VarDecl*> tables;
  if (kernel.contraction || !kernel.stagings.empty() || !kernel.launches) return tables;
  const CXXRecordDecl* open = classAround(kernel.nest.function);  // above which the kernel stands
  for (const Array& array : kernel.nest.arrays) {
    const auto* table = dyn_cast_or_null<VarDecl>(array.declaration);
    if (table && !table->isLocalVarDecl() && isConstantTable(table) &&
        !(open && open->Encloses(table->getDeclContext())) &&
        context.getTypeSizeInChars(table->getType()).getQuantity() <= 16384 && functions.copyOf(table))
      tables.insert(table);
  }
  return tables;
}

std::optional<Edits> emitNest(const Kernel& kernel, const EmitOptions& options, CudaFile file,
                              const Source& source, bool mayContract) {
  LoopWriter writer(kernel, source.ast, file.names);
  const CudaSetting setting{kernel, writer, source, constantTables(kernel, file.functions, source.ast)};
  const auto rows = kernel.launches ? rowsOfContainers(kernel.nest, source) : std::nullopt;
  if (rows && statementRange(kernel.nest.loops.front().stmt, source))
    return runOnHost(setting, options, *rows);
  auto plan = planCuda(setting, options, mayContract);
  if (!plan) return std::nullopt;
  if (!kernel.launches || !plan->sequential.empty()) return remainsOnHost(setting, *plan);
  if (!hasItsMacros(kernel.nest, plan->captures, file.macros, source.ast, source.diags)) return std::nullopt;
  const auto body = rewriteForKernel(setting, file.functions, *plan);
  if (!body || !makeCallable(plan->captures, kernel.nest, file.functions)) return std::nullopt;
  std::optional<ContractionCall> call;
  if (plan->contraction) {
    call = contractionCall(kernel, writer, source, plan->captures, *body, *plan->contraction);
    if (!call) return emitNest(kernel, options, file, source, /*mayContract=*/false);
    file.headers.insert(deviceContractionHeader);
  }
  Edits edits = file.functions.takeCopies();
  const std::string exposed =
      declareExposed(plan->captures.exposed, kernel.nest, file.exposed, file.names, source.ast);
  const unsigned place = placeInFront(kernel.nest.function, source.ast);
  const SourceManager& sources = source.ast.getSourceManager();
  const bool isInLine = place > 0 && sources.getBufferData(sources.getMainFileID())[place - 1] != '\n';
  // Edits in the function's own first line come behind the kernel.
  const auto behind = std::stable_partition(edits.begin(), edits.end(), [&](const Edit& each) {
    return each.offset != place || each.length > 0 || llvm::StringRef(each.text).ends_with("\n");
  });
  edits.insert(behind, {place, 0,
                        (isInLine ? "\n" : "") + exposed +
                            kernelText(setting, *plan, *body, call ? &*call : nullptr)});
  edits.push_back({plan->whole.begin, plan->whole.end - plan->whole.begin, launchText(setting, *plan)});
  Launch launch{kernel.nest.loops.front().stmt, kernel.nest.function, plan->transfers.readsHost, {}};
  for (const Axis& axis : kernel.grid) {
    const Loop& loop = kernel.nest.loops[axis.loop];
    for (const Expr* each : {loop.lower, loop.bound, loop.stepExpr})
      if (each) launch.bounds.push_back(each);
  }
  file.launches.push_back(std::move(launch));
  return edits;
}

}  // namespace

std::optional<Edits> emitCuda(const Kernel& kernel, const EmitOptions& options, CudaFile file,
                              const Source& source) {
  const clang::Stmt* root = kernel.nest.loops.front().stmt;
  // An array of numbers in front of the nest is a pointer to them in the kernel.
  const auto isPointer = [&](const clang::DeclRefExpr* mention) {
    const auto* array = source.ast.getAsArrayType(mention->getType());
    const clang::QualType element = array ? array->getElementType() : mention->getType()->getPointeeType();
    const bool isPrivate = llvm::any_of(
        kernel.nest.privates, [&](const PrivateScalar& each) { return each.variable == mention->getDecl(); });
    return !element.isNull() && !element->isVariablyModifiedType() && !isPrivate &&
           !isDeclaredInside(mention->getDecl(), root, source.directives);
  };
  if (kernel.launches && reportVariableLengths(root, "CUDA's", source.directives, source.diags, isPointer))
    return std::nullopt;
  return emitNest(kernel, options, file, source, /*mayContract=*/true);
}

}  // namespace appyl
