#include "panels/host/host_parts.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include "ecs/snapshot/left_out.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "figures/drawing/svg.hpp"
#include "figures/world/figure.hpp"
#include "files/base/atomic_file.hpp"
#include "files/base/file_stamp.hpp"
#include "files/world_file/file_systems.hpp"
#include "files/world_file/left_out.hpp"
#include "panels/base/language.hpp"
#include "panels/pools/as_if.hpp"

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

/// A world of so many entities is saved within a frame or two.
constexpr std::size_t many_entities = 50'000;
/// A smaller file is read within a frame or two.
constexpr std::uintmax_t large_file_bytes = 2 << 20;

bool file_exists(const std::string& file) { return std::ifstream(file).good(); }

}  // namespace

void Host::Files::export_figure(const ExportRequest& request) {
    figures::Subject subject(shown().world, &shown().schedule);
    {
        const ecs::InEnglish files_are_english;
        subject.note = as_if_text(host_.desk_.context());
    }
    if (!figures::why_not(subject, request.figure).empty()) return;  // what it shows went in this very frame
    // The figure is of now, however long the person thinks about its name.
    const bool table = request.extension == ".csv";
    std::string text =
        table ? figures::make_csv(subject, request.figure)
              : figures::to_svg(figures::make_drawing(subject, request.figure, host_.name_), request.theme);
    const std::string name(figures::descriptor_of(request.figure.kind).name);
    export_text(ExportTextRequest::of(
        name + request.extension, phrase("It shows the world as it was at tick {}", format_count(shown().world.tick())),
        std::move(text)));
}

void Host::Files::export_text(const ExportTextRequest& request) {
    const auto act = [this, make = request.make, consequence = request.consequence](const std::string& to) {
        return host_.parts_->start(export_job(to, make, consequence));
    };
    host_.parts_->question.ask({.title = tr("Export"), .button = tr("Export"), .text = request.name, .act = act});
}

void Host::Files::choose(const ChooseFileRequest& request) {
    const auto act = [chosen = request.chosen](const std::string& name) {
        if (!file_exists(name)) return phrase("There is no file {}", name);
        chosen(name);
        return std::string();
    };
    host_.parts_->question.ask({.title = request.title, .button = request.button, .text = host_.file, .act = act});
}

std::string Host::Files::why_not_replace(const std::string& to) const {
    if (!file_exists(to)) return {};
    const bool known = on_disk_ && to == host_.file;
    if (!known) return phrase("There is a file {}. Save again to replace it", to);
    files::FileStamp stamp = on_disk_->stamp;
    const files::OnDisk now = files::compare_with_disk(to, stamp, files::DiskLook::Careful);
    return now == files::OnDisk::Changed ? phrase("Another program changed {}. Save again to replace it", to)
                                         : std::string();
}

void Host::Files::save_or_ask() {
    if (!on_disk_ || !why_not_replace(host_.file).empty()) return ask_to_save();
    if (const std::string problem = save_as_person_wants(host_.file); !problem.empty()) host_.tell(problem);
}

void Host::Files::ask_to_save() {
    // `told`: a file of others, once the person knows that it would be replaced.
    const auto act = [this, told = std::string()](const std::string& to) mutable {
        if (std::exchange(told, to) != to)
            if (std::string problem = why_not_replace(to); !problem.empty()) return problem;
        return save_as_person_wants(to);
    };
    host_.parts_->question.ask({.title = tr("Save the world"), .button = tr("Save"), .text = host_.file, .act = act});
}

void Host::Files::ask_to_open() {
    const std::size_t steps = shown().history.done();
    std::string about =
        phrase("{} of the present world can then not be undone any more", format_count(steps, "step", "steps"));
    const auto act = [this](const std::string& from) {
        if (!file_exists(from)) return phrase("There is no file {}", from);
        chosen_ = from;
        return std::string();
    };
    host_.parts_->question.ask({.title = tr("Open a world"),
                                .button = tr("Open"),
                                .about = steps == 0 ? std::string() : std::move(about),
                                .text = host_.file,
                                .act = act});
}

void Host::Files::open_chosen() {
    if (chosen_.empty()) return;
    const std::string from = std::exchange(chosen_, {});
    const bool was_read = std::exchange(chosen_was_read_, false);
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(from, unknown);
    const bool at_once = host_.open || was_read || unknown || bytes < large_file_bytes;
    const std::string problem = at_once ? open(from, was_read) : read_in_background(from);
    if (!problem.empty()) host_.tell(problem);
}

void Host::Files::world_came() {
    on_disk_.reset();
    told_.clear();
    ++worlds_;
}

std::string Host::Files::save(const std::string& to) {
    if (!host_.shown_) return tr("No world is shown");
    if (!host_.save) tell_what_is_left_out();
    std::string problem =
        host_.save ? host_.save(to) : files::try_save_world(shown().world, head_of_file(), to).error();
    if (!problem.empty()) return problem;
    saved(to, files::stamp_with_content_of(to), shown().history.state());
    return {};
}

void Host::Files::tell_what_is_left_out() {
    for (const files::LeftOut& each : files::left_out_of_file(shown().world, &told_))
        host_.tell(files::sentence_of(each));
}

void Host::Files::saved(const std::string& to, const files::FileStamp& stamp, std::uint64_t state) {
    if (!on_disk_) on_disk_.emplace();
    on_disk_->stamp = stamp;
    host_.file = to;
    if (shown().history.state() == state) shown().history.mark_saved();
    host_.tell(phrase("Saved {}", to));
}

