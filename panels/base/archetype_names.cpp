#include "panels/base/archetype_names.hpp"

#include <algorithm>

#include "figures/drawing/value_text.hpp"
#include "panels/base/panel.hpp"

namespace panels {

namespace {

ArchetypeName name_from(const ecs::World& world, const ecs::Archetype& archetype,
                        const std::vector<ecs::ComponentId>& common) {
    const auto types = archetype.types();
    if (types.empty()) return {"no components", {}, 0};
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
    add(differs);
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
    std::vector<ecs::ComponentId> tags;
    for (const ecs::ComponentType* type : archetype.types())
        if (type->is_tag()) tags.push_back(type->id);
    // The archetype without components would leave nothing in common, and it has its name anyway.
    if (archetype.components().empty()) return kept_.push_back({});
    const auto [at, is_new] = groups_.try_emplace(std::move(tags));
    Group& group = at->second;
    kept_.push_back({&group, {}, 0});
    if (is_new) return group.common.assign(archetype.components().begin(), archetype.components().end());
    if (std::erase_if(group.common, [&](ecs::ComponentId id) { return !archetype.has(id); }) > 0) ++group.changes;
}

const ArchetypeName& ArchetypeNames::of(const ecs::World& world, const ecs::Archetype& archetype) {
    if (world_ != &world || kept_.size() > world.archetype_count()) {
        forget();
        world_ = &world;
    }
    while (kept_.size() < world.archetype_count()) learn(world.archetype(static_cast<ecs::ArchetypeId>(kept_.size())));
    Kept& kept = kept_[archetype.id()];
    const std::size_t changes = kept.group == nullptr ? 0 : kept.group->changes;
    if (kept.name.text.empty() || kept.changes != changes) {
        kept.name =
            name_from(world, archetype, kept.group == nullptr ? std::vector<ecs::ComponentId>() : kept.group->common);
        kept.changes = changes;
    }
    return kept.name;
}

ArchetypeName archetype_name_of(const Context& context, const ecs::Archetype& archetype) {
    if (context.archetype_names != nullptr) return context.archetype_names->of(context.world, archetype);
    return ArchetypeNames().of(context.world, archetype);
}

}  // namespace panels
