// The groups of a registry. EnTT keeps no public list of them. Its private one says which components a group owns, but
// not which others it looks at; a group that owns none says nothing. For all of a group, the program names it:
// `seen.group<Position, Velocity>(entt::get<Look>)`.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "chunkscope/entt/memory.hpp"
#include "chunkscope/entt/meta_fields.hpp"
#include "entt/entt.hpp"

namespace chunkscope::entt::detail {

struct PrivateGroups {
    friend constexpr auto reached(PrivateGroups);
};
template struct Reach<PrivateGroups, &::entt::registry::groups>;

template <class Descriptor>
bool owns(const Descriptor& group, ::entt::id_type component) {
    if constexpr (requires { group.owned(component); })
        return group.owned(component);
    else
        return group.owned(&component, 1u) != 0u;
}

/// What a program said of a group, with functions that know its types.
struct NamedGroup {
    std::vector<const ::entt::sparse_set*> owned, observed, excluded;
    std::function<std::size_t()> size;  // nothing is in a group that was not made yet
};

/// A group that owns several pools keeps what is in it at the front of each, in one order.
inline std::size_t common_front(const std::vector<const ::entt::sparse_set*>& sets) {
    if (sets.size() < 2) return 0;
    std::size_t size = sets.front()->size();
    for (const auto* const set : sets) size = std::min(size, set->size());
    for (std::size_t i = 0; i < size; ++i)
        for (const auto* const set : sets)
            if (set->data()[i] != sets.front()->data()[i]) return i;
    return size;
}

/// `sets` are those of OwnerMemory::pools, in their order.
inline void add_groups(ecs::OwnerMemory& to, const std::vector<const ::entt::sparse_set*>& sets,
                       const ::entt::registry& registry, const std::vector<NamedGroup>& named) {
    const auto add = [&](const NamedGroup& group, std::size_t size) {
        ecs::OwnerGroup made;
        made.size = size;
        const auto take = [&](const std::vector<const ::entt::sparse_set*>& from, std::vector<std::size_t>* positions,
                              std::string_view before) {
            for (const auto* const each : from) {
                const auto found = std::find(sets.begin(), sets.end(), each);
                if (found == sets.end()) continue;
                const auto position = static_cast<std::size_t>(found - sets.begin());
                if (positions != nullptr) positions->push_back(position);
                made.name += made.name.empty() ? "" : each == from.front() ? before : ", ";
                made.name += to.pools[position].name;
            }
        };
        take(group.owned, &made.owned, "");
        take(group.observed, &made.observed, group.owned.empty() ? "" : " | ");
        take(group.excluded, nullptr, " but not ");
        for (const std::size_t pool : made.owned) to.pools[pool].grouped = true;
        to.groups.push_back(std::move(made));
    };
    for (const NamedGroup& group : named) add(group, group.size());
    for (auto&& each : registry.*reached(PrivateGroups())) {
        NamedGroup found;
        for (const auto* const set : sets)
            if (owns(*each.second, info_of(*set).hash())) found.owned.push_back(set);
        const bool known = std::any_of(named.begin(), named.end(), [&](const NamedGroup& group) {
            return !group.owned.empty() &&
                   std::find(found.owned.begin(), found.owned.end(), group.owned.front()) != found.owned.end();
        });
        if (!found.owned.empty() && !known) add(found, common_front(found.owned));
    }
}

}  // namespace chunkscope::entt::detail
