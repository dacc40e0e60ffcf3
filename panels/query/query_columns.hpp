// A column of the Query panel: a value of the language, such as `Position.x` or `Health.hp / 2.0`. Values that lie in a
// component are read where they lie; all others are computed. A column belongs to the world it was made for, until
// types come.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/language/text_value.hpp"
#include "ecs/language/written_names.hpp"
#include "ecs/world/world.hpp"

namespace panels {

struct QueryColumn {
    std::string text;                     // of the language; also the title
    ecs::FieldPath place;                 // where it lies, if it lies in a component
    const ecs::Field* field = nullptr;    // of that
    std::optional<ecs::TextValue> value;  // otherwise
    std::string problem;                  // why it has no values; empty: it can have some
    bool number = true;                   // flush right
};

/// All single values in the components of a world, as texts; of long arrays the first few.
std::vector<ecs::WrittenValue> values_in(const ecs::World& world);
/// `known` is values_in() of the world.
QueryColumn column_of(const ecs::World& world, const std::vector<ecs::WrittenValue>& known, const std::string& text);

/// For a person; empty when the entity has no such value.
std::string cell_text(QueryColumn& column, const ecs::World& world, ecs::Entity entity);

/// What a row is sorted by. Rows without a value come last, whichever way is up.
struct SortKey {
    std::uint64_t number = 0;  // numbers in their order; of texts the first letters
    bool known = false;
    bool text = false;         // `letters` decide between equal numbers
    std::string letters = {};  // in lower case
};
SortKey key_of(QueryColumn& column, const ecs::World& world, ecs::Entity entity);
SortKey key_of_text(std::string_view text);

}  // namespace panels
