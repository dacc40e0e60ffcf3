#include "panels/lab/lab_state.hpp"

#include "catch.hpp"
#include "panels/support/lab_pairs.hpp"

namespace lab_state_test {

using namespace ecs::lab;

namespace {

std::shared_ptr<const Scenario> shared_pairs(std::uint64_t count) {
    return std::make_shared<const Scenario>(pairs(count));
}

}  // namespace

TEST_CASE("Lab state: what is shown is what was wanted last, whatever was wanted on the way", "[panels][lab]") {
    panels::LabState state;
    state.show(shared_pairs(500), Mode::Repaired, {}, 2);
    state.go_to(1);
    state.set_mode(Mode::Faithful);
    state.go_to(0);
    state.go_to(1);
    state.finish();
    REQUIRE(state.runs() != nullptr);
    CHECK(state.settled());
    CHECK(state.runs()->steps == 1);
    CHECK(state.runs()->mode == Mode::Faithful);
}

TEST_CASE("Lab state: runs that are stopped on the way come to nothing, and long ones are not waited for",
          "[panels][lab]") {
    ecs::Progress progress;
    progress.cancel();
    CHECK(panels::make_lab_runs({shared_pairs(5), Mode::Repaired, {}, 2}, progress) == nullptr);
    // A billion visits would take minutes: that this test ends is what it checks.
    Scenario endless = pairs(1'000);
    std::get<EachStep>(endless.steps[1].what).repeat = 1'000'000;
    panels::LabState state;
    state.show(std::make_shared<const Scenario>(std::move(endless)), Mode::Repaired, {}, 2);
    CHECK(state.working());
    state.show(shared_pairs(5), Mode::Repaired, {}, 2);
    state.finish();
    CHECK(state.runs()->scenario->entities == 5);
}

TEST_CASE("Lab state: a trace that would not fit into memory is given up, and only counted", "[panels][lab]") {
    // Few entities, little work, and values of 64 KiB.
    Scenario scenario = pairs(40);
    ecs::ComponentType type;
    type.name = "Page";
    ecs::Field field;
    field.name = "bytes";
    field.kind = ecs::FieldKind::U8;
    field.count = 65'536;
    type.fields.push_back(field);
    ecs::lay_out(type.fields);
    scenario.types.push_back(&(*scenario.registry)[*scenario.registry->add_at_run_time(type)]);
    const PlannedValue page{2, std::vector<std::byte>(65'536), {}, {}};
    scenario.steps.push_back({ValueStep{OperationKind::Add, {0, 40, 1}, page}, "add Page", 0});
    for (int i = 0; i < 40; ++i)
        scenario.steps.push_back({ValueStep{OperationKind::Set, {0, 40, 1}, page}, "set Page", 0});
    const auto runs = lab_runs(std::move(scenario));
    CHECK(runs->is_traced);
    CHECK_FALSE(runs->keeps_events);
    for (const BoardRow& row : runs->board) {
        CHECK(row.all.refused + row.all.bitten == 0);
        CHECK(row.all.bytes_moved.has_value());
    }
    for (const StorageKind kind : storage_kinds) {
        const Trace& trace = *runs->run(kind).trace();
        CHECK_FALSE(trace.keeps_events());
        CHECK(trace.events().empty());
        CHECK_FALSE(runs->now(kind).spans.empty());
    }
}

TEST_CASE("Lab state: a moment is described once, and again when the trace was wound", "[panels][lab]") {
    const auto runs = lab_runs(pairs(5));
    const panels::LabMoment& end = runs->now(StorageKind::Chunks);
    const auto spans = end.spans;
    CHECK(spans == spans_of(runs->run(StorageKind::Chunks).storage()));
    const Span* const data = end.spans.data();
    CHECK(runs->now(StorageKind::Chunks).spans.data() == data);  // the same vector: nothing was found out anew
    Trace& trace = *runs->run(StorageKind::Chunks).trace();
    trace.go_to(trace.operations()[2].begin);
    CHECK(runs->now(StorageKind::Chunks).spans != spans);
    trace.go_to(trace.events().size());
    CHECK(runs->now(StorageKind::Chunks).spans == spans);
}

TEST_CASE("Lab state: each row of a map belongs to a block, the first of each being its heading", "[panels][lab]") {
    const auto runs = lab_runs(pairs(40));
    for (const StorageKind kind : storage_kinds) {
        const panels::LabMoment& moment = runs->now(kind);
        std::size_t row = 0;
        for (std::size_t block = 0; block < moment.blocks.size(); ++block) {
            CHECK(moment.block_of_row(row) == block);
            for (Address line = moment.blocks[block].begin; line < moment.blocks[block].end(); line += line_bytes) {
                ++row;
                REQUIRE(moment.block_of_row(row) == block);
                REQUIRE(moment.line_of_row(block, row) == line);
                REQUIRE(moment.row_of(line + 63) == row);
            }
            ++row;
        }
        CHECK(row == moment.first_rows.back());
        CHECK_FALSE(moment.row_of(moment.blocks.back().end()));
        CHECK_FALSE(moment.row_of(moment.blocks.front().begin - 1));
    }
}

TEST_CASE("Lab state: scenarios with much work keep no events", "[panels][lab]") {
    Scenario long_play = pairs(100);
    std::get<EachStep>(long_play.steps[1].what).repeat = 20'000;
    CHECK(long_play.planned_work() == 100 + 20'000 * 100);
    long_play.steps.pop_back();
    CHECK(long_play.planned_work() == 100);
    CHECK(lab_runs(pairs(2'000))->keeps_events);
    CHECK_FALSE(lab_runs(pairs(2'001))->keeps_events);
}

}  // namespace lab_state_test
