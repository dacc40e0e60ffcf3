// with_instances(): what an edit of a prefab means for its instances.
#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_records.hpp"
#include "ecs/prefab/counterparts.hpp"
#include "ecs/prefab/inherited.hpp"
#include "ecs/prefab/override_edits.hpp"
#include "ecs/prefab/prefab_edits.hpp"

namespace ecs {

namespace {

/// An edit whose instances follow, and the reason why that is impossible.
class Followers {
public:
    Followers(const World& world, const Placing& placing, const std::unordered_set<Entity>* only)
        : world_(world), prefabs_(world), placing_(placing), counterparts_(prefabs_, placing_), only_(only) {}

    bool any() const { return prefabs_.any(); }

    /// Notes what the edits set themselves: that follows nothing, and what follows from it is theirs to say.
    void note(const std::vector<Edit>& asked) {
        for (const Edit& edit : asked) {
            if (const auto* add = std::get_if<AddComponent>(&edit)) note_value(add->entity, add->value, {});
            if (const auto* remove = std::get_if<RemoveComponent>(&edit)) name(remove->entity, remove->component);
            if (const auto* many = std::get_if<RemoveFromMany>(&edit))
                many->entities.each([&](Entity entity) { name(entity, many->component); });
            if (const auto* many = std::get_if<AddToMany>(&edit)) note(*many);
            if (const auto* set = std::get_if<SetComponent>(&edit)) note_value(set->entity, set->value, set->fields);
            if (const auto* many = std::get_if<SetField>(&edit)) {
                for (const Entity entity : many->entities) name(entity, many->component, many->field);
                note_moves(*many);
            }
            if (const auto* destroy = std::get_if<DestroyEntity>(&edit)) destroyed_.insert(destroy->entity);
            if (const auto* many = std::get_if<DestroyMany>(&edit))
                many->entities.each([this](Entity entity) { destroyed_.insert(entity); });
            if (const auto* create = std::get_if<CreateEntities>(&edit))
                for (const EntityRecord& record : create->entities)
                    for (const Value& value : record.values)
                        if (value && value.type().id == prefabs_.instance())
                            created_[static_cast<const InstanceOf*>(value.data())->source].insert(record.parent);
        }
    }

    /// Appends the edit and what follows from it. Returns why that makes no sense; else an empty text.
    std::string append(Edit edit) {
        std::vector<Edit> following;
        std::string problem;
        if (auto* set = std::get_if<SetComponent>(&edit)) follow(*set, following);
        if (auto* many = std::get_if<SetField>(&edit)) follow(*many, following);
        if (auto* add = std::get_if<AddComponent>(&edit)) follow(*add, following);
        if (auto* remove = std::get_if<RemoveComponent>(&edit)) follow(*remove, following);
        if (auto* many = std::get_if<AddToMany>(&edit)) follow(*many, following);
        if (auto* many = std::get_if<RemoveFromMany>(&edit))
            many->entities.each([&](Entity entity) { follow(RemoveComponent{entity, many->component}, following); });
        if (auto* create = std::get_if<CreateEntities>(&edit)) follow(*create);
        if (auto* destroy = std::get_if<DestroyEntity>(&edit)) follow(*destroy, following);
        if (auto* many = std::get_if<DestroyMany>(&edit))
            many->entities.each([&](Entity entity) { follow(DestroyEntity{entity}, following); });
        if (auto* move = std::get_if<SetParent>(&edit)) problem = follow(*move, following);
        edits.push_back(std::move(edit));
        edits.insert(edits.end(), std::make_move_iterator(following.begin()), std::make_move_iterator(following.end()));
        return problem;
    }

