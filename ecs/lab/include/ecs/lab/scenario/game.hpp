// The games of the articles that run on any storage: chase.hpp (003) and bullets.hpp (004). A game is a system: it
// keeps nothing but the storage, and which of the storage's types play which part. Who holds the handles lends it a
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

/// The component types that the game works on, in the order in which it counts them.
std::span<const ComponentType* const> types_of(GameKind game);
/// Where those are in `types`: by name, and with the same fields. Else a sentence that says which is missing.
Result<std::vector<TypeIndex>> find_parts(GameKind game, std::span<const ComponentType* const> types);
/// The two parts (positions in types_of) whose owners meet each other in every tick, each of one with each of the
/// other.
std::pair<std::size_t, std::size_t> meeting_parts(GameKind game);

/// What a game asks of the caller who holds the handles. Each may be empty.
struct GameHost {
    /// Told before each operation on the storage: `each Position, Velocity`.
    std::function<void(const std::string& operation)> begin = {};
    /// Entities are met in the order of this number, which is that of the handle's bits when empty. A storage visits
    /// them in an order of its own, and whom a bullet hits first must not depend on it.
    std::function<std::uint64_t(Handle entity)> number_of = {};
    /// Destroys in place of the storage itself: who holds handles may want to know.
    std::function<Outcome(Handle entity)> destroy = {};
};

/// Visits the join, whose first type is `First`, and writes what `change` makes of each row there.
template <class First, class Change>
Outcome change_each(Storage& storage, std::span<const TypeIndex> join, const Change& change) {
    bool refused = false;
    const Outcome outcome = storage.each(join, [&](Row& row) {
        const First value = change(row);
        if (!row.write(0, &value)) refused = true;
    });
    if (!outcome || !refused) return outcome;
    if (const Outcome wall = storage.supports(Operation::MutateInEach); !wall) return wall;
    return Outcome::refused("003-L3", "Only the base of a join can be changed, and the base is another type");
}

/// The value of the join's type at `position`.
template <class T>
T read_row(Row& row, std::size_t position) {
    T value;
    row.read(position, &value);
    return value;
}

}  // namespace ecs::lab
