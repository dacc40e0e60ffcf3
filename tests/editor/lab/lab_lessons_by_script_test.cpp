// The lessons taken by a script. What each comes to is reckoned here, without storages.
#include "editor/support/lesson_script.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "catch.hpp"
#include "ecs/lab/scenario/by_hand.hpp"

namespace lab_lessons_by_script_test {

using namespace ecs::lab;

namespace {

/// The bytes of `type`'s values of entities, where they lie after `steps` steps.
ByteRanges values_of(const Lesson& lesson, StorageKind kind, std::size_t steps,
                     const std::vector<std::string>& entities) {
    ScenarioRun run(*lesson.scenarios.find(""), kind, Mode::Repaired, {}, Tracing::Events);
    run.run_to(steps);
    ByteRanges ranges;
    for (const Span& span : spans_of(run.storage())) {
        const auto owner = run.entity_of({span.handle});
        if (span.role != Role::Payload || !owner) continue;
        const std::string name = run.scenario().entity_name(*owner);
        if (std::find(entities.begin(), entities.end(), name) != entities.end())
            ranges.emplace_back(span.at, span.end());
    }
    return joined_ranges(ranges);
}

const std::vector<std::uint64_t> body_row{8, 12, 12, 4};  // id, Position, Velocity, Health

double half_up(double value) { return std::ceil(value); }

}  // namespace

TEST_CASE("Lesson L1: rows or columns", "[editor][lesson]") {
    // Columns: values one behind the other. Objects: 92 bytes and a header of 16, in two lines each, and a list of 8
    // bytes for each. One of them: its place in the table of places, and three values; or its place, and two lines.
    const double list = 1000 * 8 / 64.0;
    const double columns = half_up(24 * 1000 / 64.0) + half_up(4 * 1000 / 64.0) + half_up(64 * 1000 / 64.0);
    take(lesson_called("L1"),
         {{number(half_up(4 * 1000 / 64.0)), {{"rows", 1000 + list}, {"list", list}}},
          {word("004"), {{"rows", 1 + 2}, {"columns", 1 + 3}}},
          {number((1000 * 2 + list) / columns), {{"rows", 1000 * 2 + list}, {"columns", columns}, {"list", list}}}});
}

TEST_CASE("Lesson L2: where a line starts", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L2");
    ScenarioRun run(*lesson.scenarios.find(""), StorageKind::ArchetypeBlock, Mode::Faithful, {}, Tracing::Events);
    run.run_to(1);
    Address block = 0;  // the only one that holds 16 values of 12 bytes
    for (const auto& [begin, each] : run.arena().blocks())
        if (each.kind == BlockKind::Heap && each.bytes >= 16 * 12) block = begin;
    REQUIRE(block % 64 == 0);
    Answer straddling;
    straddling.kind = AnswerKind::Bytes;
    for (const Address i : {Address{5}, Address{10}})
        straddling.bytes.emplace_back(block + i * 12, block + (i + 1) * 12);
    take(lesson, {{number(static_cast<double>(block))},
                  {number(1)},
                  {number(2)},
                  {straddling, {{"aligned", 0}, {"shifted", 16 / 4}}}});
}

TEST_CASE("Lesson L3: how many fit in 16 KiB", "[editor][lesson]") {
    const double ours = rows_that_fit(64, 16, body_row), lines = rows_that_fit(64, 64, body_row),
                 flagged = rows_that_fit(64, 16, {8, 12, 12, 4, 1});
    CHECK(ours == 452);
    CHECK(lines == 448);
    // 452 rows need no padding: every column is a multiple of 16 bytes.
    const double slack = 16'384 - (64 + 452 * 36);
    // One row of 16 KiB, its id and the header: twice 16 KiB. Beside both an index of 64 slots, and three small tables.
    const double large = 2 * 32'768 + 64 * 8 + 3 * 64;
    take(lesson_called("L3"),
         {{number(16'384 / 36), {{"slack", 16'384 % 36}}},
          {number(ours), {{"slack", slack}}},
          {number(lines), {{"fewer", ours - lines}, {"cap", 128}}},
          {number(flagged), {{"fewer", ours - flagged}}},
          {number(2), {{"fit", rows_that_fit(64, 16, {8, 16'384})}, {"allocated", large}, {"payload", 2 * 16'384}}}});
}

TEST_CASE("Lesson L4: what adding a Velocity moves", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L4");
    Answer clicked;
    clicked.kind = AnswerKind::Bytes;
    clicked.bytes = values_of(lesson, StorageKind::Chunks, 4, {"b", "d"});
    CHECK(byte_count(clicked.bytes) == 2 * (12 + 4));
    // 001 writes None for a and for b (4 bytes each), then Some (1) and the value.
    take(lesson, {{clicked}, {number((12 + 4) + (8 + 12 + 4))}, {number(0), {{"written", 4 + 4 + 1 + 12}}}});
}

TEST_CASE("Lesson L5: swap-remove", "[editor][lesson]") {
    const double rows = 100'000.0 * 99'999 / 2, row_bytes = 4 + 4;
    CHECK(rows * row_bytes == 39'999'600'000);
    take(lesson_called("L5"), {{order({"a", "e", "c", "d"}), {{"moved", 4}}},
                               {order({"a", "c", "d", "e"}), {{"moved", 3 * 4}}},
                               {number(50), {{"backward", 100}}},
                               {number(rows * row_bytes), {{"swap", 50'000 * row_bytes}}}});
}

TEST_CASE("Lessons: an operation done by hand is graded against the trace", "[editor][lesson]") {
    for (const char* id : {"L4", "L5", "L7"}) {
        CAPTURE(id);
        const Lesson lesson = lesson_called(id);
        REQUIRE(lesson.hands_on.has_value());
        const Look& look = lesson.hands_on->look;
        ScenarioRun run(*lesson.scenarios.find(look.scenario), look.storage, look.mode, look.options, Tracing::Events);
        run.run_to(*look.step);
        const Arena::Snapshot after = run.arena().snapshot();
        {
            ByHand hand(run);
            REQUIRE(hand.beats() > 0);
            CHECK(hand.click(1) == ByHand::Click::Wrong);
            CHECK(hand.mistakes() == 1);
            std::size_t clicks = 0;
            while (!hand.finished()) {
                const bool copy = hand.present().kind == EventKind::Copy;
                const std::size_t done = hand.done();
                REQUIRE(hand.click(hand.wanted().second - 1) == ByHand::Click::Right);
                if (copy) {
                    CHECK(hand.wants_destination());
                    REQUIRE(hand.click(hand.wanted().first) == ByHand::Click::Right);
                }
                CHECK(hand.done() == done + 1);
                clicks += copy ? 2 : 1;
            }
            CHECK(clicks > hand.beats());
            CHECK(hand.mistakes() == 1);
        }
        CHECK(run.arena().snapshot() == after);
    }
}

TEST_CASE("Lesson L6: the id that came back", "[editor][lesson]") {
    // 001 finds values by index, and the index of `old` went to `new`. 002's handle is a row, into which the last one
    // (`other`) moved. Ours compares generations. An index that stood in the queue twice is that of c and of d. 4 bits
    // have 16 generations.
    const Lesson lesson = lesson_called("L6");
    take(lesson, {{word("new")}, {word("other")}, {word("refused")}, {word("d")}, {number(1 << 4)}});
    // What the explanation of the third says of generations.
    ScenarioRun run(*lesson.scenarios.find(""), StorageKind::Chunks, Mode::Repaired, {}, Tracing::None);
    run.run_to(4);
    const auto named = [&](std::string_view name) {
        for (std::uint64_t entity = 0; entity < run.scenario().entities; ++entity)
            if (run.scenario().entity_name(entity) == name) return run.handle_of(entity)->bits;
        throw std::runtime_error("nobody is called so");
    };
    CHECK(named("old") >> 32 == 1);
    CHECK(named("new") >> 32 == 2);
    CHECK(static_cast<std::uint32_t>(named("old")) == static_cast<std::uint32_t>(named("new")));
}

TEST_CASE("Lesson L7: my pointer moved", "[editor][lesson]") {
    take(lesson_called("L7"), {{number(4 + 1)}, {number((256 - 64) / (8 + 8) + 1)}, {number(6)}});
}

TEST_CASE("Lesson L8: tags", "[editor][lesson]") {
    // 452 rows in a chunk of 16 KiB; the Positions lie behind the ids.
    const double rows = rows_that_fit(64, 16, body_row);
    const double chunks = std::ceil(10'000 / rows);
    CHECK(chunks == 23);
    double lines_without = std::ceil(chunks * 8 / 64);  // the list of chunks
    for (double left = 10'000; left > 0; left -= rows) {
        const double begin = 64 + 8 * rows, end = begin + 12 * std::min(left, rows);
        lines_without += std::ceil(end / 64) - std::floor(begin / 64) + 1;  // and the header
    }
    // 256 archetypes of 39 or 40 rows in blocks of 2 KiB; an index of 16,384 slots; a table of 16 bytes a chunk, a
    // number for each, and a list of chunks in a line of its own for each archetype.
    REQUIRE(rows_that_fit(64, 16, body_row, 1'024) < 39);
    REQUIRE(rows_that_fit(64, 16, body_row, 2'048) >= 40);
    const double allocated = 256 * 2'048 + 16'384 * 8 + 256 * (16 + 4 + 64);
    // Nine or ten rows in a block of 512 bytes, for twelve: the Positions, from byte 160 on, lie in three lines; a
    // header and a list of chunks each.
    const double lines_with = 1024 * 5;
    // 001: an option of one byte each. 002: an empty struct is one byte. 003: an id of 4 bytes for each, and 2,048
    // slots of 16, of which at most two thirds are used.
    take(lesson_called("L8"), {{number(256), {{"none", 23}, {"full", 256 * 16'384}, {"allocated", allocated}}},
                               {number(lines_with / lines_without), {{"ten", lines_with}, {"none", lines_without}}},
                               {number(0), {{"a", 1024}, {"b", 1024}, {"c", 1024 * 4 + 2048 * 16}}}});
}

TEST_CASE("Lesson L10: destroyed is not gone", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L10");
    ScenarioRun run(*lesson.scenarios.find(""), StorageKind::HashIndex, Mode::Faithful, {}, Tracing::Events);
    run.run_to(5);
    Answer name;
    name.kind = AnswerKind::Bytes;
    for (const Span& span : spans_of(run.storage()))
        if (span.role == Role::Payload && span.bytes == 16 && std::memcmp(run.arena().at(span.at), "Bob", 4) == 0)
            name.bytes.emplace_back(span.at, span.end());
    REQUIRE(name.bytes.size() == 1);
    // Of the two lists one was walked and compacted. While b is moved onto a, it still stands where it stood.
    take(lesson, {{name},
                  {number(0)},
                  {word("refused"), {{"places", 1}}},
                  {number(1), {{"a", 1}, {"c", 1}}},
                  {number(1), {{"p1", 1}, {"v1", 1}, {"p3", 0}, {"v3", 1}, {"p4", 0}, {"v4", 0}}},
                  {word("b c")}});
}

namespace {

/// A clock that says what it is told: times of 001 by 002, and where objects are overtaken.
Measurements clock_that_says(double time, double scalar) {
    Measurements clock;
    clock.join = [=](std::uint64_t entities) {
        CHECK(entities == 1000);
        LinesVersusTime said;
        said.time_ratio.median = time;
        said.time_ratio_scalar.median = scalar;
        return said;
    };
    clock.crossovers = [] {
        std::array<CrossoverFound, 2> said;
        said[0].archetypes = 1;
        said[0].blocks = 8;
        said[0].chunks = 32;
        said[1].archetypes = 16;
        said[1].blocks = 64;
        return said;  // with 16 archetypes chunks never overtake
    };
    return clock;
}

}  // namespace

TEST_CASE("Lesson L12: lines are not time", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L12");
    CHECK(is_measured(lesson.questions[1].answer));
    CHECK(is_measured(lesson.questions[2].answer));
    // Options of 16 bytes: all of the list of Positions is walked over, which ends with the last who has one, and the
    // lines of four Velocities in which one of them has a Position, too. A row of 002 has 24 bytes.
    double both = 0, length = 0;
    std::set<int> velocities;
    for (int i = 0; i < 1000; ++i) {
        const bool position = i / 10 % 3 != 0, velocity = i / 10 % 4 != 0;
        if (position) velocities.insert(i / 4);
        if (position) length = i + 1;
        both += position && velocity;
    }
    CHECK(both == 500);
    const double sparse = std::ceil(length * 16 / 64) + static_cast<double>(velocities.size());
    const double packed = std::ceil(both * 24 / 64), factor = sparse / packed;
    struct Case {
        double time, scalar;
        const char* answer;
    };
    for (const Case& each : {Case{5.5, 2.1, "greater"}, Case{1.25, 0.5, "less"}, Case{factor, 2, "equal"}}) {
        CAPTURE(each.time);
        take(lesson,
             {{number(factor), {{"a", sparse}, {"b", packed}}},
              {word(each.answer), {{"time", each.time}, {"scalar", each.scalar}, {"lines", factor}}},
              {number(32), {{"sixteen", 0}}}},
             clock_that_says(each.time, each.scalar));
    }
}

TEST_CASE("Lesson C1: doubling", "[editor][lesson]") {
    take(lesson_called("C1"), {{number(1 + 2 + 4)}, {number(16 - 10)}});
}

TEST_CASE("Lesson C2: three adds or one spawn", "[editor][lesson]") {
    // Blocks from 256 bytes to 8 KiB are copied when they are full, ids included; the index begins with 64 slots of 8
    // bytes and doubles until it has 1,024.
    double grown = 0;
    for (std::uint64_t block = 256; block < 16'384; block *= 2) grown += rows_that_fit(64, 16, body_row, block) * 36;
    for (int slots = 64; slots < 1'001; slots *= 2) grown += slots * 8;
    // 12 and then 24 bytes are taken along; and three chunks more need a table of chunks that holds more than four.
    const double more = 1000 * (12 + 24) + 4 * 16;
    const double chunks = std::ceil(1000 / rows_that_fit(64, 16, body_row));
    // The three archetypes on the way keep a chunk each.
    take(lesson_called("C2"),
         {{number(grown + more), {{"whole", grown}, {"more", more}}}, {number(chunks + 3), {{"whole", chunks}}}});
}

TEST_CASE("Lesson C3: the order of fields", "[editor][lesson]") {
    struct Mixed {
        char a;
        double b;
        char c;
        std::int32_t d;
        char e;
    };
    struct Sorted {
        double b;
        std::int32_t d;
        char a, c, e;
    };
    CHECK(sizeof(Mixed) == 32);
    CHECK(sizeof(Sorted) == 16);
    take(lesson_called("C3"),
         {{number(sizeof(Mixed))},
          {number(sizeof(Sorted)),
           {{"sorted", rows_that_fit(64, 16, {8, 16})}, {"mixed", rows_that_fit(64, 16, {8, 32})}}}});
}

TEST_CASE("Lessons C4 to C6: pushed twice, born during the walk, two types of one name", "[editor][lesson]") {
    take(lesson_called("C4"), {{number(2), {{"repaired", 1}}}});
    take(lesson_called("C5"), {{number(0), {{"repaired", 4}}}});
    take(lesson_called("C6"), {{word("bitten")}});
}

}  // namespace lab_lessons_by_script_test
