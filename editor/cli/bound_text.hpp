// Texts of the language, ready to be asked of a world. Private to the command line.
#pragma once

#include <string>
#include <utility>

#include "ecs/language/text_query.hpp"
#include "editor/cli/subcommand_functions.hpp"

namespace editor {

[[noreturn]] inline void refuse(const std::string& text, const ecs::TextError& error) {
    throw TextInputError("character " + std::to_string(error.column) + ": " + error.message,
                         ecs::caret_under(text, error));
}

/// Throws TextInputError.
template <class Text>
Text bound_to(ecs::TextResult<Text> parsed, const std::string& text, const ecs::World& world) {
    if (!parsed) refuse(text, parsed.error());
    if (const ecs::TextError* error = parsed->bind(world)) refuse(text, *error);
    return std::move(*parsed);
}

}  // namespace editor
