#include "panels/query/bulk_edit_panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ecs/edit/edit_facts.hpp"
#include "panels/base/rule_part.hpp"
#include "panels/base/wanted_change.hpp"
#include "panels/watch/watches.hpp"
#include "panels/widgets/example_words.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/list_cells.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

bool has_no_text(std::string_view text) { return text.find_first_not_of(" \t") == std::string_view::npos; }

}  // namespace

std::string BulkEditPanel::save_settings() const {
    std::string line = recent_.save_settings();
    if (!text_.empty())
        line += (line.empty() ? "" : " ") + std::string("change=") + to_setting(std::string_view(text_));
    return line;
}

void BulkEditPanel::load_settings(std::string_view line) {
    recent_.load_settings(line);
    text_.clear();
    each_setting(line, [&](std::string_view key, std::string_view value) {
        if (key == "change") text_ = from_setting(value);
    });
    text_is_new_ = true;
}

void BulkEditPanel::show_part(std::string_view part) {
    text_ = std::string(part);
    // Of a query, the steps are still to be written.
    if (!has_no_text(text_) && text_.find(':') == std::string::npos) text_ += " : ";
    text_is_new_ = true;
    field_.write_on(text_);
}

std::vector<Panel::NamedPart> BulkEditPanel::named_parts() const {
    std::vector<NamedPart> parts;
    for (const std::string& text : recent_.recent())
        parts.push_back({text, phrase("Bulk edit {}", text), tr("applied before")});
    return parts;
}

bool BulkEditPanel::find() {
    field_.take_keyboard();
    return true;
}

void BulkEditPanel::follow_world(const ecs::World& world) {
    const std::uint64_t types = ecs::types_fingerprint(world.types());
    const bool other = world_ != &world || world.version() < version_ || types != types_;
    world_ = &world;
    version_ = world.version();
    if (!other) return;
    types_ = types;
    preview_.forget();
    preview_asked_ = preview_told_ = false;
    examples_of_ = 0;
    text_is_new_ = true;
}

void BulkEditPanel::draw(const Context& context) {
    follow_world(context.world);
    if (context.world.entity_count() == 0 && has_no_text(text_))
        return empty_without_entities(context, tr("No entities to change"),
                                      tr("A bulk edit changes all entities that match a query"));
    draw_top(context);
    if (std::exchange(text_is_new_, false)) preview_.set_text(context.world, text_);
    preview_.update(context.world, context.watches, context.schedule.random, context.history.state, context.time_secs);
    if (preview_.busy(context.world, context.history.state) && context.stay_awake != nullptr)
        *context.stay_awake = true;
    preview_if_told(context);
    if (has_no_text(text_)) return draw_nothing(context);
    if (!preview_.problem().empty()) wrapped_text(context.style.theme->error, preview_.problem());
    if (preview_.plan() == nullptr && !preview_.waits_for_person() && !preview_told_) return;
    constexpr float stale_alpha = 0.55f;
    const bool stale = preview_.wrong_at().has_value();
    if (stale) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, stale_alpha);
    draw_verdict(context);
    if (preview_.plan() != nullptr) draw_samples(context);
    if (stale) ImGui::PopStyleVar();
}

void BulkEditPanel::draw_top(const Context& context) {
    const Style& style = context.style;
    const ecs::ChangePlan* const plan = preview_.plan();
    const std::string label = plan == nullptr || plan->entities == 0
                                  ? std::string(tr("Apply"))
                                  : phrase("Apply to {}", format_count(plan->entities));
    const float gap = style.px(4);
    const char* const keep = tr("Keep as a rule…");
    const float width = ImGui::GetContentRegionAvail().x - button_width(label) - button_width(keep) - gap * 2;
    const ExampleWords words = example_words(context.world);
    const std::string hint = phrase("A change, such as {} : {} *= 0.5", words.component, words.number);
    if (field_.draw(context, "change", text_,
                    {.hint = hint.c_str(), .width = std::max(width, style.px(80)), .wrong_at = preview_.wrong_at()}))
        text_is_new_ = true;
    ImGui::SameLine(0, gap);
    std::string why_not;
    if (has_no_text(text_))
        why_not = tr("There is no change yet");
    else if (!preview_.has_change())
        why_not = preview_.problem();
    else if (plan != nullptr && !plan->error.empty())
        why_not = plan->error;
    else if (plan != nullptr && plan->edits.empty())
        why_not = plan->entities == 0 ? tr("No entity matches") : tr("All that match are so already");
    else
        why_not = panels::why_not(context, WantedChange{WantedChange::Kind::Set});
    if (primary_button(style, (label + "###apply").c_str(), why_not,
                       tr("Changes all that match, as one step that can be undone")))
        apply(context);
    ImGui::SameLine(0, gap);
    std::string no_rule;
    if (has_no_text(text_))
        no_rule = tr("There is no change yet");
    else if (!preview_.has_change())
        no_rule = preview_.problem();
    else
        no_rule = panels::why_not(context, WantedChange{WantedChange::Kind::Arrange});
    if (button(keep, no_rule, tr("Makes the change in every tick from now on, as a system")))
        context.requests.push_back(ShowPanelRequest{"systems", part_for_new_rule(text_)});
}

void BulkEditPanel::apply(const Context& context) {
    // With the values of this moment, whatever the preview showed.
    preview_.plan_now(context.world, context.watches, context.schedule.random, context.history.state,
                      context.time_secs);
    if (preview_.plan() == nullptr || !preview_.plan()->error.empty() || preview_.plan()->edits.empty()) return;
    recent_.note_recent(text_);
    context.requests.push_back(EditRequest{
        .label = phrase("Change {}", preview_.text()), .edits = preview_.take_plan().edits, .ends_gesture = true});
}

