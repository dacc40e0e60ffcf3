// A library that calls what the editor itself may never call: the whole of ecs must be in the program.
#include "ecs/ecs.hpp"
#include "editor/game/plugin.hpp"

namespace {

struct Coin {
    int worth = 1;
};

editor::Game rare_game() {
    editor::Game game{.name = "rare", .register_types = [](ecs::TypeRegistry& types) {
                          types.add<Coin>("Coin").field("worth", &Coin::worth);
                      }};
    game.scenes = {{.name = "all", .fill = [](ecs::World& world, std::size_t, std::uint64_t) {
                        ecs::Schedule schedule;
                        ecs::History history(world, schedule);
                        ecs::Snapshots snapshots(world);
                        const auto before = snapshots.take();
                        const ecs::Entity coin = world.create(Coin{});
                        ecs::Commands commands(world);
                        commands.add(coin, ecs::Name{"Coin"});
                        commands.play_back();
                        ecs::Journal journal(8);
                        world.observe(&journal);
                        world.set_parent(world.create(), coin);
                        world.observe(nullptr);
                        std::size_t described = 0;
                        for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
                            described += ecs::describe(world.archetype(id), 0).size();
                        if (described == 0 || ecs::state_hash(world) == 0) world.destroy(coin);
                        ecs::nearest_name("Coni", std::vector<std::string>{"Coin"});
                    }}};
    return game;
}

}  // namespace

CHUNKSCOPE_GAME(rare_game)
