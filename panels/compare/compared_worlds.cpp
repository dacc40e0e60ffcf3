#include "panels/compare/compared_worlds.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "figures/drawing/value_text.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

constexpr std::chrono::microseconds compare_slice{4000};
constexpr std::size_t slots_a_look = 512;  // between two readings of the clock

}  // namespace

void ComparedWorlds::begin(Make make, Before before, ecs::Makers makers) {
    forget();
    before_ = before;
    makers_ = makers;
    state_ = State::Making;
    making_.start(std::move(make));
}

void ComparedWorlds::renew(Make make) {
    making_.start(std::move(make));
    renewing_ = true;
}

void ComparedWorlds::forget() {
    making_.abandon();
    renewing_ = false;
    comparison_.reset();
    other_.reset();
    found_ = {};
    strangers_.clear();
    chosen_.clear();
    chosen_count_ = 0;
    problem_.clear();
    state_ = State::Idle;
}

bool ComparedWorlds::update(const ecs::World& in_view, bool keeps_choice) {
    if (state_ == State::Idle || state_ == State::Failed) return false;
    if (state_ == State::Done && keeps_choice && chosen_count_ > 0) return false;
    const bool making = state_ == State::Making || (renewing_ && making_.finished());
    if (making) {
        if (!making_.finished()) return false;
        renewing_ = false;
        auto made = making_.take();
        if (!made) {
            problem_ = made.error();
            state_ = State::Failed;
            return false;
        }
        other_ = std::move(*made);
    }
    if (making || version_ != in_view.version()) {
        state_ = State::Comparing;
        version_ = in_view.version();
        strangers_.clear();
        compare_with(in_view);
    }
    if (state_ == State::Done) return false;
    const auto deadline = std::chrono::steady_clock::now() + compare_slice;
    do {
        if (!comparison_->go_on(slots_a_look)) continue;
        found_ = comparison_->take();
        strangers_ = comparison_->strangers();
        comparison_.reset();
        state_ = State::Done;
        choose_all(false);
        return true;
    } while (std::chrono::steady_clock::now() < deadline);
    return false;
}

void ComparedWorlds::compare_with(const ecs::World& in_view) {
    found_ = {};
    if (before_ == Before::Other)
        comparison_.emplace(*other_, in_view, makers_);
    else
        comparison_.emplace(in_view, *other_, makers_);
}

void ComparedWorlds::choose(std::uint32_t entry, bool choose) {
    if (chosen_[entry] == choose) return;
    chosen_[entry] = choose;
    chosen_count_ = choose ? chosen_count_ + 1 : chosen_count_ - 1;
}

void ComparedWorlds::choose_all(bool choose) {
    chosen_.assign(found_.entries.size(), choose);
    chosen_count_ = choose ? chosen_.size() : 0;
}

std::vector<std::uint32_t> ComparedWorlds::all_chosen() const {
    std::vector<std::uint32_t> all;
    all.reserve(chosen_count_);
    for (std::uint32_t entry = 0; entry < chosen_.size(); ++entry)
        if (chosen_[entry]) all.push_back(entry);
    return all;
}

std::string text_of_difference(const ecs::WorldDiff& diff, const ecs::DiffEntry& entry, const ecs::World& world,
                               bool after) {
    constexpr const char* nothing = "–";
    using ecs::DiffKind;
    if (!world.alive(entry.entity)) return nothing;
    // Under its handle may live another entity.
    if (entry.kind == (after ? DiffKind::EntityRemoved : DiffKind::EntityAdded)) return nothing;
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
