#include "editor/app/chrome/file_dialog.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "editor/base/language.hpp"
#include "editor/document/document.hpp"
#include "panels/base/main_area.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

namespace fs = std::filesystem;
using ImguiKey = panels::compat::Key;

namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c); });
    return text;
}

}  // namespace

FileDialog::Chosen FileDialog::choose(Purpose purpose, fs::path start, std::string title, std::string verb) {
    return Chosen([=, this](auto chosen) {
        other_title_ = title;
        other_verb_ = verb;
        chosen_ = std::move(chosen);
        open(purpose, start);
    });
}

FileDialog::Chosen FileDialog::choose_again(std::string problem) {
    return Chosen([=, this](auto chosen) {
        waiting_ = false;
        problem_ = problem;
        chosen_ = std::move(chosen);
    });
}

void FileDialog::close() {
    waiting_ = false;
    closing_ = true;
}

void FileDialog::open(Purpose purpose, const fs::path& start) {
    purpose_ = purpose;
    extension_ = purpose == Purpose::Export ? lower(start.extension().string()) : ".json";
    added_ = purpose == Purpose::Export ? extension_ : std::string(world_extension);
    if (lower(start.filename().string()).ends_with(bundle_extension)) added_ = bundle_extension;
    open_ = just_opened_ = focus_name_ = true;
    closing_ = waiting_ = false;
    replace_.clear();
    std::error_code ignored;
    const bool is_folder = fs::is_directory(start, ignored);
    name_ = suggested_name_ = is_folder ? std::string() : start.filename().string();
    fs::path folder = is_folder ? start : start.parent_path();
    if (folder.empty() || !fs::is_directory(folder, ignored)) folder = fs::current_path(ignored);
    go_to(folder);
}

void FileDialog::go_to(const fs::path& folder) {
    std::error_code failed;
    fs::path absolute = fs::weakly_canonical(folder, failed);
    if (failed) absolute = folder;
    std::vector<Entry> entries;
    fs::directory_iterator each(absolute, fs::directory_options::skip_permission_denied, failed);
    if (failed) {
        problem_ = phrase("Cannot read the folder {}: {}", absolute.string(), failed.message());
        return;
    }
    for (const fs::directory_iterator end; each != end; each.increment(failed)) {
        std::error_code ignored;
        Entry entry{each->path().filename().string(), each->is_directory(ignored), 0};
        if (entry.name.empty() || entry.name.front() == '.') continue;
        if (!entry.folder) entry.bytes = each->file_size(ignored);
        if (ignored) entry.bytes = 0;
        if (!entry.folder && !all_files_ && lower(each->path().extension().string()) != extension_) continue;
        entries.push_back(std::move(entry));
        if (failed) break;
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        if (a.folder != b.folder) return a.folder;
        return lower(a.name) < lower(b.name);
    });
    problem_.clear();
    folder_ = absolute;
    entries_ = std::move(entries);
    listed_names_ = folder_.string();
    for (const Entry& entry : entries_) listed_names_ += entry.name;
}

std::string_view FileDialog::title() const {
    constexpr std::string_view titles[] = {tr_later("Open world"),    tr_later("Open scenario"), {},
                                           tr_later("Save world as"), tr_later("Save state as"), tr_later("Export")};
    return purpose_ == Purpose::OpenOther ? std::string_view(other_title_) : tr(titles[static_cast<int>(purpose_)]);
}

