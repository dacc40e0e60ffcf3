#include "ecs/lab/scenario/value_table.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ecs::lab {

namespace {

/// Whether the values of every column lie in memory in this order of rows. Notes it in the columns.
bool find_order(ValueTable& table, std::span<const Span> spans, const std::vector<std::size_t>& order) {
    bool all = true;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        Address last = 0;
        bool& in_order = table.columns[c].in_order;
        in_order = true;
        for (const std::size_t row : order) {
            const std::uint32_t cell = table.cell(row, c);
            if (cell == ValueTable::no_span) continue;
            in_order = in_order && spans[cell].at > last;
            last = spans[cell].at;
        }
        all = all && in_order;
    }
    return all;
}

/// Sorts the rows by the place of their first values, unless they are in that order already.
void order_by_memory(ValueTable& table, std::span<const Span> spans) {
    std::vector<std::size_t> order(table.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (find_order(table, spans, order)) return;
    const auto address = [&](std::size_t row) {
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            if (const std::uint32_t cell = table.cell(row, c); cell != ValueTable::no_span) return spans[cell].at;
        return std::numeric_limits<Address>::max();
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return address(a) < address(b); });
    find_order(table, spans, order);
    const std::vector<ValueTable::Row> rows = table.rows;
    const std::vector<std::uint32_t> cells = table.cells;
    for (std::size_t i = 0; i < order.size(); ++i) {
        table.rows[i] = rows[order[i]];
        std::copy_n(cells.begin() + static_cast<std::ptrdiff_t>(order[i] * table.columns.size()), table.columns.size(),
                    table.cells.begin() + static_cast<std::ptrdiff_t>(i * table.columns.size()));
    }
}

}  // namespace

std::optional<std::size_t> ValueTable::row_of(std::uint64_t entity) const {
    const auto found = rows_by_entity.find(entity);
    if (found == rows_by_entity.end()) return std::nullopt;
    return found->second;
}

bool ValueTable::in_order() const {
    return std::all_of(columns.begin(), columns.end(), [](const Column& column) { return column.in_order; });
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
        if (!scenario.types[type]->is_tag()) table.columns.push_back({type, 0, 0, 0, true});
    for (std::uint64_t number = 0; number < scenario.entities; ++number)
        if (run.handle_of(number)) {
            table.rows_by_entity[number] = table.rows.size();
            table.rows.push_back({number, run.lives(number), run.lives(number) && run.is_stale(number)});
        }
    table.cells.assign(table.rows.size() * table.columns.size(), ValueTable::no_span);

    for (std::size_t i = 0; i < spans.size(); ++i) {
        const Span& span = spans[i];
        if (span.role != Role::Payload && span.role != Role::Hole) continue;
        const auto column = table.column_of(span.type);
        if (!column) continue;
        ValueTable::Column& sums = table.columns[*column];
        if (span.role == Role::Hole) {
            // Some holes are as large as a pointer, not as a value: skip them.
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
    order_by_memory(table, spans);
    for (std::size_t row = 0; row < table.rows.size(); ++row) table.rows_by_entity[table.rows[row].entity] = row;
    return table;
}

}  // namespace ecs::lab
