#include <cmath>
#include <fstream>
#include <memory>
#include <utility>

#include "ecs/snapshot/left_out.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "figures/drawing/svg.hpp"
#include "figures/world/figure.hpp"
#include "files/base/atomic_file.hpp"
#include "files/base/file_stamp.hpp"
#include "files/world_file/file_systems.hpp"
#include "files/world_file/left_out.hpp"
#include "files/world_file/world_file.hpp"
#include "panels/base/language.hpp"
#include "panels/host/host_on_disk.hpp"
#include "panels/pools/as_if.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

Job export_job(const std::string& to, const std::function<ecs::Result<std::string>(ecs::Progress&)>& make,
               const std::string& consequence) {
    const auto work = [to, make](ecs::Progress& progress) -> ecs::Result<JobResult> {
        const ecs::Result<std::string> text = make(progress);
        if (!text) return ecs::Error{text.error()};
        progress.say(tr_later("Writing the file"));
        files::FileWriter writer(to);
        writer.write(*text);
        writer.flush();
        if (progress.cancelled()) return ecs::Error{"cancelled"};
        writer.commit();
        return JobResult{.told = phrase("Exported {}", to), .file = to};
    };
    return {.title = phrase("Exporting {}", to), .consequence = consequence, .work = work};
}

bool file_exists(const std::string& file) { return std::ifstream(file).good(); }

}  // namespace

Host::Shown::Shown(ecs::World& world_, ecs::Schedule& schedule_)
    : world(world_), schedule(schedule_), history(world_, schedule_), timeline(world_, schedule_, history) {}
Host::Shown::~Shown() = default;

void Host::center_on(ecs::Entity entity) {
    if (viewport == nullptr || !viewport->bounds) return;
    const auto bounds = viewport->bounds(entity);
    if (!bounds || !std::isfinite(bounds->x) || !std::isfinite(bounds->y)) return;
    viewport->camera.x = bounds->x;
    viewport->camera.y = bounds->y;
}

void Host::execute(Request& request) {
    if (const auto* figure = std::get_if<ExportRequest>(&request)) return export_figure(*figure);
    if (auto* job = std::get_if<JobRequest>(&request)) {
        if (const std::string problem = start_job(std::move(job->job)); !problem.empty()) tell(problem);
        return;
    }
    if (const auto* text = std::get_if<ExportTextRequest>(&request)) return export_text(*text);
    if (const auto* wanted = std::get_if<ChooseFileRequest>(&request)) {
        question_ = Question{.title = wanted->title,
                             .button = wanted->button,
                             .text = file,
                             .act =
                                 [chosen = wanted->chosen](const std::string& name) {
                                     if (!file_exists(name)) return phrase("There is no file {}", name);
                                     chosen(name);
                                     return std::string();
                                 },
                             .opens = true};
        return;
    }
    if (other) other(request);
}

void Host::export_figure(const ExportRequest& request) {
    figures::Subject subject(shown_->world, &shown_->schedule);
    {
        const ecs::InEnglish files_are_english;
        subject.note = as_if_text(context());
    }
    if (!figures::why_not(subject, request.figure).empty()) return;  // what it shows went in this very frame
    // The figure is of now, however long the person thinks about its name.
    const bool table = request.extension == ".csv";
    std::string text = table ? figures::make_csv(subject, request.figure)
                             : figures::to_svg(figures::make_drawing(subject, request.figure, name_), request.theme);
    const std::string name(figures::descriptor_of(request.figure.kind).name);
    export_text(ExportTextRequest::of(
        name + request.extension, phrase("It shows the world as it was at tick {}", format_count(shown_->world.tick())),
        std::move(text)));
}

void Host::export_text(const ExportTextRequest& request) {
    question_ = Question{.title = tr("Export"),
                         .button = tr("Export"),
                         .text = request.name,
                         .act = [this, make = request.make, consequence = request.consequence](
                                    const std::string& to) { return start_job(export_job(to, make, consequence)); },
                         .opens = true};
}

std::string Host::why_not_replace(const std::string& to) const {
    if (!file_exists(to)) return {};
    const bool known = shown_->on_disk && to == file;
    if (!known) return phrase("There is a file {}. Save again to replace it", to);
    files::FileStamp stamp = shown_->on_disk->stamp;
    const files::OnDisk now = files::compare_with_disk(to, stamp, files::DiskLook::Careful);
    return now == files::OnDisk::Changed ? phrase("Another program changed {}. Save again to replace it", to)
                                         : std::string();
}

void Host::save_or_ask() {
    if (!shown_->on_disk || !why_not_replace(file).empty()) return ask_to_save();
    if (const std::string problem = save_as_person_wants(file); !problem.empty()) tell(problem);
}

void Host::ask_to_save() {
    question_ = Question{.title = tr("Save the world"),
                         .button = tr("Save"),
                         .text = file,
                         .act =
                             [this](const std::string& to) {
                                 if (std::exchange(question_->replaces, to) != to)
                                     if (std::string problem = why_not_replace(to); !problem.empty()) return problem;
                                 return save_as_person_wants(to);
                             },
                         .opens = true};
}

void Host::ask_to_open() {
    const std::size_t steps = shown_->history.done();
    question_ = Question{.title = tr("Open a world"),
                         .button = tr("Open"),
                         .about = steps == 0 ? std::string()
                                             : phrase("{} of the present world can then not be undone any more",
                                                      format_count(steps, "step", "steps")),
                         .text = file,
                         .act =
                             [this](const std::string& from) {
                                 if (!file_exists(from)) return phrase("There is no file {}", from);
                                 opens_ = from;  // when nobody draws any more
                                 return std::string();
                             },
                         .opens = true};
}

