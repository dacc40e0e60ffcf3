#include "panels/host/host.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ecs/snapshot/left_out.hpp"
#include "panels/base/glyphs.hpp"
#include "panels/base/language.hpp"
#include "panels/host/host_parts.hpp"

namespace panels {

namespace {

constexpr double message_secs = 8;
constexpr float text_size_at_scale_1 = 15;

/// What a person needs first; the others are in the menu.
bool open_at_first(std::string_view panel) {
    return panel == "entities" || panel == "inspector" || panel == "systems" || panel == "scene";
}

}  // namespace

Host::Host(ecs::World& world, ecs::Schedule* schedule, std::string name)
    : name_(std::move(name)),
      parts_(std::make_unique<Parts>(*this)),
      desk_(*parts_, style_, make_all_panels, Workbench::Within::Window) {
    style_.pointed_component = &desk_.selection.hovered_component;
    for (const auto& panel : panels()) panel->open = open_at_first(panel->id());
    desk_.workbench.offer_panel("scene", false);  // until there is a picture of the world
    desk_.transport.playing = true;
    show(world, schedule != nullptr ? *schedule : no_schedule_);
    parts_->commands.renew_keys();
}

Host::Host(ecs::World& world, ecs::Schedule& schedule, std::string name) : Host(world, &schedule, std::move(name)) {}

Host::Host(ecs::World& world, std::string name) : Host(world, static_cast<ecs::Schedule*>(nullptr), std::move(name)) {}

Host::~Host() { close(); }

void Host::show(ecs::World& world, ecs::Schedule& schedule) {
    close();
    shown_.emplace(world, schedule);
    if (records_time_) start_record();
    desk_.show({world, schedule, shown_->history, nullptr, recorded()});
    parts_->world_came();
}

void Host::start_record() {
    ecs::TimelineOptions options = records_time_->options;
    // Its ticks run elsewhere, and cannot be run again.
    options.by_states = options.by_states || mirror != nullptr || of_zones();
    shown_->timeline.start(records_time_->inputs, options);
}

ecs::Timeline* Host::recorded() { return shown_->timeline.recording() ? &shown_->timeline : nullptr; }

void Host::record_time(ecs::TimelineInputs* inputs, ecs::TimelineOptions options) {
    records_time_ = Recorded{inputs, options};
    if (!shown_) return;
    desk_.watch.stop();
    start_record();
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
    parts_->question.close();
    parts_->world_goes();
    shown_.reset();
}

void Host::set_tick_secs(float secs) {
    if (std::isfinite(secs) && secs > 0) no_schedule_.dt_secs = secs;
}

bool Host::tick_due() { return shown_ && parts_->tick_due(); }

void Host::draw_windows() {
    Windows& windows = parts_->windows;
    Commands& commands = parts_->commands;
    TextQuestion& question = parts_->question;
    parts_->follow_work();
    if (!shown_) return;
    desk_.viewport = viewport;
    desk_.mirror = mirror;
    parts_->look_at_ticks();
    desk_.watch.make_room();
    if (!message_.empty() && desk_.clock.now_secs() - parts_->told_secs > message_secs) message_.clear();
    desk_.selection.clear_hovered();
    desk_.keys_used.clear();
    windows.begin_frame();
    if (desk_.workbench.offers("scene") != (viewport != nullptr)) {
        desk_.workbench.offer_panel("scene", viewport != nullptr);
        (void)read_places();
    }
    parts_->settings.clear();
    commands.renew_keys();
    windows.toggle_if_asked();
    if (visible || commands.palette_open() || question.open() || desk_.keys_window.is_open() || desk_.jobs.running()) {
        const ImGuiStyle programs_look = ImGui::GetStyle();
        const compat::TextScale text(scale());
        style_.scale = std::max(std::min(scale(), 1.0f), ImGui::GetFontSize() / text_size_at_scale_1);
        if (own_look) apply_style(style_, ImGui::GetStyle());
        stand_in_for_missing_glyphs(*ImGui::GetFont());
        const Context now = desk_.context();
        if (visible) {
            windows.draw(now);
            desk_.context_menu.draw(now);
            windows.note_focus(desk_.context_menu.is_open());
        }
        windows.refuse_uninvited_focus();
        desk_.transport_bar.draw_question(now);
        windows.note_focus(question.draw(style_, windows.id("question")));
        parts_->draw_work(now);
        windows.note_focus(desk_.keys_window.is_open());
        desk_.keys_window.draw(now, desk_.key_map);
        commands.do_what_keys_say(now);
        commands.draw_palette(now);
        ImGui::GetStyle() = programs_look;
    }
    if (windows.focused()) compat::want_keyboard();
    desk_.carry_out();
    parts_->files.open_chosen();
    parts_->begin_own_tick();
}

void Host::open_palette(std::string_view search) { parts_->commands.open_palette(search); }

bool Host::has_keyboard() const { return parts_->windows.focused(); }

void Host::go_to_panel(std::string_view id, std::string_view part) {
    if (one_window()) return desk_.workbench.focus_panel(id, part);
    if (Panel* const panel = find_panel(id); panel != nullptr && !part.empty()) panel->show_part(part);
    open_panel(id);
}

std::string Host::save_file(const std::string& to) { return parts_->files.save(to); }
std::string Host::open_file(const std::string& from) { return parts_->files.open(from); }

void Host::set_language(std::string_view code) { parts_->set_language(code); }

void Host::set_theme(ThemeName theme) {
    style_.theme_name = theme;
    style_.theme = &theme_named(theme);
}

void Host::tell(std::string message) {
    message_ = std::move(message);
    parts_->told_secs = desk_.clock.now_secs();
}

void Host::set_scale(float scale) {
    if (std::isfinite(scale)) desk_.user_scale = std::clamp(scale, 0.5f, 3.0f);
}

void Host::add_panel(std::unique_ptr<Panel> panel) {
    const std::string id = panel->id();
    const bool shows = panel->open;
    desk_.workbench.add_panel(std::move(panel));
    if (shown_) desk_.watch.connect(panels().last(1));
    if (shows) desk_.workbench.show_panel(id);
    (void)read_places();
    parts_->commands.panels_changed();
}

void Host::remove_panel(std::string_view id) {
    desk_.workbench.remove_panel(id);
    parts_->commands.panels_changed();
}

void Host::open_panel(std::string_view id) {
    if (one_window()) return desk_.workbench.show_panel(id);
    Panel* const panel = find_panel(id);
    if (panel == nullptr) return;
    panel->open = true;
    parts_->windows.bring_to_front(id);
}

void Host::close_panel(std::string_view id) {
    if (one_window()) return desk_.workbench.close_panel(id);
    if (Panel* const panel = find_panel(id)) panel->open = false;
}

void Host::show_only(std::initializer_list<std::string_view> wanted) {
    shape = HostShape::Panels;
    parts_->windows.without_bar();
    for (const auto& panel : panels())
        panel->open = std::find(wanted.begin(), wanted.end(), std::string_view(panel->id())) != wanted.end();
}

/// Another one stood in the same windows until now: what a person chose for them stays.
void Host::follow(const Host& former) {
    visible = former.visible;
    set_theme(former.style_.theme_name);
    desk_.user_scale = former.desk_.user_scale;
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
    host.parts_->windows.share();
    host.chooser_ = this;
    host.draw();
    host.chooser_ = nullptr;
}

}  // namespace panels
