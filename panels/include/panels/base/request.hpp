// A Request is a change that a panel asks the editor for. The editor collects requests while the panels draw and
// applies them afterwards. This is the only way in which a panel can cause a change.
#pragma once

#include <variant>

#include "panels/base/program_requests.hpp"
#include "panels/base/world_requests.hpp"

namespace panels {

using Request = std::variant<EditRequest, HistoryRequest, HistoryLimitRequest, RunScriptRequest, StepInPartsRequest,
                             TransportRequest, TimelineRequest, WorldAtRequest, RunBackRequest, CheckOrderRequest,
                             MakePrefabRequest,
                             PlaceSiblingsRequest,  // these are of the world, the others of the program
                             ShowPanelRequest, FrameEntityRequest, DoActionRequest, OpenMenuRequest, JobRequest,
                             ExportRequest, ExportTextRequest, ChooseFileRequest, ShowHiddenRequest, ShowWorldRequest,
                             GoOnRequest, LabExportRequest, OpenScenarioRequest>;

/// A request that a RequestRunner executes; the others are of the program.
template <class T>
concept WorldRequest = requires(const T& request) {
    request.changes_world();
};

/// Whether the request has to wait while the world must not change.
inline bool changes_world(const Request& request) {
    return std::visit(
        [](const auto& each) {
            if constexpr (WorldRequest<std::remove_cvref_t<decltype(each)>>)
                return each.changes_world();
            else
                return false;
        },
        request);
}

}  // namespace panels
