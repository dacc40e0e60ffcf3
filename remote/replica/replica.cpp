#include "remote/replica/replica.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"

namespace remote {

namespace {

constexpr std::size_t most_parts_of_all = 1u << 16;

bool has_words(const std::vector<Shape>& shapes) {
    return std::any_of(shapes.begin(), shapes.end(),
                       [](const Shape& each) { return !each.names.empty() || has_words(each.members); });
}

}  // namespace

namespace {

void set_start_value(ecs::ComponentType& type, const TypeShape& shape, const Json& start, const EntityWords& words) {
    if (type.is_tag()) return;
    ecs::Value value(type);
    (void)read_json(start, shape, type, value.data(), words);
    type.default_bytes.assign(type.size, std::byte{0});
    for (const ecs::Field& field : type.fields)
        if (ecs::is_trivial(field)) ecs::copy_field(field, type.default_bytes.data(), value.data());
}

}  // namespace

std::uint32_t Replica::add_type(TypeShape shape, const Json* start, const EntityWords& words) {
    const auto position = static_cast<std::uint32_t>(types_.size());
    // The program was away, and came back as it was.
    for (std::uint32_t i = 0; i < position; ++i)
        if (shapes_[i].path == shape.path && shapes_[i].name == shape.name &&
            (one_text_[i] || (shapes_[i].bare == shape.bare && shapes_[i].listed == shape.listed &&
                              shapes_[i].members == shape.members))) {
            paths_[shape.path] = i;
            return i;
        }
    parts_ += count_of(shape.members);
    bool one_text = false;
    const auto as_one_text = [&] {
        one_text = shape.bare = true;
        shape.members.assign(1, Shape{.name = "value"});
    };
    if (!shape.members.empty() && (count_of(shape.members) > most_parts || parts_ > most_parts_of_all)) as_one_text();
    ecs::ComponentType type;
    type.description = shape.description;
    const std::string name = readable_name(shape.name);
    type.name = name;
    // Counted on from the last one of the same name: a program may call all of its types the same.
    for (std::size_t& number = names_[name]; layout_->find(type.name) != nullptr;)
        type.name = name + " (" + std::to_string(++number + 1) + ")";
    type.fields = fields_of(shape.members);
    ecs::lay_out(type.fields);
    ecs::Result<ecs::ComponentId> id = layout_->add_at_run_time(type);
    if (!id) {
        // Fields that no type can have.
        as_one_text();
        type.fields = fields_of(shape.members);
        ecs::lay_out(type.fields);
        id = layout_->add_at_run_time(type);
    }
    types_.push_back((*layout_)[*id]);
    if (start != nullptr) set_start_value(types_.back(), shape, *start, words);
    paths_[shape.path] = position;
    has_words_.push_back(has_words(shape.members));
    one_text_.push_back(one_text);
    shapes_.push_back(std::move(shape));
    return position;
}

std::uint32_t Replica::type_for(std::uint32_t type, const Json& value) {
    if (!has_words_[type]) return type;
    std::optional<TypeShape> made = with_unknown_words(shapes_[type], value);
    if (!made) return type;
    made->name += " (as text)";
    return add_type(std::move(*made));
}

void Replica::forget_all() {
    entities_.clear();
    wanted_.clear();
    types_.clear();
    shapes_.clear();
    paths_.clear();
    has_words_.clear();
    one_text_.clear();
    names_.clear();
    parts_ = 0;
    layout_ = std::make_unique<ecs::TypeRegistry>();
    misfits_ = 0;
    destroyed_.clear();
    created_.clear();
    written_.clear();
    removed_.clear();
    moved_.clear();
    named_.clear();
}

std::uint32_t Replica::find_type(std::string_view path) const {
    const auto found = paths_.find(path);
    return found == paths_.end() ? no_type : found->second;
}

std::string Replica::why_not_written(const ecs::OwnerRequest& request) const {
    const bool is_set = request.kind == ecs::OwnerRequest::Kind::Set;
    for (const ecs::OwnerRequest::Part& part : request.parts) {
        if (!part.value || part.type >= types_.size()) continue;
        const ecs::ComponentType& type = types_[part.type];
        if (std::string why =
                remote::why_not_written(shapes_[part.type], type, part.value.data(), request.fields, !is_set);
            !why.empty())
            return why;
    }
    return {};
}

void Replica::begin_round() {
    ++round_;
    round_misfits_ = round_left_out_ = 0;
}

void Replica::see(const SeenEntity& seen, const EntityWords& words) {
    if (entities_.size() >= most_entities && !entities_.contains(seen.key)) {
        ++round_left_out_;
        return;
    }
    const auto [found, is_new] = entities_.try_emplace(seen.key);
    Known& known = found->second;
    if (is_new) {
        known.wanted = seen.wanted;
        if (known.wanted) wanted_[known.wanted] = seen.key;
        created_.push_back(seen.key);
    }
    known.round = round_;
    if (known.name != seen.name) {
        known.name = seen.name;
        named_.insert(seen.key);
    }
    if (known.parent != seen.parent) {
        known.parent = seen.parent;
        moved_.insert(seen.key);
    }
    compare(known, seen, words);
}

void Replica::compare(Known& known, const SeenEntity& seen, const EntityWords& words) {
    for (const SeenPart& part : seen.parts)
        if (!write(known, seen.key, part, words) && ++round_misfits_ == 1) {
            const std::string who = seen.name.empty() ? "#" + std::to_string(seen.key & 0xffffffffu) : seen.name;
            round_first_misfit_ = ecs::phrase("{} of {}", types_[part.first].name, readable_name(who, 64));
        }
    if (known.parts.size() == seen.parts.size()) return;
    for (auto part = known.parts.begin(); part != known.parts.end();) {
        const std::uint32_t type = part->first;
        if (std::any_of(seen.parts.begin(), seen.parts.end(), [&](const auto& each) { return each.first == type; })) {
            ++part;
            continue;
        }
        ++part;
        part_gone(seen.key, type);
    }
}

bool Replica::write(Known& known, ecs::OwnerKey key, const SeenPart& seen, const EntityWords& words) {
    const auto& [type, json] = seen;
    const ecs::ComponentType& layout = (*layout_)[types_[type].id];
    auto part = known.parts.find(type);
    if (part == known.parts.end()) {
        part = known.parts.emplace(type, ecs::Value(layout)).first;
        removed_.erase({type, key});
        written_.insert({type, key});
    }
    if (layout.is_tag() || json == nullptr) return true;
    ecs::Value read = part->second;
    const bool fits = read_json(*json, shapes_[type], layout, read.data(), words);
    if (values_equal(layout, read.data(), part->second.data())) return fits;
    part->second = std::move(read);
    written_.insert({type, key});
    return fits;
}

void Replica::see_parts(ecs::OwnerKey key, std::span<const SeenPart> parts, const EntityWords& words) {
    const auto found = entities_.find(key);
    if (found == entities_.end()) return;
    for (const SeenPart& part : parts) {
        (void)write(found->second, key, part, words);
        // A value with a word that nobody described is of another type than the one before it.
        for (const std::uint32_t type : types_of(key))
            if (type != part.first && shapes_[type].path == shapes_[part.first].path) part_gone(key, type);
    }
}

void Replica::part_gone(ecs::OwnerKey key, std::uint32_t type) {
    const auto found = entities_.find(key);
    if (found == entities_.end() || found->second.parts.erase(type) == 0) return;
    written_.erase({type, key});
    removed_.insert({type, key});
}

void Replica::end_round(bool one_piece) {
    misfits_ = round_misfits_;
    first_misfit_ = round_first_misfit_;
    left_out_ = round_left_out_;
    std::vector<ecs::OwnerKey> missing;
    for (const auto& [key, known] : entities_)
        if (known.round + (one_piece ? 0 : 1) < round_) missing.push_back(key);
    for (const ecs::OwnerKey key : missing) gone(key);
}

std::string Replica::misfits_note() const {
    if (misfits_ == 0) return {};
    return ecs::phrase("{} values were not as their types say; the first is {}", std::to_string(misfits_),
                       first_misfit_);
}

void Replica::gone(ecs::OwnerKey key) {
    const auto found = entities_.find(key);
    if (found == entities_.end()) return;
    if (const auto handle = wanted_.find(found->second.wanted); handle != wanted_.end() && handle->second == key)
        wanted_.erase(handle);
    for (const auto& [type, value] : found->second.parts) written_.erase({type, key});
    entities_.erase(found);
    destroyed_.push_back(key);
}

std::vector<ecs::OwnerKey> Replica::keys() const {
    std::vector<ecs::OwnerKey> keys;
    keys.reserve(entities_.size());
    for (const auto& [key, known] : entities_) keys.push_back(key);
    return keys;
}

bool Replica::has(ecs::OwnerKey key, std::uint32_t type) const {
    const auto found = entities_.find(key);
    return found != entities_.end() && found->second.parts.contains(type);
}

const ecs::Value* Replica::value(ecs::OwnerKey key, std::uint32_t type) const {
    const auto found = entities_.find(key);
    if (found == entities_.end()) return nullptr;
    const auto part = found->second.parts.find(type);
    return part == found->second.parts.end() || types_[type].is_tag() ? nullptr : &part->second;
}

ecs::OwnerKey Replica::parent(ecs::OwnerKey key) const {
    const auto found = entities_.find(key);
    return found == entities_.end() ? ecs::no_owner_key : found->second.parent;
}

const std::string& Replica::name(ecs::OwnerKey key) const {
    static const std::string none;
    const auto found = entities_.find(key);
    return found == entities_.end() ? none : found->second.name;
}

std::vector<std::uint32_t> Replica::types_of(ecs::OwnerKey key) const {
    std::vector<std::uint32_t> types;
    if (const auto found = entities_.find(key); found != entities_.end())
        for (const auto& [type, value] : found->second.parts) types.push_back(type);
    return types;
}

void Replica::fill(ecs::Pull& pull) {
    if (pull.columns.size() < types_.size()) {
        const std::size_t first = pull.columns.size();
        pull.columns.resize(types_.size());
        for (std::size_t i = first; i < types_.size(); ++i) pull.columns[i].type = static_cast<std::uint32_t>(i);
    }
    pull.destroyed.insert(pull.destroyed.end(), destroyed_.begin(), destroyed_.end());
    // Parents before their children is not needed: places come after creations.
    for (const ecs::OwnerKey key : created_)
        if (const auto found = entities_.find(key); found != entities_.end())
            pull.created.push_back({key, found->second.wanted});
    for (const auto& [type, key] : removed_)
        if (entities_.contains(key)) pull.removed.push_back({type, key});
    for (const auto& [type, key] : written_) {
        const auto found = entities_.find(key);
        if (found == entities_.end()) continue;
        const auto part = found->second.parts.find(type);
        if (part == found->second.parts.end()) continue;
        pull.columns[type].keys.push_back(key);
        if (!types_[type].is_tag()) pull.columns[type].values.push_back(part->second.data());
    }
    for (const ecs::OwnerKey key : moved_)
        if (const auto found = entities_.find(key); found != entities_.end())
            pull.moved.push_back({key, found->second.parent});
    for (const ecs::OwnerKey key : named_)
        if (const auto found = entities_.find(key); found != entities_.end())
            pull.named.push_back({key, found->second.name});
    destroyed_.clear();
    created_.clear();
    removed_.clear();
    written_.clear();
    moved_.clear();
    named_.clear();
}

void Replica::send_again(std::span<const ecs::OwnerKey> keys) {
    for (const ecs::OwnerKey key : keys) {
        const auto found = entities_.find(key);
        if (found == entities_.end()) {
            destroyed_.push_back(key);
            continue;
        }
        created_.push_back(key);
        moved_.insert(key);
        named_.insert(key);
        for (std::uint32_t type = 0; type < types_.size(); ++type)
            (found->second.parts.contains(type) ? written_ : removed_).insert({type, key});
    }
}

ecs::Entity Replica::handle_of(ecs::OwnerKey key) const {
    const auto found = entities_.find(key);
    return found == entities_.end() ? ecs::Entity() : found->second.wanted;
}

ecs::OwnerKey Replica::key_of(ecs::Entity handle) const {
    if (mirror_ != nullptr) return mirror_->key_of(handle);
    const auto found = wanted_.find(handle);
    return found == wanted_.end() ? ecs::no_owner_key : found->second;
}

void append_left_out(std::vector<std::string>& notes, std::size_t kinds, std::size_t entities) {
    if (kinds > 0)
        notes.push_back(
            ecs::phrase("{} kinds of components are left out: the program has too many", std::to_string(kinds)));
    if (entities > 0)
        notes.push_back(ecs::phrase("{} entities are left out: the program has too many", std::to_string(entities)));
}

}  // namespace remote
