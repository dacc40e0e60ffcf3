// The checks of the doctor that calculate what the world would be like with other types.
#include "ecs/base/language.hpp"
#include "ecs/diagnose/doctor_checks.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ecs::doctor {

namespace {

constexpr std::size_t explosion_from = 16;  // archetypes of the same data
constexpr std::size_t filled_one_in = 4;    // of a full chunk: with more rows per piece, splitting costs little
constexpr std::size_t few_rows = 4;         // in a full-size chunk
constexpr std::size_t slack_one_in = 5;     // of a chunk
constexpr std::size_t gaps_one_in = 5;      // of a component

using Components = std::vector<ComponentId>;

/// The tags that systems ask for. `known` is false when a system does not say what it asks for.
struct AskedFor {
    std::set<ComponentId> components;
    bool known = true;
};

AskedFor asked_for(const Schedule& schedule) {
    AskedFor asked;
    for (const System* system : schedule.systems()) {
        if (system->description.accesses.empty()) asked.known = false;
        for (const SystemAccess& access : system->description.accesses) asked.components.insert(access.component);
    }
    return asked;
}

/// Archetypes of the same data, and the tags that only some of them have.
struct Group {
    std::vector<ArchetypeId> archetypes;
    Components tags;
    std::uint64_t entities = 0;
};

std::vector<Group> groups_of_same_data(const World& world) {
    std::map<Components, std::vector<ArchetypeId>> by_data;
    Components data;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0) continue;
        data.clear();
        for (const ComponentType* type : archetype.types())
            if (!type->is_tag()) data.push_back(type->id);
        by_data[data].push_back(id);
    }
    std::vector<Group> groups;
    for (auto& [same_data, archetypes] : by_data) {
        if (archetypes.size() < explosion_from) continue;
        Group group{std::move(archetypes), {}, 0};
        std::vector<std::size_t> having(world.types().size());
        for (const ArchetypeId id : group.archetypes) {
            group.entities += world.archetype(id).entity_count();
            for (const ComponentType* type : world.archetype(id).types())
                if (type->is_tag()) ++having[type->id];
        }
        for (ComponentId tag = 0; tag < having.size(); ++tag)
            if (having[tag] > 0 && having[tag] < group.archetypes.size()) group.tags.push_back(tag);
        const std::uint64_t capacity = world.archetype(group.archetypes.front()).full_capacity();
        if (group.entities * filled_one_in < capacity * group.archetypes.size()) groups.push_back(std::move(group));
    }
    return groups;
}

/// The result of folding the tags on all entities that have one of them.
struct Fold {
    std::vector<std::pair<std::uint64_t, ArchetypeId>> sources;  // bytes, archetype
    std::uint64_t entities = 0, before_bytes = 0, after_bytes = 0;
    std::size_t targets = 0;
};

Fold fold(const World& world, const Components& tags) {
    std::vector<bool> folded(world.types().size());
    for (const ComponentId tag : tags) folded[tag] = true;
    std::map<Components, std::uint64_t> rows;  // of each resulting archetype
    Components rest;
    Fold result;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0) continue;
        rest.clear();
        for (const ComponentId component : archetype.components())
            if (!folded[component]) rest.push_back(component);
        if (rest.size() == archetype.components().size()) continue;
        rows[rest] += archetype.entity_count();
        result.sources.emplace_back(archetype.bytes(), id);
        result.entities += archetype.entity_count();
        result.before_bytes += archetype.bytes();
    }
    ComponentType fields;  // stands last, like every new type
    fields.size = static_cast<std::uint32_t>(tags.size());
    for (const auto& [components, count] : rows) {
        std::vector<const ComponentType*> types;
        for (const ComponentId component : components) types.push_back(&world.types()[component]);
        types.push_back(&fields);
        const std::size_t block = block_bytes_for(types, count);
        const std::uint64_t capacity = lay_out_chunk(types, block).capacity;
        result.after_bytes += (count + capacity - 1) / capacity * block;
    }
    result.targets = rows.size();
    std::stable_sort(result.sources.begin(), result.sources.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    return result;
}

std::string unused_name(const World& world) {
    std::string name = "Marks";
    for (int number = 2; world.types().find(name); ++number) name = "Marks " + std::to_string(number);
    return name;
}

