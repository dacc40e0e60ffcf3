// Our own storage behind the lab's interface, over a ChunkWorld. It needs no repair: both modes are the same. A
// handle holds the bits of an ecs::Entity.
#pragma once

#include "ecs/lab/storages/chunk_world.hpp"

namespace ecs::lab {

template <class Memory>
class ChunkStorage final : public Storage {
public:
    ChunkStorage(Mode mode, const StorageOptions& options, std::span<const ComponentType* const> types, Memory memory);

    Outcome create(std::span<const Value> values) override;
    Outcome destroy(Handle entity) override;
    bool alive(Handle entity) const override;
    std::vector<HandlePart> parts_of(Handle entity) const override;
    Outcome add(Handle entity, const Value& value) override;
    Outcome set(Handle entity, const Value& value) override;
    Outcome remove(Handle entity, TypeIndex type) override;
    Outcome get(Handle entity, TypeIndex type, void* to) override;
    bool has(Handle entity, TypeIndex type) override;
    Outcome each(std::span<const TypeIndex> join, const RowFunction& function) override;

    /// As each(), with the caller's function compiled in: see each_run.hpp.
    template <std::size_t arity, class Function>
    void each_run(const std::array<TypeIndex, arity>& join, const Function& function);
    std::uint64_t size() const override;
    void describe(const SpanFunction& span) const override;
    Outcome supports(OperationKind operation) const override;
    std::span<const std::string_view> pseudo_code(OperationKind operation) const override;

private:
    using World = ChunkWorld<Memory>;
    using Place = typename World::Place;

    /// Refuses during a visit.
    Outcome may_change() const;
    void write_value(const Place& place, const Value& value);
    /// Moves the row to the archetype with this type added or removed.
    Place move_row(Handle entity, const Place& from, TypeIndex type);

    Memory memory_;
    World world_;
};

}  // namespace ecs::lab
