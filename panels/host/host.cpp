#include "panels/host/host.hpp"

#include "ecs/mirror/mirror.hpp"
#include "ecs/snapshot/left_out.hpp"
#include "panels/base/language.hpp"
#include "panels/host/languages.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/base/glyphs.hpp"
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

Host::Host(ecs::World& world, ecs::Schedule* schedule, std::string name) : name_(std::move(name)), windows_of_(name_) {
    desk_.seen_transport = &seen_;
    style_.pointed_component = &desk_.selection.hovered_component;
    for (const auto& panel : panels()) panel->open = open_at_first(panel->id());
    desk_.workbench.offer_panel("scene", false);  // until there is a picture of the world
    desk_.transport.playing = true;
    show(world, schedule != nullptr ? *schedule : no_schedule_);
    renew_keys();
}

Host::Host(ecs::World& world, ecs::Schedule& schedule, std::string name) : Host(world, &schedule, std::move(name)) {}

Host::Host(ecs::World& world, std::string name) : Host(world, static_cast<ecs::Schedule*>(nullptr), std::move(name)) {}

Host::~Host() { close(); }

void Host::show(ecs::World& world, ecs::Schedule& schedule) {
    close();
    shown_.emplace(world, schedule);
    ++shown_number_;
    if (records_time_) shown_->timeline.start(records_time_->inputs, records_time_->options);
    desk_.show({world, schedule, shown_->history, nullptr, recorded()});
    tick_seen_ = world.tick();
}

ecs::Timeline* Host::recorded() { return shown_->timeline.recording() ? &shown_->timeline : nullptr; }

void Host::record_time(ecs::TimelineInputs* inputs, ecs::TimelineOptions options) {
    records_time_ = Recorded{inputs, options};
    if (!shown_) return;
    desk_.watch.stop();
    shown_->timeline.start(inputs, options);
    desk_.record(recorded());
    if (!shown_->timeline.recording())
        return tell(phrase("Time is not recorded: {}", shown_->timeline.stats().why_dropped));
    if (const std::string names = ecs::left_out_text(shown_->world); !names.empty())
        tell(phrase("{} cannot be copied: time is recorded without it", names));
}

void Host::forget_time() {
    if (!records_time_) return;
    records_time_.reset();
    if (!shown_) return;
    desk_.runner.clear();
    desk_.watch.stop();
    shown_->timeline.stop();
    desk_.record(nullptr);
}

void Host::show(ecs::World& world) { show(world, no_schedule_); }

void Host::close() {
    if (!shown_) return;
    desk_.close();
    desk_.transport_bar = TransportBar();
    question_.reset();
    steps_due_ = 0;
    shown_.reset();
}

bool Host::tick_due() {
    if (!shown_) return false;
    asked_for_ticks_ = true;
    Transport& transport = desk_.transport;
    if (ticks_began_) {
        desk_.tick_ended();  // what the last tick did
    } else {
        desk_.clock.begin_frame();
        if (transport.playing)
            desk_.clock.begin_ticks(transport.flat_out || transport.until_tick
                                        ? 1e6  // until the time of the frame is over
                                        : transport.speed /
                                              static_cast<double>(std::max(shown_->schedule.dt_secs, 1e-6f)));
        else
            desk_.clock.hold();
    }
    bool due = false;
    if (steps_due_ > 0) {
        --steps_due_;
        due = !desk_.passed_by_seek();
    } else {
        due = transport.playing && desk_.clock.take_tick() && !desk_.passed_by_seek();
    }
    ticks_began_ = due;
    if (due && mirror != nullptr) desk_.watch.debugger().go_on();
    if (due) desk_.watch.make_room();
    return due;
}

void Host::world_jumped() {
    if (time_jumped) time_jumped();
}

bool Host::passes(const ecs::BreakpointHit& hit) {
    if (mirror == nullptr || desk_.transport.why_not.empty()) return false;
    tell(phrase("{}. The program runs on", stop_text(shown_->world, hit)));  // nobody can hold it
    return true;
}

void Host::stopped_at(const ecs::BreakpointHit& hit, bool) {
    steps_due_ = 0;
    tell(stop_message(shown_->world, desk_.watch.debugger(), hit));
}

void Host::look_at_ticks() {
    ecs::World& world = shown_->world;
    const bool program_ticks = !std::exchange(asked_for_ticks_, false);
    ticks_began_ = false;
    desk_.transport.why_not = program_ticks ? tr("This program runs its ticks itself") : "";
    desk_.transport.behind_secs = desk_.clock.behind_secs();
    desk_.tick_ended();
    const double now = desk_.clock.now_secs();
    if (world.tick() != std::exchange(tick_seen_, world.tick())) tick_moved_secs_ = now;
    seen_ = desk_.transport;
    // They may come slower than frames.
    constexpr double longest_tick_secs = 0.5;
    if (program_ticks) seen_.playing = tick_moved_secs_ >= 0 && now - tick_moved_secs_ < longest_tick_secs;
}