void Host::ask_for_workspace_name() {
    question_ = Question{.title = tr("Save the workspace"),
                         .button = tr("Save"),
                         .about = tr("Keeps the panels as they stand now"),
                         .hint = tr("Name of the workspace"),
                         .why_not_empty = tr("A workspace needs a name"),
                         .act = [this](const std::string& title) { return desk_.workbench.save_workspace_as(title); },
                         .opens = true};
}

std::string Host::save_file(const std::string& to) {
    if (!shown_) return tr("No world is shown");
    if (!save) tell_what_is_left_out();
    if (std::string problem = save ? save(to) : write_world_file(to); !problem.empty()) return problem;
    saved(to, files::stamp_with_content_of(to), shown_->history.state());
    return {};
}

void Host::tell_what_is_left_out() {
    for (const files::LeftOut& each : files::left_out_of_file(shown_->world, &shown_->told))
        tell(files::sentence_of(each));
}

void Host::saved(const std::string& to, const files::FileStamp& stamp, std::uint64_t state) {
    if (!shown_->on_disk) shown_->on_disk = std::make_unique<OnDisk>();
    shown_->on_disk->stamp = stamp;
    file = to;
    if (shown_->history.state() == state) shown_->history.mark_saved();
    tell(phrase("Saved {}", to));
}

files::WorldFile Host::head_of_file() const {
    const ecs::Schedule& schedule = shown_->schedule;
    files::WorldFile head = shown_->on_disk ? shown_->on_disk->file : files::WorldFile();
    head.random = schedule.random.state();
    if (viewport != nullptr) head.camera = {viewport->camera.x, viewport->camera.y, viewport->camera.zoom};
    // Those that the program does not have stay in the file.
    files::WorldFile present;
    files::note_systems(schedule, present);
    for (auto& each : head.systems)
        if (schedule.find(each.first) == nullptr && files::find_rule(head, each.first) == nullptr) {
            if (const files::SystemNote* note = files::find_note(head, each.first)) present.notes.push_back(*note);
            present.systems.push_back(std::move(each));
        }
    head.systems = std::move(present.systems);
    head.rules = std::move(present.rules);
    head.notes = std::move(present.notes);
    head.tick_budget_us = present.tick_budget_us;
    return head;
}

std::string Host::write_world_file(const std::string& to) {
    return files::try_save_world(shown_->world, head_of_file(), to).error();
}

std::string Host::open_file(const std::string& from) { return open_checked(from, false); }

std::unique_ptr<ecs::World> Host::world_for_trial() const {
    const ecs::World& world = shown_->world;
    auto trial = std::make_unique<ecs::World>();
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id)
        if (trial->types().find(world.types()[id].name) == nullptr) trial->types().add_copy(world.types()[id]);
    return trial;
}

std::string Host::open_checked(const std::string& from, bool was_read_once) {
    if (!shown_) return tr("No world is shown");
    ecs::World& world = shown_->world;
    ecs::Schedule& schedule = shown_->schedule;
    auto read = std::make_unique<OnDisk>();
    if (!open && !was_read_once) {
        // First into a world of its own: what cannot be opened leaves everything as it is, the history, too.
        if (std::string problem = read_world_file(from, *world_for_trial(), *read); !problem.empty()) return problem;
    }
    // Nothing may know of what goes: handles of the present world mean nothing in the next.
    close();
    std::string problem = open ? open(from) : read_world_file(from, world, *read);
    show(world, schedule);
    if (!problem.empty()) return problem;
    if (open) read->stamp = files::stamp_with_content_of(from);
    shown_->on_disk = std::move(read);
    if (!open) follow_world_file();
    if (records_time_) shown_->timeline.start(records_time_->inputs, records_time_->options);  // with what it says
    file = from;
    std::string told = phrase("Opened {}", from);
    for (const std::string& warning : shown_->on_disk->file.warnings) told += "; " + warning;
    tell(std::move(told));
    if (opened) opened();
    return {};
}

std::string Host::read_world_file(const std::string& from, ecs::World& world, OnDisk& read) {
    ecs::Snapshots snapshots(world);
    const ecs::Result<ecs::Snapshot> before = snapshots.take();
    const std::string lost = ecs::left_out_text(world);
    ecs::Query all(world, {});
    world.destroy_all(all);
    ecs::Result<files::WorldFile> loaded = files::try_load_world(from, world);
    if (!loaded) {
        if (before) (void)snapshots.restore(*before);
        if (lost.empty()) return loaded.error();
        return loaded.error() + "; " + phrase("{} cannot be copied and is new", lost);
    }
    read.file = std::move(*loaded);
    read.stamp = read.file.on_disk;
    return {};
}

/// Takes over what the file says beside the entities.
void Host::follow_world_file() {
    files::WorldFile& read = shown_->on_disk->file;
    ecs::Schedule& schedule = shown_->schedule;
    schedule.random.set_state(read.random);
    std::vector<std::string> former;
    for (const ecs::System* system : schedule.systems())
        if (!system->description.rule.empty()) former.push_back(system->description.name);
    for (const std::string& rule : former) (void)schedule.remove(shown_->world, rule);
    for (const auto& [name, enabled] : read.systems) (void)files::add_rule(read, name, schedule);
    files::settle_systems(read, shown_->world, schedule);
    if (viewport != nullptr && read.camera) {
        viewport->camera.x = read.camera->x;
        viewport->camera.y = read.camera->y;
        viewport->camera.zoom = read.camera->zoom;
    }
}

}  // namespace panels
