// Measures several subjects that do the same work, each in its own way. They take turns, one section of each in every
// repetition and each time another one first, so that a machine that gets slower meanwhile does so for all.
//
//     section: | prepare | clock | round | round | … | clock |                 where rounds can follow one another
//              | prepare | clock | round | clock | prepare | clock | round | clock | …        where each needs a new
//              start
//
// What reading the clock costs is measured and taken off. How many rounds a section has is found out before, for each
// subject, so that it lasts long enough for the clock.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ecs::lab {

struct BenchSubject {
    std::string name;                                        // `002`, `objects`: unique among those measured together
    std::string title;                                       // `One block an archetype`
    std::uint64_t operations = 1;                            // that a round must do; what is measured is divided by it
    std::function<void()> prepare;                           // before each section, or each round; not measured
    std::function<std::uint64_t(std::uint64_t rounds)> run;  // measured; how many operations it really did
    std::function<std::uint64_t()> checksum;                 // of the state after prepare and one round
    bool rounds_follow = false;                              // rounds may follow one another without prepare
};

/// Nanoseconds since any moment.
using BenchClock = std::function<std::uint64_t()>;
BenchClock steady_clock();

struct BenchEffort {
    std::size_t repetitions = 15;
    std::uint64_t section_ns = 500'000;  // a section is to last at least so long
    std::uint64_t max_rounds = 1 << 20;  // but has no more rounds
    std::uint64_t max_starts = 1 << 11;  // the same where each needs a new start
};

struct Measured {
    std::vector<double> ns;  // an operation, one value a repetition, in their order
    std::uint64_t rounds = 0;
    std::uint64_t checksum = 0;
    double clock_share = 0;  // of what was read, the part that was the clock's own and was taken off
    std::string fault;       // one sentence when it did not do the work that it claims
};

struct BenchProgress {
    std::size_t done = 0, all = 0;  // sections, those that find out the rounds included
    std::string what;               // `create, 1,000 entities`
};

struct BenchHooks {
    BenchClock clock;  // empty: the steady clock
    std::stop_token stop = {};
    std::function<void(const BenchProgress&)> progress = {};
};

/// Sections that measure() runs for one subject.
std::size_t sections_of(const BenchEffort& effort);

/// One a subject; none when it was stopped. Each is warmed up first. `progress` is counted up by what was done.
std::vector<Measured> measure(std::vector<BenchSubject>& subjects, const BenchEffort& effort, const BenchHooks& hooks,
                              BenchProgress& progress);

/// What must lie between two rounds, so that the compiler neither drops nor merges them.
void keep_in_memory(const void* bytes);

}  // namespace ecs::lab
