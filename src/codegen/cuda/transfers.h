// Which elements of which arrays a launch needs on the device, and which of them it changes.
#pragma once

#include "codegen/arrays/array_ranges.h"
#include "codegen/kernels/captures.h"
#include "codegen/text/loop_text.h"
#include "codegen/text/size_text.h"
#include "directive/source.h"

namespace appyl {

/// `loop.in(x, 0, n)`: one range of one array. As texts that stand in front of the nest.
struct Transfer {
  enum class Mode {
    In,
    Out,    // every element of the range is written, none is read
    InOut,  // ... or some of them only
  } mode = Mode::In;
  std::string pointer;  // to the first element: `x`, `x.data()`
  std::string first, last;
  std::string condition;  // under which anything of it is touched: `k > 0`; empty: always
};

/// `loop.in_rows(table, 0, n, 0, m)`: elements [low, high) of the rows that the pointers [first, last) lead
/// to.
struct RowTransfer {
  std::string pointer;  // to the first pointer: `table`, `table.data()`
  std::string first, last, low, high;
  bool writes = false;
};

/// An array for which it is not known how much to copy: the kernel uses the host's memory where it lies, if
/// the device can reach that; else the loop runs on the host.
struct UnknownExtent {
  std::string name;     // of the array, in the source
  std::string pointer;  // to its first element
  bool writes = false;
};

struct Transfers {
  std::vector<Transfer> list;
  std::vector<RowTransfer> rows;
  std::vector<UnknownExtent> unknown;
  std::vector<UnknownExtent>
      followed;  // arrays whose elements are or hold pointers: all is used where it lies
  std::map<int, std::string> origins;  // capture -> the array's pointer, where it is another name for it
  std::vector<Polynomial> signs;       // >= 0 where the ranges are right
  std::string inspector;               // statements in front of it all that find ranges; see inspector.h
  bool readsHost = false;              // a size is read from an array of the host
  std::set<const clang::ValueDecl*> onDevice;  // by a clause: nothing moves
};

/// All of an array whose accesses are not known one by one: by its type or a clause. nullopt: neither
/// tells its size.
std::optional<Transfer> transferWhole(const Kernel& kernel, const Captures& captures, const Capture& capture,
                                      LoopWriter& writer, const Source& source);

/// Where nothing gives a range, that is a warning [appyl-extent], or an error, if `isStrict`. nullopt: an
/// error was reported.
std::optional<Transfers> planTransfers(const Kernel& kernel, const Captures& captures, LoopWriter& writer,
                                       const Source& source, bool isStrict);

}  // namespace appyl
