// Each type of member is read in one way, whatever kind of edit it belongs to.
#include <algorithm>
#include <charconv>
#include <concepts>
#include <utility>

#include "ecs/language/rule.hpp"
#include "files/bundle/edit_text.hpp"
#include "files/bundle/entities_in_value.hpp"
#include "files/bundle/json_members.hpp"
#include "files/json/json_fields.hpp"

namespace files {

namespace {

using ecs::Meant;
using ecs::MemberUse;
namespace means = ecs::means;

/// Reads the members of one object, in any order; but a type is read before its values, and entities before theirs.
class DescribedReader {
public:
    DescribedReader(JsonReader& json, const ecs::World& world, const SystemsByName& systems)
        : json_(json),
          world_(world),
          systems_(systems),
          fields_(json, [&json](std::string_view) -> ecs::Entity { json.fail_expected("an entity like \"12v3\""); }) {}

    /// Those that are left of an object that has been begun. `what` ends the sentence about one that is unknown.
    template <class Part>
    Part read_members(const std::string& what) {
        Part part;
        ecs::each_member(part, [this](std::string_view, auto&& member, MemberUse) { this->begin(member); });
        while (const auto key = json_.next_member()) {
            bool known = false;
            ecs::each_member(part, [&](std::string_view name, auto&& member, MemberUse) {
                known = known || this->read_member(*key, name, member);
            });
            if (!known) json_.fail_about_key("unknown member " + in_quotes(*key) + " of " + what);
        }
        ecs::each_member(part, [this](std::string_view name, auto&& member, MemberUse) { this->finish(name, member); });
        check(part);
        return part;
    }

private:
    // Before the members are read
    void begin(auto&&) {}
    void begin(bool& flag) { flag = false; }  // only true ones are written
    void begin(ecs::Boxed<ecs::ComponentType>&) { json_.fail("is an edit that no bundle has"); }

    /// Whether the key is the one of this member.
    template <class Member>
    bool read_member(std::string_view key, std::string_view name, Member&& member) {
        if (key != name) return false;
        read(member);
        return true;
    }
    bool read_member(std::string_view key, std::string_view, std::shared_ptr<ecs::TakenRows>& rows) {
        if (!rows) rows = std::make_shared<ecs::TakenRows>();
        return read_member(key, "groups", rows->groups) || read_member(key, "families", rows->families);
    }
    bool read_member(std::string_view key, std::string_view name, ecs::Boxed<ecs::SystemDescription>& system) {
        bool off = false;
        if (read_member(key, "off", off)) {
            system->enabled = !off;
            return true;
        }
        return read_member(key, name, system->name) || read_member(key, "rule", system->rule) ||
               read_member(key, "group", system->group) || read_member(key, "budget_us", system->budget_us);
    }

    void read(ecs::Entity& entity) { entity = read_handle(json_); }
    void read(Meant<means::Record, ecs::Entity> handle) {
        std::uint32_t position = 0;
        if (json_.peek() != JsonKind::String) return read(handle.it);
        const std::string text = read_text(json_);
        const char* const end = text.data() + text.size();
        const auto result = std::from_chars(text.data() + 1, end, position);
        const bool is_position = result.ec == std::errc() && result.ptr == end && position > 0;
        if (text.starts_with('$') && is_position)
            handle.it = ecs::handle_of_record(position - 1);
        else if (const std::optional<ecs::Entity> entity = ecs::parse_entity(text))
            handle.it = *entity;
        else
            json_.fail_expected("an entity like \"12v3\"");
    }
    void read(std::vector<ecs::Entity>& entities) {
        std::size_t room = most_handles;
        entities = read_handles(json_, room);
        entities_ = entities.size();
    }
    void read(std::optional<std::vector<ecs::FreeRun>>& runs) { read_runs(runs.emplace()); }
    void read(ecs::EntityRuns& entities) {
        std::vector<ecs::FreeRun> runs;
        read_runs(runs);
        for (const ecs::FreeRun& run : runs) entities.push_back_run(run.first, run.count);
        entities_ = entities.size();
    }
    void read_runs(std::vector<ecs::FreeRun>& runs) {
        read_list(json_, [&] {
            ecs::FreeRun run;
            std::size_t position = 0;
            read_list(json_, [&] {
                if (position++ == 0)
                    run.first = read_handle(json_);
                else
                    run.count = read_number_as<std::uint32_t>(json_);
            });
            if (position != 2 || !run.first || run.count == 0 ||
                std::uint64_t{run.first.index} + run.count > most_handles)
                json_.fail_expected("a handle and a count");
            runs.push_back(run);
        });
    }