/// Groups with common tags are one finding, because folding these tags changes all of them.
std::vector<Components> tags_to_fold(std::vector<Group> groups, const AskedFor& asked, bool askable) {
    std::vector<Components> sets;
    for (Group& group : groups) {
        const auto taken = [&](ComponentId tag) { return asked.components.count(tag) != 0; };
        if (!askable) std::erase_if(group.tags, taken);
        if (group.tags.size() < 2) continue;
        Components all = std::move(group.tags);
        for (std::size_t i = 0; i < sets.size();) {
            const bool meets = std::any_of(sets[i].begin(), sets[i].end(), [&](ComponentId tag) {
                return std::find(all.begin(), all.end(), tag) != all.end();
            });
            if (!meets) {
                ++i;
                continue;
            }
            all.insert(all.end(), sets[i].begin(), sets[i].end());
            sets.erase(sets.begin() + static_cast<std::ptrdiff_t>(i));
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        sets.push_back(std::move(all));
    }
    return sets;
}

Finding explosion(const World& world, const Components& tags, const Fold& folded) {
    Finding finding{.shape = Shape::TagExplosion, .confidence = Confidence::Now};
    const std::uint64_t tenths = folded.entities * 10 / folded.sources.size();
    finding.cause = phrase("{} ({}) come and go on their own and split {} into {} of {}.{} each, where {} would do",
                           count_text(tags.size(), "tag", "tags"), list_text(world, tags),
                           count_text(folded.entities, "entity", "entities"),
                           count_text(folded.sources.size(), "archetype", "archetypes"), std::to_string(tenths / 10),
                           std::to_string(tenths % 10), count_text(folded.targets));
    for (const auto& source : folded.sources) finding.archetypes.push_back(source.second);
    finding.components = tags;
    finding.wasted_bytes = folded.before_bytes - folded.after_bytes;
    return finding;
}

/// Bytes of a value with its fields in the best order, the widest first; its present size when that cannot be known.
std::uint32_t tight_size(const ComponentType& type) {
    std::vector<Field> fields = type.fields;
    const StructSize as_it_is = lay_out(fields);
    if (fields.size() < 2 || as_it_is.size != type.size || as_it_is.align != type.align) return type.size;
    std::stable_sort(fields.begin(), fields.end(),
                     [](const Field& a, const Field& b) { return align_of(a) > align_of(b); });
    return lay_out(fields).size;
}

std::string tight_order(const ComponentType& type) {
    std::vector<Field> fields = type.fields;
    std::stable_sort(fields.begin(), fields.end(),
                     [](const Field& a, const Field& b) { return align_of(a) > align_of(b); });
    std::string text;
    for (const Field& field : fields) text += (text.empty() ? "" : ", ") + field.name;
    return text;
}

/// How many bytes smaller `large` must be so that one more row fits.
std::uint32_t bytes_too_many(const Archetype& archetype, const ComponentType& large) {
    ComponentType smaller = large;
    std::vector<const ComponentType*> types(archetype.types().begin(), archetype.types().end());
    types[static_cast<std::size_t>(archetype.column_of(large.id))] = &smaller;
    std::uint32_t low = 0, high = large.size;  // `low` bytes less are not enough
    while (high - low > 1) {
        const std::uint32_t middle = low + (high - low) / 2;
        smaller.size = large.size - middle;
        const bool fits = lay_out_chunk(types, archetype.layout().block_bytes).capacity > archetype.layout().capacity;
        (fits ? high : low) = middle;
    }
    return high;
}

}  // namespace

void find_tag_explosions(const World& world, const Schedule& schedule, std::vector<Finding>& findings) {
    const std::vector<Group> groups = groups_of_same_data(world);
    if (groups.empty()) return;
    const AskedFor asked = asked_for(schedule);
    std::set<ComponentId> mended;
    if (asked.known) {
        for (const Components& tags : tags_to_fold(groups, asked, false)) {
            const Fold folded = fold(world, tags);
            if (folded.before_bytes < folded.after_bytes + min_waste_bytes) continue;
            Finding finding = explosion(world, tags, folded);
            const std::string name = unused_name(world);
            finding.remedy = phrase(
                "Fold the tags into one component, {}, with a yes or no for each: {} an entity, and no archetypes of "
                "their own. No system asks for them",
                name, count_text(tags.size(), "byte", "bytes"));
            FitBlocks left_behind = {};
            for (const ArchetypeId id : finding.archetypes) left_behind.blocks.push_back({id, 0});
            finding.edits = {FoldTags{tags, name, {}}, std::move(left_behind)};
            findings.push_back(std::move(finding));
            mended.insert(tags.begin(), tags.end());
        }
    }
    // Findings that only a person can mend, because code must change, too.
    for (const Components& tags : tags_to_fold(groups, asked, true)) {
        if (std::any_of(tags.begin(), tags.end(), [&](ComponentId tag) { return mended.count(tag) != 0; })) continue;
        const Fold folded = fold(world, tags);
        if (folded.before_bytes < folded.after_bytes + min_waste_bytes) continue;
        Finding finding = explosion(world, tags, folded);
        finding.remedy =
            std::string(tr("By hand: keep them as fields of one component. No edit does it, because ")) +
            (asked.known ? tr("systems ask for some of these tags") : tr("not all systems say what they ask for"));
        findings.push_back(std::move(finding));
    }
}

