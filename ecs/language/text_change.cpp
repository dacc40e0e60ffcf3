#include "ecs/language/text_change.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"
#include "ecs/diagnose/cost.hpp"
#include "ecs/language/cells.hpp"
#include "ecs/language/change_use.hpp"
#include "ecs/language/column_change.hpp"
#include "ecs/language/text_query.hpp"

namespace ecs {

struct TextChange::State {
    ChangeSyntax change;
    BoundQuery program;
    std::vector<BoundStep> steps;
    std::vector<std::uint32_t> step_programs;
    Evaluator evaluator;
    ColumnChange columns;
    TextError error;
    bool bound = false, tried = false;
    std::uint64_t types = 0;  // fingerprint at the last try

    void bind(const World& world, const WatchValues* watches);
    void begin(const World& world, const QueryInputs& inputs) {
        if (!watches_fit(program, inputs.watches)) bind(world, inputs.watches);
        evaluator.begin(world, inputs);
    }
};

namespace {

/// Makes the plan of one change. All values of a slice are read before the edits of its rows are made, and no edit is
/// applied meanwhile.
class Planner {
public:
    /// `told`: the plan is for a person, who sees names and costs. While systems run, names may be written meanwhile.
    Planner(const World& world, const BoundQuery& program, const std::vector<BoundStep>& steps,
            const std::vector<std::uint32_t>& step_programs, Evaluator& evaluator, std::size_t sampled, bool told)
        : told_(told),
          world_(world),
          program_(program),
          steps_(steps),
          step_programs_(step_programs),
          evaluator_(evaluator),
          sampled_(sampled),
          draws_random_(draws_random(program)),
          values_(step_programs.size()) {}

    ChangePlan plan() {
        find_targets();
        return plan_targets();
    }
    ChangePlan plan_of(Entity entity) {
        matched_slots_.resize(world_.slot_count());
        const Location at = world_.location(entity);
        const ChunkSlice slice{&world_.archetype(at.archetype), at.chunk, at.row, 1};
        if (evaluator_.enter(*slice.archetype) != Verdict::Never && *evaluator_.mask(slice) != 0) {
            plan_.entities = 1;
            matched_slots_[entity.index] = true;
            targets_.push_back({slice, {1}});
        }
        return plan_targets();
    }

private:
    /// More matches than this are changed by edits of many entities.
    static constexpr std::size_t few_matches = 256;

    struct Target {
        ChunkSlice slice;
        std::vector<std::uint8_t> matched;
    };
    ChangePlan plan_targets() {
        if (told_ && plan_.entities > few_matches && sets_plain_fields()) return plan_columns();
        for (const Target& target : targets_) {
            if (!plan_slice(target)) {
                plan_.edits.clear();
                plan_.samples.clear();
                plan_.bytes_moved = 0;
                lost_.clear();
                gained_.clear();
                doomed_ = {};
                break;
            }
        }
        for (RemoveFromMany& each : lost_) plan_.edits.push_back(std::move(each));
        for (AddToMany& each : gained_) plan_.edits.push_back(std::move(each));
        if (!doomed_.empty()) plan_.edits.push_back(DestroyMany{std::move(doomed_)});
        return std::move(plan_);
    }

