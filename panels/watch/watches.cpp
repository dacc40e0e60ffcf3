#include "panels/watch/watches.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "figures/drawing/value_text.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

/// Kinds whose every value is the same as a double.
bool is_exact_number(ecs::FieldKind kind) {
    using enum ecs::FieldKind;
    return kind == F32 || kind == F64 || kind == I8 || kind == I16 || kind == I32 || kind == U8 || kind == U16 ||
           kind == U32;
}

bool is_whole(ecs::FieldKind kind) { return kind != ecs::FieldKind::F32 && kind != ecs::FieldKind::F64; }

bool starts_watch_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_watch_name(std::string_view name) {
    return !name.empty() && starts_watch_name(name.front()) && std::all_of(name.begin(), name.end(), [](char c) {
        return starts_watch_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
    });
}

/// The last word of the text: `hp` of `Health.hp`, `count` of `count(Enemy)`.
std::string word_for(std::string_view text) {
    const std::size_t bracket = text.find('(');
    if (bracket != std::string_view::npos && bracket > 0)
        text = text.substr(0, bracket);
    else if (const std::size_t dot = text.rfind('.'); dot != std::string_view::npos)
        text.remove_prefix(dot + 1);
    std::string word;
    for (const char c : text)
        if (starts_watch_name(c) || (!word.empty() && std::isdigit(static_cast<unsigned char>(c)) != 0)) word += c;
    return word.empty() ? "watch" : word;
}

}  // namespace

void Watches::start(const ecs::World& world, ecs::Schedule& schedule) {
    stop();
    world_ = &world;
    schedule_ = &schedule;
    tick_seen_ = world.tick();
    version_seen_ = world.version();
    for (Pin& pin : pins_) find_entity_again(pin);
    for (Alert& alert : alerts_) bind(alert);
    if (!baseline_.empty()) baseline_.advance(world);
    settle_listener();
    read_pins();
}

void Watches::stop() {
    if (listening_) schedule_->remove_listener(*this);
    listening_ = false;
    world_ = nullptr;
    schedule_ = nullptr;
    baseline_.clear();
    for (Pin& pin : pins_) {
        pin.value.reset();
        pin.field = {};
        pin.types_known = 0;
        pin.now = pin.before = std::nullopt;
        pin.curve.clear();
    }
    for (Alert& alert : alerts_) {
        alert.query.reset();
        alert.kept.forget();
        alert.hits.clear();
        alert.count = 0;
        alert.fired = alert.last_fired = 0;
    }
}

void Watches::settle_listener() {
    if (schedule_ == nullptr) return;
    const bool wanted = !pins_.empty() || !alerts_.empty();
    if (wanted && !listening_) {
        schedule_->add_listener(*this);
        listening_ = true;
    } else if (!wanted && listening_) {
        schedule_->remove_listener(*this);
        listening_ = false;
    }
}

void Watches::settle_capacity() {
    if (pins_.empty()) return;
    const std::size_t ticks = std::clamp(most_values / pins_.size(), sparkline_ticks, most_ticks);
    for (Pin& pin : pins_) pin.curve.set_capacity(ticks);
}

void Watches::changed() {
    ++revision_;
    settle_listener();
    settle_capacity();
    read_pins();
}

void Watches::tick_ended(const ecs::World& world) {
    if (world_ == &world) record_pins();
}

void Watches::time_jumped() {
    if (world_ == nullptr) return;
    tick_seen_ = world_->tick();
    version_seen_ = world_->version();
    read_pins();
    for (Pin& pin : pins_) pin.before = pin.now;
    for (Alert& alert : alerts_) {
        const std::uint64_t fired = alert.fired, last_fired = alert.last_fired;
        alert.kept.forget();
        evaluate(alert);  // who matches now is no news
        alert.fired = fired;
        alert.last_fired = last_fired;
    }
    if (!baseline_.empty()) baseline_.advance(*world_);
}

