#include "panels/changes/moves_panel.hpp"

#include <algorithm>
#include <cmath>

#include "figures/drawing/beat_text.hpp"
#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/archetype_names.hpp"
#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/changes/replay_drawing.hpp"
#include "panels/changes/traffic_map.hpp"
#include "panels/pools/as_if.hpp"
#include "panels/widgets/export_menu.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr std::size_t listed_operations = 100;
constexpr double beat_secs = 1.1;

}  // namespace

namespace {

constexpr KeyCommand step_on{"moves.step", tr_later("Step"), tr_later("One beat on"), plain(Key::Right),
                             plain(Key::Space)};
constexpr KeyCommand step_back{"moves.back", tr_later("Back"), tr_later("One beat back"), plain(Key::Left)};
constexpr KeyCommand to_start{"moves.start", tr_later("To the start"), tr_later("How it was before"), plain(Key::Home)};
constexpr KeyCommand to_end{"moves.end", tr_later("To the end"), tr_later("How it was after"), plain(Key::End)};
constexpr KeyCommand moves_commands[] = {step_on, step_back, to_start, to_end};

}  // namespace

std::span<const KeyCommand> MovesPanel::commands() const { return moves_commands; }

MovesPanel::MovesPanel()
    : Panel("moves", tr_later("Moves"), DockPlace::Bottom,
            tr_later("What happened to the rows of the world, and because of what; which of them move all the time")) {}

std::string MovesPanel::save_settings() const {
    return view_ == View::Traffic ? "traffic" : view_ == View::Theatre ? "theatre" : "list";
}
void MovesPanel::load_settings(std::string_view line) {
    view_ = line == "traffic" ? View::Traffic : line == "theatre" ? View::Theatre : View::List;
}

void MovesPanel::draw(const Context& context) {
    if (context.journal == nullptr) {
        empty_without_program(
            context, tr("No journal is attached"),
            tr("A journal remembers what happens to rows: who was created, moved or destroyed, and by what. A "
               "program attaches one with world.observe(&journal) and hands it to the panels"));
        return;
    }
    as_if_line(context);
    if (world_ != &context.world || context.journal->total() < listed_total_) {
        world_ = &context.world;
        replay_.reset();
        operations_.clear();
        listed_values_.clear();
        listed_total_ = counted_total_ = new_operations_ = 0;
        follows_ = true;
        over_list_ = false;
        traffic_.clear();
        own_values_.clear();
    }
    if (view_ == View::Theatre) values(context).look(context.world, *context.journal);
    traffic_.read(*context.journal, context.world.tick());
    update_list(context);
    draw_modes(context);
    switch (view_) {
        case View::List:
            return changes_.draw(context);
        case View::Theatre:
            return draw_theatre(context);
        case View::Traffic:
            return draw_traffic(context);
    }
}

void MovesPanel::draw_modes(const Context& context) {
    const Style& style = context.style;
    if (choice(style, tr("List"), view_ == View::List, {}, tr("Every change of a row or a chunk, one by one")))
        view_ = View::List;
    ImGui::SameLine(0, 0);
    if (choice(style, tr("Theatre"), view_ == View::Theatre, {},
               tr("Plays one change in slow steps: what is copied where, and how many bytes")))
        view_ = View::Theatre;
    ImGui::SameLine(0, 0);
    if (choice(style, tr("Traffic"), view_ == View::Traffic, {},
               tr("Which rows move between which archetypes, how often, and because of what")))
        view_ = View::Traffic;
    ImGui::SameLine(0, style.px(16));
    if (view_ != View::Theatre) return;
    figures::FigureRequest figure;
    figure.kind = figures::FigureKind::Move;
    if (replay_) figure.operation = replay_->operation();
    export_menu(context, {&figure, 1});
    ImGui::SameLine(0, style.px(8));
    if (button(tr("Newest"), follows_ ? tr("The newest changes are listed") : "", tr("Lists what happened last")))
        follows_ = true;
    if (new_operations_ == 0) return;
    ImGui::SameLine(0, style.px(8));
    ImGui::AlignTextToFramePadding();
    quiet_text(style, phrase("+{} new", format_count(new_operations_)));
    tooltip(follows_ ? tr("They are listed when the mouse leaves the list, which holds still under it")
                     : tr("They are listed when the newest are asked for"));
}

