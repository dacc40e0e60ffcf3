#include "million_bench.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/random.hpp"
#include "ecs/language/rule.hpp"
#include "game_components.hpp"
#include "panel_alone.hpp"
#include "panels/base/panel_costs.hpp"
#include "panels/base/rule_part.hpp"
#include "panels/entities/entities_panel.hpp"
#include "panels/host/host.hpp"
#include "panels/inspector/type_editor.hpp"
#include "panels/watch/recording.hpp"
#include "panels/watch/watches.hpp"

namespace million_bench {

namespace {

constexpr double panel_goal_ms = 0.25, all_goal_ms = 1, asked_goal_ms = 8, bytes_goal = 120;
constexpr std::size_t archetypes = 24, pins = 1000;
const ImVec2 screen_size{1900, 1000};

struct Aim {
    ecs::Entity target;
};

/// Bytes that the program has from the allocator.
double heap_bytes() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

struct Game {
    ecs::World world;
    ecs::Schedule schedule{world};
    ecs::Random random;
    std::vector<ecs::Entity> entities;

    /// Ten roots, and ten children each down to depth 6. One in a thousand has a name. The roots have no Parent, so
    /// they are the last archetype.
    explicit Game(std::size_t count) {
        add_game_types(world.types());
        world.types().add<Aim>("Aim").field("target", &Aim::target);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t kind = i < 10 ? 0 : i * 7919 % (archetypes - 1);
            ecs::Entity entity = world.create(Place{static_cast<float>(i % 1000), 0}, Health{random.unit() * 1000});
            if ((kind & 1) != 0) world.add(entity, Speed{});
            if ((kind & 2) != 0) world.add(entity, Armor{});
            if ((kind & 4) != 0) world.add(entity, Aim{});
            if ((kind & 8) != 0) world.add(entity, Asleep{});
            if (kind >= 16) world.add(entity, ecs::Name{(i % 1000 == 0 ? "Turret " : "Unit ") + std::to_string(i)});
            entities.push_back(entity);
        }
        for (std::size_t i = 10; i < count; ++i) world.set_parent(entities[i], entities[i / 10 - 1]);
        schedule.system<Place, const Speed>("Move", [](Place& place, const Speed& speed) { place.x += speed.x; });
    }

    ecs::Entity any() { return entities[random.below(static_cast<std::uint32_t>(entities.size()))]; }
    void hurt(std::size_t some) {
        for (std::size_t i = 0; i < some; ++i) world.get_mut<Health>(any()).hp = random.unit() * 1000;
    }
    void fall_asleep_or_wake_up(std::size_t some) {
        for (std::size_t i = 0; i < some; ++i) {
            const ecs::Entity entity = any();
            if (!world.remove<Asleep>(entity)) world.add(entity, Asleep{});
        }
    }
};

void print_row(const std::string& what, const Spread& ms, double goal, double judged, double walk_ms) {
    std::printf("%-58s %9.3f %9.3f %9.3f %7.2f %-6s %8.3f\n", what.c_str(), ms.middle, ms.most, ms.slowest, goal,
                verdict(judged, ms.middle, goal), ms.middle / walk_ms);
}

double walk_ms(Game& game, std::size_t frames) {
    ecs::View<const Health> all(game.world);
    std::vector<double> secs;
    float sum = 0;
    for (std::size_t i = 0; i < frames; ++i) {
        const double before = cpu_secs();
        all.each_chunk(game.world, [&](std::span<const Health> rows) {
            for (const Health& each : rows) sum += each.hp;
        });
        secs.push_back(cpu_secs() - before);
    }
    const Spread ms = spread_of(std::move(secs));
    std::printf("%-58s %9.3f %9.3f %9.3f %7s %-6s %8.3f   (sum %.3g)\n", "walk one column of all, the raw cost",
                ms.middle, ms.most, ms.slowest, "", "", 1.0, static_cast<double>(sum));
    return ms.middle;
}

/// Lends the bench what the Host keeps a watch with.
struct Lender final : panels::Panel {
    Lender() : Panel("lender", "Lender", panels::DockPlace::Left, "") {}
    void connect(panels::Watches& watches_, panels::Recording& recording_) override {
        watches = &watches_;
        recording = &recording_;
    }
    void draw(const panels::Context&) override {}
    panels::Watches* watches = nullptr;
    panels::Recording* recording = nullptr;
};

bool is_lender(const panels::Panel& panel) { return std::string_view(panel.id()) == "lender"; }

enum class Load {
    Paused,
    Some,  // 1,000 values are written and 100 entities move to another archetype in each frame
    All,   // and a system moves all that have a speed
};

struct HostBench {
    Game& game;
    double walk;
    std::size_t frames;
    panels::Host host{game.world, game.schedule};
    panels::Watches* watches = nullptr;
    double now = 0, heap_in_use = 0;

