// By how many rows the ends of a tile move in from nest to nest and from step to step.
#include "nest_builder.h"

#include "proof/time_steps.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

TEST_SUITE_BEGIN("proof/time steps");

/// Of a time loop whose nests begin at these loops; tiled over so many of the loops of each.
static std::string skewOf(LoopNest steps, const std::vector<std::vector<int>>& loops) {
  for (const Access& access : steps.accesses)
    steps.arrays[static_cast<std::size_t>(access.array)].extents.resize(access.subscripts.size());
  std::vector<SpaceLoops> nests;
  for (const std::vector<int>& each : loops) nests.push_back({each.front() < 0 ? -each.front() : each.front(), each});
  for (SpaceLoops& each : nests)
    for (int& loop : each.loops) loop = std::max(loop, -1);
  const auto skew = skewTimeSteps(steps, nests);
  if (const auto* why = std::get_if<std::string>(&skew)) return *why;
  return print(std::get<TimeSkew>(skew));
}

static NestBuilder steps() { return nest().loop("t", "0", "t < steps"); }

TEST_CASE("from one array to the other and back: both nests move in") {
  CHECK(skewOf(steps()
                   .parallel("i", "1", "i < n").write("b[i]").read("a[i - 1]").read("a[i + 1]").end()
                   .parallel("j", "1", "j < n").write("a[j]").read("b[j - 1]").read("b[j + 1]"),
               {{1}, {2}}) == "  dimension 0: 2 and 2 per step; in the first step (0, 0) (1, 1)\n");
}

TEST_CASE("each side by itself") {
  CHECK(skewOf(steps().parallel("i", "3", "i < n").write("a[t%2][i]").read("a[t%2][i - 3]"), {{1}}) ==
        "  dimension 0: 3 and 3 per step; in the first step (0, 0)\n");  // written where it was read
  CHECK(skewOf(steps()
                   .parallel("i", "0", "i < n").write("b[i]").read("a[i + 2]").end()
                   .parallel("j", "0", "j < n").write("a[j]").read("b[j]"),
               {{1}, {2}}) == "  dimension 0: 2 and 2 per step; in the first step (0, 0) (2, 0)\n");
}

TEST_CASE("fields that depend on each other in one direction need no more than that") {
  CHECK(skewOf(steps()
                   .parallel("i", "1", "i < n").update("e[i]").read("h[i]").read("h[i - 1]").end()
                   .parallel("j", "0", "j < n - 1").update("h[j]").read("e[j + 1]").read("e[j]"),
               {{1}, {2}}) == "  dimension 0: 1 and 1 per step; in the first step (0, 0) (0, 1)\n");
}

TEST_CASE("no rows are read but the own ones") {
  CHECK(skewOf(steps().parallel("i", "0", "i < n").update("a[i]").read("b[i + 7]"), {{1}}) ==
        "  dimension 0: 0 and 0 per step; in the first step (0, 0)\n");
}

TEST_CASE("two dimensions, each with its own distances") {
  CHECK(skewOf(steps()
                   .parallel("i", "1", "i < n").parallel("j", "2", "j < m").write("b[i][j]").read("a[i - 1][j]")
                   .read("a[i][j + 2]").end().end()
                   .parallel("k", "0", "k < n").parallel("l", "0", "l < m").write("a[k][l]").read("b[k][l]"),
               {{1, 2}, {3, 4}}) == "  dimension 0: 1 and 1 per step; in the first step (0, 0) (0, 1)\n"
                                    "  dimension 1: 2 and 2 per step; in the first step (0, 0) (2, 0)\n");
}

TEST_CASE("flat subscripts are rows where they stay in them") {
  CHECK(skewOf(steps().parallel("i", "1", "i < n - 1").loop("j", "0", "j < m").write("b[i*m + j]").read("a[i*m + m + j]")
                   .end().end()
                   .parallel("k", "1", "k < n - 1").loop("l", "0", "l < m").write("a[k*m + l]").read("b[k*m + l]"),
               {{1}, {3}}) == "  dimension 0: 1 and 1 per step; in the first step (0, 0) (1, 0)\n");
  CHECK(skewOf(steps().parallel("i", "1", "i < n").loop("j", "0", "j < m").update("a[i*ld + j]").read("b[i]"), {{1}}) ==
        "  dimension 0: 0 and 0 per step; in the first step (0, 0)\n  given m <= ld\n");
}

TEST_CASE("a nest at an edge belongs to its row") {
  CHECK(skewOf(steps()
                   .parallel("j", "0", "j < m").write("a[0][j]").read("a[1][j]").end()
                   .parallel("i", "1", "i < n").loop("k", "0", "k < m").write("b[i][k]").read("a[i - 1][k]").end().end()
                   .parallel("l", "1", "l < n").loop("q", "0", "q < m").write("a[l][q]").read("b[l][q]"),
               {{-1}, {2}, {4}}) ==
        "  dimension 0: 1 and 1 per step; in the first step (0, 1) in row 0 (1, 0) (1, 1)\n");
}

TEST_CASE("what has no rows of constant distance") {
  CHECK(skewOf(steps().parallel("i", "0", "i < n").write("b[i]").read("a[n - i]").end()
                   .parallel("j", "0", "j < n").write("a[j]"), {{1}, {2}}) ==
        "the elements of 'a' are no rows of constant distance");
  CHECK(skewOf(steps().parallel("i", "0", "i < n").write("a[i]").read("a[idx[i]]"), {{1}}) ==
        "the elements of 'a' are no rows of constant distance");
  CHECK(skewOf(steps().parallel("i", "0", "i < n").write("a[i]").read("a[i - t]"), {{1}}) ==
        "the elements of 'a' are no rows of constant distance");
}

TEST_CASE("what happens between the nests") {
  CHECK(skewOf(steps().read("a[0]").parallel("i", "0", "i < n").write("a[i]"), {{1}}) ==
        "'a' is accessed between the nests of a step");
  CHECK(skewOf(steps().read("f[t]").parallel("i", "0", "i < n").write("a[i]"), {{1}}) ==
        "  dimension 0: 0 and 0 per step; in the first step (0, 0)\n");
  CHECK(skewOf(steps().calls("'f' is not visible").parallel("i", "0", "i < n").write("a[i]"), {{1}}) ==
        "'f' is not visible");
}

TEST_SUITE_END();
