// Lines are compared by Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986),
// after the common lines at both ends are set aside.
#include "writeback/unified_diff.h"

#include <llvm/ADT/Twine.h>

#include <algorithm>
#include <vector>

namespace appyl {
namespace {

using llvm::StringRef;

/// Lines with their terminators, so that a missing last newline is a difference.
std::vector<StringRef> linesOf(StringRef text) {
  std::vector<StringRef> lines;
  while (!text.empty()) {
    const size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.take_front(length));
    text = text.drop_front(length);
  }
  return lines;
}

/// Lines [before, before + removed) of the one text are lines [after, after + added) of the other.
struct Change {
  size_t before, removed, after, added;
};

/// The steps of a shortest edit script from `a` to `b`, in order; each removes or adds one line. Empty with
/// `tooFar` set when the texts differ in more than `limit` lines: the trace takes memory in the square of
/// that.
std::vector<Change> steps(const std::vector<StringRef>& a, const std::vector<StringRef>& b, int limit,
                          bool& tooFar) {
  const int n = a.size(), m = b.size(), bound = std::min(n + m, limit);
  std::vector<int> furthest(2 * bound + 3, 0);  // by diagonal k = x - y, from -bound-1
  auto at = [&](int k) -> int& { return furthest[k + bound + 1]; };
  std::vector<std::vector<int>> trace;  // trace[d]: diagonals -d..d before round d
  tooFar = true;
  for (int d = 0; d <= bound && tooFar; ++d) {
    trace.emplace_back(furthest.begin() + (bound + 1 - d), furthest.begin() + (bound + 2 + d));
    for (int k = -d; k <= d; k += 2) {
      int x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      while (x < n && x - k < m && a[x] == b[x - k]) ++x;
      at(k) = x;
      if (x >= n && x - k >= m) {
        tooFar = false;
        break;
      }
    }
  }
  std::vector<Change> script;
  if (tooFar) return script;
  int x = n, y = m;
  for (int d = trace.size() - 1; d > 0; --d) {
    // Round d-1 has left its results in the snapshot that was taken before round d.
    const std::vector<int>& previous = trace[d];
    auto reached = [&](int k) { return previous[k + d]; };
    const int k = x - y;
    const bool adds = k == -d || (k != d && reached(k - 1) < reached(k + 1));
    const int from = adds ? k + 1 : k - 1;
    x = reached(from);
    y = x - from;
    script.push_back(adds ? Change{size_t(x), 0, size_t(y), 1} : Change{size_t(x), 1, size_t(y), 0});
  }
  std::reverse(script.begin(), script.end());
  return script;
}

std::vector<Change> changesBetween(std::vector<StringRef> a, std::vector<StringRef> b) {
  size_t head = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  size_t tail = 0;
  while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
    ++tail;
  a = {a.begin() + head, a.end() - tail};
  b = {b.begin() + head, b.end() - tail};
  if (a.empty() && b.empty()) return {};

  bool tooFar = false;
  std::vector<Change> script = steps(a, b, /*limit=*/4000, tooFar);
  if (tooFar) script = {{0, a.size(), 0, b.size()}};
  std::vector<Change> changes;
  for (Change step : script) {
    step.before += head;
    step.after += head;
    Change* last = changes.empty() ? nullptr : &changes.back();
    if (last && last->before + last->removed == step.before && last->after + last->added == step.after) {
      last->removed += step.removed;
      last->added += step.added;
    } else {
      changes.push_back(step);
    }
  }
  return changes;
}

void addLine(std::string& diff, char mark, StringRef line) {
  diff += mark;
  diff += line;
  if (!line.ends_with("\n")) diff += "\n\\ No newline at end of file\n";
}

/// "3,7": from line 3, 7 lines. An empty range is named by the line before it, a single line has no count.
std::string range(size_t first, size_t count) {
  std::string text = std::to_string(count == 0 ? first : first + 1);
  return count == 1 ? text : text + "," + std::to_string(count);
}

}  // namespace

std::string unifiedDiff(StringRef before, StringRef after, StringRef beforeName, StringRef afterName) {
  constexpr size_t context = 3;
  if (before == after) return "";
  const std::vector<StringRef> a = linesOf(before), b = linesOf(after);
  const std::vector<Change> changes = changesBetween(a, b);

  std::string diff = ("--- " + llvm::Twine(beforeName) + "\n+++ " + afterName + "\n").str();
  for (size_t first = 0; first < changes.size();) {
    // Changes whose contexts touch make one hunk.
    size_t last = first;
    while (last + 1 < changes.size() &&
           changes[last + 1].before - (changes[last].before + changes[last].removed) <= 2 * context)
      ++last;
    const size_t lead = std::min(context, changes[first].before);
    const size_t begin = changes[first].before - lead, beginAfter = changes[first].after - lead;
    const size_t end = std::min(a.size(), changes[last].before + changes[last].removed + context);
    const size_t endAfter =
        changes[last].after + changes[last].added + (end - changes[last].before - changes[last].removed);
    diff += "@@ -" + range(begin, end - begin) + " +" + range(beginAfter, endAfter - beginAfter) + " @@\n";
    size_t line = begin;
    for (; first <= last; ++first) {
      const Change& change = changes[first];
      for (; line < change.before; ++line) addLine(diff, ' ', a[line]);
      for (; line < change.before + change.removed; ++line) addLine(diff, '-', a[line]);
      for (size_t i = 0; i < change.added; ++i) addLine(diff, '+', b[change.after + i]);
    }
    for (; line < end; ++line) addLine(diff, ' ', a[line]);
  }
  return diff;
}

}  // namespace appyl
