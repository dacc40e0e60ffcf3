#include "ecs/snapshot/packed_content.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <new>
#include <string>

#include "ecs/snapshot/patch.hpp"

namespace ecs {

namespace {

std::size_t text_bytes(const std::vector<Field>& fields, const std::byte* value) {
    constexpr std::size_t inside_the_string = 15;
    std::size_t bytes = 0;
    for (const Field& field : fields)
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::byte* const at = value + field.offset + std::size_t{i} * field.element_size;
            if (field.kind == FieldKind::Struct) bytes += text_bytes(field.fields, at);
            if (field.kind != FieldKind::String) continue;
            const std::size_t capacity = reinterpret_cast<const std::string*>(at)->capacity();
            if (capacity > inside_the_string) bytes += capacity + 1;
        }
    return bytes;
}

/// Reads the byte columns of a part, one after another.
class PartReader {
public:
    explicit PartReader(const PackedPart& part)
        : part_(part), first_(part.base ? *part.base : part), patches_(part.bytes) {
        if (first_.base) made_ = whole_columns(first_);
    }

    std::size_t next_size() const { return part_.base ? patches_.next_size() : part_.sizes[column_]; }
    bool done() const { return part_.base ? patches_.done() : column_ == part_.sizes.size(); }
    void read(void* to) {
        const std::size_t size = first_.base ? made_.sizes[column_] : first_.sizes[column_];
        const std::span<const std::byte> base((first_.base ? made_.bytes : first_.bytes).data() + start_, size);
        if (part_.base)
            patches_.apply(base, static_cast<std::byte*>(to));
        else if (size > 0)
            std::memcpy(to, base.data(), size);
        start_ += size;
        ++column_;
    }
    template <class T>
    void read(std::vector<T>& to) {
        to.resize(next_size() / sizeof(T));
        read(static_cast<void*>(to.data()));
    }

private:
    const PackedPart& part_;
    const PackedPart& first_;  // what the patches are of; itself when it is whole
    WholeColumns made_;        // of that one, when it is a patch, too
    PatchReader patches_;
    std::size_t column_ = 0, start_ = 0;
};

void read_chunk(const PackedPart& part, const SavedArchetype& archetype, SavedChunk& chunk) {
    PartReader reader(part);
    reader.read(chunk.block + Chunk::header_bytes);
    std::size_t values = 0, column = 0;
    try {
        for (; column < archetype.types.size(); ++column) {
            const ComponentType& type = *archetype.types[column];
            if (!archetype.holds(column)) continue;
            std::byte* const to = chunk.block + chunk.layout->layout.offsets[column];
            if (type.trivial)
                reader.read(to);
            else
                copy_values(type, to, part.values[values++]->data(), part.rows);
        }
    } catch (...) {
        while (column-- > 0)
            if (archetype.holds(column))
                destroy_values(*archetype.types[column], chunk.block + chunk.layout->layout.offsets[column], part.rows);
        throw;
    }
    chunk.rows = part.rows;
    chunk.made_at_tick = part.made_at_tick;
}

void read_slots(const PackedPart& part, DeadSlots& slots) {
    PartReader reader(part);
    reader.read(slots.runs);
    reader.read(slots.free);
    std::vector<std::size_t> counts;
    reader.read(counts);
    slots.slot_count = counts[0];
    slots.alive_count = counts[1];
}

void read_tree(const PackedPart& part, Families& tree) {
    PartReader reader(part);
    reader.read(tree.families);
    reader.read(tree.children);
}

}  // namespace

PackedValues::PackedValues(SharedType type, const void* values, std::uint32_t rows, const PackedBytes& total)
    : type_(std::move(type)), rows_(rows) {
    const std::size_t bytes = std::size_t{rows_} * type_->size;
    data_ = ::operator new(std::max<std::size_t>(bytes, 1), std::align_val_t(type_->align));
    try {
        copy_values(*type_, data_, values, rows_);
        try {
            std::size_t texts = 0;
            for (std::uint32_t row = 0; row < rows_; ++row)
                texts +=
                    text_bytes(type_->fields, static_cast<const std::byte*>(data_) + std::size_t{row} * type_->size);
            counted_ = std::make_unique<CountedBytes>(total, sizeof *this + bytes + texts);
        } catch (...) {
            destroy_values(*type_, data_, rows_);
            throw;
        }
    } catch (...) {
        ::operator delete(data_, std::align_val_t(type_->align));
        throw;
    }
}

PackedValues::~PackedValues() {
    destroy_values(*type_, data_, rows_);
    ::operator delete(data_, std::align_val_t(type_->align));
}

WholeColumns whole_columns(const PackedPart& part) {
    WholeColumns columns;
    for (PartReader reader(part); !reader.done();) {
        const std::size_t size = reader.next_size(), start = columns.bytes.size();
        columns.bytes.resize(start + size);
        columns.sizes.push_back(size);
        reader.read(columns.bytes.data() + start);
    }
    return columns;
}

SnapshotContent* unpacked(const PackedContent& packed) {
    const std::lock_guard guard(packed.pool->lock());
    SnapshotPool& pool = *packed.pool;
    SnapshotContent* const content = pool.take_content();
    try {
        content->archetypes.reserve(packed.archetypes.size());
        content->chunks.reserve(packed.chunks.size());
        for (const PackedContent::ArchetypeState& state : packed.archetypes) {
            content->archetypes.push_back(
                {state.archetype, state.layout, content->chunks.size(), state.chunk_count, state.entity_count});
            for (std::size_t i = 0; i < state.chunk_count; ++i) {
                SavedChunk* const chunk = pool.take_chunk(*state.archetype, *state.layout);
                try {
                    read_chunk(*packed.chunks[state.first_chunk + i], *state.archetype, *chunk);
                } catch (...) {
                    pool.give_back(chunk);
                    throw;
                }
                chunk->references = 1;
                content->chunks.push_back(chunk);
            }
        }
        content->slots = pool.take_slots();
        content->slots->references = 1;
        read_slots(*packed.slots, content->slots->value);
        content->tree = pool.take_tree();
        content->tree->references = 1;
        read_tree(*packed.tree, content->tree->value);
    } catch (...) {
        pool.drop(content);
        throw;
    }
    content->types = packed.types;
    content->entity_count = packed.entity_count;
    content->tick = packed.tick;
    content->structural_changes = packed.structural_changes;
    content->pool = packed.pool;
    content->references.store(1, std::memory_order_relaxed);
    return content;
}

}  // namespace ecs
