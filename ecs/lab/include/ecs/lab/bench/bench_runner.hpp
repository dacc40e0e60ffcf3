// Measures several subjects that do the same work, each in its own way. They take turns: each repetition runs one
// section of each subject and starts with another one. A machine that slows down therefore slows all subjects.
//
//     section: | prepare | clock | round | round | … | clock |               if rounds can follow one another
//              | prepare | clock | round | clock | prepare | clock | …       if each round needs a new start
//
// The cost of reading the clock is measured and subtracted. Before measuring, each subject gets enough rounds per
// section that a section lasts long enough for the clock.
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
    std::string name;                                        // of files: `002 shift`; unique among subjects measured
                                                             // together
    std::string title = {};                                  // what people read: `Columns, shifting`; unique, too
    std::string detail = {};                                 // shown second and quiet: `article 002`; may be empty
    std::uint64_t operations = 1;                            // per round; the time is divided by it
    std::function<void()> prepare;                           // runs before each section or each round; not measured
    std::function<std::uint64_t(std::uint64_t rounds)> run;  // measured; returns the operations really done
    std::function<std::uint64_t()> checksum;                 // of the state after prepare and one round
    bool rounds_follow = false;                              // rounds may follow one another without prepare
};

/// Nanoseconds since an arbitrary moment.
using BenchClock = std::function<std::uint64_t()>;
BenchClock steady_clock();

struct BenchEffort {
    std::size_t repetitions = 15;
    std::uint64_t section_ns = 500'000;  // minimum length of a section
    std::uint64_t max_rounds = 1 << 20;  // maximum of rounds per section
    std::uint64_t max_starts = 1 << 11;  // the same if each round needs a new start
};

struct Measured {
    std::vector<double> ns;  // per operation, one value per repetition, in order
    std::uint64_t rounds = 0;
    std::uint64_t checksum = 0;
    double clock_share = 0;  // share of the measured time that was reading the clock, and was subtracted
    std::string fault;       // one sentence if the subject did not do the work that it claims
};

struct BenchProgress {
    std::size_t done = 0, all = 0;  // sections, with those that determine the number of rounds
    std::string what;               // `create, 1,000 entities`
};

struct BenchHooks {
    BenchClock clock;  // empty: the steady clock
    std::stop_token stop = {};
    std::function<void(const BenchProgress&)> progress = {};
};

/// Number of sections that measure() runs for one subject.
std::size_t sections_of(const BenchEffort& effort);

/// One result per subject; none when stopped. Warms up each subject first. Adds the finished sections to `progress`.
std::vector<Measured> measure(std::vector<BenchSubject>& subjects, const BenchEffort& effort, const BenchHooks& hooks,
                              BenchProgress& progress);

/// Call it between two rounds, so that the compiler neither drops nor merges them.
void keep_in_memory(const void* bytes);

}  // namespace ecs::lab
