#include <utility>

#include "ecs/snapshot/packed_changes_content.hpp"
#include "ecs/snapshot/patch.hpp"

namespace ecs {

/// Applies changes to the content of a reader.
class PackedReader::Applying {
public:
    Applying(PackedReader& reader, const PackedChangesContent& changes)
        : content_(*reader.content_), pool_(*content_.pool), changes_(&changes), growth_(reader.growth_) {}

    void run() {
        PatchReader from(changes_->bytes);
        for (std::size_t id = from.number(); id != no_archetype; id = from.number()) apply_to_archetype(from, id);
        if (from.number() != 0) {
            DeadSlots& slots = content_.slots->value;
            std::vector<std::size_t> counts{slots.slot_count, slots.alive_count};
            patch(from, slots.runs);
            patch(from, slots.free);
            patch(from, counts);
            slots.slot_count = counts[0];
            slots.alive_count = counts[1];
            renew(*content_.slots);
        }
        if (from.number() != 0) {
            Families& tree = content_.tree->value;
            patch(from, tree.families);
            patch(from, tree.children);
            renew(*content_.tree);
        }
        content_.types = changes_->types;
        content_.entity_count = changes_->entity_count;
        content_.tick = changes_->tick;
        content_.structural_changes = changes_->structural_changes;
    }

private:
    template <class T>
    static void patch(PatchReader& from, std::vector<T>& list) {
        const std::vector<T> before = std::exchange(list, {});
        list.resize(from.next_size() / sizeof(T));
        from.apply(bytes_of(before), reinterpret_cast<std::byte*>(list.data()));
    }

    void renew(auto& part) {
        const std::lock_guard guard(pool_.lock());
        pool_.renew(part);
    }

    void apply_to_archetype(PatchReader& from, std::size_t id) {
        if (from.number() != 0) {
            const std::size_t layout = from.number(), chunks = from.number(), entities = from.number();
            // Each archetype is written when it is new, also without entities.
            if (content_.archetypes.size() == id)
                content_.archetypes.push_back({nullptr, nullptr, content_.chunks.size(), 0, 0});
            SnapshotContent::ArchetypeState& state = content_.archetypes[id];
            state.archetype = changes_->archetypes[layout];
            state.layout = changes_->layouts[layout];
            state.entity_count = entities;
            while (state.chunk_count > chunks) remove_last_chunk(id);
        }
        for (std::size_t position = from.number(); position != 0; position = from.number()) {
            if (from.number() != 0)
                make_chunk(from, id, position - 1);
            else
                write_values(from, id, position - 1);
        }
    }

    void remove_last_chunk(std::size_t id) {
        SnapshotContent::ArchetypeState& state = content_.archetypes[id];
        const std::size_t at = state.first_chunk + --state.chunk_count;
        SavedChunk* const gone = content_.chunks[at];
        growth_.erase(key_of(id, state.chunk_count));
        content_.chunks.erase(content_.chunks.begin() + static_cast<std::ptrdiff_t>(at));
        for (std::size_t i = id + 1; i < content_.archetypes.size(); ++i) --content_.archetypes[i].first_chunk;
        give_back(gone);
    }

    void give_back(SavedChunk* chunk) {
        destroy_rows(*chunk->archetype, *chunk->layout, chunk->block, chunk->rows);
        const std::lock_guard guard(pool_.lock());
        pool_.give_back(chunk);
    }

