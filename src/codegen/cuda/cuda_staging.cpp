#include "codegen/cuda/cuda_staging.h"

#include "codegen/kernels/capture_names.h"
#include "model/staging.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

bool anyMentions(const std::vector<const Stmt*>& statements, const ValueDecl* variable,
                 const Directives& directives) {
  return std::any_of(statements.begin(), statements.end(),
                     [&](const Stmt* each) { return mentions(each, variable, directives); });
}

// --- the plan
// -----------------------------------------------------------------------------------------------------

class StagingPlanner {
 public:
  StagingPlanner(const CudaSetting& setting, const CudaPlan& plan, bool mayShare, std::string& why)
      : setting(setting),
        kernel(setting.kernel),
        nest(kernel.nest),
        plan(plan),
        mayShare(mayShare),
        why(why) {}

  std::optional<StagedPlan> run() {
    staged.staging = stagingOf(kernel);
    nameLoops();
    const auto parts = partsOf(setting, staged);
    if (!parts) return refuse("a macro cuts it apart");
    for (const Tile& tile : staged.staging->tiles)
      if (!checkTile(tile)) return std::nullopt;
    if (!readDeclarations(*parts) || !readPrivates(*parts) || !readSum()) return std::nullopt;
    if (pointsToItself(*parts)) return refuse("a pointer of the program may point to a variable of it");
    return staged;
  }

 private:
  const CudaSetting& setting;
  const Kernel& kernel;
  const LoopNest& nest;
  const CudaPlan& plan;
  const bool mayShare;
  std::string& why;
  StagedPlan staged;

  std::nullopt_t refuse(const std::string& text) {
    why = text;
    return std::nullopt;
  }
  bool reject(const std::string& text) {
    why = text;
    return false;
  }

  StagedLoop namesOf(const Loop& loop) {
    const std::string name = loop.counter->getNameAsString();
    StagedLoop result;
    result.loop = &loop;
    result.block = setting.writer.unique(name + "_block");
    result.here = setting.writer.unique(name + "_here");
    result.in = setting.writer.unique(name + "_in");
    return result;
  }

  void nameLoops() {
    for (const ThreadLoop& each : plan.loops) {
      StagedLoop names = namesOf(*each.loop);
      names.threads = &each;
      if (each.dimension->each != 1) {
        names.own = setting.writer.unique(each.loop->counter->getNameAsString() + "_own");
        names.each = each.dimension->each
                         ? std::to_string(each.dimension->each)
                         : setting.writer.unique(each.loop->counter->getNameAsString() + "_each");
      }
      staged.grid.push_back(names);
    }
    const Loop& loop = nest.loops[stagedAxis(kernel, *staged.staging).loop];
    staged.loop = namesOf(loop);
    const std::string name = loop.counter->getNameAsString();
    if (mayShare) {
      staged.share = setting.writer.unique(name + "_share");
      staged.first = staged.share + ".first";
      staged.count = staged.share + ".end";
    } else {
      staged.count = setting.writer.unique(name + "_count");
    }
    if (kernel.order.group) staged.program = setting.writer.unique("program");
    staged.buffer = setting.writer.unique(name + "_stage");
    staged.load = setting.writer.unique("load_" + name);
    staged.work = setting.writer.unique("work_" + name);
    staged.whole = setting.writer.unique("whole");
    for (const Tile& tile : staged.staging->tiles)
      staged.tiles.push_back(setting.writer.unique(identifierOf(nest.arrays[tile.array].name) + "_tile"));
    for (const char* name : {"layer", "plane", "row", "column"})
      staged.coordinates.push_back(setting.writer.unique(name));
  }

  bool checkTile(const Tile& tile) {
    for (const TileAccess& access : tile.accesses)
      if (!rangeOf(access.element->getSourceRange(), setting.source.ast))
        return reject("a macro cuts an element of a tile apart");
    const auto isKnown = [&](const std::string& name) {
      return !nameInKernel(nest, name, plan.captures).empty();
    };
    for (const Monomial& stride : tile.strides)
      if (!std::all_of(stride.begin(), stride.end(), isKnown))
        return reject("a size of an array is not known in the kernel");
    for (const TileDimension& dimension : tile.dimensions)
      for (const auto& [monomial, factor] : dimension.subscript.terms) {
        std::size_t sizes = 0;
        for (const std::string& name : monomial) {
          if (nest.symbols.at(name).kind == Symbol::Kind::Counter) continue;
          ++sizes;
          if (!isKnown(name)) return reject("a subscript holds a value that is not known in the kernel");
        }
        if (sizes > 1) return reject("a subscript holds a product of sizes");
      }
    return true;
  }

  /// Reads the declarations in front of the loop whose names are used in it or behind it.
  bool readDeclarations(const StagedParts& parts) {
    std::vector<const Stmt*> later = parts.after;
    later.push_back(staged.loop.loop->stmt);
    for (const Stmt* each : parts.before) {
      const auto* declaration = dyn_cast<DeclStmt>(each);
      if (!declaration) continue;
      for (const Decl* declared : declaration->decls()) {
        const auto* variable = dyn_cast<VarDecl>(declared);
        if (!variable) return reject("the program declares a type in front of it");
        if (!anyMentions(later, variable, setting.source.directives)) continue;
        if (isRepeatable(variable)) {
          if (!declaration->isSingleDecl()) return reject("a declaration in front of it has several names");
          staged.repeated.insert(each);
        } else if (!addOwn(variable)) {
          return false;
        }
      }
    }
    return true;
  }

