// Hashes the bytes of a file piece by piece while they are read or written. The result does not depend on how the
// bytes were divided. The hash detects accidental changes at the speed of memory; it does not protect against
// attackers. Private to this library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace files {

class ContentHash {
public:
    void add(std::string_view text) {
        bytes_ += text.size();
        if (held_ > 0) {
            const std::size_t more = text.size() < block - held_ ? text.size() : block - held_;
            std::memcpy(rest_ + held_, text.data(), more);
            held_ += more;
            text.remove_prefix(more);
            if (held_ < block) return;
            mix(rest_);
            held_ = 0;
        }
        for (; text.size() >= block; text.remove_prefix(block)) mix(text.data());
        if (!text.empty()) std::memcpy(rest_, text.data(), text.size());
        held_ = text.size();
    }

    std::uint64_t value() const {
        ContentHash end = *this;
        std::memset(end.rest_ + held_, 0, block - held_);
        end.mix(end.rest_);
        std::uint64_t hash = bytes_;
        for (const std::uint64_t lane : end.lanes_) hash = step(hash, lane);
        return step(hash, hash >> 29);
    }

private:
    static constexpr std::size_t block = 32;  // four lanes, so that multiplications do not wait for each other

    /// Each step is one-to-one in either argument, so two texts that differ in one word have different hashes.
    static std::uint64_t step(std::uint64_t hash, std::uint64_t word) {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        return hash ^ (hash >> 32);
    }
    void mix(const char* text) {
        for (std::size_t i = 0; i < 4; ++i) {
            std::uint64_t word = 0;
            std::memcpy(&word, text + 8 * i, 8);
            lanes_[i] = step(lanes_[i], word);
        }
    }

    std::uint64_t lanes_[4] = {1, 2, 3, 4};
    std::uint64_t bytes_ = 0;
    char rest_[block] = {};
    std::size_t held_ = 0;
};

}  // namespace files
