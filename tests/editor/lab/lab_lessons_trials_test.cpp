// What may be tried out in lessons: readings at the positions of the knobs, against what is reckoned here.
#include <cmath>

#include "catch.hpp"
#include "ecs/lab/lessons/lesson_trial.hpp"
#include "editor/support/lesson_script.hpp"

namespace lab_lessons_trials_test {

using namespace ecs::lab;

namespace {

/// What the knobs of a question's trial lead to, by their positions.
std::vector<Answer> tried(const Lesson& lesson, std::size_t question, const KnobPositions& positions) {
    REQUIRE(lesson.questions[question].trial.has_value());
    return find_readings(lesson, *lesson.questions[question].trial, positions);
}

}  // namespace

TEST_CASE("Lesson L2: an array that slides over the lines", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L2");
    constexpr std::uint64_t sizes[]{12, 16, 8};
    for (std::size_t size = 0; size < 3; ++size)
        for (std::size_t position = 0; position < 16; ++position) {
            const std::uint64_t base = 4 * position, bytes = sizes[size];
            double straddling = 0;
            for (std::uint64_t i = 0; i < 16; ++i) straddling += (base + bytes * i) % 64 > 64 - bytes;
            CAPTURE(base, bytes);
            CHECK(tried(lesson, 3, {size, position})[0].number == straddling);
            // What the explanation says: of 12 bytes always two, of 16 none or four.
            if (bytes == 12) CHECK(straddling == 2);
            if (bytes == 16) CHECK(straddling == (base % 16 == 0 ? 0 : 4));
        }
}

TEST_CASE("Lesson L5: walking both ways, removing both ways", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L5");
    for (const std::size_t removal : {0, 1}) {
        CHECK(tried(lesson, 2, {0, removal})[0].number == 50);
        CHECK(tried(lesson, 2, {0, removal})[1].number == 50);
        CHECK(tried(lesson, 2, {1, removal})[0].number == 100);
        CHECK(tried(lesson, 2, {1, removal})[1].number == 0);
    }
    CHECK(tried(lesson, 3, {0})[0].number == 8 * 50'000);
    CHECK(tried(lesson, 3, {1})[0].number == 39'999'600'000);
    CHECK(tried(lesson, 3, {1})[1].number == 8.0 * 1000 * 999 / 2);
}

TEST_CASE("Lesson L6: the old handle in all storages", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L6");
    for (std::size_t storage = 0; storage < storage_kinds.size(); ++storage) {
        const std::string faithful = tried(lesson, 2, {0, storage})[0].word;
        CAPTURE(name_of(storage_kinds[storage]), faithful);
        CHECK(tried(lesson, 2, {1, storage})[0].word == "refused");
        if (storage_kinds[storage] == StorageKind::SparseVector) CHECK(faithful == "new");
        if (storage_kinds[storage] == StorageKind::ArchetypeBlock) CHECK(faithful == "other");
    }
}

TEST_CASE("Lesson L8: tags by their number, and as columns of bools", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L8");
    const double rows = rows_that_fit(64, 16, {8, 12, 12, 4});
    for (const std::size_t tags : {0, 1, 4, 8}) {
        double chunks = 0;
        for (std::size_t set = 0; set < std::size_t{1} << tags; ++set) {
            double entities = 0;
            for (std::size_t i = 0; i < 10'000; ++i) entities += i % (std::size_t{1} << tags) == set;
            chunks += std::ceil(entities / rows);
        }
        CAPTURE(tags);
        const std::vector<Answer> readings = tried(lesson, 0, {0, tags});
        CHECK(readings[0].number == chunks);
        CHECK(readings[2].number == chunks * 16'384);
        CHECK(readings[3].number == Approx(10'000 * 28 / (chunks * 16'384)));
    }
    std::vector<std::uint64_t> sizes{8, 12, 12, 4};
    sizes.resize(sizes.size() + 8, 1);
    CHECK(tried(lesson, 0, {1, 8})[0].number == std::ceil(10'000 / rows_that_fit(64, 16, sizes)));
}

TEST_CASE("Lesson L11: a query that begins with the rarest component", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L11");
    for (const std::size_t storage : {0, 1}) {
        const std::vector<Answer> asked = tried(lesson, 2, {storage, 0}), smallest = tried(lesson, 2, {storage, 1});
        CHECK(smallest[0].number < asked[0].number);
        CHECK(smallest[2].number == asked[2].number);
    }
}

}  // namespace lab_lessons_trials_test
