// Arguments of the tools that an assistant has, and values of a world in their answers. What is wrong with an argument
// is thrown as an McpProblem. Private to this library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "ecs/breakpoints/breakpoint.hpp"
#include "ecs/diff/world_diff.hpp"
#include "ecs/language/text_error.hpp"
#include "ecs/world/world.hpp"
#include "editor/remote/mcp_tools.hpp"

namespace editor {

std::string text_in(const remote::Json& arguments, const char* name);
std::string text_or(const remote::Json& arguments, const char* name, std::string otherwise);
/// From `least`, 0 if nothing else is said, to `most`.
std::uint64_t number_or(const remote::Json& arguments, const char* name, std::uint64_t otherwise, std::uint64_t most,
                        std::uint64_t least = 0);
bool flag_in(const remote::Json& arguments, const char* name);
/// The argument `entity`: by its id, "12v3", or by its name.
ecs::Entity entity_in(const ecs::World& world, const remote::Json& arguments);

template <class Text>
Text text_bound_to(ecs::TextResult<Text> parsed, const std::string& text, const ecs::World& world) {
    if (!parsed) throw McpProblem(ecs::with_caret(text, parsed.error()));
    if (const ecs::TextError* const error = parsed->bind(world)) throw McpProblem(ecs::with_caret(text, *error));
    return std::move(*parsed);
}

/// A value of a component.
remote::Json value_json(const ecs::ComponentType& type, const void* data);
/// A value as a world file writes it.
remote::Json value_in_text(const std::string& text);
/// What the hit shows of one of its values; null where there is none.
remote::Json value_of_hit(const ecs::BreakpointHit& hit, const ecs::Value& value);
std::string_view writer_word(ecs::WriterKind kind);
remote::Json label_json(const ecs::World& world, ecs::Entity entity);
/// Where the ticks are: the next one, the next system where a tick is half done, and whether a program is paused.
remote::Json place_json(const Session& session);
/// How many entities differ, and the first `most` differences with their values.
remote::Json difference_json(const ecs::WorldDiff& diff, const ecs::World& before, const ecs::World& after,
                             std::size_t most);

}  // namespace editor