void FileDialog::draw(const panels::Style& style) {
    if (!open_) return;
    const std::string id = std::string(title()) + "###file dialog";
    if (just_opened_) ImGui::OpenPopup(id.c_str());
    just_opened_ = false;
    const panels::Area whole = panels::main_area();
    const ImVec2 screen{whole.width(), whole.height()};
    ImGui::SetNextWindowPos(whole.middle(), ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(
        {std::min(style.px(680), screen.x - style.px(32)), std::min(style.px(500), screen.y - style.px(32))});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {style.px(12), style.px(12)});
    const bool shown = ImGui::BeginPopupModal(
        id.c_str(), nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
    ImGui::PopStyleVar();
    if (!shown) {
        open_ = closing_ = false;
        return;
    }
    draw_path(style);
    draw_entries(style);
    draw_bottom(style);
    if (panels::compat::key_pressed(ImguiKey::Escape, false)) closing_ = true;
    if (closing_) {
        open_ = false;
        chosen_ = {};
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

void FileDialog::draw_path(const panels::Style& style) {
    const bool top = folder_ == folder_.root_path();
    if (panels::button(tr("Up"), top ? tr("This is the top folder") : "", tr("Show the folder above")))
        go_to(folder_.parent_path());
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    panels::clipped_text(folder_.string(), ImGui::GetContentRegionAvail().x);
    (void)style;
}

void FileDialog::draw_entries(const panels::Style& style) {
    // What is wrong with a file may take several lines.
    const float problem = ImGui::CalcTextSize(problem_.c_str(), nullptr, false, ImGui::GetContentRegionAvail().x).y;
    const float below = style.px(24 * 3 + 4 * 4) + std::max(problem - ImGui::GetTextLineHeight(), 0.0f);
    fs::path enter, choose;
    const ImVec2 size{0, std::max(ImGui::GetContentRegionAvail().y - below, style.px(72))};
    ImGui::PushStyleColor(ImGuiCol_TableRowBg, style.theme->panel);
    if (ImGui::BeginTable("files", 2, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg, size)) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("size", ImGuiTableColumnFlags_WidthFixed, style.px(96));
        if (entries_.empty()) {
            panels::begin_row(style);
            const std::string kind = purpose_ == Purpose::Export         ? phrase("{} files", extension_)
                                     : purpose_ == Purpose::OpenScenario ? tr("scenario files (.json)")
                                                                         : tr("world files (.json)");
            panels::quiet_text(style, all_files_ ? tr("This folder is empty") : phrase("No {} in this folder", kind));
        }
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(entries_.size()), style.px(24));
        while (clipper.Step()) {
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                const Entry& entry = entries_[static_cast<std::size_t>(i)];
                ImGui::PushID(i);
                panels::begin_row(style);
                const std::string label = entry.folder ? entry.name + "/" : entry.name;
                if (panels::selectable("##entry", !entry.folder && entry.name == name_,
                                       ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick |
                                           ImGuiSelectableFlags_DontClosePopups,
                                       {0, style.px(20)})) {
                    // Enter is as good as a double click.
                    const bool twice = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) ||
                                       panels::compat::key_pressed(ImguiKey::Enter, false);
                    if (entry.folder && twice) enter = folder_ / entry.name;
                    if (!entry.folder) name_ = entry.name;
                    if (!entry.folder && twice) choose = folder_ / entry.name;
                    replace_.clear();
                }
                ImGui::SameLine();
                panels::clipped_line(style.theme->text, label);
                ImGui::TableNextColumn();
                if (!entry.folder) panels::bytes_text(style, entry.bytes);
                ImGui::PopID();
            }
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleColor();
    if (!enter.empty()) go_to(enter);
    if (!choose.empty()) confirm();
}

void FileDialog::draw_bottom(const panels::Style& style) {
    if (focus_name_) ImGui::SetKeyboardFocusHere();
    focus_name_ = false;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    const std::string before = name_;
    const bool entered = panels::input_text("##name", name_, tr("File name, or a path"),
                                            ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    if (name_ != before) {
        problem_.clear();
        replace_.clear();
    }

    const bool replacing = !replace_.empty();
    if (!problem_.empty())
        panels::wrapped_text(style.theme->error, problem_);
    else if (replacing)
        panels::clipped_line(style.theme->warn, phrase("{} exists already", replace_.filename().string()));
    else if (panels::checkbox(style, tr("Show all files"), all_files_))
        go_to(folder_);

    const char* verb = purpose_ == Purpose::OpenOther ? other_verb_.c_str()
                       : opens()                      ? tr("Open")
                       : replacing                    ? tr("Replace")
                       : purpose_ == Purpose::Export  ? tr("Export")
                                                      : tr("Save");
    if (panels::button(
            verb, name_.find_first_not_of(' ') == std::string::npos ? tr("Choose a file, or type its name") : "") ||
        entered)
        confirm();
    ImGui::SameLine();
    if (ImGui::Button(tr("Cancel"))) closing_ = true;
}

fs::path FileDialog::typed_path() const {
    fs::path typed(name_);
    const char* home = std::getenv("HOME");
    if (home && !name_.empty() && name_.front() == '~') typed = std::string(home) + name_.substr(1);
    return typed.is_absolute() ? typed : folder_ / typed;
}

void FileDialog::confirm() {
    if (name_.find_first_not_of(' ') == std::string::npos || waiting_) return;
    fs::path file = typed_path();
    std::error_code ignored;
    focus_name_ = true;
    if (fs::is_directory(file, ignored)) {
        name_ = suggested_name_;
        return go_to(file);
    }
    if (!opens()) {
        if (file.extension().empty()) file += added_;
        if (fs::exists(file, ignored) && replace_ != file) {
            problem_.clear();
            replace_ = file;
            return;
        }
    }
    problem_.clear();
    waiting_ = true;
    std::exchange(chosen_, {})(file);
}

}  // namespace editor
