// A Request is a change that a panel asks the editor for. The editor collects requests while the panels draw and
// applies them afterwards. This is the only way in which a panel can cause a change.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "figures/world/figure.hpp"

namespace ecs::lab {
struct Scenario;
}

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
};

struct TransportRequest {
    enum class Kind { Play, Pause, StepTick, StepSystem, SetSpeed };
    Kind kind = Kind::Play;
    double speed = 1;  // for SetSpeed
};

/// Opens the panel with this id (Panel::id) and brings it to the front.
struct ShowPanelRequest {
    std::string id;
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

/// Writes a figure or a table of the Storage Lab into a file that the person chooses.
struct LabExportRequest {
    std::shared_ptr<const ecs::lab::Scenario> scenario;
    std::string what;  // in the words of `chunkscope lab --view`
    ecs::lab::StorageKind storage = ecs::lab::StorageKind::Chunks;
    ecs::lab::Mode mode = ecs::lab::Mode::Repaired;
    ecs::lab::StorageOptions options;
    std::size_t step = 0;   // number of steps done
    std::string extension;  // ".svg", ".png" or ".csv"
    figures::Theme theme = figures::Theme::Light;
};

/// Asks the person for a scenario file of the Storage Lab. LabSource::opened says when one was read.
struct OpenScenarioRequest {
    std::string start;  // file or folder to start in; may be empty
};

using Request = std::variant<EditRequest, HistoryRequest, TransportRequest, ShowPanelRequest, FrameEntityRequest,
                             ExportRequest, LabExportRequest, OpenScenarioRequest>;

}  // namespace panels
