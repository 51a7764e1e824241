// What translated CUDA programs include.
#pragma once

#include <appyl/cuda/atomic.hpp>
#include <appyl/cuda/complex.hpp>
#include <appyl/cuda/data.hpp>
#include <appyl/cuda/error.hpp>
#include <appyl/cuda/launch.hpp>
#include <appyl/cuda/private_member.hpp>
#include <appyl/cuda/reduce.hpp>
#include <appyl/cuda/span.hpp>
#include <appyl/cuda/staging.hpp>
