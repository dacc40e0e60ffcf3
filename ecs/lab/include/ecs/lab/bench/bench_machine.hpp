// What measured times hold for: the processor they were measured on and the build that was measured.
#pragma once

#include <string>

namespace ecs::lab {

struct BenchMachine {
    std::string processor;  // as the system calls it
    unsigned cores = 0;     // that it lends
    std::string compiler;   // `g++ 12.2.0`
    std::string flags;      // `Release -O3 -DNDEBUG`
    bool optimised = false, asserts = false, sanitized = false;
};

/// This one, as the bench was compiled.
BenchMachine this_machine();
/// `g++ 12.2.0, Release -O3 -DNDEBUG, on Some Processor, 2 cores`
std::string sentence_of(const BenchMachine& machine);
/// Why the numbers of such a build mean nothing, as a sentence without a full stop; empty when they mean something.
std::string warning_of(const BenchMachine& machine);

}  // namespace ecs::lab
