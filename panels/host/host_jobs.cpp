// The long work of a Host: it goes on while the program runs its ticks, on a copy of what it needs.
#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "ecs/snapshot/left_out.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "panels/base/language.hpp"
#include "panels/host/host_on_disk.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// What is done within a frame ends in the popup that asked for it, with what went wrong.
constexpr std::chrono::milliseconds part_of_a_frame(8);
/// A world of so many entities is saved within a frame or two.
constexpr std::size_t many_entities = 50'000;

/// A smaller file is read within a frame or two.
constexpr std::uintmax_t large_file_bytes = 2 << 20;

}  // namespace

std::string Host::start_job(Job job) {
    const std::uint64_t number = desk_.jobs.start(std::move(job));
    if (desk_.jobs.number() != number || !desk_.jobs.wait_for(part_of_a_frame)) return {};
    std::string problem;
    while (const std::optional<Jobs::Ended> ended = desk_.jobs.take_ended()) {
        if (ended->number == number && !ended->problem.empty())
            problem = ended->problem;
        else
            job_ended(*ended);
    }
    return problem;
}

void Host::follow_jobs() {
    while (const std::optional<Jobs::Ended> ended = desk_.jobs.take_ended()) job_ended(*ended);
}

void Host::job_ended(const Jobs::Ended& ended) {
    if (std::string told = ended.told(); !told.empty()) tell(std::move(told));
}

void Host::draw_job_card() {
    const bool due = desk_.jobs.running() &&
                     (job_card_.shown() || JobCard::due(desk_.jobs.elapsed_secs(), desk_.jobs.progress().fraction()));
    if (!due) return job_card_.hide();
    const ImGuiViewport& screen = *ImGui::GetMainViewport();
    const ImVec2 lower_middle{screen.WorkPos.x + screen.WorkSize.x / 2,
                              screen.WorkPos.y + screen.WorkSize.y - style_.px(32)};
    const std::string name = "##chunkscope/" + windows_of_ + "/job";
    const auto facts =
        JobCard::facts_of(desk_.jobs.job(), desk_.jobs.progress(), desk_.jobs.elapsed_secs(), desk_.jobs.waiting());
    if (job_card_.draw(style_, desk_.clock.now_secs(), name.c_str(), lower_middle, facts)) desk_.jobs.cancel();
}

std::string Host::save_as_person_wants(const std::string& to) {
    if (save || shown_->world.entity_count() < many_entities || shown_->world.iterating()) return save_file(to);
    if (!ecs::left_out_of(shown_->world).empty()) return save_file(to);  // a copy would not have their values
    tell_what_is_left_out();
    const ecs::Result<ecs::Snapshot> snapshot = ecs::Snapshots(shown_->world).take();
    return snapshot ? save_in_background(to, *snapshot) : save_file(to);
}

std::string Host::save_in_background(const std::string& to, const ecs::Snapshot& snapshot) {
    const auto work = [this, to, snapshot, head = head_of_file(), shown = shown_number_,
                       state = shown_->history.state()](ecs::Progress& progress) -> ecs::Result<JobResult> {
        progress.say(tr_later("Copying the world"));
        const std::unique_ptr<const ecs::World> world = snapshot.make_world();
        progress.say(tr_later("Writing entities"));
        const files::FileStamp stamp = files::save_world(*world, head, to, &progress);
        const auto take = [this, to, stamp, shown, state] {
            if (shown_ && shown_number_ == shown) saved(to, stamp, state);
        };
        return JobResult{.told = phrase("Saved {}", to), .file = to, .take = take};
    };
    return start_job(
        {.title = phrase("Saving {}", to),
         .consequence = phrase("The file holds the world as it was at tick {}", format_count(snapshot.tick())),
         .work = work});
}

std::string Host::open_as_person_wants(const std::string& from) {
    const bool was_read = std::exchange(opens_was_read_, false);
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(from, unknown);
    if (open || was_read || unknown || bytes < large_file_bytes) return open_checked(from, was_read);
    return read_in_background(from);
}

std::string Host::read_in_background(const std::string& from) {
    const auto work = [this, from, shown = shown_number_, trial = std::shared_ptr<ecs::World>(world_for_trial())](
                          ecs::Progress& progress) -> ecs::Result<JobResult> {
        files::LoadOptions options;
        options.progress = &progress;
        (void)files::load_world(from, *trial, options);
        const auto take = [this, from, shown] {
            if (!shown_ || shown_number_ != shown) return;
            opens_ = from;  // when nobody draws any more
            opens_was_read_ = true;
        };
        return JobResult{.take = take};
    };
    return start_job({.title = phrase("Opening {}", from),
                      .consequence = tr("This world stays until the other is there"),
                      .work = work});
}

}  // namespace panels
