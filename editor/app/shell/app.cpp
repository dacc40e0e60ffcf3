#include "editor/app/shell/app.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <thread>
#include <utility>

#include <glad/gl.h>
// After glad, which defines what GLFW would include.
#include <GLFW/glfw3.h>

#include "editor/app/probe/probe.hpp"
#include "editor/app/shell/main_menu.hpp"
#include "editor/app/window/keys.hpp"
#include "editor/app/window/screenshot.hpp"
#include "editor/base/file_error.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/session/journal_room.hpp"
#include "panels/base/tooltip.hpp"

namespace editor {

namespace {

App* running = nullptr;  // between the start and the end of run()
std::thread::id running_thread;

// Frames go on for so long after input: what waits for the mouse to rest comes even when nothing else moves.
constexpr double awake_secs = panels::tooltip_delay_secs + 0.2;
// Drawn after each input, however long they take: what opens is sized in the frame after, and rests in the one after
// that.
constexpr int frames_to_rest = 4;

volatile std::sig_atomic_t signal_number = 0;
void note_signal(int number) { signal_number = number; }

panels::ThemeName theme_from(const std::string& name) {
    if (name == "light") return panels::ThemeName::Light;
    return name == "contrast" ? panels::ThemeName::Contrast : panels::ThemeName::Dark;
}

/// Empty when there is none to be kept.
std::filesystem::path layout_file_in(const std::filesystem::path& folder) {
    return folder.empty() ? folder : folder / "docks.ini";
}

WindowOptions window_options(const Settings& settings) {
    WindowOptions options;
    options.width = static_cast<int>(std::clamp(settings.number("window.width", 1280), 640.0, 16384.0));
    options.height = static_cast<int>(std::clamp(settings.number("window.height", 800), 400.0, 16384.0));
    options.maximized = settings.flag("window.maximized", false);
    return options;
}

}  // namespace

void catch_signals() {
    for (const int each : {SIGINT, SIGTERM, SIGQUIT, SIGXCPU}) std::signal(each, note_signal);
    // Who started it with nohup wants it to outlive the terminal.
    if (std::signal(SIGHUP, note_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
    // What nobody reads any more, as the messages of a terminal that was closed, is no reason to end.
    std::signal(SIGPIPE, SIG_IGN);
}
bool signal_came() { return signal_number != 0; }

App::App(std::unique_ptr<Session> session, const WindowOptions& window, const std::filesystem::path& folder)
    : settings_folder_(folder),
      settings_(folder.empty() ? Settings() : Settings(folder / "settings.json")),
      window_(window.visible ? window_options(settings_) : window),
      imgui_(window_, layout_file_in(folder)),
      session_(std::move(session)) {
    connect_viewport();
    list_known_systems();
    lab_source_.want_glyphs = [this](std::string_view text) { imgui_.want_glyphs(text); };
    std::string missing;
    for (const std::string& file : imgui_.fonts().missing()) missing += (missing.empty() ? "" : ", ") + file;
    if (!missing.empty())
        report(MessageKind::Warning, "Fonts were not found beside the program, so texts look plainer: " + missing);
}

App::App(std::unique_ptr<Session> session, const OpenOptions& options, std::unique_ptr<WorldJobs> opening)
    : App(std::move(session), WindowOptions{}, settings_folder()) {
    if (!settings_.warning().empty()) report(MessageKind::Warning, settings_.warning());
    load_workspace();
    show_grid_ = settings_.flag("view.grid", true);
    show_costs_ = settings_.flag("view.costs", false);
    imgui_.set_reduce_motion(settings_.flag("look.reduce_motion", false));
    const auto scale = options.look.scale ? *options.look.scale : static_cast<float>(settings_.number("look.scale", 1));
    set_look(theme_from(options.look.theme.value_or(settings_.text("look.theme", "dark"))), scale);
    if (!settings_folder_.empty()) recovery_.emplace(settings_folder_);
    views_ = SavedCameras(state_folder());
    if (const char* probe = std::getenv("CHUNKSCOPE_UI_PROBE")) probe_file_ = probe;
    transport_.playing = !options.paused;
    adopt(std::move(session_));
    if (!session_->file.empty()) remember_file(session_->file);
    if (opening) {
        after_opening_ = [this] { remember_file(session_->file); };
        jobs_ = std::move(opening);
        losses_agreed_ = options.source.migrate;
        agreed_state_ = session_->history.state();
        play_when_open_ = std::exchange(transport_.playing, false);
        imgui_.want_glyphs(jobs_->file().filename().string());
    }
    offer_recovery();
}

App::App(std::unique_ptr<Session> session, const ShotOptions& options)
    : App(std::move(session), WindowOptions{.width = 640, .height = 480, .visible = false}, std::filesystem::path()) {
    fixed_size_ = {options.width, options.height};
    set_look(theme_from(options.look.theme.value_or("dark")), options.look.scale.value_or(1.0f));
    adopt(std::move(session_));
}

void App::load_workspace() {
    const std::string places_problem = workspace_.load(settings_);
    if (!places_problem.empty()) report(MessageKind::Warning, places_problem);
    std::vector<std::string> open;
    for (const auto& panel : workspace_.panels())
        if (panel->open) open.emplace_back(panel->title());
    const std::string layout_problem = imgui_.load_layout(open);
    if (!layout_problem.empty()) report(MessageKind::Warning, layout_problem);
}

App::~App() {
    if (session_) session_->world.observe(nullptr);
}

int App::run() {
    running = this;
    running_thread = std::this_thread::get_id();
    [[maybe_unused]] static const int registered = std::atexit(keep_at_exit);
    try {
        run_frames();
    } catch (...) {
        running = nullptr;
        keep_unsaved();
        throw;
    }
    running = nullptr;
    // Who quit by hand was asked.
    const bool kept = !signal_came() || keep_unsaved();
    settle_jobs();
    keep_settings();
    return kept ? 0 : 1;
}

bool App::keep_unsaved() {
    settle_jobs();
    if (!recovery_) return true;
    const std::string problem = recovery_->write_at_end(*session_);
    if (!problem.empty()) std::cerr << "chunkscope: " << terminal_text(problem) << std::endl;
    return problem.empty();
}

// Xlib ends the program where it stands when the display goes away, by exit(); so may any other library.
void App::keep_at_exit() {
    App* const app = std::exchange(running, nullptr);
    if (app && running_thread == std::this_thread::get_id()) app->keep_unsaved();
}

void App::run_frames() {
    while (!quit_) {
        if (signal_came()) break;
        const double start = clock_.now_secs();
        if (idle()) {
            window_.wait(0.5);
        } else {
            window_.poll();
        }
        if (window_.take_input()) stay_awake();
        if (window_.close_requested()) {
            window_.forget_close_request();
            act(ActionId::Quit);
        }
        back_up_if_due();
        look_at_file();
        if (idle()) {
            clock_.begin_frame();
            if (!probe_file_.empty() && !probe_tells_idle_) write_probe();
            continue;
        }
        frame(nullptr);
        sleep_until_next_frame(start);
    }
}

void App::stay_awake() {
    awake_until_secs_ = clock_.now_secs() + awake_secs;
    frames_due_ = frames_to_rest;
}

bool App::idle() const {
    if (transport_.playing || in_motion_ || jobs_->running() || toasts_.any_up() || frames_due_ > 0 ||
        clock_.now_secs() < awake_until_secs_)
        return false;
    return !ImGui::GetIO().WantTextInput;  // whose caret blinks
}

void App::sleep_until_next_frame(double frame_start_secs) {
    // Where the swap waits for the display there is nothing left to wait for.
    const double left = 1 / window_.refresh_rate() - (clock_.now_secs() - frame_start_secs);
    if (left > 0.001) std::this_thread::sleep_for(std::chrono::duration<double>(left));
}

void App::frame(const Framebuffer* target) {
    const double start = clock_.now_secs();
    clock_.begin_frame();
    look_after_jobs();
    tell_game_of_keys();
    run_ticks();
    draw_scene();
    archetypes_.sample(session_->world);  // what edits did

    ImguiLayer::FrameOptions options;
    if (target) options = {static_cast<float>(target->width()), static_cast<float>(target->height()), 0.25f};
    const KeyState state = key_state();
    imgui_.begin_frame(options);
    selection_.hovered = ecs::null_entity;
    in_motion_ = false;
    keys_used_.clear();
    draw_ui();
    do_what_keys_say(state);
    journal_read_ = journal_.total();
    journal_.tell(moves_.take_wanted() ? &moves_ : nullptr);
    if (!requests_.empty()) make_room_in_journal();
    execute_requests();
    // A gesture ends when nothing is held any more: what comes next is a step of its own.
    if (!ImGui::IsAnyItemActive()) {
        session_->history.seal();
        if (!waiting_.empty())
            if (auto* last = std::get_if<panels::EditRequest>(&waiting_.back())) last->ends_gesture = true;
    }

    if (target)
        target->bind();
    else
        Framebuffer::bind_window(window_.framebuffer_width(), window_.framebuffer_height());
    const ImVec4 background = ImGui::ColorConvertU32ToFloat4(style().theme->background);
    glClearColor(background.x, background.y, background.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    imgui_.end_frame();
    pictures_.end_frame();
    const double took = clock_.now_secs() - start;
    costs_.frame_secs += (took - costs_.frame_secs) * (costs_.frame_secs == 0 || target ? 1 : 0.05);
    ++frames_drawn_;
    if (frames_due_ > 0) --frames_due_;
    if (!probe_file_.empty()) write_probe();
    if (!target) window_.swap();
    window_.set_title(title());
    if (clock_.now_secs() - settings_kept_secs_ > 15) keep_settings();
}

KeyState App::key_state() const {
    KeyState state = key_state_of_imgui();
    state.dialog = dialogs_.any_open() || file_dialog_.is_open();
    state.overlay = job_card_.shown() || show_messages_ || show_costs_;
    return state;
}

void App::tell_game_of_keys() {
    KeyState state = key_state();
    state.dialog |= !window_.focused();
    const bool modifier = ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeyAlt;
    session_->input =
        key_rule_.game_input(state, modifier, [this](Key key) { return window_.key_down(glfw_key_of(key)); });
}

void App::do_what_keys_say(const KeyState& state) {
    for (const KeyPress& press : window_.take_key_presses()) {
        const Shortcut shortcut = shortcut_of(press);
        const KeyRule::Press told{.place = place_of(press), .shortcut = shortcut, .repeat = press.repeat};
        switch (key_rule_.press(told, state, keys_used_)) {
            case KeyOwner::Popup:
                if (shortcut == Shortcut{.key = Key::Escape}) imgui_.close_top_popup();
                break;
            case KeyOwner::Overlay:
                close_overlay();
                break;
            case KeyOwner::Action: {
                const ActionId id = action_for(shortcut)->id;
                const std::string job_in_the_way = why_not_now(id);
                if (!job_in_the_way.empty()) report(MessageKind::Note, job_in_the_way);
                if (why_not(id).empty()) act(id);
                break;
            }
            default:
                break;
        }
    }
}

void App::close_overlay() {
    if (job_card_.shown()) return cancel_job();
    (show_messages_ ? show_messages_ : show_costs_) = false;
}

void App::run_ticks() {
    if (transport_.playing && !jobs_->world_stands_still())
        clock_.run(transport_.speed, [&] { run_tick(); });
    else
        clock_.hold();
    transport_.behind_secs = clock_.behind_secs();
    costs_.ticks_per_sec = clock_.measured_ticks_per_sec();
}

void App::make_room_in_journal() { journal_.reserve(journal_room(journal_, journal_read_, session_->world)); }

void App::run_tick() {
    make_room_in_journal();
    session_->tick();
    archetypes_.sample(session_->world);
}

panels::Context App::context() {
    const History& history = session_->history;
    return {.world = session_->world,
            .schedule = session_->schedule,
            .selection = selection_,
            .requests = requests_,
            .style = style(),
            .transport = transport_,
            .journal = &journal_,
            .viewport = &viewport_,
            .time_secs = clock_.now_secs(),
            .stay_awake = &in_motion_,
            .waiting = waiting_,
            .pictures = &pictures_,
            .take_snapshot = [this] { return ecs::Snapshots(session_->world).take(); },
            .history = {.state = history.state(),
                        .steps = history.done(),
                        .undo_label = history.can_undo() ? std::string_view(history.steps()[history.done() - 1].label)
                                                         : std::string_view()},
            .archetypes = &archetypes_,
            .lab = &lab_source_,
            .moves = &moves_,
            .keys = &keys_used_,
            .known_systems = &known_systems_};
}

void App::draw_ui() {
    draw_main_menu(*this);
    const panels::Context context = this->context();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float top = ImGui::GetFrameHeight(), status_top = size.y - style().px(24);
    workspace_.draw(context, {0, top, size.x, status_top});
    status_bar_.draw(context, {0, status_top, size.x, size.y}, workspace_, costs_, toasts_, session_->history.unsaved(),
                     show_costs_);
    draw_costs(style(), workspace_, show_costs_);
    ImVec2 lower_right{size.x - style().px(12), status_top - style().px(8)};
    draw_job_card(lower_right);
    toasts_.draw(style(), clock_.now_secs(), lower_right);
    toasts_.draw_log(style(), clock_.now_secs(), show_messages_);
    imgui_.want_glyphs(file_dialog_.is_open() ? file_dialog_.listed_names() : std::string());
    file_dialog_.draw(style());
    dialogs_.draw(style());
}

void App::keep_settings() {
    settings_kept_secs_ = clock_.now_secs();
    if (settings_folder_.empty()) return;
    remember_view();
    workspace_.save(settings_);
    settings_.set_flag("view.grid", show_grid_);
    settings_.set_flag("view.costs", show_costs_);
    settings_.set_flag("window.maximized", window_.maximized());
    if (!window_.maximized() && !window_.minimized()) {
        settings_.set_number("window.width", window_.width());
        settings_.set_number("window.height", window_.height());
    }
    for (const std::string& problem : {settings_.save(), imgui_.keep_layout()})
        if (!problem.empty()) report(MessageKind::Warning, problem);
}

void App::take_shot(const ShotOptions& options) {
    for (const std::string& title : options.panels) {
        std::string known;
        bool found = false;
        for (const auto& panel : workspace_.panels()) {
            found |= panel->title() == title;
            known += (known.empty() ? "" : ", ") + std::string(panel->title());
        }
        if (!found) throw std::runtime_error("no panel is called \"" + title + "\"; there are " + known);
        workspace_.show_panel(title);
    }
    // Here, so that panels about what happened have it.
    for (std::uint64_t tick = 0; tick < options.ticks; ++tick) run_tick();
    Framebuffer picture;
    picture.resize(options.width, options.height);
    if (picture.width() != options.width || picture.height() != options.height)
        throw std::runtime_error("a picture of " + std::to_string(options.width) + " x " +
                                 std::to_string(options.height) + " pixels is larger than OpenGL can draw here");
    // Tables and the view of the scene find their size within a few frames, and costs their mean: they are long ones.
    constexpr int frames_to_settle = 12;
    for (int i = 0; i < frames_to_settle; ++i) frame(&picture);
    picture.bind();
    write_png(options.out, read_pixels(options.width, options.height), options.width, options.height);
    Framebuffer::bind_window(window_.framebuffer_width(), window_.framebuffer_height());
}

void App::write_probe() {
    ProbeFacts facts;
    facts.texts = panels::read_screen_text(*ImGui::GetDrawData());
    facts.tick = session_->world.tick();
    facts.playing = transport_.playing;
    facts.unsaved = session_->history.unsaved();
    for (const ecs::Entity entity : selection_.entities()) facts.selected.push_back(ecs::to_string(entity));
    facts.camera = viewport_.camera;
    facts.view_width = viewport_.width_px;
    facts.view_height = viewport_.height_px;
    facts.file = session_->file.string();
    facts.waiting = waiting_.size();
    if (jobs_->running()) facts.job = saving() ? "save" : opening() ? "open" : "backup";
    facts.frame = frames_drawn_;
    facts.idle = probe_tells_idle_ = idle();
    facts.focused = window_.focused();
    facts.input = window_.input_counts();
    facts.input_queued = imgui_.queued_input();
    facts.mouse_x = ImGui::GetIO().MousePos.x;
    facts.mouse_y = ImGui::GetIO().MousePos.y;
    facts.may_double = imgui_.click_may_double();
    facts.dialog = dialogs_.any_open() ? dialogs_.shown() : file_dialog_.shown();
    facts.toasts = toasts_.texts_up();
    editor::write_probe(probe_file_, facts);
}

}  // namespace editor
