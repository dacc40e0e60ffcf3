#include "panels/workspace/workspaces.hpp"

#include <map>

#include "catch.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"

namespace workspaces_test {

using panels::Workspaces;

namespace {

std::vector<std::string> all_ids() {
    std::vector<std::string> ids;
    for (const auto& panel : panels::make_all_panels_with_lab()) ids.emplace_back(panel->id());
    return ids;
}

struct Kept {
    std::map<std::string, std::string, std::less<>> lines;

    std::string load(Workspaces& workspaces) const {
        return workspaces.load([this](std::string_view name) {
            const auto found = lines.find(name);
            return found == lines.end() ? std::string() : found->second;
        });
    }
    void save(const Workspaces& workspaces) {
        workspaces.save(
            [this](std::string_view name, std::string value) { lines[std::string(name)] = std::move(value); });
    }
};

}  // namespace

TEST_CASE("Workspaces: there are five, and every panel stands in one of them", "[panels][workspaces]") {
    const Workspaces workspaces(all_ids());
    std::vector<std::string> titles;
    for (const auto& each : workspaces.all()) titles.push_back(each.title);
    CHECK(titles == std::vector<std::string>{"Inspect", "Memory", "Author", "Learn", "Debug"});
    for (const std::string& id : all_ids()) {
        if (id == "manual" || id == "cost") continue;  // which are read beside any of them
        bool somewhere = false;
        for (const auto& each : workspaces.all()) somewhere |= each.panes.contains(id);
        INFO(id);
        CHECK(somewhere);
    }
}

TEST_CASE("Workspaces: a panel that belongs to none opens in the present one, but not over the one in use",
          "[panels][workspaces]") {
    Workspaces workspaces(all_ids());
    CHECK(workspaces.at_home("doctor"));
    CHECK_FALSE(workspaces.at_home("manual"));
    const auto neighbours = [&] { return workspaces.current().panes.pane_of("manual")->tabs; };
    const auto beside = [&](std::string_view panel) {
        const auto tabs = neighbours();
        return std::find(tabs.begin(), tabs.end(), panel) != tabs.end();
    };
    workspaces.show("manual", "systems");
    CHECK(beside("inspector"));
    workspaces.current().panes.close("manual");
    workspaces.show("manual", "inspector");
    CHECK_FALSE(beside("inspector"));
    CHECK(beside("chunks"));
    workspaces.choose("learn");
    workspaces.show("manual", "lab");
    CHECK(beside("lessons"));
}

TEST_CASE("Workspaces: a program without lessons has no workspace for them", "[panels][workspaces]") {
    const Workspaces workspaces({"entities", "inspector"});
    for (const auto& each : workspaces.all()) CHECK(each.id != "learn");
    CHECK(workspaces.current().panes.contains("entities"));
    CHECK(Workspaces({}).all().size() == 1);
}

TEST_CASE("Workspaces: each remembers its own panels, and a reset concerns one", "[panels][workspaces]") {
    Workspaces workspaces(all_ids());
    workspaces.current().panes.close("systems");
    workspaces.choose(std::size_t{1});
    workspaces.current().panes.close("doctor");
    workspaces.choose("inspect");
    CHECK_FALSE(workspaces.current().panes.contains("systems"));
    workspaces.reset();
    CHECK(workspaces.current().panes.contains("systems"));
    CHECK(workspaces.choose("Memory"));
    CHECK_FALSE(workspaces.current().panes.contains("doctor"));
    CHECK_FALSE(workspaces.choose("no such workspace"));
}

TEST_CASE("Workspaces: a panel opens where it stands at first, also in a workspace that it is new to",
          "[panels][workspaces]") {
    Workspaces workspaces(all_ids());
    workspaces.current().panes.close("moves");
    workspaces.show("moves");
    CHECK(workspaces.current().panes.pane_of("moves") == workspaces.current().panes.pane_of("chunks"));
    workspaces.show("step");
    CHECK(workspaces.current().panes.pane_of("step") == workspaces.current().panes.pane_of("history"));
    workspaces.choose("author");
    workspaces.show("moves");
    CHECK(workspaces.current().panes.in_front("moves"));
    workspaces.show("no such panel");
    CHECK_FALSE(workspaces.current().panes.contains("no such panel"));
}

TEST_CASE("Workspaces: own ones have a name of their own and can be deleted", "[panels][workspaces]") {
    Workspaces workspaces(all_ids());
    CHECK(workspaces.save_as("  ") == "A workspace needs a name");
    CHECK(workspaces.save_as("Memory") == "There is a workspace \"Memory\" already");
    CHECK(workspaces.save_as(std::string(41, 'x')) == "This name is too long");
    CHECK(workspaces.save_as("two\nlines") == "A name is one line");
    workspaces.current().panes.close("systems");
    CHECK(workspaces.save_as(" Bullets ").empty());
    CHECK(workspaces.current().title == "Bullets");
    CHECK_FALSE(workspaces.current().panes.contains("systems"));
    workspaces.remove_current();
    CHECK(workspaces.current().title == "Debug");
    workspaces.remove_current();  // built in: it stays
    CHECK(workspaces.all().size() == 5);
}

TEST_CASE("Workspaces: they come back as they were left", "[panels][workspaces]") {
    Kept kept;
    Workspaces first(all_ids());
    first.current().panes.close("systems");
    REQUIRE(first.save_as("Mine").empty());
    first.current().panes.close("entities");
    kept.save(first);

    Workspaces second(all_ids());
    CHECK(kept.load(second).empty());
    CHECK(second.current().title == "Mine");
    CHECK(second.current().own);
    CHECK_FALSE(second.current().panes.contains("entities"));
    second.choose("inspect");
    CHECK_FALSE(second.current().panes.contains("systems"));
    second.reset();
    CHECK(second.current().panes.contains("systems"));

    // A panel of another version is no fault.
    kept.lines["workspace.inspect"] = "(tabs 0/0 *entities of_another_version)";
    Workspaces third(all_ids());
    CHECK(kept.load(third).empty());
    third.choose("inspect");
    CHECK(third.current().panes.all_tabs() == std::vector<std::string>{"entities"});
}

TEST_CASE("Workspaces: damaged settings are named, and only what they are about stands as at first",
          "[panels][workspaces]") {
    Kept kept;
    kept.lines["workspace.inspect"] = "(tabs 0/0 *entities";
    kept.lines["workspace.memory"] = "(tabs 0/0 *chunks)";
    kept.lines["workspace.current"] = "no such workspace";
    Workspaces workspaces(all_ids());
    CHECK(kept.load(workspaces) == "workspace.inspect: a pane has no end");
    CHECK(workspaces.current().panes.contains("systems"));
    workspaces.choose("memory");
    CHECK(workspaces.current().panes.all_tabs() == std::vector<std::string>{"chunks"});
    kept.lines = {{"workspaces.own", "Memory"}};
    Workspaces twice(all_ids());
    CHECK(kept.load(twice) == "workspaces.own: There is a workspace \"Memory\" already");
}

TEST_CASE("Workspaces: a panel that comes stands where it belongs, unless a person changed the workspace",
          "[panels][workspaces]") {
    std::vector<std::string> without;
    for (const std::string& id : all_ids())
        if (id != "scene") without.push_back(id);
    Workspaces workspaces(without);
    CHECK_FALSE(workspaces.choose("author"));
    workspaces.choose("memory");
    workspaces.current().panes.close("doctor");
    REQUIRE(workspaces.save_as("Mine").empty());
    workspaces.set_panels(all_ids());
    CHECK(workspaces.current().title == "Mine");
    CHECK_FALSE(workspaces.current().panes.contains("doctor"));
    workspaces.choose("memory");
    CHECK_FALSE(workspaces.current().panes.contains("doctor"));
    workspaces.choose("inspect");
    CHECK(workspaces.current().panes == Workspaces(all_ids()).current().panes);
    CHECK(workspaces.choose("author"));
    workspaces.set_panels(without);
    CHECK(workspaces.current().id == "inspect");  // its workspace went
    for (const auto& each : workspaces.all()) CHECK_FALSE(each.panes.contains("scene"));
}

}  // namespace workspaces_test
