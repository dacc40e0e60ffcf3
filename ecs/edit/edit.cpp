#include "ecs/edit/edit.hpp"

#include <array>
#include <optional>
#include <utility>

#include "ecs/edit/edit_kind.hpp"
#include "ecs/world/cause_guard.hpp"

namespace ecs {

namespace {

void execute(World& world, Schedule& schedule, Edit& edit) {
    Edit inverse = std::visit(
        [&](auto& each) {
            std::optional<CauseGuard> cause;
            if (!each.kind.cause.empty()) cause.emplace(world, world.cause(each.kind.cause));
            return each.kind.execute(world, schedule, each);
        },
        edit);
    edit = std::move(inverse);
}

// Applies the edits one after another; when one does not fit or throws, takes back those before it.
ApplyFailure apply_in_order(World& world, Schedule& schedule, std::vector<Edit>& edits, bool backwards) {
    const auto position = [&](std::size_t step) { return backwards ? edits.size() - 1 - step : step; };
    std::size_t done = 0;
    const auto take_back_all = [&] {
        while (done > 0) execute(world, schedule, edits[position(--done)]);
    };
    try {
        for (; done < edits.size(); ++done) {
            std::string why = why_not(world, schedule, edits[position(done)]);
            if (!why.empty()) {
                const std::size_t failed = position(done);
                take_back_all();
                return {failed, std::move(why)};
            }
            execute(world, schedule, edits[position(done)]);
        }
    } catch (...) {
        take_back_all();
        throw;
    }
    return {};
}

}  // namespace

std::string_view name_of(const Edit& edit) {
    return std::visit([](const auto& each) { return each.kind.name; }, edit);
}

std::span<const KindNames> names_of_kinds() {
    static const auto names = []<class... Kinds>(const std::variant<Kinds...>*) {
        static_assert((Described<Kinds> && ...), "a kind of edit must describe all its members");
        return std::array{KindNames{Kinds::kind.name, Kinds::kind.name_in_bundles}...};
    }(static_cast<const Edit*>(nullptr));
    return names;
}

std::string why_not(const World& world, const Schedule& schedule, const Edit& edit) {
    return std::visit([&](const auto& each) { return each.kind.why_not(world, schedule, each); }, edit);
}

void apply(World& world, Schedule& schedule, Edit& edit) {
    if (world.iterating()) return fail("apply: an edit was applied while a query iterates");
    const std::string why = why_not(world, schedule, edit);
    if (!why.empty()) return fail("apply: ask why_not() first, the edit does not fit: " + why);
    execute(world, schedule, edit);
}

ApplyFailure apply_all(World& world, Schedule& schedule, std::vector<Edit>& edits) {
    return apply_in_order(world, schedule, edits, false);
}

ApplyFailure apply_all_backwards(World& world, Schedule& schedule, std::vector<Edit>& edits) {
    return apply_in_order(world, schedule, edits, true);
}

void release(World& world, const Edit& edit) {
    std::visit(
        [&](const auto& each) {
            if (each.kind.release) each.kind.release(world, each);
        },
        edit);
}

std::string describe_edit(const World& world, const Edit& edit) {
    return std::visit([&](const auto& each) { return each.kind.describe(world, each); }, edit);
}

}  // namespace ecs
