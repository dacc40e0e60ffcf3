// The worlds that the world in view can be compared with, beside the one before Play.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "ecs/edit/history.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "files/base/file_stamp.hpp"
#include "panels/compare/compared_worlds.hpp"

namespace panels {

/// The world of a file, with the types that the file describes. Work for another thread, which puts into `read_as` what
/// the file was then.
ComparedWorlds::Make world_of_file(std::string file, std::shared_ptr<files::FileStamp> read_as);

/// The world as it is when only the first `wanted` steps are in force; now `done` of them are. What systems did since
/// stays. It takes as long as copying the world and undoing the steps. The error says which step does not fit any more.
ecs::Result<std::unique_ptr<ecs::World>> world_at_step(const ecs::Snapshot& now,
                                                       std::span<const ecs::HistoryStep> steps, std::size_t done,
                                                       std::size_t wanted);

}  // namespace panels
