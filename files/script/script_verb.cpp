#include "files/script/script_verb.hpp"

#include <algorithm>
#include <concepts>
#include <optional>
#include <utility>

#include "ecs/edit/single_edits.hpp"
#include "ecs/language/rule.hpp"
#include "files/json/json_fields.hpp"

namespace files {

namespace {

using ecs::Meant;
using ecs::MemberUse;

/// Reads a member of each type in one way, whatever kind of edit it belongs to. The reader is before its value.
class MemberOfScript {
public:
    /// `of_verb`: what the edit is about, so an entity must not be null.
    MemberOfScript(EditReader& reader, bool of_verb) : reader_(reader), json_(reader.json()), of_verb_(of_verb) {}

    void read(ecs::Entity& entity) {
        entity = reader_.fields().read_entity();
        if (!entity && of_verb_) json_.fail_expected("an entity like \"12v3\"");
    }
    void read(std::vector<ecs::Entity>& entities) {
        json_.begin_array();
        while (json_.next_element()) entities.push_back(reader_.fields().read_entity());
    }
    void read(bool& flag) { flag = json_.read_bool(); }
    template <std::unsigned_integral Number>
    void read(Number& number) {
        number = read_number_as<std::uint32_t>(json_);
    }
    void read(double& number) { number = read_number_as<double>(json_); }
    void read(std::string& text) { text = json_.read_string(); }
    void read(Meant<ecs::means::System, std::string> system) {
        system.it = json_.read_string("the name of a system");
        if (system.it.empty() || reader_.schedule().find(system.it)) return;
        std::vector<std::string> known;
        for (const ecs::System* each : reader_.schedule().systems()) known.push_back(each->description.name);
        json_.fail_about("no system is called " + in_quotes(system.it) + did_you_mean(system.it, known));
    }
    void read(Meant<ecs::means::Component, ecs::ComponentId> component) { component.it = component_here().id; }
    void read(Meant<ecs::means::Component, std::vector<ecs::ComponentId>> components) {
        components.it = reader_.read_components();
    }
    void read(Meant<ecs::means::TypeOf, ecs::Value> of) { of.it = ecs::Value(component_here()); }
    void read(ecs::Value& value) { reader_.fields().read_value(value.type(), value.data()); }
    void read(std::vector<ecs::FitBlocks::Block>& blocks) {
        json_.begin_array();
        while (json_.next_element()) blocks.push_back(read_block());
    }
    void read(ecs::Boxed<ecs::SystemDescription>& system) {
        const std::string name(json_.read_string("the name of a system"));
        system = reader_.has("rule") ? read_rule(name) : read_known_system(name);
        if (reader_.has("group")) {
            reader_.go_to("group");
            system->group = json_.read_string("the name of a group");
        }
        if (!reader_.has("budget_us")) return;
        reader_.go_to("budget_us");
        system->budget_us = read_number_as<double>(json_);
        if (!(system->budget_us >= 0)) json_.fail_about("a budget is a number from 0 on");
    }

private:
    const ecs::ComponentType& component_here() {
        return reader_.find_component(std::string(json_.read_string("the name of a component")));
    }
    ecs::FitBlocks::Block read_block() {
        const ecs::Archetype* archetype = nullptr;
        std::optional<std::uint32_t> bytes;
        if (json_.peek() != JsonKind::Object) json_.fail_expected(R"(an object with "components" and "bytes")");
        const std::size_t start = json_.offset();
        json_.begin_object();
        while (const auto key = json_.next_member()) {
            if (*key == "components") {
                archetype = reader_.world().find_archetype(reader_.read_components());
                if (!archetype) json_.fail_about("no entity ever had exactly these components");
            } else if (*key == "bytes") {
                bytes = read_number_as<std::uint32_t>(json_);
            } else {
                json_.fail_about_key("unknown member " + in_quotes(*key) + " of a block" +
                                     did_you_mean(*key, {"components", "bytes"}));
            }
        }
        if (!archetype || !bytes) json_.fail_about_from(start, R"(a block needs "components" and "bytes")");
        return {archetype->id(), *bytes};
    }
    ecs::SystemDescription read_rule(const std::string& name) {
        reader_.go_to("rule");
        const std::string text(json_.read_string(R"(a change like "Health : Health.hp += 1")"));
        if (const auto error = ecs::why_no_rule(reader_.world(), text))
            json_.fail_about(error->message + ", at character " + std::to_string(error->column));
        return ecs::make_rule(name, text);
    }
    ecs::SystemDescription read_known_system(const std::string& name) {
        const SystemsByName& known = reader_.systems();
        std::optional<ecs::SystemDescription> system = known.make ? known.make(name) : std::nullopt;
        if (!system)
            json_.fail_about("the program knows no system " + in_quotes(name) + did_you_mean(name, known.names));
        return std::move(*system);
    }

    EditReader& reader_;
    JsonReader& json_;
    bool of_verb_;
};

template <class Kind>
ecs::Edit read_described(EditReader& reader) {
    Kind edit;
    const std::string_view of_verb = member_of_verb<Kind>();
    const auto read = [&](bool main) {
        ecs::each_member(edit, [&](std::string_view name, auto&& member, MemberUse use) {
            if ((name == of_verb) != main || use == MemberUse::NotInScripts) return;
            if (!main && !reader.has(name)) return;
            reader.go_to(main ? reader.verb() : name);
            MemberOfScript(reader, main).read(member);
        });
    };
    read(true);
    read(false);
    return edit;
}

/// The verb of a kind whose members scripts have as they are.
template <class Kind>
ScriptVerb described_verb() {
    ScriptVerb verb{{}, {}, {}, read_described<Kind>};
    Kind edit;
    ecs::each_member(edit, [&verb]<class Member>(std::string_view name, Member&&, MemberUse use) {
        if (std::same_as<std::remove_cvref_t<Member>, ecs::Boxed<ecs::SystemDescription>>)
            verb.optional.insert(verb.optional.end(), {"rule", "group", "budget_us"});
        if (name == member_of_verb<Kind>() || use == MemberUse::NotInScripts) return;
        (use == MemberUse::Optional ? verb.optional : verb.needed).push_back(name);
    });
    return verb;
}

template <class... Kinds>
std::vector<ScriptVerb> verbs_of(const std::variant<Kinds...>*) {
    std::vector<ScriptVerb> verbs;
    auto names = ecs::names_of_kinds().begin();
    const auto add = [&]<class Kind>(std::type_identity<Kind> kind) {
        const std::string_view name = (names++)->verb;
        if constexpr (ecs::OfMany<Kind>)
            return;
        else if constexpr (requires { own_verb(kind); })
            verbs.push_back(own_verb(kind));
        else
            verbs.push_back(described_verb<Kind>());
        verbs.back().name = name;
    };
    (add(std::type_identity<Kinds>()), ...);
    verbs.push_back(rename_verb());
    return verbs;
}

const std::vector<ScriptVerb>& all_verbs() {
    static const std::vector<ScriptVerb> verbs = verbs_of(static_cast<const ecs::Edit*>(nullptr));
    return verbs;
}

}  // namespace

const ScriptVerb* find_verb(std::string_view name) {
    const auto found = std::ranges::find(all_verbs(), name, &ScriptVerb::name);
    return found == all_verbs().end() ? nullptr : &*found;
}

std::vector<std::string> names_of_verbs() {
    std::vector<std::string> names;
    for (const ScriptVerb& verb : all_verbs()) names.emplace_back(verb.name);
    return names;
}

}  // namespace files
