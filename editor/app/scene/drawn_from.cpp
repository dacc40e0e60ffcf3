#include "editor/app/scene/drawn_from.hpp"

#include <utility>

#include "ecs/language/text_query.hpp"

namespace editor {

void DrawnFrom::choose(std::optional<DrawRoles> roles) {
    choice_ = std::move(roles);
    forget_world();
}

void DrawnFrom::set_y_up(std::optional<bool> up) {
    if (y_up_ == up) return;
    y_up_ = up;
    forget_world();
}

void DrawnFrom::find(const ecs::World& world, const Game& game) {
    const auto use = [&](DrawRoles roles, Source source) {
        roles.y_up = y_up_.value_or(game.draw.y_up);
        fields_ = find_drawn_fields(world.types(), roles);
        fields_.shows_prefabs = shows_prefabs_;
        roles_ = std::move(roles);
        source_ = source;
        return fields_.has_place();
    };
    const auto shows_somebody = [&] {
        return world.entity_count() == 0 || count_unplaced(world, fields_) < world.entity_count();
    };
    if (choice_) {
        // What a person does not choose (the area, what is on top) stays as the Game has it, if the place is the
        // Game's.
        const bool same_place = (*choice_)[DrawRole::X] == game.draw[DrawRole::X];
        DrawRoles roles = same_place ? game.draw : DrawRoles();
        roles.fields = choice_->fields;
        if (use(std::move(roles), Source::Person)) return;
    }
    // A world from elsewhere may have the Game's types and no entity that uses them.
    if (use(game.draw, Source::Game) && shows_somebody()) return;
    if (use(guess_draw_roles(world), Source::Guess) && shows_somebody()) return;
    if (use(game.draw, Source::Game)) return;
    use({}, Source::Nothing);
}

bool DrawnFrom::update(const ecs::World& world, const Game& game, float dot_radius) {
    bool changed = false;
    // Where the change of a component's fields is undone, its former type is in force again.
    const std::uint64_t types = ecs::types_fingerprint(world.types());
    if (types != seen_types_ || world.archetype_count() != seen_archetypes_) {
        seen_types_ = types;
        seen_archetypes_ = world.archetype_count();
        const auto before = fields_.fields;
        find(world, game);
        changed = fields_.fields != before;
    }
    fields_.default_radius = roles_.default_radius > 0 ? roles_.default_radius : dot_radius;
    return changed;
}

}  // namespace editor