    HostBench(Game& game_, double walk_, std::size_t frames_) : game(game_), walk(walk_), frames(frames_) {
        host.use_clock([this] { return now; });
        host.selection().select(game.entities[game.entities.size() / 2]);
        host.shape = panels::HostShape::Panels;
        auto lender = std::make_unique<Lender>();
        const Lender& lent = *lender;
        host.add_panel(std::move(lender));
        watches = lent.watches;
        host.close_panel("lender");
        for (const auto& panel : host.panels()) host.close_panel(panel->id());
    }

    double frame(Load load) {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = screen_size;
        io.DeltaTime = 1.0f / 60;
        now += 1.0 / 60;
        host.play(load != Load::Paused);
        double secs = -cpu_secs();
        while (host.tick_due()) {
            secs += cpu_secs();
            game.hurt(1000);
            game.fall_asleep_or_wake_up(100);
            game.schedule.set_enabled("Move", load == Load::All);
            game.schedule.tick();
            secs -= cpu_secs();
        }
        secs += cpu_secs();
        ImGui::NewFrame();
        secs -= cpu_secs();
        host.draw();
        secs += cpu_secs();
        ImGui::EndFrame();
        return secs;
    }

    void settle() {
        // A list of all is made in slices.
        for (int i = 0; i < 600; ++i) frame(Load::Paused);
    }

    void row(const std::string& what, Load load, double goal) {
        for (int i = 0; i < 10; ++i) frame(load);
        std::vector<double> secs;
        for (std::size_t i = 0; i < frames; ++i) secs.push_back(frame(load));
        const Spread ms = spread_of(std::move(secs));
        print_row(what, ms, goal, ms.most, walk);
    }

    void rows(const std::string& what, double goal) {
        row(what + ", paused", Load::Paused, goal);
        row(what + ", 1,000 values change, 100 move", Load::Some, goal);
        row(what + ", all move", Load::All, goal);
    }

    void watch_pins() {
        for (std::size_t i = 0; i < pins; ++i)
            (void)watches->add_pin("Health.hp", game.entities[i * game.entities.size() / pins]);
        for (std::size_t i = 0; i < 8; ++i) watches->set_plot(watches->pins()[i].number, i < 4 ? 1 : 2);
        (void)watches->add_alert("Health.hp < 0", panels::Severity::Error, {});
    }

    double tick_ms() {
        game.schedule.set_enabled("Move", true);
        std::vector<double> secs;
        for (std::size_t i = 0; i < frames + 10; ++i) {
            const double before = cpu_secs();
            game.schedule.tick();
            secs.push_back(cpu_secs() - before);
        }
        return spread_of(std::move(secs)).middle;
    }

    /// With the popup of this part of a panel.
    void written(const char* id, const std::string& part, const std::string& what) {
        host.open_panel(id);
        host.find_panel(id)->show_part(part);
        settle();
        rows(what, panel_goal_ms);
        host.close_panel(id);
    }

