// What programs that `appyl-translate --target=interpret` has written include.
#pragma once

#include <appyl/interpret/access.hpp>
