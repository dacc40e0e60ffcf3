#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "panels/support/hosted_game.hpp"

namespace host_files_test {

using hosted::Health;
using hosted::OneHost;

TEST_CASE("Host: a person saves the world and opens it, with the program's functions", "[panels][host]") {
    const std::string file = (std::filesystem::temp_directory_path() / "chunkscope-host-test.world").string();
    std::filesystem::remove(file);
    OneHost one;
    Harness& screen = one.program.harness;
    one.host.play(false);
    one.host.file = file;
    one.host.save = [&](const std::string& to) {
        std::ofstream(to) << one.hp();
        return std::string();
    };
    one.host.open = [&](const std::string& from) {
        float read = 0;
        std::ifstream(from) >> read;
        one.game.world.get_mut<Health>(one.game.ball).hp = read;
        return std::string();
    };
    screen.frames(2);
    screen.click_text("File");
    screen.click_text("Save");
    screen.frames(3);
    screen.key(panels::compat::Key::Enter);
    screen.frames(3);
    CHECK(one.host.message() == "Saved " + file);
    CHECK(std::filesystem::exists(file));

    one.game.world.get_mut<Health>(one.game.ball).hp = 1;
    one.host.selection().select(one.game.ball);
    screen.click_text("File");
    screen.click_text("Open");
    screen.frames(3);
    screen.key(panels::compat::Key::Enter);
    screen.frames(3);
    CHECK(one.hp() == 100);
    CHECK(one.host.message() == "Opened " + file);
    CHECK(one.host.selection().entities().empty());

    SECTION("What cannot be opened is told, and the world stays in view") {
        std::filesystem::remove(file);
        one.host.tell("");
        screen.click_text("File");
        screen.click_text("Open");
        screen.frames(3);
        screen.key(panels::compat::Key::Enter);
        screen.frames(3);
        CHECK(screen.says("There is no file"));
        CHECK(screen.says("Ball"));
    }
    std::filesystem::remove(file);
}

TEST_CASE("Host: a world is saved and opened as a world file, all or nothing", "[panels][host]") {
    const std::string file = (std::filesystem::temp_directory_path() / "chunkscope-host-test.json").string();
    const auto write = [&](const std::string& text) { std::ofstream(file) << text; };
    OneHost one;
    Harness& screen = one.program.harness;
    int opened = 0;
    one.host.opened = [&] { ++opened; };
    one.host.play(false);
    screen.frames(2);
    one.game.world.create(Health{7});
    const std::uint64_t hash = ecs::state_hash(one.game.world);
    REQUIRE(one.host.save_file(file).empty());

    SECTION("What was saved is opened, whatever happened since") {
        one.game.world.destroy(one.game.ball);
        one.game.world.create(Health{8});
        (void)one.game.schedule.set_enabled("Movement", false);
        CHECK(one.host.open_file(file).empty());
        CHECK(ecs::state_hash(one.game.world) == hash);
        CHECK(one.game.schedule.find("Movement")->enabled);
        CHECK(opened == 1);
        screen.frames(3);
        CHECK(screen.says("Ball"));
        CHECK(one.host.message() == "Opened " + file);
    }
    SECTION("What cannot be opened changes neither the world nor its history") {
        one.host.selection().select(one.game.ball);
        screen.frames(3);
        const ImVec2 number = one.last("100.00").middle();
        screen.drag(number, {number.x + 60, number.y}, 5);
        const std::uint64_t dragged = ecs::state_hash(one.game.world);
        const std::size_t types = one.game.world.types().size();
        write(R"({ "format": "chunkscope.world", "version": 1, "components": { "Wind": { "fields": { "mps": "f32" } } },
                   "entities": [ { "id": "2v1", "components": { "Wind": { "mps": "strong" } } } ] })");
        const std::string problem = one.host.open_file(file);
        CHECK(problem.find("strong") != std::string::npos);
        CHECK(ecs::state_hash(one.game.world) == dragged);
        CHECK(one.game.world.types().size() == types);
        CHECK(one.host.selection().entity() == one.game.ball);
        REQUIRE(one.host.history()->can_undo());
        CHECK(one.host.history()->undo().empty());
        CHECK(ecs::state_hash(one.game.world) == hash);
        CHECK(opened == 0);
    }
    SECTION("Types and systems that only the file knows stay in it") {
        write(R"({ "format": "chunkscope.world", "version": 1, "components": { "Wind": { "fields": { "mps": "f32" } } },
                   "systems": { "Blow": { "enabled": false } },
                   "entities": [ { "id": "2v1", "components": { "Wind": { "mps": 3 } } } ] })");
        REQUIRE(one.host.open_file(file).empty());
        const auto* wind = one.game.world.types().find("Wind");
        REQUIRE(wind != nullptr);
        CHECK(one.game.world.has({2, 1}, wind->id));
        screen.frames(3);
        REQUIRE(one.host.save_file(file).empty());
        std::string text;
        std::getline(std::ifstream(file), text, '\0');
        CHECK(text.find("Blow") != std::string::npos);
        CHECK(text.find("Movement") != std::string::npos);
        CHECK(text.find("\"mps\"") != std::string::npos);
    }
    SECTION("Ctrl+S saves to the same file, and asks when another program changed it") {
        one.game.world.get_mut<Health>(one.game.ball).hp = 55;
        screen.click_text("Ball");
        one.host.tell("");
        one.press({.key = editor::Key::S, .ctrl = true});
        screen.frames(2);
        CHECK(one.host.message() == "Saved " + file);
        CHECK_FALSE(screen.says("Save the world"));
        write("Mine");
        one.press({.key = editor::Key::S, .ctrl = true});
        screen.frames(3);
        CHECK(screen.says("Save the world"));
        screen.key(panels::compat::Key::Enter);
        screen.frames(3);
        CHECK(screen.says("Another program changed"));
        CHECK(std::filesystem::file_size(file) == 4);
        screen.key(panels::compat::Key::Enter);
        screen.frames(3);
        CHECK(std::filesystem::file_size(file) > 4);
    }
    std::filesystem::remove(file);
}

