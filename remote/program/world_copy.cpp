#include "remote/program/world_copy.hpp"

#include <chrono>
#include <thread>
#include <utility>

#include "ecs/base/language.hpp"
#include "remote/program/program_owner.hpp"

namespace remote {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds longest{10};
constexpr std::chrono::milliseconds between_looks{2};

bool shows(const ProgramOwner& owner, const std::string& name) {
    const ecs::OwnerWorlds* const worlds = owner.worlds();
    return worlds != nullptr && worlds->names[worlds->shown] == name;
}

}  // namespace

ecs::Result<std::unique_ptr<ecs::World>> copy_world(const LinkOptions& options, const std::string& name,
                                                    ecs::Mirror::HandlesByPath handles, ecs::Progress& progress) {
    // From the beginning, so that the first picture is of this world.
    LinkOptions to_world = options;
    to_world.world = name;
    ProgramOwner owner(std::move(to_world));
    auto world = std::make_unique<ecs::World>();
    ecs::Mirror mirror(owner, *world);
    mirror.take_handles(std::move(handles));
    owner.take_whole();  // they are found among all names
    owner.know(&mirror);
    std::string why;
    for (const Clock::time_point end = Clock::now() + longest; Clock::now() < end;) {
        if (progress.cancelled()) {
            why = ecs::tr("It was cancelled");
            break;
        }
        mirror.update();
        why = mirror.lost();
        if (why.empty() && shows(owner, name)) {
            owner.know(nullptr);
            return world;
        }
        std::this_thread::sleep_for(between_looks);
    }
    owner.know(nullptr);
    if (why.empty()) why = ecs::phrase("The program does not show the world {}", name);
    return ecs::Error{std::move(why)};
}

}  // namespace remote