void MovesPanel::update_list(const Context& context) {
    const std::uint64_t total = context.journal->total();
    if (view_ != View::Theatre) over_list_ = false;
    const bool holds_still = over_list_ || !follows_;
    if (holds_still || view_ != View::Theatre) {
        // Counted as they come, because the journal may drop them.
        new_operations_ += ecs::operations_since(*context.journal, counted_total_);
    } else if (total != listed_total_) {
        operations_ = ecs::last_operations(*context.journal, listed_operations);
        listed_total_ = total;
        new_operations_ = 0;
        listed_values_.clear();
    }
    counted_total_ = total;
}

void MovesPanel::draw_theatre(const Context& context) {
    const Style& style = context.style;
    if (operations_.empty()) {
        empty_without_entities(
            context, tr("No change to show yet"),
            tr("Add a component to an entity in the Inspector, create or destroy one: what happens to "
               "its row is then played here step by step"));
        return;
    }
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float list_width = std::floor(std::min(style.px(280), room.x * 0.36f));
    draw_operations(context, {list_width, room.y});
    ImGui::SameLine();
    if (compat::begin_child("replay", {0, room.y})) {
        if (!replay_) {
            if (empty_state(style, tr("Choose a change on the left"),
                            phrase("It is played beat by beat: the row is looked up, its columns are copied, the last "
                                   "row fills the hole. {} steps, {} goes back",
                                   keys_text(context, step_on), keys_text(context, step_back)),
                            tr("Play the last one")))
                play_newest(context);
        } else {
            advance(context);
            take_keys(context);
            draw_controls(context);
            const ImVec2 at = ImGui::GetCursorScreenPos(), left = ImGui::GetContentRegionAvail();
            std::span<const MovedValue> values;
            if (replayed_values_) values = *replayed_values_;
            draw_replay(context, *replay_, values, moment_, at, left);
        }
    }
    ImGui::EndChild();
}

void MovesPanel::draw_operations(const Context& context, ImVec2 size) {
    const Style& style = context.style;
    const bool was_over = over_list_;
    over_list_ = false;
    if (compat::begin_child("operations", size)) {
        over_list_ = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
        if (over_list_ && !was_over && follows_) keep_listed_values(context);
        const float row = row_height(style) - ImGui::GetStyle().ItemSpacing.y;
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(operations_.size()));
        while (clipper.Step()) {
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                // The newest first.
                const ecs::Operation& operation = operations_[operations_.size() - 1 - static_cast<std::size_t>(i)];
                const bool shown = replay_ && replay_->operation().first == operation.first;
                ImGui::PushID(static_cast<int>(operation.first & 0x7fffffff));
                if (selectable("##operation", shown, 0, {0, row})) {
                    follows_ = false;
                    show_operation(context, operation);
                }
                const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
                ImDrawList& list = *ImGui::GetWindowDrawList();
                const float top = std::floor((low.y + high.y - ImGui::GetTextLineHeight()) / 2);
                const std::string bytes = format_bytes(operation.bytes_copied());
                const float bytes_left = high.x - ImGui::CalcTextSize(bytes.c_str()).x - style.px(4);
                list.AddText({bytes_left, top}, style.theme->quiet, bytes.c_str());
                draw_text_until(list, {low.x + style.px(4), top}, bytes_left - style.px(6), style.theme->text,
                                figures::change_title(context.world, operation.main()));
                tooltip(phrase("Tick {}, by {}", format_count(operation.main().tick),
                               std::string(context.world.cause_name(operation.main().cause))));
                ImGui::PopID();
            }
        }
    }
    ImGui::EndChild();
}

void MovesPanel::keep_listed_values(const Context& context) {
    for (const ecs::Operation& operation : operations_)
        if (auto known = values(context).of(context.world, operation))
            listed_values_[operation.first] = std::move(*known);
}

void MovesPanel::show_operation(const Context& context, ecs::Operation operation) {
    const auto known = listed_values_.find(operation.first);
    replayed_values_ = known != listed_values_.end() ? known->second : values(context).of(context.world, operation);
    replay_.emplace(context.world, std::move(operation));
    moment_ = 0;
    plays_ = false;
    drawn_at_secs_ = context.time_secs;
}

void MovesPanel::play_newest(const Context& context) {
    show_operation(context, operations_.back());
    plays_ = true;
}

