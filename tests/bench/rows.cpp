#include "rows.hpp"

#include <numeric>
#include <utility>

#include "ecs/base/random.hpp"

namespace bench {

const std::vector<Row>& all_rows() {
    static constexpr std::size_t usual[] = {1'000, 10'000, 100'000, 1'000'000};
    static constexpr std::size_t large[] = {100'000, 1'000'000};
    static constexpr std::size_t archetypes[] = {10'000};
    static constexpr std::size_t hundred_thousand[] = {100'000};
    [[maybe_unused]] static constexpr std::size_t million[] = {1'000'000};
    [[maybe_unused]] static constexpr std::size_t ten_thousand[] = {10'000};
    static const std::vector<Row> rows {
        {"iterate", "position += velocity * dt, one archetype", usual, iterate},
            {"iterate32", "the same over 32 archetypes", usual, iterate32},
            {"frame7", "a frame of seven systems over four archetypes", usual, frame7},
            {"create", "create one by one, into fresh memory", usual, create},
            {"create_batch", "create all in one call, into fresh memory", usual, create_batch},
            {"add", "add a component to each, one by one", usual, add},
            {"add_batch", "add a component to all in one call", usual, add_batch},
            {"remove", "remove a component from each, one by one", usual, remove},
            {"remove_batch", "remove a component from all in one call", usual, remove_batch},
            {"get", "read a component by id, in shuffled order", usual, get},
            {"destroy", "destroy one by one, in shuffled order", usual, destroy},
            {"destroy_batch", "destroy all, shuffled, in one call", usual, destroy_batch},
            {"churn", "destroy a random one and create another", usual, churn},
            {"bytes", "bytes allocated an entity, tables and index included", usual, bytes},

            {"iterate_untyped", "iterate over types registered at run time, a column at a time", usual,
             iterate_untyped},
            {"create_untyped", "create of these, default values", usual, create_untyped},
            {"add_untyped", "add of these, default values", usual, add_untyped},
            {"get_untyped", "get of these", usual, get_untyped},

            {"query_compare", "count what a query of a text finds, a comparison over one column", usual, query_compare},
            {"query_collect", "the ids of these, one in ten", usual, query_collect},

            {"query10k", "match a new query with so many archetypes, time an archetype", archetypes, query10k, 10'000},
            {"doctor10k", "examine a world of so many archetypes and 10 entities in each, time an archetype",
             archetypes, doctor10k, 10'000},
            {"archetypes10k", "bytes an archetype that has one entity", archetypes, archetypes10k, 10'000},

            {"undo_destroy", "undo a step that destroyed all one by one, beside that step", large, undo_destroy},
            {"destroy_step", "destroy all by one edit of a step, beside destroy_batch", large, destroy_step},
            {"undo_step", "undo that step, beside it", large, undo_step},
            {"redo_step", "do it again, beside destroy_batch", large, redo_step},
            {"add_step", "add a component to all by one edit of a step, beside add", large, add_step},
            {"remove_step", "remove it from all by one edit of a step, beside remove", large, remove_step},
            {"undo_remove", "undo that step, beside it", large, undo_remove},
            {"change_step", "a change in words of a field of all, as a step, beside set in order", large, change_step},
            {"debugger_iterate", "iterate, watched, beside not watched", large, debugger_iterate},
            {"debugger_record", "iterate, one entity in 10,000 recorded, beside none", large, debugger_record},
            {"debugger_create", "create, watched, beside not watched", large, debugger_create},
            {"debugger_add", "add, watched, beside not watched", large, debugger_add},
            {"debugger_get", "get in order of ids, watched, beside not watched", large, debugger_get},
            {"debugger_destroy", "destroy in order of ids, watched, beside not watched", large, debugger_destroy},
            {"observers_idle", "add, with observers that have no hook, beside none", large, observers_idle},
            {"observers_elsewhere", "add, with a hook on another component, beside none", large, observers_elsewhere},

            {"snapshot", "take a snapshot of all, beside memcpy of the bytes", large, snapshot},
            {"snapshot_1pct", "take one when 1 % of the chunks changed, beside memcpy of all bytes", large,
             snapshot_1pct},
            {"restore", "restore a snapshot of all, beside memcpy of the bytes", large, restore},
            {"record", "a tick's state is recorded, 1 % moves evenly, beside the work of that tick", hundred_thousand,
             record},
            {"record_bytes", "bytes that three minutes of that take, beside 64 MiB", hundred_thousand, record_bytes,
             100'000},
            {"record_seek_ms", "go to any tick of that, the longest, beside 100 ms", hundred_thousand, record_seek_ms,
             100'000},
            {"iterate_2threads", "iterate on two threads, beside one thread", usual, iterate_2threads},
#if BENCH_ENTT
            {"mirror", "a tick of an EnTT registry of which 1 % changes, mirrored, beside a copy of the changed bytes",
             hundred_thousand, mirror, 100'000},
#endif
#if BENCH_FLECS
            {"mirror_flecs",
             "a tick of a flecs world of which 1 % changes, mirrored, beside a copy of the changed bytes",
             hundred_thousand, mirror_flecs, 100'000},
#endif
#if BENCH_LINK
            {"link_idle", "Probe::tick() while nobody is connected, beside the work of a tick", hundred_thousand,
             link_idle},
            {"link_idle_bytes", "bytes of a Probe to which nobody is connected, beside 1 MiB", hundred_thousand,
             link_idle_bytes},
            {"link_all", "Probe::tick() while another process looks, all written, beside the work of that tick",
             ten_thousand, link_all},
            {"link_1pct", "the same with 1 % written", hundred_thousand, link_1pct},
            {"link_every_tick", "of these: ticks a picture, beside 1", hundred_thousand, link_every_tick},
            {"link_behind", "of these: ticks from a write until the screen has shown it, the most, beside 2",
             hundred_thousand, link_behind},
            {"link_bytes", "of these: bytes of the Probe, the most, beside 16 MiB", hundred_thousand, link_bytes},
            {"link_first_ms", "with 0.1 % written: until there is something to see, beside 100 ms", million,
             link_first_ms},
            {"link_whole_ms", "of these: until all is there, beside 1 s", million, link_whole_ms},
            {"link_worst_ms", "of these: the longest Probe::tick(), also while it arrives, beside 0.5 ms", million,
             link_worst_ms},
#endif
#if BENCH_WORLD_FILES
            {"save", "save a world file, beside fwrite of its bytes", large, save},
            {"breakpoints", "ticks of the scene bullets with 1,000 breakpoints, beside none", large, breakpoints},
            {"breakpoints_light", "the same of the scene chase, which does little but write", large, breakpoints_light},
            {"load", "load a world file, beside fread of its bytes", large, load},
            {"timeline_record", "a tick of bullets that is recorded, beside one that is not", ten_thousand,
             timeline_record, 10'000},
            {"timeline_bytes", "bytes that 30 minutes of bullets take, beside 64 MiB", ten_thousand, timeline_bytes,
             10'000},
            {"timeline_seek_ms", "go to any tick of them, the longest, beside 100 ms", ten_thousand, timeline_seek_ms,
             10'000},
            {"timeline_recent_ms", "go to any tick of the last minute, the longest, beside 16 ms", ten_thousand,
             timeline_recent_ms, 10'000},
#endif
    };
    return rows;
}

Comparison fact(std::function<double()> figure, std::function<double()> beside, Meter meter) {
    Comparison comparison;
    comparison.ecs.figure = std::move(figure);
    comparison.floor.figure = std::move(beside);
    comparison.ecs.digest = comparison.floor.digest = [] { return std::uint64_t{0}; };
    comparison.meter = meter;
    return comparison;
}

Comparison fact(double figure, double beside, Meter meter) {
    return fact([figure] { return figure; }, [beside] { return beside; }, meter);
}

std::vector<std::uint32_t> shuffled(std::size_t n) {
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0u);
    ecs::Random random(7);
    for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.next() % i]);
    return order;
}

}  // namespace bench
