// Flat indices: `i*n + j` means (i, j) where j stays below n.
#include "nest_builder.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

TEST_SUITE_BEGIN("proof/flat");

TEST_CASE("a flat matrix, row by row") {
  CHECK(proofOf(nest().parallel("i", "0", "i < m").parallel("j", "0", "j < n").write("a[i*n + j]")) ==
        "loop i: independent\nloop j: independent\n");
}

TEST_CASE("a flat matrix transposed") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < m")
                    .parallel("j", "0", "j < n")
                    .write("b[j*m + i]")
                    .read("a[i*n + j]")) == "loop i: independent\nloop j: independent\n");
}

TEST_CASE("a column too many reaches into the next row") {
  CHECK(proofOf(nest().parallel("i", "0", "i < m").parallel("j", "0", "j <= n").write("a[i*n + j]")) ==
        "loop i: conflict: iterations (i = 0, j = 1) and (i = 1, j = 0) both write a[1], for m = 2, n = 1\n"
        "loop j: independent\n");
}

TEST_CASE("a matrix product over flat arrays") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < M")
                    .parallel("j", "0", "j < N")
                    .loop("k", "0", "k < K")
                    .read("A[i*K + k]")
                    .read("B[k*N + j]")
                    .end()
                    .write("C[i*N + j]")) == "loop i: independent\nloop j: independent\n");
}

TEST_CASE("a leading dimension is assumed to cover the row") {
  CHECK(proofOf(nest().parallel("i", "0", "i < m").parallel("j", "0", "j < n").update("c[i*ldc + j]")) ==
        "loop i: independent\nloop j: independent\nassumes n <= ldc\n");
}

TEST_CASE("a factor in a middle dimension is none of the inner stride") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < n")
                    .parallel("j", "0", "j < m")
                    .parallel("k", "0", "k < q")
                    .write("a[i*p*q + 2*j*q + k]")) ==
        "loop i: independent\nloop j: independent\nloop k: independent\nassumes 2*m <= p + 1\n");
}

TEST_CASE("the diagonal and what stands beside it never meet") {
  CHECK(proofOf(nest().parallel("i", "1", "i < n").write("a[i*p + i]").write("a[i*p + i - 1]")) ==
        "loop i: independent\nassumes 0 < p\n");
}

TEST_CASE("an offset into a flat matrix") {
  CHECK(
      proofOf(nest().parallel("i", "0", "i < m").parallel("j", "0", "j < n").write("c[i*n + j + offset]")) ==
      "loop i: independent\nloop j: independent\n");
}

TEST_CASE("rows and columns exchanged by mistake meet") {
  CHECK(proofOf(nest().parallel("i", "0", "i < m").parallel("j", "0", "j < n").write("a[j*n + i]")) ==
        "loop i: independent\nloop j: independent\nassumes m <= n\n");
}

TEST_CASE("three dimensions") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < n")
                    .parallel("j", "0", "j < m")
                    .parallel("l", "0", "l < k")
                    .write("a[(i*m + j)*k + l]")) ==
        "loop i: independent\nloop j: independent\nloop l: independent\n");
}

TEST_CASE("a halo around a flat matrix, whose rows are that much longer") {
  const auto inside = [](const std::string& last) {
    return proofOf(nest()
                       .parallel("i", "1", "i <= m")
                       .parallel("j", "1", "j <= " + last)
                       .write("a[i*(n + 2) + j]")
                       .read("b[(i - 1)*(n + 2) + j + 1]"));
  };
  CHECK(inside("n") == "loop i: independent\nloop j: independent\n");
  CHECK(inside("n + 1") == "loop i: independent\nloop j: independent\n");
  CHECK(inside("n + 3") ==
        "loop i: conflict: iterations (i = 1, j = 4) and (i = 2, j = 1) both write a[7], for m = 2, n = 1\n"
        "loop j: independent\n");
}

TEST_CASE("a halo on both sides of each dimension of a flat volume") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < n")
                    .parallel("j", "0", "j < m")
                    .parallel("l", "0", "l < k")
                    .write("a[(i*(m + 4) + j)*(k + 4) + l]")
                    .read("b[((i + 2)*(m + 4) + j + 2)*(k + 4) + l + 2]")) ==
        "loop i: independent\nloop j: independent\nloop l: independent\n");
}

