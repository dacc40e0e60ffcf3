#include <algorithm>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "ecs/diagnose/describe.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "editor/cli/world_json.hpp"

namespace editor {

namespace {

using nlohmann::ordered_json;

/// Archetypes with entities or memory. The others were only steps on the way.
std::vector<const ecs::Archetype*> archetypes_in_use(const ecs::World& world) {
    std::vector<const ecs::Archetype*> found;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() > 0 || archetype.chunk_count() > 0) found.push_back(&archetype);
    }
    return found;
}

void write_stats_table(std::ostream& out, const ecs::World& world) {
    std::vector<const ecs::Archetype*> archetypes = archetypes_in_use(world);
    std::stable_sort(archetypes.begin(), archetypes.end(), [](const ecs::Archetype* a, const ecs::Archetype* b) {
        return a->entity_count() > b->entity_count();
    });
    std::vector<std::vector<std::string>> rows{
        {"entities", "chunks", "rows a chunk", "bytes a row", "memory", "used", "components"}};
    std::size_t chunks = 0, bytes = 0, used = 0, empty = 0;
    for (const ecs::Archetype* archetype : archetypes) {
        rows.push_back({with_commas(archetype->entity_count()), with_commas(archetype->chunk_count()),
                        with_commas(archetype->full_capacity()), with_commas(archetype->row_bytes()),
                        bytes_text(archetype->bytes()), percent_text(archetype->used_bytes(), archetype->bytes()),
                        joined(component_names(*archetype))});
        chunks += archetype->chunk_count();
        bytes += archetype->bytes();
        used += archetype->used_bytes();
        empty += archetype->entity_count() == 0;
    }
    write_table(out, rows);
    out << "\n"
        << counted(world.entity_count(), "entity", "entities") << " in "
        << counted(archetypes.size() - empty, "archetype", "archetypes")
        << (empty == 0 ? "" : " (and " + with_commas(empty) + " empty)") << ", " << counted(chunks, "chunk", "chunks")
        << ", " << bytes_text(bytes) << " (" << with_commas(bytes) << " bytes, " << percent_text(used, bytes)
        << " used)\n";
}

std::vector<std::string> split_names(const std::string& text) {
    std::vector<std::string> names;
    std::size_t start = 0;
    while (start < text.size()) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        std::string name = text.substr(start, end - start);
        name.erase(0, name.find_first_not_of(' '));
        name.erase(name.find_last_not_of(' ') + 1);
        names.push_back(name);
        start = end + 1;
    }
    return names;
}

ordered_json span_json(const ecs::Archetype& archetype, const ecs::ByteSpan& span) {
    ordered_json component, field, row;
    if (span.column != ecs::no_column) {
        const ecs::ComponentType& type = *archetype.types()[static_cast<std::size_t>(span.column)];
        component = type.name;
        if (span.field >= 0) field = type.fields[static_cast<std::size_t>(span.field)].name;
    }
    if (span.row >= 0) row = span.row;
    return {{"offset", span.offset},  {"size", span.size}, {"role", ecs::name_of(span.role)},
            {"component", component}, {"field", field},    {"row", row}};
}

void write_layout_json(std::ostream& out, const ecs::Archetype& archetype, std::size_t position) {
    ordered_json spans = ordered_json::array();
    for (const ecs::ByteSpan& span : ecs::describe(archetype, position)) spans.push_back(span_json(archetype, span));
    const ordered_json root = {{"bytes", archetype.layout().block_bytes},
                               {"capacity", archetype.layout().capacity},
                               {"rows", archetype.chunk(position).rows},
                               {"spans", std::move(spans)}};
    out << root.dump() << "\n";
}

/// Consecutive spans of one column; used and unused rows are separate runs.
struct Run {
    std::uint32_t offset = 0, size = 0;
    ecs::ByteRole role = ecs::ByteRole::Unused;  // Field for a column in use, with the padding inside its rows
    int column = ecs::no_column;
    std::int64_t first_row = -1, last_row = -1;
};

std::vector<Run> summarised(const ecs::Archetype& archetype, std::size_t position) {
    std::vector<Run> runs;
    for (const ecs::ByteSpan& span : ecs::describe(archetype, position)) {
        const bool inside_row = span.role == ecs::ByteRole::Padding && span.row >= 0;
        const ecs::ByteRole role = inside_row ? ecs::ByteRole::Field : span.role;
        if (runs.empty() || runs.back().role != role || runs.back().column != span.column)
            runs.push_back({span.offset, 0, role, span.column, span.row, span.row});
        runs.back().size += span.size;
        runs.back().last_row = std::max(runs.back().last_row, span.row);
        if (span.role == ecs::ByteRole::Unused && span.row >= 0)  // one span for all unused rows
            runs.back().last_row = std::int64_t{archetype.layout().capacity} - 1;
    }
    return runs;
}

std::string rows_text(const Run& run) {
    if (run.first_row < 0) return "";
    if (run.first_row == run.last_row) return with_commas(static_cast<std::uint64_t>(run.first_row));
    return with_commas(static_cast<std::uint64_t>(run.first_row)) + "-" +
           with_commas(static_cast<std::uint64_t>(run.last_row));
}

/// `Position: x f32 at 0, y f32 at 4`
std::string fields_text(const ecs::ComponentType& type) {
    std::string text = type.name;
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const ecs::Field& field = type.fields[i];
        text += (i == 0 ? ": " : ", ") + field.name + " " + std::string(ecs::name_of(field.kind));
        if (field.count > 1) text += "[" + std::to_string(field.count) + "]";
        text += " at " + std::to_string(field.offset);
    }
    return text;
}

