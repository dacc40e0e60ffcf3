#include "figures/world/figure.hpp"

#include "ecs/base/language.hpp"

#include <algorithm>

#include "ecs/base/assert.hpp"
#include "figures/drawing/format.hpp"
#include "figures/drawing/value_text.hpp"
#include "figures/world/figure_parts.hpp"
#include "figures/world/occupancy.hpp"

namespace figures {

const FigureDescriptor& descriptor_of(FigureKind kind) {
    for (const FigureDescriptor& each : all_figures())
        if (each.kind == kind) return each;
    ecs::fail("figure_list.cpp must have a row for each FigureKind");
    return all_figures().front();
}

const FigureDescriptor* figure_named(std::string_view name) {
    for (const FigureDescriptor& each : all_figures())
        if (each.name == name) return &each;
    return nullptr;
}

TrafficTaken take_traffic(const ecs::Traffic& traffic) {
    return {traffic.edges(), traffic.ticks_seen(), traffic.missed()};
}

std::string why_not(const Subject& subject, const FigureRequest& request) {
    return descriptor_of(request.kind).why_not(subject, request);
}

Drawing make_drawing(const Subject& subject, const FigureRequest& request, std::string_view source) {
    const ecs::InEnglish files_are_english;
    if (subject.note.empty()) return descriptor_of(request.kind).draw(subject, request, source);
    return descriptor_of(request.kind).draw(subject, request, subject.note + " · " + std::string(source));
}

namespace {

/// The table with one more column, which says the same in each line.
std::string with_note(const std::string& csv, std::string_view note) {
    std::string quoted = "\"";
    for (const char each : note) quoted.append(each == '"' ? 2 : 1, each);
    quoted += '"';
    std::string text;
    bool in_quotes = false, first = true;
    for (const char each : csv) {
        if (each == '"') in_quotes = !in_quotes;
        if (each == '\n' && !in_quotes) {
            text.append(",").append(first ? "note" : quoted);
            first = false;
        }
        text += each;
    }
    return text;
}

}  // namespace

std::string make_csv(const Subject& subject, const FigureRequest& request) {
    const ecs::InEnglish files_are_english;
    const std::string csv = descriptor_of(request.kind).csv(subject, request);
    return subject.note.empty() ? csv : with_note(csv, subject.note);
}

const ecs::Archetype* archetype_of(const Subject& subject, const FigureRequest& request) {
    return request.archetype == ecs::no_archetype ? nullptr : &subject.world.archetype(request.archetype);
}

std::string why_no_chunks(const Subject& subject, const FigureRequest& request) {
    const ecs::World& world = subject.world;
    const FigureDescriptor& figure = descriptor_of(request.kind);
    if (request.archetype == ecs::no_archetype) {
        if (figure.needs_archetype()) return "this view shows one archetype: choose one";
        for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
            if (world.archetype(id).chunk_count() > 0) return {};
        return "the world has no chunks yet";
    }
    if (request.archetype >= world.archetype_count()) return "there is no such archetype";
    const std::size_t chunks = world.archetype(request.archetype).chunk_count();
    if (chunks == 0) return "the archetype has no chunks now";
    if (figure.scope == FigureScope::Chunk && request.chunk >= chunks)
        return "there is no chunk " + std::to_string(request.chunk) + ": the archetype has " +
               format_count(chunks, "chunk") + ", counted from 0";
    return {};
}

std::vector<ArchetypeShare> archetypes_by_bytes(const ecs::World& world) {
    std::vector<ArchetypeShare> shares;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).chunk_count() > 0)
            shares.push_back({&world.archetype(id), role_bytes(world.archetype(id))});
    std::stable_sort(shares.begin(), shares.end(), [](const ArchetypeShare& a, const ArchetypeShare& b) {
        return a.archetype->bytes() > b.archetype->bytes();
    });
    return shares;
}

std::vector<const ecs::ComponentType*> telling_order(const ecs::World& world, const ecs::Archetype& archetype) {
    std::vector<const ecs::ComponentType*> types(archetype.types().begin(), archetype.types().end());
    const auto rank = [&](const ecs::ComponentType* type) {
        if (type->id == world.name_id() || type->id == world.parent_id()) return 2;
        return type->is_tag() ? 0 : 1;
    };
    std::stable_sort(types.begin(), types.end(), [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
    return types;
}

std::string telling_name(const ecs::World& world, const ecs::Archetype& archetype) {
    std::string name;
    for (const ecs::ComponentType* type : telling_order(world, archetype))
        name.append(name.empty() ? "" : ", ").append(short_name(type->name));
    return name.empty() ? "no components" : name;
}

std::vector<OccupancyBin> occupancy_bins(const ecs::World& world, const ecs::Archetype* archetype) {
    std::vector<OccupancyBin> bins;
    for (std::size_t bin = 0; bin < occupancy_bin_count; ++bin) bins.push_back({occupancy_bin_name(bin)});
    const auto count = [&](const ecs::Archetype& each) {
        for (std::size_t position = 0; position < each.chunk_count(); ++position) {
            const ecs::Chunk& chunk = each.chunk(position);
            OccupancyBin& bin = bins[occupancy_bin(chunk.rows, chunk.capacity)];
            ++bin.chunks;
            bin.rows += chunk.rows;
            bin.capacity += chunk.capacity;
            bin.bytes += chunk.block_bytes;
        }
    };
    if (archetype) {
        count(*archetype);
    } else {
        for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) count(world.archetype(id));
    }
    return bins;
}

std::string percent_of(std::uint64_t part, std::uint64_t whole) {
    return format_percent(whole == 0 ? 0 : as_double(part) / as_double(whole));
}

std::string shares_text(const RoleBytes& bytes) {
    const std::uint64_t total = bytes.total();
    return percent_of(bytes.used(), total) + " used, " + percent_of(bytes[ecs::ByteRole::Padding], total) +
           " padding, " + percent_of(bytes[ecs::ByteRole::Unused], total) + " unused";
}

}  // namespace figures