    void read(bool& flag) { flag = json_.read_bool(); }
    void read(Meant<means::Flag, std::uint64_t> number) { number.it = json_.read_bool() ? 1 : 0; }
    template <std::unsigned_integral Number>
    void read(Number& number) {
        number = static_cast<Number>(read_count(json_));
    }
    void read(std::uint32_t& number) {
        number = static_cast<std::uint32_t>(std::min<std::uint64_t>(read_count(json_), most_handles));
    }
    void read(double& number) { number = read_number_as<double>(json_); }
    void read(std::string& text) { text = read_text(json_); }
    void read(Meant<means::System, std::string> system) { read(system.it); }

    const ecs::ComponentType& type() {
        const std::string name(json_.read_string("the name of a component"));
        type_ = world_.types().find(name);
        if (type_ == nullptr) json_.fail_about("no component is called " + in_quotes(name));
        return *type_;
    }
    void read(Meant<means::Component, ecs::ComponentId> component) { component.it = type().id; }
    void read(Meant<means::Component, std::vector<ecs::ComponentId>> components) {
        read_list(json_, [&] { components.it.push_back(type().id); });
    }
    void read(std::vector<const ecs::ComponentType*>& types) {
        read_list(json_, [&] { types.push_back(&type()); });
        types_ = types;
    }
    void read(Meant<means::TypeOf, ecs::Value> of) { of.it = ecs::Value(type()); }
    void read(Meant<means::TypeOf, std::shared_ptr<ecs::TakenRows::Column>>) { (void)type(); }
    void read(ecs::Value& value) {
        if (!value) json_.fail_about("its \"component\" must come before it");
        if (value.type().is_tag()) json_.fail_about(value.type().name + " has no value");
        fields_.read_value(value.type(), value.data());
    }
    void append_value(ecs::TakenRows::Column& values) {
        const std::size_t count = values.count();
        if (count == entities_) json_.fail_about("it has more values than entities");
        ecs::construct_values(values.type(), values.at(count), 1);
        values.set_count(count + 1);
        fields_.read_value(values.type(), values.at(count));
    }
    void read(std::shared_ptr<ecs::TakenRows::Column>& values) {
        need(type_ != nullptr && entities_ > 0, "\"component\" and \"entities\" before its \"values\"");
        if (values || type_->is_tag()) json_.fail_about("it has values already");
        values = std::make_shared<ecs::TakenRows::Column>(*type_, entities_);
        read_list(json_, [&] { append_value(*values); });
    }
    void read(std::vector<std::shared_ptr<ecs::TakenRows::Column>>& columns) {
        if (!columns.empty()) json_.fail_about("it has values already");
        make_columns(columns);
        read_list(json_, [&] {
            if (rows_++ == entities_) json_.fail_about("it has more rows than entities");
            auto column = columns.begin();
            const auto skip_tags = [&] { column = std::find_if(column, columns.end(), [](auto& it) { return it; }); };
            skip_tags();
            read_list(json_, [&] {
                if (column == columns.end()) json_.fail_about("a row has more values than types");
                append_value(**column++);
                skip_tags();
            });
            if (column != columns.end()) json_.fail_about("a row has fewer values than types");
        });
    }
    void make_columns(std::vector<std::shared_ptr<ecs::TakenRows::Column>>& columns) {
        for (const ecs::ComponentType* type : types_)
            columns.push_back(type->is_tag() ? nullptr : std::make_shared<ecs::TakenRows::Column>(*type, entities_));
    }
    void read(Meant<means::Field, std::uint32_t> position) {
        need(type_ != nullptr, "\"component\" before its \"field\"");
        field_ = type_->find_field(json_.read_string("the name of a field"));
        if (field_ == nullptr || !ecs::is_trivial(*field_)) json_.fail("is no such field of " + type_->name);
        position.it = static_cast<std::uint32_t>(field_ - type_->fields.data());
    }
    void read(std::vector<std::byte>& values) {
        need(field_ != nullptr, "\"field\" before its \"values\"");
        read_list(json_, [&] {
            ++values_;
            read_field_value(values);
        });
    }
    /// Reads the value as that of a component which has only this field.
    void read_field_value(std::vector<std::byte>& to) {
        std::string text = "{ ";
        append_string(text, field_->name);
        json_.peek();
        text += ": " + json_.read_raw() + " }";
        JsonReader own(text, json_.file());
        FieldReader reader(own,
                           [this](std::string_view) -> ecs::Entity { json_.fail_expected("an entity like \"12v3\""); });
        ecs::Value whole(*type_);
        try {
            reader.read_value(*type_, whole.data());
        } catch (const FileError& wrong) {
            json_.fail_about(wrong.problem());
        }
        const auto* const bytes = static_cast<const std::byte*>(whole.data()) + field_->offset;
        to.insert(to.end(), bytes, bytes + field_->size_bytes());
    }
    void read(std::vector<std::uint32_t>& fields) {
        read_list(json_, [&] {
            fields.push_back(read_number_as<std::uint32_t>(json_));
            if (type_ == nullptr || fields.back() >= type_->fields.size()) json_.fail("is no field of the component");
        });
    }

