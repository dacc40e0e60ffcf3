#include "editor/attach/program_finder.hpp"

#include <utility>

namespace editor {

std::vector<Door> usual_doors() {
    std::vector<Door> doors;
    for (std::size_t kind = 0; kind < program_kind_count; ++kind) {
        const ProgramDescriptor& each = descriptor_of(static_cast<ProgramKind>(kind));
        if (each.ask == nullptr) continue;
        for (std::uint16_t i = 0; i < each.ports; ++i)
            doors.push_back({each.kind, static_cast<std::uint16_t>(each.port + i)});
    }
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
        found.what = descriptor_of(door.kind).ask(options, stop_, why);
        if (found.what.empty()) continue;
        for (std::size_t i = 0; i < program_kind_count; ++i)
            if (found.what.starts_with(descriptor_of(static_cast<ProgramKind>(i)).title))
                found.target.kind = static_cast<ProgramKind>(i);
        const std::lock_guard lock(mutex_);
        found_.push_back(std::move(found));
    }
}

}  // namespace editor
