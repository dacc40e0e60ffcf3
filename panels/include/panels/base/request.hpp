// A Request is a change that a panel asks the editor for. The editor collects requests while the panels draw and
// applies them afterwards. This is the only way in which a panel can cause a change.
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "figures/world/figure.hpp"
#include "panels/base/job.hpp"

namespace panels {

/// Edits that are done and undone together, under one name: "Set hp of Player".
struct EditRequest {
    std::string label;
    std::vector<ecs::Edit> edits;
    bool select_created = false;  // select the entities that the edits create
    bool ends_gesture = false;    // the next request is a step of its own
    std::string done_label = {};  // the name after the edits were applied: "Destroyed Player"; empty: as label
};

/// Undoes the last step, or redoes the last undone one.
struct HistoryRequest {
    bool undo = true;
    std::optional<std::uint64_t> only_at = {};  // HistoryState::state; in another state nothing happens
    std::optional<std::size_t> go_to = {};      // instead: until so many steps are in force
    bool gives_up = false;                      // instead: the gesture that goes on, as if it had never begun
};

struct TransportRequest {
    enum class Kind { Play, Pause, StepTick, StepSystem, SetSpeed, Stop, GoOn, BackSystem, RunToTick };
    Kind kind = Kind::Play;
    double speed = 1;                      // for SetSpeed; 0: as fast as it goes
    std::vector<std::uint32_t> kept = {};  // for Stop: see ecs::PlaySession::stop_and_keep()
    std::uint64_t tick = 0;                // for RunToTick: where the world is to be
};

/// Opens the panel with this id (Panel::id) and brings it to the front.
struct ShowPanelRequest {
    std::string id;
    std::string part = {};          // for Panel::show_part(); empty: as it is
    std::optional<bool> fill = {};  // whether it fills the window from now on, where that is possible
};

/// Moves the viewport's camera so that the entity is in the middle.
struct FrameEntityRequest {
    ecs::Entity entity;
};

/// Writes a figure of the present world into a file that the person chooses.
struct ExportRequest {
    figures::FigureRequest figure;
    std::string extension;  // ".svg", ".png" or ".csv"
    figures::Theme theme = figures::Theme::Light;
};

/// Runs the job off the thread of the interface. What it says and what it hands over is the program's to tell and take.
struct JobRequest {
    Job job;
};

/// What a panel asks for that this library does not know, such as those of the Storage Lab:
/// RequestRunner::Program::other gets it.
struct OtherRequest {
    std::any what;
};

/// Writes a text into a file that the person chooses. It is an OtherRequest.
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

/// Lets the person choose a file that is there. It is an OtherRequest; a program without a dialog asks for the path.
struct ChooseFileRequest {
    std::string title, button;
    std::function<void(const std::string& file)> chosen;  // not called when the person gives up
};

/// Carries out an action of the program's menus, if it is possible now. It is an OtherRequest; see KnownActions.
struct DoActionRequest {
    std::string name;
};

/// Executes an edit script as one step of the history. It is an OtherRequest, of a RequestRunner.
struct RunScriptRequest {
    std::string text, name;
    /// Gets the empty text, or what is wrong: "script:3:12: …".
    std::function<void(const std::string& problem)> done = {};
};

/// How much memory the history may hold. It is an OtherRequest, of a RequestRunner.
struct HistoryLimitRequest {
    std::size_t bytes = 0;
};

using Request = std::variant<EditRequest, HistoryRequest, TransportRequest, ShowPanelRequest, FrameEntityRequest,
                             ExportRequest, JobRequest, OtherRequest>;

/// The OtherRequest as a T; null when it is something else.
template <class T>
const T* other_request(const Request& request) {
    const auto* other = std::get_if<OtherRequest>(&request);
    return other == nullptr ? nullptr : std::any_cast<T>(&other->what);
}

}  // namespace panels
