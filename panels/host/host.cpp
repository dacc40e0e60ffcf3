#include "panels/host/host.hpp"

#include <algorithm>
#include <utility>

#include "panels/base/glyphs.hpp"

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
    : name_(std::move(name)), windows_of_(name_), panels_(make_all_panels()), runner_(runner_program()) {
    for (const auto& panel : panels_) panel->open = open_at_first(panel->id());
    transport_.playing = true;
    show(world, schedule);
}

Host::Host(ecs::World& world, std::string name) : Host(world, no_schedule_, std::move(name)) {}

Host::~Host() { close(); }

void Host::show(ecs::World& world, ecs::Schedule& schedule) {
    close();
    shown_.emplace(world, schedule);
    watch_.start(world);
    tick_seen_ = world.tick();
}

void Host::show(ecs::World& world) { show(world, no_schedule_); }

void Host::close() {
    if (!shown_) return;
    renew_panels();
    runner_.clear();
    requests_.clear();
    menu_.close();
    question_.reset();
    selection_ = Selection();
    steps_due_ = 0;
    watch_.stop();
    shown_.reset();
}

/// What panels remember may be of a world that goes.
void Host::renew_panels() {
    std::vector<std::unique_ptr<Panel>> renewed = make_all_panels();
    for (auto& panel : panels_) {
        const auto same = std::find_if(renewed.begin(), renewed.end(), [&](const auto& each) {
            return each && std::string_view(each->id()) == panel->id();
        });
        if (same == renewed.end()) continue;  // the program's own, which has to look to it itself
        (*same)->load_settings(panel->save_settings());
        (*same)->open = panel->open;
        panel = std::move(*same);
    }
    bar_ = TransportBar();
}

bool Host::tick_due() {
    if (!shown_) return false;
    asked_for_ticks_ = true;
    if (ticks_began_) {
        watch_.sample();  // what the last tick did
    } else {
        clock_.begin_frame();
        if (transport_.playing)
            clock_.begin_ticks(transport_.speed / static_cast<double>(std::max(shown_->schedule.dt_secs, 1e-6f)));
        else
            clock_.hold();
    }
    bool due = false;
    if (steps_due_ > 0) {
        --steps_due_;
        due = true;
    } else {
        due = transport_.playing && clock_.take_tick();
    }
    ticks_began_ = due;
    if (due) watch_.make_room();
    return due;
}

void Host::look_at_ticks() {
    ecs::World& world = shown_->world;
    const bool program_ticks = !std::exchange(asked_for_ticks_, false);
    ticks_began_ = false;
    transport_.why_not = program_ticks ? "This program runs its ticks itself" : "";
    transport_.behind_secs = clock_.behind_secs();
    watch_.sample();
    const double now = clock_.now_secs();
    if (world.tick() != std::exchange(tick_seen_, world.tick())) tick_moved_secs_ = now;
    seen_ = transport_;
    // They may come slower than frames.
    constexpr double longest_tick_secs = 0.5;
    if (program_ticks) seen_.playing = tick_moved_secs_ >= 0 && now - tick_moved_secs_ < longest_tick_secs;
}

void Host::draw_windows() {
    if (!shown_) return;
    const ImGuiStyle programs_look = ImGui::GetStyle();
    style_.scale = std::max(1.0f, ImGui::GetFontSize() / text_size_at_scale_1);
    if (own_look) apply_style(style_, ImGui::GetStyle());
    stand_in_for_missing_glyphs(*ImGui::GetFont());

    look_at_ticks();
    watch_.make_room();
    if (!message_.empty() && clock_.now_secs() - told_secs_ > message_secs) message_.clear();
    selection_.hovered = ecs::null_entity;
    keys_used_.clear();
    focused_ = false;
    {
        const Context now = context();
        draw_bar(now);
        for (std::size_t i = 0; i < panels_.size(); ++i)
            if (shown(*panels_[i]) && panels_[i]->open) draw_panel(now, *panels_[i], i);
        to_front_.clear();
        menu_.draw(now);
        draw_file_question(now);
        do_what_keys_say(now);
    }
    carry_out();
    ImGui::GetStyle() = programs_look;
}

void Host::carry_out() {
    watch_.panels_drew();
    if (!requests_.empty()) watch_.make_room();
    runner_.execute(subject(), requests_, false);
    // A gesture ends when nothing is held any more.
    if (!ImGui::IsAnyItemActive()) runner_.end_gesture(subject());
    watch_.sample();  // what edits did
    watch_.make_room();
    if (!opens_.empty()) {
        if (const std::string problem = open_file(std::exchange(opens_, {})); !problem.empty()) tell(problem);
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
            .why_no_png = "This program writes SVG and CSV only"};
}

RequestRunner::Program Host::runner_program() {
    RequestRunner::Program program;
    // The program runs it, in its next frame.
    program.tick = [this] { ++steps_due_; };
    program.after_edits = [this](const ExecutedEdit& done) { tell(std::string(done.done_label)); };
    program.after_undo = [this](const std::string& label, bool undone) {
        tell((undone ? "Undone: " : "Done again: ") + label);
    };
    program.refused = [this](const std::string& reason) { tell(reason); };
    program.other = [this](Request& request) { execute(request); };
    return program;
}

RequestRunner::Subject Host::subject() {
    return {shown_->world, shown_->schedule, shown_->history, selection_, transport_};
}

void Host::set_theme(ThemeName theme) {
    style_.theme_name = theme;
    style_.theme = &theme_named(theme);
}

void Host::tell(std::string message) {
    message_ = std::move(message);
    told_secs_ = clock_.now_secs();
}

void Host::add_panel(std::unique_ptr<Panel> panel) { panels_.push_back(std::move(panel)); }

void Host::remove_panel(std::string_view id) {
    std::erase_if(panels_, [id](const auto& panel) { return panel->id() == id; });
}

Panel* Host::find_panel(std::string_view id) const {
    const auto found =
        std::find_if(panels_.begin(), panels_.end(), [id](const auto& each) { return each->id() == id; });
    return found == panels_.end() ? nullptr : found->get();
}

void Host::open_panel(std::string_view id) {
    Panel* const panel = find_panel(id);
    if (panel == nullptr) return;
    panel->open = true;
    to_front_ = id;
}

void Host::close_panel(std::string_view id) {
    if (Panel* const panel = find_panel(id)) panel->open = false;
}

// A line for each panel: `+entities filter…` is open, `-` closed.

std::string Host::save_settings() const {
    std::string text;
    for (const auto& panel : panels_)
        text += (panel->open ? "+" : "-") + std::string(panel->id()) + " " + panel->save_settings() + "\n";
    return text;
}

void Host::load_settings(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t space = line.find(' ');
        if (space == std::string_view::npos || space < 2) continue;
        Panel* const panel = find_panel(line.substr(1, space - 1));
        if (panel == nullptr) continue;
        panel->open = line[0] == '+';
        panel->load_settings(line.substr(space + 1));
    }
}

void HostChooser::add(Host& host) { hosts_.push_back(&host); }

void HostChooser::remove(Host& host) {
    std::erase(hosts_, &host);
    chosen_ = std::min(chosen_, hosts_.empty() ? 0 : hosts_.size() - 1);
}

void HostChooser::draw() {
    if (chosen_ >= hosts_.size()) return;
    Host& host = *hosts_[chosen_];
    // Whichever is in view stands in the same windows.
    host.windows_of_.clear();
    host.chooser_ = this;
    host.draw();
    host.chooser_ = nullptr;
    if (host.chosen_) chosen_ = *std::exchange(host.chosen_, std::nullopt);
}

}  // namespace panels
