#include "panels/compare/played_differences.hpp"

#include <algorithm>
#include <optional>
#include <variant>

namespace panels {

namespace {

/// What an edit that was applied, and so turned into its inverse, has changed.
struct Touched {
    ecs::Entity entity;
    ecs::ComponentId component = ecs::no_component;  // none: the entity as a whole
    bool parent = false;
    const std::vector<std::uint32_t>* fields = nullptr;  // null, or empty: all of the component
    std::optional<std::uint32_t> field = {};             // only this one
};

void list_touched(const ecs::Edit& edit, std::vector<Touched>& touched) {
    if (const auto* set = std::get_if<ecs::SetComponent>(&edit))
        touched.push_back({set->entity, set->value.type().id, false, &set->fields});
    else if (const auto* many = std::get_if<ecs::SetField>(&edit))
        for (const ecs::Entity each : many->entities)
            touched.push_back({each, many->component, false, nullptr, many->field});
    else if (const auto* add = std::get_if<ecs::AddComponent>(&edit))
        touched.push_back({add->entity, add->value.type().id});
    else if (const auto* remove = std::get_if<ecs::RemoveComponent>(&edit))
        touched.push_back({remove->entity, remove->component});
    else if (const auto* more = std::get_if<ecs::AddToMany>(&edit))
        more->entities.each([&](ecs::Entity each) { touched.push_back({each, more->type().id}); });
    else if (const auto* fewer = std::get_if<ecs::RemoveFromMany>(&edit))
        fewer->entities.each([&](ecs::Entity each) { touched.push_back({each, fewer->component}); });
    else if (const auto* move = std::get_if<ecs::SetParent>(&edit))
        touched.push_back({move->entity, ecs::no_component, true});
    else if (const auto* destroy = std::get_if<ecs::DestroyEntity>(&edit))
        touched.push_back({destroy->entity});
    else if (const auto* gone = std::get_if<ecs::DestroyEntities>(&edit))
        for (const ecs::Entity each : gone->entities) touched.push_back({each});
    else if (const auto* doomed = std::get_if<ecs::DestroyMany>(&edit))
        doomed->entities.each([&](ecs::Entity each) { touched.push_back({each}); });
    else if (const auto* back = std::get_if<ecs::RestoreRows>(&edit))
        back->rows->entities().each([&](ecs::Entity each) { touched.push_back({each}); });
    else if (const auto* create = std::get_if<ecs::CreateEntities>(&edit))
        for (const ecs::EntityRecord& each : create->entities) touched.push_back({each.entity});
}

bool is_about(const ecs::World& world, const ecs::WorldDiff& diff, const ecs::DiffEntry& entry, const Touched& by) {
    if (by.parent) return entry.kind == ecs::DiffKind::ParentChanged;
    if (by.component == ecs::no_component) return true;
    if (entry.kind == ecs::DiffKind::NameChanged) return by.component == world.id<ecs::Name>();
    if (entry.kind < ecs::DiffKind::ComponentRemoved || diff.types[entry.type].after != by.component) return false;
    if (entry.kind != ecs::DiffKind::FieldChanged || entry.field == ecs::DiffEntry::whole_value) return true;
    const std::uint32_t field = diff.types[entry.type].fields[entry.field].after;
    if (by.field) return *by.field == field;
    if (by.fields == nullptr || by.fields->empty()) return true;
    return std::find(by.fields->begin(), by.fields->end(), field) != by.fields->end();
}

}  // namespace

std::vector<std::uint32_t> entries_by_person(const ecs::World& authored, const ecs::World& world,
                                             const ecs::WorldDiff& found, const ecs::PlaySession& play,
                                             std::span<const WentAlong> along) {
    std::vector<Touched> touched;
    for (const ecs::HistoryStep& step : play.done_by_person())
        for (const ecs::Edit& edit : step.edits) list_touched(edit, touched);
    const std::vector<const ecs::HistoryStep*> undone = play.undone_by_person();
    for (const ecs::HistoryStep* step : undone)
        for (const ecs::Edit& edit : step->edits) list_touched(edit, touched);
    const auto is_theirs = [&](const ecs::DiffEntry& entry) {
        const WentAlong* const went = find_went_along(along, found, entry);
        return went == nullptr || value_kept(*went, authored, world) || is_alone(*went, authored, world);
    };
    std::vector<std::uint32_t> entries;
    for (const Touched& each : touched) {
        const auto slot = [](const ecs::DiffEntry& entry, std::uint32_t index) { return entry.entity.index < index; };
        auto entry = std::lower_bound(found.entries.begin(), found.entries.end(), each.entity.index, slot);
        for (; entry != found.entries.end() && entry->entity.index == each.entity.index; ++entry)
            if (entry->entity == each.entity && is_about(world, found, *entry, each) && is_theirs(*entry))
                entries.push_back(static_cast<std::uint32_t>(entry - found.entries.begin()));
    }
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    return entries;
}

}  // namespace panels
