#include "panels/inspector/type_editor.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ecs/edit/type_words.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/inspector/cpp_type.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr const char* type_popup = "component type";
constexpr std::string_view part_of_new = "new component", part_of_type = "component type ";
constexpr float type_width_px = 520, fields_height_px = 260;
constexpr std::size_t no_field = static_cast<std::size_t>(-1);

std::size_t entities_of_type(const ecs::World& world, ecs::ComponentId component) {
    std::size_t count = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).has(component)) count += world.archetype(id).entity_count();
    return count;
}

std::string free_type_name(const ecs::TypeRegistry& types) {
    std::string name = "Component";
    for (int number = 2; types.find(name) != nullptr; ++number) name = "Component" + std::to_string(number);
    return name;
}

}  // namespace

std::string part_for_new_type() { return std::string(part_of_new); }
std::string part_for_type(std::string_view type) { return std::string(part_of_type) + std::string(type); }

bool TypeEditor::show_part(std::string_view part) {
    if (part == part_of_new) return open_new(), true;
    if (!part.starts_with(part_of_type)) return false;
    open(std::string(part.substr(part_of_type.size())));
    return true;
}

void TypeEditor::open_new(std::span<const ecs::Entity> for_entities) {
    opens_ = true;
    draft_ = {};
    for_entities_.assign(for_entities.begin(), for_entities.end());
}

void TypeEditor::open(std::string type) {
    open_new();
    draft_.former = std::move(type);
}

void TypeEditor::begin(const Context& context) {
    const ecs::ComponentType* const type = draft_.former.empty() ? nullptr : context.world.types().find(draft_.former);
    focuses_ = true;
    unfolded_ = no_field;
    entities_ = 0;
    if (type != nullptr) {
        draft_ = draft_of(*type);
        before_ = *type;
        entities_ = entities_of_type(context.world, type->id);
        return;
    }
    draft_ = {};
    before_ = {};
    draft_.name = free_type_name(context.world.types());
    draft_.fields.push_back({.name = "value"});
}

