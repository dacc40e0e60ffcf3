#include "ecs/lab/scenario/game.hpp"

#include <algorithm>

#include "ecs/lab/scenario/bullets.hpp"
#include "ecs/lab/scenario/chase.hpp"

namespace ecs::lab {

namespace {

constexpr std::array<std::string_view, game_kinds.size()> game_names{"chase", "bullets"};

bool same_fields(const ComponentType& a, const ComponentType& b) {
    return a.size == b.size && std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
                                          [](const Field& one, const Field& other) {
                                              return one.name == other.name && one.kind == other.kind &&
                                                     one.count == other.count && one.offset == other.offset;
                                          });
}

std::string fields_text(const ComponentType& type) {
    std::string text;
    for (const Field& field : type.fields)
        text += (text.empty() ? "" : ", ") + std::string(field.name) + ": " + std::string(name_of(field.kind));
    return text;
}

}  // namespace

std::string_view name_of(GameKind game) { return game_names[static_cast<std::size_t>(game)]; }

std::optional<GameKind> game_from(std::string_view name) {
    for (const GameKind game : game_kinds)
        if (name_of(game) == name) return game;
    return std::nullopt;
}

std::span<const ComponentType* const> types_of(GameKind game) {
    return game == GameKind::Chase ? chase::types() : bullets::types();
}

std::pair<std::size_t, std::size_t> meeting_parts(GameKind game) {
    return game == GameKind::Chase ? std::pair<std::size_t, std::size_t>{0, 3}
                                   : std::pair<std::size_t, std::size_t>{3, 4};
}

Result<std::vector<TypeIndex>> find_parts(GameKind game, std::span<const ComponentType* const> types) {
    std::vector<TypeIndex> parts;
    for (const ComponentType* wanted : types_of(game)) {
        const auto found = std::find_if(types.begin(), types.end(),
                                        [&](const ComponentType* type) { return type->name == wanted->name; });
        const std::string need = "the game " + std::string(name_of(game)) + " needs the component \"" + wanted->name +
                                 "\" with the fields " + fields_text(*wanted);
        if (found == types.end()) return Error{need};
        if (!same_fields(*wanted, **found))
            return Error{need + "; here it has " + ((*found)->fields.empty() ? "none" : fields_text(**found))};
        parts.push_back(static_cast<TypeIndex>(found - types.begin()));
    }
    return parts;
}

}  // namespace ecs::lab
