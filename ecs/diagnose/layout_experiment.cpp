#include "ecs/diagnose/layout_experiment.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "ecs/world/query.hpp"

namespace ecs {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double min_run_ns = 300'000;  // so long that reading the clock does not matter
constexpr std::size_t max_passes = 1u << 20;
constexpr std::uint32_t line_bytes = 64;

std::uint64_t read_strided(const std::byte* first, std::size_t stride, std::size_t rows, std::uint32_t size) {
    std::uint64_t sum = 0;
    if (size >= 8) {
        for (std::size_t row = 0; row < rows; ++row, first += stride) {
            std::uint64_t value;
            std::memcpy(&value, first, 8);
            sum += value;
        }
    } else if (size >= 4) {
        for (std::size_t row = 0; row < rows; ++row, first += stride) {
            std::uint32_t value;
            std::memcpy(&value, first, 4);
            sum += value;
        }
    } else {
        for (std::size_t row = 0; row < rows; ++row, first += stride) sum += std::to_integer<std::uint8_t>(*first);
    }
    return sum;
}

/// Calls `visit(archetype)` for archetypes with rows that have all of the components.
template <class F>
void each_archetype(const World& world, const std::vector<ComponentId>& components, F&& visit) {
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        const bool has_all = std::all_of(components.begin(), components.end(),
                                         [&](ComponentId component) { return archetype.has(component); });
        if (archetype.entity_count() > 0 && has_all) visit(archetype);
    }
}

}  // namespace

std::string why_not(const TypeRegistry& types, const FieldSplit& split) {
    if (split.component >= types.size()) return "no component was given";
    const ComponentType& type = types[split.component];
    if (type.fields.empty()) return type.name + " has no fields";
    if (!type.trivial) return type.name + " has fields that cannot be copied byte by byte";
    std::vector<bool> named(type.fields.size());
    for (const auto& part : split.parts) {
        if (part.empty()) return "a part has no fields";
        for (const std::uint32_t field : part) {
            if (field >= type.fields.size()) return type.name + " has no field number " + std::to_string(field);
            if (named[field]) return type.fields[field].name + " stands in two parts";
            named[field] = true;
        }
    }
    for (std::size_t field = 0; field < named.size(); ++field)
        if (!named[field]) return type.fields[field].name + " stands in no part";
    return {};
}

std::vector<ComponentType> types_of(const TypeRegistry& types, const FieldSplit& split) {
    const ComponentType& whole = types[split.component];
    std::vector<ComponentType> result;
    for (const auto& part : split.parts) {
        ComponentType& type = result.emplace_back();
        std::string name = whole.name + " (part " + std::to_string(result.size()) + ")";
        while (types.find(name)) name += '\'';
        type.name = std::move(name);
        for (const std::uint32_t field : part) type.fields.push_back(whole.fields[field]);
        const StructSize size = lay_out(type.fields);
        type.align = size.align;
        type.size = (size.size + size.align - 1) / size.align * size.align;
    }
    return result;
}

std::vector<ComponentId> split_fields(World& world, const FieldSplit& split) {
    std::vector<ComponentId> parts;
    for (ComponentType& type : types_of(world.types(), split))
        parts.push_back(*world.types().add_at_run_time(std::move(type)));
    const ComponentType& whole = world.types()[split.component];

    std::vector<Entity> entities;
    each_archetype(world, {split.component}, [&](const Archetype& archetype) {
        // From the last row on, so that no hole must be filled.
        for (std::size_t c = archetype.chunk_count(); c-- > 0;) {
            const std::span<const Entity> rows = archetype.chunk(c).entities();
            entities.insert(entities.end(), rows.rbegin(), rows.rend());
        }
    });
    std::vector<std::byte> value(whole.size);
    for (const Entity entity : entities) {
        std::memcpy(value.data(), world.get(entity, whole.id), whole.size);
        world.change(entity, std::array{whole.id}, parts);
        for (std::size_t p = 0; p < parts.size(); ++p) {
            auto* part = static_cast<std::byte*>(world.get_mut(entity, parts[p]));
            const std::vector<Field>& fields = world.types()[parts[p]].fields;
            for (std::size_t f = 0; f < fields.size(); ++f) {
                const Field& from = whole.fields[split.parts[p][f]];
                std::memcpy(part + fields[f].offset, value.data() + from.offset, from.size_bytes());
            }
        }
    }
    return parts;
}

Spread spread_of(std::vector<double> runs) {
    if (runs.empty()) return {};
    std::sort(runs.begin(), runs.end());
    const std::size_t outermost = runs.size() >= 5 ? 1 : 0, middle = runs.size() / 2;
    const double median = runs.size() % 2 == 1 ? runs[middle] : (runs[middle - 1] + runs[middle]) / 2;
    return {median, runs[outermost], runs[runs.size() - 1 - outermost]};
}

