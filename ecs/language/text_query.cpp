#include "ecs/language/text_query.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "ecs/language/binder.hpp"
#include "ecs/language/evaluator.hpp"

namespace ecs {

struct TextQuery::State {
    Syntax syntax;
    BoundQuery program;
    Evaluator evaluator;
    TextError error;
    bool bound = false, tried = false;
    std::uint64_t types = 0;  // fingerprint at the last try
    std::vector<ArchetypeId> archetypes;
    std::size_t seen_archetypes = 0;

    void bind(const World& world, const WatchValues* watches) {
        BoundQuery made;
        Binder binder(world, syntax, made, watches);
        bound = binder.bind_query(syntax.root);
        if (!bound) error = std::move(binder.error());
        program = bound ? std::move(made) : BoundQuery{};
        evaluator = Evaluator();
        if (bound) evaluator.reserve(program);
    }
    void find_archetypes(const World& world) {
        for (; seen_archetypes < world.archetype_count(); ++seen_archetypes) {
            const auto id = static_cast<ArchetypeId>(seen_archetypes);
            if (evaluator.could_match(world, world.archetype(id))) archetypes.push_back(id);
        }
    }
};

namespace {

/// Ones among bytes that are 0 or 1.
std::size_t count_ones(const std::uint8_t* bytes, std::size_t count) {
    std::size_t ones = 0, i = 0;
    // 255 steps at most, so that no byte of the sum overflows into its neighbour.
    while (i + 8 <= count) {
        std::uint64_t sum = 0;
        for (std::size_t step = 0; step < 255 && i + 8 <= count; ++step, i += 8) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, bytes + i, sizeof eight);
            sum += eight;
        }
        constexpr std::uint64_t low = 0x00ff00ff00ff00ffu;
        const std::uint64_t pairs = (sum & low) + ((sum >> 8) & low);
        ones += static_cast<std::size_t>((pairs * 0x0001000100010001u) >> 48);
    }
    for (; i < count; ++i) ones += bytes[i];
    return ones;
}

}  // namespace

std::uint64_t types_fingerprint(const TypeRegistry& types) {
    std::uint64_t print = types.size() + (types.retirements() << 32);
    for (ComponentId id = 0; id < types.size(); ++id)
        print = print * 0x100000001b3u + types[id].fields.size() * 2 + (types[id].made_by_use ? 1 : 0);
    return print;
}

TextResult<TextQuery> TextQuery::parse(std::string text, EmptyText empty) {
    TextResult<Syntax> syntax = parse_query(std::move(text), empty);
    if (!syntax) return syntax.error();
    return TextQuery(std::move(*syntax));
}

TextQuery::TextQuery(Syntax syntax) : state_(std::make_unique<State>()) { state_->syntax = std::move(syntax); }
TextQuery::~TextQuery() = default;
TextQuery::TextQuery(TextQuery&&) noexcept = default;
TextQuery& TextQuery::operator=(TextQuery&&) noexcept = default;

const std::string& TextQuery::text() const { return state_->syntax.text; }
const Syntax& TextQuery::syntax() const { return state_->syntax; }
bool TextQuery::bound() const { return state_->bound; }
const RowFaults& TextQuery::faults() const { return state_->evaluator.faults(); }
const BoundQuery& TextQuery::program() const { return state_->program; }
Evaluator& TextQuery::evaluator() { return state_->evaluator; }
Evaluator& TextQuery::begin(const World& world, const QueryInputs& inputs) {
    State& state = *state_;
    if (!watches_fit(state.program, inputs.watches)) state.bind(world, inputs.watches);
    state.evaluator.begin(world, inputs);
    return state.evaluator;
}

const TextError* TextQuery::bind(const World& world) {
    State& state = *state_;
    const std::uint64_t types = types_fingerprint(world.types());
    if (!state.tried || types != state.types) {
        state.tried = true;
        state.types = types;
        state.bind(world, nullptr);
        state.archetypes.clear();
        state.seen_archetypes = 0;
    }
    return state.bound ? nullptr : &state.error;
}

