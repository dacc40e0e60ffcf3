#include "panels/lab/lab_files.hpp"

#include "catch.hpp"
#include "panels/lab/lab_export.hpp"
#include "panels/lab/lab_panel.hpp"
#include "panels/support/headless.hpp"

namespace lab_files_test {

using namespace ecs::lab;

namespace {

/// `count` entities without components; then the first is destroyed.
Scenario entities(const std::string& title, std::uint64_t count) {
    Scenario scenario;
    scenario.title = title;
    ecs::ComponentType type;
    type.name = "Mark";
    scenario.types.push_back(&(*scenario.registry)[*scenario.registry->add_at_run_time(type)]);
    PlannedValue value{0, {}, {}, {}};
    scenario.steps.push_back({CreateStep{count, {value}}, "create entities", 0});
    scenario.steps.push_back({DestroyStep{{0, 1, 1}}, "destroy #0", 0});
    scenario.entities = count;
    return scenario;
}

struct Lab {
    Harness harness{{1280, 720}};
    panels::LabSource source;
    panels::LabPanel panel;

    explicit Lab(std::uint64_t count = 3, const std::string& settings = {}) {
        source.scenarios = {{"move", "Built in"}};
        source.open = [count](const std::string& name) -> ecs::Result<Scenario> {
            if (name == "/home/me/gone.json") return ecs::Error{"/home/me/gone.json: cannot be read"};
            return entities(name == "move" ? "Built in" : "My own", count);
        };
        if (!settings.empty()) panel.load_settings(settings);
        harness.lend(&panels::Context::lab, &source);
        harness.add(panel);
        settle();
    }
    void settle() {
        harness.frames(2);
        panel.state().finish();
        harness.frames(2);
    }
    /// As the program does when the person has chosen a file.
    void file_was_chosen(const std::string& file) {
        source.opened = file;
        ++source.openings;
        settle();
    }
    template <class Request>
    const Request* asked() const {
        for (const panels::Request& request : harness.performed)
            if (const auto* found = std::get_if<Request>(&request)) return found;
        return nullptr;
    }
    void choose(const char* title, const char* what) {
        harness.click_text(title);
        harness.frames(3);
        INFO(harness.screen());
        REQUIRE(harness.says(what));
        harness.click_text(what);
        settle();
    }
};

}  // namespace

TEST_CASE("Lab files: a file is asked for, shown when it was read, and remembered", "[panels][lab][lab_files]") {
    Lab lab;
    lab.choose("Built in", "Open file");
    REQUIRE(lab.asked<panels::OpenScenarioRequest>());
    CHECK(lab.asked<panels::OpenScenarioRequest>()->start.empty());
    CHECK(lab.panel.state().name() == "move");

    lab.file_was_chosen("/home/me/mine.json");
    CHECK(lab.panel.state().name() == "/home/me/mine.json");
    CHECK(lab.harness.says("My own"));

    // Both are in the list now, and one can go back and forth.
    lab.choose("My own", "Built in");
    CHECK(lab.panel.state().name() == "move");
    lab.choose("Built in", "mine.json");
    CHECK(lab.panel.state().name() == "/home/me/mine.json");

    // The next time it is asked for, the dialog begins where the last file was.
    lab.harness.performed.clear();
    lab.choose("My own", "Open file");
    REQUIRE(lab.asked<panels::OpenScenarioRequest>());
    CHECK(lab.asked<panels::OpenScenarioRequest>()->start == "/home/me/mine.json");

    Lab again(3, lab.panel.save_settings());
    CHECK(again.panel.state().name() == "/home/me/mine.json");
    CHECK(again.panel.files().recent() == std::vector<std::string>{"/home/me/mine.json"});
}

TEST_CASE("Lab files: a remembered file that is gone is a sentence, and others can be chosen",
          "[panels][lab][lab_files]") {
    Lab lab;
    lab.file_was_chosen("/home/me/gone.json");
    INFO(lab.harness.screen());
    CHECK(lab.harness.says("/home/me/gone.json: cannot be read"));
    lab.file_was_chosen("/home/me/mine.json");
    CHECK(lab.harness.says("My own"));
}

TEST_CASE("Lab files: the newest are first, each once, and not too many", "[panels][lab_files]") {
    panels::LabFiles files;
    for (int i = 0; i < 9; ++i) files.remember("/f/" + std::to_string(i) + ".json");
    files.remember("/f/6.json");
    files.remember("");
    files.remember("/f/a|b.json");
    CHECK(files.recent().size() == panels::LabFiles::max_recent);
    CHECK(files.recent().front() == "/f/6.json");
    CHECK(files.recent()[1] == "/f/8.json");
    panels::LabFiles loaded;
    loaded.load_settings(files.save_settings());
    CHECK(loaded.recent() == files.recent());
    loaded.load_settings("||");
    CHECK(loaded.recent().empty());
}

TEST_CASE("Lab export menu: figures and tables are asked for, of what is shown", "[panels][lab][lab_files]") {
    Lab lab;
    lab.panel.state().kind = StorageKind::PackedVector;
    lab.panel.state().set_mode(Mode::Faithful);
    lab.panel.state().go_to(1);
    lab.settle();
    const auto ask = [&](const char* what, const char* format) {
        lab.harness.performed.clear();
        lab.harness.click_text("Export");
        lab.harness.frames(3);
        INFO(lab.harness.screen());
        REQUIRE(lab.harness.says(what));
        lab.harness.click_text(what);
        lab.harness.frames(5);
        REQUIRE(lab.harness.says(format));
        lab.harness.click_text(format);
        lab.harness.frames(3);
        const auto* const asked = lab.asked<panels::LabExportRequest>();
        return asked != nullptr ? asked->what : nullptr;
    };
    const std::shared_ptr<const panels::LabExport> map = ask("The memory of this storage (Packed arrays)", "SVG");
    REQUIRE(map);
    CHECK(map->what == "map");
    CHECK(map->extension == ".svg");
    CHECK(map->storage == StorageKind::PackedVector);
    CHECK(map->mode == Mode::Faithful);
    CHECK(map->step == 1);
    CHECK(map->scenario.get() == lab.panel.state().scenario());
    CHECK(map->theme == figures::Theme::Dark);

    const std::shared_ptr<const panels::LabExport> events = ask("Every event of every step (Packed arrays)", "CSV");
    REQUIRE(events);
    CHECK(events->what == "events");
    CHECK(events->extension == ".csv");
    CHECK_FALSE(lab.harness.says("PNG"));
}

TEST_CASE("Lab export menu: where no events are kept, their table says why it is not to be had",
          "[panels][lab][lab_files]") {
    Lab lab(panels::LabState::max_entities_with_events + 1);
    lab.harness.click_text("Export");
    lab.harness.frames(3);
    lab.harness.click_text("Every event of every step");
    lab.harness.frames(5);
    INFO(lab.harness.screen());
    CHECK_FALSE(lab.harness.says("CSV"));
    CHECK_FALSE(lab.asked<panels::LabExportRequest>());
}

}  // namespace lab_files_test
