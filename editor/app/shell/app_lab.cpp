#include "ecs/lab/scenario/scenario.hpp"
#include "editor/app/shell/app.hpp"
#include "editor/lab/lab_export.hpp"

namespace editor {

void App::execute(const panels::LabExportRequest& request) {
    const LabExport wanted{request.what, request.storage, request.mode, request.options, request.step};
    const FigureLook look{.theme = request.theme, .scale = 2};
    const std::string name = lab_export_name(*request.scenario, wanted) + request.extension;
    const auto write = [this, scenario = request.scenario, wanted, look](const std::filesystem::path& file) {
        try {
            export_lab(*scenario, wanted, look, file);
        } catch (const FileError& error) {
            return file_dialog_.answer(error.what());
        }
        file_dialog_.answer({});
        export_folder_ = file.parent_path();
        report(MessageKind::Note, "Exported " + file.filename().string() + " to " + file.parent_path().string());
    };
    const std::filesystem::path folder = export_folder_.empty() ? session_->file.parent_path() : export_folder_;
    file_dialog_.open(FileDialog::Purpose::Export, folder / name, write);
}

void App::execute(const panels::OpenScenarioRequest& request) {
    const std::filesystem::path start(request.start);
    file_dialog_.open(FileDialog::Purpose::OpenScenario, start, [this](const std::filesystem::path& file) {
        // Read now, so that the dialog can say what is wrong; the panel reads it again to show it.
        const auto scenario = lab_source_.open(file.string());
        file_dialog_.answer(scenario ? std::string() : scenario.error());
        if (!scenario) return;
        lab_source_.opened = file.string();
        ++lab_source_.openings;
    });
}

}  // namespace editor
