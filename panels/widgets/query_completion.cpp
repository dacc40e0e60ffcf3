#include "panels/widgets/query_completion.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ecs/language/text_search.hpp"
#include "ecs/language/written_names.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/text_search.hpp"
#include "panels/widgets/search_list.hpp"
#include "panels/widgets/units.hpp"

namespace panels {

namespace {

constexpr std::size_t items_max = 200;

struct Word {
    enum class Kind : std::uint8_t { Name, Number, Id, Sign, Other };
    Kind kind = Kind::Other;
    std::size_t from = 0, end = 0;
    std::string_view text;  // of a name in backquotes what stands between them

    bool is(std::string_view sign) const { return kind == Kind::Sign && text == sign; }
};

bool digit_at(std::string_view text, std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; }
bool letter_at(std::string_view text, std::size_t at) {
    if (at >= text.size()) return false;
    const char c = text[at];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
std::size_t end_of_name(std::string_view text, std::size_t at) {
    for (;;) {
        while (letter_at(text, at) || digit_at(text, at)) ++at;
        if (text.substr(at, 2) != "::") return at;
        at += 2;
    }
}

/// The words up to the cursor. Nothing when the cursor stands in a text, where everything is allowed.
std::optional<std::vector<Word>> words_up_to_cursor(std::string_view text) {
    std::vector<Word> words;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        Word word;
        word.from = at;
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            ++at;
            continue;
        }
        if (letter_at(text, at)) {
            word.kind = Word::Kind::Name;
            word.end = end_of_name(text, at);
            word.text = text.substr(at, word.end - at);
        } else if (c == '`') {
            const std::size_t close = text.find('`', at + 1);
            word.kind = Word::Kind::Name;
            word.end = close == std::string_view::npos ? text.size() : close + 1;
            word.text = text.substr(at + 1, std::min(close, text.size()) - at - 1);
        } else if (c == '"') {
            std::size_t close = at + 1;
            while (close < text.size() && text[close] != '"') close += text[close] == '\\' ? 2 : 1;
            if (close >= text.size()) return std::nullopt;
            word.end = close + 1;
        } else if (c == '#' || c == '$' || digit_at(text, at)) {
            std::size_t end = at + 1;
            while (letter_at(text, end) || digit_at(text, end) ||
                   (c != '#' && c != '$' && text[end - 1] != '.' && end < text.size() && text[end] == '.' &&
                    digit_at(text, end + 1)))
                ++end;
            const bool id = c == '#' || (c != '$' && text.substr(at, end - at).find('v') != std::string_view::npos);
            word.kind = id ? Word::Kind::Id : c == '$' ? Word::Kind::Other : Word::Kind::Number;
            word.end = end;
            word.text = text.substr(at, end - at);
        } else {
            const std::string_view two = text.substr(at, 2);
            const bool long_sign = two == "==" || two == "!=" || two == "<=" || two == ">=";
            word.kind = Word::Kind::Sign;
            word.end = at + (long_sign ? 2 : 1);
            word.text = text.substr(at, word.end - at);
        }
        at = word.end;
        words.push_back(word);
    }
    return words;
}

/// What a path leads to.
struct Reached {
    const std::vector<ecs::Field>* fields = nullptr;  // of a component or a struct
    const ecs::Field* field = nullptr;                // the field itself, unless it is a struct
    bool components = false;                          // an entity: its components come next
};

const ecs::ComponentType* component_called(const ecs::TypeRegistry& types, std::string_view name) {
    if (const ecs::ComponentType* whole = types.find(name)) return whole;
    for (ecs::ComponentId id = 0; id < types.size(); ++id)
        if (figures::short_name(types[id].name) == name) return &types[id];
    return nullptr;
}

/// Follows the path that ends with words[last], which is a name, an id or the ] of an element.
std::optional<Reached> follow(const ecs::TypeRegistry& types, const std::vector<Word>& words, std::size_t last) {
    std::vector<Word> parts;
    for (std::size_t at = last;;) {
        // Behind an element stand its number and its bracket.
        if (words[at].is("]")) {
            if (at < 3) return std::nullopt;
            at -= 3;
        }
        if (words[at].kind != Word::Kind::Name && words[at].kind != Word::Kind::Id) return std::nullopt;
        parts.insert(parts.begin(), words[at]);
        if (at < 2 || !words[at - 1].is(".")) break;
        at -= 2;
    }
    Reached reached;
    reached.components = true;
    for (const Word& part : parts) {
        if (part.kind == Word::Kind::Id) {
            if (&part != &parts.front()) return std::nullopt;
            continue;
        }
        if (reached.components) {
            const ecs::ComponentType* const type = component_called(types, part.text);
            if (type == nullptr) return std::nullopt;
            reached = {.fields = &type->fields};
            continue;
        }
        if (reached.fields == nullptr) return std::nullopt;
        const auto found = std::find_if(reached.fields->begin(), reached.fields->end(),
                                        [&](const ecs::Field& field) { return field.name == part.text; });
        if (found == reached.fields->end()) return std::nullopt;
        const bool is_struct = found->kind == ecs::FieldKind::Struct;
        reached = {.fields = is_struct ? &found->fields : nullptr,
                   .field = is_struct ? nullptr : &*found,
                   .components = found->kind == ecs::FieldKind::Entity};
    }
    return reached;
}

std::string type_of(const ecs::Field& field) {
    std::string text(ecs::name_of(field.kind));
    if (field.kind == ecs::FieldKind::Entity) text = tr("entity");
    if (field.count > 1) text += "[" + std::to_string(field.count) + "]";
    if (field.min && field.max)
        text += phrase(", {} to {}", format_decimal(*field.min, *field.min == static_cast<int>(*field.min) ? 0 : 2),
                       format_decimal(*field.max, *field.max == static_cast<int>(*field.max) ? 0 : 2));
    if (!field.unit.empty()) text += " " + phrase("in {}", field.unit);
    return text;
}

struct KnownFunction {
    const char* name;
    const char* type;
    const char* about;
    bool whole_world = false;  // only in values
};
constexpr KnownFunction known_functions[] = {
    {"changed(", tr_later("component or field"),
     tr_later("Was written since the last tick; of a field, got another value")},
    {"added(", tr_later("component"), tr_later("Got the component since the last tick")},
    {"removed(", tr_later("component"), tr_later("Lost the component since the last tick")},
    {"below(", tr_later("entity"), tr_later("The entity and all below it: below(\"Squad\"), below(#5)")},
    {"name", tr_later("text"), tr_later("name ~ \"boss\": has these letters in this order; == compares exactly")},
    {"count(", tr_later("query"), tr_later("How many entities match"), true},
    {"sum(", tr_later("value, query"), tr_later("The sum over all that match"), true},
    {"mean(", tr_later("value, query"), tr_later("The mean over all that match"), true},
    {"abs(", tr_later("number"), tr_later("Without the sign")},
    {"min(", tr_later("numbers"), tr_later("The least of them")},
    {"max(", tr_later("numbers"), tr_later("The greatest of them")},
    {"clamp(", tr_later("number, low, high"), tr_later("The nearest number from low to high")},
    {"floor(", tr_later("number"), tr_later("Rounded down")},
    {"ceil(", tr_later("number"), tr_later("Rounded up")},
    {"round(", tr_later("number"), tr_later("Rounded to the nearest whole number")},
    {"sqrt(", tr_later("number"), tr_later("The square root")},
    {"sin(", tr_later("number"), tr_later("Of an angle in radians")},
    {"cos(", tr_later("number"), tr_later("Of an angle in radians")},
    {"atan2(", tr_later("y, x"), tr_later("The angle of a direction, in radians")},
    {"length(", tr_later("vector, numbers or text"), tr_later("How long it is")},
    {"lerp(", tr_later("a, b, share"), tr_later("So much of the way from a to b")},
    {"random(", tr_later("low, high"), tr_later("A number from the source of the world")},
    {"isnan(", tr_later("number"), tr_later("Whether it is NaN, which equals nothing")},
    {"isinf(", tr_later("number"), tr_later("Whether it is infinite, with either sign")},
    {"inf", tr_later("number"), tr_later("Infinity; -inf is the other one")},
    {"nan", tr_later("number"), tr_later("NaN, for changes; ask isnan() to find it")},
};

class Finder {
public:
    Finder(const ecs::World& world, TextKind kind, std::string_view typed)
        : world_(world), kind_(kind), typed_(to_lower(typed)) {}

