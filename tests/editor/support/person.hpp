// A Document and its person, for tests.
#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "editor/document/document.hpp"

/// A person who answers questions by their labels, and notes what was said.
class Person : public editor::DocumentUi, public editor::DocumentDialogs {
public:
    using Files = editor::Reply<std::filesystem::path>;

    editor::Reply<std::string> ask(std::string title, std::string, std::vector<editor::Answer> answers) override {
        return editor::Reply<std::string>([this, title, answers](auto answered) {
            question = title;
            answers_ = answers;
            answered_ = std::move(answered);
        });
    }
    bool asking() const override { return !question.empty(); }
    Files choose_file(Choice choice, const std::filesystem::path& start) override {
        return Files([this, choice, start](auto chosen) {
            choosing_ = true;
            asked_to_save = choice != Choice::FileToOpen;
            asked_for_state = choice == Choice::StateToSave;
            offered = start;
            chosen_ = std::move(chosen);
        });
    }
    Files choose_again(const std::string& problem) override {
        return Files([this, problem](auto chosen) {
            waits_ = false;
            choice_problem = problem;
            chosen_ = std::move(chosen);
        });
    }
    bool choosing() const override { return choosing_; }
    bool has_chosen() const override { return choosing_ && waits_; }
    void end_choice() override {
        choosing_ = waits_ = false;
        choice_problem.clear();
    }
    editor::DocumentDialogs& dialogs() override { return *this; }
    void tell(editor::MessageKind, const std::string& text, const std::string& button,
              std::function<void()> on_button) override {
        told.push_back(text);
        if (!button.empty()) on_button_ = std::move(on_button);
    }
    void became_recent(const std::filesystem::path& file) override { recent = file; }
    void compare_with(const std::filesystem::path& file) override { compared_with = file; }
    editor::Reply<bool> save_past() override {
        return editor::Reply<bool>([this](auto answered) {
            ++past_saved;
            past_answered_ = std::move(answered);
        });
    }
    void look_at_branch(ecs::BranchId branch) override { branch_looked_at = branch; }
    void compare_with_authored() override { ++compared_with_authored; }
    void session_goes() override { ++gone; }
    void session_came(std::optional<bool> playing) override { plays = playing; }
    void game_changes(const std::function<void()>& change) override {
        change();
        ++game_changed;
    }
    bool changes_wait() const override { return waiting; }
    void world_may_change() override { ++may_change; }

    void answer(const std::string& label) {
        INFO("answers " << label << " to " << question);
        const auto found = std::find_if(answers_.begin(), answers_.end(),
                                        [&](const editor::Answer& each) { return each.label == label; });
        REQUIRE(found != answers_.end());
        question.clear();
        std::exchange(answered_, {})(label);
    }
    /// The answer that Enter takes.
    std::string answer_of_enter() const {
        for (const editor::Answer& each : answers_)
            if (!each.loses_values) return each.label;
        return {};
    }
    void choose(const std::filesystem::path& file) {
        REQUIRE(choosing_);
        waits_ = true;
        std::exchange(chosen_, {})(file);
    }
    void give_up_choice() { choosing_ = waits_ = false; }
    void press_button() { on_button_(); }
    void past_is_saved() { std::exchange(past_answered_, {})(true); }
    bool was_told(const std::string& part) const {
        return std::any_of(told.begin(), told.end(),
                           [&](const std::string& each) { return each.find(part) != std::string::npos; });
    }

    std::optional<ecs::BranchId> branch_looked_at;
    std::string question, choice_problem;
    std::filesystem::path offered, compared_with, recent;
    bool asked_to_save = false, asked_for_state = false, waiting = false;
    std::vector<std::string> told;
    std::optional<bool> plays;
    int compared_with_authored = 0, past_saved = 0, gone = 0, may_change = 0, game_changed = 0;

private:
    std::vector<editor::Answer> answers_;
    editor::Reply<std::string>::Answered answered_;
    Files::Answered chosen_;
    editor::Reply<bool>::Answered past_answered_;
    std::function<void()> on_button_;
    bool choosing_ = false, waits_ = false;
};

/// Does `then` when nothing is lost by that.
inline editor::Flow when_nothing_is_lost(editor::Document& document, std::string what, std::function<void()> then) {
    co_await document.nothing_lost(what);
    then();
}

/// A document with its person, whose clock stands until it is moved.
struct DocumentDesk {
    explicit DocumentDesk(std::unique_ptr<editor::Session> session,
                          std::unique_ptr<editor::WorldJobs> own_jobs = std::make_unique<editor::WorldJobs>())
        : jobs(own_jobs.get()),
          document(std::make_unique<editor::Document>(person, settings, std::move(session), std::move(own_jobs))) {}

    editor::Session& session() { return document->session(); }
    void change() {
        std::vector<ecs::Edit> edits;
        edits.emplace_back(ecs::CreateEntities{.entities = {{}}});
        REQUIRE(session().history.perform({"Create", std::move(edits)}).empty());
    }
    /// Lets the present job end, and those that follow it.
    void finish() {
        while (!document->idle()) {
            REQUIRE(jobs->wait_for(std::chrono::minutes(1)));
            if (!document->update(now, true)) return;  // a question is in the way
        }
    }
    void save() {
        document->save();
        finish();
    }

    Person person;
    editor::Settings settings;
    double now = 100;
    editor::WorldJobs* jobs = nullptr;
    std::unique_ptr<editor::Document> document;
};
