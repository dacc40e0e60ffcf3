// What the Inspector shows of prefabs: whose instance the entity is, what differs from the prefab, and what the entity
// lacks. It looks anew only when the world changed. The InspectorPanel owns it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "panels/prefab/prefab_requests.hpp"

namespace panels {

class PrefabMarks {
public:
    void forget() { *this = PrefabMarks(); }
    /// Brings the rest up to date. Call it first in each frame.
    void follow(const Context& context, ecs::Entity entity);

    /// Of the entity itself.
    std::span<const ecs::Override> overrides() const { return of_part_; }
    bool overridden(ecs::ComponentId component, std::uint32_t field) const;
    bool added(ecs::ComponentId component) const;
    /// Whether the head says what this component says: InstanceOf.
    bool says(ecs::ComponentId component) const { return instance_ && component == instance_type_; }

    /// The lines below the entity's name; nothing for an entity without a prefab.
    void draw_head(const Context& context, ecs::Entity entity);
    /// The components that the entity lacks, and the children that it has besides or lacks.
    void draw_missing(const Context& context);
    /// Before the row of a field: a bar, and room for draw_revert().
    static void draw_bar(const Style& style, ImVec2 at, float height);
    /// Behind the row: takes back what differs in these fields.
    void draw_revert(const Context& context, ecs::ComponentId component, std::uint32_t first, std::size_t count,
                     ImVec2 at) const;
    static float room(const Style& style) { return style.px(24); }

private:
    void look(const Context& context, ecs::Entity entity);
    void count_instances(const Context& context);
    void draw_instance(const Context& context, ecs::Entity entity) const;
    void draw_prefab(const Context& context, ecs::Entity entity) const;
    void draw_lost_row(const Context& context, const ecs::Override& found, int id) const;

    ecs::Entity entity_, instance_, prefab_, own_prefab_;  // own: that the entity is part of
    ecs::ComponentId instance_type_ = ecs::no_component;
    std::vector<ecs::Override> of_part_, of_instance_;
    std::size_t instances_ = 0;  // of own_prefab_, or of prefab_
    std::uint64_t seen_ = ~std::uint64_t{0}, counted_ = ~std::uint64_t{0};
    double counted_secs_ = -1;
};

}  // namespace panels
