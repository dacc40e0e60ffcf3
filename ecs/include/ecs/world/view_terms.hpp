// What the list of a View or a system may contain, and what the visitor gets for it:
//
//     Position             read and written              Position&
//     const Position       read                          const Position&
//     Position*            as above, where present       Position*, null where absent
//     Enemy                a tag: must be there          nothing
//     With<Position>       must be there                 nothing
//     Without<Frozen>      must not be there             nothing
//     Resource<Score>      a resource of the world       Score&
//     Resource<const Score>                              const Score&
//
// With and Without may name several types. Included by view.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ecs/world/query.hpp"

namespace ecs {

/// In a list of terms: entities that have these components, whose values the visitor does not get.
template <class... Ts>
struct With {};
/// In a list of terms: entities that have none of these components.
template <class... Ts>
struct Without {};
/// In a list of terms: the one value of this type in the world. It chooses no entities.
template <class T>
struct Resource {};

namespace detail {

template <class... Ts>
struct Types {};

/// A term whose values lie in a column.
template <class T, bool is_tag = std::is_empty_v<T>>
struct Term {
    using component = std::remove_const_t<T>;
    using arguments = Types<T>;
    using row = T&;
    using column = std::span<T>;
    static constexpr bool writes = !std::is_const_v<T>;
    static constexpr bool in_column = true, is_resource = false;
    static constexpr Presence presence = Presence::With;

    static row at(void* data, std::size_t i) { return static_cast<T*>(data)[i]; }
    static column all(void* data, std::size_t count) { return {static_cast<T*>(data), count}; }
};

template <class T>
struct Term<T*, false> {
    static_assert(!std::is_empty_v<T>, "an optional tag chooses nothing and has no value: ask World::has");
    using component = std::remove_const_t<T>;
    using arguments = Types<T*>;
    using row = T*;
    using column = std::span<T>;  // empty where absent
    static constexpr bool writes = !std::is_const_v<T>;
    static constexpr bool in_column = true, is_resource = false;
    static constexpr Presence presence = Presence::Optional;

    static row at(void* data, std::size_t i) { return data ? static_cast<T*>(data) + i : nullptr; }
    static column all(void* data, std::size_t count) { return {static_cast<T*>(data), data ? count : 0}; }
};

template <class T>
struct Term<Resource<T>, true> {
    static_assert(!std::is_empty_v<T>, "a resource is a value");
    using component = std::remove_const_t<T>;
    using arguments = Types<Resource<T>>;
    using row = T&;
    using column = T&;
    static constexpr bool writes = !std::is_const_v<T>;
    static constexpr bool in_column = false, is_resource = true;

    static row at(void* data, std::size_t) { return *static_cast<T*>(data); }
    static column all(void* data, std::size_t) { return *static_cast<T*>(data); }
};

/// Terms that only choose entities.
struct Filter {
    using arguments = Types<>;
    static constexpr bool writes = false, in_column = false, is_resource = false;
};
template <class Tag>
struct Term<Tag, true> : Filter {
    using filters = With<std::remove_const_t<Tag>>;
};
template <class... Ts>
struct Term<With<Ts...>, true> : Filter {
    using filters = With<Ts...>;
};
template <class... Ts>
struct Term<Without<Ts...>, true> : Filter {
    using filters = Without<Ts...>;
};

template <class... Ts>
struct Joined;
template <>
struct Joined<> {
    using type = Types<>;
};
template <class... Ts>
struct Joined<Types<Ts...>> {
    using type = Types<Ts...>;
};
template <class... Ts, class... Us, class... More>
struct Joined<Types<Ts...>, Types<Us...>, More...> : Joined<Types<Ts..., Us...>, More...> {};

/// World is const or not: only one that is not registers a type that it did not meet before.
template <class T, class World>
QueryTerm query_term(World& world, Presence presence, Access access) {
    return {world.template id<T>(), presence, access, type_key<T>()};
}
template <class World, class... Us>
void add_filters(World& world, std::vector<QueryTerm>& terms, With<Us...>) {
    (terms.push_back(query_term<Us>(world, Presence::With, Access::None)), ...);
}
template <class World, class... Us>
void add_filters(World& world, std::vector<QueryTerm>& terms, Without<Us...>) {
    (terms.push_back(query_term<Us>(world, Presence::Without, Access::None)), ...);
}

/// A visitor whose first argument is bound: the commands, or the context of a system.
template <class F, class First>
struct Bound {
    F& visit;
    First& first;

