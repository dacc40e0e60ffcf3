#include "probe/wire/owner_bytes.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"

namespace owner_bytes_test {

namespace {

enum class Mood : std::uint8_t { Calm, Cross = 200 };
struct Inner {
    float weight = 1;
    std::string word;
};
struct Thing {
    bool on = false;
    Mood mood = Mood::Calm;
    std::int64_t big = 0;
    ecs::Entity friend_of;
    std::string text;
    float row[3] = {1, 2, 3};
};

ecs::ComponentType thing_type(ecs::World& world) {
    world.types()
        .add<Thing>("Thing")
        .field("on", &Thing::on)
        .field("mood", &Thing::mood, {.names = {{"Calm", 0}, {"Cross", 200}}})
        .field("big", &Thing::big)
        .field("friend_of", &Thing::friend_of)
        .field("text", &Thing::text)
        .field("row", &Thing::row);
    return world.types()[world.id<Thing>()];
}

/// As a program sends it and an editor lays it out.
ecs::ComponentType over_the_wire(ecs::TypeRegistry& registry, const ecs::ComponentType& type) {
    probe::ByteWriter writer;
    probe::write_type(writer, type);
    probe::ByteReader reader(writer.bytes());
    ecs::ComponentType read = probe::read_type(reader);
    REQUIRE(reader.fine());
    REQUIRE(reader.at_end());
    read.default_bytes.clear();
    const ecs::Result<ecs::ComponentId> id = registry.add_at_run_time(std::move(read));
    REQUIRE(id);
    return registry[*id];
}

}  // namespace

TEST_CASE("Owner bytes: a type keeps its name, its fields and its size", "[wire]") {
    ecs::World world;
    const ecs::ComponentType type = thing_type(world);
    ecs::TypeRegistry registry;
    const ecs::ComponentType read = over_the_wire(registry, type);
    CHECK(read.name == "Thing");
    CHECK(read.size == sizeof(Thing));
    CHECK(ecs::layout_difference(read, type).empty());
    REQUIRE(read.fields[1].names.size() == 2);
    CHECK(read.fields[1].names[1] == ecs::EnumName{"Cross", 200});
}

TEST_CASE("Owner bytes: a value goes over field by field", "[wire]") {
    ecs::World world;
    const ecs::ComponentType type = thing_type(world);
    ecs::TypeRegistry registry;
    const ecs::ComponentType there = over_the_wire(registry, type);
    const Thing thing{true, Mood::Cross, -5, {7, 1}, "a text that is too long for a small string", {4, 5, 6}};
    probe::ByteWriter writer;
    probe::write_value(writer, type, &thing);
    ecs::Value value(there);
    probe::ByteReader reader(writer.bytes());
    probe::read_value(reader, there, value.data());
    REQUIRE(reader.fine());
    CHECK(reader.at_end());
    const auto& read = *static_cast<const Thing*>(value.data());  // the same layout, see above
    CHECK(read.on);
    CHECK(read.mood == Mood::Cross);
    CHECK(read.big == -5);
    CHECK(read.friend_of == ecs::Entity{7, 1});
    CHECK(read.text == thing.text);
    CHECK(read.row[2] == 6);
}

TEST_CASE("Owner bytes: cut short anywhere, a pull fails and nothing is read behind its end", "[wire]") {
    ecs::World world;
    const ecs::ComponentType type = thing_type(world);
    const std::vector<ecs::ComponentType> types{type};
    Thing thing;
    thing.text = "text";
    ecs::Pull pull;
    pull.clear(1);
    pull.destroyed = {1, 2};
    pull.created = {{3, {3, 1}}};
    pull.columns[0].keys = {3};
    pull.columns[0].values = {&thing};
    pull.moved = {{3, 1}};
    pull.named = {{3, "name"}};
    probe::ByteWriter writer;
    probe::write_pull(writer, pull, types);
    const auto read = [&](std::span<const std::byte> bytes, ecs::Pull& into) {
        into.clear(1);
        std::vector<probe::ValueColumn> values;
        probe::ByteReader reader(bytes);
        probe::read_pull(reader, into, types, values);
        return reader.fine() && reader.at_end();
    };
    ecs::Pull whole;
    REQUIRE(read(writer.bytes(), whole));
    CHECK(whole.destroyed == pull.destroyed);
    CHECK(whole.named[0].name == "name");
    std::size_t failed = 0;
    for (std::size_t size = 0; size < writer.size(); ++size) {
        ecs::Pull part;
        failed += !read(writer.bytes().first(size), part);
    }
    CHECK(failed == writer.size());
}

TEST_CASE("Owner bytes: a struct is as large as its members, whatever was sent", "[wire]") {
    ecs::ComponentType type;
    type.name = "Hostile";
    ecs::Field member;
    member.name = "x";
    type.fields.resize(1);
    type.fields[0].name = "s";
    type.fields[0].kind = ecs::FieldKind::Struct;
    type.fields[0].count = 2;
    type.fields[0].element_size = 1u << 31;
    type.fields[0].fields = {member};
    ecs::TypeRegistry registry;
    const ecs::ComponentType read = over_the_wire(registry, type);
    CHECK(read.size == 8);
    CHECK(read.fields[0].element_size == 4);
}

TEST_CASE("Owner bytes: keys without values take no memory for values", "[wire]") {
    ecs::World world;
    const std::vector<ecs::ComponentType> types{thing_type(world)};
    probe::ByteWriter writer;
    writer.count(0);
    writer.count(0);
    writer.count(0);
    writer.count(1);
    writer.number(std::uint32_t{0});
    writer.count(1000);
    for (ecs::OwnerKey key = 0; key < 1000; ++key) writer.number(key);
    ecs::Pull pull;
    pull.clear(1);
    std::vector<probe::ValueColumn> values;
    probe::ByteReader reader(writer.bytes());
    probe::read_pull(reader, pull, types, values);
    CHECK_FALSE(reader.fine());
    CHECK(values.empty());
}

TEST_CASE("Owner bytes: what was damaged anywhere is read or refused, and takes no more memory than it may", "[wire]") {
    ecs::World world;
    const ecs::ComponentType type = thing_type(world);
    probe::ByteWriter writer;
    probe::write_type(writer, type);
    ecs::Random random(3);
    std::size_t refused = 0;
    constexpr int rounds = 20'000;
    for (int i = 0; i < rounds; ++i) {
        std::vector<std::byte> bytes(writer.bytes().begin(), writer.bytes().end());
        for (std::uint32_t changes = 1 + random.below(4); changes > 0; --changes)
            bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<std::byte>(random.below(256));
        probe::ByteReader reader(bytes);
        ecs::ComponentType read = probe::read_type(reader);
        read.default_bytes.clear();
        ecs::TypeRegistry registry;
        refused += !reader.fine() || !registry.add_at_run_time(std::move(read));
    }
    CHECK(refused > rounds / 10);
    CHECK(refused < rounds);
}

}  // namespace owner_bytes_test
