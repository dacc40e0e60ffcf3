#include <algorithm>

#include "ecs/lab/lessons/lesson_trial.hpp"
#include "ecs/lab/scenario/scenario_variants.hpp"
#include "editor/lab/lab_lesson_reader.hpp"
#include "files/json/json_fields.hpp"

namespace editor {

using namespace ecs::lab;

void LessonReader::read_variants() {
    json_.begin_object();
    while (const auto member = json_.next_member()) {
        const std::string key(*member);
        json_.peek();
        const std::size_t start = json_.offset();
        std::string base;
        Marking marking = Marking::Tags;
        std::uint32_t most = 0;
        const auto read_marks = [&] {
            const std::string word(json_.read_string("tags or bools"));
            if (word != "tags" && word != "bools")
                json_.fail_about(files::in_quotes(word) + " is neither tags nor bools");
            marking = word == "tags" ? Marking::Tags : Marking::Bools;
        };
        bool by_adds = false;
        const std::vector<std::string> given =
            read_object("a row of variants", {{"of", [&] { base = read_scenario_key(); }}},
                        {{"marks", read_marks},
                         {"up_to", [&] { most = files::read_number_as<std::uint32_t>(json_); }},
                         {"by_adds", [&] { by_adds = json_.read_bool(); }}});
        const bool marked = std::find(given.begin(), given.end(), "marks") != given.end();
        if (marked == by_adds) json_.fail_about_from(start, "a variant has either \"marks\" or \"by_adds\"");
        const Scenario& scenario = *lesson_.scenarios.find(base);
        if (by_adds) {
            if (!std::holds_alternative<CreateStep>(scenario.steps.front().what))
                json_.fail_about_from(start, "what is built by adds begins with a \"create\"");
            lesson_.scenarios.by_key[key] = std::make_shared<const Scenario>(built_by_adds(scenario));
            continue;
        }
        const std::size_t room = max_types - std::min(max_types, scenario.types.size());
        if (most > room)
            json_.fail_about_from(start, "a scenario has at most " + std::to_string(max_types) + " components");
        for (std::uint32_t count = 0; count <= most; ++count)
            lesson_.scenarios.by_key[key + std::to_string(count)] =
                std::make_shared<const Scenario>(with_marks(scenario, marking, count));
    }
}

Trial LessonReader::read_trial() {
    Trial trial;
    json_.peek();
    const std::size_t start = json_.offset();
    read_object("a trial",
                {{"ask", [&] { trial.ask = read_text(); }},
                 {"knobs", [&] { read_list([&] { trial.knobs.push_back(read_knob()); }); }},
                 {"readings", [&] { read_list([&] { trial.readings.push_back(read_reading()); }); }}},
                {{"look", [&] { trial.look = read_look(); }}});
    check(trial, start);
    return trial;
}

Knob LessonReader::read_knob() {
    Knob knob;
    json_.peek();
    const std::size_t start = json_.offset();
    const auto read_positions = [&] {
        read_list([&] {
            Knob::Position position;
            read_object("a position of a knob", {{"text", [&] { position.text = read_text(); }},
                                                 {"set", [&] { position.tweak = read_tweak(); }}});
            knob.positions.push_back(std::move(position));
        });
    };
    const std::vector<std::string> given =
        read_object("a knob", {{"label", [&] { knob.label = read_text(); }}},
                    {{"positions", read_positions}, {"range", [&] { read_range(knob); }}});
    if (given.size() != 2 || knob.positions.size() < 2)
        json_.fail_about_from(start, "a knob has two \"positions\" at least, or a \"range\"");
    return knob;
}

void LessonReader::read_range(Knob& knob) {
    std::uint32_t from = 0, to = 0, by = 1;
    std::string sets;
    read_object("a range",
                {{"from", [&] { from = files::read_number_as<std::uint32_t>(json_); }},
                 {"to", [&] { to = files::read_number_as<std::uint32_t>(json_); }},
                 {"set", [&] { sets = json_.read_string("scenario or base"); }}},
                {{"by", [&] { by = files::read_number_as<std::uint32_t>(json_); }}});
    if (sets != "scenario" && sets != "base")
        json_.fail_about(files::in_quotes(sets) + " is neither scenario nor base");
    constexpr std::uint32_t most = 100;
    if (by == 0 || to < from || (to - from) / by >= most)
        json_.fail_about("a range goes up, in at most " + std::to_string(most) + " steps");
    knob.slides = true;
    for (std::uint32_t at = from; at <= to; at += by) {
        const std::string text = std::to_string(at);
        Tweak tweak;
        if (sets == "scenario")
            tweak.scenario = text;
        else
            tweak.base = at;
        knob.positions.push_back({{text, text}, tweak});
    }
}

Tweak LessonReader::read_tweak() {
    Tweak tweak;
    const auto read_join_base = [&] {
        const std::string word(json_.read_string("asked or smallest"));
        if (word != "asked" && word != "smallest")
            json_.fail_about(files::in_quotes(word) + " is neither asked nor smallest");
        tweak.join_base = word == "asked" ? StorageOptions::JoinBase::AsAsked : StorageOptions::JoinBase::Smallest;
    };
    read_object("what a position sets", {},
                {{"scenario", [&] { tweak.scenario = json_.read_string("the beginning of a scenario's key"); }},
                 {"storage", [&] { tweak.storage = read_storage(); }},
                 {"mode", [&] { tweak.mode = read_mode(); }},
                 {"removal", [&] { tweak.removal = read_removal(); }},
                 {"join_base", read_join_base},
                 {"backward", [&] { tweak.backward = json_.read_bool(); }},
                 {"base", [&] { tweak.base = files::read_number_as<std::uint64_t>(json_); }},
                 {"bytes", [&] { tweak.bytes = files::read_number_as<std::uint64_t>(json_); }}});
    return tweak;
}

Reading LessonReader::read_reading() {
    Reading reading;
    read_object("a reading",
                {{"label", [&] { reading.label = read_text(); }}, {"fact", [&] { reading.fact = read_fact(); }}},
                {{"unit", [&] { reading.unit = read_text(); }}, {"divided_by", [&] {
                                                                     const double divisor =
                                                                         files::read_number_as<double>(json_);
                                                                     if (divisor <= 0)
                                                                         json_.fail_about("must be more than 0");
                                                                     reading.times = 1 / divisor;
                                                                 }}});
    const AnswerKind kind = answer_of(reading.fact.kind);
    if (kind != AnswerKind::Number && kind != AnswerKind::Word) json_.fail_about("a reading is a number or a word");
    return reading;
}

void LessonReader::check(const Trial& trial, std::size_t start) {
    if (trial.knobs.empty() || trial.readings.empty())
        json_.fail_about_from(start, "a trial has one knob and one reading at least");
    for (KnobPositions at(trial.knobs.size(), 0);;) {
        const std::string key = tweak_at(trial, at).scenario;
        if (!key.empty() && lesson_.scenarios.find(key) == nullptr)
            json_.fail_about_from(start,
                                  "the knobs lead to the scenario " + files::in_quotes(key) + ", which is not there");
        std::size_t knob = 0;
        while (knob < at.size() && ++at[knob] == trial.knobs[knob].positions.size()) at[knob++] = 0;
        if (knob == at.size()) return;
    }
}

}  // namespace editor