    void components(bool with_parent) {
        const ecs::TypeRegistry& types = world_.types();
        for (ecs::ComponentId id = 0; id < types.size(); ++id) {
            const ecs::ComponentType& type = types[id];
            if (type.retired) continue;
            if (!with_parent && (id == world_.parent_id() || id == world_.name_id())) continue;
            Completion item{.kind = Completion::Kind::Component};
            item.label = figures::short_name(type.name);
            item.component = id;
            if (!fits(item.label)) continue;
            item.text = ecs::written_name(types, id);
            for (const ecs::Field& field : type.fields) item.type += (item.type.empty() ? "" : ", ") + field.name;
            if (type.is_tag()) item.type = size_text(type);
            item.about = tr(std::string_view(type.description));
            // Two components may have one short name.
            if (item.text.find("::") != std::string::npos) item.label = type.name;
            add(std::move(item));
        }
    }
    void fields(const std::vector<ecs::Field>& all) {
        for (const ecs::Field& field : all) {
            if (!fits(field.name)) continue;
            Completion item{.kind = Completion::Kind::Field};
            item.text = ecs::written_part(field.name) + (field.count > 1 ? "[" : "");
            item.label = field.name;
            item.type = type_of(field);
            item.about = tr(std::string_view(field.description));
            if (const std::string words = words_for_unit(field.unit); !words.empty())
                item.about += (item.about.empty() ? "" : "; ") + phrase("in {}", words);
            add(std::move(item));
        }
    }
    void members(const ecs::Field& field) {
        constexpr std::string_view vectors[] = {"x", "y", "z", "w"}, colors[] = {"r", "g", "b", "a"};
        const bool color = field.kind == ecs::FieldKind::Color;
        for (std::size_t i = 0; i < ecs::float_count(field.kind); ++i)
            literal(std::string((color ? colors : vectors)[i]), "f32", tr(std::string_view(field.description)));
    }
    void values_of(const ecs::Field& field) {
        for (const ecs::EnumName& value : field.names)
            literal(ecs::written_part(value.name, ecs::NamePlace::First), "= " + std::to_string(value.value),
                    tr(std::string_view(field.description)));
        if (field.kind == ecs::FieldKind::Bool)
            for (const char* const value : {"true", "false"}) literal(value, "bool", {});
        if (field.kind == ecs::FieldKind::Entity) literal("null", tr("entity"), tr("No entity"));
    }
    void all_functions() {
        for (const KnownFunction& each : known_functions) {
            if (each.whole_world && kind_ != TextKind::Value) continue;
            if (!fits(each.name)) continue;
            Completion item{.kind = Completion::Kind::Function};
            item.text = each.name;
            item.label = each.name;
            item.type = tr(each.type);
            item.about = tr(each.about);
            add(std::move(item));
        }
    }
    /// What begins a step of a change, beside a component.
    void steps() {
        literal("destroy", tr("step"), tr("Destroys the entity and all below it"));
        literal("name = ", tr("step"), tr("Gives it this name: name = \"Boss\""));
        literal("parent = ", tr("step"), tr("Moves it below that entity: parent = #5; null: to the top"));
    }
    /// What stands behind "on" in a breakpoint.
    void events(std::string_view before) {
        const auto event = [&](std::string_view text, std::string_view about) {
            literal(std::string(before) + std::string(text), tr("breakpoint"), about);
        };
        event("added(", tr("An entity came or got a component, and matches since: on added(Frozen)"));
        event("removed(", tr("An entity lost the component, and lives on: on removed(Frozen)"));
        event("destroyed(", tr("An entity that matched is gone: on destroyed(Enemy)"));
        event("moved(", tr("An entity got or lost any component: on moved(Enemy)"));
        event("change ", tr("A value is another one than before: on change Health.hp where Enemy"));
        event("system ", tr("The system runs next: on system \"Movement\""));
    }
    void where() { literal("where ", tr("breakpoint"), tr("Only for entities that match: where Enemy")); }
    std::vector<Completion> take() {
        std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<Completion> items;
        for (auto& [how, item] : found_) {
            if (items.size() == items_max) break;
            (void)ecs::find_letters(item.label, typed_, item.letters);
            items.push_back(std::move(item));
        }
        return items;
    }

private:
    bool fits(std::string_view label) const {
        return match_of(typed_, label) < Match::Elsewhere || ecs::letters_stand_in(label, typed_);
    }
    void literal(std::string text, std::string type, std::string_view about) {
        if (!fits(text)) return;
        Completion item{.kind = Completion::Kind::Value};
        item.label = item.text = std::move(text);
        item.type = std::move(type);
        item.about = about;
        add(std::move(item));
    }
    void add(Completion item) {
        const Match how = match_of(typed_, item.label);
        found_.emplace_back(how, std::move(item));
    }

