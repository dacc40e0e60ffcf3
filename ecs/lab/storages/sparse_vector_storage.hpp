// Article 001 as a lab storage: one SparseColumn per component type, indexed by the entity's generational id.
//
//     Program block: | head of the ids | head of column 0 | head of column 1 | … | systems running |
//
// Faithful keeps the author's free queue, ignores generations when it attaches, clears nothing when an entity is
// removed, and does not let systems create or attach. Repaired checks every id and allows every operation while
// iterating.
#pragma once

#include "ecs/lab/storages/generational_ids.hpp"
#include "ecs/lab/storages/sparse_column.hpp"
#include "ecs/lab/storages/storages.hpp"

namespace ecs::lab {

template <class Memory>
class SparseVectorStorage final : public Storage {
public:
    SparseVectorStorage(Mode mode, const StorageOptions& options, std::span<const ComponentType* const> types,
                        Memory memory);

    Outcome create(std::span<const Value> values) override;
    Outcome destroy(Handle entity) override;
    bool alive(Handle entity) const override { return ids_.alive(generational_id_of(entity)); }
    std::optional<Handle> reached_by(Handle entity) const override;
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
    /// Calls `function(options of the first, of the second, number of options in both)` with the columns borrowed.
    template <class Function>
    void with_options(const std::array<TypeIndex, 2>& join, const Function& function);
    std::uint64_t size() const override { return ids_.living(); }
    void describe(const SpanFunction& span) const override;
    Outcome supports(OperationKind operation) const override;
    std::span<const std::string_view> pseudo_code(OperationKind operation) const override;

private:
    class VisitedRow;
    class Borrows;

    bool faithful() const { return mode() == Mode::Faithful; }
    bool running() const;
    /// The outcome for a component of `id`, checked before the access.
    Outcome check(GenerationalId id) const;
    Outcome judge(GenerationalId id) const;
    Handle handle_at(std::uint64_t index) const;

    Memory memory_;
    Address head_;
    GenerationalIds<Memory> ids_;
    std::vector<SparseColumn<Memory>> columns_;  // addresses and layouts only
};

}  // namespace ecs::lab
