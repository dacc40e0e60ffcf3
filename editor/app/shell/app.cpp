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

#include "editor/app/scene/drawn_from_window.hpp"
#include "editor/app/window/screenshot.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/base/language.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/jobs/crash_report.hpp"
#include "files/base/file_error.hpp"
#include "panels/base/main_area.hpp"

namespace editor {

namespace {

App* running = nullptr;  // between the start and the end of run()
std::thread::id running_thread;

volatile std::sig_atomic_t signal_number = 0;
void note_signal(int number) { signal_number = number; }

/// Empty when there is none to be kept.
std::filesystem::path arrangement_file_in(const std::filesystem::path& folder) {
    return folder.empty() ? folder : folder / "docks.ini";
}

WindowOptions window_options(const Settings& settings) {
    WindowOptions options;
    const auto width = std::get<double>(value_of(settings, "window.width"));
    const auto height = std::get<double>(value_of(settings, "window.height"));
    const bool known = width > 0 && height > 0;
    options.width = known ? static_cast<int>(std::clamp(width, 640.0, 16384.0)) : 0;
    options.height = known ? static_cast<int>(std::clamp(height, 400.0, 16384.0)) : 0;
    options.maximized = std::get<bool>(value_of(settings, "window.maximized"));
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

App::App(std::unique_ptr<Session> session, std::unique_ptr<WorldJobs> jobs, const WindowOptions& window,
         const std::filesystem::path& folder)
    : kept_(folder, window.visible ? state_folder() : std::filesystem::path()),
      window_(window.visible ? window_options(kept_.settings) : window),
      imgui_(window_, arrangement_file_in(folder)),
      recent_pictures_(folder.empty() ? folder : folder / "pictures"),
      document_(*this, kept_.settings, std::move(session), std::move(jobs)),
      scene_([this]() -> Session& { return document_.session(); }, kept_.settings,
             window.visible ? state_folder() : std::filesystem::path()) {
    desk_.viewport = &scene_.link();
    add_actions(desk_.key_map);
    desk_.key_map.add_panels(desk_.workbench.panels());
    // Each language stands in the menu under its own name.
    for (const ecs::Catalog* const each : languages_.all()) imgui_.want_glyphs(each->name());
    warn(languages_.problems());
    std::string missing;
    for (const std::string& file : imgui_.fonts().missing()) missing += (missing.empty() ? "" : ", ") + file;
    if (!missing.empty())
        tell(MessageKind::Warning,
             phrase("Fonts were not found beside the program, so texts look plainer: {}", missing));
}

App::App(std::unique_ptr<Session> session, const OpenOptions& options, std::unique_ptr<WorldJobs> opening)
    : App(std::move(session), opening ? std::move(opening) : std::make_unique<WorldJobs>(), WindowOptions{},
          settings_folder()) {
    warn(kept_.bring(desk_, imgui_, options.look));
    probe_ = Probe::from_environment();
    const bool opens = document_.state() == Document::State::Opening;
    const bool from_bundle = document_.session().from_bundle != nullptr;
    session_came(options.plays() && !opens && !from_bundle);
    document_.keep_safe(kept_.folder());
    if (from_bundle) document_.tell_of_bundle();
    if (options.library) document_.watch_game(options.library);
    if (opens) {
        document_.expect_opening(options.source.migrate, options.plays(), options.source.file.empty());
        imgui_.want_glyphs(document_.jobs().file().filename().string());
    }
    report_crashes_to(kept_.folder());
    if (const auto report = take_crash_report(kept_.folder()))
        tell(MessageKind::Warning,
             phrase("Chunkscope crashed last time. What happened stands in {}; with it the fault can be reported",
                    report->string()));
    document_.offer_recovery();
    // Only who never was here before gets the tour by itself.
    std::error_code unknown;
    const bool was_here = kept_.folder().empty() || std::filesystem::exists(kept_.settings.file(), unknown);
    if (!kept_.settings.flag("tour.seen", was_here) && !options.source_given && !options.paused && !opens &&
        document_.session().world.entity_count() > 0)
        start_tour();
}

App::App(std::unique_ptr<Session> session, const ShotOptions& options)
    : App(std::move(session), std::make_unique<WorldJobs>(),
          WindowOptions{.width = 640, .height = 480, .visible = false}, std::filesystem::path()) {
    LookOptions look = options.look;
    if (!look.language) look.language = "en";
    (void)SettingsKeeper().bring(desk_, kept_.settings, look);
    session_came({});
}

App::~App() { ecs::speak(nullptr); }

WindowNow App::window_now() const {
    const bool sized = !window_.maximized() && !window_.minimized();
    if (!sized) return {.maximized = window_.maximized()};
    return {double(window_.width()), double(window_.height())};
}

int App::run() {
    running = this;
    running_thread = std::this_thread::get_id();
    // Xlib ends the program where it stands when the display goes away, by exit(); so may any other library.
    [[maybe_unused]] static const int registered = std::atexit([] {
        App* const app = std::exchange(running, nullptr);
        if (app && running_thread == std::this_thread::get_id()) app->keep_unsaved();
    });
    try {
        run_frames();
    } catch (...) {
        running = nullptr;
        keep_unsaved();
        throw;
    }
    running = nullptr;
    desk_.jobs.cancel_all();
    // Who quit by hand was asked.
    const bool kept = !signal_came() || keep_unsaved();
    document_.settle();
    keep_settings();
    return kept ? 0 : 1;
}

bool App::keep_unsaved() {
    const std::string problem = document_.keep_unsaved();
    if (!problem.empty()) std::cerr << "chunkscope: " << terminal_text(problem) << std::endl;
    return problem.empty();
}

void App::run_frames() {
    while (!quit_) {
        if (signal_came()) break;
        const double start = desk_.clock.now_secs();
        if (idle()) {
            const double served_secs = serving_.watched() ? 0.05 : 0.5;
            const AttachedWorld* const attached = document_.session().attached.get();
            window_.wait(attached != nullptr ? std::min(attached->interval_secs(), served_secs) : served_secs);
        } else {
            window_.poll();
        }
        if (window_.take_input() || imgui_.has_input()) wakefulness_.wake(desk_.clock.now_secs());
        open_dropped_files();
        if (window_.close_requested()) {
            window_.forget_close_request();
            quit();
        }
        if (document_.update(desk_.clock.now_secs(), window_.focused())) wakefulness_.wake(desk_.clock.now_secs());
        if (follow_jobs()) wakefulness_.wake(desk_.clock.now_secs());
        update_attached();
        if (!document_.world_stands_still() && serving_.serve(document_.session()))
            wakefulness_.wake(desk_.clock.now_secs());
        if (idle()) {
            desk_.clock.begin_frame();
            if (probe_.on() && !probe_.told_idle()) write_probe();
            continue;
        }
        frame(nullptr);
        // Where the swap waits for the display there is nothing left to wait for.
        const double left = 1 / window_.refresh_rate() - (desk_.clock.now_secs() - start);
        if (left > 0.001) std::this_thread::sleep_for(std::chrono::duration<double>(left));
    }
}

bool App::idle() const {
    if (desk_.transport.playing || !document_.idle() || desk_.jobs.running() || desk_.runner.busy() ||
        chrome_.toasts.any_up() || chrome_.attach_dialog.searching() || wakefulness_.awake(desk_.clock.now_secs()))
        return false;
    return !ImGui::GetIO().WantTextInput;  // whose caret blinks
}

void App::frame(const Framebuffer* target) {
    const double start = desk_.clock.now_secs();
    desk_.clock.begin_frame();
    // A tick that is run system by system has one state of the keys, as one that runs at once.
    if (Session& session = document_.session(); !session.schedule.within_tick())
        session.keys = keys_.for_game(keys_.state(chrome_.dialog_open(desk_), chrome_.overlay_open()));
    desk_.watch.follow(desk_.selection);
    run_ticks();
    scene_.begin_frame(imgui_.style());

    ImguiLayer::FrameOptions options;
    if (target) options = {static_cast<float>(target->width()), static_cast<float>(target->height()), 0.25f};
    const KeyState state = keys_.state(chrome_.dialog_open(desk_), chrome_.overlay_open());
    options.navigate = keys_.take(state);
    imgui_.begin_frame(options);
    keys_.tell_panels();
    desk_.selection.clear_hovered();
    imgui_.set_pointed_component(&desk_.selection.hovered_component);
    desk_.in_motion = false;
    lent_.begin_frame();
    draw_ui();
    wakefulness_.in_motion = desk_.in_motion;
    keys_.give(state, [this](KeyOwner owner, const Shortcut& shortcut) { do_what_key_says(owner, shortcut); });
    desk_.carry_out(document_.world_stands_still());
    keep_recent_picture();
    const std::string shader_problem =
        scene_.draw(imgui_.style(), desk_.selection, std::get<bool>(value_of(kept_.settings, "view.grid")));
    if (!shader_problem.empty()) tell(MessageKind::Error, shader_problem);
    const panels::SceneLink& scene = scene_.link();
    thumbnails_.keep(document_.session().timeline, document_.session().world.tick(),
                     static_cast<unsigned>(scene.texture), static_cast<int>(scene.width_px),
                     static_cast<int>(scene.height_px));

    const bool draws = target || probe_.draws();
    if (target)
        target->bind();
    else
        Framebuffer::bind_window(window_.framebuffer_width(), window_.framebuffer_height());
    if (draws) {
        const ImVec4 background = ImGui::ColorConvertU32ToFloat4(imgui_.style().theme->bg);
        glClearColor(background.x, background.y, background.z, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    imgui_.end_frame(draws);
    lent_.end_frame();
    FrameCosts& costs = chrome_.costs;
    const double took = desk_.clock.now_secs() - start;
    costs.frame_secs += (took - costs.frame_secs) * (costs.frame_secs == 0 || target ? 1 : 0.05);
    probe_.count_frame();
    wakefulness_.frame_drawn();
    if (probe_.on()) write_probe();
    if (draws && !target) window_.swap();
    window_.set_title(document_.title() + " — Chunkscope");
    if (kept_.due(desk_.clock.now_secs())) keep_settings();
}

void App::do_what_key_says(KeyOwner owner, const Shortcut& shortcut) {
    if (owner == KeyOwner::Popup && shortcut == Shortcut{.key = Key::Escape}) return imgui_.close_top_popup();
    if (owner == KeyOwner::Overlay) return chrome_.close_overlay(document_, desk_.jobs);
    if (owner != KeyOwner::Action) return;
    const Command& action = *action_for(desk_.key_map, shortcut);
    const std::string reason = editor::why_not(action, desk_);
    note_for_report("key for " + std::string(action.name) + ", tick " +
                    std::to_string(document_.session().world.tick()));
    reason.empty() ? action.act(desk_) : tell(MessageKind::Note, reason);
}

void App::draw_ui() {
    if (!alone_.empty()) {
        desk_.workbench.maximize(alone_);
        return desk_.workbench.draw(desk_.context(), panels::main_area());
    }
    draw_menu_bar(desk_);
    const panels::Context context = desk_.context();  // the menu may have replaced the session
    const panels::Area screen = panels::main_area();
    const float status_top = screen.high.y - imgui_.style().px(24);
    const bool records = context.timeline != nullptr && context.timeline->recording();
    const float timeline_top = status_top - (records ? panels::TimelineStrip::height(imgui_.style()) : 0);
    const float menu_bottom = screen.low.y + menu_bar_height(imgui_.style());
    const AttachedWorld* const attached = document_.session().attached.get();
    const bool lost = attached != nullptr && !attached->lost().empty();
    const panels::Area middle{{screen.low.x, menu_bottom + (lost ? imgui_.style().px(28) : 0)},
                              {screen.high.x, timeline_top}};
    if (lost)
        draw_lost_banner(imgui_.style(), {{screen.low.x, menu_bottom}, {screen.high.x, middle.low.y}},
                         attached->arrived(), attached->lost());
    desk_.workbench.draw(context, middle);
    desk_.timeline_strip.draw(context, {{screen.low.x, timeline_top}, {screen.high.x, status_top}}, &thumbnails_);
    desk_.context_menu.draw(context);
    imgui_.want_glyphs(chrome_.file_dialog.is_open() ? chrome_.file_dialog.texts() : std::string());
    warn({imgui_.take_font_problem()});
    chrome_.draw(context, desk_, document_, status_top, timeline_top);
    draw_drawn_from(context, scene_, chrome_.show_drawn_from);
    chrome_.tour.draw(context, middle);
}

void App::keep_settings() {
    if (!kept_.folder().empty()) warn({scene_.remember()});
    warn(kept_.keep(desk_, imgui_, document_.session(), desk_.clock.now_secs()));
}

void App::warn(const std::vector<std::string>& problems) {
    for (const std::string& problem : problems)
        if (!problem.empty()) tell(MessageKind::Warning, problem);
}

void App::write_probe() {
    const Session& session = document_.session();
    ProbeFacts facts;
    facts.texts = screen_reader_.read(*ImGui::GetDrawData());
    facts.tick = session.world.tick();
    facts.playing = desk_.transport.playing;
    facts.unsaved = session.unsaved();
    for (const ecs::Entity entity : desk_.selection.entities()) facts.selected.push_back(ecs::to_string(entity));
    facts.camera = scene_.link().camera;
    facts.picture_left = scene_.link().left_px;
    facts.picture_top = scene_.link().top_px;
    facts.picture_width = scene_.link().width_px;
    facts.picture_height = scene_.link().height_px;
    facts.file = session.file.string();
    facts.waiting = desk_.runner.waiting().size();
    constexpr const char* jobs[] = {"", "save", "backup", "open"};
    facts.job = jobs[static_cast<int>(document_.state())];
    if (desk_.jobs.running()) facts.panel_job = desk_.jobs.job().title;
    facts.frame = probe_.frames();
    facts.idle = idle();
    facts.focused = window_.focused();
    facts.attention_asked = window_.attention_asked();
    facts.input = window_.input_counts();
    facts.input_queued = imgui_.queued_input() + window_.keys_waiting();
    facts.mouse_x = ImGui::GetIO().MousePos.x;
    facts.mouse_y = ImGui::GetIO().MousePos.y;
    facts.may_double = imgui_.click_may_double();
    facts.dialog = chrome_.shown_dialog(desk_);
    facts.toasts = chrome_.toasts.texts_up();
    probe_.write(facts);
}

}  // namespace editor
