// Visits and describes the rows of 002.
#include <algorithm>

#include "ecs/lab/storages/archetype_block_storage.hpp"
#include "ecs/lab/storages/storages.hpp"

namespace ecs::lab {

namespace {

using Lines = std::span<const std::string_view>;

constexpr std::array<std::string_view, 5> create_lines{
    "find the archetype of these types, or make it", "full? double the capacity, copy every column",
    "a new row behind the last", "write the values", "a slot of the location table says where the row is"};
constexpr std::array<std::string_view, 3> destroy_lines{
    "find the row", "take it away: the last row fills the hole, or the rows behind move up", "free the slot"};
constexpr std::array<std::string_view, 5> add_lines{"find the row, and the archetype with this type as well",
                                                    "a new row there", "copy the columns that both have",
                                                    "take the row away here", "write the value"};
constexpr std::array<std::string_view, 4> remove_lines{"find the row, and the archetype without this type",
                                                       "a new row there", "copy the columns that both have",
                                                       "take the row away here"};
constexpr std::array<std::string_view, 2> value_lines{"find the row", "column start + size of a value * row"};
constexpr std::array<std::string_view, 2> has_lines{"find the row", "is the type in its archetype?"};
constexpr std::array<std::string_view, 2> each_lines{"for every archetype that has all of the types",
                                                     "walk its columns side by side, row by row"};

}  // namespace

/// A row of an archetype's columns, at the addresses of the moment when it was selected. Repaired: looked up again
/// after a change. Faithful: keeps the old addresses.
template <class Memory>
class ArchetypeBlockStorage<Memory>::Visitor final : public Row {
public:
    Visitor(const ArchetypeBlockStorage& storage, std::span<const TypeIndex> join, Walk* walk)
        : storage_(storage), join_(join), walk_(walk) {}

    void point_at(const Table& table) {
        head_ = Rows::look(storage_.memory_.arena(), table.head);
        safe_rows_ = ~std::uint64_t{0};
        for (std::size_t i = 0; i < join_.size(); ++i) {
            const auto column =
                static_cast<std::size_t>(storage_.column_of(table.list, join_[i])) + storage_.id_columns();
            const std::uint64_t start = table.layout.start(column, head_.capacity);
            columns_[i].values = storage_.memory_.cursor(head_.data + start);
            columns_[i].bytes = storage_.types()[join_[i]]->size;
            columns_[i].stride = storage_.strides_[join_[i]];
            // A wider type of the same name has fewer rows before the end of the block than the column.
            safe_rows_ = std::min(safe_rows_, (table.layout.block_bytes(head_.capacity) - start) / columns_[i].stride);
        }
    }
    bool lies_at(const typename Rows::Head& head) const {
        return head.data == head_.data && head.capacity == head_.capacity;
    }
    std::uint64_t safe_rows() const { return safe_rows_; }
    /// `handle` is none when it is stored in the rows: read when asked for.
    void go_to(std::uint32_t row, std::optional<Handle> handle) {
        row_ = row;
        begin_row(handle);
        gone_ = false;
    }
    /// Returns false when the entity is gone or lacks one of the types now.
    bool go_to(Handle handle) {
        begin_row(handle);
        walk_->stale = false;
        const auto place = storage_.find(handle);
        if (!place) return false;
        const Table table = storage_.table(place->archetype);
        if (!storage_.has_all(table.list, join_)) return false;
        point_at(table);
        go_to(place->row, handle);
        return true;
    }
    void read(std::size_t position, void* to) override {
        const Column& column = columns_[position];
        if (is_gone())
            std::memset(to, 0, column.bytes);
        else
            column.values.read(row_ * column.stride, to, column.bytes, "value");
    }
    bool write(std::size_t position, const void* from) override {
        if (is_gone()) return false;
        const Column& column = columns_[position];
        column.values.write(row_ * column.stride, from, column.bytes, "value");
        return true;
    }

private:
    struct Column {
        typename Memory::Cursor values;
        std::uint64_t bytes = 0, stride = 1;
    };
    bool is_gone() {
        if (walk_ != nullptr && walk_->stale) gone_ = !go_to(entity());
        return gone_;
    }
    Handle find_entity() override {
        return walk_->left ? Handle{walk_->visited} : storage_.read_handle(head_.data, row_);
    }

