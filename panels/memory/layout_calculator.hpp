// The LayoutCalculator combines components in any order and shows what a chunk of them holds under each rule of
// ecs/diagnose/layout_rules.hpp: capacity, places of the columns, padding, slack, and why no further row fits. It
// begins with the components of the archetype in view.
#pragma once

#include <vector>

#include "ecs/diagnose/layout_rules.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

class LayoutCalculator {
public:
    /// Draws into the remaining room; its first line continues the present line.
    void show(const Context& context);

    /// In order of the layout.
    const std::vector<ecs::ComponentId>& components() const { return components_; }

private:
    void begin_with(const ecs::Archetype& archetype);
    void draw_toolbar(const Context& context);
    void draw_components(const Context& context, ImVec2 size);
    void draw_rules(const Context& context);

    std::vector<ecs::ComponentId> components_;
    std::optional<ecs::ArchetypeId> begun_with_;
    bool changed_ = false;   // by the person; then it no longer follows the archetype in view
    bool open_add_ = false;  // in the next frame
};

}  // namespace panels
