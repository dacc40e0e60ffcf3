#include "ecs/snapshot/state_hash.hpp"

#include <array>
#include <cstring>
#include <string>
#include <vector>

namespace ecs {

namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15u;

constexpr std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

std::uint64_t hash_bytes(std::uint64_t seed, const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    std::uint64_t hash = seed ^ (size * golden);
    for (; size >= 8; size -= 8, bytes += 8) {
        std::uint64_t word;
        std::memcpy(&word, bytes, 8);
        hash = mixed(hash ^ word) + golden;
    }
    if (size > 0) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, size);
        hash = mixed(hash ^ word) + golden;
    }
    return mixed(hash);
}

// How a value becomes bytes to hash: runs of plain bytes and strings, in the order of the fields.
struct Piece {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;  // 0: a string
};

void append_run(std::vector<Piece>& pieces, std::uint32_t offset, std::uint32_t size) {
    if (!pieces.empty() && pieces.back().size != 0 && pieces.back().offset + pieces.back().size == offset)
        pieces.back().size += size;
    else
        pieces.push_back({offset, size});
}

void append_fields(std::vector<Piece>& pieces, const std::vector<Field>& fields, std::uint32_t base) {
    for (const Field& field : fields) {
        const std::uint32_t start = base + field.offset;
        if (field.kind != FieldKind::String && field.kind != FieldKind::Struct) {
            append_run(pieces, start, static_cast<std::uint32_t>(field.size_bytes()));
            continue;
        }
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::uint32_t element = start + i * field.element_size;
            if (field.kind == FieldKind::String)
                pieces.push_back({element, 0});
            else
                append_fields(pieces, field.fields, element);
        }
    }
}

class ColumnHash {
public:
    explicit ColumnHash(const ComponentType& type) : seed_(hash_bytes(0, type.name.data(), type.name.size())) {
        if (!type.fields.empty())
            append_fields(pieces_, type.fields, 0);
        else if (type.trivial && !type.is_tag())
            append_run(pieces_, 0, type.size);
    }

    /// Adds the hash of each value of a column to the sum of its row.
    void add(const std::byte* values, std::uint32_t size, std::vector<std::uint64_t>& sums) {
        if (pieces_.empty() || !values) {
            for (std::uint64_t& sum : sums) sum += mixed(seed_);
        } else if (pieces_.size() == 1 && pieces_.front().size != 0) {
            const Piece piece = pieces_.front();
            for (std::size_t row = 0; row < sums.size(); ++row)
                sums[row] += hash_bytes(seed_, values + row * size + piece.offset, piece.size);
        } else {
            for (std::size_t row = 0; row < sums.size(); ++row) {
                gather(values + row * size);
                sums[row] += hash_bytes(seed_, gathered_.data(), gathered_.size());
            }
        }
    }

private:
    void gather(const std::byte* value) {
        gathered_.clear();
        for (const Piece piece : pieces_) {
            const auto* bytes = reinterpret_cast<const char*>(value + piece.offset);
            if (piece.size != 0) {
                gathered_.append(bytes, piece.size);
                continue;
            }
            const auto& text = *reinterpret_cast<const std::string*>(value + piece.offset);
            const std::uint64_t length = text.size();
            std::array<char, sizeof length> length_bytes;
            std::memcpy(length_bytes.data(), &length, sizeof length);
            gathered_.append(length_bytes.data(), length_bytes.size()).append(text);
        }
    }

    std::uint64_t seed_;
    std::vector<Piece> pieces_;
    std::string gathered_;
};

}  // namespace

std::uint64_t state_hash(const World& world) {
    std::vector<ColumnHash> column_hashes;
    column_hashes.reserve(world.types().size());
    for (ComponentId id = 0; id < world.types().size(); ++id) column_hashes.emplace_back(world.types()[id]);

    std::uint64_t hash = mixed(world.entity_count() + golden);
    std::vector<std::uint64_t> sums;  // one per row: entity and components, in an order that does not matter
    for (ArchetypeId a = 0; a < world.archetype_count(); ++a) {
        const Archetype& archetype = world.archetype(a);
        for (std::size_t c = 0; c < archetype.chunk_count(); ++c) {
            const std::span<const Entity> entities = archetype.chunk(c).entities();
            sums.clear();
            for (const Entity entity : entities) sums.push_back(mixed(entity.bits() + golden));
            for (std::size_t column = 0; column < archetype.components().size(); ++column)
                column_hashes[archetype.components()[column]].add(archetype.column_data(c, column),
                                                                  archetype.types()[column]->size, sums);
            for (const std::uint64_t sum : sums) hash += mixed(sum);
        }
    }
    return mixed(hash);
}

}  // namespace ecs
