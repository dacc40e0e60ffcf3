// The API of article 004: objects that say themselves whether they are deleted, and containers that share them. A
// deleted object leaves each container when that is next walked.
//
//     shared::Slice<Drawable> drawables;
//     shared::Slice<Updatable> updatables;
//     auto bullet = std::make_shared<Bullet>();
//     drawables.append(bullet);
//     updatables.append(bullet);
//     for (auto [position, drawable] : compacting_all(drawables)) drawable->draw();
//     bullet->delete_();                                       // gone from both at their next pass
//
// Slice is Go's: a window into an array that copies of it share. each_living() is ours: nothing that is appended
// during the pass is lost, and nothing dead is kept by the array.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "ecs/base/assert.hpp"
#include "ecs/lab/storages/compacting_pass.hpp"

namespace ecs::lab::shared {

class Shareable {
public:
    virtual ~Shareable() = default;
    virtual bool deleted() const = 0;
    /// Doing it twice is doing it once.
    virtual void delete_() = 0;
};

/// The flag. Interfaces derive from Shareable virtually, so that an object of several has one.
class ShareableImpl : public virtual Shareable {
public:
    bool deleted() const override { return deleted_; }
    void delete_() override { deleted_ = true; }

private:
    bool deleted_ = false;
};

template <class T>
class Slice {
public:
    using Pointer = std::shared_ptr<T>;

    std::size_t length() const { return length_; }
    std::size_t capacity() const { return array_ ? array_->size() - begin_ : 0; }
    const Pointer& operator[](std::size_t i) const {
        ECS_ASSERT(i < length_, "index out of range");
        return (*array_)[begin_ + i];
    }
    void set(std::size_t i, Pointer item) {
        ECS_ASSERT(i < length_, "index out of range");
        (*array_)[begin_ + i] = std::move(item);
    }
    /// Into the spare capacity that all slices of this array share, or, when there is none, into a larger array.
    void append(Pointer item) {
        if (length_ == capacity()) {
            auto larger = std::make_shared<std::vector<Pointer>>(length_ == 0 ? 1 : 2 * length_);
            for (std::size_t i = 0; i < length_; ++i) (*larger)[i] = (*this)[i];
            array_ = std::move(larger);
            begin_ = 0;
        }
        (*array_)[begin_ + length_] = std::move(item);
        ++length_;
    }
    /// From `begin` to the end, in the same array.
    Slice from(std::size_t begin) const {
        ECS_ASSERT(begin <= length_, "index out of range");
        Slice rest = *this;
        rest.begin_ += begin;
        rest.length_ -= begin;
        return rest;
    }
    /// Shorter or, up to the capacity, longer. What lies behind the end stays in the array.
    void set_length(std::size_t length) {
        ECS_ASSERT(length <= capacity(), "index out of range");
        length_ = length;
    }
    /// What lies at a position less than the capacity, behind the end as well.
    const Pointer& slot(std::size_t i) const { return (*array_)[begin_ + i]; }
    void clear_behind_end() {
        for (std::size_t i = length_; i < capacity(); ++i) (*array_)[begin_ + i] = nullptr;
    }

    const Pointer* begin() const { return array_ ? array_->data() + begin_ : nullptr; }
    const Pointer* end() const { return begin() + length_; }

private:
    std::shared_ptr<std::vector<Pointer>> array_;
    std::size_t begin_ = 0, length_ = 0;
};

template <class T>
class SliceSlots {
public:
    using Item = std::shared_ptr<T>;

    explicit SliceSlots(Slice<T>& slice) : slice_(&slice), ranged_(slice) {}
    std::uint64_t count() const { return ranged_.length(); }
    Item load(std::uint64_t i) const { return ranged_[i]; }
    bool deleted(const Item& item) const { return item->deleted(); }
    bool store(std::uint64_t to, std::uint64_t, const Item& item) {
        if (to >= slice_->length()) return false;
        slice_->set(to, item);
        return true;
    }
    void dropped(const Item&) const {}
    void truncate(std::uint64_t length) { slice_->set_length(length); }

private:
    Slice<T>* slice_;
    Slice<T> ranged_;
};

/// What compacting_all() gives: to be walked once. Leaving the loop early still compacts the rest.
template <class T>
class CompactingRange {
public:
    struct Element {
        std::size_t position;
        std::shared_ptr<T> item;
    };
    struct End {};
    class Iterator {
    public:
        explicit Iterator(CompactingRange& range) : range_(&range) {}
        Element operator*() const { return {range_->pass_.position(), range_->pass_.item()}; }
        Iterator& operator++() {
            range_->more_ = range_->pass_.next();
            return *this;
        }
        bool operator!=(End) const { return range_->more_; }

    private:
        CompactingRange* range_;
    };

    explicit CompactingRange(Slice<T>& slice) : pass_(SliceSlots<T>(slice)) {}
    ~CompactingRange() { pass_.finish(); }
    Iterator begin() {
        more_ = pass_.next();
        return Iterator(*this);
    }
    End end() const { return {}; }
    bool failed() const { return pass_.failed(); }

private:
    CompactingPass<SliceSlots<T>> pass_;
    bool more_ = false;
};

/// Drops the deleted from `slice` while it is walked. `slice` must outlive the range.
template <class T>
CompactingRange<T> compacting_all(Slice<T>& slice) {
    return CompactingRange<T>(slice);
}

/// The TypeScript variant: drops the deleted first and gives back a copy to walk, in which whoever is deleted meanwhile
/// is still met.
template <class T>
std::vector<std::shared_ptr<T>> compacting_all(std::vector<std::shared_ptr<T>>& array) {
    std::vector<std::shared_ptr<T>> filtered;
    for (const auto& item : array)
        if (!item->deleted()) filtered.push_back(item);
    array = filtered;
    return filtered;
}

/// Repaired: compacts first, then walks what there was, past those that are deleted meanwhile.
template <class T, class Function>
void each_living(Slice<T>& slice, Function&& function) {
    compacting_all(slice);
    slice.clear_behind_end();
    const std::size_t count = slice.length();
    for (std::size_t i = 0; i < count && i < slice.length(); ++i) {
        const std::shared_ptr<T> item = slice[i];
        if (!item->deleted()) function(i, *item);
    }
}

}  // namespace ecs::lab::shared
