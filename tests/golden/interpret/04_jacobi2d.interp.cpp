// The temperature of a plate whose edges are held at fixed temperatures: Jacobi's method replaces every inner
// point by the mean of its four neighbours, again and again, until the plate is in equilibrium. Each step
// reads one grid and writes the other, so all points of a step are independent; the steps are not, and the
// time loop stays a plain one. The grids are members of a class, reached through `this`, and the block sizes
// are macros.
//
// run: --check 0 0 5
// run: --check 1 1 5
// run: --check 1 7 3
// run: --check 3 3 2
// run: --check 31 65 7
// run: --check 129 127 6
// run: --check 130 258 0
// run: --check 70 1030 2
#include <appyl/interpret/interpret.hpp>
#include "sample.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#define BLOCK_ROWS 32
#define BLOCK_COLUMNS 512

class Plate {
 public:
  Plate(long rows, long columns, double hot)
      : rows(rows), columns(columns), current(static_cast<std::size_t>(rows * columns)) {
    for (long j = 0; rows > 0 && j < columns; ++j) current[j] = hot;
    next = current;
  }

  void relax(long steps) {
    for (long step = 0; step < steps; ++step) {
      // Plate_relax_kernel0: a grid of ceildiv(rows - 2, 32) x ceildiv(columns - 2, 512)
      //   programs, blocks of 32 of i and 512 of j.
      // Reads this->current (34 x 514); writes this->next (32 x 512).
      // Proved independent.
      // Interpreted: one program after the other.
      {
        namespace check_ = ::appyl::interpret;
        const unsigned long long i_count =
            1 < rows - 1 ? static_cast<unsigned long long>(rows - 1) - static_cast<unsigned long long>(1) : 0;
        const unsigned long long j_count = 1 < columns - 1 ? static_cast<unsigned long long>(columns - 1) -
                                                                 static_cast<unsigned long long>(1)
                                                           : 0;
        check_::Programs programs({"04_jacobi2d.cpp", "Plate_relax_kernel0"},
                                  {{"i", i_count, 32, static_cast<long long>(1), 1},
                                   {"j", j_count, 512, static_cast<long long>(1), 1}});
        while (programs.next()) {
          const long i = programs.value<long>(0);
          programs.row<long>([&](const auto& each, const long j) {
            each.write({38, 11, "next"}, next, i * columns + j) =
                0.25 * (each.read({38, 43, "current"}, current, (i - 1) * columns + j) +
                        each.read({38, 76, "current"}, current, (i + 1) * columns + j) +
                        each.read({39, 43, "current"}, current, i * columns + j - 1) +
                        each.read({39, 74, "current"}, current, i * columns + j + 1));
          });
        }
      }
      std::swap(current, next);
    }
  }

  void relaxSequential(long steps) {
    for (long step = 0; step < steps; ++step) {
      for (long i = 1; i < rows - 1; ++i)
        for (long j = 1; j < columns - 1; ++j)
          next[i * columns + j] = 0.25 * (current[(i - 1) * columns + j] + current[(i + 1) * columns + j] +
                                          current[i * columns + j - 1] + current[i * columns + j + 1]);
      std::swap(current, next);
    }
  }

  const std::vector<double>& temperatures() const { return current; }

 private:
  long rows, columns;
  std::vector<double> current, next;
};

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"rows", 4000}, {"columns", 4000}, {"steps", 10}});
  const long rows = program.size(0), columns = program.size(1), steps = program.size(2);

  Plate expected(rows, columns, 100), actual(rows, columns, 100);
  program.kernel(
      "jacobi2d", [&] { expected.relaxSequential(steps); }, [&] { actual.relax(steps); },
      [&] { return sample::same(expected.temperatures(), actual.temperatures()); });
  return program.status();
}
