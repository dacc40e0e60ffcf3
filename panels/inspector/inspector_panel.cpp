#include "panels/inspector/inspector_panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ecs/mirror/mirror.hpp"
#include "ecs/timeline/timeline.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/base/archetype_names.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/shown_id.hpp"
#include "panels/base/waiting.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/widgets/drag_scroll.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr double mark_secs = 0.6;
constexpr std::uint64_t never_changed = static_cast<std::uint64_t>(-1);

/// For so many ticks a change stays marked while the world runs.
std::uint64_t mark_ticks(const Context& context) {
    return static_cast<std::uint64_t>(
        std::lround(mark_secs / std::max(static_cast<double>(context.schedule.dt_secs), 1e-3)));
}

/// A small line of "label value" pairs.
void pair_label(const Style& style, const char* label, Term term) {
    quiet_text(style, label);
    explain(term);
    ImGui::SameLine(0, style.px(6));
}

/// Another panel points at what the last item names.
void mark_last_item(const Style& style) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float out = std::floor(style.px(2));
    compat::add_rect(*ImGui::GetWindowDrawList(), {low.x - out, low.y}, {high.x + out, high.y}, style.theme->text,
                     style.px(3));
}

bool link_text(const Style& style, std::string_view text) {
    colored_text(style.theme->text, text);
    const bool hovered = link_hovered(style);
    underline_link(style, hovered);
    if (!hovered) return false;
    return ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

}  // namespace

std::string InspectorPanel::save_settings() const {
    std::vector<std::string> names(folded_.begin(), folded_.end());
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
    return text;
}

void InspectorPanel::load_settings(std::string_view text) {
    folded_.clear();
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) folded_.emplace(text.substr(at, end - at));
        at = end + 1;
    }
}

void InspectorPanel::draw(const Context& context) {
    const ecs::Entity entity = context.selection.entity();
    types_.draw(context);
    scroll_for_drag(context, entity_payload);  // to a reference that is not in view
    if (world_ != &context.world) {
        references_.forget();
        frozen_.forget();
        seen_at_.clear();
    }
    keep_scroll(context, entity);
    if (world_ != &context.world || shown_ != entity) {
        if (world_ == &context.world) request_left_text(context, editor_.draft);
        world_ = &context.world;
        shown_ = entity;
        forget();
    }
    listed_.clear();
    values_noted_ = false;
    if (context.transport.playing) played_tick_ = context.world.tick();
    forget_marks_after_jump(context);
    // What was frozen is there, whatever became of the entities.
    if (frozen_.open()) return frozen_.draw(context);
    if (!entity) return draw_nothing_selected(context);
    if (!context.world.alive(entity)) return draw_destroyed(context, entity);
    follow_by_key(context, entity);

    const Style& style = context.style;
    const float wide = ImGui::GetWindowWidth();
    many_ = context.selection.entities().size() > 1;
    editor_.units = wide >= style.px(360);
    editor_.deltas = !many_;
    editor_.many = many_;
    const float fields_left = std::min(style.px(editor_.units ? 104 : 92), wide * 0.42f);
    editor_.label_width = std::floor(fields_left) - ImGui::GetStyle().WindowPadding.x;
    editor_.sweep.allowed = true;
    editor_.sweep.begin_frame(context);
    const std::size_t first_request = context.requests.size();
    if (many_)
        draw_many(context, entity);
    else
        draw_one(context, entity);
    join_sweep(context, first_request);
    for (ecs::ComponentId component = 0; component < seen_.size(); ++component)
        if (!std::exchange(seen_[component].present, false)) seen_[component] = {};
    draw_add(context, entity);
    if (!many_) {
        systems_.draw(context, entity);
        references_.draw(context, entity);
        draw_history(context, entity);
    }
    draw_recording(context, entity);
    ImGui::Spacing();
    frozen_.draw_buttons(context);
}

void InspectorPanel::draw_one(const Context& context, ecs::Entity entity) {
    prefab_.follow(context, entity);
    draw_header(context, entity);
    // The list must not change during the loop, so the request is applied after the frame.
    const ecs::Archetype& archetype = context.world.archetype_of(entity);
    for (ecs::ComponentId component : archetype.components())
        if (!prefab_.says(component)) draw_component(context, entity, component);
    prefab_.draw_missing(context);
    draw_inherited(context, entity);
    if (listed_.empty()) quiet_text(context.style, tr("No components: only an id so far"));
}

