#include "editor/session/session.hpp"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>

#include "ecs/base/random.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "editor/attach/attached_world.hpp"

namespace editor {

Session::Session(const Game& its_game) : Session(its_game, WithoutTypes()) {
    if (game.register_types) game.register_types(world.types());
}

Session::Session(const Game& its_game, WithoutTypes) : code_(its_game.code.lock()), game(its_game) { use_threads(0); }

Session::~Session() {
    attached.reset();
    timeline.stop();
    schedule.shut_down(world);
}

void Session::record(ecs::TimelineOptions options) { timeline.start(&inputs_, options); }

std::string Session::KeyInputs::read() const {
    std::string held;
    if (held_.up) held += 'u';
    if (held_.down) held += 'd';
    if (held_.left) held += 'l';
    if (held_.right) held += 'r';
    return held;
}

void Session::KeyInputs::write(std::string_view inputs) {
    const auto has = [&](char key) { return inputs.find(key) != std::string_view::npos; };
    held_ = {.up = has('u'), .down = has('d'), .left = has('l'), .right = has('r')};
}

std::unique_ptr<Session> Session::from_scene(const Game& game, const Scene& scene, std::optional<std::size_t> count,
                                             std::uint64_t seed) {
    auto session = std::make_unique<Session>(game);
    session->scene = &scene;
    session->is_level = false;
    session->scene_count = count;
    session->seed = seed;
    session->schedule.random = ecs::Random(seed);
    if (scene.register_types) scene.register_types(session->world.types());
    if (scene.fill) scene.fill(session->world, count.value_or(scene.default_count), seed);
    if (!game.keys.empty()) session->add_system(held_keys_system);
    for (const std::string& system : scene.systems) session->add_system(system);
    session->look_at_all();
    return session;
}

void Session::use_threads(std::size_t count) {
    pool_ = std::make_unique<ecs::JobPool>(count);
    schedule.pool = pool_.get();
}

void Session::look_at_all() {
    camera = {};
    const std::optional<ecs::Vec2> area = area_of(world, find_drawn_fields(world.types(), game.draw));
    if (!area) return;
    const float height = std::abs(area->y);
    const CameraState whole{area->x / 2, height / 2, std::min(800 / area->x, 600 / height)};
    if (std::isnormal(whole.zoom) && whole.zoom > 0 && std::isfinite(whole.x + whole.y)) camera = whole;
}

void Session::note_saved(std::uint64_t state) {
    history.mark_saved(state);
    if (play.begun() && !saves_authored())
        play.note_saved_as_played();
    else
        is_level = true;
}

std::string Session::hash_line() const {
    // The random source is part of what the next tick depends on.
    const std::uint64_t hash = ecs::Random(ecs::state_hash(world) ^ ecs::Random(schedule.random.state()).next()).next();
    char line[64];
    std::snprintf(line, sizeof line, "tick %" PRIu64 " hash %016" PRIx64, world.tick(), hash);
    return line;
}

}  // namespace editor