void Watches::look() {
    if (world_ == nullptr) return;
    if (world_->tick() != tick_seen_) return record_pins();
    if (world_->version() == version_seen_) return;
    version_seen_ = world_->version();
    read_pins();
}

void Watches::record_pins() {
    tick_seen_ = world_->tick();
    version_seen_ = world_->version();
    if (pins_.empty() && alerts_.empty()) return;
    for (Pin& pin : pins_) pin.before = pin.now;
    read_pins();
    for (Pin& pin : pins_) {
        const std::optional<WatchCurve::Exact> number = pin.now ? exact_number_of(*pin.now) : std::nullopt;
        pin.curve.add(tick_seen_, number.value_or(WatchCurve::none));
    }
    for (Alert& alert : alerts_) evaluate(alert);
    if (!baseline_.empty()) baseline_.advance(*world_);
}

void Watches::bind(Pin& pin, std::uint64_t types) {
    if (pin.types_known == types) return;
    pin.types_known = types;
    pin.field = {};
    if (pin.entity)
        if (const auto field = ecs::find_field(world_->types(), pin.text); field && is_exact_number(field->kind))
            pin.field = *field;
    if (!pin.value) {
        auto parsed = ecs::TextValue::parse(pin.text);
        if (!parsed) {
            pin.problem = parsed.error();
            return;
        }
        pin.value = std::move(*parsed);
    }
    const ecs::TextError* error = pin.value->bind(*world_);
    pin.problem = error != nullptr ? *error : ecs::TextError();
}

void Watches::read_pins() {
    if (world_ == nullptr) return;
    const ecs::World& world = *world_;
    const std::uint64_t types = ecs::types_fingerprint(world.types());
    for (Pin& pin : pins_) {
        bind(pin, types);
        pin.gone = pin.entity && !world.alive(pin.entity);
        pin.now = std::nullopt;
        if (pin.gone) continue;
        if (pin.field.exists()) {
            const void* const component = world.get(pin.entity, pin.field.component);
            if (component == nullptr) continue;
            const double number = ecs::read_number(pin.field, component);
            pin.now = is_whole(pin.field.kind) ? ecs::AnyValue(static_cast<std::int64_t>(number)) : number;
        } else if (pin.value && pin.value->bound()) {
            pin.now = pin.value->value(world, pin.entity, inputs());
        }
        if (pin.now)
            pin.whole =
                std::holds_alternative<std::int64_t>(*pin.now) || std::holds_alternative<std::uint64_t>(*pin.now);
    }
}

void Watches::find_entity_again(Pin& pin) const {
    if (!pin.entity || world_ == nullptr || pin.entity_name.empty()) return;
    if (world_->alive(pin.entity) && world_->name(pin.entity) == pin.entity_name) return;
    if (const ecs::Entity found = world_->find_by_name(pin.entity_name)) pin.entity = found;
}

std::optional<ecs::WatchNumber> Watches::watch(std::string_view name) const {
    const auto pin = std::find_if(pins_.begin(), pins_.end(), [&](const Pin& each) { return each.name == name; });
    if (pin == pins_.end() || !pin->now) return std::nullopt;
    if (const auto* whole = std::get_if<std::int64_t>(&*pin->now)) return *whole;
    if (const auto* natural = std::get_if<std::uint64_t>(&*pin->now)) return *natural;
    if (const auto* truth = std::get_if<bool>(&*pin->now)) return std::int64_t{*truth ? 1 : 0};
    return ecs::number_of(*pin->now);
}

const Pin* Watches::find_pin(std::uint64_t number) const {
    const auto found = std::find_if(pins_.begin(), pins_.end(), [&](const Pin& pin) { return pin.number == number; });
    return found == pins_.end() ? nullptr : &*found;
}
Pin* Watches::pin_with(std::uint64_t number) { return const_cast<Pin*>(std::as_const(*this).find_pin(number)); }

