#include "editor/app/scene/drawn_from.hpp"

#include <utility>

namespace editor {

void DrawnFrom::choose(std::optional<DrawRoles> roles) {
    choice_ = std::move(roles);
    forget_world();
}

void DrawnFrom::find(const ecs::World& world, const Game& game) {
    const auto use = [&](DrawRoles roles, Source source) {
        fields_ = find_drawn_fields(world.types(), roles);
        roles_ = std::move(roles);
        source_ = source;
        return fields_.has_place();
    };
    if (choice_) {
        // What the person did not choose (the area, what is on top) stays as the Game has it.
        DrawRoles roles = game.draw;
        roles.fields = choice_->fields;
        if (use(std::move(roles), Source::Person)) return;
    }
    if (use(game.draw, Source::Game) || use(guess_draw_roles(world), Source::Guess)) return;
    use({}, Source::Nothing);
}

bool DrawnFrom::update(const ecs::World& world, const Game& game, float dot_radius) {
    bool changed = false;
    if (world.types().size() != seen_types_ || world.archetype_count() != seen_archetypes_) {
        seen_types_ = world.types().size();
        seen_archetypes_ = world.archetype_count();
        const auto before = fields_.fields;
        find(world, game);
        changed = fields_.fields != before;
    }
    fields_.default_radius = roles_.default_radius > 0 ? roles_.default_radius : dot_radius;
    return changed;
}

}  // namespace editor
