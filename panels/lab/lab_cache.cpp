#include "panels/lab/lab_cache.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/language.hpp"
#include "panels/lab/lab_storage_name.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

constexpr float dot_px = 2;

std::string shape_text(const CacheShape& shape) {
    constexpr std::uint64_t mebibyte = 1024 * 1024;
    const bool large = shape.bytes % mebibyte == 0;
    return format_count(shape.bytes / (large ? mebibyte : 1024)) + (large ? " MiB, " : " KiB, ") +
           format_count(shape.ways, "way");
}

LabReplay make_replay(const LabRequest& request, StorageKind kind, const CacheShape& shape,
                      std::shared_ptr<const AccessLog> log, const std::stop_token& stop) {
    LabReplay replay;
    replay.shape = shape;
    try {
        if (!log)
            if (auto made = log_last_query(*request.scenario, kind, request.mode, request.options, request.steps, stop))
                log = std::make_shared<const AccessLog>(std::move(*made));
        replay.log = log;
        if (!log) return replay;
        if (!log->complete()) {
            replay.problem =
                phrase("{} accesses are more than can be kept, so no cache is simulated.", format_count(log->made));
            return replay;
        }
        replay.straddling = log->straddling();
        const CacheSimulation cache = simulate(*log, shape);
        replay.hits = cache.hits();
        replay.misses = cache.misses();
    } catch (const std::bad_alloc&) {
        replay.problem = tr("There is not enough memory to keep the accesses of this query.");
    }
    return replay;
}

}  // namespace

const LabReplay* LabCache::replay(StorageKind kind) const {
    const auto& found = replays_of_[static_cast<std::size_t>(kind)];
    return found && found->shape == shape_ ? &*found : nullptr;
}

void LabCache::take() {
    if (!task_.finished()) return;
    LabReplay replay = task_.take();
    if (replayed_revision_ == revision_) replays_of_[static_cast<std::size_t>(replayed_kind_)] = std::move(replay);
}

void LabCache::finish() {
    task_.wait();
    take();
}

void LabCache::want(const LabRuns& runs, StorageKind kind) {
    if (replay(kind) != nullptr || task_.running()) return;
    const auto& known = replays_of_[static_cast<std::size_t>(kind)];
    ++replays_;
    replayed_revision_ = runs.revision;
    replayed_kind_ = kind;
    task_.start([request = static_cast<const LabRequest&>(runs), kind, shape = shape_,
                 log = known ? known->log : nullptr](ecs::Progress& progress) {
        return make_replay(request, kind, shape, log, progress.stop_token());
    });
}

void LabCache::show(const Context& context, LabState& state) {
    const Style& style = context.style;
    const LabRuns& runs = *state.runs();
    if (runs.revision != revision_) {
        revision_ = runs.revision;
        replays_of_ = {};
        task_.cancel();
    }
    take();
    if (runs.run(state.kind).last_query() == nullptr) return;  // the view says so itself
    if (other_ == state.kind)
        other_ = state.kind == StorageKind::HashIndex ? StorageKind::Chunks : StorageKind::HashIndex;
    const bool has_shape = fault_of(shape_).empty();
    if (has_shape) {
        want(runs, state.kind);
        want(runs, other_);
    }
    if (task_.running() && context.stay_awake != nullptr) *context.stay_awake = true;

    draw_shape(style);
    const float gap = style.px(16), width = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
    const float height = ImGui::GetFrameHeight() + 6 * ImGui::GetTextLineHeightWithSpacing() + style.px(176);
    std::uint64_t most = 1, in_class = 1;
    for (std::size_t side = 0; side < 2; ++side) {
        const StorageKind kind = side == 0 ? state.kind : other_;
        most = std::max<std::uint64_t>(most, runs.lines[static_cast<std::size_t>(kind)].size());
    }
    max_lines_ = most;
    for (std::size_t side = 0; side < 2; ++side) {
        if (side == 1) ImGui::SameLine(0, gap);
        ImGui::PushID(static_cast<int>(side));
        if (compat::begin_child("side", {width, height})) {
            draw_side(context, runs, side == 0 ? state.kind : other_, side);
            for (std::size_t used = 1; used <= line_bytes; ++used)
                in_class = std::max(in_class, pictures_[side].by_used[used]);
        }
        ImGui::EndChild();
        ImGui::PopID();
    }
    // Bars were drawn to the scale of before.
    if (in_class != max_in_class_ && context.stay_awake != nullptr) *context.stay_awake = true;
    max_in_class_ = in_class;
}