    std::vector<Edit> edits;

private:
    void name(Entity entity, ComponentId component, std::uint32_t field = Override::whole_value) {
        // Only parts of instances can follow.
        if (prefabs_.instance() == no_component || !world_.has(entity, prefabs_.instance())) return;
        named_[entity].insert(std::uint64_t{component} << 32 | field);
    }
    void note_value(Entity entity, const Value& value, const std::vector<std::uint32_t>& fields) {
        if (!value) return;
        for (const std::uint32_t field : fields) name(entity, value.type().id, field);
        if (fields.empty()) name(entity, value.type().id);
        if (!value.type().is_tag() && prefabs_.is_prefab(entity))
            for (std::uint32_t i = 0; i < value.type().fields.size(); ++i)
                if (fields.empty() || std::find(fields.begin(), fields.end(), i) != fields.end())
                    note_move(entity, value.type().id, value.type().fields[i], value.data());
        if (value.type().id == prefabs_.instance() && value.data() != nullptr)
            adopted_[static_cast<const InstanceOf*>(value.data())->source].push_back(entity);
    }
    void note(const AddToMany& many) {
        if (!any() || !many.type().copyable()) return;
        each_addition(many, [this](const AddComponent& edit) { note_value(edit.entity, edit.value, {}); });
    }
    /// How far a prefab's root moves: its parts are relative to that.
    void note_move(Entity root, ComponentId component, const Field& field, const void* value) {
        const void* const present = world_.get(root, component);
        for (const Placing::Axis& axis : placing_.moved)
            if (const FieldPath& number = axis.number; present != nullptr && number.component == component &&
                                                       number.offset >= field.offset &&
                                                       number.offset < field.offset + field.size_bytes())
                moves_[root].push_back({number, read_number(number, value) - read_number(number, present)});
    }
    void note_moves(const SetField& edit) {
        if (edit.component >= world_.types().size()) return;
        const ComponentType& type = world_.types()[edit.component];
        if (edit.field >= type.fields.size() || !placing_.moves(type.id, type.fields[edit.field])) return;
        const Field& field = type.fields[edit.field];
        const std::size_t size = field.size_bytes();
        for (std::size_t i = 0; i < edit.entities.size() && (i + 1) * size <= edit.values.size(); ++i) {
            if (!prefabs_.is_prefab(edit.entities[i]) || !world_.has(edit.entities[i], type.id)) continue;
            Value value(type, world_.get(edit.entities[i], type.id));
            std::memcpy(static_cast<std::byte*>(value.data()) + field.offset, edit.values.data() + i * size, size);
            note_move(edit.entities[i], type.id, field, value.data());
        }
    }
    bool is_named(Entity entity, ComponentId component, std::uint32_t field) const {
        const auto found = named_.find(entity);
        if (found == named_.end()) return false;
        const std::uint64_t whole = std::uint64_t{component} << 32;
        return found->second.contains(whole | field) || found->second.contains(whole | Override::whole_value);
    }

