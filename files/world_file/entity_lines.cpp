#include "files/world_file/entity_lines.hpp"

#include <algorithm>
#include <cstring>

#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"

namespace files {

namespace {

constexpr std::size_t block_bytes = 256 * 1024;
constexpr std::size_t copied_at_once = 16;  // pieces are copied in steps of this many bytes, beyond their end

}  // namespace

void refuse_to_save(const std::string& file, const std::string& problem) {
    throw FileError(file.empty() ? "the world" : file, 0, 0, "cannot be saved: " + problem);
}

EntityLines::EntityLines(const ecs::World& world, std::string file, PassOn pass_on)
    : world_(world),
      file_(std::move(file)),
      pass_on_(std::move(pass_on)),
      lines_(world.archetype_count()),
      block_(new char[block_bytes]),
      to_(block_.get()) {}

void EntityLines::finish() {
    pass_on_({block_.get(), static_cast<std::size_t>(to_ - block_.get())});
    to_ = block_.get();
}

void EntityLines::make_room(std::size_t bytes) {
    if (static_cast<std::size_t>(block_.get() + block_bytes - to_) < bytes) finish();
}

void EntityLines::write(std::string_view text) {
    make_room(text.size());
    if (text.size() > block_bytes) return pass_on_(text);
    std::memcpy(to_, text.data(), text.size());
    to_ += text.size();
}

void EntityLines::put_piece(std::size_t piece, std::size_t bytes) {
    const char* const from = pieces_.data() + piece;
    for (std::size_t i = 0; i < bytes; i += copied_at_once) std::memcpy(to_ + i, from + i, copied_at_once);
    to_ += bytes;
}

void EntityLines::write(ecs::Entity entity) {
    const ecs::Location place = world_.location(entity);
    const ecs::Archetype& archetype = world_.archetype(place.archetype);
    const Line& line = line_of(archetype);
    make_room(line.max_bytes);
    constexpr std::string_view id = R"({ "id": )", parent = R"(, "parent": )";
    std::memcpy(to_, id.data(), id.size());
    to_ = write_entity(to_ + id.size(), entity);
    if (line.has_name) {
        const std::string_view name = world_.name(entity);
        if (name.size() > JsonReader::longest_string_bytes)
            refuse_to_save(file_, "the name of " + ecs::to_string(entity) + " is longer than 1 MiB");
        long_value_ = R"(, "name": )";
        append_string(long_value_, name);
        write(long_value_);
        make_room(line.max_bytes);
    }
    if (line.has_parent) {
        std::memcpy(to_, parent.data(), parent.size());
        to_ = write_entity(to_ + parent.size(), world_.parent(entity));
    }
    for (const Step& step : line.steps) {
        put_piece(step.piece, step.piece_bytes);
        if (!step.type) return;
        const std::byte* data = archetype.column_data(place.chunk, step.column) + place.row * step.row_bytes;
        if (step.is_short) {
            to_ = write_short_value(to_, step.field->kind, data + step.offset);
        } else {
            put_long_value(entity, step, data);
            make_room(line.max_bytes);
        }
    }
}

void EntityLines::put_long_value(ecs::Entity entity, const Step& step, const void* component) {
    long_value_.clear();
    if (step.field)
        append_field_value(long_value_, *step.field, static_cast<const std::byte*>(component) + step.offset);
    else
        append_value(long_value_, *step.type, component);
    // A short text has no string that is too long.
    if (long_value_.size() > JsonReader::longest_string_bytes) refuse_long_strings(entity, *step.type, component);
    write(long_value_);
}

void EntityLines::refuse_long_strings(ecs::Entity entity, const ecs::ComponentType& type, const void* component) const {
    std::string text;
    append_value(text, type, component);
    try {
        JsonReader(text, {}).skip();
    } catch (const FileError&) {
        refuse_to_save(file_, "a text in " + type.name + " of " + ecs::to_string(entity) + " is longer than 1 MiB");
    }
}

const EntityLines::Line& EntityLines::line_of(const ecs::Archetype& archetype) {
    std::optional<Line>& known = lines_[archetype.id()];
    if (known) return *known;
    Line& line = known.emplace();
    line.has_name = archetype.has(world_.name_id());
    line.has_parent = archetype.has(world_.parent_id());
    const std::span<const ecs::ComponentType* const> types = archetype.types();
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < types.size(); ++c)
        if (types[c]->id != world_.name_id() && types[c]->id != world_.parent_id()) columns.push_back(c);
    std::sort(columns.begin(), columns.end(),
              [&](std::size_t a, std::size_t b) { return types[a]->name < types[b]->name; });

    std::string piece;
    const char* next = R"(, "components": { )";
    for (const std::size_t column : columns) {
        piece += next;
        next = ", ";
        append_string(piece, types[column]->name);
        piece += ": ";
        add_fields(line, piece, archetype, column);
    }
    piece += columns.empty() ? " }" : " } }";
    end_piece(line, piece, {});
    constexpr std::size_t id_and_parent = 96;
    line.max_bytes += id_and_parent;
    return line;
}

void EntityLines::add_fields(Line& line, std::string& piece, const ecs::Archetype& archetype, std::size_t column) {
    const ecs::ComponentType& type = *archetype.types()[column];
    Step step;
    step.type = &type;
    step.column = column;
    step.row_bytes = type.size;
    if (type.opaque_json) return end_piece(line, piece, step);
    const char* next = "{ ";
    for (const ecs::Field& field : type.fields) {
        piece += next;
        next = ", ";
        append_string(piece, field.name);
        piece += ": ";
        step.field = &field;
        step.offset = field.offset;
        step.is_short = field.count == 1 && has_short_values(field.kind);
        end_piece(line, piece, step);
    }
    piece += type.fields.empty() ? "{}" : " }";
}

void EntityLines::end_piece(Line& line, std::string& piece, Step step) {
    step.piece = pieces_.size();
    step.piece_bytes = piece.size();
    pieces_ += piece;
    pieces_.append(copied_at_once, ' ');
    line.max_bytes += piece.size() + copied_at_once + (step.is_short ? longest_short_value : 0);
    line.steps.push_back(step);
    piece.clear();
}

}  // namespace files
