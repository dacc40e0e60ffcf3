// Storage 003 in the words of its article: a CContainer packs the components of one type, each with the id of its
// entity, and finds them by that id. Containers are plain fields of a program's own struct:
//
//     struct Containers {
//         CContainer<Velocity> velocities;
//         CContainer<Position> positions;
//     } game{CContainer<Velocity>(storage), CContainer<Position>(storage)};
//     game.positions.push(1, {150, 150});
//     for (auto [position, velocity] : game.positions.iter_mut().zip_entity(game.velocities))
//         position->x += velocity.x;
//
// Programs that the article's language refuses to compile fail here (ecs::fail).
#pragma once

#include <cstring>
#include <string>
#include <utility>

#include "ecs/base/assert.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "ecs/lab/storages/walk.hpp"
#include "ecs/types/type_key.hpp"

namespace ecs::lab {

/// The queries that storage 003 answers beyond Storage. The bits of a handle are the entity's id.
class PackedVectorStorage : public Storage {
public:
    using Storage::Storage;
    using EntityId = std::uint32_t;

    /// The article's push, for any id. An id that was never issued counts as issued from now on.
    virtual Outcome push(EntityId entity, const Value& value) = 0;
    /// The row that the map gives for the entity.
    virtual std::optional<std::uint64_t> find(TypeIndex type, EntityId entity) = 0;
    /// The owner of a row; `row` must be less than the container's length.
    virtual EntityId owner(TypeIndex type, std::uint64_t row) = 0;
    virtual void read(TypeIndex type, std::uint64_t row, void* to) = 0;
    /// Overwrites the value of the entity: in `row` if the row still belongs to it, else wherever its value is now.
    virtual void write(TypeIndex type, std::uint64_t row, EntityId entity, const void* from) = 0;
    /// Goes to the next row of the walk's base; false: no more.
    virtual bool next(Walk& walk, std::uint64_t& row) = 0;
    /// The storage's list of walks, for constructing a Walk.
    virtual Walk*& walks() = 0;

    /// The container of one type as it lies in memory.
    struct Container {
        std::uint64_t length = 0, capacity = 0;         // rows
        std::uint64_t row_bytes = 0, value_offset = 0;  // of one row, and offset of the value in it
        std::uint64_t map_keys = 0, map_slots = 0;
        Address rows = 0;
    };
    virtual Container look(TypeIndex type) const = 0;
};

namespace packed_vector {

using EntityId = PackedVectorStorage::EntityId;

/// A component with its owner, as it lies in memory.
template <class T>
class Component {
public:
    Component(EntityId entity_id, const T& inner) : entity_id_(entity_id), inner_(inner) {}

    EntityId entity_id() const { return entity_id_; }
    const T& inner() const { return inner_; }
    T& inner_mut() { return inner_; }

private:
    EntityId entity_id_;
    [[no_unique_address]] T inner_;
};

/// A component that may be changed, the article's `&mut T`. The destructor writes the change back.
template <class T>
class Mut {
public:
    Mut() = default;
    Mut(PackedVectorStorage& storage, TypeIndex type, std::uint64_t row)
        : storage_(&storage), type_(type), row_(row), entity_(storage.owner(type, row)) {
        storage.read(type, row, &value_);
        before_ = value_;
    }
    ~Mut() {
        if (storage_ != nullptr && std::memcmp(&value_, &before_, sizeof value_) != 0)
            storage_->write(type_, row_, entity_, &value_);
    }
    Mut(Mut&& other) noexcept : Mut(other, std::exchange(other.storage_, nullptr)) {}
    Mut& operator=(Mut&&) = delete;

    explicit operator bool() const { return storage_ != nullptr; }
    T& operator*() { return value_; }
    T* operator->() { return &value_; }

private:
    Mut(const Mut& other, PackedVectorStorage* storage)
        : storage_(storage),
          type_(other.type_),
          row_(other.row_),
          entity_(other.entity_),
          value_(other.value_),
          before_(other.before_) {}

    PackedVectorStorage* storage_ = nullptr;
    TypeIndex type_ = 0;
    std::uint64_t row_ = 0;
    EntityId entity_ = 0;
    T value_{}, before_{};
};

template <class T>
class ComponentContainer;
template <class T>
using CContainer = ComponentContainer<T>;

/// The element of a loop: the id and the component, or the components of one entity.
template <class Base, class... Others>
struct Joined;
template <class Base>
struct Joined<Base> {
    EntityId entity_id;
    Base item;
};
template <class Base, class Other>
struct Joined<Base, Other> {
    Base base;
    Other other;
};
template <class Base, class First, class Second>
struct Joined<Base, First, Second> {
    Base base;
    First first;
    Second second;
};

/// A range over the rows of a base container whose entity has a component in each of the other containers. `Base` is
/// T or Mut<T>; the others are only read.
template <class T, class Base, class... Others>
class ZipEntity {
public:
    explicit ZipEntity(const ComponentContainer<T>& base, const ComponentContainer<Others>&... others)
        : storage_(&base.storage()), types_{base.type(), others.type()...} {}