    template <class... Args>
    requires std::is_invocable_v<F&, First&, Args...>
    void operator()(Args&&... args) const { visit(first, std::forward<Args>(args)...); }
};

[[gnu::cold]] void fail_without_resource(std::string_view type);

/// The terms that a visitor gets arguments for, and the calls of the visitor.
template <class Arguments>
struct Visits;
template <class... As>
struct Visits<Types<As...>> {
    /// Where the value of each argument lies; only those of resources are known before a chunk.
    using Sources = std::array<void*, sizeof...(As)>;
    using Indices = std::index_sequence_for<As...>;

    template <class F>
    static constexpr bool takes_row = std::is_invocable_v<F&, Entity, typename Term<As>::row...> ||
                                      std::is_invocable_v<F&, typename Term<As>::row...>;
    template <class F>
    static constexpr bool takes_columns =
        std::is_invocable_v<F&, std::span<const Entity>, typename Term<As>::column...> ||
        std::is_invocable_v<F&, typename Term<As>::column...>;
    static constexpr bool writes_resources = ((Term<As>::is_resource && Term<As>::writes) || ...);

    /// False when a resource is missing, which was reported then.
    template <class World>
    static bool find_resources(World& world, Sources& sources) {
        std::size_t i = 0;
        return (find_resource<As>(world, sources[i++]) && ...);
    }

    template <class F>
    static void each_row(const ChunkRows& rows, const Sources& resources, F& visit) {
        each_row(rows, resources, visit, Indices{});
    }
    template <class F>
    static void each_chunk(const ChunkRows& rows, const Sources& resources, F& visit) {
        each_chunk(rows, resources, visit, Indices{});
    }
    template <class F>
    static void once(const Sources& resources, F& visit) {
        once(resources, visit, Indices{});
    }

private:
    template <class A, class World>
    static bool find_resource(World& world, void*& source) {
        if constexpr (Term<A>::is_resource) {
            using T = typename Term<A>::component;
            if (!std::as_const(world).template find_resource<T>()) [[unlikely]] {
                fail_without_resource(type_name<T>());
                return false;
            }
            if constexpr (Term<A>::writes)
                source = &world.template resource_mut<T>();
            else
                source = const_cast<T*>(&std::as_const(world).template resource<T>());
        }
        return true;
    }
    /// The query has the terms with columns first, in their order.
    static constexpr std::size_t query_term(std::size_t argument) {
        const std::array<bool, sizeof...(As)> in_column{Term<As>::in_column...};
        std::size_t term = 0;
        for (std::size_t i = 0; i < argument; ++i) term += in_column[i];
        return term;
    }
    template <std::size_t... I>
    static Sources sources_in(const ChunkRows& rows, [[maybe_unused]] const Sources& resources,
                              std::index_sequence<I...>) {
        return {(Term<As>::in_column ? rows.column_mut(query_term(I)) : resources[I])...};
    }
    template <class F, std::size_t... I>
    static void each_row(const ChunkRows& rows, const Sources& resources, F& visit, std::index_sequence<I...> indices) {
        [[maybe_unused]] const Sources sources = sources_in(rows, resources, indices);
        const std::span<const Entity> entities = rows.entities();
        for (std::size_t row = 0; row < entities.size(); ++row) {
            if constexpr (std::is_invocable_v<F&, Entity, typename Term<As>::row...>)
                visit(entities[row], Term<As>::at(sources[I], row)...);
            else
                visit(Term<As>::at(sources[I], row)...);
        }
    }
    template <class F, std::size_t... I>
    static void each_chunk(const ChunkRows& rows, const Sources& resources, F& visit,
                           std::index_sequence<I...> indices) {
        [[maybe_unused]] const Sources sources = sources_in(rows, resources, indices);
        if constexpr (std::is_invocable_v<F&, std::span<const Entity>, typename Term<As>::column...>)
            visit(rows.entities(), Term<As>::all(sources[I], rows.size())...);
        else
            visit(Term<As>::all(sources[I], rows.size())...);
    }
    template <class F, std::size_t... I>
    static void once([[maybe_unused]] const Sources& resources, F& visit, std::index_sequence<I...>) {
        visit(Term<As>::at(resources[I], 0)...);
    }
};

}  // namespace detail

}  // namespace ecs
