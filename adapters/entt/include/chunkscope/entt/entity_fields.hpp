// Members that are entities: EnTT keeps 4 or 8 bytes, the mirror a handle of its own world. So a component that has
// such members is shown in a layout of its own, and its values are carried over in either direction. Owned by
// RegistryOwner.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ecs/types/type_registry.hpp"
#include "ecs/types/value.hpp"
#include "entt/entt.hpp"

namespace chunkscope::entt::detail {

/// What EnTT and the mirror call the same entity.
struct EntityWords {
    std::function<ecs::Entity(::entt::entity)> shown;
    std::function<::entt::entity(ecs::Entity)> raw;
};

/// As type_with() made it, an entity is a field of the kind Entity, with the size that it has in EnTT.
inline bool is_entity(const ecs::Field& field) {
    return field.kind == ecs::FieldKind::Entity && field.element_size == sizeof(::entt::entity);
}

/// The same with a number in the place of each entity: what the bytes of the program are.
inline ecs::ComponentType with_numbers(ecs::ComponentType type) {
    for (ecs::Field& field : type.fields)
        if (is_entity(field)) field.kind = sizeof(::entt::entity) == 8 ? ecs::FieldKind::U64 : ecs::FieldKind::U32;
    return type;
}

class EntityFields {
public:
    /// The type must have fields that are entities.
    explicit EntityFields(const ecs::ComponentType& type) {
        for (const ecs::Field& field : type.fields) entities_.push_back(is_entity(field));
        ecs::ComponentType raw = with_numbers(type), shown = type;
        for (ecs::Field& field : shown.fields)
            if (is_entity(field)) field.element_size = sizeof(ecs::Entity);
        shown.size = shown.align = 0;
        (void)ecs::lay_out(shown.fields);
        if (auto id = raw_layout_.add_at_run_time(std::move(raw))) raw_ = &raw_layout_[*id];
        if (auto id = shown_layout_.add_at_run_time(std::move(shown))) shown_ = &shown_layout_[*id];
    }
    static bool needed(const ecs::ComponentType& type) {
        for (const ecs::Field& field : type.fields)
            if (is_entity(field)) return true;
        return false;
    }
    /// Whether both layouts can be made.
    bool fine() const { return raw_ != nullptr && shown_ != nullptr; }
    const ecs::ComponentType& shown() const { return *shown_; }

    /// Values of the program as the mirror shows them, in their places. What was made before is forgotten.
    void show(std::vector<const void*>& values, const EntityWords& words) {
        kept_.clear();
        kept_.reserve(values.size());
        for (const void*& value : values) {
            kept_.emplace_back(*shown_);
            carry(*raw_, value, *shown_, kept_.back().data(), [&](const std::byte* from, std::byte* to) {
                ::entt::entity entity{};
                std::memcpy(&entity, from, sizeof entity);
                const ecs::Entity handle = words.shown(entity);
                std::memcpy(to, &handle, sizeof handle);
            });
            value = kept_.back().data();
        }
    }
    /// The opposite, of one value.
    ecs::Value raw(const void* value, const EntityWords& words) const {
        ecs::Value made(*raw_);
        carry(*shown_, value, *raw_, made.data(), [&](const std::byte* from, std::byte* to) {
            ecs::Entity handle;
            std::memcpy(&handle, from, sizeof handle);
            const ::entt::entity entity = words.raw(handle);
            std::memcpy(to, &entity, sizeof entity);
        });
        return made;
    }

private:
    template <class CarryEntity>
    void carry(const ecs::ComponentType& of, const void* from, const ecs::ComponentType& as, void* to,
               CarryEntity&& carry_entity) const {
        const auto* const source = static_cast<const std::byte*>(from);
        auto* const target = static_cast<std::byte*>(to);
        for (std::size_t i = 0; i < entities_.size(); ++i) {
            const ecs::Field &read = of.fields[i], &written = as.fields[i];
            if (!entities_[i]) {
                ecs::Field same = read;
                same.offset = 0;
                ecs::copy_field(same, target + written.offset, source + read.offset);
                continue;
            }
            for (std::uint32_t k = 0; k < read.count; ++k)
                carry_entity(source + read.offset + k * read.element_size,
                             target + written.offset + k * written.element_size);
        }
    }

    ecs::TypeRegistry raw_layout_, shown_layout_;
    const ecs::ComponentType *raw_ = nullptr, *shown_ = nullptr;
    std::vector<bool> entities_;    // by field
    std::vector<ecs::Value> kept_;  // of the last pull
};

}  // namespace chunkscope::entt::detail
