#include <ostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ecs/diagnose/layout_rules.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/subcommand_functions.hpp"

namespace editor {

namespace {

using nlohmann::ordered_json;

std::string name_of_place(const ecs::RuledLayout::Place& place, const std::vector<ecs::LayoutColumn>& columns) {
    return place.column == ecs::RuledLayout::entity_ids ? "entity ids" : columns[place.column].name;
}

ordered_json layout_json(const ecs::RuledLayout& layout, const std::vector<ecs::LayoutColumn>& columns) {
    ordered_json places = ordered_json::array();
    for (const ecs::RuledLayout::Place& place : layout.places) {
        ordered_json component;
        if (place.column != ecs::RuledLayout::entity_ids) component = columns[place.column].name;
        places.push_back({{"component", component},
                          {"offset", place.begin},
                          {"size", place.end - place.begin},
                          {"padding", place.padding}});
    }
    return {{"rule", ecs::name_of(layout.rule)}, {"capacity", layout.capacity},
            {"row_bytes", layout.row_bytes},     {"header", layout.header_bytes},
            {"padding", layout.padding},         {"slack", layout.slack},
            {"columns", std::move(places)},      {"why_no_more", ecs::why_no_more(layout, columns)}};
}

}  // namespace

void show_layout_rules(const LayoutOptions& options, std::ostream& out, std::ostream& err) {
    const std::unique_ptr<Session> session = open_with_warnings(options.source, err);
    std::vector<const ecs::ComponentType*> types;
    for (const ecs::ComponentId id : components_named(session->world, options.archetype))
        types.push_back(&session->world.types()[id]);
    const std::vector<ecs::LayoutColumn> columns = ecs::columns_of(types);

    ordered_json list = ordered_json::array();
    std::vector<std::vector<std::string>> table{{"rows", "padding", "slack", "rule", "why not one more"}};
    for (const ecs::LayoutRule rule : ecs::layout_rules) {
        const ecs::RuledLayout layout = ecs::lay_out(rule, columns);
        list.push_back(layout_json(layout, columns));
        table.push_back({with_commas(layout.capacity), with_commas(layout.padding), with_commas(layout.slack),
                         std::string(ecs::name_of(rule)), ecs::why_no_more(layout, columns)});
    }
    if (options.json) {
        out << ordered_json{{"bytes", ecs::Chunk::full_bytes}, {"rules", std::move(list)}}.dump(2) << "\n";
        return;
    }
    write_table(out, table);
    out << "\n";
    for (const ecs::LayoutRule rule : ecs::layout_rules)
        out << ecs::name_of(rule) << ": " << ecs::explanation_of(rule) << "\n";
    const ecs::RuledLayout ours = ecs::lay_out(ecs::LayoutRule::Ours, columns);
    out << "\nours, in the order given:\n";
    std::vector<std::vector<std::string>> places{{"offset", "bytes", "padding before", "column"}};
    for (const ecs::RuledLayout::Place& place : ours.places)
        places.push_back({with_commas(place.begin), with_commas(place.end - place.begin), with_commas(place.padding),
                          name_of_place(place, columns)});
    write_table(out, places);
}

}  // namespace editor
