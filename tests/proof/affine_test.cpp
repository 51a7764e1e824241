// Affine subscripts: who meets whom, and the words for it.
#include "nest_builder.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

TEST_SUITE_BEGIN("proof/affine");

TEST_CASE("an element-wise loop is independent") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("c[i]").read("a[i]").read("b[i]")) ==
        "loop i: independent\n");
}

TEST_CASE("updating one's own element in place is independent") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").update("a[i]").read("a[i]").write("a[i]")) ==
        "loop i: independent\n");
}

TEST_CASE("reading what the iteration before wrote is a conflict") {
  CHECK(proofOf(nest().parallel("i", "1", "i < n").read("a[i - 1]").write("a[i]")) ==
        "loop i: conflict: iteration i = 2 reads a[1], which iteration i = 1 writes, for n = 3\n");
}

TEST_CASE("reading what the iteration after writes is a conflict") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n - 1").write("a[i]").read("a[i + 1]")) ==
        "loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for n = 3\n");
}

TEST_CASE("all iterations writing one element is a conflict") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("c[0]")) ==
        "loop i: conflict: iterations i = 0 and i = 1 both write c[0], for n = 2\n");
}

TEST_CASE("writing even and reading odd elements is independent") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[2*i]").read("a[2*i + 1]")) ==
        "loop i: independent\n");
}

TEST_CASE("writing even elements and reading all is a conflict") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[2*i]").read("a[i]")) ==
        "loop i: conflict: iteration i = 2 reads a[2], which iteration i = 1 writes, for n = 3\n");
}

TEST_CASE("a step that skips the neighbour makes reading it independent") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n", 2).write("a[i]").read("a[i + 1]")) ==
        "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n", 2).write("a[i]").read("a[i + 2]")) ==
        "loop i: conflict: iteration i = 0 reads a[2], which iteration i = 2 writes, for n = 3\n");
}

TEST_CASE("the two halves of an array do not meet") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i]").read("a[i + n]")) ==
        "loop i: independent\n");
}

TEST_CASE("halves that overlap by one element meet") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i]").read("a[i + n - 1]")) ==
        "loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for n = 2\n");
}

TEST_CASE("an offset of unknown size may be small") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i]").read("a[i + k]")) ==
        "loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for k = 1, n = 2\n");
}

TEST_CASE("halving the length, rounded down, keeps the halves apart") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n / 2").write("a[i]").read("a[i + n / 2]")) ==
        "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n / 2").write("a[i]").write("a[n - 1 - i]")) ==
        "loop i: independent\n");
}

TEST_CASE("swapping ends over the whole length meets in the middle") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").update("a[i]").update("a[n - 1 - i]")) ==
        "loop i: conflict: iterations i = 0 and i = 1 both write a[0], for n = 2\n");
}

TEST_CASE("reversing into another place of the same array meets") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[n - i]").read("a[i]")) ==
        "loop i: conflict: iteration i = 2 reads a[2], which iteration i = 1 writes, for n = 3\n");
}

TEST_CASE("a triangular nest writes each element once") {
  const LoopNest triangle = nest().parallel("i", "0", "i < n").parallel("j", "0", "j <= i").write("a[i][j]");
  CHECK(proofOf(triangle) == "loop i: independent\nloop j: independent\n");
}

TEST_CASE("mirroring the strict lower triangle is independent") {
  CHECK(
      proofOf(
          nest().parallel("i", "0", "i < n").parallel("j", "0", "j < i").read("a[i][j]").write("a[j][i]")) ==
      "loop i: independent\nloop j: independent\n");
}

TEST_CASE("mirroring the whole square is a conflict") {
  CHECK(
      proofOf(nest().parallel("i", "0", "i < n").loop("j", "0", "j < n").read("a[i][j]").write("a[j][i]")) ==
      "loop i: conflict: iteration i = 0 reads a[0][1], which iteration i = 1 writes, for n = 2\n");
}

TEST_CASE("an anti-diagonal is independent, the sweep over them is not") {
  CHECK(proofOf(nest()
                    .parallel("d", "2", "d < n")
                    .parallel("i", "1", "i < d")
                    .write("a[i][d - i]")
                    .read("a[i - 1][d - i]")
                    .read("a[i][d - i - 1]")) ==
        "loop d: conflict: iteration (d = 3, i = 2) reads a[1][1], which iteration (d = 2, i = 1) writes, "
        "for n = 4\n"
        "loop i: independent\n");
}

TEST_CASE("a time step that reads neighbours of the other buffer is independent") {
  CHECK(proofOf(nest()
                    .parallel("i", "1", "i < n - 1")
                    .parallel("j", "1", "j < m - 1")
                    .write("b[i][j]")
                    .read("a[i - 1][j]")
                    .read("a[i + 1][j]")
                    .read("a[i][j - 1]")) == "loop i: independent\nloop j: independent\n");
}

