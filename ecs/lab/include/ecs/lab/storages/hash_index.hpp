// Storage 000 in the words of its article: a World gives out Entities, which are references with an id. Components
// are attached to entities by value.
//
//     World world(types);                     // the types that programs may use; none has a storage yet
//     Entity bob = world.new_entity();
//     bob.with(Position{1, 2}).with(Name{"Bob"});
//     auto [position, name] = bob.get_all<Position, Name>();                             // copies
//     for (Position position : world.components_of<Position>().values()) …
//     for (auto [entity, position] : world.components_of<Position>()) …
//     bob.destroy();                          // every copy of `bob` sees it: !is_valid()
//
// An error of the article is a failure here (ecs::fail).
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "ecs/base/assert.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "ecs/lab/storages/walk.hpp"
#include "ecs/types/type_key.hpp"

namespace ecs::lab {

/// The queries that storage 000 answers beyond Storage. The bits of a handle are the number of the caller's
/// reference: the id that the entity had when it was made.
class HashIndexStorage : public Storage {
public:
    using Storage::Storage;

    /// Whether the world has component storage for the type. The first use creates it.
    virtual bool has_type(TypeIndex type) const = 0;
    /// The id in the caller's reference: 0 after the entity is deleted.
    virtual std::uint64_t id_of(Handle entity) const = 0;

    /// The component storage of one type as it lies in memory.
    struct Component {
        std::string_view key;                    // name by which the world finds it
        std::uint64_t length = 0, capacity = 0;  // values: slots ever used, and capacity
        std::uint64_t owners = 0;                // entities in the index
        std::uint64_t index_slots = 0;           // slots of the hash table
        std::vector<std::uint64_t> free_slots;   // the last one is taken first
        Address values = 0;
    };
    virtual Component look(TypeIndex type) const = 0;
    /// The position of an entity's value among the values of its type.
    virtual std::optional<std::uint64_t> slot_of(Handle entity, TypeIndex type) const = 0;

    enum class Step : std::uint8_t { Visited, End, Changed };
    /// Goes to the next owner of the walk's base and copies its value to `value`. Changed: 000-L7.
    virtual Step next(Walk& walk, Handle& owner, void* value) = 0;
    /// The storage's list of walks, for constructing a Walk.
    virtual Walk*& walks() = 0;
};

namespace hash_index {

class World;

class Entity {
public:
    Entity() = default;
    Entity(World& world, Handle handle) : world_(&world), handle_(handle) {}

    Handle handle() const { return handle_; }
    /// 0 once the entity is deleted, through any copy.
    std::uint64_t id() const;
    bool is_valid() const { return id() != 0; }

    template <class T>
    const Entity& with(const T& component) const;
    template <class T>
    T get() const;
    template <class... Ts>
    std::tuple<Ts...> get_all() const {
        return {get<Ts>()...};
    }
    template <class T>
    bool has() const;
    template <class... Ts>
    bool has_all() const {
        return (has<Ts>() && ...);
    }
    /// Repaired only (000-L1).
    template <class T>
    void remove() const;
    /// The article's `delete`.
    void destroy() const;

    friend bool operator==(const Entity&, const Entity&) = default;

private:
    World* world_ = nullptr;
    Handle handle_;
};

/// The components of one type, for range-based loops: over (entity, value), or over values() alone.
template <class T>
class Components {
public:
    explicit Components(World& world) : world_(&world) {}

    struct Pair {
        Entity entity;
        T value;
    };
    struct End {};

    template <bool with_entity>
    class Iterator {
    public:
        explicit Iterator(World& world);
        std::conditional_t<with_entity, Pair, T> operator*() const {
            if constexpr (with_entity)
                return pair_;
            else
                return pair_.value;
        }
        Iterator& operator++();
        friend bool operator==(const Iterator& iterator, End) { return iterator.ended_; }

    private:
        World* world_;
        std::unique_ptr<Walk> walk_;
        Pair pair_;
        bool ended_ = false;
    };

    struct Values {
        World* world;
        Iterator<false> begin() const { return Iterator<false>(*world); }
        End end() const { return {}; }
    };
    Values values() const { return {world_}; }
    Iterator<true> begin() const { return Iterator<true>(*world_); }
    End end() const { return {}; }

private:
    World* world_;
};

class World {
public:
    /// Makes a new world. `types` and what they point to must outlive it.
    explicit World(std::span<const ComponentType* const> types, Mode mode = Mode::Faithful)
        : arena_(std::make_unique<Arena>()),
          owned_(make_storage(StorageKind::HashIndex, mode, {}, types, *arena_, nullptr)),
          storage_(static_cast<HashIndexStorage*>(owned_.get())) {}
    /// The same interface for an existing storage, which must outlive this object.
    explicit World(HashIndexStorage& storage) : storage_(&storage) {}

    HashIndexStorage& storage() const { return *storage_; }

    Entity new_entity() { return Entity(*this, storage_->create({}).handle); }
    /// Whether the type was ever used.
    template <class T>
    bool has() const {
        return storage_->has_type(index_of<T>());
    }
    template <class T>
    Components<T> components_of() {
        return Components<T>(*this);
    }
    /// Position of a C++ type in the list of types. Fails for a type that is not in it.
    template <class T>
    TypeIndex index_of() const {
        const auto types = storage_->types();
        for (TypeIndex i = 0; i < types.size(); ++i)
            if (types[i]->cpp_key == type_key<T>()) return i;
        fail("This world was made without the type " + std::string(type_name<T>()));
        return 0;
    }

private:
    std::unique_ptr<Arena> arena_;
    std::unique_ptr<Storage> owned_;
    HashIndexStorage* storage_;
};

/// Reports a refusal of the storage as the error that the article's program would raise.
inline void raise_if_refused(const Outcome& outcome) {
    if (!outcome) fail(std::string(outcome.rule) + ": " + std::string(outcome.why));
}

inline std::uint64_t Entity::id() const { return world_ == nullptr ? 0 : world_->storage().id_of(handle_); }

template <class T>
const Entity& Entity::with(const T& component) const {
    raise_if_refused(world_->storage().add(handle_, {world_->index_of<T>(), &component}));
    return *this;
}

template <class T>
T Entity::get() const {
    T value{};
    raise_if_refused(world_->storage().get(handle_, world_->index_of<T>(), &value));
    return value;
}

template <class T>
bool Entity::has() const {
    return world_->storage().has(handle_, world_->index_of<T>());
}

template <class T>
void Entity::remove() const {
    raise_if_refused(world_->storage().remove(handle_, world_->index_of<T>()));
}

inline void Entity::destroy() const { raise_if_refused(world_->storage().destroy(handle_)); }

template <class T>
template <bool with_entity>
Components<T>::Iterator<with_entity>::Iterator(World& world) : world_(&world) {
    const TypeIndex type = world.index_of<T>();
    if (!world.storage().has_type(type)) {
        fail("000-L5: the world has no storage for this type yet");
        ended_ = true;
        return;
    }
    walk_ = std::make_unique<Walk>(world.storage().walks(), type, types_of({&type, 1}));
    ++*this;
}

template <class T>
template <bool with_entity>
auto Components<T>::Iterator<with_entity>::operator++() -> Iterator& {
    Handle owner;
    const HashIndexStorage::Step step = world_->storage().next(*walk_, owner, &pair_.value);
    ended_ = step != HashIndexStorage::Step::Visited;
    if (!ended_) pair_.entity = Entity(*world_, owner);
    if (step == HashIndexStorage::Step::Changed) fail("000-L7: the table changed while it was iterated");
    return *this;
}

}  // namespace hash_index
}  // namespace ecs::lab
