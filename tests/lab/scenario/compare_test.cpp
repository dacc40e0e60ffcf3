#include "ecs/lab/scenario/compare.hpp"

#include "catch.hpp"
#include "lab/support/lab_scenarios.hpp"

namespace compare_test {

using namespace ecs::lab;

TEST_CASE("Compare: ten thousand mixed entities cost each storage what the design's reference says", "[lab][compare]") {
    const Scenario scenario = lab_test::pattern(10'000);
    const std::vector<BoardRow> board = compare(scenario, Mode::Repaired, {}, 2);
    REQUIRE(board.size() == storage_kinds.size());
    const auto row = [&](StorageKind kind) { return board[static_cast<std::size_t>(kind)]; };
    for (const BoardRow& each : board) {
        CAPTURE(name_of(each.kind));
        CHECK(each.account.payload == 209'920);
        CHECK(each.ideal_lines == 1'875);
        CHECK(each.entities == 10'000);
        CHECK(each.all.refused + each.all.bitten == 0);
        CHECK(each.lines >= each.ideal_lines);
    }
    CHECK(row(StorageKind::HashIndex).account.allocated == 1'048'576);
    CHECK(row(StorageKind::SparseVector).account.allocated == 786'432);
    CHECK(row(StorageKind::SparseVector).account.holes == 69'960);
    CHECK(row(StorageKind::SparseVector).lines == 4'330);
    CHECK(row(StorageKind::ArchetypeBlock).account.allocated == 655'360);
    CHECK(row(StorageKind::ArchetypeBlock).lines == 1'876);
}

TEST_CASE("Compare: in a world of fifty the order is another one, and chunks lose", "[lab][compare]") {
    const Scenario scenario = lab_test::pattern(50);
    const std::vector<BoardRow> board = compare(scenario, Mode::Repaired, {}, 2);
    const auto bytes = [&](StorageKind kind) { return board[static_cast<std::size_t>(kind)].account.allocated; };
    CHECK(bytes(StorageKind::ArchetypeBlock) == 2'816);
    CHECK(bytes(StorageKind::SparseVector) == 3'072);
    CHECK(bytes(StorageKind::HashIndex) == 5'120);
    CHECK(bytes(StorageKind::Chunks) > bytes(StorageKind::SparseVector));
}

TEST_CASE("Compare: a query that is repeated counts the lines of one time", "[lab][compare]") {
    const Scenario once = lab_test::pattern(500);
    Scenario often = lab_test::pattern(500);
    std::get<EachStep>(often.steps[1].what).repeat = 7;
    const std::vector<BoardRow> board = compare(once, Mode::Repaired, {}, 2),
                                repeated = compare(often, Mode::Repaired, {}, 2);
    for (std::size_t i = 0; i < board.size(); ++i) {
        CAPTURE(name_of(board[i].kind));
        CHECK(repeated[i].lines == board[i].lines);
        CHECK(repeated[i].ideal_lines == board[i].ideal_lines);
    }
}

TEST_CASE("Compare: what the last step came to is told apart from what all did", "[lab][compare]") {
    Scenario scenario = lab_test::pattern(40);
    scenario.steps.push_back({DestroyStep{{3, 1, 1}}, "destroy", 0});
    scenario.steps.push_back({TypeStep{OperationKind::Get, {3, 1, 1}, lab_test::health}, "get", 0});
    const auto row = [&](std::size_t steps) {
        return compare(scenario, Mode::Repaired, {}, steps)[static_cast<std::size_t>(StorageKind::Chunks)];
    };
    CHECK_FALSE(row(0).step.bytes_moved.has_value());
    CHECK(row(0).all.bytes_moved == 0u);
    CHECK(row(0).query_step == 0);
    CHECK(row(1).step.bytes_moved == row(1).all.bytes_moved);
    CHECK(*row(1).step.bytes_moved > 0);
    CHECK(row(2).step.bytes_moved == 0u);
    CHECK(row(2).all.bytes_moved == row(1).all.bytes_moved);
    CHECK(row(3).query_step == 2);
    CHECK(*row(3).step.bytes_moved + *row(2).all.bytes_moved == *row(3).all.bytes_moved);
    CHECK(row(3).step.refused == 0);
    CHECK(row(4).step.refused == 1);  // who is gone has nothing to get
    CHECK(row(4).all.refused == 1);
}

TEST_CASE("Compare: before the first step nothing is allocated for values, and there is no query", "[lab][compare]") {
    const Scenario scenario = lab_test::pattern(10);
    for (const BoardRow& row : compare(scenario, Mode::Repaired, {}, 0)) {
        CHECK(row.account.payload == 0);
        CHECK_FALSE(row.lines.has_value());
    }
}

TEST_CASE("Compare: a million entities are run untraced, and their ledger is exact all the same", "[lab][compare]") {
    Scenario small = lab_test::pattern(1'000), large = lab_test::pattern(1'000);
    std::get<EachStep>(large.steps[1].what).repeat = max_traced_work / 1'000;
    CHECK(tracing_for(small) == Tracing::Counts);
    CHECK(tracing_for(large) == Tracing::None);
    CHECK(tracing_for(lab_test::pattern(1'000'000)) == Tracing::None);
    const std::vector<BoardRow> counted = compare(small, Mode::Repaired, {}, 1);
    const std::vector<BoardRow> untraced = compare(large, Mode::Repaired, {}, 1);
    for (std::size_t i = 0; i < counted.size(); ++i) {
        CHECK(untraced[i].account == counted[i].account);
        CHECK(counted[i].all.bytes_moved.has_value());
        CHECK_FALSE(untraced[i].all.bytes_moved.has_value());
        CHECK_FALSE(untraced[i].lines.has_value());
    }
}

}  // namespace compare_test
