#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"
#include "panels/base/format.hpp"
#include "panels/running/transport_bar.hpp"
#include "panels/stops/stop_keys.hpp"
#include "panels/stops/stops.hpp"

namespace editor {

namespace {

using Kind = panels::TransportRequest::Kind;
using panels::Transport;

void ask(ActionHost& host, Kind kind) { host.context.requests.push_back(panels::TransportRequest{kind}); }
void play_or_pause(ActionHost& host) {
    // Who cannot run the world can follow it again.
    if (panels::view_stands_still(host.context))
        host.context.requests.push_back(panels::GoOnRequest{});
    else
        ask(host, host.context.transport.playing ? Kind::Pause : Kind::Play);
}
void ask_for_speed(std::vector<panels::Request>& requests, double speed) {
    requests.push_back(panels::TransportRequest{Kind::SetSpeed, speed});
}

std::vector<ActionChoice> speeds(ActionHost& host) {
    std::vector<ActionChoice> choices;
    for (double speed = Transport::min_speed; speed <= Transport::max_speed; speed *= 2) {
        const std::string label = speed >= 1 ? std::to_string(static_cast<int>(speed)) + "×"
                                             : "1/" + std::to_string(static_cast<int>(1 / speed)) + "×";
        choices.push_back({label, "", host.context.transport.speed == speed,
                           [&requests = host.context.requests, speed] { ask_for_speed(requests, speed); }});
    }
    return choices;
}

std::vector<ActionChoice> tick_counts(ActionHost& host) {
    panels::TickQuestion* const question = &host.program->tick_question();
    std::vector<ActionChoice> choices;
    for (const std::uint64_t count : panels::TickQuestion::offered)
        choices.push_back({panels::format_count(count, "tick"), "", count == question->count(),
                           [question, count] { question->step(count); }});
    choices.push_back({tr("Other number…"), "", false, [question] { question->ask_for_count(); }});
    return choices;
}

// clang-format off
constexpr Action run_table[]{
    of(keys::play_or_pause, {.act = play_or_pause,
     .label_now = [](ActionHost& host) {
         return std::string(panels::view_stands_still(host.context) ? tr("Go on")
                            : host.context.transport.playing       ? tr("Pause")
                                                                   : tr("Play"));
     }}),
    of(keys::stop, {.act = [](ActionHost& host) { panels::request_stop(host.context); },
     .why_not = [](ActionHost& host) { return panels::why_not_stop(host.context); }}),
    of(keys::step_tick, {.act = [](ActionHost& host) { ask(host, Kind::StepTick); }}),
    of(keys::step_ticks, {.needs_program = true,
     .act = [](ActionHost& host) { host.program->tick_question().step(host.program->tick_question().count()); },
     .label_now = [](ActionHost& host) {
         return host.program == nullptr ? std::string(tr("Step several ticks"))
                                        : phrase("Step {}", panels::format_count(host.program->tick_question().count(), "tick"));
     }}),
    {.name = "run.step_count", .label = tr_later("Step ticks"), .description = tr_later("How many ticks to run, as fast as they go"),
     .needs_program = true, .choices = tick_counts},
    of(keys::go_to_tick, {.needs_program = true, .act = [](ActionHost& host) { host.program->tick_question().ask_for_tick(); }}),
    of(keys::step_system, {.act = [](ActionHost& host) { ask(host, Kind::StepSystem); },
     .why_not = [](ActionHost& host) {
         return std::string(host.context.schedule.systems().empty() ? tr("This world has no systems") : "");
     }}),
    of(keys::back_system, {.act = [](ActionHost& host) { ask(host, Kind::BackSystem); },
     .why_not = [](ActionHost& host) {
         if (!host.context.transport.why_not.empty()) return host.context.transport.why_not;
         return host.context.stops == nullptr ? std::string(tr("Nobody keeps steps here")) : host.context.stops->why_not_back();
     }}),
    of(keys::step_back, {.act = [](ActionHost& host) { panels::request_back(host.context, 1); },
     .why_not = [](ActionHost& host) { return panels::why_not_back(host.context); }}),
    of(keys::back_second, {.act = [](ActionHost& host) { panels::request_back(host.context, 60); },
     .why_not = [](ActionHost& host) { return panels::why_not_back(host.context); }}),
    of(keys::to_now, {.act = [](ActionHost& host) { panels::request_now(host.context); },
     .why_not = [](ActionHost& host) { return panels::why_not_now(host.context); }}),
    of(keys::slower, {.begins_group = true,
     .act = [](ActionHost& host) { ask_for_speed(host.context.requests, host.context.transport.speed / 2); },
     .why_not = [](ActionHost& host) {
         return std::string(host.context.transport.speed > Transport::min_speed ? "" : tr("This is the lowest speed"));
     }}),
    of(keys::faster, {.act = [](ActionHost& host) { ask_for_speed(host.context.requests, host.context.transport.speed * 2); },
     .why_not = [](ActionHost& host) {
         return std::string(host.context.transport.speed < Transport::max_speed ? "" : tr("This is the highest speed"));
     }}),
    {.name = "run.normal_speed", .label = tr_later("Normal speed"), .description = tr_later("60 ticks a second"),
     .act = [](ActionHost& host) { ask_for_speed(host.context.requests, 1); }},
    {.name = "run.speed", .label = tr_later("Speed"), .description = tr_later("How many times as fast as real time"), .choices = speeds},
};
// clang-format on

}  // namespace

std::span<const Action> run_actions() { return run_table; }

}  // namespace editor
