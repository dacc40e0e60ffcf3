// The part of Watches about alerts, and how both lists are kept.
#include <algorithm>
#include <charconv>
#include <utility>

#include "panels/watch/watches.hpp"

namespace panels {

namespace {

constexpr char entry_end = ';', part_end = '|', escape_mark = '\\';

void put(std::string& text, std::string_view part) {
    for (const char c : part) {
        if (c == '\n') {
            text += "\\n";
            continue;
        }
        if (c == entry_end || c == part_end || c == escape_mark) text += escape_mark;
        text += c;
    }
    text += part_end;
}

/// The parts of the first entry, which is taken off the text.
std::vector<std::string> take_entry(std::string_view& text) {
    std::vector<std::string> parts(1);
    std::size_t i = 0;
    for (; i < text.size() && text[i] != entry_end; ++i) {
        if (text[i] == escape_mark && i + 1 < text.size()) {
            ++i;
            parts.back() += text[i] == 'n' ? '\n' : text[i];
        } else if (text[i] == part_end) {
            parts.emplace_back();
        } else {
            parts.back() += text[i];
        }
    }
    text.remove_prefix(std::min(i + 1, text.size()));
    parts.pop_back();  // behind the last end
    return parts;
}

int number_in(std::string_view text) {
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

Alert* Watches::alert_with(std::uint64_t number) {
    const auto found =
        std::find_if(alerts_.begin(), alerts_.end(), [&](const Alert& alert) { return alert.number == number; });
    return found == alerts_.end() ? nullptr : &*found;
}

std::optional<ecs::TextError> Watches::add_alert(std::string query, Severity severity, std::string message) {
    auto parsed = ecs::TextQuery::parse(query);
    if (!parsed) return parsed.error();
    if (world_ != nullptr)
        if (const ecs::TextError* error = parsed->bind(*world_)) return *error;
    Alert alert;
    alert.number = next_number_++;
    alert.text = std::move(query);
    alert.severity = severity;
    alert.message = std::move(message);
    alerts_.push_back(std::move(alert));
    if (world_ != nullptr) bind(alerts_.back());
    changed();
    return std::nullopt;
}

void Watches::remove_alert(std::uint64_t number) {
    if (std::erase_if(alerts_, [&](const Alert& alert) { return alert.number == number; }) > 0) changed();
}

void Watches::switch_alert(std::uint64_t number, bool on) {
    Alert* const alert = alert_with(number);
    if (alert == nullptr || alert->on == on) return;
    alert->on = on;
    alert->hits.clear();
    alert->count = 0;
    ++revision_;
}

std::size_t Watches::raised(Severity severity) const {
    return static_cast<std::size_t>(std::count_if(alerts_.begin(), alerts_.end(), [&](const Alert& alert) {
        return alert.severity == severity && alert.count > 0;
    }));
}

void Watches::bind(Alert& alert) {
    if (!alert.query) {
        auto parsed = ecs::TextQuery::parse(alert.text);
        if (!parsed) {
            alert.problem = parsed.error();
            return;
        }
        alert.query = std::move(*parsed);
    }
    const bool was_bound = alert.query->bound();
    const ecs::TextError* error = alert.query->bind(*world_);
    alert.problem = error != nullptr ? *error : ecs::TextError();
    if (!was_bound && alert.query->bound() && alert.query->needs_baseline()) baseline_.track(*alert.query);
}

void Watches::evaluate(Alert& alert) {
    if (!alert.on) return;
    bind(alert);
    ++evaluations_;
    matches_.clear();
    alert.count = 0;
    if (alert.query && alert.query->bound()) {
        alert.kept.update(*world_, *alert.query, inputs());
        alert.kept.collect(matches_, Alert::most_hits);
        alert.count = alert.kept.count();
    }
    std::sort(matches_.begin(), matches_.end());
    // The tick that ran, not the one that comes.
    const std::uint64_t ran = tick_seen_ > 0 ? tick_seen_ - 1 : 0;
    hits_.clear();
    auto former = alert.hits.begin();
    for (const ecs::Entity entity : matches_) {
        while (former != alert.hits.end() && former->entity < entity) ++former;
        const bool known = former != alert.hits.end() && former->entity == entity;
        hits_.push_back({entity, known ? former->since : ran});
        if (known) continue;
        ++alert.fired;
        alert.last_fired = ran;
    }
    alert.hits.swap(hits_);
}

std::string Watches::save() const {
    std::string text;
    for (const Pin& pin : pins_) {
        put(text, "pin");
        put(text, pin.name);
        put(text, pin.text);
        put(text, pin.entity ? ecs::to_string(pin.entity) : "");
        put(text, pin.entity_name);
        put(text, std::to_string(pin.plot));
        text += entry_end;
    }
    for (const Alert& alert : alerts_) {
        put(text, "alert");
        put(text, alert.text);
        put(text, std::to_string(static_cast<int>(alert.severity)));
        put(text, alert.message);
        put(text, alert.on ? "1" : "0");
        text += entry_end;
    }
    return text;
}

void Watches::load(std::string_view text) {
    pins_.clear();
    alerts_.clear();
    baseline_.clear();
    while (!text.empty()) {
        const std::vector<std::string> parts = take_entry(text);
        if (parts.size() == 6 && parts[0] == "pin") {
            Pin pin;
            pin.number = next_number_++;
            pin.name = free_name(parts[1]);
            pin.text = parts[2];
            pin.entity = ecs::parse_entity(parts[3]).value_or(ecs::null_entity);
            pin.entity_name = parts[4];
            pin.plot = std::clamp(number_in(parts[5]), 0, 99);
            find_entity_again(pin);
            pins_.push_back(std::move(pin));
        } else if (parts.size() == 5 && parts[0] == "alert") {
            Alert alert;
            alert.number = next_number_++;
            alert.text = parts[1];
            alert.severity = static_cast<Severity>(std::clamp(number_in(parts[2]), 0, 2));
            alert.message = parts[3];
            alert.on = parts[4] == "1";
            alerts_.push_back(std::move(alert));
            if (world_ != nullptr) bind(alerts_.back());
        }
    }
    changed();
}

}  // namespace panels
