// One step of the history that is asked for in parts, because each part depends on what the one before did: an entity
// that is pasted needs the component types that come with it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "panels/base/request.hpp"

namespace panels {

/// It is an OtherRequest, of a RequestRunner.
struct StepInPartsRequest {
    /// The next part, after those before were done; nothing when there are no more. The step is called as the last one.
    std::function<std::optional<EditRequest>()> next;
    /// What a person is told when all parts are done. May be empty.
    std::function<std::vector<std::string>()> told;
};

}  // namespace panels
