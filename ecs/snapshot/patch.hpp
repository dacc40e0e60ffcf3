// A patch makes bytes out of similar bytes: what stays is skipped, what differs is written out. Key frames that lie
// close together differ in little, so their patches are small, and each is read without any other.
//
//     varint size | varint skipped, varint written, bytes… | …     until `size` bytes are made
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ecs {

/// Appends a patch that makes `now` out of `base`. The two may have different sizes.
void append_patch(std::vector<std::byte>& patch, std::span<const std::byte> base, std::span<const std::byte> now);

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
    bool done() const { return rest_.empty(); }

private:
    std::span<const std::byte> rest_;
};

}  // namespace ecs
