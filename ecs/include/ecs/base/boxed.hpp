// A Boxed<T> is a T on the heap that is copied, moved and used like one. It keeps what contains it small.
#pragma once

#include <memory>
#include <utility>

namespace ecs {

template <class T>
class Boxed {
public:
    Boxed() : held_(std::make_unique<T>()) {}
    Boxed(T value) : held_(std::make_unique<T>(std::move(value))) {}
    Boxed(const Boxed& other) : held_(other.held_ ? std::make_unique<T>(*other.held_) : nullptr) {}
    /// Leaves `other` without a value; it can then only be assigned to or destroyed.
    Boxed(Boxed&& other) noexcept = default;
    Boxed& operator=(Boxed other) noexcept {
        held_ = std::move(other.held_);
        return *this;
    }

    T& operator*() { return *held_; }
    const T& operator*() const { return *held_; }
    T* operator->() { return held_.get(); }
    const T* operator->() const { return held_.get(); }
    operator const T&() const { return *held_; }

private:
    std::unique_ptr<T> held_;
};

}  // namespace ecs
