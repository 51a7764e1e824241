#pragma once

constexpr int row = 4;
