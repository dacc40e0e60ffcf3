#include "ecs/lab/storages/archetype_block_storage.hpp"

#include <algorithm>

#include "ecs/lab/storages/storages.hpp"

namespace ecs::lab {

namespace {

std::string_view unqualified(std::string_view name) { return name.substr(name.find_last_of(":.") + 1); }

Outcome no_row_faithful() {
    return Outcome::refused("002-C6", "there is no such row: the article's program aborts here");
}
Outcome dead() {
    return Outcome::refused("002-L4", "the handle is of an entity that is gone: its generation is another one");
}
Outcome no_column() {
    return Outcome::refused("002-L7", "the archetype has no such column; the article computes an address all the same");
}
Outcome outside(Handle handle = {}) {
    return Outcome::bitten(
        "002-L1", "another type of this name has the column, the value would lie behind the block: left out", handle);
}

}  // namespace

template <class Memory>
ArchetypeBlockStorage<Memory>::ArchetypeBlockStorage(Mode mode, const StorageOptions& options,
                                                     std::span<const ComponentType* const> types, Memory memory)
    : Storage(StorageKind::ArchetypeBlock, mode, types), memory_(memory), removal_(options.removal) {
    for (std::size_t i = 0; i < types.size(); ++i) {
        names_[i] = faithful() ? unqualified(types[i]->name) : std::string_view(types[i]->name);
        strides_[i] = std::max(types[i]->size, 1u);
    }
    root_ = memory_.allocate(sizeof(Root) + Locations::head_bytes, "archetypes and location table", BlockKind::Program);
    locations_ = root_ + sizeof(Root);
    memory_.store(root_, Root{}, "no archetypes");
    Locations::make_head(memory_, locations_);
}

template <class Memory>
bool ArchetypeBlockStorage<Memory>::same_type(std::size_t a, std::size_t b) const {
    return a == b || names_[a] == names_[b];
}

template <class Memory>
int ArchetypeBlockStorage<Memory>::column_of(const TypeList& list, std::size_t type) const {
    for (int i = 0; i < list.count; ++i)
        if (same_type(list.types[static_cast<std::size_t>(i)], type)) return i;
    return -1;
}

template <class Memory>
void ArchetypeBlockStorage<Memory>::insert(TypeList& list, TypeIndex type) const {
    std::size_t at = list.count++;
    for (; at > 0 && names_[list.types[at - 1]] > names_[type]; --at) list.types[at] = list.types[at - 1];
    list.types[at] = static_cast<std::uint8_t>(type);
}

template <class Memory>
BlockLayout ArchetypeBlockStorage<Memory>::layout_of(const TypeList& list) const {
    BlockLayout layout(faithful() ? ColumnRule::Packed : ColumnRule::Aligned);
    if (!faithful()) layout.push({sizeof(std::uint32_t), alignof(std::uint32_t)});
    for (std::size_t i = 0; i < list.count; ++i) layout.push({strides_[list.types[i]], types()[list.types[i]]->align});
    return layout;
}

// Archetypes

template <class Memory>
typename ArchetypeBlockStorage<Memory>::Root ArchetypeBlockStorage<Memory>::look_root() const {
    Root root;
    std::memcpy(&root, memory_.arena().at(root_), sizeof root);
    return root;
}

template <class Memory>
typename ArchetypeBlockStorage<Memory>::ArchetypeHead ArchetypeBlockStorage<Memory>::look_head(
    std::uint32_t archetype) const {
    ArchetypeHead head;
    std::memcpy(&head, memory_.arena().at(look_root().archetypes + archetype * sizeof head), sizeof head);
    return head;
}

template <class Memory>
typename ArchetypeBlockStorage<Memory>::Table ArchetypeBlockStorage<Memory>::table(std::uint32_t archetype) const {
    const Address head = root().archetypes + archetype * sizeof(ArchetypeHead);
    const auto list = memory_.template load<TypeList>(head + Rows::head_bytes, "types of the archetype");
    return {archetype, head, list, layout_of(list)};
}

template <class Memory>
typename ArchetypeBlockStorage<Memory>::Table ArchetypeBlockStorage<Memory>::table_for(const TypeList& list) {
    Root root = this->root();
    const auto same = [&](const TypeList& other) {
        bool equal = other.count == list.count;
        for (std::size_t i = 0; equal && i < list.count; ++i) equal = same_type(other.types[i], list.types[i]);
        return equal;
    };
    for (std::uint32_t i = 0; i < root.count; ++i) {
        const Address head = root.archetypes + i * sizeof(ArchetypeHead);
        const auto other = memory_.template load<TypeList>(head + Rows::head_bytes, "are these its types?");
        if (same(other)) return {i, head, other, layout_of(other)};
    }
    memory_.decide("no archetype has exactly these types: a new one");
    if (root.count == root.capacity) {
        const std::uint32_t capacity = std::max(4u, root.capacity * 2);
        const Address larger =
            memory_.allocate(capacity * sizeof(ArchetypeHead), "list of archetypes", BlockKind::Program);
        if (root.archetypes != 0) {
            memory_.copy(larger, root.archetypes, root.count * sizeof(ArchetypeHead), "the list of archetypes grows");
            memory_.release(root.archetypes);
        }
        root.archetypes = larger;
        root.capacity = capacity;
    }
    Table made{root.count, root.archetypes + root.count * sizeof(ArchetypeHead), list, layout_of(list)};
    Rows::make(memory_, made.head, made.layout, 1);
    memory_.store(made.head + Rows::head_bytes, list, "types of the archetype");
    ++root.count;
    memory_.store(root_, root, "archetypes");
    return made;
}

// Handles

template <class Memory>
std::optional<typename ArchetypeBlockStorage<Memory>::RowPlace> ArchetypeBlockStorage<Memory>::find(
    Handle entity) const {
    if (!faithful()) {
        const auto entry = Locations(memory_, locations_).find(entity);
        if (!entry) return std::nullopt;
        return RowPlace{entry->archetype, entry->row};
    }
    const std::uint64_t archetype = entity.bits >> 32;  // plus 1
    const Root root = this->root();
    if (archetype == 0 || archetype > root.count) return std::nullopt;
    const RowPlace place{static_cast<std::uint32_t>(archetype - 1), static_cast<std::uint32_t>(entity.bits)};
    const auto head = memory_.template load<typename Rows::Head>(
        root.archetypes + place.archetype * sizeof(ArchetypeHead), "is the row in use?");
    if (place.row >= head.size) return std::nullopt;
    return place;
}

template <class Memory>
Outcome ArchetypeBlockStorage<Memory>::missing() const {
    return faithful() ? no_row_faithful() : dead();
}

template <class Memory>
Handle ArchetypeBlockStorage<Memory>::handle_at(const ArchetypeHead& head, std::uint32_t archetype,
                                                std::uint32_t row) const {
    if (faithful()) return place_handle({archetype, row});
    std::uint32_t slot = 0;
    std::memcpy(&slot, memory_.arena().at(head.rows.data + row * sizeof slot), sizeof slot);
    return Locations::look_handle(memory_.arena(), locations_, slot);
}

template <class Memory>
Handle ArchetypeBlockStorage<Memory>::read_handle(Address rows, std::uint64_t row) const {
    const auto slot = memory_.template load<std::uint32_t>(rows + row * sizeof(std::uint32_t), "whose row it is");
    return Locations::handle_of(slot, Locations(memory_, locations_).entry(slot).generation);
}

// Values

template <class Memory>
std::optional<Address> ArchetypeBlockStorage<Memory>::address_of(const Table& table, std::size_t column, TypeIndex type,
                                                                 std::uint32_t row) const {
    const auto head = rows(table).head();
    const std::uint64_t offset =
        table.layout.start(column + id_columns(), head.capacity) + std::uint64_t{strides_[type]} * row;
    if (offset + strides_[type] > table.layout.block_bytes(head.capacity)) return std::nullopt;
    return head.data + offset;
}

template <class Memory>
Outcome ArchetypeBlockStorage<Memory>::write_value(const Table& table, std::uint32_t row, const Value& value) {
    const int column = column_of(table.list, value.type);
    if (column < 0) return no_column();
    const auto at = address_of(table, static_cast<std::size_t>(column), value.type, row);
    if (!at) return outside();
    memory_.write(*at, value.bytes, types()[value.type]->size, "value");
    if (table.list.types[static_cast<std::size_t>(column)] == value.type) return Outcome::done();
    return Outcome::bitten("002-L1", "another type of the same name has the column: the value was written there");
}

// Rows

template <class Memory>
void ArchetypeBlockStorage<Memory>::take_row(const Table& table, std::uint32_t row) {
    const std::uint32_t last = rows(table).head().size - 1;
    const bool swap = removal_ == StorageOptions::Removal::SwapLast;
    rows(table).remove_row(row, removal_);
    const auto tell = [&](std::uint32_t from, std::uint32_t to) {
        if (faithful()) {
            const Handle before = place_handle({table.number, from}), after = place_handle({table.number, to});
            memory_.note(EventKind::Relocate, after.bits, before.bits, false, "it is the row that moved");
            if (moved) moved(before, after);
            return;
        }
        const Address ids = rows(table).head().data;
        const auto slot = memory_.template load<std::uint32_t>(ids + to * sizeof(std::uint32_t), "whose row moved");
        Locations(memory_, locations_).place(slot, table.number, to);
    };
    if (row == last) return;
    if (swap) return tell(last, row);
    if (faithful() && !moved && !Memory::traced) return;
    for (std::uint32_t i = row; i < last; ++i) tell(i + 1, i);
}

template <class Memory>
std::uint32_t ArchetypeBlockStorage<Memory>::move_row(RowPlace from, const Table& source, const Table& target) {
    memory_.line(1);
    const std::uint32_t row = rows(target).push_row();
    memory_.line(2);
    const auto copy_column = [&](std::size_t to_column, std::size_t from_column) {
        const auto to = rows(target).head(), old = rows(source).head();
        memory_.copy(rows(target).value_at(to, to_column, row), rows(source).value_at(old, from_column, from.row),
                     std::min(target.layout.column(to_column).bytes, source.layout.column(from_column).bytes),
                     "the value moves along");
    };
    if (!faithful()) copy_column(0, 0);
    for (std::size_t i = 0; i < source.list.count; ++i)
        if (const int to = column_of(target.list, source.list.types[i]); to >= 0)
            copy_column(static_cast<std::size_t>(to) + id_columns(), i + id_columns());
    if (faithful()) {
        memory_.note(EventKind::Relocate, place_handle({target.number, row}).bits, place_handle(from).bits, false,
                     "its row is in another archetype");
    } else {
        const auto slot = memory_.template load<std::uint32_t>(rows(target).head().data + row * sizeof(std::uint32_t),
                                                               "whose row this is");
        Locations(memory_, locations_).place(slot, target.number, row);
    }
    memory_.line(3);
    take_row(source, from.row);
    return row;
}

// Operations

template <class Memory>
Outcome ArchetypeBlockStorage<Memory>::create(std::span<const Value> values) {
    memory_.line(0);
    if (faithful() && values.empty())
        return Outcome::refused("002-L3", "an archetype without components does not compile in the article");
    if (faithful() && values.size() > faithful_max_types)
        return Outcome::refused("002-L3", "the article's list of types has room for 16, and does not check that");
    about_to_change();
    TypeList list;
    for (const Value& value : values) insert(list, value.type);
    const Table table = table_for(list);
    memory_.line(1);
    const std::uint32_t row = rows(table).push_row();
    memory_.line(2);
    Handle handle = place_handle({table.number, row});
    if (!faithful()) {
        memory_.line(4);
        handle = Locations(memory_, locations_).acquire(table.number, row);
        memory_.store(rows(table).head().data + row * sizeof(std::uint32_t), Locations::slot_of(handle),
                      "whose row this is");
    }
    memory_.line(3);
    Outcome result = Outcome::done(handle);
    for (const Value& value : values)
        if (const Outcome written = write_value(table, row, value); written.verdict != Verdict::Done) {
            result = written;
            result.handle = handle;
        }
    return result;
}

template <class Memory>
Outcome ArchetypeBlockStorage<Memory>::destroy(Handle entity) {
    memory_.line(0);
    const auto place = find(entity);
    if (!place) return missing();
    about_to_change();
    memory_.line(1);
    take_row(table(place->archetype), place->row);
    if (faithful()) return Outcome::done();
    memory_.line(2);
    Locations(memory_, locations_).release(entity);
    return Outcome::done();
}

template <class Memory>
bool ArchetypeBlockStorage<Memory>::alive(Handle entity) const {
    if (!faithful()) return Locations::look_alive(memory_.arena(), locations_, entity);
    const std::uint64_t archetype = entity.bits >> 32;  // plus 1
    return archetype != 0 && archetype <= look_root().count &&
           static_cast<std::uint32_t>(entity.bits) < look_head(static_cast<std::uint32_t>(archetype - 1)).rows.size;
}

template <class Memory>
std::vector<HandlePart> ArchetypeBlockStorage<Memory>::parts_of(Handle entity) const {
    const std::uint64_t upper = entity.bits >> 32, lower = entity.bits & 0xFFFF'FFFF;
    if (faithful()) return {{"archetype + 1", upper, 32}, {"row", lower, 32}};
    return {{"generation", upper, 32}, {"slot", lower, 32}};
}

template <class Memory>
Outcome ArchetypeBlockStorage<Memory>::add(Handle entity, const Value& value) {
    memory_.line(0);
    const auto place = find(entity);
    if (!place) return missing();
    const std::uint32_t from = place->archetype;
    TypeList list = table(from).list;
    const bool has = column_of(list, value.type) >= 0;
    if (has && !faithful()) {
        memory_.decide("the entity has it: overwritten");
        memory_.line(4);
        const Outcome written = write_value(table(from), place->row, value);
        return written ? Outcome::done(entity) : written;
    }
    if (faithful() && list.count == faithful_max_types)
        return Outcome::refused("002-L3", "the article's list of types has room for 16, and does not check that");
    about_to_change();
    insert(list, value.type);
    const Table target = table_for(list);
    const std::uint32_t row = move_row(*place, table(from), target);  // table_for may have moved the archetypes
    memory_.line(4);
    Outcome result = write_value(target, row, value);
    if (has && result.verdict == Verdict::Done)
        result =
            Outcome::bitten("002-L3", "the archetype has this type twice now; only the first column is ever found");
    result.handle = faithful() ? place_handle({target.number, row}) : entity;
    return result;
}

template <class Memory>
Outcome ArchetypeBlockStorage<Memory>::set(Handle entity, const Value& value) {
    memory_.line(0);
    const auto place = find(entity);
    if (!place) return missing();
    memory_.line(1);
    return write_value(table(place->archetype), place->row, value);
}

template <class Memory>
Outcome ArchetypeBlockStorage<Memory>::remove(Handle entity, TypeIndex type) {
    memory_.line(0);
    if (faithful()) return supports(OperationKind::Remove);
    const auto place = find(entity);
    if (!place) return missing();
    const TypeList before = table(place->archetype).list;
    if (column_of(before, type) < 0) return Outcome::refused("002-L7", "the entity has no such component");
    about_to_change();
    TypeList list;
    for (std::size_t i = 0; i < before.count; ++i)
        if (before.types[i] != type) list.types[list.count++] = before.types[i];
    const Table target = table_for(list);
    move_row(*place, table(place->archetype), target);
    return Outcome::done(entity);
}

template <class Memory>
Outcome ArchetypeBlockStorage<Memory>::get(Handle entity, TypeIndex type, void* to) {
    memory_.line(0);
    const auto place = find(entity);
    if (!place) return missing();
    const Table table = this->table(place->archetype);
    const int column = column_of(table.list, type);
    if (column < 0) return faithful() ? no_column() : Outcome::refused("002-L7", "the entity has no such component");
    memory_.line(1);
    const auto at = address_of(table, static_cast<std::size_t>(column), type, place->row);
    if (!at) return Outcome::refused("002-L1", "another type of this name has the column: this lies behind the block");
    memory_.read(*at, to, types()[type]->size, "value");
    return Outcome::done();
}

template <class Memory>
bool ArchetypeBlockStorage<Memory>::has(Handle entity, TypeIndex type) {
    memory_.line(0);
    const auto place = find(entity);
    if (!place) return false;
    memory_.line(1);
    return column_of(table(place->archetype).list, type) >= 0;
}

std::unique_ptr<Storage> make_archetype_block(const StorageMaker& maker) { return maker.make<ArchetypeBlockStorage>(); }

template class ArchetypeBlockStorage<PlainMemory>;
template class ArchetypeBlockStorage<TracedMemory>;

}  // namespace ecs::lab
