#include "ecs/lab/lessons/lesson_trial.hpp"

namespace ecs::lab {

namespace {

/// The later tweak wins.
template <class T>
void set(std::optional<T>& to, const std::optional<T>& from) {
    if (from) to = from;
}

template <class FactOrLook>
void set_run(FactOrLook& of, const Tweak& tweak) {
    if (!tweak.scenario.empty()) of.scenario = tweak.scenario;
    of.storage = tweak.storage.value_or(of.storage);
    of.mode = tweak.mode.value_or(of.mode);
    of.options.removal = tweak.removal.value_or(of.options.removal);
    of.options.join_base = tweak.join_base.value_or(of.options.join_base);
    of.base = tweak.base.value_or(of.base);
    of.bytes = tweak.bytes.value_or(of.bytes);
}

}  // namespace

Tweak tweak_at(const Trial& trial, const KnobPositions& positions) {
    Tweak all;
    for (std::size_t i = 0; i < trial.knobs.size(); ++i) {
        const Tweak& tweak = trial.knobs[i].positions[positions[i]].tweak;
        all.scenario += tweak.scenario;
        set(all.storage, tweak.storage);
        set(all.mode, tweak.mode);
        set(all.removal, tweak.removal);
        set(all.join_base, tweak.join_base);
        set(all.backward, tweak.backward);
        set(all.base, tweak.base);
        set(all.bytes, tweak.bytes);
    }
    return all;
}

Fact tweaked(Fact fact, const Tweak& tweak) {
    set_run(fact, tweak);
    fact.backward = tweak.backward.value_or(fact.backward);
    for (Fact& each : fact.of) each = tweaked(std::move(each), tweak);
    return fact;
}

Look tweaked(Look look, const Tweak& tweak) {
    set_run(look, tweak);
    return look;
}

std::vector<Answer> find_readings(const Lesson& lesson, const Trial& trial, const KnobPositions& positions,
                                  const std::stop_token& stop) {
    FactFinder finder(lesson.scenarios, {}, stop);
    const Tweak tweak = tweak_at(trial, positions);
    std::vector<Answer> answers;
    for (const Reading& reading : trial.readings)
        if (!stop.stop_requested()) answers.push_back(finder.find(tweaked(reading.fact, tweak)));
    return answers;
}

std::string reading_text(const Question& question, const Reading& reading, const Answer& answer, Language language) {
    if (answer.kind != AnswerKind::Number) return answer_text(question, answer, language);
    return with_unit(answer.number * reading.times, false, reading.unit.in(language));
}

}  // namespace ecs::lab
