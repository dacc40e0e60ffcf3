// Writes a world of article 002 as bytes and reads it. Each chunk's block is written at once, spare rows included, so
// the same world gives the same bytes again.
//
//     | chunks | per chunk: types, (name length, name, size) … , rows, capacity, block | repaired: location table |
//
// Numbers are 4 bytes in the byte order of this machine. Reading checks everything before it changes the world.
#pragma once

#include <cstring>

#include "ecs/lab/storages/archetype_block_world.hpp"

namespace ecs::lab::archetype_block {

template <Mode mode, class Memory = PlainMemory>
class BasicWorldFile {
public:
    using EntityManager = BasicEntityManager<mode, Memory>;
    using Chunk = BasicChunk<mode, Memory>;
    using Archetype = BasicArchetype<mode>;
    using TypeInfo = BasicTypeInfo<mode>;
    using Bytes = std::vector<std::byte>;

    static Bytes write(const EntityManager& entities) {
        Bytes out;
        put(out, static_cast<std::uint32_t>(entities.chunk_count()));
        for (std::size_t i = 0; i < entities.chunk_count(); ++i) write_chunk(out, entities.chunk(i));
        if constexpr (mode == Mode::Repaired) {
            const Locations locations(entities.memory_, entities.locations_);
            put(out, locations.length());
            for (std::uint32_t slot = 0; slot < locations.length(); ++slot) put(out, locations.entry(slot));
            put(out, locations.first_free());
        }
        return out;
    }

    /// Reads into an empty world. `Ts` are the types that the file may contain. Returns an empty string on success;
    /// otherwise what is wrong, and the world is unchanged.
    template <IsComponentData... Ts>
    static std::string read(EntityManager& entities, std::span<const std::byte> in) {
        static constexpr TypeInfo known[]{TypeInfo::template create<Ts>()...};
        return read(entities, in, known);
    }
    static std::string read(EntityManager& entities, std::span<const std::byte> in, std::span<const TypeInfo> known) {
        if (entities.chunk_count() != 0) return "Only an empty world can be read into.";
        std::vector<SavedChunk> chunks;
        std::uint32_t count = 0;
        if (!get(in, count)) return cut_off;
        for (std::uint32_t i = 0; i < count; ++i) {
            chunks.emplace_back();
            if (std::string fault = read_chunk(in, known, chunks.back()); !fault.empty()) return fault;
        }
        std::vector<Entry> entries;
        std::uint64_t first_free = 0;
        if constexpr (mode == Mode::Repaired)
            if (std::string fault = read_locations(in, chunks, entries, first_free); !fault.empty()) return fault;
        if (!in.empty()) return "There is more in the file than a world.";

        for (const SavedChunk& saved : chunks) {
            entities.chunks_.push_back(std::make_unique<Chunk>(
                Chunk::create(entities.memory_, saved.archetype, saved.capacity, entities.removal_)));
            const Chunk& chunk = *entities.chunks_.back();
            chunk.rows().set_size(saved.rows);
            entities.memory_.write(chunk.rows().head().data, saved.block.data(), saved.block.size(), "a whole chunk");
        }
        if constexpr (mode == Mode::Repaired) {
            Locations locations(entities.memory_, entities.locations_);
            for (const Entry& entry : entries) locations.append(entry);
            locations.set_first_free(first_free);
        }
        return {};
    }

private:
    using Locations = LocationTable<Memory>;
    using Entry = typename Locations::Entry;
    static constexpr const char* cut_off = "The file ends in the middle of a world.";

    struct SavedChunk {
        Archetype archetype;
        std::uint32_t rows = 0, capacity = 0;
        std::span<const std::byte> block;
    };