void LabCache::draw_shape(const Style& style) {
    ImGui::AlignTextToFramePadding();
    quiet_text(style, tr("Simulated cache"));
    ImGui::SameLine();
    constexpr CacheShape presets[] = {{32 * 1024, 8}, {256 * 1024, 8}, {1024 * 1024, 16}};
    for (const CacheShape& preset : presets) {
        if (choice(style, shape_text(preset).c_str(), !own_shape_ && shape_ == preset, {},
                   tr("One level, empty at the start, lines of 64 bytes, the least recently used makes room"))) {
            shape_ = preset;
            own_shape_ = false;
        }
        ImGui::SameLine(0, 0);
    }
    if (choice(style, tr("Own"), own_shape_, {}, tr("Of any size"))) own_shape_ = true;
    if (!own_shape_) return;
    const auto number = [&](const char* label, const char* id, std::uint64_t& value, std::uint64_t most) {
        same_line_if_fits(style.px(140), style.px(12));
        ImGui::AlignTextToFramePadding();
        quiet_text(style, label);
        ImGui::SameLine();
        ImGui::SetNextItemWidth(style.px(90));
        const std::uint64_t one = 1;
        if (ImGui::InputScalar(id, ImGuiDataType_U64, &value, &one)) value = std::min(value, most);
    };
    number("KiB", "##kib", own_kib_, 64 * 1024);
    number(tr("ways"), "##ways", own_ways_, 1024);
    shape_ = {own_kib_ * 1024, own_ways_};
    if (const std::string fault = fault_of(shape_); !fault.empty())
        wrapped_text(style.theme->error, phrase("There is no such cache: {}.", fault));
}

const LabCache::Picture& LabCache::picture_of(const LabRuns& runs, StorageKind kind, std::size_t side, int columns,
                                              int rows) {
    Picture& picture = pictures_[side];
    if (picture.revision == runs.revision && picture.kind == kind && picture.columns == columns &&
        picture.rows == rows && picture.lines == max_lines_)
        return picture;
    ++pictures_made_;
    picture = {runs.revision, kind, columns, rows, max_lines_, {}, {}, {}};
    constexpr std::uint32_t none = 0xFFFF'FFFF;
    picture.first.assign(static_cast<std::size_t>(columns), none);
    const std::vector<LineUse>& lines = runs.lines[static_cast<std::size_t>(kind)];
    const auto scaled = [&](std::uint64_t number, int cells) {
        return static_cast<std::size_t>(number * static_cast<std::uint64_t>(cells) / max_lines_);
    };
    std::vector<bool> taken(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        ++picture.by_used[lines[i].read + lines[i].written];
        const std::size_t x = scaled(i, columns), y = scaled(lines[i].order, rows);
        const std::size_t end = std::max(scaled(i + 1, columns), x + 1);
        for (std::size_t each = x; each < std::min(end, picture.first.size()); ++each)
            picture.first[each] = std::min(picture.first[each], lines[i].order);
        const auto seen = taken[y * static_cast<std::size_t>(columns) + x];
        if (seen) continue;
        taken[y * static_cast<std::size_t>(columns) + x] = true;
        picture.dots.emplace_back(static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y));
    }
    return picture;
}

void LabCache::draw_side(const Context& context, const LabRuns& runs, StorageKind kind, std::size_t side) {
    const Style& style = context.style;
    const ScenarioRun& run = runs.run(kind);
    if (side == 0) {
        ImGui::AlignTextToFramePadding();
        storage_name_beside_frame(style, kind, ImGui::GetContentRegionAvail().x);
    } else {
        ImGui::SetNextItemWidth(-1);
        if (ImGui::BeginCombo("##other", std::string(tr(title_of(kind))).c_str())) {
            for (const StorageKind each : storage_kinds) {
                if (each == pictures_[0].kind) continue;
                const std::string label(tr(title_of(each)));
                if (selectable(label.c_str(), each == kind)) other_ = each;
            }
            ImGui::EndCombo();
        }
        tooltip(tr("The same query on another storage, drawn to the same scale"));
    }
    const std::vector<LineUse>& lines = runs.lines[static_cast<std::size_t>(kind)];
    const StepResult& query = *run.last_query();
    if (lines.empty()) {
        wrapped_text(style.theme->quiet, query.refused > 0
                                             ? phrase("It refused the query: {}.", tr(query.why))
                                             : std::string(tr("The query touched no memory of the storage's own.")));
        pictures_[side] = {};
        pictures_[side].kind = kind;
        return;
    }
    const std::uint64_t ideal = ideal_lines(query.useful_bytes_once());
    std::string text = format_count(lines.size(), "line");
    if (ideal > 0)
        text += phrase(", {} × the ideal {}",
                       format_decimal(static_cast<double>(lines.size()) / static_cast<double>(ideal), 2),
                       format_count(ideal));
    badge(style, Badge::Exact,
          tr("From the trace of the storage that ran the query. Ideal: its values laid one after another"));
    ImGui::SameLine();
    clipped_text(text, ImGui::GetContentRegionAvail().x);
    const int columns = static_cast<int>(std::max(ImGui::GetContentRegionAvail().x / style.px(dot_px), 1.0f));
    const int rows = static_cast<int>(80 / dot_px);
    const Picture& picture = picture_of(runs, kind, side, columns, rows);
    quiet_text(style, tr("Across: lines by address. Down: when touched first"));
    draw_lines(style, runs, picture);
    quiet_text(style, tr("Lines by how many of their 64 bytes are used"));
    draw_use(style, picture);
    draw_replay(style, kind);
}

