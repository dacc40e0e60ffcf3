// The rows of the table, one file a group; all_rows() lists them in order.
#pragma once

#include "comparison.hpp"

namespace bench {

/// A figure that was measured once, or that is measured by each call, beside another one, or beside its budget.
Comparison fact(std::function<double()> figure, std::function<double()> beside, Meter meter = Meter::CpuTime);
Comparison fact(double figure, double beside, Meter meter = Meter::CpuTime);

Comparison iterate(std::size_t n);
Comparison iterate32(std::size_t n);
Comparison frame7(std::size_t n);
Comparison create(std::size_t n);
Comparison create_batch(std::size_t n);
Comparison add(std::size_t n);
Comparison add_batch(std::size_t n);
Comparison remove(std::size_t n);
Comparison remove_batch(std::size_t n);
Comparison get(std::size_t n);
Comparison destroy(std::size_t n);
Comparison destroy_batch(std::size_t n);
Comparison churn(std::size_t n);
Comparison bytes(std::size_t n);

Comparison iterate_untyped(std::size_t n);
Comparison create_untyped(std::size_t n);
Comparison add_untyped(std::size_t n);
Comparison get_untyped(std::size_t n);

Comparison query_compare(std::size_t n);
Comparison query_collect(std::size_t n);

Comparison query10k(std::size_t n);
Comparison doctor10k(std::size_t n);
Comparison archetypes10k(std::size_t n);

Comparison undo_destroy(std::size_t n);
Comparison destroy_step(std::size_t n);
Comparison undo_step(std::size_t n);
Comparison redo_step(std::size_t n);
Comparison add_step(std::size_t n);
Comparison remove_step(std::size_t n);
Comparison undo_remove(std::size_t n);
Comparison change_step(std::size_t n);
Comparison breakpoints(std::size_t n);
Comparison breakpoints_light(std::size_t n);
Comparison debugger_iterate(std::size_t n);
Comparison debugger_record(std::size_t n);
Comparison debugger_create(std::size_t n);
Comparison debugger_add(std::size_t n);
Comparison debugger_get(std::size_t n);
Comparison debugger_destroy(std::size_t n);
Comparison observers_idle(std::size_t n);
Comparison observers_elsewhere(std::size_t n);

Comparison snapshot(std::size_t n);
Comparison snapshot_1pct(std::size_t n);
Comparison restore(std::size_t n);
Comparison iterate_2threads(std::size_t n);

/// Where an EnTT is known.
Comparison mirror(std::size_t n);
Comparison mirror_flecs(std::size_t n);

Comparison save(std::size_t n);
Comparison load(std::size_t n);
Comparison timeline_bytes(std::size_t n);
Comparison timeline_seek_ms(std::size_t n);
Comparison timeline_recent_ms(std::size_t n);
Comparison timeline_record(std::size_t n);

Comparison record(std::size_t n);
Comparison record_bytes(std::size_t n);
Comparison record_seek_ms(std::size_t n);

/// Where the editor's side of the link is built.
Comparison link_idle(std::size_t n);
Comparison link_idle_bytes(std::size_t n);
Comparison link_all(std::size_t n);
Comparison link_1pct(std::size_t n);
Comparison link_every_tick(std::size_t n);
Comparison link_behind(std::size_t n);
Comparison link_bytes(std::size_t n);
Comparison link_first_ms(std::size_t n);
Comparison link_whole_ms(std::size_t n);
Comparison link_worst_ms(std::size_t n);

}  // namespace bench