    /// The same as one by one, but for the order in which rows lie afterwards. In that order random() is drawn the next
    /// time, and a rule of the same text draws the same numbers.
    bool by_many() const { return told_ && plan_.entities > few_matches && !draws_random_; }
    static bool draws_random(const BoundQuery& program) {
        return std::any_of(program.programs.begin(), program.programs.end(), [](const ValueProgram& each) {
            return std::any_of(each.ops.begin(), each.ops.end(), [](const ValueOp& op) {
                return op.code == OpCode::Call && op.function == Function::Random;
            });
        });
    }
    void lose(Entity entity, ComponentId component) {
        auto found = std::find_if(lost_.begin(), lost_.end(),
                                  [&](const RemoveFromMany& each) { return each.component == component; });
        if (found == lost_.end()) found = lost_.insert(lost_.end(), {component, {}});
        found->entities.push_back(entity);
    }
    /// `value`: null where all that get the component get its default value.
    void gain(Entity entity, const ComponentType& type, Value* value) {
        auto found =
            std::find_if(gained_.begin(), gained_.end(), [&](const AddToMany& each) { return &each.type() == &type; });
        if (found == gained_.end()) {
            if (value != nullptr)
                found = gained_.insert(gained_.end(), {{}, std::make_shared<TakenRows::Column>(type, plan_.entities)});
            else
                found = gained_.insert(gained_.end(), add_to_many({}, Value(type)));
        }
        found->entities.push_back(entity);
        if (value == nullptr) return;
        value->relocate_to(found->values->at(found->values->count()));
        found->values->set_count(found->values->count() + 1);
    }
    /// Whether no step gives the component values of its own.
    bool adds_default(const BoundStep& step) const {
        return step.writes.empty() && world_.types()[step.component].copyable() &&
               std::count_if(steps_.begin(), steps_.end(),
                             [&](const BoundStep& each) { return each.component == step.component; }) == 1;
    }

    /// All that is set in one field of a component.
    struct FieldColumn {
        SetField edit;
        const Field* field = nullptr;
        std::vector<const BoundWrite*> writes;
    };
    bool sets_plain_fields() const {
        return ColumnChange::fits(steps_) && std::all_of(steps_.begin(), steps_.end(), [&](const BoundStep& step) {
                   const Binder::Place& place = step.writes.front().place;
                   return is_trivial(world_.types()[place.component].fields[place.top_field]);
               });
    }
    /// Edits of whole columns, for changes that set fields: a million matches are a list of handles and one of values.
    ChangePlan plan_columns() {
        std::vector<FieldColumn> columns;
        for (const BoundStep& step : steps_) {
            const BoundWrite& write = step.writes.front();
            auto column = std::find_if(columns.begin(), columns.end(), [&](const FieldColumn& each) {
                return each.edit.component == write.place.component && each.edit.field == write.place.top_field;
            });
            if (column == columns.end()) {
                column = columns.insert(columns.end(), FieldColumn{});
                column->edit.component = write.place.component;
                column->edit.field = write.place.top_field;
                column->field = &world_.types()[write.place.component].fields[write.place.top_field];
                column->edit.entities.reserve(plan_.entities);
                column->edit.values.reserve(plan_.entities * column->field->size_bytes());
            }
            column->writes.push_back(&write);
        }
        for (const Target& target : targets_)
            if (!plan_columns_of(target, columns)) {
                plan_.samples.clear();
                return std::move(plan_);
            }
        for (FieldColumn& column : columns) plan_.edits.push_back(std::move(column.edit));
        return std::move(plan_);
    }
    bool plan_columns_of(const Target& target, std::vector<FieldColumn>& columns) {
        if (!evaluate(target)) return false;
        for (std::size_t row = 0; row < target.slice.count; ++row) {
            if (target.matched[row] == 0) continue;
            const Entity entity = entity_at(target.slice, row);
            sampling_ = sampled_seen_ < sampled_;
            ++sampled_seen_;
            for (FieldColumn& column : columns)
                if (!append_row(target.slice, row, entity, column)) return false;
        }
        return true;
    }
    bool append_row(const ChunkSlice& slice, std::size_t row, Entity entity, FieldColumn& column) {
        const int position = slice.archetype->column_of(column.edit.component);
        const ComponentType& type = world_.types()[column.edit.component];
        if (position == no_column) return refuse(entity, phrase("{} has no {}", who(entity), type.name));
        const std::size_t size = column.field->size_bytes(), at = column.edit.values.size();
        const std::byte* const present = slice.archetype->column_data(slice.chunk, static_cast<std::size_t>(position)) +
                                         (slice.first + row) * type.size + column.field->offset;
        column.edit.values.insert(column.edit.values.end(), present, present + size);
        for (const BoundWrite* const write : column.writes) {
            Binder::Place inside = write->place;
            inside.offset -= column.field->offset;
            std::byte* const value = column.edit.values.data() + at;
            if (!write_one(*write, inside, value, entity, row, true)) return false;
        }
        column.edit.entities.push_back(entity);
        return true;
    }

