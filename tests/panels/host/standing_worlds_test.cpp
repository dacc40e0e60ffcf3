// Every panel, drawn and clicked through over the worlds that hide most faults.
#include "panels/support/standing_worlds.hpp"

#include <algorithm>
#include <set>

#include "catch.hpp"
#include "panels/entities/entities_panel.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"

namespace standing_worlds_test {

using editor::Key;

namespace {

const ImVec2 room{900, 520};

/// Clicks on what the panel shows, and a little beside it, with both buttons, and presses every key that does
/// something anywhere. What it says changes meanwhile, so the places are looked up anew.
void click_through(Harness& harness) {
    for (std::size_t nth = 0; nth < 40; ++nth) {
        const std::vector<DrawnText> texts = harness.texts();
        if (nth >= texts.size()) break;
        // Spread over the panel rather than from its top on.
        const ImVec2 at = texts[nth * 7 % texts.size()].middle();
        harness.click(at, nth % 5 == 4 ? 1 : 0);
        if (nth % 5 == 4) harness.key({.key = Key::Escape});
    }
    for (float y = 20; y < room.y; y += 70)
        for (float x = 20; x < room.x; x += 150) harness.click({x, y});
    harness.key({.key = Key::Escape});
    for (const editor::Shortcut pressed : {editor::Shortcut{.key = Key::Space},
                                           {.key = Key::Right},
                                           {.key = Key::Left},
                                           {.key = Key::Down},
                                           {.key = Key::Up},
                                           {.key = Key::Home},
                                           {.key = Key::End},
                                           {.key = Key::PageDown},
                                           {.key = Key::F2},
                                           {.key = Key::Escape},
                                           {.key = Key::Tab},
                                           {.key = Key::Enter},
                                           {.key = Key::Escape},
                                           {.key = Key::D, .ctrl = true},
                                           {.key = Key::Delete},
                                           {.key = Key::Z, .ctrl = true},
                                           {.key = Key::Z, .ctrl = true, .shift = true},
                                           {.key = Key::F10},
                                           {.key = Key::Left, .alt = true},
                                           {.key = Key::Escape}})
        harness.key(pressed);
}

std::vector<std::string> panel_titles() {
    std::vector<std::string> titles;
    for (const auto& panel : panels::make_all_panels_with_lab()) titles.emplace_back(panel->title());
    return titles;
}

std::unique_ptr<panels::Panel> panel_called(const std::string& title) {
    auto all = panels::make_all_panels_with_lab();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& panel) { return panel->title() == title; });
    REQUIRE(found != all.end());
    return std::move(*found);
}

}  // namespace

TEST_CASE("Standing worlds: every panel is clicked through while the world runs under it", "[panels][standing]") {
    for (const std::string& title : panel_titles()) {
        INFO(title);
        Harness harness(room);
        RunningWorld running(harness);
        const auto panel = panel_called(title);  // goes before the world
        harness.add(*panel);
        harness.selection.select(running.movers.front());
        harness.frames(5);
        REQUIRE(harness.world.tick() > 0);
        CHECK_FALSE(harness.texts().empty());
        click_through(harness);
        CHECK(harness.refused.size() < 20);
        const std::uint64_t tick = harness.world.tick();
        harness.transport.playing = true;
        harness.frames(3);
        CHECK(harness.world.tick() > tick);
    }
}

TEST_CASE("Standing worlds: every panel is clicked through over hostile names, and none of them is harmed",
          "[panels][standing]") {
    std::set<std::string> allowed(hostile_names().begin(), hostile_names().end());
    allowed.insert("Entity");
    for (const std::string& title : panel_titles()) {
        INFO(title);
        Harness harness(room);
        const auto panel = panel_called(title);  // goes before the world
        const std::vector<ecs::Entity> entities = fill_with_hostile_names(harness.world);
        ecs::Journal journal(1'000);
        harness.world.observe(&journal);
        harness.lend(&panels::Context::journal, &journal);
        harness.add(*panel);
        for (const ecs::Entity entity : entities) {
            harness.selection.select(entity);
            harness.frames(2);
        }
        harness.selection.select(entities[2]);
        click_through(harness);
        for (std::size_t slot = 0; slot < harness.world.slot_count(); ++slot) {
            const ecs::Entity entity = harness.world.entity_at_slot(slot);
            if (!entity || !harness.world.alive(entity)) continue;
            const std::string name(harness.world.name(entity));
            const std::string start = name.substr(0, name.rfind(' '));  // copies are numbered
            const bool whole = allowed.count(name) != 0 || allowed.count(start) != 0;
            INFO(name);
            CHECK(whole);
        }
        harness.world.observe(nullptr);
    }
}

TEST_CASE("Standing worlds: hostile names are shown as they are, each on one line", "[panels][standing]") {
    Harness harness({600, 1000});
    panels::EntitiesPanel panel;
    fill_with_hostile_names(harness.world);
    harness.add(panel);
    panel.load_settings("flat");
    harness.frames(3);
    INFO(harness.screen());
    for (const char* shown : {"##hidden", "a##b", "shown###id", "%s%n%d", "two\\nlines", "nul\\u0000inside",
                              "bad \\xff\\xfe", "\"quoted\" 'twice' \\n", "a\\ttab and \\u001b[31m red"})
        CHECK(harness.says(shown));
    // In a menu, too, where ImGui would leave out what stands behind "##".
    harness.click_text("a##b", 0, 1);
    CHECK(harness.find("a##b", 1).has_value());
}

}  // namespace standing_worlds_test
