#include "panels/memory/layout_measure.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"

#include <algorithm>
#include <cmath>
#include <new>

namespace panels {

namespace {

constexpr const char* field_payload = "chunkscope layout field";

std::string format_nanos(double nanos) { return phrase("{} ns", format_decimal(nanos, 2)); }

std::string spread_text(const ecs::Spread& spread) {
    return phrase("{} ({} to {})", format_nanos(spread.median_ns), format_nanos(spread.low_ns),
                  format_nanos(spread.high_ns));
}

bool can_be_split(const ecs::ComponentType& type) { return type.trivial && type.fields.size() > 1 && !type.retired; }

std::uint64_t count_entities_with(const ecs::World& world, ecs::ComponentId component) {
    std::uint64_t count = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).has(component)) count += world.archetype(id).entity_count();
    return count;
}

}  // namespace

void LayoutMeasure::choose(const ecs::ComponentType& type) {
    component_ = type.id;
    fields_.clear();
    for (std::uint32_t field = 0; field < type.fields.size(); ++field) fields_.push_back({field, 0, field == 0});
    experiment_.reset();
    task_.abandon();
    problem_.clear();
}

ecs::FieldSplit LayoutMeasure::split() const {
    ecs::FieldSplit split{component_, {}};
    for (const std::uint32_t part : {0u, 1u}) {
        std::vector<std::uint32_t> fields;
        for (const FieldChoice& choice : fields_)
            if (choice.part == part) fields.push_back(choice.field);
        if (!fields.empty()) split.parts.push_back(std::move(fields));
    }
    return split;
}

std::vector<std::uint32_t> LayoutMeasure::read_fields() const {
    std::vector<std::uint32_t> read;
    for (const FieldChoice& choice : fields_)
        if (choice.read) read.push_back(choice.field);
    return read;
}

std::string LayoutMeasure::why_not_run(const Context& context) const {
    if (!context.take_snapshot) return tr("No snapshot of the world is available here");
    if (context.world.iterating()) return tr("A query or view is visiting the world");
    if (read_fields().empty()) return tr("Tick at least one field that the measured loop reads");
    if (count_entities_with(context.world, component_) == 0) return tr("No entity has this component");
    return ecs::why_not(context.world.types(), split());
}

void LayoutMeasure::run(const Context& context) {
    problem_.clear();
    experiment_.reset();
    const ecs::Result<ecs::Snapshot> snapshot = context.take_snapshot();
    if (!snapshot) {
        problem_ = snapshot.error();
        return;
    }
    task_.abandon();
    const auto measure = [snapshot = *snapshot, split = split(), read = read_fields()](ecs::Progress& progress) {
        auto experiment = std::make_unique<ecs::LayoutExperiment>(snapshot, split, read);
        while (!progress.cancelled() && experiment->step()) progress.advance_to(experiment->runs_done());
        if (progress.cancelled()) experiment.reset();
        return experiment;
    };
    task_.start(measure, ecs::LayoutExperiment::run_count);
    measured_component_ = context.world.types()[component_].name;
}

void LayoutMeasure::show(const Context& context) {
    const ecs::World& world = context.world;
    if (world_ != &world || (component_ != ecs::no_component &&
                             (component_ >= world.types().size() || world.types()[component_].retired))) {
        world_ = &world;
        component_ = ecs::no_component;
        experiment_.reset();
        task_.abandon();
    }
    // The first choice is the component with the most bytes in the world.
    if (component_ == ecs::no_component) {
        std::uint64_t most = 0;
        for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
            const ecs::ComponentType& type = world.types()[id];
            const std::uint64_t bytes = can_be_split(type) ? count_entities_with(world, id) * type.size : 0;
            if (bytes <= most) continue;
            most = bytes;
            choose(type);
        }
    }
    if (component_ == ecs::no_component) {
        ImGui::NewLine();
        empty_but_for(context, tr("Nothing to split"), tr("No entity has a component of two fields or more"),
                      tr("What can be measured here"), "manual", "memory#layout");
        return;
    }
    if (task_.finished()) take_experiment();
    if (task_.running() && context.stay_awake != nullptr) *context.stay_awake = true;
    draw_toolbar(context);
    const Style& style = context.style;
    const float room = ImGui::GetContentRegionAvail().x;
    const float list = std::floor(std::min(std::clamp(room * 0.36f, style.px(200), style.px(380)), room / 2));
    const bool little_room = room < style.px(400);  // then one below the other
    draw_fields(context, little_room ? ImVec2{0, style.px(150)} : ImVec2{list, 0});
    if (!little_room) ImGui::SameLine();
    if (compat::begin_child("results", {0, 0})) draw_results(context);
    ImGui::EndChild();
}

