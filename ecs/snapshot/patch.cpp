#include "ecs/snapshot/patch.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ecs {

namespace {

void append_number(std::vector<std::byte>& to, std::size_t number) {
    for (; number >= 0x80; number >>= 7) to.push_back(static_cast<std::byte>(number | 0x80));
    to.push_back(static_cast<std::byte>(number));
}

std::size_t take_number(std::span<const std::byte>& from) {
    std::size_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = static_cast<std::size_t>(from.front());
        from = from.subspan(1);
        number |= (byte & 0x7f) << shift;
        if (byte < 0x80) return number;
    }
}

std::uint64_t word_at(const std::byte* at) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

/// The first position from `at` on, below `end`, where the two differ.
std::size_t find_difference(const std::byte* a, const std::byte* b, std::size_t at, std::size_t end) {
    for (; at + 64 <= end && std::memcmp(a + at, b + at, 64) == 0;) at += 64;
    for (; at + 8 <= end && word_at(a + at) == word_at(b + at);) at += 8;
    while (at < end && a[at] == b[at]) ++at;
    return at;
}

/// The end of what differs from `at` on. To skip fewer equal bytes than this costs more than to write them.
constexpr std::size_t shortest_skip = 4;

std::size_t end_of_difference(const std::byte* a, const std::byte* b, std::size_t at, std::size_t end) {
    std::size_t equal = 0;
    for (; at < end; ++at) {
        equal = a[at] == b[at] ? equal + 1 : 0;
        if (equal == shortest_skip) return at + 1 - equal;
    }
    return end - equal;
}

}  // namespace

void append_patch(std::vector<std::byte>& patch, std::span<const std::byte> base, std::span<const std::byte> now) {
    append_number(patch, now.size());
    const std::size_t common = std::min(base.size(), now.size());
    std::size_t made = 0;
    while (made < now.size()) {
        const std::size_t from = find_difference(base.data(), now.data(), made, common);
        std::size_t to = from;
        if (from < common) to = end_of_difference(base.data(), now.data(), from, common);
        if (to >= common) to = now.size();
        append_number(patch, from - made);
        append_number(patch, to - from);
        patch.insert(patch.end(), now.data() + from, now.data() + to);
        made = to;
    }
}

void append_same(std::vector<std::byte>& patch, std::size_t size) {
    append_number(patch, size);
    if (size == 0) return;
    append_number(patch, size);
    append_number(patch, 0);
}

std::size_t PatchReader::next_size() const {
    std::span<const std::byte> rest = rest_;
    return take_number(rest);
}

void PatchReader::apply(std::span<const std::byte> base, std::byte* to) {
    const std::size_t size = take_number(rest_);
    for (std::size_t made = 0; made < size;) {
        const std::size_t skipped = take_number(rest_), written = take_number(rest_);
        if (skipped > 0) std::memcpy(to + made, base.data() + made, skipped);
        if (written > 0) std::memcpy(to + made + skipped, rest_.data(), written);
        rest_ = rest_.subspan(written);
        made += skipped + written;
    }
}

}  // namespace ecs