TEST_CASE("a stencil in place is a conflict in both directions") {
  CHECK(proofOf(nest()
                    .parallel("i", "1", "i < n - 1")
                    .parallel("j", "1", "j < m - 1")
                    .write("a[i][j]")
                    .read("a[i - 1][j]")
                    .read("a[i][j - 1]")) ==
        "loop i: conflict: iteration (i = 2, j = 1) reads a[1][1], which iteration (i = 1, j = 1) writes, "
        "for m = 3, n = 4\n"
        "loop j: conflict: iteration (i = 1, j = 2) reads a[1][1], which iteration (i = 1, j = 1) writes, "
        "for m = 4, n = 3\n");
}

TEST_CASE("red points read black ones only") {
  CHECK(proofOf(nest()
                    .parallel("i", "1", "i < n")
                    .parallel("j", "1 + i % 2", "j < m", 2)
                    .write("a[i][j]")
                    .read("a[i - 1][j]")
                    .read("a[i + 1][j]")
                    .read("a[i][j - 1]")
                    .read("a[i][j + 1]")) == "loop i: independent\nloop j: independent\n");
}

TEST_CASE("red points that read a diagonal neighbour meet") {
  const std::string text = proofOf(nest()
                                       .parallel("i", "1", "i < n")
                                       .loop("j", "1 + i % 2", "j < m", 2)
                                       .write("a[i][j]")
                                       .read("a[i - 1][j - 1]"));
  CHECK(text ==
        "loop i: conflict: iteration i = 2 reads a[1][2], which iteration i = 1 writes, for m = 4, n = 3\n");
}

TEST_CASE("blocks by hand of the length of the step are disjoint") {
  CHECK(proofOf(nest().parallel("b", "0", "b < n", 16).loop("i", "b", "i < min(b + 16, n)").write("a[i]")) ==
        "loop b: independent\n");
  CHECK(proofOf(nest().parallel("b", "0", "b < n", 16).loop("i", "0", "i < 16").write("a[b + i]")) ==
        "loop b: independent\n");
}

TEST_CASE("blocks by hand that reach one too far overlap") {
  CHECK(proofOf(nest().parallel("b", "0", "b < n", 16).loop("i", "b", "i <= b + 16").write("a[i]")) ==
        "loop b: conflict: iterations b = 0 and b = 16 both write a[16], for n = 17\n");
}

TEST_CASE("a descending loop is the same loop") {
  CHECK(proofOf(nest().parallel("i", "n - 1", "i >= 0", -1).update("a[i]")) == "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "n - 1", "i > 0", -1).write("a[i]").read("a[i - 1]")) ==
        "loop i: conflict: iteration i = 2 reads a[1], which iteration i = 1 writes, for n = 3\n");
}

TEST_CASE("a loop up to != its bound") {
  CHECK(proofOf(nest().parallel("i", "0", "i != n").update("a[i]")) == "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i != n", 3).write("a[i]").read("a[i + 3]")) ==
        "loop i: conflict: iteration i = 0 reads a[3], which iteration i = 3 writes, for n = 6\n");
}

TEST_CASE("a conflict needs two iterations") {
  CHECK(proofOf(nest().parallel("i", "0", "i < 1").write("a[0]")) == "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < 2").write("a[0]")) ==
        "loop i: conflict: iterations i = 0 and i = 1 both write a[0]\n");
}

TEST_CASE("constant sizes count as they are") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i]").read("a[i + 1000]").constant("n", 1000)) ==
        "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i]").read("a[i + 999]").constant("n", 1000)) ==
        "loop i: conflict: iteration i = 0 reads a[999], which iteration i = 999 writes\n");
}

TEST_CASE("a fixed row read while all rows are written, as in all-pairs shortest paths") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < n")
                    .parallel("j", "0", "j < n")
                    .update("d[i][j]")
                    .read("d[i][k]")
                    .read("d[k][j]")) ==
        "loop i: conflict: iteration (i = 1, j = 0) reads d[0][0], which iteration (i = 0, j = 0) writes, "
        "for k = 0, n = 2\n"
        "loop j: conflict: iteration (i = 0, j = 1) reads d[0][0], which iteration (i = 0, j = 0) writes, "
        "for k = 0, n = 2\n");
}

TEST_CASE("elimination reads the pivot row and column and writes below and right of them") {
  CHECK(proofOf(nest()
                    .parallel("i", "k + 1", "i < n")
                    .parallel("j", "k + 1", "j < n")
                    .update("a[i][j]")
                    .read("a[i][k]")
                    .read("a[k][j]")) == "loop i: independent\nloop j: independent\n");
}

