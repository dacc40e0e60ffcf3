#include "ecs/breakpoints/column_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/types/type_builder.hpp"

namespace column_ranges_test {

namespace {

struct One {
    float x = 0;
};
struct Two {
    float x = 0;
    std::int32_t n = 0;  // its bits are no float that anybody asks for
};
struct Three {
    float x = 0, y = 0, z = 0;
};
struct Four {
    float x = 0, y = 0;
    std::uint32_t n = 0;
    float w = 0;
};
struct Mixed {
    double d = 0;
    std::int8_t i = 0;
    std::uint16_t u = 0;
    float x = 0;
};

void register_rows(ecs::World& world) {
    world.types().add<One>("One").field("x", &One::x);
    world.types().add<Two>("Two").field("x", &Two::x).field("n", &Two::n);
    world.types().add<Three>("Three").field("x", &Three::x).field("y", &Three::y).field("z", &Three::z);
    world.types().add<Four>("Four").field("x", &Four::x).field("y", &Four::y).field("n", &Four::n).field("w", &Four::w);
    world.types()
        .add<Mixed>("Mixed")
        .field("d", &Mixed::d)
        .field("i", &Mixed::i)
        .field("u", &Mixed::u)
        .field("x", &Mixed::x);
}

float some_float(ecs::Random& random) {
    if (random.below(400) == 0) return std::numeric_limits<float>::infinity();
    return random.between(-1000, 1000);
}

void fill(ecs::World& world, ecs::Random& random, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto number = static_cast<std::int32_t>(random.below(100'000));
        const auto f = [&] { return some_float(random); };
        const Four four{f(), f(), static_cast<std::uint32_t>(number), f()};
        const Mixed mixed{f(), static_cast<std::int8_t>(number % 100 - 50), static_cast<std::uint16_t>(number / 2),
                          f()};
        if (random.below(3) == 0)
            world.create(One{f()}, Two{f(), number - 50'000}, Three{f(), f(), f()}, four, mixed);
        else
            world.create(One{f()}, Two{f(), number - 50'000}, Three{f(), f(), f()}, four, mixed, ecs::Name{"named"});
    }
}

std::vector<ecs::Entity> all_of(const ecs::World& world) {
    std::vector<ecs::Entity> all;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        for (std::size_t chunk = 0; chunk < world.archetype(id).chunk_count(); ++chunk)
            for (const ecs::Entity entity : world.archetype(id).chunk(chunk).entities()) all.push_back(entity);
    return all;
}

ecs::ColumnRanges::Range row_by_row(const ecs::World& world, const ecs::FieldPath& field) {
    ecs::ColumnRanges::Range range;
    for (const ecs::Entity entity : all_of(world)) {
        const void* const value = world.get(entity, field.component);
        if (value == nullptr) continue;
        range.least = std::min(range.least, ecs::read_number(field, value));
        range.greatest = std::max(range.greatest, ecs::read_number(field, value));
    }
    return range;
}

const char* const paths[] = {"One.x",  "Two.x",  "Two.n",   "Three.x", "Three.z", "Four.x",
                             "Four.y", "Four.w", "Mixed.d", "Mixed.i", "Mixed.u", "Mixed.x"};

/// A ColumnRanges for each component of the paths, and the number of each path in it.
struct Ranges {
    explicit Ranges(const ecs::World& world) {
        for (const char* path : paths) {
            fields.push_back(ecs::find_field(world.types(), path).value());
            auto found = std::find_if(columns.begin(), columns.end(),
                                      [&](const auto& each) { return each.component() == fields.back().component; });
            if (found == columns.end()) found = columns.emplace(columns.end(), fields.back().component);
            numbers.push_back(found->add(fields.back()));
            REQUIRE(found->add(fields.back()) == numbers.back());
        }
    }
    std::size_t update(const ecs::World& world) {
        std::size_t read = 0;
        for (ecs::ColumnRanges& each : columns) read += each.update(world);
        return read;
    }
    ecs::ColumnRanges::Range of(std::size_t path) const {
        for (const ecs::ColumnRanges& each : columns)
            if (each.component() == fields[path].component) return each.range(numbers[path]);
        return {};
    }
    std::vector<ecs::FieldPath> fields;
    std::vector<ecs::ColumnRanges> columns;
    std::vector<std::size_t> numbers;
};

}  // namespace

TEST_CASE("ColumnRanges: after 300 random changes they are what reading row by row gives", "[break]") {
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{37}, std::size_t{2500}}) {
        INFO(count << " entities");
        ecs::World world;
        register_rows(world);
        ecs::Random random(count + 1);
        fill(world, random, count);
        Ranges ranges(world);
        for (int step = 0; step < 75; ++step) {
            const std::vector<ecs::Entity> all = all_of(world);
            if (random.below(4) == 0) fill(world, random, random.below(5));
            for (const ecs::Entity entity : all) {
                if (random.below(static_cast<std::uint32_t>(all.size() / 4 + 1)) != 0) continue;
                if (random.below(3) == 0)
                    world.destroy(entity);
                else
                    world.get_mut<Four>(entity).w = some_float(random) * 2;
            }
            ranges.update(world);
            for (std::size_t i = 0; i < std::size(paths); ++i) {
                INFO(paths[i]);
                const ecs::ColumnRanges::Range expected = row_by_row(world, ranges.fields[i]);
                REQUIRE(ranges.of(i).least == expected.least);
                REQUIRE(ranges.of(i).greatest == expected.greatest);
            }
        }
    }
}

TEST_CASE("ColumnRanges: only chunks that were written are read again, once for all fields", "[break]") {
    ecs::World world;
    register_rows(world);
    ecs::Random random(3);
    fill(world, random, 20'000);
    Ranges ranges(world);
    CHECK(ranges.update(world) > 100);
    CHECK(ranges.update(world) == 0);
    world.get_mut<Four>(all_of(world)[7]).w = 1e6F;
    CHECK(ranges.update(world) == 1);
    CHECK(ranges.of(7).greatest >= 1e6);
}

TEST_CASE("ColumnRanges: a NaN hides no other value", "[break]") {
    ecs::World world;
    register_rows(world);
    std::vector<ecs::Entity> all;
    for (int i = 0; i < 100; ++i) {
        const float x = i % 3 == 0 ? std::nanf("") : static_cast<float>(i);
        all.push_back(world.create(One{x}, Three{x, x, x}));
    }
    Ranges ranges(world);
    ranges.update(world);
    for (const std::size_t path : {std::size_t{0}, std::size_t{3}}) {
        INFO(paths[path]);
        CHECK(ranges.of(path).least <= 1);
        CHECK(ranges.of(path).greatest >= 98);
    }
}

}  // namespace column_ranges_test
