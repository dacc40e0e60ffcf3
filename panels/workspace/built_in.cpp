#include "panels/workspace/built_in.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "panels/base/general_keys.hpp"

namespace panels {

namespace {

constexpr PaneSize list_size{228, 300}, inspector_size{340, 360}, below_size{304, 404};

Pane inspect() {
    return row_of({column_of({row_of({tabs_of({"entities"}, list_size), tabs_of({"scene"})}),
                              row_of({tabs_of({"systems", "breakpoints", "query", "watch"}, {376, 622}),
                                      tabs_of({"chunks", "archetypes", "moves", "history"})},
                                     below_size)}),
                   tabs_of({"inspector", "compare"}, inspector_size)});
}

/// In a program that shows its picture of the world itself: all three columns, in a window that leaves room for that.
Pane inspect_without_scene() {
    return row_of({tabs_of({"entities"}, {200, 300}),
                   column_of({tabs_of({"chunks", "archetypes", "moves", "history"}),
                              tabs_of({"systems", "breakpoints", "query", "watch"}, {220, 320})}),
                   tabs_of({"inspector"}, {290, 360})});
}

Pane memory() {
    return row_of(
        {column_of({tabs_of({"archetypes"}), tabs_of({"doctor", "layout"}, {296, 412})}, {384, 572}),
         column_of({tabs_of({"chunks"}), row_of({tabs_of({"moves"}), tabs_of({"scene"}, {240, 320})}, {252, 352})})});
}

Pane author() {
    constexpr PaneSize place_size{190, 244}, steps_size{260, 340}, behaviour_size{190, 250};
    return row_of({column_of({tabs_of({"entities"}), tabs_of({"place"}, place_size)}, list_size),
                   column_of({tabs_of({"scene"}), tabs_of({"systems", "bulk_edit", "chunks"}, behaviour_size)}),
                   column_of({tabs_of({"inspector", "compare"}), tabs_of({"history"}, steps_size)}, inspector_size)});
}

/// Wide lists of what changed and when; beside them the systems and what they are stopped at.
Pane debug(PaneSize systems_size, PaneSize values_size) {
    constexpr PaneSize breakpoints_size{260, 360};
    return row_of(
        {column_of({tabs_of({"systems", "entities"}), tabs_of({"breakpoints", "watch", "query"}, breakpoints_size)},
                   systems_size),
         column_of({tabs_of({"scene"}), tabs_of({"step", "schedule", "timeline", "history", "plot"}, below_size)}),
         tabs_of({"inspector", "compare"}, values_size)});
}

Pane learn() { return row_of({tabs_of({"lessons"}, {420, 420}), tabs_of({"lesson_picture", "lab"})}); }

Workspace built_in_workspace(std::string id, const KeyCommand& command, Pane panes) {
    Workspace made(std::move(id), std::string(command.name), std::string(command.description), std::move(panes));
    made.command = &command;
    return made;
}

}  // namespace

std::vector<Workspace> built_in_workspaces(const std::vector<std::string>& panels) {
    const auto there = [&](std::string_view panel) {
        return std::find(panels.begin(), panels.end(), panel) != panels.end();
    };
    const bool scene = there("scene");
    std::vector<Workspace> all;
    all.push_back(built_in_workspace("inspect", keys::inspect, scene ? inspect() : inspect_without_scene()));
    all.push_back(built_in_workspace("memory", keys::memory, memory()));
    if (scene) all.push_back(built_in_workspace("author", keys::author, author()));
    all.push_back(built_in_workspace("learn", keys::learn, learn()));
    all.push_back(built_in_workspace("debug", keys::debug,
                                     scene ? debug({376, 560}, inspector_size) : debug({240, 376}, {290, 360})));
    for (Workspace& each : all) {
        each.initial.keep_only(panels);
        each.panes = each.initial;
    }
    std::erase_if(all, [](const Workspace& each) { return each.panes.all_tabs().empty(); });
    return all;
}

std::vector<std::string> panels_to_read_beside() {
    return {"inspector", "chunks", "lab", "lessons", "doctor", "scene"};
}

}  // namespace panels
