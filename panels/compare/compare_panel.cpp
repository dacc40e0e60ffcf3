#include "panels/compare/compare_panel.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>
#include <utility>

#include "ecs/diff/diff_edits.hpp"
#include "ecs/mirror/mirror.hpp"
#include "ecs/snapshot/left_out.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/base/owner_clock.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/base/wanted_change.hpp"
#include "panels/compare/other_worlds.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr std::size_t steps_listed = 12;

std::string name_of_file(const std::string& file) {
    const std::size_t slash = file.find_last_of("/\\");
    return slash == std::string::npos ? file : file.substr(slash + 1);
}

}  // namespace

void ComparePanel::show_part(std::string_view part) {
    With with;
    if (part.starts_with("file:") || part.starts_with("saved:")) {
        with.what = With::What::File;
        with.own = part.starts_with("saved:");
        with.file = part.substr(part.find(':') + 1);
    } else if (part.starts_with("step:")) {
        with.what = With::What::Step;
        const std::string_view number = part.substr(5);
        std::from_chars(number.data(), number.data() + number.size(), with.steps);
    }
    if (part.starts_with("branch:")) {
        with.what = With::What::Branch;
        const std::string_view number = part.substr(7);
        std::from_chars(number.data(), number.data() + number.size(), with.branch);
    }
    if (part.starts_with("world:")) {
        with.what = With::What::World;
        with.world = part.substr(part.find(':') + 1);
    }
    choose(std::move(with));
}

void ComparePanel::choose(With with) {
    arriving_ = std::make_shared<Arriving>();
    looking_.abandon();
    with_ = std::move(with);
    worlds_.forget();
    by_person_.clear();
    along_.clear();
    problem_.clear();
    columns_.rows = 0;
    columns_.room = 0;
}

std::string ComparePanel::words_for(const With& with) const {
    if (with.what == With::What::File) return name_of_file(with.file);
    if (with.what == With::What::Play) return tr("the authored world");
    if (with.what == With::What::Branch) return with.label;
    if (with.what == With::What::World) return phrase("The program's world {}", world_label(with.world));
    if (with.steps == 0) return tr("the beginning of the history");
    return with.label.empty() ? phrase("step {}", format_count(with.steps))
                              : phrase("step {}: {}", format_count(with.steps), with.label);
}

void ComparePanel::draw(const Context& context) {
    if (std::optional<std::string> file = std::exchange(*chosen_file_, std::nullopt))
        choose({.what = With::What::File, .file = std::move(*file)});
    draw_choice(context);
    if (context.mirror != nullptr && context.play == nullptr && with_play())
        return (void)empty_state(
            context.style, tr("No world to compare with"),
            tr("Choose one above: a file, a moment of recorded time, a step of the history, or another world of the "
               "program"));
    if (context.play == nullptr && with_play())
        return empty_without_program(context, tr("No world to compare with"),
                                     tr("A program that keeps the world before Play has it compared here"));
    if (with_play()) {
        if (!draw_state_of_play(context)) return;
        follow_play(context);
    } else {
        follow_other(context);
    }
    draw_head(context);
    if (!worlds_.done()) return;
    draw_rows(context);
    draw_foot(context);
}