void LayoutMeasure::draw_toolbar(const Context& context) {
    const Style& style = context.style;
    const ecs::TypeRegistry& types = context.world.types();
    same_line_if_fits(style.px(160), -1);
    if (begin_combo("##component", types[component_].name, style.px(160))) {
        for (ecs::ComponentId id = 0; id < types.size(); ++id) {
            if (!can_be_split(types[id])) continue;
            if (selectable(types[id].name.c_str(), id == component_)) choose(types[id]);
        }
        ImGui::EndCombo();
    }
    tooltip(tr("The component whose fields are split or reordered"));
    next_button(tr("Split by use"));
    if (button(tr("Split by use"), {}, tr("What is read goes into one part, the rest into another")))
        for (FieldChoice& choice : fields_) choice.part = choice.read ? 0 : 1;
    next_button(tr("Widest first"));
    if (button(tr("Widest first"), {}, tr("The order that leaves no gaps between fields")))
        std::stable_sort(fields_.begin(), fields_.end(), [&](const FieldChoice& a, const FieldChoice& b) {
            const auto& fields = types[component_].fields;
            return ecs::align_of(fields[a.field]) > ecs::align_of(fields[b.field]);
        });
    next_button(tr("As it is"));
    if (button(tr("As it is"), {}, tr("One part, in the order of the declaration"))) {
        std::sort(fields_.begin(), fields_.end(),
                  [](const FieldChoice& a, const FieldChoice& b) { return a.field < b.field; });
        for (FieldChoice& choice : fields_) choice.part = 0;
    }
    next_button(tr("Run"));
    if (button(tr("Run"), why_not_run(context), tr("Splits the component in a clone of the world, and measures both")))
        run(context);
}

void LayoutMeasure::draw_fields(const Context& context, ImVec2 size) {
    const Style& style = context.style;
    if (compat::begin_child("fields", size)) {
        quiet_text(style, tr("Read"));
        ImGui::SameLine(style.px(48));
        quiet_text(style, tr("Field, drag to reorder"));
        std::optional<std::pair<std::size_t, std::size_t>> moved;
        for (std::size_t i = 0; i < fields_.size(); ++i) draw_field(context, i, moved);
        if (moved && moved->first < fields_.size() && moved->first != moved->second) {
            const FieldChoice choice = fields_[moved->first];
            fields_.erase(fields_.begin() + static_cast<std::ptrdiff_t>(moved->first));
            fields_.insert(fields_.begin() + static_cast<std::ptrdiff_t>(moved->second), choice);
        }
        // The predicted result, by the rule of the clone's layout.
        if (ecs::why_not(context.world.types(), split()).empty()) {
            std::string text;
            std::uint32_t bytes = 0;
            for (const ecs::ComponentType& part : ecs::types_of(context.world.types(), split())) {
                text += (text.empty() ? "" : " + ") + format_bytes(part.size);
                bytes += part.size;
            }
            const std::uint32_t now = context.world.types()[component_].size;
            wrapped_text(style.theme->quiet,
                         phrase("A value takes {}, and {} as it is{}", text, format_bytes(now),
                                (bytes < now ? phrase(": {} less", format_bytes(now - bytes)) : "")));
        }
    }
    ImGui::EndChild();
}

void LayoutMeasure::draw_field(const Context& context, std::size_t position,
                               std::optional<std::pair<std::size_t, std::size_t>>& moved) {
    const Style& style = context.style;
    FieldChoice& choice = fields_[position];
    const ecs::Field& field = context.world.types()[component_].fields[choice.field];
    ImGui::PushID(static_cast<int>(choice.field));
    const ImVec2 at = ImGui::GetCursorPos();
    checkbox(style, "##read", choice.read);
    tooltip(tr("Whether the measured loop reads it"));
    const float part_width = style.px(64);
    const float row_width = ImGui::GetContentRegionAvail().x;
    ImGui::SetCursorPos({at.x + style.px(48), at.y});
    const std::string label = field.name + "  " + format_bytes(field.size_bytes());
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {0, 0.5f});
    const float label_width = std::max(style.px(40), row_width - style.px(48) - part_width - style.px(8));
    const std::string shown = shortened(label, label_width);
    selectable(shown.c_str(), false, 0, {label_width, ImGui::GetFrameHeight()});
    ImGui::PopStyleVar();
    if (shown != label) tooltip(label);
    if (ImGui::BeginDragDropSource(ImGuiDragDropFlags_SourceNoPreviewTooltip)) {
        ImGui::SetDragDropPayload(field_payload, &position, sizeof position);
        ImGui::EndDragDropSource();
    }
    if (ImGui::BeginDragDropTarget()) {
        if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload(field_payload))
            moved = {*static_cast<const std::size_t*>(payload->Data), position};
        ImGui::EndDragDropTarget();
    }
    ImGui::SetCursorPos({at.x + std::max(style.px(88) + style.px(8), row_width - part_width), at.y});
    if (ImGui::Button(choice.part == 0 ? tr("Part 1") : tr("Part 2"), {part_width, 0})) choice.part = 1 - choice.part;
    tooltip(tr("A click puts the field into the other part: a component of its own"));
    ImGui::PopID();
}