/// What the entity of a mirrored world has from others, and not in its own memory.
void InspectorPanel::draw_inherited(const Context& context, ecs::Entity entity) {
    if (context.mirror == nullptr) return;
    const Style& style = context.style;
    for (const ecs::OwnerInherited& each : context.mirror->owner().inherited(context.mirror->key_of(entity))) {
        const ecs::ComponentId component = context.mirror->component_of(each.type);
        if (component == ecs::no_component || context.world.has(entity, component)) continue;
        const ecs::ComponentType& type = context.world.types()[component];
        const ecs::Entity from = context.mirror->entity_of(each.from);
        const bool known = from && context.world.alive(from);
        const std::string source = known ? name_or_id(context.world, from) : std::to_string(each.from);
        ImGui::PushID(static_cast<int>(component));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float height = row_height(style), width = ImGui::GetContentRegionAvail().x;
        const bool clicked =
            invisible_button("##inherited", {std::max(width, 1.0f), height}, compat::button_reached_by_keys);
        if (clicked && known) context.selection.select(from);
        if (ImGui::IsItemHovered() && known) context.selection.hovered = from;
        const void* const value = known ? context.world.get(from, component) : nullptr;
        std::string hint = phrase("{} is inherited from {}, and lies in its memory", type.name, source);
        if (value != nullptr && !type.is_tag()) hint += "\n" + figures::component_text(context.world, type, value);
        tooltip(hint);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        component_mark(style, type, list, {at.x + style.px(16), std::floor(at.y + height / 2)},
                       std::floor(style.px(8)));
        draw_text_until(list, {at.x + style.px(28), std::floor(at.y + (height - ImGui::GetFontSize()) / 2)},
                        at.x + width, style.theme->faint,
                        phrase("{} from {}", std::string(short_name(type.name)), source));
        ImGui::PopID();
    }
}

void InspectorPanel::keep_scroll(const Context& context, ecs::Entity entity) {
    constexpr std::size_t most = 200;  // as many as Selection remembers
    constexpr int frames_until_high = 3;
    const auto place_of = [this](ecs::Entity of) {
        return std::find_if(seen_at_.begin(), seen_at_.end(), [&](const SeenAt& each) { return each.entity == of; });
    };
    if (shown_ != entity) {
        scroll_frames_ = 0;
        const auto back = place_of(entity);
        if (back != seen_at_.end() && context.selection.stepped()) {
            scroll_to_ = back->scroll;
            scroll_frames_ = frames_until_high;
        }
    }
    if (scroll_frames_ > 0) {
        --scroll_frames_;
        ImGui::SetScrollY(scroll_to_);
        return;
    }
    // Of the entity that was on the screen until now.
    if (shown_ != entity || !entity) return;
    const auto known = place_of(entity);
    if (known != seen_at_.end() && known + 1 == seen_at_.end()) {
        known->scroll = ImGui::GetScrollY();
        return;
    }
    if (known != seen_at_.end()) seen_at_.erase(known);
    seen_at_.push_back({entity, ImGui::GetScrollY()});
    if (seen_at_.size() > most) seen_at_.erase(seen_at_.begin());
}

void InspectorPanel::show_part(std::string_view part) {
    if (auto system = system_of_part(part)) return systems_.explain(std::move(*system));
    (void)types_.show_part(part);
}

std::vector<Panel::NamedPart> InspectorPanel::named_parts() const {
    return {{part_for_new_type(), tr("New component…"), tr("a type of your own, with its fields")}};
}

void InspectorPanel::forget() {
    seen_.clear();
    prefab_.forget();
    naming_ = false;
    const float label_width = editor_.label_width;
    many_edits_ = {};
    values_.forget();
    editor_ = {};
    editor_.label_width = label_width;
}