    /// A component of one entity on its way to its new value.
    struct Pending {
        Value value;
        bool adds = false;
        std::vector<std::uint32_t> fields;
    };

    void find_targets() {
        matched_slots_.resize(world_.slot_count());
        for (ArchetypeId id = 0; id < world_.archetype_count(); ++id) {
            const Archetype& archetype = world_.archetype(id);
            if (archetype.entity_count() == 0 || evaluator_.enter(archetype) == Verdict::Never) continue;
            for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
                const std::size_t rows = archetype.chunk(position).rows;
                const std::uint8_t* mask = evaluator_.mask({&archetype, position, 0, rows});
                for (std::size_t from = 0; from < rows; from += slice_rows) {
                    const std::size_t count = std::min(slice_rows, rows - from);
                    const auto matches = std::count(mask + from, mask + from + count, std::uint8_t{1});
                    if (matches == 0) continue;
                    plan_.entities += static_cast<std::size_t>(matches);
                    targets_.push_back({{&archetype, position, from, count}, {mask + from, mask + from + count}});
                    for (std::size_t i = 0; i < count; ++i)
                        if (mask[from + i] != 0) matched_slots_[entity_at(targets_.back().slice, i).index] = true;
                }
            }
        }
    }
    static Entity entity_at(const ChunkSlice& slice, std::size_t i) {
        return slice.archetype->chunk(slice.chunk).entities()[slice.first + i];
    }

    /// The values of all steps, for the rows that match.
    bool evaluate(const Target& target) {
        evaluator_.enter(*target.slice.archetype);
        for (std::size_t i = 0; i < step_programs_.size(); ++i) {
            const std::uint32_t program = step_programs_[i];
            const Register* values = evaluator_.values(program, target.slice, target.matched.data());
            for (std::size_t row = 0; row < target.slice.count; ++row)
                if (target.matched[row] != 0 && (!values || values->ok[row] == 0))
                    return refuse_at(target.slice, row, program);
            values_[i] = *values;
        }
        return true;
    }
    bool plan_slice(const Target& target) {
        if (!evaluate(target)) return false;
        for (std::size_t row = 0; row < target.slice.count; ++row)
            if (target.matched[row] != 0 && !plan_entity(entity_at(target.slice, row), row)) return false;
        return true;
    }

    std::string who(Entity entity) const { return told_ ? label_of(world_, entity) : to_string(entity); }
    bool refuse_at(const ChunkSlice& slice, std::size_t row, std::uint32_t program) {
        const Entity entity = entity_at(slice, row);
        return refuse(entity, why_no_value(world_, evaluator_, program, *slice.archetype, who(entity)));
    }
    bool refuse(Entity entity, std::string why) {
        plan_.error = std::move(why);
        plan_.culprit = entity;
        return false;
    }

    bool plan_entity(Entity entity, std::size_t row) {
        sampling_ = sampled_seen_ < sampled_;
        ++sampled_seen_;
        pending_.clear();
        std::vector<Edit> removals, others;
        for (const BoundStep& step : steps_)
            if (!plan_step(step, entity, row, removals, others)) return false;
        for (Pending& pending : pending_)
            if (!pending.adds) plan_.edits.push_back(SetComponent{entity, std::move(pending.value), pending.fields});
        for (Edit& edit : removals) plan_.edits.push_back(std::move(edit));
        for (Pending& pending : pending_) {
            if (!pending.adds) continue;
            if (by_many() && !pending.value.type().is_tag())
                gain(entity, pending.value.type(), &pending.value);
            else
                plan_.edits.push_back(AddComponent{entity, std::move(pending.value)});
        }
        for (Edit& edit : others) plan_.edits.push_back(std::move(edit));
        return true;
    }

