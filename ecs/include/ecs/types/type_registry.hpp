// The TypeRegistry holds every component type that the entities of a world can have, each described once.
//
//     struct Health { int hp = 100; int max = 100; };
//     types.add<Health>("Health", "What is left of it")
//         .field("hp", &Health::hp, {.min = 0})
//         .field("max", &Health::max);
//
// A C++ type that nobody described is registered by its first use, under the name that the compiler uses and without
// fields. add() may describe it later.
//
// Types are never removed, so references stay valid as long as the registry. A hash of the qualified name and the
// layout identifies a C++ type, compared by value: no RTTI, no static counters, the same across shared libraries.
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

/// How a person sees a field, beyond its name and kind. All members are optional.
struct FieldOptions {
    std::optional<double> min = {}, max = {};
    double step = 0;
    std::string unit = {};
    std::string description = {};
    std::vector<EnumName> names = {};
};

template <class T>
class TypeBuilder;

/// What the registry needs to know of a C++ type that it meets for the first time.
struct CppType {
    std::uint64_t key = 0;
    std::string_view name;
    ComponentType (*make)(std::string name, std::string description) = nullptr;
};
namespace detail {
template <class T>
ComponentType make_type(std::string name, std::string description);
}
template <class T>
inline constexpr CppType cpp_type{type_key<T>(), type_name<T>(), &detail::make_type<T>};

class TypeRegistry {
public:
    TypeRegistry();
    TypeRegistry(const TypeRegistry&) = delete;
    TypeRegistry& operator=(const TypeRegistry&) = delete;

    /// Registers `T` under a qualified name. Registering the same type again is allowed. If `T` was registered by its
    /// first use, it now gets this name, the description and the fields; files that were written meanwhile have the
    /// former name, and reading them makes a type of its own of that name. If a type made at run time has the name, `T`
    /// backs it from the end of the statement that describes its fields, provided the fields are the same. Another
    /// layout under the same name is a failure that names both. Call why_not() to check first.
    template <class T>
    TypeBuilder<T> add(std::string name, std::string description = {});

    /// The reason why add() or add_copy() cannot register a type of another registry here; empty when they can:
    ///
    ///     TypeRegistry mine;
    ///     describe_label(mine);
    ///     const std::string reason = world.types().why_not(*mine.find("Label"));
    std::string why_not(const ComponentType& type) const;

    /// Registers a type without a C++ type: name, fields, and optionally size, align and description. Fields must lie
    /// where lay_out() puts them. `size` and `align` may be larger than the fields need; 0 means just enough.
    Result<ComponentId> add_at_run_time(ComponentType type);

    /// Registers a type of which only the name is known. Its values are the JSON text they were read from.
    Result<ComponentId> add_opaque(std::string name);

    /// Registers a type of another registry, with its C++ type if it has one. If a type made at run time has the same
    /// name, it must have the same layout.
    ComponentId add_copy(ComponentType type);

    /// Takes a type made at run time out of use: it gets a name that nobody writes, so its own is free again.
    void retire(ComponentId id);
    /// The opposite, under a name that no other type has.
    void revive(ComponentId id, std::string name);
    /// Grows with each of these two.
    std::uint64_t retirements() const { return retirements_; }
    /// What retire() and revive() change, of all types.
    struct Label {
        std::string name;
        bool retired = false;
    };
    std::vector<Label> labels() const;
    /// Gives the types their labels back, and retires those made at run time since.
    void restore(std::span<const Label> labels);

    std::size_t size() const { return types_.size(); }
    const ComponentType& operator[](ComponentId id) const { return *types_[id]; }
    const ComponentType* find(std::string_view name) const;
    /// Shared ownership of the type, for values that may outlive the registry.
    std::shared_ptr<const ComponentType> share(ComponentId id) const { return types_[id]; }

    /// Id of the C++ type; no_component if the registry does not know it.
    template <class T>
    ComponentId find() const {
        constexpr std::uint64_t key = type_key<std::remove_cv_t<T>>();
        return quick_or(key, [&] { return find_key(key); });
    }
    /// The same by type_key().
    ComponentId find_key(std::uint64_t key) const;

    /// Id of the C++ type. A type that the registry does not know is registered, under the name that the compiler uses.
    /// A failure when that name belongs to another type. If the failure handler returns, the type gets another name.
    template <class T>
    ComponentId id() {
        using Plain = std::remove_cv_t<T>;
        return quick_or(type_key<Plain>(), [&] { return use(cpp_type<Plain>); });
    }
    template <class T>
    ComponentId id() const {
        return find<T>();
    }

    /// As id(), for callers that do not know the type at compile time.
    [[gnu::cold]] ComponentId use(const CppType& type);

private:
    template <class T>
    friend class TypeBuilder;
    friend class World;

    struct KeySlot {
        std::uint64_t key = 0;
        ComponentId id = no_component;
    };
    /// The id of the key, or what `otherwise` returns when the key is in keys_ only, or nowhere.
    template <class F>
    ComponentId quick_or(std::uint64_t key, F&& otherwise) const {
        const KeySlot* slot = &quick_keys_[first_place(key)];
        if (slot->key != key) [[unlikely]] {
            slot = &quick_keys_[second_place(key)];
            if (slot->key != key) [[unlikely]]
                return otherwise();
        }
        return slot->id;
    }
    ComponentType& add_cpp(ComponentType type);
    void end_description(ComponentType& type, std::string_view cpp_name, bool given_up);
    std::string why_not_behind(const ComponentType& known, const ComponentType& type,
                               std::string_view cpp_name = {}) const;
    void put_behind(ComponentType& known, std::uint64_t cpp_key);
    ComponentType& append(ComponentType type);
    void make_room_for_key();
    void insert_key(std::uint64_t key, ComponentId id);
    std::string free_name(std::string_view wanted) const;
    static void add_field(ComponentType& type, const std::vector<Field>& before, Field field);

    std::vector<std::shared_ptr<ComponentType>> types_;
    // C++ types being described that will back a type made at run time, or none.
    std::vector<std::unique_ptr<ComponentType>> claims_;
    // A key known at compile time has two places in this table, also known at compile time. A type that finds both
    // taken is in keys_ only.
    static constexpr std::size_t quick_places = 128;
    static constexpr std::size_t first_place(std::uint64_t key) { return key % quick_places; }
    static constexpr std::size_t second_place(std::uint64_t key) { return (key >> 32) % quick_places; }
    std::array<KeySlot, quick_places> quick_keys_;
    std::vector<KeySlot> keys_;  // open addressing, at most half full
    std::size_t key_mask_ = 0;
    std::uint64_t retirements_ = 0;
};

/// The known name closest in spelling to `name`, if close enough for a typing error; empty otherwise.
std::string nearest_name(std::string_view name, std::span<const std::string> known);

}  // namespace ecs

#include "ecs/types/type_builder.hpp"
