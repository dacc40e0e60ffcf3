// A world of ours, served, and a mirror of it at the other end: both show the same.
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "remote/bevy/bevy.hpp"
#include "remote/serve/world_server.hpp"
#include "remote/support/remote_client.hpp"
#include "remote/support/small_world.hpp"

namespace round_trip_test {

using test::SmallWorld;
using test::until;

/// One thread is both: the served program and the one that looks at it.
class Both : public test::RemoteClient {
public:
    Both() {
        auto started = remote::WorldServer::start({.http = {.port = 0}});
        REQUIRE(started);
        server = std::move(*started);
        attach(remote::make_bevy_owner({.port = server->port(), .per_second = 100000}));
        REQUIRE(until([&] {
            turn();
            return owner->rounds() > 0;
        }));
        // An update may find what the last round brought.
        turn();
    }
    ~Both() override { detach(); }

    void turn() override {
        if (server) server->serve(small.served());
        RemoteClient::turn();
    }
    /// Everything that was asked is answered, and a later picture is there.
    [[nodiscard]] bool settled() { return answered() && seen(); }
    /// What an entity is, in words.
    static std::string text_of(const ecs::World& world, ecs::Entity entity) {
        std::string text = ecs::to_string(entity) + " \"" + std::string(world.name(entity)) + "\" below " +
                           ecs::to_string(world.parent(entity)) + ":";
        std::map<std::string, std::string> parts;
        for (const ecs::ComponentId component : world.archetype_of(entity).components()) {
            const ecs::ComponentType& type = world.types()[component];
            if (component == world.name_id() || component == world.parent_id()) continue;
            std::string value;
            for (const ecs::Field& field : type.fields) value += value_text(field, world.get(entity, component));
            parts[type.name] = value;
        }
        for (const auto& [name, value] : parts) text += " " + name + value;
        return text;
    }
    static std::string value_text(const ecs::Field& field, const void* at) {
        const auto* bytes = static_cast<const std::byte*>(at) + field.offset;
        std::string text = " " + field.name + "=";
        for (std::size_t i = 0; i < field.count; ++i, bytes += field.element_size) {
            if (field.kind == ecs::FieldKind::Struct || ecs::float_count(field.kind) > 1) {
                text += "(…";
                for (const ecs::Field& member : field.fields) text += value_text(member, bytes);
                for (std::size_t k = 0; k < ecs::float_count(field.kind); ++k)
                    text += " " + std::to_string(reinterpret_cast<const float*>(bytes)[k]);
                text += ")";
            } else if (field.kind == ecs::FieldKind::String) {
                text += *reinterpret_cast<const std::string*>(bytes);
            } else if (field.kind == ecs::FieldKind::Enum) {
                text += std::string(ecs::enum_name(field, ecs::read_enum(field, bytes)).value_or("?"));
            } else {
                for (std::size_t k = 0; k < field.element_size; ++k)
                    text += std::to_string(static_cast<unsigned>(bytes[k])) + ".";
            }
        }
        return text;
    }
    static std::string text_of(const ecs::World& world) {
        std::string text;
        for (std::size_t slot = 0; slot < world.slot_count(); ++slot)
            if (const ecs::Entity entity = world.entity_at_slot(slot)) text += text_of(world, entity) + "\n";
        return text;
    }

