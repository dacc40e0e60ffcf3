// DrawnFrom decides from which fields the scene is drawn, and finds them in the present world:
//
//     what the person chose ─► the Game's roles ─► a guess ─► nothing: entities have no place
//
// The first one that gives entities of this world a place wins. Looked for anew when the world has more types or
// archetypes.
#pragma once

#include <cstddef>
#include <optional>

#include "editor/game/game.hpp"

namespace editor {

class DrawnFrom {
public:
    enum class Source { Person, Game, Guess, Nothing };

    /// Nothing: the person leaves it to the Game.
    void choose(std::optional<DrawRoles> roles);
    const std::optional<DrawRoles>& choice() const { return choice_; }
    /// Whether y grows up, whatever the fields are; nothing: as the Game says.
    void set_y_up(std::optional<bool> up);
    /// Another world came.
    void forget_world() {
        seen_types_ = 0;
        seen_archetypes_ = 0;
    }

    /// Brings fields() up to date. Returns whether they changed. `dot_radius` in world units is that of entities
    /// without a radius, if the roles name none.
    bool update(const ecs::World& world, const Game& game, float dot_radius);

    /// Shows prefabs instead of the entities that run.
    void show_prefabs(bool show) { shows_prefabs_ = fields_.shows_prefabs = show; }

    const DrawnFields& fields() const { return fields_; }
    const DrawRoles& roles() const { return roles_; }
    Source source() const { return source_; }

private:
    void find(const ecs::World& world, const Game& game);

    std::optional<DrawRoles> choice_;
    std::optional<bool> y_up_;
    DrawRoles roles_;
    DrawnFields fields_;
    Source source_ = Source::Nothing;
    std::uint64_t seen_types_ = 0;
    std::size_t seen_archetypes_ = 0;
    bool shows_prefabs_ = false;
};

}  // namespace editor
