// Article 002 behind the lab's interface: one growing block per archetype (growing_block.hpp), its columns in the
// order of their types' names. The layout:
//
//     root (Program):       | archetypes | count | capacity | location table's head (repaired) |
//     archetypes (Program): | head of the rows | number of types, types | …                       64 bytes each
//     rows (Heap):          | column | column | …    repaired: the first column holds the slots of the rows' entities
//
// Faithful: a handle is a place, (archetype + 1, row), and no other handle is updated when rows move; types are
// identified by unqualified name. Repaired: a handle is a slot of a location table, and each type is distinct.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "ecs/lab/storages/growing_block.hpp"
#include "ecs/lab/storages/location_table.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "ecs/lab/storages/walk.hpp"

namespace ecs::lab {

template <class Memory>
class ArchetypeBlockStorage final : public Storage {
public:
    ArchetypeBlockStorage(Mode mode, const StorageOptions& options, std::span<const ComponentType* const> types,
                          Memory memory);

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
    using Rows = GrowingBlock<Memory>;
    using Locations = LocationTable<Memory>;

    struct Root {
        Address archetypes = 0;
        std::uint32_t count = 0, capacity = 0;
    };
    /// Sorted by name. Faithful: a type may occur twice (002-L3).
    struct TypeList {
        std::uint8_t count = 0;
        std::array<std::uint8_t, 47> types{};
    };
    struct ArchetypeHead {
        typename Rows::Head rows;
        TypeList list;
    };
    static_assert(sizeof(ArchetypeHead) == 64);
    static constexpr std::size_t faithful_max_types = 16;  // cMaxComponentSize

    struct RowPlace {
        std::uint32_t archetype = 0, row = 0;
    };
    /// An archetype while an operation works on it.
    struct Table {
        std::uint32_t number = 0;
        Address head = 0;
        TypeList list;
        BlockLayout layout;
    };

    bool faithful() const { return mode() == Mode::Faithful; }
    bool same_type(std::size_t a, std::size_t b) const;
    int column_of(const TypeList& list, std::size_t type) const;  // -1: none; index of the type, not of a column of the
                                                                  // block
    void insert(TypeList& list, TypeIndex type) const;
    std::size_t id_columns() const { return faithful() ? 0 : 1; }
    BlockLayout layout_of(const TypeList& list) const;

    Root root() const { return memory_.template load<Root>(root_, "archetypes"); }
    Root look_root() const;
    ArchetypeHead look_head(std::uint32_t archetype) const;
    Table table(std::uint32_t archetype) const;
    Table table_for(const TypeList& list);
    Rows rows(const Table& table) const { return Rows(memory_, table.head, table.layout); }

    std::optional<RowPlace> find(Handle entity) const;
    Outcome missing() const;
    Handle place_handle(RowPlace place) const { return {(std::uint64_t{place.archetype} + 1) << 32 | place.row}; }
    Handle handle_at(const ArchetypeHead& head, std::uint32_t archetype, std::uint32_t row) const;
    /// Repaired only, and traced.
    Handle read_handle(Address rows, std::uint64_t row) const;
    /// The address of the value, as the article computes it; nothing when that is outside of the block.
    std::optional<Address> address_of(const Table& table, std::size_t column, TypeIndex type, std::uint32_t row) const;
    Outcome write_value(const Table& table, std::uint32_t row, const Value& value);
    std::uint32_t move_row(RowPlace from, const Table& source, const Table& target);
    void take_row(const Table& table, std::uint32_t row);
    class Visitor;
    bool has_all(const TypeList& list, std::span<const TypeIndex> join) const;
    bool visit_as_the_article(const Table& table, std::span<const TypeIndex> join, const RowFunction& function);
    bool visit_as_the_article(std::span<const TypeIndex> join, const RowFunction& function);
    void visit_repaired(std::span<const TypeIndex> join, const RowFunction& function);
    /// Lets active walks note the entities still to visit.
    void about_to_change();
    void describe_rows(std::uint32_t archetype, const SpanFunction& span) const;

    Memory memory_;
    StorageOptions::Removal removal_;
    std::array<std::string_view, max_types> names_;  // by type: the name that identifies it
    std::array<std::uint32_t, max_types> strides_;   // by type: bytes of a value in a column
    Address root_ = 0, locations_ = 0;
    Walk* walks_ = nullptr;  // repaired
};

}  // namespace ecs::lab
