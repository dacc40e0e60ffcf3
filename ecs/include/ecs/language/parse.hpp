// Reads texts of the one language in which people find, change, watch and stop: the manual has its grammar. Parsing
// depends on no world; "ecs/language/text_query.hpp" and its neighbours ask a world. No text makes it crash, hang or
// take memory without bound.
#pragma once

#include <string>

#include "ecs/language/syntax.hpp"

namespace ecs {

enum class EmptyText : std::uint8_t { IsAnError, IsEverything };

/// A query: `Position & !Velocity & Health.hp < 10`.
TextResult<Syntax> parse_query(std::string text, EmptyText empty = EmptyText::IsAnError);
/// A value of one entity or of the whole world: `Health.hp / 2.0`, `count(Enemy) + 1`. Aggregates are allowed only
/// here.
TextResult<Syntax> parse_value(std::string text);
/// A change: `Health.hp < 10 : Health.hp += 5, +Healed`.
TextResult<ChangeSyntax> parse_change(std::string text);

}  // namespace ecs
