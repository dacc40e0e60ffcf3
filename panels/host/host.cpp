#include "panels/host/host.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ecs/mirror/mirror.hpp"
#include "ecs/snapshot/left_out.hpp"
#include "panels/base/glyphs.hpp"
#include "panels/base/language.hpp"
#include "panels/host/host_commands.hpp"
#include "panels/host/host_files.hpp"
#include "panels/host/host_ticks.hpp"
#include "panels/host/host_windows.hpp"
#include "panels/host/languages.hpp"
#include "panels/host/long_work.hpp"
#include "panels/host/text_question.hpp"
#include "panels/inspector/entity_edits.hpp"

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
      files_(std::make_unique<Files>(*this)),
      question_(std::make_unique<TextQuestion>()),
      work_(std::make_unique<LongWork>(desk_.jobs, [this](std::string text) { tell(std::move(text)); })),
      ticks_(std::make_unique<HostTicks>(desk_)),
      windows_(std::make_unique<Windows>(*this)),
      commands_(std::make_unique<Commands>(*this)) {
    style_.pointed_component = &desk_.selection.hovered_component;
    for (const auto& panel : panels()) panel->open = open_at_first(panel->id());
    desk_.workbench.offer_panel("scene", false);  // until there is a picture of the world
    desk_.transport.playing = true;
    show(world, schedule != nullptr ? *schedule : no_schedule_);
    commands_->renew_keys();
}

Host::Host(ecs::World& world, ecs::Schedule& schedule, std::string name) : Host(world, &schedule, std::move(name)) {}

Host::Host(ecs::World& world, std::string name) : Host(world, static_cast<ecs::Schedule*>(nullptr), std::move(name)) {}

Host::~Host() { close(); }

void Host::show(ecs::World& world, ecs::Schedule& schedule) {
    close();
    shown_.emplace(world, schedule);
    files_->world_came();
    if (records_time_) shown_->timeline.start(records_time_->inputs, records_time_->options);
    desk_.show({world, schedule, shown_->history, nullptr, recorded()});
    ticks_->world_came(world.tick());
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
    question_->close();
    ticks_->stop();
    shown_.reset();
}

bool Host::tick_due() { return shown_ && ticks_->due(shown_->schedule.dt_secs, mirror != nullptr); }

void Host::run_tick() { ticks_->step(); }

void Host::world_jumped() {
    if (time_jumped) time_jumped();
}

bool Host::passes(const ecs::BreakpointHit& hit) {
    if (mirror == nullptr || desk_.transport.why_not.empty()) return false;
    tell(phrase("{}. The program runs on", stop_text(shown_->world, hit)));  // nobody can hold it
    return true;
}

void Host::stopped_at(const ecs::BreakpointHit& hit, bool) {
    ticks_->stop();
    tell(stop_message(shown_->world, desk_.watch.debugger(), hit));
}

void Host::draw_windows() {
    work_->follow();
    if (!shown_) return;
    ticks_->look();
    desk_.watch.make_room();
    if (!message_.empty() && desk_.clock.now_secs() - told_secs_ > message_secs) message_.clear();
    desk_.selection.clear_hovered();
    desk_.keys_used.clear();
    windows_->begin_frame();
    if (desk_.workbench.offers("scene") != (viewport != nullptr)) {
        desk_.workbench.offer_panel("scene", viewport != nullptr);
        (void)read_places();
    }
    settings_.clear();
    commands_->renew_keys();
    windows_->toggle_if_asked();
    if (visible || commands_->palette_open() || question_->open() || desk_.keys_window.is_open() ||
        desk_.jobs.running()) {
        const ImGuiStyle programs_look = ImGui::GetStyle();
        const compat::TextScale text(scale_);
        style_.scale = std::max(std::min(scale_, 1.0f), ImGui::GetFontSize() / text_size_at_scale_1);
        if (own_look) apply_style(style_, ImGui::GetStyle());
        stand_in_for_missing_glyphs(*ImGui::GetFont());
        const Context now = context();
        if (visible) {
            windows_->draw(now);
            desk_.context_menu.draw(now);
            windows_->note_focus(desk_.context_menu.is_open());
        }
        windows_->refuse_uninvited_focus();
        desk_.transport_bar.draw_question(now);
        windows_->note_focus(question_->draw(style_, windows_->id("question")));
        work_->draw(style_, now.time_secs, "##" + windows_->id("job"));
        windows_->note_focus(desk_.keys_window.is_open());
        desk_.keys_window.draw(now, desk_.key_map);
        commands_->do_what_keys_say(now);
        commands_->draw_palette(now);
        ImGui::GetStyle() = programs_look;
    }
    if (windows_->focused()) compat::want_keyboard();
    desk_.carry_out();
    files_->open_chosen();
}

