#include "panels/lab/lab_six.hpp"

#include <cmath>

#include "catch.hpp"
#include "panels/lab/lab_panel.hpp"
#include "panels/support/headless.hpp"
#include "panels/support/lab_pairs.hpp"

namespace lab_six_test {

using namespace ecs::lab;

namespace {

struct SixMaps {
    Harness harness;
    panels::LabSource source;
    panels::LabPanel panel;

    explicit SixMaps(std::uint64_t count, ImVec2 size = {1000, 640}) : harness(size) {
        source.scenarios = {{"move", "Pairs"}};
        source.open = [count](const std::string&) -> ecs::Result<Scenario> { return pairs(count); };
        harness.lend(&panels::Context::lab, &source);
        harness.add(panel);
        harness.frames(2);
        panel.state().finish();
        harness.click_text("All six");
        harness.frames(3);
    }
    Address address_of(StorageKind kind, std::uint64_t entity, TypeIndex type) {
        return panels::find_selected(*panel.state().runs(), {entity, type, {}}, kind).ranges.front().first;
    }
};

}  // namespace

TEST_CASE("All six: a click on a value selects its entity, and each storage says where it lies", "[panels][lab]") {
    SixMaps lab(12);
    const auto place =
        lab.panel.view_of<panels::LabSix>().place_of(StorageKind::Chunks, lab.address_of(StorageKind::Chunks, 4, 0));
    REQUIRE(place);
    lab.harness.click(*place);
    lab.harness.frames(2);
    INFO(lab.harness.screen());
    CHECK(lab.panel.state().selection.entity == 4u);
    CHECK(lab.harness.says("#4 is selected"));
    for (const StorageKind kind : storage_kinds) {
        INFO(name_of(kind));
        CHECK(lab.harness.says(panels::found_text(lab.panel.state().selected(kind)).c_str()));
    }
    lab.harness.click_text("Compare");
    lab.harness.frames(2);
    CHECK(lab.harness.says("#4 is selected"));
    CHECK(lab.harness.says("12 B values"));
}

TEST_CASE("All six: a component and a line are selected in all six, and one press selects nothing again",
          "[panels][lab]") {
    SixMaps lab(12);
    lab.harness.click_text("Place");
    lab.harness.frames(2);
    CHECK(lab.panel.state().selection.type == TypeIndex{1});
    CHECK(lab.harness.says("48 B values"));
    lab.harness.click_text("Place");
    lab.harness.frames(2);
    CHECK(lab.panel.state().selection.empty());

    const Address value = lab.address_of(StorageKind::SparseVector, 0, 0), line = value / line_bytes * line_bytes;
    const auto margin = lab.panel.view_of<panels::LabSix>().margin_of(StorageKind::SparseVector, line);
    REQUIRE(margin);
    lab.harness.click(*margin);
    lab.harness.frames(2);
    INFO(lab.harness.screen());
    CHECK(lab.panel.state().selection.line == panels::LabLine{StorageKind::SparseVector, line});
    CHECK(lab.harness.says("what shares a line in Options is selected"));
}

TEST_CASE("All six: of ten thousand entities only rows in view are drawn, and the selected one is scrolled to",
          "[panels][lab]") {
    SixMaps lab(10'000);
    CHECK(lab.panel.view_of<panels::LabSix>().drawn_rows() > 60);
    CHECK(lab.panel.view_of<panels::LabSix>().drawn_rows() < 700);
    for (const StorageKind kind : storage_kinds)
        CHECK_FALSE(lab.panel.view_of<panels::LabSix>().place_of(kind, lab.address_of(kind, 9'990, 0)));
    lab.panel.state().selection = {9'990, 0, {}};
    lab.harness.frames(3);
    for (const StorageKind kind : storage_kinds) {
        INFO(name_of(kind));
        CHECK(lab.panel.view_of<panels::LabSix>().place_of(kind, lab.address_of(kind, 9'990, 0)));
    }
}

TEST_CASE("All six: what the mouse is over is outlined in all storages, in the same frame", "[panels][lab][hover]") {
    SixMaps lab(12);
    const auto place_in = [&](StorageKind kind) {
        const auto place = lab.panel.view_of<panels::LabSix>().place_of(kind, lab.address_of(kind, 4, 0));
        REQUIRE(place);
        return *place;
    };
    const auto outlined = [&](StorageKind kind) {
        const ImVec2 place = place_in(kind);
        const ImDrawData& data = *ImGui::GetDrawData();
        for (int l = 0; l < data.CmdListsCount; ++l)
            for (const ImDrawVert& each : data.CmdLists[l]->VtxBuffer)
                if (each.col == lab.harness.style.theme->text && std::abs(each.pos.y - place.y) < 8 &&
                    std::abs(each.pos.x - place.x) < 12)
                    return true;
        return false;
    };
    for (const StorageKind kind : storage_kinds) CHECK_FALSE(outlined(kind));
    // Over the last storage and over the first: those before and behind it mark it in this frame, too.
    for (const StorageKind over : {storage_kinds.back(), storage_kinds.front()}) {
        lab.harness.move_to({2, 2});
        lab.harness.frames(2);
        CHECK(lab.panel.state().pointed.empty());
        const ImVec2 place = place_in(over);
#if IMGUI_VERSION_NUM >= 18700
        ImGui::GetIO().AddMousePosEvent(place.x, place.y);
#else
        ImGui::GetIO().MousePos = place;
#endif
        lab.harness.frame();
        CHECK(lab.panel.state().pointed.entity == 4u);
        CHECK(lab.panel.state().pointed.type == TypeIndex{0});
        for (const StorageKind kind : storage_kinds) {
            INFO(name_of(kind));
            CHECK(outlined(kind));
        }
    }
}

TEST_CASE("All six: a component of the lab and the same one of the world mark each other", "[panels][lab][hover]") {
    SixMaps lab(12);
    const Scenario& scenario = *lab.panel.state().runs()->scenario;
    const ecs::ComponentType& place = *scenario.types[1];
    lab.harness.world.types().add_copy(place);
    const ecs::ComponentId same = static_cast<ecs::ComponentId>(lab.harness.world.types().size() - 1);
    lab.harness.move_to(lab.harness.need("Place").middle());
    lab.harness.frame();
    CHECK(lab.harness.selection.hovered_component == same);
    CHECK(lab.panel.state().pointed.type == TypeIndex{1});
}

}  // namespace lab_six_test
