#include "panels/chunk_bytes/byte_tooltip.hpp"

#include <algorithm>
#include <cstddef>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/value_text.hpp"

namespace panels {

namespace {

using ecs::ByteRole;

constexpr std::size_t hex_shown_max = 16;
constexpr std::uintptr_t memory_page_bytes = 4096;

/// Line, page and address of the byte.
std::string place_in_memory(const ChunkInView& in, std::uint32_t byte) {
    const auto address = reinterpret_cast<std::uintptr_t>(in.block.at(byte));
    return phrase("line {}, byte {} of it\naddress {}, page {}", format_count(byte / BlockGrid::cache_line_bytes),
                  std::to_string(address % BlockGrid::cache_line_bytes), format_hex(address),
                  format_hex(address / memory_page_bytes * memory_page_bytes));
}

void say_where(const ChunkInView& in, const ecs::ByteSpan& span, std::uint32_t byte) {
    const Style& style = in.context.style;
    quiet_text(style, bytes_from_to({span.offset, span.offset + span.size}));
    if (byte != span.offset) quiet_text(style, phrase("pointing at byte {}", format_count(byte)));
    quiet_text(style, place_in_memory(in, byte));
}

void say_hex(const ChunkInView& in, const ecs::ByteSpan& span, std::uint32_t byte) {
    // A long span starts with the byte under the mouse.
    const std::uint32_t from = span.size > hex_shown_max ? byte : span.offset;
    mono_text(in.context.style, hex_bytes(in.block.at(from), span.offset + span.size - from, hex_shown_max));
}

void say_changes(const ChunkInView& in, const ChunkChanges& changes, const ecs::ByteSpan& span) {
    std::uint32_t changed = 0;
    for (std::uint32_t byte = span.offset; byte < span.offset + span.size; ++byte) changed += changes.has(byte) ? 1 : 0;
    if (changed == 0) return;
    const std::string when = changes.ticks() == 0 ? tr("edited, no tick ran")
                             : changes.ticks() == 1
                                 ? tr("changed in the last tick")
                                 : phrase("changed in the last {}", format_count(changes.ticks(), "tick"));
    colored_text(in.context.style.theme->warn, phrase("{} of it {}", format_count(changed, "byte"), when));
}

void explain_padding(const ChunkInView& in, const ecs::ByteSpan& span) {
    const Style& style = in.context.style;
    if (in.in_use(span))
        quiet_text(style, phrase("inside of {}, so that its fields lie at multiples of their size",
                                 std::string(name_of_column(in.archetype, span.column))));
    else if (span.column != ecs::no_column)
        quiet_text(style, phrase("so that {} starts at a multiple of {}",
                                 std::string(name_of_column(in.archetype, span.column)),
                                 format_count(std::max(16u, in.type_of(span.column).align))));
}

void explain_unused(const ChunkInView& in, const ecs::ByteSpan& span) {
    const Style& style = in.context.style;
    if (span.row < 0) {
        ImGui::TextUnformatted(tr("Behind the last column"));
        return quiet_text(style, tr("too few bytes for one more row"));
    }
    ImGui::TextUnformatted(tr("Not in use"));
    quiet_text(style, phrase("Room for {} of {}. Its bytes have no meaning",
                             format_count(in.block.capacity - in.block.rows, "more row"),
                             std::string(name_of_column(in.archetype, span.column))));
}

void explain_value(const ChunkInView& in, const ecs::ByteSpan& span) {
    std::string what = tr("Entity id");
    if (span.role == ByteRole::Field) {
        const ecs::ComponentType& type = in.type_of(span.column);
        what = short_name(type.name);
        if (span.field >= 0) what += '.' + type.fields[static_cast<std::size_t>(span.field)].name;
    }
    const std::string value = value_of_span(in, span);
    if (!value.empty()) what += " = " + value;
    ImGui::TextUnformatted(what.c_str());
}

}  // namespace

std::array<HeaderPart, 8> header_parts(const ecs::Chunk& block) {
    const auto part = [](const char* name, std::size_t offset, std::size_t size, std::string value) {
        const auto begin = static_cast<std::uint32_t>(offset);
        return HeaderPart{name, {begin, begin + static_cast<std::uint32_t>(size)}, std::move(value)};
    };
    using ecs::Chunk;
    return {
        part("id", offsetof(Chunk, id), sizeof block.id, std::to_string(block.id)),
        part("archetype", offsetof(Chunk, archetype), sizeof block.archetype, std::to_string(block.archetype)),
        part("position", offsetof(Chunk, position), sizeof block.position, format_count(block.position)),
        part("rows", offsetof(Chunk, rows), sizeof block.rows, format_count(block.rows)),
        part("capacity", offsetof(Chunk, capacity), sizeof block.capacity, format_count(block.capacity)),
        part("block bytes", offsetof(Chunk, block_bytes), sizeof block.block_bytes, format_count(block.block_bytes)),
        part("versions", offsetof(Chunk, versions), sizeof block.versions, "at " + format_address(block.versions)),
        part("made at tick", offsetof(Chunk, made_at_tick), sizeof block.made_at_tick,
             format_count(block.made_at_tick))};
}

std::string value_of_span(const ChunkInView& in, const ecs::ByteSpan& span) {
    if (!in.in_use(span)) return {};
    if (span.role == ByteRole::Entity) return ecs::to_string(in.block.entities()[static_cast<std::size_t>(span.row)]);
    if (span.role != ByteRole::Field || span.field < 0) return {};
    const ecs::Field& field = in.type_of(span.column).fields[static_cast<std::size_t>(span.field)];
    return field_text_with_unit(in.context.world, field, in.component_at(span));
}

void byte_tooltip(const ChunkInView& in, const ChunkChanges& changes, const ecs::ByteSpan& span, std::uint32_t byte) {
    const Style& style = in.context.style;
    switch (span.role) {
        case ByteRole::Header: {
            ImGui::TextUnformatted(tr("Header of the chunk"));
            for (const HeaderPart& part : header_parts(in.block))
                if (byte >= part.bytes.begin && byte < part.bytes.end)
                    quiet_text(style, part.name + (" = " + part.value));
            break;
        }
        case ByteRole::Padding:
            ImGui::TextUnformatted(tr("Padding"));
            explain_padding(in, span);
            break;
        case ByteRole::Unused:
            explain_unused(in, span);
            break;
        case ByteRole::Entity:
        case ByteRole::Field:
            explain_value(in, span);
            break;
    }
    say_hex(in, span, byte);
    say_changes(in, changes, span);
    const bool value = span.role == ByteRole::Entity || span.role == ByteRole::Field;
    if (value) quiet_text(style, phrase("row {}", format_count(static_cast<std::uint64_t>(span.row))));
    say_where(in, span, byte);
    if (!value) return;
    ImGui::Separator();
    entity_tooltip(in.context, in.block.entities()[static_cast<std::size_t>(span.row)]);
}

}  // namespace panels