void Host::open_palette(std::string_view search) { commands_->open_palette(search); }

bool Host::has_keyboard() const { return windows_->focused(); }

void Host::show_panel_here(std::string_view id, std::string_view part) {
    one_window() ? desk_.workbench.focus_panel_here(id, part) : go_to_panel(id, part);
}

void Host::go_to_panel(std::string_view id, std::string_view part) {
    if (one_window()) return desk_.workbench.focus_panel(id, part);
    if (Panel* const panel = find_panel(id); panel != nullptr && !part.empty()) panel->show_part(part);
    open_panel(id);
}

void Host::center_on(ecs::Entity entity) {
    if (viewport == nullptr || !viewport->bounds) return;
    const auto bounds = viewport->bounds(entity);
    if (!bounds || !std::isfinite(bounds->x) || !std::isfinite(bounds->y)) return;
    viewport->camera.x = bounds->x;
    viewport->camera.y = bounds->y;
}

void Host::execute(Request& request) {
    if (const auto* figure = std::get_if<ExportRequest>(&request)) return files_->export_figure(*figure);
    if (const auto* text = std::get_if<ExportTextRequest>(&request)) return files_->export_text(*text);
    if (const auto* wanted = std::get_if<ChooseFileRequest>(&request)) return files_->choose(*wanted);
    if (auto* job = std::get_if<JobRequest>(&request)) {
        if (const std::string problem = work_->start(std::move(job->job)); !problem.empty()) tell(problem);
    } else if (other) {
        other(request);
    }
}

void Host::choose_file_to_open() { files_->ask_to_open(); }
void Host::save_file() { files_->save_or_ask(); }
void Host::save_file_as() { files_->ask_to_save(); }
std::string Host::save_file(const std::string& to) { return files_->save(to); }
std::string Host::open_file(const std::string& from) { return files_->open(from); }

std::string Host::why_not_theme() { return own_look ? "" : tr("The panels have the colours of this program"); }

std::vector<const ecs::Catalog*> Host::languages() {
    std::vector<const ecs::Catalog*> all;
    for (const ecs::Catalog& each : built_in_languages()) all.push_back(&each);
    return all;
}

std::string Host::why_not_language(const ecs::Catalog& catalog) {
    return font_can_write(catalog) ? "" : tr("The font of this program lacks its characters");
}

void Host::ask_for_name() {
    const ecs::Entity entity = desk_.selection.entity();
    const auto act = [this, entity](const std::string& name) {
        if (desk_.world().alive(entity)) request_rename(context(), entity, name);
        return std::string();
    };
    question_->ask({.title = phrase("Rename {}", name_or_id(desk_.world(), entity)),
                    .button = tr("Rename"),
                    .hint = tr("Name; leave it empty to remove the name"),
                    .why_not_empty = {},
                    .text = std::string(desk_.world().name(entity)),
                    .act = act});
}

void Host::ask_for_workspace_name() {
    question_->ask({.title = tr("Save the workspace"),
                    .button = tr("Save"),
                    .about = tr("Keeps the panels as they stand now"),
                    .hint = tr("Name of the workspace"),
                    .why_not_empty = tr("A workspace needs a name"),
                    .act = [this](const std::string& title) { return desk_.workbench.save_workspace_as(title); }});
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
    commands_->panels_changed();
}

void Host::remove_panel(std::string_view id) {
    desk_.workbench.remove_panel(id);
    commands_->panels_changed();
}

void Host::open_panel(std::string_view id) {
    if (one_window()) return desk_.workbench.show_panel(id);
    Panel* const panel = find_panel(id);
    if (panel == nullptr) return;
    panel->open = true;
    windows_->bring_to_front(id);
}

void Host::close_panel(std::string_view id) {
    if (one_window()) return desk_.workbench.close_panel(id);
    if (Panel* const panel = find_panel(id)) panel->open = false;
}

void Host::show_only(std::initializer_list<std::string_view> wanted) {
    shape = HostShape::Panels;
    windows_->without_bar();
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
    host.windows_->share();
    host.chooser_ = this;
    host.draw();
    host.chooser_ = nullptr;
}

}  // namespace panels