void TypeEditor::draw(const Context& context) {
    // The request of the last frame has been carried out, or refused with a message.
    if (const std::string made = std::exchange(made_, {}); !made.empty())
        if (const ecs::ComponentType* const type = context.world.types().find(made))
            request_add(context, for_entities_, type->id);
    if (std::exchange(opens_, false)) {
        begin(context);
        ImGui::OpenPopup(type_popup);
    }
    const Style& style = context.style;
    const ImGuiViewport& screen = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(
        {std::floor(screen.WorkPos.x + screen.WorkSize.x / 2), std::floor(screen.WorkPos.y + screen.WorkSize.y * 0.2f)},
        ImGuiCond_Appearing, {0.5f, 0});
    if (!ImGui::BeginPopup(type_popup, ImGuiWindowFlags_NoSavedSettings)) return;
    entered_ = false;
    const float wide = std::floor(std::min(style.px(type_width_px), screen.WorkSize.x * 0.9f));
    draw_head(context, wide);
    draw_fields(context, wide);
    draw_findings(context, wide);
    const bool added = offer_present(context, wide);
    if (draw_buttons(context, wide) || added) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

void TypeEditor::draw_head(const Context& context, float wide) {
    const Style& style = context.style;
    const float gap = style.px(8), name_wide = std::floor(wide * 0.38f);
    if (std::exchange(focuses_, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(name_wide);
    entered_ |= input_text("##type name", draft_.name, tr("Name of the component"),
                           ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
    if (entered_) focuses_ = true;  // where it stays, what is wrong can be mended
    ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(wide - name_wide - gap);
    input_text("##type about", draft_.about, tr("What it is for, in one line"));
}

void TypeEditor::draw_fields(const Context& context, float wide) {
    const Style& style = context.style;
    const float row = ImGui::GetFrameHeightWithSpacing();
    const std::size_t rows = draft_.fields.size() + (unfolded_ < draft_.fields.size() ? 2 : 0);
    const float tall = std::min(row * static_cast<float>(std::max<std::size_t>(rows, 1)), style.px(fields_height_px));
    compat::begin_child("fields", {wide, std::ceil(tall + style.px(4))});
    std::size_t removed = no_field;
    for (std::size_t i = 0; i < draft_.fields.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (draw_field(context, i)) removed = i;
        ImGui::PopID();
    }
    if (draft_.fields.empty()) quiet_text(style, tr("Without fields it is a tag: entities have it or not"));
    ImGui::EndChild();
    if (removed != no_field) {
        draft_.fields.erase(draft_.fields.begin() + static_cast<std::ptrdiff_t>(removed));
        unfolded_ = no_field;
    }
    const bool full = draft_.fields.size() >= ecs::most_fields_of_own_type;
    if (button(tr("+ Field"), full ? phrase("A component made here has at most {} fields",
                                            std::to_string(ecs::most_fields_of_own_type))
                                   : std::string()))
        draft_.fields.push_back({});
}

/// Returns whether the field is to go.
bool TypeEditor::draw_field(const Context& context, std::size_t number) {
    const Style& style = context.style;
    FieldDraft& field = draft_.fields[number];
    const float gap = style.px(6), side = ImGui::GetFrameHeight(), cross = style.px(20);
    const float room = ImGui::GetContentRegionAvail().x - side - cross - gap * 5;
    const float part = std::floor(room / 10);
    ImGui::SetNextItemWidth(part * 4);
    entered_ |= input_text("##name", field.name, tr("Field"), ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine(0, gap);
    draw_kind(context, field, part * 3);
    ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(part * 3);
    const bool has_start =
        !field.is_kept && field.kind != ecs::FieldKind::String && field.kind != ecs::FieldKind::Entity;
    if (has_start) {
        entered_ |= input_text("##start", field.start, tr("Start value"), ImGuiInputTextFlags_EnterReturnsTrue);
        tooltip(tr("The value that a new component begins with. Vectors and colours: numbers with commas between"));
    } else {
        ImGui::Dummy({part * 3, side});
    }
    ImGui::SameLine(0, gap);
    if (icon_button("##details", style, unfolded_ == number ? Icon::Unfolded : Icon::Folded, side,
                    tr("Range, unit, choices and description")))
        unfolded_ = unfolded_ == number ? no_field : number;
    ImGui::SameLine(0, gap);
    to_middle_of_frame(style);
    const bool removed = sign_button("##remove", style, Sign::Cross, tr("Remove the field"));
    if (unfolded_ == number) draw_details(context, field, ImGui::GetContentRegionAvail().x);
    return removed;
}

void TypeEditor::draw_kind(const Context& context, FieldDraft& field, float wide) {
    const std::string shown(ecs::name_of(field.kind));
    if (field.is_kept) {
        ImGui::AlignTextToFramePadding();
        clipped_text(context.style.theme->quiet,
                     shown + (field.kept.count > 1 ? "[" + std::to_string(field.kept.count) + "]" : ""), wide);
        tooltip(tr("Arrays and structs stay as they are; files and code make them"));
        return;
    }
    const bool open = begin_combo("##kind", shown, wide);
    if (!open) return tooltip(words_of(field.kind));
    for (const ecs::FieldKind kind : kinds_of_fields()) {
        const std::string label = std::string(ecs::name_of(kind)) + "  " + words_of(kind);
        if (!selectable(label.c_str(), kind == field.kind)) continue;
        field.kind = kind;
        if (kind == ecs::FieldKind::Enum && field.choices.empty())
            unfolded_ = static_cast<std::size_t>(&field - draft_.fields.data());
    }
    ImGui::EndCombo();
}

void TypeEditor::draw_details(const Context& context, FieldDraft& field, float wide) {
    const Style& style = context.style;
    const float gap = style.px(6), indent = style.px(16);
    ImGui::Indent(indent);
    const float room = wide - indent;
    if (field.kind == ecs::FieldKind::Enum && !field.is_kept) {
        ImGui::SetNextItemWidth(room);
        input_text("##choices", field.choices, tr("Choices, such as Calm, Angry, Afraid = 7"));
    } else {
        const bool ranged = has_range(field.kind) && !field.is_kept;
        const float third = std::floor((room - gap * 2) / 3);
        if (ranged) {
            ImGui::SetNextItemWidth(third);
            input_text("##low", field.low, tr("Least"));
            ImGui::SameLine(0, gap);
            ImGui::SetNextItemWidth(third);
            input_text("##high", field.high, tr("Largest"));
            ImGui::SameLine(0, gap);
        }
        ImGui::SetNextItemWidth(ranged ? third : room);
        input_text("##unit", field.unit, tr("Unit, such as m/s"));
    }
    ImGui::SetNextItemWidth(room);
    input_text("##about", field.about, tr("What the field says, in one line"));
    ImGui::Unindent(indent);
}

/// Fields of the present type that the draft leaves out, if entities have values in them.
std::string TypeEditor::losses(const Context&) const {
    if (entities_ == 0) return {};
    std::string names;
    for (const ecs::Field& field : before_.fields)
        if (std::none_of(draft_.fields.begin(), draft_.fields.end(),
                         [&](const FieldDraft& each) { return each.former == field.name; }))
            names += (names.empty() ? "" : ", ") + field.name;
    return names.empty() ? names : phrase("The values of {} go; undo brings them back", names);
}

void TypeEditor::draw_findings(const Context& context, float wide) {
    const Style& style = context.style;
    problem_.clear();
    ecs::Result<ecs::SetType> edit = edit_of(draft_);
    if (edit) {
        edit_ = std::move(*edit);
        problem_ = ecs::why_not(context.world, context.schedule, edit_);
    } else {
        problem_ = edit.error();
    }
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + wide);
    if (!problem_.empty()) {
        wrapped_text(style.theme->error, problem_);
    } else {
        std::string line = edit_.to->fields.empty() ? std::string(tr("tag")) : format_bytes(edit_.to->size);
        if (!draft_.former.empty()) line += " · " + format_count(entities_, "entity has it", "entities have it");
        quiet_text(style, line);
        if (const std::string lost = losses(context); !lost.empty()) wrapped_text(style.theme->warn, lost);
    }
    if (context.play != nullptr && context.play->begun())
        wrapped_text(style.theme->warn, tr("The world is being played: Stop takes back what is made here"));
    ImGui::PopTextWrapPos();
}

/// Who types the name of a component that the world has already mostly wants that one.
bool TypeEditor::offer_present(const Context& context, float wide) {
    const Style& style = context.style;
    const ecs::ComponentType* const present = context.world.types().find(draft_.name);
    if (present == nullptr || draft_.name == draft_.former) return false;
    std::string fields;
    for (const ecs::Field& field : present->fields) fields += (fields.empty() ? "" : ", ") + field.name;
    const std::string what = present->is_tag() ? std::string(tr("a tag")) : fields;
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + wide);
    quiet_text(style, present->made_at_run_time
                          ? phrase("{} was made here, or came with the file: {}", present->name, what)
                          : phrase("{} belongs to this program: {}", present->name, what));
    ImGui::PopTextWrapPos();
    const ecs::Entity entity = context.selection.entity();
    if (!context.world.alive(entity) || context.world.has(entity, present->id)) return false;
    const std::string why = why_not_change(context, entity, *present, WantedChange::Kind::Add);
    if (!button(phrase("Add {} to {}", present->name, name_or_id(context.world, entity)).c_str(), why)) return false;
    request_add(context, {&entity, 1}, present->id);
    return true;
}

bool TypeEditor::draw_buttons(const Context& context, float) {
    const Style& style = context.style;
    const bool changes = !draft_.former.empty();
    bool done = false;
    ImGui::Dummy({0, std::floor(style.px(2))});
    const bool entered = entered_ && problem_.empty();
    const char* const make = for_entities_.empty() ? tr("Make component") : tr("Make and add component");
    if (primary_button(style, changes ? tr("Change component") : make, problem_) || entered) {
        const std::string& name = edit_.to->name;
        if (!for_entities_.empty()) made_ = name;
        push(context, changes ? phrase("Change component {}", name) : phrase("New component {}", name), edit_);
        done = true;
    }
    ImGui::SameLine();
    const std::string no_cpp = !problem_.empty() ? problem_ : why_no_cpp_type(edit_.to);
    if (button(tr("Copy as C++"), no_cpp, tr("The struct and its registration, for a program of your own")))
        ImGui::SetClipboardText(cpp_of_type(edit_.to).c_str());
    if (changes) {
        ImGui::SameLine();
        ecs::SetType removal;
        removal.from = draft_.former;
        if (button(tr("Remove from the world"), ecs::why_not(context.world, context.schedule, removal),
                   tr("Takes the component from all entities; undo brings it back"))) {
            push(context, phrase("Remove component {}", draft_.former), std::move(removal));
            done = true;
        }
    }
    ImGui::SameLine();
    return button(tr("Cancel")) || done;
}

void TypeEditor::push(const Context& context, std::string label, ecs::SetType edit) const {
    EditRequest request{std::move(label), {}};
    request.edits.emplace_back(std::move(edit));
    request.ends_gesture = true;
    context.requests.emplace_back(std::move(request));
}

}  // namespace panels
