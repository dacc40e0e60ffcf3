#include "panels/desk/run_back.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "ecs/timeline/timeline.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/watch/recording.hpp"

namespace panels {

namespace {

constexpr double least_part_secs = 0.03;  // the window stands still meanwhile
constexpr double going_share = 3;         // a part takes so many times as long as the way back

double now_secs(const RequestRunner::Program& program) {
    if (program.now_secs) return program.now_secs();
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// The journal hears nothing of a world that goes away and comes back.
class Silence {
public:
    explicit Silence(ecs::World& world) : world_(world), journal_(world.journal()) { world.observe(nullptr); }
    ~Silence() { world_.observe(journal_); }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    ecs::World& world_;
    ecs::Journal* journal_;
};

}  // namespace

RunBack::RunBack(const RequestRunner::Subject& subject, RunBackRequest request)
    : request_(std::move(request)),
      search_(ecs::TimelineSource(*subject.timeline, subject.world),
              {request_.entity, request_.component, request_.offset}, subject.world.tick()),
      moment_(moment_of(subject)) {}

RunBack::Moment RunBack::moment_of(const RequestRunner::Subject& subject) {
    return {subject.timeline->branch(), subject.world.tick(), subject.schedule.total_calls(), subject.history.state(),
            subject.timeline->at_now()};
}

std::string RunBack::return_to(const RequestRunner::Subject& subject) const {
    return subject.timeline->seek({moment_.branch, moment_.tick});
}

bool RunBack::go_on(const RequestRunner::Subject& subject, const RequestRunner::Program& program) {
    const auto refuse = [&](const std::string& reason) {
        if (program.refused && !reason.empty()) program.refused(reason);
        return true;
    };
    const bool stays = subject.timeline != nullptr && subject.timeline->by_states();
    if (waiting_.cancelled()) {
        if (stays && return_to(subject).empty() && program.time_jumped) program.time_jumped();
        return true;
    }
    if (subject.timeline == nullptr || !subject.timeline->recording()) return true;
    // A world that somebody else runs would go on between two parts, so it stays in the past.
    if (!stays && moment_of(subject) != moment_)
        return refuse(phrase("The world went on, so nobody knows when {} was written last", request_.what));
    std::string reason;
    const bool ended = run_part(subject, program, reason);
    if (ended) {
        end(subject, program);
        return true;
    }
    if (!reason.empty()) {
        if (program.time_jumped) program.time_jumped();
        return refuse(reason);
    }
    // Systems ran, in the past only.
    moment_.calls = subject.schedule.total_calls();
    return false;
}

bool RunBack::run_part(const RequestRunner::Subject& subject, const RequestRunner::Program& program,
                       std::string& reason) {
    const Silence silence(subject.world);
    ecs::TimelineSource source(*subject.timeline, subject.world);
    const double begin = now_secs(program);
    const double room = std::max(least_part_secs, going_share * return_secs_);
    const bool ended = search_.go_on(source, [&] { return now_secs(program) - begin > room; });
    waiting_.show(search_.ticks_behind(), search_.ticks_in_all());
    if (ended || subject.timeline->by_states()) return ended;
    const double leaves = now_secs(program);
    reason = return_to(subject);
    return_secs_ = now_secs(program) - leaves;
    return false;
}

/// The system that wrote the value last in this tick, if that was recorded, as the program says it whose ticks cannot be
/// run again. Empty: it is not known.
std::string RunBack::recorded_writer(const RequestRunner::Subject& subject, std::uint64_t tick) const {
    std::string name;
    if (subject.recording == nullptr || !subject.timeline->by_states()) return name;
    subject.recording->records().each_of(
        request_.entity, request_.component, request_.offset, [&](const ecs::FieldRecord& record) {
            const bool by_system =
                record.writer.kind == ecs::WriterKind::BySystem || record.writer.kind == ecs::WriterKind::ByHook;
            if (record.tick == tick && by_system) name = record.writer.name;
            return record.tick > tick;
        });
    return name;
}

void RunBack::end(const RequestRunner::Subject& subject, const RequestRunner::Program& program) const {
    const ecs::LastWriteSearch& search = search_.result();
    const std::string reason =
        search.found ? subject.timeline->seek({moment_.branch, search.found->tick + 1}) : return_to(subject);
    if (program.time_jumped) program.time_jumped();
    const auto refuse = [&](const std::string& why) {
        if (program.refused) program.refused(why);
    };
    if (!reason.empty()) return refuse(reason);
    if (!search.found) {
        const std::string words = search.problem.empty()
                                      ? phrase("{} was not written since tick {}, where the record begins",
                                               request_.what, format_count(search.searched_from))
                                      : phrase("{} was not written since tick {}. {}", request_.what,
                                               format_count(search.searched_from), search.problem);
        return refuse(words);
    }
    const ecs::LastWrite& found = *search.found;
    if (subject.world.alive(request_.entity)) {
        if (!subject.selection.has(request_.entity)) subject.selection.select(request_.entity);
        subject.selection.flash.begin({request_.entity}, {request_.component});
    }
    if (!program.told) return;
    const std::string tick = format_count(found.tick);
    if (const std::string writer = recorded_writer(subject, found.tick); !writer.empty())
        return program.told(phrase("{} wrote {} last, in tick {}", writer, request_.what, tick));
    if (found.writer == ecs::WriterKind::BySystem)
        return program.told(phrase("{} wrote {} last, in tick {}", found.writer_name, request_.what, tick));
    if (found.writer == ecs::WriterKind::ByStep)
        return program.told(phrase("You wrote {} last, after tick {}", request_.what, tick));
    // Its ticks cannot be run again to see which system it was.
    const std::vector<std::string> writers = writers_of(subject.schedule, request_.component);
    const std::string changed =
        found.from_tick < found.tick
            ? phrase("{} changed last between ticks {} and {}", request_.what, format_count(found.from_tick), tick)
            : phrase("{} changed last in tick {}", request_.what, tick);
    program.told(writers.empty()       ? changed
                 : writers.size() == 1 ? changed + ". " + phrase("Only {} says that it writes it", writers.front())
                                       : changed + ". " + phrase("These say that they write it: {}", joined(writers)));
}

Job RunBack::job() const {
    return waiting_.job(phrase("Searching who wrote {}", request_.what), tr("The world stays where it is until then"),
                        tr_later("Running recorded ticks again"));
}

}  // namespace panels
