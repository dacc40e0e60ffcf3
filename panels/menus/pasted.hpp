// Reads component values from the text of a clipboard, as "Copy as" wrote them or a world file has them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/result.hpp"
#include "ecs/types/value.hpp"
#include "ecs/world/world.hpp"
#include "files/base/file_error.hpp"
#include "files/json/json_reader.hpp"

namespace panels {

/// The components of `{ "id": …, "components": { "Position": … } }`, or of `{ "Position": … }`. An error is a sentence
/// for a person.
ecs::Result<std::vector<ecs::Value>> pasted_components(const ecs::World& world, std::string_view text);
/// A value of this type: `{ "x": 1 }`, or the same under its name. Fields that the text leaves out are as in `present`,
/// which may be null.
ecs::Result<ecs::Value> pasted_component(const ecs::World& world, const ecs::ComponentType& type, const void* present,
                                         std::string_view text);
/// The component `present` with this field from the text: JSON, or what a person reads. A link stands for its entity.
ecs::Result<ecs::Value> pasted_field(const ecs::ComponentType& type, std::uint32_t field, const void* present,
                                     std::string_view text);

// For those who read more of a clipboard

/// Reads the members of an object of components. Returns for a person why one cannot be set. `comes` says whether a
/// component that the world lacks will come: it is passed over.
std::string read_components(const ecs::World& world, files::JsonReader& json, std::vector<ecs::Value>& values,
                            const std::function<bool(const std::string& name)>& comes = {});
ecs::Error in_clipboard(const files::FileError& error);

}  // namespace panels
