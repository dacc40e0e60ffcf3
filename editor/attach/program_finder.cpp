#include "editor/attach/program_finder.hpp"

#include <utility>

#include "remote/bevy/bevy.hpp"
#include "remote/flecs/flecs.hpp"
#include "remote/serve/world_server.hpp"

namespace editor {

std::vector<Door> usual_doors() {
    std::vector<Door> doors;
    for (std::uint16_t i = 0; i < remote::flecs_ports; ++i)
        doors.push_back({ProgramKind::Flecs, static_cast<std::uint16_t>(remote::flecs_port + i)});
    static_assert(remote::usual_served_port == remote::bevy_port &&
                  remote::bevy_render_port <= remote::bevy_port + remote::more_served_ports);
    for (std::uint16_t i = 0; i <= remote::more_served_ports; ++i)
        doors.push_back({ProgramKind::Bevy, static_cast<std::uint16_t>(remote::bevy_port + i)});
    return doors;
}

void ProgramFinder::start(std::vector<Door> doors, std::string but) {
    stop();
    found_.clear();
    stop_ = false;
    searching_ = true;
    thread_ = std::thread([this, doors = std::move(doors), but = std::move(but)] {
        search(doors, but);
        searching_ = false;
    });
}

void ProgramFinder::stop() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    searching_ = false;
}

std::vector<FoundProgram> ProgramFinder::found() const {
    const std::lock_guard lock(mutex_);
    return found_;
}

void ProgramFinder::search(const std::vector<Door>& doors, const std::string& but) {
    for (const Door& door : doors) {
        if (stop_) return;
        FoundProgram found{.target = {.kind = door.kind, .port = door.port}, .what = {}};
        if (found.target.address() == but) continue;
        remote::LinkOptions options;
        options.host = found.target.host;
        options.port = door.port;
        std::string why;
        found.what = door.kind == ProgramKind::Flecs ? remote::flecs_at(options, stop_, why)
                                                     : remote::bevy_at(options, stop_, why);
        if (found.what.empty()) continue;
        if (found.what.starts_with(title_of(ProgramKind::Chunkscope))) found.target.kind = ProgramKind::Chunkscope;
        const std::lock_guard lock(mutex_);
        found_.push_back(std::move(found));
    }
}

}  // namespace editor
