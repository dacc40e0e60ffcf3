// What a Host knows of the file of its world.
#pragma once

#include "files/world_file/world_file.hpp"
#include "panels/host/host.hpp"

namespace panels {

/// The file that was saved or opened last.
struct Host::OnDisk {
    files::WorldFile file;  // what stood in it beside the world
    files::FileStamp stamp;
};

}  // namespace panels
