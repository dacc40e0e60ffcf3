#include "figures/views/figure.hpp"

#include <algorithm>

#include "ecs/diagnose/cache_lines.hpp"
#include "figures/drawing/format.hpp"
#include "figures/drawing/value_text.hpp"
#include "figures/views/occupancy.hpp"
#include "figures/views/views.hpp"

namespace figures {

namespace {

const ecs::Archetype* archetype_of(const ecs::World& world, const FigureRequest& request) {
    return request.archetype == ecs::no_archetype ? nullptr : &world.archetype(request.archetype);
}

/// Those of the system, and what the model says of them is about this archetype.
std::string why_no_lines(const Subject& subject, const FigureRequest& request) {
    const ecs::System* system = subject.schedule ? subject.schedule->find(request.system) : nullptr;
    if (!system) return "this view shows the lines of one system: choose one";
    const ecs::Archetype& archetype = subject.world.archetype(request.archetype);
    const ecs::ChunkUse use =
        ecs::cache_lines_of(archetype, {0, archetype.chunk(request.chunk).rows}, system->description.accesses);
    if (use.counts.lines == 0) return request.system + " declares no component with bytes in this chunk";
    return {};
}

std::string why_no_move(const ecs::World& world, const FigureRequest& request) {
    if (!request.operation) return "there is no structural change to show: run some ticks, or edit";
    for (const ecs::StructuralChange& change : request.operation->changes) {
        for (const ecs::ArchetypeId id : {change.from.archetype, change.to.archetype})
            if (id != ecs::no_archetype && id >= world.archetype_count()) return "the change is of another world";
        if (change.kind == ecs::ChangeKind::Restored) return "the whole world was put back at once: no row moved";
    }
    return {};
}

std::string why_no_layout(const ecs::World& world, const FigureRequest& request) {
    if (request.components.empty()) return "this view lays out components: choose some";
    for (const ecs::ComponentId id : request.components)
        if (id >= world.types().size()) return "there is no such component";
    return {};
}

}  // namespace

std::string_view name_of(FigureKind view) {
    static constexpr std::array<std::string_view, figure_kinds.size()> names{
        "archetypes", "treemap", "histogram", "map", "chunk", "table", "lines", "traffic", "move", "doctor", "layout"};
    return names[static_cast<std::size_t>(view)];
}

std::optional<FigureKind> figure_kind_named(std::string_view name) {
    for (const FigureKind view : figure_kinds)
        if (name_of(view) == name) return view;
    return std::nullopt;
}

bool needs_archetype(FigureKind view) { return view == FigureKind::Map || shows_chunk(view); }
bool shows_chunk(FigureKind view) {
    return view == FigureKind::Chunk || view == FigureKind::Table || view == FigureKind::Lines;
}

TrafficTaken take_traffic(const ecs::Traffic& traffic) {
    return {traffic.edges(), traffic.ticks_seen(), traffic.missed()};
}

std::string why_not(const Subject& subject, const FigureRequest& request) {
    const ecs::World& world = subject.world;
    switch (request.view) {
        case FigureKind::Traffic:
            return request.traffic.edges.empty() ? "no row moved in the ticks that were counted" : "";
        case FigureKind::Move:
            return why_no_move(world, request);
        case FigureKind::Layout:
            return why_no_layout(world, request);
        case FigureKind::Doctor:
            return subject.schedule ? "" : "the doctor asks which systems there are";
        default:
            break;
    }
    if (request.archetype == ecs::no_archetype) {
        if (needs_archetype(request.view)) return "this view shows one archetype: choose one";
        for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
            if (world.archetype(id).chunk_count() > 0) return {};
        return "the world has no chunks yet";
    }
    if (request.archetype >= world.archetype_count()) return "there is no such archetype";
    const std::size_t chunks = world.archetype(request.archetype).chunk_count();
    if (chunks == 0) return "the archetype has no chunks now";
    if (shows_chunk(request.view) && request.chunk >= chunks)
        return "there is no chunk " + std::to_string(request.chunk) + ": the archetype has " +
               format_count(chunks, "chunk") + ", counted from 0";
    return request.view == FigureKind::Lines ? why_no_lines(subject, request) : std::string();
}

Drawing make_drawing(const Subject& subject, const FigureRequest& request, std::string_view source) {
    const ecs::World& world = subject.world;
    const ecs::Archetype* archetype = archetype_of(world, request);
    switch (request.view) {
        case FigureKind::Archetypes:
            break;
        case FigureKind::Treemap:
            return draw_treemap(world, source);
        case FigureKind::Histogram:
            return draw_histogram(world, archetype, source);
        case FigureKind::Map:
            return draw_chunk_map(world, *archetype, source);
        case FigureKind::Chunk:
            return draw_chunk_bytes(world, *archetype, request.chunk, source);
        case FigureKind::Table:
            return draw_table_steps(world, *archetype, request.chunk, source);
        case FigureKind::Lines:
            return draw_line_use(subject, request, source);
        case FigureKind::Traffic:
            return draw_traffic(subject, request.traffic, source);
        case FigureKind::Move:
            return draw_move(world, *request.operation, source);
        case FigureKind::Doctor:
            return draw_doctor(subject, source);
        case FigureKind::Layout:
            return draw_layout(world, request, source);
    }
    return draw_archetype_board(world, source);
}

std::string make_csv(const Subject& subject, const FigureRequest& request) {
    const ecs::World& world = subject.world;
    const ecs::Archetype* archetype = archetype_of(world, request);
    switch (request.view) {
        case FigureKind::Archetypes:
        case FigureKind::Treemap:
            break;
        case FigureKind::Histogram:
            return histogram_csv(world, archetype);
        case FigureKind::Map:
            return chunk_map_csv(*archetype);
        case FigureKind::Chunk:
        case FigureKind::Table:
            return chunk_bytes_csv(*archetype, request.chunk);
        case FigureKind::Lines:
            return line_use_csv(subject, request);
        case FigureKind::Traffic:
            return traffic_csv(world, request.traffic);
        case FigureKind::Move:
            return move_csv(world, *request.operation);
        case FigureKind::Doctor:
            return doctor_csv(subject);
        case FigureKind::Layout:
            return layout_csv(world, request);
    }
    return archetypes_csv(world);
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
