#include "editor/lab/lab_lesson_reader.hpp"

#include <algorithm>

#include "editor/lab/lab_scenario.hpp"
#include "files/json/json_fields.hpp"

namespace editor {

using namespace ecs::lab;

std::vector<std::string> LessonReader::read_object(std::string_view what, const std::vector<Member>& needed,
                                                   const std::vector<Member>& optional) {
    if (json_.peek() != files::JsonKind::Object) json_.fail_expected("an object that is " + std::string(what));
    const std::size_t start = json_.offset();
    std::vector<const Member*> known;
    for (const auto* members : {&needed, &optional})
        for (const Member& member : *members) known.push_back(&member);
    std::vector<std::string> given;
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        const auto member =
            std::find_if(known.begin(), known.end(), [&](const Member* each) { return each->name == *key; });
        if (member == known.end()) {
            std::vector<std::string> names;
            for (const Member* each : known) names.emplace_back(each->name);
            json_.fail_about_key("unknown member " + files::in_quotes(*key) + " of " + std::string(what) +
                                 files::did_you_mean(*key, names));
        }
        given.emplace_back(*key);
        (*member)->read();
    }
    for (const Member& member : needed)
        if (std::find(given.begin(), given.end(), member.name) == given.end())
            json_.fail_about_from(start, std::string(what) + " needs " + files::in_quotes(member.name));
    return given;
}

Text LessonReader::read_text() {
    Text text;
    const auto read_word = [&](std::string& word) {
        word = json_.read_string();
        if (word.empty()) json_.fail_about("a text must not be empty");
    };
    read_object("a text like { \"en\": \"…\", \"ja\": \"…\" }",
                {{"en", [&] { read_word(text.english); }}, {"ja", [&] { read_word(text.japanese); }}});
    return text;
}

Lesson LessonReader::read() {
    const auto read_questions = [&] {
        read_list([&] { lesson_.questions.push_back(read_question()); });
        if (lesson_.questions.empty()) json_.fail_about("a lesson asks one question at least");
    };
    read_object("a lesson",
                {{"title", [&] { lesson_.title = read_text(); }},
                 {"goal", [&] { lesson_.goal = read_text(); }},
                 {"before", [&] { lesson_.before = read_text(); }},
                 {"questions", read_questions}},
                {{"scenarios", [&] { read_scenarios(); }},
                 {"variants", [&] { read_variants(); }},
                 {"card", [&] { lesson_.is_card = json_.read_bool(); }},
                 {"by_hand", [&] { lesson_.hands_on = read_hands_on(); }},
                 {"claims", [&] { read_list([&] { lesson_.claims.push_back(read_claim()); }); }}});
    json_.finish();
    return std::move(lesson_);
}

Words LessonReader::read_words() {
    Words words;
    std::vector<Member> members;
    for (const char* word : lesson_words)
        members.push_back({word, [&words, this, word] { words[word] = read_text(); }});
    read_object("the words", members);
    json_.finish();
    return words;
}

void LessonReader::read_scenarios() {
    if (!lesson_.questions.empty() || lesson_.hands_on)
        json_.fail_about_key("\"scenarios\" must stand before what speaks of them");
    if (json_.peek() != files::JsonKind::Object) json_.fail_expected("an object like { \"main\": \"move\" }");
    json_.begin_object();
    while (const auto member = json_.next_member()) {
        const std::string key(*member);
        Scenario scenario = read_scenario_called(key);
        if (scenario.steps.empty()) json_.fail_about("a lesson's scenario needs one step at least");
        if (lesson_.scenarios.first.empty()) lesson_.scenarios.first = key;
        lesson_.scenarios.by_key[key] = std::make_shared<const Scenario>(std::move(scenario));
    }
}

Scenario LessonReader::read_scenario_called(std::string_view key) {
    if (json_.peek() == files::JsonKind::String) {
        const std::string name(json_.read_string());
        std::vector<std::string> known;
        for (const BuiltInScenario& each : built_in_scenarios()) known.emplace_back(each.name);
        if (std::find(known.begin(), known.end(), name) == known.end())
            json_.fail_about("no scenario is called " + files::in_quotes(name) + files::did_you_mean(name, known));
        return open_scenario(name);
    }
    const std::size_t start = json_.offset();
    json_.skip();
    // As many lines before it as in the file, so that messages have the right line.
    const auto lines = static_cast<std::size_t>(files::place_of(text_, start).line - 1);
    const std::string own = std::string(lines, '\n') + std::string(text_.substr(start, json_.end_offset() - start));
    return read_scenario(own, json_.file() + ", scenario " + std::string(key));
}

Question LessonReader::read_question() {
    Question question;
    json_.peek();
    const std::size_t start = json_.offset();
    const auto read_numbers = [&] {
        json_.begin_object();
        while (const auto name = json_.next_member()) {
            question.numbers.emplace_back(*name, read_fact());
            if (answer_of(question.numbers.back().second.kind) != AnswerKind::Number)
                json_.fail_about("must be a fact that is a number");
        }
    };
    read_object("a question",
                {{"ask", [&] { question.ask = read_text(); }},
                 {"answer", [&] { question.answer = read_fact(); }},
                 {"explain", [&] { question.explain = read_text(); }},
                 {"hints", [&] { read_list([&] { question.hints.push_back(read_text()); }); }}},
                {{"unit", [&] { question.unit = read_text(); }},
                 {"hex", [&] { question.hex = json_.read_bool(); }},
                 {"within_percent", [&] { question.within_percent = files::read_number_as<double>(json_); }},
                 {"within_factor", [&] { question.within_factor = files::read_number_as<double>(json_); }},
                 {"choices", [&] { read_list([&] { question.choices.push_back(read_choice()); }); }},
                 {"numbers", read_numbers},
                 {"before", [&] { question.before = read_look(); }},
                 {"after", [&] { question.after = read_look(); }},
                 {"trial", [&] { question.trial = read_trial(); }}});
    check(question, start);
    return question;
}

LessonChoice LessonReader::read_choice() {
    LessonChoice choice;
    read_object("a choice",
                {{"key", [&] { choice.key = json_.read_string(); }}, {"text", [&] { choice.text = read_text(); }}});
    return choice;
}

HandsOn LessonReader::read_hands_on() {
    HandsOn hands_on;
    json_.peek();
    const std::size_t start = json_.offset();
    read_object("an operation by hand",
                {{"ask", [&] { hands_on.ask = read_text(); }}, {"look", [&] { hands_on.look = read_look(); }}});
    if (lesson_.scenarios.by_key.empty() || !hands_on.look.step || *hands_on.look.step == 0)
        json_.fail_about_from(start, "an operation by hand needs a scenario and its \"step\"");
    return hands_on;
}

Claim LessonReader::read_claim() {
    Claim claim;
    json_.peek();
    const std::size_t start = json_.offset();
    read_object("a claim", {{"says", [&] { claim.says = json_.read_string(); }}},
                {{"fact", [&] { claim.fact = read_fact(); }},
                 {"reckoned", [&] { claim.reckoned = json_.read_string(); }},
                 {"from", [&] { claim.from = json_.read_string(); }},
                 {"is", [&] { claim.is = json_.read_string("a number or a word as lessons write it"); }}});
    const int ways = (claim.fact ? 1 : 0) + (claim.reckoned.empty() ? 0 : 1) + (claim.from.empty() ? 0 : 1);
    if (ways != 1 || claim.is.empty() == claim.from.empty())
        json_.fail_about_from(start,
                              "a claim has a \"fact\" or is \"reckoned\", and says what that \"is\"; or it is "
                              "\"from\" somebody");
    return claim;
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

}  // namespace editor
