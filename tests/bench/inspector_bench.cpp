#include "inspector_bench.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "ecs/prefab/override_edits.hpp"
#include "ecs/prefab/prefab_edits.hpp"
#include "panel_alone.hpp"
#include "panels/base/archetype_names.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/inspector/many_edits.hpp"
#include "panels/inspector/reference_scan.hpp"
#include "panels/running/systems_panel.hpp"
#include "panels/why/system_match.hpp"

namespace inspector_bench {

namespace {

constexpr double goal_ms = 0.25;
constexpr int systems = 30;

struct Place {
    float x = 0, y = 0;
};
struct Speed {
    float x = 1, y = 0;
};
struct Aim {
    ecs::Entity target;
    float range = 0;
};
template <int N>
struct Mark {};

struct Bench {
    ecs::World world;
    ecs::Schedule schedule{world};
    std::vector<ecs::Entity> entities;
    std::size_t frames;
    PanelAlone alone;
    panels::Selection& selection = alone.selection;
    panels::ArchetypeNames names;
    panels::InspectorPanel inspector;
    panels::SystemsPanel systems_panel;

    Bench(std::size_t count, std::size_t frames_) : frames(frames_) {
        world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        world.types().add<Speed>("Speed").field("x", &Speed::x).field("y", &Speed::y);
        world.types().add<Aim>("Aim").field("target", &Aim::target).field("range", &Aim::range);
        const ecs::ComponentId marks[] = {world.types().add<Mark<0>>("Mark0").id(),
                                          world.types().add<Mark<1>>("Mark1").id(),
                                          world.types().add<Mark<2>>("Mark2").id()};
        for (int kind = 0; kind < 24; ++kind) {
            std::vector<ecs::ComponentId> components{world.id<Place>(), world.id<Aim>()};
            if (kind % 3 == 1) components.push_back(world.id<Speed>());
            if (kind % 3 == 2) components.erase(components.begin());
            for (int bit = 0; bit < 3; ++bit)
                if ((kind / 3 >> bit & 1) != 0) components.push_back(marks[bit]);
            std::vector<ecs::Entity> made(count / 24);
            world.create_many(made, components);
            entities.insert(entities.end(), made.begin(), made.end());
        }
        for (std::size_t i = 0; i < entities.size(); ++i)
            world.get_mut<Aim>(entities[i]).target = entities[i % 100 == 0 ? entities.size() / 2 : i / 2];
        for (int i = 0; i < systems; ++i) {
            const std::string name = "System " + std::to_string(i);
            if (i % 3 == 0)
                schedule.system<Place, const Speed>(name, [](Place&, const Speed&) {});
            else if (i % 3 == 1)
                schedule.system<Aim, ecs::Without<Mark<0>>>(name, [](Aim&) {});
            else
                schedule.system<Place, ecs::With<Mark<1>>, ecs::Without<Mark<2>>>(name, [](Place&) {});
        }
        selection.select(entities[entities.size() / 2]);
    }

    /// `timed` returns the seconds that count.
    void timed_row(const char* what, const std::function<void()>& before_frame, const std::function<double()>& timed,
                   double goal) {
        std::vector<double> secs;
        constexpr std::size_t warm_up = 3;
        for (std::size_t i = 0; i < frames + warm_up; ++i) {
            before_frame();
            const double taken = timed();
            if (i >= warm_up) secs.push_back(taken);
        }
        const Spread ms = spread_of(std::move(secs));
        std::printf("%-46s %8zu %9.3f %9.3f %7.2f %-6s\n", what, entities.size(), ms.middle, ms.most, goal,
                    verdict(ms.most, ms.middle, goal));
    }

    void row(const char* what, const std::function<void()>& before_frame, const std::function<void()>& work,
             double goal = goal_ms) {
        const auto timed = [&] {
            const double before = cpu_secs();
            work();
            return cpu_secs() - before;
        };
        timed_row(what, before_frame, timed, goal);
    }

    void panel_row(const char* what, panels::Panel& panel, const std::function<void()>& before_frame) {
        const auto timed = [&] {
            return alone.show(panel, world, schedule, {360, 1000},
                              [&](panels::Context& context) { context.archetype_names = &names; });
        };
        timed_row(what, before_frame, timed, goal_ms);
    }

