#include "panels/running/tick_question.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/base/owner_clock.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr std::uint64_t most_ticks = std::numeric_limits<std::uint32_t>::max();  // two years of a game

std::optional<std::uint64_t> read_number(std::string_view text) {
    std::string digits;
    for (const char c : text)
        if (c != ',' && c != ' ') digits += c;
    std::uint64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || number > most_ticks) return std::nullopt;
    return number;
}

}  // namespace

std::optional<std::uint64_t> read_tick(std::string_view text, std::uint64_t now) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    const char sign = text.empty() ? ' ' : text.front();
    const bool relative = sign == '+' || sign == '-';
    if (relative) text.remove_prefix(1);
    const std::optional<std::uint64_t> number = read_number(text);
    if (!number || !relative) return number;
    if (sign == '+') return now + *number;
    return *number <= now ? std::optional(now - *number) : std::nullopt;
}

std::string why_not_to_tick(const Context& context, std::uint64_t tick) {
    if (!context.transport.why_not.empty()) return context.transport.why_not;
    const std::uint64_t now = context.world.tick();
    if (tick == now) return tr("The world is at this tick");
    return tick > now ? std::string() : why_not_seek(context, tick);
}

void request_tick(const Context& context, std::uint64_t tick) {
    context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::RunToTick, .tick = tick});
}

std::optional<std::uint64_t> TickQuestion::tick(const Context& context) const {
    const std::uint64_t now = context.world.tick();
    if (about_ == About::Tick) return read_tick(text_, now);
    const std::optional<std::uint64_t> count = read_number(text_);
    return count && *count > 0 ? std::optional(now + *count) : std::nullopt;
}

std::string TickQuestion::consequence(const Context& context) const {
    const std::optional<std::uint64_t> to = tick(context);
    const std::uint64_t now = context.world.tick();
    if (!to || *to == now) return about_ == About::Tick ? tr("+60 and -60 count from now") : "";
    if (can_seek(context, *to)) return phrase("To tick {}, which is recorded", format_count(*to));
    if (*to < now) return {};
    const std::string ticks = format_count(*to - now, "tick");
    return owner_clock(context) != nullptr ? phrase("The program runs {}", ticks)
                                           : phrase("Runs {} as fast as they go", ticks);
}

void TickQuestion::draw(const Context& context, ImVec2 place) {
    const Style& style = context.style;
    if (const std::optional<std::uint64_t> count = std::exchange(due_, std::nullopt))
        request_tick(context, context.world.tick() + *count);
    const bool opens = opens_.has_value();
    if (opens) {
        about_ = *std::exchange(opens_, std::nullopt);
        text_ = about_ == About::Count ? std::to_string(count_) : std::string();
        ImGui::OpenPopup("##ticks");
    }
    ImGui::SetNextWindowPos(place, ImGuiCond_Appearing);
    if (!ImGui::BeginPopup("##ticks")) return;
    quiet_text(style, about_ == About::Tick ? tr("Go to tick") : tr("Run so many ticks"));
    if (opens || std::exchange(to_field_, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(std::floor(style.px(200)));
    const std::string now = format_count(context.world.tick());
    const bool entered = input_text("##number", text_, about_ == About::Tick ? now.c_str() : tr("Ticks"),
                                    ImGuiInputTextFlags_EnterReturnsTrue);
    if (ImGui::IsItemDeactivated() && compat::key_pressed(compat::Key::Escape, false)) ImGui::CloseCurrentPopup();
    const std::optional<std::uint64_t> to = tick(context);
    std::string why_not =
        about_ == About::Tick ? tr("A tick is a number like 1200") : tr("A number of ticks from 1 on");
    if (to) why_not = why_not_to_tick(context, *to);
    // Before anything was typed there is nothing to complain about.
    const bool complains = !why_not.empty() && !text_.empty();
    colored_text(complains ? style.theme->warn : style.theme->quiet, complains ? why_not : consequence(context));
    const char* const label = about_ == About::Tick ? tr("Go") : tr("Run");
    to_field_ = entered && !why_not.empty();  // to mend it
    const bool chosen = primary_button(style, label, why_not) || (entered && why_not.empty());
    ImGui::SameLine();
    if (button(tr("Cancel"))) ImGui::CloseCurrentPopup();
    if (chosen) {
        if (about_ == About::Count) count_ = *to - context.world.tick();
        request_tick(context, *to);
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

}  // namespace panels
