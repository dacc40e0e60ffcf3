// C++ cannot copy a component that owns what has one owner: a texture, a file, a body in a physics engine. Snapshots
// leave such a component out (ecs/snapshot/left_out.hpp), unless the program says how to clone a value:
//
//     types.add<Body>("Body").field("mass", &Body::mass);
//     ecs::clone_with<Body>(types, [](const Body& body) { return Body::like(body); });
//
// From then on the type can be copied, by snapshots, edits and the clipboard alike. Call it when you describe the type,
// before anything copies the world. Snapshots may be copied on other threads, and so may values.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

#include "ecs/types/type_registry.hpp"

namespace ecs {

namespace detail {
using CopyValues = decltype(ValueOps::copy);
void set_clone(TypeRegistry& types, ComponentId type, CopyValues copy);
}  // namespace detail

/// `clone` is a lambda without captures that returns a T like the one that it gets.
template <class T, class F>
void clone_with(TypeRegistry& types, F /*clone*/) {
    static_assert(std::is_empty_v<F> && std::is_default_constructible_v<F>,
                  "clone_with needs a lambda without captures");
    static_assert(std::is_invocable_r_v<T, F, const T&>, "the lambda gets a const T& and returns a T");
    detail::set_clone(types, types.id<T>(), [](const ComponentType&, void* to, const void* from, std::size_t count) {
        detail::NewValues<T> made{static_cast<T*>(to)};
        for (; made.count < count; ++made.count)
            new (made.values + made.count) T(F{}(static_cast<const T*>(from)[made.count]));
        made.count = 0;
    });
}

}  // namespace ecs
