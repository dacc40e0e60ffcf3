// A table of entities for a spreadsheet: a line each, with its id, its name and values that somebody wrote in the
// language. The subcommand `query` prints it, the Query panel exports it.
#pragma once

#include <span>
#include <string>

#include "ecs/base/progress.hpp"
#include "ecs/world/world.hpp"

namespace figures {

struct CsvColumn {
    std::string title;
    std::string text;  // a value of the language: "Health.hp / 2.0"
};

/// `entity,name,…`. Cells without a value are empty. `progress` may be null; its total is the number of entities, and
/// once it is cancelled, the text is not whole.
std::string csv_of_entities(const ecs::World& world, std::span<const ecs::Entity> entities,
                            std::span<const CsvColumn> columns, ecs::Progress* progress = nullptr);

}  // namespace figures