void Host::draw_windows() {
    follow_jobs();
    if (!shown_) return;
    look_at_ticks();
    desk_.watch.make_room();
    if (!message_.empty() && desk_.clock.now_secs() - told_secs_ > message_secs) message_.clear();
    desk_.selection.clear_hovered();
    desk_.keys_used.clear();
    was_focused_ = std::exchange(focused_, false);
    if (desk_.workbench.offers("scene") != (viewport != nullptr)) {
        desk_.workbench.offer_panel("scene", viewport != nullptr);
        (void)read_places();
    }
    settings_.clear();
    renew_keys();
    toggle_if_asked();
    if (visible || asked_for_palette_ || desk_.palette.is_open() || question_ || desk_.keys_window.is_open() ||
        desk_.jobs.running()) {
        const ImGuiStyle programs_look = ImGui::GetStyle();
        const compat::TextScale text(scale_);
        style_.scale = std::max(std::min(scale_, 1.0f), ImGui::GetFontSize() / text_size_at_scale_1);
        if (own_look) apply_style(style_, ImGui::GetStyle());
        stand_in_for_missing_glyphs(*ImGui::GetFont());
        const Context now = context();
        if (visible) {
            draw_shape(now);
            desk_.context_menu.draw(now);
            focused_ |= desk_.context_menu.is_open();
        }
        refuse_uninvited_focus();
        desk_.transport_bar.draw_question(now);
        draw_question(now);
        draw_job_card();
        focused_ |= desk_.keys_window.is_open();
        desk_.keys_window.draw(now, desk_.key_map);
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
        for (const CommandMenu* const menu : menus_now())
            for (const Command& each : menu->commands)
                if (offers(each)) add_command_items(items, menu->label, {&each, 1}, desk_);
        if (one_window()) add_panel_items(items, desk_.workbench);
        if (!one_window()) add_window_items(items);
        add_world_items(items, desk_,
                        [this](std::string_view id, std::string_view part) { show_panel_here(id, part); });
        desk_.palette.open(std::move(items), *search);
    }
    focused_ |= desk_.palette.is_open();
    const std::size_t workspace = desk_.workbench.workspaces().current_number();
    desk_.palette.draw(context);
    // Who asked for a panel wants to see it.
    if (!desk_.workbench.asked_for().empty() || desk_.workbench.workspaces().current_number() != workspace) {
        comes_to_front_ |= !visible;
        visible = true;
    }
}

void Host::show_panel_here(std::string_view id, std::string_view part) {
    one_window() ? desk_.workbench.focus_panel_here(id, part) : go_to_panel(id, part);
}

void Host::go_to_panel(std::string_view id, std::string_view part) {
    if (one_window()) return desk_.workbench.focus_panel(id, part);
    if (Panel* const panel = find_panel(id); panel != nullptr && !part.empty()) panel->show_part(part);
    open_panel(id);
}

void Host::carry_out() {
    desk_.carry_out();
    if (!opens_.empty()) {
        if (const std::string problem = open_as_person_wants(std::exchange(opens_, {})); !problem.empty())
            tell(problem);
    }
}

void Host::lend(Context& context) {
    context.pictures = pictures;
    context.lab = lab;
    context.known_systems = known_systems;
    context.why_no_png = tr("This program writes SVG and CSV only");
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
    told_secs_ = desk_.clock.now_secs();
}

void Host::set_scale(float scale) {
    if (std::isfinite(scale)) scale_ = std::clamp(scale, 0.5f, 3.0f);
}

void Host::add_panel(std::unique_ptr<Panel> panel) {
    const std::string id = panel->id();
    const bool shows = panel->open;
    desk_.workbench.add_panel(std::move(panel));
    if (shown_) desk_.watch.connect(panels().last(1));
    if (shows) desk_.workbench.show_panel(id);
    (void)read_places();
    keys_for_.reset();
}

void Host::remove_panel(std::string_view id) {
    desk_.workbench.remove_panel(id);
    keys_for_.reset();
}

void Host::open_panel(std::string_view id) {
    if (one_window()) return desk_.workbench.show_panel(id);
    Panel* const panel = find_panel(id);
    if (panel == nullptr) return;
    panel->open = true;
    to_front_ = id;
}

void Host::close_panel(std::string_view id) {
    if (one_window()) return desk_.workbench.close_panel(id);
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
    desk_.workbench.choose_workspace(former.desk_.workbench.workspaces().current().id);
    (void)desk_.key_map.load(former.desk_.key_map.save());
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
