#include "editor/lab_lesson.hpp"

#include <algorithm>
#include <optional>

#include "editor/lab_scenario.hpp"
#include "json_fields.hpp"
#include "json_reader.hpp"
#include "lab_lessons/sources.hpp"

namespace editor {

namespace {

using namespace ecs::lab;

/// One of names by their word, as messages list them.
template <class T, std::size_t Count>
std::optional<T> named(std::string_view word) {
    for (std::size_t i = 0; i < Count; ++i)
        if (name_of(static_cast<T>(i)) == word) return static_cast<T>(i);
    return std::nullopt;
}
template <class T, std::size_t Count>
std::vector<std::string> all_names() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < Count; ++i) names.emplace_back(name_of(static_cast<T>(i)));
    return names;
}

class LessonReader {
public:
    LessonReader(std::string_view text, const std::string& id) : text_(text), json_(text, id) { lesson_.id = id; }

    Lesson read();
    Words read_words();

private:
    /// Reads an object of known members, `read(key)` each; those `needed` must be there.
    template <class Function>
    void read_object(std::string_view what, const std::vector<std::string>& needed,
                     const std::vector<std::string>& optional, Function&& read);
    template <class T, std::size_t Count>
    T read_name(std::string_view what);
    template <class Function>
    void read_list(Function&& read);

    Text read_text();
    void read_scenarios();
    Question read_question();
    void check(const Question& question, std::size_t start);
    void check_names(const Text& text, const Question& question, std::size_t start);
    Fact read_fact();
    void check(const Fact& fact, std::size_t start);
    Look read_look();
    std::vector<ecs::LayoutColumn> read_columns();
    StorageOptions::Removal read_removal();
    ecs::LayoutRule read_rule();
    std::string read_scenario_key();
    std::size_t read_step();
    StorageKind read_storage();

    /// What is named before it is known in which scenario.
    struct Named {
        std::string word;
        std::size_t at = 0;
    };
    std::uint64_t entity_called(const Scenario& scenario, const Named& name);
    TypeIndex type_called(const Scenario& scenario, const Named& name);

    std::string_view text_;
    JsonReader json_;
    Lesson lesson_;
};

template <class Function>
void LessonReader::read_object(std::string_view what, const std::vector<std::string>& needed,
                               const std::vector<std::string>& optional, Function&& read) {
    if (json_.peek() != JsonKind::Object) json_.fail_expected("an object that is " + std::string(what));
    const std::size_t start = json_.offset();
    std::vector<std::string> missing = needed;
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        const auto is_key = [&](const std::string& name) { return name == *key; };
        if (std::none_of(needed.begin(), needed.end(), is_key) &&
            std::none_of(optional.begin(), optional.end(), is_key)) {
            std::vector<std::string> known = needed;
            known.insert(known.end(), optional.begin(), optional.end());
            json_.fail_about_key("unknown member " + in_quotes(*key) + " of " + std::string(what) +
                                 did_you_mean(*key, known));
        }
        std::erase_if(missing, is_key);
        read(std::string(*key));
    }
    if (!missing.empty()) json_.fail_about_from(start, std::string(what) + " needs " + in_quotes(missing.front()));
}

template <class T, std::size_t Count>
T LessonReader::read_name(std::string_view what) {
    const std::string word(json_.read_string(what));
    if (const auto found = named<T, Count>(word)) return *found;
    json_.fail_about(in_quotes(word) + " is no " + std::string(what) + did_you_mean(word, all_names<T, Count>()));
}

template <class Function>
void LessonReader::read_list(Function&& read) {
    json_.begin_array();
    while (json_.next_element()) read();
}

Text LessonReader::read_text() {
    Text text;
    read_object("a text like { \"en\": \"…\", \"ja\": \"…\" }", {"en", "ja"}, {}, [&](const std::string& key) {
        std::string& word = key == "en" ? text.english : text.japanese;
        word = json_.read_string();
        if (word.empty()) json_.fail_about("a text must not be empty");
    });
    return text;
}

