// The foot of the Inspector: what is recorded of who wrote what.
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/watch/recording.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

std::string what_is_recorded(const Context& context) {
    const Recording& recording = *context.recording;
    if (recording.what() == Recording::What::Everything) return tr("everything");
    std::string text = recording.what() == Recording::What::Selected ? tr("selected") : "";
    for (const ecs::ComponentId component : recording.records().components())
        if (component < context.world.types().size())
            text += (text.empty() ? "" : ", ") + std::string(short_name(context.world.types()[component].name));
    return text.empty() ? tr("nothing") : text;
}

std::vector<MenuItem> items_of_recording(const Context& context, ecs::Entity entity) {
    const Recording& recording = *context.recording;
    using What = Recording::What;
    std::vector<MenuItem> items;
    const auto choice_of = [&](const char* label, const char* hint, What what) {
        items.push_back(
            {.label = label, .hint = hint, .checked = recording.what() == what, .run = [what](const Context& now) {
                 now.recording->choose(what);
             }});
    };
    choice_of(tr("Nothing"), tr("Costs nothing; systems may run at the same time"), What::Nothing);
    choice_of(tr("Selected entities"), tr("And those with a watch"), What::Selected);
    choice_of(tr("Everything"), tr("All values of all entities. It takes time and memory in large worlds"),
              What::Everything);
    MenuItem components{.label = tr("A component of all entities"), .begins_group = true};
    if (context.world.alive(entity))
        for (const ecs::ComponentType* type : context.world.archetype_of(entity).types()) {
            if (!ecs::can_record(*type) && !type->is_tag()) continue;
            const bool recorded = recording.has(type->id);
            components.items.push_back(
                {.label = std::string(short_name(type->name)),
                 .checked = recorded,
                 .run = [id = type->id, recorded](const Context& now) { now.recording->choose(id, !recorded); }});
        }
    if (components.items.empty()) components.why_not = tr("The entity has no components");
    items.push_back(std::move(components));
    items.push_back({.label = tr("Forget what was recorded"),
                     .why_not = recording.records().record_count() == 0 ? tr("Nothing was recorded yet") : "",
                     .begins_group = true,
                     .run = [](const Context& now) { now.recording->forget(); }});
    return items;
}

}  // namespace

void InspectorPanel::draw_recording(const Context& context, ecs::Entity entity) {
    if (context.recording == nullptr) return;
    const Style& style = context.style;
    const ecs::FieldRecorder& records = context.recording->records();
    ImGui::Spacing();
    const std::string label = phrase("Recorded: {}", what_is_recorded(context));
    const float side = std::floor(style.px(20));
    ImGui::AlignTextToFramePadding();
    clipped_text(style.theme->quiet, label, std::max(ImGui::GetContentRegionAvail().x - side - style.px(8), 1.0f));
    tooltip(
        tr("Of these, each write of a field is kept: who wrote it, in which tick, and what it was before. The clock "
           "beside a field shows it"));
    ImGui::SameLine(ImGui::GetCursorPosX() + std::max(ImGui::GetContentRegionAvail().x - side, 0.0f));
    if (icon_button("##recorded", style, Icon::Unfolded, side, tr("Choose what is recorded")))
        request_menu(context, PanelAt{}, items_of_recording(context, entity), below_last_item());
    const compat::FontScope font(style.small);
    std::string facts = phrase("{} in {}", format_count(records.record_count(), "write"),
                               format_bytes(records.memory_bytes() + records.copy_bytes()));
    if (records.dropped() > 0) facts += phrase(" · {} older dropped", format_count(records.dropped()));
    if (records.recording() || records.record_count() > 0) {
        clipped_text(style.theme->quiet, facts, ImGui::GetContentRegionAvail().x);
        tooltip(phrase("Records take at most {}; the oldest are dropped first", format_bytes(records.cap())));
    }
    if (context.recording->lacks_some())
        wrapped_text(style.theme->warn, tr("Not all of it: the copies to compare with would take too much memory"));
}

}  // namespace panels
