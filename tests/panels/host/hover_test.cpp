// Pointing at a thing in one panel marks it in all others, in the same frame.
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "catch.hpp"
#include "ecs/world/journal.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"
#include "panels/support/headless.hpp"
#include "panels/workspace/workbench.hpp"

namespace hover_test {

namespace {

using panels::Context;
using panels::PointedAt;

struct Health {
    float hp = 100;
};
struct Aim {
    ecs::Entity target;
};
struct Velocity {
    float x = 0;
};

/// A world in which every kind of thing is there: two archetypes, a system, changes by it.
struct Things {
    Harness harness{{760, 700}};
    ecs::World& world = harness.world;
    ecs::Journal journal;
    ecs::Entity hero, other;
    std::optional<PointedAt> at;  // what something else than the panel points at

    Things() {
        world.observe(&journal);
        harness.lend(&panels::Context::journal, &journal);
        world.types().add<Health>("Health").field("hp", &Health::hp);
        world.types().add<Aim>("Aim").field("target", &Aim::target);
        world.types().add<Velocity>("Velocity").field("x", &Velocity::x);
        other = world.create(ecs::Name{"Other"}, Health{});
        hero = world.create(ecs::Name{"Hero"}, Health{}, Aim{other});
        REQUIRE(harness.schedule.add(ecs::make_system<Health>(
            world, "Grow", [done = false, this](ecs::SystemContext& context, Health& health) mutable {
                health.hp += 1;
                if (!std::exchange(done, true)) context.commands.add(other, Velocity{});
            })));
        harness.schedule.tick(world);
        harness.selection.select(hero);
        harness.add([this](const Context& context) {
            if (at) panels::point_at(context, *at);
        });
    }
    ~Things() { world.observe(nullptr); }

    /// All that was drawn, as a number.
    static std::uint64_t picture() {
        const ImDrawData& data = *ImGui::GetDrawData();
        std::uint64_t hash = 0xcbf29ce484222325;
        for (int i = 0; i < data.CmdListsCount; ++i)
            for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
                std::uint32_t parts[3];
                std::memcpy(parts, &vertex.pos, sizeof(ImVec2));
                parts[2] = vertex.col;
                for (const std::uint32_t part : parts) hash = (hash ^ part) * 0x100000001b3;
            }
        return hash;
    }
    /// Whether the panel looks different in the very frame in which something points at that.
    bool marks(const PointedAt& what) {
        harness.frames(4);
        const std::uint64_t calm = picture();
        harness.frame();
        REQUIRE(picture() == calm);
        at = what;
        harness.frame();
        const std::uint64_t pointed = picture();
        at.reset();
        harness.frames(2);
        CHECK(picture() == calm);
        return pointed != calm;
    }
};

std::unique_ptr<panels::Panel> panel_called(std::string_view id) {
    for (auto& panel : panels::make_all_panels_with_lab())
        if (panel->id() == id) return std::move(panel);
    return nullptr;
}

}  // namespace

TEST_CASE("Hover: every panel marks what another one points at, in the same frame", "[panels][hover]") {
    using Make = PointedAt (*)(Things&);
    const Make entity = [](Things& t) -> PointedAt { return panels::EntityAt{t.other}; };
    const Make own = [](Things& t) -> PointedAt { return panels::EntityAt{t.hero}; };
    const Make component = [](Things& t) -> PointedAt {
        return panels::ComponentAt{ecs::null_entity, t.world.id<Health>()};
    };
    const Make archetype = [](Things& t) -> PointedAt {
        return panels::ArchetypeAt{t.world.location(t.hero).archetype};
    };
    const Make chunk = [](Things& t) -> PointedAt {
        const ecs::Location at = t.world.location(t.hero);
        return panels::ChunkAt{at.archetype, at.chunk};
    };
    const Make moved = [](Things& t) -> PointedAt { return panels::ArchetypeAt{t.world.location(t.other).archetype}; };
    const Make system = [](Things&) -> PointedAt { return panels::SystemAt{"Grow"}; };
    const struct {
        const char* panel;
        const char* kind;
        Make what;
        const char* settings = "";
    } table[] = {
        {"entities", "entity", entity},
        {"entities", "component", component},
        {"entities", "archetype", archetype},
        {"entities", "chunk", chunk},
        {"inspector", "entity", entity},
        {"inspector", "own entity", own},
        {"inspector", "component", component},
        {"inspector", "archetype", archetype},
        {"inspector", "chunk", chunk},
        {"inspector", "system", system},
        {"archetypes", "entity", entity},
        {"archetypes", "component", component},
        {"archetypes", "archetype", archetype},
        {"chunks", "own entity", own},
        {"chunks", "component", component},
        {"chunks", "archetype", archetype},
        {"chunks", "chunk", chunk},
        {"systems", "component", component},
        {"entities", "entity in groups", entity, "archetype"},
        {"entities", "archetype in groups", archetype, "archetype"},
        {"entities", "component in groups", component, "archetype"},
        {"query", "entity", entity, "query=Health"},
        {"query", "component", component, "query=Health"},
        {"query", "archetype", archetype, "query=Health"},
        {"query", "chunk", chunk, "query=Health"},
        {"systems", "system", system},
        {"moves", "entity", entity},
        {"moves", "archetype", moved},
        {"moves", "system", system},
    };
    for (const auto& each : table) {
        INFO(each.panel << " marks the " << each.kind);
        Things things;
        const auto panel = panel_called(each.panel);
        REQUIRE(panel != nullptr);
        if (*each.settings != 0) panel->load_settings(each.settings);
        things.harness.add(*panel);
        things.harness.frames(4);
        CHECK(things.marks(each.what(things)));
    }
}