TEST_CASE("a flat stencil between two arrays, and in place") {
  CHECK(proofOf(nest()
                    .parallel("i", "1", "i < m - 1")
                    .parallel("j", "1", "j < n - 1")
                    .write("b[i*n + j]")
                    .read("a[(i - 1)*n + j]")
                    .read("a[i*n + j + 1]")) == "loop i: independent\nloop j: independent\n");
  CHECK(proofOf(nest()
                    .parallel("i", "1", "i < m - 1")
                    .parallel("j", "1", "j < n - 1")
                    .write("a[i*n + j]")
                    .read("a[(i - 1)*n + j]")) ==
        "loop i: conflict: iteration (i = 2, j = 1) reads a[4], which iteration (i = 1, j = 1) writes, for m "
        "= 4, n = 3\n"
        "loop j: independent\n");
}

TEST_CASE("a flat stencil whose left neighbour wraps into the row above") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < m")
                    .loop("j", "0", "j < n")
                    .write("a[i*n + j]")
                    .read("a[i*n + j - 1]")) ==
        "loop i: conflict: iteration i = 1 reads a[0], which iteration i = 0 writes, for m = 2, n = 1\n");
}

TEST_CASE("rows in reversed order, and each row reversed") {
  CHECK(
      proofOf(nest().parallel("i", "0", "i < m").parallel("j", "0", "j < n").write("a[(m - 1 - i)*n + j]")) ==
      "loop i: independent\nloop j: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < m").parallel("j", "0", "j < n").write("a[i*n + n - 1 - j]")) ==
        "loop i: independent\nloop j: independent\n");
}

TEST_CASE("interleaved complex numbers in a flat matrix") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < m")
                    .parallel("j", "0", "j < n")
                    .loop("c", "0", "c < 2")
                    .write("a[(i*n + j)*2 + c]")) == "loop i: independent\nloop j: independent\n");
}

TEST_CASE("pixels with a number of channels given at run time") {
  CHECK(proofOf(nest()
                    .parallel("y", "0", "y < h")
                    .parallel("x", "0", "x < w")
                    .loop("c", "0", "c < channels")
                    .write("image[(y*w + x)*channels + c]")) == "loop y: independent\nloop x: independent\n");
  CHECK(proofOf(nest()
                    .parallel("y", "0", "y < h")
                    .parallel("x", "0", "x < w")
                    .loop("c", "0", "c < channels")
                    .write("image[(y*w + x)*3 + c]")) ==
        "loop y: independent\nloop x: independent\nassumes channels <= 3\n");
}

TEST_CASE("even and odd rows of a flat matrix") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < m")
                    .parallel("j", "0", "j < n")
                    .write("a[2*i*n + j]")
                    .read("a[(2*i + 1)*n + j]")) == "loop i: independent\nloop j: independent\n");
}

TEST_CASE("a flat triangle of a matrix mirrored") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < n")
                    .parallel("j", "0", "j < i")
                    .read("a[i*n + j]")
                    .write("a[j*n + i]")) == "loop i: independent\nloop j: independent\n");
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < n")
                    .parallel("j", "0", "j < n")
                    .read("a[i*n + j]")
                    .write("a[j*n + i]")) ==
        "loop i: conflict: iteration (i = 0, j = 1) reads a[1], which iteration (i = 1, j = 0) writes, for n "
        "= 2\n"
        "loop j: independent\n");
}

TEST_CASE("all-pairs shortest paths over a flat matrix") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < n")
                    .parallel("j", "0", "j < n")
                    .update("d[i*n + j]")
                    .read("d[i*n + k]")
                    .read("d[k*n + j]")) ==
        "loop i: conflict: iteration (i = 1, j = 0) reads d[0], which iteration (i = 0, j = 0) writes, for k "
        "= 0, n = 2\n"
        "loop j: conflict: iteration (i = 0, j = 1) reads d[0], which iteration (i = 0, j = 0) writes, for k "
        "= 0, n = 2\n");
}

TEST_CASE("elimination over a flat matrix takes the pivot to lie inside it") {
  CHECK(proofOf(nest()
                    .parallel("i", "k + 1", "i < n")
                    .parallel("j", "k + 1", "j < n")
                    .update("a[i*n + j]")
                    .read("a[i*n + k]")
                    .read("a[k*n + j]")) == "loop i: independent\nloop j: independent\nassumes 0 <= k\n");
}

TEST_CASE("a block of a flat matrix by hand") {
  CHECK(proofOf(nest()
                    .parallel("ib", "0", "ib < m", 32)
                    .parallel("jb", "0", "jb < n", 32)
                    .loop("i", "ib", "i < min(ib + 32, m)")
                    .loop("j", "jb", "j < min(jb + 32, n)")
                    .write("c[i*n + j]")) == "loop ib: independent\nloop jb: independent\n");
  CHECK(proofOf(nest()
                    .parallel("ib", "0", "ib < m", 32)
                    .parallel("jb", "0", "jb < n", 32)
                    .loop("i", "ib", "i < min(ib + 32, m)")
                    .loop("j", "jb", "j < min(jb + 32, n)")
                    .write("c[i*ldc + j]")) ==
        "loop ib: independent\nloop jb: independent\nassumes n <= ldc\n");
}