LayoutExperiment::LayoutExperiment(const Snapshot& snapshot, FieldSplit split, std::vector<std::uint32_t> read) {
    Side& before = sides_[0];
    Side& after = sides_[1];
    before.world = snapshot.make_world();
    after.world = snapshot.make_world();
    const std::vector<ComponentId> parts = split_fields(*after.world, split);
    for (const std::uint32_t number : read) {
        const Field& field = before.world->types()[split.component].fields[number];
        before.readings.push_back({split.component, field.offset, static_cast<std::uint32_t>(field.size_bytes())});
        for (std::size_t p = 0; p < parts.size(); ++p) {
            const auto found = std::find(split.parts[p].begin(), split.parts[p].end(), number);
            if (found == split.parts[p].end()) continue;
            const Field& moved =
                after.world->types()[parts[p]].fields[static_cast<std::size_t>(found - split.parts[p].begin())];
            after.readings.push_back({parts[p], moved.offset, static_cast<std::uint32_t>(moved.size_bytes())});
        }
    }
    count_facts(before, {split.component});
    count_facts(after, parts);
    if (before.facts.entities == 0) return;
    for (Side& side : sides_) find_strips(side);
    // Both sides do the same number of passes: as many as the faster one needs.
    for (const Side& side : sides_) measure(side);
    for (const Side& side : sides_) {
        const double pass_ns = measure(side) * static_cast<double>(side.facts.entities);
        const auto needed = static_cast<std::size_t>(min_run_ns / std::max(pass_ns, 1.0)) + 1;
        passes_ = std::clamp(needed, passes_, max_passes);
    }
}

LayoutExperiment::~LayoutExperiment() = default;

void LayoutExperiment::count_facts(Side& side, const std::vector<ComponentId>& components) {
    const World& world = *side.world;
    LayoutFacts& facts = side.facts;
    for (const ComponentId component : components) facts.value_bytes += world.types()[component].size;
    std::size_t largest = 0;
    each_archetype(world, components, [&](const Archetype& archetype) {
        facts.entities += archetype.entity_count();
        facts.chunks += archetype.chunk_count();
        facts.bytes += archetype.bytes();
        if (archetype.entity_count() > largest) {
            largest = archetype.entity_count();
            facts.rows_a_chunk = archetype.full_capacity();
        }
        for (std::size_t c = 0; c < archetype.chunk_count(); ++c) {
            std::vector<bool> touched((archetype.layout().block_bytes + line_bytes - 1) / line_bytes);
            for (const Reading& reading : side.readings) {
                const auto column = static_cast<std::size_t>(archetype.column_of(reading.component));
                const std::uint32_t start = archetype.layout().offsets[column] + reading.offset;
                const std::uint32_t stride = archetype.types()[column]->size;
                for (std::uint32_t row = 0; row < archetype.chunk(c).rows; ++row) {
                    const std::uint32_t first = start + row * stride;
                    for (std::uint32_t line = first / line_bytes; line <= (first + reading.size - 1) / line_bytes;
                         ++line)
                        touched[line] = true;
                }
            }
            facts.lines += static_cast<std::uint64_t>(std::count(touched.begin(), touched.end(), true));
        }
    });
}

void LayoutExperiment::find_strips(Side& side) {
    std::vector<ComponentId> components;
    for (const Reading& reading : side.readings) components.push_back(reading.component);
    each_archetype(*side.world, components, [&](const Archetype& archetype) {
        for (std::size_t c = 0; c < archetype.chunk_count(); ++c)
            for (const Reading& reading : side.readings) {
                const auto column = static_cast<std::size_t>(archetype.column_of(reading.component));
                const std::byte* values = archetype.column_data(c, column) + reading.offset;
                for (std::uint32_t at = 0; at < reading.size; at += 8)
                    side.strips.push_back({values + at, archetype.types()[column]->size, archetype.chunk(c).rows,
                                           std::min(reading.size - at, 8u)});
            }
    });
}

double LayoutExperiment::measure(const Side& side) const {
    std::uint64_t sum = 0;
    const Clock::time_point start = Clock::now();
    for (std::size_t pass = 0; pass < passes_; ++pass)
        for (const Strip& strip : side.strips) sum += read_strided(strip.first, strip.stride, strip.rows, strip.size);
    const std::chrono::duration<double, std::nano> spent = Clock::now() - start;
    const volatile std::uint64_t kept = sum;  // the compiler must not drop the loop
    (void)kept;
    const auto visits = static_cast<double>(passes_) * static_cast<double>(side.facts.entities);
    return spent.count() / std::max(visits, 1.0);
}

bool LayoutExperiment::step() {
    if (runs_done() >= run_count || sides_[0].facts.entities == 0) return false;
    // The first side changes from run to run, so that neither always comes second.
    const std::size_t first = runs_done() % 2;
    const double one = measure(sides_[first]), other = measure(sides_[1 - first]);
    sides_[first].runs.push_back(one);
    sides_[1 - first].runs.push_back(other);
    return runs_done() < run_count;
}

LayoutExperiment::Verdict LayoutExperiment::verdict_of(const Spread& before, const Spread& after) {
    if (after.high_ns < before.low_ns) return Verdict::AfterFaster;
    if (before.high_ns < after.low_ns) return Verdict::BeforeFaster;
    return Verdict::NoWinner;
}

LayoutExperiment::Verdict LayoutExperiment::verdict() const {
    if (runs_done() < run_count) return Verdict::Unknown;
    return verdict_of(time_before(), time_after());
}

}  // namespace ecs
