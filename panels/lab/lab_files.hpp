// LabFiles remembers the scenario files that the person opened in the Storage Lab, the newest first, and offers them
// below the scenarios of the program. To open a file the panel makes a request. The program reads the file, shows what
// is wrong with it, and hands the scenario over in LabSource::opened.
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

    /// Shows a file that the person has opened since the last frame. Call it before drawing anything of `state`.
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

/// The Export menu of the Storage Lab: figures and tables of the step that is shown.
void lab_export_menu(const Context& context, const LabState& state);

}  // namespace panels