    /// The entities that follow `source`, directly and through each other. `follows(part)` says whether one does.
    template <class Follows>
    std::vector<Entity> all_that_follow(Entity source, const Follows& follows) {
        std::vector<Entity> found, open{source};
        while (!open.empty()) {
            const Entity present = open.back();
            open.pop_back();
            for (const Entity part : prefabs_.with_source(present)) {
                if (only_ != nullptr ? !only_->contains(part) : !follows(part)) continue;
                found.push_back(part);
                // Only parts of prefabs have instances: looking for those of all others would take long.
                if (prefabs_.in_prefab(part)) open.push_back(part);
            }
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

    /// The value of the source, moved step by step to the part: through the prefabs between them.
    Value translated(Entity source, Entity part, const Value& value) {
        std::vector<Entity> way;
        for (Entity each = part; each && each != source && way.size() < 64; each = prefabs_.source_of(each))
            way.push_back(each);
        Value result = value;
        for (auto step = way.rbegin(); step != way.rend(); ++step) {
            result = counterparts_.into_instance(*step, std::move(result));
            const auto moved = moves_.find(prefabs_.prefab_of(prefabs_.source_of(*step)));
            if (moved == moves_.end() || prefabs_.is_instance(*step)) continue;
            for (const InstanceMove& move : moved->second)
                if (move.number.component == result.type().id)
                    write_number(move.number, result.data(), read_number(move.number, result.data()) - move.way);
        }
        return result;
    }

    void follow(const SetComponent& edit, std::vector<Edit>& to) {
        if (!edit.value || !prefabs_.in_prefab(edit.entity)) return;
        const ComponentType& type = edit.value.type();
        if (!world_.has(edit.entity, type.id) || type.is_tag() || type.id == prefabs_.instance()) return;
        if (type.fields.empty()) {
            const auto follows = [&](Entity part) {
                return !is_named(part, type.id, Override::whole_value) && world_.has(part, type.id) &&
                       !counterparts_.is_own(part, type.id) && counterparts_.same(part, type);
            };
            for (const Entity part : all_that_follow(edit.entity, follows))
                to.push_back(SetComponent{part, edit.value, {}});
            return;
        }
        for (std::uint32_t i = 0; i < type.fields.size(); ++i)
            if (edit.fields.empty() || std::find(edit.fields.begin(), edit.fields.end(), i) != edit.fields.end())
                follow_field(edit.entity, edit.value, i, to);
    }

    void follow_field(Entity entity, const Value& value, std::uint32_t position, std::vector<Edit>& to) {
        const ComponentType& type = value.type();
        const Field& field = type.fields[position];
        const bool place = placing_.moves(type.id, field), plain = !place && !has_entity(field);
        if (field_equal(field, world_.get(entity, type.id), value.data()) && only_ == nullptr) return;
        if (place && prefabs_.is_prefab(entity)) follow_root(entity, value, position, to);
        const auto follows = [&](Entity part) {
            return !is_named(part, type.id, position) && world_.has(part, type.id) &&
                   !counterparts_.is_own(part, type.id, &field) && counterparts_.same(part, type, field);
        };
        const std::vector<Entity> parts = all_that_follow(entity, follows);
        if (parts.empty()) return;
        if (!is_trivial(field)) {
            for (const Entity part : parts) to.push_back(SetComponent{part, value, {position}});
            return;
        }
        SetField set{type.id, position, parts, {}};
        const std::size_t size = field.size_bytes();
        set.values.resize(size * parts.size());
        std::byte* at = set.values.data();
        for (const Entity part : parts) {
            const Value own = plain ? Value() : translated(entity, part, value);
            const void* const from = plain ? value.data() : own.data();
            std::memcpy(at, static_cast<const std::byte*>(from) + field.offset, size);
            at += size;
        }
        to.push_back(std::move(set));
    }

    /// When the root of a prefab moves alone, the parts of instances keep their way from the prefab's parts: they go
    /// back by as much.
    void follow_root(Entity root, const Value& value, std::uint32_t position, std::vector<Edit>& to) {
        const ComponentType& type = value.type();
        const Field& field = type.fields[position];
        std::vector<Entity> parts;
        for (const Entity below : subtree(world_, root)) {
            if (below == root || !world_.has(below, type.id) || is_named(below, type.id, position)) continue;
            const auto follows = [&](Entity part) {
                return !is_named(part, type.id, position) && world_.has(part, type.id) &&
                       counterparts_.same(part, type, field) &&
                       !is_named(prefabs_.instance_of(part), type.id, position);
            };
            const std::vector<Entity> more = all_that_follow(below, follows);
            parts.insert(parts.end(), more.begin(), more.end());
        }
        if (parts.empty() || !is_trivial(field)) return;
        SetField set{type.id, position, parts, {}};
        for (const Entity part : parts) {
            Value own(type, world_.get(part, type.id));
            for (const Placing::Axis& axis : placing_.moved)
                if (axis.number.component == type.id && axis.number.offset >= field.offset &&
                    axis.number.offset < field.offset + field.size_bytes())
                    write_number(
                        axis.number, own.data(),
                        read_number(axis.number, own.data()) - (read_number(axis.number, value.data()) -
                                                                read_number(axis.number, world_.get(root, type.id))));
            const auto* from = static_cast<const std::byte*>(own.data()) + field.offset;
            set.values.insert(set.values.end(), from, from + field.size_bytes());
        }
        to.push_back(std::move(set));
    }

    void follow(const SetField& edit, std::vector<Edit>& to) {
        if (edit.component >= world_.types().size()) return;
        const ComponentType& type = world_.types()[edit.component];
        if (edit.field >= type.fields.size() || edit.component == prefabs_.instance()) return;
        const Field& field = type.fields[edit.field];
        const std::size_t size = field.size_bytes();
        for (std::size_t i = 0; i < edit.entities.size() && (i + 1) * size <= edit.values.size(); ++i) {
            const Entity entity = edit.entities[i];
            if (!prefabs_.in_prefab(entity) || !world_.has(entity, type.id)) continue;
            Value value(type, world_.get(entity, type.id));
            std::memcpy(static_cast<std::byte*>(value.data()) + field.offset, edit.values.data() + i * size, size);
            follow_field(entity, value, edit.field, to);
        }
    }

    void follow(const AddComponent& edit, std::vector<Edit>& to) {
        if (!edit.value || !prefabs_.in_prefab(edit.entity)) return;
        const ComponentType& type = edit.value.type();
        if (type.id == prefabs_.tag() || type.id == prefabs_.instance()) return;
        const auto follows = [&](Entity part) {
            return !is_named(part, type.id, Override::whole_value) && !world_.has(part, type.id) &&
                   !counterparts_.is_own(part, type.id);
        };
        for (const Entity part : all_that_follow(edit.entity, follows))
            to.push_back(AddComponent{part, translated(edit.entity, part, edit.value)});
    }

    void follow(const AddToMany& many, std::vector<Edit>& to) {
        if (!any() || !many.type().copyable()) return;
        each_addition(many, [&](const AddComponent& edit) { follow(edit, to); });
    }

    void follow(const RemoveComponent& edit, std::vector<Edit>& to) {
        if (!prefabs_.in_prefab(edit.entity) || !world_.has(edit.entity, edit.component)) return;
        if (edit.component == prefabs_.tag() || edit.component == prefabs_.instance()) return;
        const ComponentType& type = world_.types()[edit.component];
        // A component with an override stays: nothing that somebody set is lost.
        const auto follows = [&](Entity part) {
            return !is_named(part, type.id, Override::whole_value) && world_.has(part, type.id) &&
                   !counterparts_.is_own(part, type.id) && counterparts_.same(part, type);
        };
        for (const Entity part : all_that_follow(edit.entity, follows)) to.push_back(RemoveComponent{part, type.id});
    }

    /// New parts of a prefab get the tag, and every instance gets copies of them. All in one edit, as the handles of
    /// the new parts are not known yet.
    void follow(CreateEntities& edit) {
        std::vector<EntityRecord>& records = edit.entities;
        const std::size_t asked = records.size();
        std::vector<bool> inside(asked, false);
        std::unordered_map<Entity, std::size_t> positions;  // of handles in this edit
        const auto position_of = [&](Entity handle) -> std::optional<std::size_t> {
            if (handle.generation == 0 && handle.index != 0 && handle.index <= asked) return handle.index - 1;
            const auto found = positions.find(handle);
            if (!handle || found == positions.end()) return std::nullopt;
            return found->second;
        };
        for (std::size_t i = 0; i < asked; ++i) {
            if (records[i].entity) positions.emplace(records[i].entity, i);
            const auto above = position_of(records[i].parent);
            inside[i] = above ? inside[*above] : prefabs_.in_prefab(records[i].parent);
            if (!inside[i] || above) continue;
        }
        for (std::size_t i = 0; i < asked; ++i) {
            if (!inside[i]) continue;
            const bool tagged = std::any_of(records[i].values.begin(), records[i].values.end(),
                                            [&](const Value& value) { return value.type().id == prefabs_.tag(); });
            if (!tagged) records[i].values.emplace_back(world_.types()[prefabs_.tag()]);
        }
        if (prefabs_.instance() == no_component) return;
        for (std::size_t i = 0; i < asked; ++i)
            if (inside[i] && !position_of(records[i].parent)) copy_for_instances(edit, i, asked, position_of);
    }

    template <class PositionOf>
    void copy_for_instances(CreateEntities& edit, std::size_t root, std::size_t asked, const PositionOf& position_of) {
        // The records of this subtree, as it was asked for.
        std::vector<std::size_t> tree{root};
        std::unordered_map<std::size_t, std::size_t> in_tree{{root, 0}};
        for (std::size_t i = root + 1; i < asked; ++i)
            if (const auto above = position_of(edit.entities[i].parent); above && in_tree.contains(*above)) {
                in_tree.emplace(i, tree.size());
                tree.push_back(i);
            }
        const auto handle_of = [&](std::size_t position) {
            const Entity handle = edit.entities[position].entity;
            return handle ? handle : handle_of_record(position);
        };
        struct Copy {
            Entity above;                    // the part that gets the copy
            std::vector<std::size_t> parts;  // positions of the copies, in the order of the tree
            std::vector<std::size_t> sources;
        };
        std::vector<Copy> open{{edit.entities[root].parent, tree, {}}};
        while (!open.empty()) {
            const Copy present = std::move(open.back());
            open.pop_back();
            for (const Entity above : prefabs_.with_source(present.above)) {
                if (adopts(handle_of(present.parts.front()), above)) continue;
                Copy copy{above, {}, present.parts};
                const bool in_prefab = prefabs_.in_prefab(above);
                const std::size_t first = edit.entities.size();
                for (std::size_t k = 0; k < present.parts.size(); ++k) copy.parts.push_back(first + k);
                for (std::size_t k = 0; k < present.parts.size(); ++k) {
                    const std::size_t from = present.parts[k];
                    EntityRecord record;
                    const auto above_in_tree = k == 0 ? std::nullopt : position_in(present.parts, edit, from);
                    record.parent = above_in_tree ? handle_of_record(first + *above_in_tree) : above;
                    for (const Value& value : edit.entities[from].values)
                        if (value.type().id != prefabs_.instance() && (in_prefab || value.type().id != prefabs_.tag()))
                            record.values.push_back(own_value(above, value, present.parts, edit, first));
                    record.values.push_back(
                        Value::of(world_.types()[prefabs_.instance()], InstanceOf{handle_of(from)}));
                    edit.entities.push_back(std::move(record));
                }
                if (in_prefab) open.push_back(std::move(copy));
            }
        }
    }

    /// Whether the edits themselves make a child of `above` the counterpart of this new part.
    bool adopts(Entity handle, Entity above) const {
        const auto created = created_.find(handle);
        if (created != created_.end() && created->second.contains(above)) return true;
        const auto found = adopted_.find(handle);
        return found != adopted_.end() && std::any_of(found->second.begin(), found->second.end(),
                                                      [&](Entity part) { return world_.parent(part) == above; });
    }

    /// The position within `parts` of the parent of this record.
    static std::optional<std::size_t> position_in(const std::vector<std::size_t>& parts, const CreateEntities& edit,
                                                  std::size_t record) {
        return position_in(parts, edit, edit.entities[record].parent);
    }
    static std::optional<std::size_t> position_in(const std::vector<std::size_t>& parts, const CreateEntities& edit,
                                                  Entity handle) {
        if (!handle && handle.index == 0) return std::nullopt;
        for (std::size_t k = 0; k < parts.size(); ++k)
            if (handle_of_record(parts[k]) == handle || edit.entities[parts[k]].entity == handle) return k;
        return std::nullopt;
    }

    Value own_value(Entity above, const Value& value, const std::vector<std::size_t>& parts, const CreateEntities& edit,
                    std::size_t first) {
        Value own = counterparts_.into_child(above, value);
        if (own.type().is_tag()) return own;
        each_entity(own.type().fields, own.data(), [&](Entity& ref) {
            if (const auto inside = position_in(parts, edit, ref)) ref = handle_of_record(first + *inside);
        });
        return own;
    }

    void follow(const DestroyEntity& edit, std::vector<Edit>& to) {
        if (!prefabs_.in_prefab(edit.entity) || prefabs_.is_prefab(edit.entity)) return;
        std::vector<Entity> parts = all_that_follow(edit.entity, [](Entity) { return true; });
        const std::unordered_set<Entity> all(parts.begin(), parts.end());
        for (const Entity part : parts) {
            bool below_another = world_.is_below(part, edit.entity) || destroyed_.contains(part);
            for (Entity above = world_.parent(part); above && !below_another; above = world_.parent(above))
                below_another = all.contains(above) || destroyed_.contains(above);
            if (!below_another) to.push_back(DestroyEntity{part});
        }
    }

    std::string follow(const SetParent& edit, std::vector<Edit>& to) {
        const Entity from = prefabs_.is_prefab(edit.entity) ? null_entity : prefabs_.prefab_of(edit.entity);
        const Entity into = prefabs_.prefab_of(edit.parent);
        if (from == into) {
            if (!from) return {};
            const Entity former = world_.parent(edit.entity);
            const auto follows = [&](Entity part) {
                return world_.parent(part) == counterparts_.in_instance(part, former) &&
                       counterparts_.in_instance(part, edit.parent);
            };
            for (const Entity part : all_that_follow(edit.entity, follows)) {
                // Through several levels, each part goes below the counterpart in its own instance.
                Entity above = edit.parent;
                std::vector<Entity> way;
                for (Entity each = part; each && each != edit.entity; each = prefabs_.source_of(each))
                    way.push_back(each);
                for (auto step = way.rbegin(); step != way.rend(); ++step)
                    above = counterparts_.in_instance(*step, above);
                to.push_back(SetParent{part, above});
            }
            return {};
        }
        if (from)
            return phrase("{} is part of the prefab {}: duplicate it outside, or apply the change in an instance",
                          label_of(world_, edit.entity), label_of(world_, from));
        return phrase("{} cannot be moved into the prefab {}: create it there, or add it to an instance and apply it",
                      label_of(world_, edit.entity), label_of(world_, into));
    }

    const World& world_;
    Prefabs prefabs_;
    const Placing& placing_;
    Counterparts counterparts_;
    const std::unordered_set<Entity>* only_;
    std::unordered_map<Entity, std::unordered_set<std::uint64_t>> named_;  // component and field
    std::unordered_map<Entity, std::vector<Entity>> adopted_;              // by the source that they will have
    std::unordered_map<Entity, std::unordered_set<Entity>> created_;  // parents of those that will have this source
    std::unordered_map<Entity, std::vector<InstanceMove>> moves_;     // of the roots of prefabs
    std::unordered_set<Entity> destroyed_;                            // by the edits themselves
};

}  // namespace

Result<std::vector<Edit>> with_instances(const World& world, std::vector<Edit> edits, const Placing& placing,
                                         const std::unordered_set<Entity>* only) {
    Followers followers(world, placing, only);
    if (!followers.any()) return edits;
    followers.note(edits);
    for (Edit& edit : edits)
        if (std::string problem = followers.append(std::move(edit)); !problem.empty()) return Error{std::move(problem)};
    return std::move(followers.edits);
}

}  // namespace ecs
