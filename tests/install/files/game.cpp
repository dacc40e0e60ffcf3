// A game that opens a scene made in the editor, plays, and saves it. It knows the files and its own components, and the
// editor knows neither.
#include <cstdio>
#include <stdexcept>
#include <string>

#include <files/world_file/world_file.hpp>

#include "ecs/ecs.hpp"

namespace {

struct Lantern {
    float oil = 1;
    std::string text;
    ecs::Entity lights;
};
struct Lit {};

void expect(bool holds, const char* what) {
    if (!holds) throw std::runtime_error(what);
}

void play(const char* from, const char* to) {
    ecs::World world;
    world.types()
        .add<Lantern>("Lantern")
        .field("oil", &Lantern::oil)
        .field("text", &Lantern::text)
        .field("lights", &Lantern::lights);
    world.types().add<Lit>("Lit");
    const files::WorldFile file = files::load_world(from, world);

    const ecs::Entity stern{1, 1}, bow{2, 1}, buoy{3, 1};
    expect(world.entity_count() == 3, "three lanterns");
    expect(world.name(stern) == "Stern" && world.parent(bow) == stern, "names and parents");
    const Lantern& lantern = world.get<Lantern>(stern);
    expect(lantern.oil == 3 && lantern.text == "port" && lantern.lights == bow, "what was written by hand");
    expect(world.get<Lantern>(bow).oil == 1.5f && world.get<Lantern>(buoy).oil == 9, "what was edited");
    expect(world.has<Lit>(buoy) && !world.has<Lit>(bow), "tags");
    expect(file.scene == "quay" && file.seed == 5 && world.tick() == 40, "the scene");
    expect(file.systems.size() == 1 && file.systems[0].first == "Burning" && file.systems[0].second, "the systems");
    expect(file.warnings.size() == 1 && file.losses.empty(), "Moth is unknown here, and is kept");

    ecs::Schedule schedule(world);
    for (const auto& [name, enabled] : file.systems)
        if (name == "Burning" && enabled)
            schedule.system<Lantern, Lit>("Burning", [](Lantern& burning) { burning.oil -= 0.25f; });
    for (int i = 0; i < 2; ++i) schedule.tick();
    files::save_world(world, file, to);
}

}  // namespace

int main(int, char** arguments) {
    try {
        play(arguments[1], arguments[2]);
    } catch (const std::exception& failure) {
        return std::fprintf(stderr, "%s\n", failure.what()), 1;
    }
}
