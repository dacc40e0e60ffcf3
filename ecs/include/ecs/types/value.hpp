// A Value is one component value outside of any world: in an edit, a command buffer, a clipboard. It points to its
// type, so it must not outlive the registry.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

#include "ecs/base/assert.hpp"
#include "ecs/types/component_type.hpp"

namespace ecs {

class Value {
public:
    Value() = default;
    /// The type's default value.
    explicit Value(const ComponentType& type);
    /// A copy of `from`. The type must be copyable.
    Value(const ComponentType& type, const void* from);
    /// Moves the value out of `from`, which is raw memory afterwards.
    static Value relocated(const ComponentType& type, void* from);

    /// A value from a C++ object of the type, which must not be a tag.
    template <class T>
    static Value of(const ComponentType& type, T value) {
        ECS_ASSERT(sizeof(T) == type.size && alignof(T) == type.align, "Value::of needs an object of that very type");
        Value result;
        result.allocate(type);
        new (result.data_) T(std::move(value));
        return result;
    }

    /// The type must be copyable.
    Value(const Value& other);
    Value(Value&& other) noexcept;
    Value& operator=(Value other) noexcept;
    ~Value();

    explicit operator bool() const { return type_ != nullptr; }
    const ComponentType& type() const { return *type_; }
    /// Null for tags.
    const void* data() const { return data_; }
    void* data() { return data_; }

    /// Moves the value to raw memory. This Value must not be empty before; it is empty afterwards.
    void relocate_to(void* raw) noexcept;

private:
    static constexpr std::size_t inline_bytes = 32;
    static constexpr std::size_t inline_align = 16;
    bool is_inline() const { return data_ == inline_; }
    void allocate(const ComponentType& type);
    void free_memory() noexcept;  // for a value that was destroyed already; empties this Value

    const ComponentType* type_ = nullptr;
    void* data_ = nullptr;  // into inline_ or the heap
    alignas(inline_align) std::byte inline_[inline_bytes];
};

bool operator==(const Value& a, const Value& b);

}  // namespace ecs
