// The schedules of a Bevy program, and the systems that the mirror lists.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ecs/base/language.hpp"
#include "remote/bevy/bevy_edits.hpp"
#include "remote/bevy/bevy_owner.hpp"
#include "remote/replica/shape.hpp"

namespace remote {

namespace {

ecs::Phase part_of(std::string_view label) {
    if (label.starts_with("Post") || label == "Last" || label == "Render") return ecs::Phase::PostUpdate;
    if (label.starts_with("Pre") || label == "First" || label == "Startup" || label == "PostStartup")
        return ecs::Phase::PreUpdate;
    return ecs::Phase::Update;
}

}  // namespace

void BevyOwner::ask_schedules() {
    if (!dialect_.knows(Method::ScheduleList) || !dialect_.knows(Method::ScheduleGraph)) return;
    call(LinkPriority::Background, "schedules", Method::ScheduleList, nullptr, [this](const BevyReply& reply) {
        graphs_waited_ = 0;
        if (!reply.result || !reply.result->is_object()) return;
        const auto labels = reply.result->find("schedule_labels");
        if (labels == reply.result->end() || !labels->is_array()) return;
        std::vector<Schedule> listed;
        for (const Json& label : *labels) {
            if (!label.is_string() || listed.size() >= 64) continue;
            const std::string text = label.get<std::string>();
            const auto known = std::find_if(schedules_.begin(), schedules_.end(),
                                            [&](const Schedule& each) { return each.label == text; });
            listed.push_back(known == schedules_.end() ? Schedule{text, {}} : std::move(*known));
            ++*graphs_waited_;
            call(LinkPriority::Background, "schedule " + text, Method::ScheduleGraph, {{"schedule_label", text}},
                 [this, text](const BevyReply& graph) {
                     if (graphs_waited_ && *graphs_waited_ > 0) --*graphs_waited_;
                     if (graph.result && graph.result->is_object() && graph.result->contains("schedule_data"))
                         read_schedule(text, (*graph.result)["schedule_data"]);
                 });
        }
        schedules_ = std::move(listed);
        schedules_known_ = true;
    });
}

void BevyOwner::read_schedule(const std::string& label, const Json& data) {
    const auto schedule =
        std::find_if(schedules_.begin(), schedules_.end(), [&](const Schedule& each) { return each.label == label; });
    if (schedule == schedules_.end() || !data.is_object() || !data.contains("systems") || !data["systems"].is_array())
        return;
    std::vector<std::uint32_t> types;
    if (data.contains("components") && data["components"].is_array())
        for (const Json& component : data["components"])
            types.push_back(component.is_object() && component.contains("name") && component["name"].is_string()
                                ? replica_.find_type(component["name"].get<std::string>())
                                : Replica::no_type);
    schedule->systems.clear();
    for (const Json& system : data["systems"]) {
        if (!system.is_object() || !system.contains("name") || !system["name"].is_string()) continue;
        if (system.value("apply_deferred", Json()) == true) continue;
        ecs::OwnerSystem made;
        made.name = readable_name(system["name"].get<std::string>());
        made.phase = cleaned(label, 64);
        made.part = dialect_.own && label == "PostUpdate" ? ecs::Phase::PostUpdate : part_of(label);
        if (system.value("enabled", Json()) == false) made.enabled = false;
        made.why_not_switch = ecs::phrase("{} does not let other programs switch systems", name_);
        const auto accesses = system.find("filtered_accesses");
        if (accesses != system.end() && accesses->is_array())
            for (const Json& each : *accesses) {
                if (!each.is_object() || !each.contains("access") || !each["access"].is_object()) continue;
                const Json reads = each["access"].value("reads", Json::array()),
                           writes = each["access"].value("writes", Json::array());
                for (const Json& number : reads) {
                    const auto position = id_in(number);
                    if (!position || *position >= types.size() || types[*position] == Replica::no_type) continue;
                    const bool writes_it = std::find(writes.begin(), writes.end(), number) != writes.end();
                    const auto same = std::find_if(made.accesses.begin(), made.accesses.end(),
                                                   [&](const auto& one) { return one.type == types[*position]; });
                    if (same == made.accesses.end())
                        made.accesses.push_back({types[*position], writes_it});
                    else
                        same->writes = same->writes || writes_it;
                }
            }
        schedule->systems.push_back(std::move(made));
    }
    make_systems();
}

void BevyOwner::make_systems() {
    systems_.clear();
    if (paused_) {
        ecs::OwnerSystem time;
        time.name = bevy_time_name;
        time.phase = "First";
        time.part = ecs::Phase::PreUpdate;
        time.description = ecs::tr("switched off, the time of the world stands still");
        time.enabled = !*paused_;
        if (speed_ && *speed_ == 0) time.description = ecs::tr("the time of its world stands still: its scale is 0");
        systems_.push_back(std::move(time));
    }
    std::set<std::string> names;
    for (const ecs::Phase part : {ecs::Phase::PreUpdate, ecs::Phase::Update, ecs::Phase::PostUpdate})
        for (const Schedule& schedule : schedules_)
            for (const ecs::OwnerSystem& system : schedule.systems) {
                if (system.part != part) continue;
                ecs::OwnerSystem made = system;
                for (int number = 2; !names.insert(made.name).second; ++number)
                    made.name = system.name + " (" + std::to_string(number) + ")";
                systems_.push_back(std::move(made));
            }
}

}  // namespace remote
