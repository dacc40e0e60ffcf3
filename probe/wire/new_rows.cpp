#include "probe/wire/new_rows.hpp"

namespace probe {

namespace {

void add_entities(ecs::Pull& pull, std::span<const ecs::Entity> entities) {
    for (const ecs::Entity entity : entities) pull.created.push_back({entity.bits(), entity});
}

void add_keys(ecs::Pull::Column& column, std::span<const ecs::Entity> entities) {
    for (const ecs::Entity entity : entities) column.keys.push_back(entity.bits());
}

}  // namespace

void add_to(ecs::Pull& pull, const NewRows& rows, std::span<const ecs::ComponentType> types) {
    add_entities(pull, rows.entities);
    for (const NewRows::Column& each : rows.columns) {
        ecs::Pull::Column& column = pull.columns[each.type];
        add_keys(column, rows.entities);
        for (std::size_t row = 0; each.values != nullptr && row < rows.entities.size(); ++row)
            column.values.push_back(each.values + row * types[each.type].size);
    }
}

void write_new_rows(ByteWriter& to, std::span<const NewRows> all, std::size_t still_to_come,
                    std::span<const ecs::ComponentType> types) {
    std::size_t bytes = 0;
    for (const NewRows& rows : all)
        for (const NewRows::Column& column : rows.columns)
            bytes += rows.entities.size() * (sizeof(ecs::Entity) + types[column.type].size) + sizeof column.type;
    to.reserve(bytes);
    to.number(static_cast<std::uint64_t>(still_to_come));
    to.count(all.size());
    for (const NewRows& rows : all) {
        to.count(rows.columns.size());
        for (const NewRows::Column& column : rows.columns) to.number(column.type);
        to.count(rows.entities.size());
        to.raw(rows.entities.data(), rows.entities.size_bytes());
        for (const NewRows::Column& column : rows.columns)
            if (column.values != nullptr) write_values(to, types[column.type], column.values, rows.entities.size());
    }
}

std::size_t read_new_rows(ByteReader& from, ecs::Pull& pull, std::span<const ecs::ComponentType> types,
                          std::vector<ValueColumn>& values) {
    const auto still_to_come = static_cast<std::size_t>(from.number<std::uint64_t>());
    const std::size_t count = from.count(8);
    std::vector<ecs::Entity> entities;
    std::vector<std::uint32_t> columns;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < count && from.fine(); ++i) {
        columns.resize(from.count(sizeof(std::uint32_t)));
        for (std::uint32_t& type : columns) type = read_position(from, types);
        entities.resize(from.count(sizeof(ecs::Entity)));
        from.raw(entities.data(), entities.size() * sizeof(ecs::Entity));
        if (!from.fine()) break;
        add_entities(pull, entities);
        for (const std::uint32_t type : columns) {
            add_keys(pull.columns[type], entities);
            read_values(from, types[type], entities.size(), pull.columns[type].values, values, bytes);
        }
    }
    return still_to_come;
}

}  // namespace probe
