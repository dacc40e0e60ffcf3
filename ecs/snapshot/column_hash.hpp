// How values become hashes: field by field, so that padding does not count. StateHash and RunningHash use it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "ecs/types/component_type.hpp"

namespace ecs {

constexpr std::uint64_t hash_step = 0x9e3779b97f4a7c15u;

constexpr std::uint64_t mixed_hash(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

inline std::uint64_t hash_bytes(std::uint64_t seed, const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    std::uint64_t hash = seed ^ (size * hash_step);
    for (; size >= 8; size -= 8, bytes += 8) {
        std::uint64_t word;
        std::memcpy(&word, bytes, 8);
        hash = mixed_hash(hash ^ word) + hash_step;
    }
    if (size > 0) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, size);
        hash = mixed_hash(hash ^ word) + hash_step;
    }
    return mixed_hash(hash);
}

/// The hashes of the values of one type.
class ColumnHash {
public:
    explicit ColumnHash(const ComponentType& type);
    /// Whether only the presence of a value counts.
    void leave_values_out() { pieces_.clear(); }

    /// Calls `visit(row, hash)` for each value of a column.
    template <class F>
    void each(const std::byte* values, std::uint32_t size, std::size_t rows, F&& visit) {
        if (pieces_.empty() || !values) {
            for (std::size_t row = 0; row < rows; ++row) visit(row, mixed_hash(seed_));
        } else if (pieces_.size() == 1 && pieces_.front().size != 0) {
            const Piece piece = pieces_.front();
            for (std::size_t row = 0; row < rows; ++row)
                visit(row, hash_bytes(seed_, values + row * size + piece.offset, piece.size));
        } else {
            for (std::size_t row = 0; row < rows; ++row) {
                gather(values + row * size);
                visit(row, hash_bytes(seed_, gathered_.data(), gathered_.size()));
            }
        }
    }

private:
    /// Runs of plain bytes and strings, in the order of the fields.
    struct Piece {
        std::uint32_t offset = 0;
        std::uint32_t size = 0;  // 0: a string
    };
    void append_run(std::uint32_t offset, std::uint32_t size);
    void append_fields(const std::vector<Field>& fields, std::uint32_t base);
    void gather(const std::byte* value);

    std::uint64_t seed_;
    std::vector<Piece> pieces_;
    std::string gathered_;
};

}  // namespace ecs
