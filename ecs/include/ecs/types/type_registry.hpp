// The TypeRegistry of a world: every component type that its entities can have, each described once.
//
//     struct Health { int hp = 100; int max = 100; };
//     types.add<Health>("Health", "What is left of it").field("hp", &Health::hp, {.min = 0}).field("max",
//     &Health::max);
//
// Types never go away, so references stay valid as long as the registry. A C++ type is found again by a hash of its
// qualified name, compared by value: no RTTI, no static counters, the same across shared libraries.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <type_traits>

#include "ecs/base/assert.hpp"
#include "ecs/base/result.hpp"
#include "ecs/types/component_type.hpp"
#include "ecs/types/type_key.hpp"

namespace ecs {

/// What a person sees of a field beyond its name and kind; all optional.
struct FieldOptions {
    std::optional<double> min = {}, max = {};
    double step = 0;
    std::string unit = {};
    std::string description = {};
    std::vector<EnumName> names = {};
};

template <class T>
class TypeBuilder;

class TypeRegistry {
public:
    TypeRegistry();
    TypeRegistry(const TypeRegistry&) = delete;
    TypeRegistry& operator=(const TypeRegistry&) = delete;

    /// Registers `T` under a qualified name. Registering the same type again is fine. Where a type of that name was
    /// made at run time, `T` stands behind it from the end of the statement that describes its fields, if these are the
    /// same ones: another layout under the same name is a failure that names both. why_not() asks first.
    template <class T>
    TypeBuilder<T> add(std::string name, std::string description = {});

    /// Why a type as another registry has it cannot be registered here by add() or add_copy(); empty when it can:
    ///
    ///     TypeRegistry mine;
    ///     describe_label(mine);
    ///     const std::string reason = world.types().why_not(*mine.find("Label"));
    std::string why_not(const ComponentType& type) const;

    /// Registers a type that no C++ type stands behind: name, fields, and optionally size, align and description.
    /// Fields must lie where lay_out() puts them; `size` and `align` may be larger than that needs (0: just enough).
    Result<ComponentId> add_at_run_time(ComponentType type);

    /// Registers a type of which nothing is known but the name: its values are the JSON text they were read from.
    Result<ComponentId> add_opaque(std::string name);

    /// Registers a type as another registry has it, the C++ type that stands behind it included. A type made at run
    /// time may have its name, if it has its layout, too.
    ComponentId add_copy(ComponentType type);

    std::size_t size() const { return types_.size(); }
    const ComponentType& operator[](ComponentId id) const { return *types_[id]; }
    const ComponentType* find(std::string_view name) const;
    /// Keeps the type for those who may still have values of it when the registry is gone.
    std::shared_ptr<const ComponentType> share(ComponentId id) const { return types_[id]; }

    /// Id of the registered C++ type; no_component if it was never registered.
    template <class T>
    ComponentId find() const {
        return find_key(type_key<std::remove_cv_t<T>>());
    }

    /// As find, but a type that was never registered is a failure that names it.
    template <class T>
    ComponentId id() const {
        constexpr std::uint64_t key = type_key<std::remove_cv_t<T>>();
        constexpr std::string_view name = type_name<std::remove_cv_t<T>>();  // found out when compiling
        for (const KeySlot* quick : {&quick_keys_[first_place(key)], &quick_keys_[second_place(key)]})
            if (quick->key == key) [[likely]]
                return quick->id;
        return id_of_key(key, name);
    }

private:
    template <class T>
    friend class TypeBuilder;

    ComponentId id_of_key(std::uint64_t key, std::string_view cpp_name) const;
    ComponentId find_key(std::uint64_t key) const {
        for (std::size_t slot = key & key_mask_;; slot = (slot + 1) & key_mask_) {
            if (keys_[slot].key == key) return keys_[slot].id;
            if (keys_[slot].key == 0) return no_component;
        }
    }
    ComponentType& add_cpp(ComponentType type);
    void end_description(ComponentType& type, std::string_view cpp_name, bool given_up);
    std::string why_not_behind(const ComponentType& known, const ComponentType& type,
                               std::string_view cpp_name = {}) const;
    void put_behind(ComponentType& known, std::uint64_t cpp_key);
    ComponentType& append(ComponentType type);
    void make_room_for_key();
    void insert_key(std::uint64_t key, ComponentId id);
    static void fail_unregistered(std::string_view cpp_name);
    static void add_field(ComponentType& type, const std::vector<Field>& before, Field field);

    struct KeySlot {
        std::uint64_t key = 0;
        ComponentId id = no_component;
    };
    std::vector<std::shared_ptr<ComponentType>> types_;
    // C++ types that are being described and will stand behind one that was made at run time, or behind none.
    std::vector<std::unique_ptr<ComponentType>> claims_;
    // Where the key is known when compiling, so are its two places in this table; a type that finds both taken is in
    // keys_ alone.
    static constexpr std::size_t quick_places = 128;
    static constexpr std::size_t first_place(std::uint64_t key) { return key % quick_places; }
    static constexpr std::size_t second_place(std::uint64_t key) { return (key >> 32) % quick_places; }
    std::array<KeySlot, quick_places> quick_keys_;
    std::vector<KeySlot> keys_;  // open addressing, at most half full
    std::size_t key_mask_ = 0;
};

/// The type closest in spelling to `name`, if close enough to look like a slip; empty otherwise.
std::string nearest_name(std::string_view name, std::span<const std::string> known);

}  // namespace ecs

#include "ecs/types/type_builder.hpp"
