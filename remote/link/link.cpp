#include "remote/link/link.hpp"

#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"

namespace remote {

LinkReply Line::ask(const LinkRequest& request) {
    link_.wait_until_polite(edit_);
    if (stopped()) return {.why = ecs::tr("it was ended")};
    ++link_.asked_;
    LinkReply reply = exchange(link_.options_, request, link_.stop_);
    if (reply.unheard || (!edit_ && reply.outcome == LinkReply::Outcome::NoAnswer)) ++link_.breaks_;
    return reply;
}

bool Line::stopped() const { return link_.stop_; }

void Line::wait(std::chrono::milliseconds time) const {
    std::unique_lock lock(link_.mutex_);
    link_.came_.wait_for(lock, time, [&] { return link_.stop_.load(); });
}

Link::Link(LinkOptions options) : options_(std::move(options)), thread_([this] { run(); }) {}

std::string Link::address() const {
    const bool ip_6 = options_.host.find(':') != std::string::npos;
    return (ip_6 ? "[" + options_.host + "]" : options_.host) + ":" + std::to_string(options_.port);
}

Link::~Link() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    came_.notify_all();
    thread_.join();
}

void Link::post(LinkPriority priority, std::string key, Job job) {
    {
        const std::lock_guard lock(mutex_);
        const auto same = std::find_if(waiting_.begin(), waiting_.end(),
                                       [&](const Waiting& each) { return !key.empty() && each.key == key; });
        if (same != waiting_.end())
            *same = {priority, std::move(key), std::move(job)};
        else
            waiting_.push_back({priority, std::move(key), std::move(job)});
    }
    came_.notify_all();
}

void Link::drop_waiting() {
    const std::lock_guard lock(mutex_);
    std::erase_if(waiting_, [](const Waiting& each) { return each.priority != LinkPriority::Edit; });
}

std::size_t Link::deliver() {
    std::vector<Delivery> ready;
    {
        const std::lock_guard lock(mutex_);
        ready.swap(deliveries_);
    }
    for (const Delivery& each : ready)
        if (each) each();
    return ready.size();
}

bool Link::idle() const {
    const std::lock_guard lock(mutex_);
    return waiting_.empty() && deliveries_.empty() && !running_;
}

void Link::run() {
    std::unique_lock lock(mutex_);
    while (!stop_) {
        if (waiting_.empty()) {
            came_.wait(lock, [&] { return stop_ || !waiting_.empty(); });
            continue;
        }
        const auto first = std::min_element(waiting_.begin(), waiting_.end(), [](const Waiting& a, const Waiting& b) {
            return a.priority < b.priority;  // the first of those with the highest
        });
        const Waiting next = std::move(*first);
        waiting_.erase(first);
        running_ = true;
        lock.unlock();
        Line line(*this, next.priority == LinkPriority::Edit);
        Delivery delivery = next.job(line);
        lock.lock();
        running_ = false;
        deliveries_.push_back(std::move(delivery));
    }
}

// On the thread of the Link.
void Link::wait_until_polite(bool edit) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::seconds window{1};
    constexpr double edits_for_each_look = 9;
    const double share = edit ? edits_for_each_look : 2.0 / 3.0;
    const auto most = std::max<std::size_t>(1, static_cast<std::size_t>(options_.per_second * share));
    std::unique_lock lock(mutex_);
    // What a person does waits for nothing that was only looked at.
    std::deque<Clock::time_point>& recent = edit ? recent_edits_ : recent_;
    while (!stop_) {
        const auto now = Clock::now();
        while (!recent.empty() && now - recent.front() >= window) recent.pop_front();
        if (recent.size() < most) break;
        came_.wait_until(lock, recent[recent.size() - most] + window, [&] { return stop_.load(); });
    }
    recent.push_back(Clock::now());
}

}  // namespace remote
