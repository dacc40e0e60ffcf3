#include "editor/app/shell/picture_taker.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include "editor/app/shell/app.hpp"
#include "editor/app/window/contact_sheet.hpp"
#include "editor/app/window/screenshot.hpp"
#include "files/base/file_error.hpp"

namespace editor {

namespace {

// Tables and the picture of the scene find their size within a few frames, and costs their mean: they are long ones.
constexpr int frames_to_settle = 12;

const panels::Panel& panel_named(const panels::Workbench& workbench, const std::string& name) {
    std::string known;
    for (const auto& panel : workbench.panels()) {
        if (panel->english_title() == name || panel->id() == name) return *panel;
        known += (known.empty() ? "" : ", ") + std::string(panel->english_title());
    }
    throw std::runtime_error("no panel is called \"" + name + "\"; there are " + known);
}

/// Brings to view what the options name. Returns the id of the last panel.
std::string choose(panels::Workbench& workbench, const ShotOptions& options) {
    std::string last;
    if (!options.workspace.empty() && !workbench.choose_workspace(options.workspace)) {
        std::string known;
        for (const panels::Workspace& each : workbench.workspaces().all())
            known += (known.empty() ? "" : ", ") + each.title;
        throw std::runtime_error("no workspace is called \"" + options.workspace + "\"; there are " + known);
    }
    for (const std::string& name : options.panels) {
        const std::size_t colon = std::min(name.find(':'), name.size());
        const panels::Panel& panel = panel_named(workbench, name.substr(0, colon));
        const std::string part = name.substr(std::min(colon + 1, name.size()));
        if (!part.empty()) {
            std::string known;
            const std::vector<panels::Panel::NamedPart> parts = panel.named_parts();
            for (const panels::Panel::NamedPart& each : parts) known += (known.empty() ? "" : ", ") + each.part;
            if (std::none_of(parts.begin(), parts.end(), [&](const auto& each) { return each.part == part; }))
                throw std::runtime_error("the panel " + std::string(panel.english_title()) + " has no part \"" + part +
                                         "\"" + (known.empty() ? "" : "; there are " + known));
        }
        workbench.focus_panel(panel.id(), part);
        last = panel.id();
    }
    return last;
}

}  // namespace

PictureTaker::PictureTaker(App& app, const ShotOptions& options) : app_(app), options_(options) {
    const std::string panel = choose(app_.desk_.workbench, options);
    if (options.alone) app_.alone_ = panel;
    picture_.resize(options.width, options.height);
    if (picture_.width() != options.width || picture_.height() != options.height)
        throw std::runtime_error("a picture of " + std::to_string(options.width) + " x " +
                                 std::to_string(options.height) + " pixels is larger than OpenGL can draw here");
}

void PictureTaker::run() {
    panels::Debugger& debugger = app_.desk_.watch.debugger();
    if (!options_.break_at.empty()) {
        const ecs::Breakpoint* const added = debugger.breakpoints().find(debugger.breakpoints().add(options_.break_at));
        if (added != nullptr && added->error)
            throw std::runtime_error("--break " + options_.break_at + ": " + added->error->message);
    }
    for (std::uint64_t tick = 1; tick < options_.ticks && debugger.stopped() == nullptr; ++tick) app_.run_tick(false);
    if (options_.ticks == 0 && options_.step_systems == 0) return;
    // The last of it comes when the panels have seen the others: then they show what it changed.
    draw(frames_to_settle);
    if (options_.ticks > 0 && debugger.stopped() == nullptr) app_.run_tick(false);
    for (std::uint64_t step = 0; step < options_.step_systems; ++step)
        app_.desk_.step_system(app_.document_.session().keys.none());
}

void PictureTaker::take_shot() {
    run();
    write_png(options_.out, draw(frames_to_settle), picture_.width(), picture_.height());
}

std::vector<std::uint8_t> PictureTaker::draw(int frames) {
    for (int i = 0; i < frames; ++i) app_.frame(&picture_);
    picture_.bind();
    return read_pixels(picture_.width(), picture_.height());
}

void PictureTaker::draw_sheets() {
    std::error_code problem;
    std::filesystem::create_directories(options_.out, problem);
    if (problem) throw files::FileError(options_.out.string(), 0, 0, "the folder cannot be made: " + problem.message());
    run();

    constexpr panels::ThemeName themes[] = {panels::ThemeName::Dark, panels::ThemeName::Light,
                                            panels::ThemeName::Contrast};
    constexpr float scales[] = {1, 2, 3};
    constexpr std::pair<int, int> sizes[] = {{1280, 800}, {1920, 1080}, {2560, 1440}};
    constexpr int frames_to_find_sizes = 4;
    const auto draw_sheet = [&](const std::string& name) {
        ContactSheet sheet(std::size(scales) * std::size(sizes));
        for (const panels::ThemeName theme : themes)
            for (const float scale : scales)
                for (const auto& [width, height] : sizes) {
                    picture_.resize(width, height);
                    app_.set_look(theme, scale);
                    sheet.add(draw(frames_to_find_sizes), width, height);
                }
        const ContactSheet::Picture whole = sheet.sheet();
        write_png(options_.out / (name + ".png"), whole.pixels, whole.width, whole.height);
    };
    panels::Workbench& workbench = app_.desk_.workbench;
    const bool all = options_.workspace.empty() && options_.panels.empty();
    for (const panels::Workspace& workspace : std::vector(workbench.workspaces().all())) {
        if (!all && workspace.title != options_.workspace && workspace.id != options_.workspace) continue;
        workbench.choose_workspace(workspace.id);
        draw_sheet("workspace-" + workspace.id);
    }
    const auto draw_panel_sheet = [&](const panels::Panel& panel) {
        workbench.show_panel(panel.id());
        workbench.maximize(panel.id());
        draw_sheet("panel-" + std::string(panel.id()));
    };
    for (const std::string& name : options_.panels) draw_panel_sheet(panel_named(workbench, name));
    if (all)
        for (const auto& panel : workbench.panels()) draw_panel_sheet(*panel);
}

}  // namespace editor
