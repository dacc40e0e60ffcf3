#include "panels/lab/lab_bench.hpp"

#include <atomic>
#include <future>

#include "catch.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "lab/support/storage_numbers.hpp"
#include "panels/support/headless.hpp"

namespace lab_bench_test {

using namespace ecs::lab;

namespace {

Spread around(double median, double part = 0.02) {
    const double off = median * part;
    return {median - off, median, median + off, median - off, median + off};
}

/// What a bench would say, from a table of fixed times: nothing is measured here.
BenchResult made_up(const BenchRequest& request) {
    BenchResult result;
    result.kind = request.kind;
    result.repetitions = request.effort.repetitions;
    for (const std::uint64_t entities : request.sizes) {
        double ns = 8;
        for (const StorageKind kind : storage_kinds) {
            BenchRow row;
            row.subject = name_of(kind);
            row.title = title_of(kind);
            row.detail = origin_of(kind);
            row.entities = entities;
            row.operations = entities;
            row.rounds = 5;
            row.ns = around(ns);
            row.samples = {ns};
            result.rows.push_back(row);
            ns /= 2;
        }
    }
    return result;
}

BenchMachine some_machine() { return {"Some Processor", 2, "g++ 12.2.0", "Release -O3", true, false, false}; }

struct Bench {
    Harness harness{{1000, 700}};
    std::vector<BenchRequest> asked;
    panels::LabBench bench;

    explicit Bench(panels::LabBench::Function run = {})
        : bench(run ? std::move(run) : [this](const BenchRequest& request, const BenchHooks&) {
              asked.push_back(request);
              return made_up(request);
          }) {
        bench.machine = some_machine();
        harness.add([this](const panels::Context& context) { bench.show(context); });
        harness.frames(2);
    }
    void run() {
        harness.click_text("Run");
        bench.finish();
        harness.frames(2);
    }
};

/// A bench that goes on until it is asked to stop.
struct Endless {
    std::promise<void> begun;
    std::atomic<bool> ended = false;