std::string what_text(const ecs::Archetype& archetype, const Run& run) {
    const ecs::ComponentType* type =
        run.column == ecs::no_column ? nullptr : archetype.types()[static_cast<std::size_t>(run.column)];
    switch (run.role) {
        case ecs::ByteRole::Header:
            return "header of the chunk";
        case ecs::ByteRole::Entity:
            return "entity ids";
        case ecs::ByteRole::Field:
            return type ? fields_text(*type) : "";
        case ecs::ByteRole::Padding:
            return "padding, up to where the next column may start";
        case ecs::ByteRole::Unused:
            break;
    }
    return type ? "unused rows of " + type->name : run.first_row >= 0 ? "unused entity ids" : "unused";
}

}  // namespace

ordered_json stats_json(const ecs::World& world) {
    ordered_json list = ordered_json::array();
    std::size_t bytes = 0;
    for (const ecs::Archetype* archetype : archetypes_in_use(world)) {
        list.push_back({{"components", component_names(*archetype)},
                        {"entities", archetype->entity_count()},
                        {"chunks", archetype->chunk_count()},
                        {"capacity", archetype->full_capacity()},
                        {"bytes", archetype->bytes()},
                        {"used_bytes", archetype->used_bytes()}});
        bytes += archetype->bytes();
    }
    return {{"entities", world.entity_count()}, {"archetypes", std::move(list)}, {"bytes", bytes}};
}

void write_layout_table(std::ostream& out, const ecs::Archetype& archetype, std::size_t position) {
    const ecs::Chunk& chunk = archetype.chunk(position);
    out << "chunk " << position << " of " << archetype.chunk_count() << ", " << joined(component_names(archetype))
        << "\n"
        << with_commas(archetype.layout().block_bytes) << " bytes, " << with_commas(chunk.rows) << " of "
        << with_commas(archetype.layout().capacity) << " rows in use, " << with_commas(archetype.row_bytes())
        << " bytes a row\n\n";
    std::vector<std::vector<std::string>> table{{"offset", "bytes", "rows", "bytes a row", "what"}};
    for (const Run& run : summarised(archetype, position)) {
        const auto rows = static_cast<std::uint64_t>(run.last_row - run.first_row + 1);
        table.push_back({with_commas(run.offset), with_commas(run.size), rows_text(run),
                         run.first_row < 0 ? "" : with_commas(run.size / rows), what_text(archetype, run)});
    }
    write_table(out, table);
    std::vector<std::string> tags;
    for (const ecs::ComponentType* type : archetype.types())
        if (type->is_tag()) tags.push_back(type->name);
    if (!tags.empty()) out << "\ntags, which take no bytes: " << joined(tags) << "\n";
}

std::vector<ecs::ComponentId> components_named(const ecs::World& world, const std::string& text) {
    std::vector<ecs::ComponentId> ids;
    for (const std::string& name : split_names(text)) {
        const ecs::ComponentType* type = world.types().find(name);
        if (!type) {
            std::vector<std::string> known;
            for (ecs::ComponentId id = 0; id < world.types().size(); ++id) known.push_back(world.types()[id].name);
            throw InputError("there is no component \"" + name + "\"" + did_you_mean(name, known));
        }
        if (std::find(ids.begin(), ids.end(), type->id) == ids.end()) ids.push_back(type->id);
    }
    return ids;
}

/// The largest archetypes that have these components and others: who names too few means one of them.
std::string archetypes_with_more(const ecs::World& world, const std::vector<ecs::ComponentId>& ids) {
    std::vector<const ecs::Archetype*> found = archetypes_in_use(world);
    std::erase_if(found, [&](const ecs::Archetype* each) {
        return each->entity_count() == 0 ||
               std::any_of(ids.begin(), ids.end(), [&](ecs::ComponentId id) { return !each->has(id); });
    });
    std::stable_sort(found.begin(), found.end(), [](const ecs::Archetype* a, const ecs::Archetype* b) {
        return a->entity_count() > b->entity_count();
    });
    constexpr std::size_t shown = 3;
    std::string text;
    for (const ecs::Archetype* each : std::span(found).first(std::min(shown, found.size())))
        text += (text.empty() ? "; with others: \"" : ", \"") + joined(component_names(*each)) + "\"";
    return text;
}

const ecs::Archetype& archetype_named(const ecs::World& world, const std::string& text) {
    const std::vector<ecs::ComponentId> ids = components_named(world, text);
    const ecs::Archetype* archetype = world.find_archetype(ids);
    if (!archetype || archetype->chunk_count() == 0)
        throw InputError("no entity has exactly the components " + joined(split_names(text)) +
                         archetypes_with_more(world, ids) + "; `chunkscope stats` lists the archetypes that there are");
    return *archetype;
}

void show_stats(const StatsOptions& options, std::ostream& out, std::ostream& err) {
    const std::unique_ptr<Session> session = open_with_warnings(options.source, err);
    for (std::uint64_t i = 0; i < options.ticks; ++i) session->tick();
    if (options.json)
        out << stats_json(session->world).dump(2) << "\n";
    else
        write_stats_table(out, session->world);
}

void show_layout(const LayoutOptions& options, std::ostream& out, std::ostream& err) {
    const std::unique_ptr<Session> session = open_with_warnings(options.source, err);
    for (std::uint64_t i = 0; i < options.ticks; ++i) session->tick();
    const ecs::Archetype& archetype = archetype_named(session->world, options.archetype);
    if (options.chunk >= archetype.chunk_count())
        throw InputError("there is no chunk " + std::to_string(options.chunk) + ": the archetype has " +
                         counted(archetype.chunk_count(), "chunk", "chunks") + ", counted from 0");
    if (options.json)
        write_layout_json(out, archetype, options.chunk);
    else
        write_layout_table(out, archetype, options.chunk);
}

}  // namespace editor
