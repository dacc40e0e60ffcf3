#include "panels/host/host_parts.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/desk/languages.hpp"

namespace panels {

void Host::Parts::world_came() {
    host.desk_.seen_transport = &seen_;
    files.world_came();
    stop_ticks();
    tick_seen_ = host.shown_->world.tick();
    if (host.of_zones()) zones_.emplace(host.shown_->world, host.shown_->schedule);
}

void Host::Parts::world_goes() {
    stop_ticks();
    zones_.reset();
}

void Host::Parts::end_tick() {
    if (!zones_ || !zones_->within_tick()) return;
    // Where the program does not say which of its frames are ticks, those are in which it did something.
    const bool ran = began_ || zones_->any() || host.shown_->world.tick() != tick_seen_;
    ran ? zones_->end_tick() : zones_->leave_tick();
}

/// The program goes on by rules of its own, and not with a world of then.
void Host::Parts::leave_past() {
    ecs::Timeline* const time = host.recorded();
    if (time == nullptr || !time->by_states() || time->at_now()) return;
    if (const std::string why = time->return_to_now(); !why.empty()) return host.tell(why);
    host.desk_.watch.time_jumped();
    world_jumped();
    host.tell(tr("The world is at its newest tick again, because the program runs on by itself"));
}

void Host::Parts::begin_own_tick() {
    if (zones_ && !host.desk_.transport.why_not.empty()) zones_->begin_tick(host.mirror != nullptr);
}

bool Host::Parts::tick_due() {
    Desk& desk = host.desk_;
    desk.mirror = host.mirror;
    asked_ = true;
    end_tick();
    if (began_) {
        desk.tick_ended();  // what the last tick did
    } else {
        desk.clock.begin_frame();
        desk.begin_ticks();
    }
    began_ = steps_due_ > 0 || desk.tick_due();
    if (steps_due_ > 0) --steps_due_;
    began_ = began_ && !desk.passed_by_seek();
    if (began_ && desk.mirror != nullptr) desk.watch.debugger().go_on();
    if (began_) desk.watch.make_room();
    if (began_ && zones_) zones_->begin_tick(desk.mirror != nullptr);
    return began_;
}

void Host::Parts::look_at_ticks() {
    Desk& desk = host.desk_;
    const bool program_ticks = !std::exchange(asked_, false);
    end_tick();
    began_ = false;
    desk.may_look_back = !program_ticks || desk.mirror != nullptr;
    if (!desk.may_look_back) leave_past();
    desk.transport.why_not = program_ticks ? tr("This program runs its ticks itself") : "";
    desk.transport.behind_secs = desk.clock.behind_secs();
    // A mirror tells the schedule that it shows its systems in, which may be another one.
    if (ecs::Timeline* const time = desk.mirror == nullptr ? nullptr : host.recorded();
        time != nullptr && time->by_states() && time->at_now() && desk.world().tick() > time->last_tick())
        time->tick_ended(desk.world());
    desk.tick_ended();
    const double now = desk.clock.now_secs();
    const std::uint64_t tick = desk.world().tick();
    if (tick != std::exchange(tick_seen_, tick)) tick_moved_secs_ = now;
    seen_ = desk.transport;
    // They may come slower than frames.
    constexpr double longest_tick_secs = 0.5;
    if (program_ticks) seen_.playing = tick_moved_secs_ >= 0 && now - tick_moved_secs_ < longest_tick_secs;
}

std::string Host::Parts::start(Job job) {
    // What is done within a frame ends in the popup that asked for it, with what went wrong.
    constexpr std::chrono::milliseconds part_of_a_frame(8);
    Jobs& jobs = host.desk_.jobs;
    const std::uint64_t number = jobs.start(std::move(job));
    if (jobs.number() != number || !jobs.wait_for(part_of_a_frame)) return {};
    std::string problem;
    while (const std::optional<Jobs::Ended> done = jobs.take_ended()) {
        if (done->number == number && !done->problem.empty())
            problem = done->problem;
        else
            ended(*done);
    }
    return problem;
}

void Host::Parts::follow_work() {
    while (const std::optional<Jobs::Ended> done = host.desk_.jobs.take_ended()) ended(*done);
}

void Host::Parts::ended(const Jobs::Ended& job) {
    if (std::string told = job.told(); !told.empty()) host.tell(std::move(told));
}

void Host::Parts::draw_work(const Context& context) {
    Jobs& jobs = host.desk_.jobs;
    const std::optional<JobCard::Facts> facts = facts_of(jobs, card_.shown());
    if (!facts) return card_.hide();
    const ImGuiViewport& screen = *ImGui::GetMainViewport();
    const ImVec2 lower_middle{screen.WorkPos.x + screen.WorkSize.x / 2,
                              screen.WorkPos.y + screen.WorkSize.y - context.style.px(32)};
    if (card_.draw(context.style, context.time_secs, ("##" + windows.id("job")).c_str(), lower_middle, *facts))
        jobs.cancel();
}

void Host::Parts::lend(Context& context) {
    context.pictures = host.pictures;
    context.lab = host.lab;
    context.known_systems = host.known_systems;
    context.why_no_png = tr("This program writes SVG and CSV only");
}

void Host::Parts::world_jumped() {
    if (host.time_jumped) host.time_jumped();
}

bool Host::Parts::passes(const ecs::BreakpointHit& hit) {
    if (host.desk_.transport.why_not.empty() || (host.mirror == nullptr && !host.of_zones())) return false;
    // Nobody can hold it.
    const std::string what = hit.kind == ecs::BreakpointKind::System ? phrase("{} ran", hit.writer_name)
                                                                     : what_happened(host.desk_.world(), hit);
    host.tell(phrase("A breakpoint was hit, and the program runs on: {}", what));
    return true;
}

void Host::Parts::stopped_at(const ecs::BreakpointHit& hit, bool) {
    stop_ticks();
    host.tell(stop_message(host.desk_.world(), host.desk_.watch.debugger(), hit));
}

void Host::Parts::center_on(ecs::Entity entity) {
    SceneLink* const scene = host.viewport;
    if (scene == nullptr || !scene->bounds) return;
    const auto bounds = scene->bounds(entity);
    if (!bounds || !std::isfinite(bounds->x) || !std::isfinite(bounds->y)) return;
    scene->camera.x = bounds->x;
    scene->camera.y = bounds->y;
}

void Host::Parts::execute(Request& request) {
    if (const auto* figure = std::get_if<ExportRequest>(&request)) return files.export_figure(*figure);
    if (const auto* text = std::get_if<ExportTextRequest>(&request)) return files.export_text(*text);
    if (const auto* wanted = std::get_if<ChooseFileRequest>(&request)) return files.choose(*wanted);
    if (auto* job = std::get_if<JobRequest>(&request)) {
        if (const std::string problem = start(std::move(job->job)); !problem.empty()) host.tell(problem);
    } else if (host.other) {
        host.other(request);
    }
}

void Host::Parts::do_with_file(FileAction what) {
    if (what == FileAction::Open) return files.ask_to_open();
    what == FileAction::Save ? files.save_or_ask() : files.ask_to_save();
}

void Host::Parts::set_look(ThemeName theme, float user_scale) {
    host.set_theme(theme);
    host.set_scale(user_scale);
}

std::string Host::Parts::why_not_theme() {
    return host.own_look ? "" : tr("The panels have the colours of this program");
}

std::string Host::Parts::why_not_language(const ecs::Catalog& catalog) {
    return font_can_write(catalog) ? "" : tr("The font of this program lacks its characters");
}

}  // namespace panels
