#include "panels/compare/played_differences.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "figures/drawing/value_text.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

constexpr std::chrono::microseconds compare_slice{4000};
constexpr std::size_t slots_a_look = 512;  // between two readings of the clock

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
    else if (const auto* move = std::get_if<ecs::SetParent>(&edit))
        touched.push_back({move->entity, ecs::no_component, true});
    else if (const auto* destroy = std::get_if<ecs::DestroyEntity>(&edit))
        touched.push_back({destroy->entity});
    else if (const auto* gone = std::get_if<ecs::DestroyEntities>(&edit))
        for (const ecs::Entity each : gone->entities) touched.push_back({each});
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

void PlayedDifferences::forget() {
    copy_.abandon();
    comparison_.reset();
    authored_.reset();
    found_ = {};
    by_person_.clear();
    kept_.clear();
    kept_count_ = 0;
    play_ = 0;
    state_ = State::Idle;
}

void PlayedDifferences::update(const ecs::World& world, const ecs::PlaySession& play,
                               std::span<const ecs::HistoryStep> steps) {
    if (!play.begun()) return forget();
    if (play_ != play.number()) {
        forget();
        play_ = play.number();
        state_ = State::Copying;
        copy_.start([snapshot = play.authored()](ecs::Progress&) { return snapshot.make_world(); });
    }
    if (state_ == State::Copying) {
        if (!copy_.finished()) return;
        authored_ = copy_.take();
    }
    if (state_ == State::Copying || version_ != world.version()) {
        state_ = State::Comparing;
        version_ = world.version();
        found_ = {};
        comparison_.emplace(*authored_, world);
    }
    if (state_ == State::Done) return;
    const auto deadline = std::chrono::steady_clock::now() + compare_slice;
    do {
        if (comparison_->go_on(slots_a_look)) return finish(world, play.steps_before(), steps);
    } while (std::chrono::steady_clock::now() < deadline);
}

void PlayedDifferences::finish(const ecs::World& world, std::size_t steps_before,
                               std::span<const ecs::HistoryStep> steps) {
    found_ = comparison_->take();
    comparison_.reset();
    state_ = State::Done;
    std::vector<Touched> touched;
    for (std::size_t i = std::min(steps_before, steps.size()); i < steps.size(); ++i)
        for (const ecs::Edit& edit : steps[i].edits) list_touched(edit, touched);
    by_person_.clear();
    for (const Touched& each : touched) {
        const auto slot = [](const ecs::DiffEntry& entry, std::uint32_t index) { return entry.entity.index < index; };
        auto entry = std::lower_bound(found_.entries.begin(), found_.entries.end(), each.entity.index, slot);
        for (; entry != found_.entries.end() && entry->entity.index == each.entity.index; ++entry)
            if (entry->entity == each.entity && is_about(world, found_, *entry, each))
                by_person_.push_back(static_cast<std::uint32_t>(entry - found_.entries.begin()));
    }
    std::sort(by_person_.begin(), by_person_.end());
    by_person_.erase(std::unique(by_person_.begin(), by_person_.end()), by_person_.end());
    // What a person tuned is what they most likely want to keep.
    kept_.assign(found_.entries.size(), false);
    for (const std::uint32_t entry : by_person_) kept_[entry] = true;
    kept_count_ = by_person_.size();
}

void PlayedDifferences::keep(std::uint32_t entry, bool keep) {
    if (kept_[entry] == keep) return;
    kept_[entry] = keep;
    kept_count_ = keep ? kept_count_ + 1 : kept_count_ - 1;
}

std::vector<std::uint32_t> PlayedDifferences::all_kept() const {
    std::vector<std::uint32_t> all;
    all.reserve(kept_count_);
    for (std::uint32_t entry = 0; entry < kept_.size(); ++entry)
        if (kept_[entry]) all.push_back(entry);
    return all;
}

std::string text_of_difference(const ecs::WorldDiff& diff, const ecs::DiffEntry& entry, const ecs::World& world,
                               bool after) {
    constexpr const char* nothing = "–";
    using ecs::DiffKind;
    if (!world.alive(entry.entity)) return nothing;
    switch (entry.kind) {
        case DiffKind::EntityAdded:
        case DiffKind::EntityRemoved:
            return figures::archetype_name(world.archetype_of(entry.entity));
        case DiffKind::NameChanged:
            return world.name(entry.entity).empty() ? nothing : figures::one_line(world.name(entry.entity), 60);
        case DiffKind::ParentChanged:
            return world.parent(entry.entity) ? figures::name_or_id(world, world.parent(entry.entity)) : tr("none");
        default:
            break;
    }
    const ecs::DiffType& type = diff.types[entry.type];
    const ecs::ComponentId component = after ? type.after : type.before;
    if (component == ecs::no_component || !world.has(entry.entity, component)) return nothing;
    const ecs::ComponentType& described = world.types()[component];
    if (described.is_tag()) return tr("has it");
    const void* const value = world.get(entry.entity, component);
    if (entry.kind != DiffKind::FieldChanged || entry.field == ecs::DiffEntry::whole_value)
        return figures::component_text(world, described, value);
    const ecs::DiffType::FieldPair& pair = type.fields[entry.field];
    return figures::field_text(world, described.fields[after ? pair.after : pair.before], value);
}

}  // namespace panels