bool Watches::has_pin(std::string_view text, ecs::Entity entity) const {
    return std::any_of(pins_.begin(), pins_.end(),
                       [&](const Pin& pin) { return pin.text == text && pin.entity == entity; });
}

std::string Watches::free_name(std::string wanted) const {
    const auto taken = [&](const std::string& name) {
        return std::any_of(pins_.begin(), pins_.end(), [&](const Pin& pin) { return pin.name == name; });
    };
    std::string name = wanted;
    for (int i = 2; taken(name); ++i) name = wanted + std::to_string(i);
    return name;
}

std::optional<ecs::TextError> Watches::add_pin(std::string text, ecs::Entity entity) {
    auto parsed = ecs::TextValue::parse(text);
    if (!parsed) return parsed.error();
    if (world_ != nullptr)
        if (const ecs::TextError* error = parsed->bind(*world_)) return *error;
    if (!parsed->needs_entity()) entity = {};
    if (parsed->needs_entity() && !entity) return ecs::error_at(text, 0, tr("Select the entity whose value it is"));
    if (has_pin(text, entity)) return std::nullopt;
    Pin pin;
    pin.number = next_number_++;
    pin.name = free_name(word_for(text));
    pin.text = std::move(text);
    pin.entity = entity;
    if (entity && world_ != nullptr) pin.entity_name = world_->name(entity);
    pins_.push_back(std::move(pin));
    changed();
    return std::nullopt;
}

void Watches::remove_pin(std::uint64_t number) {
    if (std::erase_if(pins_, [&](const Pin& pin) { return pin.number == number; }) > 0) changed();
}

bool Watches::rename_pin(std::uint64_t number, std::string name) {
    Pin* const pin = pin_with(number);
    if (pin == nullptr || !is_watch_name(name)) return false;
    if (pin->name == name) return true;
    if (free_name(name) != name) return false;
    pin->name = std::move(name);
    changed();
    return true;
}

void Watches::set_plot(std::uint64_t number, int plot) {
    if (Pin* const pin = pin_with(number)) {
        pin->plot = plot;
        ++revision_;
    }
}

void Watches::clear_curves() {
    for (Pin& pin : pins_) pin.curve.clear();
}

std::string name_of(const ecs::World& world, const Pin& pin) {
    if (!pin.entity) return pin.text;
    const std::string name = world.alive(pin.entity) || pin.entity_name.empty() ? figures::name_or_id(world, pin.entity)
                                                                                : figures::one_line(pin.entity_name);
    return name + " " + pin.text;
}

namespace {

std::string signed_count(std::int64_t number) {
    const auto size = static_cast<std::uint64_t>(number);
    return number < 0 ? "-" + format_count(std::uint64_t{0} - size) : format_count(size);
}

}  // namespace

std::optional<WatchCurve::Exact> exact_number_of(const ecs::AnyValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<WatchCurve::Exact>(*whole);
    if (const auto* natural = std::get_if<std::uint64_t>(&value)) return static_cast<WatchCurve::Exact>(*natural);
    return ecs::number_of(value);
}

std::string value_text(const ecs::World& world, const std::optional<ecs::AnyValue>& value) {
    if (!value) return "–";
    if (const auto* entity = std::get_if<ecs::Entity>(&*value))
        return *entity ? figures::name_or_id(world, *entity) : tr("none");
    if (const auto* text = std::get_if<std::string>(&*value)) return figures::one_line(*text, 80);
    if (const auto* number = std::get_if<double>(&*value))
        return format_decimal(*number, std::abs(*number) < 100 ? 3 : 2);
    if (const auto* whole = std::get_if<std::int64_t>(&*value)) return signed_count(*whole);
    if (const auto* natural = std::get_if<std::uint64_t>(&*value)) return format_count(*natural);
    return ecs::to_string(*value);
}

}  // namespace panels
