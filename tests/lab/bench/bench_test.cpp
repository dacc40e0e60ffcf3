#include "ecs/lab/bench/bench.hpp"

#include "catch.hpp"
#include "ecs/lab/bench/bench_machine.hpp"
#include "ecs/lab/bench/bench_subjects.hpp"

namespace bench_test {

using namespace ecs::lab;

namespace {

/// Least effort: one round a section, for tests look at what was done and not at how long it took.
BenchEffort quick() { return {min_repetitions, 0, 1, 1}; }

std::uint64_t expected_operations(BenchKind kind, std::uint64_t entities) {
    std::uint64_t positions = 0, both = 0;
    for (std::uint64_t i = 0; i < entities; ++i) {
        const bool position = i / 10 % 3 != 0, velocity = i / 10 % 4 != 0;
        positions += position;
        both += position && velocity;
    }
    switch (kind) {
        case BenchKind::Iterate:
        case BenchKind::Rows:
        case BenchKind::Join:
            return both;
        case BenchKind::Get:
            return positions;
        case BenchKind::Destroy:
            return entities / 2;
        default:
            return entities;
    }
}

BenchRow row(std::string subject, std::uint64_t entities, double low, double high) {
    const double middle = (low + high) / 2;
    return {std::move(subject), {}, {}, entities, entities, 1, {low, middle, high, low, high}, {low, middle, high}, 0};
}

}  // namespace

TEST_CASE("Bench: every bench does the work that it claims, and all its subjects end with the same values",
          "[lab][bench]") {
    for (const BenchKind kind : bench_kinds) {
        CAPTURE(name_of(kind));
        const BenchResult result = run_bench({kind, {20, 130}, quick()});
        for (const std::string& fault : result.faults) FAIL_CHECK(fault);
        CHECK(result.sizes() == std::vector<std::uint64_t>{20, 130});
        CHECK_FALSE(result.stopped);
        REQUIRE(result.subjects().size() >= 4);
        for (const BenchRow& each : result.rows) {
            CAPTURE(each.subject, each.entities);
            CHECK(each.operations == expected_operations(kind, each.entities));
            CHECK(each.samples.size() == min_repetitions);
            CHECK(each.ns.least > 0);
            CHECK_FALSE(each.title.empty());
        }
        CHECK_FALSE(conclusions_of(result).empty());
    }
}

TEST_CASE("Bench: the checksum is another one when a single value differs", "[lab][bench]") {
    using namespace ecs::lab::bench;
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        Population population(kind), other(StorageKind::Chunks);
        create_pattern(population, 50);
        create_pattern(other, 50);
        const std::uint64_t before = population.checksum();
        CHECK(before == other.checksum());
        population.start_here();
        const Velocity faster{1, 0, 0};
        CHECK(population.storage().set(population.handles[15], {velocity, &faster}));
        CHECK(population.checksum() != before);
        population.go_back();
        CHECK(population.checksum() == before);
        population.storage().destroy(population.handles[0]);
        CHECK(population.checksum() != before);
    }
}

TEST_CASE("Bench: numbers of entities and repetitions that cannot be are refused with a sentence", "[lab][bench]") {
    CHECK(why_not({BenchKind::Iterate, {100, 1'000'000}, {}}).empty());
    CHECK(why_not({BenchKind::Create, {1}, {}}).empty());
    CHECK(why_not({BenchKind::Iterate, {10}, {}}) == "The bench iterate takes 20 to 1,000,000 entities, found 10");
    CHECK(why_not({BenchKind::Create, {0}, {}}) == "The bench create takes 1 to 1,000,000 entities, found 0");
    CHECK(why_not({BenchKind::Create, {1'000'001}, {}}) ==
          "The bench create takes 1 to 1,000,000 entities, found 1,000,001");
    CHECK(why_not({BenchKind::Create, {100, 100}, {}}) == "Numbers of entities must rise, found 100 after 100");
    BenchRequest few;
    few.effort.repetitions = 6;
    CHECK(why_not(few) == "A bench has 7 to 999 repetitions, found 6");
    for (const BenchKind kind : bench_kinds) {
        CHECK(why_not({kind, default_sizes(kind), {}}).empty());
        CHECK(bench_kind_from(name_of(kind)) == kind);
    }
    CHECK_FALSE(bench_kind_from("fastest"));
}

TEST_CASE("Bench: whoever stops it gets the sizes that were finished, and the progress counts up to all of it",
          "[lab][bench]") {
    std::size_t last = 0, all = 0;
    BenchHooks hooks;
    hooks.progress = [&](const BenchProgress& progress) {
        CHECK(progress.done >= last);
        last = progress.done;
        all = progress.all;
    };
    run_bench({BenchKind::Get, {20, 40}, quick()}, hooks);
    CHECK(last == all);
    CHECK(all == 2 * 6 * sections_of(quick()));

    std::stop_source stop;
    hooks.stop = stop.get_token();
    hooks.progress = [&](const BenchProgress& progress) {
        if (progress.done == all / 2 + 3) stop.request_stop();
    };
    const BenchResult result = run_bench({BenchKind::Get, {20, 40}, quick()}, hooks);
    CHECK(result.stopped);
    CHECK(result.sizes() == std::vector<std::uint64_t>{20});

    stop.request_stop();
    CHECK(run_bench({BenchKind::Get, {20, 40}, quick()}, hooks).rows.empty());
    CHECK_FALSE(lines_versus_time(50, quick(), hooks));
}

