// The API of article 002 in C++20: types identified without RTTI, archetypes computed at compile time, chunks of one
// growing block. A thin typed layer over GrowingBlock; archetype_block_world.hpp has the World, its systems and an
// example.
//
//     struct Position : ComponentData { ECS_DECLARE_COMPONENT_DATA(Position); int x, y; };
//     struct Scale : Component<Scale> { int value; };                      // the same without a macro
//     constexpr auto archetype = Archetype::create<Position, Scale>();     // == Archetype::create<Scale, Position>()
//     Chunk chunk = Chunk::create(PlainMemory(arena, nullptr), archetype);
//     const Entity entity = chunk.create_entity();
//     chunk.set_component_data(entity, scale);
//     for (Scale& each : chunk.get_component_array<Scale>()) each.value -= 1;
//
// Everything exists in two modes. Faithful identifies types by unqualified name (comparing pointers to name literals
// amounts to that after a linker has merged them) and packs columns. Repaired identifies types by a hash of the
// qualified name and the size, and aligns columns. Where the article runs out of bounds, ours fails and names the row
// of the checklist.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <utility>

#include "ecs/base/assert.hpp"
#include "ecs/lab/storages/growing_block.hpp"
#include "ecs/types/type_key.hpp"

#define DECLARE_TYPE_INFO(T)                                         \
public:                                                              \
    static constexpr std::string_view get_type_name() { return #T; } \
    static_assert(true, "the semicolon behind the macro")
#define ECS_DECLARE_COMPONENT_DATA(T) DECLARE_TYPE_INFO(T)

namespace ecs::lab::archetype_block {

struct ComponentData {};

/// The base that gives a component its name without a macro.
template <class Self>
struct Component : ComponentData {
    static constexpr std::string_view get_type_name() {
        constexpr std::string_view name = type_name<Self>();
        return name.substr(name.find_last_of(':') + 1);
    }
};

template <class T>
concept HasTypeName = requires {
    { T::get_type_name() } -> std::convertible_to<std::string_view>;
};
/// The types that columns may have: others could not be moved by copying bytes.
template <class T>
concept IsComponentData = std::derived_from<T, ComponentData> && std::is_trivial_v<T> &&
    std::is_trivially_destructible_v<T> && HasTypeName<T>;

template <class... Ts>
inline constexpr bool all_distinct = true;
template <class T, class... Rest>
inline constexpr bool all_distinct<T, Rest...> = (!std::same_as<T, Rest> && ...) && all_distinct<Rest...>;

template <Mode mode>
class BasicTypeInfo {
public:
    constexpr BasicTypeInfo() = default;
    template <HasTypeName T>
    static constexpr BasicTypeInfo create() {
        return {T::get_type_name(), sizeof(T), alignof(T), type_key<T>()};
    }

    constexpr std::string_view name() const { return name_; }
    constexpr std::uint32_t size() const { return size_; }
    constexpr std::uint32_t align() const { return align_; }
    /// Hash of the qualified name.
    constexpr std::uint64_t key() const { return key_; }
    /// The article's own comparison: whether both names lie at the same address. Equal literals may or may not,
    /// depending on compiler and linker; names of two shared libraries do not (002-L1).
    bool same_literal(const BasicTypeInfo& other) const { return name_.data() == other.name_.data(); }

    friend constexpr bool operator==(const BasicTypeInfo& a, const BasicTypeInfo& b) {
        if constexpr (mode == Mode::Faithful) return a.name_ == b.name_;
        return a.key_ == b.key_ && a.size_ == b.size_;
    }
    /// For a type found in another library or file.
    constexpr BasicTypeInfo(std::string_view name, std::size_t size, std::size_t align, std::uint64_t key)
        : name_(name), size_(static_cast<std::uint32_t>(size)), align_(static_cast<std::uint32_t>(align)), key_(key) {}

private:
    std::string_view name_ = "0";
    std::uint32_t size_ = 0, align_ = 1;
    std::uint64_t key_ = 0;
};

template <Mode mode>
class BasicArchetype {
public:
    using TypeInfo = BasicTypeInfo<mode>;
    static constexpr std::size_t max_component_size = 16;

    /// Sorted by name. Does not compile without a type or (repaired) with the same type twice.
    template <IsComponentData... Ts>
    requires(sizeof...(Ts) > 0 && (mode == Mode::Faithful || all_distinct<Ts...>)) static constexpr BasicArchetype
        create() {
        BasicArchetype result;
        (result.add_type<Ts>(), ...);
        return result;
    }
    /// Keeps the order. Faithful, adding a type that is there already puts it there twice (002-L3).
    template <IsComponentData T>
    constexpr BasicArchetype& add_type() {
        return add(TypeInfo::template create<T>());
    }
    constexpr BasicArchetype& add(const TypeInfo& type) {
        if (mode == Mode::Repaired && position_of(type) != size_) return *this;
        if (size_ == max_component_size) {
            fail("Archetype::add_type: the list has room for 16 types; the article writes behind it (002-L3)");
            return *this;
        }
        std::size_t at = size_++;
        for (; at > 0 && comes_before(type, types_[at - 1]); --at) types_[at] = types_[at - 1];
        types_[at] = type;
        memory_size_ += type.size();
        return *this;
    }

    constexpr std::span<const TypeInfo> types() const { return {types_.data(), size_}; }
    constexpr std::size_t size() const { return size_; }
    /// Bytes of one row.
    constexpr std::size_t memory_size() const { return memory_size_; }
    /// The first position of the type; size() when there is none.
    constexpr std::size_t position_of(const TypeInfo& type) const {
        std::size_t i = 0;
        while (i < size_ && !(types_[i] == type)) ++i;
        return i;
    }
    template <class... Ts>
    constexpr bool has() const {
        return ((position_of(TypeInfo::template create<Ts>()) != size_) && ...);
    }
    /// Sum of the sizes before the type. For an absent type this is memory_size(): behind the last column (002-L7).
    template <class T>
    constexpr std::size_t get_offset() const {
        std::size_t sum = 0;
        for (std::size_t i = 0; i < position_of(TypeInfo::template create<T>()); ++i) sum += types_[i].size();
        return sum;
    }
    friend constexpr bool operator==(const BasicArchetype& a, const BasicArchetype& b) {
        bool same = a.size_ == b.size_;
        for (std::size_t i = 0; same && i < a.size_; ++i) same = a.types_[i] == b.types_[i];
        return same;
    }

private:
    // Repaired: two types may have the same unqualified name, and still need a fixed order.
    static constexpr bool comes_before(const TypeInfo& a, const TypeInfo& b) {
        if (mode == Mode::Faithful || a.name() != b.name()) return a.name() < b.name();
        return a.key() < b.key();
    }

    std::array<TypeInfo, max_component_size> types_{};
    std::size_t size_ = 0, memory_size_ = 0;
};

/// The values of a column, as an array. Valid until the chunk grows or a row is removed (002-L5).
template <class T>
class ComponentArray {
public:
    ComponentArray(T* begin, std::size_t size) : begin_(begin), size_(size) {}

    T& operator[](std::size_t index) const { return begin_[index]; }
    T* begin() const { return begin_; }
    T* end() const { return begin_ + size_; }
    std::size_t size() const { return size_; }

private:
    T* begin_;
    std::size_t size_;
};

/// A place: it refers to whichever entity has this row now (002-L4).
struct Entity {
    std::uint32_t index = 0, chunk = 0;
    friend bool operator==(const Entity&, const Entity&) = default;
};

template <Mode mode, class Memory = PlainMemory>
class BasicChunk {
public:
    using Archetype = BasicArchetype<mode>;
    using TypeInfo = BasicTypeInfo<mode>;
    using Rows = GrowingBlock<Memory>;
    using Removal = StorageOptions::Removal;
    /// Number of columns before those of the types. Repaired: a World stores the owner of each row there.
    static constexpr std::size_t id_columns = mode == Mode::Faithful ? 0 : 1;

    static BasicChunk create(Memory memory, const Archetype& archetype, std::uint32_t capacity = 1,
                             Removal removal = Removal::SwapLast) {
        return BasicChunk(memory, archetype, std::max(capacity, 1u), removal);
    }
    static BlockLayout layout_of(const Archetype& archetype) {
        BlockLayout layout(mode == Mode::Faithful ? ColumnRule::Packed : ColumnRule::Aligned);
        if constexpr (id_columns > 0) layout.push({sizeof(std::uint32_t), alignof(std::uint32_t)});
        for (const TypeInfo& type : archetype.types()) layout.push({type.size(), type.align()});
        return layout;
    }
    BasicChunk(BasicChunk&& other) noexcept
        : memory_(other.memory_),
          archetype_(other.archetype_),
          layout_(other.layout_),
          removal_(other.removal_),
          head_(std::exchange(other.head_, 0)) {}
    BasicChunk& operator=(BasicChunk&&) = delete;
    ~BasicChunk() {
        if (head_ == 0) return;
        rows().release();
        memory_.release(head_);
    }

    /// Adds a row with these values. Other columns keep the bytes that lay there.
    template <class... Ts>
    Entity add_component_data(const Ts&... values) {
        const Entity entity = create_entity();
        (set_component_data(entity, values), ...);
        return entity;
    }
    Entity create_entity() { return {rows().push_row(), 0}; }

    template <class T>
    void set_component_data(const Entity& entity, const T& data) {
        if (const Address at = address_of<T>(entity.index, "set_component_data"); at != 0)
            memory_.write(at, &data, sizeof data, "value");
    }
    template <class T>
    T get_component_data(const Entity& entity) const {
        T data{};
        if (const Address at = address_of<T>(entity.index, "get_component_data"); at != 0)
            memory_.read(at, &data, sizeof data, "value");
        return data;
    }
    /// Fails and returns an empty array where the article's packed columns put values on misaligned addresses.
    template <class T>
    ComponentArray<T> get_component_array() {
        if (get_size() == 0) return {nullptr, 0};
        const Address at = address_of<T>(0, "get_component_array");
        if (at == 0) return {nullptr, 0};
        std::byte* const first = memory_.arena().at(at);
        if (reinterpret_cast<std::uintptr_t>(first) % alignof(T) != 0) {
            fail("Chunk::get_component_array<" + std::string(T::get_type_name()) +
                 ">: the column is misaligned (002-L2)");
            return {nullptr, 0};
        }
        const std::size_t room = (rows().head().data + layout_.block_bytes(get_capacity()) - at) / sizeof(T);
        return {reinterpret_cast<T*>(first), std::min<std::size_t>(get_size(), room)};
    }

    /// Moves the row to the other chunk, with the columns that both have. `entity` becomes the row there. Columns
    /// that only the other chunk has stay as they are.
    void move_entity(Entity& entity, BasicChunk& other) {
        if (entity.index >= get_size()) return fail("Chunk::move_entity: there is no such row (002-C6)");
        for (const TypeInfo& type : archetype_.types())
            if (other.archetype_.position_of(type) == other.archetype_.size())
                return fail("Chunk::move_entity: the other chunk has no " + std::string(type.name()) +
                            "; the article writes out of bounds (002-L7)");
        const std::uint32_t row = other.rows().push_row();
        const auto source = rows().head(), target = other.rows().head();
        const auto copy = [&](std::size_t to, std::size_t from) {
            memory_.copy(other.rows().value_at(target, to, row), rows().value_at(source, from, entity.index),
                         std::min(layout_.column(from).bytes, other.layout_.column(to).bytes), "the value moves along");
        };
        if constexpr (id_columns > 0) copy(0, 0);
        for (std::size_t i = 0; i < archetype_.size(); ++i)
            copy(other.archetype_.position_of(archetype_.types()[i]) + id_columns, i + id_columns);
        destroy_entity(entity);
        entity.index = row;
    }
    void destroy_entity(const Entity& entity) {
        if (entity.index >= get_size()) return fail("Chunk::destroy_entity: there is no such row (002-C6)");
        rows().remove_row(entity.index, removal_);
    }
    void reset_memory(std::uint32_t capacity) {
        if (capacity < get_size() || capacity == 0)
            return fail("Chunk::reset_memory: the capacity must hold the rows in use");
        rows().reset_memory(capacity);
    }
    void fit() { rows().fit(); }
    /// Drops all rows.
    void reset() { rows().set_size(0); }

    const Archetype& get_archetype() const { return archetype_; }
    const BlockLayout& get_layout() const { return layout_; }
    std::uint32_t get_size() const { return rows().head().size; }
    std::uint32_t get_capacity() const { return rows().head().capacity; }
    Rows rows() const { return Rows(memory_, head_, layout_); }
    const Memory& memory() const { return memory_; }
    /// The start as the article computes it; 0, after failing, when it is outside of the block.
    template <class T>
    Address address_of(std::uint32_t row, const char* call) const {
        const auto head = rows().head();
        const std::size_t column = archetype_.position_of(TypeInfo::template create<T>());
        if (row >= head.size || column == archetype_.size()) {
            fail(std::string("Chunk::") + call + "<" + std::string(T::get_type_name()) + ">: " +
                 (row >= head.size ? "there is no such row (002-C6)" : "the archetype has no such column (002-L7)"));
            return 0;
        }
        const std::uint64_t offset = layout_.start(column + id_columns, head.capacity) + sizeof(T) * std::uint64_t{row};
        if (offset + sizeof(T) <= layout_.block_bytes(head.capacity)) return head.data + offset;
        fail(std::string("Chunk::") + call + "<" + std::string(T::get_type_name()) +
             ">: another type of this name has the column, this lies behind the block (002-L1)");
        return 0;
    }

private:
    BasicChunk(Memory memory, const Archetype& archetype, std::uint32_t capacity, Removal removal)
        : memory_(memory), archetype_(archetype), layout_(layout_of(archetype)), removal_(removal) {
        head_ = memory_.allocate(Rows::head_bytes, "chunk", BlockKind::Program);
        Rows::make(memory_, head_, layout_, capacity);
    }

    Memory memory_;
    Archetype archetype_;
    BlockLayout layout_;
    Removal removal_;
    Address head_ = 0;
};

using TypeInfo = BasicTypeInfo<Mode::Faithful>;
using Archetype = BasicArchetype<Mode::Faithful>;
using Chunk = BasicChunk<Mode::Faithful>;

}  // namespace ecs::lab::archetype_block
