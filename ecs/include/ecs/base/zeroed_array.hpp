// A ZeroedArray is a table whose index a file may choose, such as the slot of an entity. Entries that were never
// written are zero and take no memory, however far apart the written ones lie. A lookup costs as much as in a plain
// array, because the table is one: from 2 MiB on its memory comes from the system, which provides a page when it is
// first written. On systems without such memory the table takes memory up to its highest index.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace ecs {

/// How a table will be written: wholly and soon (Dense; pages of 2 MiB are faster then), or here and there (Sparse).
enum class Filling : unsigned char { Dense, Sparse };

/// Returns zeroed memory. Throws std::bad_alloc when memory runs out.
void* take_zeroed_memory(std::size_t bytes, Filling filling);
/// `bytes` must equal the size that was taken.
void give_zeroed_memory(void* memory, std::size_t bytes) noexcept;
/// memcpy, and memset to zero, that read but do not write pages which are zero already.
void copy_over_zeros(void* to, const void* from, std::size_t bytes) noexcept;
void write_zeros(void* to, std::size_t bytes) noexcept;
/// Bytes in pages that hold anything but zeros. Reads the whole range.
std::size_t bytes_beside_zeros(const void* memory, std::size_t bytes) noexcept;
/// Offset of the first byte that is not zero; `bytes` when all are zero.
std::size_t zeros_at(const void* memory, std::size_t bytes) noexcept;

template <class T>
class ZeroedArray {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    static_assert(alignof(T) <= alignof(std::max_align_t));

public:
    ZeroedArray() = default;
    ~ZeroedArray() { give_zeroed_memory(data_, capacity_ * sizeof(T)); }
    ZeroedArray(const ZeroedArray&) = delete;
    ZeroedArray& operator=(const ZeroedArray&) = delete;
    ZeroedArray(ZeroedArray&& other) noexcept { *this = std::move(other); }
    ZeroedArray& operator=(ZeroedArray&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
        std::swap(sparse_, other.sparse_);
        return *this;
    }

    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }

    void push_back(T value) {
        if (size_ == capacity_) [[unlikely]]
            reserve(std::max<std::size_t>(64, 2 * capacity_));
        data_[size_++] = value;
    }
    /// Makes room for `capacity` values in all. When memory runs out, nothing changes.
    void reserve(std::size_t capacity) {
        if (capacity <= capacity_) return;
        const Filling filling = sparse_ ? Filling::Sparse : Filling::Dense;
        T* larger = static_cast<T*>(take_zeroed_memory(capacity * sizeof(T), filling));
        copy_over_zeros(larger, data_, size_ * sizeof(T));
        give_zeroed_memory(data_, capacity_ * sizeof(T));
        data_ = larger;
        capacity_ = capacity;
    }
    /// Grows with zeros, or drops the last entries.
    void resize(std::size_t size) {
        if (size < size_) clear(size, size_ - size);
        reserve_for(size);
        size_ = size;
    }
    /// Makes the room that resize() needs. From the first leap on, the table counts as sparse.
    void reserve_for(std::size_t size) {
        constexpr std::size_t far = 4096;  // entries; a single entry far away may cost about this much memory
        if (size > size_ + far && size > size_ + size_ / 8) sparse_ = true;
        if (size > capacity_) reserve(std::max(size, 2 * capacity_));
    }
    /// Sets `count` entries from `first` on to zero.
    void clear(std::size_t first, std::size_t count) { write_zeros(data_ + first, count * sizeof(T)); }
    /// Index of the first entry from `first` on that is not zero; size() when there is none. Skips zeros fast.
    std::size_t next_written(std::size_t first) const {
        if (first >= size_) return size_;
        return first + zeros_at(data_ + first, (size_ - first) * sizeof(T)) / sizeof(T);
    }
    /// Approximate memory in use: the pages that were written.
    std::size_t bytes() const { return bytes_beside_zeros(data_, capacity_ * sizeof(T)); }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
    bool sparse_ = false;
};

}  // namespace ecs
