// The games of the articles that run on any storage: chase.hpp (003) and bullets.hpp (004). A game is a system. It
// keeps only the storage, and which of the storage's types play which part. The owner of the handles passes a
// GameHost.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ecs/base/result.hpp"
#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

enum class GameKind : std::uint8_t { Chase, Bullets };
inline constexpr std::array<GameKind, 2> game_kinds{GameKind::Chase, GameKind::Bullets};
/// `chase`, `bullets`
std::string_view name_of(GameKind game);
std::optional<GameKind> game_from(std::string_view name);

/// The component types of the game, in the order that its parts use.
std::span<const ComponentType* const> types_of(GameKind game);
/// Finds the game's types in `types`, by name and with the same fields. Otherwise a sentence that names the missing
/// type.
Result<std::vector<TypeIndex>> find_parts(GameKind game, std::span<const ComponentType* const> types);
/// The two parts (positions in types_of) whose owners meet in every tick: each owner of one part meets each owner of
/// the other.
std::pair<std::size_t, std::size_t> meeting_parts(GameKind game);

/// Callbacks to the caller, which holds the handles. Each may be empty.
struct GameHost {
    /// Called before each operation on the storage: `each Position, Velocity`.
    std::function<void(const std::string& operation)> begin = {};
    /// Entities meet in the order of this number; when empty, in the order of the handle's bits. The result must not
    /// depend on the storage's own order of visits, for example which player a bullet hits first.
    std::function<std::uint64_t(Handle entity)> number_of = {};
    /// Destroys an entity in place of the storage, so that the owner of the handles can note it.
    std::function<Outcome(Handle entity)> destroy = {};
};

/// Visits the join, whose first type is `First`, and writes the result of `change` for each row.
template <class First, class Change>
Outcome change_each(Storage& storage, std::span<const TypeIndex> join, const Change& change) {
    bool refused = false;
    const Outcome outcome = storage.each(join, [&](Row& row) {
        const First value = change(row);
        if (!row.write(0, &value)) refused = true;
    });
    if (!outcome || !refused) return outcome;
    if (const Outcome wall = storage.supports(OperationKind::MutateInEach); !wall) return wall;
    return Outcome::refused("003-L3", "Only the base of a join can be changed, and the base is another type");
}

/// The value of the type at `position` of the join.
template <class T>
T read_row(Row& row, std::size_t position) {
    T value;
    row.read(position, &value);
    return value;
}

}  // namespace ecs::lab
