#include "panels/host/long_work.hpp"

#include <chrono>
#include <optional>

namespace panels {

std::string LongWork::start(Job job) {
    // What is done within a frame ends in the popup that asked for it, with what went wrong.
    constexpr std::chrono::milliseconds part_of_a_frame(8);
    const std::uint64_t number = jobs_.start(std::move(job));
    if (jobs_.number() != number || !jobs_.wait_for(part_of_a_frame)) return {};
    std::string problem;
    while (const std::optional<Jobs::Ended> done = jobs_.take_ended()) {
        if (done->number == number && !done->problem.empty())
            problem = done->problem;
        else
            ended(*done);
    }
    return problem;
}

void LongWork::follow() {
    while (const std::optional<Jobs::Ended> done = jobs_.take_ended()) ended(*done);
}

void LongWork::ended(const Jobs::Ended& job) {
    if (std::string told = job.told(); !told.empty()) tell_(std::move(told));
}

void LongWork::draw(const Style& style, double now_secs, const std::string& window) {
    const bool due =
        jobs_.running() && (card_.shown() || JobCard::due(jobs_.elapsed_secs(), jobs_.progress().fraction()));
    if (!due) return card_.hide();
    const ImGuiViewport& screen = *ImGui::GetMainViewport();
    const ImVec2 lower_middle{screen.WorkPos.x + screen.WorkSize.x / 2,
                              screen.WorkPos.y + screen.WorkSize.y - style.px(32)};
    const auto facts = JobCard::facts_of(jobs_.job(), jobs_.progress(), jobs_.elapsed_secs(), jobs_.waiting());
    if (card_.draw(style, now_secs, window.c_str(), lower_middle, facts)) jobs_.cancel();
}

}  // namespace panels
