// The program of the sample of the same name, with the directives that an OpenMP user writes by hand in place
// of the annotations. Everything else is kept, so that both differ in their directives only.
#include "sample.hpp"

#include <cstddef>
#include <utility>
#include <vector>

class Plate {
 public:
  Plate(long rows, long columns, double hot)
      : rows(rows), columns(columns), current(static_cast<std::size_t>(rows * columns)) {
    for (long j = 0; rows > 0 && j < columns; ++j) current[j] = hot;
    next = current;
  }

  void relax(long steps) {
    for (long step = 0; step < steps; ++step) {
#pragma omp parallel for
      for (long i = 1; i < rows - 1; ++i)
        for (long j = 1; j < columns - 1; ++j)
          next[i * columns + j] = 0.25 * (current[(i - 1) * columns + j] + current[(i + 1) * columns + j] +
                                          current[i * columns + j - 1] + current[i * columns + j + 1]);
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
