#include "ecs/lab/bench/bench_machine.hpp"

#include <fstream>
#include <thread>

#include "ecs/base/assert.hpp"
#include "ecs/base/language.hpp"

#ifndef CHUNKSCOPE_BENCH_FLAGS
#define CHUNKSCOPE_BENCH_FLAGS "unknown flags"
#endif

namespace ecs::lab {

namespace {

std::string processor_name() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "an unknown processor";
}

constexpr bool is_sanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return true;
#else
    return false;
#endif
#else
    return false;
#endif
}

std::string compiler_name() {
#if defined(__clang__)
    return "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) + "." +
           std::to_string(__clang_patchlevel__);
#elif defined(__GNUC__)
    return "g++ " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) + "." +
           std::to_string(__GNUC_PATCHLEVEL__);
#else
    return "an unknown compiler";
#endif
}

}  // namespace

BenchMachine this_machine() {
    BenchMachine machine{processor_name(), std::thread::hardware_concurrency(), compiler_name(),
                         CHUNKSCOPE_BENCH_FLAGS};
#ifdef __OPTIMIZE__
    machine.optimised = true;
#endif
    machine.asserts = ECS_ENABLE_ASSERTS != 0;
    machine.sanitized = is_sanitized();
    return machine;
}

std::string sentence_of(const BenchMachine& machine) {
    return phrase("{}, {}, on {}, {}", machine.compiler, machine.flags, machine.processor,
                  count_phrase(std::to_string(machine.cores), machine.cores == 1 ? "core" : "cores"));
}

std::string warning_of(const BenchMachine& machine) {
    if (!machine.optimised)
        return tr("This build is not optimised: its times mean nothing. Measure with a release build");
    if (machine.sanitized)
        return tr("This build has a sanitizer in it: its times mean nothing. Measure with a release build");
    if (machine.asserts)
        return tr("This build checks itself while it runs: its times mean little. Measure with a release build");
    return {};
}

}  // namespace ecs::lab
