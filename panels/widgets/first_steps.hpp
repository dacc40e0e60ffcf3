// What a panel without content offers as the first step, where several panels offer the same.
#pragma once

#include <string>
#include <string_view>

#include "panels/base/panel.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

/// Creates an entity called "Entity", at the top or below `parent`, and selects it once it exists.
EditRequest create_request(const ecs::World& world, ecs::Entity parent = ecs::null_entity);

/// An empty_state() for a panel that needs some entity: the step creates one.
void empty_without_entities(const Context& context, std::string_view what, std::string_view hint);
/// For a panel that needs something of the program that shows it: the step opens the manual where it says what.
void empty_without_program(const Context& context, std::string_view what, std::string_view hint);
/// The step shows another panel, or a part of it: see ShowPanelRequest.
void empty_but_for(const Context& context, std::string_view what, std::string_view hint, const char* label,
                   const char* panel, std::string part = {});

}  // namespace panels
