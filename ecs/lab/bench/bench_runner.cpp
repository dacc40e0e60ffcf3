#include "ecs/lab/bench/bench_runner.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>

namespace ecs::lab {

namespace {

struct Section {
    double ns = 0, clock_ns = 0;  // time of the rounds, and time for reading the clock
    std::uint64_t operations = 0;
};

class Stopwatch {
public:
    explicit Stopwatch(BenchClock clock) : clock_(clock ? std::move(clock) : steady_clock()) {
        std::array<std::uint64_t, 101> costs{};
        for (std::uint64_t& cost : costs) {
            const std::uint64_t before = clock_();
            cost = clock_() - before;
        }
        std::nth_element(costs.begin(), costs.begin() + costs.size() / 2, costs.end());
        cost_ = costs[costs.size() / 2];
    }

    /// Ends early once `stop` asks for it: then the section means nothing.
    Section measure(const BenchSubject& subject, std::uint64_t rounds, const std::stop_token& stop) const {
        Section section;
        const std::uint64_t starts = subject.rounds_follow ? 1 : rounds;
        std::uint64_t total = 0;
        for (std::uint64_t i = 0; i < starts && !stop.stop_requested(); ++i) {
            if (subject.prepare) subject.prepare();
            const std::uint64_t before = clock_();
            section.operations += subject.run(subject.rounds_follow ? rounds : 1);
            total += clock_() - before;
        }
        section.clock_ns = std::min(static_cast<double>(starts * cost_), static_cast<double>(total));
        section.ns = static_cast<double>(total) - section.clock_ns;
        return section;
    }

private:
    BenchClock clock_;
    std::uint64_t cost_ = 0;
};

/// Warms up on the way.
std::uint64_t find_rounds(const Stopwatch& watch, const BenchSubject& subject, const BenchEffort& effort,
                          const std::stop_token& stop) {
    const std::uint64_t most =
        std::max<std::uint64_t>(subject.rounds_follow ? effort.max_rounds : effort.max_starts, 1);
    const auto wanted = static_cast<double>(effort.section_ns);
    watch.measure(subject, 1, stop);
    std::uint64_t rounds = 1;
    while (!stop.stop_requested()) {
        const double ns = watch.measure(subject, rounds, stop).ns;
        if (ns >= wanted || rounds == most) break;
        // At least twice as many, at most eight times as many, because a short section is not precise.
        const double factor = ns > 0 ? std::clamp(wanted * 1.1 / ns, 2.0, 8.0) : 8.0;
        rounds = std::min(most, static_cast<std::uint64_t>(static_cast<double>(rounds) * factor));
    }
    return rounds;
}

}  // namespace

BenchClock steady_clock() {
    return [] {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
    };
}

void keep_in_memory(const void* bytes) {
    static_cast<void>(bytes);
#if defined(__GNUC__)
    asm volatile("" : : "r"(bytes) : "memory");
#else
    std::atomic_signal_fence(std::memory_order_seq_cst);
#endif
}

std::size_t sections_of(const BenchEffort& effort) { return effort.repetitions + 2; }

std::vector<Measured> measure(std::vector<BenchSubject>& subjects, const BenchEffort& effort, const BenchHooks& hooks,
                              BenchProgress& progress) {
    const auto step = [&] {
        ++progress.done;
        if (hooks.progress) hooks.progress(progress);
    };
    const Stopwatch watch(hooks.clock);
    std::vector<Measured> results(subjects.size());
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        if (hooks.stop.stop_requested()) return {};
        subjects[i].prepare();
        subjects[i].run(1);
        results[i].checksum = subjects[i].checksum();
        step();
        if (hooks.stop.stop_requested()) return {};
        results[i].rounds = find_rounds(watch, subjects[i], effort, hooks.stop);
        step();
    }
    for (std::size_t repetition = 0; repetition < effort.repetitions; ++repetition)
        for (std::size_t turn = 0; turn < subjects.size(); ++turn) {
            if (hooks.stop.stop_requested()) return {};
            const std::size_t i = (turn + repetition) % subjects.size();
            Measured& result = results[i];
            const Section section = watch.measure(subjects[i], result.rounds, hooks.stop);
            if (hooks.stop.stop_requested()) return {};
            const std::uint64_t claimed = result.rounds * subjects[i].operations;
            if (section.operations != claimed && result.fault.empty())
                result.fault = subjects[i].title + " did " + std::to_string(section.operations) +
                               " operations and not " + std::to_string(claimed);
            result.ns.push_back(section.ns / static_cast<double>(std::max<std::uint64_t>(claimed, 1)));
            const double read = section.ns + section.clock_ns;
            if (read > 0) result.clock_share = std::max(result.clock_share, section.clock_ns / read);
            step();
        }
    return results;
}

}  // namespace ecs::lab
