#include "ecs/lab/bench/bench_runner.hpp"

#include "catch.hpp"

namespace bench_runner_test {

using namespace ecs::lab;

namespace {

/// A clock that goes only when work is done, and by `cost` each time it is read.
struct FakeTime {
    std::uint64_t now = 0, cost = 0;
    BenchClock clock() {
        return [this] {
            now += cost;
            return now;
        };
    }
};

/// Takes `ns` of fake time an operation, and notes what is asked of it.
struct FakeWork {
    FakeTime& time;
    std::uint64_t ns = 1, operations = 10;
    bool rounds_follow = true;
    std::uint64_t prepared = 0, sections = 0, rounds = 0, did = operations;
    std::string* order = nullptr;

    BenchSubject subject(std::string name) {
        BenchSubject subject;
        subject.name = name;
        subject.title = name;
        subject.operations = operations;
        subject.rounds_follow = rounds_follow;
        subject.prepare = [this] {
            ++prepared;
            time.now += 1'000'000;  // must not be in what is measured
        };
        subject.run = [this, name](std::uint64_t asked) {
            ++sections;
            rounds += asked;
            time.now += asked * operations * ns;
            if (order != nullptr) *order += name;
            return asked * did;
        };
        subject.checksum = [] { return std::uint64_t{7}; };
        return subject;
    }
};

}  // namespace

TEST_CASE("Bench runner: what is measured is the time of an operation, without preparing and without the clock",
          "[lab][bench]") {
    for (const bool rounds_follow : {true, false}) {
        CAPTURE(rounds_follow);
        FakeTime time;
        time.cost = 25;
        FakeWork work{time, 3, 10, rounds_follow};
        std::vector<BenchSubject> subjects{work.subject("a")};
        BenchProgress progress;
        const BenchEffort effort{9, 3'000, 1 << 20, 1 << 10};
        const auto measured = measure(subjects, effort, {time.clock(), {}, {}}, progress);
        REQUIRE(measured.size() == 1);
        REQUIRE(measured[0].ns.size() == 9);
        for (const double ns : measured[0].ns) CHECK(ns == Approx(3));
        CHECK(measured[0].rounds * 10 * 3 >= 3'000);  // long enough for the clock
        CHECK(measured[0].checksum == 7);
        CHECK(measured[0].fault.empty());
        // 25 of 55 ns were the clock's own where every round is read.
        CHECK(measured[0].clock_share == Approx(rounds_follow ? 25.0 / 3'025 : 25.0 / 55).epsilon(0.3));
        CHECK(work.prepared == (rounds_follow ? work.sections : work.rounds));
        CHECK(progress.done == sections_of(effort));
    }
}

TEST_CASE("Bench runner: subjects take turns, each time another one first", "[lab][bench]") {
    FakeTime time;
    std::string order;
    FakeWork a{time, 1'000}, b{time, 2'000}, c{time, 3'000};
    a.order = b.order = c.order = &order;
    std::vector<BenchSubject> subjects{a.subject("a"), b.subject("b"), c.subject("c")};
    BenchProgress progress;
    measure(subjects, {7, 100, 1, 1}, {time.clock(), {}, {}}, progress);
    REQUIRE(order.size() >= 21);
    CHECK(order.substr(order.size() - 21) == "abcbcacababcbcacababc");
}

TEST_CASE("Bench runner: who does not do the work that it claims is found out", "[lab][bench]") {
    FakeTime time;
    FakeWork lazy{time};
    lazy.did = 9;
    std::vector<BenchSubject> subjects{lazy.subject("lazy")};
    BenchProgress progress;
    const auto measured = measure(subjects, {7, 1, 1, 1}, {time.clock(), {}, {}}, progress);
    CHECK(measured[0].fault == "lazy did 9 operations and not 10");
}

TEST_CASE("Bench runner: it stops between two sections, and then has no result", "[lab][bench]") {
    FakeTime time;
    FakeWork work{time};
    std::vector<BenchSubject> subjects{work.subject("a")};
    std::stop_source stop;
    BenchHooks hooks{time.clock(), stop.get_token(), [&](const BenchProgress& progress) {
                         if (progress.done == 5) stop.request_stop();
                     }};
    BenchProgress progress;
    CHECK(measure(subjects, {99, 1, 1, 1}, hooks, progress).empty());
    CHECK(progress.done == 5);
}

TEST_CASE("Bench runner: the steady clock does not go back", "[lab][bench]") {
    const BenchClock clock = steady_clock();
    const std::uint64_t before = clock();
    CHECK(clock() >= before);
}

}  // namespace bench_runner_test