void ComparePanel::draw_choice(const Context& context) {
    const HistoryState& history = context.history;
    ImGui::AlignTextToFramePadding();
    quiet_text(context.style, tr("With"));
    ImGui::SameLine();
    const bool none = context.play == nullptr && with_play();
    if (!begin_combo("##with", none ? std::string(tr("Choose…")) : words_for(with_), ImGui::GetContentRegionAvail().x))
        return;
    if (context.play != nullptr && selectable(tr("The authored world"), with_play())) choose({});
    if (selectable(tr("A file…"), false)) ask_for_file(context);
    if (with_.what == With::What::File) (void)selectable(name_of_file(with_.file).c_str(), true);
    if (context.timeline != nullptr && context.timeline->recording()) {
        const std::uint64_t tick = context.world.tick();
        // The tick may go on between a press and its release.
        const std::string moment = label_text(phrase("The moment in view: tick {}", format_count(tick))) + "###moment";
        const bool chosen = with_.what == With::What::Branch && with_.moment == tick;
        if (selectable(moment.c_str(), chosen))
            choose({.what = With::What::Branch, .branch = context.timeline->branch(), .moment = tick});
        tooltip(tr("It is compared with what is in view later, or after a way along the line of time"));
    }
    if (context.timeline != nullptr)
        for (const ecs::TimeBranch* branch : context.timeline->branches()) {
            if (branch->id == context.timeline->branch()) continue;
            ImGui::PushID(static_cast<int>(branch->id));
            if (selectable(label_text(phrase("Branch {}", branch->name)).c_str(),
                           with_.what == With::What::Branch && with_.branch == branch->id && !with_.moment))
                choose({.what = With::What::Branch, .branch = branch->id});
            ImGui::PopID();
        }
    const ecs::OwnerWorlds* const worlds = context.mirror == nullptr ? nullptr : context.mirror->owner().worlds();
    for (std::size_t i = 0; worlds != nullptr && i < worlds->names.size(); ++i) {
        if (i == worlds->shown) continue;
        With with{.what = With::What::World, .world = worlds->names[i]};
        ImGui::PushID(static_cast<int>(i));
        if (selectable(label_text(words_for(with)).c_str(),
                       with_.what == With::What::World && with_.world == with.world))
            choose(std::move(with));
        ImGui::PopID();
    }
    if (!history.all.empty()) ImGui::Separator();
    const std::size_t from = history.all.size() > steps_listed ? history.all.size() - steps_listed : 0;
    for (std::size_t steps = history.all.size() + 1; steps-- > 0;) {
        if (steps == history.steps || (steps < from && steps != 0)) continue;
        With with{.what = With::What::Step, .steps = steps};
        if (steps > 0) with.label = history.all[steps - 1].label;
        ImGui::PushID(static_cast<int>(steps));
        const bool now = with_.what == With::What::Step && with_.steps == steps;
        if (selectable(label_text(steps == 0 ? std::string(tr("The beginning of the history"))
                                             : phrase("Step {}: {}", format_count(steps), with.label))
                           .c_str(),
                       now))
            choose(std::move(with));
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

void ComparePanel::ask_for_file(const Context& context) const {
    context.requests.push_back(
        ChooseFileRequest{.title = tr("Compare with a file"),
                          .button = tr("Compare"),
                          .chosen = [chosen = chosen_file_](const std::string& file) { *chosen = file; }});
}

/// Whether there is a played world that stands still.
bool ComparePanel::draw_state_of_play(const Context& context) {
    using Kind = TransportRequest::Kind;
    if (!context.play->begun()) {
        worlds_.forget();
        if (empty_state(context.style, tr("The world is not being played"),
                        tr("Once it runs, and until Stop, what differs from the world before is listed here. Stop "
                           "brings that world back, with what you keep"),
                        tr("Play")))
            context.requests.push_back(TransportRequest{.kind = Kind::Play});
        return false;
    }
    if (!context.transport.playing) return true;
    if (empty_state(context.style, tr("The world is running"),
                    tr("While it is paused, it is compared with the world before Play"), tr("Pause")))
        context.requests.push_back(TransportRequest{.kind = Kind::Pause});
    return false;
}

void ComparePanel::follow_play(const Context& context) {
    const ecs::PlaySession& play = *context.play;
    if (worlds_.state() == ComparedWorlds::State::Idle || with_.made_of != play.number()) {
        with_.made_of = play.number();
        worlds_.begin([snapshot = play.authored()](
                          ecs::Progress&) -> ecs::Result<std::unique_ptr<ecs::World>> { return snapshot.make_world(); },
                      ComparedWorlds::Before::Other);
    }
    if (!worlds_.update(context.world, false)) return;
    columns_.rows = 0;
    along_ = went_along(context.world, play.done_by_person());
    by_person_ = entries_by_person(worlds_.other(), context.world, worlds_.found(), play, along_);
    // What a person tuned is what they most likely want to keep.
    for (const std::uint32_t entry : by_person_) worlds_.choose(entry, true);
}

/// Empty until the world is there.
ComparedWorlds::Make ComparePanel::world_of_branch(const Context& context) {
    const ecs::TimeBranch* branch = context.timeline == nullptr ? nullptr : context.timeline->find(with_.branch);
    if (branch == nullptr)
        return [](ecs::Progress&) { return Made(ecs::Error{tr("This branch is not there any more")}); };
    const std::uint64_t tick = with_.moment.value_or(std::min(context.world.tick(), branch->last_tick));
    with_.label = with_.moment ? phrase("tick {}", format_count(tick))
                               : phrase("{} at tick {}", branch->name, format_count(tick));
    with_.made_of = context.world.tick();
    if (arriving_->world) {
        std::shared_ptr<Made> world = std::move(arriving_->world);
        arriving_ = std::make_shared<Arriving>();
        return [world](ecs::Progress&) { return std::move(*world); };
    }
    if (!std::exchange(arriving_->asked, true))
        context.requests.push_back(WorldAtRequest{{with_.branch, tick}, [arriving = arriving_](Made world) {
                                                      arriving->world = std::make_shared<Made>(std::move(world));
                                                  }});
    return {};
}

ComparedWorlds::Make ComparePanel::world_of_program(const Context& context) {
    with_.made_of = context.world.tick();
    const ecs::OwnerWorlds* const worlds = context.mirror == nullptr ? nullptr : context.mirror->owner().worlds();
    const auto error = [](std::string why) {
        return [why = std::move(why)](ecs::Progress&) { return Made(ecs::Error{why}); };
    };
    if (worlds == nullptr || std::find(worlds->names.begin(), worlds->names.end(), with_.world) == worlds->names.end())
        return error(phrase("The program does not show the world {}", world_label(with_.world)));
    if (worlds->names[worlds->shown] == with_.world) return error(tr("It is the world in view"));
    ComparedWorlds::Make make = context.mirror->owner().copy_of(with_.world);
    return make ? make : error(tr("This program shows one of its worlds at a time"));
}

/// Reads the file anew once it is another one: it was saved here, or by another program.
void ComparePanel::look_at_file(const Context& context) {
    constexpr double pause_secs = 0.5;
    if (looking_.running()) {
        if (!looking_.finished()) {
            if (context.stay_awake != nullptr) *context.stay_awake = true;
            return;
        }
        const files::FileStamp now = looking_.take();
        const auto facts = [](const files::FileStamp& stamp) {
            return std::tuple(stamp.kind, stamp.device, stamp.inode, stamp.size, stamp.modified_ns);
        };
        if (facts(now) != facts(*read_as_)) worlds_.forget();
        return;
    }
    if (context.time_secs - looked_secs_ < pause_secs && context.time_secs >= looked_secs_) return;
    looked_secs_ = context.time_secs;
    looking_.start([file = with_.file](ecs::Progress&) { return files::stamp_of(file); });
}

void ComparePanel::follow_other(const Context& context) {
    if (with_.what == With::What::File && worlds_.done()) look_at_file(context);
    // Tick by tick: where the world in view goes, the other one follows.
    constexpr double follow_secs = 1;  // of a world that goes on by itself
    const bool follows = ((with_.what == With::What::Branch && !with_.moment) || with_.what == With::What::World) &&
                         with_.made_of != context.world.tick() && !context.transport.playing && worlds_.done() &&
                         !worlds_.renewing() && worlds_.chosen_count() == 0;
    const double since = context.time_secs - followed_secs_;
    const bool renews = follows && (context.mirror == nullptr || since < 0 || since >= follow_secs);
    if (renews) {
        followed_secs_ = context.time_secs;
        arriving_ = std::make_shared<Arriving>();
    }
    if (renews || worlds_.state() == ComparedWorlds::State::Idle) {
        ComparedWorlds::Make make;
        if (with_.what == With::What::File) {
            read_as_ = std::make_shared<files::FileStamp>();
            make = world_of_file(with_.file, read_as_);
        } else if (with_.what == With::What::Branch) {
            make = world_of_branch(context);
            if (!make) return;
        } else if (with_.what == With::What::World) {
            make = world_of_program(context);
        } else {
            const HistoryState& history = context.history;
            with_.steps = std::min(with_.steps, history.all.size());
            if (with_.steps > 0) with_.label = history.all[with_.steps - 1].label;
            ecs::Result<ecs::Snapshot> now =
                context.take_snapshot ? context.take_snapshot() : ecs::Result<ecs::Snapshot>(ecs::Error{});
            if (!now) return;  // while a query runs; in the next frame
            // On this thread, as the steps belong to it: a person asked for it, and waits as for an undo.
            make = [made = std::make_shared<Made>(world_at_step(*now, history.all, history.steps, with_.steps))](
                       ecs::Progress&) { return std::move(*made); };
        }
        const bool two = (with_.what == With::What::File && !with_.own) || with_.what == With::What::World;
        if (renews)
            worlds_.renew(std::move(make));
        else
            worlds_.begin(std::move(make), ComparedWorlds::Before::InView, two ? ecs::Makers::Two : ecs::Makers::One);
    }
    if (!worlds_.update(context.world, true)) return;
    columns_.rows = 0;
    problem_.clear();
}

void ComparePanel::draw_head(const Context& context) {
    const Style& style = context.style;
    if (worlds_.state() == ComparedWorlds::State::Failed) {
        wrapped_text(style.theme->error, worlds_.problem());
        if (button(tr("Try again"))) worlds_.forget();
        return;
    }
    if (!worlds_.done()) {
        quiet_text(style, phrase("Comparing with {}: {}", words_for(with_), format_percent(worlds_.progress())));
        if (context.stay_awake != nullptr) *context.stay_awake = true;
        return;
    }
    const ecs::WorldDiff& found = worlds_.found();
    const bool read = with_.what == With::What::File || with_.what == With::What::World;
    if (!read)
        if (const std::string names = ecs::left_out_text(context.world); !names.empty())
            wrapped_text(style.theme->warn, phrase("{} cannot be copied: its values are not compared", names));
    if (with_play()) {
        clipped_line(style.theme->text,
                     phrase("Since tick {}: {} changed, {} new, {} gone", format_count(context.play->tick()),
                            format_count(found.changed), format_count(found.added), format_count(found.removed)));
        tooltip(tr("Entities that differ from the world as it was before Play"));
        const std::string yours = phrase("By you {}", format_count(by_person_.size()));
        if (choice(style, yours.c_str(), only_by_person_, {}, tr("What your own changes made different")))
            only_by_person_ = true;
        const std::string all = phrase("All {}", format_count(found.entries.size()));
        next_button(all.c_str());
        if (choice(style, all.c_str(), !only_by_person_, {}, tr("What the systems made different, too")))
            only_by_person_ = false;
        return;
    }
    clipped_line(style.theme->text, phrase("{} differ, {} only there, {} only here", format_count(found.changed),
                                           format_count(found.added), format_count(found.removed)));
    tooltip(tr("Entities"));
    if (worlds_.chosen_count() > 0 && worlds_.is_older_than(context.world)) {
        clipped_line(style.theme->warn, tr("The world has changed since"));
        next_button(tr("Compare again"));
        if (button(tr("Compare again"), {}, tr("What is ticked is not ticked any more then")))
            worlds_.choose_all(false);
    }
    if (with_.what == With::What::World)
        clipped_line(style.theme->quiet, phrase("There it was tick {}", format_count(worlds_.other().tick())));
    const bool again = with_.what == With::What::World || (with_.what == With::What::File && !found.empty());
    if (!found.empty()) {
        if (button(tr("Choose all"))) worlds_.choose_all(true);
        next_button(tr("Choose none"));
        if (button(tr("Choose none"))) worlds_.choose_all(false);
        if (again) next_button(tr("Read again"));
    }
    const char* const hint = with_.what == With::What::File
                                 ? tr("Reads the file, which another program may have changed")
                                 : tr("Asks the program how that world is now");
    if (again && button(tr("Read again"), {}, hint)) worlds_.forget();
}

std::size_t ComparePanel::row_count() const {
    return with_play() && only_by_person_ ? by_person_.size() : worlds_.found().entries.size();
}

std::uint32_t ComparePanel::entry_of_row(std::size_t row) const {
    return with_play() && only_by_person_ ? by_person_[row] : static_cast<std::uint32_t>(row);
}

std::string ComparePanel::words_for_main_button() const {
    const std::size_t chosen = worlds_.chosen_count();
    if (!with_play()) return chosen == 0 ? std::string(tr("Take over")) : phrase("Take over {}", format_count(chosen));
    return chosen == 0 ? std::string(tr("Stop, keep nothing")) : phrase("Stop, keep {}", format_count(chosen));
}

/// The buttons take a second line where they are wider than the panel.
float ComparePanel::foot_height() const {
    const float gap = ImGui::GetStyle().ItemSpacing.x, room = ImGui::GetContentRegionAvail().x;
    float wide = 0;
    int lines = 1;
    const auto place = [&](std::string_view label) {
        const float next = (wide == 0 ? 0 : wide + gap) + button_width(label);
        lines += wide > 0 && next > room ? 1 : 0;
        wide = next > room ? button_width(label) : next;
    };
    place(words_for_main_button());
    if (with_play()) {
        if (worlds_.chosen_count() > 0) place(tr("Keep nothing"));
        place(tr("Keep the world"));
    }
    const float said = problem_.empty() ? 0 : ImGui::CalcTextSize(problem_.c_str(), nullptr, false, room).y;
    return static_cast<float>(lines) * ImGui::GetFrameHeightWithSpacing() + said;
}

void ComparePanel::draw_foot(const Context& context) {
    const Style& style = context.style;
    using Kind = TransportRequest::Kind;
    const std::size_t chosen = worlds_.chosen_count();
    if (!with_play()) {
        if (!problem_.empty()) wrapped_text(style.theme->error, problem_);
        const std::string why_not = chosen == 0 ? std::string(tr("Tick what you want to take over"))
                                                : panels::why_not(context, WantedChange{WantedChange::Kind::Set});
        if (primary_button(
                style, words_for_main_button().c_str(), why_not,
                tr("Makes the world here as it is there, in what is ticked, as one step that can be undone")))
            take_over(context);
        return;
    }
    if (primary_button(style, words_for_main_button().c_str(), {},
                       tr("Puts the world back as it was before Play, with the differences that are ticked")))
        context.requests.push_back(TransportRequest{.kind = Kind::Stop, .kept = worlds_.all_chosen()});
    if (chosen > 0) {
        next_button(tr("Keep nothing"));
        if (button(tr("Keep nothing"), {}, tr("Puts the world back exactly as it was before Play")))
            context.requests.push_back(TransportRequest{.kind = Kind::Stop});
    }
    next_button(tr("Keep the world"));
    if (button(tr("Keep the world"), {}, tr("Goes on with the world as it is now: there is nothing to go back to")))
        context.requests.push_back(TransportRequest{.kind = Kind::GoOn});
}

void ComparePanel::take_over(const Context& context) {
    const std::vector<std::uint32_t> chosen = worlds_.all_chosen();
    // An entity of there whose id is another one here gets an id of its own.
    ecs::Renumbered renumbered;
    auto next = static_cast<std::uint32_t>(std::max(context.world.slot_count(), worlds_.other().slot_count()));
    for (const ecs::DiffEntry& each : worlds_.found().entries)
        if (each.kind == ecs::DiffKind::EntityAdded && worlds_.strangers().count(each.entity) != 0)
            renumbered.emplace(each.entity, ecs::Entity{next++, 1});
    auto edits = ecs::edits_of(worlds_.found(), context.world, worlds_.other(), chosen, renumbered);
    problem_ = edits ? std::string() : edits.error();
    if (!edits) return;
    context.requests.push_back(EditRequest{
        .label = phrase("Take over {} from {}", format_count(chosen.size(), "difference"), words_for(with_)),
        .edits = std::move(*edits),
        .ends_gesture = true});
    worlds_.choose_all(false);  // what is left is compared again
}

}  // namespace panels