bool TextQuery::walk(const World& world, const QueryInputs& inputs, Cursor& cursor, std::size_t rows, Visit visit,
                     void* to, Wants wants) {
    State& state = *state_;
    if (!state.bound) return false;
    state.find_archetypes(world);
    begin(world, inputs);
    std::size_t visited = 0;
    for (; cursor.archetype < state.archetypes.size(); ++cursor.archetype, cursor.chunk = 0) {
        const Archetype& archetype = world.archetype(state.archetypes[cursor.archetype]);
        const std::size_t count = archetype.entity_count(), capacity = archetype.layout().capacity;
        if (cursor.chunk * capacity >= count) continue;
        const Verdict verdict = state.evaluator.enter(archetype);
        if (verdict == Verdict::Never) continue;
        const auto wanted_from = [&](std::size_t position) {
            while (wants != nullptr && position * capacity < count && !wants(to, cursor.archetype, position))
                ++position;
            return position;
        };
        for (std::size_t position = wanted_from(cursor.chunk); position * capacity < count;) {
            cursor.chunk = position;
            if (visited >= rows) return true;
            const std::size_t next = wanted_from(position + 1);
            if (next * capacity < count)
                state.evaluator.prefetch(archetype, next, std::min(capacity, count - next * capacity));
            // The headers of chunks all fall into a few sets of the cache, so none is read here.
            const std::size_t here = std::min(capacity, count - position * capacity);
            const auto* entities = reinterpret_cast<const Entity*>(archetype.chunk(position).at(Chunk::header_bytes));
            visit(to,
                  {cursor.archetype, position, entities,
                   verdict == Verdict::Always ? nullptr : state.evaluator.mask({&archetype, position, 0, here}), here});
            visited += here;
            position = next;
        }
    }
    return false;
}

std::size_t TextQuery::count(const World& world, const QueryInputs& inputs) {
    std::size_t count = 0;
    walk(
        world, inputs,
        [](void* to, const MatchedRows& found) {
            *static_cast<std::size_t*>(to) += found.matched ? count_ones(found.matched, found.rows) : found.rows;
        },
        &count);
    return count;
}

void TextQuery::collect(const World& world, std::vector<Entity>& matches, const QueryInputs& inputs) {
    walk(
        world, inputs,
        [](void* to, const MatchedRows& found) {
            auto& list = *static_cast<std::vector<Entity>*>(to);
            if (found.matched)
                found.each([&](Entity entity) { list.push_back(entity); });
            else
                list.insert(list.end(), found.entities, found.entities + found.rows);
        },
        &matches);
}

bool TextQuery::matches(const World& world, Entity entity, const QueryInputs& inputs) {
    State& state = *state_;
    if (!state.bound || !world.alive(entity)) return false;
    const Location place = world.location(entity);
    const Archetype& archetype = world.archetype(place.archetype);
    begin(world, inputs);
    const Verdict verdict = state.evaluator.enter(archetype);
    if (verdict != Verdict::Rows) return verdict == Verdict::Always;
    return *state.evaluator.mask({&archetype, place.chunk, place.row, 1}) != 0;
}

const std::vector<ArchetypeId>& TextQuery::archetypes(const World& world) {
    if (state_->bound) state_->find_archetypes(world);
    return state_->archetypes;
}

std::vector<ComponentId> TextQuery::components() const {
    std::vector<ComponentId> result;
    const auto add = [&](ComponentId component) {
        if (component != no_component && std::find(result.begin(), result.end(), component) == result.end())
            result.push_back(component);
    };
    for (const BoundNode& node : state_->program.nodes) {
        if (node.kind != BoundKind::Reaches) add(node.component);
        for (const std::uint32_t program : node.programs)
            for (const std::uint32_t index : state_->program.programs[program].needs)
                add(state_->program.components[index]);
    }
    return result;
}

bool TextQuery::needs_baseline() const {
    return std::any_of(state_->program.nodes.begin(), state_->program.nodes.end(), [](const BoundNode& node) {
        return node.kind == BoundKind::Changed || node.kind == BoundKind::ChangedValue ||
               node.kind == BoundKind::Added || node.kind == BoundKind::Removed;
    });
}

bool TextQuery::reads_only_rows() const {
    const BoundQuery& program = state_->program;
    const auto own = [](const ValueOp& op) {
        return op.code != OpCode::Reach && op.code != OpCode::ReachLength && op.code != OpCode::Watch &&
               op.code != OpCode::Aggregate && !(op.code == OpCode::Call && op.function == Function::Random);
    };
    return !needs_baseline() && std::none_of(program.nodes.begin(), program.nodes.end(), [](const BoundNode& node) {
        return node.kind == BoundKind::Reaches || node.kind == BoundKind::Below || node.kind == BoundKind::Id;
    }) && std::all_of(program.programs.begin(), program.programs.end(), [&](const ValueProgram& each) {
        return std::all_of(each.ops.begin(), each.ops.end(), own);
    });
}

}  // namespace ecs
