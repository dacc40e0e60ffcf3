#include "panels/workspace/workspace_strip.hpp"

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace workspace_strip_test {

TEST_CASE("Workspace strip: a click chooses, and what does not fit is left out", "[panels][workspace]") {
    Harness harness({700, 200});
    panels::Workbench workbench(panels::make_all_panels);
    float right = 680;
    harness.add([&](const panels::Context& context) { panels::draw_workspace_strip(context, workbench, right); });
    harness.frames(3);
    CHECK(harness.says("Inspect"));
    CHECK(harness.need("Inspect").color != harness.need("Memory").color);
    harness.click_text("Memory");
    harness.frames(2);
    CHECK(workbench.workspaces().current().id == "memory");
    CHECK(harness.need("Author").high.x < right);
    right = harness.need("Author").low.x;
    harness.frames(2);
    CHECK(harness.says("Memory"));
    CHECK_FALSE(harness.says("Author"));
}

TEST_CASE("Workspace strip: the chosen one is shown where there is no room for all", "[panels][workspace]") {
    Harness harness({700, 200});
    panels::Workbench workbench(panels::make_all_panels);
    float right = 680;
    harness.add([&](const panels::Context& context) { panels::draw_workspace_strip(context, workbench, right); });
    harness.frames(3);
    right = harness.need("Author").high.x + 14;
    REQUIRE(workbench.choose_workspace("debug"));
    harness.frames(2);
    CHECK(harness.says("Inspect"));
    CHECK(harness.says("Debug"));
    CHECK_FALSE(harness.says("Author"));
}

}  // namespace workspace_strip_test