    /// Adds another container as a condition; at most two.
    template <class U>
    auto zip_entity(const ComponentContainer<U>& other) const {
        static_assert(sizeof...(Others) == 0, "there is zip_entity2 for two containers, and none for more (003-L3)");
        return ZipEntity<T, Base, U>(ComponentContainer<T>(*storage_), other);
    }
    template <class U, class V>
    auto zip_entity2(const ComponentContainer<U>& first, const ComponentContainer<V>& second) const {
        static_assert(sizeof...(Others) == 0, "at most two others (003-L3)");
        return ZipEntity<T, Base, U, V>(ComponentContainer<T>(*storage_), first, second);
    }

    struct End {};
    class Iterator {
    public:
        explicit Iterator(const ZipEntity& range)
            : range_(&range),
              walk_(std::make_unique<Walk>(range.storage_->walks(), range.types_[0], types_of(range.types_))) {
            ++*this;
        }
        Iterator& operator++() {
            do {
                ended_ = !range_->storage_->next(*walk_, rows_[0]);
            } while (!ended_ && !find_others());
            return *this;
        }
        Joined<Base, Others...> operator*() const { return item(std::index_sequence_for<Others...>()); }
        friend bool operator==(const Iterator& iterator, End) { return iterator.ended_; }

    private:
        bool find_others() {
            PackedVectorStorage& storage = *range_->storage_;
            for (std::size_t i = 1; i < rows_.size(); ++i) {
                const auto row = storage.find(range_->types_[i], storage.owner(range_->types_[0], rows_[0]));
                if (!row) return false;
                rows_[i] = *row;
            }
            return true;
        }
        template <class Value>
        Value value(std::size_t i) const {
            if constexpr (std::is_same_v<Value, Mut<T>>) {
                return Mut<T>(*range_->storage_, range_->types_[i], rows_[i]);
            } else {
                Value result{};
                range_->storage_->read(range_->types_[i], rows_[i], &result);
                return result;
            }
        }
        template <std::size_t... numbers>
        Joined<Base, Others...> item(std::index_sequence<numbers...>) const {
            if constexpr (sizeof...(Others) == 0)
                return {range_->storage_->owner(range_->types_[0], rows_[0]), value<Base>(0)};
            else
                return {value<Base>(0), value<Others>(numbers + 1)...};
        }

        const ZipEntity* range_;
        std::unique_ptr<Walk> walk_;
        std::array<std::uint64_t, 1 + sizeof...(Others)> rows_{};
        bool ended_ = false;
    };
    Iterator begin() const { return Iterator(*this); }
    End end() const { return {}; }

private:
    PackedVectorStorage* storage_;
    std::array<TypeIndex, 1 + sizeof...(Others)> types_;
};

template <class T>
class ComponentContainer {
public:
    /// The storage must have been made with the type, and outlive this object.
    explicit ComponentContainer(PackedVectorStorage& storage) : storage_(&storage), type_(type_in(storage)) {}

    void push(EntityId entity_id, const T& item) {
        const Outcome outcome = storage_->push(entity_id, {type_, &item});
        if (!outcome) fail(std::string(outcome.rule) + ": " + std::string(outcome.why));
    }
    std::optional<T> get(EntityId entity_id) const {
        const auto row = storage_->find(type_, entity_id);
        if (!row) return std::nullopt;
        T value{};
        storage_->read(type_, *row, &value);
        return value;
    }
    /// Empty when the entity has none. While it lives, nothing may be added to or removed from the container.
    Mut<T> get_mut(EntityId entity_id) {
        const auto row = storage_->find(type_, entity_id);
        return row ? Mut<T>(*storage_, type_, *row) : Mut<T>();
    }
    ZipEntity<T, T> iter() const { return ZipEntity<T, T>(*this); }
    ZipEntity<T, Mut<T>> iter_mut() { return ZipEntity<T, Mut<T>>(*this); }
    /// A row with its owner; `row` must be less than size().
    Component<T> component(std::uint64_t row) const {
        T value{};
        storage_->read(type_, row, &value);
        return {storage_->owner(type_, row), value};
    }
    std::uint64_t size() const { return storage_->look(type_).length; }

    PackedVectorStorage& storage() const { return *storage_; }
    TypeIndex type() const { return type_; }

private:
    static TypeIndex type_in(const PackedVectorStorage& storage) {
        const auto types = storage.types();
        for (TypeIndex i = 0; i < types.size(); ++i)
            if (types[i]->cpp_key == type_key<T>()) return i;
        fail("This storage was made without the type " + std::string(type_name<T>()));
        return 0;
    }

    PackedVectorStorage* storage_;
    TypeIndex type_;
};

}  // namespace packed_vector
}  // namespace ecs::lab
