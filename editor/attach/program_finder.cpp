#include "editor/attach/program_finder.hpp"

#include <algorithm>
#include <utility>

#include "editor/base/language.hpp"
#include "probe/run/running_programs.hpp"

namespace editor {

std::vector<Door> usual_doors() {
    std::vector<Door> doors;
    for (const remote::OwnerKind& each : remote::owner_kinds()) {
        if (each.ask == nullptr) continue;
        for (std::uint16_t i = 0; i < each.ports; ++i)
            doors.push_back({&each, static_cast<std::uint16_t>(each.port + i)});
    }
    return doors;
}

void ProgramFinder::start(std::vector<Door> doors, std::vector<std::string> but) {
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

void ProgramFinder::search(const std::vector<Door>& doors, const std::vector<std::string>& but) {
    const auto is_own = [&](const AttachTarget& target) {
        return std::find(but.begin(), but.end(), target.address()) != but.end();
    };
    for (const probe::RunningProgram& each : probe::running_programs()) {
        AttachTarget target{
            .kind = remote::find_owner_kind("program"), .port = each.port, .token = each.token, .program = each.name};
        if (is_own(target)) continue;
        const std::lock_guard lock(mutex_);
        found_.push_back({std::move(target), each.name});
    }
    for (const Door& door : doors) {
        if (stop_) return;
        FoundProgram found{.target = {.kind = door.kind, .port = door.port}, .what = {}, .why_not = {}};
        if (is_own(found.target)) continue;
        remote::LinkOptions options;
        options.host = found.target.host;
        options.port = door.port;
        std::string why;
        found.what = door.kind->ask(options, stop_, why);
        if (found.what.empty()) continue;
        // Who speaks the protocol of another kind says by its title what it is.
        if (const remote::OwnerKind* const kind = remote::owner_kind_of(found.what))
            found.target.kind = kind;
        else
            found.why_not = phrase("{} is of a kind that this version does not know", found.what);
        const std::lock_guard lock(mutex_);
        found_.push_back(std::move(found));
    }
}

}  // namespace editor
