// The text of a counted loop in blocks, exact for every range of every integer type. Two forms:
//
//   strided   a wide counter that cannot overflow walks the range:
//               for (long long i_block = 0; i_block < n; i_block += 128)
//                 for (int i = ...; i < i_end; ++i)
//   counted   the iterations are numbered, for what is left: ranges whose ends could overflow, and steps or
//             comparisons that have no simpler form:
//               i_count = n > 0 ? n : 0;
//               for (i_first = 0; i_first < i_count; i_first += 128)
//                 for (i_number = ...; i_number < i_last; ++i_number) { i = lo + i_number * s;
#pragma once

#include "model/kernel.h"

#include <clang/AST/ASTContext.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace appyl {

/// A name made of an expression: `this->grid.cells` -> `grid_cells`.
std::string identifierOf(llvm::StringRef text);

/// `all && condition`, where an empty one always holds.
void alsoHolds(std::string& all, const std::string& condition);

/// The pieces of one loop's text; empty ones are not needed.
struct LoopText {
  std::vector<std::string> setup;    // declarations in front of the kernel
  std::string blockHeader;           // `for (long long i_block = ...)`: over the blocks
  std::vector<std::string> inBlock;  // declarations inside the block loop
  std::string header;                // `for (int i = ...)`: over one block, or over all iterations
  std::string type;                  // of the counter, as the header declares it
  std::vector<std::string> inBody;   // declarations in front of the body: the counter's value
  std::string finalValue;            // the counter's value after the loop, as an expression
  std::string nonEmpty;              // `lower < upper` as the source compares them; empty: always
  std::string count;                 // counted form: the name of the number of iterations
  std::string first, last;           // names of a block's ends
  std::pair<std::string, std::string> blockTypes;  // strided form: of those two
  std::string bound;                               // strided form: where the blocks end
  std::int64_t block = 0;                          // ... how many iterations one has, where that is constant
  std::string stride;                              // ... and from one to the next, as an expression
};

class LoopWriter {
 public:
  LoopWriter(const Kernel& kernel, const clang::ASTContext& context, const std::set<std::string>& taken);

  /// Declares a name for the counter's first value, in front of the nest and of the text that `write` gives:
  /// `for (i = i + 1; ...)` must not read a counter that the iterations have changed. Often empty.
  std::vector<std::string> startSetup() const;

  /// May the header stay as it is under `omp for`: is it canonical there and free of overflow?
  bool keepsHeader(const Loop& loop) const;

  /// May the header stay as it is but for the name of its bound (`writeBounded`)?
  bool keepsForm(const Loop& loop) const;

  /// GCC converts the bound under `omp for` and `omp simd` to the counter's type before it compares the two.
  bool cutsBound(const Loop& loop) const;

  /// The header with a bound of the counter's type; empty where that has no such simple form.
  std::string boundedHeader(const Loop& loop) const;

  /// The header with a counter of 64 bits, where it begins at a variable; empty where it stays as it is.
  std::string widenedHeader(const Loop& loop) const;

  /// Has the loop in blocks the strided form?
  bool isStrided(const Axis& axis) const;

  /// `blocked`: in blocks; otherwise one loop over all iterations in the counted form, which has none, and
  /// does not evaluate its range, where the condition `where` fails.
  LoopText write(const Axis& axis, bool blocked, const std::string& where = "");

  /// One loop over all iterations; its header is kept, except for a bound of a wider type than the counter's.
  /// The counted form where that is impossible.
  LoopText writeBounded(const Axis& axis);

  /// From here on, strided loops over this counter are written with counters of 64 bits.
  void widen(const clang::VarDecl* counter) { widened.insert(counter); }
  void rename(const clang::ValueDecl* variable, const std::string& name) { renamed[variable] = name; }

  /// `lower < upper` as the source compares them; empty: always.
  std::string nonEmpty(const Loop& loop) const;

  std::string unique(const std::string& wanted);  // a name that nothing in the file uses
  std::string cast(const std::string& type, const std::string& expression) const;
  std::string counterType(const Loop& loop) const;
  std::string stepText(const Loop& loop) const;  // without its sign

  /// Iterations, as an unsigned long long; `where` as of `write`.
  std::string countExpression(const Loop& loop, const std::string& where = "") const;

 private:
  const Kernel& kernel;
  const clang::ASTContext& context;
  const std::set<std::string>& taken;  // names of the file
  std::set<std::string> own;           // ... of this writer
  bool isCpp;
  std::string start;  // the name, if one is needed
  std::map<const clang::ValueDecl*, std::string> renamed;
  std::set<const clang::VarDecl*> widened;

  bool isPlain(const Loop& loop) const;
  std::string nearBound(const Loop& loop) const;
  std::string boundedHeader(const Loop& loop, const std::string& bound) const;
  void noteEnd(const Loop& loop, LoopText& text) const;
  LoopText writeStrided(const Axis& axis);
  LoopText writeCounted(const Axis& axis, bool blocked, const std::string& where);
  std::string blockText(const Axis& axis, LoopText& text, const std::string& type);
  std::string written(const clang::Expr* expression) const;
  std::string operandText(const clang::Expr* expression) const;
  std::string firstText(const Loop& loop) const;
  bool startsFromItself(const Loop& loop) const;
  std::string lowerText(const Loop& loop) const;
  std::string comparedLower(const Loop& loop) const;
  std::string boundText(const Loop& loop) const;
  std::string comparedBound(const Loop& loop) const;
  std::string comparison(const Loop& loop) const;
  std::string typeText(clang::QualType type) const;
  bool mayBeConverted(const Loop& loop) const;
  unsigned bits(const Loop& loop) const;
  bool isEmpty(const Loop& loop) const;
  bool alwaysRuns(const Loop& loop) const;
};

}  // namespace appyl
