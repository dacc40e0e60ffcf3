// Scenarios of one's own in the Storage Lab: the files that were opened, the newest first, offered beside those that
// come with the program. Asking for a file is a request; the program reads it, shows what is wrong with it, and tells
// of it by LabSource::opened.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

class LabFiles {
public:
    static constexpr std::size_t max_recent = 6;

    /// Shows a file that the person has opened since the last frame. Before anything is drawn of `state`.
    void follow(const Context& context, LabState& state);
    /// The lower part of the list of scenarios: recent files, and "Open file…".
    void draw_choices(const Context& context, LabState& state);

    const std::vector<std::string>& recent() const { return recent_; }
    /// Puts a file first.
    void remember(const std::string& file);

    /// One line without tabs for the settings.
    std::string save_settings() const;
    void load_settings(std::string_view line);

private:
    std::vector<std::string> recent_;
    std::uint64_t openings_ = 0;  // of the source, as of the last frame
};

/// The Export menu of the Storage Lab: its views as figures, its tables as CSV, of the step that is shown.
void lab_export_menu(const Context& context, const LabState& state);

}  // namespace panels
