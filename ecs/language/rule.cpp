#include "ecs/language/rule.hpp"

#include <memory>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/language/text_change.hpp"

namespace ecs {

namespace {

/// What the copies of one rule share: its description stands in the schedule or in the history, never in both.
struct RuleText {
    std::optional<TextChange> change;
    std::string problem;  // of a text that is none
};

/// What a change may ask when a person makes it, and a rule may not: the world then depended on more than itself.
std::optional<TextError> unfit(const ChangeSyntax& change) {
    for (const SyntaxNode& node : change.syntax.nodes) {
        switch (node.kind) {
            case SyntaxKind::Changed:
            case SyntaxKind::Added:
            case SyntaxKind::Removed:
                return change.syntax.error(
                    node.offset, tr("A rule cannot ask what changed: it knows the world as it is, not as it was"));
            case SyntaxKind::Watch:
                return change.syntax.error(
                    node.offset, tr("A rule cannot read a $watch: watches belong to a person, not to the world"));
            default:
                break;
        }
    }
    return std::nullopt;
}

TextResult<TextChange> parse_rule(std::string text) {
    TextResult<TextChange> change = TextChange::parse(std::move(text));
    if (!change) return change;
    if (std::optional<TextError> error = unfit(change->syntax())) return *error;
    return change;
}

std::string bind_rule(RuleText& rule, const World& world, SystemDescription& description) {
    description.accesses.clear();
    description.queries.clear();
    description.parallel = false;
    if (!rule.change) return rule.problem;
    if (const TextError* error = rule.change->bind(world)) return error->message;
    ChangeUse use = rule.change->use(world);
    description.accesses = std::move(use.accesses);
    description.queries = std::move(use.queries);
    description.uses_random = use.draws_random;
    description.records_commands = use.structural;
    description.parallel = true;  // now that its accesses are known
    return {};
}

void run_rule_once(RuleText& rule, SystemContext& context) {
    if (!rule.change) {
        context.problem = rule.problem;
        return;
    }
    if (const TextError* error = rule.change->bind(context.world)) {
        context.problem = error->message;
        return;
    }
    const Random before = context.random;
    context.problem =
        rule.change->run(context.world, context.commands, {.random = &context.random}, context.entities_visited);
    if (!context.problem.empty()) context.random = before;  // nothing happened at all
}

}  // namespace

SystemDescription make_rule(std::string name, std::string text) {
    auto rule = std::make_shared<RuleText>();
    TextResult<TextChange> change = parse_rule(text);
    if (change)
        rule->change.emplace(std::move(*change));
    else
        rule->problem = change.error().message;
    SystemDescription description;
    description.name = std::move(name);
    description.rule = std::move(text);
    description.bind = [rule](const World& world, SystemDescription& to) { return bind_rule(*rule, world, to); };
    description.run = [rule](SystemContext& context) { run_rule_once(*rule, context); };
    return description;
}

std::optional<TextError> why_no_rule(const World& world, const std::string& text) {
    TextResult<TextChange> change = parse_rule(text);
    if (!change) return change.error();
    if (const TextError* error = change->bind(world)) return *error;
    return std::nullopt;
}

std::vector<Edit> edits_to_replace_rule(const Schedule& schedule, std::string_view rule, std::string name,
                                        std::string text) {
    const System* const present = schedule.find(rule);
    if (!present) return {};
    SystemDescription made = make_rule(std::move(name), std::move(text));
    made.phase = present->description.phase;
    made.before = present->description.before;
    made.after = present->description.after;
    made.enabled = present->enabled || present->waiting || !present->problem.empty();
    std::vector<Edit> edits;
    edits.emplace_back(RemoveSystem{std::string(rule)});
    edits.emplace_back(AddSystem{std::move(made), schedule.position_of(rule)});
    return edits;
}

}  // namespace ecs