void MovesPanel::step(int beats) {
    plays_ = false;
    const double here = beats > 0 ? std::floor(moment_ + 1e-6) : std::ceil(moment_ - 1e-6);
    moment_ = std::clamp(here + beats, 0.0, static_cast<double>(replay_->beats().size()));
}

void MovesPanel::advance(const Context& context) {
    const double passed = std::clamp(context.time_secs - drawn_at_secs_, 0.0, 0.1);
    drawn_at_secs_ = context.time_secs;
    if (!plays_) return;
    const auto end = static_cast<double>(replay_->beats().size());
    moment_ = std::min(end, moment_ + passed / beat_secs);
    if (moment_ >= end) plays_ = false;
    if (context.stay_awake) *context.stay_awake = true;
}

void MovesPanel::take_keys(const Context& context) {
    if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) && !ImGui::IsWindowHovered()) return;
    if (take_command(context, step_on)) step(1);
    if (take_command(context, step_back)) step(-1);
    if (take_command(context, to_start)) moment_ = 0;
    if (take_command(context, to_end)) moment_ = static_cast<double>(replay_->beats().size());
}

void MovesPanel::draw_controls(const Context& context) {
    const Style& style = context.style;
    const std::size_t count = replay_->beats().size();
    const auto end = static_cast<double>(count);
    const bool at_end = moment_ >= end;
    if (button(tr("Back"), moment_ <= 0 ? tr("This is how it was before") : "",
               with_keys(context, tr(step_back.description), step_back)))
        step(-1);
    ImGui::SameLine();
    if (button(plays_   ? tr("Pause")
               : at_end ? tr("Again")
                        : tr("Play"),
               {}, tr("Plays it, about a second a beat"), {style.px(64), 0})) {
        if (at_end) moment_ = 0;
        plays_ = !plays_;
    }
    ImGui::SameLine();
    if (button(tr("Step"), at_end ? tr("This is how it was after") : "",
               with_keys(context, tr(step_on.description), step_on)))
        step(1);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(
        std::max(style.px(80), std::min(style.px(260), ImGui::GetContentRegionAvail().x - style.px(180))));
    auto at = static_cast<float>(moment_);
    if (ImGui::SliderFloat("##moment", &at, 0, static_cast<float>(end), "")) {
        plays_ = false;
        moment_ = std::clamp(static_cast<double>(at), 0.0, end);
    }
    tooltip(tr("Drag to any moment"));
    ImGui::SameLine();
    const std::string bytes = phrase("{} of {} copied", format_bytes(replay_->bytes_until(moment_)),
                                     format_bytes(replay_->operation().bytes_copied()));
    ImGui::AlignTextToFramePadding();
    quiet_text(style, bytes);
    tooltip(tr("Exact: what the journal says of this change"));

    const auto beat = std::min(count - 1, static_cast<std::size_t>(moment_));
    const std::string caption =
        count == 0     ? std::string()
        : moment_ <= 0 ? phrase("Before. First beat: {}", replay_->caption(context.world, 0))
        : at_end ? phrase("Done, in {}: {}", format_count(count, "beat"), replay_->caption(context.world, count - 1))
                 : phrase("Beat {} of {}: {}", format_count(beat + 1), format_count(count),
                          replay_->caption(context.world, beat));
    wrapped_text(style.theme->text, caption);
    const std::vector<MovedValue>* values = replayed_values_ ? &*replayed_values_ : nullptr;
    if (any_known(values) && context.mirror == nullptr) {
        badge(style, Badge::Exact, tr("Read from the world right after the change; nothing that was written later"));
        ImGui::SameLine();
    }
    wrapped_text(style.theme->quiet, about_values(context.world, replay_->operation(), values));
    ImGui::Spacing();
}

