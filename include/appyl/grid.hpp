// Grids of programs and block specs, with the semantics of JAX Pallas: a kernel is called once for each
// program of a grid, with one block of each of its arrays.
//
//   grid_call([](ref<const float, 1> x, ref<float, 1> y) { y(all) = x(all) * 2; },
//             {/*grid*/ 4, /*in_specs*/ {BlockSpec{{2}, [](auto i) { return i; }}},
//              /*out_specs*/ {BlockSpec{{2}, [](auto i) { return i; }}}})(x, y);
#pragma once

#include <appyl/appyl.hpp>
#include <appyl/grid/block_spec.hpp>
#include <appyl/grid/call.hpp>
#include <appyl/grid/inside.hpp>
#include <appyl/grid/ref.hpp>