void LabCache::draw_lines(const Style& style, const LabRuns& runs, const Picture& picture) {
    const float dot = style.px(dot_px), strip = std::floor(style.px(16));
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const Area plot{
        low, {low.x + dot * static_cast<float>(picture.columns), low.y + dot * static_cast<float>(picture.rows)}};
    invisible_button("order", {plot.width(), plot.height() + strip + style.px(2)});
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(plot.low, plot.high, style.theme->bg);
    const float each = plot.width() / static_cast<float>(picture.lines);
    const ImVec2 size{std::max(each - 1, dot), std::max(plot.height() / static_cast<float>(picture.lines) - 1, dot)};
    for (const auto& [x, y] : picture.dots) {
        const ImVec2 at{plot.low.x + dot * static_cast<float>(x), plot.low.y + dot * static_cast<float>(y)};
        batch_.add(common_area({at, {at.x + size.x, at.y + size.y}}, plot), style.theme->text);
    }
    const auto& lines = runs.lines[static_cast<std::size_t>(picture.kind)];
    const auto last = static_cast<float>(std::max<std::size_t>(lines.size(), 2) - 1);
    const float top = plot.high.y + style.px(2);
    for (std::size_t x = 0; x < picture.first.size(); ++x) {
        if (picture.first[x] == 0xFFFF'FFFF) continue;
        const float left = plot.low.x + dot * static_cast<float>(x);
        batch_.add({{left, top}, {left + dot, top + strip}},
                   mixed(style.theme->text, style.theme->bar, static_cast<float>(picture.first[x]) / last));
    }
    batch_.draw(list);
    // Where a line of its own can be seen, so can its number.
    if (each >= style.px(18)) {
        const compat::FontScope font(style.mono_small);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::string number = format_count(lines[i].order + 1);
            const float left = plot.low.x + each * static_cast<float>(i);
            const ImU32 ground = mixed(style.theme->text, style.theme->bar, static_cast<float>(lines[i].order) / last);
            list.AddText({left + style.px(2), top}, text_on(ground), number.c_str());
            if (i > 0) list.AddLine({left, plot.low.y}, {left, top + strip}, style.theme->line);
        }
    }
    compat::add_rect(list, plot.low, plot.high, style.theme->line);
    if (!hovered) return;
    const auto i = static_cast<std::size_t>((ImGui::GetMousePos().x - plot.low.x) / each);
    if (i >= lines.size()) return;
    tooltip(phrase("{}, {}: touched as number {} of {}, {} of its 64 bytes used", hex_text(lines[i].line),
                   std::string(lines[i].block), format_count(lines[i].order + 1), format_count(lines.size()),
                   format_count(lines[i].read + lines[i].written)));
}

void LabCache::draw_use(const Style& style, const Picture& picture) const {
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f), height = std::floor(style.px(44));
    const ImVec2 low = ImGui::GetCursorScreenPos();
    invisible_button("use", {width, height});
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + width, low.y + height}, style.theme->bg);
    const float bar = width / static_cast<float>(line_bytes);
    for (std::size_t used = 1; used <= line_bytes; ++used) {
        const std::uint64_t count = picture.by_used[used];
        if (count == 0) continue;
        const float share = static_cast<float>(static_cast<double>(count) / static_cast<double>(max_in_class_));
        const float left = low.x + bar * static_cast<float>(used - 1);
        list.AddRectFilled({left, low.y + height - std::max(height * std::min(share, 1.0f), style.px(2))},
                           {left + std::max(bar - 1, 1.0f), low.y + height}, style.theme->bar);
    }
    compat::add_rect(list, low, {low.x + width, low.y + height}, style.theme->line);
    if (!hovered) return;
    const auto used = static_cast<std::size_t>(std::max((ImGui::GetMousePos().x - low.x) / bar, 0.0f)) + 1;
    if (used <= line_bytes)
        tooltip(phrase("{} of which {}{}", format_count(picture.by_used[used], "line"), format_count(used, "byte"),
                       (used == 1 ? tr(" is used") : tr(" are used"))));
}

void LabCache::draw_replay(const Style& style, StorageKind kind) const {
    const LabReplay* found = replay(kind);
    if (found == nullptr) {
        quiet_text(style, fault_of(shape_).empty() ? tr("The query is run again to see its accesses") : tr("No cache"));
        return;
    }
    if (!found->problem.empty()) return wrapped_text(style.theme->quiet, found->problem);
    if (!found->log || !found->hits) return quiet_text(style, tr("There is no query to replay"));
    const std::uint64_t hits = *found->hits, misses = *found->misses, all = hits + misses;
    quiet_text(style, phrase("{}, of which {} straddle two lines",
                             format_count(found->log->accesses.size(), "access", "accesses"),
                             format_count(found->straddling)));
    badge(style, Badge::Simulated,
          phrase("A cache of {}, empty at the start, without prefetching: the real accesses in their order, each once "
                 "a line",
                 shape_text(shape_)));
    ImGui::SameLine();
    clipped_text(phrase("{}, {}: {} hit", format_count(hits, "hit"), format_count(misses, "miss", "misses"),
                        format_percent(all == 0 ? 0.0 : static_cast<double>(hits) / static_cast<double>(all))),
                 ImGui::GetContentRegionAvail().x);
}

}  // namespace panels
