#include <cstring>

#include "catch.hpp"
#include "chunkscope/entt.hpp"

namespace meta_test {

using chunkscope::entt::field;
using test::contains;

namespace {

enum class Mood : std::uint8_t { Calm, Angry, Afraid };

enum class Side : std::int8_t { Left, Right };
struct Sided {
    Side side = Side::Left;
};
struct Spot {
    float x = 1, y = 2;
};
struct Creature {
    std::uint8_t level = 3;  // seven bytes of padding follow
    double weight = 4;
    bool awake = true;
    Mood mood = Mood::Calm;
    std::string title = "none";
    Spot at;
    Spot goal;
    std::int64_t born = 5;
    int secret = 6;  // not described
};
struct Whole {
    std::int32_t a = 1, b = 2;
};
struct Marked {};
struct Hunter {
    entt::entity prey{entt::null};
    float speed = 1;
};
/// Its members cannot be found: what is written comes back changed.
struct Odd {
    int stored = 0;
    void set(int value) { stored = ~value; }
    int get() const { return ~stored; }
};

#if defined(__GNUC__) && ENTT_VERSION_MAJOR == 3 && ENTT_VERSION_MINOR == 14
// Deprecated there, and nothing else says names.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#if ENTT_VERSION_MAJOR == 3 && ENTT_VERSION_MINOR < 15
// These versions keep no names, so a property says them.
template <class T>
auto meta_of() {
    return entt::meta<T>();
}
#define META_FIELD(factory, name, ...) \
    factory.template data<__VA_ARGS__>(entt::hashed_string::value(name)).prop(entt::hashed_string::value("name"), name)
#else
template <class T>
auto meta_of() {
    return entt::meta_factory<T>{};
}
#define META_FIELD(factory, name, ...) factory.template data<__VA_ARGS__>(name)
#endif

void describe_types() {
    static bool done = false;
    if (std::exchange(done, true)) return;
    auto mood = meta_of<Mood>();
    META_FIELD(mood, "Calm", Mood::Calm);
    META_FIELD(mood, "Angry", Mood::Angry);
    META_FIELD(mood, "Afraid", Mood::Afraid);
    auto spot = meta_of<Spot>();
    META_FIELD(spot, "x", &Spot::x);
    META_FIELD(spot, "y", &Spot::y);
    auto creature = meta_of<Creature>();
    META_FIELD(creature, "level", &Creature::level);
    META_FIELD(creature, "weight", &Creature::weight);
    META_FIELD(creature, "awake", &Creature::awake);
    META_FIELD(creature, "mood", &Creature::mood);
    META_FIELD(creature, "title", &Creature::title);
    META_FIELD(creature, "at", &Creature::at);
    META_FIELD(creature, "goal", &Creature::goal);
    META_FIELD(creature, "born", &Creature::born);
    auto side = meta_of<Side>();
    META_FIELD(side, "Left", Side::Left);
    META_FIELD(side, "Right", Side::Right);
    auto sided = meta_of<Sided>();
    META_FIELD(sided, "side", &Sided::side);
    auto whole = meta_of<Whole>();
    META_FIELD(whole, "a", &Whole::a);
    META_FIELD(whole, "b", &Whole::b);
    auto hunter = meta_of<Hunter>();
    META_FIELD(hunter, "prey", &Hunter::prey);
    META_FIELD(hunter, "speed", &Hunter::speed);
    auto marked = meta_of<Marked>();
    marked.type(entt::hashed_string::value("Marked"));
    auto odd = meta_of<Odd>();
    META_FIELD(odd, "value", &Odd::set, &Odd::get);
}

struct Desk {
    entt::registry registry;
    chunkscope::entt::Attached attached;
    ecs::Schedule schedule;
    ecs::History history;

    explicit Desk(chunkscope::entt::Options options = {})
        : attached((describe_types(), chunkscope::entt::attach(registry, options))),
          history(attached.world(), schedule) {
        attached.follow(history);
    }
    ~Desk() { attached.mirror().unfollow(); }

