#include "editor/session/session.hpp"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>

#include "ecs/base/random.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "editor/demo/components.hpp"

namespace editor {

Session::Session() : Session(WithoutTypes()) { register_components(world.types()); }

Session::Session(WithoutTypes) { use_threads(0); }

Session::~Session() { schedule.shut_down(world); }

std::unique_ptr<Session> Session::from_scene(const Scene& scene, std::optional<std::size_t> count, std::uint64_t seed) {
    auto session = std::make_unique<Session>();
    session->scene = &scene;
    session->seed = seed;
    session->schedule.random = ecs::Random(seed);
    if (scene.register_types) scene.register_types(session->world.types());
    scene.fill(session->world, count.value_or(scene.default_count), seed);
    for (std::string_view system : scene.systems) add_system(system, session->world, session->schedule, session->input);
    session->look_at_all();
    return session;
}

void Session::use_threads(std::size_t count) {
    pool_ = std::make_unique<ecs::JobPool>(count);
    schedule.pool = pool_.get();
}

void Session::look_at_all() {
    camera = {};
    ecs::View<const Arena>(world).each(std::as_const(world), [&](const Arena& arena) {
        const CameraState whole{arena.width / 2, arena.height / 2, std::min(800 / arena.width, 600 / arena.height)};
        if (std::isnormal(whole.zoom) && whole.zoom > 0 && std::isfinite(whole.x + whole.y)) camera = whole;
    });
}

std::string Session::hash_line() const {
    // The random source is part of what the next tick depends on.
    const std::uint64_t hash = ecs::Random(ecs::state_hash(world) ^ ecs::Random(schedule.random.state()).next()).next();
    char line[64];
    std::snprintf(line, sizeof line, "tick %" PRIu64 " hash %016" PRIx64, world.tick(), hash);
    return line;
}

}  // namespace editor
