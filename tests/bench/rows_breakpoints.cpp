// What a thousand breakpoints cost in a game that runs, on one thread: in the demo scene "bullets", where entities come
// and go, and in "chase", whose tick does little more than to write its columns once. The "floor" is the same scene
// with none. What they are, in the order of the list:
//
//     300  conditions on components that no system writes (Health, Radius, Scale)
//     300  comparisons with the column that is written most: Position.x and Position.y, out of reach of all entities
//     150  comparisons with other written columns: Velocity and MoveTarget
//     100  changes of a value of one entity, half of it a value that is written in each tick (and compares equal)
//     150  on added, removed, moved and destroyed
//
// None of them stops, as breakpoints do most of the time. A condition that holds for many entities costs an evaluation
// of its query over the chunks that were written.
#include <memory>
#include <string>

#include "ecs/breakpoints/breakpoints.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "editor/demo/demo_game.hpp"
#include "editor/session/session.hpp"
#include "rows.hpp"

namespace bench {

namespace {

struct ArmedBreakpoint {
    ArmedBreakpoint(const char* scene, std::size_t n, bool armed)
        : session(editor::Session::from_scene(game(), *game().find_scene(scene), n)) {
        session->use_threads(1);
        if (!armed) return;
        breakpoints.attach(session->world, session->schedule);
        const auto add = [&](int count, const std::string& before, const std::string& after = {}) {
            for (int i = 1; i <= count; ++i) (void)breakpoints.add(before + std::to_string(i) + after);
        };
        add(100, "Health.hp < -");
        add(100, "Radius.value > 1000");
        add(100, "Enemy & Scale.value < -");
        add(150, "Position.x > 1000000");
        add(150, "Enemy & Position.y < -1000000");
        add(75, "Velocity.x > 1000000");
        add(75, "MoveTarget.distance < -");
        add(50, "on change Radius.value where #");
        add(50, "on change MoveTarget.range where #");
        add(50, "on added(Frozen & Health.hp < ", ")");
        add(25, "on removed(Enemy), ", " times");
        add(25, "on moved(Player), ", " times");
        add(50, "on destroyed(#", ")");
    }
    ~ArmedBreakpoint() { breakpoints.detach(); }
    static const editor::Game& game() {
        static const editor::Game made = editor::demo_game();
        return made;
    }
    void tick() { session->tick(); }
    std::uint64_t digest() { return ecs::state_hash(session->world) + (breakpoints.take_stop() ? 1u : 0u); }

    std::unique_ptr<editor::Session> session;
    ecs::Breakpoints breakpoints;
};

Comparison compare(const char* scene, std::size_t n) {
    const auto armed = std::make_shared<ArmedBreakpoint>(scene, n, true),
               plain = std::make_shared<ArmedBreakpoint>(scene, n, false);
    constexpr int ticks = 4;
    const auto run = [](const std::shared_ptr<ArmedBreakpoint>& side) {
        return [side] {
            for (int i = 0; i < ticks; ++i) side->tick();
        };
    };
    Comparison comparison;
    comparison.operations = static_cast<double>(n * ticks);
    comparison.ecs.run = run(armed);
    comparison.ecs.digest = [armed] { return armed->digest(); };
    comparison.floor.run = run(plain);
    comparison.floor.digest = [plain] { return plain->digest(); };
    return comparison;
}

}  // namespace

Comparison breakpoints(std::size_t n) { return compare("bullets", n); }
Comparison breakpoints_light(std::size_t n) { return compare("chase", n); }

}  // namespace bench