    bool plan_step(const BoundStep& step, Entity entity, std::size_t row, std::vector<Edit>& removals,
                   std::vector<Edit>& others) {
        switch (step.kind) {
            case StepKind::Set:
                return plan_set(step, entity, row);
            case StepKind::Add:
                return plan_add(step, entity, row);
            case StepKind::Remove:
                if (!world_.has(entity, step.component)) return true;
                sample(entity, world_.types()[step.component].name, tr("present"), "");
                if (by_many()) {
                    count_move(entity, step.component);
                    lose(entity, step.component);
                    return true;
                }
                if (told_) count_cost(cost_of_removing(world_, entity, step.component));
                removals.push_back(RemoveComponent{entity, step.component});
                return true;
            case StepKind::Destroy:
                // What is below another match goes with it.
                for (Entity above = world_.parent(entity); above; above = world_.parent(above))
                    if (matched_slots_[above.index]) return true;
                sample(entity, tr("entity"), tr("alive"), "");
                if (told_) count_cost(cost_of_destroying(world_, entity));
                if (told_ && plan_.entities > few_matches)
                    doomed_.push_back(entity);
                else
                    others.push_back(DestroyEntity{entity});
                return true;
            case StepKind::Rename: {
                const std::string& name = *cell(step.program, row).text;
                const std::string_view before = world_.name(entity);
                if (name == before) return true;
                sample(entity, tr("name"), before.empty() ? "" : to_string(AnyValue(std::string(before))),
                       name.empty() ? "" : to_string(AnyValue(name)));
                others.push_back(rename(world_, entity, name));
                return true;
            }
            case StepKind::Reparent:
                return plan_parent(step, entity, others);
        }
        return true;
    }

    bool plan_parent(const BoundStep& step, Entity entity, std::vector<Edit>& others) {
        Entity parent = step.parent;
        if (parent.index != 0 && parent.generation == 0)
            parent = parent.index < world_.slot_count() ? world_.entity_at_slot(parent.index) : null_entity;
        if (step.parent.index != 0 && !world_.alive(parent))
            return refuse(entity, phrase("{} cannot move: its parent is gone", who(entity)));
        const Entity before = world_.parent(entity);
        if (before == parent) return true;
        if (parent && world_.is_below(parent, entity))
            return refuse(entity, phrase("{} cannot move below itself", who(entity)));
        sample(entity, tr("parent"), to_string(AnyValue(before)), to_string(AnyValue(parent)));
        if (told_ && !before) count_cost(cost_of_adding(world_, entity, world_.parent_id()));
        if (told_ && !parent) count_cost(cost_of_removing(world_, entity, world_.parent_id()));
        others.push_back(SetParent{entity, parent});
        return true;
    }

    bool plan_set(const BoundStep& step, Entity entity, std::size_t row) {
        Pending* pending = find_pending(step.component);
        if (!pending) {
            const void* present = world_.get(entity, step.component);
            if (!present)
                return refuse(entity, phrase("{} has no {}", who(entity), world_.types()[step.component].name));
            pending_.push_back({Value(world_.types()[step.component], present), false, {}});
            pending = &pending_.back();
        }
        return write(step.writes.front(), entity, row, *pending);
    }

    bool plan_add(const BoundStep& step, Entity entity, std::size_t row) {
        const ComponentType& type = world_.types()[step.component];
        const bool present = world_.has(entity, step.component);
        if (present && step.writes.empty()) return true;
        if (!present && by_many()) {
            sample(entity, type.name, "", tr("present"));
            count_move(entity, no_component);
            if (adds_default(step)) {
                gain(entity, type, nullptr);
                return true;
            }
        }
        if (present) {
            pending_.push_back({Value(type, world_.get(entity, step.component)), false, {}});
        } else {
            pending_.push_back({Value(type), true, {}});
            if (!by_many()) {
                sample(entity, type.name, "", tr("present"));
                if (told_) count_cost(cost_of_adding(world_, entity, step.component));
            }
        }
        return std::all_of(step.writes.begin(), step.writes.end(), [&](const BoundWrite& each) {
            return write(each, entity, row, *find_pending(step.component));
        });
    }

    bool write(const BoundWrite& write, Entity entity, std::size_t row, Pending& pending) {
        if (!write_one(write, write.place, pending.value.data(), entity, row, !pending.adds)) return false;
        if (!pending.adds &&
            std::find(pending.fields.begin(), pending.fields.end(), write.place.top_field) == pending.fields.end())
            pending.fields.push_back(write.place.top_field);
        return true;
    }

