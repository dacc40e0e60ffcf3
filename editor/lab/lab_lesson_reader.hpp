// The LessonReader turns the JSON text of one lesson into a Lesson, or that of the words into Words. Scenarios come
// before the members that refer to them, so that every named step, entity and component can be checked at its place.
// Use a reader once; errors throw FileError. Private to lab_lesson.hpp.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/lessons/lesson.hpp"
#include "files/json/json_reader.hpp"

namespace editor {

class LessonReader {
public:
    LessonReader(std::string_view text, const std::string& id) : text_(text), json_(text, id) { lesson_.id = id; }

    ecs::lab::Lesson read();
    ecs::lab::Words read_words();

private:
    /// A possible member of an object, and the function that reads its value.
    struct Member {
        std::string_view name;
        std::function<void()> read;
    };
    /// Reads an object with these members; returns the names of those present.
    std::vector<std::string> read_object(std::string_view what, const std::vector<Member>& needed,
                                         const std::vector<Member>& optional = {});
    template <class Function>
    void read_list(Function&& read_element) {
        json_.begin_array();
        while (json_.next_element()) read_element();
    }

    ecs::lab::Text read_text();
    void read_scenarios();
    ecs::lab::Scenario read_scenario_called(std::string_view key);
    ecs::lab::Question read_question();
    ecs::lab::LessonChoice read_choice();
    void check(const ecs::lab::Question& question, std::size_t start);
    void check_names(const ecs::lab::Text& text, const ecs::lab::Question& question, std::size_t start);
    ecs::lab::Look read_look();

    // Trials, and the scenarios made for them
    void read_variants();
    ecs::lab::Trial read_trial();
    ecs::lab::Knob read_knob();
    void read_range(ecs::lab::Knob& knob);
    ecs::lab::Tweak read_tweak();
    ecs::lab::Reading read_reading();
    void check(const ecs::lab::Trial& trial, std::size_t start);

    ecs::lab::HandsOn read_hands_on();
    ecs::lab::Claim read_claim();

    // Facts and their parameters
    ecs::lab::Fact read_fact();
    void check(const ecs::lab::Fact& fact, std::size_t start);
    void check_step(const ecs::lab::Fact& fact, std::size_t start);
    /// Reads the members that facts and looks share: which run they are about.
    template <class FactOrLook>
    std::vector<Member> members_of_run(FactOrLook& of);
    /// Reads one of `count` values of T by its name_of.
    template <class T>
    T read_name(std::string_view what, std::size_t count);
    std::string read_scenario_key();
    ecs::lab::StorageKind read_storage();
    ecs::lab::Mode read_mode();
    ecs::lab::StorageOptions::Removal read_removal();
    ecs::LayoutRule read_rule();
    std::vector<ecs::LayoutColumn> read_columns();
    std::size_t read_step();

    /// A name that is read before its scenario is known.
    struct Named {
        std::string word;
        std::size_t at = 0;
    };
    Named read_named(std::string_view what);
    /// Fails at `start`, the place of the reference, when the lesson has no such scenario.
    std::shared_ptr<const ecs::lab::Scenario> scenario_of(const std::string& key, std::size_t start);
    std::uint64_t entity_called(const ecs::lab::Scenario& scenario, const Named& name);
    ecs::lab::TypeIndex type_called(const ecs::lab::Scenario& scenario, const Named& name);

    std::string_view text_;
    files::JsonReader json_;
    ecs::lab::Lesson lesson_;
};

}  // namespace editor