TEST_CASE("Host: a large world is saved as it was, while the game runs on", "[panels][host]") {
    const std::string file = (std::filesystem::temp_directory_path() / "chunkscope-host-large.json").string();
    std::filesystem::remove(file);
    OneHost one(60'000);
    Harness& screen = one.program.harness;
    one.host.file = file;
    screen.frames(2);
    const std::uint64_t tick = one.game.world.tick();
    screen.click_text("File");
    screen.click_text("Save");
    screen.frames(3);
    screen.key(panels::compat::Key::Enter);
    while (one.host.jobs().running() || one.host.message() != "Saved " + file) screen.frames(1);
    CHECK(one.game.world.tick() > tick);
    CHECK_FALSE(one.host.history()->unsaved());
    REQUIRE(std::filesystem::exists(file));
    one.host.play(false);
    one.game.world.destroy(one.game.ball);
    REQUIRE(std::filesystem::file_size(file) > (2u << 20));
    screen.click_text("File");
    screen.click_text("Open");
    screen.frames(3);
    screen.key(panels::compat::Key::Enter);
    while (one.host.jobs().running() || one.host.message() != "Opened " + file) screen.frames(1);
    CHECK(one.game.world.entity_count() == 60'001);
    std::filesystem::remove(file);

    SECTION("A folder that is not there is one sentence, and nothing is left") {
        one.host.file = "/nowhere/at/all.json";
        screen.click_text("File");
        screen.click_text("Save as");
        screen.frames(3);
        screen.key(panels::compat::Key::Enter);
        while (one.host.jobs().running()) screen.frames(1);
        screen.frames(3);
        CHECK((screen.says("/nowhere/at/all.json") || one.host.message().find("/nowhere") != std::string::npos));
    }
}

}  // namespace host_files_test
