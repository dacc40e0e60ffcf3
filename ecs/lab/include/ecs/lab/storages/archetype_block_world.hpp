// The World of article 002 with its EntityManager and systems, over the chunks of archetype_block.hpp.
//
//     struct Grow : SystemBase {
//         using SystemBase::SystemBase;
//         void on_create() override {
//             const Entity entity = get_entity_manager().create_entity<Position>();
//             get_entity_manager().add_component_data(entity, Scale{500});    // moves to the chunk of both
//         }
//         void on_update() override {
//             foreach<Position, Scale>([](Position& position, Scale& scale) { position.x += scale.value; });
//         }
//     };
//     Arena arena;
//     World world(arena);
//     world.add_system<Grow>();
//     world.update();
//
// An entity is a place in Mode::Faithful, and a slot with a generation in Mode::Repaired. The article does not say
// when on_create is called: here exactly once, before the system's first update (002-L8).
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "ecs/lab/storages/archetype_block.hpp"
#include "ecs/lab/storages/location_table.hpp"

namespace ecs::lab::archetype_block {

/// A handle of a repaired world.
struct StableEntity {
    std::uint32_t slot = 0, generation = 0;  // generation 0: none
    Handle handle() const { return {std::uint64_t{generation} << 32 | slot}; }
    static StableEntity of(Handle handle) {
        return {static_cast<std::uint32_t>(handle.bits), static_cast<std::uint32_t>(handle.bits >> 32)};
    }
    friend bool operator==(const StableEntity&, const StableEntity&) = default;
};
template <Mode mode>
using EntityOf = std::conditional_t<mode == Mode::Faithful, Entity, StableEntity>;

template <Mode mode, class Memory = PlainMemory>
class BasicEntityManager {
public:
    using Chunk = BasicChunk<mode, Memory>;
    using Archetype = BasicArchetype<mode>;
    using EntityId = EntityOf<mode>;
    using Removal = StorageOptions::Removal;

    BasicEntityManager(Memory memory, Removal removal) : memory_(memory), removal_(removal) {
        if constexpr (mode == Mode::Repaired) {
            locations_ = memory_.allocate(Locations::head_bytes, "location table", BlockKind::Program);
            Locations::make_head(memory_, locations_);
        }
    }
    BasicEntityManager(const BasicEntityManager&) = delete;
    BasicEntityManager& operator=(const BasicEntityManager&) = delete;
    ~BasicEntityManager() {
        if (locations_ == 0) return;
        Locations(memory_, locations_).release_memory();
        memory_.release(locations_);
    }

    template <class... Ts>
    EntityId create_entity() {
        return create_entity(Archetype::template create<Ts...>());
    }
    EntityId create_entity(const Archetype& archetype) {
        const std::uint32_t chunk = chunk_for(archetype);
        const std::uint32_t row = chunks_[chunk]->create_entity().index;
        return name_row(chunk, row);
    }
    void destroy_entity(EntityId entity) {
        const Entity place = find(entity, "destroy_entity");
        if (place.chunk == nowhere) return;
        take_row(place);
        if constexpr (mode == Mode::Repaired) Locations(memory_, locations_).release(entity.handle());
    }
    template <class T>
    void set_component_data(EntityId entity, const T& data) {
        if (const Entity place = find(entity, "set_component_data"); place.chunk != nowhere)
            chunks_[place.chunk]->set_component_data(place, data);
    }
    template <class T>
    T get_component_data(EntityId entity) const {
        const Entity place = find(entity, "get_component_data");
        return place.chunk == nowhere ? T{} : chunks_[place.chunk]->template get_component_data<T>(place);
    }
    template <class T>
    bool has_component_data(EntityId entity) const {
        const Entity place = find(entity, "has_component_data");
        return place.chunk != nowhere && chunks_[place.chunk]->get_archetype().template has<T>();
    }
    /// Moves the entity to the chunk that also has T, and returns its new id.
    template <IsComponentData T>
    EntityId add_component_data(EntityId entity, const T& data) {
        const Entity from = find(entity, "add_component_data");
        if (from.chunk == nowhere) return entity;
        Archetype archetype = chunks_[from.chunk]->get_archetype();
        archetype.template add_type<T>();
        const std::uint32_t target = chunk_for(archetype);
        Entity place{from.index, target};
        if (target == from.chunk) {  // repaired: it has T already
            chunks_[target]->set_component_data(place, data);
            return entity;
        }
        const std::uint32_t last = chunks_[from.chunk]->get_size() - 1;
        chunks_[from.chunk]->move_entity(place, *chunks_[target]);
        rows_moved(from, last);
        chunks_[target]->set_component_data(place, data);
        if constexpr (mode == Mode::Faithful)
            return place;
        else {
            Locations(memory_, locations_).place(entity.slot, target, place.index);
            return entity;
        }
    }
    bool alive(EntityId entity) const { return place_of(entity).chunk != nowhere; }
    /// The place of the row; `chunk` is `nowhere` when the entity is not alive.
    Entity place_of(EntityId entity) const {
        if constexpr (mode == Mode::Faithful) {
            const bool there = entity.chunk < chunks_.size() && entity.index < chunks_[entity.chunk]->get_size();
            return there ? entity : Entity{0, nowhere};
        } else {
            const auto entry = Locations(memory_, locations_).find(entity.handle());
            return entry ? Entity{entry->row, entry->archetype} : Entity{0, nowhere};
        }
    }
    static constexpr std::uint32_t nowhere = 0xffffffffu;

