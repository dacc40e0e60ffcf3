#include "panels/lab/lab_panel.hpp"

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "lab/support/storage_numbers.hpp"
#include "panels/lab/lab_bench.hpp"
#include "panels/lab/lab_bytes_view.hpp"
#include "panels/lab/lab_capacity.hpp"
#include "panels/lab/lab_handles.hpp"
#include "panels/lab/lab_lines_view.hpp"
#include "panels/lab/lab_steps_view.hpp"
#include "panels/lab/lab_table.hpp"
#include "panels/support/headless.hpp"
#include "panels/support/health_scenario.hpp"

namespace lab_panel_test {

using namespace ecs::lab;

namespace {

/// `count` entities with a health that counts up; then each is visited; then the second is destroyed.
Scenario count_up(std::uint64_t count) {
    Scenario scenario = health_scenario("Count up", count);
    scenario.steps.push_back({EachStep{{0}, {}, 1}, "each Health", 0});
    scenario.steps.push_back({DestroyStep{{1, 1, 1}}, "destroy #1", 0});
    return scenario;
}

/// Hours of work: whoever waits for it is found out by that.
Scenario endless() {
    Scenario scenario = health_scenario("Endless", 1'000);
    scenario.steps.push_back({EachStep{{0}, {}, 1'000'000'000}, "each Health for ever", 0});
    return scenario;
}

struct Lab {
    Harness harness{{1000, 640}};
    panels::LabSource source;
    panels::LabPanel panel;

    explicit Lab(std::uint64_t count = 5) {
        source.scenarios = {{"move", "Count up"}, {"broken", "Broken"}};
        source.open = [count](const std::string& name) -> ecs::Result<Scenario> {
            if (name == "broken") return ecs::Error{"broken.json:3:7: /steps: must be an array"};
            return name == "endless" ? endless() : count_up(count);
        };
        harness.lend(&panels::Context::lab, &source);
        harness.add(panel);
        settle();
    }
    void settle() {
        harness.frames(2);
        panel.state().finish();
        harness.frames(2);
    }
};

}  // namespace

TEST_CASE("Storage Lab: the board has all six, and a click chooses one", "[panels][lab]") {
    Lab lab;
    INFO(lab.harness.screen());
    for (const StorageKind kind : storage_kinds) CHECK(lab.harness.says(std::string(title_of(kind)).c_str()));
    CHECK(lab.harness.says("exact"));
    CHECK(lab.harness.says("step 3 of 3"));
    lab.harness.click_text("Packed arrays");
    lab.harness.frames(2);
    CHECK(lab.panel.state().kind == StorageKind::PackedVector);
}

TEST_CASE("Storage Lab: steps are taken back and again, and the storages follow", "[panels][lab]") {
    Lab lab;
    CHECK(lab.panel.state().runs()->steps == 3);
    lab.harness.click_text("Back");
    lab.settle();
    CHECK(lab.panel.state().runs()->steps == 2);
    CHECK(lab.harness.says("each Health"));
    for (const auto& run : lab.panel.state().runs()->runs) CHECK(run->storage().size() == 5);
    lab.harness.click_text("Next");
    lab.settle();
    for (const auto& run : lab.panel.state().runs()->runs) CHECK(run->storage().size() == 4);
}

TEST_CASE("Storage Lab: storages as published say what they refuse", "[panels][lab]") {
    Lab lab;
    lab.harness.click_text("Packed arrays");
    lab.harness.click_text("As published");
    lab.settle();
    INFO(lab.harness.screen());
    CHECK(lab.panel.state().runs()->mode == Mode::Faithful);
    CHECK(lab.harness.says("Packed arrays refused: 003-L1"));
}

TEST_CASE("Storage Lab: while a scenario runs, numbers stand under their own title, and it says how far it is",
          "[panels][lab]") {
    Lab lab;
    lab.panel.state().open(lab.source, "endless");
    lab.harness.frames(60);
    INFO(lab.harness.screen());
    REQUIRE(lab.panel.state().working());
    CHECK(lab.harness.says("Count up"));
    CHECK(lab.harness.says("step 3 of 3"));
    CHECK(lab.harness.says("destroy #1"));
    CHECK_FALSE(lab.harness.says("each Health for ever"));
    CHECK(lab.harness.says("Running Endless, step 2 of 2, with fixes: "));
    CHECK(lab.harness.says(" of 6,000,000,006,000 operations and visits"));
    CHECK(lab.harness.says("Until then, below: Count up"));
    CHECK(lab.harness.stayed_awake > 0);
    // It gets on.
    const std::uint64_t done = lab.panel.state().progress().done();
    while (lab.panel.state().progress().done() == done) lab.harness.frame();

    lab.harness.click_text("Cancel");
    lab.panel.state().finish();
    lab.harness.frames(3);
    CHECK(lab.panel.state().settled());
    CHECK_FALSE(lab.panel.state().working());
    CHECK(lab.panel.state().name() == "move");
    CHECK(lab.panel.state().runs()->scenario->title == "Count up");
    CHECK_FALSE(lab.harness.says("Running"));
    CHECK(lab.harness.says("step 3 of 3"));
    // And it can be worked with.
    lab.harness.click_text("Back");
    lab.settle();
    CHECK(lab.panel.state().runs()->steps == 2);
}

TEST_CASE("Storage Lab: another mode and other steps are shown when they have run, not before", "[panels][lab]") {
    Lab lab;
    lab.panel.state().open(lab.source, "endless");
    lab.panel.state().set_mode(Mode::Faithful);
    lab.panel.state().go_to(1);
    lab.panel.state().go_to(2);
    lab.harness.frames(60);
    CHECK(lab.harness.says("step 2 of 2, as published"));
    CHECK(lab.harness.says("step 3 of 3"));
    for (const char* view : {"All six", "Bytes", "Table", "Step by step", "Cache lines", "Handles", "Compare"}) {
        lab.harness.click_text(view);
        lab.harness.frames(2);
        INFO(view << "\n" << lab.harness.screen());
        CHECK(lab.harness.says("Running Endless"));
        CHECK_FALSE(lab.harness.says("No query was run yet"));
    }
    lab.harness.click_text("Cancel");
    lab.settle();
    CHECK(lab.panel.state().mode() == Mode::Repaired);
    CHECK(lab.panel.state().wanted() == 3);
}

TEST_CASE("Storage Lab: the first scenario of all can be cancelled, too, and another chosen", "[panels][lab]") {
    Lab lab;
    panels::LabPanel fresh;
    fresh.load_settings("board chunks repaired endless");
    Harness harness{{1000, 640}};
    harness.lend(&panels::Context::lab, &lab.source);
    harness.add(fresh);
    harness.frames(60);
    INFO(harness.screen());
    CHECK(harness.says("Running Endless"));
    CHECK_FALSE(harness.says("below"));
    harness.click_text("Cancel");
    fresh.state().finish();
    harness.frames(3);
    CHECK(harness.says("No scenario has run"));
    fresh.state().open(lab.source, "move");
    harness.frames(2);
    fresh.state().finish();
    harness.frames(2);
    CHECK(harness.says("step 3 of 3"));
}

TEST_CASE("Storage Lab: each number of the board says over what it is, and Moved is that of the step",
          "[panels][lab]") {
    Lab lab;
    INFO(lab.harness.screen());
    CHECK(lab.harness.says("Moved and Failed are of step 3 alone; Lines of step 2, each Health"));
    const auto& board = lab.panel.state().runs()->board;
    CHECK(board[static_cast<std::size_t>(StorageKind::Chunks)].step.bytes_moved == 8u + 4u);  // an id and a health
    const BoardRow& block = board[static_cast<std::size_t>(StorageKind::ArchetypeBlock)];
    CHECK(block.step.bytes_moved == 4u + 4u);
    CHECK(*block.all.bytes_moved > 8);  // it grew while the five were created
    CHECK(lab.harness.says("12 B"));
    lab.harness.click_text("Back");
    lab.settle();
    CHECK(lab.harness.says("Moved and Failed are of step 2 alone"));
    for (const BoardRow& row : lab.panel.state().runs()->board) CHECK(row.step.bytes_moved == 0u);
}

TEST_CASE("Storage Lab: an event names the memory that was there when it happened", "[panels][lab]") {
    Lab lab;
    for (const StorageKind kind : storage_kinds) {
        ScenarioRun& run = lab.panel.state().runs()->run(kind);
        Trace& trace = *run.trace();
        std::vector<std::string> as_it_happens;
        trace.go_to(0);
        for (std::size_t i = 0; i < trace.events().size(); ++i) {
            as_it_happens.push_back(panels::event_text(run, i));
            trace.go_to(i + 1);
        }
        for (const std::size_t position : {trace.events().size(), trace.events().size() / 2}) {
            trace.go_to(position);
            for (std::size_t i = 0; i < trace.events().size(); ++i)
                REQUIRE(panels::event_text(run, i) == as_it_happens[i]);
        }
        trace.go_to(trace.events().size());
    }
}

TEST_CASE("Storage Lab: a file that is wrong is a sentence, and another scenario can be chosen", "[panels][lab]") {
    Lab lab;
    lab.panel.state().open(lab.source, "broken");
    lab.settle();
    CHECK(lab.harness.says("broken.json:3:7"));
    lab.panel.state().open(lab.source, "move");
    lab.settle();
    CHECK(lab.harness.says("Hash index"));
}

TEST_CASE("Storage Lab: of the bytes of ten thousand entities only rows in view are drawn", "[panels][lab]") {
    Lab lab(10'000);
    lab.harness.click_text("Bytes");
    lab.harness.frames(3);
    CHECK(lab.panel.view_of<panels::LabBytesView>().map().all_rows() > 1000);
    CHECK(lab.panel.view_of<panels::LabBytesView>().map().drawn_rows() > 10);
    CHECK(lab.panel.view_of<panels::LabBytesView>().map().drawn_rows() < 60);
    CHECK_FALSE(lab.panel.state().runs()->keeps_events);
    lab.harness.click_text("Step by step");
    lab.harness.frames(2);
    CHECK(lab.harness.says("Too many events to step through"));
}

TEST_CASE("Storage Lab: the step player goes through events both ways and leaves the storage as it was",
          "[panels][lab]") {
    Lab lab;
    lab.panel.state().kind = StorageKind::ArchetypeBlock;
    ScenarioRun& run = *lab.panel.state().runs()->runs[static_cast<std::size_t>(StorageKind::ArchetypeBlock)];
    const Arena::Snapshot end = run.arena().snapshot();
    lab.harness.click_text("Step by step");
    lab.harness.frames(2);
    INFO(lab.harness.screen());
    CHECK(lab.harness.says("destroy #1"));
    const std::size_t all = lab.panel.view_of<panels::LabStepsView>().steps().position();
    REQUIRE(all > 3);
    lab.harness.click_text("|<");
    lab.harness.frames(2);
    CHECK(lab.panel.view_of<panels::LabStepsView>().steps().position() == 0);
    CHECK_FALSE(run.arena().snapshot() == end);
    CHECK(run.storage().size() == 5);
    lab.harness.key(panels::compat::Key::Right);
    lab.harness.frames(2);
    CHECK(lab.panel.view_of<panels::LabStepsView>().steps().position() == 1);
    lab.harness.click_text("Bytes");
    lab.harness.frames(2);
    CHECK(run.arena().snapshot() == end);
}

TEST_CASE("Storage Lab: the world that the other panels show is not touched", "[panels][lab]") {
    Lab lab;
    const std::uint64_t before = ecs::state_hash(lab.harness.world);
    for (const char* mode : {"Bytes", "Table", "Step by step", "Cache lines", "Capacity", "Compare"}) {
        lab.harness.click_text(mode);
        lab.harness.frames(2);
    }
    CHECK(ecs::state_hash(lab.harness.world) == before);
    CHECK(lab.harness.performed.empty());
}

TEST_CASE("Storage Lab: view, storage, mode and scenario are kept between sessions", "[panels][lab]") {
    Lab lab;
    lab.harness.click_text("Cache lines");
    lab.harness.click_text("As published");
    lab.settle();
    const std::string line = lab.panel.save_settings();
    panels::LabPanel other;
    other.load_settings(line);
    CHECK(other.view().about().word == "lines");
    CHECK(other.state().mode() == Mode::Faithful);
    CHECK(other.save_settings() == line);
    other.load_settings("nonsense from a later version");
    CHECK(other.view().about().word == "lines");
}

TEST_CASE("Storage Lab: the handle lens says whose values each handle finds, and a click selects the entity",
          "[panels][lab]") {
    Lab lab;
    lab.panel.state().kind = StorageKind::ArchetypeBlock;
    lab.panel.state().set_mode(Mode::Faithful);
    lab.settle();
    lab.harness.click_text("Handles");
    lab.harness.frames(2);
    INFO(lab.harness.screen());
    CHECK(lab.harness.says("archetype + 1: 1 | row: 4"));
    CHECK(lab.harness.says("stale: this place is #4's now, whose values are found"));
    CHECK(lab.harness.says("stale: it lives, but nobody is at this place any more"));
    CHECK(lab.panel.view_of<panels::LabHandles>().drawn_rows() == 5);
    lab.harness.click_text("#3");
    lab.harness.frames(2);
    CHECK(lab.panel.state().selection.entity == 3u);
    CHECK(lab.harness.says("#3 is selected"));

    lab.harness.click_text("Selected entity's");
    lab.harness.frames(2);
    INFO(lab.harness.screen());
    CHECK(lab.harness.says("taken for #3, whose values are found"));  // by 002, and perhaps by others
    CHECK(lab.harness.says("nothing is found: no living entity has it"));
}

TEST_CASE("Storage Lab: of ten thousand handles only those in view are drawn", "[panels][lab]") {
    Lab lab(10'000);
    lab.harness.click_text("Handles");
    lab.harness.frames(2);
    CHECK(lab.panel.view_of<panels::LabHandles>().drawn_rows() > 10);
    CHECK(lab.panel.view_of<panels::LabHandles>().drawn_rows() < 60);
}

TEST_CASE("Storage Lab: table, replayed caches and capacity are views of the scenario that is shown", "[panels][lab]") {
    Lab lab;
    lab.harness.click_text("Table");
    lab.harness.frames(3);
    INFO(lab.harness.screen());
    CHECK(lab.panel.view_of<panels::LabTable>().rows_drawn() == 5);
    CHECK(lab.harness.says("#1  destroyed"));
    lab.harness.click_text("#3");
    lab.harness.frames(2);
    CHECK(lab.panel.state().selection.entity == 3u);
    lab.harness.click_text("Cache lines");
    for (int i = 0; i < 4; ++i) {
        lab.harness.frames(2);
        lab.panel.view_of<panels::LabLinesView>().cache().finish();
    }
    lab.harness.frames(2);
    CHECK(lab.panel.view_of<panels::LabLinesView>().cache().replay(lab.panel.state().kind) != nullptr);
    CHECK(lab.harness.says("simulated"));
    CHECK(lab.harness.says("Bytes of the lines"));
    lab.harness.click_text("Capacity");
    lab.harness.frames(3);
    CHECK(lab.panel.view_of<panels::LabCapacity>().columns().size() == 1);
    CHECK(lab.harness.says("rows fit into 16.0 KiB"));
    const std::string line = lab.panel.save_settings();
    panels::LabPanel other;
    other.load_settings(line);
    CHECK(other.view().about().word == "capacity");
}

TEST_CASE("Storage Lab: every view calls the storages by their names", "[panels][lab]") {
    Lab lab;
    for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
        lab.panel.state().set_mode(mode);
        lab.settle();
        CHECK(lab.harness.says("As published"));
        CHECK(lab.harness.says("With fixes"));
        for (const char* view :
             {"Compare", "All six", "Bytes", "Table", "Step by step", "Cache lines", "Handles", "Capacity", "Bench"}) {
            lab.harness.click_text(view);
            lab.harness.frames(2);
            const bool without_names = std::string_view(view) == "Capacity" || std::string_view(view) == "Bench";
            for (const StorageKind kind : storage_kinds) {
                lab.panel.state().kind = kind;
                lab.harness.frames(2);
                const std::string screen = lab.harness.screen();
                CAPTURE(view, screen);
                if (!without_names) CHECK(screen.find(title_of(kind)) != std::string::npos);
                CHECK(test::bare_storage_numbers(screen, {"article "}) == std::vector<std::string>{});
            }
        }
    }
}

TEST_CASE("Storage Lab: the bench is a view of its own, and what was chosen there is kept", "[panels][lab][bench]") {
    Lab lab;
    lab.harness.click_text("Bench");
    lab.harness.frames(2);
    INFO(lab.harness.screen());
    CHECK(lab.panel.view().about().word == "bench");
    CHECK(lab.harness.says("Nothing was measured yet"));
    CHECK_FALSE(lab.harness.says("step 3 of 3"));
    lab.panel.view_of<panels::LabBench>().load_settings("destroy 1 3 31");
    const std::string line = lab.panel.save_settings();
    panels::LabPanel other;
    other.load_settings(line);
    CHECK(other.view().about().word == "bench");
    CHECK(other.view_of<panels::LabBench>().save_settings() == "destroy 1 3 31");
    CHECK(other.save_settings() == line);
}

TEST_CASE("Storage Lab: the step player brings the bytes of each event into view", "[panels][lab]") {
    Lab lab(400);  // more lines than there is room for
    lab.panel.state().kind = StorageKind::SharedObject;
    lab.panel.state().go_to(2);
    lab.settle();
    lab.harness.click_text("Step by step");
    lab.harness.frames(3);
    const ScenarioRun& run = lab.panel.state().runs()->run(StorageKind::SharedObject);
    const auto shown = [&] {
        const Trace::Operation& operation =
            run.trace()->operations()[lab.panel.view_of<panels::LabStepsView>().steps().operation()];
        return run.trace()
            ->events()[operation.begin + lab.panel.view_of<panels::LabStepsView>().steps().position() - 1]
            .at;
    };
    for (int i = 0; i < 40; ++i) {
        lab.harness.key(panels::compat::Key::Left);
        lab.harness.frames(2);
        if (run.arena().block_of(shown()) == nullptr || run.arena().block_of(shown())->kind != BlockKind::Heap)
            continue;
        REQUIRE(lab.panel.view_of<panels::LabStepsView>().map().place_of(shown()));
    }
}

TEST_CASE("Storage Lab: the history strip has a row for each operation, and a click goes there", "[panels][lab]") {
    Lab lab;
    lab.panel.state().kind = StorageKind::ArchetypeBlock;
    lab.harness.click_text("Step by step");
    lab.harness.frames(3);
    const auto& history = lab.panel.view_of<panels::LabStepsView>().steps().history();
    const ScenarioRun& run = lab.panel.state().runs()->run(StorageKind::ArchetypeBlock);
    const std::size_t operations = run.trace()->operations().size();
    CHECK(operations == 1 + 5 + 1 + 1);  // made, five creations, each, destroy
    CHECK(history.drawn_rows() == 7);    // as many as there is room for
    CHECK(history.place_of(operations - 1));
    // A creation: the step is shown, and its operations can be gone through in the strip.
    const std::size_t third = run.results()[0].first_operation + 2;
    const auto place = history.place_of(third);
    REQUIRE(place);
    lab.harness.click(*place);
    lab.settle();
    lab.harness.frames(2);
    CHECK(lab.panel.state().wanted() == 1);
    const auto again = history.place_of(third);
    REQUIRE(again);
    lab.harness.click(*again);
    lab.harness.frames(2);
    CHECK(lab.panel.view_of<panels::LabStepsView>().steps().operation() == third);
    lab.harness.hover(*again);
    lab.harness.frames(2);
    INFO(lab.harness.screen());
    CHECK(lab.harness.says("step 1: create"));
}

}  // namespace lab_panel_test
