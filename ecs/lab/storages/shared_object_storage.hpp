// Article 004 as a lab storage. An object holds its components itself. One container per component type holds the
// addresses of the objects that have it. Deleting sets a flag in the object; a container drops the object in its next
// pass.
//
//     object (BlockKind::Heap):  | number | deleted | has | listed | Position | Velocity | Health | …   all of one size
//     container:                 | address of an object | …
//     table of pointers:         | address, generation | …      a handle is the number of an entry
//
// `has` names the components of the object, as its class does in the article. `listed` names the containers that hold
// the object. It does the work of the garbage collector: a deleted object that no container holds is freed. The table
// holds the pointers of callers. In Go these are variables of the program, so in the faithful mode the table lies in
// BlockKind::Program. The repaired mode counts the table, because an engine would need it.
#pragma once

#include "ecs/base/language.hpp"
#include "ecs/lab/memory/growing_array.hpp"
#include "ecs/lab/storages/compacting_pass.hpp"
#include "ecs/lab/storages/pointer_table.hpp"
#include "ecs/lab/storages/storages.hpp"

namespace ecs::lab {

template <class Memory>
class SharedObjectStorage final : public Storage {
public:
    SharedObjectStorage(Mode mode, const StorageOptions& options, std::span<const ComponentType* const> types,
                        Memory memory);

    Outcome create(std::span<const Value> values) override;
    Outcome destroy(Handle entity) override;
    bool alive(Handle entity) const override;
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
    std::uint64_t size() const override;
    void describe(const SpanFunction& span) const override;
    Outcome supports(OperationKind operation) const override;
    std::span<const std::string_view> pseudo_code(OperationKind operation) const override;

private:
    struct Header {
        std::uint32_t number = 0;  // of the object's entry in the table; `unused` in a free place of a pool
        std::uint32_t deleted = 0;
        std::uint32_t has = 0;     // one bit per type
        std::uint32_t listed = 0;  // one bit per container
    };
    static_assert(sizeof(Header) == 16);
    /// An active pass over a container. Exists only while each() runs.
    struct Pass {
        TypeIndex type;
        Address array;  // the array that is walked; the container may have another one now. 0: repaired
        std::uint64_t count;
        Address item = 0;  // the object handed out
    };
    class Slots;
    class VisitedRow;
    class Running;

    bool faithful() const { return mode() == Mode::Faithful; }
    bool walked(TypeIndex type) const;
    Outcome each_faithful(std::span<const TypeIndex> join, const RowFunction& function);
    Outcome each_repaired(std::span<const TypeIndex> join, const RowFunction& function);

    static constexpr std::string_view class_fixed =
        tr_later("an object's class is fixed: it can neither gain nor lose a component");
    static constexpr std::string_view append_lost =
        tr_later("what is appended to a container during its own pass is lost");
    static constexpr std::uint32_t bit_of(TypeIndex type) { return std::uint32_t{1} << type; }

    // Objects.
    using Found = typename PointerTable<Memory>::Found;
    Handle handle_of(Address object) const { return table_.look_handle(look_header(object).number); }
    Header look_header(Address object) const;
    Header header(Address object) const { return memory_.template load<Header>(object, "header of the object"); }
    Address allocate_object();
    void collect(Address object, std::uint32_t number);
    Outcome reach(Handle entity, Address& object) const;

    // Containers.
    Address container(TypeIndex type) const { return head_ + containers_at + type * container_bytes; }
    /// Returns whether the object was lost because the container is being walked.
    bool append(TypeIndex type, Address object);
    void grow(TypeIndex type);
    void compact(TypeIndex type);
    /// Faithful: collects objects that appending may have freed, as a garbage collector does now and then.
    void add_overwritten(TypeIndex type, std::vector<Address>& objects);
    /// Marks those of `objects` that no array of the container holds any more as not listed there.
    void let_go(TypeIndex type, std::vector<Address> objects);
    void count(Address at, std::int64_t more);

    void describe_container(TypeIndex type, const SpanFunction& span) const;
    void describe_object(Address object, std::uint64_t bytes, const SpanFunction& span) const;

    static constexpr std::uint64_t pools_at = PointerTable<Memory>::head_bytes, free_place_at = pools_at + 24;
    static constexpr std::uint64_t living_at = free_place_at + 8;
    static constexpr std::uint64_t containers_at = living_at + 8, container_bytes = 32;
    /// Repaired: number of items that the container must drop. Faithful: number of addresses overwritten behind its
    /// end.
    static constexpr std::uint64_t dropping_at = 24;
    static constexpr std::uint64_t pool_objects = 16;  // per pool; a pool is a whole number of cache lines
    static constexpr std::uint32_t unused = 0xFFFF'FFFF;

    Memory memory_;
    Address head_;
    bool pooled_;
    PointerTable<Memory> table_;
    GrowingArray<Memory> pools_;
    std::vector<std::uint64_t> offsets_;  // of the components in an object
    std::uint64_t object_bytes_ = 0;
    std::vector<Pass> passes_;
};

}  // namespace ecs::lab
