// Which view of the Storage Lab is written into a file; see LabExportRequest.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "ecs/lab/storages/storage.hpp"
#include "figures/world/figure.hpp"

namespace ecs::lab {
struct Scenario;
}

namespace panels {

struct LabExport {
    std::shared_ptr<const ecs::lab::Scenario> scenario;
    std::string what;  // in the words of `chunkscope lab --view`
    ecs::lab::StorageKind storage = ecs::lab::StorageKind::Chunks;
    ecs::lab::Mode mode = ecs::lab::Mode::Repaired;
    ecs::lab::StorageOptions options;
    std::size_t step = 0;   // number of steps done
    std::string extension;  // ".svg", ".png" or ".csv"
    figures::Theme theme = figures::Theme::Light;
};

}  // namespace panels
