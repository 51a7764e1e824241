// What keeps a verdict from being certain, reductions, own arrays, and indices outside their arrays.
#include "nest_builder.h"

#include <doctest/doctest.h>

#include <chrono>

using namespace appyl;
using namespace appyl::test;

TEST_SUITE_BEGIN("proof/other");

TEST_CASE("an indirect store is not decided, and says which subscript") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[idx[i]]")) ==
        "loop i: unknown: subscript 'idx[i]' of 'a' is not affine\n");
}

TEST_CASE("an indirect load of what nobody writes does not matter") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i]").read("b[idx[i]]")) ==
        "loop i: independent\n");
}

TEST_CASE("an indirect store beside a certain conflict: the conflict is reported") {
  CHECK(proofOf(nest().parallel("i", "1", "i < n").write("b[idx[i]]").write("a[i]").read("a[i - 1]")) ==
        "loop i: conflict: iteration i = 2 reads a[1], which iteration i = 1 writes, for n = 3\n");
}

TEST_CASE("conflicts on two arrays are both reported") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[0]").write("b[1]")) ==
        "loop i: conflict: iterations i = 0 and i = 1 both write a[0], for n = 2\n"
        "loop i: conflict: iterations i = 0 and i = 1 both write b[1], for n = 2\n");
}

TEST_CASE("a subscript that is no polynomial") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").writeUnknown("a")) ==
        "loop i: unknown: a subscript of 'a' is not affine\n");
}

TEST_CASE("an array handed to something that may touch all of it") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").anywhere("a")) ==
        "loop i: unknown: any element of 'a' may be touched\n");
}

TEST_CASE("a condition that is not known makes a conflict uncertain, and leaves independence alone") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").sometimes().write("a[0]")) ==
        "loop i: unknown: the condition under which 'a' is accessed is not affine\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n").sometimes().write("a[i]")) == "loop i: independent\n");
}

TEST_CASE("a condition on a value that the body may have changed proves nothing") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").when("t[i] == i").write("a[t[i]]")) ==
        "loop i: unknown: subscript 't[i]' of 'a' is not affine\n");
}

TEST_CASE("an inner loop of unknown length") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").loop("k", "0", "k < len[i]").write("a[i][k]")) ==
        "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n").loop("k", "0", "k < len[i]").write("a[k]")) ==
        "loop i: unknown: the range of 'k' is not affine, and 'a' is accessed in it\n");
}

TEST_CASE("a loop that is not canonical around the access") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").wild().update("a[i]")) == "loop i: independent\n");
  CHECK(proofOf(nest().parallel("i", "0", "i < n").wild().update("a[0]")) ==
        "loop i: unknown: a loop around the access to 'a' is not canonical\n");
}

TEST_CASE("bounds that are no polynomials keep the step") {
  CHECK(proofOf(nest().parallel("i", "0", "i < ?", 2).write("a[i]").read("a[i + 1]")) ==
        "loop i: independent\n");
}

TEST_CASE("updates under a reduction may meet") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").reduction("b").update("b[0]", 0)) ==
        "loop i: independent but for the reduction of b\n");
}

TEST_CASE("updates without a reduction may not") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").update("b[0]")) ==
        "loop i: conflict: iterations i = 0 and i = 1 both write b[0], for n = 2\n");
}

TEST_CASE("a reduction covers the loops inside its own, not those around it") {
  CHECK(
      proofOf(
          nest().parallel("i", "0", "i < n").reduction("c").parallel("j", "0", "j < m").update("c[j]", 0)) ==
      "loop i: independent but for the reduction of c\nloop j: independent but for the reduction of c\n");
  CHECK(
      proofOf(
          nest().parallel("i", "0", "i < n").parallel("j", "0", "j < m").reduction("c").update("c[0]", 0)) ==
      "loop i: conflict: iterations (i = 0, j = 0) and (i = 1, j = 0) both write c[0], for m = 1, n = 2\n"
      "loop j: independent but for the reduction of c\n");
}

TEST_CASE("an indirect reduction") {
  CHECK(proofOf(nest()
                    .parallel("i", "0", "i < n")
                    .reduction("centers")
                    .parallel("j", "0", "j < d")
                    .update("centers[labels[i]][j]", 0)
                    .read("x[i][j]")) ==
        "loop i: independent but for the reduction of centers\nloop j: independent but for the reduction of "
        "centers\n");
}

TEST_CASE("another access is named before a pair of updates") {
  const Proof proof = prove(nest().parallel("i", "0", "i < n").update("a[0]").read("a[i]"));
  const auto& conflict = std::get<Conflict>(proof.loops[0].verdict);
  CHECK((conflict.first.access == 1 || conflict.second.access == 1));
}

