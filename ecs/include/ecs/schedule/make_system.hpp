// What make_system() makes of a list of terms and a visitor. Included by schedule.hpp.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "ecs/schedule/schedule.hpp"
#include "ecs/world/view_terms.hpp"

namespace ecs {

namespace detail {

/// What a system hands its visitor first.
enum class Lead { None, Context, Commands };

/// How a system calls its visitor.
template <class F, class... Ts>
struct SystemCalls {
    using Visits = detail::Visits<typename Joined<typename Term<Ts>::arguments...>::type>;
    static constexpr bool has_rows = ((!Term<Ts>::is_resource) || ...);

    template <class G>
    static constexpr bool takes_row = Visits::template takes_row<G>;
    template <class G>
    static constexpr bool takes_columns = has_rows&& Visits::template takes_columns<G>;
    template <class G>
    static constexpr bool takes = takes_row<G> || takes_columns<G>;

    static constexpr Lead lead = takes<F>                               ? Lead::None
                                 : takes<const Bound<F, SystemContext>> ? Lead::Context
                                                                        : Lead::Commands;
    static_assert(lead != Lead::Commands || takes<const Bound<F, ecs::Commands>>,
                  "the visitor takes what ecs/world/view_terms.hpp lists for each term; before these an Entity and, "
                  "before all, a SystemContext& or a Commands&, if it needs them");

    template <class Caller>
    static void run(SystemContext& context, Caller& caller, F& visit) {
        if constexpr (lead == Lead::Context)
            caller(Bound<F, SystemContext>{visit, context});
        else if constexpr (lead == Lead::Commands)
            caller(Bound<F, ecs::Commands>{visit, context.commands});
        else
            caller(visit);
    }
};

template <class T>
void add_access(World& world, std::vector<SystemAccess>& accesses) {
    if constexpr (Term<T>::in_column || Term<T>::is_resource)
        accesses.push_back({world.id<typename Term<T>::component>(), Term<T>::writes ? Access::Write : Access::Read});
}

}  // namespace detail

template <class... Ts, class F>
SystemDescription make_system(World& world, std::string name, F visit, SystemDescription more) {
    using Calls = detail::SystemCalls<F, Ts...>;
    using Visits = typename Calls::Visits;
    more.name = std::move(name);
    (detail::add_access<Ts>(world, more.accesses), ...);
    more.records_commands = more.records_commands || Calls::lead == detail::Lead::Commands;
    if constexpr (Calls::has_rows) {
        View<Ts...> whom(world);
        more.queries.push_back(whom.query().terms());
        more.run = [view = std::move(whom), visit = std::move(visit)](SystemContext& context) mutable {
            const auto pass = [&](auto&& each) {
                if constexpr (Visits::template takes_row<decltype(each)>)
                    context.each(view, each);
                else
                    context.each_chunk(view, each);
            };
            Calls::run(context, pass, visit);
        };
    } else {
        more.run = [visit = std::move(visit)](SystemContext& context) mutable {
            const auto call = [&](auto&& once) {
                typename Visits::Sources resources{};
                if (Visits::find_resources(context.world, resources)) Visits::once(resources, once);
            };
            Calls::run(context, call, visit);
        };
    }
    return more;
}

}  // namespace ecs
