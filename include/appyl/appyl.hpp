// Tiles: a small array language with NumPy's names, for programs that work on one block of their arrays at a
// time. The translator turns it into loops and kernels; without it, it computes the same, one lane after the
// other. C++17.
#pragma once

#include <appyl/half.hpp>
#include <appyl/memory.hpp>
#include <appyl/operations.hpp>
#include <appyl/shape.hpp>
#include <appyl/tile.hpp>
#include <appyl/view.hpp>