TEST_CASE("an array declared in the body is each iteration's own") {
  CHECK(
      proofOf(
          nest().parallel("i", "0", "i < n").local("t").loop("k", "0", "k < 8").write("t[k]").read("t[0]")) ==
      "loop i: independent\n");
}

TEST_CASE("an array declared in the body is shared by the loops inside") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").local("t").parallel("k", "0", "k < 8").write("t[0]")) ==
        "loop i: independent\nloop k: conflict: iterations (i = 0, k = 0) and (i = 0, k = 1) both write "
        "t[0], for n = 1\n");
}

TEST_CASE("a call that may do anything leaves the loop undecided") {
  CHECK(proofOf(nest().parallel("i", "0", "i < n").write("a[i]").calls("f")) == "loop i: unknown: f\n");
}

TEST_CASE("an index outside a constant extent") {
  CHECK(proofOf(nest().extents("a", {"100"}).parallel("i", "0", "i <= 100").write("a[i]")) ==
        "loop i: independent\nindex 100 of 'a' is outside its extent 100, in iteration i = 100\n");
  CHECK(proofOf(nest()
                    .extents("a", {"10", "20"})
                    .parallel("i", "0", "i < 10")
                    .parallel("j", "0", "j < 20")
                    .write("a[i][j]")
                    .read("a[i - 1][j]"))
            .find("index -1 of 'a' is outside its extent 10, in iteration (i = 0, j = 0)") !=
        std::string::npos);
}

TEST_CASE("an index inside its extent, or outside only for some sizes, is no finding") {
  CHECK(proofOf(nest().extents("a", {"100"}).parallel("i", "0", "i < 100").write("a[i]")) ==
        "loop i: independent\n");
  CHECK(proofOf(nest().extents("a", {"100"}).parallel("i", "0", "i < n").write("a[i]")) ==
        "loop i: independent\n");
  CHECK(proofOf(nest().extents("a", {"100"}).parallel("i", "0", "i < 200").when("i < 100").write("a[i]")) ==
        "loop i: independent\n");
  CHECK(proofOf(nest().extents("a", {"100"}).parallel("i", "0", "i < 200").sometimes().write("a[i]")) ==
        "loop i: independent\n");
}

TEST_CASE("an enormous nest is given up in bounded time, never called wrong") {
  NestBuilder builder;
  builder.parallel("i0", "0", "i0 < n0");
  std::string subscript = "i0*s0";
  for (int k = 1; k < 8; ++k) {
    const std::string number = std::to_string(k);
    builder.loop("i" + number, "i" + std::to_string(k - 1) + " / 3",
                 "i" + number + " < n" + number + " / 2 + i0 % 7");
    subscript += " + i" + number + " / 5 * s" + number;
  }
  for (int k = 0; k < 30; ++k) builder.update("a[" + subscript + " + " + std::to_string(k) + "]");
  const auto start = std::chrono::steady_clock::now();
  const Proof proof = prove(builder);
  CHECK(std::chrono::steady_clock::now() - start <
        std::chrono::seconds(5));  // far above what it takes, for loaded machines
  CHECK(!std::holds_alternative<Independent>(proof.loops[0].verdict));
}

TEST_CASE("many accesses to one array are looked at in bounded time") {
  NestBuilder builder;
  builder.parallel("i", "0", "i < n").parallel("j", "0", "j < n");
  for (int k = 0; k < 150; ++k) builder.update("a[i + " + std::to_string(7 * k) + "*n][2*j]");
  const auto start = std::chrono::steady_clock::now();
  const Proof proof = prove(builder);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
  CHECK(std::holds_alternative<Independent>(*proof.verdictOf(1)));
}


TEST_CASE("where the limit of operations ends the search, that is the reason") {
  auto planes = nest().parallel("x", "2", "x < n - 2", 2).parallel("y", "2", "y < m - 2").parallel("z", "2", "z < k - 2");
  planes.write("a[x*m*k + y*k + z]");
  const auto offset = [](int number, const char* factor) {
    return (number < 0 ? " - " : " + ") + std::to_string(std::abs(number)) + factor;
  };
  for (const int plane : {-3, -1, 1, 3, 5})
    for (int row = -2; row <= 2; ++row)
      for (int column = -2; column <= 2; ++column)
        planes.read("a[x*m*k" + offset(plane, "*m*k") + " + y*k" + offset(row, "*k") + " + z" +
                    offset(column, "") + "]");
  const std::string proof = proofOf(planes);
  CHECK(proof.find("loop x: unknown: the limit of operations ended the search for two iterations that meet at "
                   "an element of 'a'; fewer accesses or simpler subscripts need fewer\n") == 0);
}

TEST_SUITE_END();