    /// Writes into the value at `base`, in which the place lies.
    bool write_one(const BoundWrite& write, const Binder::Place& place, void* base, Entity entity, std::size_t row,
                   bool had_value) {
        const ValueProgram& program = program_.programs[write.program];
        const Cell& value = cell(write.program, row);
        const std::string before = sampling_ && had_value ? text_of_field(place, base) : std::string();
        const std::string why = write_value(world_, place, base, program, value);
        if (!why.empty()) {
            plan_.error =
                phrase("{} of {} would be {}, {}", write.what, who(entity), text_of_cell(program, value), why);
            plan_.culprit = entity;
            return false;
        }
        if (sampling_) sample(entity, write.what, before, text_of_field(place, base));
        return true;
    }

    Pending* find_pending(ComponentId component) {
        const auto found = std::find_if(pending_.begin(), pending_.end(),
                                        [&](const Pending& each) { return each.value.type().id == component; });
        return found == pending_.end() ? nullptr : &*found;
    }
    const Cell& cell(std::uint32_t program, std::size_t row) const {
        const auto found = std::find(step_programs_.begin(), step_programs_.end(), program);
        return values_[static_cast<std::size_t>(found - step_programs_.begin())].cells[row];
    }
    void sample(Entity entity, std::string what, std::string before, std::string after) {
        if (sampling_) plan_.samples.push_back({entity, std::move(what), std::move(before), std::move(after)});
    }
    void count_cost(const std::optional<StructuralCost>& cost) {
        if (cost) plan_.bytes_moved += cost->row_bytes + cost->hole_bytes;
    }

    /// As count_cost() of adding or removing; without looking up where the row goes.
    void count_move(Entity entity, ComponentId removed) {
        const Archetype& archetype = world_.archetype_of(entity);
        const Location at = world_.location(entity);
        const bool last =
            at.chunk + 1 == archetype.chunk_count() && at.row + 1 == archetype.chunk(archetype.chunk_count() - 1).rows;
        plan_.bytes_moved += archetype.row_bytes() * (last ? 1 : 2);
        if (removed != no_component) plan_.bytes_moved -= world_.types()[removed].size;
    }

    const bool told_;
    const World& world_;
    const BoundQuery& program_;
    const std::vector<BoundStep>& steps_;
    const std::vector<std::uint32_t>& step_programs_;
    Evaluator& evaluator_;
    std::size_t sampled_, sampled_seen_ = 0;
    const bool draws_random_;
    bool sampling_ = false;
    std::vector<Register> values_;  // of the slice, one for each of step_programs_
    std::vector<Target> targets_;
    std::vector<bool> matched_slots_;
    std::vector<Pending> pending_;
    std::vector<RemoveFromMany> lost_;
    std::vector<AddToMany> gained_;
    EntityRuns doomed_;
    ChangePlan plan_;
};

/// Does the edits of a plan as a system does: values at once, the rest by commands.
class PlanCarrier {
public:
    PlanCarrier(World& world, Commands& commands) : world_(world), commands_(commands) {}

    void operator()(SetComponent& edit) {
        const ComponentType& type = edit.value.type();
        void* const value = world_.get_mut(edit.entity, type.id);
        for (const std::uint32_t field : edit.fields) copy_field(type.fields[field], value, edit.value.data());
        if (edit.fields.empty() && value != nullptr)
            for (const Field& field : type.fields) copy_field(field, value, edit.value.data());
    }
    void operator()(AddComponent& edit) { commands_.add(edit.entity, std::move(edit.value)); }
    void operator()(RemoveComponent& edit) { commands_.remove(edit.entity, edit.component); }
    void operator()(DestroyEntity& edit) { commands_.destroy(edit.entity); }
    void operator()(SetParent& edit) { commands_.set_parent(edit.entity, edit.parent); }
    template <class Other>
    void operator()(Other&) {
        fail("TextChange: a plan has an edit that no step makes");
    }

private:
    World& world_;
    Commands& commands_;
};

}  // namespace

