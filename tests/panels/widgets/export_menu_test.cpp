#include "panels/widgets/export_menu.hpp"

#include <array>

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace export_menu_test {

using figures::FigureKind;

namespace {

struct Menu {
    Harness harness;
    ecs::ArchetypeId full = 0;

    explicit Menu(bool with_entity = true) {
        if (with_entity) full = harness.world.location(harness.world.create()).archetype;
        harness.add([](const panels::Context& context) {
            panels::export_menu(context,
                                std::array<figures::FigureRequest, 2>{
                                    {{figures::FigureKind::Histogram}, {figures::FigureKind::Map, ecs::no_archetype}}});
        });
        harness.frames(3);
    }
};

}  // namespace

TEST_CASE("Export menu: a figure is asked for in the format that was chosen", "[panels][export_menu]") {
    Menu menu;
    menu.harness.click_text("Export");
    menu.harness.frames(3);
    INFO(menu.harness.screen());
    menu.harness.click_text("How full the chunks are");
    menu.harness.frames(5);
    menu.harness.click_text("CSV");
    menu.harness.frames(3);
    REQUIRE(menu.harness.performed.size() == 1);
    const auto* asked = std::get_if<panels::ExportRequest>(&menu.harness.performed.front());
    REQUIRE(asked);
    CHECK(asked->figure.kind == FigureKind::Histogram);
    CHECK(asked->extension == ".csv");
    CHECK(asked->theme == figures::Theme::Dark);
}

TEST_CASE("Export menu: what cannot be drawn is disabled", "[panels][export_menu]") {
    Menu menu;
    menu.harness.click_text("Export");
    menu.harness.frames(3);
    menu.harness.click_text(figures::descriptor_of(FigureKind::Map).label);
    menu.harness.frames(5);
    CHECK_FALSE(menu.harness.says("SVG"));
    CHECK(menu.harness.performed.empty());
}

}  // namespace export_menu_test
