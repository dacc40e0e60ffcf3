#include "ecs/lab/scenario/value_table.hpp"

#include <algorithm>

#include "figures/drawing/value_text.hpp"
#include "figures/lab/lab_page.hpp"

namespace figures::lab {

using namespace ecs::lab;

namespace {

constexpr double row_height = 26, name_width = 120;

std::string_view state_of(const ValueTable::Row& row) { return !row.lives ? "destroyed" : row.stale ? "stale" : ""; }

std::string value_text(const ecs::World& world, const ecs::ComponentType& type, const std::byte* value, double width) {
    std::string text = component_text(world, type, value);
    if (text_width(text, 14) > width) text = component_values(world, type, value);
    return fitted(text, width, 14);
}

}  // namespace

Drawing draw_table(const ScenarioRun& run) {
    const std::vector<Span> spans = spans_of(run.storage());
    const ValueTable table = value_table_of(run, spans);
    const Scenario& scenario = run.scenario();
    const ecs::World world;  // entities in values have no names here
    std::uint64_t values = 0, holes = 0;
    for (const ValueTable::Column& column : table.columns) {
        values += column.values;
        holes += column.holes;
    }
    Page page(storage_text(run) + ": the values of each entity",
              format_count(table.rows.size(), "entity", "entities") + ", " + format_count(values, "value") + ", " +
                  format_count(holes, "hole") + " that no entity has",
              source_of(scenario), moment_of(run.done(), scenario));
    const bool in_order = table.in_order();
    page.add_legend({{fill_of(RoleGroup::Payload), "a value, in the colour of its component"},
                     {{}, "no box: the storage holds no such value"},
                     {{}, "small numbers: the value's address"},
                     {{}, in_order ? "rows in memory's order" : "rows in the order of their first values in memory"}});
    const Area room = page.room();
    const auto fits = static_cast<std::size_t>(std::max((room.height - 46) / row_height, 1.0));
    const std::size_t shown = std::min(fits, table.rows.size());
    const double width =
        (room.width - name_width) / static_cast<double>(std::max<std::size_t>(table.columns.size(), 1));
    page.begin_group("heads");
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const ecs::ComponentType& type = *scenario.types[table.columns[c].type];
        page.add_text(room.x + name_width + width * static_cast<double>(c), room.y + 14,
                      fitted(std::string(short_name(type.name)) + ", " + format_bytes(type.size), width - 8, 14), 14,
                      {Tone::Quiet});
    }
    for (std::size_t i = 0; i < shown; ++i) {
        const ValueTable::Row& row = table.rows[i];
        const double y = room.y + 24 + row_height * static_cast<double>(i);
        page.begin_group("entity-" + std::to_string(row.entity));
        const std::string_view state = state_of(row);
        page.add_text(room.x, y + 17,
                      fitted(scenario.entity_name(row.entity) + (state.empty() ? "" : "  ") + std::string(state),
                             name_width - 8, 14),
                      14, {state.empty() ? Tone::Text : Tone::Quiet});
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            const std::uint32_t cell = table.cell(i, c);
            if (cell == ValueTable::no_span) continue;
            const Span& span = spans[cell];
            const ecs::ComponentType& type = *scenario.types[table.columns[c].type];
            const double x = room.x + name_width + width * static_cast<double>(c);
            page.add(Box{.x = x,
                         .y = y,
                         .width = width - 8,
                         .height = row_height - 3,
                         .fill = fill_of(Role::Payload, scenario, span.type),
                         .note = type.name + " of " + scenario.entity_name(row.entity) + " at " + hex_text(span.at),
                         .bytes = BoxBytes{span.at, span.bytes, "payload"}});
            const std::string address = hex_text(span.at);
            const double left = width - 28 - text_width(address, 11, Face::Mono);
            const Ink ink{Tone::OnComponent, look_of_type(scenario, static_cast<std::size_t>(span.type))};
            page.add_text(x + 6, y + 16, value_text(world, type, run.arena().at(span.at), left), 14, ink);
            page.add_text(x + width - 14, y + 16, address, 11, ink, Anchor::Right, Face::Mono);
        }
    }
    if (shown < table.rows.size()) {
        page.begin_group("rest");
        page.add_text(room.x, room.y + 24 + row_height * static_cast<double>(shown) + 16,
                      "the first " + format_count(shown) + " of " + format_count(table.rows.size()), 14, {Tone::Quiet});
    }
    return page.take();
}

std::string table_csv(const ScenarioRun& run) {
    const std::vector<Span> spans = spans_of(run.storage());
    const ValueTable table = value_table_of(run, spans);
    const Scenario& scenario = run.scenario();
    const ecs::World world;
    CsvWriter csv("entity,state,component,address,bytes,value");
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const ValueTable::Row& row = table.rows[i];
        bool any = false;
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            const std::uint32_t cell = table.cell(i, c);
            if (cell == ValueTable::no_span) continue;
            any = true;
            const ecs::ComponentType& type = *scenario.types[table.columns[c].type];
            csv.line(scenario.entity_name(row.entity), state_of(row), type.name, hex_text(spans[cell].at),
                     spans[cell].bytes, component_text(world, type, run.arena().at(spans[cell].at)));
        }
        if (!any) csv.line(scenario.entity_name(row.entity), state_of(row), "", "", "", "");
    }
    return csv.take();
}

LabFigure lab_table_figure() {
    return {.name = "table", .make = [](const LabSubject& subject) -> ecs::Result<LabPicture> {
                return LabPicture{draw_table(*subject.run), table_csv(*subject.run)};
            }};
}

}  // namespace figures::lab
