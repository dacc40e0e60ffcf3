// A rule is a change that is made in every tick: a system that somebody wrote without a compiler.
//
//     ecs::SystemDescription heal = ecs::make_rule("Heal", "Health.hp < 10 : Health.hp += 5");
//     history.perform({"Add rule Heal", {ecs::AddSystem{std::move(heal)}}});
//
// It does to the world what the same change does by hand, once a tick. It declares exactly the values that it reads and
// writes, so it shares stages with other systems. It is all or nothing: when a value does not fit in one tick, it
// writes nothing, stops, and says why (System::problem). The schedule owns it, as every system.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "ecs/language/text_error.hpp"

namespace ecs {

/// The text may be wrong, or name what the world has not yet: then the rule waits, see System::waiting. Its accesses
/// are known when its names were looked up, which AddSystem and Schedule::bind_anew() do.
SystemDescription make_rule(std::string name, std::string text);

/// Why the text cannot be a rule in this world; nothing when it can.
std::optional<TextError> why_no_rule(const World& world, const std::string& text);

/// The edits that give a rule another name or text. It stays at its place, and off if it is.
std::vector<Edit> edits_to_replace_rule(const Schedule& schedule, std::string_view rule, std::string name,
                                        std::string text);

}  // namespace ecs
