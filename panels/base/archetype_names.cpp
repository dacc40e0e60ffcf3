#include "panels/base/archetype_names.hpp"

#include <algorithm>
#include <utility>

#include "figures/drawing/value_text.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"

namespace panels {

namespace {

using CountOf = std::map<ecs::ComponentId, std::size_t>;

ArchetypeName name_from(const ecs::World& world, const ecs::Archetype& archetype,
                        const std::vector<ecs::ComponentId>& common, const CountOf& archetypes_with) {
    const auto types = archetype.types();
    if (types.empty()) return {tr("no components"), {}, 0};
    ArchetypeName name;
    const auto add = [&](auto&& belongs) {
        for (const bool last : {false, true})  // nearly all entities have Name, and many have Parent
            for (std::size_t c = 0; c < types.size(); ++c)
                if (last == (types[c]->id == world.name_id() || types[c]->id == world.parent_id()) &&
                    belongs(*types[c]))
                    name.columns.push_back(static_cast<std::uint16_t>(c));
    };
    const auto differs = [&](const ecs::ComponentType& type) {
        return !type.is_tag() && !std::binary_search(common.begin(), common.end(), type.id);
    };
    add([](const ecs::ComponentType& type) { return type.is_tag(); });
    const auto first_different = static_cast<std::ptrdiff_t>(name.columns.size());
    add(differs);
    // What few others have says most, so it comes first; a name may be cut.
    const auto rank = [&](std::uint16_t column) {
        const ecs::ComponentId id = types[column]->id;
        const auto found = archetypes_with.find(id);
        return std::pair{id == world.name_id() || id == world.parent_id(),
                         found == archetypes_with.end() ? std::size_t{0} : found->second};
    };
    std::stable_sort(name.columns.begin() + first_different, name.columns.end(),
                     [&](std::uint16_t a, std::uint16_t b) { return rank(a) < rank(b); });
    // The others without tags only add to this one: its first component stands for it.
    name.named = std::max<std::size_t>(name.columns.size(), 1);
    add([&](const ecs::ComponentType& type) { return !type.is_tag() && !differs(type); });
    for (std::size_t i = 0; i < name.named; ++i) {
        if (i > 0) name.text += i == 1 ? " + " : ", ";
        name.text += figures::short_name(types[name.columns[i]]->name);
    }
    return name;
}

}  // namespace

void ArchetypeNames::learn(const ecs::Archetype& archetype) {
    Kept& kept = kept_[archetype.id()];
    if (std::exchange(kept.looked_at, true)) return;
    ++looked_at_;
    std::vector<ecs::ComponentId> tags;
    for (const ecs::ComponentType* type : archetype.types())
        if (type->is_tag()) tags.push_back(type->id);
    // The archetype without components would leave nothing in common, and it has its name anyway.
    if (archetype.components().empty()) return;
    const auto [at, is_new] = groups_.try_emplace(std::move(tags));
    Group& group = at->second;
    kept.group = &group;
    for (const ecs::ComponentId id : archetype.components()) ++group.archetypes_with[id];
    ++group.changes;
    if (is_new) return group.common.assign(archetype.components().begin(), archetype.components().end());
    std::erase_if(group.common, [&](ecs::ComponentId id) { return !archetype.has(id); });
}

const ArchetypeName& ArchetypeNames::of(const ecs::World& world, const ecs::Archetype& archetype) {
    if (world_ != &world || kept_.size() > world.archetype_count()) {
        forget();
        world_ = &world;
    }
    kept_.resize(world.archetype_count());
    learn(archetype);
    for (std::size_t i = 0; i < looked_at_a_call && next_ < kept_.size(); ++i)
        learn(world.archetype(static_cast<ecs::ArchetypeId>(next_++)));
    Kept& kept = kept_[archetype.id()];
    const std::size_t changes = kept.group == nullptr ? 0 : kept.group->changes;
    if (kept.name.text.empty() || kept.changes != changes) {
        static const Group alone;
        const Group& group = kept.group == nullptr ? alone : *kept.group;
        kept.name = name_from(world, archetype, group.common, group.archetypes_with);
        kept.changes = changes;
    }
    return kept.name;
}

std::string archetypes_text(std::size_t count, std::size_t empty) {
    const std::string all = format_count(count, "archetype");
    return empty == 0 ? all : phrase("{}, {} empty", all, format_count(empty));
}

ArchetypeName archetype_name_of(const Context& context, const ecs::Archetype& archetype) {
    if (ArchetypeNames* const names = context.archetype_names) {
        ArchetypeName name = names->of(context.world, archetype);
        if (names->busy(context.world) && context.stay_awake != nullptr) *context.stay_awake = true;
        return name;
    }
    ArchetypeNames names;
    ArchetypeName name = names.of(context.world, archetype);
    while (names.busy(context.world)) name = names.of(context.world, archetype);
    return name;
}

}  // namespace panels