void BulkEditPanel::draw_nothing(const Context& context) {
    const Style& style = context.style;
    const std::uint64_t of = examples_made_at(context.world);
    if (std::exchange(examples_of_, of) != of) examples_ = change_examples(context.world);
    const auto offer = [&](const std::string& text, std::string_view about) {
        if (!button(label_text(text).c_str(), {}, about)) return;
        text_ = text;
        text_is_new_ = true;
    };
    wrapped_text(style.theme->quiet, tr("A change is a query, a colon and what to do with all that match"));
    wrapped_text(style.theme->quiet, tr("You see what it would do before anything is changed. Try one, or type"));
    ImGui::Dummy({0, style.px(4)});
    for (const QueryExample& example : examples_) offer(example.text, example.about);
    if (recent_.recent().empty()) return;
    quiet_text(style, tr("Applied before"));
    for (const std::string& text : recent_.recent()) offer(text, tr("Applied before"));
}

void BulkEditPanel::ask_for_preview(const Context& context, const char* what_for) {
    next_button(tr("Preview"));
    if (!button(tr("Preview"), {}, what_for)) return;
    preview_asked_ = true;
    if (context.stay_awake != nullptr) *context.stay_awake = true;
}

void BulkEditPanel::preview_if_told(const Context& context) {
    if (!preview_asked_) return;
    if (context.stay_awake != nullptr) *context.stay_awake = true;
    if (!std::exchange(preview_told_, true)) return;
    preview_asked_ = preview_told_ = false;
    preview_.plan_now(context.world, context.watches, context.schedule.random, context.history.state,
                      context.time_secs);
}

void BulkEditPanel::draw_verdict(const Context& context) {
    const Style& style = context.style;
    const ecs::ChangePlan* const plan = preview_.plan();
    if (preview_told_) {
        quiet_text(style, phrase("Looking at {}…", format_count(context.world.entity_count(), "entity", "entities")));
        return;
    }
    if (plan == nullptr) {
        quiet_text(style, phrase("Not looked at yet: the world has {}",
                                 format_count(context.world.entity_count(), "entity", "entities")));
        return ask_for_preview(context, tr("What it would do. In a world of this size that takes a moment"));
    }
    if (!plan->error.empty()) {
        wrapped_text(style.theme->error, phrase("It would change nothing, as it does not fit: {}", plan->error));
        if (context.world.alive(plan->culprit)) {
            if (button(tr("Select it"), {}, tr("The entity that the change does not fit")))
                context.selection.select(plan->culprit);
        }
        return;
    }
    std::string text = phrase("{} of {}", format_count(plan->entities, "entity matches", "entities match"),
                              format_count(context.world.entity_count()));
    text += " · " + format_count(ecs::count_of_edits(plan->edits), "edit");
    if (plan->bytes_moved > 0) text += " · " + phrase("about {} move", format_bytes(plan->bytes_moved));
    const auto behind = preview_.behind_since(context.world);
    const bool takes_long = behind && !context.transport.playing;
    if (behind) text += " · " + phrase("as of tick {}", format_count(*behind));
    ImGui::AlignTextToFramePadding();
    clipped_line(style.theme->quiet, text);
    tooltip(
        tr("Apply takes the values of the moment in which you press it. Bytes move where an entity changes its "
           "archetype"));
    if (takes_long) ask_for_preview(context, tr("What it would do now"));
}

void BulkEditPanel::draw_samples(const Context& context) {
    const Style& style = context.style;
    const ecs::ChangePlan& plan = *preview_.plan();
    if (plan.samples.empty()) return;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {std::floor(style.px(4)), 0});
    const bool begun = ImGui::BeginTable("samples", 4, list_table_flags, {0, 0});
    ImGui::PopStyleVar();
    if (!begun) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(tr("Entity"), ImGuiTableColumnFlags_WidthStretch, 1.0f);
    ImGui::TableSetupColumn(tr("What"), ImGuiTableColumnFlags_WidthStretch, 1.5f);
    ImGui::TableSetupColumn(tr("Before"), ImGuiTableColumnFlags_WidthStretch, 0.75f);
    ImGui::TableSetupColumn(tr("After"), ImGuiTableColumnFlags_WidthStretch, 0.75f);
    const char* const hints[] = {tr("The first that match; a click selects one"), nullptr, nullptr, nullptr};
    header_row(style, hints, 0b1100);
    const std::size_t more = plan.entities - std::min(plan.entities, BulkPreview::sampled_entities);
    const std::size_t rows = plan.samples.size() + (more > 0 ? 1 : 0);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows), row_height(style));
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            begin_row(style);
            if (static_cast<std::size_t>(row) == plan.samples.size()) {
                quiet_text(style, phrase("and {} more", format_count(more)));
                continue;
            }
            const ecs::ChangeSample& sample = plan.samples[static_cast<std::size_t>(row)];
            ImGui::PushID(row);
            entity_cell(context, sample.entity, context.world);
            text_cell(style, style.theme->text, sample.what, false);
            text_cell(style, style.theme->quiet, sample.before.empty() ? "–" : sample.before, true);
            text_cell(style, style.theme->text, sample.after.empty() ? "–" : sample.after, true);
            ImGui::PopID();
        }
    ImGui::EndTable();
}

}  // namespace panels