TextResult<TextChange> TextChange::parse(std::string text) {
    TextResult<ChangeSyntax> syntax = parse_change(std::move(text));
    if (!syntax) return syntax.error();
    return TextChange(std::move(*syntax));
}

TextChange::TextChange(ChangeSyntax syntax) : state_(std::make_unique<State>()) { state_->change = std::move(syntax); }
TextChange::~TextChange() = default;
TextChange::TextChange(TextChange&&) noexcept = default;
TextChange& TextChange::operator=(TextChange&&) noexcept = default;

const std::string& TextChange::text() const { return state_->change.syntax.text; }
const ChangeSyntax& TextChange::syntax() const { return state_->change; }
bool TextChange::bound() const { return state_->bound; }

void TextChange::State::bind(const World& world, const WatchValues* watches) {
    program = BoundQuery{};
    steps.clear();
    step_programs.clear();
    evaluator = Evaluator();
    Binder binder(world, change.syntax, program, watches);
    bound = binder.bind_query(change.syntax.root);
    const std::size_t first = program.programs.size();
    if (bound) {
        auto made = bind_steps(world, change, binder, program);
        bound = made.has_value();
        if (made) steps = std::move(*made);
    }
    if (!bound) {
        error = std::move(binder.error());
        program = BoundQuery{};
        return;
    }
    for (std::size_t i = first; i < program.programs.size(); ++i)
        step_programs.push_back(static_cast<std::uint32_t>(i));
    evaluator.reserve(program);
}

const TextError* TextChange::bind(const World& world) {
    State& state = *state_;
    const std::uint64_t types = types_fingerprint(world.types());
    if (!state.tried || types != state.types) {
        state.tried = true;
        state.types = types;
        state.bind(world, nullptr);
    }
    return state.bound ? nullptr : &state.error;
}

ChangePlan TextChange::plan(const World& world, const QueryInputs& inputs, std::size_t sampled_entities) {
    State& state = *state_;
    if (!state.bound) return {};
    state.begin(world, inputs);
    return Planner(world, state.program, state.steps, state.step_programs, state.evaluator, sampled_entities, true)
        .plan();
}

ChangePlan TextChange::plan_of(const World& world, Entity entity, const QueryInputs& inputs) {
    State& state = *state_;
    if (!state.bound || !world.alive(entity)) return {};
    state.begin(world, inputs);
    return Planner(world, state.program, state.steps, state.step_programs, state.evaluator, 1, true).plan_of(entity);
}

std::string TextChange::run(World& world, Commands& commands, const QueryInputs& inputs, std::uint64_t& visited) {
    State& state = *state_;
    if (!state.bound) return tr("Its names were not looked up yet");
    state.begin(world, inputs);
    if (ColumnChange::fits(state.steps)) return state.columns.run(world, state.steps, state.evaluator, visited);
    ChangePlan plan = Planner(world, state.program, state.steps, state.step_programs, state.evaluator, 0, false).plan();
    if (!plan.error.empty()) return std::move(plan.error);
    visited += plan.entities;
    PlanCarrier carrier(world, commands);
    for (Edit& edit : plan.edits) std::visit(carrier, edit);
    return {};
}

ChangeUse TextChange::use(const World& world) const { return use_of(world, state_->program, state_->steps); }

std::vector<ComponentId> TextChange::written_components() const {
    std::vector<ComponentId> result;
    for (const BoundStep& step : state_->steps)
        if (step.component != no_component && std::find(result.begin(), result.end(), step.component) == result.end())
            result.push_back(step.component);
    return result;
}

std::vector<ComponentId> TextChange::read_components() const {
    std::vector<ComponentId> result = state_->program.components;
    const auto add = [&](ComponentId component) {
        if (component != no_component && std::find(result.begin(), result.end(), component) == result.end())
            result.push_back(component);
    };
    for (const BoundNode& node : state_->program.nodes) add(node.component);
    for (const ValueProgram& program : state_->program.programs)
        for (const ValueOp& op : program.ops) add(op.field.component);
    return result;
}

}  // namespace ecs
