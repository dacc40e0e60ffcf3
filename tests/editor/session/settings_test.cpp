#include "editor/session/settings.hpp"

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <stdlib.h>
#include <unistd.h>

#include "catch.hpp"
#include "files/support/temporary_folder.hpp"

namespace settings_test {

using namespace editor;
using Catch::Matchers::Contains;

namespace {

/// Sets an environment variable, and puts back what it was.
class Variable {
public:
    Variable(const char* name, const char* value) : name_(name) {
        if (const char* old = getenv(name)) old_ = old;
        if (value)
            setenv(name, value, 1);
        else
            unsetenv(name);
    }
    ~Variable() {
        if (old_)
            setenv(name_, old_->c_str(), 1);
        else
            unsetenv(name_);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    const char* name_;
    std::optional<std::string> old_;
};

}  // namespace

TEST_CASE("Settings: what was set is there in the next run", "[editor][settings]") {
    TemporaryFolder folder;
    const auto file = folder.path / "new" / "settings.json";
    {
        Settings settings(file);
        CHECK(settings.warning().empty());
        CHECK_FALSE(settings.unsaved());
        settings.set_flag("grid", false);
        settings.set_number("scale", 1.25);
        settings.set_text("theme", "light \"é\"");
        settings.set_list("open_panels", {"Entities", "Chunks"});
        CHECK(settings.unsaved());
        REQUIRE(settings.save().empty());
        CHECK_FALSE(settings.unsaved());
    }
    const Settings settings(file);
    CHECK(settings.warning().empty());
    CHECK_FALSE(settings.flag("grid", true));
    CHECK(settings.number("scale", 1) == 1.25);
    CHECK(settings.text("theme", "dark") == "light \"é\"");
    CHECK(settings.list("open_panels") == std::vector<std::string>{"Entities", "Chunks"});
}

TEST_CASE("Settings: what is absent or of another type is the default", "[editor][settings]") {
    TemporaryFolder folder;
    const Settings settings(folder.write("settings.json", R"({"scale": "big", "theme": 3, "grid": 1, "panels": [1]})"));
    CHECK(settings.warning().empty());
    CHECK(settings.number("scale", 1.5) == 1.5);
    CHECK(settings.text("theme", "dark") == "dark");
    CHECK(settings.flag("grid", true));
    CHECK(settings.flag("nothing", true));
    CHECK(settings.list("panels").empty());
}

TEST_CASE("Settings: nothing is written unless something changed", "[editor][settings]") {
    TemporaryFolder folder;
    const std::string text = R"({"scale": 2})";
    Settings settings(folder.write("settings.json", text));
    settings.set_number("scale", 2);
    settings.set_number("width", std::numeric_limits<double>::infinity());
    settings.remove("height");
    CHECK_FALSE(settings.unsaved());
    CHECK(settings.save().empty());
    CHECK(folder.read("settings.json") == text);
    settings.remove("scale");
    CHECK(settings.save().empty());
    CHECK(Settings(folder.path / "settings.json").number("scale", 7) == 7);
}

TEST_CASE("Settings: what this version does not understand is kept", "[editor][settings]") {
    TemporaryFolder folder;
    Settings settings(folder.write("settings.json", R"({"later": {"a": [1, {"b": null}]}, "scale": 1})"));
    settings.set_number("scale", 3);
    REQUIRE(settings.save().empty());
    CHECK_THAT(folder.read("settings.json"), Contains("\"later\"") && Contains("\"b\": null"));
}

TEST_CASE("Settings: a broken file costs the settings and nothing else", "[editor][settings]") {
    struct Case {
        const char* text;
        const char* warning;
    };
    const std::string deep(1'000'000, '[');
    const Case cases[] = {
        {"{\"scale\": 2,\n  oops}", "settings.json:2:3: this is not valid JSON; the defaults hold"},
        {"", "this is not valid JSON; the defaults hold"},
        {"{\"scale\": 2", "this is not valid JSON"},
        {"[1, 2]", "settings must be one JSON object"},
        {"{\"a\": \"\xff\"}", "this is not valid JSON"},
        {"{\"a\": 1e999}", "too large"},
        {deep.c_str(), "nested too deeply"},
    };
    for (const Case& each : cases) {
        INFO(std::string(each.text).substr(0, 40));
        TemporaryFolder folder;
        Settings settings(folder.write("settings.json", each.text));
        CHECK_THAT(settings.warning(), Contains(each.warning));
        CHECK_THAT(settings.warning(), Contains("set aside as " + (folder.path / "settings.json.broken").string()));
        CHECK(settings.number("scale", 1) == 1);
        CHECK(folder.read("settings.json.broken") == each.text);

        settings.set_number("scale", 3);
        CHECK(settings.save().empty());
        CHECK(Settings(folder.path / "settings.json").number("scale", 1) == 3);
    }
}

TEST_CASE("Settings: a file that can't be read is left alone", "[editor][settings]") {
    TemporaryFolder folder;
    std::filesystem::create_directory(folder.path / "settings.json");  // a folder where the file should be
    Settings settings(folder.path / "settings.json");
    CHECK_THAT(settings.warning(), Contains("settings.json") && Contains("the defaults hold"));
    settings.set_number("scale", 3);
    CHECK(settings.save().empty());
    CHECK(settings.number("scale", 1) == 3);
    CHECK(std::filesystem::is_directory(folder.path / "settings.json"));
}

TEST_CASE("Settings: a place that can't be written to is a reason, not a crash", "[editor][settings]") {
    TemporaryFolder folder;
    folder.write("file", "");
    Settings settings(folder.path / "file" / "settings.json");
    settings.set_number("scale", 3);
    CHECK_THAT(settings.save(), Contains((folder.path / "file").string()));
    CHECK(settings.unsaved());
}

TEST_CASE("Settings: without a file they hold for the run", "[editor][settings]") {
    Settings settings;
    settings.set_text("theme", "light");
    CHECK(settings.save().empty());
    CHECK(settings.text("theme", "") == "light");
}

TEST_CASE("Settings: recent files are the last ten, newest first, each once", "[editor][settings]") {
    TemporaryFolder folder;
    Settings settings(folder.path / "settings.json");
    for (int i = 0; i < 12; ++i) settings.add_recent_file(folder.path / ("world" + std::to_string(i) + ".json"));
    settings.add_recent_file(folder.path / "sub" / ".." / "world5.json");
    settings.add_recent_file({});
    REQUIRE(settings.save().empty());
    const Settings again(folder.path / "settings.json");
    const auto files = again.recent_files();
    REQUIRE(files.size() == 10);
    CHECK(files[0] == std::filesystem::canonical(folder.path) / "world5.json");
    CHECK(files[1].filename() == "world11.json");
    CHECK(files[9].filename() == "world2.json");
    settings.remove_recent_file(files[0]);
    CHECK(settings.recent_files().size() == 9);
    CHECK(settings.recent_files()[0].filename() == "world11.json");
}

TEST_CASE("Settings: the folder is where the desktop keeps configuration", "[editor][settings]") {
    Variable home("HOME", "/home/somebody");
    {
        Variable config("XDG_CONFIG_HOME", "/elsewhere");
        CHECK(settings_folder() == "/elsewhere/chunkscope");
    }
    {
        Variable config("XDG_CONFIG_HOME", "not/absolute");
        CHECK(settings_folder() == "/home/somebody/.config/chunkscope");
    }
    Variable config("XDG_CONFIG_HOME", nullptr);
    CHECK(settings_folder() == "/home/somebody/.config/chunkscope");
    Variable nowhere("HOME", nullptr);
    CHECK(settings_folder().empty());
}

TEST_CASE("Settings: recent files of two runs at once are all kept", "[editor][settings]") {
    TemporaryFolder folder;
    const auto file = folder.path / "settings.json";
    const auto name = [&](const char* world) { return folder.write(world, "{}"); };
    Settings first(file), second(file);
    first.add_recent_file(name("a.json"));
    REQUIRE(first.save().empty());
    second.add_recent_file(name("b.json"));
    REQUIRE(second.save().empty());
    const auto kept = Settings(file).recent_files();
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].filename() == "b.json");
    CHECK(kept[1].filename() == "a.json");
    // What was taken out stays out.
    second.remove_recent_file(kept[1]);
    REQUIRE(second.save().empty());
    CHECK(Settings(file).recent_files().size() == 1);
}

}  // namespace settings_test
