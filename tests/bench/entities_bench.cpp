#include "entities_bench.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "ecs/base/random.hpp"
#include "panel_alone.hpp"
#include "panels/base/archetype_names.hpp"
#include "panels/entities/entities_panel.hpp"

namespace entities_bench {

namespace {

const ImVec2 panel_size{320, 900};

struct Health {
    float hp = 100;
};
template <int N>
struct Tag {};

struct Bench {
    ecs::World world;
    ecs::Schedule schedule;
    PanelAlone alone;
    panels::ArchetypeNames names;
    panels::EntitiesPanel panel;
    ecs::Random random;
    ecs::ComponentId moved = ecs::no_component;
    std::vector<ecs::Entity> entities;
    PanelRows rows;

    Bench(std::size_t count, std::size_t frames) {
        world.types().add<Health>("Health").field("hp", &Health::hp);
        const ecs::ComponentId tags[] = {world.types().add<Tag<0>>("Tag0").id(), world.types().add<Tag<1>>("Tag1").id(),
                                         world.types().add<Tag<2>>("Tag2").id(), world.types().add<Tag<3>>("Tag3").id(),
                                         world.name_id()};
        moved = tags[0];
        constexpr std::size_t archetypes = 24, named = 8, share_of_named = 20;
        const std::size_t with_name = count / share_of_named / named;
        const std::size_t without = (count - with_name * named) / (archetypes - named);
        for (std::size_t kind = 0; kind < archetypes; ++kind) {
            std::vector<ecs::ComponentId> components{world.id<Health>()};
            for (std::size_t bit = 0; bit < std::size(tags); ++bit)
                if ((kind >> bit & 1) != 0) components.push_back(tags[bit]);
            std::vector<ecs::Entity> some(kind >= archetypes - named ? with_name : without);
            world.create_many(some, components);
            for (std::size_t i = 0; kind >= archetypes - named && i < some.size(); ++i)
                world.get_mut<ecs::Name>(some[i]).value =
                    "Unit " + std::string(1, static_cast<char>('A' + i % 26)) + " " + std::to_string(i);
            entities.insert(entities.end(), some.begin(), some.end());
        }
        rows = {entities.size(), frames, [this] { return frame(); }};
    }

    void move_rows() {
        for (int i = 0; i < 100; ++i) {
            const ecs::Entity entity = entities[random.below(static_cast<std::uint32_t>(entities.size()))];
            if (world.has(entity, moved))
                world.remove(entity, moved);
            else
                world.add(entity, moved);
        }
    }

    double frame() {
        return alone.show(panel, world, schedule, panel_size,
                          [&](panels::Context& context) { context.archetype_names = &names; });
    }

    void all_rows() {
        const auto listed = [&] { return panel.list().up_to_date(); };
        for (const char* const view : {"tree", "archetype", "name"})
            for (const char* const hide : {"", " hide-internal"}) {
                const std::string what = std::string("by ") + view + hide;
                panel.load_settings(std::string(view) + hide);
                rows.wait(what + ", until all is listed", listed);
                rows.row(what + ", nothing changes", [] {});
                rows.row(what + ", 100 rows a frame move", [&] { move_rows(); });
            }
        panel.load_settings("archetype");
        rows.wait("by archetype again", listed);
        alone.selection.select(entities.front());
        rows.wait("a group of many is opened", listed);
        rows.row("it is open, nothing changes", [] {});
        rows.row("it is open, 100 rows a frame move", [&] { move_rows(); });
        alone.selection.clear();
    }
};

}  // namespace

void print_rows(std::size_t entities, std::size_t frames) {
    std::printf("\n%-46s %8s %9s %9s %9s %7s %-6s %6s\n", "a frame of the Entities panel, 320 x 900", "entities", "ms",
                "ms, 95 %", "slowest", "goal", "", "waited");
    Bench(entities, frames).all_rows();
}

}  // namespace entities_bench
