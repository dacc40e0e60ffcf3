#include "ecs/base/assert.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace ecs {

namespace {

void print_and_abort(const std::string& message) {
    std::fprintf(stderr, "%s\n", message.c_str());
    std::fflush(stderr);
    std::abort();
}

std::atomic<FailureHandler> failure_handler{print_and_abort};

}  // namespace

FailureHandler set_failure_handler(FailureHandler handler) {
    return failure_handler.exchange(handler ? handler : print_and_abort);
}

void fail(const std::string& message) { failure_handler.load()(message); }

void fail_assert(const char* message, const char* file, int line) {
    fail(std::string(file) + ":" + std::to_string(line) + ": " + message);
}

}  // namespace ecs
