// The link to an entity, as text that can be sent to somebody: `chunkscope:entity=15v1`. The filter of the Entities
// panel and the command palette understand it where an id is allowed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ecs/base/entity.hpp"

namespace panels {

std::string link_to(ecs::Entity entity);
/// The entity of a link; nothing when the text is not a link.
std::optional<ecs::Entity> entity_of_link(std::string_view text);

}  // namespace panels
