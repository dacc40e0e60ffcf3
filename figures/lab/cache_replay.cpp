#include <algorithm>

#include "ecs/lab/scenario/access_log.hpp"
#include "ecs/lab/scenario/query_lines.hpp"
#include "figures/lab/lab_page.hpp"

namespace figures::lab {

using namespace ecs::lab;

namespace {

constexpr std::array<CacheShape, 3> shapes{CacheShape{32 * 1024, 8}, CacheShape{256 * 1024, 8},
                                           CacheShape{1024 * 1024, 16}};

std::string shape_text(const CacheShape& shape) {
    return format_count(shape.bytes / 1024) + " KiB, " + format_count(shape.ways, "way");
}

}  // namespace

Drawing draw_cache(const ScenarioRun& run, const AccessLog& log) {
    const std::vector<LineUse> lines = lines_of_last_query(run);
    Page page(storage_text(run) + ": the last query and a cache",
              format_count(log.made, "access", "accesses") + " to " + format_count(lines.size(), "cache line") + ", " +
                  format_count(log.straddling()) + " of them across two lines",
              source_of(run.scenario()), moment_of(run.done(), run.scenario()),
              {{Evidence::Exact, "lines and accesses, from the storage that ran the query"},
               {Evidence::Simulated, "hits and misses: one level, empty at the start, least recently used goes"}});
    page.add_legend({{{{Tone::Bar}}, "hits, or a line touched"},
                     {{{Tone::Warn}, Pattern::Hatch, {Tone::Text}}, "misses"},
                     {{}, "above: each line by address, and downwards when it was touched first"}});
    const Area room = page.room();
    const double plot_height = room.height * 0.5;
    page.begin_group("order");
    page.add_badge(Evidence::Exact, room.x, room.y + 14);
    page.add(Box{.x = room.x, .y = room.y + 24, .width = room.width, .height = plot_height, .edge = {Tone::Quiet}});
    // Lines that share a dot are drawn once, so that a figure of a million of them stays small.
    constexpr std::size_t columns = 400, rows = 100;
    std::vector<bool> taken(columns * rows);
    const std::size_t count = std::max<std::size_t>(lines.size(), 1);
    const double dot_width = std::max(room.width / as_double(count), room.width / as_double(columns));
    const double dot_height = std::max(plot_height / as_double(count), plot_height / as_double(rows));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t x = i * columns / count, y = lines[i].order * rows / count;
        if (taken[y * columns + x]) continue;
        taken[y * columns + x] = true;
        page.add(Box{.x = room.x + room.width * as_double(x) / as_double(columns),
                     .y = room.y + 24 + plot_height * as_double(y) / as_double(rows),
                     .width = dot_width,
                     .height = dot_height,
                     .fill = {{Tone::Bar}}});
    }
    const double top = room.y + 24 + plot_height + 30, step = (room.bottom() - top) / as_double(shapes.size());
    const double label = 240, numbers = 320, bar = room.width - label - numbers;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const CacheSimulation cache = simulate(log, shapes[i]);
        const std::uint64_t all = std::max<std::uint64_t>(cache.hits() + cache.misses(), 1);
        const double y = top + step * as_double(i), height = std::min(step - 10, 34.0);
        page.begin_group("cache-" + std::to_string(i + 1));
        const double at = page.add_badge(Evidence::Simulated, room.x, y + height / 2 + 5) + 10;
        page.add_text(room.x + at, y + height / 2 + 5, shape_text(shapes[i]), 15);
        const double hits = bar * as_double(cache.hits()) / as_double(all);
        page.add(Box{.x = room.x + label,
                     .y = y,
                     .width = hits,
                     .height = height,
                     .fill = {{Tone::Bar}},
                     .note = format_count(cache.hits(), "hit")});
        page.add(Box{.x = room.x + label + hits,
                     .y = y,
                     .width = bar - hits,
                     .height = height,
                     .fill = {{Tone::Warn}, Pattern::Hatch, {Tone::Text}},
                     .note = format_count(cache.misses(), "miss", "misses")});
        page.add_text(room.right(), y + height / 2 + 5,
                      format_count(cache.hits(), "hit") + ", " + format_count(cache.misses(), "miss", "misses") + ": " +
                          format_percent(as_double(cache.hits()) / as_double(all)),
                      15, {Tone::Text}, Anchor::Right);
    }
    return page.take();
}

std::string cache_csv(const AccessLog& log) {
    CsvWriter csv("cache_bytes,ways,accesses,hits,misses,kind_of_number");
    for (const CacheShape& shape : shapes) {
        const CacheSimulation cache = simulate(log, shape);
        csv.line(shape.bytes, shape.ways, log.made, cache.hits(), cache.misses(), std::string_view("simulated"));
    }
    return csv.take();
}

LabFigure lab_cache_figure() {
    return {.name = "cache", .make = [](const LabSubject& subject) -> ecs::Result<LabPicture> {
                const auto log =
                    log_last_query(subject.scenario, subject.storage, subject.mode, subject.options, subject.step,
                                   subject.progress != nullptr ? subject.progress->stop_token() : std::stop_token());
                if (!log) return ecs::Error{"the view cache shows a query, and no step up to here is one (`each`)"};
                if (!log->complete())
                    return ecs::Error{"the last query makes " + format_count(log->made) +
                                      " accesses, more than can be kept for a simulated cache"};
                return LabPicture{draw_cache(*subject.run, *log), cache_csv(*log)};
            }};
}

}  // namespace figures::lab