    /// The chunks whose archetype has all of the types.
    template <class... Ts>
    std::vector<Chunk*> get_chunk_list() const {
        std::vector<Chunk*> list;
        for (const auto& chunk : chunks_)
            if (chunk->get_archetype().template has<Ts...>()) list.push_back(chunk.get());
        return list;
    }
    std::size_t chunk_count() const { return chunks_.size(); }
    Chunk& chunk(std::size_t i) const { return *chunks_[i]; }
    std::uint64_t entity_count() const {
        std::uint64_t sum = 0;
        for (const auto& chunk : chunks_) sum += chunk->get_size();
        return sum;
    }
    /// Frees the capacity that no row uses.
    void fit() {
        for (const auto& chunk : chunks_) chunk->fit();
    }
    /// Appends all rows of the other world to its own; the other is empty afterwards. The entities get new ids here.
    void merge(BasicEntityManager& other) {
        for (const auto& chunk : other.chunks_) {
            const std::uint32_t target = chunk_for(chunk->get_archetype());
            const auto source = chunk->rows().head();
            for (std::uint32_t row = 0; row < source.size; ++row) {
                const std::uint32_t added = chunks_[target]->create_entity().index;
                const auto head = chunks_[target]->rows().head();
                const BlockLayout& layout = chunk->get_layout();
                for (std::size_t c = 0; c < layout.count(); ++c)
                    memory_.write(chunks_[target]->rows().value_at(head, c, added),
                                  other.memory_.arena().at(chunk->rows().value_at(source, c, row)),
                                  layout.column(c).bytes, "value of the other world");
                other.forget_row(*chunk, row);
                name_row(target, added);
            }
            chunk->reset();
        }
    }
    /// Finds the chunk of an archetype, or makes it.
    std::uint32_t chunk_for(const Archetype& archetype) {
        for (std::uint32_t i = 0; i < chunks_.size(); ++i)
            if (chunks_[i]->get_archetype() == archetype) return i;
        chunks_.push_back(std::make_unique<Chunk>(Chunk::create(memory_, archetype, 1, removal_)));
        return static_cast<std::uint32_t>(chunks_.size() - 1);
    }

private:
    template <Mode, class>
    friend class BasicWorldFile;
    using Locations = LocationTable<Memory>;

    Entity find(EntityId entity, const char* call) const {
        const Entity place = place_of(entity);
        if (place.chunk == nowhere)
            fail(std::string("EntityManager::") + call +
                 (mode == Mode::Faithful ? ": there is no such row (002-C6)" : ": the entity is gone (002-L4)"));
        return place;
    }
    Address id_address(const Chunk& chunk, std::uint32_t row) const {
        return chunk.rows().head().data + row * sizeof(std::uint32_t);
    }
    EntityId name_row(std::uint32_t chunk, std::uint32_t row) {
        if constexpr (mode == Mode::Faithful)
            return Entity{row, chunk};
        else {
            const Handle handle = Locations(memory_, locations_).acquire(chunk, row);
            memory_.store(id_address(*chunks_[chunk], row), Locations::slot_of(handle), "whose row this is");
            return StableEntity::of(handle);
        }
    }
    void forget_row(const Chunk& chunk, std::uint32_t row) {
        if constexpr (mode == Mode::Repaired) {
            const auto slot = memory_.template load<std::uint32_t>(id_address(chunk, row), "whose row this is");
            Locations(memory_, locations_).release(Locations::look_handle(memory_.arena(), locations_, slot));
        }
    }
    void take_row(const Entity& place) {
        const std::uint32_t last = chunks_[place.chunk]->get_size() - 1;
        chunks_[place.chunk]->destroy_entity(place);
        rows_moved(place, last);
    }
    /// Updates ids after a row was removed: the last row moved, or all rows behind the hole.
    void rows_moved(const Entity& hole, std::uint32_t last) {
        if constexpr (mode == Mode::Repaired) {
            const std::uint32_t end = removal_ == Removal::SwapLast ? std::min(hole.index + 1, last) : last;
            for (std::uint32_t row = hole.index; row < end; ++row) {
                const auto slot =
                    memory_.template load<std::uint32_t>(id_address(*chunks_[hole.chunk], row), "whose row moved");
                Locations(memory_, locations_).place(slot, hole.chunk, row);
            }
        }
    }