    const ecs::World& world_;
    TextKind kind_;
    std::string typed_;  // in lower case
    std::vector<std::pair<Match, Completion>> found_;
};

bool compares(const Word& word) {
    return word.is("==") || word.is("!=") || word.is("<") || word.is("<=") || word.is(">") || word.is(">=");
}
/// Whether a value or a query ends here, so that only an operator can follow.
bool ends_operand(const Word& word) { return word.kind != Word::Kind::Sign || word.is(")") || word.is("]"); }

}  // namespace

Completions completions_at(std::string_view text, std::size_t cursor, const ecs::World& world, TextKind kind) {
    cursor = std::min(cursor, text.size());
    Completions result;
    result.from = result.to = cursor;
    std::optional<std::vector<Word>> words = words_up_to_cursor(text.substr(0, cursor));
    if (!words) return result;
    if (!words->empty() && words->back().kind == Word::Kind::Name && words->back().end == cursor) {
        result.typed = words->back().text;
        result.from = words->back().from;
        const bool closed = text[cursor - 1] == '`' && cursor - result.from > 1;
        result.to = text[result.from] == '`' || closed ? cursor : end_of_name(text, cursor);
        words->pop_back();
        if (closed) return result;
    }
    result.wanted = !result.typed.empty();

    Finder finder(world, kind, result.typed);
    const std::size_t count = words->size();
    const auto back = [&](std::size_t from_end) -> const Word& { return (*words)[count - from_end]; };
    if (count > 0 && back(1).is(".")) {
        const auto reached = count > 1 ? follow(world.types(), *words, count - 2) : std::nullopt;
        if (!reached) return result;
        result.wanted = true;
        if (reached->fields) finder.fields(*reached->fields);
        if (reached->components) finder.components(true);
        if (reached->field) finder.members(*reached->field);
        result.items = finder.take();
        return result;
    }
    const bool event = kind == TextKind::Breakpoint && count > 0 && words->front().kind == Word::Kind::Name &&
                       words->front().text == "on";
    const auto is_name = [](const Word& word, std::string_view name) {
        return word.kind == Word::Kind::Name && word.text == name;
    };
    if (event && count == 1) {
        result.wanted = true;
        finder.events("");
        result.items = finder.take();
        return result;
    }
    const bool of_change = event && is_name((*words)[1], "change");
    const bool has_where = of_change && std::any_of(words->begin(), words->end(),
                                                    [&](const Word& word) { return is_name(word, "where"); });
    if (of_change && (count == 2 || is_name(back(1), "where"))) {
        result.wanted = true;
        finder.components(true);
        result.items = finder.take();
        return result;
    }
    if (of_change && !has_where && ends_operand(back(1))) {
        finder.where();
        result.items = finder.take();
        return result;
    }
    if (count > 0 && ends_operand(back(1))) return result;
    // Behind the colon of a change stand its steps.
    const bool in_steps = kind == TextKind::Change &&
                          std::any_of(words->begin(), words->end(), [](const Word& word) { return word.is(":"); });
    if (in_steps && (back(1).is(":") || back(1).is(","))) {
        finder.components(true);
        finder.steps();
        result.items = finder.take();
        return result;
    }
    const bool sets = in_steps && back(1).is("=");
    if (count > 1 && (compares(back(1)) || sets) && ends_operand(back(2))) {
        const auto reached = follow(world.types(), *words, count - 2);
        if (reached && reached->field) {
            finder.values_of(*reached->field);
            const bool closed_list = !reached->field->names.empty() || reached->field->kind == ecs::FieldKind::Bool;
            if (closed_list) {
                result.wanted = true;
                result.items = finder.take();
                return result;
            }
        }
    }
    if (count > 1 && back(1).is("(") && back(2).kind == Word::Kind::Name) {
        const std::string_view of = back(2).text;
        if (of == "below") return result;
        if (of == "changed" || of == "added" || of == "removed" || of == "count" || of == "destroyed" ||
            of == "moved") {
            result.wanted = true;
            finder.components(true);
            result.items = finder.take();
            return result;
        }
    }
    if (kind == TextKind::Breakpoint && count == 0) finder.events("on ");
    finder.components(true);
    finder.all_functions();
    result.items = finder.take();
    return result;
}

}  // namespace panels
