// Exports ask for a file and write it as a job: figures, texts, views of the lab, bundles. What goes wrong is told in
// the file dialog, which stays open until it is clear how the job goes. They belong to the App.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "editor/app/chrome/file_dialog.hpp"
#include "editor/session/session.hpp"
#include "panels/base/program_requests.hpp"
#include "panels/desk/jobs.hpp"

namespace panels {
struct LabExport;
}

namespace editor {

class Exports {
public:
    /// Throws FileError, and runs on another thread. Returns what a person should know of the file; empty: nothing.
    using Write = std::function<std::string(const std::filesystem::path&, ecs::Progress*)>;
    /// Starts a job among `jobs`, and returns its number.
    using Start = std::function<std::uint64_t(panels::Job)>;
    Exports(FileDialog& dialog, panels::Jobs& jobs, Start start)
        : dialog_(dialog), jobs_(jobs), start_(std::move(start)) {}

    void figure(const Session& session, const panels::ExportRequest& request);
    void text(const Session& session, const panels::ExportTextRequest& request);
    void lab_view(const Session& session, const panels::LabExport& request);
    /// Anything else. The dialog begins in the folder of the last export, at first at `start`. `written` is called when
    /// the file is there; it may be empty.
    Flow ask(std::filesystem::path start, std::string consequence, Write write, std::function<void()> written = {});

    /// Call it in each frame: the dialog goes away for a job that takes its time, and who closes it gives up the job.
    void follow();
    /// Call it for each job that ended. Returns whether the dialog tells its problem.
    bool ended(const panels::Jobs::Ended& job);

private:
    struct InDialog {
        std::uint64_t number = 0;
        Reply<std::string>::Answered failed;  // with the problem
    };

    /// What goes wrong with this job while the dialog waits for it.
    Reply<std::string> problem_of(std::uint64_t number);

    FileDialog& dialog_;
    panels::Jobs& jobs_;
    Start start_;
    std::filesystem::path folder_;                            // of the last one
    std::map<std::uint64_t, std::function<void()>> written_;  // by the number of the job
    std::optional<InDialog> in_dialog_;                       // the job whose file dialog is still open
};

}  // namespace editor
