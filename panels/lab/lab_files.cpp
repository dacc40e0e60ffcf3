#include "panels/lab/lab_files.hpp"

#include <algorithm>

#include "panels/base/language.hpp"
#include "panels/lab/lab_export.hpp"
#include "panels/widgets/export_menu.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

constexpr char file_separator = '|';  // of files in the settings; a file with this in its name is not remembered

std::string_view name_of_file(std::string_view file) {
    const std::size_t slash = file.find_last_of("/\\");
    return slash == std::string_view::npos ? file : file.substr(slash + 1);
}

struct Choice {
    const char* what;  // as `chunkscope lab --view` calls it
    const char* label;
    bool one_storage, table;
};
constexpr Choice choices[] = {{"compare", tr_later("All storages, bytes by role"), false, false},
                              {"map", tr_later("The memory of this storage"), true, false},
                              {"lines", tr_later("Cache lines of the last query"), true, false},
                              {"table", tr_later("Values as a table, and where they lie"), true, false},
                              {"cache", tr_later("Simulated caches of the last query"), true, false},
                              {"capacity", tr_later("How many rows fit into a chunk"), false, false},
                              {"spans", tr_later("Every span of memory"), true, true},
                              {"events", tr_later("Every event of every step"), true, true},
                              {"account", tr_later("Bytes by role after each step"), false, true}};

struct Format {
    const char* label;
    const char* extension;
    const char* hint;
};
constexpr Format formats[] = {{"SVG…", ".svg", tr_later("Lines and real text, sharp at any size")},
                              {"PNG…", ".png", tr_later("Pixels, 2560 x 1440")},
                              {"CSV…", ".csv", tr_later("The numbers behind it, for a spreadsheet")}};

}  // namespace

void LabFiles::remember(const std::string& file) {
    if (file.empty() || file.find_first_of("|\t\n") != std::string::npos) return;
    recent_.erase(std::remove(recent_.begin(), recent_.end(), file), recent_.end());
    recent_.insert(recent_.begin(), file);
    if (recent_.size() > max_recent) recent_.resize(max_recent);
}

void LabFiles::follow(const Context& context, LabState& state) {
    if (context.lab->openings == openings_) return;
    openings_ = context.lab->openings;
    if (context.lab->opened.empty()) return;
    remember(context.lab->opened);
    state.open(*context.lab, context.lab->opened);
}

void LabFiles::draw_choices(const Context& context, LabState& state) {
    ImGui::Separator();
    for (const std::string& file : recent_) {
        ImGui::PushID(file.c_str());
        if (selectable(std::string(name_of_file(file)).c_str(), file == state.name())) state.open(*context.lab, file);
        tooltip(file);
        ImGui::PopID();
    }
    if (selectable(tr("Open file…")))
        context.requests.push_back(OpenScenarioRequest{recent_.empty() ? std::string() : recent_.front()});
    tooltip(tr("A scenario of your own, as docs/lab-scenario.md describes them"));
}

std::string LabFiles::save_settings() const {
    std::string line;
    for (const std::string& file : recent_) line += (line.empty() ? "" : std::string(1, file_separator)) + file;
    return line;
}

void LabFiles::load_settings(std::string_view line) {
    recent_.clear();
    while (!line.empty() && recent_.size() < max_recent) {
        const std::size_t end = std::min(line.find(file_separator), line.size());
        if (end > 0) recent_.emplace_back(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
}

void lab_export_menu(const Context& context, const LabState& state) {
    const LabRuns* runs = state.runs();
    const bool pressed = button(tr("Export…"), runs == nullptr ? tr("Nothing has run yet") : "",
                                tr("Figures for slides and tables: SVG, PNG or CSV"));
    if (!pressed || runs == nullptr) return;
    std::vector<MenuItem> items;
    for (const Choice& choice : choices) {
        MenuItem item{.label = tr(choice.label)};
        if (choice.one_storage) item.label += " (" + std::string(tr(title_of(state.kind))) + ")";
        if (std::string_view(choice.what) == "events" && !runs->keeps_events)
            item.why_not = tr("The scenario is so large that no events are kept");
        for (const Format& format : formats) {
            if (choice.table && std::string_view(format.extension) != ".csv") continue;
            const auto wanted = std::make_shared<const LabExport>(
                LabExport{runs->scenario, choice.what, state.kind, runs->mode, runs->options, runs->steps,
                          format.extension, figure_theme(context.style)});
            item.items.push_back({.label = format.label, .hint = tr(format.hint), .run = [wanted](const Context& now) {
                                      now.requests.push_back(LabExportRequest{wanted});
                                  }});
        }
        items.push_back(std::move(item));
    }
    request_menu(context, PanelAt{}, std::move(items), below_last_item());
}

}  // namespace panels
