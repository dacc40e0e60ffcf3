#include "panels/running/rule_editor.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "ecs/language/rule.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/example_words.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr const char* rule_popup = "rule";
constexpr float rule_width_px = 460;
constexpr std::size_t looked_at_a_frame = 4'000, sampled_entities = 3;
constexpr double look_again_secs = 0.5;

std::string free_rule_name(const ecs::Schedule& schedule) {
    std::string name = tr("Rule");
    for (int number = 2; schedule.find(name) != nullptr; ++number) name = tr("Rule") + (' ' + std::to_string(number));
    return name;
}

}  // namespace

RuleEditor::RuleEditor() : field_(QueryField::Takes::Change) {}

void RuleEditor::open_new(std::string change) {
    opens_ = true;
    former_.clear();
    text_ = std::move(change);
}

void RuleEditor::open(std::string rule) {
    opens_ = true;
    former_ = std::move(rule);
}

void RuleEditor::begin(const Context& context) {
    const ecs::System* const present = former_.empty() ? nullptr : context.schedule.find(former_);
    if (present != nullptr) {
        name_ = former_;
        text_ = present->description.rule;
    } else {
        former_.clear();
        name_ = free_rule_name(context.schedule);
    }
    former_text_ = present != nullptr ? text_ : std::string();
    text_is_new_ = true;
    // Top down: what is new and empty begins with its name.
    to_name_ = former_.empty() && text_.empty();
    to_change_ = !to_name_;
    samples_.clear();
    matches_ = 0;
    looked_ = false;
}

std::string RuleEditor::problem_of_name(const Context& context) const {
    if (name_.empty()) return tr("A rule needs a name");
    if (name_ != former_ && context.schedule.find(name_) != nullptr)
        return phrase("There is a system named {} already", name_);
    return {};
}

void RuleEditor::read_text(const Context& context) {
    const std::uint64_t types = ecs::types_fingerprint(context.world.types());
    if (!std::exchange(text_is_new_, false) && types == types_) return;
    types_ = types;
    problem_.clear();
    wrong_at_.reset();
    change_.reset();
    query_.reset();
    looking_ = false;
    stops_.clear();
    if (text_.find_first_not_of(" \t\n") == std::string::npos) return;
    if (const auto error = ecs::why_no_rule(context.world, text_)) {
        problem_ = error->message;
        wrong_at_ = error->offset;
        return;
    }
    auto change = ecs::TextChange::parse(text_);
    (void)change->bind(context.world);
    use_ = change->use(context.world);
    query_.emplace(change->syntax().syntax);
    (void)query_->bind(context.world);
    change_.emplace(std::move(*change));
    looked_ = false;
}

void RuleEditor::look(const Context& context) {
    if (!query_) return;
    look_on(context);
    if ((looking_ || !looked_ || looked_version_ != context.world.version()) && context.stay_awake != nullptr)
        *context.stay_awake = true;
}

void RuleEditor::look_on(const Context& context) {
    if (!looking_) {
        if (looked_ && context.time_secs < looked_at_secs_ + look_again_secs) return;
        looking_ = true;
        looked_version_ = context.world.version();
        cursor_ = {};
        counting_ = 0;
        first_.clear();
    }
    ecs::Random random = context.schedule.random;
    const bool more = query_->each_from(context.world, cursor_, looked_at_a_frame,
                                        [&](ecs::Entity entity) {
                                            if (++counting_ <= sampled_entities) first_.push_back(entity);
                                        },
                                        {.random = &random});
    if (more) return;
    looking_ = false;
    looked_ = true;
    looked_at_secs_ = context.time_secs;
    matches_ = counting_;
    samples_.clear();
    stops_.clear();
    for (const ecs::Entity entity : first_)
        if (context.world.alive(entity)) sample(context, entity);
}

void RuleEditor::sample(const Context& context, ecs::Entity entity) {
    ecs::Random random = context.schedule.random;
    ecs::ChangePlan plan = change_->plan_of(context.world, entity, {.random = &random});
    if (!plan.error.empty() && stops_.empty()) stops_ = plan.error;
    std::move(plan.samples.begin(), plan.samples.end(), std::back_inserter(samples_));
}