    void make_chunk(PatchReader& from, std::size_t id, std::size_t position) {
        SnapshotContent::ArchetypeState& state = content_.archetypes[id];
        const bool is_new = position >= state.chunk_count;
        const SavedChunk* const before = is_new ? nullptr : content_.chunks[state.first_chunk + position];
        SavedChunk* const made = [&] {
            const std::lock_guard guard(pool_.lock());
            return pool_.take_chunk(*state.archetype, *state.layout);
        }();
        made->rows = 0;
        made->references = 1;
        const auto rows = static_cast<std::uint32_t>(from.number());
        made->made_at_tick = from.number();
        const auto read = [&](std::size_t old_offset, std::size_t offset, std::size_t size) {
            std::span<const std::byte> old;
            if (before != nullptr) old = {before->at(old_offset), before->rows * size};
            from.apply(old, made->block + offset);
        };
        read(Chunk::header_bytes, Chunk::header_bytes, sizeof(Entity));
        std::size_t column = 0;
        try {
            for (; column < state.archetype->types.size(); ++column) {
                if (!state.archetype->holds(column)) continue;
                const ComponentType& type = *state.archetype->types[column];
                const std::size_t offset = state.layout->layout.offsets[column];
                if (type.trivial)
                    read(before == nullptr ? 0 : before->layout->layout.offsets[column], offset, type.size);
                else
                    copy_values(type, made->block + offset, changes_->values[value_++]->data(), rows);
            }
        } catch (...) {
            while (column-- > 0)
                if (state.archetype->holds(column))
                    destroy_values(*state.archetype->types[column], made->block + state.layout->layout.offsets[column],
                                   rows);
            give_back(made);  // without rows
            throw;
        }
        made->rows = rows;
        growth_.erase(key_of(id, position));
        const auto place = content_.chunks.begin() + static_cast<std::ptrdiff_t>(state.first_chunk + position);
        if (!is_new) return give_back(std::exchange(*place, made));
        content_.chunks.insert(place, made);
        ++state.chunk_count;
        for (std::size_t i = id + 1; i < content_.archetypes.size(); ++i) ++content_.archetypes[i].first_chunk;
    }

    void write_values(PatchReader& from, std::size_t id, std::size_t position) {
        const SnapshotContent::ArchetypeState& state = content_.archetypes[id];
        SavedChunk& chunk = *content_.chunks[state.first_chunk + position];
        renew(chunk);
        for (std::size_t column = 0; column < state.archetype->types.size(); ++column) {
            const ComponentType& type = *state.archetype->types[column];
            if (type.is_tag() || !type.trivial || from.number() == 0) continue;
            std::byte* const values = chunk.block + chunk.layout->layout.offsets[column];
            const std::span column_bytes(values, std::size_t{chunk.rows} * type.size);
            if (type.size % 4 == 0) {
                std::vector<std::uint32_t>& growth = growth_of(id, position, column);
                growth.resize(column_bytes.size() / 4);
                from.apply_motion(column_bytes, growth, type.size / 4);
            } else {
                const std::vector<std::byte> before(column_bytes.begin(), column_bytes.end());
                from.apply(before, values);
            }
        }
    }

    static std::uint64_t key_of(std::size_t id, std::size_t position) { return std::uint64_t{id} << 32 | position; }
    std::vector<std::uint32_t>& growth_of(std::size_t id, std::size_t position, std::size_t column) {
        auto& columns = growth_[key_of(id, position)];
        if (columns.size() <= column) columns.resize(column + 1);
        return columns[column];
    }

    SnapshotContent& content_;
    SnapshotPool& pool_;
    const PackedChangesContent* changes_;
    std::size_t value_ = 0;  // of changes_->values, the next one
    std::unordered_map<std::uint64_t, std::vector<std::vector<std::uint32_t>>>& growth_;
};

PackedReader::PackedReader(std::shared_ptr<const PackedContent> packed)
    : packed_(std::move(packed)), content_(unpacked(*packed_)) {}

PackedReader::~PackedReader() { SnapshotPool::recycle(content_); }

std::size_t PackedReader::bytes() const {
    std::size_t bytes = 0;
    for (const auto& [chunk, columns] : growth_)
        for (const auto& column : columns) bytes += column.capacity() * sizeof(column[0]);
    return bytes;
}

bool PackedReader::leads_to(const PackedContent& packed, std::span<const PackedChanges> changes) const {
    return packed_.get() == &packed && applied_ <= changes.size() &&
           (applied_ == 0 || changes[applied_ - 1].content_ == last_);
}

void PackedReader::go_to(std::span<const PackedChanges> changes) {
    for (const PackedChanges& each : changes.subspan(applied_)) {
        Applying(*this, *each.content_).run();
        ++applied_;
        last_ = each.content_;
    }
}

}  // namespace ecs
