// The LayoutCalculator puts components together in any order and shows what a chunk of them holds under each rule of
// ecs/layout_rules.hpp: capacity, where the columns lie, padding, slack, and why one row more does not fit. It begins
// with the components of the archetype in view.
#pragma once

#include <vector>

#include "ecs/diagnose/layout_rules.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

class LayoutCalculator {
public:
    /// Draws into the room that is left; the first line goes on behind what stands in it.
    void show(const Context& context);

    /// In the order in which they are laid out.
    const std::vector<ecs::ComponentId>& components() const { return components_; }

private:
    void begin_with(const ecs::Archetype& archetype);
    void draw_toolbar(const Context& context);
    void draw_components(const Context& context, ImVec2 size);
    void draw_rules(const Context& context);

    std::vector<ecs::ComponentId> components_;
    std::optional<ecs::ArchetypeId> begun_with_;
    bool changed_ = false;  // by the person, so that it no longer follows the archetype in view
};

}  // namespace panels
