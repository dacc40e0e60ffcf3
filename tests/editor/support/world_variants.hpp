// Worlds of many entities that are alike, as files of many spellings: what reading by patterns has to get right.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "ecs/base/random.hpp"
#include "editor/session/session.hpp"

namespace examples {

/// Entities of a few archetypes, mostly in runs, with values of every kind; some have names and parents.
std::unique_ptr<editor::Session> session_of_kinds(std::uint64_t seed, std::size_t entities);

/// The same file in another spelling: white space (that of each entity its own, or one for all), members in another
/// order (the same), `entities` not the last member, escapes in strings.
struct Spelling {
    bool own_space = false, own_order = false, entities_first = false;
};
std::string respelt(const std::string& text, ecs::Random& random, Spelling spelling);

/// The text with one to three small mistakes, as by hand or by a bad disk.
std::string damaged(std::string text, ecs::Random& random);

}  // namespace examples
