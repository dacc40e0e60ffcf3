// The processor and the build for which measured times hold.
#pragma once

#include <string>

namespace ecs::lab {

struct BenchMachine {
    std::string processor;  // the system's name for it
    unsigned cores = 0;     // that the system offers
    std::string compiler;   // `g++ 12.2.0`
    std::string flags;      // `Release -O3 -DNDEBUG`
    bool optimised = false, asserts = false, sanitized = false;
};

/// The present machine, and the build of the bench.
BenchMachine this_machine();
/// `g++ 12.2.0, Release -O3 -DNDEBUG, on Some Processor, 2 cores`
std::string sentence_of(const BenchMachine& machine);
/// The reason why numbers of this build mean nothing, as a sentence without a full stop; empty when they are
/// meaningful.
std::string warning_of(const BenchMachine& machine);

}  // namespace ecs::lab