void LayoutMeasure::take_experiment() {
    try {
        experiment_ = task_.take();
    } catch (const std::bad_alloc&) {
        problem_ = tr("There is not enough memory for two clones of this world");
    }
}

void LayoutMeasure::draw_progress(const Context& context) {
    const Style& style = context.style;
    const std::uint64_t done = task_.progress().done();
    const std::string text = done == 0 ? std::string(tr("Making two clones of the world"))
                                       : phrase("Measured {} of {} of each side", format_count(done),
                                                format_count(ecs::LayoutExperiment::run_count, "run"));
    if (button(tr("Cancel"), {}, tr("Nothing is measured then; the world stays as it is in any case"))) task_.abandon();
    next_text(style.theme->quiet, text);
}

void LayoutMeasure::draw_results(const Context& context) {
    const Style& style = context.style;
    if (task_.running()) return draw_progress(context);
    if (!problem_.empty()) return wrapped_text(style.theme->error, problem_);
    if (!experiment_) {
        const bool can = why_not_run(context).empty();
        const char* const hint =
            tr("Tick what a loop reads, put the other fields into part 2, and press Run. It happens in a clone: the "
               "world stays as it is");
        if (!can)
            empty_but_for(context, tr("Nothing measured yet"), hint, tr("What can be measured here"), "manual",
                          "memory#layout");
        else if (empty_state(style, tr("Nothing measured yet"), hint, tr("Measure it as it is")))
            run(context);
        return;
    }
    const ecs::LayoutFacts &before = experiment_->before(), &after = experiment_->after();
    if (ImGui::BeginTable("results", 3, ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_BordersInnerH)) {
        ImGui::TableSetupColumn(measured_component_.c_str());
        ImGui::TableSetupColumn(tr("Before"));
        ImGui::TableSetupColumn(tr("After"));
        ImGui::TableHeadersRow();
        const auto row = [&](const char* what, const std::string& first, const std::string& second, const char* hint) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            quiet_text(style, what);
            tooltip(hint);
            for (const std::string* text : {&first, &second}) {
                ImGui::TableNextColumn();
                mono_text(style, *text);
            }
        };
        row(tr("Bytes a value"), format_count(before.value_bytes), format_count(after.value_bytes),
            tr("Of the component, or of its parts together"));
        row(tr("Rows a chunk"), format_count(before.rows_a_chunk), format_count(after.rows_a_chunk),
            tr("In the archetype that most of these entities have"));
        row(tr("Chunks"), format_count(before.chunks), format_count(after.chunks),
            tr("Of the archetypes that have it"));
        row(tr("Memory"), format_bytes(before.bytes), format_bytes(after.bytes), tr("Of these chunks"));
        row(tr("Cache lines"), format_count(before.lines), format_count(after.lines),
            tr("Of 64 bytes that one pass over the ticked fields touches"));
        if (experiment_->runs_done() > 0)
            row(tr("Time an entity"), spread_text(experiment_->time_before()), spread_text(experiment_->time_after()),
                tr("Median of the runs, and the range of all runs but the fastest and the slowest"));
        ImGui::EndTable();
    }
    if (context.mirror == nullptr) {  // of a copy, nothing is exact
        badge(style, Badge::Exact, tr("All rows but the last: counted in the clones"));
        ImGui::SameLine();
    }
    quiet_text(style, phrase("all but the time, over {}", format_count(before.entities, "entity", "entities")));
    badge(style, Badge::Measured, tr("The last row: on this machine, with this compiler"));
    ImGui::SameLine();
    quiet_text(style, phrase("the time: {} of {} of each side, in turns", format_count(experiment_->runs_done()),
                             format_count(ecs::LayoutExperiment::run_count, "run")));
    using Verdict = ecs::LayoutExperiment::Verdict;
    const Verdict verdict = experiment_->verdict();
    if (verdict == Verdict::NoWinner)
        wrapped_text(style.theme->text, tr("No winner: the spreads meet, so the difference may be chance"));
    else if (verdict == Verdict::AfterFaster)
        wrapped_text(style.theme->good, tr("Faster after: the whole spread lies below the one before"));
    else if (verdict == Verdict::BeforeFaster)
        wrapped_text(style.theme->warn, tr("Faster before: the whole spread lies below the one after"));
}

}  // namespace panels
