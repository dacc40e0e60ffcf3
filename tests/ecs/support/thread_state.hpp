// Whether a thread sleeps, as the kernel has it: tests wait for that instead of for a time.
#pragma once

#include <fstream>
#include <string>
#include <thread>

#ifdef __linux__
#include <unistd.h>
#endif

namespace test {

#ifdef __linux__
using ThreadNumber = long;
inline ThreadNumber this_thread_number() { return gettid(); }

inline bool sleeps(ThreadNumber thread) {
    std::string stat;
    std::getline(std::ifstream("/proc/self/task/" + std::to_string(thread) + "/stat"), stat);
    const std::size_t name_end = stat.rfind(')');  // the state is the word behind the name
    return name_end != std::string::npos && stat.size() > name_end + 2 && stat[name_end + 2] == 'S';
}
#else
// Where nobody tells, a thread with nothing to do is taken to sleep after many chances to run.
using ThreadNumber = std::thread::id;
inline ThreadNumber this_thread_number() { return std::this_thread::get_id(); }
inline bool sleeps(ThreadNumber) {
    for (int i = 0; i < 100'000; ++i) std::this_thread::yield();
    return true;
}
#endif

inline void wait_until_sleeps(ThreadNumber thread) {
    while (!sleeps(thread)) std::this_thread::yield();
}

}  // namespace test
