// The API of article 004: objects that know whether they are deleted, and containers that share them. Each container
// drops a deleted object in its next pass.
//
//     shared::Slice<Drawable> drawables;
//     shared::Slice<Updatable> updatables;
//     auto bullet = std::make_shared<Bullet>();
//     drawables.append(bullet);
//     updatables.append(bullet);
//     for (auto [position, drawable] : compacting_all(drawables)) drawable->draw();
//     bullet->delete_();                                       // gone from both at their next pass
//
// Slice models Go's: a window into an array that its copies share. each_living() is ours: it loses nothing that is
// appended during the pass, and the array keeps no dead objects.
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
    /// Deletes the object. A second call has no effect.
    virtual void delete_() = 0;
};

/// The flag. Interfaces derive from Shareable virtually, so that an object with several interfaces has one flag.
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
    /// Appends into the spare capacity that all slices of this array share or, without any, into a larger array.
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
    /// The part from `begin` to the end, in the same array.
    Slice from(std::size_t begin) const {
        ECS_ASSERT(begin <= length_, "index out of range");
        Slice rest = *this;
        rest.begin_ += begin;
        rest.length_ -= begin;
        return rest;
    }
    /// Makes the slice shorter or, up to the capacity, longer. Items behind the end stay in the array.
    void set_length(std::size_t length) {
        ECS_ASSERT(length <= capacity(), "index out of range");
        length_ = length;
    }
    /// The item at a position below the capacity, even behind the end.
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

/// The result of compacting_all(): walk it once. Leaving the loop early still compacts the rest.
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

/// Drops deleted items from `slice` while it is walked. `slice` must outlive the range.
template <class T>
CompactingRange<T> compacting_all(Slice<T>& slice) {
    return CompactingRange<T>(slice);
}

/// The TypeScript variant: drops deleted items first and returns a copy to walk. Items deleted during the walk still
/// appear.
template <class T>
std::vector<std::shared_ptr<T>> compacting_all(std::vector<std::shared_ptr<T>>& array) {
    std::vector<std::shared_ptr<T>> filtered;
    for (const auto& item : array)
        if (!item->deleted()) filtered.push_back(item);
    array = filtered;
    return filtered;
}

/// Repaired: compacts first, then walks the items of that moment, without those deleted meanwhile.
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