TEST_CASE("a guard that bounds the column proves the row") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < m")
                    .parallel("j", "0", "j < n + 8")
                    .when("j < n")
                    .write("a[i*n + j]")) == "loop i: independent\nloop j: independent\n");
}

TEST_CASE("a gathered row at its own column") {
  CHECK(proofOf(nest().parallel("i", "0", "i < m").parallel("j", "0", "j < n").write("a[idx[i]*n + j]")) ==
        "loop i: unknown: subscript 'idx[i]*n + j' of 'a' is not affine\nloop j: independent\n");
}

TEST_CASE("sparse times dense: the rows of the result are apart whatever the matrix holds") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < rows")
                    .parallel("j", "0", "j < n")
                    .loop("p", "rowptr[i]", "p < rowptr[i + 1]")
                    .update("c[i*n + j]")
                    .read("vals[p]")
                    .read("b[cols[p]*n + j]")) == "loop i: independent\nloop j: independent\n");
}

TEST_CASE("a loop over all elements beside one over rows") {
  CHECK(proofOf(nest().parallel("t", "0", "t < m*n").write("a[t]")) == "loop t: independent\n");
}

TEST_CASE("a diagonal of a flat matrix, and a diagonal that comes back") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i*n + i]")) == "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i*k + i]").read("a[0]").when("i >= 0")) ==
        "loop i: conflict: iteration i = 1 reads a[0], which iteration i = 0 writes, for k = 1, n = 2\n");
}

TEST_CASE("a product of counters meets itself") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").loop("j", "0", "j < n").write("a[i*j]")) ==
        "loop i: conflict: iterations i = 0 and i = 1 both write a[0], for n = 2\n");
}

TEST_CASE("squares follow each other") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i*i]")) == "loop i: independent\n");
}

TEST_CASE("squares on both sides of zero meet") {
  CHECK(proofOf(nest().parallel("i", "-3", "i < n").write("a[i*i]")) ==
        "loop i: conflict: iterations i = -1 and i = 1 both write a[1], for n = 2\n");
}

TEST_CASE("cubes do not meet, which is not decided here") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i*i*i]")) ==
        "loop i: unknown: subscript 'i*i*i' of 'a' is not affine\n");
}

TEST_CASE("rows that grow by two") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").loop("j", "0", "j < 2*i + 1").write("a[i*i + j]")) ==
        "loop i: independent\n");
}

TEST_CASE("rows that grow by two and are one too long") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").loop("j", "0", "j <= 2*i + 1").write("a[i*i + j]")) ==
        "loop i: conflict: iterations i = 0 and i = 1 both write a[1], for n = 2\n");
}

TEST_CASE(
    "of two strides either may enclose the other: nothing is decided, except for the loop in whose "
    "iterations one of them is fixed") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").parallel("j", "0", "j < m").write("a[i*s + j*t]")) ==
        "loop i: unknown: subscript 'i*s + j*t' of 'a' is not affine\nloop j: independent\nassumes 0 < t\n");
}

TEST_CASE("an increment is taken not to be 0") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").update("y[i*incy]").read("x[i*incx]")) ==
        "loop i: independent\nassumes 0 < incy\n");
}

TEST_CASE("an entry of each row, wherever the rows begin") {
  CHECK(proofOf(nest().parallel("i", "0", "i < m").write("a[i*n + i]").nonNegative("n")) ==
        "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i <= n").write("a[i*n + i]")) == "loop i: independent\n");
}

TEST_CASE("one flat index for a part of a larger array, with a constant before it") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < m")
                    .parallel("j", "0", "j < n")
                    .write("w[i*n + j + 8]")
                    .read("w[i*n + j + 8]")) == "loop i: independent\nloop j: independent\n");
}

TEST_CASE("a row that is chosen in front of the nest and that bounds the columns, as in a triangle") {
  CHECK(proofOf(nest().parallel("j", "0", "j <= r").write("g[r*p + j + p]").read("g[r*p + j]")) ==
        "loop j: independent\nassumes r < p\n");
}

TEST_CASE("rows that are named one by one, around planes of rows") {
  CHECK(proofOf(nest()
                    .parallel("j", "0", "j < n")
                    .loop("i", "0", "i < m")
                    .loop("k", "0", "k < l")
                    .write("x[((p + j)*q + i)*r + k]")
                    .write("x[((2*p + j + 1)*q + i)*r + k]")) ==
        "loop j: independent\nassumes l <= r\nassumes m <= q\nassumes n < p\n");
}

