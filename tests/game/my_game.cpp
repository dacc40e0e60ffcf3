#include "my_game.hpp"

namespace {

constexpr float pond_width = 400, pond_height = 300;
constexpr float wind = MY_GAME_VERSION >= 2 ? 2 : 1;

void register_types(ecs::TypeRegistry& types) {
    types.add<Spot>("Spot", "Where on the pond").field("across", &Spot::across).field("down", &Spot::down);
    types.add<Drift>("Drift").field("across", &Drift::across).field("down", &Drift::down);
    types.add<Wick>("Wick", "How long it burns")
        .field("left", &Wick::left)
#if MY_GAME_VERSION >= 2
        .field("soot", &Wick::soot)
#endif
        ;
    types.add<Steered>("Steered").field("push", &Steered::push);
}

ecs::SystemDescription drifting(const ecs::World& world, const editor::HeldKeys&) {
    return {.description = "Lanterns go with the water",
            .accesses = ecs::access<Spot, const Drift>(world),
            .run = [view = ecs::View<Spot, const Drift>(world)](ecs::SystemContext& context) mutable {
                context.each(view, [&](Spot& spot, const Drift& drift) {
                    spot.across += wind * drift.across * context.dt_secs;
                    spot.down += wind * drift.down * context.dt_secs;
                });
            }};
}

ecs::SystemDescription burning(const ecs::World& world, const editor::HeldKeys&) {
    return {.description = "Wicks burn down",
            .accesses = ecs::access<Wick>(world),
            .run = [view = ecs::View<Wick>(world)](ecs::SystemContext& context) mutable {
                context.each(view, [&](Wick& wick) { wick.left -= context.dt_secs; });
            }};
}

void fill_pond(ecs::World& world, std::size_t count, std::uint64_t seed) {
    ecs::Random random(seed);
    world.create(ecs::Name{"Mine"}, Spot{pond_width / 2, pond_height / 2}, Wick{}, Steered{});
    for (std::size_t i = 0; i < count; ++i)
        world.create(Spot{random.between(0, pond_width), random.between(0, pond_height)},
                     Drift{random.between(-9, 9), random.between(-9, 9)}, Wick{});
}

}  // namespace

editor::Game my_game() {
    editor::Game game{.name = "pond", .title = "the pond", .register_types = register_types};
    game.systems = {{"Drifting", drifting}, {"Burning", burning}};
    game.scenes = {{.name = "evening",
                    .description = "Lanterns on a pond",
                    .default_count = 40,
                    .systems = {"Drifting", "Burning"},
                    .fill = fill_pond},
                   {.name = "still", .description = "One lantern", .systems = {"Burning"}, .fill = fill_pond}};
    game.draw[editor::DrawRole::X] = "Spot.across";
    game.draw[editor::DrawRole::Y] = "Spot.down";
    game.draw.default_radius = 5;
    game.draw.default_area = {pond_width, pond_height};
    game.keys = {{editor::HeldKey::Left, "Steered.push", -1}, {editor::HeldKey::Right, "Steered.push", 1}};
    game.selected_first = "Steered";
    return game;
}