    void read(std::vector<std::uint64_t>& ticks) {
        read_list(json_, [&] { ticks.push_back(read_count(json_)); });
    }
    /// A list of two numbers, the first below `most` and the second up to `most_second`.
    std::pair<std::uint32_t, std::uint32_t> pair(const char* expected, std::uint64_t most_second) {
        std::uint64_t numbers[2] = {0, 0};
        std::size_t count = 0;
        read_list(json_, [&] { numbers[count++ == 0 ? 0 : 1] = read_count(json_); });
        if (count != 2 || numbers[0] >= most_handles || numbers[1] > most_second) json_.fail_expected(expected);
        return {static_cast<std::uint32_t>(numbers[0]), static_cast<std::uint32_t>(numbers[1])};
    }
    void read(std::vector<ecs::TakenRows::Places>& places) {
        read_list(json_, [&] {
            const char* const expected = "a row and a count";
            const auto [first, count] = pair(expected, most_handles);
            const std::uint32_t before = places.empty() ? 0 : places.back().first + places.back().count;
            if (first < before || count == 0 || first + count > most_handles) json_.fail_expected(expected);
            places.push_back({first, count});
        });
    }
    void read(std::vector<ecs::FitBlocks::Block>& blocks) {
        read_list(json_, [&] {
            const auto [archetype, bytes] = pair("an archetype and bytes", std::uint64_t{1} << 20);
            blocks.push_back({archetype, bytes});
        });
    }
    void read(std::vector<ecs::Value>& values) {
        read_list(json_, [&] { read_value_of_record(values.emplace_back()); });
    }
    void read_value_of_record(ecs::Value& value) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> records;
        files::read_members(json_, "a value", [&](std::string_view key) {
            if (key != "records")
                return read_member(key, "component", Meant<means::TypeOf, ecs::Value>{value}) ||
                       read_member(key, "value", value);
            read_list(json_, [&] { records.push_back(pair("an offset and a record", most_handles - 1)); });
            return true;
        });
        need(static_cast<bool>(value), "\"component\"");
        std::size_t found = 0;
        if (!records.empty())
            each_entity_in(value, [&](ecs::Entity& entity, std::size_t offset) {
                for (const auto& [at, position] : records)
                    if (at == offset && position > 0) {
                        entity = ecs::handle_of_record(position - 1);
                        ++found;
                    }
            });
        if (found != records.size()) json_.fail_about("\"records\" names a place where the value has no entity");
    }
    template <ecs::Described Part>
    void read(std::vector<Part>& parts) {
        read_list(json_, [&] {
            json_.begin_object();
            parts.push_back(DescribedReader(json_, world_, systems_).read_members<Part>("this part of an edit"));
        });
    }
    // No bundle has a SetType.
    void read(ecs::Boxed<ecs::ComponentType>&) {}
    void read(std::vector<std::pair<std::string, std::string>>&) {}
    void read(std::vector<std::pair<ecs::Entity, ecs::Value>>&) {}

