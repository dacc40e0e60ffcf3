#include "panels/timeline/timeline_words.hpp"

#include <array>

#include "ecs/timeline/timeline.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/owner_clock.hpp"
#include "panels/running/transport_bar.hpp"

namespace panels {

std::string words_of_length(const Context& context) {
    const std::uint64_t ticks = context.timeline->last_tick() - context.timeline->first_tick();
    // How long the ticks of another program take, nobody here knows.
    if (context.mirror != nullptr)
        return phrase("{} recorded", format_count(ticks, owner_clock(context) == nullptr ? "update" : "tick"));
    return phrase("{} recorded",
                  format_clock(static_cast<double>(ticks) * static_cast<double>(context.schedule.dt_secs)));
}

std::string words_of_tick(const Context& context, std::uint64_t tick) {
    if (context.mirror != nullptr)
        return phrase(owner_clock(context) == nullptr ? tr("update {}") : tr("tick {}"), format_count(tick));
    return phrase("tick {}", format_count(tick)) + " · " +
           format_clock(static_cast<double>(tick) * static_cast<double>(context.schedule.dt_secs));
}

const char* name_of(ecs::MarkKind kind) {
    constexpr std::array names{tr_later("Edit"),     tr_later("Burst"), tr_later("Alert"), tr_later("Breakpoint"),
                               tr_later("Diverged"), tr_later("Note"),  tr_later("Log")};
    return tr(names[static_cast<std::size_t>(kind)]);
}

std::string words_of(const ecs::TimeMark& mark) {
    return mark.text.empty() ? std::string(name_of(mark.kind)) : std::string(name_of(mark.kind)) + ": " + mark.text;
}

std::string words_about(const ecs::TimelineStats& stats, std::uint64_t first_tick) {
    const bool thinned = stats.every_tick_from > first_tick;
    std::string text =
        phrase("Each tick from {} on can be reached", format_count(thinned ? stats.every_tick_from : first_tick));
    if (thinned)
        text += ". " + phrase("Of the ticks before it, back to tick {}, only some are kept", format_count(first_tick));
    if (stats.unseen_ticks > 0)
        text += "\n" + phrase("{} were not seen: there the line is hatched", format_count(stats.unseen_ticks, "tick"));
    if (!stats.why_dropped.empty()) text += ". " + stats.why_dropped;
    if (stats.states > 0)
        text += "\n" + phrase("{} in {}, {} between them", format_count(stats.key_frames, "key frame"),
                              format_bytes(stats.bytes), format_count(stats.states, "state"));
    else
        text += "\n" + phrase("{} in {}, {} of inputs", format_count(stats.key_frames, "key frame"),
                              format_bytes(stats.key_frame_bytes), format_bytes(stats.input_bytes));
    if (stats.tick_secs > 0)
        text += "\n" + phrase("Recording adds {} to a tick of {}", format_micros(stats.record_secs * 1e6),
                              format_micros(stats.tick_secs * 1e6));
    else if (stats.record_secs > 0)
        text += "\n" + phrase("Recording takes {} a tick", format_micros(stats.record_secs * 1e6));
    return text;
}

}  // namespace panels
