#include "ecs/snapshot/patch.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace ecs {

namespace {

std::size_t take_number(std::span<const std::byte>& from) {
    std::size_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = static_cast<std::size_t>(from.front());
        from = from.subspan(1);
        number |= (byte & 0x7f) << shift;
        if (byte < 0x80) return number;
    }
}

template <class Word>
Word word_at(const std::byte* at) {
    Word word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

/// The first position from `at` on, below `end`, where the two differ.
std::size_t find_difference(const std::byte* a, const std::byte* b, std::size_t at, std::size_t end) {
    for (; at + 64 <= end && std::memcmp(a + at, b + at, 64) == 0;) at += 64;
    for (; at + 8 <= end && word_at<std::uint64_t>(a + at) == word_at<std::uint64_t>(b + at);) at += 8;
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

std::uint32_t folded(std::uint32_t number) { return (number << 1) ^ (number >> 31 != 0 ? ~std::uint32_t{0} : 0); }
std::uint32_t unfolded(std::uint32_t number) { return (number >> 1) ^ ((number & 1) != 0 ? ~std::uint32_t{0} : 0); }

}  // namespace

void append_number(std::vector<std::byte>& to, std::size_t number) {
    for (; number >= 0x80; number >>= 7) to.push_back(static_cast<std::byte>(number | 0x80));
    to.push_back(static_cast<std::byte>(number));
}

void append_patch(std::vector<std::byte>& patch, std::span<const std::byte> base, std::span<const std::byte> now) {
    append_number(patch, now.size() * 2);
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

void append_word_patch(std::vector<std::byte>& patch, std::span<const std::byte> base, std::span<const std::byte> now,
                       std::size_t stride) {
    if (base.size() == now.size() && (now.empty() || std::memcmp(base.data(), now.data(), now.size()) == 0))
        return append_same(patch, now.size());
    append_number(patch, now.size() * 2 + 1);
    append_number(patch, stride);
    const std::size_t words = now.size() / 4, known = base.size() / 4;
    const auto growth = [&](std::size_t word) {
        return word_at<std::uint32_t>(now.data() + word * 4) -
               (word < known ? word_at<std::uint32_t>(base.data() + word * 4) : 0);
    };
    const auto residue = [&](std::size_t word) { return growth(word) - (word < stride ? 0 : growth(word - stride)); };
    for (std::size_t word = 0; word < words;) {
        std::size_t first = word;
        while (first < words && residue(first) == 0) ++first;
        std::size_t end = first;
        while (end < words && residue(end) != 0) ++end;
        append_number(patch, first - word);
        append_number(patch, end - first);
        for (std::size_t each = first; each < end; ++each) {
            append_number(patch, folded(residue(each)));
        }
        word = end;
    }
}

bool append_motion(std::vector<std::byte>& patch, std::span<std::byte> base, std::span<const std::byte> now,
                   std::span<std::uint32_t> growth, std::size_t stride) {
    const std::size_t row_bytes = stride * 4, end = now.size();
    const auto first_changed_row = [&](std::size_t from) {
        return find_difference(base.data(), now.data(), from, end) / row_bytes * row_bytes;
    };
    const auto row_differs = [&](std::size_t at) {
        return std::memcmp(base.data() + at, now.data() + at, row_bytes) != 0;
    };
    std::size_t made = 0;
    for (std::size_t from = first_changed_row(0); from < end; from = first_changed_row(made)) {
        std::size_t to = from + row_bytes;
        while (to < end && row_differs(to)) to += row_bytes;
        append_number(patch, (from - made) / row_bytes);
        append_number(patch, (to - from) / row_bytes);
        for (std::size_t at = from; at < to; at += 4) {
            const std::uint32_t grew =
                word_at<std::uint32_t>(now.data() + at) - word_at<std::uint32_t>(base.data() + at);
            append_number(patch, folded(grew - std::exchange(growth[at / 4], grew)));
        }
        std::memcpy(base.data() + from, now.data() + from, to - from);
        made = to;
    }
    if (made == 0) return false;
    if (made < end) {
        append_number(patch, (end - made) / row_bytes);
        append_number(patch, 0);
    }
    return true;
}

void append_same(std::vector<std::byte>& patch, std::size_t size) {
    append_number(patch, size * 2);
    if (size == 0) return;
    append_number(patch, size);
    append_number(patch, 0);
}

std::size_t PatchReader::next_size() const {
    std::span<const std::byte> rest = rest_;
    return take_number(rest) / 2;
}

void PatchReader::apply(std::span<const std::byte> base, std::byte* to) {
    const std::size_t head = take_number(rest_), size = head / 2;
    if (head % 2 != 0) return apply_words(base, to, size / 4);
    for (std::size_t made = 0; made < size;) {
        const std::size_t skipped = take_number(rest_), written = take_number(rest_);
        if (skipped > 0) std::memcpy(to + made, base.data() + made, skipped);
        if (written > 0) std::memcpy(to + made + skipped, rest_.data(), written);
        rest_ = rest_.subspan(written);
        made += skipped + written;
    }
}

void PatchReader::apply_motion(std::span<std::byte> column, std::span<std::uint32_t> growth, std::size_t stride) {
    for (std::size_t word = 0; word < column.size() / 4;) {
        word += take_number(rest_) * stride;
        for (const std::size_t end = word + take_number(rest_) * stride; word < end; ++word) {
            growth[word] += unfolded(static_cast<std::uint32_t>(take_number(rest_)));
            const std::uint32_t made = word_at<std::uint32_t>(column.data() + word * 4) + growth[word];
            std::memcpy(column.data() + word * 4, &made, sizeof made);
        }
    }
}

std::size_t PatchReader::number() { return take_number(rest_); }

void PatchReader::apply_words(std::span<const std::byte> base, std::byte* to, std::size_t words) {
    const std::size_t stride = take_number(rest_), known = base.size() / 4;
    std::vector<std::uint32_t> growth(std::max<std::size_t>(stride, 1));  // of the value before
    std::size_t zeros = 0, others = 0, column = 0;
    for (std::size_t word = 0; word < words; ++word) {
        if (zeros == 0 && others == 0) {
            zeros = take_number(rest_);
            others = take_number(rest_);
        }
        if (zeros > 0) {
            --zeros;
        } else {
            --others;
            growth[column] += unfolded(static_cast<std::uint32_t>(take_number(rest_)));
        }
        const std::uint32_t made = growth[column] + (word < known ? word_at<std::uint32_t>(base.data() + word * 4) : 0);
        std::memcpy(to + word * 4, &made, sizeof made);
        if (++column == stride) column = 0;
    }
}

}  // namespace ecs
