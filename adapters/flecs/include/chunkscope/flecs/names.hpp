// How the entities and ids of flecs are called here: keys for a Mirror, handles and names for a person.
#pragma once

#include <flecs.h>

#include <string>
#include <string_view>

#include "ecs/base/entity.hpp"
#include "ecs/mirror/owner_memory.hpp"

#if FLECS_VERSION_MAJOR != 4
#error "chunkscope/flecs.hpp needs flecs 4.0 or 4.1"
#endif
#if !defined(FLECS_META) || !defined(FLECS_JSON) || !defined(FLECS_SYSTEM) || !defined(FLECS_STATS)
#error "chunkscope/flecs.hpp needs the addons meta, json, system, pipeline and stats of flecs"
#endif

namespace chunkscope::flecs {

inline ecs::OwnerKey key_of(ecs_entity_t entity) { return entity; }
inline ecs_entity_t entity_of(ecs::OwnerKey key) { return key; }

/// The handle that a person sees: flecs' index, and its generation, which counts from 0 there and from 1 here.
inline ecs::Entity handle_of(ecs_entity_t entity) {
    if (entity == 0) return ecs::null_entity;
    return {static_cast<std::uint32_t>(entity), (static_cast<std::uint32_t>(entity >> 32) & 0xFFFF) + 1};
}
/// The inverse.
inline ecs_entity_t entity_of(ecs::Entity handle) {
    return handle ? std::uint64_t{handle.generation - 1} << 32 | handle.index : 0;
}

namespace detail {

/// Takes the text from flecs, which allocated it.
inline std::string taken(char* text) {
    if (text == nullptr) return {};
    std::string result = text;
    ecs_os_free(text);
    return result;
}

/// `game.Hero`, `#532`. What flecs itself brings along is called without `flecs.core`.
inline std::string path_of(const ecs_world_t* world, ecs_entity_t entity) {
    std::string path = taken(ecs_get_path_w_sep(world, 0, entity, ".", nullptr));
    constexpr std::string_view core = "flecs.core.";
    if (path.starts_with(core)) path.erase(0, core.size());
    return path;
}

inline ecs_entity_t first_of(const ecs_world_t* world, ecs_id_t pair) {
    return ecs_get_alive(world, ECS_PAIR_FIRST(pair));
}
/// 0 when it is not an entity, or not alive.
inline ecs_entity_t second_of(const ecs_world_t* world, ecs_id_t pair) {
#ifdef ECS_IS_VALUE_PAIR
    if (ECS_IS_VALUE_PAIR(pair)) return 0;
#endif
    return ecs_get_alive(world, ECS_PAIR_SECOND(pair));
}
inline bool is_pair(ecs_id_t id) { return ECS_IS_PAIR(id); }
inline bool is_pair_of(ecs_id_t id, ecs_entity_t relationship) {
    return is_pair(id) && ECS_PAIR_FIRST(id) == static_cast<std::uint32_t>(relationship);
}
/// Ids with a flag say something about another id: AUTO_OVERRIDE, TOGGLE.
inline bool has_flag(ecs_id_t id) { return (id & ECS_ID_FLAGS_MASK) != 0 && !is_pair(id); }

/// `Position`, `(Likes, Apple)`, `AUTO_OVERRIDE|Position`.
inline std::string name_of_id(const ecs_world_t* world, ecs_id_t id) {
    if (is_pair(id)) {
        const ecs_entity_t second = second_of(world, id);
        return "(" + path_of(world, first_of(world, id)) + ", " +
               (second != 0 ? path_of(world, second) : std::to_string(ECS_PAIR_SECOND(id))) + ")";
    }
    return has_flag(id) ? taken(ecs_id_str(world, id)) : path_of(world, id);
}

/// What a person calls it: `Hero`, `#532`.
inline std::string title_of(const ecs_world_t* world, ecs_entity_t entity) {
    const char* const name = ecs_get_name(world, entity);
    return name != nullptr ? name : "#" + std::to_string(static_cast<std::uint32_t>(entity));
}

}  // namespace detail

}  // namespace chunkscope::flecs