TEST_CASE("what a loop goes on by is no row that holds all that it runs through") {
  const auto stepped = [] { return nest().parallel("i", "0", "i < n").by("d"); };
  CHECK(proofOf(stepped().write("a[i + 2*d]").read("a[i + d]")) ==
        "loop i: conflict: iteration i = 1 reads a[2], which iteration i = 0 writes, for d = 1, n = 2\n");
  CHECK(proofOf(stepped().write("a[i + 4*d]").read("a[i + 2*d]")) ==
        "loop i: conflict: iteration i = 2 reads a[4], which iteration i = 0 writes, for d = 1, n = 3\n");
  CHECK(proofOf(stepped().update("a[i + 2*d - 1]").read("a[i + d - 1]")) ==
        "loop i: conflict: iteration i = 1 reads a[1], which iteration i = 0 writes, for d = 1, n = 2\n");
  CHECK(proofOf(nest()
                    .parallel("y", "0", "y < m")
                    .by("s")
                    .loop("x", "0", "x < n")
                    .write("a[(y + s)*n + x]")
                    .read("a[(y + 2*s)*n + x]")) ==
        "loop y: conflict: iteration y = 0 reads a[2], which iteration y = 1 writes, for m = 2, n = 1, s = "
        "1\n");
}

TEST_CASE("what lies between the steps of run time") {
  const auto twice = [] { return nest().parallel("i", "0", "i < n").by("2*d"); };
  CHECK(proofOf(twice().update("a[i + 2*d - 1]").read("a[i + d - 1]")) == "loop i: independent\n");
  CHECK(proofOf(twice().update("a[i + d]").read("a[i]").read("a[i + 2*d]")) == "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n").by("s").write("a[i + 2*n]").read("a[i + n]")) ==
        "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i + 2*p]").read("a[i + p]")) ==
        "loop i: independent\nassumes n <= p\n");
}

TEST_CASE("columns that begin in front of the row") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < n")
                    .parallel("j", "0", "j <= n + 1")
                    .write("y[(i + 2)*p + n - j]")) ==
        "loop i: independent\nloop j: independent\nassumes n + 2 <= p\n");
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < m")
                    .loop("j", "0", "j < n")
                    .write("a[i*p + j]")
                    .read("a[i*p + j - 1]")) == "loop i: independent\nassumes n < p\n");
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < m")
                    .loop("j", "0", "j < n")
                    .write("a[i*n + j]")
                    .read("a[i*n + j - 1]")) ==
        "loop i: conflict: iteration i = 1 reads a[0], which iteration i = 0 writes, for m = 2, n = 1\n");
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < m")
                    .parallel("j", "0", "j < l")
                    .parallel("k", "0", "k < n")
                    .write("a[(i*p + 3*j - 6)*n + k]")) ==
        "loop i: independent\nloop j: independent\nloop k: independent\nassumes 3*l <= p + 2\n");
}

TEST_CASE("rows that are chosen from outside are different ones") {
  CHECK(proofOf(nest().parallel("i", "1", "i < n").write("u[p][i]").read("u[q][i - 1]")) ==
        "loop i: independent\nassumes p != q\n");
  CHECK(proofOf(nest().parallel("i", "1", "i < n").write("u[(p + 1)*n + i]").read("u[q*n + i - 1]")) ==
        "loop i: independent\nassumes p + 1 != q\n");
  CHECK(proofOf(nest().parallel("i", "1", "i < n").write("u[p - 2][i]").read("u[q][i - 1]")) ==
        "loop i: independent\nassumes p != q + 2\n");
  for (const char* form : {"a[i + %]", "a[i + %][0]", "a[(i + %)*m]"}) {
    const auto with = [&](const char* offset) {
      std::string text = form;
      return text.replace(text.find('%'), 1, offset);
    };
    CHECK(proofOf(nest().parallel("i", "0", "i < n").write(with("p")).read(with("q"))).find("conflict") !=
          std::string::npos);
  }
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("u[p][i]").read("u[q][i]")) ==
        "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "1", "i < n").write("u[p][i]").read("u[q][i]").read("u[p][i - 1]")) ==
        "loop i: conflict: iteration i = 2 reads u[0][1], which iteration i = 1 writes, for n = 3, p = 0\n");
}

TEST_CASE("rows that are as long as one of two values stay in their stride where both do") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").loop("j", "0", "j < max(i, n - 1)").write("a[i*ld + j]")) ==
        "loop i: independent\nassumes n <= ld + 1\n");
}

TEST_SUITE_END();
