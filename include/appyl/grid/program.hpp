// The place of the running program in its grid.
#pragma once

#include <appyl/grid/block_spec.hpp>

namespace appyl {

namespace detail {

/// The program that the thread runs, by its number; its place may begin with batch dimensions, which kernels
/// do not see.
struct running_program {
  const Grid& grid;
  std::ptrdiff_t number = 0;
  std::size_t batches = 0;
  const running_program* outer = nullptr;
};
inline const running_program*& current_program() {
  static thread_local const running_program* program = nullptr;
  return program;
}

/// `(2, 0)`.
inline std::string running_place() {
  const running_program* program = current_program();
  return program ? text(program->grid.program(program->number)) : "()";
}

[[noreturn]] inline void no_such_axis(const char* asked, std::ptrdiff_t axis, const std::string& why) {
  throw std::invalid_argument(asked + ("(" + std::to_string(axis) + "): ") + why);
}
inline const running_program& program_with(std::ptrdiff_t axis, const char* asked) {
  const running_program* program = current_program();
  if (!program) no_such_axis(asked, axis, "no program of a grid runs here");
  const std::size_t rank = program->grid.rank() - program->batches;
  if (axis < 0 || static_cast<std::size_t>(axis) >= rank)
    no_such_axis(asked, axis,
                 "a grid of rank " + std::to_string(rank) + " has no axis " + std::to_string(axis));
  return *program;
}

}  // namespace detail

/// The place of the running program along an axis of its grid.
inline std::ptrdiff_t program_id(any_integer axis) {
  const auto& program = detail::program_with(axis.value, "program_id");
  return program.grid.place(program.number, static_cast<std::size_t>(axis.value) + program.batches);
}
/// The number of programs along an axis.
inline std::ptrdiff_t num_programs(any_integer axis) {
  const auto& program = detail::program_with(axis.value, "num_programs");
  return program.grid.shape()[static_cast<std::size_t>(axis.value) + program.batches];
}

}  // namespace appyl