void InspectorPanel::draw_nothing_selected(const Context& context) {
    const ecs::World& world = context.world;
    if (world.entity_count() == 0)
        return empty_without_entities(context, tr("There is no entity to inspect"),
                                      tr("The components of the selected entity are shown here, and can be changed"));
    const char* const hint = context.viewport != nullptr
                                 ? tr("Select an entity in the list or in the scene to see its components")
                                 : tr("Select an entity in the list to see its components");
    if (!empty_state(context.style, tr("Nothing is selected"), hint, tr("Select the first entity"))) return;
    std::size_t slot = 0;
    while (!world.entity_at_slot(slot)) ++slot;
    context.selection.select(world.entity_at_slot(slot));
}

namespace {

bool other_branches(const Context& context) {
    return context.timeline != nullptr && context.timeline->branches().size() > 1;
}

}  // namespace

void InspectorPanel::draw_destroyed(const Context& context, ecs::Entity entity) {
    const Style& style = context.style;
    const bool past = context.timeline != nullptr && context.timeline->recording() && !context.timeline->at_now();
    const std::string id = ecs::to_string(entity);
    const bool free = !past && gave_id_back(context.world, entity);
    const std::string what = past   ? phrase("{} is not there at tick {}", id, format_count(context.world.tick()))
                             : free ? phrase("There is no {} any more", id)
                                    : phrase("{} was destroyed", id);
    const std::string hint =
        past ? std::string(tr("It lives at other ticks. The line of time below leads there"))
             : way_back_.follow(context.world, context.history, entity) +
                   (free ? tr(". A new entity may get this id") : tr(". No other entity gets this id")) +
                   (other_branches(context) ? tr(". It may live in another branch of time") : "");
    if (empty_state(style, what, hint, tr("Select nothing"))) context.selection.clear();
    history_.follow(context, entity);
    if (const auto death = history_.death())
        wrapped_text(style.theme->quiet, phrase("It was destroyed in tick {} by {}", format_count(death->tick),
                                                words_of_cause(context.world, death->cause)));
    if (context.journal != nullptr) draw_history(context, entity);
    const ecs::Entity since =
        entity.index < context.world.slot_count() ? context.world.entity_at_slot(entity.index) : ecs::null_entity;
    if (!since) return;
    ImGui::Spacing();
    const std::string words = phrase("Slot {} is now used by", std::to_string(entity.index));
    const std::string name = name_or_id(context.world, since);
    const float gap = style.px(6), room = ImGui::GetContentRegionAvail().x;
    const float width = ImGui::CalcTextSize(words.c_str()).x + gap + ImGui::CalcTextSize(name.c_str()).x;
    if (width < room) ImGui::SetCursorPosX(std::floor(ImGui::GetCursorPosX() + (room - width) / 2));
    quiet_text(style, words);
    explain(Term::Generation);
    ImGui::SameLine(0, gap);
    entity_link(context, since, std::max(ImGui::GetContentRegionAvail().x, style.px(40)));
}

void InspectorPanel::draw_history(const Context& context, ecs::Entity entity) {
    const Style& style = context.style;
    const bool unfolded = fold_row(style, tr("History"), false);
    tooltip(tr("When the entity was created, what it got and lost since, and by whom"));
    if (!unfolded) return;
    history_.follow(context, entity);
    history_.draw(context);
}

void InspectorPanel::draw_header(const Context& context, ecs::Entity entity) {
    draw_name(context, entity);
    draw_place(context, entity);
    draw_family(context, entity);
    prefab_.draw_head(context, entity);
    ImGui::Spacing();
}