    const ecs::ComponentType* type(std::string_view ending) {
        const ecs::TypeRegistry& types = attached.world().types();
        for (ecs::ComponentId id = 0; id < types.size(); ++id)
            if (std::string_view(types[id].name).ends_with(ending)) return &types[id];
        return nullptr;
    }
    const ecs::Field& field_of(std::string_view ending, std::string_view name) {
        const ecs::ComponentType* const found = type(ending);
        REQUIRE(found != nullptr);
        for (const ecs::Field& each : found->fields)
            if (each.name == name) return each;
        FAIL("no field " << name);
        return found->fields.front();
    }
};

}  // namespace

TEST_CASE("EnTT meta: a member that is an entity is one", "[entt][meta]") {
    Desk desk;
    const entt::entity dog = desk.registry.create(), cat = desk.registry.create();
    desk.registry.emplace<Hunter>(dog, cat, 3.0f);
    desk.attached.update();
    const ecs::Field& prey = desk.field_of("Hunter", "prey");
    REQUIRE(prey.kind == ecs::FieldKind::Entity);
    const ecs::World& world = desk.attached.world();
    const void* const value = world.get(desk.attached.handle(dog), desk.type("Hunter")->id);
    ecs::Entity seen;
    std::memcpy(&seen, static_cast<const std::byte*>(value) + prey.offset, sizeof seen);
    CHECK(seen == desk.attached.handle(cat));
}

TEST_CASE("EnTT meta: a component that entt::meta describes needs no line", "[entt][meta]") {
    Desk desk;
    const entt::entity dog = desk.registry.create();
    desk.registry.emplace<Creature>(dog);
    desk.registry.emplace<Marked>(dog);
    desk.registry.emplace<Odd>(dog);
    desk.attached.update();
    CHECK(desk.type("Marked") != nullptr);
    // Members that cannot be found are shown as the bytes of the whole.
    REQUIRE(desk.type("Odd") != nullptr);
    CHECK(desk.type("Odd")->fields.empty());
    CHECK(desk.type("Odd")->size == sizeof(Odd));
    REQUIRE(desk.type("Creature") != nullptr);
    CHECK(desk.type("Creature")->size == sizeof(Creature));

    const Creature& real = desk.registry.get<Creature>(dog);
    const auto* const base = reinterpret_cast<const std::byte*>(&real);
    const auto lies = [&](const char* name, const auto& member) {
        CAPTURE(name);
        const ecs::Field& field = desk.field_of("Creature", name);
        CHECK(base + field.offset == reinterpret_cast<const std::byte*>(&member));
        CHECK(field.size_bytes() == sizeof member);
    };
    lies("level", real.level);
    lies("weight", real.weight);
    lies("awake", real.awake);
    lies("mood", real.mood);
    lies("title", real.title);
    lies("at.x", real.at.x);
    lies("at.y", real.at.y);
    lies("goal.x", real.goal.x);
    lies("goal.y", real.goal.y);
    lies("born", real.born);
    const ecs::Field& mood = desk.field_of("Creature", "mood");
    CHECK(mood.kind == ecs::FieldKind::Enum);
    CHECK(mood.names.size() == 3);
    CHECK(ecs::enum_name(mood, 1) == "Angry");
}

TEST_CASE("EnTT meta: a value of an enum without a name has the sign of its integer", "[entt][meta]") {
    Desk desk;
    const entt::entity dog = desk.registry.create();
    desk.registry.emplace<Creature>(dog).mood = static_cast<Mood>(200);
    desk.registry.emplace<Sided>(dog).side = static_cast<Side>(-56);
    desk.attached.update();
    const ecs::Field& mood = desk.field_of("Creature", "mood");
    const ecs::Field& side = desk.field_of("Sided", "side");
    CHECK(ecs::read_enum(mood, &desk.registry.get<Creature>(dog).mood) == 200);
    CHECK(ecs::read_enum(side, &desk.registry.get<Sided>(dog).side) == -56);
}

TEST_CASE("EnTT meta: values are seen as they change, and edits reach the registry", "[entt][meta]") {
    Desk desk;
    const entt::entity dog = desk.registry.create(), cat = desk.registry.create();
    desk.registry.emplace<Creature>(dog);
    desk.registry.emplace<Creature>(cat).secret = 77;
    desk.attached.update();
    const ecs::ComponentType& type = *desk.type("Creature");
    const auto seen = [&](entt::entity entity) {
        return static_cast<const std::byte*>(desk.attached.world().get(desk.attached.handle(entity), type.id));
    };
    const ecs::Field& born = desk.field_of("Creature", "born");
    const ecs::Field& title = desk.field_of("Creature", "title");
    desk.registry.get<Creature>(dog).born = 99;
    desk.registry.get<Creature>(dog).title = "a dog whose title is too long for a string itself";
    desk.attached.update();
    CHECK(*reinterpret_cast<const std::int64_t*>(seen(dog) + born.offset) == 99);
    CHECK(reinterpret_cast<const std::string*>(seen(dog) + title.offset)->starts_with("a dog"));

    ecs::Value value(type);
    *reinterpret_cast<std::int64_t*>(static_cast<std::byte*>(value.data()) + born.offset) = 1234;
    const auto position = static_cast<std::uint32_t>(&born - type.fields.data());
    REQUIRE(desk.history.perform({"Set born", {ecs::SetComponent{desk.attached.handle(cat), value, {position}}}}) ==
            "");
    CHECK(desk.registry.get<Creature>(cat).born == 1234);
    CHECK(desk.registry.get<Creature>(cat).secret == 77);
    REQUIRE(desk.history.undo() == "");
    CHECK(desk.registry.get<Creature>(cat).born == 5);
    // Undoing could not bring the secret back.
    CHECK_THAT(desk.attached.mirror().why_not(ecs::RemoveComponent{desk.attached.handle(cat), type.id}),
               contains("has members that were not described"));
}

TEST_CASE("EnTT meta: components come and go by edits, with EnTT's signals", "[entt][meta]") {
    Desk desk;
    const entt::entity first = desk.registry.create(), second = desk.registry.create();
    desk.registry.emplace<Whole>(first, 10, 20);
    desk.attached.update();
    struct Counter {
        int constructed = 0, destroyed = 0;
        void construct(entt::registry&, entt::entity) { ++constructed; }
        void destroy(entt::registry&, entt::entity) { ++destroyed; }
    } counter;
    desk.registry.on_construct<Whole>().connect<&Counter::construct>(counter);
    desk.registry.on_destroy<Whole>().connect<&Counter::destroy>(counter);
    const ecs::ComponentType& type = *desk.type("Whole");
    ecs::Value value(type);
    const std::int32_t numbers[2] = {7, 8};
    std::memcpy(value.data(), numbers, sizeof numbers);
    REQUIRE(desk.history.perform({"Add", {ecs::AddComponent{desk.attached.handle(second), value}}}) == "");
    REQUIRE(desk.registry.all_of<Whole>(second));
    CHECK(desk.registry.get<Whole>(second).b == 8);
    CHECK(counter.constructed == 1);
    REQUIRE(desk.history.perform({"Remove", {ecs::RemoveComponent{desk.attached.handle(first), type.id}}}) == "");
    CHECK_FALSE(desk.registry.all_of<Whole>(first));
    CHECK(counter.destroyed == 1);
    REQUIRE(desk.history.undo() == "");
    REQUIRE(desk.registry.all_of<Whole>(first));
    CHECK(desk.registry.get<Whole>(first).a == 10);
    CHECK(desk.attached.update().messages.empty());
}

TEST_CASE("EnTT meta: each byte of its value pages has the field that it is", "[entt][meta]") {
    Desk desk;
    for (int i = 0; i < 3000; ++i) desk.registry.emplace<Whole>(desk.registry.create(), i, -i);
    desk.attached.update();
    const ecs::OwnerMemory memory = desk.attached.owner().memory();
    std::size_t checked = 0;
    for (std::size_t p = 0; p < memory.pools.size(); ++p) {
        if (!memory.pools[p].name.ends_with("Whole")) continue;
        CHECK(memory.pools[p].bytes(ecs::PoolBlockKind::ValuePage) ==
              desk.registry.storage<Whole>().capacity() * sizeof(Whole));
        for (std::size_t b = 0; b < memory.pools[p].blocks.size(); ++b)
            for (const ecs::PoolSpan& span : desk.attached.owner().describe(p, b)) {
                if (span.role != ecs::PoolByteRole::Field) continue;
                const Whole& real = desk.registry.get<Whole>(chunkscope::entt::entity_of(span.entity));
                const void* const member = span.field == 0 ? static_cast<const void*>(&real.a) : &real.b;
                REQUIRE(static_cast<const void*>(memory.pools[p].blocks[b].begin + span.offset) == member);
                ++checked;
            }
    }
    CHECK(checked == 6000);
}

TEST_CASE("EnTT meta: it can be left out, and a line for the component comes before it", "[entt][meta]") {
    Desk without({.meta = false});
    without.registry.emplace<Whole>(without.registry.create());
    without.attached.update();
    CHECK(without.type("Whole") == nullptr);

    Desk desk;
    desk.attached.component<Whole>("Pair", field("first", &Whole::a), field("second", &Whole::b));
    desk.registry.emplace<Whole>(desk.registry.create());
    desk.attached.update();
    CHECK(desk.type("Pair") != nullptr);
    CHECK(desk.type("Whole") == nullptr);
}

}  // namespace meta_test