  bool isRepeatable(const VarDecl* variable) const {
    if (variable->isConstexpr() || variable->isStaticLocal()) return true;
    return !variable->getType()->isReferenceType() && variable->getType().isConstQualified() &&
           variable->getInit() && !variable->getInit()->isValueDependent() &&
           variable->getInit()->isEvaluatable(setting.source.ast);
  }

  bool addOwn(const VarDecl* variable) {
    const std::string name = variable->getNameAsString();
    const QualType type = variable->getType();
    const auto* record = type->getAsCXXRecordDecl();
    if (variable->isStaticLocal()) return reject(fmt::format("'{}' is static", name));
    if (type->isUndeducedType())
      return reject(fmt::format("the type of '{}' is deduced in a template", name));
    if (type->isReferenceType() || type->isArrayType() || type.isVolatileQualified() ||
        (!type->isDependentType() &&
         (!type.isTriviallyCopyableType(setting.source.ast) ||
          (record && (!record->hasTrivialDefaultConstructor() || namesLocalRecord(type))))))
      return reject(fmt::format("'{}' lives on behind it and cannot be copied", name));
    staged.own.push_back({variable, setting.writer.unique(name + "_own"), name,
                          type.getNonReferenceType().getUnqualifiedType()});
    return true;
  }

  bool readSum() {
    for (const CudaReduction& each : plan.reductions) {
      if (each.method != CudaReduction::Method::Share) continue;
      for (const Expr* reference : each.reduction->references)
        if (!rangeOf(reference->getSourceRange(), setting.source.ast))
          return reject("a macro cuts the sum apart");
      const std::string name = setting.writer.unique(identifierOf(each.reduction->name) + "_own");
      staged.own.push_back({nullptr, name, each.own, each.reduction->type});
    }
    return true;
  }

  /// Do pointers live on from part to part, while each part has its own copy of what they point to?
  bool pointsToItself(const StagedParts& parts) const {
    const bool livesOn = std::any_of(staged.own.begin(), staged.own.end(), [](const OwnVariable& each) {
      const QualType type = each.variable ? each.variable->getType() : each.type;
      return refersToOthers(type) || type->isDependentType();
    });
    bool points = false;
    for (const Stmt* statement : parts.before)
      walk(statement, setting.source.directives, [&](const Stmt* each) {
        const auto* address = dyn_cast<UnaryOperator>(each);
        const auto* decay = dyn_cast<CastExpr>(each);
        const bool isAddress = address && address->getOpcode() == UO_AddrOf;
        const bool isDecay = decay && decay->getCastKind() == CK_ArrayToPointerDecay;
        if (isAddress || isDecay) {
          const ValueDecl* root = rootVariable(isAddress ? address->getSubExpr() : decay->getSubExpr());
          points |= !root || plan.locals.count(root) ||
                    isDeclaredInside(root, nest.loops.front().stmt, setting.source.directives);
        }
        return !points;
      });
    return livesOn && points;
  }

  bool readPrivates(const StagedParts& parts) {
    const Loop& loop = *staged.loop.loop;
    if (!loop.declaresCounter && (anyMentions(parts.before, loop.counter, setting.source.directives) ||
                                  anyMentions(parts.after, loop.counter, setting.source.directives)))
      return reject("its counter is used outside of it");
    if (!loop.declaresCounter && isDeclaredInside(loop.counter, nest.loops.front().stmt, setting.source.directives))
      return reject("its counter is declared in the body around it");
    for (const VarDecl* variable : plan.privates) {
      if (variable == loop.counter) continue;
      const bool inLoop = mentions(loop.stmt, variable, setting.source.directives),
                 outside = anyMentions(parts.before, variable, setting.source.directives) ||
                           anyMentions(parts.after, variable, setting.source.directives);
      if (plan.withValue.count(variable)) return reject("a variable has a value from before the loop");
      if ((inLoop || outside) && !addOwn(variable)) return false;
    }
    return true;
  }
};

}  // namespace

std::optional<StagedPlan> planStaging(const CudaSetting& setting, const CudaPlan& plan, bool mayShare,
                                      std::string& why) {
  return StagingPlanner(setting, plan, mayShare, why).run();
}

std::optional<StagedParts> partsOf(const CudaSetting& setting, const StagedPlan& staged) {
  const Stmt* body = setting.source.directives.strip(staged.grid.back().loop->body);
  const auto loop = statementRange(staged.loop.loop->stmt, setting.source);
  if (!loop) return std::nullopt;
  StagedParts parts;
  parts.loop = *loop;
  const auto* compound = dyn_cast<CompoundStmt>(body);
  if (!compound) return parts;
  const auto open = rangeOf(compound->getLBracLoc(), setting.source.ast),
             close = rangeOf(compound->getRBracLoc(), setting.source.ast);
  if (!open || !close) return std::nullopt;
  bool isBefore = true;
  for (const Stmt* each : compound->body()) {
    each = setting.source.directives.strip(each);
    if (each == staged.loop.loop->stmt)
      isBefore = false;
    else
      (isBefore ? parts.before : parts.after).push_back(each);
  }
  parts.textBefore = {open->end, loop->begin};
  parts.textAfter = {loop->end, close->begin};
  return parts;
}

}  // namespace appyl