void InspectorPanel::draw_name(const Context& context, ecs::Entity entity) {
    const Style& style = context.style;
    const std::string id = short_id(shown_id(context, entity));
    float id_width = 0;
    {
        const compat::FontScope font(style.mono);
        id_width = ImGui::CalcTextSize(id.c_str()).x;
    }
    const float copy_width = style.px(20), gap = style.px(6);
    if (!naming_) {
        const ecs::Value waiting = pending_value(context, entity, context.world.types()[context.world.name_id()]);
        name_ = waiting ? static_cast<const ecs::Name*>(waiting.data())->value : context.world.name(entity);
    }
    ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x - id_width - copy_width - gap * 2, style.px(60)));
    // With the focus in this panel, its own field takes the name.
    const bool focused = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) && !ImGui::IsAnyItemActive();
    if (focused && take_command(context, keys::rename, false)) ImGui::SetKeyboardFocusHere();
    const std::string why_not_rename = why_not(context, WantedChange{WantedChange::Kind::Rename, entity});
    ImGui::BeginDisabled(!why_not_rename.empty());
    const bool entered = input_text("##name", name_, tr("No name"), ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::EndDisabled();
    const bool left = ImGui::IsItemDeactivated();
    const bool was_naming = std::exchange(naming_, ImGui::IsItemActive());
    tooltip(why_not_rename.empty() ? tr("The name of the entity. Enter renames it, an empty name removes it")
                                   : why_not_rename.c_str());
    offer_menu(context, EntityAt{entity});
    const bool over_name = ImGui::IsItemHovered();
    if ((entered || (left && was_naming)) && !compat::key_pressed(compat::Key::Escape, false))
        request_rename(context, entity, name_);

    ImGui::SameLine(0, gap);
    ImGui::AlignTextToFramePadding();
    mono_text(style, id, style.theme->quiet);
    // Not the field: a frame around that would look as if the keyboard wrote into it.
    if (context.selection.hovered == entity && !over_name) mark_last_item(style);
    if (tooltip_due()) tooltip(id_words(context, entity) + "\n" + explanation(Term::Generation));
    if (context.mirror != nullptr && context.mirror->waits(entity)) {
        const float side = std::floor(style.px(14));
        ImGui::SameLine(0, gap);
        const ImVec2 sign = ImGui::GetCursorScreenPos();
        ImGui::Dummy({side, ImGui::GetFrameHeight()});
        draw_icon(*ImGui::GetWindowDrawList(), Icon::Clock,
                  {sign.x, std::floor(sign.y + (ImGui::GetFrameHeight() - side) / 2)}, side, style.theme->warn);
        tooltip(phrase("{} has not answered yet. What it refuses is taken back", context.mirror->owner().name()));
    }
    ImGui::SameLine(0, gap);
    to_middle_of_frame(style);
    if (sign_button("##copy id", style, Sign::Copy, tr("Copy the id")))
        ImGui::SetClipboardText(ecs::to_string(shown_id(context, entity)).c_str());
}

void InspectorPanel::draw_place(const Context& context, ecs::Entity entity) {
    const Style& style = context.style;
    const ecs::Location at = context.world.location(entity);
    pair_label(style, tr("Archetype"), Term::Archetype);
    const std::string name = archetype_name_of(context, context.world.archetype(at.archetype)).text;
    const float others = style.px(140);  // of chunk and row, with numbers of three digits
    const bool shows = link_text(
        style, shortened(name, std::max(ImGui::GetContentRegionAvail().x - others, std::floor(style.px(72)))));
    if (link_hovered(style)) point_at(context, ArchetypeAt{at.archetype});
    if (context.selection.hovered_archetype == at.archetype) mark_last_item(style);
    if (shows) {
        context.selection.select_archetype(at.archetype);
        context.requests.push_back(ShowPanelRequest{"archetypes"});
    }
    if (tooltip_due()) {
        std::string names;
        for (const ecs::ComponentType* type : context.world.archetype(at.archetype).types())
            names += (names.empty() ? "" : ", ") + std::string(short_name(type->name));
        tooltip(names.empty() ? tr("Entities without components. Click to show it")
                              : phrase("{}\nClick to show it", names));
    }
    ImGui::SameLine(0, style.px(12));
    // Of a copy, chunk and row say nothing about the owner.
    if (context.mirror != nullptr) return ImGui::NewLine();
    pair_label(style, tr("Chunk"), Term::Chunk);
    if (link_text(style, format_count(at.chunk))) {
        context.selection.select_chunk(at.archetype, at.chunk);
        context.requests.push_back(ShowPanelRequest{"chunks"});
    }
    if (link_hovered(style)) point_at(context, ChunkAt{at.archetype, at.chunk});
    if (context.selection.hovered_archetype == at.archetype && context.selection.hovered_chunk == at.chunk)
        mark_last_item(style);
    same_line_if_fits(style.px(72), style.px(12));
    pair_label(style, tr("Row"), Term::Row);
    mono_text(style, format_count(at.row));
}

