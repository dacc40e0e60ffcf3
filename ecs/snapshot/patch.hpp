// A patch makes bytes out of similar bytes: what stays is skipped, what differs is written out. Key frames that lie
// close together differ in little, so their patches are small, and each is read without any other.
//
//     varint 2 * size     | varint skipped, varint written, bytes… | …           until `size` bytes are made
//     varint 2 * size + 1 | varint stride | varint zeros, varint others, varints… | …   of 32-bit words
//
// Words are for columns of values: what is written is by how much more or less a word grew than the same word of the
// value before. What moves alike, as things that fly at one speed do, is zeros.
//
// For a column whose rows stay there is a third form, which needs the growth of each word when its row changed last:
//
//     varint rows skipped, varint rows changed, varints of their words… | …     until all rows are made
//
// Written is the change of the change: how much a word grew now, minus how much it grew the last time. What moves evenly
// is zeros or ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ecs {

/// 7 bits a byte, the lowest first.
void append_number(std::vector<std::byte>& to, std::size_t number);

/// Appends a patch that makes `now` out of `base`. The two may have different sizes.
void append_patch(std::vector<std::byte>& patch, std::span<const std::byte> base, std::span<const std::byte> now);

/// The same by words, of which a value has `stride`. The size of `now` is a multiple of 4.
void append_word_patch(std::vector<std::byte>& patch, std::span<const std::byte> base, std::span<const std::byte> now,
                       std::size_t stride);

/// Of a column with as many rows of `stride` words as before. `growth` has a number for each word, zeros at first, and is
/// brought up to date. `base` becomes `now`. False, and nothing is appended, when both are equal.
bool append_motion(std::vector<std::byte>& patch, std::span<std::byte> base, std::span<const std::byte> now,
                   std::span<std::uint32_t> growth, std::size_t stride);

/// The same when `now` equals the first `size` bytes of `base`.
void append_same(std::vector<std::byte>& patch, std::size_t size);

/// Reads patches from a list, one after another. All of it was written by append_patch().
class PatchReader {
public:
    explicit PatchReader(std::span<const std::byte> patches) : rest_(patches) {}

    /// The size of what the next patch makes.
    std::size_t next_size() const;
    /// Makes it; `to` has next_size() bytes.
    void apply(std::span<const std::byte> base, std::byte* to);
    /// What append_motion() wrote, in place.
    void apply_motion(std::span<std::byte> column, std::span<std::uint32_t> growth, std::size_t stride);
    /// What append_number() wrote between patches.
    std::size_t number();
    bool done() const { return rest_.empty(); }

private:
    void apply_words(std::span<const std::byte> base, std::byte* to, std::size_t words);

    std::span<const std::byte> rest_;
};

}  // namespace ecs
