#include "panels/running/order_checks.hpp"

#include <algorithm>

#include "figures/drawing/value_text.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

std::string value_words(const ecs::World& world, const ecs::OrderEffect& effect, const ecs::Value& value, bool alive) {
    if (!alive) return tr("it is gone");
    if (!value) return tr("it has none");
    const ecs::ComponentType& type = value.type();
    if (effect.field < type.fields.size()) return figures::field_text(world, type.fields[effect.field], value.data());
    return figures::one_line(figures::component_values(world, type, value.data()), 60);
}

}  // namespace

void OrderChecks::ask(Pair pair) {
    if (left() == 0) asked_for_ = 0;
    wanted_.insert(wanted_.begin(), std::move(pair));
    ++asked_for_;
}

void OrderChecks::ask(std::vector<Pair> pairs) {
    for (Pair& each : pairs) ask(std::move(each));
}

void OrderChecks::go_on(const Context& context) {
    if (state_->asked || wanted_.empty()) return;
    // While ticks are stepped through system by system there is no tick to repeat.
    if (context.schedule.within_tick()) return;
    Pair next = std::move(wanted_.back());
    wanted_.pop_back();
    state_->asked = true;
    CheckOrderRequest request{.first = next.first, .second = next.second, .done = {}};
    request.done = [state = state_, next = std::move(next)](const ecs::OrderEffect& effect) {
        state->asked = false;
        state->effects[Pair{effect.first, effect.second}] = effect;
    };
    context.requests.push_back(std::move(request));
    if (context.stay_awake != nullptr) *context.stay_awake = true;
}

void OrderChecks::cancel() {
    asked_for_ -= std::min(asked_for_, wanted_.size());
    wanted_.clear();
}

void OrderChecks::forget() {
    // What was asked is answered to nobody.
    state_ = std::make_shared<State>();
    wanted_.clear();
    asked_for_ = 0;
}

const ecs::OrderEffect* OrderChecks::of(const std::string& a, const std::string& b) const {
    for (const Pair& pair : {Pair{a, b}, Pair{b, a}})
        if (const auto found = state_->effects.find(pair); found != state_->effects.end()) return &found->second;
    return nullptr;
}

std::size_t OrderChecks::that_differ() const {
    return static_cast<std::size_t>(std::count_if(state_->effects.begin(), state_->effects.end(), [](const auto& each) {
        return each.second.verdict == ecs::OrderEffect::Verdict::Differs;
    }));
}

std::string sentence_of(const ecs::World& world, const ecs::OrderEffect& effect) {
    using Verdict = ecs::OrderEffect::Verdict;
    const std::string tick = format_count(effect.tick);
    std::string text;
    if (effect.verdict == Verdict::Unknown) return phrase("Nobody can tell: {}", effect.why);
    if (effect.verdict == Verdict::Same) {
        text = phrase("Their order does not matter in tick {}", tick);
    } else if (!effect.entity) {
        text = phrase("Their order matters in tick {}: the random source comes out another", tick);
    } else {
        const std::string what =
            effect.path.empty() ? effect.entity_label : phrase("{} of {}", effect.path, effect.entity_label);
        std::string usual, swapped;
        if (effect.path.empty()) {
            usual = effect.alive_usual ? tr("it lives") : tr("it is gone");
            swapped = effect.alive_swapped ? tr("it lives") : tr("it is gone");
        } else {
            usual = value_words(world, effect, effect.usual, effect.alive_usual);
            swapped = value_words(world, effect, effect.swapped, effect.alive_swapped);
        }
        text = phrase("Their order matters in tick {}: {} is {} now, and would be {} the other way round", tick, what,
                      usual, swapped);
        if (effect.entities > 1)
            text += ". " + phrase("{} differ", format_count(effect.entities, "entity", "entities"));
    }
    if (effect.without_hooks) text += ". " + std::string(tr("Hooks of components were left out"));
    return text;
}

}  // namespace panels
