#include "ecs/edit/carried_fields.hpp"

#include <algorithm>
#include <array>

#include "ecs/base/language.hpp"
#include "ecs/types/field_path.hpp"
#include "ecs/types/number_kinds.hpp"

namespace ecs {

namespace {

bool same_values(const Field& a, const Field& b) {
    return a.kind == b.kind && a.element_size == b.element_size && a.count == b.count && a.names == b.names &&
           std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
                      [](const Field& x, const Field& y) {
                          return x.name == y.name && x.offset == y.offset && same_values(x, y);
                      });
}

void carry_element(const Field& from, const std::byte* source, const Field& to, std::byte* target) {
    if (from.kind == FieldKind::Enum && to.kind == FieldKind::Enum) {
        const auto name = enum_name(from, read_enum(from, source));
        const auto same = std::find_if(to.names.begin(), to.names.end(),
                                       [&](const EnumName& each) { return name && each.name == *name; });
        if (same != to.names.end()) write_enum(to, target, same->value);
        return;
    }
    if (from.kind == to.kind && from.kind != FieldKind::Struct) {
        if (from.kind == FieldKind::String)
            *reinterpret_cast<std::string*>(target) = *reinterpret_cast<const std::string*>(source);
        else
            std::copy_n(source, from.element_size, target);
        return;
    }
    const std::size_t floats = std::min(float_count(from.kind), float_count(to.kind));
    if (floats > 0) return void(std::copy_n(source, floats * sizeof(float), target));
    if (!is_number(from.kind) || !is_number(to.kind)) return;
    std::array<std::byte, 8> number{};
    if (!is_loss(carry_number(stored_kind(from), source, stored_kind(to), number.data())))
        std::copy_n(number.data(), to.element_size, target);
}

/// The first number that is lost, and how many there are.
struct LostNumbers {
    std::size_t count = 0;
    Entity entity;
    const Field* from = nullptr;
    const Field* to = nullptr;
    std::array<std::byte, 8> value{};
};

bool may_lose(const CarriedField& field) {
    const bool numbers = is_number(field.from->kind) && is_number(field.to->kind);
    const bool names = field.from->kind == FieldKind::Enum && field.to->kind == FieldKind::Enum;
    return numbers && !names && stored_kind(*field.from) != stored_kind(*field.to);
}

void find_lost(const Archetype& archetype, std::size_t column, const CarriedField& field, LostNumbers& lost) {
    const FieldKind from = stored_kind(*field.from), to = stored_kind(*field.to);
    const std::size_t size = archetype.types()[column]->size;
    const std::uint32_t elements = std::min(field.from->count, field.to->count);
    std::array<std::byte, 8> number{};
    for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk) {
        const std::byte* value = archetype.column_data(chunk, column) + field.from->offset;
        for (const Entity entity : archetype.chunk(chunk).entities()) {
            for (std::uint32_t i = 0; i < elements; ++i) {
                const std::byte* const source = value + std::size_t{i} * field.from->element_size;
                if (!is_loss(carry_number(from, source, to, number.data())) || lost.count++ != 0) continue;
                lost.entity = entity;
                lost.from = field.from;
                lost.to = field.to;
                std::copy_n(source, field.from->element_size, lost.value.data());
            }
            value += size;
        }
    }
}

}  // namespace

std::vector<CarriedField> carried_fields(const ComponentType& from, const ComponentType& to, const SetType& edit) {
    std::vector<CarriedField> carried;
    for (const Field& field : from.fields) {
        const auto renamed = std::find_if(edit.renamed.begin(), edit.renamed.end(),
                                          [&](const auto& each) { return each.first == field.name; });
        const std::string& name = renamed == edit.renamed.end() ? field.name : renamed->second;
        const Field* const target = to.find_field(name);
        // A new field may have the name that another one had before.
        const bool taken =
            renamed == edit.renamed.end() && std::any_of(edit.renamed.begin(), edit.renamed.end(),
                                                         [&](const auto& each) { return each.second == name; });
        if (target && !taken) carried.push_back({&field, target});
    }
    return carried;
}

void carry(const CarriedField& field, const void* from, void* to) {
    const auto* source = static_cast<const std::byte*>(from) + field.from->offset;
    auto* target = static_cast<std::byte*>(to) + field.to->offset;
    if (field.from->kind == FieldKind::Struct && !same_values(*field.from, *field.to)) return;
    if (same_values(*field.from, *field.to)) {
        Field at_start = *field.from;
        at_start.offset = 0;
        return copy_field(at_start, target, source);
    }
    for (std::uint32_t i = 0; i < std::min(field.from->count, field.to->count); ++i)
        carry_element(*field.from, source + std::size_t{i} * field.from->element_size, *field.to,
                      target + std::size_t{i} * field.to->element_size);
}

std::string why_numbers_do_not_fit(const World& world, const ComponentType& from, const SetType& edit) {
    LostNumbers lost;
    for (const CarriedField& field : carried_fields(from, edit.to, edit)) {
        if (!may_lose(field)) continue;
        for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
            const Archetype& archetype = world.archetype(id);
            const int column = archetype.column_of(from.id);
            if (column != no_column) find_lost(archetype, static_cast<std::size_t>(column), field, lost);
        }
    }
    if (lost.count == 0) return {};
    const std::string_view name = world.name(lost.entity);
    const std::string who = to_string(lost.entity) + (name.empty() ? std::string() : " (" + std::string(name) + ")");
    const std::string what = phrase("{} of {} is {}, which {} cannot hold", from.name + "." + lost.from->name, who,
                                    number_text(stored_kind(*lost.from), lost.value.data()), name_of(lost.to->kind));
    return lost.count == 1 ? what : phrase("{}; in all {} values do not fit", what, std::to_string(lost.count));
}

}  // namespace ecs
