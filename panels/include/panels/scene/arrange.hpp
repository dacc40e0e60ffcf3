// Aligning, spreading and nudging what is selected in the scene, each as one step of the history. What is below an
// entity goes along.
#pragma once

#include <string>

#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"

namespace panels {

enum class Arrange { Left, Middle, Right, Top, Center, Bottom, SpreadAcross, SpreadDown };
inline constexpr int arrange_count = 8;

/// "Align left edges", in the language that is spoken.
const char* name_of(Arrange how);
/// Empty when what is selected can be arranged so, else the reason for a person.
std::string why_not_arrange(const Context& context, Arrange how);
/// Aligns edges or middles with those of the area around all of them, or makes the gaps between their boxes equal.
void request_arrange(const Context& context, Arrange how);

/// Empty when there is something to nudge, else the reason.
std::string why_not_nudge(const Context& context);
/// `total` is the way since the arrow was pressed, for the name of the step. Ends no gesture.
void request_nudge(const Context& context, ecs::Vec2 by, ecs::Vec2 total);

/// "Move Rock by 48, 0": the name of a step.
std::string move_label(const ecs::World& world, const std::vector<ecs::Entity>& roots, double dx, double dy);
/// At most two decimals, with a true minus.
std::string short_number(double value);

}  // namespace panels
