#include "editor/app/actions/program_settings.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

#include "catch.hpp"
#include "files/support/temporary_folder.hpp"
#include "panels/support/headless.hpp"

namespace program_settings_test {

using namespace editor;

namespace {

/// Of the program, what settings are about.
class Program : public ActionProgram {
public:
    explicit Program(std::filesystem::path file = {}) : kept(std::move(file)) {}

    void say(const std::string&) override {}
    void refuse(const std::string&) override {}
    void run_tick() override {}
    void set_look(panels::ThemeName theme, float user_scale) override {
        harness.style.theme_name = theme;
        desk.user_scale = user_scale;
    }
    void set_language(std::string_view code) override { language = code; }
    Document& document() override { throw std::logic_error("no setting needs it"); }
    Settings& settings() override { return kept; }
    WindowNow window_now() const override { return window; }
    const panels::Picture* recent_picture(const std::filesystem::path&) override { return nullptr; }
    Flow quit() override { co_return; }
    bool serving() const override { return false; }
    void set_serving(bool) override {}
    void ask_what_to_attach() override {}
    Flow save_bundle(bool) override { co_return; }
    void frame_scene(bool) override {}
    void set_reduce_motion(bool reduce) override { harness.style.reduce_motion = reduce; }
    void start_tour() override {}
    void show_panel_keys() override {}
    void enter_menu_bar() override {}
    void show_about() override {}
    bool& shows(Extra) override { return shown; }

    Harness harness;
    Settings kept;
    SettingsKeeper keeper;
    std::string language;
    WindowNow window{1000, 700};
    bool shown = false;
    panels::Desk desk{*this, harness.style, [] { return std::vector<std::unique_ptr<panels::Panel>>(); }};
};

}  // namespace

TEST_CASE("Program settings: each has a name of its own, and an example of its kind", "[editor][settings]") {
    std::set<std::string_view> names;
    for (const Setting& each : program_settings()) {
        INFO(each.name);
        CHECK(names.insert(each.name).second);
        CHECK(each.example.index() == each.usual.index());
        CHECK(each.example != each.usual);
        if (!each.in_menu.name.empty()) CHECK(std::holds_alternative<bool>(each.usual));
    }
    CHECK(names.size() > 8);
    CHECK(value_of(Settings(), "view.grid") == SettingValue(true));
}

TEST_CASE("Program settings: what the file has holds, and is there in the next run", "[editor][settings]") {
    TemporaryFolder folder;
    const std::filesystem::path file = folder.path / "settings.json";
    {
        Settings settings(file);
        for (const Setting& each : program_settings()) settings.set(each.name, each.example);
        REQUIRE(settings.save().empty());
    }
    Program program(file);
    add_actions(program.desk.key_map);
    CHECK(program.keeper.bring(program.desk, program.kept, {}).empty());
    for (const Setting& each : program_settings()) {
        INFO(each.name);
        CHECK(value_of(program.kept, each.name) == each.example);
        if (each.take != nullptr && each.now != nullptr && each.name != "language")
            CHECK(each.now(program.desk) == each.example);
    }
    CHECK(program.language == "ja");
    // Nobody changed anything.
    program.keeper.keep(program.desk, program.kept);
    CHECK_FALSE(program.kept.unsaved());
}

TEST_CASE("Program settings: what a person changed is kept, and what is usual again needs no line",
          "[editor][settings]") {
    Program program;
    add_actions(program.desk.key_map);
    CHECK(program.keeper.bring(program.desk, program.kept, {}).empty());
    program.keeper.keep(program.desk, program.kept);
    CHECK_FALSE(program.kept.unsaved());
    for (const bool back : {false, true}) {
        for (const Setting& each : program_settings())
            if (each.take != nullptr) each.take(program.desk, back ? each.usual : each.example);
        program.keeper.keep(program.desk, program.kept);
        for (const Setting& each : program_settings()) {
            if (each.take == nullptr || each.name == "language" || each.name == "palette.use") continue;
            INFO(each.name << (back ? " back" : ""));
            CHECK(program.kept.has(each.name) != back);
            CHECK(value_of(program.kept, each.name) == (back ? each.usual : each.example));
        }
    }
    program.window = {1200, 800};
    program.keeper.keep(program.desk, program.kept);
    CHECK(value_of(program.kept, "window.width") == SettingValue(1200.0));
    program.window = {.maximized = true};  // maximized: the size that it had is the one that it goes back to
    program.keeper.keep(program.desk, program.kept);
    CHECK(value_of(program.kept, "window.width") == SettingValue(1200.0));
    CHECK(value_of(program.kept, "window.maximized") == SettingValue(true));
}

TEST_CASE("Program settings: what the command line says holds for this run only", "[editor][settings]") {
    Program program;
    program.kept.set("look.theme", std::string("light"));
    CHECK(program.keeper.bring(program.desk, program.kept, {.scale = 2.0f, .theme = "contrast", .language = "ja"})
              .empty());
    CHECK(program.harness.style.theme_name == panels::ThemeName::Contrast);
    CHECK(program.desk.user_scale == 2);
    CHECK(program.language == "ja");
    program.keeper.keep(program.desk, program.kept);
    CHECK(value_of(program.kept, "look.theme") == SettingValue(std::string("light")));
    CHECK_FALSE(program.kept.has("look.scale"));
    program.desk.user_scale = 1.5f;
    program.keeper.keep(program.desk, program.kept);
    CHECK(value_of(program.kept, "look.scale") == SettingValue(1.5));
}

TEST_CASE("Program settings: one of another kind is told, the usual one holds, and it stays in the file",
          "[editor][settings]") {
    for (const Setting& each : program_settings()) {
        INFO(each.name);
        Program program;
        const SettingValue wrong = std::holds_alternative<double>(each.usual) ? SettingValue(true) : SettingValue(7.0);
        program.kept.set(each.name, wrong);
        const std::vector<std::string> problems = program.keeper.bring(program.desk, program.kept, {});
        REQUIRE(problems.size() == 1);
        CHECK(problems.front().find("\"" + std::string(each.name) + "\" must be ") == 0);
        CHECK(value_of(program.kept, each.name) == each.usual);
        program.keeper.keep(program.desk, program.kept);
        CHECK(program.kept.value(each.name) == wrong);
    }
}

TEST_CASE("Program settings: the line of a menu turns its setting on and off", "[editor][settings]") {
    Program program;
    CHECK(program.keeper.bring(program.desk, program.kept, {}).empty());
    std::size_t lines = 0;
    for (const Setting& each : program_settings()) {
        if (each.in_menu.name.empty()) continue;
        INFO(each.name);
        ++lines;
        const Command* const command = find_action(each.in_menu.name);
        REQUIRE(command != nullptr);
        const bool usual = std::get<bool>(each.usual);
        CHECK(command->checked(program.desk) == usual);
        command->act(program.desk);
        CHECK(command->checked(program.desk) != usual);
        program.keeper.keep(program.desk, program.kept);
        CHECK(value_of(program.kept, each.name) == SettingValue(!usual));
        command->act(program.desk);
        CHECK(command->checked(program.desk) == usual);
    }
    CHECK(lines == setting_commands().size());
    CHECK(lines >= 2);
}

}  // namespace program_settings_test