TEST_CASE("Hover: panels tell what the mouse points at", "[panels][hover]") {
    const struct {
        const char* panel;
        const char* text;
        std::size_t nth;
        std::function<bool(Things&)> told;
    } table[] = {
        {"entities", "Other", 0, [](Things& t) { return t.harness.selection.hovered == t.other; }},
        {"inspector", "Hero", 0, [](Things& t) { return t.harness.selection.hovered == t.hero; }},
        {"inspector", "Grow", 0, [](Things& t) { return t.harness.selection.hovered_system == "Grow"; }},
        {"inspector", "hp", 0, [](Things& t) { return t.harness.selection.hovered_component == t.world.id<Health>(); }},
        {"systems", "Grow", 0, [](Things& t) { return t.harness.selection.hovered_system == "Grow"; }},
        {"systems", "Health", 0,
         [](Things& t) { return t.harness.selection.hovered_component == t.world.id<Health>(); }},
        {"archetypes", "Velocity", 0,
         [](Things& t) { return t.harness.selection.hovered_archetype == t.world.location(t.other).archetype; }},
        {"moves", "Grow", 0, [](Things& t) { return t.harness.selection.hovered_system == "Grow"; }},
    };
    for (const auto& each : table) {
        INFO(each.panel << ": " << each.text);
        Things things;
        const auto panel = panel_called(each.panel);
        REQUIRE(panel != nullptr);
        things.harness.add(*panel);
        things.harness.frames(6);
        INFO(things.harness.screen());
        things.harness.move_to(things.harness.need(each.text, each.nth).middle());
        things.harness.frame();
        CHECK(each.told(things));
    }
}

TEST_CASE("Hover: the panel under the mouse is drawn first, so all others mark in that frame", "[panels][hover]") {
    Things things;
    panels::Workbench workbench{panels::make_all_panels_with_lab};
    Harness& harness = things.harness;
    harness.add_windows([&](const Context& context) { workbench.draw(context, {{0, 32}, {1280, 1000}}); });
    ImGui::GetIO().DisplaySize = {1280, 1024};
    harness.frames(16);
    INFO(harness.screen());
    // Grow stands in Systems and at the foot of the Inspector. Whichever is drawn later is marked by the other.
    const DrawnText first = harness.need("Grow", 0), second = harness.need("Grow", 1);
    const ImU32 table = harness.style.theme->hover;
    const auto marked = [&](const DrawnText& text) {
        return harness.covered(text.middle(), table) ||
               harness.covered(text.middle(), panels::row_color(harness.style.theme_name, panels::RowState::Hovered));
    };
    const auto one_frame_at = [&](ImVec2 place) {
#if IMGUI_VERSION_NUM >= 18700
        ImGui::GetIO().AddMousePosEvent(place.x, place.y);
#else
        ImGui::GetIO().MousePos = place;
#endif
        harness.frame();
    };
    for (const DrawnText& pointed : {first, second}) {
        one_frame_at({5, 5});
        harness.frames(3);
        CHECK_FALSE(marked(first));
        CHECK_FALSE(marked(second));
        one_frame_at(pointed.middle());
        CHECK(marked(first));
        CHECK(marked(second));
    }
}

}  // namespace hover_test
