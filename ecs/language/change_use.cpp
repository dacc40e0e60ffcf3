#include "ecs/language/change_use.hpp"

#include <algorithm>
#include <optional>

namespace ecs {

namespace {

/// Collects accesses, each component once, with the strongest.
class UseCollector {
public:
    explicit UseCollector(const World& world) : world_(world) {}

    void take(ComponentId component, Access access) {
        // A tag has no value: whether an entity has it is no access.
        if (component == no_component || world_.types()[component].is_tag()) return;
        const auto found = std::find_if(use.accesses.begin(), use.accesses.end(),
                                        [&](const SystemAccess& each) { return each.component == component; });
        if (found == use.accesses.end())
            use.accesses.push_back({component, access});
        else
            found->access = std::max(found->access, access);
    }

    void read(const BoundQuery& query) {
        for (const BoundNode& node : query.nodes) {
            if (node.kind == BoundKind::Interval) take(node.component, Access::Read);
            if (node.kind == BoundKind::Below) take(world_.parent_id(), Access::Read);
            if (node.kind == BoundKind::Below && !node.entity && node.entity.index == 0)
                take(world_.name_id(), Access::Read);
        }
        for (const ValueProgram& program : query.programs)
            for (const ValueOp& op : program.ops) read(op);
        for (const BoundAggregate& aggregate : query.aggregates) read(*aggregate.query);
    }

    void write(const BoundStep& step) {
        switch (step.kind) {
            case StepKind::Set:
                return take(step.component, Access::Write);
            case StepKind::Add:
                use.structural = true;
                // An entity that has the component gets the values.
                if (!step.writes.empty()) take(step.component, Access::Write);
                return;
            case StepKind::Remove:
                use.structural = true;
                return;
            case StepKind::Rename:
                use.structural = true;
                return take(world_.name_id(), Access::Write);
            case StepKind::Destroy:
            case StepKind::Reparent:
                use.structural = true;
                return take(world_.parent_id(), Access::Read);
        }
    }

    ChangeUse use;

private:
    void read(const ValueOp& op) {
        switch (op.code) {
            case OpCode::Load:
            case OpCode::LoadLength:
            case OpCode::Reach:
            case OpCode::ReachLength:
                return take(op.field.component, Access::Read);
            case OpCode::Call:
                use.draws_random = use.draws_random || op.function == Function::Random;
                return;
            default:
                return;
        }
    }

    const World& world_;
};

/// The terms of a query that is one condition after another; nothing when terms cannot say it.
class TermMaker {
public:
    TermMaker(const BoundQuery& query, const ChangeUse& use) : query_(query), use_(use) {}

    std::optional<std::vector<QueryTerm>> terms_of(std::uint32_t root) {
        terms_.clear();
        if (!add(root)) return std::nullopt;
        return terms_;
    }

private:
    bool add(std::uint32_t id) {
        const BoundNode& node = query_.nodes[id];
        switch (node.kind) {
            case BoundKind::Always:
                return true;
            case BoundKind::And:
                return std::all_of(node.children.begin(), node.children.end(), [&](auto child) { return add(child); });
            case BoundKind::Not: {
                const BoundNode& inner = query_.nodes[node.children.front()];
                if (inner.kind != BoundKind::Has) return false;
                terms_.push_back({inner.component, Presence::Without, Access::None});
                return true;
            }
            case BoundKind::Has:
            case BoundKind::Interval:
                with(node.component);
                return true;
            case BoundKind::Compare:
            case BoundKind::Contains:
            case BoundKind::IsTrue:
                for (const std::uint32_t program : node.programs)
                    for (const std::uint32_t need : query_.programs[program].needs) with(query_.components[need]);
                return true;
            default:
                return false;
        }
    }
    void with(ComponentId component) {
        const auto same = [&](const auto& each) { return each.component == component; };
        if (std::any_of(terms_.begin(), terms_.end(), same)) return;
        const auto used = std::find_if(use_.accesses.begin(), use_.accesses.end(), same);
        terms_.push_back({component, Presence::With, used == use_.accesses.end() ? Access::None : used->access});
    }

    const BoundQuery& query_;
    const ChangeUse& use_;
    std::vector<QueryTerm> terms_;
};

}  // namespace

ChangeUse use_of(const World& world, const BoundQuery& query, const std::vector<BoundStep>& steps) {
    UseCollector collector(world);
    collector.read(query);
    for (const BoundStep& step : steps) collector.write(step);
    ChangeUse use = std::move(collector.use);
    std::sort(use.accesses.begin(), use.accesses.end(),
              [](const SystemAccess& a, const SystemAccess& b) { return a.component < b.component; });

    const auto root = static_cast<std::uint32_t>(query.nodes.size() - 1);
    std::vector<std::uint32_t> choices{root};
    if (query.nodes[root].kind == BoundKind::Or) choices = query.nodes[root].children;
    TermMaker maker(query, use);
    for (const std::uint32_t choice : choices) {
        std::optional<std::vector<QueryTerm>> terms = maker.terms_of(choice);
        if (!terms) {
            use.queries.clear();
            break;
        }
        use.queries.push_back(std::move(*terms));
    }
    return use;
}

}  // namespace ecs
