// The part of WorldReader that reads a file in one pass: see read_directly().
#include "files/world_file/mark_text.hpp"
#include "files/world_file/world_reader.hpp"

namespace files {

namespace {

constexpr std::size_t max_patterns = 48;
constexpr std::size_t longest_pattern = 16 * 1024;

// Learning a pattern has a cost, which pays when entities are read by it. Where none are, learning stops.
constexpr int credit_at_most = 256, cost_of_learning = 4;

}  // namespace

WorldFile WorldReader::read_directly() {
    direct_ = true;
    const bool entities_come_last = window_ || ends_in_array(json_.rest());
    read_members_directly(entities_come_last);
    read_scene();  // names the scene whose types the components are
    read_components();
    read_systems();
    if (entities_at_) {
        json_.go_to(*entities_at_, "entities");
        read_entities_directly();
        if (entities_come_last) {
            if (json_.next_member()) throw NotDirect();
            json_.finish();
        }
    }
    for (const Link& link : links_)
        if (!world_.alive(link.parent)) throw NotDirect();
    link_parents();
    if (free_list_)
        for (const ecs::FreeRun& run : *free_list_)
            for (std::size_t slot = run.first.index, end = std::min<std::size_t>(run.end(), world_.slot_count());
                 slot < end; slot = world_.entity_index().next_used(slot + 1))
                if (world_.entity_at_slot(slot)) throw NotDirect();
    finish_slots();
    collect_losses();
    return std::move(file_);
}

// Reads up to the entities if these come last: everything needed to understand them came before.
void WorldReader::read_members_directly(bool entities_come_last) {
    bool has_format = false, has_version = false;
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        const JsonKind kind = json_.peek();
        const bool is_entities = *key == "entities";
        if (*key == "format") {
            read_format();
            has_format = true;
        } else if (*key == "version") {
            read_version();
            has_version = true;
        } else if (*key == "conflicts") {
            file_.conflicts = read_marks(json_);
        } else if (is_entities && kind == JsonKind::Array) {
            entities_at_ = json_.offset();
            if (entities_come_last) break;
            json_.skip_unchecked();
        } else {
            std::optional<std::size_t>* const place = *key == "components" ? &components_at_
                                                      : *key == "systems"  ? &systems_at_
                                                      : *key == "scene"    ? &scene_at_
                                                                           : nullptr;
            if (!place) throw NotDirect();
            *place = json_.offset();
            json_.skip();
        }
    }
    if (!has_format || !has_version) throw NotDirect();
    if (!entities_at_ || !entities_come_last) json_.finish();
}

void WorldReader::read_entities_directly() {
    fields_.note_values(&notes_);
    json_.begin_array();
    for (std::size_t read = 0;; ++read) {
        if (read % entities_a_look == 0) job_.advance_to((window_ ? window_->start() : 0) + json_.end_offset());
        if (window_ && window_->runs_short(json_.rest().size())) {
            create_by_pattern();  // its texts lie in the window
            window_->slide(json_.end_offset());
            json_.slide(window_->text());
        }
        if (!json_.next_element()) break;
        if (read_by_pattern()) continue;
        create_by_pattern();
        notes_.values.clear();
        notes_.complete = true;
        const std::string_view text = json_.rest();
        const std::size_t start = json_.end_offset();
        const ecs::Entity entity = read_members_of_entity({});
        learn_pattern(text.substr(0, json_.end_offset() - start), start);
        create(entity);
    }
    create_by_pattern();
    fields_.note_values(nullptr);
}

bool WorldReader::read_by_pattern() {
    if (pattern_ && pattern_->full()) create_by_pattern();
    const std::string_view text = json_.rest();
    EntityPattern* found = pattern_;
    std::size_t bytes = found ? found->read(text) : 0;
    for (std::size_t i = 0; bytes == 0 && i < patterns_.size(); ++i) {
        found = patterns_[i].get();
        if (found != pattern_) bytes = found->read(text);
        if (bytes != 0 && i > 0) std::swap(patterns_[i], patterns_[i - 1]);  // frequent patterns move to the front
    }
    if (bytes == 0) return false;
    if (found != pattern_) {
        create_by_pattern();
        pattern_ = found;
    }
    const ecs::Entity entity = found->last();
    value_bytes_ += found->value_bytes();
    if (entity.index <= last_index_ || value_bytes_ > max_bytes_) throw NotDirect();
    last_index_ = entity.index;
    if (const ecs::Entity parent = found->last_parent()) links_.push_back({entity, parent});
    json_.take(bytes);
    pattern_credit_ = std::min(pattern_credit_ + 1, credit_at_most);
    return true;
}

void WorldReader::create_by_pattern() {
    if (pattern_ && pattern_->count() > 0 && !pattern_->create_all(world_)) throw NotDirect();
}

void WorldReader::learn_pattern(std::string_view text, std::size_t start) {
    if (!notes_.complete || text.size() > longest_pattern || pattern_credit_ <= 0) return;
    pattern_credit_ -= cost_of_learning;
    if (pattern_credit_ <= 0) {
        fields_.note_values(nullptr);
        patterns_.clear();
        pattern_ = nullptr;
        return;
    }
    std::vector<EntityPattern::Component> components;
    for (const FileComponent* component : entity_components_)
        components.push_back({component->type, component->value.data()});
    auto pattern = std::make_unique<EntityPattern>(text, start, notes_.values, components);
    pattern_ = pattern.get();
    if (patterns_.size() < max_patterns)
        patterns_.push_back(std::move(pattern));
    else
        patterns_.back() = std::move(pattern);
}

ecs::Entity WorldReader::read_direct_id() {
    if (json_.peek() != JsonKind::String) throw NotDirect();
    const std::optional<ecs::Entity> id = ecs::parse_entity(json_.read_string());
    if (!id || id->index > highest_index || id->index <= last_index_) throw NotDirect();
    last_index_ = id->index;
    notes_.values.push_back({json_.offset(), json_.end_offset(), ValueNote::What::Id});
    return *id;
}

}  // namespace files