Lesson LessonReader::read() {
    bool has_scenarios = false;
    read_object("a lesson", {"title", "goal", "before", "questions"}, {"scenarios", "by_hand"},
                [&](const std::string& key) {
                    if (key == "title") {
                        lesson_.title = read_text();
                    } else if (key == "goal") {
                        lesson_.goal = read_text();
                    } else if (key == "before") {
                        lesson_.before = read_text();
                    } else if (key == "scenarios") {
                        if (!lesson_.questions.empty() || lesson_.hands_on)
                            json_.fail_about_key("\"scenarios\" must stand before what speaks of them");
                        read_scenarios();
                        has_scenarios = true;
                    } else if (key == "questions") {
                        read_list([&] { lesson_.questions.push_back(read_question()); });
                        if (lesson_.questions.empty()) json_.fail_about("a lesson asks one question at least");
                    } else {
                        HandsOn hands_on;
                        json_.peek();
                        const std::size_t start = json_.offset();
                        read_object("an operation by hand", {"ask", "look"}, {}, [&](const std::string& member) {
                            if (member == "ask")
                                hands_on.ask = read_text();
                            else
                                hands_on.look = read_look();
                        });
                        if (!has_scenarios || !hands_on.look.step || *hands_on.look.step == 0)
                            json_.fail_about_from(start, "an operation by hand needs a scenario and its \"step\"");
                        lesson_.hands_on = std::move(hands_on);
                    }
                });
    json_.finish();
    return std::move(lesson_);
}

Words LessonReader::read_words() {
    Words words;
    std::vector<std::string> keys(lesson_words.begin(), lesson_words.end());
    read_object("the words", keys, {}, [&](const std::string& key) { words[key] = read_text(); });
    json_.finish();
    return words;
}

void LessonReader::read_scenarios() {
    if (json_.peek() != JsonKind::Object) json_.fail_expected("an object like { \"main\": \"move\" }");
    json_.begin_object();
    while (const auto member = json_.next_member()) {
        const std::string key(*member);
        Scenario scenario;
        if (json_.peek() == JsonKind::String) {
            const std::string name(json_.read_string());
            std::vector<std::string> known;
            for (const BuiltInScenario& each : built_in_scenarios()) known.emplace_back(each.name);
            if (std::find(known.begin(), known.end(), name) == known.end())
                json_.fail_about("no scenario is called " + in_quotes(name) + did_you_mean(name, known));
            scenario = open_scenario(name);
        } else {
            const std::size_t start = json_.offset();
            json_.skip();
            // As many lines before it as in the file, so that messages name the right one.
            const auto lines = static_cast<std::size_t>(place_of(text_, start).line - 1);
            const std::string own =
                std::string(lines, '\n') + std::string(text_.substr(start, json_.end_offset() - start));
            scenario = read_scenario(own, json_.file() + ", scenario " + key);
        }
        if (scenario.steps.empty()) json_.fail_about("a lesson's scenario needs one step at least");
        if (lesson_.scenarios.first.empty()) lesson_.scenarios.first = key;
        lesson_.scenarios.by_key[key] = std::make_shared<const Scenario>(std::move(scenario));
    }
}

std::string LessonReader::read_scenario_key() {
    const std::string key(json_.read_string("the key of one of the lesson's scenarios"));
    if (lesson_.scenarios.by_key.count(key) != 0) return key;
    std::vector<std::string> known;
    for (const auto& [name, scenario] : lesson_.scenarios.by_key) known.push_back(name);
    json_.fail_about("the lesson has no scenario " + in_quotes(key) + did_you_mean(key, known));
}

std::size_t LessonReader::read_step() { return static_cast<std::size_t>(read_number_as<std::uint32_t>(json_)); }

StorageKind LessonReader::read_storage() {
    const std::string word(json_.read_string("the name of a storage"));
    if (const auto kind = storage_kind_from(word)) return *kind;
    json_.fail_about(in_quotes(word) + " is no storage: 000, 001, 002, 003, 004 or chunks");
}

StorageOptions::Removal LessonReader::read_removal() {
    const std::string word(json_.read_string("a way of removing"));
    if (word == "swap") return StorageOptions::Removal::SwapLast;
    if (word == "shift") return StorageOptions::Removal::Shift;
    json_.fail_about(in_quotes(word) + " is no way of removing: swap or shift");
}

