// An edit of many entities as what it does to each of them. Edit scripts and C++ texts are written from this.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>

#include "ecs/edit/edit.hpp"

namespace ecs {

/// A kind that scripts write as edits of single entities.
template <class Kind>
concept OfMany = std::same_as<Kind, DestroyEntities> || std::same_as<Kind, DestroyMany> ||
    std::same_as<Kind, RestoreRows> || std::same_as<Kind, AddToMany> || std::same_as<Kind, RemoveFromMany>;

/// Calls `visit` with an EntityRecord for each entity that the edit creates, and with a DestroyEntity, AddComponent or
/// RemoveComponent for each one of an edit OfMany; with any other edit as it is. Stops after `most` calls.
template <class Visit>
void each_single(const World& world, const Edit& edit, Visit&& visit,
                 std::size_t most = std::numeric_limits<std::size_t>::max()) {
    const auto each_of = [&most](const EntityRuns& entities, auto&& act) {
        entities.each_run([&](Entity first, std::uint32_t count) {
            for (std::uint32_t i = 0; i < count && most > 0; ++i, --most)
                act(Entity{first.index + i, first.generation});
        });
    };
    const auto records = [&](const std::vector<EntityRecord>& created) {
        for (std::size_t i = 0; i < created.size() && i < most; ++i) visit(created[i]);
    };
    std::visit(
        [&]<class Kind>(const Kind& it) {
            if constexpr (std::same_as<Kind, CreateEntities>) {
                records(it.entities);
            } else if constexpr (std::same_as<Kind, RestoreRows>) {
                records(records_of(world, it));
            } else if constexpr (std::same_as<Kind, DestroyEntities>) {
                for (auto each = it.entities.rbegin(); each != it.entities.rend() && most > 0; ++each, --most)
                    visit(DestroyEntity{*each});
            } else if constexpr (std::same_as<Kind, DestroyMany>) {
                each_of(it.entities, [&](Entity entity) { visit(DestroyEntity{entity}); });
            } else if constexpr (std::same_as<Kind, AddToMany>) {
                each_of(it.entities, [&, position = std::size_t{0}](Entity entity) mutable {
                    visit(addition_of(it, position++, entity));
                });
            } else if constexpr (std::same_as<Kind, RemoveFromMany>) {
                each_of(it.entities, [&](Entity entity) { visit(RemoveComponent{entity, it.component}); });
            } else {
                visit(it);
            }
        },
        edit);
}

}  // namespace ecs
