#include "ecs/lab/storages/sparse_vector_storage.hpp"

#include "ecs/base/language.hpp"

#include <limits>

namespace ecs::lab {

namespace {

constexpr std::string_view stale_write =
    tr_later("the id is stale: only its index is looked at, so this reaches the new owner");
constexpr std::string_view dead_write =
    tr_later("the entity is destroyed: only its index is looked at, and its values are there");
constexpr std::string_view dead_id = tr_later("the entity is gone: its index has another generation, or is free");
constexpr std::string_view unknown_id = tr_later("no such id was ever issued");
constexpr std::string_view none_there = tr_later("the entity has no such component");
constexpr std::string_view in_system =
    tr_later("a system can neither create nor destroy entities nor attach components");

constexpr std::array<std::string_view, 2> create_lines{"id = entities.add()",
                                                       "for each value: storage.replace(id.index, value)"};
constexpr std::array<std::string_view, 1> destroy_faithful{"entities.remove(id)      // no storage is told"};
constexpr std::array<std::string_view, 2> destroy_repaired{"if not entities.remove(id): refuse",
                                                           "for each storage: storage.remove(id.index)"};
constexpr std::array<std::string_view, 1> add_faithful{"storage.replace(id.index, value)"};
constexpr std::array<std::string_view, 2> add_repaired{"if id is not alive: refuse",
                                                       "storage.replace(id.index, value)"};
constexpr std::array<std::string_view, 2> set_lines{"if storage.get(id.index) is None: refuse",
                                                    "*storage.get_mut(id.index) = value"};
constexpr std::array<std::string_view, 1> remove_lines{"storage.remove(id.index)      // take(): Some becomes None"};
constexpr std::array<std::string_view, 1> get_lines{"storage.get(id.index)"};
constexpr std::array<std::string_view, 3> each_lines{
    "borrow the storages", "for i in 0..length of the shortest:", "    if all are Some at i: system(values at i)"};

}  // namespace

template <class Memory>
class SparseVectorStorage<Memory>::VisitedRow final : public Row {
public:
    VisitedRow(const SparseVectorStorage& storage, std::span<const TypeIndex> join) : storage_(storage), join_(join) {}

    void go_to(std::uint64_t index) {
        index_ = index;
        begin_row({});
    }
    void read(std::size_t position, void* to) override {
        const auto& column = storage_.columns_[join_[position]];
        storage_.memory_.read(column.look_value(index_), to, column.layout().value_bytes, "value");
    }
    bool write(std::size_t position, const void* from) override {
        const auto& column = storage_.columns_[join_[position]];
        storage_.memory_.write(column.look_value(index_), from, column.layout().value_bytes, "value");
        return true;
    }

private:
    Handle find_entity() override { return storage_.handle_at(index_); }