ecs::LayoutRule LessonReader::read_rule() {
    const std::string word(json_.read_string("the name of a layout rule"));
    const auto rule = std::find_if(ecs::layout_rules.begin(), ecs::layout_rules.end(),
                                   [&](ecs::LayoutRule each) { return name_of(each) == word; });
    if (rule == ecs::layout_rules.end())
        json_.fail_about(in_quotes(word) + " is no layout rule: ours, naive, unity-64 or unity-128");
    return *rule;
}

std::vector<ecs::LayoutColumn> LessonReader::read_columns() {
    std::vector<ecs::LayoutColumn> columns;
    read_list([&] {
        ecs::LayoutColumn column;
        read_object("a column", {"name", "size", "align"}, {}, [&](const std::string& key) {
            if (key == "name")
                column.name = json_.read_string();
            else
                (key == "size" ? column.size : column.align) = read_number_as<std::uint32_t>(json_);
        });
        const bool power = column.align != 0 && (column.align & (column.align - 1)) == 0;
        if (!power) json_.fail_about("\"align\" must be a power of two");
        columns.push_back(std::move(column));
    });
    if (columns.empty()) json_.fail_about("one column at least");
    return columns;
}

std::uint64_t LessonReader::entity_called(const Scenario& scenario, const Named& name) {
    std::vector<std::string> known;
    for (const auto& [word, number] : scenario.names) {
        if (word == name.word) return number;
        known.push_back(word);
    }
    for (std::uint64_t i = 0; !name.word.empty() && name.word[0] == '#' && i < scenario.entities; ++i)
        if (scenario.entity_name(i) == name.word) return i;
    json_.fail_about_from(name.at, "no entity is called " + in_quotes(name.word) + did_you_mean(name.word, known));
}

TypeIndex LessonReader::type_called(const Scenario& scenario, const Named& name) {
    if (const auto type = scenario.type_named(name.word)) return *type;
    std::vector<std::string> known;
    for (const ecs::ComponentType* type : scenario.types) known.push_back(type->name);
    json_.fail_about_from(name.at, "no component is called " + in_quotes(name.word) + did_you_mean(name.word, known));
}

Fact LessonReader::read_fact() {
    static const std::vector<std::string> optional{"scenario", "storage", "mode", "removal",  "join_base", "step",
                                                   "from",     "entity",  "type", "bytes",    "role",      "rule",
                                                   "columns",  "of",      "by",   "storages", "backward",  "what"};
    Fact fact;
    std::vector<std::string> given;
    std::optional<Named> entity, type;
    const auto name_here = [&](std::string_view what) {
        Named name{std::string(json_.read_string(what)), 0};
        name.at = json_.offset();
        return name;
    };
    json_.peek();
    const std::size_t start = json_.offset();
    read_object("a fact", {"fact"}, optional, [&](const std::string& key) {
        given.push_back(key);
        if (key == "fact") {
            fact.kind = read_name<FactKind, fact_kind_count>("fact");
        } else if (key == "scenario") {
            fact.scenario = read_scenario_key();
        } else if (key == "storage") {
            fact.storage = read_storage();
        } else if (key == "mode") {
            fact.mode = read_name<Mode, 2>("mode");
        } else if (key == "removal") {
            fact.options.removal = read_removal();
        } else if (key == "join_base") {
            if (json_.read_string() != "smallest") json_.fail_about("must be \"smallest\"");
            fact.options.join_base = StorageOptions::JoinBase::Smallest;
        } else if (key == "step") {
            fact.step = read_step();
        } else if (key == "from") {
            fact.from = read_step();
        } else if (key == "entity") {
            entity = name_here("the name of an entity");
        } else if (key == "type") {
            type = name_here("the name of a component");
        } else if (key == "bytes") {
            fact.bytes = read_number_as<std::uint64_t>(json_);
        } else if (key == "role") {
            fact.role = read_name<Role, role_count>("role");
        } else if (key == "rule") {
            fact.rule = read_rule();
        } else if (key == "columns") {
            fact.columns = read_columns();
        } else if (key == "storages") {
            read_list([&] { fact.storages.push_back(read_storage()); });
        } else if (key == "backward") {
            fact.backward = json_.read_bool();
        } else if (key == "what") {
            fact.what = json_.read_string("the name of a kind of block");
        } else if (key == "by") {
            fact.of.push_back(read_fact());
        } else {
            read_list([&] { fact.of.push_back(read_fact()); });
        }
    });
    for (const std::string_view needed : members_of(fact.kind))
        if (std::find(given.begin(), given.end(), needed) == given.end()) {
            // What all storages are asked for in turn is not about one of them.
            if (needed == "storage") continue;
            json_.fail_about_from(start, "the fact " + in_quotes(name_of(fact.kind)) + " needs " + in_quotes(needed));
        }
    const auto scenario = lesson_.scenarios.find(fact.scenario);
    if (entity || type) {
        if (!scenario) json_.fail_about_from(start, "the lesson has no scenario yet: \"scenarios\" must stand first");
        if (entity) fact.entity = entity_called(*scenario, *entity);
        if (type) fact.type = type_called(*scenario, *type);
    }
    check(fact, start);
    return fact;
}