void find_large_components(const World& world, std::vector<Finding>& findings) {
    for (ComponentId component = 0; component < world.types().size(); ++component) {
        const ComponentType& type = world.types()[component];
        if (type.size < Chunk::full_bytes / (2 * (few_rows + 1))) continue;
        std::vector<std::pair<std::uint64_t, ArchetypeId>> concerned;
        std::uint64_t wasted = 0;
        for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
            const Archetype& archetype = world.archetype(id);
            const ChunkLayout& layout = archetype.layout();
            const bool is_largest =
                archetype.has(component) &&
                std::all_of(archetype.types().begin(), archetype.types().end(),
                            [&](const ComponentType* each) { return each->size < type.size || each == &type; });
            if (!is_largest || archetype.entity_count() == 0 || layout.capacity > few_rows ||
                layout.block_bytes < full_block_bytes(archetype.types()))
                continue;
            const std::uint64_t slack = layout.block_bytes - end_of_columns(archetype.types(), layout);
            if (slack < layout.block_bytes / slack_one_in) continue;
            concerned.emplace_back(slack * archetype.chunk_count(), id);
            wasted += concerned.back().first;
        }
        if (wasted < min_waste_bytes) continue;
        std::stable_sort(concerned.begin(), concerned.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        const Archetype& worst = world.archetype(concerned.front().second);
        const std::uint64_t rows = worst.layout().capacity;
        Finding finding{.shape = Shape::LargeComponent};
        finding.cause = phrase("{} takes {} bytes: {} into a block of {} bytes, and what is left of it holds no other",
                               type.name, count_text(type.size), count_text(rows, "row fits", "rows fit"),
                               count_text(worst.layout().block_bytes));
        for (const auto& each : concerned) finding.archetypes.push_back(each.second);
        finding.components = {component};
        finding.wasted_bytes = wasted;
        finding.remedy = phrase(
            "By hand: make it {} smaller, and {} rows fit; or keep what is large elsewhere and an index to it here",
            count_text(bytes_too_many(worst, type), "byte", "bytes"), count_text(rows + 1));
        findings.push_back(std::move(finding));
    }
}

void find_padded_components(const World& world, std::vector<Finding>& findings) {
    for (ComponentId component = 0; component < world.types().size(); ++component) {
        const ComponentType& type = world.types()[component];
        const std::uint32_t tight = tight_size(type), gaps = type.size - tight;
        if (gaps == 0 || gaps < type.size / gaps_one_in) continue;
        std::vector<std::pair<std::uint64_t, ArchetypeId>> concerned;
        std::uint64_t rows = 0;
        for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
            const Archetype& archetype = world.archetype(id);
            if (archetype.entity_count() == 0 || !archetype.has(component)) continue;
            concerned.emplace_back(archetype.entity_count(), id);
            rows += archetype.entity_count();
        }
        if (rows * gaps < min_waste_bytes) continue;
        std::stable_sort(concerned.begin(), concerned.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        Finding finding{.shape = Shape::PaddedComponent};
        finding.cause =
            phrase("The fields of {} stand in an order that leaves gaps: {} of the {} of each value, {}", type.name,
                   count_text(gaps, "byte", "bytes"), count_text(type.size), count_text(rows, "time", "times"));
        for (const auto& each : concerned) finding.archetypes.push_back(each.second);
        finding.components = {component};
        finding.wasted_bytes = rows * gaps;
        finding.remedy = phrase("By hand: declare the fields in the order {}, and a value takes {}", tight_order(type),
                                count_text(tight, "byte", "bytes"));
        findings.push_back(std::move(finding));
    }
}

}  // namespace ecs::doctor