TEST_CASE("elimination that starts in the pivot column overwrites what its neighbours read") {
  CHECK(proofOf(nest()
                    .parallel("i", "k + 1", "i < n")
                    .parallel("j", "k", "j < n")
                    .update("a[i][j]")
                    .read("a[i][k]")
                    .read("a[k][j]")) ==
        "loop i: independent\n"
        "loop j: conflict: iteration (i = 1, j = 1) reads a[1][0], which iteration (i = 1, j = 0) writes, "
        "for k = 0, n = 2\n");
}

TEST_CASE("an inner loop is looked at for fixed values of the outer ones") {
  CHECK(proofOf(nest()
                    .parallel("t", "1", "t < n")
                    .parallel("i", "0", "i < m")
                    .write("a[t][i]")
                    .read("a[t - 1][i]")) ==
        "loop t: conflict: iteration (t = 2, i = 0) reads a[1][0], which iteration (t = 1, i = 0) writes, "
        "for m = 1, n = 3\n"
        "loop i: independent\n");
}

TEST_CASE("integer division sends neighbours to one element") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i / 2]")) ==
        "loop i: conflict: iterations i = 0 and i = 1 both write a[0], for n = 2\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n", 2).write("a[i / 2]")) == "loop i: independent\n");
}

TEST_CASE("division rounds towards zero, so -1 / 2 and 1 / 2 are one element") {
  CHECK(proofOf(nest().parallel("i", "-1", "i < 2", 2).write("a[i / 2]")) ==
        "loop i: conflict: iterations i = -1 and i = 1 both write a[0]\n");
  CHECK(proofOf(nest().parallel("i", "-2", "i < 3", 2).write("a[i / 2 + 1]")) == "loop i: independent\n");
}

TEST_CASE("quotient and remainder together are one to one") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i / 8][i % 8]")) == "loop i: independent\n");
}

TEST_CASE("the remainder alone repeats") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i % 8]")) ==
        "loop i: conflict: iterations i = 0 and i = 8 both write a[0], for n = 9\n");
}

TEST_CASE("a partition by the remainder is disjoint") {
  CHECK(
      proofOf(nest().parallel("w", "0", "w < 4").loop("i", "0", "i < n").when("i % 4 == w").write("a[i]")) ==
      "loop w: independent\n");
  CHECK(proofOf(nest().parallel("w", "0", "w < 4").loop("i", "w", "i < n", 4).write("a[i]")) ==
        "loop w: independent\n");
}

TEST_CASE("a partition by too small a remainder is not") {
  CHECK(proofOf(nest().parallel("w", "0", "w < 4").loop("i", "w", "i < n", 3).write("a[i]")) ==
        "loop w: conflict: iterations w = 0 and w = 3 both write a[3], for n = 4\n");
}

TEST_CASE("guards keep iterations apart") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < n")
                    .when("i < k")
                    .write("a[i]")
                    .always()
                    .when("i >= k")
                    .read("a[i]")
                    .read("a[k]")) == "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n").when("i == 0").write("c[0]")) == "loop i: independent\n");
}

TEST_CASE("a guard that leaves two iterations does not") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").when("i <= 1").write("c[0]")) ==
        "loop i: conflict: iterations i = 0 and i = 1 both write c[0], for n = 2\n");
}

TEST_CASE("the smaller and larger of two indices") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[min(i, m)]")) ==
        "loop i: conflict: iterations i = 0 and i = 1 both write a[0], for m = 0, n = 2\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < min(n, m)").write("a[max(i, 0)]")) == "loop i: independent\n");
}

TEST_CASE("interleaved components do not meet") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("z[2*i]").write("z[2*i + 1]").read("z[2*i]")) ==
        "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("z[2*i]").write("z[2*i + 2]")) ==
        "loop i: conflict: iterations i = 0 and i = 1 both write z[2], for n = 2\n");
}

TEST_CASE("a gathered convolution is independent, a scattered one is not") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").loop("k", "0", "k < m").update("y[i]").read("x[i + k]")) ==
        "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n").loop("k", "0", "k < m").update("y[i + k]").read("x[i]")) ==
        "loop i: conflict: iterations i = 0 and i = 1 both write y[1], for m = 2, n = 2\n");
}

TEST_CASE("a nest so large in constants that no example can be counted out is decided all the same") {
  CHECK(
      proofOf(nest()
                  .parallel("i", "0", "i < 1000000")
                  .parallel("j", "0", "j < 1000000")
                  .write("a[i][j]")
                  .read("a[i - 999999][j]")) ==
      "loop i: conflict: iteration (i = 999999, j = 0) reads a[0][0], which iteration (i = 0, j = 0) writes\n"
      "loop j: independent\n");
}

TEST_SUITE_END();