TEST_CASE("Bench: rows behind a hole are moved up only as far as that can be waited for, and a note says so",
          "[lab][bench]") {
    const auto subjects = [](std::uint64_t entities) { return bench::sample_subjects(entities, {}); };
    CHECK(subjects(100).list.size() == 7);
    CHECK(subjects(100).notes.empty());
    const bench::Subjects many = subjects(20'001);
    CHECK(many.list.size() == 6);
    REQUIRE(many.notes.size() == 1);
    CHECK_THAT(many.notes[0], test::contains("Shifting columns are left out"));
}

TEST_CASE("Bench: 002-H4, a storage beats objects from where it is faster at every larger number", "[lab][bench]") {
    BenchResult result;
    result.kind = BenchKind::Crossover;
    const auto add = [&](std::uint64_t entities, double objects, double blocks, double chunks) {
        for (const char* number : {" 1", " 16"}) {
            const double dearer = number == std::string(" 16") ? 10 : 0;
            result.rows.push_back(row(std::string("objects") + number, entities, objects, objects + 0.5));
            result.rows.push_back(row(std::string("002") + number, entities, blocks + dearer, blocks + dearer + 0.5));
            result.rows.push_back(row(std::string("chunks") + number, entities, chunks, chunks + 0.5));
        }
    };
    add(1, 10, 30, 9);      // chunks are faster here, but not at the next
    add(16, 10, 10.5, 10);  // intervals touch
    add(64, 10, 5, 4);
    add(256, 10, 3, 2);
    const auto found = crossovers_of(result);
    CHECK(found[0].archetypes == 1);
    CHECK(found[0].blocks == 64u);
    CHECK(found[0].chunks == 64u);
    CHECK(found[1].archetypes == 16);
    CHECK_FALSE(found[1].blocks);
    CHECK(found[1].chunks == 64u);
    const auto sentences = conclusions_of(result);
    REQUIRE(sentences.size() == 2);
    CHECK(sentences[0] ==
          "With 1 class and archetype Columns are faster than virtual objects from 64 entities on, Chunks from 64 "
          "entities "
          "on");
    CHECK(sentences[1] ==
          "With 16 classes and archetypes Columns are faster than virtual objects at no measured number of entities "
          "on, Chunks from 64 entities on");
    CHECK_FALSE(faster_from(result, "003", "objects 1"));
}

TEST_CASE("Bench: a ratio of times is that of neighbouring repetitions", "[lab][bench]") {
    BenchResult result;
    BenchRow slow = row("001", 100, 1, 1), fast = row("002", 100, 1, 1);
    slow.samples = {10, 20, 60};  // the machine got slower meanwhile, for both
    fast.samples = {1, 2, 5};
    result.rows = {slow, fast};
    const Spread ratio = time_ratio(result, "001", "002", 100);
    CHECK(ratio.median == Approx(10));
    CHECK(ratio.most == Approx(12));
    CHECK(time_ratio(result, "001", "003", 100) == Spread{});
}

TEST_CASE("Bench: L12, the lines of the join are those that the lab's reference counts, beside measured ratios",
          "[lab][bench]") {
    const auto found = lines_versus_time(1000, quick());
    REQUIRE(found);
    CHECK(found->matching == 500);
    CHECK(found->lines_002 == 188);  // 500 rows of 24 useful bytes: 187.5
    CHECK(found->lines_001 == 430);
    CHECK(found->lines_ratio == Approx(430.0 / 188));
    CHECK(found->time_ratio.least > 0);
    CHECK(found->time_ratio_scalar.least > 0);
}

TEST_CASE("Bench: a build whose times mean nothing says so", "[lab][bench]") {
    BenchMachine machine{"Some Processor", 2, "g++ 12.2.0", "Release -O3", true, false, false};
    CHECK(warning_of(machine).empty());
    CHECK(sentence_of(machine) == "g++ 12.2.0, Release -O3, on Some Processor, 2 cores");
    machine.asserts = true;
    CHECK_THAT(warning_of(machine), test::contains("checks itself"));
    machine.sanitized = true;
    CHECK_THAT(warning_of(machine), test::contains("sanitizer"));
    machine.optimised = false;
    CHECK_THAT(warning_of(machine), test::contains("not optimised: its times mean nothing"));
    CHECK_FALSE(this_machine().compiler.empty());
#ifndef __OPTIMIZE__
    CHECK_FALSE(warning_of(this_machine()).empty());
#endif
}

}  // namespace bench_test
