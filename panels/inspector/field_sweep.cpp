#include "panels/inspector/field_sweep.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/base/tooltip.hpp"
#include "panels/widgets/number_kinds.hpp"

namespace panels {

void FieldSweep::begin_frame(const Context& context) {
    changes_.clear();
    marked_ = unfit_ = written_ = 0;
    released_ = false;
    if (!goes_on()) return;
    if (take_key(context, compat::Key::Escape, false))
        value_ = Takes::Nothing;
    else
        released_ = !ImGui::IsMouseDown(ImGuiMouseButton_Left);
}

std::size_t FieldSweep::end_frame() {
    if (released_) {
        value_ = Takes::Nothing;
        return written_;
    }
    if (!goes_on() || marked_ == 0) return 0;
    const Tooltip tip(from_, Tooltip::When::Now);
    if (!tip) return 0;
    const std::string value = value_ == Takes::Number ? number_ : on_ ? tr("on") : tr("off");
    ImGui::TextUnformatted(phrase("Set {} to {}", format_count(marked_ - unfit_, "field", "fields"), value).c_str());
    if (unfit_ > 0) ImGui::TextUnformatted(phrase("It does not fit {} of them", format_count(unfit_)).c_str());
    return 0;
}

std::vector<FieldChange> FieldSweep::take() { return std::exchange(changes_, {}); }

FieldSweep::Way FieldSweep::way_of_drag() {
    const ImVec2 mouse = ImGui::GetIO().MousePos, from = ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Left];
    const float down = std::abs(mouse.y - from.y), aside = std::abs(mouse.x - from.x);
    if (down <= aside * 1.5f) return Way::Aside;
    return down > ImGui::GetFrameHeight() * 0.6f ? Way::Across : Way::Undecided;
}

void FieldSweep::begin_at(const Area& pressed, std::string number) {
    value_ = Takes::Number;
    number_ = std::move(number);
    from_ = pressed;
}

void FieldSweep::begin_at(const Area& pressed, bool on) {
    value_ = Takes::Bool;
    on_ = on;
    from_ = pressed;
}

/// Whether the line from the middle of the first box to the mouse passes the box at its height.
bool FieldSweep::on_the_way(const Area& box) const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const ImVec2 from = ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Left];
    const float low = std::min(mouse.y, from.y), high = std::max(mouse.y, from.y);
    if (box.high.y <= low || box.low.y >= high || high == low) return false;
    // A number has the value already; a check box gets the other one.
    if (box.low.x == from_.low.x && box.low.y == from_.low.y) return value_ == Takes::Bool;
    const float y = std::clamp((box.low.y + box.high.y) / 2, low, high);
    const float x = from.x + (mouse.x - from.x) * (y - from.y) / (mouse.y - from.y);
    return x >= box.low.x && x < box.high.x;
}

void FieldSweep::mark(const Context& context, const Area& box, bool fits) {
    ++marked_;
    if (!fits) ++unfit_;
    const Style& style = context.style;
    compat::add_rect(*ImGui::GetForegroundDrawList(), box.low, box.high, fits ? style.theme->text : style.theme->error,
                     style.px(3));
}

bool FieldSweep::visit(const Context& context, const Area& box, const NumberKind& kind, const ecs::Field& field,
                       void* write) {
    if (value_ != Takes::Number || write == nullptr || !on_the_way(box)) return false;
    std::array<std::byte, 8> value{};
    const bool fits = kind.parse(field, number_, value.data()).empty();
    mark(context, box, fits);
    if (!released_ || !fits) return false;
    std::memcpy(write, value.data(), kind.size);
    ++written_;
    changes_.push_back({.at = write, .size = kind.size, .field = &field});
    return true;
}

bool FieldSweep::visit(const Context& context, const Area& box, const ecs::Field& field, bool* write) {
    if (value_ != Takes::Bool || write == nullptr || !on_the_way(box)) return false;
    mark(context, box, true);
    if (!released_) return false;
    *write = on_;
    ++written_;
    changes_.push_back({.at = write, .size = sizeof(bool), .field = &field});
    return true;
}

}  // namespace panels