void LessonReader::check(const Fact& fact, std::size_t start) {
    const auto members = members_of(fact.kind);
    const auto needs = [&](std::string_view member) {
        return std::find(members.begin(), members.end(), member) != members.end();
    };
    if (needs("of") || needs("by")) {
        const std::size_t wanted = needs("by") ? 1 : fact.kind == FactKind::Sum ? fact.of.size() : 2;
        if (fact.of.size() != wanted || fact.of.empty())
            json_.fail_about_from(start, "the fact " + in_quotes(name_of(fact.kind)) + " is of " +
                                             std::to_string(std::max<std::size_t>(wanted, 1)) + " others");
        for (const Fact& each : fact.of)
            if (answer_of(each.kind) != AnswerKind::Number)
                json_.fail_about_from(start, in_quotes(name_of(each.kind)) + " is no number");
    }
    if (needs("storages") && fact.storages.size() < 2)
        json_.fail_about_from(start, "two storages at least are compared");
    if (fact.kind == FactKind::TimeRatio && fact.storages.size() != 2)
        json_.fail_about_from(start, "two storages are timed against each other");
    if (!needs("storage") && fact.kind != FactKind::TimeRatio) return;
    const auto scenario = lesson_.scenarios.find(fact.scenario);
    if (!scenario) json_.fail_about_from(start, "the lesson has no scenario yet: \"scenarios\" must stand first");
    const std::size_t count = scenario->steps.size(), step = fact.step == 0 ? count : fact.step;
    if (step > count || fact.from > step)
        json_.fail_about_from(
            start, "the scenario has " + std::to_string(count) + " steps, and \"from\" must not lie behind \"step\"");
    if (fact.kind == FactKind::Reads) {
        const auto* get = std::get_if<TypeStep>(&scenario->steps[step - 1].what);
        if (get == nullptr || get->operation != Operation::Get)
            json_.fail_about_from(start, "step " + std::to_string(step) + " of the scenario is no \"get\"");
    }
}

Look LessonReader::read_look() {
    Look look;
    std::optional<Named> entity;
    json_.peek();
    const std::size_t start = json_.offset();
    read_object("a look", {"view"},
                {"scenario", "storage", "mode", "removal", "step", "entity", "event", "columns", "rule"},
                [&](const std::string& key) {
                    if (key == "view") {
                        look.view = read_name<LessonView, lesson_view_count>("view");
                    } else if (key == "scenario") {
                        look.scenario = read_scenario_key();
                    } else if (key == "storage") {
                        look.storage = read_storage();
                    } else if (key == "mode") {
                        look.mode = read_name<Mode, 2>("mode");
                    } else if (key == "removal") {
                        look.options.removal = read_removal();
                    } else if (key == "step") {
                        look.step = read_step();
                    } else if (key == "event") {
                        look.event = read_name<EventKind, event_kind_count>("event");
                    } else if (key == "columns") {
                        look.columns = read_columns();
                    } else if (key == "rule") {
                        look.rule = read_rule();
                    } else {
                        entity = Named{std::string(json_.read_string("the name of an entity")), 0};
                        entity->at = json_.offset();
                    }
                });
    if (look.view == LessonView::None) return look;
    if (look.view == LessonView::Layout) {
        if (look.columns.empty()) json_.fail_about_from(start, "the view \"layout\" needs \"columns\"");
        return look;
    }
    const auto scenario = lesson_.scenarios.find(look.scenario);
    if (!scenario) json_.fail_about_from(start, "the lesson has no scenario yet: \"scenarios\" must stand first");
    if (look.step && *look.step > scenario->steps.size())
        json_.fail_about_from(start, "the scenario has " + std::to_string(scenario->steps.size()) + " steps");
    if (entity) look.entity = entity_called(*scenario, *entity);
    return look;
}

