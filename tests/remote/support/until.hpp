// How a test waits for a state: it looks again and again.
#pragma once

#include <chrono>
#include <thread>

namespace test {

/// False when it takes longer than any test should.
template <class Condition>
bool until(Condition&& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::yield();
    }
    return true;
}

/// Takes steps until `done`.
template <class Step, class Condition>
bool go_on(Step&& step, Condition&& done) {
    return until([&] {
        if (done()) return true;
        step();
        return false;
    });
}

}  // namespace test
