// What can stand at the cursor in a text of the language: components, fields behind a dot, values behind a comparison
// with an enum, functions. All of it comes from reflection, so a game's own types are known as soon as they are
// registered. Nothing here draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/world/world.hpp"

namespace panels {

/// What kind of text is written.
enum class TextKind : std::uint8_t { Query, Value, Change, Breakpoint };

struct Completion {
    enum class Kind : std::uint8_t { Component, Field, Value, Function };

    Kind kind = Kind::Component;
    std::string text = {};                           // what is put in
    std::string label = {};                          // what stands in the list
    std::string type = {};                           // "i32, 0 to 100"; of a component its fields
    std::string about = {};                          // one line; empty: nobody described it
    ecs::ComponentId component = ecs::no_component;  // of a Component
    std::vector<std::size_t> letters = {};           // of the label, that were typed
};

struct Completions {
    std::size_t from = 0, to = 0;  // the bytes of the text that are replaced
    std::string typed;
    bool wanted = false;  // enough is written to say what comes next; false: only a person who asks gets a list
    std::vector<Completion> items;  // best first
};

/// `cursor` is a byte of the text. No items where nothing can stand but an operator, and inside of texts.
Completions completions_at(std::string_view text, std::size_t cursor, const ecs::World& world,
                           TextKind kind = TextKind::Query);

}  // namespace panels
