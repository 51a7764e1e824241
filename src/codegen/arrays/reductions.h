// How a reduction becomes OpenMP: a clause on the construct, a thread's own copy that is combined at the end,
// an atomic update, or partial results in a fixed order.
#pragma once

#include "codegen/text/loop_text.h"
#include "codegen/text/nest_text.h"
#include "directive/source.h"

namespace appyl {

struct ReductionPlan {
  enum class Method {
    Clause,  // reduction(op:variable)
    Local,   // a local variable stands for a member or an element, under a clause
    Own,   // each thread has its own, combined under `critical`: where the clause would not keep every value
    Pair,  // a minimum with its places: own copies, combined under `critical`
    Privatise,  // an array: each thread has its own, added up under `critical`
    Atomic,     // each update is an `omp atomic`
    Critical,   // each update stands under `omp critical`
    Inner,      // of a loop inside a program, which stays sequential there
  } method = Method::Clause;
  const Reduction* reduction = nullptr;
  std::string variable;                // what the clause names and the body is made to use
  std::vector<std::string> setup;      // in front of the construct
  std::vector<std::string> declare;    // `#pragma omp declare reduction`
  std::vector<std::string> open;       // at the beginning of the parallel region
  std::vector<std::string> combine;    // at its end, under `critical`
  std::vector<std::string> close;      // at its end, after that
  std::vector<std::string> finish;     // after the construct
  std::string condition;               // of the parallel region: `bins <= i_count`
  std::string operatorName;            // in the clause: `+`, or the name of a declared reduction
  std::vector<std::string> ownCompanions;  // Pair: the own copies of the places ...
  std::string onUpdate;                    // ... and what each update adds
  bool needsUtility = false;               // the text has std::declval, of <utility>
};

/// Plans every reduction of the kernel. `writer` makes names and types.
std::vector<ReductionPlan> planReductions(const Kernel& kernel, LoopWriter& writer, const Source& source);

/// The edits inside the body: mentions of the variable renamed, updates made atomic. nullopt: a macro is in
/// the way (`where`).
std::optional<std::vector<TextEdit>> bodyEdits(const ReductionPlan& plan, const Kernel& kernel,
                                               const Source& source, clang::SourceLocation& where);

/// What each update of a pair does besides, as statements inside of its `if`. nullopt: a macro is in the way.
std::optional<std::vector<TextEdit>> onUpdateEdits(const Reduction& pair, const std::string& onUpdate,
                                                   const Source& source);

/// What an own copy of `element` begins with: the value that changes nothing, or, where taking it twice does
/// no harm, the element.
std::string initialText(const Reduction& reduction, const std::string& element);

/// `target = target op value`, as a statement.
std::string combineText(const Reduction& reduction, const std::string& target, const std::string& value);

std::string typeText(const Reduction& reduction, const clang::ASTContext& context);

/// Does that text need <utility>?
bool needsUtility(const Reduction& reduction, const clang::ASTContext& context);

/// The type of `target`, which an update of the reduction changes: of `b[i].count` where `b` is reduced.
std::string typeText(const Reduction& reduction, const clang::Expr* target, const clang::ASTContext& context);

/// Is it a minimum or maximum of floating-point numbers? OpenMP begins these with the largest finite value,
/// which loses infinities.
bool isExtreme(const Reduction& reduction);

}  // namespace appyl
