// What can be clicked is large enough: measured from what takes the mouse, pixel by pixel.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>

#include <imgui_internal.h>

#include "catch.hpp"
#include "panels/support/headless.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace targets_test {

using panels::Area;

namespace {

constexpr float least = 20;

/// The item that takes the mouse at a place; 0: none, or a scroll bar, whose size the design
/// gives.
ImGuiID item_at(Harness& harness, ImVec2 place) {
    harness.move_to(place);
    const ImGuiID id = ImGui::GetCurrentContext()->HoveredIdPreviousFrame;
    ImGuiWindow* const window = ImGui::GetCurrentContext()->HoveredWindow;
    if (id == 0 || window == nullptr) return 0;
    for (const ImGuiAxis axis : {ImGuiAxis_X, ImGuiAxis_Y})
        if (id == ImGui::GetWindowScrollbarID(window, axis)) return 0;
    return id;
}

/// A border shows its cursor a little later than it takes the mouse.
bool is_border(Harness& harness, ImVec2 place) {
    harness.move_to(place);
    harness.frames(8);
    const ImGuiMouseCursor cursor = ImGui::GetMouseCursor();
    return cursor == ImGuiMouseCursor_ResizeEW || cursor == ImGuiMouseCursor_ResizeNS;
}

/// Each item by its id, with the area in which it takes the mouse.
std::map<ImGuiID, Area> targets_of(Harness& harness, ImVec2 size) {
    constexpr float step = 5;
    std::map<ImGuiID, Area> found;
    const auto note = [&](ImGuiID id, ImVec2 place) {
        if (id == 0) return;
        const auto [known, is_new] = found.try_emplace(id, Area{place, place});
        if (is_new) return;
        Area& area = known->second;
        area.low = {std::min(area.low.x, place.x), std::min(area.low.y, place.y)};
        area.high = {std::max(area.high.x, place.x), std::max(area.high.y, place.y)};
    };
    for (float y = 2; y < size.y; y += step)
        for (float x = 2; x < size.x; x += step) note(item_at(harness, {x, y}), {x, y});
    // To the pixel where it could be too small.
    for (auto& [id, area] : found) {
        const ImVec2 middle{std::floor(area.middle().x), std::floor(area.middle().y)};
        if (area.height() < least + 2 * step)
            for (float y = area.low.y - step; y <= area.high.y + step; ++y)
                if (item_at(harness, {middle.x, y}) == id) {
                    area.low.y = std::min(area.low.y, y);
                    area.high.y = std::max(area.high.y, y);
                }
        if (area.width() < least + 2 * step)
            for (float x = area.low.x - step; x <= area.high.x + step; ++x)
                if (item_at(harness, {x, middle.y}) == id) {
                    area.low.x = std::min(area.low.x, x);
                    area.high.x = std::max(area.high.x, x);
                }
    }
    return found;
}

void check_targets(Harness& harness, ImVec2 size) {
    harness.frames(4);
    const auto targets = targets_of(harness, size);
    CHECK(targets.size() > 1);
    for (const auto& [id, area] : targets) {
        const bool small = area.width() + 1 < least || area.height() + 1 < least;
        if (small && is_border(harness, {std::floor(area.middle().x), std::floor(area.middle().y)})) continue;
        INFO("from " << area.low.x << ", " << area.low.y << " to " << area.high.x << ", " << area.high.y << " in\n"
                     << harness.screen());
        CHECK(area.width() + 1 >= least);
        CHECK(area.height() + 1 >= least);
    }
}

}  // namespace

TEST_CASE("Targets: widgets can be hit on at least 20 by 20 px", "[panels][targets]") {
    const ImVec2 size{300, 260};
    Harness harness(size);
    bool on = false;
    std::string text;
    harness.add([&](const panels::Context& context) {
        const panels::Style& style = context.style;
        panels::button("Calculate");
        panels::choice(style, "Tree", true);
        panels::primary_button(style, "Next");
        panels::small_button(style, "Undo");
        panels::checkbox(style, "##on", on);
        panels::sign_button("cross", style, panels::Sign::Cross, "");
        panels::search_box("search", style, text, "Find");
        panels::fold_row(style, "More", false);
    });
    check_targets(harness, size);
}

TEST_CASE("Targets: in panels, too", "[panels][targets]") {
    struct Place {
        float x, y;
    };
    for (const char* id : {"entities", "inspector", "archetypes", "chunks"}) {
        const ImVec2 size{360, 420};
        Harness harness(size);
        harness.world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        const ecs::Entity entity = harness.world.create(ecs::Name{"Hero"}, Place{1, 2});
        harness.world.set_parent(harness.world.create(ecs::Name{"Sword"}), entity);
        harness.selection.select(entity);
        const auto all = panels::make_all_panels();
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&](const auto& panel) { return std::string_view(panel->id()) == id; });
        REQUIRE(found != all.end());
        harness.add(**found);
        INFO(id);
        check_targets(harness, size);
    }
}

}  // namespace targets_test
