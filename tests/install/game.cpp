// The example of the README, built against the installed library and without RTTI.
#include <cstdio>

#include "ecs/ecs.hpp"

struct Position {
    float x = 0, y = 0;
};
struct Velocity {
    float x = 0, y = 0;
};

int main() {
    ecs::World world;
    world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
    world.types().add<Velocity>("Velocity").field("x", &Velocity::x).field("y", &Velocity::y);
    const ecs::Entity ball = world.create(ecs::Name{"Ball"}, Position{0, 10}, Velocity{1, -1});

    ecs::Schedule schedule;
    const auto added =
        schedule.add({.name = "Movement",
                      .accesses = ecs::access<Position, const Velocity>(world),
                      .run = [view = ecs::View<Position, const Velocity>(world)](ecs::SystemContext& context) mutable {
                          context.each(view, [](Position& position, const Velocity& velocity) {
                              position.x += velocity.x;
                              position.y += velocity.y;
                          });
                      }});
    if (!added) return std::fprintf(stderr, "%s\n", added.error().c_str()), 1;
    for (int i = 0; i < 10; ++i) schedule.tick(world);

    const Position& position = world.get<Position>(ball);
    std::printf("%s is at %g, %g\n", ecs::to_string(ball).c_str(), double(position.x), double(position.y));
    return position.x == 10 && position.y == 0 ? 0 : 1;
}
