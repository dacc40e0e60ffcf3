#include "ecs/diagnose/doctor.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

#include "ecs/base/language.hpp"
#include "ecs/diagnose/doctor_checks.hpp"

namespace ecs {

namespace {

using doctor::count_text;
using doctor::list_text;

constexpr std::size_t crowd_from = 32;       // so many small archetypes are a crowd
constexpr std::size_t few_entities = 4;      // at most so many entities in a small archetype
constexpr std::size_t roomy_from = 4;        // times as large as its rows need; below that, a world may grow and shrink
constexpr std::size_t scattered_one_in = 8;  // of the reserved bytes

std::uint64_t needed_bytes(const Archetype& archetype) {
    return block_bytes_for(archetype.types(), archetype.entity_count());
}

bool has_one_block(const Archetype& archetype) { return archetype.chunk_count() == 1; }

/// The archetypes concerned, each with its waste.
class Concerned {
public:
    void add(const Archetype& archetype, std::uint64_t wasted) {
        list_.push_back({wasted, archetype.id()});
        wasted_ += wasted;
    }
    std::size_t size() const { return list_.size(); }
    std::uint64_t wasted() const { return wasted_; }
    std::vector<ArchetypeId> by_waste() {
        std::stable_sort(list_.begin(), list_.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        std::vector<ArchetypeId> ids;
        ids.reserve(list_.size());
        for (const auto& [wasted, id] : list_) ids.push_back(id);
        return ids;
    }

private:
    std::vector<std::pair<std::uint64_t, ArchetypeId>> list_;
    std::uint64_t wasted_ = 0;
};

/// Whether the components of `less` are those of `archetype` without `left_out`.
bool is_without(const Archetype& less, const Archetype& archetype, ComponentId left_out) {
    if (less.components().size() + 1 != archetype.components().size()) return false;
    auto each = less.components().begin();
    for (const ComponentId component : archetype.components())
        if (component != left_out && *each++ != component) return false;
    return true;
}

/// The empty archetypes that keep a block. The flag of each says whether it lies one step before an archetype with
/// entities, or before another such empty archetype.
std::vector<bool> steps_before_others(const World& world) {
    std::vector<ArchetypeId> largest_first(world.archetype_count());
    std::iota(largest_first.begin(), largest_first.end(), ArchetypeId{0});
    const auto component_count = [&](ArchetypeId id) { return world.archetype(id).components().size(); };
    std::stable_sort(largest_first.begin(), largest_first.end(),
                     [&](ArchetypeId a, ArchetypeId b) { return component_count(a) > component_count(b); });
    // Archetypes are found by a sum over their components, from which one component is easily subtracted: there may
    // be ten thousand archetypes.
    const auto share_of = [](ComponentId component) {
        std::uint64_t bits = (std::uint64_t{component} + 1) * 0x9e3779b97f4a7c15u;
        bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;  // mixed, else equal sums of ids would collide
        return bits ^ bits >> 31;
    };
    const auto sum_of = [&](const Archetype& archetype) {
        std::uint64_t sum = 0;
        for (const ComponentId component : archetype.components()) sum += share_of(component);
        return sum;
    };
    std::unordered_multimap<std::uint64_t, ArchetypeId> empty;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).entity_count() == 0) empty.emplace(sum_of(world.archetype(id)), id);

    std::vector<bool> passed(world.archetype_count());
    for (const ArchetypeId id : largest_first) {
        const Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0 && !passed[id]) continue;
        const std::uint64_t sum = sum_of(archetype);
        for (const ComponentId left_out : archetype.components()) {
            const auto [first, last] = empty.equal_range(sum - share_of(left_out));
            for (auto before = first; before != last; ++before)
                if (is_without(world.archetype(before->second), archetype, left_out)) passed[before->second] = true;
        }
    }
    return passed;
}

FitBlocks give_back(const std::vector<ArchetypeId>& archetypes) {
    FitBlocks edit;
    for (const ArchetypeId id : archetypes) edit.blocks.push_back({id, 0});
    return edit;
}