    void all_rows() {
        rows("no panel", panel_goal_ms);
        host.find_panel("query")->load_settings("query=Place&Health.hp<10");
        for (const auto& panel : host.panels()) {
            if (is_lender(*panel)) continue;
            if (std::string_view(panel->id()) == "watch") watch_pins();
            host.open_panel(panel->id());
            settle();
            rows(std::string("only ") + panel->title(), panel_goal_ms);
            host.close_panel(panel->id());
        }
        written("systems", panels::part_for_new_rule("Health.hp < 500 : Health.hp += 1"), "Systems, a rule is written");
        written("inspector", panels::part_for_new_type(), "Inspector, a component is written");
        for (const auto& panel : host.panels())
            if (!is_lender(*panel)) host.open_panel(panel->id());
        settle();
        rows("all panels", all_goal_ms);
        for (const panels::PanelCosts::Cost& cost : host.workbench().costs().all())
            std::printf("  of these %-47s %9.3f\n", cost.title.c_str(), cost.mean_us * 1e-3);
        const double watched_ms = tick_ms();
        heap_in_use = heap_bytes();
        host.close();
        const double plain_ms = tick_ms();
        std::printf("%-58s %9.3f %9s %9s %7s %-6s %8.3f of a tick without\n",
                    "a tick that moves all, with pins, alert and recorder", watched_ms, "", "", "", "",
                    watched_ms / plain_ms);
        ecs::Edit rule = ecs::AddSystem{ecs::make_rule("Heal", "Health.hp < 500 : Health.hp += 1.0 / 1024")};
        ecs::apply(game.world, game.schedule, rule);
        const double ruled_ms = tick_ms() - plain_ms;
        ecs::apply(game.world, game.schedule, rule);
        std::printf("%-58s %9.3f %9s %9s %7s %-6s %8.3f\n", "a rule that sets a field of half of all", ruled_ms, "", "",
                    "", "", ruled_ms / walk);
    }
};

/// A panel alone, in a window without a Host.
struct PanelBench {
    Game& game;
    double walk;
    PanelAlone alone = {};

    double frame(panels::Panel& panel, float wheel = 0) {
        ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
        io.AddMousePosEvent(250, 600);
        io.AddMouseWheelEvent(0, wheel);
#else
        io.MousePos = {250, 600};
        io.MouseWheel = wheel;
#endif
        return alone.show(panel, game.world, game.schedule, {500, 1000});
    }

    void wait(const std::string& what, panels::Panel& panel, const std::function<bool()>& done) {
        std::vector<double> secs;
        do secs.push_back(frame(panel));
        while (!done());
        const std::size_t frames = secs.size();
        const Spread ms = spread_of(std::move(secs));
        print_row(what + ": " + std::to_string(frames) + (frames == 1 ? " frame" : " frames"), ms, asked_goal_ms,
                  ms.slowest, walk);
    }

    void all_rows() {
        panels::EntitiesPanel entities;
        entities.load_settings("flat");
        wait("Entities, flat: until all are listed", entities, [&] { return entities.list().up_to_date(); });
        std::vector<double> secs;
        // A person drags the scroll bar: some thousand rows a frame.
        for (int i = 0; i < 400; ++i) secs.push_back(frame(entities, i < 200 ? -1000.0f : 1000.0f));
        const Spread ms = spread_of(std::move(secs));
        print_row("Entities, scrolled by a thousand lines a frame", ms, panel_goal_ms, ms.slowest, walk);
        entities.load_settings("tree");
        wait("Entities, tree: until it stands", entities, [&] { return entities.list().up_to_date(); });
        entities.find();
        frame(entities);
        frame(entities);
        for (const char letter : {'t', 'u', 'r', 'r'}) {
            ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(letter));
            wait(std::string("Entities, '") + letter + "' is typed: until the first page", entities, [&] {
                return !entities.list().filter().empty() &&
                       (entities.list().rows().size() > 40 || entities.list().up_to_date());
            });
        }
        wait("Entities, 'turr': until all are found", entities, [&] { return entities.list().up_to_date(); });
        std::printf("%-58s %9zu\n", "  found", entities.list().hit_count(game.world));
    }
};

}  // namespace

void print_rows(std::size_t count, std::size_t frames) {
    Game game(count);
    std::size_t used = 0;
    for (ecs::ArchetypeId id = 0; id < game.world.archetype_count(); ++id)
        if (game.world.archetype(id).entity_count() > 0) ++used;
    std::printf("\n%zu entities in %zu archetypes, a tree of depth 6; a Host of 1900 x 1000\n", count, used);
    std::printf("%-58s %9s %9s %9s %7s %-6s %8s\n", "a frame", "ms", "ms, 95 %", "slowest", "goal", "", "of a walk");
    const double walk = walk_ms(game, frames);
    const double heap_before = heap_bytes();
    {
        HostBench bench(game, walk, frames);
        bench.all_rows();
        const double bytes = (bench.heap_in_use - heap_before) / static_cast<double>(count);
        std::printf("%-58s %9.1f %9s %9s %7.0f %s\n", "all that inspection keeps: bytes an entity", bytes, "", "",
                    bytes_goal, bytes <= bytes_goal ? "met" : "missed");
    }
    PanelBench{game, walk}.all_rows();
}

}  // namespace million_bench