    const SparseVectorStorage& storage_;
    std::span<const TypeIndex> join_;
    std::uint64_t index_ = 0;
};

/// The borrows of one run of a system; the destructor returns them. Faithful borrows exclusively, as an iterator of
/// mutable references does. Repaired writes value by value, so runs may share.
template <class Memory>
class SparseVectorStorage<Memory>::Borrows {
public:
    Borrows(SparseVectorStorage& storage, std::span<const TypeIndex> join) : storage_(storage), join_(join) {
        while (taken_ < join.size()) {
            auto& column = storage.columns_[join[taken_]];
            if (!(storage.faithful() ? column.try_borrow_mut() : column.try_borrow())) break;
            ++taken_;
        }
    }
    ~Borrows() {
        while (taken_ > 0) storage_.columns_[join_[--taken_]].release();
    }
    Borrows(const Borrows&) = delete;
    Borrows& operator=(const Borrows&) = delete;
    bool complete() const { return taken_ == join_.size(); }

private:
    SparseVectorStorage& storage_;
    std::span<const TypeIndex> join_;
    std::size_t taken_ = 0;
};

template <class Memory>
SparseVectorStorage<Memory>::SparseVectorStorage(Mode mode, const StorageOptions& options,
                                                 std::span<const ComponentType* const> types, Memory memory)
    : Storage(StorageKind::SparseVector, mode, types),
      memory_(memory),
      head_(memory.allocate(GenerationalIds<Memory>::head_bytes + types.size() * SparseColumn<Memory>::head_bytes,
                            "heads of ids and columns", BlockKind::Program)),
      ids_(memory, head_, mode == Mode::Faithful ? StorageOptions::FreeList::Oldest : options.free_list,
           mode == Mode::Repaired, options.generation_bits) {
    GenerationalIds<Memory>::make_head(memory, head_);
    for (std::size_t i = 0; i < types.size(); ++i) {
        const Address at = head_ + GenerationalIds<Memory>::head_bytes + i * SparseColumn<Memory>::head_bytes;
        SparseColumn<Memory>::make_head(memory, at);
        columns_.emplace_back(memory, at, OptionLayout{types[i]->align, types[i]->size}, types[i]->name);
    }
}

template <class Memory>
bool SparseVectorStorage<Memory>::running() const {
    return std::any_of(columns_.begin(), columns_.end(), [](const auto& column) { return column.look_borrows() != 0; });
}

template <class Memory>
Handle SparseVectorStorage<Memory>::handle_at(std::uint64_t index) const {
    const auto entry = ids_.read(index);
    return entry ? handle_of({static_cast<std::uint32_t>(index), entry->generation}) : Handle{};
}

template <class Memory>
Outcome SparseVectorStorage<Memory>::check(GenerationalId id) const {
    if (!faithful()) return ids_.current(id) ? Outcome::done() : Outcome::refused("001-C2", dead_id);
    // The article's storages never check the id; the lab does, untraced.
    return judges ? judge(id) : Outcome::done();
}

template <class Memory>
Outcome SparseVectorStorage<Memory>::judge(GenerationalId id) const {
    const auto entry = ids_.look(id.index);
    if (!entry || id.generation > entry->generation) return Outcome::refused("001-C2", unknown_id);
    if (entry->generation != id.generation) return Outcome::bitten("001-L6", stale_write);
    if (entry->living == 0) return Outcome::bitten("001-L6", dead_write);
    return Outcome::done();
}

template <class Memory>
std::optional<Handle> SparseVectorStorage<Memory>::reached_by(Handle entity) const {
    const GenerationalId id = generational_id_of(entity);
    if (!faithful()) return alive(entity) ? std::optional(entity) : std::nullopt;
    // The generation is ignored, and the components of a dead entity stay until another entity overwrites them.
    const auto entry = ids_.look(id.index);
    if (!judge(id) || (entry->living == 0 && std::none_of(columns_.begin(), columns_.end(), [&](const auto& column) {
                           return column.look_holds(id.index);
                       })))
        return std::nullopt;
    return handle_of({id.index, entry->generation});
}

template <class Memory>
std::vector<HandlePart> SparseVectorStorage<Memory>::parts_of(Handle entity) const {
    const GenerationalId id = generational_id_of(entity);
    return {{"generation + 1", std::uint32_t{id.generation + 1}, 32}, {"index", id.index, 32}};
}

template <class Memory>
Outcome SparseVectorStorage<Memory>::create(std::span<const Value> values) {
    if (faithful() && running()) return Outcome::refused("001-L2", in_system);
    memory_.line(0);
    const auto issued = ids_.add();
    const Handle handle = handle_of(issued.id);
    bool inherits = false;
    for (TypeIndex type = 0; type < columns_.size() && faithful() && judges && issued.reused; ++type) {
        const bool given = std::any_of(values.begin(), values.end(), [&](const Value& v) { return v.type == type; });
        inherits |= !given && columns_[type].look_holds(issued.id.index);
    }
    for (const Value& value : values) {
        memory_.line(1);
        columns_[value.type].replace(issued.id.index, value.bytes);
    }
    if (issued.shared)
        return Outcome::bitten("001-L7", "another living entity has the same index: their components are one", handle);
    if (inherits)
        return Outcome::bitten("001-L6", "the index was another entity's, whose components the new one has now",
                               handle);
    return Outcome::done(handle);
}

template <class Memory>
Outcome SparseVectorStorage<Memory>::destroy(Handle entity) {
    if (faithful() && running()) return Outcome::refused("001-L2", in_system);
    const GenerationalId id = generational_id_of(entity);
    using Removal = typename GenerationalIds<Memory>::Removal;
    memory_.line(0);
    const Removal removal = ids_.remove(id);
    if (removal == Removal::Unknown) return Outcome::refused("001-C2", unknown_id);
    if (removal == Removal::Stale) return Outcome::refused("001-C2", dead_id);
    if (removal == Removal::Twice)
        return faithful() ? Outcome::bitten("001-L7", "destroyed twice: its index is in the free queue twice now")
                          : Outcome::refused("001-L7", "the entity is destroyed already");
    if (!faithful()) {
        for (auto& column : columns_) {
            memory_.line(1);
            column.take(id.index);
        }
        return Outcome::done();
    }
    const bool leaves_values = judges && std::any_of(columns_.begin(), columns_.end(),
                                                     [&](const auto& column) { return column.look_holds(id.index); });
    return leaves_values ? Outcome::bitten("001-L6", "its components stay, for the next entity with this index")
                         : Outcome::done();
}

template <class Memory>
Outcome SparseVectorStorage<Memory>::add(Handle entity, const Value& value) {
    if (faithful() && running()) return Outcome::refused("001-L2", in_system);
    memory_.line(0);
    const GenerationalId id = generational_id_of(entity);
    Outcome outcome = check(id);
    if (!outcome) return outcome;
    memory_.line(faithful() ? 0 : 1);
    columns_[value.type].replace(id.index, value.bytes);
    outcome.handle = entity;
    return outcome;
}

template <class Memory>
Outcome SparseVectorStorage<Memory>::set(Handle entity, const Value& value) {
    if (faithful() && running()) return Outcome::refused("001-L2", in_system);
    memory_.line(0);
    const GenerationalId id = generational_id_of(entity);
    const Outcome outcome = check(id);
    if (!outcome) return outcome;
    auto& column = columns_[value.type];
    if (!column.holds(id.index)) return Outcome::refused("001-C3", none_there);
    memory_.line(1);
    column.replace(id.index, value.bytes);
    return outcome;
}

template <class Memory>
Outcome SparseVectorStorage<Memory>::remove(Handle entity, TypeIndex type) {
    if (faithful() && running()) return Outcome::refused("001-L2", in_system);
    memory_.line(0);
    const GenerationalId id = generational_id_of(entity);
    Outcome outcome = check(id);
    if (!outcome) return outcome;
    if (!columns_[type].take(id.index)) return Outcome::refused("001-C3", none_there);
    outcome.handle = entity;
    return outcome;
}

template <class Memory>
Outcome SparseVectorStorage<Memory>::get(Handle entity, TypeIndex type, void* to) {
    if (columns_[type].look_borrows() < 0)
        return Outcome::refused("001-C7", "the storage is mutably borrowed by the running system");
    memory_.line(0);
    const GenerationalId id = generational_id_of(entity);
    const Outcome outcome = check(id);
    if (!outcome) return outcome;
    return columns_[type].get(id.index, to) ? outcome : Outcome::refused("001-C3", none_there);
}

template <class Memory>
bool SparseVectorStorage<Memory>::has(Handle entity, TypeIndex type) {
    const GenerationalId id = generational_id_of(entity);
    return check(id) && columns_[type].holds(id.index);
}

template <class Memory>
Outcome SparseVectorStorage<Memory>::each(std::span<const TypeIndex> join, const RowFunction& function) {
    if (faithful() && join.size() > 2)
        return Outcome::refused("001-L1", "a system takes one component or two, not three");
    if (faithful() && running()) return Outcome::refused("001-L2", "a system cannot run inside of another one");
    memory_.line(0);
    const Borrows borrows(*this, join);
    if (!borrows.complete()) return Outcome::refused("001-C7", "already borrowed: the same storage is asked for twice");

    memory_.line(1);
    std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();
    for (const TypeIndex type : join) shortest = std::min(shortest, columns_[type].length());
    if (shortest == 0) return Outcome::done();
    std::array<Address, max_join> data{};
    std::array<std::uint64_t, max_join> stride{};
    std::array<typename Memory::Cursor, max_join> options{};
    const auto look_again = [&] {
        for (std::size_t c = 0; c < join.size(); ++c)
            if (const Address now = columns_[join[c]].look().data; now != data[c]) {
                data[c] = now;
                stride[c] = columns_[join[c]].layout().stride();
                options[c] = memory_.cursor(now);
            }
    };
    look_again();
    VisitedRow row(*this, join);
    for (std::uint64_t i = 0; i < shortest; ++i) {
        std::size_t some = 0;
        while (some < join.size() &&
               options[some].template load<std::uint8_t>(i * stride[some], "is there a value?") != 0)
            ++some;
        if (some < join.size()) continue;
        memory_.line(2);
        row.go_to(i);
        function(row);
        look_again();  // the called function may have made a column grow
    }
    return Outcome::done();
}

template <class Memory>
void SparseVectorStorage<Memory>::describe(const SpanFunction& span) const {
    const Block& heads = *memory_.arena().block_of(head_);
    span({head_, heads.bytes, Role::Header});
    ids_.describe(span);
    const auto owner = [&](std::uint64_t index) {
        const auto entry = ids_.look(index);
        return entry && entry->living ? handle_of({static_cast<std::uint32_t>(index), entry->generation}).bits : 0;
    };
    for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].describe(static_cast<std::int32_t>(i), owner, span);
}

template <class Memory>
Outcome SparseVectorStorage<Memory>::supports(OperationKind operation) const {
    if (faithful() && operation == OperationKind::ChangeInEach) return Outcome::refused("001-L2", in_system);
    return Outcome::done();
}

template <class Memory>
std::span<const std::string_view> SparseVectorStorage<Memory>::pseudo_code(OperationKind operation) const {
    PseudoCode code{.create = create_lines,
                    .destroy = destroy_repaired,
                    .add = add_repaired,
                    .set = set_lines,
                    .remove = remove_lines,
                    .get = get_lines,
                    .has = get_lines,
                    .each = each_lines};
    if (faithful()) {
        code.destroy = destroy_faithful;
        code.add = add_faithful;
    }
    return code.of(operation);
}

template class SparseVectorStorage<PlainMemory>;
template class SparseVectorStorage<TracedMemory>;

std::unique_ptr<Storage> make_sparse_vector(const StorageMaker& maker) { return maker.make<SparseVectorStorage>(); }

}  // namespace ecs::lab
