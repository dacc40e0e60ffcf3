// The menu Run: ticks, and time.
#include "ecs/mirror/mirror.hpp"
#include "panels/base/format.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/base/owner_clock.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/desk/command.hpp"
#include "panels/desk/desk.hpp"
#include "panels/running/transport_bar.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/stops/stop_keys.hpp"

namespace panels {

namespace {

namespace run_rows {

using Kind = TransportRequest::Kind;

void ask(Desk& desk, Kind kind) { desk.requests.push_back(TransportRequest{kind}); }
void play_or_pause(Desk& desk) {
    // Who cannot run the world can follow it again.
    if (view_stands_still(desk.context()))
        desk.requests.push_back(GoOnRequest{});
    else
        ask(desk, desk.transport.playing ? Kind::Pause : Kind::Play);
}
void ask_for_speed(std::vector<Request>& requests, double speed) {
    requests.push_back(TransportRequest{Kind::SetSpeed, speed});
}

std::vector<CommandChoice> speeds(Desk& desk) {
    std::vector<CommandChoice> choices;
    for (double speed = Transport::min_speed; speed <= most_speed(desk.context()); speed *= 2) {
        const std::string label = speed >= 1 ? std::to_string(static_cast<int>(speed)) + "×"
                                             : "1/" + std::to_string(static_cast<int>(1 / speed)) + "×";
        choices.push_back({label, "", desk.transport.speed == speed,
                           [&requests = desk.requests, speed] { ask_for_speed(requests, speed); }});
    }
    return choices;
}

std::vector<CommandChoice> tick_counts(Desk& desk) {
    TickQuestion* const question = &desk.transport_bar.question();
    std::vector<CommandChoice> choices;
    for (const std::uint64_t count : TickQuestion::offered)
        choices.push_back({format_count(count, "tick"), "", count == question->count(),
                           [question, count] { question->step(count); }});
    choices.push_back({tr("Other number…"), "", false, [question] { question->ask_for_count(); }});
    return choices;
}

std::string why_not_run(Desk& desk) { return desk.transport.why_not; }
std::string why_not_step(Desk& desk) { return panels::why_not_run(desk.context()); }

std::string why_not_next_system(Desk& desk) {
    if (desk.context().schedule.systems().empty() && desk.transport.why_not.empty())
        return tr("This world has no systems");
    return why_not_step_system(desk.context());
}

std::string why_not_back_system(Desk& desk) {
    if (!desk.transport.why_not.empty()) return desk.transport.why_not;
    return desk.watch.watching() ? desk.watch.debugger().why_not_back() : tr("Nobody keeps steps here");
}

std::string why_not_speed(Desk& desk, bool can, const char* why) {
    if (!desk.transport.why_not.empty()) return desk.transport.why_not;
    return can ? "" : why;
}

const ecs::OwnerWorlds* owner_worlds(Desk& desk) {
    return desk.mirror == nullptr ? nullptr : desk.mirror->owner().worlds();
}
bool has_worlds(Desk& desk) { return owner_worlds(desk) != nullptr; }
std::string why_not_worlds(Desk& desk) {
    return has_worlds(desk) ? std::string() : tr("No program with several worlds is attached");
}
std::vector<CommandChoice> worlds(Desk& desk) {
    std::vector<CommandChoice> choices;
    const ecs::OwnerWorlds* const all = owner_worlds(desk);
    for (std::size_t i = 0; all != nullptr && i < all->names.size(); ++i)
        choices.push_back(
            {world_label(all->names[i]), "", i == all->shown,
             [&requests = desk.requests, name = all->names[i]] { requests.push_back(ShowWorldRequest{name}); }});
    return choices;
}

bool keeps_authored(Desk& desk) { return desk.context().play != nullptr; }
bool records_time(Desk& desk) { return desk.context().timeline != nullptr; }

// clang-format off
constexpr Command run_table[]{
    of(keys::play_or_pause, {.act = play_or_pause,
     .why_not = [](Desk& desk) { return view_stands_still(desk.context()) ? std::string() : why_not_step(desk); },
     .label_now = [](Desk& desk) {
         return std::string(view_stands_still(desk.context()) ? tr("Go on")
                            : desk.transport.playing           ? tr("Pause")
                                                               : tr("Play"));
     }}),
    of(keys::stop, {.act = [](Desk& desk) { request_stop(desk.context()); },
     .why_not = [](Desk& desk) { return why_not_stop(desk.context()); }, .offered = keeps_authored}),
    of(keys::step_tick, {.repeats = true, .act = [](Desk& desk) { ask(desk, Kind::StepTick); }, .why_not = why_not_step}),
    of(keys::step_ticks, {.needs_program = true,
     .act = [](Desk& desk) { desk.transport_bar.question().step(desk.transport_bar.question().count()); },
     .why_not = why_not_run,
     .label_now = [](Desk& desk) {
         return phrase("Step {}", format_count(desk.transport_bar.question().count(), "tick"));
     }}),
    {.name = "run.step_count", .label = tr_later("Step ticks"), .description = tr_later("How many ticks to run, as fast as they go"),
     .needs_program = true, .why_not = why_not_run, .choices = tick_counts},
    of(keys::go_to_tick, {.needs_program = true, .act = [](Desk& desk) { desk.transport_bar.question().ask_for_tick(); },
     .why_not = why_not_run}),
    of(keys::step_system, {.repeats = true, .act = [](Desk& desk) { ask(desk, Kind::StepSystem); },
     .why_not = why_not_next_system}),
    of(keys::back_system, {.repeats = true, .act = [](Desk& desk) { ask(desk, Kind::BackSystem); },
     .why_not = why_not_back_system}),
    of(keys::step_back, {.repeats = true, .act = [](Desk& desk) { request_back(desk.context(), 1); },
     .why_not = [](Desk& desk) { return why_not_back(desk.context()); }, .offered = records_time}),
    of(keys::back_second, {.repeats = true, .act = [](Desk& desk) { request_back(desk.context(), 60); },
     .why_not = [](Desk& desk) { return why_not_back(desk.context()); }, .offered = records_time}),
    of(keys::to_now, {.repeats = true, .act = [](Desk& desk) { request_now(desk.context()); },
     .why_not = [](Desk& desk) { return why_not_now(desk.context()); }, .offered = records_time}),
    of(keys::slower, {.begins_group = true, .repeats = true,
     .act = [](Desk& desk) { ask_for_speed(desk.requests, desk.transport.speed / 2); },
     .why_not = [](Desk& desk) {
         return why_not_speed(desk, desk.transport.speed > Transport::min_speed, tr("This is the lowest speed"));
     }}),
    of(keys::faster, {.repeats = true, .act = [](Desk& desk) { ask_for_speed(desk.requests, desk.transport.speed * 2); },
     .why_not = [](Desk& desk) {
         const ecs::OwnerClock* const owner = owner_clock(desk.context());
         if (owner == nullptr)
             return why_not_speed(desk, desk.transport.speed < Transport::max_speed, tr("This is the highest speed"));
         const std::string why =
             ecs::why_not(*owner, {.kind = ecs::OwnerControl::Kind::SetSpeed, .speed = desk.transport.speed * 2});
         return why_not_speed(desk, why.empty(), why.c_str());
     }}),
    {.name = "run.normal_speed", .label = tr_later("Normal speed"), .description = tr_later("60 ticks a second"),
     .act = [](Desk& desk) { ask_for_speed(desk.requests, 1); }, .why_not = why_not_run},
    {.name = "run.speed", .label = tr_later("Speed"), .description = tr_later("How many times as fast as real time"),
     .why_not = why_not_run, .choices = speeds},
    {.name = "run.world", .label = tr_later("World of the program"),
     .description = tr_later("Which of the worlds of the attached program is shown"), .begins_group = true,
     .why_not = why_not_worlds, .choices = worlds, .offered = has_worlds},
};
// clang-format on

}  // namespace run_rows

}  // namespace

std::span<const Command> run_commands() { return run_rows::run_table; }

}  // namespace panels