    BenchResult run(const BenchRequest& request, const BenchHooks& hooks) {
        hooks.progress({30, 120, "iterate, 1,000 entities"});
        begun.set_value();
        while (!hooks.stop.stop_requested()) std::this_thread::yield();
        ended = true;
        BenchRequest first = request;
        first.sizes.resize(1);
        BenchResult result = made_up(first);
        result.stopped = true;
        return result;
    }
};

}  // namespace

TEST_CASE("Bench view: it says what it is for, and Run measures what is chosen", "[panels][lab][bench]") {
    Bench view;
    INFO(view.harness.screen());
    CHECK(view.harness.says("Nothing was measured yet"));
    CHECK(view.harness.says("Position += Velocity"));
    view.run();
    INFO(view.harness.screen());
    REQUIRE(view.asked.size() == 1);
    CHECK(view.asked[0].kind == BenchKind::Iterate);
    CHECK(view.asked[0].sizes == std::vector<std::uint64_t>{100, 1'000, 10'000, 100'000});
    CHECK(view.harness.says("measured"));
    CHECK(view.harness.says("ns per matching entity"));
    CHECK(view.harness.says("g++ 12.2.0, Release -O3, on Some Processor, 2 cores"));
    CHECK(test::bare_storage_numbers(view.harness.screen(), {"article "}) == std::vector<std::string>{});
    CHECK(view.harness.says("1,000 entities: Chunks took the least time, and no other interval overlaps"));
    CHECK(view.harness.says("0.250"));  // the median of chunks in the table
    CHECK_FALSE(view.harness.says("mean nothing"));
}

TEST_CASE("Bench view: another operation and other numbers of entities are chosen", "[panels][lab][bench]") {
    Bench view;
    view.harness.click_text("Iterate over two types");
    view.harness.frames(2);
    view.harness.click_text("Destroy a random half");
    view.harness.frames(2);
    CHECK(view.bench.kind() == BenchKind::Destroy);
    view.harness.click_text("100,000");
    view.harness.frames(2);
    view.harness.click_text("1,000,000");
    view.harness.frames(2);
    CHECK(view.bench.sizes().back() == 1'000'000);
    view.run();
    REQUIRE(view.asked.size() == 1);
    CHECK(view.asked[0].kind == BenchKind::Destroy);
    CHECK(view.asked[0].sizes.back() == 1'000'000);
}

TEST_CASE("Bench view: intervals that overlap have no winner, and none is marked", "[panels][lab][bench]") {
    Bench view([](const BenchRequest& request, const BenchHooks&) {
        BenchResult result = made_up(request);
        for (BenchRow& row : result.rows) row.ns = around(row.ns.median, 0.5);
        return result;
    });
    view.run();
    INFO(view.harness.screen());
    CHECK(view.harness.says("No winner: the interval"));
    const auto least = view.harness.find("0.250");
    REQUIRE(least);
    CHECK(least->color != view.harness.style.theme->good);
}

TEST_CASE("Bench view: the winner of each number of entities is marked in the table", "[panels][lab][bench]") {
    Bench view;
    view.run();
    const auto least = view.harness.find("0.250"), most = view.harness.find("8.00");
    REQUIRE(least);
    REQUIRE(most);
    CHECK(least->color == view.harness.style.theme->good);
    CHECK(most->color == view.harness.style.theme->text);
}

TEST_CASE("Bench view: marks stand by time and number of entities, and hovering one shows its numbers",
          "[panels][lab][bench]") {
    Bench view;
    view.run();
    const auto slow = view.bench.place_of("000", 1'000), fast = view.bench.place_of("chunks", 1'000),
               middle = view.bench.place_of("001", 1'000), many = view.bench.place_of("000", 10'000),
               most = view.bench.place_of("000", 100'000);
    REQUIRE((slow && fast && middle && many && most));
    CHECK(slow->y < middle->y);
    CHECK(middle->y < fast->y);
    CHECK(many->x - slow->x == Approx(most->x - many->x).margin(1));  // decades are equally wide
    view.harness.hover(*slow);
    view.harness.frames(3);
    INFO(view.harness.screen());
    CHECK(view.harness.says("median 8.00 ns per matching entity, between 7.84 and 8.16 with 95 %"));
}

TEST_CASE("Bench view: Cancel stops it, and what was finished is shown", "[panels][lab][bench]") {
    Endless endless;
    Bench view([&](const BenchRequest& request, const BenchHooks& hooks) { return endless.run(request, hooks); });
    view.harness.click_text("Run");
    endless.begun.get_future().wait();
    view.harness.frames(2);
    INFO(view.harness.screen());
    CHECK(view.bench.running());
    CHECK(view.harness.says("iterate, 1,000 entities, 25 %"));
    CHECK(view.harness.stayed_awake > 0);
    view.harness.click_text("Cancel");
    view.bench.finish();
    view.harness.frames(2);
    CHECK(endless.ended);
    CHECK_FALSE(view.bench.running());
    REQUIRE(view.bench.result() != nullptr);
    CHECK(view.bench.result()->sizes() == std::vector<std::uint64_t>{100});
    CHECK(view.harness.says("It was cancelled"));
}

TEST_CASE("Bench view: quitting while it runs ends it", "[panels][lab][bench]") {
    Endless endless;
    {
        Bench view([&](const BenchRequest& request, const BenchHooks& hooks) { return endless.run(request, hooks); });
        view.harness.click_text("Run");
        endless.begun.get_future().wait();
    }
    CHECK(endless.ended);
}

TEST_CASE("Bench view: a build whose times mean nothing says so before and after", "[panels][lab][bench]") {
    Bench view;
    view.bench.machine.optimised = false;
    view.harness.frames(1);
    CHECK(view.harness.says("its times mean nothing"));
    view.run();
    CHECK(view.harness.says("its times mean nothing"));
}

TEST_CASE("Bench view: a scene that runs meanwhile is pointed out", "[panels][lab][bench]") {
    Bench view;
    CHECK_FALSE(view.harness.says("Space pauses it"));
    view.harness.transport.playing = true;
    view.harness.frames(1);
    CHECK(view.harness.says("Space pauses it"));
}

TEST_CASE("Bench view: storages that disagree are an error, not a picture alone", "[panels][lab][bench]") {
    Bench view([](const BenchRequest& request, const BenchHooks&) {
        BenchResult result = made_up(request);
        result.faults.push_back("Packed arrays and Hash index do not end with the same values at 100 entities");
        return result;
    });
    view.run();
    CHECK(view.harness.says("Packed arrays and Hash index do not end with the same values"));
}

TEST_CASE("Bench view: what was chosen is kept between sessions, and nonsense changes nothing",
          "[panels][lab][bench]") {
    panels::LabBench bench;
    bench.load_settings("get 1 6 31");
    CHECK(bench.kind() == BenchKind::Get);
    CHECK(bench.sizes() == std::vector<std::uint64_t>{100, 1'000, 10'000, 100'000, 1'000'000});  // 20 at least
    CHECK(bench.save_settings() == "get 1 6 31");
    bench.load_settings("fastest 5 2 many");
    CHECK(bench.save_settings() == "get 1 6 31");
    bench.load_settings("");
    CHECK(bench.save_settings() == "get 1 6 31");
}

}  // namespace lab_bench_test