Question LessonReader::read_question() {
    Question question;
    json_.peek();
    const std::size_t start = json_.offset();
    read_object("a question", {"ask", "answer", "explain", "hints"},
                {"unit", "hex", "within_percent", "choices", "numbers", "before", "after"},
                [&](const std::string& key) {
                    if (key == "ask") {
                        question.ask = read_text();
                    } else if (key == "answer") {
                        question.answer = read_fact();
                    } else if (key == "explain") {
                        question.explain = read_text();
                    } else if (key == "hints") {
                        read_list([&] { question.hints.push_back(read_text()); });
                    } else if (key == "unit") {
                        question.unit = read_text();
                    } else if (key == "hex") {
                        question.hex = json_.read_bool();
                    } else if (key == "within_percent") {
                        question.within_percent = read_number_as<double>(json_);
                    } else if (key == "choices") {
                        read_list([&] {
                            LessonChoice choice;
                            read_object("a choice", {"key", "text"}, {}, [&](const std::string& member) {
                                if (member == "key")
                                    choice.key = json_.read_string();
                                else
                                    choice.text = read_text();
                            });
                            question.choices.push_back(std::move(choice));
                        });
                    } else if (key == "numbers") {
                        json_.begin_object();
                        while (const auto name = json_.next_member()) {
                            const std::string number(*name);
                            question.numbers.emplace_back(number, read_fact());
                            if (answer_of(question.numbers.back().second.kind) != AnswerKind::Number)
                                json_.fail_about("must be a fact that is a number");
                        }
                    } else {
                        (key == "before" ? question.before : question.after) = read_look();
                    }
                });
    check(question, start);
    return question;
}

void LessonReader::check(const Question& question, std::size_t start) {
    const AnswerKind kind = answer_of(question.answer.kind);
    const bool has_choices = kind == AnswerKind::Word || kind == AnswerKind::Order;
    if (has_choices && question.choices.size() < 2)
        json_.fail_about_from(start, "a question whose answer is a word or an order needs two \"choices\" at least");
    if (!has_choices && !question.choices.empty())
        json_.fail_about_from(start, "\"choices\" are for words and orders only");
    if (kind == AnswerKind::Bytes && question.before.view != LessonView::Bytes)
        json_.fail_about_from(start, "bytes are clicked in \"before\": { \"view\": \"bytes\" }");
    check_names(question.explain, question, start);
}

void LessonReader::check_names(const Text& text, const Question& question, std::size_t start) {
    for (const std::string* word : {&text.english, &text.japanese}) {
        for (std::size_t open = word->find('{'); open != std::string::npos; open = word->find('{', open + 1)) {
            const std::size_t close = word->find('}', open);
            const std::string name =
                close == std::string::npos ? word->substr(open + 1) : word->substr(open + 1, close - open - 1);
            const bool known = name == "answer" || std::any_of(question.numbers.begin(), question.numbers.end(),
                                                               [&](const auto& each) { return each.first == name; });
            if (!known)
                json_.fail_about_from(start, "the explanation speaks of {" + name + "}, which is not in \"numbers\"");
        }
    }
}

}  // namespace

Lesson read_lesson(std::string_view text, const std::string& id) { return LessonReader(text, id).read(); }

Words read_lesson_words(std::string_view text, const std::string& file) {
    return LessonReader(text, file).read_words();
}

const std::vector<BuiltInLesson>& built_in_lessons() {
    static const std::vector<BuiltInLesson> all(std::begin(lab_lessons::all), std::end(lab_lessons::all));
    return all;
}

std::string_view built_in_lesson_words() { return lab_lessons::words; }

std::vector<std::shared_ptr<const Lesson>> open_lessons() {
    std::vector<std::shared_ptr<const Lesson>> lessons;
    for (const BuiltInLesson& each : built_in_lessons())
        lessons.push_back(std::make_shared<const Lesson>(read_lesson(each.text, std::string(each.id))));
    return lessons;
}

}  // namespace editor