    SmallWorld small;
    std::unique_ptr<remote::WorldServer> server;
};

TEST_CASE("Round trip: a served world and its mirror have the same tree, types and values", "[bevy]") {
    Both both;
    CHECK(both.owner->name() == "Chunkscope");
    CHECK(Both::text_of(both.mirror->world()) == Both::text_of(both.small.world));
    const ecs::ComponentType* const mixed = both.mirror->world().types().find("Mixed");
    REQUIRE(mixed != nullptr);
    const ecs::ComponentType& same = both.small.world.types()[both.small.mixed];
    REQUIRE(mixed->fields.size() == same.fields.size());
    for (const ecs::Field& field : same.fields) {
        const ecs::Field* const shown = mixed->find_field(field.name);
        REQUIRE(shown != nullptr);
        CHECK(shown->kind == field.kind);
    }
}

TEST_CASE("Round trip: what the program changes is seen, and who goes is gone", "[bevy]") {
    Both both;
    ecs::World& world = both.small.world;
    const ecs::Entity more = world.create();
    world.add<ecs::Name>(more, {"more"});
    world.add(more, both.small.mixed);
    world.destroy(both.small.player);
    CHECK(both.settled());
    CHECK(Both::text_of(both.mirror->world()) == Both::text_of(world));
}

TEST_CASE("Round trip: 200 edits of any kind, and their undoing, come out the same on both sides", "[bevy]") {
    Both both;
    const std::string before = Both::text_of(both.small.world);
    ecs::World& mirrored = both.mirror->world();
    ecs::Random random(7);
    std::size_t steps = 0;
    std::vector<ecs::ComponentId> types;
    for (const char* name : {"demo::Transform", "demo::Health", "demo::Team", "Mixed"}) {
        REQUIRE(mirrored.types().find(name) != nullptr);
        types.push_back(mirrored.types().find(name)->id);
    }
    for (int i = 0; i < 200; ++i) {
        std::vector<ecs::Entity> alive;
        for (std::size_t slot = 0; slot < mirrored.slot_count(); ++slot)
            if (const ecs::Entity entity = mirrored.entity_at_slot(slot)) alive.push_back(entity);
        const ecs::Entity entity = alive[random.below(static_cast<std::uint32_t>(alive.size()))];
        const ecs::ComponentType& type = mirrored.types()[types[random.below(4)]];
        ecs::HistoryStep command{"edit", {}};
        switch (random.below(6)) {
            case 0: {
                ecs::CreateEntities create;
                create.entities.emplace_back();
                create.entities.back().values.push_back(ecs::Value(type));
                create.entities.back().parent = entity;
                command.edits.emplace_back(std::move(create));
                break;
            }
            case 1:
                if (mirrored.children(entity).empty() && alive.size() > 3)
                    command.edits.emplace_back(ecs::DestroyEntity{entity});
                break;
            case 2:
                command.edits.push_back(ecs::rename(mirrored, entity, "n" + std::to_string(i)));
                break;
            case 3:
                if (mirrored.has(entity, type.id))
                    command.edits.emplace_back(ecs::RemoveComponent{entity, type.id});
                else
                    command.edits.emplace_back(ecs::AddComponent{entity, ecs::Value(type)});
                break;
            case 4:
                command.edits.emplace_back(ecs::SetParent{entity, ecs::null_entity});
                break;
            default:
                if (!mirrored.has(entity, type.id) || type.fields.empty()) break;
                const auto at = random.below(static_cast<std::uint32_t>(type.fields.size()));
                const ecs::Field& field = type.fields[at];
                ecs::Value value(type, mirrored.get(entity, type.id));
                auto* const place = static_cast<std::byte*>(value.data()) + field.offset;
                if (field.kind == ecs::FieldKind::F64)
                    *reinterpret_cast<double*>(place) = i / 8.0;
                else if (field.kind == ecs::FieldKind::String)
                    *reinterpret_cast<std::string*>(place) = "t" + std::to_string(i);
                else if (field.kind == ecs::FieldKind::I32)
                    *reinterpret_cast<std::int32_t*>(place) = i % 100;
                command.edits.emplace_back(ecs::SetComponent{entity, std::move(value), {at}});
        }
        if (command.edits.empty()) continue;
        INFO("edit " << i);
        const std::size_t done = both.history->done();
        CHECK(both.history->perform(std::move(command)).empty());
        both.history->seal();
        steps += both.history->done() - done;
        CHECK(until([&] {
            both.turn();
            return both.mirror->unanswered() == 0;
        }));
    }
    CHECK(both.settled());
    CHECK(both.messages.empty());
    CHECK(steps > 100);
    // Handles of what was created may differ; names, places and values must not.
    CHECK(both.mirror->world().entity_count() == both.small.world.entity_count());
    for (std::size_t slot = 0; slot < mirrored.slot_count(); ++slot)
        if (const ecs::Entity entity = mirrored.entity_at_slot(slot)) {
            const ecs::Entity there = ecs::entity_of_bits(both.mirror->key_of(entity));
            REQUIRE(both.small.world.alive(there));
            CHECK(both.small.world.name(there) == mirrored.name(entity));
            CHECK(both.small.world.archetype_of(there).components().size() ==
                  mirrored.archetype_of(entity).components().size());
        }
    for (std::size_t i = 0; i < steps; ++i) {
        INFO("undo " << i);
        CHECK(both.history->undo().empty());
        CHECK(until([&] {
            both.turn();
            return both.mirror->unanswered() == 0;
        }));
    }
    CHECK(both.settled());
    // What was destroyed is there again under its id, so nothing is told, and nothing refers to what is gone.
    CHECK(both.messages.empty());
    CHECK(Both::text_of(both.small.world) == before);
    CHECK(both.mirror->world().entity_count() == both.small.world.entity_count());
    CHECK(both.small.world.entity_count() == 4);
}

TEST_CASE("Round trip: a component that is added has the start values of the program", "[bevy]") {
    Both both;
    const ecs::Entity shown = both.mirror->world().find_by_name("Root");
    const ecs::ComponentType* const type = both.mirror->world().types().find("demo::Health");
    REQUIRE(type != nullptr);
    CHECK(both.history->perform({"add", {ecs::AddComponent{shown, ecs::Value(*type)}}}).empty());
    CHECK(both.settled());
    CHECK(both.messages.empty());
    REQUIRE(both.small.world.has(both.small.root, both.small.health));
    const auto* const health =
        static_cast<const test::DemoHealth*>(both.small.world.get(both.small.root, both.small.health));
    CHECK(health->value == 50);
    CHECK(health->max == 100);
}

TEST_CASE("Round trip: no edit reaches another world that took the place of the first since the last look", "[bevy]") {
    Both both;
    const ecs::Entity shown = both.mirror->world().find_by_name(both.small.world.name(both.small.player));
    SmallWorld other;
    const std::string before = Both::text_of(other.world);
    CHECK(both.history->perform({"Destroy it", {ecs::DestroyEntity{shown}}}).empty());
    CHECK(until([&] {
        both.server->serve(other.served());
        for (const std::string& message : both.mirror->update().messages) both.messages += message + "\n";
        return both.mirror->unanswered() == 0 && both.mirror->lost().empty() && !both.messages.empty();
    }));
    CHECK(Both::text_of(other.world) == before);
    CHECK(both.messages == "Chunkscope refused \"Destroy it\": the program was started again\n");
    CHECK(both.mirror->world().entity_count() == other.world.entity_count());
}

TEST_CASE("Round trip: a view that stands still notices that the program went and came, and changes nothing",
          "[bevy]") {
    Both both;
    const std::string before = Both::text_of(both.mirror->world());
    const std::uint16_t port = both.server->port();
    both.small.world.destroy(both.small.player);
    const auto check = [&] {
        if (both.server) both.server->serve(both.small.served());
        both.mirror->check();
        return both.mirror->lost();
    };
    both.server.reset();
    CHECK(until([&] { return !check().empty(); }));
    CHECK(until([&] {
        auto started = remote::WorldServer::start({.http = {.port = port}});
        if (started) both.server = std::move(*started);
        return both.server != nullptr;
    }));
    CHECK(until([&] { return check().empty(); }));
    CHECK(Both::text_of(both.mirror->world()) == before);
    CHECK(both.settled());
    CHECK(Both::text_of(both.mirror->world()) == Both::text_of(both.small.world));
}

TEST_CASE("Round trip: when the program goes, what was seen stays, and it is found when it comes back", "[bevy]") {
    Both both;
    const std::string before = Both::text_of(both.mirror->world());
    const std::uint16_t port = both.server->port();
    both.server.reset();
    // What was asked while it went may be told first: that the connection was closed.
    CHECK(until([&] {
        both.turn();
        return both.mirror->lost() == "127.0.0.1:" + std::to_string(port) + ": nothing listens there";
    }));
    CHECK(Both::text_of(both.mirror->world()) == before);
    CHECK(until([&] {
        auto started = remote::WorldServer::start({.http = {.port = port}});
        if (started) both.server = std::move(*started);
        return both.server != nullptr;
    }));
    both.small.world.destroy(both.small.player);
    CHECK(until([&] {
        both.turn();
        return both.mirror->lost().empty();
    }));
    CHECK(both.settled());
    CHECK(Both::text_of(both.mirror->world()) == Both::text_of(both.small.world));
}

TEST_CASE("Round trip: a world that is served read-only is shown, and an edit is refused beforehand", "[bevy]") {
    SmallWorld small;
    auto server = remote::WorldServer::start({.http = {.port = 0}});
    REQUIRE(server);
    const auto owner = remote::make_bevy_owner({.port = (*server)->port(), .per_second = 1000});
    ecs::Mirror mirror(*owner);
    CHECK(until([&] {
        (*server)->serve(small.read_only());
        mirror.update();
        return owner->rounds() > 0;
    }));
    CHECK(owner->why_not(ecs::OwnerAbility::SetValue) == "Chunkscope does not offer that to other programs");
}

}  // namespace round_trip_test