files::WorldFile Host::Files::head_of_file() const {
    const ecs::Schedule& schedule = shown().schedule;
    files::WorldFile head = on_disk_ ? on_disk_->file : files::WorldFile();
    head.random = schedule.random.state();
    if (host_.viewport != nullptr)
        head.camera = {host_.viewport->camera.x, host_.viewport->camera.y, host_.viewport->camera.zoom};
    // Those that the program does not have stay in the file.
    files::WorldFile present;
    files::note_systems(schedule, present);
    if (schedule.of_zones()) present.rules = head.rules;  // nobody took one away
    for (auto& each : head.systems)
        if (schedule.find(each.first) == nullptr &&
            (schedule.of_zones() || files::find_rule(head, each.first) == nullptr)) {
            if (const files::SystemNote* note = files::find_note(head, each.first)) present.notes.push_back(*note);
            present.systems.push_back(std::move(each));
        }
    head.systems = std::move(present.systems);
    head.rules = std::move(present.rules);
    head.notes = std::move(present.notes);
    head.tick_budget_us = present.tick_budget_us;
    return head;
}

std::unique_ptr<ecs::World> Host::Files::world_for_trial() const {
    const ecs::World& world = shown().world;
    auto trial = std::make_unique<ecs::World>();
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id)
        if (trial->types().find(world.types()[id].name) == nullptr) trial->types().add_copy(world.types()[id]);
    return trial;
}

std::string Host::Files::open(const std::string& from, bool was_read) {
    if (!host_.shown_) return tr("No world is shown");
    ecs::World& world = shown().world;
    ecs::Schedule& schedule = shown().schedule;
    OnDisk now;
    if (!host_.open && !was_read) {
        // First into a world of its own: what cannot be opened leaves everything as it is, the history, too.
        if (std::string problem = read(from, *world_for_trial(), now); !problem.empty()) return problem;
    }
    // Nothing may know of what goes: handles of the present world mean nothing in the next.
    host_.close();
    std::string problem = host_.open ? host_.open(from) : read(from, world, now);
    host_.show(world, schedule);
    if (!problem.empty()) return problem;
    if (host_.open) now.stamp = files::stamp_with_content_of(from);
    on_disk_ = std::move(now);
    if (!host_.open) follow_file();
    if (host_.records_time_) host_.start_record();  // with what it says
    host_.file = from;
    std::string told = phrase("Opened {}", from);
    for (const std::string& warning : on_disk_->file.warnings) told += "; " + warning;
    host_.tell(std::move(told));
    if (host_.opened) host_.opened();
    return {};
}

std::string Host::Files::read(const std::string& from, ecs::World& world, OnDisk& now) {
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
    now.file = std::move(*loaded);
    now.stamp = now.file.on_disk;
    return {};
}

/// Takes over what the file says beside the entities.
void Host::Files::follow_file() {
    files::WorldFile& read = on_disk_->file;
    ecs::Schedule& schedule = shown().schedule;
    schedule.random.set_state(read.random);
    if (schedule.of_zones()) {
        if (!read.rules.empty())
            read.warnings.emplace_back(tr("its rules do not run here: this program runs a loop of its own"));
    } else {
        std::vector<std::string> former;
        for (const ecs::System* system : schedule.systems())
            if (!system->description.rule.empty()) former.push_back(system->description.name);
        for (const std::string& rule : former) (void)schedule.remove(shown().world, rule);
        for (const auto& [name, enabled] : read.systems) (void)files::add_rule(read, name, schedule);
        files::settle_systems(read, shown().world, schedule);
    }
    if (host_.viewport != nullptr && read.camera) {
        host_.viewport->camera.x = read.camera->x;
        host_.viewport->camera.y = read.camera->y;
        host_.viewport->camera.zoom = read.camera->zoom;
    }
}

std::string Host::Files::save_as_person_wants(const std::string& to) {
    if (host_.save || shown().world.entity_count() < many_entities || shown().world.iterating()) return save(to);
    if (!ecs::left_out_of(shown().world).empty()) return save(to);  // a copy would not have their values
    tell_what_is_left_out();
    const ecs::Result<ecs::Snapshot> snapshot = ecs::Snapshots(shown().world).take();
    return snapshot ? save_in_background(to, *snapshot) : save(to);
}

std::string Host::Files::save_in_background(const std::string& to, const ecs::Snapshot& snapshot) {
    const auto work = [this, to, snapshot, head = head_of_file(), worlds = worlds_,
                       state = shown().history.state()](ecs::Progress& progress) -> ecs::Result<JobResult> {
        progress.say(tr_later("Copying the world"));
        const std::unique_ptr<const ecs::World> world = snapshot.make_world();
        progress.say(tr_later("Writing entities"));
        const files::FileStamp stamp = files::save_world(*world, head, to, &progress);
        const auto take = [this, to, stamp, worlds, state] {
            if (host_.shown_ && worlds_ == worlds) saved(to, stamp, state);
        };
        return JobResult{.told = phrase("Saved {}", to), .file = to, .take = take};
    };
    return host_.parts_->start(
        {.title = phrase("Saving {}", to),
         .consequence = phrase("The file holds the world as it was at tick {}", format_count(snapshot.tick())),
         .work = work});
}

std::string Host::Files::read_in_background(const std::string& from) {
    const auto work = [this, from, worlds = worlds_, trial = std::shared_ptr<ecs::World>(world_for_trial())](
                          ecs::Progress& progress) -> ecs::Result<JobResult> {
        files::LoadOptions options;
        options.progress = &progress;
        (void)files::load_world(from, *trial, options);
        const auto take = [this, from, worlds] {
            if (!host_.shown_ || worlds_ != worlds) return;
            chosen_ = from;
            chosen_was_read_ = true;
        };
        return JobResult{.take = take};
    };
    return host_.parts_->start({.title = phrase("Opening {}", from),
                                .consequence = tr("This world stays until the other is there"),
                                .work = work});
}

}  // namespace panels
