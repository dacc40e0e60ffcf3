#include "figures/world/entity_csv.hpp"

#include <optional>
#include <vector>

#include "ecs/language/text_value.hpp"
#include "figures/drawing/csv.hpp"

namespace figures {

namespace {

std::string cell_of(const ecs::AnyValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* entity = std::get_if<ecs::Entity>(&value)) return *entity ? ecs::to_string(*entity) : "";
    return ecs::to_string(value);
}

}  // namespace

std::string csv_of_entities(const ecs::World& world, std::span<const ecs::Entity> entities,
                            std::span<const CsvColumn> columns, ecs::Progress* progress) {
    std::vector<std::optional<ecs::TextValue>> values;
    CsvWriter csv;
    csv.cell("entity");
    csv.cell("name");
    for (const CsvColumn& column : columns) {
        csv.cell(column.title);
        auto value = ecs::TextValue::parse(column.text);
        const bool bound = value && value->bind(world) == nullptr;
        values.push_back(bound ? std::optional(std::move(*value)) : std::nullopt);
    }
    csv.end_line();
    constexpr std::size_t lines_a_look = 1024;
    if (progress != nullptr) progress->begin(entities.size());
    for (std::size_t i = 0; i < entities.size(); ++i) {
        if (progress != nullptr && i % lines_a_look == 0) {
            if (progress->cancelled()) break;
            progress->advance_to(i);
        }
        const ecs::Entity entity = entities[i];
        csv.cell(ecs::to_string(entity));
        csv.cell(world.alive(entity) ? world.name(entity) : std::string_view());
        for (auto& value : values) {
            const auto now = value ? value->value(world, entity) : std::nullopt;
            csv.cell(now ? cell_of(*now) : std::string());
        }
        csv.end_line();
    }
    return csv.take();
}

}  // namespace figures
