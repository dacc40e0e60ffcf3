// A View is a Query with C++ types:
//
//     View<Position, const Velocity> moving(world);
//     moving.without<Frozen>().each(world, [](Position& p, const Velocity& v) { p.x += v.x; });
//
// `T` is read and written, `const T` is only read, `T*` and `const T*` are optional (null where absent). Prefer
// each_chunk, which hands out whole columns, when the loop should vectorise.
#pragma once

#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ecs/world/chunk_pass.hpp"
#include "ecs/world/query.hpp"

namespace ecs {

namespace detail {

template <class T>
struct Term {
    using component = std::remove_const_t<T>;
    using row = T&;
    using column = std::span<T>;
    static constexpr bool writes = !std::is_const_v<T>;
    static constexpr Presence presence = Presence::With;

    static row at(void* data, std::size_t i) { return static_cast<T*>(data)[i]; }
    static column all(void* data, std::size_t count) { return {static_cast<T*>(data), count}; }
};

template <class T>
struct Term<T*> {
    using component = std::remove_const_t<T>;
    using row = T*;
    using column = std::span<T>;  // empty where absent
    static constexpr bool writes = !std::is_const_v<T>;
    static constexpr Presence presence = Presence::Optional;

    static row at(void* data, std::size_t i) { return data ? static_cast<T*>(data) + i : nullptr; }
    static column all(void* data, std::size_t count) { return {static_cast<T*>(data), data ? count : 0}; }
};

/// A visitor whose first argument, the commands, is bound.
template <class F>
struct Recording {
    F& visit;
    Commands& commands;

    template <class... Args>
    requires std::is_invocable_v<F&, Commands&, Args...>
    void operator()(Args&&... args) const { visit(commands, std::forward<Args>(args)...); }
};

}  // namespace detail

template <class... Ts>
class View {
    static_assert(sizeof...(Ts) > 0);
    static_assert((!std::is_empty_v<typename detail::Term<Ts>::component> && ...), "ask for tags with with<Tag>()");
    static constexpr bool writes = (detail::Term<Ts>::writes || ...);
    using Indices = std::index_sequence_for<Ts...>;
    using WorldRef = std::conditional_t<writes, World&, const World&>;

public:
    explicit View(const World& world) : world_(&world), query_(world, make_terms(world)) {}

    template <class... Us>
    View& with() {
        return add_terms<Us...>(Presence::With);
    }
    template <class... Us>
    View& without() {
        return add_terms<Us...>(Presence::Without);
    }

    /// Calls `visit(Ts&...)` or `visit(Entity, Ts&...)` for each row. Returns the number of rows.
    template <class F>
    std::size_t each(WorldRef world, F&& visit) {
        std::size_t visited = 0;
        query_.each_chunk(world, [&](const ChunkRows& rows) {
            each_row(rows, visit, Indices{});
            visited += rows.size();
        });
        return visited;
    }

    /// Calls `visit(std::span<const Entity>, std::span<Ts>...)` for each chunk. Returns the number of rows.
    template <class F>
    std::size_t each_chunk(WorldRef world, F&& visit) {
        std::size_t visited = 0;
        query_.each_chunk(world, [&](const ChunkRows& rows) {
            visit_chunk(rows, visit, Indices{});
            visited += rows.size();
        });
        return visited;
    }

    /// As each, with the chunks spread over the threads of `pool` (null: all on this thread). Several threads call
    /// `visit` at once. It may only touch its own row and read data that no other call writes. If its first argument
    /// is a Commands&, it may record everything but creation there; `commands` receives the records in the order of
    /// chunks.
    template <class F>
    std::size_t each_parallel(World& world, Commands& commands, JobPool* pool, F&& visit) {
        constexpr bool records = std::is_invocable_v<F&, Commands&, Entity, typename detail::Term<Ts>::row...> ||
                                 std::is_invocable_v<F&, Commands&, typename detail::Term<Ts>::row...>;
        return pass_over<records>(world, commands, pool, visit,
                                  [](const ChunkRows& rows, auto& visit_one) { each_row(rows, visit_one, Indices{}); });
    }

    /// As each_chunk, under the rules of each_parallel.
    template <class F>
    std::size_t each_chunk_parallel(World& world, Commands& commands, JobPool* pool, F&& visit) {
        constexpr bool records =
            std::is_invocable_v<F&, Commands&, std::span<const Entity>, typename detail::Term<Ts>::column...>;
        return pass_over<records>(world, commands, pool, visit, [](const ChunkRows& rows, auto& visit_one) {
            visit_chunk(rows, visit_one, Indices{});
        });
    }

    Query& query() { return query_; }

private:
    template <bool records, class F, class G>
    std::size_t pass_over(World& world, Commands& commands, JobPool* pool, F& visit, G&& visit_rows) {
        ChunkPass pass(query_, world, records ? &commands : nullptr);
        const auto visit_one = [&](const ChunkRows& rows, [[maybe_unused]] Commands* own) {
            if constexpr (records) {
                const detail::Recording<F> recording{visit, *own};
                visit_rows(rows, recording);
            } else {
                visit_rows(rows, visit);
            }
        };
        return pool ? pass.run_on(*pool, visit_one) : pass.run_here(visit_one);
    }
    static std::vector<QueryTerm> make_terms(const World& world) {
        return {QueryTerm{world.id<typename detail::Term<Ts>::component>(), detail::Term<Ts>::presence,
                          detail::Term<Ts>::writes ? Access::Write : Access::Read}...};
    }
    template <class... Us>
    View& add_terms(Presence presence) {
        std::vector<QueryTerm> terms = query_.terms();
        (terms.push_back({world_->id<Us>(), presence, Access::None}), ...);
        query_ = Query(*world_, std::move(terms));
        return *this;
    }
    template <class F, std::size_t... I>
    static void each_row(const ChunkRows& rows, F& visit, std::index_sequence<I...>) {
        const std::array<void*, sizeof...(Ts)> columns{rows.column_mut(I)...};
        const std::span<const Entity> entities = rows.entities();
        for (std::size_t row = 0; row < entities.size(); ++row) {
            if constexpr (std::is_invocable_v<F&, Entity, typename detail::Term<Ts>::row...>)
                visit(entities[row], detail::Term<Ts>::at(columns[I], row)...);
            else
                visit(detail::Term<Ts>::at(columns[I], row)...);
        }
    }
    template <class F, std::size_t... I>
    static void visit_chunk(const ChunkRows& rows, F& visit, std::index_sequence<I...>) {
        visit(rows.entities(), detail::Term<Ts>::all(rows.column_mut(I), rows.size())...);
    }

    const World* world_;
    Query query_;
};

}  // namespace ecs