    template <class T>
    static void put(Bytes& out, const T& value) {
        put(out, &value, sizeof value);
    }
    static void put(Bytes& out, const void* bytes, std::size_t size) {
        const auto* const from = static_cast<const std::byte*>(bytes);
        out.insert(out.end(), from, from + size);
    }
    template <class T>
    static bool get(std::span<const std::byte>& in, T& value) {
        if (in.size() < sizeof value) return false;
        std::memcpy(&value, in.data(), sizeof value);
        in = in.subspan(sizeof value);
        return true;
    }
    static bool get(std::span<const std::byte>& in, std::uint64_t size, std::span<const std::byte>& bytes) {
        if (in.size() < size) return false;
        bytes = in.first(static_cast<std::size_t>(size));
        in = in.subspan(static_cast<std::size_t>(size));
        return true;
    }

    static void write_chunk(Bytes& out, const Chunk& chunk) {
        put(out, static_cast<std::uint32_t>(chunk.get_archetype().size()));
        for (const TypeInfo& type : chunk.get_archetype().types()) {
            put(out, static_cast<std::uint32_t>(type.name().size()));
            put(out, type.name().data(), type.name().size());
            put(out, type.size());
        }
        const auto head = chunk.rows().head();
        put(out, head.size);
        put(out, head.capacity);
        put(out, chunk.memory().arena().at(head.data), chunk.get_layout().block_bytes(head.capacity));
    }
    static std::string read_chunk(std::span<const std::byte>& in, std::span<const TypeInfo> known, SavedChunk& chunk) {
        std::uint32_t types = 0;
        if (!get(in, types)) return cut_off;
        if (types == 0 || types > Archetype::max_component_size) return "A chunk has no types, or more than 16.";
        for (std::uint32_t i = 0; i < types; ++i) {
            std::uint32_t length = 0, size = 0;
            std::span<const std::byte> letters;
            if (!get(in, length) || !get(in, length, letters) || !get(in, size)) return cut_off;
            const std::string name(reinterpret_cast<const char*>(letters.data()), letters.size());
            const auto type = std::find_if(known.begin(), known.end(), [&](const TypeInfo& each) {
                return each.name() == name && each.size() == size;
            });
            if (type == known.end())
                return "No type is called " + name + " and has " + std::to_string(size) + " bytes.";
            chunk.archetype.add(*type);
        }
        if (chunk.archetype.size() != types) return "A chunk has the same type twice.";
        if (!get(in, chunk.rows) || !get(in, chunk.capacity)) return cut_off;
        if (chunk.capacity == 0 || chunk.rows > chunk.capacity) return "A chunk has more rows than it has room for.";
        const std::uint64_t bytes = Chunk::layout_of(chunk.archetype).block_bytes(chunk.capacity);
        return get(in, bytes, chunk.block) ? "" : cut_off;
    }
    static std::string read_locations(std::span<const std::byte>& in, const std::vector<SavedChunk>& chunks,
                                      std::vector<Entry>& entries, std::uint64_t& first_free) {
        std::uint32_t count = 0;
        if (!get(in, count) || in.size() / sizeof(Entry) < count) return cut_off;
        entries.resize(count);
        std::uint64_t alive = 0, rows = 0;
        for (Entry& entry : entries)
            if (get(in, entry); entry.alive()) ++alive;
        if (!get(in, first_free)) return cut_off;
        for (std::uint32_t i = 0; i < chunks.size(); ++i)
            for (std::uint32_t row = 0; row < chunks[i].rows; ++row, ++rows) {
                std::uint32_t slot = 0;
                std::memcpy(&slot, chunks[i].block.data() + row * sizeof slot, sizeof slot);
                if (slot >= count || entries[slot].archetype != i || entries[slot].row != row)
                    return "The location table does not fit the rows.";
            }
        std::uint64_t free = 0, next = first_free;
        for (; next != 0 && free <= count; ++free) {
            if (next > count || entries[next - 1].alive()) return "The list of free slots is broken.";
            next = entries[next - 1].row;
        }
        if (next != 0) return "The list of free slots is broken.";
        return alive == rows ? "" : "The location table does not fit the rows.";
    }
};

using WorldFile = BasicWorldFile<Mode::Faithful>;

}  // namespace ecs::lab::archetype_block
