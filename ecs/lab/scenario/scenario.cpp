#include "ecs/lab/scenario/scenario.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace ecs::lab {

namespace {

template <class Number>
void add_one(void* to, const void* from, double times) {
    Number value, other;
    std::memcpy(&value, to, sizeof value);
    std::memcpy(&other, from, sizeof other);
    if constexpr (std::is_floating_point_v<Number>) {
        value += other * static_cast<Number>(times);
    } else {
        const auto factor = static_cast<std::uint64_t>(static_cast<std::int64_t>(times));
        value = static_cast<Number>(static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(other) * factor);
    }
    std::memcpy(to, &value, sizeof value);
}

void add_element(FieldKind kind, std::byte* to, const std::byte* from, double times) {
    switch (kind) {
        case FieldKind::I8:
            return add_one<std::int8_t>(to, from, times);
        case FieldKind::I16:
            return add_one<std::int16_t>(to, from, times);
        case FieldKind::I32:
            return add_one<std::int32_t>(to, from, times);
        case FieldKind::I64:
            return add_one<std::int64_t>(to, from, times);
        case FieldKind::U8:
            return add_one<std::uint8_t>(to, from, times);
        case FieldKind::U16:
            return add_one<std::uint16_t>(to, from, times);
        case FieldKind::U32:
            return add_one<std::uint32_t>(to, from, times);
        case FieldKind::U64:
            return add_one<std::uint64_t>(to, from, times);
        case FieldKind::F64:
            return add_one<double>(to, from, times);
        default:
            for (std::size_t i = 0; i < float_count(kind); ++i)
                add_one<float>(to + i * sizeof(float), from + i * sizeof(float), times);
    }
}

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) { return a > largest - b ? largest : a + b; }

std::uint64_t saturated_product(std::uint64_t a, std::uint64_t b) {
    return b != 0 && a > largest / b ? largest : a * b;
}

bool is_number(FieldKind kind) {
    return float_count(kind) > 0 || kind == FieldKind::F64 || (kind >= FieldKind::I8 && kind <= FieldKind::U64);
}

}  // namespace

void add_fields(const ComponentType& type, void* value, const ComponentType& other_type, const void* other,
                double times) {
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const Field &field = type.fields[i], &other_field = other_type.fields[i];
        for (std::uint32_t k = 0; k < field.count; ++k)
            add_element(field.kind, static_cast<std::byte*>(value) + field.offset + k * field.element_size,
                        static_cast<const std::byte*>(other) + other_field.offset + k * other_field.element_size,
                        times);
    }
}

void order_fields(const ComponentType& type, void* value, const std::vector<std::size_t>& order) {
    const auto* bytes = static_cast<const std::byte*>(value);
    const std::vector<std::byte> before(bytes, bytes + type.size);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Field &to = type.fields[i], &from = type.fields[order[i]];
        std::memcpy(static_cast<std::byte*>(value) + to.offset, before.data() + from.offset,
                    std::size_t{to.element_size} * to.count);
    }
}

bool addable(const ComponentType& to, const ComponentType& from) {
    return std::equal(
        to.fields.begin(), to.fields.end(), from.fields.begin(), from.fields.end(),
        [](const Field& a, const Field& b) { return a.kind == b.kind && a.count == b.count && is_number(a.kind); });
}

std::vector<std::byte> value_at(const PlannedValue& value, const ComponentType& type, std::uint64_t i) {
    std::vector<std::byte> bytes = value.base;
    if (!value.growth.empty()) add_fields(type, bytes.data(), type, value.growth.data(), static_cast<double>(i));
    return bytes;
}

std::optional<TypeIndex> Scenario::type_named(std::string_view type_name) const {
    const auto found =
        std::find_if(types.begin(), types.end(), [&](const ComponentType* type) { return type->name == type_name; });
    if (found == types.end()) return std::nullopt;
    return static_cast<TypeIndex>(found - types.begin());
}

std::string Scenario::entity_name(std::uint64_t number) const {
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const auto& each) { return each.second == number; });
    return found == names.end() ? "#" + std::to_string(number) : found->first;
}

std::uint64_t Scenario::planned_work(std::size_t count) const {
    PlannedWork work(types.size());
    for (std::size_t i = 0; i < std::min(count, steps.size()); ++i) work.add(steps[i]);
    return work.sum();
}

std::uint64_t Scenario::max_value_bytes() const {
    std::uint64_t row = 0;
    for (const ComponentType* type : types) row += type->size;
    return saturated_product(row, entities);
}

std::uint64_t PlannedWork::of(const CreateStep& step) {
    entities_ += step.count;
    for (const PlannedValue& value : step.values) owners_[value.type] += step.count;
    return step.count;
}

std::uint64_t PlannedWork::of(const DestroyStep& step) { return step.of.count; }

std::uint64_t PlannedWork::of(const ValueStep& step) {
    if (step.operation == OperationKind::Add) owners_[step.value.type] += step.of.count;
    return step.of.count;
}

std::uint64_t PlannedWork::of(const TypeStep& step) { return step.of.count; }

std::uint64_t PlannedWork::of(const EachStep& step) { return saturated_product(step.repeat, entities_); }

std::uint64_t PlannedWork::of(const PlayStep& step) {
    constexpr std::uint64_t queries = 8;  // per tick, rounded up
    // In each tick every owner of one part meets every owner of the other: enemies meet players, or bullets meet
    // players.
    const auto owners = [&](std::size_t part) { return std::min(owners_[step.parts[part]], entities_); };
    const auto [ones, others] = meeting_parts(step.game);
    const std::uint64_t meetings = saturated_product(owners(ones), owners(others));
    return saturated_product(step.ticks, saturated_sum(queries * entities_, meetings));
}

std::uint64_t PlannedWork::add(const ScenarioStep& step) {
    const std::uint64_t work = std::visit([this](const auto& what) { return of(what); }, step.what);
    sum_ = saturated_sum(sum_, work);
    const bool visits = std::holds_alternative<EachStep>(step.what) || std::holds_alternative<PlayStep>(step.what);
    if (!visits) operations_ = saturated_sum(operations_, work);
    return work;
}

}  // namespace ecs::lab
