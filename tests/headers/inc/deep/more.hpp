#pragma once
inline float more() { return 1.0f; }