    /// A hundred thousand are selected, over all archetypes.
    void many_rows(const std::function<void()>& all_aims) {
        constexpr std::size_t most_selected = 100'000;
        constexpr double edit_goal_ms = 50;
        const std::size_t every = std::max<std::size_t>(entities.size() / most_selected, 1);
        std::vector<ecs::Entity> chosen;
        for (std::size_t i = 0; i < entities.size() && chosen.size() < most_selected; i += every)
            chosen.push_back(entities[i]);
        selection.select_all(chosen);
        panel_row("Inspector, 100,000 selected, all are written", inspector, all_aims);
        const ecs::ComponentType& type = world.types()[world.id<Aim>()];
        const ecs::Value value(type, world.get(chosen.back(), type.id));
        panels::FieldChange change{.how = panels::FieldChange::How::Compute,
                                   .at = &static_cast<const Aim*>(value.data())->range,
                                   .size = sizeof(float),
                                   .field = &type.fields[1],
                                   .number = panels::number_kind(ecs::FieldKind::F32),
                                   .expression = panels::Expression::of_present("+50")};
        ecs::History history(world, schedule);
        panels::ManyEdits edits;
        const auto nothing = [] {};
        const auto edit = [&] {
            std::vector<panels::Request> requests;
            const panels::Context context{.world = world,
                                          .schedule = schedule,
                                          .selection = selection,
                                          .requests = requests,
                                          .style = alone.style,
                                          .transport = alone.transport};
            if (const std::string refused = edits.request(context, chosen, value, 1, change); !refused.empty()) {
                std::fprintf(stderr, "the edit was refused: %s\n", refused.c_str());
                std::abort();
            }
            auto& made = std::get<panels::EditRequest>(requests.front());
            (void)history.perform({made.label, std::move(made.edits)});
            history.seal();
        };
        row("+50 of 100,000 entities, as one step", nothing, edit, edit_goal_ms);
        change.expression = panels::Expression::of_present("round(1000 - x)");
        row("round(1000 - x) of 100,000 entities", nothing, edit, edit_goal_ms);
        row(
            "the same undone", [&] { edit(); }, [&] { (void)history.undo(); }, edit_goal_ms);
        row(
            "beside it: a loop over them in C++", nothing,
            [&] {
                for (const ecs::Entity entity : chosen) world.get_mut<Aim>(entity).range += 50;
            },
            edit_goal_ms);
        selection.select(entities[entities.size() / 2]);
    }

    /// Ten thousand instances of a prefab of five entities, beside everything else.
    void prefab_rows(const std::function<void()>& all_aims) {
        constexpr double edit_goal_ms = 5;
        const std::size_t instances = std::min<std::size_t>(10'000, entities.size() / 10);
        (void)ecs::register_prefab_types(world.types());
        const ecs::Entity root = world.create(ecs::Name{"Root"}, Place{}, Aim{});
        for (int child = 0; child < 4; ++child) world.create(ecs::Parent{root}, Place{}, Aim{root, 1});
        ecs::History history(world, schedule);
        ecs::Result<std::vector<ecs::Edit>> made = ecs::make_prefab(world, root);
        (void)history.perform({"Make", std::move(*made)});
        const ecs::Entity prefab = ecs::Prefabs(world).source_of(root);
        const ecs::Placing placing = ecs::default_placing(world.types());
        for (std::size_t i = 1; i < instances; ++i)
            ecs::apply(world, schedule, *ecs::place_prefab(world, prefab, {}, placing));
        selection.select(root);
        panel_row("Inspector, one of 10,000 instances, all are written", inspector, all_aims);
        float range = 5;
        row(
            "one field of a prefab with 10,000 instances", [&] { range += 1; },
            [&] {
                const ecs::ComponentType& type = world.types()[world.id<Aim>()];
                std::vector<ecs::Edit> edits;
                edits.push_back(ecs::SetComponent{prefab, ecs::Value::of(type, Aim{{}, range}), {1}});
                ecs::Result<std::vector<ecs::Edit>> all = ecs::with_instances(world, std::move(edits), placing);
                (void)history.perform({"Set", std::move(*all)});
                history.seal();
            },
            edit_goal_ms);
        selection.select(entities[entities.size() / 2]);
    }

    void all_rows() {
        const auto nothing = [] {};
        const auto all_aims = [this] {
            ecs::View<Aim> aims(world);
            aims.each_chunk(world, [](std::span<Aim> rows) { rows.front().range += 1; });
        };
        panel_row("Inspector, nothing changes", inspector, nothing);
        panel_row("Inspector, all references are written", inspector, all_aims);
        inspector.show_part(panels::part_for_why("System 0"));
        panel_row("the same, with why not a system", inspector, all_aims);
        panel_row("Systems, all references are written", systems_panel, all_aims);
        many_rows(all_aims);
        prefab_rows(all_aims);
        panels::ReferenceScan scan;
        row("references, a part of a pass", all_aims, [&] { scan.step(world, selection.entity()); });
        row("archetypes of a system, and those that miss", nothing,
            [&] { (void)panels::archetypes_of_system(world, schedule.systems().front()->description); });
    }
};

}  // namespace

void print_rows(std::size_t entities, std::size_t frames) {
    std::printf("\n%-46s %8s %9s %9s %7s\n", "a frame of these panels, 360 x 1000", "entities", "ms", "ms, 95 %",
                "goal");
    Bench(entities, frames).all_rows();
}

}  // namespace inspector_bench
