// The clock of the panels' benches: what other programs do meanwhile does not count.
#pragma once

#include <time.h>

/// Seconds that this thread has computed.
inline double cpu_secs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}
