// What programs that `appyl-translate --target=interpret` has written include.
#pragma once

#include <appyl/interpret/access.hpp>
#include <appyl/interpret/parts.hpp>
#include <appyl/interpret/rows.hpp>
