#include <imgui_internal.h>

#include "catch.hpp"
#include "panels/desk/settings_text.hpp"
#include "panels/support/hosted_game.hpp"

namespace host_settings_test {

using hosted::Game;
using hosted::OneHost;
using hosted::Program;

TEST_CASE("Host: workspaces, theme, scale and what panels are set to are one text", "[panels][host][settings]") {
    Game game;
    panels::Host host(game.world, game.schedule), other(game.world, game.schedule, "Other");
    host.workbench().choose_workspace("memory");
    host.close_panel("doctor");
    REQUIRE(host.workbench().save_workspace_as("My \\ own\tone").empty());
    host.set_theme(panels::ThemeName::Contrast);
    host.set_scale(1.25f);
    host.visible = false;
    host.find_panel("entities")->load_settings("flat");
    host.find_panel("layout")->open = true;
    CHECK(other.load_settings(host.save_settings()).empty());
    CHECK(other.workbench().workspaces().current().title == "My \\ own\tone");
    CHECK(other.workbench().choose_workspace("memory"));
    CHECK_FALSE(other.workbench().open("doctor"));
    CHECK(other.style().theme_name == panels::ThemeName::Contrast);
    CHECK(other.scale() == 1.25f);
    CHECK_FALSE(other.visible);
    CHECK(other.find_panel("entities")->save_settings() == host.find_panel("entities")->save_settings());
    CHECK(other.find_panel("layout")->open);
    // Once more changes nothing.
    other.workbench().choose_workspace("My \\ own\tone");
    const std::string before = other.save_settings();
    CHECK(other.load_settings(before).empty());
    CHECK(other.save_settings() == before);
}

TEST_CASE("Host: every setting of a Desk comes back from its text", "[panels][host][settings]") {
    Game game;
    panels::Host host(game.world, game.schedule), other(game.world, game.schedule, "Other");
    const panels::SettingsMap usual = panels::from_settings_text(host.save_settings());
    panels::SettingsMap chosen;
    for (const panels::Setting& each : panels::desk_settings()) {
        INFO(each.name);
        REQUIRE(each.now != nullptr);
        REQUIRE(each.take != nullptr);
        CHECK(each.example.index() == each.usual.index());
        CHECK(each.example != each.usual);
        CHECK(panels::from_text(panels::to_text(each.example), each.usual) == each.example);
        chosen[std::string(each.text_name)] = panels::to_text(each.example);
    }
    CHECK(host.load_settings(panels::to_settings_text(chosen)).empty());
    const std::string kept = host.save_settings();
    for (const auto& [name, value] : chosen) {
        INFO(name);
        CHECK(panels::from_settings_text(kept).at(name) == value);
        CHECK(usual.at(name) != value);
    }
    CHECK(other.load_settings(kept).empty());
    CHECK(other.save_settings() == kept);
    host.set_language("en");
    CHECK(panels::from_settings_text(host.save_settings()).at("language") == "en");
}

TEST_CASE("Host: settings that cannot be are told, and the rest holds", "[panels][host][settings]") {
    Game game;
    panels::Host host(game.world, game.schedule);
    Program program([&] { host.draw(); });
    const std::string usual = host.save_settings();
    CHECK(host.load_settings("").empty());
    CHECK(host.load_settings("nonsense\n=\n\n").empty());
    CHECK(host.save_settings() == usual);
    CHECK(host.load_settings("look.theme=pink\nvisible=").empty());
    CHECK(host.style().theme_name == panels::ThemeName::Dark);
    CHECK(host.visible);
    CHECK(host.load_settings("workspace.inspect=(row 1/\nlook.theme=light").find("workspace.inspect") == 0);
    CHECK(host.style().theme_name == panels::ThemeName::Light);
    CHECK(host.load_settings("look.percent=large").find("look.percent") == 0);
    CHECK(host.load_settings("look.percent=99999").empty());
    CHECK(host.scale() <= 3);
    host.set_scale(1);
    program.harness.frames(3);
    INFO(program.harness.screen());
    CHECK(program.harness.says("Inspector"));
}

TEST_CASE("Host: settings hold for panels that come after them", "[panels][host][settings]") {
    panels::SceneLink picture;
    std::string kept;
    {
        OneHost one;
        one.host.viewport = &picture;
        one.program.harness.frames(3);
        one.host.workbench().close_panel("systems");
        kept = one.host.save_settings();
    }
    Game game;
    panels::Host host(game.world, game.schedule);
    CHECK(host.load_settings(kept).empty());
    host.viewport = &picture;
    Program program([&] { host.draw(); });
    program.harness.frames(3);
    CHECK(host.workbench().visible("scene"));
    CHECK_FALSE(host.workbench().open("systems"));
}

TEST_CASE("Host: of its window Dear ImGui's settings have one section, and no docks", "[panels][host][settings]") {
    OneHost one;
    one.host.workbench().choose_workspace("memory");
    one.program.harness.frames(5);
    std::size_t size = 0;
    const std::string ini(ImGui::SaveIniSettingsToMemory(&size));
    std::size_t windows = 0;
    for (std::size_t at = ini.find("[Window][Chunkscope"); at != std::string::npos; at = ini.find("[Window][", at + 1))
        windows += ini.compare(at, 19, "[Window][Chunkscope") == 0 ? 1 : 0;
    INFO(ini);
    CHECK(windows <= 1);
    CHECK(ini.find("###pane") == std::string::npos);
    CHECK(ini.find("DockNode") == std::string::npos);
}

TEST_CASE("Settings text: every value comes back, whatever is in it", "[panels][host][settings]") {
    const panels::SettingsMap settings{{"a", ""}, {"b", "two\nlines"}, {"c", "\\n is no line"}, {"d", "x=y\\"}};
    CHECK(panels::from_settings_text(panels::to_settings_text(settings)) == settings);
    CHECK(panels::from_settings_text("no line\n=x\nlast=1").size() == 1);
}

}  // namespace host_settings_test
