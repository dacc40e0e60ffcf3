// A View is a Query with C++ types:
//
//     View<Position, const Velocity, Without<Frozen>> moving(world);
//     moving.each([](Position& p, const Velocity& v) { p.x += v.x; });
//
// "ecs/world/view_terms.hpp" lists what the brackets may contain. Prefer each_chunk, which hands out whole
// columns, when the loop should vectorise. The world must outlive the view.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "ecs/world/chunk_pass.hpp"
#include "ecs/world/query.hpp"
#include "ecs/world/view_terms.hpp"

namespace ecs {

template <class... Ts>
class View {
    static_assert(((!detail::Term<Ts>::is_resource) || ...), "a view needs a term that chooses entities");
    static constexpr bool writes = (detail::Term<Ts>::writes || ...);
    using WorldRef = std::conditional_t<writes, World&, const World&>;
    using Visits = detail::Visits<typename detail::Joined<typename detail::Term<Ts>::arguments...>::type>;
    using Sources = typename Visits::Sources;

public:
    /// Registers types that the world meets for the first time.
    explicit View(World& world) : world_(&world), changeable_(&world), query_(world, make_terms(world)) {}
    /// Types that the world did not meet are waited for: until then no entity has them. A view that writes and was made
    /// so must be given the world for each pass.
    explicit View(const World& world) : world_(&world), query_(world, make_terms(world)) {}

    template <class... Us>
    View& with() {
        return add_terms(With<Us...>());
    }
    template <class... Us>
    View& without() {
        return add_terms(Without<Us...>());
    }

    /// Calls `visit(Ts&...)` or `visit(Entity, Ts&...)` for each row. Returns the number of rows.
    template <class F>
    std::size_t each(F&& visit) {
        return in_own_world([&](WorldRef world) { return each(world, visit); });
    }
    /// The same with the world that the view was made for, where that comes from elsewhere.
    template <class F>
    std::size_t each(WorldRef world, F&& visit) {
        static_assert(
            Visits::template takes_row<F>,
            "the visitor takes what ecs/world/view_terms.hpp lists for each term, if it likes behind an Entity");
        return pass(world,
                    [&](const ChunkRows& rows, const Sources& resources) { Visits::each_row(rows, resources, visit); });
    }

    /// Calls `visit(std::span<const Entity>, std::span<Ts>...)` for each chunk; the first argument may be missing.
    /// Returns the number of rows.
    template <class F>
    std::size_t each_chunk(F&& visit) {
        return in_own_world([&](WorldRef world) { return each_chunk(world, visit); });
    }
    template <class F>
    std::size_t each_chunk(WorldRef world, F&& visit) {
        return pass(world, [&](const ChunkRows& rows, const Sources& resources) {
            Visits::each_chunk(rows, resources, visit);
        });
    }

    /// As each, with the chunks spread over the threads of `pool` (null: all on this thread). Several threads call
    /// `visit` at once. It may only touch its own row and read data that no other call writes. If its first argument
    /// is a Commands&, it may record everything but creation there; `commands` receives the records in the order of
    /// chunks.
    template <class F>
    std::size_t each_parallel(World& world, Commands& commands, JobPool* pool, F&& visit) {
        constexpr bool records = Visits::template takes_row<const detail::Bound<F, Commands>>;
        return parallel_pass<records>(world, commands, pool, visit,
                                      [](const ChunkRows& rows, const Sources& resources, auto& visit_one) {
                                          Visits::each_row(rows, resources, visit_one);
                                      });
    }

    /// As each_chunk, under the rules of each_parallel.
    template <class F>
    std::size_t each_chunk_parallel(World& world, Commands& commands, JobPool* pool, F&& visit) {
        constexpr bool records = Visits::template takes_columns<const detail::Bound<F, Commands>>;
        return parallel_pass<records>(world, commands, pool, visit,
                                      [](const ChunkRows& rows, const Sources& resources, auto& visit_one) {
                                          Visits::each_chunk(rows, resources, visit_one);
                                      });
    }

    Query& query() { return query_; }

private:
    template <class G>
    std::size_t in_own_world(G&& visit) {
        if constexpr (writes) {
            if (changeable_) return visit(*changeable_);
            fail("View: a view that writes was made with a const World; make it with a World, or give it to each()");
            return 0;
        } else {
            return visit(*world_);
        }
    }
    template <class G>
    std::size_t pass(WorldRef world, G&& visit_rows) {
        Sources resources{};
        if (!Visits::find_resources(world, resources)) return 0;
        std::size_t visited = 0;
        query_.each_chunk(world, [&](const ChunkRows& rows) {
            visit_rows(rows, resources);
            visited += rows.size();
        });
        return visited;
    }
    template <bool records, class F, class G>
    std::size_t parallel_pass(World& world, Commands& commands, JobPool* pool, F& visit, G&& visit_rows) {
        static_assert(!Visits::writes_resources, "several threads would write the resource at once");
        Sources resources{};
        if (!Visits::find_resources(world, resources)) return 0;
        ChunkPass pass(query_, world, records ? &commands : nullptr);
        const auto visit_one = [&](const ChunkRows& rows, [[maybe_unused]] Commands* own) {
            if constexpr (records) {
                const detail::Bound<F, Commands> recording{visit, *own};
                visit_rows(rows, resources, recording);
            } else {
                visit_rows(rows, resources, visit);
            }
        };
        return pool ? pass.run_on(*pool, visit_one) : pass.run_here(visit_one);
    }
    /// Terms with columns first: Visits counts on it.
    template <class W>
    static std::vector<QueryTerm> make_terms(W& world) {
        std::vector<QueryTerm> terms;
        (add_column<detail::Term<Ts>>(world, terms), ...);
        (add_filter<detail::Term<Ts>>(world, terms), ...);
        return terms;
    }
    template <class Term, class W>
    static void add_column(W& world, std::vector<QueryTerm>& terms) {
        if constexpr (Term::in_column)
            terms.push_back(detail::query_term<typename Term::component>(world, Term::presence,
                                                                         Term::writes ? Access::Write : Access::Read));
    }
    template <class Term, class W>
    static void add_filter(W& world, std::vector<QueryTerm>& terms) {
        if constexpr (!Term::in_column && !Term::is_resource)
            detail::add_filters(world, terms, typename Term::filters());
    }
    template <class Filters>
    View& add_terms(Filters filters) {
        std::vector<QueryTerm> terms = query_.terms();
        if (changeable_)
            detail::add_filters(*changeable_, terms, filters);
        else
            detail::add_filters(*world_, terms, filters);
        query_ = Query(*world_, std::move(terms));
        return *this;
    }

    const World* world_;
    World* changeable_ = nullptr;  // the same, unless the view was made with a const one
    Query query_;
};

}  // namespace ecs
