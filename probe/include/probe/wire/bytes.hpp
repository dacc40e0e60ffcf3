// Numbers and texts as bytes on a wire, little endian. A ByteReader reads untrusted bytes: it never reads past the end, and
// after the first error every read returns zero or an empty text, and fine() is false.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace probe {

static_assert(std::endian::native == std::endian::little, "numbers travel as they lie in memory");

template <class T>
concept WireNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class ByteWriter {
public:
    ByteWriter() = default;
    /// Writes into the memory of `former`, which is forgotten.
    explicit ByteWriter(std::vector<std::byte> former) : bytes_(std::move(former)) { bytes_.clear(); }

    template <WireNumber T>
    void number(T value) {
        raw(&value, sizeof value);
    }
    void text(std::string_view text) {
        number(static_cast<std::uint32_t>(text.size()));
        raw(text.data(), text.size());
    }
    void raw(const void* from, std::size_t size) {
        const auto* const first = static_cast<const std::byte*>(from);
        bytes_.insert(bytes_.end(), first, first + size);
    }
    /// Takes memory for so many more bytes.
    void reserve(std::size_t size) { bytes_.reserve(bytes_.size() + size); }
    /// Makes room for bytes that the caller writes there, before the next call.
    std::byte* room(std::size_t size) {
        bytes_.resize(bytes_.size() + size);
        return bytes_.data() + bytes_.size() - size;
    }
    /// The size of a list, whose items follow.
    void count(std::size_t items) { number(static_cast<std::uint32_t>(items)); }

    std::size_t size() const { return bytes_.size(); }
    std::span<const std::byte> bytes() const { return bytes_; }
    /// Overwrites a number that was written at `offset`.
    template <WireNumber T>
    void set(std::size_t offset, T value) {
        std::memcpy(bytes_.data() + offset, &value, sizeof value);
    }
    void clear() { bytes_.clear(); }
    std::vector<std::byte> take() { return std::exchange(bytes_, {}); }

private:
    std::vector<std::byte> bytes_;
};

class ByteReader {
public:
    /// The bytes must outlive the reader and the texts that it gave.
    explicit ByteReader(std::span<const std::byte> bytes) : left_(bytes) {}

    template <WireNumber T>
    T number() {
        T value{};
        raw(&value, sizeof value);
        return value;
    }
    /// An enum that has `values` values, counted from 0.
    template <class T>
    requires std::is_enum_v<T> T choice(std::size_t values) {
        const auto number = this->number<std::underlying_type_t<T>>();
        if (static_cast<std::size_t>(number) >= values) return fail(), T{};
        return static_cast<T>(number);
    }
    bool flag() { return number<std::uint8_t>() != 0; }
    std::string_view text() {
        const std::span<const std::byte> bytes = skip(number<std::uint32_t>());
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    void raw(void* to, std::size_t size) {
        const std::span<const std::byte> bytes = skip(size);
        if (!bytes.empty()) std::memcpy(to, bytes.data(), size);
    }
    /// The size of a list whose items take at least so many bytes each: no more than what is left can hold.
    std::size_t count(std::size_t least_bytes) {
        const std::size_t items = number<std::uint32_t>();
        if (items > left_.size() / least_bytes) return fail(), 0;
        return items;
    }

    /// The next `size` bytes; none if there are not so many.
    std::span<const std::byte> skip(std::size_t size) {
        if (size > left_.size()) return fail(), std::span<const std::byte>();
        const std::span<const std::byte> bytes = left_.first(size);
        left_ = left_.subspan(size);
        return bytes;
    }

    bool fine() const { return fine_; }
    bool at_end() const { return left_.empty(); }
    std::size_t left() const { return left_.size(); }
    void fail() {
        fine_ = false;
        left_ = {};
    }

private:
    std::span<const std::byte> left_;
    bool fine_ = true;
};

}  // namespace probe
