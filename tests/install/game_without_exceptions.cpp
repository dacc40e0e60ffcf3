// A game that is compiled without exceptions and without RTTI, and uses what is instantiated in its own files.
#include <cstdio>
#include <string>

#include "ecs/base/background_task.hpp"
#include "ecs/ecs.hpp"

namespace game {

struct Position {
    float x = 0, y = 0;
};
struct Velocity {
    float x = 0, y = 0;
};
struct Label {
    std::string text;
};
struct Gravity {
    float value = 1;
};
struct Frozen {};

}  // namespace game

using namespace game;

int main() {
    ecs::set_failure_handler([](const std::string& message) { std::fprintf(stderr, "%s\n", message.c_str()); });
    ecs::World world;
    ecs::Schedule schedule(world);
    ecs::JobPool pool(2);
    schedule.pool = &pool;
    world.types().add<Label>("Label").field("text", &Label::text);
    world.set_resource(Gravity{2});
    const ecs::Entity ball = world.create(Position{0, 10}, Velocity{1, 0}, Label{"a text that is not short at all"});
    world.create(Position{}, Velocity{}, Frozen{});
    schedule.system<Velocity, ecs::Resource<const Gravity>, ecs::Without<Frozen>>(
        "Fall", [](Velocity& v, const Gravity& gravity) { v.y -= gravity.value; });
    schedule.system<Position, const Velocity>("Move", [](Position& p, const Velocity& v) { p.x += v.x, p.y += v.y; });
    schedule.system<Frozen>("Thaw",
                            [](ecs::Commands& commands, ecs::Entity entity) { commands.remove<Frozen>(entity); });
    ecs::Snapshots snapshots(world);
    const ecs::Result<ecs::Snapshot> start = snapshots.take();
    for (int i = 0; i < 3; ++i) schedule.tick();
    const bool moved = world.get<Position>(ball).x == 3 && world.get<Position>(ball).y == -2;
    const bool refused = !world.set_parent(ball, ball);
    if (!start || !snapshots.restore(*start)) return 1;

    ecs::BackgroundTask<int> task;
    task.start([](ecs::Progress&) { return 7; });
    return moved && refused && task.take() == 7 && world.get<Label>(ball).text.size() == 31 ? 0 : 1;
}
