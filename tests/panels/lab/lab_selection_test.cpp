#include "panels/lab/lab_selection.hpp"

#include <cstring>

#include "catch.hpp"
#include "panels/lab/lab_state.hpp"
#include "panels/support/lab_pairs.hpp"

namespace lab_selection_test {

using namespace ecs::lab;

namespace {

/// The bytes of the ranges, read from the storage's own memory.
std::vector<std::byte> bytes_in(const ScenarioRun& run, const ByteRanges& ranges) {
    std::vector<std::byte> bytes;
    for (const auto& [begin, end] : ranges)
        for (Address at = begin; at < end; ++at) bytes.push_back(*run.arena().at(at));
    return bytes;
}

}  // namespace

TEST_CASE("Lab selection: an entity's value lies in all six storages, and is its value there", "[panels][lab]") {
    const auto runs = lab_runs(pairs(20));
    for (const StorageKind kind : storage_kinds) {
        INFO(name_of(kind));
        const panels::LabFound found = panels::find_selected(*runs, {7, 0, {}}, kind);
        REQUIRE(found.ranges.size() == 1);
        CHECK(found.value_bytes == 4);
        CHECK(found.other_bytes == 0);
        CHECK(found.lines == 1);
        std::uint32_t value = 0;
        REQUIRE(bytes_in(runs->run(kind), found.ranges).size() == sizeof value);
        std::memcpy(&value, bytes_in(runs->run(kind), found.ranges).data(), sizeof value);
        CHECK(value == 7 + 1);
    }
}

TEST_CASE("Lab selection: a component's values are as many bytes as the ledger's", "[panels][lab]") {
    const auto runs = lab_runs(pairs(20));
    for (const StorageKind kind : storage_kinds) {
        INFO(name_of(kind));
        CHECK(panels::find_selected(*runs, {{}, 0, {}}, kind).value_bytes == 20 * 4);
        CHECK(panels::find_selected(*runs, {{}, 1, {}}, kind).value_bytes == 10 * 8);
        CHECK(panels::find_selected(*runs, {4, {}, {}}, kind).value_bytes == 4 + 8);
        CHECK(panels::find_selected(*runs, {5, {}, {}}, kind).value_bytes == 4);
    }
}

TEST_CASE("Lab selection: who shares a line in one storage is found in the others", "[panels][lab]") {
    const auto runs = lab_runs(pairs(64));
    // Sixteen numbers of four bytes share a line of 001's vector, each with its tag: eight of them.
    const panels::LabFound first = panels::find_selected(*runs, {0, 0, {}}, StorageKind::SparseVector);
    const Address line = first.ranges.front().first / line_bytes * line_bytes;
    const panels::LabSelection selection{{}, {}, panels::LabLine{StorageKind::SparseVector, line}};
    const panels::LabFound there = panels::find_selected(*runs, selection, StorageKind::SparseVector);
    CHECK(there.value_bytes == 8 * 4);
    CHECK(there.lines == 1);
    for (const StorageKind kind : storage_kinds) {
        INFO(name_of(kind));
        CHECK(panels::find_selected(*runs, selection, kind).value_bytes == there.value_bytes);
    }
    // 004 keeps each object by itself.
    CHECK(panels::find_selected(*runs, selection, StorageKind::SharedObject).lines > 1);
}

TEST_CASE("Lab selection: nothing is selected of an entity that was destroyed, nor when nothing is", "[panels][lab]") {
    Scenario scenario = pairs(5);
    scenario.steps.push_back({DestroyStep{{2, 1, 1}}, "destroy #2", 0});
    const auto runs = lab_runs(std::move(scenario));
    for (const StorageKind kind : storage_kinds) {
        CHECK(panels::find_selected(*runs, {2, {}, {}}, kind).ranges.empty());
        CHECK(panels::find_selected(*runs, {}, kind).ranges.empty());
    }
    CHECK(panels::found_text({}) == "nowhere");
    CHECK(panels::found_text({{{0, 4}}, 4, 0, 1}) == "4 B values, 1 line");
    CHECK(panels::found_text({{{0, 4}}, 4, 8, 2}) == "4 B values + 8 B index, 2 lines");
}

}  // namespace lab_selection_test
