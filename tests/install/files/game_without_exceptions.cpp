// The same without exceptions, RTTI and registered types: the file describes them, and first use puts the game's
// behind.
#include <cstdio>
#include <utility>

#include "ecs/ecs.hpp"
#include "files/world_file/world_file.hpp"

struct Moth {
    int wings = 2;
};

int main(int, char** arguments) {
    ecs::World world;
    const ecs::Result<files::WorldFile> file = files::try_load_world(arguments[1], world);
    if (!file) return std::fprintf(stderr, "%s\n", file.error().c_str()), 1;
    world.types().add<Moth>("Moth").field("wings", &Moth::wings);
    int wings = 0;
    ecs::View<Moth>(world).each([&](Moth& moth) { wings += std::exchange(moth.wings, 6); });
    if (wings != 4 || world.get<Moth>(ecs::Entity{2, 1}).wings != 6) return 2;
    const ecs::Result<files::FileStamp> saved = files::try_save_world(world, *file, arguments[2]);
    if (!saved) return std::fprintf(stderr, "%s\n", saved.error().c_str()), 1;

    ecs::World other;
    const ecs::Result<files::WorldFile> none = files::try_load_world("no such file", other);
    if (none) return 3;
    std::printf("%s\n", none.error().c_str());
}
