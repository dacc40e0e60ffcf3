#include "editor/app/shell/exports.hpp"

#include <memory>
#include <utility>

#include "ecs/base/patience.hpp"
#include "ecs/lab/scenario/scenario.hpp"
#include "editor/base/language.hpp"
#include "editor/jobs/figure_file.hpp"
#include "editor/lab/lab_export.hpp"
#include "files/base/file_error.hpp"
#include "panels/base/format.hpp"
#include "panels/lab/lab_export.hpp"

namespace editor {

void Exports::figure(const Session& session, const panels::ExportRequest& request) {
    if (!figures::why_not({session.world, &session.schedule}, request.figure).empty())
        return;  // what it shows went in this very frame
    // The figure is of now, however long the person thinks about its name.
    auto figure = std::make_shared<Figure>(take_figure(session, request.figure));
    const FigureLook look{.theme = request.theme, .scale = 2};
    ask(session.file.parent_path() / (figure_name(session, request.figure) + request.extension),
        phrase("It shows the world as it was at tick {}", panels::format_count(session.world.tick())),
        [figure, look](const std::filesystem::path& file, ecs::Progress* progress) {
            write_figure(*figure, look, file, progress);
            return std::string();
        });
}

void Exports::text(const Session& session, const panels::ExportTextRequest& request) {
    ask(session.file.parent_path() / request.name, request.consequence,
        [make = request.make](const std::filesystem::path& file, ecs::Progress* progress) {
            const ecs::Result<std::string> text = make(*progress);
            stop_if_cancelled(progress, file);
            if (!text) throw files::FileError(file.string(), 0, 0, text.error());
            write_text_file(file, *text, progress);
            return std::string();
        });
}

void Exports::lab_view(const Session& session, const panels::LabExport& request) {
    const LabExport wanted{request.what, request.storage, request.mode, request.options, request.step};
    const FigureLook look{.theme = request.theme, .scale = 2};
    ask(session.file.parent_path() / (lab_export_name(*request.scenario, wanted) + request.extension), {},
        [scenario = request.scenario, wanted, look](const std::filesystem::path& file, ecs::Progress* progress) {
            export_lab(*scenario, wanted, look, file, progress);
            return std::string();
        });
}

Flow Exports::ask(std::filesystem::path start, std::string consequence, Write write, std::function<void()> written) {
    const std::filesystem::path offered = folder_.empty() ? start : folder_ / start.filename();
    std::filesystem::path file = co_await dialog_.choose(FileDialog::Purpose::Export, offered);
    for (;;) {
        const std::string told = phrase("Exported {} to {}", file.filename().string(), file.parent_path().string());
        panels::Job job;
        job.title = phrase("Exporting {}", file.filename().string());
        job.consequence = consequence;
        job.work = [file, write, told](ecs::Progress& progress) -> ecs::Result<panels::JobResult> {
            const std::string to_know = write(file, &progress);
            return panels::JobResult{.told = to_know.empty() ? told : told + ". " + to_know, .file = file.string()};
        };
        const std::uint64_t number = start_(std::move(job));
        if (written) written_[number] = written;
        const std::string problem = co_await problem_of(number);
        file = co_await dialog_.choose_again(problem);
    }
}

Reply<std::string> Exports::problem_of(std::uint64_t number) {
    return Reply<std::string>([this, number](auto failed) { in_dialog_ = InDialog{number, std::move(failed)}; });
}

void Exports::follow() {
    if (!in_dialog_) return;
    if (!dialog_.waiting()) {
        (void)jobs_.cancel(std::exchange(in_dialog_, std::nullopt)->number);  // the person gave up in the dialog
        return;
    }
    const bool is_next = jobs_.running() && jobs_.number() == in_dialog_->number;
    if (is_next && (jobs_.finished() || !ecs::too_long_for_dialog(jobs_.elapsed_secs(), jobs_.progress().fraction())))
        return;
    in_dialog_.reset();
    dialog_.close();
}

bool Exports::ended(const panels::Jobs::Ended& job) {
    const auto written = written_.extract(job.number);
    if (!job.result.file.empty()) folder_ = std::filesystem::path(job.result.file).parent_path();
    bool tells = false;
    if (in_dialog_ && in_dialog_->number == job.number) {
        const InDialog waiting = *std::exchange(in_dialog_, std::nullopt);
        tells = !job.problem.empty();
        if (tells)
            waiting.failed(job.problem);
        else
            dialog_.close();
    }
    if (job.good() && written) written.mapped()();
    return tells;
}

}  // namespace editor
