// Who wrote what as bytes, also damaged.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"
#include "ecs/record/field_recorder.hpp"
#include "probe/wire/write_bytes.hpp"

namespace write_bytes_test {

namespace {

struct Health {
    std::int32_t hp = 0;
    std::int32_t armour = 0;
};
struct Label {
    std::string text;
};

/// Two writes of a system in a world, and one that the client did itself.
struct Recorded {
    ecs::World world;
    ecs::Schedule schedule{world};
    ecs::FieldRecorder records;
    ecs::Entity entity;
    std::vector<std::uint32_t> positions;

    Recorded() {
        world.types().add<Health>("Health").field("hp", &Health::hp).field("armour", &Health::armour);
        world.types().add<Label>("Label").field("text", &Label::text);
        entity = world.create(Health{10, 4}, Label{"one"});
        positions.assign(world.types().size(), ecs::OwnerPool::no_type);
        positions[world.id<Health>()] = 0;
        positions[world.id<Label>()] = 1;
        schedule.system<Health, Label>("Hurt", [](Health& health, Label& label) {
            health.armour -= 3;
            label.text = "two";
        });
        records.attach(world, schedule, nullptr);
        records.choose_everything(true);
        world.get_mut<Health>(entity).hp = 9;
        records.look_at({ecs::WriterKind::ByStep});
        schedule.tick(world);
    }
    ~Recorded() { records.detach(); }
    std::vector<std::byte> bytes() const {
        probe::ByteWriter to;
        probe::write_told_writes(to, world, records, positions);
        return to.take();
    }
};

}  // namespace

TEST_CASE("Write bytes: what a recorder saw comes back, but for the steps of the client", "[wire]") {
    const Recorded recorded;
    const std::vector<std::byte> bytes = recorded.bytes();
    probe::ByteReader from(bytes);
    const probe::ToldWrites told = probe::read_told_writes(from);
    REQUIRE((from.fine() && from.at_end()));
    REQUIRE(told.writes.size() == 2);
    CHECK_FALSE(told.lacks_some);
    const probe::ToldWrite& armour = told.writes[0].type == 0 ? told.writes[0] : told.writes[1];
    const probe::ToldWrite& text = told.writes[0].type == 0 ? told.writes[1] : told.writes[0];
    CHECK(told.names[armour.name] == "Hurt");
    CHECK(armour.key == recorded.entity.bits());
    CHECK(armour.value == 1);  // the second of its values
    CHECK(armour.before == std::vector<std::byte>{std::byte{4}, {}, {}, {}});
    CHECK(armour.after == std::vector<std::byte>{std::byte{1}, {}, {}, {}});
    CHECK(text.type == 1);
    CHECK(text.after == std::vector<std::byte>{std::byte{'t'}, std::byte{'w'}, std::byte{'o'}});
}

TEST_CASE("Write bytes: a wish comes back", "[wire]") {
    const probe::WishedWrites wish{.everything = true, .keys = {7, 9}, .types = {2}};
    probe::ByteWriter to;
    probe::write_wish(to, wish);
    probe::ByteReader from(to.bytes());
    CHECK(probe::read_writes_wish(from) == wish);
    CHECK((from.fine() && from.at_end()));
}

TEST_CASE("Write bytes: cut short anywhere, they are refused; damaged anywhere, they are refused or read", "[wire]") {
    const std::vector<std::byte> whole = Recorded().bytes();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        probe::ByteReader from(part);
        (void)probe::read_told_writes(from);
        CHECK_FALSE(from.fine());
    }
    ecs::Random random(3);
    std::size_t refused = 0;
    for (int i = 0; i < 2000; ++i) {
        std::vector<std::byte> damaged = whole;
        damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] = static_cast<std::byte>(random.below(256));
        probe::ByteReader from(damaged);
        const probe::ToldWrites told = probe::read_told_writes(from);
        refused += from.fine() ? 0 : 1;
        for (const probe::ToldWrite& each : told.writes)
            if (from.fine()) CHECK(each.name < told.names.size());
    }
    CHECK(refused > 0);
}

}  // namespace write_bytes_test
