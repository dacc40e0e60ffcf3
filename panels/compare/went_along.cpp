// The part of the played differences that tells what a person moved from what went along with it.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "panels/compare/played_differences.hpp"

namespace panels {

namespace {

using AlongPlace = std::tuple<ecs::Entity, ecs::ComponentId, std::uint32_t>;

std::size_t floats_in_field(const ecs::Field& field) { return ecs::float_count(field.kind) * field.count; }

std::vector<float> field_floats(const ecs::Field& field, const void* data) {
    std::vector<float> numbers(floats_in_field(field));
    std::memcpy(numbers.data(), data, numbers.size() * sizeof(float));
    return numbers;
}

/// Of an entity that has it; empty else.
std::vector<float> floats_of_entity(const WentAlong& along, const ecs::World& world) {
    if (along.component >= world.types().size() || !world.alive(along.entity)) return {};
    const ecs::ComponentType& type = world.types()[along.component];
    const void* const value = world.get(along.entity, along.component);
    if (value == nullptr || along.field >= type.fields.size()) return {};
    const ecs::Field& field = type.fields[along.field];
    if (floats_in_field(field) != along.by.size()) return {};
    return field_floats(field, static_cast<const std::byte*>(value) + field.offset);
}

bool about_as_far(const std::vector<float>& a, const std::vector<float>& b) {
    constexpr float part = 1e-3f;
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](float one, float other) {
        return std::abs(one - other) <= part * (1 + std::max(std::abs(one), std::abs(other)));
    });
}

/// What a person did to one field of one entity.
struct FieldMove {
    std::vector<float> before, after;
    std::vector<float> by() const {
        std::vector<float> by = after;
        for (std::size_t i = 0; i < by.size(); ++i) by[i] -= before[i];
        return by;
    }
};

/// The entity next above it that was changed as well.
ecs::Entity changed_above(const ecs::World& world, ecs::Entity entity,
                          const std::unordered_map<ecs::Entity, FieldMove>& changes) {
    for (ecs::Entity above = world.parent(entity); above; above = world.parent(above))
        if (changes.count(above) != 0) return above;
    return ecs::null_entity;
}

class AlongSorter {
public:
    explicit AlongSorter(const ecs::World& world) : world_(world) {}

    void add(const ecs::HistoryStep& step) {
        for (const ecs::Edit& edit : step.done_edits) {
            const auto* const set = std::get_if<ecs::SetField>(&edit);
            if (set == nullptr) {
                if (const auto* whole = std::get_if<ecs::SetComponent>(&edit)) meant_whole(*whole);
                continue;
            }
            const auto inverse = std::find_if(step.edits.begin(), step.edits.end(), [&](const ecs::Edit& each) {
                const auto* const other = std::get_if<ecs::SetField>(&each);
                return other != nullptr && other->component == set->component && other->field == set->field &&
                       other->entities == set->entities && other->values.size() == set->values.size();
            });
            if (inverse != step.edits.end()) add(*set, std::get<ecs::SetField>(*inverse));
        }
    }
    std::vector<WentAlong> take() {
        std::vector<WentAlong> all;
        for (auto& [place, along] : along_)
            if (meant_.count(place) == 0) all.push_back(std::move(along));
        return all;
    }

private:
    void meant_whole(const ecs::SetComponent& set) {
        const std::size_t count = set.value.type().fields.size();
        for (std::uint32_t field = 0; field < count; ++field)
            if (set.fields.empty() || std::find(set.fields.begin(), set.fields.end(), field) != set.fields.end())
                meant_.emplace(set.entity, set.value.type().id, field);
    }
    void add(const ecs::SetField& done, const ecs::SetField& inverse) {
        if (done.component >= world_.types().size()) return;
        const ecs::ComponentType& type = world_.types()[done.component];
        if (done.field >= type.fields.size() || floats_in_field(type.fields[done.field]) == 0) return;
        const ecs::Field& field = type.fields[done.field];
        const std::size_t size = field.size_bytes();
        if (done.values.size() != size * done.entities.size()) return;
        std::unordered_map<ecs::Entity, FieldMove> changes;
        for (std::size_t i = 0; i < done.entities.size(); ++i)
            changes[done.entities[i]] = {field_floats(field, &inverse.values[i * size]),
                                         field_floats(field, &done.values[i * size])};
        for (const auto& [entity, change] : changes) {
            const AlongPlace place{entity, done.component, done.field};
            const ecs::Entity above = world_.alive(entity) ? changed_above(world_, entity, changes) : ecs::null_entity;
            if (!above) {
                meant_.insert(place);
                continue;
            }
            WentAlong& along = along_[place];
            const std::vector<float> by = change.by();
            if (along.by.empty())
                along = {entity, done.component, done.field, change.before, {}, std::vector<float>(by.size())};
            for (std::size_t i = 0; i < by.size(); ++i) along.by[i] += by[i];
            along.last = change.after;
            along.moved_only = along.moved_only && about_as_far(by, changes[above].by());
        }
    }

    const ecs::World& world_;
    std::map<AlongPlace, WentAlong> along_;
    std::set<AlongPlace> meant_;
};

}  // namespace

std::vector<WentAlong> went_along(const ecs::World& world, std::span<const ecs::HistoryStep> steps) {
    AlongSorter sorter(world);
    for (const ecs::HistoryStep& step : steps) sorter.add(step);
    return sorter.take();
}

bool is_alone(const WentAlong& along, const ecs::World& authored, const ecs::World& played) {
    return floats_of_entity(along, authored) == along.first && floats_of_entity(along, played) == along.last;
}

std::optional<ecs::Value> value_kept(const WentAlong& along, const ecs::World& authored, const ecs::World& played) {
    std::vector<float> numbers = floats_of_entity(along, authored);
    if (!along.moved_only || numbers.empty() || is_alone(along, authored, played)) return std::nullopt;
    if (std::all_of(along.by.begin(), along.by.end(), [](float by) { return by == 0; })) return std::nullopt;
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += along.by[i];
    const ecs::ComponentType& type = authored.types()[along.component];
    if (!type.copyable()) return std::nullopt;
    ecs::Value value(type, authored.get(along.entity, along.component));
    std::memcpy(static_cast<std::byte*>(value.data()) + type.fields[along.field].offset, numbers.data(),
                numbers.size() * sizeof(float));
    return value;
}

void keep_went_along(std::span<const WentAlong> all, const ecs::World& authored, ecs::World& played) {
    for (const WentAlong& each : all) {
        const std::optional<ecs::Value> value = value_kept(each, authored, played);
        if (!value || floats_of_entity(each, played).empty()) continue;
        const ecs::Field& field = played.types()[each.component].fields[each.field];
        auto* const there = static_cast<std::byte*>(played.get_mut(each.entity, each.component));
        std::memcpy(there + field.offset, static_cast<const std::byte*>(value->data()) + field.offset,
                    field.size_bytes());
    }
}

const WentAlong* find_went_along(std::span<const WentAlong> all, const ecs::WorldDiff& found,
                                 const ecs::DiffEntry& entry) {
    if (entry.kind != ecs::DiffKind::FieldChanged || entry.field == ecs::DiffEntry::whole_value) return nullptr;
    const ecs::DiffType& type = found.types[entry.type];
    const AlongPlace place{entry.entity, type.after, type.fields[entry.field].after};
    const auto place_of = [](const WentAlong& each) { return AlongPlace{each.entity, each.component, each.field}; };
    const auto same = std::ranges::lower_bound(all, place, {}, place_of);
    return same == all.end() || place_of(*same) != place ? nullptr : &*same;
}

}  // namespace panels