void find_empty(const World& world, std::vector<Finding>& findings) {
    const auto has_block = [](const Archetype& archetype) {
        return archetype.entity_count() == 0 && archetype.chunk_count() > 0;
    };
    std::uint64_t bytes = 0;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (has_block(world.archetype(id))) bytes += world.archetype(id).bytes();
    if (bytes < min_waste_bytes) return;

    const std::vector<bool> passed = steps_before_others(world);
    Concerned steps, emptied;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (has_block(archetype)) (passed[id] ? steps : emptied).add(archetype, archetype.bytes());
    }
    if (steps.wasted() >= min_waste_bytes) {
        Finding finding{.shape = Shape::PassedThrough, .confidence = Confidence::Likely};
        finding.cause = phrase(
            "Entities got their components one at a time and left {} behind on the way; each keeps a block for the "
            "next one to pass",
            count_text(steps.size(), "archetype", "archetypes"));
        finding.archetypes = steps.by_waste();
        finding.wasted_bytes = steps.wasted();
        finding.remedy =
            tr("Give back the blocks of the archetypes that stand empty; and create entities with all of "
               "their components at once, then they never come to be");
        finding.edits = {give_back(finding.archetypes)};
        findings.push_back(std::move(finding));
    }
    if (emptied.wasted() >= min_waste_bytes) {
        Finding finding{.shape = Shape::Emptied};
        finding.cause = phrase("All entities of {} are gone; each keeps a block for the next one to come",
                               count_text(emptied.size(), "archetype", "archetypes"));
        finding.archetypes = emptied.by_waste();
        finding.wasted_bytes = emptied.wasted();
        finding.remedy = tr("Give back the blocks of the archetypes that stand empty");
        finding.edits = {give_back(finding.archetypes)};
        findings.push_back(std::move(finding));
    }
}

void find_roomy_blocks(const World& world, std::vector<Finding>& findings) {
    Concerned roomy;
    std::uint64_t rows = 0, room = 0;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0 || !has_one_block(archetype)) continue;
        const std::uint64_t needed = needed_bytes(archetype);
        if (archetype.bytes() < roomy_from * needed) continue;
        roomy.add(archetype, archetype.bytes() - needed);
        rows += archetype.entity_count();
        room += archetype.layout().capacity;
    }
    if (roomy.wasted() < min_waste_bytes) return;
    Finding finding{.shape = Shape::RoomyBlock};
    finding.cause = phrase("Most entities of {} left: {}{} where {} fit, and a block does not shrink by itself",
                           count_text(roomy.size(), "archetype", "archetypes"), count_text(rows),
                           (rows == 1 ? tr(" row stands") : tr(" rows stand")), count_text(room));
    finding.archetypes = roomy.by_waste();
    finding.wasted_bytes = roomy.wasted();
    finding.remedy = tr("Move the rows into the smallest blocks that hold them");
    FitBlocks edit;
    for (const ArchetypeId id : finding.archetypes)
        edit.blocks.push_back({id, static_cast<std::uint32_t>(needed_bytes(world.archetype(id)))});
    finding.edits = {std::move(edit)};
    findings.push_back(std::move(finding));
}

void find_small_archetypes(const World& world, std::vector<Finding>& findings) {
    std::vector<bool> explained(world.archetype_count());
    for (const Finding& finding : findings)
        if (finding.shape == Shape::TagExplosion)
            for (const ArchetypeId id : finding.archetypes) explained[id] = true;
    Concerned small;
    std::uint64_t entities = 0;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        const std::size_t count = archetype.entity_count();
        if (count == 0 || count > few_entities || explained[id] || !has_one_block(archetype)) continue;
        const std::uint64_t used = archetype.used_bytes(), bytes = needed_bytes(archetype);
        small.add(archetype, bytes - std::min(used, bytes));
        entities += count;
    }
    if (small.size() < crowd_from || small.wasted() < min_waste_bytes) return;
    Finding finding{.shape = Shape::SmallArchetypes, .confidence = Confidence::Likely};
    finding.cause = phrase(
        "{} hold {} in all: nearly each has components in a combination of its own, and each takes a block and a "
        "header, and a step of every query",
        count_text(small.size(), "archetype", "archetypes"), count_text(entities, "entity", "entities"));
    finding.archetypes = small.by_waste();
    finding.wasted_bytes = small.wasted();
    finding.remedy =
        tr("By hand: give entities of a kind the same components, with a value that means none where one is "
           "not needed. No edit does it, because queries would match other entities then");
    findings.push_back(std::move(finding));
}

void find_dead_slots(const World& world, std::vector<Finding>& findings) {
    constexpr std::uint64_t slot_bytes = 8;
    const std::uint64_t slots = world.slot_count() - 1, alive = world.entity_count(), dead = slots - alive;
    if (dead < alive || dead * slot_bytes < min_waste_bytes) return;
    // Slots that were never used take no memory.
    const std::uint64_t taken = world.entity_index().bytes(), wasted = std::min(dead * slot_bytes, taken);
    if (wasted < min_waste_bytes) return;
    Finding finding{.shape = Shape::DeadSlots};
    finding.cause = phrase(
        "{} of the {} slots of the entity index belong to entities that are gone; a slot stays, so that their handles "
        "never answer for others",
        count_text(dead), count_text(slots));
    finding.wasted_bytes = wasted;
    finding.remedy =
        tr("Nothing to do if as many entities will come again: they get these slots. Else destroy and create "
           "in turns, not all at once; to drop the slots would bring old handles back to life");
    findings.push_back(std::move(finding));
}

