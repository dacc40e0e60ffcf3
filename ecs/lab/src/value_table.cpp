#include "ecs/lab/value_table.hpp"

#include <algorithm>

namespace ecs::lab {

std::optional<std::size_t> ValueTable::row_of(std::uint64_t entity) const {
    const auto found = std::lower_bound(rows.begin(), rows.end(), entity,
                                        [](const Row& row, std::uint64_t number) { return row.entity < number; });
    if (found == rows.end() || found->entity != entity) return std::nullopt;
    return static_cast<std::size_t>(found - rows.begin());
}

std::optional<std::size_t> ValueTable::column_of(std::int32_t type) const {
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (static_cast<std::int32_t>(columns[i].type) == type) return i;
    return std::nullopt;
}

ValueTable value_table_of(const ScenarioRun& run, std::span<const Span> spans) {
    ValueTable table;
    const Scenario& scenario = run.scenario();
    for (TypeIndex type = 0; type < scenario.types.size(); ++type)
        if (!scenario.types[type]->is_tag()) table.columns.push_back({type, 0, 0, 0});
    for (std::uint64_t number = 0; number < scenario.entities; ++number)
        if (run.handle_of(number))
            table.rows.push_back({number, run.lives(number), run.lives(number) && run.is_stale(number)});
    table.cells.assign(table.rows.size() * table.columns.size(), ValueTable::no_span);

    for (std::size_t i = 0; i < spans.size(); ++i) {
        const Span& span = spans[i];
        if (span.role != Role::Payload && span.role != Role::Hole) continue;
        const auto column = table.column_of(span.type);
        if (!column) continue;
        ValueTable::Column& sums = table.columns[*column];
        if (span.role == Role::Hole) {
            // Some holes are as large as a pointer, not as a value: they are not about values.
            if (span.bytes >= scenario.types[sums.type]->size) ++sums.holes;
            continue;
        }
        const auto entity = run.entity_of({span.handle});
        const auto row = entity ? table.row_of(*entity) : std::nullopt;
        if (!row || table.cell(*row, *column) != ValueTable::no_span) {
            ++sums.strays;
            continue;
        }
        table.cells[*row * table.columns.size() + *column] = static_cast<std::uint32_t>(i);
        ++sums.values;
    }
    return table;
}

}  // namespace ecs::lab
