#include "panels/host/host.hpp"

#include "ecs/mirror/mirror.hpp"
#include "ecs/snapshot/left_out.hpp"
#include "panels/base/language.hpp"
#include "panels/host/languages.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/base/glyphs.hpp"
#include "panels/host/host_action.hpp"
#include "panels/palette/world_items.hpp"

namespace panels {

namespace {

constexpr double message_secs = 8;
constexpr float text_size_at_scale_1 = 15;

/// What a person needs first; the others are in the menu.
bool open_at_first(std::string_view panel) {
    return panel == "entities" || panel == "inspector" || panel == "systems" || panel == "scene";
}

}  // namespace

Host::Host(ecs::World& world, ecs::Schedule& schedule, std::string name)
    : name_(std::move(name)), windows_of_(name_), runner_(runner_program()) {
    for (const auto& panel : panels()) panel->open = open_at_first(panel->id());
    workbench_.offer_panel("scene", false);  // until there is a picture of the world
    transport_.playing = true;
    renew_keys();
    show(world, schedule);
}

Host::Host(ecs::World& world, std::string name) : Host(world, no_schedule_, std::move(name)) {}

Host::~Host() { close(); }

void Host::show(ecs::World& world, ecs::Schedule& schedule) {
    close();
    shown_.emplace(world, schedule);
    ++shown_number_;
    if (records_time_) shown_->timeline.start(records_time_->inputs, records_time_->options);
    watch_world();
    tick_seen_ = world.tick();
}

void Host::watch_world() {
    watch_.start(shown_->world, shown_->schedule, shown_->history,
                 shown_->timeline.recording() ? &shown_->timeline : nullptr);
    watch_.connect(panels());
}

void Host::record_time(ecs::TimelineInputs* inputs, ecs::TimelineOptions options) {
    records_time_ = Recorded{inputs, options};
    if (!shown_) return;
    watch_.stop();
    shown_->timeline.start(inputs, options);
    watch_world();
    if (!shown_->timeline.recording())
        return tell(phrase("Time is not recorded: {}", shown_->timeline.stats().why_dropped));
    if (const std::string names = ecs::left_out_text(shown_->world); !names.empty())
        tell(phrase("{} cannot be copied: time is recorded without it", names));
}

void Host::forget_time() {
    if (!records_time_) return;
    records_time_.reset();
    if (!shown_) return;
    runner_.clear();
    watch_.stop();
    shown_->timeline.stop();
    watch_world();
}

ecs::Timeline* Host::timeline() {
    return shown_->timeline.recording() && transport_.why_not.empty() ? &shown_->timeline : nullptr;
}

void Host::show(ecs::World& world) { show(world, no_schedule_); }

void Host::close() {
    if (!shown_) return;
    // What panels remember may be of a world that goes, and so may what the palette offers.
    workbench_.renew_panels();
    bar_ = TransportBar();
    palette_.close();
    runner_.clear();
    requests_.clear();
    menu_.close();
    question_.reset();
    selection_ = Selection();
    steps_due_ = 0;
    watch_.stop();
    shown_.reset();
}

bool Host::tick_due() {
    if (!shown_) return false;
    asked_for_ticks_ = true;
    if (ticks_began_) {
        shown_->timeline.end_recorded_tick();
        watch_.follow(mirror);
        watch_.sample();  // what the last tick did
        halt_if_stopped();
    } else {
        clock_.begin_frame();
        if (transport_.playing)
            clock_.begin_ticks(transport_.flat_out || transport_.until_tick
                                   ? 1e6  // until the time of the frame is over
                                   : transport_.speed / static_cast<double>(std::max(shown_->schedule.dt_secs, 1e-6f)));
        else
            clock_.hold();
    }
    bool due = false;
    if (steps_due_ > 0) {
        --steps_due_;
        due = !passed_by_seek();
    } else {
        due = transport_.playing && clock_.take_tick() && !passed_by_seek();
    }
    ticks_began_ = due;
    if (due && mirror != nullptr) watch_.stops().go_on();
    if (due) watch_.make_room();
    return due;
}

/// In the past the recorded ticks run again, as long as nobody changes something. Whether the timeline went to the next
/// one by itself, because it cannot run like any other.
bool Host::passed_by_seek() {
    ecs::Timeline& time = shown_->timeline;
    if (!time.recording() || time.at_now() || shown_->schedule.within_tick() || time.begin_recorded_tick())
        return false;
    if (const std::string why = time.seek(shown_->world.tick() + 1); !why.empty()) tell(why);
    watch_.time_jumped();
    if (time_jumped) time_jumped();
    return true;
}

/// A breakpoint has stopped the world between two systems.
void Host::halt_if_stopped() {
    if (shown_ && transport_.until_tick && shown_->world.tick() >= *transport_.until_tick) {
        transport_.playing = false;
        transport_.until_tick.reset();
    }
    if (!watch_.stops().take_fresh()) return;
    if (mirror != nullptr && !transport_.why_not.empty()) {
        // Nobody can hold it.
        if (const ecs::BreakpointHit* const hit = watch_.stops().stopped())
            tell(phrase("{}. The program runs on", stop_text(shown_->world, *hit)));
        return watch_.stops().go_on();
    }
    transport_.playing = false;
    transport_.until_tick.reset();
    steps_due_ = 0;
    const ecs::BreakpointHit* const hit = watch_.stops().stopped();
    if (hit == nullptr) return;
    if (hit->writer != ecs::WriterKind::ByStep && shown_->world.alive(hit->entity)) selection_.select(hit->entity);
    tell(stop_message(shown_->world, watch_.stops(), *hit));
}

void Host::look_at_ticks() {
    ecs::World& world = shown_->world;
    const bool program_ticks = !std::exchange(asked_for_ticks_, false);
    ticks_began_ = false;
    transport_.why_not = program_ticks ? tr("This program runs its ticks itself") : "";
    transport_.behind_secs = clock_.behind_secs();
    shown_->timeline.end_recorded_tick();
    watch_.follow(mirror);
    watch_.sample();
    halt_if_stopped();
    const double now = clock_.now_secs();
    if (world.tick() != std::exchange(tick_seen_, world.tick())) tick_moved_secs_ = now;
    seen_ = transport_;
    // They may come slower than frames.
    constexpr double longest_tick_secs = 0.5;
    if (program_ticks) seen_.playing = tick_moved_secs_ >= 0 && now - tick_moved_secs_ < longest_tick_secs;
}

void Host::draw_windows() {
    follow_jobs();
    if (!shown_) return;
    look_at_ticks();
    watch_.make_room();
    if (!message_.empty() && clock_.now_secs() - told_secs_ > message_secs) message_.clear();
    selection_.clear_hovered();
    style_.pointed_component = &selection_.hovered_component;
    keys_used_.clear();
    was_focused_ = std::exchange(focused_, false);
    if (workbench_.offers("scene") != (viewport != nullptr)) {
        workbench_.offer_panel("scene", viewport != nullptr);
        (void)read_places();
    }
    settings_.clear();
    renew_keys();
    toggle_if_asked();
    if (visible || asked_for_palette_ || palette_.is_open() || question_ || keys_window_.is_open() || jobs_.running()) {
        const ImGuiStyle programs_look = ImGui::GetStyle();
        const compat::TextScale text(scale_);
        style_.scale = std::max(std::min(scale_, 1.0f), ImGui::GetFontSize() / text_size_at_scale_1);
        if (own_look) apply_style(style_, ImGui::GetStyle());
        stand_in_for_missing_glyphs(*ImGui::GetFont());
        const Context now = context();
        if (visible) {
            draw_shape(now);
            menu_.draw(now);
            focused_ |= menu_.is_open();
        }
        refuse_uninvited_focus();
        bar_.draw_question(now);
        draw_question(now);
        draw_job_card();
        focused_ |= keys_window_.is_open();
        keys_window_.draw(now, key_map_);
        do_what_keys_say(now);
        draw_palette(now);
        ImGui::GetStyle() = programs_look;
    }
    if (focused_) compat::want_keyboard();
    carry_out();
}

void Host::draw_palette(const Context& context) {
    if (const std::optional<std::string> search = std::exchange(asked_for_palette_, std::nullopt)) {
        std::vector<PaletteItem> items;
        for (HostAction& each : actions(context))
            if (each.in_palette) items.push_back(item_of(std::move(each)));
        if (one_window()) add_panel_items(items, workbench_);
        add_entity_items(items, context);
        add_system_items(items, context);
        const GoToPanel go_to = [this](std::string_view id, std::string_view part) {
            one_window() ? workbench_.focus_panel_here(id, part) : go_to_panel(id, part);
        };
        add_component_items(items, context, go_to);
        if (find_panel("manual") != nullptr) add_manual_items(items, go_to);
        palette_.open(std::move(items), *search);
    }
    focused_ |= palette_.is_open();
    const std::size_t workspace = workbench_.workspaces().current_number();
    palette_.draw(context);
    // Who asked for a panel wants to see it.
    if (!workbench_.asked_for().empty() || workbench_.workspaces().current_number() != workspace) {
        comes_to_front_ |= !visible;
        visible = true;
    }
}

void Host::go_to_panel(std::string_view id, std::string_view part) {
    if (one_window()) return workbench_.focus_panel(id, part);
    if (Panel* const panel = find_panel(id); panel != nullptr && !part.empty()) panel->show_part(part);
    open_panel(id);
}

void Host::carry_out() {
    watch_.panels_drew();
    watch_.follow(selection_);
    if (!requests_.empty()) watch_.make_room();
    runner_.go_on(subject());
    runner_.execute(subject(), requests_, false);
    // A gesture ends when nothing is held any more.
    if (!ImGui::IsAnyItemActive()) runner_.end_gesture(subject());
    watch_.sample();  // what edits did
    watch_.make_room();
    if (!opens_.empty()) {
        if (const std::string problem = open_as_person_wants(std::exchange(opens_, {})); !problem.empty())
            tell(problem);
    }
}

Context Host::context() {
    ecs::World& world = shown_->world;
    return {.world = world,
            .schedule = shown_->schedule,
            .selection = selection_,
            .requests = requests_,
            .style = style_,
            .transport = seen_,
            .journal = &watch_.journal(),
            .viewport = viewport,
            .time_secs = clock_.now_secs(),
            .waiting = runner_.waiting(),
            .pictures = pictures,
            .take_snapshot = [&world] { return ecs::Snapshots(world).take(); },
            .history = state_of(shown_->history),
            .archetypes = &watch_.archetypes(),
            .archetype_names = &watch_.archetype_names(),
            .lab = lab,
            .moves = &watch_.moves(),
            .keys = &keys_used_,
            .known_systems = known_systems,
            .why_no_png = tr("This program writes SVG and CSV only"),
            .watches = &watch_.watches(),
            .recording = &watch_.recording(),
            .key_map = &key_map_,
            .costs = &workbench_.costs(),
            .tick_trace = &watch_.tick_trace(),
            .timeline = timeline(),
            .stops = &watch_.stops(),
            .mirror = mirror,
            .pool_memory = &pool_memory_};
}

RequestRunner::Program Host::runner_program() {
    RequestRunner::Program program;
    // The program runs it, in its next frame.
    program.tick = [this] { ++steps_due_; };
    program.step_system = [this] {
        // The systems of an owner are only listed here.
        if (mirror != nullptr) return tell(phrase("This world is run by {}", mirror->owner().name()));
        // In the past, along what was recorded.
        (void)shown_->timeline.begin_recorded_tick();
        watch_.stops().step_system();
        shown_->timeline.end_recorded_tick();
    };
    program.back_system = [this] {
        const std::uint64_t jumps = shown_->timeline.jumps();
        std::string problem = watch_.back_system();
        if (shown_->timeline.jumps() != jumps && time_jumped) time_jumped();
        return problem;
    };
    program.time_jumped = [this] {
        watch_.time_jumped();
        if (time_jumped) time_jumped();
    };
    program.stopped = [this](std::size_t) { watch_.stops().breakpoints().count_anew(); };
    program.told = [this](const std::string& text) { tell(text); };
    program.after_edits = [this](const ExecutedEdit& done) { tell(std::string(done.done_label)); };
    program.after_undo = [this](const std::string& label, bool undone) {
        tell((undone ? tr("Undone: ") : tr("Done again: ")) + label);
    };
    program.refused = [this](const std::string& reason) { tell(reason); };
    program.known_systems = [this] { return known_systems; };
    program.other = [this](Request& request) { execute(request); };
    return program;
}

RequestRunner::Subject Host::subject() {
    return {shown_->world, shown_->schedule, shown_->history, selection_, transport_, nullptr, timeline()};
}

void Host::set_language(std::string_view code) {
    const ecs::Catalog* const catalog = built_in_language(code);
    if (catalog != nullptr || code == "en") ecs::speak(catalog);
}

void Host::set_theme(ThemeName theme) {
    style_.theme_name = theme;
    style_.theme = &theme_named(theme);
}

void Host::tell(std::string message) {
    message_ = std::move(message);
    told_secs_ = clock_.now_secs();
}

void Host::set_scale(float scale) {
    if (std::isfinite(scale)) scale_ = std::clamp(scale, 0.5f, 3.0f);
}

void Host::add_panel(std::unique_ptr<Panel> panel) {
    const std::string id = panel->id();
    const bool shows = panel->open;
    workbench_.add_panel(std::move(panel));
    if (shown_) watch_.connect(panels().last(1));
    if (shows) workbench_.show_panel(id);
    (void)read_places();
    keys_for_.reset();
}

void Host::remove_panel(std::string_view id) {
    workbench_.remove_panel(id);
    keys_for_.reset();
}

void Host::open_panel(std::string_view id) {
    if (one_window()) return workbench_.show_panel(id);
    Panel* const panel = find_panel(id);
    if (panel == nullptr) return;
    panel->open = true;
    to_front_ = id;
}

void Host::close_panel(std::string_view id) {
    if (one_window()) return workbench_.close_panel(id);
    if (Panel* const panel = find_panel(id)) panel->open = false;
}

void Host::show_only(std::initializer_list<std::string_view> wanted) {
    shape = HostShape::Panels;
    bar_wanted_ = false;
    for (const auto& panel : panels())
        panel->open = std::find(wanted.begin(), wanted.end(), std::string_view(panel->id())) != wanted.end();
}

/// Another one stood in the same windows until now: what a person chose for them stays.
void Host::follow(const Host& former) {
    visible = former.visible;
    set_theme(former.style_.theme_name);
    scale_ = former.scale_;
    workbench_.choose_workspace(former.workbench_.workspaces().current().id);
    (void)key_map_.load(former.key_map_.save());
}

void HostChooser::add(Host& host) { hosts_.push_back(&host); }

void HostChooser::remove(Host& host) {
    std::erase(hosts_, &host);
    if (drawn_ == &host) drawn_ = nullptr;
    chosen_ = std::min(chosen_, hosts_.empty() ? 0 : hosts_.size() - 1);
}

void HostChooser::draw() {
    if (chosen_ >= hosts_.size()) return;
    Host& host = *hosts_[chosen_];
    if (drawn_ != nullptr && drawn_ != &host) host.follow(*drawn_);
    drawn_ = &host;
    // Whichever is in view stands in the same windows.
    host.windows_of_.clear();
    host.chooser_ = this;
    host.draw();
    host.chooser_ = nullptr;
    if (host.chosen_) chosen_ = *std::exchange(host.chosen_, std::nullopt);
}

}  // namespace panels
