// A ZeroedArray is a table that is looked up by a number which a file may choose, like the slot of an entity: what was
// never written is zero and takes no memory, however far apart the entries lie. Looking one up costs what it costs in a
// plain array, because it is one: memory from 2 MiB on comes from the system, which gives a page when it is first
// written. Where a system has no such memory, the table is as long as its highest number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace ecs {

/// Whether all of a table will be written soon, which is faster with pages of 2 MiB, or here and there.
enum class Filling : unsigned char { Dense, Sparse };

/// Zeros. Throws std::bad_alloc when there is no memory.
void* take_zeroed_memory(std::size_t bytes, Filling filling);
/// With the same size.
void give_zeroed_memory(void* memory, std::size_t bytes) noexcept;
/// As memcpy and memset to zero, but pages that are zero already are read and not written.
void copy_over_zeros(void* to, const void* from, std::size_t bytes) noexcept;
void write_zeros(void* to, std::size_t bytes) noexcept;
/// Bytes in pages that hold anything but zeros. Reads all of it.
std::size_t bytes_beside_zeros(const void* memory, std::size_t bytes) noexcept;
/// Where the first byte is that is not zero; `bytes` when there is none.
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
    /// Room for so many values in all. Out of memory changes nothing.
    void reserve(std::size_t capacity) {
        if (capacity <= capacity_) return;
        const Filling filling = sparse_ ? Filling::Sparse : Filling::Dense;
        T* larger = static_cast<T*>(take_zeroed_memory(capacity * sizeof(T), filling));
        copy_over_zeros(larger, data_, size_ * sizeof(T));
        give_zeroed_memory(data_, capacity_ * sizeof(T));
        data_ = larger;
        capacity_ = capacity;
    }
    /// Grows with zeros, or forgets what is too much.
    void resize(std::size_t size) {
        if (size < size_) clear(size, size_ - size);
        reserve_for(size);
        size_ = size;
    }
    /// The room that resize() needs. From the first leap on, the table is a sparse one.
    void reserve_for(std::size_t size) {
        constexpr std::size_t far = 4096;  // entries: about so much memory an entry that stands alone may cost
        if (size > size_ + far && size > size_ + size_ / 8) sparse_ = true;
        if (size > capacity_) reserve(std::max(size, 2 * capacity_));
    }
    /// Makes these zero.
    void clear(std::size_t first, std::size_t count) { write_zeros(data_ + first, count * sizeof(T)); }
    /// The first entry from `first` on that is not zero, below size(); size() when there is none. Fast over zeros.
    std::size_t next_written(std::size_t first) const {
        if (first >= size_) return size_;
        return first + zeros_at(data_ + first, (size_ - first) * sizeof(T)) / sizeof(T);
    }
    /// What it takes of memory, about: that of pages that were written.
    std::size_t bytes() const { return bytes_beside_zeros(data_, capacity_ * sizeof(T)); }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
    bool sparse_ = false;
};

}  // namespace ecs
