#include "editor/cli/merge_types.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ecs/types/field_path.hpp"
#include "ecs/types/number_kinds.hpp"
#include "editor/cli/world_head.hpp"
#include "files/json/json_fields.hpp"

namespace editor {

std::unique_ptr<const Game> game_with_types(const Game& game, std::vector<ecs::ComponentType> types) {
    auto changed = std::make_unique<Game>(game);
    changed->register_types = [add = game.register_types, types = std::move(types)](ecs::TypeRegistry& registry) {
        if (add) add(registry);
        for (const ecs::ComponentType& type : types)
            if (!registry.find(type.name)) (void)registry.add_at_run_time(type);
    };
    return changed;
}

std::unique_ptr<Session> with_types(const Session& session, const Game& game, const std::vector<std::string>& names) {
    CarriedWorld carried = carried_world_of(session);
    carried.names_of_game.insert(carried.names_of_game.end(), names.begin(), names.end());
    std::unique_ptr<Session> changed = with_other_game(carried, game, nullptr);
    changed->file = session.file;
    changed->on_disk = session.on_disk;
    return changed;
}

bool value_fits(const ecs::Field& from, const std::byte* source, const ecs::Field& to) {
    if (from.count > to.count) return false;
    const bool enums = from.kind == ecs::FieldKind::Enum && to.kind == ecs::FieldKind::Enum;
    if (!enums && !(ecs::is_number(from.kind) && ecs::is_number(to.kind)))
        return from.kind == to.kind || files::convertible(from, to);
    std::array<std::byte, 8> number{};
    for (std::uint32_t i = 0; i < from.count; ++i, source += from.element_size) {
        if (enums) {
            const auto name = ecs::enum_name(from, ecs::read_enum(from, source));
            if (name &&
                std::none_of(to.names.begin(), to.names.end(), [&](const auto& each) { return each.name == *name; }))
                return false;
        } else if (ecs::is_loss(
                       ecs::carry_number(ecs::stored_kind(from), source, ecs::stored_kind(to), number.data()))) {
            return false;
        }
    }
    return true;
}

}  // namespace editor
