// What panels ask of the program that shows them: dialogs, files, panels, menus. None of it changes the world.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "ecs/base/entity.hpp"
#include "figures/world/figure.hpp"
#include "panels/base/job.hpp"

namespace panels {

/// Opens the panel with this id (Panel::id) and brings it to the front.
struct ShowPanelRequest {
    std::string id;
    std::string part = {};          // for Panel::show_part(); empty: as it is
    std::optional<bool> fill = {};  // whether it fills the window from now on, where that is possible
    bool here = false;              // in the present workspace, also where another one is its home
};

/// Moves the viewport's camera so that the entity is in the middle.
struct FrameEntityRequest {
    ecs::Entity entity;
};

/// Carries out an action of the program's menus, if it is possible now; see KnownActions.
struct DoActionRequest {
    std::string name;
};

struct MenuRequest;
/// Opens the menu of what a person points at, or does one item of it. The ContextMenu takes it out.
struct OpenMenuRequest {
    std::shared_ptr<MenuRequest> menu;  // see panels/base/pointed_at.hpp
};

/// Runs the job off the thread of the interface. What it says and what it hands over is the program's to tell and take.
struct JobRequest {
    Job job;
};

/// Writes a figure of the present world into a file that the person chooses.
struct ExportRequest {
    figures::FigureRequest figure;
    std::string extension;  // ".svg", ".png" or ".csv"
    figures::Theme theme = figures::Theme::Light;
};

/// Writes a text into a file that the person chooses.
struct ExportTextRequest {
    std::string name;              // proposed for the file, with its extension: "query.csv"
    std::string consequence = {};  // what the text is about, while it is written; may be empty
    /// Runs off the thread of the interface, as a Job does. The error says for a person why there is no text.
    std::function<ecs::Result<std::string>(ecs::Progress&)> make;

    /// A text that is there already.
    static ExportTextRequest of(std::string name, std::string consequence, std::string text) {
        return {.name = std::move(name),
                .consequence = std::move(consequence),
                .make = [kept = std::make_shared<const std::string>(std::move(text))](ecs::Progress&) {
                    return ecs::Result<std::string>(*kept);
                }};
    }
};

/// Lets the person choose a file that exists. A program without a dialog asks for the path.
struct ChooseFileRequest {
    std::string title, button;
    std::function<void(const std::string& file)> chosen;  // not called when the person gives up
};

/// Whether entities that the owner of a mirrored world leaves out are shown; see ecs::Owner::hidden().
struct ShowHiddenRequest {
    bool shown = false;
};

/// Shows another world of the program whose world is mirrored; see ecs::Owner::worlds().
struct ShowWorldRequest {
    std::string name;
};

/// Lets a view of a mirrored world go on that stopped at a breakpoint.
struct GoOnRequest {};

struct LabExport;
/// Writes a figure or a table of the Storage Lab into a file that the person chooses.
struct LabExportRequest {
    std::shared_ptr<const LabExport> what;  // see panels/lab/lab_export.hpp
};

/// Asks the person for a scenario file of the Storage Lab. LabSource::opened says when one was read.
struct OpenScenarioRequest {
    std::string start;  // file or folder to start in; may be empty
};

}  // namespace panels
