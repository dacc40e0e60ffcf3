#include "panels/base/second_click.hpp"

#include "catch.hpp"
#include "panels/support/headless.hpp"
#include "panels/widgets/first_steps.hpp"

namespace second_click_test {

TEST_CASE("Second clicks: the second half of a double click stays with the window that got the first",
          "[panels][base]") {
    Harness harness{{400, 300}};
    bool open = true;
    int closed = 0, below = 0, twice = 0;
    harness.add([&](const panels::Context&) {
        ImGui::SetCursorPos({100, 100});
        below += ImGui::Button("Below", {120, 30}) ? 1 : 0;
        twice += ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) ? 1 : 0;
    });
    harness.add_windows([&](const panels::Context&) {
        if (!open) return;
        ImGui::SetNextWindowPos({90, 90});
        ImGui::SetNextWindowSize({160, 60});
        ImGui::Begin("over", nullptr, ImGuiWindowFlags_NoDecoration);
        ImGui::SetCursorPos({10, 10});
        if (ImGui::Button("Close", {120, 30})) {
            open = false;
            ++closed;
        }
        ImGui::End();
    });
    harness.frames(3);
    harness.double_click({150, 115});
    CHECK(closed == 1);
    CHECK(below == 0);
    harness.click({150, 115});
    CHECK(below == 1);
    harness.double_click({150, 115});
    CHECK(below == 3);
    CHECK(twice == 1);
}

TEST_CASE("Second clicks: a double click on the first step of an empty world makes one entity, which stays selected",
          "[panels][base]") {
    Harness harness{{400, 300}};
    // A list, whose empty room deselects.
    int rows_clicked = 0;
    harness.add([&](const panels::Context& context) {
        if (context.world.entity_count() == 0) return panels::empty_without_entities(context, "Nothing", "Not yet");
        ImGui::InvisibleButton("room", {380, 280});
        if (!ImGui::IsItemClicked()) return;
        ++rows_clicked;
        context.selection.clear();
    });
    harness.frames(3);
    const ImVec2 button = harness.need("Create an entity").middle();
    harness.double_click(button);
    CHECK(harness.world.entity_count() == 1);
    CHECK(harness.selection.entities().size() == 1);
    CHECK(rows_clicked == 0);
    // A click of its own deselects.
    harness.click(button);
    CHECK(rows_clicked == 1);
    CHECK(harness.selection.entities().empty());
}

}  // namespace second_click_test
