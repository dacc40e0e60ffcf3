#include <algorithm>

#include "catch.hpp"
#include "chunkscope/entt.hpp"

namespace groups_test {

using chunkscope::entt::field;

namespace {

struct Place {
    float x = 0;
};
struct Speed {
    float x = 0;
};
struct Paint {
    int color = 0;
};
struct Hidden {};

struct Desk {
    entt::registry registry;
    chunkscope::entt::Attached attached = chunkscope::entt::attach(registry);

    Desk() {
        attached.component<Place>("Place", field("x", &Place::x))
            .component<Speed>("Speed", field("x", &Speed::x))
            .component<Paint>("Paint", field("color", &Paint::color))
            .component<Hidden>("Hidden");
        for (int i = 0; i < 300; ++i) {
            const entt::entity made = registry.create();
            registry.emplace<Place>(made);
            if (i % 2 == 0) registry.emplace<Speed>(made);
            if (i % 3 == 0) registry.emplace<Paint>(made);
            if (i % 10 == 0) registry.emplace<Hidden>(made);
        }
    }
    static const ecs::OwnerPool& pool(const ecs::OwnerMemory& memory, std::string_view name) {
        return *std::find_if(memory.pools.begin(), memory.pools.end(),
                             [&](const ecs::OwnerPool& each) { return each.name == name; });
    }
};

}  // namespace

TEST_CASE("EnTT groups: what a group owns is found without a line", "[entt][groups]") {
    Desk desk;
    CHECK(desk.attached.owner().memory().groups.empty());
    (void)desk.registry.group<Place, Speed>();
    const ecs::OwnerMemory memory = desk.attached.owner().memory();
    REQUIRE(memory.groups.size() == 1);
    CHECK(memory.groups[0].name == "Place, Speed");
    CHECK(memory.groups[0].owned.size() == 2);
    CHECK(memory.groups[0].size == 150);
    CHECK(Desk::pool(memory, "Place").grouped);
    CHECK(Desk::pool(memory, "Speed").grouped);
    CHECK_FALSE(Desk::pool(memory, "Paint").grouped);
}

TEST_CASE("EnTT groups: a line says all of a group", "[entt][groups]") {
    Desk desk;
    desk.attached.group<Place>(entt::get<Speed>, entt::exclude<Hidden>).group<>(entt::get<Paint, Speed>);
    ecs::OwnerMemory memory = desk.attached.owner().memory();
    REQUIRE(memory.groups.size() == 2);
    CHECK(memory.groups[0].name == "Place | Speed but not Hidden");
    CHECK(memory.groups[0].size == 0);  // nobody made it yet
    CHECK(memory.groups[1].owned.empty());
    CHECK(memory.groups[1].observed.size() == 2);

    auto owning = desk.registry.group<Place>(entt::get<Speed>, entt::exclude<Hidden>);
    auto looking = desk.registry.group<>(entt::get<Paint, Speed>);
    memory = desk.attached.owner().memory();
    REQUIRE(memory.groups.size() == 2);
    CHECK(memory.groups[0].size == owning.size());
    CHECK(memory.groups[0].size > 0);
    CHECK(memory.groups[1].size == looking.size());
    CHECK(Desk::pool(memory, "Place").grouped);
    CHECK_FALSE(Desk::pool(memory, "Speed").grouped);
}

}  // namespace groups_test