    // After the members are read
    void finish(std::string_view, auto&&) {}
    void finish(std::string_view name, Meant<means::Component, ecs::ComponentId> component) {
        need(component.it != ecs::no_component, in_quotes(name));
    }
    void finish(std::string_view name, Meant<means::TypeOf, ecs::Value> of) {
        need(static_cast<bool>(of.it), in_quotes(name));
    }
    void finish(std::string_view name, Meant<means::TypeOf, std::shared_ptr<ecs::TakenRows::Column>> of) {
        need(type_ != nullptr, in_quotes(name));
        if (type_->is_tag()) of.it = ecs::add_to_many({}, ecs::Value(*type_)).values;
    }
    void finish(std::string_view, std::shared_ptr<ecs::TakenRows::Column>& values) {
        need_one_value_each(values && (values->count() == 1 || values->count() == entities_));
    }
    void finish(std::string_view name, Meant<means::Field, std::uint32_t>) { need(field_ != nullptr, in_quotes(name)); }
    void finish(std::string_view, std::vector<std::byte>&) { need_one_value_each(values_ == entities_); }
    void finish(std::string_view, std::vector<std::shared_ptr<ecs::TakenRows::Column>>& columns) {
        if (columns.empty()) make_columns(columns);
    }
    void finish(std::string_view, std::shared_ptr<ecs::TakenRows>& rows) {
        if (!rows) rows = std::make_shared<ecs::TakenRows>();
        if (!rows->fits_together(world_.parent_id())) json_.fail_about("its rows do not fit together");
    }
    void finish(std::string_view, std::vector<ecs::EntityRecord>& records) {
        for (const ecs::EntityRecord& each : records)
            if (is_record(each.parent) && each.parent.index > records.size())
                json_.fail_about("an entity has a parent that this edit does not create");
    }
    void finish(std::string_view, ecs::Boxed<ecs::SystemDescription>& system) {
        std::optional<ecs::SystemDescription> made;
        if (!system->rule.empty())
            made = ecs::make_rule(system->name, system->rule);
        else if (systems_.make)
            made = systems_.make(system->name);
        if (!made)
            json_.fail_about("no system is called " + in_quotes(system->name) +
                             did_you_mean(system->name, systems_.names));
        made->group = system->group;
        made->budget_us = system->budget_us;
        made->enabled = system->enabled;
        system = std::move(*made);
    }

    // What the world takes for granted
    void check(const auto&) {}
    void check(const ecs::TakenRows::Group& group) {
        std::size_t count = 0, end = 0;
        for (const ecs::TakenRows::Places& run : group.places) {
            count += run.count;
            end = run.first + run.count;
        }
        const auto unfinished = [&](const auto& column) { return column && column->count() != entities_; };
        const auto by_id = [](const ecs::ComponentType* a, const ecs::ComponentType* b) { return a->id >= b->id; };
        if (std::ranges::any_of(group.columns, unfinished) || count != entities_ || end > group.rows_before ||
            group.rows_before > most_handles || group.chunk_rows == 0 ||
            std::ranges::adjacent_find(group.types, by_id) != group.types.end())
            json_.fail_about("its rows do not fit together");
    }
    void check(const ecs::DestroyEntities& edit) {
        const auto in_range = [](ecs::Entity each) { return each && each.index < most_handles; };
        bool good = edit.taken.slot_count <= most_handles;
        // Undoing gives back what the edit took, and nothing else.
        std::vector<ecs::Entity> created = edit.entities, taken = edit.taken.fresh;
        std::ranges::sort(created);
        taken.insert(taken.end(), edit.taken.lent.begin(), edit.taken.lent.end());
        for (const auto& each : edit.taken.displaced) {
            taken.push_back(each.created);
            good = good && in_range(each.former) && each.created.index == each.former.index;
        }
        for (const ecs::Entity each : taken) good = good && in_range(each) && std::ranges::binary_search(created, each);
        if (!good) json_.fail_about("this edit gives back entities that it did not make");
    }

    void need(bool given, std::string_view what) {
        if (!given) json_.fail_about("this edit has no " + std::string(what));
    }
    void need_one_value_each(bool given) {
        if (!given) json_.fail_about("this edit has not one value for each entity");
    }

    JsonReader& json_;
    const ecs::World& world_;
    const SystemsByName& systems_;
    FieldReader fields_;
    // Of the members before
    const ecs::ComponentType* type_ = nullptr;  // the last one that was named
    std::vector<const ecs::ComponentType*> types_;
    const ecs::Field* field_ = nullptr;
    std::size_t entities_ = 0, rows_ = 0, values_ = 0;
};

template <class... Kinds>
ecs::Edit read_edit_at(DescribedReader& reader, std::size_t position, const std::variant<Kinds...>*) {
    ecs::Edit edit;
    std::size_t i = 0;
    const auto read = [&]<class Kind>(std::type_identity<Kind>) {
        if (i++ == position) edit = reader.read_members<Kind>("this edit");
    };
    (read(std::type_identity<Kinds>()), ...);
    return edit;
}

}  // namespace

ecs::Edit read_edit(JsonReader& json, const ecs::World& world, const SystemsByName& systems) {
    json.begin_object();
    const auto key = json.next_member();
    if (key != "kind") json.fail_about(R"(an edit begins with its "kind")");
    const std::string kind(json.read_string("the kind of an edit"));
    const auto kinds = ecs::names_of_kinds();
    const auto found = std::ranges::find(kinds, kind, &ecs::KindNames::in_bundles);
    if (found == kinds.end()) json.fail("is no kind of edit");
    DescribedReader reader(json, world, systems);
    return read_edit_at(reader, static_cast<std::size_t>(found - kinds.begin()),
                        static_cast<const ecs::Edit*>(nullptr));
}

}  // namespace files
