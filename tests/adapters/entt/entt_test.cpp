#include "chunkscope/entt.hpp"

#include <array>
#include <cstring>
#include <map>

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace entt_test {

using chunkscope::entt::field;
using test::contains;

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Health {
    std::int16_t hp = 10;  // two bytes of padding follow
    std::int32_t max = 10;
};
struct Label {
    std::string text;
};
struct Below {
    entt::entity parent{entt::null};
};
struct Frozen {};
struct Anchored {  // keeps its address
    static constexpr bool in_place_delete = true;
    double depth = 0;
};
struct Secret {
    std::string seen;
    std::string hidden;
};
struct Unknown {
    int value = 0;
};
struct Squad {
    std::uint8_t rank = 1;
    entt::entity leader{entt::null};
    entt::entity members[3] = {entt::null, entt::null, entt::null};
    std::array<entt::entity, 2> guards{entt::null, entt::null};
    std::string motto;
};
struct Partly {
    double known = 1;
    std::int64_t others[3] = {2, 3, 4};
};

struct Desk {
    entt::registry registry;
    chunkscope::entt::Attached attached;
    ecs::Schedule schedule;
    ecs::History history;

    explicit Desk(chunkscope::entt::Options options = {})
        : attached(chunkscope::entt::attach(registry, options)), history(attached.world(), schedule) {
        attached.component<Position>("Position", field("x", &Position::x), field("y", &Position::y))
            .component<Health>("Health", field("hp", &Health::hp), field("max", &Health::max))
            .component<Label>("Label", field("text", &Label::text))
            .component<Below>("Below", field("parent", &Below::parent))
            .component<Frozen>("Frozen")
            .component<Anchored>("Anchored", field("depth", &Anchored::depth))
            .component<int>("Score", chunkscope::entt::whole<int>("value"))
            .names(&Label::text)
            .parents(&Below::parent);
        attached.follow(history);
        attached.update();
    }
    ~Desk() { attached.mirror().unfollow(); }

    ecs::World& world() { return attached.world(); }
    ecs::ComponentId id(const char* name) {
        const ecs::ComponentType* const type = world().types().find(name);
        REQUIRE(type != nullptr);
        return type->id;
    }
    template <class T>
    const T* seen(entt::entity entity, const char* name) {
        return static_cast<const T*>(world().get(attached.handle(entity), id(name)));
    }
    template <class T>
    ecs::Value value(const char* name, const T& content) {
        ecs::Value made(world().types()[id(name)]);
        *static_cast<T*>(made.data()) = content;
        return made;
    }
    std::string set_hp(entt::entity entity, std::int16_t hp) {
        return history.perform(
            {"Set hp", {ecs::SetComponent{attached.handle(entity), value("Health", Health{hp, 0}), {0}}}});
    }
    std::vector<entt::entity> all() {
        std::vector<entt::entity> entities;
        for (auto [entity] : registry.storage<entt::entity>().each()) entities.push_back(entity);
        return entities;
    }
};

template <class T>
std::string content(const T& value) {
    if constexpr (std::is_same_v<T, Label>)
        return value.text;
    else if constexpr (std::is_same_v<T, Health>)
        return std::to_string(value.hp) + "/" + std::to_string(value.max);
    else
        return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

/// All components of all entities as text, read from the registry alone.
std::map<std::uint32_t, std::string> state_of(Desk& desk) {
    std::map<std::uint32_t, std::string> state;
    const auto add = [&]<class T>(entt::entity entity, const char* name, std::type_identity<T>) {
        if (!desk.registry.all_of<T>(entity)) return;
        state[entt::to_integral(entity)] += std::string(name) + "=";
        if constexpr (!std::is_empty_v<T>) state[entt::to_integral(entity)] += content(desk.registry.get<T>(entity));
    };
    for (const entt::entity entity : desk.all()) {
        state[entt::to_integral(entity)] = "";
        add(entity, "Position", std::type_identity<Position>());
        add(entity, "Health", std::type_identity<Health>());
        add(entity, "Label", std::type_identity<Label>());
        add(entity, "Below", std::type_identity<Below>());
        add(entity, "Frozen", std::type_identity<Frozen>());
        add(entity, "Anchored", std::type_identity<Anchored>());
        add(entity, "Score", std::type_identity<int>());
    }
    return state;
}

/// Empty when the mirror shows what the registry has.
std::string difference(Desk& desk) {
    const std::vector<entt::entity> entities = desk.all();
    if (desk.world().entity_count() != entities.size())
        return std::to_string(desk.world().entity_count()) + " entities, not " + std::to_string(entities.size());
    std::string problem;
    const auto compare = [&]<class T>(entt::entity entity, const char* name, std::type_identity<T>) {
        const ecs::Entity handle = desk.attached.handle(entity);
        const bool has = desk.registry.all_of<T>(entity);
        if (desk.world().has(handle, desk.id(name)) != has)
            problem = std::string("only one side has ") + name;
        else if constexpr (std::is_same_v<T, Below>) {
            if (has &&
                *desk.seen<ecs::Entity>(entity, name) != desk.attached.handle(desk.registry.get<T>(entity).parent))
                problem = "Below has another entity";
        } else if constexpr (!std::is_empty_v<T>)
            if (has && content(*desk.seen<T>(entity, name)) != content(desk.registry.get<T>(entity)))
                problem = std::string(name) + " has another value";
    };
    for (const entt::entity entity : entities) {
        const ecs::Entity handle = desk.attached.handle(entity);
        if (!handle) return "an entity is missing";
        compare(entity, "Position", std::type_identity<Position>());
        compare(entity, "Health", std::type_identity<Health>());
        compare(entity, "Label", std::type_identity<Label>());
        compare(entity, "Below", std::type_identity<Below>());
        compare(entity, "Frozen", std::type_identity<Frozen>());
        compare(entity, "Anchored", std::type_identity<Anchored>());
        compare(entity, "Score", std::type_identity<int>());
        const Label* const label = desk.registry.try_get<Label>(entity);
        if (desk.world().name(handle) != (label != nullptr ? label->text : "")) problem = "another name";
        if (!problem.empty()) return problem;
    }
    return {};
}

/// What a program does in a tick; `patched`: it writes by patch() alone.
void run_program(Desk& desk, ecs::Random& random, bool patched) {
    entt::registry& registry = desk.registry;
    for (int i = 0; i < 8; ++i) {
        const std::vector<entt::entity> all = desk.all();
        const auto roll = random.next() % 14;
        const auto number = static_cast<std::int32_t>(random.next() % 1000);
        if (all.empty() || roll == 0) {
            const entt::entity made = registry.create();
            registry.emplace<Position>(made, static_cast<float>(number), 0.0f);
            continue;
        }
        const entt::entity entity = all[random.next() % all.size()];
        switch (roll) {
            case 1:
                if (all.size() > 20) registry.destroy(entity);
                break;
            case 2:
                registry.emplace_or_replace<Health>(entity, std::int16_t{1}, number);
                break;
            case 3:
                registry.emplace_or_replace<Label>(entity, "label " + std::to_string(number));
                break;
            case 4:
                registry.emplace_or_replace<Anchored>(entity, static_cast<double>(number));
                break;
            case 5:
                registry.remove<Anchored>(entity);
                break;
            case 6:
                registry.remove<Health>(entity);
                break;
            case 7:
                registry.remove<Label>(entity);
                break;
            case 8:
                registry.emplace_or_replace<Frozen>(entity);
                break;
            case 9:
                registry.remove<Frozen>(entity);
                break;
            case 10:
                registry.emplace_or_replace<int>(entity, number);
                break;
            case 11:
                if (!patched)
                    for (auto [each, position] : registry.view<Position>().each()) position.x += 1;
                break;
            case 12:
                if (Health* const health = registry.try_get<Health>(entity); health != nullptr && patched)
                    registry.patch<Health>(entity, [&](Health& to) { to.hp = static_cast<std::int16_t>(number); });
                else if (health != nullptr)
                    health->hp = static_cast<std::int16_t>(number);
                break;
            default:
                registry.sort<Health>([](const Health& a, const Health& b) { return a.max < b.max; });
                break;
        }
    }
}

std::vector<ecs::Edit> random_edit(Desk& desk, ecs::Random& random) {
    const std::vector<entt::entity> all = desk.all();
    const ecs::Entity entity = all.empty() ? ecs::null_entity : desk.attached.handle(all[random.next() % all.size()]);
    const auto number = static_cast<std::int16_t>(random.next() % 1000);
    switch (random.next() % 8) {
        case 0: {
            ecs::EntityRecord record;
            record.values.push_back(desk.value("Health", Health{number, 0}));
            return {ecs::CreateEntities{{record}}};
        }
        case 1:
            return {ecs::DestroyEntity{entity}};
        case 2:
            return {ecs::AddComponent{entity, desk.value("Position", Position{1, float(number)})}};
        case 3:
            return {ecs::RemoveComponent{entity, desk.id(number % 2 == 0 ? "Position" : "Label")}};
        case 4:
            return {ecs::SetComponent{entity, desk.value("Health", Health{number, 7}), {0}}};
        case 5:
            return {ecs::AddComponent{entity, desk.value("Anchored", Anchored{double(number)})}};
        case 6:
            return {ecs::RemoveComponent{entity, desk.id("Anchored")}};
        default:
            return {ecs::AddComponent{entity, ecs::Value(desk.world().types()[desk.id("Frozen")])}};
    }
}

}  // namespace

TEST_CASE("EnTT: entities are shown with their values, names and parents", "[entt]") {
    Desk desk;
    const entt::entity hero = desk.registry.create(), sword = desk.registry.create();
    desk.registry.emplace<Position>(hero, 1.0f, 2.0f);
    desk.registry.emplace<Label>(hero, "Hero with a name that is too long for a string itself");
    desk.registry.emplace<Below>(sword, hero);
    desk.registry.emplace<Frozen>(sword);
    desk.registry.emplace<int>(sword, 42);
    desk.attached.update();
    REQUIRE(desk.seen<Position>(hero, "Position") != nullptr);
    CHECK(desk.seen<Position>(hero, "Position")->y == 2);
    CHECK(*desk.seen<int>(sword, "Score") == 42);
    CHECK(desk.world().name(desk.attached.handle(hero)).starts_with("Hero with"));
    CHECK(desk.world().parent(desk.attached.handle(sword)) == desk.attached.handle(hero));
    CHECK(difference(desk) == "");
    CHECK_THAT(desk.attached.owner().name(), contains("EnTT "));
}

TEST_CASE("EnTT: the mirror equals the registry after each of 1,000 random ticks", "[entt]") {
    const bool sweep = GENERATE(true, false);
    CAPTURE(sweep);
    Desk desk({.sweep = sweep});
    ecs::Random random(11);
    for (int tick = 0; tick < 1000; ++tick) {
        run_program(desk, random, !sweep);
        REQUIRE(desk.attached.update().messages.empty());
        REQUIRE(difference(desk) == "");
    }
    CHECK(desk.all().size() > 10);
}

TEST_CASE("EnTT: what is written without patch is seen as well", "[entt]") {
    Desk desk;
    const entt::entity hero = desk.registry.create();
    desk.registry.emplace<Health>(hero);
    desk.attached.update();
    desk.registry.get<Health>(hero).hp = 77;
    CHECK(desk.attached.update().written == 1);
    CHECK(desk.seen<Health>(hero, "Health")->hp == 77);
    CHECK(desk.attached.update().written == 0);
}

TEST_CASE("EnTT: edits are done by patch, so its signals fire", "[entt]") {
    Desk desk;
    const entt::entity hero = desk.registry.create();
    desk.registry.emplace<Health>(hero, std::int16_t{10}, 99);
    desk.attached.update();
    struct Counter {
        int updates = 0;
        void count(entt::registry&, entt::entity) { ++updates; }
    } counter;
    desk.registry.on_update<Health>().connect<&Counter::count>(counter);
    REQUIRE(desk.set_hp(hero, 50).empty());
    CHECK(desk.registry.get<Health>(hero).hp == 50);
    CHECK(desk.registry.get<Health>(hero).max == 99);
    CHECK(counter.updates == 1);
    REQUIRE(desk.history.undo().empty());
    CHECK(desk.registry.get<Health>(hero).hp == 10);
    CHECK(counter.updates == 2);
}

TEST_CASE("EnTT: a destroyed entity comes back as the same entity", "[entt]") {
    Desk desk;
    const entt::entity hero = desk.registry.create();
    desk.registry.emplace<Label>(hero, "Hero");
    desk.registry.destroy(desk.registry.create());
    desk.attached.update();
    REQUIRE(desk.history.perform({"Destroy", {ecs::DestroyEntity{desk.attached.handle(hero)}}}).empty());
    CHECK_FALSE(desk.registry.valid(hero));
    desk.attached.update();
    REQUIRE(desk.history.undo().empty());
    REQUIRE(desk.registry.valid(hero));
    CHECK(desk.registry.get<Label>(hero).text == "Hero");
    desk.attached.update();
    CHECK(difference(desk) == "");
}

TEST_CASE("EnTT: 1,000 random edits and their undoing are equal on both sides", "[entt]") {
    Desk desk;
    ecs::Random random(5);
    for (int i = 0; i < 100; ++i) run_program(desk, random, false);
    desk.attached.update();
    const auto before = state_of(desk);
    int done = 0;
    for (int tries = 0; done < 1000 && tries < 20'000; ++tries) {
        desk.history.seal();
        if (!desk.history.perform({"Step", random_edit(desk, random)}).empty()) continue;
        ++done;
        REQUIRE(desk.attached.update().messages == std::vector<std::string>());
        REQUIRE(difference(desk) == "");
    }
    REQUIRE(done == 1000);
    CHECK(state_of(desk) != before);
    while (desk.history.can_undo()) {
        REQUIRE(desk.history.undo() == "");
        REQUIRE(desk.attached.update().messages == std::vector<std::string>());
        REQUIRE(difference(desk) == "");
    }
    CHECK(state_of(desk) == before);
}

TEST_CASE("EnTT: what undoing could not bring back is refused, with the reason", "[entt]") {
    Desk desk;
    desk.attached.component<Secret>("Secret", field("seen", &Secret::seen));
    const entt::entity hero = desk.registry.create(), other = desk.registry.create();
    desk.registry.emplace<Secret>(hero, "seen", "hidden");
    desk.registry.emplace<Unknown>(other, 3);
    desk.attached.update();
    const ecs::Edit remove = ecs::RemoveComponent{desk.attached.handle(hero), desk.id("Secret")};
    CHECK_THAT(desk.attached.mirror().why_not(remove), contains("Secret has members that were not described"));
    CHECK_THAT(desk.attached.mirror().why_not(ecs::DestroyEntity{desk.attached.handle(other)}),
               contains("was not described"));
    REQUIRE(desk.history.perform({"Remove Secret", {remove}}).empty());
    CHECK(desk.attached.update().messages.size() == 1);
    desk.attached.update();
    CHECK(desk.registry.get<Secret>(hero).hidden == "hidden");
    CHECK(desk.world().has(desk.attached.handle(hero), desk.id("Secret")));
    CHECK_FALSE(desk.attached.owner().why_not(ecs::OwnerAbility::SeeSystems).empty());
}

TEST_CASE("EnTT: when the registry is destroyed, what was seen last stays", "[entt]") {
    auto registry = std::make_unique<entt::registry>();
    auto attached = chunkscope::entt::attach(*registry);
    attached.component<Position>("Position", field("x", &Position::x), field("y", &Position::y));
    const entt::entity hero = registry->create();
    registry->emplace<Position>(hero, 3.0f, 4.0f);
    attached.update();
    registry.reset();
    attached.update();
    CHECK(attached.mirror().lost() == "the registry was destroyed");
    const void* const value = attached.world().get(attached.handle(hero), attached.mirror().component_of(0));
    REQUIRE(value != nullptr);
    CHECK(static_cast<const Position*>(value)->y == 4);
}

TEST_CASE("EnTT: every byte that is described is what the registry has at that address", "[entt]") {
    Desk desk;
    ecs::Random random(3);
    for (int i = 0; i < 3000; ++i) desk.registry.emplace<Position>(desk.registry.create(), float(i), 0.0f);
    for (int i = 0; i < 400; ++i) run_program(desk, random, false);
    const std::vector<entt::entity> all = desk.all();
    for (std::size_t i = 0; i < all.size(); i += 3) desk.registry.emplace_or_replace<Anchored>(all[i], 1.0);
    for (std::size_t i = 0; i < all.size(); i += 6) desk.registry.remove<Anchored>(all[i]);

    const ecs::OwnerMemory memory = desk.attached.owner().memory();
    REQUIRE(memory.unknown.empty());
    std::size_t fields = 0, positions = 0, entries = 0, tombstones = 0;
    for (std::size_t p = 0; p < memory.pools.size(); ++p) {
        const ecs::OwnerPool& pool = memory.pools[p];
        for (std::size_t b = 0; b < pool.blocks.size(); ++b) {
            const ecs::PoolBlock& block = pool.blocks[b];
            std::size_t end = 0;
            for (const ecs::PoolSpan& span : desk.attached.owner().describe(p, b)) {
                REQUIRE(span.offset == end);
                end += span.size;
                const std::byte* const at = block.begin + span.offset;
                const entt::entity entity = chunkscope::entt::entity_of(span.entity);
                if (span.role == ecs::PoolByteRole::Tombstone && block.kind == ecs::PoolBlockKind::ValuePage)
                    ++tombstones;
                if (pool.name == "(entities)" || span.entity == ecs::no_owner_key) continue;
                REQUIRE(desk.registry.valid(entity));
                if (span.role == ecs::PoolByteRole::Entity) {
                    ++entries;
                    REQUIRE(*reinterpret_cast<const entt::entity*>(at) == entity);
                } else if (span.role == ecs::PoolByteRole::Position && pool.name == "Anchored") {
                    ++positions;
                    const auto& set = desk.registry.storage<Anchored>();
                    REQUIRE(entt::to_entity(*reinterpret_cast<const entt::entity*>(at)) == set.index(entity));
                } else if (span.role == ecs::PoolByteRole::Field && pool.name == "Health") {
                    ++fields;
                    const Health& health = desk.registry.get<Health>(entity);
                    const void* const member =
                        span.field == 0 ? static_cast<const void*>(&health.hp) : static_cast<const void*>(&health.max);
                    REQUIRE(static_cast<const void*>(at) == member);
                } else if (span.role == ecs::PoolByteRole::Padding && pool.name == "Health") {
                    REQUIRE(span.size == 2);
                } else if (span.role == ecs::PoolByteRole::Field && pool.name == "Anchored") {
                    REQUIRE(static_cast<const void*>(at) == &desk.registry.get<Anchored>(entity).depth);
                }
            }
            REQUIRE(end == block.bytes);
        }
        if (pool.name == "Anchored") {
            CHECK(pool.keeps_addresses);
            CHECK(pool.tombstones > 0);
            CHECK(pool.bytes(ecs::PoolBlockKind::ValuePage) ==
                  desk.registry.storage<Anchored>().capacity() * sizeof(Anchored));
        }
        if (pool.name == "(entities)") CHECK(pool.size() == all.size());
        CHECK(pool.bytes() == pool.used_bytes() + pool.wasted_bytes());
    }
    CHECK(fields > 100);
    CHECK(positions > 100);
    CHECK(entries > 1000);
    CHECK(tombstones > 10);
}

TEST_CASE("EnTT: members that are entities are links, alone and in arrays, and are written as such", "[entt]") {
    Desk desk;
    desk.attached.component<Squad>("Squad", field("rank", &Squad::rank), field("leader", &Squad::leader),
                                   field("members", &Squad::members), field("guards", &Squad::guards),
                                   field("motto", &Squad::motto));
    const entt::entity hero = desk.registry.create(), helper = desk.registry.create(), squad = desk.registry.create();
    desk.registry.emplace<Squad>(squad);
    desk.registry.patch<Squad>(squad, [&](Squad& value) {
        value.rank = 7;
        value.leader = value.members[2] = hero;
        value.members[0] = value.guards[0] = helper;
        value.motto = "onward";
    });
    desk.attached.update();
    const ecs::ComponentType& type = desk.world().types()[desk.id("Squad")];
    const auto entity_in = [&](const char* name, std::uint32_t index) {
        const ecs::Field& found = *type.find_field(name);
        CHECK(found.kind == ecs::FieldKind::Entity);
        ecs::Entity seen;
        std::memcpy(&seen,
                    static_cast<const std::byte*>(desk.world().get(desk.attached.handle(squad), type.id)) +
                        found.offset + index * found.element_size,
                    sizeof seen);
        return seen;
    };
    CHECK(type.find_field("members")->count == 3);
    CHECK(entity_in("leader", 0) == desk.attached.handle(hero));
    CHECK(entity_in("members", 0) == desk.attached.handle(helper));
    CHECK_FALSE(entity_in("members", 1));
    CHECK(entity_in("members", 2) == desk.attached.handle(hero));
    CHECK(entity_in("guards", 0) == desk.attached.handle(helper));

    ecs::Value value(type, desk.world().get(desk.attached.handle(squad), type.id));
    const ecs::Entity wanted = desk.attached.handle(squad), none;
    const auto position = [&](const char* name) {
        return static_cast<std::uint32_t>(type.find_field(name) - type.fields.data());
    };
    std::memcpy(static_cast<std::byte*>(value.data()) + type.find_field("leader")->offset, &wanted, sizeof wanted);
    std::memcpy(static_cast<std::byte*>(value.data()) + type.find_field("guards")->offset, &none, sizeof none);
    std::vector<ecs::Edit> edits;
    edits.push_back(
        ecs::SetComponent{desk.attached.handle(squad), std::move(value), {position("leader"), position("guards")}});
    REQUIRE(desk.history.perform({"Lead", std::move(edits)}).empty());
    CHECK(desk.registry.get<Squad>(squad).leader == squad);
    CHECK((desk.registry.get<Squad>(squad).guards[0] == entt::null));
    CHECK(desk.registry.get<Squad>(squad).rank == 7);
    CHECK(desk.registry.get<Squad>(squad).motto == "onward");
    REQUIRE(desk.history.undo().empty());
    CHECK(desk.registry.get<Squad>(squad).leader == hero);
    CHECK(desk.registry.get<Squad>(squad).guards[0] == helper);
}

TEST_CASE("EnTT: bytes that nobody described are said", "[entt]") {
    Desk desk;
    desk.attached.component<Partly>("Partly", field("known", &Partly::known));
    desk.registry.emplace<Partly>(desk.registry.create());
    desk.attached.update();
    const ecs::ComponentType& type = desk.world().types()[desk.id("Partly")];
    REQUIRE(type.fields.size() == 2);
    CHECK(type.fields[1].name == "bytes 8 to 31");
    CHECK(type.fields[1].size_bytes() == 24);
    CHECK_THAT(type.description, contains("24 of its 32 bytes are not described"));
}

}  // namespace entt_test
