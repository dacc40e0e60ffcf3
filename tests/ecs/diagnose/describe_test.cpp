#include "ecs/diagnose/describe.hpp"

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/support/test_types.hpp"

namespace describe_test {

using namespace ecs;
using namespace test;

namespace {

struct Padded {
    std::uint8_t flag = 0;
    double number = 0;
    std::uint16_t tail = 0;
};
struct Plain {
    std::int64_t secret[3] = {};
};
struct Inner {
    float a = 0, b = 0;
};
struct Nested {
    Inner inner[2];
    std::int32_t last = 0;
};
struct Tight {
    std::uint8_t flag = 0;
    std::uint16_t number = 0;  // behind a single byte of padding
};
struct Tag {};

struct Fixture {
    World world;
    std::vector<ComponentId> ids;
    Fixture() {
        register_types(world);
        world.types()
            .add<Padded>("Padded")
            .field("flag", &Padded::flag)
            .field("number", &Padded::number)
            .field("tail", &Padded::tail);
        world.types().add<Plain>("Plain");
        StructBuilder<Inner> inner;
        inner.field("a", &Inner::a).field("b", &Inner::b);
        world.types()
            .add<Nested>("Nested")
            .struct_field("inner", &Nested::inner, inner)
            .field("last", &Nested::last)
            .field("again", &Nested::last);  // the same bytes under another name
        world.types().add<Tight>("Tight").field("flag", &Tight::flag).field("number", &Tight::number);
        world.types().add<Tag>("Tag");
        for (ComponentId id = 0; id < world.types().size(); ++id)
            if (id != world.parent_id()) ids.push_back(id);
    }
};

// Checks one chunk against the storage itself; returns how many spans there were.
void check_chunk(const World& world, const Archetype& archetype, std::size_t position) {
    const Chunk& chunk = archetype.chunk(position);
    const std::vector<ByteSpan> spans = describe(archetype, position);
    std::uint32_t end = 0;
    for (const ByteSpan& span : spans) {
        REQUIRE(span.offset == end);
        REQUIRE(span.size > 0);
        end += span.size;
        for (const std::uint32_t offset : {span.offset, span.offset + span.size / 2, end - 1})
            REQUIRE(describe_byte(archetype, position, offset) == span);

        const auto row = static_cast<std::uint32_t>(span.row);
        const auto column = static_cast<std::size_t>(span.column);
        if (span.role == ByteRole::Entity) {
            REQUIRE(reinterpret_cast<const std::byte*>(&chunk.entities()[row]) == chunk.at(span.offset));
            REQUIRE(span.size == sizeof(Entity));
        } else if (span.role == ByteRole::Field) {
            const ComponentType& type = *archetype.types()[column];
            const auto* value = static_cast<const std::byte*>(world.get(chunk.entities()[row], type.id));
            if (span.field < 0) {
                REQUIRE(type.fields.empty());
                REQUIRE(value == chunk.at(span.offset));
                REQUIRE(span.size == type.size);
            } else {
                const Field& field = type.fields[static_cast<std::size_t>(span.field)];
                REQUIRE(value + field.offset == chunk.at(span.offset));
                REQUIRE(span.size == field.size_bytes());
            }
        } else if (span.role == ByteRole::Unused && span.column != no_column) {
            REQUIRE(row == chunk.rows);
            REQUIRE(span.size % archetype.types()[column]->size == 0);
            REQUIRE(archetype.column_data(position, column) + row * archetype.types()[column]->size ==
                    chunk.at(span.offset));
        }
    }
    REQUIRE(end == chunk.block_bytes);
}

std::size_t count(const std::vector<ByteSpan>& spans, ByteRole role) {
    return static_cast<std::size_t>(
        std::count_if(spans.begin(), spans.end(), [&](const ByteSpan& span) { return span.role == role; }));
}

}  // namespace

TEST_CASE("Describe: spans tile every byte and agree with the addresses of the storage", "[ecs][describe]") {
    Fixture f;
    Random random(3);
    for (int round = 0; round < 60; ++round) {
        std::vector<ComponentId> components;
        for (const ComponentId id : f.ids)
            if (random.below(3) == 0) components.push_back(id);
        // Few rows, many rows, and as many as fill the block exactly.
        std::vector<Entity> made(1 + random.below(round % 3 == 0 ? 600 : 12));
        f.world.create_many(made, components);
        const Archetype& archetype = f.world.archetype_of(made.front());
        if (round % 4 == 0)
            made.resize(archetype.layout().capacity - archetype.entity_count() % archetype.layout().capacity);
        if (round % 4 == 0) f.world.create_many(made, components);
        for (std::size_t i = 0; i < archetype.chunk_count(); ++i) check_chunk(f.world, archetype, i);
    }
}

TEST_CASE("Describe: every byte on its own is found in the span that holds it", "[ecs][describe]") {
    Fixture f;
    for (int i = 0; i < 7; ++i) f.world.create(Padded{}, Tag{}, Nested{}, Frozen{}, Plain{}, Label{});
    const Archetype& archetype = f.world.archetype_of(entities_of(f.world).front());
    const std::vector<ByteSpan> spans = describe(archetype, 0);
    for (const ByteSpan& span : spans)
        for (std::uint32_t offset = span.offset; offset < span.offset + span.size; ++offset)
            REQUIRE(describe_byte(archetype, 0, offset) == span);
}

TEST_CASE("Describe: one row of a padded component, span by span", "[ecs][describe]") {
    Fixture f;
    const Entity entity = f.world.create(Padded{}, Tag{}, Health{});
    const Archetype& archetype = f.world.archetype_of(entity);
    const ChunkLayout& layout = archetype.layout();
    const int column = archetype.column_of(f.world.id<Padded>());
    const std::uint32_t start = layout.offsets[static_cast<std::size_t>(column)];
    std::vector<ByteSpan> inside;
    for (const ByteSpan& span : describe(archetype, 0))
        if (span.column == column && span.row == 0) inside.push_back(span);
    CHECK(inside == std::vector<ByteSpan>{{start, 1, ByteRole::Field, column, 0, 0},
                                          {start + 1, 7, ByteRole::Padding, column, -1, 0},
                                          {start + 8, 8, ByteRole::Field, column, 1, 0},
                                          {start + 16, 2, ByteRole::Field, column, 2, 0},
                                          {start + 18, 6, ByteRole::Padding, column, -1, 0}});

    const std::vector<ByteSpan> all = describe(archetype, 0);
    CHECK(all.front() == ByteSpan{0, 64, ByteRole::Header, no_column, -1, -1});
    CHECK(all[1] == ByteSpan{64, 8, ByteRole::Entity, no_column, -1, 0});
    CHECK(all[2] == ByteSpan{72, layout.capacity * 8 - 8, ByteRole::Unused, no_column, -1, 1});
    const std::uint32_t end = start + layout.capacity * 24;
    CHECK(all[all.size() - 2] == ByteSpan{start + 24, end - start - 24, ByteRole::Unused, column, -1, 1});
    CHECK(all.back() == ByteSpan{end, layout.block_bytes - end, ByteRole::Unused, no_column, -1, -1});
}

TEST_CASE("Describe: nested structs and whole components without fields are one span a row", "[ecs][describe]") {
    Fixture f;
    f.world.create(Nested{}, Plain{});
    const Entity entity = f.world.create(Nested{}, Plain{});
    const Archetype& archetype = f.world.archetype_of(entity);
    const std::vector<ByteSpan> spans = describe(archetype, 0);
    CHECK(count(spans, ByteRole::Header) == 1);
    CHECK(count(spans, ByteRole::Entity) == 2);
    CHECK(count(spans, ByteRole::Field) == 2 * 2 + 2);  // inner and last; Plain
    for (const ByteSpan& span : spans)
        if (span.role == ByteRole::Field && span.size == sizeof(Plain)) CHECK(span.field == -1);
}

TEST_CASE("Describe: an archetype without components has ids and nothing else", "[ecs][describe]") {
    Fixture f;
    f.world.create();
    const std::vector<ByteSpan> spans = describe(f.world.archetype(0), 0);
    CHECK(count(spans, ByteRole::Entity) == 1);
    CHECK(count(spans, ByteRole::Field) == 0);
    CHECK(spans.back().offset + spans.back().size == f.world.archetype(0).layout().block_bytes);
    for (const ByteSpan& span : spans) CHECK(span.column == no_column);
}

TEST_CASE("Describe: roles are named as the layout command prints them", "[ecs][describe]") {
    CHECK(name_of(ByteRole::Header) == "header");
    CHECK(name_of(ByteRole::Entity) == "entity");
    CHECK(name_of(ByteRole::Field) == "field");
    CHECK(name_of(ByteRole::Padding) == "padding");
    CHECK(name_of(ByteRole::Unused) == "unused");
}

}  // namespace describe_test
