// What App draws into files instead of a window: one picture, or contact sheets of everything.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

#include "editor/app/shell/app.hpp"
#include "editor/app/window/contact_sheet.hpp"
#include "editor/app/window/framebuffer.hpp"
#include "editor/app/window/screenshot.hpp"
#include "files/base/file_error.hpp"

namespace editor {

namespace {

// Tables and the picture of the scene find their size within a few frames, and costs their mean: they are long ones.
constexpr int frames_to_settle = 12;

}  // namespace

void App::choose_for_picture(const ShotOptions& options) {
    if (!options.workspace.empty() && !desk_.workbench.choose_workspace(options.workspace)) {
        std::string known;
        for (const panels::Workspace& each : desk_.workbench.workspaces().all())
            known += (known.empty() ? "" : ", ") + each.title;
        throw std::runtime_error("no workspace is called \"" + options.workspace + "\"; there are " + known);
    }
    for (const std::string& name : options.panels) {
        const std::size_t colon = std::min(name.find(':'), name.size());
        const panels::Panel& panel = panel_named(name.substr(0, colon));
        const std::string part = name.substr(std::min(colon + 1, name.size()));
        if (!part.empty()) {
            std::string known;
            const std::vector<panels::Panel::NamedPart> parts = panel.named_parts();
            for (const panels::Panel::NamedPart& each : parts) known += (known.empty() ? "" : ", ") + each.part;
            if (std::none_of(parts.begin(), parts.end(), [&](const auto& each) { return each.part == part; }))
                throw std::runtime_error("the panel " + std::string(panel.english_title()) + " has no part \"" + part +
                                         "\"" + (known.empty() ? "" : "; there are " + known));
        }
        desk_.workbench.focus_panel(panel.id(), part);
        if (options.alone) alone_ = panel.id();
    }
}

const panels::Panel& App::panel_named(const std::string& name) const {
    std::string known;
    for (const auto& panel : desk_.workbench.panels()) {
        if (panel->english_title() == name || panel->id() == name) return *panel;
        known += (known.empty() ? "" : ", ") + std::string(panel->english_title());
    }
    throw std::runtime_error("no panel is called \"" + name + "\"; there are " + known);
}

/// Ticks, as far as a breakpoint lets them run, and single systems behind them. The last of it comes when the panels
/// have seen the others, by `show`: then they show what it changed.
void App::run_for_picture(const ShotOptions& options, const std::function<void()>& show) {
    panels::Debugger& debugger = desk_.watch.debugger();
    if (!options.break_at.empty()) {
        const ecs::Breakpoint* const added = debugger.breakpoints().find(debugger.breakpoints().add(options.break_at));
        if (added != nullptr && added->error)
            throw std::runtime_error("--break " + options.break_at + ": " + added->error->message);
    }
    for (std::uint64_t tick = 1; tick < options.ticks && debugger.stopped() == nullptr; ++tick) run_tick(false);
    if (options.ticks == 0 && options.step_systems == 0) return;
    show();
    if (options.ticks > 0 && debugger.stopped() == nullptr) run_tick(false);
    for (std::uint64_t step = 0; step < options.step_systems; ++step)
        desk_.step_system(document_.session().keys.none());
}

void App::take_shot(const ShotOptions& options) {
    choose_for_picture(options);
    Framebuffer picture;
    picture.resize(options.width, options.height);
    if (picture.width() != options.width || picture.height() != options.height)
        throw std::runtime_error("a picture of " + std::to_string(options.width) + " x " +
                                 std::to_string(options.height) + " pixels is larger than OpenGL can draw here");
    // Here, so that panels about what happened have it.
    run_for_picture(options, [&] { picture_of_window(picture, frames_to_settle); });
    write_png(options.out, picture_of_window(picture, frames_to_settle), options.width, options.height);
    Framebuffer::bind_window(window_.framebuffer_width(), window_.framebuffer_height());
}

std::vector<std::uint8_t> App::picture_of_window(Framebuffer& picture, int frames) {
    fixed_size_ = {picture.width(), picture.height()};
    for (int i = 0; i < frames; ++i) frame(&picture);
    picture.bind();
    return read_pixels(picture.width(), picture.height());
}

void App::draw_sheets(const ShotOptions& options) {
    std::error_code problem;
    std::filesystem::create_directories(options.out, problem);
    if (problem) throw files::FileError(options.out.string(), 0, 0, "the folder cannot be made: " + problem.message());
    choose_for_picture(options);
    Framebuffer picture;
    picture.resize(options.width, options.height);
    run_for_picture(options, [&] { picture_of_window(picture, frames_to_settle); });

    constexpr panels::ThemeName themes[] = {panels::ThemeName::Dark, panels::ThemeName::Light,
                                            panels::ThemeName::Contrast};
    constexpr float scales[] = {1, 2, 3};
    constexpr FrameSize sizes[] = {{1280, 800}, {1920, 1080}, {2560, 1440}};
    constexpr int frames_to_find_sizes = 4;
    const auto draw_sheet = [&](const std::string& name) {
        ContactSheet sheet(std::size(scales) * std::size(sizes));
        for (const panels::ThemeName theme : themes)
            for (const float scale : scales)
                for (const FrameSize& size : sizes) {
                    picture.resize(size.width, size.height);
                    fixed_size_ = size;
                    set_look(theme, scale);
                    sheet.add(picture_of_window(picture, frames_to_find_sizes), size.width, size.height);
                }
        const ContactSheet::Picture whole = sheet.sheet();
        write_png(options.out / (name + ".png"), whole.pixels, whole.width, whole.height);
    };
    const bool all = options.workspace.empty() && options.panels.empty();
    for (const panels::Workspace& workspace : std::vector(desk_.workbench.workspaces().all())) {
        if (!all && workspace.title != options.workspace && workspace.id != options.workspace) continue;
        desk_.workbench.choose_workspace(workspace.id);
        draw_sheet("workspace-" + workspace.id);
    }
    const auto draw_panel_sheet = [&](const panels::Panel& panel) {
        desk_.workbench.show_panel(panel.id());
        desk_.workbench.maximize(panel.id());
        draw_sheet("panel-" + std::string(panel.id()));
    };
    for (const std::string& name : options.panels) draw_panel_sheet(panel_named(name));
    if (all)
        for (const auto& panel : desk_.workbench.panels()) draw_panel_sheet(*panel);
    Framebuffer::bind_window(window_.framebuffer_width(), window_.framebuffer_height());
}

}  // namespace editor
