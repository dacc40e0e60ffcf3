#include "ecs/types/value.hpp"

#include <cstring>

#include "ecs/base/assert.hpp"

namespace ecs {

Value::Value(const ComponentType& type) {
    allocate(type);
    try {
        construct_values(type, data_, 1);
    } catch (...) {
        free_memory();
        throw;
    }
}

Value::Value(const ComponentType& type, const void* from) {
    if (!type.copyable()) {
        fail("Value: " + type.name + " cannot be copied");
        return;
    }
    allocate(type);
    try {
        copy_values(type, data_, from, 1);
    } catch (...) {
        free_memory();
        throw;
    }
}

Value Value::relocated(const ComponentType& type, void* from) {
    Value result;
    result.allocate(type);
    relocate_values(type, result.data_, from, 1);
    return result;
}

Value::Value(const Value& other) {
    if (other.type_) *this = Value(*other.type_, other.data_);
}

Value::Value(Value&& other) noexcept : type_(other.type_), data_(other.data_) {
    if (other.is_inline()) {
        data_ = inline_;
        relocate_values(*type_, data_, other.data_, 1);
    }
    other.type_ = nullptr;
    other.data_ = nullptr;
}

Value& Value::operator=(Value other) noexcept {
    if (data_) destroy_values(*type_, data_, 1);
    free_memory();
    return *new (this) Value(std::move(other));  // an empty Value owns nothing to destroy
}

Value::~Value() {
    if (!data_) return;
    destroy_values(*type_, data_, 1);
    free_memory();
}

void Value::relocate_to(void* raw) noexcept {
    relocate_values(*type_, raw, data_, 1);
    free_memory();
}

void Value::allocate(const ComponentType& type) {
    if (type.is_tag())
        data_ = nullptr;
    else if (type.size <= inline_bytes && type.align <= inline_align)
        data_ = inline_;
    else
        data_ = ::operator new (type.size, std::align_val_t{type.align});
    type_ = &type;
}

void Value::free_memory() noexcept {
    if (data_ && !is_inline()) ::operator delete (data_, std::align_val_t{type_->align});
    type_ = nullptr;
    data_ = nullptr;
}

bool operator==(const Value& a, const Value& b) {
    if (!a || !b) return !a && !b;
    return &a.type() == &b.type() && values_equal(a.type(), a.data(), b.data());
}

}  // namespace ecs
