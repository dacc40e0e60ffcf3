// A small window that edits one field of an entity (or all fields of a component) where a value was double-clicked.
// The entered value becomes an edit like any other; invalid text changes nothing.
#pragma once

#include <optional>

#include "panels/inspector/field_widget.hpp"

namespace panels {

class FieldPopup {
public:
    /// Opens the window beside the mouse from the next draw() on. No `field`: all fields.
    void open(ecs::Entity entity, ecs::ComponentId component, std::optional<std::uint32_t> field);
    /// Draws the window while it is open. Call it once a frame, always at the same place of the ID stack.
    void draw(const Context& context);
    /// Whether it was open in the last frame.
    bool is_open() const { return is_open_; }

private:
    void draw_fields(const Context& context, const ecs::ComponentType& type);

    ecs::Entity entity_;
    ecs::ComponentId component_ = ecs::no_component;
    std::optional<std::uint32_t> field_;
    FieldEditor editor_;
    bool opening_ = false, is_open_ = false;
};

}  // namespace panels