void InspectorPanel::draw_family(const Context& context, ecs::Entity entity) {
    const Style& style = context.style;
    const ecs::Entity parent = context.world.parent(entity);
    const auto children = context.world.children(entity);
    if (!parent && children.empty()) return;
    pair_label(style, tr("Parent"), Term::Parent);
    const std::string count =
        children.empty() ? std::string(tr("No children")) : format_count(children.size(), "child", "children");
    const float gap = style.px(12), count_width = ImGui::CalcTextSize(count.c_str()).x;
    if (parent)
        entity_link(context, parent, std::max(ImGui::GetContentRegionAvail().x - count_width - gap, style.px(40)));
    else
        quiet_text(style, tr("none"));
    ImGui::SameLine(0, gap);
    if (children.empty()) return quiet_text(style, count);
    if (link_text(style, count)) {
        std::vector<ecs::Entity> chosen(children.begin(), children.end());
        std::sort(chosen.begin(), chosen.end());
        context.selection.select_all(std::move(chosen));
    } else {
        tooltip(children.size() == 1 ? tr("Select it") : tr("Select them all"));
    }
}

float InspectorPanel::mark_strength(const Context& context, const Seen& seen, std::size_t field) {
    const std::uint64_t tick = context.world.tick(), changed_in = seen.changed_in[field];
    if (changed_in == never_changed || changed_in >= tick) return 1;
    const auto age = static_cast<float>(tick - changed_in), end = static_cast<float>(mark_ticks(context) + 1);
    return std::max(1 - age / end, 0.0f);
}

/// What is different at another moment of the world, or since the panel was in view, did not change in this tick.
void InspectorPanel::forget_marks_after_jump(const Context& context) {
    const Moment now{context.world.tick(), context.timeline == nullptr ? 0 : context.timeline->jumps(),
                     ImGui::GetFrameCount(), context.play != nullptr && context.play->begun()};
    const Moment before = std::exchange(seen_in_, now);
    const bool stopped = before.played && !now.played;
    if (now.jumps != before.jumps || now.tick < before.tick || stopped || now.frame > before.frame + 1) seen_.clear();
}

/// What the last step of a system changed is marked also where the entity was selected only after it.
void InspectorPanel::mark_step(const Context& context, const ecs::ComponentType& type, Seen& seen) const {
    const ecs::SystemSteps* const steps = context.debugger == nullptr ? nullptr : context.debugger->steps();
    if (steps == nullptr || steps->before() == nullptr || !steps->is_present()) return;
    const ecs::World& before = *steps->before();
    if (!before.alive(shown_) || type.id >= before.types().size() || before.types()[type.id].name != type.name) return;
    if (!before.has(shown_, type.id)) return;
    const void* const former = before.get(shown_, type.id);
    if (former == nullptr) return;
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const ecs::Field& field = type.fields[i];
        if (ecs::field_equal(field, former, seen.value.data())) continue;
        ecs::copy_field(field, seen.former.data(), former);
        seen.changed_in[i] = context.world.tick();
    }
}

InspectorPanel::Seen& InspectorPanel::look_at(const Context& context, const ecs::ComponentType& type,
                                              const void* value) {
    if (type.id >= seen_.size()) seen_.resize(context.world.types().size());
    Seen& seen = seen_[type.id];
    seen.present = true;
    if (!seen.value) {
        seen.value = ecs::Value(type, value);
        seen.former = seen.value;
        seen.changed_in.assign(type.fields.size(), never_changed);
        mark_step(context, type, seen);
        return seen;
    }
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const ecs::Field& field = type.fields[i];
        const bool changed = !ecs::field_equal(field, value, seen.value.data());
        // It runs on ticks, so a pause freezes the marks. Steps of a paused world show what each of them changed.
        const std::uint64_t tick = context.world.tick(), changed_in = seen.changed_in[i];
        const bool same_tick = changed_in == tick;
        const bool lately =
            changed_in != never_changed && changed_in < tick && tick - changed_in <= mark_ticks(context);
        const bool kept = same_tick || (lately && tick == played_tick_ && !changed);
        if (!kept && !ecs::field_equal(field, seen.former.data(), seen.value.data()))
            ecs::copy_field(field, seen.former.data(), seen.value.data());
        if (!changed) continue;
        ecs::copy_field(field, seen.value.data(), value);
        seen.changed_in[i] = context.world.tick();
    }
    return seen;
}

}  // namespace panels
