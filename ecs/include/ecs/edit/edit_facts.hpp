// What a History and a person want to know of an edit beside what it does: which entities it is about, how much memory
// it holds, and a copy of it. The compiler refuses a kind of edit without an answer.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ecs/edit/edit.hpp"

namespace ecs {

/// Appends the entities that the edit is about. Handles that are not given yet are left out, and so are entities that
/// only the world knows, such as those with the tags of a FoldTags.
void append_entities(const Edit& edit, std::vector<Entity>& to);

/// As a person counts them: an edit of many entities is one for each.
std::size_t count_of_edits(std::span<const Edit> edits);

/// How much memory the edit holds, itself included. What only the allocator adds is left out.
std::size_t memory_of(const Edit& edit);

/// Nothing when a value in it cannot be copied.
std::optional<Edit> copy_of(const Edit& edit);

}  // namespace ecs
