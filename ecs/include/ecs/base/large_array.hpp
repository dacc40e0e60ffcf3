// A LargeArray replaces std::vector for plain values in tables that may become large and are read all the time. It
// stores its size as a number, so one comparison checks an index. Its buffer is large memory.
//
// Large memory, from 2 MiB on, comes from operator new, is aligned for huge pages and asks the system for them. The
// first touch of pages is most of the cost of creating entities: 1.3 µs per 4 KiB page, 0.3 µs for the same bytes of
// a huge page.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace ecs {

inline constexpr std::size_t huge_page_bytes = 2 * 1024 * 1024;

/// Throws std::bad_alloc when memory runs out.
void* take_large_memory(std::size_t bytes, std::size_t align);
/// Needs the size and alignment that take_large_memory() got.
void give_large_memory(void* memory, std::size_t bytes, std::size_t align) noexcept;

template <class T>
class LargeArray {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    LargeArray() = default;
    ~LargeArray() { give_large_memory(data_, capacity_ * sizeof(T), alignof(T)); }
    LargeArray(const LargeArray&) = delete;
    LargeArray& operator=(const LargeArray&) = delete;

    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    T& back() { return data_[size_ - 1]; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }

    void push_back(T value) {
        if (size_ == capacity_) [[unlikely]]
            reserve(std::max<std::size_t>(64, 2 * capacity_));
        data_[size_++] = value;
    }
    void pop_back() { --size_; }
    void clear() { size_ = 0; }
    /// Makes room for `capacity` values in all. When memory runs out, nothing changes.
    void reserve(std::size_t capacity) {
        if (capacity <= capacity_) return;
        T* larger = static_cast<T*>(take_large_memory(capacity * sizeof(T), alignof(T)));
        if (size_ > 0) std::memcpy(larger, data_, size_ * sizeof(T));
        give_large_memory(data_, capacity_ * sizeof(T), alignof(T));
        data_ = larger;
        capacity_ = capacity;
    }
    /// Grows with copies of `value`, or drops the last values.
    void resize(std::size_t size, T value = {}) {
        if (size > capacity_) reserve(std::max(size, 2 * capacity_));
        if (size > size_) std::fill(data_ + size_, data_ + size, value);
        size_ = size;
    }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace ecs
