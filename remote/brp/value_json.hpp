// Component values as the protocol writes them: objects of fields, enums as names, entities as numbers. Reading checks
// every value against its field, range included, and writes nothing that does not fit. Private to remote.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ecs/types/component_type.hpp"
#include "ecs/types/value.hpp"
#include "remote/rpc/json_rpc.hpp"

namespace remote {

/// The protocol's codes for what is about components.
inline constexpr int entity_not_found = -23401, component_error = -23402, component_not_present = -23403,
                     self_reparent = -23404, resource_error = -23501, resource_not_present = -23502;

/// Whether values of the type can be read and written: its fields are known, or its text is.
bool is_described(const ecs::ComponentType& type);

/// A whole value. Not-finite numbers are null, for JSON has no other word. `data` is not read for tags.
Json json_of(const ecs::ComponentType& type, const void* data);

/// A value of the type from all that is given; fields that are left out keep those of `value`. Throws RpcError.
void read_over(const Json& given, const ecs::ComponentType& type, ecs::Value& value);

/// Sets what `path` leads to (".translation.x", "items[2]", "#0", "" for all). Returns the position of the field in
/// the type that it is or lies in; nothing for the whole value. Throws RpcError and changes nothing.
std::optional<std::uint32_t> write_at(const Json& given, const ecs::ComponentType& type, ecs::Value& value,
                                      std::string_view path);

/// A handle from its number. Throws RpcError when there can be no such handle.
ecs::Entity read_entity(const Json& number);

}  // namespace remote