void find_scattered_slabs(const World& world, std::vector<Finding>& findings) {
    const std::uint64_t scattered = world.blocks().bytes_scattered(), reserved = world.blocks().bytes_reserved();
    if (scattered < min_waste_bytes || scattered < reserved / scattered_one_in) return;
    Finding finding{.shape = Shape::ScatteredSlabs};
    finding.cause = phrase(
        "Chunks came and went in turns, and those that are left lie thinly: of {} bytes of slabs {} are in use, and a "
        "slab is only given back when it is empty",
        count_text(reserved), count_text(world.blocks().bytes_in_use()));
    finding.wasted_bytes = scattered;
    finding.remedy = tr("Move the chunks together and give back the slabs that come free");
    finding.edits = {GatherBlocks{}};
    findings.push_back(std::move(finding));
}

}  // namespace

namespace doctor {

std::string count_text(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
    return text;
}

std::string count_text(std::uint64_t count, const char* one, const char* many) {
    return count_phrase(count_text(count), count == 1 ? one : many);
}

std::string list_text(const World& world, const std::vector<ComponentId>& components, std::size_t most) {
    std::string text;
    const std::size_t named = components.size() > most + 1 ? most : components.size();
    for (std::size_t i = 0; i < named; ++i) {
        if (i > 0) text += i + 1 == components.size() ? tr(" and ") : ", ";
        text += world.types()[components[i]].name;
    }
    if (named < components.size()) text += phrase(" and {} more", count_text(components.size() - named));
    return text;
}

}  // namespace doctor

std::string_view name_of(Shape shape) {
    static constexpr std::array<std::string_view, shape_count> names{
        "tag-explosion",   "small-archetypes", "passed-through", "emptied-archetypes", "roomy-block",
        "large-component", "padded-component", "dead-slots",     "scattered-slabs"};
    return names[static_cast<std::size_t>(shape)];
}

std::string_view title_of(Shape shape) {
    static constexpr std::array<std::string_view, shape_count> titles{tr_later("Tag explosion"),
                                                                      tr_later("Crowd of small archetypes"),
                                                                      tr_later("Archetypes passed through"),
                                                                      tr_later("Emptied archetypes"),
                                                                      tr_later("Roomy block"),
                                                                      tr_later("Large component"),
                                                                      tr_later("Padded component"),
                                                                      tr_later("Dead slots"),
                                                                      tr_later("Scattered slabs")};
    return titles[static_cast<std::size_t>(shape)];
}

std::string_view explanation_of(Shape shape) {
    static constexpr std::array<std::string_view, shape_count> sentences{
        tr_later("Tags that come and go on their own: n of them split the same data into up to 2^n archetypes"),
        tr_later("Many archetypes of a few entities each, because hardly two entities have the same components"),
        tr_later(
            "Empty archetypes that entities only passed through, because their components were added one at a time"),
        tr_later("Archetypes that all entities left; each keeps a small block"),
        tr_later("A block that grew for many rows and now holds a few: blocks grow by themselves, but do not shrink"),
        tr_later("A component so large that what is left of each chunk cannot hold another row"),
        tr_later("A component whose fields stand in an order that leaves gaps between them"),
        tr_later("Most slots of the entity index belong to entities that are gone"),
        tr_later("Blocks in use that lie thinly in more slabs than they need")};
    return sentences[static_cast<std::size_t>(shape)];
}

std::string_view name_of(Confidence confidence) {
    return confidence == Confidence::Now ? tr_later("now") : tr_later("likely");
}

std::vector<Finding> diagnose(const World& world, const Schedule& schedule) {
    std::vector<Finding> findings;
    doctor::find_tag_explosions(world, schedule, findings);
    find_small_archetypes(world, findings);
    find_empty(world, findings);
    find_roomy_blocks(world, findings);
    doctor::find_large_components(world, findings);
    doctor::find_padded_components(world, findings);
    find_dead_slots(world, findings);
    find_scattered_slabs(world, findings);
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return a.mendable() != b.mendable() ? a.mendable() : a.wasted_bytes > b.wasted_bytes;
    });
    return findings;
}

}  // namespace ecs