    Memory memory_;
    Removal removal_;
    std::vector<std::unique_ptr<Chunk>> chunks_;
    Address locations_ = 0;
};

template <Mode mode, class Memory>
class BasicWorld;

template <Mode mode, class Memory = PlainMemory>
class BasicSystem {
public:
    using EntityManager = BasicEntityManager<mode, Memory>;
    using World = BasicWorld<mode, Memory>;

    explicit BasicSystem(World& world, int execution_order = 0) : world_(world), execution_order_(execution_order) {}
    BasicSystem(const BasicSystem&) = delete;
    BasicSystem& operator=(const BasicSystem&) = delete;
    virtual ~BasicSystem() = default;

    virtual void on_create() {}
    virtual void on_update() = 0;
    virtual void on_destroy() {}
    int execution_order() const { return execution_order_; }

protected:
    EntityManager& get_entity_manager() const { return world_.get_entity_manager(); }

    template <class T1, class Function>
    void foreach (Function&& function) {
        for (auto* chunk : get_entity_manager().template get_chunk_list<T1>())
            for (T1& value : chunk->template get_component_array<T1>()) function(value);
    }
    template <class T1, class T2, class Function>
    void foreach (Function&& function) {
        for (auto* chunk : get_entity_manager().template get_chunk_list<T1, T2>()) {
            const auto first = chunk->template get_component_array<T1>();
            const auto second = chunk->template get_component_array<T2>();
            for (std::size_t i = 0; i < first.size(); ++i) function(first[i], second[i]);
        }
    }

private:
    World& world_;
    int execution_order_;
};

template <Mode mode, class Memory = PlainMemory>
class BasicWorld {
public:
    using EntityManager = BasicEntityManager<mode, Memory>;
    using System = BasicSystem<mode, Memory>;

    explicit BasicWorld(Memory memory, const StorageOptions& options = {}) : entity_manager_(memory, options.removal) {}
    explicit BasicWorld(Arena& arena, const StorageOptions& options = {})
        : BasicWorld(Memory(arena, nullptr), options) {}
    BasicWorld(const BasicWorld&) = delete;
    BasicWorld& operator=(const BasicWorld&) = delete;
    ~BasicWorld() {
        for (auto system = systems_.rbegin(); system != systems_.rend(); ++system)
            if (system->created) system->system->on_destroy();
    }

    EntityManager& get_entity_manager() { return entity_manager_; }
    /// Repaired: systems run in the order of execution_order. The article has that number and does not use it.
    template <class T, class... Arguments>
    T& add_system(Arguments&&... arguments) {
        auto made = std::make_unique<T>(*this, std::forward<Arguments>(arguments)...);
        T& system = *made;
        auto at = systems_.end();
        if (mode == Mode::Repaired)
            at =
                std::upper_bound(systems_.begin(), systems_.end(), system.execution_order(),
                                 [](int order, const Entry& entry) { return order < entry.system->execution_order(); });
        systems_.insert(at, Entry{std::move(made), false});
        return system;
    }
    void update() {
        for (std::size_t i = 0; i < systems_.size(); ++i)
            if (!systems_[i].created) {
                systems_[i].created = true;
                systems_[i].system->on_create();
            }
        for (std::size_t i = 0; i < systems_.size(); ++i) systems_[i].system->on_update();
    }
    /// Moves all entities of the other world here; its systems stay.
    void merge(BasicWorld& other) { entity_manager_.merge(other.entity_manager_); }

private:
    struct Entry {
        std::unique_ptr<System> system;
        bool created = false;
    };
    EntityManager entity_manager_;
    std::vector<Entry> systems_;
};

using EntityManager = BasicEntityManager<Mode::Faithful>;
using SystemBase = BasicSystem<Mode::Faithful>;
using World = BasicWorld<Mode::Faithful>;

}  // namespace ecs::lab::archetype_block