    const ArchetypeBlockStorage& storage_;
    std::span<const TypeIndex> join_;
    Walk* walk_;  // null: faithful
    typename Rows::Head head_;
    std::array<Column, max_join> columns_;
    std::uint64_t safe_rows_ = ~std::uint64_t{0}, row_ = 0;
    bool gone_ = false;
};

template <class Memory>
bool ArchetypeBlockStorage<Memory>::has_all(const TypeList& list, std::span<const TypeIndex> join) const {
    return std::all_of(join.begin(), join.end(), [&](TypeIndex type) { return column_of(list, type) >= 0; });
}

// As the article's foreach: fetches the arrays once, and reads the number of rows each time. Returns false when rows
// moved or grew during the loop, so that it continued in memory without them (002-L5).
template <class Memory>
bool ArchetypeBlockStorage<Memory>::visit_as_the_article(const Table& table, std::span<const TypeIndex> join,
                                                         const RowFunction& function) {
    Visitor visitor(*this, join, nullptr);
    visitor.point_at(table);
    const typename Rows::Head first = Rows::look(memory_.arena(), table.head);
    bool intact = true;
    for (std::uint32_t row = 0;; ++row) {
        // The list of archetypes may have moved, too.
        const typename Rows::Head now = look_head(table.number).rows;
        intact = intact && now.size == first.size && visitor.lies_at(now);
        if (row >= now.size || row >= visitor.safe_rows()) return intact && row >= now.size;
        visitor.go_to(row, place_handle({table.number, row}));
        function(visitor);
    }
}

template <class Memory>
bool ArchetypeBlockStorage<Memory>::visit_as_the_article(std::span<const TypeIndex> join, const RowFunction& function) {
    bool intact = true;
    const std::uint32_t count = root().count;
    for (std::uint32_t i = 0; i < count; ++i) {
        memory_.line(0);
        const Table table = this->table(i);
        if (!has_all(table.list, join)) continue;
        memory_.line(1);
        intact = visit_as_the_article(table, join, function) && intact;
    }
    return intact;
}

// Walks the rows in order until the first change, then the entities noted by the walk.
template <class Memory>
void ArchetypeBlockStorage<Memory>::visit_repaired(std::span<const TypeIndex> join, const RowFunction& function) {
    Walk walk(walks_, join[0], types_of(join));
    Visitor visitor(*this, join, &walk);
    const std::uint32_t count = root().count;
    for (std::uint32_t i = 0; i < count && !walk.left; ++i) {
        memory_.line(0);
        const Table table = this->table(i);
        if (!has_all(table.list, join)) continue;
        memory_.line(1);
        visitor.point_at(table);
        const ArchetypeHead head = look_head(i);
        for (std::uint32_t row = 0; row < head.rows.size && !walk.left; ++row) {
            walk.at = place_handle({i, row}).bits;
            visitor.go_to(row, std::nullopt);
            function(visitor);
        }
    }
    for (const std::uint64_t handle : walk.rest)
        if (visitor.go_to(Handle{handle})) function(visitor);
}

template <class Memory>
void ArchetypeBlockStorage<Memory>::about_to_change() {
    for (Walk* walk = walks_; walk != nullptr; walk = walk->next()) {
        walk->stale = true;
        if (walk->left) continue;
        walk->left = true;
        const auto archetype = static_cast<std::uint32_t>(walk->at >> 32) - 1;
        walk->visited = handle_at(look_head(archetype), archetype, static_cast<std::uint32_t>(walk->at)).bits;
        const std::uint32_t count = look_root().count;
        for (std::uint32_t i = archetype; i < count; ++i) {
            const ArchetypeHead head = look_head(i);
            bool all = true;
            for (TypeIndex type = 0; type < types().size(); ++type)
                all = all && (!walk->covers(type) || column_of(head.list, type) >= 0);
            if (!all) continue;
            for (std::uint32_t row = 0; row < head.rows.size; ++row)
                if (place_handle({i, row}).bits > walk->at) walk->rest.push_back(handle_at(head, i, row).bits);
        }
    }
}

template <class Memory>
Outcome ArchetypeBlockStorage<Memory>::each(std::span<const TypeIndex> join, const RowFunction& function) {
    if (!faithful()) {
        visit_repaired(join, function);
        return Outcome::done();
    }
    if (join.size() > 2) return Outcome::refused("002-C9", "the article's foreach takes one or two types");
    if (visit_as_the_article(join, function)) return Outcome::done();
    return Outcome::bitten("002-L5", "rows moved or grew meanwhile: the loop went on where they had been");
}

template <class Memory>
std::uint64_t ArchetypeBlockStorage<Memory>::size() const {
    std::uint64_t sum = 0;
    const std::uint32_t count = look_root().count;
    for (std::uint32_t i = 0; i < count; ++i) sum += look_head(i).rows.size;
    return sum;
}

template <class Memory>
Outcome ArchetypeBlockStorage<Memory>::supports(OperationKind operation) const {
    if (!faithful()) return Outcome::done();
    switch (operation) {
        case OperationKind::Remove:
            return Outcome::refused("002-L7",
                                    "the article only moves rows to archetypes that have all of their columns");
        case OperationKind::ChangeInEach:
            return Outcome::refused("002-L5", "rows that move or grow leave the loop with pointers to where they were");
        default:
            return Outcome::done();
    }
}

template <class Memory>
std::span<const std::string_view> ArchetypeBlockStorage<Memory>::pseudo_code(OperationKind operation) const {
    return PseudoCode{.create = Lines(create_lines).first(faithful() ? 4 : 5),
                      .destroy = Lines(destroy_lines).first(faithful() ? 2 : 3),
                      .add = add_lines,
                      .set = value_lines,
                      .remove = remove_lines,
                      .get = value_lines,
                      .has = has_lines,
                      .each = each_lines}
        .of(operation);
}

// The ledger

template <class Memory>
void ArchetypeBlockStorage<Memory>::describe(const SpanFunction& span) const {
    const Arena& arena = memory_.arena();
    const Root root = look_root();
    const Block* block = arena.block_of(root_);
    span({block->begin, block->bytes, Role::Header});
    Locations::describe(arena, locations_, span);
    if (root.archetypes == 0) return;
    for (std::uint32_t i = 0; i < root.count; ++i) {
        span({root.archetypes + i * sizeof(ArchetypeHead), sizeof(ArchetypeHead), Role::Header, -1, i});
        describe_rows(i, span);
    }
    const Address used = root.archetypes + root.count * sizeof(ArchetypeHead);
    if (const Address end = arena.block_of(root.archetypes)->end(); used < end) span({used, end - used, Role::Header});
}

template <class Memory>
void ArchetypeBlockStorage<Memory>::describe_rows(std::uint32_t archetype, const SpanFunction& span) const {
    const ArchetypeHead head = look_head(archetype);
    const BlockLayout layout = layout_of(head.list);
    const std::uint32_t size = head.rows.size, capacity = head.rows.capacity;
    Address next = head.rows.data;
    const auto pad_to = [&](Address to) {
        if (next < to) span({next, to - next, Role::Padding});
        next = to;
    };
    for (std::size_t c = 0; c < layout.count(); ++c) {
        pad_to(head.rows.data + layout.start(c, capacity));
        const std::uint64_t stride = layout.column(c).bytes;
        const bool is_id = c < id_columns();
        const std::size_t type = is_id ? 0 : head.list.types[c - id_columns()];
        Role role = is_id ? Role::EntityId : Role::Payload;
        if (!is_id && types()[type]->is_tag()) role = Role::Padding;
        // If a type occurs twice, only its first column is ever found.
        if (!is_id && column_of(head.list, type) != static_cast<int>(c - id_columns())) role = Role::Hole;
        const std::int32_t named = is_id ? -1 : static_cast<std::int32_t>(type);
        for (std::uint32_t row = 0; row < size; ++row, next += stride)
            span({next, stride, role, named, row, handle_at(head, archetype, row).bits});
        if (size < capacity) span({next, stride * (capacity - size), Role::Spare, named, size});
        next += stride * (capacity - size);
    }
    pad_to(memory_.arena().block_of(head.rows.data)->end());
}

template void ArchetypeBlockStorage<PlainMemory>::about_to_change();
template void ArchetypeBlockStorage<TracedMemory>::about_to_change();
template std::uint64_t ArchetypeBlockStorage<PlainMemory>::size() const;
template std::uint64_t ArchetypeBlockStorage<TracedMemory>::size() const;
template Outcome ArchetypeBlockStorage<PlainMemory>::supports(OperationKind) const;
template Outcome ArchetypeBlockStorage<TracedMemory>::supports(OperationKind) const;
template Lines ArchetypeBlockStorage<PlainMemory>::pseudo_code(OperationKind) const;
template Lines ArchetypeBlockStorage<TracedMemory>::pseudo_code(OperationKind) const;
template Outcome ArchetypeBlockStorage<PlainMemory>::each(std::span<const TypeIndex>, const RowFunction&);
template Outcome ArchetypeBlockStorage<TracedMemory>::each(std::span<const TypeIndex>, const RowFunction&);
template void ArchetypeBlockStorage<PlainMemory>::describe(const SpanFunction&) const;
template void ArchetypeBlockStorage<TracedMemory>::describe(const SpanFunction&) const;

}  // namespace ecs::lab