void MovesPanel::draw_traffic(const Context& context) {
    const Style& style = context.style;
    const std::vector<ecs::TrafficEdge> edges = traffic_.edges();
    const std::uint64_t ticks = traffic_.ticks_seen();
    std::uint64_t moves = 0;
    std::size_t ping_pong = 0;
    for (const ecs::TrafficEdge& edge : edges) {
        moves += edge.moves;
        ping_pong += edge.ping_pong ? 1 : 0;
    }
    figures::FigureRequest figure;
    figure.kind = figures::FigureKind::Traffic;
    figure.traffic = {edges, ticks, traffic_.missed()};
    export_menu(context, {&figure, 1});
    ImGui::SameLine(0, style.px(16));
    ImGui::AlignTextToFramePadding();
    std::string summary = phrase("{} in the last {}", format_count(moves, "move"), format_count(ticks, "tick"));
    if (traffic_.missed() > 0) summary = phrase("at least {}", summary);
    quiet_text(style, summary);
    tooltip(traffic_.missed() > 0 ? phrase("{} came faster than the journal keeps them, and are not counted",
                                           format_count(traffic_.missed(), "change"))
                                  : tr("Exact: every change that the journal told of"));
    if (ping_pong > 0) {
        ImGui::SameLine(0, style.px(12));
        colored_text(style.theme->warn, tr("Ping-pong"));
        tooltip(
            tr("Rows go to and fro between the same two archetypes. A field that says on or off would cost no move"));
    }
    if (edges.empty()) {
        const char* const hint =
            ticks == 0 ? tr("Let the simulation run: every row that moves to another archetype is counted "
                            "here")
                       : tr("No row came, went or moved to another archetype. That is how it is in a calm "
                            "world");
        if (context.transport.playing || !context.transport.why_not.empty())
            empty_but_for(context, tr("Nothing moves"), hint, tr("What moves rows"), "manual", "memory#moves");
        else if (empty_state(style, tr("Nothing moves"), hint, tr("Play")))
            context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::Play});
        return;
    }
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float list_width = std::floor(std::min(style.px(500), room.x * 0.5f));
    draw_edge_list(context, edges, {list_width, room.y});
    ImGui::SameLine();
    if (compat::begin_child("map", {0, room.y})) {
        const ImVec2 at = ImGui::GetCursorScreenPos(), left = ImGui::GetContentRegionAvail();
        draw_traffic_map(context, edges, std::max<std::uint64_t>(1, ticks), hovered_edge_, at, left);
    }
    ImGui::EndChild();
}

void MovesPanel::draw_edge_list(const Context& context, const std::vector<ecs::TrafficEdge>& edges, ImVec2 size) {
    const Style& style = context.style;
    hovered_edge_.reset();
    if (!ImGui::BeginTable("edges", 4, list_table_flags, size)) return;
    constexpr ImGuiTableColumnFlags fixed = ImGuiTableColumnFlags_WidthFixed;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(tr("What"), ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn(tr("Cause"), fixed, style.px(96));
    ImGui::TableSetupColumn(tr("Moves/s"), fixed, style.px(72));
    ImGui::TableSetupColumn(tr("Bytes/s"), fixed, style.px(80));
    constexpr const char* hints[] = {tr_later("Which component came or went"),
                                     tr_later("The system or edit that did it"),
                                     tr_later("Rows that moved, a second of simulated time"),
                                     tr_later("Bytes copied for them, the filling of holes included")};
    header_row(style, hints, 0b1100);
    const std::uint64_t ticks = std::max<std::uint64_t>(1, traffic_.ticks_seen());
    const auto tick_secs = double{context.schedule.dt_secs};
    const auto draw_edge = [&](std::size_t position) {
        const ecs::TrafficEdge& edge = edges[position];
        begin_row(style);
        ImGui::PushID(static_cast<int>(position));
        selectable("##edge", false, ImGuiSelectableFlags_SpanAllColumns);
        if (ImGui::IsItemHovered()) hovered_edge_ = position;
        ImGui::SameLine(0, 0);
        const std::string what = what_moved(context, edge, true);
        colored_text(edge.ping_pong ? style.theme->warn : style.theme->text,
                     edge.ping_pong ? phrase("{}, ping-pong", what) : what);
        ImGui::TableNextColumn();
        quiet_text(style, context.world.cause_name(edge.cause));
        ImGui::TableNextColumn();
        number_text(style, format_decimal(per_second(edge.moves, ticks, tick_secs), 1));
        ImGui::TableNextColumn();
        bytes_text(style, static_cast<std::uint64_t>(per_second(edge.bytes, ticks, tick_secs)));
        ImGui::PopID();
    };
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(edges.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) draw_edge(static_cast<std::size_t>(i));
    ImGui::EndTable();
}

}  // namespace panels
