// What the panels of the Storage Lab ask the program for, each inside an OtherRequest.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "ecs/lab/storages/storage.hpp"
#include "figures/world/figure.hpp"
#include "panels/base/request.hpp"

namespace ecs::lab {
struct Scenario;
}

namespace panels {

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

}  // namespace panels