void RuleEditor::draw(const Context& context) {
    if (std::exchange(opens_, false)) {
        begin(context);
        ImGui::OpenPopup(rule_popup);
    }
    const Style& style = context.style;
    const ImGuiViewport& screen = *ImGui::GetMainViewport();
    const float wide = std::floor(std::min(style.px(rule_width_px), screen.WorkSize.x * 0.8f));
    ImGui::SetNextWindowPos(
        {std::floor(screen.WorkPos.x + screen.WorkSize.x / 2), std::floor(screen.WorkPos.y + screen.WorkSize.y * 0.2f)},
        ImGuiCond_Appearing, {0.5f, 0});
    if (!ImGui::BeginPopup(rule_popup, ImGuiWindowFlags_NoSavedSettings)) return;
    draw_fields(context, wide);
    read_text(context);
    look(context);
    draw_findings(context, wide);
    if (draw_buttons(context)) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

void RuleEditor::draw_fields(const Context& context, float wide) {
    const Style& style = context.style;
    quiet_text(style, tr("Name"));
    ImGui::SetNextItemWidth(wide);
    if (std::exchange(to_name_, false)) ImGui::SetKeyboardFocusHere();
    entered_ = input_text("##rule name", name_, tr("What the rule is called"), ImGuiInputTextFlags_EnterReturnsTrue);
    if (const std::string problem = problem_of_name(context); !problem.empty()) {
        said_ = problem;
        wrapped_text(style.theme->error, problem);
    }
    quiet_text(style, tr("In every tick"));
    // From the name, Enter goes on to what is missing.
    if (std::exchange(to_change_, false) || (entered_ && !change_)) field_.write_on(text_);
    const std::string number = example_words(context.world).number;
    const std::string hint = phrase("Whom : what, such as {} < 10 : {} += 1", number, number);
    if (field_.draw(context, "rule", text_,
                    {.hint = hint.c_str(), .width = wide, .wrong_at = wrong_at_, .said_below = row_height(style) * 2}))
        text_is_new_ = true;
}

void RuleEditor::draw_findings(const Context& context, float wide) {
    const Style& style = context.style;
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + wide);
    if (!change_) {
        said_ = problem_;
        if (problem_.empty())
            wrapped_text(style.theme->quiet,
                         tr("A query, a colon, and what happens to each entity that matches: fields get values, "
                            "components come (+Frozen) and go (-Frozen), or destroy"));
        else
            wrapped_text(style.theme->error, problem_);
        ImGui::PopTextWrapPos();
        return;
    }
    said_ = looked_ ? phrase("Matches {} now", format_count(matches_, "entity", "entities")) : tr("Looking…");
    quiet_text(style, said_);
    for (const ecs::ChangeSample& each : samples_) {
        const std::string before = each.before.empty() ? "–" : each.before;
        const std::string after = each.after.empty() ? "–" : each.after;
        const std::string line =
            name_or_id(context.world, each.entity) + "  " + each.what + "  " + before + " → " + after;
        clipped_text(style.theme->text, line, wide);
    }
    if (!stops_.empty()) wrapped_text(style.theme->warn, phrase("It would stop at once: {}", stops_));
    draw_uses(context);
    ImGui::PopTextWrapPos();
}

void RuleEditor::draw_uses(const Context& context) {
    std::string reads, writes;
    for (const ecs::SystemAccess& each : use_.accesses) {
        std::string& list = each.access == ecs::Access::Write ? writes : reads;
        list += (list.empty() ? "" : ", ") + std::string(short_name(context.world.types()[each.component].name));
    }
    std::string line;
    const auto add = [&](const std::string& part) { line += (line.empty() ? "" : " · ") + part; };
    if (!reads.empty()) add(phrase("Only reads {}", reads));
    if (!writes.empty()) add(phrase("Writes {}", writes));
    if (use_.structural) add(tr("Changes structure, by commands"));
    if (use_.draws_random) add(tr("Draws random numbers"));
    wrapped_text(context.style.theme->quiet, line);
}

bool RuleEditor::draw_buttons(const Context& context) {
    const Style& style = context.style;
    std::string why_not = problem_of_name(context);
    if (why_not.empty() && !change_) why_not = problem_.empty() ? tr("There is no change yet") : problem_;
    if (why_not.empty() && context.schedule.within_tick()) why_not = tr("Rules can only be changed between two ticks");
    if (why_not.empty() && !former_.empty() && name_ == former_ && text_ == former_text_)
        why_not = tr("Nothing changed");
    ImGui::Dummy({0, std::floor(style.px(2))});
    if (field_.keys().entered && !why_not.empty() && !wrong_at_) field_.take_keyboard();
    const bool entered = (entered_ || field_.keys().entered) && why_not.empty();
    const char* const label = former_.empty() ? tr("Add rule") : tr("Change rule");
    const bool done = primary_button(style, label, why_not) || entered;
    if (done) push(context);
    ImGui::SameLine();
    return button(tr("Cancel")) || done;
}

void RuleEditor::push(const Context& context) const {
    EditRequest request{former_.empty() ? phrase("Add rule {}", name_) : phrase("Change rule {}", name_), {}};
    if (former_.empty())
        request.edits.emplace_back(ecs::AddSystem{ecs::make_rule(name_, text_)});
    else
        request.edits = ecs::edits_to_replace_rule(context.schedule, former_, name_, text_);
    request.ends_gesture = true;
    context.requests.emplace_back(std::move(request));
}

}  // namespace panels
