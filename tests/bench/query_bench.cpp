#include "query_bench.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "ecs/base/random.hpp"
#include "panel_alone.hpp"
#include "panels/query/query_panel.hpp"

namespace query_bench {

namespace {

const ImVec2 panel_size{900, 600};

struct Health {
    float hp = 100;
    std::int32_t armor = 0;
};
template <int N>
struct Tag {};

struct Bench {
    ecs::World world;
    ecs::Schedule schedule;
    PanelAlone alone;
    panels::QueryPanel panel;
    ecs::Random random;
    std::vector<ecs::Entity> entities;
    PanelRows rows;

    Bench(std::size_t count, std::size_t frames) {
        world.types().add<Health>("Health").field("hp", &Health::hp).field("armor", &Health::armor);
        const ecs::ComponentId tags[] = {world.types().add<Tag<0>>("Tag0").id(), world.types().add<Tag<1>>("Tag1").id(),
                                         world.types().add<Tag<2>>("Tag2").id(), world.types().add<Tag<3>>("Tag3").id(),
                                         world.types().add<Tag<4>>("Tag4").id()};
        constexpr std::size_t archetypes = 24;
        for (std::size_t kind = 0; kind < archetypes; ++kind) {
            std::vector<ecs::ComponentId> components{world.id<Health>()};
            for (std::size_t bit = 0; bit < std::size(tags); ++bit)
                if ((kind >> bit & 1) != 0) components.push_back(tags[bit]);
            std::vector<ecs::Entity> some(count / archetypes);
            world.create_many(some, components);
            entities.insert(entities.end(), some.begin(), some.end());
        }
        hurt(entities.size());
        rows = {entities.size(), frames, [this] { return frame(); }};
    }

    void hurt(std::size_t some) {
        for (std::size_t i = 0; i < some; ++i) {
            const ecs::Entity entity = some == entities.size()
                                           ? entities[i]
                                           : entities[random.below(static_cast<std::uint32_t>(entities.size()))];
            world.get_mut<Health>(entity).hp = random.unit() * 1000;
        }
    }

    double frame() { return alone.show(panel, world, schedule, panel_size); }

    void all_rows() {
        const auto rows_there = [&] { return !panel.table().rows().empty(); };
        const auto settled = [&] { return panel.table().up_to_date(); };
        frame();
        panel.load_settings("query=Health");
        rows.wait("all match: until the first rows stand there", rows_there);
        rows.wait("the same, until all are known", settled);
        rows.row("nothing changes", [] {});
        rows.row("1,000 values change a frame", [&] { hurt(1000); });
        panel.load_settings("query=Health sort=up,Health.hp");
        rows.wait("sorted by a field, random values", settled);
        rows.row("sorted, and 1,000 values change a frame", [&] { hurt(1000); });
        panel.load_settings("query=Health add=Health.hp/2.0 sort=down,Health.hp/2.0");
        rows.wait("sorted by a value that is computed", settled);
        panel.load_settings("query=Health.hp<10");
        rows.wait("one of a hundred matches", settled);
        rows.row("the same, and 1,000 values change a frame", [&] { hurt(1000); });
    }
};

}  // namespace

void print_rows(std::size_t entities, std::size_t frames) {
    std::printf("\n%-46s %8s %9s %9s %9s %7s %-6s %6s\n", "a frame of the Query panel, 900 x 600", "entities", "ms",
                "ms, 95 %", "slowest", "goal", "", "waited");
    Bench(entities, frames).all_rows();
}

}  // namespace query_bench
